"""Seed 002, section 12 (和了役), rows 27 to 44: 人和, limits and yakuman, league (J) and house (H).

Rows are numbered from the top, as the seed gives them no numbers.
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
CLOSED = "234m678m345p99s13s"


def j(hand: str, **situation: Any) -> Score:
    return score(hand, rules=J, **situation)


def h(hand: str, **situation: Any) -> Score:
    return score(hand, rules=H, **situation)


def yaku(result: Score) -> dict[str, int]:
    """Name → han of an ordinary hand."""
    return {y.name: y.han for y in result.yaku}


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


# --- renhou ----------------------------------------------------------------------------------
RENHOU: dict[str, Any] = {
    "hand": "234m345p34588s67p", "ron": "8p", "first_turn": True, "seat": "N", "discarder": "W",
}  # fmt: skip


PONNED = """
    E1.0 dora 9s
    hand 13 unknown
    hand 13 unknown
    hand 11z19m19p7788s99s8p
    hand 234m345p34588s67p
    0 draw 1z
    0 tsumogiri 1z
    2 pon 1z 11z from 0
    2 discard 8p
    3 ron 8p from 2 : 0 0 -2000 2000
"""
FIRST_DISCARD = """
    E1.0 dora 9s
    hand 13 unknown
    hand 13 unknown
    hand 13 unknown
    hand 234m345p34588s67p
    0 draw 1z
    0 tsumogiri 1z
    1 draw 1z
    1 tsumogiri 1z
    2 draw 8p
    2 tsumogiri 8p
    3 ron 8p from 2 : 0 0 -8000 8000
"""


def test_J_12_27_renhou_is_a_flat_mangan_that_stands_alone() -> None:
    result = j(**RENHOU, dora="7s")  # pinfu, tanyao and two dora would be 7,700
    assert [y.name for y in result.yaku] == ["renhou"]
    assert (result.points, result.limit) == (8000, "mangan")
    assert result.payments == {"E": 0, "S": 0, "W": -8000, "N": 8000}
    assert j(**RENHOU, honba=2).payments["N"] == 8600
    game = dealt(J, FIRST_DISCARD)
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
    called = dealt(H, PONNED)
    assert value_of_win(called) == ({"pinfu", "tanyao"}, 2000)
    assert codes(called) == set()
    game = dealt(H, FIRST_DISCARD)
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


FOUR_HAN_40: dict[str, Any] = {
    "hand": "99s33z", "melds": "pon:111m pon:999p pon:444z", "ron": "9s",
}  # fmt: skip
FOUR_HAN_30: dict[str, Any] = {"hand": "77z234m67p", "melds": "pon:555z pon:666z", "ron": "8p"}
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
