"""numpy columns → Arrow arrays, without copies where possible and without importing pandas.

``pyarrow.array(numpy_array)`` imports pandas (a quarter of a second); building arrays from
buffers does not. In all functions ``null`` is a bool array, True where the value is null.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.tiles import KIND, format_tile, format_tiles

from .schema import TYPES

__all__ = [
    "coded",
    "encoded",
    "fixed",
    "flags",
    "kinds_text",
    "lists",
    "numbers",
    "popcount",
    "strings",
    "tile_column",
    "tiles_text",
]

Mask = NDArray[np.bool_]

_TILE_LABELS: Final = tuple(format_tile(code) for code in range(37))
#: uint8[256, 2]: tile code → its two letters.
_LETTERS: Final[NDArray[np.uint8]] = np.zeros((256, 2), np.uint8)
for _code in range(37):
    _LETTERS[_code] = np.frombuffer(_TILE_LABELS[_code].encode(), np.uint8)
#: uint8[256]: code → place in the order of players (m p s honours, red before plain five).
_ORDER: Final[NDArray[np.uint8]] = np.full(256, 255, np.uint8)
_ORDER[:37] = [2 * int(KIND[c]) + (c < 34) for c in range(37)]
#: uint8[256]: the way back.
_CODE_AT: Final[NDArray[np.uint8]] = np.full(256, 255, np.uint8)
_CODE_AT[_ORDER[:37]] = np.arange(37)
_POPCOUNT: Final[NDArray[np.uint8]] = np.array([i.bit_count() for i in range(256)], np.uint8)


def _validity(null: Mask | None) -> tuple[pa.Buffer | None, int]:
    if null is None:
        return None, 0
    count = int(np.count_nonzero(null))
    if not count:
        return None, 0
    return pa.py_buffer(np.packbits(~null, bitorder="little")), count


def numbers(values: NDArray[Any], type: str, null: Mask | None = None) -> pa.Array:
    """Return ``values`` as an Arrow column of integer or float ``type`` (a type word)."""
    dtype = np.dtype("f8" if type == "float" else type)
    validity, count = _validity(null)
    data = np.ascontiguousarray(values, dtype)
    return pa.Array.from_buffers(TYPES[type], len(data), [validity, pa.py_buffer(data)], count)


def flags(values: Mask, null: Mask | None = None) -> pa.Array:
    """Return ``values`` as a column of booleans."""
    validity, count = _validity(null)
    data = pa.py_buffer(np.packbits(values, bitorder="little"))
    return pa.Array.from_buffers(pa.bool_(), len(values), [validity, data], count)


def strings(values: Sequence[str | None]) -> pa.Array:
    """Return a column of strings; None becomes null."""
    parts = [b"" if v is None else v.encode("utf-8", "replace") for v in values]
    offsets = np.zeros(len(parts) + 1, np.int32)
    np.cumsum([len(p) for p in parts], out=offsets[1:])
    validity, count = _validity(np.array([v is None for v in values], np.bool_))
    buffers = [validity, pa.py_buffer(offsets), pa.py_buffer(b"".join(parts))]
    return pa.Array.from_buffers(pa.string(), len(parts), buffers, count)


def coded(
    codes: NDArray[Any], labels: Sequence[str], null: Mask | None = None, *, type: str = "text"
) -> pa.Array:
    """Return ``labels[codes]`` as a dictionary column (codes under a null may be anything).

    The dictionary holds the labels that occur, once each, in their order.
    """
    index = np.dtype({"text": "int16", "ref": "int32"}[type])
    if null is None or not null.any():
        null = None
        present = np.bincount(codes, minlength=len(labels))
    else:
        present = np.bincount(codes[~null], minlength=len(labels))
    used = np.flatnonzero(present).tolist()
    names: dict[str, int] = {}
    place = np.zeros(max(len(labels), 256), index)
    place[used] = [names.setdefault(labels[i], len(names)) for i in used]
    # under a null the code may be out of range or negative
    codes = codes if null is None else np.where(null, 0, codes)
    return _dictionary(numbers(place.take(codes), index.name, null), strings(list(names)), type)


def fixed(codes: NDArray[Any], labels: Sequence[str], null: Mask | None = None) -> pa.Array:
    """Return ``labels[codes]`` with all ``labels`` (all distinct) in the dictionary.

    Faster than :func:`coded`; for tables of names that readers want complete.
    """
    return _dictionary(numbers(codes, "int16", null), strings(labels), "text")


def _dictionary(indices: pa.Array, labels: pa.Array, type: str) -> pa.Array:
    array = pa.DictionaryArray.from_arrays(indices, labels, safe=False)
    if array.type != TYPES[type]:
        raise TypeError(f"{array.type} made for a column of type {TYPES[type]}")
    return array


def encoded(
    values: NDArray[Any], label: Callable[[int], str], null: Mask, *, type: str = "text"
) -> pa.Array:
    """Return ``label(value)`` for each value; ``label`` is called once for each distinct one."""
    used = np.flatnonzero(~null)
    found = numbers(values[used], "int64").dictionary_encode()
    names: dict[str, int] = {}
    place = [names.setdefault(label(v), len(names)) for v in found.dictionary.to_pylist()]
    if len(names) >= 1 << 15 and type == "text":
        raise ValueError(f"{len(names)} distinct values in a text column, at most 32767 fit")
    index = np.dtype({"text": "int16", "ref": "int32"}[type])
    indices = np.zeros(len(values), index)
    if len(used):
        codes = np.frombuffer(found.indices.buffers()[1], np.int32, len(used))
        indices[used] = np.array(place, index).take(codes)
    return _dictionary(numbers(indices, index.name, null), strings(list(names)), type)


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
    tiles = _CODE_AT.take(np.sort(_ORDER.take(codes), axis=1))
    real = tiles != 255
    letters = _LETTERS.view(np.uint16).ravel().take(tiles).view(np.uint8)  # two a tile
    suits = letters[:, 1::2]
    keep = np.empty((rows, width, 2), np.bool_)
    keep[:, :, 0] = keep[:, :, 1] = real
    # the suit letter stands behind the last tile of its suit only
    keep[:, :-1, 1] &= suits[:, :-1] != suits[:, 1:]
    kept = keep.reshape(rows, 2 * width)
    offsets = np.zeros(rows + 1, np.int32)
    np.cumsum(np.count_nonzero(kept, axis=1), out=offsets[1:])
    validity, count = _validity(~real.any(axis=1))
    buffers = [validity, pa.py_buffer(offsets), pa.py_buffer(letters[kept])]
    return pa.Array.from_buffers(pa.string(), rows, buffers, count)


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
