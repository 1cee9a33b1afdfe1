"""Legality, third part: how a round ends.

Wins: who may take which tile, furiten. Draws: the conditions of each abortive draw, the end
of the wall; nagashi mangan and hands shown as tenpai are in :mod:`.tenpai_shown`.
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
    EXHAUSTIVE,
    KAKAN,
    KITA,
    KYUUSHU,
    NAGASHI,
    PON,
    RYUUKYOKU,
    SANCHAHOU,
    SUUCHA,
    SUUFON,
    SUUKAN,
    UNKNOWN_POINTS,
    WIN,
)
from ..rules.columns import (
    ABORT_KYUUSHU,
    ABORT_SUUCHA,
    ABORT_SUUKAN,
    CHANKAN_ANKAN_KOKUSHI,
    KITA_CHANKAN,
    MAX_RON,
    NAGASHI_CLAIMED_OK,
    SUUKAN_TIMING,
    TRIPLE_RON,
)
from ..tiles import YAOCHUU_MASK
from .aborts import (
    T_DUE,
    T_KANS,
    TRACK_COLUMNS,
    follow_aborts,
    forbids_ron,
    four_kans,
    may_abort,
    start_track,
)
from .furiten import C_CLAIM, C_FROM, C_FURITEN, C_HI, C_LO, C_SEAT, C_WIN, waits_for_orphans
from .jit import kernel, lean_kernel
from .layout import BROKEN_SHIFT, CALLED, FIRST_SHIFT, RIICHI_SHIFT
from .report import F, L, report
from .state import _KIND
from .tenpai_shown import check_exhaustive
from .turns import held_mask

__all__ = ["check_draws", "check_wins"]

L130_KYUUSHU: Final = L + 130
L131_SUUFON: Final = L + 131
L132_SUUCHA: Final = L + 132
L133_SANCHAHOU: Final = L + 133
L134_SUUKAN: Final = L + 134
L135_ABORT_MISSED: Final = L + 135
L136_DRAW_BEFORE_WALL_END: Final = L + 136
L137_PLAY_PAST_WALL_END: Final = L + 137
L152_WIN_TILE: Final = L + 152
L153_OUT_OF_TURN_WIN: Final = L + 153
L154_TOO_MANY_RONS: Final = L + 154
L155_ROBBED_CONCEALED_KAN: Final = L + 155
F101_RON_IN_FURITEN: Final = F + 101

_PAY: Final = 0  # TRIPLE_RON
_ABORT: Final = 1
_ON_KAN: Final = 0  # SUUKAN_TIMING


@lean_kernel
def check_wins(
    chances: Any,
    n_chances: int,
    players: Any,
    rules: Any,
    rules_index: Any,
    kind: Any,
    seat: Any,
    tile: Any,
    live_wall: Any,
    win_round: Any,
    win_event: Any,
    surplus: Any,
    rows: Any,
    n: int,
) -> int:
    """Report wins on a tile that is not there, out of turn, too many, or in furiten.

    ``surplus`` is int16[W], wins that are left out if not 0 (:mod:`.surplus`).
    """
    for c in range(n_chances):
        w = int(chances[c, C_WIN])
        if w < 0 or surplus[w]:
            continue
        r = int(win_round[w])
        e = int(win_event[w])
        rule = rules[rules_index[r]]
        s = int(chances[c, C_SEAT])
        f = int(chances[c, C_FROM])
        claim = int(chances[c, C_CLAIM])
        code = int(tile[e])
        if claim < 0 or int(seat[claim]) != f:
            owner = int(seat[claim]) if claim >= 0 else 255
            n = report(rows, n, L153_OUT_OF_TURN_WIN, r, e, s, f, owner)
            continue
        if int(tile[claim]) != code and code != 255 and int(tile[claim]) != 255:
            n = report(rows, n, L152_WIN_TILE, r, e, s, code, int(tile[claim]))
        if f == s:
            continue
        if kind[claim] == ANKAN and not (
            rule[CHANKAN_ANKAN_KOKUSHI]
            and waits_for_orphans(int(chances[c, C_LO]), int(chances[c, C_HI]))
        ):
            n = report(rows, n, L155_ROBBED_CONCEALED_KAN, r, e, s, code, 255)
        elif kind[claim] == KITA and not rule[KITA_CHANKAN]:
            n = report(rows, n, L155_ROBBED_CONCEALED_KAN, r, e, s, code, 255)
        if chances[c, C_FURITEN]:
            n = report(rows, n, F + 100 + int(chances[c, C_FURITEN]), r, e, s, code, 255)
    # how many may win on one tile
    w = 0
    while w < len(win_round):
        r = int(win_round[w])
        last = w
        while last + 1 < len(win_round) and win_round[last + 1] == r:
            last += 1
        winners = 0
        for other in range(w, last + 1):
            winners += 1 if surplus[other] == 0 else 0
        allowed = int(rules[rules_index[r], MAX_RON])
        if winners == 3 and rules[rules_index[r], TRIPLE_RON] != _PAY:
            triple = 1 if rules[rules_index[r], TRIPLE_RON] != _ABORT else 2
            allowed = min(allowed, triple)
        if winners > allowed:
            e = int(win_event[last])
            n = report(rows, n, L154_TOO_MANY_RONS, r, e, int(seat[e]), winners, allowed)
        w = last + 1
    return n


@lean_kernel
def _bit_count(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def check_draws(
    watched: Any,
    first_event: Any,
    players: Any,
    rules: Any,
    rules_index: Any,
    kind: Any,
    seat: Any,
    tile: Any,
    from_seat: Any,
    used: Any,
    aux: Any,
    indicator: Any,
    live_wall: Any,
    status: Any,
    hand_row: Any,
    hand_lo: Any,
    hand_hi: Any,
    deal_lo: Any,
    deal_hi: Any,
    waits: Any,
    deal_waits: Any,
    could_ron: Any,
    draw_kind: Any,
    draw_shown: Any,
    draw_yakuless: Any,
    draw_surplus: Any,
    rows: Any,
    n: int,
) -> int:
    """Report draws without their conditions, and abortive draws that were passed over.

    ``watched`` is bool[R], the rounds with a RYUUKYOKU event or four kans; ``could_ron`` is
    uint8[E], the mask of seats that could have won on the tile of an event and did not;
    ``draw_yakuless`` is uint8[D], the mask of seats whose tenpai has no yaku where the rules want
    one (:mod:`.formal_tenpai`); ``draw_surplus`` is bool[D], draws that are left out
    (:mod:`.surplus`).
    """
    river = np.zeros(4, np.int64)  # bits of check_exhaustive
    track = np.zeros(TRACK_COLUMNS, np.int64)
    current = np.zeros(4, np.int64)
    for r in range(len(players)):
        n_players = int(players[r])
        rule = rules[rules_index[r]]
        start, stop = int(first_event[r]), int(first_event[r + 1])
        past_end = stop > start and live_wall[stop - 1] < 0
        if not (watched[r] or past_end or may_abort(start, stop, kind, tile, status)):
            continue
        river[:] = 0
        start_track(track)
        for o in range(4):
            current[o] = deal_waits[r, o]
        own_calls = 0
        missed = 0  # mask of the abortive draws that did not come: each is reported once
        offered = -1  # the tile that can be won on
        replaces = False  # the next draw is that of a kan with the last tile, which is told itself
        for e in range(start, stop):
            k = int(kind[e])
            s = int(seat[e])
            due = int(track[T_DUE])
            if due >= 0:
                ignored = k == DRAW or k == CHI or k == PON or k == DAIMINKAN
                if k == WIN:
                    ignored = forbids_ron(due, rule) and from_seat[e] != s
                if ignored:
                    if not (missed >> due) & 1:
                        n = report(rows, n, L135_ABORT_MISSED, r, e, 255, 255, due)
                    missed |= 1 << due
            if k <= KITA or k == WIN:
                follow_aborts(track, k, s, int(tile[e]), int(status[e]), n_players, rule)
            if k == DRAW and replaces:
                replaces = False
            elif k == DRAW and live_wall[e] < 0 and past_end:
                n = report(rows, n, L137_PLAY_PAST_WALL_END, r, e, s, int(live_wall[e]), 0)
                past_end = False  # reported once
            elif k == DISCARD:
                base = int(_KIND[tile[e]])
                outer = (YAOCHUU_MASK >> base) & 1 if base < 34 else 1
                if int(status[e]) & CALLED and not rule[NAGASHI_CLAIMED_OK]:
                    outer = 0
                river[s] = int(river[s]) | (1 if outer else 3) | (4 if base > 33 else 0)
                current[s] = waits[e]
                offered = e
            elif CHI <= k <= KITA:
                offered = e
                if k != KITA and k != ANKAN:
                    own_calls |= 1 << s
                if k == DAIMINKAN or k == KAKAN or k == ANKAN:
                    current[s] = waits[e]
                if k >= DAIMINKAN and live_wall[e] == 0:
                    replaces = True
            elif k == RYUUKYOKU and aux[e] >= 0 and not draw_surplus[int(aux[e])]:
                d = int(aux[e])
                what = int(draw_kind[d])
                due = int(track[T_DUE])
                late = due >= 0 and not (missed >> due) & 1
                if late and what != due and what != SANCHAHOU and what < NAGASHI:
                    n = report(rows, n, L135_ABORT_MISSED, r, e, 255, what, due)
                if what < NAGASHI and what != EXHAUSTIVE:
                    n = _check_abort(
                        rows, n, rule, r, e, what, due, s, n_players, start, offered, kind, seat,
                        tile, status, hand_row, hand_lo, hand_hi, could_ron, track,
                    )  # fmt: skip
                elif what <= NAGASHI:
                    if live_wall[e] > 0:
                        left = int(live_wall[e])
                        n = report(rows, n, L136_DRAW_BEFORE_WALL_END, r, e, 255, left, 0)
                    n = check_exhaustive(
                        rows, n, rule, r, e, what, n_players, start, kind, tile, used, indicator,
                        status, hand_row, hand_lo, hand_hi, deal_lo, deal_hi, river, own_calls,
                        current, draw_shown[d], int(draw_yakuless[d]),
                    )  # fmt: skip
                track[T_DUE] = -1
    return n


@lean_kernel
def _check_abort(
    rows: Any, n: int, rule: Any, r: int, e: int, what: int, due: int, s: int, n_players: int,
    start: int, offered: int, kind: Any, seat: Any, tile: Any, status: Any, hand_row: Any,
    hand_lo: Any, hand_hi: Any, could_ron: Any, track: Any,
) -> int:  # fmt: skip
    """Check the conditions of one abortive draw."""
    if what == KYUUSHU:
        held = 0
        if s > 3 and e > start and kind[e - 1] == DRAW:
            s = int(seat[e - 1])  # who declared it is not recorded: he who has drawn
        row = int(hand_row[e, s]) if s < 4 else -1
        # with unknown tiles in the hand there may be more kinds than those that are seen
        known = s < 4 and not (int(status[e]) >> (BROKEN_SHIFT + s)) & 1
        if row >= 0:
            held = _bit_count(held_mask(int(hand_lo[row]), int(hand_hi[row])) & YAOCHUU_MASK)
        first = row >= 0 and kind[row] == DRAW and (int(status[e]) >> (FIRST_SHIFT + s)) & 1
        if not rule[ABORT_KYUUSHU] or (known and not (first and held >= 9)):
            if row < 0 or held >= 9:  # it is the moment that is wrong, not the number
                n = report(rows, n, L130_KYUUSHU, r, e, s, UNKNOWN_POINTS, UNKNOWN_POINTS)
            else:
                n = report(rows, n, L130_KYUUSHU, r, e, s, held, 9)
    elif what == SUUFON:
        if due != SUUFON:
            n = report(rows, n, L131_SUUFON, r, e, 255, 255, 255)
    elif what == SUUCHA:
        everybody = n_players == 4 and (int(status[e]) >> RIICHI_SHIFT) & 15 == 15
        if not rule[ABORT_SUUCHA] or not everybody:
            n = report(rows, n, L132_SUUCHA, r, e, 255,
                       _bit_count((int(status[e]) >> RIICHI_SHIFT) & 15), 4)  # fmt: skip
    elif what == SUUKAN:
        early = offered >= 0 and kind[offered] != DISCARD
        if (
            not rule[ABORT_SUUKAN]
            or not four_kans(track)
            or (early and rule[SUUKAN_TIMING] != _ON_KAN)
        ):
            made = 0
            for o in range(4):
                made += int(track[T_KANS + o])
            if made >= 4:  # by one player, or too early
                n = report(rows, n, L134_SUUKAN, r, e, 255, UNKNOWN_POINTS, UNKNOWN_POINTS)
            else:
                n = report(rows, n, L134_SUUKAN, r, e, 255, made, 4)
    elif what == SANCHAHOU:
        able = 0
        if offered >= 0:
            for o in range(n_players):
                hidden = _KIND[tile[offered]] > 33 or (int(status[e]) >> (BROKEN_SHIFT + o)) & 1
                if o != seat[offered] and (hidden or (int(could_ron[offered]) >> o) & 1):
                    able += 1
        if rule[TRIPLE_RON] != _ABORT or able < 3:
            n = report(rows, n, L133_SANCHAHOU, r, e, 255, able, 3)
    return n
