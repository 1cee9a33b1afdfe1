"""Exports with American games: the same guarantees as for riichi games."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
from mjlog.analysis import dataset, making
from mjlog.analysis.american.schema import AMERICAN_TABLES
from mjlog.analysis.dataset import DatasetError, export, read_table
from mjlog.analysis.parts import PartFiles
from mjlog.analysis.schema import schema_of
from mjlog.parsers.american import parse_text, write_american, write_american_json

from mjlog.american.batch import AmericanBatch
from mjlog.american.card import load_card
from mjlog.american.rules import load_american_rules
from mjlog.cli import main
from mjlog.errors import UnknownNameError

DATA = Path(__file__).parent / "data"
ROOT = Path(__file__).resolve().parent.parent.parent
SAMPLE = (DATA / "sample_hand.amn").read_text(encoding="utf-8")
RESULTS = """#AMN 1
[Id "{name}"]
[Ruleset "nmjl-2024"]
[Players "A=Ann B=Bea C=Cy D=Dot"]
[Level "result"]
hand 1 East A ; C !mahj EV2 25 jokerless off B ; pay A-50 B-100 C+200 D-50
hand 2 East B ; wall game ; pay A+0 B+0 C+0 D+0
end A-50 B-100 C+200 D-50
"""


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJLOG_JIT", "0")


def results(folder: Path, count: int) -> None:
    """Write records of results, a game a file."""
    folder.mkdir(exist_ok=True)
    for number in range(count):
        (folder / f"g{number}.amn").write_text(RESULTS.format(name=f"g{number}"), encoding="utf-8")


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()
    }


def manifest_of(folder: Path) -> Any:
    return json.loads((folder / "dataset.json").read_text(encoding="utf-8"))


def riichi(folder: Path, count: int = 1) -> None:
    """Put riichi records into a folder, between the American ones."""
    folder.mkdir(exist_ok=True)
    paths = sorted((ROOT / "sample_logs" / "tenhou").glob("tenhou-*"))[:count]
    for number, path in enumerate(paths):
        shutil.copy(path, folder / f"g{number}-{path.name}")


# --- layout ---------------------------------------------------------------------------------
def test_a_dataset_of_american_games(tmp_path: Path) -> None:
    results(tmp_path / "in", 5)
    out = tmp_path / "out"
    summary = export(tmp_path / "in", out, games_per_part=2)
    assert (summary.imported, summary.american, summary.rounds, summary.wins) == (5, 5, 10, 5)
    assert (summary.agreeing, summary.compared, summary.parts) == (5, 5, 3)
    assert {p.name for p in out.iterdir() if p.is_dir()} == {*AMERICAN_TABLES, "problems"}
    for table in AMERICAN_TABLES:
        files = sorted((out / table).iterdir())
        assert [f.name for f in files] == [f"part-0000{i}.parquet" for i in range(3)]
        assert all(pq.read_schema(f).equals(schema_of(table)) for f in files)
    manifest = manifest_of(out)
    assert [p["rows"]["american_games"] for p in manifest["parts"]] == [2, 2, 1]
    assert manifest["rows"]["american_hands"] == 10
    assert manifest["inputs"][0]["games"] == 5
    hands = read_table(out, "american_hands")
    assert hands["hand"].tolist() == [0, 1] * 5
    assert hands["result"].astype(str).tolist() == ["win", "wall"] * 5


def test_riichi_and_american_games_in_one_folder(tmp_path: Path) -> None:
    results(tmp_path / "in", 3)
    riichi(tmp_path / "in", 2)
    (tmp_path / "in" / "z.json").write_text("{nonsense", encoding="utf-8")
    out = tmp_path / "out"
    summary = export(tmp_path / "in", out, games_per_part=2)
    assert (summary.seen, summary.imported, summary.skipped, summary.failed) == (6, 5, 0, 1)
    assert (summary.games, summary.american) == (5, 3)
    manifest = manifest_of(out)
    kinds = [next(iter(part["rows"])) for part in manifest["parts"]]
    # the last part holds nothing but the problem
    assert kinds == ["games", "american_games", "american_games", "games"]
    assert manifest["rows"]["games"] == 2
    assert manifest["rows"]["american_games"] == 3
    assert len(read_table(out, "games")) == 2
    assert len(read_table(out, "american_games")) == 3
    assert read_table(out, "problems")["kind"].astype(str).tolist() == ["unreadable"]


def test_what_riichi_games_give_does_not_change(tmp_path: Path) -> None:
    riichi(tmp_path / "one")
    riichi(tmp_path / "both")
    results(tmp_path / "both", 2)
    export(tmp_path / "one", tmp_path / "a")
    export(tmp_path / "both", tmp_path / "b")
    alone, mixed = contents(tmp_path / "a"), contents(tmp_path / "b")
    assert not any("american" in name for name in alone)
    assert "american" not in (tmp_path / "a" / "dataset.json").read_text(encoding="utf-8")
    table = pd.read_parquet(tmp_path / "b" / "seats").drop(columns="game_id")
    assert table.equals(pd.read_parquet(tmp_path / "a" / "seats").drop(columns="game_id"))
    assert alone["events/part-00000.parquet"] == mixed["events/part-00000.parquet"]


def test_chosen_tables(tmp_path: Path) -> None:
    results(tmp_path / "in", 1)
    riichi(tmp_path / "in")
    out = tmp_path / "out"
    export(tmp_path / "in", out, tables=["american_wins", "wins"])
    folders = {p.name for p in out.iterdir() if p.is_dir()}
    assert folders == {"games", "wins", "problems", "american_games", "american_wins"}
    other = tmp_path / "other"
    export(tmp_path / "in", other, tables=["wins"])
    folders = {p.name for p in other.iterdir() if p.is_dir()}
    assert folders == {"games", "wins", "problems", *AMERICAN_TABLES}
    with pytest.raises(UnknownNameError, match="american_wins"):
        export(tmp_path / "in", tmp_path / "third", tables=["american_win"])
    with pytest.raises(DatasetError, match="american_wins"):
        read_table(out, "american_seats")


def test_csv(tmp_path: Path) -> None:
    results(tmp_path / "in", 1)
    export(tmp_path / "in", tmp_path / "out", format="csv")
    frame = pd.read_csv(tmp_path / "out" / "american_hands" / "part-00000.csv")
    assert frame["pay"].tolist() == ["[-50,-100,200,-50]", "[0,0,0,0]"]
    assert frame["winner"].tolist()[0] == "C"


# --- starting again -------------------------------------------------------------------------
@pytest.mark.parametrize("kill_at", [0, 1, 2, 3])
def test_a_killed_export_goes_on_and_ends_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kill_at: int
) -> None:
    source = tmp_path / "in"
    results(source, 5)
    riichi(source, 3)
    (source / "g2.json").write_text("{nonsense", encoding="utf-8")
    undisturbed = tmp_path / "undisturbed"
    export(source, undisturbed, games_per_part=2)
    out = tmp_path / "out"
    commit: Callable[[PartFiles, int], None] = PartFiles.commit

    def killed(self: PartFiles, part: int) -> None:
        if part == kill_at:
            raise KeyboardInterrupt
        commit(self, part)

    with monkeypatch.context() as patch:
        patch.setattr(PartFiles, "commit", killed)
        with pytest.raises(KeyboardInterrupt):
            export(source, out, games_per_part=2)
    left = PartFiles(out, ("games",), american=("american_games",))
    assert left.parts() == list(range(kill_at))
    again = export(source, out, games_per_part=2)
    assert contents(out) == contents(undisturbed)
    assert again.seen == again.imported + again.skipped + again.failed == 9


def test_a_second_export_adds_new_games_only(tmp_path: Path) -> None:
    results(tmp_path / "in", 2)
    out = tmp_path / "out"
    export(tmp_path / "in", out)
    before = contents(out)
    again = export(tmp_path / "in", out)
    assert (again.imported, again.already, again.parts) == (0, 2, 0)
    assert contents(out) == before
    results(tmp_path / "in", 3)
    more = export(tmp_path / "in", out)
    assert (more.imported, more.already, more.american) == (1, 2, 1)
    assert read_table(out, "american_games")["game_id"].tolist() == ["g0", "g1", "g2"]


def test_processes_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results(tmp_path / "in", 4)
    export(tmp_path / "in", tmp_path / "one", games_per_part=1)
    export(tmp_path / "in", tmp_path / "two", games_per_part=1, jobs=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_no_more_games_than_a_part_takes_are_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One file with many games is cut into parts too."""
    monkeypatch.setattr(dataset, "AMERICAN_GAMES", 3)
    text = "".join(RESULTS.format(name=f"g{i}") for i in range(8))
    (tmp_path / "all.amn").write_text(text, encoding="utf-8")
    sizes: list[int] = []
    build = making.build_part

    def counted(job: making.Job) -> Any:
        sizes.append(len(job.batch))
        return build(job)

    monkeypatch.setattr(making, "build_part", counted)
    summary = export(tmp_path / "all.amn", tmp_path / "out")
    assert (sizes, summary.imported) == ([3, 3, 2], 8)


