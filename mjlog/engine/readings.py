"""Readings of a complete hand: every way to see four sets and a pair in it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from .jit import kernel
from .layout import HONOUR_MASK, KEY_BITS, KEY_MASK
from .win import CASE_HAND_HI, CASE_HAND_LO, CASE_MELD, FORM_SHIFT, TRIPLET

__all__ = ["read_hand", "unpack_hand"]

#: More than any hand has: the most is four, of a suit and of a hand.
MAX_PARTS: Final = 8
MAX_READINGS: Final = 8


@kernel
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


@kernel
def _add_parts(counts: NDArray[np.int64], first: int, pair: int, parts: NDArray[np.int64]) -> None:
    """Append every split of one suit (its pair taken out) into sets to ``parts``.

    Once it is settled which kinds form a triplet, the runs follow from the lowest tile up.
    """
    triplets = 0
    for i in range(9):
        if int(counts[first + i]) >= 3:
            triplets |= 1 << i
    chosen = triplets
    row = int(parts[0, 0]) + 1
    while row < MAX_PARTS:
        sets = 0
        before_last = 0  # runs that began two kinds lower
        last = 0  # runs that began one kind lower
        fits = 1
        for i in range(9):
            triplet = (chosen >> i) & 1
            left = int(counts[first + i]) - last - before_last - 3 * triplet
            if left < 0 or (i > 6 and left > 0) or sets + triplet + left > 4:
                fits = 0
                break
            if triplet == 1:
                parts[row, 2 + sets] = (first + i) | TRIPLET << FORM_SHIFT
                sets += 1
            for _ in range(left):
                parts[row, 2 + sets] = first + i
                sets += 1
            before_last = last
            last = left
        if fits == 1:
            parts[row, 0] = sets
            parts[row, 1] = pair
            parts[0, 0] = row
            row += 1
        if chosen == 0:
            break
        chosen = (chosen - 1) & triplets


@kernel
def _suit_parts(
    counts: NDArray[np.int64], first: int, with_pair: int, parts: NDArray[np.int64]
) -> int:
    """Fill ``parts`` with the splits of the suit that starts at kind ``first``."""
    parts[0, 0] = 0
    weight = 0
    for i in range(9):
        weight += i * int(counts[first + i])
    for i in range(9):
        # The numbers of a set add up to a multiple of three, which leaves every third kind
        # as the pair.
        if with_pair == 1 and (int(counts[first + i]) < 2 or (weight - 2 * i) % 3 != 0):
            continue
        counts[first + i] -= 2 * with_pair
        _add_parts(counts, first, first + i if with_pair == 1 else -1, parts)
        counts[first + i] += 2 * with_pair
        if with_pair == 0:
            break
    return int(parts[0, 0])


@kernel
def read_hand(
    counts: NDArray[np.int64],
    case: NDArray[np.int64],
    melds: int,
    parts: NDArray[np.int64],
    readings: NDArray[np.int64],
) -> int:
    """Fill ``readings`` with every reading of a hand and return how many there are.

    Args:
        counts: int64[34], concealed tiles with the winning one (used as scratch, restored).
        case: The case, read for its melds.
        melds: How many there are.
        parts: int64[MAX_PARTS, ≥ 6], scratch: number of sets, pair, sets; ``parts[0, 0]``
            counts the rows from 1 on.
        readings: int64[≥ MAX_READINGS, ≥ 5]: kind of the pair, then four packed
            sets, melds first. 0 readings: the hand is not four sets and a pair.
    """
    for i in range(melds):
        readings[0, 1 + i] = case[CASE_MELD + i]
    sets = melds
    pairs = 0
    for kind in range(27, 34):
        count = int(counts[kind])
        if count == 3:
            if sets == 4:
                return 0
            readings[0, 1 + sets] = kind | TRIPLET << FORM_SHIFT
            sets += 1
        elif count == 2:
            readings[0, 0] = kind
            pairs += 1
        elif count > 0:
            return 0
    rows = 1
    for first in range(0, 27, 9):
        total = 0
        for i in range(9):
            total += int(counts[first + i])
        if total == 0:
            continue
        if total % 3 == 1 or sets + total // 3 > 4:
            return 0
        with_pair = 1 if total % 3 == 2 else 0
        pairs += with_pair
        found = _suit_parts(counts, first, with_pair, parts)
        if found == 0 or pairs > 1 or rows * found > MAX_READINGS:
            return 0
        for part in range(found - 1, -1, -1):  # part 0 last: it overwrites the rows copied from
            for row in range(rows):
                target = part * rows + row
                for i in range(1 + sets):
                    readings[target, i] = readings[row, i]
                if with_pair == 1:
                    readings[target, 0] = parts[part + 1, 1]
                for i in range(int(parts[part + 1, 0])):
                    readings[target, 1 + sets + i] = parts[part + 1, 2 + i]
        sets += total // 3
        rows *= found
    return rows if sets == 4 and pairs == 1 else 0
