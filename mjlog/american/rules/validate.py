"""Which values a parameter of American mahjong may have, and which contradict each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...rules.schema import Schema
from .meanings import GROUPS
from .model import SET_DOMAINS, AmericanRules

__all__ = ["RANGES", "SCHEMA", "contradictions"]

#: Smallest and largest value of the parameters that are plain numbers.
RANGES: Final[dict[str, tuple[int, int]]] = {
    "jokers": (0, 16),
    "flowers": (0, 16),
    "blanks": (0, 16),
    "atomic_value": (0, 1_000),
    "hands_per_round": (1, 100),
    "rounds": (0, 100),
    "self_pick_multiplier": (1, 16),
    "discarder_multiplier": (1, 16),
    "others_multiplier": (0, 16),
    "jokerless_multiplier": (1, 16),
    "concealed_bonus": (0, 1_000),
    "dealer_multiplier": (1, 16),
    "wall_game_points": (0, 10_000),
    "pie": (0, 1_000_000),
    "misname_multiplier": (0, 16),
    "out_of_turn_multiplier": (0, 16),
    "mahjong_in_error_multiplier": (0, 16),
    "challenge_points": (0, 10_000),
    "peeking_points": (0, 1_000),
}

#: (condition, message) of pairs of values that cannot stand together at any table.
_PAIRS: Final[tuple[tuple[Callable[[AmericanRules], bool], str], ...]] = (
    (
        lambda r: r.players == 3 and r.charleston in ("required", "across_first"),
        "charleston: three players have none, or pass with the wall",
    ),
    (
        lambda r: r.players == 4 and r.charleston == "with_wall",
        "charleston: with_wall needs players = 3",
    ),
    (
        lambda r: r.rotation == "seed16" and (r.players != 4 or r.hands_per_round != 4),
        "rotation: seed16 is a table for four players and four hands a round",
    ),
    (
        lambda r: r.rotation == "seed16" and r.rounds > 4,
        "rounds: the table of seed16 has four",
    ),
    (
        lambda r: r.hot_wall != "none" and r.cold_wall in ("no_claims", "self_pick_only"),
        "hot_wall: nobody can claim for mahjong in a cold wall",
    ),
    (
        lambda r: r.tournament != "none" and r.players != 4,
        "tournament: its schemes are for four players",
    ),
    (
        lambda r: r.tournament != "none" and (r.pie > 0 or r.wall_game_points > 0),
        "tournament: points of a tournament have no pie and no kitty",
    ),
)


def contradictions(rules: AmericanRules) -> list[str]:
    """Return one line for every pair of values that cannot stand together.

    >>> contradictions(AmericanRules())
    []
    >>> contradictions(AmericanRules(players=3))
    ['charleston: three players have none, or pass with the wall']
    """
    return [message for holds, message in _PAIRS if holds(rules)]


SCHEMA: Final[Schema[AmericanRules]] = Schema(
    AmericanRules, GROUPS, RANGES, SET_DOMAINS, contradictions
)
