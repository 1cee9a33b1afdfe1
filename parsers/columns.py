"""Events of many rounds as flat lists, and batches made of them.

A reader of long JSON documents adds some hundred events a round; one list a column costs much
less than one dictionary an event (:mod:`mjlog.rows`), which games, rounds and results still are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import RYUUKYOKU, UNKNOWN, WIN
from mjlog.model import NO_TILES, Events, GameBatch, Problem, allocate
from mjlog.rows import GameRows, batch_of_rows

__all__ = ["EventColumns", "EventLists", "batch_of_lists", "packed"]

_COLUMNS: Final = ("kind", "seat", "tile", "from_seat", "used", "aux", "offset")


class EventLists:
    """The events of one round: a list a column, as in :class:`~mjlog.model.Events`."""

    __slots__ = _COLUMNS

    def __init__(self) -> None:
        self.kind: list[int] = []
        self.seat: list[int] = []
        self.tile: list[int] = []
        self.from_seat: list[int] = []
        self.used: list[int] = []
        self.aux: list[int] = []
        self.offset: list[int] = []

    def __len__(self) -> int:
        return len(self.kind)

    def add(
        self,
        kind: int,
        seat: int,
        tile: int = UNKNOWN,
        *,
        source: int = UNKNOWN,
        used: int = NO_TILES,
        aux: int = 0,
        offset: int = -1,
    ) -> None:
        """Add an event."""
        self.kind.append(kind)
        self.seat.append(seat)
        self.tile.append(tile)
        self.from_seat.append(source)
        self.used.append(used)
        self.aux.append(aux)
        self.offset.append(offset)

    def cut(self, size: int) -> None:
        """Take away all events behind the first ``size``."""
        for name in _COLUMNS:
            del getattr(self, name)[size:]

    def last(self, *kinds: int) -> int:
        """Return the number of the last event of one of ``kinds``, -1 for none."""
        for row in range(len(self.kind) - 1, -1, -1):
            if self.kind[row] in kinds:
                return row
        return -1


class EventColumns(NamedTuple):
    """Events as arrays, a column each, as in :class:`~mjlog.model.Events`."""

    kind: NDArray[np.uint8]
    seat: NDArray[np.uint8]
    tile: NDArray[np.uint8]
    from_seat: NDArray[np.uint8]
    used: NDArray[np.uint32]
    aux: NDArray[np.int32]
    offset: NDArray[np.int32]

    def part(self, first: int, stop: int) -> EventColumns:
        """Return the events from ``first`` up to ``stop``."""
        own = slice(first, stop)
        return EventColumns(
            self.kind[own], self.seat[own], self.tile[own], self.from_seat[own], self.used[own],
            self.aux[own], self.offset[own],
        )  # fmt: skip


def packed(tiles: Iterable[int]) -> int:
    """Return up to four tile codes as ``used`` holds them.

    >>> hex(packed([34, 4]))
    '0xffff0422'
    """
    value = NO_TILES
    for i, code in enumerate(tiles):
        value += (code - 255) << 8 * i
    return value


def batch_of_lists(
    games: Sequence[tuple[GameRows, Sequence[EventLists | EventColumns]]],
    problems: Iterable[Problem] = (),
) -> GameBatch:
    """Return games as columns.

    Args:
        games: Rows of a game without events (``event`` of results counts inside the round),
            and the events of each of its rounds.
        problems: What was found wrong while reading.
    """
    batch = batch_of_rows([game for game, _ in games], problems)
    parts = [part for _, rounds in games for part in rounds]
    first = np.cumsum([0, *(len(part.kind) for part in parts)]).astype(np.int32)
    events: Events = allocate(Events, int(first[-1]))
    for number, name in enumerate(_COLUMNS):
        column = getattr(events, name)
        column[:] = _joined(parts, number, column.dtype)
    batch.events = events
    batch.rounds.first_event = first
    for table, kind in ((batch.wins, WIN), (batch.draws, RYUUKYOKU)):
        table.event += first[table.round]
        rows = np.flatnonzero(events.kind == kind)
        events.aux[rows] = np.arange(len(rows))
    return batch


def _joined(
    parts: Sequence[EventLists | EventColumns], number: int, dtype: np.dtype[Any]
) -> NDArray[Any]:
    """Return one column of all parts: lists that follow one another become one array."""
    found: list[NDArray[Any]] = [np.zeros(0, dtype)]
    values: list[int] = []
    for part in parts:
        if isinstance(part, EventColumns):
            if values:
                found.append(np.array(values, dtype))
                values = []
            found.append(part[number])
        else:
            values += getattr(part, _COLUMNS[number])
    return np.concatenate([*found, np.array(values, dtype)])
