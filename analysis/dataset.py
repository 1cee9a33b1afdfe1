"""Export: any number of records → a dataset on disk, part by part.

:func:`export` reads, replays and audits games in batches and writes each batch as one part
of every table. Memory holds a few parts, whatever the size of the input. A killed export
goes on where it stopped when the same command is given again, and ends with the same bytes;
``jobs`` changes nothing but the time. An export into an existing dataset adds new games.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mjlog.cli import version
from mjlog.errors import MjlogError, UnknownNameError
from mjlog.model import GameBatch, Problem

from .known import Known, Pending, duplicated_games
from .parts import FORMATS, PartFiles
from .people import People, alias_key, read_players
from .schema import SCHEMA_VERSION, TABLES, default_tables, schema_of

if TYPE_CHECKING:
    import pandas as pd

    from mjlog.rules import Rules

__all__ = ["DatasetError", "Summary", "export", "read_dataset", "read_table"]

MANIFEST: Final = "dataset.json"
#: How many unreadable inputs a summary names.
SHOWN_FAILURES: Final = 20
#: Tables without which an export could not go on; they are always written.
ALWAYS: Final = ("games", "problems")


class DatasetError(MjlogError, ValueError):
    """A folder that is no dataset, or one that was made in another way."""


@dataclass(slots=True)
class Summary:
    """What an export did.

    ``seen == imported + skipped + failed``, counted in records.

    Attributes:
        seen: Records looked at.
        imported: Games that this export added.
        skipped: No records, games already there, less complete duplicates.
        failed: Records that could not be read.
        duplicates: Those of the skipped that are other records of a game.
        already: Those of the skipped that the dataset held before.
        games, rounds, events, wins: Added by this export.
        agreeing: Added wins whose recorded points and payments equal the recomputed ones.
        compared: Added wins where both are known.
        findings: Finding code → count, of the added games.
        severities: Severity → count.
        not_checked: Check → how often it could not be made.
        problems: Kind → count, of the added problems.
        failures: The first problems of unreadable inputs.
        parts: Parts written.
        seconds: Time taken.
        folder: Where the dataset is.
    """

    seen: int = 0
    imported: int = 0
    skipped: int = 0
    failed: int = 0
    duplicates: int = 0
    already: int = 0
    games: int = 0
    rounds: int = 0
    events: int = 0
    wins: int = 0
    agreeing: int = 0
    compared: int = 0
    findings: Counter[str] = field(default_factory=Counter)
    severities: Counter[str] = field(default_factory=Counter)
    not_checked: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    failures: list[Problem] = field(default_factory=list)
    parts: int = 0
    seconds: float = 0.0
    folder: str = ""


@dataclass(frozen=True, slots=True)
class _Job:
    """One part to make; everything a process needs."""

    part: int
    batch: GameBatch
    files: PartFiles
    people: People
    rules: Rules | None


@dataclass(slots=True)
class _Made:
    """What a part holds, counted."""

    part: int
    rows: dict[str, int]
    agreeing: int
    compared: int
    findings: Counter[str]
    severities: Counter[str]
    not_checked: Counter[str]
    problems: Counter[str]


def make_part(job: _Job) -> _Made:
    """Replay and audit a batch and write its tables under temporary names."""
    if not len(job.batch):
        return _make_problems(job)
    from mjlog.auditing import audit_batch

    from .context import Context
    from .tables import build_tables

    audit = audit_batch(job.batch, rules=job.rules)
    job.batch.problems += audit.problems
    context = Context(audit.batch, audit.replay, audit, job.people)
    tables = build_tables(context, dict.fromkeys((*job.files.tables, "wins")))
    job.files.write(job.part, tables)
    agrees = tables["wins"]["agrees"].combine_chunks()
    rows = {name: table.num_rows for name, table in tables.items()}
    rows |= {"rounds": len(audit.batch.rounds), "events": len(audit.batch.events)}
    return _Made(
        part=job.part,
        rows=rows,
        agreeing=agrees.true_count,
        compared=len(agrees) - agrees.null_count,
        findings=Counter(f.code for f in audit.findings),
        severities=Counter(f.severity for f in audit.findings),
        not_checked=Counter(audit.not_checked),
        problems=Counter(p.kind for p in job.batch.problems),
    )


def _make_problems(job: _Job) -> _Made:
    """Write a part that holds no game, only problems."""
    from .tables import problems_table

    tables = {name: schema_of(name).empty_table() for name in job.files.tables}
    tables["problems"] = problems_table(job.batch.problems)
    job.files.write(job.part, tables)
    rows = dict.fromkeys(TABLES, 0) | {"problems": len(job.batch.problems)}
    kinds = Counter(p.kind for p in job.batch.problems)
    nothing: Counter[str] = Counter()
    return _Made(job.part, rows, 0, 0, nothing, nothing, nothing, kinds)


def export(
    paths: str | Path | Iterable[str | Path],
    out: str | Path,
    *,
    jobs: int = 1,
    tables: Sequence[str] | None = None,
    rules: Rules | None = None,
    format: str = "parquet",
    games_per_part: int = 500,
    players: str | Path | dict[str, str] | None = None,
    anonymise: bool | str = False,
    progress: Callable[[Summary], None] | None = None,
) -> Summary:
    """Write records as a dataset, or add them to one.

    Args:
        paths: Files, folders, archives, databases.
        out: Folder of the dataset; made if it is not there.
        jobs: Processes. With more than one, a script needs the usual
            ``if __name__ == "__main__":`` guard.
        tables: Names of tables; default: all but ``decisions``. ``games`` and ``problems``
            are always written.
        rules: Judge by these rules instead of those that the records name.
        format: ``parquet`` or ``csv`` (UTF-8 with BOM).
        games_per_part: Games in a part.
        players: Account → person, or a file of them (:func:`.people.read_players`).
        anonymise: True writes aliases made with this user's key; a text is the key.
        progress: Called with the summary so far after every part and batch.

    Returns:
        What was added. Findings and unreadable inputs are no errors here.

    Raises:
        DatasetError: ``out`` is no dataset, or was made with other options.
        UnknownNameError: No such table or format.
        OSError: A part cannot be written.
    """
    started = time.perf_counter()
    names = _table_names(tables)
    if format not in FORMATS:
        raise UnknownNameError("table format", format, FORMATS)
    people = _people(players, anonymise)
    folder = Path(out)
    files = PartFiles(folder, names, format)
    options = {
        "format": format,
        "tables": list(names),
        "rules": None if rules is None else rules.name,
        "anonymised": people.key is not None,
        "people": people.fingerprint,
    }
    manifest = _open(folder, options)
    files.clean()
    path_list = [str(p) for p in ([paths] if isinstance(paths, str | Path) else paths)]
    run = _Run(files, people, rules, Known.of(files), Summary(folder=str(folder)), progress)
    run.summary.seconds = -started
    run.read(path_list, jobs, games_per_part)
    if run.known.replaced:
        for part, ids in duplicated_games(files).items():
            files.drop_games(part, ids)
    _write_manifest(folder, manifest | options, files, path_list, run)
    run.summary.seconds = time.perf_counter() - started
    return run.summary


def _table_names(tables: Sequence[str] | None) -> tuple[str, ...]:
    wanted = set(default_tables() if tables is None else tables)
    for name in wanted:
        if name not in TABLES:
            raise UnknownNameError("table", name, TABLES)
    return tuple(name for name in TABLES if name in wanted or name in ALWAYS)


def _people(players: str | Path | dict[str, str] | None, anonymise: bool | str) -> People:
    persons = players if isinstance(players, dict) else {}
    if isinstance(players, str | Path):
        persons = read_players(players)
    key = anonymise if isinstance(anonymise, str) else alias_key() if anonymise else None
    return People(persons, key)


class _Run:
    """One export on its way."""

    def __init__(
        self,
        files: PartFiles,
        people: People,
        rules: Rules | None,
        known: Known,
        summary: Summary,
        progress: Callable[[Summary], None] | None,
    ) -> None:
        self.files = files
        self.people = people
        self.rules = rules
        self.known = known
        self.summary = summary
        self.made: dict[int, _Made] = {}
        self._progress = progress
        self._next = max(files.parts(), default=-1) + 1

    def read(self, paths: list[str], jobs: int, games_per_part: int) -> None:
        """Read everything and write all parts."""
        parts = self._jobs(paths, games_per_part)
        made = map(make_part, parts) if jobs <= 1 else _parallel(parts, jobs)
        for part in made:
            self.files.commit(part.part)
            self._count(part)

    def _jobs(self, paths: list[str], games_per_part: int) -> Iterator[_Job]:
        from mjlog.parsers import Tally, iter_batches

        tally = Tally()
        pending = Pending(self.known)
        for batch in iter_batches(paths, games=games_per_part, tally=tally):
            chosen, notes, displaced = pending.select(batch)
            if pending.games and pending.games + len(chosen) > games_per_part:
                yield self._job(pending)
            pending.add(batch, chosen, notes)
            self.summary.already = pending.already
            self._note_failures(batch)
            self._account(tally, len(chosen) - displaced, notes)
            if pending.games >= games_per_part:
                yield self._job(pending)
        if pending.games or pending.problems:
            yield self._job(pending)
        self._account(tally, 0, [])

    def _job(self, pending: Pending) -> _Job:
        job = _Job(self._next, pending.take(), self.files, self.people, self.rules)
        self._next += 1
        return job

    def _note_failures(self, batch: GameBatch) -> None:
        failures = self.summary.failures
        for problem in batch.problems:
            if problem.kind == "unreadable" and len(failures) < SHOWN_FAILURES:
                failures.append(problem)

    def _account(self, tally: Any, added: int, notes: list[Any]) -> None:
        summary = self.summary
        summary.imported += added
        summary.duplicates += len(notes)
        summary.seen, summary.failed = tally.seen, tally.failed
        summary.skipped = summary.seen - summary.imported - summary.failed
        self._report()

    def _count(self, made: _Made) -> None:
        summary = self.summary
        self.made[made.part] = made
        summary.parts += 1
        summary.games += made.rows["games"]
        summary.rounds += made.rows["rounds"]
        summary.events += made.rows["events"]
        summary.wins += made.rows["wins"]
        summary.agreeing += made.agreeing
        summary.compared += made.compared
        summary.findings += made.findings
        summary.severities += made.severities
        summary.not_checked += made.not_checked
        summary.problems += made.problems
        self._report()

    def _report(self) -> None:
        if self._progress is not None:
            self._progress(self.summary)


def _parallel(parts: Iterator[_Job], jobs: int) -> Iterator[_Made]:
    """Make parts in processes; results come in the order of the parts.

    The first part is made here: it compiles the kernels once, and the processes then find
    them in the cache. No more than two parts a process wait at any time.
    """
    first = next(parts, None)
    if first is None:
        return
    yield make_part(first)
    second = next(parts, None)
    if second is None:
        return
    import multiprocessing

    spawn = multiprocessing.get_context("spawn")
    waiting: deque[Future[_Made]] = deque()
    with ProcessPoolExecutor(jobs, mp_context=spawn) as pool:
        waiting.append(pool.submit(make_part, second))
        try:
            for job in parts:
                waiting.append(pool.submit(make_part, job))
                while len(waiting) >= 2 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


# --- the manifest --------------------------------------------------------------------------------
def _open(folder: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Return the manifest of an existing dataset, or of a new one, which is written at once.

    Raises:
        DatasetError: The folder holds something else, or a dataset of other options.
    """
    path = folder / MANIFEST
    if path.exists():
        manifest = read_manifest(folder)
        for key, value in options.items():
            if manifest.get(key) != value:
                raise DatasetError(
                    f"{folder} is a dataset with {key} = {manifest.get(key)!r}, and this export "
                    f"has {value!r}: give another folder, or the same options"
                )
        return manifest
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise DatasetError(
            f"{folder} is neither a dataset (it has no {MANIFEST}) nor an empty folder"
        )
    folder.mkdir(parents=True, exist_ok=True)
    manifest = {"schema": SCHEMA_VERSION, "package": version(), "inputs": []}
    _save(path, manifest | options | {"complete": False, "parts": []})
    return manifest


