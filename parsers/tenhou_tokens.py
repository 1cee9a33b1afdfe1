"""Fast tokeniser of Tenhou mjlog text: the bytes of any number of games to columns.

:func:`tokenise` is a kernel over one buffer in which the games stand one after the other,
each followed by a NUL byte. It accepts the form that the site writes: empty elements, double
quotes, attributes in any order, white space between both. At anything else it stops
reading that game and notes why and where (:data:`~.tenhou_layout.ODD`); the tolerant reader
(:mod:`.tenhou_slow`) then rewrites that game in the plain form.

Attributes that are not known are passed over: they never change what the known ones say.
"""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.
# ruff: noqa: SIM109

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import (
    DISCARD,
    DISCONNECT,
    DORA,
    DRAW,
    KYUUSHU,
    RECONNECT,
    RIICHI,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    UNKNOWN_POINTS,
    WIN,
)
from mjlog.engine.jit import kernel, select, use_compiled
from mjlog.model import Events, allocate
from mjlog.tiles import CODE_OF_ID

from . import tenhou_layout as layout
from .tenhou_elements import read_draw, read_init, read_small, read_win
from .tenhou_layout import (
    D_EVENT,
    D_KIND,
    D_ROUND,
    D_SHOWN,
    G_EARLY,
    G_EXTRAS,
    G_HEADER_END,
    G_PLACE,
    G_ROUND0,
    G_STATUS,
    G_TYPE,
    NOTE_DECIMALS,
    NOTE_RIICHI_SCORES,
    NOTE_WIDTH,
    ODD_ELEMENT,
    ODD_END,
    ODD_FORM,
    ODD_ORDER,
    ODD_TEXT,
    ODD_VALUE,
    R_EVENT,
    R_GAME,
    S_CALL_COUNT,
    S_CALL_FROM,
    S_CALL_KIND,
    S_CALL_TILE,
    S_CALL_USED,
    S_DECIMALS,
    S_DRAWER,
    S_DRAWN,
    S_EXTRAS,
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
    T_AGARI,
    T_BYE,
    T_DORA,
    T_GO,
    T_INIT,
    T_MJLOG,
    T_N,
    T_REACH,
    T_RYUUKYOKU,
    T_SHUFFLE,
    T_TAIKYOKU,
    T_UN,
    TOTAL_DRAWS,
    TOTAL_EVENTS,
    TOTAL_NOTES,
    TOTAL_ROUNDS,
    TOTAL_SHORT,
    TOTAL_WINS,
    W_EVENT,
    W_FROM,
    W_ROUND,
    W_SEAT,
    W_TILE,
)
from .tenhou_numbers import decode_call, read_name
from .tenhou_tables import USUAL_START

__all__ = ["Tables", "tokenise", "tokenise_games"]

_NO_TILES: Final = 0xFFFFFFFF


@kernel
def used_codes(ids: int, count: int, reds: int) -> int:
    """Return the tile codes of ``count`` physical tiles, one a byte, 0xFF for the rest."""
    codes = _NO_TILES
    for i in range(count):
        code = int(CODE_OF_ID[reds, (ids >> (8 * i)) & 255])
        codes &= ~(0xFF << (8 * i))
        codes |= code << (8 * i)
    return codes


@kernel
def scores_follow(state: Any) -> bool:
    """Tell whether ``ten`` of an accepted riichi are the running scores."""
    for seat in range(int(state[S_SEATS])):
        running = int(state[S_SCORES + seat])
        if running != UNKNOWN_POINTS and int(state[S_LIST + seat]) * 10 != running:
            return False
    return True


@kernel
def open_game(games: Any, g: int, round0: int, state: Any) -> None:
    """Set ``state`` and row ``g`` to a game of which nothing is known."""
    for column in range(len(state)):
        state[column] = 0
    for seat in range(4):
        state[S_DRAWN + seat] = -1
        state[S_SCORES + seat] = UNKNOWN_POINTS
    state[S_DRAWER] = 255
    state[S_SEATS] = 4
    state[S_REDS] = 1
    games[g, G_STATUS] = 0
    games[g, G_EXTRAS] = 0
    games[g, G_EARLY] = 0
    games[g, G_HEADER_END] = -1
    games[g, G_ROUND0] = round0


@kernel
def note(notes: Any, totals: Any, g: int, what: int, place: int, seat: int) -> None:
    """Add a remark about game ``g`` as long as there is room."""
    row = int(totals[TOTAL_NOTES])
    if row < len(notes):
        notes[row, 0] = g
        notes[row, 1] = what
        notes[row, 2] = place
        notes[row, 3] = seat
        totals[TOTAL_NOTES] = row + 1


