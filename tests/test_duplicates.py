"""One game in several formats: recognised by what was dealt, drawn and discarded."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pandas as pd
import pytest
from mjlog.analysis.dataset import Summary, export, read_table
from mjlog.analysis.digest import game_digests, play_digests
from mjlog.parsers import iter_batches, read_bytes
from mjlog.parsers.losses import Losses
from mjlog.parsers.writers import WRITERS

from mjlog.model import GameBatch
from mjlog.simulator import play_games
from mjlog.simulator.faults import fault_named, mutated_game

#: Formats that hold every draw and discard, the one that tells most first.
FORMATS = ("mjlog", "tenhou6", "table", "table-json", "mahjong-soul", "mjai")


def written(batch: GameBatch, name: str, game: int = 0) -> bytes:
    writer = next(writer for writer in WRITERS if writer.name == name)
    data: bytes = writer.write(batch, game, losses=Losses())
    return data


def problems_of(folder: Path) -> pd.DataFrame:
    problems = read_table(folder, "problems")
    found: pd.DataFrame = problems[problems["kind"] == "duplicate"]
    return found


def adds_up(summary: Summary) -> bool:
    return bool(summary.seen == summary.imported + summary.skipped + summary.failed)


@pytest.mark.parametrize("rules", ["tenhou-east", "tenhou-sanma-east", "mahjong-soul-east"])
def test_a_game_has_one_fingerprint_in_every_format(rules: str) -> None:
    batch = play_games(2, seed=7, rules=rules)
    first, second = play_digests(batch)
    assert first is not None and second is not None and first != second
    for name in FORMATS:
        back = read_bytes(written(batch, name), name=f"{name}.txt")
        assert play_digests(back) == [first], name


def test_results_and_red_fives_do_not_count_for_the_play() -> None:
    batch = play_games(1, seed=7, rules="tenhou-east")
    before = play_digests(batch), game_digests(batch)
    batch.wins.deltas[0] += 100
    batch.events.tile[batch.events.tile == 34] = 4
    batch.rounds.hands[batch.rounds.hands == 34] = 4
    batch.rounds.hands[0, 0] = batch.rounds.hands[0, 0, ::-1]
    assert play_digests(batch) == before[0]
    assert game_digests(batch) != before[1]


def test_another_discard_is_another_play() -> None:
    batch = play_games(1, seed=7, rules="tenhou-east")
    before = play_digests(batch)
    discard = int((batch.events.kind == 1).nonzero()[0][0])
    batch.events.tile[discard] = (int(batch.events.tile[discard]) + 1) % 34
    assert play_digests(batch) != before


def test_a_game_of_unknown_hands_has_no_fingerprint() -> None:
    batch = play_games(1, seed=7, rules="tenhou-east")
    sheet = read_bytes(written(batch, "table-csv"), name="sheet.csv")
    assert play_digests(sheet) == [None]
    batch.rounds.hands[0, :, 0] = 255
    assert play_digests(batch) == [None]


def files_of(folder: Path, names: tuple[str, ...]) -> Path:
    """Write one game in several formats, each under a name of its own."""
    folder.mkdir()
    batch = play_games(1, seed=7, rules="tenhou-east")
    for number, name in enumerate(names):
        batch.info[0].id = f"game-{name}"
        (folder / f"{number}-{name}.log").write_bytes(written(batch, name))
    return folder


@pytest.mark.parametrize("games_per_part", [1, 500])
@pytest.mark.parametrize("names", [FORMATS, FORMATS[::-1]], ids=["best first", "best last"])
def test_the_richest_record_of_a_game_counts(
    tmp_path: Path, names: tuple[str, ...], games_per_part: int
) -> None:
    logs, out = files_of(tmp_path / "logs", names), tmp_path / "out"
    summary = export(logs, out, games_per_part=games_per_part)
    assert (summary.seen, summary.imported, summary.failed) == (6, 1, 0)
    assert summary.duplicates == 5 and adds_up(summary)
    games = read_table(out, "games")
    assert games["format"].astype(str).tolist() == ["mjlog"]
    notes = problems_of(out)
    assert len(notes) == 5
    kept = games["game_id"][0]
    of = dict(zip(notes["game_id"], notes["duplicate_of"], strict=True))
    for start in of:  # a record that replaced another one may be replaced in its turn
        game = start
        while game != kept:
            game = of[game]
    assert all("as complete" in m or "more complete" in m for m in notes["message"])
    again = export(logs, out, games_per_part=games_per_part)
    assert (again.imported, again.already, again.duplicates) == (0, 6, 0)


def test_a_better_record_in_a_later_export_replaces(tmp_path: Path) -> None:
    out = tmp_path / "out"
    poor = files_of(tmp_path / "poor", ("mjai",))
    rich = files_of(tmp_path / "rich", ("tenhou6",))
    export(poor, out)
    old = read_table(out, "games")["game_id"][0]
    summary = export(rich, out)
    assert (summary.imported, summary.duplicates) == (1, 1)
    games = read_table(out, "games")
    assert games["format"].astype(str).tolist() == ["tenhou6"]
    notes = problems_of(out)
    assert notes[["game_id", "duplicate_of"]].to_numpy().tolist() == [[old, games["game_id"][0]]]
    assert set(read_table(out, "rounds")["game_id"].astype(str)) == {games["game_id"][0]}


def test_copies_in_one_format_under_two_ids_stay_two_games(tmp_path: Path) -> None:
    batch = play_games(1, seed=7, rules="tenhou-east")
    for number in (1, 2):
        name = f"20240101{number:02}gm-00a1-0000-0000000{number}.mjlog"
        (tmp_path / name).write_bytes(written(batch, "mjlog"))
    summary = export(tmp_path, tmp_path / "out")
    assert (summary.imported, summary.duplicates) == (2, 0)


def test_a_zip_of_mixed_formats_is_read_by_content(tmp_path: Path) -> None:
    batch = play_games(1, seed=7, rules="tenhou-east")
    archive = tmp_path / "mixed.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for name in FORMATS:
            file.writestr(f"{name}.dat", written(batch, name))
    found = [info.format for b in iter_batches(archive) for info in b.info]
    assert found == list(FORMATS)


@pytest.mark.shared
def test_real_games_that_stand_in_two_formats(shared: Path) -> None:
    """39 games of the folder are in mjlog and tenhou6, 8 in majiang and tenhou6."""
    plays: dict[str, set[str | None]] = {}
    for name in ("mjlog", "tenhou6", "majiang"):
        plays[name] = set()
        for batch in iter_batches(shared / "logs" / name):
            plays[name].update(play_digests(batch))
        plays[name].discard(None)
    assert len(plays["mjlog"] & plays["tenhou6"]) == 39
    assert len(plays["majiang"] & plays["tenhou6"]) == 8


def test_every_sample_has_an_id_of_its_own(root: Path) -> None:
    ids = [info.id for batch in iter_batches(root / "sample_logs") for info in batch.info]
    assert len(ids) > 150
    assert len(set(ids)) == len(ids)


def test_simulated_games_have_an_id_for_each_ruleset_and_fault() -> None:
    fault = fault_named("S103")
    ids = [
        batch.info[0].id
        for rules in ("tenhou-east", "mahjong-soul-east")
        for batch in (play_games(1, seed=3, rules=rules), mutated_game(fault, seed=3, rules=rules))
    ]
    assert len(set(ids)) == 4
