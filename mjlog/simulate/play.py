"""One round, from the deal to its end: whose turn it is and what the bots do with it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..codes import ANKAN, CHI, DAIMINKAN, EXHAUSTIVE, KAKAN, KITA, KYUUSHU, PON, SUUCHA, SUUFON
from ..codes import SANCHAHOU, SUUKAN, WIN
from ..engine.jit import kernel
from ..engine.report import L, T
from ..engine.riichi import ankan_keeps_riichi, unpack
from ..engine.shape import held_mask, popcount, shanten_of, shape_of
from ..engine.hands import TILE_HI, TILE_LO
from ..engine.turns import forbidden_discards
from ..engine.wall_check import deal_place, dora_place
from ..engine.win import CASE_DORA
from ..rules.columns import (
    ABORT_KYUUSHU,
    ABORT_SUUCHA,
    ABORT_SUUFON,
    ABORT_SUUKAN,
    FURITEN_RIICHI,
    RIICHI_MIN_POINTS,
    RIICHI_MIN_WALL,
    SUUKAN_TIMING,
    TEMP_FURITEN_CLEAR,
)
from ..rules.columns import CHI as CHI_RULE
from ..rules.columns import KITA as KITA_RULE
from ..tiles import KIND, YAOCHUU_MASK
from .actions import (
    _is_cheap_win,
    call,
    declare_riichi,
    discard,
    due_dora,
    kan,
    pay_deposit,
    plant,
    rons,
    settle_riichi,
    turn_due,
    wants_fault,
)
from .bots import (
    CLOSED,
    KANS_AND_FLUSHES,
    best_plan,
    choose_discard,
    threats,
    value_kinds,
    wants_call,
)
from .table import (
    ACCEPTED,
    CALLS,
    CODE,
    DEALER,
    DECLARER,
    DECLARING,
    DISCARDED,
    DORA_AFTER,
    DORA_LATER,
    DORA_NOW,
    DRAWN,
    E_ID,
    E_KIND,
    E_SEAT,
    E_TILE,
    E_USED,
    EVENTS,
    FAULT,
    PLANTED,
    FIRST,
    FIRST_KINDS,
    FIRST_TILE,
    HELD,
    HI,
    INDICATOR,
    KANS,
    KINDS,
    LAST_DISCARD,
    LIVE,
    LO,
    LOST,
    MELD,
    MELDS,
    MELD_KINDS,
    NOTHING,
    OPEN,
    PLAYERS,
    POINTS,
    QUIET,
    REPLACED,
    RESULT,
    RIICHI_,
    RIVER,
    RUNS,
    SEEN,
    SHANTEN,
    STYLE,
    TILE,
    TURNED,
    WAITS,
    WALL,
    WALL_TILES,
    WINNERS,
    draw_tile,
    emit,
    gain,
    lose,
    random_below,
    refresh_waits,
    score_win,
    show,
    tile_of_kind,
    turn_dora,
)

__all__ = ["play_round"]

# What comes next.
DRAWS: Final = 0
REPLACES: Final = 1
ACTS: Final = 2
DISCARDS: Final = 3  # after chi or pon
OVER: Final = 4
_GOING: Final = -9  # RESULT of a round that has not ended


@kernel
def _deal(g: Any, seat: Any, rule: Any, tables: Any, work: Any) -> None:
    """Deal thirteen tiles each and turn the first indicator."""
    players, size = int(g[PLAYERS]), int(g[WALL_TILES])
    for s in range(players):
        for k in range(13):
            place = deal_place((s - int(g[DEALER]) + players) % players, k, players, size)
            gain(g, seat, s, int(g[WALL + place]))
        seat[s, FIRST] = 1
        seat[s, DRAWN] = -1
        refresh_waits(g, seat, s, rule, tables, work)
    g[LIVE] = size - 14 - 13 * players
    g[TURNED] = 1
    g[INDICATOR] = g[CODE + int(g[WALL + dora_place(0, size, 1)])]
    show(g, int(KIND[int(g[INDICATOR])]))
    g[LAST_DISCARD] = -1
    g[RESULT] = _GOING
    g[DECLARER] = 255


@kernel
def _kans(g: Any, seat: Any) -> int:
    return int(seat[0, KANS] + seat[1, KANS] + seat[2, KANS] + seat[3, KANS])


@kernel
def _four_kans(g: Any, seat: Any) -> bool:
    most = max(max(seat[0, KANS], seat[1, KANS]), max(seat[2, KANS], seat[3, KANS]))
    return _kans(g, seat) >= 4 and most < 4


@kernel
def play_round(
    g: Any, seat: Any, ev: Any, rules: Any, tables: Any, work: Any, cases: Any, results: Any
) -> None:
    """Play a round.

    Args:
        g: int64[G_COLUMNS], the round; players, winds, counters, wall, codes, random state and
            fault are given.
        seat: int64[4, S_COLUMNS], points and styles are given.
        ev: int64[E_ROWS, MAX_EVENTS], written: the events.
        rules: int32[1, columns].
        tables: shape tables. work: int64[WORK_ROWS, 64], scratch.
        cases, results: int64[4, …], written: one row a win, in the order of the events.
    """
    rule = rules[0]
    _deal(g, seat, rule, tables, work)
    actor = int(g[DEALER])
    players = int(g[PLAYERS])
    phase = DRAWS
    while phase != OVER:
        if phase == DRAWS or phase == REPLACES:
            if phase == DRAWS and g[LIVE] <= 0:
                if not wants_fault(g, L + 137):
                    g[RESULT] = EXHAUSTIVE
                    break
                plant(g, actor)
            if phase == DRAWS and wants_fault(g, L + 101) and g[DISCARDED] > 9:
                actor = (actor + 1) % players
                plant(g, actor)
            late = 0
            if phase == REPLACES and g[DORA_NOW] > 0:
                if wants_fault(g, L + 140):
                    late = int(g[DORA_NOW])
                if late or wants_fault(g, L + 141):
                    g[DORA_NOW] = 0
                    plant(g, actor)
            turn_due(g, ev, DORA_NOW)
            draw_tile(g, seat, ev, actor, phase == REPLACES, int(rule[TEMP_FURITEN_CLEAR]) != 1)
            for _ in range(late):
                turn_dora(g, ev)
            phase = ACTS
        if phase == ACTS:
            caller = _calls_early(g, seat, ev, actor, rule, tables, work)
            if caller >= 0:
                actor = caller
                phase = DISCARDS
            else:
                phase = _act(g, seat, ev, actor, rules, tables, work, cases, results)
                if phase == REPLACES and g[LIVE] <= 0:  # a kan with the last tile
                    g[RESULT] = EXHAUSTIVE
                    break
                if phase != DRAWS:
                    continue
        elif phase == DISCARDS:
            phase = _discard_after_call(g, seat, ev, actor, rule, tables, work)
            if phase == REPLACES:
                continue
        if phase == DISCARDS:
            continue
        # a tile is on offer
        if rons(g, seat, ev, int(g[LAST_DISCARD]), rules, work, cases, results):
            break
        settle_riichi(g, seat, ev, actor, rule)
        if _aborts(g, seat, rule):
            break
        turn_due(g, ev, DORA_AFTER)
        if wants_fault(g, L + 102) and g[DISCARDED] > 9 and not seat[actor, RIICHI_]:
            seat[actor, LOST] = 1
            plant(g, actor)
            discard(g, seat, ev, actor, int(seat[actor, TILE]), rule, tables, work)
            if rons(g, seat, ev, int(g[LAST_DISCARD]), rules, work, cases, results):
                break
        taken = _offer(g, seat, ev, actor, rule, tables, work)
        if taken >= 0:
            actor = taken % 8
            phase = REPLACES if taken >= 8 else DISCARDS
        else:
            actor = (actor + 1) % players
            phase = DRAWS


@kernel
def _aborts(g: Any, seat: Any, rule: Any) -> bool:
    """Tell whether the round ends after this discard, and set RESULT."""
    number = int(g[DISCARDED])
    result = _GOING
    if (
        rule[ABORT_SUUFON] and g[PLAYERS] == 4 and number == 4 and g[CALLS] == 0
        and int(g[FIRST_KINDS]) & (15 << 27) and popcount(int(g[FIRST_KINDS])) == 1
    ):  # fmt: skip
        result = SUUFON
    if rule[ABORT_SUUCHA] and g[PLAYERS] == 4:
        if seat[0, RIICHI_] + seat[1, RIICHI_] + seat[2, RIICHI_] + seat[3, RIICHI_] == 4:
            result = SUUCHA
    if rule[ABORT_SUUKAN] and _four_kans(g, seat) and result == _GOING:
        result = SUUKAN
    if result != _GOING and wants_fault(g, L + 135):
        plant(g, 0)
        result = _GOING
    if result == _GOING:
        if wants_fault(g, L + 131) and number == 4:
            result = SUUFON
        elif wants_fault(g, L + 132) and number == 20:
            result = SUUCHA
        elif wants_fault(g, L + 133) and number == 22:
            result = SANCHAHOU
        elif wants_fault(g, L + 134) and number == 24:
            result = SUUKAN
        elif wants_fault(g, L + 136) and g[LIVE] == 5:
            result = EXHAUSTIVE
        if result != _GOING:
            plant(g, 0)
    g[RESULT] = result
    return result != _GOING


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
    if not complete:
        if wants_fault(g, L + 150) and g[DISCARDED] > 16 and not seat[s, RIICHI_]:
            if seat[s, OPEN] == 0:
                plant(g, s)
                complete = True
    if not complete:
        return False
    where = work[6]
    where[8], where[9], where[10] = s, s, int(g[CODE + drawn])
    where[11], where[12] = _draw_event(g, ev), 0
    if not score_win(g, seat, ev, rules, work, cases, results, where[8:13]):
        if g[FAULT] == L + 150 and g[PLANTED] == 1:
            pass
        elif _is_cheap_win(g, cases, results, 0):
            plant(g, s)
        else:
            return False
    emit(g, ev, WIN, s, drawn, s, NOTHING, 0)
    g[WINNERS] = 1
    g[RESULT] = -1
    return True


@kernel
def _draw_event(g: Any, ev: Any) -> int:
    """Return the last draw."""
    e = int(g[EVENTS]) - 1
    while ev[E_KIND, e] != 0:
        e -= 1
    return e


@kernel
def _act(
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
        if (
            rule[ABORT_KYUUSHU] and 9 <= orphans <= 10 and random_below(g, 10) < 8
        ) or wants_fault(g, L + 130) and orphans < 9:
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
    event = _kan_or_kita(g, seat, ev, s, rule, tables, work)
    if event >= 0:
        if rons(g, seat, ev, event, rules, work, cases, results):
            return OVER
        if rule[ABORT_SUUKAN] and int(rule[SUUKAN_TIMING]) == 0 and _four_kans(g, seat):
            g[RESULT] = SUUKAN
            return OVER
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
    plant(g, o)


@kernel
def _own_discard(
    g: Any, seat: Any, ev: Any, s: int, rule: Any, tables: Any, work: Any
) -> int:
    """Choose the tile to discard after a draw; riichi is declared here."""
    drawn = int(seat[s, DRAWN])
    if seat[s, RIICHI_]:
        if wants_fault(g, L + 124) and seat[s, ACCEPTED] and g[LIVE] >= int(rule[RIICHI_MIN_WALL]):
            if seat[s, POINTS] >= 1000:
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
    """Discard in a quiet round: the dealer lets go terminals and honours, the others middle tiles."""
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
    if wants_fault(g, L + 121) and shanten > 0 and g[DISCARDED] > 14 and not is_open:
        if not poor and not late:
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
def _kan_or_kita(
    g: Any, seat: Any, ev: Any, s: int, rule: Any, tables: Any, work: Any
) -> int:
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
    if (_kans(g, seat) >= 4 or full or g[QUIET]) and not fifth:
        return -1
    four = held_mask(lo, hi, 3, tables)
    shanten = shanten_of(lo, hi, int(g[KINDS]), tables)
    for kind in range(34):
        bit = 1 << kind
        if four & bit:
            if not _wants_ankan(g, seat, s, kind, shanten, rule, tables, work):
                continue
            if fifth and _kans(g, seat) == 4:
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
            chance = 70 if seat[s, STYLE] != KANS_AND_FLUSHES else 95
            if threats(g, seat, s) and shanten > 0 and seat[s, STYLE] != KANS_AND_FLUSHES:
                chance = 5
            if (after <= max(shanten, 0) and random_below(g, 100) < chance) or g[LIVE] <= 0:
                if g[LIVE] <= 0:
                    plant(g, s)
                return kan(g, seat, ev, s, KAKAN, kind, rule, tables, work)
        elif wants_fault(g, L + 106) and g[DISCARDED] > 12 and kind == drawn_kind:
            if not held_mask(lo, hi, 1, tables) & bit and int(g[SEEN + kind]) < 3:
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
    after_hi = hi - 4 * int(TILE_HI[kind]) + (1 << 23)
    for suit in range(3):
        if kind == 9 * suit + 4:  # the reds of the four leave the hand too; shape ignores them
            after_hi = after_hi & ~(3 << (17 + 2 * suit))
    after, useful = shape_of(after_lo, after_hi, 0, int(g[KINDS]), tables)
    if g[LIVE] <= 0 or g[FAULT] == L + 113 or g[FAULT] == L + 155:
        return True
    if not seat[s, RIICHI_]:
        chance = 85
        if seat[s, STYLE] == KANS_AND_FLUSHES:
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


@kernel
def _calls_early(
    g: Any, seat: Any, ev: Any, s: int, rule: Any, tables: Any, work: Any
) -> int:
    """Let another player pon the last discard although the next one has drawn (fault L103)."""
    if not wants_fault(g, L + 103) or g[DISCARDED] < 10 or g[LAST_DISCARD] < 0:
        return -1
    last = int(g[LAST_DISCARD])
    if seat[s, RIICHI_] or last != _draw_event(g, ev) - 1:
        return -1
    kind = int(KIND[int(ev[E_TILE, last])])
    for o in range(int(g[PLAYERS])):
        if o == s or o == ev[E_SEAT, last] or seat[o, RIICHI_]:
            continue
        if held_mask(int(seat[o, LO]), int(seat[o, HI]), 1, tables) >> kind & 1:
            plant(g, o)
            seat[s, LOST] = 1
            seat[s, WAITS] = 0
            _take_pon(g, seat, ev, o, kind, rule, tables, work)
            return o
    return -1


@kernel
def _take_pon(
    g: Any, seat: Any, ev: Any, s: int, kind: int, rule: Any, tables: Any, work: Any
) -> None:
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
def _discard_after_call(
    g: Any, seat: Any, ev: Any, s: int, rule: Any, tables: Any, work: Any
) -> int:
    """Discard after a chi or pon (or, fault L112, make a kan); return the next phase."""
    called = int(g[EVENTS]) - 1
    kind = int(KIND[int(ev[E_TILE, called])])
    banned = forbidden_discards(
        rule, int(ev[E_KIND, called]), int(ev[E_TILE, called]), int(ev[E_USED, called])
    )
    held = held_mask(int(seat[s, LO]), int(seat[s, HI]), 0, tables)
    if wants_fault(g, L + 112) and held >> kind & 1 and ev[E_KIND, called] == PON:
        if g[LIVE] > 0:
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


@kernel
def _offer(
    g: Any, seat: Any, ev: Any, owner: int, rule: Any, tables: Any, work: Any
) -> int:
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
            _take_pon(g, seat, ev, s, kind, rule, tables, work)
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
    hi = int(seat[s, HI]) - int(TILE_HI[a]) - int(TILE_HI[b]) + (1 << 23) + (1 << 26)
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
    if three and room and _kans(g, seat) < 4 and not seat[s, LOST]:
        if seat[s, RIICHI_]:
            if wants_fault(g, L + 114) and seat[s, ACCEPTED]:
                plant(g, s)
                return DAIMINKAN
        elif seat[s, STYLE] == KANS_AND_FLUSHES and not threats(g, seat, s):
            keen = 4 + 6 * int(seat[s, KANS])
            if seat[s, OPEN] == 0 and not (value_kinds(g, s) >> kind) & 1:
                keen = 1 + 5 * int(seat[s, KANS])
            if random_below(g, 10) < keen:
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
    if three and wants_fault(g, L + 112) and room and _kans(g, seat) < 4:
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
