"""The messages of a text: one object a line, one array a line, or one document."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import orjson

from mjlog.errors import ParseError

from ..json_values import check_brackets

__all__ = ["Message", "Messages", "messages_of"]

#: A game has some 70 KB in 1,400 messages; a text of hundreds of games is still below.
MAX_BYTES: Final = 64 << 20
MAX_MESSAGES: Final = 1_000_000
#: Keys under which documents hold the messages of a game.
KEYS: Final = ("mjaiLog", "mjai_log")


class Message(NamedTuple):
    """One message, or why a line is none.

    Attributes:
        number: Its line, from 1, or its place in the array of a document, from 0.
        value: The object; None where it is none.
        error: What is wrong instead.
    """

    number: int
    value: dict[str, Any] | None
    error: str = ""


class Messages(NamedTuple):
    """The messages of a text.

    Attributes:
        key: Where their array stands in the document, None when each has a line.
        items: The messages.
        report: The document is a review report.
    """

    key: str | None
    items: list[Message]
    report: bool = False

    def place(self, number: int) -> str:
        """Return the place of message ``number`` in words."""
        return f"line {number}" if self.key is None else f"{self.key}[{number}]"


def messages_of(data: bytes, name: str) -> Messages:
    """Return the messages in a text.

    Raises:
        ParseError: It is too large, or nothing in it is a message.
    """
    if len(data) > MAX_BYTES:
        message = f"{len(data)} bytes, expected a record of at most {MAX_BYTES}"
        raise ParseError(message, source=name)
    check_brackets(data)
    if (count := data.count(b"{")) > MAX_MESSAGES:
        message = f"{count} objects, expected a record of at most {MAX_MESSAGES}"
        raise ParseError(message, source=name)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data.decode("utf-16", "replace").encode()
    data = data.removeprefix(b"\xef\xbb\xbf")
    document = _document(data)
    if document is not None:
        return _of_document(document, name)
    messages = Messages(None, _of_lines(data))
    if not any(item.value is not None for item in messages.items):
        first = next((item for item in messages.items if item.error), Message(1, None, "no text"))
        raise ParseError(first.error, source=name, place=f"line {first.number}")
    return messages


def _document(data: bytes) -> Any:
    """Return the value of a text that is one JSON document and not one message, else None."""
    if b"mjaiLog" not in data and b"mjai_log" not in data and not data.lstrip().startswith(b"["):
        return None
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    return None if isinstance(value, dict) and "type" in value else value


def _of_document(document: Any, name: str) -> Messages:
    if isinstance(document, list):
        return Messages("", [_message(i, item) for i, item in enumerate(document)])
    key = next((key for key in KEYS if isinstance(document.get(key), list)), None)
    if key is None:
        raise ParseError(f"no list under {' or '.join(map(repr, KEYS))}", source=name)
    items = [_message(i, item) for i, item in enumerate(document[key])]
    return Messages(key, items, report="review" in document)


def _message(number: int, value: Any) -> Message:
    if isinstance(value, dict):
        return Message(number, value)
    return Message(number, None, "expected a message, an object with 'type'")


def _of_lines(data: bytes) -> list[Message]:
    lines = data.split(b"\n")
    numbers = [n for n, line in enumerate(lines, 1) if line.strip()]
    try:  # one call for all lines is much faster than one each
        values = orjson.loads(b"[" + b",".join(lines[n - 1] for n in numbers) + b"]")
    except orjson.JSONDecodeError:
        values = []
    if len(values) != len(numbers):
        return [item for n in numbers for item in _of_line(n, lines[n - 1])]
    if all(type(value) is dict for value in values):
        return list(map(Message, numbers, values))
    return [
        item
        for n, value in zip(numbers, values, strict=True)
        for item in (map(_message, [n] * len(value), value) if isinstance(value, list)
                     else [_message(n, value)])
    ]  # fmt: skip


def _of_line(number: int, line: bytes) -> list[Message]:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return [Message(number, None, f"no JSON: {error.msg} (column {error.colno})")]
    if isinstance(value, list):
        return [_message(number, item) for item in value]
    return [_message(number, value)]
