"""Seed 002, section 3 (フリテン), row by row: J the league, H the house."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mjlog import load_rules

J, H = load_rules("jpml-2005"), load_rules("ishokai")

Faults = Callable[..., list[str]]

#: S waits for 1s 4s 7s (pinfu), N holds a pair of 7s.
HANDS = {1: "234678m99p23456s", 3: "148m259p77s3567z6s"}
#: S throws 7s, N takes it away.
CALLED_AWAY = "turns 1 but 1s4s7s\n1 draw 7s\n1 tsumogiri 7s\n3 pon 7s 77s from 1\n3 discard 5z\n"
#: S waits for 3p 6p (pinfu, tanyao), W holds a pair of 6p.
TWO_SIDED = {1: "234678m45p34588s", 2: "369m1366p258s345z"}
#: E's 6p goes by, W takes it.
PASSED = "0 draw 6p\n0 tsumogiri 6p\n2 pon 6p 66p from 0\n"


def furiten(play: Any, script: str, rules: Any, hands: dict[int, str]) -> tuple[str, str]:
    """What S waits for, and the kind of furiten."""
    (round_,) = play(script, rules, hands).rounds
    state = round_.state(len(round_))
    return str(state.waits(1)), str(state.furiten(1))


# --- 3.1 what furiten is
def test_J_3_1_one_own_discard_spoils_the_whole_wait(play: Any) -> None:
    assert furiten(play, "turns 1 but 1s4s7s", J, HANDS) == ("147s", "none")
    # the 7s lies in front of N now, and still counts
    assert furiten(play, CALLED_AWAY, J, HANDS) == ("147s", "discard")


def test_H_3_1_a_tile_in_an_own_kan_is_no_discard(play: Any, menu: Any) -> None:
    hands = {1: "234m678m99p23s111s"}
    kan = "turns 1 but 1s4s\n1 draw 1s\n1 ankan 1111s\n1 draw 7z\n{}1 discard 7z\n{}"
    assert furiten(play, kan.format("", ""), H, hands) == ("14s", "none")
    riichi = kan.format("1 riichi\n", "1 accepted\n")
    ron, _ = menu(riichi + "2 draw 4s\n2 tsumogiri 4s", H, 1, hands=hands)
    assert ron.startswith("ron 4s")


# --- 3.2 what it forbids
def test_J_3_2_no_ron_in_furiten(faults: Faults, menu: Any) -> None:
    thrown = CALLED_AWAY + "0 draw 1s\n0 tsumogiri 1s\n"
    assert menu(thrown, J, 1, hands=HANDS) == ["chi 1s with 23s", "pass"]
    win = "1 ron 1s from 0 worth 1000 : -1000 1000 0 0"
    assert faults(thrown + win, J, HANDS) == ["F101"]
    free = "turns 1 but 1s4s7s\n1 draw 7z\n1 tsumogiri 7z\nturns 2 but 1s4s7s\n"
    assert faults(free + "0 draw 1s\n0 tsumogiri 1s\n" + win, J, HANDS) == []


def test_H_3_2_tsumo_is_allowed_in_furiten(faults: Faults, menu: Any) -> None:
    drawn = CALLED_AWAY + "0 draw 7z\n0 tsumogiri 7z\n1 draw 4s\n"
    assert menu(drawn, H, 1, hands=HANDS)[0] == "tsumo 4s (1500)"
    win = drawn + "1 tsumo 4s worth 1500 : -700 1500 -400 -400"
    assert faults(win, H, HANDS) == []


# --- 3.3 a win that was let pass
def ron_of(seat: int) -> str:
    deltas = [0, 2000, 0, 0]
    deltas[seat] = -2000
    return f"1 ron 3p from {seat} worth 2000 : {' '.join(map(str, deltas))}"


def test_J_3_3_no_ron_before_the_own_draw_and_discard(faults: Faults, menu: Any) -> None:
    at_once = PASSED + "2 discard 3p\n"
    assert menu(at_once, J, 1, hands=TWO_SIDED) == []
    assert faults(at_once + ron_of(2), J, TWO_SIDED) == ["F102"]
    own_turn = PASSED + "2 discard 3m\nturns 2 but 3p\n1 draw 7z\n1 tsumogiri 7z\n"
    later = own_turn + "2 draw 7z\n2 discard 3p\n"
    assert menu(later, J, 1, hands=TWO_SIDED) == ["ron 3p (2000)", "pass"]
    assert faults(later + ron_of(2), J, TWO_SIDED) == []


def test_J_3_3_a_turn_after_a_pon_is_no_draw(faults: Faults, readings: Any, menu: Any) -> None:
    hands = {**TWO_SIDED, 1: "234678m45p55666z"}  # 白 may be ponned and the wait stays
    ponned = PASSED + "2 discard 5z\n1 pon 5z 55z from 2\n1 discard 6z\n2 draw 7z\n2 discard 3p\n"
    win = ponned + "1 ron 3p from 2 worth 1000 : 0 1000 -1000 0"
    assert menu(ponned, J, 1, hands=hands) == []
    assert faults(win, J, hands) == ["F102"]
    assert readings(win, J, hands) >= {"A6"}
    any_turn = replace(J, temp_furiten_clear="own_turn_or_call")  # A6
    assert menu(ponned, any_turn, 1, hands=hands) == ["ron 3p (1000)", "pass"]
    assert faults(win, any_turn, hands) == []


def test_H_3_3_the_own_draw_may_win(faults: Faults, menu: Any) -> None:
    drawn = "turns 4 but 3p6p\n0 draw 6p\n0 tsumogiri 6p\n1 draw 3p\n"
    assert menu(drawn, H, 1, hands=TWO_SIDED)[0] == "tsumo 3p (2700)"
    win = drawn + "1 tsumo 3p worth 2700 : -1300 2700 -700 -700"
    assert faults(win, H, TWO_SIDED) == []


def test_H_3_3_a_kan_that_was_not_robbed_counts_as_passed(faults: Faults, menu: Any) -> None:
    hands = {0: "147m25866p1234z9s", 1: TWO_SIDED[1]}
    kan = (
        "turns 3 but 3p6p\n3 draw 6p\n3 tsumogiri 6p\n0 pon 6p 66p from 3\n0 discard 1z\n"
        "turns 3 but 3p6p\n0 draw 6p\n0 kakan 6p\n"
    )
    assert menu(kan, H, 1, hands=hands)[0].startswith("ron 6p")
    after = kan + "0 draw 3p\n0 tsumogiri 3p\n"
    assert menu(after, H, 1, hands=hands) == ["chi 3p with 45p", "pass"]
    assert faults(after + ron_of(0), H, hands) == ["F102"]
    own_turn = kan + "0 draw 7z\n0 tsumogiri 7z\nturns 3 but 3p6p\n0 draw 3p\n0 tsumogiri 3p\n"
    assert faults(own_turn + ron_of(0), H, hands) == []
