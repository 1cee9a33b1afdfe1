"""Result sheets: one row a hand, as CSV from any spreadsheet (``docs/table-record.md``).

A row is turned into the words of the one-line form and read by the reader of typed records;
what is wrong is told with its line and the title of its column.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from typing import Final

from mjlog.codes import UNKNOWN_POINTS
from mjlog.errors import ParseError, near_matches
from mjlog.rows import GameRows
from mjlog.rules import Rules

from .header import VERSION_LINE
from .lines import Line, Token, Words, tokens_of
from .naming import quoted
from .text_reader import TextGame
from .titles import COLUMNS, TITLES, delimiter_of
from .words import DRAWS, VERBS

__all__ = ["read_sheet"]

_EACH: Final = ("deltas", "scores", "after", "placement")
#: A line of the header; where a spreadsheet saved it as a cell, it stands in quotation marks.
_HEADER: Final = re.compile(r"\s*#\s*(.*?)[\s,;]*")
_HEADER_CELL: Final = re.compile(r'\s*"\s*#\s*((?:[^"]|"")*+)"?[\s,;]*')
_END: Final = ("end", "終了")
_LIST: Final = re.compile(r"[\s,、・/]+")
_NOBODY: Final = ("-", "none", "なし", "0")


def read_sheet(lines: list[Line], source: str, rules: Rules | None) -> tuple[GameRows, list[str]]:
    """Read a result sheet; return its game and remarks on it.

    Raises:
        ParseError: A cell that means nothing; with line, column and expectation.
    """
    return _Sheet(lines, source, rules).read()


class _Row(Words):
    """The words of a row; their ``column`` is the number of their cell."""

    def __init__(self, line: Line, source: str, titles: list[str]) -> None:
        super().__init__(line, [], source)
        self._titles = titles

    def add(self, column: str, *texts: str) -> None:
        """Put words behind the others; they stand in the cell under ``column``."""
        self._tokens += [Token(text, self.line, self._cell(column)) for text in texts]

    def add_text(self, column: str, text: str) -> None:
        """Put the words of a text behind the others."""
        cell = self._cell(column)
        line = Line(self.line, text)
        self._tokens += [
            Token(token.text, token.line, cell, token.quoted)
            for token in tokens_of(line, self._source)
        ]

    def last(self) -> Token:
        """Return the last word."""
        return self._tokens[-1]

    def _cell(self, column: str) -> int:
        return self._titles.index(column) if column in self._titles else 0

    def place(self, token: Token | None) -> str:
        """Return line and column of a word."""
        at = self._tokens[-1] if token is None and self._tokens else token
        title = self._titles[at.column] if at is not None else self._titles[0]
        return f"line {self.line}, column {title!r}"


class _Sheet:
    def __init__(self, lines: list[Line], source: str, rules: Rules | None) -> None:
        self._source = source
        self._lines = lines
        first = self._read_header()
        self._read_titles(first)
        header = [Line(1, VERSION_LINE), *self._header]
        self.game = TextGame(header, source, rules)
        names = [name for name in self._names if name]
        if any(self.game.info.names):
            names = list(self.game.info.names[: self.game.players])
        elif names:
            self.game = TextGame(
                [*header, Line(first, f"players: {_joined(names)}")], source, rules
            )
        self._players = names
        self._first = first
        self._after: list[str] | None = None
        self._ended = False

    def _error(self, message: str, number: int, snippet: str = "") -> ParseError:
        return ParseError(message, source=self._source, place=f"line {number}", snippet=snippet)

    # --- header and titles --------------------------------------------------------------------

    def _read_header(self) -> int:
        """Take the ``#`` lines; return the index of the line with the titles."""
        self._header: list[Line] = []
        self._final: Line | None = None
        for n, line in enumerate(self._lines):
            text = line.text.lstrip("\ufeff")
            if not text.strip(' \t,;"'):
                continue
            if not text.lstrip(' "').startswith("#"):
                return n
            cell = _HEADER_CELL.fullmatch(text)
            match = cell or _HEADER.fullmatch(text.lstrip(' "'))
            inner = match[1] if match else ""
            if cell:
                inner = inner.replace('""', '"').strip()
            key, colon, value = inner.partition(":")
            if key.strip() in _END and colon:
                self._final = Line(line.number, f"end {value}")
            elif colon:
                self._header.append(Line(line.number, inner))
        raise self._error("expected a line with the titles of the columns: hand, …", 1)

    def _read_titles(self, first: int) -> None:
        line = self._lines[first]
        self._delimiter = delimiter_of(line.text)
        titles = next(csv.reader([line.text.lstrip("\ufeff")], delimiter=self._delimiter))
        self._columns: list[tuple[str, str]] = []  # (column, player)
        self._names: list[str] = []
        for title in titles:
            name, _, player = title.strip().partition(" ")
            column = TITLES.get(title.strip().lower()) or TITLES.get(name.lower(), "")
            if title.strip().lower() in TITLES:
                player = ""
            if (not column or (player and column not in _EACH)) and title.strip():
                near = near_matches(title.strip().lower(), TITLES)
                hint = f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(COLUMNS)}"
                raise self._error(f"unknown column {title!r}{hint}", line.number)
            if player and player.strip() not in self._names:
                self._names.append(player.strip())
            if (column, player.strip()) in self._columns and column:
                raise self._error(f"the column {title!r} stands twice", line.number)
            self._columns.append((column, player.strip()))
        if not self._columns or ("hand", "") not in self._columns:
            raise self._error("expected a column 'hand'", line.number)

    # --- rows ---------------------------------------------------------------------------------

    def read(self) -> tuple[GameRows, list[str]]:
        rows = self._lines[self._first + 1 :]
        reader = csv.reader(
            (line.text + "\n" for line in rows), delimiter=self._delimiter, strict=True
        )
        try:
            for cells in reader:
                number = rows[reader.line_num - 1].number
                if any(cell.strip() for cell in cells):
                    self._row(Line(number, self._delimiter.join(cells)), cells)
        except csv.Error as error:
            number = self._lines[self._first].number + reader.line_num
            raise self._error(f"not CSV: {error}", number) from None
        game = self.game.game
        if not game.rounds:
            raise self._error("a result sheet without a hand", self._lines[self._first].number)
        if self._final is not None and not self._ended:
            words = _Row(self._final, self._source, ["# end"])
            words.add("# end", *self._final.text.split())
            self.game.line(words)
        elif self._after is not None and not self._ended:
            game.final_scores = [UNKNOWN_POINTS if t == "?" else int(t) for t in self._after]
        return game, self.game.header.remarks

    def _row(self, line: Line, cells: list[str]) -> None:
        if len(cells) > len(self._columns) and any(c.strip() for c in cells[len(self._columns) :]):
            found = f"{len(cells)} cells, expected {len(self._columns)}"
            raise self._error(found, line.number, line.text[:60])
        values: dict[str, str] = {}
        each: dict[str, dict[str, str]] = {}
        for (column, player), cell in zip(self._columns, cells, strict=False):
            text = cell.strip()
            if player and text:
                each.setdefault(column, {})[player] = text
            elif column and text:
                values[column] = text
        titles = [name or "?" for name, _ in self._columns]
        words = _Row(line, self._source, titles)
        lists = {name: self._each(name, values, each, words) for name in _EACH}
        label = values.get("hand", "")
        if label.lower() in _END:
            self._end(words, lists)
            return
        rounds = self.game.game.rounds
        again = bool(rounds) and label in ("", self._label) and "winner" in values
        if not (again and rounds[-1].wins and self._result(values) == "ron"):
            self._label = label
            words.add("hand", label or "?")
            if "sticks" in values:
                words.add("sticks", "sticks", values["sticks"])
            if scores := lists["scores"] or self._after:
                words.add("scores", "scores", *scores)
            self._after = None
        self._words(words, values, lists["deltas"])
        self.game.line(words)
        self._after = lists["after"] or self._after
        self._remarks(line, values, titles)

    _label = ""

    def _each(
        self, name: str, values: dict[str, str], each: dict[str, dict[str, str]], words: _Row
    ) -> list[str]:
        """Return the numbers of every player, from one cell or from a column each."""
        if name in each:
            order = self._players if set(each[name]) <= set(self._players) else self._names
            found = [_number(each[name].get(player, "?")) for player in order]
        elif name in values:
            found = [_number(text) for text in values[name].replace("/", " ").split()]
        else:
            return []
        for text in found if name != "deltas" else []:
            if text != "?" and not re.fullmatch(r"[-+−▲△]?\d{1,9}(\.\d)?", text):
                words.add(name, text)
                raise words.error("a number, or nothing where it is not known", words.peek())
        return found

    def _end(self, words: _Row, lists: dict[str, list[str]]) -> None:
        self._ended = True
        words.add("hand", "end")
        if scores := lists["after"] or lists["scores"] or self._after or []:
            words.add("after", *scores)
        if lists["placement"]:
            words.add("placement", "points", *lists["placement"])
        self.game.line(words)

    def _result(self, values: dict[str, str]) -> str:
        how = values.get("how", "")
        word = VERBS.get(how, how)
        if word and not (word == "?" and "winner" in values):
            return word
        if "winner" not in values:
            return "exhaustive" if "tenpai" in values else ""
        return "ron" if "loser" in values else "tsumo"

    def _words(self, words: _Row, values: dict[str, str], deltas: list[str]) -> None:
        result = self._result(values)
        for name in ("riichi", "unpaid"):
            seats = _LIST.split(values.get(name, ""))
            if values.get(name, "-") not in _NOBODY:
                words.add(name, name, *filter(None, seats))
        if result in ("ron", "tsumo"):
            words.add("how", result)
            words.add("winner", values.get("winner", "?"))
            if result == "ron":
                words.add("loser", "from", values.get("loser", "?"))
            for name in ("han", "fu"):
                if name in values:
                    text = _number(values[name])
                    words.add(name, text + name if text.isdigit() or text == "?" else text)
            if "points" in values:
                text = _number(values["points"])  # the word keeps it apart from one behind it
                words.add("points", f"{text}points" if text.isdigit() or text == "?" else text)
        elif result == "draw" or result in DRAWS:
            words.add("how", "draw", "exhaustive" if result == "draw" else result)
            self._tenpai(words, values)
        elif result or deltas:
            words.add("how", result or "?")
            known = ["ron", "tsumo", "draw", *DRAWS]
            raise words.error("ron, tsumo or the kind of draw", words.last(), known)
        words.add_text("value", values.get("value", ""))
        if deltas:
            words.add("deltas", ":", *deltas)

    def _tenpai(self, words: _Row, values: dict[str, str]) -> None:
        text = values.get("tenpai")
        if text in _NOBODY:
            words.add("tenpai", "noten", *"0123"[: self.game.players])
        elif text is not None:
            words.add("tenpai", "tenpai", *filter(None, _LIST.split(text)))

    def _remarks(self, line: Line, values: dict[str, str], titles: list[str]) -> None:
        for text in values.get("incident", "").split(";"):
            if text.strip():
                words = _Row(line, self._source, titles)
                words.add("incident", "!")
                words.add_text("incident", text)
                self.game.line(words)
        if "note" in values:
            notes = self.game.info.extra.setdefault("notes", [])
            notes.append(f"{self._label}: {values['note']}"[:1000])


def _joined(names: Iterable[str]) -> str:
    return ", ".join(quoted(name) for name in names)


def _number(text: str) -> str:
    """Return a number as spreadsheets show it (``5,200``, ``5200.0``) in plain digits."""
    plain = re.sub(r"(?<=\d),(?=\d{3})", "", text.strip())
    return re.sub(r"(?<=\d)\.0+$", "", plain)
