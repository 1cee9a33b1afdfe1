"""When a player makes a kan or sets a North aside."""

from __future__ import annotations

from typing import Any

from ..codes import (
    ANKAN,
    KAKAN,
    KITA,
    PON,
)
from ..engine.hands import TILE_HI, TILE_LO
from ..engine.jit import kernel
from ..engine.report import L
from ..engine.riichi import ankan_keeps_riichi
from ..engine.shape import held_mask, popcount, shanten_of, shape_of
from ..replay import MELDS_SHIFT
from ..rules.columns import KITA as KITA_RULE
from ..tiles import KIND, YAOCHUU_MASK
from .actions import (
    kan,
    plant,
    wants_fault,
)
from .bots import (
    KANS_AND_FLUSHES,
    threats,
)
from .table import (
    ACCEPTED,
    CODE,
    DISCARDED,
    DRAWN,
    FAULT,
    HI,
    KANS,
    KINDS,
    LIVE,
    LO,
    MELD,
    MELDS,
    QUIET,
    REPLACED,
    RIICHI_,
    SEEN,
    STYLE,
    WAITS,
    WALL_TILES,
    random_below,
)

__all__ = ["four_kans", "kan_or_kita", "kans_made"]


@kernel
def kans_made(g: Any, seat: Any) -> int:
    """Return how many kans the round has seen."""
    return int(seat[0, KANS] + seat[1, KANS] + seat[2, KANS] + seat[3, KANS])


@kernel
def four_kans(g: Any, seat: Any) -> bool:
    """Tell whether two or more players have made four kans."""
    most = max(max(seat[0, KANS], seat[1, KANS]), max(seat[2, KANS], seat[3, KANS]))
    return kans_made(g, seat) >= 4 and most < 4


@kernel
def kan_or_kita(g: Any, seat: Any, ev: Any, s: int, rule: Any, tables: Any, work: Any) -> int:
    """Make a kan or set a North aside if the player wants to; return the event or -1."""
    lo, hi = int(seat[s, LO]), int(seat[s, HI])
    if g[LIVE] <= 0:
        if not wants_fault(g, L + 111):
            return -1
    elif wants_fault(g, L + 111):
        return -1
    drawn_kind = int(KIND[int(g[CODE + int(seat[s, DRAWN])])])
    full = int(g[REPLACED]) >= (4 if g[WALL_TILES] == 136 else 8)
    if held_mask(lo, hi, 0, tables) >> 30 & 1 and not g[QUIET] and g[LIVE] > 0 and not full:
        allowed = int(rule[KITA_RULE]) == 1 and (not seat[s, RIICHI_] or drawn_kind == 30)
        if allowed and popcount(held_mask(lo, hi, 0, tables) & YAOCHUU_MASK) < 11:
            return kan(g, seat, ev, s, KITA, 30, rule, tables, work)
        if wants_fault(g, L + 117) and not allowed and not seat[s, RIICHI_]:
            plant(g, s)
            return kan(g, seat, ev, s, KITA, 30, rule, tables, work)
    fifth = wants_fault(g, L + 113)
    if (kans_made(g, seat) >= 4 or full or g[QUIET]) and not fifth:
        return -1
    four = held_mask(lo, hi, 3, tables)
    shanten = shanten_of(lo, hi, int(g[KINDS]), tables)
    for kind in range(34):
        bit = 1 << kind
        if four & bit:
            if not _wants_ankan(g, seat, s, kind, shanten, rule, tables, work):
                continue
            if fifth and kans_made(g, seat) == 4:
                plant(g, s)
            if g[LIVE] <= 0:
                plant(g, s)
            return kan(g, seat, ev, s, ANKAN, kind, rule, tables, work)
        if seat[s, RIICHI_] or not held_mask(lo, hi, 0, tables) & bit:
            continue
        has_pon = False
        for i in range(int(seat[s, MELDS])):
            if int(seat[s, MELD + 2 * i]) == PON and int(seat[s, MELD + 2 * i + 1]) == kind:
                has_pon = True
        if has_pon:
            after = shanten_of(
                lo - int(TILE_LO[kind]), hi - int(TILE_HI[kind]), int(g[KINDS]), tables
            )
            chance = 70 if seat[s, STYLE] < KANS_AND_FLUSHES else 95
            if threats(g, seat, s) and shanten > 0 and seat[s, STYLE] < KANS_AND_FLUSHES:
                chance = 5
            if (after <= max(shanten, 0) and random_below(g, 100) < chance) or g[LIVE] <= 0:
                if g[LIVE] <= 0:
                    plant(g, s)
                return kan(g, seat, ev, s, KAKAN, kind, rule, tables, work)
        elif (
            wants_fault(g, L + 106)
            and g[DISCARDED] > 12
            and kind == drawn_kind
            and not held_mask(lo, hi, 1, tables) & bit
            and int(g[SEEN + kind]) < 3
        ):
            plant(g, s)
            return kan(g, seat, ev, s, KAKAN, kind, rule, tables, work)
    return -1


@kernel
def _wants_ankan(
    g: Any, seat: Any, s: int, kind: int, shanten: int, rule: Any, tables: Any, work: Any
) -> bool:
    """Tell whether a player makes a concealed kan of ``kind``."""
    lo, hi = int(seat[s, LO]), int(seat[s, HI])
    after_lo = lo - 4 * int(TILE_LO[kind])
    after_hi = hi - 4 * int(TILE_HI[kind]) + (1 << MELDS_SHIFT)
    for suit in range(3):
        if kind == 9 * suit + 4:  # the reds of the four leave the hand too; shape ignores them
            after_hi = after_hi & ~(3 << (17 + 2 * suit))
    after, useful = shape_of(after_lo, after_hi, 0, int(g[KINDS]), tables)
    if g[LIVE] <= 0 or g[FAULT] == L + 113 or g[FAULT] == L + 155:
        return True
    if not seat[s, RIICHI_]:
        chance = 85
        if seat[s, STYLE] >= KANS_AND_FLUSHES:
            return after <= max(shanten, 0) + 1
        if threats(g, seat, s) and after > 0:
            chance = 15
        return after <= max(shanten, 0) and random_below(g, 100) < chance
    drawn = int(seat[s, DRAWN])
    waits = useful if after == 0 else 0
    allowed = False
    if int(KIND[int(g[CODE + drawn])]) == kind:
        code = int(g[CODE + drawn])
        allowed = ankan_keeps_riichi(
            rule, lo - int(TILE_LO[code]), hi - int(TILE_HI[code]), int(seat[s, WAITS]), kind,
            waits, work[2],
        )  # fmt: skip
    if not allowed and wants_fault(g, L + 116) and seat[s, ACCEPTED]:
        plant(g, s)
        return True
    return allowed and random_below(g, 10) < 8
