"""The concrete hands of a card as arrays, and what is left of them behind exposures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..tiles import FLOWER, JOKER, UNKNOWN
from .expand import FLEXIBLE, NATURAL, WITH_FLOWERS, supply
from .model import HAND_SIZE, ConcreteHand, Exposure

if TYPE_CHECKING:
    from .model import Card, Line

__all__ = ["FAR", "CardTable", "Remainder"]

#: Distance of a hand that the exposures, or the tiles left, do not allow.
FAR: Final = 127
#: Sets of exposures whose remainders a table keeps.
KEPT: Final = 512

Bytes = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


class _Shown(NamedTuple):
    """What of an exposure matters: kind, size, and the least flexible group that takes it."""

    mode: int
    kind: int
    size: int


@dataclass(frozen=True)
class Remainder:
    """The hands that accept some exposures, and what they still need besides.

    Attributes:
        rows: (R,) rows of the card's table, ascending.
        natural, flexible, wild: (39, R) tiles needed by code, as in :class:`CardTable`.
        need: Tiles still needed, the same for every hand: 14 less those exposed.
    """

    rows: Ints
    natural: Bytes
    flexible: Bytes
    wild: Bytes
    need: int

    @cached_property
    def total(self) -> Bytes:
        """(39, R) tiles needed by code in all groups."""
        return np.ascontiguousarray(self.natural + self.flexible + self.wild)

    @cached_property
    def natural_sum(self) -> Bytes:
        """(R,) tiles needed that must be natural."""
        return _sum(self.natural)

    @cached_property
    def loose_sum(self) -> Bytes:
        """(R,) tiles but flowers needed in groups that take jokers but no flowers."""
        return _sum(self.flexible[:FLOWER])

    @cached_property
    def wild_sum(self) -> Bytes:
        """(R,) tiles needed in groups that take jokers and flowers."""
        return _sum(self.wild)

    @cached_property
    def has_wild(self) -> bool:
        """Whether any hand has a group in which flowers stand for other tiles."""
        return bool(self.wild.any())

    def restricted(self, keep: Bools) -> Remainder:
        """Return the remainder of some of the hands."""
        return Remainder(
            self.rows[keep], self.natural[:, keep], self.flexible[:, keep], self.wild[:, keep],
            self.need,
        )  # fmt: skip


class CardTable:
    """The concrete hands of a card.

    Rows are ordered by line, then by alternative, then by choice of numbers and suits.

    Attributes:
        line: (H,) index of the line in ``card.lines``. alternative: (H,) index in the line.
        tiles: (H, 14) codes in printed order.
        nat, flex, wild: (H, 39) tiles needed by code in places for naturals only, in groups
            that take jokers, and in groups that take jokers and flowers (``~``).
        kinds, sizes, modes: (H, 4) claimable groups, kind −1 where there are fewer; mode 1
            naturals only, 2 jokers too, 3 flowers too.
        concealed: (H,) whether it may not be exposed. value: (H,) points of the line.
        supply: (39,) copies of each tile in the set.

    The two-dimensional arrays lie column by column in memory.
    """

    def __init__(self, card: Card) -> None:
        self.card = card
        parts = card.expansions
        sizes = [len(part.alternative) for part in parts]
        self.line = np.repeat(np.arange(len(parts)), sizes)
        self.alternative = np.concatenate([part.alternative for part in parts])
        self.tiles = np.concatenate([part.tiles for part in parts])
        whole = [
            np.concatenate(arrays, axis=1) for arrays in zip(*(p[2:] for p in parts), strict=True)
        ]
        self._natural, self._flexible, self._wild, self._kinds, self._sizes, self._modes = whole
        self.nat, self.flex, self.wild = self._natural.T, self._flexible.T, self._wild.T
        self.kinds, self.sizes, self.modes = self._kinds.T, self._sizes.T, self._modes.T
        self.concealed = np.array([line.concealed for line in card.lines])[self.line]
        self.value = np.array([line.value for line in card.lines])[self.line]
        self.supply = supply(card)
        self._kept: dict[tuple[_Shown, ...], Remainder] = {}

    def __len__(self) -> int:
        return len(self.line)

    def __repr__(self) -> str:
        return f"CardTable({self.card.name!r}, {len(self):,} concrete hands)"

    def line_of(self, row: int) -> Line:
        """Return the line of a concrete hand."""
        return self.card.lines[int(self.line[row])]

    def hand(self, row: int) -> ConcreteHand:
        """Return one concrete hand as an object."""
        line = self.line_of(row)
        codes, groups, place = self.tiles[row].tolist(), [], 0
        for group in line.alternatives[int(self.alternative[row])].groups:
            groups.append(tuple(codes[place : place + group.size]))
            place += group.size
        return ConcreteHand(int(row), line, tuple(groups))

    def after(
        self, exposures: Sequence[Exposure] = (), *, concealed_too: bool = False
    ) -> Remainder:
        """Return the hands that accept the exposures, and what they still need.

        Concealed lines accept none (``concealed_too`` lets them, to see what a wrong exposure
        was meant for). Each exposure takes a group of its tile and size; equal groups are
        interchangeable, so the least flexible that serves is taken.
        """
        shown = _shown(exposures)
        if shown is None:
            nothing = np.zeros(len(self), bool)
            return self._part(np.flatnonzero(nothing), HAND_SIZE)
        key = (*shown, _Shown(0, 0, concealed_too and bool(exposures)))
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= KEPT:
                self._kept.pop(next(iter(self._kept)))
            found = self._kept[key] = self._after(shown, concealed_too)
        return found

    def _part(self, rows: Ints, need: int) -> Remainder:
        if len(rows) == len(self):
            return Remainder(rows, self._natural, self._flexible, self._wild, need)
        return Remainder(
            rows, self._natural[:, rows], self._flexible[:, rows], self._wild[:, rows], need
        )

    def _after(self, shown: tuple[_Shown, ...], concealed_too: bool) -> Remainder:
        if not shown:
            return self._part(np.arange(len(self)), HAND_SIZE)
        rows = np.arange(len(self)) if concealed_too else np.flatnonzero(~self.concealed)
        free = np.ones((len(self._kinds), len(self)), bool)
        taken = np.zeros((len(shown), len(self)), np.int8)
        for i, group in enumerate(shown):
            fits = free[:, rows] & (self._kinds[:, rows] == group.kind)
            fits &= (self._sizes[:, rows] == group.size) & (self._modes[:, rows] >= group.mode)
            rows = rows[fits.any(axis=0)]
            first = fits[:, fits.any(axis=0)].argmax(axis=0)
            free[first, rows] = False
            taken[i, rows] = self._modes[first, rows]
        part = self._part(rows, HAND_SIZE - sum(group.size for group in shown))
        natural, flexible, wild = (np.array(a) for a in (part.natural, part.flexible, part.wild))
        modes = (NATURAL, FLEXIBLE, WITH_FLOWERS)
        for i, group in enumerate(shown):
            for mode, need in zip(modes, (natural, flexible, wild), strict=True):
                need[group.kind] -= np.where(taken[i, rows] == mode, group.size, 0).astype(np.int8)
        return Remainder(rows, natural, flexible, wild, part.need)


def _shown(exposures: Sequence[Exposure]) -> tuple[_Shown, ...] | None:
    """Return what matters of the exposures, the most demanding first; None if one is no group."""
    found = []
    for exposure in exposures:
        others = {code for code in exposure.tiles if code not in (exposure.kind, JOKER, UNKNOWN)}
        if others - {FLOWER} or exposure.kind in (JOKER, UNKNOWN):
            return None
        mode = WITH_FLOWERS if others else FLEXIBLE if exposure.jokers else NATURAL
        found.append(_Shown(mode, exposure.kind, exposure.size))
    return tuple(sorted(found, reverse=True))


def _sum(needs: Bytes) -> Bytes:
    found: Bytes = np.add.reduce(needs, axis=0, dtype=np.int8)
    return found
