"""The words of one line of the typed form, each with its column, read one after the other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from mjlog.american.tiles import parse_tile, parse_tiles
from mjlog.errors import ParseError, TileError, near_matches

from .lines import Line, error_at
from .people import People
from .schema import MAX_POINTS, MAX_TILES, checked_text

__all__ = ["END", "Token", "Words", "is_plain_word", "unquoted"]

#: What ends a statement.
END: Final = ";"
_TOKEN: Final = re.compile(r'@?"(?:[^"\\]|\\.)*"|[;|]|#.*|[^\s";|]+|"')
_PLAIN: Final = re.compile(r'[^\s";|#@][^\s";|]*')
_NUMBER: Final = re.compile(r"[-+]?[0-9]{1,9}")
#: A player and points; the sign may be left out of a zero only.
_POINTS: Final = re.compile(r"(.*?)([-+][0-9]{1,9}|(?<![0-9])0{1,9})", re.DOTALL)
_SHOWN: Final = 40


class Token(NamedTuple):
    """One word: its text, its column from 1, and its kind.

    ``kind`` is ``word``, ``text`` (in quotation marks, which ``text`` lacks) or ``time``
    (behind ``@``, which it lacks too).
    """

    text: str
    column: int
    kind: str = "word"

    @property
    def word(self) -> str:
        """The text of a plain word, else an empty string."""
        return self.text if self.kind == "word" else ""


def unquoted(text: str) -> str | None:
    """Return the text inside quotation marks (escapes as in JSON), None where they are broken."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, str) else None


def is_plain_word(text: str) -> bool:
    """Tell whether ``text`` stands as one word without quotation marks."""
    return _PLAIN.fullmatch(text) is not None


