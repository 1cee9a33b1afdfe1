"""Who pays whom: wins, liability, noten payments and nagashi mangan.

Every kernel *adds* to ``out``, int64[4] points by seat (seat 3 stays 0 in three-player
games), so that several wins or several nagashi on one round add up. ``row`` is a ruleset as
integers (:mod:`mjlog.rules.columns`). Seats are 0–3, ``-1`` means nobody.
"""

from __future__ import annotations

from typing import Any

from ..rules.columns import (
    HONBA_MULTI_RON,
    HONBA_TOTAL,
    NAGASHI_COLLECTS,
    NOTEN_PAYMENT,
    NOTEN_POOL,
    PAO_HONBA,
    PAO_TSUMO_HONBA,
    PLAYERS,
    RIICHI_BET,
    TSUMO_LOSS,
)
from .jit import lean_kernel

__all__ = [
    "add_honba",
    "add_nagashi",
    "add_noten",
    "add_win",
    "clear",
    "honba_payer",
    "is_head_winner",
    "paid_honba",
    "ron_points",
    "round_up",
    "tsumo_shares",
    "win_points",
]

MANGAN_BASE = 2000


@lean_kernel
def clear(out: Any) -> None:
    """Set the four seats of ``out`` to 0."""
    for seat in range(4):
        out[seat] = 0


@lean_kernel
def round_up(points: int) -> int:
    """Return ``points`` rounded up to a full hundred."""
    return (points + 99) // 100 * 100


@lean_kernel
def splits_north(row: Any) -> bool:
    """Tell whether the absent fourth player's share of a tsumo is split over the others."""
    return int(row[PLAYERS]) == 3 and int(row[TSUMO_LOSS]) == 1


