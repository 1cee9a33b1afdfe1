"""One wall: what lies where, and the walls of a game made from its seed.

>>> import random
>>> wall = wall_for_round(make_seed(random.Random(1)), 0)
>>> len(wall.live), len(wall.hands(0)[0]), len(wall.replacements)
(70, 13, 4)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..engine import wall_check as wc
from ..engine.wall_seed import WordStream, make_seed, parse_seed

__all__ = ["WALL_SIZE", "Wall", "make_seed", "wall_for_round"]

#: Tiles of a wall, by number of players.
WALL_SIZE: Final = {4: 136, 3: 108}


@dataclass(frozen=True, slots=True)
class Wall:
    """The wall of one round.

    Attributes:
        tiles: uint8[136] or uint8[108], physical tiles in wall order: the dead wall is the
            beginning, the deal and the live draws come from the end.
        dice: The two dice, 1–6.
        players: 4 or 3.
        generation: 1–3, which decides how the dead wall is laid.
    """

    tiles: NDArray[np.uint8]
    dice: tuple[int, int]
    players: int
    generation: int

    def hands(self, dealer: int) -> NDArray[np.uint8]:
        """Return uint8[4, 13], the dealt tiles of each seat in deal order (255 absent seat)."""
        dealt = np.full((4, 13), 255, np.uint8)
        for seat in range(self.players):
            offset = (seat - dealer) % self.players
            for k in range(13):
                place = wc.deal_place(offset, k, self.players, len(self.tiles))
                dealt[seat, k] = self.tiles[place]
        return dealt

    @property
    def live(self) -> NDArray[np.uint8]:
        """The live tiles behind the deal in the order in which they are drawn (70 or 55).

        The dealer's 14th tile is the first. Each replacement draw takes one off the end.
        """
        return self.tiles[wc.DEAD_WALL : len(self.tiles) - 13 * self.players][::-1]

    def draws_from(self, drawn: int, replaced: int = 0) -> NDArray[np.uint8]:
        """Return the live tiles still to come.

        Args:
            drawn: Live draws so far.
            replaced: Replacement draws (kan, kita) so far.
        """
        live = self.live
        return live[drawn : len(live) - replaced]

    @property
    def replacements(self) -> NDArray[np.uint8]:
        """The replacement tiles in the order in which they are drawn (four, or eight)."""
        count = wc.replacement_count(len(self.tiles))
        return self.tiles[[wc.replacement_place(k, self._swapped) for k in range(count)]]

    @property
    def dora_indicators(self) -> NDArray[np.uint8]:
        """The five dora indicators in the order in which they are turned."""
        size = len(self.tiles)
        return self.tiles[[wc.dora_place(k, size, self._swapped) for k in range(5)]]

    @property
    def ura_indicators(self) -> NDArray[np.uint8]:
        """The five ura indicators in the same order."""
        size = len(self.tiles)
        return self.tiles[[wc.ura_place(k, size, self._swapped) for k in range(5)]]

    @property
    def _swapped(self) -> int:
        return int(self.generation == 3)


class _WallMaker:
    """The walls of one game, made as they are asked for."""

    def __init__(self, generation: int, key: bytes, players: int) -> None:
        self._stream = WordStream(generation, key)
        self._generation = generation
        self._players = players
        self._made: list[Wall] = []

    def wall(self, round_index: int) -> Wall:
        while len(self._made) <= round_index:
            tiles = np.zeros(WALL_SIZE[self._players], np.uint8)
            dice = np.zeros(2, np.uint8)
            wc.shuffle_wall(self._stream.next_round(), len(tiles), tiles, dice)
            tiles.flags.writeable = False
            wall = Wall(tiles, (int(dice[0]), int(dice[1])), self._players, self._generation)
            self._made.append(wall)
        return self._made[round_index]


@lru_cache(maxsize=8)
def _maker(seed_text: str, players: int) -> _WallMaker:
    seed = parse_seed(seed_text)
    key = seed.key() if seed is not None else None
    if seed is None or key is None:
        raise ValueError(
            f"{seed_text[:40]!r} is no wall seed: expected mt19937ar-sha512-n288-base64,… "
            "(make_seed makes one)"
        )
    return _WallMaker(seed.generation, key, players)


def wall_for_round(seed_text: str, round_index: int, players: int = 4) -> Wall:
    """Return the wall of round ``round_index`` (0 = the first) of a game with that seed.

    Every hand dealt takes one wall, also after an abortive draw.

    Raises:
        ValueError: The seed is of no known kind.
    """
    return _maker(seed_text, players).wall(round_index)
