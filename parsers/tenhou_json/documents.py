"""The JSON objects in a text: a document, one object a line, or links of the viewer.

A link holds its record behind ``#json=``, plain or percent-encoded, and may be followed by
parameters (``&ts=0``). Documents that people keep have ``//`` comments.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

import orjson

from mjlog.errors import ParseError

from ..json_values import check_brackets

__all__ = ["Document", "documents_of"]

#: A game has some 10 KB; a text of many games is still below.
MAX_BYTES: Final = 32 << 20
MAX_DOCUMENTS: Final = 20_000

_LINK: Final = re.compile(r"#json=\s*")
_ENCODED: Final = re.compile(r"[^\s\"'<>]+")
#: Texts that are not closed end with their line or document: nothing is gone through twice.
_COMMENT: Final = re.compile(r'("[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?)|//[^\n]*+')
_BRACKET: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)


class Document(NamedTuple):
    """One JSON object of a text, or why it is none.

    Attributes:
        place: Where it stands, ``""`` for the whole text.
        value: What was parsed.
        error: Message and place of the fault, instead of a value.
    """

    place: str
    value: Any = None
    error: ParseError | None = None


def documents_of(data: bytes, name: str) -> list[Document]:
    """Return the objects that a text holds, in order.

    Args:
        data: The text.
        name: Name of the source, for messages.

    Raises:
        ParseError: The text is too large, or nothing in it is an object.
    """
    if len(data) > MAX_BYTES:
        message = f"{len(data)} bytes, expected a record of at most {MAX_BYTES}"
        raise ParseError(message, source=name)
    check_brackets(data)
    text = _decoded(data)
    if "#json=" in text and not text.lstrip().startswith(("{", "[")):
        return _links(text, name)
    try:
        return [Document("", orjson.loads(text))]
    except orjson.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        whole = ParseError(f"no JSON: {error.msg}", source=name, place=place)
    if "//" in text:
        text = _COMMENT.sub(lambda match: match[1] or "", text)
    found = _lines(text, name) or _objects(text, name)
    if not any(document.error is None for document in found):
        raise whole
    return found


def _decoded(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def _parsed(text: str, place: str, name: str) -> Document:
    try:
        return Document(place, orjson.loads(text))
    except orjson.JSONDecodeError as error:
        message = f"no JSON: {error.msg} (character {error.pos})"
        snippet = text[max(error.pos - 20, 0) : error.pos + 20]
        fault = ParseError(message, source=name, place=place, snippet=snippet)
        return Document(place, error=fault)


def _bounded(found: list[Document], name: str) -> None:
    if len(found) >= MAX_DOCUMENTS:
        raise ParseError(f"more than {MAX_DOCUMENTS} objects in one text", source=name)


def _lines(text: str, name: str) -> list[Document]:
    """Return the objects of a text with one in each line; [] for any other text."""
    lines = [(n, line.strip()) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not all(line.startswith("{") for _, line in lines):
        return []
    found: list[Document] = []
    for number, line in lines:
        _bounded(found, name)
        found.append(_parsed(line.removesuffix(","), f"line {number}", name))
    return found


def _objects(text: str, name: str) -> list[Document]:
    """Return the objects that stand one behind the other, over any number of lines."""
    found: list[Document] = []
    place, line = 0, 1
    while (start := text.find("{", place)) >= 0:
        _bounded(found, name)
        end = _end_of(text, start)
        line += text.count("\n", place, start)
        found.append(_parsed(text[start:end], f"line {line}", name))
        line += text.count("\n", start, end)
        place = end
    return found


def _links(text: str, name: str) -> list[Document]:
    found: list[Document] = []
    _, *parts = _LINK.split(text, MAX_DOCUMENTS + 1)
    for number, part in enumerate(parts, 1):
        _bounded(found, name)
        content = part
        if not part.startswith("{") or part.startswith("%", 1):
            encoded = _ENCODED.match(part)
            content = unquote(encoded[0]) if encoded else ""
        content = content[: _end_of(content, 0)]
        found.append(_parsed(content, f"link {number}", name))
    return found


def _end_of(text: str, start: int) -> int:
    """Return where the object that begins at ``start`` ends; the end of the text if nowhere."""
    depth = 0
    for match in _BRACKET.finditer(text, start):
        bracket = match[0]
        if bracket in ("{", "["):
            depth += 1
        elif bracket in ("}", "]"):
            depth -= 1
            if depth <= 0:
                return match.end()
    return len(text)
