"""Scoring: the best reading of a winning hand under a ruleset.

Every way to see the hand (four sets and a pair, seven pairs, thirteen orphans) and every
place where the winning tile can stand is scored, and the one worth the most is kept: the
highest points, then han, then fu before rounding. Fu after the common table: 20, closed ron
10, tsumo 2, sets 2–32, pair 0, 2 or 4, wait 0 or 2.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..rules.columns import (
    ATOZUKE,
    CHIITOI,
    KITA,
    OPEN_RIICHI,
    PINFU_TSUMO,
    RENHOU,
    RENHOU_OR_LARGER,
    RINSHAN_CLOSED_KEEPS_FU,
    RINSHAN_TSUMO_FU,
    TSUMO_MARK_REQUIRED,
    UNMARKED_DOUBLE_YAKUMAN,
)
from ..tiles import YAOCHUU_MASK
from .jit import kernel, lean_kernel
from .payments import win_points
from .points import limit_of
from .readings import MAX_PARTS, MAX_READINGS, read_hand, unpack_hand
from .value import (
    F_CLOSED,
    F_DOUBLED,
    F_EXTRA,
    F_MARKED,
    F_MELDS,
    F_TILES,
    F_TSUMO,
    F_WIN,
    F_WITHOUT,
    F_YAKU,
    NORTH_YAKUHAI,
    RENHOU_EXCLUSIVE,
    fu_kinds,
    keep,
    pair_fu,
    set_fu,
    wait_in,
)
from .win import (
    CASE_MELD,
    CASE_OPEN_RIICHI,
    CASE_ROUND_WIND,
    CASE_RULES,
    CASE_SEAT_WIND,
    CASE_SITUATION,
    CASE_TSUMO,
    CASE_UNMARKED,
    CASE_WIN,
    CLOSED_KAN,
    FORM_SHIFT,
    KIND_MASK,
    NO_WAIT,
    NO_YAKU,
    NOT_COMPLETE,
    OUT_BASE,
    OUT_HAN,
    OUT_LIMIT,
    OUT_ORDINARY,
    OUT_PAIR,
    OUT_POINTS,
    OUT_SET,
    OUT_SHAPE,
    OUT_STATUS,
    OUT_WAIT,
    OUT_WAIT_SET,
    OUT_YAKU,
    OUT_YAKU_HAN,
    OUT_YAKUMAN,
    RESULT_COLUMNS,
    RYANMEN,
    SEVEN_PAIRS,
    SHANPON,
    STANDARD,
    TANKI,
    THIRTEEN,
    THIRTEEN_ORPHANS,
    TRIPLET,
    WINS,
)
from .yaku import (
    CHANCE_YAKU,
    Y_CHIITOI,
    Y_CHUUREN,
    Y_DAICHISEI,
    Y_DOUBLE_RIICHI,
    Y_JUNSEI_CHUUREN,
    Y_KOKUSHI,
    Y_KOKUSHI_13,
    Y_PINFU,
    Y_RENHOU,
    Y_RIICHI,
    Y_RINSHAN,
    Y_SANANKOU,
    Y_SUUANKOU,
    Y_SUUANKOU_TANKI,
    Y_TSUUIISOU,
    hand_yaku,
    hand_yakuman,
    is_seven_pairs,
    reading_yaku,
    seven_pairs_yakuman,
    situation_yaku,
    value_triplets,
)

__all__ = ["score_wins"]


@lean_kernel
def _score_reading(
    case: NDArray[np.int64],
    rules: NDArray[np.int32],
    facts: NDArray[np.int64],
    reading: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Score four sets and a pair with the winning tile in each place where it can stand."""
    closed = int(facts[F_CLOSED])
    tsumo = int(facts[F_TSUMO])
    win = int(facts[F_WIN])
    melds = int(facts[F_MELDS])
    pair = int(reading[0])
    yaku, triplets = reading_yaku(reading, int(facts[F_TILES]), closed, tsumo, rules)
    yaku |= int(facts[F_YAKU]) | value_triplets(
        triplets,
        int(case[CASE_SEAT_WIND]),
        int(case[CASE_ROUND_WIND]),
        1 if int(rules[KITA]) == NORTH_YAKUHAI else 0,
    )
    doubled = int(facts[F_DOUBLED])
    without = int(facts[F_WITHOUT])
    fu_pair = pair_fu(pair, case, rules)
    fu = 20 + fu_pair
    concealed = 0
    for i in range(1, 5):
        packed = int(reading[i])
        fu += set_fu(packed, doubled, without)
        form = packed >> FORM_SHIFT
        if form in (TRIPLET, CLOSED_KAN):
            concealed += 1
    if tsumo == 0:
        fu += 10 * closed
    elif yaku & Y_RINSHAN and (closed == 0 or int(rules[RINSHAN_CLOSED_KEEPS_FU]) == 0):
        fu += int(rules[RINSHAN_TSUMO_FU])
    else:
        fu += 2
    for place in range(-1, 4):  # -1: in the pair
        if int(facts[F_MARKED]) == 0:
            if place >= 0:
                break
            wait = NO_WAIT
        elif place < 0:
            if pair != win:
                continue
            wait = TANKI
        else:
            if place < melds:
                continue
            wait = wait_in(int(reading[1 + place]), win)
            if wait == NO_WAIT:
                continue
        place_yaku = yaku
        place_fu = fu
        hidden = concealed
        if wait == SHANPON:
            if tsumo == 0:
                hidden -= 1
                packed = int(reading[1 + place])
                place_fu += set_fu(packed | 1 << FORM_SHIFT, doubled, without)
                place_fu -= set_fu(packed, doubled, without)
        elif wait == RYANMEN:
            if triplets == 0 and fu_pair == 0 and closed == 1:
                if tsumo == 0:
                    place_yaku |= Y_PINFU
                elif int(rules[PINFU_TSUMO]) == 1:
                    place_yaku |= Y_PINFU
                    place_fu = 20
        elif wait != NO_WAIT:
            place_fu += 2
        if hidden == 4:
            single = wait == TANKI
            if wait == NO_WAIT and pair == win:
                single = int(rules[UNMARKED_DOUBLE_YAKUMAN]) == 1
            place_yaku |= Y_SUUANKOU_TANKI if single else Y_SUUANKOU
        elif hidden == 3:
            place_yaku |= Y_SANANKOU
        if keep(case, rules, facts, place_yaku, place_fu, out) == 1:
            out[OUT_SHAPE] = STANDARD
            out[OUT_PAIR] = pair
            for i in range(4):
                out[OUT_SET + i] = reading[1 + i]
            out[OUT_WAIT] = wait
            out[OUT_WAIT_SET] = place