# --- duplicates -----------------------------------------------------------------------------
def test_the_twin_of_a_record_is_a_duplicate(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    shutil.copy(DATA / "sample_hand.amn", source)
    shutil.copy(DATA / "sample_hand.jsonl", source)
    summary = export(source, tmp_path / "out", card=load_card("sample-original-1"))
    assert (summary.imported, summary.duplicates, summary.skipped) == (1, 1, 1)
    (problem,) = read_table(tmp_path / "out", "problems").to_dict("records")
    assert problem["kind"] == "duplicate"
    assert str(problem["source"]).endswith("sample_hand.jsonl")


@pytest.mark.parametrize("write", [write_american, write_american_json])
def test_the_record_that_holds_more_replaces_the_other(
    tmp_path: Path, write: Callable[[AmericanBatch, int], bytes]
) -> None:
    """The public record and the full one have ids of their own and the same play."""
    (game,) = parse_text(SAMPLE)
    full = write(AmericanBatch([game]), 0).decode()
    for hand in game.hands:
        hand.wall = None
        hand.events = [e for e in hand.events if type(e).__name__ not in ("Deal", "Pass")]
        for event in hand.events:
            if type(event).__name__ == "Draw":
                event.tile = 255
    game.level = "public"
    game.id = "typed-at-the-table"
    out = tmp_path / "out"
    (tmp_path / "1.amn").write_bytes(write_american(AmericanBatch([game]), 0))
    first = export(tmp_path / "1.amn", out)
    assert first.imported == 1
    (tmp_path / "2.txt").write_text(full, encoding="utf-8")
    second = export(tmp_path / "2.txt", out)
    assert (second.imported, second.duplicates) == (1, 1)
    games = read_table(out, "american_games")
    assert games["level"].astype(str).tolist() == ["full"]
    assert len(read_table(out, "american_seats")) == 4
    problem = read_table(out, "problems").iloc[-1]
    assert (problem["game_id"], problem["kind"]) == ("typed-at-the-table", "duplicate")


# --- rules, cards, names --------------------------------------------------------------------
def test_rules_and_card_of_the_command_line(tmp_path: Path) -> None:
    results(tmp_path / "in", 1)
    rules = load_american_rules("tournament-mahjcon")
    card = load_card("sample-original-1")
    summary = export(tmp_path / "in", tmp_path / "out", rules=rules, card=card)
    assert summary.findings["A-TRN-01"] == 2
    game = read_table(tmp_path / "out", "american_games").iloc[0]
    assert (game["rules"], game["rules_recorded"]) == ("tournament-mahjcon", "nmjl-2024")
    assert json.loads(game["rule_values"])["tournament"] == "mahjcon"
    manifest = manifest_of(tmp_path / "out")
    assert (manifest["rules"], manifest["card"]) == ("tournament-mahjcon", card.sha256)
    with pytest.raises(DatasetError, match="card"):
        export(tmp_path / "in", tmp_path / "out", rules=rules)


def test_findings_have_their_table(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    wrong = RESULTS.format(name="g").replace("pay A-50 B-100 C+200", "pay A-50 B-50 C+150", 1)
    (tmp_path / "in" / "g.amn").write_text(wrong, encoding="utf-8")
    summary = export(tmp_path / "in", tmp_path / "out")
    assert summary.agreeing == 0
    findings = read_table(tmp_path / "out", "american_findings")
    assert set(findings["code"].astype(str)) == set(summary.findings)
    first = findings[findings["code"] == "A-PAY-01"].iloc[0]
    assert (first["hand"], first["number"]) == (0, 1)
    assert json.loads(first["expected"])["B"] == -100
    assert manifest_of(tmp_path / "out")["findings"] == dict(sorted(summary.findings.items()))


def test_names_persons_and_aliases(tmp_path: Path) -> None:
    results(tmp_path / "in", 1)
    text = RESULTS.format(name="h").replace("D=Dot", "D=?")
    (tmp_path / "in" / "h.amn").write_text(text, encoding="utf-8")
    export(tmp_path / "in", tmp_path / "out", players={"Cy": "Cyrus"})
    players = read_table(tmp_path / "out", "american_players")
    assert players["player"].astype(str).tolist()[2:4] == ["Cyrus", "Dot"]
    assert players["name"].astype(str).tolist()[2] == "Cy"
    assert players["player"].astype(str).tolist()[-1] == "D@h"
    export(tmp_path / "in", tmp_path / "hidden", anonymise="key")
    for file in (tmp_path / "hidden").rglob("*.parquet"):
        text = str(pq.read_table(file).to_pylist())
        assert not any(name in text for name in ("Ann", "Bea", "'Cy'", "Dot")), file


def test_mjlog_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results(tmp_path / "in", 2)
    out = tmp_path / "out"
    words = ["export", str(tmp_path / "in"), "-o", str(out), "--rules", "nmjl-classic"]
    assert main([*words, "--card", "sample-original-1"]) == 0
    text = capsys.readouterr().out
    assert "2 games (4 hands" in text
    assert "wins checked  2 / 2, 2 agree" in text
    assert manifest_of(out)["rules"] == "nmjl-classic"
