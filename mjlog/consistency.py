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
from .engine.tile_copies import has_impossible
from .model import GameBatch, Problem
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
    if select(has_impossible, len(batch))(
        rounds.hands, rounds.hand_ids, rounds.indicator, rounds.indicator_id, rounds.first_event,
        events.kind, events.tile, events.tile_id,
    ):  # fmt: skip
        tiles = _tile_rows(batch)
        found = [
            *_repeated(batch, *tiles, ids=True),
            *_repeated(batch, *tiles, ids=False),
            *_wrong_hands(batch),
            *found,
        ]
    return [problem for _, problem in sorted(found, key=lambda pair: pair[0])]


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
