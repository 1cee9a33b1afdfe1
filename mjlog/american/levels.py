"""What a full record looks like where less was written down: public records, results only.

A public record holds what was said or shown: passes, draws and racks are unknown, the hand
that won is known. A record of results holds how each hand ended, what was said of dead hands,
and the turn of a wrong discard that was won on, because it decides who pays.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Final

from .model import (
    LEVELS,
    AmericanGame,
    AmericanHand,
    Challenge,
    Claim,
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
from .replay import HandReplay
from .rules import DEFAULT_RULES, AmericanRules, load_american_rules, recorded_profile
from .tiles import UNKNOWN

__all__ = ["at_level"]

#: Events that a record of results holds.
_ENDS: Final = (Mahjong, WallGame, Void, Challenge, Dead, ThrowIn, Settle)


def at_level(
    game: AmericanGame, level: Level, *, rules: AmericanRules | None = None
) -> AmericanGame:
    """Return the record as it would be at a lower level.

    Args:
        game: A record; of one that holds less already nothing more is taken than it has.
        level: ``full``, ``public`` or ``result``.
        rules: The profile in force; default the one that the record names, else the
            usual one.
    """
    if LEVELS.index(level) <= LEVELS.index(game.level):
        return game
    named = recorded_profile(game.ruleset) if game.ruleset else None
    profile = rules or named or load_american_rules(DEFAULT_RULES)
    hands = [_hand(hand, profile, game.level, level) for hand in game.hands]
    return replace(game, level=level, hands=hands)


def _hand(hand: AmericanHand, rules: AmericanRules, held: Level, level: Level) -> AmericanHand:
    replay = HandReplay(hand, rules, level=held)
    events: list[Event] = []
    kept = _irregular(hand)
    for index, event in enumerate(hand.events):
        seen = _public(event, replay) if level == "public" else _result(event)
        if index in kept and seen is None:
            seen = replace(event)
        if seen is not None:
            events.append(seen)
        replay.apply(event)
    if level == "result":
        events = _standing(events)
    dice = hand.dice if level == "public" else None
    return replace(hand, wall=None, seed=None, dice=dice, events=events)


def _public(event: Event, replay: HandReplay) -> Event | None:
    if isinstance(event, Deal):
        return None
    if isinstance(event, Pass):
        tiles = [UNKNOWN] * len(event.tiles) if event.blind or len(event.tiles) != 3 else []
        return replace(event, tiles=tiles)
    if isinstance(event, Courtesy):
        return replace(event, tiles={})
    if isinstance(event, Draw):
        return replace(event, tile=UNKNOWN)
    if isinstance(event, Mahjong) and event.shown == "all" and not event.tiles:
        return replace(event, tiles=_shown(event, replay))
    return replace(event) if fields(event) else event


def _shown(event: Mahjong, replay: HandReplay) -> list[int] | None:
    """Return the concealed tiles that a declarer shows, the one from the floor included."""
    player = replay.state.players[event.p]
    live = replay.state.live
    tiles = list(player.rack)
    if event.how == "discard" and live is not None:
        tiles.append(live.tile if live.named is None else live.named)
    return tiles if UNKNOWN not in tiles else None


def _result(event: Event) -> Event | None:
    if not isinstance(event, _ENDS):
        return None
    if isinstance(event, Mahjong):
        return None if event.shown == "none" else replace(event, tiles=None)
    if isinstance(event, Dead):
        return replace(event, cause=None, returned=[])
    return replace(event)


def _irregular(hand: AmericanHand) -> set[int]:
    """Return the indices of a misnamed or wrongly drawn discard that the hand was won on.

    The draw from the wrong end stands before it, the claim behind it.
    """
    events = hand.events
    won = [i for i, e in enumerate(events) if isinstance(e, Mahjong) and e.shown != "none"]
    last = events[won[-1]] if won else None
    if not isinstance(last, Mahjong) or last.how != "discard":
        return set()
    thrown = [i for i in range(won[-1]) if isinstance(events[i], Discard)]
    if not thrown:
        return set()
    first = thrown[-1]
    discard, draw = events[first], events[first - 1] if first else None
    assert isinstance(discard, Discard)
    is_drawn = isinstance(draw, Draw) and draw.p == discard.p and draw.source != "front"
    if not is_drawn and (not isinstance(discard.named, int) or discard.corrected):
        return set()
    claims = {i for i in range(first, won[-1]) if isinstance(events[i], Claim)}
    return {first, *({first - 1} if is_drawn else ()), *claims}


def _standing(events: list[Event]) -> list[Event]:
    """Return the events of a result with the last declaration only, which is the one that stood."""
    declared = [i for i, event in enumerate(events) if isinstance(event, Mahjong)]
    return [event for i, event in enumerate(events) if i not in declared[:-1]]
