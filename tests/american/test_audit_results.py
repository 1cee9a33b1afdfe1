"""The audit of results: payments, transfers, totals, seats, tournaments, from typed records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mjlog.parsers.american import parse_text

from mjlog.american.audit import BY_CODE, check_american
from mjlog.american.card import Card, load_card
from mjlog.american.model import AmericanGame
from mjlog.american.rules import american_profiles, load_american_rules
from mjlog.findings import Finding, selected

from .record_strategies import games

SEATS = ("ABCD", "BCDA", "CDAB", "DABC")


def record(
    *hands: str | tuple[str, str],
    rules: str = "nmjl-2024",
    level: str = "result",
    table_rules: str = "",
    end: str = "",
    first: int = 1,
) -> str:
    """Return a record of results; a hand is its lines, or its seats (East first) and lines."""
    text = f'#AMN 1\n[Ruleset "{rules}"]\n[Card "sample-original-1"]\n'
    text += f'[Players "A=Ann B=Bea C=Cy D=Dot"]\n[Level "{level}"]\n[TableRules "{table_rules}"]\n'
    for number, hand in enumerate(hands):
        order, lines = hand if isinstance(hand, tuple) else (SEATS[number % 4], hand)
        seats = " ".join(f"{p}={w}" for p, w in zip(order, "ESWN", strict=True))
        text += f'[Hand "{first + number}"]\n[East "{order[0]}"]\n[Seats "{seats}"]\n'
        text += lines + "\n"
    return text + end


def audit(text: str, *, card: Card | None = None) -> list[Finding]:
    (game,) = parse_text(text)
    return check_american(game, card=card or load_card("sample-original-1")).findings


def codes(text: str) -> list[str]:
    return [f.code for f in audit(text)]


def told(text: str) -> str:
    (finding,) = audit(text)
    return finding.message


WIN = "C !mahj EV2 25 jokerless off B\npay A-50 B-100 C+200 D-50"
PICK = "A !mahj RN2 30 self-pick\npay A+180 B-60 C-60 D-60"
WALL = "wall game\npay A0 B0 C0 D0"
VOID = "void"


# --- payments ----------------------------------------------------------------------------------
def test_right_payments_have_no_finding() -> None:
    assert codes(record(WIN, WALL, PICK, "B !mahj SP1 50 off A\npay A-100 B+200 C-50 D-50")) == []


def test_PAY_01_amounts_that_do_not_follow() -> None:
    text = record("C !mahj EV2 25 jokerless off B\npay A-50 B-50 C+200 D-100")
    assert codes(text) == ["A-PAY-01"]
    assert told(text) == (
        "The points paid for the hand do not follow from its result: B -50, due -100 "
        "(25 × discarder 2 × jokerless 2 = 100); D -100, due -50 (25 × jokerless 2 = 50)"
    )
    (finding,) = audit(text)
    assert finding.recorded == {"A": -50, "B": -50, "C": 200, "D": -100}
    assert finding.expected == {"A": -50, "B": -100, "C": 200, "D": -50}
    assert (finding.round, finding.round_index, finding.event_index) == ("hand 1", 0, 1)
    assert "discarder_multiplier = 2 (Mah Jongg Made Easy 2024" in finding.rule_source


def test_PAY_01_those_who_owe_the_same_have_one_chain() -> None:
    text = record("A !mahj RN2 30 jokerless self-pick\npay A+180 B-60 C-60 D-60")
    assert told(text) == (
        "The points paid for the hand do not follow from its result: A +180, due +360 "
        "(120 + 120 + 120 = 360); B -60, C -60, D -60, due -120 each "
        "(30 × self-pick 2 × jokerless 2 = 120)"
    )
    text = record("C !mahj EV2 25 jokerless off B\npay A-25 B-50 C+100 D-25")
    assert told(text).endswith(
        "A -25, D -25, due -50 each (25 × jokerless 2 = 50); B -50, due -100 "
        "(25 × discarder 2 × jokerless 2 = 100); C +100, due +200 (50 + 100 + 50 = 200)"
    )


@pytest.mark.parametrize("points", ["A-51 B-100 C+200 D-50", "A-50 B-100 C+210 D-50"])
def test_PAY_02_one_amount_that_is_off(points: str) -> None:
    text = record(f"C !mahj EV2 25 jokerless off B\npay {points}")
    assert codes(text) == ["A-PAY-02"]
    assert audit(text)[0].seat == (0 if "51" in points else 2)


def test_PAY_02_points_that_cannot_be_worked_out_must_cancel() -> None:
    text = record("C !mahj off B\npay A-50 B-100 C+210 D-50")
    assert codes(text) == ["A-PAY-02"]
    assert "add up to +10" in told(text)


def test_PAY_03_a_dead_hand_must_pay() -> None:
    dead = 'D dead "count" by A\n'
    assert codes(record(f"{dead}C !mahj EV2 25 off B\npay A-25 B-50 C+75 D0")) == ["A-PAY-03"]
    assert codes(record(f"{dead}C !mahj EV2 25 off B\npay A-25 B-50 C+100 D0")) == ["A-PAY-03"]
    assert codes(record(f"{dead}C !mahj EV2 25 off B\npay A-25 B-50 C+100 D-25")) == []


def test_PAY_04_a_misnamer_pays_four_times_alone() -> None:
    hand = 'C !mahj EV2 25 off B\npay A0 B0 C0 D0 | B>C {} "misnamed discard"'
    assert codes(record(hand.format(100))) == []
    assert codes(record(hand.format(50))) == ["A-PAY-04"]
    assert "25 × misnamed 4 = 100" in told(record(hand.format(50)))


def test_PAY_04_the_last_in_error_pays_the_one_intact_player() -> None:
    hand = "A ~mahj all RN1 40\nthrow B\nthrow C\npay A{} B0 C0 D{}"
    found = codes(record(hand.format("-80", "+80"), level="public"))
    assert [code for code in found if "PAY" in code] == []
    found = codes(record(hand.format("-40", "+40"), level="public"))
    assert [code for code in found if "PAY" in code] == ["A-PAY-04"]


def test_PAY_04_the_wrecker_of_the_wall_pays_the_lowest_value() -> None:
    hand = "A ~mahj all RN1 40\nthrow B wrecks wall\npay A0 B{} C{} D{}"
    found = codes(record(hand.format("-50", "+25", "+25"), level="public"))
    assert [code for code in found if "PAY" in code] == []
    found = codes(record(hand.format("-80", "+40", "+40"), level="public"))
    assert [code for code in found if "PAY" in code] == ["A-PAY-04"]


def test_PAY_06_an_exchange_win_paid_like_a_discard() -> None:
    text = record("C !mahj RN2 30 exchange\npay A-30 B-30 C+120 D-60")
    assert codes(text) == ["A-PAY-06"]
    assert codes(record("C !mahj RN2 30 exchange\npay A-60 B-60 C+180 D-60")) == []


# --- what was announced ------------------------------------------------------------------------
def test_MJ_03_a_value_that_is_not_the_lines() -> None:
    assert codes(record("C !mahj EV2 30 off B\npay A-30 B-60 C+120 D-30")) == ["A-MJ-03"]
    assert codes(record("C !mahj EV2 30 off B\npay A-25 B-50 C+100 D-25")) == ["A-MJ-03"]
    # an under-claim stays as announced
    assert codes(record("C !mahj EV2 20 off B\npay A-20 B-40 C+80 D-20")) == ["A-MJ-03"]


def test_MJ_05_a_bonus_where_the_line_has_none() -> None:
    text = record("A !mahj SP1 50 jokerless self-pick\npay A+600 B-200 C-200 D-200")
    assert codes(text) == ["A-MJ-05"]
    text = record("A !mahj SP1 50 jokerless self-pick\npay A+300 B-100 C-100 D-100")
    assert codes(text) == ["A-MJ-05"]


# --- transfers ---------------------------------------------------------------------------------
def challenge(points: str, answer: str = "deny") -> str:
    return f"A ?dead C a : {answer}\n{WIN}{points}"


def test_PAY_04_a_dispute_costs_50_or_25() -> None:
    paid = ' | A>C {} "challenge"'
    assert codes(record(challenge(paid.format(50)))) == []
    assert codes(record(challenge(paid.format(25)))) == ["A-PAY-04"]
    assert codes(record(challenge(paid.format(25)), rules="nmjl-classic")) == []
    assert codes(record(challenge(paid.format(25)), rules="american-seed")) == []
    assert codes(record(challenge(paid.format(50)), rules="american-seed")) == ["A-PAY-04"]


def test_PAY_04_a_dispute_that_was_not_paid() -> None:
    assert codes(record(challenge(""))) == ["A-PAY-04"]
    assert "nothing paid for the challenge of C by A, 50 due" in told(record(challenge("")))


# --- totals ------------------------------------------------------------------------------------
def test_PAY_05_totals_are_the_sums_of_the_hands() -> None:
    right = "end A+130 B-160 C+140 D-110\n"
    assert codes(record(WIN, PICK, end=right)) == []
    text = record(WIN, PICK, end="end A+130 B-160 C+150 D-120\n")
    assert codes(text) == ["A-PAY-05"]
    assert told(text) == (
        "The totals of the game are not the sums of its hands: C +150, the hands make +140; "
        "D -120, the hands make -110"
    )
    (finding,) = audit(text)
    assert (finding.round, finding.place) == (None, "game")


def test_totals_are_not_checked_where_a_hand_has_no_settlement() -> None:
    (game,) = parse_text(record(WIN, "wall game", end="end A-50 B-100 C+200 D-50\n"))
    found = check_american(game, card=load_card("sample-original-1"))
    assert [f.code for f in found.findings] == []
    assert found.not_checked["A-PAY-05", "a hand has no settlement"] == 1


# --- seats -------------------------------------------------------------------------------------
def test_ROT_01_east_moves_to_the_right() -> None:
    assert codes(record(WALL, WALL, WALL, WALL)) == []
    assert codes(record(WALL, ("ABCD", WALL))) == ["A-ROT-01"]
    assert codes(record(WALL, ("CDAB", WALL))) == ["A-ROT-01"]


@pytest.mark.parametrize("after", ["CDAB", "DABC"])
def test_ROT_01_one_wrong_east_is_one_finding(after: str) -> None:
    # the next hand goes on as it should have, or from the wrong one
    assert codes(record(WALL, ("CDAB", WALL), (after, WALL))) == ["A-ROT-01"]


def test_R_96_after_a_wall_game_the_deal_moves() -> None:
    text = record(WALL, ("ABCD", WALL))
    assert told(text) == "The wrong player is East: A is East, it is the turn of B"


def test_a_hand_thrown_in_stays_with_east_unless_the_rules_move_it() -> None:
    assert codes(record(WALL, VOID, ("BCDA", WALL), ("CDAB", WALL))) == []
    assert codes(record(WALL, VOID, ("CDAB", WALL))) == ["A-ROT-01"]
    moved: dict[str, Any] = {"table_rules": "void hand east = moves"}
    assert codes(record(WALL, VOID, ("CDAB", WALL), **moved)) == []
    assert codes(record(WALL, VOID, ("BCDA", WALL), **moved)) == ["A-ROT-01"]


def hands(orders: Sequence[str]) -> list[tuple[str, str]]:
    return [(order, WALL) for order in orders]


def turned(*rings: str) -> list[str]:
    return [ring[i:] + ring[:i] for ring in rings for i in range(4)]


SEED = turned("ABCD", "BADC", "CDBA", "DCAB")
PIVOT = turned("ABCD", "ACDB", "ADBC", "ABCD")


def test_ROT_02_the_sixteen_hands_of_the_seed() -> None:
    assert codes(record(*hands(SEED), rules="american-seed")) == []
    other = turned("ABCD", "BADC", "DCAB", "CDBA")
    assert codes(record(*hands(other), rules="american-seed"))[0] == "A-ROT-02"
    wrong = [*SEED]
    wrong[5] = "ABDC"
    assert codes(record(*hands(wrong), rules="american-seed")) == ["A-ROT-02"]


def test_ROT_02_a_game_of_the_seed_is_over_after_sixteen_hands() -> None:
    text = record(*hands([*SEED, "ABCD"]), rules="american-seed")
    assert codes(text) == ["A-ROT-02"]
    assert "the game is over after 4 rounds of 4 hands" in told(text)


def test_ROT_02_a_record_of_the_seed_that_starts_late() -> None:
    assert codes(record(*hands(SEED[6:10]), rules="american-seed", first=7)) == []
    assert codes(record(*hands(SEED[5:6]), rules="american-seed", first=7)) == ["A-ROT-01"]


def test_ROT_02_the_pivot_of_the_league() -> None:
    assert codes(record(*hands(PIVOT))) == []
    assert codes(record(*hands(turned("ABCD", "ABCD")))) == ["A-ROT-02"]


def test_free_seats_still_move_the_deal() -> None:
    free: dict[str, Any] = {"rules": "house"}
    assert codes(record(*hands(["ABCD", "BCDA", "DBCA", "BCAD"]), **free)) == []
    assert codes(record(*hands(["ABCD", "CDAB"]), **free)) == ["A-ROT-01"]


def test_ROT_02_the_round_that_is_recorded() -> None:
    text = record(*hands(PIVOT[:5])).replace('[Hand "5"]', '[Hand "5"]\n[Round "1"]')
    assert codes(text) == ["A-ROT-02"]
    assert codes(text.replace('[Round "1"]', '[Round "2"]')) == []


# --- house rules -------------------------------------------------------------------------------
def test_the_kitty_is_carried_to_the_next_winner() -> None:
    wall = "wall game\npay A-25 B-25 C-25 D-25"
    win = "C !mahj EV2 25 off B\npay A-25 B-50 C+{} D-25"
    kitty: dict[str, Any] = {"table_rules": "kitty"}
    assert codes(record(wall, win.format(200), win.format(100), **kitty)) == []
    assert codes(record(wall, win.format(100), **kitty)) == ["A-PAY-01"]
    assert codes(record(WALL, win.format(100), **kitty)) == ["A-PAY-01"]


def test_nobody_pays_more_than_the_pie() -> None:
    first = "A !mahj RN2 30 self-pick\npay A+180 B-60 C-60 D-60"
    second = "A !mahj RN2 30 self-pick\npay A+{0} B-{1} C-{1} D-{1}"
    pie: dict[str, Any] = {"table_rules": "pie 100"}
    assert codes(record(first, second.format(120, 40), **pie)) == []
    assert codes(record(first, second.format(180, 60), **pie)) == ["A-PAY-01"]


def test_east_wins_double_at_some_tables() -> None:
    text = "A !mahj RN2 30 off B\npay A+{} B-{} C-{} D-{}"
    assert codes(record(text.format(240, 120, 60, 60), table_rules="east double")) == []
    assert codes(record(text.format(240, 120, 60, 60))) == ["A-PAY-01"]


# --- tournaments -------------------------------------------------------------------------------
def test_TRN_01_points_of_a_tournament() -> None:
    hand = "A !mahj RN2 30 jokerless self-pick\npay A{} B0 C0 D0"
    rules: dict[str, Any] = {"rules": "tournament-destination"}
    assert codes(record(hand.format("+60"), **rules)) == []
    text = record(hand.format("+50"), **rules)
    assert codes(text) == ["A-TRN-01"]
    assert "A +50, due +60 (30 + self-pick 10 + jokerless 20 = 60)" in told(text)


def test_TRN_01_the_thrower_loses_by_exposures_that_results_do_not_show() -> None:
    hand = "A !mahj RN2 30 off B\npay A+30 B{} C0 D0"
    for points in ("-10", "-20", "-25"):
        assert codes(record(hand.format(points), rules="tournament-destination")) == []
    assert codes(record(hand.format("-30"), rules="tournament-destination")) == ["A-TRN-01"]
    assert codes(record(hand.format("-30"), rules="tournament-crak-your-bags")) == []


def test_TRN_01_wall_games_and_dead_hands() -> None:
    rules: dict[str, Any] = {"rules": "tournament-mahjcon"}
    assert codes(record("wall game\npay A+10 B+10 C+10 D+10", **rules)) == []
    dead = 'D dead "count" by A\nwall game\npay A+10 B+10 C+10 D{}'
    assert codes(record(dead.format("0"), **rules)) == []
    assert codes(record(dead.format("+10"), **rules)) == ["A-TRN-01"]


# --- words -------------------------------------------------------------------------------------
def test_findings_name_hand_and_person() -> None:
    text = record(WIN, "C !mahj EV2 25 off B\npay A-25 B-50 C+100 D-26")
    (finding,) = audit(text)
    assert finding.place == "hand 2, D (Dot)"
    assert selected([finding], select=["A-PAY"]) == [finding]
    assert selected([finding], ignore=["payments-do-not-cancel"]) == []


# --- what the table alone knows --------------------------------------------------------------
FOR_TABLE = "C !mahj EV2 25 off B\npay A0 B-100 C+100 D0"


@pytest.mark.parametrize("rule", ["hot wall", "one hand"])
def test_a_record_of_results_may_pay_for_the_table(rule: str) -> None:
    assert codes(record(FOR_TABLE)) == ["A-PAY-01"]
    assert codes(record(FOR_TABLE, table_rules=rule)) == []
    usual = "C !mahj EV2 25 off B\npay A-25 B-50 C+100 D-25"
    assert codes(record(usual, table_rules=rule)) == []


def test_a_discard_early_in_the_hand_is_not_hot() -> None:
    deal = "deal C F F 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B\nA -1D\nB +8B -8B\nC *8B(B) !mahj EV1 25"
    hot: dict[str, Any] = {"level": "public", "table_rules": "hot wall"}
    assert codes(record(f"{deal} jokerless\npay A-50 B-100 C+200 D-50", **hot)) == []
    assert codes(record(f"{deal} jokerless\npay A0 B-200 C+200 D0", **hot)) == ["A-PAY-01"]


AMBIGUOUS = (
    "deal A F F F F F J J J J 7D 7D 7D 7D J\nA !mahj SX1 35 heavenly\npay A+{} B-{} C-{} D-{}"
)


def test_a_hand_of_two_lines_is_paid_as_announced_or_by_the_dearest() -> None:
    announced, dearest = AMBIGUOUS.format(210, 70, 70, 70), AMBIGUOUS.format(240, 80, 80, 80)
    table: dict[str, Any] = {"level": "public"}
    assert codes(record(announced, **table)) == ["A-MJ-04"]
    assert codes(record(dearest, **table)) == ["A-MJ-04", "A-PAY-01"]
    table["table_rules"] = "ambiguous hand = highest"
    assert "A-PAY-01" not in codes(record(dearest, **table))


@pytest.mark.parametrize("rule", ["blanks", "mush", "futures"])
def test_racks_are_unknown_where_tiles_change_places_unseen(rule: str) -> None:
    hand = "deal A 1B 1B 3B 3B 3B 5C 5C 5C 5C 7B 7B 7B 9B 9D\nA -E\nwall game\npay A0 B0 C0 D0"
    table: dict[str, Any] = {"level": "full", "table_rules": rule}
    found = codes(record(hand, **table))
    assert "A-DISC-01" not in found
    assert "A-DISC-01" in codes(record(hand, level="full"))


def test_O4_an_exposure_of_a_discard_out_of_turn_stands_or_is_undone() -> None:
    # C has no right to the turn
    hand = "A -1D\nC +? -5B\nD *5B(C) =5B,5B,5B -9C\nwall game\npay A0 B0 C0 D0"
    found = [c for c in codes(record(hand, level="public")) if c != "A-SET-02"]
    assert found == ["A-TURN-01"]
    undone = record(hand, level="public", table_rules="out of turn exposure = undone")
    found = [c for c in codes(undone) if c != "A-SET-02"]
    assert found == ["A-TURN-01", "A-CLM-01"]


# --- what records leave out --------------------------------------------------------------------
@pytest.mark.parametrize("way", ["how ?", "off ?"])
def test_a_way_to_win_that_is_not_recorded_is_any_that_pays_so(way: str) -> None:
    hand = f"A !mahj EV1 25 {way}\npay A+100 B-50 C-25 D{{}}"
    assert codes(record(hand.format("-25"))) == []
    assert codes(record(hand.format("-50"))) == ["A-PAY-02"]


def test_a_discarder_who_is_not_at_the_table_leaves_the_payment_unchecked() -> None:
    text = record("A !mahj EV1 25 off D\npay A+75 B-50 C-25").replace(' D=N"]', '"]')
    (game,) = parse_text(text.replace('[Card "sample-original-1"]', ""))
    audit_ = check_american(game)
    assert [f.code for f in audit_.findings] == []
    assert audit_.not_checked["A-PAY-01", "the result of the hand is not recorded"] == 1


def test_three_players_are_paid_and_seated() -> None:
    win = "A !mahj EV1 25 off B\npay A+75 B-50 C-25"
    text = record(("ABCD", win), ("BCAD", "wall game\npay A0 B0 C0"), rules="nmjl-2024-3p")
    for wind in (' D=N"]', ' D=Dot"]'):
        text = text.replace(wind, '"]')
    assert codes(text) == []
    assert codes(
        text.replace('[East "B"]\n[Seats "B=E C=S A=W"]', '[East "C"]\n[Seats "C=E A=S B=W"]')
    ) == ["A-ROT-01"]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(games(), st.sampled_from(american_profiles()), st.permutations("ABCD"), st.integers(3, 4))
def test_no_record_makes_the_audit_fail(
    game: AmericanGame, profile: str, order: list[str], players: int
) -> None:
    for number, hand in enumerate(game.hands):
        turned_ = order[number % 4 :] + order[: number % 4]
        hand.seats = dict(zip(turned_[:players], "ESWN", strict=False))
        hand.east = turned_[0]
    found = check_american(
        game, rules=load_american_rules(profile), card=load_card("sample-original-1")
    )
    for finding in found.findings:
        assert finding.code in BY_CODE and finding.place and finding.message
