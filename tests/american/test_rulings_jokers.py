"""Rulings R-36 to R-57: jokers, joker exchanges, misnamed discards."""

from __future__ import annotations

from pathlib import Path

import pytest
from mjlog.parsers.american import parse_text

from mjlog.american.audit import check_american
from mjlog.american.tiles import parse_tile

from .hands import Played, play

DATA = Path(__file__).parent / "data"
#: B exposes a pung of 2B with a joker and throws 8C.
B_SHOWS = ("A -2B", "B *2B(A) =2B,2B,J -8C")
ALL_DOUBLE = "pay A-50 B-50 C+150 D-50"


def test_R_36_exchange_before_drawing_in_order_to_call_is_dead() -> None:
    early = play(*B_SHOWS[:1], "B *2B(A) =2B,2B,J -8B", "C x(B1)2B", 'C dead "exchange" by A')
    assert early.codes == ["JX-01"]
    own_turn = play(*B_SHOWS[:1], "B *2B(A) =2B,2B,J -8B", "C +? x(B1)2B -?")
    assert own_turn.codes == []


C_KONG = "deal C F F 2C 2C 4C 4C 6C 6C 6C 8C 8C 8C 2B"


def test_R_37_call_then_redeem_pays_double() -> None:
    start = (C_KONG, *B_SHOWS, "C *8C(B) =8C,8C,8C,8C x(B1)2B !mahj EV1 25")
    won = play(*start, ALL_DOUBLE)
    assert won.codes == []
    assert won.result.how == "exchange"
    assert play(*start, "pay A-25 B-50 C+100 D-25").codes == ["PAY-06"]


def test_R_38_the_same_with_a_concealed_line_is_dead_and_all_goes_back() -> None:
    # LK2 is concealed: the pung of 8C must not be exposed
    holds = "deal C 8C 8C R R R 8B 8B 8B G G 0 0 2B"
    start = (holds, *B_SHOWS, "C *8C(B) =8C,8C,8C x(B1)2B !mahj LK2 35")
    back = play(*start, 'C dead "mahjong in error" exposures 1 by A')
    assert back.codes == ["MJ-06"]
    assert back.state.players["C"].shown == ()
    stays = play(*start, 'C dead "mahjong in error" by A')
    assert stays.codes == ["MJ-06", "DH-03"]
    assert stays.finding("DH-03").expected == [0]


def test_R_39_a_joker_still_to_be_exchanged_does_not_pay_for_the_call() -> None:
    holds = "deal C 5B 5B 2B F F 1C 2C 3C 4C 5C 6C 7C 9C"
    start = ("A -2B", "B *2B(A) =2B,2B,J -5B")
    lacks = play(holds, *start, "C *5B(B) =5B,5B,5B,J x(B1)2B -9C")
    assert lacks.codes == ["CLM-07"]
    has = play(holds.replace("9C", "J"), *start, "C *5B(B) =5B,5B,5B,J x(B1)2B -7C")
    assert has.codes == []


@pytest.mark.parametrize("rules", ["nmjl-2024", "american-seed"])
@pytest.mark.parametrize("natural", ["drawn", "held"])
def test_R_40_exchange_with_a_tile_drawn_or_held(rules: str, natural: str) -> None:
    first, draw = ("1D", "+9D") if natural == "held" else ("9B", "+1D")
    holds = f"deal B {first} 2C 3C 4C 5C 6C 7C 8C 9C 1B 2B 3B 5B"
    east = "deal A 1D 1D 1D J F F 1B 3B 5B 7B 9B N E W"
    shows = (holds, east, "A -N", "B +9C -9C", "C +? -?", "D +? -?", "A +? -W")
    turn = f"B {draw} x(A1)1D -9C"
    exposed = play(
        holds, east.replace("1D 1D 1D J", "1D 1D J 8C"), "A -8C", "B +9C -9C", "C +? -1D",
        "A *1D(C) =1D,1D,1D,J -N", turn, rules=rules, card=KONG_OF_ONES,
    )  # fmt: skip
    assert exposed.codes == []
    assert exposed.state.players["A"].exposures[0].jokers == 0
    assert parse_tile("J") in exposed.state.players["B"].rack
    without = play(*shows, turn, rules=rules, card=KONG_OF_ONES)
    assert without.codes == ["JX-04"]


KONG_OF_ONES = "[A]\nA1 | FF XXXXa XXXXb XXXXc | X 25 | X=1..9"


def test_R_41_nobody_takes_a_discard_to_redeem_a_joker() -> None:
    start = ("A -7D", "B *7D(A) =7D,7D,7D,J -1C", "C +? -2C", "D +? -7D")
    taken = play(*start, "A x(B1)7D", card=KONG_OF_ONES)
    assert taken.codes == ["JX-02"]
    assert play(*start, "A +? -?", card=KONG_OF_ONES).codes == []


