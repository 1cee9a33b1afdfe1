"""Where records come from: files, folders, archives, databases, standard input.

:func:`open_sources` turns paths into a lazy stream of (name, bytes). What a thing is is told by
its first bytes before its name. Nothing is ever written, and no name inside an archive is used
as a path: it is a label. What cannot be opened becomes a problem and the stream goes on, so that
always *seen = given out + skipped + failed*.
"""

from __future__ import annotations

import lzma
import os
import sqlite3
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Final

from mjlog.errors import MjlogError
from mjlog.given import paths_given
from mjlog.model import Problem

from .inflating import GZIP, SQLITE, ZIP, Limits, SourceError, inflate, isal

__all__ = ["Limits", "SourceError", "Sources", "UrlError", "inflate", "open_sources"]

#: Name of what came from standard input.
STDIN: Final = "<stdin>"

#: What the record stands behind in a link that holds it.
_RECORD_IN_LINK: Final = "#json="
_HEAD: Final = 16
#: How archives and databases begin: they are read piece by piece.
_CONTAINERS: Final = (*ZIP, SQLITE)
_PACKED: Final = (GZIP, *_CONTAINERS)
#: How files are opened; only Windows knows texts from bytes.
_READING: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0)
#: Nearly every record is shorter: the first piece that is read of a file.
_PIECE: Final = 1 << 16
#: Local header of a zip member, and what the fields behind its name hold at most as a rule.
_LOCAL: Final = 30
_LOCAL_EXTRA: Final = 40
#: What a row of a database counts at least: a spoilt one may give the same rows without end.
_ROW: Final = 1 << 10
#: What reading a spoilt archive may raise.
_ZIP_ERRORS: Final = (
    zipfile.BadZipFile,
    OSError,
    EOFError,
    RuntimeError,  # encrypted members, and compressions that are not known
    ValueError,
    LookupError,
    OverflowError,
    struct.error,
    zlib.error,
    lzma.LZMAError,
)
#: Names that systems leave in folders and archives and that are never records.
_LITTER: Final = frozenset({"__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"})


