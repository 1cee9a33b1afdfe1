"""What commands write: files whole or not at all, links and modes kept, pipes written into."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from mjlog.cli import main
from mjlog.files import is_stream, write_file

ROOT = Path(__file__).parent.parent
RECORD = str(ROOT / "sample_logs" / "faulty" / "F101.mjlog")
#: Every command that writes one file.
COMMANDS = {
    "convert": ["convert", RECORD, "--to", "mjai", "-o"],
    "review": ["review", RECORD, "--seat", "0", "-o"],
    "audit": ["audit", RECORD, "--write-baseline"],
}
posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes and modes")
commands = pytest.mark.parametrize("command", COMMANDS)


def run(command: str, out: Path) -> None:
    assert main([*COMMANDS[command], str(out)]) in (0, 1)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file that holds "old"."""
    path = tmp_path / "out"
    path.write_text("old", encoding="utf-8")
    return path


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
@commands
def test_a_file_keeps_its_mode(command: str, tmp_path: Path) -> None:
    out, fresh = tmp_path / "out", tmp_path / "fresh"
    out.write_text("old", encoding="utf-8")
    out.chmod(0o600)
    run(command, out)
    run(command, fresh)
    assert out.read_bytes() == fresh.read_bytes() != b""
    assert mode(out) == 0o600
    (tmp_path / "usual").touch()
    assert mode(fresh) == mode(tmp_path / "usual")
    assert not list(tmp_path.glob("*.part"))


@posix
@commands
@pytest.mark.parametrize("exists", [True, False])
def test_a_link_stays_and_what_it_points_to_is_written(
    command: str, exists: bool, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    target = folder / "target"
    if exists:
        target.write_text("old", encoding="utf-8")
    (tmp_path / "between").symlink_to(Path("folder", "target"))
    link = tmp_path / "link"
    link.symlink_to("between")
    run(command, link)
    assert link.is_symlink()
    assert (tmp_path / "between").is_symlink()
    assert len(target.read_bytes()) > 10
    assert [path.name for path in folder.iterdir()] == ["target"]


@posix
@commands
def test_a_named_pipe_is_written_into(command: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()), daemon=True)
    reader.start()
    run(command, pipe)
    reader.join(30)
    assert len(found[0]) > 10
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]  # no list of losses


@posix
@pytest.mark.parametrize("through", ["", "link"])
def test_an_open_descriptor_is_written_to_where_it_stands(through: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("before\n", encoding="utf-8")
    name = "/dev/stdout"
    if through:
        (tmp_path / through).symlink_to(name)
        name = str(tmp_path / through)
    words = [sys.executable, "-m", "mjlog", *COMMANDS["convert"], name]
    with out.open("ab") as file:
        subprocess.run(words, stdout=file, stderr=subprocess.PIPE, check=True, cwd=ROOT)
    lines = out.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "before"
    assert len(lines) > 10
    assert {path.name for path in tmp_path.iterdir()} == {"out", *filter(None, [through])}


@posix
def test_what_was_there_stays_when_writing_fails(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_file(old, "new")
    assert old.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@posix
def test_links_in_a_circle_are_told(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="symbolic links"):
        write_file(tmp_path / "a", "text")


@posix
def test_a_file_that_may_not_be_written_is_left_alone(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # who tests may be allowed everything
    with pytest.raises(PermissionError):
        write_file(old, "new")
    assert old.read_text(encoding="utf-8") == "old"


@posix
def test_a_file_in_a_folder_that_takes_no_new_ones_is_written(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def closed(self: Path, *words: str, **more: str) -> object:
        if self.name.endswith(".part"):
            raise PermissionError(13, "Permission denied")
        return opened(self, *words, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", closed)
    write_file(old, "new")
    assert old.read_text(encoding="utf-8") == "new"
    with pytest.raises(PermissionError):
        write_file(tmp_path / "another", "new")


@posix
def test_a_file_in_a_folder_where_nobody_may_replace_others_is_written(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(self: Path, target: Path) -> None:  # a sticky folder, as /tmp is
        raise PermissionError(1, "Operation not permitted", str(self), None, str(target))

    monkeypatch.setattr(Path, "replace", forbidden)
    write_file(old, "new")
    assert old.read_text(encoding="utf-8") == "new"
    with pytest.raises(PermissionError) as raised:
        write_file(tmp_path / "another", "new")
    assert raised.value.filename == str(tmp_path / "another")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_losses_of_a_folder_without_a_name_stand_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["convert", RECORD, "--to", "mjai", "-o", "."]) == 0
    assert {path.suffix for path in tmp_path.iterdir()} == {".jsonl", ".json"}
    assert (tmp_path / "losses.json").exists()
    assert main(["convert", RECORD, "--to", "mjai", "-o", ""]) == 2
    assert "expected a file, a folder, or -" in capsys.readouterr().err


@posix
def test_what_data_pass_through_is_known(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    (tmp_path / "file").touch()
    names = ("pipe", "link", "file", ".", "missing")
    assert [is_stream(tmp_path / name) for name in names] == [True, True, False, False, False]
    assert is_stream("/dev/stdout")
