"""Compulsory abortive draws: which of them a round is due to, play by play.

Four equal wind discards (四風連打), four riichis (四家立直) and four kans by several players
(四槓散了) are followed in a scratch row, so that judging a record and asking what may be done
next use the same rules.
"""

from __future__ import annotations

from typing import Any, Final

from ..codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    KAKAN,
    KITA,
    PON,
    SUUCHA,
    SUUFON,
    SUUKAN,
    WIN,
)
from ..rules.columns import (
    ABORT_SUUCHA,
    ABORT_SUUFON,
    ABORT_SUUKAN,
    ABORT_TILE_RON,
    SUUKAN_TIMING,
)
from .jit import lean_kernel
from .layout import RIICHI_SHIFT
from .state import _KIND

__all__ = [
    "TRACK_COLUMNS",
    "abort_due",
    "follow_aborts",
    "forbids_ron",
    "four_kans",
    "may_abort",
    "start_track",
]

# Columns of the scratch row (int64[TRACK_COLUMNS]) of one round.
T_DISCARDS: Final = 0
T_WINDS: Final = 1  # mask of the kinds of the first four discards
T_CALLS: Final = 2  # calls, kans and kita
T_KANS: Final = 3  # 3–6, by seat
T_DUE: Final = 7  # the abortive draw that must come now, -1 none
TRACK_COLUMNS: Final = 8

_ON_KAN: Final = 0  # SUUKAN_TIMING


@lean_kernel
def start_track(track: Any) -> None:
    """Prepare the scratch row for a round."""
    track[:] = 0
    track[T_DUE] = -1


@lean_kernel
def four_kans(track: Any) -> bool:
    """Tell whether four kans were made by two or more players."""
    total = most = 0
    for seat in range(4):
        kans = int(track[T_KANS + seat])
        total += kans
        most = max(most, kans)
    return total >= 4 and most < 4


@lean_kernel
def follow_aborts(
    track: Any, kind: int, seat: int, tile: int, status: int, players: int, rule: Any
) -> None:
    """Enter an event; T_DUE becomes the abortive draw that it brings.

    Args:
        track: Scratch row of the round. kind, seat, tile: The event.
        status: Its status bits (:mod:`.layout`). players: Number of players. rule: Ruleset.
    """
    if kind == DRAW or kind == CHI or kind == PON or kind == DAIMINKAN or kind == WIN:
        track[T_DUE] = -1
    if kind == DISCARD:
        discards = int(track[T_DISCARDS]) + 1
        track[T_DISCARDS] = discards
        if discards <= 4:
            base = int(_KIND[tile])
            track[T_WINDS] = int(track[T_WINDS]) | 1 << base
            four = players == 4 and discards == 4 and int(track[T_CALLS]) == 0
            same = 27 <= base <= 30 and int(track[T_WINDS]) == 1 << base
            if rule[ABORT_SUUFON] and four and same:
                track[T_DUE] = SUUFON
        if (status >> RIICHI_SHIFT) & 15 == 15 and players == 4 and rule[ABORT_SUUCHA]:
            track[T_DUE] = SUUCHA
        if int(track[T_CALLS]) >= 4 and int(track[T_DUE]) < 0:
            if rule[ABORT_SUUKAN] and four_kans(track):
                track[T_DUE] = SUUKAN
    elif CHI <= kind <= KITA:
        track[T_CALLS] += 1
        if kind == DAIMINKAN or kind == KAKAN or kind == ANKAN:
            track[T_KANS + seat] += 1
            if rule[ABORT_SUUKAN] and int(rule[SUUKAN_TIMING]) == _ON_KAN and four_kans(track):
                track[T_DUE] = SUUKAN


@lean_kernel
def may_abort(first: int, last: int, kind: Any, tile: Any, status: Any) -> bool:
    """Tell whether a round without four kans may be due to an abortive draw; few are.

    That takes four players in riichi, or four equal winds as first discards. ``kind`` to
    ``status`` are columns of events, ``first`` to ``last`` - 1 those of the round.
    """
    if last > first and (int(status[last - 1]) >> RIICHI_SHIFT) & 15 == 15:
        return True
    winds = 0
    discards = 0
    for e in range(first, last):
        if kind[e] == DISCARD:
            base = int(_KIND[tile[e]])
            winds |= 1 << base
            discards += 1
            if not 27 <= base <= 30 or winds != 1 << base:
                return False
            if discards == 4:
                return True
    return False


@lean_kernel
def forbids_ron(due: int, rule: Any) -> bool:
    """Tell whether the tile that brings the abortive draw ``due`` may not be won on."""
    return (due == SUUFON or due == SUUCHA) and int(rule[ABORT_TILE_RON]) == 0


@lean_kernel
def abort_due(
    first: int, last: int, players: int, rule: Any, kind: Any, seat: Any, tile: Any, status: Any,
    track: Any,
) -> int:  # fmt: skip
    """Return the abortive draw that must come after the events ``first`` to ``last`` - 1, or -1.

    ``kind`` to ``status`` are columns of events; ``track`` is int64[TRACK_COLUMNS], written.
    """
    start_track(track)
    for e in range(first, last):
        if int(kind[e]) <= KITA or int(kind[e]) == WIN:
            follow_aborts(
                track, int(kind[e]), int(seat[e]), int(tile[e]), int(status[e]), players, rule
            )
    return int(track[T_DUE])
