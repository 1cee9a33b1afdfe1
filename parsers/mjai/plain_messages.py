"""One plain mjai message, from its bytes into two rows of numbers.

:func:`read_message` knows the keys that game servers and converters write. At any other key,
at a value of another kind than its key has, at an escape or at a key that stands twice it gives
up; the tolerant reader then reads the text.
"""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mjlog.engine.jit import lean_kernel

from .plain_words import (
    FIRST_REASON,
    K_ACTOR,
    K_BAKAZE,
    K_CONSUMED,
    K_CONSUMED_2,
    K_DELTAS,
    K_DORA_MARKER,
    K_DORA_MARKER_2,
    K_FAN,
    K_FU,
    K_HONBA,
    K_HORA_POINTS,
    K_HORA_POINTS_2,
    K_HORA_TEHAIS,
    K_HORA_TEHAIS_2,
    K_KYOKU,
    K_KYOTAKU,
    K_OYA,
    K_PAI,
    K_REASON,
    K_SCORES,
    K_TARGET,
    K_TEHAIS,
    K_TENPAIS,
    K_TSUMOGIRI,
    K_TSUMOGIRI_2,
    K_TYPE,
    K_URA_MARKERS,
    K_URA_MARKERS_2,
    K_URADORA_MARKERS,
    K_URADORA_MARKERS_2,
    K_YAKUS,
    T_DAHAI,
    T_TSUMO,
    TYPE_WORDS,
    find_name,
    read_tile,
    read_word,
    skip_space,
)

__all__ = ["read_message", "read_turn"]

#: Values of a message; of lists, how long they are. -1: the message has no such key.
M_TYPE: Final = 0
M_ACTOR: Final = 1
M_PAI: Final = 2
M_TSUMOGIRI: Final = 3
M_TARGET: Final = 4
M_CONSUMED: Final = 5
M_DORA: Final = 6
M_DELTAS: Final = 7
M_SCORES: Final = 8
M_BAKAZE: Final = 9
M_KYOKU: Final = 10
M_HONBA: Final = 11
M_KYOTAKU: Final = 12
M_OYA: Final = 13
M_TEHAIS: Final = 14
M_TENPAIS: Final = 15
M_REASON: Final = 16
M_FU: Final = 17
M_FAN: Final = 18
M_POINTS: Final = 19
M_YAKUS: Final = 20
M_URA: Final = 21
M_HAND: Final = 22
M_WIDTH: Final = 23

#: Where the lists of a message stand, and how long they are at most.
L_CONSUMED: Final = 0
L_DELTAS: Final = 4
L_SCORES: Final = 8
L_TENPAIS: Final = 12
L_URA: Final = 16
L_HAND: Final = 26
L_SIZES: Final = 40  # of the four hands
L_TEHAIS: Final = 44
L_YAKU: Final = 100
L_HAN: Final = 120
L_WIDTH: Final = 140

#: The usual text of a draw or discard, in pieces between which a blank may stand.
TURN_TYPE: Final = np.frombuffer(b'{"type":', np.uint8)
TURN_DRAW: Final = np.frombuffer(b'"tsumo",', np.uint8)
TURN_DISCARD: Final = np.frombuffer(b'"dahai",', np.uint8)
TURN_ACTOR: Final = np.frombuffer(b'"actor":', np.uint8)
TURN_TILE: Final = np.frombuffer(b'"pai":', np.uint8)
TURN_DRAWN: Final = np.frombuffer(b'"tsumogiri":', np.uint8)

_DEALT: Final = 14
_MAX_YAKU: Final = 20
#: Points, and all other numbers, stay below; more digits are no number of a game.
_MOST: Final = 100_000_000


