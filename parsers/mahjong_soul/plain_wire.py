"""Fields of protobuf messages for kernels: whole numbers by number, texts by their place.

Scratch has a layer for each depth of messages. A field that is not of its type, a number that
needs more than 32 bits, or bytes that are no message end the reading of a game.
"""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.engine.jit import lean_kernel

from .notation import CODES
from .schema import MESSAGES

__all__ = ["read_fields", "read_list", "read_tile", "read_tiles", "read_varint", "type_masks"]

#: Fields with larger numbers are skipped; no message that is read has one.
NUMBERS: Final = 32
#: Texts of one field that are kept; a hand has fourteen, a game's list of yaku is shorter.
MOST: Final = 24
#: Layers of scratch, and where the parts of one begin: the number in each field, how many
#: texts there are of each, where those begin and end.
LAYERS: Final = 3
F_INTS: Final = 0
F_COUNTS: Final = NUMBERS
F_TEXTS: Final = 2 * NUMBERS
F_NUMBERS: Final = F_TEXTS + 2 * MOST * NUMBERS  # which fields are numbers (bits)
F_BYTES: Final = F_NUMBERS + 1  # which are texts or messages
F_WIDTH: Final = F_BYTES + 1

_LONGEST: Final = 4000


def type_masks(message: str) -> tuple[int, int]:
    """Return which fields are one number (bits by number), and which are anything else."""
    numbers = others = 0
    for number, field in MESSAGES[message].items():
        if number < NUMBERS:
            if field.kind in ("int", "bool") and not field.repeated:
                numbers |= 1 << number
            else:
                others |= 1 << number
    return numbers, others


def _tile_table() -> NDArray[np.int64]:
    table = np.full((128, 128), -1, np.int64)
    for name, code in CODES.items():
        table[ord(name[0]), ord(name[1])] = code
    return table


TILE_TABLE: Final = _tile_table()


@lean_kernel
def read_varint(buf: Any, p: int, end: int) -> tuple[int, int]:
    """Return the signed number at ``p`` and the place behind it, which is -1 where none is."""
    value = 0
    shift = 0
    while p < end:
        byte = int(buf[p])
        p += 1
        if shift == 63:  # the sign
            if byte != 1:
                return 0, -1
            return value - 9223372036854775807 - 1, p
        value |= (byte & 127) << shift
        if byte < 128:
            return value, p
        shift += 7
    return 0, -1


