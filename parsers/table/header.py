"""The header of a typed game: ``key: value`` lines before the first hand."""

from __future__ import annotations

import re
from typing import Any, Final

from mjlog.errors import ParseError, near_matches
from mjlog.rules import Rules

from .lines import Line, unquoted
from .naming import MAX_TEXT, NO_RULES, default_rules, info_of, rules_called
from .words import HEADER

__all__ = ["VERSION_LINE", "Header", "split_names"]

VERSION_LINE: Final = "table record 1"
_START: Final = re.compile(r"\s*table\s+record(?:\s+(\S+))?\s*(?:#.*)?")
_KEY: Final = re.compile(r"\s*([^\W\d_]+)\s*[:：]\s*(.*?)\s*")
_NAME: Final = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^,、"]*?)\s*(?:[,、]|$)')
#: Keys in Japanese.
_KEYS_JA: Final = {
    "ルール": "rules", "対局者": "players", "持ち点": "start", "配給原点": "start", "日付": "date",
    "場所": "place", "備考": "note",
}  # fmt: skip
MAX_NOTES: Final = 100


def split_names(text: str) -> list[str]:
    """Return the names in a list parted by commas; names may stand in quotation marks.

    >>> split_names('Asa, "Botan, the elder", Chidori')
    ['Asa', 'Botan, the elder', 'Chidori']
    """
    names, at = [], 0
    while at <= len(text):
        match = _NAME.match(text, at)
        if match is None:
            raise ValueError(f"found {text[at : at + 20]!r}, expected names parted by commas")
        name = match[1]
        if name.startswith('"'):
            inner = unquoted(name)
            if inner is None:
                raise ValueError(f"{name!r}: a quotation mark that is not closed")
            name = inner
        names.append(name)
        if match.end() == len(text) and not match[0].rstrip().endswith((",", "、")):
            break
        at = match.end()
    return names


class Header:
    """What stands before the first hand.

    Attributes:
        info: Names, date, place and the like.
        rules: The rules named, or given.
        start: Start points that the header names, or None.
        rest: The lines behind the header.
        last: Number of the last line of the header.
        remarks: What has to be said about it.
    """

    def __init__(self, lines: list[Line], source: str, rules: Rules | None) -> None:
        self.source = source
        self.remarks: list[str] = []
        self.last = lines[0].number
        self.rest: list[Line] = []
        self._check_version(lines[0])
        values: dict[str, tuple[str, Line]] = {}
        notes: list[str] = []
        for n, line in enumerate(lines[1:], 1):
            if not line.text.strip() or line.text.lstrip().startswith("#"):
                continue
            match = _KEY.fullmatch(line.text)
            if match is None:
                self.rest = lines[n:]
                break
            self.last = line.number
            key = _KEYS_JA.get(match[1], match[1].lower())
            text = match[2] if key == "players" else self._text(match[2], line)
            if key == "note":
                notes.append(text)
                if len(notes) > MAX_NOTES:
                    raise self._error(f"more than {MAX_NOTES} notes", line)
            elif key not in HEADER:
                near = near_matches(key, HEADER)
                hint = f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(HEADER)}"
                raise self._error(f"found {match[1]!r}, expected a key of the header{hint}", line)
            elif key in values:
                raise self._error(f"{key} stands twice in the header", line)
            else:
                values[key] = (text, line)
        self._take(values, notes, rules)

    def _error(self, message: str, line: Line) -> ParseError:
        column = len(line.text) - len(line.text.lstrip()) + 1
        place = f"line {line.number}, column {column}"
        return ParseError(message, source=self.source, place=place, snippet=line.text.strip()[:60])

    def _check_version(self, line: Line) -> None:
        match = _START.fullmatch(line.text)
        if match is None or match[1] != "1":
            raise self._error(f"expected {VERSION_LINE!r}, the version that is read", line)

    def _text(self, value: str, line: Line) -> str:
        text = unquoted(value) if value.startswith('"') and value.count('"') == 2 else value
        if text is None or len(text) > MAX_TEXT:
            raise self._error(f"a text of at most {MAX_TEXT} characters was expected", line)
        return text

    def _take(
        self, texts: dict[str, tuple[str, Line]], notes: list[str], rules: Rules | None
    ) -> None:
        names: list[str] = []
        values: dict[str, Any] = {}
        self.start: int | None = None
        for key, (text, line) in texts.items():
            try:
                if key == "players":
                    names = split_names(text)
                elif key == "start":
                    self.start = _integer(text, 0, 10_000_000)
                elif key == "viewer":
                    values[key] = _integer(text, 0, 3)
                elif key == "rules":
                    rules = rules or rules_called(text)
                else:
                    values[key] = text
                    info_of({key: text}, (), ())
            except ValueError as error:
                raise self._error(str(error), line) from None
        if names and len(names) not in (3, 4):
            raise self._error(f"{len(names)} players, expected 3 or 4", texts["players"][1])
        if rules is None:
            rules = default_rules(len(names) or 4)
            self.remarks.append(NO_RULES.format(rules.name))
        if names and len(names) != rules.players:
            message = f"{len(names)} players, and the rules {rules.name!r} are for {rules.players}"
            raise self._error(message, texts["players"][1])
        self.rules = rules
        self.info = info_of(values, names, notes)


def _integer(text: str, low: int, high: int) -> int:
    digits = text.replace(",", "")
    if not digits.isascii() or not digits.isdigit() or not low <= int(digits[:12]) <= high:
        raise ValueError(f"found {text!r}, expected a number from {low} to {high}")
    return int(digits)