@lean_kernel
def read_number(buf: Any, p: int) -> tuple[int, int]:
    """Return the whole number at ``p`` and the place behind it, which is -1 where there is none."""
    sign = 1
    if int(buf[p]) == 45:
        sign = -1
        p += 1
    start = p
    value = 0
    c = int(buf[p])
    while 48 <= c <= 57:
        value = 10 * value + c - 48
        if p - start > 9:
            return 0, -1
        p += 1
        c = int(buf[p])
    digits = p - start
    if digits == 0 or value > _MOST or c == 46 or c == 69 or c == 101:
        return 0, -1
    if (digits > 1 or sign < 0) and int(buf[start]) == 48:
        return 0, -1
    return sign * value, p


@lean_kernel
def read_flag(buf: Any, p: int) -> tuple[int, int]:
    """Return 1 for true or 0 for false at ``p`` and the place behind it, -1 for neither."""
    a = int(buf[p])
    b = int(buf[p + 1])
    c = int(buf[p + 2])
    d = int(buf[p + 3])
    if a == 116 and b == 114 and c == 117 and d == 101:
        return 1, p + 4
    if a == 102 and b == 97 and c == 108 and d == 115 and int(buf[p + 4]) == 101:
        return 0, p + 5
    return 0, -1


@lean_kernel
def next_item(buf: Any, p: int, first: bool) -> int:
    """Return the place of the next item of a list, 0 at its end, -1 where it is no list.

    Args:
        buf: The text.
        p: The bracket that opens the list, or the place behind an item.
        first: It is the bracket.
    """
    p = skip_space(buf, p)
    c = int(buf[p])
    if first:
        if c != 91:
            return -1
        p = skip_space(buf, p + 1)
        return 0 if int(buf[p]) == 93 else p
    if c == 93:
        return 0
    return skip_space(buf, p + 1) if c == 44 else -1


@lean_kernel
def list_end(buf: Any, p: int, first: bool) -> int:
    """Return the place behind a list whose end :func:`next_item` has found."""
    p = skip_space(buf, p)
    if first:
        p = skip_space(buf, p + 1)
    return p + 1


@lean_kernel
def read_list(buf: Any, p: int, what: int, lists: Any, at: int, most: int) -> tuple[int, int]:
    """Read a list into ``lists`` from ``at`` on.

    Args:
        buf: The text.
        p: Place of the list.
        what: 0 for tiles, 1 for numbers, 2 for true and false.
        lists: Filled.
        at: First column.
        most: Longest list.

    Returns:
        How many items, and the place behind the list (-1 for anything else).
    """
    count = 0
    item = next_item(buf, p, True)
    first = True
    value = 0
    while item > 0:
        if count == most:
            return 0, -1
        if what == 0:
            value, p = read_tile(buf, item)
        elif what == 1:
            value, p = read_number(buf, item)
        else:
            value, p = read_flag(buf, item)
        if p < 0:
            return 0, -1
        lists[at + count] = value
        count += 1
        first = False
        item = next_item(buf, p, False)
    if item < 0:
        return 0, -1
    return count, list_end(buf, p, first)


@lean_kernel
def read_hands(buf: Any, p: int, lists: Any) -> tuple[int, int]:
    """Read a list of at most four lists of tiles; return how many and the place behind it."""
    count = 0
    item = next_item(buf, p, True)
    first = True
    while item > 0:
        if count == 4:
            return 0, -1
        size, p = read_list(buf, item, 0, lists, L_TEHAIS + _DEALT * count, _DEALT)
        if p < 0:
            return 0, -1
        lists[L_SIZES + count] = size
        count += 1
        first = False
        item = next_item(buf, p, False)
    if item < 0:
        return 0, -1
    return count, list_end(buf, p, first)


