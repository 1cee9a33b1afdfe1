"""Errors at the table that decide how play goes on and have no penalty of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..codes import (
    CORRECTION,
    DISCARD,
    DRAW,
    LATE_CALL,
    RIICHI,
    RIICHI_ACCEPTED,
    RIICHI_INCOMPLETE,
    RIICHI_WITHDRAWN,
    TOUCHED,
    WIN,
    WRONG_INDICATOR,
)
from ..tiles import KIND, format_tile
from .incident_codes import SEED_ROWS
from .incident_record import CALLS, NOBODY, Entry, RoundFacts

if TYPE_CHECKING:
    from .incident_audit import Fault

__all__ = ["check_play"]


def check_play(facts: RoundFacts) -> list[Fault]:
    """Return the faults of touched tiles, late calls, riichi, indicators and corrections."""
    checks = {
        TOUCHED: _touched, LATE_CALL: _late_call, RIICHI_INCOMPLETE: _incomplete,
        RIICHI_WITHDRAWN: _withdrawn, WRONG_INDICATOR: _indicator, CORRECTION: _correction,
    }  # fmt: skip
    found = [checks[entry.kind](facts, entry) for entry in facts.of(*checks)]
    return [fault for fault in found if fault is not None]


def _fault(
    facts: RoundFacts, code: str, event: int, seat: int, recorded: object, expected: object
) -> Fault:
    from .incident_audit import Fault

    have, want = (v if isinstance(v, dict) else {"consequence": v} for v in (recorded, expected))
    return Fault(code, facts.r, event, seat, have, want, row=SEED_ROWS[code])


def _touched(facts: RoundFacts, entry: Entry) -> Fault | None:
    """A tile that touched the river is the discard."""
    discard = facts.discard_of(entry.seat, entry.event)
    if discard == NOBODY or not entry.tiles:
        return None
    touched, left = entry.tiles[0], facts.tile(discard)
    if left > 36 or KIND[left] == KIND[touched]:
        return None
    values = [{"consequence": "discard", "tiles": format_tile(t)} for t in (left, touched)]
    return _fault(facts, "E116", discard, entry.seat, *values)


def _late_call(facts: RoundFacts, entry: Entry) -> Fault | None:
    """A call that came clearly later than another is not carried out."""
    if not facts.rules.late_call_loses:
        return None
    for e in range(max(entry.event - 1, facts.first), min(entry.event + 1, facts.last)):
        if facts.seat(e) == entry.seat and facts.kind(e) in (*CALLS, WIN):
            return _fault(facts, "E117", e, entry.seat, "call", "no_call")
    return None


def _incomplete(facts: RoundFacts, entry: Entry) -> Fault | None:
    """Only the word, or only the tile sideways, is no riichi."""
    discard = facts.discard_of(entry.seat, entry.event)
    if discard == NOBODY:
        return None
    for e in facts.events(discard - 2):
        if e > discard and facts.kind(e) in (DRAW, DISCARD):
            return None
        if facts.kind(e) in (RIICHI, RIICHI_ACCEPTED) and facts.seat(e) == entry.seat:
            return _fault(facts, "E118", e, entry.seat, "riichi", "no_riichi")
    return None


def _withdrawn(facts: RoundFacts, entry: Entry) -> Fault | None:
    """A riichi cannot be taken back: declaration and deposit remain."""
    own = {facts.kind(e) for e in facts.events(facts.first) if facts.seat(e) == entry.seat}
    discard = facts.discard_of(entry.seat, entry.event)
    ronned = any(payer == entry.seat for _, _, _, payer, _ in facts.wins) and not any(
        facts.kind(e) == DRAW for e in facts.events(discard)
    )
    if RIICHI in own and (RIICHI_ACCEPTED in own or ronned):
        return None
    have = "riichi_unpaid" if RIICHI in own else "no_riichi"
    return _fault(facts, "E119", min(entry.event, facts.last - 1), entry.seat, have, "riichi")


def _indicator(facts: RoundFacts, entry: Entry) -> Fault | None:
    """Before the first discard the proper tile is turned, later the shown one stays."""
    if facts.rules.wrong_indicator != "swap" or len(entry.tiles) < 2:
        return None
    late = entry.flag == 1 or (entry.flag < 0 and facts.is_begun(entry.event))
    wanted, have = entry.tiles[0 if late else 1], facts.indicator
    if have > 36 or KIND[have] == KIND[wanted]:
        return None
    values = [{"consequence": "indicator", "tiles": format_tile(t)} for t in (have, wanted)]
    return _fault(facts, "E113", min(entry.event, facts.last - 1), entry.seat, *values)


def _correction(facts: RoundFacts, entry: Entry) -> Fault | None:
    """A payment stands once the hands are broken up; what was not paid changes nothing."""
    moved = entry.deltas is not None and any(entry.deltas[: facts.players])
    if facts.rules.correction_after_break or entry.flag == 0 or not moved:
        return None
    assert entry.deltas is not None
    have = {"consequence": "changed", "deltas": list(entry.deltas[: facts.players])}
    return _fault(facts, "E122", facts.last - 1, entry.seat, have, "stands")
