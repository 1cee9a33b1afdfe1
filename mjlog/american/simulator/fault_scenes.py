"""Faults of claims and joker exchanges: scenes for which tiles are dealt as they need them.

Who plays in a scene is dealt certain tiles and keeps them through the Charleston; East's first
discard opens it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

from ..card import Card, Exposure, dead_test, group_allowed
from ..model import Amend, Claim, Discard, Exchange, Retract
from ..state import visible_counts
from ..tiles import FLOWER, JOKER, KINDS
from .fault_plans import ON, once, others_of
from .plan import Plan, arrange

if TYPE_CHECKING:
    from .table import HandPlay

__all__ = ["CLAIMS", "EXCHANGES", "Dying", "Scene", "unwelcome"]

EAST, SOUTH, WEST, NORTH = 0, 1, 2, 3
_SIZES: Final = (3, 4, 5, 6)


class Scene(Plan, ABC):
    """A plan in which players keep certain tiles, and discard some when their turn comes.

    ``wanted`` is filled by :meth:`prepare`; ``throws`` says what players discard at their next
    turns, in order.
    """

    def __init__(self) -> None:
        self.wanted: dict[int, list[int]] = {}
        self.throws: dict[int, list[int]] = {}
        self.ready = False

    @abstractmethod
    def prepare(self, play: HandPlay) -> bool:
        """Choose tiles; return whether the card has what the scene needs."""

    def wall(self, play: HandPlay, wall: list[int]) -> None:
        """Deal the tiles that are wanted."""
        self.ready = self.prepare(play) and arrange(wall, len(play.state.order), self.wanted)
        if self.ready:
            for seat, tiles in self.wanted.items():
                play.bots[self.person(play, seat)].reserve = Counter(tiles)

    def person(self, play: HandPlay, seat: int) -> str:
        """Return who sits there, 0 is East."""
        return play.state.order[seat]

    def discard(self, play: HandPlay, event: Discard) -> None:
        """Let a player throw what the scene needs."""
        throws = self.throws.get(play.state.order.index(event.p))
        if self.ready and throws and throws[0] in play.rack(event.p):
            event.tile, event.named = throws.pop(0), None
            play.bots[event.p].reserve[event.tile] -= 1

    def discarded(self, play: HandPlay) -> bool:
        """Call the scene on every discard until it has happened."""
        return self.ready and not self.done and self.on_discard(play)

    def on_discard(self, play: HandPlay) -> bool:
        """Act on a discard; True if somebody has the turn now."""
        return False

    def live(self, play: HandPlay, seat: int, tile: int) -> bool:
        """Whether that player has just discarded that tile."""
        live = play.state.live
        return live is not None and (live.p, live.tile) == (self.person(play, seat), tile)

    def lay(self, play: HandPlay, seat: int, tiles: list[int]) -> bool:
        """Lay a group down with the live discard; return whether the player has the tiles."""
        live, person = play.state.live, self.person(play, seat)
        assert live is not None
        own = list(tiles)
        if live.tile in own:
            own.remove(live.tile)
        else:
            own.pop()
        if not play.state.players[person].holds(own):
            return False
        reserve = play.bots[person].reserve
        reserve.subtract(own)
        play.bots[person].reserve = +reserve
        play.do(Claim(person, live.tile, live.p, "expose", len(tiles), tiles))
        return True


# --- what a card welcomes


@lru_cache(maxsize=32)
def _rows(card: Card, kind: int, size: int) -> int:
    """Return how many concrete hands accept a group."""
    return len(card.table.after([Exposure(kind, (kind,) * (size - 1) + (JOKER,))]).rows)


@lru_cache(maxsize=8)
def _welcome(card: Card, size: int) -> tuple[int, ...]:
    """Return the kinds of which a group of a size may be exposed, those of most hands first."""
    kinds = [k for k in KINDS if k not in (JOKER, FLOWER)]
    rows = {k: len(card.table.after([Exposure(k, (k,) * (size - 1) + (JOKER,))]).rows)
            for k in kinds}  # fmt: skip
    found = sorted((k for k in kinds if rows[k]), key=lambda k: (-rows[k], k))
    return tuple(found[: max(len(found) // 2, 1)])


def _tests(card: Card, sizes: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    for size in sizes:
        for kind in KINDS:
            if kind not in (JOKER, FLOWER):
                yield kind, size


def _group(kind: int, size: int) -> tuple[int, ...]:
    """Return the group of a size with as many naturals as one player can hold and one claimed."""
    naturals = min(size, 3)
    return (kind,) * naturals + (JOKER,) * (size - naturals)


@lru_cache(maxsize=8)
def unwelcome(card: Card, code: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return pairs of groups of which the second makes the exposures wrong, by its code.

    The first group is empty where one exposure is wrong by itself.
    """
    found: list[tuple[tuple[int, ...], ...]] = []
    for kind, size in _tests(card, _SIZES):
        group = _group(kind, size)
        if _judged(card, [group]) == code:
            found.append(((), group))
    if found:
        return tuple(found)
    firsts = [_group(k, 3) for k in _welcome(card, 3)]
    for first in firsts:
        for kind, size in _tests(card, (3, 4)):
            group = _group(kind, size)
            if kind == first[0] or group_allowed(card, (), kind, size) == ():
                continue
            if _judged(card, [first, group]) == code:
                found.append((first, group))
    return tuple(found)


