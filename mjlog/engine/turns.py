"""Legality, first part: whose turn it is, and whether calls are possible.

Families L and T. After a fault the pass believes the record and goes on from there, so that
one fault is reported once.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    KAKAN,
    KITA,
    PON,
    RIICHI,
    WIN,
)
from ..rules.columns import CHI as CHI_ALLOWED
from ..rules.columns import (
    DEAD_WALL_REPLACEMENTS,
    FIFTH_KAN,
    KAN_ON_HAITEI,
    KUIKAE_SAME,
    KUIKAE_SUJI,
)
from ..rules.columns import KITA as KITA_RULE
from .jit import kernel, lean_kernel
from .layout import BROKEN_SHIFT, HONOUR_MASK, KEY_MASK, RIICHI_SHIFT, RIICHI_TILE, TSUMOGIRI
from .report import L, T, report
from .state import _KIND

__all__ = ["check_turns"]

T101_TILE_NOT_HELD: Final = T + 101
T102_MELD_NOT_HELD: Final = T + 102

L101_OUT_OF_TURN_DRAW: Final = L + 101
L102_OUT_OF_TURN_DISCARD: Final = L + 102
L103_OUT_OF_TURN_CALL: Final = L + 103
L104_CHI_SOURCE: Final = L + 104
L105_CHI_NOT_PLAYED: Final = L + 105
L106_BAD_MELD: Final = L + 106
L107_MELD_SOURCE: Final = L + 107
L108_KUIKAE: Final = L + 108
L109_NO_LEGAL_DISCARD: Final = L + 109
L110_CALL_ON_LAST_TILE: Final = L + 110
L111_KAN_ON_HAITEI: Final = L + 111
L112_KAN_AFTER_CALL: Final = L + 112
L113_FIFTH_KAN: Final = L + 113
L114_CALL_AFTER_RIICHI: Final = L + 114
L115_HAND_CHANGED_AFTER_RIICHI: Final = L + 115
L117_KITA_NOT_PLAYED: Final = L + 117

# What the next event has to be.
_MUST_DRAW: Final = 0
_MUST_ACT: Final = 1  # has drawn: discard, kan, kita, riichi or tsumo
_MUST_DISCARD: Final = 2  # has called chi or pon
_CLAIM: Final = 3  # a discard is on offer


@lean_kernel
def _meld_fits(kind: int, tile: int, used: int) -> bool:
    """Tell whether the tiles of a call form its set (kakan: see :func:`_has_pon`)."""
    base = _KIND[tile]
    need = 2 if kind == CHI or kind == PON else (3 if kind == DAIMINKAN else 4)
    if kind == KAKAN or kind == KITA:
        need = 1
    found = 0
    mask = 1 << base
    for i in range(4):
        code = (used >> (8 * i)) & 255
        if code != 255:
            found += 1
            mask |= 1 << _KIND[code]
    if found != need:
        return False
    if kind == KITA:
        return bool(base == 30) and mask == 1 << 30
    if kind != CHI:
        return bool(mask == 1 << base)
    low = 0
    while not (mask >> low) & 1:
        low += 1
    return bool(mask == 7 << low) and low < 25 and low % 9 <= 6


@lean_kernel
def forbidden_discards(rule: Any, kind: int, tile: int, used: int) -> int:
    """Return the mask of kinds that kuikae forbids right after a chi or pon."""
    base = _KIND[tile]
    mask = 0
    if not rule[KUIKAE_SAME]:
        mask |= 1 << base
    if kind == CHI and not rule[KUIKAE_SUJI]:
        first = _KIND[used & 255]
        second = _KIND[(used >> 8) & 255]
        low = min(first, second)
        if abs(first - second) == 1:
            if base < low and low % 9 <= 6:
                mask |= 1 << (low + 2)
            elif base > low and low % 9 > 0:
                mask |= 1 << (low - 1)
    return mask


@lean_kernel
def held_mask(lo: int, hi: int) -> int:
    """Return the mask of kinds in a packed hand."""
    mask = 0
    for suit in range(3):
        key = (lo >> (21 * suit)) & KEY_MASK
        for number in range(8, -1, -1):
            if key % 5:
                mask |= 1 << (9 * suit + number)
            key //= 5
    key = hi & HONOUR_MASK
    for number in range(6, -1, -1):
        if key % 5:
            mask |= 1 << (27 + number)
        key //= 5
    return mask


@lean_kernel
def _no_kan_left(kans: int, norths: int, rule: Any) -> bool:
    """Tell whether the last of ``kans`` is one too many, or has no replacement tile."""
    return (kans > 4 and not rule[FIFTH_KAN]) or kans + norths > rule[DEAD_WALL_REPLACEMENTS]


@kernel
def check_turns(
    first_event: Any,
    players: Any,
    dealer: Any,
    rules: Any,
    rules_index: Any,
    kind: Any,
    seat: Any,
    tile: Any,
    from_seat: Any,
    used: Any,
    tile_id: Any,
    live_wall: Any,
    status: Any,
    hand_lo: Any,
    hand_hi: Any,
    not_held: Any,
    rows: Any,
    n: int,
) -> int:
    """Report faults of turn order, tile ownership and calls; return the new row count."""
    pons = np.zeros(4, np.int64)  # masks of kinds
    following = np.zeros(4, np.int64)  # whose turn comes after each seat's
    for r in range(len(players)):
        n_players = int(players[r])
        rule = rules[rules_index[r]]
        pons[:] = 0
        for o in range(4):
            following[o] = (o + 1) % n_players
        must = _MUST_DRAW
        actor = int(dealer[r])  # who must act next (_CLAIM: whose discard it is)
        offered = -1
        called = -1  # the chi or pon just made
        drawn = -1
        kans = norths = 0
        for e in range(int(first_event[r]), int(first_event[r + 1])):
            k = int(kind[e])
            s = int(seat[e])
            if k == DRAW:  # which nothing below concerns, and every second event is one
                turn = actor
                if must == _CLAIM:
                    turn = int(following[actor])
                elif must != _MUST_DRAW:
                    turn = 255  # nobody is to draw
                if s != turn:
                    n = report(rows, n, L101_OUT_OF_TURN_DRAW, r, e, s, s, turn)
                must, actor, called, drawn = _MUST_ACT, s, -1, int(tile[e])
                continue
            if k > RIICHI and k != WIN:
                continue
            if not_held[e]:
                code = T101_TILE_NOT_HELD if k == DISCARD else T102_MELD_NOT_HELD
                n = report(rows, n, code, r, e, s, int(tile[e]), 255)
            riichi = (int(status[e]) >> (RIICHI_SHIFT + s)) & 1
            if k == DISCARD:
                turn = actor if must == _MUST_ACT or must == _MUST_DISCARD else 255
                if s != turn:
                    n = report(rows, n, L102_OUT_OF_TURN_DISCARD, r, e, s, s, turn)
                elif called >= 0 and not not_held[e]:
                    banned = forbidden_discards(
                        rule, int(kind[called]), int(tile[called]), int(used[called])
                    )
                    if (banned >> _KIND[tile[e]]) & 1:
                        held = held_mask(int(hand_lo[called]), int(hand_hi[called]))
                        unseen = (int(status[called]) >> (BROKEN_SHIFT + s)) & 1
                        if held & ~banned == 0 and not unseen:
                            n = report(
                                rows, n, L109_NO_LEGAL_DISCARD, r, called, s, int(tile[called]), 255
                            )
                        else:
                            n = report(rows, n, L108_KUIKAE, r, e, s, int(tile[e]), banned)
                if riichi and not int(status[e]) & RIICHI_TILE and not int(status[e]) & TSUMOGIRI:
                    # an unknown tile may be the very one that was drawn
                    known = int(tile[e]) != 255 and drawn != 255
                    if known and not not_held[e]:
                        n = report(
                            rows, n, L115_HAND_CHANGED_AFTER_RIICHI, r, e, s, int(tile[e]), 255
                        )
                must, actor, called, offered = _CLAIM, s, -1, e
            elif k == CHI or k == PON or k == DAIMINKAN:
                n = _check_call(
                    rows, n, rule, r, e, s, k, tile, from_seat, used, tile_id, live_wall,
                    offered if must == _CLAIM else -1, actor, n_players, riichi,
                )  # fmt: skip
                if k == DAIMINKAN:
                    kans += 1
                    if _no_kan_left(kans, norths, rule):
                        n = report(rows, n, L113_FIFTH_KAN, r, e, s, int(tile[e]), 4)
                    must = _MUST_DRAW
                else:
                    if k == PON:
                        pons[s] |= 1 << _KIND[tile[e]]
                    must, called = _MUST_DISCARD, e
                actor = s
            elif k == KAKAN or k == ANKAN or k == KITA:
                if must == _MUST_DISCARD and s == actor:
                    n = report(rows, n, L112_KAN_AFTER_CALL, r, e, s, int(tile[e]), 255)
                elif must != _MUST_ACT or s != actor:
                    turn = actor if must == _MUST_ACT else 255
                    n = report(rows, n, L103_OUT_OF_TURN_CALL, r, e, s, s, turn)
                if k == KITA:
                    norths += 1
                    if rule[KITA_RULE] != 1:
                        n = report(rows, n, L117_KITA_NOT_PLAYED, r, e, s, int(tile[e]), 255)
                    if riichi and drawn != int(tile[e]):
                        n = report(
                            rows, n, L115_HAND_CHANGED_AFTER_RIICHI, r, e, s, int(tile[e]), 255
                        )
                else:
                    kans += 1
                    if _no_kan_left(kans, norths, rule):
                        n = report(rows, n, L113_FIFTH_KAN, r, e, s, int(tile[e]), 4)
                if not _meld_fits(k, int(tile[e]), int(used[e])) or (
                    k == KAKAN and not (pons[s] >> _KIND[tile[e]]) & 1
                ):
                    n = report(rows, n, L106_BAD_MELD, r, e, s, int(tile[e]), 255)
                if live_wall[e] == 0 and not rule[KAN_ON_HAITEI]:
                    n = report(rows, n, L111_KAN_ON_HAITEI, r, e, s, int(tile[e]), 255)
                if riichi and k == KAKAN:
                    n = report(rows, n, L114_CALL_AFTER_RIICHI, r, e, s, int(tile[e]), 255)
                must, actor, called = _MUST_DRAW, s, -1
    return n


@lean_kernel
def _check_call(
    rows: Any, n: int, rule: Any, r: int, e: int, s: int, k: int, tile: Any, from_seat: Any,
    used: Any, tile_id: Any, live_wall: Any, offered: int, owner: int, n_players: int, riichi: int,
) -> int:  # fmt: skip
    """Check one chi, pon or open kan of the discard at event ``offered`` (-1: none is on offer)."""
    code = int(tile[e])
    if offered < 0 or s == owner:
        return report(rows, n, L103_OUT_OF_TURN_CALL, r, e, s, s, 255)
    if riichi:
        n = report(rows, n, L114_CALL_AFTER_RIICHI, r, e, s, code, 255)
    if not _meld_fits(k, code, int(used[e])):
        n = report(rows, n, L106_BAD_MELD, r, e, s, code, 255)
    if (int(tile[offered]) != code and int(tile[offered]) != 255) or (
        tile_id[e] != 255 and tile_id[offered] != 255 and tile_id[e] != tile_id[offered]
    ):
        n = report(rows, n, L107_MELD_SOURCE, r, e, s, code, int(tile[offered]))
    elif int(from_seat[e]) != owner:
        n = report(rows, n, L107_MELD_SOURCE, r, e, s, code, code)
    if k == CHI:
        if not rule[CHI_ALLOWED]:
            n = report(rows, n, L105_CHI_NOT_PLAYED, r, e, s, code, 255)
        elif s != (owner + 1) % n_players:
            n = report(rows, n, L104_CHI_SOURCE, r, e, s, owner, (s + n_players - 1) % n_players)
    if live_wall[e] == 0:
        n = report(rows, n, L110_CALL_ON_LAST_TILE, r, e, s, code, 255)
    return n
