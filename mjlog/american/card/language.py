"""The language of card files, ``.amc``: reading with errors at line and column, and writing.

::

    amc 1
    name club-card                         # then year, flowers, jokers, lowest, concealed_bonus
    [Evens]                                # flags behind a semicolon: nobonus, nojoker
    EV1 | 22a 444a 666a 8888a FF | X 25
    EV2 | XXXa DDDa || XXXb DDDc | C 30 | X=1,3,5     # a note
    # a comment

Card files may come from anybody: their size, lines, and numbers of hands are bounded.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from .groups import GROUP, group_fault, token_fault, unknown_word
from .model import (
    DECORATION,
    HAND_SIZE,
    Alternative,
    Card,
    CardError,
    Difference,
    Domain,
    Fault,
    Group,
    Line,
    Section,
)

__all__ = ["MAX_BYTES", "MAX_LINES", "format_card", "parse_card", "read_card"]

MAX_BYTES: Final = 1_000_000
MAX_LINES: Final = 5_000
#: Faults that one reading reports.
MAX_FAULTS: Final = 50
MAX_TEXT: Final = 200
MAX_VALUE: Final = 100_000
#: Most alternatives of a line.
MAX_ALTERNATIVES: Final = 100

_HEADER: Final = ("name", "year", "flowers", "jokers", "lowest", "concealed_bonus")
#: Header key → lowest and highest number.
_NUMBERS: Final = {
    "year": (1000, 9999),
    "flowers": (0, 40),
    "jokers": (0, 40),
    "lowest": (0, MAX_VALUE),
    "concealed_bonus": (0, MAX_VALUE),
}
_FLAGS: Final = ("nobonus", "nojoker")
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,29}")
_VALUE: Final = re.compile(r"\s*([XC])\s+([0-9]{1,6})\s*")
_DOMAIN: Final = re.compile(r"([A-Z])=(\S+)")
_DIFFERENCE: Final = re.compile(r"([A-Z])!=(\S+)")
_BAR: Final = re.compile(r"(?<!\|)\|(?!\|)")
_WINDS: Final = {"E": 27, "S": 28, "W": 29, "N": 30}
_VARIABLES: Final = "XYZ"


def parse_card(text: str, *, name: str = "card") -> Card:
    """Return the card of a text in the language.

    Args:
        text: The whole file.
        name: Name of a card whose header gives none; also how errors call the text.

    Raises:
        CardError: Something is wrong; lists every fault with line and column.
    """
    return _Reader(text, name, hashlib.sha256(text.encode()).hexdigest()).card()


def read_card(data: bytes, *, name: str = "card") -> Card:
    """Return the card of the bytes of a file; ``sha256`` is theirs.

    Raises:
        CardError: As for :func:`parse_card`, and for a file too large or not in UTF-8.
    """
    if len(data) > MAX_BYTES:
        fault = Fault(1, 1, f"the file has {len(data):,} bytes, at most {MAX_BYTES:,} are read")
        raise CardError(name, [fault])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = error.start - (before.rfind(b"\n") + 1) + 1
        fault = Fault(before.count(b"\n") + 1, column, "not UTF-8: expected a text in UTF-8")
        raise CardError(name, [fault]) from error
    return _Reader(text, name, hashlib.sha256(data).hexdigest()).card()


def format_card(card: Card) -> str:
    """Return the card in the language; reading it again gives an equal card."""
    return "\n".join([*_card_lines(card)]) + "\n"


def _card_lines(card: Card) -> Iterator[str]:
    yield "amc 1"
    yield f"name {card.name}"
    if card.year is not None:
        yield f"year {card.year}"
    for key in ("flowers", "jokers", "lowest", "concealed_bonus"):
        yield f"{key} {getattr(card, key)}"
    yield from card.head
    for section in card.sections:
        yield from section.comments
        flags = [
            f for f, on in zip(_FLAGS, (section.no_bonus, section.no_joker), strict=True) if on
        ]
        yield f"[{'; '.join([section.name, ' '.join(flags)]) if flags else section.name}]"
        for line in section.lines:
            yield from line.comments
            yield f"{line}  # {line.note}" if line.note else str(line)
    yield from card.comments


@dataclass
class _Open:
    """A section being read."""

    name: str
    no_bonus: bool
    no_joker: bool
    comments: tuple[str, ...]
    lines: list[Line] = field(default_factory=list)

    def close(self) -> Section:
        return Section(self.name, tuple(self.lines), self.no_bonus, self.no_joker, self.comments)


class _Reader:
    """Reads one text; collects faults instead of stopping at the first."""

    def __init__(self, text: str, name: str, sha256: str) -> None:
        self.text = text
        self.name = name
        self.sha256 = sha256
        self.faults: list[Fault] = []
        self.header: dict[str, str | int] = {}
        self.head: tuple[str, ...] = ()
        self.sections: list[_Open] = []
        self.ids: dict[str, int] = {}
        self.comments: list[str] = []
        self.number = 0
        self.started = False

    def fault(self, column: int, message: str) -> None:
        """Note a fault at a 0-based column of the line being read."""
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(Fault(self.number, column + 1, message))

    def card(self) -> Card:
        if len(self.text) > MAX_BYTES:
            self.number = 1
            self.fault(0, f"the text has over {MAX_BYTES:,} characters")
            raise CardError(self.name, self.faults)
        text = self.text.removeprefix("\ufeff")
        rows = re.split(r"\r\n|\n|\r", text)
        if len(rows) > MAX_LINES:
            self.number = MAX_LINES + 1
            self.fault(0, f"the file has {len(rows):,} lines, at most {MAX_LINES:,} are read")
            raise CardError(self.name, self.faults)
        for self.number, row in enumerate(rows, 1):
            self._row(row)
            if len(self.faults) >= MAX_FAULTS:
                break
        self._end()
        if self.faults:
            raise CardError(self.name, self.faults)
        return self._finish()

    def _end(self) -> None:
        if not self.started:
            self.fault(0, "the file is empty: expected 'amc 1' first")
        elif not any(section.lines for section in self.sections) and not self.faults:
            self.fault(0, "the card has no line: expected '[Section]', then 'ID | groups | X 25'")

    def _finish(self) -> Card:
        from .expand import check_expansion

        sections = tuple(section.close() for section in self.sections)
        values = [line.value for section in sections for line in section.lines]
        header = {"lowest": min(values), **self.header}
        card = Card(
            name=str(header.pop("name", self.name)),
            sections=sections,
            head=self.head,
            comments=tuple(self.comments),
            sha256=self.sha256,
            **header,  # type: ignore[arg-type]  # numbers, by _header_value
        )
        faults = check_expansion(card)
        if faults:
            raise CardError(self.name, faults[:MAX_FAULTS])
        return card

    def _row(self, row: str) -> None:
        text = row.strip()
        if not text:
            return
        if text.startswith("#"):
            self.comments.append(text)
        elif not self.started:
            self._first(row)
        elif text.startswith("["):
            self._section(row)
        elif "|" in text:
            self._line(row)
        elif self.sections:
            self.fault(
                _indent(row),
                f"{text[:40]!r} is no line: expected 'ID | groups | X 25' or '[Section]'",
            )
        else:
            self._header(row)

    def _first(self, row: str) -> None:
        self.started = True
        words = row.split()
        if words == ["amc", "1"]:
            return
        if words[0] == "amc":
            column = row.find(words[1]) if len(words) > 1 else len(row.rstrip())
            self.fault(column, f"version {' '.join(words[1:])!r} is not read: expected 'amc 1'")
        else:
            self.fault(_indent(row), f"expected 'amc 1', found {row.strip()[:40]!r}")

    def _take_comments(self) -> tuple[str, ...]:
        comments, self.comments = tuple(self.comments), []
        return comments

    # --- header

    def _header(self, row: str) -> None:
        start = _indent(row)
        key, _, value = _without_note(row).strip().partition(" ")
        value = value.strip()
        if key not in _HEADER:
            self.fault(start, unknown_word("header key", key, _HEADER))
        elif key in self.header:
            self.fault(start, f"{key!r} stands twice")
        elif not value:
            self.fault(start + len(key), f"{key!r} has no value")
        else:
            self._header_value(key, value, row.index(value, start + len(key)))
        self.head += self._take_comments()

    def _header_value(self, key: str, value: str, column: int) -> None:
        if key == "name":
            if len(value) > MAX_TEXT or not value.isprintable():
                self.fault(column, f"a name has at most {MAX_TEXT} printable characters")
            self.header[key] = value
            return
        low, high = _NUMBERS[key]
        if not value.isascii() or not value.isdecimal() or not low <= int(value[:9]) <= high:
            self.fault(column, f"expected a number from {low} to {high}, found {value[:40]!r}")
            return
        self.header[key] = int(value)

    # --- sections

    def _section(self, row: str) -> None:
        start = _indent(row)
        end = row.find("]")
        if end < 0:
            self.fault(len(row.rstrip()), "expected ']' at the end of the section's name")
            end = len(row)
        elif _without_note(row[end + 1 :]).strip():
            self.fault(
                end + 1, f"expected the end of the line, found {row[end + 1 :].strip()[:40]!r}"
            )
        inside = row[start + 1 : end]
        name, semicolon, flags = inside.partition(";")
        if not name.strip() or len(name) > MAX_TEXT or "|" in name:
            self.fault(start + 1, "expected a section's name")
        on = set()
        for flag in re.finditer(r"[^\s,;]+", flags):
            column = start + 1 + len(name) + len(semicolon) + flag.start()
            if flag[0] not in _FLAGS:
                self.fault(column, unknown_word("flag", flag[0], _FLAGS))
            on.add(flag[0])
        comments = self._take_comments()
        if not self.sections:
            self.head, comments = self.head + comments, ()
        self.sections.append(_Open(name.strip(), "nobonus" in on, "nojoker" in on, comments))

    # --- lines

    def _line(self, row: str) -> None:
        if not self.sections:
            self.fault(_indent(row), "a line stands before the first section: expected '[Section]'")
            self.sections.append(_Open("", False, False, ()))
        body = _without_note(row)
        note = row[len(body) :].removeprefix("#").strip()
        fields = _fields(body)
        before = len(self.faults)
        id = self._id(*fields[0])
        alternatives = self._alternatives(*fields[1]) if len(fields) > 1 else ()
        concealed, value = self._value(body, fields)
        conditions = self._conditions(*fields[3]) if len(fields) > 3 else ()
        if len(fields) > 4:
            self.fault(fields[4][1] - 1, "expected the end of the line, found '|'")
        if len(self.faults) == before:
            self._check_variables(alternatives, conditions, fields)
        section = self.sections[-1]
        section.lines.append(
            Line(
                id, section.name, alternatives, concealed, value, section.no_bonus,
                section.no_joker, conditions, note, self._take_comments(), self.number,
            )
        )  # fmt: skip

    def _id(self, text: str, column: int) -> str:
        id = text.strip()
        column += _indent(text)
        if not _ID.fullmatch(id):
            self.fault(
                column, f"expected an id of letters, digits, '.', '_' and '-', found {id[:40]!r}"
            )
        elif id in self.ids:
            self.fault(column, f"id {id!r} stands on line {self.ids[id]} too")
        self.ids.setdefault(id, self.number)
        return id

    def _value(self, body: str, fields: list[tuple[str, int]]) -> tuple[bool, int]:
        if len(fields) < 3:
            self.fault(len(body.rstrip()), "expected '| X 25' or '| C 25' behind the groups")
            return False, 0
        text, column = fields[2]
        match = _VALUE.fullmatch(text)
        if match is None or int(match[2]) > MAX_VALUE:
            self.fault(
                column + _indent(text),
                f"expected X or C and the value, as in 'X 25', found {text.strip()[:40]!r}",
            )
            return False, 0
        return match[1] == "C", int(match[2])

    def _alternatives(self, text: str, column: int) -> tuple[Alternative, ...]:
        found = []
        parts = text.split("||")
        if len(parts) > MAX_ALTERNATIVES:
            self.fault(column, f"a line has at most {MAX_ALTERNATIVES} alternatives")
            return ()
        for part in parts:
            found.append(self._alternative(part, column))
            column += len(part) + 2
        return tuple(found)

    def _alternative(self, text: str, column: int) -> Alternative:
        items: list[Group | str] = []
        before = len(self.faults)
        for token in re.finditer(r"\S+", text):
            if token[0] in DECORATION:
                items.append(token[0])
                continue
            group = self._group(token[0], column + token.start())
            if group is not None:
                items.append(group)
        found = Alternative(tuple(items))
        size = sum(group.size for group in found.groups)
        if size != HAND_SIZE and len(self.faults) == before:
            self.fault(
                column + _indent(text), f"the groups have {size} tiles, expected {HAND_SIZE}"
            )
        return found

    def _group(self, token: str, column: int) -> Group | None:
        match = GROUP.fullmatch(token)
        if match is None:
            self.fault(*token_fault(token, column))
            return None
        plus = match[2] or "0"
        group = Group(match[1], int(plus) if len(plus) < 3 else 99, match[3], match[4])
        fault = group_fault(group, self.header)
        if fault:
            place, message = fault
            self.fault(column + match.start(place), message)
            return None
        return group

    # --- conditions on variables

    def _conditions(self, text: str, column: int) -> tuple[Domain | Difference, ...]:
        found: list[Domain | Difference] = []
        for token in re.finditer(r"\S+", text):
            at = column + token.start()
            if match := _DIFFERENCE.fullmatch(token[0]):
                found += self._differences(match[1], match[2], at)
            elif match := _DOMAIN.fullmatch(token[0]):
                domain = self._domain(match[1], match[2], at)
                if any(isinstance(c, Domain) and c.name == match[1] for c in found):
                    self.fault(at, f"{match[1]} is given twice")
                if domain is not None:
                    found.append(domain)
            else:
                self.fault(
                    at, f"expected 'X=1..9', 'X=1,3,5', 'Y!=X' or 'V=N,E', found {token[0][:40]!r}"
                )
        return tuple(found)

    def _differences(self, left: str, rights: str, column: int) -> list[Difference]:
        found = []
        for right in rights.split(","):
            if left in _VARIABLES and right and right in _VARIABLES and left != right:
                found.append(Difference(left, right))
            else:
                self.fault(column, f"expected two of X, Y, Z as in 'Y!=X', found '{left}!={right}'")
        return found

    def _domain(self, name: str, text: str, column: int) -> Domain | None:
        values: list[int] = []
        if name not in _VARIABLES and name != "V":
            self.fault(column, f"{name!r} is no variable: expected X, Y, Z or V")
            return None
        for part in text.split(","):
            wind = _WINDS.get(part)
            numbers = re.fullmatch(r"([1-9])(?:\.\.([1-9]))?", part)
            if name == "V" and wind is not None:
                values.append(wind)
            elif name != "V" and numbers and int(numbers[1]) <= int(numbers[2] or 9):
                values += range(int(numbers[1]), int(numbers[2] or numbers[1]) + 1)
            else:
                expected = "winds as in V=N,E" if name == "V" else "1 to 9 as in X=1..9 or X=1,3,5"
                self.fault(column + len(name) + 1, f"expected {expected}, found {part[:40]!r}")
                return None
        if len(set(values)) < len(values):
            self.fault(column + len(name) + 1, f"{text[:40]!r} holds a value twice")
        return Domain(name, tuple(values))

    def _check_variables(
        self,
        alternatives: tuple[Alternative, ...],
        conditions: tuple[Domain | Difference, ...],
        fields: list[tuple[str, int]],
    ) -> None:
        used = {
            letter
            for alternative in alternatives
            for group in alternative.groups
            if group.kind in ("variable", "wind variable")
            for letter in group.tiles
        }
        column = fields[-1][1] + _indent(fields[-1][0])
        for condition in conditions:
            names = (
                (condition.name,)
                if isinstance(condition, Domain)
                else (condition.left, condition.right)
            )
            for name in names:
                if name not in used:
                    self.fault(column, f"{name} stands in no group of the line")
        highest = _highest_plus(alternatives)
        for condition in conditions:
            if isinstance(condition, Domain) and condition.name in highest:
                plus = highest[condition.name]
                top = max(condition.values)
                if top + plus > 9:
                    self.fault(
                        column,
                        f"{condition.name}+{plus} is {top + plus} for {condition.name}={top}: "
                        f"expected at most {condition.name}={9 - plus}",
                    )


def _highest_plus(alternatives: tuple[Alternative, ...]) -> dict[str, int]:
    """Variable → the largest number that is added to it."""
    highest: dict[str, int] = {}
    for alternative in alternatives:
        for group in alternative.groups:
            if group.plus:
                name = group.tiles[0]
                highest[name] = max(group.plus, highest.get(name, 0))
    return highest


def _fields(body: str) -> list[tuple[str, int]]:
    """Return the fields between single bars, each with its 0-based column."""
    found, start = [], 0
    for bar in _BAR.finditer(body):
        found.append((body[start : bar.start()], start))
        start = bar.end()
    return [*found, (body[start:], start)]


def _without_note(row: str) -> str:
    return row.partition("#")[0]


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
