"""Furiten of every seat after every event, and every chance to win, taken or missed.

A seat is furiten when a kind of its whole wait stands in its own river (discard), when it
let such a tile pass since its last own turn (temporary), or when it did so in riichi
(riichi, to the end of the round). Redness plays no part. Furiten forbids ron only.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DISCARD_FURITEN,
    DISCONNECT,
    DORA,
    DRAW,
    KAKAN,
    KITA,
    NOT_FURITEN,
    PON,
    RIICHI_FURITEN,
    RYUUKYOKU,
    TEMPORARY_FURITEN,
    WIN,
)
from ..rules.columns import CHANKAN_ANKAN_KOKUSHI, KITA_CHANKAN, MAX_RON, TEMP_FURITEN_CLEAR
from .jit import kernel, lean_kernel
from .layout import BROKEN_SHIFT, HONOUR_MASK, KEY_BITS, KEY_MASK, RIICHI_SHIFT
from .state import _KIND, ADD_HI, ADD_LO

__all__ = ["CHANCE_COLUMNS", "furiten_rounds", "waits_for_orphans"]

# Columns of a chance (int64[N, CHANCE_COLUMNS]): a win that was taken or could have been.
C_EVENT: Final = 0  # the WIN event, or the draw or discard that was let pass
C_ROUND: Final = 1
C_SEAT: Final = 2
C_FROM: Final = 3  # = seat on tsumo
C_TILE: Final = 4  # code
C_LO: Final = 5  # packed concealed hand, winning tile included
C_HI: Final = 6
C_STATUS: Final = 7  # status bits when the win was possible
C_CLAIM: Final = 8  # event of the tile: DRAW, DISCARD, KAKAN, ANKAN or KITA
C_WIN: Final = 9  # row of wins, -1 missed
C_FURITEN: Final = 10  # furiten of the seat at that moment
C_MELD_REDS: Final = 11
C_MELDS: Final = 12  # four pairs (event kind CHI…ANKAN, lowest kind), -1 fills
CHANCE_COLUMNS: Final = 20

# Scratch rows, int64[4, ...] a seat.
WAITS: Final = 0
RIVER: Final = 1  # mask of own discards
PASSED: Final = 2  # 0, TEMPORARY_FURITEN or RIICHI_FURITEN
PASSED_KIND: Final = 3
DREW: Final = 4  # the seat has drawn since its last discard
N_MELDS: Final = 5
MELD_REDS: Final = 6
FURITEN_LO: Final = 7
S_COLUMNS: Final = 8

# TEMP_FURITEN_CLEAR values
_OWN_DRAW: Final = 0
_OWN_DISCARD: Final = 1
_OWN_TURN_OR_CALL: Final = 2


@lean_kernel
def _furiten_of(seat: Any, s: int) -> int:
    """Return the furiten code of seat ``s``."""
    if seat[s, WAITS] == 0:
        return NOT_FURITEN
    if seat[s, WAITS] & seat[s, RIVER]:
        return DISCARD_FURITEN
    return int(seat[s, PASSED])


@lean_kernel
def _bit_of_waits(seat: Any, s: int) -> int:
    """Return the bit of seat ``s`` when it has waits, else 0."""
    return 1 << s if seat[s, WAITS] else 0


@lean_kernel
def _lowest_bit(mask: int) -> int:
    kind = 0
    while not (mask >> kind) & 1:
        kind += 1
    return kind


@lean_kernel
def _red_count(used: int, tile: int) -> int:
    """Return how many red fives a meld holds (packed own tiles and the taken one)."""
    reds = 1 if 34 <= tile <= 36 else 0
    for i in range(4):
        code = (used >> (8 * i)) & 255
        if 34 <= code <= 36:
            reds += 1
    return reds


@lean_kernel
def _meld(seat: Any, melds: Any, s: int, kind: int, tile: int, used: int) -> None:
    """Enter a call into the seat's melds."""
    base = _KIND[tile]
    if kind == KAKAN:
        for i in range(seat[s, N_MELDS]):
            if melds[s, i, 0] == PON and melds[s, i, 1] == base:
                melds[s, i, 0] = KAKAN
        seat[s, MELD_REDS] += _red_count(used, 255)
        return
    if kind == CHI:
        for i in range(2):
            base = min(base, _KIND[(used >> (8 * i)) & 255])
    n = seat[s, N_MELDS]
    if n < 4:
        melds[s, n, 0] = kind
        melds[s, n, 1] = base
        seat[s, N_MELDS] = n + 1
    seat[s, MELD_REDS] += _red_count(used, 255 if kind == ANKAN else tile)


