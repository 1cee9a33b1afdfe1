"""One fault at the table is one finding, and what was put right is none."""

from __future__ import annotations

import pytest

from .hands import FIRST, play

HOLDS_C = "deal C 5B 5B 2B F F 1C 2C 3C 4C 5C 6C 7C 9C"


# --- the Charleston

DEALS = (
    "deal A J 1B 2B 3B 4B 5B 6B 7B 8B 9B N E W S", "deal B 1C 2C 3C 4C 5C 6C 7C 8C 9C R G 0 F",
    "deal C 1D 2D 3D 4D 5D 6D 7D 8D 9D R G 0 F", "deal D 1B 2B 3B 1C 2C 3C 1D 2D 3D N E W S",
)  # fmt: skip
JOKER_TO_B = "R1 A>B J 1B 2B | B>C 1C 2C 3C | C>D 1D 2D 3D | D>A 1B 2B 3B"
REST = (
    "O1 A>C 1B 2B 3B | B>D 4C 5C 6C | C>A 4D 5D 6D | D>B 1C 2C 3C",
    "L1 A>D 4D 5D 6D | B>A 7C 8C 9C | C>B 7D 8D 9D | D>C 4C 5C 6C", "stop A",
)  # fmt: skip


def test_R_01_a_joker_that_is_given_back_is_noted() -> None:
    given = play(*DEALS, JOKER_TO_B, "R1 B>A J | A>B 4B", *REST, "A -N", level="full")
    assert given.codes == []
    found = given.finding("CH-01")
    assert (found.severity, "given back" in found.message) == ("note", True)
    assert 38 in given.state.players["A"].rack
    kept = play(*DEALS, JOKER_TO_B, *REST, "A -N", level="full")
    assert kept.codes == ["CH-01"]


def test_CH_02_no_tile_for_a_joker_that_was_given_back() -> None:
    short = play(*DEALS, JOKER_TO_B, "R1 B>A J", *REST, "A -N", level="full")
    assert short.codes == ["CH-02"]
    twice = play(*DEALS, JOKER_TO_B, "R1 B>A J J | A>B 4B 5B", *REST, "A -N", level="full")
    assert "CH-02" in twice.codes


def test_CH_01_a_joker_that_nobody_held_is_one_finding() -> None:
    blind = REST[1].replace("A>D 4D 5D 6D", "A>D 4D 5D + blind J")
    legs = (JOKER_TO_B.replace("J 1B 2B", "1B 2B 3B"), REST[0].replace("1B 2B 3B |", "4B 5B 6B |"))
    assert play(*DEALS, *legs, blind, "stop A", "A -N", level="full").codes == ["CH-01"]


def test_CH_07_no_courtesy_during_the_play() -> None:
    assert play("A -5C", "B +? -?", "court A=C 1").codes == ["CH-07"]


def test_R_11_nobody_has_a_tile_to_pass() -> None:
    empty = "L1 A>D | B>A | C>B | D>C"
    assert play(*DEALS, JOKER_TO_B.replace("J 1B 2B", "1B 2B 3B"),
                REST[0].replace("1B 2B 3B |", "4B 5B 6B |"), empty, "stop A", "A -N",
                level="full").codes == []  # fmt: skip


def test_CH_02_one_player_passes_nothing() -> None:
    one = REST[1].replace("D>C 4C 5C 6C", "D>C")
    legs = (JOKER_TO_B.replace("J 1B 2B", "1B 2B 3B"), REST[0].replace("1B 2B 3B |", "4B 5B 6B |"))
    assert play(*DEALS, *legs, one, "stop A", "A -N", level="full").codes == ["CH-02"]


def test_a_public_record_need_not_hold_the_passes() -> None:
    assert play("stop A", "court A=C 0", "A -5C").codes == []
    assert play(FIRST[0], FIRST[2], "stop A", "A -5C").codes == ["CH-04"]


# --- claims


