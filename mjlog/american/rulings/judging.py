"""Whether a declared hand is one: its line, its value, its bonus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..card import Card, Exposure, Match, accepting, distance, wins
from ..state import as_naturals
from ..tiles import JOKER, UNKNOWN, WIDTH, counted

if TYPE_CHECKING:
    from ..rules import AmericanRules

__all__ = ["Judgement", "atomic", "counts_of", "judge"]

HAND_SIZE = 14


@dataclass(slots=True)
class Judgement:
    """What the card says of a declared hand.

    Attributes:
        right: Whether it wins; None where that cannot be seen.
        code, detail: Why not, or why it cannot be seen.
        matches: Lines that it wins with, dearest first.
        jokerless: Whether none of the 14 tiles is a joker; None where unknown.
    """

    right: bool | None
    code: str = ""
    detail: str = ""
    matches: list[Match] = field(default_factory=list)
    jokerless: bool | None = None


def counts_of(tiles: Sequence[int]) -> np.ndarray:
    """Return known tiles as counts by code, shape (39,)."""
    # unknown tiles lie beyond the width
    return np.bincount(np.array(tiles, np.int64), minlength=WIDTH)[:WIDTH].astype(np.int8)


def jokerless(tiles: Sequence[int], shown: Sequence[Exposure]) -> bool | None:
    """Return whether a hand has no joker; None where unknown tiles leave it open."""
    everything = [*tiles, *(tile for exposure in shown for tile in exposure.tiles)]
    if JOKER in everything:
        return False
    return None if UNKNOWN in everything or len(everything) < HAND_SIZE else True


def atomic(tiles: Sequence[int], shown: Sequence[Exposure], rules: AmericanRules) -> bool:
    """Whether the hand is any seven natural pairs, where the table plays that."""
    if not rules.atomic_value or shown or UNKNOWN in tiles or JOKER in tiles:
        return False
    return len(tiles) == HAND_SIZE and all(n % 2 == 0 for n in Counter(tiles).values())


def judge(
    card: Card | None, tiles: Sequence[int], shown: Sequence[Exposure], rules: AmericanRules
) -> Judgement:
    """Match a declared hand with the card.

    Args:
        card: The card; None if unknown.
        tiles: Concealed tiles, the winning one included. shown: Exposures on the table.
        rules: The profile in force.
    """
    bare = jokerless(tiles, shown)
    exposed = sum(exposure.size for exposure in shown)
    number = len(tiles) + exposed
    if number != HAND_SIZE:
        return Judgement(False, "MJ-01", f"{counted(number, 'tile')}", jokerless=bare)
    if atomic(tiles, shown, rules):
        return Judgement(True, jokerless=bare)
    if card is None:
        return Judgement(None, detail="no card", jokerless=bare)
    if any(e.kind == UNKNOWN for e in shown):
        return Judgement(None, detail="an exposed tile is unknown", jokerless=bare)
    shown = as_naturals(shown)
    if UNKNOWN in tiles:
        if shown and not accepting(card, shown):
            return Judgement(False, *_why_not(card, tiles, shown, known=False), jokerless=bare)
        return Judgement(None, detail="the winning hand is unknown", jokerless=bare)
    matches = wins(card, counts_of(tiles), shown)
    if matches:
        return Judgement(True, matches=matches, jokerless=bare)
    return Judgement(False, *_why_not(card, tiles, shown, known=True), jokerless=bare)


def _why_not(
    card: Card, tiles: Sequence[int], shown: Sequence[Exposure], *, known: bool
) -> tuple[str, str]:
    """Return code and words of why a hand wins with no line."""
    if not known:
        return "MJ-01", "no line accepts the exposures"
    everything = [*tiles, *(tile for exposure in shown for tile in exposure.tiles)]
    concealed = [m for m in wins(card, counts_of(everything)) if m.line.concealed] if shown else []
    if concealed:
        return "MJ-06", f"{concealed[0].line.id} must be concealed"
    naturals = [tile for tile in tiles if tile != JOKER]
    jokers = len(tiles) - len(naturals)
    away, must = distance(card, counts_of(naturals), shown)
    if jokers and away == jokers and must:
        return "JOK-01", f"{counted(must, 'joker')} would stand where only a natural may"
    away = distance(card, counts_of(tiles), shown)[0]
    return "MJ-01", f"{counted(away, 'tile')} away" if away < HAND_SIZE else "no line accepts it"
