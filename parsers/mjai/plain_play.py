"""Plain mjai games, line by line, as one kernel: bytes → tables of rounds, events and results.

It does what :mod:`.rounds` and :mod:`.results` do for games in which nothing is odd; it stops
at anything else, and the game is read by those modules, which say what is wrong and where.
"""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.
# ruff: noqa: SIM109

from __future__ import annotations

from typing import Any, Final

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DORA,
    DRAW,
    KAKAN,
    KITA,
    PON,
    RIICHI,
    UNKNOWN_POINTS,
)
from mjlog.engine.jit import lean_kernel
from mjlog.tiles import (
    KIND,
    NORTH,
)

from ..plain_tables import (
    R_DEALER,
    R_DEPOSITS,
    R_EVENT,
    R_GAME,
    R_HANDS,
    R_HONBA,
    R_INDICATOR,
    R_SCORES,
    R_WIDTH,
    R_WIND,
)
from .plain_layout import (
    FINE,
    G_FIRST,
    G_PLAYERS,
    G_REDS,
    G_ROUND0,
    G_SCORED,
    G_SCORES,
    G_STATUS,
    ODD,
    S_BET,
    S_DECLARED,
    S_DRAWN,
    S_DRAWS,
    S_EVENTS,
    S_FIRST,
    S_KITA,
    S_LAST,
    S_LINE,
    S_OVER,
    S_PLAYERS,
    S_PONS,
    S_PUT,
    S_ROUNDS,
    S_RUNNING,
    S_SHORT,
    S_START,
    S_WIDTH,
    S_WINS,
    accept_passed,
    add_event,
    put_deposit,
    seat_of,
)
from .plain_messages import (
    L_CONSUMED,
    L_SCORES,
    L_SIZES,
    L_TEHAIS,
    M_ACTOR,
    M_BAKAZE,
    M_CONSUMED,
    M_DORA,
    M_HONBA,
    M_KYOKU,
    M_KYOTAKU,
    M_OYA,
    M_PAI,
    M_SCORES,
    M_TARGET,
    M_TEHAIS,
    M_TSUMOGIRI,
    M_TYPE,
    read_message,
    read_turn,
)
from .plain_results import (
    read_end_draw,
    read_win,
)
from .plain_words import (
    T_ACCEPTED,
    T_ANKAN,
    T_DAHAI,
    T_DORA,
    T_END_GAME,
    T_END_KYOKU,
    T_HORA,
    T_KITA,
    T_NUKIDORA,
    T_REACH,
    T_RYUKYOKU,
    T_START_KYOKU,
    T_TSUMO,
    skip_space,
)

__all__ = ["read_games"]

_MAX_EVENTS: Final = 990
_MAX_ROUNDS: Final = 500
_MAX_COUNT: Final = 9999
_HIDDEN: Final = 255
_NO_TILES: Final = 0xFFFFFFFF


