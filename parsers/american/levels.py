"""The three levels of a record: what is left of a game that is recorded in less detail."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mjlog.american.model import (
    LEVELS,
    AmericanGame,
    AmericanHand,
    Challenge,
    Courtesy,
    Dead,
    Deal,
    Discard,
    Draw,
    Event,
    Level,
    Mahjong,
    Pass,
    Settle,
    ThrowIn,
    Void,
    WallGame,
)
from mjlog.american.tiles import UNKNOWN
from mjlog.errors import MjlogError, UnknownNameError

__all__ = ["reduced"]

_RESULT: Final = (Mahjong, ThrowIn, Challenge, Dead, WallGame, Void, Settle)


def reduced(game: AmericanGame, level: Level) -> AmericanGame:
    """Return a game as a record of a lower level holds it.

    ``public`` is what was said and shown: deals, walls, and the tiles of passes and draws are
    not known. ``result`` is what ended each hand: declarations, dead hands, payments.

    Raises:
        UnknownNameError: No level of that name.
        MjlogError: The record is of a lower level than that.
    """
    if level not in LEVELS:
        raise UnknownNameError("level", level, LEVELS)
    if LEVELS.index(level) < LEVELS.index(game.level):
        raise MjlogError(f"{game.id}: a record of level {game.level} holds no more, not {level}")
    if level == game.level:
        return game
    change = _public if level == "public" else _result
    return replace(game, level=level, hands=[change(hand) for hand in game.hands])


def _public(hand: AmericanHand) -> AmericanHand:
    events = [_seen(event) for event in hand.events if not isinstance(event, Deal)]
    return replace(hand, wall=None, seed=None, events=events)


def _seen(event: Event) -> Event:
    """Return what everybody sees of an event."""
    if isinstance(event, Pass):
        return replace(event, tiles=_hidden(event.tiles))
    if isinstance(event, Courtesy):
        return replace(event, tiles={p: _hidden(tiles) for p, tiles in event.tiles.items()})
    if isinstance(event, Draw):
        return replace(event, tile=UNKNOWN)
    if isinstance(event, Mahjong) and event.shown == "none":
        return replace(event, tiles=None)
    return event


def _hidden(tiles: list[int]) -> list[int]:
    return [UNKNOWN] * len(tiles)


def _result(hand: AmericanHand) -> AmericanHand:
    events: list[Event] = []
    last: Discard | None = None
    for event in hand.events:
        if isinstance(event, Discard):
            last = event
        elif isinstance(event, Mahjong):
            if last is not None and event.how == "discard" and isinstance(last.named, int):
                events.append(last)  # a wrong name decides who pays
            events.append(replace(event, tiles=None))
        elif isinstance(event, _RESULT):
            events.append(event)
    return replace(hand, wall=None, seed=None, dice=None, events=events)
