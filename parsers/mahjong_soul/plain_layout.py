"""What kernels know of a plain Mahjong Soul game while they read it, and its events."""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.
# ruff: noqa: SIM109

from __future__ import annotations

from typing import Any, Final

from mjlog.codes import DISCARD, DRAW, KAKAN, KITA, RIICHI_ACCEPTED
from mjlog.engine.jit import lean_kernel

from ..plain_tables import (
    E_AUX,
    E_FROM,
    E_KIND,
    E_LINE,
    E_SEAT,
    E_TILE,
    E_USED,
    R_WIDTH,
    W_WIDTH,
)

__all__ = ["accept", "add_event"]

#: Columns of a game: 1 for one that is odd, its first round, its players.
G_STATUS: Final = 0
G_ROUND0: Final = 1
G_PLAYERS: Final = 2
G_WIDTH: Final = 3

#: Columns of a round behind those of :mod:`..plain_tables`: where wall, MD5, SHA-256, salt and
#: the SHA-256 of the salt begin and end.
R_TEXTS: Final = R_WIDTH
R_ALL: Final = R_WIDTH + 10

#: Columns of a win behind those of :mod:`..plain_tables`: whether it is a tsumo, whether the
#: winner is called the dealer, what the discarder, each other player and the dealer pay.
W_TSUMO: Final = W_WIDTH
W_DEALER: Final = W_WIDTH + 1
W_RON: Final = W_WIDTH + 2
W_CHILD: Final = W_WIDTH + 3
W_TOP: Final = W_WIDTH + 4
W_ALL: Final = W_WIDTH + 5

#: State of a game. Rows in use; the first event of the round, who has declared, the last event
#: of a tile, the last discard (or kan or kita), whether a result was read, players; how many
#: indicators are known, whether the dealer's last tile is, how many discards and concealed
#: kans there are, how many have put a deposit; whether a table is too short.
S_EVENTS: Final = 0
S_ROUNDS: Final = 1
S_WINS: Final = 2
S_DRAWS: Final = 3
S_START: Final = 4
S_DECLARED: Final = 5
S_LAST: Final = 6
S_OVER: Final = 7
S_PLAYERS: Final = 8
S_DORAS: Final = 9
S_FIRST_KNOWN: Final = 10
S_PUT: Final = 11
S_ACCEPTED: Final = 12
S_SHORT: Final = 13
S_DEALER: Final = 14
S_BET: Final = 15
S_DRAWN: Final = 16  # by seat
S_POINTS: Final = 20  # by seat
S_KITA: Final = 24  # by seat
S_MELDS: Final = 28  # how many each seat has called
S_CALLED: Final = 32  # their tiles, by seat
S_HELD: Final = 48  # tiles in each hand, 37 a seat
S_PONS: Final = 196  # whose tile each pon took, by kind and seat
S_LIST: Final = 332  # scratch for a list
S_SCRATCH: Final = 372
S_WIDTH: Final = 400

FINE: Final = 0
ODD: Final = 1
NO_TILES: Final = 0xFFFFFFFF


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
    events[n, E_LINE] = -1
    if kind == DRAW or kind == DISCARD or (KAKAN <= kind <= KITA):
        state[S_LAST] = n
    state[S_EVENTS] = n + 1


@lean_kernel
def accept(events: Any, state: Any, has_liqi: bool, fields: Any) -> int:
    """Put the deposit of a riichi that has passed on the table.

    Args:
        events, state: As everywhere.
        has_liqi: The record says so itself.
        fields: How, in the second layer: seat, points after it, sticks, whether it failed.
    """
    seat = int(state[S_DECLARED])
    if seat < 0:
        return FINE
    aux = 0
    if has_liqi:
        if int(fields[1, 4]):
            return FINE
        if int(fields[1, 1]) != seat or int(fields[1, 2]) != int(state[S_POINTS + seat]) - int(
            state[S_BET]
        ):
            return ODD
        aux = 1
    state[S_ACCEPTED] += 1
    add_event(events, state, RIICHI_ACCEPTED, seat, 255, 255, NO_TILES, aux)
    return FINE
