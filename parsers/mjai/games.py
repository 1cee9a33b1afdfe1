"""One game of mjai messages: names, rules, rounds, final points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mjlog.errors import ParseError
from mjlog.model import GameInfo
from mjlog.rules import Rules

from ..game_record import GameRecord
from ..json_values import json_text
from ..tenhou.names import LogName, find_log_name
from ..tenhou.rules import rules_from_go
from .choice import EAST_ONLY, chosen_rules
from .documents import Message
from .rounds import MjaiRound, Table, read_round
from .values import MessageError, all_hidden, by_seat, points

__all__ = ["Game", "fitting_rules", "open_game", "read_game"]

#: A game by its rounds.
Game = GameRecord[MjaiRound]

MAX_ROUNDS: Final = 500
MAX_NAME: Final = 200
MAX_KEPT: Final = 2000
_REDS: Final = frozenset(("5mr", "5pr", "5sr", "0m", "0p", "0s"))
_NO_RULES: Final = "the record names no rules: read as {!r}; --rules gives others"


def read_game(
    messages: list[Message],
    place: Callable[[int], str],
    source: str,
    rules: Rules | None,
) -> Game:
    """Return the rows of a game.

    Args:
        messages: Its messages.
        place: Number of a message → its place in words.
        source: Name of the record.
        rules: Rules of the game instead of those that are chosen for it.

    Raises:
        ParseError: It is no game of riichi mahjong, or not one round can be read.
    """
    survey = _Survey(messages)
    parts = survey.parts
    if not parts:
        raise ParseError("no 'start_kyoku' in the record, expected a game", source=source)
    if len(parts) > MAX_ROUNDS:
        message = f"{len(parts)} rounds, expected at most {MAX_ROUNDS}"
        raise ParseError(message, source=source)
    for win in survey.wins:
        _refuse_other_game(win, place, source)
    head, end = survey.head, survey.end
    players = _players(survey)
    first = _first_dealer(parts, players)

    def choose(name: LogName | None) -> Rules:
        return _rules(survey, players, name.type if name else None, _first_scores(parts[0]))

    game = open_game(source, head, players, first, rules, choose)
    game.complete = end is not None
    table = Table(players, first, game.rules.riichi_bet, game.report, place)
    _read_rounds(game, parts, table)
    _read_end(game, end, table)
    return game


def open_game(
    source: str,
    head: dict[str, Any],
    players: int,
    first: int,
    rules: Rules | None,
    choose: Callable[[LogName | None], Rules],
) -> Game:
    """Return a game before its rounds are read.

    Its id is that of the log that its file is named after, else it is still empty: it will be
    that of its columns.

    Args:
        source: Name of the record.
        head: Its ``start_game``.
        players: 3 or 4.
        first: The player who is dealer first.
        rules: Rules of the game; None: those of ``choose``.
        choose: Called with the name of the log, None for a file that is named otherwise.
    """
    name = find_log_name(source)
    info = GameInfo(id=name.id if name else "", source=source, format="mjai")
    game = Game(info, rules or choose(name))
    if name is not None:
        info.start_time, info.viewer, info.lobby = name.start_time, name.seat, name.lobby
    elif rules is None:
        game.report("odd-form", "", _NO_RULES.format(game.rules.name))
    _describe(game, head, players, first)
    return game


class _Survey:
    """The messages of a game by what they are.

    Attributes:
        messages: All of them.
        parts: Those of each round. wins: Every ``hora``.
        head: ``start_game``, {} for none. end: ``end_game``, or None.
        kita: There is one.
    """

    def __init__(self, messages: list[Message]) -> None:
        self.messages = messages
        self.parts: list[list[Message]] = []
        self.wins: list[Message] = []
        self.head: dict[str, Any] = {}
        self.end: Message | None = None
        self.kita = False
        part: list[Message] = []
        for message in messages:
            value = message.value
            kind = value.get("type") if value is not None else None
            if kind == "tsumo" or kind == "dahai":
                part.append(message)
            elif kind == "start_kyoku":
                part = [message]
                self.parts.append(part)
            elif kind == "start_game":
                self.head = self.head or value or {}
                part = []  # what follows belongs to no round
            elif kind == "end_game":
                self.end = self.end or message
                part = []
            else:
                part.append(message)
                if kind == "hora":
                    self.wins.append(message)
                elif kind == "nukidora" or kind == "kita":
                    self.kita = True


def _refuse_other_game(win: Message, place: Callable[[int], str], source: str) -> None:
    """Refuse Chinese official mahjong, which is written with the same messages."""
    info = (win.value or {}).get("info")
    if isinstance(info, dict) and "total_point" in info:
        fan = ", ".join(map(str, [*info.get("bools", ()), *info.get("integers", ())][:3]))
        text = (
            "a game of Chinese official mahjong (国標麻将), no riichi mahjong: "
            f"the win lists {fan} … and {info['total_point']} points"
        )
        raise ParseError(text, source=source, place=place(win.number))


def _players(survey: _Survey) -> int:
    """Return 3 or 4: by the length of a list, a kita, or a fourth player who does not play."""
    starts = [part[0].value or {} for part in survey.parts]
    if any(_size(start.get(key)) == 3 for start in starts for key in ("tehais", "scores")):
        return 3
    if _size(survey.head.get("names")) == 3 or survey.kita:
        return 3
    absent = all(
        _size(start.get("tehais")) == 4
        and all_hidden(start["tehais"][3])
        and (_size(start.get("scores")) != 4 or start["scores"][3] == 0)
        for start in starts
    )
    if not absent:
        return 4
    acts = any(message.value is not None and message.value.get("actor") == 3
               for message in survey.messages)  # fmt: skip
    return 4 if acts else 3


def _size(value: object) -> int:
    return len(value) if isinstance(value, list) else 0


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


def _rules(survey: _Survey, players: int, go_type: int | None, scores: list[int] | None) -> Rules:
    """Return the rules that a game is read under, see :func:`fitting_rules`."""

    def east() -> bool:
        return _ends_in_east(survey, players)

    def reds() -> bool:
        return _shows_reds(survey)

    return fitting_rules(survey.head, players, go_type, scores, east, reds)


def fitting_rules(
    head: dict[str, Any],
    players: int,
    go_type: int | None,
    scores: list[int] | None,
    ends_in_east: Callable[[], bool],
    shows_reds: Callable[[], bool],
) -> Rules:
    """Return the rules that a game is read under.

    They are Tenhou's: those of the table that the name of a file of Tenhou tells, else those
    that fit the record (players, length, red fives, points at the start).
    """
    if go_type is not None and (3 if go_type & 0x10 else 4) == players:
        return rules_from_go(go_type)
    east = head.get("kyoku_first")
    is_east = east == EAST_ONLY if type(east) is int else ends_in_east()
    reds = head.get("aka_flag")
    has_reds = reds if type(reds) is bool else shows_reds()
    return chosen_rules(players, is_east, has_reds, scores)


def _ends_in_east(survey: _Survey, players: int) -> bool:
    """Tell whether a game ended in its last East round with nobody below zero."""
    last = survey.parts[-1][0].value or {}
    if survey.end is None or last.get("bakaze") != "E" or last.get("kyoku") != players:
        return False
    scores = (survey.end.value or {}).get("scores")
    return not isinstance(scores, list) or all(type(s) is int and s >= 0 for s in scores)


def _shows_reds(survey: _Survey) -> bool:
    for part in survey.parts:
        hands = (part[0].value or {}).get("tehais")
        for hand in hands if isinstance(hands, list) else ():
            if isinstance(hand, list) and any(type(t) is str and t in _REDS for t in hand):
                return True
    tiles = ((message.value or {}).get("pai") for message in survey.messages)
    return any(type(tile) is str and tile in _REDS for tile in tiles)


def _describe(game: Game, head: dict[str, Any], players: int, first: int) -> None:
    info = game.info
    names = head.get("names")
    if isinstance(names, list) and len(names) >= players:
        texts = [name[:MAX_NAME] if isinstance(name, str) else "" for name in names]
        info.names = tuple([*by_seat(texts, first, players), ""][:4])
    kept = {str(k): v if isinstance(v, str) else json_text(v).decode()
            for k, v in head.items()}  # fmt: skip
    info.header = [("start_game", {k: v for k, v in kept.items() if len(v) <= MAX_KEPT})]
    if isinstance(head.get("seed"), list) and len(kept["seed"]) <= MAX_KEPT:
        info.extra["mjai_seed"] = head["seed"]


def _read_rounds(game: Game, parts: list[list[Message]], table: Table) -> None:
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


def _read_end(game: Game, end: Message | None, table: Table) -> None:
    if end is None or end.value is None:
        if game.rounds[-1].is_over:
            game.report("truncated", "", "the record ends without 'end_game'")
        return
    try:
        game.scores = points(end.value, "scores", table.first, table.players)
    except MessageError as wrong:
        place = table.place(end.number)
        game.report("inconsistent", place, f"{wrong}; the final points are left out")
