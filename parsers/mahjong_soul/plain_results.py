"""Results of plain Mahjong Soul rounds, as :mod:`.results` reads them."""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import EXHAUSTIVE, KYUUSHU, NAGASHI, RYUUKYOKU, SANCHAHOU, UNKNOWN_POINTS, WIN
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
    E_SEAT,
    R_DEALER,
    R_WIND,
    W_DELTAS,
    W_EVENT,
    W_FROM,
    W_FU,
    W_HAN,
    W_HAND,
    W_INDICATORS,
    W_LIMIT,
    W_MELDS,
    W_PAO,
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
    NO_TILES,
    ODD,
    S_CALLED,
    S_DECLARED,
    S_DRAWS,
    S_EVENTS,
    S_KITA,
    S_LAST,
    S_LIST,
    S_MELDS,
    S_OVER,
    S_PLAYERS,
    S_PUT,
    S_ROUNDS,
    S_SCRATCH,
    S_WINS,
    W_DEALER,
    W_RON,
    W_TSUMO,
    accept,
    add_event,
)
from .plain_wire import (
    F_COUNTS,
    F_INTS,
    MOST,
    is_long,
    read_fields,
    read_list,
    read_tile,
    read_tiles,
    text_end,
    text_start,
    tile_at,
    type_masks,
)
from .tables import DRAWS, FAN_IDS, FAN_ROUND_WIND, FAN_SEAT_WIND, ROUND_WIND, SEAT_WIND

__all__ = ["read_abort", "read_exhaustive", "read_hule"]

HULE_NUMBERS, HULE_OTHERS = type_masks("HuleInfo")
FAN_NUMBERS, FAN_OTHERS = type_masks("FanInfo")
SHOWN_NUMBERS, SHOWN_OTHERS = type_masks("NoTilePlayerInfo")
PAID_NUMBERS, PAID_OTHERS = type_masks("NoTileScoreInfo")
GAME_END_NUMBERS, GAME_END_OTHERS = type_masks("GameEnd")
#: By number in a record: yaku id, -1 for one that is not known.
YAKU_OF: Final[NDArray[np.int64]] = np.array([FAN_IDS.get(fan, -1) for fan in range(128)], np.int64)
#: By type of an abortive draw.
KIND_OF: Final[NDArray[np.int64]] = np.array([DRAWS.get(kind, -1) for kind in range(8)], np.int64)

_MAX_HAN: Final = 200
_MAX_FU: Final = 1000
_MAX_POINTS: Final = 10_000_000
_MAX_YAKU: Final = 20
_MOST_YAKUMAN: Final = 20
_YAKUMAN_TITLE: Final = 5


@lean_kernel
def read_meld(buf: Any, p: int, end: int) -> int:
    """Return the tiles of a text such as ``shunzi(2s,3s,1s)``, packed in order, -1 for others."""
    start = p
    while p < end and int(buf[p]) != 40:
        c = int(buf[p])
        if not (97 <= c <= 122 or 65 <= c <= 90 or 48 <= c <= 57 or c == 95):
            return -1
        p += 1
    if p == start or p - start > 12:
        return -1
    value = NO_TILES
    count = 0
    p += 1
    while True:
        tile = tile_at(buf, p, p + 2) if p + 3 <= end else -1
        if tile < 0 or count == 4:
            return -1
        at = count  # sorted in
        while at > 0 and ((value >> (8 * (at - 1))) & 255) > tile:
            at -= 1
        low = value & ((1 << (8 * at)) - 1)
        high = (value >> (8 * at)) << (8 * (at + 1))
        value = (low | (tile << (8 * at)) | high) & NO_TILES
        count += 1
        p += 2
        c = int(buf[p])
        p += 1
        if c == 41:
            return value if p == end else -1
        if c != 44:
            return -1


@lean_kernel
def are_called(buf: Any, fields: Any, state: Any, seat: int) -> bool:
    """Tell whether the melds shown with a win are those that were called."""
    melds = int(state[S_MELDS + seat])
    if int(fields[1, F_COUNTS + 2]) != melds:
        return False
    used = 0
    for i in range(melds):
        shown = read_meld(buf, text_start(fields, 1, 2, i), text_end(fields, 1, 2, i))
        found = -1
        for m in range(melds):
            if not (used >> m) & 1 and int(state[S_CALLED + 4 * seat + m]) == shown:
                found = m
        if found < 0:
            return False
        used |= 1 << found
    return True


