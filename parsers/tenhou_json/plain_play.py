"""The play of plain rounds of Tenhou JSON as one kernel over numbers.

It does what :mod:`.turns`, :mod:`.order`, :mod:`.rounds` and :mod:`.indicators` do, for the
rounds in which nothing is odd; at anything else it gives a round up, and the game is read by
those modules, which say what is wrong and where.

A round is 12 lists of codes, those of each seat in turn: dealt tiles, draws, discards. A code
is a tile (0–36), :data:`DRAWN`, :data:`NOTHING`, :data:`DECLARED` and more for a riichi, or
:data:`CALLED` and the row in the table of calls.
"""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.
# ruff: noqa: SIM109

from __future__ import annotations

from typing import Any, Final

from mjlog.codes import (
    ANKAN,
    DAIMINKAN,
    DISCARD,
    DORA,
    DRAW,
    EXHAUSTIVE,
    KAKAN,
    KITA,
    KYUUSHU,
    NAGASHI,
    RIICHI,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    SANCHAHOU,
    SUUKAN,
    WIN,
)
from mjlog.engine.jit import lean_kernel

__all__ = ["CALLED", "DECLARED", "DRAWN", "NOTHING", "read_plays"]

#: Codes beside those of tiles: the tile just drawn; nothing (an open kan, a kita).
DRAWN: Final = 60
NOTHING: Final = 61
#: A riichi: this and the code of its tile, or DRAWN.
DECLARED: Final = 100
#: A call: this and its row in the table of calls.
CALLED: Final = 1000

#: Columns of a round on entry: dealer, players, whether drawn tiles are marked, how many
#: indicators are turned later, when those of each kan are (:data:`IMMEDIATE` …).
P_DEALER: Final = 0
P_PLAYERS: Final = 1
P_MARKS: Final = 2
P_DORAS: Final = 3
P_ANKAN_TIME: Final = 4
P_KAKAN_TIME: Final = 5
P_DAIMINKAN_TIME: Final = 6
#: Result: wins, or the kind of draw (-1 for none); whose tile was won on (-1 nobody's);
#: winner and payer of up to three wins.
P_WINS: Final = 7
P_DRAW: Final = 8
P_DISCARDER: Final = 9
P_WINNERS: Final = 10
P_DORA_TILES: Final = 16
P_WIDTH: Final = 26

#: Columns of a round on leaving: its first event, how many, 1 for a round that is odd, the
#: tile of the last event before the result, who declared riichi (bits), who declared kyuushu.
O_FIRST: Final = 0
O_COUNT: Final = 1
O_ODD: Final = 2
O_TILE: Final = 3
O_RIICHI: Final = 4
O_WIDTH: Final = 5

IMMEDIATE: Final = 0
BEFORE_DISCARD: Final = 1
AFTER_DISCARD: Final = 2

#: Columns of the table of calls: kind, tile, seats after the caller's own, used tiles packed,
#: how many they are.
C_KIND: Final = 0
C_TILE: Final = 1
C_SOURCE: Final = 2
C_USED: Final = 3
C_COUNT: Final = 4

#: Columns of an event on its way.
E_KIND: Final = 0
E_SEAT: Final = 1
E_TILE: Final = 2
E_FROM: Final = 3
E_USED: Final = 4
E_AUX: Final = 5
E_WIDTH: Final = 6
#: A list has at most so many items; a player has at most so many turns.
MAX_ITEMS: Final = 80
#: Events of a round at most: a turn of each of four players is a draw, a riichi, a discard and a
#: deposit; behind them indicators and results.
MAX_STEPS: Final = 4 * 4 * MAX_ITEMS + 64
#: Turns that are tried until an order is found, and how many ways stay open.
MAX_TRIED: Final = 2000
MAX_WAYS: Final = 400

