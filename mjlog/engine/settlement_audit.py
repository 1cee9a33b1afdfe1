"""Audit of payments and game flow over a batch (finding families P and G)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..codes import UNKNOWN_POINTS
from ..findings import Finding
from ..model import GameBatch
from ..rules.columns import rules_matrix, uma_table
from ..rules.model import Rules, domain
from .flow_audit import NO_RESULT, RESULT, SUMMARY_COLUMNS, audit_flow, summarise_rounds
from .jit import select
from .report import REPORT_COLUMNS, code_text
from .result_audit import audit_draws, audit_riichi, audit_wins

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
    rounds, events, wins, draws = batch.rounds, batch.events, batch.wins, batch.draws
    games = len(batch)
    rules, index = rules_matrix(batch.rules), batch.rules_index
    uma = np.stack([_uma(r) for r in batch.rules])
    running = np.empty((len(rounds), 4), np.int32)
    table = np.empty(len(rounds), np.int16)
    win_expected = _unknown(len(wins), 4)
    draw_expected = _unknown(len(draws), 4)
    nagashi = np.zeros(len(draws), np.uint8)
    summary = _unknown(len(rounds), SUMMARY_COLUMNS)
    starts, ends = _unknown(len(rounds), 8), _unknown(games, 8)
    findings, count = np.zeros((room, REPORT_COLUMNS), np.int64), np.zeros(1, np.int64)
    work = np.zeros((4, 4), np.int64)

    select(audit_riichi, games)(
        rounds.game, rounds.first_event, rounds.deposits, rounds.scores, events.kind,
        events.seat, events.from_seat, events.aux, draws.kind, rules, index, running, table,
        findings, count,
    )  # fmt: skip
    select(audit_wins, games)(
        rounds.game, rounds.dealer, rounds.honba, rounds.first_event, events.kind, events.seat,
        events.tile, events.from_seat, wins.round, wins.event, wins.seat, wins.from_seat,
        wins.yakuman, wins.points, wins.yaku, wins.yaku_han, wins.pao_seat, wins.honba,
        wins.deposits, wins.scores, wins.deltas, rules, index, running, table, win_expected,
        findings, count, work,
    )  # fmt: skip
    select(audit_draws, games)(
        rounds.game, rounds.dealer, rounds.honba, rounds.first_event, events.kind, events.seat,
        events.tile, events.from_seat, draws.round, draws.event, draws.kind, draws.shown,
        draws.honba, draws.deposits, draws.scores, draws.deltas, rules, index, running, table,
        draw_expected, nagashi, findings, count, work,
    )  # fmt: skip
    select(summarise_rounds, games)(
        rounds.game, rounds.dealer, rounds.honba, wins.round, wins.seat, wins.from_seat,
        wins.scores, wins.deltas, win_expected, draws.round, draws.kind, draws.shown,
        draws.scores, draws.deltas, draw_expected, nagashi, rules, index, running, table,
        summary,
    )  # fmt: skip
    select(audit_flow, games)(
        rounds.wind, rounds.dealer, rounds.honba, rounds.deposits, rounds.scores,
        batch.first_round, batch.complete, batch.final_scores, batch.final_points, rules, index,
        uma, summary, starts, ends, findings, count, work,
    )  # fmt: skip
    found = int(count[0])
    findings = findings[:found]
    order = np.lexsort((findings[:, 0], findings[:, 2], findings[:, 1]))
    unknown = UNKNOWN_POINTS
    not_checked = {
        "win-value": int(np.sum(wins.points == unknown)),
        "win-deltas": int(np.sum(wins.deltas[:, 0] == unknown)),
        "draw-deltas": int(np.sum(draws.deltas[:, 0] == unknown)),
        "round-result": int(np.sum(summary[:, RESULT] == NO_RESULT)),
        "final-scores": int(np.sum(batch.final_scores[:, 0] == unknown)),
        "final-points": int(np.sum(batch.final_points[:, 0] == unknown)),
    }
    return Settlement(
        running, table, win_expected, draw_expected, nagashi, starts, ends, findings[order],
        {what: times for what, times in not_checked.items() if times},
    ), found  # fmt: skip


def _uma(rules: Rules) -> NDArray[np.int32]:
    table = uma_table(rules)
    if not rules.uma_known:
        table[:] = UNKNOWN_POINTS
    return table


def _unknown(rows: int, columns: int) -> NDArray[np.int32]:
    return np.full((rows, columns), UNKNOWN_POINTS, np.int32)


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


def alternatives(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """Yield (parameter, ruleset) for every ruleset that differs in one parameter only."""
    for name, values in ALTERNATIVES.items():
        now = getattr(rules, name)
        options = values or domain(name) or (not now,)
        for value in options:
            if value != now and not (name == "uma" and len(value) != rules.players):
                yield name, replace(rules, **{name: value})


def explain(batch: GameBatch, finding: Finding) -> list[str]:
    """Return the rule parameters under which a payment or flow finding disappears.

    Each parameter is changed alone; it explains the finding when the game then shows fewer
    findings and this one no more.

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
    keys: list[str] = []
    for name, rules in alternatives(game.rules[0]):
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
