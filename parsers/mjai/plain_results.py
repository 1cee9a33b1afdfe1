"""Results of plain mjai rounds: ``hora`` and ``ryukyoku``, as :mod:`.results` reads them."""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.

from __future__ import annotations

from typing import Any, Final

from mjlog.codes import (
    DRAW,
    EXHAUSTIVE,
    KYUUSHU,
    NAGASHI,
    RYUUKYOKU,
    SANCHAHOU,
    UNKNOWN_POINTS,
    WIN,
)
from mjlog.engine.jit import lean_kernel

from ..plain_tables import (
    D_DELTAS,
    D_EVENT,
    D_HANDS,
    D_KIND,
    D_ROUND,
    D_SCORES,
    D_SHOWN,
    D_WIDTH,
    E_KIND,
    E_SEAT,
    E_TILE,
    R_DEALER,
    R_WIND,
    W_DELTAS,
    W_EVENT,
    W_FROM,
    W_FU,
    W_HAN,
    W_HAND,
    W_MELDS,
    W_POINTS,
    W_ROUND,
    W_SCORES,
    W_SEAT,
    W_TILE,
    W_URA,
    W_WIDTH,
    W_YAKU,
    W_YAKU_HAN,
    W_YAKUMAN,
)
from .plain_layout import (
    FINE,
    ODD,
    S_DECLARED,
    S_DRAWN,
    S_DRAWS,
    S_EVENTS,
    S_KITA,
    S_LAST,
    S_OVER,
    S_PLAYERS,
    S_PUT,
    S_ROUNDS,
    S_RUNNING,
    S_START,
    S_WINS,
    accept_passed,
    add_event,
    seat_of,
)
from .plain_messages import (
    L_DELTAS,
    L_HAN,
    L_HAND,
    L_SCORES,
    L_SIZES,
    L_TEHAIS,
    L_TENPAIS,
    L_URA,
    L_YAKU,
    M_ACTOR,
    M_DELTAS,
    M_FAN,
    M_FU,
    M_HAND,
    M_PAI,
    M_POINTS,
    M_REASON,
    M_SCORES,
    M_TARGET,
    M_TEHAIS,
    M_TENPAIS,
    M_URA,
    M_YAKUS,
)
from .plain_words import (
    IS_YAKUMAN,
    ROUND_WIND_NAME,
    SEAT_WIND_NAME,
)

__all__ = ["read_end_draw", "read_win"]

_MAX_FU: Final = 1000
_MAX_HAN: Final = 200
_WHOLE_FU: Final = 25
_LARGEST_NOTEN: Final = 3000
_SEAT_WIND: Final = 10
_ROUND_WIND: Final = 14
_HIDDEN: Final = 255
_NO_TILES: Final = 0xFFFFFFFF


@lean_kernel
def read_changes(
    table: Any, row: int, deltas: int, scores: int, values: Any, lists: Any, state: Any
) -> int:
    """Read the points that a result moves into columns ``deltas`` and ``scores`` of a row."""
    players = int(state[S_PLAYERS])
    has_deltas = int(values[M_DELTAS]) >= 0
    has_after = int(values[M_SCORES]) >= 0
    if (has_deltas and int(values[M_DELTAS]) != players) or (
        has_after and int(values[M_SCORES]) != players
    ):
        return ODD
    for i in range(4):
        table[row, deltas + i] = UNKNOWN_POINTS
        table[row, scores + i] = UNKNOWN_POINTS
    for actor in range(players):
        seat = seat_of(state, actor)
        after = int(lists[L_SCORES + actor])
        before = int(state[S_RUNNING + seat])
        if not has_deltas and not has_after:
            state[S_RUNNING + seat] = UNKNOWN_POINTS
            continue
        if before == UNKNOWN_POINTS:
            return ODD
        if has_deltas:
            change = int(lists[L_DELTAS + actor])
            if has_after:
                table[row, scores + seat] = after - change
        else:
            change = after - before
        table[row, deltas + seat] = change
        state[S_RUNNING + seat] = after if has_after else before + change
    return FINE