@kernel
def shown_declarer(draws: Any, d: int, drawer: int) -> int:
    """Return who declared kyuushu: the only seat that showed its hand, else the drawer."""
    declarer = -1
    for seat in range(4):
        if int(draws[d, D_SHOWN + seat]) == 1:
            if declarer >= 0:
                return drawer
            declarer = seat
    return declarer if declarer >= 0 else drawer


@kernel
def tokenise(
    buf: Any,
    starts: Any,
    skipped: Any,
    kind: Any,
    seat: Any,
    tile: Any,
    from_seat: Any,
    used: Any,
    tile_id: Any,
    used_ids: Any,
    aux: Any,
    offset: Any,
    games: Any,
    rounds: Any,
    wins: Any,
    draws: Any,
    notes: Any,
    totals: Any,
    state: Any,
) -> None:
    """Read all games.

    Args:
        buf: The games, game g from ``starts[g]`` up to a NUL byte before ``starts[g + 1]``.
        starts: int64[G + 1].
        skipped: int64[G], bytes at the start of each game to pass over (the seed).
        kind, seat, tile, from_seat, used, tile_id, used_ids, aux, offset: Event columns,
            filled with "unknown".
        games, rounds, wins, draws, notes: Tables of :mod:`.tenhou_layout`, filled with
            "unknown". One spare row of each table and of the events is needed.
        totals: int64[6], rows filled; zero on entry. ``TOTAL_SHORT`` becomes 1 when a table
            is too short; reading then stops.
        state: int64[S_WIDTH], scratch.
    """
    n = int(totals[TOTAL_EVENTS])
    r = int(totals[TOTAL_ROUNDS]) - 1
    w = int(totals[TOTAL_WINS])
    d = int(totals[TOTAL_DRAWS])
    for g in range(len(starts) - 1):
        start = int(starts[g])
        end = int(starts[g + 1]) - 1
        p = start + int(skipped[g])
        open_game(games, g, r + 1, state)
        r0 = r
        n0 = n
        reds = 1
        status = ODD_END
        while p < end:
            c = int(buf[p])
            if c == 32 or c == 10 or c == 13 or c == 9:
                p += 1
                continue
            at = p
            if c != 60:
                status = ODD_TEXT
                break
            if n >= len(kind):
                totals[TOTAL_SHORT] = 1
                return
            p += 1
            c = int(buf[p])
            digit = int(buf[p + 1]) - 48
            if 0 <= digit <= 9 and (84 <= c <= 87 or 68 <= c <= 71):  # T U V W, D E F G
                p += 2
                t = digit
                digit = int(buf[p]) - 48
                while 0 <= digit <= 9 and t < 1000:
                    t = t * 10 + digit
                    p += 1
                    digit = int(buf[p]) - 48
                while int(buf[p]) == 32:
                    p += 1
                if int(buf[p]) != 47 or int(buf[p + 1]) != 62:
                    status = ODD_FORM
                    break
                if t > 135:
                    status = ODD_VALUE
                    break
                if r == r0:
                    status = ODD_ORDER
                    break
                p += 2
                if c >= 84:
                    s = c - 84
                    kind[n] = DRAW
                    state[S_DRAWN + s] = t
                    state[S_DRAWER] = s
                else:
                    s = c - 68
                    kind[n] = DISCARD
                    aux[n] = 1 if int(state[S_DRAWN + s]) == t else 0
                    state[S_DRAWN + s] = -1
                seat[n] = s
                tile[n] = int(CODE_OF_ID[reds, t])
                tile_id[n] = t
                offset[n] = at - start
                n += 1
                continue
            if c == 47:  # the closing tag: only white space may follow
                name, p = read_name(buf, p + 1)
                if name != T_MJLOG or int(buf[p]) != 62:
                    status = ODD_ELEMENT
                    break
                p += 1
                while p < end and int(buf[p]) <= 32 and int(buf[p]) > 0:
                    p += 1
                status = 0 if p == end else ODD_TEXT
                break
            name, p = read_name(buf, p)
            odd = 0
            s = 255
            if name == T_INIT:
                if r + 1 >= len(rounds):
                    totals[TOTAL_SHORT] = 1
                    return
                if r == r0:
                    games[g, G_HEADER_END] = at - start
                    games[g, G_EARLY] = n - n0
                r += 1
                rounds[r, R_GAME] = g
                rounds[r, R_EVENT] = n if r > r0 + 1 else n0
                for i in range(4):
                    state[S_DRAWN + i] = -1
                    state[S_SCORES + i] = UNKNOWN_POINTS
                state[S_DRAWER] = 255
                odd, p = read_init(buf, p, rounds, r, state)
            elif name == T_AGARI or name == T_RYUUKYOKU:
                if r == r0:
                    status = ODD_ORDER
                    break
                if w >= len(wins) or d >= len(draws):
                    totals[TOTAL_SHORT] = 1
                    return
                offset[n] = at - start
                if name == T_AGARI:
                    odd, p = read_win(buf, p, wins, w, games, g, state)
                    wins[w, W_ROUND] = r
                    wins[w, W_EVENT] = n
                    kind[n] = WIN
                    seat[n] = int(wins[w, W_SEAT]) & 255
                    from_seat[n] = int(wins[w, W_FROM]) & 255
                    t = int(wins[w, W_TILE]) & 255
                    tile_id[n] = t
                    tile[n] = int(CODE_OF_ID[reds, t])
                    aux[n] = w
                    w += 1
                else:
                    odd, p = read_draw(buf, p, draws, d, games, g, state)
                    draws[d, D_ROUND] = r
                    draws[d, D_EVENT] = n
                    kind[n] = RYUUKYOKU
                    if int(draws[d, D_KIND]) == KYUUSHU:
                        seat[n] = shown_declarer(draws, d, int(state[S_DRAWER]))
                    aux[n] = d
                    d += 1
                n += 1
            elif (
                name == T_N
                or name == T_REACH
                or name == T_DORA
                or name == T_BYE
                or name == T_UN
                or name == T_GO
                or name == T_SHUFFLE
                or name == T_TAIKYOKU
                or name == T_MJLOG
            ):
                odd, p = read_small(buf, p, state)
                if odd:
                    status = odd
                    break
                s = int(state[S_WHO])
                if name == T_N or name == T_REACH or name == T_DORA:
                    if r == r0:
                        status = ODD_ORDER
                        break
                    if name == T_DORA:
                        t = int(state[S_HAI])
                        if not 0 <= t <= 135:
                            status = ODD_VALUE
                            p = at
                            break
                        kind[n] = DORA
                        tile[n] = int(CODE_OF_ID[reds, t])
                        tile_id[n] = t
                    elif name == T_N:
                        if not 0 <= s <= 3 or not decode_call(int(state[S_MELD]), s, state):
                            status = ODD_VALUE
                            p = at
                            break
                        t = int(state[S_CALL_TILE])
                        ids = int(state[S_CALL_USED])
                        count = int(state[S_CALL_COUNT])
                        kind[n] = int(state[S_CALL_KIND])
                        seat[n] = s
                        tile[n] = int(CODE_OF_ID[reds, t])
                        tile_id[n] = t
                        if count == 4:  # a concealed kan is named by its plain kind
                            tile[n] = t >> 2
                            tile_id[n] = 255
                        from_seat[n] = int(state[S_CALL_FROM])
                        used[n] = used_codes(ids, count, reds)
                        used_ids[n] = ids | (_NO_TILES & ~((1 << (8 * count)) - 1))
                        state[S_DRAWN + s] = -1
                    else:
                        step = int(state[S_STEP])
                        if not 0 <= s <= 3 or not 1 <= step <= 2:
                            status = ODD_VALUE
                            p = at
                            break
                        seat[n] = s
                        kind[n] = RIICHI
                        if step == 2:
                            kind[n] = RIICHI_ACCEPTED
                            if int(state[S_SCORES + s]) != UNKNOWN_POINTS:
                                state[S_SCORES + s] -= 1000
                            if int(state[S_HAS_TEN]):
                                aux[n] = 1
                                if not scores_follow(state):
                                    note(notes, totals, g, NOTE_RIICHI_SCORES, at - start, s)
                    offset[n] = at - start
                    n += 1
                elif name == T_BYE:
                    if not 0 <= s <= 3:
                        status = ODD_VALUE
                        p = at
                        break
                    kind[n] = DISCONNECT
                    seat[n] = s
                    offset[n] = at - start
                    n += 1
                elif name == T_UN:
                    mask = int(state[S_NAMES])
                    if mask == 15 or (int(state[S_NAMED]) == 0 and r == r0):
                        state[S_NAMED] = 1
                    else:
                        for i in range(4):
                            if mask >> i & 1:
                                kind[n] = RECONNECT
                                seat[n] = i
                                offset[n] = at - start
                                n += 1
                                break
                        if mask & (mask - 1):  # two names in one element
                            status = ODD_VALUE
                            p = at
                            break
                elif name == T_GO:
                    t = int(state[S_TYPE])
                    games[g, G_TYPE] = t
                    if t >= 0:
                        reds = 0 if t & 2 else 1
                        state[S_SEATS] = 3 if t & 16 else 4
            else:
                status = ODD_ELEMENT
                p = at
                break
            if odd:
                status = odd
                break
            if int(buf[p]) == 47 and int(buf[p + 1]) == 62:
                p += 2
            elif name == T_MJLOG and int(buf[p]) == 62:
                p += 1
            else:
                status = ODD_FORM
                break
        games[g, G_STATUS] = status
        games[g, G_PLACE] = p - start
        games[g, G_EXTRAS] = int(state[S_EXTRAS])
        if r == r0:
            games[g, G_HEADER_END] = p - start
            n = n0
        if int(state[S_DECIMALS]):
            note(notes, totals, g, NOTE_DECIMALS, 0, 255)
    totals[TOTAL_EVENTS] = n
    totals[TOTAL_ROUNDS] = r + 1
    totals[TOTAL_WINS] = w
    totals[TOTAL_DRAWS] = d


