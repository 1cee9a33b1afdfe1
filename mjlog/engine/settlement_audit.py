"""Audit of payments and game flow over a batch (finding families P and G)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..codes import RIICHI, UNKNOWN_POINTS
from ..findings import Finding
from ..model import GameBatch
from ..rules.columns import uma_table
from ..rules.model import Rules, domain
from .deposit_audit import audit_riichi
from .flow_audit import NO_RESULT, audit_flow, summarise_rounds
from .jit import select
from .report import REPORT_COLUMNS, code_text
from .result_audit import audit_draws, audit_wins
from .settlement_codes import SETTLEMENT_CODES
from .settlement_tables import (
    D_NAGASHI,
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

__all__ = ["Settlement", "audit_settlement", "explain"]


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
    """Check every payment, every start of a round and every end of a game of ``batch``."""
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

    special = np.flatnonzero(events.kind >= RIICHI)
    n = select(audit_riichi, size)(
        rounds, wins, draws, events.kind, events.seat, events.from_seat, events.aux, special,
        rules, work, findings, 0,
    )  # fmt: skip
    n = select(audit_wins, size)(rounds, wins, *calls, n)
    n = select(audit_draws, size)(rounds, draws, *calls, n)
    select(summarise_rounds, size)(rounds, wins, draws, rules)
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


#: Rule parameters that decide payments and flow, with the values to try for those that are
#: not an enumeration or a bool.
ALTERNATIVES: Final[dict[str, tuple[Any, ...]]] = {
    "start_points": (25000, 30000, 35000),
    "return_points": (25000, 30000, 35000, 40000),
    "uma": (
        (20, 10, -10, -20), (30, 10, -10, -30), (10, 5, -5, -10), (15, 5, -5, -15),
        (12, 4, -4, -12), (0, 0, 0, 0), (20, 0, -20), (15, 0, -15), (0, 0, 0), (10, 0, -10),
        (20, -20, 0), (30, 0, -30),
    ),
    "uma_tie": (),
    "point_rounding": (),
    "leftover_deposit": (),
    "length": (),
    "extension": (),
    "extension_threshold": (25000, 30000, 30100, 40000),
    "extension_cmp": (),
    "extension_winds": (0, 1, 2, 4),
    "extension_renchan_priority": (),
    "tobi": (),
    "agari_yame": (),
    "tenpai_yame": (),
    "upper_cap": (0, 50000, 60000),
    "renchan": (),
    "double_ron_renchan": (),
    "abort_renchan": (),
    "nagashi_renchan": (),
    "honba_total": (0, 200, 300, 600, 1500),
    "noten_pool": (0, 1000, 1500, 2000, 3000, 4000),
    "riichi_bet": (1000, 5000),
    "honba_multi_ron": (),
    "nagashi": (),
    "nagashi_own_calls_ok": (),
    "nagashi_collects": (),
    "pao_yaku": (
        frozenset(), frozenset({"daisangen", "daisuushi"}),
        frozenset({"daisangen", "daisuushi", "suukantsu"}),
    ),
    "pao_scope": (),
    "pao_honba": (),
    "daiminkan_rinshan_pao": (),
    "tsumo_loss": (),
}  # fmt: skip


#: Finding code → the rule parameters behind it.
_PARAMETERS: Final = {entry.code: entry.rule.split(", ") for entry in SETTLEMENT_CODES}


def alternatives(rules: Rules, names: Iterable[str]) -> Iterator[tuple[str, Rules]]:
    """Yield (parameter, ruleset) for every ruleset that differs in one of ``names`` only."""
    for name in names:
        if name not in ALTERNATIVES:
            continue
        now = getattr(rules, name)
        options = ALTERNATIVES[name] or domain(name) or (not now,)
        for value in options:
            if value != now and not (name == "uma" and len(value) != rules.players):
                yield name, replace(rules, **{name: value})


def explain(batch: GameBatch, finding: Finding) -> list[str]:
    """Return the rule parameters under which a payment or flow finding disappears.

    Each parameter that the code names is changed alone; it explains the finding when the game
    then shows fewer findings and this one no more.

    Args:
        batch: Batch that holds the game (found by ``finding.game_id``).
        finding: A finding of family P or G.
    """
    for number, info in enumerate(batch.info):
        if info.id == finding.game_id:
            game = batch.select(number)
            break
    else:
        return []
    before = len(audit_settlement(game).findings)
    names = _PARAMETERS.get(finding.code, ())
    keys: list[str] = []
    for name, rules in alternatives(game.rules[0], names):
        if name in keys:
            continue
        game.rules = [rules]
        after = audit_settlement(game)
        if len(after.findings) < before and not any(
            _same(game, row, finding) for row in after.findings
        ):
            keys.append(name)
    return keys


def _same(game: GameBatch, row: NDArray[np.int64], finding: Finding) -> bool:
    """Tell whether a row of a one-game audit stands at the place of ``finding``."""
    event = None
    if row[2] >= 0:
        event = int(row[2]) - int(game.rounds.first_event[int(row[1])])
    return (
        code_text(int(row[0])) == finding.code
        and finding.round_index in (None, int(row[1]))
        and finding.event_index in (None, event)
    )