@lean_kernel
def read_yakus(buf: Any, p: int, lists: Any) -> tuple[int, int]:
    """Read a list of names, or of names with their han; return how many and the place behind."""
    count = 0
    item = next_item(buf, p, True)
    first = True
    while item > 0:
        if count == _MAX_YAKU:
            return 0, -1
        han = -1
        if int(buf[item]) == 91:
            code, p = find_name(buf, skip_space(buf, item + 1))
            if code < 0:
                return 0, -1
            p = next_item(buf, p, False)
            if p <= 0:
                return 0, -1
            if int(buf[p]) == 110:  # null
                if int(buf[p + 1]) != 117 or int(buf[p + 2]) != 108 or int(buf[p + 3]) != 108:
                    return 0, -1
                p += 4
            else:
                han, p = read_number(buf, p)
                if p < 0:
                    return 0, -1
                if han < 0 or han > 100:
                    han = -1
            p = skip_space(buf, p)
            if int(buf[p]) != 93:
                return 0, -1
            p += 1
        else:
            code, p = find_name(buf, item)
        if code < 0 or code >= FIRST_REASON:
            return 0, -1
        lists[L_YAKU + count] = code
        lists[L_HAN + count] = han
        count += 1
        first = False
        item = next_item(buf, p, False)
    if item < 0:
        return 0, -1
    return count, list_end(buf, p, first)


@lean_kernel
def type_of(first: int, second: int) -> int:
    """Return the number of a type, -1 for one that is not known."""
    for number in range(len(TYPE_WORDS)):
        if int(TYPE_WORDS[number, 0]) == first and int(TYPE_WORDS[number, 1]) == second:
            return number
    return -1


@lean_kernel
def number_slot(first: int, second: int) -> int:
    """Return the column of a key whose value is a whole number, -1 for any other key."""
    if second:
        return M_POINTS if first == K_HORA_POINTS and second == K_HORA_POINTS_2 else -1
    if first == K_TARGET:
        return M_TARGET
    if first == K_KYOKU:
        return M_KYOKU
    if first == K_HONBA:
        return M_HONBA
    if first == K_KYOTAKU:
        return M_KYOTAKU
    if first == K_OYA:
        return M_OYA
    if first == K_FU:
        return M_FU
    return M_FAN if first == K_FAN else -1


@lean_kernel
def read_long_value(buf: Any, p: int, first: int, second: int, lists: Any) -> tuple[int, int, int]:
    """Read the value of a key that is a list or a word: its column, it, and the place behind."""
    if first == K_CONSUMED and second == K_CONSUMED_2:
        value, p = read_list(buf, p, 0, lists, L_CONSUMED, 4)
        return M_CONSUMED, value, p
    if first == K_DORA_MARKER and second == K_DORA_MARKER_2:
        value, p = read_tile(buf, p)
        return M_DORA, value, p
    if (first == K_URA_MARKERS and second == K_URA_MARKERS_2) or (
        first == K_URADORA_MARKERS and second == K_URADORA_MARKERS_2
    ):
        value, p = read_list(buf, p, 0, lists, L_URA, 10)
        return M_URA, value, p
    if first == K_HORA_TEHAIS and second == K_HORA_TEHAIS_2:
        value, p = read_list(buf, p, 0, lists, L_HAND, _DEALT)
        return M_HAND, value, p
    if second:
        return -1, 0, -1
    if first == K_DELTAS:
        value, p = read_list(buf, p, 1, lists, L_DELTAS, 4)
        return M_DELTAS, value, p
    if first == K_SCORES:
        value, p = read_list(buf, p, 1, lists, L_SCORES, 4)
        return M_SCORES, value, p
    if first == K_TENPAIS:
        value, p = read_list(buf, p, 2, lists, L_TENPAIS, 4)
        return M_TENPAIS, value, p
    if first == K_TEHAIS:
        value, p = read_hands(buf, p, lists)
        return M_TEHAIS, value, p
    if first == K_YAKUS:
        value, p = read_yakus(buf, p, lists)
        return M_YAKUS, value, p
    if first == K_BAKAZE:
        is_letter = int(buf[p + 2]) == 34
        value, p = read_tile(buf, p)
        return M_BAKAZE, value, p if is_letter else -1
    if first == K_REASON:
        value, p = find_name(buf, p)
        return M_REASON, value - FIRST_REASON, p if value >= FIRST_REASON else -1
    return -1, 0, -1


@lean_kernel
def is_at(buf: Any, p: int, word: Any) -> bool:
    """Tell whether the bytes of ``word`` stand at ``p``."""
    for i in range(len(word)):  # noqa: SIM110
        if int(buf[p + i]) != int(word[i]):
            return False
    return True