@lean_kernel
def _chance(
    rows: Any, n: int, seat: Any, melds: Any, who: Any, place: Any, lo: int, hi: int, status: int
) -> int:
    """Append a chance and return the new number of rows (a full buffer drops it).

    ``who`` is (seat, from, tile code, win row); ``place`` is (event, round, claim event).
    """
    if n >= len(rows):
        return n
    s = who[0]
    rows[n, C_EVENT] = place[0]
    rows[n, C_ROUND] = place[1]
    rows[n, C_SEAT] = s
    rows[n, C_FROM] = who[1]
    rows[n, C_TILE] = who[2]
    rows[n, C_LO] = lo
    rows[n, C_HI] = hi
    rows[n, C_STATUS] = status
    rows[n, C_CLAIM] = place[2]
    rows[n, C_WIN] = who[3]
    rows[n, C_FURITEN] = _furiten_of(seat, s)
    rows[n, C_MELD_REDS] = seat[s, MELD_REDS]
    for i in range(4):
        rows[n, C_MELDS + 2 * i] = melds[s, i, 0] if i < seat[s, N_MELDS] else -1
        rows[n, C_MELDS + 2 * i + 1] = melds[s, i, 1] if i < seat[s, N_MELDS] else -1
    return n + 1


@lean_kernel
def waits_for_orphans(lo: int, hi: int) -> bool:
    """Tell whether a packed hand is thirteen orphans or one tile short of them."""
    kinds = 0
    for suit in range(3):
        key = (lo >> (KEY_BITS * suit)) & KEY_MASK
        if key // 5 % 78125:  # the digits of 2 to 8
            return False
        kinds += (1 if key >= 390625 else 0) + (1 if key % 5 else 0)
    key = hi & HONOUR_MASK
    for _ in range(7):
        kinds += 1 if key % 5 else 0
        key //= 5
    return kinds >= 12


@lean_kernel
def _can_claim(rule: Any, kind: int, waits: int, tile_kind: int, lo: int, hi: int) -> bool:
    """Tell whether a tile shown by an event of ``kind`` may be ronned.

    ``waits``, ``lo`` and ``hi`` are the waits and the packed hand of who would win.
    """
    if not (waits >> tile_kind) & 1:
        return False
    if kind == DISCARD or kind == KAKAN:
        return True
    if kind == KITA:
        return bool(rule[KITA_CHANKAN])
    # a concealed kan: only thirteen orphans, under some rules
    return bool(rule[CHANKAN_ANKAN_KOKUSHI]) and waits_for_orphans(lo, hi)


