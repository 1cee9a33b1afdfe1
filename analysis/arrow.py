"""numpy columns → Arrow arrays, without copies where possible and without importing pandas.

``pyarrow.array(numpy_array)`` imports pandas (a quarter of a second), methods like
``dictionary_encode`` and ``filter`` import pyarrow.compute (a tenth); building arrays from
buffers does neither. In all functions ``null`` is a bool array, True where the value is null.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.tiles import KIND, format_tile, format_tiles

from .schema import TYPES

__all__ = [
    "coded",
    "coded_runs",
    "distinct",
    "encoded",
    "fixed",
    "flags",
    "kinds_text",
    "lists",
    "numbers",
    "popcount",
    "sorted_columns",
    "strings",
    "texts",
    "tile_column",
    "tiles_text",
]

Mask = NDArray[np.bool_]

_TILE_LABELS: Final = tuple(format_tile(code) for code in range(37))
#: Tile code → its place in the order of players (m p s honours, red before plain five).
_ORDER: Final = bytes(2 * int(KIND[c]) + (c < 34) if c < 37 else 255 for c in range(256))
#: uint16[256]: that place → the two letters of the tile, the first one in the low byte.
_LETTERS: Final[NDArray[np.uint16]] = np.zeros(256, np.uint16)
for _code, _label in enumerate(_TILE_LABELS):
    _LETTERS[_ORDER[_code]] = ord(_label[0]) | ord(_label[1]) << 8
_POPCOUNT: Final[NDArray[np.uint8]] = np.array([i.bit_count() for i in range(256)], np.uint8)
#: Type word of a column of numbers → its dtype.
_DTYPE: Final[dict[str, np.dtype[Any]]] = {"float": np.dtype(np.float64)}
_DTYPE.update((word, np.dtype(word)) for word in ("int8", "int16", "int32", "int64"))
#: Type word of a dictionary column → that of its indices.
_INDEX: Final = {"text": "int16", "ref": "int32"}
#: Odd numbers without a pattern; see :func:`distinct`.
_MULTIPLIER: Final = 0x9E3779B97F4A7C15
_HASH_BITS: Final = 16


def _validity(null: Mask | None) -> tuple[pa.Buffer | None, int]:
    if null is None:
        return None, 0
    count = int(np.count_nonzero(null))
    if not count:
        return None, 0
    return pa.py_buffer(np.packbits(~null, bitorder="little")), count


def numbers(values: NDArray[Any], type: str, null: Mask | None = None) -> pa.Array:
    """Return ``values`` as an Arrow column of integer or float ``type`` (a type word)."""
    validity, count = _validity(null)
    data = np.ascontiguousarray(values, _DTYPE[type])
    return pa.Array.from_buffers(TYPES[type], len(data), [validity, pa.py_buffer(data)], count)


def flags(values: Mask, null: Mask | None = None) -> pa.Array:
    """Return ``values`` as a column of booleans."""
    validity, count = _validity(null)
    data = pa.py_buffer(np.packbits(values, bitorder="little"))
    return pa.Array.from_buffers(pa.bool_(), len(values), [validity, data], count)


def strings(values: Sequence[str | None]) -> pa.Array:
    """Return a column of strings; None becomes null."""
    null = None
    present: Sequence[str] = values  # type: ignore[assignment]
    if None in values:
        null = np.fromiter((v is None for v in values), np.bool_, len(values))
        present = ["" if v is None else v for v in values]
    text = "".join(present)
    data = text.encode("utf-8", "replace")
    ends = accumulate(map(len, present), initial=0)
    offsets = np.fromiter(ends, np.int32, len(present) + 1)
    if len(data) != len(text):  # the offsets count characters
        starts = np.flatnonzero(np.frombuffer(data, np.int8) >= -64)  # 0b10…… continues one
        offsets = np.append(starts, len(data)).take(offsets).astype(np.int32)
    validity, count = _validity(null)
    buffers = [validity, pa.py_buffer(offsets), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.string(), len(present), buffers, count)


def texts(values: Sequence[str | None], type: str = "text") -> pa.Array:
    """Return a dictionary column of strings; None becomes null."""
    labels = dict.fromkeys(values)
    null = None
    if None in labels:
        del labels[None]
        null = np.fromiter((v is None for v in values), np.bool_, len(values))
    place: dict[str | None, int] = {label: i for i, label in enumerate(labels)} | {None: 0}
    indices = np.fromiter(map(place.__getitem__, values), _INDEX[type], len(values))
    return _dictionary(numbers(indices, _INDEX[type], null), strings(list(labels)), type)


def coded(
    codes: NDArray[Any], labels: Sequence[str], null: Mask | None = None, *, type: str = "text"
) -> pa.Array:
    """Return ``labels[codes]`` as a dictionary column (codes under a null may be anything).

    The dictionary holds the labels that occur, once each, in their order.
    """
    if null is None or not null.any():
        null, known = None, codes
    else:
        known = codes[~null]
    place, names = _places(known, labels, type)
    # under a null the code may be out of range or negative
    codes = codes if null is None else np.where(null, 0, codes)
    return _dictionary(numbers(place.take(codes), _INDEX[type], null), names, type)


def coded_runs(codes: NDArray[np.uint8], labels: Sequence[str]) -> pa.Array:
    """Return the same as :func:`coded`, fast for codes that seldom change from row to row."""
    starts = np.flatnonzero(codes[1:] != codes[:-1]) + 1
    bounds = np.concatenate([[0], starts, [len(codes)]]) if len(codes) else np.zeros(1, np.intp)
    changed = codes[bounds[:-1]]
    place, names = _places(changed, labels, "text")
    indices = np.repeat(place.take(changed), np.diff(bounds))
    return _dictionary(numbers(indices, _INDEX["text"]), names, "text")


def _places(codes: NDArray[Any], labels: Sequence[str], type: str) -> tuple[NDArray[Any], pa.Array]:
    """Return code → place in the dictionary, and the dictionary of the labels that occur."""
    used = np.flatnonzero(np.bincount(codes, minlength=len(labels)))
    order, names = _numbered([labels[i] for i in used.tolist()])
    place = np.zeros(max(len(labels), 256), _INDEX[type])
    place[used] = order
    return place, strings(names)


def _numbered(labels: list[str]) -> tuple[NDArray[np.int64], list[str]]:
    """Return for each label its number among the distinct ones, and these in their order."""
    names = list(dict.fromkeys(labels))
    if len(names) == len(labels):
        return np.arange(len(labels)), names
    number = {name: i for i, name in enumerate(names)}
    return np.array([number[label] for label in labels], np.int64), names


def fixed(codes: NDArray[Any], labels: tuple[str, ...], null: Mask | None = None) -> pa.Array:
    """Return ``labels[codes]`` with all ``labels`` (all distinct) in the dictionary.

    Faster than :func:`coded`; for tables of names that readers want complete.
    """
    return _dictionary(numbers(codes, "int16", null), _fixed_labels(labels), "text")


@cache
def _fixed_labels(labels: tuple[str, ...]) -> pa.Array:
    return strings(labels)


def _dictionary(indices: pa.Array, labels: pa.Array, type: str) -> pa.Array:
    array = pa.DictionaryArray.from_arrays(indices, labels, safe=False)
    if array.type != TYPES[type]:
        raise TypeError(f"{array.type} made for a column of type {TYPES[type]}")
    return array


def encoded(
    values: NDArray[Any],
    label: Callable[[int], str],
    null: Mask,
    *,
    known: NDArray[np.intp] | None = None,
    type: str = "text",
) -> pa.Array:
    """Return ``label(value)`` for each value; ``label`` is called once for each distinct one.

    ``known`` may give the rows that are not null, where they are known already.
    """
    if known is None:
        known = np.flatnonzero(~null)
    found = values.take(known).astype(np.int64)
    first, codes = distinct(found)
    order, names = _numbered(list(map(label, found.take(first).tolist())))
    if len(names) >= 1 << 15 and type == "text":
        raise ValueError(f"{len(names)} distinct values in a text column, at most 32767 fit")
    index = _INDEX[type]
    indices = np.zeros(len(values), index)
    indices[known] = order.astype(index).take(codes)
    return _dictionary(numbers(indices, index, null), strings(names), type)


def distinct(values: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return where each distinct value stands first, in that order, and the value's number there.

    >>> first, codes = distinct(np.array([7, 9, 7, 8]))
    >>> first.tolist(), codes.tolist()
    ([0, 1, 3], [0, 1, 0, 2])
    """
    rows = np.arange(len(values))
    first = np.empty(len(values), np.intp)  # the first row that holds the same value
    table = np.empty(1 << _HASH_BITS, np.intp)
    multiplier, waiting = _MULTIPLIER, rows
    while len(waiting):
        mixed = values.take(waiting).view(np.uint64) * np.uint64(multiplier)
        hashes = (mixed >> np.uint64(64 - _HASH_BITS)).view(np.int64)
        table[hashes[::-1]] = waiting[::-1]  # a later assignment wins, so the first row stands
        owner = table.take(hashes)
        first[waiting] = owner
        # values that share a hash with an earlier one are hashed anew, in another way
        waiting = waiting[values.take(owner) != values.take(waiting)]
        multiplier = multiplier * _MULTIPLIER & (1 << 64) - 1
    new = first == rows
    return np.flatnonzero(new), (np.cumsum(new) - 1).take(first)


