"""The presets: their values against the rule texts, their sources, their open points."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from typing import Any

import pytest

from mjlog.auditing import audit_batch
from mjlog.cli import rules as command
from mjlog.rules import Rules, diff_rules, list_rules, load_rules
from mjlog.rules.compare import reading_tag
from mjlog.rules.loader import preset_names
from mjlog.rules.model import PARAMETERS
from mjlog.rules.readings import BY_NUMBER, OPEN_POINTS, alternatives
from mjlog.rules.validate import check_domain, contradictions
from mjlog.views.handmade import game_of

EXPECTED_NAMES = {
    "jpml-2005", "ishokai", "ishokai-tobi", "jpml", "mleague", "wrc", "wrc-2022", "ema-2016",
    "ema-2025", "rmu", "rmu-b", "rmu-m", "saikouisen", "saikyousen", "mu", "mahjong-soul",
    "mahjong-soul-east", "mahjong-soul-3p", "mahjong-soul-3p-east", "mahjong-soul-koyaku",
    "classic", "common", "tenhou",
}  # fmt: skip

#: What the two columns of seed 002 differ in, row by row; (A…) = rests on a reading.
SEED_DIFFERENCES = """
start_points	30000	25000
extension	none (A17)	full_wind
extension_threshold	30000	30100
extension_cmp	ge	gt (A2)
extension_winds	1	4
double_ron_renchan	any	head
nagashi_renchan	tenpai	pass (A12)
riichi_min_points	0 (A1)	1000 (A1)
ura	false (A8)	true (A8)
max_ron	1	2
nagashi	off	win
nagashi_collects	false	true (A12)
double_yakuman	-	junsei_chuuren, suuankou_tanki
multi_yakuman	false (A11)	true (A11)
chuuren_suits	m, p, s	m
daisharin_suits	-	p
daisharin_ranges	2-8	1-7, 2-8, 3-9 (A16)
chombo	points	mangan_payment
chombo_when	after_game	at_once
wrong_riichi	none (A1)	dead_hand
reveal_order	dealer_first	none
disputes	referee	players
shown_tile_ron_ban	false	true
false_accusation	none	chombo
peek_first_time	chombo	dead_hand
too_many_tiles	dead_hand	chombo
wrong_indicator	swap	dealer_chombo
break_before_settlement	none	chombo
"""


def run(*argv: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_parser(parser.add_subparsers())
    args = parser.parse_args(["rules", *argv])
    return int(args.func(args))


# --- all presets ---------------------------------------------------------------------------


def test_the_rulesets_of_the_seeds_and_of_the_field_are_there() -> None:
    assert set(list_rules()) >= EXPECTED_NAMES
    assert not any(name.startswith("_") for name in [*list_rules(), *preset_names()])


@pytest.mark.parametrize("name", list_rules())
def test_each_value_is_valid_and_has_a_source(name: str) -> None:
    rules = load_rules(name)
    assert check_domain(rules) == [] and contradictions(rules) == []
    assert set(rules.sources) | set(rules.unspecified) == set(PARAMETERS)
    for text in rules.sources.values():
        assert not re.search(r"https?:|www\.|\.php|\.toml|\.json|specs|/\w+/", text), text


@pytest.mark.parametrize("name", list_rules())
def test_what_is_left_open_names_its_point_and_the_reading(name: str) -> None:
    rules = load_rules(name)
    for key, text in rules.unspecified.items():
        tag = reading_tag(rules, key)
        assert re.fullmatch(r"A\d+|T\d|U|conflict|§[\d.]+", tag), text
        assert len(text) > len(tag) + 10
        if tag[0] == "A":
            assert key in (*BY_NUMBER[tag].parameters, "wrong_riichi", "bazoro_display")


def test_a_preset_of_today_keeps_the_open_points_of_2005_that_nobody_closed() -> None:
    today = load_rules("jpml")
    assert reading_tag(today, "open_pinfu_fu") == "A14"
    assert reading_tag(today, "ippatsu") == ""
    assert reading_tag(today, "kuikae_suji") == ""


# --- seed 002 ------------------------------------------------------------------------------


def test_diff_prints_what_the_columns_of_the_seed_differ_in_and_nothing_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("diff", "jpml-2005", "ishokai") == 0
    assert capsys.readouterr().out == SEED_DIFFERENCES.lstrip("\n")


@pytest.mark.parametrize("name", ["jpml-2005", "ishokai", "ishokai-tobi"])
def test_every_value_of_the_seed_names_its_row(name: str) -> None:
    rules = load_rules(name)
    elsewhere = {"common rule", "not played by four"}
    assert all("seed 002" in t or t in elsewhere for t in rules.sources.values())


def test_the_agreement_tobi_changes_two_values() -> None:
    found = [str(d) for d in diff_rules(load_rules("ishokai"), load_rules("ishokai-tobi"))]
    assert found == ["tobi\tnone\tle0", "riichi_min_points\t1000 (A1)\t1100 (A1)"]


def test_the_uma_of_the_seed_is_not_known_and_final_points_are_not_checked() -> None:
    text = """
