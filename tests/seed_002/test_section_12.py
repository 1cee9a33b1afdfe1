"""Seed 002, section 12 (和了役): the yaku and limits of the league (J) and the house (H).

Rows are numbered from the top, as the seed gives them no numbers; the blank cells of the house
are read as those of the league (A19). What a whole hand of play decides (the first go-around,
a robbed kan) is shown on records, the rest by the hand calculator.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import mjlog
from mjlog import Rules, Score, load_rules, score
from mjlog.auditing import audit_batch
from mjlog.calculator import SituationError
from mjlog.codes import YAKU
from mjlog.engine.furiten import C_WIN
from mjlog.engine.win import OUT_POINTS, OUT_STATUS, OUT_YAKU, WINS
from mjlog.replay import replay
from mjlog.views.handmade import game_of

J, H = load_rules("jpml-2005"), load_rules("ishokai")


def j(hand: str, **situation: Any) -> Score:
    return score(hand, rules=J, **situation)


def h(hand: str, **situation: Any) -> Score:
    return score(hand, rules=H, **situation)


def value(result: Score) -> tuple[int, int, int]:
    """(fu, han, points)."""
    assert result.wins, result.message
    return result.fu, result.han, result.points


def yaku(result: Score) -> dict[str, int]:
    """Name → han, or → yakuman times 100."""
    return {y.name: y.han or 100 * y.yakuman for y in result.yaku}


def no_yaku(result: Score) -> bool:
    return result.message == "no yaku" and result.points == 0


def test_the_blank_cells_of_the_house_are_read_as_those_of_the_league() -> None:
    differ = {
        "double_yakuman", "chuuren_suits", "daisharin_suits", "daisharin_ranges", "multi_yakuman",
    }  # fmt: skip
    same = {
        "double_riichi", "ippatsu", "kuitan", "atozuke", "renhou", "kazoe", "kiriage", "chiitoi",
        "pinfu_tsumo", "renfonpai_triplet_han", "ryuuiisou_needs_hatsu", "limit_table",
        "chankan_ankan_kokushi", "bazoro_display", "local_yaku", "min_han",
    }  # fmt: skip
    assert {p for p in same | differ if getattr(J, p) != getattr(H, p)} == differ
    assert not J.double_yakuman
    assert not J.multi_yakuman  # A11


# --- one han ---------------------------------------------------------------------------------
CLOSED = "234m678m345p99s13s"


def test_J_12_1_riichi_is_1_han_and_there_is_no_ippatsu() -> None:
    assert value(j(CLOSED, ron="2s", riichi=True)) == (40, 1, 1300)
    soon = j(CLOSED, ron="2s", riichi=True, ippatsu=True)
    assert yaku(soon) == {"riichi": 1}
    assert soon.points == 1300
    with_it = score(CLOSED, ron="2s", riichi=True, ippatsu=True, rules=replace(J, ippatsu=True))
    assert with_it.points == 2600  # A8
    assert value(j(CLOSED, ron="2s", riichi=True, ura="8s")) == (40, 1, 1300)


def test_H_12_1_riichi_is_1_han_and_the_ura_dora_count() -> None:
    assert value(h(CLOSED, ron="2s", riichi=True, seat="E")) == (40, 1, 2000)
    one_ura = h(CLOSED, ron="2s", riichi=True, ura="1m", seat="E")
    assert yaku(one_ura) == {"riichi": 1, "ura_dora": 1}
    assert one_ura.points == 3900
    none = score(CLOSED, ron="2s", riichi=True, ura="1m", seat="E", rules=replace(H, ura=False))
    assert none.points == 2000  # A8


def test_J_12_2_a_closed_tsumo_is_1_han() -> None:
    result = j(CLOSED, tsumo="2s")
    assert yaku(result) == {"menzen_tsumo": 1}
    assert value(result) == (30, 1, 1100)
    assert result.payments == {"E": -500, "S": 1100, "W": -300, "N": -300}


def test_H_12_2_a_closed_tsumo_is_1_han() -> None:
    result = h(CLOSED, tsumo="2s", seat="E")
    assert result.points == 1500
    assert result.payments == {"E": 1500, "S": -500, "W": -500, "N": -500}


def test_J_12_3_pinfu_needs_runs_a_two_sided_wait_and_a_pair_of_no_value() -> None:
    result = j("234m678m345p44z34s", ron="5s")
    assert yaku(result) == {"pinfu": 1}
    assert value(result) == (30, 1, 1000)
    assert no_yaku(j("234m678m345p22z34s", ron="5s"))  # the own wind
    assert no_yaku(j("234m678m345p11z34s", ron="5s"))  # the round wind
    assert no_yaku(j("234m678m345p99s12s", ron="3s"))  # an edge wait


def test_H_12_3_pinfu_needs_runs_a_two_sided_wait_and_a_pair_of_no_value() -> None:
    assert value(h("234m678m345p44z34s", ron="5s", seat="E")) == (30, 1, 1500)
    assert no_yaku(h("234m678m345p55z34s", ron="5s", seat="E"))


OPEN_TANYAO: dict[str, Any] = {"hand": "678m345p55s67s", "melds": "chi:234m", "ron": "8s"}


def test_J_12_4_tanyao_is_1_han_open_too() -> None:
    result = j(**OPEN_TANYAO)
    assert yaku(result) == {"tanyao": 1}
    assert value(result) == (30, 1, 1000)
    assert no_yaku(score(**OPEN_TANYAO, rules=replace(J, kuitan=False)))


def test_H_12_4_tanyao_is_1_han() -> None:
    result = h("222m345m678p55s34s", ron="2s", seat="E")
    assert yaku(result) == {"tanyao": 1}
    assert (result.raw_fu, *value(result)) == (34, 40, 1, 2000)


LAST: dict[str, Any] = {"hand": "678p345p99s12s", "melds": "chi:123m"}


def test_J_12_5_haitei_is_1_han() -> None:
    result = j(**LAST, tsumo="3s", haitei=True)
    assert yaku(result) == {"haitei": 1}
    assert (result.raw_fu, *value(result)) == (24, 30, 1, 1100)
    assert result.payments == {"E": -500, "S": 1100, "W": -300, "N": -300}
    assert no_yaku(j(**LAST, tsumo="3s"))


def test_H_12_5_haitei_is_1_han() -> None:
    result = h(**LAST, tsumo="3s", haitei=True, seat="E")
    assert result.payments == {"E": 1500, "S": -500, "W": -500, "N": -500}


def test_J_12_6_houtei_is_1_han() -> None:
    result = j(**LAST, ron="3s", houtei=True)
    assert yaku(result) == {"houtei": 1}
    assert (result.raw_fu, *value(result)) == (22, 30, 1, 1000)
    assert no_yaku(j(**LAST, ron="3s"))


def test_H_12_6_houtei_is_1_han() -> None:
    assert value(h(**LAST, ron="3s", houtei=True, seat="E")) == (30, 1, 1500)


RINSHAN: dict[str, Any] = {
    "hand": "234m678m55z46s", "melds": "ankan:5555p", "tsumo": "5s", "rinshan": True,
}  # fmt: skip


def test_J_12_7_rinshan_is_1_han() -> None:
    result = j(**RINSHAN)
    assert yaku(result) == {"menzen_tsumo": 1, "rinshan": 1}
    assert value(result) == (40, 2, 2700)
    assert result.payments == {"E": -1300, "S": 2700, "W": -700, "N": -700}


def value_of_win(game: mjlog.Game) -> tuple[set[str], int]:
    """Yaku and points of the (first) recorded win as the engine scores it."""
    played = replay(game.batch)
    row = next(r for r, c in zip(played.scores, played.chances, strict=True) if c[C_WIN] == 0)
    assert row[OUT_STATUS] == WINS
    mask = int(row[OUT_YAKU])
    return {y.name for y in YAKU if mask >> y.id & 1}, int(row[OUT_POINTS])


def codes(game: mjlog.Game) -> set[str]:
    found = audit_batch(game.batch, readings=False, explain=False).findings
    return {f.code for f in found if f.severity != "note"}


def dealt(rules: Rules, text: str) -> mjlog.Game:
    return game_of(text, rules=rules, scores=(rules.start_points,) * 4)


def test_H_12_7_a_rinshan_after_a_kakan_is_paid_by_all() -> None:
    game = dealt(
        H,
        """
        E1.0 dora 9p
        hand 13 unknown
        hand 234m678m55z46s55p9m
        hand 13 unknown
        hand 13 unknown
        0 draw 5p
        0 tsumogiri 5p
        1 pon 5p 55p from 0
        1 discard 9m
        2 draw 9m
        2 tsumogiri 9m
        3 draw 9m
        3 tsumogiri 9m
        0 draw 1z
        0 tsumogiri 1z
        1 draw 5p
        1 kakan 5p
        1 draw 5s
        1 tsumo 5s : -700 1500 -400 -400
    """,
    )
    assert value_of_win(game) == ({"rinshan"}, 1500)  # 20 + 8 + 2 + 2 = 32 → 40 fu
    assert codes(game) == set()


ROBBED = """
    E1.0 dora 9p
    hand {east}
    hand {south}
    hand {west}
    hand {north}
    0 draw 7z
    0 discard 7z
    1 draw 3z
    1 discard 3z
    2 draw 4s
    2 tsumogiri 4s
    {robbed} pon 4s 44s from 2
    {robbed} discard 1m
