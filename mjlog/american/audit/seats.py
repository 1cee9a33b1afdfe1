"""Audit of who is East and who sits where, from hand to hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...findings import Finding
from ..model import AmericanGame, AmericanHand, Void
from ..replay import HandResult
from ..rotation import WINDS, Seating, first_seating, order_of
from ..rules.model import AmericanRules
from .codes import new_finding

__all__ = ["audit_seats", "seats_known"]


def audit_seats(
    game: AmericanGame, rules: AmericanRules, results: Sequence[HandResult]
) -> list[Finding]:
    """Return the findings on East and seats.

    Each hand is compared with what follows from the hand before. After a wrong one the next may
    follow from the recorded seats or from those that were due (the rule book lets the next game
    go on as it should have), so that one fault gives one finding. After hands that are missing
    the next one starts anew.

    Args:
        game: The game. rules: The profile in force. results: How each hand ended.
    """
    findings: list[Finding] = []
    due: list[Seating] = []
    before = 0
    for hand, result in zip(game.hands, results, strict=True):
        order = order_of(hand.seats)
        if not seats_known(hand):
            before = 0
            continue
        if hand.number not in (before, before + 1) or not before:
            due = [_start(game, hand, rules)]
        if rules.rotation == "free" and due and _ring(due[0].order) != _ring(order):
            due = [due[0].with_order(order)]  # people have changed seats
        found = _check(game, hand, order, due, rules)
        findings += found
        right = [seating for seating in due if seating.order == order]
        here = right[:1] or [s for seating in due[:1] for s in (seating, seating.with_order(order))]
        void = result.kind in ("void", "three_dead") and _redealt(hand)
        following = [seating.after(void=void) for seating in here]
        due = [seating for seating in following if seating is not None]
        before = hand.number
    return findings


def seats_known(hand: AmericanHand) -> bool:
    """Whether three or four persons sit on winds of their own."""
    winds = sorted(hand.seats.values())
    return winds in (sorted(WINDS), sorted(WINDS[:3]))


def _redealt(hand: AmericanHand) -> bool:
    """Whether a hand that was thrown in is dealt again."""
    return all(event.redeal for event in hand.events if isinstance(event, Void))


def _ring(order: Sequence[str]) -> tuple[str, ...]:
    """Return the circle of persons from the first letter on."""
    at = order.index(min(order))
    return (*order[at:], *order[:at])


def _start(game: AmericanGame, hand: AmericanHand, rules: AmericanRules) -> Seating:
    """Return the seats of a hand that no recorded one comes before."""
    played, number = divmod(hand.number - 1, rules.hands_per_round)
    order = order_of(hand.seats)
    if rules.rotation != "seed16" or hand.number == 1 or len(game.players) != len(order):
        if rules.rounds:
            played = min(played, rules.rounds - 1)
        # nothing is known of the seats before: they are taken as they are
        return Seating(order, order, played, number, rules).with_order(order)
    seating = first_seating(game.players, rules)
    for _ in range(hand.number - 1):
        seating = seating.after() or seating
    return seating


def _check(
    game: AmericanGame,
    hand: AmericanHand,
    order: tuple[str, ...],
    due: Sequence[Seating],
    rules: AmericanRules,
) -> list[Finding]:
    """Compare the seats of a hand with what may be due."""

    def finding(
        code: str, detail: str, recorded: Any, expected: Any, *parameters: str, person: bool = False
    ) -> list[Finding]:
        player = hand.east if person else None
        return [
            new_finding(
                game, code, hand, player=player, detail=detail, recorded=recorded,
                expected=expected, rules=rules, parameters=parameters,
            )
        ]  # fmt: skip

    if hand.east != order[0]:
        text = f"{hand.east} is called East and {order[0]} sits there"
        return finding("A-ROT-01", text, hand.east, order[0], person=True)
    if not due:
        number = rules.rounds * rules.hands_per_round
        text = f"the game is over after {rules.rounds} rounds of {rules.hands_per_round} hands"
        return finding("A-ROT-02", text, hand.number, number, "rounds", "hands_per_round")
    right = next((seating for seating in due if seating.order == order), None)
    if right is None and _ring(order) == _ring(due[0].order):
        text = f"{hand.east} is East, it is the turn of {due[0].east}"
        names = ("rotation", "hands_per_round")
        return finding("A-ROT-01", text, hand.east, due[0].east, *names, person=True)
    if right is None:
        text = f"East, South, West, North are {', '.join(order)}, due {', '.join(due[0].order)}"
        names = ("rotation", "hands_per_round")
        return finding("A-ROT-02", text, "".join(order), "".join(due[0].order), *names)
    if hand.round in (None, right.round + 1) or rules.rotation == "free":
        return []
    text = f"recorded as round {hand.round}, it is round {right.round + 1}"
    return finding("A-ROT-02", text, hand.round, right.round + 1, "hands_per_round")
