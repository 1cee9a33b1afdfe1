"""Findings of family W from the rows of a comparison."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..codes import DISCARD
from ..engine.wall_codes import WALL_CODES
from ..findings import Finding
from ..model import GameBatch
from ..tiles import format_tile
from .compare import (
    CODE,
    COMPARED,
    COUNT,
    DEAL,
    DICE,
    END,
    EVENT,
    EXPECTED,
    EXPECTED_ID,
    INDICATOR,
    RECORDED,
    RECORDED_ID,
    ROUND,
    SEAT,
    URA,
    WRONG_DRAW,
    compare_walls,
)
from .rebuild import Walls
from .recorded import check_hashes

__all__ = ["check_walls"]


def check_walls(batch: GameBatch, walls: Walls) -> list[Finding]:
    """Compare the record with its walls and return the findings of family W.

    When every round of a game was dealt from other walls than its seed makes, the game gets
    one finding instead of one a round: it is the seed that does not belong to it.

    Args:
        batch: The games.
        walls: Their walls, from :func:`walls_of`.
    """
    rows = compare_walls(batch, walls)
    foreign = (rows[:, CODE] == DEAL) & (2 * rows[:, COUNT] > rows[:, COMPARED])
    games = batch.rounds.game[rows[:, ROUND]]
    findings: list[Finding] = []
    whole: set[int] = set()
    for game in np.unique(games):
        rounds = int(batch.first_round[game + 1] - batch.first_round[game])
        if rounds > 1 and int(np.count_nonzero(foreign & (games == game))) == rounds:
            whole.add(int(game))
            findings.append(_game_finding(batch, int(game), rounds))
    findings += [
        _finding(batch, row.tolist(), bool(other))
        for row, other, game in zip(rows, foreign, games, strict=True)
        if int(game) not in whole
    ]
    return findings + check_hashes(batch)


def _code_fields(number: int) -> dict[str, Any]:
    code, name, severity, _, _, rule, _ = WALL_CODES[number - DEAL]
    return {"code": code, "name": name, "severity": severity, "rule": rule}


def _game_finding(batch: GameBatch, game: int, rounds: int) -> Finding:
    info = batch.info[game]
    return Finding(
        **_code_fields(DEAL),
        game_id=info.id,
        source=info.source,
        round=None,
        round_index=None,
        event_index=None,
        turn=None,
        seat=None,
        message=f"none of the {rounds} rounds was dealt from the walls of this seed",
        game=game,
    )


def _finding(batch: GameBatch, row: list[int], foreign: bool) -> Finding:
    r, event, seat = row[ROUND], row[EVENT], row[SEAT]
    rounds = batch.rounds
    game = int(rounds.game[r])
    recorded: Any = row[RECORDED]
    expected: Any = row[EXPECTED]
    if row[CODE] < DICE:
        recorded, expected = _tile_texts(row)
    elif row[CODE] == DICE:
        recorded, expected = list(divmod(recorded, 10)), list(divmod(expected, 10))
    info = batch.info[game]
    return Finding(
        **_code_fields(row[CODE]),
        game_id=info.id,
        source=info.source,
        round=batch.round_name(r),
        round_index=r - int(batch.first_round[game]),
        event_index=event - int(rounds.first_event[r]) if event >= 0 else None,
        turn=_turn(batch, r, event, seat) if event >= 0 and seat < 4 else None,
        seat=seat if seat < 4 else None,
        message=_message(row, recorded, expected, foreign),
        recorded=recorded,
        expected=expected,
        players=int(batch.players[game]),
        names=info.names[: int(batch.players[game])],
        game=game,
    )


def _turn(batch: GameBatch, r: int, event: int, seat: int) -> int:
    own = slice(int(batch.rounds.first_event[r]), event + 1)
    kinds, seats = batch.events.kind[own], batch.events.seat[own]
    return max(1, int(np.count_nonzero((kinds == DISCARD) & (seats == seat))))


def _tile_texts(row: list[int]) -> tuple[str, str]:
    """Return both tiles as text; two copies of one tile are told apart by their ids."""
    recorded, expected = format_tile(row[RECORDED]), format_tile(row[EXPECTED])
    if recorded == expected:
        return f"{recorded} (tile {row[RECORDED_ID]})", f"{expected} (tile {row[EXPECTED_ID]})"
    return recorded, expected


_WHAT: Final = {
    DEAL: "dealt tile",
    WRONG_DRAW: "drawn tile",
    INDICATOR: "dora indicator",
    URA: "ura indicator",
}


def _message(row: list[int], recorded: Any, expected: Any, foreign: bool) -> str:
    code, count, compared = row[CODE], row[COUNT], row[COMPARED]
    if code == END:
        if recorded > expected:
            return f"a tile is drawn after the last of the {expected} live tiles"
        return f"an exhaustive draw after {recorded} of {expected} draws"
    if code == DICE:
        thrown, due = (" and ".join(map(str, dice)) for dice in (recorded, expected))
        return f"the dice show {thrown}, the seed throws {due}"
    if foreign:
        return f"the deal is from another wall: {count} of {compared} dealt tiles differ"
    text = f"{_WHAT[code]} is {recorded}, the wall has {expected}"
    if count > 1:
        of_all = f" of {compared}" if compared else ""
        text += f" (the first of {count}{of_all} that differ)"
    return text
