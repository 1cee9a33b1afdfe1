"""Rulings R-77 to R-88: mahjong in error; and rulings on money that need a replay."""

from __future__ import annotations

import pytest

from mjlog.american.tiles import parse_tile

from .hands import play, turns

#: A holds nothing of use; A's attempted line is QU2 (40).
A_HOLDS = "deal A 1B 2B 3B 4B 5B 6B 7B 8B 9B N E W S 1C"
WRONG_A = "~mahj all QU2 40"
OPENING = (A_HOLDS, "A -1C", "B +? -?", "C +? -?", "D +? -?")
ERROR = (*OPENING, f"A +1D {WRONG_A}")
DEAD_A = 'A dead "mahjong in error" by B'
#: D waits for 4D with RN3 (25).
D_WAITS = "deal D F F 3B 3B 4B 4B 3D 3D 3D J 4D 4D 4D"


def test_R_77_mahjong_said_and_nothing_shown_plays_on() -> None:
    words = play(*OPENING, "A +?", "A ~mahj none QU2 40 self-pick", "A retract mahjong", "A -1B")
    assert words.codes == []
    assert words.state.players["A"].dead is None


def test_R_78_the_called_pung_alone_may_become_an_exposure() -> None:
    start = ("deal B 5B 5B J 1D 2D 3D N E W S R G 0", "A -5B")
    becomes = play(
        *start, "B *5B(A) for mahjong", "B ~mahj group LK1 25 off A", "B *5B(A) =5B,5B,5B,J -N",
        "C +? -?",
    )  # fmt: skip
    assert becomes.codes == []
    assert becomes.state.players["B"].exposures[0].size == 4
    whole = play(*start, "B *5B(A) for mahjong", "B ~mahj all LK1 25 off A", "C +? -?")
    assert whole.codes == ["MJ-01"]


def test_R_79_shown_with_the_others_intact_is_dead_and_pays_the_winner() -> None:
    start = (D_WAITS, *ERROR, DEAD_A, "B +? -4D", "D *4D(B) !mahj RN3 25")
    paid = play(*start, "pay A-25 B-50 C-25 D+100")
    assert paid.codes == ["MJ-01"]
    assert paid.result.dead == ("A",)
    assert play(*start, "pay A0 B-50 C-25 D+75").codes == ["MJ-01", "PAY-03"]


def test_R_79_no_discard_and_the_turn_goes_to_the_right() -> None:
    assert play(*ERROR, DEAD_A, "B +? -?").codes == ["MJ-01"]
    assert play(*ERROR, DEAD_A, "A -1B").codes == ["MJ-01", "TURN-05"]
    assert play(*ERROR, DEAD_A, "C +? -?").codes == ["MJ-01", "TURN-01"]


def test_R_80_one_threw_in_and_the_two_intact_play_on() -> None:
    start = (D_WAITS, *ERROR, "throw B", DEAD_A, "C +? -4D", "D *4D(C) !mahj RN3 25")
    paid = play(*start, "pay A-25 B-25 C-50 D+100")
    assert paid.codes == ["MJ-01"]
    assert set(paid.result.dead) == {"A", "B"}
    assert play(*start, "pay A-25 B0 C-50 D+75").codes == ["MJ-01", "PAY-03"]


@pytest.mark.parametrize("rules", ["nmjl-2024", "american-seed"])
def test_R_81_two_threw_in_and_the_declarer_pays_double(rules: str) -> None:
    start = (*ERROR, "throw B", "throw C")
    paid = play(*start, "pay A-80 B0 C0 D+80", rules=rules)
    assert paid.codes == ["MJ-01"]
    assert (paid.result.kind, paid.result.payer) == ("mahjong_in_error", "A")
    assert paid.result.receivers == ("D",)
    assert play(*start, "pay A-40 B0 C0 D+40", rules=rules).codes == ["MJ-01", "PAY-04"]


