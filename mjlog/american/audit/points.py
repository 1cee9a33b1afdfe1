"""Points of a tournament over the hands of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..model import AmericanGame, Settle
from ..settlement.payments import Payment

__all__ = ["Points", "plays_at_home"]


@dataclass(slots=True)
class Points:
    """What the hands of a game make, as far as the record tells.

    Attributes:
        known: Points of each person. unsure: Whose points depend on what is not recorded.
        complete: Whether every hand is known.
    """

    known: Counter[str] = field(default_factory=Counter)
    unsure: set[str] = field(default_factory=set)
    complete: bool = True

    def add(self, points: Mapping[str, int]) -> None:
        """Add the points of a hand as recorded."""
        for person, number in points.items():
            self.known[person] += number

    def add_due(self, scheme: Sequence[Payment], kind: str) -> None:
        """Add what the scheme gives for a hand; of several readings what they agree on."""
        if not scheme:
            self.complete &= kind in ("void", "unknown")
            return
        pays = [payment.pay for payment in scheme]
        self.add(pays[0])
        self.unsure |= {p for p in pays[0] if len({pay.get(p) for pay in pays}) > 1}


def plays_at_home(game: AmericanGame) -> bool:
    """Whether the hands of a tournament are paid as at home and its points counted beside.

    The points of a tournament do not cancel, those of play at home do.
    """
    if game.tournament is None:
        return False
    pays = [e.pay for hand in game.hands for e in hand.events if isinstance(e, Settle) and e.pay]
    full = all(len(pay) == len(game.players) and not sum(pay.values()) for pay in pays)
    return full and any(any(pay.values()) for pay in pays)
