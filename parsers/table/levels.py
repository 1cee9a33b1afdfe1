"""The three levels of a table record: what is left of a game that is recorded in less detail."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mjlog.codes import DRAW, RIICHI, RIICHI_ACCEPTED, RYUUKYOKU, UNKNOWN, WIN
from mjlog.errors import UnknownNameError
from mjlog.rows import GameRows, RoundRows, Row

from .words import LEVELS

__all__ = ["reduced"]

_RESULT: Final = (RIICHI, RIICHI_ACCEPTED, WIN, RYUUKYOKU)


def reduced(game: GameRows, level: str) -> GameRows:
    """Return a game as a record of a lower level holds it.

    ``public`` is what was said and shown: dealt hands and drawn tiles are unknown, but for a
    tile drawn and discarded at once or won with. ``result`` is one line a hand: riichi and
    results.

    Raises:
        UnknownNameError: No level of that name.
    """
    if level not in LEVELS:
        raise UnknownNameError("level", level, LEVELS)
    if level == "full":
        return game
    extra = {**game.info.extra, "level": level}
    change = _public if level == "public" else _result
    return replace(
        game,
        info=replace(game.info, extra=extra),
        rounds=[change(part) for part in game.rounds],
    )


def _public(part: RoundRows) -> RoundRows:
    events = [row | {"tile": UNKNOWN} if row["kind"] == DRAW else row for row in part.events]
    return replace(part, start=_hidden(part.start), events=events)


def _hidden(start: Row) -> Row:
    return start | {"hands": [[UNKNOWN] * 13] * 4}


def _result(part: RoundRows) -> RoundRows:
    kept = [n for n, row in enumerate(part.events) if row["kind"] in _RESULT]
    place = {n: k for k, n in enumerate(kept)}
    events, wins, draws = [], [], []
    for n in kept:
        row = part.events[n]
        if row["kind"] == WIN:
            row = row | {"tile": UNKNOWN}
            win = part.wins[row["aux"]]
            unknown = {"tile": UNKNOWN, "hand": [UNKNOWN] * 14, "indicators": [UNKNOWN] * 10,
                       "ura": [UNKNOWN] * 10}  # fmt: skip
            wins.append(win | unknown | {"event": place[n]})
        elif row["kind"] == RYUUKYOKU:
            draws.append(
                part.draws[row["aux"]] | {"event": place[n], "hands": [[UNKNOWN] * 14] * 4}
            )
        events.append(row)
    incidents = [row | {"event": sum(n < row["event"] for n in kept)} for row in part.incidents]
    start = _hidden(part.start) | {"indicator": UNKNOWN, "dice": [UNKNOWN] * 2}
    return RoundRows(start, events, wins, draws, incidents)
