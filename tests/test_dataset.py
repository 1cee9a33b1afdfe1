"""Export: what ends up on disk, whatever happens on the way."""

from __future__ import annotations

import gzip
import itertools
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from mjlog.analysis import dataset as dataset_module
from mjlog.analysis import making
from mjlog.analysis import manifest as manifest_module
from mjlog.analysis.dataset import DatasetError, Summary, export, read_table
from mjlog.analysis.parts import PartFiles
from mjlog.analysis.people import People, read_players
from mjlog.analysis.schema import TABLES, schema_of
from mjlog.parsers.tenhou.writer import write_mjlog

from mjlog.cli import main
from mjlog.engine.layout import CALLED
from mjlog.errors import ConfigError, UnknownNameError
from mjlog.model import GameBatch
from mjlog.replay import replay
from mjlog.rules import load_rules
from mjlog.views.handmade import game_of

HANDS = """hand 123m456p789s1122z
hand 19m19p19s1234567z
hand 2233445m667788p
hand 666777m22s67p555z"""
KOKUSHI = f"""
E1.0 dora 3z
{HANDS}
0 draw 7z
0 tsumogiri 7z
1 ron 7z from 0 : -32000 32000 0 0
"""
DRAW = f"""
E2.0 dora 3z
{HANDS}
1 draw 8s
1 tsumogiri 8s
2 draw 6m
2 tsumogiri 6m
draw exhaustive : 1500 -1500 1500 -1500
"""
NAMES = ("Asa", "Botan", "Chidori", "Daigo")


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJLOG_JIT", "0")


def record(*rounds: str, names: tuple[str, ...] = NAMES, complete: bool = True) -> bytes:
    """Return a game as mjlog text."""
    batch = game_of("\n".join(rounds or (KOKUSHI, DRAW)), names=names).batch
    if complete:
        batch.complete[:] = True
        batch.final_scores[0] = [20000, 45000, 20000, 15000]
        batch.final_points[0] = [-100, 550, -200, -250]
    data: bytes = write_mjlog(batch)
    return data


