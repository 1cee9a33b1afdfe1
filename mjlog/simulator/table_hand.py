"""The hand of a table record in which somebody errs, and what the rules make of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..codes import (
    CHOMBO,
    CHOMBO_DRAW,
    DEAD_HAND,
    DISCARD,
    DRAW,
    RESTART,
    RIICHI_ACCEPTED,
    RON_BAN,
    RYUUKYOKU,
)
from ..engine.incident_payments import chombo_payment
from ..engine.incident_record import CALLS, Entry, RoundFacts, entries_of, facts_of
from ..engine.incident_verdicts import Due, verdict
from ..model import NO_TILES, GameInfo
from ..rows import GameRows, RoundRows, Row, batch_of_rows
from ..rules import Rules
from .record import Start

__all__ = ["Hand"]

#: Discards that come before an error, so that there is a table to look at.
_EARLY: Final = 6


@dataclass(slots=True)
class Hand:
    """A hand that was played, as it is going to be recorded.

    Attributes:
        rules: Ruleset.
        part: Its rows.
        start: How it started.
        following: How the next hand starts.
        penalties: Chombo that are taken off the final points, by seat.
    """

    rules: Rules
    part: RoundRows
    start: Start
    following: Start
    penalties: list[int] = field(default_factory=lambda: [0] * 4)

    # --- what happened
    def at(self, *kinds: int) -> list[int]:
        """Return the events of some kinds."""
        return [e for e, row in enumerate(self.part.events) if row["kind"] in kinds]

    def seat(self, event: int) -> int:
        """Return who acts in an event."""
        return int(self.part.events[event]["seat"])

    def quiet(self) -> list[int]:
        """Return the draws, some turns into the hand, that follow a discard nobody called."""
        rows = self.part.events
        calm = (DISCARD, RIICHI_ACCEPTED)
        return [e for e in self.at(DRAW)[4 + _EARLY :] if rows[e - 1]["kind"] in calm]

    def winners(self) -> list[int]:
        """Return who wins."""
        return [int(row["seat"]) for row in self.part.wins]

    def shows(self, seat: int) -> bool:
        """Tell whether a seat shows a hand in tenpai at a draw."""
        return any(row["shown"][seat] == 1 for row in self.part.draws)

    def calls(self, seat: int, event: int) -> bool:
        """Tell whether a seat calls from ``event`` on."""
        return any(e >= event and self.seat(e) == seat for e in self.at(*CALLS))

    def idle(self, event: int) -> Iterator[int]:
        """Yield the seats that do nothing from ``event`` on which a dead hand may not do."""
        for seat in range(self.rules.players):
            wins = seat in self.winners() or self.shows(seat)
            if not wins and not self.calls(seat, event):
                yield seat

    def other(self, *seats: int) -> int:
        """Return a seat that is none of ``seats``."""
        return next(s for s in range(self.rules.players) if s not in seats)

    # --- what is recorded
    def incident(
        self, kind: int, event: int, seat: int, *, by: int = 255, tiles: Sequence[int] = (),
        flag: int = -1, deltas: Sequence[int] = (), text: str = "",
    ) -> None:  # fmt: skip
        """Record an incident before ``event``."""
        row: Row = {"event": event, "kind": kind, "seat": seat, "by_seat": by, "flag": flag}
        packed = NO_TILES
        if tiles:
            packed = sum(code << 8 * i for i, code in enumerate([*tiles, *[255] * 4][:4]))
        row |= {"tiles": packed, "text": text}
        if deltas:
            row["deltas"] = [*deltas]
        self.part.incidents.append(row)

    def due(self) -> Due:
        """Return what the rules demand for the incident recorded last."""
        facts = self._facts()
        return verdict(facts, facts.entries[-1])

    def _facts(self) -> RoundFacts:
        batch = batch_of_rows([GameRows(GameInfo(id="x", source=""), self.rules, [self.part])])
        entries: list[Entry] = entries_of(batch)[0]
        return facts_of(batch, 0, entries)

    def settle(self, right: bool) -> bool:
        """Record the consequence of the last incident, or the wrong one.

        Instead of a consequence that is due nothing is recorded, and a dead hand instead of
        nothing. False where that cannot be told of anybody.
        """
        due = self.due()
        event = self.part.incidents[-1]["event"]
        if due.kind == "nothing" and not right:
            self.incident(DEAD_HAND, event, due.seat)
        elif due.kind == "redeal" and right:
            self.void(event, RESTART)
        elif right:
            self._carry_out(due, event)
        return due.seat >= 0

    def _carry_out(self, due: Due, event: int) -> None:
        if due.kind == "dead_hand":
            self.incident(DEAD_HAND, event, due.seat)
        elif due.kind == "ron_ban":
            self.incident(RON_BAN, event, due.seat, tiles=sorted(due.tiles))
        elif due.kind == "chombo":
            self.chombo(event, due.seat, is_void=due.is_void)

    def chombo(
        self, event: int, seat: int, *, is_void: bool = True, deltas: Sequence[int] = ()
    ) -> None:
        """Record a chombo, by default with the payment that the rules demand."""
        pays = list(deltas or chombo_payment(seat, self.start.dealer, self.rules))
        if is_void and self.rules.chombo_replay:
            self.void(event, CHOMBO_DRAW)
        at_table = self.rules.chombo == "mangan_payment" or bool(deltas)
        self.incident(CHOMBO, event, seat, deltas=pays if at_table else ())
        self.move(pays)
        self.penalties[seat] += 1

    def move(self, deltas: Sequence[int]) -> None:
        """Let points change hands before the next hand."""
        scores = self.following.scores
        for seat, change in enumerate(deltas):
            scores[seat] += change

    def void(self, event: int, kind: int) -> None:
        """End the hand before ``event``: it is played again, deposits go back."""
        end: dict[str, Any] = {
            "kind": RYUUKYOKU, "seat": 255, "tile": 255, "from_seat": 255, "used": NO_TILES,
            "aux": 0,
        }  # fmt: skip
        self.part.events = [*self.part.events[:event], end]
        self.part.wins = []
        self.part.draws = [{"event": event, "kind": kind}]
        self.following = replace(self.start, scores=list(self.start.scores))
