"""Where a result depends on a reading: the notes S190 and G190."""

from __future__ import annotations

from pathlib import Path

import pytest

import mjlog
from mjlog.cli import main
from mjlog.finding_text import finding_text
from mjlog.findings import Finding
from mjlog.rules import load_rules
from mjlog.views.handmade import game_of

OPEN_NO_FU = """
{title}
hand 13 unknown
hand 34m678m345p22p67s1z
hand 13 unknown
hand 13 unknown
{before}
0 draw 2m
0 discard 2m
1 chi 2m 34m from 0
1 discard 1z
2 draw 8s
2 tsumogiri 8s
1 ron 8s from 2 worth 1000 : 0 1000 -1000 0
"""
GUEST_WIND = """
E1.0 dora 9m
hand 13 unknown
hand 345m222p99s34s444z
hand 13 unknown
hand 13 unknown
0 draw 9p
0 tsumogiri 9p
1 draw 7z
1 tsumogiri 7z
2 draw 9p
2 tsumogiri 9p
3 draw 9p
3 tsumogiri 9p
0 draw 6z
0 tsumogiri 6z
1 draw 1z
1 riichi
1 tsumogiri 1z
1 accepted
2 draw 5s
2 tsumogiri 5s
1 ron 5s from 2 worth 1600 : 0 2600 -1600 0
"""


START = (25000, 25000, 25000, 25000)


def notes(text: str, rules: str, scores: tuple[int, ...] = START) -> list[Finding]:
    found = mjlog.audit(game_of(text, scores=scores), rules=rules)
    return [f for f in found if f.code in ("S190", "G190")]


def of_point(found: list[Finding], number: str) -> list[Finding]:
    return [f for f in found if f.rule_source.startswith(f"{number}:")]


def open_no_fu(title: str = "E1.0 dora 9m", before: str = "") -> str:
    return OPEN_NO_FU.format(title=title, before=before).replace("\n\n", "\n")


@pytest.mark.parametrize("rules", ["jpml-2005", "ishokai", "jpml"])
def test_an_open_hand_without_fu_depends_on_a14(rules: str) -> None:
    (note,) = of_point(notes(open_no_fu(), rules), "A14")
    assert (note.code, note.severity, note.round, note.seat) == ("S190", "note", "E1.0", 1)
    assert (note.recorded, note.expected, note.rule) == (1000, 700, "open_pinfu_fu")
    assert "A14: 1,000 as read, 700 with open_pinfu_fu = 20" in note.message
    assert finding_text(note, "", "ja").startswith(
        "ルールの解釈で点数が変わる: A14: 採用した読みで 1,000、open_pinfu_fu = 20 なら 700"
    )


def test_a_triplet_of_a_guest_wind_depends_on_a13() -> None:
    found = notes(GUEST_WIND, "jpml-2005")
    (note,) = of_point(found, "A13")  # simples and no fu give the same 40 fu
    assert (note.recorded, note.expected, note.rule) == (1600, 1300, "guest_wind_set_fu")
    (ippatsu,) = of_point(found, "A8")
    assert (ippatsu.recorded, ippatsu.expected, ippatsu.rule) == (1600, 3200, "ippatsu")


def test_exactly_30100_after_south_4_depends_on_a2() -> None:
    text = open_no_fu("S4.0 dora 9m", "3 draw 9p\n3 tsumogiri 9p")
    found = notes(text, "ishokai", (25000, 29100, 25000, 20900))
    (note,) = of_point(found, "A2")
    assert (note.code, note.rule) == ("G190", "extension_cmp")
    assert (note.recorded, note.expected) == ("the game goes on", "the game ends")
    assert of_point(notes(text, "ishokai", (24900, 29200, 25000, 20900)), "A2") == []


def test_a_discard_at_the_other_end_of_the_run_depends_on_a18() -> None:
    text = open_no_fu().replace("22p67s1z", "22p67s5m").replace("1 discard 1z", "1 discard 5m")
    (note,) = of_point(notes(text, "jpml-2005"), "A18")
    assert (note.code, note.seat) == ("G190", 1)
    assert (note.recorded, note.expected) == ("no finding", "L108 kuikae")


def test_rules_without_open_points_have_no_such_note() -> None:
    for rules in ("tenhou", "common", "mleague"):
        assert notes(open_no_fu(), rules) == []


def test_every_note_names_an_open_point_and_its_own_parameter() -> None:
    rules = load_rules("jpml-2005")
    for note in notes(GUEST_WIND, "jpml-2005"):
        assert note.explained_by == []
        key = note.rule.split(", ")[0]
        assert note.rule_source.startswith(rules.unspecified[key])


def test_the_command_shows_the_reading_and_the_other_answer(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = str(root / "sample_logs" / "tenhou" / "tenhou-east-0.xml")
    words = ["audit", record, "--rules", "jpml-2005", "--no-wall"]
    assert main([*words, "--select", "S190"]) == 0
    out = capsys.readouterr().out
    assert "S190 amount-depends-on-reading (note): " in out
    assert "rule: A14: an open hand without any fu is not named; 30 fu\n" in out
    assert "rule: otherwise open_pinfu_fu = 20\n" in out
    assert main([*words, "--select", "S,G", "--ignore", "S190,course-depends-on-reading"]) in (0, 1)
    assert "reading" not in capsys.readouterr().out
