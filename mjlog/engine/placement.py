"""Final scores, places and placement points (uma, oka, rounding, ties)."""

from __future__ import annotations

from typing import Any, Final

from ..rules.columns import (
    LEFTOVER_DEPOSIT,
    PLAYERS,
    POINT_ROUNDING,
    RETURN_POINTS,
    RIICHI_BET,
    START_POINTS,
    UMA_TIE,
)
from .flow import leader
from .jit import lean_kernel

__all__ = ["add_leftover", "final_points", "places"]

_LEFTOVER_VOID: Final = 1
_LEFTOVER_SHARE: Final = 2
_ROUNDING_NONE: Final = 0
_ROUNDING_HALF_AWAY: Final = 1
_ROUNDING_HALF_UP: Final = 3


@lean_kernel
def add_leftover(scores: Any, deposits: int, row: Any) -> None:
    """Add the sticks left on the table to ``scores``, int64[4], as ``leftover_deposit`` says.

    ``top``: to the leader (of equal players the earlier seat); ``share``: equally to all who
    share the lead, what is left over hundreds to the earlier seat; ``void``: to nobody.
    """
    mode = int(row[LEFTOVER_DEPOSIT])
    if deposits <= 0 or mode == _LEFTOVER_VOID:
        return
    players = int(row[PLAYERS])
    points = deposits * int(row[RIICHI_BET])
    top = leader(scores, players)
    if mode == _LEFTOVER_SHARE:
        best = int(scores[top])
        count = 0
        for seat in range(players):
            count += int(scores[seat]) == best
        share = points // (100 * count) * 100
        for seat in range(players):
            if seat != top and int(scores[seat]) == best:
                scores[seat] += share
                points -= share
    scores[top] += points


@lean_kernel
def places(out: Any, scores: Any, players: int) -> None:
    """Fill ``out`` with the place of each seat, 0 = first; equal players by seat."""
    for seat in range(players):
        place = 0
        for other in range(players):
            if int(scores[other]) > int(scores[seat]) or (
                int(scores[other]) == int(scores[seat]) and other < seat
            ):
                place += 1
        out[seat] = place


@lean_kernel
def rounded_score(score: int, mode: int) -> int:
    """Return a raw score in tenths of a thousand, rounded to whole thousands as ``mode`` says.

    ``half_away``: halves away from zero; ``gosha_rokunyu``: 500 down, 600 up (by magnitude);
    ``half_up``: halves to the larger number.
    """
    if mode == _ROUNDING_NONE:
        return score // 100
    if mode == _ROUNDING_HALF_UP:
        return (score + 500) // 1000 * 10
    size = abs(score)
    whole = (size + (500 if mode == _ROUNDING_HALF_AWAY else 400)) // 1000
    return whole * 10 if score >= 0 else -whole * 10


@lean_kernel
def final_points(out: Any, scores: Any, uma: Any, row: Any) -> None:
    """Fill ``out`` (int64[4]) with the placement points of a game, in tenths.

    Args:
        out: Result by seat; absent seats are 0.
        scores: Final scores by seat.
        uma: int32[5, 4] from :func:`mjlog.rules.columns.uma_table`.
        row: Ruleset.

    A player gets (score − return points) / 1000 and the uma of the place, the first place
    the oka as well. With rounding, the first place gets what makes the sum 0. With
    ``uma_tie`` share equal players share uma and oka.
    """
    players = int(row[PLAYERS])
    back = int(row[RETURN_POINTS])
    mode = int(row[POINT_ROUNDING])
    oka = (back - int(row[START_POINTS])) // 100 * players
    share = int(row[UMA_TIE]) == 1
    floaters = 0
    for seat in range(players):
        floaters += int(scores[seat]) >= back
    others = 0
    firsts = 0
    top = leader(scores, players)
    for seat in range(4):
        out[seat] = 0
    for seat in range(players):
        better = earlier = equal = 0
        for other in range(players):
            if int(scores[other]) > int(scores[seat]):
                better += 1
            elif int(scores[other]) == int(scores[seat]):
                equal += 1
                earlier += other < seat
        bonus = 0
        if share:
            for place in range(better, better + equal):
                bonus += int(uma[floaters, place]) + (oka if place == 0 else 0)
            bonus = (2 * bonus + equal) // (2 * equal)
        else:
            place = better + earlier
            bonus = int(uma[floaters, place]) + (oka if place == 0 else 0)
        out[seat] = rounded_score(int(scores[seat]), mode) - back // 100 + bonus
        if (share and better == 0) or seat == top:
            firsts += 1
        else:
            others += int(out[seat])
    if mode != _ROUNDING_NONE:
        for seat in range(players):
            if seat == top or (share and int(scores[seat]) == int(scores[top])):
                out[seat] = -others // firsts
