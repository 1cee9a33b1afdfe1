"""What hands are worth, a line of the rule book each; every rule parameter is flipped once."""

from __future__ import annotations

import doctest
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mjlog.calculator.score import Score, SituationError, score
from mjlog.cli import main
from mjlog.engine.readings import MAX_PARTS, MAX_READINGS, read_hand
from mjlog.engine.win import FORM_SHIFT, TRIPLET, new_case
from mjlog.errors import TileError, UnknownNameError
from mjlog.rules import Rules
from mjlog.tiles import counts_of, parse_tiles

HOUSE = Rules(
    name="house", double_yakuman=frozenset({"suuankou_tanki", "junsei_chuuren"}),
    chuuren_suits=frozenset("m"), daisharin_suits=frozenset("p"),
    daisharin_ranges=frozenset({"1-7", "2-8", "3-9"}), rinshan_tsumo_fu=0,
    ryuuiisou_needs_hatsu=True, kazoe="sanbaiman", renhou="mangan_exclusive", ippatsu=False,
    tsumo_mark_required=True, aka=(0, 0, 0),
)  # fmt: skip
SANMA = Rules(
    name="sanma", players=3, kita="nukidora", honba_total=200, chi=False, uma=(0, 0, -20),
    dora_cycle_man=True,
)  # fmt: skip
PON, KAN = "pon:222m pon:999p pon:555z", "daiminkan:3333p"


def hand(tiles: str, **situation: Any) -> Score:
    situation.setdefault("rules", Rules())
    return score(tiles, **situation)


def value(tiles: str, **situation: Any) -> tuple[int, int, int]:
    """(han, fu, points); a yakuman is 0 han."""
    result = hand(tiles, **situation)
    assert result.wins, result.message
    assert sum(item.fu for item in result.fu_items) == result.raw_fu
    return result.han, result.fu, result.points


def yaku(tiles: str, **situation: Any) -> set[str]:
    return {y.name for y in hand(tiles, **situation).yaku}


def message(tiles: str, **situation: Any) -> str:
    result = hand(tiles, **situation)
    assert not result.wins
    assert result.points == 0
    assert result.payments == {}
    return result.message


# --- fu ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("tiles", "situation", "expected"),
    [
        # an open hand without any fu has 30 on ron
        ("678m345p22p67s", {"melds": "chi:234m", "ron": "8s"}, (1, 30, 1000)),
        # a closed ron adds 10, pinfu adds nothing
        ("234m678m345p99s34s", {"ron": "5s"}, (1, 30, 1000)),
        ("234m678m345p99s34s", {"ron": "5s", "seat": "E"}, (1, 30, 1500)),
        # pinfu tsumo is 20
        ("234m678m345p99s34s", {"tsumo": "5s"}, (2, 20, 1500)),
        # penchan, kanchan and tanki are 2
        ("234m678m345p99s12s", {"ron": "3s", "riichi": True}, (1, 40, 1300)),
        ("234m678m345p99s13s", {"ron": "2s", "riichi": True, "seat": "E"}, (1, 40, 2000)),
        ("234m678m345p345s4z", {"ron": "4z", "riichi": True}, (1, 40, 1300)),
        # tanki on a value tile 2 + 2, on a double wind 2 + 4
        ("234m678m345s5z", {"melds": "ankan:5555p", "ron": "5z", "riichi": True}, (1, 50, 1600)),
        (
            "234m678m345s2z",
            {"melds": "ankan:5555p", "ron": "2z", "riichi": True, "round": "S"},
            (1, 60, 2000),
        ),
        # open triplets 2 and 4, kans 8, 16 and 32
        ("678s4p", {"melds": PON, "ron": "4p"}, (1, 40, 1300)),
        ("678m99p34s", {"melds": f"{KAN} pon:666z", "ron": "5s"}, (1, 40, 1300)),
        ("678m22p34s", {"melds": "kakan:9999p pon:666z", "ron": "5s"}, (1, 40, 1300)),
        (
            "234p678m55s34s",
            {"melds": "ankan:1111m", "ron": "5s", "riichi": True},
            (1, 70, 2300),
        ),
        # concealed triplets 4 and 8
        ("222m999p555z345s5s", {"ron": "5s"}, (3, 60, 7700)),
        # a triplet of the guest wind has the fu of an honour
        ("444z222p345m99s34s", {"ron": "5s", "riichi": True}, (1, 50, 1600)),
    ],
)
def test_fu(tiles: str, situation: dict[str, Any], expected: tuple[int, int, int]) -> None:
    assert value(tiles, **situation) == expected


def test_a_ronned_triplet_is_open_and_a_drawn_one_concealed() -> None:
    tiles = "345m678p222s55z99p"
    assert hand(tiles, ron="9p", riichi=True).raw_fu == 30 + 4 + 2 + 4
    assert hand(tiles, tsumo="9p", riichi=True).raw_fu == 20 + 2 + 4 + 2 + 8
    items = [str(item) for item in hand(tiles, ron="9p", riichi=True).fu_items]
    assert "ronned terminal triplet 999p 4" in items


def test_double_wind_pair_is_four_or_two_fu() -> None:
    tiles, situation = "234m678m999p34s22z", {"ron": "5s", "riichi": True, "round": "S"}
    assert value(tiles, **situation)[1] == 50
    assert value(tiles, rules=Rules(double_wind_pair_fu=2), **situation)[1] == 40


def test_rinshan_tsumo_is_two_or_no_fu() -> None:
    tiles, situation = "234m678m55z46s", {"melds": "ankan:5555p", "tsumo": "5s", "rinshan": True}
    assert value(tiles, **situation) == (2, 50, 3200)
    assert value(tiles, rules=HOUSE, **situation) == (2, 40, 2700)


