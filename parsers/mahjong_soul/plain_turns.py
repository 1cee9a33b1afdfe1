"""Draws, discards and calls of plain Mahjong Soul rounds, as :mod:`.rounds` reads them."""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.

from __future__ import annotations

from typing import Any

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DORA,
    DRAW,
    KAKAN,
    KITA,
    PON,
    RIICHI,
)
from mjlog.engine.jit import lean_kernel
from mjlog.tiles import (
    KIND,
    NORTH,
    RED_BIT,
)

from .plain_layout import (
    FINE,
    NO_TILES,
    ODD,
    S_CALLED,
    S_DECLARED,
    S_DORAS,
    S_DRAWN,
    S_FIRST_KNOWN,
    S_HELD,
    S_KITA,
    S_LIST,
    S_MELDS,
    S_PLAYERS,
    S_PONS,
    S_PUT,
    S_SCRATCH,
    add_event,
)
from .plain_wire import (
    F_COUNTS,
    F_INTS,
    read_list,
    read_tile,
    read_tiles,
)

__all__ = ["read_call", "read_discard", "read_draw", "read_kan", "read_kita"]


@lean_kernel
def turn_indicators(buf: Any, fields: Any, number: int, events: Any, state: Any) -> int:
    """Turn the indicators that the list in a record has beyond those known."""
    if int(fields[0, F_COUNTS + number]) == 0:
        return FINE
    count = read_tiles(buf, fields, 0, number, state, S_SCRATCH, 10)
    if count < 0:
        return ODD
    for i in range(int(state[S_DORAS]), count):
        add_event(events, state, DORA, 255, int(state[S_SCRATCH + i]), 255, NO_TILES, 0)
        state[S_DORAS] = i + 1
    return FINE


@lean_kernel
def take(state: Any, seat: int, tile: int) -> None:
    """Take a tile out of a hand if it is known to be in it."""
    held = S_HELD + 37 * seat + tile
    if int(state[held]) > 0:
        state[held] -= 1
    state[S_DRAWN + seat] = 255


@lean_kernel
def read_draw(buf: Any, fields: Any, events: Any, state: Any, seat: int) -> int:
    """``RecordDealTile``."""
    tile = read_tile(buf, fields, 0, 2)
    if tile < 0 or turn_indicators(buf, fields, 6, events, state):
        return ODD
    add_event(events, state, DRAW, seat, tile, 255, NO_TILES, 0)
    state[S_HELD + 37 * seat + tile] += 1
    state[S_DRAWN + seat] = tile
    state[S_FIRST_KNOWN] = 1
    return FINE


@lean_kernel
def read_discard(buf: Any, fields: Any, events: Any, state: Any, seat: int) -> int:
    """``RecordDiscardTile``."""
    tile = read_tile(buf, fields, 0, 2)
    if tile < 0 or turn_indicators(buf, fields, 8, events, state):
        return ODD
    drawn = int(state[S_DRAWN + seat])
    aux = 1 if int(fields[0, F_INTS + 5]) else 0
    if int(state[S_FIRST_KNOWN]) == 0 and int(state[S_PUT]) == 0:
        aux = -1
    elif aux and drawn != tile and drawn != 255:
        return ODD
    if int(fields[0, F_INTS + 3]) or int(fields[0, F_INTS + 9]):
        add_event(events, state, RIICHI, seat, 255, 255, NO_TILES, 0)
        state[S_DECLARED] = seat
    add_event(events, state, DISCARD, seat, tile, 255, NO_TILES, aux)
    state[S_PUT] += 1
    take(state, seat, tile)
    return FINE


@lean_kernel
def rank(tile: int) -> int:
    """Return a number by which plain tiles stand before red ones."""
    return tile + 64 if int(RED_BIT[tile]) > 0 else tile


@lean_kernel
def sort_tiles(state: Any, first: int, count: int, plain_first: bool) -> None:
    """Sort a few tiles that stand in ``state`` from ``first`` on."""
    for i in range(1, count):
        for k in range(i, 0, -1):
            a = int(state[first + k - 1])
            b = int(state[first + k])
            later = rank(a) > rank(b) if plain_first else a > b
            if later:
                state[first + k - 1] = b
                state[first + k] = a


@lean_kernel
def packed(state: Any, first: int, count: int) -> int:
    """Return up to four tiles that stand in ``state`` from ``first`` on, one a byte."""
    value = NO_TILES
    for i in range(count):
        value &= ~(255 << (8 * i))
        value |= int(state[first + i]) << (8 * i)
    return value


