"""Every row SD-01 to SD-24 of the seed text, under the profile ``american-seed``."""

from __future__ import annotations

from mjlog.american.rotation import SEED_TABLE, Seating, first_seating
from mjlog.american.rules import load_american_rules
from mjlog.american.settlement.payments import challenge_transfer, payments, sole_survivor
from mjlog.american.tiles import format_tile

from .hands import FIRST, Played, card
from .hands import play as play_by
from .test_audit_results import SEED as SIXTEEN
from .test_audit_results import codes, hands, record

RULES = load_american_rules("american-seed")
#: C wins EV1 (25) on a discard of B; hands are not known.
C_WINS = "C !mahj EV1 25 off B"


def play(*lines: str, rules: str = "american-seed", level: str = "public") -> Played:
    """Audit a hand under the profile of the seed text."""
    return play_by(*lines, rules=rules, level=level)


# --- seats and rounds ------------------------------------------------------------------------
def test_SD_03_after_every_hand_the_player_on_the_right_is_east() -> None:
    wall = "wall game\npay A0 B0 C0 D0"
    win = f"{C_WINS}\npay A-25 B-50 C+100 D-25"
    east_wins = "B !mahj EV1 25 self-pick\npay A-50 B+150 C-50 D-50"
    rules = "american-seed"
    assert codes(record(wall, east_wins, win, rules=rules)) == []
    # East does not stay after a win, nor after a hand that nobody won
    for first in (wall, "A !mahj EV1 25 self-pick\npay A+150 B-50 C-50 D-50"):
        assert codes(record(first, ("ABCD", wall), rules=rules)) == ["A-ROT-01"]


def test_SD_04_four_rounds_of_the_winds() -> None:
    assert (RULES.rotation, RULES.rounds) == ("seed16", 4)
    text = record(*hands(SIXTEEN), rules="american-seed")
    for hand, number in ((1, 1), (5, 2), (9, 3), (13, 4)):
        tags = f'[Hand "{hand}"]\n[Round "{number}"]'
        assert codes(text.replace(f'[Hand "{hand}"]', tags)) == []
        wrong = f'[Hand "{hand}"]\n[Round "{number % 4 + 1}"]'
        assert codes(text.replace(f'[Hand "{hand}"]', wrong)) == ["A-ROT-02"]


def test_SD_05_sixteen_hands_by_the_table_of_seats() -> None:
    seating: Seating | None = first_seating("ABCD", RULES)
    found = []
    while seating is not None:
        found.append("".join(seating.order))
        seating = seating.after()
    assert len(found) == 16
    assert (
        found[::4]
        == ["ABCD", "BADC", "CDBA", "DCAB"]
        == ["".join("ABCD"[place] for place in row) for row in SEED_TABLE]
    )
    assert codes(record(*hands(found), rules="american-seed")) == []
    # the other reading of the table swaps rounds 3 and 4
    other = [*found[:8], *found[12:], *found[8:12]]
    assert codes(record(*hands(other), rules="american-seed")) != []
    # the League has no such table
    assert codes(record(*hands(found), rules="nmjl-2024")) != []


# --- payments ----------------------------------------------------------------------------------
def test_SD_19_the_misnamer_alone_pays_four_times() -> None:
    payment = payments("ABCD", "C", "misname", "A", 25, False, RULES)
    assert payment.pay == {"A": -100, "B": 0, "C": 100, "D": 0}
    assert RULES.sources["misname_multiplier"] == "SD-19"


def test_SD_19_an_exposure_on_a_wrong_name_has_no_penalty() -> None:
    assert RULES.misname_exposure == "no_penalty"
    assert load_american_rules("nmjl-2024").misname_exposure == "dead_claimant"


def test_SD_21_a_dead_hand_pays_the_winner_in_full() -> None:
    for reason in ("admits", "denies"):
        dead = f'D dead "{reason}" by A\n{C_WINS}\npay A-25 B-50 C+{{}} D{{}}'
        assert codes(record(dead.format(100, "-25"), rules="american-seed")) == []
        assert codes(record(dead.format(75, "0"), rules="american-seed")) == ["A-PAY-03"]


def test_SD_21_the_loser_of_a_dispute_pays_25() -> None:
    transfer = challenge_transfer("A", "D", True, RULES)
    assert transfer is not None
    assert (transfer.source, transfer.to, transfer.amount) == ("D", "A", 25)
    hand = f'A ?dead D a : deny\n{C_WINS}\npay A-25 B-50 C+100 D-25 | A>D {{}} "challenge"'
    assert codes(record(hand.format(25), rules="american-seed")) == []
    assert codes(record(hand.format(50), rules="american-seed")) == ["A-PAY-04"]


