"""Seed 002, section 4 (連荘と流局), row by row: J the league, H the house."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from mjlog import load_rules

J, H = load_rules("jpml-2005"), load_rules("ishokai")

Faults = Callable[..., list[str]]
UNKNOWN = "\n" + "\n".join(["hand 13 unknown"] * 4)


def scored(title: str, *scores: int) -> str:
    return f"{title} scores {' '.join(map(str, scores))}"


def then(title: str, *scores: int) -> str:
    """A next hand of which only the start is known."""
    return "\n\n" + (scored(title, *scores) if scores else title) + UNKNOWN


# --- 4.1 who stays dealer
def test_J_4_1_the_dealer_stays_by_a_win_or_tenpai(faults: Faults, dealt_by: Any) -> None:
    level = (30000,) * 4
    first = ("E1.0 dora 9p", dealt_by(0).drawn("0", "3000 -1000 -1000 -1000"))
    after = (33000, 29000, 29000, 29000)
    again, passed = (scored(t, *after) for t in ("E1.1 dora 9p", "E2.1 dora 9p"))
    nothing = dealt_by(0).drawn("nobody", "0 0 0 0")
    assert faults([first, (again, nothing)], J) == []
    assert faults([first, (passed, dealt_by(1).drawn("nobody", "0 0 0 0"))], J) == ["G102"]
    noten = ("E1.0 dora 9p", dealt_by(0).drawn("nobody", "0 0 0 0"))
    east2 = (scored("E2.1 dora 9p", *level), dealt_by(1).drawn("nobody", "0 0 0 0"))
    assert faults([noten, east2], J) == []


def test_J_4_1_in_the_last_hand_a_noten_dealer_ends_the_game(faults: Faults, dealt_by: Any) -> None:
    title = scored("S4.0 dora 9p", 25000, 25000, 25000, 45000)
    tenpai = (title, dealt_by(3).drawn("3", "-1000 -1000 -1000 3000"))
    again = (
        scored("S4.1 dora 9p", 24000, 24000, 24000, 48000),
        dealt_by(3).drawn("nobody", "0 0 0 0"),
    )
    assert faults([tenpai, again], J, complete=True) == []  # first, and plays on
    assert faults([tenpai], J, complete=True) == ["G107"]
    assert faults([tenpai], replace(J, tenpai_yame="auto"), complete=True) == []
    west = (
        scored("W1.2 dora 9p", 24000, 24000, 24000, 48000),
        dealt_by(0).drawn("nobody", "0 0 0 0"),
    )
    assert faults([tenpai, again, west], J) == ["G106"]


def test_H_4_1_then_the_further_winds_are_looked_at(faults: Faults, dealt_by: Any) -> None:
    scores = (28000, 24000, 24000, 24000)
    noten = (scored("S4.0 dora 9p", *scores), dealt_by(3).drawn("nobody", "0 0 0 0"))
    west = (scored("W1.1 dora 9p", *scores), dealt_by(0).drawn("nobody", "0 0 0 0"))
    assert faults([noten, west], H) == []
    assert faults([noten], H, complete=True) == ["G107"]


# --- 4.2 counters
def test_J_4_2_300_for_each_counter(faults: Faults, dealt_by: Any) -> None:
    title = "E1.2 dora 9p"
    ron = dealt_by(0).ron(1, 2, 3900, "0 4500 -4500 0")
    assert faults([(title, ron)], J) == []
    assert faults([(title, dealt_by(0).ron(1, 2, 3900, "0 3900 -3900 0"))], J) == ["P102"]
    tsumo = dealt_by(0).tsumo(1, 4000, "-2200 4600 -1200 -1200")
    assert faults([(title, tsumo)], J) == []
    assert faults([(title, dealt_by(0).tsumo(1, 4000, "-2300 4900 -1300 -1300"))], J) == ["P102"]


def test_J_4_2_one_more_after_a_draw(faults: Faults, dealt_by: Any) -> None:
    noten = ("E1.0 dora 9p", dealt_by(0).drawn("1", "-1000 3000 -1000 -1000"))
    scores = (29000, 33000, 29000, 29000)
    nothing = dealt_by(1).drawn("nobody", "0 0 0 0")
    assert faults([noten, (scored("E2.1 dora 9p", *scores), nothing)], J) == []
    assert faults([noten, (scored("E2.0 dora 9p", *scores), nothing)], J) == ["G103"]


def test_H_4_2_a_win_of_the_dealer_adds_one_and_of_another_clears_them(
    faults: Faults, dealt_by: Any
) -> None:
    dealer = ("E1.0 dora 9p", dealt_by(0).ron(0, 1, 1500, "1500 -1500 0 0"))
    one = (scored("E1.1 dora 9p", 26500, 23500, 25000, 25000),
           dealt_by(0).ron(2, 1, 1000, "0 -1300 1300 0"))  # fmt: skip
    east2 = (scored("E2.0 dora 9p", 26500, 22200, 26300, 25000),
             dealt_by(1).drawn("nobody", "0 0 0 0"))  # fmt: skip
    assert faults([dealer, one, east2], H) == []
    counted = (east2[0].replace("E2.0", "E2.2"), east2[1])
    assert faults([dealer, one, counted], H) == ["G103"]


# --- 4.3 abortive draws
def four_norths(last: str) -> str:
    """Each seat throws 北, of which its hand holds one; ``last`` is what N does."""
    turns = "".join(f"{seat} draw 9p\n{seat} discard 4z\n" for seat in range(3))
    return turns + last


#: N is tenpai after 5p and without 北.
NORTHS = {3: "234678m4p34599s4z"}
N_THROWS = "3 draw 5p\n3 discard 4z\n"
N_RIICHI = "3 draw 5p\n3 riichi\n3 discard 4z\n"
SUUFON = "draw suufon_renda : 0 0 0 0"
STICK_STAYS = then("E1.1 dora 9p sticks 1", 30000, 30000, 30000, 29000)


def test_J_4_3_four_equal_winds(faults: Faults, menu: Any) -> None:
    abort = four_norths(N_THROWS)
    assert faults(abort + SUUFON + then("E1.1 dora 9p"), J, NORTHS) == []
    assert faults(abort + SUUFON + then("E1.0 dora 9p"), J, NORTHS) == ["G103"]
    assert faults(abort + SUUFON + then("E2.1 dora 9p"), J, NORTHS) == ["G102"]
    assert faults(abort + SUUFON.replace("0 0", "1000 -1000", 1), J, NORTHS) == ["P107"]
    assert faults(abort + "0 draw 7z\n0 discard 7z", J, NORTHS) == ["L135"]
    assert menu(abort, J, 0, hands=NORTHS) == []  # no draw, nothing to call
    assert faults(four_norths("3 draw 5p\n3 discard 9s\n") + SUUFON, J, NORTHS) == ["L131"]
    assert faults(abort + "0 draw 7z\n0 discard 7z", replace(J, abort_suufon=False), NORTHS) == []


@pytest.mark.parametrize(
    ("reading", "paid"), [("paid", True), ("unless_ronned", True), ("unpaid", False)]
)
def test_J_4_3_the_last_wind_is_a_riichi(reading: Any, paid: bool, faults: Faults) -> None:
    """The abort comes all the same; what becomes of the deposit is A23."""
    rules = replace(J, abort_riichi_deposit=reading)
    with_stick = four_norths(N_RIICHI + "3 accepted\n") + SUUFON + STICK_STAYS
    without = four_norths(N_RIICHI) + SUUFON + then("E1.1 dora 9p")
    assert faults(with_stick, rules, NORTHS) == ([] if paid else ["P109"])
    assert faults(without, rules, NORTHS) == (["P109"] if paid else [])
    goes_on = four_norths(N_RIICHI + "3 accepted\n") + "0 draw 7z\n0 discard 7z"
    assert "L135" in faults(goes_on, rules, NORTHS)


def test_J_4_3_the_deposit_is_a23(readings: Any, faults: Faults) -> None:
    abort = four_norths(N_RIICHI + "3 accepted\n") + SUUFON + STICK_STAYS
    assert "A23" in readings(abort, J, NORTHS)
    # where the riichi comes before the abort, its deposit is on the table
    first = replace(J, abort_priority_over_riichi=False, abort_riichi_deposit="unpaid")
    assert faults(abort, first, NORTHS) == []


#: E, S and N wait for 5s; W is tenpai after a draw of 5p and without 5s.
THREE_WAIT = {
    0: "234678m345p99s34s", 1: "34599m234678p34s", 2: "123789m129p5789s",
    3: "11155m222p55888s",
}  # fmt: skip
THREE_RON = "turns 6 but 2s5s5m3p\n2 draw 3p\n{}2 discard 5s\n{}draw sanchahou : 0 0 0 0"


def test_H_4_3_three_rons_are_a_draw(faults: Faults, menu: Any) -> None:
    draw = THREE_RON.format("", "")
    title = scored("E1.1 dora 9p sticks 1", 24000, 25000, 25000, 25000)
    stays = then("E1.2 dora 9p sticks 1", 24000, 25000, 25000, 25000)
    assert faults(draw + stays, H, THREE_WAIT, title=title) == []
    taken = then("E1.2 dora 9p sticks 0", 24000, 26000, 25000, 25000)
    assert faults(draw + taken, H, THREE_WAIT, title=title) == ["G101", "G104"]
    for other in ("148m259p367s4567z", "111m34567899p46s"):  # not tenpai; without a yaku
        assert faults(draw, H, {**THREE_WAIT, 3: other}) == ["L133"]
    wins = THREE_RON.split("draw sanchahou")[0].format("", "")
    for seat in (3, 0, 1):
        assert menu(wins, H, seat, hands=THREE_WAIT)[-1] == "pass"
    wins += "".join(f"{seat} ron 5s from 2\n" for seat in (3, 0, 1))
    assert "L154" in faults(wins, H, THREE_WAIT)


@pytest.mark.parametrize(
    ("reading", "paid"), [("paid", True), ("unless_ronned", False), ("unpaid", False)]
)
def test_J_4_3_a_riichi_tile_that_three_ron(reading: Any, paid: bool, faults: Faults) -> None:
    rules = replace(J, abort_riichi_deposit=reading)
    with_stick = THREE_RON.format("2 riichi\n", "2 accepted\n")
    without = THREE_RON.format("2 riichi\n", "")
    assert faults(with_stick, rules, THREE_WAIT) == ([] if paid else ["P109"])
    assert faults(without, rules, THREE_WAIT) == (["P109"] if paid else [])


# --- 4.4 nine terminals and honours
NINE = {1: "159m159p1559s123z"}
S_DRAWS = "1 draw 4m\n"
NINE_KINDS = "1 draw kyuushu_kyuuhai : 0 0 0 0"


def test_J_4_4_on_the_first_draw_without_a_call(faults: Faults, menu: Any) -> None:
    first = "0 draw 5z\n0 tsumogiri 5z\n" + S_DRAWS
    assert faults(first + NINE_KINDS + then("E1.1 dora 9p"), J, NINE) == []
    assert "kyuushu_kyuuhai" in menu(first, J, 1, hands=NINE)
    hands = {**NINE, 3: "148m259p36s45567z"}
    called = "0 draw 5z\n0 tsumogiri 5z\n3 pon 5z 55z from 0\n3 discard 1m\n"
    called += "0 draw 7z\n0 tsumogiri 7z\n" + S_DRAWS
    assert faults(called + NINE_KINDS, J, hands) == ["L130"]
    assert "kyuushu_kyuuhai" not in menu(called, J, 1, hands=hands)
    eight = {1: "1559m159p1559s23z"}
    assert faults(first + NINE_KINDS, J, eight) == ["L130"]
    dealer = {0: "159m159p1559s123z"}
    assert faults("0 draw 4m\n0 draw kyuushu_kyuuhai : 0 0 0 0", J, dealer) == []


def test_J_4_4_not_on_the_second_draw(faults: Faults) -> None:
    second = "turns 1\n1 draw 4m\n1 discard 5m\nturns 3 but 4s\n1 draw 4s\n"
    assert faults(second + NINE_KINDS, J, NINE) == ["L130"]


def test_H_4_4_a_concealed_kan_counts_as_a_call(faults: Faults, menu: Any) -> None:
    hands = {0: "147m258p369s777z4z", 1: "159m159p159s1236z"}
    kan = "0 draw 7z\n0 ankan 7777z\n0 draw 8m\n0 discard 8m\n" + S_DRAWS
    assert faults(kan + NINE_KINDS, H, hands) == ["L130"]
    assert "kyuushu_kyuuhai" not in menu(kan, H, 1, hands=hands)
    plain = "0 draw 8m\n0 discard 8m\n" + S_DRAWS
    assert faults(plain + NINE_KINDS, H, hands) == []


# --- 4.5 four kans
KANS = {
    0: "147m258p3s111222z", 1: "258m369p347s5666z",
    2: "369m147p33s34457z", 3: "234678m345p2499s",
}  # fmt: skip
FOURTH = (
    "0 draw 1z\n0 ankan 1111z\n0 draw 2z\n0 ankan 2222z\n0 draw 7z\n0 discard 7z\n"
    "1 draw 6z\n1 ankan 6666z\n1 draw 7z\n1 discard 3s\n2 pon 3s 33s from 1\n2 discard 9m\n"
    "3 draw 9p\n3 discard 9p\n0 draw 9p\n0 discard 9p\n1 draw 8m\n1 discard 8m\n"
    "2 draw 3s\n2 kakan 3s\n"
)
SUUKAN = "draw suukan_sanra : 0 0 0 0"


def test_J_4_5_the_fourth_kan_can_be_robbed(faults: Faults, menu: Any) -> None:
    assert menu(FOURTH, J, 3, hands=KANS) == ["ron 3s (1300)", "pass"]
    win = "3 ron 3s from 2 worth 1300 : 0 0 -1300 1300"
    assert faults(FOURTH + win + then("E2.0 dora 9p", 30000, 30000, 28700, 31300), J, KANS) == []


def test_J_4_5_else_the_hand_ends_at_the_kan(faults: Faults, menu: Any, readings: Any) -> None:
    at_once = FOURTH + SUUKAN + then("E1.1 dora 9p")
    later = FOURTH + "2 draw 8p\n2 discard 8p\n" + SUUKAN + then("E1.1 dora 9p")
    assert faults(at_once, J, KANS) == []
    assert menu(FOURTH, J, 2, hands=KANS) == []  # no replacement draw
    assert faults(later, J, KANS) == ["L135"]
    after = replace(J, suukan_timing="after_discard")  # A22
    assert faults(later, after, KANS) == []
    assert menu(FOURTH, after, 2, hands=KANS) == ["draw"]
    assert faults(at_once, after, KANS) == ["L134"]
    assert "A22" in readings(at_once, J, KANS)
    three = FOURTH.rsplit("2 kakan", 1)[0] + "2 discard 3s\n"
    assert faults(three + SUUKAN, J, KANS) == ["L134"]


def test_H_4_5_four_kans_of_one_player_leave_none_for_others(faults: Faults, menu: Any) -> None:
    hands = {1: "111222333444m5p", 2: "555m369p147s3456z"}
    turns = "".join(f"1 draw {n}m\n1 ankan {4 * str(n)}m\n" for n in (1, 2, 3, 4))
    four = "turns 1 but 1m2m3m4m5m\n" + turns + "1 draw 7z\n1 discard 7z\n"
    assert faults(four + "turns 8 but 1m5m5p", H, hands) == []  # play goes on
    fifth = four + "2 draw 5m\n"
    assert "ankan 5m with 5555m" not in menu(fifth, H, 2, hands=hands)
    kan = fifth + "2 ankan 5555m\n2 draw 7z\n2 discard 7z\n"
    assert faults(kan, H, hands) == ["L113"]


# --- 4.6 four riichis
FOUR = {
    0: "234678m345p99s34s", 1: "34599m234678p46s", 2: "123456789m67p55z", 3: "23488m234567p67s",
}  # fmt: skip
THREE_DECLARE = "".join(
    f"{s} draw 7z\n{s} riichi\n{s} tsumogiri 7z\n{s} accepted\n" for s in range(3)
)
FOURTH_RIICHI = THREE_DECLARE + "3 draw 1s\n3 riichi\n3 tsumogiri 1s\n3 accepted\n"
SUUCHA = "draw suucha_riichi : 0 0 0 0"
#: N throws 2s to riichi, which E waits for: double riichi and pinfu of the dealer.
RONNED = THREE_DECLARE + "3 draw 2s\n3 riichi\n3 tsumogiri 2s\n"
WIN = "0 ron 2s from 3 worth 5800 : 8800 0 0 -5800"


def test_J_4_6_four_riichis_end_the_hand(faults: Faults, readings: Any, menu: Any) -> None:
    abort = FOURTH_RIICHI + SUUCHA + then("E1.1 dora 9p sticks 4", *(29000,) * 4)
    assert faults(abort, J, FOUR) == []
    assert menu(FOURTH_RIICHI, J, 0, hands=FOUR) == []
    goes_on = FOURTH_RIICHI + "0 draw 1z\n0 tsumogiri 1z"
    assert faults(goes_on, J, FOUR) == ["L135"]
    switched = replace(J, abort_suucha=False)  # A5
    assert faults(goes_on, switched, FOUR) == []
    assert faults(abort, switched, FOUR) == ["L132"]
    assert menu(FOURTH_RIICHI, switched, 0, hands=FOUR) == ["draw"]
    assert "A5" in readings(abort, J, FOUR)


def test_H_4_6_four_sticks_stay_and_the_dealer_repeats(faults: Faults) -> None:
    abort = FOURTH_RIICHI + SUUCHA
    assert faults(abort + then("E1.1 dora 9p sticks 4", *(24000,) * 4), H, FOUR) == []
    assert faults(abort + then("E2.1 dora 9p sticks 4", *(24000,) * 4), H, FOUR) == ["G102"]
    assert faults(abort + then("E1.1 dora 9p sticks 3", *(24000,) * 4), H, FOUR) == ["G104"]


@pytest.mark.parametrize("rules", [J, H], ids=["J", "H"])
def test_H_4_6_a_win_on_the_fourth_tile_counts(
    rules: Any, faults: Faults, menu: Any, readings: Any
) -> None:
    assert menu(RONNED, rules, 0, hands=FOUR) == ["ron 2s (5800)", "pass"]
    assert faults(RONNED + WIN, rules, FOUR) == []
    assert "A33" in readings(RONNED + WIN, rules, FOUR)
    abort_first = replace(rules, abort_tile_ron=False)  # A33
    assert menu(RONNED, abort_first, 0, hands=FOUR) == []
    assert faults(RONNED + WIN, abort_first, FOUR) == ["L135"]
    accepted = RONNED + "3 accepted\n" + SUUCHA
    assert faults(accepted, abort_first, FOUR) == []
