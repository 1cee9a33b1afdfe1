"""The shape of a hand: shanten, the tiles that bring it nearer (ukeire), waits.

Shanten is the number of tiles short of tenpai: 0 tenpai, −1 complete. It is the least of
the standard form (four sets and a head, melds counted), seven pairs and thirteen orphans;
the last two only without melds (kita are no melds). It looks at the concealed tiles alone:
a form that would need a fifth copy of a *concealed* kind does not count, one that needs a
tile which is all gone elsewhere does.

Common arguments of the kernels:
    lo, hi: A packed hand (:mod:`mjlog.engine.layout`).
    gone: Mask of kinds of which no copy can come any more besides those with four copies in
        the concealed tiles, see :func:`held_with_melds`; 0 for none.
    kinds: Mask of the kinds that exist, ``KINDS_4P`` or ``KINDS_3P`` (:mod:`.hands`).
    tables: :func:`~mjlog.engine.tables.shape_tables`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import TileError
from ..tiles import YAOCHUU_MASK, format_tile
from .hands import KINDS_3P, KINDS_4P, TILE_HI, TILE_LO
from .jit import lean_kernel, select
from .layout import HONOUR_MASK, KEY_BITS, KEY_MASK, MELDS_SHIFT
from .tables import FINAL, HELD, HONOUR, MERGE, SANMA, SUIT, shape_tables

__all__ = [
    "add_copy",
    "discard_choices",
    "fifth_waits",
    "held_mask",
    "held_with_melds",
    "popcount",
    "remove_copy",
    "riichi_discards",
    "shanten_counts",
    "shanten_forms",
    "shanten_many",
    "shanten_of",
    "shape_of",
    "shape_of_levels",
    "tiles_held",
    "ukeire_of",
    "waits_of",
]

Table = NDArray[np.uint8]
NOTHING = 99  # shanten of what is no whole hand

# --- masks of kinds -------------------------------------------------------------------------------


@lean_kernel
def popcount(mask: int) -> int:
    """Return how many kinds are in ``mask``."""
    x = mask - ((mask >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((x * 0x0101010101010101) >> 56) & 0xFF


@lean_kernel
def held_mask(lo: int, hi: int, n: int, tables: Table) -> int:
    """Return the mask of kinds of which more than ``n`` (0–3) copies are concealed."""
    m = lo & KEY_MASK
    p = (lo >> KEY_BITS) & KEY_MASK
    s = (lo >> (2 * KEY_BITS)) & KEY_MASK
    z = hi & HONOUR_MASK
    # A suit key is five digits (1–5) and four (6–9, read as five with a leading 0).
    mask = int(tables[HELD + n + m // 625 * 8]) | int(tables[HELD + n + m % 625 * 8]) << 4
    mask |= int(tables[HELD + n + p // 625 * 8]) << 9 | int(tables[HELD + n + p % 625 * 8]) << 13
    mask |= int(tables[HELD + n + s // 625 * 8]) << 18 | int(tables[HELD + n + s % 625 * 8]) << 22
    mask |= int(tables[HELD + n + z // 625 * 8]) << 25 | int(tables[HELD + n + z % 625 * 8]) << 29
    return mask & KINDS_4P  # numba reads uint8 as uint64; this makes it int64 again


@lean_kernel
def tiles_held(lo: int, hi: int, tables: Table) -> int:
    """Return the number of concealed tiles (99 or more for a hand that cannot be)."""
    m = lo & KEY_MASK
    p = (lo >> KEY_BITS) & KEY_MASK
    s = (lo >> (2 * KEY_BITS)) & KEY_MASK
    z = hi & HONOUR_MASK
    tiles = int(tables[HELD + 4 + m // 625 * 8]) + int(tables[HELD + 4 + m % 625 * 8])
    tiles += int(tables[HELD + 4 + p // 625 * 8]) + int(tables[HELD + 4 + p % 625 * 8])
    tiles += int(tables[HELD + 4 + s // 625 * 8]) + int(tables[HELD + 4 + s % 625 * 8])
    tiles += int(tables[HELD + 4 + z // 625 * 8]) + int(tables[HELD + 4 + z % 625 * 8])
    return tiles & 0xFFFF


@lean_kernel
def add_copy(levels: Any, kind: int) -> None:
    """Count one more tile of ``kind``: levels[n] is the mask of kinds counted more than n times."""
    bit = 1 << kind
    levels[3] = int(levels[3]) | (int(levels[2]) & bit)
    levels[2] = int(levels[2]) | (int(levels[1]) & bit)
    levels[1] = int(levels[1]) | (int(levels[0]) & bit)
    levels[0] = int(levels[0]) | bit


@lean_kernel
def remove_copy(levels: Any, kind: int) -> None:
    """Count one tile of ``kind`` less, see :func:`add_copy`."""
    bit = 1 << kind
    levels[0] = int(levels[0]) & ~(bit & ~int(levels[1]))
    levels[1] = int(levels[1]) & ~(bit & ~int(levels[2]))
    levels[2] = int(levels[2]) & ~(bit & ~int(levels[3]))
    levels[3] = int(levels[3]) & ~bit


@lean_kernel
def held_with_melds(lo: int, hi: int, melds: Any, tables: Table) -> int:
    """Return the mask of kinds of which the concealed tiles and own melds hold all four.

    Args:
        melds: int64[4], the own melds' tiles counted by :func:`add_copy`.
    """
    gone = int(melds[3]) | held_mask(lo, hi, 3, tables)
    if int(melds[0]) != 0:
        gone |= int(melds[0]) & held_mask(lo, hi, 2, tables)
        gone |= int(melds[1]) & held_mask(lo, hi, 1, tables)
        gone |= int(melds[2]) & held_mask(lo, hi, 0, tables)
    return gone


# --- shanten --------------------------------------------------------------------------------------


@lean_kernel
def _man_class(key: int, kinds: int, tables: Table) -> int:
    """Return the class of the characters; without 2m–8m they form no runs."""
    if kinds & 2:
        return int(tables[SUIT + key]) & 0xFF
    return int(tables[SANMA + key // 390625 * 5 + key % 5]) & 0xFF


@lean_kernel
def _sets_needed(hi: int) -> int:
    sets = 4 - ((hi >> MELDS_SHIFT) & 7)
    return sets if sets > 0 else 0


@lean_kernel
def _standard(lo: int, hi: int, kinds: int, tables: Table) -> int:
    m = _man_class(lo & KEY_MASK, kinds, tables)
    p = int(tables[SUIT + ((lo >> KEY_BITS) & KEY_MASK)])
    s = int(tables[SUIT + ((lo >> (2 * KEY_BITS)) & KEY_MASK)])
    z = int(tables[HONOUR + (hi & HONOUR_MASK)])
    mp = int(tables[MERGE + m * 256 + p])
    sz = int(tables[MERGE + s * 256 + z])
    return int(tables[FINAL + _sets_needed(hi) * 65536 + mp * 256 + sz]) - 1


@lean_kernel
def _chiitoitsu(kinds_held: int, pairs: int) -> int:
    """Seven pairs of different kinds: what is short of seven kinds has to be drawn anew."""
    missing = 7 - kinds_held
    return 6 - pairs + (missing if missing > 0 else 0)


@lean_kernel
def shanten_forms(lo: int, hi: int, kinds: int, tables: Table) -> tuple[int, int, int]:
    """Return shanten of the standard form, seven pairs and thirteen orphans.

    The last two are 99 when there are melds.
    """
    standard = _standard(lo, hi, kinds, tables)
    if (hi >> MELDS_SHIFT) & 7:
        return standard, NOTHING, NOTHING
    one = held_mask(lo, hi, 0, tables)
    two = held_mask(lo, hi, 1, tables)
    orphans = 13 - popcount(one & YAOCHUU_MASK)
    if two & YAOCHUU_MASK:
        orphans -= 1
    return standard, _chiitoitsu(popcount(one), popcount(two)), orphans


@lean_kernel
def shanten_of(lo: int, hi: int, kinds: int, tables: Table) -> int:
    """Return the shanten of a hand of 3n + 1 or 3n + 2 concealed tiles: −1 complete, 0 tenpai."""
    standard, pairs, orphans = shanten_forms(lo, hi, kinds, tables)
    return min(standard, pairs, orphans)


@lean_kernel
def shanten_many(lo: Any, hi: Any, kinds: int, tables: Table, out: Any) -> None:
    """Write the shanten of packed hands ``lo``, ``hi`` int64[N] into ``out`` int8[N]."""
    for i in range(len(lo)):
        out[i] = shanten_of(int(lo[i]), int(hi[i]), kinds, tables)


# --- ukeire and waits -----------------------------------------------------------------------------


@lean_kernel
def _nearer_in(at: int, row: int, power: int, distance: int, tables: Table) -> int:
    """Return which ranks bring one suit below ``distance``, bit 0 the rank worth ``power``.

    Args:
        at: Where the suit's (or honours') key stands in ``tables``.
        row: Where ``tables`` holds the distance by the class of this suit, all else given.
    """
    mask = 0
    bit = 1
    while power > 0:
        if int(tables[row + int(tables[at + power])]) < distance:
            mask |= bit
        power //= 5
        bit <<= 1
    return mask


@lean_kernel
def _nearer_standard(lo: int, hi: int, kinds: int, distance: int, tables: Table) -> int:
    """Return the kinds that lower the standard form's distance (fifth copies not sorted out)."""
    m = lo & KEY_MASK
    p = SUIT + ((lo >> KEY_BITS) & KEY_MASK)
    s = SUIT + ((lo >> (2 * KEY_BITS)) & KEY_MASK)
    z = HONOUR + (hi & HONOUR_MASK)
    m_class = _man_class(m, kinds, tables)
    p_class = int(tables[p])
    mp = int(tables[MERGE + m_class * 256 + p_class]) * 256
    sz = int(tables[MERGE + int(tables[s]) * 256 + int(tables[z])]) * 256
    page = FINAL + _sets_needed(hi) * 65536
    # The rest of the hand around each suit is one class; its row of the page answers by suit.
    around_m = page + int(tables[MERGE + sz + p_class]) * 256
    around_p = page + int(tables[MERGE + sz + m_class]) * 256
    around_s = page + int(tables[MERGE + mp + int(tables[z])]) * 256
    around_z = page + int(tables[MERGE + mp + int(tables[s])]) * 256
    if kinds & 2:
        mask = _nearer_in(SUIT + m, around_m, 390625, distance, tables)
    else:
        at = SANMA + m // 390625 * 5 + m % 5
        mask = 1 if int(tables[around_m + int(tables[at + 5])]) < distance else 0
        if int(tables[around_m + int(tables[at + 1])]) < distance:
            mask |= 1 << 8
    mask |= _nearer_in(p, around_p, 390625, distance, tables) << 9
    mask |= _nearer_in(s, around_s, 390625, distance, tables) << 18
    return mask | _nearer_in(z, around_z, 15625, distance, tables) << 27


