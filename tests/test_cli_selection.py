"""What the commands say when a selection is empty, mixed or cannot be made."""

from __future__ import annotations

from pathlib import Path

import pytest
from mjlog.analysis.statistics import SelectionError, left_out, statistics, table_sizes

import mjlog
from mjlog.cli import main
from mjlog.errors import UnknownNameError

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJLOG_JIT", "0")


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """A dataset of one game of four and one of three players."""
    folder = tmp_path_factory.mktemp("mixed") / "dataset"
    logs = root / "sample_logs" / "tenhou"
    mjlog.export([logs / "tenhou-east-0.xml", logs / "tenhou-3p-east-0.xml"], folder)
    return folder


# --- games of three and of four players ----------------------------------------------------
def test_table_sizes_are_printed_apart(mixed: Path, capsys: Captured) -> None:
    assert table_sizes(mixed) == [4, 3]
    assert main(["stats", str(mixed), "--key", "games,last_rate"]) == 0
    lines = capsys.readouterr().out.splitlines()
    four, three = lines.index("Four-player games"), lines.index("Three-player games")
    assert four < three
    assert [line.split()[-2] for line in lines[three + 4 :]] == ["1", "1", "1"]
    assert main(["stats", str(mixed), "--total", "--lang", "ja"]) == 0
    out = capsys.readouterr().out
    assert "四人打ち" in out
    assert "三人打ち" in out


def test_one_table_size_has_no_heading(mixed: Path, capsys: Captured) -> None:
    assert main(["stats", str(mixed), "--table-size", "3", "--key", "games"]) == 0
    assert "player games" not in capsys.readouterr().out
    assert main(["stats", str(mixed), "--by", "players", "--key", "games"]) == 0
    assert "player games" not in capsys.readouterr().out


def test_programs_are_told_that_table_sizes_are_mixed(mixed: Path, capsys: Captured) -> None:
    assert main(["stats", str(mixed), "--format", "json", "--key", "games"]) == 0
    assert "--table-size tells them apart" in capsys.readouterr().err
    assert main(["stats", str(mixed), "--format", "json", "--table-size", "4"]) == 0
    assert capsys.readouterr().err == ""


def test_counts_of_everybody_are_called_so(mixed: Path, capsys: Captured) -> None:
    assert main(["stats", str(mixed), "--total", "--table-size", "4"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["Games", "of", "all", "players", "4"]


# --- columns and values ------------------------------------------------------------------------
def test_statistics_that_a_split_leaves_out_are_named_with_the_reason(
    mixed: Path, capsys: Captured
) -> None:
    assert main(["stats", str(mixed), "--by", "level", "--key", "games,win_rate"]) == 0
    err = capsys.readouterr().err
    assert err == "mjlog: left out: win_rate (level is a column of a player's game)\n"
    assert set(left_out(["games", "win_rate"], ["level"])) == {"win_rate"}
    assert left_out(None, ["room"]) == {}


def test_an_unknown_column_is_told_first(mixed: Path, capsys: Captured) -> None:
    assert main(["stats", str(mixed), "--by", "nosuch"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("mjlog: unknown column to split by 'nosuch'; known: players, length")


def test_a_split_that_no_statistic_knows_says_why(mixed: Path, capsys: Captured) -> None:
    assert main(["stats", str(mixed), "--key", "games", "--by", "wind"]) == 2
    err = capsys.readouterr().err
    assert "wind is a column of a player's round, and games counts a player's game" in err
    assert "did you mean" not in err


def test_a_value_that_does_not_occur_names_those_that_do(mixed: Path, capsys: Captured) -> None:
    assert main(["stats", str(mixed), "--where", "length=wset"]) == 2
    assert "no rows with length = 'wset'; there are 'east'" in capsys.readouterr().err
    with pytest.raises(SelectionError, match="there are 'False', 'True'"):
        statistics(mixed, keys=["rounds"], filters={"dealer": "perhaps"})


def test_values_may_be_written_in_any_case(mixed: Path) -> None:
    texts = [
        statistics(mixed, total=True, keys=["rounds"], filters={"dealer": text})["value"].tolist()
        for text in ("true", "True", True)
    ]
    assert texts[0] == texts[1] == texts[2]


def test_conditions_that_no_row_meets_together(mixed: Path, capsys: Captured) -> None:
    words = ["--where", "players=3", "--where", "seat=3", "--key", "games"]
    assert main(["stats", str(mixed), *words]) == 2
    assert "no rows with seat = '3'; there are '0', '1', '2'" in capsys.readouterr().err


def test_players_are_found_in_any_case_and_width(mixed: Path, capsys: Captured) -> None:
    for name in ("bot a", "BOT A", "Ｂｏｔ Ａ"):
        found = statistics(mixed, player=name, keys=["games"])
        assert found["player"].unique().tolist() == ["Bot A"]
    with pytest.raises(UnknownNameError, match="unknown player 'bot'; did you mean"):
        statistics(mixed, player="bot")


@pytest.mark.parametrize(
    "words",
    [["--total", "--player", "Bot A"], ["--limit", "-1"], ["--where", "room"],
     ["--table-size", "5"]],
)  # fmt: skip
def test_options_that_contradict_are_wrong_usage(mixed: Path, words: list[str]) -> None:
    assert main(["stats", str(mixed), *words]) == 2