def test_R_39_a_pung_that_an_exchanged_joker_makes_a_kong() -> None:
    start = ("A -2B", "B *2B(A) =2B,2B,J -5B")
    lacks = play(HOLDS_C, *start, "C *5B(B) =5B,5B,5B x(B1)2B ^1=5B,5B,5B,J -9C")
    assert lacks.codes == ["CLM-07"]
    has = play(HOLDS_C.replace("9C", "J"), *start,
               "C *5B(B) =5B,5B,5B x(B1)2B ^1=5B,5B,5B,J -7C")  # fmt: skip
    assert has.codes == []


def test_R_36_who_exchanges_before_claiming_has_one_fault() -> None:
    start = ("A -2B", "B *2B(A) =2B,2B,J -8C")
    own = play(*start, "C x(B1)2B *8C(B) =8C,8C,J -1D", "D +? -?")
    assert own.codes == ["JX-01"]
    other = play(*start, "C x(B1)2B", "D *8C(B) =8C,8C,J -1D")
    assert other.codes == ["JX-01", "CLM-01"]


def test_a_discard_that_stands_before_its_claim() -> None:
    swapped = play("A -8D", "B +? -3C", "C -9D *3C(B) =3C,3C,J", "D +? -?", "A +? -?")
    assert swapped.codes == ["TURN-02"]
    assert [len(swapped.state.players[p].exposures) for p in "ABCD"] == [0, 0, 1, 0]
    assert ("B", 2) not in swapped.state.floor
    taken = play("A -8D", "B +? -3C", "C -9D *3C(B) =3C,3C,J", "D *9D(C) =9D,9D,J -?", "A +? -?")
    assert taken.codes == ["TURN-02"]


def test_CLM_05_counts_no_tile_twice() -> None:
    holds = "deal C 7C 7C 7C F F 1B 2B 3B 4B 5B 6B 7B 9B"
    other = "deal D 7C 1D 2D 3D 4D 5D 6D 7D 8D 9D N E W"
    assert play(holds, other, "A -8C", "C *8C(A) =7C,7C,7C -9B").codes == ["CLM-05"]


def test_R_18_the_tile_put_back_is_drawn_next() -> None:
    start = ("A -8D", "B +9C", "B retract draw", "C *8D(A) =8D,8D,8D -1B")
    assert play(*start, "D +9C -?").codes == []
    assert play(*start, "D +1C -?").codes == ["SET-03"]


def test_TURN_05_a_claim_of_a_dead_hand_and_what_comes_behind_it() -> None:
    start = ("A -8D", 'B dead "miscounted" by A', "C +? -9C", "B *9C(C) =9C,9C,9C -1B")
    assert play(*start, "C +? -?").codes == ["TURN-05"]
    assert play(*start, "D +? -?").codes == ["TURN-05"]


# --- misnamed discards

MISNAMED = ("A -8D", 'B +? -F "0"')
C_WAITS = "deal C 5B 5B 5B G G G 5C 5C 5C R R R 0"


@pytest.mark.parametrize("claimed", ["0", "F"])
def test_R_53_the_claim_may_be_recorded_by_either_name(claimed: str) -> None:
    won = f"C *{claimed}(B) !mahj LK2 35 jokerless"
    right = play(C_WAITS, *MISNAMED, won, "pay A+0 B-140 C+140 D+0")
    assert right.codes == ["DISC-02"]
    assert right.result.kind == "misname"
    table = play(C_WAITS, *MISNAMED, won, "pay A-35 B-70 C+140 D-35")
    assert table.codes == ["DISC-02", "PAY-04"]


@pytest.mark.parametrize("claimed", ["0", "F"])
def test_R_52_the_exposure_may_be_recorded_by_either_name(claimed: str) -> None:
    laid = play(*MISNAMED, f"C *{claimed}(B) =0,0,0", 'C dead "wrong name" exposure 1 by D')
    assert laid.codes == ["DISC-02"]


