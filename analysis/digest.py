"""Fingerprints of games: tell whether two records hold the same play."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import DISCARD, DRAW, UNKNOWN
from mjlog.model import Events, GameBatch
from mjlog.tiles import KIND

from .arrow import sorted_columns

__all__ = ["game_digests", "play_digests"]

_KINDS: Final = KIND.tobytes()


def game_digests(batch: GameBatch) -> list[str]:
    """Return 16 hex digits a game, over its events, deals, scores and results as recorded.

    Names, sources and other header data do not count.
    """
    events, rounds = batch.events, batch.rounds
    play = _play(events, events.tile)
    scores = np.ascontiguousarray(rounds.scores).view(np.uint8).reshape(len(rounds), 16)
    deals = np.concatenate([rounds.hands.reshape(len(rounds), 52), scores], axis=1)
    tables = (
        (play, rounds.first_event[batch.first_round]),
        (deals, batch.first_round),
        (batch.wins.deltas, np.searchsorted(batch.wins.round, batch.first_round)),
        (batch.draws.deltas, np.searchsorted(batch.draws.round, batch.first_round)),
    )
    games = zip(*(_pieces(rows, bounds) for rows, bounds in tables), strict=True)
    return [blake2b(b"".join(pieces), digest_size=8).hexdigest() for pieces in games]


def play_digests(batch: GameBatch) -> list[str | None]:
    """Return 16 hex digits a game over its deals, draws and discards by kind of tile.

    Records of one game in two formats have the same: physical tiles, red fives, the order of
    the deal, results and whatever else only some formats hold do not count. None for a game
    with a round of which no dealt hand is known: too little to tell games apart.
    """
    events, rounds = batch.events, batch.rounds
    rows = np.flatnonzero((events.kind == DRAW) | (events.kind == DISCARD))
    play = _play(events, _kinds(events.tile)).take(rows)
    hands = np.ascontiguousarray(rounds.hands.reshape(-1, 13).T)  # one place of all a row
    deals = np.empty((len(rounds), 54), np.uint8)
    deals[:, 0], deals[:, 1] = rounds.wind, rounds.dealer
    deals[:, 2:] = sorted_columns(_kinds(hands)).T.reshape(-1, 52)
    known = (hands.max(axis=0) != UNKNOWN).reshape(-1, 4).any(axis=1)
    unknown = np.concatenate([[0], np.cumsum(~known)])[batch.first_round]
    told = (np.diff(unknown) == 0) & (np.diff(batch.first_round) > 0)
    tables = (
        (play, np.searchsorted(rows, rounds.first_event[batch.first_round])),
        (deals, batch.first_round),
    )
    games = zip(*(_pieces(rows, bounds) for rows, bounds in tables), strict=True)
    return [
        blake2b(b"".join(pieces), digest_size=8).hexdigest() if is_told else None
        for pieces, is_told in zip(games, told.tolist(), strict=True)
    ]


def _play(events: Events, tiles: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return two bytes an event: who does what, and behind it the tile."""
    play = tiles.astype("<u2")
    play <<= 8
    play |= events.kind * np.uint8(5) + np.minimum(events.seat, np.uint8(4))
    return play


def _kinds(tiles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the kinds of tiles; for bytes, Python is quicker at looking up than numpy."""
    return np.frombuffer(tiles.tobytes().translate(_KINDS), np.uint8).reshape(tiles.shape)


def _pieces(rows: NDArray[Any], bounds: NDArray[Any]) -> Iterator[memoryview]:
    """Yield the bytes of the rows of each game."""
    data = np.ascontiguousarray(rows).reshape(-1).view(np.uint8).data
    ends = (bounds.astype(np.int64) * rows[:1].nbytes).tolist()
    return map(data.__getitem__, map(slice, ends[:-1], ends[1:]))
