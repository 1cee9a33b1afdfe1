"""What a Mahjong Soul record says of a game beside its rounds: players, room, rules, points."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from mjlog.model import GameInfo
from mjlog.rows import RoundRows
from mjlog.rules import Rules

from ..game_record import GameRecord
from .results import MAX_POINTS
from .rules import rules_of
from .tables import level_name, room_name
from .wire import Message

__all__ = ["Game", "describe", "final_points", "open_game"]

#: A game by its rounds.
Game = GameRecord[RoundRows]
#: Called with kind, place and message of a problem.
Report = Callable[[str, str, str], None]
MAX_NAME: Final = 200
#: Of placement points, which every format can write: 99,999.9.
MAX_TENTHS: Final = 999_999


def open_game(head: Message | None, source: str, given: Rules | None, players: int) -> Game:
    """Return a game before its rounds are read; its id is empty where the record has none."""
    rules, notes = rules_of(head, players)
    game = Game(GameInfo(id=""), given or rules)
    game.info = describe(head, source, players, game.report)
    for note in notes if given is None else ():
        game.report("odd-form", "", note)
    for problem in game.problems:
        problem.source = source
    game.scores, game.points = final_points(head, players, game.report)
    game.complete = bool(game.scores)
    return game


def describe(head: Message | None, source: str, players: int, report: Report) -> GameInfo:
    """Return the description of a game; its id is empty where the record has none.

    Args:
        head: Head of the record, None for one without.
        source: Name of the record.
        players: 3 or 4.
        report: Told of what is odd.
    """
    uuid = str((head or {}).get("uuid", ""))[:MAX_NAME]
    info = GameInfo(id=uuid, source=source, format="mahjong-soul")
    if head is None:
        message = "the record has no head: players, room and rules are not known"
        report("odd-form", "", f"{message}; read under the rules of ranked games")
        return info
    config = head.get("config", {})
    meta = config.get("meta", {})
    info.lobby = room_name(
        config.get("category", 0), meta.get("mode_id", 0), meta.get("room_id", 0),
        meta.get("contest_uid", 0),
    )  # fmt: skip
    if head.get("start_time", 0) > 0:
        start = datetime.fromtimestamp(head["start_time"], UTC)
        info.start_time = start.replace(tzinfo=None).isoformat() + "Z"
    info.extra["head"] = head
    _name_players(info, head, players, report)
    return info


def _name_players(info: GameInfo, head: Message, players: int, report: Report) -> None:
    names = [""] * 4
    levels: list[str | None] = [None] * 4
    key = "level3" if players == 3 else "level"
    taken: set[int] = set()
    for account in (*head.get("accounts", []), *head.get("robots", [])):
        seat = account.get("seat", 0)
        if not 0 <= seat < players or seat in taken:
            report("inconsistent", "head", f"a player more in seat {seat}; left out")
            continue
        taken.add(seat)
        names[seat] = account.get("nickname", "CPU")[:MAX_NAME]
        levels[seat] = level_name(account.get(key, {}).get("id", 0))
    for seat in range(players):
        if seat not in taken and head.get("config", {}).get("mode", {}).get("ai"):
            names[seat] = "CPU"
    info.names, info.level = tuple(names), tuple(levels)


def final_points(head: Message | None, players: int, report: Report) -> tuple[list[int], list[int]]:
    """Return final points and placement points in tenths, [] where they are not recorded."""
    results = (head or {}).get("result", {}).get("players", [])
    seats = {player.get("seat", 0): player for player in results}
    if seats.keys() != set(range(players)) or len(results) != players:
        if results:
            message = "the results are not those of every seat; read as not recorded"
            report("inconsistent", "head.result", message)
        return [], []
    scores = [seats[s].get("part_point_1", 0) for s in range(players)]
    points = [round(seats[s].get("total_point", 0) / 100) for s in range(players)]
    if any(abs(s) > MAX_POINTS for s in scores) or any(abs(p) > MAX_TENTHS for p in points):
        message = "results that are no points of a game; read as not recorded"
        report("inconsistent", "head.result", message)
        return [], []
    return scores, points if any(points) else []