@lean_kernel
def read_turn(buf: Any, p: int, values: Any) -> int:
    """Read a draw or discard that is written as nearly all are: its keys in the usual order.

    Args:
        buf: The text.
        p: Place of the bracket.
        values: Its columns of type, actor, tile and whether the tile is the drawn one are
            filled, and no others.

    Returns:
        The place behind it, -1 for any other message.
    """
    if not is_at(buf, p, TURN_TYPE):
        return -1
    p += len(TURN_TYPE)
    if int(buf[p]) == 32:
        p += 1
    is_draw = int(buf[p + 1]) == 116  # t
    if not is_at(buf, p, TURN_DRAW if is_draw else TURN_DISCARD):
        return -1
    p += len(TURN_DRAW)
    if int(buf[p]) == 32:
        p += 1
    if not is_at(buf, p, TURN_ACTOR):
        return -1
    p += len(TURN_ACTOR)
    if int(buf[p]) == 32:
        p += 1
    values[M_ACTOR] = int(buf[p]) - 48
    if not 48 <= int(buf[p]) <= 51 or int(buf[p + 1]) != 44:
        return -1
    p += 2
    if int(buf[p]) == 32:
        p += 1
    if not is_at(buf, p, TURN_TILE):
        return -1
    p += len(TURN_TILE)
    if int(buf[p]) == 32:
        p += 1
    tile, p = read_tile(buf, p)
    if p < 0:
        return -1
    values[M_TYPE] = T_TSUMO if is_draw else T_DAHAI
    values[M_PAI] = tile
    if not is_draw:
        if int(buf[p]) != 44:
            return -1
        p += 1
        if int(buf[p]) == 32:
            p += 1
        if not is_at(buf, p, TURN_DRAWN):
            return -1
        p += len(TURN_DRAWN)
        if int(buf[p]) == 32:
            p += 1
        drawn, p = read_flag(buf, p)
        if p < 0:
            return -1
        values[M_TSUMOGIRI] = drawn
    return p + 1 if int(buf[p]) == 125 else -1


@lean_kernel
def read_message(buf: Any, p: int, values: Any, lists: Any) -> int:
    """Read the object at ``p`` into ``values`` and ``lists``.

    Args:
        buf: The text.
        p: Place of its bracket.
        values: int64[M_WIDTH], filled.
        lists: int64[L_WIDTH], filled as far as ``values`` says.

    Returns:
        The place behind it, -1 for an object that is not of the plain form.
    """
    for i in range(len(values)):
        values[i] = -1
    p = skip_space(buf, p + 1)
    while True:
        if int(buf[p]) != 34:
            return -1
        first, second, p = read_word(buf, p + 1)
        if p < 0:
            return -1
        p = skip_space(buf, p)
        if int(buf[p]) != 58:
            return -1
        p = skip_space(buf, p + 1)
        value = 0
        slot = -1
        if first == K_TYPE and second == 0:
            slot = M_TYPE
            if int(buf[p]) != 34:
                return -1
            first, second, p = read_word(buf, p + 1)
            value = type_of(first, second)
            if value < 0:
                return -1
        elif first == K_ACTOR and second == 0:
            slot = M_ACTOR
            value, p = read_number(buf, p)
        elif first == K_PAI and second == 0:
            slot = M_PAI
            value, p = read_tile(buf, p)
        elif first == K_TSUMOGIRI and second == K_TSUMOGIRI_2:
            slot = M_TSUMOGIRI
            value, p = read_flag(buf, p)
        else:
            slot = number_slot(first, second)
            if slot >= 0:
                value, p = read_number(buf, p)
            else:
                slot, value, p = read_long_value(buf, p, first, second, lists)
        if p < 0 or slot < 0 or int(values[slot]) != -1 or value < 0:
            return -1
        values[slot] = value
        p = skip_space(buf, p)
        c = int(buf[p])
        if c == 125:
            return p + 1
        if c != 44:
            return -1
        p = skip_space(buf, p + 1)
