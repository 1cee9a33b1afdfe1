"""What one reading of a hand is worth: its fu, its han, its base points."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..rules.columns import (
    AKA_M,
    AKA_P,
    AKA_S,
    DORA,
    DOUBLE_WIND_PAIR_FU,
    GUEST_WIND_SET_FU,
    KITA,
    MIN_HAN,
    MULTI_YAKUMAN,
    OPEN_PINFU_FU,
    RENHOU,
    RYANHAN_SHIBARI_AT,
    URA,
)
from ..tiles import YAOCHUU_MASK
from .jit import lean_kernel
from .points import base_points
from .win import (
    CASE_AKA,
    CASE_DORA,
    CASE_HONBA,
    CASE_KITA,
    CASE_ROUND_WIND,
    CASE_SEAT_WIND,
    CASE_URA,
    FORM_SHIFT,
    KANCHAN,
    KIND_MASK,
    NO_WAIT,
    NO_YAKU,
    OUT_BASE,
    OUT_FU,
    OUT_HAN,
    OUT_ORDINARY,
    OUT_RAW_FU,
    OUT_STATUS,
    OUT_YAKU,
    OUT_YAKU_HAN,
    OUT_YAKUMAN,
    PENCHAN,
    RYANMEN,
    SHANPON,
    TRIPLET,
    WINS,
)
from .yaku import (
    NORTH,
    OPEN_YAKU,
    WINDS,
    Y_CHIITOI,
    Y_DOUBLE_RIICHI,
    Y_RENHOU,
    Y_RIICHI,
    YAKUMAN_MASK,
    han_of,
    yakuman_of,
)

__all__ = ["fu_kinds", "keep", "pair_fu", "set_fu", "wait_in"]

# --- facts of one hand that every reading shares
F_MELDS: Final = 0
F_CLOSED: Final = 1
F_TSUMO: Final = 2
F_WIN: Final = 3
F_TILES: Final = 4  # mask of kinds, melds included
F_YAKU: Final = 5  # yaku of any reading, ordinary and yakuman
F_MARKED: Final = 6  # 0: the winning tile is not known to the scorer
F_EXTRA: Final = 7  # han of an open riichi
F_DOUBLED: Final = 8  # kinds whose sets have twice the fu of middle tiles
F_WITHOUT: Final = 9  # kinds whose sets have no fu


#: Index of the values in the domain of ``renhou`` and ``kita``.
RENHOU_EXCLUSIVE: Final = 1
RENHOU_FLOOR: Final = 2
RENHOU_YAKUMAN: Final = 3
NUKIDORA: Final = 1
NORTH_YAKUHAI: Final = 2

#: Fu of a set of middle tiles by form; of terminals and honours twice that.
FORM_FU: Final = np.array([0, 0, 4, 2, 16, 8], np.int64)
#: Index of the value in the domain of ``guest_wind_set_fu``.
LIKE_SIMPLES: Final = 1


@lean_kernel
def set_fu(packed: int, doubled: int, without: int) -> int:
    """Return the fu of a packed set; the masks are those of :func:`fu_kinds`."""
    kind = packed & KIND_MASK
    if (without >> kind) & 1:
        return 0
    return int(FORM_FU[packed >> FORM_SHIFT]) << ((doubled >> kind) & 1)


@lean_kernel
def fu_kinds(case: NDArray[np.int64], rules: NDArray[np.int32]) -> tuple[int, int]:
    """Return the masks of kinds whose sets have twice the fu of middle tiles, and no fu.

    Those of a guest wind are ``guest_wind_set_fu``.
    """
    guest = int(rules[GUEST_WIND_SET_FU])
    if guest == 0:
        return YAOCHUU_MASK, 0
    winds = guest_winds(case, rules)
    return YAOCHUU_MASK & ~winds, 0 if guest == LIKE_SIMPLES else winds


@lean_kernel
def guest_winds(case: NDArray[np.int64], rules: NDArray[np.int32]) -> int:
    """Return the winds that are neither the seat's nor the round's, nor a value for all."""
    winds = WINDS & ~(1 << (27 + int(case[CASE_SEAT_WIND])))
    winds &= ~(1 << (27 + int(case[CASE_ROUND_WIND])))
    return winds & ~NORTH if int(rules[KITA]) == NORTH_YAKUHAI else winds


@lean_kernel
def pair_fu(pair: int, case: NDArray[np.int64], rules: NDArray[np.int32]) -> int:
    """Return the fu of the pair: 2 for a value tile, ``double_wind_pair_fu`` for a double wind."""
    if pair >= 31:
        return 2
    fu = 0
    if pair == 27 + int(case[CASE_SEAT_WIND]):
        fu += 2
    if pair == 27 + int(case[CASE_ROUND_WIND]):
        fu += 2
    if fu == 4:
        return int(rules[DOUBLE_WIND_PAIR_FU])
    if pair == 30 and fu == 0 and int(rules[KITA]) == NORTH_YAKUHAI:
        return 2
    return fu


@lean_kernel
def wait_in(packed: int, win: int) -> int:
    """Return the wait that ``win`` ended when it stands in this concealed set, 0 if it cannot."""
    kind = packed & KIND_MASK
    if packed >> FORM_SHIFT == TRIPLET:
        return SHANPON if kind == win else NO_WAIT
    offset = win - kind
    if offset < 0 or offset > 2:
        return NO_WAIT
    if offset == 1:
        return KANCHAN
    if (offset == 2 and kind % 9 == 0) or (offset == 0 and kind % 9 == 6):
        return PENCHAN
    return RYANMEN


@lean_kernel
def keep(
    case: NDArray[np.int64],
    rules: NDArray[np.int32],
    facts: NDArray[np.int64],
    yaku: int,
    raw_fu: int,
    out: NDArray[np.int64],
) -> int:
    """Value a reading; write it to ``out`` and return 1 if it beats what stands there."""
    closed = int(facts[F_CLOSED])
    ordinary = yaku & ~YAKUMAN_MASK
    if int(rules[RENHOU]) == RENHOU_FLOOR:
        ordinary |= yaku & Y_RENHOU
    if closed == 0:
        ordinary &= OPEN_YAKU
    if raw_fu == 20 and closed == 0:
        raw_fu = int(rules[OPEN_PINFU_FU])
    fu = raw_fu if ordinary & Y_CHIITOI else (raw_fu + 9) // 10 * 10
    counted = yaku & YAKUMAN_MASK
    if int(rules[RENHOU]) != RENHOU_YAKUMAN:
        counted &= ~Y_RENHOU
    yaku_han = han_of(ordinary, closed, rules) + int(facts[F_EXTRA])
    if counted:
        yakuman = paid_yakuman(counted, rules)
        han = 0
        status = WINS
    else:
        yakuman = 0
        needed = int(rules[MIN_HAN])
        shibari = int(rules[RYANHAN_SHIBARI_AT])
        if shibari > 0 and int(case[CASE_HONBA]) >= shibari and needed < 2:
            needed = 2
        status = WINS if ordinary != 0 and yaku_han >= needed else NO_YAKU
        han = yaku_han + dora_han(case, rules, ordinary)
        counted = ordinary
    base = base_points(han, fu, yakuman, rules) if status == WINS else 0
    # Raw fu: of two readings that round to the same, the fuller one is itemised.
    value = (base << 24) | (255 if yakuman else han) << 12 | raw_fu
    best = (int(out[OUT_BASE]) << 24) | int(out[OUT_RAW_FU])
    best |= (255 if int(out[OUT_YAKUMAN]) else int(out[OUT_HAN])) << 12
    if status < int(out[OUT_STATUS]) or (status == int(out[OUT_STATUS]) and value <= best):
        return 0
    out[OUT_STATUS] = status
    out[OUT_YAKU] = counted
    out[OUT_ORDINARY] = ordinary
    out[OUT_HAN] = han
    out[OUT_YAKU_HAN] = 0 if yakuman else yaku_han
    out[OUT_FU] = fu
    out[OUT_RAW_FU] = raw_fu
    out[OUT_YAKUMAN] = yakuman
    out[OUT_BASE] = base
    return 1


@lean_kernel
def paid_yakuman(yaku: int, rules: NDArray[np.int32]) -> int:
    """Return how many yakuman are paid for a mask: all, or the best one."""
    if int(rules[MULTI_YAKUMAN]) == 1:
        return yakuman_of(yaku, rules)
    best = 1
    while yaku:
        one = yaku & -yaku
        worth = yakuman_of(one, rules)
        if worth > best:
            best = worth
        yaku ^= one
    return best


@lean_kernel
def dora_han(case: NDArray[np.int64], rules: NDArray[np.int32], yaku: int) -> int:
    """Return the han of dora that the rules count."""
    han = 0
    if int(rules[DORA]) == 1:
        han += int(case[CASE_DORA])
    if int(rules[URA]) == 1 and yaku & (Y_RIICHI | Y_DOUBLE_RIICHI):
        han += int(case[CASE_URA])
    if int(rules[AKA_M]) + int(rules[AKA_P]) + int(rules[AKA_S]) > 0:
        han += int(case[CASE_AKA])
    if int(rules[KITA]) == NUKIDORA:
        han += int(case[CASE_KITA])
    return han
