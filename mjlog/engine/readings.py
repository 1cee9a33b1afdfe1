"""Readings of a complete hand: every way to see four sets and a pair in it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from .jit import lean_kernel
from .layout import HONOUR_MASK, KEY_BITS, KEY_MASK
from .shape import popcount
from .win import CASE_HAND_HI, CASE_HAND_LO, CASE_MELD, FORM_SHIFT, TRIPLET

__all__ = ["read_hand", "unpack_hand"]

#: More than any hand has: the most is four, of a suit and of a hand.
MAX_PARTS: Final = 8
MAX_READINGS: Final = 8

# --- a packed group: four bits a kind, the lowest kind lowest
ONE_EACH: Final = 0x111111111
EVERY_THIRD: Final = 0x001001001
TOP_BITS: Final = 0x888888888
RUN_PATTERN: Final = 0x111


@lean_kernel
def unpack_hand(case: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
    """Fill ``counts`` int64[34] with the concealed tiles of a case."""
    lo = int(case[CASE_HAND_LO])
    for suit in range(3):
        key = (lo >> (KEY_BITS * suit)) & KEY_MASK
        last = 9 * suit + 8
        for step in range(9):
            counts[last - step] = key % 5
            key //= 5
    key = int(case[CASE_HAND_HI]) & HONOUR_MASK
    for step in range(7):
        counts[33 - step] = key % 5
        key //= 5


@lean_kernel
def _pack_group(counts: NDArray[np.int64], first: int, size: int) -> tuple[int, int, int]:
    """Return the counts of a suit or of the honours, four bits a kind; their sum; its weight.

    The weight is the sum of (number - 1). A count below 0 makes the packed group negative.
    """
    packed = 0
    total = 0
    weight = 0
    for i in range(size):
        count = int(counts[first + i])
        packed |= count << (4 * i)
        total += count
        weight += i * count
    return packed, total, weight


@lean_kernel
def _at_least_two(packed: int) -> int:
    """Return the kinds of a packed group with two copies or more, a bit each in their four."""
    return (packed >> 1 | packed >> 2) & ONE_EACH


@lean_kernel
def _add_parts(packed: int, pair: int, found: int, parts: NDArray[np.int64]) -> int:
    """Append every split of a packed suit (its pair taken out) into sets; return how many stand.

    Once it is settled which kinds form a triplet, what is left has to be runs. A run is
    ``RUN_PATTERN`` shifted to its lowest tile, so the runs are the quotient by it: one that
    would have to be taken away shows as a digit with its top bit set.
    """
    triplets = (packed >> 2 | (packed >> 1 & packed)) & ONE_EACH
    chosen = triplets
    while found < MAX_PARTS:
        left = packed - 3 * chosen
        runs = left // RUN_PATTERN
        if runs * RUN_PATTERN == left and runs & TOP_BITS == 0:
            parts[found, 0] = chosen
            parts[found, 1] = runs
            parts[found, 2] = pair
            found += 1
        if chosen == 0:
            break
        chosen = (chosen - 1) & triplets
    return found


@lean_kernel
def _suit_parts(packed: int, weight: int, with_pair: int, parts: NDArray[np.int64]) -> int:
    """Fill ``parts`` with the splits of a packed suit and return how many there are."""
    if with_pair == 0:
        return _add_parts(packed, 0, 0, parts)
    # The numbers of a set add up to a multiple of three, which leaves every third kind as
    # the pair.
    pairs = _at_least_two(packed) & EVERY_THIRD << 4 * (2 * weight % 3)
    found = 0
    while pairs:
        pair = pairs & -pairs
        found = _add_parts(packed - 2 * pair, pair, found, parts)
        pairs ^= pair
    return found


@lean_kernel
def _number(packed: int) -> int:
    """Return the place of the lowest kind in a packed group that is not empty."""
    return popcount((packed & -packed) - 1) >> 2


@lean_kernel
def _write_group(
    reading: NDArray[np.int64], sets: int, first: int, pair: int, triplets: int, runs: int
) -> None:
    """Write the pair and the sets of a group that starts at kind ``first`` to a reading.

    ``sets`` stand there already; ``pair``, ``triplets`` and ``runs`` are packed groups.
    """
    if pair:
        reading[0] = first + _number(pair)
    while triplets | runs:
        place = _number(triplets | runs)
        one = 1 << 4 * place
        sets += 1
        if triplets & one:
            triplets ^= one
            reading[sets] = (first + place) | TRIPLET << FORM_SHIFT
        else:
            runs -= one
            reading[sets] = first + place


@lean_kernel
def _add_suit(
    first: int,
    sets: int,
    rows: int,
    found: int,
    parts: NDArray[np.int64],
    readings: NDArray[np.int64],
) -> None:
    """Combine the ``rows`` readings of the groups so far with the ``found`` splits of a suit."""
    for part in range(found - 1, -1, -1):  # part 0 last: it overwrites the rows copied from
        triplets = int(parts[part, 0])
        runs = int(parts[part, 1])
        pair = int(parts[part, 2])
        for row in range(rows):
            target = readings[part * rows + row]
            if part > 0:
                for i in range(1 + sets):
                    target[i] = readings[row, i]
            _write_group(target, sets, first, pair, triplets, runs)


@lean_kernel
def read_hand(
    counts: NDArray[np.int64],
    case: NDArray[np.int64],
    melds: int,
    parts: NDArray[np.int64],
    readings: NDArray[np.int64],
) -> int:
    """Fill ``readings`` with every reading of a hand and return how many there are.

    Args:
        counts: int64[34], concealed tiles with the winning one.
        case: The case, read for its melds.
        melds: How many there are.
        parts: int64[MAX_PARTS, ≥ 3], scratch: the splits of a suit, each as packed triplets,
            lowest tiles of runs, and pair (0: not in this suit).
        readings: int64[≥ MAX_READINGS, ≥ 5]: kind of the pair, then four packed
            sets, melds first. 0 readings: the hand is not four sets and a pair.
    """
    packed, total, _ = _pack_group(counts, 27, 7)
    twos = packed >> 1 & ONE_EACH
    triplets = packed & twos
    pair = twos ^ triplets
    sets = melds + total // 3
    if packed < 0 or packed & ONE_EACH != triplets or packed >> 2 & ONE_EACH:
        return 0  # one honour alone, or four
    if pair & (pair - 1) or sets > 4:
        return 0
    for i in range(melds):
        readings[0, 1 + i] = case[CASE_MELD + i]
    _write_group(readings[0], melds, 27, pair, triplets, 0)
    pairs = 1 if pair else 0
    rows = 1
    for first in range(0, 27, 9):
        packed, total, weight = _pack_group(counts, first, 9)
        if total == 0:
            continue
        with_pair = 1 if total % 3 == 2 else 0
        pairs += with_pair
        if packed < 0 or total % 3 == 1 or pairs > 1 or sets + total // 3 > 4:
            return 0
        found = _suit_parts(packed, weight, with_pair, parts)
        if found == 0 or rows * found > MAX_READINGS:
            return 0
        _add_suit(first, sets, rows, found, parts, readings)
        sets += total // 3
        rows *= found
    return rows if sets == 4 and pairs == 1 else 0
