"""One game of mjai messages: names, rules, rounds, final points."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from mjlog.errors import ParseError
from mjlog.model import GameInfo, Problem
from mjlog.rules import Rules, load_rules

from ..tenhou.names import find_log_name
from ..tenhou.rules import rules_from_go
from .choice import EAST_ONLY, chosen_rules
from .documents import Message
from .rounds import MjaiRound, Table, read_round
from .values import MessageError, all_hidden, by_seat, points

__all__ = ["MjaiGame", "read_game"]

MAX_ROUNDS: Final = 500
MAX_NAME: Final = 200
MAX_KEPT: Final = 2000
_REDS: Final = frozenset(("5mr", "5pr", "5sr", "0m", "0p", "0s"))
_NO_RULES: Final = "the record names no rules: read as {!r}; --rules gives others"


@dataclass(slots=True)
class MjaiGame:
    """A game as rows.

    Attributes:
        info: Description. rules: Rules that it was read under. rounds: Its rounds.
        scores: Final points by seat, None: not recorded. complete: ``end_game`` stands there.
        problems: What was odd or inconsistent.
    """

    info: GameInfo
    rules: Rules
    rounds: list[MjaiRound] = field(default_factory=list)
    scores: list[int] | None = None
    complete: bool = False
    problems: list[Problem] = field(default_factory=list)

    def report(self, kind: str, place: str, message: str) -> None:
        """Note a problem of this game."""
        self.problems.append(Problem(self.info.source, place, kind, message, self.info.id))


def read_game(
    messages: list[Message],
    place: Callable[[int], str],
    source: str,
    rules: Rules | None,
) -> MjaiGame:
    """Return the rows of a game.

    Args:
        messages: Its messages.
        place: Number of a message → its place in words.
        source: Name of the record.
        rules: Rules of the game instead of those that are chosen for it.

    Raises:
        ParseError: It is no game of riichi mahjong, or not one round can be read.
    """
    parts = _parts(messages)
    if not parts:
        raise ParseError("no 'start_kyoku' in the record, expected a game", source=source)
    if len(parts) > MAX_ROUNDS:
        message = f"{len(parts)} rounds, expected at most {MAX_ROUNDS}"
        raise ParseError(message, source=source)
    _refuse_other_game(messages, place, source)
    head = next((m.value for m in messages if _is(m, "start_game")), None) or {}
    end = next((m for m in messages if _is(m, "end_game")), None)
    players = _players(head, parts, messages)
    name = find_log_name(source)
    info = GameInfo(id=name.id if name else _id_of(messages), source=source, format="mjai")
    game = MjaiGame(info, rules or load_rules("tenhou"), complete=end is not None)
    if name is not None:
        info.start_time, info.viewer, info.lobby = name.start_time, name.seat, name.lobby
    if rules is None:
        first_scores = _first_scores(parts[0])
        go_type = name.type if name is not None else None
        game.rules = _rules(head, players, parts, messages, go_type, first_scores)
        if name is None:
            game.report("odd-form", "", _NO_RULES.format(game.rules.name))
    first = _first_dealer(parts, players)
    _describe(game, head, players, first)
    table = Table(players, first, game.rules.riichi_bet, game.report, place)
    _read_rounds(game, parts, table)
    _read_end(game, end, table)
    return game


def _is(message: Message, kind: str) -> bool:
    return message.value is not None and message.value.get("type") == kind


def _parts(messages: list[Message]) -> list[list[Message]]:
    """Return the messages of each round."""
    parts: list[list[Message]] = []
    inside = False
    for message in messages:
        kind = message.value.get("type") if message.value is not None else None
        if kind == "start_kyoku":
            parts.append([message])
            inside = True
        elif kind in ("end_game", "start_game"):
            inside = False
        elif inside:
            parts[-1].append(message)
    return parts


def _refuse_other_game(messages: list[Message], place: Callable[[int], str], source: str) -> None:
    """Refuse Chinese official mahjong, which is written with the same messages."""
    for message in messages:
        info = message.value.get("info") if message.value is not None else None
        if isinstance(info, dict) and "total_point" in info and _is(message, "hora"):
            fan = ", ".join(map(str, [*info.get("bools", ()), *info.get("integers", ())][:3]))
            text = (
                "a game of Chinese official mahjong (国標麻将), no riichi mahjong: "
                f"the win lists {fan} … and {info['total_point']} points"
            )
            raise ParseError(text, source=source, place=place(message.number))


def _players(head: dict[str, Any], parts: list[list[Message]], messages: list[Message]) -> int:
    """Return 3 or 4: by the length of a list, a kita, or a fourth player who does not play."""
    starts = [part[0].value or {} for part in parts]
    if any(_size(start.get(key)) == 3 for start in starts for key in ("tehais", "scores")):
        return 3
    if _size(head.get("names")) == 3 or any(
        _is(message, kind) for message in messages for kind in ("nukidora", "kita")
    ):
        return 3
    absent = all(
        _size(start.get("tehais")) == 4
        and all_hidden(start["tehais"][3])
        and (_size(start.get("scores")) != 4 or start["scores"][3] == 0)
        for start in starts
    )
    acts = any(message.value is not None and message.value.get("actor") == 3
               for message in messages)  # fmt: skip
    return 3 if absent and not acts else 4


def _size(value: object) -> int:
    return len(value) if isinstance(value, list) else 0


def _id_of(messages: list[Message]) -> str:
    """Return ``x`` and 16 hex digits over the play; names and remarks do not count."""
    kept = [
        {key: value for key, value in message.value.items() if key != "meta"}
        for message in messages
        if message.value is not None and message.value.get("type") != "start_game"
    ]
    text = orjson.dumps(kept, option=orjson.OPT_SORT_KEYS)
    return "x" + hashlib.sha256(text).hexdigest()[:16]


def _first_dealer(parts: list[list[Message]], players: int) -> int:
    """Return the player who is dealer in the first round of each wind."""
    for part in parts:
        start = part[0].value or {}
        kyoku, oya = start.get("kyoku"), start.get("oya")
        if type(kyoku) is int and type(oya) is int:
            return (oya - kyoku + 1) % players
    return 0


def _first_scores(part: list[Message]) -> list[int] | None:
    start = part[0].value or {}
    scores = start.get("scores")
    fresh = start.get("bakaze") == "E" and start.get("kyoku") == 1 and not start.get("honba")
    if not fresh or not isinstance(scores, list) or not all(type(s) is int for s in scores):
        return None
    return scores


def _rules(
    head: dict[str, Any],
    players: int,
    parts: list[list[Message]],
    messages: list[Message],
    go_type: int | None,
    scores: list[int] | None,
) -> Rules:
    """Return the rules that a game is read under.

    They are Tenhou's: those of the table that the name of a file of Tenhou tells, else those
    that fit the record (players, length, red fives, points at the start).
    """
    if go_type is not None and (3 if go_type & 0x10 else 4) == players:
        return rules_from_go(go_type)
    east = head.get("kyoku_first")
    is_east = east == EAST_ONLY if type(east) is int else _ends_in_east(parts, messages, players)
    reds = head.get("aka_flag")
    has_reds = reds if type(reds) is bool else _shows_reds(messages)
    return chosen_rules(players, is_east, has_reds, scores)


def _ends_in_east(parts: list[list[Message]], messages: list[Message], players: int) -> bool:
    """Tell whether a game ended in its last East round with nobody below zero."""
    end = next((m.value for m in messages if _is(m, "end_game")), None)
    last = parts[-1][0].value or {}
    if end is None or last.get("bakaze") != "E" or last.get("kyoku") != players:
        return False
    scores = end.get("scores")
    return not isinstance(scores, list) or all(type(s) is int and s >= 0 for s in scores)


def _shows_reds(messages: list[Message]) -> bool:
    for message in messages:
        value = message.value or {}
        if isinstance(value.get("pai"), str) and value["pai"] in _REDS:
            return True
        if value.get("type") == "start_kyoku" and isinstance(value.get("tehais"), list):
            hands = [hand for hand in value["tehais"] if isinstance(hand, list)]
            if any(type(t) is str and t in _REDS for hand in hands for t in hand):
                return True
    return False


def _describe(game: MjaiGame, head: dict[str, Any], players: int, first: int) -> None:
    info = game.info
    names = head.get("names")
    if isinstance(names, list) and len(names) >= players:
        texts = [name[:MAX_NAME] if isinstance(name, str) else "" for name in names]
        info.names = tuple([*by_seat(texts, first, players), ""][:4])
    kept = {str(k): v if isinstance(v, str) else orjson.dumps(v).decode()
            for k, v in head.items()}  # fmt: skip
    info.header = [("start_game", {k: v for k, v in kept.items() if len(v) <= MAX_KEPT})]
    if isinstance(head.get("seed"), list) and len(kept["seed"]) <= MAX_KEPT:
        info.extra["mjai_seed"] = head["seed"]


def _read_rounds(game: MjaiGame, parts: list[list[Message]], table: Table) -> None:
    failed: tuple[str, str] | None = None
    for part in parts:
        place = table.place(part[0].number)
        try:
            rows = read_round(part, table)
        except MessageError as wrong:
            failed = failed or (place, str(wrong))
            game.report("inconsistent", place, f"{wrong}; the round is left out")
            continue
        if not rows.is_over:
            kind = "truncated" if part is parts[-1] else "inconsistent"
            game.report(
                kind, table.place(part[-1].number), f"{rows.label}: the round has no result"
            )
        game.rounds.append(rows)
    if not game.rounds and failed is not None:
        raise ParseError(failed[1], source=game.info.source, place=failed[0])
    walls = [rows.wall for rows in game.rounds]
    if any(wall is not None for wall in walls):
        game.info.extra["walls"] = walls


def _read_end(game: MjaiGame, end: Message | None, table: Table) -> None:
    if end is None or end.value is None:
        if game.rounds[-1].is_over:
            game.report("truncated", "", "the record ends without 'end_game'")
        return
    try:
        game.scores = points(end.value, "scores", table.first, table.players)
    except MessageError as wrong:
        place = table.place(end.number)
        game.report("inconsistent", place, f"{wrong}; the final points are left out")
