"""What commands need to take American games along with riichi games."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING

from ..errors import ConfigError, UnknownNameError
from .output import say

if TYPE_CHECKING:
    from ..american.batch import AmericanBatch
    from ..american.card import Card
    from ..american.rules import AmericanRules
    from ..findings import Finding
    from ..rules import Rules

__all__ = ["audit_games", "given_card", "rules_of_both", "say_unused"]


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
    """Return the card of ``--card``.

    Raises:
        UnknownNameError, CardError: As :func:`mjlog.american.card.load_card`.
        ConfigError: The file cannot be read; it is an option's, no record.
    """
    if source is None:
        return None
    from ..american.card import load_card

    try:
        return load_card(source)
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigError(f"{source}: cannot be read: {reason}") from error


def say_unused(
    args: argparse.Namespace, american_rules: AmericanRules | None, *, riichi: int, american: int
) -> None:
    """Say which options had no game to judge, because all games are of the other kind.

    Args:
        args: With ``rules`` and, where there is that option, ``card``.
        american_rules: What ``--rules`` means for American games, see :func:`rules_of_both`.
        riichi, american: How many games of each kind were read.
    """
    card = getattr(args, "card", None)
    if american and not riichi and args.rules is not None and american_rules is None:
        say(f"mjlog: --rules {args.rules} is for riichi games, and there is none here")
    if riichi and not american and american_rules is not None:
        say(f"mjlog: --rules {args.rules} is for American games, and there is none here")
    if riichi and not american and card is not None:
        say(f"mjlog: --card {card} is for American games, and there is none here")


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
