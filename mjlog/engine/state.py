"""First pass: follow every tile and keep the public state after every event.

The pass believes the record: it applies what is written and checks only that a hand can
give up the tile. A seat whose hand cannot be followed any more (a tile that it does not
hold, a fifth copy, an unknown tile, a meld that is not known whole) is marked in the ``BROKEN``
bits of ``status`` and the shape checks leave it alone for the rest of the round.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DISCONNECT,
    DORA,
    DRAW,
    KAKAN,
    KITA,
    PON,
    RIICHI,
    RIICHI_ACCEPTED,
    UNKNOWN,
    WIN,
)
from ..tiles import KIND, RED_BIT
from .jit import kernel, lean_kernel
from .layout import (
    ACCEPTED_SHIFT,
    BROKEN_SHIFT,
    CALLED,
    DOUBLE_SHIFT,
    FIRST_SHIFT,
    IPPATSU_SHIFT,
    KITA_SHIFT,
    MELDS_SHIFT,
    OPEN_SHIFT,
    PENDING_DORA,
    RED_M_SHIFT,
    RIICHI_SHIFT,
    RIICHI_TILE,
    RINSHAN,
    RONNED,
    TSUMOGIRI,
)

__all__ = ["LIVE_WALL_4P", "follow_rounds", "own_tiles"]

LIVE_WALL_4P: Final = 136 - 14 - 4 * 13
LIVE_WALL_3P: Final = 108 - 14 - 3 * 13

#: int64[256]: what one tile of a code adds to ``hand_lo`` and to ``hand_hi``.
ADD_LO: Final[NDArray[np.int64]] = np.zeros(256, np.int64)
ADD_HI: Final[NDArray[np.int64]] = np.zeros(256, np.int64)
for _code in range(37):
    _kind = int(KIND[_code])
    if _kind < 27:
        ADD_LO[_code] = 5 ** (8 - _kind % 9) << (21 * (_kind // 9))
    else:
        ADD_HI[_code] = 5 ** (6 - (_kind - 27))
    if RED_BIT[_code]:
        ADD_HI[_code] += 1 << (RED_M_SHIFT + 2 * (int(RED_BIT[_code]) - 1))
#: int64[256]: code → kind, 34 for what cannot be followed.
_KIND: Final[NDArray[np.int64]] = np.where(KIND < 34, KIND, 34).astype(np.int64)

# Scratch rows of ``hand`` (int64[4, COLUMNS]).
LO: Final = 0
HI: Final = 1
DISCARDS: Final = 2
COLUMNS: Final = 3


@lean_kernel
def _add(hand: Any, counts: Any, seat: int, code: int) -> int:
    """Put a tile into a hand; return 2 when the hand cannot be followed any more."""
    kind = _KIND[code]
    counts[seat, kind] += 1
    if kind == 34 or counts[seat, kind] > 4:
        return 2
    hand[seat, LO] += ADD_LO[code]
    hand[seat, HI] += ADD_HI[code]
    return 0


@lean_kernel
def _remove(hand: Any, counts: Any, seat: int, code: int) -> int:
    """Take a tile out of a hand.

    Returns 1 when it is not there (nothing is taken then), 2 when that cannot be told: an
    unknown tile, or one that may be among the unknown tiles of the hand.
    """
    kind = _KIND[code]
    missing = kind == 34 or counts[seat, kind] == 0
    if not missing and kind < 27 and kind % 9 == 4:  # a red five is another tile than a plain one
        reds = (hand[seat, HI] >> (RED_M_SHIFT + 2 * (kind // 9))) & 3
        missing = (code >= 34 and reds == 0) or (code < 34 and reds == counts[seat, kind])
    if missing:
        if counts[seat, 34] > 0:
            counts[seat, 34] -= 1
            return 2
        return 2 if kind == 34 else 1
    counts[seat, kind] -= 1
    hand[seat, LO] -= ADD_LO[code]
    hand[seat, HI] -= ADD_HI[code]
    return 0


@lean_kernel
def own_tiles(kind: int) -> int:
    """Return how many tiles of the caller's own hand go into a meld of an event kind."""
    if kind == CHI or kind == PON:
        return 2
    if kind == DAIMINKAN:
        return 3
    return 4 if kind == ANKAN else 1