def log_name(number: int) -> str:
    return f"20180101{number % 24:02}gm-00a9-0000-{number:08x}.mjlog"


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A folder of seven games."""
    folder = tmp_path / "logs"
    folder.mkdir()
    for number in range(7):
        (folder / log_name(number)).write_bytes(record())
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()
    }


def seen_adds_up(summary: Summary) -> bool:
    return bool(summary.seen == summary.imported + summary.skipped + summary.failed)


# --- layout ---------------------------------------------------------
def test_a_dataset_has_a_folder_a_table_and_a_manifest(logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    summary = export(logs, out, games_per_part=3)
    assert (summary.imported, summary.rounds, summary.wins, summary.parts) == (7, 14, 7, 3)
    manifest = json.loads((out / "dataset.json").read_text(encoding="utf-8"))
    assert manifest["schema"] == 1
    assert manifest["rows"]["games"] == 7
    assert [p["rows"]["games"] for p in manifest["parts"]] == [3, 3, 1]
    assert manifest["inputs"][0]["games"] == 7
    assert re.fullmatch("[0-9a-f]{64}", manifest["inputs"][0]["sha256"])
    for table in set(TABLES) - {"decisions"}:
        files = sorted((out / table).iterdir())
        assert [f.name for f in files] == [f"part-0000{i}.parquet" for i in range(3)]
        assert all(pq.read_schema(f).equals(schema_of(table)) for f in files)
    assert not list(out.rglob("*.tmp"))


def test_chosen_tables_only_and_what_an_export_needs(logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(logs, out, tables=["decisions"])
    assert {p.name for p in out.iterdir() if p.is_dir()} == {"decisions", "games", "problems"}
    with pytest.raises(UnknownNameError, match="'rounds'"):
        export(logs, tmp_path / "other", tables=["round"])


def test_tables_agree_with_each_other(logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(logs, out, tables=list(TABLES))
    games, rounds = read_table(out, "games"), read_table(out, "rounds")
    seats, events = read_table(out, "seats"), read_table(out, "events")
    assert games["rounds"].sum() == len(rounds)
    assert games["events"].sum() == rounds["events"].sum() == len(events)
    assert len(seats) == 4 * len(rounds)
    assert rounds["label"].astype(str).tolist()[:2] == ["E1.0", "E2.0"]
    first = seats[(seats["round"] == 0)].head(4)
    assert first["result"].astype(str).tolist() == ["deal_in", "ron", "bystander", "bystander"]
    assert first["delta"].tolist() == [-32000, 32000, 0, 0]
    assert first["hand"].iloc[0] == "123m456p789s1122z"
    assert first["dealer"].tolist() == [True, False, False, False]
    taken = events[(events["kind"] == "discard") & events["taken"].notna()]
    assert taken["tile"].astype(str).unique().tolist() == ["7z"]
    players = read_table(out, "players").head(4)
    assert players["place"].tolist() == [2, 1, 3, 4]
    assert players["game_points"].tolist() == [-10.0, 55.0, -20.0, -25.0]


def test_decisions_hold_the_hand_before_the_choice(logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(logs, out, tables=["decisions"])
    decisions = read_table(out, "decisions")
    first = decisions.iloc[0]
    assert (first["kind"], first["choice"], first["tile"], first["drawn"]) == (
        "turn", "discard", "7z", "7z",
    )  # fmt: skip
    assert first["hand"] == "123m456p789s11227z"
    ron = decisions[(decisions["choice"] == "ron")].iloc[0]
    assert (ron["seat"], ron["options"], ron["shanten"]) == (1, "ron", 0)
    assert ron["hand"] == "19m19p19s1234567z"


# --- resuming, jobs, adding -----------------------------------------------------------------------
class Killed(BaseException):
    pass


def kill_at(monkeypatch: pytest.MonkeyPatch, part: int, *, written: bool) -> None:
    build, commit = making.build_part, PartFiles.commit

    def build_or_die(job: making.Job) -> object:
        if job.part == part and not written:
            raise Killed
        return build(job)

    def commit_or_die(files: PartFiles, number: int) -> None:
        if number == part and written:
            raise Killed
        commit(files, number)

    monkeypatch.setattr(making, "build_part", build_or_die)
    monkeypatch.setattr(PartFiles, "commit", commit_or_die)


@pytest.mark.parametrize("part", [0, 1, 2])
@pytest.mark.parametrize("written", [False, True])
def test_a_killed_export_resumes_with_the_same_bytes(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: int, written: bool
) -> None:
    (logs / "broken.mjlog").write_text("<mjloggm ver")
    (logs / ("a" + log_name(3))).write_bytes(record())  # a game of its own
    whole, halved = tmp_path / "whole", tmp_path / "halved"
    export(logs, whole, games_per_part=3)
    with monkeypatch.context() as patch:
        kill_at(patch, part, written=written)
        with pytest.raises(Killed):
            export(logs, halved, games_per_part=3)
    assert len(list((halved / "games").glob("*.parquet"))) == part
    (halved / "seats").mkdir(exist_ok=True)
    (halved / "seats" / "part-00007.parquet").write_bytes(b"half a fi")
    summary = export(logs, halved, games_per_part=3)
    assert seen_adds_up(summary)
    assert contents(halved) == contents(whole)


@pytest.mark.slow
def test_jobs_change_nothing(logs: Path, tmp_path: Path) -> None:
    alone, together = tmp_path / "alone", tmp_path / "together"
    first = export(logs, alone, games_per_part=2)
    second = export(logs, together, games_per_part=2, jobs=2)
    assert contents(alone) == contents(together)
    assert (first.wins, first.findings) == (second.wins, second.findings)


def test_a_part_that_cannot_be_written_ends_the_export(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    write = PartFiles.write

    def full(files: PartFiles, part: int, tables: dict[str, pa.Table]) -> None:
        if part == 1:
            raise OSError(28, "No space left on device")
        write(files, part, tables)

    with monkeypatch.context() as patch:
        patch.setattr(PartFiles, "write", full)
        with pytest.raises(OSError, match="No space left"):
            export(logs, out, games_per_part=2)
    assert [f.name for f in (out / "games").iterdir()] == ["part-00000.parquet"]
    export(logs, out, games_per_part=2)
    export(logs, tmp_path / "whole", games_per_part=2)
    assert contents(out) == contents(tmp_path / "whole")


def test_exporting_again_changes_nothing(logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(logs, out)
    before = contents(out)
    again = export(logs, out)
    assert (again.imported, again.skipped, again.duplicates) == (0, 7, 0)
    assert contents(out) == before


def test_an_export_into_a_dataset_adds_new_games(logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(logs, out)
    before = contents(out)
    (logs / log_name(77)).write_bytes(record())
    summary = export(logs, out)
    assert (summary.seen, summary.imported, summary.skipped) == (8, 1, 7)
    after = contents(out)
    assert len(read_table(out, "games")) == 8
    assert all(after[name] == before[name] for name in before if name.endswith(".parquet"))


def test_other_options_need_another_folder(logs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(logs, out)
    with pytest.raises(DatasetError, match="format = 'parquet', and this export has 'csv'"):
        export(logs, out, format="csv")


def test_a_folder_that_holds_something_else_is_left_alone(logs: Path) -> None:
    with pytest.raises(DatasetError, match="neither a dataset"):
        export(logs, logs)


# --- reported faults ---------------------------------------------------------
def test_b98_unreadable_records_are_counted_and_listed(logs: Path, tmp_path: Path) -> None:
    for number in range(4):
        (logs / f"newer{number}.mjlog").write_text("<mjloggm ver='9'><?")
    out = tmp_path / "out"
    summary = export(logs, out)
    assert (summary.seen, summary.imported, summary.failed) == (11, 7, 4)
    assert seen_adds_up(summary)
    problems = read_table(out, "problems")
    assert (problems["kind"] == "unreadable").sum() == 4
    assert all("newer" in source for source in problems["source"])
    assert len(read_table(out, "rounds")) == 14
    assert main(["export", str(logs), "-o", str(tmp_path / "cli")]) == 3


def test_b109_two_players_of_one_name_keep_their_seats(tmp_path: Path) -> None:
    path = tmp_path / log_name(1)
    path.write_bytes(record(names=("X", "Y", "Y", "Z")))
    out = tmp_path / "out"
    export(path, out)
    players = read_table(out, "players")
    assert players["name"].astype(str).tolist() == ["X", "Y", "Y", "Z"]
    assert players["place"].tolist() == [2, 1, 3, 4]
    seats = read_table(out, "seats")
    assert seats[seats["result"] == "ron"]["seat"].tolist() == [1]
    assert seats[seats["deal_ins"] > 0]["seat"].tolist() == [0]


def test_b111_parts_without_any_riichi_have_the_same_schema(tmp_path: Path) -> None:
    riichi = f"""
    E1.0 dora 3z
    {HANDS}
    0 draw 7z
    0 discard 7z
    1 draw 1s
    1 riichi
    1 discard 1s
    1 accepted
    draw exhaustive : 0 0 0 0
    """
    one, two = tmp_path / log_name(1), tmp_path / log_name(2)
    one.write_bytes(record(DRAW))
    two.write_bytes(record(riichi))
    for path, out in ((one, "a"), (two, "b")):
        export(path, tmp_path / out)
    for table in set(TABLES) - {"decisions"}:
        files = [str(tmp_path / out / table / "part-00000.parquet") for out in ("a", "b")]
        assert pq.read_schema(files[0]).equals(pq.read_schema(files[1])), table
        joined = pd.concat([pd.read_parquet(f) for f in files])
        for column in ("riichi_turn", "pao_seat", "riichi_event"):
            if column in joined:
                assert str(joined[column].dtype).startswith("Int"), (table, column)
    seats = pd.read_parquet(tmp_path / "b" / "seats" / "part-00000.parquet")
    assert seats["riichi"].tolist() == [False, True, False, False]
    assert seats["riichi_turn"].tolist()[1] == 1


def test_b113_csv_opens_in_excel(tmp_path: Path) -> None:
    name = '日本語"名'
    path = tmp_path / log_name(1)
    path.write_bytes(record(names=(name, "é", "〜", "a,b")))
    out = tmp_path / "out"
    export(path, out, format="csv")
    file = out / "players" / "part-00000.csv"
    assert file.read_bytes().startswith(b"\xef\xbb\xbf")
    frame = pd.read_csv(file, encoding="utf-8-sig")
    assert frame.columns[0] == "game_id"
    assert frame["name"].tolist() == [name, "é", "〜", "a,b"]
    wins = pd.read_csv(out / "wins" / "part-00000.csv", encoding="utf-8-sig")
    assert json.loads(wins["deltas"][0]) == [-32000, 32000, 0, 0]
    before = contents(out)
    again = export(path, out, format="csv")
    assert (again.imported, again.skipped) == (0, 1)
    assert contents(out) == before


def containers(tmp_path: Path, count: int) -> Iterator[Path]:
    folder, packed = tmp_path / "folder", tmp_path / "packed"
    folder.mkdir()
    packed.mkdir()
    data = record()
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for number in range(count):
            (folder / log_name(number)).write_bytes(data)
            (packed / (log_name(number) + ".gz")).write_bytes(gzip.compress(data))
            archive.writestr(log_name(number), data)
    yield from (folder, packed, tmp_path / "all.zip")


def test_b115_folder_zip_and_gzip_give_the_same_tables(tmp_path: Path) -> None:
    tables = []
    for i, path in enumerate(containers(tmp_path, 9)):
        out = tmp_path / f"out{i}"
        export(path, out, games_per_part=4)
        parts = {t: read_table(out, t) for t in set(TABLES) - {"decisions"}}
        parts = {t: p.drop(columns="source", errors="ignore") for t, p in parts.items()}
        tables.append(
            {t: p.sort_values([c for c in ("game_id", "round", "seat", "event") if c in p])
             .reset_index(drop=True).astype(str) for t, p in parts.items()}
        )  # fmt: skip
    for other in tables[1:]:
        for table, frame in tables[0].items():
            pd.testing.assert_frame_equal(frame, other[table])


def test_b115_no_more_than_two_parts_are_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    waiting: list[int] = []
    build = making.build_part

    def noted(job: making.Job) -> object:
        sizes.append(len(job.batch))
        done = len(list((tmp_path / "out" / "games").glob("part-*.parquet")))
        waiting.append(job.part - done)
        return build(job)

    monkeypatch.setattr(making, "build_part", noted)
    folder = next(containers(tmp_path, 23))
    export(folder, tmp_path / "out", games_per_part=5)
    assert sizes == [5, 5, 5, 5, 3]
    assert max(waiting) <= 1  # of the earlier parts only the last may still be on its way


def test_b117_the_more_complete_record_counts(tmp_path: Path) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.mkdir()
    bad.mkdir()
    (good / log_name(1)).write_bytes(record())
    (bad / log_name(1)).write_bytes(record(KOKUSHI, complete=False))
    other = tmp_path / ("copy-" + log_name(1))
    other.write_bytes(record())
    out = tmp_path / "out"
    export(good, out)
    for path in (bad, other):
        summary = export(path, out)
        assert (summary.imported, summary.skipped, summary.duplicates) == (0, 1, 1)
        assert seen_adds_up(summary)
    games = read_table(out, "games")
    assert games["rounds"].tolist() == [2]
    assert games["complete"].tolist() == [True]
    assert len(read_table(out, "seats")) == 8
    problems = read_table(out, "problems")
    assert problems["kind"].astype(str).tolist() == ["duplicate", "duplicate"]
    assert str(bad) in problems["source"][0]


@pytest.mark.parametrize("games_per_part", [1, 5])
def test_b117_a_worse_record_is_replaced_when_the_better_one_comes_later(
    tmp_path: Path, games_per_part: int
) -> None:
    logs = tmp_path / "logs"
    (logs / "a").mkdir(parents=True)
    (logs / "b").mkdir()
    (logs / "a" / log_name(1)).write_bytes(record(KOKUSHI, complete=False))
    (logs / "a" / log_name(2)).write_bytes(record())
    (logs / "b" / log_name(1)).write_bytes(record())
    out, later = tmp_path / "out", tmp_path / "later"
    summary = export(logs, out, games_per_part=games_per_part)
    assert (summary.seen, summary.imported, summary.skipped) == (3, 2, 1)
    export(logs / "a", later, games_per_part=games_per_part)
    added = export(logs / "b", later, games_per_part=games_per_part)
    assert added.duplicates == 1
    for folder in (out, later):
        assert sorted(read_table(folder, "games")["rounds"]) == [2, 2]
        assert len(read_table(folder, "events")) == 16
        assert not read_table(folder, "seats").duplicated(["game_id", "round", "seat"]).any()
        assert (read_table(folder, "problems")["kind"] == "duplicate").sum() == 1
        rows = json.loads((folder / "dataset.json").read_text(encoding="utf-8"))["rows"]
        assert (rows["games"], rows["rounds"]) == (2, 4)
    before = contents(out)
    export(logs, out, games_per_part=games_per_part)
    assert contents(out) == before


@pytest.mark.parametrize("call", [0, 1, 2])
def test_an_export_killed_while_it_replaces_records_resumes_with_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    logs = tmp_path / "logs"
    for name in ("a", "b"):
        (logs / name).mkdir(parents=True)
    for number in range(3):
        (logs / "a" / log_name(number)).write_bytes(record(KOKUSHI, complete=False))
        if number < 2:
            (logs / "b" / log_name(number)).write_bytes(record())
    drop, calls = PartFiles.drop_games, itertools.count()

    def drop_or_die(files: PartFiles, part: int, ids: set[str]) -> None:
        if next(calls) == call:
            raise Killed
        drop(files, part, ids)

    def die(*_: object, **__: object) -> None:
        raise Killed

    whole, halved = tmp_path / "whole", tmp_path / "halved"
    for folder in (whole, halved):
        export(logs / "a", folder, games_per_part=1)
    export(logs / "b", whole, games_per_part=1)
    with monkeypatch.context() as patch:
        patch.setattr(PartFiles, "drop_games", drop_or_die)
        patch.setattr(dataset_module, "write_manifest", die)  # all are dropped, and not yet counted
        with pytest.raises(Killed):
            export(logs / "b", halved, games_per_part=1)
    export(logs / "b", halved, games_per_part=1)
    assert contents(halved) == contents(whole)
    counted = json.loads((halved / "dataset.json").read_text(encoding="utf-8"))["parts"]
    assert [entry["rows"]["games"] for entry in counted] == [0, 0, 1, 1, 1]


def test_only_parts_that_lost_a_game_are_counted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = tmp_path / "logs"
    (logs / "b").mkdir(parents=True)
    for number in range(3):
        (logs / log_name(number)).write_bytes(record(KOKUSHI, complete=False))
    (logs / "b" / log_name(1)).write_bytes(record())
    out = tmp_path / "out"
    export([str(path) for path in sorted(logs.glob("*.mjlog"))], out, games_per_part=1)
    counted: list[int] = []
    count = manifest_module._counted

    def noted(files: PartFiles, part: int) -> object:
        counted.append(part)
        return count(files, part)

    monkeypatch.setattr(manifest_module, "_counted", noted)
    export(logs / "b", out, games_per_part=1)
    assert counted == [1]


@pytest.mark.shared
def test_b100_a_win_row_carries_all_that_its_points_follow_from(
    shared: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    names = ("chankan_ippatsu.xml", "kakan_then_ankan_two_dora.xml")
    files = [shared / "cases" / "inputs" / name for name in names]
    export(files, out)
    wins, events = read_table(out, "wins"), read_table(out, "events")
    assert wins["agrees"].all()
    for column in ("indicators", "han", "fu", "points", "deltas", "hand", "melds", "yaku"):
        assert wins[column].notna().all(), column
    riichi = wins[wins["riichi"]]
    assert (riichi["ura"].map(len) == riichi["indicators"].map(len)).all()
    for (game, number), part in events.groupby(["game_id", "round"], observed=True):
        kans = part["kind"].isin(["ankan", "kakan", "daiminkan"]).sum()
        indicators = read_table(out, "rounds").set_index(["game_id", "round"])["indicators"]
        turned = (part["kind"] == "dora").sum()
        assert len(indicators[(game, number)]) == 1 + turned
        assert kans - 1 <= turned <= kans  # a robbed or last kan turns none


# --- people ---------------------------------------------------------
def test_accounts_of_a_person_are_merged(tmp_path: Path, logs: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text('Morning = ["Asa", "Botan"]\n', encoding="utf-8")
    out = tmp_path / "out"
    export(logs, out, players=file)
    players = read_table(out, "players")
    assert players["player"].astype(str).tolist()[:4] == ["Morning", "Morning", "Chidori", "Daigo"]
    assert players["name"].astype(str).tolist()[:4] == list(NAMES)
    assert (read_table(out, "seats")["player"] == "Morning").sum() == 28


def test_a_players_file_may_be_csv(tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    file.write_bytes("\ufeffperson,account\nAki,A,B\nBo,C\n".encode())
    assert read_players(file) == {"A": "Aki", "B": "Aki", "C": "Bo"}


def test_an_account_of_two_persons_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text('Aki = ["A"]\nBo = ["A"]\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="'A' is listed for 'Aki' and for 'Bo'"):
        read_players(file)


def test_aliases_are_stable_and_hide_names(tmp_path: Path, logs: Path) -> None:
    one, two, other = tmp_path / "one", tmp_path / "two", tmp_path / "other"
    export(logs, one, anonymise="key")
    export(logs / log_name(2), two, anonymise="key")
    export(logs, other, anonymise="another key")
    first = read_table(one, "players")["player"].astype(str).tolist()
    assert first[:4] == read_table(two, "players")["player"].astype(str).tolist()
    assert first[:4] != read_table(other, "players")["player"].astype(str).tolist()[:4]
    assert len(set(first)) == 4
    for data in contents(one).values():
        assert not any(name.encode() in data for name in NAMES)


def test_the_alias_key_of_a_user_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mjlog.analysis.people import alias_key

    monkeypatch.delenv("MJLOG_ALIAS_KEY", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    key = alias_key()
    assert len(key) == 32
    assert alias_key() == key
    monkeypatch.setenv("MJLOG_ALIAS_KEY", "mine")
    assert alias_key() == "mine"
    assert People(key="mine").player("Asa") == People(key="mine").name("Asa")


# --- command ---------------------------------------------------------
def test_the_command_prints_a_summary(
    logs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(logs), "-o", str(tmp_path / "out")]) == 0
    out, err = capsys.readouterr()
    assert "7 games (14 rounds, 56 events)" in out
    assert err == ""


@pytest.mark.parametrize(
    ("options", "status"),
    [(["--tables", "round"], 2), (["--jobs", "0"], 2), (["--rules", "nothing"], 2)],
)
def test_wrong_usage_is_status_2(
    logs: Path, tmp_path: Path, options: list[str], status: int
) -> None:
    assert main(["export", str(logs), "-o", str(tmp_path / "out"), *options]) == status


def test_a_missing_path_is_status_3(tmp_path: Path) -> None:
    assert main(["export", str(tmp_path / "nothing"), "-o", str(tmp_path / "out")]) == 3


def test_building_tables_does_not_import_pandas(logs: Path, tmp_path: Path, root: Path) -> None:
    code = (
        "import sys; from mjlog.analysis.dataset import export;"
        f"export({str(logs)!r}, {str(tmp_path / 'out')!r}); sys.exit('pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=root, check=False)
    assert done.returncode == 0


# --- columns against the replay ---------------------------------------------------
def built(batch: GameBatch, table: str) -> pd.DataFrame:
    from mjlog.analysis.context import Context
    from mjlog.analysis.tables import build_tables

    frame: pd.DataFrame = build_tables(Context(batch, replay(batch)), [table])[table].to_pandas()
    return frame


def test_b104_the_dealer_is_judged_by_thirteen_tiles() -> None:
    batch = game_of(
        """
        E1.0 dora 3z
        hand 5566m233799p444z
        hand 5566m233799p444z
        hand 19m19p19s1234567z
        hand 19m19p19s1234567z
        0 draw 2p
        0 discard 7p
        """
    ).batch
    seats = built(batch, "seats")
    assert seats["dealt_shanten"].tolist()[:2] == [1, 1]
    assert built(batch, "events")["shanten"].tolist()[0] == 0


def test_a_kakan_stands_in_place_of_its_pon() -> None:
    batch = game_of(
        """
        E1.0 dora 3z
        hand 123m456p789s1122z
        hand 55p0s123m789m1199s
        hand 123456789m1234z
        hand 123456789p1234z
        0 draw 5p
        0 discard 0p
        1 pon 0p 55p from 0
        1 discard 1m
        2 draw 6z
        2 tsumogiri 6z
        3 draw 6z
        3 tsumogiri 6z
        0 draw 6z
        0 tsumogiri 6z
        1 draw 5p
        1 kakan 5p
        1 draw 0s
        1 tsumo 0s : -2000 6000 -2000 -2000
        """
    ).batch
    win = built(batch, "wins").iloc[0]
    assert list(win["melds"]) == ["kakan:0555p"]
    assert win["open"]
    used = built(batch, "events").set_index("event")["used"].dropna().astype(str).tolist()
    assert used == ["55p", "5p"]


MakeRound = Callable[[], GameBatch]


def test_called_discards_are_marked() -> None:
    batch = game_of(
        """
        E1.0 dora 3z
        hand 123m456p789s1122z
        hand 34p123m789m11199s
        hand 123456789m1234z
        hand 123456789p1234z
        0 draw 5p
        0 discard 5p
        1 chi 5p 34p from 0
        1 discard 9s
        """
    ).batch
    events = built(batch, "events")
    status = replay(batch).status
    assert events["taken"].astype(object).where(events["taken"].notna(), None).tolist() == [
        "called" if s & CALLED else None for s in status.tolist()
    ]
    assert np.flatnonzero(status & CALLED).tolist() == [1]


def test_a_kita_does_not_make_a_hand_tenpai() -> None:
    batch = game_of(
        """
        E1.0 dora 3z
        hand 111222333p45s9m4z
        hand 444555666p78s9m1z
        hand 123789s19m2z777z5s
        0 draw 6s
        0 kita
        0 draw 5z
        0 discard 6s
        1 draw 9s
        1 discard 1z
        """,
        rules=load_rules("tenhou-3p"),
    ).batch
    assert replay(batch).waits.tolist()[1]  # waits for 9m, but no discard kept them
    assert built(batch, "seats")["tenpai_turn"].tolist() == [pd.NA, 1, pd.NA]
