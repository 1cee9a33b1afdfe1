"""Importer of Tenhou JSON, the form of tenhou.net/6."""

from __future__ import annotations

from collections.abc import Iterable

from mjlog.errors import ParseError
from mjlog.model import GameBatch, Problem
from mjlog.rows import RoundRows, batch_of_rows
from mjlog.rules import Rules

from ..columns import packed
from ..game_record import unreadable
from .documents import documents_of
from .games import Game, Hands, hands_of, joined, read_game
from .rounds import RoundRecord

__all__ = ["read_batch"]


def read_batch(items: Iterable[tuple[str, bytes]], *, rules: Rules | None = None) -> GameBatch:
    """Read Tenhou JSON, each text given as (name, bytes).

    Args:
        items: A text holds a game, one hand an object, or links to the viewer; where it holds
            several games they are called ``name!0``, ``name!1`` …
        rules: Rules of every game instead of its own.

    Returns:
        The games that could be read, in order. ``problems`` has one row of kind
        ``unreadable`` for each of the others.
    """
    problems: list[Problem] = []
    games: list[Game] = []
    for name, data in items:
        for source, hands in _games_of(data, name, problems):
            try:
                games.append(read_game(hands, source, rules))
            except ParseError as error:
                problems.append(unreadable(error, source))
    for game in games:
        problems += game.problems
    return batch_of_rows(
        [game.rows([_round_rows(r) for r in game.rounds]) for game in games], problems
    )


def _games_of(data: bytes, name: str, problems: list[Problem]) -> list[tuple[str, Hands]]:
    """Return (name, rounds) of each game in a text; what is none becomes a problem."""
    try:
        documents = documents_of(data, name)
    except ParseError as error:
        problems.append(unreadable(error, name))
        return []
    parts: list[Hands] = []
    for document in documents:
        try:
            parts.append(hands_of(document))
        except ParseError as error:
            problems.append(unreadable(error, name))
    games = joined(parts)
    if len(games) == 1:
        return [(name, games[0])]
    return [(f"{name}!{i}", game) for i, game in enumerate(games)]


def _round_rows(rows: RoundRecord) -> RoundRows:
    events = [
        {"kind": kind, "seat": seat, "tile": tile, "from_seat": source, "used": packed(used),
         "aux": aux}
        for kind, seat, tile, source, used, aux in rows.events
    ]  # fmt: skip
    return RoundRows(rows.start, events, rows.wins, rows.draws)
