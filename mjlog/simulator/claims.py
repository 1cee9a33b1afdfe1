"""What the others do with a discard: pon, open kan, chi."""

from __future__ import annotations

from typing import Any

from ..codes import (
    CHI,
    DAIMINKAN,
    PON,
)
from ..engine.hands import TILE_HI, TILE_LO
from ..engine.jit import kernel
from ..engine.layout import MELDS_SHIFT, OPEN_SHIFT
from ..engine.report import L, T
from ..engine.shape import held_mask
from ..engine.turns import forbidden_discards
from ..rules.columns import CHI as CHI_RULE
from ..tiles import KIND
from .actions import (
    call,
    plant,
    wants_fault,
)
from .bots import (
    COLLECTOR,
    KANS_AND_FLUSHES,
    best_plan,
    threats,
    value_kinds,
    wants_call,
)
from .kans import kans_made
from .table import (
    ACCEPTED,
    CODE,
    DISCARDED,
    E_ID,
    E_KIND,
    E_SEAT,
    E_TILE,
    EVENTS,
    HELD,
    HI,
    KANS,
    LAST_DISCARD,
    LIVE,
    LO,
    LOST,
    MELD_KINDS,
    MELDS,
    OPEN,
    PLAYERS,
    QUIET,
    REPLACED,
    RIICHI_,
    RUNS,
    STYLE,
    TILE,
    WAITS,
    WALL_TILES,
    random_below,
    tile_of_kind,
)

__all__ = ["calls_early", "last_draw", "offer", "take_pon"]


@kernel
def calls_early(g: Any, seat: Any, ev: Any, s: int, rule: Any, tables: Any, work: Any) -> int:
    """Let another player pon the last discard although the next one has drawn (fault L103)."""
    if not wants_fault(g, L + 103) or g[DISCARDED] < 10 or g[LAST_DISCARD] < 0:
        return -1
    last = int(g[LAST_DISCARD])
    if seat[s, RIICHI_] or last != last_draw(g, ev) - 1:
        return -1
    kind = int(KIND[int(ev[E_TILE, last])])
    for o in range(int(g[PLAYERS])):
        if o == s or o == ev[E_SEAT, last] or seat[o, RIICHI_]:
            continue
        if held_mask(int(seat[o, LO]), int(seat[o, HI]), 1, tables) >> kind & 1:
            plant(g, o)
            seat[s, LOST] = 1
            seat[s, WAITS] = 0
            take_pon(g, seat, ev, o, kind, rule, tables, work)
            return o
    return -1


@kernel
def last_draw(g: Any, ev: Any) -> int:
    """Return the last draw."""
    e = int(g[EVENTS]) - 1
    while ev[E_KIND, e] != 0:
        e -= 1
    return e


@kernel
def take_pon(
    g: Any, seat: Any, ev: Any, s: int, kind: int, rule: Any, tables: Any, work: Any
) -> None:
    """Take the last discard, of ``kind``, for a pon."""
    used = work[4]
    first = tile_of_kind(g, seat, s, kind, True, -1)
    used[8] = first
    second = tile_of_kind(g, seat, s, kind, True, first)
    if second < 0:  # a tile that somebody else has (fault T102)
        second = 4 * kind
        while second == first or second == int(ev[E_ID, int(g[LAST_DISCARD])]):
            second += 1
    used[9] = second
    used[10] = 255
    call(g, seat, ev, s, PON, used[8:11], rule, tables, work)


@kernel
def offer(g: Any, seat: Any, ev: Any, owner: int, rule: Any, tables: Any, work: Any) -> int:
    """Offer the last discard for calls.

    Returns:
        The caller (+ 8 after an open kan), -1 when nobody calls.
    """
    if g[QUIET] or (g[LIVE] <= 0 and not wants_fault(g, L + 110)):
        return -1
    players = int(g[PLAYERS])
    code = int(ev[E_TILE, int(g[LAST_DISCARD])])
    kind = int(KIND[code])
    for turn in range(1, players):
        s = (owner + turn) % players
        what = _wants_pon(g, seat, ev, s, kind, rule, tables, work)
        if what == DAIMINKAN:
            used = work[4]
            place = 8
            for i in range(int(seat[s, HELD])):
                tile_id = int(seat[s, TILE + i])
                if int(KIND[int(g[CODE + tile_id])]) == kind:
                    used[place] = tile_id
                    place += 1
            call(g, seat, ev, s, DAIMINKAN, used[8:11], rule, tables, work)
            return s + 8
        if what == PON:
            take_pon(g, seat, ev, s, kind, rule, tables, work)
            return s
    foul = wants_fault(g, L + 105) and players == 3
    if kind >= 27 or not (rule[CHI_RULE] or foul):
        return -1
    s = (owner + 1) % players
    if wants_fault(g, L + 104):
        s = (owner + 2) % players
    if _takes_chi(g, seat, ev, s, kind, rule, tables, work):
        if foul or wants_fault(g, L + 104):
            plant(g, s)
        return s
    return -1


