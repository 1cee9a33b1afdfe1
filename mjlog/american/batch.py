"""American games on their way through the same machinery as all other records."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..model import Problem
from .model import AmericanGame

__all__ = ["AmericanBatch"]


@dataclass(slots=True)
class AmericanBatch:
    """Any number of American games, and what could not be read beside them.

    Attributes:
        games: In the order of reading.
        problems: Inputs that could not be read or contradict themselves.
    """

    games: list[AmericanGame] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.games)
