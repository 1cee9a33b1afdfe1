"""The codes of the audit, and findings made from them.

The table itself is :mod:`mjlog.american.codes`; nothing else of the package is imported there,
so that :mod:`mjlog.findings` can list it.
"""

from __future__ import annotations

from typing import Any, Final

from ...findings import Finding
from ...rules.compare import format_value
from ..codes import AMERICAN_CODES, AmericanCode
from ..model import AmericanGame, AmericanHand
from ..rules.model import AmericanRules

__all__ = ["AMERICAN_CODES", "BY_CODE", "AmericanCode", "new_finding"]

BY_CODE: Final[dict[str, AmericanCode]] = {entry.code: entry for entry in AMERICAN_CODES}


def new_finding(
    game: AmericanGame,
    code: str,
    hand: AmericanHand | None = None,
    *,
    event: int | None = None,
    player: str | None = None,
    detail: str = "",
    recorded: Any = None,
    expected: Any = None,
    rules: AmericanRules | None = None,
    parameters: tuple[str, ...] | None = None,
    severity: str | None = None,
) -> Finding:
    """Return one finding in a hand, or in the whole game.

    Args:
        game: The game. code: ``A-PAY-01``.
        hand: The hand; None for the whole game.
        event: Index of the event in the hand. player: The person (letter).
        detail: What is told after the summary of the code.
        recorded, expected: JSON values.
        rules: The profile in force, for the source of the rule.
        parameters: Those behind this finding; None for all that the code names.
        severity: Where it is not the one of the code.
    """
    entry = BY_CODE[code]
    names = parameters if parameters is not None else _parameters(entry)
    text = entry.summary.rstrip(".")
    return Finding(
        code=code,
        name=entry.name,
        severity=severity or entry.severity,  # type: ignore[arg-type]
        game_id=game.id,
        source=game.source,
        round=None if hand is None else f"hand {hand.number}",
        round_index=None if hand is None else _index(game, hand),
        event_index=event,
        turn=None,
        seat=None if player is None else "ABCD".index(player),
        message=f"{text}: {detail}" if detail else text,
        detail=detail,
        recorded=recorded,
        expected=expected,
        rule=", ".join(names),
        rule_source=_source(rules, names) or entry.source,
        players=len(game.players),
        names=tuple(game.players.get(letter, "") for letter in "ABCD"),
    )


def _index(game: AmericanGame, hand: AmericanHand) -> int:
    return next(i for i, other in enumerate(game.hands) if other is hand)


def _parameters(entry: AmericanCode) -> tuple[str, ...]:
    return tuple(filter(None, entry.rule.split(", ")))


def _source(rules: AmericanRules | None, names: tuple[str, ...]) -> str:
    """Return the values of the parameters and where they come from, as other families do."""
    if rules is None:
        return ""
    texts = []
    for name in names:
        source = rules.sources.get(name, "")
        value = format_value(getattr(rules, name))
        texts.append(f"{name} = {value}" + (f" ({source})" if source else ""))
    return " | ".join(texts)