def test_pinfu_and_tsumo_may_exclude_each_other() -> None:
    tiles = "234m678m345p99s34s"
    assert value(tiles, tsumo="5s") == (2, 20, 1500)
    assert value(tiles, tsumo="5s", rules=Rules(pinfu_tsumo=False)) == (1, 30, 1100)


def test_open_hand_without_fu_is_thirty_or_twenty() -> None:
    tiles, situation = "678m345p22p67s", {"melds": "chi:234m", "ron": "8s"}
    assert value(tiles, rules=Rules(open_pinfu_fu=20), **situation) == (1, 20, 700)
    assert value("678m345p22p67s", melds="chi:234m", tsumo="8s")[1] == 30


def test_seven_pairs_are_25_fu_two_han_or_50_fu_one_han() -> None:
    tiles = "1133m5577p2288s4z"
    assert value(tiles, ron="4z") == (2, 25, 1600)
    assert value(tiles, tsumo="4z") == (3, 25, 3200)
    assert value(tiles, ron="4z", rules=Rules(chiitoi="50fu1han")) == (1, 50, 1600)
    assert "not a winning hand" in message("1111m3355p7799s1s", ron="1s")


def test_an_unmarked_tsumo_has_no_pinfu_and_no_wait_fu() -> None:
    pinfu, closed = "234m678m345p99s34s", "999p345m678m22s46s"
    assert value(pinfu, tsumo="5s", unmarked=True, rules=HOUSE) == (1, 30, 1100)
    assert value(closed, tsumo="5s", rules=HOUSE) == (1, 40, 1500)
    assert value(closed, tsumo="5s", unmarked=True, rules=HOUSE) == (1, 30, 1100)
    assert value(pinfu, tsumo="5s", unmarked=True) == (2, 20, 1500)
    single = hand("111m444p777s333z5s", tsumo="5s", unmarked=True, rules=HOUSE)
    assert single.yakuman == 1  # the double needs the single wait


# --- yaku ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "tiles", "situation", "points"),
    [
        ("riichi", "234m678m345p99s13s", {"ron": "2s", "riichi": True}, 1300),
        ("menzen_tsumo", "234m678m345p99s13s", {"tsumo": "2s"}, 1100),
        ("pinfu", "234m678m345p44z34s", {"ron": "5s"}, 1000),
        ("tanyao", "222m345m678p55s34s", {"ron": "2s", "seat": "E"}, 2000),
        ("haitei", "678p345p99s12s", {"melds": "chi:123m", "tsumo": "3s", "haitei": True}, 1100),
        ("houtei", "678p345p99s12s", {"melds": "chi:123m", "ron": "3s", "houtei": True}, 1000),
        ("chankan", "234m678m345p99s35s", {"ron": "4s", "chankan": True}, 1300),
        ("iipeikou", "223344m678p99s13s", {"ron": "2s"}, 1300),
        ("haku", "234m678p99s34s", {"melds": "pon:555z", "ron": "5s"}, 1000),
        ("chun", "234m99s34s", {"melds": "pon:555z pon:777z", "ron": "5s", "seat": "E"}, 2900),
        ("double_riichi", "234m678m345p99s13s", {"ron": "2s", "double_riichi": True}, 2600),
        ("toitoi", "99p33s", {"melds": "pon:222m pon:444p pon:777s", "ron": "3s"}, 2000),
        ("sanankou", "222m444p777s99p34s", {"ron": "5s"}, 3200),
        ("sankantsu", "99p34s",
         {"melds": "daiminkan:2222m ankan:5555p kakan:7777s", "ron": "5s"}, 3900),
        ("sanshoku_doukou", "678m99p33s", {"melds": "pon:333m pon:333p", "ron": "3s"}, 2000),
        ("sanshoku_doujun", "234m789m234p99s24s", {"ron": "3s"}, 2600),
        ("sanshoku_doujun", "789m234p99s24s", {"melds": "chi:234m", "ron": "3s"}, 1000),
        ("honroutou", "99s33z", {"melds": "pon:111m pon:999p pon:444z", "ron": "9s",
                                 "seat": "S"}, 8000),
        ("shousangen", "77z234m67p", {"melds": "pon:555z pon:666z", "ron": "8p"}, 7700),
        ("chanta", "123m789m789p44z12s", {"ron": "3s"}, 2600),
        ("chanta", "789m789p44z12s", {"melds": "chi:123m", "ron": "3s"}, 1000),
        ("ittsuu", "123m456m345p99s79m", {"ron": "8m"}, 2600),
        ("ittsuu", "456m345p99s79m", {"melds": "chi:123m", "ron": "8m"}, 1000),
        ("ryanpeikou", "223344m556677p9s", {"ron": "9s"}, 5200),
        ("honitsu", "123m345m99m444z68m", {"ron": "7m"}, 5200),
        ("honitsu", "345m99m444z68m", {"melds": "chi:123m", "ron": "7m"}, 2000),
        ("junchan", "123m789m789p99s12s", {"ron": "3s"}, 5200),
        ("junchan", "789m789p99s12s", {"melds": "chi:123m", "ron": "3s"}, 2000),
        ("chinitsu", "111m24m345m678m99m", {"ron": "3m"}, 12000),
        ("chinitsu", "111m24m345m99m", {"melds": "chi:678m", "ron": "3m"}, 8000),
        ("seat_wind_south", "234m678p99s34s", {"melds": "pon:222z", "ron": "5s"}, 1000),
        ("round_wind_east", "234m678p99s34s", {"melds": "pon:111z", "ron": "5s"}, 1000),
    ],
)  # fmt: skip
def test_yaku(name: str, tiles: str, situation: dict[str, Any], points: int) -> None:
    result = hand(tiles, **situation)
    assert name in {y.name for y in result.yaku}
    assert result.points == points


def test_a_double_wind_triplet_is_two_han() -> None:
    tiles, situation = "234m678p99s34s", {"melds": "pon:222z", "ron": "5s", "round": "S"}
    assert yaku(tiles, **situation) == {"seat_wind_south", "round_wind_south"}
    assert value(tiles, **situation) == (2, 30, 2000)


