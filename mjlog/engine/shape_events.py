"""Second pass: shanten, ukeire and waits of every hand of a batch.

A hand changes by one tile at a time, so little is looked up twice: the shape of a resting
hand (13 tiles, melds counted as three) tells the shanten after any draw, and a discard of
the tile just drawn brings the same hand back.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..codes import CHI, DAIMINKAN, DISCARD, DORA, DRAW, KITA, PON
from ..tiles import KIND
from .hands import KINDS_3P, KINDS_4P, TILE_HI, TILE_LO
from .jit import lean_kernel
from .layout import BROKEN_SHIFT, MELDS_SHIFT
from .shape import (
    add_copy,
    fifth_waits,
    held_mask,
    popcount,
    remove_copy,
    shanten_of,
    shape_of_levels,
)

__all__ = ["SEAT_COLUMNS", "copies_in", "shape_rounds"]

#: int64[256]: code → kind, 255 for none.
_KIND: Final[NDArray[np.int64]] = KIND.astype(np.int64)
_NO_HAND: Final = 99

# Columns of the scratch row that holds a seat's resting hand.
_LO: Final = 0
_HI: Final = 1
_SHANTEN: Final = 2
_UKEIRE: Final = 3
_WAITS: Final = 4
SEAT_COLUMNS: Final = 5


@lean_kernel
def copies_in(mask: int, levels: Any) -> int:
    """Return how many counted tiles (see :func:`.shape.add_copy`) are of the kinds in ``mask``."""
    copies = 0
    for n in range(4):
        copies += popcount(mask & int(levels[n]))
    return copies


@lean_kernel
def _unseen(mask: int, held: Any, seen: Any) -> int:
    """Return how many tiles of the kinds in ``mask`` are neither held nor in an open place."""
    copies = 4 * popcount(mask) - copies_in(mask, held) - copies_in(mask, seen)
    return copies if copies > 0 else 0


@lean_kernel
def _rest(
    rest: Any, lo: int, hi: int, held: Any, melds: Any, fifth_rule: int, kinds: int, tables: Any
) -> None:
    """Fill the row ``rest`` with the shape of a resting hand.

    ``held`` and ``melds`` are the levels of its concealed tiles and of its melds. A hand of
    another size has no shape.
    """
    one, two, three, four = int(held[0]), int(held[1]), int(held[2]), int(held[3])
    rest[_LO] = lo
    rest[_HI] = hi
    rest[_SHANTEN] = _NO_HAND
    rest[_UKEIRE] = 0
    rest[_WAITS] = 0
    if copies_in(KINDS_4P, held) + 3 * ((hi >> MELDS_SHIFT) & 7) != 13:
        return
    shanten, mask = shape_of_levels(lo, hi, one, two, kinds, tables)
    mask &= ~four
    gone = int(melds[3]) | (int(melds[0]) & three) | (int(melds[1]) & two) | (int(melds[2]) & one)
    drawable = mask & ~gone
    rest[_SHANTEN] = shanten
    rest[_UKEIRE] = drawable
    if shanten == 0:
        rest[_WAITS] = drawable if fifth_rule >= 2 else mask
    if fifth_rule == 0 and shanten <= 1:  # by the tables a fifth copy is one tile further
        rest[_WAITS] = int(rest[_WAITS]) | fifth_waits(lo, hi, kinds, tables)


@lean_kernel
def _deal(held: Any, lo: int, hi: int, tables: Any) -> None:
    """Count the dealt tiles."""
    for n in range(4):
        held[n] = held_mask(lo, hi, n, tables)


@lean_kernel
def _add(levels: Any, code: int) -> None:
    kind = int(_KIND[code])
    if kind < 34:
        add_copy(levels, kind)


@lean_kernel
def _remove(levels: Any, code: int) -> None:
    kind = int(_KIND[code])
    if kind < 34:
        remove_copy(levels, kind)


@lean_kernel
def _open_used(used: int, held: Any, seen: Any, melds: Any) -> None:
    """Move the own tiles that go into a meld, or the north that is set aside."""
    for i in range(4):
        kind = int(_KIND[(used >> (8 * i)) & 255])
        if kind < 34:
            remove_copy(held, kind)
            add_copy(seen, kind)
            add_copy(melds, kind)


@lean_kernel
def shape_rounds(
    first_event: Any,
    players: Any,
    fifth_rule: Any,
    rules_index: Any,
    indicator: Any,
    kind: Any,
    seat: Any,
    tile: Any,
    used: Any,
    status: Any,
    hand_lo: Any,
    hand_hi: Any,
    deal_lo: Any,
    deal_hi: Any,
    tables: Any,
    shanten: Any,
    deal_shanten: Any,
    ukeire: Any,
    ukeire_tiles: Any,
    waits: Any,
    deal_waits: Any,
    work: Any,
) -> None:
    """Fill the shape columns of :class:`~mjlog.replay.Replay` for all rounds.

    Shanten stands at draws, discards, melds and kita; waits also at kan and kita. What the
    hand and its own melds (kita too) hold four times is in neither ukeire nor, unless the
    rules count it, waits. A hand that cannot be followed (``BROKEN``) or that has unknown
    tiles has shanten 99 and no waits.

    Args:
        first_event: int32[R + 1]. players: uint8[R].
        fifth_rule: int32[rulesets], column ``FIFTH_TILE_TENPAI``; ``deny_visible`` is like
            ``deny_hand_and_melds`` here, what lies open is judged at the end of the round.
        rules_index: int32[R]. indicator: uint8[R], the first dora indicator.
        kind, seat, tile, used: event columns, length E.
        status, hand_lo, hand_hi, deal_lo, deal_hi: from the first pass.
        tables: :func:`~mjlog.engine.tables.shape_tables`.
        shanten: int8[E], deal_shanten: int8[R, 4], ukeire: int64[E], ukeire_tiles: uint8[E],
            waits: int64[E], deal_waits: int64[R, 4]: written.
        work: int64[13, SEAT_COLUMNS], room to work in: a kernel that makes no arrays itself
            need not count references to them.
    """
    rest = work[0:4]
    held = work[4:8]
    melds = work[8:12]
    seen = work[12]
    for r in range(len(players)):
        kinds = KINDS_3P if int(players[r]) == 3 else KINDS_4P
        rule = int(fifth_rule[int(rules_index[r])])
        melds[:] = 0
        seen[:] = 0
        _add(seen, int(indicator[r]))
        for s in range(4):
            lo = int(deal_lo[r, s])
            hi = int(deal_hi[r, s])
            _deal(held[s], lo, hi, tables)
            _rest(rest[s], lo, hi, held[s], melds[s], rule, kinds, tables)
            deal_shanten[r, s] = rest[s, _SHANTEN]
            deal_waits[r, s] = rest[s, _WAITS]
        for e in range(int(first_event[r]), int(first_event[r + 1])):
            k = int(kind[e])
            s = int(seat[e])
            shanten[e] = _NO_HAND
            ukeire[e] = 0
            ukeire_tiles[e] = 0
            waits[e] = 0
            if k > KITA or s > 3:
                if k == DORA:
                    _add(seen, int(tile[e]))
                continue
            code = int(tile[e])
            own = held[s]
            if k == DRAW:
                _add(own, code)
            elif k == DISCARD:
                _remove(own, code)
                _add(seen, code)
            else:
                _open_used(int(used[e]), own, seen, melds[s])
                if k == CHI or k == PON or k == DAIMINKAN:  # the tile taken was open before
                    _add(melds[s], code)
            if (int(status[e]) >> (BROKEN_SHIFT + s)) & 1:
                continue
            lo = int(hand_lo[e])
            hi = int(hand_hi[e])
            row = rest[s]
            if k == DRAW:
                if (
                    lo == int(row[_LO]) + int(TILE_LO[code])
                    and hi == int(row[_HI]) + int(TILE_HI[code])
                    and int(row[_SHANTEN]) != _NO_HAND
                ):
                    shanten[e] = int(row[_SHANTEN]) - ((int(row[_UKEIRE]) >> int(_KIND[code])) & 1)
                    continue
            elif k != CHI and k != PON:
                # a tile drawn and discarded leaves the same hand; one drawn and put to an old
                # pon does too, and changes the melds
                if k != DISCARD or lo != int(row[_LO]) or hi != int(row[_HI]):
                    _rest(row, lo, hi, own, melds[s], rule, kinds, tables)
                shanten[e] = row[_SHANTEN]
                waits[e] = row[_WAITS]
                if k == DISCARD:
                    ukeire[e] = row[_UKEIRE]
                    ukeire_tiles[e] = _unseen(int(row[_UKEIRE]), own, seen)
                continue
            if copies_in(KINDS_4P, own) + 3 * ((hi >> MELDS_SHIFT) & 7) == 14:
                shanten[e] = shanten_of(lo, hi, kinds, tables)
