"""Fast tokeniser of Tenhou mjlog text: the bytes of any number of games to columns.

:func:`tokenise` is a kernel over one buffer in which the games stand one after the other,
each followed by a NUL byte. It accepts the form that the site writes: empty elements, double
quotes, attributes in any order, white space between both. At anything else it stops
reading that game and notes why and where (:data:`~.layout.ODD`); the tolerant reader
(:mod:`.slow`) then rewrites that game in the plain form.

Attributes that are not known are passed over: they never change what the known ones say.
"""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.
# ruff: noqa: SIM109

from __future__ import annotations

from typing import Any, Final

from mjlog.codes import (
    ANKAN,
    DISCARD,
    DISCONNECT,
    DRAW,
    KYUUSHU,
    RECONNECT,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    UNKNOWN_POINTS,
    WIN,
)
from mjlog.engine.jit import lean_kernel
from mjlog.tiles import CODE_OF_ID

from .elements import read_draw, read_init, read_win
from .events import read_event
from .layout import (
    D_EVENT,
    D_KIND,
    D_ROUND,
    D_SHOWN,
    G_EARLY,
    G_EXTRAS,
    G_FORM,
    G_HEADER_END,
    G_PLACE,
    G_ROUND0,
    G_STATUS,
    MAX_EVENTS,
    NOTE_DECIMALS,
    NOTE_RIICHI_SCORES,
    ODD_ELEMENT,
    ODD_END,
    ODD_FORM,
    ODD_LONG,
    ODD_ORDER,
    ODD_TEXT,
    ODD_VALUE,
    R_EVENT,
    R_GAME,
    S_AUX,
    S_CALL_COUNT,
    S_CALL_FROM,
    S_CALL_KIND,
    S_CALL_TILE,
    S_CALL_USED,
    S_DECIMALS,
    S_DRAWER,
    S_DRAWN,
    S_EXTRAS,
    S_REDS,
    S_SCORES,
    S_SEATS,
    S_WHO,
    T_AGARI,
    T_INIT,
    T_MJLOG,
    T_RYUUKYOKU,
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
from .numbers import read_name

__all__ = ["tokenise"]

_NO_TILES: Final = 0xFFFFFFFF


@lean_kernel
def used_codes(ids: int, count: int, reds: int) -> int:
    """Return the tile codes of ``count`` physical tiles, one a byte, 0xFF for the rest."""
    codes = _NO_TILES
    for i in range(count):
        code = int(CODE_OF_ID[reds, (ids >> (8 * i)) & 255])
        codes &= ~(0xFF << (8 * i))
        codes |= code << (8 * i)
    return codes


@lean_kernel
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
    games[g, G_FORM] = 0
    games[g, G_HEADER_END] = -1
    games[g, G_ROUND0] = round0


@lean_kernel
def note(notes: Any, totals: Any, g: int, what: int, place: int, seat: int) -> None:
    """Add a remark about game ``g`` as long as there is room."""
    row = int(totals[TOTAL_NOTES])
    if row < len(notes):
        notes[row, 0] = g
        notes[row, 1] = what
        notes[row, 2] = place
        notes[row, 3] = seat
        totals[TOTAL_NOTES] = row + 1


@lean_kernel
def shown_declarer(draws: Any, d: int, drawer: int) -> int:
    """Return who declared kyuushu: the only seat that showed its hand, else the drawer."""
    declarer = -1
    for seat in range(4):
        if int(draws[d, D_SHOWN + seat]) == 1:
            if declarer >= 0:
                return drawer
            declarer = seat
    return declarer if declarer >= 0 else drawer


@lean_kernel
def open_round(state: Any) -> None:
    """Forget what the round before has left in ``state``."""
    for seat in range(4):
        state[S_DRAWN + seat] = -1
        state[S_SCORES + seat] = UNKNOWN_POINTS
    state[S_DRAWER] = 255


@lean_kernel
def end_with_win(wins: Any, w: int, r: int, n: int, state: Any) -> None:
    """Leave the event of win ``w`` in ``state``."""
    wins[w, W_ROUND] = r
    wins[w, W_EVENT] = n
    state[S_CALL_KIND] = WIN
    state[S_WHO] = int(wins[w, W_SEAT]) & 255
    state[S_CALL_FROM] = int(wins[w, W_FROM]) & 255
    state[S_CALL_TILE] = int(wins[w, W_TILE]) & 255
    state[S_AUX] = w


@lean_kernel
def end_with_draw(draws: Any, d: int, r: int, n: int, state: Any) -> None:
    """Leave the event of draw ``d`` in ``state``."""
    draws[d, D_ROUND] = r
    draws[d, D_EVENT] = n
    state[S_CALL_KIND] = RYUUKYOKU
    state[S_WHO] = 255
    if int(draws[d, D_KIND]) == KYUUSHU:
        state[S_WHO] = shown_declarer(draws, d, int(state[S_DRAWER]))
    state[S_AUX] = d


@lean_kernel
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
        games, rounds, wins, draws, notes: Tables of :mod:`.layout`, filled with
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
        most = n + MAX_EVENTS
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
            if n >= most and c != 47 and c != 73:  # what ends the round or the game: / and INIT
                status = ODD_LONG
                break
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
            state[S_CALL_KIND] = -1
            state[S_CALL_TILE] = 255
            state[S_CALL_FROM] = 255
            state[S_CALL_COUNT] = 0
            state[S_AUX] = 0
            if name == T_INIT:
                if r + 1 >= len(rounds):
                    totals[TOTAL_SHORT] = 1
                    return
                if r == r0:
                    games[g, G_HEADER_END] = at - start
                    games[g, G_EARLY] = n - n0
                r += 1
                most = n + MAX_EVENTS
                rounds[r, R_GAME] = g
                rounds[r, R_EVENT] = n if r > r0 + 1 else n0
                open_round(state)
                odd, p = read_init(buf, p, rounds, r, state)
            elif name == T_AGARI or name == T_RYUUKYOKU:
                if w >= len(wins) or d >= len(draws):
                    totals[TOTAL_SHORT] = 1
                    return
                if name == T_AGARI:
                    odd, p = read_win(buf, p, wins, w, games, g, state)
                    end_with_win(wins, w, r, n, state)
                    w += 1
                else:
                    odd, p = read_draw(buf, p, draws, d, games, g, state)
                    end_with_draw(draws, d, r, n, state)
                    d += 1
            else:
                odd, p = read_event(buf, p, name, games, g, r > r0, state)
                reds = int(state[S_REDS])
            if odd:
                status = odd
                break
            event = int(state[S_CALL_KIND])
            if event >= 0:
                if r == r0 and event != DISCONNECT and event != RECONNECT:
                    status = ODD_ORDER
                    break
                t = int(state[S_CALL_TILE])
                kind[n] = event
                seat[n] = int(state[S_WHO])
                tile[n] = int(CODE_OF_ID[reds, t])
                tile_id[n] = t
                from_seat[n] = int(state[S_CALL_FROM])
                aux[n] = int(state[S_AUX])
                offset[n] = at - start
                count = int(state[S_CALL_COUNT])
                if count:
                    ids = int(state[S_CALL_USED])
                    used[n] = used_codes(ids, count, reds)
                    used_ids[n] = ids | (_NO_TILES & ~((1 << (8 * count)) - 1))
                if event == ANKAN:  # named by its plain kind
                    tile[n] = t >> 2
                    tile_id[n] = 255
                elif event == RIICHI_ACCEPTED and int(state[S_AUX]) == 2:
                    aux[n] = 1
                    note(notes, totals, g, NOTE_RIICHI_SCORES, at - start, int(state[S_WHO]))
                n += 1
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
