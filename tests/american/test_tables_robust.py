"""Whatever a record holds, its rows fit their tables."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mjlog.analysis.american.rows import table_of
from mjlog.analysis.american.schema import AMERICAN_TABLES
from mjlog.analysis.american.tables import game_rows
from mjlog.analysis.people import People

from mjlog.american.card import load_card
from mjlog.american.model import (
    LEVELS,
    AmericanGame,
    AmericanHand,
    CardRef,
    Claim,
    Deal,
    Discard,
    Event,
    Exchange,
    Level,
    Pass,
    Settle,
    Transfer,
)
from mjlog.american.rules import load_american_rules
from mjlog.american.tiles import JOKER

from .record_strategies import events, games

CARD = load_card("sample-original-1")
SEATS = {"A": "E", "B": "S", "C": "W", "D": "N"}
ODD = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def fits(game: AmericanGame, rules: str | None, *, with_card: bool) -> None:
    """Make the rows of a game and put them into their tables."""
    profile = None if rules is None else load_american_rules(rules)
    rows = game_rows(game, People(), rules=profile, card=CARD if with_card else None).rows
    assert {f"american_{name}" for name in rows} <= set(AMERICAN_TABLES)
    for name, found in rows.items():
        assert table_of(f"american_{name}", found).num_rows == len(found)


def test_the_longest_records_fit() -> None:
    """As many events and points as a record may hold; one person does everything."""
    events: list[Event] = [Deal("A", [JOKER] * 200)]
    for _ in range(480):
        events += [
            Pass("R1", "A", "B", [JOKER] * 99, blind=99),
            Discard("A", 5),
            Claim("A", 5, "A", "expose", 3, [5, JOKER, JOKER]),
            Exchange("A", "A", 0, 5),
        ]
    transfers = [Transfer("A", "B", 100_000_000, "x") for _ in range(20)]
    events.append(Settle({"A": -100_000_000, "B": 100_000_000}, transfers))
    hands = [AmericanHand(10_000, "A", SEATS, events=events)]
    for level in LEVELS:
        game = AmericanGame("x", "", None, CardRef(), dict.fromkeys(SEATS, ""), level, hands=hands)
        fits(game, "house-hotwall-kitty", with_card=True)


@given(games(), st.booleans())
@ODD
def test_any_game_has_rows(game: AmericanGame, with_card: bool) -> None:
    fits(game, None, with_card=with_card)


@given(
    st.lists(events, max_size=60),
    st.sampled_from(("full", "public", "result")),
    st.sampled_from(("nmjl-2024", "american-seed", "tournament-mahjcon", "house")),
    st.integers(3, 4),
)
@ODD
def test_any_play_of_a_full_table_has_rows(
    play: list[object], level: Level, profile: str, players: int
) -> None:
    seats = dict(list(SEATS.items())[:players])
    hand = AmericanHand(1, "A", seats, events=play)  # type: ignore[arg-type]
    game = AmericanGame("x", "", None, CardRef(), dict.fromkeys(seats, ""), level, hands=[hand])
    fits(game, profile, with_card=True)