OWN = "deal C F F 2C 2C 4C 4C 4C 6C 6C 6C 8C 8C J"


def test_R_42_redeeming_from_the_own_exposure_is_a_self_pick() -> None:
    start = (OWN.replace("6C J", "6C J"), "A -8C", "C *8C(A) =8C,8C,8C,J -4C")
    won = play(*start, "D +? -?", "A +? -?", "B +? -?", "C +8C x(C1)8C !mahj EV1 25", ALL_DOUBLE)
    assert won.codes == []
    assert won.result.how == "exchange"


def test_R_43_win_by_exchange_makes_everybody_pay_double() -> None:
    holds = "deal C F F 2C 2C 4C 4C 6C 6C 6C 8C 8C 8C 8C"
    start = ("A -9D", "B *9D(A) =9D,9D,9D,J -1C", "C +9D x(B1)9D !mahj EV1 25")
    won = play(holds, *start, ALL_DOUBLE)
    assert won.codes == []
    assert play(holds, *start, "pay A-25 B-50 C+100 D-25").codes == ["PAY-06"]


def test_R_44_two_jokers_may_be_redeemed_in_one_turn() -> None:
    twice = play("A -2B", "B *2B(A) =2B,J,J -8C", "C +? x(B1)2B x(B1)2B -?")
    assert twice.codes == []
    assert twice.state.players["B"].exposures[0].jokers == 0
    thrice = play("A -2B", "B *2B(A) =2B,2B,J -8C", "C +? x(B1)2B x(B1)2B -?")
    assert thrice.codes == ["JX-04"]


def test_R_45_an_exchange_is_not_taken_back() -> None:
    back = play(*B_SHOWS, "C +? x(B1)2B retract exchange -?")
    assert back.codes == ["JX-06"]
    assert back.state.players["B"].exposures[0].jokers == 1


def test_R_46_a_wrong_tile_is_put_right_until_the_next_discard() -> None:
    wrong = "C +? x(B1)2B gave 2C"
    assert play(*B_SHOWS, wrong, "B ^1=2B,2B,2B", "C -?").codes == []
    assert play(*B_SHOWS, wrong, "C retract exchange -?").codes == []
    late = play(*B_SHOWS, f"{wrong} -?", "A ?dead B d : deny", "D +? -?", "pay B-50 A+50")
    assert late.codes[0] == "JX-03"
    # the owner of the exposure is dead, the giver plays on
    (dispute,) = late.replay.challenges
    assert (dispute.of, dispute.verdict.dead) == ("B", True)
    assert late.state.players["C"].flaws == []


def test_R_47_joker_called_same_gives_neither_joker_nor_the_tile_before() -> None:
    start = ("A -?", "B +? -3B", 'C +? -J "same"')
    assert play(*start, "D +? -?").codes == []
    assert play(*start, "D *3B(B) =3B,3B,3B,3B -?").codes == ["CLM-01"]
    assert play(*start, "D *3B(C) =3B,3B,3B,3B -?").codes == ["CLM-02"]


def _declared(tiles: str, line: str, exposed: str = "") -> Played:
    return play(f"deal A {tiles}", *([exposed] if exposed else []), f"A !mahj {line} earthly",
                "pay A+150 B-50 C-50 D-50")  # fmt: skip


def test_R_48_joker_in_a_flower_pair_is_illegal_and_in_a_flower_pung_legal() -> None:
    assert _declared("F J 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B 8B", "EV1 25").codes == ["JOK-01"]
    assert _declared("F F 2B 2B 4B 4B J 6B 6B 6B 8B 8B 8B 8B", "EV1 25").codes == []
    assert play("A -F", "B *F(A) =F,F,F,J -?").codes == []


def test_R_49_own_jokers_redeemed_by_others_give_the_jokerless_bonus() -> None:
    (game,) = parse_text((DATA / "sample_hand.amn").read_text())
    audit = check_american(game)
    assert audit.findings == []
    assert audit.replays[0].result.jokerless_true is True
    assert audit.not_checked == {}


@pytest.mark.parametrize(
    ("tiles", "line"),
    [
        ("N E W J 3C 3C 3C 3C 4C 4C 4C 4C R R", "WD2 30"),
        ("F F F F 2B J 6B 8B 2C 2C 2C 2D 2D 2D", "EV3 30"),
        ("4B 4B 4B 4B 6B 6B 6B 6B 1B J F F F F", "TN1 25"),
    ],
    ids=["NEWS", "2468", "10"],
)
def test_R_50_joker_in_a_mixed_group_is_illegal(tiles: str, line: str) -> None:
    assert _declared(tiles, line).codes == ["JOK-01"]


# --- misnamed discards

FLOWER_SOUTH = 'A -S "F"'
PAYS_ALONE = "pay A-100 B0 C+100 D0"


