"""Seed 002, rows 12.28 to 12.31: han that hold the two of 場ゾロ, in records and on the page."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from mjlog import Rules, load_rules
from mjlog.auditing import audit_batch
from mjlog.bazoro import bazoro_text
from mjlog.cli import main
from mjlog.codes import UNKNOWN_POINTS
from mjlog.engine.checks import recorded_han
from mjlog.findings import Finding
from mjlog.views.handmade import game_of

J, H = load_rules("jpml-2005"), load_rules("ishokai")
PLAIN = replace(J, bazoro_display=False)
#: Riichi and ryanpeikou, 40 fu 4 han; chinitsu, 40 fu 6 han.
RYANPEIKOU, CHINITSU = ("223344m556677p9s", "9s"), ("111m24m345m678m99m", "3m")


def record(
    rules: Rules,
    han: int,
    points: int | None,
    *,
    hand: tuple[str, str] = RYANPEIKOU,
    paid: int = 8000,
    yaku: dict[int, int] | None = None,
) -> Any:
    """South wins off West; the record says ``han`` (and its points and yaku, or not)."""
    tiles, win = hand
    riichi = hand is RYANPEIKOU
    text = f"""
        E1.0 dora 5z
        hand 13 unknown
        hand {tiles}
        hand 13 unknown
        hand 13 unknown
        0 draw 7z
        0 tsumogiri 7z
        1 draw 6z
        1 tsumogiri 6z
        2 draw 6z
        2 tsumogiri 6z
        3 draw 7z
        3 tsumogiri 7z
        0 draw 1z
        0 tsumogiri 1z
        1 draw 1z
    """
    text += "1 riichi\n1 tsumogiri 1z\n1 accepted\n" if riichi else "1 tsumogiri 1z\n"
    gain = paid + (1000 if riichi else 0)
    text += f"2 draw {win}\n2 tsumogiri {win}\n1 ron {win} from 2 : 0 {gain} -{paid} 0"
    game = game_of(text, rules=rules, scores=(rules.start_points,) * 4)
    wins = game.batch.wins
    wins.han[0], wins.fu[0], wins.yakuman[0] = han, 40, 0
    wins.points[0] = UNKNOWN_POINTS if points is None else points
    for place, (number, worth) in enumerate((yaku or {}).items()):
        wins.yaku[0, place], wins.yaku_han[0, place] = number, worth
    return game


def findings(game: Any) -> list[Finding]:
    found = audit_batch(game.batch, readings=False).findings
    return [f for f in found if f.severity != "note"]


def codes(game: Any) -> list[str]:
    return [f.code for f in findings(game)]


def test_J_12_28_a_record_writes_40_fu_6_han_for_a_mangan() -> None:
    assert codes(record(J, 6, 8000)) == []
    assert recorded_han(record(J, 6, 8000).batch).tolist() == [4]
    assert codes(record(J, 6, None)) == []
    assert codes(record(J, 6, 8000, yaku={1: 1, 32: 3})) == []


def test_J_12_28_without_the_preset_6_han_are_too_many() -> None:
    found = findings(record(PLAIN, 6, 8000))
    assert [f.code for f in found] == ["S105", "S111"]
    assert found[0].explained_by == ["bazoro_display", "limit_table"]


def test_J_12_28_a_record_may_write_han_without_bazoro_too() -> None:
    assert codes(record(J, 4, 8000)) == []  # the points tell it
    assert codes(record(J, 4, None, yaku={1: 1, 32: 3})) == []  # the yaku tell it
    assert recorded_han(record(J, 4, None).batch).tolist() == [2]  # nothing tells it


def test_H_12_28_wrong_han_are_found_in_the_notation_of_the_record() -> None:
    (finding,) = findings(record(H, 7, 8000))
    assert (finding.code, finding.recorded, finding.expected) == ("S111", 7, 6)
    assert "S105" in codes(record(H, 6, 7700, paid=7700))


def test_J_12_29_a_haneman_of_8_han() -> None:
    assert codes(record(J, 8, 12000, hand=CHINITSU, paid=12000)) == []
    assert codes(record(J, 6, 12000, hand=CHINITSU, paid=12000)) == []
    plain = codes(record(PLAIN, 8, 12000, hand=CHINITSU, paid=12000))
    assert "S105" in plain  # 8 ordinary han are a baiman


def test_H_12_31_the_words_of_the_list() -> None:
    assert bazoro_text(4, 40, "mangan") == "40符6翻 満貫"
    assert bazoro_text(6, 30, "haneman") == "30符8翻 跳満"
    assert bazoro_text(8, 30, "baiman") == "30符10翻 倍満"
    assert bazoro_text(11, 30, "sanbaiman") == "30符13翻 三倍満"


@pytest.mark.parametrize("name", ["jpml-2005", "ishokai"])
def test_the_calculator_shows_both(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["score", "99s33z", "--meld", "pon:111m", "pon:999p", "pon:444z", "--ron", "9s"]
    assert main([*hand, "--rules", name]) == 0
    shown = capsys.readouterr().out
    assert "4 han 40 fu mangan 8,000 points (40符6翻 満貫)" in shown
    assert main([*hand, "--rules", name, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["bazoro"] == "40符6翻 満貫"
    assert main(hand) == 0
    assert "6翻" not in capsys.readouterr().out
    assert main([*hand, "--rules", name, "--lang", "ja"]) == 0
    assert "4翻 40符 満貫 8,000点 (40符6翻 満貫)" in capsys.readouterr().out
