"""Seed 002, section 6 (錯行為): what errors at the table lead to, in both columns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mjlog import Rules

from ..table_errors import (
    EAST,
    FIRST,
    NORTH,
    PAID,
    SOUTH,
    WEST,
    H,
    J,
    again,
    changes,
    check_chombo,
    check_dead_hand,
    check_nothing,
    codes,
    errors,
    hand,
    only,
    table,
)

TENPAI = "234m678m345p99s34s"  # waits 2s and 5s
RON = "1 draw ?\n1 discard 1z\n2 draw ?\n2 discard 5s\n1 ron 5s from 2 worth 1000 : 0 1000 -1000 0"
TURNS = "\n".join(f"{seat} draw ?\n{seat} discard 1z" for seat in (1, 2, 3, 0))
TSUMO = f"{TURNS}\n1 draw 5s\n1 tsumo 5s worth 1500 : -700 1500 -400 -400"


def known(*hands: tuple[int, str]) -> list[str]:
    """Return four hands of which some are known."""
    dealt = ["13 unknown"] * 4
    for seat, tiles in hands:
        dealt[seat] = tiles
    return dealt


SOUTH_TENPAI = known((SOUTH, TENPAI))


# --- 6.1 wrong chi, pon, kan
def test_J_6_1_a_wrong_call_is_a_chombo() -> None:
    check_chombo(J, "! 1 wrong_call 5m3m6m", SOUTH, "E101", "6.1")


def test_H_6_1_a_wrong_call_is_a_chombo() -> None:
    check_chombo(H, "! 0 wrong_call 7p8p", EAST, "E101", "6.1", "0 draw ?\n0 discard 1z")


def by_hand(game: Any) -> Any:
    """Return the game as a record that a person wrote at the table."""
    game.batch.info[0].format = "table"
    return game


@pytest.mark.parametrize("rules", [J, H], ids=["J", "H"])
def test_a_wrong_call_is_found_from_its_tiles(rules: Rules) -> None:
    play = "0 draw ?\n0 discard 5m\n1 chi 5m 3m6m from 0\n1 discard 1z"
    finding = only(by_hand(table(hand(play), rules=rules)), "E101", "6.1")
    assert (finding.seat, finding.event_index) == (SOUTH, 2)
    assert finding.expected["consequence"] == "chombo"
    line = "! 1 chombo" + ("" if rules is J else f" : {changes(PAID[SOUTH])}")
    named = hand(
        f"0 draw ?\n0 discard 5m\n1 chi 5m 3m6m from 0\n! 1 wrong_call\n{line}\ndraw chombo"
    )
    assert errors(by_hand(table(named, rules=rules))) == []
    # a server lets nobody make such a call: in its record it is a fault of the record
    assert codes(table(hand(play), rules=rules)) == ["L106"]


# --- 6.2 empty call
def test_J_6_2_an_empty_call_is_a_dead_hand() -> None:
    check_dead_hand(J, "! 1 empty_call", SOUTH, "E102", "6.2")
    called = f"{FIRST}\n! 1 empty_call\n! 1 dead_hand\n{RON}"
    finding = only(table(hand(called, hands=SOUTH_TENPAI), rules=J), "E201", "6.2")
    assert finding.seat == SOUTH
    assert finding.expected == {"consequence": "no_win", "scores": [30000] * 4}


def test_H_6_2_an_empty_call_is_a_dead_hand() -> None:
    check_dead_hand(H, "! 1 empty_call", SOUTH, "E102", "6.2")
    called = f"{FIRST}\n! 1 empty_call\n{TSUMO}"  # withdrawn; that the hand is dead goes unsaid
    finding = only(table(hand(called, hands=SOUTH_TENPAI), rules=H), "E201", "6.2")
    assert finding.expected == {"consequence": "no_win", "scores": [25000] * 4}
    usual = table(hand(f"{FIRST}\n{TSUMO}", hands=SOUTH_TENPAI), rules=H)
    assert "E201" not in codes(usual)


@pytest.mark.parametrize("rules", [J, H], ids=["J", "H"])
def test_a20_only_6_8_forbids_calls(rules: Rules) -> None:
    call = f"{FIRST}\n! 1 empty_call\n! 1 dead_hand\n1 pon 9s 99s from 0\n1 discard 1z"
    assert errors(table(hand(call), rules=rules)) == []
    strict = replace(rules, dead_hand_may_call=False)
    finding = only(table(hand(call), rules=strict), "E202", "6.2")
    assert finding.recorded == {"consequence": "call"}
    assert finding.explained_by == ["dead_hand_may_call"]
    assert rules.unspecified["dead_hand_may_call"].startswith("A20")


@pytest.mark.parametrize("rules", [J, H], ids=["J", "H"])
def test_a20_a_dead_hand_is_noten(rules: Rules) -> None:
    start = rules.start_points
    play = "! 1 empty_call\n! 1 dead_hand\n0 draw ?\n0 discard ?\nturns 69 but 2s5s"
    hands = ("147m258p369s1234z", TENPAI, "369m147p258s3456z", "148m259p367s4567z")
    noten = hand(f"{play}\ndraw exhaustive tenpai nobody : 0 0 0 0", hands=hands)
    shown = hand(f"{play}\ndraw exhaustive tenpai 1 : -1000 3000 -1000 -1000", hands=hands)
    assert errors(table(noten, rules=rules)) == []
    finding = only(table(shown, rules=rules), "E203", "6.2")
    assert (finding.seat, finding.expected) == (
        SOUTH, {"consequence": "noten", "scores": [start] * 4},
    )  # fmt: skip
    counts = replace(rules, dead_hand_tenpai=True)
    assert errors(table(shown, rules=counts)) == []
    assert rules.unspecified["dead_hand_tenpai"].startswith("A20")


# --- 6.3 meld in the wrong place
def test_J_6_3_only_a_meld_that_disturbs_is_a_dead_hand() -> None:
    check_nothing(J, "! 1 wrong_meld_place no", SOUTH, "E103", "6.3")
    check_dead_hand(J, "! 1 wrong_meld_place yes", SOUTH, "E103", "6.3")
    ruled = f"{FIRST}\n! 1 wrong_meld_place yes\n! ruling # both hands count"
    assert errors(table(hand(ruled), rules=J)) == []
    assert J.disputes == "referee"


def test_H_6_3_the_players_settle_what_the_referee_would() -> None:
    check_nothing(H, "! 1 wrong_meld_place no", SOUTH, "E103", "6.3")
    check_dead_hand(H, "! 1 wrong_meld_place yes", SOUTH, "E103", "6.3")
    ruled = f"{FIRST}\n! 1 wrong_meld_place yes\n! ruling by 0 # played on as it lies"
    game = table(hand(ruled), rules=H)
    assert errors(game) == []
    assert game.rounds[0].incidents[1].text == "played on as it lies"
    assert H.disputes == "players"
    # A30: the house cell may replace the whole row
    assert H.unspecified["wrong_meld_place"].startswith("A30")
    whole = replace(H, wrong_meld_place="none")
    assert errors(table(hand(f"{FIRST}\n! 1 wrong_meld_place yes"), rules=whole)) == []


# --- 6.4 shown tiles
def test_J_6_4_tiles_shown_on_purpose_are_a_chombo() -> None:
    check_chombo(J, "! 1 shown_tiles 5p5p yes", SOUTH, "E104", "6.4")
    check_nothing(J, "! 1 shown_tiles 5p5p by 2 no", SOUTH, "E104", "6.4")


def test_H_6_4_a_tile_shown_by_accident_may_not_be_ronned() -> None:
    check_chombo(H, "! 1 shown_tiles 5p5p yes", SOUTH, "E104", "6.4")
    shown = f"{FIRST}\n! 1 shown_tiles 5s by 2 no"
    assert errors(table(hand(f"{shown}\n! 1 ron_ban 5s"), rules=H)) == []
    finding = only(table(hand(shown), rules=H), "E104", "6.4")
    assert finding.expected == {"consequence": "ron_ban", "tiles": "5s"}
    other = only(table(hand(f"{shown}\n! 1 ron_ban 4s"), rules=H), "E104", "6.4")
    assert other.recorded == {"consequence": "ron_ban", "tiles": "4s"}

    banned = f"{shown}\n! 1 ron_ban 5s\n"
    ron = table(hand(banned + RON, hands=SOUTH_TENPAI), rules=H)
    finding = only(ron, "E204", "6.4")
    assert finding.seat == SOUTH
    assert finding.expected == {"consequence": "no_win", "scores": [25000] * 4}
    for free in (banned + RON.replace("5s", "2s"), banned + TSUMO):
        assert "E204" not in codes(table(hand(free, hands=SOUTH_TENPAI), rules=H))
    unnamed = f"{FIRST}\n! 1 shown_tiles 5s no\n{RON}"
    assert "E204" not in codes(table(hand(unnamed, hands=SOUTH_TENPAI), rules=H))


def test_H_6_4_a_wrong_accusation_is_the_accusers_chombo() -> None:
    check_chombo(H, "! 3 false_accusation 4s", NORTH, "E105", "6.4")
    check_nothing(J, "! 3 false_accusation 4s", NORTH, "E105", "6.4")


# --- 6.5 drawing out of turn
def test_J_6_5_a_draw_out_of_turn_is_a_dead_hand_and_after_the_discard_a_chombo() -> None:
    check_dead_hand(J, "! 3 out_of_turn_draw no", NORTH, "E106", "6.5")
    check_chombo(J, "! 3 out_of_turn_draw yes", NORTH, "E106", "6.5")
    nobody = f"{FIRST}\n! out_of_turn_draw yes\n1 draw ?\n1 discard 1z"
    assert errors(table(hand(nobody), rules=J)) == []  # the game goes on


def test_H_6_5_a_draw_out_of_turn_is_a_dead_hand_and_after_the_discard_a_chombo() -> None:
    check_dead_hand(H, "! 3 out_of_turn_draw no", NORTH, "E106", "6.5")
    check_chombo(H, "! 3 out_of_turn_draw yes", NORTH, "E106", "6.5")


@pytest.mark.parametrize("rules", [J, H], ids=["J", "H"])
def test_a_draw_out_of_turn_is_found_from_the_events(rules: Rules) -> None:
    drawn = f"{FIRST}\n1 draw ?\n1 discard 1z\n3 draw ?"
    finding = only(by_hand(table(hand(drawn), rules=rules)), "E106", "6.5")
    assert finding.seat == NORTH
    assert finding.expected == {"consequence": "dead_hand"}
    finding = only(by_hand(table(hand(f"{drawn}\n3 discard 1z"), rules=rules)), "E106", "6.5")
    assert finding.expected["consequence"] == "chombo"
    named = hand(f"{drawn}\n! 3 out_of_turn_draw no\n! 3 dead_hand")
    assert errors(by_hand(table(named, rules=rules))) == []
    assert codes(table(hand(drawn), rules=rules)) == ["L101"]


# --- 6.6 wrong break
def check_break(rules: Rules) -> None:
    start = rules.start_points
    in_time = hand("! wrong_break no\ndraw restart")
    assert errors(table(in_time, again(rules), rules=rules)) == []
    assert codes(table(in_time, again(rules, title="E1.1"), rules=rules)) == ["E219"]
    moved = again(rules, (1000, -1000, 0, 0))
    assert codes(table(in_time, moved, rules=rules)) == ["G101"]
    finding = only(table(hand(f"! wrong_break no\n{FIRST}"), rules=rules), "E107", "6.6")
    assert finding.recorded == {"consequence": "play_on"}
    assert finding.expected == {"consequence": "redeal"}
    late = hand(f"{FIRST}\n! wrong_break yes")
    assert errors(table(late, rules=rules)) == []
    late = hand(f"{FIRST}\n! wrong_break yes\ndraw restart")
    assert only(table(late, rules=rules), "E107", "6.6").expected == {"consequence": "play_on"}
    assert table(in_time, rules=rules).rounds[0].state(1).scores == (start,) * 4
    assert only(table(hand("draw restart"), rules=rules), "E217", "6.6").seat is None


def test_J_6_6_a_wrong_break_is_dealt_again_until_the_first_discard() -> None:
    check_break(J)


def test_H_6_6_a_wrong_break_is_dealt_again_until_the_first_discard() -> None:
    check_break(H)


def test_whether_the_dealer_has_discarded_stands_in_the_events() -> None:
    assert codes(table(hand(f"{FIRST}\n! wrong_break"), rules=J)) == []
    assert codes(table(hand(f"! wrong_break\n{FIRST}"), rules=J)) == ["E107"]


# --- 6.7 peeking
def test_J_6_7_looking_at_hidden_tiles_is_a_chombo() -> None:
    check_chombo(J, "! 1 peek no", SOUTH, "E108", "6.7")
    check_chombo(J, "! 1 peek yes", SOUTH, "E108", "6.7")  # the first time as well


def test_H_6_7_looking_at_the_ura_is_a_chombo_and_a_dead_hand_the_first_time() -> None:
    riichi = "0 draw ?\n0 riichi\n0 discard 9s\n0 accepted"
    check_chombo(H, "! 0 peek_ura no", EAST, "E109", "6.7", riichi)
    check_dead_hand(H, "! 0 peek_ura yes", EAST, "E109", "6.7")
    check_chombo(H, "! 1 peek no", SOUTH, "E108", "6.7")
    strict = replace(H, peek_first_time="chombo")
    check_chombo(strict, "! 0 peek_ura yes", EAST, "E109", "6.7", riichi)
    assert H.ura


# --- 6.8 too many, too few tiles
@pytest.mark.parametrize("kind", ["too_many_tiles", "too_few_tiles"])
def test_J_6_8_a_wrong_number_of_tiles_is_a_dead_hand_without_calls(kind: str) -> None:
    code = "E110" if kind == "too_many_tiles" else "E111"
    check_dead_hand(J, f"! 1 {kind}", SOUTH, code, "6.8")
    pon = "1 pon 9s 99s from 0\n1 discard 1z"
    before = f"{FIRST}\n{pon}\n! 1 {kind}\n! 1 dead_hand"
    assert errors(table(hand(before), rules=J)) == []
    after = f"{FIRST}\n! 1 {kind}\n! 1 dead_hand\n{pon}"
    finding = only(table(hand(after), rules=J), "E202", "6.8")
    assert (finding.seat, finding.event_index) == (SOUTH, 2)
    assert (finding.expected["points"], finding.expected["void"]) == (-20.0, True)
    penalty = hand(f"{after}\n! 1 chombo\ndraw chombo")
    assert errors(table(penalty, again(J), rules=J)) == []
    won = f"{FIRST}\n! 1 {kind}\n! 1 dead_hand\n{RON}"
    assert only(table(hand(won, hands=SOUTH_TENPAI), rules=J), "E201", "6.8").seat == SOUTH
    allowed, denied = replace(J, tile_count_call="allow"), replace(J, tile_count_call="deny")
    assert codes(table(hand(after), rules=allowed)) == []
    assert codes(table(hand(after), rules=denied)) == ["E202"]


def test_H_6_8_too_many_tiles_are_a_chombo_and_too_few_a_dead_hand() -> None:
    check_chombo(H, "! 1 too_many_tiles", SOUTH, "E110", "6.8")
    check_dead_hand(H, "! 1 too_few_tiles", SOUTH, "E111", "6.8")
    assert H.unspecified["too_few_tiles"].startswith("A29")
    other = replace(H, too_few_tiles="chombo")
    check_chombo(other, "! 1 too_few_tiles", SOUTH, "E111", "6.8")


def test_tiles_are_counted_after_each_discard() -> None:
    many = f"{FIRST}\n1 draw ?\n1 draw ?\n1 discard 1z"
    finding = only(by_hand(table(hand(many), rules=J)), "E110", "6.8")
    assert (finding.seat, finding.turn, finding.event_index) == (SOUTH, 1, 4)
    few = f"{FIRST}\n1 discard 1z"
    finding = only(by_hand(table(hand(few), rules=J)), "E111", "6.8")
    assert (finding.seat, finding.expected) == (SOUTH, {"consequence": "dead_hand"})
    named = f"{few}\n! 1 too_few_tiles\n! 1 dead_hand"
    assert errors(by_hand(table(hand(named), rules=J))) == []


# --- 6.9 play made impossible
def test_J_6_9_making_play_impossible_is_a_chombo() -> None:
    check_chombo(J, "! 1 unplayable # the wall fell over", SOUTH, "E112", "6.9")


def test_H_6_9_making_play_impossible_is_a_chombo() -> None:
    check_chombo(H, "! 0 unplayable", EAST, "E112", "6.9")


# --- 6.10 the penalty
UMA = (20, 10, -10, -20)


def last_hand(rules: Rules, points: tuple[int, ...], *, chombo: bool = True) -> Any:
    """A void South 4 and its replay, which ends the game; South has 35,000."""
    scores = "scores 28000 35000 29000 28000"
    first = hand(f"{FIRST.replace('0 ', '3 ')}\n! 1 unplayable\n! 1 chombo\ndraw chombo",
                 f"S4.0 dora 9p {scores}")  # fmt: skip
    junk = ("147m258p369s1234z", "258m369p147s2345z", "369m147p258s3456z", "148m259p367s4567z")
    end = hand("turns 70\ndraw exhaustive tenpai nobody : 0 0 0 0", f"S4.0 dora 9p {scores}", junk)
    rounds = [first, end] if chombo else [end]
    return table(*rounds, rules=rules, final_scores=(28000, 35000, 29000, 28000),
                 final_points=points)  # fmt: skip


def test_J_6_10_a_chombo_takes_20_points_off_the_result() -> None:
    rules = replace(J, uma=UMA)  # the seed holds no placement points
    usual = (-120, 250, 90, -220)  # South ends +25.0
    assert errors(last_hand(rules, usual, chombo=False)) == []
    assert errors(last_hand(rules, (-120, 50, 90, -220))) == []  # … and +5.0
    finding = only(last_hand(rules, usual), "E218", "6.10")
    assert finding.seat == SOUTH
    assert (finding.recorded["points"], finding.expected["points"]) == (25.0, 5.0)
    finding = only(last_hand(rules, (-320, 250, 90, -220)), "E218", "6.10")
    assert finding.seat == EAST  # taken off another
    assert codes(last_hand(rules, (-120, 60, 90, -220))) == ["G109"]


def test_H_6_10_a_chombo_pays_a_mangan_at_once() -> None:
    for seat in range(4):
        line = f"! {seat} unplayable\n! {seat} chombo : {changes(PAID[seat])}\ndraw chombo"
        void = hand(f"{FIRST}\n{line}")
        assert errors(table(void, again(H, PAID[seat]), rules=H)) == []
        # written down with the end of the hand instead
        line = f"! {seat} unplayable\n! {seat} chombo\ndraw chombo : {changes(PAID[seat])}"
        assert errors(table(hand(f"{FIRST}\n{line}"), again(H, PAID[seat]), rules=H)) == []
    unpaid = table(void, again(H), rules=H)
    assert codes(unpaid) == ["G101"]
    silent = hand(f"{FIRST}\n! 3 unplayable\n! 3 chombo\ndraw chombo")
    assert codes(table(silent, again(H), rules=H)) == ["E211"]


def test_H_6_10_a_chombo_can_end_the_game() -> None:
    rules = replace(H, tobi="le0")
    play = f"{FIRST}\n! 3 unplayable\n! 3 chombo : {changes(PAID[NORTH])}\ndraw chombo"
    void = hand(play, "E1.1 dora 9p scores 31000 31000 31000 7000")
    more = hand(FIRST, "E1.1 dora 1m scores 35000 33000 33000 -1000")
    assert codes(table(void, more, rules=rules)) == ["G106"]
    end = {"final_scores": (35000, 33000, 33000, -1000)}
    assert errors(table(void, rules=rules, **end)) == []
    assert errors(table(void, more, rules=H)) == []  # without トビあり
    assert codes(table(void, rules=H, **end)) == ["G107"]


# --- 6.11 other trouble
def test_J_6_11_the_referee_rules() -> None:
    ruling = f"{FIRST}\n! 1 ruling : 1000 -1000 0 0 # for the delay"
    game = table(hand(f"{ruling}\ndraw kyuushu_kyuuhai"), again(J, (1000, -1000, 0, 0), "E1.1"),
                 rules=J)  # fmt: skip
    assert [c for c in codes(game) if c[0] != "L"] == []  # the amounts as ruled
    (entry,) = game.rounds[0].incidents
    assert (entry.kind, entry.text, entry.deltas[:2]) == ("ruling", "for the delay", (1000, -1000))
    free = hand(f"{FIRST}\n! 1 dead_hand\n! ruling # hand 1 is dead")
    assert errors(table(free, rules=J)) == []
    assert codes(table(hand(f"{FIRST}\n! 1 dead_hand"), rules=J)) == ["E215"]
    assert J.disputes == "referee"


def test_H_6_11_the_players_settle_it() -> None:
    ruling = f"{FIRST}\n! ruling by 2 : 0 500 -500 0 # agreed\ndraw kyuushu_kyuuhai"
    game = table(hand(ruling), again(H, (0, 500, -500, 0), "E1.1"), rules=H)
    assert [c for c in codes(game) if c[0] != "L"] == []
    assert game.rounds[0].incidents[0].by_seat == WEST
    assert H.disputes == "players"
