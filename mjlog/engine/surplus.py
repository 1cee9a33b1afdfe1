"""Results of one hand that exclude each other.

A hand is won by one tsumo, or by rons of different players on one discard, or it is drawn. The
first result of a hand counts; what cannot stand beside it is reported once, by its own code, and
nothing else is said about it, nor about what follows from the hand.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..codes import CHOMBO_DRAW, KITA, UNKNOWN
from ..model import Draws, GameBatch, Wins
from .report import REPORT_COLUMNS, L

__all__ = ["surplus_draws", "surplus_rows", "surplus_wins"]

L156_WINS_TWICE: Final = L + 156
L157_WINS_EXCLUDE: Final = L + 157
L158_WIN_AND_DRAW: Final = L + 158


def surplus_wins(batch: GameBatch) -> NDArray[np.int16]:
    """Return int16[W]: the code number of a win that cannot be beside the results before it.

    0 stands for all others. A hand that was declared void may have any results.
    """
    wins = batch.wins
    codes = np.zeros(len(wins), np.int16)
    further = np.flatnonzero(wins.round[1:] == wins.round[:-1]) + 1
    if len(further):
        codes[further] = _beside_wins(batch, further)
    if len(batch.draws):
        late = np.flatnonzero(_first_events(batch, batch.draws)[wins.round] < wins.event)
        codes[late] = L158_WIN_AND_DRAW
        codes[_void(batch)[wins.round]] = 0
    return codes


def surplus_draws(batch: GameBatch) -> NDArray[np.bool_]:
    """Return bool[D]: the draws of hands that had ended before."""
    draws = batch.draws
    surplus = np.zeros(len(draws), np.bool_)
    if len(draws):
        surplus[1:] = draws.round[1:] == draws.round[:-1]
        surplus |= _first_events(batch, batch.wins)[draws.round] < draws.event
        surplus &= ~_void(batch)[draws.round]
    return surplus


def _void(batch: GameBatch) -> NDArray[np.bool_]:
    """Return bool[R]: the hands that were declared void, or may have been (an unknown draw)."""
    void = np.zeros(len(batch.rounds), np.bool_)
    void[batch.draws.round[batch.draws.kind >= CHOMBO_DRAW]] = True
    return void


def _first_events(batch: GameBatch, results: Wins | Draws) -> NDArray[np.int64]:
    """Return int64[R]: the event of the first of these results, one past the last where none."""
    first = np.full(len(batch.rounds), len(batch.events), np.int64)
    first[results.round[::-1]] = results.event[::-1]  # the first is written last
    return first


def _beside_wins(batch: GameBatch, further: NDArray[np.intp]) -> NDArray[np.int16]:
    """Return the code numbers of wins behind others of their round, 0 where they may be there."""
    wins = batch.wins
    first = np.searchsorted(wins.round, wins.round[further])
    winner, winner_too = wins.seat[first], wins.seat[further]
    payer, payer_too = wins.from_seat[first], wins.from_seat[further]
    exclude = (payer == winner) | (payer_too == winner_too)
    exclude |= (payer == winner_too) | (payer_too == winner)
    exclude |= _differ(payer, payer_too)
    for i in np.flatnonzero(_differ(wins.tile[first], wins.tile[further])).tolist():
        # of a hand that was played L152 compares with the discard
        exclude[i] |= not _is_played(batch, int(further[i]))
    codes = np.where(exclude, L157_WINS_EXCLUDE, 0).astype(np.int16)
    codes[_won_before(wins, first, further)] = L156_WINS_TWICE
    return codes


def _differ(values: NDArray[np.uint8], others: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Tell where two known seats or tiles are not the same."""
    differ: NDArray[np.bool_] = (values != others) & (values != UNKNOWN) & (others != UNKNOWN)
    return differ


def _won_before(
    wins: Wins, first: NDArray[np.intp], further: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Tell which of the further wins are of somebody who has won this hand already."""
    rows = np.union1d(first, further)
    hands = wins.round[rows].astype(np.int64) * 256 + wins.seat[rows]
    earliest = rows[np.unique(hands, return_index=True)[1]]
    again: NDArray[np.bool_] = np.isin(further, earliest, invert=True)
    return again


def _is_played(batch: GameBatch, w: int) -> bool:
    """Tell whether the hand of a win has a draw, discard or call."""
    start, stop = batch.rounds.first_event[batch.wins.round[w] :][:2].tolist()
    return bool((batch.events.kind[start:stop] <= KITA).any())


def surplus_rows(
    batch: GameBatch, wins: NDArray[np.int16], draws: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return the reported rows (int64[N, REPORT_COLUMNS]) of surplus wins and draws."""
    rows = [_row_of_win(batch, w, int(wins[w])) for w in np.flatnonzero(wins).tolist()]
    for d in np.flatnonzero(draws).tolist():
        r, e = int(batch.draws.round[d]), int(batch.draws.event[d])
        rows.append((L158_WIN_AND_DRAW, r, e, 255, int(batch.draws.kind[d]), 255))
    return np.array(rows, np.int64).reshape(-1, REPORT_COLUMNS)


def _row_of_win(batch: GameBatch, w: int, code: int) -> tuple[int, ...]:
    wins: Any = batch.wins
    r, e, seat = int(wins.round[w]), int(wins.event[w]), int(wins.seat[w])
    first = int(np.searchsorted(wins.round, r))
    if code == L156_WINS_TWICE:
        return code, r, e, seat, int((wins.seat[first : w + 1] == seat).sum()), 1
    if code == L157_WINS_EXCLUDE:
        return code, r, e, seat, _win_value(wins, w), _win_value(wins, first)
    kinds = batch.draws.kind[batch.draws.round == r]
    return code, r, e, seat, int(kinds[0]), 255


def _win_value(wins: Any, w: int) -> int:
    """Return winner and payer of a win as one number, see ``win`` in ``decode_value``."""
    return int(wins.seat[w]) | int(wins.from_seat[w]) << 2
