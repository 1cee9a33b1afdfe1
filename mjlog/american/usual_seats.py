"""Who sits where in a hand whose record does not say: the rotation of the rules goes on.

>>> from .model import AmericanGame, AmericanHand, CardRef
>>> game = AmericanGame("", "", "american-seed", CardRef(), dict.fromkeys("ABCD", ""))
>>> usual = UsualSeats(game)
>>> for number, east in enumerate("ABCDB", 1):
...     game.hands.append(AmericanHand(number, east, usual.next(east)))
>>> game.hands[-1].seats
{'B': 'E', 'A': 'S', 'D': 'W', 'C': 'N'}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .model import AmericanGame, AmericanHand, Void
from .rotation import SEED_TABLE, WINDS, Seating, first_seating, order_of
from .rules import DEFAULT_RULES, AmericanRules, load_american_rules, recorded_profile

__all__ = ["UsualSeats", "seated"]


class UsualSeats:
    """The seats that are due in the next hand of a game, asked as its hands are added.

    Args:
        game: The game. rules: Whose rotation goes on; default those that the record names.
    """

    def __init__(self, game: AmericanGame, rules: AmericanRules | None = None) -> None:
        self._game = game
        self._rules = rules
        self._due: Seating | None = None
        # the circle where nobody changes places, from the East of the hand before on
        self._plain: tuple[str, ...] = ()
        self._taken = 0

    def next(self, east: str) -> dict[str, str]:
        """Return the seats of the next hand by who is East in it.

        They are those that the rotation demands. Where East is somebody else, nobody has changed
        places: all seats turn to East. ``{}`` where East does not play.
        """
        players = tuple(self._game.players)
        if east not in players:
            return {}
        for hand in self._game.hands[self._taken :]:
            self._take(hand)
        if self._due is not None and self._due.east == east:
            return dict(zip(self._due.order, WINDS, strict=False))
        order = self._other_round(east) or _turned(self._plain or players, east)
        return dict(zip(order, WINDS, strict=False))

    def _other_round(self, east: str) -> tuple[str, ...] | None:
        """Return the seats of the round of sixteen hands that begins with this East."""
        due = self._due
        if due is None or due.hand or due.rules.rotation != "seed16":
            return None
        if len(due.first) != len(SEED_TABLE):
            return None
        rows = (tuple(due.first[place] for place in row) for row in SEED_TABLE)
        return next((row for row in rows if row[0] == east), None)

    def _take(self, hand: AmericanHand) -> None:
        """Follow a hand: the one after it comes next."""
        self._taken += 1
        order = order_of(hand.seats)
        here = self._due
        if sorted(order) != sorted(self._game.players) or hand.seats[order[0]] != WINDS[0]:
            self._due, self._plain = None, ()
            return
        if here is None:
            here = self._first(hand, order)
        told = here.order != order  # the record has its own seats
        if told:
            here = here.with_order(order)
        if told or hand.east not in self._plain[:2]:
            self._plain = order  # they have changed places, as East shows
        self._plain = _turned(self._plain, hand.east)
        voids = [event.redeal for event in hand.events if isinstance(event, Void)]
        self._due = here.after(void=bool(voids) and all(voids))

    def _first(self, hand: AmericanHand, order: tuple[str, ...]) -> Seating:
        """Return the seats of a hand that none comes before."""
        rules = self._profile()
        seating = first_seating(order, rules)
        if hand.number == 1:
            return seating
        if rules.rotation == "seed16" and len(order) == len(self._game.players):
            seating = first_seating(self._game.players, rules)
            for _ in range(hand.number - 1):
                seating = seating.after() or seating
            return seating
        played, number = divmod(hand.number - 1, rules.hands_per_round)
        return Seating(order, order, played, number, rules).with_order(order)

    def _profile(self) -> AmericanRules:
        if self._rules is None:
            self._rules = _rules_named(self._game.ruleset)
        return self._rules


def seated(game: AmericanGame, rules: AmericanRules) -> AmericanGame:
    """Return a game whose seats follow these rules in the hands that do not say who sits where."""
    if all(hand.seats_told for hand in game.hands) or _same_seats(game, rules):
        return game
    new = replace(game, hands=[])
    usual = UsualSeats(new, rules)
    for hand in game.hands:
        seats = hand.seats if hand.seats_told else usual.next(hand.east)
        new.hands.append(replace(hand, seats=seats))
    return new


def _same_seats(game: AmericanGame, rules: AmericanRules) -> bool:
    named = _rules_named(game.ruleset)
    keys = ("rotation", "hands_per_round", "rounds", "void_hand_east")
    return all(getattr(named, key) == getattr(rules, key) for key in keys)


def _rules_named(name: str | None) -> AmericanRules:
    """Return the profile that a record names, the usual one where it names none that is known."""
    return (recorded_profile(name) if name else None) or load_american_rules(DEFAULT_RULES)


def _turned(order: Sequence[str], east: str) -> tuple[str, ...]:
    """Return the persons in turn order from East on."""
    start = order.index(east) if east in order else 0
    return (*order[start:], *order[:start])
