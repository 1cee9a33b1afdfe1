"""From a game and what somebody calls a seat to the review."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from operator import index
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from mjlog.american.model import PERSONS, AmericanGame, AmericanHand
from mjlog.american.rules import AmericanRules
from mjlog.errors import SeatError
from mjlog.rules import Rules
from mjlog.seats import hand_called, person_called, seat_called

from .model import Review

if TYPE_CHECKING:
    from mjlog.american.card import Card
    from mjlog.views import Game

__all__ = ["review_game"]


def review_game(
    game: Game | AmericanGame,
    seat: SupportsIndex | str | None = None,
    *,
    hand: str | None = None,
    rules: Rules | AmericanRules | None = None,
    card: Card | None = None,
    lang: str = "en",
) -> Review:
    """Return the review of a game from one seat.

    Args:
        game: A riichi or an American game.
        seat: A number (0 the first dealer; of an American game A), a wind of ``hand`` or of the
            first hand, a player's name, of an American game a letter. None: the seat that the
            record was saved from.
        hand: Review one hand only, ``E2.1`` or ``hand 3``.
        rules: Instead of those of the record; a ruleset of the other game has no say.
        card: Card of an American game; default the one of the record.
        lang: ``en`` or ``ja``.

    Raises:
        SeatError: No seat is given, and the record tells none.
        UnknownNameError: No such seat, hand or language.
        RulesError: ``rules`` are for another number of players.
        TypeError: ``game`` is no game, or ``seat`` neither a number nor text.
    """
    from mjlog.views import Game

    if not isinstance(game, Game | AmericanGame):
        what = type(game).__name__
        raise TypeError(f"a review is of one game, as mjlog.read returns them, not of {what}")
    if seat is not None and not isinstance(seat, str):
        seat = index(seat)  # a number of numpy too
    if isinstance(game, AmericanGame):
        own = rules if isinstance(rules, AmericanRules) else None
        return _american(game, seat, hand, own, card, lang)
    from .riichi import review_riichi

    if isinstance(rules, Rules):
        game = _under(game, rules)

    label = None if hand is None else game.round(hand).name
    review = review_riichi(game, _riichi_seat(game, seat, label), lang=lang)
    return review if label is None else review.only(label)


def _under(game: Game, rules: Rules) -> Game:
    """Return a riichi game as it is under other rules."""
    from mjlog.given import check_table_sizes
    from mjlog.views import Game

    check_table_sizes(game.batch, rules)
    return Game(replace(game.batch, rules=[rules], rules_index=np.zeros(1, np.int32)))


def _riichi_seat(game: Game, seat: int | str | None, label: str | None) -> int:
    if seat is None:
        seat = game.info.viewer
    if seat is None or not game.rounds:
        names = (f"{number} {name}".rstrip() for number, name in enumerate(game.names))
        raise SeatError(_which(names))
    if isinstance(seat, int):
        return seat
    return seat_called(game.rounds[0] if label is None else game.round(label), seat)


def _american(
    game: AmericanGame,
    seat: int | str | None,
    hand: str | None,
    rules: AmericanRules | None,
    card: Card | None,
    lang: str,
) -> Review:
    from .american import review_american

    if seat is None:
        raise SeatError(_which(f"{p} {name}".rstrip() for p, name in game.players.items()))
    chosen = None if hand is None else hand_called(game, hand)
    first = chosen or next(iter(game.hands), AmericanHand(number=0, east="", seats={}))
    if isinstance(seat, int):
        person = PERSONS[seat] if 0 <= seat < len(PERSONS) else str(seat)
    else:
        person = person_called(game, first, seat)
    review = review_american(game, person, card=card, rules=rules, lang=lang)
    return review if chosen is None else review.only(f"hand {chosen.number}")


def _which(seats: Iterable[str]) -> str:
    return f"whose decisions? Name a seat (--seat): {', '.join(seats)}"
