"""Wins with known answers: real games, reported faults of similar software, another scorer."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mjlog.calculator.score import Score, score
from mjlog.codes import LIMITS, YAKU
from mjlog.engine import win as layout
from mjlog.engine.jit import compiled
from mjlog.engine.scoring import score_wins
from mjlog.errors import TileError
from mjlog.rules import Rules
from mjlog.rules.columns import rules_matrix
from mjlog.tiles import KIND, format_tiles, parse_tiles

TENHOU = Rules(name="tenhou")
SOUL = Rules(
    name="soul",
    double_yakuman=frozenset({"suuankou_tanki", "kokushi_13", "junsei_chuuren", "daisuushi"}),
    pao_scope="pao_part",
)
SANMA = Rules(name="sanma", players=3, kita="nukidora", honba_total=200, uma=(0, 0, -20))


def hand(tiles: str, **situation: Any) -> Score:
    situation.setdefault("rules", TENHOU)
    return score(tiles, **situation)


def answer(tiles: str, **situation: Any) -> tuple[int, int, int]:
    result = hand(tiles, **situation)
    return result.han, result.fu, result.points


# --- 5,000 wins of real games ------------------------------------------------------------
_NAMES = {
    "翻牌 白": "haku", "翻牌 發": "hatsu", "翻牌 中": "chun", "ダブル立直": "double_riichi",
    "ドラ": "dora", "裏ドラ": "ura_dora", "赤ドラ": "red_dora",
    **{y.ja: y.name for y in YAKU},
}  # fmt: skip


def mpsz(text: str) -> str:
    """``m123p0`` with marks → ``123m0p``."""
    codes, suit = [], ""
    for char in text:
        if char in "mpsz":
            suit = char
        elif char.isdigit():
            codes += parse_tiles(char + suit)
    return format_tiles(codes)


def arguments(case: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of ``score`` for one case."""
    given, param = case["in"], case["in"]["param"]
    concealed, *melds = given["shoupai"].split(",")
    tiles = mpsz(concealed)
    said = param["hupai"]
    result: dict[str, Any] = {
        "melds": [meld_text(m) for m in melds],
        "seat": "ESWN"[param["menfeng"]],
        "round": "ESWN"[param["zhuangfeng"]],
        "dora": [mpsz(t) for t in param["baopai"]],
        "ura": [mpsz(t) for t in param["fubaopai"] or []],
        "riichi": said.get("lizhi") == 1,
        "double_riichi": said.get("lizhi") == 2,
        "ippatsu": bool(said.get("yifa")),
        "haitei": said.get("haidi") == 1,
        "houtei": said.get("haidi") == 2,
        "rinshan": bool(said.get("lingshang")),
        "honba": param["jicun"]["changbang"],
        "deposits": param["jicun"]["lizhibang"],
    }
    if "rongpai" in given:
        loser = (param["menfeng"] + {"+": 1, "=": 2, "-": 3}[given["rongpai"][-1]]) % 4
        result |= {"ron": mpsz(given["rongpai"]), "discarder": "ESWN"[loser]}
        return {"hand": tiles, **result}
    codes = parse_tiles(tiles)
    return {"hand": format_tiles(codes[:-1]), "tsumo": format_tiles(codes[-1:]), **result}


def meld_text(meld: str) -> str:
    tiles = mpsz(meld)
    kinds = {int(KIND[c]) for c in parse_tiles(tiles)}
    if len(kinds) == 3:
        return f"chi:{tiles}"
    if len(parse_tiles(tiles)) == 3:
        return f"pon:{tiles}"
    if not any(mark in meld for mark in "-=+"):
        return f"ankan:{tiles}"
    return f"{'daiminkan' if meld[-1] in '-=+' else 'kakan'}:{tiles}"


@pytest.fixture(scope="module")
def wins(shared: Path) -> list[dict[str, Any]]:
    path = shared / "cases" / "scoring" / "wins_5000.json.gz"
    result: list[dict[str, Any]] = json.loads(gzip.decompress(path.read_bytes()))
    return result


