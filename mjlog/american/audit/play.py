"""Findings of the play: breaches of a replay in the words of the audit."""

from __future__ import annotations

from ...findings import Finding
from ..model import AmericanGame, AmericanHand, Discard
from ..replay import Breach, HandReplay
from ..rules import AmericanRules
from .codes import BY_CODE, new_finding
from .consequences import consequence

__all__ = ["play_findings"]


def play_findings(game: AmericanGame, hand: AmericanHand, replay: HandReplay) -> list[Finding]:
    """Return the findings of a hand that its replay gives, in the order of events."""
    return [_finding(game, hand, breach, replay.rules) for breach in replay.breaches]


def _finding(
    game: AmericanGame, hand: AmericanHand, breach: Breach, rules: AmericanRules
) -> Finding:
    code = f"A-{breach.code}"
    note = breach.note or BY_CODE[code].severity == "note"
    follows = "" if note else consequence(breach.code, rules)
    finding = new_finding(
        game,
        code,
        hand,
        event=min(breach.event, max(len(hand.events) - 1, 0)),
        player=breach.player,
        detail=f"{breach.detail} ({follows})" if follows else breach.detail,
        recorded=breach.recorded,
        expected=breach.expected,
        rules=rules,
        severity="note" if note else None,
    )
    finding.turn = _turn(hand, breach)
    return finding


def _turn(hand: AmericanHand, breach: Breach) -> int | None:
    """Return the player's turn: the discards so far, the event's own included."""
    if breach.player is None:
        return None
    until = hand.events[: breach.event + 1]
    return sum(isinstance(event, Discard) and event.p == breach.player for event in until)
