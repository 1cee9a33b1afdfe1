"""Hands, melds and indicators that a record shows with a result, against the replayed ones."""

from __future__ import annotations

from typing import Any, Final

from ..codes import DORA, UNKNOWN
from ..rules.columns import KAN_URA, URA
from .furiten import C_HI, C_LO, C_ROUND, C_SEAT, C_STATUS, C_TILE, C_WIN
from .jit import lean_kernel
from .layout import (
    BROKEN_SHIFT,
    HONOUR_MASK,
    KEY_BITS,
    KEY_MASK,
    KITA_SHIFT,
    MELDS_SHIFT,
    RED_M_SHIFT,
    RIICHI_SHIFT,
)
from .report import S, T, report
from .state import _KIND, ADD_HI, ADD_LO

__all__ = ["check_shown_draws", "check_shown_wins"]

T103_SHOWN_HAND: Final = T + 103
T104_SHOWN_MELDS: Final = T + 104
S110_INDICATORS: Final = S + 110
#: Honours and red fives of ``hand_hi``: what a list of concealed tiles determines.
_TILES_HI: Final = HONOUR_MASK | 63 << 17


@lean_kernel
def _held_in(lo: int, hi: int, code: int) -> int:
    """Return how many tiles of a code a packed hand has (a red five is no plain one)."""
    kind = int(_KIND[code])
    if kind > 33:
        return 0
    place = kind % 9 if kind < 27 else kind - 27
    key = (lo >> (KEY_BITS * (kind // 9))) & KEY_MASK if kind < 27 else hi & HONOUR_MASK
    count = key // 5 ** ((8 if kind < 27 else 6) - place) % 5
    if kind > 26 or place != 4:
        return int(count)
    reds = (hi >> (RED_M_SHIFT + 2 * (kind // 9))) & 3
    return int(reds if code >= 34 else count - reds)


@lean_kernel
def _size(lo: int, hi: int) -> int:
    """Return how many tiles a packed hand has."""
    size = 0
    for suit in range(4):
        key = (lo >> (KEY_BITS * suit)) & KEY_MASK if suit < 3 else hi & HONOUR_MASK
        while key > 0:
            size += key % 5
            key //= 5
    return int(size)


@lean_kernel
def _can_be(codes: Any, lo: int, hi: int) -> bool:
    """Tell whether a list of codes can be exactly the tiles of a packed hand.

    Behind its last tile 255 fills the list, before it 255 is an unknown tile.
    """
    shown_lo = 0
    shown_hi = 0
    size = 0
    known = 0
    for i in range(len(codes)):
        shown_lo += ADD_LO[codes[i]]
        shown_hi += ADD_HI[codes[i]]
        if codes[i] != UNKNOWN:
            size = i + 1
            known += 1
    if shown_lo == lo and shown_hi & _TILES_HI == hi & _TILES_HI:
        return True
    if known == size > 1:
        return False
    if size > 1 and size != _size(lo, hi):
        return False
    for i in range(size):
        shown = 0
        for j in range(size):
            shown += 1 if codes[j] == codes[i] else 0
        if codes[i] != UNKNOWN and shown > _held_in(lo, hi, int(codes[i])):
            return False
    return True


@lean_kernel
def _count(values: Any, nothing: int) -> int:
    n = 0
    for i in range(len(values)):
        if values[i] != nothing:
            n += 1
    return n


@lean_kernel
def _differ(a: int, b: int) -> bool:
    """Tell whether two codes are known and not the same tile."""
    return bool(a != b and a != UNKNOWN and b != UNKNOWN)


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
    partial: Any,
    surplus: Any,
    rows: Any,
    n: int,
) -> int:
    """Report wins whose shown hand, melds or indicators are not those that were played.

    Unknown tiles may be the right ones. ``partial`` is bool[R], the rounds of records in which
    fewer indicators than there are leave the others unknown; ``surplus`` is int16[W], wins that
    are left out if not 0 (:mod:`.surplus`).
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
            lo = int(chances[c, C_LO])
            if chances[c, C_TILE] != UNKNOWN and not _can_be(win_hand[w], lo, hi):
                n = report(rows, n, T103_SHOWN_HAND, r, e, s, w, 255)
            called = ((hi >> MELDS_SHIFT) & 7) + ((hi >> KITA_SHIFT) & 7)
            shown = _count(win_melds[w], -1)
            if shown != called:
                n = report(rows, n, T104_SHOWN_MELDS, r, e, s, shown, called)
        if win_indicators[w, 0] == 255:
            continue
        turned = 1
        differs = _differ(win_indicators[w, 0], indicator[r])
        for i in range(int(first_event[r]), e):
            if kind[i] == DORA:
                if turned >= 10 or _differ(win_indicators[w, turned], tile[i]):
                    differs = True
                turned += 1
        named = _count(win_indicators[w], 255)
        if named > turned or (named < turned and not partial[r]):
            differs = True
        riichi = (status >> (RIICHI_SHIFT + s)) & 1
        rule = rules[rules_index[r]]
        hidden = 0
        if riichi and rule[URA]:
            hidden = turned if rule[KAN_URA] else 1
        named = _count(win_ura[w], 255)
        if differs or named > hidden or (named < hidden and not partial[r]):
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
    """Report draws that show a hand which was not played; see :func:`check_shown_wins`."""
    for d in range(len(draw_round)):
        r = int(draw_round[d])
        e = int(draw_event[d])
        for s in range(4):
            if draw_hands[d, s, 0] == 255 or (int(status[e]) >> (BROKEN_SHIFT + s)) & 1:
                continue
            row = int(hand_row[e, s])
            if row >= int(first_event[r]):
                fits = _can_be(draw_hands[d, s], int(hand_lo[row]), int(hand_hi[row]))
            else:
                fits = _can_be(draw_hands[d, s], int(deal_lo[r, s]), int(deal_hi[r, s]))
            if not fits:
                n = report(rows, n, T103_SHOWN_HAND, r, e, s, -1 - d, 255)
    return n