def test_the_pair_of_pinfu_has_no_value() -> None:
    assert yaku("234m678m345p44z34s", ron="5s") == {"pinfu"}
    assert message("234m678m345p22z34s", ron="5s") == "no yaku"  # the own wind
    assert message("234m678m345p11z34s", ron="5s") == "no yaku"  # the round wind
    assert message("234m678m345p55z34s", ron="5s", seat="E") == "no yaku"


def test_iipeikou_needs_a_closed_hand() -> None:
    assert message("223344m99s13s", melds="chi:678p", ron="2s") == "no yaku"


def test_riichi_yaku_do_not_pile_up() -> None:
    tiles = "234m678m345p99s13s"
    assert yaku(tiles, ron="2s", riichi=True, double_riichi=True) == {"double_riichi"}
    assert value(tiles, ron="2s", riichi=True, ippatsu=True) == (2, 40, 2600)


def test_dora_are_no_yaku() -> None:
    tiles, situation = "234m678m340p11z34s", {"ron": "5s", "dora": "2m"}
    assert message(tiles, **situation) == "no yaku"
    result = hand(tiles, riichi=True, **situation)
    assert [str(y) for y in result.yaku] == ["riichi 1", "dora 1", "red_dora 1"]


def test_a_yakuman_ignores_yaku_and_dora() -> None:
    result = hand("111m444p777s333z5s", ron="5s", riichi=True, dora="9m", ura="3p")
    assert [y.name for y in result.yaku] == ["suuankou_tanki"]
    assert (result.han, result.points, result.limit) == (0, 32000, "yakuman")


# --- readings ----------------------------------------------------------------------
def test_the_best_reading_counts() -> None:
    # three equal runs or three triplets
    runs = hand("111222333m11p79s", ron="8s", double_riichi=True)
    assert {y.name for y in runs.yaku} == {"double_riichi", "junchan", "iipeikou"}
    # a run with a closed wait rather than a two-sided one
    assert value("88m66777889s444z", tsumo="8s", riichi=True, seat="N") == (4, 40, 8000)
    # two pairs of equal runs rather than seven pairs
    assert "ryanpeikou" in yaku("223344m556677p9s", ron="9s")


def test_the_ronned_tile_stands_where_it_is_worth_most() -> None:
    # 4m need not stand in a triplet, so that all three stay hidden; in the pair it has 2 fu
    result = hand("22233344m555p56m", ron="4m")
    assert "sanankou" in {y.name for y in result.yaku}
    assert (result.reading.wait, result.reading.completed) == ("tanki", "44m")
    # 3m as the middle of 234m is worth the wait's 2 fu
    assert hand("99p123456s24m678p", ron="3m", riichi=True).reading.wait == "kanchan"


def test_suuankou_needs_a_tsumo_or_a_single_wait() -> None:
    tiles = "111m444p777s33z55s"
    assert yaku(tiles, tsumo="5s") == {"suuankou"}
    assert yaku(tiles, ron="5s") == {"toitoi", "sanankou"}
    assert hand(tiles, ron="5s").points == 8000


def test_every_reading_is_found() -> None:
    def readings(tiles: str, melds: int = 0) -> int:
        case, found = new_case()[0], np.zeros((MAX_READINGS, 34), np.int64)
        counts = counts_of(parse_tiles(tiles)).astype(np.int64)
        parts = np.zeros((MAX_PARTS, 34), np.int64)
        return read_hand(counts, case, melds, parts, found)

    assert readings("111222333m456p99s") == 2
    assert readings("111222333444m99p") == 3
    assert readings("11122223333444m") == 4
    assert readings("11222233334444m") == 3
    assert readings("123m456p789s11122z") == 1
    assert readings("123m99p", melds=3) == 1
    assert readings("123m4567p789s1112z") == 0
    assert readings("1111z234m567p99s33s") == 0


def test_splits_of_a_suit_are_those_of_a_search() -> None:
    random = np.random.default_rng(3)
    for _ in range(400):
        counts = np.zeros(34, np.int64)
        for start in random.integers(0, 7, 4).tolist():
            counts[[start, start + 1, start + 2] if random.random() < 0.6 else [start] * 3] += 1
        counts[random.integers(0, 9)] += 2
        counts = np.minimum(counts, 4)  # a few are no whole hands
        found = np.zeros((MAX_READINGS, 34), np.int64)
        parts = np.zeros((MAX_PARTS, 34), np.int64)
        number = read_hand(counts, new_case()[0], 0, parts, found)
        seen = {(int(r[0]), *sorted(r[1:5].tolist())) for r in found[:number]}
        assert seen == _searched(counts[:9].tolist()) and len(seen) == number


def _searched(counts: list[int]) -> set[tuple[int, ...]]:
    """Return (pair, four sets in order) of every reading, by taking sets away one by one."""
    found = set()
    for pair in range(9):
        left = [n - 2 * (i == pair) for i, n in enumerate(counts)]
        found |= {(pair, *sets) for sets in _searched_sets(left, ())}
    return found


def _searched_sets(left: list[int], sets: tuple[int, ...]) -> set[tuple[int, ...]]:
    if min(left) < 0:
        return set()
    if not any(left):
        return {tuple(sorted(sets))} if len(sets) == 4 else set()
    first = next(i for i, n in enumerate(left) if n)
    triplet = [n - 3 * (i == first) for i, n in enumerate(left)]
    found = _searched_sets(triplet, (*sets, first | TRIPLET << FORM_SHIFT))
    if first < 7:
        run = [n - (first <= i < first + 3) for i, n in enumerate(left)]
        found |= _searched_sets(run, (*sets, first))
    return found


