"""Hands against a card: wins, waits, and how far away each line is.

No search is needed. In a concrete hand, naturals go first to the places that only they can
fill, then to groups that take jokers, then to groups that take flowers too; flowers and then
jokers fill what is left. The number of tiles placed is the maximum of the bipartite matching
between tiles and places, because what may stand in a place is nested.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..tiles import FLOWER, JOKER, WIDTH, format_tile
from .hands import ExposedLike, TilesLike, as_counts, as_exposures, check_size, whole_hand
from .model import HAND_SIZE, Card, ConcreteHand, Exposure, Line
from .table import FAR, CardTable, Remainder

if TYPE_CHECKING:
    from ...render.canvas import Svg

__all__ = [
    "FAR", "Match", "Near", "distance", "distances", "group_allowed", "measure", "nearest",
    "waits", "wins",
]  # fmt: skip

Bytes = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int64]

#: Kinds that may be drawn to complete a hand, jokers among them.
_DRAWABLE: Final = np.array([*range(34), FLOWER, JOKER])


@dataclass(frozen=True)
class Match:
    """A line that a hand wins with.

    Attributes:
        line: The line. value: Points, the card's bonus for a fully concealed hand included.
        jokerless: Whether none of the fourteen tiles is a joker.
        hand: The concrete hand of the line (the first, where jokers leave several open).
    """

    line: Line
    value: int
    jokerless: bool
    hand: ConcreteHand

    @property
    def bonus(self) -> bool:
        """Whether the jokerless bonus may be claimed: no joker, and the section has it."""
        return self.jokerless and not self.line.no_bonus

    def __repr__(self) -> str:
        jokerless = " jokerless" if self.jokerless else ""
        return f"Match({self.line.id} {self.value}{jokerless}: {self.hand.text})"

    def _repr_svg_(self) -> Svg:
        from .picture import concrete_svg

        return concrete_svg(self.hand)


@dataclass(frozen=True)
class Near:
    """How far a hand is from the nearest concrete hand of a line.

    Attributes:
        line: The line. value: Its points.
        d: Tiles away; 0 is a win, 1 is set. m: How many of them must be natural.
        missing: Code → tiles that the hand has too few of, before its jokers are laid.
        natural: Code → those of them that a joker cannot stand for.
        live: Code → copies not seen, of each missing tile, and of jokers where they serve.
        possible: Whether enough naturals are live; jokers are taken to come.
        hand: The concrete hand.
    """

    line: Line
    value: int
    d: int
    m: int
    missing: dict[int, int]
    natural: dict[int, int]
    live: dict[int, int]
    possible: bool
    hand: ConcreteHand

    @property
    def outs(self) -> int:
        """Live tiles that may bring the hand nearer."""
        return sum(self.live.values())

    def __repr__(self) -> str:
        missing = " ".join(f"{format_tile(k)}×{n}" for k, n in self.missing.items())
        impossible = "" if self.possible else ", impossible"
        return (
            f"Near({self.line.id} {self.value}: {self.d} away, {self.m} natural{impossible}; "
            f"{self.hand.text}; missing {missing or 'nothing'})"
        )

    def _repr_svg_(self) -> Svg:
        from .picture import concrete_svg

        return concrete_svg(self.hand, missing=self.missing)


class _Sums(NamedTuple):
    """Sums over kinds for each hand (R,); what one more tile changes is read off them."""

    placed: Bytes  # naturals placed, flowers not counted
    loose: Bytes  # open places that jokers fill
    wild: Bytes  # open places that jokers and flowers fill

    def matched(self, r: Remainder, flowers: Bytes, jokers: Bytes) -> Bytes:
        """Return the tiles placed in all."""
        shape = (-1, *[1] * (self.placed.ndim - 1))  # hands, or hands by candidate tile
        own = r.natural[FLOWER].reshape(shape)
        open_flowers = r.flexible[FLOWER].reshape(shape) + self.wild
        used = np.minimum(flowers, own + open_flowers)
        left = self.loose + open_flowers - np.maximum(used - own, 0)
        total: Bytes = self.placed + used + np.minimum(jokers, left)
        return total


def measure(counts: Bytes, remainder: Remainder) -> tuple[Bytes, Bytes]:
    """Return tiles away and naturals among them, int8 arrays (R,), for hands of a remainder.

    Args:
        counts: (39,) concealed tiles by code.
        remainder: Of the table, behind the exposures.
    """
    r = remainder
    held = np.flatnonzero(counts)
    held = held[held != JOKER]
    have = counts[held, None]
    must: Bytes = r.natural_sum - _sum(np.minimum(have, r.natural[held]))
    if r.has_wild:
        return np.int8(r.need) - _sums(counts, r).matched(r, counts[FLOWER], counts[JOKER]), must
    lacking = np.int8(r.need) - _sum(np.minimum(have, r.total[held]))
    # jokers fill the open places that are not for naturals only
    d: Bytes = lacking - np.minimum(np.int8(counts[JOKER]), lacking - must)
    return d, must


def _sums(counts: Bytes, r: Remainder) -> _Sums:
    held = np.flatnonzero(counts)
    held = held[held < FLOWER]
    have = counts[held, None]
    natural, flexible, wild = r.natural[held], r.flexible[held], r.wild[held]
    placed = _sum(np.minimum(have, r.total[held]))
    after_natural = np.maximum(have - natural, 0)
    to_flexible = _sum(np.minimum(after_natural, flexible))
    to_wild = _sum(np.minimum(np.maximum(after_natural - flexible, 0), wild))
    return _Sums(placed, r.loose_sum - to_flexible, r.wild_sum - to_wild)


def _sum(needs: Bytes) -> Bytes:
    found: Bytes = np.add.reduce(needs, axis=0, dtype=np.int8)
    return found


def distances(
    card: Card, tiles: TilesLike, exposures: ExposedLike = (), *, seen: TilesLike | None = None
) -> tuple[Bytes, Bytes]:
    """Return tiles away and naturals among them for every concrete hand.

    Args:
        card: The card.
        tiles: Concealed tiles; an array of shape (39,) is read as counts.
        exposures: The player's own.
        seen: Tiles seen besides the player's own. Where it is given, hands whose naturals are
            no longer there count as out of reach.

    Returns:
        ``d``, ``m``: int8 arrays (H,), in the order of ``card.table``; both
        :data:`FAR` (127) for hands that do not accept the exposures.
    """
    table, counts, exposed = card.table, as_counts(tiles), as_exposures(exposures)
    r = table.after(exposed)
    d, m = measure(counts, r)
    if seen is not None:
        gone = ~_possible(table, r, counts, exposed, as_counts(seen))
        d, m = np.where(gone, np.int8(FAR), d), np.where(gone, np.int8(FAR), m)
    if len(r.rows) == len(table):
        return d, m
    all_d, all_m = np.full(len(table), FAR, np.int8), np.full(len(table), FAR, np.int8)
    all_d[r.rows], all_m[r.rows] = d, m
    return all_d, all_m


def distance(card: Card, tiles: TilesLike, exposures: ExposedLike = ()) -> tuple[int, int]:
    """Return (d, m) of the nearest concrete hand: tiles away, naturals among them.

    d and m are both :data:`FAR` (127) when no line accepts the exposures.
    """
    r = card.table.after(as_exposures(exposures))
    if not len(r.rows):
        return FAR, FAR
    d, m = measure(as_counts(tiles), r)
    best = int((d.astype(np.int16) * 32 + m).argmin())
    return int(d[best]), int(m[best])


def wins(card: Card, tiles: TilesLike, exposures: ExposedLike = ()) -> list[Match]:
    """Return the lines that a hand wins with, dearest first; one match a line.

    Args:
        card: The card.
        tiles: Concealed tiles, the winning one included. Exposed and concealed tiles have to
            be fourteen, else nothing wins.
        exposures: The player's own. A concealed line wins without any only.
    """
    counts, exposed = as_counts(tiles), as_exposures(exposures)
    if not whole_hand(counts, exposed):
        return []
    r = card.table.after(exposed)
    d, _ = measure(counts, r)
    jokerless = not counts[JOKER] and not any(exposure.jokers for exposure in exposed)
    return _matches(card, r.rows[d == 0], jokerless, exposed)


def waits(card: Card, tiles: TilesLike, exposures: ExposedLike = ()) -> dict[int, list[Match]]:
    """Return tile → the lines that it completes, dearest first, for a hand of thirteen.

    Tiles of which the player holds every copy are left out. Jokers come last.

    Raises:
        TileError: The hand has no thirteen tiles.
    """
    counts, exposed = as_counts(tiles), as_exposures(exposures)
    check_size(counts, exposed, HAND_SIZE - 1)
    table = card.table
    r = table.after(exposed)
    d, _ = measure(counts, r)
    r = r.restricted(d == 1)
    if not len(r.rows):
        return {}
    completes = _completes(counts, r)
    held = counts + _exposed_counts(exposed)
    shown_jokers = any(exposure.jokers for exposure in exposed) or bool(counts[JOKER])
    found = {}
    for column, tile in enumerate(_DRAWABLE.tolist()):
        if held[tile] < table.supply[tile] and completes[:, column].any():
            rows = r.rows[completes[:, column]]
            found[tile] = _matches(card, rows, not shown_jokers and tile != JOKER, exposed)
    return found


def _completes(counts: Bytes, r: Remainder) -> npt.NDArray[np.bool_]:
    """Return (R, 36): whether one more tile of each drawable kind completes each hand."""
    have = counts[_DRAWABLE, None]
    natural = r.natural[_DRAWABLE]
    flexible, wild = natural + r.flexible[_DRAWABLE], r.total[_DRAWABLE]
    own = np.isin(_DRAWABLE, (FLOWER, JOKER))[:, None]
    place_free = ~own & (have < wild)
    to_flexible = place_free & (have >= natural) & (have < flexible)
    to_wild = place_free & (have >= flexible)
    now = _sums(counts, r)
    then = _Sums(
        now.placed[:, None] + place_free.T,
        now.loose[:, None] - to_flexible.T,
        now.wild[:, None] - to_wild.T,
    )
    flowers = counts[FLOWER] + (_DRAWABLE == FLOWER).astype(np.int8)
    jokers = counts[JOKER] + (_DRAWABLE == JOKER).astype(np.int8)
    done: npt.NDArray[np.bool_] = then.matched(r, flowers, jokers) == r.need
    return done


def nearest(
    card: Card,
    tiles: TilesLike,
    exposures: ExposedLike = (),
    *,
    seen: TilesLike | None = None,
    limit: int = 5,
) -> list[Near]:
    """Return the lines nearest to a hand, by (d, m, −value), the nearest hand of each.

    Args:
        card: The card.
        tiles: Concealed tiles.
        exposures: The player's own.
        seen: Tiles seen besides the player's own (discards, others' exposures). A line's
            hands that are still possible go before those that are not; lines of which none is
            come last.
        limit: Number of lines.
    """
    table, counts, exposed = card.table, as_counts(tiles), as_exposures(exposures)
    r = table.after(exposed)
    if not len(r.rows):
        return []
    d, m = measure(counts, r)
    others = np.zeros(WIDTH, np.int8) if seen is None else as_counts(seen)
    gone = ~_possible(table, r, counts, exposed, others)
    key = (gone.astype(np.int32) * 64 + d) * 32 + m
    lines = table.line[r.rows]
    first = np.flatnonzero(np.diff(lines, prepend=-1))  # of each line; rows are ordered by line
    best = np.minimum.reduceat(key, first)
    order = np.lexsort((-table.value[r.rows[first]], best))[: max(limit, 0)]
    ends = np.append(first[1:], len(lines))
    chosen = [int(first[i] + key[first[i] : ends[i]].argmin()) for i in order]
    live = table.supply - counts - _exposed_counts(exposed) - others
    return [
        _near(table, r, i, counts, np.maximum(live, 0), (int(d[i]), int(m[i])), not gone[i])
        for i in chosen
    ]


def _near(
    table: CardTable,
    r: Remainder,
    i: int,
    counts: Bytes,
    live: Ints,
    away: tuple[int, int],
    possible: bool,
) -> Near:
    row = int(r.rows[i])
    have = counts.copy()
    have[JOKER] = 0
    lacking = np.maximum(r.total[:, i] - have, 0)
    natural = np.maximum(r.natural[:, i] - have, 0)
    missing = {int(k): int(lacking[k]) for k in np.flatnonzero(lacking)}
    must = {int(k): int(natural[k]) for k in np.flatnonzero(natural)}
    useful = {k: int(live[k]) for k in missing if away[0] > away[1] or k in must}
    if away[0] > away[1]:
        useful[JOKER] = int(live[JOKER])
    hand = table.hand(row)
    value = int(table.value[row])
    return Near(hand.line, value, *away, missing, must, useful, possible, hand)


def _possible(
    table: CardTable, r: Remainder, counts: Bytes, exposed: Sequence[Exposure], seen: Bytes
) -> npt.NDArray[np.bool_]:
    """Whether enough naturals are left for the places that only they fill, (R,)."""
    # what is left for this player: all but the tiles exposed by him or seen elsewhere
    left = table.supply - _exposed_counts(exposed) - seen
    left[JOKER] = 0
    short = np.flatnonzero(left - counts < table.supply)
    enough: npt.NDArray[np.bool_] = (r.natural[short] <= np.maximum(left, counts)[short, None]).all(
        axis=0
    )
    return enough


def group_allowed(
    card: Card, exposures: ExposedLike, kind: int, size: int, *, jokers: int = 0
) -> tuple[Line, ...]:
    """Return the lines that accept one more exposure beside those there are; empty: illegal.

    Args:
        card: The card.
        exposures: The player's own so far.
        kind, size: Tile and number of tiles of the group to be claimed.
        jokers: How many of them would be jokers.
    """
    natural = (kind,) * (size - jokers)
    more = Exposure(kind, natural + (JOKER,) * jokers)
    return accepting(card, [*as_exposures(exposures), more])


def accepting(card: Card, exposures: Sequence[Exposure]) -> tuple[Line, ...]:
    """Return the lines that accept the exposures, in the order of the card."""
    rows = card.table.after(exposures).rows
    return tuple(card.lines[i] for i in np.unique(card.table.line[rows]).tolist())


def _matches(card: Card, rows: Ints, jokerless: bool, exposed: Sequence[Exposure]) -> list[Match]:
    table = card.table
    lines, first = np.unique(table.line[rows], return_index=True)
    found = []
    for index, place in zip(lines.tolist(), first.tolist(), strict=True):
        line = card.lines[index]
        bonus = 0 if line.concealed or exposed else card.concealed_bonus
        hand = table.hand(int(rows[place]))
        found.append(Match(line, line.value + bonus, jokerless, hand))
    return sorted(found, key=lambda match: -match.value)


def _exposed_counts(exposed: Sequence[Exposure]) -> Bytes:
    codes = [code for exposure in exposed for code in exposure.tiles if code < WIDTH]
    return np.bincount(np.array(codes, np.int64), minlength=WIDTH).astype(np.int8)
