"""Rounds of which only the result was kept: what can be checked of them, and what cannot.

A sheet with one line a hand tells riichi, results and points, and no tile. Its rounds have
no turn, so nothing is said about turns, tiles, claims and hands; amounts, counters, dealers,
deposits and placings are checked like those of any other round.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .codes import KITA
from .engine.report import F, L, T
from .engine.settlement_codes import RIICHI_DEPOSIT
from .model import GameBatch

__all__ = ["unplayed_rounds", "without_play"]

#: Families that judge the play; a code is its family's number and three digits.
_FAMILIES: Final = (T, L, F)


def unplayed_rounds(batch: GameBatch) -> NDArray[np.bool_]:
    """Return bool[R]: the rounds without a draw, discard, call or kita."""
    turns = np.concatenate([[0], np.cumsum(batch.events.kind <= KITA)])
    first = batch.rounds.first_event
    unplayed: NDArray[np.bool_] = turns[first[1:]] == turns[first[:-1]]
    return unplayed


def without_play(rows: list[tuple[Any, ...]], unplayed: NDArray[np.bool_]) -> list[tuple[Any, ...]]:
    """Return the reported rows (code, round, …) but for those that judge what was not recorded.

    When a riichi was declared is not known either, so whether its deposit was due (P109) is not.
    """
    if not unplayed.any():
        return rows
    return [
        row
        for row in rows
        if not unplayed[row[1]]
        or (row[0] // 1000 * 1000 not in _FAMILIES and row[0] != RIICHI_DEPOSIT)
    ]
