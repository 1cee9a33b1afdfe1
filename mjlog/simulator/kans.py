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
from ..engine.layout import MELDS_SHIFT
from ..engine.report import L
from ..engine.riichi import ankan_keeps_riichi
from ..engine.shape import held_mask, popcount, shanten_of, shape_of
from ..rules.columns import KITA as KITA_RULE
from ..tiles import KIND, NORTH, YAOCHUU_MASK
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
    if bool(g[LIVE] <= 0) != wants_fault(g, L + 111):
        return -1
    choice = _north(g, seat, s, rule, tables)
    if choice < 0:
        choice = _kan_choice(g, seat, s, rule, tables, work)
    if choice < 0:
        return -1
    return kan(g, seat, ev, s, choice // 64, choice % 64, rule, tables, work)


@kernel
def _north(g: Any, seat: Any, s: int, rule: Any, tables: Any) -> int:
    """Return ``64 × KITA + kind`` when the player sets a North aside, else -1."""
    held = held_mask(int(seat[s, LO]), int(seat[s, HI]), 0, tables)
    if not (held >> NORTH) & 1 or g[QUIET] or g[LIVE] <= 0 or _no_replacement(g):
        return -1
    drawn = int(KIND[int(g[CODE + int(seat[s, DRAWN])])])
    allowed = int(rule[KITA_RULE]) == 1 and (not seat[s, RIICHI_] or drawn == NORTH)
    if allowed and popcount(held & YAOCHUU_MASK) < 11:
        return 64 * KITA + NORTH
    if wants_fault(g, L + 117) and not allowed and not seat[s, RIICHI_]:
        plant(g, s)
        return 64 * KITA + NORTH
    return -1


@kernel
def _no_replacement(g: Any) -> bool:
    return bool(g[REPLACED] >= (4 if g[WALL_TILES] == 136 else 8))


@kernel
def _kan_choice(g: Any, seat: Any, s: int, rule: Any, tables: Any, work: Any) -> int:
    """Return ``64 × event kind + tile kind`` of the kan that the player makes, else -1."""
    fifth = wants_fault(g, L + 113)
    if (kans_made(g, seat) >= 4 or _no_replacement(g) or g[QUIET]) and not fifth:
        return -1
    lo, hi = int(seat[s, LO]), int(seat[s, HI])
    pons = 0
    for i in range(int(seat[s, MELDS])):
        if int(seat[s, MELD + 2 * i]) == PON:
            pons |= 1 << int(seat[s, MELD + 2 * i + 1])
    held = held_mask(lo, hi, 0, tables)
    four = held_mask(lo, hi, 3, tables)
    odd = wants_fault(g, L + 106) and g[DISCARDED] > 12 and not seat[s, RIICHI_]
    if four == 0 and held & pons == 0 and not odd:
        return -1
    single = held & ~held_mask(lo, hi, 1, tables)
    drawn = int(KIND[int(g[CODE + int(seat[s, DRAWN])])])
    shanten = shanten_of(lo, hi, int(g[KINDS]), tables)
    for kind in range(34):
        bit = 1 << kind
        if four & bit:
            if _wants_ankan(g, seat, s, kind, shanten, rule, tables, work):
                if g[LIVE] <= 0 or (fifth and kans_made(g, seat) == 4):
                    plant(g, s)
                return 64 * ANKAN + kind
        elif not seat[s, RIICHI_] and held & pons & bit:
            if _wants_kakan(g, seat, s, kind, shanten, tables):
                if g[LIVE] <= 0:
                    plant(g, s)
                return 64 * KAKAN + kind
        elif odd and kind == drawn and single & bit and g[SEEN + kind] < 3:
            plant(g, s)
            return 64 * KAKAN + kind
    return -1


@kernel
def _wants_kakan(g: Any, seat: Any, s: int, kind: int, shanten: int, tables: Any) -> bool:
    """Tell whether a player adds a tile to the pon of ``kind``."""
    if g[LIVE] <= 0:
        return True
    lo = int(seat[s, LO]) - int(TILE_LO[kind])
    hi = int(seat[s, HI]) - int(TILE_HI[kind])
    keen = bool(seat[s, STYLE] >= KANS_AND_FLUSHES)
    chance = 95 if keen else 70
    if threats(g, seat, s) and shanten > 0 and not keen:
        chance = 5
    after = shanten_of(lo, hi, int(g[KINDS]), tables)
    return after <= max(shanten, 0) and random_below(g, 100) < chance


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
    if g[LIVE] <= 0 or g[FAULT] == L + 113 or g[FAULT] == L + 135 or g[FAULT] == L + 155:
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
