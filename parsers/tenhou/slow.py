"""Tolerant reader of Tenhou mjlog text that is not of the plain form.

:func:`rewrite` takes the text apart with regular expressions, settles what is settled by
itself (line breaks, single quotes, comments, declarations, doubled attributes of one value,
elements that are not known) and writes the game again in the plain form, so that one decoder,
:mod:`.tokens`, gives the columns of every game. Where each element stood is kept.

There is no XML parser here and no entity is ever expanded: of ``&…;`` only the five
predefined names and character numbers mean anything.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final

from mjlog.errors import ParseError

from .tables import is_known_element

__all__ = ["Rewritten", "rewrite"]

# A quoted value holds no "<": a lost quote then spoils one element, not the rest of the file.
_TOKEN: Final = re.compile(
    r"""<!--.*?-->
    | <\?.*?\?>
    | <!DOCTYPE (?: "[^"]*" | '[^']*' | \[ [^\]]* \] | [^\[\]<>"'] )*+ >
    | </ \s* (?P<end>[A-Za-z_][\w.:-]*) \s* >
    | < (?P<tag>[A-Za-z_][\w.:-]*) (?P<attributes> (?: "[^"<]*" | '[^'<]*' | [^<>"'] )*+ ) >
    """,
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE: Final = re.compile(
    r"""(?P<name>[^\s=<>"'/]+) \s* = \s* (?: "(?P<double>[^"]*)" | '(?P<single>[^']*)'
    | (?P<bare>[^\s"'<>/]+) )""",
    re.VERBOSE,
)
_REFERENCE: Final = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos);")
_PREDEFINED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_NUMBERS: Final = frozenset({"INIT", "AGARI", "RYUUKYOKU", "N", "REACH", "DORA", "BYE", "TAIKYOKU"})
_UNSAFE: Final = re.compile(r"[<>&\"\x00-\x1f]")
_SNIPPET: Final = 40


@dataclass(slots=True)
class Rewritten:
    """A game in the plain form.

    Attributes:
        plain: The text for the tokeniser.
        header: Elements before the first INIT with their attributes as they stood.
        problems: (kind, place, message) of what was not of the plain form.
        plain_places, source_places: Byte of each element in ``plain`` and in the source.
    """

    plain: bytes = b""
    header: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    problems: list[tuple[str, str, str]] = field(default_factory=list)
    plain_places: list[int] = field(default_factory=list)
    source_places: list[int] = field(default_factory=list)

    def source_place(self, place: int) -> int:
        """Return the byte of the source where the element at ``place`` of ``plain`` stood."""
        row = bisect_right(self.plain_places, place) - 1
        return self.source_places[row] if row >= 0 else 0

    def cut(self, place: int, reason: str) -> None:
        """Leave out everything from the element at ``place`` of ``plain`` on."""
        row = max(bisect_right(self.plain_places, place) - 1, 0)
        start = self.plain_places[row] if self.plain_places else 0
        piece = self.plain[start : start + _SNIPPET].decode("latin-1")
        where = f"byte {self.source_places[row] if self.source_places else 0}"
        self.problems.append(
            ("inconsistent", where, f"{reason}: {piece!r}; the rest of the record is left out")
        )
        self.plain = self.plain[:start] + b"</mjloggm>"
        del self.plain_places[row:], self.source_places[row:]


def decoded(data: bytes) -> str:
    """Return the text so that, for all but UTF-16, character and byte numbers agree."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data.decode("utf-16", "replace").encode()
    return data.decode("latin-1")


def plain_text(value: str) -> str:
    """Return a value with its references resolved and read as UTF-8 where it is that."""

    def resolved(match: re.Match[str]) -> str:
        name = match[1]
        if name[0] != "#":
            return _PREDEFINED[name]
        number = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
        return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else match[0]

    try:
        value = value.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        value = value.encode("latin-1").decode("cp932", "replace")
    return _REFERENCE.sub(resolved, value) if "&" in value else value


def parse_attributes(
    text: str, *, tag: str, source: str, place: str
) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """Return the attributes of one element and what was odd about them.

    Raises:
        ParseError: An attribute stands twice with different values.
    """
    attributes: dict[str, str] = {}
    problems: list[tuple[str, str, str]] = []
    end = 0
    for match in _ATTRIBUTE.finditer(text):
        rest = text[end : match.start()].strip()
        end = match.end()
        if rest:
            problems.append(("odd-form", place, f"<{tag}>: {rest[:_SNIPPET]!r} is no attribute"))
        name = match["name"]
        value = plain_text(match["double"] or match["single"] or match["bare"] or "")
        if name not in attributes:
            attributes[name] = value
        elif attributes[name] == value:
            problems.append(("odd-form", place, f"<{tag}>: {name} stands twice, with one value"))
        else:
            raise ParseError(
                f"<{tag}>: {name} stands twice with different values, "
                f"{attributes[name]!r} and {value!r}",
                source=source,
                place=place,
                snippet=text.strip()[:_SNIPPET],
            )
    rest = text[end:].strip().rstrip("/").strip()
    if rest:
        problems.append(("odd-form", place, f"<{tag}>: {rest[:_SNIPPET]!r} is no attribute"))
    return attributes, problems


def _plain_value(tag: str, name: str, value: str) -> str | None:
    """Return a value as the tokeniser takes it, None when it is better left out."""
    if tag in _NUMBERS or (tag == "GO" and name == "type"):
        value = re.sub(r"[+\s]", "", value)
        if tag == "INIT" and name == "seed":
            parts = value.split(",")
            value = ",".join(p or ("-1" if i in (3, 4) else p) for i, p in enumerate(parts))
    if not value.isascii() or _UNSAFE.search(value):
        return "?" if tag == "UN" else None
    return value


def _plain_element(tag: str, attributes: dict[str, str]) -> str:
    pieces = [f"<{tag}"]
    for name, value in attributes.items():
        plain = _plain_value(tag, name, value)
        if plain is not None and name.isascii() and name.isalnum():
            pieces.append(f' {name}="{plain}"')
    return "".join(pieces) + "/>"


def rewrite(data: bytes, *, source: str = "") -> Rewritten:
    """Take odd mjlog text apart and write it again in the plain form.

    Raises:
        ParseError: Not a single element of a game record is in it, or an attribute stands
            twice with different values.
    """
    text = decoded(data)
    result = Rewritten()
    pieces = ["<mjloggm>"]
    length = len(pieces[0])
    unknown: dict[str, tuple[int, int]] = {}
    seen_init = False
    closed = False
    position = 0
    while (position := _next_element(text, position, result)) >= 0:
        match = _TOKEN.match(text, position)
        if match is None:
            _note_broken(text, position, result)
            break
        start, position = position, match.end()
        if match["end"] == "mjloggm":
            closed = True
            _note_rest(text, position, result)
            break
        tag = match["tag"]
        if tag is None:
            continue
        place = f"byte {start}"
        if not is_known_element(tag):
            first, count = unknown.get(tag, (start, 0))
            unknown[tag] = (first, count + 1)
            continue
        attributes, problems = parse_attributes(
            match["attributes"], tag=tag, source=source, place=place
        )
        result.problems += problems
        seen_init = seen_init or tag == "INIT"
        if not seen_init:
            result.header.append((tag, attributes))
        if tag == "mjloggm":
            continue
        result.plain_places.append(length)
        result.source_places.append(start)
        pieces.append(_plain_element(tag, attributes))
        length += len(pieces[-1])
    if not result.plain_places:
        raise ParseError(
            "no element of a Tenhou record (INIT, GO, UN …) is in it",
            source=source,
            snippet=text[:_SNIPPET],
        )
    for tag, (first, count) in unknown.items():
        result.problems.append(
            ("odd-form", f"byte {first}", f"element <{tag}> is not known; left out {count} times")
        )
    if not closed and not any(kind == "inconsistent" for kind, _, _ in result.problems):
        _note_truncated(text, result)
    result.plain = "".join([*pieces, "</mjloggm>"]).encode("ascii")
    return result


def _next_element(text: str, position: int, result: Rewritten) -> int:
    """Return the place of the next ``<`` (-1: none); text before it is noted once."""
    start = text.find("<", position)
    between = text[position : start if start >= 0 else None]
    between = between.replace("\u00ef\u00bb\u00bf", "").strip(" \t\r\n\0")
    if between and not any(message.startswith("text ") for _, _, message in result.problems):
        result.problems.append(
            ("odd-form", f"byte {position}", f"text {between[:_SNIPPET]!r} between the elements")
        )
    return start


def _note_broken(text: str, position: int, result: Rewritten) -> None:
    if "<" in text[position + 1 :]:
        piece = text[position : position + _SNIPPET]
        result.problems.append(
            (
                "inconsistent",
                f"byte {position}",
                f"{piece!r} is no element; the rest of the record is left out",
            )
        )


def _note_rest(text: str, position: int, result: Rewritten) -> None:
    if "<INIT" in text[position:]:
        result.problems.append(
            (
                "inconsistent",
                f"byte {position}",
                "another game follows </mjloggm> in the same file; it is left out",
            )
        )


def _note_truncated(text: str, result: Rewritten) -> None:
    tail = text[-_SNIPPET:]
    if text.find("<mjloggm") < 0:
        message = "there is no <mjloggm> element round the record"
        result.problems.append(("odd-form", "byte 0", message))
    else:
        message = f"</mjloggm> is missing; the text ends with {tail!r}"
        result.problems.append(("truncated", f"byte {len(text)}", message))
