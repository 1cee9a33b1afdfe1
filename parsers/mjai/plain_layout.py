"""Columns of the tables that plain mjai games are read into, and how an event is added."""

from __future__ import annotations

from typing import Any, Final

from mjlog.codes import (
    DISCARD,
    DRAW,
    KAKAN,
    KITA,
    RIICHI_ACCEPTED,
    UNKNOWN_POINTS,
)
from mjlog.engine.jit import lean_kernel

from ..plain_tables import (
    E_AUX,
    E_FROM,
    E_KIND,
    E_LINE,
    E_SEAT,
    E_TILE,
    E_USED,
)

__all__ = ["accept_passed", "add_event", "put_deposit", "seat_of"]

#: Columns of a game.
G_STATUS: Final = 0  # 0: read; 1: odd
G_ROUND0: Final = 1
G_PLAYERS: Final = 2
G_FIRST: Final = 3  # who is dealer first
G_REDS: Final = 4  # a red five is seen
G_SCORED: Final = 5  # final points are recorded
G_SCORES: Final = 6
G_WIDTH: Final = 10

#: State of a game: rows in use; where the round begins; who has declared; the last event of
#: a tile; the last one that can be ronned; 1 after a result, 2 after ``end_kyoku``; counts.
S_EVENTS: Final = 0
S_ROUNDS: Final = 1
S_WINS: Final = 2
S_DRAWS: Final = 3
S_START: Final = 4
S_DECLARED: Final = 5
S_LAST: Final = 6
S_PUT: Final = 7
S_OVER: Final = 8
S_DRAWN: Final = 9  # how many draws
S_PLAYERS: Final = 10
S_FIRST: Final = 11
S_BET: Final = 12
S_LINE: Final = 13
S_RUNNING: Final = 14  # points by seat
S_KITA: Final = 18  # kita of each seat
S_SHORT: Final = 22  # a table is too short
S_PONS: Final = 24  # whose tile each pon took, by kind and seat
S_WIDTH: Final = 24 + 136

#: What a message came to.
FINE: Final = 0
ODD: Final = 1

_NO_TILES: Final = 0xFFFFFFFF


@lean_kernel
def add_event(
    events: Any, state: Any, kind: int, seat: int, tile: int, source: int, used: int, aux: int
) -> None:
    """Add an event."""
    n = int(state[S_EVENTS])
    events[n, E_KIND] = kind
    events[n, E_SEAT] = seat
    events[n, E_TILE] = tile
    events[n, E_FROM] = source
    events[n, E_USED] = used
    events[n, E_AUX] = aux
    events[n, E_LINE] = int(state[S_LINE])
    if kind <= KITA:
        state[S_LAST] = n
        if kind == DISCARD or kind >= KAKAN:
            state[S_PUT] = n
        if kind == DRAW:
            state[S_DRAWN] += 1
    state[S_EVENTS] = n + 1


@lean_kernel
def seat_of(state: Any, actor: int) -> int:
    """Return the seat of a player, -1 for none."""
    players = int(state[S_PLAYERS])
    if actor < 0 or actor >= players:
        return -1
    return (actor - int(state[S_FIRST])) % players


@lean_kernel
def put_deposit(events: Any, state: Any, seat: int, aux: int) -> None:
    """Put a deposit on the table."""
    state[S_DECLARED] = -1
    add_event(events, state, RIICHI_ACCEPTED, seat, 255, 255, _NO_TILES, aux)
    if int(state[S_RUNNING + seat]) != UNKNOWN_POINTS:
        state[S_RUNNING + seat] -= int(state[S_BET])


@lean_kernel
def accept_passed(events: Any, state: Any) -> None:
    """Put a deposit on the table that is not recorded, though the declaration tile passed."""
    declared = int(state[S_DECLARED])
    if declared >= 0 and int(events[int(state[S_EVENTS]) - 1, E_KIND]) == DISCARD:
        put_deposit(events, state, declared, 0)
