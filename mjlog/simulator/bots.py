"""How the bots think: kernels that choose a discard, a call, a riichi, a kan.

A bot follows a *plan*, the yaku it has in mind: any hand, tanyao, a half flush of one suit,
all triplets, or triplets of terminals and honours. Its shanten under a plan counts only the
tiles that fit. Styles make players differ: 0 balanced, 1 calls a lot, 2 stays closed, 3 loves
kans, triplets and flushes, 4 even more so.
"""

from __future__ import annotations

from typing import Any, Final

from ..engine.hands import TILE_HI, TILE_LO
from ..engine.jit import kernel
from ..engine.layout import HONOUR_MASK, KEY_BITS, KEY_MASK, MELDS_SHIFT
from ..engine.riichi import unpack
from ..engine.shape import held_mask, popcount, shape_of
from ..rules.columns import KUITAN
from ..tiles import NEXT_DORA, YAOCHUU_MASK
from .table import (
    DEALER,
    HI,
    INDICATOR,
    KINDS,
    LO,
    MELD_KINDS,
    OPEN,
    PLAYERS,
    RIICHI_,
    RUNS,
    SAFE,
    SEEN,
    STYLE,
    W_COUNTS,
    WIND,
    live_of,
    random_below,
)

__all__ = ["best_plan", "choose_discard", "danger", "threats", "value_kinds"]

ANY: Final = 0
TANYAO: Final = 1
HONITSU_M: Final = 2
HONITSU_S: Final = 4
TOITOI: Final = 5
OUTER: Final = 6  # triplets of terminals and honours
PLANS: Final = 7

#: Styles.
BALANCED: Final = 0
CALLER: Final = 1
CLOSED: Final = 2
KANS_AND_FLUSHES: Final = 3
COLLECTOR: Final = 4

_SUIT: Final = (1 << 9) - 1
_HONOURS: Final = 127 << 27


@kernel
def value_kinds(g: Any, s: int) -> int:
    """Return the mask of kinds that are a yaku as a triplet for this player."""
    players = int(g[PLAYERS])
    own = (s - int(g[DEALER]) + players) % players
    return (7 << 31) | (1 << (27 + own)) | (1 << (27 + int(g[WIND])))


@kernel
def plan_kinds(plan: int) -> int:
    """Return the mask of kinds that fit a plan."""
    if plan == TANYAO:
        return ((1 << 34) - 1) & ~YAOCHUU_MASK
    if plan == OUTER:
        return YAOCHUU_MASK
    if HONITSU_M <= plan <= HONITSU_S:
        return _HONOURS | (_SUIT << (9 * (plan - HONITSU_M)))
    return (1 << 34) - 1


@kernel
def _toitoi(lo: int, hi: int, fits: int, tables: Any) -> tuple[int, int]:
    """Return shanten and useful kinds of a hand that wants triplets only, of kinds ``fits``."""
    sets = 4 - ((hi >> MELDS_SHIFT) & 7)
    one = held_mask(lo, hi, 0, tables) & fits
    two = held_mask(lo, hi, 1, tables) & fits
    three = held_mask(lo, hi, 2, tables) & fits
    triplets = min(popcount(three), sets)
    pairs = popcount(two & ~three)
    need = sets - triplets
    useful = two & ~three
    if pairs < need + 1:
        useful |= fits & ~two if popcount(one) <= need else one & ~two
    return 2 * need - min(pairs, need + 1), useful


@kernel
def plan_shape(lo: int, hi: int, plan: int, kinds: int, tables: Any) -> tuple[int, int]:
    """Return (shanten, mask of useful kinds) of a hand under a plan."""
    if plan == ANY:
        return shape_of(lo, hi, 0, kinds, tables)
    if plan == TOITOI:
        return _toitoi(lo, hi, (1 << 34) - 1, tables)
    if plan == OUTER:
        return _toitoi(lo, hi, YAOCHUU_MASK, tables)
    if plan == TANYAO:
        rest = 0
        for suit in range(3):
            key = (lo >> (KEY_BITS * suit)) & KEY_MASK
            key = key % 390625
            rest |= (key - key % 5) << (KEY_BITS * suit)
        shanten, mask = shape_of(rest, hi & ~HONOUR_MASK, 0, kinds, tables)
    else:
        rest = lo & (KEY_MASK << (KEY_BITS * (plan - HONITSU_M)))
        shanten, mask = shape_of(rest, hi, 0, kinds, tables)
    return shanten, mask & plan_kinds(plan)


