"""Plain Mahjong Soul games as one kernel: the bytes of their records → tables.

It does what :mod:`.rounds` does for games in which nothing is odd; it stops at anything else,
and the game is read by that module, which says what is wrong and where.
"""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.
# ruff: noqa: SIM109

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import (
    DRAW,
)
from mjlog.engine.jit import lean_kernel

from ..plain_tables import (
    R_DEALER,
    R_DEPOSITS,
    R_EVENT,
    R_GAME,
    R_HANDS,
    R_HONBA,
    R_INDICATOR,
    R_SCORES,
    R_WIND,
)
from .plain_layout import (
    FINE,
    G_PLAYERS,
    G_ROUND0,
    G_STATUS,
    NO_TILES,
    ODD,
    R_TEXTS,
    S_ACCEPTED,
    S_BET,
    S_DEALER,
    S_DECLARED,
    S_DORAS,
    S_DRAWN,
    S_DRAWS,
    S_EVENTS,
    S_FIRST_KNOWN,
    S_HELD,
    S_KITA,
    S_LIST,
    S_MELDS,
    S_OVER,
    S_PLAYERS,
    S_POINTS,
    S_PONS,
    S_PUT,
    S_ROUNDS,
    S_SCRATCH,
    S_SHORT,
    S_START,
    S_WINS,
    accept,
    add_event,
)
from .plain_results import (
    read_abort,
    read_exhaustive,
    read_hule,
)
from .plain_turns import (
    read_call,
    read_discard,
    read_draw,
    read_kan,
    read_kita,
)
from .plain_wire import (
    F_COUNTS,
    F_INTS,
    F_WIDTH,
    is_long,
    read_action,
    read_fields,
    read_list,
    read_tile,
    read_tiles,
    read_varint,
    text_end,
    text_start,
    tile_at,
    type_masks,
)

__all__ = ["read_games"]

#: Records by number; their names stand behind the package's.
RECORDS: Final = (
    "RecordNewRound", "RecordDealTile", "RecordDiscardTile", "RecordChiPengGang",
    "RecordAnGangAddGang", "RecordBaBei", "RecordHule", "RecordNoTile", "RecordLiuJu",
)  # fmt: skip
NEW_ROUND: Final = 0
DEAL_TILE: Final = 1
DISCARD_TILE: Final = 2
CHI_PENG_GANG: Final = 3
AN_GANG_ADD_GANG: Final = 4
BA_BEI: Final = 5
HULE: Final = 6
NO_TILE: Final = 7
_LONGEST_NAME: Final = 24


def _names() -> NDArray[np.uint8]:
    table = np.zeros((len(RECORDS), _LONGEST_NAME), np.uint8)
    for row, name in enumerate(RECORDS):
        text = f".lq.{name}".encode()
        table[row, 0] = len(text)
        table[row, 1 : 1 + len(text)] = list(text)
    return table


NAMES: Final = _names()
#: By record: which of its fields are one number, and which are not.
MASKS: Final[NDArray[np.int64]] = np.array([type_masks(name) for name in RECORDS], np.int64)
LIQI_NUMBERS, LIQI_OTHERS = type_masks("LiQiSuccess")

_MAX_COUNT: Final = 9999
_MAX_EVENTS: Final = 990
_MAX_ROUNDS: Final = 500
#: Bytes of a wall with the deal, and without it; tiles of the deal.
_WALLS: Final[NDArray[np.int64]] = np.array(
    [[0, 0, 0]] * 3 + [[216, 136, 40], [272, 166, 53]], np.int64
)


@lean_kernel
def record_kind(buf: Any, p: int, end: int) -> int:
    """Return the number of the record that a text names, -1 for any other."""
    size = end - p
    for row in range(len(NAMES)):
        if int(NAMES[row, 0]) == size and int(NAMES[row, size - 1]) == int(buf[p + size - 2]):
            unlike = 0
            for i in range(size):
                unlike |= int(NAMES[row, 1 + i]) ^ int(buf[p + i])
            if not unlike:
                return row
    return -1


