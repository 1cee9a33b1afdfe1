"""Rulings R-58 to R-76: dead hands, challenges, turns and counts."""

from __future__ import annotations

import pytest

from mjlog.american.rules import parse_american_rules

from .hands import Played, play, turns

AMOUNTS = [("nmjl-2024", 50), ("nmjl-classic", 25), ("american-seed", 25)]

#: B shows 4D, 6D and 8D: only EV1 is left, which needs a pair of 2D.
EV1_OF_DOTS = (
    "A -4D", "B *4D(A) =4D,4D,4D -?", "C +? -6D", "B *6D(C) =6D,6D,6D -?", "C +? -8D",
    "B *8D(C) =8D,8D,8D,8D -?",
)  # fmt: skip


def _gone(number: int, *more: str, rules: str = "nmjl-2024") -> Played:
    """B's hand with some 2D on the floor."""
    throws = [f"{p} +? -2D" for p in "CDA"[:number]]
    return play(*EV1_OF_DOTS, *throws, *more, rules=rules)


def test_R_58_a_pair_of_which_three_are_gone_may_be_called_dead() -> None:
    dead = _gone(3, "D ?dead B c : accept", 'B dead "key tiles gone" by D', "C +? -?")
    assert dead.codes == []
    (dispute,) = dead.replay.challenges
    assert (dispute.verdict.dead, dispute.verdict.ground) == (True, "c")
    two = _gone(2, "D ?dead B c : deny", "A +? -?")
    assert two.replay.challenges[0].verdict.surviving == ("EV1",)
    # nobody says a word: a note tells from when on
    unseen = _gone(3)
    assert (unseen.codes, unseen.notes) == ([], ["DH-04"])
    note = unseen.finding("DH-04")
    assert (note.seat, note.event_index, note.expected) == (1, 16, ["EV1"])
    assert _gone(2).notes == []


def test_R_59_exposed_naturals_of_another_kill_a_hand() -> None:
    # A shows 3C, 7C and 5B: OD1, which needs a pair of 9C
    shows = (
        "A -?", "B +? -3C", "A *3C(B) =3C,3C,3C -?", "B +? -7C", "A *7C(B) =7C,7C,7C -?",
        "B +? -5B", "A *5B(B) =5B,5B,5B,5B -?", "B +? -?", "C +? -9C",
    )  # fmt: skip
    three = play(*shows, "D *9C(C) =9C,9C,9C,J -?", "A +? -?")
    assert three.notes == ["DH-04"]
    assert (three.finding("DH-04").seat, three.finding("DH-04").event_index) == (0, 17)
    assert play(*shows, "D *9C(C) =9C,9C,J,J -?", "A +? -?").notes == []


SINGLE_FOUR = "[A]\nA1 | FFFF 4444a 2468a 22b | X 25"


def test_R_60_a_kong_without_jokers_where_a_single_is_needed_is_dead() -> None:
    start = ("A -4C", "C *4C(A) =4C,4C,4C,4C -?", "D +? -?")
    natural = play(*start, card=SINGLE_FOUR)
    assert (natural.codes, natural.notes) == ([], ["DH-04"])
    with_joker = play(start[0], "C *4C(A) =4C,4C,4C,J -?", "D +? -?", card=SINGLE_FOUR)
    assert (with_joker.codes, with_joker.notes) == ([], [])
    # the exposure that did it goes back to the rack
    back = play(*start, 'C dead "key tiles gone" exposures 1 by A', card=SINGLE_FOUR)
    assert back.codes == []


def test_R_61_a_pung_of_a_concealed_line_is_instant_death() -> None:
    red = play("A -R", "C *R(A) =R,R,R -?", "D +? -?")
    assert red.codes == ["CLM-09"]
    assert "LK2" in red.finding("CLM-09").message
    assert play("A -G", "C *G(A) =G,G,G,G -?", "D +? -?").codes == []


@pytest.mark.parametrize(("rules", "points"), AMOUNTS)
def test_R_62_a_question_counts_as_a_challenge(rules: str, points: int) -> None:
    asked = _gone(
        3, 'D ?dead B "are you not dead?" : deny', "B +? -?", *turns(93, "C"), "wall game",
        f'pay A0 B0 C0 D0 | B>D {points} "challenge"', rules=rules,
    )  # fmt: skip
    assert asked.codes == []
    assert asked.replay.challenges[0].verdict.dead is True


@pytest.mark.parametrize(("rules", "points"), AMOUNTS)
def test_R_63_a_wrong_challenge_costs_the_challenger(rules: str, points: int) -> None:
    def paid(transfer: str) -> list[str]:
        return _gone(
            2, "D ?dead B c : deny", "A +? -?", *turns(94, "B"), "wall game",
            f"pay A0 B0 C0 D0 | {transfer}", rules=rules,
        ).codes  # fmt: skip

    assert paid(f'D>B {points} "challenge"') == []
    assert paid(f'B>D {points} "challenge"') == ["DH-02"]
    assert paid('D>B 30 "challenge"') == ["PAY-04"]


