"""Rulings R-16 to R-35: discards and claims."""

from __future__ import annotations

import pytest

from mjlog.american.rules import parse_american_rules

from .hands import play, turns

#: C waits for 4B with EV1 (4B pung).
C_WAITS = "deal C F F 2B 2B 4B 4B 6B 6B 6B 8B 8B 8B 8B"
C_WINS = "C !mahj EV1 25 jokerless off A"
PAID_C = "pay A-100 B-50 C+200 D-50"
#: D has an exposure with a joker.
JOKER_OF_D = ("A -8D", "D *8D(A) =8D,8D,J -1B")


def test_R_16_a_named_discard_cannot_be_taken_back() -> None:
    back = play("A -5C", "A retract discard", "A -1B")
    assert back.codes == ["DISC-03"]
    assert play("A -5C", "B +? -1B").codes == []


def test_R_17_nobody_claims_the_own_discard() -> None:
    own = "deal A F F 2B 2B 4B 4B 6B 6B 6B 8B 8B 8B 8B 4B"
    claimed = play(own, "A -4B", "A *4B(A) !mahj EV1 25 jokerless", "pay A+300 B-100 C-100 D-100")
    assert claimed.codes == ["DISC-03"]


def test_R_18_a_tile_picked_but_not_racked_goes_back() -> None:
    line = "C *8D(A) =8D,8D,8D -1B"
    back = play("A -8D", "B +?", "B retract draw", line, "D +? -?")
    assert back.codes == []
    assert back.state.wall_left == 98
    assert back.state.players["B"].size == 13


def test_R_19_after_racking_the_tile_is_dead_to_all() -> None:
    racked = play("A -8D", "B +?", "C *8D(A) =8D,8D,8D -1B")
    assert racked.codes == ["CLM-01"]


@pytest.mark.parametrize(
    ("closes", "also"),
    [("B x(D1)8D", "JX-01"), ("B -1C", "TURN-02")],
    ids=["exchange", "discard"],
)
def test_R_20_exchange_or_discard_closes_the_window(closes: str, also: str) -> None:
    start = (*JOKER_OF_D, "A +? -6C")
    closed = play(*start, closes, "C *6C(A) =6C,6C,6C -1B")
    assert closed.codes == [also, "CLM-01"]
    assert play(*start, "C *6C(A) =6C,6C,6C -1B").codes == []


def test_R_21_only_the_second_of_two_identical_discards_may_be_claimed() -> None:
    start = ("A -8D", "B +? -8D")
    assert play(*start, "D *8D(A) =8D,8D,8D -1B").codes == ["CLM-01"]
    assert play(*start, "D *8D(B) =8D,8D,8D -1B").codes == []


def test_R_22_mahjong_beats_an_exposure_that_lies_already() -> None:
    won = play(C_WAITS, "A -4B", "B *4B(A) =4B,4B,J", "C *4B(A) for mahjong", C_WINS, PAID_C)
    assert won.codes == []
    assert won.state.players["B"].exposures == []
    assert won.result.winner == "C"
    # the other way round the exposure has no right to it
    late = play(C_WAITS, "A -4B", "C *4B(A) for mahjong", "B *4B(A) =4B,4B,J -?")
    assert late.codes == ["CLM-06"]
    assert late.finding("CLM-06").expected == "C"


B_AND_D = (
    "deal B F F 1B 1B 1B 1B 1C 1C 1C 1C 5B 5B 5B",
    "deal D F F 5C 5C 5C 5C 5D 5D 5D 5D J J J",
    "A -5B", "B *5B(A) for mahjong", "D *5B(A) for mahjong",
)  # fmt: skip
D_WINS = ("D !mahj LK1 25 off A", "pay A-50 B-25 C-25 D+100")


def test_R_23_two_say_mahjong_and_the_next_in_turn_has_it() -> None:
    waits = "deal B F F 5C 5C 5C 5C 5D 5D 5D 5D 5B 5B 5B"
    south = play(
        waits, B_AND_D[1].replace("5C 5C 5C 5C 5D 5D 5D 5D J J J", "5C J J J 5D J J J 5B 5B J"),
        *B_AND_D[2:], "B !mahj LK1 25 jokerless off A", "pay A-100 B+200 C-50 D-50",
    )  # fmt: skip
    assert "CLM-06" not in south.codes
    north = play(*B_AND_D, *D_WINS)
    assert north.codes == ["CLM-06"]
    assert (north.finding("CLM-06").recorded, north.finding("CLM-06").expected) == ("D", "B")


def test_R_24_north_who_has_put_tiles_up_keeps_it() -> None:
    shown = play(
        B_AND_D[1], "A -5B", "D *5B(A) for mahjong", D_WINS[0], "B *5B(A) for mahjong", D_WINS[1]
    )
    assert shown.codes == []
    assert shown.result.winner == "D"


