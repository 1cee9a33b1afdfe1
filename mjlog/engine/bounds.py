"""Columns that would lead a kernel out of its arrays, for batches that were made by hand.

Kernels trust seats and rows. Readers make no others than are allowed here; a batch whose columns
somebody filled or changed is refused before the first kernel sees it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..codes import EVENT_KINDS, RIICHI_ACCEPTED, RYUUKYOKU, UNKNOWN, WIN
from ..errors import ColumnsError
from ..model import COLUMNS, GameBatch
from ..tiles import KIND

__all__ = ["check_columns"]

#: Codes of tiles: 34 kinds, three red fives.
_CODES: Final = int(np.count_nonzero(KIND < 34))
#: Columns of the batch itself: name, type, how many more rows than games.
_GAME_COLUMNS: Final = (("players", "u1", 0), ("rules_index", "i4", 0), ("first_round", "i4", 1))


def check_columns(batch: GameBatch) -> None:
    """Refuse columns with seats, tiles or rows that cannot be.

    Raises:
        ColumnsError: It names the column, the row, what stands there and what was expected.
    """
    for name, dtype, more in _GAME_COLUMNS:
        _has_form(name, getattr(batch, name), dtype, (len(batch) + more,))
    for table, columns in COLUMNS.items():
        rows = getattr(batch, table.__name__.lower())
        for column, dtype, shape in columns:
            size = len(rows) + (column == "first_event")
            name = f"{table.__name__.lower()}.{column}"
            _has_form(name, getattr(rows, column), dtype, (size, *shape))
    rounds, wins, draws = batch.rounds, batch.wins, batch.draws
    other = np.flatnonzero((batch.players != 3) & (batch.players != 4))
    _refuse("players", batch.players, other, "3 or 4")
    _below("rules_index", batch.rules_index, len(batch.rules))
    _rises("first_round", batch.first_round, len(rounds))
    _below("rounds.game", rounds.game, len(batch))
    _seat_or_unknown("rounds.dealer", rounds.dealer)
    _rises("rounds.first_event", rounds.first_event, len(batch.events))
    _below("incidents.round", batch.incidents.round, len(rounds))
    for name, rows in (("wins", wins), ("draws", draws)):
        _below(f"{name}.round", rows.round, len(rounds))
        _below(f"{name}.event", rows.event, len(batch.events))
    _below("wins.seat", wins.seat, 4)
    _seat_or_unknown("wins.from_seat", wins.from_seat)
    _check_events(batch)
    _check_results("wins", wins, WIN, batch)
    _check_results("draws", draws, RYUUKYOKU, batch)


def _check_results(name: str, results: Any, kind: int, batch: GameBatch) -> None:
    """Check that the event of each result is one, of its round and its winner."""
    events, first_event, at = batch.events, batch.rounds.first_event, results.event
    odd = (at < first_event[results.round]) | (at >= first_event[results.round + 1])
    odd |= events.kind[at] != kind
    if kind == WIN:
        odd |= events.seat[at] != results.seat
    _refuse(f"{name}.event", at, np.flatnonzero(odd), f"the {EVENT_KINDS[kind]} event of its round")


def _check_events(batch: GameBatch) -> None:
    """Check the columns of events; the rows that need a look are few."""
    events = batch.events
    _below("events.kind", events.kind, len(EVENT_KINDS))
    at = np.flatnonzero(events.seat > 3)
    acts = (events.kind[at] <= RIICHI_ACCEPTED) | (events.kind[at] == WIN)
    _refuse("events.seat", events.seat, at[acts], "0–3 for who acts")
    at = np.flatnonzero(events.tile >= _CODES)
    odd = at[events.tile[at] != UNKNOWN]
    _refuse("events.tile", events.tile, odd, f"a code below {_CODES}, or {UNKNOWN}")
    at = np.flatnonzero((events.kind == WIN) | (events.kind == RYUUKYOKU))
    rows = np.where(events.kind[at] == WIN, len(batch.wins), len(batch.draws))
    odd = at[(events.aux[at] < 0) | (events.aux[at] >= rows)]
    _refuse("events.aux", events.aux, odd, "a row of wins or draws")


def _has_form(name: str, values: Any, dtype: str, shape: tuple[int, ...]) -> None:
    expected = np.dtype(dtype)
    found = getattr(values, "dtype", None), getattr(values, "shape", None)
    if found != (expected, shape):
        raise ColumnsError(
            f"{name} is {found[0]} of shape {found[1]}, expected {expected} of shape {shape}"
        )


def _below(name: str, values: NDArray[Any], limit: int) -> None:
    if len(values) and not 0 <= int(values.min()) <= int(values.max()) < limit:
        odd = np.flatnonzero((values < 0) | (values >= limit))
        _refuse(name, values, odd, f"0 to {limit - 1}")


def _seat_or_unknown(name: str, values: NDArray[Any]) -> None:
    at = np.flatnonzero(values > 3)
    _refuse(name, values, at[values[at] != UNKNOWN], f"0–3 or {UNKNOWN}")


def _rises(name: str, values: NDArray[Any], end: int) -> None:
    if values[0] != 0 or values[-1] != end or (np.diff(values) < 0).any():
        raise ColumnsError(f"{name}: expected {len(values)} rising numbers from 0 to {end}")


def _refuse(name: str, values: NDArray[Any], odd: NDArray[Any], expected: str) -> None:
    """Refuse the first of the rows ``odd``, if there are any."""
    if len(odd):
        row = int(odd[0])
        raise ColumnsError(f"{name}[{row}] is {values[row]}, expected {expected}")
