"""Rules and cards as callers may give them: loaded, by name, or as a file; whether they fit."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fsdecode
from typing import TYPE_CHECKING

import numpy as np

from .errors import RulesError

if TYPE_CHECKING:
    from .american.card import Card
    from .american.rules import AmericanRules
    from .model import GameBatch
    from .rules import Rules

__all__ = [
    "american_rules_given",
    "card_given",
    "check_table_sizes",
    "names_given",
    "paths_given",
    "refuse_no_source",
    "riichi_rules_given",
    "ruleset_given",
]


def ruleset_given(
    rules: Rules | AmericanRules | str | PathLike[str] | None,
) -> Rules | AmericanRules | None:
    """Return the ruleset of either game that was given, None for None.

    Raises:
        TypeError: It is neither rules, nor a name, nor a path.
        UnknownNameError: There is no ruleset of that name.
        RulesError: The file holds no ruleset.
    """
    if rules is None:
        return None
    from .american.rules import AmericanRules
    from .rules import Rules

    if isinstance(rules, Rules | AmericanRules):
        return rules
    refuse_no_source(
        rules,
        "rules",
        "rules (mjlog.load_rules, mjlog.load_american_rules), the name of a ruleset, or the path "
        "of a TOML file",
    )
    from .american.rules.loader import is_american, load_american_rules
    from .rules import load_rules

    return load_american_rules(rules) if is_american(rules) else load_rules(rules)


def riichi_rules_given(
    rules: Rules | AmericanRules | str | PathLike[str] | None,
) -> Rules | None:
    """Return the rules of riichi games; an American ruleset is none. Raises as above."""
    from .rules import Rules

    chosen = ruleset_given(rules)
    return chosen if isinstance(chosen, Rules) else None


def american_rules_given(
    rules: Rules | AmericanRules | str | PathLike[str] | None,
) -> AmericanRules | None:
    """Return the rules of American games; a riichi ruleset is none. Raises as above."""
    from .american.rules import AmericanRules

    chosen = ruleset_given(rules)
    return chosen if isinstance(chosen, AmericanRules) else None


def card_given(card: Card | str | PathLike[str] | None) -> Card | None:
    """Return a card that may be given by its name or file.

    Raises:
        TypeError: It is neither a card, nor a name, nor a path.
        MjlogError: There is no such card, or the file is none.
    """
    if card is None:
        return None
    from .american.card import Card, load_card

    if isinstance(card, Card):
        return card
    refuse_no_source(
        card, "card", "a card (mjlog.load_card), the name of a card, or the path of its file"
    )
    return load_card(card)


def names_given(names: str | Iterable[str]) -> list[str]:
    """Return several names as a list; one text is one name."""
    return [names] if isinstance(names, str) else list(names)


def paths_given(paths: str | PathLike[str] | Iterable[str | PathLike[str]]) -> list[str]:
    """Return paths as texts; one path is one.

    Raises:
        TypeError: Something among them is no path, such as the bytes of a record.
    """
    several = [paths] if isinstance(paths, str | PathLike) else list(paths)
    for path in several:
        if not isinstance(path, str | PathLike):
            raise TypeError(f"a path is text or a pathlib.Path, not {_shown(path)}")
    return [fsdecode(path) for path in several]


def refuse_no_source(source: object, what: str, known_by: str) -> None:
    """Raise a TypeError for what is neither the name nor the path of ``what``."""
    if not isinstance(source, str | PathLike):
        raise TypeError(f"{what}: expected {known_by}, not {_shown(source)}")


def check_table_sizes(batch: GameBatch, rules: Rules) -> None:
    """Refuse to judge games by rules for another number of players.

    Raises:
        RulesError: A game has another number of players than the rules.
    """
    wrong = np.flatnonzero(batch.players != rules.players)
    if len(wrong):
        game = int(wrong[0])
        info = batch.info[game]
        raise RulesError(
            f"{info.source or info.id}: a game of {batch.players[game]} players, and the "
            f"ruleset {rules.name!r} is for {rules.players}"
        )


def _shown(value: object) -> str:
    text = repr(value)
    return f"{text if len(text) <= 40 else text[:40] + '…'} ({type(value).__name__})"