@lean_kernel
def shape_of_levels(
    lo: int, hi: int, one: int, two: int, kinds: int, tables: Table
) -> tuple[int, int]:
    """Return (shanten, mask of the kinds that lower it, fifth copies not sorted out).

    Args:
        one, two: Masks of the kinds of which more than none and more than one is concealed.
    """
    shanten = standard = _standard(lo, hi, kinds, tables)
    mask = 0
    if (hi >> MELDS_SHIFT) & 7 == 0:
        kinds_held = popcount(one)
        pairs = _chiitoitsu(kinds_held, popcount(two))
        orphans = 13 - popcount(one & YAOCHUU_MASK)
        if two & YAOCHUU_MASK:
            orphans -= 1
        shanten = min(standard, pairs, orphans)
        if pairs == shanten:
            # A single becomes a pair; while there are fewer than seven kinds, any new kind helps.
            mask = one & ~two
            if kinds_held < 7:
                mask |= ~one
        if orphans == shanten:
            mask |= YAOCHUU_MASK & ~one if two & YAOCHUU_MASK else YAOCHUU_MASK
    if standard == shanten:
        mask |= _nearer_standard(lo, hi, kinds, standard + 1, tables)
    return shanten, mask & kinds


@lean_kernel
def shape_of(lo: int, hi: int, gone: int, kinds: int, tables: Table) -> tuple[int, int]:
    """Return (shanten, mask of the kinds that lower it) of a hand of 3n + 1 tiles."""
    one = held_mask(lo, hi, 0, tables)
    shanten, mask = shape_of_levels(lo, hi, one, held_mask(lo, hi, 1, tables), kinds, tables)
    return shanten, mask & ~gone & ~held_mask(lo, hi, 3, tables)


