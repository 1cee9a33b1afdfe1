"""Rulesets: values, files, variants, comparison, and the command."""

from __future__ import annotations

import argparse
import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.american.rules import american_profiles
from mjlog.cli import rules as command
from mjlog.errors import RulesError, UnknownNameError
from mjlog.rules import (
    Rules,
    check_rules,
    columns,
    diff_rules,
    format_rules,
    list_rules,
    load_rules,
    loader,
    parse_rules,
)
from mjlog.rules.columns import COLUMN_NAMES, rules_row, uma_table
from mjlog.rules.meanings import MEANINGS
from mjlog.rules.model import PARAMETERS, SET_DOMAINS
from mjlog.rules.validate import check_domain, contradictions, describe_domain


def house(tmp_path: Path, text: str, name: str = "house.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


# --- parameters and columns


def test_each_column_constant_is_its_position() -> None:
    constants = {n: getattr(columns, n.upper()) for n in COLUMN_NAMES}
    assert constants == {name: index for index, name in enumerate(COLUMN_NAMES)}


def test_columns_follow_the_order_of_the_parameters() -> None:
    scalar = [p for p in PARAMETERS if p not in ("uma", "uma_by_floaters", "aka")]
    assert list(COLUMN_NAMES) == [*scalar, "aka_m", "aka_p", "aka_s"]


@pytest.mark.parametrize("name", list_rules())
def test_a_row_holds_every_value(name: str) -> None:
    rules = load_rules(name)
    row = rules_row(rules)
    assert row.dtype == np.int32 and len(row) == len(COLUMN_NAMES)
    assert row[columns.PLAYERS] == rules.players
    assert row[columns.KUITAN] == rules.kuitan
    assert tuple(row[columns.AKA_M :]) == rules.aka
    mask = sum(1 << i for i, name in enumerate(SET_DOMAINS["pao_yaku"]) if name in rules.pao_yaku)
    assert row[columns.PAO_YAKU] == mask


def test_every_parameter_has_a_meaning_and_a_domain_in_order() -> None:
    assert tuple(MEANINGS) == PARAMETERS
    assert all(describe_domain(p) for p in PARAMETERS)


def test_the_catalogue_of_parameters_is_complete() -> None:
    named = """
        start_points return_points uma uma_tie point_rounding leftover_deposit length extension
        extension_threshold extension_cmp extension_renchan_priority tobi tobi_timing agari_yame
        tenpai_yame upper_cap renchan double_ron_renchan abort_renchan nagashi_renchan honba_total
        ryanhan_shibari_at min_han noten_pool keishiki_tenpai fifth_tile_tenpai riichi_bet
        riichi_min_points riichi_min_wall furiten_riichi open_riichi double_riichi ippatsu
        riichi_bet_when_ronned riichi_ankan okuri_kan aka dora ura kan_dora kan_ura kan_dora_chain
        kuitan atozuke kuikae_same kuikae_suji pon_over_chi max_ron triple_ron honba_multi_ron
        deposit_multi_ron chankan_ankan_kokushi kan_on_haitei fifth_kan abort_kyuushu abort_suufon
        abort_suucha abort_suukan suukan_timing abort_priority_over_riichi temp_furiten_clear
        furiten_scope nagashi renhou kazoe double_yakuman multi_yakuman kiriage pinfu_tsumo
        rinshan_tsumo_fu double_wind_pair_fu open_pinfu_fu chiitoi ryuuiisou_needs_hatsu
        chuuren_suits daisharin_suits renfonpai_triplet_han local_yaku limit_table bazoro_display
        pao_yaku pao_scope pao_ron_split pao_honba daiminkan_rinshan_pao chombo chombo_points
        chombo_replay chombo_honba_unchanged dead_hand_may_call tsumo_loss kita kita_chankan
        kita_breaks_ippatsu chi dead_wall_replacements dora_cycle_man
    """
    assert set(named.split()) <= set(PARAMETERS)


def test_oka_and_counters_follow_from_the_other_values() -> None:
    four, three = load_rules("tenhou"), load_rules("tenhou-3p")
    assert (four.oka, three.oka) == (20000, 15000)
    assert (four.honba_per_payer, three.honba_per_payer) == (100, 100)


def test_uma_table_is_in_tenths_and_three_players_have_no_fourth_place() -> None:
    assert uma_table(load_rules("tenhou"))[2].tolist() == [200, 100, -100, -200]
    assert uma_table(load_rules("tenhou-3p"))[0].tolist() == [200, 0, -200, 0]


# --- presets


@pytest.mark.parametrize("name", list_rules())
def test_a_preset_is_valid_and_each_value_has_a_source(name: str) -> None:
    rules = load_rules(name)
    assert rules.name == name
    assert check_domain(rules) == []
    assert contradictions(rules) == []
    assert set(rules.sources) == set(PARAMETERS)
    assert set(rules.unspecified) <= set(PARAMETERS)


@pytest.mark.parametrize("path", sorted(loader.PRESETS.glob("*.toml")), ids=lambda p: p.stem)
def test_a_preset_file_has_no_fault(path: Path) -> None:
    assert check_rules(path) == []


@pytest.mark.parametrize("name", list_rules())
def test_what_show_prints_reads_back_to_the_same_ruleset(name: str) -> None:
    rules = load_rules(name)
    again = parse_rules(format_rules(rules), name=name)
    assert again == rules
    assert (again.sources, again.unspecified) == (rules.sources, rules.unspecified)


def test_tenhou_ranked_values() -> None:
    rules = load_rules("tenhou")
    assert (rules.start_points, rules.return_points) == (25000, 30000)
    assert rules.uma == (20, 10, -10, -20)
    assert (rules.length, rules.extension, rules.tobi) == ("south", "sudden_death", "lt0")
    assert (rules.max_ron, rules.triple_ron) == (2, "abort")
    assert rules.aka == (1, 1, 1) and rules.kuitan and not rules.kiriage
    assert rules.pao_scope == "whole_hand" and rules.kazoe == "yakuman"


def test_three_player_values() -> None:
    rules = load_rules("tenhou-3p")
    assert (rules.players, rules.start_points, rules.return_points) == (3, 35000, 40000)
    assert rules.uma == (20, 0, -20) and rules.aka == (0, 1, 1)
    assert (rules.honba_total, rules.noten_pool, rules.riichi_min_wall) == (200, 2000, 3)
    assert not rules.chi and rules.kita == "nukidora" and rules.tsumo_loss == "loss"
    assert rules.dora_cycle_man and rules.dead_wall_replacements == 8


def test_variants_come_in_any_order_and_any_case() -> None:
    assert load_rules("tenhou-noaka-3p-EAST") is load_rules("tenhou-noaka-3p-east")
    assert load_rules("tenhou-noaka-3p-east").name == "tenhou-3p-east-noaka"
    assert load_rules("tenhou-noaka-3p").aka == (0, 0, 0)
    assert load_rules("tenhou-3p-noaka-nokuitan").kuitan is False


@pytest.mark.parametrize("name", ["tenho", "tenhou-", "tenhou-east-east", "tenhou-5p", "", "-"])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(UnknownNameError):
        load_rules(name)


def test_an_unknown_name_lists_near_ones() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'tenhou'"):
        load_rules("tenhuo")


# --- files


def test_a_house_ruleset_extends_a_preset(tmp_path: Path) -> None:
    path = house(tmp_path, 'title = "Club"\nextends = "tenhou-noaka"\nkuitan = false\n')
    rules = load_rules(path)
    assert (rules.name, rules.title) == ("house", "Club")
    assert rules.aka == (0, 0, 0) and not rules.kuitan
    assert load_rules(str(path)) == rules


def test_a_replaced_value_loses_its_source_and_its_reading(tmp_path: Path) -> None:
    text = 'extends = "tenhou"\npao_honba = "discarder"\nkuitan = false\n[sources]\nkuitan = "us"\n'
    rules = load_rules(house(tmp_path, text))
    assert rules.sources["kuitan"] == "us"
    assert "pao_honba" not in rules.sources
    assert "pao_honba" not in rules.unspecified
    assert rules.sources["tobi"] == load_rules("tenhou").sources["tobi"]


def test_a_file_extends_a_file_beside_it(tmp_path: Path) -> None:
    house(tmp_path, 'extends = "tenhou-3p"\ntobi = "none"', "base.toml")
    rules = load_rules(house(tmp_path, 'extends = "base.toml"\nkuitan = false'))
    assert (rules.players, rules.tobi, rules.kuitan) == (3, "none", False)


def test_a_file_may_leave_the_uma_open(tmp_path: Path) -> None:
    text = 'uma = []\n[unspecified]\numa = "A0: not in the text"'
    rules = load_rules(house(tmp_path, text))
    assert not rules.uma_known
    assert load_rules("tenhou").uma_known


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kuitn = true", r"house\.toml: unknown parameter 'kuitn'; did you mean 'kuitan'"),
        ("extend = 'tenhou'", "did you mean"),
        ("zzzzzz = 1", r"house\.toml: unknown parameter 'zzzzzz'$"),
        ("kuitan = 1", "kuitan: 1 is not true or false"),
        ("players = 5", "players: 5 is not 3 or 4"),
        ("players = true", "players: True is not 3 or 4"),
        ("max_ron = 4", "max_ron: 4 is not 1, 2 or 3"),
        ("start_points = 25000.5", "start_points: 25000.5 is not a whole number from 0 to"),
        ("start_points = -100", "start_points: -100 is not a whole number from 0"),
        ("tobi = 'lt'", 'tobi: \'lt\' is not "none", "lt0" or "le0"; did you mean \'lt0\''),
        ("pao_yaku = ['daisangn']", "did you mean 'daisangen'"),
        ("pao_yaku = 'daisangen'", 'is not a list of "daisangen", "daisuushi" or "suukantsu"'),
        ("aka = [1, 1]", "aka: .* is not three whole numbers"),
        ("aka = [1, 1, 5]", "aka: .* is not three whole numbers"),
        ("uma = [20, 10, -30]", "uma: 3 places for 4 players"),
        ("uma = [20, 10, -10, -30]", r"uma: \[20, 10, -10, -30\] adds up to -10, not to 0"),
        ("uma = [20, 10, -10, nan]", "uma: .* is not one number for each place"),
        ("uma = [1e9, 0, 0, -1e9]", "uma: .* is not one number for each place"),
        ("uma_by_floaters = [[0, 0, 0, 0]]", "uma_by_floaters: 1 lists, 5 needed"),
        ("players = 3", "uma: 4 places for 3 players"),
        ("players = 3\numa = [20, 0, -20]", "chi: true, but three players do not chi"),
        ("kita = 'nukidora'", "kita: needs players = 3"),
        ("return_points = 20000", "return_points: less than start_points"),
        ("ura = false", "kan_ura: true, but ura is false"),
        ("extension_winds = 0", "extension_winds: 0, but extension"),
        ("double_yakuman = ['daisharin']", "holds daisharin, which is not played"),
        ("honba_total = 100", "honba_total: cannot be shared evenly"),
        ("upper_cap = 20000", "upper_cap: not above start_points"),
        ("[sources]\nkuitn = 'x'", r"sources: unknown parameter 'kuitn'; did you mean 'kuitan'"),
        ("[sources]\nkuitan = 3", r"sources\.kuitan: 3 is not a text"),
        ("unspecified = ['kuitan']", "unspecified: .* is not a table of parameter = text"),
        ("title = 3", "title: 3 is not a text"),
        ("extends = 'tenhuo'", "extends: unknown ruleset 'tenhuo'; did you mean 'tenhou'"),
        ("extends = 3", "extends: 3 is not a preset name or a path"),
        ("extends = 'none.toml'", r"none\.toml: no such file"),
        ("extends = 'house.toml'", r"extends itself: house\.toml → house\.toml"),
        ("variants = 3", "variants: 3 is not a table of tables"),
        ("[variants.a-b]", "variants: 'a-b' is not a name of letters and digits"),
        ("[variants.x]\nextends = 'tenhou'", r"variants\.x: 'extends' belongs to the file"),
        ("kuitan = ", r"house\.toml: not TOML"),
        ("a = " + "[" * 3000, r"house\.toml: not TOML"),
        ("players = " + "9" * 5000, r"house\.toml: not TOML"),
        ("#" * 70000, "more than 64 KiB"),
    ],
)
def test_a_fault_is_named_with_file_and_key(tmp_path: Path, text: str, message: str) -> None:
    path = house(tmp_path, text)
    with pytest.raises(RulesError, match=message):
        load_rules(path)
    assert any(str(path.parent) in line for line in check_rules(path))