@lean_kernel
def read_wall(buf: Any, fields: Any, rounds: Any, walls: Any, r: int, players: int) -> int:
    """Note where wall and hashes stand; return the dealer's 14th tile.

    It is -1 where the wall does not hold the deal, and -2 where the wall is odd.
    """
    last = -1
    size = 0
    if int(fields[0, F_COUNTS + 14]):
        start = text_start(fields, 0, 14, 0)
        size = text_end(fields, 0, 14, 0) - start
        if size and size != int(_WALLS[players, 0]) and size != int(_WALLS[players, 1]):
            return -2
        for i in range(size // 2):
            tile = tile_at(buf, start + 2 * i, start + 2 * i + 2)
            if tile < 0:
                return -2
            walls[r, i] = tile
            if size == int(_WALLS[players, 0]) and i == int(_WALLS[players, 2]) - 1:
                last = tile
    for i in range(5):
        number = 14
        if i == 1:
            number = 13
        elif i == 2:
            number = 22
        elif i == 3:
            number = 25
        elif i == 4:
            number = 24
        if is_long(fields, 0, number):
            return -2
        rounds[r, R_TEXTS + 2 * i] = 0
        rounds[r, R_TEXTS + 2 * i + 1] = 0
        if int(fields[0, F_COUNTS + number]):
            rounds[r, R_TEXTS + 2 * i] = text_start(fields, 0, number, 0)
            rounds[r, R_TEXTS + 2 * i + 1] = text_end(fields, 0, number, 0)
    return last


@lean_kernel
def start_round(
    buf: Any, fields: Any, g: int, games: Any, events: Any, rounds: Any, walls: Any, state: Any
) -> int:
    """``RecordNewRound``."""
    r = int(state[S_ROUNDS])
    first = r == int(games[g, G_ROUND0])
    size = read_list(buf, fields, 0, 5, state, S_LIST)
    if first:
        players = 4 if int(fields[0, F_COUNTS + 10]) else 3
        if players == 3 and size != 3:
            return ODD
        state[S_PLAYERS] = players
        games[g, G_PLAYERS] = players
    players = int(state[S_PLAYERS])
    wind = int(fields[0, F_INTS + 1])
    dealer = int(fields[0, F_INTS + 2])
    honba = int(fields[0, F_INTS + 3])
    deposits = int(fields[0, F_INTS + 6])
    if (
        r - int(games[g, G_ROUND0]) >= _MAX_ROUNDS
        or (not first and int(state[S_OVER]) == 0)
        or not (0 <= wind <= 3 and 0 <= dealer < players)
        or not (0 <= honba <= _MAX_COUNT and 0 <= deposits <= _MAX_COUNT)
        or (size != players and size != 4)
        or int(fields[0, F_INTS + 21]) != 0
        or int(fields[0, F_COUNTS + 18])
        + int(fields[0, F_COUNTS + 23])
        + int(fields[0, F_COUNTS + 26])
    ):
        return ODD
    doras = read_tiles(buf, fields, 0, 16, state, S_SCRATCH, 10)
    if doras == 0:
        state[S_SCRATCH] = read_tile(buf, fields, 0, 4)
        doras = 1 if int(state[S_SCRATCH]) >= 0 else 0
    elif is_long(fields, 0, 4):
        return ODD
    fourteenth = read_wall(buf, fields, rounds, walls, r, players)
    if doras < 1 or fourteenth < -1:
        return ODD
    rounds[r, R_GAME] = g
    rounds[r, R_EVENT] = int(state[S_EVENTS])
    rounds[r, R_WIND] = wind
    rounds[r, R_DEALER] = dealer
    rounds[r, R_HONBA] = honba
    rounds[r, R_DEPOSITS] = deposits
    rounds[r, R_INDICATOR] = int(state[S_SCRATCH])
    state[S_DORAS] = doras
    for i in range(S_MELDS, S_LIST):
        state[i] = 0
    for i in range(S_PONS, S_LIST):
        state[i] = 255
    for seat in range(4):
        rounds[r, R_SCORES + seat] = -2147483648
        state[S_DRAWN + seat] = 255
        state[S_KITA + seat] = 0
        for i in range(13):
            rounds[r, R_HANDS + 13 * seat + i] = 255
    hand = S_SCRATCH
    last = -1
    state[S_FIRST_KNOWN] = 1
    for seat in range(players):
        rounds[r, R_SCORES + seat] = int(state[S_LIST + seat])
        state[S_POINTS + seat] = int(state[S_LIST + seat])
        size = read_tiles(buf, fields, 0, 7 + seat, state, hand, 14)
        if size != (14 if seat == dealer else 13):
            return ODD
        at = -1
        if seat == dealer:
            for i in range(14):
                if int(state[hand + i]) == fourteenth:
                    at = i
            state[S_FIRST_KNOWN] = 1 if at >= 0 else 0
            if at < 0:
                at = 13
            last = int(state[hand + at])
            state[S_DRAWN + seat] = last
        n = 0
        for i in range(size):
            tile = int(state[hand + i])
            state[S_HELD + 37 * seat + tile] += 1
            if i != at:
                rounds[r, R_HANDS + 13 * seat + n] = tile
                n += 1
    state[S_START] = int(state[S_EVENTS])
    state[S_ROUNDS] = r + 1
    state[S_DEALER] = dealer
    state[S_DECLARED] = -1
    state[S_OVER] = 0
    state[S_PUT] = 0
    state[S_ACCEPTED] = 0
    add_event(events, state, DRAW, dealer, last, 255, NO_TILES, 0)
    return FINE


@lean_kernel
def read_record(
    buf: Any,
    kind: int,
    fields: Any,
    events: Any,
    rounds: Any,
    wins: Any,
    draws: Any,
    state: Any,
) -> int:
    """Read a record inside a round, its fields in the first layer of ``fields``."""
    if int(state[S_OVER]) or int(state[S_EVENTS]) - int(state[S_START]) > _MAX_EVENTS:
        return ODD
    if kind == HULE:
        return read_hule(buf, fields, events, rounds, wins, state)
    number = 5 if kind == DEAL_TILE or kind == CHI_PENG_GANG or kind > NO_TILE else 0
    has_liqi = number > 0 and int(fields[0, F_COUNTS + number]) > 0
    if has_liqi and (
        int(fields[0, F_COUNTS + number]) > 1
        or not read_fields(
            buf, text_start(fields, 0, number, 0), text_end(fields, 0, number, 0), fields, 1,
            LIQI_NUMBERS, LIQI_OTHERS,
        )
    ):  # fmt: skip
        return ODD
    aborted_by_ron = kind > NO_TILE and int(fields[0, F_INTS + 1]) == 5
    if not aborted_by_ron and accept(events, state, has_liqi, fields):
        return ODD
    state[S_DECLARED] = -1
    if kind == NO_TILE:
        return read_exhaustive(buf, fields, events, draws, state)
    seat = int(fields[0, F_INTS + (3 if kind > NO_TILE else 1)])
    if seat < 0 or seat >= int(state[S_PLAYERS]):
        return ODD
    if kind == DEAL_TILE:
        return read_draw(buf, fields, events, state, seat)
    if kind == DISCARD_TILE:
        return read_discard(buf, fields, events, state, seat)
    if kind == CHI_PENG_GANG:
        return read_call(buf, fields, events, state, seat)
    if kind == AN_GANG_ADD_GANG:
        return read_kan(buf, fields, events, state, seat)
    if kind == BA_BEI:
        return read_kita(buf, fields, events, state, seat)
    return read_abort(buf, fields, events, draws, state, seat)


@lean_kernel
def read_wrapped(
    buf: Any,
    p: int,
    end: int,
    g: int,
    fields: Any,
    games: Any,
    events: Any,
    rounds: Any,
    walls: Any,
    wins: Any,
    draws: Any,
    state: Any,
) -> int:
    """Read a ``Wrapper`` of a record: its name, then its content."""
    if end - p < 4 or int(buf[p]) != 10:
        return ODD
    size = int(buf[p + 1])
    start = p + 2
    p = start + size
    if size > 127 or p >= end or int(buf[p]) != 18:
        return ODD
    kind = record_kind(buf, start, start + size)
    size, p = read_varint(buf, p + 1, end)
    if kind < 0 or p < 0 or size != end - p:
        return ODD
    if (
        int(state[S_EVENTS]) + 16 > len(events)
        or int(state[S_ROUNDS]) == len(rounds)
        or int(state[S_WINS]) + 3 > len(wins)
        or int(state[S_DRAWS]) == len(draws)
    ):
        state[S_SHORT] = 1
        return ODD
    if not read_fields(buf, p, end, fields, 0, int(MASKS[kind, 0]), int(MASKS[kind, 1])):
        return ODD
    if kind == NEW_ROUND:
        return start_round(buf, fields, g, games, events, rounds, walls, state)
    if int(state[S_ROUNDS]) == int(games[g, G_ROUND0]):
        return ODD
    return read_record(buf, kind, fields, events, rounds, wins, draws, state)


@lean_kernel
def read_game(
    buf: Any,
    p: int,
    end: int,
    g: int,
    fields: Any,
    games: Any,
    events: Any,
    rounds: Any,
    walls: Any,
    wins: Any,
    draws: Any,
    state: Any,
) -> int:
    """Read ``GameDetailRecords``: records one after the other, or actions that hold some."""
    actions = 0
    records = 0
    versions = 0
    while p < end:
        key = int(buf[p])
        size, p = read_varint(buf, p + 1, end)
        if p < 0:
            return ODD
        if key == 16:
            versions += 1
            continue
        if (key != 10 and key != 26) or size < 0 or size > end - p:
            return ODD
        start = p
        p += size
        stop = p
        if key == 26:
            actions += 1
            start, stop = read_action(buf, start, stop)
            if start < 0:
                return ODD
            if start == stop:
                continue
        else:
            records += 1
        if read_wrapped(
            buf, start, stop, g, fields, games, events, rounds, walls, wins, draws, state
        ):  # fmt: skip
            return ODD
    if records and actions:
        return ODD
    if actions == 1 and not versions:
        return ODD
    if int(state[S_ROUNDS]) == int(games[g, G_ROUND0]) or int(state[S_OVER]) == 0:
        return ODD
    return FINE


@lean_kernel
def read_games(
    buf: Any,
    starts: Any,
    ends: Any,
    bet: int,
    fields: Any,
    games: Any,
    events: Any,
    rounds: Any,
    walls: Any,
    wins: Any,
    draws: Any,
    state: Any,
) -> None:
    """Read all games; the rows of one that is odd are given up.

    Args:
        buf: The bytes of all texts.
        starts, ends: int64[G], where the records of each game begin and end.
        bet: Points of a riichi.
        fields: int64[LAYERS, F_WIDTH], scratch.
        games, events, rounds, wins, draws: Tables of :mod:`..plain_tables` and
            :mod:`.plain_layout`.
        walls: uint8[rounds, 136], the tiles of each wall as far as it is recorded.
        state: int64[S_WIDTH], zeros; its first four columns are how many rows were filled.
            S_SHORT becomes 1 when a table is too short; reading then stops.
    """
    for g in range(len(starts)):
        rows = (int(state[S_EVENTS]), int(state[S_ROUNDS]), int(state[S_WINS]), int(state[S_DRAWS]))
        games[g, G_ROUND0] = rows[1]
        state[S_BET] = bet
        state[S_OVER] = 0
        for layer in range(len(fields)):
            for i in range(F_WIDTH):
                fields[layer, i] = 0
        odd = read_game(
            buf, int(starts[g]), int(ends[g]), g, fields, games, events, rounds, walls, wins,
            draws, state,
        )  # fmt: skip
        games[g, G_STATUS] = odd
        if int(state[S_SHORT]):
            return
        if odd:
            state[S_EVENTS] = rows[0]
            state[S_ROUNDS] = rows[1]
            state[S_WINS] = rows[2]
            state[S_DRAWS] = rows[3]
