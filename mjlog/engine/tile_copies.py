"""Whether tiles are dealt or drawn that cannot be there."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..codes import DORA, DRAW
from .jit import kernel, lean_kernel
from .state import _KIND

__all__ = ["has_impossible"]


@kernel
def has_impossible(
    hands: Any,
    hand_ids: Any,
    indicator: Any,
    indicator_id: Any,
    first_event: Any,
    kind: Any,
    tile: Any,
    tile_id: Any,
) -> bool:
    """Tell whether a round has a physical tile twice, five of a kind, or a hand of 1 to 12 tiles.

    ``hands`` to ``first_event`` are columns of rounds, the others of events: draws and new
    indicators. Tiles of a kind are counted where no physical tile is recorded.
    """
    last_seen = np.zeros(136, np.int64)  # 1 + the round in which a physical tile came up last
    counts = np.zeros(35, np.int64)
    for r in range(len(hands)):
        counts[:] = 0
        wrong = 0
        for seat in range(4):
            held = 0
            for i in range(13):
                code = int(hands[r, seat, i])
                held += code != 255
                wrong |= _is_one_more(code, int(hand_ids[r, seat, i]), r, last_seen, counts)
            wrong |= 0 < held < 13
        wrong |= _is_one_more(int(indicator[r]), int(indicator_id[r]), r, last_seen, counts)
        for e in range(int(first_event[r]), int(first_event[r + 1])):
            if kind[e] == DRAW or kind[e] == DORA:
                wrong |= _is_one_more(int(tile[e]), int(tile_id[e]), r, last_seen, counts)
        if wrong:
            return True
    return False


@lean_kernel
def _is_one_more(code: int, tile_id: int, r: int, last_seen: Any, counts: Any) -> bool:
    """Count a tile and tell whether it is one more than there can be."""
    if tile_id < 136:
        again = last_seen[tile_id] == r + 1
        last_seen[tile_id] = r + 1
        return bool(again)
    base = int(_KIND[code])
    counts[base] += 1
    return bool(base < 34 and counts[base] > 4)
