"""Sheets of results as people keep them: seats, points and ways to win that are not written."""

from __future__ import annotations

import pytest
from mjlog.parsers.american import parse_text
from mjlog.parsers.american.text_writer import format_text_game

from mjlog.american.audit import check_american
from mjlog.american.card import load_card
from mjlog.american.rules import load_american_rules, parse_american_rules
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
    (finding,) = audit(sheet(*walls("ABCDABCD")))
    assert (finding.code, finding.explained_by) == ("A-ROT-02", ["rotation"])


def test_seats_follow_the_rules_that_the_audit_is_told() -> None:
    unnamed = sheet(*walls(SIXTEEN)).replace('[Ruleset "nmjl-2024"]\n', "")
    (game,) = parse_text(unnamed)
    seed = load_american_rules("american-seed")
    card = load_card("sample-original-1")
    assert check_american(game, rules=seed, card=card).findings == []
    assert check_american(game, card=card).findings != []


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


# --- points that are not recorded

WON = "hand 1 East A ; C !mahj EV2 25 off B"


@pytest.mark.parametrize(
    "pay", ["pay", "pay C+100", "pay C+100 B-50", "pay A-25 B-50 C+100 D-25"]
)  # fmt: skip
def test_points_left_out_are_unknown(pay: str) -> None:
    assert codes(f"{WON} ; {pay}") == []


def test_points_left_out_of_a_sum_of_zero_are_none() -> None:
    assert codes(f"{WON} ; pay B-50 C+50") == ["PAY-01"]


def test_PAY_01_of_the_points_that_are_recorded() -> None:
    (finding,) = audit(sheet(f"{WON} ; pay C+75"))
    assert (finding.code, finding.recorded) == ("A-PAY-01", {"C": 75})
    assert "C +75, due +100" in finding.message


def test_PAY_05_counts_what_is_due_where_points_are_left_out() -> None:
    assert codes(f"{WON} ; pay C+100", end="end A-25 B-50 C+100 D-25") == []
    assert codes(f"{WON} ; pay C+100", end="end A-25 B-50 C+110 D-35") == ["PAY-05"]


def test_PAY_03_of_a_hand_that_a_challenge_found_dead() -> None:
    challenged = "hand 1 East A ; B dead ; C !mahj EV2 25 off A"
    assert codes(f"{challenged} ; pay A-50 B+0 C+75 D-25") == ["PAY-03"]


# --- wins that are none


def test_R_17_nobody_wins_on_the_own_discard_in_a_sheet() -> None:
    off = "hand 1 East A ; C !mahj EV2 25 off C ; pay A-50 B-50 C+150 D-50"
    assert codes(off) == ["DISC-03"]


def test_MJ_07_a_dead_hand_wins_in_a_sheet() -> None:
    dead = "hand 1 East A ; C dead ; C !mahj EV2 25 off B ; pay A-25 B-50 C+100 D-25"
    assert codes(dead) == ["MJ-07"]


def test_MJ_03_the_value_that_was_attempted_in_error() -> None:
    error = "hand 1 East A ; D ~mahj all QU1 {0} ; throw B ; throw C ; pay A+{1} B+0 C+0 D-{1}"
    assert codes(error.format(45, 90)) == []
    assert codes(error.format(40, 80)) == ["MJ-03"]


# --- tournaments


@pytest.mark.parametrize("name", ["destination", "mahjcon", "crak-your-bags", "online"])
def test_R_101_points_beside_play_at_home_or_alone(name: str) -> None:
    rules = f"tournament-{name}"
    won = "hand 1 East A ; A !mahj WD2 30 jokerless self-pick"
    home = "A+360 B-120 C-120 D-120"
    scored = "A+60 B+0 C+0 D+0"
    wrong = "A+50 B+0 C+0 D+0"
    assert codes(f"{won} ; pay {scored}", rules=rules, end=f"end | tournament {scored}") == []
    assert codes(f"{won} ; pay {home}", rules=rules, end=f"end {home} | tournament {scored}") == []
    beside = codes(f"{won} ; pay {home}", rules=rules, end=f"end {home} | tournament {wrong}")
    assert beside == ["TRN-01"]
    paid = "A+180 B-60 C-60 D-60"
    assert codes(f"{won} ; pay {paid}", rules=rules, end=f"end | tournament {scored}") == ["PAY-01"]
    # nothing but the points of the tournament
    assert codes(won, rules=rules, end=f"end | tournament {scored}") == []
    assert codes(f"{won} ; pay", rules=rules, end=f"end | tournament {wrong}") == ["TRN-01"]


def test_TRN_01_is_not_checked_for_who_threw_to_unknown_exposures() -> None:
    won = "hand 1 East A ; A !mahj WD2 30 off B"
    end = "end | tournament A+{} B{} C+0 D+0"
    rules = "tournament-destination"
    assert codes(won, rules=rules, end=end.format(30, "-25")) == []
    assert codes(won, rules=rules, end=end.format(40, "-25")) == ["TRN-01"]


# --- a bonus for concealed hands

CONCEALED = "hand 1 East A ; C !mahj EV2{} off B ; pay A-{} B-{} C+{} D-{}"


def test_O14_a_sheet_does_not_tell_whether_the_hand_was_concealed() -> None:
    text = 'extends = "house"\nconcealed_bonus = 10'
    rules = parse_american_rules(text)
    for announced, points in ((" 25", 25), (" 35", 35), ("", 25), ("", 35)):
        paid = (points, 2 * points, 4 * points, points)
        (game,) = parse_text(sheet(CONCEALED.format(announced, *paid), rules="house"))
        found = check_american(game, rules=rules, card=load_card("sample-original-1")).findings
        assert found == [], (announced, points)
    paid = (30, 60, 120, 30)
    (game,) = parse_text(sheet(CONCEALED.format("", *paid), rules="house"))
    found = check_american(game, rules=rules, card=load_card("sample-original-1")).findings
    assert [f.code for f in found] == ["A-PAY-01"]


# --- hands that end in other ways


def test_R_79_two_declarations_of_which_the_first_was_in_error() -> None:
    error = "hand 1 East A ; A ~mahj all QU2 40 ; D !mahj EV1 25 off B"
    assert codes(f"{error} ; pay A-25 B-50 C-25 D+100") == []
    assert codes(f"{error} ; pay A+0 B-50 C-25 D+75") == ["PAY-03"]


def test_MJ_08_only_east_is_dealt_a_complete_hand() -> None:
    assert codes("hand 1 East A ; A !mahj EV1 25 heavenly ; pay A+150 B-50 C-50 D-50") == []
    south = "hand 1 East A ; B !mahj EV1 25 heavenly ; pay A-50 B+150 C-50 D-50"
    assert codes(south) == ["MJ-08"]


def test_R_68_nobody_pays_when_three_hands_are_dead() -> None:
    dead = "hand 1 East A ; B dead ; C dead ; D dead"
    assert codes(f"{dead} ; pay A+0 B+0 C+0 D+0") == []
    assert codes(f"{dead} ; pay A+30 B-10 C-10 D-10") == ["PAY-01"]
