"""The game type and custom rules that a Tenhou header names for a ruleset."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from mjlog.rules import Rules, diff_rules

from ..noten import noten_amounts, noten_rules
from .rules import (
    CSRULE_BITS,
    CSRULE_NOTEN,
    CSRULE_NUMBERS,
    CSRULE_UMA,
    CUSTOM,
    TYPE_BITS,
    PointsForm,
    rules_from_go,
)

__all__ = ["csrule_of", "header_of_rules"]

#: Every record of people against people has it.
MULTIPLAYER: Final = 0x0001
_FORMS: Final[tuple[PointsForm, ...]] = ("tenths", "whole", "bare")
_FIELDS: Final = 40  # entries of csrule


def header_of_rules(rules: Rules) -> tuple[int, str | None, PointsForm, list[str]]:
    """Return what a header says so that a reader comes nearest to ``rules``.

    Returns:
        GO ``type``; ``csrule`` or None; the form of the final points; the parameters that a
        reader of this header will see differently.

    >>> from mjlog.rules import load_rules
    >>> header_of_rules(load_rules("tenhou-3p-noaka"))
    (27, None, 'tenths', [])
    """
    go_type = _plain_type(rules)
    form, lost = _best_form(rules, go_type, None)
    if not lost:
        return go_type, None, form, []
    csrule = csrule_of(rules, lost)
    custom_form, custom_lost = _best_form(rules, go_type | CUSTOM, csrule)
    if len(custom_lost) < len(lost):
        return go_type | CUSTOM, csrule, custom_form, custom_lost
    return go_type, None, form, lost


def _plain_type(rules: Rules) -> int:
    played = {
        "3p": rules.players == 3,
        "east": rules.length == "east",
        "noaka": not any(rules.aka),
        "nokuitan": not rules.kuitan,
        "honba1500": rules.honba_total == 1500,
    }
    go_type = MULTIPLAYER
    for bit, on, variant in TYPE_BITS:
        if variant in played and played[variant] is on:
            go_type |= bit
    return go_type


def _best_form(rules: Rules, go_type: int, csrule: str | None) -> tuple[PointsForm, list[str]]:
    def differing(form: PointsForm) -> list[str]:
        read = rules_from_go(go_type, csrule, start_points=rules.start_points, points=form)
        return [difference.key for difference in diff_rules(read, rules)]

    found = [(form, differing(form)) for form in _FORMS]
    return min(found, key=lambda pair: len(pair[1]))


def csrule_of(rules: Rules, parameters: Collection[str]) -> str:
    """Return a ``csrule`` that sets ``parameters`` where their place in it is known.

    Fields that none of them needs stay empty, so that the game type decides.
    """
    fields = [""] * _FIELDS
    for index in {index for index, _, on, _ in CSRULE_BITS if on.keys() & set(parameters)}:
        flags = [
            bit
            for i, bit, on, _ in CSRULE_BITS
            if i == index and all(getattr(rules, key) == value for key, value in on.items())
        ]
        fields[index] = f"{sum(flags):08X}"
    for index, key in CSRULE_NUMBERS:
        if key in parameters:
            fields[index] = str(getattr(rules, key))
    if {"noten_pool", "noten_payment"} & set(parameters):
        for index, amount in _noten_fields(rules).items():
            fields[index] = str(amount)
    if {"uma", "uma_by_floaters"} & set(parameters):
        for below, table in enumerate(_uma_tables(rules)):
            for k, points in enumerate(table[1:]):
                fields[CSRULE_UMA + 3 * below + k] = points
    return ",".join(fields)


def _noten_fields(rules: Rules) -> dict[int, int]:
    """Return the noten payments by field; {} where they are read as others, or for three."""
    amounts = noten_amounts(rules)
    found = noten_rules(amounts, rules.players)
    if rules.players != 4 or any(getattr(rules, key) != value for key, value in found.items()):
        return {}
    return dict(zip(CSRULE_NOTEN, amounts, strict=True)) if found else {}


def _uma_tables(rules: Rules) -> list[list[str]]:
    """Return placement points by the number of players below the start; [] if not whole."""
    tables: list[Any]
    if rules.uma_by_floaters:
        order = [max(rules.players - below, 0) for below in range(5)]
        tables = [rules.uma_by_floaters[floaters] for floaters in order]
    else:
        tables = [rules.uma] * 5
    if not all(float(n).is_integer() for table in tables for n in table):
        return []
    return [[str(int(n)) for n in table] for table in tables]