def read_manifest(folder: str | Path) -> dict[str, Any]:
    """Return ``dataset.json`` of a dataset.

    Raises:
        DatasetError: There is none, or it is of another schema version.
    """
    path = Path(folder) / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(f"{folder} is no dataset: {path} cannot be read ({error})") from None
    found = manifest.get("schema") if isinstance(manifest, dict) else None
    if found != SCHEMA_VERSION:
        raise DatasetError(
            f"{path} has schema version {found!r}, this version reads {SCHEMA_VERSION}: "
            "export again into a new folder"
        )
    return dict(manifest)


def _save(path: Path, manifest: dict[str, Any]) -> None:
    text = json.dumps(manifest, ensure_ascii=False, indent=1)
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(text + "\n", encoding="utf-8")
    temporary.replace(path)


def _write_manifest(
    folder: Path, manifest: dict[str, Any], files: PartFiles, paths: list[str], run: _Run
) -> None:
    """Write ``dataset.json``: only what the dataset is, nothing of how it came about."""
    before = {entry["part"]: entry for entry in manifest.get("parts", [])}
    parts = []
    for part in files.parts():
        if run.known.replaced:  # any part may have lost a game
            parts.append(_counted(files, part))
        elif part in run.made:
            parts.append(_entry(files, run.made[part]))
        else:
            parts.append(before.get(part) or _counted(files, part))
    inputs = {entry["path"]: entry for entry in manifest["inputs"]}
    inputs |= _inputs(files, paths)
    total: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    for entry in parts:
        total.update(entry["rows"])
        codes.update(entry["findings"])
    manifest |= {
        "schema": SCHEMA_VERSION,
        "package": version(),
        "inputs": [inputs[path] for path in sorted(inputs)],
        "complete": True,
        "rows": {name: total[name] for name in files.tables},
        "findings": dict(sorted(codes.items())),
        "parts": parts,
    }
    order = (
        "schema", "package", "complete", "format", "tables", "rules", "anonymised", "people",
        "rows", "findings", "inputs", "parts",
    )  # fmt: skip
    _save(folder / MANIFEST, {key: manifest[key] for key in order})