@lean_kernel
def _score_special(
    case: NDArray[np.int64],
    rules: NDArray[np.int32],
    facts: NDArray[np.int64],
    counts: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Score a closed hand without melds as seven pairs or thirteen orphans."""
    tiles = int(facts[F_TILES])
    yaku = int(facts[F_YAKU])
    marked = int(facts[F_MARKED])
    if tiles == YAOCHUU_MASK:
        shape = THIRTEEN_ORPHANS
        fu = 0
        seen = marked == 1 or int(rules[UNMARKED_DOUBLE_YAKUMAN]) == 1
        if int(counts[int(facts[F_WIN])]) == 2 and seen:
            yaku |= Y_KOKUSHI_13
            wait = THIRTEEN
        else:
            yaku |= Y_KOKUSHI
            wait = TANKI
    elif is_seven_pairs(tiles, counts) == 1:
        shape = SEVEN_PAIRS
        fu = 50 if int(rules[CHIITOI]) == 1 else 25
        wait = TANKI
        yaku |= Y_CHIITOI | seven_pairs_yakuman(tiles, rules)
        if yaku & Y_DAICHISEI:
            yaku &= ~Y_TSUUIISOU  # the same seven kinds, named once
    else:
        return
    if keep(case, rules, facts, yaku, fu, out) == 1:
        out[OUT_SHAPE] = shape
        out[OUT_WAIT] = wait if marked == 1 else NO_WAIT
        _no_sets(out)


@lean_kernel
def _no_sets(out: NDArray[np.int64]) -> None:
    out[OUT_PAIR] = -1
    for i in range(4):
        out[OUT_SET + i] = -1
    out[OUT_WAIT_SET] = -1


@lean_kernel
def _gather(
    case: NDArray[np.int64],
    rules: NDArray[np.int32],
    counts: NDArray[np.int64],
    win: int,
    facts: NDArray[np.int64],
) -> None:
    """Fill ``facts`` with what ``counts``, won with the kind ``win``, has in any reading."""
    tiles = 0
    for kind in range(34):
        if int(counts[kind]) > 0:
            tiles |= 1 << kind
    melds = 0
    closed = 1
    for i in range(4):
        packed = int(case[CASE_MELD + i])
        if packed < 0:
            break
        melds += 1
        form = packed >> FORM_SHIFT
        tiles |= (7 if form < TRIPLET else 1) << (packed & KIND_MASK)
        if form & 1:
            closed = 0
    tsumo = int(case[CASE_TSUMO])
    unmarked = tsumo * int(case[CASE_UNMARKED]) * int(rules[TSUMO_MARK_REQUIRED])
    yaku = situation_yaku(case, rules) | hand_yaku(tiles, closed, tsumo, rules)
    yaku |= hand_yakuman(tiles, counts, melds, win, rules)
    if unmarked and yaku & Y_JUNSEI_CHUUREN and int(rules[UNMARKED_DOUBLE_YAKUMAN]) == 0:
        yaku = yaku & ~Y_JUNSEI_CHUUREN | Y_CHUUREN
    extra = 0
    if yaku & (Y_RIICHI | Y_DOUBLE_RIICHI):
        extra = int(rules[OPEN_RIICHI]) * int(case[CASE_OPEN_RIICHI])
    facts[F_MELDS] = melds
    facts[F_CLOSED] = closed
    facts[F_TSUMO] = tsumo
    facts[F_WIN] = win
    facts[F_TILES] = tiles
    facts[F_YAKU] = yaku
    facts[F_MARKED] = 1 - unmarked
    facts[F_EXTRA] = extra
    doubled, without = fu_kinds(case, rules)
    facts[F_DOUBLED] = doubled
    facts[F_WITHOUT] = without


@lean_kernel
def _settle(case: NDArray[np.int64], rules: NDArray[np.int32], out: NDArray[np.int64]) -> None:
    """Finish a result: a renhou that stands alone, the limit, the points."""
    if (
        int(rules[RENHOU]) == RENHOU_EXCLUSIVE
        and int(case[CASE_SITUATION]) & Y_RENHOU
        and int(out[OUT_STATUS]) != NOT_COMPLETE
        and (int(out[OUT_BASE]) < 2000 or int(rules[RENHOU_OR_LARGER]) == 0)
    ):
        out[OUT_STATUS] = WINS
        out[OUT_YAKU] = Y_RENHOU
        out[OUT_HAN] = 5
        out[OUT_YAKU_HAN] = 5
        out[OUT_YAKUMAN] = 0
        out[OUT_BASE] = 2000
    base = int(out[OUT_BASE])
    out[OUT_LIMIT] = limit_of(base)
    deals = int(case[CASE_SEAT_WIND]) == 0
    out[OUT_POINTS] = win_points(base, deals, int(case[CASE_TSUMO]) == 1, rules)


@kernel
def score_wins(
    cases: NDArray[np.int64], rules: NDArray[np.int32], results: NDArray[np.int64]
) -> None:
    """Score every row of ``cases``, see :mod:`mjlog.engine.win` for the columns.

    With ``atozuke`` off an open hand needs a yaku that was certain before the winning tile:
    one that every tile completing the hand would bring. What the last tile or chance adds
    (haitei, rinshan, …) never is.

    Args:
        cases: int64[W, CASE_COLUMNS]. rules: int32[N, columns], ``rules_matrix`` of the batch.
        results: int64[W, RESULT_COLUMNS], written; points are points.
    """
    work = np.zeros((3 + MAX_PARTS + MAX_READINGS, 34), np.int64)
    counts = work[0]
    facts = work[1]
    parts = work[2 : 2 + MAX_PARTS]
    readings = work[2 + MAX_PARTS :]
    found = work[2 + MAX_PARTS + MAX_READINGS]  # beyond the readings that any hand has
    for i in range(len(cases)):
        case = cases[i]
        row = rules[int(case[CASE_RULES])]
        out = results[i]
        unpack_hand(case, counts)
        win = int(case[CASE_WIN])
        if not 0 <= win < 34:  # the tile is not known
            for column in range(RESULT_COLUMNS):
                out[column] = 0
            continue
        certain = 0
        for trial in range(-1, 34):  # -1: the win; then what else would have completed it
            kind = win if trial < 0 else trial
            if trial >= 0 and (trial == win or int(counts[trial]) == 4):
                continue
            counts[win] -= 1
            counts[kind] += 1
            for column in range(RESULT_COLUMNS):
                found[column] = 0
            _no_sets(found)
            _gather(case, row, counts, kind, facts)
            melds = int(facts[F_MELDS])
            for reading in range(read_hand(counts, case, melds, parts, readings)):
                _score_reading(case, row, facts, readings[reading], found)
            if melds == 0:
                _score_special(case, row, facts, counts, found)
            counts[kind] -= 1
            counts[win] += 1
            yaku = int(found[OUT_ORDINARY]) | int(found[OUT_YAKU])
            if trial < 0:
                for column in range(RESULT_COLUMNS):
                    out[column] = found[column]
                certain = yaku & ~CHANCE_YAKU
                if int(row[ATOZUKE]) or int(facts[F_CLOSED]) or int(out[OUT_STATUS]) != WINS:
                    break
            elif int(found[OUT_STATUS]) != NOT_COMPLETE:
                certain &= yaku
            if certain == 0:
                out[OUT_STATUS] = NO_YAKU
                out[OUT_BASE] = 0
                break
        _settle(case, row, out)
