"""Legality: nagashi mangan and the hands shown as tenpai when the wall is used up."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..codes import DISCARD, DORA, EXHAUSTIVE, KITA, NAGASHI
from ..rules.columns import FIFTH_TILE_TENPAI, NAGASHI_OWN_CALLS_OK, NOTEN_DECLARE_OPTIONAL
from ..rules.columns import NAGASHI as NAGASHI_RULE
from .jit import kernel, lean_kernel
from .layout import BROKEN_SHIFT
from .report import L, report
from .riichi import unpack
from .state import _KIND

__all__ = ["check_exhaustive", "count_open_tiles"]

L138_NAGASHI: Final = L + 138
L139_NAGASHI_MISSED: Final = L + 139
L160_NOTEN_SHOWN_AS_TENPAI: Final = L + 160
L161_TENPAI_NOT_SHOWN: Final = L + 161

_DENY_VISIBLE: Final = 3  # FIFTH_TILE_TENPAI


@lean_kernel
def count_open_tiles(
    first: int, last: int, indicator: int, kind: Any, tile: Any, used: Any, counts: Any
) -> None:
    """Fill ``counts``, int64[35], with the tiles that lie open: rivers, melds, indicators.

    A called discard is counted once, where it was discarded. ``kind`` to ``used`` are columns
    of events, ``first`` to ``last`` - 1 those of the round.
    """
    counts[:] = 0
    counts[int(_KIND[indicator])] += 1
    for e in range(first, last):
        k = int(kind[e])
        if k == DISCARD or k == DORA:
            counts[int(_KIND[tile[e]])] += 1
        elif k <= KITA:
            packed = int(used[e])
            for i in range(4):
                code = (packed >> (8 * i)) & 255
                if code != 255:
                    counts[int(_KIND[code])] += 1


@lean_kernel
def _all_in_sight(waits: int, lo: int, hi: int, seen: Any, counts: Any) -> bool:
    """Tell whether every tile of a wait lies open or in the own hand."""
    unpack(lo, hi, counts)
    for kind in range(34):
        if (waits >> kind) & 1 and int(counts[kind]) + int(seen[kind]) < 4:
            return False
    return True


@kernel
def check_exhaustive(
    rows: Any, n: int, rule: Any, r: int, e: int, what: int, n_players: int, first: int,
    kind: Any, tile: Any, used: Any, indicator: Any, status: Any, hand_row: Any, hand_lo: Any,
    hand_hi: Any, deal_lo: Any, deal_hi: Any, river: Any, own_calls: int, current: Any,
    shown: Any, yakuless: int,
) -> int:  # fmt: skip
    """Check nagashi mangan and the hands shown at the end of the wall.

    Args:
        rows, n: Report buffer. rule: Ruleset. r, e, first: Round, event of the draw, first
            event of the round. what: EXHAUSTIVE or NAGASHI.
        kind … deal_hi: Columns of events, rounds and the state pass.
        river: int64[4], bits: 1 has discarded, 2 not only terminals or honours that nobody
            called, 4 unknown tiles.
        own_calls: Mask of seats that called. current: int64[4], waits.
        shown: uint8[4], as recorded. yakuless: Mask of seats whose tenpai has no yaku where the
            rules want one.
    """
    earned = 0
    maybe = 0  # unknown tiles leave it open
    if rule[NAGASHI_RULE]:
        for o in range(n_players):
            if rule[NAGASHI_OWN_CALLS_OK] or not (own_calls >> o) & 1:
                if river[o] == 1:
                    earned |= 1 << o
                elif river[o] == 5:
                    maybe = 1
    if what == NAGASHI and earned == 0 and not maybe:
        n = report(rows, n, L138_NAGASHI, r, e, 255, 255, 255)
    elif what == EXHAUSTIVE and earned:
        n = report(rows, n, L139_NAGASHI_MISSED, r, e, 255, 0, earned)
    visible = int(rule[FIFTH_TILE_TENPAI]) == _DENY_VISIBLE
    seen = np.zeros(35, np.int64)
    counts = np.zeros(34, np.int64)
    if visible:
        count_open_tiles(first, e, int(indicator[r]), kind, tile, used, seen)
    for o in range(n_players):
        if (int(status[e]) >> (BROKEN_SHIFT + o)) & 1 or shown[o] == 255:
            continue
        tenpai = current[o] != 0 and not (yakuless >> o) & 1
        if tenpai and visible:
            row = int(hand_row[e, o])
            lo = int(hand_lo[row]) if row >= first else int(deal_lo[r, o])
            hi = int(hand_hi[row]) if row >= first else int(deal_hi[r, o])
            tenpai = not _all_in_sight(int(current[o]), lo, hi, seen, counts)
        if shown[o] and not tenpai:
            n = report(rows, n, L160_NOTEN_SHOWN_AS_TENPAI, r, e, o, 1, 0)
        elif not shown[o] and tenpai and not rule[NOTEN_DECLARE_OPTIONAL]:
            n = report(rows, n, L161_TENPAI_NOT_SHOWN, r, e, o, 0, 1)
    return n