@pytest.mark.shared
def test_every_real_win_has_its_recorded_yaku_fu_han_points_and_payments(
    wins: list[dict[str, Any]],
) -> None:
    assert len(wins) == 5000
    for case in wins:
        result, out = score(**arguments(case), rules=TENHOU), case["out"]
        place = json.dumps(case, ensure_ascii=False)
        expected = {
            (_NAMES[h["name"]], None if isinstance(h["fanshu"], str) else h["fanshu"])
            for h in out["hupai"]
        }
        got = {(y.name, None if y.yakuman else y.han) for y in result.yaku}
        assert got == expected, place
        if out["damanguan"]:
            assert result.yakuman == out["damanguan"], place
        else:
            assert (result.fu, result.han) == (out["fu"], out["fanshu"]), place
        assert result.points == out["defen"], place
        change = dict(result.payments)
        assert [change[w] for w in "ESWN"] == out["fenpei"], place
        assert sum(item.fu for item in result.fu_items) == result.raw_fu, place


# --- faults that users of similar software reported -----------------------
def test_b01_the_fu_items_are_those_of_the_reading_that_counts() -> None:
    result = hand("234m1112356777s", tsumo="4s", seat="S")
    assert (result.han, result.fu, result.raw_fu) == (1, 30, 30)
    assert [str(i) for i in result.fu_items] == [
        "base 20", "tsumo 2", "concealed terminal triplet 111s 8",
    ]  # fmt: skip
    assert result.payments == {"E": -500, "S": 1100, "W": -300, "N": -300}


def test_b03_a_closed_wait_may_be_worth_more_than_a_two_sided_one() -> None:
    result = hand("88m66777889s444z", tsumo="8s", riichi=True, seat="N")
    assert (result.han, result.fu, result.limit) == (4, 40, "mangan")
    assert result.reading.wait == "kanchan"
    assert result.payments == {"E": -4000, "S": -2000, "W": -2000, "N": 8000}


def test_b05_concealed_kan_open_kan_and_triplet_of_a_dragon_differ() -> None:
    tiles, win = "234m68s99p222z", {"ron": "7s", "seat": "W"}
    assert answer(tiles, melds="ankan:6666z", **win) == (1, 80, 2600)
    assert answer(tiles, melds="daiminkan:6666z", **win) == (1, 50, 1600)
    assert answer(tiles, melds="pon:666z", **win) == (1, 40, 1300)


def test_b07_every_open_triplet_is_an_item() -> None:
    result = hand("05p34067m", melds=["pon:777p", "pon:055s"], ron="8m", dora="2m")
    assert (result.han, result.points) == (5, 8000)
    assert [i.fu for i in result.fu_items] == [20, 2, 2]
    assert {str(y) for y in result.yaku} == {"tanyao 1", "dora 1", "red_dora 3"}


def test_b09_pure_nine_gates_at_every_number() -> None:
    for tile in ("9m", "1m", "5m"):
        assert [y.name for y in hand("1112345678999m", ron=tile).yaku] == ["junsei_chuuren"]
        assert hand("1112345678999m", ron=tile).points == 32000
        assert hand("1112345678999m", ron=tile, rules=SOUL).points == 64000
    assert [y.name for y in hand("1112345567899m", ron="9m").yaku] == ["chuuren"]
    assert hand("1112345567899m", ron="9m", rules=SOUL).points == 32000


def test_b11_the_seat_wind_north_counts() -> None:
    melds = ["pon:444z", "pon:777z"]
    assert answer("234m67p99s", melds=melds, ron="8p", seat="N", dora="8s") == (4, 30, 7700)