# --- yakuman ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "tiles", "situation"),
    [
        ("daisangen", "234m9s", {"melds": "pon:555z pon:666z pon:777z", "ron": "9s"}),
        ("chinroutou", "99s11s", {"melds": "pon:111m pon:999m pon:111p", "ron": "9s"}),
        ("daisuushi", "5p", {"melds": "pon:111z pon:222z pon:333z pon:444z", "ron": "5p"}),
        ("shousuushi", "44z23m", {"melds": "pon:111z pon:222z pon:333z", "ron": "4m"}),
        ("tsuuiisou", "444z666z3z", {"melds": "pon:111z pon:555z", "ron": "3z"}),
        ("ryuuiisou", "33s66z", {"melds": "chi:234s pon:666s pon:888s", "ron": "6z"}),
        ("suukantsu", "5p", {"melds": "ankan:1111m kakan:2222p daiminkan:3333s ankan:5555z",
                             "tsumo": "5p", "rinshan": True}),
        ("kokushi", "19m19p199s123456z", {"ron": "7z"}),
        ("kokushi_13", "19m19p19s1234567z", {"ron": "7z"}),
        ("chuuren", "1112235678999p", {"ron": "4p"}),
        ("junsei_chuuren", "1112345678999p", {"ron": "5p"}),
        ("tenhou", "234m678m345p99s13s", {"tsumo": "2s", "first_turn": True, "seat": "E"}),
        ("chiihou", "234m678m345p99s13s", {"tsumo": "2s", "first_turn": True}),
    ],
)  # fmt: skip
def test_yakuman(name: str, tiles: str, situation: dict[str, Any]) -> None:
    result = hand(tiles, **situation)
    assert {y.name for y in result.yaku} == {name}
    assert result.points == (48000 if result.seat == "E" else 32000)


def test_nine_gates_are_pure_by_the_thirteen_tiles_before() -> None:
    for tile in ("1m", "5m", "9m"):
        assert yaku("1112345678999m", ron=tile) == {"junsei_chuuren"}
    assert yaku("1112345567899m", ron="9m") == {"chuuren"}
    double = Rules(double_yakuman=frozenset({"junsei_chuuren"}))
    assert hand("1112345678999m", ron="9m", rules=double).points == 64000


def test_yakuman_add_up_unless_the_rules_say_otherwise() -> None:
    tiles, situation = "2z", {"melds": "pon:111z pon:333z pon:444z pon:555z", "ron": "2z"}
    assert hand(tiles, **situation).points == 64000  # all honours and four small winds
    assert hand(tiles, rules=Rules(multi_yakuman=False), **situation).points == 32000
    one_double = Rules(multi_yakuman=False, double_yakuman=frozenset({"tsuuiisou"}))
    assert hand(tiles, rules=one_double, **situation).points == 64000


@pytest.mark.parametrize(
    ("name", "tiles", "situation"),
    [
        ("suuankou_tanki", "111m444p777s333z5s", {"ron": "5s"}),
        ("kokushi_13", "19m19p19s1234567z", {"ron": "7z"}),
        ("junsei_chuuren", "1112345678999p", {"ron": "5p"}),
        ("daisuushi", "5p", {"melds": "pon:111z pon:222z pon:333z pon:444z", "ron": "5p"}),
        ("ryuuiisou", "33s66z", {"melds": "chi:234s pon:666s pon:888s", "ron": "6z"}),
        ("tsuuiisou", "444z666z3z", {"melds": "pon:111z pon:555z", "ron": "3z"}),
        ("chinroutou", "99s11s", {"melds": "pon:111m pon:999m pon:111p", "ron": "9s"}),
        ("suukantsu", "5p", {"melds": "ankan:1111m kakan:2222p kakan:3333s ankan:5555z",
                             "ron": "5p"}),
    ],
)  # fmt: skip
def test_double_yakuman(name: str, tiles: str, situation: dict[str, Any]) -> None:
    assert hand(tiles, **situation).yakuman == 1
    double = hand(tiles, rules=Rules(double_yakuman=frozenset({name})), **situation)
    assert (double.yakuman, double.points) == (2, 64000)
    assert str(double.yaku[0]) == f"{name} double yakuman"


def test_all_green_may_need_hatsu() -> None:
    tiles, situation = "88s33s", {"melds": "chi:234s chi:234s pon:666s", "ron": "8s"}
    assert yaku(tiles, **situation) == {"ryuuiisou"}
    without = hand(tiles, rules=HOUSE, **situation)
    assert ({y.name for y in without.yaku}, without.points) == ({"chinitsu", "tanyao"}, 12000)


def test_nine_gates_may_be_limited_to_manzu() -> None:
    assert value("1112235678999p", ron="4p", rules=HOUSE)[::2] == (6, 12000)
    assert hand("1112235678999m", ron="4m", rules=HOUSE).points == 32000
    assert hand("1112345678999m", ron="5m", rules=HOUSE).points == 64000


def test_daisharin() -> None:
    pairs = "2233445566778p"
    assert value(pairs, ron="8p", rules=replace(HOUSE, daisharin_suits=frozenset()))[::2] == (
        11, 24000,
    )  # fmt: skip
    assert yaku(pairs, ron="8p", rules=HOUSE) == {"daisharin"}
    assert yaku("1122334455667p", ron="7p", rules=HOUSE) == {"daisharin"}
    assert value("2233445566778m", ron="8m", rules=HOUSE)[2] == 24000  # pinzu only
    assert value("1122335566889p", ron="9p", rules=HOUSE)[::2] == (8, 16000)  # a gap
    middle = replace(HOUSE, daisharin_ranges=frozenset({"2-8"}))
    assert "daisharin" not in yaku("1122334455667p", ron="7p", rules=middle)