@lean_kernel
def ukeire_of(lo: int, hi: int, gone: int, kinds: int, tables: Table) -> int:
    """Return the mask of kinds that lower the shanten of a hand of 3n + 1 tiles."""
    _, mask = shape_of(lo, hi, gone, kinds, tables)
    return mask


@lean_kernel
def fifth_waits(lo: int, hi: int, kinds: int, tables: Table) -> int:
    """Return the kinds held four times, concealed, of which a fifth copy would complete the hand.

    Five copies of a kind cannot do without a triplet or a run of it. Take that set away, the
    drawn tile with it: what is left has at most four copies and must be complete.
    """
    mask = 0
    one = held_mask(lo, hi, 0, tables)
    four = held_mask(lo, hi, 3, tables)
    hi += 1 << MELDS_SHIFT
    for kind in range(34):
        if four >> kind & 1 == 0:
            continue
        complete = (
            _standard(lo - 2 * int(TILE_LO[kind]), hi - 2 * int(TILE_HI[kind]), kinds, tables) < 0
        )
        if kind < 27:
            for first in range(kind - 2, kind + 1):
                if first < 0 or first // 9 != kind // 9 or first % 9 > 6:
                    continue
                if (one >> first) & 7 == 7:
                    rest = lo + int(TILE_LO[kind])
                    for tile in range(first, first + 3):
                        rest -= int(TILE_LO[tile])
                    if _standard(rest, hi, kinds, tables) < 0:
                        complete = True
        if complete:
            mask |= 1 << kind
    return mask


