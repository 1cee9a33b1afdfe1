"""``mjlog formats``: the formats that are read and written; ``mjlog formats NAME``: its facts.

For one format: which facts stand in its records (recorded), which follow from them without
doubt (derived) and which are unknown (absent); and the same of the files that mjlog writes.
"""

from __future__ import annotations

import argparse
from typing import Any

from .output import CLEAN, description_of, print_json, print_table

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Any) -> None:
    """Add ``formats`` to the command line."""
    parser = subparsers.add_parser(
        "formats", help="formats that are read and written", description=description_of(__doc__)
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="the facts of this format")
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print (default text)"
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Print the table of formats, or of one format's facts."""
    rows = _formats() if args.name is None else _facts(args.name)
    if args.format == "json":
        print_json(rows)
    else:
        header = tuple(rows[0])
        words = {True: "yes", False: "no", None: "-"}
        print_table([[words.get(v, v) for v in row.values()] for row in rows], header)
    return CLEAN


def _formats() -> list[dict[str, Any]]:
    from mjlog.parsers import ALL_FORMATS
    from mjlog.parsers.writers import ALL_WRITERS

    written = {writer.name for writer in ALL_WRITERS}
    return [
        {
            "name": entry.name,
            "read": True,
            "write": entry.name in written,
            "title": entry.title,
        }
        for entry in ALL_FORMATS
    ]


def _facts(name: str) -> list[dict[str, Any]]:
    from mjlog.parsers import AMERICAN_FORMATS, format_named
    from mjlog.parsers.support import SUPPORT

    known = format_named(name).name
    if known in [entry.name for entry in AMERICAN_FORMATS]:
        return _american_facts()
    return [
        {
            "field": row.name,
            "support": row.support[known],
            "written": row.written.get(known),
            "meaning": row.meaning,
            "remark": row.remark,
        }
        for row in SUPPORT
    ]


def _american_facts() -> list[dict[str, Any]]:
    """Return what records of American mahjong hold; both forms hold the same."""
    from mjlog.parsers.american.schema import OBJECTS, REQUIRED

    return [
        {
            "field": f"{name}.{key.name}",
            "support": "recorded",
            "written": "recorded",
            "meaning": key.meaning,
            "remark": "" if key.default is REQUIRED else "may be unknown",
        }
        for name, keys in OBJECTS.items()
        for key in keys
    ]