def test_R_82_the_last_in_error_pays_the_sole_survivor() -> None:
    c_holds = "deal C 1D 2D 3D 4D 5D 6D 7D 8D 9D N E W S"
    start = (c_holds, *ERROR, "throw B", DEAD_A, "C +1D ~mahj all WD2 30")
    paid = play(*start, "pay A0 B0 C-60 D+60")
    assert paid.codes == ["MJ-01", "MJ-01"]
    assert (paid.result.payer, paid.result.receivers, paid.result.value) == ("C", ("D",), 30)
    assert play(*start, "pay A-80 B0 C0 D+80").codes == ["MJ-01", "MJ-01", "PAY-04"]


def test_R_83_the_wrecker_of_the_wall_pays_the_lowest_value() -> None:
    start = (*ERROR, "throw B wrecks wall")
    paid = play(*start, "pay A0 B-50 C+25 D+25")
    assert paid.codes == ["MJ-01"]
    assert paid.result.kind == "wrecked_wall"
    assert play(*start, "pay A-25 B-25 C+25 D+25").codes == ["MJ-01", "PAY-04"]


def test_R_84_a_pair_that_does_not_match_the_quints_is_an_error() -> None:
    # QU1: 11111 22 33333 with the pair of 3 and the quint of 2 mixed up
    holds = "deal A 1B 1B 1B 1B J 2B 2B 2B 2B 3B 3B 3B F F"
    start = (holds, "A ~mahj all QU1 45 earthly", "throw B", "throw C")
    paid = play(*start, "pay A-90 B0 C0 D+90")
    assert paid.codes == ["MJ-01"]
    right = holds.replace("2B 2B 2B 2B 3B 3B 3B", "2B 2B 3B 3B 3B 3B J")
    assert play(right, "A !mahj QU1 45 earthly", "pay A+270 B-90 C-90 D-90").codes == []


#: B shows 2B with a joker and then declares in error.
B_SHOWS = (
    "deal B 2B J 1C 1C 3C 5C 7C 9C 1D 3D N E W", "A -2B", "B *2B(A) =2B,2B,J -1C", "C +? -?",
    "D +? -?", "A +? -?",
)  # fmt: skip


@pytest.mark.parametrize("rules", ["nmjl-2024", "american-seed"])
def test_R_85_a_right_exposure_of_a_false_declarer_stays_redeemable(rules: str) -> None:
    ruled = 'B dead "mahjong in error" by A'
    kept = play(*B_SHOWS, "B +1B ~mahj all EV2 25", ruled, "C +? x(B1)2B -?", rules=rules)
    assert kept.codes == ["MJ-01"]
    assert parse_tile("J") in kept.state.players["C"].rack
    gone = play(
        *B_SHOWS, "B +1B ~mahj all EV2 25", ruled.replace(" by", " exposures 1 by"),
        "C +? -?", rules=rules,
    )  # fmt: skip
    assert gone.codes == ["MJ-01", "DH-03"]


def test_R_86_a_false_concealed_line_takes_everything_back() -> None:
    wrong = (*B_SHOWS, "B +1B ~mahj all SP1 50")
    back = play(*wrong, 'B dead "mahjong in error" exposures 1 by A', "C +? x(B1)2B -?")
    assert back.codes == ["MJ-01", "JX-04"]
    assert play(*wrong, 'B dead "mahjong in error" by A').codes == ["MJ-01", "DH-03"]


def test_R_87_the_wrong_floor_tile_may_be_put_right() -> None:
    # D takes the 3D that lies there instead of the live 4D, and puts it right
    start = (D_WAITS, "A -2D", "B +? -4D")
    fixed = play(
        *start, "D *2D(A) for mahjong", "D retract claim", "D *4D(B) !mahj RN3 25",
        "pay A-25 B-50 C-25 D+100",
    )  # fmt: skip
    assert fixed.codes == []
    assert fixed.result.winner == "D"
    dead = play(*start, "D *2D(A) for mahjong", "D !mahj RN3 25 off A", "pay A-50 B-25 C-25 D+100")
    assert dead.codes == ["MJ-08"]