@lean_kernel
def waits_of(lo: int, hi: int, gone: int, fifth: int, kinds: int, tables: Table) -> int:
    """Return the mask of winning kinds of a tenpai hand of 3n + 1 tiles, 0 when noten.

    Whether a wait counts of which the player holds all four copies (空聴, karaten) is the
    rule parameter ``fifth_tile_tenpai``: with ``allow`` pass ``fifth`` = 1 and ``gone`` = 0;
    with ``deny_own_hand`` 0 and 0; with ``deny_hand_and_melds`` ``fifth`` = 0 and
    :func:`held_with_melds`. A hand whose every wait is out is noten: 0.
    """
    shanten, mask = shape_of(lo, hi, gone, kinds, tables)
    if shanten != 0:
        mask = 0
    if fifth:
        mask |= fifth_waits(lo, hi, kinds, tables)
    return mask


# --- a hand that is to discard --------------------------------------------------------------------


@lean_kernel
def discard_choices(
    lo: int,
    hi: int,
    gone: int,
    kinds: int,
    tables: Table,
    shanten: Any,
    ukeire: Any,
) -> int:
    """Write shanten and ukeire after each possible discard of a hand of 3n + 2 tiles.

    Args:
        shanten: int8[34], written: by discarded kind, 99 for a kind that is not held.
        ukeire: int64[34], written: masks of kinds (0 for a kind that is not held).

    Returns:
        The mask of kinds held.
    """
    held = held_mask(lo, hi, 0, tables)
    for kind in range(34):
        shanten[kind] = NOTHING
        ukeire[kind] = 0
        if held >> kind & 1:
            nearer = shape_of(lo - int(TILE_LO[kind]), hi - int(TILE_HI[kind]), gone, kinds, tables)
            shanten[kind] = nearer[0]
            ukeire[kind] = nearer[1]
    return held