@kernel
def _fits(g: Any, seat: Any, s: int, plan: int, three: int, two: int, rule: Any) -> bool:
    """Tell whether an open hand with these melds can still win by a plan."""
    melds = int(seat[s, MELD_KINDS])
    if plan == ANY:
        value = value_kinds(g, s)
        if (melds | three) & value:
            return True
        # a pair of value tiles that may still become a triplet
        pair = two & value
        hopes = 0
        for kind in range(27, 34):
            if (pair >> kind) & 1 and int(g[SEEN + kind]) < 2:
                hopes += 1
        return hopes > 0
    if plan == TANYAO:
        return bool(rule[KUITAN]) and melds & YAOCHUU_MASK == 0
    if plan == OUTER and (int(seat[s, STYLE]) < KANS_AND_FLUSHES or melds & ~YAOCHUU_MASK):
        return False
    if plan >= TOITOI:
        return int(seat[s, RUNS]) == 0
    return melds & ~plan_kinds(plan) == 0


@kernel
def best_plan(
    g: Any, seat: Any, s: int, lo: int, hi: int, is_open: bool, rule: Any, tables: Any
) -> int:
    """Return ``16 × (shanten + 1) + plan`` of the nearest plan, 999 when nothing fits."""
    kinds = int(g[KINDS])
    style = int(seat[s, STYLE])
    three = held_mask(lo, hi, 2, tables)
    two = held_mask(lo, hi, 1, tables)
    best = 999
    for plan in range(PLANS):
        if is_open and not _fits(g, seat, s, plan, three, two, rule):
            continue
        if plan == HONITSU_M and kinds & 2 == 0:
            continue
        if not is_open and (plan == TANYAO or (plan > TANYAO and style < KANS_AND_FLUSHES)):
            continue
        shanten, _ = plan_shape(lo, hi, plan, kinds, tables)
        rank = 16 * (shanten + 1) + plan
        if plan > TANYAO and style >= KANS_AND_FLUSHES and shanten >= 1:
            rank -= 16  # worth a detour
            if plan == OUTER and shanten <= 4:
                rank -= 16
            if style == COLLECTOR and plan >= TOITOI:
                rank -= 16
        if plan == ANY and is_open and not (int(seat[s, MELD_KINDS]) | three) & value_kinds(g, s):
            rank += 8
        best = min(best, rank)
    return best


@kernel
def threats(g: Any, seat: Any, s: int) -> int:
    """Return the mask of opponents who look dangerous: in riichi, or with three open melds."""
    mask = 0
    for o in range(int(g[PLAYERS])):
        if o != s and (seat[o, RIICHI_] or seat[o, OPEN] >= 3):
            mask |= 1 << o
    return mask


@kernel
def danger(g: Any, seat: Any, kind: int, against: int, own: int) -> int:
    """Return how dangerous a discard looks (0 safe, about 12 the worst of one opponent)."""
    total = 0
    for o in range(int(g[PLAYERS])):
        if not (against >> o) & 1 or (int(seat[o, SAFE]) >> kind) & 1:
            continue
        left = 4 - int(g[SEEN + kind]) - own
        if kind >= 27:
            risk = 0 if left <= 0 else 1 + 2 * min(left, 3)
        else:
            number = kind % 9
            safe = int(seat[o, SAFE])
            low = number < 3 or (safe >> (kind - 3)) & 1
            high = number > 5 or (safe >> (kind + 3)) & 1
            if low and high:
                risk = 3 if 0 < number < 8 else 2
            elif low or high:
                risk = 7 if 2 < number < 6 else 6
            else:
                risk = 12
            if (number == 0 or number == 8) and risk > 5:
                risk = 5
        if not seat[o, RIICHI_]:
            risk = risk // 3
        total += risk
    return total


