"""Yaku as masks: bit n of a mask is the yaku with id n of :data:`mjlog.codes.YAKU`.

What the tiles alone give, what a reading gives, and what the situation gives are separate
kernels; :mod:`mjlog.engine.scoring` puts them together with the wait.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..codes import YAKU
from ..rules.columns import (
    CHIITOI,
    CHUUREN_SUITS,
    DAISHARIN_RANGES,
    DAISHARIN_SUITS,
    DOUBLE_RIICHI,
    DOUBLE_YAKUMAN,
    IPPATSU,
    KUITAN,
    LOCAL_YAKU,
    RENFONPAI_TRIPLET_HAN,
    RENHOU,
    RYUUIISOU_NEEDS_HATSU,
)
from ..rules.model import SET_DOMAINS
from ..tiles import YAOCHUU_MASK
from .jit import lean_kernel
from .win import CASE_SITUATION, CASE_WIN, FORM_SHIFT, KIND_MASK, OPEN_KAN

__all__ = ["han_of", "hand_yaku", "hand_yakuman", "reading_yaku", "situation_yaku"]

_BIT: Final = {yaku.name: 1 << yaku.id for yaku in YAKU}
_ID: Final = {yaku.name: yaku.id for yaku in YAKU}

Y_TSUMO: Final = _BIT["menzen_tsumo"]
Y_RIICHI: Final = _BIT["riichi"]
Y_IPPATSU: Final = _BIT["ippatsu"]
Y_CHANKAN: Final = _BIT["chankan"]
Y_RINSHAN: Final = _BIT["rinshan"]
Y_HAITEI: Final = _BIT["haitei"]
Y_HOUTEI: Final = _BIT["houtei"]
Y_PINFU: Final = _BIT["pinfu"]
Y_TANYAO: Final = _BIT["tanyao"]
Y_IIPEIKOU: Final = _BIT["iipeikou"]
SEAT_WIND_ID: Final = _ID["seat_wind_east"]
ROUND_WIND_ID: Final = _ID["round_wind_east"]
DRAGON_ID: Final = _ID["haku"]
Y_SEAT_NORTH: Final = _BIT["seat_wind_north"]
Y_DOUBLE_RIICHI: Final = _BIT["double_riichi"]
Y_CHIITOI: Final = _BIT["chiitoitsu"]
Y_CHANTA: Final = _BIT["chanta"]
Y_ITTSUU: Final = _BIT["ittsuu"]
Y_SANSHOKU: Final = _BIT["sanshoku_doujun"]
Y_SANSHOKU_DOUKOU: Final = _BIT["sanshoku_doukou"]
Y_SANKANTSU: Final = _BIT["sankantsu"]
Y_TOITOI: Final = _BIT["toitoi"]
Y_SANANKOU: Final = _BIT["sanankou"]
Y_SHOUSANGEN: Final = _BIT["shousangen"]
Y_HONROUTOU: Final = _BIT["honroutou"]
Y_RYANPEIKOU: Final = _BIT["ryanpeikou"]
Y_JUNCHAN: Final = _BIT["junchan"]
Y_HONITSU: Final = _BIT["honitsu"]
Y_CHINITSU: Final = _BIT["chinitsu"]
Y_RENHOU: Final = _BIT["renhou"]
Y_DAISANGEN: Final = _BIT["daisangen"]
Y_SUUANKOU: Final = _BIT["suuankou"]
Y_SUUANKOU_TANKI: Final = _BIT["suuankou_tanki"]
Y_TSUUIISOU: Final = _BIT["tsuuiisou"]
Y_RYUUIISOU: Final = _BIT["ryuuiisou"]
Y_CHINROUTOU: Final = _BIT["chinroutou"]
Y_CHUUREN: Final = _BIT["chuuren"]
Y_JUNSEI_CHUUREN: Final = _BIT["junsei_chuuren"]
Y_KOKUSHI: Final = _BIT["kokushi"]
Y_KOKUSHI_13: Final = _BIT["kokushi_13"]
Y_DAISUUSHI: Final = _BIT["daisuushi"]
Y_SHOUSUUSHI: Final = _BIT["shousuushi"]
Y_SUUKANTSU: Final = _BIT["suukantsu"]
Y_DAISHARIN: Final = _BIT["daisharin"]
Y_ISHI_NO_UE: Final = _BIT["ishi_no_ue_ni_mo_sannen"]
Y_DAICHISEI: Final = _BIT["daichisei"]
Y_SHIIARU_RAOTAI: Final = _BIT["shiiaru_raotai"]
Y_UUMENSAI: Final = _BIT["uumensai"]
Y_SANRENKOU: Final = _BIT["sanrenkou"]
Y_ISSHOKU_SANJUN: Final = _BIT["isshoku_sanjun"]
Y_IIPIN_MOYUE: Final = _BIT["iipin_moyue"]
Y_CHUUPIN_RAOYUI: Final = _BIT["chuupin_raoyui"]
#: The local yaku have the ids from here on, in the order of SET_DOMAINS["local_yaku"].
LOCAL_SHIFT: Final = _ID["ishi_no_ue_ni_mo_sannen"]
#: Given by the last tile or by chance, not by the hand.
CHANCE_YAKU: Final = (
    Y_IPPATSU | Y_CHANKAN | Y_RINSHAN | Y_HAITEI | Y_HOUTEI | Y_IIPIN_MOYUE | Y_CHUUPIN_RAOYUI
    | _BIT["tsubame_gaeshi"] | _BIT["kanburi"]
)  # fmt: skip
YAKUMAN_MASK: Final = sum(1 << y.id for y in YAKU if y.yakuman)
#: Yaku of an open hand, by han; the rest needs a closed hand.
CLOSED_1, CLOSED_2, CLOSED_3, CLOSED_5, CLOSED_6 = (
    sum(1 << y.id for y in YAKU if y.closed == han) for han in (1, 2, 3, 5, 6)
)
OPEN_1, OPEN_2, OPEN_5 = (sum(1 << y.id for y in YAKU if y.open == han) for han in (1, 2, 5))
OPEN_YAKU: Final = OPEN_1 | OPEN_2 | OPEN_5
#: int64: id of each name of SET_DOMAINS["double_yakuman"], in that order.
DOUBLE_IDS: Final = np.array([_ID[name] for name in SET_DOMAINS["double_yakuman"]], np.int64)

# --- masks of kinds
SUIT: Final = (1 << 9) - 1
MAN: Final = SUIT
PIN: Final = SUIT << 9
SOU: Final = SUIT << 18
WINDS: Final = 0b1111 << 27
NORTH: Final = 1 << 30
DRAGONS: Final = 0b111 << 31
HONOURS: Final = WINDS | DRAGONS
TERMINALS: Final = YAOCHUU_MASK & ~HONOURS
GREEN: Final = sum(1 << k for k in (19, 20, 21, 23, 25, 32))
HATSU: Final = 1 << 32
#: runs that hold a terminal begin at 1 or 7; bits 0, 9 and 18; numbers 1–7
OUTER_RUNS: Final = sum(1 << k for k in range(27) if k % 9 in (0, 6))
ONES: Final = 1 | 1 << 9 | 1 << 18
UP_TO_SEVEN: Final = sum(1 << k for k in range(27) if k % 9 < 7)
ONE_PIN: Final = 9
NINE_PIN: Final = 17


@lean_kernel
def bits(mask: int) -> int:
    """Return the number of bits set."""
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


@lean_kernel
def han_of(yaku: int, closed: int, rules: NDArray[np.int32]) -> int:
    """Return the han of a mask of ordinary yaku under the rules.

    ``double_riichi``, ``chiitoi`` and a set of the double wind have their han from the rules;
    a renhou that counts as a floor is five han.
    """
    double_wind = 0
    if int(rules[RENFONPAI_TRIPLET_HAN]) == 1:
        double_wind = 1 if (yaku >> SEAT_WIND_ID) & (yaku >> ROUND_WIND_ID) & 15 else 0
    if closed == 0:
        han = bits(yaku & OPEN_1) + 2 * bits(yaku & OPEN_2) + 5 * bits(yaku & OPEN_5)
        return han - double_wind
    han = bits(yaku & CLOSED_1) + 2 * bits(yaku & CLOSED_2) + 3 * bits(yaku & CLOSED_3)
    han -= double_wind
    if yaku & (CLOSED_5 | CLOSED_6):
        han += 5 * bits(yaku & CLOSED_5) + 6 * bits(yaku & CLOSED_6)
    if yaku & Y_DOUBLE_RIICHI:
        han += int(rules[DOUBLE_RIICHI]) - 2
    if yaku & Y_CHIITOI and int(rules[CHIITOI]) == 1:
        han -= 1
    if yaku & Y_RENHOU:
        han += 5
    return han


@lean_kernel
def yakuman_of(yaku: int, rules: NDArray[np.int32]) -> int:
    """Return how many yakuman a mask is worth, doubles by ``double_yakuman``.

    Without ``multi_yakuman`` only the best one counts, see the caller.
    """
    doubles = 0
    chosen = int(rules[DOUBLE_YAKUMAN])
    if chosen:
        for i in range(len(DOUBLE_IDS)):
            if (chosen >> i) & 1:
                doubles |= 1 << int(DOUBLE_IDS[i])
    return bits(yaku & YAKUMAN_MASK) + bits(yaku & doubles)


@lean_kernel
def situation_yaku(case: NDArray[np.int64], rules: NDArray[np.int32]) -> int:
    """Return the yaku that the situation gives and the rules know (renhou in any form)."""
    yaku = int(case[CASE_SITUATION])
    if yaku == 0:
        return 0
    allowed = int(rules[LOCAL_YAKU]) << LOCAL_SHIFT
    if yaku & Y_DOUBLE_RIICHI:
        yaku &= ~Y_RIICHI
        if int(rules[DOUBLE_RIICHI]) == 0:
            yaku = yaku & ~Y_DOUBLE_RIICHI | Y_RIICHI
    if int(rules[IPPATSU]) == 0:
        yaku &= ~Y_IPPATSU
    if int(rules[RENHOU]) == 0:
        yaku &= ~Y_RENHOU
    if yaku & Y_DOUBLE_RIICHI and yaku & (Y_HAITEI | Y_HOUTEI):
        yaku |= Y_ISHI_NO_UE & allowed
    win = int(case[CASE_WIN])
    if yaku & Y_HAITEI and win == ONE_PIN and allowed & Y_IIPIN_MOYUE:
        yaku = yaku & ~Y_HAITEI | Y_IIPIN_MOYUE
    if yaku & Y_HOUTEI and win == NINE_PIN and allowed & Y_CHUUPIN_RAOYUI:
        yaku = yaku & ~Y_HOUTEI | Y_CHUUPIN_RAOYUI
    known = (1 << LOCAL_SHIFT) - 1 | allowed
    return yaku & known


@lean_kernel
def hand_yaku(tiles: int, closed: int, tsumo: int, rules: NDArray[np.int32]) -> int:
    """Return the ordinary yaku that any reading of these tiles (mask of kinds) has."""
    yaku = 0
    if closed == 1 and tsumo == 1:
        yaku |= Y_TSUMO
    if tiles & YAOCHUU_MASK == 0:
        if closed == 1 or int(rules[KUITAN]) == 1:
            yaku |= Y_TANYAO
    elif tiles & ~YAOCHUU_MASK == 0:
        yaku |= Y_HONROUTOU
    suits = 0
    for suit in range(3):
        if tiles & (SUIT << (9 * suit)):
            suits += 1
    if suits == 1:
        yaku |= Y_HONITSU if tiles & HONOURS else Y_CHINITSU
    return yaku


@lean_kernel
def hand_yakuman(
    tiles: int, counts: NDArray[np.int64], melds: int, win: int, rules: NDArray[np.int32]
) -> int:
    """Return the yakuman that the tiles give: all honours, terminals, green, nine gates.

    The nine gates are pure when the thirteen tiles before the win were 1112345678999,
    whichever number won.
    """
    if tiles & ~HONOURS == 0:
        return Y_TSUUIISOU
    if tiles & ~TERMINALS == 0:
        return Y_CHINROUTOU
    if tiles & ~GREEN == 0 and (int(rules[RYUUIISOU_NEEDS_HATSU]) == 0 or tiles & HATSU):
        return Y_RYUUIISOU
    if melds > 0:
        return 0
    for suit in range(3):
        if tiles == SUIT << (9 * suit) and (int(rules[CHUUREN_SUITS]) >> suit) & 1:
            one, nine = 9 * suit, 9 * suit + 8
            if int(counts[one]) >= 3 and int(counts[nine]) >= 3:
                before = 3 if win in (one, nine) else 1
                return Y_JUNSEI_CHUUREN if int(counts[win]) == before + 1 else Y_CHUUREN
    return 0


@lean_kernel
def is_seven_pairs(tiles: int, counts: NDArray[np.int64]) -> int:
    """Return 1 when the hand is seven different pairs."""
    if bits(tiles) != 7:
        return 0
    for kind in range(34):
        if int(counts[kind]) not in (0, 2):
            return 0
    return 1


@lean_kernel
def seven_pairs_yakuman(tiles: int, rules: NDArray[np.int32]) -> int:
    """Return daisharin or daichisei for seven pairs of these kinds.

    Daisharin takes the numbers 2–8, or also 1–7 and 3–9, or any, of the suits that the rules
    name.
    """
    if tiles == HONOURS:
        return Y_DAICHISEI & (int(rules[LOCAL_YAKU]) << LOCAL_SHIFT)
    for suit in range(3):
        if (int(rules[DAISHARIN_SUITS]) >> suit) & 1 == 0:
            continue
        if (int(rules[DAISHARIN_RANGES]) >> 3) & 1 and tiles & ~(SUIT << (9 * suit)) == 0:
            return Y_DAISHARIN
        for low in range(3):
            if tiles == 0b1111111 << (9 * suit + low) and (int(rules[DAISHARIN_RANGES]) >> low) & 1:
                return Y_DAISHARIN
    return 0


@lean_kernel
def value_triplets(triplets: int, seat_wind: int, round_wind: int, north: int) -> int:
    """Return the yakuhai of a mask of triplets; ``north``: the north wind is one for all."""
    yaku = ((triplets & DRAGONS) >> 31) << DRAGON_ID
    yaku |= ((triplets >> (27 + seat_wind)) & 1) << (SEAT_WIND_ID + seat_wind)
    yaku |= ((triplets >> (27 + round_wind)) & 1) << (ROUND_WIND_ID + round_wind)
    if north == 1 and (triplets >> 30) & 1:
        yaku |= Y_SEAT_NORTH
    return yaku


@lean_kernel
def run_yaku(reading: NDArray[np.int64], closed: int, local: int) -> int:
    """Return the yaku of the runs of a reading."""
    once = 0  # runs seen an odd number of times
    twice = 0
    pairs = 0
    seen = 0
    yaku = 0
    for i in range(1, 5):
        packed = int(reading[i])
        if packed >> (FORM_SHIFT + 1) == 0:
            run = 1 << (packed & KIND_MASK)
            seen |= run
            if once & run:
                once ^= run
                twice |= run
                pairs += 1
            else:
                once |= run
                if twice & run:
                    yaku |= Y_ISSHOKU_SANJUN & local
    if closed == 1:
        if pairs == 2:
            yaku |= Y_RYANPEIKOU
        elif pairs == 1 and yaku == 0:
            yaku |= Y_IIPEIKOU
    if seen & (seen >> 3) & (seen >> 6) & ONES:
        yaku |= Y_ITTSUU
    if seen & (seen >> 9) & (seen >> 18) & SUIT:
        yaku |= Y_SANSHOKU
    return yaku


@lean_kernel
def reading_yaku(
    reading: NDArray[np.int64], tiles: int, closed: int, tsumo: int, rules: NDArray[np.int32]
) -> tuple[int, int]:
    """Return the yaku of a reading whatever the wait: (ordinary and yakuman mask, triplets).

    The yakuhai are left to :func:`value_triplets`, pinfu and the concealed triplets to
    :mod:`mjlog.engine.scoring`. ``triplets`` is the mask of triplet and kan kinds.
    """
    triplets = 0
    runs = 0
    kans = 0
    open_sets = 0
    for i in range(1, 5):
        packed = int(reading[i])
        form = packed >> FORM_SHIFT
        kind = 1 << (packed & KIND_MASK)
        open_sets += form & 1
        if form < 2:
            runs |= kind
        else:
            triplets |= kind
            if form >= OPEN_KAN - 1:
                kans += 1
    local = int(rules[LOCAL_YAKU]) << LOCAL_SHIFT
    pair = 1 << int(reading[0])
    yaku = 0
    if runs:
        yaku |= run_yaku(reading, closed, local)
        if runs & ~OUTER_RUNS == 0 and (triplets | pair) & ~YAOCHUU_MASK == 0:
            yaku |= Y_CHANTA if tiles & HONOURS else Y_JUNCHAN
    else:
        yaku |= Y_TOITOI
    if triplets & (triplets >> 9) & (triplets >> 18) & SUIT:
        yaku |= Y_SANSHOKU_DOUKOU
    if kans >= 3:
        yaku |= Y_SANKANTSU if kans == 3 else Y_SUUKANTSU
    dragons = bits(triplets & DRAGONS)
    if dragons == 3:
        yaku |= Y_DAISANGEN
    elif dragons == 2 and pair & DRAGONS:
        yaku |= Y_SHOUSANGEN
    winds = bits(triplets & WINDS)
    if winds == 4:
        yaku |= Y_DAISUUSHI
    elif winds == 3 and pair & WINDS:
        yaku |= Y_SHOUSUUSHI
    if local:
        numbers = triplets & ~HONOURS
        if numbers & (numbers >> 1) & (numbers >> 2) & UP_TO_SEVEN:
            yaku |= Y_SANRENKOU & local
        if tiles & MAN and tiles & PIN and tiles & SOU and tiles & WINDS and tiles & DRAGONS:
            yaku |= Y_UUMENSAI & local
        if open_sets == 4:
            yaku |= Y_SHIIARU_RAOTAI & local
    return yaku, triplets
