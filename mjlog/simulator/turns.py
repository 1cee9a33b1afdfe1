"""A player's own turn: win, declare, kan, or choose a discard."""

from __future__ import annotations

from typing import Any, Final

from ..codes import (
    KAKAN,
    KYUUSHU,
    PON,
    SUUKAN,
    WIN,
)
from ..engine.hands import TILE_HI, TILE_LO
from ..engine.jit import kernel
from ..engine.report import L, T
from ..engine.shape import held_mask, popcount, shanten_of, shape_of
from ..engine.turns import forbidden_discards
from ..rules.columns import (
    ABORT_KYUUSHU,
    ABORT_SUUKAN,
    FURITEN_RIICHI,
    RIICHI_MIN_POINTS,
    RIICHI_MIN_WALL,
    SUUKAN_TIMING,
)
from ..tiles import KIND, YAOCHUU_MASK
from .actions import (
    declare_riichi,
    discard,
    kan,
    plant,
    turn_due,
    wants_fault,
)
from .bots import (
    CLOSED,
    choose_discard,
    threats,
)
from .claims import last_draw
from .kans import four_kans, kan_or_kita
from .rons import is_cheap_win, rons
from .table import (
    ACCEPTED,
    CODE,
    DEALER,
    DECLARER,
    DECLARING,
    DISCARDED,
    DORA_LATER,
    DRAWN,
    E_KIND,
    E_TILE,
    E_USED,
    EVENTS,
    FAULT,
    FIRST,
    FIRST_TILE,
    HELD,
    HI,
    KINDS,
    LIVE,
    LO,
    LOST,
    MELD_KINDS,
    NOTHING,
    OPEN,
    PLANTED,
    PLAYERS,
    POINTS,
    QUIET,
    RESULT,
    RIICHI_,
    RIVER,
    STYLE,
    TILE,
    WAITS,
    WINNERS,
    emit,
    lose,
    random_below,
    tile_of_kind,
    turn_dora,
)
from .values import score_win

__all__ = ["act", "discard_after_call"]

# What comes next.
DRAWS: Final = 0
REPLACES: Final = 1
ACTS: Final = 2
DISCARDS: Final = 3  # after chi or pon
OVER: Final = 4


@kernel
def _wins_by_draw(
    g: Any, seat: Any, ev: Any, s: int, rules: Any, tables: Any, work: Any, cases: Any,
    results: Any,
) -> bool:  # fmt: skip
    """Tell whether a player calls tsumo."""
    if g[QUIET] or seat[s, LOST]:
        return False
    drawn = int(seat[s, DRAWN])
    complete = shanten_of(int(seat[s, LO]), int(seat[s, HI]), int(g[KINDS]), tables) < 0
    if complete and wants_fault(g, L + 137):
        return False
    bluff = wants_fault(g, L + 150) and g[DISCARDED] > 16 and not seat[s, RIICHI_]
    if not complete and bluff and seat[s, OPEN] == 0:
        plant(g, s)
        complete = True
    if not complete:
        return False
    where = work[6]
    where[8], where[9], where[10] = s, s, int(g[CODE + drawn])
    where[11], where[12] = last_draw(g, ev), 0
    if not score_win(g, seat, ev, rules, work, cases, results, where[8:13]):
        if is_cheap_win(g, cases, results, 0):
            plant(g, s)
        elif g[FAULT] != L + 150 or g[PLANTED] == 0:
            return False
    emit(g, ev, WIN, s, drawn, s, NOTHING, 0)
    g[WINNERS] = 1
    g[RESULT] = -1
    return True