@lean_kernel
def read_value(buf: Any, fields: Any, rounds: Any, wins: Any, w: int, state: Any, seat: int) -> int:
    """Read what a win is worth; what is paid is left as it stands."""
    players = int(state[S_PLAYERS])
    r = int(state[S_ROUNDS]) - 1
    count = int(fields[1, F_INTS + 11])
    fu = int(fields[1, F_INTS + 13])
    fans = int(fields[1, F_COUNTS + 12])
    title = int(fields[1, F_INTS + 18])
    if not (0 <= count <= _MAX_HAN and 0 <= fu <= _MAX_FU and 0 < fans <= _MAX_YAKU):
        return ODD
    if is_long(fields, 1, 14) or (title == 0 and int(fields[1, F_COUNTS + 14])):
        return ODD
    wins[w, W_FU] = fu
    wins[w, W_HAN] = count
    wins[w, W_YAKUMAN] = 0
    if int(fields[1, F_INTS + 10]):
        wins[w, W_HAN] = 0
        wins[w, W_YAKUMAN] = min(count, _MOST_YAKUMAN)
    wins[w, W_LIMIT] = min(title, _YAKUMAN_TITLE) if title >= 0 else 255
    for k in range(3):
        paid = int(fields[1, F_INTS + (15 if k == 0 else 17 if k == 1 else 16)])
        if not 0 <= paid <= _MAX_POINTS:
            return ODD
        wins[w, W_RON + k] = paid
    for i in range(fans):
        if not read_fields(
            buf,
            text_start(fields, 1, 12, i),
            text_end(fields, 1, 12, i),
            fields,
            2,
            FAN_NUMBERS,
            FAN_OTHERS,
        ):
            return ODD
        number = int(fields[2, F_INTS + 3])
        if is_long(fields, 2, 1) or number <= 0 or number >= len(YAKU_OF):
            return ODD
        yaku = int(YAKU_OF[number])
        if number == FAN_SEAT_WIND:
            yaku = SEAT_WIND + (seat - int(rounds[r, R_DEALER])) % players
        elif number == FAN_ROUND_WIND:
            yaku = ROUND_WIND + int(rounds[r, R_WIND])
        if yaku < 0:
            return ODD
        wins[w, W_YAKU + i] = yaku
        wins[w, W_YAKU_HAN + i] = min(max(int(fields[2, F_INTS + 2]), -1), 100)
    liable = int(fields[1, F_INTS + 21])
    size = read_list(buf, fields, 1, 22, state, S_LIST + 12)
    if size < 0:
        return ODD
    if size:
        liable = int(state[S_LIST + 12]) + 1
    if 1 <= liable <= players and liable - 1 != seat:
        wins[w, W_PAO] = liable - 1
    return FINE


@lean_kernel
def read_win(buf: Any, fields: Any, rounds: Any, wins: Any, w: int, state: Any, payer: int) -> int:
    """Read one winner, a ``HuleInfo``."""
    seat = int(fields[1, F_INTS + 4])
    tile = read_tile(buf, fields, 1, 3)
    if tile < 0 or seat < 0 or seat >= int(state[S_PLAYERS]):
        return ODD
    tsumo = int(fields[1, F_INTS + 5]) != 0
    if not tsumo and payer == seat:
        return ODD
    for i in range(W_WIDTH):
        wins[w, i] = 255
    for i in range(4):
        wins[w, W_SCORES + i] = UNKNOWN_POINTS
        wins[w, W_DELTAS + i] = UNKNOWN_POINTS
    for i in range(20):
        wins[w, W_YAKU_HAN + i] = -1
    wins[w, W_ROUND] = int(state[S_ROUNDS]) - 1
    wins[w, W_SEAT] = seat
    wins[w, W_FROM] = seat if tsumo else payer
    wins[w, W_TILE] = tile
    wins[w, W_POINTS] = UNKNOWN_POINTS
    wins[w, W_MELDS] = 0
    wins[w, W_TSUMO] = 1 if tsumo else 0
    wins[w, W_DEALER] = 1 if int(fields[1, F_INTS + 6]) else 0
    size = read_tiles(buf, fields, 1, 1, state, S_SCRATCH, 13)
    if size < 0:
        return ODD
    if size:
        for i in range(size):
            wins[w, W_HAND + i] = int(state[S_SCRATCH + i])
        wins[w, W_HAND + size] = tile
        if not are_called(buf, fields, state, seat):
            return ODD
        wins[w, W_MELDS] = int(state[S_MELDS + seat]) + min(int(state[S_KITA + seat]), 4)
    size = read_tiles(buf, fields, 1, 8, state, S_SCRATCH, 10)
    if size < 0:
        return ODD
    for i in range(size):
        wins[w, W_INDICATORS + i] = int(state[S_SCRATCH + i])
    size = read_tiles(buf, fields, 1, 9, state, S_SCRATCH, 10)
    if size < 0:
        return ODD
    for i in range(size):
        wins[w, W_URA + i] = int(state[S_SCRATCH + i])
    return read_value(buf, fields, rounds, wins, w, state, seat)