#: Columns of a turn: first step, steps, what it begins with, the tile discarded (-1 none).
T_FIRST: Final = 0
T_STEPS: Final = 1
T_CLAIM: Final = 2
T_PUT: Final = 3
T_WIDTH: Final = 4
#: Beginnings of a turn that are no call of a tile (seat * 64 + tile).
BY_DRAW: Final = -1
NEVER: Final = -2

_NO_TILES: Final = 0xFFFFFFFF


@lean_kernel
def source_of(seat: int, relative: int, players: int) -> int:
    """Return whose tile a call takes; three players sit on three of four places."""
    other = (seat + relative) % 4
    return other if other < players else (seat + relative) % players


@lean_kernel
def put_step(
    steps: Any, n: int, kind: int, seat: int, tile: int, source: int, used: int, aux: int
) -> int:
    """Write step ``n`` and return the next number."""
    steps[n, E_KIND] = kind
    steps[n, E_SEAT] = seat
    steps[n, E_TILE] = tile
    steps[n, E_FROM] = source
    steps[n, E_USED] = used
    steps[n, E_AUX] = aux
    return n + 1


@lean_kernel
def put_call(steps: Any, n: int, seat: int, players: int, calls: Any, c: int, held: Any) -> int:
    """Write the step of call ``c``, take its tiles out of the hand, return the next number."""
    used = int(calls[c, C_USED])
    for i in range(int(calls[c, C_COUNT])):
        held[(used >> (8 * i)) & 255] -= 1
    relative = int(calls[c, C_SOURCE])
    source = source_of(seat, relative, players) if relative else 255
    return put_step(steps, n, int(calls[c, C_KIND]), seat, int(calls[c, C_TILE]), source, used, 0)


@lean_kernel
def read_turns(
    codes: Any,
    first: int,
    sizes: Any,
    row: int,
    seat: int,
    players: int,
    marks: int,
    calls: Any,
    steps: Any,
    n: int,
    turns: Any,
    held: Any,
) -> tuple[int, int]:
    """Read the lists of a seat, which begin at ``first``, into turns.

    Returns:
        The next step (-1 for lists that are odd) and the number of turns.
    """
    dealt = int(sizes[row, 3 * seat])
    draws = int(sizes[row, 3 * seat + 1])
    puts = int(sizes[row, 3 * seat + 2])
    if dealt > 13 or draws > MAX_ITEMS or puts > MAX_ITEMS:
        return -1, 0
    for i in range(len(held)):
        held[i] = 0
    for i in range(dealt):
        tile = int(codes[first + i])
        if tile > 36:
            return -1, 0
        held[tile] += 1
    taken = first + dealt
    taken_end = taken + draws
    put = taken_end
    put_end = put + puts
    count = 0
    while taken < taken_end:
        if count and int(turns[count - 1, T_PUT]) < 0:
            return -1, 0
        turns[count, T_FIRST] = n
        turns[count, T_CLAIM] = BY_DRAW
        turns[count, T_PUT] = -1
        code = int(codes[taken])
        taken += 1
        if code >= CALLED:
            kind = int(calls[code - CALLED, C_KIND])
            if kind >= KAKAN:
                return -1, 0
            n = put_call(steps, n, seat, players, calls, code - CALLED, held)
            turns[count, T_CLAIM] = 64 * int(steps[n - 1, E_FROM]) + int(steps[n - 1, E_TILE])
        elif code > 36:
            return -1, 0
        else:
            kind = DRAW
            n = put_step(steps, n, DRAW, seat, code, 255, _NO_TILES, 0)
            held[code] += 1
        while True:
            if kind >= DAIMINKAN:  # the replacement of a kan or kita
                if kind == DAIMINKAN and put < put_end and int(codes[put]) == NOTHING:
                    put += 1
                if taken == taken_end:
                    break
                code = int(codes[taken])
                taken += 1
                if code > 36:
                    return -1, 0
                kind = DRAW
                n = put_step(steps, n, DRAW, seat, code, 255, _NO_TILES, 0)
                held[code] += 1
            if put == put_end:
                break
            code = int(codes[put])
            put += 1
            drawn = int(steps[n - 1, E_TILE]) if kind == DRAW else -1
            if code == NOTHING:
                if kind != DRAW:
                    return -1, 0
                held[30] -= 1
                kind = KITA
                n = put_step(steps, n, KITA, seat, 30, 255, 0xFFFFFF1E, 0)
                continue
            if code >= CALLED:
                kind = int(calls[code - CALLED, C_KIND])
                if kind < KAKAN:
                    return -1, 0
                n = put_call(steps, n, seat, players, calls, code - CALLED, held)
                continue
            if code >= DECLARED:
                n = put_step(steps, n, RIICHI, seat, 255, 255, _NO_TILES, 0)
                code -= DECLARED
            aux = 0
            tile = code
            if code == DRAWN:
                if drawn < 0:
                    return -1, 0
                tile = drawn
                aux = 1
            elif code > 36:
                return -1, 0
            elif code == drawn:
                aux = 1 if int(held[tile]) == 1 else 0 if marks else -1
            held[tile] -= 1
            kind = DISCARD
            n = put_step(steps, n, DISCARD, seat, tile, 255, _NO_TILES, aux)
            turns[count, T_PUT] = tile
            break
        turns[count, T_STEPS] = n - int(turns[count, T_FIRST])
        count += 1
    turns[count, T_CLAIM] = NEVER
    return n if put == put_end else -1, count