@lean_kernel
def riichi_discards(
    lo: int,
    hi: int,
    melds: Any,
    fifth_rule: int,
    kinds: int,
    tables: Table,
) -> int:
    """Return the mask of kinds whose discard leaves a hand of 3n + 2 tiles tenpai.

    Args:
        melds: int64[4], the own melds' tiles counted by :func:`add_copy`.
        fifth_rule: Column ``FIFTH_TILE_TENPAI`` of the rules row.
    """
    held = held_mask(lo, hi, 0, tables)
    if shanten_of(lo, hi, kinds, tables) > 0 and (
        fifth_rule != 0 or held_mask(lo, hi, 3, tables) == 0
    ):
        return 0
    mask = 0
    for kind in range(34):
        if held >> kind & 1:
            rest_lo = lo - int(TILE_LO[kind])
            rest_hi = hi - int(TILE_HI[kind])
            gone = held_with_melds(rest_lo, rest_hi, melds, tables) if fifth_rule >= 2 else 0
            if waits_of(rest_lo, rest_hi, gone, 1 if fifth_rule == 0 else 0, kinds, tables):
                mask |= 1 << kind
    return mask


# --- batch from counts ----------------------------------------------------------------------------
#
# Eight counts are read as one 64-bit word and worked on side by side, and two such words lie in
# one, a nibble a count: nine loads a hand instead of thirty-four.

_ONES = 0x0101010101010101
_NIBBLES = 0x1111111111111111
_NO_COUNT = ~(7 * _ONES)  # bits that no count of a word may have
_ORPHANS = 0x1010101010101011  # 1s in the low nibbles, 9s and the honours in the high ones


@lean_kernel
def _key_of_word(word: int) -> int:
    """Return the base-5 number of eight counts, the lowest byte the highest digit."""
    pairs = (word * 5 + (word >> 8)) & 0x00FF00FF00FF00FF
    fours = (pairs * 25 + (pairs >> 16)) & 0x0000FFFF0000FFFF
    return (fours * 625 + (fours >> 32)) & KEY_MASK


@lean_kernel
def _shanten_counts(
    suits: Any,
    honours: Any,
    counts: Any,
    melds: Any,
    kinds: int,
    tables: Table,
    out: Any,
) -> int:
    """Write the shanten of each hand; return nonzero if a count is above four.

    Args:
        suits: int64[N, 3], the counts of 1–8 of each suit, a byte each.
        honours: int64[N], 9s and the seven honours.
        counts: uint8[N, 34], the same memory. melds: uint8[N].
        out: int8[N], written.
    """
    wrong = high = 0
    for i in range(len(out)):
        w0, w1, w2, w3 = int(suits[i, 0]), int(suits[i, 1]), int(suits[i, 2]), int(honours[i])
        nine_m, nine_p = int(counts[i, 8]) & 0xFF, int(counts[i, 17]) & 0xFF
        m = (_key_of_word(w0) * 5 + nine_m) & KEY_MASK
        p = (_key_of_word(w1) * 5 + nine_p) & KEY_MASK
        s = (_key_of_word(w2) * 5 + (w3 & 0xFF)) & KEY_MASK
        z = _key_of_word(w3 & ~0xFF) & HONOUR_MASK
        m_class = _man_class(m, kinds, tables)
        mp = int(tables[MERGE + m_class * 256 + int(tables[SUIT + p])])
        sz = int(tables[MERGE + int(tables[SUIT + s]) * 256 + int(tables[HONOUR + z])])
        meld = int(melds[i]) & 0xFF
        sets = 4 - meld if meld < 4 else 0
        best = int(tables[FINAL + sets * 65536 + mp * 256 + sz]) - 1
        a, b, c = w0 | w1 << 4, w2 | w3 << 4, nine_m | nine_p << 4
        if meld == 0:
            # A count is 0–4: more than one means that bit 1 or 2 is set.
            two_a, two_b = (a >> 1 | a >> 2) & _NIBBLES, (b >> 1 | b >> 2) & _NIBBLES
            two_c = (c >> 1 | c >> 2) & _NIBBLES
            one_a, one_b, one_c = a & _NIBBLES | two_a, b & _NIBBLES | two_b, c & _NIBBLES | two_c
            held = popcount(one_a | one_c << 1) + popcount(one_b)
            pairs = popcount(two_a | two_c << 1) + popcount(two_b)
            orphans = popcount((one_b & _ORPHANS) | (one_a & 0x11) << 1 | one_c << 2)
            if (two_b & _ORPHANS) | (two_a & 0x11) | two_c:
                orphans += 1
            best = min(best, _chiitoitsu(held, pairs), 13 - orphans)
        out[i] = best
        high |= w0 | w1 | w2 | w3 | nine_m | nine_p
        wrong |= (a >> 2) & (a | a >> 1) | (b >> 2) & (b | b >> 1) | (c >> 2) & (c | c >> 1)
    return (wrong & _NIBBLES) | (high & _NO_COUNT)


