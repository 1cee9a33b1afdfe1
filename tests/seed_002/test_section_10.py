"""Seed 002, section 10 (得点の計算): what is paid, when it stands, and who is first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mjlog import Rules, load_rules, score
from mjlog.auditing import audit_batch
from mjlog.engine.placement import final_points
from mjlog.findings import Finding
from mjlog.rules.columns import rules_row, uma_table
from mjlog.views.handmade import game_of

J, H = load_rules("jpml-2005"), load_rules("ishokai")


def findings(game: Any) -> list[Finding]:
    found = audit_batch(game.batch, readings=False, explain=False).findings
    return [f for f in found if f.severity != "note"]


def codes(game: Any) -> list[str]:
    return [f.code for f in findings(game)]


# --- 10.1 and 10.2: amounts --------------------------------------------------------------------
FOUR_HAN: dict[str, Any] = {"hand": "223344m678p55s68s", "tsumo": "7s", "riichi": True}
FOUR_HAN_RON: dict[str, Any] = {"hand": "223344m678p55s67s", "ron": "8s", "riichi": True}
THREE_HAN: dict[str, Any] = {"hand": "555z234m678m99p13s", "riichi": True}


def test_J_10_1_each_pays_his_share_of_a_tsumo_and_the_discarder_a_ron() -> None:
    drawn = score(**FOUR_HAN, rules=J)
    assert (drawn.fu, drawn.han, drawn.points) == (30, 4, 7900)
    assert drawn.payments == {"E": -3900, "S": 7900, "W": -2000, "N": -2000}
    ron = score(**FOUR_HAN_RON, discarder="N", rules=J)
    assert (ron.fu, ron.han, ron.points) == (30, 4, 7700)
    assert ron.payments == {"E": 0, "S": 7700, "W": 0, "N": -7700}


def test_H_10_1_each_pays_his_share_of_a_tsumo_and_the_discarder_a_ron() -> None:
    drawn = score(**THREE_HAN, tsumo="2s", seat="E", rules=H)
    assert (drawn.fu, drawn.han, drawn.points) == (40, 3, 7800)
    assert drawn.payments == {"E": 7800, "S": -2600, "W": -2600, "N": -2600}
    ron = score(**THREE_HAN, ron="2s", dora="1s", seat="E", discarder="W", rules=H)
    assert (ron.fu, ron.han, ron.points) == (40, 3, 7700)
    assert ron.payments == {"E": 7700, "S": 0, "W": -7700, "N": 0}


PINFU: dict[str, Any] = {"hand": "234m678m345p99s34s", "ron": "5s", "riichi": True}


def test_J_10_2_fu_and_yaku_make_the_points() -> None:
    result = score(**PINFU, rules=J)
    assert (result.fu, result.han, result.points) == (30, 2, 2000)  # 30 × 2^(2 + 2) × 4 = 1,920
    assert result.bazoro == "30符4翻"  # A32
    assert J.unspecified["bazoro_display"].startswith("A32")
    assert J.unspecified["limit_table"].startswith("A32")


def test_J_10_2_the_numbers_of_the_list_may_be_taken_as_they_stand() -> None:
    as_they_stand = replace(J, limit_table="unreduced", bazoro_display=False)  # A32
    chinitsu: dict[str, Any] = {"hand": "111m24m345m678m99m", "ron": "3m"}  # 6 han
    assert score(**chinitsu, rules=J).points == 12000
    assert score(**chinitsu, rules=as_they_stand).points == 8000
    assert score(**chinitsu, rules=as_they_stand).bazoro == ""


def test_H_10_2_fu_and_yaku_make_the_points() -> None:
    assert score(**PINFU, seat="E", rules=H).points == 2900  # 2,880


# --- 10.3 and 10.4: announced, paid, confirmed -------------------------------------------------
def ryanpeikou(rules: Rules, last: str, *after: str, riichi: bool = False) -> Any:
    """South has ryanpeikou, 40 fu 3 han 5,200, and East discards the tile; then a dealt round."""
    plain = "1 tsumogiri 3z"
    declared = f"1 riichi\n{plain}\n1 accepted" if riichi else plain
    first = f"""
        E1.0 dora 9p
        hand 13 unknown
        hand 223344m556677p9s
        hand 13 unknown
        hand 13 unknown
        0 draw 1z
        0 tsumogiri 1z
        1 draw 3z
        {declared}
        2 draw 3z
        2 tsumogiri 3z
        3 draw 3z
        3 tsumogiri 3z
        0 draw 9s
        0 tsumogiri 9s
        {last}
    """
    following = ["hand 13 unknown"] * 4
    text = "\n\n".join([first, *("\n".join([title, *following]) for title in after)])
    return game_of(text, rules=rules, scores=(rules.start_points,) * 4)


def test_J_10_3_the_announced_value_is_compared_with_the_hand() -> None:
    game = ryanpeikou(J, "1 ron 9s from 0 worth 3900 : -3900 3900 0 0")
    (finding,) = findings(game)
    assert (finding.code, finding.recorded, finding.expected) == ("S105", 3900, 5200)
    assert codes(ryanpeikou(J, "1 ron 9s from 0 worth 5200 : -5200 5200 0 0")) == []


def test_H_10_3_without_an_announcement_nothing_is_compared() -> None:
    assert codes(ryanpeikou(H, "1 ron 9s from 0 : -5200 5200 0 0")) == []


@pytest.mark.parametrize("points", [8000, 12000])
def test_H_10_3_a_riichi_without_recorded_ura_has_no_value_to_compare(points: int) -> None:
    def won(rules: Rules) -> list[str]:
        return codes(
            ryanpeikou(
                rules, f"1 ron 9s from 0 worth {points} : -{points} {points + 1000} 0 0",
                riichi=True,
            )
        )  # fmt: skip

    assert won(H) == []  # 40 fu 4 han, and ura dora that nobody wrote down
    assert won(J) == ([] if points == 8000 else ["S105"])


UNDERPAID = "1 ron 9s from 0 worth 3900 : -3900 3900 0 0"


def test_J_10_4_what_was_paid_stands() -> None:
    kept = ryanpeikou(J, UNDERPAID, "E2.0 dora 1m scores 26100 33900 30000 30000")
    assert codes(kept) == ["S105"]
    recounted = ryanpeikou(J, UNDERPAID, "E2.0 dora 1m scores 24800 35200 30000 30000")
    assert codes(recounted) == ["S105", "G101"]


def test_J_10_4_a_correction_is_in_time_until_the_hand_is_broken_up() -> None:
    scores = "E2.0 dora 1m scores 24800 35200 30000 30000"
    paid = "1 ron 9s from 0 : -3900 3900 0 0"
    late = ryanpeikou(J, f"{paid}\n! 1 correction yes : -1300 1300 0 0", scores)
    assert "E122" in codes(late)
    in_time = ryanpeikou(J, f"{paid}\n! 1 correction no : -1300 1300 0 0", scores)
    assert codes(in_time) == []
    allowed = replace(J, correction_after_break=True)
    text = f"{paid}\n! 1 correction yes : -1300 1300 0 0"
    assert codes(ryanpeikou(allowed, text, scores)) == []


def broken_up(rules: Rules, *consequence: str) -> Any:
    """South breaks up the hand before it is paid."""
    lines = "\n".join(["! 1 hand_destroyed yes", *consequence])
    return ryanpeikou(rules, lines)


def test_H_10_4_breaking_up_the_hand_before_it_is_paid_is_a_chombo() -> None:
    right = broken_up(H, "! 1 chombo : 4000 -8000 2000 2000", "draw chombo")
    assert codes(right) == []
    ordinary = "1 ron 9s from 0 : -5200 5200 0 0"
    assert any(code.startswith("E") for code in codes(broken_up(H, ordinary)))
    assert not any(code.startswith("E") for code in codes(broken_up(J, ordinary)))
    no_penalty = replace(H, break_before_settlement="none")
    assert codes(broken_up(no_penalty, ordinary)) == []


# --- 10.5: places ------------------------------------------------------------------------------
def places(rules: Rules, scores: tuple[int, int, int, int]) -> tuple[list[int], list[float]]:
    """Seats by place, and the final points with an uma of 15, 5, −5 and −15."""
    game = game_of(
        "S4.0 dora 9p\n" + "hand 13 unknown\n" * 4, rules=rules, complete=True,
        final_scores=scores,
    )  # fmt: skip
    points = np.zeros(4, np.int64)
    with_uma = replace(rules, uma=(15.0, 5.0, -5.0, -15.0), return_points=rules.start_points)
    row = rules_row(with_uma).astype(np.int64)
    final_points(points, np.array(scores, np.int64), uma_table(with_uma).astype(np.int64), row)
    return [place.seat for place in game.result], [int(p) / 10 for p in points]


def test_J_10_5_more_points_are_a_better_place() -> None:
    seats, points = places(J, (27000, 41200, 18800, 33000))
    assert seats == [1, 3, 0, 2]
    assert points == [-8.0, 26.2, -26.2, 8.0]


def test_H_10_5_equal_points_follow_the_setting_for_ties() -> None:
    assert H.unspecified["uma_tie"].startswith("§10.5")
    tie = (30000, 25000, 20000, 25000)
    seats, points = places(H, tie)
    assert seats == [0, 1, 3, 2]  # the earlier seat first
    assert points == [20.0, 5.0, -20.0, -5.0]
    assert places(replace(H, uma_tie="share"), tie)[1] == [20.0, 0.0, -20.0, 0.0]