@lean_kernel
def _remove_used(hand: Any, counts: Any, seat: int, kind: int, tile: int, used: int) -> int:
    """Take the own tiles (packed codes) of a meld out of a hand; :func:`_remove` of each, or-ed.

    Own tiles that are not recorded are unknown ones. What a meld of an unknown tile is cannot
    be told, and so neither what the hand is.
    """
    broken = 2 if tile == UNKNOWN else 0
    found = 0
    for i in range(4):
        code = (used >> (8 * i)) & 255
        if code != 255:
            broken |= _remove(hand, counts, seat, code)
            found += 1
    for _ in range(found, own_tiles(kind)):
        broken |= _remove(hand, counts, seat, UNKNOWN)
    return broken


@lean_kernel
def _deal(hand: Any, counts: Any, hands: Any, r: int, players: int) -> int:
    """Set the dealt hands of a round; return the BROKEN bits."""
    hand[:] = 0
    counts[:] = 0
    broken = 0
    for seat in range(players):
        lo = 0
        hi = 0
        for i in range(13):
            code = int(hands[r, seat, i])
            kind = int(_KIND[code])
            counts[seat, kind] += 1
            if kind == 34 or counts[seat, kind] > 4:
                broken |= 1 << seat
            else:
                lo += int(ADD_LO[code])
                hi += int(ADD_HI[code])
        hand[seat, LO] = lo
        hand[seat, HI] = hi
    return broken


