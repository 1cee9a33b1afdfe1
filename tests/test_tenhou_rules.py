"""Tenhou's rules from the header of a log, checked against the final points of real games."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mjlog.parsers.tenhou.rules import (
    points_form,
    rules_from_go,
    type_from_disp,
    type_from_rule,
)

from mjlog.rules import Rules, diff_rules, load_rules
from mjlog.rules.columns import uma_table
from mjlog.rules.validate import check_domain, contradictions

CSRULE = (
    "0FE0BF0B,0000001F,,,30000,30000,30000,,,,,,,,,,,,,,,"
    "5,-5,-15,5,-5,-15,5,-5,-15,5,-5,-15,5,-5,-15,,,,"
)


@pytest.mark.parametrize(
    ("go_type", "name"),
    [
        (169, "tenhou"),
        (9, "tenhou"),
        (41, "tenhou"),
        (137, "tenhou"),
        (1, "tenhou-east"),
        (225, "tenhou-east"),
        (163, "tenhou-east-noaka"),
        (171, "tenhou-noaka"),
        (7, "tenhou-east-noaka-nokuitan"),
        (185, "tenhou-3p"),
        (177, "tenhou-3p-east"),
        (0x10 | 0x0E, "tenhou-3p-noaka-nokuitan"),
        (553, "tenhou-chips"),
        (1569, "tenhou-east-chips-honba1500"),
        (2113, "tenhou-east-gold"),
    ],
)
def test_each_flag_is_a_variant_of_the_preset(go_type: int, name: str) -> None:
    rules = rules_from_go(go_type)
    assert rules.name == name
    assert rules == load_rules(name)
    assert rules_from_go(go_type) is rules


def test_speed_and_room_change_no_rule() -> None:
    assert len({id(rules_from_go(9 | room)) for room in (0, 0x20, 0x80, 0xA0, 0x40, 0x1000)}) == 1


@pytest.mark.parametrize(
    ("date", "points", "rounding"),
    [
        ("2018010712", None, "half_away"),
        ("20200812", "whole", "half_away"),
        ("20210701", "tenths", "half_away"),
        ("20211015", "whole", "half_away"),
        ("20211015", "tenths", "none"),
        ("20220131", "whole", "none"),
        ("20230530", None, "none"),
        (None, "whole", "half_away"),
        (None, "tenths", "none"),
        (None, None, "none"),
        ("unknown!", "whole", "half_away"),
    ],
)
def test_rounding_follows_the_date_then_the_record(
    date: str | None, points: str | None, rounding: str
) -> None:
    assert rules_from_go(169, None, date, points=points).point_rounding == rounding


def test_early_east_games_had_smaller_placement_points() -> None:
    assert rules_from_go(161, date="20090309").uma == (10, 5, -5, -10)
    assert rules_from_go(161, points="bare").uma == (10, 5, -5, -10)
    assert rules_from_go(169, points="bare").uma == (20, 10, -10, -20)
    assert rules_from_go(225, points="whole").uma == (20, 10, -10, -20)


def test_in_early_games_a_tenpai_leader_played_on() -> None:
    assert rules_from_go(169, points="bare").tenpai_yame == "none"
    assert rules_from_go(169, date="20180107").tenpai_yame == "auto"


@pytest.mark.parametrize(
    ("owari", "form"),
    [
        ("345,44.5,222,2.2,220,-18.0,213,-28.7", "tenths"),
        ("345,45.0,222,2.0,220,-18.0,213,-29.0", "whole"),
        ("374,48,180,-22,82,-42,364,16", "bare"),
        ("345,45.0,222,2.0,220,-18.0,213,-29.1", "whole"),
        ("250,5.0,250,-5.0,300,10.0,200,-10.0", None),
        ("345,x,222", None),
        ("", None),
    ],
)
def test_the_form_of_final_points(owari: str, form: str | None) -> None:
    assert points_form(owari) == form


def test_a_jansou_table_counts_from_its_starting_points() -> None:
    rules = rules_from_go(2113, start_points=1000)
    assert (rules.start_points, rules.return_points, rules.oka) == (1000, 1000, 0)
    assert rules.uma == (0, 0, 0, 0)
    assert rules_from_go(2113, start_points=5000).return_points == 5000


def test_a_table_with_other_starting_points_has_no_known_uma() -> None:
    rules = rules_from_go(9, date="20190201", start_points=30000)
    assert rules.start_points == 30000
    assert not rules.uma_known and "uma" in rules.unspecified
    assert rules_from_go(9, start_points=25000) is rules_from_go(9, start_points=25000)
    assert rules_from_go(9, start_points=25000).name == "tenhou"


@pytest.mark.parametrize("go_type", [0x210, 0x810])
def test_three_player_chip_and_jansou_tables_are_not_known(go_type: int) -> None:
    rules = rules_from_go(go_type)
    assert rules.players == 3 and rules.name.endswith("-unseen")
    assert not rules.uma_known and "uma" in rules.unspecified


def test_a_custom_lobby_is_not_taken_as_ranked() -> None:
    rules = rules_from_go(257, CSRULE, "20230530", start_points=30000)
    assert rules.name.startswith("tenhou-east-csrule-")
    assert CSRULE in rules.title and CSRULE in rules.sources["uma"]
    assert (rules.start_points, rules.return_points) == (30000, 30000)
    assert rules.uma == (15, 5, -5, -15) and rules.uma_tie == "share"
    assert rules.kiriage and rules.max_ron == 1 and rules.nagashi == "draw"
    assert rules.double_wind_pair_fu == 2 and rules.renhou != "off"
    assert rules.kan_dora_kakan == rules.kan_dora_daiminkan == "immediate"
    assert {"tobi", "uma_tie", "renhou", "triple_ron"} <= set(rules.unspecified)
    assert not {"kiriage", "uma", "start_points"} & set(rules.unspecified)
    assert rules_from_go(257, CSRULE, "20230530", start_points=30000) is rules


def test_csrule_flags_switch_off_too() -> None:
    rules = rules_from_go(265, "00000000,00000000,,,25000,30000,30000")
    assert (rules.nagashi, rules.kiriage, rules.max_ron) == ("off", False, 2)
    assert (rules.renhou, rules.double_wind_pair_fu) == ("off", 4)
    assert rules.uma == (20, 10, -10, -20)


def test_csrule_uma_by_players_below_the_start() -> None:
    rows = ["-1,-1,-1", "2,-1,-3", "8,-4,-8", "-1,-3,-8", "0,0,0"]
    fields = ["", "", "", "", "30000", "30000", "30000", *[""] * 14, ",".join(rows)]
    rules = rules_from_go(265, ",".join(fields))
    # nobody below the start = four floaters
    assert rules.uma_by_floaters[4] == (3, -1, -1, -1)
    assert rules.uma_by_floaters[1] == (12, -1, -3, -8)
    assert rules.uma_by_floaters[0] == (0, 0, 0, 0)


def test_csrule_noten_payments_of_one_pool() -> None:
    fields = [""] * 21
    fields[16:19] = ["500", "750", "1500"]
    assert rules_from_go(265, ",".join(fields)).noten_pool == 1500
    fields[16:19] = ["1000", "1000", "1000"]
    assert rules_from_go(265, ",".join(fields)).noten_pool == 3000


def test_csrule_noten_payments_to_each_tenpai_player() -> None:
    """One, two, three tenpai get 1500 each; 600, 900 and 1000 are neither rule."""
    fields = [""] * 21
    fields[16:19] = ["500", "1500", "4500"]
    rules = rules_from_go(265, ",".join(fields))
    assert (rules.noten_pool, rules.noten_payment) == (1500, "each")
    assert rules.sources["noten_payment"].startswith("csrule")
    fields[16:19] = ["600", "900", "1000"]
    odd = rules_from_go(265, ",".join(fields))
    assert (odd.noten_pool, odd.noten_payment) == (3000, "pool")


def test_a_custom_lobby_without_csrule_is_marked() -> None:
    rules = rules_from_go(257)
    assert rules.name == "tenhou-east-custom" and "tobi" in rules.unspecified


@given(
    st.integers(0, 0xFFFF),
    st.text(alphabet="0123456789ABCDEFabcdef-,x ", max_size=120),
    st.sampled_from([None, "2009", "20090101", "20250101"]),
    st.sampled_from([None, 0, 1000, 25000, 30000]),
    st.sampled_from([None, "bare", "whole", "tenths"]),
)
def test_any_header_gives_valid_rules(
    go_type: int, csrule: str, date: str | None, start: int | None, points: str | None
) -> None:
    rules = rules_from_go(go_type, csrule, date, start_points=start, points=points)
    assert check_domain(rules) == []
    assert contradictions(rules) == []


def test_names_of_rooms_and_custom_rule_give_the_game_type() -> None:
    assert type_from_disp("四鳳南喰赤") == type_from_disp("鳳南喰赤") == 169
    assert type_from_disp("三鳳南喰赤") == 185
    assert type_from_disp("四鳳東喰赤速") == 225
    assert type_from_disp("般東喰赤") == 1
    assert type_from_disp("特南喰赤") == 41
    assert type_from_disp("上南喰赤") == 137
    assert type_from_rule(",,0101,0,0,0,0") == 257
    assert type_from_rule("") is None
    assert type_from_rule(",,zz") is None


# --- real games


def final_points(rules: Rules, scores: list[int]) -> list[float]:
    """Final points in thousands, worked out without the engine."""
    players = rules.players
    order = sorted(range(players), key=lambda seat: (-scores[seat], seat))
    floaters = sum(score >= rules.return_points for score in scores[:players])
    uma = [int(points) / 10 for points in uma_table(rules)[floaters, :players]]
    if rules.uma_tie == "share":
        for score in set(scores[:players]):
            places = [k for k, seat in enumerate(order) if scores[seat] == score]
            mean = sum(uma[k] for k in places) / len(places)
            for k in places:
                uma[k] = mean
    result = [0.0] * players
    for place, seat in enumerate(order):
        thousands = scores[seat] / 1000
        if rules.point_rounding == "half_away":
            thousands = float(int(abs(thousands) + 0.5) * (1 if thousands >= 0 else -1))
        result[seat] = thousands - rules.return_points / 1000 + uma[place]
    tied = [seat for seat in order if scores[seat] == scores[order[0]]]
    first = tied if rules.uma_tie == "share" else order[:1]
    rest = -sum(result[seat] for seat in order if seat not in first)
    for seat in first:
        result[seat] = rest / len(first)
    return [round(points, 1) for points in result]


def attributes(element: str, text: str) -> dict[str, str]:
    found = re.search(f"<{element} ([^>]*)>", text)
    return dict(re.findall(r'(\w+)="([^"]*)"', found.group(1))) if found else {}


def recorded_and_due(name: str, text: str) -> tuple[list[float], list[float] | None] | None:
    go, owari = attributes("GO", text), re.findall(r'owari="([^"]+)"', text)
    if not go or not owari:
        return None
    date = re.search(r"(\d{10})gm", name)
    rules = rules_from_go(
        int(go["type"]),
        go.get("csrule"),
        date and date.group(1),
        start_points=100 * int(attributes("INIT", text)["ten"].split(",")[0]),
        points=points_form(owari[-1]),
    )
    numbers = owari[-1].split(",")[: 2 * rules.players]
    scores = [100 * int(score) for score in numbers[::2]]
    recorded = [float(points) for points in numbers[1::2]]
    return recorded, final_points(rules, scores) if rules.uma_known else None


@pytest.mark.shared
def test_final_points_of_the_single_logs_follow_from_the_scores(shared: Path) -> None:
    checked, unknown = 0, []
    for path in sorted((shared / "logs" / "mjlog").glob("*.xml")):
        pair = recorded_and_due(path.name, path.read_text("utf-8", "replace"))
        if pair is None:
            continue
        if pair[1] is None:
            unknown.append(path.name)
            continue
        checked += 1
        assert pair[0] == pair[1], path.name
    assert checked > 300
    # a private lobby that began with 30,000 points and whose header names no rules
    assert unknown == ["2019020120gm-0009-10011-215330df.xml"]


@pytest.mark.shared
def test_final_points_of_the_corpus_follow_from_the_scores(shared: Path) -> None:
    with zipfile.ZipFile(shared / "logs" / "tenhou-corpus.zip") as archive:
        names = [n for n in archive.namelist() if n.endswith(".mjlog")][::10]
        for name in names:
            pair = recorded_and_due(name, archive.read(name).decode("utf-8", "replace"))
            assert pair is None or pair[0] == pair[1], name
    assert len(names) > 500


def test_a_shared_placing_splits_the_uma() -> None:
    rules = rules_from_go(257, CSRULE, start_points=30000)
    assert final_points(rules, [29300, 30700, 29300, 30700]) == [-10.7, 10.7, -10.7, 10.7]


def test_custom_rules_can_be_compared_with_ranked_ones() -> None:
    keys = {d.key for d in diff_rules(load_rules("tenhou-east"), rules_from_go(257, CSRULE))}
    assert {"start_points", "uma", "uma_tie", "kiriage", "max_ron"} <= keys