@lean_kernel
def swap_wins(wins: Any, a: int, b: int) -> None:
    """Exchange two rows."""
    for i in range(wins.shape[1]):
        kept = int(wins[a, i])
        wins[a, i] = int(wins[b, i])
        wins[b, i] = kept


@lean_kernel
def share_deltas(wins: Any, first: int, count: int, rounds: Any, state: Any, known: bool) -> None:
    """Put the change of each seat into the rows of the winners.

    What somebody else than the first winner collects comes from the payer alone; the rest is
    that of the first. The points before and the sum of all changes stand in ``state``.
    """
    players = int(state[S_PLAYERS])
    for seat in range(players):
        if known:
            wins[first, W_SCORES + seat] = int(state[S_LIST + seat])
        wins[first, W_DELTAS + seat] = int(state[S_LIST + 4 + seat])
    for w in range(first + 1, first + count):
        seat = int(wins[w, W_SEAT])
        payer = int(wins[w, W_FROM])
        gain = int(state[S_LIST + 4 + seat])
        for s in range(players):
            wins[w, W_DELTAS + s] = 0
        wins[w, W_DELTAS + seat] = gain
        wins[w, W_DELTAS + payer] = -gain
        wins[first, W_DELTAS + seat] -= gain
        wins[first, W_DELTAS + payer] += gain
    if known:
        for w in range(first + 1, first + count):
            for s in range(players):
                before = int(wins[w - 1, W_SCORES + s])
                wins[w, W_SCORES + s] = before + int(wins[w - 1, W_DELTAS + s])


@lean_kernel
def read_hule(buf: Any, fields: Any, events: Any, rounds: Any, wins: Any, state: Any) -> int:
    """``RecordHule``: up to three wins on one tile."""
    players = int(state[S_PLAYERS])
    count = int(fields[0, F_COUNTS + 1])
    last = int(state[S_LAST])
    payer = int(events[last, E_SEAT])
    first = int(state[S_WINS])
    if count < 1 or count > 3 or is_long(fields, 0, 6):
        return ODD
    for i in range(int(fields[0, F_COUNTS + 6])):
        if not read_fields(
            buf, text_start(fields, 0, 6, i), text_end(fields, 0, 6, i), fields, 1,
            GAME_END_NUMBERS, GAME_END_OTHERS,
        ) or read_list(buf, fields, 1, 1, state, S_LIST) < 0:  # fmt: skip
            return ODD
    if read_tiles(buf, fields, 0, 7, state, S_SCRATCH, 10) < 0:
        return ODD
    before_size = read_list(buf, fields, 0, 2, state, S_LIST)
    total_size = read_list(buf, fields, 0, 3, state, S_LIST + 4)
    if before_size < 0 or read_list(buf, fields, 0, 5, state, S_LIST + 8) < 0:
        return ODD
    if total_size != players and total_size != 4:
        return ODD
    for i in range(count):
        w = first + i
        if not read_fields(
            buf,
            text_start(fields, 0, 1, i),
            text_end(fields, 0, 1, i),
            fields,
            1,
            HULE_NUMBERS,
            HULE_OTHERS,
        ):
            return ODD
        if read_win(buf, fields, rounds, wins, w, state, payer):
            return ODD
        if int(wins[w, W_TSUMO]) and (count > 1 or int(state[S_PUT]) == 0):
            return ODD
        if count > 1 and int(wins[w, W_PAO]) != 255:
            return ODD
        for other in range(first, w):
            if int(wins[other, W_SEAT]) == int(wins[w, W_SEAT]):
                return ODD
        for k in range(w, first, -1):  # the nearest to the payer first
            here = (int(wins[k, W_SEAT]) - payer) % players
            if here < (int(wins[k - 1, W_SEAT]) - payer) % players:
                swap_wins(wins, k, k - 1)
    declared = int(state[S_DECLARED])
    if (int(wins[first, W_TSUMO]) or declared != payer) and accept(events, state, False, fields):
        return ODD
    state[S_DECLARED] = -1
    known = before_size == players or before_size == 4
    share_deltas(wins, first, count, rounds, state, known)
    for w in range(first, first + count):
        wins[w, W_EVENT] = int(state[S_EVENTS])
        add_event(
            events, state, WIN, int(wins[w, W_SEAT]), int(wins[w, W_TILE]), int(wins[w, W_FROM]),
            NO_TILES, w,
        )  # fmt: skip
    state[S_WINS] = first + count
    state[S_OVER] = 1
    return FINE


