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
    events = batch.events
    play = np.stack([events.kind, events.seat, events.tile, events.from_seat], axis=1)
    event_bounds = batch.rounds.first_event[batch.first_round].tolist()
    round_bounds = batch.first_round.tolist()
    wins = np.searchsorted(batch.wins.round, batch.first_round).tolist()
    draws = np.searchsorted(batch.draws.round, batch.first_round).tolist()
    deals = np.ascontiguousarray(batch.rounds.hands)
    scores = np.ascontiguousarray(batch.rounds.scores)
    win_deltas = np.ascontiguousarray(batch.wins.deltas)
    draw_deltas = np.ascontiguousarray(batch.draws.deltas)
    digests = []
    for game in range(len(batch)):
        digest = hashlib.blake2b(digest_size=8)
        digest.update(play[event_bounds[game] : event_bounds[game + 1]].data)
        digest.update(deals[round_bounds[game] : round_bounds[game + 1]].data)
        digest.update(scores[round_bounds[game] : round_bounds[game + 1]].data)
        digest.update(win_deltas[wins[game] : wins[game + 1]].data)
        digest.update(draw_deltas[draws[game] : draws[game + 1]].data)
        digests.append(digest.hexdigest())
    return digests
