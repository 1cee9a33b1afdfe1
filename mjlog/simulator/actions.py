"""What happens at the table: discards, calls, kans, riichi.

Kernels. Faults that :mod:`mjlog.simulator.faults` plants in the play are done here: a player
breaks one rule once (``g[FAULT]`` is the number of the finding), everything else is played
and recorded as it should be.
"""

from __future__ import annotations

from typing import Any

from ..codes import ANKAN, DAIMINKAN, DISCARD, KAKAN, KITA, PON, RIICHI, RIICHI_ACCEPTED
from ..engine.jit import kernel
from ..engine.layout import KITA_SHIFT
from ..engine.report import L, P
from ..rules.columns import (
    KAN_DORA,
    KAN_DORA_ANKAN,
    KAN_DORA_DAIMINKAN,
    KAN_DORA_KAKAN,
    KITA_BREAKS_IPPATSU,
    RIICHI_BET,
    TEMP_FURITEN_CLEAR,
)
from ..tiles import KIND
from .table import (
    ACCEPTED,
    CALLS,
    CODE,
    CULPRIT,
    DECLARING,
    DISCARDED,
    DORA_AFTER,
    DORA_LATER,
    DORA_NOW,
    DOUBLE,
    DRAWN,
    DREW,
    E_ID,
    E_SEAT,
    FAULT,
    FED,
    FIRST,
    FIRST_KINDS,
    HELD,
    HI,
    IPPATSU,
    IS_RINSHAN,
    KANS,
    KITAS,
    LAST_DISCARD,
    MELD,
    MELDS,
    NOTHING,
    PASSED,
    PLANTED,
    PLAYERS,
    POINTS,
    RIICHI_,
    RIVER,
    SAFE,
    TILE,
    WEAK_KAN,
    add_meld,
    emit,
    lose,
    meld_tile,
    refresh_waits,
    show,
    turn_dora,
)

__all__ = [
    "call",
    "declare_riichi",
    "discard",
    "due_dora",
    "end_first_turns",
    "kan",
    "pack_ids",
    "pay_deposit",
    "plant",
    "settle_riichi",
    "turn_due",
    "wants_fault",
]


@kernel
def wants_fault(g: Any, number: int) -> bool:
    """Tell whether the fault of that number is to be planted and is not yet."""
    return bool(g[FAULT] == number and g[PLANTED] == 0)


@kernel
def plant(g: Any, s: int) -> None:
    """Note that the fault is planted, by seat ``s``."""
    g[PLANTED] = 1
    g[CULPRIT] = s


@kernel
def pack_ids(a: int, b: int, c: int, d: int) -> int:
    """Return up to four physical tiles (255 none) in ascending order, lowest byte first."""
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    return a | b << 8 | c << 16 | d << 24


@kernel
def discard(
    g: Any, seat: Any, ev: Any, s: int, tile_id: int, rule: Any, tables: Any, work: Any
) -> None:
    """Discard a tile; what follows is up to the others."""
    kind = int(KIND[int(g[CODE + tile_id])])
    from_draw = 1 if tile_id == int(seat[s, DRAWN]) else 0
    g[LAST_DISCARD] = emit(g, ev, DISCARD, s, tile_id, 255, NOTHING, from_draw)
    lose(g, seat, s, tile_id)
    show(g, kind)
    g[DISCARDED] += 1
    if g[DISCARDED] <= 4:
        g[FIRST_KINDS] |= 1 << kind
    seat[s, RIVER] |= 1 << kind
    seat[s, SAFE] |= 1 << kind
    for o in range(int(g[PLAYERS])):
        if seat[o, RIICHI_]:
            seat[o, SAFE] |= 1 << kind
    seat[s, FIRST] = 0
    seat[s, IPPATSU] = 0
    g[IS_RINSHAN] = 0
    if int(rule[TEMP_FURITEN_CLEAR]) == 1 and seat[s, DREW] and seat[s, PASSED] == 2:
        seat[s, PASSED] = 0
    seat[s, DREW] = 0
    seat[s, DRAWN] = -1
    refresh_waits(g, seat, s, rule, tables, work)


@kernel
def declare_riichi(g: Any, seat: Any, ev: Any, s: int) -> None:
    """Declare riichi; the next discard of the player is its tile."""
    emit(g, ev, RIICHI, s, 255, 255, NOTHING, 0)
    if seat[s, FIRST]:
        seat[s, DOUBLE] = 1
    seat[s, RIICHI_] = 1
    seat[s, DECLARING] = 1


@kernel
def pay_deposit(g: Any, seat: Any, ev: Any, s: int, rule: Any) -> None:
    """Put the deposit on the table."""
    seat[s, ACCEPTED] = 1
    seat[s, IPPATSU] = 1
    seat[s, POINTS] -= int(rule[RIICHI_BET])
    emit(g, ev, RIICHI_ACCEPTED, s, 255, 255, NOTHING, 1)


