"""Every form in which people save a record → its head and its list of records.

Bytes: ``GameDetailRecords``, a ``Wrapper`` around them, the server's answer ``ResGameRecord``,
or the frame of the connection that it came in (three bytes first). Text: base64 or hex of
those, JSON with such texts or with decoded messages, a list of decoded records, a print.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from mjlog.errors import ParseError

from ..json_values import parse_json
from .schema import MESSAGES, record_name
from .textprint import parse_print
from .wire import MAX_ITEMS, Message, decode, from_plain, raw_fields

__all__ = ["Container", "Entry", "bytes_of", "open_containers"]

#: A game has some 300 KB, as JSON 1 MB.
MAX_BYTES: Final = 32 << 20
#: In bytes, and in an entry of a list.
MAX_GAME_BYTES: Final = 4 << 20
MAX_GAMES: Final = 1000
#: Bytes in front of a message of the connection: its kind and its number.
FRAME: Final = 3

_HEX: Final = re.compile(r"(?:0x)?[0-9a-fA-F]++")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]++={0,2}")
_SPACES: Final = b" \t\r\n\f\v"
_DETAILS: Final = "GameDetailRecords"
_RESPONSE: Final = "ResGameRecord"
#: Keys under which a document holds the records, in the order in which they are tried.
_BODIES: Final = ("data", "actions", "records", "wire", "game_record", "record")


@dataclass(slots=True)
class Entry:
    """One record: where it stands, its name, and its fields, or why they cannot be read."""

    place: str
    name: str
    fields: Message
    error: ParseError | None = None


@dataclass(slots=True)
class Container:
    """A game as it was saved.

    Attributes:
        entries: The records in order. head: Description of the game, None where it is missing.
        version: Version of the list, 0 for the old form. notes: What was odd.
    """

    entries: list[Entry]
    head: Message | None = None
    version: int = 0
    notes: list[str] = field(default_factory=list)


def open_containers(data: bytes) -> list[Container | ParseError]:
    """Return the games of a document; a list of games may hold some that cannot be read.

    Raises:
        ParseError: It is too large, or no form of a record.
    """
    if len(data) > MAX_BYTES:
        raise ParseError(f"{len(data)} bytes, expected a document of at most {MAX_BYTES}")
    if _is_binary(data):
        return [_from_bytes(data, "")]
    text = data.decode("utf-8-sig", "replace")
    if text.lstrip()[:1] in ("{", "["):
        return _from_document(text)
    if "('Record" in text:
        entries = [_plain_entry(f"record {i}", n, f) for i, (n, f) in enumerate(parse_print(text))]
        return [_checked(Container(entries))]
    return [_from_bytes(bytes_of(text, ""), "")]


def _is_binary(data: bytes) -> bool:
    return any(byte < 32 and byte not in b"\t\n\r\f" for byte in data[:256])


# --- bytes -------------------------------------------------------------------------------------
def _from_bytes(data: bytes, place: str) -> Container:
    """Return the game of a message, which may be any of those around the records."""
    if len(data) > MAX_GAME_BYTES:
        message = f"{len(data)} bytes, expected a game of at most {MAX_GAME_BYTES}"
        raise ParseError(message, place=place)
    try:
        return _from_message(data, place)
    except ParseError as error:
        if data[:1] not in (b"\x01", b"\x02", b"\x03"):
            raise
        try:
            return _from_message(data[FRAME:], place)
        except ParseError as inner:
            raise (error if "no game records" in inner.message else inner) from None


def _from_message(data: bytes, place: str) -> Container:
    fields = raw_fields(data, place)
    wrapped = _wrapped(fields)
    if wrapped is not None:
        name, inner = wrapped
        if name == _DETAILS:
            return _from_details(inner, place)
        if name in ("", _RESPONSE):
            return _from_response(inner, place)
        message = f"a message {name!r}, expected {_DETAILS} or {_RESPONSE}"
        raise ParseError(message, place=place)
    return _from_response(data, place) if _is_response(fields) else _from_details(data, place)


def _is_response(fields: list[tuple[int, int | bytes]]) -> bool:
    """Tell the server's answer from the bare list of records."""
    names = {(n, _wrapper_name(v)) for n, v in fields if isinstance(v, bytes)}
    if any(number == 1 and name.startswith("Record") for number, name in names):
        return False
    if (4, _DETAILS) in names or any(n == 5 for n, _ in fields):
        return True
    actions = sum(n == 3 for n, _ in fields)
    # what is left: an answer with an error, or with a head alone
    return actions < 2 and not any(n == 2 for n, _ in fields)


