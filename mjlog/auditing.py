"""Audit: every check over a batch, and findings for people.

>>> import mjlog
>>> findings = mjlog.audit(mjlog.read("sample_logs/…")[0])  # doctest: +SKIP
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .codes import DISCARD, DORA, DRAW, UNKNOWN_POINTS
from .consistency import contradictions
from .engine.bounds import check_columns
from .engine.checks import expected_points, recorded_han, rescore, run_checks
from .engine.furiten import C_EVENT, C_HI, C_LO, C_ROUND, C_SEAT
from .engine.layout import KEY_BITS, KEY_MASK, RED_M_SHIFT
from .engine.passes import run_passes
from .engine.report import F, L, code_text
from .engine.win import OUT_POINTS
from .finding_text import finding_text
from .findings import BY_CODE, Finding, decode_value
from .given import check_table_sizes
from .incidents import audit_incidents
from .model import GameBatch, Problem
from .replay import Replay, missed_wins
from .rules import Rules
from .score_audit import Row, WinScores, check_scores
from .tiles import format_tiles
from .unplayed import draws_not_played, unplayed_rounds, without_play

if TYPE_CHECKING:
    from .engine.incident_audit import Fault
    from .engine.settlement_audit import Settlement

__all__ = ["Audit", "audit_batch", "hand_text", "missed_win_rows"]

#: How many findings of a batch are searched for a rule that explains them.
EXPLAINED: Final = 40
F201_MISSED_WIN: Final = F + 201
#: Findings on payments, beside which stand the scores as they should be.
PAYMENTS: Final = frozenset({"P101", "P102", "P103", "P104", "P105", "P106", "P107"})
L150_NOT_COMPLETE: Final = L + 150


@dataclass(slots=True)
class Audit:
    """Everything that an audit of a batch worked out.

    Attributes:
        batch: The recorded games. replay: The replayed columns.
        scores: The recomputed wins, columns of length W.
        settlement: Expected payments and flow.
        valued: The games with the recomputed values of wins that the record does not value,
            which the payments are checked on (``batch`` where there are none).
        findings: In game order, then by place.
        not_checked: Name of a check → how often it could not be made.
        problems: Tiles that cannot be there (:mod:`mjlog.consistency`), beside those of the
            batch.
    """

    batch: GameBatch
    replay: Replay
    scores: WinScores
    settlement: Settlement
    valued: GameBatch
    findings: list[Finding] = field(default_factory=list)
    not_checked: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)


def audit_batch(
    batch: GameBatch,
    *,
    rules: Rules | None = None,
    walls: bool = True,
    missed_wins: bool = False,
    readings: bool = True,
    explain: bool = True,
) -> Audit:
    """Replay a batch and check everything in it.

    Args:
        batch: Any number of games.
        rules: Judge by these rules instead of those that the records name.
        walls: Rebuild the walls from the seeds and compare them (family W).
        missed_wins: Add a note (``F201``) for every win that was let pass.
        readings: Add a note (``S190``, ``G190``) where another reading of an open point of the
            rules would change the result.
        explain: Look for the rule that would explain a finding.

    Raises:
        RulesError: ``rules`` are for another number of players than a game has.
        ColumnsError: See :func:`~mjlog.engine.bounds.check_columns`.
    """
    from .engine.settlement_audit import settle_columns
    from .engine.settlement_values import with_values

    if rules is not None:
        check_table_sizes(batch, rules)
        batch = replace(batch, rules=[rules], rules_index=np.zeros(len(batch), np.int32))
    check_columns(batch)  # once for the replay, the payments and the walls
    played = run_passes(batch)
    scores = rescore(batch, played)
    due = expected_points(batch)
    valued = with_values(batch, scores, due[0])
    settlement = settle_columns(valued)
    result = Audit(batch, played, scores, settlement, valued, problems=contradictions(batch))
    rows: list[tuple[Any, ...]] = [tuple(row) for row in run_checks(batch, played).tolist()]
    han = recorded_han(batch)
    rows += [_with_shanten(played, row) for row in check_scores(batch, scores, *due, han)]
    if missed_wins:
        rows += missed_win_rows(batch, played)
    rows += [tuple(row) for row in settlement.findings.tolist()]
    unplayed = unplayed_rounds(batch)
    rows = without_play(draws_not_played(rows, batch), unplayed, batch)
    if unplayed.any():
        result.not_checked["play"] = int(unplayed.sum())
    incidents = audit_incidents(batch, settlement, rows)
    for number, row in enumerate(incidents.rows):
        finding = _finding(result, *row)
        if explain and number < EXPLAINED:
            finding.explained_by = _explain(result, finding, row[1], row[2])
        result.findings.append(finding)
    result.findings += [_incident_finding(result, fault, explain) for fault in incidents.faults]
    result.not_checked.update(incidents.not_checked)
    if walls:
        _check_walls(result)
    if readings:
        _add_dependences(result)
    result.not_checked.update({k: v for k, v in settlement.not_checked.items() if v})
    result.findings.sort(
        key=lambda f: (
            f.game,
            -1 if f.round_index is None else f.round_index,
            -1 if f.event_index is None else f.event_index,
            f.code,
        )
    )
    return result


def _add_dependences(audit: Audit) -> None:
    """Add the notes on what another reading of the rules would change."""
    from .readings_audit import dependences, describe

    for found in dependences(audit):
        finding = _place(audit, found.code, found.round, found.event, found.seat)
        game = int(audit.batch.rounds.game[found.round])
        rules = audit.batch.rules[int(audit.batch.rules_index[game])]
        key = next(k for k in found.alternative.changes if k in rules.unspecified)
        audit.findings.append(describe(found, finding, rules.unspecified[key]))


def _with_shanten(played: Replay, row: Row) -> Row:
    """Put the shanten of a hand that is not complete into its row (``L150``)."""
    code, r, e, seat, _, _ = row
    if code != L150_NOT_COMPLETE:
        return row
    from .engine.shape import kinds_of, shanten_of
    from .engine.tables import shape_tables

    place = np.flatnonzero((played.chances[:, C_EVENT] == e) & (played.chances[:, C_SEAT] == seat))
    lo, hi = played.chances[place[0], [C_LO, C_HI]].tolist()
    return code, r, e, seat, int(shanten_of(lo, hi, kinds_of(4), shape_tables())), -1


def missed_win_rows(batch: GameBatch, played: Replay) -> list[tuple[int, ...]]:
    """Return one row for every chance to win that had a yaku and was let pass."""
    passed = missed_wins(batch, played)
    chances, scores = played.chances[passed], played.scores[passed]
    return [
        (F201_MISSED_WIN, chance[C_ROUND], chance[C_EVENT], chance[C_SEAT], 0, score[OUT_POINTS])
        for chance, score in zip(chances.tolist(), scores.tolist(), strict=True)
    ]


def hand_text(lo: int, hi: int) -> str:
    """Return a packed hand as mpsz text, red fives first among the fives (``123m067p55s``)."""
    codes: list[int] = []
    for suit in range(4):
        key = hi & ((1 << RED_M_SHIFT) - 1) if suit == 3 else (lo >> (KEY_BITS * suit)) & KEY_MASK
        size = 7 if suit == 3 else 9
        reds = 0 if suit == 3 else (hi >> (RED_M_SHIFT + 2 * suit)) & 3
        for number in range(size):
            count = key // 5 ** (size - 1 - number) % 5
            red = min(reds, count) if number == 4 and suit < 3 else 0
            codes += [34 + suit] * red + [9 * suit + number] * (count - red)
    return format_tiles(codes)


def _hand_at(audit: Audit, r: int, e: int, seat: int) -> str:
    """Return the concealed hand of a seat after an event, as text."""
    row = int(audit.replay.hand_row[e, seat])
    if row < int(audit.batch.rounds.first_event[r]):
        return hand_text(int(audit.replay.deal_lo[r, seat]), int(audit.replay.deal_hi[r, seat]))
    return hand_text(int(audit.replay.hand_lo[row]), int(audit.replay.hand_hi[row]))


def _finding(
    audit: Audit, number: int, r: int, e: int, seat: int, recorded: int, expected: int
) -> Finding:
    """Turn a reported row into a finding."""
    entry = BY_CODE[code_text(number)]
    if entry.values == "tiles":
        shown, due = _shown_tiles(audit, entry.code, r, e, seat, recorded, expected)
    else:
        shown = decode_value(entry.values, recorded)
        due = decode_value(entry.values, expected, expected=True)
    hand = _hand_at(audit, r, e, seat) if 0 <= seat <= 3 and entry.code[0] in "TLFS" else ""
    finding = _place(audit, entry.code, r, e, seat)
    finding.recorded, finding.expected = shown, due
    finding.hand = hand
    if entry.code in PAYMENTS:
        finding.scores = _corrected_scores(audit, r)
    finding.message = finding_text(finding, entry.summary)
    return finding


def _corrected_scores(audit: Audit, r: int) -> tuple[int, ...]:
    """Return the points by seat after the result of a round, () where they are not known."""
    settlement, batch = audit.settlement, audit.batch
    rows = [settlement.running[r]]
    rows += list(settlement.expected_deltas[batch.wins.round == r])
    rows += list(settlement.expected_draw_deltas[batch.draws.round == r])
    players = int(batch.players[batch.rounds.game[r]])
    points = np.array(rows, np.int64)[:, :players]
    if (points == UNKNOWN_POINTS).any():
        return ()
    return tuple(points.sum(axis=0).tolist())


def _incident_finding(audit: Audit, fault: Fault, explain: bool) -> Finding:
    """Turn a fault of family E into a finding."""
    from .explain import explain_incident

    batch, event = audit.batch, fault.event
    entry = BY_CODE[fault.code]
    finding = _place(audit, fault.code, fault.r, -1, fault.seat)
    rules = batch.rules[int(batch.rules_index[batch.rounds.game[fault.r]])]
    if event >= 0:
        finding.event_index = event - int(batch.rounds.first_event[fault.r])
        finding.turn = fault.turn or None
    finding.recorded, finding.expected = fault.recorded, fault.expected
    if fault.rule:
        finding.rule = fault.rule
        finding.rule_source = _rule_source(rules, fault.rule)
    row = f"seed 002 §{fault.row}"
    of_seed = fault.row and "seed 002" in rules.sources.get("chombo", "")
    if of_seed and row not in finding.rule_source:
        finding.rule_source = f"{row} | {finding.rule_source}"
    finding.message = finding_text(finding, entry.summary)
    if explain and entry.severity != "note":
        finding.explained_by = explain_incident(batch, fault)
    return finding


def _explain(audit: Audit, finding: Finding, r: int, e: int) -> list[str]:
    """Return the rules that would explain a finding, see :mod:`mjlog.explain`."""
    from .explain import explain_play, explain_score, explain_settlement

    family = finding.code[0]
    if finding.severity == "note" or family == "T":
        return []
    if family == "S" or finding.code == "L151":
        return explain_score(audit.batch, audit.replay, finding, r, e)
    if family in "LF":
        return explain_play(audit.batch, finding, r, e)
    return explain_settlement(audit.valued, finding)


def _place(audit: Audit, code: str, r: int, e: int, seat: int) -> Finding:
    """Return a finding that knows its place (``r`` or ``e`` below zero: unknown)."""
    batch, entry = audit.batch, BY_CODE[code]
    rounds = batch.rounds
    game = int(rounds.game[r])
    info = batch.info[game]
    first = int(rounds.first_event[r])
    known_seat = seat if 0 <= seat <= 3 else None
    rules = batch.rules[int(batch.rules_index[game])]
    return Finding(
        code=entry.code,
        name=entry.name,
        severity=entry.severity,
        game_id=info.id,
        source=info.source,
        round=batch.round_name(r),
        round_index=r - int(batch.first_round[game]),
        event_index=e - first if e >= 0 else None,
        turn=_turn(audit, r, e),
        seat=known_seat,
        message=entry.summary,
        rule=entry.rule,
        rule_source=_rule_source(rules, entry.rule),
        players=rules.players,
        names=info.names[: rules.players],
        game=game,
    )


def _turn(audit: Audit, r: int, e: int) -> int | None:
    """Return the turn of an event; None where there is none, or no turn is recorded."""
    if e < 0:
        return None
    first, last = audit.batch.rounds.first_event[r : r + 2].tolist()
    if not np.isin(audit.batch.events.kind[first:last], (DRAW, DISCARD)).any():
        return None
    return int(audit.replay.turn[e]) or None


def _rule_source(rules: Rules, parameters: str) -> str:
    """Return where the values of the named rule parameters come from."""
    from .rules.compare import format_value

    texts = []
    for name in parameters.split(", "):
        if hasattr(rules, name) and not (rules.chombo == "none" and name.startswith("chombo_")):
            source = rules.sources.get(name, "")
            value = format_value(getattr(rules, name))
            texts.append(f"{name} = {value}" + (f" ({source})" if source else ""))
    return " | ".join(texts) if texts else rules.name


def _shown_tiles(
    audit: Audit, code: str, r: int, e: int, seat: int, row: int, extra: int
) -> tuple[Any, Any]:
    """Return recorded and replayed tiles of a shown hand or of shown indicators."""
    batch = audit.batch
    if code == "S110":
        wins = batch.wins
        shown = [
            format_tiles([c for c in col[row] if c != 255]) for col in (wins.indicators, wins.ura)
        ]
        first = int(batch.rounds.first_event[r])
        turned = [int(batch.rounds.indicator[r])]
        turned += [
            int(t)
            for t, k in zip(batch.events.tile[first:e], batch.events.kind[first:e], strict=True)
            if k == DORA
        ]
        hidden = f"{extra} ura" if shown[1] else "no ura"
        return [shown[0], shown[1] or "no ura"], [format_tiles(turned), hidden]
    tiles = batch.wins.hand[row] if row >= 0 else batch.draws.hands[-1 - row, seat]
    text = format_tiles([c for c in tiles if c != 255], sort=True)
    expected = _hand_at(audit, r, e, seat)
    if row >= 0 and batch.wins.from_seat[row] != batch.wins.seat[row]:
        expected += f" + {format_tiles([int(batch.wins.tile[row])])}"
    return text, expected


def _check_walls(audit: Audit) -> None:
    from .walls import check_walls
    from .walls.rebuild import rebuild_walls

    walls = rebuild_walls(audit.batch)
    # W106 is left to `mjlog wall`: the same fault is L136 or L137 here, seed or no seed.
    audit.findings += [f for f in check_walls(audit.batch, walls) if f.code != "W106"]
    if walls.not_checked:
        audit.not_checked["wall"] += walls.not_checked
