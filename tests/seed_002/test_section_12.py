"""Seed 002, section 12 (和了役), rows 1 to 26: the yaku of the league (J) and the house (H).

Rows are numbered from the top, as the seed gives them no numbers; the blank cells of the house
are read as those of the league (A19). What a whole hand of play decides (the first go-around,
a robbed kan) is shown on records, the rest by the hand calculator. 人和, limits and yakuman are
in test_section_12_limits.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import mjlog
from mjlog import Rules, Score, load_rules, score
from mjlog.auditing import audit_batch
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
