"""House rules in words, as records name them, on top of a profile.

>>> from .loader import load_american_rules
>>> rules, unknown = with_table_rules(load_american_rules("nmjl-2024"),
...                                   ["hot wall", "pie 500", "exposure lock = exchange", "tea"])
>>> rules.hot_wall, rules.pie, rules.exposure_lock, unknown
('table', 500, 'exchange', ['tea'])
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from ...errors import MjlogError
from .loader import LIBRARY, load_american_rules
from .model import AmericanRules
from .validate import SCHEMA, contradictions

__all__ = ["as_table_rules", "with_table_rules"]

#: Other words for variants of the profile ``house``.
_ALIASES: Final = {
    "picking ahead": "futures", "zombie blanks": "zombies", "cold": "coldwall",
    "cold wall": "coldwall", "hot": "hotwall", "limit": "pie", "one hand rule": "onehand",
    "no death challenges": "nochallenges", "one hand": "onehand", "betting": "bettor",
    "dealer double": "dealer", "east double": "dealer",
}  # fmt: skip
#: Variants whose number may be named behind them: the parameter.
_NUMBERS: Final = {
    "pie": "pie", "kitty": "wall_game_points", "blanks": "blanks", "zombies": "blanks",
    "atomic": "atomic_value", "concealed": "concealed_bonus", "dealer": "dealer_multiplier",
}  # fmt: skip
_JOKERS: Final = re.compile(r"(\d+) jokers?")
_VALUE: Final = re.compile(r"([\w ]+?)\s*[=:]\s*(\S.*)")


def with_table_rules(rules: AmericanRules, texts: Iterable[str]) -> tuple[AmericanRules, list[str]]:
    """Return the profile with house rules, and those that are not known.

    Args:
        rules: The profile.
        texts: House rules: the name or title of a variant of ``house`` (``hot wall``,
            ``pie 500``, ``10 jokers``), or ``parameter = value``. One that contradicts the
            others counts as not known.
    """
    unknown = []
    for text in texts:
        changes = _changes(text)
        changed = None if changes is None else replace(rules, **changes)
        if changed is None or contradictions(changed):
            unknown.append(text)
            continue
        kept = {k: v for k, v in rules.unspecified.items() if k not in (changes or {})}
        sources = {**rules.sources, **dict.fromkeys(changes or {}, f"house rule {text!r}")}
        rules = replace(changed, sources=sources, unspecified=kept)
    return rules, unknown


def as_table_rules(rules: AmericanRules) -> tuple[str, list[str]]:
    """Return the profile and the house rules by which a record can name a profile.

    A profile that has no name of its own is told by what differs from the nearest one.

    >>> from dataclasses import replace
    >>> as_table_rules(replace(load_american_rules("nmjl-2024"), name="ours", pie=500))
    ('nmjl-2024', ['pie = 500'])
    """
    try:
        if load_american_rules(rules.name) == rules:
            return rules.name, []
    except MjlogError:
        pass  # a file of the user's
    found: list[tuple[str, list[str]]] = []
    for name in LIBRARY.names():
        base = load_american_rules(name)
        found.append((
            name,
            [
                f"{key} = {_words(getattr(rules, key))}" for key in SCHEMA.parameters
                if getattr(rules, key) != getattr(base, key)
            ],
        ))  # fmt: skip
    return min(found, key=lambda pair: len(pair[1]))


def _words(value: object) -> str:
    if isinstance(value, frozenset):
        return ", ".join(sorted(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _changes(text: str) -> dict[str, Any] | None:
    """Return the parameters that a house rule sets; None where it is not known."""
    match = _VALUE.fullmatch(text.strip())
    if match:
        return _parameter(match[1].strip().lower().replace(" ", "_"), match[2].strip())
    words = " ".join(re.sub(r"[^a-z0-9]+", " ", text.lower()).split())
    jokers = _JOKERS.fullmatch(words)
    if jokers:
        return _parameter("jokers", jokers[1])
    name, _, number = words.rpartition(" ") if words[-1:].isdigit() else (words, "", "")
    variants = _variants()
    for key in (words, name):
        variant = variants.get(key) or variants.get(key.replace(" ", ""))
        if variant is None:
            continue
        changes = dict(_of_variant(variant))
        if key != words and variant in _NUMBERS:
            own = _parameter(_NUMBERS[variant], number)
            return None if own is None else changes | own
        return changes if key == words else None
    return None


def _parameter(key: str, text: str) -> dict[str, Any] | None:
    if key not in SCHEMA.parameters:
        return None
    plain: object = text.strip('"')
    if text.isdigit():
        plain = int(text)
    elif text.lower() in ("true", "false"):
        plain = text.lower() == "true"
    elif key in SCHEMA.set_domains:
        plain = [part.strip() for part in text.split(",")]
    try:
        return {key: SCHEMA.read_value(key, plain)}
    except ValueError:
        return None


@lru_cache(maxsize=1)
def _variants() -> dict[str, str]:
    """Return name, title or alias → variant of the profile ``house``."""
    names = dict(_ALIASES)
    for key, title in LIBRARY.variants("house").items():
        names[key] = key
        names[" ".join(re.sub(r"[^a-z0-9]+", " ", title.lower()).split())] = key
    return names


@lru_cache(maxsize=32)
def _of_variant(variant: str) -> tuple[tuple[str, Any], ...]:
    """Return what a variant of ``house`` changes."""
    base, changed = load_american_rules("house"), load_american_rules(f"house-{variant}")
    return tuple(
        (key, getattr(changed, key))
        for key in SCHEMA.parameters
        if getattr(base, key) != getattr(changed, key)
    )
