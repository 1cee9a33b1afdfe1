"""What a writer could not carry over into its format."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from mjlog.codes import CHOMBO_DRAW, DRAW_KINDS, INCIDENT_KINDS, UNKNOWN
from mjlog.errors import MjlogError

__all__ = ["Loss", "Losses", "refuse_unknown_payer", "refuse_void"]


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

    def add_incidents(self, kinds: Iterable[int]) -> None:
        """Count errors at the table and what followed from them, by kind of incident."""
        for kind in kinds:
            self.add("incidents", f"{INCIDENT_KINDS[kind]} at the table has no place")

    def update(self, other: Losses) -> None:
        """Count the losses of another game, which has been written."""
        for key, count in other.counts.items():
            self.counts[key] = self.counts.get(key, 0) + count

    def rows(self) -> list[Loss]:
        """Return all losses."""
        return [Loss(*key, count) for key, count in self.counts.items()]


def refuse_void(kind: int, what: str, *, label: str = "") -> None:
    """Refuse a round that people declared void: written as any other draw it would be one.

    So is a draw of an unknown kind.

    Args:
        kind: The kind of draw. what: The record, ``an mjlog record``.
        label: Name of the round, if the writer knows it.

    Raises:
        MjlogError: The round is void.
    """
    if kind >= CHOMBO_DRAW:
        known = kind < len(DRAW_KINDS)
        name = f"a void round ({DRAW_KINDS[kind]})" if known else "a draw of an unknown kind"
        place = f"{label}: " if label else ""
        raise MjlogError(f"{place}{name} is none that {what} can hold")


def refuse_unknown_payer(from_seat: int, what: str, *, label: str = "") -> None:
    """Refuse a win of which the payer is not known: any that is written would be another win.

    Args:
        from_seat: Who paid. what: The record, ``an mjlog record``.
        label: Name of the round, if the writer knows it.

    Raises:
        MjlogError: It is not known.
    """
    if from_seat == UNKNOWN:
        place = f"{label}: " if label else ""
        raise MjlogError(f"{place}a win with an unknown payer is none that {what} can hold")