def test_SD_23_3_one_intact_hand_is_paid_double_the_false_hand() -> None:
    assert sole_survivor("ABCD", "A", "D", 40, RULES).pay == {"A": -80, "B": 0, "C": 0, "D": 80}
    error = ("deal A 1B 1B 3B 3B 3B 5C 5C 5C 5C 7B 7B 7B 9B 9D", "A ~mahj all OD1 25")
    found = play(*error, "throw B", "throw C", "pay A-50 B0 C0 D+50").codes
    assert [code for code in found if code.startswith("PAY")] == []
    found = play(*error, "throw B", "throw C", "pay A-25 B0 C0 D+25").codes
    assert "PAY-04" in found


def test_SD_23_2_the_declarer_pays_the_eventual_winner() -> None:
    hand = f'A dead "mahjong in error" by B\n{C_WINS}\npay A{{}} B-50 C+{{}} D-25'
    assert codes(record(hand.format(-25, 100), rules="american-seed")) == []
    assert codes(record(hand.format(0, 75), rules="american-seed")) == ["A-PAY-03"]


def test_SD_24_wins_are_paid_as_the_league_does() -> None:
    league = load_american_rules("nmjl-2024")
    for how, off in (("discard", "B"), ("self_pick", None), ("exchange", None)):
        for jokerless in (False, True):
            seed = payments("ABCD", "C", how, off, 30, jokerless, RULES)
            assert seed == payments("ABCD", "C", how, off, 30, jokerless, league)
    assert "SD-24" in RULES.sources["self_pick_multiplier"]
    assert codes(record(f"{C_WINS}\npay A-25 B-50 C+100 D-25", rules="american-seed")) == []
    assert codes(record(f"{C_WINS}\npay A-50 B-25 C+100 D-25", rules="american-seed")) == [
        "A-PAY-01"
    ]


# --- play ----------------------------------------------------------------------------------------
#: C needs 4B for EV1; B shows 2B with a joker and throws 8C.
C_WAITS = "deal C F F 2B 2B 4B 4B 6B 6B 6B 8B 8B 8B 8B"
SHOWS_2B = ("A -2B", "B *2B(A) =2B,2B,J -8C")


def _east(tiles: str, line: str) -> list[str]:
    """Return the codes of East's win before the first discard."""
    return play(f"deal A {tiles}", f"A !mahj {line} earthly").codes


def test_SD_01_one_tile_short_is_waiting() -> None:
    assert card().distance("FF 22B 44B 666B 8888B") == (1, 0)
    assert sorted(map(format_tile, card().waits("FF 22B 44B 666B 8888B"))) == ["4B", "J"]
    assert card().distance("FF 2B 44B 666B 8888B N") == (2, 1)


def test_SD_02_a_win_is_a_line_of_the_card() -> None:
    assert _east("F F 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B 8B", "EV1 25") == []
    # pungs, a kong and pairs that no line has
    assert _east("F F 2B 2B 4B 4B 4B 6B 6B 6B 9B 9B 9B 9B", "EV1 25") == ["MJ-01"]


def test_SD_06_a_group_may_be_all_jokers_and_a_pair_none() -> None:
    assert _east("F F 2B 2B 4B 4B 4B 6B 6B 6B J J J J", "EV1 25") == []
    assert _east("F F J J 4B 4B 4B 6B 6B 6B 8B 8B 8B 8B", "EV1 25") == ["JOK-01"]
    called = play("A -8C", "C *8C(A) =8C,J,J,J -?")
    assert called.codes == []


def test_SD_07_no_jokers_in_the_charleston() -> None:
    holds = "deal C J 1B 2B 3C 4C 5C 6D 7D 8D N E W S"
    assert play(holds, "R1 A>B | B>C | C>D J 1B 2B | D>A", *FIRST[1:], "A -?").codes == ["CH-01"]
    assert play(holds, *FIRST, "stop B", "court A=C 1 : ? / J", "A -?").codes == ["CH-01"]


def test_SD_08_a_discarded_joker_takes_the_name_of_the_discard_before() -> None:
    assert play("A -3B", 'B +? -J "3B"', "C +? -?").codes == []
    assert play("A -3B", 'B +? -J "4B"', "C +? -?").codes == ["DISC-02"]
    # the name is all it takes: nobody can claim it
    assert play("A -3B", 'B +? -J "3B"', "D *3B(B) =3B,3B,3B,3B -?").codes == ["CLM-02"]


