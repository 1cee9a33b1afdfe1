"""Protobuf messages: wire format and JSON, both into the same plain dictionaries.

A dictionary has the fields of :mod:`.schema` that are set: zeros, empty texts and empty lists
are left out, as the wire leaves them out, so that every form of a record gives the same.
"""

from __future__ import annotations

from typing import Any, Final

from mjlog.errors import ParseError

from .schema import MESSAGES, Field, field_by_name

__all__ = ["decode", "from_plain", "raw_fields"]

VARINT: Final = 0
FIXED64: Final = 1
BYTES: Final = 2
FIXED32: Final = 5
MAX_VARINT: Final = 10
MAX_DEPTH: Final = 12
#: No list of a record is longer: a game has some 2,000 actions.
MAX_ITEMS: Final = 100_000
#: Nor has a message more fields than the longest list has items, and the others beside it.
MAX_FIELDS: Final = 2 * MAX_ITEMS
MAX_TEXT: Final = 4000

Value = int | bytes
Message = dict[str, Any]


def _varint(data: bytes, at: int, end: int, place: str) -> tuple[int, int]:
    """Return a varint and the position behind it."""
    value = shift = 0
    start = at
    while at < end:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
        if at - start == MAX_VARINT:
            raise ParseError(
                f"byte {start}: a number of more than {MAX_VARINT} bytes",
                place=place,
                snippet=data[start:at].hex(),
            )
    message = f"byte {start}: the record ends inside a number"
    raise ParseError(message, place=place, snippet=data[start:end].hex())


def raw_fields(data: bytes, place: str = "") -> list[tuple[int, Value]]:
    """Return (number, value) of every field of a message: whole numbers and bytes.

    Raises:
        ParseError: It is cut short, or no message.
    """
    found: list[tuple[int, Value]] = []
    at, end = 0, len(data)
    value: Value
    while at < end:
        start = at
        key = data[at]
        at += 1
        if key > 127:
            key, at = _varint(data, start, end, place)
        number, kind = key >> 3, key & 7
        if kind == VARINT:
            value, at = _varint(data, at, end, place)
        elif kind in (BYTES, FIXED64, FIXED32):
            length = 8 if kind == FIXED64 else 4
            if kind == BYTES:
                length, at = _varint(data, at, end, place)
            if length > end - at:
                raise ParseError(
                    f"byte {start}: field {number} has {length} bytes, {end - at} are left",
                    place=place,
                    snippet=data[start : start + 12].hex(),
                )
            value = data[at : at + length]
            at += length
        else:
            raise ParseError(
                f"byte {start}: a field of wire type {kind}, expected 0, 1, 2 or 5",
                place=place,
                snippet=data[start : start + 12].hex(),
            )
        if number == 0:
            message = f"byte {start}: a field with the number 0"
            raise ParseError(message, place=place, snippet=data[start : start + 12].hex())
        found.append((number, value))
        if len(found) > MAX_FIELDS:
            raise ParseError(f"more than {MAX_FIELDS} fields in one message", place=place)
    return found


def decode(message: str, data: bytes, place: str = "", depth: int = 0) -> Message:
    """Return the fields of a message on the wire.

    Args:
        message: Its name in :data:`~.schema.MESSAGES`.
        data: Its bytes.
        place: Where it stands, for errors.
        depth: How deep it is nested.

    Raises:
        ParseError: It is cut short, nested too deeply, or a field is not of its type.
    """
    if depth > MAX_DEPTH:
        raise ParseError(f"messages nested more than {MAX_DEPTH} deep", place=place)
    schema = MESSAGES[message]
    found: Message = {}
    for number, value in raw_fields(data, place):
        field = schema.get(number)
        if field is None:
            continue
        if field.repeated:
            values = found.setdefault(field.name, [])
            values += _values(field, value, place, depth)
            if len(values) > MAX_ITEMS:
                raise ParseError(f"{field.name} has more than {MAX_ITEMS} items", place=place)
            continue
        (one,) = _values(field, value, place, depth)[-1:] or (0,)
        if one or isinstance(one, dict):
            found[field.name] = one
        else:
            found.pop(field.name, None)
    return {name: value for name, value in found.items() if value != []}


def _values(field: Field, value: Value, place: str, depth: int) -> list[Any]:
    kind = field.kind
    if kind in ("int", "bool"):
        numbers = [value] if isinstance(value, int) else _packed(value, place)
        return [bool(n) if kind == "bool" else _signed(n, field, place) for n in numbers]
    if isinstance(value, int):
        raise ParseError(f"{field.name} is a number, expected a {kind}", place=place)
    if kind == "text":
        if len(value) > MAX_TEXT:
            raise ParseError(f"{field.name} has {len(value)} bytes", place=place)
        return [value.decode("utf-8", "replace")]
    if kind == "bytes":
        return [value]
    return [decode(kind, value, f"{place}.{field.name}" if place else field.name, depth + 1)]


def _packed(data: bytes, place: str) -> list[int]:
    numbers = []
    at = 0
    while at < len(data):
        number, at = _varint(data, at, len(data), place)
        numbers.append(number)
        if len(numbers) > MAX_ITEMS:
            raise ParseError(f"more than {MAX_ITEMS} numbers in one field", place=place)
    return numbers


def _signed(number: int, field: Field, place: str) -> int:
    if number >= 1 << 63:
        number -= 1 << 64
    return _in_range(number, field, place)


def _in_range(number: int, field: Field, place: str) -> int:
    if not -(1 << 31) <= number < 1 << 32:
        raise ParseError(f"{field.name} is {number}, expected a number of 32 bits", place=place)
    return number


def from_plain(message: str, value: object, place: str = "", depth: int = 0) -> Message:
    """Return the fields of a message that is given as parsed JSON.

    Keys may be written in snake_case or camelCase; unknown ones are skipped.

    Raises:
        ParseError: It is no object, or a field is not of its type.
    """
    if not isinstance(value, dict):
        raise ParseError(f"expected an object ({message})", place=place, snippet=_shown(value))
    if depth > MAX_DEPTH:
        raise ParseError(f"objects nested more than {MAX_DEPTH} deep", place=place)
    found: Message = {}
    for key, given in value.items():
        item = given
        field = field_by_name(message, key) if isinstance(key, str) else None
        if field is None or item is None or field.kind == "bytes":
            continue
        where = f"{place}.{key}" if place else key
        if field.repeated:
            items = item if isinstance(item, list) else [item]
            if len(items) > MAX_ITEMS:
                raise ParseError(f"more than {MAX_ITEMS} items", place=where)
            if items:
                found[field.name] = [_plain(field, one, where, depth) for one in items]
        else:
            if isinstance(item, list) and len(item) == 1:  # prints give every field as a list
                item = item[0]
            one = _plain(field, item, where, depth)
            if one or isinstance(one, dict):
                found[field.name] = one
    return found


def _plain(field: Field, value: object, place: str, depth: int) -> Any:
    kind = field.kind
    if kind == "bool":
        if isinstance(value, bool | int):
            return bool(value)
        raise ParseError("expected true or false", place=place, snippet=_shown(value))
    if kind == "int":
        if isinstance(value, str) and value.removeprefix("-").isdecimal() and len(value) < 12:
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int):
            return _in_range(int(value), field, place)
        raise ParseError("expected a whole number", place=place, snippet=_shown(value))
    if kind == "text":
        if isinstance(value, str) and len(value) <= MAX_TEXT:
            return value
        raise ParseError("expected a text", place=place, snippet=_shown(value))
    return from_plain(kind, value, place, depth + 1)


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    text = str(value)
    return text if len(text) <= 40 else text[:40] + "…"
