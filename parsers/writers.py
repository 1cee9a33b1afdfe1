"""The formats that games can be written in.

To add one: a module with ``write(batch, game, *, losses) -> bytes`` and a row in
:data:`WRITERS` (riichi) or :data:`AMERICAN_WRITERS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from mjlog.errors import UnknownNameError

from .later import later

__all__ = ["ALL_WRITERS", "AMERICAN_WRITERS", "WRITERS", "Writer", "writer_named"]


class Writer(NamedTuple):
    """One format that is written.

    Attributes:
        name: Short name, as for reading.
        suffix: What its files end with.
        write: (batch, game, losses=…) → the record in bytes; raises MjlogError for a game that
            the format cannot hold at all.
        is_american: Whether it holds American games, in an ``AmericanBatch``, and no others.
        has_levels: Whether ``write`` takes ``level``: full, public or result.
    """

    name: str
    suffix: str
    write: Callable[..., bytes]
    is_american: bool = False
    has_levels: bool = False


WRITERS: Final[tuple[Writer, ...]] = (
    Writer("mjlog", ".mjlog", later("tenhou.writer", "write_mjlog")),
    Writer("mahjong-soul", ".json", later("mahjong_soul.writer", "write_mahjong_soul")),
    Writer("majiang", ".json", later("majiang", "write_majiang")),
    Writer("tenhou6", ".json", later("tenhou_json", "write_tenhou6")),
    Writer("tenhou6-link", ".txt", later("tenhou_json", "write_links")),
    Writer("mjai", ".jsonl", later("mjai", "write_mjai")),
    Writer("table", ".txt", later("table", "write_table"), has_levels=True),
    Writer("table-json", ".jsonl", later("table", "write_table_json"), has_levels=True),
    Writer("table-csv", ".csv", later("table", "write_table_sheet")),
)

AMERICAN_WRITERS: Final[tuple[Writer, ...]] = (
    Writer("american", ".amn", later("american", "write_american"), True, True),
    Writer("american-json", ".jsonl", later("american", "write_american_json"), True, True),
)
ALL_WRITERS: Final = (*WRITERS, *AMERICAN_WRITERS)


def writer_named(name: str) -> Writer:
    """Return the writer of a format.

    Raises:
        UnknownNameError: That format is not written.
    """
    for writer in ALL_WRITERS:
        if writer.name == name:
            return writer
    raise UnknownNameError("output format", name, [writer.name for writer in ALL_WRITERS])
