"""``mjlog stats`` with American games: alone, beside riichi games, in every form."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from mjlog.analysis.dataset import export

from mjlog.american.card import load_card
from mjlog.cli import main

from .test_statistics import DATA, EVENING, ROOT


@pytest.fixture(scope="module")
def american(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The results of an evening, and the sample hand."""
    folder = tmp_path_factory.mktemp("american")
    (folder / "in").mkdir()
    (folder / "in" / "evening.amn").write_text(EVENING, encoding="utf-8")
    shutil.copy(DATA / "sample_hand.jsonl", folder / "in")
    export(folder / "in", folder / "out", card=load_card("sample-original-1"))
    return str(folder / "out")


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The same evening, and a riichi game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MJLOG_JIT", "0")
        folder = tmp_path_factory.mktemp("mixed")
        (folder / "in").mkdir()
        (folder / "in" / "evening.amn").write_text(EVENING, encoding="utf-8")
        shutil.copy(ROOT / "sample_logs" / "tenhou" / "tenhou-0.mjlog", folder / "in")
        export(folder / "in", folder / "out")
    return str(folder / "out")


def printed(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> tuple[str, str]:
    assert main(["stats", *words]) == status
    out = capsys.readouterr()
    return out.out, out.err


def records(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text)
    return found


def test_a_report(american: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = printed(capsys, american)
    assert out.startswith("Everybody\n")
    lines = {line[:40].strip(): line for line in out.splitlines()}
    assert "3 / 20" in lines["Win rate"]  # five hands of four persons
    assert "1 / 5" in lines["Win rate as East"]
    assert "1 / 5" in lines["Wall games"]
    assert "Hands of all players" in out
    assert "6 hands: differences between players or lines mean little" in err
    table = out.partition("Net points")[2]
    # twice 200 from the same line; a row pays, a column is paid
    assert [line.split() for line in table.splitlines() if line.startswith("Cy ")] == [
        ["Cy", "5", "300", "60.00", "40.0%", "0.0%", "20.0%", "100.0%", "100.0%", "25.00",
         "100.0%"],
        ["Cy", "100"],
    ]  # fmt: skip
    assert "Paid by (row) to (column), points" in out


def test_japanese(american: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = printed(capsys, american, "--lang", "ja")
    assert out.startswith("全員\n")
    assert "東家和了率" in out


def test_one_player(american: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = printed(capsys, american, "--player", "bea")
    assert out.splitlines()[0] == "Bea"
    assert "Thrown to two exposures or more" in out
    assert "Wall games" not in out  # of the whole table
    _, err = printed(capsys, american, "--player", "Eve", status=2)
    assert "unknown player 'Eve'" in err


def test_what_wins(american: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = printed(capsys, american, "--by", "line", "--total", "--format", "json")
    rows = [r for r in records(out) if r["key"] == "share_of_wins"]
    assert [(r["line"], r["numerator"], r["denominator"]) for r in rows] == [
        ("EV2", 2, 3), ("SP1", 1, 3),
    ]  # fmt: skip
    out, _ = printed(capsys, american, "--by", "line")
    assert out.splitlines()[0].split() == ["Bea", "SP1"]


def test_the_charleston(american: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = printed(capsys, american, "--by", "leg", "--total")
    lines = [line.split() for line in out.splitlines()[2:]]
    assert [line[1] for line in lines] == ["R1", "O1", "L1", "L2", "O2", "R2", "C"]
    assert lines[0][2:4] == ["1.00", "83.3%"]


def test_csv(american: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = printed(capsys, american, "--key", "win_rate,threw_rate", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    bea = [row for row in rows if row["player"] == "Bea"]
    assert [(r["key"], float(r["value"]), r["denominator"]) for r in bea] == [
        ("win_rate", 0.2, "5.0"), ("threw_rate", 0.4, "5.0"),
    ]  # fmt: skip


def test_rows_are_chosen(american: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--where", "level=full", "--total", "--key", "hands", "--format", "json"]
    out, _ = printed(capsys, american, *words)
    assert [r["value"] for r in records(out)] == [4]
    _, err = printed(capsys, american, "--where", "level=fuller", status=2)
    assert "'full'" in err


def test_groups_that_are_not_recorded(american: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The results of the evening do not tell of a Charleston, the sample hand does."""
    words = ["--by", "second_charleston", "--total"]
    out, _ = printed(capsys, american, *words)
    heads = [line for line in out.splitlines() if line.startswith("Everybody")]
    assert heads == ["Everybody  -", "Everybody  True"]
    assert out.splitlines()[1].split() == ["Hands", "of", "all", "players", "16"]
    out, _ = printed(capsys, american, *words, "--key", "hands", "--format", "json")
    assert [(r["second_charleston"], r["value"]) for r in records(out)] == [(None, 16), (True, 4)]


def test_both_kinds_of_games(mixed: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = printed(capsys, mixed)
    riichi, _, american = out.partition("American mahjong\n")
    assert "Mean placement" in riichi
    assert "Charleston" not in riichi
    assert "Jokerless wins" in american
    out, _ = printed(capsys, mixed, "--game", "american")
    assert "Mean placement" not in out
    out, _ = printed(capsys, mixed, "--game", "riichi")
    assert "Jokerless" not in out


def test_options_tell_the_kind_of_games(mixed: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = printed(capsys, mixed, "--player", "Cy", "--key", "win_rate")
    assert out.splitlines()[-1].split() == ["Cy", "25.0%"]
    out, _ = printed(capsys, mixed, "--key", "jokerless_rate", "--total")
    assert "50.0%" in out
    out, _ = printed(capsys, mixed, "--table-size", "4", "--key", "games")
    assert "Cy" not in out
    _, err = printed(capsys, mixed, "--key", "nothing", status=2)
    assert "nothing" in err


def test_programs_get_one_kind(mixed: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = printed(capsys, mixed, "--key", "win_rate", "--format", "json")
    assert "--game american" in err
    assert "Cy" not in {r["player"] for r in records(out)}
    words = ["--key", "win_rate", "--format", "json", "--game", "american"]
    out, _ = printed(capsys, mixed, *words)
    assert {r["player"] for r in records(out)} == {"Ann", "Bea", "Cy", "Dot"}
    assert set(records(out)[0]) == {
        "player", "key", "value", "numerator", "denominator", "low", "high",
    }  # fmt: skip


def test_a_dataset_without_american_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MJLOG_JIT", "0")
    source = ROOT / "sample_logs" / "tenhou" / "tenhou-0.mjlog"
    export(source, tmp_path / "out")
    _, err = printed(capsys, str(tmp_path / "out"), "--game", "american", status=2)
    assert "holds no American games" in err


def test_a_dataset_without_riichi_games(american: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, err = printed(capsys, american, "--game", "riichi", status=2)
    assert "holds no riichi games" in err
