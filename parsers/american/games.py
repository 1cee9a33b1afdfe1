"""A game on its way: what both forms of the record are read into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, Final

from mjlog.american.identity import content_id
from mjlog.american.model import (
    EVENT_TYPES,
    PERSONS,
    Amend,
    AmericanGame,
    AmericanHand,
    CardRef,
    Claim,
    Courtesy,
    Deal,
    Discard,
    Draw,
    Event,
    Level,
    Mahjong,
    Note,
    Pass,
    Settle,
)
from mjlog.american.usual_seats import UsualSeats

__all__ = ["MAX_EVENTS", "MAX_HANDS", "NOBODY", "GameBuilder", "MisplacedError"]

MAX_HANDS: Final = 1000
MAX_EVENTS: Final = 2000
MAX_EXPOSED: Final = 99
#: The players of a record that names none.
NOBODY: Final[Mapping[str, str]] = MappingProxyType(dict.fromkeys(PERSONS, ""))

#: Kind of event → its attributes that are persons.
_PERSON_KEYS: Final = {
    kind: tuple(
        field.name
        for field in fields(kind)
        if field.name in ("p", "to", "of", "off", "by", "stop_by")
    )
    for kind in EVENT_TYPES.values()
}


class MisplacedError(ValueError):
    """An object that contradicts what stands before it, or itself; ``key`` names the place."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


def level_of(game: AmericanGame) -> Level:
    """Return how much a game records that does not say so."""
    events = [event for hand in game.hands for event in hand.events]
    if any(isinstance(event, Deal) for event in events):
        return "full"
    public = any(isinstance(event, (Discard, Draw, Pass, Claim)) for event in events)
    return "public" if public else "result"


class GameBuilder:
    """Takes the objects of a game one after the other."""

    def __init__(self, source: str, line: int) -> None:
        self.game = AmericanGame("", source, None, CardRef(), {}, line=line)
        self._usual = UsualSeats(self.game)
        self._leveled = False
        self._in_game = False

    @property
    def hand(self) -> AmericanHand | None:
        """The hand that events go to, None before the first and after the end."""
        return self.game.hands[-1] if self.game.hands and not self.game.ended else None

    def start_game(self, values: dict[str, Any]) -> None:
        """Take what the record says about the whole game."""
        game = self.game
        game.id = values["id"] or ""
        game.ruleset = values["ruleset"]
        game.card = values["card"] or CardRef()
        game.players = values["players"] or dict(NOBODY)
        game.stake = values["stake"]
        game.table_rules = values["table_rules"]
        game.ts = values["ts"]
        self._leveled = values["level"] is not None
        if self._leveled:
            game.level = values["level"]

    def start_hand(self, values: dict[str, Any], line: int) -> None:
        """Begin a hand.

        Raises:
            MisplacedError: After the end, too many hands, a person who does not play.
        """
        game = self.game
        if game.ended:
            raise MisplacedError("a hand after the end of the game, expected a new game")
        if len(game.hands) == MAX_HANDS:
            raise MisplacedError(f"more than {MAX_HANDS} hands in a game")
        self._check_person(values["east"], "east")
        for person in values["seats"]:
            self._check_person(person, "seats")
        seats = values["seats"] or self._usual.next(values["east"])
        told = bool(values["seats"])
        game.hands.append(AmericanHand(**{**values, "seats": seats}, line=line, seats_told=told))

    def add(self, event: Event) -> None:
        """Take an event.

        Raises:
            MisplacedError: It stands in no hand, contradicts itself, or settles a hand again.
        """
        hand = self.hand
        if hand is None:
            if not isinstance(event, Note):
                where = "after the end of the game" if self.game.ended else "before the first hand"
                raise MisplacedError(f"an event {where}, expected a hand to begin first")
            if len(self.game.notes) == MAX_EVENTS:
                raise MisplacedError(f"more than {MAX_EVENTS} notes")
            self.game.notes.append(event)
            return
        if len(hand.events) == MAX_EVENTS:
            raise MisplacedError(f"more than {MAX_EVENTS} events in a hand")
        self._check_persons(event)
        _check(event)
        if isinstance(event, Settle):
            _check_first(event, hand)
        hand.events.append(event)

    def end_game(self, values: dict[str, Any]) -> None:
        """Take the end of the game.

        Raises:
            MisplacedError: It has ended before.
        """
        if self.game.ended:
            raise MisplacedError("a second end of the game, expected a new game")
        for key in ("totals", "tournament"):
            for person in values[key] or {}:
                self._check_person(person, key)
        self.game.ended = True
        self.game.totals = values["totals"] or None
        self.game.tournament = values["tournament"] or None
        self.game.ended_ts = values["ended_ts"]

    def finish(self) -> AmericanGame:
        """Return the game."""
        game = self.game
        if not self._leveled:
            game.level = level_of(game)
        if not game.id:
            game.id = content_id(game)
        return game

    def _check_person(self, person: str | None, key: str) -> None:
        if person is not None and person not in self.game.players:
            players = " ".join(self.game.players)
            raise MisplacedError(f"player {person}, expected one of {players}", key)

    def _check_persons(self, event: Event) -> None:
        for name in _PERSON_KEYS[type(event)]:
            self._check_person(getattr(event, name), name)
        if isinstance(event, Courtesy):
            for person in (*event.pair, *event.wish, *event.tiles):
                self._check_person(person, "pair")
        elif isinstance(event, Settle):
            for person in event.pay:
                self._check_person(person, "pay")
            for transfer in event.transfers:
                self._check_person(transfer.source, "transfers")
                self._check_person(transfer.to, "transfers")