def lists(counts: NDArray[Any], values: pa.Array, type: str, null: Mask | None = None) -> pa.Array:
    """Return a column of lists; list i holds the next ``counts[i]`` of ``values``."""
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    validity, nulls = _validity(null)
    buffers = [validity, pa.py_buffer(offsets)]
    return pa.Array.from_buffers(TYPES[type], len(counts), buffers, nulls, children=[values])


def tile_column(codes: NDArray[np.uint8], null: Mask | None = None) -> pa.Array:
    """Return tile codes as text (``5m``, ``0p``, ``7z``); 255 becomes null."""
    unknown = codes == 255
    return fixed(codes, _TILE_LABELS, unknown if null is None else unknown | null)


def tiles_text(codes: NDArray[np.uint8]) -> pa.Array:
    """Return hands as sorted text, ``123m0p11z``.

    Args:
        codes: uint8[N, k]; 255 is no tile. A row without tiles becomes null.
    """
    rows, width = codes.shape
    # tile by tile, not hand by hand: numpy is fast along the long side
    by_tile = np.frombuffer(codes.T.tobytes().translate(_ORDER), np.uint8).reshape(width, rows)
    letters = _LETTERS.take(sorted_columns(by_tile))
    real = letters != 0
    # the suit letter stands behind the last tile of its suit only
    last = np.ones((width, rows), np.bool_)
    np.not_equal(letters[:-1] >> 8, letters[1:] >> 8, out=last[:-1])
    letters &= last * np.uint16(0xFF00) | np.uint16(0xFF)
    sizes = real.sum(axis=0, dtype=np.int32) + (real & last).sum(axis=0, dtype=np.int32)
    offsets = np.zeros(rows + 1, np.int32)
    np.cumsum(sizes, out=offsets[1:])
    data = np.ascontiguousarray(letters.T, "<u2").tobytes().translate(None, b"\0")
    validity, count = _validity(sizes == 0)
    buffers = [validity, pa.py_buffer(offsets), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.string(), rows, buffers, count)