@lean_kernel
def start_round(rounds: Any, games: Any, g: int, values: Any, lists: Any, state: Any) -> int:
    """Begin a round with its ``start_kyoku``."""
    r = int(state[S_ROUNDS])
    players = int(values[M_TEHAIS])
    kyoku = int(values[M_KYOKU])
    oya = int(values[M_OYA])
    wind = int(values[M_BAKAZE]) - (NORTH - 3)
    if (
        (players != 3 and players != 4)
        or int(values[M_SCORES]) != players
        or kyoku < 1
        or kyoku > players
        or oya < 0
        or oya >= players
        or wind < 0
        or wind > 3
        or int(values[M_DORA]) < 0
        or int(values[M_HONBA]) < 0
        or int(values[M_HONBA]) > _MAX_COUNT
        or int(values[M_KYOTAKU]) < 0
        or int(values[M_KYOTAKU]) > _MAX_COUNT
    ):
        return ODD
    if r == int(games[g, G_ROUND0]):
        state[S_PLAYERS] = players
        state[S_FIRST] = (oya - kyoku + 1) % players
        games[g, G_PLAYERS] = players
        games[g, G_FIRST] = int(state[S_FIRST])
    if players != int(state[S_PLAYERS]) or (oya - kyoku + 1) % players != int(state[S_FIRST]):
        return ODD
    if r - int(games[g, G_ROUND0]) >= _MAX_ROUNDS:
        return ODD
    rounds[r, R_GAME] = g
    rounds[r, R_EVENT] = int(state[S_EVENTS])
    rounds[r, R_WIND] = wind
    rounds[r, R_DEALER] = seat_of(state, oya)
    rounds[r, R_HONBA] = int(values[M_HONBA])
    rounds[r, R_DEPOSITS] = int(values[M_KYOTAKU])
    rounds[r, R_INDICATOR] = int(values[M_DORA])
    for i in range(4):
        rounds[r, R_SCORES + i] = UNKNOWN_POINTS
        state[S_RUNNING + i] = UNKNOWN_POINTS
        state[S_KITA + i] = 0
    for i in range(R_HANDS, R_WIDTH):
        rounds[r, i] = 255
    if players == 4 and int(lists[L_TEHAIS + 14 * 3]) == _HIDDEN:
        return ODD  # perhaps nobody sits there
    for actor in range(players):
        seat = seat_of(state, actor)
        rounds[r, R_SCORES + seat] = int(lists[L_SCORES + actor])
        state[S_RUNNING + seat] = int(lists[L_SCORES + actor])
        if int(lists[L_SIZES + actor]) != 13:
            return ODD
        for i in range(13):
            tile = int(lists[L_TEHAIS + 14 * actor + i])
            rounds[r, R_HANDS + 13 * seat + i] = tile
            if 34 <= tile <= 36:
                games[g, G_REDS] = 1
    state[S_START] = int(state[S_EVENTS])
    state[S_ROUNDS] = r + 1
    state[S_DECLARED] = -1
    state[S_LAST] = -1
    state[S_PUT] = -1
    state[S_OVER] = 0
    state[S_DRAWN] = 0
    for i in range(S_PONS, S_WIDTH):
        state[i] = 255
    return FINE


@lean_kernel
def fits_meld(kind: int, code: int, lists: Any, size: int) -> bool:
    """Tell whether the tiles of a call, all of them known, make a meld."""
    low = int(KIND[code])
    high = low
    for i in range(size):
        tile = int(lists[L_CONSUMED + i])
        if tile == _HIDDEN:
            return False
        plain = int(KIND[tile])
        if kind == CHI and plain == int(KIND[code]):
            return False
        low = min(low, plain)
        high = max(high, plain)
    if kind != CHI:
        return low == high
    a = int(KIND[int(lists[L_CONSUMED])])
    b = int(KIND[int(lists[L_CONSUMED + 1])])
    return a != b and high - low == 2 and low < 25 and low % 9 < 7


@lean_kernel
def read_call(events: Any, values: Any, lists: Any, state: Any, seat: int) -> int:
    """Read ``chi``, ``pon``, ``daiminkan``, ``kakan`` or ``ankan``."""
    kind = int(values[M_TYPE]) + CHI - 2
    size = 2
    if kind == DAIMINKAN or kind == KAKAN:
        size = 3
    elif kind == ANKAN:
        size = 4
    code = int(values[M_PAI])
    if int(values[M_CONSUMED]) != size:
        return ODD
    if kind == ANKAN:
        code = int(lists[L_CONSUMED])
    if code < 0 or code == _HIDDEN or not fits_meld(kind, code, lists, size):
        return ODD
    accept_passed(events, state)
    used = _NO_TILES
    source = 255
    if kind == ANKAN:
        code = int(KIND[code])
    pon = S_PONS + 4 * int(KIND[code]) + seat
    if kind == KAKAN:
        source = int(state[pon])
        used = (_NO_TILES & ~255) | code
    else:
        for i in range(size):
            used &= ~(255 << (8 * i))
            used |= int(lists[L_CONSUMED + i]) << (8 * i)
        if kind != ANKAN:
            source = seat_of(state, int(values[M_TARGET]))
            if source < 0:
                return ODD
            if kind == PON:
                state[pon] = source
    add_event(events, state, kind, seat, code, source, used, 0)
    return FINE


