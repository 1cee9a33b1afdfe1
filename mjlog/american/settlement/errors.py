"""What follows from a mahjong in error: the state machine of the rule book."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from ..rules.model import AmericanRules
from .payments import Payment, all_disturbed, sole_survivor, wrecked_wall

__all__ = ["ErrorOutcome", "mahjong_in_error"]


@dataclass(frozen=True, slots=True)
class ErrorOutcome:
    """What follows from a mahjong in error.

    Attributes:
        kind: ``retract``: nothing happened; ``exposure``: the group stays as an exposure and the
            declarer discards; ``dead``: the hands in :attr:`dead` are dead and the others play
            on without a discard; ``end``: the hand is over.
        dead: Persons whose hands are dead now.
        turn: Whose turn it is, None at the end.
        payment: What is paid at the end, else None.
    """

    kind: Literal["retract", "exposure", "dead", "end"]
    dead: tuple[str, ...] = ()
    turn: str | None = None
    payment: Payment | None = None


def mahjong_in_error(
    order: Sequence[str],
    declarer: str,
    value: int,
    rules: AmericanRules,
    *,
    shown: str = "all",
    claimed: bool = False,
    out: Collection[str] = (),
    wrecker: str | None = None,
    lowest: int | None = None,
) -> ErrorOutcome:
    """Return what follows from a mahjong in error, by who is still intact.

    Args:
        order: The persons in turn order.
        declarer: Who declared in error (the last one, if several did).
        value: Points of the line that the declarer attempted.
        rules: The profile in force.
        shown: ``none``, ``group`` (the claimed tile and its group) or ``all``.
        claimed: Whether the tile was a discard and the group may stand as an exposure.
        out: Other persons whose hands are dead, or who threw them in.
        wrecker: Who wrecked the wall, if anybody.
        lowest: Lowest value of the card.

    Source: Mah Jongg Made Easy 2024; seed text SD-23.
    """
    others = [p for p in order if p != declarer]
    intact = [p for p in others if p not in out and p != wrecker]
    if wrecker is not None:
        if wrecker == declarer:
            intact = [p for p in others if p not in out]
        paid = wrecked_wall(order, wrecker, intact, lowest or 0, rules)
        return ErrorOutcome("end", payment=paid)
    if shown == "none" and len(intact) == len(others):
        return ErrorOutcome("retract", turn=declarer)
    if shown == "group" and claimed and rules.error_becomes_exposure:
        return ErrorOutcome("exposure", turn=declarer)
    if len(intact) > 1:
        dead = tuple(p for p in order if p == declarer or p in out)
        return ErrorOutcome("dead", dead, _next(order, declarer, intact))
    if len(intact) == 1:
        paid = sole_survivor(order, declarer, intact[0], value, rules)
    else:
        paid = all_disturbed(order, declarer, lowest, rules)
    return ErrorOutcome("end", tuple(p for p in order if p not in intact), None, paid)


def _next(order: Sequence[str], person: str, alive: Collection[str]) -> str:
    at = order.index(person)
    turns = [*order[at + 1 :], *order[:at]]
    return next(p for p in turns if p in alive)