@lean_kernel
def win_points(base: int, dealer_wins: bool, tsumo: bool, row: Any) -> int:
    """Return what a hand of ``base`` points (fu × 2^(2 + han), or its limit) collects.

    Honba and deposits are not in it. A tsumo is rounded per payer; in three-player games
    the share of the absent player is lost, or split over the others and rounded up again.
    """
    if not tsumo:
        return round_up(base * (6 if dealer_wins else 4))
    others = int(row[PLAYERS]) - 1
    child = round_up(2 * base) if dealer_wins else round_up(base)
    top = child if dealer_wins else round_up(2 * base)
    extra = round_up(child // 2) if splits_north(row) else 0
    return top + extra + (child + extra) * (others - 1)


@lean_kernel
def ron_points(points: int, dealer_wins: bool, row: Any) -> int:
    """Return what a hand would collect by ron that collects ``points`` by tsumo.

    The two differ by the rounding of each payer's share, below a mangan only.
    """
    for han in range(1, 5):
        for tens in range(1, 12):
            fu = 10 * tens if tens > 1 else 25
            if fu == 25 and han == 1:  # seven pairs are two han
                continue
            base = fu << (2 + han)
            if base < MANGAN_BASE and win_points(base, dealer_wins, True, row) == points:
                return win_points(base, dealer_wins, False, row)
    return points


@lean_kernel
def tsumo_shares(points: int, dealer_wins: bool, row: Any) -> tuple[int, int]:
    """Return (share of a child, share of the dealer) of a tsumo that collects ``points``.

    The inverse of :func:`win_points`. The dealer's share is ``0`` when the dealer wins. A
    total that no hand can have still adds up as far as hundreds allow.
    """
    hundreds = points // 100
    players = int(row[PLAYERS])
    if splits_north(row):
        if dealer_wins:
            return points // 2, 0
        child = (hundreds + 1) // 4
        child += (child + 1) // 2
        return child * 100, points - child * 100
    if dealer_wins:
        return points // (players - 1), 0
    child = -(-points // (100 * players)) * 100
    return child, points - child * (players - 2)


@lean_kernel
def is_head_winner(seat: int, other: int, from_seat: int, players: int) -> bool:
    """Tell whether ``seat`` comes before ``other`` in turn order after ``from_seat``."""
    turn = (players + seat - from_seat) % players
    return turn < (players + other - from_seat) % players


@lean_kernel
def paid_honba(honba: int, head: bool, row: Any) -> int:
    """Return how many counters a winner is paid: all for the head of a multiple ron."""
    return honba if head or int(row[HONBA_MULTI_RON]) == 1 else 0


@lean_kernel
def add_win(
    out: Any,
    points: int,
    liable_points: int,
    liable: int,
    seat: int,
    from_seat: int,
    dealer: int,
    honba: int,
    deposits: int,
    row: Any,
) -> None:
    """Add the payments of one win to ``out``.

    Args:
        out: int64[4], points by seat.
        points: Value of the hand, without honba and deposits.
        liable_points: Part of ``points`` that falls under liability (all of it when the
            liable player answers for the whole hand or fed the kan of a rinshan).
        liable: Liable seat, -1 nobody.
        seat: Winner.
        from_seat: Who pays a ron; the winner on tsumo.
        dealer: Seat of the dealer.
        honba: Counters that this winner is paid for (:func:`paid_honba`).
        deposits: Riichi sticks that this winner collects.
        row: Ruleset.

    On tsumo the liable player pays the liable part alone, and the honba unless
    ``pao_tsumo_honba`` shares it; on ron half of the liable part, and the honba as
    ``pao_honba`` says. A liable discarder pays all.
    """
    players = int(row[PLAYERS])
    if liable_points <= 0 or liable < 0 or liable == seat or liable >= players:
        liable_points = 0
        liable = -1
    gain = points
    if seat == from_seat:
        child, top = tsumo_shares(points - liable_points, seat == dealer, row)
        gain = liable_points
        for payer in range(players):
            if payer != seat:
                share = top if payer == dealer else child
                out[payer] -= share
                gain += share
        if liable >= 0:
            out[liable] -= liable_points
    else:
        half = 0
        if liable >= 0 and liable != from_seat:
            half = liable_points // 2
            out[liable] -= half
        out[from_seat] -= points - half
    out[seat] += gain + deposits * int(row[RIICHI_BET])
    payer = honba_payer(liable, seat, from_seat, row)
    add_honba(out, honba * int(row[HONBA_TOTAL]), payer, seat, row)


@lean_kernel
def honba_payer(liable: int, seat: int, from_seat: int, row: Any) -> int:
    """Return who alone pays the honba of a win, -1 when all share it (an ordinary tsumo)."""
    if seat == from_seat:
        return liable if int(row[PAO_TSUMO_HONBA]) == 0 else -1
    return liable if liable >= 0 and int(row[PAO_HONBA]) == 0 else from_seat


@lean_kernel
def add_honba(out: Any, value: int, payer: int, seat: int, row: Any) -> None:
    """Add counters worth ``value`` points, paid by ``payer`` or (-1) by all but ``seat``."""
    players = int(row[PLAYERS])
    if payer >= 0:
        out[payer] -= value
        out[seat] += value
        return
    share = value // (players - 1)
    for other in range(players):
        if other != seat:
            out[other] -= share
            out[seat] += share


@lean_kernel
def add_noten(out: Any, tenpai: int, row: Any) -> None:
    """Add the noten payments of an exhaustive draw; ``tenpai`` is a mask of seats."""
    players = int(row[PLAYERS])
    count = 0
    for seat in range(players):
        count += tenpai >> seat & 1
    if count == 0 or count == players:
        return
    pool = int(row[NOTEN_POOL])
    if int(row[NOTEN_PAYMENT]) == 1:  # that to each tenpai player
        pool *= count
    for seat in range(players):
        if tenpai >> seat & 1:
            out[seat] += pool // count
        else:
            out[seat] -= pool // (players - count)


@lean_kernel
def add_nagashi(out: Any, seats: int, dealer: int, honba: int, deposits: int, row: Any) -> None:
    """Add the mangan payments of every player in the mask ``seats``.

    Honba and deposits are collected only when ``nagashi_collects`` says so, then by the
    first of them in turn order from the dealer.
    """
    players = int(row[PLAYERS])
    collects = int(row[NAGASHI_COLLECTS]) == 1
    for turn in range(players):
        seat = (dealer + turn) % players
        if seats >> seat & 1:
            points = win_points(MANGAN_BASE, seat == dealer, True, row)
            counters = honba if collects else 0
            sticks = deposits if collects else 0
            add_win(out, points, 0, -1, seat, seat, dealer, counters, sticks, row)
            collects = False
