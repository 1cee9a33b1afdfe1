"""Kernels that read the small elements of mjlog: calls, riichi, dora, connections, header.

:func:`read_event` leaves the event of an element in ``state[S_CALL_KIND:]``, and its seat in
``state[S_WHO]``.
"""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.
# ruff: noqa: SIM109

from __future__ import annotations

from typing import Any

from mjlog.codes import (
    DISCONNECT,
    DORA,
    RECONNECT,
    RIICHI,
    RIICHI_ACCEPTED,
    UNKNOWN_POINTS,
)
from mjlog.engine.jit import lean_kernel

from .layout import (
    A_HAI,
    A_MELD,
    A_NAME0,
    A_NAME3,
    A_STEP,
    A_TEN,
    A_TYPE,
    A_WHO,
    G_TYPE,
    ODD_ELEMENT,
    ODD_FORM,
    ODD_TWICE,
    ODD_VALUE,
    S_AUX,
    S_CALL_KIND,
    S_CALL_TILE,
    S_DRAWN,
    S_HAI,
    S_HAS_TEN,
    S_LIST,
    S_MELD,
    S_NAMED,
    S_NAMES,
    S_REDS,
    S_SCORES,
    S_SEATS,
    S_STEP,
    S_TYPE,
    S_WHO,
    T_BYE,
    T_DORA,
    T_GO,
    T_MJLOG,
    T_N,
    T_REACH,
    T_SHUFFLE,
    T_TAIKYOKU,
    T_UN,
)
from .numbers import decode_call, read_attribute, read_tenths, read_value, skip_value

__all__ = ["read_event"]


@lean_kernel
def read_small(buf: Any, p: int, state: Any) -> tuple[int, int]:
    """Read an element of single values (N, REACH, DORA, BYE, UN, GO …) into ``state``.

    Absent values are -1. ``ten`` of REACH goes to ``state[S_LIST:]``, in tenths of hundreds.
    """
    for column in range(S_WHO, S_NAMES + 1):
        state[column] = -1
    state[S_HAS_TEN] = 0
    state[S_NAMES] = 0
    while True:
        while 0 < int(buf[p]) <= 32:
            p += 1
        if int(buf[p]) == 47 or int(buf[p]) == 62:  # / >
            return 0, p
        start = p
        name, p = read_attribute(buf, p)
        if p < 0:
            return ODD_FORM, start
        column = -1
        if name == A_WHO:
            column = S_WHO
        elif name == A_MELD:
            column = S_MELD
        elif name == A_HAI:
            column = S_HAI
        elif name == A_STEP:
            column = S_STEP
        elif name == A_TYPE:
            column = S_TYPE
        if column >= 0:
            value, p = read_value(buf, p)
            if p < 0 or value < 0:
                return ODD_VALUE, start
            if int(state[column]) >= 0:
                return ODD_TWICE, start
            state[column] = value
        elif name == A_TEN:
            count, p = read_tenths(buf, p, state)
            if p < 0 or 0 < count < int(state[S_SEATS]):
                return ODD_VALUE, start
            if int(state[S_HAS_TEN]):
                return ODD_TWICE, start
            state[S_HAS_TEN] = 1 if count else 0
        else:
            if A_NAME0 <= name <= A_NAME3:
                bit = 1 << (name - A_NAME0)
                if int(state[S_NAMES]) & bit:
                    return ODD_TWICE, start
                state[S_NAMES] |= bit
            p = skip_value(buf, p)
            if p < 0:
                return ODD_FORM, start


@lean_kernel
def accept_riichi(who: int, state: Any) -> None:
    """Take the deposit of seat ``who``; ``state[S_AUX]`` becomes 1 when scores stand beside.

    It becomes 2 when those are not the running scores.
    """
    if int(state[S_SCORES + who]) != UNKNOWN_POINTS:
        state[S_SCORES + who] -= 1000
    if int(state[S_HAS_TEN]):
        state[S_AUX] = 1
        for seat in range(int(state[S_SEATS])):
            running = int(state[S_SCORES + seat])
            if running != UNKNOWN_POINTS and int(state[S_LIST + seat]) * 10 != running:
                state[S_AUX] = 2


@lean_kernel
def read_players(started: bool, state: Any) -> bool:
    """Tell apart a list of players and a player who comes back, from ``state[S_NAMES]``.

    Returns False for what is neither: some of the names, more than one.
    """
    mask = int(state[S_NAMES])
    if mask == 15 or (int(state[S_NAMED]) == 0 and not started):
        state[S_NAMED] = 1
        return True
    for seat in range(4):
        if mask == 1 << seat:
            state[S_CALL_KIND] = RECONNECT
            state[S_WHO] = seat
            return True
    return mask == 0


@lean_kernel
def read_event(
    buf: Any, p: int, name: int, games: Any, g: int, started: bool, state: Any
) -> tuple[int, int]:
    """Read a small element called ``name``; returns (status, place) as its neighbours do.

    ``started``: the first INIT has been read.
    """
    at = p
    odd, p = read_small(buf, p, state)
    if odd:
        return odd, p
    who = int(state[S_WHO])
    seated = 0 <= who <= 3
    if name == T_N:
        if not seated or not decode_call(int(state[S_MELD]), who, state):
            return ODD_VALUE, at
        state[S_DRAWN + who] = -1
    elif name == T_REACH:
        step = int(state[S_STEP])
        if not seated or not 1 <= step <= 2:
            return ODD_VALUE, at
        state[S_CALL_KIND] = RIICHI
        if step == 2:
            state[S_CALL_KIND] = RIICHI_ACCEPTED
            accept_riichi(who, state)
    elif name == T_DORA:
        if not 0 <= int(state[S_HAI]) <= 135:
            return ODD_VALUE, at
        state[S_CALL_KIND] = DORA
        state[S_CALL_TILE] = int(state[S_HAI])
        state[S_WHO] = 255
    elif name == T_BYE:
        if not seated:
            return ODD_VALUE, at
        state[S_CALL_KIND] = DISCONNECT
    elif name == T_UN:
        if not read_players(started, state):
            return ODD_VALUE, at
    elif name == T_GO:
        go_type = int(state[S_TYPE])
        games[g, G_TYPE] = go_type
        if go_type >= 0:
            state[S_REDS] = 0 if go_type & 2 else 1
            state[S_SEATS] = 3 if go_type & 16 else 4
    elif not (name == T_SHUFFLE or name == T_TAIKYOKU or name == T_MJLOG):
        return ODD_ELEMENT, at
    return 0, p
