"""The rules that a game is read under: mjai names none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mjlog.rules import Rules, load_rules

__all__ = ["EAST_ONLY", "chosen_rules"]

#: ``kyoku_first`` of a game of East rounds alone.
EAST_ONLY: Final = 4
_MOST_POINTS: Final = 1_000_000


def chosen_rules(
    players: int, east: bool, reds: bool, scores: Sequence[int] | None = None
) -> Rules:
    """Return Tenhou's rules for a table.

    Args:
        players: 3 or 4.
        east: East rounds alone.
        reds: Red fives are played.
        scores: Points at the start of the first round; they count where all are the same.

    >>> chosen_rules(3, True, True).name, chosen_rules(4, False, True, [30000] * 4).name
    ('tenhou-3p-east', 'tenhou-from-30000')
    """
    words = [word for word, used in (("3p", players == 3), ("east", east), ("noaka", not reds))
             if used]  # fmt: skip
    rules = load_rules("-".join(["tenhou", *words]))
    start = set(scores[:players]) if scores is not None else set()
    points = start.pop() if len(start) == 1 else rules.start_points
    if points == rules.start_points or not 0 < points <= _MOST_POINTS:
        return rules
    return replace(rules, name=f"{rules.name}-from-{points}", start_points=points)