class UrlError(MjlogError, ValueError):
    """A link was given where a file is expected; the message says how to save the record."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(f"{url!r} is a link and mjlog opens no network connection; {_advice(url)}")


def _advice(url: str) -> str:
    if "tenhou.net" in url or "ron2.jp" in url:
        return (
            "open https://tenhou.net/0/log/?ID in a browser (ID is the part behind log=), "
            "save the page as ID.mjlog and give that file"
        )
    if "mahjongsoul" in url or "maj-soul" in url:
        return "save the record of that game from the site to a file and give that file"
    return "save the record to a file and give that file"


@dataclass(slots=True)
class Sources:
    """A stream of (name, bytes), and the account of it.

    Attributes:
        paths: What is to be read: files, folders, ``-`` for standard input.
        memory: (name, bytes) that are already in memory and are read after the paths.
        limits: Bounds on sizes.
        seen: Candidates found so far.
        skipped: Those that are no records by their name or by their database row.
        failed: Those that could not be opened; one row in ``problems`` each.
        given: Those handed out.
        problems: Why the failed ones failed.
    """

    paths: list[str]
    limits: Limits = field(default_factory=Limits)
    memory: list[tuple[str, bytes]] = field(default_factory=list)
    seen: int = 0
    skipped: int = 0
    failed: int = 0
    given: int = 0
    problems: list[Problem] = field(default_factory=list)
    _left: int = 0

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        for path in self.paths:
            if path == "-":
                yield from self._standard_input()
            elif not path:  # an unset variable of a shell, not the folder one is in
                self._fail("''", "an empty name is no file")
            else:
                yield from self._path(Path(path), path)
        for name, data in self.memory:
            yield from self._bytes(name, data, depth=0)

    def is_named(self, name: str) -> bool:
        """Tell whether ``name`` was asked for by itself, not found in a folder or archive."""
        return name in self.paths or name == STDIN or any(name == n for n, _ in self.memory)

    # --- what a path is --------------------------------------------------------------------
    def _path(self, path: Path, name: str) -> Iterable[tuple[str, bytes]]:
        return self._folder(path) if path.is_dir() else self._file(name)

    def _file(self, name: str) -> Iterable[tuple[str, bytes]]:
        try:
            start, rest = _opened(name)
        except OSError as error:
            return self._fail(name, _reason(error))
        if rest is None and len(start) <= self.limits.file_bytes:
            return self._bytes(name, start, depth=0)
        return self._stream(name, start, rest or BytesIO(start))

    def _folder(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """Walk a folder in the order of its names; a folder met again by a link is left out."""
        pending: list[tuple[str, bool]] = [(str(folder), True)]
        walked: set[Path] = set()
        while pending:
            name, is_folder = pending.pop()
            if not is_folder:
                yield from self._file(name)
                continue
            path = Path(name)
            real = path.resolve()
            if real in walked:
                continue
            walked.add(real)
            try:
                with os.scandir(path) as entries:
                    children = sorted(entries, key=lambda e: e.name, reverse=True)
            except OSError as error:
                self._fail(name, _reason(error))
                continue
            start = str(path / "_")[:-1]
            for child in children:
                kind = None if _is_litter(child.name) else _is_folder(child)
                if kind is None:
                    self._skip()
                else:
                    pending.append((start + child.name, kind))

    def _standard_input(self) -> Iterator[tuple[str, bytes]]:
        if sys.stdin is None:  # closed with <&-
            self._fail(STDIN, "standard input is closed")
            return
        try:
            file = sys.stdin.buffer
            data = _bounded(file, self.limits.archive_bytes, file.read(_PIECE))
        except (SourceError, OSError) as error:
            self._fail(STDIN, _reason(error))
            return
        yield from self._bytes(STDIN, data, depth=0)

    # --- what a stream holds -----------------------------------------------------------------
    def _stream(self, name: str, start: bytes, file: BinaryIO) -> Iterator[tuple[str, bytes]]:
        """Hand out what an open file holds that begins with ``start``.

        Archives and databases are not read whole, unless they come through a pipe.
        """
        limits = self.limits
        is_container = start.startswith(_CONTAINERS)
        try:
            with file:
                if is_container and file.seekable():
                    self._open(os.fstat(file.fileno()).st_size)
                    if start.startswith(ZIP):
                        yield from self._zip(file, name, depth=1)
                    else:
                        yield from self._database(Path(name), name)
                else:
                    most = limits.archive_bytes if is_container else limits.file_bytes
                    data = _bounded(file, most, start)
                    yield from self._bytes(name, data, depth=0)
        except OSError as error:
            self._fail(name, _reason(error))

    def _open(self, size: int) -> None:
        """Begin to count what a file of ``size`` bytes unpacks to."""
        limits = self.limits
        self._left = max(limits.total_bytes, size * limits.total_ratio)

    def _bytes(self, name: str, data: bytes, *, depth: int) -> Iterable[tuple[str, bytes]]:
        """Hand out ``data``, unpacked when it is packed."""
        if depth > self.limits.depth:
            message = f"archives lie more than {self.limits.depth} deep in each other"
            return self._fail(name, message)
        if depth == 0:
            self._open(len(data))
        if data.startswith(GZIP):
            try:
                data = inflate(data, limits=self.limits)
            except SourceError as error:
                return self._fail(name, _reason(error))
            self._left -= len(data)
            if data.startswith(_PACKED):
                return self._bytes(name, data, depth=depth + 1)
        elif data.startswith(ZIP):
            return self._zip(BytesIO(data), name, depth=depth + 1)
        elif data.startswith(SQLITE):
            return self._database(data, name)
        self.seen += 1
        self.given += 1
        return ((name, data),)

    def _zip(self, file: BinaryIO, name: str, *, depth: int) -> Iterator[tuple[str, bytes]]:
        try:
            archive = zipfile.ZipFile(file)
            members = archive.infolist()
        except _ZIP_ERRORS as error:
            self._fail(name, f"broken zip archive ({_reason(error)})")
            return
        with archive:
            for member in members:
                if member.is_dir():
                    continue
                label = f"{name}!{member.filename}"
                if self._left < 0:
                    self._fail(label, self._too_much())
                    return
                if any(_is_litter(part) for part in member.filename.split("/")):
                    self._skip()
                    continue
                try:
                    data = self._member(archive, member, file)
                except (SourceError, *_ZIP_ERRORS) as error:
                    self._fail(label, _reason(error))
                    continue
                yield from self._bytes(label, data, depth=depth)

    def _member(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo, file: BinaryIO) -> bytes:
        """Return the content of a member, however large it claims to be.

        Raises:
            SourceError: It is encrypted or too large.
        """
        if member.flag_bits & 0x1:
            raise SourceError("the member is encrypted")
        packed = max(member.compress_size, 1)
        unpacked = max(packed * self.limits.ratio, 1 << 20)
        limit = self.limits.file_bytes
        quick = _quick_member(file, member, min(limit, unpacked))
        if quick is not None:
            self._left -= len(quick)
            return quick
        with archive.open(member) as stream:
            head = stream.read(_HEAD)
            if head.startswith(_CONTAINERS):
                limit = self.limits.archive_bytes
            limit = min(limit, unpacked)
            data = head + stream.read(limit - len(head) + 1)
        self._left -= len(data)
        if len(data) > limit:
            raise SourceError(
                f"the member unpacks to more than {limit} bytes ({packed} packed); "
                "such a size is no game record"
            )
        return data

    # --- databases ---------------------------------------------------------------------------
    def _database(self, source: Path | bytes, name: str) -> Iterator[tuple[str, bytes]]:
        """Hand out the records of a houou-logs or phoenix-logs database."""
        try:
            with closing(_open_database(source)) as database:
                yield from self._rows(database, name)
        except sqlite3.Error as error:
            self._fail(name, f"SQLite: {error}")

    def _rows(self, database: sqlite3.Connection, name: str) -> Iterator[tuple[str, bytes]]:
        kinds = database.execute("SELECT type FROM sqlite_master WHERE name = 'logs'").fetchall()
        if ("view",) in kinds:  # it may have rows without end
            self._fail(name, "SQLite database in which logs is a view, expected a table")
            return
        columns = {row[1] for row in database.execute("PRAGMA table_info(logs)")}
        for key, content in (("id", "log"), ("log_id", "log_content")):
            if {key, content} <= columns:
                break
        else:
            found = ", ".join(sorted(columns)) or "no table logs"
            self._fail(
                name,
                "SQLite database without a table logs(id, log) or logs(log_id, log_content); "
                f"found {found}",
            )
            return
        limit = self.limits.file_bytes
        rows = database.execute(
            f"SELECT {key}, CASE WHEN length({content}) <= {limit} THEN {content} END, "
            f"length({content}) FROM logs"
        )
        for log_id, blob, length in rows:
            label = f"{name}!{log_id}"
            if self._left < 0:
                self._fail(label, self._too_much())
                return
            if length is None or length == 0:
                self._skip()  # listed, but never fetched
                continue
            if blob is None:
                self._fail(label, f"{length} bytes, expected a record of at most {limit}")
                continue
            if not isinstance(blob, str | bytes):
                self._fail(label, f"found {blob!r}, expected the text or the bytes of a record")
                continue
            data = blob.encode() if isinstance(blob, str) else blob
            self._left -= max(len(data), _ROW)
            yield from self._bytes(label, data, depth=self.limits.depth)

    def _too_much(self) -> str:
        limits = self.limits
        return (
            f"the file unpacks to more than {limits.total_bytes} bytes and {limits.total_ratio} "
            "times its size; the rest of it is left out"
        )

    # --- account -------------------------------------------------------------------------------
    def _fail(self, name: str, message: str) -> tuple[()]:
        """Note what cannot be opened; returns what it hands out: nothing."""
        self.seen += 1
        self.failed += 1
        self.problems.append(Problem(name, "", "unreadable", message))
        return ()

    def _skip(self) -> None:
        self.seen += 1
        self.skipped += 1


def open_sources(
    paths: str | Path | Iterable[str | Path], *, limits: Limits | None = None
) -> Sources:
    """Return the stream of everything that ``paths`` hold.

    Raises:
        UrlError: One of the paths is a link that does not itself hold its record.
        TypeError: Something among them is no path.
    """
    names: list[str] = []
    memory: list[tuple[str, bytes]] = []
    for name in paths_given(paths):
        if "://" not in name[:12]:
            names.append(name)
        elif _RECORD_IN_LINK in name:
            label = f"{name.partition(_RECORD_IN_LINK)[0]}{_RECORD_IN_LINK}…"
            number = f" ({len(memory) + 1})" if memory else ""
            memory.append((label + number, name.encode()))
        else:
            raise UrlError(name)
    return Sources(names, limits or Limits(), memory)


def _quick_member(file: BinaryIO, member: zipfile.ZipInfo, limit: int) -> bytes | None:
    """Return the content of an ordinary member, three times as fast as :mod:`zipfile` does.

    None: it is not ordinary (method, size, a wrong checksum …), :mod:`zipfile` shall try.
    """
    isal_zlib, errors = isal()
    packed = member.compress_size
    deflated = member.compress_type == zipfile.ZIP_DEFLATED
    if not (deflated or member.compress_type == zipfile.ZIP_STORED):
        return None
    if member.flag_bits & 0x40 or packed > limit:
        return None
    file.seek(member.header_offset)
    data = file.read(_LOCAL + len(member.filename) + _LOCAL_EXTRA + packed)
    if len(data) < _LOCAL or not data.startswith(ZIP[0]):
        return None
    start = _LOCAL + int.from_bytes(data[26:28], "little") + int.from_bytes(data[28:30], "little")
    if len(data) < start + packed:
        data += file.read(start + packed - len(data))
    content: Any = memoryview(data)[start : start + packed]
    if len(content) != packed:
        return None
    if deflated:
        stream = isal_zlib.decompressobj(-15)
        try:
            content = stream.decompress(content, limit + 1)
        except errors:
            return None
        if not stream.eof:
            return None
    if len(content) > limit or isal_zlib.crc32(content) != member.CRC:
        return None
    return bytes(content)  # that of bytes is the same object


def _opened(name: str) -> tuple[bytes, BinaryIO | None]:
    """Return the first piece of a file, and the open file where more of it will be read.

    Python's own file objects take as long as the rest of reading a short file. Nothing is opened
    twice: what comes through a pipe comes once.
    """
    number = os.open(name, _READING)
    try:
        start = os.read(number, _PIECE)
        # a short answer is not yet the end: pipes and files of the system and of networks give less
        while len(start) < _PIECE and (more := os.read(number, _PIECE - len(start))):
            start += more
        if len(start) == _PIECE or start.startswith(_CONTAINERS):
            return start, os.fdopen(number, "rb")
    except OSError:
        os.close(number)
        raise
    os.close(number)
    return start, None


def _bounded(file: BinaryIO, limit: int, start: bytes) -> bytes:
    """Return ``start``, the first piece of ``file``, with what follows it."""
    if len(start) == _PIECE:  # room for all that may follow is only asked for when it is needed
        start += file.read(max(limit - _PIECE, 0) + 1)
    if len(start) > limit:
        raise SourceError(f"more than {limit} bytes; such a size is no game record")
    return start


def _is_folder(entry: os.DirEntry[str]) -> bool | None:
    """Tell whether ``entry`` is a folder; None for a socket, pipe or device."""
    try:
        if entry.is_dir():
            return True
        if entry.is_file():
            return False
        entry.stat()  # a link that leads nowhere: opening it says why
    except OSError:
        return False
    return None


def _open_database(source: Path | bytes) -> sqlite3.Connection:
    """Open a database for reading only; bytes are opened in memory."""
    if isinstance(source, bytes):
        database = sqlite3.connect(":memory:")
        database.deserialize(source)
    else:
        database = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    database.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return database


def _is_litter(name: str) -> bool:
    return name in _LITTER or name.startswith("._")


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
