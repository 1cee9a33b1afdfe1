"""Seed 002, rows 9.2b (和了牌の明示) and 9.4 (和了役): marking the winning tile, winning shapes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from mjlog import Rules, Score, load_rules, score
from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.engine.furiten import C_WIN
from mjlog.engine.win import OUT_FU, OUT_POINTS, OUT_RAW_FU
from mjlog.replay import replay
from mjlog.views.handmade import game_of

J, H = load_rules("jpml-2005"), load_rules("ishokai")
BOTH = pytest.mark.parametrize("rules", [J, H], ids=["J", "H"])

PINFU = "234m678m345p99s34s"
CLOSED_WAIT = "999p345m678m22s46s"


def value(result: Score) -> tuple[int, int, int, dict[str, int]]:
    """(raw fu, fu, han, payments)."""
    assert result.wins, result.message
    assert sum(item.fu for item in result.fu_items) == result.raw_fu
    return result.raw_fu, result.fu, result.han, result.payments


def shares(dealer: int, child: int) -> dict[str, int]:
    return {"E": -dealer, "S": dealer + 2 * child, "W": -child, "N": -child}


def record(rules: Rules, hand: str, deltas: str, *, marked: bool) -> Any:
    """South draws 5s and wins."""
    return game_of(
        f"""
        E1.0 dora 9p
        hand 13 unknown
        hand {hand}
        hand 13 unknown
        hand 13 unknown
        0 draw 1z
        0 tsumogiri 1z
        1 draw 3z
        1 tsumogiri 3z
        2 draw 3z
        2 tsumogiri 3z
        3 draw 3z
        3 tsumogiri 3z
        0 draw 1z
        0 tsumogiri 1z
        1 draw 5s
        """
        + ("" if marked else "! 1 not_marked\n")
        + f"1 tsumo 5s : {deltas}",
        rules=rules,
        scores=(rules.start_points,) * 4,
    )


def scored(game: Any) -> tuple[int, int, int]:
    """(raw fu, fu, points) of the win by the engine."""
    played = replay(game.batch)
    row = next(r for r, c in zip(played.scores, played.chances, strict=True) if c[C_WIN] == 0)
    return int(row[OUT_RAW_FU]), int(row[OUT_FU]), int(row[OUT_POINTS])


def codes(game: Any) -> set[str]:
    found = audit_batch(game.batch, readings=False, explain=False).findings
    return {f.code for f in found if f.severity != "note"}


# --- 9.2b --------------------------------------------------------------------------------------
def test_J_9_2b_an_unmarked_tsumo_has_no_pinfu() -> None:
    shown = score(PINFU, tsumo="5s", rules=J)
    assert {y.name for y in shown.yaku} == {"menzen_tsumo", "pinfu"}
    assert value(shown) == (20, 20, 2, shares(700, 400))
    hidden = score(PINFU, tsumo="5s", unmarked=True, rules=J)
    assert {y.name for y in hidden.yaku} == {"menzen_tsumo"}
    assert value(hidden) == (22, 30, 1, shares(500, 300))
    assert [str(item) for item in hidden.fu_items] == ["base 20", "tsumo 2"]
    ignored = replace(J, tsumo_mark_required=False)
    assert score(PINFU, tsumo="5s", unmarked=True, rules=ignored).points == 1500


def test_J_9_2b_a_record_says_that_the_tile_was_not_shown() -> None:
    shown = record(J, PINFU, "-700 1500 -400 -400", marked=True)
    assert (scored(shown), codes(shown)) == ((20, 20, 1500), set())
    hidden = record(J, PINFU, "-500 1100 -300 -300", marked=False)
    assert (scored(hidden), codes(hidden)) == ((22, 30, 1100), set())
    assert codes(record(J, PINFU, "-700 1500 -400 -400", marked=False)) == {"P101"}
    assert codes(record(J, PINFU, "-500 1100 -300 -300", marked=True)) == {"P101"}


def test_H_9_2b_an_unmarked_tsumo_has_no_fu_for_the_wait() -> None:
    shown = score(CLOSED_WAIT, tsumo="5s", rules=H)
    assert value(shown) == (32, 40, 1, shares(700, 400))
    hidden = score(CLOSED_WAIT, tsumo="5s", unmarked=True, rules=H)
    assert value(hidden) == (30, 30, 1, shares(500, 300))
    assert "kanchan 2" in map(str, shown.fu_items)
    assert "concealed terminal triplet 999p 8" in map(str, hidden.fu_items)
    assert hidden.reading.wait == ""


def test_H_9_2b_a_record_says_that_the_tile_was_not_shown() -> None:
    hidden = record(H, CLOSED_WAIT, "-500 1100 -300 -300", marked=False)
    assert (scored(hidden), codes(hidden)) == ((30, 30, 1100), set())
    shown = record(H, CLOSED_WAIT, "-700 1500 -400 -400", marked=True)
    assert (scored(shown), codes(shown)) == ((32, 40, 1500), set())


def test_J_9_2b_the_fu_of_the_pair_remain() -> None:
    hidden = score("234m678m345p345s5z", tsumo="5z", unmarked=True, rules=J)
    assert [str(item) for item in hidden.fu_items] == ["base 20", "tsumo 2", "value pair 55z 2"]


@pytest.mark.parametrize(
    ("hand", "win"),
    [
        ("111m444p777s333z5s", "5s"), ("1112345678999m", "5m"), ("19m19p19s1234567z", "1z"),
    ],
    ids=["suuankou", "chuuren", "kokushi"],
)  # fmt: skip
def test_H_9_2b_a_double_yakuman_by_its_wait_is_single_unmarked(hand: str, win: str) -> None:
    double = replace(H, double_yakuman=H.double_yakuman | {"kokushi_13"})
    assert score(hand, tsumo=win, rules=double).points == 64000
    assert score(hand, tsumo=win, unmarked=True, rules=double).points == 32000
    kept = replace(double, unmarked_double_yakuman=True)  # A31
    assert score(hand, tsumo=win, unmarked=True, rules=kept).points == 64000


def test_J_9_2b_the_command_line_has_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["score", PINFU, "--tsumo", "5s", "--rules", "jpml-2005", "--format", "json"]
    assert main([*arguments, "--unmarked"]) == 0
    assert json.loads(capsys.readouterr().out)["points"] == 1100
    assert main(arguments) == 0
    assert json.loads(capsys.readouterr().out)["points"] == 1500


# --- 9.4 ---------------------------------------------------------------------------------------
def test_J_9_4_seven_pairs_are_seven_different_pairs() -> None:
    assert score("1133m5577p2288s4z", ron="4z", rules=J).reading.shape == "seven pairs"
    four_alike = score("1111m3355p7799s1s", ron="1s", rules=J)
    assert (four_alike.wins, four_alike.points) == (False, 0)
    assert four_alike.message.startswith("not a winning hand")
    sets = score("234m678m345p99s34s", ron="5s", rules=J)
    assert sets.reading.shape == "standard"


def test_H_9_4_thirteen_orphans() -> None:
    for win in ("1m", "9s", "7z"):
        result = score("19m19p19s1234567z", ron=win, rules=H)
        assert (result.reading.shape, result.points) == ("thirteen orphans", 32000)
    missing = score("19m19p199s123456z", ron="6z", rules=H)
    assert not missing.wins


@BOTH
def test_any_other_shape_is_no_win(rules: Rules) -> None:
    assert score("123m456p789s112z3z", ron="3z", rules=rules).message == (
        "not a winning hand: tenpai"
    )
    six_pairs = score("1133m5577p22s44z6z", ron="5z", rules=rules)
    assert not six_pairs.wins
