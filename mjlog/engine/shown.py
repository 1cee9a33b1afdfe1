"""Hands, melds and indicators that a record shows with a result, against the replayed ones."""

from __future__ import annotations

from typing import Any, Final

from ..codes import DORA
from ..rules.columns import KAN_URA, URA
from .furiten import C_HI, C_LO, C_ROUND, C_SEAT, C_STATUS, C_WIN
from .jit import lean_kernel
from .layout import BROKEN_SHIFT, HONOUR_MASK, KITA_SHIFT, MELDS_SHIFT, RIICHI_SHIFT
from .report import S, T, report
from .state import ADD_HI, ADD_LO

__all__ = ["check_shown_draws", "check_shown_wins"]

T103_SHOWN_HAND: Final = T + 103
T104_SHOWN_MELDS: Final = T + 104
S110_INDICATORS: Final = S + 110
#: Honours and red fives of ``hand_hi``: what a list of concealed tiles determines.
_TILES_HI: Final = HONOUR_MASK | 63 << 17


@lean_kernel
def _same_tiles(codes: Any, lo: int, hi: int) -> bool:
    """Tell whether a list of codes (255 fills) is exactly the tiles of a packed hand."""
    shown_lo = 0
    shown_hi = 0
    for i in range(len(codes)):
        shown_lo += ADD_LO[codes[i]]
        shown_hi += ADD_HI[codes[i]]
    return bool(shown_lo == lo and shown_hi & _TILES_HI == hi & _TILES_HI)


@lean_kernel
def _count(values: Any, nothing: int) -> int:
    n = 0
    for i in range(len(values)):
        if values[i] != nothing:
            n += 1
    return n


@lean_kernel
def check_shown_wins(
    chances: Any,
    first_event: Any,
    rules: Any,
    rules_index: Any,
    kind: Any,
    tile: Any,
    indicator: Any,
    win_event: Any,
    win_hand: Any,
    win_melds: Any,
    win_indicators: Any,
    win_ura: Any,
    surplus: Any,
    rows: Any,
    n: int,
) -> int:
    """Report wins whose shown hand, melds or indicators are not those that were played.

    ``surplus`` is int16[W], wins that are left out if not 0 (:mod:`.surplus`).
    """
    for c in range(len(chances)):
        w = int(chances[c, C_WIN])
        if w < 0 or surplus[w]:
            continue
        r = int(chances[c, C_ROUND])
        s = int(chances[c, C_SEAT])
        e = int(win_event[w])
        status = int(chances[c, C_STATUS])
        hi = int(chances[c, C_HI])
        broken = (status >> (BROKEN_SHIFT + s)) & 1
        if win_hand[w, 0] != 255 and not broken:
            if not _same_tiles(win_hand[w], int(chances[c, C_LO]), hi):
                n = report(rows, n, T103_SHOWN_HAND, r, e, s, w, 255)
            called = ((hi >> MELDS_SHIFT) & 7) + ((hi >> KITA_SHIFT) & 7)
            shown = _count(win_melds[w], -1)
            if shown != called:
                n = report(rows, n, T104_SHOWN_MELDS, r, e, s, shown, called)
        if win_indicators[w, 0] == 255:
            continue
        turned = 1
        differs = win_indicators[w, 0] != indicator[r]
        for i in range(int(first_event[r]), e):
            if kind[i] == DORA:
                if turned >= 10 or win_indicators[w, turned] != tile[i]:
                    differs = True
                turned += 1
        if _count(win_indicators[w], 255) != turned:
            differs = True
        riichi = (status >> (RIICHI_SHIFT + s)) & 1
        rule = rules[rules_index[r]]
        hidden = 0
        if riichi and rule[URA]:
            hidden = turned if rule[KAN_URA] else 1
        if differs or _count(win_ura[w], 255) != hidden:
            n = report(rows, n, S110_INDICATORS, r, e, s, w, turned)
    return n


@lean_kernel
def check_shown_draws(
    draw_round: Any,
    draw_event: Any,
    draw_hands: Any,
    first_event: Any,
    status: Any,
    hand_row: Any,
    hand_lo: Any,
    hand_hi: Any,
    deal_lo: Any,
    deal_hi: Any,
    rows: Any,
    n: int,
) -> int:
    """Report draws that show a hand which was not played."""
    for d in range(len(draw_round)):
        r = int(draw_round[d])
        e = int(draw_event[d])
        for s in range(4):
            if draw_hands[d, s, 0] == 255 or (int(status[e]) >> (BROKEN_SHIFT + s)) & 1:
                continue
            row = int(hand_row[e, s])
            if row >= int(first_event[r]):
                same = _same_tiles(draw_hands[d, s], int(hand_lo[row]), int(hand_hi[row]))
            else:
                same = _same_tiles(draw_hands[d, s], int(deal_lo[r, s]), int(deal_hi[r, s]))
            if not same:
                n = report(rows, n, T103_SHOWN_HAND, r, e, s, -1 - d, 255)
    return n
