"""Importer of mjai records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mjlog.errors import ParseError
from mjlog.model import GameBatch, Problem
from mjlog.rows import GameRows, RoundRows
from mjlog.rules import Rules

from ..columns import EventLists, batch_of_lists, interleaved, kernel_pays, name_by_play
from ..game_record import unreadable
from .documents import Message, Messages, messages_of
from .games import Game, read_game
from .plain import read_plain_games
from .plain_play import read_games

__all__ = ["read_batch"]


def read_batch(
    items: Iterable[tuple[str, bytes]], *, rules: Rules | None = None, plain: bool | None = None
) -> GameBatch:
    """Read mjai records, each given as (name, text in bytes).

    Args:
        items: A text holds the messages of one game or of several, which are then called
            ``name!0``, ``name!1`` …
        rules: Rules of every game instead of those that are chosen for it (mjai names none).
        plain: Whether plain games go through the kernel, None: when it is worth compiling.
            The columns are the same.

    Returns:
        The games that could be read, in order. ``problems`` has one row of kind
        ``unreadable`` for each of the others.
    """
    items = list(items)
    if plain is None:
        plain = kernel_pays(len(items), read_games)
    known = read_plain_games(items if plain else [], rules)
    problems: list[Problem] = []
    odd: list[list[Problem]] = []
    games: list[Game] = []
    is_plain: list[bool] = []
    waiting = dict(zip(known.numbers, known.problems, strict=True))
    for number, (name, data) in enumerate(items):
        if number in waiting:
            found: list[Game] = []
            odd.append(waiting[number])
            is_plain.append(True)
        else:
            found = _games_in(data, name, rules, problems)
        games += found
        odd += [game.problems for game in found]
        is_plain += [False] * len(found)
    tolerant = batch_of_lists([_rows(game) for game in games])
    batch = interleaved(known.batch, tolerant, is_plain)
    name_by_play(batch)
    for info, found_odd in zip(batch.info, odd, strict=True):
        for problem in found_odd:
            problem.game_id = info.id
        problems += found_odd
    batch.problems = problems
    return batch


def _games_in(data: bytes, name: str, rules: Rules | None, problems: list[Problem]) -> list[Game]:
    """Return the games of a text of any form; what cannot be read becomes a problem."""
    try:
        messages = messages_of(data, name)
        if messages.report:
            _refuse_report(messages, name)
    except ParseError as error:
        problems.append(unreadable(error, name))
        return []
    games: list[Game] = []
    parts = list(_games_of(messages.items))
    for i, part in enumerate(parts):
        source = name if len(parts) == 1 else f"{name}!{i}"
        try:
            games.append(read_game(part, messages.place, source, rules))
        except ParseError as error:
            problems.append(unreadable(error, source))
    return games


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
