"""How far a hand is from the card, which line is nearest, and how many tiles would help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mjlog.american.card import Card, Exposure, measure
from mjlog.american.state import PlayerState
from mjlog.american.tiles import JOKER, WIDTH

__all__ = ["Aim", "Nearest", "away_of", "counts_of", "knows", "nearest_of"]

#: Tiles of a hand that is measured; one with more is no hand.
LARGEST: Final = 18


class Aim(NamedTuple):
    """The nearest line of a hand.

    Attributes:
        away: Tiles away. natural: Those among them that must be natural.
        line: Id of the line. outs: Live tiles that would bring the hand nearer.
    """

    away: int
    natural: int
    line: str
    outs: int


def counts_of(tiles: Iterable[int]) -> npt.NDArray[np.int8]:
    """Return counts by code, shape (39,), of known tiles."""
    counts = np.zeros(WIDTH, np.int8)
    for tile in tiles:
        counts[tile] += 1
    return counts


def knows(player: PlayerState) -> bool:
    """Whether all tiles of a hand are known and the hand is alive."""
    return player.known and player.dead is None and 0 < player.size <= LARGEST


def away_of(card: Card, counts: npt.NDArray[np.int8], shown: Sequence[Exposure]) -> int | None:
    """Return how many tiles away the nearest line is; None when none accepts the exposures."""
    remainder = card.table.after(shown)
    if not len(remainder.rows):
        return None
    return int(measure(counts, remainder)[0].min())


class Nearest(NamedTuple):
    """The nearest line of a hand, whatever lies on the table.

    Attributes:
        away, natural, line: As in :class:`Aim`.
        useful: (39,) whether a tile of each code would bring the hand nearer.
    """

    away: int
    natural: int
    line: str
    useful: npt.NDArray[np.bool_]

    def aim(self, live: npt.NDArray[np.integer]) -> Aim:
        """Return it with the outs among so many live tiles by code, shape (39,)."""
        return Aim(self.away, self.natural, self.line, int(live[self.useful].sum()))


def nearest_of(
    card: Card,
    counts: npt.NDArray[np.int8],
    shown: Sequence[Exposure],
    *,
    kept: str | None = None,
) -> Nearest | None:
    """Return the nearest line of a hand.

    Args:
        card: The card.
        counts: (39,) concealed tiles by code. shown: Own exposures.
        kept: A line that stays the nearest as long as none is nearer; else the dearest of
            equally near ones, then the first.

    Returns:
        None when no line accepts the exposures.
    """
    remainder = card.table.after(shown)
    if not len(remainder.rows):
        return None
    d, m = measure(counts, remainder)
    least = int(d.min())
    at_best = np.flatnonzero(d == least)
    naturals = m[at_best]
    fewest = int(naturals.min())
    rows = remainder.rows[at_best[naturals == fewest]]
    lines = card.table.line[rows]
    line = int(lines[card.table.value[rows].argmax()])
    if kept is not None:
        line = next((i for i in set(lines.tolist()) if card.lines[i].id == kept), line)
    have = counts.copy()
    have[JOKER] = 0
    useful: npt.NDArray[np.bool_] = np.any(remainder.natural[:, at_best] > have[:, None], axis=1)
    loose = at_best[naturals < least]
    if len(loose):
        useful |= np.any(remainder.total[:, loose] > have[:, None], axis=1)
    useful[JOKER] = bool(len(loose))
    return Nearest(least, fewest, card.lines[line].id, useful)