def test_R_25_two_want_an_exposure_and_the_next_in_turn_has_it() -> None:
    start = ("A -5B", "D *5B(A)", "B *5B(A)")
    assert play(*start, "B *5B(A) =5B,5B,5B,J -1C").codes == []
    assert play(*start, "D *5B(A) =5B,5B,5B,J -1C").codes == ["CLM-06"]
    # who has laid tiles down first keeps it
    assert play("A -5B", "D *5B(A) =5B,5B,J,J", "B *5B(A) =5B,5B,J,J -1C").codes == ["CLM-06"]
    other = parse_american_rules('extends = "nmjl-2024"\npriority_shown = "next_in_turn"')
    taken = play("A -5B", "D *5B(A) =5B,5B,J,J", "B *5B(A) =5B,5B,J,J -1C", rules=other)
    assert taken.codes == []
    assert [p.person for p in taken.state.players.values() if p.exposures] == ["B"]


def test_R_26_after_an_incorrect_mahjong_the_other_has_it_for_mahjong() -> None:
    wrong = "deal B F F 1B 2B 3B 9C 9C 9C 1D 2D 3D N E"
    both = play(
        wrong, B_AND_D[1], *B_AND_D[2:], "B !mahj LK1 25 off A", D_WINS[0], D_WINS[1]
    )  # fmt: skip
    assert both.codes == ["MJ-01"]
    assert both.finding("MJ-01").seat == 1
    assert both.result.winner == "D"


def test_R_27_after_an_incorrect_mahjong_nobody_exposes_the_tile() -> None:
    start = (
        "deal B F F 1B 2B 3B 9C 9C 9C 1D 2D 3D N E", "A -8D", "B *8D(A) !mahj LK1 25",
        'B dead "mahjong in error" by A',
    )  # fmt: skip
    taken = play(*start, "D *8D(A) =8D,8D,8D -1B")
    assert taken.codes == ["MJ-01", "CLM-01"]
    left = play(*start, "C +? -?")
    assert left.codes == ["MJ-01"]
    assert 16 in left.state.players["B"].rack  # 8D stays in the dead hand


def test_R_28_no_call_for_a_pair() -> None:
    assert play("A -8D", "B *8D(A) =8D,8D -1C").codes == ["CLM-03"]


def test_R_29_a_concealed_line_may_claim_its_last_tile_for_mahjong() -> None:
    waits = "deal C N N E E W W S S 1B 1B 2B 2B 3B"
    won = play(waits, "A -3B", "C *3B(A) !mahj SP1 50", "pay A-100 B-50 C+200 D-50")
    assert won.codes == []


def test_R_30_three_jokers_and_no_natural_of_the_own() -> None:
    holds = "deal C J J J F F 8B 8B 8B 1D 2D 3D N E"
    called = play(holds, "A -8C", "C *8C(A) =8C,J,J,J -N")
    assert called.codes == []
    assert called.state.players["C"].size == 13


def test_R_31_six_printed_flowers_cannot_be_claimed_as_three() -> None:
    three = play("A -F", "C *F(A) =F,F,F -1B")
    assert three.codes == ["CLM-11"]
    assert play("A -F", "C *F(A) =F,F,F,F,F,F -1B").codes == []


def test_R_32_an_exposure_may_be_enlarged_until_the_discard() -> None:
    before = play("A -5B", "C *5B(A) =5B,5B,5B ^1=5B,5B,5B,5B -1C")
    assert before.codes == []
    assert before.state.players["C"].exposures[0].size == 4
    after = play("A -5B", "C *5B(A) =5B,5B,5B -1C", "C ^1=5B,5B,5B,5B")
    assert after.codes == ["CLM-08"]


def test_R_33_a_caller_who_touched_nothing_may_change_the_mind() -> None:
    assert play("A -5B", "C *5B(A)", "C retract claim", "B +? -?").codes == []
    assert play("A -5B", "C *5B(A) =5B,5B,5B", "C retract claim", "B +? -?").codes == ["CLM-08"]


def test_R_34_last_discard_for_mahjong_and_for_an_exposure() -> None:
    start = ("A -N", *turns(98), "D +? -4B")
    won = play(*start, "C *4B(D) !mahj EV1 25", "pay A-25 B-25 C+100 D-50")
    assert won.codes == []
    assert won.state.wall_left == 0
    exposed = (*start, "C *4B(D) =4B,4B,4B -?", "wall game", "pay A0 B0 C0 D0")
    codes = {}
    for reading in ("unsettled", "allow", "forbid"):
        text = f'extends = "nmjl-2024"\nlast_discard_exposure = "{reading}"'
        codes[reading] = play(*exposed, rules=parse_american_rules(text)).codes
    assert codes == {"unsettled": [], "allow": [], "forbid": ["CLM-01"]}


def test_R_35_winds_as_a_kong_are_never_an_exposure() -> None:
    assert play("A -N", "C *N(A) =N,E,W,S -1B").codes == ["CLM-04"]
