"""One round, from the deal to its end: whose turn it is."""

from __future__ import annotations

from typing import Any, Final

from ..codes import (
    EXHAUSTIVE,
    SANCHAHOU,
    SUUCHA,
    SUUFON,
    SUUKAN,
)
from ..engine.jit import kernel
from ..engine.report import L
from ..engine.shape import popcount
from ..engine.wall_check import deal_place, dora_place
from ..rules.columns import (
    ABORT_SUUCHA,
    ABORT_SUUFON,
    ABORT_SUUKAN,
    TEMP_FURITEN_CLEAR,
)
from ..tiles import KIND
from .actions import (
    discard,
    plant,
    settle_riichi,
    turn_due,
    wants_fault,
)
from .claims import calls_early, offer
from .kans import four_kans
from .rons import rons
from .table import (
    CALLS,
    CODE,
    DEALER,
    DECLARER,
    DISCARDED,
    DORA_AFTER,
    DORA_NOW,
    DRAWN,
    FIRST,
    FIRST_KINDS,
    INDICATOR,
    LAST_DISCARD,
    LIVE,
    LOST,
    PLAYERS,
    RESULT,
    RIICHI_,
    TILE,
    TURNED,
    WALL,
    WALL_TILES,
    draw_tile,
    gain,
    refresh_waits,
    show,
    turn_dora,
)
from .turns import ACTS, DISCARDS, DRAWS, OVER, REPLACES, act, discard_after_call

__all__ = ["play_round"]

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
        if phase < ACTS:
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
            caller = calls_early(g, seat, ev, actor, rule, tables, work)
            if caller >= 0:
                actor = caller
                phase = DISCARDS
            else:
                phase = act(g, seat, ev, actor, rules, tables, work, cases, results)
                if phase == REPLACES and g[LIVE] <= 0:  # a kan with the last tile
                    g[RESULT] = EXHAUSTIVE
                    break
                if phase != DRAWS:
                    continue
        elif phase == DISCARDS:
            phase = discard_after_call(g, seat, ev, actor, rule, tables, work)
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
        taken = offer(g, seat, ev, actor, rule, tables, work)
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
    riichi = seat[0, RIICHI_] + seat[1, RIICHI_] + seat[2, RIICHI_] + seat[3, RIICHI_]
    if rule[ABORT_SUUCHA] and riichi == 4:
        result = SUUCHA
    if rule[ABORT_SUUKAN] and four_kans(g, seat) and result == _GOING:
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