def test_all_faults_of_a_file_are_listed(tmp_path: Path) -> None:
    path = house(tmp_path, "kuitn = true\nplayers = 7\n[sources]\nnope = 'x'\n")
    assert len(check_rules(path)) == 3


def test_the_list_of_faults_is_bounded(tmp_path: Path) -> None:
    path = house(tmp_path, "".join(f"k{n} = 1\n" for n in range(5000)))
    assert len(check_rules(path)) == loader.MAX_PROBLEMS


def test_a_variant_is_checked_on_its_own(tmp_path: Path) -> None:
    path = house(tmp_path, "[variants.x]\nplayers = 3\n")
    assert load_rules(path).players == 4
    assert any("variants.x: uma: 4 places" in line for line in check_rules(path))


def test_a_circle_of_files_is_an_error(tmp_path: Path) -> None:
    house(tmp_path, "extends = './b.toml'", "a.toml")
    path = house(tmp_path, "extends = './a.toml'", "b.toml")
    with pytest.raises(RulesError, match="extends itself"):
        load_rules(path)


def test_a_long_chain_of_files_is_an_error(tmp_path: Path) -> None:
    for n in range(12):
        house(tmp_path, f"extends = './f{n + 1}.toml'", f"f{n}.toml")
    with pytest.raises(RulesError, match="more than 8 files deep"):
        load_rules(tmp_path / "f0.toml")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\x00", b"title = '\xe3\x81'"])
