"""The JSON Lines twin of the table record: one event an object, every value spelled out.

:data:`~mjlog.parsers.table.schema.OBJECTS` is the schema. A key that is left out is unknown. Seats
are 0 to 3, 0 the first dealer.
"""

from __future__ import annotations

import json
from typing import Any, Final

from mjlog.codes import (
    EVENT_KINDS,
    RYUUKYOKU,
    UNKNOWN,
    WIN,
)
from mjlog.errors import ParseError, TileError, near_matches
from mjlog.model import NO_TILES
from mjlog.rows import GameRows, RoundRows, Row
from mjlog.rules import Rules

from .lines import Line
from .naming import NO_RULES, default_rules, info_of, round_text, round_title, rules_called
from .schema import EACH, HEADER_KEYS, OBJECTS, Codec
from .words import LEVELS, YAKU_NAMES

__all__ = ["json_of", "read_json_game"]

MAX_ROUNDS: Final = 200
MAX_EVENTS: Final = 1000
_EVENT_COLUMNS: Final = ("seat", "tile", "from_seat")


# --- writing ------------------------------------------------------------------------------------


def json_of(game: GameRows, rules_name: str) -> str:
    """Return a game as JSON Lines."""
    info = game.info
    head = {
        "format": "table", "version": 1, "id": info.id, "rules": rules_name,
        "players": list(info.names[: game.rules.players]) if any(info.names) else None,
        "date": info.start_time, "place": info.lobby or None, "level": info.extra.get("level"),
        "viewer": info.viewer, "notes": info.extra.get("notes"),
    }  # fmt: skip
    lines = [{key: value for key, value in head.items() if value is not None}]
    for part in game.rounds:
        lines += _round_objects(part)
    scores, points = (
        EACH.write(list(values)) if len(values) else None
        for values in (game.final_scores, game.final_points)
    )
    if points is not None:
        points = [None if value is None else value / 10 for value in points]
    if game.complete or scores or points:
        end = {"type": "end", "complete": game.complete, "scores": scores, "points": points}
        lines.append({key: value for key, value in end.items() if value is not None})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _round_objects(part: RoundRows) -> list[dict[str, Any]]:
    found = [_object("round", part.start) | {"round": round_text(part.start)}]
    for e in range(len(part.events) + 1):
        found += [_object("incident", row) for row in part.incidents if row["event"] == e]
        if e < len(part.events):
            row = part.events[e]
            name = EVENT_KINDS[row["kind"]]
            if row["kind"] == WIN:
                row = _with_yaku(part.wins[row["aux"]])
            elif row["kind"] == RYUUKYOKU:
                row = part.draws[row["aux"]] | {"seat": row["seat"]}
            found.append(_object(name, row))
    return found


def _with_yaku(win: Row) -> Row:
    pairs = [
        [YAKU_NAMES[number], None if han < 0 else han]
        for number, han in zip(win["yaku"], win["yaku_han"], strict=True)
        if number in YAKU_NAMES
    ]
    return win | {"yaku": pairs}


def _object(name: str, row: Row) -> dict[str, Any]:
    found = {"type": name}
    for key in OBJECTS[name]:
        if key.column and (value := key.codec.write(row[key.column])) is not None:
            found[key.name] = value
    return found


# --- reading ------------------------------------------------------------------------------------


