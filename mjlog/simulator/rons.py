"""Who may ron a tile, and who does."""

from __future__ import annotations

from typing import Any, Final

from ..codes import ANKAN, DISCARD, SANCHAHOU, WIN
from ..engine.flow import RESULT_WIN
from ..engine.furiten import _can_claim
from ..engine.jit import kernel
from ..engine.report import F, L
from ..engine.shape import popcount
from ..engine.win import CASE_DORA, NO_YAKU, OUT_STATUS, OUT_YAKU
from ..rules.columns import (
    MAX_RON,
    TRIPLE_RON,
)
from ..tiles import KIND
from .actions import plant, wants_fault
from .table import (
    CODE,
    E_ID,
    E_KIND,
    E_SEAT,
    E_TILE,
    HELD,
    HI,
    LO,
    LOST,
    NOTHING,
    PLAYERS,
    QUIET,
    RESULT,
    RIICHI_,
    WAITS,
    WINNERS,
    emit,
    furiten_of,
    pass_tile,
)
from .values import score_win

__all__ = ["is_cheap_win", "rons"]

_KOKUSHI: Final = 3 << 47


@kernel
def _may_ron(g: Any, seat: Any, s: int) -> bool:
    """Tell whether furiten lets a player ron; faults of family F are planted here."""
    furiten = furiten_of(seat, s)
    if furiten:
        return wants_fault(g, F + 100 + furiten)
    if wants_fault(g, F + 102) and not seat[s, RIICHI_]:
        return False  # lets it pass, to take the next one
    if wants_fault(g, L + 109) and seat[s, HELD] == 4:
        return False  # to call it although nothing may be discarded then
    if wants_fault(g, F + 201) or (wants_fault(g, F + 103) and seat[s, RIICHI_]):
        if wants_fault(g, F + 201):
            plant(g, s)
        return False
    return True


@kernel
def is_cheap_win(g: Any, cases: Any, results: Any, row: int) -> bool:
    """Tell whether a hand without a yaku is to be called a win all the same."""
    return (
        wants_fault(g, L + 151)
        and int(results[row, OUT_STATUS]) == NO_YAKU
        and int(cases[row, CASE_DORA]) > 0
    )


@kernel
def rons(
    g: Any, seat: Any, ev: Any, claim: int, rules: Any, work: Any, cases: Any, results: Any
) -> bool:
    """Let the others ron the tile of event ``claim``; return whether the round has ended."""
    rule = rules[0]
    what = int(ev[E_KIND, claim])
    owner = int(ev[E_SEAT, claim])
    code = int(ev[E_TILE, claim])
    kind = int(KIND[code])
    players = int(g[PLAYERS])
    who = work[6]
    able = 0
    for turn in range(1, players):
        s = (owner + turn) % players
        waits = int(seat[s, WAITS])
        robs = wants_fault(g, L + 155) and what == ANKAN and (waits >> kind) & 1 == 1
        lo, hi = int(seat[s, LO]), int(seat[s, HI])
        if g[QUIET] or seat[s, LOST] or not (_can_claim(rule, what, waits, kind, lo, hi) or robs):
            continue
        if not _may_ron(g, seat, s):
            continue
        furiten = furiten_of(seat, s)
        shown = code
        if wants_fault(g, L + 152) and popcount(waits) > 1 and what == DISCARD:
            shown = 0
            while not ((waits & ~(1 << kind)) >> shown) & 1:
                shown += 1
        who[8], who[9], who[10], who[11], who[12] = s, owner, shown, claim, able
        if score_win(g, seat, ev, rules, work, cases, results, who[8:13]):
            if what == ANKAN and not robs and not int(results[able, OUT_YAKU]) & _KOKUSHI:
                continue
        elif is_cheap_win(g, cases, results, able):
            plant(g, s)
        else:
            continue
        if furiten or robs or shown != code:
            plant(g, s)
        who[able] = s
        who[4 + able] = shown
        able += 1
    if able == 0:
        _all_pass(g, seat, rule, what, owner, kind)
        return False
    winners = min(able, int(rule[MAX_RON]))
    if able == 3 and int(rule[TRIPLE_RON]) > 0:
        winners = 0 if int(rule[TRIPLE_RON]) == 1 else 1
    if winners < able and wants_fault(g, L + 154):
        plant(g, int(who[winners]))
        winners = able
    if winners == 0:
        g[RESULT] = SANCHAHOU
        return True
    payer = owner
    if wants_fault(g, L + 153) and winners == 1 and what == DISCARD and players > 2:
        for o in range(players):
            if o != owner and o != who[0]:
                payer = o
        plant(g, int(who[0]))
    for w in range(winners):
        tile_id = int(ev[E_ID, claim])
        if who[4 + w] != code:
            tile_id = _some_copy(g, int(who[4 + w]))
        if what == ANKAN:
            tile_id = 4 * kind
            for i in range(4):  # the plain copy that the record names
                if int(g[CODE + 4 * kind + 3 - i]) == kind:
                    tile_id = 4 * kind + 3 - i
        emit(g, ev, WIN, int(who[w]), tile_id, payer, NOTHING, 0)
    g[WINNERS] = winners
    g[RESULT] = RESULT_WIN
    return True


@kernel
def _some_copy(g: Any, code: int) -> int:
    """Return a physical tile of a code."""
    for tile_id in range(135, -1, -1):
        if int(g[CODE + tile_id]) == code:
            return tile_id
    return 255


@kernel
def _all_pass(g: Any, seat: Any, rule: Any, what: int, owner: int, kind: int) -> None:
    """Whoever could have won on the tile has let it pass."""
    for o in range(int(g[PLAYERS])):
        lo, hi = int(seat[o, LO]), int(seat[o, HI])
        if o != owner and _can_claim(rule, what, int(seat[o, WAITS]), kind, lo, hi):
            pass_tile(seat, o)