def _wrapped(fields: list[tuple[int, int | bytes]]) -> tuple[str, bytes] | None:
    """Return name and content of a ``Wrapper``, None where the fields are not those of one."""
    values = dict(fields)
    if len(values) != len(fields) or not values.keys() <= {1, 2}:
        return None
    name, inner = values.get(1, b""), values.get(2)
    if not isinstance(name, bytes) or not isinstance(inner, bytes):
        return None
    if name and not name.startswith(b".lq."):
        return None
    return record_name(name.decode("utf-8", "replace")), inner


def _wrapper_name(data: bytes) -> str:
    """Return the name at the beginning of a ``Wrapper``, "" for other bytes."""
    if len(data) < 7 or data[0] != 0x0A or data[2:6] != b".lq.":
        return ""
    return record_name(data[2 : 2 + data[1]].decode("utf-8", "replace"))


def _from_response(data: bytes, place: str) -> Container:
    answer = decode(_RESPONSE, data, place)
    code = answer.get("error", {}).get("code")
    if code:
        raise ParseError(f"the server answered with error {code} instead of a record", place=place)
    if not answer.get("data"):
        raise _no_records(place, "only the link to them" if answer.get("data_url") else "")
    found = _from_bytes(answer["data"], place)
    found.head = answer.get("head", found.head)
    return found


def _from_details(data: bytes, place: str) -> Container:
    details = decode(_DETAILS, data, place)
    found = Container([], version=details.get("version", 0))
    for i, action in enumerate(details.get("actions", ())):
        where = f"actions[{i}]"
        try:
            result = decode("GameAction", action, where).get("result")
        except ParseError as error:
            found.entries.append(Entry(where, "", {}, error))
            continue
        if result:
            found.entries.append(_wrapped_entry(where, result))
    if not found.entries:
        records = details.get("records", ())
        found.entries += [_wrapped_entry(f"records[{i}]", r) for i, r in enumerate(records)]
    return _checked(found, place)


def _wrapped_entry(place: str, data: bytes) -> Entry:
    name = _wrapper_name(data)
    try:
        wrapper = decode("Wrapper", data, place)
        name = record_name(wrapper.get("name", ""))
        fields = {}
        if name in MESSAGES:
            fields = decode(name, wrapper.get("data", b""), f"{place} {name}")
        return Entry(place, name, fields)
    except ParseError as error:
        return Entry(place, name, {}, error)


def _checked(found: Container, place: str = "") -> Container:
    if not any(entry.name.startswith("Record") for entry in found.entries):
        raise _no_records(place)
    return found


def _no_records(place: str, instead: str = "") -> ParseError:
    message = "no game records in it: neither 'records' nor 'actions' with results"
    return ParseError(f"{message}; {instead}" if instead else message, place=place)


def bytes_of(text: str, place: str) -> bytes:
    """Return the bytes that a text stands for in hex or base64.

    Raises:
        ParseError: It is neither.
    """
    plain = text.encode().translate(None, _SPACES).decode()
    digits = plain.removeprefix("0x")
    if _HEX.fullmatch(plain) and len(digits) % 2 == 0:
        return bytes.fromhex(digits)
    if _BASE64.fullmatch(plain):
        plain = plain.replace("-", "+").replace("_", "/").rstrip("=")
        try:
            return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        except (binascii.Error, ValueError) as error:
            raise ParseError(f"no base64: {error}", place=place, snippet=text[:20]) from error
    message = "expected a record: JSON, its bytes, or those in base64 or hex"
    raise ParseError(message, place=place, snippet=text[:20])


# --- JSON --------------------------------------------------------------------------------------
def _from_document(text: str) -> list[Container | ParseError]:
    document = parse_json(text.encode(), MAX_BYTES)
    games = document if isinstance(document, list) and _is_list_of_games(document) else None
    if games is None:
        return [_from_json(document, "")]
    if len(games) > MAX_GAMES:
        raise ParseError(f"{len(games)} games in one document, expected at most {MAX_GAMES}")
    found: list[Container | ParseError] = []
    for i, game in enumerate(games):
        try:
            found.append(_from_json(game, f"[{i}]"))
        except ParseError as error:
            found.append(error)
    return found


