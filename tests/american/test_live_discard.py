"""What an event means for the discard that lies open."""

from __future__ import annotations

import pytest
from mjlog.analysis.american.missed import Fate, fate_of

from mjlog.american.model import Amend, Claim, Discard, Draw, Event, Mahjong, Note, Retract

CRAK = 4  # 5C


@pytest.mark.parametrize(
    ("event", "fate"),
    [
        (Claim("B", CRAK, "A", "expose", 3, [CRAK] * 3), "claimed"),
        (Claim("B", CRAK, "A", "mahjong"), "won"),
        (Mahjong("B", "discard", "A"), "won"),
        (Retract("A", "discard"), "withdrawn"),
        (Draw("B", CRAK), "open"),  # it may be put back
        (Amend("B", 0, [CRAK] * 4), "open"),  # mahjong goes before an exposure until the discard
        (Note("tea"), "open"),
        (Discard("B", CRAK), "passed"),
        (None, "passed"),
    ],
)
def test_what_an_event_means_for_the_live_discard(event: Event | None, fate: Fate) -> None:
    assert fate_of(event, drawn=False) == fate


def test_a_drawn_tile_that_is_put_back_leaves_the_discard_open() -> None:
    assert fate_of(Retract("B", "draw"), drawn=True) == "open"
    assert fate_of(Claim("C", CRAK, "A", "mahjong"), drawn=True) == "passed"  # out of time
