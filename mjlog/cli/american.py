"""What commands need to take American games along with riichi games."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..errors import UnknownNameError

if TYPE_CHECKING:
    from ..american.batch import AmericanBatch
    from ..american.card import Card
    from ..american.rules import AmericanRules
    from ..findings import Finding
    from ..rules import Rules

__all__ = ["audit_games", "given_card", "rules_of_both"]


def rules_of_both(name: str | None) -> tuple[Rules | None, AmericanRules | None]:
    """Return the rules that ``--rules`` means, for riichi games and for American ones.

    A ruleset judges the games of its own kind; the others keep the rules of their records.

    Raises:
        UnknownNameError, RulesError: It is no ruleset of either.
    """
    if name is None:
        return None, None
    from ..american.rules.loader import is_american, load_american_rules

    if is_american(name):
        return None, load_american_rules(name)
    from ..rules.library import is_path
    from ..rules.loader import LIBRARY, load_rules

    if not is_path(name) and LIBRARY.file_of(name) is None:
        from ..american.rules import american_profiles

        raise UnknownNameError("ruleset", name[:80], [*LIBRARY.names(), *american_profiles()])
    return load_rules(name), None


def given_card(source: str | None) -> Card | None:
    """Return the card of ``--card``; raises as :func:`mjlog.american.card.load_card`."""
    if source is None:
        return None
    from ..american.card import load_card

    return load_card(source)


def audit_games(
    batch: AmericanBatch, rules: AmericanRules | None, card: Card | None
) -> tuple[list[Finding], Counter[str], Counter[str]]:
    """Audit American games.

    Returns:
        The findings; how many games, hands (as ``rounds``) and wins there are; what could not be
        checked, with the reason, and how often.
    """
    from ..american.audit import check_american

    findings: list[Finding] = []
    counts: Counter[str] = Counter()
    not_checked: Counter[str] = Counter()
    for game in batch.games:
        audit = check_american(game, rules=rules, card=card)
        findings += audit.findings
        counts.update(
            games=1,
            rounds=len(game.hands),
            wins=sum(replay.result.kind == "win" for replay in audit.replays),
        )
        for (check, reason), times in audit.not_checked.items():
            not_checked[f"{check}: {reason}" if reason else check] += times
    return findings, counts, not_checked