@kernel
def furiten_rounds(
    first_event: Any,
    players: Any,
    rules: Any,
    rules_index: Any,
    kind: Any,
    seat_col: Any,
    tile: Any,
    from_seat: Any,
    used: Any,
    aux: Any,
    waits: Any,
    deal_waits: Any,
    status: Any,
    hand_row: Any,
    hand_lo: Any,
    hand_hi: Any,
    deal_lo: Any,
    deal_hi: Any,
    furiten: Any,
    furiten_tile: Any,
    rows: Any,
) -> int:
    """Fill ``furiten`` and ``furiten_tile`` and list every chance to win.

    Args:
        first_event: int32[R + 1]. players: uint8[R]. rules: int32[rulesets, parameters].
        rules_index: int32[R], the ruleset of each round.
        kind … aux: event columns. waits: int64[E]. deal_waits: int64[R, 4].
        status … deal_hi: columns of the state pass.
        furiten: uint8[E], written. furiten_tile: uint8[E, 4], written.
        rows: int64[N, CHANCE_COLUMNS], written.

    Returns:
        How many rows of ``rows`` are used.
    """
    seat = np.zeros((4, S_COLUMNS), np.int64)
    melds = np.full((4, 4, 2), -1, np.int64)
    who = np.zeros(4, np.int64)
    place = np.zeros(3, np.int64)
    n = 0
    for r in range(len(players)):
        n_players = int(players[r])
        rule = rules[rules_index[r]]
        clear = int(rule[TEMP_FURITEN_CLEAR])
        seat[:] = 0
        tenpai = 0  # bit of each seat that has waits: no other is ever furiten
        for s in range(4):
            seat[s, WAITS] = deal_waits[r, s]
            tenpai |= _bit_of_waits(seat, s)
        offered = -1  # event that shows a tile the others may win on
        drawn = -1  # DRAW event that completed a hand and is not used yet
        winners = 0
        last_draw = -1
        state = 0
        start, stop = int(first_event[r]), int(first_event[r + 1])
        for e in range(start, stop + 1):
            k = int(kind[e]) if e < stop else RYUUKYOKU
            s = int(seat_col[e]) if e < stop else 255
            if k >= DISCONNECT:
                furiten[e] = state
                for o in range(4):
                    furiten_tile[e, o] = furiten_tile[e - 1, o] if e > start else 255
                continue
            # --- a completed hand that is not called a win is a missed tsumo
            if drawn >= 0 and k != DORA and not (k == WIN and s == seat_col[drawn]):
                o = int(seat_col[drawn])
                who[0], who[1], who[2], who[3] = o, o, int(tile[drawn]), -1
                place[0], place[1], place[2] = drawn, r, drawn
                n = _chance(
                    rows, n, seat, melds, who, place,
                    hand_lo[drawn], hand_hi[drawn], int(status[drawn]),
                )  # fmt: skip
                drawn = -1
            # --- the tile on offer is gone: whoever let it pass is furiten
            if offered >= 0 and k != DORA and k != WIN:
                shown = _KIND[tile[offered]]
                claim = int(kind[offered])
                owner = int(seat_col[offered])
                free = winners == 0 or rule[MAX_RON] > 1
                for o in range(n_players if tenpai else 0):
                    if o == owner or (winners >> o) & 1:
                        continue
                    if not (seat[o, WAITS] >> shown) & 1:
                        continue
                    row = int(hand_row[offered, o])
                    lo = hand_lo[row] if row >= start else deal_lo[r, o]
                    hi = hand_hi[row] if row >= start else deal_hi[r, o]
                    if not _can_claim(rule, claim, seat[o, WAITS], shown, lo, hi):
                        continue
                    if free and _furiten_of(seat, o) == NOT_FURITEN:
                        code = int(tile[offered])
                        who[0], who[1], who[2], who[3] = o, owner, code, -1
                        place[0], place[1], place[2] = offered, r, offered
                        n = _chance(
                            rows, n, seat, melds, who, place,
                            lo + ADD_LO[code], hi + ADD_HI[code], int(status[offered]),
                        )  # fmt: skip
                    if (int(status[offered]) >> (RIICHI_SHIFT + o)) & 1:
                        seat[o, PASSED] = RIICHI_FURITEN
                        seat[o, PASSED_KIND] = shown
                    elif seat[o, PASSED] == 0:
                        seat[o, PASSED] = TEMPORARY_FURITEN
                        seat[o, PASSED_KIND] = shown
                offered = -1
            if e == stop:
                break
            code = int(tile[e])
            if s < 4:
                if k == DRAW:
                    seat[s, DREW] = 1
                    last_draw = e
                    if clear != _OWN_DISCARD and seat[s, PASSED] == TEMPORARY_FURITEN:
                        seat[s, PASSED] = 0
                    if code < 37 and (seat[s, WAITS] >> _KIND[code]) & 1:
                        drawn = e
                elif k == DISCARD:
                    offered = e
                    if code < 37:
                        seat[s, RIVER] |= 1 << _KIND[code]
                    if (
                        clear == _OWN_DISCARD
                        and seat[s, DREW]
                        and seat[s, PASSED] == TEMPORARY_FURITEN
                    ):
                        seat[s, PASSED] = 0
                    seat[s, DREW] = 0
                    broken = (int(status[e]) >> (BROKEN_SHIFT + s)) & 1
                    seat[s, WAITS] = 0 if broken else waits[e]
                    tenpai = tenpai & ~(1 << s) | _bit_of_waits(seat, s)
                elif k == CHI or k == PON or k == DAIMINKAN:
                    _meld(seat, melds, s, k, code, int(used[e]))
                    if clear == _OWN_TURN_OR_CALL and seat[s, PASSED] == TEMPORARY_FURITEN:
                        seat[s, PASSED] = 0
                elif k == KAKAN or k == ANKAN or k == KITA:
                    if k != KITA:
                        _meld(seat, melds, s, k, code, int(used[e]))
                        if not (int(status[e]) >> (BROKEN_SHIFT + s)) & 1:
                            seat[s, WAITS] = waits[e]
                            tenpai = tenpai & ~(1 << s) | _bit_of_waits(seat, s)
                    offered = e
                elif k == WIN:
                    f = int(from_seat[e])
                    if f > 3:  # who pays is not recorded: the play tells it
                        f = int(seat_col[offered]) if offered >= 0 else f
                        f = int(seat_col[last_draw]) if offered < 0 <= last_draw else f
                    claim_event = last_draw if f == s else offered
                    winners |= 1 << s
                    lo, hi = hand_lo[e], hand_hi[e]
                    if f != s:
                        lo = lo + ADD_LO[code]
                        hi = hi + ADD_HI[code]
                    else:
                        drawn = -1
                    who[0], who[1], who[2], who[3] = s, f, code, int(aux[e])
                    place[0], place[1], place[2] = e, r, claim_event
                    n = _chance(rows, n, seat, melds, who, place, lo, hi, int(status[e]))
            state = 0
            for o in range(4):
                furiten_tile[e, o] = 255
            for o in range(4 if tenpai else 0):
                now = _furiten_of(seat, o)
                state |= now << (2 * o)
                if now == DISCARD_FURITEN:
                    furiten_tile[e, o] = _lowest_bit(seat[o, WAITS] & seat[o, RIVER])
                elif now:
                    furiten_tile[e, o] = seat[o, PASSED_KIND]
            furiten[e] = state
    return n