def test_R_51_a_call_on_a_wrong_name_is_put_right_without_penalty() -> None:
    called = play(FLOWER_SOUTH, "B *F(A)", "B retract claim", "B +? -?")
    assert called.codes == ["DISC-02"]
    assert (called.finding("DISC-02").recorded, called.finding("DISC-02").expected) == ("F", "S")
    assert called.state.players["B"].flaws == []
    put_right = play('A -S "F" corrected', "B +? -?")
    assert (put_right.codes, put_right.notes) == ([], ["DISC-02"])


@pytest.mark.parametrize(("rules", "dead"), [("nmjl-2024", True), ("american-seed", False)])
def test_R_52_tiles_laid_down_on_a_wrong_name_kill_the_claimant(rules: str, dead: bool) -> None:
    laid = (FLOWER_SOUTH, "B *F(A) =F,F,F,F", "B retract claim")
    assert play(*laid, "B +? -?", rules=rules).codes == ["DISC-02"]
    killed = play(*laid, 'B dead "wrong name" by C', "C +? -?", rules=rules)
    flaws = [flaw.code for flaw in killed.state.players["B"].flaws]
    assert flaws == (["misname"] if dead else [])
    assert killed.codes == (["DISC-02"] if dead else ["DISC-02", "DH-02"])
    stays = play(*laid[:2], 'B dead "wrong name" exposures 1 by C', "C +? -?", rules=rules)
    assert stays.codes == killed.codes


#: C waits for the soap pair of DK1.
C_SOAP = "deal C 5C 5C 5C 5C 0 G G G G 5D 5D 5D 5D"


@pytest.mark.parametrize("rules", ["nmjl-2024", "american-seed"])
def test_R_53_mahjong_on_a_wrong_name_costs_the_misnamer_four_times(rules: str) -> None:
    start = (C_SOAP.replace("5C 5C 5C 5C", "5C 5C 5C 5C"), 'A -F "0"', "C *0(A) !mahj DK1 30")
    right = play(*start, "pay A-120 B0 C+120 D0", rules=rules)
    assert right.codes == ["DISC-02"]
    assert (right.result.kind, right.result.payer) == ("misname", "A")
    usual = play(*start, "pay A-60 B-30 C+120 D-30", rules=rules)
    assert usual.codes == ["DISC-02", "PAY-04"]


def test_R_54_the_actual_tile_wins_over_the_named_one() -> None:
    d_flower = "deal D F 3B 3B 4B 4B 3D 3D 3D 3D 4D 4D 4D 4D"
    start = (C_SOAP, d_flower, 'A -F "0"', "C *0(A) for mahjong", "D *F(A) for mahjong")
    d_wins = play(*start, "D !mahj RN3 25 jokerless off A", "pay A-100 B-50 C-50 D+200")
    assert d_wins.codes == ["DISC-02"]
    assert d_wins.result.kind == "win"
    c_wins = play(*start, "C !mahj DK1 30 off A", "pay A-120 B0 C+120 D0")
    assert c_wins.codes == ["DISC-02", "CLM-06"]
    assert c_wins.finding("CLM-06").expected == "D"


def test_R_55_a_misnamed_joker_claimed_for_mahjong_pays_for_the_table() -> None:
    waits = "deal D F 3B 3B 4B 4B 3D 3D 3D 3D 4D 4D 4D J"
    start = (waits, 'A -J "F"', "D *F(A) !mahj RN3 25")
    table = play(*start, "pay A-100 B0 C0 D+100", rules="nmjl-2024")
    assert table.result.misnamed_joker
    assert table.codes == ["DISC-02"]


def test_R_56_nobody_notices_a_wrong_name() -> None:
    unseen = play(FLOWER_SOUTH, "B +? -?", "C +? -?")
    assert unseen.codes == ["DISC-02"]
    assert unseen.state.players["A"].flaws == []


def test_R_57_the_same_tile_again_may_be_called_same() -> None:
    assert play("A -5C", 'B +? -5C "same"', "C +? -?").codes == []
    assert play("A -5C", 'B +? -6C "same"', "C +? -?").codes == ["DISC-02"]


def test_joker_names_of_the_seed_are_those_of_the_discard_before() -> None:
    named = {
        rules: play("A -5C", 'B +? -J "joker"', rules=rules).codes
        for rules in ("nmjl-2024", "american-seed")
    }
    assert named == {"nmjl-2024": [], "american-seed": ["DISC-02"]}
    for rules in ("nmjl-2024", "american-seed"):
        assert play("A -5C", 'B +? -J "5C"', rules=rules).codes == []


def test_a_natural_stays_claimable_after_its_name_was_put_right() -> None:
    claimed = play('A -8D "7D" corrected', "B *8D(A) =8D,8D,8D -?")
    assert claimed.codes == []
    assert claimed.state.players["B"].exposures[0].kind == parse_tile("8D")
