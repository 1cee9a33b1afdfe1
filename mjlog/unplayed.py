"""Rounds of which only the result was kept: what can be checked of them, and what cannot.

A sheet with one line a hand tells riichi, results and points, and no tile. Its rounds have
no turn, so nothing is said about turns, tiles, claims and hands; amounts, counters, dealers,
deposits and placings are checked like those of any other round, and results that the rules do
not know at all: too many winners, wins that exclude each other, a kind of draw that is not
played, riichi with too few points.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .codes import KITA, UNKNOWN_POINTS
from .engine.endings import (
    L130_KYUUSHU,
    L131_SUUFON,
    L132_SUUCHA,
    L133_SANCHAHOU,
    L134_SUUKAN,
    L154_TOO_MANY_RONS,
)
from .engine.report import F, L, T
from .engine.riichi import L122_RIICHI_POINTS
from .engine.settlement_codes import PAO_SEAT, RIICHI_DEPOSIT
from .engine.surplus import L156_WINS_TWICE, L157_WINS_EXCLUDE, L158_WIN_AND_DRAW
from .engine.tenpai_shown import L138_NAGASHI
from .model import GameBatch
from .rules import Rules

__all__ = ["draws_not_played", "unplayed_rounds", "without_play"]

#: Families that judge the play; a code is its family's number and three digits.
_FAMILIES: Final = (T, L, F)
#: Codes of those families that the result tells.
_TOLD: Final = (
    L122_RIICHI_POINTS, L154_TOO_MANY_RONS, L156_WINS_TWICE, L157_WINS_EXCLUDE, L158_WIN_AND_DRAW,
)  # fmt: skip
#: Further codes that hang on the play.
_NOT_TOLD: Final = (RIICHI_DEPOSIT, PAO_SEAT)
#: Codes of a draw without its conditions → whether the rules know that draw.
_DRAWS: Final[dict[int, Callable[[Rules], bool]]] = {
    L130_KYUUSHU: lambda rules: rules.abort_kyuushu,
    L131_SUUFON: lambda rules: rules.abort_suufon,
    L132_SUUCHA: lambda rules: rules.abort_suucha,
    L133_SANCHAHOU: lambda rules: rules.triple_ron == "abort",
    L134_SUUKAN: lambda rules: rules.abort_suukan,
    L138_NAGASHI: lambda rules: rules.nagashi != "off",
}


def unplayed_rounds(batch: GameBatch) -> NDArray[np.bool_]:
    """Return bool[R]: the rounds without a draw, discard, call or kita."""
    turns = np.concatenate([[0], np.cumsum(batch.events.kind <= KITA)])
    first = batch.rounds.first_event
    unplayed: NDArray[np.bool_] = turns[first[1:]] == turns[first[:-1]]
    return unplayed


def draws_not_played(rows: list[tuple[Any, ...]], batch: GameBatch) -> list[tuple[Any, ...]]:
    """Return the reported rows, those of a draw that the rules do not know without numbers.

    Nine kinds are no fewer than nine where 九種九牌 is not played: the rule says all.
    """
    index = batch.rules_index[batch.rounds.game]

    def plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
        known = _DRAWS.get(row[0])
        if known is None or row[0] == L138_NAGASHI or known(batch.rules[int(index[row[1]])]):
            return row
        return (*row[:4], UNKNOWN_POINTS, UNKNOWN_POINTS)

    return [plain(row) for row in rows]


def without_play(
    rows: list[tuple[Any, ...]], unplayed: NDArray[np.bool_], batch: GameBatch
) -> list[tuple[Any, ...]]:
    """Return the reported rows (code, round, …) but for those that judge what was not recorded.

    When a riichi was declared and who fed which meld is not known either, so whether a deposit
    was due (P109) and who is liable (P104) are not; payments are checked with the player named.
    """
    if not unplayed.any():
        return rows
    index = batch.rules_index[batch.rounds.game]

    def tells(code: int, r: int) -> bool:
        if not unplayed[r] or code in _TOLD:
            return True
        if code in _DRAWS:
            return not _DRAWS[code](batch.rules[int(index[r])])
        return code // 1000 * 1000 not in _FAMILIES and code not in _NOT_TOLD

    return [row for row in rows if tells(row[0], row[1])]
