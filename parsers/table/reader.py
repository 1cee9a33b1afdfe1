"""Reads table records, any number of games a file, into columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from mjlog.codes import ANKAN, CHI, DAIMINKAN, KITA, PON
from mjlog.errors import ParseError
from mjlog.model import FOREIGN_MELD, GameBatch, Problem
from mjlog.rows import GameRows, batch_of_rows
from mjlog.rules import Rules

from ..game_record import unreadable
from .json_lines import read_json_game
from .lines import MAX_LINE, Line
from .naming import content_id
from .sheet import read_sheet
from .text_reader import TextGame

__all__ = ["read_json_batch", "read_sheet_batch", "read_text_batch"]

MAX_BYTES: Final = 8 << 20
MAX_GAMES: Final = 2000
#: Longest object of JSON Lines, in characters.
MAX_OBJECT: Final = 40_000
_MELDS: Final = (CHI, PON, DAIMINKAN, ANKAN, KITA)
_TEXT_START: Final = re.compile(r"\s*table\s+record\b")
_JSON_START: Final = re.compile(r'\s*\{.*"format"\s*:\s*"table"')

#: The lines of a game, its source and given rules → its rows and remarks on it.
ReadGame = Callable[[list[Line], str, Rules | None], tuple[GameRows, list[str]]]


def read_text_batch(items: Iterable[tuple[str, bytes]], *, rules: Rules | None = None) -> GameBatch:
    """Read typed table records, each given as (name, bytes).

    A game that cannot be read becomes a row of kind ``unreadable`` in ``problems``; the other
    games of the same file go on.

    Args:
        items: Names and contents.
        rules: Rules of every game instead of those that the headers name.
    """

    def read(lines: list[Line], source: str, given: Rules | None) -> tuple[GameRows, list[str]]:
        game = TextGame(lines, source, given)
        return game.read(), game.header.remarks

    return _read(items, rules, "table", _TEXT_START, read)


def read_json_batch(items: Iterable[tuple[str, bytes]], *, rules: Rules | None = None) -> GameBatch:
    """Read table records in JSON Lines; see :func:`read_text_batch`."""
    return _read(items, rules, "table-json", _JSON_START, read_json_game)


def read_sheet_batch(
    items: Iterable[tuple[str, bytes]], *, rules: Rules | None = None
) -> GameBatch:
    """Read result sheets (CSV), one game each; see :func:`read_text_batch`."""
    return _read(items, rules, "table-csv", None, read_sheet)


def _read(
    items: Iterable[tuple[str, bytes]],
    rules: Rules | None,
    format_name: str,
    start: re.Pattern[str] | None,
    read: ReadGame,
) -> GameBatch:
    games: list[GameRows] = []
    problems: list[Problem] = []
    for name, data in items:
        try:
            parts = _parts(_decoded(data, name), start, name)
        except ParseError as error:
            problems.append(unreadable(error, name))
            continue
        for lines in parts:
            try:
                _check_lengths(lines, name, MAX_OBJECT if start is _JSON_START else MAX_LINE)
                game, remarks = read(lines, name, rules)
            except ParseError as error:
                problems.append(unreadable(error, name))
                continue
            _count_melds(game)
            info = game.info
            info.source, info.format = name, format_name
            info.id = info.id or content_id("\n".join(line.text for line in lines).encode())
            place = f"line {lines[0].number}"
            problems += [Problem(name, place, "inconsistent", text, info.id) for text in remarks]
            games.append(game)
    return batch_of_rows(games, problems)


def _check_lengths(lines: list[Line], name: str, most: int) -> None:
    for line in lines:
        if len(line.text) > most:
            raise ParseError(
                f"a line of {len(line.text)} characters, expected at most {most}", source=name,
                place=f"line {line.number}", snippet=line.text[:60],
            )  # fmt: skip


def _count_melds(game: GameRows) -> None:
    """Say of a hand shown with a win that its melds lay beside it, as many as were called."""
    for part in game.rounds:
        for win in part.wins:
            if win.get("hand"):
                melds = [
                    FOREIGN_MELD
                    for row in part.events[: win["event"]]
                    if row["seat"] == win.get("seat") and row["kind"] in _MELDS
                ]
                win["melds"] = melds[:8]


def _decoded(data: bytes, name: str) -> str:
    if len(data) > MAX_BYTES:
        message = f"{len(data)} bytes, expected at most {MAX_BYTES}"
        raise ParseError(message, source=name)
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ParseError(
            f"not {encoding.removesuffix('-sig').upper()} text; save the file as UTF-8",
            source=name, place=f"line {line}",
        ) from None  # fmt: skip


def _parts(text: str, start: re.Pattern[str] | None, name: str) -> list[list[Line]]:
    """Return the lines of each game of a file."""
    parts: list[list[Line]] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not parts if start is None else start.match(line):
            parts.append([])
        elif not parts:
            if line.strip() and not line.lstrip().startswith("#"):
                raise ParseError(
                    "expected the first line of a game", source=name, place=f"line {number}",
                    snippet=line.strip()[:60],
                )  # fmt: skip
            continue
        parts[-1].append(Line(number, line))
    if not parts:
        raise ParseError("no game, expected the first line of one", source=name)
    if len(parts) > MAX_GAMES:
        raise ParseError(f"{len(parts)} games, expected at most {MAX_GAMES}", source=name)
    return parts
