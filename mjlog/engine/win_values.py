"""The value by which the payments of a win are judged."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..codes import UNKNOWN_POINTS
from ..model import GameBatch
from ..rules.columns import HONBA_TOTAL, RIICHI_BET
from .checks import expected_points
from .settlement_tables import R_HONBA, R_RULES, R_TABLE, T_DELTA, T_ROUND, W_POINTS, W_SEAT

__all__ = ["settle_values"]


def settle_values(
    batch: GameBatch, rounds: NDArray[np.int64], wins: NDArray[np.int64], rules: NDArray[np.int64]
) -> None:
    """Write into W_POINTS the value that the payments of each win have to follow.

    It is the recorded one; where none is recorded, what follows from the recorded han and fu.
    That is also taken where it differs from the recorded value and the winner was paid by it:
    the value is the fault then (``S105``), and not the payments.

    Args:
        batch: The recorded games.
        rounds: int64[R, ROUND_COLUMNS], R_TABLE filled. wins: int64[W, WIN_COLUMNS], written.
        rules: int64[rulesets, columns].
    """
    if not len(wins):
        return
    due = expected_points(batch)[0].astype(np.int64)
    points = wins[:, W_POINTS]
    silent = (points == UNKNOWN_POINTS) & (due >= 0)
    points[silent] = due[silent]
    for w in np.flatnonzero((due >= 0) & (points != UNKNOWN_POINTS) & (points != due)).tolist():
        if _is_paid(wins[w], int(due[w]), rounds, rules) and not _is_paid(
            wins[w], int(points[w]), rounds, rules
        ):
            points[w] = due[w]


def _is_paid(win: Any, points: int, rounds: NDArray[np.int64], rules: NDArray[np.int64]) -> bool:
    """Tell whether the winner got ``points``, alone or with all counters and sticks."""
    seat = int(win[W_SEAT])
    if seat > 3 or win[T_DELTA + seat] == UNKNOWN_POINTS:
        return False
    round_ = rounds[int(win[T_ROUND])]
    rule = rules[int(round_[R_RULES])]
    counters, sticks = int(round_[R_HONBA]), int(round_[R_TABLE])
    extra = max(counters, 0) * int(rule[HONBA_TOTAL]) + max(sticks, 0) * int(rule[RIICHI_BET])
    return int(win[T_DELTA + seat]) - points in (0, extra)
