"""Which values a rule parameter may have, and which values contradict each other."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, get_type_hints

from ..errors import near_matches
from .model import PARAMETERS, SET_DOMAINS, Rules, domain

__all__ = [
    "check_domain",
    "contradictions",
    "describe_domain",
    "read_value",
    "shorten",
    "unknown_parameter",
]

_HINTS: Final = get_type_hints(Rules)

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


def describe_domain(parameter: str) -> str:
    """Return what a parameter may be, as a reader of a ruleset file needs it.

    >>> describe_domain("kuitan")
    'true or false'
    >>> describe_domain("agari_yame")
    '"none", "auto" or "optional"'
    """
    if parameter in SET_DOMAINS:
        return "a list of " + _alternatives(SET_DOMAINS[parameter])
    allowed = domain(parameter)
    if allowed is not None:
        return _alternatives(allowed)
    if parameter == "aka":
        return "three whole numbers 0–4, red fives in m, p, s"
    if parameter == "uma":
        return "one number for each place, or [] where it is not known"
    if parameter == "uma_by_floaters":
        return "[], or players + 1 lists of one number for each place"
    if _HINTS[parameter] is bool:
        return "true or false"
    low, high = RANGES[parameter]
    return f"a whole number from {low} to {high}"


def shorten(value: object) -> str:
    """Return ``repr(value)``, cut to 60 characters: what a message shows of a file."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def unknown_parameter(key: str) -> str:
    """Return the message for a key that is no rule parameter."""
    near = near_matches(key, PARAMETERS)
    hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    return f"unknown parameter {key!r}{hint}"


def read_value(parameter: str, value: object) -> Any:
    """Turn a value of a ruleset file into the value of the field.

    Args:
        parameter: Name of a rule parameter.
        value: What the file holds: bool, int, float, str or lists of them.

    Raises:
        ValueError: The value is outside the domain; the message names the domain.
    """
    reader = _READERS.get(parameter)
    if reader is not None:
        result = reader(value)
    elif parameter in SET_DOMAINS:
        result = _read_set(parameter, value)
    elif (allowed := domain(parameter)) is not None:
        result = _read_choice(allowed, value)
    elif _HINTS[parameter] is bool:
        result = value if isinstance(value, bool) else None
    else:
        result = _read_number(parameter, value)
    if result is None:
        raise ValueError(
            f"{shorten(value)} is not {describe_domain(parameter)}{_near(parameter, value)}"
        )
    return result


def check_domain(rules: Rules) -> list[str]:
    """Return one line for every parameter of ``rules`` that is outside its domain."""
    problems = []
    for name in PARAMETERS:
        value = getattr(rules, name)
        try:
            read_value(name, _plain(value))
        except ValueError as error:
            problems.append(f"{name}: {error}")
    return problems


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


def _read_set(parameter: str, value: object) -> frozenset[str] | None:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return None
    return frozenset(value) if set(value) <= set(SET_DOMAINS[parameter]) else None


def _read_choice(allowed: tuple[object, ...], value: object) -> object | None:
    # ``True == 1``: a bool is no number of a ruleset
    if isinstance(value, bool) or value not in allowed:
        return None
    return value


def _read_number(parameter: str, value: object) -> int | None:
    low, high = RANGES[parameter]
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        return None
    return value


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


_READERS: Final[dict[str, Callable[[object], Any]]] = {
    "aka": _read_aka,
    "uma": _read_uma,
    "uma_by_floaters": _read_uma_rows,
}


def _plain(value: object) -> object:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _alternatives(values: tuple[object, ...]) -> str:
    texts = [f'"{v}"' if isinstance(v, str) else str(v) for v in values]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def _near(parameter: str, value: object) -> str:
    allowed = domain(parameter) or ()
    names = [item for item in allowed if isinstance(item, str)]
    typed = value if isinstance(value, list) else [value]
    near = [
        n for t in typed if isinstance(t, str) and t not in names for n in near_matches(t, names)
    ]
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