def read_json_game(
    lines: list[Line], source: str, rules: Rules | None
) -> tuple[GameRows, list[str]]:
    """Read the lines of one game; return it and remarks on it.

    Raises:
        ParseError: A line that is no such object; with line, key and expectation.
    """
    return _Reader(source).read(lines, rules)


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._line = Line(0, "")

    def _error(self, message: str, column: int | None = None) -> ParseError:
        place = f"line {self._line.number}" + (f", column {column}" if column else "")
        snippet = self._line.text.strip()[:60]
        return ParseError(message, source=self._source, place=place, snippet=snippet)

    def _key_error(self, name: str, expected: str, value: Any) -> ParseError:
        found = json.dumps(value, ensure_ascii=False)[:40]
        column = self._line.text.find(f'"{name}"') + 1
        return self._error(f'"{name}": found {found}, expected {expected}', column)

    def read(self, lines: list[Line], rules: Rules | None) -> tuple[GameRows, list[str]]:
        objects = ((line, self._parsed(line)) for line in lines if line.text.strip())
        game, remarks = self._head(next(objects)[1], rules)
        ended = False
        for line, value in objects:
            self._line = line
            name = value.get("type")
            if not isinstance(name, str) or name not in OBJECTS:
                near = near_matches(name, OBJECTS) if isinstance(name, str) else []
                hint = f'; did you mean "{near[0]}"?' if near else f"; known: {', '.join(OBJECTS)}"
                raise self._key_error("type", f"the type of an object{hint}", name)
            if ended:
                raise self._error("found an object, expected a new game after the end")
            if name == "end":
                ended = True
                self._end(game, value)
            else:
                self._event(game, name, value)
        if not game.rounds:
            raise self._error('a table record without a hand, expected {"type": "round", …}')
        return game, remarks

    def _parsed(self, line: Line) -> dict[str, Any]:
        self._line = line
        try:
            value = json.loads(line.text)
        except json.JSONDecodeError as error:
            raise self._error(f"not JSON: {error.msg}", error.colno) from None
        except (ValueError, RecursionError) as error:
            raise self._error(f"not JSON: {error}") from None
        if not isinstance(value, dict):
            raise self._error("expected one JSON object on the line")
        return value

    def _values(self, value: dict[str, Any], keys: dict[str, Codec], name: str) -> dict[str, Any]:
        """Return the values of an object by its keys."""
        found = {}
        for key, item in value.items():
            if key == "type":
                continue
            codec = keys.get(key)
            if codec is None:
                near = near_matches(key, keys)
                hint = f'; did you mean "{near[0]}"?' if near else f"; known: {', '.join(keys)}"
                raise self._error(
                    f'unknown key "{key[:40]}" of {name}{hint}',
                    self._line.text.find(f'"{key}"') + 1,
                )
            if item is None:
                continue
            try:
                found[key] = codec.read(item)
            except (ValueError, TypeError, KeyError) as error:
                detail = f" ({error})" if isinstance(error, TileError) else ""
                raise self._key_error(key, codec.form + detail, item) from None
        return found

    def _head(self, value: dict[str, Any], rules: Rules | None) -> tuple[GameRows, list[str]]:
        codecs = {key: codec for key, (codec, _) in HEADER_KEYS.items()}
        values = self._values(value, codecs, "the header")
        if values.get("version", 1) != 1:
            raise self._key_error("version", "1, the version that is read", values["version"])
        names = values.get("players", [])
        remarks = []
        if rules is None and "rules" in values:
            try:
                rules = rules_called(values["rules"])
            except ValueError as error:
                raise self._error(str(error), self._line.text.find('"rules"') + 1) from None
        if rules is None:
            rules = default_rules(len(names) or 4)
            remarks.append(NO_RULES.format(rules.name))
        if names and len(names) != rules.players:
            raise self._key_error("players", f"{rules.players} names under {rules.name}", names)
        if "level" in values:
            values["level"] = LEVELS[values["level"]]
        try:
            info = info_of(values, names, values.get("notes", []))
        except ValueError as error:
            raise self._error(str(error)) from None
        return GameRows(info, rules), remarks

    def _end(self, game: GameRows, value: dict[str, Any]) -> None:
        points = value.pop("points", None)
        codecs = {key.name: key.codec for key in OBJECTS["end"]}
        found = self._values(value, codecs, "end")
        game.complete = bool(found.get("complete", True))
        game.final_scores = found.get("scores", ())
        if points is not None:
            try:
                tenths = [None if item is None else round(float(item) * 10) for item in points]
                game.final_points = EACH.read(tenths)
            except (ValueError, TypeError, OverflowError):
                raise self._key_error("points", EACH.form, points) from None

    def _event(self, game: GameRows, name: str, value: dict[str, Any]) -> None:
        codecs = {key.name: key.codec for key in OBJECTS[name]}
        found = self._values(value, codecs, name)
        columns = {key.name: key.column for key in OBJECTS[name]}
        row: Row = {columns[key]: item for key, item in found.items() if columns[key]}
        row["offset"] = self._line.number
        if name == "round":
            self._start(game, found, row)
            return
        if not game.rounds:
            raise self._error('expected {"type": "round", …} first')
        part = game.rounds[-1]
        self._check_seats(row, game)
        if max(len(part.events), len(part.incidents)) >= MAX_EVENTS:
            raise self._error(f"more than {MAX_EVENTS} events in a hand")
        if name == "incident":
            if "kind" not in row:
                raise self._key_error("incident", "what happened", None)
            part.incidents.append(row | {"event": len(part.events)})
            return
        if "seat" not in row and name not in ("dora", "ryuukyoku"):
            raise self._error('"seat" is needed: only tiles, payers and incidents may be unknown')
        event: Row = {
            "kind": EVENT_KINDS.index(name), "seat": UNKNOWN, "tile": UNKNOWN,
            "from_seat": UNKNOWN, "used": NO_TILES, "aux": -1 if name == "discard" else 0,
            "offset": row.pop("offset"),
        }  # fmt: skip
        if name in ("win", "ryuukyoku"):
            rows = part.wins if name == "win" else part.draws
            event |= {c: row[c] for c in _EVENT_COLUMNS if c in row}
            if name == "win":
                pairs = row.pop("yaku", [])
                if pairs:
                    row |= {"yaku": [y for y, _ in pairs], "yaku_han": [h for _, h in pairs]}
            else:
                row.pop("seat", None)
            event["aux"] = len(rows)
            rows.append(row | {"event": len(part.events)})
            row = {}
        part.events.append(event | row)

    def _check_seats(self, row: Row, game: GameRows) -> None:
        for column in ("seat", "from_seat", "by_seat", "pao_seat"):
            if row.get(column, UNKNOWN) != UNKNOWN and row[column] >= game.rules.players:
                raise self._key_error("seat", f"a seat of {game.rules.players}", row[column])

    def _start(self, game: GameRows, found: dict[str, Any], row: Row) -> None:
        title = round_title(found.get("round", ""))
        if title is None:
            raise self._key_error("round", "which hand, such as E2.1", found.get("round"))
        if title["dealer"] >= game.rules.players:
            raise self._key_error("round", f"a dealer of 1 to {game.rules.players}", found["round"])
        if len(game.rounds) == MAX_ROUNDS:
            raise self._error(f"more than {MAX_ROUNDS} hands in a game")
        row.pop("offset")
        game.rounds.append(RoundRows({**title, **row}))
