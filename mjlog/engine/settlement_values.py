"""Values of wins that a record does not name, for the check of its payments."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..codes import UNKNOWN, UNKNOWN_POINTS, YAKU
from ..model import GameBatch
from ..rules import Rules
from ..rules.columns import rules_row
from ..score_audit import WinScores, hidden_dora
from .win import WINS
from .yaku import YAKUMAN_MASK, yakuman_of

__all__ = ["with_values"]


def with_values(batch: GameBatch, scores: WinScores, points_due: NDArray[np.int32]) -> GameBatch:
    """Return ``batch`` with the recomputed value of each win that the record does not value.

    Where neither points nor han and fu are recorded the points are those of the hand (unless they
    hang on indicators that are not recorded), and where the yaku are not named and the points
    are those of the hand, its yakuman and their number are too: who is liable hangs on them. What
    is recorded stays; ``batch`` itself is not changed, and is returned when there is nothing to
    add.

    Args:
        batch: The recorded games. scores: The recomputed wins.
        points_due: int32[W], points that follow from the recorded han and fu, -1 unknown.
    """
    wins = batch.wins
    won = scores.status == WINS
    unvalued = won & (wins.points == UNKNOWN_POINTS) & (points_due < 0) & ~hidden_dora(scores)
    unnamed = won & ~(wins.yaku != UNKNOWN).any(axis=1)
    unnamed &= unvalued | (wins.points == scores.points)
    if not unvalued.any() and not unnamed.any():
        return batch
    points, yakuman = wins.points.copy(), wins.yakuman.copy()
    yaku, han = wins.yaku.copy(), wins.yaku_han.copy()
    points[unvalued] = scores.points[unvalued]
    unsaid = won & (unvalued | unnamed) & (yakuman < 0)
    yakuman[unsaid] = scores.yakuman[unsaid]
    for w in np.flatnonzero(unnamed & (scores.yakuman > 0)).tolist():
        rules = batch.rules[int(batch.rules_index[batch.rounds.game[wins.round[w]]])]
        named = _yakuman_list(int(scores.yaku[w]), rules)[: yaku.shape[1]]
        yaku[w, : len(named)] = [number for number, _ in named]
        han[w, : len(named)] = [worth for _, worth in named]
    valued = replace(wins, points=points, yakuman=yakuman, yaku=yaku, yaku_han=han)
    return replace(batch, wins=valued)


def _yakuman_list(mask: int, rules: Rules) -> list[tuple[int, int]]:
    """Return (yaku id, 1 or 2) of the yakuman in a mask."""
    row: NDArray[np.int32] = rules_row(rules)
    found = [y.id for y in YAKU if mask & YAKUMAN_MASK & 1 << y.id]
    return [(number, int(yakuman_of(1 << number, row))) for number in found]