def test_R_88_a_false_mahjong_leaves_the_tile_to_mahjong_only() -> None:
    b_holds = "deal B 1B 2B 5B 6B 7B 8B 9B N E W S R G"
    start = (b_holds, D_WAITS, "A -4D", "B *4D(A) !mahj SX1 35", 'B dead "mahjong in error" by A')
    exposed = play(*start, "C *4D(A) =4D,J,J -?")
    assert exposed.codes == ["MJ-01", "CLM-01"]
    won = play(*start, "D *4D(A) !mahj RN3 25", "pay A-50 B-25 C-25 D+100")
    assert won.codes == ["MJ-01"]
    assert won.state.players["B"].size == 13


# --- money


def test_R_94_a_bonus_that_was_not_announced_is_lost() -> None:
    waits = D_WAITS.replace("3D 3D 3D J", "3D 3D 3D 3D")
    start = (waits, "A -?", "B +? -4D", "D *4D(B) !mahj RN3 25")
    lost = play(*start, "pay A-25 B-50 C-25 D+100")
    assert (lost.codes, lost.notes) == ([], ["MJ-05"])
    paid = play(*start, "pay A-50 B-100 C-50 D+200")
    assert paid.codes == ["MJ-05"]
    announced = play(*start[:-1], start[-1] + " jokerless", "pay A-50 B-100 C-50 D+200")
    assert (announced.codes, announced.notes) == ([], [])


def test_R_96_a_wall_game_costs_nothing() -> None:
    game = ("A -?", *turns(99), "wall game")
    assert play(*game, "pay A0 B0 C0 D0").codes == []
    assert play(*game, "pay A-25 B-25 C-25 D+75").codes == ["PAY-01"]
    floor = play(*game, "pay A0 B0 C0 D0").state
    assert (len(floor.floor), floor.wall_left) == (100, 0)
    assert play("A -?", *turns(98), "wall game", "pay A0 B0 C0 D0").codes == ["SET-02"]


def test_R_97_a_dearer_reading_does_not_raise_the_value() -> None:
    # W13: fits QU2 (40) and SX1 (35)
    holds = "deal A F F F F F J J J J 7D 7D 7D 7D J"
    paid = "pay A+210 B-70 C-70 D-70"
    under = play(holds, "A !mahj SX1 35 earthly", paid)
    assert (under.codes, under.notes) == ([], ["MJ-04"])
    assert under.finding("MJ-04").expected == 40
    assert play(holds, "A !mahj QU2 40 earthly", "pay A+240 B-80 C-80 D-80").notes == []


def test_a_word_alone_after_which_two_threw_in_is_an_error() -> None:
    said = (*OPENING, "A +1D ~mahj none QU2 40", "throw B", "throw C")
    assert play(*said, "pay A-80 B0 C0 D+80").codes == ["MJ-01"]


def test_a_word_alone_gives_way_to_the_mahjong_of_another() -> None:
    b_holds = "deal B 1B 2B 5B 6B 7B 8B 9B N E W S R G"
    said = (b_holds, D_WAITS, "A -4D", "B *4D(A) for mahjong", "B ~mahj none SX1 35 off A")
    won = play(*said, "D *4D(A) !mahj RN3 25", "pay A-50 B-25 C-25 D+100")
    assert won.codes == []


def test_a_claimed_tile_is_no_self_pick_whatever_was_said() -> None:
    start = (D_WAITS, "A -?", "B +? -4D", "D *4D(B) for mahjong", "D !mahj RN3 25 self-pick")
    assert play(*start, "pay A-25 B-50 C-25 D+100").codes == []
    assert play(*start, "pay A-50 B-50 C-50 D+150").codes == ["PAY-01"]


def test_who_has_shown_the_hand_in_error_plays_no_more() -> None:
    on = (*ERROR, "B +? -?", "C +? -?", "D +? -?", "A +? -?")
    assert play(*on).codes == ["MJ-01", "TURN-05"]