@lean_kernel
def new_draw(draws: Any, state: Any, kind: int) -> int:
    """Begin a row of a draw and return its number."""
    d = int(state[S_DRAWS])
    for i in range(D_WIDTH):
        draws[d, i] = 255
    for i in range(4):
        draws[d, D_SCORES + i] = UNKNOWN_POINTS
        draws[d, D_DELTAS + i] = UNKNOWN_POINTS
    draws[d, D_ROUND] = int(state[S_ROUNDS]) - 1
    draws[d, D_KIND] = kind
    return d


@lean_kernel
def end_draw(events: Any, draws: Any, d: int, state: Any, seat: int) -> None:
    """Add the event of a draw."""
    draws[d, D_EVENT] = int(state[S_EVENTS])
    add_event(events, state, RYUUKYOKU, seat, 255, 255, NO_TILES, d)
    state[S_DRAWS] = d + 1
    state[S_OVER] = 1


@lean_kernel
def read_exhaustive(buf: Any, fields: Any, events: Any, draws: Any, state: Any) -> int:
    """``RecordNoTile``."""
    players = int(state[S_PLAYERS])
    d = new_draw(draws, state, NAGASHI if int(fields[0, F_INTS + 1]) else EXHAUSTIVE)
    shown = int(fields[0, F_COUNTS + 2])
    if (shown and shown != players and shown != 4) or int(fields[0, F_COUNTS + 3]) > MOST:
        return ODD
    for i in range(shown):
        if not read_fields(
            buf,
            text_start(fields, 0, 2, i),
            text_end(fields, 0, 2, i),
            fields,
            1,
            SHOWN_NUMBERS,
            SHOWN_OTHERS,
        ):
            return ODD
        if i >= players:
            continue
        size = read_tiles(buf, fields, 1, 4, state, S_SCRATCH, 14)
        if size < 0:
            return ODD
        draws[d, D_SHOWN + i] = 1 if int(fields[1, F_INTS + 3]) else 0
        for k in range(size):
            draws[d, D_HANDS + 14 * i + k] = int(state[S_SCRATCH + k])
    for seat in range(players):
        draws[d, D_DELTAS + seat] = 0
    known = False
    for i in range(int(fields[0, F_COUNTS + 3])):
        if not read_fields(
            buf,
            text_start(fields, 0, 3, i),
            text_end(fields, 0, 3, i),
            fields,
            1,
            PAID_NUMBERS,
            PAID_OTHERS,
        ):
            return ODD
        if i >= players:
            return ODD
        size = read_list(buf, fields, 1, 2, state, S_LIST)
        if size and size != players and size != 4:
            return ODD
        if size and not known:
            known = True
            for seat in range(players):
                draws[d, D_SCORES + seat] = int(state[S_LIST + seat])
        size = read_list(buf, fields, 1, 3, state, S_LIST)
        if size and size != players and size != 4:
            return ODD
        if size:
            for seat in range(players):
                draws[d, D_DELTAS + seat] += int(state[S_LIST + seat])
    end_draw(events, draws, d, state, 255)
    return FINE


@lean_kernel
def read_abort(buf: Any, fields: Any, events: Any, draws: Any, state: Any, seat: int) -> int:
    """``RecordLiuJu``."""
    number = int(fields[0, F_INTS + 1])
    kind = int(KIND_OF[number]) if 0 <= number < len(KIND_OF) else -1
    if kind < 0 or is_long(fields, 0, 2):
        return ODD
    players = int(state[S_PLAYERS])
    d = new_draw(draws, state, kind)
    size = read_tiles(buf, fields, 0, 4, state, S_SCRATCH, 14)
    if size < 0 or int(fields[0, F_COUNTS + 2]):
        return ODD
    any_shown = size > 0
    for s in range(4):
        state[S_LIST + s] = 0
    state[S_LIST + seat] = size
    for i in range(size):
        draws[d, D_HANDS + 14 * seat + i] = int(state[S_SCRATCH + i])
    for s in range(min(int(fields[0, F_COUNTS + 6]), players)):
        p = text_start(fields, 0, 6, s)
        end = text_end(fields, 0, 6, s)
        for i in range(14):
            draws[d, D_HANDS + 14 * s + i] = 255
        size = 0
        while p < end:
            tile = tile_at(buf, p, p + 2) if p + 2 <= end else -1
            if tile < 0 or size == 14 or (p + 2 < end and int(buf[p + 2]) != 124):
                return ODD
            draws[d, D_HANDS + 14 * s + size] = tile
            size += 1
            p += 3
        state[S_LIST + s] = size
        any_shown = any_shown or size > 0
    if any_shown:
        for s in range(players):
            draws[d, D_SHOWN + s] = 1 if int(state[S_LIST + s]) else 0
    if kind == SANCHAHOU:
        state[S_DECLARED] = -1
    end_draw(events, draws, d, state, seat if kind == KYUUSHU else 255)
    return FINE
