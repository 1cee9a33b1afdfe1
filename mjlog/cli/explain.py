"""``mjlog explain``: what a finding code means; without a code, all of them.

A family or a beginning (``F``, ``S1``) lists its codes. The names that a summary lists as
not checked (``wall``) are explained too.
"""

from __future__ import annotations

import argparse
import textwrap
from typing import TYPE_CHECKING, Any

from .output import CLEAN, print_json, print_table

if TYPE_CHECKING:
    from ..findings import FindingCode

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Any) -> None:
    """Add ``explain`` to the command line."""
    parser = subparsers.add_parser(
        "explain",
        help="what a finding code means",
        description="What a finding code means; without a code, all of them.",
    )
    parser.add_argument(
        "code",
        metavar="CODE",
        nargs="?",
        help="a code (F101), its beginning (F, S1), a name (ron-in-furiten), or what a summary "
        "lists as not checked (wall)",
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print (default text)"
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print one code's page, or a list of codes."""
    from ..finding_text import NOT_CHECKED
    from ..findings import CODES, code_named

    wanted = (args.code or "").upper()
    if args.code in NOT_CHECKED:
        _print_unchecked(args.code, args)
        return CLEAN
    listed = [entry for entry in CODES if entry.code.startswith(wanted)]
    if len(listed) > 1:
        _print_list(listed, args)
    else:
        _print_code(code_named(args.code), args)
    return CLEAN


def _fields(entry: FindingCode) -> dict[str, Any]:
    from ..finding_titles import TITLES_JA

    return {**entry._asdict(), "title_ja": TITLES_JA[entry.code]}


def _print_list(entries: list[FindingCode], args: argparse.Namespace) -> None:
    from ..finding_text import SEVERITIES_JA, title

    if args.format == "json":
        print_json([_fields(entry) for entry in entries])
    elif args.lang == "ja":
        print_table(
            [
                (e.code, e.name, SEVERITIES_JA[e.severity], title(e.code, e.summary, "ja"))
                for e in entries
            ]
        )
    else:
        print_table([(e.code, e.name, e.severity, e.summary) for e in entries])


def _print_code(entry: FindingCode, args: argparse.Namespace) -> None:
    from ..finding_text import SEVERITIES_JA, rule_text, title

    if args.format == "json":
        print_json(_fields(entry))
        return
    is_ja = args.lang == "ja"
    severity = SEVERITIES_JA[entry.severity] if is_ja else entry.severity
    print(f"{entry.code} {entry.name} ({severity})\n")
    if is_ja:
        print(f"{title(entry.code, entry.summary, 'ja')}\n")
    rule = f"{'ルール' if is_ja else 'Rule'}: {rule_text(entry.rule, args.lang)}"
    texts = [entry.summary, entry.explanation, rule]
    for text in filter(None, texts):
        print(textwrap.fill(text, 88) + "\n")


def _print_unchecked(name: str, args: argparse.Namespace) -> None:
    from ..finding_text import NOT_CHECKED

    entry = NOT_CHECKED[name]
    if args.format == "json":
        print_json({"name": name, **entry._asdict()})
        return
    is_ja = args.lang == "ja"
    head = f"{name}（未検査）" if is_ja else f"{name} (not checked, counted in {entry.unit})"
    print(f"{head}\n\n{entry.ja if is_ja else f'{entry.en[0].upper()}{entry.en[1:]}.'}\n")
    print(textwrap.fill(entry.explanation, 88) + "\n")
