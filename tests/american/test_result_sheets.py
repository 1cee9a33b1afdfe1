"""Sheets of results as people keep them: seats, points and ways to win that are not written."""

from __future__ import annotations

import pytest
from mjlog.parsers.american import parse_text
from mjlog.parsers.american.text_writer import format_text_game

from mjlog.american.audit import check_american
from mjlog.american.card import load_card
from mjlog.findings import Finding

PLAYERS = "A=Ann B=Bea C=Cy D=Dot"
#: Who is East in the sixteen hands of the seed, and in four rounds of the League's pivot.
SIXTEEN = "ABCD BADC CDBA DCAB".replace(" ", "")
PIVOT = "ABCD ACDB ADBC ABCD".replace(" ", "")


def sheet(*hands: str, rules: str = "nmjl-2024", players: str = PLAYERS, end: str = "") -> str:
    """Return a record of results, one line a hand."""
    head = f'#AMN 1\n[Ruleset "{rules}"]\n[Card "sample-original-1"]\n[Players "{players}"]\n'
    return head + '[Level "result"]\n' + "".join(hand + "\n" for hand in (*hands, end) if hand)


def audit(text: str) -> list[Finding]:
    (game,) = parse_text(text)
    return check_american(game, card=load_card("sample-original-1")).findings


def codes(*hands: str, rules: str = "nmjl-2024", end: str = "") -> list[str]:
    found = audit(sheet(*hands, rules=rules, end=end))
    return [finding.code[2:] for finding in found if finding.severity != "note"]


def walls(easts: str) -> list[str]:
    """Return wall games with these Easts and nothing on the seats."""
    return [f"hand {n} East {p} ; wall game ; pay A+0 B+0 C+0 D+0" for n, p in enumerate(easts, 1)]


# --- seats that are not recorded


def test_SD_05_sixteen_hands_without_seats() -> None:
    assert codes(*walls(SIXTEEN), rules="american-seed") == []


def test_the_pivot_of_the_league_without_seats() -> None:
    assert codes(*walls(PIVOT)) == []


def test_SD_05_seats_follow_the_table() -> None:
    (game,) = parse_text(sheet(*walls(SIXTEEN), rules="american-seed"))
    assert game.hands[5].seats == {"A": "E", "D": "S", "C": "W", "B": "N"}


def test_ROT_01_one_wrong_east_of_sixteen_without_seats() -> None:
    easts = SIXTEEN[:5] + "B" + SIXTEEN[6:]
    assert codes(*walls(easts), rules="american-seed") == ["ROT-01"]


def test_ROT_02_rounds_three_and_four_of_the_seed_changed_places() -> None:
    easts = SIXTEEN[:8] + SIXTEEN[12:] + SIXTEEN[8:12]
    assert codes(*walls(easts), rules="american-seed") == ["ROT-02", "ROT-02"]


def test_ROT_02_a_table_without_the_pivot_is_seen_when_its_east_differs() -> None:
    assert codes(*walls("ABCDABCD")) == ["ROT-02"]


def test_three_players_without_seats() -> None:
    three = [f"hand {n} East {p} ; wall game ; pay A+0 B+0 C+0" for n, p in enumerate("ABCA", 1)]
    found = audit(sheet(*three, rules="nmjl-2024-3p", players="A=Ann B=Bea C=Cy"))
    assert found == []


def test_a_hand_dealt_again_leaves_the_seats() -> None:
    thrown = 'hand 1 East A ; void "two wrong counts"'
    assert codes(thrown, "hand 2 East A ; wall game", "hand 3 East B ; wall game") == []


@pytest.mark.parametrize("easts", [SIXTEEN, PIVOT, "ABCDABCDBB"])
@pytest.mark.parametrize("rules", ["nmjl-2024", "american-seed", "house"])
def test_seats_left_out_are_left_out_when_written(easts: str, rules: str) -> None:
    text = sheet(*walls(easts), rules=rules)
    (game,) = parse_text(text)
    written = format_text_game(game)
    assert "seats" not in written
    (again,) = parse_text(written)
    assert [hand.seats for hand in again.hands] == [hand.seats for hand in game.hands]
