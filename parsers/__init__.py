"""Importers and writers, one module a format.

:data:`FORMATS` is the table of the formats of riichi games that are read, and
:data:`AMERICAN_FORMATS` that of American mahjong; :func:`detect_format` tells which of them some
bytes are. :func:`iter_records` reads whatever paths hold, :func:`iter_batches` what of it can be
columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from mjlog.errors import ParseError, UnknownNameError
from mjlog.model import GameBatch, Problem, concatenate

from .detect import (
    looks_like_mahjong_soul,
    looks_like_majiang,
    looks_like_mjai,
    looks_like_mjlog,
    looks_like_riichi_city,
    looks_like_sheet,
    looks_like_table,
    looks_like_table_json,
    looks_like_tenhou_json,
)
from .detect_american import looks_like_american, looks_like_american_json
from .guess import nearest_guess
from .later import later
from .sources import Sources, UrlError, open_sources

if TYPE_CHECKING:
    from mjlog.american.batch import AmericanBatch
    from mjlog.rules import Rules

__all__ = [
    "ALL_FORMATS",
    "AMERICAN_FORMATS",
    "FORMATS",
    "Format",
    "Tally",
    "UrlError",
    "detect_format",
    "iter_batches",
    "iter_records",
    "read_bytes",
    "records_in",
]

#: A batch is handed out when it has this many bytes, however few games they are.
BATCH_BYTES: Final = 32 << 20


class Format(NamedTuple):
    """One format that is read.

    Attributes:
        name: Short name (``mjlog``).
        title: What it is, for lists.
        detect: Bytes → how sure it is this format, 0 (not) to 100.
        read: Reads (name, bytes) items into a batch of columns, or of American games; keyword
            ``rules`` overrides the header's.
    """

    name: str
    title: str
    detect: Callable[[bytes], int]
    read: Callable[..., GameBatch | AmericanBatch]


#: The formats of riichi games that are read, in the order in which they are asked.
FORMATS: Final[tuple[Format, ...]] = (
    Format("mjlog", "Tenhou mjlog (XML)", looks_like_mjlog, later("tenhou", "read_batch")),
    Format(
        "mahjong-soul",
        "Mahjong Soul (雀魂)",
        looks_like_mahjong_soul,
        later("mahjong_soul", "read_batch"),
    ),
    Format("majiang", "電脳麻将 (JSON)", looks_like_majiang, later("majiang", "read_batch")),
    Format(
        "tenhou6",
        "Tenhou JSON (tenhou.net/6)",
        looks_like_tenhou_json,
        later("tenhou_json", "read_batch"),
    ),
    Format(
        "riichi-city",
        "Riichi City (麻雀一番街)",
        looks_like_riichi_city,
        later("riichi_city", "read_batch"),
    ),
    Format("mjai", "mjai (JSON Lines)", looks_like_mjai, later("mjai", "read_batch")),
    Format("table", "table record, typed", looks_like_table, later("table", "read_text_batch")),
    Format(
        "table-json",
        "table record (JSON Lines)",
        looks_like_table_json,
        later("table", "read_json_batch"),
    ),
    Format("table-csv", "result sheet (CSV)", looks_like_sheet, later("table", "read_sheet_batch")),
)

#: The formats of American games.
AMERICAN_FORMATS: Final[tuple[Format, ...]] = (
    Format(
        "american",
        "American mahjong, typed",
        looks_like_american,
        later("american", "read_text_batch"),
    ),
    Format(
        "american-json",
        "American mahjong (JSON Lines)",
        looks_like_american_json,
        later("american", "read_json_batch"),
    ),
)
ALL_FORMATS: Final = (*FORMATS, *AMERICAN_FORMATS)

#: Marks at the beginning of texts in UTF-16.
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
#: Score of a detector that leaves no doubt: the formats behind it need not be asked.
CERTAIN: Final = 100


def detect_format(data: bytes) -> Format | None:
    """Return the format that ``data`` most likely is, None when it is none of them."""
    best: Format | None = None
    best_score = 0
    for entry in ALL_FORMATS:
        if (score := entry.detect(data)) > best_score:
            best, best_score = entry, score
            if score == CERTAIN:
                break
    return best


def format_named(name: str) -> Format:
    """Return the format called ``name``.

    Raises:
        UnknownNameError: There is none.
    """
    for entry in ALL_FORMATS:
        if entry.name == name:
            return entry
    raise UnknownNameError("format", name, [entry.name for entry in ALL_FORMATS])


@dataclass(slots=True)
class Tally:
    """How many inputs were seen, and what became of them: the other three add up to ``seen``.

    ``skipped`` are no records (litter of the system, documents beside the records, rows of a
    database without content), ``failed`` could not be read.
    """

    seen: int = 0
    imported: int = 0
    skipped: int = 0
    failed: int = 0


def iter_records(
    paths: str | Path | Iterable[str | Path],
    *,
    games: int = 500,
    rules: Rules | None = None,
    format: str | None = None,
    tally: Tally | None = None,
) -> Iterator[GameBatch | AmericanBatch]:
    """Read everything that ``paths`` hold, ``games`` at a time.

    A batch holds riichi games as columns, or American games.

    Args:
        paths: Files, folders, archives, databases, ``-``.
        games: How many games a batch holds at most.
        rules: Rules of every riichi game instead of those that the records name.
        format: Name of the format of every file, instead of looking at each.
        tally: Kept up to date with every batch.

    Yields:
        Batches with the problems of the inputs read so far; the last one may hold no game.

    Raises:
        UrlError: One of the paths is a link.
        UnknownNameError: There is no such format.
    """
    fixed = format_named(format) if format is not None else None
    sources = open_sources(paths)
    return _batches(sources, games, rules, fixed, tally or Tally())


def iter_batches(
    paths: str | Path | Iterable[str | Path],
    *,
    games: int = 500,
    rules: Rules | None = None,
    format: str | None = None,
    tally: Tally | None = None,
) -> Iterator[GameBatch]:
    """Read the riichi games that ``paths`` hold; see :func:`iter_records`.

    American games have no columns: they are skipped, each with a problem ``unsupported``.
    """
    tally = tally or Tally()
    return _columns_only(
        iter_records(paths, games=games, rules=rules, format=format, tally=tally), tally
    )


def _columns_only(
    batches: Iterable[GameBatch | AmericanBatch], tally: Tally
) -> Iterator[GameBatch]:
    skipped = 0
    for batch in batches:
        columns = batch if isinstance(batch, GameBatch) else _without_columns(batch)
        skipped += len(batch) - len(columns)
        tally.imported -= skipped
        tally.skipped += skipped
        yield columns
    tally.skipped += skipped


def _without_columns(batch: AmericanBatch) -> GameBatch:
    """Return a batch without games that says of the American games that they are left out."""
    columns = concatenate([])
    columns.problems += batch.problems
    columns.problems += [
        Problem(game.source, "", "unsupported", _NO_COLUMNS, game.id) for game in batch.games
    ]
    return columns


_NO_COLUMNS: Final = (
    "a game of American mahjong, and only riichi games are read here; 'mjlog audit', 'show', "
    "'export' and 'convert' read both"
)


def _batches(
    sources: Sources, games: int, rules: Rules | None, fixed: Format | None, tally: Tally
) -> Iterator[GameBatch | AmericanBatch]:
    items: list[tuple[str, bytes]] = []
    refused: list[Problem] = []
    skipped = 0
    size = 0
    current: Format | None = None
    done = 0
    more = 0  # games that stand beside others in one document

    def flush() -> GameBatch | AmericanBatch:
        nonlocal items, size, refused, done, more
        batch = (current or FORMATS[0]).read(items, rules=rules)
        done += len(batch)
        more += len(batch) + sum(p.kind == "unreadable" for p in batch.problems) - len(items)
        batch.problems[:0] = [*sources.problems, *refused]
        sources.problems.clear()
        tally.seen = sources.seen - waiting + more
        tally.imported = done
        tally.skipped = sources.skipped + skipped
        tally.failed = tally.seen - tally.imported - tally.skipped
        items, refused, size = [], [], 0
        return batch

    waiting = 0
    for name, given in sources:
        data = given
        if data.startswith(_UTF16):
            data = data.decode("utf-16", "replace").encode()
        entry = fixed or detect_format(data)
        if entry is None:
            named = sources.is_named(name)
            if not named and _is_side_file(name):
                skipped += 1
                continue
            problem = _unknown(name, data, named=named)
            skipped += problem.kind == "unsupported"
            refused.append(problem)
            continue
        if items and entry is not current:
            waiting = 1
            yield flush()
            waiting = 0
        current = entry
        items.append((name, data))
        size += len(data)
        if len(items) >= games or size >= BATCH_BYTES:
            yield flush()
    if items or refused or sources.problems or not done:
        yield flush()
    tally.seen = sources.seen + more
    tally.skipped = sources.skipped + skipped


def _unknown(name: str, data: bytes, *, named: bool) -> Problem:
    """Return the problem of an input that is of no format that is read.

    A document that lies beside records in a folder or archive is merely left out.
    """
    known = ", ".join(entry.title for entry in ALL_FORMATS)
    start = data[:24].decode("utf-8", "replace")
    guess = nearest_guess(data, {entry.name: entry.title for entry in ALL_FORMATS})
    near = f"; nearest guess: {guess}" if guess else ""
    message = f"no game record: it starts with {start!r}{near}; expected {known}"
    suffix = Path(name.rpartition("!")[2]).suffix.lower()
    record = named or suffix in _RECORD_SUFFIXES
    return Problem(name, "", "unreadable" if record else "unsupported", message)


def _is_side_file(name: str) -> bool:
    """Tell whether such a file belongs beside records: mjlog wrote it, or it is their card."""
    file = Path(name.rpartition("!")[2]).name
    return file in _SIDE_FILES or file.endswith((".losses.json", ".amc"))


_SIDE_FILES: Final = ("dataset.json", "expected.json")
_RECORD_SUFFIXES: Final = frozenset({
    ".mjlog", ".xml", ".gz", ".json", ".jsonl", ".mjson", ".log", ".amn", "",
})  # fmt: skip


def read_bytes(
    data: bytes, *, name: str = "", rules: Rules | None = None, format: str | None = None
) -> GameBatch:
    """Read riichi games already in memory: a record, plain or gzip, or an archive of records.

    Args:
        data: The bytes.
        name: File name or link, for messages and for the id of a record.
        rules: Rules of every game instead of those that the records name.
        format: Name of the format, instead of looking at the content.

    Raises:
        ParseError: No record in it can be read.
        UnknownNameError: There is no such format.
    """
    records = records_in(data, name=name, rules=rules, format=format)
    batch = concatenate(list(_columns_only(records, Tally())))
    if not len(batch) and batch.problems:
        first = batch.problems[0]
        raise ParseError(first.message, source=first.source, place=first.place)
    return batch


def records_in(
    data: bytes, *, name: str = "", rules: Rules | None = None, format: str | None = None
) -> Iterator[GameBatch | AmericanBatch]:
    """Read what is already in memory, of any kind; see :func:`read_bytes`."""
    fixed = format_named(format) if format is not None else None
    return _batches(Sources([], memory=[(name, data)]), 500, rules, fixed, Tally())