def sorted_columns(columns: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return ``columns`` [k, N] with the k values of each column sorted."""
    values = list(columns)
    for i, j in _exchanges(len(values)):
        values[i], values[j] = np.minimum(values[i], values[j]), np.maximum(values[i], values[j])
    return np.stack(values)


@cache
def _exchanges(size: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs to compare that sort ``size`` values: Batcher's odd-even merge sort."""
    pairs: list[tuple[int, int]] = []
    block = 1
    while block < size:
        step = block
        while step:
            pairs += [
                (i, i + step)
                for start in range(step % block, size - step, 2 * step)
                for i in range(start, min(start + step, size - step))
                if i // (2 * block) == (i + step) // (2 * block)
            ]
            step //= 2
        block *= 2
    return tuple(pairs)


@lru_cache(maxsize=1 << 16)
def kinds_text(mask: int) -> str:
    """Return the kinds of a mask as text, ``25m``."""
    return format_tiles([k for k in range(34) if mask >> k & 1])


def popcount(masks: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the number of kinds (bits 0–33) in each mask."""
    if hasattr(np, "bitwise_count"):  # numpy 2
        found: NDArray[np.uint8] = np.bitwise_count(masks)
        return found
    count = _POPCOUNT.take(masks & 255)
    for shift in (8, 16, 24, 32):
        count += _POPCOUNT.take(masks >> shift & 255)
    return count