@lean_kernel
def winning_tile(events: Any, values: Any, state: Any, seat: int, payer: int) -> int:
    """Return the tile of a win, -1 where it is odd."""
    code = int(values[M_PAI])
    if seat != payer:
        if code >= 0 and code != _HIDDEN:
            return code
        put = int(state[S_PUT])
        return int(events[put, E_TILE]) if put >= 0 else -1
    last = int(state[S_LAST])
    if last < 0 or int(events[last, E_KIND]) != DRAW or int(events[last, E_SEAT]) != seat:
        return -1
    return int(events[last, E_TILE]) if code < 0 or code == _HIDDEN else code


@lean_kernel
def read_value(
    wins: Any, w: int, rounds: Any, values: Any, lists: Any, state: Any, seat: int, code: int
) -> int:
    """Read hand, yaku, han, fu and points of a win."""
    players = int(state[S_PLAYERS])
    r = int(state[S_ROUNDS]) - 1
    for i in range(W_YAKU, W_WIDTH):
        wins[w, i] = 255
    for i in range(W_YAKU_HAN, W_HAND):
        wins[w, i] = -1
    for i in range(int(values[M_URA])):
        wins[w, W_URA + i] = int(lists[L_URA + i])
    size = int(values[M_HAND])
    wins[w, W_MELDS] = 0
    if size >= 0:
        if size == 0:
            return ODD
        for i in range(size):
            wins[w, W_HAND + i] = int(lists[L_HAND + i])
        if size % 3 != 2:
            if size == 14:
                return ODD
            wins[w, W_HAND + size] = code
            size += 1
        wins[w, W_MELDS] = (14 - size) // 3 + int(state[S_KITA + seat])
    fu = int(values[M_FU])
    han = int(values[M_FAN])
    if fu > _MAX_FU or han > _MAX_HAN or (fu >= 0 and fu % 10 and fu != _WHOLE_FU):
        return ODD
    wins[w, W_FU] = fu
    wins[w, W_HAN] = han
    wins[w, W_POINTS] = int(values[M_POINTS])
    if int(values[M_POINTS]) < 0:
        wins[w, W_POINTS] = UNKNOWN_POINTS
    wins[w, W_YAKUMAN] = -1
    if int(values[M_YAKUS]) < 0:
        return FINE
    limits = 0
    unknown = False
    yakuman = 0
    for i in range(int(values[M_YAKUS])):
        yaku = int(lists[L_YAKU + i])
        worth = int(lists[L_HAN + i])
        if yaku == SEAT_WIND_NAME:
            yaku = _SEAT_WIND + (seat - int(rounds[r, R_DEALER])) % players
        elif yaku == ROUND_WIND_NAME:
            yaku = _ROUND_WIND + int(rounds[r, R_WIND])
        wins[w, W_YAKU + i] = yaku
        wins[w, W_YAKU_HAN + i] = worth
        if int(IS_YAKUMAN[yaku]) and worth <= 2:
            limits += 1
            yakuman += worth
            if worth < 0:
                unknown = True
    wins[w, W_YAKUMAN] = -1 if unknown else yakuman
    if limits:
        wins[w, W_HAN] = 0
    return FINE


@lean_kernel
def read_win(
    events: Any, rounds: Any, wins: Any, values: Any, lists: Any, state: Any, seat: int
) -> int:
    """Read ``hora``."""
    payer = seat
    if int(values[M_TARGET]) >= 0:
        payer = seat_of(state, int(values[M_TARGET]))
        if payer < 0:
            return ODD
    if payer != int(state[S_DECLARED]):
        accept_passed(events, state)
    state[S_DECLARED] = -1
    code = winning_tile(events, values, state, seat, payer)
    if code < 0:
        return ODD
    w = int(state[S_WINS])
    wins[w, W_ROUND] = int(state[S_ROUNDS]) - 1
    wins[w, W_EVENT] = int(state[S_EVENTS])
    wins[w, W_SEAT] = seat
    wins[w, W_FROM] = payer
    wins[w, W_TILE] = code
    if read_changes(wins, w, W_DELTAS, W_SCORES, values, lists, state):
        return ODD
    if read_value(wins, w, rounds, values, lists, state, seat, code):
        return ODD
    add_event(events, state, WIN, seat, code, payer, _NO_TILES, w)
    state[S_WINS] = w + 1
    state[S_OVER] = 1
    return FINE


