"""Fingerprints of games: tell whether two records hold the same play."""

from __future__ import annotations

import hashlib

import numpy as np

from mjlog.model import GameBatch

__all__ = ["game_digests"]


def game_digests(batch: GameBatch) -> list[str]:
    """Return 16 hex digits a game, over its events, deals, scores and results as recorded.

    Names, sources and other header data do not count.
    """
    events, rounds = batch.events, batch.rounds
    actor = events.kind * np.uint8(5) + np.minimum(events.seat, np.uint8(4))
    play = np.stack([actor, events.tile], axis=1)
    scores = np.ascontiguousarray(rounds.scores).view(np.uint8).reshape(len(rounds), 16)
    deals = np.concatenate([rounds.hands.reshape(len(rounds), 52), scores], axis=1)
    event_bounds = rounds.first_event[batch.first_round].tolist()
    round_bounds = batch.first_round.tolist()
    results = []
    for table in (batch.wins, batch.draws):
        bounds = np.searchsorted(table.round, batch.first_round).tolist()
        results.append((np.ascontiguousarray(table.deltas), bounds))
    digests = []
    for game in range(len(batch)):
        digest = hashlib.blake2b(
            play[event_bounds[game] : event_bounds[game + 1]].data, digest_size=8
        )
        digest.update(deals[round_bounds[game] : round_bounds[game + 1]].data)
        for deltas, bounds in results:
            digest.update(deltas[bounds[game] : bounds[game + 1]].data)
        digests.append(digest.hexdigest())
    return digests