def _is_list_of_games(items: list[Any]) -> bool:
    return bool(items) and all(
        isinstance(item, dict) and ("head" in item or "GameDetailRecords" in str(item.get("name")))
        for item in items
    )


def _from_json(value: object, place: str) -> Container:
    """Return the game of a parsed JSON value.

    Raises:
        ParseError: It holds none.
    """
    if isinstance(value, str):
        return _from_bytes(bytes_of(value, place), place)
    raw = _buffer(value)
    if raw is not None:
        return _from_bytes(raw, place)
    if isinstance(value, list):
        if len(value) > MAX_ITEMS:
            raise ParseError(f"{len(value)} items, expected at most {MAX_ITEMS}", place=place)
        return _checked(Container(list(_plain_entries(value, place))), place)
    if not isinstance(value, dict):
        raise _no_records(place)
    if isinstance(value.get("error"), dict) and value["error"].get("code"):
        message = f"the server answered with error {value['error']['code']} instead of a record"
        raise ParseError(message, place=place)
    found = _from_bodies(value, place)
    if isinstance(value.get("head"), dict):
        found.head = from_plain("RecordGame", value["head"], f"{place}.head" if place else "head")
    if not found.version and isinstance(value.get("version"), int):
        found.version = value["version"]
    return found


def _from_bodies(value: dict[str, Any], place: str) -> Container:
    """Return the records under the first of the known keys that holds some."""
    failed: ParseError | None = None
    for key in _BODIES:
        body = value.get(key)
        if not body or isinstance(body, bool | int | float):
            continue
        where = f"{place}.{key}" if place else key
        try:
            found = _from_json(body, where)
        except ParseError as error:
            failed = failed or error
            continue
        if failed is not None:
            found.notes.append(f"{failed}; the records under {key!r} are read instead")
        return found
    raise failed or _no_records(place, "only the link to them" if value.get("data_url") else "")


def _buffer(value: object) -> bytes | None:
    """Return the bytes of a list of them, or of a printed buffer; None for anything else."""
    if isinstance(value, dict) and value.get("type") == "Buffer":
        value = value.get("data")
    if isinstance(value, list) and value and all(type(n) is int and 0 <= n < 256 for n in value):
        return bytes(value)
    return None


def _plain_entries(items: list[Any], place: str) -> Iterator[Entry]:
    for i, item in enumerate(items):
        where = f"{place}[{i}]"
        try:
            entry = _entry(item, where)
        except ParseError as error:
            entry = Entry(where, "", {}, error)
        if entry is not None:
            yield entry


def _entry(item: object, place: str) -> Entry | None:
    """Return the record of an item of a list, None for an action without one.

    Raises:
        ParseError: It is none.
    """
    if isinstance(item, str) and item:
        return _wrapped_entry(place, bytes_of(item, place))
    raw = _buffer(item)
    if raw is not None:
        return _wrapped_entry(place, raw)
    if isinstance(item, list) and len(item) == 2 and isinstance(item[0], str):
        return _plain_entry(place, item[0], item[1])
    if not isinstance(item, dict):
        raise ParseError("expected a record", place=place, snippet=str(item)[:40])
    if isinstance(item.get("@type"), str):
        return _plain_entry(place, item["@type"].rpartition("/")[2], item)
    name = item.get("name")
    if isinstance(name, str) and "data" in item:
        content = item["data"]
        raw = bytes_of(content, place) if isinstance(content, str) else _buffer(content)
        if raw is None:
            return _plain_entry(place, name, content)
        name = record_name(name)
        return Entry(place, name, decode(name, raw, place) if name in MESSAGES else {})
    if len(item) == 1:
        ((name, content),) = item.items()
        if name.removeprefix(".lq.").startswith("Record"):
            return _plain_entry(place, name, content)
    if item.get("result"):
        return _entry(item["result"], f"{place}.result")
    return None


def _plain_entry(place: str, name: str, content: object) -> Entry:
    name = record_name(name)
    try:
        fields = from_plain(name, content, f"{place} {name}") if name in MESSAGES else {}
        return Entry(place, name, fields)
    except ParseError as error:
        return Entry(place, name, {}, error)