@lean_kernel
def next_turns(turns: Any, played: Any, last: int, players: int, options: Any) -> int:
    """Write whose turn may follow one of ``last``, the likeliest last; return how many."""
    tile = int(turns[last, int(played[last]) - 1, T_PUT])
    if tile < 0:
        return 0
    count = 0
    after = (last + 1) % players
    if int(turns[after, int(played[after]), T_CLAIM]) == BY_DRAW:
        options[0] = after
        count = 1
    for seat in range(players):
        if int(turns[seat, int(played[seat]), T_CLAIM]) == 64 * last + tile:
            options[count] = seat
            count += 1
    return count


@lean_kernel
def find_order(
    turns: Any, dealer: int, players: int, total: int, seats: Any, played: Any, ways: Any
) -> bool:
    """Write whose turn each of ``total`` turns is; False when no order was found soon."""
    options = ways[MAX_WAYS]
    for seat in range(4):
        played[seat] = 0
    last = dealer
    count = 0
    opened = 0
    for _ in range(MAX_TRIED):
        played[last] += 1
        seats[count] = last
        count += 1
        if count == total:
            return True
        found = next_turns(turns, played, last, players, options)
        if found:
            if opened + found > MAX_WAYS:
                return False
            for i in range(found - 1):
                way = ways[opened]
                for seat in range(4):
                    way[seat] = int(played[seat])
                way[4] = count
                way[5] = int(options[i])
                opened += 1
            last = int(options[found - 1])
            continue
        if not opened:
            return False
        opened -= 1
        way = ways[opened]
        for seat in range(4):
            played[seat] = int(way[seat])
        count = int(way[4])
        last = int(way[5])
    return False


@lean_kernel
def ends_right(plays: Any, row: int, seat: int, kind: int) -> bool:
    """Tell whether the result may follow a turn of ``seat`` that ends with such an event."""
    draw = int(plays[row, P_DRAW])
    discarder = int(plays[row, P_DISCARDER])
    wins = int(plays[row, P_WINS])
    if not wins and draw < 0:
        return True
    if discarder >= 0:
        return seat == discarder and kind != DRAW
    if wins:
        return seat == int(plays[row, P_WINNERS]) and kind == DRAW
    if draw == KYUUSHU:
        return kind == DRAW
    if draw == EXHAUSTIVE or draw == NAGASHI:
        return kind == DISCARD
    return draw == SUUKAN or kind != DRAW