def _entry(files: PartFiles, made: _Made) -> dict[str, Any]:
    """Return the manifest's entry of a part just made."""
    findings = made.findings if "findings" in files.tables else {}
    return {
        "part": made.part,
        "rows": {name: made.rows[name] for name in files.tables},
        "findings": dict(sorted(findings.items())),
    }


def _counted(files: PartFiles, part: int) -> dict[str, Any]:
    """Return the manifest's entry of a part on disk."""
    codes: Counter[str] = Counter()
    if "findings" in files.tables:
        codes.update(code for (code,) in files.texts("findings", part, ("code",)))
    return {
        "part": part,
        "rows": {name: files.rows(name, part) for name in files.tables},
        "findings": dict(sorted(codes.items())),
    }


def _inputs(files: PartFiles, paths: list[str]) -> dict[str, dict[str, Any]]:
    """Return path → entry: a file has the SHA-256 of its bytes.

    A folder has that of the lines ``source TAB game_id TAB content`` of its games, sorted.
    """
    entries: dict[str, dict[str, Any]] = {}
    folders: dict[str, list[str]] = {}
    for name in paths:
        path = Path(name)
        if path.is_file():
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            entries[name] = {"path": name, "kind": "file", "sha256": digest}
        else:
            folders[name] = []
    if folders:
        for part in files.parts():
            for row in files.texts("games", part, ("source", "game_id", "content")):
                for name, lines in folders.items():
                    if row[0].startswith(_inside(name)):
                        lines.append("\t".join(row))
    for name, lines in folders.items():
        digest = hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()
        kind = "stdin" if name == "-" else "folder"
        entries[name] = {"path": name, "kind": kind, "games": len(lines), "sha256": digest}
    return entries


