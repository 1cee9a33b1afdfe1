"""Kernels that shuffle walls and say which tile belongs to which event.

A wall is a list of physical tiles w[0], w[1], …; the deal and the live draws take it from its
end, the dead wall is its beginning. A three-player wall has 108 tiles, its dead wall begins
with eight replacement tiles instead of four. Since the third generation of seeds the two
tiles of a stack of the dead wall have changed places.
"""

from __future__ import annotations

from typing import Any, Final

from ..codes import ANKAN, DAIMINKAN, DORA, DRAW, KAKAN, KITA
from .jit import lean_kernel

__all__ = [
    "DEAD_WALL",
    "deal_place",
    "dora_place",
    "expected_tiles",
    "replacement_count",
    "replacement_place",
    "shuffle_wall",
    "ura_place",
]

#: Tiles of the dead wall, which never shrinks: a replacement shortens the live wall.
DEAD_WALL: Final = 14


@lean_kernel
def shuffle_wall(words: Any, size: int, tiles: Any, dice: Any) -> None:
    """Shuffle the wall of a round.

    Args:
        words: The 137 or more random words of the round; changed.
        size: Tiles of the wall, 136 or 108.
        tiles: uint8[136], filled in wall order up to the last tile.
        dice: uint8[2], filled, 1–6.
    """
    dice[0] = int(words[135]) % 6 + 1
    dice[1] = int(words[136]) % 6 + 1
    for i in range(size):
        # three players: no 2m–8m
        tiles[i] = i if size == 136 or i < 4 else i + 28
    for i in range(size - 1):  # from now on a word is the place that a tile changes with
        # the remainder; floats, which are exact here, take half the time of integers
        word, left = int(words[i]), size - i
        words[i] = i + word - int(word / left) * left
    for i in range(size - 1):
        j = int(words[i])
        held = tiles[i]
        tiles[i] = tiles[j]
        tiles[j] = held


@lean_kernel
def replacement_count(size: int) -> int:
    """Return the number of replacement tiles, which is the place of the first indicators."""
    return 4 if size == 136 else 8


@lean_kernel
def dora_place(number: int, size: int, swapped: int) -> int:
    """Return the place in the wall of dora indicator ``number`` (0 = the first)."""
    return replacement_count(size) + 2 * number + swapped


@lean_kernel
def ura_place(number: int, size: int, swapped: int) -> int:
    """Return the place in the wall of ura indicator ``number``."""
    return replacement_count(size) + 2 * number + 1 - swapped


@lean_kernel
def replacement_place(number: int, swapped: int) -> int:
    """Return the place in the wall of replacement tile ``number``."""
    return number ^ swapped


@lean_kernel
def deal_place(seat_from_dealer: int, number: int, players: int, size: int) -> int:
    """Return the place of a seat's dealt tile: three times four tiles each, then one each."""
    if number < 12:
        taken = (number // 4) * 4 * players + seat_from_dealer * 4 + number % 4
    else:
        taken = 12 * players + seat_from_dealer
    return size - 1 - taken


@lean_kernel
def expected_tiles(
    tiles: Any, size: Any, swapped: Any, dealer: Any, deal_places: Any, first_event: Any, kind: Any,
    dealt: Any, expected: Any, drawn: Any,
) -> None:  # fmt: skip
    """Find the physical tile that each dealt tile, draw and new indicator must be.

    The place in the wall follows from counting alone, so one wrong tile stays one difference.

    Args:
        tiles: uint8[R, 136], the walls.
        size: uint8[R], their tiles, 0 unknown.
        swapped: uint8[R], 1 from the third generation of seeds on.
        dealer: uint8[R].
        deal_places: uint8[2, 4, 52], places in the wall by three players, dealer, dealt tile.
        first_event: int32[R + 1], the events of each round.
        kind: uint8[E].
        dealt: uint8[R, 52], filled for known walls.
        expected: uint8[E], filled for draws and indicators of known walls; 255 elsewhere, also
            for draws beyond the live wall.
        drawn: int16[R], filled: draws of each round.
    """
    for r in range(len(size)):
        n = int(size[r])
        if n == 0:
            continue
        places = deal_places[1 if n == 108 else 0, min(int(dealer[r]), 3)]
        for i in range(52):
            dealt[r, i] = tiles[r, places[i]]
        swap = int(swapped[r])
        live_start = n - 1 - 13 * (4 if n == 136 else 3)
        to_draw = live_start + 1 - DEAD_WALL
        live = 0
        replaced = 0
        indicators = 1
        due = 0  # the next draw is a replacement tile
        for e in range(int(first_event[r]), int(first_event[r + 1])):
            what = int(kind[e])
            place = -1
            if what == DRAW:
                if due:
                    if replaced < replacement_count(n):
                        place = replacement_place(replaced, swap)
                    replaced += 1
                else:
                    place = live_start - live
                    live += 1
                due = 0
                if live + replaced > to_draw:
                    place = -1
            elif what == DAIMINKAN or what == KAKAN or what == ANKAN or what == KITA:
                due = 1
            elif what == DORA:
                if indicators < 5:
                    place = dora_place(indicators, n, swap)
                indicators += 1
            if place >= 0:
                expected[e] = tiles[r, place]
        drawn[r] = live + replaced
