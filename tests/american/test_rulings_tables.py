"""Rulings that tables differ on: every switch of the play changes a finding."""

from __future__ import annotations

import pytest

from mjlog.american.rules import AmericanRules, parse_american_rules

from .hands import play, turns


def _table(key: str, value: str) -> AmericanRules:
    return parse_american_rules(f'extends = "nmjl-2024"\n{key} = {value}')


@pytest.mark.parametrize(("value", "codes"), [('"discard"', []), ('"exchange"', ["CLM-08"])])
def test_an_exchange_may_fix_the_exposure(value: str, codes: list[str]) -> None:
    start = ("A -2B", "B *2B(A) =2B,2B,J -8C")
    line = "C *8C(B) =8C,8C,8C x(B1)2B ^1=8C,8C,8C,J -?"
    assert play(*start, line, rules=_table("exposure_lock", value)).codes == codes


@pytest.mark.parametrize(("value", "codes"), [('"stands"', []), ('"undone"', ["CLM-01"])])
def test_exposure_of_a_discard_out_of_turn(value: str, codes: list[str]) -> None:
    rules = _table("out_of_turn_exposure", value)
    played = play("A -?", "C +? -8D", "D *8D(C) =8D,8D,8D -?", rules=rules)
    assert played.codes == ["TURN-01", *codes]


@pytest.mark.parametrize(("value", "codes"), [("true", []), ("false", ["MJ-01"])])
def test_an_error_with_one_group_shown_may_become_an_exposure(value: str, codes: list[str]) -> None:
    start = ("deal B 5B 5B J 1D 2D 3D N E W S R G 0", "A -5B", "B *5B(A) for mahjong")
    shown = ("B ~mahj group LK1 25 off A", "B *5B(A) =5B,5B,5B,J -N")
    rules = _table("error_becomes_exposure", value)
    assert play(*start, *shown, rules=rules).codes[:1] == codes


@pytest.mark.parametrize(("value", "codes"), [("false", []), ("true", ["CLM-06"])])
def test_hold_reserves_a_discard_at_some_tables(value: str, codes: list[str]) -> None:
    start = ("A -8D", 'B *8D(A) "hold"', "D *8D(A) =8D,8D,8D -?")
    assert play(*start, rules=_table("hold_gives_priority", value)).codes == codes


@pytest.mark.parametrize("said", ["Hold!", "wait, please", "ちょっと待って", "等一下"])
def test_words_that_ask_to_wait_are_no_claim(said: str) -> None:
    start = ("A -5B", f'B *5B(A) "{said}"', "D *5B(A) =5B,5B,5B,J -1C")
    assert play(*start).codes == []
    assert play(*start[:1], 'B *5B(A) "wait, I take it"', start[2]).codes == ["CLM-06"]


@pytest.mark.parametrize(("value", "codes"), [("true", []), ("false", ["CLM-04"])])
def test_jokers_as_flowers(value: str, codes: list[str]) -> None:
    played = play("A -F", "B *F(A) =F,F,F,J -?", rules=_table("flower_jokers", value))
    assert played.codes == codes


def test_jokers_as_flowers_in_a_declared_hand() -> None:
    hand = ("deal A F F F F J N N N N 7D 7D 7D 7D J", "A !mahj QU2 40 earthly")
    assert play(*hand).codes == []
    assert play(*hand, rules=_table("flower_jokers", "false")).codes == ["JOK-01"]


@pytest.mark.parametrize(("value", "codes"), [("true", []), ("false", ["DH-01"])])
def test_tables_without_challenges(value: str, codes: list[str]) -> None:
    played = play("A -?", "C ?dead B a : deny", rules=_table("challenges", value))
    assert played.codes == codes


D_WAITS = "deal C F F 3B 3B 4B 4B 3D 3D 3D J 4D 4D 4D"


@pytest.mark.parametrize(
    ("value", "exposure", "mahjong"),
    [
        ("none", [], []),
        ("no_claims", ["CLM-01"], ["MJ-08"]),
        ("self_pick_only", ["CLM-01"], ["MJ-08"]),
        ("mahjong_only", ["CLM-01"], []),
    ],
)
def test_cold_walls(value: str, exposure: list[str], mahjong: list[str]) -> None:
    rules = _table("cold_wall", f'"{value}"')
    wall = ("A -N", *turns(64), "B +? -4D")
    assert play(*wall, "C *4D(B) =4D,4D,4D -?", rules=rules).codes == exposure
    won = play(*wall, "C *4D(B) !mahj RN3 25", "pay A-25 B-50 C+100 D-25", rules=rules)
    assert won.codes == mahjong


@pytest.mark.parametrize(("value", "winner"), [('"actual"', "D"), ('"named"', "C")])
def test_mahjong_on_the_name_and_on_the_tile(value: str, winner: str) -> None:
    rules = _table("misname_two_mahjongs", value)
    start = (
        "deal C 5C 5C 5C 5C 0 G G G G 5D 5D 5D 5D", "deal D F 3B 3B 4B 4B 3D 3D 3D 3D 4D 4D 4D 4D",
        'A -F "0"', "C *0(A) for mahjong", "D *F(A) for mahjong",
    )  # fmt: skip
    wins = {
        "C": ("C !mahj DK1 30 off A", "pay A-120 B0 C+120 D0"),
        "D": ("D !mahj RN3 25 jokerless off A", "pay A-100 B-50 C-50 D+200"),
    }
    for person, lines in wins.items():
        expected = ["DISC-02"] if person == winner else ["DISC-02", "CLM-06"]
        assert play(*start, *lines, rules=rules).codes == expected


def test_seven_pairs_where_the_table_plays_them() -> None:
    pairs = "deal A 1B 1B 3B 3B 5C 5C 7D 7D N N G G F F"
    paid = "pay A+300 B-100 C-100 D-100"
    rules = _table("atomic_value", "50")
    assert play(pairs, "A !mahj atomic 50 earthly", paid, rules=rules).codes == []
    assert play(pairs, "A !mahj atomic 40 earthly", paid, rules=rules).codes[:1] == ["MJ-03"]
    assert play(pairs, "A !mahj atomic 50 earthly").codes == ["MJ-01"]


def test_a_hand_that_ended_with_one_intact_player_is_not_won_later() -> None:
    start = (
        "deal A 1B 2B 3B 4B 5B 6B 7B 8B 9B N E W S 1C", D_WAITS.replace("C", "D", 1),
        "A ~mahj all QU2 40 earthly", "throw B", "throw C", "D +4D", "D !mahj RN3 25 self-pick",
    )  # fmt: skip
    later = play(*start, "pay A-50 B-50 C-50 D+150")
    assert later.codes == ["MJ-01", "TURN-05", "PAY-04"]
    assert later.result.kind == "mahjong_in_error"
