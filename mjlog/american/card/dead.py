"""Whether a hand is dead by what everybody can see: its exposures and the tiles on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from ..tiles import JOKER, UNKNOWN, WIDTH, tile_name
from .hands import ExposedLike, TilesLike, as_counts, as_exposures
from .model import Card, Exposure, Line
from .table import Remainder

__all__ = ["DeadTest", "dead_test"]

Ground = Literal["a", "b", "c"]
#: So many lines are named in words.
NAMED: Final = 8


@dataclass(frozen=True)
class DeadTest:
    """What a challenger may say of a hand.

    Attributes:
        dead: Whether it cannot win any more.
        ground: ``a`` the exposures fit no line, ``b`` only lines that must be concealed, ``c``
            every line lacks tiles that are gone; None while it is alive.
        surviving: Lines that can still be won with, in the order of the card.
        fitting: Lines that accept the exposures: under ``b`` the concealed ones they would
            fit, under ``c`` those that lack tiles.
        tile: Under ``c`` the tile that is gone (of the first line), else None.
    """

    dead: bool
    ground: Ground | None
    surviving: tuple[Line, ...]
    fitting: tuple[Line, ...]
    tile: int | None = None

    @property
    def text(self) -> str:
        """The verdict in words."""
        fitting = _some(self.fitting)
        if self.ground == "a":
            return "dead: the exposures fit no line"
        if self.ground == "b":
            return f"dead: the exposures fit concealed lines only ({fitting})"
        if self.ground == "c":
            gone = (
                f"too few {tile_name(self.tile)} are left"
                if self.tile is not None
                else "tiles are gone"
            )
            return f"dead: {gone} ({fitting})"
        return "alive: " + _some(self.surviving)

    def __repr__(self) -> str:
        return f"DeadTest({self.text})"


def _some(lines: Sequence[Line]) -> str:
    """Return the ids of lines, of many only the first ones."""
    ids = [line.id for line in lines]
    more = len(ids) - NAMED
    return ", ".join(ids if more <= 1 else ids[:NAMED]) + (f" and {more} more" if more > 1 else "")


def dead_test(card: Card, exposures: ExposedLike, visible: TilesLike) -> DeadTest:
    """Return whether exposures are dead by public information.

    Args:
        card: The card.
        exposures: The challenged player's.
        visible: Naturals that everybody sees: the floor and all exposures, the challenged
            player's own among them. Tiles, or counts of shape (39,).
    """
    exposed, seen = as_exposures(exposures), _visible(visible)
    r = card.table.after(exposed)
    if not len(r.rows):
        concealed = _lines(card, card.table.after(exposed, concealed_too=True))
        return DeadTest(True, "b" if concealed else "a", (), concealed)
    left = np.maximum(card.table.supply - seen, 0)
    left[JOKER] = 0
    lacking = r.natural > left[:, None]
    alive = ~lacking.any(axis=0)
    fitting = _lines(card, r)
    if alive.any():
        return DeadTest(False, None, _lines(card, r.restricted(alive)), fitting)
    return DeadTest(True, "c", (), fitting, int(lacking[:, 0].argmax()))


def visible_counts(discards: Sequence[int], exposures: Sequence[Exposure]) -> np.ndarray:
    """Return counts (39,) of what lies on the table: discards, and the tiles of exposures."""
    codes = [*discards, *(code for exposure in exposures for code in exposure.tiles)]
    known = np.array([code for code in codes if code != UNKNOWN], np.int64)
    return np.bincount(known, minlength=WIDTH)


def _visible(visible: TilesLike) -> np.ndarray:
    return as_counts(visible).astype(np.int64)


def _lines(card: Card, r: Remainder) -> tuple[Line, ...]:
    return tuple(card.lines[i] for i in np.unique(card.table.line[r.rows]).tolist())
