"""Seed 002, section 2 (リーチ), row by row: J the league, H the house."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import mjlog
from mjlog import load_rules

J, H = load_rules("jpml-2005"), load_rules("ishokai")

Faults = Callable[..., list[str]]

#: S waits for 3p 6p.
HANDS = {1: "234678m45p34588s"}
DECLARES = "1 draw 7z\n1 riichi\n1 tsumogiri 7z\n1 accepted\n"
RIICHI = "turns 5 but 3p6p\n" + DECLARES
WEST_DECLARES = DECLARES.replace("1 ", "2 ")


def last(play: Any, *args: Any, **more: Any) -> Any:
    """The table after the script."""
    (round_,) = play(*args, **more).rounds
    return round_.state(len(round_))


# --- 2.1 conditions
def test_J_2_1_a_deposit_of_1000(faults: Faults, play: Any) -> None:
    state = last(play, RIICHI, J, HANDS)
    assert (state.scores[1], state.deposits, state.riichi[1]) == (29000, 1, True)
    assert faults(RIICHI, J, HANDS) == []
    assert faults(RIICHI.replace("1 accepted\n", "2 draw 6z\n"), J, HANDS) == ["P109"]


def test_J_2_1_closed_and_tenpai(faults: Faults) -> None:
    chi = "0 draw 1m\n0 tsumogiri 1m\n1 chi 1m 23m from 0\n1 discard 1s\nturns 3 but 3p6p\n"
    assert faults(chi + DECLARES, J, {1: "23m678m45p1345s88s"}) == ["L120"]
    assert faults(RIICHI, J, {1: "234679m45p34588s"}) == ["L121"]


def test_J_2_1_the_word_alone_is_no_riichi(faults: Faults, play: Any) -> None:
    half = "turns 1 but 3p6p\n1 draw 7z\n! 1 riichi_incomplete\n{}1 tsumogiri 7z\n"
    free = half.format("") + "turns 3 but 3p6p\n1 draw 9s\n1 discard 2m\n"
    assert faults(free, J, HANDS) == []  # no deposit, and the hand may change
    state = last(play, free, J, HANDS)
    assert (state.scores[1], state.deposits, state.riichi[1]) == (30000, 0, False)
    assert faults(half.format("1 riichi\n") + "1 accepted\n", J, HANDS) == ["E118"]


def test_H_2_1_the_hand_stays_as_it_is(faults: Faults, play: Any) -> None:
    later = RIICHI + "turns 3 but 3p6p\n1 draw 9s\n"
    assert faults(later + "1 discard 2m", H, HANDS) == ["L115"]
    assert faults(later + "1 tsumogiri 9s", H, HANDS) == []
    assert [str(action) for action in last(play, later, H, HANDS).legal(1)] == ["discard 9s"]


def test_H_2_1_a_concealed_kan_leaves_the_hand_closed(faults: Faults) -> None:
    kan = "turns 1 but 3p6p\n1 draw 1z\n1 ankan 1111z\n" + DECLARES
    assert faults(kan, H, {1: "678m45p34588s111z"}) == []


# --- 2.2 when it is declared
def test_J_2_2_no_further_draw_is_needed(faults: Faults, readings: Any, menu: Any) -> None:
    hands = {2: HANDS[1]}
    three_left = "turns 66 but 3p6p\n" + WEST_DECLARES
    with_draw = replace(J, riichi_min_wall=4)  # A3
    assert faults(three_left, J, hands) == []
    assert readings(three_left, J, hands) == {"A3"}
    assert faults(three_left, with_draw, hands) == ["L123"]
    turn = "turns 66 but 3p6p\n2 draw 7z"
    assert "riichi 7z" in menu(turn, J, 2, hands=hands)
    assert "riichi 7z" not in menu(turn, with_draw, 2, hands=hands)
    assert readings("turns 62 but 3p6p\n" + WEST_DECLARES, J, hands) == set()


def test_J_2_2_it_cannot_be_withdrawn(faults: Faults, play: Any) -> None:
    stands = RIICHI + "! 1 riichi_withdrawn\n2 draw 6z\n2 tsumogiri 6z\n"
    assert faults(stands, J, HANDS) == []
    assert last(play, stands, J, HANDS).deposits == 1
    taken_back = "turns 5 but 3p6p\n1 draw 7z\n1 tsumogiri 7z\n! 1 riichi_withdrawn\n2 draw 6z\n"
    assert faults(taken_back, J, HANDS) == ["E119"]


def test_H_2_2_the_dealer_on_the_first_discard(faults: Faults) -> None:
    first = "0 draw 7z\n0 riichi\n0 discard 7z\n0 accepted\n"
    assert faults(first, H, {0: HANDS[1]}) == []
    called = "0 draw 1m\n0 tsumogiri 1m\n1 chi 1m 23m from 0\n1 riichi\n1 discard 1s\n1 accepted\n"
    assert faults(called, H, {1: "23m678m45p1345s88s"}) == ["L120", "L126"]  # nothing drawn


# --- 2.3 concealed kans
def kan_in_riichi(tile: str, spared: str = "3p6p") -> str:
    kan = tile[0] * 4 + tile[1]
    return (
        f"turns 1 but {spared}{tile}\n{DECLARES}turns 3 but {spared}{tile}\n"
        f"1 draw {tile}\n1 ankan {kan}\n1 draw 6z\n1 tsumogiri 6z"
    )


def test_J_2_3_wait_and_sets_stay_as_they_are(faults: Faults, menu: Any) -> None:
    runs = {1: "111222333m45p99s"}  # 3p6p would stay, 123m three times would not
    assert faults(kan_in_riichi("1m"), J, runs) == ["L116"]
    assert faults(kan_in_riichi("1m"), replace(J, riichi_ankan="waits_only"), runs) == []
    alone = {1: "234678m45p99s111z"}
    assert faults(kan_in_riichi("1z"), J, alone) == []
    drawn = RIICHI + "turns 3 but 3p6p1z1m\n1 draw {}"
    assert menu(drawn.format("1z"), J, 1, hands=alone) == ["ankan 1z with 1111z"]
    assert menu(drawn.format("1m"), J, 1, hands=runs) == []


def test_J_2_3_no_kan_that_adds_a_yaku(faults: Faults, readings: Any, menu: Any) -> None:
    hands = {1: "111222z45p99s777s"}
    two = "turns 1 but 3p6p7s\n1 draw 1z\n1 ankan 1111z\n1 draw 2z\n1 ankan 2222z\n" + DECLARES
    third = two + "turns 3 but 3p6p7s\n1 draw 7s\n"
    kan = third + "1 ankan 7777s\n1 draw 6z\n1 tsumogiri 6z"
    assert faults(kan, J, hands) == ["L116"]
    assert readings(kan, J, hands) >= {"A34"}
    assert menu(third, J, 1, hands=hands) == []
    allowed = replace(J, riichi_ankan_new_yaku=True)  # A34
    assert faults(kan, allowed, hands) == []
    assert menu(third, allowed, 1, hands=hands) == ["ankan 7s with 7777s"]
    one = "turns 1 but 3p6p7s\n1 draw 1z\n1 ankan 1111z\n" + DECLARES
    second = one + "turns 3 but 3p6p7s\n1 draw 7s\n1 ankan 7777s\n1 draw 6z\n1 tsumogiri 6z"
    assert faults(second, J, {1: "111z678m45p99s777s"}) == []


def test_H_2_3_the_wait_stays_as_it_is(faults: Faults, play: Any) -> None:
    hands = {1: "3334m567p234s789s"}
    kan = kan_in_riichi("3m", "2m4m5m")
    assert faults(kan, H, hands) == ["L116"]
    assert str(last(play, RIICHI.replace("3p6p", "3m2m4m5m"), H, hands).waits(1)) == "245m"
    assert str(last(play, kan, H, hands).waits(1)) == "4m"


# --- 2.4, 2.5 riichi and furiten
def tsumo(worth: int, top: int, child: int) -> str:
    """S wins by 3p, with the own stick on the table."""
    deltas = f"{-top} {worth + 1000} {-child} {-child}"
    return f"1 draw 3p\n1 tsumo 3p worth {worth} : {deltas}"


OWN_6P = "turns 1 but 3p6p\n1 draw 6p\n1 tsumogiri 6p\nturns 3 but 3p6p\n" + DECLARES


def test_J_2_4_a_furiten_riichi_is_allowed(faults: Faults, menu: Any) -> None:
    assert faults(OWN_6P, J, HANDS) == []
    assert faults(OWN_6P, replace(J, furiten_riichi=False), HANDS) == ["L125"]
    win = OWN_6P + "turns 3 but 3p6p\n" + tsumo(5200, 2600, 1300)
    assert faults(win, J, HANDS) == []


def test_H_2_4_and_cannot_ron(faults: Faults) -> None:
    thrown = OWN_6P + "2 draw 3p\n2 tsumogiri 3p\n1 ron 3p from 2 worth 3900 : 0 4900 -3900 0"
    assert faults(thrown, H, HANDS) == ["F101"]


def test_J_2_5_a_passed_tile_forbids_ron_to_the_end(faults: Faults, menu: Any) -> None:
    passed = RIICHI + "2 draw 6p\n2 tsumogiri 6p\nturns 1 but 3p6p\n"
    assert menu(RIICHI + "2 draw 6p\n2 tsumogiri 6p", J, 1, hands=HANDS)[-1] == "pass"
    again = passed + "0 draw 7z\n0 tsumogiri 7z\n1 draw 6z\n1 tsumogiri 6z\nturns 1 but 3p6p\n"
    ron = again + "3 draw 3p\n3 tsumogiri 3p\n1 ron 3p from 3 worth 3900 : 0 4900 0 -3900"
    assert faults(ron, J, HANDS) == ["F103"]
    win = passed + "0 draw 7z\n0 tsumogiri 7z\n" + tsumo(5200, 2600, 1300)
    assert faults(win, J, HANDS) == []


def test_H_2_5_an_own_winning_tile_thrown_away_too(faults: Faults) -> None:
    thrown = RIICHI + "turns 3 but 3p6p\n1 draw 3p\n1 tsumogiri 3p\n2 draw 6p\n2 tsumogiri 6p\n"
    assert faults(thrown + "1 ron 6p from 2 worth 3900 : 0 4900 -3900 0", H, HANDS) == ["F101"]


# --- 2.6 noten riichi
NOTEN = {1: "234679m45p34588s"}
TO_THE_END = RIICHI + "turns 64 but 3p6p\n"
NAMED = TO_THE_END + "! 1 noten_riichi\n! 1 chombo{}\ndraw chombo tenpai nobody{}"
AGAIN = "\n\n{} scores {}\n" + "\n".join(["hand 13 unknown"] * 4)


def played_again(title: str, scores: str) -> str:
    return AGAIN.format(title + " dora 9p", scores)


def test_J_2_6_noten_riichi_at_a_draw_is_a_chombo(faults: Faults, found: Any) -> None:
    named = NAMED.format("", " : 0 0 0 0")
    assert faults(named + played_again("E1.0", "30000 30000 30000 30000"), J, NOTEN) == []
    counted = named + played_again("E1.1", "30000 30000 30000 30000")  # with a counter
    assert faults(counted, J, NOTEN) == ["E219"]
    kept = named + played_again("E1.0", "30000 29000 30000 30000")  # the stick stayed
    assert "E212" in faults(kept, J, NOTEN)
    usual = TO_THE_END + "draw exhaustive tenpai nobody : 0 0 0 0"
    (finding,) = found(usual, J, NOTEN, kept=True)
    assert finding.code == "E120" and finding.expected["consequence"] == "chombo"


def test_J_2_6_only_the_penalty_by_the_other_reading(faults: Faults, readings: Any) -> None:
    drawn = TO_THE_END + "! 1 noten_riichi\n! 1 chombo\ndraw exhaustive tenpai nobody : 0 0 0 0"
    penalty = replace(J, noten_riichi="penalty")  # A21
    next_hand = drawn + "\n\nE2.1 dora 9p sticks 1 scores 30000 29000 30000 30000\n"
    next_hand += "\n".join(["hand 13 unknown"] * 4)
    assert faults(next_hand, penalty, NOTEN) == []
    assert "E213" in faults(next_hand, J, NOTEN)


def test_J_2_6_the_points_come_off_after_the_game(play: Any) -> None:
    known = replace(J, uma=(15, 5, -5, -15))
    game = play(NAMED.format("", " : 0 0 0 0"), known, NOTEN, final_scores=(30000,) * 4)
    for south, codes in ((-15.0, []), (5.0, ["E218"])):  # 5.0 − 20.0, or the penalty forgotten
        game.batch.final_points[0] = [150, int(10 * south), -50, -150]
        found = [f.code for f in mjlog.audit(game) if f.severity == "error" and f.code != "G107"]
        assert found == codes


def test_J_2_6_somebody_wins_first(faults: Faults) -> None:
    hands = {**NOTEN, 2: "234678m345p99s34s"}
    win = RIICHI + "2 draw 7z\n2 tsumogiri 7z\n3 draw 5s\n3 tsumogiri 5s\n"
    win += "2 ron 5s from 3 worth 1000 : 0 0 2000 -1000"
    assert faults(win, J, hands, kept=True) == []


def test_H_2_6_it_pays_a_mangan_at_once(faults: Faults) -> None:
    deltas = " : 4000 -8000 2000 2000"
    named = NAMED.format(deltas, "")
    scores = "29000 17000 27000 27000"  # the stick is back
    assert faults(named + played_again("E1.0", scores), H, NOTEN) == []
    assert "E211" in faults(named.replace("4000 -8000", "2000 -6000"), H, NOTEN)


# --- 2.7 deposits
def test_J_2_7_the_next_winner_takes_the_stick(faults: Faults, dealt_by: Any) -> None:
    drawn = RIICHI + "turns 64 but 3p6p\ndraw exhaustive tenpai 0 1 : 1500 1500 -1500 -1500"
    title = "\n\nE1.1 dora 9p sticks 1 scores 31500 30500 28500 28500\n"
    unknown = "\n".join(["hand 13 unknown"] * 4) + "\n"
    hands = {**HANDS, 0: "234678m45p34588s"}
    win = dealt_by(0).ron(2, 3, 2600, "0 0 3900 -2900")  # 2,600 + 300 + 1,000
    assert faults(drawn + title + unknown + win, J, hands) == []
    short = dealt_by(0).ron(2, 3, 2600, "0 0 2900 -2900")
    assert faults(drawn + title + unknown + short, J, hands) == ["P103"]


def test_J_2_7_sticks_left_after_the_last_hand_are_lost(faults: Faults, dealt_by: Any) -> None:
    title = "S4.0 dora 9p sticks 1 scores 29000 30000 30000 30000"
    drawn = (title, dealt_by(3).drawn("nobody", "0 0 0 0"))
    assert faults([drawn], J, final_scores=(29000, 30000, 30000, 30000)) == []  # 119,000
    assert faults([drawn], J, final_scores=(29000, 31000, 30000, 30000)) == ["G108"]
    top = replace(J, leftover_deposit="top")
    assert faults([drawn], top, final_scores=(29000, 31000, 30000, 30000)) == []


def test_H_2_7_a_chombo_gives_this_hands_deposit_back(faults: Faults) -> None:
    # E2-1: seat 1 is dealer; seat 2, the checklist's S, riichis; seat 0, its N, errs
    hand = "turns 1 but 3p6p\n" + WEST_DECLARES
    chombo = hand + "! 0 unplayable\n! 0 chombo : -8000 4000 2000 2000\ndraw chombo\n\n"
    title = "E2.1 dora 9p sticks 1 scores 24000 25000 25000 25000"
    unknown = "\n".join(["hand 13 unknown"] * 4)
    hands = {2: HANDS[1]}

    def again(start: str) -> list[str]:
        return faults(f"{chombo}{start}\n{unknown}", H, hands, title=title)

    assert again("E2.1 dora 9p sticks 1 scores 16000 29000 27000 27000") == []
    assert again("E2.1 dora 9p sticks 2 scores 16000 29000 26000 27000") != []
    assert again("E2.2 dora 9p sticks 1 scores 16000 29000 27000 27000") == ["E219"]


def test_H_2_7_which_deposits_go_back_is_a24(readings: Any) -> None:
    hand = "turns 1 but 3p6p\n" + WEST_DECLARES
    chombo = hand + "! 0 unplayable\n! 0 chombo : -8000 4000 2000 2000\ndraw chombo\n\n"
    title = "E2.1 dora 9p sticks 1 scores 24000 25000 25000 25000"
    again = "E2.1 dora 9p sticks 1 scores 16000 29000 27000 27000\n"
    script = chombo + again + "\n".join(["hand 13 unknown"] * 4)
    assert "A24" in readings(script, H, {2: HANDS[1]}, title=title)


def test_H_2_7_two_sticks_left_after_the_last_hand(faults: Faults, dealt_by: Any) -> None:
    title = "S4.0 dora 9p sticks 2 scores 33000 25000 20000 20000"
    drawn = (title, dealt_by(3).drawn("nobody", "0 0 0 0"))
    assert faults([drawn], H, final_scores=(33000, 25000, 20000, 20000)) == []  # 98,000
    assert faults([drawn], H, final_scores=(35000, 25000, 20000, 20000)) == ["G108"]


def test_J_2_7_an_abort_keeps_the_deposit(faults: Faults) -> None:
    hands = {**HANDS, 2: "19m19p19s234z1467m"}
    riichi = "0 draw 7s\n0 tsumogiri 7s\n" + DECLARES
    nine = riichi + "2 draw 1z\n2 draw kyuushu_kyuuhai : 0 0 0 0\n\n"
    unknown = "\n" + "\n".join(["hand 13 unknown"] * 4)
    stays = "E1.1 dora 9p sticks 1 scores 30000 29000 30000 30000" + unknown
    back = "E1.1 dora 9p sticks 0 scores 30000 30000 30000 30000" + unknown
    assert faults(nine + stays, J, hands) == []
    assert faults(nine + back, J, hands) == ["G101", "G104"]