def _judged(card: Card, groups: list[tuple[int, ...]]) -> str:
    """Return the code of exposures, as the audit tells it."""
    shown = [Exposure(group[0], group) for group in groups]
    test = dead_test(card, shown, visible_counts([], [shown]))
    if test.ground == "b":
        return "A-CLM-09"
    if test.ground != "a":
        return ""
    kind, size = shown[-1].kind, shown[-1].size
    sizes = [n for n in _SIZES if group_allowed(card, (), kind, n)]
    return "A-CLM-11" if sizes and size not in sizes else "A-CLM-10"


@lru_cache(maxsize=8)
def _mortal(card: Card) -> tuple[tuple[int, int, int], ...]:
    """Return pairs of pungs whose every hand needs a pair of one tile: both kinds, the tile."""
    found = []
    kinds = _welcome(card, 3)
    for i, first in enumerate(kinds):
        for second in kinds[i + 1 :]:
            rest = card.table.after([Exposure(k, _group(k, 3)) for k in (first, second)])
            if not len(rest.rows):
                continue
            needed = rest.natural.min(axis=1)
            found += [
                (first, second, k) for k in KINDS
                if k not in (first, second, FLOWER, JOKER) and needed[k] >= 2
            ]  # fmt: skip
    return tuple(found)


class Dying(Scene):
    """South exposes two pungs, and the others throw three of a tile that it needs twice."""

    pungs = (0, 0)

    def prepare(self, play: HandPlay) -> bool:
        """South holds both pungs but for the tiles that are claimed."""
        mortal = _mortal(play.card)
        if not mortal:
            return False
        first, second, key = play.rng.choice(mortal)
        self.pungs = (first, second)
        self.wanted = {EAST: [first, key], SOUTH: [first] * 2 + [second] * 2, WEST: [second, key]}
        if len(play.state.order) > NORTH:
            self.wanted[NORTH] = [key]
        else:
            self.wanted[WEST].append(key)
        self.throws = {seat: list(tiles) for seat, tiles in self.wanted.items() if seat != SOUTH}
        return True

    def on_discard(self, play: HandPlay) -> bool:
        """Expose the pungs."""
        for thrower, tile in zip((EAST, WEST), self.pungs, strict=True):
            held = play.rack(self.person(play, SOUTH)).count(tile) >= 2
            if self.live(play, thrower, tile) and held and play.alive(self.person(play, SOUTH)):
                return self.lay(play, SOUTH, [tile] * 3)
        return False


# --- claims


def _pick(rng: Random, kinds: tuple[int, ...], *but: int) -> int | None:
    fitting = [kind for kind in kinds if kind not in but]
    return rng.choice(fitting) if fitting else None


def _size_not_said(play: HandPlay, event: Claim) -> str:
    event.said = play.rng.choice(["call", "take", "I want that"])
    return ON


class WrongGroup(Scene):
    """South claims East's discard for something that is no group."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.form = form
        self.tile = self.other = 0

    def prepare(self, play: HandPlay) -> bool:
        """South has the claimed tile once, or another tile twice."""
        tile = _pick(play.rng, _welcome(play.card, 3))
        other = _pick(play.rng, _welcome(play.card, 3), tile or 0)
        if tile is None or other is None:
            return False
        self.tile, self.other = tile, other
        south = [other, other] if self.form == "missing" else [tile, other]
        self.wanted = {EAST: [tile], SOUTH: south}
        self.throws = {EAST: [tile]}
        return True

    def on_discard(self, play: HandPlay) -> bool:
        """Lay the tiles down."""
        if not self.live(play, EAST, self.tile):
            return False
        groups = {
            "pair": [self.tile] * 2,
            "mixed": [self.tile, self.tile, self.other],
            "missing": [self.other] * 3,
        }
        self.done = self.lay(play, SOUTH, groups[self.form])
        return self.done


class Unwelcome(Scene):
    """South exposes what the card does not accept: the first group is right, the second wrong."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code
        self.group: tuple[int, ...] = ()
        self.then: tuple[int, ...] = ()
        self.opened = False

    def prepare(self, play: HandPlay) -> bool:
        """South holds both groups but for the tile that is claimed."""
        pairs = unwelcome(play.card, self.code)
        if not pairs:
            return False
        self.group, self.then = play.rng.choice(pairs)
        self.opened = not self.group
        self.wanted = {SOUTH: [*self.group[1:], *self.then[1:]]}
        if self.opened:
            self.wanted[EAST] = [self.then[0]]
            self.throws = {EAST: [self.then[0]]}
        else:
            self.wanted |= {EAST: [self.group[0]], WEST: [self.then[0]]}
            self.throws = {EAST: [self.group[0]], WEST: [self.then[0]]}
        return True

    def on_discard(self, play: HandPlay) -> bool:
        """Expose, once or twice."""
        if not self.opened:
            self.opened = self.live(play, EAST, self.group[0]) and self.lay(
                play, SOUTH, list(self.group)
            )
            return self.opened
        thrower = WEST if self.group else EAST
        if not self.live(play, thrower, self.then[0]):
            return False
        self.done = self.lay(play, SOUTH, list(self.then))
        return self.done