def test_SD_09_exchange_on_the_own_turn_with_a_tile_drawn_or_held() -> None:
    holds = "deal C 2B 1C 2C 3C 4C 5C 6C 7C 9C N E W S"
    assert play(holds, *SHOWS_2B, "C +9D x(B1)2B -N").codes == []
    drawn = play(holds.replace("C 2B", "C 9D"), *SHOWS_2B, "C +2B x(B1)2B -N")
    assert drawn.codes == []
    assert [format_tile(t) for t in drawn.state.players["C"].rack if t == 38] == ["J"]
    assert play(holds, *SHOWS_2B, "C x(B1)2B").codes == ["JX-01"]


def test_SD_10_a_discarded_tile_exchanges_nothing() -> None:
    assert play(*SHOWS_2B, "C +? -2B", "D x(B1)2B").codes == ["JX-02"]
    # nor one that lies on the floor since earlier
    holds = "deal D 1C 2C 3C 4C 5C 6C 7C 8C 9C N E W S"
    assert play(holds, *SHOWS_2B, "C +? -2B", "D +1D x(B1)2B -N").codes == ["JX-02"]


def test_SD_11_without_a_joker_left_the_hand_is_jokerless() -> None:
    holds = "deal C F F 2B 2B 4B 4B 6B 6B 6B 8B 8B J 9C"
    shows = (holds, "A -8B", "C *8B(A) =8B,8B,8B,J -9C")
    on = ("A +? -?", "B +? -?", "C +9D -9D", "D +? -4B")
    win = ("C *4B(D) !mahj EV1 25 jokerless", "pay A-50 B-50 C+200 D-100")
    assert play(*shows, "D +8B x(C1)8B -?", *on, *win).codes == []
    assert play(*shows, "D +? -?", *on, *win).codes == ["MJ-05"]


def test_SD_12_a_natural_for_a_joker_and_never_the_reverse() -> None:
    assert play(*SHOWS_2B, "C +? x(B1)2B -?").codes == []
    assert play(*SHOWS_2B, "C +? x(B1)J -?").codes == ["JX-05"]
    # any natural, not only honours
    wind = play("A -N", "B *N(A) =N,N,N,J -8C", "C +? x(B1)N -?")
    assert wind.codes == []


def test_SD_13_no_exchange_in_order_to_take_the_last_discard() -> None:
    assert play(*SHOWS_2B, "C x(B1)2B", "C *8C(B) =8C,8C,J -?").codes == ["JX-01"]
    # a win by exchange on the own turn is a win, and by the letter of the text none
    holds = "deal C F F 2C 2C 4C 4C 6C 6C 6C 8C 8C 8C 8C"
    won = (holds, *SHOWS_2B[:1], "B *2B(A) =2B,2B,J -1C", "C +2B x(B1)2B !mahj EV1 25")
    paid = "pay A-50 B-50 C+150 D-50"
    assert play(*won, paid).codes == []
    assert play(*won, paid, rules="american-seed-literal").codes == ["MJ-09"]


#: B's first exposure is right, the second fits no line with it.
TWO = ("A -2B", "B *2B(A) =2B,2B,J -?", "C +? -4C", "B *4C(C) =4C,4C,4C,J -?")
DEAD_B = 'B dead "exposures fit no line" exposures 2 by C'


def test_SD_14_jokers_that_went_back_to_the_rack_are_out_of_reach() -> None:
    assert play(*TWO, DEAD_B, "C +? x(B2)4C -?").codes == ["CLM-10", "JX-04"]


def test_SD_15_jokers_exposed_rightly_before_stay_exchangeable() -> None:
    assert play(*TWO, DEAD_B, "C +? x(B1)2B -?").codes == ["CLM-10"]


def test_SD_16_flowers_may_be_passed() -> None:
    holds = "deal C F F F 3C 4C 5C 6D 7D 8D N E W S"
    passed = play(holds, "R1 A>B | B>C | C>D F F F | D>A", *FIRST[1:], "A -?")
    assert passed.codes == []


def test_SD_17_a_discarded_flower_is_a_flower() -> None:
    assert play('A -F "F"', "B +? -?").codes == []
    assert play("A -F", 'B +? -F "same"', "C +? -?").codes == []


