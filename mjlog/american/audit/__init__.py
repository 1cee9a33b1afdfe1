"""The audit of American games: what breaks the rules, what is paid wrongly, what was missed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ...findings import Finding
from ..card import Card, card_for
from ..model import AmericanGame
from ..replay import HandReplay, replay_hand
from ..rules import (
    DEFAULT_RULES,
    AmericanRules,
    load_american_rules,
    recorded_profile,
    with_table_rules,
)
from ..settlement.payments import Payment
from ..usual_seats import seated
from .codes import AMERICAN_CODES, BY_CODE
from .explain import explain
from .house import as_known, hidden_swaps
from .play import play_findings
from .results import audit_results

__all__ = [
    "AMERICAN_CODES",
    "BY_CODE",
    "DEFAULT_RULES",
    "AmericanAudit",
    "audit_american",
    "check_american",
    "rules_in_force",
    "rules_of",
]


@dataclass(slots=True)
class AmericanAudit:
    """The audit of one game.

    Attributes:
        findings: In order of hands and events. rules, card: What it was checked by.
        not_checked: (check, reason) → how often it could not be made.
        replays: The replays of its hands.
        due: What is due for each hand, with its chain; None where it cannot be said.
    """

    findings: list[Finding]
    rules: AmericanRules
    card: Card | None
    not_checked: Counter[tuple[str, str]] = field(default_factory=Counter)
    replays: list[HandReplay] = field(default_factory=list)
    due: list[Payment | None] = field(default_factory=list)


def rules_of(game: AmericanGame) -> AmericanRules | None:
    """Return the profile that a record names, None where it names none that is known."""
    return None if game.ruleset is None else recorded_profile(game.ruleset)


def rules_in_force(
    game: AmericanGame, rules: AmericanRules | None = None
) -> tuple[AmericanRules, Counter[tuple[str, str]]]:
    """Return the profile that a game is judged by, with its house rules, and what is not known.

    Args:
        game: The recorded game.
        rules: The profile to judge by; default the one the record names, else the League's.
    """
    not_known: Counter[tuple[str, str]] = Counter()
    if rules is None:
        rules = rules_of(game)
    if rules is None:
        rules = load_american_rules(DEFAULT_RULES)
        why = "names no rules"
        if game.ruleset is not None:
            why = f"names {game.ruleset}, not known (--rules gives rules of your own)"
        not_known["rules", f"the record {why}; {DEFAULT_RULES} is taken"] += 1
    rules, unknown = with_table_rules(rules, game.table_rules)
    for text in unknown:
        not_known["rules", f"house rule {text!r} is not known"] += 1
    return rules, not_known


def check_american(
    game: AmericanGame, *, rules: AmericanRules | None = None, card: Card | None = None
) -> AmericanAudit:
    """Audit a game and say which checks could not be made.

    Args:
        game: The recorded game.
        rules: The profile to check by; default the one the record names, else the League's.
        card: The card; default the one the record was played with, where it is found.
    """
    rules, not_checked = rules_in_force(game, rules)
    card = card_for(game, given=card)
    if card is None and (named := game.card.id or game.card.sha256) is not None:
        not_checked["card", f"the record names {named}, not found; --card gives it"] += 1
    audit = _check(seated(game, rules), rules, card)
    audit.not_checked += not_checked
    explain(audit.findings, rules, lambda other: _check(seated(game, other), other, card).findings)
    return audit


def _check(game: AmericanGame, rules: AmericanRules, card: Card | None) -> AmericanAudit:
    """Audit a game by one profile."""
    not_checked: Counter[tuple[str, str]] = Counter()
    audit = AmericanAudit([], rules, card, not_checked)
    swaps = hidden_swaps(rules)
    if swaps and game.level == "full":
        not_checked["tiles", f"{swaps}: tiles change places that no record tells"] += 1
    for hand in game.hands:
        seen, level = as_known(hand, game.level, rules)
        replay = replay_hand(seen, rules, card, level=level)
        audit.replays.append(replay)
        audit.findings += play_findings(game, hand, replay)
        audit.not_checked += replay.not_checked
    results = audit_results(game, rules, audit.replays, card)
    audit.findings += results.findings
    audit.not_checked += results.not_checked
    audit.due = results.due
    _order(audit.findings)
    return audit


def _order(findings: list[Finding]) -> None:
    """Bring findings in the order of hands and events; those of the whole game come last."""
    last = 1 << 30
    findings.sort(
        key=lambda f: (
            last if f.round_index is None else f.round_index,
            last if f.event_index is None else f.event_index,
        )
    )


def audit_american(
    game: AmericanGame, *, rules: AmericanRules | None = None, card: Card | None = None
) -> list[Finding]:
    """Return the findings of a game; see :func:`check_american` for the arguments."""
    return check_american(game, rules=rules, card=card).findings
