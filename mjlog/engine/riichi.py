"""Legality, second part: riichi, concealed kans in riichi, and when indicators are turned."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..codes import (
    ANKAN,
    DAIMINKAN,
    DISCARD,
    DORA,
    DRAW,
    KAKAN,
    RIICHI,
    RYUUKYOKU,
    UNKNOWN_POINTS,
    WIN,
)
from ..rules.columns import (
    FURITEN_RIICHI,
    KAN_DORA,
    KAN_DORA_ANKAN,
    KAN_DORA_DAIMINKAN,
    KAN_DORA_KAKAN,
    OKURI_KAN,
    RIICHI_ANKAN,
    RIICHI_ANKAN_NEW_YAKU,
    RIICHI_MIN_POINTS,
    RIICHI_MIN_WALL,
)
from .jit import kernel, lean_kernel
from .layout import BROKEN_SHIFT, HONOUR_MASK, KEY_MASK, MELDS_SHIFT, OPEN_SHIFT, RIICHI_SHIFT
from .report import L, report
from .state import _KIND, ADD_HI, ADD_LO

__all__ = ["ankan_keeps_riichi", "check_dora", "check_riichi"]

L116_RIICHI_ANKAN: Final = L + 116
L120_RIICHI_OPEN: Final = L + 120
L121_RIICHI_NOTEN: Final = L + 121
L122_RIICHI_POINTS: Final = L + 122
L123_RIICHI_WALL: Final = L + 123
L124_RIICHI_TWICE: Final = L + 124
L125_RIICHI_FURITEN: Final = L + 125
L126_RIICHI_OUT_OF_TURN: Final = L + 126
L140_DORA_TIMING: Final = L + 140
L141_DORA_NOT_TURNED: Final = L + 141
L142_DORA_WITHOUT_KAN: Final = L + 142

# KAN_DORA_* values
_IMMEDIATE: Final = 0
_BEFORE_DISCARD: Final = 1
_AFTER_DISCARD: Final = 2
# RIICHI_ANKAN values
_DENY: Final = 0
_STRICT_SHAPE: Final = 1
_WAITS_ONLY: Final = 2


@lean_kernel
def unpack(lo: int, hi: int, counts: Any) -> None:
    """Write the counts of a packed hand into int64[34]."""
    for suit in range(3):
        key = (lo >> (21 * suit)) & KEY_MASK
        for number in range(8, -1, -1):
            counts[9 * suit + number] = key % 5
            key //= 5
    key = hi & HONOUR_MASK
    for number in range(6, -1, -1):
        counts[27 + number] = key % 5
        key //= 5


@lean_kernel
def _set_readings(counts: Any, start: int, stop: int, with_pair: bool) -> int:
    """Count the ways to split counts[start:stop] into sets (and one pair)."""
    readings = 0
    for pair in range(start, stop if with_pair else start + 1):
        if with_pair:
            if counts[pair] < 2:
                continue
            counts[pair] -= 2
        # at most four kinds can stand as triplets: try each subset of them
        triplets = 0
        bits = 0
        for kind in range(start, stop):
            if counts[kind] >= 3:
                triplets |= 1 << (kind - start)
                bits += 1
        subset = triplets
        while True:
            if _rest_is_runs(counts, start, stop, subset):
                readings += 1
            if subset == 0:
                break
            subset = (subset - 1) & triplets
        if with_pair:
            counts[pair] += 2
    return readings


@lean_kernel
def _rest_is_runs(counts: Any, start: int, stop: int, triplets: int) -> bool:
    """Tell whether all tiles but the chosen triplets form runs."""
    need1 = 0  # runs begun one kind ago
    need2 = 0  # runs begun two kinds ago
    for kind in range(start, stop):
        left = counts[kind] - (3 if (triplets >> (kind - start)) & 1 else 0) - need1 - need2
        if left < 0:
            return False
        if left > 0 and (start >= 27 or kind > stop - 3):
            return False
        need2 = need1
        need1 = left
    return need1 == 0 and need2 == 0


@lean_kernel
def _readings(counts: Any) -> int:
    """Count the readings of a complete standard hand (sets and one pair)."""
    total = 1
    for suit in range(4):
        start = 9 * suit
        stop = start + 9 if suit < 3 else 34
        held = 0
        for kind in range(start, stop):
            held += counts[kind]
        if held % 3 == 1:
            return 0
        total *= _set_readings(counts, start, stop, held % 3 == 2)
    return total


@lean_kernel
def adds_kan_yaku(hi: int, rule: Any) -> bool:
    """Tell whether a further kan of the packed hand adds a yaku that it may not add in riichi."""
    return (hi >> MELDS_SHIFT) & 7 >= 2 and not rule[RIICHI_ANKAN_NEW_YAKU]


@lean_kernel
def ankan_keeps_riichi(
    rule: Any, lo: int, hi: int, waits: int, kan_kind: int, waits_after: int, counts: Any
) -> bool:
    """Tell whether a concealed kan of the drawn tile is allowed in riichi.

    Args:
        rule: Ruleset row (``riichi_ankan``: deny, strict_shape, waits_only, free;
            ``riichi_ankan_new_yaku``).
        lo, hi: The packed hand before the draw (13 tiles, meld sets not counted).
        waits: Its waits. waits_after: The waits once the four tiles are melded.
        kan_kind: The kind of the kan.
        counts: int64[34] scratch.

    Strict: for every winning tile each reading of the hand must use the three held tiles as
    a triplet, so that waits and sets stay as they were (JPML 2.3). Of the yaku a kan then can
    only add sankantsu and suukantsu, which ``riichi_ankan_new_yaku`` allows or not.
    """
    level = int(rule[RIICHI_ANKAN])
    if level == _DENY or adds_kan_yaku(hi, rule):
        return False
    if level != _STRICT_SHAPE and level != _WAITS_ONLY:
        return True
    if waits != waits_after:
        return False
    if level == _WAITS_ONLY:
        return True
    for kind in range(34):
        if not (waits >> kind) & 1:
            continue
        unpack(lo, hi, counts)
        if counts[kan_kind] < 3:
            return False
        counts[kind] += 1
        before = _readings(counts)
        counts[kan_kind] -= 3
        if before != _readings(counts):
            return False
    return True


@kernel
def check_riichi(
    special: Any,
    first_event: Any,
    scores: Any,
    rules: Any,
    rules_index: Any,
    kind: Any,
    seat: Any,
    tile: Any,
    live_wall: Any,
    status: Any,
    hand_row: Any,
    hand_lo: Any,
    hand_hi: Any,
    draw_tile: Any,
    shanten: Any,
    waits: Any,
    furiten: Any,
    rows: Any,
    n: int,
) -> int:
    """Report riichi declared or kept against its conditions; return the new row count.

    ``special`` are the rows of all RIICHI and ANKAN events.
    """
    counts = np.zeros(34, np.int64)
    r = -1
    declared = 0  # mask of seats
    declaring = -1  # whose riichi tile comes next
    for i in range(len(special)):
        e = int(special[i])
        while r < 0 or e >= int(first_event[r + 1]):
            r += 1
            declared = 0
            declaring = -1
        rule = rules[rules_index[r]]
        start, stop = int(first_event[r]), int(first_event[r + 1])
        s = int(seat[e])
        if kind[e] == RIICHI:
            if (declared >> s) & 1:
                n = report(rows, n, L124_RIICHI_TWICE, r, e, s, 2, 1)
            else:
                on_turn = _has_drawn(start, e, kind, seat)
                if on_turn != s:
                    n = report(rows, n, L126_RIICHI_OUT_OF_TURN, r, e, s, s, on_turn)
            declared |= 1 << s
            declaring = s
            row = int(hand_row[e, s])
            if row >= start and (int(hand_hi[row]) >> OPEN_SHIFT) & 7:
                n = report(rows, n, L120_RIICHI_OPEN, r, e, s, 255, 255)
            points = int(scores[r, s])
            least = int(rule[RIICHI_MIN_POINTS])
            if points != UNKNOWN_POINTS and least > 0 and points < least:
                n = report(rows, n, L122_RIICHI_POINTS, r, e, s, points, least)
            if live_wall[e] < rule[RIICHI_MIN_WALL]:
                n = report(
                    rows, n, L123_RIICHI_WALL, r, e, s, int(live_wall[e]),
                    int(rule[RIICHI_MIN_WALL]),
                )  # fmt: skip
        elif (int(status[e]) >> (RIICHI_SHIFT + s)) & 1 and not _is_broken(status, e, s):
            base = int(_KIND[tile[e]])
            before = _waits_before(start, e, s, kind, seat, status, waits)
            drawn = int(draw_tile[e - 1, s]) if e > start else 255
            fits = False
            if drawn < 37 and _KIND[drawn] == base:
                row = int(hand_row[e - 1, s])
                lo = int(hand_lo[row]) - int(ADD_LO[drawn])
                hi = int(hand_hi[row]) - int(ADD_HI[drawn])
                fits = ankan_keeps_riichi(rule, lo, hi, before, base, int(waits[e]), counts)
            elif rule[OKURI_KAN]:
                row = int(hand_row[e - 1, s]) if e > start else -1
                hi = int(hand_hi[row]) if row >= start else 0  # a dealt hand has no melds
                fits = waits[e] == before and not adds_kan_yaku(hi, rule)
            if not fits:
                n = report(rows, n, L116_RIICHI_ANKAN, r, e, s, int(tile[e]), before)
        if declaring >= 0:
            if i + 1 < len(special):
                stop = min(stop, int(special[i + 1]))
            d = _discard_of(declaring, e, stop, kind, seat)
            if d >= 0:
                s = declaring
                if not _is_broken(status, d, s) and waits[d] == 0:
                    n = report(rows, n, L121_RIICHI_NOTEN, r, d, s, int(shanten[d]), 0)
                elif not rule[FURITEN_RIICHI] and (int(furiten[d]) >> (2 * s)) & 3 == 1:
                    n = report(rows, n, L125_RIICHI_FURITEN, r, d, s, 1, 0)
                declaring = -1
    return n


@lean_kernel
def _is_broken(status: Any, e: int, s: int) -> bool:
    """Tell whether the hand of a seat cannot be followed any more."""
    return bool((int(status[e]) >> (BROKEN_SHIFT + s)) & 1)


@lean_kernel
def _has_drawn(start: int, e: int, kind: Any, seat: Any) -> int:
    """Return who has drawn and not discarded before an event, -1 nobody."""
    for row in range(e - 1, start - 1, -1):
        if kind[row] == DRAW:
            return int(seat[row])
        if kind[row] == DISCARD:
            return -1
    return -1


@lean_kernel
def _discard_of(s: int, first: int, stop: int, kind: Any, seat: Any) -> int:
    """Return the first discard of a seat among the events ``first`` to ``stop`` - 1, or -1."""
    for row in range(first, stop):
        if kind[row] == DISCARD and seat[row] == s:
            return row
    return -1


@lean_kernel
def _waits_before(start: int, e: int, s: int, kind: Any, seat: Any, status: Any, waits: Any) -> int:
    """Return the waits of a seat before a kan in riichi: its last discard or such kan left them."""
    for row in range(e - 1, start - 1, -1):
        if seat[row] == s:
            if kind[row] == DISCARD:
                return int(waits[row])
            in_riichi = (int(status[row]) >> (RIICHI_SHIFT + s)) & 1
            if kind[row] == ANKAN and in_riichi and not _is_broken(status, row, s):
                return int(waits[row])
    return 0


@lean_kernel
def check_dora(
    with_kan: Any,
    first_event: Any,
    rules: Any,
    rules_index: Any,
    kind: Any,
    seat: Any,
    tile: Any,
    rows: Any,
    n: int,
) -> int:
    """Report indicators that are turned too early, too late, not at all, or without a kan.

    ``with_kan`` are the rounds with a kan or a new indicator, in order.
    """
    for i in range(len(with_kan)):
        r = int(with_kan[i])
        rule = rules[rules_index[r]]
        now = 0  # indicators due before the next draw
        later = 0  # … before the next discard
        after = 0  # … after the next discard
        kan_event = -1
        drew = True  # the replacement tile has been drawn
        misplaced = 0
        kans = 0
        for e in range(int(first_event[r]), int(first_event[r + 1])):
            k = int(kind[e])
            if k == ANKAN or k == KAKAN or k == DAIMINKAN:
                column = KAN_DORA_DAIMINKAN
                if k == ANKAN:
                    column = KAN_DORA_ANKAN
                elif k == KAKAN:
                    column = KAN_DORA_KAKAN
                now += later + after  # a pending indicator is turned at the next declaration
                later = after = 0
                kan_event = e
                drew = False
                kans += 1
                # a fifth kan has no place for an indicator: one may be turned and none must
                misplaced = 1 if kans > 4 and rule[KAN_DORA] else 0
                if rule[KAN_DORA] and kans <= 4:
                    timing = int(rule[column])
                    if timing == _IMMEDIATE:
                        now += 1
                    elif timing == _BEFORE_DISCARD:
                        later += 1
                    else:
                        after += 1
            elif k == DORA:
                if now > 0:
                    now -= 1
                elif later > 0:
                    later -= 1
                    if not drew:
                        n = report(rows, n, L140_DORA_TIMING, r, e, 255, 0, 1)
                elif after > 0:
                    after -= 1
                    n = report(rows, n, L140_DORA_TIMING, r, e, 255, 0, 1)
                elif misplaced > 0:
                    misplaced -= 1  # reported where it was missing
                else:
                    n = report(rows, n, L142_DORA_WITHOUT_KAN, r, e, 255, int(tile[e]), 255)
            elif k == DRAW:
                drew = True
                if now > 0:
                    n = _late(rows, n, r, kan_event, e, kind, first_event, now)
                    misplaced += now
                    now = 0
            elif k == DISCARD:
                if later > 0:
                    n = _late(rows, n, r, kan_event, e, kind, first_event, later)
                    misplaced += later
                later = 0
                now += after
                after = 0
            elif k == WIN or k == RYUUKYOKU:
                break
    return n


@lean_kernel
def _late(
    rows: Any, n: int, r: int, kan_event: int, e: int, kind: Any, first_event: Any, due: int
) -> int:
    """Report ``due`` indicators that were not turned in time: turned later, or never."""
    turned = 0
    for i in range(e, int(first_event[r + 1])):
        k = int(kind[i])
        if k == ANKAN or k == KAKAN or k == DAIMINKAN:
            break
        if k == DORA:
            turned += 1
    for i in range(due):
        code = L140_DORA_TIMING if i < turned else L141_DORA_NOT_TURNED
        n = report(rows, n, code, r, kan_event, 255, 1, 0)
    return n