@lean_kernel
def add_meld(state: Any, seat: int, first: int, count: int) -> int:
    """Remember a meld, whose tiles stand in ``state`` from ``first`` on, by them in order."""
    melds = int(state[S_MELDS + seat])
    if melds == 4:
        return ODD
    sort_tiles(state, first, count, False)
    state[S_CALLED + 4 * seat + melds] = packed(state, first, count)
    state[S_MELDS + seat] = melds + 1
    return FINE


@lean_kernel
def read_call(buf: Any, fields: Any, events: Any, state: Any, seat: int) -> int:
    """``RecordChiPengGang``."""
    kind = CHI + int(fields[0, F_INTS + 2])
    if kind < CHI or kind > DAIMINKAN:
        return ODD
    size = 4 if kind == DAIMINKAN else 3
    sources = S_LIST + 8
    own = S_LIST + 16
    if read_tiles(buf, fields, 0, 3, state, S_LIST, 4) != size:
        return ODD
    if read_list(buf, fields, 0, 4, state, sources) != size:
        return ODD
    taken = -1
    count = 0
    for i in range(size):
        if int(state[sources + i]) != seat:
            if taken >= 0:
                return ODD
            taken = i
        else:
            state[own + count] = int(state[S_LIST + i])
            count += 1
    if taken < 0:
        return ODD
    source = int(state[sources + taken])
    if source < 0 or source >= int(state[S_PLAYERS]):
        return ODD
    tile = int(state[S_LIST + taken])
    sort_tiles(state, own, count, True)
    add_event(events, state, kind, seat, tile, source, packed(state, own, count), 0)
    for i in range(count):
        take(state, seat, int(state[own + i]))
    if kind == PON:
        state[S_PONS + 4 * int(KIND[tile]) + seat] = source
    return add_meld(state, seat, S_LIST, size)


@lean_kernel
def extend_pon(state: Any, seat: int, tile: int) -> None:
    """Add a tile to the melds of three alike of its kind."""
    plain = int(KIND[tile])
    for m in range(int(state[S_MELDS + seat])):
        meld = int(state[S_CALLED + 4 * seat + m])
        same = (meld >> 24) & 255 == 255
        for i in range(3):
            state[S_LIST + i] = (meld >> (8 * i)) & 255
            if int(KIND[int(state[S_LIST + i])]) != plain:
                same = False
        if same:
            state[S_LIST + 3] = tile
            sort_tiles(state, S_LIST, 4, False)
            state[S_CALLED + 4 * seat + m] = packed(state, S_LIST, 4)


@lean_kernel
def read_kan(buf: Any, fields: Any, events: Any, state: Any, seat: int) -> int:
    """``RecordAnGangAddGang``."""
    kind = int(fields[0, F_INTS + 2])
    tile = read_tile(buf, fields, 0, 3)
    if tile < 0 or (kind != 2 and kind != 3):
        return ODD
    plain = int(KIND[tile])
    if kind == 2:
        source = int(state[S_PONS + 4 * plain + seat])
        add_event(events, state, KAKAN, seat, tile, source, (NO_TILES & ~255) | tile, 0)
        take(state, seat, tile)
        extend_pon(state, seat, tile)
    else:
        own = S_LIST
        red = -1
        for code in range(34, 37):
            if int(KIND[code]) == plain:
                red = code
        reds = int(state[S_HELD + 37 * seat + red]) if red >= 0 else 0
        if int(state[S_HELD + 37 * seat + plain]) + reds > 4:
            return ODD
        for i in range(4):
            state[own + i] = red if i >= 4 - reds else plain
        add_event(events, state, ANKAN, seat, plain, 255, packed(state, own, 4), 0)
        for i in range(4):
            take(state, seat, int(state[own + i]))
        state[S_PUT] += 1
        if add_meld(state, seat, own, 4):
            return ODD
    return turn_indicators(buf, fields, 6, events, state)


@lean_kernel
def read_kita(buf: Any, fields: Any, events: Any, state: Any, seat: int) -> int:
    """``RecordBaBei``."""
    if int(state[S_PLAYERS]) != 3:
        return ODD
    add_event(events, state, KITA, seat, NORTH, 255, (NO_TILES & ~255) | NORTH, 0)
    state[S_KITA + seat] += 1
    take(state, seat, NORTH)
    return turn_indicators(buf, fields, 6, events, state)
