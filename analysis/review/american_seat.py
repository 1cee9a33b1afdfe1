"""A seat at an American table during a hand: what its player sees, in the words of a review."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from mjlog.american.card import FAR, Card, Exposure, Match
from mjlog.american.replay import HandReplay
from mjlog.american.state import PlayerState
from mjlog.american.tiles import format_tiles

from .american_sight import Look, Sight
from .american_words import say
from .model import Decision, Weight

__all__ = ["Seat", "some"]

#: So many lines or tiles are named.
NAMED = 8
#: From so many tiles away on a step back is grave.
NEAR = 2

Bytes = npt.NDArray[np.int8]
Facts = tuple[tuple[str, str], ...]


def some(names: Sequence[str], lang: str, *, number: int | None = None) -> str:
    """Return names in words; of many only the first ones, and how many more there are."""
    number = len(names) if number is None else number
    shown = names[:NAMED] if number > NAMED + 1 else names
    text = ", ".join(shown)
    return say("more", lang, text, number - len(shown)) if number > len(shown) else text


@dataclass
class Seat:
    """A player in a hand that is being replayed.

    Attributes:
        replay: The replay. person: Letter. card: The card as the replay knows it.
        lang: ``en`` or ``ja``.
        decisions: Decisions so far. acted: Event → the decision that it took.
        counts: What the summary counts.
    """

    replay: HandReplay
    person: str
    card: Card
    lang: str = "en"
    decisions: list[Decision] = field(default_factory=list)
    acted: dict[int, int] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def player(self) -> PlayerState:
        """The state of the player."""
        return self.replay.player(self.person)

    def decide(self, decision: Decision, *, by: int | None = None) -> None:
        """Add a decision; ``by`` is the event that took it."""
        if by is not None:
            self.acted[by] = len(self.decisions)
        self.decisions.append(decision)

    # --- what is seen

    def sight(self) -> Sight:
        """Return the hand as it stands."""
        return Sight(self.card, self.player.rack, self.player.shown, self.visible())

    def visible(self) -> Bytes:
        """Return what lies face up as counts, shape (39,)."""
        return self.replay.state.visible().astype(np.int8)

    def sight_with(
        self, used: Sequence[int], shown: Sequence[Exposure], *, gained: Sequence[int] = ()
    ) -> Sight:
        """Return the hand after tiles of the rack went to the table.

        Args:
            used: Tiles that leave the rack and lie face up then. shown: The exposures then.
            gained: Tiles that come to the rack from the table.
        """
        rack, visible = Counter(self.player.rack), self.visible()
        rack.subtract(used)
        rack.update(gained)
        for tile in used:
            visible[tile] += 1
        for tile in gained:
            visible[tile] -= 1
        tiles = [tile for tile, copies in rack.items() for _ in range(max(copies, 0))]
        return Sight(self.card, tiles, shown, visible)

    def melds(self) -> tuple[tuple[int, ...], ...]:
        """Return the exposures as a decision holds them."""
        return tuple(exposure.tiles for exposure in self.player.shown)

    def rack(self, drawn: int | None = None) -> tuple[int, ...]:
        """Return the rack in order, the tile just taken last."""
        tiles = sorted(self.player.rack)
        if drawn is not None and drawn in tiles:
            tiles.remove(drawn)
            tiles.append(drawn)
        return tuple(tiles)

    # --- in words

    def away(self, look: Look) -> str:
        """Return how far a hand is."""
        return say("none", self.lang) if look.away == FAR else str(look.away)

    def lines(self, look: Look) -> str:
        """Return the nearest lines."""
        return some(look.lines, self.lang, number=look.number)

    def facts(self, look: Look, *, live: bool = True) -> Facts:
        """Return how near a hand is as the facts of a choice; ``live``: with what helps."""
        found = [
            (say("away", self.lang), self.away(look)),
            (say("lines", self.lang), self.lines(look)),
        ]
        if live:
            helps = format_tiles(look.helps).split()
            found.append((say("helps", self.lang), " ".join(helps)))
            found.append((say("live", self.lang), str(look.live)))
        return tuple(found)

    def wins(self, matches: Sequence[Match]) -> str:
        """Return the lines that a hand wins with, the dearest first."""
        return some([f"{match.line.id} ({match.value})" for match in matches], self.lang)

    def farther(self, away: int, best: int) -> tuple[Weight, str]:
        """Return the weight of a choice by what it leaves and what the best one leaves."""
        if away <= best or best == FAR:
            return "none", ""
        weight: Weight = "much" if best <= NEAR else "some"
        if away == FAR:
            return weight, say("farther_none", self.lang, best)
        return weight, say("farther", self.lang, away, best)
