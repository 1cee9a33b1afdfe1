"""``mjlog explain``: what a finding code means; without a code, all of them."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

from .output import CLEAN, print_json, print_table

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Any) -> None:
    """Add ``explain`` to the command line."""
    parser = subparsers.add_parser("explain", help="what a finding code means", description=__doc__)
    parser.add_argument(
        "code", metavar="CODE", nargs="?", help="a code (F101) or name (ron-in-furiten)"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print one code's page, or the list of codes."""
    from ..findings import CODES, code_named

    entries = list(CODES) if args.code is None else [code_named(args.code)]
    if args.format == "json":
        rows = [entry._asdict() for entry in entries]
        print_json(rows if args.code is None else rows[0])
    elif args.code is None:
        print_table([(e.code, e.name, e.severity, e.summary) for e in entries])
    else:
        entry = entries[0]
        print(f"{entry.code} {entry.name} ({entry.severity})\n")
        for text in (entry.summary, entry.explanation, f"Rule: {entry.rule}"):
            print(textwrap.fill(text, 88) + "\n")
    return CLEAN