def _check_first(settle: Settle, hand: AmericanHand) -> None:
    """Check that a hand has one settlement: of two nobody can say which one counts."""
    first = next((event for event in hand.events if isinstance(event, Settle)), None)
    if first is not None:
        raise MisplacedError(
            f"a second settlement of hand {hand.number}, the first stands on line {first.line}; "
            "expected one, with all that comes on top of it as its transfers, or a new hand first",
            "type",
        )


def _check(event: Event) -> None:
    """Check that what the parts of an event say goes together."""
    if isinstance(event, Pass):
        if event.blind > len(event.tiles):
            raise MisplacedError(
                f"{event.blind} of {len(event.tiles)} tiles forwarded unseen: those "
                "are written last, as ? where unknown", "blind",
            )  # fmt: skip
    elif isinstance(event, Claim):
        _check_claim(event)
    elif isinstance(event, Mahjong):
        if event.off is not None and event.how != "discard":
            raise MisplacedError(f"a discarder with how {event.how}, expected discard", "off")
    elif isinstance(event, Courtesy):
        for key, value in (("wish", event.wish), ("tiles", event.tiles)):
            if not set(value) <= set(event.pair):
                raise MisplacedError(f"expected the players {event.pair} only", key)
        event.wish = {p: event.wish[p] for p in event.pair if p in event.wish}
        event.tiles = {p: event.tiles[p] for p in event.pair if p in event.tiles}
    elif isinstance(event, Amend) and not event.tiles:
        raise MisplacedError("an exposure without tiles", "tiles")


def _check_claim(claim: Claim) -> None:
    if claim.purpose == "mahjong" and (claim.size is not None or claim.tiles is not None):
        raise MisplacedError("a claim for mahjong exposes nothing, expected neither", "size")
    if claim.tiles is None:
        return
    if not 0 < len(claim.tiles) <= MAX_EXPOSED:
        raise MisplacedError(f"an exposure of {len(claim.tiles)} tiles", "tiles")
    if claim.size is None:
        claim.size = len(claim.tiles)
    elif claim.size != len(claim.tiles):
        raise MisplacedError(f"found {claim.size}, expected {len(claim.tiles)}, the tiles", "size")
