"""Values out of messages, each checked; :class:`MessageError` says what was expected instead."""

from __future__ import annotations

from typing import Any, Final

from mjlog.codes import UNKNOWN, UNKNOWN_POINTS

from .tables import HIDDEN, TILES

__all__ = ["MessageError", "by_seat", "integer", "points", "tile", "tiles"]

#: Points of a game stay far below; the bound keeps sums inside int32.
MAX_POINTS: Final = 100_000_000
_SNIPPET: Final = 40


class MessageError(Exception):
    """A value that is not what its key means; the text says which key, and what was expected."""

    def __init__(self, key: str, value: object, expected: str) -> None:
        shown = str(value)
        shown = shown if len(shown) <= _SNIPPET else shown[:_SNIPPET] + "…"
        super().__init__(f"{key!r} is {shown!r}, expected {expected}")


def integer(message: dict[str, Any], key: str, low: int, high: int) -> int:
    """Return a whole number of a message.

    Raises:
        MessageError: It is none, or out of bounds.
    """
    value = message.get(key)
    if type(value) is not int or not low <= value <= high:
        raise MessageError(key, value, f"a whole number from {low:,} to {high:,}")
    return value


def tile(message: dict[str, Any], key: str) -> int:
    """Return the code of a tile of a message; 255 for a hidden one.

    Raises:
        MessageError: It is none.
    """
    value = message.get(key)
    code = TILES.get(value) if type(value) is str else None
    if code is None:
        raise MessageError(key, value, "a tile such as '1m', '5pr', 'E' or '?'")
    return code


def tiles(values: object, key: str, low: int, high: int) -> list[int]:
    """Return the codes of a list of tiles.

    Raises:
        MessageError: It is no list of ``low`` to ``high`` tiles.
    """
    if not isinstance(values, list) or not low <= len(values) <= high:
        size = f"{low}" if low == high else f"{low} to {high}"
        raise MessageError(key, values, f"a list of {size} tiles")
    codes = [TILES.get(value, -1) if type(value) is str else -1 for value in values]
    if -1 in codes:
        raise MessageError(key, values[codes.index(-1)], "a tile such as '1m', '5pr', 'E' or '?'")
    return codes


def by_seat(values: list[Any], first: int, players: int) -> list[Any]:
    """Return values that stand in the order of the players by seat."""
    return [values[(seat + first) % players] for seat in range(players)]


def points(message: dict[str, Any], key: str, first: int, players: int) -> list[int] | None:
    """Return points by seat (four, the absent seat's unknown); None where there are none.

    Raises:
        MessageError: They are not numbers, or not one for each player.
    """
    values = message.get(key)
    if values is None:
        return None
    if (
        not isinstance(values, list)
        or len(values) not in (players, 4)
        or not all(type(v) is int and -MAX_POINTS <= v <= MAX_POINTS for v in values)
    ):
        raise MessageError(key, values, f"a list of {players} whole numbers")
    return [*by_seat(values, first, players), UNKNOWN_POINTS][:4]


def all_hidden(values: object) -> bool:
    """Tell whether a hand is written with its tiles face down, or left out."""
    return isinstance(values, list) and all(value == HIDDEN for value in values)


def filled(codes: list[int], size: int) -> list[int]:
    """Return tile codes with unknown ones behind them."""
    return [*codes, *[UNKNOWN] * size][:size]