def test_R_64_a_dead_player_may_not_challenge() -> None:
    start = ("A -R", "C *R(A) =R,R,R -?", 'C dead "concealed line" exposures 1 by A')
    assert play(*start, "C ?dead B a", "D +? -?").codes == ["CLM-09", "DH-01"]


def test_a_challenge_of_a_hand_that_is_dead_already_is_a_note() -> None:
    start = ("A -R", "C *R(A) =R,R,R -?", 'C dead "concealed line" exposures 1 by A')
    end = (*turns(3, "D"), "D ?dead C b : deny", "D +? -?", "wall game")
    again = play(*start, *end, "pay A0 B0 C0 D0")
    assert (again.codes[0], again.notes) == ("CLM-09", ["DH-01"])
    note = again.finding("DH-01")
    assert note.message == "A challenge is void: the hand of C is dead already: concealed line"
    assert (note.seat, note.recorded, note.event_index) == (3, "C", 10)
    assert again.replay.challenges == []  # nothing is in dispute, so nobody owes anything
    assert "PAY-04" not in again.codes
    paid = play(*start, *end, 'pay A0 B0 C0 D0 | D>C 50 "challenge"')
    assert "50 to C for a challenge, none that counts was denied" in paid.finding("PAY-04").message


def test_a_hand_that_was_declared_dead_is_declared_again() -> None:
    start = ("A -R", "C *R(A) =R,R,R -?")
    accepted = play(*start, "D ?dead C b : accept", 'C dead "concealed line" exposures 1 by D')
    assert (accepted.codes, accepted.notes) == (["CLM-09"], [])
    twice = play(
        *start, 'C dead "concealed line" exposures 1 by A', "D +? -?", "C dead by B", "A +? -?"
    )
    assert (twice.codes, twice.notes) == (["CLM-09"], ["DH-01"])
    assert (twice.finding("DH-01").seat, twice.finding("DH-01").event_index) == (1, 6)
    assert twice.state.players["C"].dead == "concealed line"


def test_R_65_nobody_declares_the_own_hand_dead() -> None:
    own = play("A -5C", 'B dead "I am dead" by B', "B +? -?")
    assert own.codes == ["DH-01"]
    assert own.state.players["B"].dead is None
    assert play("A -5C", "B ?dead B a", "B +? -?").codes == ["DH-01"]


WIN_D = (
    "deal D F F 3B 3B 4B 4B 3D 3D 3D 3D 4D 4D 4D",
    "D !mahj RN3 25 jokerless off C",
    "pay A-50 B-50 C-100 D+200",
)


def test_R_66_fourteen_tiles_after_a_discard_is_dead_and_pays() -> None:
    start = (WIN_D[0], "A -?", "B +? +? -?")
    dead = play(*start, 'B dead "count" by C', "C +? -4D", WIN_D[1], WIN_D[2])
    assert dead.codes == ["CNT-01"]
    assert dead.finding("CNT-01").recorded == 14
    free = play(
        *start, 'B dead "count" by C', "C +? -4D", WIN_D[1], "pay A-50 B0 C-100 D+150"
    )  # fmt: skip
    assert free.codes == ["CNT-01", "PAY-03"]


@pytest.mark.parametrize("reading", ["void", "both_dead"])
def test_R_67_two_wrong_counts(reading: str) -> None:
    rules = parse_american_rules(f'extends = "nmjl-2024"\ntwo_wrong_counts = "{reading}"')
    start = ("A -?", "B +? +? -?", "C +? +? -?")
    thrown_in = play(*start, 'void "two wrong counts"', rules=rules)
    assert thrown_in.codes == ["CNT-01", "CNT-01"]
    goes_on = play(*start, 'B dead "count" by A', 'C dead "count" by A', "D +? -?", rules=rules)
    assert goes_on.codes == ["CNT-01", "CNT-02" if reading == "void" else "CNT-01"]


def test_R_68_three_dead_hands_without_a_mahjong_in_error_pay_nothing() -> None:
    start = (
        "A -? ", "B +? +? -?", "C +? -R", "D *R(C) =R,R,R -?", "A +? +? -?",
        'B dead "count" by C', 'A dead "count" by C', 'D dead "concealed line" exposures 1 by C',
        'void "three dead hands"',
    )  # fmt: skip
    none = play(*start, "pay A0 B0 C0 D0")
    assert none.result.kind == "three_dead"
    assert "PAY-01" not in none.codes
    assert "PAY-01" in play(*start, "pay A-25 B-25 C+75 D-25").codes


#: B's first exposure is right, the second fits no line with it; both have a joker.
TWO_EXPOSURES = (
    "A -2B", "B *2B(A) =2B,2B,J -?", "C +? -4C", "B *4C(C) =4C,4C,4C,J -?",
)  # fmt: skip
RULED = 'B dead "exposures fit no line" exposures {} by C'