@lean_kernel
def place_doras(
    plays: Any, row: int, steps: Any, count: int, out: Any, immediate: bool
) -> tuple[int, int]:
    """Copy steps to ``out`` with the indicators that kans turn.

    Returns:
        How many events stand in ``out``, and how many indicators are left.
    """
    doras = int(plays[row, P_DORAS])
    turned = 0
    due = 0  # how many kans wait for their indicator; the first one's time
    time = AFTER_DISCARD
    n = 0
    for i in range(count):
        kind = int(steps[i, E_KIND])
        is_kan = kind == ANKAN or kind == KAKAN or kind == DAIMINKAN
        if (kind == DISCARD or kind == RIICHI) and due > 0 and time == BEFORE_DISCARD:
            due = 0
            if turned < doras:
                tile = int(plays[row, P_DORA_TILES + turned])
                n = put_step(out, n, DORA, 255, tile, 255, _NO_TILES, 0)
                turned += 1
        for column in range(E_WIDTH):
            out[n, column] = int(steps[i, column])
        n += 1
        if due > 0 and (kind == DISCARD or is_kan):
            due = 0
            if turned < doras:
                tile = int(plays[row, P_DORA_TILES + turned])
                n = put_step(out, n, DORA, 255, tile, 255, _NO_TILES, 0)
                turned += 1
        if is_kan:
            due = 1
            time = int(plays[row, P_DAIMINKAN_TIME])
            if kind == ANKAN:
                time = int(plays[row, P_ANKAN_TIME])
            elif kind == KAKAN:
                time = int(plays[row, P_KAKAN_TIME])
            if immediate:
                time = IMMEDIATE
            # a kan that is robbed turns none
            if time == IMMEDIATE and i + 1 < count and int(steps[i + 1, E_KIND]) == DRAW:
                due = 0
                if turned < doras:
                    tile = int(plays[row, P_DORA_TILES + turned])
                    n = put_step(out, n, DORA, 255, tile, 255, _NO_TILES, 0)
                    turned += 1
    return n, doras - turned


@lean_kernel
def put_result(plays: Any, row: int, steps: Any, n: int, tile: int) -> int:
    """Write the events of the result and return the next number."""
    for w in range(int(plays[row, P_WINS])):
        winner = int(plays[row, P_WINNERS + 2 * w])
        payer = int(plays[row, P_WINNERS + 2 * w + 1])
        n = put_step(steps, n, WIN, winner, tile, payer, _NO_TILES, w)
    draw = int(plays[row, P_DRAW])
    if draw >= 0:
        seat = int(steps[n - 1, E_SEAT]) if draw == KYUUSHU else 255
        n = put_step(steps, n, RYUUKYOKU, seat, 255, 255, _NO_TILES, 0)
    return n


@lean_kernel
def play_round(
    plays: Any, row: int, turns: Any, seats: Any, played: Any, total: int, steps: Any, out: Any
) -> int:
    """Write the events of all turns in their order, deposits behind their discards."""
    for seat in range(4):
        played[seat] = 0
    lost = int(plays[row, P_DISCARDER]) >= 0 or int(plays[row, P_DRAW]) == SANCHAHOU
    lost = lost or (not int(plays[row, P_WINS]) and int(plays[row, P_DRAW]) < 0)
    declared = -1
    n = 0
    for i in range(total):
        seat = int(seats[i])
        turn = turns[seat, int(played[seat])]
        played[seat] += 1
        first = int(turn[T_FIRST])
        size = int(turn[T_STEPS])
        for step in range(first, first + size):
            for column in range(E_WIDTH):
                out[n, column] = int(steps[step, column])
            n += 1
            kind = int(steps[step, E_KIND])
            if kind == RIICHI:
                declared = seat
            elif kind == DISCARD and declared >= 0:
                if i + 1 < total or not lost:
                    n = put_step(out, n, RIICHI_ACCEPTED, declared, 255, 255, _NO_TILES, 0)
                declared = -1
    return n


