"""Spoilt, odd and hostile inputs: a message and a status, never a traceback; the rest goes on."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import zipfile
from pathlib import Path

import pytest
from mjlog.parsers.tenhou import write_mjlog

import mjlog
from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.codes import UNKNOWN
from mjlog.views.handmade import game_of

Run = tuple[int, str, str]


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MJLOG_JIT", "0")
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def good(root: Path) -> bytes:
    """A game of four rounds or more, every player a human of ours."""
    return (root / "sample_logs" / "tenhou" / "tenhou-east-0.xml").read_bytes()


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Run:
    capsys.readouterr()
    try:
        status = main(list(arguments))
    except SystemExit as stop:
        status = int(stop.code or 0)
    done = capsys.readouterr()
    assert "Traceback" not in done.err
    assert status in (0, 1, 2, 3)
    return status, done.out, done.err


def zipped(*members: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return buffer.getvalue()


UNREADABLE = {
    "empty": b"",
    "zeros": bytes(5000),
    "junk": random.Random(1).randbytes(4000),
    "page": b"<html><body>404</body></html>",
    "nested": b'<mjloggm ver="2.3">' + b"<a>" * 10_000 + b"</a>" * 10_000 + b"</mjloggm>",
    "cut gzip": gzip.compress(random.Random(2).randbytes(3000))[:-20],
    "junk gzip": b"\x1f\x8b" + random.Random(3).randbytes(300),
    "junk zip": b"PK\x03\x04" + random.Random(4).randbytes(500),
    "junk database": b"SQLite format 3\x00" + random.Random(5).randbytes(5000),
    "large gzip": gzip.compress(b'<mjloggm ver="2.3">' + b"A" * (64 << 20), 9),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_said_and_the_status_is_three(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.xml"
    path.write_bytes(UNREADABLE[name])
    for command in (["audit"], ["show"], ["wall"], ["convert", "--to", "mjlog", "-o", "out.xml"]):
        status, out, err = run(capsys, command[0], str(path), *command[1:])
        assert status == 3
        assert "bad.xml" in out + err
    assert not (tmp_path / "out.xml").exists()


def test_one_bad_file_does_not_stop_the_others(
    good: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for number, data in enumerate(UNREADABLE.values()):
        (folder / f"bad{number}.xml").write_bytes(data)
    (folder / "good.xml").write_bytes(good)
    status, out, _ = run(capsys, "audit", str(folder), "--format", "json")
    report = json.loads(out)
    assert status == 3
    summary = report["summary"]
    assert (summary["games"], summary["imported"]) == (1, 1)
    assert summary["failed"] + summary["skipped"] == len(UNREADABLE)
    assert summary["findings"] == {}
    status, _, _ = run(capsys, "export", str(folder), "-o", "set")
    assert status == 3
    assert (tmp_path / "set" / "games" / "part-00000.parquet").exists()


def test_entities_are_never_expanded(
    good: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ['<!ENTITY a0 "aaaaaaaaaa">']
    lines += [f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 10)]
    bomb = f"<!DOCTYPE x [{''.join(lines)}]>".encode()
    bomb += re.sub(rb'n0="[^"]*"', b'n0="&a9;"', good, count=1)
    path = tmp_path / "bomb.xml"
    path.write_bytes(bomb)
    status, out, _ = run(capsys, "show", str(path))
    assert status == 0
    assert len(out) < 20_000


def test_archives_cannot_write_outside_and_may_hold_archives(
    good: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped(("../../evil.xml", good), ("inner.zip", zipped(("b.xml", b"junk")))))
    run(capsys, "audit", str(path))
    run(capsys, "export", str(path), "-o", "set")
    assert not (tmp_path.parent.parent / "evil.xml").exists()


def test_a_second_copy_of_a_game_is_counted_once(
    good: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "one.xml").write_bytes(good)
    (folder / "two.xml").write_bytes(good)
    status, _, _ = run(capsys, "export", str(folder), "-o", "set")
    assert status == 0
    import pyarrow.parquet as parquet

    assert parquet.read_table(tmp_path / "set" / "games" / "part-00000.parquet").num_rows == 1


ODD_VALUES = (
    b"", b"-1", b"999999999999999999999", b"1,2", b"x", b"1.5", b"255", b"136", b"%", b"%ff",
    b",,,,", b"NaN", b"65536", b"31008", b"9", b"\x00", b"&a;", b"1e9",
)  # fmt: skip


def spoilt(data: bytes, rng: random.Random) -> bytes:
    """One or a few changes of any kind in a record."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 6))):
        tags = [m.span() for m in re.finditer(rb"<[^>]*>", out)]
        values = [m.span(1) for m in re.finditer(rb'="([^"]*)"', out)]
        if not tags or not values:
            break
        (start, end), (first, last) = rng.choice(tags), rng.choice(values)
        change = rng.randrange(8)
        if change == 0:
            del out[rng.randrange(len(out)) :]
        elif change == 1:
            del out[start:end]
        elif change == 2:
            out[start:start] = out[start:end]
        elif change == 3:
            out[rng.randrange(len(out))] = rng.randrange(256)
        elif change == 4:
            out[first:last] = rng.choice(ODD_VALUES)
        elif change == 5:
            parts = bytes(out[first:last]).split(b",")
            parts[rng.randrange(len(parts))] = rng.choice(
                (b"-1", b"300", b"", b"7", b"-9999999999")
            )
            out[first:last] = b",".join(parts)
        elif change == 6:
            out[start:end] = re.sub(rb' [a-zA-Z0-9]+="[^"]*"', b"", out[start:end], count=1)
        else:
            out[:] = re.sub(
                rb'<GO type="\d+"', b'<GO type="%d"' % rng.choice((1, 17, 185, 553)), out
            )
    return bytes(out)