@kernel
def due_dora(g: Any, kind: int, rule: Any) -> None:
    """Note when the indicator of a kan is to be turned."""
    g[DORA_NOW] += g[DORA_LATER] + g[DORA_AFTER]
    g[DORA_LATER] = g[DORA_AFTER] = 0
    if not rule[KAN_DORA]:
        return
    column = KAN_DORA_DAIMINKAN
    if kind == ANKAN:
        column = KAN_DORA_ANKAN
    elif kind == KAKAN:
        column = KAN_DORA_KAKAN
    timing = int(rule[column])
    if timing == 0:
        g[DORA_NOW] += 1
    elif timing == 1:
        g[DORA_LATER] += 1
    else:
        g[DORA_AFTER] += 1


@kernel
def turn_due(g: Any, ev: Any, which: int) -> None:
    """Turn the indicators counted in column ``which``."""
    while g[which] > 0:
        g[which] -= 1
        turn_dora(g, ev)


@kernel
def end_first_turns(g: Any, seat: Any, ippatsu: bool) -> None:
    """A call ends everybody's first turn, an open one every ippatsu too."""
    g[CALLS] += 1
    for o in range(4):
        seat[o, FIRST] = 0
        if ippatsu:
            seat[o, IPPATSU] = 0


@kernel
def kan(
    g: Any, seat: Any, ev: Any, s: int, what: int, kind: int, rule: Any, tables: Any, work: Any
) -> int:
    """Make a concealed or added kan, or set a North aside; return its event."""
    ids = work[4]
    found = 0
    for i in range(int(seat[s, HELD])):
        tile_id = int(seat[s, TILE + i])
        if int(KIND[int(g[CODE + tile_id])]) == kind and found < (4 if what == ANKAN else 1):
            ids[found] = tile_id
            found += 1
    for i in range(found, 4):
        ids[i] = 255
    tile_id = 255 if what == ANKAN else int(ids[0])
    fed = 255
    if what == KAKAN:
        for i in range(int(seat[s, MELDS])):
            if int(seat[s, MELD + 2 * i + 1]) == kind and int(seat[s, MELD + 2 * i]) == PON:
                fed = int(seat[s, FED + i])
    used = pack_ids(int(ids[0]), int(ids[1]), int(ids[2]), int(ids[3]))
    event = emit(g, ev, what, s, tile_id, fed, used, 0)
    for i in range(found):
        lose(g, seat, s, int(ids[i]))
        meld_tile(g, seat, s, int(ids[i]))
        show(g, kind)
    seat[s, DRAWN] = -1
    g[IS_RINSHAN] = 0
    breaks = what != KITA or bool(rule[KITA_BREAKS_IPPATSU])
    if breaks:
        end_first_turns(g, seat, False)
    if what == KITA:
        seat[s, KITAS] += 1
        seat[s, HI] += 1 << KITA_SHIFT
    else:
        seat[s, KANS] += 1
        if what == ANKAN or fed != 255:
            add_meld(g, seat, s, what, kind, fed)
        due_dora(g, what, rule)
        refresh_waits(g, seat, s, rule, tables, work)
    if breaks:
        g[WEAK_KAN] = 1
    return event


@kernel
def call(
    g: Any, seat: Any, ev: Any, s: int, what: int, used: Any, rule: Any, tables: Any, work: Any
) -> int:
    """Take the last discard for a chi, pon or open kan; return the event.

    ``used`` holds the caller's own physical tiles, 255 fills.
    """
    last = int(g[LAST_DISCARD])
    taken = int(ev[E_ID, last])
    owner = int(ev[E_SEAT, last])
    recorded = owner
    if what == PON and wants_fault(g, L + 107):
        for o in range(int(g[PLAYERS])):
            if o != s and o != owner:
                recorded = o
        plant(g, s)
    packed = pack_ids(int(used[0]), int(used[1]), int(used[2]), 255)
    event = emit(g, ev, what, s, taken, recorded, packed, 0)
    low = int(KIND[int(g[CODE + taken])])
    for i in range(3):
        tile_id = int(used[i])
        if tile_id == 255:
            continue
        kind = int(KIND[int(g[CODE + tile_id])])
        if lose(g, seat, s, tile_id):
            show(g, kind)
        low = min(low, kind)
        meld_tile(g, seat, s, tile_id)
    meld_tile(g, seat, s, taken)
    add_meld(g, seat, s, what, low, recorded)
    end_first_turns(g, seat, True)
    seat[s, DRAWN] = -1
    if int(rule[TEMP_FURITEN_CLEAR]) == 2 and seat[s, PASSED] == 2:
        seat[s, PASSED] = 0
    if what == DAIMINKAN:
        seat[s, KANS] += 1
        due_dora(g, what, rule)
        refresh_waits(g, seat, s, rule, tables, work)
    return event


@kernel
def settle_riichi(g: Any, seat: Any, ev: Any, s: int, rule: Any) -> None:
    """The declaration tile has passed: the deposit is due."""
    if seat[s, DECLARING]:
        if seat[s, DECLARING] == 1:
            pay_deposit(g, seat, ev, s, rule)
        seat[s, DECLARING] = 0
    elif wants_fault(g, P + 109) and g[DISCARDED] > 12 and not seat[s, RIICHI_]:
        pay_deposit(g, seat, ev, s, rule)
        plant(g, s)
