"""What a writer could not carry over into its format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["Loss", "Losses"]


class Loss(NamedTuple):
    """One kind of fact of one game that the written record does not hold as it was.

    Attributes:
        game_id: The game.
        what: Short name of the fact (``rules``, ``dice``, ``tsumogiri`` …).
        message: What was lost, and what was written instead.
        times: How often in the game.
    """

    game_id: str
    what: str
    message: str
    times: int


@dataclass(slots=True)
class Losses:
    """Counts losses, each kind of message once a game, in the order of first occurrence."""

    game_id: str = ""
    counts: dict[tuple[str, str, str], int] = field(default_factory=dict)

    def add(self, what: str, message: str) -> None:
        """Count a loss of the present game."""
        key = (self.game_id, what, message)
        self.counts[key] = self.counts.get(key, 0) + 1

    def rows(self) -> list[Loss]:
        """Return all losses."""
        return [Loss(*key, count) for key, count in self.counts.items()]