class Words:
    """The words of a line; ``;`` parts its statements and looks like an end to its readers."""

    def __init__(self, line: Line, source: str, people: People) -> None:
        self.line = line
        self._people = people
        self._source = source
        self._tokens = list(self._scan())
        self._at = 0

    def _scan(self) -> Iterable[Token]:
        for match in _TOKEN.finditer(self.line.text):
            text, column = match[0], match.start() + 1
            if text[0] == "#":
                return
            kind = {"@": "time", '"': "text"}.get(text[0], "word")
            text = text[1:] if kind == "time" else text
            if not text.startswith('"'):
                yield Token(text, column, kind)
                continue
            inner = unquoted(text)
            if inner is None:
                raise self._raised(
                    "a text whose quotation marks are not closed, or a wrong \\", column
                )
            yield Token(inner, column, kind)

    def __bool__(self) -> bool:
        return bool(self._tokens)

    # --- moving -----------------------------------------------------------------------------
    def peek(self) -> Token | None:
        """Return the next word and leave it there; None at the end of the statement."""
        if self._at == len(self._tokens):
            return None
        token = self._tokens[self._at]
        return None if token.word == END else token

    def take(self, expected: str) -> Token:
        """Return the next word.

        Raises:
            ParseError: The statement has ended; ``expected`` says what should stand there.
        """
        token = self.peek()
        if token is None:
            raise self.error(expected, None)
        self._at += 1
        return token

    def accept(self, *texts: str) -> Token | None:
        """Take the next word if it is one of ``texts``, else return None."""
        token = self.peek()
        if token is None or token.word not in texts:
            return None
        self._at += 1
        return token

    def quoted(self) -> str | None:
        """Take the next word if it is a text in quotation marks, else return None.

        Raises:
            ParseError: It is too long.
        """
        token = self.peek()
        if token is None or token.kind != "text":
            return None
        self._at += 1
        return self.checked(token)

    def checked(self, token: Token, text: str | None = None) -> str | None:
        """Return the text of a word, None for ``?``.

        Raises:
            ParseError: It is too long, or no proper text.
        """
        try:
            text = checked_text(token.text if text is None else text)
        except ValueError as error:
            raise self.error(f"a shorter or other text ({error})", token) from None
        return None if text == "?" else text

    def end(self, expected: str) -> None:
        """Check that the statement is at its end.

        Raises:
            ParseError: It is not.
        """
        token = self.peek()
        if token is not None:
            raise self.error(expected, token)

    def next_statement(self) -> bool:
        """Go over the ``;`` behind a statement; False at the end of the line."""
        if self._at == len(self._tokens):
            return False
        self._at += 1
        return True

    # --- errors -----------------------------------------------------------------------------
    def error(
        self,
        expected: str,
        token: Token | None,
        known: Iterable[str] = (),
        *,
        offset: int = 0,
        hint: str = "",
    ) -> ParseError:
        """Return what is to be raised at ``token`` (None: where the statement ends).

        Args:
            expected: What should stand there. token: What does.
            known: Words of which a near one is named. offset: The place in the word, from 0.
            hint: What is said instead of near words.
        """
        if token is None:
            rest = self._tokens[self._at] if self._at < len(self._tokens) else None
            found = "the end of the line" if rest is None else "';'"
            column = len(self.line.text.rstrip()) + 1 if rest is None else rest.column
            return self._raised(f"found {found}, expected {expected}", column)
        near = near_matches(token.text[:_SHOWN], known) if not hint else []
        hint = f"; did you mean {' or '.join(near)}?" if near else hint
        message = f"found {token.text[:_SHOWN]!r}, expected {expected}{hint}"
        return self._raised(message, token.column + offset)

    def no_person(
        self, expected: str, token: Token, part: str | None = None, *, offset: int = 0
    ) -> ParseError:
        """Return what is to be raised where a word, or a part of it, is no player's letter."""
        people = self._people
        text = f"; the players are {people.letters}"
        if part is None:
            part, text = token.text, f", one of {people.letters}"
        hint = people.hint(part) or people.near(part)
        return self.error(expected + text, token, offset=offset, hint=hint)

    def _raised(self, message: str, column: int) -> ParseError:
        return error_at(message, self._source, self.line, column)

    def misplaced(self, message: str, token: Token) -> ParseError:
        """Return the error of a statement that cannot stand where it stands."""
        return self._raised(message, token.column)

    # --- values -----------------------------------------------------------------------------
    def is_person(self, text: str) -> bool:
        """Tell whether a text is the letter of one who plays."""
        return text in self._people.players

    def person(self, expected: str) -> str:
        """Take a player's letter."""
        token = self.take(expected)
        if not self.is_person(token.word):
            raise self.no_person(expected, token)
        return token.text

    def pair(self, token: Token, sign: str, expected: str) -> tuple[str, str]:
        """Return the two players of a word such as ``A>B``."""
        first, found, second = token.word.partition(sign)
        if not found or sign in second:
            raise self.error(expected, token)
        for part, offset in ((first, 0), (second, len(first) + 1)):
            if not self.is_person(part):
                raise self.no_person(expected, token, part, offset=offset)
        return first, second

    def person_or_unknown(self, expected: str) -> str | None:
        """Take a player's letter, or ``?``."""
        return None if self.accept("?") else self.person(f"{expected} or ?")

    def number(self, expected: str, low: int, high: int) -> int:
        """Take a whole number."""
        token = self.take(expected)
        value = int(token.word) if _NUMBER.fullmatch(token.word) else None
        if value is None or not low <= value <= high:
            raise self.error(f"{expected}, {low} to {high}", token)
        return value

    def number_or_unknown(self, expected: str, low: int, high: int) -> int | None:
        """Take a whole number, or ``?``."""
        return None if self.accept("?") else self.number(f"{expected} or ?", low, high)

    def tile(self, token: Token, text: str, offset: int, expected: str = "a tile") -> int:
        """Return the tile that a part of a word is."""
        try:
            return parse_tile(text)
        except TileError as error:
            raise self.error(f"{expected}: {error}", token, offset=offset) from None

    def tile_list(self, token: Token, text: str, offset: int) -> list[int]:
        """Return the tiles, parted by commas, that a part of a word is."""
        try:
            tiles = parse_tiles(text)
        except TileError as error:
            raise self.error(f"tiles such as 4D,4D,J: {error}", token, offset=offset) from None
        if not 0 < len(tiles) <= MAX_TILES:
            raise self.error("tiles such as 4D,4D,J", token, offset=offset)
        return tiles

    def tiles(self, *stops: str) -> list[int]:
        """Take tiles up to the end of the statement or a word of ``stops``."""
        found: list[int] = []
        while (token := self.peek()) is not None:
            if token.word in stops:
                break
            self._at += 1
            found += self.tile_list(token, token.word, 0)
            if len(found) > MAX_TILES:
                raise self.error(f"at most {MAX_TILES} tiles", token)
        return found

    def points(self) -> dict[str, int]:
        """Take points of players, ``A-50 B+100``."""
        expected = "points with their sign such as A-50 or B+100"
        found: dict[str, int] = {}
        while (token := self.peek()) is not None and token.word != "|":
            self._at += 1
            match = _POINTS.fullmatch(token.word)
            person = token.text.rstrip("0123456789") if match is None else match[1]
            if not self.is_person(person):
                raise self.no_person(expected, token, person)
            if match is None or abs(int(match[2])) > MAX_POINTS:
                raise self.error(expected, token)
            if person in found:
                raise self.error(f"points of player {person} once", token)
            found[person] = int(match[2])
        return found
