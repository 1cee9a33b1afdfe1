"""How far a hand is from the card, which line is nearest, and how many tiles would help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from mjlog.american.card import Card, Exposure, measure
from mjlog.american.state import PlayerState
from mjlog.american.tiles import JOKER, WIDTH

__all__ = ["Aim", "aim_of", "away_of", "counts_of", "knows"]

#: Tiles of a hand that is measured; one with more is no hand.
LARGEST: Final = 18
#: Weight of a tile away against a natural among them.
_STEP: Final = 32


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


def aim_of(
    card: Card,
    counts: npt.NDArray[np.int8],
    shown: Sequence[Exposure],
    visible: npt.NDArray[np.integer] | None = None,
    *,
    kept: str | None = None,
) -> Aim | None:
    """Return the nearest line of a hand.

    Args:
        card: The card.
        counts: (39,) concealed tiles by code. shown: Own exposures.
        visible: (39,) what lies face up, own exposures included; None: nothing.
        kept: A line that stays the nearest as long as none is nearer; else the dearest of
            equally near ones, then the first.

    Returns:
        None when no line accepts the exposures.
    """
    remainder = card.table.after(shown)
    if not len(remainder.rows):
        return None
    d, m = measure(counts, remainder)
    key = d.astype(np.int64) * _STEP + m
    nearest = np.flatnonzero(key == key.min())
    rows = remainder.rows[nearest]
    lines = card.table.line[rows]
    best = int(card.table.value[rows].argmax())
    if kept is not None:
        same = [i for i in np.unique(lines).tolist() if card.lines[i].id == kept]
        best = int(np.flatnonzero(lines == same[0])[0]) if same else best
    seen = counts if visible is None else counts + visible
    live = np.maximum(card.table.supply - seen, 0)
    at_best = np.flatnonzero(d == d.min())
    open_ = (d > m)[at_best]
    have = counts.copy()
    have[JOKER] = 0
    useful: npt.NDArray[np.bool_] = np.any(remainder.natural[:, at_best] > have[:, None], axis=1)
    loose = at_best[open_]
    if len(loose):
        useful |= np.any(remainder.total[:, loose] > have[:, None], axis=1)
    useful[JOKER] = bool(len(loose))
    return Aim(
        int(d[nearest[best]]),
        int(m[nearest[best]]),
        card.lines[int(lines[best])].id,
        int(live[useful].sum()),
    )
