"""House rules that move tiles in ways no record tells: racks are then taken as unknown."""

from __future__ import annotations

from dataclasses import replace

from ..model import AmericanHand, Courtesy, Deal, Draw, Event, Level, Pass
from ..rules.model import AmericanRules
from ..tiles import UNKNOWN

__all__ = ["as_known", "hidden_swaps", "public_view"]


def hidden_swaps(rules: AmericanRules) -> str:
    """Return the house rule by which racks change unseen, "" if there is none."""
    if rules.blanks:
        return "blanks"
    if rules.mush:
        return "mush"
    return "futures" if rules.futures else ""


def as_known(hand: AmericanHand, level: Level, rules: AmericanRules) -> tuple[AmericanHand, Level]:
    """Return a hand of a record and its level, both as these rules let them be known."""
    if not hidden_swaps(rules):
        return hand, level
    return public_view(hand), "public" if level == "full" else level


def public_view(hand: AmericanHand) -> AmericanHand:
    """Return a hand of which only what was said or shown is known."""
    return replace(hand, wall=None, events=[_hidden(event) for event in hand.events])


def _hidden(event: Event) -> Event:
    if isinstance(event, Deal | Pass):
        return replace(event, tiles=[UNKNOWN] * len(event.tiles))
    if isinstance(event, Courtesy):
        return replace(event, tiles={p: [UNKNOWN] * len(t) for p, t in event.tiles.items()})
    if isinstance(event, Draw):
        return replace(event, tile=UNKNOWN)
    return event