class WrongPriority(Scene):
    """South calls, and West, who comes later, lays tiles down."""

    tile = 0

    def prepare(self, play: HandPlay) -> bool:
        """West holds two of what East throws."""
        tile = _pick(play.rng, _welcome(play.card, 3))
        if tile is None:
            return False
        self.tile = tile
        self.wanted = {EAST: [tile], WEST: [tile, tile]}
        self.throws = {EAST: [tile]}
        return True

    def on_discard(self, play: HandPlay) -> bool:
        """Let both claim."""
        live = play.state.live
        if live is None or not self.live(play, EAST, self.tile):
            return False
        play.do(Claim(self.person(play, SOUTH), live.tile, live.p, "expose", said="call"))
        self.done = self.lay(play, WEST, [self.tile] * 3)
        return self.done


class Uncovered(Scene):
    """West claims with a joker that it takes from South only afterwards."""

    group = then = 0

    def prepare(self, play: HandPlay) -> bool:
        """South exposes a joker; West has the natural for it and one tile of the next discard."""
        first = _pick(play.rng, _welcome(play.card, 3))
        second = _pick(play.rng, _welcome(play.card, 3), first or 0)
        if first is None or second is None:
            return False
        self.group, self.then = first, second
        self.wanted = {EAST: [first], SOUTH: [first, JOKER, second], WEST: [first, second]}
        self.throws = {EAST: [first], SOUTH: [second]}
        return True

    def on_discard(self, play: HandPlay) -> bool:
        """Expose, then claim without the joker, then take it."""
        if self.live(play, EAST, self.group):
            return self.lay(play, SOUTH, [self.group, self.group, JOKER])
        west, south = self.person(play, WEST), self.person(play, SOUTH)
        rack = play.rack(west)
        if not self.live(play, SOUTH, self.then) or JOKER in rack or self.group not in rack:
            return False
        play.do(Claim(west, self.then, south, "expose", 3, [self.then, self.then, JOKER]))
        play.bots[west].reserve.clear()
        play.do(Exchange(west, south, 0, self.group))
        self.done = True
        return True


class LateAmend(Scene):
    """South makes a pung a kong after the turn in which it was exposed."""

    tile = 0

    def prepare(self, play: HandPlay) -> bool:
        """South holds three of a tile of which the card has pungs and kongs."""
        both = tuple(k for k in _welcome(play.card, 3) if group_allowed(play.card, (), k, 4))
        tile = _pick(play.rng, both)
        if tile is None:
            return False
        self.tile = tile
        self.wanted = {EAST: [tile], SOUTH: [tile] * 3}
        self.throws = {EAST: [tile]}
        return True

    def on_discard(self, play: HandPlay) -> bool:
        """Expose the pung."""
        return self.live(play, EAST, self.tile) and self.lay(play, SOUTH, [self.tile] * 3)

    def turn(self, play: HandPlay, person: str) -> bool:
        """Add the fourth tile at a later turn."""
        if not self.ready or self.done or person != self.person(play, SOUTH):
            return False
        exposures = play.state.players[person].exposures
        late = play.state.unlocked is None and self.tile in play.rack(person)
        if late and exposures and exposures[0].tiles == (self.tile,) * 3:
            play.do(Amend(person, 0, [self.tile] * 4))
            play.bots[person].reserve.clear()
            self.done = True
        return False


def _closed_window(play: HandPlay, person: str) -> str | None:
    """Somebody calls for the discard before, after the next player has drawn."""
    live = play.state.live
    if live is None or live.open or live.tile == JOKER or play.state.discards < 4:
        return None
    callers = others_of(play, live.p, person)
    if not callers:
        return None
    play.do(Claim(callers[0], live.tile, live.p, "expose", said="call"))
    return ON