@kernel
def _keep_value(g: Any, seat: Any, s: int, kind: int, count: int) -> int:
    """Return what a tile is worth beyond the speed of the hand, in quarters of a tile."""
    row = 0 if int(g[PLAYERS]) == 4 else 1
    worth = 0
    if int(NEXT_DORA[row, int(g[INDICATOR])]) == kind:
        worth += 16
    if kind >= 27:
        if (value_kinds(g, s) >> kind) & 1 and int(g[SEEN + kind]) < 2:
            worth += 6
        if kind >= 31 and int(seat[s, MELD_KINDS]) >> 31:
            worth += 24  # small three dragons
        if count == 1:
            worth -= int(g[SEEN + kind]) + 1
    elif kind % 9 == 4:
        worth += 3
    elif kind % 9 == 0 or kind % 9 == 8:
        worth -= 2
    return worth


@kernel
def choose_discard(
    g: Any, seat: Any, s: int, banned: int, rule: Any, tables: Any, work: Any
) -> tuple[int, int, int]:
    """Return (kind to discard, shanten after it, useful live tiles after it).

    ``banned`` is the mask of kinds that may not be discarded.
    """
    lo, hi = int(seat[s, LO]), int(seat[s, HI])
    kinds = int(g[KINDS])
    counts = work[W_COUNTS]
    unpack(lo, hi, counts)
    is_open = bool(seat[s, OPEN] > 0)
    found = best_plan(g, seat, s, lo, hi, is_open, rule, tables)
    plan = found % 16 % 8 if found < 999 else ANY
    shanten = found // 16 - 1
    against = threats(g, seat, s)
    fold = False
    if against:
        riichi = 0
        for o in range(int(g[PLAYERS])):
            if (against >> o) & 1:
                riichi += int(seat[o, RIICHI_])
        fold = shanten >= 2 or (shanten == 1 and riichi > 0 and random_below(g, 10) < 6)
        if found == 999 and riichi:
            fold = True
    best = -999999
    kind = -1
    best_shanten = 99
    best_live = 0
    for k in range(34):
        own = int(counts[k])
        if own == 0 or (banned >> k) & 1:
            continue
        worth = -_keep_value(g, seat, s, k, own)
        after, useful = plan_shape(lo - int(TILE_LO[k]), hi - int(TILE_HI[k]), plan, kinds, tables)
        counts[k] -= 1
        live = live_of(g, counts, useful)
        counts[k] += 1
        if after == 0 and live == 0:
            worth -= 200
        worth += 4 * min(live, 60) - 400 * after
        if against:
            risk = danger(g, seat, k, against, own)
            if fold:
                worth = worth // 8 - 120 * risk
            else:
                worth -= risk * (8 if after == 0 else 20)
        if worth > best:
            best = worth
            kind = k
            best_shanten = after
            best_live = live
    return kind, best_shanten, best_live


@kernel
def wants_call(
    g: Any, seat: Any, s: int, before: int, after: int, pon_of: int, tables: Any
) -> bool:
    """Tell whether a bot makes a call that takes its nearest plan from ``before`` to ``after``.

    Both are values of :func:`best_plan`; ``pon_of`` is the kind of a pon, -1 for a chi.
    """
    if after >= 999:
        return False
    style = int(seat[s, STYLE])
    shanten = after // 16 - 1
    was = before // 16 - 1
    is_open = bool(seat[s, OPEN] > 0)
    value = pon_of >= 0 and (value_kinds(g, s) >> pon_of) & 1
    if threats(g, seat, s) and shanten > 0 and not (shanten == 1 and is_open):
        return False
    chance = 0
    if is_open:
        chance = 95 if shanten < was else 0
    elif value:
        chance = 85 if shanten <= was else 0
    elif shanten < was:
        chance = 80 if shanten <= 1 else 60 if shanten == 2 else 35
    elif shanten == was and shanten <= 3 and HONITSU_M <= after % 16 <= OUTER:
        chance = 50
    if not is_open:
        if style == CALLER:
            chance += chance // 2
        elif style == CLOSED:
            chance = chance // 3
        if was <= 1 and not value and style < KANS_AND_FLUSHES:
            chance = chance // 2
    elif after % 16 >= 8 and style != CALLER:
        chance = chance // 2
    if not is_open and after % 16 >= 8:
        chance = chance // 4
    return random_below(g, 100) < chance
