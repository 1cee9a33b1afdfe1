"""Tenpai that has no yaku, for rules that do not let it count (``keishiki_tenpai`` off)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..codes import CHI, EXHAUSTIVE, KITA, NAGASHI
from ..model import GameBatch
from ..replay import Replay
from ..rules.columns import rules_matrix
from .cases import cases_of_chances
from .furiten import (
    C_CLAIM,
    C_EVENT,
    C_FROM,
    C_HI,
    C_LO,
    C_MELD_REDS,
    C_MELDS,
    C_ROUND,
    C_SEAT,
    C_STATUS,
    C_TILE,
    C_WIN,
    CHANCE_COLUMNS,
    MELD_REDS,
    N_MELDS,
    S_COLUMNS,
    _meld,
)
from .layout import ACCEPTED_SHIFT, DOUBLE_SHIFT, RIICHI_SHIFT
from .scoring import score_wins
from .state import ADD_HI, ADD_LO
from .win import OUT_STATUS, WINS, new_case, new_results

__all__ = ["yakuless_tenpai"]

#: Status bits that say something of a hand at a draw; rinshan and first turn do not.
_LASTING = 15 << RIICHI_SHIFT | 15 << ACCEPTED_SHIFT | 15 << DOUBLE_SHIFT


def yakuless_tenpai(batch: GameBatch, replay: Replay) -> NDArray[np.uint8]:
    """Return uint8[D]: the mask of seats that are tenpai without a yaku on any of their waits.

    0 where the rules let formal tenpai (形式テンパイ) count. A hand has a yaku when a tsumo on
    some tile of its wait would have one, so that every closed hand has.
    """
    draws = batch.draws
    masks = np.zeros(len(draws), np.uint8)
    formal = np.array([r.keishiki_tenpai for r in batch.rules], np.bool_)
    if formal.all():
        return masks
    strict = ~formal[batch.rules_index[batch.rounds.game[draws.round]]]
    for d in np.flatnonzero(strict & np.isin(draws.kind, (EXHAUSTIVE, NAGASHI))).tolist():
        for seat in range(int(batch.players[int(batch.rounds.game[draws.round[d]])])):
            if not _has_yaku(batch, replay, int(draws.round[d]), int(draws.event[d]), seat):
                masks[d] |= 1 << seat
    return masks


def _waits(batch: GameBatch, replay: Replay, r: int, e: int, seat: int) -> int:
    """Return the waits of a seat at event ``e``, as its last discard or kan left them."""
    events, first = batch.events, int(batch.rounds.first_event[r])
    for row in range(e - 1, first - 1, -1):
        if int(events.seat[row]) == seat and int(replay.waits[row]):
            return int(replay.waits[row])
        if int(events.seat[row]) == seat and int(events.kind[row]) == 1:
            return 0
    return int(replay.deal_waits[r, seat])


def _has_yaku(batch: GameBatch, replay: Replay, r: int, e: int, seat: int) -> bool:
    waits = _waits(batch, replay, r, e, seat)
    kinds = [kind for kind in range(34) if waits >> kind & 1]
    if not kinds:
        return True
    rounds, events = batch.rounds, batch.events
    first = int(rounds.first_event[r])
    own, melds = np.zeros((4, S_COLUMNS), np.int64), np.full((4, 4, 2), -1, np.int64)
    for row in range(first, e):
        kind = int(events.kind[row])
        if int(events.seat[row]) == seat and CHI <= kind < KITA:
            _meld(own, melds, seat, kind, int(events.tile[row]), int(events.used[row]))
    row = int(replay.hand_row[e, seat])
    lo = int(replay.hand_lo[row]) if row >= first else int(replay.deal_lo[r, seat])
    hi = int(replay.hand_hi[row]) if row >= first else int(replay.deal_hi[r, seat])
    chances = np.full((len(kinds), CHANCE_COLUMNS), -1, np.int64)
    for chance, kind in zip(chances, kinds, strict=True):
        chance[C_EVENT], chance[C_ROUND], chance[C_SEAT], chance[C_FROM] = e, r, seat, seat
        chance[C_TILE], chance[C_CLAIM], chance[C_WIN] = kind, -1, -1
        chance[C_LO], chance[C_HI] = lo + int(ADD_LO[kind]), hi + int(ADD_HI[kind])
        chance[C_STATUS] = int(replay.status[e]) & _LASTING
        chance[C_MELD_REDS] = own[seat, MELD_REDS]
        for i in range(int(own[seat, N_MELDS])):
            chance[C_MELDS + 2 * i], chance[C_MELDS + 2 * i + 1] = melds[seat, i]
    cases, results = new_case(len(kinds)), new_results(len(kinds))
    game = rounds.game
    cases_of_chances(
        chances, len(kinds), rounds.first_event, batch.players[game], rounds.wind, rounds.dealer,
        rounds.honba, batch.rules_index[game], rounds.indicator, events.kind, events.seat,
        events.tile, replay.live_wall, batch.wins.ura, np.zeros((len(batch.rules), 5), np.uint8),
        cases,
    )  # fmt: skip
    score_wins(cases, rules_matrix(batch.rules), results)
    return bool((results[:, OUT_STATUS] == WINS).any())