E1.0 dora 3z
hand 34m678m345p22p67s1z
hand 13 unknown
hand 13 unknown
hand 13 unknown
0 draw 8s
0 tsumo 8s worth 1500 : 1500 -500 -500 -500
"""
    game = game_of(text, complete=True)
    for name in ("jpml-2005", "ishokai"):
        rules = load_rules(name)
        assert not rules.uma_known and reading_tag(rules, "uma") == "§13"
        assert audit_batch(game.batch, rules=rules).not_checked["final-points"] == 1


# --- open points ---------------------------------------------------------------------------


def test_every_open_point_has_a_question_and_two_answers() -> None:
    assert [point.number for point in OPEN_POINTS] == [f"A{n}" for n in range(1, 35)]
    for point in OPEN_POINTS:
        assert len(point.answers) >= 2 and point.question and point.rows
        for key in point.parameters:
            values = {str(answer[key]) for answer in point.answers if key in answer}
            assert key in PARAMETERS
            # extension_threshold and the like only go with the answer that plays on
            assert len(values) >= 2 or point.number == "A17"


def test_every_open_point_can_be_switched_in_a_ruleset_of_the_seed() -> None:
    found: dict[str, list[dict[str, Any]]] = {}
    for name in ("jpml-2005", "ishokai"):
        for other in alternatives(load_rules(name)):
            assert check_domain(other.rules) == [] and contradictions(other.rules) == []
            assert other.rules != load_rules(name)
            found.setdefault(other.point.number, []).append(other.changes)
    assert set(found) == set(BY_NUMBER)


def test_the_answer_taken_is_one_of_the_answers_named() -> None:
    for name in ("jpml-2005", "ishokai"):
        rules = load_rules(name)
        for key in rules.unspecified:
            tag = reading_tag(rules, key)
            if tag[0] == "A" and key in BY_NUMBER[tag].parameters:
                values = [a[key] for a in BY_NUMBER[tag].answers if key in a]
                assert getattr(rules, key) in values, (name, key)


def test_an_answer_that_the_text_gives_has_no_alternative() -> None:
    house = replace(load_rules("ishokai"), unspecified={})
    assert list(alternatives(house)) == []
    assert list(alternatives(load_rules("tenhou"))) == []


# --- values, as the rule texts have them ---------------------------------------------------


def values(**texts: Any) -> dict[str, Any]:
    return texts


VALUES: dict[str, dict[str, Any]] = {
    "jpml-2005": values(
        start_points=30000, return_points=30000, uma=(), leftover_deposit="void", tobi="none",
        extension="none", agari_yame="none", max_ron=1, triple_ron="abort", ippatsu=False,
        ura=False, kan_dora=False, aka=(0, 0, 0), kuikae_same=False, kuikae_suji=True,
        riichi_ankan="strict_shape", riichi_min_wall=0, temp_furiten_clear="own_discard",
        nagashi="off", renhou="mangan_exclusive", kiriage=False, kazoe="sanbaiman",
        double_yakuman=frozenset(), multi_yakuman=False, rinshan_tsumo_fu=0,
        double_wind_pair_fu=4, pao_yaku=frozenset({"daisangen", "daisuushi", "suukantsu"}),
        pao_honba="discarder", daiminkan_rinshan_pao=True, chankan_ankan_kokushi=True,
        ryuuiisou_needs_hatsu=True, chombo="points", chombo_points=20, chombo_when="after_game",
        bazoro_display=True, suukan_timing="on_kan", abort_suucha=True,
        fifth_tile_tenpai="deny_own_hand", wrong_indicator="swap", too_many_tiles="dead_hand",
    ),
    "ishokai": values(
        start_points=25000, return_points=30000, extension="full_wind",
        extension_threshold=30100, extension_cmp="gt", extension_winds=4, max_ron=2,
        triple_ron="abort", honba_multi_ron="head", double_ron_renchan="head", nagashi="win",
        nagashi_renchan="pass", nagashi_own_calls_ok=True, ura=True, ippatsu=False,
        chuuren_suits=frozenset("m"), daisharin_suits=frozenset("p"),
        daisharin_ranges=frozenset({"1-7", "2-8", "3-9"}),
        double_yakuman=frozenset({"suuankou_tanki", "junsei_chuuren"}), multi_yakuman=True,
        chombo="mangan_payment", chombo_when="at_once", too_many_tiles="chombo",
        too_few_tiles="dead_hand", wrong_indicator="dealer_chombo", shown_tile_ron_ban=True,
        false_accusation="chombo", break_before_settlement="chombo", reveal_order="none",
        disputes="players", peek_first_time="dead_hand", riichi_min_points=1000,
    ),
    "ishokai-tobi": values(tobi="le0", riichi_min_points=1100),
    "jpml": values(
        start_points=30000, uma_tie="share", kuikae_suji=True, riichi_min_wall=0,
        uma_by_floaters=(
            (8, 4, -4, -8), (12, -1, -3, -8), (8, 4, -4, -8), (8, 3, 1, -12), (8, 4, -4, -8),
        ),
        abort_suucha=True, chombo_points=20, multi_yakuman=False, leftover_deposit="void",
    ),
    "mleague": values(
        start_points=25000, return_points=30000, uma=(30, 10, -10, -30), uma_tie="share",
        max_ron=1, aka=(1, 1, 1), kiriage=True, kazoe="sanbaiman", multi_yakuman=True,
        double_wind_pair_fu=2, riichi_min_points=0, riichi_min_wall=0, abort_kyuushu=False,
        noten_declare_optional=True, kan_dora_kakan="immediate", chankan_ankan_kokushi=False,
        extension="none", agari_yame="none", riichi_ankan="strict_shape",
    ),
    "wrc": values(
        start_points=30000, uma=(15, 5, -5, -15), uma_tie="share", kiriage=True, max_ron=1,
        renhou="mangan_floor", riichi_min_wall=0, abort_suukan=False, kuikae_suji=False,
        chombo="points", kazoe="yakuman",
    ),
    "wrc-2022": values(riichi_min_wall=4, kazoe="sanbaiman", kiriage=True),
    "ema-2016": values(
        max_ron=3, triple_ron="pay", kiriage=False, temp_furiten_clear="own_turn_or_call",
        aka=(0, 0, 0), uma=(15, 5, -5, -15), chombo_ends_game=False, kuitan=True,
    ),
    "ema-2025": values(kiriage=True, chombo_ends_game=True, max_ron=3),
    "saikouisen": values(
        start_points=30000, uma=(30, 10, -10, -30), pao_yaku=frozenset(), kiriage=True,
        double_wind_pair_fu=2, bazoro_display=True, max_ron=1, riichi_min_wall=0, ippatsu=True,
    ),
    "saikyousen": values(
        start_points=25000, return_points=30000, uma=(30, 10, -10, -30), uma_tie="seat",
        aka=(0, 0, 0), ippatsu=True, kan_ura=True, max_ron=1, abort_suucha=False,
        agari_yame="none", tobi="none", bazoro_display=True,
    ),
    "rmu": values(
        start_points=30000, uma=(15, 5, -5, -15), uma_tie="share", abort_kyuushu=False,
        kuikae_verdict="dead_hand", fifth_tile_tenpai="deny_own_hand", tobi="none",
    ),
    "rmu-b": values(ippatsu=False, ura=False, kan_dora=False),
    "rmu-m": values(start_points=25000, aka=(1, 1, 1), uma=(30, 10, -10, -30)),
    "mu": values(
        uma=(12, 4, -4, -12), honba_total=0, riichi_ankan="deny", ippatsu=False,
        kuikae_same=True, renhou="off", nagashi="off", kiriage=False, false_win="dead_hand",
    ),
    "classic": values(
        start_points=30000, uma=(12, 4, -4, -12), renchan="win", noten_pool=0, ippatsu=False,
        ura=False, kan_dora=False, kuikae_same=True, kuikae_suji=True, riichi_ankan="deny",
    ),
    "mahjong-soul": values(
        start_points=25000, return_points=25000, uma=(15, 5, -5, -15), extension_threshold=30000,
        extension_renchan_priority=False, max_ron=3, triple_ron="pay", pao_scope="pao_part",
        chankan_ankan_kokushi=True,
        double_yakuman=frozenset({"suuankou_tanki", "kokushi_13", "junsei_chuuren", "daisuushi"}),
        tobi="lt0", agari_yame="auto", nagashi="draw", kazoe="yakuman",
    ),
    "mahjong-soul-3p": values(
        players=3, start_points=35000, extension_threshold=40000, uma=(15, 0, -15),
        aka=(0, 1, 1), honba_total=200, noten_pool=2000, kita="nukidora", kita_chankan=True,
    ),
    "mahjong-soul-east": values(length="east", max_ron=3),
    "mahjong-soul-koyaku": values(renhou="yakuman", daisharin_suits=frozenset("mps")),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(VALUES))
def test_values_are_those_of_the_rule_text(name: str) -> None:
    rules = load_rules(name)
    assert {key: getattr(rules, key) for key in VALUES[name]} == VALUES[name]


def test_oka_follows_from_start_and_return_points() -> None:
    names = ("jpml-2005", "ishokai", "mleague", "mahjong-soul", "mahjong-soul-3p", "rmu-m")
    assert [load_rules(name).oka for name in names] == [0, 20000, 20000, 0, 0, 20000]


# --- command -------------------------------------------------------------------------------


def test_check_takes_the_name_of_a_preset(capsys: pytest.CaptureFixture[str]) -> None:
    for name in list_rules():
        assert run("check", name) == 0
    assert capsys.readouterr().out == ""
    assert run("check", "jpml-2004") == 3


def test_show_prints_every_preset_with_sources(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "ishokai") == 0
    out = capsys.readouterr().out
    assert 'extension_cmp = "gt"' in out
    assert 'start_points = "seed 002 §1.3"' in out
    assert 'open_pinfu_fu = "A14: an open hand without any fu is not named; 30 fu"' in out
    assert isinstance(load_rules("ishokai"), Rules)