def test_SD_08_a_joker_takes_the_name_of_the_discard_before() -> None:
    named = play("A -8D", 'B +? -J "joker"', rules="american-seed")
    assert named.codes == ["DISC-02"]
    assert "name of the discard before" in named.finding("DISC-02").message


def test_SD_19_laying_tiles_down_on_a_wrong_name_kills_nobody() -> None:
    dead = (*MISNAMED, 'C *0(B) "pung" =0,0,0', 'C dead "wrong name" exposure 1 by D')
    assert play(*dead, rules="american-seed").codes == ["DISC-02", "DH-02"]
    assert play(*dead).codes == ["DISC-02"]


# --- mahjong in error

GROUP = "deal A F F F F J N N N N 7D 7D J 2C 1C"
D_THROWS = ("A -1C", "B +? -?", "C +? -?", "D +? -7D")


@pytest.mark.parametrize(
    "shown",
    [
        "A *7D(D) =7D,7D,7D,J,J ~mahj group QU2 40",
        "A *7D(D) for mahjong ~mahj group QU2 40",
        "A *7D(D) for mahjong ~mahj group QU2 40 shows 7D 7D 7D J J",
    ],
)
def test_R_78_the_group_shown_stays_and_the_declarer_discards(shown: str) -> None:
    stays = play(GROUP, *D_THROWS, shown, "A -2C", "B +? -?")
    assert stays.codes == []
    assert stays.state.players["A"].size == 13
    assert stays.state.players["A"].dead is None


def test_R_81_nobody_plays_on_with_one_intact_hand() -> None:
    start = (
        "deal A 1B 2B 3B 4B 5B 6B 7B 8B 9B N E W S 1C", "A -1C", "B +? -?", "C +? -?", "D +? -?",
        "A +1D ~mahj all QU2 40", "throw B", "throw C",
    )  # fmt: skip
    ends = play(*start, "pay A-80 B+0 C+0 D+80")
    assert ends.codes == ["MJ-01"]
    goes_on = play(*start, "D +? -?", "D +? -?", "pay A-80 B+0 C+0 D+80")
    assert goes_on.codes == ["MJ-01", "TURN-05"]
    assert "one intact hand is left" in goes_on.finding("TURN-05").message


def test_R_73_a_second_player_at_the_wrong_end_voids_the_hand() -> None:
    start = ("A -8D", "B +?(wrong-end) -?", "C +?(wrong-end) -?")
    void = play(*start, 'void "two from the wrong end"')
    assert void.codes == ["TURN-03", "TURN-03"]
    assert "thrown in" not in void.findings[-1].message
    goes_on = play(*start, "D +? -?")
    assert goes_on.codes == ["TURN-03", "TURN-03"]
    assert "as B did before: the hand had to be thrown in" in goes_on.findings[-1].message
    assert goes_on.findings[-1].expected == "void"


def test_TURN_05_nobody_draws_when_the_hand_is_over() -> None:
    won = (
        "deal C F F 2B 2B 4B 4B 6B 6B 6B 8B 8B 8B 8B", "A -4B",
        "C *4B(A) !mahj EV1 25 jokerless", "pay A-100 B-50 C+200 D-50",
    )  # fmt: skip
    later = play(*won, "D +? -?", "A +? -?")
    assert later.codes == ["TURN-05"]
    assert "draws although the hand is over: C has won" in later.finding("TURN-05").message
    assert later.result.winner == "C"
    thrown = play("A -4B", "void", "B +? -?")
    assert thrown.codes == ["TURN-05"]


@pytest.mark.parametrize("then", ["C +? -?", "D +? -?"])
def test_TURN_01_who_plays_before_the_other_has_discarded(then: str) -> None:
    fast = play("A -8D", "B +?", "C +? -1C", "B -9C", then)
    assert fast.codes == ["TURN-01"]
    assert fast.finding("TURN-01").seat == 2
