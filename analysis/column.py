"""What is said of one column of one table, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

__all__ = ["SCHEMA_VERSION", "Column", "Table", "described"]

#: Raised whenever a column is added, renamed or changes its meaning.
SCHEMA_VERSION: Final = 1


class Column(NamedTuple):
    """One column of one table.

    Attributes:
        name: Column name.
        type: Key of :data:`mjlog.analysis.schema.TYPES`.
        meaning: What the value says, one phrase.
        unit: Unit, or an empty string.
        null: When the value is null; an empty string means never.
        source: ``record`` (as recorded), ``replay`` (worked out from the events),
            ``audit`` (recomputed by the scorer), ``rules``, ``dataset``.
        plain: Changes smoothly from row to row: stored plain, which is the fastest.
    """

    name: str
    type: str
    meaning: str
    unit: str = ""
    null: str = ""
    source: str = "record"
    plain: bool = False


#: What a row is, the key, the columns.
Table = tuple[str, tuple[str, ...], tuple[Column, ...]]


def described(tables: Mapping[str, Table]) -> Iterator[str]:
    """Yield the lines of a page that describe ``tables``, a section each."""
    for name, (row, key, columns) in tables.items():
        yield f"## {name}"
        yield ""
        yield f"A row is {row}." + (f" Key: {', '.join(key)}." if key else "")
        yield ""
        yield "| column | type | meaning | unit | null when | source |"
        yield "|---|---|---|---|---|---|"
        for c in columns:
            null = c.null or "never"
            yield f"| {c.name} | {c.type} | {c.meaning} | {c.unit} | {null} | {c.source} |"
        yield ""
