"""The lines of a record, cut into games, and errors that know where they stand."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mjlog.errors import ParseError

__all__ = ["MAX_BYTES", "MAX_GAMES", "MAX_LINE", "Line", "decoded", "error_at", "games_of"]

MAX_BYTES: Final = 16 << 20
MAX_GAMES: Final = 5000
#: Longest line in characters; a whole wall has some five hundred.
MAX_LINE: Final = 100_000
_SHOWN: Final = 60


class Line(NamedTuple):
    """One line of the source with its number (from 1)."""

    number: int
    text: str


def error_at(message: str, source: str, line: Line, column: int = 0) -> ParseError:
    """Return the error of a line, and of a place in it (column from 1)."""
    place = f"line {line.number}" + (f", column {column}" if column else "")
    return ParseError(message, source=source, place=place, snippet=_snippet(line.text, column))


def _snippet(text: str, column: int) -> str:
    """Return the part of a line that an error is about."""
    start = max(0, column - 1 - _SHOWN // 2) if column > _SHOWN else 0
    part = text[start : start + _SHOWN].strip()
    return f"…{part}" if start else part


def decoded(data: bytes, source: str) -> str:
    """Return the text of a file in UTF-8 (or UTF-16 with its mark).

    Raises:
        ParseError: It is no such text, or larger than :data:`MAX_BYTES`.
    """
    if len(data) > MAX_BYTES:
        raise ParseError(f"{len(data)} bytes, expected at most {MAX_BYTES}", source=source)
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        name = encoding.removesuffix("-sig").upper()
        raise ParseError(
            f"not {name} text; save the file as UTF-8", source=source, place=f"line {line}"
        ) from None


def games_of(text: str, start: re.Pattern[str], expected: str, source: str) -> list[list[Line]]:
    """Return the lines of each game of a file; ``start`` matches the first line of a game.

    Raises:
        ParseError: The file does not begin with a game, or holds too many.
    """
    parts: list[list[Line]] = []
    for number, content in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        line = Line(number, content)
        if start.match(content):
            parts.append([])
        elif not parts:
            if content.strip() and not content.lstrip().startswith("#"):
                raise error_at(f"expected {expected} as the first line", source, line, 1)
            continue
        parts[-1].append(line)
    if not parts:
        raise ParseError(f"no game, expected {expected} as the first line", source=source)
    if len(parts) > MAX_GAMES:
        raise ParseError(f"{len(parts)} games, expected at most {MAX_GAMES}", source=source)
    return parts