def _inside(folder: str) -> str:
    """Return how the sources of the games of a folder begin."""
    if folder == "-":
        return "<stdin>"
    name = str(Path(folder))
    return "" if name == "." else name.rstrip(os.sep) + os.sep


# --- reading ---------------------------------------------------------------------------------
def read_dataset(folder: str | Path) -> PartFiles:
    """Return the parts of a dataset.

    Raises:
        DatasetError: The folder holds none.
    """
    manifest = read_manifest(folder)
    return PartFiles(Path(folder), manifest["tables"], manifest["format"])


def read_table(
    folder: str | Path, table: str, columns: Sequence[str] | None = None
) -> pd.DataFrame:
    """Return (columns of) a table of a Parquet dataset as a pandas frame.

    Integers stay integers (``Int8`` …) where values may be missing; text columns are
    categories.

    Raises:
        DatasetError: The folder holds no dataset, or one without that table.
    """
    import pyarrow as pa

    files = read_dataset(folder)
    if table not in files.tables:
        raise DatasetError(f"{folder} has no table {table!r}; it has {', '.join(files.tables)}")
    if files.format != "parquet":
        raise DatasetError(f"{folder} is in {files.format}; statistics need a Parquet dataset")
    parts = [files.read(table, part, columns) for part in files.parts()]
    if not parts:
        parts = [schema_of(table).empty_table().select(columns or schema_of(table).names)]
    joined = pa.concat_tables(parts).unify_dictionaries()
    frame: pd.DataFrame = joined.to_pandas()
    return frame
