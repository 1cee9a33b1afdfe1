"""Options that contradict, do nothing, or would mix things up are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mjlog.cli import COMMANDS, main
from mjlog.errors import RulesError, UnknownNameError
from mjlog.render.words import parse_round_name, parse_wind_name, round_name
from mjlog.rules import load_rules

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MJLOG_JIT", "0")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def logs(root: Path) -> Path:
    return root / "sample_logs" / "tenhou"


# --- rules and table sizes ------------------------------------------------------------------
@pytest.mark.parametrize("command", ["audit", "export", "show"])
def test_rules_for_another_table_size_are_refused(
    command: str, logs: Path, tmp_path: Path, capsys: Captured
) -> None:
    out = ["-o", "out"] if command == "export" else []
    record = str(logs / "tenhou-east-0.xml")
    assert main([command, record, "--rules", "tenhou-3p", *out]) == 2
    message = "a game of 4 players, and the ruleset 'tenhou-3p' is for 3"
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    record = str(logs / "tenhou-3p-east-0.xml")
    assert main([command, record, "--rules", "tenhou-sanma", *out]) in (0, 1)


def test_rules_for_another_table_size_are_refused_in_python(logs: Path) -> None:
    import mjlog

    game = mjlog.read(logs / "tenhou-east-0.xml")[0]
    with pytest.raises(RulesError, match="is for 3"):
        mjlog.audit(game, rules="tenhou-3p")


@pytest.mark.parametrize(
    ("name", "known"),
    [("tenhou-sanma", "tenhou-3p"), ("Tenhou-Sanma-Tonpuu", "tenhou-3p-east"),
     ("tenhou-tonpu", "tenhou-east"), ("tenhou-hanchan", "tenhou")],
)  # fmt: skip
def test_rulesets_answer_to_the_words_players_use(name: str, known: str) -> None:
    assert load_rules(name).name == load_rules(known).name


# --- games of a file ------------------------------------------------------------------------
def test_a_wall_is_chosen_by_id_number_and_round_name(logs: Path, capsys: Captured) -> None:
    archive = str(logs / "tenhou-east.zip")
    assert main(["wall", archive, "-r", "E1"]) == 2
    assert "choose one with --game" in capsys.readouterr().err
    assert main(["wall", archive, "-r", "east 1", "--game", "0"]) in (0, 2, 3)
    assert main(["wall", archive, "--game", "1"]) == 0
    assert "1 game, " in capsys.readouterr().out
    assert main(["wall", archive, "--game", "other"]) == 2
    assert "unknown game 'other'; known: x" in capsys.readouterr().err


def test_a_wall_in_words(root: Path, capsys: Captured) -> None:
    record = str(root / "sample_logs" / "faulty" / "W103.mjlog")
    assert main(["wall", record, "-r", "E1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split()[:3] == ["East", "Bot", "B"]
    assert main(["wall", record, "-r", "東一局", "--lang", "ja"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("E1.0  サイコロ 2 1\n配牌")
    assert "嶺上牌" in out
    assert main(["wall", record, "--lang", "ja"]) == 1
    assert "7局, 第3世代のシード\n  E1.0  一致\n" in capsys.readouterr().out


def test_round_names_are_read_back() -> None:
    for lang in ("en", "ja"):
        for wind in range(4):
            for honba in (1, 2, 10, 11, 21):
                label = f"{'ESWN'[wind]}3.{honba}"
                assert parse_round_name(round_name(wind, 2, honba, lang)) == label
            assert parse_round_name(round_name(wind, 2, 0, lang)) == f"{'ESWN'[wind]}3"
    assert parse_round_name("東4−1") is None
    assert [parse_round_name(t) for t in ("", "E", "E5", "x1", "E1.x")] == [None] * 5
    assert [parse_wind_name(t) for t in ("East", "s", "西家", "北", "", "x")] == [
        0, 1, 2, 3, None, None,
    ]  # fmt: skip


def test_a_name_without_near_ones_lists_what_is_known(logs: Path, capsys: Captured) -> None:
    record = str(logs / "tenhou-east-0.xml")
    assert main(["convert", record, "--to", "unknown"]) == 2
    assert "unknown output format 'unknown'; known: mjlog" in capsys.readouterr().err
    names = [f"name{i}" for i in range(20)]
    assert str(UnknownNameError("x", "zzz", names)).endswith("name9 …")


# --- options that do nothing ------------------------------------------------------------------
@pytest.mark.parametrize(
    "words",
    [
        ["stats", "out", "--format", "json", "--limit", "3"],
        ["stats", "out", "--format", "csv", "--limit", "3"],
        ["demo", "{logs}", "--games", "3"],
        ["demo", "{logs}", "--seed", "3"],
        ["show", "{logs}/tenhou-east-0.xml", "--seat", "1"],
        ["show", "{logs}/tenhou-east-0.xml", "--step", "1"],
        ["audit", "{logs}/tenhou-east-0.xml", "--no-wall", "--select", "F,W101"],
    ],
)
def test_options_without_effect_are_refused(words: list[str], logs: Path) -> None:
    assert main([word.format(logs=logs) for word in words]) == 2


def test_missed_wins_are_looked_for_when_they_are_selected(root: Path, capsys: Captured) -> None:
    record = str(root / "sample_logs" / "faulty" / "F103.mjlog")
    for words in (["--select", "missed-win"], ["--select", "f201"]):
        assert main(["audit", record, *words]) == 0
        out = capsys.readouterr().out
        assert re.search(r"could have won and did not: worth [\d,]+ \(hand", out)
        assert "F201  2" in out
    assert main(["audit", record, "--select", "F2", "--missed-wins"]) == 0
    assert "F201  2" in capsys.readouterr().out


# --- runs that would mix ------------------------------------------------------------------------
def test_games_are_not_written_among_other_files(tmp_path: Path, capsys: Captured) -> None:
    assert main(["simulate", "-o", "out"]) == 0
    before = (tmp_path / "out" / "tenhou-0-0.mjlog").read_bytes()
    capsys.readouterr()
    assert main(["simulate", "--seed", "1", "-o", "out"]) == 2
    assert "out holds files" in capsys.readouterr().err
    assert len(list((tmp_path / "out").iterdir())) == 1
    assert main(["simulate", "--seed", "1", "-o", "out", "--force"]) == 0
    assert len(list((tmp_path / "out").iterdir())) == 2
    assert (tmp_path / "out" / "tenhou-0-0.mjlog").read_bytes() == before


# --- help ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", [name for name, _, _ in COMMANDS])
def test_help_is_plain_text(name: str, capsys: Captured) -> None:
    assert main([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert "``" not in out
    assert ":func:" not in out
