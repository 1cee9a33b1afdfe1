"""The state of a hand of American mahjong: who holds what, whose turn it is, what may be claimed.

A state says what the record says, right or wrong; the rules are asked elsewhere
(:mod:`.replay` and its helpers, :mod:`.legal`). Racks hold tile codes, unknown tiles as 255, so
that a public record has the same shape as a full one.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np

from .card import Exposure
from .tiles import JOKER, UNKNOWN, WIDTH, format_tiles

__all__ = [
    "WINDS",
    "Flaw",
    "Live",
    "PlayerState",
    "State",
    "as_naturals",
    "natural_kind",
    "visible_counts",
]

WINDS: Final = "ESWN"
#: Most that is counted of one tile.
MOST: Final = 100
Phase = Literal["deal", "charleston", "play", "over"]


@dataclass(slots=True)
class Flaw:
    """Something for which a hand may be called dead.

    Attributes:
        event: Index of the event. code: Its finding code without ``A-``.
        exposure: Index of the exposure in error, None where another rule was broken.
    """

    event: int
    code: str
    exposure: int | None = None


@dataclass(slots=True)
class Live:
    """The last discard.

    Attributes:
        event: Index of its event. p: Who discarded. tile: What lies there.
        named: The kind that was spoken where it is wrong and not put right, else None.
        offence: ``out_of_turn`` or ``wrong_end`` where the discarder had no right to the turn.
        open: Whether the window to claim it is open. closed_by: Who closed it by an exchange
            that was not allowed, and may still mean to claim.
        holder: Who has laid down an exposure with it and has not discarded yet.
        error_by: Who declared mahjong in error on it: only mahjong may still take it.
        doubtful: Whether the discarder cannot have held the tile.
        asked: Claims in the order they were made: player, purpose.
    """

    event: int
    p: str
    tile: int
    named: int | None = None
    offence: str | None = None
    open: bool = True
    closed_by: str | None = None
    holder: str | None = None
    error_by: str | None = None
    doubtful: bool = False
    asked: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class PlayerState:
    """One player.

    Attributes:
        person: Letter. rack: Concealed tiles, unknown ones 255.
        owed: Tiles that left the rack though they were not there; so many tiles of the rack are
            really gone.
        exposures: Exposed groups in order; :attr:`returned` holds the indices of those that went
            back to the rack of a dead hand (their tiles are out of play and stay listed here).
        dead: Why the hand was declared dead, None while it is alive.
        disturbed: Whether the hand was shown in error or thrown in.
        excess: Tiles above the right number for which a fault was already found.
        flaws: What a challenge could rest on.
        discards: Number of discards so far.
    """

    person: str
    rack: list[int] = field(default_factory=list)
    owed: list[int] = field(default_factory=list)
    exposures: list[Exposure] = field(default_factory=list)
    returned: set[int] = field(default_factory=set)
    dead: str | None = None
    disturbed: bool = False
    excess: int = 0
    flaws: list[Flaw] = field(default_factory=list)
    discards: int = 0

    @property
    def shown(self) -> tuple[Exposure, ...]:
        """The exposures that lie on the table."""
        if not self.returned:
            return tuple(self.exposures)
        return tuple(e for i, e in enumerate(self.exposures) if i not in self.returned)

    @property
    def size(self) -> int:
        """Number of tiles, exposures included."""
        number = len(self.rack) - len(self.owed)
        for exposure in self.shown if self.exposures else ():
            number += len(exposure.tiles)
        return number

    @property
    def known(self) -> bool:
        """Whether every tile of the rack is known."""
        return UNKNOWN not in self.rack and not self.owed

    def holds(self, tiles: Iterable[int]) -> bool | None:
        """Whether the rack has these tiles; None where unknown tiles leave it open."""
        rack = list(self.rack)
        missing = 0
        for tile in tiles:
            if tile in rack:
                rack.remove(tile)
            else:
                missing += 1
        if not missing:
            return True
        return None if missing <= rack.count(UNKNOWN) else False

    def lose(self, tile: int) -> bool:
        """Take a tile off the rack; return whether it can have been there."""
        if tile in self.rack:
            self.rack.remove(tile)
        elif UNKNOWN in self.rack:
            self.rack.remove(UNKNOWN)
        elif tile == UNKNOWN and self.rack:
            # one of the known tiles is gone, nobody knows which
            self.rack = [UNKNOWN] * (len(self.rack) - 1)
        else:
            self.owed.append(tile)
            return False
        return True

    def gain(self, tile: int) -> None:
        """Put a tile on the rack; one that was used before it came settles that."""
        if tile in self.owed:
            self.owed.remove(tile)
        else:
            self.rack.append(tile)

    def __repr__(self) -> str:
        shown = " ".join(f"[{format_tiles(e.tiles)}]" for e in self.shown)
        dead = f", dead: {self.dead}" if self.dead else ""
        tiles = " ".join(filter(None, [format_tiles(sorted(self.rack)), shown]))
        return f"{self.person}({tiles}{dead})"


@dataclass(slots=True)
class State:
    """The whole table between two events.

    Attributes:
        players: Person → state. order: Persons in turn order, East first.
        phase: ``deal``, ``charleston``, ``play`` or ``over``. legs: Legs of the Charleston made.
        stopped_by: Who stopped the second Charleston. second: Whether it was asked for.
        floor: Discards that nobody took: player, tile.
        wall: What is left of a known wall, next tile first; None where unknown.
        wall_left: Number of tiles left. live: The last discard, None before the first.
        turn: Whose turn it is. taken: Whether that player has the fourteenth tile.
        also: Others who may have the turn after an irregularity.
        exchanged: Who has made a joker exchange as the last move.
        unlocked: Player, exposure and event of the claim that may still be amended.
        discards: Number of discards so far.
    """

    players: dict[str, PlayerState]
    order: tuple[str, ...]
    phase: Phase = "deal"
    legs: list[str] = field(default_factory=list)
    second: bool = False
    stopped_by: str | None = None
    floor: list[tuple[str, int]] = field(default_factory=list)
    wall: list[int] | None = None
    wall_left: int = 0
    live: Live | None = None
    turn: str | None = None
    taken: bool = False
    also: set[str] = field(default_factory=set)
    exchanged: str | None = None
    unlocked: tuple[str, int, int] | None = None
    discards: int = 0

    @property
    def east(self) -> str:
        """The person who is East."""
        return self.order[0]

    def copy(self) -> State:
        """Return an independent copy."""
        return copy.deepcopy(self)

    def right(self, person: str, steps: int = 1) -> str:
        """Return who sits ``steps`` places to the right, which is next in turn."""
        return self.order[(self.order.index(person) + steps) % len(self.order)]

    def after(self, person: str) -> str:
        """Return the next player in turn whose hand is alive (the player if nobody else is)."""
        for steps in range(1, len(self.order)):
            other = self.right(person, steps)
            if self.players[other].dead is None:
                return other
        return person

    def distance(self, discarder: str, person: str) -> int:
        """Return how many places after the discarder a player has the turn."""
        n = len(self.order)
        return (self.order.index(person) - self.order.index(discarder)) % n

    def visible(self) -> np.ndarray:
        """Return what lies face up, floor and exposures, as counts of shape (39,)."""
        return visible_counts(self.floor, [player.shown for player in self.players.values()])

    def tiles_in_sight(self) -> int:
        """Return the number of tiles of all places together; the whole set if none is lost."""
        number = len(self.floor) + self.wall_left
        for player in self.players.values():
            number += player.size
        return number

    def __repr__(self) -> str:
        turn = f", turn of {self.turn}" if self.turn else ""
        tiles = f"{len(self.floor)} on the floor, {self.wall_left} in the wall"
        return f"<State {self.phase}: {tiles}{turn}>"

    def _repr_svg_(self) -> str:
        from ..render.american import state_svg

        return state_svg(self)

    def intact(self) -> list[str]:
        """Return the players whose hands are alive and undisturbed."""
        return [p for p in self.order if not self.players[p].dead and not self.players[p].disturbed]


def visible_counts(
    floor: Iterable[tuple[str, int]], shown: Iterable[Sequence[Exposure]]
) -> np.ndarray:
    """Return what lies face up as counts by code, shape (39,).

    Args:
        floor: Player and tile of each discard. shown: The exposures of each player.
    """
    counts = [0] * (UNKNOWN + 1)
    for _, tile in floor:
        counts[tile] += 1
    for exposures in shown:
        for exposure in exposures:
            for tile in exposure.tiles:
                counts[tile] += 1
    # a record of nonsense may show more of a tile than a byte counts
    return np.array([min(count, MOST) for count in counts[:WIDTH]], dtype=np.int8)


def as_naturals(shown: Iterable[Exposure]) -> tuple[Exposure, ...]:
    """Return exposures with unknown tiles taken for naturals, which every group accepts.

    What fits no line so fits none with jokers in their place either.
    """
    return tuple(
        Exposure(e.kind, tuple(e.kind if tile == UNKNOWN else tile for tile in e.tiles))
        if UNKNOWN in e.tiles
        else e
        for e in shown
    )


def natural_kind(tiles: Iterable[int], default: int = UNKNOWN) -> int:
    """Return the natural tile that a group stands for; ``default`` where it is all jokers.

    >>> natural_kind([38, 4, 38]), natural_kind([38, 38, 38], 7)
    (4, 7)
    """
    return next((t for t in tiles if t not in (JOKER, UNKNOWN)), default)
