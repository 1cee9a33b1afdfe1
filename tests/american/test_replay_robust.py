"""Whatever a record holds, its audit ends with findings and never with an error."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mjlog.american.audit import check_american
from mjlog.american.card import load_card
from mjlog.american.model import AmericanGame, AmericanHand, CardRef, Level
from mjlog.american.replay import replay_hand
from mjlog.american.rules import load_american_rules

from .record_strategies import events, games

CARD = load_card("sample-original-1")
SEATS = {"A": "E", "B": "S", "C": "W", "D": "N"}
PROFILES = (
    "nmjl-2024", "american-seed-literal", "tournament-mahjcon", "tournament-destination", "house",
)  # fmt: skip
ODD = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@given(games(), st.booleans())
@ODD
def test_any_game_is_audited(game: AmericanGame, with_card: bool) -> None:
    audit = check_american(game, card=CARD if with_card else None)
    assert all(finding.code.startswith("A-") for finding in audit.findings)


@given(
    st.lists(events, max_size=60),
    st.sampled_from(("full", "public")),
    st.sampled_from(PROFILES),
    st.integers(3, 4),
)
@ODD
def test_any_play_of_a_full_table_is_audited(
    play: list[object], level: Level, profile: str, players: int
) -> None:
    seats = dict(list(SEATS.items())[:players])
    hand = AmericanHand(1, "A", seats, events=play)  # type: ignore[arg-type]
    game = AmericanGame("x", "", None, CardRef(), dict.fromkeys(seats, ""), level, hands=[hand])
    rules = load_american_rules(profile)
    audit = check_american(game, rules=rules, card=CARD)
    json.dumps([finding.as_dict() for finding in audit.findings])
    places = [f.event_index for f in audit.findings if f.event_index is not None]
    assert all(0 <= place < max(len(play), 1) for place in places)
    replay = replay_hand(hand, rules, CARD, level=level)
    assert len(replay.states) == len(play) + 1
