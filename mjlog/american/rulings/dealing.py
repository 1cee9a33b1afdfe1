"""The deal: 14 tiles to East, 13 to the others, in the order of the wall."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..model import Deal, Draw
from ..tiles import UNKNOWN, counted, format_tiles
from . import tileset

if TYPE_CHECKING:
    from ..replay import HandReplay

__all__ = ["Dealing", "close_deal", "deal", "dealt", "late_deal", "report_deal"]


@dataclass(slots=True)
class Dealing:
    """The deal on its way.

    Attributes:
        events: Index of the deal of each player. open: Whether it is not closed yet.
        wrong: Player → number of tiles dealt, where it is wrong.
    """

    events: dict[str, int] = field(default_factory=dict)
    open: bool = True
    wrong: dict[str, int] = field(default_factory=dict)


def deal(replay: HandReplay, event: Deal) -> None:
    """Deal tiles to a player."""
    replay.dealing.events[event.p] = replay.index
    unknown = not event.tiles and replay.level != "full"
    n = dealt(replay, event.p)
    replay.player(event.p).rack = [UNKNOWN] * n if unknown else list(event.tiles)


def dealt(replay: HandReplay, person: str) -> int:
    """Return the number of tiles due to a player."""
    return 14 if person == replay.state.east else 13


def close_deal(replay: HandReplay) -> None:
    """Give unknown tiles to those without a recorded deal; compare with the wall."""
    dealing, state = replay.dealing, replay.state
    if not dealing.open:
        return
    dealing.open = False
    state.phase = "charleston"
    shares = _shares(replay)
    for person in state.order:
        player, right = state.players[person], dealt(replay, person)
        if person not in dealing.events:
            player.rack = shares.get(person) or [UNKNOWN] * right
        if len(player.rack) != right:
            dealing.wrong[person] = len(player.rack)
            player.excess = len(player.rack) - right
    taken = sum(len(player.rack) for player in state.players.values())
    state.wall_left = tileset.set_size(replay.rules) - taken
    if replay.hand.wall is not None:
        _compare_wall(replay, replay.hand.wall)
    elif dealing.events:
        tileset.check(replay, Deal(p=state.east, tiles=[]))


def _shares(replay: HandReplay) -> dict[str, list[int]]:
    """Return what a known wall deals to each player; empty for other tables than of four."""
    wall, order = replay.hand.wall, replay.state.order
    places = tileset.deal_order(len(order))
    if wall is None or len(order) != 4 or len(wall) < len(places):
        return {}
    shares: dict[str, list[int]] = {p: [] for p in order}
    for place, tile in zip(places, wall, strict=False):
        shares[order[place]].append(tile)
    return shares


def _compare_wall(replay: HandReplay, wall: list[int]) -> None:
    state = replay.state
    tileset.check_wall(replay, wall)
    order = tileset.deal_order(len(state.order))
    shares: dict[str, Counter[int]] = {p: Counter() for p in state.order}
    for place, tile in zip(order, wall, strict=False):
        shares[state.order[place]][tile] += 1
    for person in state.order:
        have = Counter(state.players[person].rack)
        wrong = have - shares[person]
        wrong.pop(UNKNOWN, None)
        known = person in replay.dealing.events and UNKNOWN not in shares[person]
        if not known or len(state.order) < 4:
            continue
        if wrong and not replay.unsure:
            replay.unsure = True
            replay.fault(
                "SET-03", person,
                f"{format_tiles(wrong.elements())} dealt are not next in the wall",
                recorded=format_tiles(sorted(state.players[person].rack)),
                expected=format_tiles(sorted(shares[person].elements())),
                event=replay.dealing.events[person],
            )  # fmt: skip
    state.wall = _left(replay, wall, shares)
    state.wall_left = len(state.wall)


def _left(replay: HandReplay, wall: list[int], shares: dict[str, Counter[int]]) -> list[int]:
    """Return the wall behind the deal; a tile that a short hand left lies there first."""
    left = list(wall[len(tileset.deal_order(len(replay.state.order))) :])
    for person, number in replay.dealing.wrong.items():
        short = dealt(replay, person) - number
        missing = list((shares[person] - Counter(replay.player(person).rack)).elements())
        if short > 0:
            left[:0] = missing[:short]
        elif short < 0:
            del left[:-short]
    return left


def report_deal(replay: HandReplay) -> None:
    """Report wrong numbers that nobody put right before East's first discard."""
    for person, number in replay.dealing.wrong.items():
        if replay.player(person).size == dealt(replay, person):
            continue
        replay.fault(
            "DEAL-01", person, f"{counted(number, 'tile')}, {dealt(replay, person)} are due",
            recorded=number, expected=dealt(replay, person),
            event=replay.dealing.events.get(person, 0),
        )  # fmt: skip
    replay.dealing.wrong = {}


def late_deal(replay: HandReplay, event: Draw) -> bool:
    """Whether a draw is the last tile of the deal, which the player left of East forgot."""
    state = replay.state
    if state.discards or event.p != state.order[-1]:
        return False
    return replay.dealing.wrong.get(event.p) == 12 and replay.player(event.p).size < 13
