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
from .jit import kernel
from .layout import BROKEN_SHIFT, MELDS_SHIFT
from .shape import (
    add_copy,
    fifth_waits,
    held_mask,
    held_with_melds,
    popcount,
    shanten_of,
    shape_of,
    tiles_held,
)

__all__ = ["copies_in", "shape_rounds"]

#: int64[256]: code → kind, 255 for none.
_KIND: Final[NDArray[np.int64]] = KIND.astype(np.int64)
_NO_HAND: Final = 99

# Columns of the scratch row that holds a seat's resting hand.
_LO: Final = 0
_HI: Final = 1
_SHANTEN: Final = 2
_UKEIRE: Final = 3
_WAITS: Final = 4
_OWN: Final = 5  # own concealed copies of the ukeire
_COLUMNS: Final = 6


@kernel
def copies_in(mask: int, lo: int, hi: int, tables: Any) -> int:
    """Return how many concealed tiles are of the kinds in ``mask``."""
    copies = 0
    for n in range(4):
        copies += popcount(mask & held_mask(lo, hi, n, tables))
    return copies


@kernel
def _unseen(mask: int, own: int, seen: Any) -> int:
    """Return how many tiles of the kinds in ``mask`` are in no open place, ``own`` not counted."""
    copies = 4 * popcount(mask) - own
    for n in range(4):
        copies -= popcount(mask & int(seen[n]))
    return copies if copies > 0 else 0


@kernel
def _rest(
    rest: Any, seat: int, lo: int, hi: int, melds: Any, fifth_rule: int, kinds: int, tables: Any
) -> None:
    """Fill row ``seat`` of ``rest`` with the shape of a resting hand.

    Nothing is done for the hand that stands there; a hand of another size has no shape.
    """
    if lo == int(rest[seat, _LO]) and hi == int(rest[seat, _HI]):
        return
    rest[seat, _LO] = lo
    rest[seat, _HI] = hi
    rest[seat, _SHANTEN] = _NO_HAND
    rest[seat, _UKEIRE] = 0
    rest[seat, _WAITS] = 0
    rest[seat, _OWN] = 0
    if tiles_held(lo, hi, tables) + 3 * ((hi >> MELDS_SHIFT) & 7) != 13:
        return
    shanten, mask = shape_of(lo, hi, 0, kinds, tables)
    drawable = mask & ~held_with_melds(lo, hi, melds[seat], tables)
    rest[seat, _SHANTEN] = shanten
    rest[seat, _UKEIRE] = drawable
    rest[seat, _OWN] = copies_in(drawable, lo, hi, tables)
    if shanten == 0:
        rest[seat, _WAITS] = drawable if fifth_rule >= 2 else mask
    if fifth_rule == 0 and shanten <= 1:  # by the tables a fifth copy is one tile further
        rest[seat, _WAITS] = int(rest[seat, _WAITS]) | fifth_waits(lo, hi, kinds, tables)


@kernel
def _open_used(used: int, seen: Any, melds: Any) -> None:
    """Count the own tiles that go into a meld, or the north that is set aside."""
    for i in range(4):
        kind = int(_KIND[(used >> (8 * i)) & 255])
        if kind < 34:
            add_copy(seen, kind)
            add_copy(melds, kind)


@kernel
def _open_tile(code: int, tiles: Any) -> None:
    kind = int(_KIND[code])
    if kind < 34:
        add_copy(tiles, kind)


@kernel
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
    """
    rest = np.zeros((4, _COLUMNS), np.int64)
    melds = np.zeros((4, 4), np.int64)
    seen = np.zeros(4, np.int64)
    for r in range(len(players)):
        kinds = KINDS_3P if int(players[r]) == 3 else KINDS_4P
        rule = int(fifth_rule[int(rules_index[r])])
        melds[:] = 0
        seen[:] = 0
        _open_tile(int(indicator[r]), seen)
        for s in range(4):
            rest[s, _LO] = -1
            _rest(rest, s, int(deal_lo[r, s]), int(deal_hi[r, s]), melds, rule, kinds, tables)
            deal_shanten[r, s] = rest[s, _SHANTEN]
            deal_waits[r, s] = rest[s, _WAITS]
        for e in range(int(first_event[r]), int(first_event[r + 1])):
            k = int(kind[e])
            shanten[e] = _NO_HAND
            ukeire[e] = 0
            ukeire_tiles[e] = 0
            waits[e] = 0
            if k == DORA:
                _open_tile(int(tile[e]), seen)
            s = int(seat[e])
            if k > KITA or s > 3:
                continue
            code = int(tile[e])
            lo = int(hand_lo[e])
            hi = int(hand_hi[e])
            if k == DISCARD:
                _open_tile(code, seen)
            elif k != DRAW:
                _open_used(int(used[e]), seen, melds[s])
                if k == CHI or k == PON or k == DAIMINKAN:  # the tile taken was open before
                    _open_tile(code, melds[s])
            if (int(status[e]) >> (BROKEN_SHIFT + s)) & 1:
                continue
            if k == DRAW:
                if (
                    lo == int(rest[s, _LO]) + int(TILE_LO[code])
                    and hi == int(rest[s, _HI]) + int(TILE_HI[code])
                    and int(rest[s, _SHANTEN]) != _NO_HAND
                ):
                    shanten[e] = int(rest[s, _SHANTEN]) - (
                        (int(rest[s, _UKEIRE]) >> int(_KIND[code])) & 1
                    )
                elif tiles_held(lo, hi, tables) + 3 * ((hi >> MELDS_SHIFT) & 7) == 14:
                    shanten[e] = shanten_of(lo, hi, kinds, tables)
            elif k == CHI or k == PON:
                if tiles_held(lo, hi, tables) + 3 * ((hi >> MELDS_SHIFT) & 7) == 14:
                    shanten[e] = shanten_of(lo, hi, kinds, tables)
            else:
                if k != DISCARD:  # the tile drawn may go to an old pon: same hand, other melds
                    rest[s, _LO] = -1
                _rest(rest, s, lo, hi, melds, rule, kinds, tables)
                shanten[e] = rest[s, _SHANTEN]
                waits[e] = rest[s, _WAITS]
                if k == DISCARD:
                    ukeire[e] = rest[s, _UKEIRE]
                    ukeire_tiles[e] = _unseen(int(rest[s, _UKEIRE]), int(rest[s, _OWN]), seen)
