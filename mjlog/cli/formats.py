"""``mjlog formats``: the formats that are read and written."""

from __future__ import annotations

import argparse
from typing import Any

from .output import CLEAN, print_json, print_table

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Any) -> None:
    """Add ``formats`` to the command line."""
    parser = subparsers.add_parser(
        "formats", help="formats that are read and written", description=__doc__
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print the table of formats."""
    from mjlog.parsers import FORMATS

    rows = [
        {
            "name": entry.name,
            "title": entry.title,
            "read": True,
            "write": getattr(entry, "write", None) is not None,
        }
        for entry in FORMATS
    ]
    if args.format == "json":
        print_json(rows)
        return CLEAN
    words = {True: "yes", False: "no"}
    print_table(
        [(r["name"], words[bool(r["read"])], words[bool(r["write"])], r["title"]) for r in rows],
        ("name", "read", "write", "title"),
    )
    return CLEAN