@lean_kernel
def read_play(
    codes: Any,
    first: int,
    sizes: Any,
    plays: Any,
    row: int,
    calls: Any,
    steps: Any,
    ordered: Any,
    turns: Any,
    seats: Any,
    small: Any,
    ways: Any,
    result: Any,
) -> int:
    """Write the events of a round into ``steps``; return how many, -1 for one that is odd."""
    players = int(plays[row, P_PLAYERS])
    dealer = int(plays[row, P_DEALER])
    n = 0
    total = 0
    for seat in range(players):
        n, count = read_turns(
            codes, first, sizes, row, seat, players, int(plays[row, P_MARKS]), calls, steps, n,
            turns[seat], small,
        )  # fmt: skip
        if n < 0:
            return -1
        for k in range(3):
            first += int(sizes[row, 3 * seat + k])
        total += count
    if int(turns[dealer, 0, T_CLAIM]) != BY_DRAW:
        return -1
    if not find_order(turns, dealer, players, total, seats, small, ways):
        return -1
    n = play_round(plays, row, turns, seats, small, total, steps, ordered)
    last = n - 1
    if int(ordered[last, E_KIND]) == RIICHI_ACCEPTED:
        last -= 1
    if not ends_right(plays, row, int(seats[total - 1]), int(ordered[last, E_KIND])):
        return -1
    result[row, O_TILE] = int(ordered[n - 1, E_TILE])
    riichi = 0
    for i in range(n):
        if int(ordered[i, E_KIND]) == RIICHI:
            riichi |= 1 << int(ordered[i, E_SEAT])
    result[row, O_RIICHI] = riichi
    n = put_result(plays, row, ordered, n, int(ordered[n - 1, E_TILE]))
    if not int(plays[row, P_DORAS]):
        for i in range(n):
            for column in range(E_WIDTH):
                steps[i, column] = int(ordered[i, column])
        return n
    count, left = place_doras(plays, row, ordered, n, steps, False)
    if left:
        count, left = place_doras(plays, row, ordered, n, steps, True)
    return -1 if left else count


@lean_kernel
def read_plays(
    codes: Any,
    sizes: Any,
    plays: Any,
    calls: Any,
    kind: Any,
    seat: Any,
    tile: Any,
    from_seat: Any,
    used: Any,
    aux: Any,
    result: Any,
    steps: Any,
    ordered: Any,
    turns: Any,
    seats: Any,
    small: Any,
    ways: Any,
) -> int:
    """Read all rounds.

    Args:
        codes: int32, the lists of all rounds, one behind the other.
        sizes: int32[R, 12], how long they are.
        plays: int32[R, P_WIDTH], what else is known of each round.
        calls: int64[C, 5], the table of calls.
        kind, seat, tile, from_seat, used, aux: Event columns to be filled.
        result: int32[R, O_WIDTH], filled.
        steps, ordered: int64[MAX_STEPS, E_WIDTH], scratch.
        turns: int64[4, MAX_ITEMS + 1, T_WIDTH]. seats: int64[4 * MAX_ITEMS].
        small: int64[256]. ways: int64[MAX_WAYS + 1, 6].

    Returns:
        The number of events.
    """
    first = 0
    n = 0
    for row in range(len(sizes)):
        count = read_play(
            codes, first, sizes, plays, row, calls, steps, ordered, turns, seats, small, ways,
            result,
        )  # fmt: skip
        for k in range(12):
            first += int(sizes[row, k])
        result[row, O_FIRST] = n
        result[row, O_ODD] = 1 if count < 0 else 0
        for i in range(count):
            kind[n] = int(steps[i, E_KIND])
            seat[n] = int(steps[i, E_SEAT])
            tile[n] = int(steps[i, E_TILE])
            from_seat[n] = int(steps[i, E_FROM])
            used[n] = int(steps[i, E_USED])
            aux[n] = int(steps[i, E_AUX])
            n += 1
        result[row, O_COUNT] = n - int(result[row, O_FIRST])
    return n