def test_b13_ippatsu_and_chankan_combine() -> None:
    win: dict[str, Any] = {"riichi": True, "ippatsu": True, "chankan": True}
    result = hand("234m678m34588s45p", ron="6p", **win)
    assert {y.name for y in result.yaku} == {"riichi", "ippatsu", "chankan", "pinfu", "tanyao"}
    assert result.points == 8000


def test_b15_three_equal_runs_or_three_triplets() -> None:
    assert answer("111222333m11p79s", ron="8s", double_riichi=True)[::2] == (6, 12000)
    kan = {"melds": "ankan:1111m", "ron": "8s", "double_riichi": True}
    assert answer("222333m11p79s", **kan) == (4, 80, 8000)


def test_b17_a_robbed_red_five_is_red() -> None:
    win = {"riichi": True, "chankan": True}
    assert answer("234m678m345s67p88s", ron="0p", **win) == (5, 30, 8000)
    assert answer("234m678m345s67p88s", ron="5p", **win) == (4, 30, 7700)
    plain = Rules(aka=(0, 0, 0))
    assert answer("234m678m345s67p88s", ron="0p", rules=plain, **win) == (4, 30, 7700)


def test_b19_renhou_is_a_rule() -> None:
    win: dict[str, Any] = {"ron": "2s", "first_turn": True}
    tiles = "234m678m345p99s13s"
    assert hand(tiles, **win).message == "no yaku"
    assert hand(tiles, rules=Rules(renhou="mangan_exclusive"), **win).points == 8000
    assert hand(tiles, rules=Rules(renhou="mangan_floor"), **win).points == 8000
    assert hand(tiles, rules=Rules(renhou="yakuman"), **win).points == 32000


def test_b21_one_ruleset_drives_every_number() -> None:
    for rules, yakuman, dealer, points in ((TENHOU, 1, 16000, 32000), (SOUL, 2, 32000, 64000)):
        result = hand("111m333p777s222z5z", tsumo="5z", rules=rules)
        assert (result.yakuman, result.points, result.han) == (yakuman, points, 0)
        assert result.payments["E"] == -dealer
        assert f"{points:,} points" in str(result)


def test_b23_b25_liability() -> None:
    won: dict[str, Any] = {
        "tiles": "234m9s", "melds": ["pon:555z", "pon:666z", "pon:777z"], "ron": "9s",
        "seat": "W", "honba": 6,
    }  # fmt: skip
    assert hand(**won, discarder="S", pao="E").payments == {
        "E": -17800, "S": -16000, "W": 33800, "N": 0,
    }  # fmt: skip
    assert hand(**won, discarder="N").payments == {"E": 0, "S": 0, "W": 33800, "N": -33800}
    assert hand(**won, discarder="N", pao="N").payments["N"] == -33800


def test_b29_counters_are_paid_to_the_dealer_too() -> None:
    first = hand("234m345p34588s67p", tsumo="8p", riichi=True, seat="E", dora="1m")
    assert first.payments == {"E": 12000, "S": -4000, "W": -4000, "N": -4000}
    second = hand("234m345p34588s67p", tsumo="8p", riichi=True, seat="E", dora="1m", honba=1)
    assert second.payments == {"E": 12300, "S": -4100, "W": -4100, "N": -4100}


def test_b31_kita_count_and_the_absent_player_pays_nothing() -> None:
    tiles: dict[str, Any] = {
        "tiles": "111m340p678p99s13s", "tsumo": "2s", "riichi": True, "dora": ["8s", "1s"],
        "rules": SANMA,
    }  # fmt: skip
    with_kita, without = hand(**tiles, kita=2), hand(**tiles)
    assert (without.han, with_kita.han) == (6, 8)
    assert without.payments == {"E": -6000, "S": 9000, "W": -3000}
    assert with_kita.payments == {"E": -8000, "S": 12000, "W": -4000}
    assert (with_kita.limit, with_kita.points) == ("baiman", 12000)