@kernel
def act(
    g: Any, seat: Any, ev: Any, s: int, rules: Any, tables: Any, work: Any, cases: Any,
    results: Any,
) -> int:  # fmt: skip
    """Let a player who has drawn win, declare, kan or discard; return the next phase."""
    rule = rules[0]
    if _wins_by_draw(g, seat, ev, s, rules, tables, work, cases, results):
        return OVER
    drawn = int(seat[s, DRAWN])
    if seat[s, LOST]:
        discard(g, seat, ev, s, drawn, rule, tables, work)
        return DRAWS
    lo, hi = int(seat[s, LO]), int(seat[s, HI])
    if seat[s, FIRST] and not g[QUIET]:
        orphans = popcount(held_mask(lo, hi, 0, tables) & YAOCHUU_MASK)
        if (rule[ABORT_KYUUSHU] and 9 <= orphans <= 10 and random_below(g, 10) < 8) or (
            wants_fault(g, L + 130) and orphans < 9
        ):
            if orphans < 9:
                plant(g, s)
            g[RESULT] = KYUUSHU
            g[DECLARER] = s
            return OVER
    if wants_fault(g, L + 142) and g[DISCARDED] > 14:
        turn_dora(g, ev)
        plant(g, s)
    if wants_fault(g, L + 126):
        _riichi_out_of_turn(g, seat, ev, s, rule)
    event = kan_or_kita(g, seat, ev, s, rule, tables, work)
    if event >= 0:
        if rons(g, seat, ev, event, rules, work, cases, results):
            return OVER
        if rule[ABORT_SUUKAN] and int(rule[SUUKAN_TIMING]) == 0 and four_kans(g, seat):
            if not wants_fault(g, L + 135):
                g[RESULT] = SUUKAN
                return OVER
            plant(g, s)
        return REPLACES
    turn_due(g, ev, DORA_LATER)
    tile_id = _own_discard(g, seat, ev, s, rule, tables, work)
    _let_go(g, seat, ev, s, tile_id, rule, tables, work)
    return DRAWS


@kernel
def _let_go(
    g: Any, seat: Any, ev: Any, s: int, tile_id: int, rule: Any, tables: Any, work: Any
) -> None:
    """Discard a tile, or (fault T101) record one that the player does not have."""
    if wants_fault(g, T + 101) and g[DISCARDED] > 12 and not seat[s, RIICHI_]:
        held = held_mask(int(seat[s, LO]), int(seat[s, HI]), 0, tables)
        for k in range(1, 8):
            kind = 9 + k
            if not (held >> kind) & 1:
                plant(g, s)
                seat[s, LOST] = 1
                lose(g, seat, s, tile_id)
                tile_id = 4 * kind + 3
                break
    discard(g, seat, ev, s, tile_id, rule, tables, work)


@kernel
def _riichi_out_of_turn(g: Any, seat: Any, ev: Any, s: int, rule: Any) -> None:
    """The next player declares riichi before it has drawn (fault L126)."""
    o = (s + 1) % int(g[PLAYERS])
    for other in range(int(g[PLAYERS])):
        if seat[other, DECLARING]:
            return
    if seat[o, RIICHI_] or seat[o, OPEN] or seat[o, WAITS] == 0 or g[LIVE] < 8:
        return
    if seat[o, POINTS] < int(rule[RIICHI_MIN_POINTS]) or seat[o, LOST]:
        return
    declare_riichi(g, seat, ev, o)
    seat[o, DECLARING] = 2  # nobody takes a deposit for it
    plant(g, o)


@kernel
def _own_discard(g: Any, seat: Any, ev: Any, s: int, rule: Any, tables: Any, work: Any) -> int:
    """Choose the tile to discard after a draw; riichi is declared here."""
    drawn = int(seat[s, DRAWN])
    if seat[s, RIICHI_]:
        room = bool(g[LIVE] >= int(rule[RIICHI_MIN_WALL]) and seat[s, POINTS] >= 1000)
        if wants_fault(g, L + 124) and seat[s, ACCEPTED] and room:
            declare_riichi(g, seat, ev, s)
            plant(g, s)
        if wants_fault(g, L + 115) and seat[s, ACCEPTED]:
            for i in range(int(seat[s, HELD])):
                other = int(seat[s, TILE + i])
                if KIND[int(g[CODE + other])] != KIND[int(g[CODE + drawn])]:
                    plant(g, s)
                    return other
        return drawn
    first = int(g[FIRST_TILE])
    if first >= 0 and seat[s, FIRST]:
        tile_id = tile_of_kind(g, seat, s, first, False, -1)
        if tile_id >= 0:
            return tile_id
    if g[QUIET]:
        return _quiet_discard(g, seat, s)
    kind, shanten, live = choose_discard(g, seat, s, 0, rule, tables, work)
    tile_id = tile_of_kind(g, seat, s, kind, False, -1)
    if _declares(g, seat, s, tile_id, shanten, live, rule, tables):
        declare_riichi(g, seat, ev, s)
    return tile_id


