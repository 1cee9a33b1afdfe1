"""Columns that would lead a kernel out of its arrays, for batches that were made by hand.

Kernels trust seats and rows. Readers make no others than are allowed here; a batch whose columns
somebody filled or changed is refused before the first kernel sees it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..codes import EVENT_KINDS, RIICHI_ACCEPTED, RYUUKYOKU, UNKNOWN, WIN
from ..errors import ColumnsError
from ..model import GameBatch
from ..tiles import KIND

__all__ = ["check_columns"]

#: Codes of tiles: 34 kinds, three red fives.
_CODES = int(np.count_nonzero(KIND < 34))


def check_columns(batch: GameBatch) -> None:
    """Refuse columns with seats, tiles or rows that cannot be.

    Raises:
        ColumnsError: It names the column, the row, what stands there and what was expected.
    """
    events, rounds, wins, draws = batch.events, batch.rounds, batch.wins, batch.draws
    for name, table in (("rounds", rounds), ("wins", wins), ("draws", draws)):
        below = len(batch) if name == "rounds" else len(rounds)
        _within(name, "game" if name == "rounds" else "round", table, below)
    _within("rounds", "dealer", rounds, 4)
    _within("wins", "seat", wins, 4)
    nobody = (wins.from_seat > 3) & (wins.from_seat != UNKNOWN)
    _refuse("wins", "from_seat", wins.from_seat, nobody, f"0 to 3, or {UNKNOWN}")
    _within("wins", "event", wins, len(events))
    _within("draws", "event", draws, len(events))
    _within("events", "kind", events, len(EVENT_KINDS))
    acts = (events.kind <= RIICHI_ACCEPTED) | (events.kind == WIN)
    _refuse("events", "seat", events.seat, acts & (events.seat > 3), "0 to 3 for who acts")
    odd = (events.tile >= _CODES) & (events.tile != UNKNOWN)
    _refuse("events", "tile", events.tile, odd, f"a code below {_CODES}, or {UNKNOWN}")
    for kind, rows in ((WIN, wins), (RYUUKYOKU, draws)):
        at = np.flatnonzero(events.kind == kind)
        aux = events.aux[at]
        wrong = np.zeros(len(events), np.bool_)
        wrong[at] = (aux < 0) | (aux >= len(rows))
        _refuse("events", "aux", events.aux, wrong, f"a row below {len(rows)}")
    bounds = rounds.first_event
    fits = len(bounds) == len(rounds) + 1 and bounds[0] == 0 and bounds[-1] == len(events)
    if not fits or (np.diff(bounds) < 0).any():
        raise ColumnsError(
            f"rounds.first_event: expected {len(rounds) + 1} rising numbers from 0 to {len(events)}"
        )


def _within(table: str, column: str, rows: Any, below: int) -> None:
    values = getattr(rows, column)
    _refuse(table, column, values, (values < 0) | (values >= below), f"0 to {below - 1}")


def _refuse(
    table: str, column: str, values: NDArray[Any], wrong: NDArray[np.bool_], expected: str
) -> None:
    if wrong.any():
        row = int(np.argmax(wrong))
        raise ColumnsError(f"{table}.{column}[{row}] is {values[row]}, expected {expected}")
