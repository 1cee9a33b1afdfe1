"""What a hand of American mahjong is worth to its player, by the card and what lies face up.

Nothing else is looked at: not the racks of others, not the wall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from mjlog.american.card import FAR, Card, Exposure, Remainder, measure
from mjlog.american.tiles import JOKER

from ..american.aim import counts_of

__all__ = ["Look", "Sight", "multisets"]

Bytes = npt.NDArray[np.int8]
#: So many lines are named.
NAMED = 3


@dataclass(frozen=True, slots=True)
class Look:
    """How near a hand is to the card.

    Attributes:
        away: Tiles away of the nearest line that can still be made, FAR (127) for none.
        natural: Those among them that must be natural.
        lines: Ids of the nearest lines with their values, the first few.
        number: How many lines are as near.
        helps: Live tiles that would bring the hand nearer, jokers last. live: Copies not seen.
    """

    away: int
    natural: int = FAR
    lines: tuple[str, ...] = ()
    number: int = 0
    helps: tuple[int, ...] = ()
    live: int = 0


class Sight:
    """A hand before a choice.

    Args:
        card: The card.
        rack: Concealed tiles, all known.
        shown: Own exposures.
        visible: (39,) tiles that lie face up, the own exposures among them.
    """

    def __init__(
        self, card: Card, rack: Sequence[int], shown: Sequence[Exposure], visible: Bytes
    ) -> None:
        self.card, self.counts = card, counts_of(rack)
        self.left = np.maximum(card.table.supply - visible, self.counts)
        whole = card.table.after(shown)
        # jokers stand in no place for naturals
        self.part = whole.restricted((whole.natural <= self.left[:, None]).all(axis=0))
        self.away = FAR
        if len(self.part.rows):
            self.away = int(measure(self.counts, self.part)[0].min())

    @property
    def lines(self) -> list[str]:
        """Ids of all lines that can still be made, in the order of the card."""
        found = np.unique(self.card.table.line[self.part.rows])
        return [self.card.lines[i].id for i in found.tolist()]

    def look(self) -> Look:
        """Return how near the hand is as it stands."""
        return next(self.without([()]))

    def without(
        self, groups: Iterable[Sequence[int]], *, face_up: bool = False, helps: bool = True
    ) -> Iterator[Look]:
        """Yield how near the hand is without each group of its tiles.

        Args:
            groups: Tiles of the rack. face_up: Whether they lie on the floor then, out of reach.
            helps: Whether to look which tiles would help.
        """
        groups = list(groups)
        most = max(map(len, groups), default=0)
        if not len(self.part.rows):
            yield from (Look(FAR) for _ in groups)
            return
        d, _ = measure(self.counts, self.part)
        # a tile less makes a line at most one tile farther, so lines far behind come up only
        # where the tile is one that the near ones need and cannot get back
        near = self.part.restricted(d <= self.away + most)
        for group in groups:
            gone = counts_of(group)
            counts = self.counts - gone
            for part in (near, self.part):
                kept = part
                if face_up and group:
                    left = self.left - gone
                    kept = part.restricted((part.natural <= left[:, None]).all(axis=0))
                away, natural = measure(counts, kept)
                if len(away) and int(away.min()) <= self.away + most:
                    break
            yield self._read(kept, counts, away, natural, helps)

    def _read(
        self, part: Remainder, counts: Bytes, away: Bytes, natural: Bytes, helps: bool
    ) -> Look:
        if not len(away):
            return Look(FAR)
        rows, table, least = part.rows, self.card.table, int(away.min())
        best = np.flatnonzero(away == least)
        order = np.lexsort((rows[best], -table.value[rows[best]], natural[best]))
        lines = list(dict.fromkeys(table.line[rows[best[order]]].tolist()))
        named = [self.card.lines[i] for i in lines[:NAMED]]
        look = Look(
            least,
            int(natural[best].min()),
            tuple(f"{line.id} ({line.value})" for line in named),
            len(lines),
        )
        return self._with_helps(look, part, counts, best, natural) if helps else look

    def _with_helps(
        self,
        look: Look,
        part: Remainder,
        counts: Bytes,
        best: npt.NDArray[np.int64],
        natural: Bytes,
    ) -> Look:
        """Return the look with the live tiles that would bring one of the best rows nearer."""
        have = counts.copy()
        have[JOKER] = 0
        useful = np.any(part.natural[:, best] > have[:, None], axis=1)
        loose = best[natural[best] < look.away]
        if len(loose):
            useful |= np.any(part.total[:, loose] > have[:, None], axis=1)
        useful[JOKER] = bool(len(loose))
        live = np.maximum(self.left - self.counts, 0)
        useful &= live > 0
        return replace(
            look, helps=tuple(np.flatnonzero(useful).tolist()), live=int(live[useful].sum())
        )


def multisets(tiles: Iterable[int], size: int) -> list[tuple[int, ...]]:
    """Return every choice of ``size`` of the tiles, equal ones once, in order of kinds.

    >>> multisets([1, 1, 2], 2)
    [(1, 1), (1, 2)]
    """
    counts = sorted(Counter(tiles).items())
    found: list[tuple[int, ...]] = []

    def extend(start: int, chosen: tuple[int, ...]) -> None:
        if len(chosen) == size:
            found.append(chosen)
            return
        for place in range(start, len(counts)):
            tile, number = counts[place]
            for copies in range(min(number, size - len(chosen)), 0, -1):
                extend(place + 1, chosen + (tile,) * copies)

    extend(0, ())
    return found
