"""Records that contradict themselves before any rule is asked: tiles that cannot be there.

These are problems of the record, not findings: five copies of a tile, one physical tile
twice, a dealt hand that is no hand of thirteen, a wall that nobody can build.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from .codes import DORA, DRAW, UNKNOWN
from .engine.jit import select
from .engine.passes import round_columns
from .engine.tile_copies import COPIES, RED, TILES, count_known, find_impossible, most_of
from .model import GameBatch, Problem
from .rules import Rules
from .rules.columns import rules_matrix
from .tiles import KIND, format_tile

__all__ = ["contradictions"]

#: How many tiles a message names.
SHOWN: Final = 6
#: Formats of records in which some tiles of a hand may be unknown.
PARTLY_KNOWN: Final = ("table", "table-json")


def contradictions(batch: GameBatch) -> list[Problem]:
    """Return a problem of kind ``inconsistent`` for each round with impossible tiles."""
    rounds, events = batch.rounds, batch.events
    found = _wrong_walls(batch)
    wrong = np.zeros(len(rounds), np.uint8)
    players, rules_index = round_columns(batch)
    if not select(find_impossible, len(batch))(
        rounds.hands, rounds.hand_ids, rounds.indicator, rounds.indicator_id, rounds.first_event,
        players, rules_matrix(batch.rules), rules_index, events.kind, events.seat, events.tile,
        events.tile_id, events.from_seat, events.used, events.aux, batch.wins.hand,
        batch.draws.hands, wrong,
    ):  # fmt: skip
        return _in_order(found)
    for r in np.flatnonzero(wrong == TILES).tolist():
        found.append((r, _problem(batch, r, _tiles_text(batch, r))))
    if (wrong & COPIES).any():
        tiles = _tile_rows(batch)
        found = [
            *_repeated(batch, *tiles, ids=True),
            *_repeated(batch, *tiles, ids=False),
            *_wrong_hands(batch),
            *found,
        ]
    return _in_order(found)


def _in_order(found: list[tuple[int, Problem]]) -> list[Problem]:
    return [problem for _, problem in sorted(found, key=lambda pair: pair[0])]


def _tiles_text(batch: GameBatch, r: int) -> str:
    """Say which tiles of a round the game does not have, or not so often."""
    rounds, events = batch.rounds, batch.events
    totals = np.zeros(37, np.int64)
    count_known(
        r, rounds.hands, rounds.indicator, rounds.first_event, events.kind, events.seat,
        events.tile, events.from_seat, events.used, events.aux, batch.wins.hand,
        batch.draws.hands, np.zeros((4, 4, 37), np.int64), totals,
    )  # fmt: skip
    players, rules_index = round_columns(batch)
    three, rules = bool(players[r] == 3), batch.rules[int(rules_index[r])]
    row = rules_matrix([rules])[0]
    most = [int(most_of(code, three, row)) for code in range(37)]
    too_many: dict[str, list[str]] = {}
    for code in np.flatnonzero(totals > most).tolist():
        often = f"{totals[code]} times" if totals[code] > 1 else "once"
        names = too_many.setdefault(_limit_text(code, most[code], three, rules), [])
        names.append(f"{format_tile(code)} {often}")
    return "; ".join(f"{_some(names)}; {limit}" for limit, names in too_many.items())


def _some(names: list[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _limit_text(code: int, most: int, three: bool, rules: Rules) -> str:
    if code < RED:
        return f"at most {most} can be in a round" if most else "three play without 2m–8m"
    if three and code == RED:
        return "three play without 2m–8m"
    return f"the rules {rules.name!r} have {most or 'none'}"


def _tile_rows(
    batch: GameBatch,
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint8]]:
    """Return (round, code, physical id) of every tile that comes out of the wall."""
    rounds, events = batch.rounds, batch.events
    count = len(rounds)
    first = rounds.first_event
    each = np.arange(count, dtype=np.int32)
    drawn = np.flatnonzero((events.kind == DRAW) | (events.kind == DORA))
    drawn_in = np.repeat(each, np.diff(first)).take(drawn)
    return (
        np.concatenate([np.repeat(each, 52), each, drawn_in]),
        np.concatenate([rounds.hands.reshape(-1), rounds.indicator, events.tile[drawn]]),
        np.concatenate([rounds.hand_ids.reshape(-1), rounds.indicator_id, events.tile_id[drawn]]),
    )


def _repeated(
    batch: GameBatch,
    rounds: NDArray[np.int32],
    codes: NDArray[np.uint8],
    tile_ids: NDArray[np.uint8],
    *,
    ids: bool,
) -> list[tuple[int, Problem]]:
    """Find physical tiles that appear twice, or (without ids) kinds that appear five times."""
    limit, size = (1, 136) if ids else (4, 34)
    known = tile_ids < 136 if ids else tile_ids >= 136
    if not known.any():
        return []
    if not ids:
        known &= KIND[codes] < size
    rounds, codes, tile_ids = rounds[known], codes[known], tile_ids[known]
    counts = np.bincount(rounds * size + (tile_ids if ids else KIND[codes]))
    places = np.flatnonzero(counts > limit)
    found = []
    for r in np.unique(places // size).tolist():
        own = [int(p) for p in places if p // size == r]
        names = [
            f"{format_tile(p % size >> 2 if ids else p % size)}"
            f"{f' (id {p % size})' if ids else ''} {counts[p]} times"
            for p in own[:SHOWN]
        ]
        more = f" and {len(own) - SHOWN} more" if len(own) > SHOWN else ""
        text = f"{', '.join(names)}{more}; at most {limit} can be in a round"
        found.append((r, _problem(batch, r, text)))
    return found


def _wrong_hands(batch: GameBatch) -> list[tuple[int, Problem]]:
    """Find dealt hands that are neither unknown nor thirteen tiles."""
    held = (batch.rounds.hands != UNKNOWN).sum(axis=2)
    found = []
    for r, seat in np.argwhere((held > 0) & (held < 13)).tolist():
        if batch.info[int(batch.rounds.game[r])].format in PARTLY_KNOWN:
            continue
        text = f"seat {seat} is dealt {held[r, seat]} tiles, expected 13"
        found.append((r, _problem(batch, r, text)))
    return found


def _wrong_walls(batch: GameBatch) -> list[tuple[int, Problem]]:
    """Find walls in the records that hold a tile five times, or more, where nobody may draw it."""
    found = []
    for game, info in enumerate(batch.info):
        first = int(batch.first_round[game])
        for r, wall in enumerate(info.extra.get("walls") or (), first):
            tiles = [code for code in wall.tiles if code != UNKNOWN] if wall is not None else []
            counts = np.bincount(KIND[tiles], minlength=34)[:34] if tiles else np.zeros(34, int)
            places = np.flatnonzero(counts > 4).tolist()
            if places:
                names = [f"{format_tile(p)} {counts[p]} times" for p in places[:SHOWN]]
                text = f"the wall has {', '.join(names)}; at most 4 can be in a round"
                found.append((r, _problem(batch, r, text)))
    return found


def _problem(batch: GameBatch, r: int, message: str) -> Problem:
    info = batch.info[int(batch.rounds.game[r])]
    return Problem(info.source, batch.round_name(r), "inconsistent", message, info.id)