@lean_kernel
def read_accepted(events: Any, values: Any, lists: Any, state: Any, seat: int) -> int:
    """Read ``reach_accepted``."""
    players = int(state[S_PLAYERS])
    scored = int(values[M_SCORES])
    put_deposit(events, state, seat, 1 if scored >= 0 else 0)
    if scored >= 0:
        if scored != players:
            return ODD
        for actor in range(players):
            if int(lists[L_SCORES + actor]) != int(state[S_RUNNING + seat_of(state, actor)]):
                return ODD
    return FINE


@lean_kernel
def read_play(
    events: Any, rounds: Any, wins: Any, draws: Any, values: Any, lists: Any, state: Any
) -> int:
    """Read a message inside a round."""
    kind = int(values[M_TYPE])
    over = int(state[S_OVER])
    if over == 2 or (over == 1 and kind != T_HORA and kind != T_END_KYOKU):
        return ODD
    if kind == T_END_KYOKU:
        state[S_OVER] = 2
        return FINE if over == 1 else ODD
    if kind == T_DORA:
        if int(values[M_DORA]) < 0:
            return ODD
        add_event(events, state, DORA, 255, int(values[M_DORA]), 255, _NO_TILES, 0)
        return FINE
    if kind == T_RYUKYOKU:
        return read_end_draw(events, draws, values, lists, state)
    seat = seat_of(state, int(values[M_ACTOR]))
    tile = int(values[M_PAI])
    if seat < 0 or int(state[S_EVENTS]) - int(state[S_START]) > _MAX_EVENTS:
        return ODD
    if kind == T_TSUMO or kind == T_DAHAI:
        if tile < 0:
            return ODD
        if kind == T_TSUMO:
            accept_passed(events, state)
            add_event(events, state, DRAW, seat, tile, 255, _NO_TILES, 0)
        else:
            aux = int(values[M_TSUMOGIRI])
            add_event(events, state, DISCARD, seat, tile, 255, _NO_TILES, aux)
        return FINE
    if kind <= T_ANKAN:
        return read_call(events, values, lists, state, seat)
    if kind == T_REACH:
        state[S_DECLARED] = seat
        add_event(events, state, RIICHI, seat, 255, 255, _NO_TILES, 0)
        return FINE
    if kind == T_ACCEPTED:
        return read_accepted(events, values, lists, state, seat)
    if kind == T_NUKIDORA or kind == T_KITA:
        if int(state[S_PLAYERS]) != 3 or (tile >= 0 and tile != NORTH and tile != _HIDDEN):
            return ODD
        accept_passed(events, state)
        state[S_KITA + seat] += 1
        add_event(events, state, KITA, seat, NORTH, 255, (_NO_TILES & ~255) | NORTH, 0)
        return FINE
    return read_win(events, rounds, wins, values, lists, state, seat)


@lean_kernel
def read_plain_turn(events: Any, games: Any, g: int, values: Any, state: Any) -> int:
    """Add a draw or discard of :func:`~.plain_messages.read_turn`."""
    seat = seat_of(state, int(values[M_ACTOR]))
    tile = int(values[M_PAI])
    if seat < 0 or int(state[S_EVENTS]) - int(state[S_START]) > _MAX_EVENTS:
        return ODD
    if 34 <= tile <= 36:
        games[g, G_REDS] = 1
    if int(values[M_TYPE]) == T_TSUMO:
        if int(state[S_DECLARED]) >= 0:
            accept_passed(events, state)
        add_event(events, state, DRAW, seat, tile, 255, _NO_TILES, 0)
    else:
        aux = int(values[M_TSUMOGIRI])
        add_event(events, state, DISCARD, seat, tile, 255, _NO_TILES, aux)
    return FINE


