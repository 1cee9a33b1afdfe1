"""What a reader of documents gathers of one game before it becomes columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from mjlog.errors import ParseError
from mjlog.model import GameInfo, Problem
from mjlog.rows import GameRows, RoundRows
from mjlog.rules import Rules

__all__ = ["GameRecord", "unreadable"]

Part = TypeVar("Part")


@dataclass(slots=True)
class GameRecord(Generic[Part]):
    """A game on its way.

    Attributes:
        info: Description. rules: Rules that it was read under.
        rounds: Its rounds, as its format's reader keeps them.
        scores, points: Final points, and placement points in tenths, by seat; None: not recorded.
        complete: Whether the record says that the game ended.
        problems: What was odd or inconsistent.
    """

    info: GameInfo
    rules: Rules
    rounds: list[Part] = field(default_factory=list)
    scores: list[int] | None = None
    points: list[int] | None = None
    complete: bool = False
    problems: list[Problem] = field(default_factory=list)

    def report(self, kind: str, place: str, message: str) -> None:
        """Note a problem of this game."""
        self.problems.append(Problem(self.info.source, place, kind, message, self.info.id))

    def rows(self, rounds: list[RoundRows]) -> GameRows:
        """Return the game with the rows of its ``rounds``."""
        final_scores, final_points = self.scores or (), self.points or ()
        return GameRows(self.info, self.rules, rounds, final_scores, final_points, self.complete)


def unreadable(error: ParseError, source: str) -> Problem:
    """Return the problem row of a record that cannot be read."""
    snippet = f" (at {error.snippet!r})" if error.snippet else ""
    return Problem(error.source or source, error.place, "unreadable", error.message + snippet)
