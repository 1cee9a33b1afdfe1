"""One game of Riichi City: players, rules, hands, final points."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from mjlog.codes import UNKNOWN_POINTS
from mjlog.errors import ParseError
from mjlog.model import GameInfo
from mjlog.rules import Rules, load_rules

from ..game_record import GameRecord
from ..json_values import MAX_POINTS, at, integer, json_text, wrong
from .rounds import HandRecord, Table, read_hand
from .tables import OPTIONS

__all__ = ["Game", "read_game"]

#: A game by its rounds.
Game = GameRecord[HandRecord]

MAX_HANDS: Final = 500
MAX_NAME: Final = 200
_EAST_ONLY: Final = 1
_EAST_SOUTH: Final = 2
#: Keys of a record that are kept as they stand.
_HEADER: Final = (
    "keyValue", "roomId", "nowTime", "playerCount", "initPoints", "round", "gamePlay", "remark",
    "stageType", "fangFu", "northOperateType", "isGangPay", "isNotShowHand", *OPTIONS,
)  # fmt: skip


def read_game(document: object, source: str, rules: Rules | None) -> Game:
    """Return the rows of a game.

    Args:
        document: The record, or the server's answer that holds it under ``data``.
        source: Name of the record.
        rules: Rules of the game instead of those that its options tell.

    Raises:
        ParseError: It is no game, or not one of its hands can be read.
    """
    place = ""
    data = document
    if isinstance(data, dict) and "handRecord" not in data and isinstance(data.get("data"), dict):
        data, place = data["data"], "data"
    if not isinstance(data, dict):
        raise wrong(data, "a game, an object with 'handRecord'", place)
    hands = data.get("handRecord")
    path = at(place, "handRecord")
    if not isinstance(hands, list) or not hands:
        raise wrong(hands, "a list of hands", path)
    if len(hands) > MAX_HANDS:
        raise wrong(hands, f"at most {MAX_HANDS} hands", path)
    players = integer(data.get("playerCount"), at(place, "playerCount"), 3, 4)
    seats, names = _people(hands, players, path)
    info = GameInfo(id=_id_of(data, hands), source=source, format="riichi-city", names=names)
    game = Game(info, rules or load_rules("tenhou"))
    if rules is None:
        game.rules = _rules(game, data, players, place)
    _describe(info, data, hands)
    table = Table(players, seats, game.rules.riichi_bet, game.report)
    _read_hands(game, hands, path, table)
    _read_final(game, seats)
    _leave_out_points(game, data, place)
    game.complete = any(hand.final is not None for hand in game.rounds)
    return game


def _people(hands: list[Any], players: int, path: str) -> tuple[dict[int, int], tuple[str, ...]]:
    """Return the seats of the players and their names by seat."""
    for i, hand in enumerate(hands):
        people = hand.get("players") if isinstance(hand, dict) else None
        if not isinstance(people, list) or len(people) != players:
            continue
        seats: dict[int, int] = {}
        names = [""] * 4
        for j, person in enumerate(people):
            where = at(at(at(path, i), "players"), j)
            if not isinstance(person, dict) or type(person.get("userId")) is not int:
                raise wrong(person, "a player, an object with 'userId'", where)
            seat = integer(person.get("position"), at(where, "position"), 0, players - 1)
            seats[person["userId"]] = seat
            name = person.get("nickname")
            names[seat] = name[:MAX_NAME] if isinstance(name, str) else ""
        if sorted(seats.values()) != list(range(players)):
            raise wrong(people, f"{players} players at {players} seats", at(at(path, i), "players"))
        return seats, tuple(names)
    raise ParseError(f"no hand names its {players} players", place=path)


def _id_of(data: dict[str, Any], hands: list[Any]) -> str:
    key = data.get("keyValue")
    if isinstance(key, str) and 0 < len(key) <= MAX_NAME:
        return key
    return "x" + hashlib.sha256(json_text(hands, sort_keys=True)).hexdigest()[:16]


def _rules(game: Game, data: dict[str, Any], players: int, place: str) -> Rules:
    """Return the rules of a room: players, length and points at the start stand in the record."""
    length = data.get("round")
    words = ["riichi-city"]
    if players == 3:
        words.append("3p")
    if length == _EAST_ONLY:
        words.append("east")
    elif length != _EAST_SOUTH:
        game.report("odd-form", at(place, "round"), f"a game of length {length!r} is not known; "
                    "read as East and South")  # fmt: skip
    rules = load_rules("-".join(words))
    start = data.get("initPoints")
    if type(start) is int and 0 < start <= 1_000_000 and start != rules.start_points:
        name = f"{rules.name}-from-{start}"
        rules = replace(rules, name=name, start_points=start, return_points=start)
    return rules


def _describe(info: GameInfo, data: dict[str, Any], hands: list[Any]) -> None:
    info.lobby = data["roomId"] if isinstance(data.get("roomId"), str) else None
    if info.lobby is not None:
        info.lobby = info.lobby[:MAX_NAME]
    first = hands[0].get("handEventRecord") if isinstance(hands[0], dict) else None
    time = first[0].get("startTime") if isinstance(first, list) and first and isinstance(
        first[0], dict) else None  # fmt: skip
    if type(time) is int and 0 < time < 1 << 43:
        start = datetime.fromtimestamp(time // 1000, UTC)
        info.start_time = start.replace(tzinfo=None).isoformat() + "Z"
    kept = {key: data[key] for key in _HEADER if key in data}
    texts = {k: v if isinstance(v, str) else json_text(v).decode() for k, v in kept.items()}
    info.header = [("game", {k: v[:MAX_NAME] for k, v in texts.items()})]


def _read_hands(game: Game, hands: list[Any], path: str, table: Table) -> None:
    failed: ParseError | None = None
    for i, value in enumerate(hands):
        place = at(path, i)
        try:
            hand = read_hand(value, place, table)
        except ParseError as error:
            failed = failed or error
            text = f"{error.message} (at {error.snippet!r}); the hand is left out"
            game.report("inconsistent", error.place, text)
            continue
        if not hand.is_over and not hand.closed:
            kind = "truncated" if i == len(hands) - 1 else "inconsistent"
            game.report(kind, place, f"{hand.label}: the hand has no result")
        game.rounds.append(hand)
    if not game.rounds:
        assert failed is not None
        raise failed
    if any(hand.wall is not None for hand in game.rounds):
        game.info.extra["walls"] = [hand.wall for hand in game.rounds]


def _read_final(game: Game, seats: dict[int, int]) -> None:
    """Read final points, and game points, which the record has as tenths."""
    final = next((hand.final for hand in game.rounds if hand.final is not None), None)
    if final is None:
        if not any(hand.closed for hand in game.rounds):
            game.report("truncated", "", "the record has no end of the game")
        return
    place, data = final
    scores, points = [UNKNOWN_POINTS] * 4, [UNKNOWN_POINTS] * 4
    path = at(place, "user_data")
    try:
        rows = data.get("user_data")
        if not isinstance(rows, list) or len(rows) != len(seats):
            raise wrong(rows, f"a list of {len(seats)} players", path)
        for i, row in enumerate(rows):
            where = at(path, i)
            number = row.get("user_id") if isinstance(row, dict) else None
            seat = seats.get(number) if type(number) is int else None
            if seat is None:
                raise wrong(row, "an object with the number of a player", where)
            key = at(where, "point_num")
            scores[seat] = integer(row.get("point_num"), key, -MAX_POINTS, MAX_POINTS)
            points[seat] = integer(row.get("score"), at(where, "score"), -MAX_POINTS, MAX_POINTS)
    except ParseError as error:
        text = f"{error.message} (at {error.snippet!r}); read as not recorded"
        game.report("inconsistent", error.place, text)
        return
    game.scores, game.points = scores, points


def _leave_out_points(game: Game, data: dict[str, Any], place: str) -> None:
    """Leave out all points of a room with an option that pays otherwise than is known."""
    chosen = [text for key, text in OPTIONS.items() if data.get(key) is True]
    if not chosen:
        return
    for hand in game.rounds:
        hand.start["scores"] = [UNKNOWN_POINTS] * 4
        for row in (*hand.wins, *hand.draws):
            row.pop("deltas", None)
        for win in hand.wins:
            win.pop("points", None)
    game.info.extra["options"] = chosen
    text = f"played with {', '.join(chosen)}, which pays otherwise: points are not read"
    game.report("unsupported", place, text)
    game.scores = game.points = None