def test_bytes_that_are_no_text_are_an_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(data)
    with pytest.raises(RulesError, match=r"not UTF-8|not TOML"):
        load_rules(path)


def test_a_folder_or_a_missing_file_is_an_error(tmp_path: Path) -> None:
    assert check_rules(tmp_path) == [f"{tmp_path}: no such file"]
    assert check_rules(tmp_path / "x.toml") == [f"{tmp_path / 'x.toml'}: no such file"]
    assert check_rules("a\0b.toml")


_values = st.recursive(
    st.none().map(lambda _: 0) | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(PARAMETERS) | st.text(max_size=8), _values, max_size=5))
def test_any_values_give_a_ruleset_or_a_rules_error(table: dict[str, object]) -> None:
    text = "".join(f"{json.dumps(key)} = {json.dumps(v)}\n" for key, v in table.items())
    try:
        rules = parse_rules(text)
    except RulesError:
        return
    assert check_domain(rules) == [] and contradictions(rules) == []
    assert len(rules_row(rules)) == len(COLUMN_NAMES)


# --- comparison


def test_diff_names_only_what_differs() -> None:
    lines = [str(d) for d in diff_rules(load_rules("tenhou"), load_rules("tenhou-east-noaka"))]
    assert lines == ["length\tsouth\teast", "aka\t1 1 1\t0 0 0"]
    assert diff_rules(load_rules("tenhou"), load_rules("tenhou")) == []


