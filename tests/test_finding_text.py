"""Findings in words: seats, hands and flags as players say them, in English and Japanese."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import mjlog
from mjlog.american.rules.model import AmericanRules
from mjlog.cli import main
from mjlog.engine.settlement_audit import audit_settlement
from mjlog.finding_text import (
    NOT_CHECKED,
    SEVERITIES_JA,
    finding_text,
    place_text,
    rule_text,
    value_text,
)
from mjlog.finding_titles import TITLES_JA
from mjlog.findings import BY_CODE, CODES, Finding
from mjlog.rules import Rules
from mjlog.views.handmade import game_of

Captured = pytest.CaptureFixture[str]
KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJLOG_JIT", "0")


def found(root: Path, code: str) -> Finding:
    """Return the finding of the sample record with that planted fault."""
    games = mjlog.read(root / "sample_logs" / "faulty" / f"{code}.mjlog")
    return next(f for f in mjlog.audit(games) if f.code == code)


# --- completeness ---------------------------------------------------------------------------
def test_every_code_has_a_japanese_title_of_its_own() -> None:
    assert list(TITLES_JA) == [entry.code for entry in CODES]
    assert len(set(TITLES_JA.values())) == len(CODES)
    assert all(KANA_OR_KANJI.search(text) for text in TITLES_JA.values())
    assert set(SEVERITIES_JA) == {entry.severity for entry in CODES}


def test_everything_that_is_not_checked_is_explained() -> None:
    bare = game_of("E1.0 dora 3z\nhand 123m406p789s1122z\nhand 22p55m11z345678s9p\n"
                   "hand 22m2299p5556667z\nhand 999s119m23p4455z3m\n0 draw 5m\n")  # fmt: skip
    counted = set(audit_settlement(bare.batch).not_checked)
    assert counted
    assert counted <= set(NOT_CHECKED)
    assert "wall" in NOT_CHECKED
    for entry in NOT_CHECKED.values():
        assert entry.unit in ("games", "rounds", "wins", "draws", "incidents")
        assert KANA_OR_KANJI.search(entry.ja)


def test_every_rule_is_a_parameter_or_has_japanese_words() -> None:
    for entry in CODES:
        for rule in entry.rule.replace("; ", ", ").split(", "):
            known = rule in {**Rules.__dataclass_fields__, **AmericanRules.__dataclass_fields__}
            assert known or KANA_OR_KANJI.search(rule_text(rule, "ja")), rule


# --- words --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("L101", "recorded North (Bot G), expected West (Bot C)"),
        ("L150", "recorded 2-shanten, expected complete"),
        ("L121", "recorded 1-shanten, expected tenpai"),
        ("L135", "recorded nothing, expected four winds"),
        ("L139", "recorded nobody, expected East (Bot B)"),
        ("L140", "turned too late"),
        ("L160", "recorded tenpai, expected noten"),
        ("L161", "recorded noten, expected tenpai"),
        ("L107", "called from another seat"),
        ("G103", "recorded 1 counter, expected 0 counters"),
        ("G105", "recorded South, expected East"),
        ("G106", "recorded another round, expected the end"),
        ("G107", "recorded the end, expected another round"),
        ("G120", "recorded no further round, expected another round"),
        ("P104", "recorded North (Bot B), expected nobody"),
        ("P109", "recorded paid, expected not paid"),
        ("S101", "recorded riichi, expected riichi + ippatsu"),
        ("S103", "recorded 50 fu, expected 40 fu"),
        ("S104", "recorded mangan, expected no limit"),
    ],
)
def test_values_are_said_as_players_say_them(root: Path, code: str, words: str) -> None:
    assert words in found(root, code).message


def test_no_message_shows_raw_seats_or_flags(root: Path) -> None:
    games = mjlog.read(root / "sample_logs" / "faulty")
    findings = mjlog.audit(games)
    assert len({f.code for f in findings}) > 80
    for finding in findings:
        for lang in ("en", "ja"):
            text = finding_text(finding, BY_CODE[finding.code].summary, lang)
            assert not re.search(
                r"seat \d|True|False|None|recorded (yes|no)(,|$)|はい|いいえ|_", text
            )


def test_values_stay_numbers_for_programs(root: Path) -> None:
    finding = found(root, "L101")
    assert (finding.recorded, finding.expected) == (3, 2)
    assert not {"names", "hand", "players"} & set(finding.as_dict())


def test_a_finding_in_japanese(root: Path) -> None:
    finding = found(root, "L101")
    text = finding_text(finding, "", "ja")
    assert text.startswith("手番でないツモ: 記録 北家 (Bot G)、正しくは 西家 (Bot C) (手牌 ")
    assert place_text(finding, "ja") == "E1.0 3巡目 北家"
    assert value_text(found(root, "S101"), ["riichi", "ippatsu"], "ja") == "立直 + 一発"
    assert "1向聴、正しくは 聴牌" in finding_text(found(root, "L121"), "", "ja")


# --- commands -----------------------------------------------------------------------------
def test_an_audit_in_japanese(root: Path, capsys: Captured) -> None:
    path = str(root / "sample_logs" / "faulty" / "F101.mjlog")
    assert main(["audit", path, "--lang", "ja"]) == 1
    out = capsys.readouterr().out
    for words in ("F101 ron-in-furiten (エラー): 捨て牌フリテンのロン", "9巡目 東家", "対局 1",
                  "指摘:", "未検査:", "既知のシードが記録にない",
                  "ルール: 一般ルール ("):  # fmt: skip
        assert words in out
    assert main(["audit", path, "--format", "json"]) == 1
    english = capsys.readouterr().out
    assert main(["audit", path, "--format", "json", "--lang", "ja"]) == 1
    assert capsys.readouterr().out == english


def test_what_is_not_checked_has_its_reason_in_the_summary(root: Path, capsys: Captured) -> None:
    path = str(root / "sample_logs" / "tenhou" / "tenhou-east-0.xml")
    assert main(["audit", path]) == 0
    out = capsys.readouterr().out
    assert "1 game, 6 rounds, 5 wins" in out
    rounds = re.search(r"wall +(\d+) rounds +the record holds no seed", out)
    assert rounds is None or int(rounds[1]) == 6


def test_nothing_read_is_not_called_clean(tmp_path: Path, root: Path, capsys: Captured) -> None:
    (tmp_path / "junk.xml").write_text("junk", encoding="utf-8")
    assert main(["audit", str(tmp_path)]) == 3
    out = capsys.readouterr().out
    assert "no findings" not in out
    assert "nothing was checked" in out
    good = str(root / "sample_logs" / "tenhou" / "tenhou-east-0.xml")
    assert main(["audit", str(tmp_path), good]) == 3
    assert "no findings in what could be read" in capsys.readouterr().out


def test_a_finding_of_the_wall_has_no_empty_source(root: Path, capsys: Captured) -> None:
    main(["audit", str(root / "sample_logs" / "faulty" / "W101.mjlog")])
    out = capsys.readouterr().out
    assert "rule: the wall is fixed by the seed in the record\n" in out
    main(["wall", str(root / "sample_logs" / "faulty" / "W101.mjlog")])
    assert "W101 wall-deal, East: dealt tile is" in capsys.readouterr().out


def test_explain_in_japanese_has_the_title(capsys: Captured) -> None:
    assert main(["explain", "F101", "--lang", "ja"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("F101 ron-in-furiten (エラー)\n\n捨て牌フリテンのロン\n")
    assert main(["explain", "--lang", "ja"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(CODES)


def test_explain_lists_a_family_and_what_is_not_checked(capsys: Captured) -> None:
    assert main(["explain", "f1"]) == 0
    assert [line[:4] for line in capsys.readouterr().out.splitlines()] == ["F101", "F102", "F103"]
    for name in NOT_CHECKED:
        assert main(["explain", name]) == 0
        assert capsys.readouterr().out.startswith(f"{name} (not checked")
    assert main(["explain", "wall", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["unit"] == "rounds"


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("F999", "'F201'"),
        ("f104", "'F103'"),
        ("G130", "'G121'"),
        ("ron-in-furitten", "'ron-in-furiten'"),
    ],
)
def test_an_unknown_code_has_near_ones_of_its_family(
    text: str, near: str, capsys: Captured
) -> None:
    assert main(["explain", text]) == 2
    assert f"did you mean {near}" in capsys.readouterr().err


def test_what_is_no_code_at_all_lists_the_families(root: Path, capsys: Captured) -> None:
    path = str(root / "sample_logs" / "tenhou" / "tenhou-east-0.xml")
    for words in (["explain", "zzz"], ["audit", path, "--select", "Z"]):
        assert main(words) == 2
        assert "; known: T, L, F, S, P, G, W, E, A\n" in capsys.readouterr().err
