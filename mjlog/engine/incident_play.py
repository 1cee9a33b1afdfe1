"""Errors at the table that decide how play goes on and have no penalty of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..codes import (
    CHI,
    CORRECTION,
    DISCARD,
    DRAW,
    HAND_SHOWN,
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
    """Return the faults of touched tiles, calls, riichi, indicators, corrections, hands shown."""
    checks = {
        TOUCHED: _touched, LATE_CALL: _late_call, RIICHI_INCOMPLETE: _incomplete,
        RIICHI_WITHDRAWN: _withdrawn, WRONG_INDICATOR: _indicator, CORRECTION: _correction,
    }  # fmt: skip
    found = [checks[entry.kind](facts, entry) for entry in facts.of(*checks)]
    found.append(_order_of_showing(facts))
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
    """Of two calls the one clearly later is not carried out, of two at once the lower one."""
    if entry.seat == NOBODY:
        return None
    around = range(max(entry.event - 1, facts.first), min(entry.event + 1, facts.last))
    made = [e for e in around if facts.kind(e) in (*CALLS, WIN)]
    if entry.flag == 0:
        lower = next((e for e in made if _is_lower(facts, e, entry.seat)), None)
        return None if lower is None else _fault(
            facts, "E124", lower, facts.seat(lower), "call", "no_call"
        )  # fmt: skip
    own = [e for e in made if facts.seat(e) == entry.seat]
    if own and facts.rules.late_call_loses:
        return _fault(facts, "E117", own[0], entry.seat, "call", "no_call")
    return None


def _is_lower(facts: RoundFacts, event: int, other: int) -> bool:
    """Tell whether the call carried out at ``event`` ranks below the one that ``other`` said.

    Only the next player can chi, and nobody can pon a tile that another player pons: so beside
    a chi the other call was at least a pon, and beside a pon that of anybody else a ron.
    """
    if facts.seat(event) == other or facts.kind(event) == WIN:
        return False
    if facts.kind(event) == CHI:
        return facts.rules.pon_over_chi
    discards = [e for e in facts.events(facts.first, event) if facts.kind(e) == DISCARD]
    return bool(discards) and other != (facts.seat(discards[-1]) + 1) % facts.players


def _order_of_showing(facts: RoundFacts) -> Fault | None:
    """Hands are shown from the dealer on where the rules say so."""
    shown = [entry for entry in facts.of(HAND_SHOWN) if entry.seat != NOBODY]
    turns = [(entry.seat - facts.dealer) % facts.players for entry in shown]
    if facts.rules.reveal_order == "none" or turns == sorted(turns):
        return None
    early = next(entry for i, entry in enumerate(shown) if turns[i] > min(turns[i:]))
    have, want = (
        {"consequence": "shown", "seats": [(t + facts.dealer) % facts.players for t in order]}
        for order in (turns, sorted(turns))
    )
    return _fault(facts, "E125", facts.last - 1, early.seat, have, want)


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
    if entry.seat == NOBODY:
        return None
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
    """A payment stands once the hands are broken up; what was not paid changes nothing.

    A correction of which the record does not say that it came late came in time.
    """
    moved = entry.deltas is not None and any(entry.deltas[: facts.players])
    if facts.rules.correction_after_break or entry.flag != 1 or not moved:
        return None
    assert entry.deltas is not None
    have = {"consequence": "changed", "deltas": list(entry.deltas[: facts.players])}
    return _fault(facts, "E122", facts.last - 1, entry.seat, have, "stands")
