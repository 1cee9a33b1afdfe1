"""When the indicators of kans are turned: the form has the list, the rules tell the times."""

from __future__ import annotations

from typing import Final

from mjlog.codes import ANKAN, DAIMINKAN, DISCARD, DORA, KAKAN, RIICHI, UNKNOWN
from mjlog.rules import Rules

__all__ = ["turned"]

_EventRow = tuple[int, int, int, int, tuple[int, ...], int]
_KANS: Final = {ANKAN: "kan_dora_ankan", KAKAN: "kan_dora_kakan", DAIMINKAN: "kan_dora_daiminkan"}


def turned(
    events: list[_EventRow], indicators: list[int], rules: Rules
) -> tuple[list[_EventRow], int]:
    """Return the events with those of the indicators, and how many indicators are left over.

    Args:
        events: Events of a round without indicators.
        indicators: Those behind the first one, in the order in which they were turned.
        rules: Their times. Where more were turned than they allow, all were turned at once.
    """
    if not indicators:
        return events, 0
    times = {kind: str(getattr(rules, key)) for kind, key in _KANS.items()}
    placed, left = _placed(events, indicators, times)
    if left:
        placed, left = _placed(events, indicators, dict.fromkeys(_KANS, "immediate"))
    return placed, left


def _placed(
    events: list[_EventRow], indicators: list[int], times: dict[int, str]
) -> tuple[list[_EventRow], int]:
    placed: list[_EventRow] = []
    left = list(indicators)
    due: list[str] = []  # when the indicators of earlier kans are turned

    def turn() -> None:
        due.pop(0)
        if left:
            placed.append((DORA, UNKNOWN, left.pop(0), UNKNOWN, (), 0))

    for n, event in enumerate(events):
        kind = event[0]
        if kind in (DISCARD, RIICHI):
            while due and due[0] == "before_discard":
                turn()
        placed.append(event)
        if kind == DISCARD:
            while due:
                turn()
        elif kind in _KANS:
            while due:
                turn()
            due.append(times[kind])
            # a kan that is robbed turns none
            if due[0] == "immediate" and n + 1 < len(events) and events[n + 1][0] == 0:
                turn()
    return placed, len(left)