class JokerClaimed(Scene):
    """East throws a joker and South calls for it."""

    def prepare(self, play: HandPlay) -> bool:
        """East holds a joker."""
        self.wanted = {EAST: [JOKER]}
        self.throws = {EAST: [JOKER]}
        return True

    def on_discard(self, play: HandPlay) -> bool:
        """Call for it."""
        live = play.state.live
        if live is not None and live.tile == JOKER:
            play.do(Claim(self.person(play, SOUTH), JOKER, live.p, "expose", said="call"))
            self.done = True
        return False


def _own_discard(play: HandPlay) -> str | None:
    live = play.state.live
    if live is None or live.tile == JOKER or play.state.discards < 4:
        return None
    play.do(Claim(live.p, live.tile, live.p, "expose", said="call"))
    return ON


CLAIMS: Final[dict[str, Callable[[], Plan]]] = {
    "A-DISC-03": once("discarded", _own_discard),
    "A-CLM-01": once("turn", _closed_window),
    "A-CLM-02": JokerClaimed,
    "A-CLM-03": lambda: WrongGroup("pair"),
    "A-CLM-04": lambda: WrongGroup("mixed"),
    "A-CLM-05": lambda: WrongGroup("missing"),
    "A-CLM-06": WrongPriority,
    "A-CLM-07": Uncovered,
    "A-CLM-08": LateAmend,
    "A-CLM-09": lambda: Unwelcome("A-CLM-09"),
    "A-CLM-10": lambda: Unwelcome("A-CLM-10"),
    "A-CLM-11": lambda: Unwelcome("A-CLM-11"),
    "A-CLM-12": once("claim", _size_not_said),
}


# --- exchanges


class WrongExchange(Scene):
    """South has an exposure, and West exchanges wrongly with it.

    ``act`` is what West does at its turn, or before it draws.
    """

    def __init__(self, how: str) -> None:
        super().__init__()
        self.how = how
        self.tile = 0

    def prepare(self, play: HandPlay) -> bool:
        """South exposes East's discard with a joker, or without where there shall be none."""
        tile = _pick(play.rng, _welcome(play.card, 3))
        if tile is None:
            return False
        self.tile = tile
        south = {"none": [tile, tile], "floor": [tile, tile, JOKER]}.get(self.how, [tile, JOKER])
        west = {"joker": [JOKER], "floor": []}.get(self.how, [tile])
        self.wanted = {EAST: [tile], SOUTH: south, WEST: west}
        self.throws = {EAST: [tile], SOUTH: [tile] if self.how == "floor" else []}
        return True

    def on_discard(self, play: HandPlay) -> bool:
        """Expose."""
        if play.state.discards > 1 or not self.live(play, EAST, self.tile):
            return False
        wild = self.tile if self.how == "none" else JOKER
        return self.lay(play, SOUTH, [self.tile, self.tile, wild])

    def draw(self, play: HandPlay, person: str) -> bool:
        """Exchange before drawing."""
        if self.how == "early" and self._comes(play, person) and self.tile in play.rack(person):
            play.do(Exchange(person, self.person(play, SOUTH), 0, self.tile))
            self._finish(play, person)
        return False

    def turn(self, play: HandPlay, person: str) -> bool:
        """Exchange wrongly in the own turn."""
        rack, south = play.rack(person), self.person(play, SOUTH)
        if self.how == "early" or not self._comes(play, person):
            return False
        if self.how == "floor":
            floor = any(tile == self.tile for _, tile in play.state.floor)
            if not floor or self.tile in rack:
                return False
            play.do(Exchange(person, south, 0, self.tile))
        elif self.how == "joker":
            play.do(Exchange(person, south, 0, JOKER))
        elif self.how == "wrong":
            play.bots[person].reserve.clear()
            others = [t for t in rack if t not in (self.tile, JOKER)]
            play.do(Exchange(person, south, 0, self.tile, play.rng.choice(others)))
        elif self.tile in rack:
            play.do(Exchange(person, south, 0, self.tile))
            if self.how == "undone":
                play.do(Retract(person, "exchange"))
        self._finish(play, person)
        return False

    def _comes(self, play: HandPlay, person: str) -> bool:
        """Whether it is West's turn and South's exposure is there."""
        shown = play.state.players[self.person(play, SOUTH)].exposures
        first = self.ready and not self.done and person == self.person(play, WEST)
        return first and bool(shown) and shown[0].kind == self.tile

    def _finish(self, play: HandPlay, person: str) -> None:
        play.bots[person].reserve.clear()
        self.done = True


EXCHANGES: Final[dict[str, Callable[[], Plan]]] = {
    "A-JX-01": lambda: WrongExchange("early"),
    "A-JX-02": lambda: WrongExchange("floor"),
    "A-JX-03": lambda: WrongExchange("wrong"),
    "A-JX-04": lambda: WrongExchange("none"),
    "A-JX-05": lambda: WrongExchange("joker"),
    "A-JX-06": lambda: WrongExchange("undone"),
}
