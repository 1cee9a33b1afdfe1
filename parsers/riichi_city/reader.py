"""Importer of Riichi City records."""

from __future__ import annotations

from collections.abc import Iterable

from mjlog.errors import ParseError
from mjlog.model import GameBatch, Problem
from mjlog.rows import GameRows, RoundRows
from mjlog.rules import Rules

from ..columns import EventLists, batch_of_lists
from ..game_record import unreadable
from ..json_values import parse_json
from .games import Game, read_game

__all__ = ["read_batch"]

#: A game has some 500 KB.
MAX_BYTES = 32 << 20


def read_batch(items: Iterable[tuple[str, bytes]], *, rules: Rules | None = None) -> GameBatch:
    """Read Riichi City records, each given as (name, JSON in bytes).

    Args:
        items: A document holds one game, or the server's answer with it.
        rules: Rules of every game instead of those of its room.

    Returns:
        The games that could be read, in order. ``problems`` has one row of kind
        ``unreadable`` for each of the others.
    """
    problems: list[Problem] = []
    games: list[Game] = []
    for name, data in items:
        try:
            games.append(read_game(parse_json(data, MAX_BYTES), name, rules))
        except ParseError as error:
            problems.append(unreadable(error, name))
    for game in games:
        problems += game.problems
    return batch_of_lists([_rows(game) for game in games], problems)


def _rows(game: Game) -> tuple[GameRows, list[EventLists]]:
    rounds = [RoundRows(hand.start, [], hand.wins, hand.draws) for hand in game.rounds]
    return game.rows(rounds), [hand.events for hand in game.rounds]
