"""Packed hands: a hand's concealed tiles in two integers.

The layout stands in :mod:`mjlog.engine.layout`. Adding a tile adds ``TILE_LO[code]`` and
``TILE_HI[code]``; nothing else is needed to keep a hand up to date.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..tiles import KIND
from .layout import (
    HONOUR_MASK,
    KEY_BITS,
    KEY_MASK,
    KITA_SHIFT,
    MELDS_SHIFT,
    OPEN_SHIFT,
    RED_M_SHIFT,
    RED_P_SHIFT,
    RED_S_SHIFT,
)

__all__ = [
    "KINDS_3P",
    "KINDS_4P",
    "TILE_HI",
    "TILE_LO",
    "pack_codes",
    "pack_counts",
    "pack_many",
    "unpack_counts",
    "unpack_reds",
]

#: Mask of all 34 kinds.
KINDS_4P: Final = (1 << 34) - 1
#: Mask of the 27 kinds of three-player mahjong: no 2m–8m.
KINDS_3P: Final = KINDS_4P & ~0b011111110


def _increments() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    lo, hi = np.zeros(256, np.int64), np.zeros(256, np.int64)
    for code in range(37):
        kind = int(KIND[code])
        if kind < 27:
            lo[code] = 5 ** (8 - kind % 9) << KEY_BITS * (kind // 9)
        else:
            hi[code] = 5 ** (33 - kind)
        if code >= 34:
            hi[code] += 1 << (RED_M_SHIFT, RED_P_SHIFT, RED_S_SHIFT)[code - 34]
    return lo, hi


#: int64[256]: what a tile code adds to ``hand_lo`` and ``hand_hi`` (nothing when unknown).
TILE_LO, TILE_HI = _increments()

_POWERS: Final[NDArray[np.int64]] = 5 ** np.arange(8, -1, -1, dtype=np.int64)


def pack_many(
    counts: NDArray[np.uint8], melds: NDArray[np.integer] | int = 0
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return (hand_lo, hand_hi), int64[N] each, of ``counts`` uint8[N, 34] (no red fives)."""
    wide = counts.astype(np.int64)
    lo = wide[:, 0:9] @ _POWERS
    lo |= (wide[:, 9:18] @ _POWERS) << KEY_BITS
    lo |= (wide[:, 18:27] @ _POWERS) << (2 * KEY_BITS)
    hi = wide[:, 27:34] @ _POWERS[2:]
    return lo, hi | (np.asarray(melds, np.int64) << MELDS_SHIFT)


def pack_counts(
    counts: Sequence[int] | NDArray[np.uint8],
    *,
    melds: int = 0,
    open_melds: int = 0,
    kita: int = 0,
    reds: tuple[int, int, int] = (0, 0, 0),
) -> tuple[int, int]:
    """Return (hand_lo, hand_hi) of 34 counts of concealed tiles, 0–4 each.

    >>> unpack_counts(*pack_counts([2, 0, 4] + 31 * [0], melds=1))[:4].tolist()
    [2, 0, 4, 0]
    """
    lo, hi = pack_many(np.asarray(counts, np.uint8).reshape(1, 34), melds)
    more = open_melds << OPEN_SHIFT | kita << KITA_SHIFT
    for shift, count in zip((RED_M_SHIFT, RED_P_SHIFT, RED_S_SHIFT), reds, strict=True):
        more |= count << shift
    return int(lo[0]), int(hi[0]) | more


def pack_codes(
    codes: Iterable[int], *, melds: int = 0, open_melds: int = 0, kita: int = 0
) -> tuple[int, int]:
    """Return (hand_lo, hand_hi) of tile codes; unknown tiles are left out."""
    lo = 0
    hi = melds << MELDS_SHIFT | open_melds << OPEN_SHIFT | kita << KITA_SHIFT
    for code in codes:
        lo += int(TILE_LO[code])
        hi += int(TILE_HI[code])
    return lo, hi


def unpack_counts(lo: int, hi: int) -> NDArray[np.uint8]:
    """Return uint8[34], the concealed tiles of a packed hand by kind."""
    counts = np.zeros(34, np.uint8)
    keys = [int(lo) >> KEY_BITS * suit & KEY_MASK for suit in range(3)]
    keys.append(int(hi) & HONOUR_MASK)
    for key, first, length in zip(keys, (0, 9, 18, 27), (9, 9, 9, 7), strict=True):
        for place in range(length - 1, -1, -1):
            key, counts[first + place] = divmod(key, 5)
    return counts


def unpack_reds(hi: int) -> tuple[int, int, int]:
    """Return how many red fives of m, p and s are concealed."""
    hi = int(hi)
    return (hi >> RED_M_SHIFT & 3, hi >> RED_P_SHIFT & 3, hi >> RED_S_SHIFT & 3)
