"""One game of a 電脳麻将 record: names, rounds, results, description."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import orjson

from mjlog.errors import ParseError
from mjlog.model import GameInfo
from mjlog.rules import Rules

from ..game_record import GameRecord
from ..json_values import at, integer, integers, json_text, numbers, wrong
from .mending import check_drawn_marks, find_lost_tiles
from .results import unknown_if_ron_value
from .rounds import RoundRecord, read_round

__all__ = ["Game", "read_game"]

#: A game by its rounds.
Game = GameRecord[RoundRecord]

MAX_ROUNDS: Final = 500
MAX_NAME: Final = 200
_HEADER: Final[tuple[str, ...]] = ("title", "player", "playerr", "qijia", "defen", "rank", "point")


def read_game(data: object, place: str, source: str, rules: Rules) -> Game:
    """Return the rows of a game.

    Args:
        data: The game, as parsed.
        place: Its path in the document, empty for the document itself.
        source: Name of the record.
        rules: Rules of the game: the record names none.

    Raises:
        ParseError: It is no game, or not one of its rounds can be read.
    """
    if not isinstance(data, dict):
        raise ParseError("expected a game, an object with 'log'", source=source, place=place)
    log = data.get("log")
    path = at(place, "log")
    if not isinstance(log, list) or not log:
        error = wrong(log, "a list of rounds", path)
        raise ParseError(error.message, source=source, place=path, snippet=error.snippet)
    info = GameInfo(id=_id_of(data), source=source, format="majiang")
    game = Game(info, rules)
    first = _first_dealer(game, data, place)
    _describe(game, data, place, first)
    if len(log) > MAX_ROUNDS:
        message = f"{len(log)} rounds, expected at most {MAX_ROUNDS}"
        raise ParseError(message, source=source, place=path)
    _read_rounds(game, log, path, source)
    _read_final(game, data, place, first)
    game.complete = game.scores is not None
    return game


def _id_of(data: dict[str, Any]) -> str:
    """Return ``x`` and 16 hex digits over the play.

    Neither the order of keys nor title, names or the two words for the ura indicators count,
    so that the dialects of one game have one id.
    """
    play = [data.get("qijia"), data["log"]]
    text = json_text(play)
    if b'"libaopai"' in text:
        play = orjson.loads(text.replace(b'"libaopai"', b'"fubaopai"'))
    return "x" + hashlib.sha256(json_text(play, sort_keys=True)).hexdigest()[:16]


def _first_dealer(game: Game, data: dict[str, Any], place: str) -> int:
    """Return the player who is dealer first."""
    try:
        return integer(data.get("qijia"), at(place, "qijia"), 0, 3)
    except ParseError as error:
        message = f"{error.message} (at {error.snippet!r}); read as 0"
        game.report("odd-form", error.place, message)
        return 0


def _by_seat(values: list[Any], first: int) -> list[Any]:
    """Return values that stand in the order of the players by seat."""
    return [values[(seat + first) % 4] for seat in range(4)]


def _describe(game: Game, data: dict[str, Any], place: str, first: int) -> None:
    info = game.info
    names = data.get("player")
    if isinstance(names, list) and len(names) == 4 and all(isinstance(n, str) for n in names):
        info.names = tuple(_by_seat([name[:MAX_NAME] for name in names], first))
    else:
        message = "no list of four player names; the players are unknown"
        if "playerr" in data:
            message += " (the key is written 'playerr')"
        game.report("odd-form", at(place, "player"), message)
    kept = {key: data[key] for key in _HEADER if key in data}
    texts = {k: v if isinstance(v, str) else json_text(v).decode() for k, v in kept.items()}
    info.header = [("game", texts)]
    if isinstance(data.get("title"), str):
        info.extra["title"] = data["title"]


def _read_rounds(game: Game, log: list[Any], path: str, source: str) -> None:
    failed: ParseError | None = None
    before: object = None
    for i, entries in enumerate(log):
        place = at(path, i)
        try:
            rows = read_round(entries, place, game.report)
        except ParseError as error:
            failed = failed or error
            message = f"{error.message} (at {error.snippet!r}); the round is left out"
            game.report("inconsistent", error.place, message)
            continue
        if entries == before and rows.is_over:
            message = f"{rows.label}: the round stands twice; the second one is left out"
            game.report("inconsistent", place, message)
            continue
        before = entries
        find_lost_tiles(rows, game.report)
        check_drawn_marks(rows, game.report)
        if not rows.is_over:
            kind = "truncated" if i == len(log) - 1 else "inconsistent"
            game.report(kind, place, f"{rows.label}: the round has no result")
        game.rounds.append(rows)
    if not game.rounds and failed is not None:
        raise ParseError(failed.message, source=source, place=failed.place, snippet=failed.snippet)
    _read_tsumo_values(game, log, path)


def _read_tsumo_values(game: Game, log: list[Any], path: str) -> None:
    """Leave out values of tsumo wins that hand-made files write as if they were won by ron.

    Files that servers write have a ``baojia`` of null with a tsumo, hand-made ones have none.
    """
    wins = [
        entry["hule"]
        for entries in log
        if isinstance(entries, list)
        for entry in entries
        if isinstance(entry, dict) and isinstance(entry.get("hule"), dict)
    ]
    if not any("baojia" not in win for win in wins):
        return
    count = sum(unknown_if_ron_value(win, rows.dealer) for rows in game.rounds for win in rows.wins)
    if count:
        message = (
            f"the value of {count} tsumo wins is written as if they were won by ron; "
            "their payments are checked by fu and han"
        )
        game.report("odd-form", path, message)


def _read_final(game: Game, data: dict[str, Any], place: str, first: int) -> None:
    """Read final points, placing and placement points."""
    try:
        if data.get("defen") is not None:
            game.scores = _by_seat(integers(data["defen"], at(place, "defen")), first)
        if data.get("point") is not None:
            _read_points(game, numbers(data["point"], at(place, "point")), place, first)
        if data.get("rank") is not None:
            ranks = integers(data["rank"], at(place, "rank"))
            _check_ranks(game, _by_seat(ranks, first), at(place, "rank"))
    except ParseError as error:
        message = f"{error.message} (at {error.snippet!r}); read as not recorded"
        game.report("inconsistent", error.place, message)


def _read_points(game: Game, points: list[float], place: str, first: int) -> None:
    path = at(place, "point")
    if not any(points):
        game.report("odd-form", path, "all placement points are 0; read as not recorded")
        return
    game.points = _by_seat([round(10 * p) for p in points], first)
    if any(abs(10 * p - round(10 * p)) > 1e-6 for p in points):
        message = "placement points have more than one decimal; the further ones are left out"
        game.report("odd-form", path, message)


def _check_ranks(game: Game, ranks: list[int], path: str) -> None:
    """Keep the recorded places, and report those that do not follow from the final points."""
    game.info.extra["rank"] = ranks
    scores = game.scores
    if sorted(ranks) != [1, 2, 3, 4]:
        game.report("inconsistent", path, f"the places {ranks} are not 1 to 4")
    elif scores is not None and any(
        scores[a] > scores[b] and ranks[a] > ranks[b] for a in range(4) for b in range(4)
    ):
        message = f"the places {ranks} do not follow from the final points {scores} (by seat)"
        game.report("inconsistent", path, message)
