"""Kernels that read the smallest pieces of mjlog text: names, numbers, lists, call codes.

``buf`` is a uint8 array (compiled) or ``bytes`` (uncompiled, where that is much faster); it
ends with NUL bytes, at which every loop here stops. A place of -1 means: not of the plain
form.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import ANKAN, CHI, DAIMINKAN, KAKAN, KITA, PON
from mjlog.engine.jit import lean_kernel

from .layout import (
    LIST_LIMIT,
    S_CALL_COUNT,
    S_CALL_FROM,
    S_CALL_KIND,
    S_CALL_TILE,
    S_CALL_USED,
    S_DECIMALS,
    S_DOTS,
    S_LIST,
    S_SCORE_FRACTIONS,
)

__all__ = ["decode_call"]

#: bool[256]: characters that end a value or do not stand in one: control characters, " & < >.
VALUE_ENDS: Final[NDArray[np.bool_]] = np.array(
    [c < 32 or chr(c) in '"&<>' for c in range(256)], np.bool_
)


@lean_kernel
def read_name(buf: Any, p: int) -> tuple[int, int]:
    """Return the packed name at ``p`` and the place behind it.

    Nothing there gives 0, a name of more than ten letters and digits gives -1.
    """
    packed = 0
    start = p
    while True:
        c = int(buf[p])
        if not (97 <= c <= 122 or 65 <= c <= 90 or 48 <= c <= 57):
            break
        if p - start < 10:
            packed = packed * 76 + (c - 47)
        p += 1
    if p - start > 10:
        packed = -1
    return packed, p


@lean_kernel
def read_attribute(buf: Any, p: int) -> tuple[int, int]:
    """Return the packed name of the attribute at ``p`` and the place behind its first quote."""
    name, p = read_name(buf, p)
    if name == 0 or int(buf[p]) != 61 or int(buf[p + 1]) != 34:  # = "
        return name, -1
    return name, p + 2


@lean_kernel
def skip_value(buf: Any, p: int) -> int:
    """Return the place behind the closing quote of the value at ``p``, or -1."""
    while not VALUE_ENDS[int(buf[p])]:
        p += 1
    return p + 1 if int(buf[p]) == 34 else -1


@lean_kernel
def read_number(buf: Any, p: int) -> tuple[int, int]:
    """Read an integer of at most seven digits at ``p``; returns it and the place behind."""
    negative = int(buf[p]) == 45
    if negative:
        p += 1
    start = p
    value = 0
    c = int(buf[p])
    while 48 <= c <= 57 and p - start < 8:
        value = value * 10 + c - 48
        p += 1
        c = int(buf[p])
    if p == start or p - start > 7:
        return 0, -1
    return (-value if negative else value), p


@lean_kernel
def read_value(buf: Any, p: int) -> tuple[int, int]:
    """Read one integer up to the closing quote; returns it and the place behind the quote."""
    value, p = read_number(buf, p)
    if p < 0 or int(buf[p]) != 34:
        return 0, -1
    return value, p + 1


@lean_kernel
def read_list(buf: Any, p: int, out: Any) -> tuple[int, int]:
    """Read comma-separated integers up to the closing quote into ``out``.

    Values for which ``out`` has no room are read but not stored. Returns how many there are
    and the place behind the quote.
    """
    if int(buf[p]) == 34:
        return 0, p + 1
    count = 0
    room = len(out)
    while True:
        value, p = read_number(buf, p)
        if p < 0:
            return 0, -1
        if count < room:
            out[count] = value
        count += 1
        c = int(buf[p])
        p += 1
        if c == 34:
            return count, p
        if c != 44:  # ,
            return 0, -1


@lean_kernel
def read_tiles(buf: Any, p: int, out: Any) -> tuple[int, int]:
    """Read physical tiles 0–135 up to the closing quote into ``out``.

    Returns how many there are and the place behind the quote (-1: something else, or more
    than ``out`` has room for).
    """
    if int(buf[p]) == 34:
        return 0, p + 1
    count = 0
    room = len(out)
    while True:
        tile = int(buf[p]) - 48
        if not 0 <= tile <= 9 or count == room:
            return 0, -1
        p += 1
        c = int(buf[p])
        while 48 <= c <= 57 and tile < 136:
            tile = tile * 10 + c - 48
            p += 1
            c = int(buf[p])
        if tile > 135:
            return 0, -1
        out[count] = tile
        count += 1
        p += 1
        if c == 34:
            return count, p
        if c != 44:  # ,
            return 0, -1


@lean_kernel
def read_tenths(buf: Any, p: int, state: Any) -> tuple[int, int]:
    """Read numbers with at most one decimal into ``state[S_LIST:]``, in tenths.

    Only the first eight are stored; a further decimal sets ``state[S_DECIMALS]``, and decimal
    points and fractions are counted on in the ``state`` from ``S_DOTS`` on. Returns how many
    numbers there are and the place behind the quote.
    """
    if int(buf[p]) == 34:
        return 0, p + 1
    count = 0
    while True:
        negative = int(buf[p]) == 45
        value, p = read_number(buf, p)
        if p < 0:
            return 0, -1
        value = abs(value) * 10
        c = int(buf[p])
        if c == 46:  # .
            state[S_DOTS] += 1
            fraction = False
            p += 1
            c = int(buf[p])
            if 48 <= c <= 57:
                value += c - 48
                fraction = c != 48
                p += 1
                c = int(buf[p])
            while 48 <= c <= 57:
                if c != 48:
                    state[S_DECIMALS] = 1
                    fraction = True
                p += 1
                c = int(buf[p])
            if fraction and count < LIST_LIMIT:
                state[S_SCORE_FRACTIONS + (count & 1)] += 1
        if count < LIST_LIMIT:
            state[S_LIST + count] = -value if negative else value
        count += 1
        p += 1
        if c == 34:
            return count, p
        if c != 44:
            return 0, -1


@lean_kernel
def decode_call(m: int, who: int, state: Any) -> bool:
    """Decode a call code (``N m``) of seat ``who`` into ``state[S_CALL_KIND:]``.

    The order of the tests is that of the code's tag bits: chi, pon, added kan, kita, kan.
    Seats count round a table of four also when only three play. Returns whether the code
    means a call.
    """
    if not 0 <= m <= 0xFFFF:
        return False
    source = (who + (m & 3)) & 3
    tile = 255
    used = 0
    count = 0
    if m & 4:
        kind = CHI
        called = (m >> 10) % 3
        first = (m >> 10) // 3
        if first >= 21:
            return False
        for i in range(3):
            own = (first // 7) * 36 + (first % 7 + i) * 4 + ((m >> (3 + 2 * i)) & 3)
            if i == called:
                tile = own
            else:
                used |= own << (8 * count)
                count += 1
    elif m & 24:
        called = (m >> 9) % 3
        first = (m >> 9) // 3 * 4
        rest = (m >> 5) & 3
        if first >= 136:
            return False
        kind = PON
        place = 0
        for copy in range(4):
            if copy != rest:
                if place == called:
                    tile = first + copy
                else:
                    used |= (first + copy) << (8 * count)
                    count += 1
                place += 1
        if not m & 8:
            kind = KAKAN
            tile = first + rest
            used = tile
            count = 1
    elif m & 32:
        kind = KITA
        source = 255
        tile = m >> 8
        used = tile
        count = 1
    else:
        kind = DAIMINKAN if m & 3 else ANKAN
        first = m >> 8
        for copy in range(4):
            own = (first & 252) + copy
            if kind == DAIMINKAN and own == first:
                tile = own
            else:
                used |= own << (8 * count)
                count += 1
        if kind == ANKAN:
            source = 255
            tile = first
    if tile > 135:
        return False
    state[S_CALL_KIND] = kind
    state[S_CALL_TILE] = tile
    state[S_CALL_FROM] = source
    state[S_CALL_USED] = used
    state[S_CALL_COUNT] = count
    return True
