"""Values out of parsed JSON, each checked, with its path in every message."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, TypeVar

import orjson

from mjlog.errors import ParseError

__all__ = [
    "at", "check_brackets", "integer", "integers", "json_text", "numbers", "parse_json", "parsed",
    "texts",
]  # fmt: skip

#: Points of a game stay far below; the bound keeps sums inside int32.
MAX_POINTS: Final = 100_000_000
#: A game has some thousand, hundreds of games in one document some hundred thousand.
MAX_BRACKETS: Final = 2_000_000
#: Deeper values of a document cannot be kept (one of 1,024 is no longer parsed at all).
MAX_DEPTH: Final = 254
_SNIPPET: Final = 40
_T = TypeVar("_T")


def parse_json(data: bytes, most: int) -> Any:
    """Return the value of a JSON document of at most ``most`` bytes.

    Raises:
        ParseError: It is larger, or no JSON, or holds too many lists and objects.
    """
    if len(data) > most:
        raise ParseError(f"{len(data)} bytes, expected a document of at most {most}")
    check_brackets(data)
    try:
        return orjson.loads(data.removeprefix(b"\xef\xbb\xbf"))
    except orjson.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise ParseError(f"no JSON: {error.msg}", place=place) from error


def check_brackets(data: bytes) -> None:
    """Refuse JSON that would take far more memory than its text.

    Raises:
        ParseError: It holds more lists and objects than games of its size can have.
    """
    count = data.count(b"[") + data.count(b"{")
    if count > MAX_BRACKETS:
        raise ParseError(f"{count} lists and objects, expected at most {MAX_BRACKETS}")


def json_text(value: object, *, sort_keys: bool = False) -> bytes:
    """Return a parsed value as JSON again, to be kept or to make an id of.

    Raises:
        ParseError: It is nested too deeply for that.
    """
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS if sort_keys else None)
    except orjson.JSONEncodeError as error:
        raise ParseError(f"a value nested more than {MAX_DEPTH} deep") from error


def at(place: str, key: str | int) -> str:
    """Return the path of a member: ``log[2]`` and ``qipai`` give ``log[2].qipai``."""
    if isinstance(key, int):
        return f"{place}[{key}]"
    return f"{place}.{key}" if place else key


def wrong(value: object, expected: str, place: str) -> ParseError:
    """Return the error of a value that is not what is expected."""
    return ParseError(f"expected {expected}", place=place, snippet=_shown(value))


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    text = str(value)
    return text if len(text) <= _SNIPPET else text[:_SNIPPET] + "…"


def integer(value: object, place: str, low: int, high: int) -> int:
    """Return a whole number from ``low`` to ``high``, also one written as text or ``3.0``.

    Raises:
        ParseError: It is none.
    """
    number = _number(value)
    if number is None or number != int(number) or not low <= number <= high:
        raise wrong(value, f"a whole number from {low:,} to {high:,}", place)
    return int(number)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def integers(value: object, place: str, low: int = -MAX_POINTS) -> list[int]:
    """Return four whole numbers.

    Raises:
        ParseError: They are not four, or not numbers.
    """
    if not isinstance(value, list) or len(value) != 4:
        raise wrong(value, "a list of four numbers", place)
    return [integer(n, at(place, i), low, MAX_POINTS) for i, n in enumerate(value)]


def numbers(value: object, place: str) -> list[float]:
    """Return four numbers, written as such or as text (``"-11.0"``, ``"+40"``).

    Raises:
        ParseError: They are not four, or not numbers.
    """
    if not isinstance(value, list) or len(value) != 4:
        raise wrong(value, "a list of four numbers", place)
    found = []
    for i, item in enumerate(value):
        number = _number(item)
        if number is None or abs(number) > MAX_POINTS:
            raise wrong(item, "a number", at(place, i))
        found.append(number)
    return found


def texts(value: object, place: str) -> list[str]:
    """Return a list of four texts.

    Raises:
        ParseError: They are not four, or not texts.
    """
    if not isinstance(value, list) or len(value) != 4:
        raise wrong(value, "a list of four texts", place)
    for i, item in enumerate(value):
        if not isinstance(item, str):
            raise wrong(item, "a text", at(place, i))
    return list(value)


def parsed(read: Callable[[str], _T], value: Any, place: str) -> _T:
    """Return what ``read`` makes of a text.

    Raises:
        ParseError: It is no text, or not such a one; with its path.
    """
    if not isinstance(value, str):
        raise wrong(value, "a text", place)
    try:
        return read(value)
    except ParseError as error:
        raise ParseError(error.message, place=place, snippet=error.snippet) from error