"""


def test_J_12_8_a_robbed_kan_is_1_han_and_did_not_happen() -> None:
    result = j("234m678m345p99s35s", ron="4s", chankan=True, discarder="E")
    assert yaku(result) == {"chankan": 1}
    assert value(result) == (40, 1, 1300)
    assert result.payments == {"E": -1300, "S": 1300, "W": 0, "N": 0}
    game = dealt(
        J,
        """
        E1.0 dora 9p
        hand 44s1m19p77p126z33s6z
        hand 234m678m345p99s35s
        hand 13 unknown
        hand 13 unknown
        0 draw 7z
        0 tsumogiri 7z
        1 draw 3z
        1 tsumogiri 3z
        2 draw 4s
        2 tsumogiri 4s
        0 pon 4s 44s from 2
        0 discard 1m
        1 draw 2z
        1 tsumogiri 2z
        2 draw 9m
        2 tsumogiri 9m
        3 draw 9m
        3 tsumogiri 9m
        0 draw 4s
        0 kakan 4s
        1 ron 4s from 0 : -1300 1300 0 0
    """,
    )
    assert value_of_win(game) == ({"chankan"}, 1300)
    assert codes(game) == set()


def test_H_12_8_the_dealer_robs_and_two_may_rob() -> None:
    result = h("234m678m345p99s35s", ron="4s", chankan=True, seat="E", discarder="S")
    assert value(result) == (40, 1, 2000)
    assert result.payments["S"] == -2000
    text = """
        E1.0 dora 9p
        hand 234m678m345p99s35s
        hand 44s1m19p77p126z33p6z
        hand 13 unknown
        hand 567m567p345p99s35s
        0 draw 7z
        0 tsumogiri 7z
        1 draw 3z
        1 tsumogiri 3z
        2 draw 4s
        2 tsumogiri 4s
        1 pon 4s 44s from 2
        1 discard 1m
        2 draw 9m
        2 tsumogiri 9m
        3 draw 9m
        3 tsumogiri 9m
        0 draw 7z
        0 tsumogiri 7z
        1 draw 4s
        1 kakan 4s
        3 ron 4s from 1 : 0 -1300 0 1300
        0 ron 4s from 1 : 2000 -2000 0 0
    """
    both = dealt(H, text)
    assert codes(both) == set()
    assert "L154" in codes(dealt(J, text))  # head-bump: one winner


def test_J_12_9_iipeikou_is_1_han_closed() -> None:
    result = j("223344m678p99s13s", ron="2s")
    assert yaku(result) == {"iipeikou": 1}
    assert value(result) == (40, 1, 1300)
    assert no_yaku(j("223344m99s13s", melds="chi:678p", ron="2s"))
    assert no_yaku(j("234m678p99s13s", melds="chi:234m", ron="2s"))


def test_H_12_9_iipeikou_is_1_han_closed() -> None:
    assert value(h("223344m678p99s13s", ron="2s", seat="E")) == (40, 1, 2000)


def test_J_12_10_each_set_of_a_value_tile_is_1_han() -> None:
    result = j("234m678p99s34s", melds="pon:555z", ron="5s")
    assert yaku(result) == {"haku": 1}
    assert value(result) == (30, 1, 1000)
    assert yaku(j("234m678p99s34s", melds="pon:222z", ron="5s")) == {"seat_wind_south": 1}
    assert yaku(j("234m678p99s34s", melds="pon:111z", ron="5s")) == {"round_wind_east": 1}
    assert no_yaku(j("234m678p99s34s", melds="pon:333z", ron="5s"))
    assert yaku(j("234m678p99s34s", melds="kakan:6666z", ron="5s")) == {"hatsu": 1}


def test_H_12_10_each_set_of_a_value_tile_is_1_han() -> None:
    result = h("234m99s34s", melds="pon:555z pon:777z", ron="5s", seat="E")
    assert yaku(result) == {"haku": 1, "chun": 1}
    assert value(result) == (30, 2, 2900)


# --- two han ---------------------------------------------------------------------------------
FIRST_RIICHI = """
    E1.0 dora 9p
    hand {east}
    hand 234m678m345p99s13s
    hand 13 unknown
    hand 13 unknown
    0 draw {dealer_draw}
    1 draw 3z
    1 riichi
    1 tsumogiri 3z
    1 accepted
    2 draw 2s
    2 tsumogiri 2s
    1 ron 2s from 2 : 0 {gain} -{points} 0
