"""Seed 002, section 11 (和了点): the fu, by the rules of the league (J) and of the house (H)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mjlog import Rules, Score, load_rules, score

J, H = load_rules("jpml-2005"), load_rules("ishokai")
BOTH = pytest.mark.parametrize("rules", [J, H], ids=["J", "H"])


def j(hand: str, **situation: Any) -> Score:
    return score(hand, rules=J, **situation)


def h(hand: str, **situation: Any) -> Score:
    return score(hand, rules=H, **situation)


def value(result: Score) -> tuple[int, int, int]:
    """(fu, han, points); the items add up to the fu before rounding."""
    assert result.wins, result.message
    assert sum(item.fu for item in result.fu_items) == result.raw_fu
    return result.fu, result.han, result.points


def fu(result: Score) -> list[str]:
    return [str(item) for item in result.fu_items]


# --- 11.1 base
NO_FU: dict[str, Any] = {"hand": "678m345p22p67s", "melds": "chi:234m", "ron": "8s"}


def test_J_11_1_base_20_and_an_open_hand_without_fu_is_30() -> None:
    assert value(j(**NO_FU)) == (30, 1, 1000)
    twenty = replace(J, open_pinfu_fu=20)  # A14
    assert value(score(**NO_FU, rules=twenty)) == (20, 1, 700)


def test_H_11_1_base_20_and_an_open_hand_without_fu_is_30() -> None:
    assert value(h(**NO_FU, seat="E")) == (30, 1, 1500)
    twenty = replace(H, open_pinfu_fu=20)
    assert value(score(**NO_FU, seat="E", rules=twenty)) == (20, 1, 1000)  # 960


@BOTH
def test_the_reading_of_an_open_hand_without_fu_is_named(rules: Rules) -> None:
    assert rules.unspecified["open_pinfu_fu"].startswith("A14")


# --- 11.2 closed ron
PINFU = "234m678m345p99s34s"


def test_J_11_2_a_closed_ron_adds_10() -> None:
    result = j(PINFU, ron="5s")
    assert value(result) == (30, 1, 1000)
    assert fu(result) == ["base 20", "closed ron 10"]


def test_H_11_2_a_closed_ron_adds_10_and_an_open_one_does_not() -> None:
    assert value(h(PINFU, ron="5s", seat="E")) == (30, 1, 1500)
    open_hand = h("678m345p55s67s", melds="pon:222m", ron="8s")
    assert open_hand.raw_fu == 22
    assert fu(open_hand) == ["base 20", "open simple triplet 222m 2"]


# --- 11.3 tsumo
RINSHAN: dict[str, Any] = {
    "hand": "234m678m55z46s", "melds": "ankan:5555p", "tsumo": "5s", "rinshan": True,
}  # fmt: skip


def test_J_11_3_a_rinshan_adds_nothing_for_the_tsumo() -> None:
    result = j(**RINSHAN)
    assert value(result) == (40, 2, 2700)
    assert result.payments == {"E": -1300, "S": 2700, "W": -700, "N": -700}
    assert fu(result) == [
        "base 20", "concealed simple kan 5555p 16", "value pair 55z 2", "kanchan 2",
    ]  # fmt: skip
    two = score(**RINSHAN, rules=replace(J, rinshan_tsumo_fu=2))
    assert value(two) == (50, 2, 3200)
    assert two.payments == {"E": -1600, "S": 3200, "W": -800, "N": -800}


def test_J_11_3_a_closed_rinshan_keeps_the_2_fu_by_the_other_reading() -> None:
    """A15: whether the exception of 11.3 is meant for a closed hand too."""
    other = replace(J, rinshan_closed_keeps_fu=True)
    assert value(score(**RINSHAN, rules=other)) == (50, 2, 3200)
    open_hand = {**RINSHAN, "hand": "678m55z46s", "melds": ["ankan:5555p", "chi:234m"]}
    for rules in (J, other):
        assert "tsumo 2" not in fu(score(**open_hand, rules=rules))


def test_J_11_3_any_other_tsumo_adds_2() -> None:
    result = j("234m678m345p99s13s", tsumo="2s")
    assert fu(result) == ["base 20", "tsumo 2", "kanchan 2"]
    assert value(result) == (30, 1, 1100)


def test_H_11_3_a_rinshan_and_a_pinfu_tsumo_add_nothing_for_the_tsumo() -> None:
    result = h(**RINSHAN, seat="E")
    assert value(result) == (40, 2, 3900)
    assert result.payments == {"E": 3900, "S": -1300, "W": -1300, "N": -1300}
    pinfu = h(PINFU, tsumo="5s")
    assert value(pinfu) == (20, 2, 1500)
    assert pinfu.payments == {"E": -700, "S": 1500, "W": -400, "N": -400}
    assert fu(pinfu) == ["base 20"]


# --- 11.4 to 11.7 waits
def test_J_11_4_an_edge_wait_adds_2() -> None:
    result = j("234m678m345p99s12s", ron="3s", riichi=True)
    assert (result.raw_fu, *value(result)) == (32, 40, 1, 1300)
    assert fu(result)[-1] == "penchan 2"


def test_H_11_4_a_closed_wait_adds_2() -> None:
    result = h("234m678m345p99s13s", ron="2s", riichi=True, seat="E")
    assert (result.raw_fu, *value(result)) == (32, 40, 1, 2000)
    assert fu(result)[-1] == "kanchan 2"


def test_J_11_5_a_single_wait_on_a_guest_wind_or_a_number_adds_2() -> None:
    result = j("234m678m345p345s4z", ron="4z", riichi=True)  # South seat, East round
    assert (result.raw_fu, *value(result)) == (32, 40, 1, 1300)
    assert fu(result)[-1] == "tanki 2"
    assert j("234m678m345p345s9p", ron="9p", riichi=True).raw_fu == 32


def test_H_11_5_a_single_wait_on_a_guest_wind_adds_2() -> None:
    result = h("234m678m345p345s4z", ron="4z", riichi=True, seat="E")
    assert (result.raw_fu, *value(result)) == (32, 40, 1, 2000)


VALUE_TANKI: dict[str, Any] = {
    "hand": "234m678m345s5z", "melds": "ankan:5555p", "ron": "5z", "riichi": True,
}  # fmt: skip


def test_J_11_6_a_single_wait_on_a_value_tile_adds_4_in_all() -> None:
    result = j(**VALUE_TANKI)
    assert (result.raw_fu, *value(result)) == (50, 50, 1, 1600)  # 4 + 2 would be 60 fu: 2,000
    for kind in ("1z", "2z", "6z", "7z"):  # round wind, own wind, dragons
        tiles = "234m678m345s" + kind
        assert j(tiles, melds="ankan:5555p", ron=kind, riichi=True).raw_fu == 50


def test_H_11_6_a_single_wait_on_a_value_tile_adds_4_in_all() -> None:
    result = h(**VALUE_TANKI, seat="E")
    assert (result.raw_fu, *value(result)) == (50, 50, 1, 2400)


def test_J_11_7_a_single_wait_on_a_double_wind_adds_6_in_all() -> None:
    hand: dict[str, Any] = {
        "hand": "234m678m345s2z", "melds": "ankan:5555p", "ron": "2z", "riichi": True,
        "seat": "S", "round": "S",
    }  # fmt: skip
    result = j(**hand)
    assert (result.raw_fu, *value(result)) == (52, 60, 1, 2000)
    two = replace(J, double_wind_pair_fu=2)
    assert value(score(**hand, rules=two)) == (50, 1, 1600)


def test_H_11_7_a_single_wait_on_a_double_wind_adds_6_in_all() -> None:
    hand: dict[str, Any] = {
        "hand": "234m678m345s1z", "melds": "ankan:5555p", "ron": "1z", "riichi": True,
        "seat": "E", "round": "E",
    }  # fmt: skip
    result = h(**hand)
    assert (result.raw_fu, *value(result)) == (52, 60, 1, 2900)
    two = replace(H, double_wind_pair_fu=2)
    assert value(score(**hand, rules=two)) == (50, 1, 2400)


# --- 11.8 to 11.11 sets
def test_J_11_8_open_triplets_are_2_and_4() -> None:
    result = j("678s4p", melds="pon:222m pon:999p pon:555z", ron="4p")
    assert (result.raw_fu, *value(result)) == (32, 40, 1, 1300)
    assert fu(result) == [
        "base 20", "open simple triplet 222m 2", "open terminal triplet 999p 4",
        "open honour triplet 555z 4", "tanki 2",
    ]  # fmt: skip


def test_H_11_8_an_open_triplet_of_the_double_wind_is_4_and_not_8() -> None:
    melds = "pon:222m pon:999p pon:555z pon:111z"
    result = h("5s", melds=melds, ron="5s", seat="E", round="E")
    assert (result.raw_fu, *value(result)) == (36, 40, 5, 12000)
    assert [str(y) for y in result.yaku if y.name != "toitoi"] == [
        "seat_wind_east 1", "round_wind_east 1", "haku 1",
    ]  # fmt: skip


def test_J_11_9_concealed_triplets_are_4_and_8() -> None:
    result = j("222m999p555z345s5s", ron="5s")
    assert (result.raw_fu, *value(result)) == (52, 60, 3, 7700)
    assert result.limit == ""


GUEST_WIND: dict[str, Any] = {"hand": "444z222p345m99s34s", "ron": "5s", "riichi": True}


def test_H_11_9_a_triplet_of_the_guest_wind_has_the_fu_of_an_honour() -> None:
    result = h(**GUEST_WIND)
    assert (result.raw_fu, *value(result)) == (42, 50, 1, 1600)
    none = score(**GUEST_WIND, rules=replace(H, guest_wind_set_fu="none"))  # A13
    assert (none.raw_fu, *value(none)) == (34, 40, 1, 1300)
    assert fu(none) == ["base 20", "closed ron 10", "concealed simple triplet 222p 4"]


def test_J_11_10_an_open_kan_is_8() -> None:
    result = j("678m99p34s", melds="daiminkan:3333p pon:666z", ron="5s")
    assert (result.raw_fu, *value(result)) == (32, 40, 1, 1300)
    assert fu(result)[1:] == ["open simple kan 3333p 8", "open honour triplet 666z 4"]


def test_H_11_10_an_added_kan_of_terminals_is_16() -> None:
    hand: dict[str, Any] = {"hand": "678m22p34s", "melds": "kakan:9999p pon:666z", "ron": "5s"}
    result = h(**hand)
    assert (result.raw_fu, *value(result)) == (40, 40, 1, 1300)
    assert value(h(**hand, seat="E")) == (40, 1, 2000)


def test_J_11_11_a_concealed_kan_of_terminals_is_32() -> None:
    result = j("234p678m55s34s", melds="ankan:1111m", ron="5s", riichi=True)
    assert value(result) == (70, 1, 2300)
    # 62 by the two-sided wait; 5s may be seen as the single wait of 345s 5s too
    assert fu(result) == [
        "base 20", "closed ron 10", "concealed terminal kan 1111m 32", "tanki 2",
    ]  # fmt: skip


def test_H_11_11_a_concealed_kan_of_the_double_wind_is_32_and_the_cap_is_a_mangan() -> None:
    result = h("234p678m55s34s", melds="ankan:1111z", ron="5s", riichi=True, seat="E")
    assert value(result) == (70, 3, 12000)  # 70 × 32 = 2,240 → 2,000 (A32)
    assert result.limit == "mangan"
    assert "concealed honour kan 1111z 32" in fu(result)


# --- 11.12 pair
def test_J_11_12_a_pair_outside_the_wait() -> None:
    hand: dict[str, Any] = {"ron": "5s", "riichi": True, "seat": "S", "round": "S"}
    double = j("999p234m678m34s22z", **hand)
    assert (double.raw_fu, *value(double)) == (42, 50, 1, 1600)
    dragon = j("999p234m678m34s55z", **hand)
    assert (dragon.raw_fu, *value(dragon)) == (40, 40, 1, 1300)
    for pair in ("88s", "99s", "33z"):  # 中張, 老頭, guest wind (A13)
        assert j("999p234m678m34s" + pair, **hand).raw_fu == 38


def test_H_11_12_a_pair_outside_the_wait() -> None:
    hand: dict[str, Any] = {"ron": "5s", "riichi": True, "seat": "E", "round": "E"}
    double = h("999p234m678m34s11z", **hand)
    assert (double.raw_fu, *value(double)) == (42, 50, 1, 2400)
    dragon = h("999p234m678m34s55z", **hand)
    assert (dragon.raw_fu, *value(dragon)) == (40, 40, 1, 2000)
    guest = h("999p234m678m34s44z", **hand)
    assert (guest.raw_fu, *value(guest)) == (38, 40, 1, 2000)
    two = replace(H, double_wind_pair_fu=2)
    assert score("999p234m678m34s11z", rules=two, **hand).raw_fu == 40