@dataclass(slots=True)
class Tables:
    """What :func:`tokenise` has read: events, and the tables of :mod:`.tenhou_layout`."""

    events: Events
    games: NDArray[np.int32]
    rounds: NDArray[np.int32]
    wins: NDArray[np.int32]
    draws: NDArray[np.int32]
    notes: NDArray[np.int32]


_EVENT_COLUMNS: Final = (
    "kind",
    "seat",
    "tile",
    "from_seat",
    "used",
    "tile_id",
    "used_ids",
    "aux",
    "offset",
)


def _table(rows: int, width: int, *points: int) -> NDArray[np.int32]:
    """Return a table of "unknown" rows; ``points`` are the first columns of scores by seat."""
    table = np.full((rows, width), -1, np.int32)
    for column in points:
        table[:, column : column + 4] = UNKNOWN_POINTS
    return table


def _seed_length(text: bytes) -> int:
    """Return how long the usual start with the seed is, 0 when the record begins otherwise."""
    return text.find(b">", len(USUAL_START)) + 1 if text.startswith(USUAL_START) else 0


def _run(
    data: bytes, starts: NDArray[np.int64], skipped: NDArray[np.int64], rows: tuple[int, ...]
) -> tuple[Events, tuple[NDArray[np.int32], ...], NDArray[np.int64]]:
    """Run the kernel with tables of (events, rounds, wins, draws) rows and one to spare."""
    count = len(starts) - 1
    events: Events = allocate(Events, rows[0] + 1)
    games = _table(count, layout.G_WIDTH, layout.G_SCORES, layout.G_POINTS)
    games[:, layout.G_COMPLETE] = 0
    rounds = _table(rows[1] + 1, layout.R_WIDTH, layout.R_SCORES)
    wins = _table(rows[2] + 1, layout.W_WIDTH, layout.W_SCORES, layout.W_DELTAS)
    wins[:, layout.W_POINTS] = UNKNOWN_POINTS
    draws = _table(rows[3] + 1, layout.D_WIDTH, layout.D_SCORES, layout.D_DELTAS)
    tables = (games, rounds, wins, draws, np.zeros((64 + 4 * count, NOTE_WIDTH), np.int32))
    totals = np.zeros(6, np.int64)
    run: Any = select(tokenise, count)
    run(
        np.frombuffer(data, np.uint8) if use_compiled(count) else data,
        starts,
        skipped,
        *(getattr(events, name) for name in _EVENT_COLUMNS),
        *tables,
        totals,
        np.zeros(layout.S_WIDTH, np.int64),
    )
    return events, tables, totals


