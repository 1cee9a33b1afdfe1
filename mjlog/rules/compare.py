"""Rulesets as text: one in full, or what two differ in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from ..errors import RulesError
from .meanings import GROUPS
from .schema import NOT_PARAMETERS, AnyRules

__all__ = ["RuleDifference", "diff_rules", "format_rules", "format_value", "reading_tag"]


class RuleDifference(NamedTuple):
    """One parameter in which two rulesets differ.

    Attributes:
        key: The parameter.
        a: Value in the first ruleset, as text.
        b: Value in the second.
        tag_a: Tag of the open point that the first value rests on, or "".
        tag_b: The same for the second.
    """

    key: str
    a: str
    b: str
    tag_a: str
    tag_b: str

    def __str__(self) -> str:
        return f"{self.key}\t{_tagged(self.a, self.tag_a)}\t{_tagged(self.b, self.tag_b)}"


def diff_rules(a: AnyRules, b: AnyRules) -> list[RuleDifference]:
    """Return the parameters in which ``a`` and ``b`` differ, in the order of the table.

    Raises:
        RulesError: One is of riichi, the other of American mahjong.

    >>> from mjlog.rules import load_rules
    >>> [d[:3] for d in diff_rules(load_rules("tenhou"), load_rules("tenhou-nokuitan"))]
    [('kuitan', 'true', 'false')]
    """
    if type(a) is not type(b):
        raise RulesError(f"{a.name} and {b.name} are rules of different games")
    return [
        RuleDifference(
            key,
            format_value(getattr(a, key)),
            format_value(getattr(b, key)),
            reading_tag(a, key),
            reading_tag(b, key),
        )
        for key in _parameters(a)
        if getattr(a, key) != getattr(b, key)
    ]


def format_value(value: Any) -> str:
    """Return a parameter's value as a player reads it.

    >>> format_value(True), format_value((20, 10, -10, -20)), format_value(frozenset())
    ('true', '20 10 -10 -20', '-')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, frozenset):
        return ", ".join(sorted(value)) or "-"
    if isinstance(value, tuple):
        if value and isinstance(value[0], tuple):
            return " | ".join(format_value(row) for row in value)
        return " ".join(f"{item:g}" for item in value) or "-"
    return str(value)


def reading_tag(rules: AnyRules, key: str) -> str:
    """Return the tag of the open point that a value rests on; "" when the text is clear.

    The tag stands before the first colon of the text (``"A11: …"``); a text without one has
    the tag ``reading``.
    """
    text = rules.unspecified.get(key)
    if text is None:
        return ""
    tag, colon, _ = text.partition(":")
    return tag if colon and tag and len(tag) <= 12 and not any(map(str.isspace, tag)) else "reading"


def format_rules(rules: AnyRules, groups: Mapping[str, Mapping[str, str]] = GROUPS) -> str:
    """Return ``rules`` as a TOML file that :func:`~mjlog.rules.load_rules` reads back.

    Args:
        rules: The ruleset.
        groups: Group title → parameter → meaning, for the order of the parameters.
    """
    lines = [f"# {rules.name}", f"title = {_toml(rules.title or rules.name)}"]
    for title, group in groups.items():
        lines += ["", f"# {title}"]
        lines += [f"{key} = {_toml(getattr(rules, key))}" for key in group]
    for table in ("sources", "unspecified"):
        texts = getattr(rules, table)
        if texts:
            lines += ["", f"[{table}]"]
            lines += [f"{key} = {_toml(texts[key])}" for key in _parameters(rules) if key in texts]
    return "\n".join(lines) + "\n"


def _parameters(rules: AnyRules) -> list[str]:
    return [f.name for f in fields(rules) if f.name not in NOT_PARAMETERS]


def _tagged(text: str, tag: str) -> str:
    return f"{text} ({tag})" if tag else text


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, frozenset):
        value = sorted(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        return f'"{"".join(map(_escaped, value))}"'
    return repr(value)


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    # control characters are not allowed in a TOML string
    return f"\\u{ord(char):04x}" if ord(char) < 32 or ord(char) == 127 else char
