"""Which seat, or which person or hand of an American game, somebody means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from .errors import UnknownNameError
from .render.words import parse_wind_name

if TYPE_CHECKING:
    from .american.model import AmericanGame, AmericanHand
    from .views import Round

__all__ = ["hand_called", "person_called", "seat_called"]

WINDS: Final = "ESWN"
_NUMBER: Final = re.compile(r"\s*(?:hand\s*|第)?([0-9]{1,5})\s*(?:局)?\s*", re.IGNORECASE)


def seat_called(r: Round, text: str) -> int:
    """Return the seat that a number, a wind of the round or a player's name means.

    Raises:
        UnknownNameError: There is no such seat.
    """
    players = r.game.players
    if text.strip().isdecimal():
        if int(text) < players:
            return int(text)
        raise UnknownNameError("seat", text, [str(seat) for seat in range(players)])
    names = [name.casefold() for name in r.game.names[:players]]
    if names.count(text.strip().casefold()) == 1:
        return names.index(text.strip().casefold())
    wind = parse_wind_name(text)
    if wind is not None and wind < players:
        return (r.dealer + wind) % players
    winds = ("East", "South", "West", "North")[:players]
    raise UnknownNameError("seat", text, [*r.game.names[:players], *winds])


def person_called(game: AmericanGame, hand: AmericanHand, text: str) -> str:
    """Return the person that a letter, a wind of the hand or a player's name means.

    Raises:
        UnknownNameError: There is none.
    """
    if text in game.players:
        return text
    by_name = [p for p, name in game.players.items() if name.casefold() == text.casefold()]
    if len(by_name) == 1:
        return by_name[0]
    wind = parse_wind_name(text)
    for person, seat in hand.seats.items():
        if wind is not None and seat == WINDS[wind]:
            return person
    names = [name for name in game.players.values() if name]
    raise UnknownNameError("player", text, [*game.players, *names])


def hand_called(game: AmericanGame, text: str) -> AmericanHand:
    """Return the hand that ``hand 3``, ``3`` or ``第3局`` means.

    Raises:
        UnknownNameError: There is none.
    """
    match = _NUMBER.fullmatch(text)
    for hand in game.hands:
        if match is not None and hand.number == int(match[1]):
            return hand
    raise UnknownNameError("hand", text, [f"hand {hand.number}" for hand in game.hands])