@kernel
def follow_rounds(
    first_event: Any,
    players: Any,
    kita_breaks: Any,
    start_deposits: Any,
    hands: Any,
    kind: Any,
    seat: Any,
    tile: Any,
    from_seat: Any,
    used: Any,
    aux: Any,
    deal_lo: Any,
    deal_hi: Any,
    hand_lo: Any,
    hand_hi: Any,
    hand_row: Any,
    draw_tile: Any,
    live_wall: Any,
    turn: Any,
    status: Any,
    indicators: Any,
    deposits: Any,
    not_held: Any,
) -> None:
    """Fill the state columns of :class:`~mjlog.replay.Replay` for all rounds.

    Args:
        first_event: int32[R + 1].
        players: uint8[R], players of each round's game.
        kita_breaks: int32[R], whether setting a North aside breaks ippatsu and the first turn.
        start_deposits: int16[R].
        hands: uint8[R, 4, 13], dealt codes.
        kind, seat, tile, from_seat, used, aux: event columns, length E.
        deal_lo … deposits: written, see :class:`~mjlog.replay.Replay`.
        not_held: uint8[E], written: 1 where the event needs a tile that is not in the hand (0
            where unknown tiles leave it open).
    """
    hand = np.zeros((4, COLUMNS), np.int64)
    counts = np.zeros((4, 35), np.int64)
    row = np.zeros(4, np.int32)  # of each seat, the last event that changed its hand
    drawn = np.zeros(4, np.uint8)  # and the tile drawn and not yet let go, 255 none
    for r in range(len(players)):
        n_players = int(players[r])
        broken = _deal(hand, counts, hands, r, n_players)
        for s in range(4):
            row[s] = -1
            drawn[s] = 255
            deal_lo[r, s] = hand[s, LO]
            deal_hi[r, s] = hand[s, HI]
        live = LIVE_WALL_4P if n_players == 4 else LIVE_WALL_3P
        sticks = int(start_deposits[r])
        turned = 1
        flags = 15 << FIRST_SHIFT
        declaring = -1  # seat whose riichi tile comes next
        replacement = -1  # seat that draws a replacement tile next
        weak_kan = 0  # a kan or kita that may still be robbed: it breaks ippatsu once it stands
        last_tile_event = -1
        for e in range(int(first_event[r]), int(first_event[r + 1])):
            k = int(kind[e])
            s = int(seat[e])
            here = 0
            missing = 0
            if weak_kan and k != WIN and k != DORA and k < DISCONNECT:
                flags &= ~(15 << IPPATSU_SHIFT)
                weak_kan = 0
            if s < 4:
                if k == DRAW:
                    missing = _add(hand, counts, s, int(tile[e]))
                    drawn[s] = tile[e]
                    row[s] = e
                    live -= 1
                    flags &= ~RINSHAN
                    if replacement == s:
                        flags |= RINSHAN
                    replacement = -1
                elif k == DISCARD:
                    code = int(tile[e])
                    missing = _remove(hand, counts, s, code)
                    if aux[e] == 1 or (aux[e] < 0 and int(drawn[s]) == code):
                        here |= TSUMOGIRI
                    drawn[s] = 255
                    row[s] = e
                    hand[s, DISCARDS] += 1
                    if declaring == s:
                        here |= RIICHI_TILE
                        declaring = -1
                    flags &= ~(RINSHAN | (1 << (FIRST_SHIFT + s)) | (1 << (IPPATSU_SHIFT + s)))
                    last_tile_event = e
                elif k == CHI or k == PON or k == DAIMINKAN:
                    missing = _remove_used(hand, counts, s, k, int(tile[e]), int(used[e]))
                    row[s] = e
                    hand[s, HI] += (1 << MELDS_SHIFT) + (1 << OPEN_SHIFT)
                    flags &= ~((15 << FIRST_SHIFT) | (15 << IPPATSU_SHIFT))
                    if last_tile_event >= 0 and kind[last_tile_event] == DISCARD:
                        status[last_tile_event] |= CALLED
                    if k == DAIMINKAN:
                        replacement = s
                        flags |= PENDING_DORA
                elif k == KAKAN or k == ANKAN or k == KITA:
                    missing = _remove_used(hand, counts, s, k, int(tile[e]), int(used[e]))
                    row[s] = e
                    drawn[s] = 255
                    if k == ANKAN:
                        hand[s, HI] += 1 << MELDS_SHIFT
                    elif k == KITA:
                        hand[s, HI] += 1 << KITA_SHIFT
                    else:
                        flags |= PENDING_DORA
                    flags &= ~RINSHAN
                    if k != KITA or kita_breaks[r]:
                        flags &= ~(15 << FIRST_SHIFT)
                        weak_kan = 1
                    replacement = s
                    last_tile_event = e
                elif k == RIICHI:
                    declaring = s
                    flags |= 1 << (RIICHI_SHIFT + s)
                    if flags & (1 << (FIRST_SHIFT + s)):
                        flags |= 1 << (DOUBLE_SHIFT + s)
                elif k == RIICHI_ACCEPTED:
                    flags |= (1 << (ACCEPTED_SHIFT + s)) | (1 << (IPPATSU_SHIFT + s))
                    sticks += 1
                elif k == WIN:
                    f = int(from_seat[e])
                    if f > 3 and row[s] > last_tile_event and kind[row[s]] == DRAW:
                        f = s  # who pays is not recorded, and the winner has just drawn
                    if f != s and last_tile_event >= 0:
                        status[last_tile_event] |= RONNED
            if k == DORA:
                turned += 1
                flags &= ~PENDING_DORA
            not_held[e] = missing & 1
            if missing:
                broken |= 1 << s
            # read all, then write all: one move each once it is compiled
            a, b, c, d = row[0], row[1], row[2], row[3]
            hand_row[e, 0], hand_row[e, 1], hand_row[e, 2], hand_row[e, 3] = a, b, c, d
            a, b, c, d = drawn[0], drawn[1], drawn[2], drawn[3]
            draw_tile[e, 0], draw_tile[e, 1], draw_tile[e, 2], draw_tile[e, 3] = a, b, c, d
            if s < 4:
                hand_lo[e] = hand[s, LO]
                hand_hi[e] = hand[s, HI]
                done = hand[s, DISCARDS]
                turn[e] = done if k == DISCARD else done + 1
            else:
                hand_lo[e] = 0
                hand_hi[e] = 0
                turn[e] = 0
            live_wall[e] = live
            status[e] = flags | here | (broken << BROKEN_SHIFT)
            indicators[e] = min(turned, 255)
            deposits[e] = sticks