"""


def first_riichi(rules: Rules, points: int, *, after_ankan: bool) -> mjlog.Game:
    play = "7z\n    0 tsumogiri 7z"
    if after_ankan:
        play = "1z\n    0 ankan 1111z\n    0 draw 7z\n    0 tsumogiri 7z"
    east = "111z19m19p55678s9s" if after_ankan else "13 unknown"
    return dealt(
        rules,
        FIRST_RIICHI.format(east=east, dealer_draw=play, points=points, gain=points + 1000),
    )


def test_J_12_11_double_riichi_is_2_han_without_a_call_before() -> None:
    result = j(CLOSED, ron="2s", double_riichi=True)
    assert yaku(result) == {"double_riichi": 2}
    assert value(result) == (40, 2, 2600)
    first = first_riichi(J, 2600, after_ankan=False)
    assert value_of_win(first) == ({"double_riichi"}, 2600)
    assert codes(first) == set()
    late = first_riichi(J, 1300, after_ankan=True)
    assert value_of_win(late) == ({"riichi"}, 1300)
    assert codes(late) == set()


def test_H_12_11_double_riichi_is_2_han_without_a_call_before() -> None:
    assert value(h(CLOSED, ron="2s", double_riichi=True, seat="E")) == (40, 2, 3900)
    assert value_of_win(first_riichi(H, 2600, after_ankan=False)) == ({"double_riichi"}, 2600)
    assert value_of_win(first_riichi(H, 1300, after_ankan=True)) == ({"riichi"}, 1300)


TOITOI: dict[str, Any] = {"hand": "99p33s", "melds": "pon:222m pon:444p pon:777s", "ron": "3s"}


def test_J_12_12_toitoi_is_2_han() -> None:
    result = j(**TOITOI)
    assert yaku(result) == {"toitoi": 2}
    assert (result.raw_fu, *value(result)) == (28, 30, 2, 2000)


def test_H_12_12_toitoi_is_2_han() -> None:
    assert value(h(**TOITOI, seat="E")) == (30, 2, 2900)


SANANKOU: dict[str, Any] = {"hand": "222m444p777s99p34s", "ron": "5s"}


def test_J_12_13_sanankou_is_2_han() -> None:
    result = j(**SANANKOU)
    assert yaku(result) == {"sanankou": 2}
    assert (result.raw_fu, *value(result)) == (42, 50, 2, 3200)


def test_H_12_13_a_ronned_triplet_is_not_concealed() -> None:
    assert value(h(**SANANKOU, seat="E")) == (50, 2, 4800)
    third = h("222m444p77s345s99p", ron="7s")
    assert no_yaku(third)
    assert yaku(h("222m444p77s345s99p", ron="7s", riichi=True)) == {"riichi": 1}


SANKANTSU: dict[str, Any] = {
    "hand": "99p34s", "melds": "daiminkan:2222m ankan:5555p kakan:7777s", "ron": "5s",
}  # fmt: skip


def test_J_12_14_sankantsu_is_2_han() -> None:
    result = j(**SANKANTSU)
    assert yaku(result) == {"sankantsu": 2}
    assert (result.raw_fu, *value(result)) == (52, 60, 2, 3900)


def test_H_12_14_sankantsu_is_2_han() -> None:
    assert value(h(**SANKANTSU, seat="E")) == (60, 2, 5800)


DOUKOU: dict[str, Any] = {"hand": "678m99p33s", "melds": "pon:333m pon:333p", "ron": "3s"}


def test_J_12_15_sanshoku_doukou_is_2_han() -> None:
    result = j(**DOUKOU)
    assert yaku(result) == {"sanshoku_doukou": 2}
    assert (result.raw_fu, *value(result)) == (26, 30, 2, 2000)


def test_H_12_15_sanshoku_doukou_is_2_han() -> None:
    assert value(h(**DOUKOU, seat="E")) == (30, 2, 2900)


OPEN_OR_CLOSED = [
    # row, yaku, closed hand, open hand and its chi, winning tile
    ("12.16", "sanshoku_doujun", "234m789m234p99s24s", "789m234p99s24s", "chi:234m", "3s"),
    ("12.19", "chanta", "123m789m789p44z12s", "789m789p44z12s", "chi:123m", "3s"),
    ("12.20", "ittsuu", "123m456m345p99s79m", "456m345p99s79m", "chi:123m", "8m"),
    ("12.24", "honitsu", "123m345m99m444z68m", "345m99m444z68m", "chi:123m", "7m"),
    ("12.25", "junchan", "123m789m789p99s12s", "789m789p99s12s", "chi:123m", "3s"),
]


def closed_and_open(row: str, rules: Rules, seat: str) -> list[tuple[int, int, int]]:
    _, name, closed, open_hand, chi, win = next(x for x in OPEN_OR_CLOSED if x[0] == row)
    results = []
    for hand, melds in ((closed, ""), (open_hand, chi)):
        result = score(hand, melds=melds, ron=win, seat=seat, rules=rules)
        assert name in yaku(result)
        results.append(value(result))
    return results


def test_J_12_16_sanshoku_is_2_han_open_1() -> None:
    assert closed_and_open("12.16", J, "S") == [(40, 2, 2600), (30, 1, 1000)]


def test_H_12_16_sanshoku_is_2_han_open_1() -> None:
    assert closed_and_open("12.16", H, "E") == [(40, 2, 3900), (30, 1, 1500)]


HONROUTOU: dict[str, Any] = {
    "hand": "99s33z", "melds": "pon:111m pon:999p pon:444z", "ron": "9s",
}  # fmt: skip


def test_J_12_17_honroutou_is_2_han_beside_toitoi() -> None:
    result = j(**HONROUTOU)
    assert yaku(result) == {"toitoi": 2, "honroutou": 2}
    assert (result.raw_fu, *value(result)) == (36, 40, 4, 8000)
    assert result.limit == "mangan"
    assert result.bazoro == "40符6翻 満貫"
    pairs = j("1199m1199p1199s3z", ron="3z")
    assert yaku(pairs) == {"chiitoitsu": 2, "honroutou": 2}


def test_H_12_17_honroutou_is_2_han_beside_toitoi() -> None:
    assert h(**HONROUTOU, seat="E").points == 12000


SHOUSANGEN: dict[str, Any] = {"hand": "77z234m67p", "melds": "pon:555z pon:666z", "ron": "8p"}


def test_J_12_18_shousangen_is_2_han_beside_the_two_dragons() -> None:
    result = j(**SHOUSANGEN)
    assert yaku(result) == {"haku": 1, "hatsu": 1, "shousangen": 2}
    assert (result.raw_fu, *value(result)) == (30, 30, 4, 7700)
    assert result.limit == ""


def test_H_12_18_shousangen_is_2_han_beside_the_two_dragons() -> None:
    assert value(h(**SHOUSANGEN, seat="E")) == (30, 4, 11600)


def test_J_12_19_chanta_is_2_han_open_1() -> None:
    assert closed_and_open("12.19", J, "S") == [(40, 2, 2600), (30, 1, 1000)]


def test_H_12_19_chanta_is_2_han_open_1() -> None:
    assert closed_and_open("12.19", H, "E") == [(40, 2, 3900), (30, 1, 1500)]


def test_J_12_20_ittsuu_is_2_han_open_1() -> None:
    assert closed_and_open("12.20", J, "S") == [(40, 2, 2600), (30, 1, 1000)]


def test_H_12_20_ittsuu_is_2_han_open_1() -> None:
    assert closed_and_open("12.20", H, "E") == [(40, 2, 3900), (30, 1, 1500)]


def test_J_12_21_a_set_of_the_double_wind_is_2_han_in_all() -> None:
    hand: dict[str, Any] = {"hand": "234m678p99s34s", "ron": "5s", "seat": "S", "round": "S"}
    result = j(**hand, melds="pon:222z")
    assert value(result) == (30, 2, 2000)
    assert sum(yaku(result).values()) == 2
    assert value(j(**hand, melds="kakan:2222z")) == (40, 2, 2600)
    one = score(**hand, melds="pon:222z", rules=replace(J, renfonpai_triplet_han=1))
    assert value(one) == (30, 1, 1000)
    assert sum(yaku(one).values()) == 1


def test_H_12_21_a_set_of_the_double_wind_is_2_han_in_all() -> None:
    hand: dict[str, Any] = {
        "hand": "234m678p99s34s", "melds": "pon:111z", "ron": "5s", "seat": "E", "round": "E",
    }  # fmt: skip
    assert value(h(**hand)) == (30, 2, 2900)
    assert value(score(**hand, rules=replace(H, renfonpai_triplet_han=1))) == (30, 1, 1500)


PAIRS = "1133m5577p2288s4z"


def test_J_12_22_seven_pairs_are_25_fu_2_han() -> None:
    result = j(PAIRS, ron="4z")
    assert yaku(result) == {"chiitoitsu": 2}
    assert value(result) == (25, 2, 1600)
    drawn = j(PAIRS, tsumo="4z")
    assert value(drawn) == (25, 3, 3200)
    assert drawn.payments == {"E": -1600, "S": 3200, "W": -800, "N": -800}


def test_H_12_22_seven_pairs_are_25_fu_2_han() -> None:
    assert value(h(PAIRS, ron="4z", seat="E")) == (25, 2, 2400)
    drawn = h(PAIRS, tsumo="4z", seat="E")
    assert drawn.payments == {"E": 4800, "S": -1600, "W": -1600, "N": -1600}


# --- three and six han -----------------------------------------------------------------------
RYANPEIKOU = "223344m556677p9s"


def test_J_12_23_ryanpeikou_is_3_han_closed_and_beats_seven_pairs() -> None:
    result = j(RYANPEIKOU, ron="9s")
    assert yaku(result) == {"ryanpeikou": 3}
    assert value(result) == (40, 3, 5200)


def test_H_12_23_ryanpeikou_is_3_han_closed_and_beats_seven_pairs() -> None:
    assert value(h(RYANPEIKOU, ron="9s", seat="E")) == (40, 3, 7700)


def test_J_12_24_honitsu_is_3_han_open_2() -> None:
    assert closed_and_open("12.24", J, "S") == [(40, 3, 5200), (30, 2, 2000)]


def test_H_12_24_honitsu_is_3_han_open_2() -> None:
    assert closed_and_open("12.24", H, "E") == [(40, 3, 7700), (30, 2, 2900)]


def test_J_12_25_junchan_is_3_han_open_2() -> None:
    assert closed_and_open("12.25", J, "S") == [(40, 3, 5200), (30, 2, 2000)]


def test_H_12_25_junchan_is_3_han_open_2() -> None:
    assert closed_and_open("12.25", H, "E") == [(40, 3, 7700), (30, 2, 2900)]


def test_J_12_26_chinitsu_is_6_han_open_5() -> None:
    closed = j("111m24m345m678m99m", ron="3m")
    assert yaku(closed) == {"chinitsu": 6}
    assert (closed.han, closed.limit, closed.points) == (6, "haneman", 12000)
    assert closed.bazoro.endswith("8翻 跳満")
    open_hand = j("111m24m345m99m", melds="chi:678m", ron="3m")
    assert (open_hand.han, open_hand.limit, open_hand.points) == (5, "mangan", 8000)
    assert open_hand.bazoro.endswith("7翻 満貫")


def test_H_12_26_chinitsu_is_6_han_open_5() -> None:
    assert h("111m24m345m678m99m", ron="3m", seat="E").points == 18000
    assert h("111m24m345m99m", melds="chi:678m", ron="3m", seat="E").points == 12000


# --- renhou ----------------------------------------------------------------------------------
RENHOU: dict[str, Any] = {
    "hand": "234m345p34588s67p", "ron": "8p", "first_turn": True, "seat": "N", "discarder": "W",
}  # fmt: skip


def renhou_game(rules: Rules, *, ponned: bool = False, dora: str = "9s", gain: int = 8000) -> Any:
    west = "1z11z"
    text = f"""
        E1.0 dora {dora}
        hand 13 unknown
        hand 13 unknown
        hand {"11z19m19p7788s99s5z" if ponned else "13 unknown"}
        hand 234m345p34588s67p
        0 draw 1z
        0 tsumogiri 1z
        """
    if ponned:
        text += f"2 pon 1z 11z from 0\n2 discard 8p\n3 ron 8p from 2 : 0 0 -{gain} {gain}"
        text = text.replace("5z\n", "8p\n")
    else:
        text += f"""1 draw 1z
        1 tsumogiri 1z
        2 draw 8p
        2 tsumogiri 8p
        3 ron 8p from 2 : 0 0 -{gain} {gain}"""
    assert west
    return dealt(rules, text)


def test_J_12_27_renhou_is_a_flat_mangan_that_stands_alone() -> None:
    result = j(**RENHOU, dora="7s")  # pinfu, tanyao and two dora would be 7,700
    assert [y.name for y in result.yaku] == ["renhou"]
    assert (result.points, result.limit) == (8000, "mangan")
    assert result.payments == {"E": 0, "S": 0, "W": -8000, "N": 8000}
    assert j(**RENHOU, honba=2).payments["N"] == 8600
    game = renhou_game(J)
    assert value_of_win(game) == ({"renhou"}, 8000)
    assert codes(game) == set()


def test_J_12_27_a_hand_worth_more_without_renhou_is_paid_as_such() -> None:
    rich: dict[str, Any] = {**RENHOU, "hand": "111m24m345m678m99m", "ron": "3m"}
    assert names(j(**rich)) == ["chinitsu"]
    assert j(**rich).points == 12000
    alone = score(**rich, rules=replace(J, renhou_or_larger=False))  # A26
    assert ([y.name for y in alone.yaku], alone.points) == (["renhou"], 8000)
    four = {**RENHOU, "hand": "111m444p777s333z5s", "ron": "5s"}
    assert j(**four).points == 32000


def test_H_12_27_a_call_before_ends_renhou_and_the_dealer_has_none() -> None:
    called = renhou_game(H, ponned=True, gain=2000)
    assert value_of_win(called) == ({"pinfu", "tanyao"}, 2000)
    assert codes(called) == set()
    game = renhou_game(H)
    assert value_of_win(game) == ({"renhou"}, 8000)
    with pytest.raises(SituationError, match="dealer has no renhou"):
        h("234m345p34588s67p", ron="8p", first_turn=True, seat="E")


# --- limits ----------------------------------------------------------------------------------
def test_J_12_28_a_mangan_is_40_fu_and_6_han_with_bazoro() -> None:
    assert limits(J, "S") == [8000, 7700, 7700, 6400, 8000]
    assert score(**FOUR_HAN_40, rules=J).bazoro == "40符6翻 満貫"
    assert score(**FOUR_HAN_30, rules=J).bazoro == "30符6翻"
    assert score(**FOUR_HAN_30, rules=replace(J, kiriage=True)).points == 8000


def test_H_12_28_a_mangan_is_40_fu_and_6_han_with_bazoro() -> None:
    assert limits(H, "E") == [12000, 11600, 11600, 9600, 12000]


FOUR_HAN_40: dict[str, Any] = HONROUTOU
FOUR_HAN_30: dict[str, Any] = SHOUSANGEN
THREE_HAN_60: dict[str, Any] = {"hand": "222m999p555z345s5s", "ron": "5s"}
FOUR_HAN_25: dict[str, Any] = {"hand": "2233m5577p2288s4p", "ron": "4p", "riichi": True}
FIVE_HAN: dict[str, Any] = {"hand": "111m24m345m99m", "melds": "chi:678m", "ron": "3m"}


def limits(rules: Rules, seat: str) -> list[int]:
    results = [
        score(**hand, seat=seat, rules=rules)
        for hand in (FOUR_HAN_40, FOUR_HAN_30, THREE_HAN_60, FOUR_HAN_25, FIVE_HAN)
    ]
    shapes = [(r.fu, r.han) for r in results]
    assert shapes[:4] == [(40, 4), (30, 4), (60, 3), (25, 4)]
    assert shapes[4][1] == 5
    return [r.points for r in results]


#: Indicators that give a hand with 111m, 99m and one 6m so many dora.
DORA = {
    0: [], 1: ["5m"], 2: ["8m"], 4: ["8m", "8m"], 5: ["9m", "8m"], 7: ["9m", "8m", "8m"],
    9: ["9m", "9m", "8m", "5m"],
}  # fmt: skip


def chinitsu(rules: Rules, han: int, *, seat: str = "S", tsumo: bool = False) -> Score:
    """A closed chinitsu, 6 han, with as many dora as are wanted (kan dora, to have enough)."""
    dora = DORA[han - 6 - (1 if tsumo else 0)]
    way: dict[str, Any] = {"tsumo": "3m"} if tsumo else {"ron": "3m"}
    many = replace(rules, kan_dora=True)
    result = score("111m24m345m678m99m", dora=dora, seat=seat, rules=many, **way)
    assert result.han == han
    return result


def test_J_12_29_a_haneman_is_8_han_with_bazoro() -> None:
    assert chinitsu(J, 6).points == 12000
    assert chinitsu(J, 6).bazoro.endswith("8翻 跳満")
    drawn = chinitsu(J, 7, tsumo=True)
    assert drawn.payments == {"E": -6000, "S": 12000, "W": -3000, "N": -3000}
    assert score(**FIVE_HAN, rules=J).points == 8000


def test_H_12_29_a_haneman_is_8_han_with_bazoro() -> None:
    assert chinitsu(H, 6, seat="E").points == 18000
    drawn = chinitsu(H, 7, seat="E", tsumo=True)
    assert drawn.payments == {"E": 18000, "S": -6000, "W": -6000, "N": -6000}


def test_J_12_30_a_baiman_is_10_han_with_bazoro() -> None:
    assert chinitsu(J, 8).points == 16000
    assert chinitsu(J, 8).bazoro.endswith("10翻 倍満")
    drawn = chinitsu(J, 8, tsumo=True)
    assert drawn.payments == {"E": -8000, "S": 16000, "W": -4000, "N": -4000}
    assert chinitsu(J, 7).points == 12000


def test_H_12_30_a_baiman_is_10_han_with_bazoro() -> None:
    assert chinitsu(H, 8, seat="E").points == 24000
    drawn = chinitsu(H, 8, seat="E", tsumo=True)
    assert drawn.payments == {"E": 24000, "S": -8000, "W": -8000, "N": -8000}


def test_J_12_31_a_sanbaiman_is_13_han_with_bazoro_and_there_is_no_counted_yakuman() -> None:
    assert [chinitsu(J, han).points for han in (10, 11, 13, 15)] == [16000, 24000, 24000, 24000]
    assert chinitsu(J, 11).bazoro.endswith("13翻 三倍満")
    assert chinitsu(J, 13).bazoro.endswith("15翻 三倍満")
    assert chinitsu(replace(J, kazoe="yakuman"), 13).points == 32000


def test_H_12_31_a_sanbaiman_is_13_han_with_bazoro() -> None:
    assert chinitsu(H, 11, seat="E").points == 36000
    drawn = chinitsu(H, 12, seat="E", tsumo=True)
    assert drawn.payments == {"E": 36000, "S": -12000, "W": -12000, "N": -12000}


# --- yakuman ---------------------------------------------------------------------------------
def names(result: Score) -> list[str]:
    assert result.wins, result.message
    return sorted(y.name for y in result.yaku)


def opening(rules: Rules, play: str, **hands: str) -> mjlog.Game:
    seats = [hands.get(name, "13 unknown") for name in ("east", "south", "west", "north")]
    dealt_hands = "\n".join(f"hand {tiles}" for tiles in seats)
    return dealt(rules, f"E1.0 dora 9p\n{dealt_hands}\n{play}")


ON_THE_DEAL = "0 draw 2s\n0 tsumo 2s : 48000 -16000 -16000 -16000"


def test_J_12_32_tenhou_is_a_yakuman_of_four_mangans() -> None:
    game = opening(J, ON_THE_DEAL, east=CLOSED)
    assert value_of_win(game) == ({"tenhou"}, 48000)
    assert codes(game) == set()
    after = opening(
        J,
        "0 draw 5p\n0 ankan 5555p\n0 draw 5s\n0 tsumo 5s : 3900 -1300 -1300 -1300",
        east="234m678m55z46s555p",
    )
    assert value_of_win(after) == ({"menzen_tsumo", "rinshan"}, 3900)
    assert codes(after) == set()
    child = j("111m444p777s33z55s", tsumo="5s")
    assert (names(child), child.points) == (["suuankou"], 32000)


def test_H_12_32_tenhou_is_a_yakuman_of_four_mangans() -> None:
    game = opening(H, ON_THE_DEAL, east=CLOSED)
    assert value_of_win(game) == ({"tenhou"}, 48000)
    assert codes(game) == set()


def test_J_12_33_chiihou_is_the_first_draw_of_a_child() -> None:
    game = opening(
        J, "0 draw 1z\n0 tsumogiri 1z\n1 draw 2s\n1 tsumo 2s : -16000 32000 -8000 -8000",
        south=CLOSED,
    )  # fmt: skip
    assert value_of_win(game) == ({"chiihou"}, 32000)
    assert codes(game) == set()


def test_H_12_33_a_kan_before_ends_chiihou() -> None:
    game = opening(
        H,
        "0 draw 1z\n0 ankan 1111z\n0 draw 7z\n0 tsumogiri 7z\n1 draw 5z\n1 tsumogiri 5z\n"
        "2 draw 5z\n2 tsumogiri 5z\n3 draw 2s\n3 tsumo 2s : -500 -300 -300 1100",
        east="111z19m19p55678s9s", north=CLOSED,
    )  # fmt: skip
    assert value_of_win(game) == ({"menzen_tsumo"}, 1100)
    assert codes(game) == set()


def yakuman_pair(hand: str, **situation: Any) -> tuple[list[str], int, int]:
    """Yaku and points of a child under J and of the dealer under H."""
    league, house = j(hand, **situation), h(hand, seat="E", **situation)
    assert names(league) == names(house)
    return names(league), league.points, house.points


DAISANGEN: dict[str, Any] = {"hand": "234m9s", "melds": "pon:555z pon:666z pon:777z"}


def test_J_12_34_daisangen() -> None:
    result = j(**DAISANGEN, ron="9s")
    assert (names(result), result.points) == (["daisangen"], 32000)


def test_H_12_34_daisangen() -> None:
    result = h(**DAISANGEN, tsumo="9s", seat="E")
    assert result.payments == {"E": 48000, "S": -16000, "W": -16000, "N": -16000}


SINGLE_WAIT = "111m444p777s333z5s"
TWO_PAIRS = "111m444p777s33z55s"


def test_J_12_35_suuankou_is_single_whatever_the_wait() -> None:
    result = j(SINGLE_WAIT, ron="5s")
    assert (result.yakuman, result.points) == (1, 32000)


def test_H_12_35_suuankou_by_a_single_wait_is_a_double_yakuman() -> None:
    result = h(SINGLE_WAIT, ron="5s")
    assert (names(result), result.yakuman, result.points) == (["suuankou_tanki"], 2, 64000)
    assert h(SINGLE_WAIT, ron="5s", seat="E").points == 96000
    drawn = h(TWO_PAIRS, tsumo="5s")
    assert drawn.payments == {"E": -16000, "S": 32000, "W": -8000, "N": -8000}
    assert names(h(TWO_PAIRS, ron="5s")) == ["sanankou", "toitoi"]


CHINROUTOU: dict[str, Any] = {
    "hand": "99s11s", "melds": "pon:111m pon:999m pon:111p", "ron": "9s",
}  # fmt: skip


def test_J_12_36_chinroutou() -> None:
    assert (names(j(**CHINROUTOU)), j(**CHINROUTOU).points) == (["chinroutou"], 32000)


def test_H_12_36_chinroutou() -> None:
    assert h(**CHINROUTOU, seat="E").points == 48000


DAISUUSHI: dict[str, Any] = {
    "hand": "5p", "melds": "pon:111z pon:222z pon:333z pon:444z", "ron": "5p",
}  # fmt: skip


def test_J_12_37_daisuushi_is_single() -> None:
    assert (names(j(**DAISUUSHI)), j(**DAISUUSHI).points) == (["daisuushi"], 32000)


def test_H_12_37_daisuushi_is_single() -> None:
    assert h(**DAISUUSHI, seat="E").points == 48000
    double = replace(H, double_yakuman=H.double_yakuman | {"daisuushi"})
    assert score(**DAISUUSHI, seat="E", rules=double).points == 96000


SHOUSUUSHI: dict[str, Any] = {
    "hand": "44z23m", "melds": "pon:111z pon:222z pon:333z", "ron": "4m",
}  # fmt: skip


def test_J_12_38_shousuushi() -> None:
    assert (names(j(**SHOUSUUSHI)), j(**SHOUSUUSHI).points) == (["shousuushi"], 32000)


def test_H_12_38_shousuushi() -> None:
    assert h(**SHOUSUUSHI, seat="E").points == 48000


TSUUIISOU: dict[str, Any] = {"hand": "444z666z3z", "melds": "pon:111z pon:555z", "ron": "3z"}
WITH_DAISANGEN: dict[str, Any] = {
    "hand": "111z2z", "melds": "pon:555z pon:666z pon:777z", "ron": "2z",
}  # fmt: skip


def test_J_12_39_tsuuiisou() -> None:
    assert (names(j(**TSUUIISOU)), j(**TSUUIISOU).points) == (["tsuuiisou"], 32000)
    assert j(**WITH_DAISANGEN).points == 32000  # no adding up (A11)
    assert score(**WITH_DAISANGEN, rules=replace(J, multi_yakuman=True)).points == 64000


def test_H_12_39_tsuuiisou_and_daisangen_add_up() -> None:
    result = h(**WITH_DAISANGEN)
    assert (names(result), result.points) == (["daisangen", "tsuuiisou"], 64000)
    assert score(**WITH_DAISANGEN, rules=replace(H, multi_yakuman=False)).points == 32000


GREEN: dict[str, Any] = {"hand": "33s66z", "melds": "chi:234s pon:666s pon:888s", "ron": "6z"}
WITHOUT_HATSU: dict[str, Any] = {
    "hand": "88s33s", "melds": "chi:234s chi:234s pon:666s", "ron": "8s",
}  # fmt: skip


def test_J_12_40_ryuuiisou_must_contain_hatsu() -> None:
    assert (names(j(**GREEN)), j(**GREEN).points) == (["ryuuiisou"], 32000)
    without = j(**WITHOUT_HATSU)
    assert yaku(without) == {"tanyao": 1, "chinitsu": 5}
    assert (without.limit, without.points) == ("haneman", 12000)
    assert score(**WITHOUT_HATSU, rules=replace(J, ryuuiisou_needs_hatsu=False)).points == 32000


def test_H_12_40_ryuuiisou_must_contain_hatsu() -> None:
    assert h(**GREEN, seat="E").points == 48000
    assert h(**WITHOUT_HATSU, seat="E").points == 18000


KOKUSHI = "19m19p1s1234567z1m"
ROBBED_ANKAN = (
    "0 draw 9s\n0 ankan 9999s\n1 ron 9s from 0 : {deltas}"
)  # fmt: skip


def robbed_ankan(rules: Rules, south: str, deltas: str) -> mjlog.Game:
    play = (
        "0 draw 1z\n0 discard 1z\n1 draw 7z\n1 discard 7z\n2 draw 2m\n2 tsumogiri 2m\n"
        "3 draw 2m\n3 tsumogiri 2m\n0 draw 9s\n0 ankan 9999s\n"
        f"1 ron 9s from 0 : {deltas}"
    )
    return opening(rules, play, east="999s45678m45678p", south=south)


def test_J_12_41_kokushi_robs_even_an_ankan() -> None:
    game = robbed_ankan(J, KOKUSHI, "-32000 32000 0 0")
    assert value_of_win(game) == ({"kokushi"}, 32000)
    assert codes(game) == set()
    assert codes(robbed_ankan(J, "234m678m345p55p78s", "-2000 2000 0 0")) == {"L155"}
    denied = robbed_ankan(replace(J, chankan_ankan_kokushi=False), KOKUSHI, "-32000 32000 0 0")
    assert codes(denied) == {"L155"}


def test_H_12_41_the_thirteen_sided_wait_is_single() -> None:
    result = h("19m19p19s1234567z", tsumo="1z")
    assert (names(result), result.yakuman) == (["kokushi_13"], 1)
    assert result.payments == {"E": -16000, "S": 32000, "W": -8000, "N": -8000}
    game = robbed_ankan(H, KOKUSHI, "-32000 32000 0 0")
    assert codes(game) == set()
    double = replace(H, double_yakuman=H.double_yakuman | {"kokushi_13"})
    assert score("19m19p19s1234567z", tsumo="1z", rules=double).points == 64000


def test_J_12_42_chuuren_in_any_suit_and_impure() -> None:
    result = j("1112235678999p", ron="4p")
    assert (names(result), result.points) == (["chuuren"], 32000)
    pure = j("1112345678999s", ron="5s")
    assert pure.points == 32000


def test_H_12_42_chuuren_in_manzu_only_and_the_pure_form_is_double() -> None:
    pure = h("1112345678999m", ron="5m")
    assert (names(pure), pure.points) == (["junsei_chuuren"], 64000)
    impure = h("1112235678999m", ron="4m")
    assert (names(impure), impure.points) == (["chuuren"], 32000)
    pinzu = h("1112235678999p", ron="4p")
    assert yaku(pinzu) == {"chinitsu": 6}
    assert pinzu.points == 12000
    any_suit = replace(H, chuuren_suits=frozenset("mps"))
    assert score("1112235678999p", ron="4p", rules=any_suit).points == 32000


FOUR_KANS: dict[str, Any] = {
    "hand": "5p", "melds": "ankan:1111m kakan:2222p ankan:5555z daiminkan:3333s",
}  # fmt: skip


def test_J_12_43_suukantsu_wins_with_the_pair() -> None:
    result = j(**FOUR_KANS, tsumo="5p", rinshan=True)
    assert (names(result), result.points) == (["suukantsu"], 32000)
    without = j(**FOUR_KANS, tsumo="6p", rinshan=True)
    assert (without.wins, without.message) == (False, "not a winning hand: tenpai")


def test_H_12_43_suukantsu_wins_with_the_pair() -> None:
    result = h(**FOUR_KANS, ron="5p", seat="E", discarder="S")
    assert (names(result), result.points) == (["suukantsu"], 48000)
    assert result.payments["S"] == -48000
    fed = h(**FOUR_KANS, ron="5p", seat="E", discarder="S", pao="W")  # 7.2
    assert fed.payments == {"E": 48000, "S": -24000, "W": -24000, "N": 0}


WHEELS = "2334455667788p"


def test_J_12_44_there_is_no_daisharin() -> None:
    result = j(WHEELS, ron="2p")
    assert yaku(result) == {"chinitsu": 6, "tanyao": 1, "pinfu": 1, "ryanpeikou": 3}
    assert (result.han, result.points) == (11, 24000)
    assert result.bazoro.endswith("13翻 三倍満")


def test_H_12_44_daisharin_in_pinzu_from_any_of_the_first_three_numbers() -> None:
    for hand, win in ((WHEELS, "2p"), ("1122334455667p", "7p"), ("3344556677889p", "9p")):
        result = h(hand, ron=win)
        assert (names(result), result.points) == (["daisharin"], 32000)
    manzu = h("2334455667788m", ron="2m")
    assert (manzu.han, manzu.points) == (11, 24000)
    gap = h("1122335566889p", ron="9p")
    assert yaku(gap) == {"chinitsu": 6, "chiitoitsu": 2}
    assert (gap.han, gap.points) == (8, 16000)
    any_pairs = replace(H, daisharin_ranges=H.daisharin_ranges | {"any"})  # A16
    assert score("1122335566889p", ron="9p", rules=any_pairs).points == 32000
    middle = replace(H, daisharin_ranges=frozenset({"2-8"}))
    assert score("1122334455667p", ron="7p", rules=middle).points != 32000
