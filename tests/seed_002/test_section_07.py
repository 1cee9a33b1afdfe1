"""Seed 002, section 7 (パオ則): who answers for a yakuman, on records of whole rounds.

Seat 0 deals; the league (J) starts with 30,000, the house (H) with 25,000.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

import mjlog
from mjlog import Rules, load_rules, score
from mjlog.auditing import audit_batch
from mjlog.views.handmade import game_of

J, H = load_rules("jpml-2005"), load_rules("ishokai")
BOTH = pytest.mark.parametrize("rules", [J, H], ids=["J", "H"])


def turns(*tiles: str) -> list[str]:
    """``0:5z`` → seat 0 draws 5z and discards it."""
    return [
        f"{seat} {verb} {tile}"
        for seat, _, tile in (text.partition(":") for text in tiles)
        for verb in ("draw", "tsumogiri")
    ]


def game(
    rules: Rules, winner: int, hand: str, *play: str | Iterable[str], honba: int = 0
) -> mjlog.Game:
    """A round in which only the hand of ``winner`` is known."""
    hands = [f"hand {hand if seat == winner else '13 unknown'}" for seat in range(4)]
    lines = [line for part in play for line in ([part] if isinstance(part, str) else part)]
    text = "\n".join([f"E1.{honba} dora 9p", *hands, *lines])
    return game_of(text, rules=rules, scores=(rules.start_points,) * 4)


def codes(record: mjlog.Game) -> set[str]:
    found = audit_batch(record.batch, readings=False, explain=False).findings
    return {f.code for f in found if f.severity != "note"}


# --- three dragons -----------------------------------------------------------------------------
DRAGONS = "55z66z77z234m9s1p1s9p"
#: North (3) pons 白 of E, 發 of S and, at last, 中 of E.
NORTH_PONS = [
    *turns("0:5z"), "3 pon 5z 55z from 0", "3 discard 1p", *turns("0:1m", "1:6z"),
    "3 pon 6z 66z from 1", "3 discard 1s", *turns("0:7z"), "3 pon 7z 77z from 0", "3 discard 9p",
]  # fmt: skip


def north_wins(rules: Rules, how: str, deltas: str) -> mjlog.Game:
    ways = {
        "off W": [*turns("0:2p", "1:2p", "2:9s"), "3 ron 9s from 2"],
        "off E": [*turns("0:9s"), "3 ron 9s from 0"],
        "tsumo": [*turns("0:2p", "1:2p", "2:2p"), "3 draw 9s", "3 tsumo 9s"],
    }
    *before, last = ways[how]
    return game(rules, 3, DRAGONS, NORTH_PONS, before, f"{last} : {deltas}", honba=2)


def test_J_7_1_a_ron_is_halved_and_the_discarder_pays_the_counters() -> None:
    assert codes(north_wins(J, "off W", "-16000 0 -16600 32600")) == set()
    assert codes(north_wins(J, "off W", "0 0 -32600 32600")) == {"P104"}
    assert codes(north_wins(J, "off W", "-16600 0 -16000 32600")) == {"P102"}
    other = replace(J, pao_honba="liable")
    assert codes(north_wins(other, "off W", "-16600 0 -16000 32600")) == set()


def test_J_7_1_the_liable_player_pays_a_tsumo_alone() -> None:
    assert codes(north_wins(J, "tsumo", "-32600 0 0 32600")) == set()
    assert codes(north_wins(J, "tsumo", "-16200 -8200 -8200 32600")) == {"P104"}
    shared = "-32200 -200 -200 32600"  # A9
    assert codes(north_wins(J, "tsumo", shared)) == {"P102"}
    assert codes(north_wins(replace(J, pao_tsumo_honba="shared"), "tsumo", shared)) == set()


def test_J_7_1_a_liable_discarder_pays_all() -> None:
    assert codes(north_wins(J, "off E", "-32600 0 0 32600")) == set()


#: East (0) pons 白 of S, 發 of W and 中 of N.
EAST_PONS = [
    "0 draw 4p", "0 tsumogiri 4p", *turns("1:5z"), "0 pon 5z 55z from 1", "0 discard 1p",
    *turns("1:1m", "2:6z"), "0 pon 6z 66z from 2", "0 discard 1s",
    *turns("1:1m", "2:1m", "3:7z"), "0 pon 7z 77z from 3", "0 discard 9p",
]  # fmt: skip


def test_H_7_1_the_same_for_the_dealer() -> None:
    ron = [*turns("1:2p", "2:9s"), "0 ron 9s from 2 : 48300 0 -24300 -24000"]
    assert codes(game(H, 0, DRAGONS, EAST_PONS, ron, honba=1)) == set()
    drawn = [*turns("1:2p", "2:2p", "3:2p"), "0 draw 9s", "0 tsumo 9s : 48300 0 0 -48300"]
    assert codes(game(H, 0, DRAGONS, EAST_PONS, drawn, honba=1)) == set()
    by_all = [*drawn[:-1], "0 tsumo 9s : 48300 -16100 -16100 -16100"]
    assert codes(game(H, 0, DRAGONS, EAST_PONS, by_all, honba=1)) == {"P104"}


def test_H_7_1_the_calculator_splits_it_the_same_way() -> None:
    dealer: dict[str, Any] = {
        "hand": "234m9s", "melds": "pon:555z pon:666z pon:777z", "seat": "E", "pao": "N",
        "honba": 1, "rules": H,
    }  # fmt: skip
    assert score(**dealer, ron="9s", discarder="W").payments == {
        "E": 48300, "S": 0, "W": -24300, "N": -24000,
    }  # fmt: skip
    assert score(**dealer, tsumo="9s").payments == {"E": 48300, "S": 0, "W": 0, "N": -48300}


def test_J_7_2_a_third_dragon_of_ones_own_makes_nobody_liable() -> None:
    drawn = [
        *NORTH_PONS[:-4], *turns("0:2p", "1:2p", "2:2p"), "3 draw 7z", "3 discard 9p",
        *turns("0:3p", "1:3p", "2:3p"), "3 draw 9s", "3 tsumo 9s : -16000 -8000 -8000 32000",
    ]  # fmt: skip
    assert codes(game(J, 3, DRAGONS, drawn)) == set()


# --- four kans ---------------------------------------------------------------------------------
KANS = "111m222p77s333s5p9m"
#: South (1) pons 7s of E, takes 2p of E as an open kan, adds an ankan and, here, a kakan.
THREE_KANS = [
    *turns("0:7s"), "1 pon 7s 77s from 0", "1 discard 9m", *turns("2:8m", "3:8m", "0:2p"),
    "1 daiminkan 2p 222p from 0", "1 draw 1m", "1 ankan 1111m",
]  # fmt: skip
KAKAN = ["1 draw 7s", "1 kakan 7s"]
OPEN_KAN_OF_W = [*turns("2:3s"), "1 daiminkan 3s 333s from 2"]
BY_W = "0 32000 -32000 0"
BY_ALL = "-16000 32000 -8000 -8000"


def fourth_open(rules: Rules, deltas: str) -> mjlog.Game:
    end = ["1 draw 5p", f"1 tsumo 5p : {deltas}"]
    discard = ["1 draw 6m", "1 tsumogiri 6m"]
    return game(rules, 1, KANS, THREE_KANS, KAKAN, discard, OPEN_KAN_OF_W, end)


def fourth_added(rules: Rules, deltas: str) -> mjlog.Game:
    discard = ["1 draw 6m", "1 tsumogiri 6m"]
    end = ["1 draw 5p", f"1 tsumo 5p : {deltas}"]
    round_ = [*turns("2:4m", "3:4m", "0:4m")]
    return game(rules, 1, KANS, THREE_KANS, discard, OPEN_KAN_OF_W, discard, round_, KAKAN, end)


def fourth_concealed(rules: Rules, deltas: str) -> mjlog.Game:
    discard = ["1 draw 6m", "1 tsumogiri 6m"]
    end = ["1 draw 3s", "1 ankan 3333s", "1 draw 5p", f"1 tsumo 5p : {deltas}"]
    round_ = [*turns("2:4m", "3:4m", "0:4m")]
    return game(rules, 1, KANS, THREE_KANS, KAKAN, discard, round_, end)


def test_J_7_2_a_fourth_kan_makes_its_feeder_liable_only_as_an_open_kan() -> None:
    assert codes(fourth_open(J, BY_W)) == set()
    assert codes(fourth_open(J, BY_ALL)) == {"P104"}
    assert codes(fourth_added(J, BY_ALL)) == set()
    assert codes(fourth_concealed(J, BY_ALL)) == set()
    without = replace(J, pao_yaku=frozenset({"daisangen", "daisuushi"}))
    assert codes(fourth_open(replace(without, daiminkan_rinshan_pao=False), BY_ALL)) == set()


# --- four winds --------------------------------------------------------------------------------
WINDS = "11z22z33z44z5p1m9m1s9s"
THREE_WINDS = [
    *turns("0:1z"), "1 pon 1z 11z from 0", "1 discard 1m", *turns("2:2z"),
    "1 pon 2z 22z from 2", "1 discard 9m", *turns("2:8m", "3:3z"),
    "1 pon 3z 33z from 3", "1 discard 1s",
]  # fmt: skip


def test_H_7_2_the_fourth_wind_makes_its_feeder_liable() -> None:
    fourth = [*turns("2:4z"), "1 pon 4z 44z from 2", "1 discard 9s", *turns("2:8m", "3:5p")]
    halved = "1 ron 5p from 3 : 0 32000 -16000 -16000"
    assert codes(game(H, 1, WINDS, THREE_WINDS, fourth, halved)) == set()
    alone = "1 ron 5p from 3 : 0 32000 0 -32000"
    assert codes(game(H, 1, WINDS, THREE_WINDS, fourth, alone)) == {"P104"}


def test_H_7_2_three_winds_and_a_pair_make_nobody_liable() -> None:
    hand = "11z22z33z44z23m9m1s9s"
    play = [
        *turns("0:1z"), "1 pon 1z 11z from 0", "1 discard 9m", *turns("2:2z"),
        "1 pon 2z 22z from 2", "1 discard 1s", *turns("2:8m", "3:3z"),
        "1 pon 3z 33z from 3", "1 discard 9s", *turns("2:8m", "3:4m"),
        "1 ron 4m from 3 : 0 32000 0 -32000",
    ]  # fmt: skip
    assert codes(game(H, 1, hand, play)) == set()


def third_dragon_as_kan(rules: Rules, deltas: str) -> mjlog.Game:
    hand = "55z66z777z234m9s1p1s"
    play = [
        *turns("0:5z"), "3 pon 5z 55z from 0", "3 discard 1p", *turns("0:1m", "1:6z"),
        "3 pon 6z 66z from 1", "3 discard 1s", *turns("0:7z"), "3 daiminkan 7z 777z from 0",
        "3 draw 9p", "3 tsumogiri 9p", *turns("0:2p", "1:2p", "2:9s"),
        f"3 ron 9s from 2 : {deltas}",
    ]  # fmt: skip
    return game(rules, 3, hand, play)


def test_H_7_2_a_third_dragon_given_as_an_open_kan_makes_liable_too() -> None:
    assert codes(third_dragon_as_kan(H, "-16000 0 -16000 32000")) == set()
    only_pon = replace(H, pao_daiminkan_counts=False)  # A27
    assert codes(third_dragon_as_kan(only_pon, "0 0 -32000 32000")) == set()
    assert codes(third_dragon_as_kan(only_pon, "-16000 0 -16000 32000")) != set()


def concealed_kan_first(rules: Rules, deltas: str) -> mjlog.Game:
    hand = "55z66z777z234m9s1p1s"
    play = [
        *turns("0:2m", "1:2m", "2:2m"), "3 draw 7z", "3 ankan 7777z", "3 draw 9p", "3 discard 9p",
        *turns("0:5z"), "3 pon 5z 55z from 0", "3 discard 1p", *turns("0:1m", "1:6z"),
        "3 pon 6z 66z from 1", "3 discard 1s", *turns("0:2p", "1:2p", "2:9s"),
        f"3 ron 9s from 2 : {deltas}",
    ]  # fmt: skip
    return game(rules, 3, hand, play)


@BOTH
def test_concealed_kans_count_among_the_melds_by_the_reading_A10(rules: Rules) -> None:
    assert codes(concealed_kan_first(rules, "0 -16000 -16000 32000")) == set()
    no = replace(rules, pao_ankan_counts=False)
    assert codes(concealed_kan_first(no, "0 0 -32000 32000")) == set()
    assert codes(concealed_kan_first(no, "0 -16000 -16000 32000")) != set()


def all_honours(rules: Rules, deltas: str) -> mjlog.Game:
    hand = "55z66z77z111z2z1p1s9p"
    ron = [*turns("0:3p", "1:3p", "2:2z"), f"3 ron 2z from 2 : {deltas}"]
    return game(rules, 3, hand, NORTH_PONS, ron)


def test_H_7_1_of_several_yakuman_the_liable_player_answers_for_the_whole_hand() -> None:
    assert codes(all_honours(H, "-32000 0 -32000 64000")) == set()
    part = replace(H, pao_scope="pao_part")  # A27
    assert codes(all_honours(part, "-16000 0 -48000 64000")) == set()
    assert codes(all_honours(part, "-32000 0 -32000 64000")) != set()
    assert codes(all_honours(J, "-16000 0 -16000 32000")) == set()  # they do not add up
