"""Exit statuses and messages around files: records, option files, outputs, players."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from mjlog.analysis.dataset import read_table
from mjlog.analysis.people import read_players, unused_accounts
from mjlog.parsers.tenhou.writer import write_mjlog
from mjlog.parsers.writers import writer_named

import mjlog
from mjlog.cli import main
from mjlog.errors import ConfigError
from mjlog.simulator import play_games
from mjlog.views.handmade import game_of

Captured = pytest.CaptureFixture[str]

ROUND = """
E1.0 dora 3z
hand 123m406p789s1122z
hand 22p55m11z345678s9p
hand 22m2299p5556667z
hand 999s119m23p4455z3m
0 draw 5m
0 tsumogiri 5m
draw exhaustive : 0 0 0 0
"""


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MJLOG_JIT", "0")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def record(root: Path) -> str:
    return str(root / "sample_logs" / "tenhou" / "tenhou-east-0.xml")


# --- nothing to export ----------------------------------------------------------------------
def test_an_export_of_nothing_is_no_success_and_leaves_no_folder(
    tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["export", "empty", "-o", "out"]) == 3
    assert "no records found in empty" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("name", "status"), [("missing.xml", 3), ("https://x.invalid/a", 2)])
def test_a_failed_export_says_why_once_and_leaves_no_folder(
    name: str, status: int, tmp_path: Path, capsys: Captured
) -> None:
    assert main(["export", name, "-o", "out"]) == status
    assert capsys.readouterr().err.count(name) == 1
    assert not (tmp_path / "out").exists()


def test_a_failed_export_leaves_an_empty_folder_empty(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert main(["export", "missing.xml", "-o", "out"]) == 3
    assert list((tmp_path / "out").iterdir()) == []


def test_a_failed_export_leaves_an_existing_dataset_alone(record: str, tmp_path: Path) -> None:
    assert main(["export", record, "-o", "out"]) == 0
    assert main(["export", "missing.xml", "-o", "out"]) == 3
    assert len(read_table(tmp_path / "out", "games")) == 1


def test_games_that_are_there_already_are_counted(record: str, capsys: Captured) -> None:
    assert main(["export", record, "-o", "out"]) == 0
    assert "already" not in capsys.readouterr().out
    assert main(["export", record, "-o", "out"]) == 0
    assert "already in the dataset: 1, 0 duplicates" in capsys.readouterr().out
    assert main(["export", record, "-o", "out", "--lang", "ja"]) == 0
    assert "既にデータセットにある: 1" in capsys.readouterr().out


# --- outputs and option files -----------------------------------------------------------------
@pytest.mark.parametrize(
    "words",
    [
        ["export", "{record}", "-o", "file/out"],
        ["convert", "{record}", "--to", "mjlog", "-o", "file/out.mjlog"],
        ["convert", "{record}", "--to", "mjlog", "-o", "file/out/"],
        ["simulate", "-o", "file/out"],
        ["audit", "{record}", "--write-baseline", "file/known.json"],
    ],
)
def test_an_output_that_cannot_be_written_is_wrong_usage(
    words: list[str], record: str, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert main([word.format(record=record) for word in words]) == 2
    err = capsys.readouterr().err
    assert "file/" in err
    assert "cannot be written" in err


def finding(**values: object) -> str:
    """Return a report of one finding with values of its own."""
    row = {"game_id": "g", "code": "F101", "round_index": 0, "event_index": 3, "seat": 1,
           "recorded": None, "expected": None}  # fmt: skip
    return json.dumps({"schema": 1, "findings": [row | values]})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot be read"),
        ("[", "no JSON"),
        ("[]", "with a list of findings"),
        ('{"findings": {}}', "with a list of findings"),
        ('{"findings": [1]}', r"findings[0] is no finding: 1"),
        ('{"findings": [{}]}', r"findings[0] is no finding"),
        (
            '{"findings": [{"game_id": "a", "code": ["F101"], "round_index": 0, "event_index": 0,'
            ' "seat": 0, "recorded": 1, "expected": 2}]}',
            "code ['F101'] is not known",
        ),
        (
            '{"findings": [{"game_id": "g", "code": "F101", "seat": 1}]}',
            "(without round_index, event_index, recorded, expected)",
        ),
        (finding(game_id=7), "(game_id is no text)"),
        (finding(code="F999"), "(code 'F999' is not known)"),
        (finding(seat="a"), "(seat is no number)"),
        ('{"schema": 2, "findings": []}', "a report of schema 2; this version reads 1"),
    ],
)
def test_a_baseline_that_is_none_is_refused(
    text: str | None, message: str, record: str, tmp_path: Path, capsys: Captured
) -> None:
    if text is not None:
        (tmp_path / "known.json").write_text(text, encoding="utf-8")
    assert main(["audit", record, "--baseline", "known.json"]) == 2
    assert message in capsys.readouterr().err


def test_a_written_baseline_hides_its_findings(root: Path, tmp_path: Path) -> None:
    faulty = str(root / "sample_logs" / "faulty" / "F101.mjlog")
    assert main(["audit", faulty, "--write-baseline", "known.json"]) == 1
    assert json.loads((tmp_path / "known.json").read_text(encoding="utf-8"))["findings"]
    assert main(["audit", faulty, "--baseline", "known.json"]) == 0


def wrong_fu(folder: Path, root: Path, fu: int) -> str:
    """Return a record with an id of the site, in which a win of 40 fu is written with others."""
    data = gzip.decompress((root / "sample_logs" / "faulty" / "S103.mjlog").read_bytes())
    assert data.count(b'ten="50,') == 1
    folder.mkdir()
    record = folder / "2026010203gm-00a9-0000-0123abcd.mjlog"
    record.write_bytes(data.replace(b'ten="50,', b'ten="%d,' % fu))
    return str(record)


def test_a_baseline_does_not_hide_another_fault_of_a_record_with_the_same_id(
    root: Path, tmp_path: Path, capsys: Captured
) -> None:
    first, second = wrong_fu(tmp_path / "a", root, 50), wrong_fu(tmp_path / "b", root, 60)
    assert main(["audit", first, "--write-baseline", "known.json"]) == 1
    capsys.readouterr()
    assert main(["audit", second, "--baseline", "known.json", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)["findings"]
    (shown,) = (row for row in found if row["code"] == "S103")
    assert (shown["code"], shown["recorded"], shown["expected"]) == ("S103", 60, 40)
    (known,) = json.loads((tmp_path / "known.json").read_text(encoding="utf-8"))["findings"]
    places = ("game_id", "code", "round_index", "event_index", "seat", "expected")
    assert [shown[key] for key in places] == [known[key] for key in places]
    (tmp_path / "a").rename(tmp_path / "moved")  # where a record lies plays no part
    assert main(["audit", "moved", "--baseline", "known.json"]) == 0


def test_a_baseline_written_over_itself_holds_the_old_findings_and_the_new_ones(
    root: Path, tmp_path: Path, capsys: Captured
) -> None:
    both = ["--baseline", "known.json", "--write-baseline", "known.json"]
    faulty = [str(root / "sample_logs" / "faulty" / f"{code}.mjlog") for code in ("F101", "S103")]
    assert main(["audit", faulty[0], "--write-baseline", "known.json"]) == 1
    assert "1 findings written" in capsys.readouterr().err
    assert main(["audit", *faulty, *both]) == 1
    assert "2 findings written to known.json, 1 of them known" in capsys.readouterr().err
    assert main(["audit", *faulty, "--baseline", "known.json"]) == 0
    assert main(["audit", faulty[1], *both]) == 0  # what is not looked at now stays known
    rows = json.loads((tmp_path / "known.json").read_text(encoding="utf-8"))["findings"]
    assert [row["code"] for row in rows] == ["F101", "S103"]


@pytest.mark.parametrize("to", ["mjlog", "mjai", "mahjong-soul", "majiang"])
def test_losses_are_those_of_the_games_that_are_written(
    to: str, root: Path, tmp_path: Path, capsys: Captured
) -> None:
    records = [root / "sample_logs" / "table" / "faulty" / f"{name}.txt"
               for name in ("E101-jpml-2005", "E211-jpml-2005")]  # fmt: skip
    ids = [mjlog.read(record)[0].id for record in records]
    assert main(["convert", *map(str, records), "--to", to, "-o", "out/"]) == 3
    assert "E211-jpml-2005.txt: not converted: " in (err := capsys.readouterr().err)
    assert "a void round (chombo)" in err
    rows = json.loads((tmp_path / "out.losses.json").read_text(encoding="utf-8"))
    assert {row["game_id"] for row in rows} == {ids[0]}
    assert [row["message"] for row in rows if row["what"] == "incidents"] == [
        "wrong_call at the table has no place"
    ]
    assert len(list((tmp_path / "out").iterdir())) == 1


# --- players -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("p.toml", b"", "no player in it"),
        ("p.toml", b"Aki = 3", "expected a list of account names"),
        ("p.toml", b"Aki = ['']", "expected a list of account names"),
        ("p.toml", b"Aki = [", "no valid TOML"),
        ("p.toml", b"Bo = ['B']\n[players]\nAki = ['A']", "'Bo' beside the table"),
        ("p.toml", b"Aki = ['A']\nBo = ['Aki']", "'Aki' has accounts and is itself an account"),
        ("p.csv", b"person,account\n", "no player in it"),
        ("p.csv", b"person,account\nAki\n", "line 2: 'Aki', expected person,account"),
        ("p.csv", b"Aki;A\n", "line 1: 'Aki;A', expected person,account"),
        ("p.csv", "雀士,A\n".encode("cp932"), "no UTF-8 text"),
    ],
)
def test_a_players_file_that_is_none_is_wrong_usage(
    name: str, text: bytes, message: str, record: str, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / name).write_bytes(text)
    assert main(["export", record, "-o", "out", "--players", name]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_missing_players_file_is_wrong_usage(record: str) -> None:
    assert main(["export", record, "-o", "out", "--players", "none.toml"]) == 2
    with pytest.raises(ConfigError, match="cannot be read"):
        read_players("none.toml")


def test_accounts_that_no_record_has_are_named(
    record: str, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "p.toml").write_text('Aki = ["Bot A", "Bot Z"]', encoding="utf-8")
    assert main(["export", record, "-o", "out", "--players", "p.toml"]) == 0
    err = capsys.readouterr().err
    assert "no record has the account 'Bot Z'; did you mean" in err
    assert "'Bot A'," not in err.partition(";")[0]
    assert unused_accounts({"a": "A"}, {"a"}) == []


def test_anonymous_players_are_a_person_of_one_game_each(tmp_path: Path) -> None:
    names = ("Asa", "NoName", "NoName", "Botan")
    for number in range(2):
        game = game_of(ROUND, names=names)
        game.info.start_time = f"2020-01-0{number + 1}T00:00:00Z"
        game.info.id = f"202001010{number}gm-0009-0000-0000000{number}"
        path = tmp_path / "logs" / f"{game.info.id}.mjlog"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(write_mjlog(game.batch))
    assert main(["export", "logs", "-o", "out"]) == 0
    players = read_table(tmp_path / "out", "players")
    persons = players["player"].astype(str).tolist()
    assert persons.count("Asa") == 2
    anonymous = [p for p in persons if p.startswith("NoName")]
    assert len(set(anonymous)) == 4
    assert anonymous[0] == f"NoName@{players['game_id'].astype(str)[0]}/1"
    assert set(players["name"].astype(str)) == {"Asa", "NoName", "Botan"}
    assert set(read_table(tmp_path / "out", "seats")["player"].astype(str)) == set(persons)


@pytest.mark.parametrize("name", ["雀" * 200, "../../up", "/etc/x", "..", "a\x00b", "x" * 200])
def test_the_name_of_a_converted_file_is_one_in_the_folder(name: str, tmp_path: Path) -> None:
    """A record may give any id."""
    data = writer_named("mahjong-soul").write(play_games(1, seed=5, rules="tenhou-east"), 0)
    document = json.loads(data)
    other = json.loads(data)
    document["head"]["uuid"], other["head"]["uuid"] = name, f"{name}2"
    (tmp_path / "two.json").write_text(json.dumps([document, other]), encoding="utf-8")
    out = tmp_path / "deep" / "out"
    assert main(["convert", str(tmp_path / "two.json"), "--to", "mjai", "-o", str(out)]) == 0
    assert len(list(out.iterdir())) == 2
    files = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert len(files) == 4  # the record, two games and the list of losses
