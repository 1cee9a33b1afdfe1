"""``mjlog rules``: list, show, compare and check rulesets of riichi and American mahjong."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from ..american.rules.loader import LIBRARY as AMERICAN
from ..american.rules.loader import is_american
from ..errors import MjlogError, UnknownNameError
from ..rules import diff_rules, format_rules
from ..rules.compare import reading_tag
from ..rules.library import Library, is_path
from ..rules.loader import LIBRARY as RIICHI
from ..rules.schema import AnyRules, plain_value
from .output import CLEAN, FINDINGS, UNREADABLE, USAGE, description_of, print_json, say

__all__ = ["add_parser", "run"]

_OPERANDS: Final = {
    "name": "name of a preset, or a TOML file",
    "a": "name of a preset, or a TOML file",
    "b": "the other one",
    "file": "name of a preset, or a TOML file",
}


def add_parser(subparsers: Any) -> None:
    """Add ``rules`` and its actions to the command line."""
    parser = subparsers.add_parser(
        "rules", help="list, show, compare and check rulesets", description=description_of(__doc__)
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    for name, operands, text in (
        ("list", (), "names and titles of the presets"),
        ("show", ("name",), "one ruleset in full, as a TOML file to start a house ruleset from"),
        ("diff", ("a", "b"), "what two rulesets differ in, one line a key: key, A, B"),
        ("check", ("file",), "faults of a ruleset file"),
    ):
        action = actions.add_parser(name, help=text, description=text)
        for operand in operands:
            action.add_argument(operand, metavar=operand.upper(), help=_OPERANDS[operand])
        action.add_argument(
            "--format", choices=("text", "json"), default="text", help="how to print (default text)"
        )
        action.set_defaults(func=run)
    parser.set_defaults(func=run, action="list", format="text")


def run(args: argparse.Namespace) -> int:
    """Carry out one action; returns the exit status."""
    as_json = args.format == "json"
    try:
        if args.action == "show":
            _show(args.name, as_json)
        elif args.action == "diff":
            _diff(_load(args.a), _load(args.b), as_json)
        elif args.action == "check":
            return _check(args.file, as_json)
        else:
            _list(as_json)
    except MjlogError as error:
        say(f"mjlog: {error}")  # one line a fault
        return USAGE
    return CLEAN


def _library(name: str) -> Library[Any]:
    """Return the library that a name or a file belongs to."""
    if is_american(name):
        return AMERICAN
    if not is_path(name) and RIICHI.file_of(name) is None:
        raise UnknownNameError("ruleset", name[:80], [*RIICHI.names(), *AMERICAN.names()])
    return RIICHI


def _load(name: str) -> AnyRules:
    rules: AnyRules = _library(name).load(name)
    return rules


def _list(as_json: bool) -> None:
    titles = {**RIICHI.titles(), **AMERICAN.titles()}
    if as_json:
        print_json([{"name": name, "title": title} for name, title in titles.items()])
        return
    width = max(map(len, titles))
    for name, title in titles.items():
        print(f"{name:{width}}  {title}")


def _show(name: str, as_json: bool) -> None:
    rules, schema = _load(name), _library(name).schema
    if not as_json:
        print(format_rules(rules, schema.groups), end="")
        return
    parameters = [
        {
            "key": key,
            "value": plain_value(getattr(rules, key)),
            "meaning": meaning,
            "source": rules.sources.get(key),
            "unspecified": rules.unspecified.get(key),
        }
        for key, meaning in schema.meanings.items()
    ]
    print_json({"name": rules.name, "title": rules.title, "parameters": parameters})


def _diff(a: AnyRules, b: AnyRules, as_json: bool) -> None:
    differences = diff_rules(a, b)
    if not as_json:
        for difference in differences:
            print(difference)
        return
    print_json(
        [
            {
                "key": d.key,
                "a": plain_value(getattr(a, d.key)),
                "b": plain_value(getattr(b, d.key)),
                "a_rests_on": reading_tag(a, d.key) or None,
                "b_rests_on": reading_tag(b, d.key) or None,
            }
            for d in differences
        ]
    )


def _check(file: str, as_json: bool) -> int:
    library = AMERICAN if is_american(file) else RIICHI
    path = library.file_of(file) or Path(file)
    problems = library.check(path)
    if as_json:
        print_json({"file": file, "problems": problems})
    else:
        for problem in problems:
            print(problem)
    if not problems:
        return CLEAN
    return FINDINGS if path.is_file() else UNREADABLE
