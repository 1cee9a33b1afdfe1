"""Which switch of the rules, changed alone, makes a finding disappear."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from ...findings import Finding
from ..rules import AmericanRules
from ..rules.model import SET_DOMAINS
from ..rules.validate import SCHEMA

__all__ = ["MOST_FINDINGS", "explain"]

#: A record with more findings than this is wrong in many ways, or played by other rules.
MOST_FINDINGS: Final = 40
#: Numbers that tables play with, for parameters that are plain numbers.
_NUMBERS: Final[dict[str, tuple[int, ...]]] = {
    "challenge_points": (25, 50),
    "concealed_bonus": (0, 10),
    "jokers": (8, 10),
}
_MULTIPLIERS: Final = (1, 2, 3, 4)
#: What makes a finding the same one after a change of the rules.
_Key = tuple[str, int | None, int | None, int | None]


def explain(
    findings: Sequence[Finding],
    rules: AmericanRules,
    audit: Callable[[AmericanRules], list[Finding]],
) -> None:
    """Fill ``explained_by`` of findings.

    Args:
        findings: Those of one game. rules: The profile that they were found by.
        audit: Audits the same game by another profile.
    """
    errors = [finding for finding in findings if finding.severity == "error"]
    if not errors or len(errors) > MOST_FINDINGS:
        return
    names = {name: None for finding in errors for name in _parameters(finding)}
    before = {_key(finding) for finding in errors}
    for name in names:
        gone: set[_Key] = set()
        for value in _others(name, getattr(rules, name)):
            after = audit(replace(rules, **{name: value}))
            keys = {_key(finding) for finding in after if finding.severity == "error"}
            if keys <= before:
                gone |= before - keys
        for finding in errors:
            if _key(finding) in gone and name in _parameters(finding):
                finding.explained_by.append(name)


def _parameters(finding: Finding) -> list[str]:
    return [name for name in finding.rule.split(", ") if name in SCHEMA.parameters]


def _key(finding: Finding) -> _Key:
    return finding.code, finding.round_index, finding.event_index, finding.seat


def _others(name: str, value: Any) -> Iterator[Any]:
    """Yield other values of a parameter."""
    if name in SET_DOMAINS:
        yield frozenset(SET_DOMAINS[name])
        return
    if isinstance(value, bool):
        yield not value
        return
    domain = SCHEMA.domain(name)
    if domain is None:
        domain = _MULTIPLIERS if name.endswith("_multiplier") else _NUMBERS.get(name, ())
    yield from (other for other in domain if other != value)
