"""The Charleston of the bots: both rounds, blind passes, tiles owed, courtesy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Courtesy, Pass, SecondCharleston
from ..rulings import charleston

if TYPE_CHECKING:
    from ..rules import AmericanRules
    from .table import HandPlay

__all__ = ["legs_of", "pass_all", "pass_leg", "plays_charleston", "second", "second_legs"]

_PLACES = {"R": 1, "O": 2, "L": 3}
_PASSED = 3


def legs_of(play: HandPlay) -> tuple[str, ...]:
    """Return the legs of this table in order."""
    if len(play.state.order) < 4:
        return ()
    return charleston.leg_order(play.rules.charleston)


def plays_charleston(rules: AmericanRules) -> bool:
    """Whether a table of these rules plays a Charleston among the players.

    >>> from mjlog.american.rules import load_american_rules
    >>> plays_charleston(load_american_rules("nmjl-2024-3p"))
    False
    """
    return rules.players == 4 and bool(charleston.leg_order(rules.charleston))


def pass_all(play: HandPlay) -> None:
    """Play both Charlestons and the courtesy passes."""
    legs = legs_of(play)
    if not legs:
        play.plan.leg(play, "")
        return
    for leg in legs[:3]:
        pass_leg(play, leg, blind=leg == legs[2])
    stop = play.plan.second(play)
    if stop is not True:
        second(play, _stopped_by(play) if stop is False else stop)
    if not any(play.bots[p].away == 0 for p in play.state.order):
        for person in play.state.order[:2]:
            _courtesy(play, person, play.state.right(person, 2))


def second(play: HandPlay, stopped_by: str | None) -> None:
    """Play the second Charleston, unless somebody stops it."""
    play.do(SecondCharleston(stopped_by))
    if stopped_by is None:
        second_legs(play)


def second_legs(play: HandPlay) -> None:
    """Let everybody pass left, across and right."""
    legs = legs_of(play)
    for leg in legs[3:]:
        pass_leg(play, leg, blind=leg == legs[5])


def _stopped_by(play: HandPlay) -> str | None:
    """Return who stops the second Charleston: whoever is near enough."""
    for person in play.state.order:
        bot = play.bots[person]
        if bot.away <= bot.style.stop_at or play.rng.random() < 0.04:
            return person
    return None


def pass_leg(play: HandPlay, leg: str, *, blind: bool) -> None:
    """Let everybody pass three tiles; on the last leg some may be forwarded unseen."""
    if play.plan.leg(play, leg):
        return
    places, order = _PLACES[leg[0]], play.state.order
    unseen = dict.fromkeys(order, 0)
    if blind:
        for person in order:
            unseen[person] = _PASSED - play.bots[person].junk(play.rack(person))
        unseen = play.incidents.blind(unseen)
        play.plan.unseen(play, leg, unseen)
    events, debt = _resolve(play, leg, places, unseen)
    play.plan.passes(play, leg, events)
    for event in events:
        play.do(event)
    if debt is not None:
        _repay(play, leg, debt, places)
    for person in order:
        play.bots[person].forget()
        play.look(person)


def _resolve(
    play: HandPlay, leg: str, places: int, unseen: dict[str, int]
) -> tuple[list[Pass], tuple[str, int] | None]:
    """Return the passes in the order in which they can be made, and what is owed."""
    order = play.state.order
    owed = 0
    if not any(unseen.values()):
        return [
            Pass(leg, p, play.state.right(p, places), play.bots[p].spare(play.rack(p), _PASSED))
            for p in order
        ], None
    first = min(order, key=lambda p: (unseen[p], order.index(p)))
    if unseen[first]:
        # nobody can begin with three own tiles: the one with the most owes the rest
        owed = unseen[first]
        if owed == _PASSED:
            unseen[first], owed = _PASSED - 1, _PASSED - 1
    events: list[Pass] = []
    person = first
    arriving: list[int] = []
    for i in range(len(order)):
        to = play.state.right(person, places)
        forward = owed if i == 0 else min(unseen[person], len(arriving))
        tiles = play.bots[person].spare(play.rack(person), _PASSED - forward)
        if i == 0:
            events.append(Pass(leg, person, to, tiles, 0, owed))
        else:
            tail = play.rng.sample(arriving, _PASSED - len(tiles))
            events.append(Pass(leg, person, to, tiles + tail, len(tail)))
        arriving = events[-1].tiles
        person = to
    return events, (first, owed) if owed else None


def _repay(play: HandPlay, leg: str, debt: tuple[str, int], places: int) -> None:
    """Let the first pass on what was owed, from the tiles that have come round."""
    person, number = debt
    tiles = play.bots[person].spare(play.rack(person), number)
    play.do(Pass(leg, person, play.state.right(person, places), tiles))


def _courtesy(play: HandPlay, person: str, other: str) -> None:
    pair = sorted((person, other))
    wish = {p: play.bots[p].junk(play.rack(p)) for p in pair}
    n = min(wish.values())
    tiles = {p: play.bots[p].spare(play.rack(p), n) for p in pair}
    if any(len(given) < n for given in tiles.values()):
        n, tiles = 0, {p: [] for p in pair}
    event = Courtesy("".join(pair), wish, n, tiles)
    play.plan.courtesy(play, event)
    play.do(event)
    for p in pair:
        play.bots[p].forget()
        play.look(p)