@kernel
def _plan_after(
    g: Any, seat: Any, s: int, a: int, b: int, low: int, kinds: int, rule: Any, tables: Any
) -> int:
    """Return :func:`best_plan` after calling with own tiles of kinds ``a`` and ``b``."""
    lo = int(seat[s, LO]) - int(TILE_LO[a]) - int(TILE_LO[b])
    hi = (
        int(seat[s, HI])
        - int(TILE_HI[a])
        - int(TILE_HI[b])
        + (1 << MELDS_SHIFT)
        + (1 << OPEN_SHIFT)
    )
    was = int(seat[s, MELD_KINDS])
    runs = int(seat[s, RUNS])
    seat[s, MELD_KINDS] = was | kinds << low
    if kinds == 7:
        seat[s, RUNS] = runs + 1
    plan = best_plan(g, seat, s, lo, hi, True, rule, tables)
    seat[s, MELD_KINDS] = was
    seat[s, RUNS] = runs
    return plan


@kernel
def _wants_pon(
    g: Any, seat: Any, ev: Any, s: int, kind: int, rule: Any, tables: Any, work: Any
) -> int:
    """Return PON, DAIMINKAN or -1: what a player wants to do with a discard of ``kind``."""
    lo, hi = int(seat[s, LO]), int(seat[s, HI])
    three = held_mask(lo, hi, 2, tables) >> kind & 1
    room = int(g[REPLACED]) < (4 if g[WALL_TILES] == 136 else 8) and g[LIVE] > 0
    if three and room and kans_made(g, seat) < 4 and not seat[s, LOST]:
        if seat[s, RIICHI_]:
            if wants_fault(g, L + 114) and seat[s, ACCEPTED]:
                plant(g, s)
                return DAIMINKAN
        elif seat[s, STYLE] >= KANS_AND_FLUSHES and not threats(g, seat, s):
            keen = 4 + 6 * int(seat[s, KANS])
            if seat[s, OPEN] == 0 and not (value_kinds(g, s) >> kind) & 1:
                keen = 1 + 5 * int(seat[s, KANS])
            if seat[s, STYLE] == COLLECTOR or random_below(g, 10) < keen:
                return DAIMINKAN
    if seat[s, RIICHI_] or seat[s, LOST] or seat[s, MELDS] > 3:
        return -1
    two = held_mask(lo, hi, 1, tables) >> kind & 1
    if wants_fault(g, T + 102) and g[DISCARDED] > 12 and not two:
        held = held_mask(lo, hi, 0, tables) >> kind & 1
        if held and 0 < kind % 9 < 8 and kind < 27:
            seat[s, LOST] = 1
            seat[s, WAITS] = 0
            plant(g, s)
            return PON
    if not two:
        return -1
    if three and wants_fault(g, L + 112) and room and kans_made(g, seat) < 4:
        return PON
    before = best_plan(g, seat, s, lo, hi, bool(seat[s, OPEN] > 0), rule, tables)
    after = _plan_after(g, seat, s, kind, kind, kind, 1, rule, tables)
    held = held_mask(lo - 2 * int(TILE_LO[kind]), hi - 2 * int(TILE_HI[kind]), 0, tables)
    if held & ~forbidden_discards(rule, PON, kind, kind | kind << 8) == 0:
        return -1
    if g[LIVE] <= 0:
        plant(g, s)
        return PON
    return PON if wants_call(g, seat, s, before, after, kind, tables) else -1


@kernel
def _takes_chi(
    g: Any, seat: Any, ev: Any, s: int, kind: int, rule: Any, tables: Any, work: Any
) -> bool:
    """Make the best chi of a discard of ``kind`` if the player wants one."""
    if seat[s, RIICHI_] or seat[s, LOST] or seat[s, MELDS] > 3:
        return False
    lo, hi = int(seat[s, LO]), int(seat[s, HI])
    held = held_mask(lo, hi, 0, tables)
    number = kind % 9
    best = 999
    low = -1
    forced = bool(g[LIVE] <= 0)
    for first in range(max(kind - 2, kind - number), min(kind, kind - number + 6) + 1):
        a = first if first != kind else kind + 1
        b = first + 2 if first + 2 != kind else kind - 1
        if not (held >> a) & 1 or not (held >> b) & 1:
            continue
        if int(g[PLAYERS]) == 3 and kind < 9:
            continue
        rest = held_mask(
            lo - int(TILE_LO[a]) - int(TILE_LO[b]), hi - int(TILE_HI[a]) - int(TILE_HI[b]), 0,
            tables,
        )  # fmt: skip
        stuck = rest & ~forbidden_discards(rule, CHI, kind, a | b << 8) == 0
        if stuck and not wants_fault(g, L + 109):
            continue
        forced = forced or stuck
        plan = _plan_after(g, seat, s, a, b, first, 7, rule, tables)
        if plan < best or stuck:
            best = plan if not stuck else -1
            low = first
    if low < 0:
        return False
    before = best_plan(g, seat, s, lo, hi, bool(seat[s, OPEN] > 0), rule, tables)
    if not forced and not wants_call(g, seat, s, before, best, -1, tables):
        return False
    if forced:
        plant(g, s)
    used = work[4]
    a = low if low != kind else kind + 1
    b = low + 2 if low + 2 != kind else kind - 1
    used[8] = tile_of_kind(g, seat, s, a, True, -1)
    used[9] = tile_of_kind(g, seat, s, b, True, -1)
    used[10] = 255
    call(g, seat, ev, s, CHI, used[8:11], rule, tables, work)
    return True
