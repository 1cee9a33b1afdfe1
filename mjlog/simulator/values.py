"""What a win would be worth at this moment, by the kernels of the replay."""

from __future__ import annotations

from typing import Any

from ..engine.cases import cases_of_chances
from ..engine.furiten import (
    C_CLAIM,
    C_EVENT,
    C_FROM,
    C_HI,
    C_LO,
    C_MELD_REDS,
    C_MELDS,
    C_ROUND,
    C_SEAT,
    C_STATUS,
    C_TILE,
    C_WIN,
)
from ..engine.hands import TILE_HI, TILE_LO
from ..engine.jit import kernel
from ..engine.layout import DOUBLE_SHIFT, FIRST_SHIFT, IPPATSU_SHIFT, RIICHI_SHIFT
from ..engine.layout import RINSHAN as RINSHAN_BIT
from ..engine.scoring import score_wins
from ..engine.wall_check import ura_place
from ..engine.win import OUT_STATUS, WINS
from ..rules.columns import DORA as DORA_RULE
from ..rules.columns import DORA_CYCLE_MAN, KAN_DORA, KAN_URA, URA
from .table import (
    CODE,
    DEALER,
    DOUBLE,
    E_KIND,
    E_LIVE,
    E_SEAT,
    E_TILE,
    EVENTS,
    FIRST,
    HI,
    HONBA,
    INDICATOR,
    IPPATSU,
    IS_RINSHAN,
    LO,
    MELD,
    MELD_REDS,
    MELDS,
    PLAYERS,
    RIICHI_,
    RULE_ROW,
    START_EVENT,
    TURNED,
    W_CHANCE,
    W_COUNTS_2,
    W_URA,
    WALL,
    WALL_TILES,
    WIND,
)

__all__ = ["score_win", "status_bits", "ura_codes"]


@kernel
def status_bits(g: Any, seat: Any) -> int:
    """Return the flags of all players as the replay packs them."""
    bits = 0
    for s in range(int(g[PLAYERS])):
        bits |= int(seat[s, RIICHI_]) << (RIICHI_SHIFT + s)
        bits |= int(seat[s, DOUBLE]) << (DOUBLE_SHIFT + s)
        bits |= int(seat[s, IPPATSU]) << (IPPATSU_SHIFT + s)
        bits |= int(seat[s, FIRST]) << (FIRST_SHIFT + s)
    if g[IS_RINSHAN]:
        bits |= RINSHAN_BIT
    return bits


@kernel
def score_win(
    g: Any, seat: Any, ev: Any, rules: Any, work: Any, cases: Any, results: Any, where: Any,
) -> bool:  # fmt: skip
    """Score a win and tell whether it is one.

    ``where`` is (winner, who pays, tile code, event of the tile, row of ``cases`` and
    ``results``).
    """
    s = int(where[0])
    code = int(where[2])
    row = int(where[4])
    chance = work[W_CHANCE]
    chance[C_EVENT] = g[EVENTS]
    chance[C_ROUND] = 0
    chance[C_SEAT] = s
    chance[C_FROM] = where[1]
    chance[C_TILE] = code
    lo, hi = int(seat[s, LO]), int(seat[s, HI])
    if where[1] != s:
        lo += int(TILE_LO[code])
        hi += int(TILE_HI[code])
    chance[C_LO] = lo
    chance[C_HI] = hi
    chance[C_STATUS] = status_bits(g, seat)
    chance[C_CLAIM] = where[3]
    chance[C_WIN] = 0
    chance[C_MELD_REDS] = seat[s, MELD_REDS]
    melds = int(seat[s, MELDS])
    for i in range(4):
        chance[C_MELDS + 2 * i] = seat[s, MELD + 2 * i] if i < melds else -1
        chance[C_MELDS + 2 * i + 1] = seat[s, MELD + 2 * i + 1] if i < melds else -1
    ura_codes(g, seat, s, rules[0], work[W_URA])
    counts = work[W_COUNTS_2]
    counts[0] = int(rules[0, DORA_RULE])
    counts[1] = int(rules[0, URA])
    counts[2] = int(rules[0, DORA_CYCLE_MAN])
    counts[3] = int(rules[0, KAN_DORA])
    counts[4] = int(rules[0, KAN_URA])
    cases_of_chances(
        work[W_CHANCE : W_CHANCE + 1], 1, g[START_EVENT : START_EVENT + 1],
        g[PLAYERS : PLAYERS + 1], g[WIND : WIND + 1], g[DEALER : DEALER + 1],
        g[HONBA : HONBA + 1], g[RULE_ROW : RULE_ROW + 1], g[INDICATOR : INDICATOR + 1],
        ev[E_KIND], ev[E_SEAT], ev[E_TILE], ev[E_LIVE], work[W_URA : W_URA + 1],
        work[W_COUNTS_2 : W_COUNTS_2 + 1], cases[row : row + 1],
    )  # fmt: skip
    score_wins(cases[row : row + 1], rules, results[row : row + 1])
    return int(results[row, OUT_STATUS]) == WINS


@kernel
def ura_codes(g: Any, seat: Any, s: int, rule: Any, out: Any) -> int:
    """Write the ura indicators of a winner (255 fills) and return how many there are."""
    count = 0
    if seat[s, RIICHI_] and rule[URA]:
        count = int(g[TURNED]) if rule[KAN_URA] else 1
    for k in range(10):
        out[k] = 255
        if k < count:
            out[k] = g[CODE + int(g[WALL + ura_place(min(k, 4), int(g[WALL_TILES]), 1)])]
    return count