@pytest.mark.parametrize("rules", ["nmjl-2024", "american-seed"])
def test_R_69_the_right_exposure_stays_redeemable_the_wrong_one_goes_back(rules: str) -> None:
    def codes(returned: str, *more: str) -> list[str]:
        return play(*TWO_EXPOSURES, RULED.format(returned), *more, rules=rules).codes[1:]

    assert play(*TWO_EXPOSURES, rules=rules).codes == ["CLM-10"]
    assert codes("2", "C +? x(B1)2B -?") == []
    assert codes("2", "C +? x(B2)4C -?") == ["JX-04"]
    assert codes("1,2", "C +? -?") == ["DH-03"]
    assert codes("1", "C +? -?") == ["DH-03"]


def test_R_70_jokers_of_an_undeclared_dead_hand_may_be_redeemed() -> None:
    assert play(*TWO_EXPOSURES, "C +? x(B2)4C -?").codes == ["CLM-10"]


def test_R_71_drawing_out_of_turn_is_dead_and_the_tile_goes_back() -> None:
    out = play("A -?", "C +?", "C retract draw", 'C dead "out of turn" by A', "B +? -?", "D +? -?")
    assert out.codes == ["TURN-01"]
    assert out.state.wall_left == 97
    assert play("A -?", "B +? -?", "C +? -?").codes == []


def test_R_72_discard_out_of_turn_claimed_for_mahjong_costs_four_times() -> None:
    waits = "deal D 5B 5B 5B 6C 6C 6C 6C 7D 7D G G G G"
    start = (waits, "A -?", "C +? -7D", "D *7D(C) !mahj RN2 30 jokerless")
    won = play(*start, "pay A0 B0 C-120 D+120")
    assert won.codes == ["TURN-01"]
    assert (won.result.kind, won.result.payer) == ("out_of_turn", "C")
    usual = play(*start, "pay A-60 B-60 C-120 D+240")
    assert usual.codes == ["TURN-01", "PAY-04"]


def test_R_73_discard_after_the_wrong_end_claimed_for_mahjong_pays_for_the_table() -> None:
    waits = "deal D 5B 5B 5B 6C 6C 6C J 7D 7D G G G G"
    start = (waits, "A -?", "B +?(wrong-end) -7D", "D *7D(B) !mahj RN2 30")
    won = play(*start, "pay A0 B-120 C0 D+120")
    assert won.codes == ["TURN-03"]
    assert won.result.kind == "wrong_end"
    assert play(*start, "pay A-30 B-60 C-30 D+120").codes == ["TURN-03", "PAY-04"]
    two = play("A -?", "B +?(wrong-end) -?", "C +?(wrong-end) -?", 'void "wrong end"')
    assert two.codes == ["TURN-03", "TURN-03"]
    assert two.result.kind == "void"


def test_R_74_discarding_before_drawing_is_dead() -> None:
    before = play("A -?", "B -5C", 'B dead "no draw" by C', "C +? -?")
    assert before.codes == ["TURN-02"]


def test_R_75_a_challenger_may_rely_on_what_lies_on_the_table_only() -> None:
    # D holds the two other 2D; nobody but D can see them
    concealed = play(
        "deal D 2D 2D N E W S R G 1B 2B 3B 4B 5B", *EV1_OF_DOTS, "C +? -2D", "D ?dead B c : deny",
        "D +? -N",
    )  # fmt: skip
    assert concealed.replay.challenges[0].verdict.dead is False


def test_R_76_from_a_concealed_line_to_an_exposed_one_but_not_back() -> None:
    to_x = play(
        "deal C N N E E W W S S 0 J J N 1B", "A -N", "C *N(A) =N,N,N,N -1B", "D +? -?"
    )  # fmt: skip
    assert to_x.codes == []
    holds = "deal C 5B 5B 5B G G G 5C 5C R R R 0 0"
    back_to_c = play(holds, "A -5C", "C *5C(A) =5C,5C,5C !mahj LK2 35 jokerless",
                     "pay A-140 B-70 C+280 D-70")  # fmt: skip
    assert back_to_c.codes == ["MJ-06"]
    concealed = play(holds, "A -5C", "C *5C(A) !mahj LK2 35 jokerless",
                     "pay A-140 B-70 C+280 D-70")  # fmt: skip
    assert concealed.codes == []


def test_who_accepts_a_challenge_plays_no_more() -> None:
    accepts = ("A -R", "B *R(A) =R,R,R -?", "C +? -?", "D ?dead B b : accept")
    assert play(*accepts, "D +? -?", "A +? -?", "C +? -?").codes == ["CLM-09"]
    assert play(*accepts, "D +? -?", "A +? -?", "B +? -?").codes == ["CLM-09", "TURN-05"]


def test_an_exposure_is_judged_when_its_owner_accepts_a_challenge() -> None:
    at_once = play("A -R", "B *R(A) =R,R,R", "C ?dead B b : accept", "C +? -?")
    assert at_once.codes == ["CLM-09"]
    assert at_once.state.players["B"].dead == "challenge accepted"
