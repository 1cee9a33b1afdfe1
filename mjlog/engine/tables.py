"""The tables that shanten is looked up in, as one flat uint8 array.

``shape_tables.npz`` (made by ``scripts/make_shape_tables.py``) holds them small;
:func:`shape_tables` unfolds them once, in a few milliseconds. Kernels take the flat array
as their argument ``tables`` and read it at the offsets below: one array argument is much
faster than many.

Every packed hand can be looked up without leaving the array, also the nonsense of a broken
record (more copies than exist).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["shape_tables"]

#: class of a suit key (base 5, 1 the highest digit); 2**21 entries.
SUIT: Final = 0
#: class of an honour key; 2**17 entries.
HONOUR: Final = 1 << 21
#: class of (1m, 9m) in three-player mahjong, ``count1 * 5 + count9``; 32 entries.
SANMA: Final = HONOUR + (1 << 17)
#: ``MERGE + a * 256 + b``: class of two groups of tiles taken together.
MERGE: Final = SANMA + 32
#: ``FINAL + sets * 65536 + a * 256 + b``: tiles that two groups together lack for
#: ``sets`` sets and a head.
FINAL: Final = MERGE + (1 << 16)
#: ``HELD + digits * 8 + n`` for five base-5 digits: n = 0…3: mask of the digits greater
#: than n, bit 0 = the highest digit; n = 4: their sum (99 where there are no such digits).
HELD: Final = FINAL + 5 * (1 << 16)
SIZE: Final = HELD + 8 * 4096


@lru_cache(maxsize=1)
def shape_tables() -> NDArray[np.uint8]:
    """Return uint8[SIZE], read only; loaded on the first call."""
    flat = np.zeros(SIZE, np.uint8)
    with np.load(Path(__file__).with_name("shape_tables.npz")) as stored:
        suit = _unfold(stored["suit"], stored["suit_levels"])
        honour = _unfold(stored["honour"], stored["honour_levels"])
        flat[SUIT : SUIT + len(suit)] = suit
        flat[HONOUR : HONOUR + len(honour)] = honour
        flat[SANMA : SANMA + 25] = stored["sanma"]
        merge, distance = stored["merge"], stored["distance"]
    n = len(merge)
    flat[MERGE:FINAL].reshape(256, 256)[:n, :n] = merge
    for sets in range(5):
        page = flat[FINAL + (sets << 16) :][: 1 << 16].reshape(256, 256)
        page[:n, :n] = distance[:, sets][merge]
    _fill_held(flat[HELD:].reshape(4096, 8))
    flat.setflags(write=False)
    return flat


def _unfold(rows: NDArray[np.uint16], levels: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Return the class of each key; ``rows`` are ``[state, digit] → state``, level by level.

    From the last digit to the first, so that what is copied are long blocks.
    """
    end = len(rows) - int(levels[-1])
    blocks = rows[end:].astype(np.uint8)  # the last level leads to classes
    for size in levels[-2::-1].tolist():
        blocks = blocks[rows[end - size : end]].reshape(size, -1)
        end -= size
    keys: NDArray[np.uint8] = blocks[0]
    return keys


def _fill_held(held: NDArray[np.uint8]) -> None:
    held[:, 4] = 99
    digits = np.stack(np.unravel_index(np.arange(3125), (5,) * 5), axis=1)
    for n in range(4):
        held[:3125, n] = ((digits > n) << np.arange(5)).sum(axis=1)
    held[:3125, 4] = digits.sum(axis=1)
