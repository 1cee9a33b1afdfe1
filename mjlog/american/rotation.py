"""Who is East, and who sits where: the three ways in which seats go round.

After every hand, won or not, the deal moves to the player on the right. What happens after a
round differs: the League's pivot, the table of sixteen hands of the seed text, or nothing that
a record could be held to (``free``).

>>> from .rules import load_american_rules
>>> seating = first_seating("ABCD", load_american_rules("american-seed"))
>>> easts = []
>>> while seating is not None:
...     easts.append(seating.east)
...     seating = seating.after()
>>> "".join(easts)
'ABCDBADCCDBADCAB'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from .rules.model import AmericanRules

__all__ = ["SEED_TABLE", "WINDS", "Seating", "first_seating", "order_of"]

WINDS: Final = "ESWN"
#: Round → who sits East, South, West, North in its first hand; persons by their place in the
#: first round. Source: seed text SD-05; a column is a seat, a letter is a person.
SEED_TABLE: Final = ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1))


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of one hand.

    Attributes:
        first: The persons of the first hand of the game, East first.
        ring: The persons of the first hand of the round, East first, each to the right of the
            one before.
        round: 0-based round. hand: 0-based hand of the round.
        rules: The profile in force.
    """

    first: tuple[str, ...]
    ring: tuple[str, ...]
    round: int
    hand: int
    rules: AmericanRules

    @property
    def order(self) -> tuple[str, ...]:
        """The persons of this hand in turn order, East first."""
        at = self.hand % len(self.ring)
        return (*self.ring[at:], *self.ring[:at])

    @property
    def east(self) -> str:
        """Who is East."""
        return self.order[0]

    @property
    def seats(self) -> dict[str, str]:
        """Person → wind, in the order of the first hand of the game."""
        winds = dict(zip(self.order, WINDS, strict=False))
        return {person: winds[person] for person in self.first}

    def after(self, *, void: bool = False) -> Seating | None:
        """Return the seats of the next hand; None when the game is over.

        Args:
            void: Whether this hand was thrown in and is dealt again.
        """
        if void and self.rules.void_hand_east == "stays":
            return self
        if self.hand + 1 < self.rules.hands_per_round:
            return replace(self, hand=self.hand + 1)
        if self.rules.rounds and self.round + 1 >= self.rules.rounds:
            return None
        return replace(self, ring=self._next_ring(), round=self.round + 1, hand=0)

    def with_order(self, order: Sequence[str]) -> Seating:
        """Return this hand with other persons on the seats, East first."""
        at = self.hand % len(order)
        return replace(self, ring=(*order[len(order) - at :], *order[: len(order) - at]))

    def _next_ring(self) -> tuple[str, ...]:
        rules = self.rules
        if rules.rotation == "seed16" and len(self.first) == len(SEED_TABLE):
            row = SEED_TABLE[(self.round + 1) % len(SEED_TABLE)]
            return tuple(self.first[place] for place in row)
        if rules.rotation == "pivot":
            east, right, *others = self.ring
            # east changes places with the player on the right and is East again
            return (east, *others, right)
        at = rules.hands_per_round % len(self.ring)
        return (*self.ring[at:], *self.ring[:at])


def first_seating(order: Iterable[str], rules: AmericanRules) -> Seating:
    """Return the seats of the first hand of a game; ``order`` is East, South, West, North."""
    persons = tuple(order)
    return Seating(persons, persons, 0, 0, rules)


def order_of(seats: Mapping[str, str]) -> tuple[str, ...]:
    """Return the persons of recorded seats in turn order, East first.

    >>> order_of({"A": "N", "B": "E", "C": "S", "D": "W"})
    ('B', 'C', 'D', 'A')
    """
    return tuple(sorted(seats, key=lambda person: WINDS.index(seats[person])))
