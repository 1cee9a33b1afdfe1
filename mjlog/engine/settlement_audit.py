"""Audit of payments and game flow over a batch (finding families P and G)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..codes import RIICHI, UNKNOWN_POINTS
from ..model import GameBatch
from ..rules.columns import uma_table
from ..rules.model import Rules
from .bounds import check_columns
from .deposit_audit import audit_riichi
from .flow_audit import NO_RESULT, audit_flow, summarise_rounds
from .incident_payments import add_corrections, add_incident_points, chombo_tenths, fill_void_draws
from .jit import select
from .report import REPORT_COLUMNS
from .result_audit import audit_draws, audit_wins
from .settlement_tables import (
    D_NAGASHI,
    G_CHOMBO,
    G_EXPECTED,
    G_FINAL,
    R_EXPECTED,
    R_REASON,
    R_RESULT,
    R_RUNNING,
    R_TABLE,
    T_DELTA,
    T_EXPECTED,
    W_POINTS,
    draw_table,
    game_table,
    round_table,
    rules_table,
    win_table,
)
from .win_values import settle_values

__all__ = ["Settlement", "audit_settlement", "settle_columns"]


@dataclass(slots=True)
class Settlement:
    """What the payments and the flow should be, and where the record differs.

    Attributes:
        running: int32[R, 4], points before the result of each round, deposits paid.
        table: int16[R], sticks on the table before the result.
        expected_deltas: int32[W, 4], change of each seat by a win (UNKNOWN_POINTS when its
            value is not recorded).
        expected_draw_deltas: int32[D, 4].
        nagashi: uint8[D], mask of seats whose discards make nagashi mangan.
        expected_start: int32[R, 8], scores, dealer, wind, honba, deposits that follow from the
            result of the round before.
        expected_end: int32[G, 8], final scores and placement points (tenths).
        end_reason: int16[R], :func:`mjlog.engine.flow.game_end` after each round: 0 goes on, > 0
            the game must end, < 0 it may (END_REASONS), 1000 the record does not tell.
        findings: int64[N, 6], rows of :mod:`mjlog.engine.report` sorted by round, event and
            code; round and event are rows of the batch (event -1: the start of the round, or
            the game), seat 255 nobody.
        not_checked: How often a check could not be made, by what is missing.
    """

    running: NDArray[np.int32]
    table: NDArray[np.int16]
    expected_deltas: NDArray[np.int32]
    expected_draw_deltas: NDArray[np.int32]
    nagashi: NDArray[np.uint8]
    expected_start: NDArray[np.int32]
    expected_end: NDArray[np.int32]
    end_reason: NDArray[np.int16]
    findings: NDArray[np.int64]
    not_checked: dict[str, int]


def audit_settlement(batch: GameBatch) -> Settlement:
    """Check every payment, every start of a round and every end of a game of ``batch``.

    Raises:
        ColumnsError: See :func:`.bounds.check_columns`.
    """
    check_columns(batch)
    return settle_columns(batch)


def settle_columns(batch: GameBatch) -> Settlement:
    """Do what :func:`audit_settlement` does with columns that are known to be sound."""
    room = max(64, 4 * len(batch.rounds))
    while True:
        result, found = _run(batch, room)
        if found <= room:
            return result
        room = found


def _run(batch: GameBatch, room: int) -> tuple[Settlement, int]:
    events, size, unknown = batch.events, len(batch), UNKNOWN_POINTS
    rules = rules_table(batch)
    uma = np.array([_uma(r) for r in batch.rules], np.int32).reshape(-1, 5, 4)
    games, rounds = game_table(batch, unknown), round_table(batch, unknown)
    wins, draws = win_table(batch, unknown), draw_table(batch, unknown)
    findings = np.zeros((room, REPORT_COLUMNS), np.int64)
    work = np.zeros((4, 4), np.int64)
    calls = (events.kind, events.seat, events.tile, events.from_seat, rules, work, findings)

    counted = add_corrections(batch, wins, draws)
    special = np.flatnonzero(events.kind >= RIICHI)
    n = select(audit_riichi, size)(
        rounds, wins, draws, events.kind, events.seat, events.from_seat, events.aux, special,
        rules, work, findings, 0,
    )  # fmt: skip
    settle_values(batch, rounds, wins, rules)
    n = select(audit_wins, size)(rounds, wins, *calls, n)
    n = select(audit_draws, size)(rounds, draws, *calls, n)
    fill_void_draws(batch, rounds, draws)
    select(summarise_rounds, size)(rounds, wins, draws, rules)
    add_incident_points(batch, rounds, counted)
    games[:, G_CHOMBO : G_CHOMBO + 4] = chombo_tenths(batch)
    n = int(select(audit_flow, size)(games, rounds, rules, uma, work, findings, n))

    findings = findings[:n]
    order = np.lexsort((findings[:, 0], findings[:, 2], findings[:, 1]))
    not_checked = {
        "win-value": wins[:, W_POINTS] == unknown,
        "win-deltas": wins[:, T_DELTA] == unknown,
        "draw-deltas": draws[:, T_DELTA] == unknown,
        "round-result": rounds[:, R_RESULT] == NO_RESULT,
        "final-scores": (games[:, G_FINAL] == unknown) | (games[:, G_EXPECTED] == unknown),
        "final-points": (games[:, G_FINAL + 4] == unknown) | (games[:, G_EXPECTED + 4] == unknown),
    }
    return Settlement(
        running=rounds[:, R_RUNNING : R_RUNNING + 4].astype(np.int32),
        table=rounds[:, R_TABLE].astype(np.int16),
        expected_deltas=wins[:, T_EXPECTED : T_EXPECTED + 4].astype(np.int32),
        expected_draw_deltas=draws[:, T_EXPECTED : T_EXPECTED + 4].astype(np.int32),
        nagashi=draws[:, D_NAGASHI].astype(np.uint8),
        expected_start=rounds[:, R_EXPECTED : R_EXPECTED + 8].astype(np.int32),
        expected_end=games[:, G_EXPECTED : G_EXPECTED + 8].astype(np.int32),
        end_reason=rounds[:, R_REASON].astype(np.int16),
        findings=findings[order],
        not_checked={what: int(where.sum()) for what, where in not_checked.items() if where.any()},
    ), n


def _uma(rules: Rules) -> NDArray[np.int32]:
    table = uma_table(rules)
    if not rules.uma_known:
        table[:] = UNKNOWN_POINTS
    return table
