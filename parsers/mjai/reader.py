"""Importer of mjai records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mjlog.errors import ParseError
from mjlog.model import GameBatch, Problem
from mjlog.rows import GameRows, RoundRows
from mjlog.rules import Rules

from ..columns import EventLists, batch_of_lists
from ..game_record import unreadable
from .documents import Message, Messages, messages_of
from .games import Game, read_game

__all__ = ["read_batch"]


def read_batch(items: Iterable[tuple[str, bytes]], *, rules: Rules | None = None) -> GameBatch:
    """Read mjai records, each given as (name, text in bytes).

    Args:
        items: A text holds the messages of one game or of several, which are then called
            ``name!0``, ``name!1`` …
        rules: Rules of every game instead of those that are chosen for it (mjai names none).

    Returns:
        The games that could be read, in order. ``problems`` has one row of kind
        ``unreadable`` for each of the others.
    """
    problems: list[Problem] = []
    games: list[Game] = []
    for name, data in items:
        try:
            messages = messages_of(data, name)
            if messages.report:
                _refuse_report(messages, name)
        except ParseError as error:
            problems.append(unreadable(error, name))
            continue
        parts = list(_games_of(messages.items))
        for i, part in enumerate(parts):
            source = name if len(parts) == 1 else f"{name}!{i}"
            try:
                games.append(read_game(part, messages.place, source, rules))
            except ParseError as error:
                problems.append(unreadable(error, source))
    for game in games:
        problems += game.problems
    return batch_of_lists([_rows(game) for game in games], problems)


def _refuse_report(messages: Messages, name: str) -> None:
    """Refuse a review report in which no round is played to its end."""
    kinds = {item.value.get("type") for item in messages.items if item.value is not None}
    if not kinds & {"hora", "ryukyoku"}:
        message = "a review report, no game: no round of it is played to the end"
        raise ParseError(message, source=name, place=messages.key or "")


def _games_of(items: list[Message]) -> Iterator[list[Message]]:
    """Yield the messages of each game."""
    found: list[Message] = []
    for item in items:
        if item.value is not None and item.value.get("type") == "start_game" and found:
            yield found
            found = []
        found.append(item)
    if found:
        yield found


def _rows(game: Game) -> tuple[GameRows, list[EventLists]]:
    rounds = [RoundRows(part.start, [], part.wins, part.draws) for part in game.rounds]
    return game.rows(rounds), [part.events for part in game.rounds]
