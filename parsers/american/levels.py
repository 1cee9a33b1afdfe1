"""The three levels of a record: what is left of a game that is written in less detail."""

from __future__ import annotations

from mjlog.american.audit import DEFAULT_RULES, rules_of
from mjlog.american.levels import at_level
from mjlog.american.model import LEVELS, AmericanGame, Level
from mjlog.american.rules import load_american_rules
from mjlog.errors import MjlogError, UnknownNameError

__all__ = ["reduced"]


def reduced(game: AmericanGame, level: Level) -> AmericanGame:
    """Return a game as a record of a lower level holds it (:func:`mjlog.american.levels.at_level`).

    Raises:
        UnknownNameError: No level of that name.
        MjlogError: The record is of a lower level than that.
    """
    if level not in LEVELS:
        raise UnknownNameError("level", level, LEVELS)
    if LEVELS.index(level) < LEVELS.index(game.level):
        raise MjlogError(f"{game.id}: a record of level {game.level} holds no more, not {level}")
    rules = rules_of(game) or load_american_rules(DEFAULT_RULES)
    lower: AmericanGame = at_level(game, level, rules=rules)
    return lower
