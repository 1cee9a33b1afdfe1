"""Importer of Tenhou JSON, the form of tenhou.net/6."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from mjlog.errors import ParseError
from mjlog.model import GameBatch, Problem
from mjlog.rows import GameRows, RoundRows
from mjlog.rules import Rules

from ..columns import EventColumns, EventLists, batch_of_lists, kernel_pays
from ..game_record import unreadable
from .documents import documents_of
from .games import Hands, event_lists, hands_of, joined, read_game
from .plain import Codes, PlainGame, play_games, prepare_game
from .plain_play import read_plays

__all__ = ["read_batch"]

#: Rows of a game, the events of its rounds, and what was odd.
_Read = tuple[GameRows, Sequence[EventLists | EventColumns], list[Problem]]
#: Stands for a game that is still to be played.
_NOT_YET: Final = Problem("", "", "", "")


def read_batch(
    items: Iterable[tuple[str, bytes]], *, rules: Rules | None = None, plain: bool | None = None
) -> GameBatch:
    """Read Tenhou JSON, each text given as (name, bytes).

    Args:
        items: A text holds a game, one hand an object, or links to the viewer; where it holds
            several games they are called ``name!0``, ``name!1`` …
        rules: Rules of every game instead of its own.
        plain: Whether plain games go through the kernel, None: when it is worth compiling.
            The columns are the same.

    Returns:
        The games that could be read, in order. ``problems`` has one row of kind
        ``unreadable`` for each of the others.
    """
    items = list(items)
    if plain is None:
        texts = sum(max(data.count(b'"log"'), 1) for _, data in items)
        plain = kernel_pays(texts, read_plays)
    codes = Codes()
    found: list[_Read | Problem] = []
    waiting: dict[int, tuple[PlainGame, int, int]] = {}  # which text, which game of it
    for i, (name, data) in enumerate(items):
        games = _games_of(data, name, found)
        for number, (source, hands) in enumerate(games):
            game = prepare_game(hands, source, rules, codes) if plain else None
            if game is not None:
                waiting[len(found)] = (game, i, number)
            found.append(_NOT_YET if game is not None else _tolerant(hands, source, rules))
    played = play_games([game for game, _, _ in waiting.values()], codes)
    for (place, (_, i, number)), read in zip(waiting.items(), played, strict=True):
        if read is None:  # odd after all
            source, hands = _games_of(items[i][1], items[i][0], [])[number]
            found[place] = _tolerant(hands, source, rules)
        else:
            found[place] = read
    problems = [one for one in found if isinstance(one, Problem)]
    read_games = [one for one in found if not isinstance(one, Problem)]
    problems += [problem for _, _, odd in read_games for problem in odd]
    return batch_of_lists([(rows, events) for rows, events, _ in read_games], problems)


def _tolerant(hands: Hands, source: str, rules: Rules | None) -> _Read | Problem:
    """Return a game of any form, or why it cannot be read."""
    try:
        game = read_game(hands, source, rules)
    except ParseError as error:
        return unreadable(error, source)
    parts = [RoundRows(part.start, [], part.wins, part.draws) for part in game.rounds]
    return game.rows(parts), [event_lists(part.events) for part in game.rounds], game.problems


def _games_of(data: bytes, name: str, problems: list[Any]) -> list[tuple[str, Hands]]:
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
