"""Runs the Tenhou tokeniser: the texts of any number of games to :class:`Tables`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import UNKNOWN_POINTS
from mjlog.engine.jit import select, use_compiled
from mjlog.model import Events, allocate

from . import layout
from .layout import (
    NOTE_WIDTH,
    TOTAL_DRAWS,
    TOTAL_EVENTS,
    TOTAL_NOTES,
    TOTAL_ROUNDS,
    TOTAL_SHORT,
    TOTAL_WINS,
)
from .tables import USUAL_START
from .tokens import tokenise

__all__ = ["Tables", "tokenise_games"]


@dataclass(slots=True)
class Tables:
    """What :func:`tokenise` has read: events, and the tables of :mod:`.layout`."""

    events: Events
    games: NDArray[np.int32]
    rounds: NDArray[np.int32]
    wins: NDArray[np.int32]
    draws: NDArray[np.int32]
    notes: NDArray[np.int32]


_EVENT_COLUMNS: Final = (
    "kind",
    "seat",
    "tile",
    "from_seat",
    "used",
    "tile_id",
    "used_ids",
    "aux",
    "offset",
)


def _table(rows: int, width: int, *points: int) -> NDArray[np.int32]:
    """Return a table of "unknown" rows; ``points`` are the first columns of scores by seat."""
    table = np.full((rows, width), -1, np.int32)
    for column in points:
        table[:, column : column + 4] = UNKNOWN_POINTS
    return table


def _seed_length(text: bytes) -> int:
    """Return how long the usual start with the seed is, 0 when the record begins otherwise."""
    return text.find(b">", len(USUAL_START)) + 1 if text.startswith(USUAL_START) else 0


def _run(
    data: bytes, starts: NDArray[np.int64], skipped: NDArray[np.int64], rows: tuple[int, ...]
) -> tuple[Events, tuple[NDArray[np.int32], ...], NDArray[np.int64]]:
    """Run the kernel with tables of (events, rounds, wins, draws) rows and one to spare."""
    count = len(starts) - 1
    events: Events = allocate(Events, rows[0] + 1)
    games = _table(count, layout.G_WIDTH, layout.G_SCORES, layout.G_POINTS)
    games[:, layout.G_COMPLETE] = 0
    rounds = _table(rows[1] + 1, layout.R_WIDTH, layout.R_SCORES)
    wins = _table(rows[2] + 1, layout.W_WIDTH, layout.W_SCORES, layout.W_DELTAS)
    wins[:, layout.W_POINTS] = UNKNOWN_POINTS
    draws = _table(rows[3] + 1, layout.D_WIDTH, layout.D_SCORES, layout.D_DELTAS)
    tables = (games, rounds, wins, draws, np.zeros((64 + 4 * count, NOTE_WIDTH), np.int32))
    totals = np.zeros(6, np.int64)
    run: Any = select(tokenise, count)
    run(
        np.frombuffer(data, np.uint8) if use_compiled(count) else data,
        starts,
        skipped,
        *(getattr(events, name) for name in _EVENT_COLUMNS),
        *tables,
        totals,
        np.zeros(layout.S_WIDTH, np.int64),
    )
    return events, tables, totals


def tokenise_games(texts: Sequence[bytes]) -> Tables:
    """Read games, one ``bytes`` each (without NUL bytes in them).

    A game that is not of the plain form has its reason in ``games[g, G_STATUS]``, and its
    rows in the other tables mean nothing.
    """
    data = b"\0".join([*texts, bytes(16)])  # 17 NULs behind the last, in one copy
    starts = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(t) + 1 for t in texts], out=starts[1:])
    skipped = np.array([_seed_length(t) for t in texts], np.int64)
    size = len(data)
    rows: tuple[int, ...] = (size // 12, size // 1100, size // 1300, size // 3000)
    events, tables, totals = _run(data, starts, skipped, rows)
    if totals[TOTAL_SHORT]:  # rare: records without seeds, or of very short rounds
        rows = tuple(data.count(tag) for tag in (b"<", b"<INIT", b"<AGARI", b"<RYUUKYOKU"))
        events, tables, totals = _run(data, starts, skipped, rows)
    games, rounds, wins, draws, notes = tables
    for name in _EVENT_COLUMNS:
        setattr(events, name, getattr(events, name)[: totals[TOTAL_EVENTS]])
    return Tables(
        events,
        games,
        rounds[: totals[TOTAL_ROUNDS]],
        wins[: totals[TOTAL_WINS]],
        draws[: totals[TOTAL_DRAWS]],
        notes[: totals[TOTAL_NOTES]],
    )
