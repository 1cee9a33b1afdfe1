"""Reads and writes American records, any number of games a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from mjlog.american.batch import AmericanBatch
from mjlog.american.model import AmericanGame, Level
from mjlog.errors import ParseError
from mjlog.model import Problem

from ..losses import Losses
from .json_lines import format_json_game, read_json_game
from .lines import MAX_LINE, Line, decoded, error_at, games_of
from .text_reader import read_text_game
from .text_writer import format_text_game

__all__ = [
    "parse_json",
    "parse_text",
    "read_json_batch",
    "read_text_batch",
    "write_american",
    "write_american_json",
]

_TEXT_START: Final = re.compile(r"\s*#AMN\b")
_JSON_START: Final = re.compile(r'\s*\{.*?"type"\s*:\s*"start_game"')
_EXPECTED: Final = {
    "american": "#AMN 1",
    "american-json": '{"type": "start_game", …}',
}
_ReadGame = Callable[[list[Line], str], AmericanGame]


def parse_text(data: str | bytes, *, source: str = "") -> list[AmericanGame]:
    """Return the games of a typed record (``.amn``).

    Raises:
        ParseError: With line and column, what was read and what was expected.
    """
    return [_read(lines, source, "american") for lines in _parts(data, source, "american")]


def parse_json(data: str | bytes, *, source: str = "") -> list[AmericanGame]:
    """Return the games of a record in JSON Lines; see :func:`parse_text`."""
    format_name = "american-json"
    return [_read(lines, source, format_name) for lines in _parts(data, source, format_name)]


def read_text_batch(items: Iterable[tuple[str, bytes]], *, rules: Any = None) -> AmericanBatch:
    """Read typed records, each given as (name, bytes).

    A game that cannot be read becomes a row of kind ``unreadable`` in ``problems``; the other
    games of the same file go on. ``rules`` are of no use to the reading.
    """
    return _batch(items, "american")


def read_json_batch(items: Iterable[tuple[str, bytes]], *, rules: Any = None) -> AmericanBatch:
    """Read records in JSON Lines; see :func:`read_text_batch`."""
    return _batch(items, "american-json")


def write_american(
    batch: AmericanBatch, game: int, *, losses: Losses | None = None, level: Level | None = None
) -> bytes:
    """Return a game in the typed form (UTF-8).

    Args:
        batch, game: The batch, and which of its games.
        losses: Told what a lower level leaves out; else nothing is lost.
        level: How much is written; default all that is recorded.

    Raises:
        MjlogError: Less is recorded than ``level`` says.
    """
    return format_text_game(_at_level(batch.games[game], level, losses)).encode()


def write_american_json(
    batch: AmericanBatch, game: int, *, losses: Losses | None = None, level: Level | None = None
) -> bytes:
    """Return a game in JSON Lines (UTF-8); see :func:`write_american`."""
    return format_json_game(_at_level(batch.games[game], level, losses)).encode()


def _at_level(game: AmericanGame, level: Level | None, losses: Losses | None) -> AmericanGame:
    if level is None or level == game.level:
        return game
    from .levels import reduced

    lower = reduced(game, level)
    if losses is not None:
        losses.game_id = game.id
        losses.add("level", f"of a record of level {game.level}, only what is {level} is written")
    return lower


def _batch(items: Iterable[tuple[str, bytes]], format_name: str) -> AmericanBatch:
    batch = AmericanBatch()
    for name, data in items:
        try:
            parts = _parts(data, name, format_name)
        except ParseError as error:
            batch.problems.append(Problem(name, error.place, "unreadable", _told(error)))
            continue
        for lines in parts:
            try:
                batch.games.append(_read(lines, name, format_name))
            except ParseError as error:
                batch.problems.append(Problem(name, error.place, "unreadable", _told(error)))
    return batch


def _told(error: ParseError) -> str:
    return f"{error.message} (at {error.snippet!r})" if error.snippet else error.message


def _parts(data: str | bytes, source: str, format_name: str) -> list[list[Line]]:
    text = data if isinstance(data, str) else decoded(data, source)
    start = _JSON_START if format_name == "american-json" else _TEXT_START
    return games_of(text, start, _EXPECTED[format_name], source)


def _read(lines: list[Line], source: str, format_name: str) -> AmericanGame:
    for line in lines:
        if len(line.text) > MAX_LINE:
            message = f"a line of {len(line.text)} characters, expected at most {MAX_LINE}"
            raise error_at(message, source, line)
    read = read_json_game if format_name == "american-json" else read_text_game
    game = read(lines, source)
    game.format = format_name
    return game
