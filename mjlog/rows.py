"""Games as plain rows: what a person or a writer puts together, and the way to columns and back.

A row is a dictionary column → value, with tile codes, seats and points as in
:mod:`mjlog.model`; a column that is left out is unknown. Lists may be shorter than their
column: the rest is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Final

import numpy as np

from .codes import RYUUKYOKU, UNKNOWN_POINTS, WIN
from .model import (
    COLUMNS,
    Draws,
    Events,
    GameBatch,
    GameInfo,
    Incidents,
    Problem,
    Rounds,
    Wins,
    allocate,
)
from .rules import Rules

__all__ = ["GameRows", "RoundRows", "Row", "batch_of_rows", "rows_of"]

Row = dict[str, Any]

#: Columns that place a row in its batch; rows have no ``round``, and events of their own count.
_PLACES: Final = ("game", "round", "first_event")


@dataclass(slots=True)
class RoundRows:
    """One round.

    Attributes:
        start: Columns of :class:`~mjlog.model.Rounds`.
        events: Columns of :class:`~mjlog.model.Events`; ``aux`` of a WIN or RYUUKYOKU is the
            row in ``wins`` or ``draws`` of this round.
        wins, draws, incidents: Their columns; ``event`` counts inside the round.
    """

    start: Row
    events: list[Row] = field(default_factory=list)
    wins: list[Row] = field(default_factory=list)
    draws: list[Row] = field(default_factory=list)
    incidents: list[Row] = field(default_factory=list)


@dataclass(slots=True)
class GameRows:
    """One game: what :class:`~mjlog.model.GameBatch` says of it."""

    info: GameInfo
    rules: Rules
    rounds: list[RoundRows] = field(default_factory=list)
    final_scores: Sequence[int] = ()
    final_points: Sequence[int] = ()
    complete: bool = False


def batch_of_rows(games: Sequence[GameRows], problems: Iterable[Problem] = ()) -> GameBatch:
    """Return games as columns."""
    rounds = [(g, part) for g, game in enumerate(games) for part in game.rounds]
    tables: dict[str, Any] = {
        "rounds": allocate(Rounds, len(rounds)),
        "events": allocate(Events, sum(len(part.events) for _, part in rounds)),
        "wins": allocate(Wins, sum(len(part.wins) for _, part in rounds)),
        "draws": allocate(Draws, sum(len(part.draws) for _, part in rounds)),
        "incidents": allocate(Incidents, sum(len(part.incidents) for _, part in rounds)),
    }
    at = dict.fromkeys(("events", "wins", "draws", "incidents"), 0)
    aux: list[int] = []
    for r, (g, part) in enumerate(rounds):
        _fill(tables["rounds"], r, {"deposits": -1, **part.start, "game": g})
        first = at["events"]
        for name in ("wins", "draws", "incidents"):
            for n, row in enumerate(getattr(part, name)):
                place = {"round": r, "event": first + row["event"]}
                _fill(tables[name], at[name] + n, row | place)
        shift = {WIN: at["wins"], RYUUKYOKU: at["draws"]}
        aux += [row.get("aux", 0) + shift.get(row["kind"], 0) for row in part.events]
        for name in at:
            at[name] += len(getattr(part, name))
        tables["rounds"].first_event[r + 1] = at["events"]
    _fill_events(tables["events"], [row for _, part in rounds for row in part.events], aux)
    rules: list[Rules] = []
    for game in games:
        if game.rules not in rules:
            rules.append(game.rules)
    return GameBatch(
        info=[game.info for game in games],
        players=np.array([game.rules.players for game in games], np.uint8),
        rules=rules,
        rules_index=np.array([rules.index(game.rules) for game in games], np.int32),
        final_scores=_points([game.final_scores for game in games]),
        final_points=_points([game.final_points for game in games]),
        first_round=np.cumsum([0, *(len(game.rounds) for game in games)]).astype(np.int32),
        complete=np.array([game.complete for game in games], np.bool_),
        problems=list(problems),
        **tables,
    )


def _points(rows: list[Sequence[int]]) -> Any:
    table = np.full((len(rows), 4), UNKNOWN_POINTS, np.int32)
    for g, row in enumerate(rows):
        table[g, : len(row)] = row
    return table


def _fill(table: Any, row: int, values: Row) -> None:
    for name, value in values.items():
        column = getattr(table, name)
        if not isinstance(value, list):
            column[row] = value
        elif column.ndim == 3:  # the hands of the four seats
            for s, tiles in enumerate(value):
                column[row, s, : len(tiles)] = tiles
        else:
            column[row, : len(value)] = value


def _fill_events(table: Events, rows: list[Row], aux: list[int]) -> None:
    """Fill the columns of all events, each at once: there are hundreds in a game."""
    if not rows:
        return
    alike = len({tuple(row) for row in rows}) == 1  # the same keys in one order
    for name, _, _ in COLUMNS[Events]:
        column = getattr(table, name)
        if name == "aux":
            column[:] = aux
        elif not alike:
            unknown = int(column[0])
            column[:] = [row.get(name, unknown) for row in rows]
        elif name in rows[0]:
            column[:] = list(map(itemgetter(name), rows))


def rows_of(batch: GameBatch, game: int) -> GameRows:
    """Return one game of a batch as rows with every column."""
    one = batch.select(game)
    first = one.rounds.first_event.tolist()
    events = _rows(one.events, Events)
    rounds = [
        RoundRows(start, events[first[r] : first[r + 1]])
        for r, start in enumerate(_rows(one.rounds, Rounds))
    ]
    firsts = dict.fromkeys((WIN, RYUUKYOKU), 0)
    for name, table in (("wins", Wins), ("draws", Draws), ("incidents", Incidents)):
        rows = _rows(getattr(one, name), table)
        for r, row in zip(getattr(one, name).round.tolist(), rows, strict=True):
            row["event"] -= first[r]
            getattr(rounds[r], name).append(row)
    for part in rounds:
        for row in part.events:
            row["aux"] -= firsts.get(row["kind"], 0)
        firsts[WIN] += len(part.wins)
        firsts[RYUUKYOKU] += len(part.draws)
    return GameRows(
        info=one.info[0],
        rules=one.rules[0],
        rounds=rounds,
        final_scores=one.final_scores[0].tolist(),
        final_points=one.final_points[0].tolist(),
        complete=bool(one.complete[0]),
    )


def _rows(table: Any, kind: type[Any]) -> list[Row]:
    names = [name for name, _, _ in COLUMNS[kind] if name not in _PLACES]
    columns = [getattr(table, name).tolist() for name in names]
    return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]
