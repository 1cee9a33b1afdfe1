"""Importer of 電脳麻将 (majiang) records: JSON documents of one game or a list of games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from mjlog.errors import ParseError
from mjlog.model import GameBatch, Problem
from mjlog.rows import RoundRows, batch_of_rows
from mjlog.rules import Rules, load_rules

from ..columns import packed
from ..game_record import unreadable
from ..json_values import parse_json
from .games import Game, read_game
from .rounds import RoundRecord

__all__ = ["DEFAULT_RULES", "read_batch"]

#: The records name no rules; the site's own are taken unless the caller gives others.
DEFAULT_RULES: Final = "majiang"
#: A game has some 30 KB; a document of hundreds of games is still below.
MAX_BYTES: Final = 32 << 20


def read_batch(items: Iterable[tuple[str, bytes]], *, rules: Rules | None = None) -> GameBatch:
    """Read 電脳麻将 records, each given as (name, text in bytes).

    Args:
        items: A document holds one game or a list of games; the games of a list are called
            ``name!0``, ``name!1`` …
        rules: Rules of every game instead of the site's own.

    Returns:
        The games that could be read, in order. ``problems`` has one row of kind
        ``unreadable`` for each of the others.
    """
    problems: list[Problem] = []
    games: list[Game] = []
    ruleset = rules or load_rules(DEFAULT_RULES)
    for name, data in items:
        try:
            found = _games_of(data, name)
        except ParseError as error:
            problems.append(unreadable(error, name))
            continue
        for place, source, game in found:
            try:
                games.append(read_game(game, place, source, ruleset))
            except ParseError as error:
                problems.append(unreadable(error, source))
    for game in games:
        if rules is None:
            _note_other_start(game)
        problems += game.problems
    return batch_of_rows(
        [game.rows([_round_rows(r) for r in game.rounds]) for game in games], problems
    )


def _games_of(data: bytes, name: str) -> list[tuple[str, str, Any]]:
    """Return (path, name, game) of each game in a document.

    Raises:
        ParseError: It is too large, no JSON, or an empty list.
    """
    document = parse_json(data, MAX_BYTES)
    if not isinstance(document, list):
        return [("", name, document)]
    if not document:
        raise ParseError("an empty list, expected games", source=name)
    if len(document) == 1:
        return [("[0]", name, document[0])]
    return [(f"[{i}]", f"{name}!{i}", game) for i, game in enumerate(document)]


def _note_other_start(game: Game) -> None:
    """Say so when the game plainly was played under other rules than those it is read under."""
    start, rules = game.rounds[0].scores, game.rules
    if len(set(start)) == 1 and start[0] != rules.start_points:
        message = (
            f"the game starts with {start[0]:,} points and the record names no rules: "
            f"read as {rules.name!r} ({rules.start_points:,}); --rules gives others"
        )
        game.report("odd-form", "", message)


def _round_rows(rows: RoundRecord) -> RoundRows:
    names = ("wind", "dealer", "honba", "deposits", "scores", "indicator", "hands")
    events = [
        {"kind": kind, "seat": seat, "tile": tile, "from_seat": source, "used": packed(used),
         "aux": aux}
        for kind, seat, tile, source, used, aux in rows.events
    ]  # fmt: skip
    start = {name: getattr(rows, name) for name in names}
    return RoundRows(start, events, rows.wins, rows.draws)
