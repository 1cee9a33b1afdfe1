"""Seed 002, section 5 (テンパイ), row by row: J the league, H the house."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import mjlog
from mjlog import load_rules

J, H = load_rules("jpml-2005"), load_rules("ishokai")
TITLE = "E1.0 dora 9p"

Faults = Callable[..., list[str]]


def drawn(dealt_by: Any, tenpai: str, deltas: str) -> list[tuple[str, str]]:
    return [(TITLE, dealt_by(0).drawn(tenpai, deltas))]


# --- 5.1, 5.2 who pays whom
def test_J_5_1_noten_pays_tenpai(faults: Faults, dealt_by: Any) -> None:
    assert faults(drawn(dealt_by, "1", "-1000 3000 -1000 -1000"), J) == []
    assert faults(drawn(dealt_by, "1", "0 0 0 0"), J) == ["P105"]


def test_H_5_1_nothing_is_paid_when_all_or_none_are_tenpai(faults: Faults, dealt_by: Any) -> None:
    for tenpai in ("nobody", "0 1 2 3"):
        assert faults(drawn(dealt_by, tenpai, "0 0 0 0"), H) == []
        assert faults(drawn(dealt_by, tenpai, "-1000 3000 -1000 -1000"), H) == ["P105"]


def test_J_5_2_3000_in_all(faults: Faults, dealt_by: Any) -> None:
    assert faults(drawn(dealt_by, "0 1", "1500 1500 -1500 -1500"), J) == []
    assert faults(drawn(dealt_by, "0 1", "1000 1000 -1000 -1000"), J) == ["P105"]


def test_H_5_2_3000_in_all(faults: Faults, dealt_by: Any) -> None:
    assert faults(drawn(dealt_by, "0 1 2", "1000 1000 1000 -3000"), H) == []
    assert faults(drawn(dealt_by, "0 1 2", "1500 1500 1500 -4500"), H) == ["P105"]


# --- 5.3 what counts as tenpai
ALONE = " : -1000 3000 -1000 -1000"


def end(tenpai: str) -> str:
    return f"draw exhaustive tenpai {tenpai}" + (ALONE if tenpai == "1" else " : 0 0 0 0")


def test_J_5_3_tenpai_counts_when_it_is_shown(faults: Faults) -> None:
    hands = {1: "234678m45p34588s"}
    wall = "turns 70 but 3p6p\n"
    assert faults(wall + end("1"), J, hands) == []
    assert faults(wall + end("nobody"), J, hands) == []  # not shown: noten, and pays as such
    assert faults(wall + "draw exhaustive tenpai nobody" + ALONE, J, hands) == ["P105"]
    assert faults(wall + end("1"), J, {1: "234679m45p34588s"}) == ["L160"]


def waits(play: Any, hand: str, rules: Any) -> str:
    (round_,) = play("turns 1", rules, {1: hand}).rounds
    return str(round_.state(2).waits(1))


def test_J_5_3_not_a_fifth_tile(faults: Faults, play: Any) -> None:
    only_1s, also_4s = "123456789m1111s", "789m1111222333s"
    assert waits(play, only_1s, J) == ""
    assert faults("turns 70\n" + end("1"), J, {1: only_1s}) == ["L160"]
    assert faults("turns 70\n" + end("nobody"), J, {1: only_1s}) == []
    assert "4" in waits(play, also_4s, J) and "1" not in waits(play, also_4s, J)
    assert faults("turns 70 but 4s\n" + end("1"), J, {1: also_4s}) == []
    assert waits(play, only_1s, replace(J, fifth_tile_tenpai="allow")) == "1s"
    assert (
        faults("turns 70\n" + end("1"), replace(J, fifth_tile_tenpai="allow"), {1: only_1s}) == []
    )


#: S calls 123m and waits for 3p 6p without any yaku.
NO_YAKU = {1: "23m678m45p345s99s1z"}
CHI = "0 draw 1m\n0 tsumogiri 1m\n1 chi 1m 23m from 0\n1 discard 1z\nturns 69 but 3p6p\n"


def test_J_5_3_formal_tenpai_counts(faults: Faults) -> None:
    assert faults(CHI + end("1"), J, NO_YAKU) == []
    strict = replace(J, keishiki_tenpai=False)
    assert faults(CHI + end("1"), strict, NO_YAKU) == ["L160"]
    must_show = replace(strict, noten_declare_optional=False)
    assert faults(CHI + end("nobody"), must_show, NO_YAKU) == []
    tanyao = {1: "23m678m45p345s88s1z"}
    called = CHI.replace("1m", "4m")
    assert faults(called + end("1"), strict, tanyao) == []
    assert faults(called + end("nobody"), must_show, tanyao) == ["L161"]
    closed = {1: "234678m45p34588s"}
    assert faults("turns 70 but 3p6p\n" + end("1"), strict, closed) == []  # tsumo is a yaku


#: S pons 1s and keeps the fourth one alone.
LAST_1S = {1: "234678m345p111s9p"}
PON = "0 draw 1s\n0 tsumogiri 1s\n1 pon 1s 11s from 0\n1 discard 9p\nturns 69\n"


def test_H_5_3_own_melds_are_a7(faults: Faults, readings: Any) -> None:
    assert faults(PON + end("1"), H, LAST_1S) == []
    assert readings(PON + end("1"), H, LAST_1S) == {"A7"}
    with_melds = replace(H, fifth_tile_tenpai="deny_hand_and_melds")  # A7
    assert faults(PON + end("1"), with_melds, LAST_1S) == ["L160"]
    assert faults(PON + end("nobody"), with_melds, LAST_1S) == []


def test_H_5_3_tiles_in_other_rivers_do_not_matter(faults: Faults) -> None:
    hands = {1: "234678m345p99s46s", 2: "369m147p258s3456z", 3: "148m259p367s4567z"}
    hands[2] = "369m147p28s33456z"
    all_four = "".join(f"{s} draw 5s\n{s} tsumogiri 5s\n" for s in (0,))
    all_four += "1 draw 7z\n1 tsumogiri 7z\n2 draw 5s\n2 tsumogiri 5s\n3 draw 5s\n3 tsumogiri 5s\n"
    all_four += "0 draw 5s\n0 tsumogiri 5s\nturns 65\n"
    assert faults(all_four + end("1"), H, hands) == []
    in_sight = replace(H, fifth_tile_tenpai="deny_visible")
    assert faults(all_four + end("1"), in_sight, hands) == ["L160"]
    assert faults(all_four + end("nobody"), in_sight, hands) == []
    three = all_four.replace("0 draw 5s\n0 tsumogiri 5s\nturns", "0 draw 7z\n0 tsumogiri 7z\nturns")
    spared = three.replace("turns 65", "turns 65 but 5s")
    assert faults(spared + end("1"), in_sight, hands) == []  # one 5s is still to come


# --- 5.4 the order of showing
WEST_FIRST = (
    "turns 70\n! 2 hand_shown\n! 0 hand_shown\ndraw exhaustive tenpai 0 2 : 1500 -1500 1500 -1500"
)


def notes(play: Any, script: str, rules: Any) -> list[Any]:
    found = mjlog.audit(play([(TITLE, script)], rules))
    return [f for f in found if f.code[0] == "E"]


def test_J_5_4_from_the_dealer_on(play: Any) -> None:
    (note,) = notes(play, WEST_FIRST, J)
    assert (note.code, note.severity, note.seat) == ("E125", "note", 2)
    assert note.recorded["seats"] == [2, 0] and note.expected["seats"] == [0, 2]
    in_turn = WEST_FIRST.replace("! 2 hand_shown\n! 0 hand_shown", "! 0 hand_shown\n! 2 hand_shown")
    assert notes(play, in_turn, J) == []


def test_H_5_4_no_order_is_agreed(play: Any) -> None:
    assert notes(play, WEST_FIRST, H) == []


@pytest.mark.parametrize("dealer", range(4))
def test_J_5_4_the_dealer_is_the_dealer_of_the_hand(dealer: int, play: Any) -> None:
    shown = "".join(f"! {(dealer + turn) % 4} hand_shown\n" for turn in range(4))
    script = f"turns 70\n{shown}draw exhaustive tenpai 0 1 2 3 : 0 0 0 0"
    game = play([(f"E{dealer + 1}.0 dora 9p", script)], J)
    assert [f.code for f in mjlog.audit(game) if f.code[0] == "E"] == []