def tokenise_games(texts: Sequence[bytes]) -> Tables:
    """Read games, one ``bytes`` each (without NUL bytes in them).

    A game that is not of the plain form has its reason in ``games[g, G_STATUS]``, and its
    rows in the other tables mean nothing.
    """
    data = b"\0".join(texts) + bytes(17)
    starts = np.zeros(len(texts) + 1, np.int64)
    np.cumsum([len(t) + 1 for t in texts], out=starts[1:])
    skipped = np.array([_seed_length(t) for t in texts], np.int64)
    size = len(data)
    rows: tuple[int, ...] = (size // 12, size // 1100, size // 1300, size // 3000)
    events, tables, totals = _run(data, starts, skipped, rows)
    if totals[TOTAL_SHORT]:  # rare: records without seeds, or of very short rounds
        rows = tuple(data.count(tag) for tag in (b"<", b"<INIT", b"<AGARI", b"<RYUUKYOKU"))
        events, tables, totals = _run(data, starts, skipped, rows)
    games, rounds, wins, draws, notes = tables
    for name in _EVENT_COLUMNS:
        setattr(events, name, getattr(events, name)[: totals[TOTAL_EVENTS]])
    return Tables(
        events,
        games,
        rounds[: totals[TOTAL_ROUNDS]],
        wins[: totals[TOTAL_WINS]],
        draws[: totals[TOTAL_DRAWS]],
        notes[: totals[TOTAL_NOTES]],
    )