@lean_kernel
def read_game(
    buf: Any,
    p: int,
    end: int,
    g: int,
    events: Any,
    games: Any,
    rounds: Any,
    wins: Any,
    draws: Any,
    values: Any,
    lists: Any,
    state: Any,
) -> int:
    """Read the lines of a game up to ``end``."""
    closed = False
    begun = False
    while p < end:
        p = skip_space(buf, p)
        c = int(buf[p])
        if c == 10:
            state[S_LINE] += 1
            p += 1
            continue
        if p >= end:
            break
        if c != 123 or closed:
            return ODD
        if (
            int(state[S_EVENTS]) + 4 > len(events)
            or int(state[S_ROUNDS]) == len(rounds)
            or int(state[S_WINS]) == len(wins)
            or int(state[S_DRAWS]) == len(draws)
        ):
            state[S_SHORT] = 1
            return ODD
        if begun and int(state[S_OVER]) == 0:
            after = read_turn(buf, p, values)
            if after > 0:
                if int(buf[after]) != 10:
                    after = skip_space(buf, after)
                    if after < end and int(buf[after]) != 10:
                        return ODD
                if read_plain_turn(events, games, g, values, state):
                    return ODD
                p = after
                continue
        p = read_message(buf, p, values, lists)
        if p < 0:
            return ODD
        p = skip_space(buf, p)
        if p < end and int(buf[p]) != 10:
            return ODD
        if 34 <= int(values[M_PAI]) <= 36:
            games[g, G_REDS] = 1
        kind = int(values[M_TYPE])
        if kind < 0:
            return ODD
        if kind == T_START_KYOKU:
            if begun and int(state[S_OVER]) == 0:
                return ODD
            if start_round(rounds, games, g, values, lists, state):
                return ODD
            begun = True
        elif not begun:
            return ODD
        elif kind == T_END_GAME:
            closed = True
            if int(state[S_OVER]) == 0:
                return ODD
            if int(values[M_SCORES]) >= 0:
                players = int(state[S_PLAYERS])
                if int(values[M_SCORES]) != players:
                    return ODD
                games[g, G_SCORED] = 1
                for actor in range(players):
                    games[g, G_SCORES + seat_of(state, actor)] = int(lists[L_SCORES + actor])
        elif read_play(events, rounds, wins, draws, values, lists, state):
            return ODD
    return FINE if closed else ODD


@lean_kernel
def read_games(
    buf: Any,
    starts: Any,
    ends: Any,
    lines: Any,
    bet: int,
    events: Any,
    games: Any,
    rounds: Any,
    wins: Any,
    draws: Any,
    values: Any,
    lists: Any,
    state: Any,
) -> None:
    """Read all games; the rows of one that is odd are given up.

    Args:
        buf: The texts, a NUL byte behind each.
        starts, ends: int64[G], where the lines of each game begin and end.
        lines: int64[G], number of the first of them.
        bet: Points of a riichi.
        events, games, rounds, wins, draws: Tables with the columns above, long enough.
        values, lists: Scratch of :func:`~.plain_messages.read_message`.
        state: int64[S_WIDTH], zeros; its first four columns are how many rows were filled.
            S_SHORT becomes 1 when a table is too short; reading then stops.
    """
    for g in range(len(starts)):
        rows = (int(state[S_EVENTS]), int(state[S_ROUNDS]), int(state[S_WINS]), int(state[S_DRAWS]))
        games[g, G_ROUND0] = rows[1]
        state[S_BET] = bet
        state[S_LINE] = int(lines[g])
        odd = read_game(
            buf, int(starts[g]), int(ends[g]), g, events, games, rounds, wins, draws, values,
            lists, state,
        )  # fmt: skip
        games[g, G_STATUS] = odd
        if int(state[S_SHORT]):
            return
        if odd:
            state[S_EVENTS] = rows[0]
            state[S_ROUNDS] = rows[1]
            state[S_WINS] = rows[2]
            state[S_DRAWS] = rows[3]
