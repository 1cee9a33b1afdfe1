"""Rulings R-01 to R-15: deal and Charleston."""

from __future__ import annotations

import pytest

from mjlog.american.rules import load_american_rules

from .hands import FIRST, SECOND, play

HEAVENLY = "deal A F F 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B 8B"
PAID = "pay A+300 B-100 C-100 D-100"
C_DEAL = "deal C J 1B 2B 3C 4C 5C 6D 7D 8D N E W S"


def test_R_01_joker_passed_is_given_back() -> None:
    rest = ("O1 A>C | B>D | C>A | D>B", "L1 A>D | B>A | C>B | D>C", "A -5C")
    with_joker = play(C_DEAL, "R1 A>B | B>C | C>D J 1B 2B | D>A", *rest)
    assert with_joker.codes == ["CH-01"]
    finding = with_joker.finding("CH-01")
    assert (finding.seat, finding.event_index, finding.recorded) == (2, 3, "J 1B 2B")
    assert play(C_DEAL, "R1 A>B | B>C | C>D 3C 1B 2B | D>A", *rest).codes == []


def test_R_02_heavenly_hand_waives_the_charleston_and_pays_double() -> None:
    won = play(HEAVENLY, "A !mahj EV1 25 jokerless heavenly", PAID, level="full")
    assert won.codes == []
    assert won.result.how == "heavenly"
    # nobody else may do without it
    assert play(HEAVENLY, "A -8B", level="full").codes == ["CH-04"]


def test_R_03_complete_after_the_first_right_must_still_pass_across() -> None:
    early = play(
        HEAVENLY, "R1 A>B | B>C | C>D | D>A", "A !mahj EV1 25 jokerless heavenly", PAID
    )  # fmt: skip
    assert "CH-04" in early.codes
    assert early.finding("CH-04").expected == "O1"
    assert play(HEAVENLY, *FIRST, "A -?").codes == []


def test_R_04_earthly_hand_is_a_self_pick() -> None:
    hand = "deal A F F 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B 1C"
    line = "A !mahj EV1 25 jokerless earthly"
    got = "R1 A>B 1C 2B 2B | B>C | C>D | D>A 8B 2B 2B"
    won = play(hand, got, *FIRST[1:], "stop B", "court A=C 0", line, PAID)
    assert won.result.how == "earthly"
    assert "PAY-01" not in won.codes
    single = "pay A+200 B-100 C-50 D-50"
    assert "PAY-01" in play(hand, got, *FIRST[1:], "stop B", line, single).codes


def test_R_05_charleston_is_compulsory_even_when_a_player_is_set() -> None:
    set_hand = "deal B F F 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B"
    assert play(set_hand, "A -5C", level="full").codes == ["CH-04"]
    assert play(set_hand, *FIRST, "A -5C").codes == []


def test_R_06_stopped_after_first_left_still_has_a_courtesy() -> None:
    assert play(*FIRST, "stop C", "court A=C 3", "A -5C").codes == []
    assert play(*FIRST, "stop C", *SECOND[1:], "A -5C").codes == ["CH-05"]


def test_R_07_second_charleston_once_begun_must_be_completed() -> None:
    stopped = play(*FIRST, *SECOND[:2], "stop B", "A -5C")
    assert stopped.codes == ["CH-08"]
    assert play(*FIRST, *SECOND[:2], "A -5C").codes == ["CH-08"]
    assert play(*FIRST, *SECOND, "A -5C").codes == []


@pytest.mark.parametrize(
    ("wish", "n", "codes"),
    [("3/1", 1, []), ("3/1", 3, ["CH-07"]), ("3/0", 0, []), ("3/0", 1, ["CH-07"])],
)
def test_R_08_the_smaller_wish_rules(wish: str, n: int, codes: list[str]) -> None:
    assert play(*FIRST, "stop B", f"court A=C {n} wish {wish}", "A -5C").codes == codes


def test_R_09_no_blind_pass_on_first_right_or_across() -> None:
    right = play("R1 A>B ? ? + blind 1 | B>C | C>D | D>A", *FIRST[1:], "A -5C")
    across = play(FIRST[0], "O1 A>C ? ? + blind 1 | B>D | C>A | D>B", FIRST[2], "A -5C")
    left = play(*FIRST[:2], "L1 A>D ? ? + blind 1 | B>A | C>B | D>C", "A -5C")
    assert (right.codes, across.codes, left.codes) == (["CH-06"], ["CH-06"], [])


def test_R_10_first_passes_two_and_iou_and_repays() -> None:
    last = "R2 A>B 1B 2B iou 1 | B>C 3B 4B + blind 1B | C>D 5B 6B + blind 1B | D>A 7B 8B + blind 1B"
    paid = play(*FIRST, *SECOND[:3], last, "R2 A>B 9B", "A -5C")
    assert paid.codes == []
    assert {p.person: p.size for p in paid.state.players.values()} == dict.fromkeys("ABCD", 13)
    owed = play(*FIRST, *SECOND[:3], last, "A -5C")
    assert owed.codes == ["CH-02"]


def test_R_11_nobody_has_a_tile_and_the_charleston_ceases() -> None:
    nobody = "R2 A>B iou 3 | B>C iou 3 | C>D iou 3 | D>A iou 3"
    assert play(*FIRST, *SECOND[:3], nobody, "A -5C").codes == []
    assert play(*FIRST, *SECOND[:3], "A -5C").codes == ["CH-08"]


def test_R_12_looking_at_a_stolen_tile_costs_in_tournaments_only() -> None:
    costs = {
        name: load_american_rules(name).peeking_points
        for name in ("nmjl-2024", "american-seed", "tournament-mahjcon", "tournament-destination")
    }
    assert costs == {
        "nmjl-2024": 0, "american-seed": 0, "tournament-mahjcon": 10, "tournament-destination": 10,
    }  # fmt: skip
    assert play(*FIRST, 'note "B looked at a stolen tile"', "A -5C").codes == []


def test_R_13_left_of_east_with_twelve_takes_the_next_tile() -> None:
    twelve = "1B 2B 3B 4B 5B 6B 7B 8B 9B 1C 2C 3C"
    left = play(f"deal D {twelve}", *FIRST, "D +4C", "A -5C")
    assert left.codes == []
    assert left.state.players["D"].size == 13
    other = play(f"deal B {twelve}", *FIRST, "A -5C")
    assert other.codes == ["DEAL-01"]
    assert (other.finding("DEAL-01").seat, other.finding("DEAL-01").recorded) == (1, 12)
    one = play("deal B 1B", *FIRST, "A -5C").finding("DEAL-01")
    assert ": 1 tile, 13 are due" in one.message
    # thrown in and dealt anew before East's first discard
    assert play(f"deal B {twelve}", 'void "12 tiles"').codes == []


def test_R_14_south_discards_first_without_drawing_and_takes_it_back() -> None:
    back = play("B -5C", "B retract discard", "A -1B", "B +? -5C", "C +? -?")
    assert back.codes == []
    assert play("B -5C", "C +? -?").codes[:1] == ["TURN-04"]
    drew = play("B +? -5C", 'void "South first"')
    assert drew.codes == ["TURN-04"]
    assert drew.result.kind == "void"


def test_R_15_three_players_build_four_walls_and_have_no_charleston() -> None:
    without = play("A -5C", "B +? -?", "C +? -?", players=3, level="full")
    assert [code for code in without.codes if code.startswith("CH")] == []
    assert without.state.wall_left == 152 - 40 - 2
    passed = play("R1 A>B | B>C | C>A", "A -5C", players=3)
    assert passed.codes == ["CH-04"]
