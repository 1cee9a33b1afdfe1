"""Events of many rounds as flat lists, and batches made of them.

A reader of long JSON documents adds some hundred events a round; one list a column costs much
less than one dictionary an event (:mod:`mjlog.rows`), which games, rounds and results still are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import CHI, DISCARD, KITA, RYUUKYOKU, UNKNOWN, WIN
from mjlog.engine.jit import use_compiled, was_compiled
from mjlog.model import NO_TILES, Events, GameBatch, Problem, allocate, concatenate
from mjlog.rows import GameRows, batch_of_rows

__all__ = [
    "EventColumns",
    "EventLists",
    "batch_of_lists",
    "interleaved",
    "kernel_pays",
    "name_by_play",
    "packed",
]

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


#: How many times more texts it takes until a reader is worth compiling than until it is worth
#: loading.
COMPILING: Final = 20


def kernel_pays(texts: int, kernel: Callable[..., Any]) -> bool:
    """Tell whether so many texts should go through the kernel of a reader.

    It saves some milliseconds a game and compiles for ten seconds or more, once on a machine:
    then it pays from few games on, before only for large batches.
    """
    return use_compiled(texts // COMPILING) or (use_compiled(texts) and was_compiled(kernel))


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


def name_by_play(batch: GameBatch) -> None:
    """Give the games without an id one made of their play.

    It is ``x`` and 16 hex digits of a SHA-256 over rounds, events and results; who played, and
    what else is said of the game, does not count.
    """
    unnamed = [g for g, info in enumerate(batch.info) if not info.id]
    if not unnamed:
        return
    events, rounds, first = batch.events, batch.rounds, batch.first_round
    drawn = np.where(events.kind == DISCARD, events.aux, 0).astype(np.int8)
    plays = np.stack([events.kind, events.seat, events.tile, drawn.view(np.uint8)], axis=1)
    calls = np.flatnonzero((events.kind >= CHI) & (events.kind <= KITA))
    starts = rounds.first_event[first]
    parts = (
        (plays, starts),
        (_bytes_of(events, "from_seat", "used")[calls], np.searchsorted(calls, starts)),
        (_bytes_of(rounds, "wind", "dealer", "honba", "deposits", "scores", "indicator",
                   "hands"), first),
        (_bytes_of(batch.wins, "seat", "from_seat", "tile", "fu", "han", "points", "yaku",
                   "yaku_han", "hand", "ura", "deltas"), np.searchsorted(batch.wins.round, first)),
        (_bytes_of(batch.draws, "kind", "shown", "hands", "deltas"),
         np.searchsorted(batch.draws.round, first)),
    )  # fmt: skip
    tables = [(np.ascontiguousarray(rows), bounds.tolist()) for rows, bounds in parts]
    for g in unnamed:
        digest = hashlib.sha256()
        for rows, bounds in tables:
            digest.update(rows[bounds[g] : bounds[g + 1]].tobytes())
        batch.info[g].id = "x" + digest.hexdigest()[:16]


def interleaved(a: GameBatch, b: GameBatch, from_a: Sequence[bool]) -> GameBatch:
    """Return the games of two batches as one, without problems.

    Args:
        a, b: The batches.
        from_a: For each game of the result, whether it is the next one of ``a`` or of ``b``.
    """
    if not any(from_a):
        return b
    if all(from_a):
        return a
    parts: list[GameBatch] = []
    taken = {True: 0, False: 0}
    for is_a, run in groupby(from_a):
        first = taken[is_a]
        taken[is_a] += len(list(run))
        parts.append((a if is_a else b).subset(range(first, taken[is_a])))
    return concatenate(parts)


def _bytes_of(table: Any, *names: str) -> NDArray[np.uint8]:
    """Return the bytes of some columns, a row each."""
    columns = [np.ascontiguousarray(getattr(table, name)) for name in names]
    return np.hstack([
        column.view(np.uint8).reshape(len(column), -1) if len(column)
        else np.zeros((0, 1), np.uint8)
        for column in columns
    ])  # fmt: skip


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
