"""The numbers of a batch that payments and flow are checked on, gathered as int64 tables.

Few wide tables instead of many columns keep the kernels small: they compile faster and every
number in them is int64.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..model import GameBatch
from ..rules.columns import rules_matrix
from .surplus import surplus_draws, surplus_wins

__all__ = ["draw_table", "game_table", "round_table", "rules_table", "win_table"]

# --- rounds: recorded --------------------------------------------------------------------
R_GAME: Final = 0
R_RULES: Final = 1  # row of the ruleset
R_FIRST: Final = 2  # first event
R_LAST: Final = 3  # after the last event
R_START: Final = 4  # 4–11: start of the round, in the order of START_*
START_SCORE: Final = 0  # 0–3
START_DEALER: Final = 4
START_WIND: Final = 5
START_HONBA: Final = 6
START_DEPOSITS: Final = 7
START_COLUMNS: Final = 8
R_DEALER: Final = R_START + START_DEALER
R_WIND: Final = R_START + START_WIND
R_HONBA: Final = R_START + START_HONBA
R_DEPOSITS: Final = R_START + START_DEPOSITS
# --- rounds: worked out --------------------------------------------------------------------
R_EXPECTED: Final = 12  # 12–19: what the start should be
R_RUNNING: Final = 20  # 20–23: points before the result, deposits paid
R_TABLE: Final = 24  # sticks on the table before the result
R_RESULT: Final = 25  # draw kind, RESULT_WIN or NO_RESULT
R_REPEATS: Final = 26  # dealer keeps the deal: 0, 1, 2 = the record does not tell
R_END: Final = 27  # 27–30: points after the result
R_STICKS: Final = 31  # sticks on the table after the result
R_REASON: Final = 32  # whether the game ends
ROUND_COLUMNS: Final = 33

# --- wins and draws ------------------------------------------------------------------------
T_ROUND: Final = 0
T_EVENT: Final = 1
T_HONBA: Final = 2  # as printed, -1 not
T_DEPOSITS: Final = 3
T_SCORE: Final = 4  # 4–7: before
T_DELTA: Final = 8  # 8–11
T_EXPECTED: Final = 12  # 12–15, worked out
W_SEAT: Final = 16
W_FROM: Final = 17
W_POINTS: Final = 18
W_YAKUMAN: Final = 19
W_PAO: Final = 20
W_MULTIPLE: Final = 21  # 21–23: multiple of daisangen, daisuushi, suukantsu, 0 absent
W_NAMED: Final = 24  # the record names the yaku
W_SURPLUS: Final = 25  # cannot be beside the results before it
WIN_COLUMNS: Final = 26
D_KIND: Final = 16
D_SHOWN: Final = 17  # 17–20
D_NAGASHI: Final = 21  # mask of seats, worked out
D_SURPLUS: Final = 22
DRAW_COLUMNS: Final = 23

# --- games -----------------------------------------------------------------------------------
G_RULES: Final = 0
G_FIRST: Final = 1  # first round
G_LAST: Final = 2  # after the last round
G_COMPLETE: Final = 3
G_FINAL: Final = 4  # 4–11: final scores, placement points
G_EXPECTED: Final = 12  # 12–19
G_CHOMBO: Final = 20  # 20–23: tenths that recorded chombo take off the placement points
GAME_COLUMNS: Final = 24

_PAO_YAKU_IDS: Final = (39, 49, 51)


def rules_table(batch: GameBatch) -> NDArray[np.int64]:
    """Return the rulesets of ``batch`` as int64[rulesets, columns]."""
    return rules_matrix(batch.rules).astype(np.int64)


def round_table(batch: GameBatch, unknown: int) -> NDArray[np.int64]:
    """Return int64[R, ROUND_COLUMNS]; what is still to be worked out is ``unknown``."""
    rounds = batch.rounds
    table = np.full((len(rounds), ROUND_COLUMNS), unknown, np.int64)
    table[:, R_GAME] = rounds.game
    table[:, R_RULES] = batch.rules_index[rounds.game]
    table[:, R_FIRST] = rounds.first_event[:-1]
    table[:, R_LAST] = rounds.first_event[1:]
    table[:, R_START : R_START + 4] = rounds.scores
    table[:, R_DEALER] = rounds.dealer
    table[:, R_WIND] = rounds.wind
    table[:, R_HONBA] = rounds.honba
    table[:, R_DEPOSITS] = rounds.deposits
    return table


def _results(rows: Any, columns: int, unknown: int) -> NDArray[np.int64]:
    table = np.full((len(rows), columns), unknown, np.int64)
    table[:, T_ROUND] = rows.round
    table[:, T_EVENT] = rows.event
    table[:, T_HONBA] = rows.honba
    table[:, T_DEPOSITS] = rows.deposits
    table[:, T_SCORE : T_SCORE + 4] = rows.scores
    table[:, T_DELTA : T_DELTA + 4] = rows.deltas
    return table


def win_table(batch: GameBatch, unknown: int) -> NDArray[np.int64]:
    """Return int64[W, WIN_COLUMNS]."""
    wins = batch.wins
    table = _results(wins, WIN_COLUMNS, unknown)
    table[:, W_SEAT] = wins.seat
    table[:, W_FROM] = wins.from_seat
    table[:, W_POINTS] = wins.points
    table[:, W_YAKUMAN] = wins.yakuman
    table[:, W_PAO] = wins.pao_seat
    table[:, W_NAMED] = wins.yaku[:, 0] != 255
    table[:, W_SURPLUS] = surplus_wins(batch) != 0
    table[:, W_MULTIPLE : W_MULTIPLE + 3] = 0
    rare = np.flatnonzero(wins.yakuman > 0)
    for column, yaku in enumerate(_PAO_YAKU_IDS, W_MULTIPLE):
        multiples = np.where(wins.yaku[rare] == yaku, np.maximum(wins.yaku_han[rare], 1), 0)
        table[rare, column] = multiples.sum(axis=1)
    return table


def draw_table(batch: GameBatch, unknown: int) -> NDArray[np.int64]:
    """Return int64[D, DRAW_COLUMNS]."""
    draws = batch.draws
    table = _results(draws, DRAW_COLUMNS, unknown)
    table[:, D_KIND] = draws.kind
    table[:, D_SHOWN : D_SHOWN + 4] = draws.shown
    table[:, D_NAGASHI] = 0
    table[:, D_SURPLUS] = surplus_draws(batch)
    return table


def game_table(batch: GameBatch, unknown: int) -> NDArray[np.int64]:
    """Return int64[G, GAME_COLUMNS]."""
    table = np.full((len(batch), GAME_COLUMNS), unknown, np.int64)
    table[:, G_RULES] = batch.rules_index
    table[:, G_FIRST] = batch.first_round[:-1]
    table[:, G_LAST] = batch.first_round[1:]
    table[:, G_COMPLETE] = batch.complete
    table[:, G_FINAL : G_FINAL + 4] = batch.final_scores
    table[:, G_FINAL + 4 : G_FINAL + 8] = batch.final_points
    table[:, G_CHOMBO : G_CHOMBO + 4] = 0
    return table
