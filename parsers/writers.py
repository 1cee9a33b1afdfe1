"""The formats that games can be written in.

To add one: a module with ``write(batch, game, *, losses) -> bytes`` and a row in
:data:`WRITERS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from mjlog.errors import UnknownNameError
from mjlog.model import GameBatch

from .losses import Losses

__all__ = ["WRITERS", "Writer", "writer_named"]


class Writer(NamedTuple):
    """One format that is written.

    Attributes:
        name: Short name, as for reading.
        suffix: What its files end with.
        write: (batch, game, losses) → the record; raises MjlogError for a game that the
            format cannot hold at all.
    """

    name: str
    suffix: str
    write: Callable[[GameBatch, int, Losses], bytes]


def _mjlog(batch: GameBatch, game: int, losses: Losses) -> bytes:
    from .tenhou.writer import write_mjlog

    return write_mjlog(batch, game, losses=losses)


def _mahjong_soul(batch: GameBatch, game: int, losses: Losses) -> bytes:
    from .mahjong_soul.writer import write_mahjong_soul

    return write_mahjong_soul(batch, game, losses=losses)


def _majiang(batch: GameBatch, game: int, losses: Losses) -> bytes:
    from .majiang import write_majiang

    return write_majiang(batch, game, losses=losses)


def _tenhou6(batch: GameBatch, game: int, losses: Losses) -> bytes:
    from .tenhou_json import write_tenhou6

    return write_tenhou6(batch, game, losses=losses)


def _tenhou6_link(batch: GameBatch, game: int, losses: Losses) -> bytes:
    from .tenhou_json import write_links

    return write_links(batch, game, losses=losses)


def _mjai(batch: GameBatch, game: int, losses: Losses) -> bytes:
    from .mjai import write_mjai

    return write_mjai(batch, game, losses=losses)


def _table(batch: GameBatch, game: int, losses: Losses) -> bytes:
    from .table import write_table

    return write_table(batch, game, losses=losses)


def _table_json(batch: GameBatch, game: int, losses: Losses) -> bytes:
    from .table import write_table_json

    return write_table_json(batch, game, losses=losses)


def _table_sheet(batch: GameBatch, game: int, losses: Losses) -> bytes:
    from .table import write_table_sheet

    return write_table_sheet(batch, game, losses=losses)


WRITERS: Final[tuple[Writer, ...]] = (
    Writer("mjlog", ".mjlog", _mjlog),
    Writer("mahjong-soul", ".json", _mahjong_soul),
    Writer("majiang", ".json", _majiang),
    Writer("tenhou6", ".json", _tenhou6),
    Writer("tenhou6-link", ".txt", _tenhou6_link),
    Writer("mjai", ".jsonl", _mjai),
    Writer("table", ".txt", _table),
    Writer("table-json", ".jsonl", _table_json),
    Writer("table-csv", ".csv", _table_sheet),
)


def writer_named(name: str) -> Writer:
    """Return the writer of a format.

    Raises:
        UnknownNameError: That format is not written.
    """
    for writer in WRITERS:
        if writer.name == name:
            return writer
    raise UnknownNameError("output format", name, [writer.name for writer in WRITERS])
