"""Who plays, as people write it: the letter that a name, or a wind, stands for."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from mjlog.american.model import PERSONS, AmericanGame
from mjlog.errors import near_matches

__all__ = ["NoPlayerError", "People"]

_SHOWN: Final = 40
_WINDS: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}


class NoPlayerError(ValueError):
    """A word that is no player's letter; ``word`` is what stands there."""

    def __init__(self, message: str, word: str) -> None:
        super().__init__(message)
        self.word = word


class People:
    """The players of a game that is being read, for what its errors say.

    Args:
        game: The game on its way; its players and seats are looked up when they are asked for.
    """

    def __init__(self, game: AmericanGame) -> None:
        self._game = game

    @property
    def players(self) -> Collection[str]:
        """The letters of those who play."""
        return self._game.players or PERSONS

    @property
    def letters(self) -> str:
        """The letters in words, ``A B C D``."""
        return " ".join(self.players)

    def hint(self, word: str) -> str:
        """Return which letter a word means that is none, ``; Bea is B``; "" if nobody knows."""
        word = word.strip()
        if not word or word in self.players:
            return ""
        shown, named = word[:_SHOWN], self._named(word.casefold())
        if named:
            return f"; {shown} is {' or '.join(named)}"
        if word.upper() in self.players:
            return f"; did you mean {word.upper()}?"
        return self._sitting(word)

    def near(self, word: str) -> str:
        """Return whose name looks like a word, ``; did you mean B (Bea)?``; "" if nobody's."""
        names = {person: name for person, name in self._game.players.items() if name}
        near = near_matches(word[:_SHOWN], names.values())
        found = [person for person, name in names.items() if name in near]
        if len(found) != 1:
            return ""
        return f"; did you mean {found[0]} ({names[found[0]][:_SHOWN]})?"

    def _named(self, word: str) -> list[str]:
        """Return the letters of those who have a name, or a part of it; none if all have it."""
        names = {person: name.casefold() for person, name in self._game.players.items()}
        whole = [person for person, name in names.items() if name == word]
        parts = [person for person, name in names.items() if word in name.split()]
        return whole or (parts if len(parts) < len(names) else [])

    def _sitting(self, word: str) -> str:
        """Return who sits on a wind, by its letter or its name, in the hand that is being read."""
        hand = self._game.hands[-1] if self._game.hands else None
        for letter, wind in _WINDS.items():
            if hand is None or word not in (letter, wind, wind.lower()):
                continue
            for person, seat in hand.seats.items():
                if seat == letter:
                    return f"; {wind} is {person} in hand {hand.number}"
        return ""
