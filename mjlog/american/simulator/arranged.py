"""Hands that are arranged now and then because chance alone hardly ever brings them.

East is dealt a complete hand (Heavenly Hand), or gets the last three tiles of one with the last
pass of the first Charleston (Earthly Hand).
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

from ..model import Pass
from ..rulings.charleston import leg_order
from ..tiles import JOKER
from .plan import Plan, arrange

if TYPE_CHECKING:
    from ..model import Courtesy
    from .table import HandPlay

__all__ = ["CHANCE", "Earthly", "Heavenly", "arranged_hand", "complete_hand"]

#: Part of the hands that are arranged.
CHANCE: Final = 1 / 500


def arranged_hand(rng: Random) -> Plan | None:
    """Return the arrangement of a hand, None for nearly all."""
    chance = rng.random()
    if chance < CHANCE / 2:
        return Heavenly()
    return Earthly() if chance < CHANCE else None


def complete_hand(play: HandPlay) -> list[int]:
    """Return the fourteen tiles of a random concrete hand of the card, jokers where it needs."""
    table = play.card.table
    row = play.rng.randrange(len(table))
    tiles = table.tiles[row].tolist()
    supply = {kind: int(n) for kind, n in enumerate(play.supply) if n}
    counts: Counter[int] = Counter()
    found = []
    for tile in tiles:
        counts[tile] += 1
        found.append(tile if counts[tile] <= supply.get(tile, 0) else JOKER)
    return found


class Heavenly(Plan):
    """East is dealt a complete hand."""

    def wall(self, play: HandPlay, wall: list[int]) -> None:
        """Arrange East's tiles."""
        arrange(wall, len(play.state.order), {0: complete_hand(play)})


class Earthly(Plan):
    """East is complete when the Charleston has ended."""

    def __init__(self) -> None:
        self._last: list[int] = []

    def wall(self, play: HandPlay, wall: list[int]) -> None:
        """Arrange eleven tiles for East and three for the player who passes to East last."""
        if len(play.state.order) < 4 or not leg_order(play.rules.charleston):
            return
        tiles = complete_hand(play)
        naturals = [i for i, tile in enumerate(tiles) if tile != JOKER]
        chosen = set(play.rng.sample(naturals, 3))
        self._last = [tiles[i] for i in sorted(chosen)]
        rest = [tile for i, tile in enumerate(tiles) if i not in chosen]
        if not arrange(wall, 4, {0: rest, 1: self._last}, jokers=False):
            self._last = []
            return
        east, right = play.state.order[:2]
        play.bots[east].reserve = Counter(rest)
        play.bots[right].reserve = Counter(self._last)

    def unseen(self, play: HandPlay, leg: str, numbers: dict[str, int]) -> None:
        """Let everybody pass own tiles only."""
        if leg == "L1" and self._last:
            numbers.update(dict.fromkeys(numbers, 0))

    def passes(self, play: HandPlay, leg: str, events: list[Pass]) -> None:
        """Let East get the three tiles with the first left pass."""
        if leg == "L1" and self._last:
            right = play.state.order[1]
            play.bots[right].reserve.clear()
            for event in events:
                if event.p == right:
                    event.tiles = list(self._last)

    def second(self, play: HandPlay) -> bool | str | None:
        """Let East stop the second Charleston."""
        return play.state.east if self._last else False

    def courtesy(self, play: HandPlay, event: Courtesy) -> None:
        """Let East give nothing."""
        if self._last and play.state.east in event.pair:
            event.wish[play.state.east] = 0
            event.n, event.tiles = 0, {p: [] for p in event.pair}
