"""Errors at the table over a batch: family E of the findings.

The checks of one round are those of :mod:`mjlog.engine.incident_audit`; here they are given what
the other passes worked out, and findings of those passes that an error explains are taken back:
a bad meld that the record itself calls a wrong call is no fault of the record any more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from .codes import (
    CHOMBO,
    CHOMBO_DRAW,
    DEAD_HAND,
    EXHAUSTIVE,
    NOTEN_RIICHI,
    OUT_OF_TURN_DRAW,
    RESTART,
    RIICHI_ACCEPTED,
    SWAP_CALL,
    TOO_FEW_TILES,
    TOO_MANY_TILES,
    UNKNOWN,
    WRONG_CALL,
    WRONG_RIICHI,
)
from .engine.incident_audit import Fault, RoundAudit, known_points
from .engine.incident_codes import SEED_ROWS
from .engine.incident_count import miscounted
from .engine.incident_payments import chombo_payment, chombo_tenths
from .engine.incident_record import NOBODY, Entry, RoundFacts, entries_of, facts_of, is_hand_kept
from .engine.report import code_text
from .model import GameBatch

if TYPE_CHECKING:
    from .engine.settlement_audit import Settlement

__all__ = ["IncidentAudit", "audit_incidents"]

Row = tuple[Any, ...]

#: Incident → the findings that it explains for its player in its round.
EXPLAINS: Final[dict[int, frozenset[str]]] = {
    WRONG_CALL: frozenset({"L103", "L104", "L106", "L107", "T102"}),
    OUT_OF_TURN_DRAW: frozenset({"L101", "L102"}),
    TOO_MANY_TILES: frozenset({"L101", "L102", "T101", "T103"}),
    TOO_FEW_TILES: frozenset({"L101", "L102", "T101", "T103"}),
    NOTEN_RIICHI: frozenset({"L121", "L160"}),
    WRONG_RIICHI: frozenset({"L122"}),
    DEAD_HAND: frozenset({"L161"}),
    SWAP_CALL: frozenset({"L108"}),
}
#: Finding → the error that it is when a person kept the record.
FOUND: Final[dict[str, int]] = {
    "L106": WRONG_CALL, "L101": OUT_OF_TURN_DRAW, "L108": SWAP_CALL,
}  # fmt: skip


@dataclass(slots=True)
class IncidentAudit:
    """What the incidents of a batch come to.

    Attributes:
        faults: Findings of family E.
        rows: Rows of the other checks (:mod:`mjlog.engine.report`) that still stand.
        not_checked: Name of a check → how often it could not be made.
    """

    faults: list[Fault] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    not_checked: Counter[str] = field(default_factory=Counter)


def audit_incidents(batch: GameBatch, settlement: Settlement, rows: Iterable[Row]) -> IncidentAudit:
    """Check the errors at the table of a batch.

    Args:
        batch: Any number of games.
        settlement: Their payments and flow.
        rows: What the other checks reported: (code number, round, event, seat, recorded,
            expected).
    """
    result = IncidentAudit(rows=list(rows))
    entries = entries_of(batch)
    kept = [is_hand_kept(batch, game) for game in range(len(batch))]
    void = (batch.draws.kind >= CHOMBO_DRAW) & (batch.draws.kind != UNKNOWN)
    concerned = set(entries) | set(batch.draws.round[void].tolist())
    concerned |= {r + 1 for r in concerned}  # the round after it shows how it went on
    if not concerned and not any(kept):
        return result
    by_round: dict[int, list[Row]] = defaultdict(list)
    for row in result.rows:
        by_round[int(row[1])].append(row)
    explained: set[Row] = set()
    for r in range(len(batch.rounds)):
        game = int(batch.rounds.game[r])
        if r not in concerned and not kept[game]:
            continue
        own = entries.get(r, [])
        facts = facts_of(batch, r, own)
        if facts.rules.chombo == "none":
            if own:
                result.not_checked["table-errors"] += len(own)
            continue
        if kept[game]:
            explained |= _find_errors(facts, by_round[r], result)
        explained |= {row for row in by_round[r] if _is_explained(facts, row)}
        result.faults += _round_audit(batch, settlement, facts).run()
        explained |= _after_void(batch, facts, by_round[r], entries.get(r - 1, []), result)
    explained |= _final_points(batch, result)
    result.rows = [row for row in result.rows if row not in explained]
    return result


def _round_audit(batch: GameBatch, settlement: Settlement, facts: RoundFacts) -> RoundAudit:
    players, r, draws = facts.players, facts.r, batch.draws
    audit = RoundAudit(facts, running=known_points(settlement.running[r], players))
    audit.returned = _returned(audit, settlement)
    next_round = r + 1
    if next_round < int(batch.first_round[facts.game + 1]):
        audit.after = known_points(batch.rounds.scores[next_round], players)
    else:
        audit.after = known_points(batch.final_scores[facts.game], players)
    if facts.draw != NOBODY:
        audit.draw_deltas = known_points(draws.deltas[facts.draw], players)
        shown = draws.shown[facts.draw][:players].tolist()
        audit.shown = None if 255 in shown else tuple(bool(s) for s in shown)
    return audit


def _returned(audit: RoundAudit, settlement: Settlement) -> tuple[int, ...] | None:
    """Return the deposits that go back when the hand is void."""
    facts, running = audit.facts, audit.running
    if facts.start is None or running is None:
        return None
    returns = facts.rules.chombo_returns_deposits
    if returns == "none":
        return (0,) * facts.players
    paid = tuple(a - b for a, b in zip(facts.start, running, strict=True))
    older = int(settlement.table[facts.r]) * facts.rules.riichi_bet != sum(paid)
    return None if returns == "all" and older else paid


# --- errors that the tiles tell --------------------------------------------------------------
def _find_errors(facts: RoundFacts, rows: list[Row], result: IncidentAudit) -> set[Row]:
    """Add errors that the record does not name to the entries; return the rows they explain."""
    named = {(entry.kind, entry.seat) for entry in facts.entries}
    explained: set[Row] = set()
    counted = [e for e in miscounted(facts) if (e.kind, e.seat) not in named]
    facts.entries += counted
    seats = {entry.seat for entry in counted}
    for row in rows:
        code, event, seat = code_text(int(row[0])), int(row[2]), int(row[3])
        if code in ("L101", "L102") and seats & {seat, _holder(facts, event)}:
            explained.add(row)
        elif code in FOUND and not _has_no_verdict(facts, FOUND[code]):
            explained.add(row)
            kind = FOUND[code]
            if (kind, seat) not in named:
                facts.entries.append(Entry(kind, event, seat, found=True))
                named.add((kind, seat))
        elif code == "L121":
            explained.add(row)
            if facts.draw_kind == EXHAUSTIVE and (NOTEN_RIICHI, seat) not in named:
                facts.entries.append(Entry(NOTEN_RIICHI, facts.last - 1, seat, found=True))
        elif code == "L122" and (WRONG_RIICHI, seat) not in named and _stands(facts):
            explained.add(row)
            have, want = {"consequence": "riichi"}, {"consequence": "riichi"}
            fault = Fault("E123", facts.r, event, seat, have, want, row=SEED_ROWS["E123"])
            fault.turn = facts.turn(seat, event)
            result.faults.append(fault)
    return explained


def _stands(facts: RoundFacts) -> bool:
    """Tell whether a riichi with too few points stands when nobody names it in the hand."""
    return facts.rules.wrong_riichi != "none"


def _holder(facts: RoundFacts, event: int) -> int:
    """Return who acted last before an event."""
    return facts.seat(event - 1) if event > facts.first else NOBODY


def _is_explained(facts: RoundFacts, row: Row) -> bool:
    code, seat = code_text(int(row[0])), int(row[3])
    return any(
        entry.seat == seat
        and code in EXPLAINS.get(entry.kind, ())
        and not _has_no_verdict(facts, entry.kind)
        for entry in facts.entries
    )


def _has_no_verdict(facts: RoundFacts, kind: int) -> bool:
    """Tell whether the rules forbid something without a penalty: then it stays a fault of play."""
    return kind == SWAP_CALL and facts.rules.kuikae_verdict == "none"


# --- what follows a void hand ----------------------------------------------------------------
def _after_void(
    batch: GameBatch, facts: RoundFacts, rows: list[Row], before: list[Entry],
    result: IncidentAudit,
) -> set[Row]:  # fmt: skip
    """Turn faults at the start of the round after a void hand into findings of family E."""
    r = facts.r
    if r == int(batch.first_round[facts.game]):
        return set()
    void = facts_of(batch, r - 1, before)
    replayed = void.draw_kind == RESTART or (
        void.draw_kind == CHOMBO_DRAW and facts.rules.chombo_replay
    )
    explained: set[Row] = set()
    for row in rows:
        code = code_text(int(row[0]))
        what = {"G102": "dealer", "G103": "counters", "G105": "wind"}.get(code)
        name, seat = "E219", NOBODY
        if code == "G104":
            name, what = "E212", "sticks"
        elif code == "G101":
            seat, what = int(row[3]), "score"
            name = _score_fault(void, seat, int(row[5]) - int(row[4]))
        if replayed and what is not None and name:
            have, want = ({"consequence": what, "value": int(row[i])} for i in (4, 5))
            result.faults.append(Fault(name, r, NOBODY, seat, have, want, row=SEED_ROWS[name]))
            explained.add(row)
    return explained


def _score_fault(void: RoundFacts, seat: int, missing: int) -> str:
    """Return the finding when ``seat`` starts with ``missing`` points less than it should."""
    riichi = any(
        void.kind(e) == RIICHI_ACCEPTED and void.seat(e) == seat for e in void.events(void.first)
    )
    if riichi and missing == void.rules.riichi_bet:
        return "E212"
    open_ = [entry for entry in void.of(CHOMBO) if entry.deltas is None and entry.seat >= 0]
    pays = [chombo_payment(entry.seat, void.dealer, void.rules)[seat] for entry in open_]
    return "E211" if missing and missing == sum(pays) else ""


def _final_points(batch: GameBatch, result: IncidentAudit) -> set[Row]:
    """Turn final points that lack or add the penalty of a chombo into findings of family E."""
    penalties = chombo_tenths(batch)
    explained: set[Row] = set()
    for row in result.rows:
        if code_text(int(row[0])) != "G109":
            continue
        game = int(batch.rounds.game[int(row[1])])
        rules = batch.rules[int(batch.rules_index[game])]
        difference = int(row[4]) - int(row[5])
        if not penalties[game].any() or difference % (10 * rules.chombo_points):
            continue
        explained.add(row)
        have, want = ({"consequence": "points", "points": int(row[i]) / 10} for i in (4, 5))
        result.faults.append(
            Fault("E218", int(row[1]), NOBODY, int(row[3]), have, want, row=SEED_ROWS["E218"])
        )
    return explained
