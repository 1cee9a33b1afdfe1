"""Plans: what is arranged in a hand beforehand, or done in it that the bots would not do.

The play asks the plan of a hand at its stages; :class:`Plan` does nothing. Arrangements of
walls, so that somebody is dealt certain tiles, are made here as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..rulings.tileset import deal_order
from ..tiles import JOKER

if TYPE_CHECKING:
    from ..model import Claim, Courtesy, Discard, Event, Mahjong, Pass, Settle
    from .table import HandPlay

__all__ = ["Plan", "arrange"]


class Plan:
    """A plan that changes nothing; the others override what they need.

    Methods return whether the plan has done something itself, so that the play does not do
    what it was about to do.
    """

    #: Whether the fault that it plants, if it plants one, is in the hand.
    done = False

    def wall(self, play: HandPlay, wall: list[int]) -> None:
        """Change the wall before the deal."""

    def deal(self, play: HandPlay, racks: dict[str, list[int]]) -> bool:
        """Change the tiles of the deal; True ends the hand with what the plan did."""
        return False

    def dealt(self, play: HandPlay) -> bool:
        """Act before the Charleston; True ends the hand."""
        return False

    def leg(self, play: HandPlay, leg: str) -> bool:
        """Act before a leg of the Charleston; True leaves it out."""
        return False

    def unseen(self, play: HandPlay, leg: str, numbers: dict[str, int]) -> None:
        """Change how many tiles the players forward unseen in the last leg of a Charleston."""

    def passes(self, play: HandPlay, leg: str, events: list[Pass]) -> None:
        """Change the passes of a leg."""

    def second(self, play: HandPlay) -> bool | str | None:
        """Say who stops the second Charleston, None nobody; False leaves it to the bots.

        True says that the plan has played it.
        """
        return False

    def courtesy(self, play: HandPlay, event: Courtesy) -> None:
        """Change a courtesy pass."""

    def opening(self, play: HandPlay) -> bool:
        """Act before East's first discard; True ends the hand."""
        return False

    def draw(self, play: HandPlay, person: str) -> bool:
        """Act when a player is about to draw; True if somebody has the turn now."""
        return False

    def turn(self, play: HandPlay, person: str) -> bool:
        """Act when a player holds the fourteenth tile; True ends the hand."""
        return False

    def discard(self, play: HandPlay, event: Discard) -> None:
        """Change a discard."""

    def discarded(self, play: HandPlay) -> bool:
        """Act on the live discard; True if somebody has the turn now, or has declared mahjong."""
        return False

    def claim(self, play: HandPlay, event: Claim) -> None:
        """Change a claim for an exposure, or act before it."""

    def exposed(self, play: HandPlay, person: str) -> None:
        """Act after an exposure was laid down."""

    def sleeps(self, play: HandPlay, person: str) -> bool:
        """Whether a player misses that the live discard wins."""
        return False

    def dead(self, play: HandPlay, events: list[Event]) -> None:
        """Change how a hand is challenged and declared dead."""

    def mahjong(self, play: HandPlay, event: Mahjong) -> None:
        """Change a declaration."""

    def settle(self, play: HandPlay, event: Settle) -> None:
        """Change the points of the hand; the payment is in ``play.payment``."""

    def record(self, play: HandPlay) -> None:
        """Change the record of the finished hand."""


def arrange(
    wall: list[int], players: int, wanted: Mapping[int, Sequence[int]], *, jokers: bool = True
) -> bool:
    """Change a wall so that players are dealt certain tiles; return whether the set has them.

    Args:
        wall: The wall, changed in place by swaps.
        players: Number of players.
        wanted: Player (0 is East) → tiles among those dealt to the player.
        jokers: Whether they may be dealt jokers besides.
    """
    order = deal_order(players)
    fixed: set[int] = set()
    for player, tiles in wanted.items():
        places = [i for i, p in enumerate(order) if p == player and i not in fixed]
        for tile in tiles:
            have = next((i for i in places if wall[i] == tile and i not in fixed), None)
            if have is None:
                have = next((i for i in places if i not in fixed), None)
                source = next((i for i, t in enumerate(wall) if t == tile and i not in fixed), None)
                if have is None or source is None:
                    return False
                wall[have], wall[source] = wall[source], wall[have]
            fixed.add(have)
    if not jokers:
        _without_jokers(wall, order, set(wanted), fixed)
    return True


def _without_jokers(wall: list[int], order: list[int], players: set[int], fixed: set[int]) -> None:
    """Change jokers that are dealt to players for the first other tiles behind the deal."""
    others = (i for i in range(len(order), len(wall)) if wall[i] != JOKER)
    for place, player in enumerate(order):
        if player in players and place not in fixed and wall[place] == JOKER:
            other = next(others)
            wall[place], wall[other] = wall[other], wall[place]