def test_b65_more_than_four_copies() -> None:
    for tiles, ron in (("22222448m123p67s", "8s"), ("44555555m123p67s", "8s")):
        with pytest.raises(TileError, match="more than four copies of"):
            hand(tiles, ron=ron)
    with pytest.raises(TileError, match="more than four copies of 4s"):
        hand("123456m9934p", melds="ankan:4444s", ron="5p", dora="4s")


def test_b86_points_of_a_tsumo_are_what_is_collected() -> None:
    assert hand("234m678m345p99s34s", tsumo="5s").points == 1500
    mangan = hand("111m340p678p99s13s", tsumo="2s", riichi=True, dora="8s", rules=SANMA)
    assert (mangan.han, mangan.points) == (5, 6000)


# --- another scorer ------------------------------------------------------------
def random_wins(number: int, seed: int) -> Iterator[dict[str, Any]]:
    """Complete hands with melds, in any situation that a win can have."""
    rng = random.Random(seed)
    made = 0
    while made < number:
        left = [4] * 34
        suits = rng.choice(((0, 1, 2, 3), (0, 1, 2), (0, 3), (1,), (2, 3)))
        kinds = [k for k in range(34) if k // 9 in suits]
        parts: list[list[int]] = []
        if rng.random() < 0.08:
            chosen = [rng.choice(kinds) for _ in range(7)]
            if len(set(chosen)) < 7:
                continue
            parts = [[k, k] for k in chosen]
        else:
            for _ in range(4):
                kind = rng.choice(kinds)
                run = kind < 27 and kind % 9 < 7 and rng.random() < 0.6
                parts.append([kind, kind + 1, kind + 2] if run else [kind] * 3)
            parts.append([rng.choice(kinds)] * 2)
        for part in parts:
            for kind in part:
                left[kind] -= 1
        if min(left) < 0:
            continue
        melds, concealed = [], []
        for part in parts:
            if len(parts) == 5 and len(part) == 3 and rng.random() < rng.choice((0.0, 0.5)):
                if part[0] != part[1]:
                    melds.append(("chi", part))
                elif left[part[0]] and rng.random() < 0.4:
                    left[part[0]] -= 1
                    melds.append((rng.choice(("ankan", "daiminkan", "kakan")), [part[0]] * 4))
                else:
                    melds.append(("pon", part))
            else:
                concealed += part
        rng.shuffle(concealed)
        win = concealed.pop()
        closed = all(kind == "ankan" for kind, _ in melds)
        indicators = [rng.randrange(34)]
        if not left[indicators[0]]:
            continue
        riichi = closed and rng.random() < 0.5
        tsumo = rng.random() < 0.5
        kans = any(kind in ("ankan", "kakan", "daiminkan") for kind, _ in melds)
        rinshan = tsumo and kans and rng.random() < 0.3
        made += 1
        yield {
            "hand": format_tiles(sorted(concealed)),
            "melds": [f"{kind}:{format_tiles(tiles)}" for kind, tiles in melds],
            "tsumo" if tsumo else "ron": format_tiles([win]),
            "seat": rng.choice("ESWN"),
            "round": rng.choice("ES"),
            "dora": format_tiles(indicators),
            "riichi": riichi,
            "ippatsu": riichi and not rinshan and rng.random() < 0.2,
            "rinshan": rinshan,
            "haitei": tsumo and not rinshan and rng.random() < 0.1,
            "houtei": not tsumo and rng.random() < 0.1,
        }


def oracle(case: dict[str, Any]) -> tuple[int, int, int] | None:
    """(han, fu, points) by the package ``mahjong``; han 13 a yakuman, None for no win."""
    from mahjong.constants import EAST
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.meld import Meld

    used = [0] * 34

    def ids(text: str) -> list[int]:
        result = []
        for code in parse_tiles(text):
            # no red fives: the copies 1–3 first
            order = (1, 2, 3, 0)
            result.append(code * 4 + order[used[code]])
            used[code] += 1
        return result

    kinds = {"chi": Meld.CHI, "pon": Meld.PON}
    melds = []
    for text in case["melds"]:
        kind, tiles = text.split(":")
        melds.append(Meld(meld_type=kinds.get(kind, Meld.KAN), tiles=ids(tiles),
                          opened=kind != "ankan"))  # fmt: skip
    concealed = ids(case["hand"])
    win = ids(case.get("tsumo") or case["ron"])[0]
    rules = OptionalRules(has_open_tanyao=True, has_aka_dora=False, has_double_yakuman=False)
    config = HandConfig(
        is_tsumo="tsumo" in case, is_riichi=case["riichi"], is_ippatsu=case["ippatsu"],
        is_rinshan=case["rinshan"], is_haitei=case["haitei"], is_houtei=case["houtei"],
        player_wind=EAST + "ESWN".index(case["seat"]),
        round_wind=EAST + "ESWN".index(case["round"]), options=rules,
    )  # fmt: skip
    tiles = [*concealed, win, *(t for m in melds for t in m.tiles)]
    indicator = parse_tiles(case["dora"])[0] * 4
    result = HandCalculator.estimate_hand_value(
        tiles, win, melds=melds, dora_indicators=[indicator], config=config
    )
    if result.error:
        return None
    cost, han, fu = result.cost, result.han, result.fu
    assert cost is not None and han is not None and fu is not None
    points = int(cost["main"] if "ron" in case else cost["main"] + cost["additional"] * 2)
    return han, fu, points


def test_random_hands_agree_with_another_scorer() -> None:
    plain = Rules(aka=(0, 0, 0))
    seen = 0
    for case in random_wins(3000, seed=20261130):
        result, expected = score(**case, rules=plain), oracle(case)
        if expected is None:
            assert result.message == "no yaku", case
            continue
        seen += 1
        han, fu, points = expected
        assert result.points == points, (case, expected, result)
        if result.yakuman:
            assert han >= 13 * result.yakuman, (case, expected, result)
        else:
            assert (result.han, result.fu) == (han, fu), (case, expected, result)
    assert seen > 1500


# --- batches ------------------------------------------------------------
def cases_of(wins: list[dict[str, Any]]) -> np.ndarray[Any, np.dtype[np.int64]]:
    from mjlog.calculator.given import read_input

    flags = ("riichi", "double_riichi", "ippatsu", "haitei", "houtei", "rinshan", "chankan",
             "first_turn", "tsubame_gaeshi", "kanburi", "unmarked", "open_riichi")  # fmt: skip
    rows = []
    for case in wins:
        given = {"ron": None, "tsumo": None, "ura": (), **case}
        flag = {name: bool(given.pop(name, False)) for name in flags}
        rows.append(
            read_input(
                given.pop("hand"), flags=flag, kita=0, honba=0, deposits=0, discarder=None,
                pao=None, rules=TENHOU, **given,
            ).case
        )  # fmt: skip
    return np.stack(rows)


@pytest.mark.slow
def test_compiled_and_uncompiled_agree_under_every_ruleset() -> None:
    cases = cases_of(list(random_wins(400, seed=7)))
    rulesets = [TENHOU, SOUL, Rules(atozuke=False, kuitan=False, kiriage=True),
                Rules(local_yaku=frozenset({"uumensai", "sanrenkou", "isshoku_sanjun"}),
                      chiitoi="50fu1han", pinfu_tsumo=False, rinshan_tsumo_fu=0)]  # fmt: skip
    cases[:, layout.CASE_RULES] = np.arange(len(cases)) % len(rulesets)
    plain, fast = layout.new_results(len(cases)), layout.new_results(len(cases))
    score_wins(cases, rules_matrix(rulesets), plain)
    compiled(score_wins)(cases, rules_matrix(rulesets), fast)
    assert np.array_equal(plain, fast)
    assert {LIMITS[i] for i in plain[:, layout.OUT_LIMIT]} >= {"", "mangan", "haneman", "yakuman"}
