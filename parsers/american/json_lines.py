"""The JSON Lines form: one event an object. :data:`.schema.OBJECTS` is its schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from mjlog.american.identity import content_id
from mjlog.american.model import EVENT_TYPES, AmericanGame, Event, Transfer
from mjlog.errors import ParseError, near_matches

from .games import GameBuilder, MisplacedError
from .lines import Line, error_at
from .schema import MAX_LIST, OBJECTS, REQUIRED, TRANSFER, TRANSFERS, Key

__all__ = ["format_json_game", "read_json_game"]

_SHOWN: Final = 40
_NAMES: Final = {cls: name for name, cls in EVENT_TYPES.items()}


# --- writing ------------------------------------------------------------------------------------


def format_json_game(game: AmericanGame) -> str:
    """Return a game as JSON Lines.

    An id that is only the hash of the content is not written. Notes that stand outside the hands
    come first.
    """
    lines: list[dict[str, Any]] = [
        _object("start_game", game),
        *(_object("note", note) for note in game.notes),
    ]
    for hand in game.hands:
        lines.append(_object("start_hand", hand))
        lines += [_object(_NAMES[type(event)], event) for event in hand.events]
    if game.ended:
        lines.append(_object("end_game", game))
    if game.id == content_id(game):
        lines[0].pop("id", None)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _object(name: str, value: Any) -> dict[str, Any]:
    return {"type": name, **_pairs(OBJECTS[name], value)}


def _pairs(keys: tuple[Key, ...], value: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in keys:
        item = getattr(value, key.attribute)
        if not (key.always or key.default is REQUIRED or item != key.default_value()):
            continue
        if key.codec is TRANSFERS:
            found[key.name] = [_pairs(TRANSFER, transfer) for transfer in item]
        else:
            found[key.name] = None if item is None else key.codec.write(item)
    return found


# --- reading ------------------------------------------------------------------------------------


def read_json_game(lines: list[Line], source: str) -> AmericanGame:
    """Read the lines of one game.

    Raises:
        ParseError: A line that is no such object; with line, column, key and expectation.
    """
    return _Reader(source).read(lines)


class _TwiceError(ValueError):
    """A key that stands twice in an object."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise _TwiceError(next(name for name in names if names.count(name) > 1))
    return found


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._line = Line(0, "")

    def _error(self, message: str, column: int = 0) -> ParseError:
        return error_at(message, self._source, self._line, column)

    def _key_error(self, name: str, found: Any, expected: str) -> ParseError:
        shown = json.dumps(found, ensure_ascii=False)[:_SHOWN]
        return self._error(f'"{name}": found {shown}, expected {expected}', self._column(name))

    def _column(self, name: str) -> int:
        return self._line.text.find(json.dumps(name, ensure_ascii=False)) + 1

    def read(self, lines: list[Line]) -> AmericanGame:
        builder = GameBuilder(self._source, lines[0].number)
        self._line = lines[0]
        head = self._parsed(lines[0])
        if head.get("type") != "start_game":
            raise self._key_error("type", head.get("type"), '"start_game" first')
        builder.start_game(self._values("start_game", OBJECTS["start_game"], head))
        for line in lines[1:]:
            if not line.text.strip():
                continue
            self._line = line
            try:
                self._take(builder, self._parsed(line))
            except MisplacedError as error:
                where = f'"{error.key}": ' if error.key else ""
                column = self._column(error.key) if error.key else 0
                raise self._error(f"{where}{error}", column) from None
        return builder.finish()

    def _parsed(self, line: Line) -> dict[str, Any]:
        try:
            value = _DECODER.decode(line.text)
        except json.JSONDecodeError as error:
            raise self._error(f"no JSON: {error.msg}", error.colno) from None
        except _TwiceError as error:
            raise self._error(f'key "{str(error)[:_SHOWN]}" stands twice in an object') from None
        except (ValueError, RecursionError) as error:
            raise self._error(f"no JSON: {str(error)[:_SHOWN]}") from None
        if not isinstance(value, dict):
            raise self._error("expected one JSON object on the line", 1)
        return value

    def _take(self, builder: GameBuilder, value: dict[str, Any]) -> None:
        name = value.get("type")
        if not isinstance(name, str) or name not in OBJECTS or name == "start_game":
            near = near_matches(name, OBJECTS) if isinstance(name, str) else []
            hint = f'; did you mean "{near[0]}"?' if near else f": {', '.join(OBJECTS)}"
            raise self._key_error("type", name, f"the type of an event{hint}")
        values = self._values(name, OBJECTS[name], value)
        number = value.get("src") or self._line.number
        if name == "start_hand":
            builder.start_hand(values, number)
        elif name == "end_game":
            builder.end_game(values)
        else:
            event: Event = EVENT_TYPES[name](**values, line=number)
            builder.add(event)

    def _values(self, name: str, keys: tuple[Key, ...], value: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of an object by the attributes of the model."""
        known = {key.name: key for key in keys}
        for key in value:
            if key not in known and key not in ("type", "src"):
                near = near_matches(key, known)
                hint = f'; did you mean "{near[0]}"?' if near else f"; known: {', '.join(known)}"
                raise self._error(
                    f'unknown key "{key[:_SHOWN]}" of {name}{hint}', self._column(key)
                )
        source = value.get("src")
        if source is not None and (type(source) is not int or not 0 <= source < 1 << 31):
            raise self._key_error("src", source, "the number of a line")
        return {key.attribute: self._value(name, key, value.get(key.name)) for key in keys}

    def _value(self, name: str, key: Key, item: Any) -> Any:
        if item is None:
            if key.default is REQUIRED:
                raise self._error(f'{name} without "{key.name}", expected {key.codec.form}', 1)
            return key.default_value()
        if key.codec is TRANSFERS:
            return self._transfers(item)
        try:
            return key.codec.read(item)
        except ValueError as error:  # TileError is one
            text = str(error)
            detail = f" ({text[:200]})" if text else ""
            raise self._key_error(key.name, item, key.codec.form + detail) from None

    def _transfers(self, value: Any) -> list[Transfer]:
        is_list = isinstance(value, list) and len(value) <= MAX_LIST
        if not is_list or not all(isinstance(item, dict) for item in value):
            raise self._key_error("transfers", value, TRANSFERS.form)
        return [
            Transfer(**self._values("transfers", TRANSFER, item), line=self._line.number)
            for item in value
        ]


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number of a record")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_number)