# --- limits ----------------------------------------------------------------------
def test_thirteen_han_are_a_yakuman_or_a_sanbaiman() -> None:
    tiles, situation = "2233445566778m", {"ron": "8m", "riichi": True, "ippatsu": True}
    counted = hand(tiles, **situation)
    assert (counted.han, counted.limit, counted.points, counted.yakuman) == (
        13, "yakuman", 32000, 0,
    )  # fmt: skip
    three = hand(tiles, rules=Rules(kazoe="sanbaiman"), **situation)
    assert (three.han, three.limit, three.points) == (13, "sanbaiman", 24000)


@pytest.mark.parametrize(
    ("more", "points", "limit"),
    [
        (0, 7700, ""), (1, 8000, "mangan"), (2, 12000, "haneman"), (3, 12000, "haneman"),
        (4, 16000, "baiman"), (6, 16000, "baiman"), (7, 24000, "sanbaiman"),
        (8, 24000, "sanbaiman"), (9, 32000, "yakuman"), (12, 32000, "yakuman"),
    ],
)  # fmt: skip
def test_limits(more: int, points: int, limit: str) -> None:
    # riichi, ippatsu, pinfu, tanyao are four han; the indicator 7s brings two, the others one
    dora = ["7s"] * min(more // 2, 4) + ["1m"] * (more % 2)
    ura = ["2p"] * (more - more % 2 - 2 * min(more // 2, 4))
    result = hand("234m345p34588s67p", ron="8p", riichi=True, ippatsu=True, dora=dora, ura=ura)
    assert (result.han, result.fu) == (4 + more, 30)
    assert (result.points, result.limit) == (points, limit)


def test_kiriage_lifts_30_fu_4_han_and_60_fu_3_han() -> None:
    four, three = "234m345p34588s67p", "222m999p555z345s5s"
    situation = {"ron": "8p", "riichi": True, "ippatsu": True}
    up = Rules(kiriage=True)
    assert value(four, **situation) == (4, 30, 7700)
    assert value(four, rules=up, **situation) == (4, 30, 8000)
    assert value(three, ron="5s") == (3, 60, 7700)
    assert value(three, ron="5s", rules=up) == (3, 60, 8000)
    assert value("1133m5577p2288s4z", tsumo="4z", riichi=True, rules=up) == (4, 25, 6400)


# --- rules on yaku ----------------------------------------------------------------------
def test_open_tanyao_may_be_off() -> None:
    tiles, situation = "678m345p55s67s", {"melds": "chi:234m", "ron": "8s"}
    assert value(tiles, **situation) == (1, 30, 1000)
    assert message(tiles, rules=Rules(kuitan=False), **situation) == "no yaku"
    assert yaku("234678m345p55s67s", ron="8s", rules=Rules(kuitan=False)) >= {"tanyao"}


def test_without_atozuke_a_yaku_must_be_certain_before_the_last_tile() -> None:
    strict = Rules(atozuke=False)
    # a value triplet already stands
    assert value("234m678p99s34s", melds="pon:555z", ron="5s", rules=strict) == (1, 30, 1000)
    # the triplet comes with the last tile, the other pair would have brought nothing
    back = {"melds": "chi:234m", "ron": "5z"}
    assert value("678p345p99s55z", **back)[0] == 1
    assert "certain" in message("678p345p99s55z", rules=strict, **back)
    # one end of the wait brings the three colours, the other does not
    one_end = {"melds": "chi:234m", "ron": "4s"}
    assert yaku("234p789p11z23s", **one_end) == {"sanshoku_doujun"}
    assert "certain" in message("234p789p11z23s", rules=strict, **one_end)
    # haitei is chance
    last = {"melds": "chi:123m", "tsumo": "3s", "haitei": True}
    assert "certain" in message("678p345p99s12s", rules=strict, **last)
    # a closed hand is free
    assert value("234m234p789p11z23s", ron="4s", rules=strict)[0] == 2


def test_ippatsu_ura_and_double_riichi_may_be_off() -> None:
    tiles, riichi = "234m678m345p99s13s", {"ron": "2s", "riichi": True}
    assert value(tiles, ippatsu=True, rules=Rules(ippatsu=False), **riichi)[0] == 1
    assert value(tiles, ura="8s", **riichi)[0] == 3
    assert value(tiles, ura="8s", rules=Rules(ura=False), **riichi)[0] == 1
    assert value(tiles, dora="8s", **riichi)[0] == 3
    assert value(tiles, dora="8s", rules=Rules(dora=False), **riichi)[0] == 1
    double = {"ron": "2s", "double_riichi": True}
    assert yaku(tiles, rules=Rules(double_riichi=0), **double) == {"riichi"}
    assert value(tiles, rules=Rules(double_riichi=1), **double)[0] == 1


def test_kan_dora_and_red_fives_count_where_they_are_played() -> None:
    tiles, riichi = "234m678m340p99s13s", {"ron": "2s", "riichi": True}
    assert value(tiles, **riichi)[0] == 2
    assert value(tiles, rules=Rules(aka=(0, 0, 0)), **riichi)[0] == 1
    assert value(tiles, dora=["1m", "8s"], **riichi)[0] == 5
    assert value(tiles, dora=["1m", "8s"], rules=Rules(kan_dora=False), **riichi)[0] == 3
    assert value(tiles, ura=["1m", "8s"], rules=Rules(kan_ura=False), **riichi)[0] == 3


def test_open_riichi_is_one_han_more() -> None:
    tiles = "234m678m345p99s13s"
    assert value(tiles, ron="2s", open_riichi=True)[0] == 1
    assert value(tiles, ron="2s", open_riichi=True, rules=Rules(open_riichi=True))[0] == 2


def test_min_han_and_two_han_from_five_counters_on() -> None:
    tiles = "234m678m345p99s13s"
    assert message(tiles, ron="2s", riichi=True, dora="8s", rules=Rules(min_han=2)) == (
        "too few han: 1 without dora"
    )
    assert value(tiles, ron="2s", riichi=True, ippatsu=True, rules=Rules(min_han=2))[0] == 2
    shibari = Rules(ryanhan_shibari_at=5)
    assert value(tiles, ron="2s", riichi=True, honba=4, rules=shibari)[0] == 1
    assert not hand(tiles, ron="2s", riichi=True, honba=5, rules=shibari).wins


def test_renhou() -> None:
    win: dict[str, Any] = {"tiles": "234m345p34588s67p", "ron": "8p", "first_turn": True}
    assert yaku(**win) == {"pinfu", "tanyao"}
    alone = hand(**win, rules=Rules(renhou="mangan_exclusive"))
    assert ([y.name for y in alone.yaku], alone.points) == (["renhou"], 8000)
    richer = dict(win, dora=["7s", "7s", "7s"])
    assert hand(**richer, rules=Rules(renhou="mangan_exclusive")).points == 16000
    floor = hand(**win, rules=Rules(renhou="mangan_floor"))
    assert (floor.han, floor.points) == (7, 12000)
    assert [(y.name, y.han) for y in floor.yaku] == [("pinfu", 1), ("tanyao", 1), ("renhou", 5)]
    assert [(y.name, y.han) for y in alone.yaku] == [("renhou", 5)]
    full = hand(**win, rules=Rules(renhou="yakuman"))
    assert (full.yakuman, full.points) == (1, 32000)


@pytest.mark.parametrize(
    ("name", "tiles", "situation", "han"),
    [
        ("tsubame_gaeshi", "234m678m345p99s13s", {"ron": "2s", "tsubame_gaeshi": True}, 1),
        ("kanburi", "234m678m345p99s13s", {"ron": "2s", "kanburi": True}, 1),
        ("shiiaru_raotai", "5p",
         {"melds": "chi:123m pon:999m chi:678s chi:567p", "ron": "5p"}, 1),
        ("uumensai", "123m456p78s111z55z", {"ron": "9s"}, 3),  # and the round wind
        ("sanrenkou", "44m234s99p", {"melds": "pon:222m pon:333m", "ron": "4m"}, 2),
        ("isshoku_sanjun", "112233m99p678s12m", {"ron": "3m"}, 3),
        ("iipin_moyue", "234m678m345s99s23p", {"tsumo": "1p", "haitei": True}, 7),
        ("chuupin_raoyui", "234m678m345s99s78p", {"ron": "9p", "houtei": True}, 6),
    ],
)  # fmt: skip
def test_local_yaku(name: str, tiles: str, situation: dict[str, Any], han: int) -> None:
    local = Rules(local_yaku=frozenset({name}))
    result = hand(tiles, rules=local, **situation)
    assert name in {y.name for y in result.yaku}
    assert result.han == han
    assert name not in {y.name for y in hand(tiles, **situation).yaku}


def test_local_yakuman() -> None:
    stone = {"tsumo": "2s", "double_riichi": True, "haitei": True}
    local = Rules(local_yaku=frozenset({"ishi_no_ue_ni_mo_sannen", "daichisei"}))
    assert yaku("234m678m345p99s13s", rules=local, **stone) == {"ishi_no_ue_ni_mo_sannen"}
    stars = "1122334455667z"
    assert yaku(stars, ron="7z") == {"tsuuiisou"}
    assert yaku(stars, ron="7z", rules=local) == {"daichisei"}
    double = replace(local, double_yakuman=frozenset({"daichisei"}))
    assert hand(stars, ron="7z", rules=double).points == 64000


# --- three players ----------------------------------------------------------------------
def test_kita_are_dora_only_where_they_are_taken_out() -> None:
    tiles, riichi = "111m234p678p99s13s", {"tsumo": "2s", "riichi": True}
    assert value(tiles, kita=2, rules=SANMA, **riichi)[0] == 4
    assert value(tiles, kita=2, dora="3z", rules=SANMA, **riichi)[0] == 6  # an indicator West
    with pytest.raises(SituationError, match="takes out no North"):
        hand(tiles, kita=1, **riichi)


def test_north_may_be_a_value_tile_for_all() -> None:
    tiles: dict[str, Any] = {"tiles": "234p678p99s34s", "melds": "pon:444z", "ron": "5s"}
    assert message(**tiles, rules=SANMA) == "no yaku"
    assert message(**tiles, rules=replace(SANMA, kita="guest_wind")) == "no yaku"
    value_tile = hand(**tiles, rules=replace(SANMA, kita="yakuhai"))
    assert [y.name for y in value_tile.yaku] == ["seat_wind_north"]
    pair: dict[str, Any] = {"tiles": "111m234p678p34s44z", "ron": "5s", "riichi": True}
    assert hand(**pair, rules=replace(SANMA, kita="yakuhai")).raw_fu == 40
    assert hand(**pair, rules=SANMA).raw_fu == 38


def test_in_three_player_games_the_indicator_1m_points_at_9m() -> None:
    tiles, riichi = "999m234p678p99s13s", {"ron": "2s", "riichi": True, "dora": "1m"}
    assert value(tiles, rules=SANMA, **riichi)[0] == 4
    assert value(tiles, rules=replace(SANMA, dora_cycle_man=False), **riichi)[0] == 1
    assert value(tiles, **riichi)[0] == 1


def test_the_share_of_the_absent_player_is_lost_or_split() -> None:
    win: dict[str, Any] = {"tiles": "111m234p678p99s13s", "tsumo": "2s", "riichi": True}
    split_north = replace(SANMA, tsumo_loss="split_north")
    lost = hand(**win, rules=SANMA)  # 40 fu 2 han: 700 and 1,300
    assert (lost.points, lost.payments) == (2000, {"E": -1300, "S": 2000, "W": -700})
    split = hand(**win, rules=split_north)  # half of North's 700 is rounded up to 400
    assert (split.points, split.payments) == (2800, {"E": -1700, "S": 2800, "W": -1100})
    dealer = hand(**win, seat="E", rules=split_north)
    assert dealer.payments == {"E": 4000, "S": -2000, "W": -2000}
    mangan = dict(win, dora=["1s", "1s", "1s"])
    assert hand(**mangan, rules=SANMA).payments == {"E": -4000, "S": 6000, "W": -2000}
    assert hand(**mangan, rules=split_north).payments == {"E": -5000, "S": 8000, "W": -3000}


def test_no_chi_and_no_middle_manzu_with_three_players() -> None:
    with pytest.raises(SituationError, match="has none"):
        hand("678p99s13s111m", melds="chi:234p", ron="2s", rules=SANMA)
    with pytest.raises(TileError, match="has no 2m"):
        hand("234m678p345p99s13s", ron="2s", rules=SANMA)


# --- payments ----------------------------------------------------------------------
def test_each_payer_is_rounded_alone() -> None:
    dealt = hand("234m678m345p99s34s", tsumo="5s", riichi=True, dora="1m")
    assert (dealt.han, dealt.fu, dealt.points) == (4, 20, 5200)
    assert dealt.payments == {"E": -2600, "S": 5200, "W": -1300, "N": -1300}
    odd = hand("234m345p34588s67p", tsumo="8p", riichi=True)
    assert (odd.han, odd.fu, odd.points) == (4, 20, 5200)
    kan = hand("234m678m99s34s", tsumo="5s", melds="ankan:1111p", riichi=True)
    assert (kan.han, kan.fu, kan.points) == (2, 60, 4000)
    more = hand("234m345p99s34s", melds="ankan:5555z", tsumo="5s", riichi=True)
    assert (more.han, more.fu, more.points) == (3, 60, 7900)
    assert more.payments == {"E": -3900, "S": 7900, "W": -2000, "N": -2000}
    assert hand("234m678m345p99s34s", tsumo="5s").payments == {
        "E": -700, "S": 1500, "W": -400, "N": -400,
    }  # fmt: skip


def test_honba_and_deposits_go_to_the_winner() -> None:
    win: dict[str, Any] = {"tiles": "234m678m345p99s34s", "honba": 2, "deposits": 1}
    assert hand(ron="5s", discarder="W", **win).payments == {
        "E": 0, "S": 1000 + 600 + 1000, "W": -1600, "N": 0,
    }  # fmt: skip
    assert hand(tsumo="5s", **win).payments == {"E": -900, "S": 3100, "W": -600, "N": -600}
    assert hand(ron="5s", rules=Rules(riichi_bet=500), **win).payments["S"] == 2100
    thousand = Rules(honba_total=1500)
    assert hand(ron="5s", rules=thousand, **win).payments == {"S": 5000, "discarder": -4000}


DAISANGEN: dict[str, Any] = {"tiles": "234m9s", "melds": "pon:555z pon:666z pon:777z"}


def test_the_liable_player_pays_a_tsumo_alone_and_half_of_a_ron() -> None:
    assert hand(tsumo="9s", pao="N", honba=2, **DAISANGEN).payments == {
        "E": 0, "S": 32600, "W": 0, "N": -32600,
    }  # fmt: skip
    ron: dict[str, Any] = {"ron": "9s", "pao": "N", "honba": 2, **DAISANGEN}
    assert hand(discarder="W", **ron).payments == {"E": 0, "S": 32600, "W": -16000, "N": -16600}
    assert hand(discarder="W", rules=Rules(pao_honba="discarder"), **ron).payments["W"] == -16600
    assert hand(discarder="N", **ron).payments == {"E": 0, "S": 32600, "W": 0, "N": -32600}
    assert hand(**ron).payments == {"S": 32600, "discarder": -16000, "N": -16600}


def test_liability_covers_the_whole_hand_or_its_own_part() -> None:
    both: dict[str, Any] = {
        "tiles": "1112z", "melds": "pon:555z pon:666z pon:777z", "ron": "2z", "pao": "N",
        "discarder": "W",
    }  # fmt: skip
    assert hand(**both).payments == {"E": 0, "S": 64000, "W": -32000, "N": -32000}
    part = hand(**both, rules=Rules(pao_scope="pao_part"))
    assert part.payments == {"E": 0, "S": 64000, "W": -48000, "N": -16000}


def test_liability_for_a_rinshan_and_for_four_kans() -> None:
    rinshan: dict[str, Any] = {"tiles": "234m567p33s78s", "melds": "daiminkan:6666z", "tsumo": "9s",
               "rinshan": True, "pao": "N"}  # fmt: skip
    with pytest.raises(SituationError, match="nobody liable"):
        hand(**rinshan)
    liable = replace(HOUSE, daiminkan_rinshan_pao=True)
    assert hand(**rinshan, rules=liable).payments == {"E": 0, "S": 2700, "W": 0, "N": -2700}
    kans: dict[str, Any] = {
        "tiles": "5p", "melds": "ankan:1111m kakan:2222p ankan:5555z daiminkan:3333s",
        "tsumo": "5p", "rinshan": True, "pao": "N",
    }  # fmt: skip
    with pytest.raises(SituationError, match="nobody liable"):
        hand(**kans)
    assert hand(**kans, rules=Rules(pao_yaku=frozenset({"suukantsu"}))).payments["N"] == -32000


# --- what cannot be ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("situation", "text"),
    [
        ({"ron": "2s", "tsumo": "2s"}, "exactly one"),
        ({}, "exactly one"),
        ({"ron": "2s", "haitei": True}, "houtei"),
        ({"tsumo": "2s", "houtei": True}, "haitei"),
        ({"ron": "2s", "rinshan": True}, "rinshan is a tsumo"),
        ({"tsumo": "2s", "rinshan": True}, "needs a kan"),
        ({"tsumo": "2s", "chankan": True}, "chankan is a ron"),
        ({"ron": "2s", "chankan": True, "houtei": True}, "robbed kan"),
        ({"ron": "2s", "ippatsu": True}, "needs riichi"),
        ({"ron": "2s", "ura": "1m"}, "riichi only"),
        ({"ron": "2s", "first_turn": True, "seat": "E"}, "no renhou"),
        ({"ron": "2s", "first_turn": True, "riichi": True}, "no riichi"),
        ({"tsumo": "2s", "kanburi": True}, "kanburi is a ron"),
        ({"tsumo": "2s", "tsubame_gaeshi": True}, "tsubame_gaeshi is a ron"),
        ({"ron": "2s", "unmarked": True}, "only a tsumo"),
        ({"tsumo": "2s", "discarder": "E"}, "no discarder"),
        ({"ron": "2s", "discarder": "S"}, "is the winner"),
        ({"ron": "2s", "kita": 5}, "expected 0 to 4"),
    ],
)
def test_a_situation_that_cannot_be(situation: dict[str, Any], text: str) -> None:
    with pytest.raises(SituationError, match=text):
        hand("234m678m345p99s13s", **situation)


def test_riichi_needs_a_closed_hand_and_a_concealed_kan_keeps_it_closed() -> None:
    with pytest.raises(SituationError, match="closed hand"):
        hand("678m345p99s13s", melds="chi:234m", ron="2s", riichi=True)
    assert yaku("678m345p99s13s", melds="ankan:1111z", ron="2s", riichi=True) >= {"riichi"}


def test_wrong_tiles_are_named() -> None:
    with pytest.raises(TileError, match="more than four copies of 2m"):
        hand("22222448m123p67s", ron="8s")
    with pytest.raises(TileError, match="more than four copies of 4s"):
        hand("234m678m345p4s", melds="pon:444s", ron="4s")
    with pytest.raises(TileError, match="more than four copies of 4s"):
        hand("4s123m456m998p", melds="ankan:4444s", ron="8p")
    with pytest.raises(TileError, match="more than four copies of 4s"):
        hand("123456m9934p", melds="ankan:4444s", ron="5p", dora="4s")
    with pytest.raises(TileError, match="more than four copies of 9s"):
        hand("234m678m345p999s3s", ron="9s", dora="9s")
    with pytest.raises(TileError, match="expected 10 tiles without the winning tile 5s"):
        hand("123m067p55s", melds="pon:777z", tsumo="5s")
    with pytest.raises(TileError, match="expected known tiles"):
        score([0, 1, 2, 300], melds="pon:777z", tsumo="5s", rules=Rules())
    with pytest.raises(TileError, match="must be a known tile"):
        hand("234m678m345p99s13s", ron="?")
    with pytest.raises(UnknownNameError, match="seat wind 'Q'"):
        hand("234m678m345p99s13s", ron="2s", seat="Q")
    with pytest.raises(TileError, match="6 dora indicators"):
        hand("234m678m345p99s13s", ron="2s", dora="111222m")


def test_a_hand_that_is_no_win_says_how_far_it_is() -> None:
    assert message("234m678m345p99s13s", ron="4s") == "not a winning hand: tenpai"
    assert message("147m258p369s1234z", ron="5z") == "not a winning hand: 6-shanten"


def test_no_yaku_still_names_the_reading() -> None:
    result = hand("678m345p99s13s", melds="chi:234m", ron="2s")
    assert result.message == "no yaku"
    assert str(result.reading) == "chi:234m 678m 345p 123s 99s (kanchan 123s)"
    assert result.payments == {}


# --- the answer ----------------------------------------------------------------------
def test_the_text_names_reading_yaku_fu_limit_and_payments() -> None:
    result = hand("88m66777889s444z", tsumo="8s", riichi=True, seat="N")
    text = str(result)
    for line in (
        "reading   678s 678s 789s 444z 88m  (kanchan 789s)",
        "iipeikou", "concealed honour triplet 444z   8", "total 32 → 40",
        "4 han 40 fu mangan 8,000 points", "East (dealer)  -4,000", "North          +8,000",
    ):  # fmt: skip
        assert line in text, text
    assert repr(result).startswith("<Score: 4 han 40 fu mangan, 8000 points, riichi 1")
    assert "<td>iipeikou</td>" in result._repr_html_()


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    status = main(["score", *line.split()])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    line = "123m067p5589s --meld pon:777z --tsumo 7s --seat S --round E --dora 3m --rules tenhou"
    status, out, _ = run(capsys, line)
    assert status == 0
    assert "2 han 30 fu 2,000 points" in out
    status, out, _ = run(capsys, f"{line} --format json")
    answer = json.loads(out)
    assert (status, answer["schema"], answer["han"], answer["fu"]) == (0, 1, 2, 30)
    assert answer["payments"] == {"E": -1000, "S": 2000, "W": -500, "N": -500}
    assert answer["reading"]["wait"] == "penchan"
    status, out, _ = run(capsys, "234m678m345p99s12s --ron 3s --riichi --lang ja")
    assert status == 0
    assert "立直" in out and "40符 1,300点" in out


def test_command_without_a_win(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "678m345p99s13s --meld chi:234m --ron 2s")[:2][0] == 1
    status, out, _ = run(capsys, "234m678m345p99s13s --ron 4s")
    assert (status, "not a winning hand: tenpai" in out) == (1, True)
    status, out, err = run(capsys, "22222448m123p67s --ron 8s")
    assert (status, out) == (2, "")
    assert "more than four copies of 2m" in err
    assert run(capsys, "123m067p55s --meld pon:777z --tsumo 5s")[0] == 2
    assert run(capsys, "234m678m345p99s13s")[0] == 2


def test_examples_in_the_docstring() -> None:
    from importlib import import_module

    result = doctest.testmod(import_module("mjlog.calculator.score"))
    assert result.attempted > 3
    assert result.failed == 0
