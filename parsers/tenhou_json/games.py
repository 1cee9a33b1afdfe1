"""Games of Tenhou JSON: the rounds of one object, or of objects that follow one another."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from mjlog.codes import DISCONNECT, KITA, RECONNECT, RIICHI, UNKNOWN, UNKNOWN_POINTS
from mjlog.errors import ParseError
from mjlog.rules import Rules

from ..columns import EventLists, packed
from ..game_record import GameRecord
from ..json_values import MAX_POINTS, at, json_text, wrong
from .documents import Document
from .header import describe, log_name, rules_of, table_of
from .rounds import EventRow, RoundRecord, read_round, refuse_text_tiles

__all__ = [
    "Game", "Hands", "close_game", "event_lists", "hands_of", "joined", "open_game",
    "read_connections", "read_game",
]  # fmt: skip

#: A game by its rounds.
Game = GameRecord[RoundRecord]

MAX_ROUNDS: Final = 500
MAX_CONNECTIONS: Final = 1000
_SITE_ID: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z_.-]{3,99}")
_SAME: Final = ("name", "title", "rule", "csrule", "ref")


@dataclass(slots=True)
class Hands:
    """Rounds that belong together, before they are read.

    Attributes:
        data: The object; of several objects the first one.
        place: Its path.
        rounds: (path, items) of each round.
        last: The object that stands last: it may hold what is known at the end.
    """

    data: dict[str, Any]
    place: str
    rounds: list[tuple[str, Any]]
    last: dict[str, Any]


def hands_of(document: Document) -> Hands:
    """Return the rounds of one object.

    Raises:
        ParseError: It is no game.
    """
    if document.error is not None:
        raise document.error
    data, place = document.value, document.place
    if isinstance(data, list) and len(data) == 1 and isinstance(data[0], dict):
        data, place = data[0], at(place, 0)
    if not isinstance(data, dict):
        raise wrong(data, "a game, an object with 'log'", place)
    log = data.get("log")
    path = at(place, "log")
    if not isinstance(log, list) or not log:
        raise wrong(log, "a list of rounds", path)
    if len(log) > MAX_ROUNDS:
        raise wrong(log, f"at most {MAX_ROUNDS} rounds", path)
    for i, items in enumerate(log):
        refuse_text_tiles(items, at(path, i))
    return Hands(data, place, [(at(path, i), items) for i, items in enumerate(log)], data)


def joined(parts: list[Hands]) -> list[Hands]:
    """Return games; objects that hold the hands of one game, one after the other, become one."""
    games: list[Hands] = []
    for part in parts:
        if games and _follows(games[-1], part):
            games[-1].rounds += part.rounds
            games[-1].last = part.data
        else:
            games.append(part)
    return games


def _follows(game: Hands, part: Hands) -> bool:
    """Tell whether the rounds of ``part`` go on where those of ``game`` end."""
    if any(game.data.get(key) != part.data.get(key) for key in _SAME):
        return False
    before, after = _start(game.rounds[-1][1]), _start(part.rounds[0][1])
    if before is None or after is None or len(game.rounds) + len(part.rounds) > MAX_ROUNDS:
        return False
    (number, honba, total), (next_number, next_honba, next_total) = before, after
    step = next_number - number
    goes_on = (step == 0 and next_honba == honba + 1) or (
        1 <= step <= 2 and next_honba in (0, honba + 1)  # three players leave out each fourth
    )
    goes_on |= (step, next_honba) == (0, honba) and _is_void(game.rounds[-1][1], part.rounds[0][1])
    # one wrong number of a record kept by hand does not make another game of it
    return goes_on and abs(total - next_total) <= 3000


def _is_void(items: list[Any], following: object) -> bool:
    """Tell whether a round without a result was played again: a void one, at a table."""
    return items[-1] == [] and items != following


def _start(items: object) -> tuple[int, int, int] | None:
    """Return number and counters of a round, and all points with the deposits."""
    if not isinstance(items, list) or len(items) < 2:
        return None
    place, scores = items[0], items[1]
    if not isinstance(place, list) or not isinstance(scores, list) or len(place) < 3:
        return None
    if not all(type(n) is int and abs(n) <= MAX_POINTS for n in (*place[:3], *scores[:4])):
        return None
    return place[0], place[1], sum(scores[:4]) + 1000 * place[2]


def read_game(hands: Hands, source: str, fixed: Rules | None) -> Game:
    """Return the rows of a game.

    Args:
        hands: Its rounds.
        source: Name of the record.
        fixed: Rules to read it under, instead of its own.

    Raises:
        ParseError: Not one of its rounds can be read.
    """
    game, data, players = open_game(hands, source, fixed)
    _read_rounds(game, hands.rounds, players)
    read_connections(game, data, hands.place)
    close_game(game, hands, data)
    return game


def open_game(hands: Hands, source: str, fixed: Rules | None) -> tuple[Game, dict[str, Any], int]:
    """Return a game before its rounds are read, what its objects say, and how many play."""
    data = {**hands.data, **{k: v for k, v in hands.last.items() if k in ("sc", "connection")}}
    name = log_name(data, source)
    players = fixed.players if fixed is not None else _players(data, hands.rounds)
    table = table_of(data, hands.place, players, name)
    rules, note = (fixed, None) if fixed else rules_of(table, _start_points(hands.rounds, players))
    game_id = name.id if name else _site_id(data) or _id_of(hands)
    info = describe(data, table, game_id=game_id, source=source, name=name)
    game = Game(info, rules)
    path = at(hands.place, "rule")
    for where, remark in table.remarks:
        game.report("odd-form", where, remark)
    if note is not None:
        game.report("odd-form", path, note)
    return game, data, players


def close_game(game: Game, hands: Hands, data: dict[str, Any]) -> None:
    """Read what stands behind the rounds of a game."""
    _read_final(game, data, hands.place, game.rules.players)
    game.complete = game.scores is not None


def _site_id(data: dict[str, Any]) -> str | None:
    """Return the id of another site that a record names."""
    ref = data.get("ref")
    return ref if isinstance(ref, str) and _SITE_ID.fullmatch(ref) else None


def _id_of(hands: Hands) -> str:
    """Return ``x`` and 16 hex digits over the play."""
    play = json_text([items for _, items in hands.rounds])
    return "x" + hashlib.sha256(play).hexdigest()[:16]


def _players(data: dict[str, Any], rounds: list[tuple[str, Any]]) -> int:
    """Return how many players a game has: a fourth hand is none if only the others are dealt."""
    if data.get("ratingc") in ("PF3", "PF4"):
        return 3 if data["ratingc"] == "PF3" else 4
    dealt = False
    for _, items in rounds:
        if isinstance(items, list) and len(items) == 17:
            if items[13] != [] or items[14] != []:
                return 4
            dealt |= items[4] != []
        elif isinstance(items, list) and len(items) == 14:
            return 3
    names = data.get("name")
    three = isinstance(names, list) and len(names) >= 3 and all(names[:3]) and not any(names[3:])
    return 3 if dealt or three else 4


def _start_points(rounds: list[tuple[str, Any]], players: int) -> int | None:
    items = rounds[0][1]
    start = _start(items)
    if start is None or start[:2] != (0, 0) or items[0][2] != 0:
        return None
    scores = items[1][:players]
    return int(scores[0]) if len(set(scores)) == 1 else None


def _read_rounds(game: Game, rounds: list[tuple[str, Any]], players: int) -> None:
    failed: ParseError | None = None
    before: object = None
    for i, (place, items) in enumerate(rounds):
        try:
            rows = read_round(items, place, players=players, rules=game.rules, report=game.report)
        except ParseError as error:
            failed = failed or error
            message = f"{error.message} (at {error.snippet!r}); the round is left out"
            game.report("inconsistent", error.place, message)
            continue
        if items == before and rows.is_over:
            message = f"{rows.label}: the round stands twice; the second one is left out"
            game.report("inconsistent", place, message)
            continue
        before = items
        if not rows.is_over:
            kind = "truncated" if i == len(rounds) - 1 else "inconsistent"
            game.report(kind, place, f"{rows.label}: the round has no result")
        game.rounds.append(rows)
    if not game.rounds and failed is not None:
        raise failed


def read_connections(game: Game, data: dict[str, Any], place: str) -> None:
    """Add who left and came back: round, and how many draws, discards and calls came before."""
    listed = data.get("connection")
    if not isinstance(listed, list):
        return
    path = at(place, "connection")
    by_place = {rows.place: rows for rows in game.rounds}
    for i, entry in enumerate(listed[:MAX_CONNECTIONS]):
        keys = ("what", "log", "who", "step")
        values = [entry.get(key) for key in keys] if isinstance(entry, dict) else []
        numbers = [v for v in values if type(v) is int and v >= 0]
        if len(numbers) != 4:
            game.report("odd-form", at(path, i), "not what, log, who and step of a player's line")
            continue
        what, number, who, step = numbers
        rows = by_place.get(at(at(place, "log"), number))
        if what > 1 or who > 3 or rows is None:
            game.report("odd-form", at(path, i), "names no round or player of this record")
            continue
        _add_connection(rows, RECONNECT if what else DISCONNECT, who, step)


def event_lists(rows: Iterable[EventRow]) -> EventLists:
    """Return the events of a round as columns."""
    events = EventLists()
    for kind, seat, tile, source, used, aux in rows:
        events.add(kind, seat, tile, source=source, used=packed(used), aux=aux)
    return events


def _add_connection(rows: RoundRecord, kind: int, seat: int, step: int) -> None:
    """Put a player's line in front of step ``step`` of a round."""
    steps = [n for n, event in enumerate(rows.events) if event[0] <= KITA]
    row = steps[step] if step < len(steps) else max(len(rows.events) - 1, 0)
    while 0 < row < len(rows.events) and rows.events[row - 1][0] == RIICHI:
        row -= 1  # before the declaration of a riichi
    rows.events.insert(row, (kind, seat, UNKNOWN, UNKNOWN, (), 0))
    for column in (*rows.wins, *rows.draws):
        column["event"] += int(column["event"] >= row)


def _read_final(game: Game, data: dict[str, Any], place: str, players: int) -> None:
    """Read final points and placement points."""
    sc = data.get("sc")
    if sc is None:
        return
    path = at(place, "sc")
    if (
        not isinstance(sc, list)
        or len(sc) < 2 * players
        or not all(type(n) in (int, float) and abs(n) <= MAX_POINTS for n in sc)
    ):
        game.report("inconsistent", path, "not points and placement points in turn; left out")
        return
    absent = [UNKNOWN_POINTS] * (4 - players)
    game.scores = [*(int(n) for n in sc[: 2 * players : 2]), *absent]
    points = sc[1 : 2 * players : 2]
    game.points = [*(round(10 * n) for n in points), *absent]
    if any(abs(10 * n - round(10 * n)) > 1e-6 for n in points):
        message = "placement points have more than one decimal; the further ones are left out"
        game.report("odd-form", path, message)
