"""Where records come from: folders, archives, databases, and what is wrong with them."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import random
import sqlite3
import struct
import sys
import threading
import types
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mjlog.parsers import FORMATS, Tally, UrlError, detect_format, iter_batches, read_bytes
from mjlog.parsers.sources import Limits, SourceError, Sources, inflate, open_sources
from mjlog.parsers.support import SUPPORT, support_table
from mjlog.parsers.writers import writer_named

from mjlog.errors import ParseError, UnknownNameError
from mjlog.model import GameInfo, Problem
from mjlog.simulator import play_games

A_ID = "2018040923gm-00a9-0000-1833afca"
B_ID = "2019013122gm-00a9-0000-fe2af191"
RECORD = (
    b'<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/><GO type="169" lobby="0"/>'
    b'<UN n0="%41" n1="%42" n2="%43" n3="%44" dan="1,1,1,1" rate="1,1,1,1" sx="M,M,M,M"/>'
    b'<INIT seed="0,0,0,0,0,68" ten="250,250,250,250" oya="0"/><T132/></mjloggm>'
)


def stream(*paths: Path | str, limits: Limits | None = None) -> tuple[list[str], Sources]:
    """Names (last part) in order, and the account; the account is checked."""
    sources = open_sources(paths, limits=limits)
    names = [name for name, data in sources]
    assert sources.seen == sources.given + sources.skipped + sources.failed
    assert sources.given == len(names)
    assert sources.failed == len(sources.problems)
    assert {p.kind for p in sources.problems} <= {"unreadable"}
    return [n.rpartition("!")[2].rpartition("/")[2] for n in names], sources


def zipped(members: dict[str, bytes], **options: Any) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def read_all(*paths: Path | str, **options: object) -> tuple[list[GameInfo], list[Problem], Tally]:
    tally = Tally()
    batches = list(iter_batches(paths, tally=tally, **options))
    infos = [info for batch in batches for info in batch.info]
    problems = [problem for batch in batches for problem in batch.problems]
    assert tally.seen == tally.imported + tally.skipped + tally.failed
    assert tally.imported == len(infos)
    return infos, problems, tally


# --- files and folders ----------------------------------------------------------------------
def test_a_folder_is_walked_in_the_order_of_its_names(tmp_path: Path) -> None:
    for name in ("b/2.xml", "b/1.xml", "a.xml", "c/d/e.xml", "B.xml"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(RECORD)
    assert stream(tmp_path)[0] == ["B.xml", "a.xml", "1.xml", "2.xml", "e.xml"]


def test_litter_of_the_system_is_skipped(tmp_path: Path) -> None:
    for name in (".DS_Store", "._a.xml", "a.xml"):
        (tmp_path / name).write_bytes(RECORD)
    names, sources = stream(tmp_path)
    assert (names, sources.skipped) == (["a.xml"], 2)


def test_a_link_to_the_folder_above_is_walked_once(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(RECORD)
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "self").symlink_to(tmp_path / "self")
    names, sources = stream(tmp_path)
    assert names == ["a.xml"]
    assert [Path(p.source).name for p in sources.problems] == ["self"]


def test_a_missing_file_is_a_problem(tmp_path: Path) -> None:
    _, sources = stream(tmp_path / "none.xml")
    assert "No such file" in sources.problems[0].message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
@pytest.mark.parametrize("kind", ["short", "long", "zip", "database"])
def test_a_named_pipe_is_opened_once_and_read_to_its_end(tmp_path: Path, kind: str) -> None:
    record = RECORD.ljust(200_000) if kind == "long" else RECORD
    houou(tmp_path / "logs.db")
    packed = {"zip": zipped({"a.xml": record}), "database": (tmp_path / "logs.db").read_bytes()}
    content = packed.get(kind, record)
    length, step = len(content), len(content) // 5
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        number = os.open(pipe, os.O_WRONLY)
        for start in range(0, length, step):
            os.write(number, content[start : start + step])
        os.close(number)

    def read() -> None:
        found.extend(data for _, data in open_sources([pipe]))

    found: list[bytes] = []
    for number in range(1, 21):
        # threads that die with the test: a pipe opened once more would wait for ever
        both = [threading.Thread(target=end, daemon=True) for end in (write, read)]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join(10)
        assert found == [record] * number


def test_a_file_that_is_handed_out_in_small_pieces_is_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.xml").write_bytes(RECORD)
    (tmp_path / "b.zip").write_bytes(zipped({"c.xml": RECORD}))
    real = os.read
    monkeypatch.setattr(os, "read", lambda number, size: real(number, min(size, 50)))
    assert [data for _, data in open_sources([tmp_path])] == [RECORD, RECORD]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_in_a_folder_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    (tmp_path / "device").symlink_to(os.devnull)
    names, sources = stream(tmp_path)
    assert (names, sources.skipped, sources.failed) == ([], 3, 0)


@pytest.mark.parametrize("size", [(1 << 16) - 1, 1 << 16, (1 << 16) + 1, 200_000])
def test_files_of_any_size_are_read_whole(tmp_path: Path, size: int) -> None:
    content = RECORD + b" " * (size - len(RECORD))
    (tmp_path / "record.xml").write_bytes(content)
    assert [data for _, data in open_sources(tmp_path)] == [content]
    assert not stream(tmp_path, limits=Limits(file_bytes=size))[1].failed
    _, sources = stream(tmp_path, limits=Limits(file_bytes=size - 1))
    assert f"more than {size - 1} bytes" in sources.problems[0].message


def test_a_folder_given_relatively_keeps_plain_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b").write_bytes(RECORD)
    (tmp_path / "a").write_bytes(RECORD)
    assert [name for name, _ in open_sources(".")] == ["a", str(Path("sub", "b"))]
    assert [name for name, _ in open_sources("./sub/")] == [str(Path("sub", "b"))]


def test_reading_is_lazy(tmp_path: Path) -> None:
    for i in range(5):
        (tmp_path / f"{i}.xml").write_bytes(RECORD)
    sources = open_sources(tmp_path)
    next(iter(sources))
    assert sources.seen == 1


# --- gzip -------------------------------------------------------------------------------------
def test_gzip_is_known_by_its_first_bytes_not_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(gzip.compress(RECORD))
    (tmp_path / "b.gz").write_bytes(RECORD)
    assert [data for _, data in open_sources(tmp_path)] == [RECORD, RECORD]


def test_gzip_members_one_after_the_other_are_one(tmp_path: Path) -> None:
    half = len(RECORD) // 2
    assert inflate(gzip.compress(RECORD[:half]) + gzip.compress(RECORD[half:])) == RECORD


@pytest.mark.parametrize("end", [3, 12, 40, -1])
def test_gzip_that_ends_early_is_a_problem(tmp_path: Path, end: int) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(RECORD)[:end])
    _, sources = stream(tmp_path)
    assert sources.failed == 1


def test_spoilt_gzip_is_a_problem() -> None:
    data = bytearray(gzip.compress(RECORD))
    data[20:30] = b"\xff" * 10
    with pytest.raises(SourceError):
        inflate(bytes(data))


def test_gzip_bomb_is_refused_without_being_unpacked() -> None:
    bomb = gzip.compress(bytes(8 << 20), 9)
    with pytest.raises(SourceError, match="more than"):
        inflate(bomb, limits=Limits(ratio=100))
    with pytest.raises(SourceError):
        inflate(bomb, limits=Limits(file_bytes=1 << 20))


def test_gzip_in_gzip_in_gzip_has_a_bottom(tmp_path: Path) -> None:
    data = RECORD
    for _ in range(8):
        data = gzip.compress(data)
    (tmp_path / "a").write_bytes(data)
    _, sources = stream(tmp_path)
    assert "deep" in sources.problems[0].message


# --- zip ----------------------------------------------------------------------------------------
def test_zip_members_plain_gzip_and_nested(tmp_path: Path) -> None:
    inner = zipped({"in/d.xml": RECORD})
    members = {"a.xml": RECORD, "b.xml": gzip.compress(RECORD), "c.zip": inner, "e/": b""}
    (tmp_path / "all.bin").write_bytes(zipped(members))
    sources = open_sources(tmp_path)
    items = list(sources)
    assert [data for _, data in items] == [RECORD] * 3
    assert items[2][0].endswith("all.bin!c.zip!in/d.xml")


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_every_method_of_packing(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", method) as archive:
        archive.writestr("a.xml", RECORD)
        archive.writestr("b.xml", b"")
    assert [data for _, data in open_sources(tmp_path)] == [RECORD, b""]


def test_a_member_with_a_long_field_behind_its_name(tmp_path: Path) -> None:
    member = zipfile.ZipInfo("a.mjlog")
    member.extra = struct.pack("<HH", 0x6A6D, 400) + bytes(400)
    noise = random.Random(1).randbytes(3000)
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        member.compress_type = method
        with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
            archive.writestr(member, noise)
        assert [data for _, data in open_sources(tmp_path)] == [noise]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_wrong_checksum_is_a_problem(tmp_path: Path, method: int) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("a.xml", RECORD)
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 16] ^= 1
    path.write_bytes(data)
    _, sources = stream(path)
    assert "CRC" in sources.problems[0].message


def test_names_in_a_zip_are_labels_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    archive = work / "a.zip"
    archive.write_bytes(zipped({"../../evil.xml": RECORD, "/abs/evil.xml": RECORD}))
    names, sources = stream(archive)
    assert (names, sources.failed) == (["evil.xml", "evil.xml"], 0)
    assert [p.name for p in tmp_path.rglob("*")] == ["work", "a.zip"]


def test_zip_bomb_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"b.xml": bytes(8 << 20), "c.xml": RECORD}))
    names, sources = stream(tmp_path, limits=Limits(ratio=100))
    assert names == ["c.xml"]
    assert "no game record" in sources.problems[0].message


def test_encrypted_member_is_a_problem(tmp_path: Path) -> None:
    data = bytearray(zipped({"a.xml": RECORD, "b.xml": RECORD}))
    entry = data.index(b"PK\x01\x02")
    for place in (6, entry + 8):
        flags = struct.unpack_from("<H", data, place)[0]
        struct.pack_into("<H", data, place, flags | 1)
    (tmp_path / "a.zip").write_bytes(data)
    names, sources = stream(tmp_path)
    assert names == ["b.xml"]
    assert "encrypted" in sources.problems[0].message


def test_broken_member_and_broken_archive_are_problems(tmp_path: Path) -> None:
    good = zipped({"a.xml": RECORD, "b.xml": RECORD})
    spoilt = bytearray(good)
    spoilt[45:55] = b"\0" * 10
    (tmp_path / "1.zip").write_bytes(spoilt)
    (tmp_path / "2.zip").write_bytes(good[:100])
    names, sources = stream(tmp_path)
    assert names == ["b.xml"]
    assert sources.failed == 2


def test_any_spoilt_archive_is_survived(tmp_path: Path) -> None:
    good = zipped({"a.xml": RECORD, "b.xml": gzip.compress(RECORD), "c.zip": zipped({"d": RECORD})})
    rng = random.Random(1)
    for i in range(200):
        spoilt = bytearray(good)
        for _ in range(rng.randrange(1, 6)):
            spoilt[rng.randrange(4, len(good))] = rng.randrange(256)
        (tmp_path / f"{i:03}.zip").write_bytes(spoilt)
    names, _ = stream(tmp_path)
    assert len(names) > 100


# --- standard input --------------------------------------------------------------------------
@pytest.mark.parametrize("pack", [bytes, gzip.compress, lambda d: zipped({"a.xml": d})])
def test_standard_input(monkeypatch: pytest.MonkeyPatch, pack: Callable[[bytes], bytes]) -> None:
    stdin = types.SimpleNamespace(buffer=io.BytesIO(pack(RECORD)))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert [data for _, data in open_sources("-")] == [RECORD]


# --- databases -----------------------------------------------------------------------------------
def houou(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute(
            "CREATE TABLE logs (id TEXT PRIMARY KEY, date TEXT, num_players INTEGER, "
            "is_tonpu INTEGER, is_processed INTEGER, was_error INTEGER, log BLOB)"
        )
        database.executemany(
            "INSERT INTO logs VALUES (?, '2018-04-09', 4, 0, ?, ?, ?)",
            [
                (A_ID, 1, 0, gzip.compress(RECORD)),
                (B_ID, 0, 0, None),
                ("2020012601gm-00a9-0000-da610ecf", 1, 1, b"\x1f\x8bspoilt"),
            ],
        )
    database.close()


def phoenix(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute(
            "CREATE TABLE logs (log_id TEXT PRIMARY KEY, date TEXT, is_tonpusen INTEGER, "
            "is_sanma INTEGER, is_processed INTEGER, was_error INTEGER, log_content BLOB)"
        )
        stripped = RECORD.replace(b'<SHUFFLE seed="" ref=""/>', b"")
        database.execute(
            "INSERT INTO logs VALUES (?, '2018-04-09', 0, 0, 1, 0, ?)",
            (A_ID, gzip.compress(stripped)),
        )
    database.close()


def test_houou_logs_database(tmp_path: Path) -> None:
    path = tmp_path / "logs.db"
    houou(path)
    infos, problems, tally = read_all(path)
    assert [i.id for i in infos] == [A_ID]
    assert [p.source.rpartition("!")[2][:10] for p in problems] == ["2020012601"]
    assert (tally.seen, tally.imported, tally.skipped, tally.failed) == (3, 1, 1, 1)


def test_phoenix_logs_database_without_seeds(tmp_path: Path) -> None:
    path = tmp_path / "2018.db"
    phoenix(path)
    infos, problems, _ = read_all(path)
    assert ([i.id for i in infos], problems) == ([A_ID], [])
    assert infos[0].seed is None
    assert infos[0].start_time == "2018-04-09T23"


def test_a_database_inside_a_zip(tmp_path: Path) -> None:
    houou(tmp_path / "logs.db")
    archive = tmp_path / "a.zip"
    archive.write_bytes(zipped({"logs.db": (tmp_path / "logs.db").read_bytes()}))
    assert [i.id for i in read_all(archive)[0]] == [A_ID]


def test_another_database_says_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE logs (key TEXT)")
    database.close()
    _, problems, _ = read_all(path)
    assert "found key" in problems[0].message


def test_a_broken_database_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "logs.db"
    houou(path)
    path.write_bytes(path.read_bytes()[:5000])
    assert read_all(path)[2].failed == 1


# --- links -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "url",
    [f"https://tenhou.net/0/?log={A_ID}&tw=1", f"http://ron2.jp/3/?log={A_ID}"],
)
def test_a_link_says_how_to_save_the_record(url: str) -> None:
    with pytest.raises(UrlError, match=r"0/log/\?"):
        iter_batches(url)


# --- formats and batches ---------------------------------------------------------------------
@pytest.mark.parametrize(
    "data",
    [
        RECORD,
        b"\xef\xbb\xbf" + RECORD,
        b'<?xml version="1.0"?>\n<!-- saved -->\n' + RECORD,
        RECORD.replace(b'<mjloggm ver="2.3">', b"").replace(b"</mjloggm>", b""),
        RECORD.decode().encode("utf-16"),
    ],
)
def test_mjlog_is_recognised_and_read(tmp_path: Path, data: bytes) -> None:
    entry = detect_format(data)
    assert entry is not None and entry.name == "mjlog"
    (tmp_path / "a.xml").write_bytes(data)
    infos, problems, _ = read_all(tmp_path)
    assert [i.names for i in infos] == [("A", "B", "C", "D")]
    assert {p.kind for p in problems} <= {"odd-form"}


@pytest.mark.parametrize("data", [b"", b"<html><body>404</body></html>", b"PNG", b"<", b"\xff\xfe"])
def test_other_bytes_are_no_format(data: bytes) -> None:
    assert detect_format(data) is None


def test_a_document_beside_the_records_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(RECORD)
    (tmp_path / "README.md").write_bytes(b"# my logs")
    _, problems, tally = read_all(tmp_path)
    assert [p.kind for p in problems] == ["unsupported"]
    assert (tally.imported, tally.skipped, tally.failed) == (1, 1, 0)


def test_a_document_named_by_the_user_is_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_bytes(b"# my logs")
    _, problems, tally = read_all(path)
    assert [p.kind for p in problems] == ["unreadable"]
    assert "'# my logs'" in problems[0].message
    assert tally.failed == 1


def test_an_unknown_format_name_lists_near_ones() -> None:
    with pytest.raises(UnknownNameError, match="mjlog"):
        iter_batches("x", format="mjlgo")


def test_batches_hold_as_many_games_as_asked(tmp_path: Path) -> None:
    (tmp_path / "0.xml").write_bytes(b"nothing")
    for i in range(1, 8):
        (tmp_path / f"{i}.xml").write_bytes(RECORD)
    batches = list(iter_batches(tmp_path, games=3))
    assert [len(b) for b in batches] == [3, 3, 1]
    assert [len(b.problems) for b in batches] == [1, 0, 0]


def test_the_order_of_inputs_is_the_order_of_games(tmp_path: Path) -> None:
    for i in range(7):
        (tmp_path / f"{i}.xml").write_bytes(RECORD)
    infos, _, _ = read_all(tmp_path, games=2)
    assert [Path(i.source).name for i in infos] == [f"{i}.xml" for i in range(7)]


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lambda d: zipped({"a.xml": d})])
def test_bytes_in_memory(pack: Callable[[bytes], bytes]) -> None:
    batch = read_bytes(pack(RECORD), name=A_ID)
    assert len(batch) == 1
    assert batch.info[0].source.startswith(A_ID)


@pytest.mark.parametrize(
    "data",
    [b"", b"# my logs", gzip.compress(RECORD)[:30]],
    ids=["empty", "text", "cut gzip"],
)
def test_bytes_that_are_no_record(data: bytes) -> None:
    with pytest.raises(ParseError):
        read_bytes(data)


def test_nothing_to_read_gives_one_empty_batch(tmp_path: Path) -> None:
    batches = list(iter_batches(tmp_path))
    assert [len(b) for b in batches] == [0]


def test_support_matrix_has_a_column_for_every_format() -> None:
    for entry in FORMATS:
        assert all(entry.name in row.support for row in SUPPORT)
    assert support_table().count("\n") == len(SUPPORT) + 2


@pytest.mark.shared
def test_the_corpus_archive_is_read_whole(shared: Path) -> None:
    infos, problems, tally = read_all(shared / "logs/tenhou-corpus.zip")
    assert (tally.seen, tally.imported, problems) == (5147, 5147, [])
    assert sum(i.id.startswith("x") for i in infos) > 4000


@pytest.mark.shared
def test_other_formats_are_named_or_read(shared: Path) -> None:
    for folder in ("tenhou6", "mjai", "majiang", "riichicity", "majsoul"):
        read_all(shared / "logs" / folder)


def test_what_mjlog_writes_beside_records_is_no_broken_record(tmp_path: Path) -> None:
    from mjlog.parsers import Tally, iter_batches

    for name in ("expected.json", "dataset.json", "a.xml.losses.json"):
        (tmp_path / name).write_text("{}")
    tally = Tally()
    (batch,) = iter_batches(tmp_path, tally=tally)
    assert batch.problems == []
    assert (tally.seen, tally.skipped, tally.failed) == (3, 3, 0)


# --- bombs ----------------------------------------------------------------------------------------


def test_what_a_file_unpacks_to_in_all_is_bounded() -> None:
    """Archives in archives: each is small, together they are not."""
    limits = Limits(total_bytes=5 << 20, total_ratio=2)
    inner = zipped({"a": bytes(1 << 20)})
    outer = zipped({f"{n}.zip": inner for n in range(20)})
    sources = Sources([], limits, memory=[("bomb", outer), ("good", b"a record")])
    names = [name for name, _ in sources]
    assert names[-1] == "good" and len(names) <= 6
    assert len(sources.problems) == 1
    assert "more than 5242880 bytes and 2 times its size" in sources.problems[0].message
    assert sources.seen == sources.given + sources.skipped + sources.failed


def test_archives_that_unpack_to_little_may_have_any_size() -> None:
    limits = Limits(total_bytes=1 << 10, total_ratio=2)
    members = {str(n): random.Random(n).randbytes(1000) for n in range(50)}
    assert len(list(Sources([], limits, memory=[("big", zipped(members))]))) == 50


def test_gzip_data_without_an_archive_are_no_larger_than_a_record() -> None:
    limits = Limits(file_bytes=1 << 20, archive_bytes=8 << 20, ratio=10_000)
    with pytest.raises(SourceError, match="more than 1048576 bytes"):
        inflate(gzip.compress(bytes(2 << 20)), limits=limits)
    archive = b"PK\x03\x04" + bytes(2 << 20)
    assert inflate(gzip.compress(archive), limits=limits) == archive


def test_many_gzip_members_are_gone_through_once() -> None:
    data = gzip.compress(b"") * 200_000 + gzip.compress(b"end")
    assert inflate(data) == b"end"
    assert inflate(gzip.compress(b"ab") * 3) == b"ababab"
    for cut in (1, 9, 30):
        with pytest.raises(SourceError):
            inflate(data[:-cut])


# --- databases that are none ----------------------------------------------------------------------


def test_rows_without_a_record_are_problems(tmp_path: Path) -> None:
    path = tmp_path / "logs.db"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE logs (id, log)")
        rows = [("a", 3.5), ("b", 7), ("c", bytes(3000)), ("d", None), (None, RECORD), ("e", "")]
        database.executemany("INSERT INTO logs VALUES (?, ?)", rows)
        database.commit()
    names, sources = stream(path, limits=Limits(file_bytes=2000))
    assert names == ["None"] and sources.skipped == 2
    assert [p.message for p in sources.problems] == [
        "found 3.5, expected the text or the bytes of a record",
        "found 7, expected the text or the bytes of a record",
        "3000 bytes, expected a record of at most 2000",
    ]


def test_a_view_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "logs.db"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE VIEW logs AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
            "SELECT x AS id, 'x' AS log FROM n"
        )
        database.commit()
    names, sources = stream(path)
    assert not names and "logs is a view" in sources.problems[0].message


@pytest.mark.parametrize("form", ["mjlog", "mahjong-soul", "majiang", "tenhou6", "mjai", "table"])
def test_texts_in_utf_16_are_read_in_every_format(form: str) -> None:
    data = writer_named(form).write(play_games(1, seed=5, rules="tenhou-east"), 0)
    for encoding in ("utf-16", "utf-8-sig"):
        batch = read_bytes(data.decode().encode(encoding), name="x")
        assert len(batch) == 1 and not [p for p in batch.problems if p.kind == "inconsistent"]