@kernel
def _quiet_discard(g: Any, seat: Any, s: int) -> int:
    """Discard in a quiet round: the dealer lets go outer tiles, the others middle ones."""
    best = -1
    for i in range(int(seat[s, HELD])):
        tile_id = int(seat[s, TILE + i])
        outer = (YAOCHUU_MASK >> int(KIND[int(g[CODE + tile_id])])) & 1
        if outer == (1 if s == int(g[DEALER]) else 0):
            best = tile_id
    return best if best >= 0 else int(seat[s, DRAWN])


@kernel
def _declares(
    g: Any, seat: Any, s: int, tile_id: int, shanten: int, live: int, rule: Any, tables: Any
) -> bool:
    """Tell whether a player declares riichi with this discard."""
    code = int(g[CODE + tile_id])
    for o in range(int(g[PLAYERS])):
        if seat[o, DECLARING]:
            return False
    is_open = bool(seat[s, OPEN] > 0)
    poor = bool(seat[s, POINTS] < int(rule[RIICHI_MIN_POINTS]))
    late = bool(g[LIVE] < int(rule[RIICHI_MIN_WALL]))
    early = bool(g[DISCARDED] <= 14 or is_open or poor or late)
    if wants_fault(g, L + 121) and shanten > 0 and not early:
        plant(g, s)
        return True
    waits, useful = shape_of(
        int(seat[s, LO]) - int(TILE_LO[code]), int(seat[s, HI]) - int(TILE_HI[code]), 0,
        int(g[KINDS]), tables,
    )  # fmt: skip
    gone = 0
    for k in range(34):
        if (useful >> k) & 1 and int(seat[s, MELD_KINDS]) >> k & 1:
            gone |= 1 << k
    if shanten != 0 or waits != 0 or useful & ~gone == 0 or wants_fault(g, L + 126):
        return False
    furiten = bool((int(seat[s, RIVER]) | (1 << int(KIND[code]))) & useful)
    broken = 0
    if is_open:
        if not wants_fault(g, L + 120):
            return False
        broken += 1
    if poor:
        if not wants_fault(g, L + 122):
            return False
        broken += 1
    if late:
        if not wants_fault(g, L + 123) or g[LIVE] == 0:
            return False
        broken += 1
    if furiten and not rule[FURITEN_RIICHI]:
        if not wants_fault(g, L + 125):
            return False
        broken += 1
    if broken == 1:
        plant(g, s)
        return True
    if broken > 1 or live == 0:
        return False
    chance = 74
    if live <= 2:
        chance = 40
    if furiten:
        chance = 35
    if threats(g, seat, s) and live < 4:
        chance -= 25
    if g[LIVE] < 12:
        chance -= 30
    if seat[s, STYLE] == CLOSED:
        chance += 8
    return random_below(g, 100) < chance


@kernel
def discard_after_call(
    g: Any, seat: Any, ev: Any, s: int, rule: Any, tables: Any, work: Any
) -> int:
    """Discard after a chi or pon (or, fault L112, make a kan); return the next phase."""
    called = int(g[EVENTS]) - 1
    kind = int(KIND[int(ev[E_TILE, called])])
    banned = forbidden_discards(
        rule, int(ev[E_KIND, called]), int(ev[E_TILE, called]), int(ev[E_USED, called])
    )
    held = held_mask(int(seat[s, LO]), int(seat[s, HI]), 0, tables)
    again = held >> kind & 1 and ev[E_KIND, called] == PON and g[LIVE] > 0
    if wants_fault(g, L + 112) and again:
        plant(g, s)
        kan(g, seat, ev, s, KAKAN, kind, rule, tables, work)
        return REPLACES
    if wants_fault(g, L + 108) and held & banned and held & ~banned:
        plant(g, s)
        banned = ~banned
    if held & ~banned == 0:
        banned = 0
    chosen, _, _ = choose_discard(g, seat, s, banned, rule, tables, work)
    tile_id = tile_of_kind(g, seat, s, chosen, False, -1)
    _let_go(g, seat, ev, s, tile_id, rule, tables, work)
    return DRAWS