#: From how many hands on numba is worth loading, in hands to a game of :func:`select`.
_HANDS_PER_GAME = 1000


def shanten_counts(
    counts: NDArray[np.uint8],
    melds: NDArray[np.uint8] | int = 0,
    *,
    players: int = 4,
    compiled: bool | None = None,
) -> NDArray[np.int8]:
    """Return the shanten, int8[N], of many hands: −1 complete, 0 tenpai.

    Args:
        counts: uint8[N, 34], concealed tiles by kind, 3n + 1 or 3n + 2 a row.
        melds: uint8[N], melds of each hand, or one number for all.
        players: 3 if 2m–8m do not exist.
        compiled: Whether to run compiled; by default when there are many hands.

    Raises:
        TileError: A count above four, or 2m–8m in three-player mahjong.
        ValueError: An array of another shape.

    >>> from mjlog.tiles import counts_of, parse_tiles
    >>> shanten_counts(counts_of(parse_tiles("123m456p789s1122z")).reshape(1, 34)).tolist()
    [0]
    """
    counts = np.ascontiguousarray(counts, np.uint8)
    if not counts.size:
        return np.empty(len(counts), np.int8)
    if counts.ndim != 2 or counts.shape[1] != 34:
        raise ValueError(f"counts of shape {counts.shape}, expected (N, 34)")
    if players == 3 and counts[:, 1:8].any():
        row, kind = np.argwhere(counts[:, 1:8])[0].tolist()
        raise TileError(f"{format_tile(kind + 1)} in row {row}: three-player mahjong has no 2m–8m")
    melds = np.ascontiguousarray(np.broadcast_to(np.asarray(melds, np.uint8), (len(counts),)))
    out = np.empty(len(counts), np.int8)
    suits: NDArray[np.int64] = np.ndarray((len(counts), 3), "<i8", counts, 0, (34, 9))
    honours: NDArray[np.int64] = np.ndarray((len(counts),), "<i8", counts, 26, (34,))
    run = _run(_shanten_counts, len(counts), compiled)
    if run(suits, honours, counts, melds, kinds_of(players), shape_tables(), out):
        row, kind = np.argwhere(counts > 4)[0].tolist()
        raise TileError(
            f"more than four copies of {format_tile(kind)}: {counts[row, kind]} in row {row}"
        )
    return out


def _run(function: Any, hands: int, forced: bool | None) -> Any:
    if forced is None:
        return select(function, hands // _HANDS_PER_GAME)
    if forced:
        from .jit import compiled

        return compiled(function)
    return function


def kinds_of(players: int) -> int:
    """Return the mask of kinds that exist with ``players`` 3 or 4."""
    return KINDS_3P if players == 3 else KINDS_4P
