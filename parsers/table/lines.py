"""The lines of a table record as words that know where they stand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from mjlog.errors import ParseError, TileError, near_matches
from mjlog.tiles import parse_tiles

__all__ = ["MAX_LINE", "Line", "Token", "Words", "logical_lines", "tokens_of", "unquoted", "whole"]

#: Longest line, in characters; a turn has some ten, a result with everything some hundreds.
MAX_LINE: Final = 4000
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|#.*|:|[^\s:"]+|"')
_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class Token:
    """One word: its text (without quotes), line and column (from 1)."""

    text: str
    line: int
    column: int
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the source with its number (from 1)."""

    number: int
    text: str


def unquoted(text: str) -> str | None:
    """Return the text inside quotation marks, None when it is not properly quoted."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, str) else None


def logical_lines(lines: Iterable[Line], source: str) -> Iterable[Words]:
    """Yield the words of each line that is not empty; an indented line continues the last one."""
    words: Words | None = None
    for line in lines:
        tokens = list(tokens_of(line, source))
        if not tokens:
            continue
        if line.text[0].isspace() and words is not None:
            words.extend(line, tokens)
            continue
        if words is not None:
            yield words
        words = Words(line, tokens, source)
    if words is not None:
        yield words


def tokens_of(line: Line, source: str) -> Iterable[Token]:
    """Yield the words of one line, up to a ``#``."""
    for match in _TOKEN.finditer(line.text):
        text, column = match[0], match.start() + 1
        if text.startswith("#"):
            return
        if text.startswith('"'):
            inner = unquoted(text)
            if inner is None:
                raise ParseError(
                    "a quotation mark that is not closed", source=source,
                    place=f"line {line.number}, column {column}", snippet=line.text[:_SHOWN],
                )  # fmt: skip
            yield Token(inner, line.number, column, quoted=True)
        else:
            yield Token(text, line.number, column)


class Words:
    """The words of a line, read one after the other."""

    def __init__(self, line: Line, tokens: list[Token], source: str) -> None:
        self._lines = [line]
        self._tokens = tokens
        self._source = source
        self._at = 0
        self.line = line.number

    def extend(self, line: Line, tokens: list[Token]) -> None:
        """Put the words of a line that continues this one behind it."""
        self._lines.append(line)
        self._tokens += tokens

    def peek(self, ahead: int = 0) -> Token | None:
        """Return the next word, or one further ahead, and leave it there."""
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else None

    def take(self, expected: str) -> Token:
        """Return the next word.

        Raises:
            ParseError: The line has ended; ``expected`` says what should stand there.
        """
        token = self.peek()
        if token is None:
            raise self.error(expected)
        self._at += 1
        return token

    def skip(self, count: int = 1) -> None:
        """Leave words behind."""
        self._at += count

    def error(
        self, expected: str, token: Token | None = None, known: Iterable[str] = ()
    ) -> ParseError:
        """Return what is to be raised at ``token`` (None: at the end of the line)."""
        found = "the end of the line" if token is None else repr(token.text[:_SHOWN])
        near = near_matches(token.text, known) if token is not None else []
        hint = f"; did you mean {', '.join(map(repr, near))}?" if near else ""
        return ParseError(
            f"found {found}, expected {expected}{hint}", source=self._source,
            place=self.place(token), snippet=self._line_of(token).text.strip()[:_SHOWN],
        )  # fmt: skip

    def place(self, token: Token | None) -> str:
        """Return line and column of a word (None: of the end of the line)."""
        line = self._line_of(token)
        column = len(line.text.rstrip()) + 1 if token is None else token.column
        return f"line {line.number}, column {column}"

    def _line_of(self, token: Token | None) -> Line:
        if token is None:
            return self._lines[-1]
        return next(line for line in self._lines if line.number == token.line)

    def end(self, expected: str = "the end of the line") -> None:
        """Check that the line is at its end."""
        token = self.peek()
        if token is not None:
            raise self.error(expected, token)

    # --- values ---------------------------------------------------------------------------

    def tiles(self, token: Token, text: str | None = None, expected: str = "tiles") -> list[int]:
        """Return the tile codes of a word (255 for ``?``)."""
        try:
            return parse_tiles(token.text if text is None else text)
        except TileError as error:
            raise self.error(f"{expected} such as 5m or 123m0p1z ({error})", token) from None

    def tile(self, token: Token, text: str | None = None, expected: str = "one tile") -> int:
        """Return the code of a word that is one tile."""
        tiles = self.tiles(token, text, expected)
        if len(tiles) != 1:
            raise self.error(f"{expected}, not {len(tiles)}", token)
        return tiles[0]

    def number(self, expected: str, low: int, high: int, unknown: int) -> int:
        """Return the next word as a whole number; ``?`` is ``unknown``."""
        token = self.take(expected)
        if token.text == "?":
            return unknown
        value = whole(token.text)
        if value is None or not low <= value <= high:
            raise self.error(f"{expected} ({low} to {high}, or ?)", token)
        return value


def whole(text: str) -> int | None:
    """Return a whole number as people write it (``+8000``, ``-300``, ``▲300``), else None."""
    if not re.fullmatch(r"[-+−▲△]?[0-9]{1,9}", text):
        return None
    return -int(text[1:]) if text[0] in "-−▲△" else int(text)