COMMANDS = (
    ("audit", "game.xml"),
    ("audit", "game.xml", "--format", "json"),
    ("show", "game.xml"),
    ("show", "game.xml", "-r", "E1.0", "--step", "30", "--as", "svg"),
    ("show", "game.xml", "--as", "html"),
    ("wall", "game.xml"),
    ("convert", "game.xml", "--to", "mjlog", "-o", "out.xml"),
    ("export", "game.xml", "-o", "set"),
)


@pytest.mark.parametrize("seed", range(8))
def test_no_spoilt_record_brings_a_command_down(
    seed: int, good: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(seed)
    for _ in range(12):
        (tmp_path / "game.xml").write_bytes(spoilt(good, rng))
        run(capsys, *rng.choice(COMMANDS))


def test_a_winning_tile_that_is_not_known_is_not_scored() -> None:
    lines = ["E1.0 dora 9p", "hand 123m456p789s1122z", *["hand 147m258p369s1234z"] * 3]
    batch = game_of("\n".join([*lines, "0 draw 1z", "0 tsumo 1z"])).batch
    assert audit_batch(batch).scores.status.tolist() == [2]
    batch.events.tile[-1] = batch.wins.tile[0] = UNKNOWN
    unknown = audit_batch(batch)
    assert unknown.scores.status.tolist() == [-1]
    assert not {f.code for f in unknown.findings} & {"L150", "L151", "L152"}


def test_a_table_of_three_with_a_fourth_player_is_shown(
    good: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.xml"
    path.write_bytes(re.sub(rb'<GO type="\d+"', b'<GO type="17"', good))
    for arguments in (
        ("show", str(path)),
        ("show", str(path), "--as", "html"),
        ("audit", str(path)),
    ):
        run(capsys, *arguments)


def test_a_record_without_rounds_can_be_exported(
    good: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.xml"
    path.write_bytes(good[: good.index(b"<INIT")] + b"</mjloggm>")
    run(capsys, "export", str(path), "-o", "set")


@pytest.mark.parametrize(
    "arguments",
    [
        ("audit",),
        ("audit", "--rules", "tenhuo", "game.xml"),
        ("audit", "--select", "Q", "game.xml"),
        ("audit", "https://tenhou.net/0/?log=2018010100gm-00a9-0000-00000000"),
        ("show", "game.xml", "-r", "E9.9"),
        ("show", "game.xml", "--seat", "7"),
        ("show", "game.xml", "--step", "-5"),
        ("convert", "game.xml", "--to", "zzz", "-o", "x"),
        ("score", "123m"),
        ("score", "x", "--ron", "1z"),
        ("score", "1111222233334m", "--ron", "1m"),
        ("explain", "Z9"),
        ("stats", "."),
        ("rules", "show", "nope"),
        ("rules", "diff", "tenhou", "no"),
    ],
)
def test_wrong_usage_is_status_two_with_one_message(
    arguments: tuple[str, ...], good: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.xml").write_bytes(good)
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert err.strip() and not out


def test_an_audit_of_nothing_is_not_clean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(tmp_path)]) == 3
    assert "no records found" in capsys.readouterr().err


def test_a_baseline_is_written_although_the_reader_of_the_output_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def left(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("mjlog.cli.audit.print_findings", left)
    record = tmp_path / "a.xml"
    record.write_bytes(write_mjlog(mjlog.simulate(1, seed=2)[0].batch))
    baseline = tmp_path / "known.json"
    main(["audit", str(record), "--write-baseline", str(baseline)])
    assert '"findings"' in baseline.read_text()
