"""Checks of the set: copies of a tile, conservation of all tiles, the recorded wall."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..model import Draw, Event
from ..tiles import COPIES, FLOWER, JOKER, UNKNOWN, counted, format_tile

if TYPE_CHECKING:
    from ..replay import HandReplay
    from ..rules import AmericanRules

__all__ = ["check", "check_wall", "copies", "deal_order", "set_size"]


def copies(rules: AmericanRules) -> dict[int, int]:
    """Return how often each kind is in the set under the rules."""
    return {**COPIES, FLOWER: rules.flowers, JOKER: rules.jokers}


def set_size(rules: AmericanRules) -> int:
    """Return the number of tiles of the set."""
    return sum(copies(rules).values()) + rules.blanks


def deal_order(players: int) -> list[int]:
    """Return the player (0 is East) who takes each tile of the wall in the deal.

    Four at a time, three rounds; then East takes the first and the third top tile, South the
    first bottom tile, West the next top, North the next bottom (rules as fact 1.1).

    >>> deal_order(4)[48:]
    [0, 1, 2, 3, 0]
    """
    return [p for _ in range(3) for p in range(players) for _ in range(4)] + [*range(players), 0]


def check_wall(replay: HandReplay, wall: list[int]) -> None:
    """Check that a recorded wall is the whole set."""
    size = set_size(replay.rules)
    have = Counter(wall)
    allowed = copies(replay.rules)
    for kind, number in sorted(have.items()):
        if kind != UNKNOWN and number > allowed[kind]:
            _too_many(replay, kind, number, allowed[kind])
            return
    if len(wall) != size:
        replay.unsure = True
        replay.fault(
            "SET-02", None, f"the wall has {counted(len(wall), 'tile')}, the set {size}",
            recorded=len(wall), expected=size, event=0,
        )  # fmt: skip


def check(replay: HandReplay, event: Event) -> None:
    """Check the set after an event of the play."""
    state = replay.state
    total = state.tiles_in_sight()
    lost = set_size(replay.rules) - total
    if lost and not replay.unsure:
        replay.unsure = True
        replay.fault(
            "SET-02", None, f"{counted(total, 'tile')} in hands, on the floor and in the wall",
            recorded=total, expected=set_size(replay.rules),
        )  # fmt: skip
    if replay.unsure or (state.wall is not None and not isinstance(event, Draw)):
        return
    if state.wall is None:
        _check_copies(replay)


def _check_copies(replay: HandReplay) -> None:
    """Count every known tile; more than the set holds is a fault of the record."""
    have: Counter[int] = Counter(tile for _, tile in replay.state.floor)
    for player in replay.state.players.values():
        have.update(player.rack)
        have.subtract(player.owed)
        for exposure in player.shown:
            have.update(exposure.tiles)
    allowed = copies(replay.rules)
    for kind, number in have.items():
        if kind != UNKNOWN and number > allowed[kind]:
            _too_many(replay, kind, number, allowed[kind])
            return


def _too_many(replay: HandReplay, kind: int, number: int, allowed: int) -> None:
    replay.unsure = True
    replay.fault(
        "SET-01", None, f"{number} {format_tile(kind)} in sight, the set has {allowed}",
        recorded=number, expected=allowed, event=max(replay.index, 0),
    )  # fmt: skip
