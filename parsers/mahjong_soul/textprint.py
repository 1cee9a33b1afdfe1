"""Records printed by a program: ``('RecordDealTile', seat: 1 tile: "8p" …), …``."""

from __future__ import annotations

import re
from typing import Any, Final

from mjlog.errors import ParseError

__all__ = ["parse_print"]

_TOKEN: Final = re.compile(
    r"""\s*(?:(?P<text>"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+")|\('(?P<record>\w{1,80})',?"""
    r"""|(?P<word>[-+]?\w{1,400})|(?P<sign>[{}:(),\[\]'])|(?P<other>\S))"""
)
_ESCAPE: Final = re.compile(r"\\([0-7]{3}|x[0-9a-fA-F]{2}|.)")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
MAX_DEPTH: Final = 12
MAX_RECORDS: Final = 100_000

Printed = dict[str, Any]


def parse_print(text: str) -> list[tuple[str, Printed]]:
    """Return (name, fields) of every record; a field is a list of its values.

    What stands between the records is skipped.

    Raises:
        ParseError: A record that is not closed, or a sign where none may stand.
    """
    found: list[tuple[str, Printed]] = []
    stack: list[Printed] = []
    key: str | None = None
    value_next = False
    match = None
    for match in _TOKEN.finditer(text):
        record, sign = match["record"], match["sign"]
        if record is not None:
            if stack:
                raise _wrong(text, match.start(), "the record before is not closed")
            stack = [{}]
            found.append((record, stack[0]))
            if len(found) > MAX_RECORDS:
                raise ParseError(f"more than {MAX_RECORDS} records")
            key, value_next = None, False
        elif not stack:
            continue
        elif sign == "{" and key is not None and len(stack) < MAX_DEPTH:
            inner: Printed = {}
            stack[-1].setdefault(key, []).append(inner)
            stack.append(inner)
            key, value_next = None, False
        elif sign == "}" and len(stack) > 1 and key is None:
            stack.pop()
        elif sign == ")" and len(stack) == 1 and key is None:
            stack = []
        elif sign == ":" and key is not None:
            value_next = True
        elif value_next and key is not None and (match["text"] or match["word"]):
            stack[-1].setdefault(key, []).append(_value(match["text"], match["word"]))
            key, value_next = None, False
        elif match["word"] and key is None:
            key = match["word"]
        else:
            raise _wrong(text, match.start(), f"in {found[-1][0]}")
    if stack:
        raise _wrong(text, len(text), f"{found[-1][0]} is not closed")
    return found


def _wrong(text: str, at: int, what: str) -> ParseError:
    line = text.count("\n", 0, at) + 1
    snippet = text[at : at + 30].strip()
    message = f"expected 'field: value', 'field {{' or the end of the record; {what}"
    return ParseError(message, place=f"line {line}", snippet=snippet)


def _value(text: str | None, word: str) -> str | int | bool:
    if text is not None:
        return _ESCAPE.sub(_unescaped, text[1:-1])
    if word in ("true", "false"):
        return word == "true"
    return int(word) if word.lstrip("+-").isdecimal() and len(word) < 20 else word


def _unescaped(match: re.Match[str]) -> str:
    code = match[1]
    if len(code) == 3:
        return chr(int(code, 8))
    if code[0] == "x" and len(code) == 3:
        return chr(int(code[1:], 16))
    return _ESCAPES.get(code, code)