def test_SD_18_white_as_zero_goes_with_any_suit() -> None:
    for suit in "BCD":
        tens = f"4{suit} " * 4 + f"6{suit} " * 4 + f"1{suit} 0 F F F F"
        assert _east(tens, "TN1 25") == []
    # it is the white dragon, not the green one
    assert _east("4B 4B 4B 4B 6B 6B 6B 6B 1B G F F F F", "TN1 25") == ["MJ-01"]


def test_SD_19_a_discard_must_be_named_rightly() -> None:
    waits = "deal C 5C 5C 5C 5C 0 G G G G 5D 5D 5D 5D"
    ended = play(waits, 'A -F "0"', "C *0(A) !mahj DK1 30", "pay A-120 B0 C+120 D0")
    assert (ended.codes, ended.result.kind) == (["DISC-02"], "misname")
    laid = play('A -F "0"', "C *0(A) =0,0,0,0", "C retract claim", "B +? -?")
    assert (laid.codes, laid.state.players["C"].flaws) == (["DISC-02"], [])
    renamed = play('A -F "0" corrected', "C *F(A) =F,F,F,F -?")
    assert (renamed.codes, renamed.notes) == ([], ["DISC-02"])


def test_SD_20_grounds_of_a_challenge() -> None:
    def ground(*lines: str) -> str | None:
        challenged = play(*lines, "D ?dead B : accept", 'B dead "challenged" by D')
        return challenged.replay.challenges[0].verdict.ground

    dots = (
        "A -4D", "B *4D(A) =4D,4D,4D -?", "C +? -6D", "B *6D(C) =6D,6D,6D -?", "C +? -8D",
        "B *8D(C) =8D,8D,8D,8D -?", "C +? -2D", "D +? -2D",
    )  # fmt: skip
    assert ground(*TWO) == "a"
    assert ground("A -R", "B *R(A) =R,R,R -?") == "b"
    assert ground(*dots, "A +? -2D") == "c"
    assert ground("A -?", "C +? -?", "B +? -?", "B +? -?") == "d"
    assert ground(*dots) is None


def test_SD_21_who_denies_plays_on() -> None:
    on = play(*TWO, "D ?dead B a : deny", "C +? -?", "D +? -?", "A +? -?", "B +? -?")
    assert on.codes == ["CLM-10"]
    admits = play(*TWO, "D ?dead B a : accept", DEAD_B, "C +? -?", "D +? -?", "A +? -?", "B +? -?")
    assert admits.codes == ["CLM-10", "TURN-05"]


def test_SD_22_a_wrong_exposure_that_nobody_saw_cannot_win() -> None:
    holds = "deal B 2B J 4C 4C J 6B 6B 6B 8C 8C 8C F F"
    unseen = play(
        holds, *TWO, "C +? -8C", "B *8C(C) !mahj EV2 25", "pay A-25 B+100 C-50 D-25"
    )  # fmt: skip
    assert unseen.codes == ["CLM-10", "MJ-07"]


def test_SD_23_1_nothing_shown_has_no_penalty() -> None:
    start = ("deal A 1B 2B 3B 4B 5B 6B 7B 8B 9B N E W S 1C", "A -1C", "B +? -?", "C +? -?")
    on = play(*start, "D +? -4D", "A ~mahj none QU2 40 off D", "A retract mahjong", "A +1D -1D")
    assert on.codes == []


def test_SD_23_2_the_declarer_neither_draws_nor_discards() -> None:
    start = ("deal A 1B 2B 3B 4B 5B 6B 7B 8B 9B N E W S 1C", "A -1C", "B +? -?", "C +? -?",
             "D +? -?", "A +1D ~mahj all QU2 40", 'A dead "mahjong in error" by B')  # fmt: skip
    assert play(*start, "B +? -?", "C +? -?", "D +? -?", "B +? -?").codes == ["MJ-01"]
    assert play(*start, "B +? -?", "C +? -?", "D +? -?", "A +? -?").codes == ["MJ-01", "TURN-05"]


def test_SD_23_4_jokers_of_the_false_declarer_stay_exchangeable() -> None:
    start = (
        "deal B 2B J 1C 1C 3C 5C 7C 9C 1D 3D N E W", "A -2B", "B *2B(A) =2B,2B,J -1C", "C +? -?",
        "D +? -?", "A +? -?", "B +1B ~mahj all EV2 25",
    )  # fmt: skip
    ruled = 'B dead "mahjong in error" by A'
    assert play(*start, ruled, "C +? x(B1)2B -?").codes == ["MJ-01"]
