"""Noten payments as sites set them: what each noten player pays with one, two … tenpai."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mjlog.rules import Rules

__all__ = ["noten_amounts", "noten_rules"]


def noten_amounts(rules: Rules) -> list[int]:
    """Return what each noten player pays with one tenpai player, with two …

    Where that is no whole number it is rounded down, and :func:`noten_rules` does not give the
    rules back.

    >>> from mjlog.rules import load_rules
    >>> noten_amounts(load_rules("tenhou")), noten_amounts(load_rules("riichi-city-3p"))
    ([1000, 1500, 3000], [1000, 4000])
    """
    each = rules.noten_payment == "each"
    players = rules.players
    return [rules.noten_pool * (n if each else 1) // (players - n) for n in range(1, players)]


def noten_rules(amounts: Sequence[int], players: int) -> dict[str, Any]:
    """Return the parameters that such payments are, {} where they are neither of the two.

    Args:
        amounts: As :func:`noten_amounts` returns them.
        players: 3 or 4.

    >>> noten_rules([1000, 4000], 3)
    {'noten_pool': 2000, 'noten_payment': 'each'}
    """
    sums = [amount * (players - n) for n, amount in enumerate(amounts, 1)]
    if len(set(sums)) == 1:
        return {"noten_pool": sums[0], "noten_payment": "pool"}
    shares = {total / n for n, total in enumerate(sums, 1)}
    share = shares.pop()
    if shares or not share.is_integer():
        return {}
    return {"noten_pool": int(share), "noten_payment": "each"}
