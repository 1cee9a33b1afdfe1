"""Records that contradict themselves before any rule is asked: tiles that cannot be there.

These are problems of the record, not findings: five copies of a tile, one physical tile
twice, a dealt hand that is no hand of thirteen.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .codes import DORA, DRAW, UNKNOWN, round_label
from .model import GameBatch, Problem
from .tiles import KIND, format_tile

__all__ = ["contradictions"]

#: How many tiles a message names.
SHOWN: Final = 6


def contradictions(batch: GameBatch) -> list[Problem]:
    """Return a problem of kind ``inconsistent`` for each round with impossible tiles."""
    rounds = _tile_rows(batch)
    found = [
        *_repeated(batch, *rounds, ids=True),
        *_repeated(batch, *rounds, ids=False),
        *_wrong_hands(batch),
    ]
    return [problem for _, problem in sorted(found, key=lambda pair: pair[0])]


def _tile_rows(
    batch: GameBatch,
) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8]]:
    """Return (round, code, physical id) of every tile that comes out of the wall."""
    rounds, events = batch.rounds, batch.events
    count = len(rounds)
    first = rounds.first_event
    event_round = np.repeat(np.arange(count), np.diff(first))
    drawn = np.flatnonzero((events.kind == DRAW) | (events.kind == DORA))
    return (
        np.concatenate([np.repeat(np.arange(count), 52), np.arange(count), event_round[drawn]]),
        np.concatenate([rounds.hands.reshape(-1), rounds.indicator, events.tile[drawn]]),
        np.concatenate([rounds.hand_ids.reshape(-1), rounds.indicator_id, events.tile_id[drawn]]),
    )


def _repeated(
    batch: GameBatch,
    rounds: NDArray[np.int64],
    codes: NDArray[np.uint8],
    tile_ids: NDArray[np.uint8],
    *,
    ids: bool,
) -> list[tuple[int, Problem]]:
    """Find physical tiles that appear twice, or (without ids) kinds that appear five times."""
    if ids:
        values, limit, size = tile_ids.astype(np.int64), 1, 136
    else:
        values, limit, size = KIND[codes].astype(np.int64), 4, 34
    known = (values < size) & ((tile_ids < 136) == ids)
    counts = np.bincount(rounds[known] * size + values[known], minlength=1)
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
        text = f"seat {seat} is dealt {held[r, seat]} tiles, expected 13"
        found.append((r, _problem(batch, r, text)))
    return found


def _problem(batch: GameBatch, r: int, message: str) -> Problem:
    rounds: Any = batch.rounds
    info = batch.info[int(rounds.game[r])]
    label = round_label(int(rounds.wind[r]), int(rounds.dealer[r]), int(rounds.honba[r]))
    return Problem(info.source, label, "inconsistent", message, info.id)