@lean_kernel
def read_shown(draws: Any, d: int, values: Any, lists: Any, state: Any) -> int:
    """Read which hands are shown after a draw."""
    players = int(state[S_PLAYERS])
    hands = int(values[M_TEHAIS])
    flags = int(values[M_TENPAIS])
    for i in range(4):
        draws[d, D_SHOWN + i] = 255
    for i in range(D_HANDS, D_WIDTH):
        draws[d, i] = 255
    if (hands >= 0 and hands != players) or (flags >= 0 and flags != players):
        return ODD
    for actor in range(players):
        seat = seat_of(state, actor)
        if hands >= 0:
            size = int(lists[L_SIZES + actor])
            hidden = True
            for i in range(size):
                if int(lists[L_TEHAIS + 14 * actor + i]) != _HIDDEN:
                    hidden = False
            draws[d, D_SHOWN + seat] = 0 if hidden else 1
            if not hidden:
                for i in range(size):
                    tile = int(lists[L_TEHAIS + 14 * actor + i])
                    draws[d, D_HANDS + 14 * seat + i] = tile
        if flags >= 0:
            draws[d, D_SHOWN + seat] = int(lists[L_TENPAIS + actor])
    return FINE


@lean_kernel
def kind_by_points(draws: Any, d: int, state: Any) -> int:
    """Return the kind of a draw without a reason whose points tell it, else -1."""
    paid = 0
    for i in range(4):
        change = int(draws[d, D_DELTAS + i])
        if change != UNKNOWN_POINTS:
            paid = max(paid, abs(change))
    if paid > _LARGEST_NOTEN:
        return NAGASHI
    everything = 70 if int(state[S_PLAYERS]) == 4 else 55
    return EXHAUSTIVE if paid or int(state[S_DRAWN]) >= everything else -1


@lean_kernel
def read_end_draw(events: Any, draws: Any, values: Any, lists: Any, state: Any) -> int:
    """Read ``ryukyoku``."""
    d = int(state[S_DRAWS])
    declared = int(state[S_DECLARED])
    if declared >= 0 and int(values[M_DELTAS]) < 0 and int(values[M_SCORES]) >= 0:
        return ODD  # the points tell whether the deposit was paid
    draws[d, D_ROUND] = int(state[S_ROUNDS]) - 1
    if read_changes(draws, d, D_DELTAS, D_SCORES, values, lists, state):
        return ODD
    if read_shown(draws, d, values, lists, state):
        return ODD
    kind = int(values[M_REASON])
    if kind < 0:
        kind = kind_by_points(draws, d, state)
        if kind < 0:
            return ODD
    draws[d, D_KIND] = kind
    if kind == SANCHAHOU:
        state[S_DECLARED] = -1
    accept_passed(events, state)
    seat = 255
    if kind == KYUUSHU:
        if int(values[M_ACTOR]) >= 0:
            seat = seat_of(state, int(values[M_ACTOR]))
            if seat < 0:
                return ODD
        else:
            for n in range(int(state[S_START]), int(state[S_EVENTS])):
                if int(events[n, E_KIND]) == DRAW:
                    seat = int(events[n, E_SEAT])
    draws[d, D_EVENT] = int(state[S_EVENTS])
    add_event(events, state, RYUUKYOKU, seat, 255, 255, _NO_TILES, d)
    state[S_DRAWS] = d + 1
    state[S_OVER] = 1
    return FINE
