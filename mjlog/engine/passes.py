"""Run the passes in order and collect their columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..codes import NOT_MARKED, UNKNOWN
from ..model import GameBatch
from ..replay import Replay
from ..rules.columns import FIFTH_TILE_TENPAI, KITA_BREAKS_IPPATSU, rules_matrix
from .cases import cases_of_chances, dora_columns
from .furiten import C_WIN, CHANCE_COLUMNS, furiten_rounds
from .jit import select
from .scoring import score_wins
from .shape_events import SEAT_COLUMNS, shape_rounds
from .state import follow_rounds
from .tables import shape_tables
from .win import CASE_UNMARKED, new_case, new_results

__all__ = ["round_columns", "run_passes"]


def round_columns(batch: GameBatch) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Return players and ruleset of each round (uint8[R], int32[R])."""
    game = batch.rounds.game
    return batch.players[game], batch.rules_index[game]


def run_passes(batch: GameBatch) -> Replay:
    """Return the replay of ``batch``; see :func:`mjlog.replay.replay`."""
    games = len(batch)
    rounds, events = batch.rounds, batch.events
    players, rules_index = round_columns(batch)
    rules = rules_matrix(batch.rules)
    out = _allocate(len(rounds), len(events))
    select(follow_rounds, games)(
        rounds.first_event, players, rules[rules_index, KITA_BREAKS_IPPATSU], rounds.deposits,
        rounds.hands, events.kind, events.seat, events.tile, events.from_seat, events.used,
        events.aux, out.deal_lo, out.deal_hi, out.hand_lo, out.hand_hi, out.hand_row, out.draw_tile,
        out.live_wall, out.turn, out.status, out.indicators, out.deposits, out.not_held,
    )  # fmt: skip
    select(shape_rounds, games)(
        rounds.first_event, players, np.ascontiguousarray(rules[:, FIFTH_TILE_TENPAI]),
        rules_index, rounds.indicator, events.kind, events.seat, events.tile, events.used,
        out.status, out.hand_lo, out.hand_hi, out.deal_lo, out.deal_hi, shape_tables(),
        out.shanten, out.deal_shanten, out.ukeire, out.ukeire_tiles, out.waits, out.deal_waits,
        np.zeros((13, SEAT_COLUMNS), np.int64),
    )  # fmt: skip
    _find_chances(batch, out, players, rules, rules_index)
    return out


def _find_chances(
    batch: GameBatch,
    out: Replay,
    players: NDArray[np.uint8],
    rules: NDArray[np.int32],
    rules_index: NDArray[np.int32],
) -> None:
    """Run the furiten pass and score every chance to win that it lists."""
    games, rounds, events = len(batch), batch.rounds, batch.events
    room = _room(len(events))
    while True:
        chances = np.empty((room, CHANCE_COLUMNS), np.int64)
        n = select(furiten_rounds, games)(
            rounds.first_event, players, rules, rules_index,
            events.kind, events.seat, events.tile, events.from_seat, events.used, events.aux,
            out.waits, out.deal_waits, out.status, out.hand_row, out.hand_lo, out.hand_hi,
            out.deal_lo, out.deal_hi, out.furiten, out.furiten_tile, chances,
        )  # fmt: skip
        if n < room:
            break
        room *= 4  # full: there may be more
    out.chances = chances[:n].copy()
    out.cases, out.scores = new_case(n), new_results(n)
    select(cases_of_chances, games)(
        out.chances, n, rounds.first_event, players, rounds.wind, rounds.dealer, rounds.honba,
        rules_index, rounds.indicator, events.kind, events.seat, events.tile, out.live_wall,
        batch.wins.ura, dora_columns(batch.rules), out.cases,
    )  # fmt: skip
    _note_unmarked(batch, out)
    select(score_wins, games)(out.cases, rules, out.scores)


def _room(events: int) -> int:
    """Return the rows to begin with: in real games a hundred events bring one chance."""
    return events // 32 + 64


def _note_unmarked(batch: GameBatch, out: Replay) -> None:
    """Tell the scorer which tsumo were not marked (:data:`mjlog.codes.NOT_MARKED`)."""
    incidents, wins = batch.incidents, batch.wins
    for row in np.flatnonzero(incidents.kind == NOT_MARKED).tolist():
        own = (wins.round == incidents.round[row]) & (wins.seat == wins.from_seat)
        if incidents.seat[row] != UNKNOWN:
            own &= wins.seat == incidents.seat[row]
        for win in np.flatnonzero(own).tolist():
            out.cases[out.chances[:, C_WIN] == win, CASE_UNMARKED] = 1


def _allocate(rounds: int, events: int) -> Replay:
    empty = np.empty  # the passes write every row
    return Replay(
        deal_lo=empty((rounds, 4), np.int64),
        deal_hi=empty((rounds, 4), np.int64),
        hand_lo=empty(events, np.int64),
        hand_hi=empty(events, np.int64),
        hand_row=empty((events, 4), np.int32),
        draw_tile=empty((events, 4), np.uint8),
        live_wall=empty(events, np.int16),
        turn=empty(events, np.int16),
        status=empty(events, np.int32),
        indicators=empty(events, np.uint8),
        deposits=empty(events, np.int16),
        shanten=empty(events, np.int8),
        deal_shanten=empty((rounds, 4), np.int8),
        ukeire=empty(events, np.int64),
        ukeire_tiles=empty(events, np.uint8),
        waits=empty(events, np.int64),
        furiten=empty(events, np.uint8),
        furiten_tile=empty((events, 4), np.uint8),
        deal_waits=empty((rounds, 4), np.int64),
        not_held=empty(events, np.uint8),
        chances=empty((0, CHANCE_COLUMNS), np.int64),
        cases=new_case(0),
        scores=new_results(0),
    )
