"""Where the result of a game depends on a reading of an open point of its rules.

Each other answer to an open point (:mod:`mjlog.rules.readings`) is tried, and what comes out
otherwise is a note: the value of a win (``S190``), a payment (``S190``), the course of the
game, or a play that only one of the readings allows (``G190``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .codes import ANKAN, CHI, DAIMINKAN, KAKAN, NAGASHI, PON, RIICHI, UNKNOWN_POINTS
from .engine.flow_audit import END_NOT_KNOWN
from .engine.furiten import C_WIN
from .engine.scoring import score_wins
from .engine.settlement_tables import START_COLUMNS, START_DEALER, START_SCORE
from .engine.win import CASE_RULES, OUT_POINTS, OUT_STATUS, WINS, new_results
from .explain import SCORE_PARAMETERS
from .finding_text import finding_text
from .model import GameBatch
from .rules.columns import rules_matrix
from .rules.readings import Alternative, alternatives

if TYPE_CHECKING:
    from .auditing import Audit
    from .findings import Finding

__all__ = ["Dependence", "dependences", "describe"]

#: What a start of a round is compared by, in the order of its columns.
_START_NAMES: Final = ("scores",) * 4 + ("dealer", "wind", "honba", "deposits")
_WINDS: Final = "ESWN"
#: Families of findings about the play itself; payments and flow are compared as values.
_PLAY: Final = frozenset("TLFE")
#: Whether a deposit is paid is part of the play too: the values take it as recorded.
_DEPOSIT: Final = "P109"


class Dependence(NamedTuple):
    """One thing that another reading would change.

    Attributes:
        code: ``S190`` or ``G190``.
        alternative: The other answer.
        round, event, seat: Rows of the batch (event -1: the start of the round; seat 255).
        as_read: What comes out under the rules in force (a JSON value).
        otherwise: What comes out under the other answer.
    """

    code: str
    alternative: Alternative
    round: int
    event: int
    seat: int
    as_read: Any
    otherwise: Any


@dataclass(frozen=True, slots=True)
class _Facts:
    """What happens in a batch at all: an answer about anything else changes nothing."""

    kans: bool
    calls: bool
    riichi: bool
    draws: bool
    nagashi: bool
    yakuman: bool
    incidents: bool


#: Parameter → what must happen for it to matter; all others are tried in any game.
_NEEDS: Final[dict[str, Callable[[_Facts], bool]]] = {
    "riichi_min_points": lambda f: f.riichi,
    "riichi_min_wall": lambda f: f.riichi,
    "riichi_ankan_new_yaku": lambda f: f.riichi and f.kans,
    "daiminkan_rinshan_pao_amount": lambda f: f.kans,
    "kakan_rinshan_pao": lambda f: f.kans,
    "suukan_timing": lambda f: f.kans,
    "kuikae_suji": lambda f: f.calls,
    "temp_furiten_clear": lambda f: f.calls,
    "abort_suucha": lambda f: f.riichi,
    "abort_riichi_deposit": lambda f: f.riichi and f.draws,
    "fifth_tile_tenpai": lambda f: f.draws,
    "nagashi_renchan": lambda f: f.nagashi,
    "nagashi_claimed_ok": lambda f: f.draws,
    "nagashi_collects": lambda f: f.nagashi,
    "pao_scope": lambda f: f.yakuman,
    "pao_ankan_counts": lambda f: f.yakuman and f.kans,
    "pao_daiminkan_counts": lambda f: f.yakuman and f.kans,
    "pao_tsumo_honba": lambda f: f.yakuman,
    **dict.fromkeys(
        (
            "chombo_returns_deposits", "dead_hand_may_call", "dead_hand_tenpai", "empty_call",
            "false_ron_beside_win", "false_win", "noten_riichi", "out_of_turn_discard",
            "out_of_turn_draw", "too_few_tiles", "unmarked_double_yakuman", "wrong_break",
            "wrong_call", "wrong_meld_place",
        ),
        lambda f: f.incidents,
    ),
}  # fmt: skip


def dependences(audit: Audit) -> Iterator[Dependence]:
    """Yield what would come out otherwise under another reading of an open point.

    Only games whose rules answer an open point by a reading have any; of several answers with
    the same outcome the first is named.

    Args:
        audit: The audit of a batch under the rules in force, without these notes.
    """
    facts: _Facts | None = None
    seen: set[tuple[Any, ...]] = set()
    for index, rules in enumerate(audit.batch.rules):
        for alternative in alternatives(rules):
            facts = facts or _facts(audit.batch)
            if not any(_NEEDS.get(key, _always)(facts) for key in alternative.changes):
                continue
            for found in _compare(audit, index, alternative):
                number = alternative.point.number
                key = (found.code, number, found.round, found.event, str(found.otherwise))
                if key not in seen:
                    seen.add(key)
                    yield found


def describe(found: Dependence, finding: Finding, reading: str) -> Finding:
    """Fill the finding of a dependence in.

    Args:
        found: What depends on a reading.
        finding: A finding of its code that knows its place.
        reading: The reading that the ruleset takes (``"A14: …"``).
    """
    finding.recorded, finding.expected = found.as_read, found.otherwise
    finding.rule = ", ".join(found.alternative.changes)
    finding.rule_source = f"{reading} | otherwise {found.alternative}"
    finding.message = finding_text(finding, finding.message)
    return finding


def _always(_: _Facts) -> bool:
    return True


def _facts(batch: GameBatch) -> _Facts:
    kinds = set(np.unique(batch.events.kind).tolist())
    return _Facts(
        kans=bool(kinds & {DAIMINKAN, KAKAN, ANKAN}),
        calls=bool(kinds & {CHI, PON, DAIMINKAN}),
        riichi=RIICHI in kinds,
        draws=len(batch.draws) > 0,
        nagashi=bool((batch.draws.kind == NAGASHI).any()),
        yakuman=bool((batch.wins.yakuman != 0).any()),
        incidents=len(batch.incidents) > 0,
    )


def _compare(audit: Audit, index: int, alternative: Alternative) -> Iterator[Dependence]:
    """Yield what one other answer changes in the games of one ruleset."""
    changed = list(audit.batch.rules)
    changed[index] = alternative.rules
    if alternative.changes.keys() <= set(SCORE_PARAMETERS):
        yield from _compare_wins(audit, index, alternative)
        return
    from .auditing import audit_batch

    other = audit_batch(
        replace(audit.batch, rules=changed), walls=False, explain=False, readings=False
    )
    yield from _compare_wins(audit, index, alternative)
    yield from _compare_payments(audit, other, alternative)
    yield from _compare_flow(audit, other, alternative)
    yield from _compare_play(audit, other, alternative)


def _compare_wins(audit: Audit, index: int, alternative: Alternative) -> Iterator[Dependence]:
    """Yield the wins whose value is another one; a hand without a yaku is worth 0."""
    batch, played = audit.batch, audit.replay
    if not alternative.changes.keys() & set(SCORE_PARAMETERS):
        return
    own = (played.chances[:, C_WIN] >= 0) & (played.cases[:, CASE_RULES] == index)
    cases = played.cases[own]
    rules = rules_matrix(
        [alternative.rules if i == index else r for i, r in enumerate(batch.rules)]
    )
    results = new_results(len(cases))
    score_wins(cases, rules, results)
    before = _values(played.scores[own])
    after = _values(results)
    for row in np.flatnonzero(before != after).tolist():
        w = int(played.chances[own][row, C_WIN])
        if audit.scores.status[w] < 0:  # the hand could not be followed
            continue
        yield Dependence(
            "S190", alternative, int(batch.wins.round[w]), int(batch.wins.event[w]),
            int(batch.wins.seat[w]), int(before[row]), int(after[row]),
        )  # fmt: skip


def _values(results: NDArray[np.int64]) -> NDArray[np.int64]:
    wins: NDArray[np.bool_] = results[:, OUT_STATUS] == WINS
    return np.where(wins, results[:, OUT_POINTS], 0)


def _compare_payments(audit: Audit, other: Audit, alternative: Alternative) -> Iterator[Dependence]:
    """Yield the wins and draws whose payments are other ones (points of every seat)."""
    batch, here, there = audit.batch, audit.settlement, other.settlement
    for rows, before, after in (
        (batch.wins, here.expected_deltas, there.expected_deltas),
        (batch.draws, here.expected_draw_deltas, there.expected_draw_deltas),
    ):
        known = (before != UNKNOWN_POINTS) & (after != UNKNOWN_POINTS)
        for row in np.flatnonzero(((before != after) & known).any(axis=1)).tolist():
            players = int(batch.players[batch.rounds.game[rows.round[row]]])
            yield Dependence(
                "S190", alternative, int(rows.round[row]), int(rows.event[row]), 255,
                before[row, :players].tolist(), after[row, :players].tolist(),
            )  # fmt: skip


def _compare_flow(audit: Audit, other: Audit, alternative: Alternative) -> Iterator[Dependence]:
    """Yield the rounds that begin otherwise, or after which the game ends in one reading only."""
    here, there = audit.settlement, other.settlement
    ends = (here.end_reason > 0) != (there.end_reason > 0)
    known = (here.end_reason != END_NOT_KNOWN) & (there.end_reason != END_NOT_KNOWN)
    for r in np.flatnonzero(ends & known).tolist():
        words = ("the game goes on", "the game ends")
        over, otherwise = bool(here.end_reason[r] > 0), bool(there.end_reason[r] > 0)
        yield Dependence("G190", alternative, r, -1, 255, words[over], words[otherwise])
    before, after = here.expected_start, there.expected_start
    differ = (before != after) & (before != UNKNOWN_POINTS) & (after != UNKNOWN_POINTS)
    # scores follow from payments, which are compared by themselves
    differ[:, START_SCORE : START_SCORE + 4] = False
    for r in np.flatnonzero(differ.any(axis=1)).tolist():
        columns = np.flatnonzero(differ[r]).tolist()
        yield Dependence(
            "G190", alternative, r, -1, 255, _start(before[r], columns), _start(after[r], columns)
        )


def _start(row: NDArray[np.int32], columns: list[int]) -> str:
    assert len(row) == START_COLUMNS
    words = []
    for column in columns:
        value = int(row[column])
        if column == START_DEALER:
            words.append(f"dealer seat {value}")
        elif _START_NAMES[column] == "wind":
            words.append(f"{_WINDS[value]} round")
        else:
            words.append(f"{value} {_START_NAMES[column]}")
    return ", ".join(words)


def _compare_play(audit: Audit, other: Audit, alternative: Alternative) -> Iterator[Dependence]:
    """Yield the findings about the play that stand under one reading only."""
    here, there = _play_findings(audit), _play_findings(other)
    for key in [k for k in here if k not in there] + [k for k in there if k not in here]:
        finding = here.get(key) or there[key]
        if finding.round_index is None:
            continue
        batch = audit.batch
        r = int(batch.first_round[finding.game]) + finding.round_index
        event = finding.event_index
        e = -1 if event is None else int(batch.rounds.first_event[r]) + event
        words = (f"{finding.code} {finding.name}", "no finding")
        as_read, otherwise = words if key in here else words[::-1]
        seat = 255 if finding.seat is None else finding.seat
        yield Dependence("G190", alternative, r, e, seat, as_read, otherwise)


def _play_findings(audit: Audit) -> dict[tuple[Any, ...], Any]:
    return {
        (f.game, f.code, f.round_index, f.event_index, f.seat): f
        for f in audit.findings
        if (f.code[0] in _PLAY or f.code == _DEPOSIT) and f.severity != "note"
    }
