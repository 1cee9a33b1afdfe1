"""Seed 002, section 8 (ドラ): what an indicator points at, what a dora is worth, wrong ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mjlog import Rules, load_rules, score
from mjlog.auditing import audit_batch
from mjlog.engine.furiten import C_WIN
from mjlog.engine.win import CASE_DORA, OUT_HAN, OUT_POINTS
from mjlog.replay import replay
from mjlog.tiles import NEXT_DORA, format_tile, parse_tile
from mjlog.views.handmade import game_of

J, H = load_rules("jpml-2005"), load_rules("ishokai")
BOTH = pytest.mark.parametrize("rules", [J, H], ids=["J", "H"])

PINFU = "234m678m345p99s34s"


def codes(game: Any) -> list[str]:
    found = audit_batch(game.batch, readings=False, explain=False).findings
    return [f.code for f in found if f.severity != "note"]


def scored(game: Any) -> tuple[int, int, int]:
    """(dora, han, points) of the win."""
    played = replay(game.batch)
    place = [int(c[C_WIN]) for c in played.chances].index(0)
    row = played.scores[place]
    return int(played.cases[place][CASE_DORA]), int(row[OUT_HAN]), int(row[OUT_POINTS])


def record(rules: Rules, indicator: str, *lines: str, after: str = "") -> Any:
    """The dealer turns the indicator; South has pinfu on 2s and 5s."""
    first = ["E1.0 dora " + indicator, "hand 13 unknown", "hand " + PINFU]
    text = "\n".join([*first, "hand 13 unknown", "hand 13 unknown", *lines])
    if after:
        text += "\n\n" + "\n".join([after, *["hand 13 unknown"] * 4])
    return game_of(text, rules=rules, scores=(rules.start_points,) * 4)


OPENING = [
    "0 draw 1z", "0 tsumogiri 1z", "1 draw 3z", "1 tsumogiri 3z", "2 draw 3z", "2 tsumogiri 3z",
    "3 draw 3z", "3 tsumogiri 3z", "0 draw 5s", "0 tsumogiri 5s",
]  # fmt: skip


def ron(points: int) -> str:
    return f"1 ron 5s from 0 : -{points} {points} 0 0"


# --- 8.1 ---------------------------------------------------------------------------------------
#: A hand that holds exactly two of the tile, by the tile.
HOLDERS = {
    "1s": "234m678m345p11s34s", "1z": "234m678m345p11z34s", "5z": "234m678m345p55z34s",
    "6z": "234m678m345p66z34s", "5m": "234m678m345p55m34s", "3z": "234m678m345p33z34s",
    "7z": "234m678m345p77z34s",
}  # fmt: skip


def points_at(rules: Rules, indicator: str, tile: str) -> bool:
    """Whether an indicator makes ``tile`` the dora, by table and in a hand that holds two."""
    result = score(HOLDERS[tile], ron="5s", riichi=True, dora=indicator, rules=rules)
    dora = {y.name: y.han for y in result.yaku}.get("dora", 0)
    by_table = format_tile(int(NEXT_DORA[0, parse_tile(indicator)]))
    return (by_table, dora) == (tile, 2)


def test_J_8_1_nine_points_at_one_and_the_honours_go_round() -> None:
    assert points_at(J, "9s", "1s")
    assert points_at(J, "4z", "1z")  # 北 → 東
    assert points_at(J, "7z", "5z")  # 中 → 白
    assert points_at(J, "5z", "6z")  # 白 → 發
    assert not points_at(J, "4z", "5z")


def test_H_8_1_the_next_number_wind_or_dragon() -> None:
    assert points_at(H, "4m", "5m")
    assert points_at(H, "2z", "3z")  # 南 → 西
    assert points_at(H, "6z", "7z")  # 發 → 中


@BOTH
def test_the_indicator_of_a_record_counts(rules: Rules) -> None:
    game = record(rules, "8s", *OPENING, ron(3900))
    assert scored(game) == (2, 3, 3900)
    assert codes(game) == []


# --- 8.2 ---------------------------------------------------------------------------------------
THREE_DORA: dict[str, Any] = {"hand": "444z234m678m99p13s", "ron": "2s", "dora": "3z"}


def test_J_8_2_a_dora_is_one_han_and_no_yaku() -> None:
    none = score(**THREE_DORA, rules=J)
    assert (none.wins, none.message, none.points) == (False, "no yaku", 0)
    assert score(**THREE_DORA, riichi=True, rules=J).han == 4
    result = score(PINFU, ron="5s", dora="8s", rules=J)
    assert [str(y) for y in result.yaku] == ["pinfu 1", "dora 2"]
    assert (result.fu, result.han, result.points) == (30, 3, 3900)


def test_H_8_2_a_dora_is_one_han_and_no_yaku() -> None:
    assert not score(**THREE_DORA, seat="E", rules=H).wins
    result = score(PINFU, ron="5s", dora="8s", seat="E", rules=H)
    assert (result.fu, result.han, result.points) == (30, 3, 5800)


# --- 8.3: 3p is shown, 8s is proper --------------------------------------------------------------
IN_TIME, TOO_LATE = "! 0 wrong_indicator 3p8s no", "! 0 wrong_indicator 3p8s yes"


def test_J_8_3_before_the_first_discard_the_proper_indicator_is_turned() -> None:
    game = record(J, "8s", "0 draw 1z", IN_TIME, *OPENING[1:], ron(3900))
    assert scored(game) == (2, 3, 3900)  # 99s
    assert codes(game) == []
    wrong = record(J, "3p", "0 draw 1z", IN_TIME, *OPENING[1:], ron(2000))
    assert codes(wrong) == ["E113"]


def test_J_8_3_after_the_first_discard_the_wrong_tile_stays_the_indicator() -> None:
    game = record(J, "3p", *OPENING[:2], TOO_LATE, *OPENING[2:], ron(2000))
    assert scored(game) == (1, 2, 2000)  # 4p
    assert codes(game) == []
    wrong = record(J, "8s", *OPENING[:2], TOO_LATE, *OPENING[2:], ron(3900))
    assert codes(wrong) == ["E113"]


def test_H_8_3_a_wrong_indicator_is_the_dealers_chombo() -> None:
    chombo = ["0 draw 1z", IN_TIME, "! 0 chombo : -12000 4000 4000 4000", "draw chombo"]
    again = "E1.0 dora 1m scores 13000 29000 29000 29000"
    assert codes(record(H, "3p", *chombo, after=again)) == []
    passed_on = "E2.0 dora 1m scores 13000 29000 29000 29000"
    assert codes(record(H, "3p", *chombo, after=passed_on)) == ["E219"]
    ignored = record(H, "8s", "0 draw 1z", IN_TIME, *OPENING[1:], ron(3900))
    assert codes(ignored) == ["E113"]
    assert codes(record(J, "3p", *chombo)) != []  # the league only turns the proper one


@BOTH
def test_an_indicator_turned_after_a_kan_does_not_count(rules: Rules) -> None:
    kan = ["0 ankan 1111z", "dora 8s", "0 draw 7z", "0 tsumogiri 7z"]
    lines = ["0 draw 1z", *kan, *OPENING[2:8], "0 draw 5s", "0 tsumogiri 5s"]
    game = record(rules, "9m", *lines, ron(1000))
    assert scored(game) == (0, 1, 1000)  # A8
    assert codes(game) == ["L142"]  # nothing should have been turned
    with_it = record(replace(rules, kan_dora=True), "9m", *lines, ron(3900))
    assert scored(with_it) == (2, 3, 3900)