def test_diff_marks_a_value_that_rests_on_a_reading() -> None:
    a = parse_rules('multi_yakuman = false\n[unspecified]\nmulti_yakuman = "A11: not stated"')
    b = parse_rules('kazoe = "sanbaiman"\n[unspecified]\nkazoe = "the text is silent here"')
    lines = [str(d) for d in diff_rules(a, b)]
    assert lines == [
        "kazoe\tyakuman\tsanbaiman (reading)",
        "multi_yakuman\tfalse (A11)\ttrue",
    ]


def test_a_title_with_quotes_and_line_breaks_survives(tmp_path: Path) -> None:
    rules = dataclasses.replace(Rules(), title='a "b"\n\\c\t\x7f 牌')
    assert load_rules(house(tmp_path, format_rules(rules))).title == rules.title


# --- command


def run(*argv: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_parser(parser.add_subparsers())
    args = parser.parse_args(["rules", *argv])
    return int(args.func(args))


def test_list_prints_every_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [*list_rules(), *american_profiles()]
    assert run() == 0
    assert capsys.readouterr().out.splitlines() == lines


def test_show_prints_a_file_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "tenhou-east") == 0
    assert parse_rules(capsys.readouterr().out, name="tenhou-east") == load_rules("tenhou-east")
    assert run("show", "tenhou", "--format", "json") == 0
    shown = json.loads(capsys.readouterr().out)
    values = {p["key"]: p["value"] for p in shown["parameters"]}
    assert values["uma"] == [20, 10, -10, -20] and set(values) == set(PARAMETERS)


def test_diff_prints_one_line_a_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("diff", "tenhou", "tenhou-nokuitan") == 0
    assert capsys.readouterr().out == "kuitan\ttrue\tfalse\n"
    assert run("diff", "tenhou", "tenhou-nokuitan", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == [
        {"key": "kuitan", "a": True, "b": False, "a_rests_on": None, "b_rests_on": None}
    ]


def test_check_tells_good_bad_and_missing_files_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("check", str(house(tmp_path, 'extends = "tenhou"', "good.toml"))) == 0
    assert capsys.readouterr().out == ""
    assert run("check", str(house(tmp_path, "kuitn = 1"))) == 1
    assert "did you mean 'kuitan'" in capsys.readouterr().out
    assert run("check", str(tmp_path / "missing.toml")) == 3


def test_an_unknown_ruleset_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "tenhuo") == 2
    captured = capsys.readouterr()
    assert captured.out == "" and "did you mean 'tenhou'" in captured.err


def test_the_rules_document_is_current(root: Path) -> None:
    script = root / "scripts" / "make_rules_doc.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
