"""Which values a rule parameter may have, and which values contradict each other."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from .meanings import GROUPS
from .model import SET_DOMAINS, Rules
from .schema import Reader, Schema, shorten

__all__ = [
    "SCHEMA",
    "check_domain",
    "contradictions",
    "describe_domain",
    "read_value",
    "shorten",
]

#: Smallest and largest value of the parameters that are plain numbers.
RANGES: Final[dict[str, tuple[int, int]]] = {
    "start_points": (0, 1_000_000),
    "return_points": (0, 1_000_000),
    "extension_threshold": (0, 1_000_000),
    "extension_winds": (0, 4),
    "upper_cap": (0, 1_000_000),
    "honba_total": (0, 100_000),
    "ryanhan_shibari_at": (0, 100),
    "min_han": (1, 13),
    "noten_pool": (0, 100_000),
    "riichi_bet": (0, 100_000),
    "riichi_min_points": (0, 100_000),
    "riichi_min_wall": (0, 70),
    "double_riichi": (0, 2),
    "chombo_points": (0, 1_000),
}

#: Largest placement points (thousands) that are taken seriously.
UMA_LIMIT: Final = 10_000


def contradictions(rules: Rules) -> list[str]:
    """Return one line for every pair of values that cannot stand together.

    Each line begins with the parameter to look at.

    >>> contradictions(Rules())
    []
    >>> contradictions(Rules(players=3))[0]
    'uma: 4 places for 3 players'
    """
    return [
        *_uma_problems(rules),
        *_three_player_problems(rules),
        *(message for holds, message in _PAIRS if holds(rules)),
    ]


#: (condition, message) of pairs of values that cannot stand together in any ruleset.
_PAIRS: Final[tuple[tuple[Callable[[Rules], bool], str], ...]] = (
    (
        lambda r: r.return_points < r.start_points,
        "return_points: less than start_points, the first place would pay",
    ),
    (
        lambda r: r.extension != "none" and r.extension_winds == 0,
        "extension_winds: 0, but extension is not 'none'",
    ),
    (
        lambda r: r.upper_cap != 0 and r.upper_cap <= r.start_points,
        "upper_cap: not above start_points, the game would be over before it began",
    ),
    (lambda r: r.kan_ura and not r.ura, "kan_ura: true, but ura is false"),
    (lambda r: r.kan_ura and not r.kan_dora, "kan_ura: true, but kan_dora is false"),
    (lambda r: r.kan_dora and not r.dora, "kan_dora: true, but dora is false"),
    (
        lambda r: bool(r.daisharin_suits) and not r.daisharin_ranges,
        "daisharin_ranges: empty, but daisharin_suits is not",
    ),
    (
        lambda r: "daisharin" in r.double_yakuman and not r.daisharin_suits,
        "double_yakuman: holds daisharin, which is not played (daisharin_suits is empty)",
    ),
    (
        lambda r: "daichisei" in r.double_yakuman and "daichisei" not in r.local_yaku,
        "double_yakuman: holds daichisei, which is not played (local_yaku does not hold it)",
    ),
    (
        lambda r: r.honba_total % (r.players - 1) != 0,
        "honba_total: cannot be shared evenly by the players who pay a tsumo",
    ),
)


def _uma_problems(rules: Rules) -> list[str]:
    problems = _uma_row_problems("uma", rules.uma, rules.players) if rules.uma else []
    if not rules.uma_by_floaters:
        return problems
    if len(rules.uma_by_floaters) != rules.players + 1:
        problems.append(
            f"uma_by_floaters: {len(rules.uma_by_floaters)} lists, "
            f"{rules.players + 1} needed (0 to {rules.players} floaters)"
        )
    for floaters, row in enumerate(rules.uma_by_floaters):
        problems += _uma_row_problems(f"uma_by_floaters[{floaters}]", row, rules.players)
    return problems


def _uma_row_problems(where: str, row: tuple[float, ...], players: int) -> list[str]:
    if len(row) != players:
        return [f"{where}: {len(row)} places for {players} players"]
    total = round(sum(row), 6)
    return [] if total == 0 else [f"{where}: {list(row)} adds up to {total:g}, not to 0"]


def _three_player_problems(rules: Rules) -> list[str]:
    if rules.players == 4:
        four = (
            (rules.kita != "none", "kita: needs players = 3"),
            (rules.kita_chankan, "kita_chankan: needs players = 3"),
            (rules.dora_cycle_man, "dora_cycle_man: needs players = 3"),
        )
        return [message for wrong, message in four if wrong]
    three = (
        (rules.chi, "chi: true, but three players do not chi"),
        (rules.abort_suufon, "abort_suufon: true, but three players have no four winds"),
        (rules.abort_suucha, "abort_suucha: true, but three players have no four riichis"),
        (rules.aka[0] > 0, "aka: red fives of m, but three players have no 5m"),
        (rules.max_ron == 3, "max_ron: 3, but one discard of three players has two rons at most"),
    )
    return [message for wrong, message in three if wrong]


def _read_aka(value: object) -> tuple[int, ...] | None:
    if not isinstance(value, list) or len(value) != 3:
        return None
    if any(isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= 4 for n in value):
        return None
    return tuple(value)


def _read_uma(value: object) -> tuple[float, ...] | None:
    if not isinstance(value, list) or len(value) > 4:
        return None
    for points in value:
        if isinstance(points, bool) or not isinstance(points, int | float):
            return None
        if not math.isfinite(points) or abs(points) > UMA_LIMIT:
            return None
    return tuple(value)


def _read_uma_rows(value: object) -> tuple[tuple[float, ...], ...] | None:
    if not isinstance(value, list) or len(value) > 5:
        return None
    rows = [_read_uma(row) for row in value]
    return None if None in rows else tuple(row for row in rows if row is not None)


SCHEMA: Final = Schema(
    Rules,
    GROUPS,
    RANGES,
    SET_DOMAINS,
    contradictions,
    {
        "aka": Reader(_read_aka, "three whole numbers 0–4, red fives in m, p, s"),
        "uma": Reader(_read_uma, "one number for each place, or [] where it is not known"),
        "uma_by_floaters": Reader(
            _read_uma_rows, "[], or players + 1 lists of one number for each place"
        ),
    },
)


def describe_domain(parameter: str) -> str:
    """Return what a parameter may be, as a reader of a ruleset file needs it.

    >>> describe_domain("kuitan")
    'true or false'
    >>> describe_domain("agari_yame")
    '"none", "auto" or "optional"'
    """
    return SCHEMA.describe_domain(parameter)


def read_value(parameter: str, value: object) -> Any:
    """Turn a value of a ruleset file into the value of the field.

    Args:
        parameter: Name of a rule parameter.
        value: What the file holds: bool, int, float, str or lists of them.

    Raises:
        ValueError: The value is outside the domain; the message names the domain.
    """
    return SCHEMA.read_value(parameter, value)


def check_domain(rules: Rules) -> list[str]:
    """Return one line for every parameter of ``rules`` that is outside its domain."""
    return SCHEMA.check_domain(rules)