@lean_kernel
def read_fields(
    buf: Any, p: int, end: int, fields: Any, layer: int, numbers: int, others: int
) -> bool:
    """Read the fields of a message into a layer of scratch.

    Args:
        buf: The bytes.
        p, end: Where the message begins and ends.
        fields: int64[LAYERS, F_WIDTH], with what messages before have left, else zeros.
        layer: Which layer.
        numbers, others: Which fields are one number, and which are not (:func:`type_masks`).

    Returns:
        Whether it is a message whose known fields are of their types, none more than once but
        in lists.
    """
    old = int(fields[layer, F_NUMBERS]) | int(fields[layer, F_BYTES])
    used = NUMBERS if old >> (NUMBERS // 2) else NUMBERS // 2
    for number in range(used):
        fields[layer, F_INTS + number] = 0
        fields[layer, F_COUNTS + number] = 0
    seen = 0
    given = 0
    while p < end:
        key = int(buf[p])
        p += 1
        if key > 127:
            if p == end or int(buf[p]) > 127:
                return False
            key = (key & 127) | (int(buf[p]) << 7)
            p += 1
        number = key >> 3
        kind = key & 7
        if number == 0 or (kind != 0 and kind != 2) or p == end:
            return False
        value = int(buf[p])
        if value < 128:
            p += 1
        else:
            value, p = read_varint(buf, p, end)
            if p < 0:
                return False
        if kind == 0:
            if value < -2147483648 or value > 4294967295:
                return False
            if number < NUMBERS:
                fields[layer, F_INTS + number] = value
                seen |= 1 << number
            continue
        if value < 0 or value > end - p:
            return False
        if number < NUMBERS:
            count = int(fields[layer, F_COUNTS + number])
            if count < MOST:
                at = F_TEXTS + 2 * (MOST * number + count)
                fields[layer, at] = p
                fields[layer, at + 1] = p + value
            fields[layer, F_COUNTS + number] = count + 1
            given |= 1 << number
        p += value
    fields[layer, F_NUMBERS] = seen
    fields[layer, F_BYTES] = given
    return (seen & others) == 0 and (given & numbers) == 0


@lean_kernel
def read_action(buf: Any, p: int, end: int) -> tuple[int, int]:
    """Return where the result of a ``GameAction`` begins and ends.

    Both are equal for an action without one, and -1 for bytes that are no such message.
    """
    start = p
    stop = p
    results = 0
    while p < end:
        key = int(buf[p])
        p += 1
        kind = key & 7
        if key > 127 or key < 8 or (kind != 0 and kind != 2) or p == end:
            return -1, -1
        value = int(buf[p])
        if value < 128:
            p += 1
        else:
            value, p = read_varint(buf, p, end)
            if p < 0:
                return -1, -1
        if kind == 0:
            if key == 24 or value < -2147483648 or value > 4294967295:
                return -1, -1
            continue
        if key == 18 or value < 0 or value > end - p:
            return -1, -1
        if key == 26:
            results += 1
            start = p
            stop = p + value
        p += value
    return (start, stop) if results < 2 else (-1, -1)


@lean_kernel
def text_start(fields: Any, layer: int, number: int, i: int) -> int:
    """Return where text ``i`` of a field begins."""
    return int(fields[layer, F_TEXTS + 2 * (MOST * number + i)])


@lean_kernel
def text_end(fields: Any, layer: int, number: int, i: int) -> int:
    """Return where text ``i`` of a field ends."""
    return int(fields[layer, F_TEXTS + 2 * (MOST * number + i) + 1])


@lean_kernel
def tile_at(buf: Any, p: int, end: int) -> int:
    """Return the tile that a text names, -1 for none."""
    if end - p != 2 or int(buf[p]) > 127 or int(buf[p + 1]) > 127:
        return -1
    return int(TILE_TABLE[int(buf[p]), int(buf[p + 1])])


@lean_kernel
def read_tile(buf: Any, fields: Any, layer: int, number: int) -> int:
    """Return the tile in a field, -1 where there is none or not one."""
    if int(fields[layer, F_COUNTS + number]) != 1:
        return -1
    return tile_at(buf, text_start(fields, layer, number, 0), text_end(fields, layer, number, 0))


@lean_kernel
def read_tiles(buf: Any, fields: Any, layer: int, number: int, out: Any, at: int, most: int) -> int:
    """Write the tiles of a list into ``out`` from ``at`` on; return how many, -1 for no tiles."""
    count = int(fields[layer, F_COUNTS + number])
    if count > most or count > MOST:
        return -1
    for i in range(count):
        tile = tile_at(
            buf, text_start(fields, layer, number, i), text_end(fields, layer, number, i)
        )
        if tile < 0:
            return -1
        out[at + i] = tile
    return count


@lean_kernel
def read_list(buf: Any, fields: Any, layer: int, number: int, out: Any, at: int) -> int:
    """Write a list of at most four numbers of a game into ``out`` from ``at`` on.

    Returns:
        How many; -1 for anything else.
    """
    count = 0
    for i in range(min(int(fields[layer, F_COUNTS + number]), MOST)):
        p = text_start(fields, layer, number, i)
        end = text_end(fields, layer, number, i)
        while p < end:
            value, p = read_varint(buf, p, end)
            if p < 0 or count == 4 or value < -100_000_000 or value > 100_000_000:
                return -1
            out[at + count] = value
            count += 1
    return count


@lean_kernel
def is_long(fields: Any, layer: int, number: int) -> bool:
    """Tell whether a field has more than one text, or one that is too long."""
    count = int(fields[layer, F_COUNTS + number])
    if count == 0:
        return False
    return (
        count > 1
        or text_end(fields, layer, number, 0) - text_start(fields, layer, number, 0) > _LONGEST
    )
