"""Export: any number of records → a dataset on disk, part by part.

:func:`export` reads, replays and audits games in batches and writes each batch as one part
of every table. Memory holds a few parts, whatever the size of the input. A killed export
goes on where it stopped when the same command is given again, and ends with the same bytes;
``jobs`` changes nothing but the time. An export into an existing dataset adds new games.
"""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mjlog.american.batch import AmericanBatch
from mjlog.errors import UnknownNameError
from mjlog.given import names_given, paths_given
from mjlog.model import GameBatch, Problem

from .american.schema import AMERICAN_TABLES
from .known import Known, Pending, duplicated_games, id_of
from .making import Job, Made, in_processes, in_turn
from .manifest import (
    DatasetError,
    forget_parts,
    open_manifest,
    read_manifest,
    write_manifest,
)
from .parts import AMERICAN, FORMATS, PartFiles
from .people import People, alias_key, read_players
from .schema import TABLES, default_tables, schema_of

if TYPE_CHECKING:
    import pandas as pd

    from mjlog.american.card import Card
    from mjlog.american.rules import AmericanRules
    from mjlog.rules import Rules

__all__ = ["DatasetError", "Summary", "export", "read_dataset", "read_table"]

#: How many unreadable inputs a summary names.
SHOWN_FAILURES: Final = 20
#: Tables without which an export could not go on; they are always written.
ALWAYS: Final = ("games", "problems")
#: Most American games in a part: their rows are made one by one, and a game has many.
AMERICAN_GAMES: Final = 50
#: New objects between two looks of the garbage collector: those of a few parts.
_OBJECTS: Final = 50_000


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
        games, rounds, events, wins: Added by this export; a hand of American mahjong counts
            as a round.
        american: Those of the games that are American.
        kinds: ``riichi`` and ``american`` → games that were read, those left out among them.
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
    american: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
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


def export(
    paths: str | Path | Iterable[str | Path],
    out: str | Path,
    *,
    jobs: int = 1,
    tables: Sequence[str] | None = None,
    rules: Rules | AmericanRules | None = None,
    card: Card | None = None,
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
            are always written. Where none of the American tables is named, American games get
            all of theirs.
        rules: Judge by these rules instead of those that the records name; a ruleset judges
            the games of its own kind.
        card: Card of all American games instead of the one each names.
        format: ``parquet`` or ``csv`` (UTF-8 with BOM).
        games_per_part: Games in a part (of American games at most :data:`AMERICAN_GAMES`).
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
    files = _files(folder, names, format)
    options: dict[str, Any] = {
        "format": format,
        "tables": list(names),
        "rules": None if rules is None else rules.name,
        "anonymised": people.key is not None,
        "people": people.fingerprint,
    }
    if card is not None:
        options["card"] = card.sha256
    manifest = open_manifest(folder, options)
    files.clean()
    path_list = paths_given(paths)
    from mjlog.parsers.support import FACTS

    known = Known.of(files, FACTS)
    run = _Run(files, people, rules, card, known, Summary(folder=str(folder)), progress)
    run.summary.seconds = -started
    with _few_collections():
        run.read(path_list, jobs, games_per_part)
    made = run.made
    if run.known.replaced:
        unwanted = duplicated_games(files, FACTS)
        forget_parts(folder, manifest, unwanted)
        for part, ids in unwanted.items():
            files.drop_games(part, ids)
        made = {part: counts for part, counts in made.items() if part not in unwanted}
    write_manifest(manifest | options, files, path_list, made)
    run.summary.seconds = time.perf_counter() - started
    return run.summary


@contextmanager
def _few_collections() -> Iterator[None]:
    """Let the garbage collector look only when objects have come by the ten thousand.

    A game brings a few dozen objects, which go with its part; none hold each other in a circle,
    so there is nothing to find. (To freeze what was there before would not spare the new ones,
    and would take to ask whether somebody else has frozen objects: Python counts them one by one.)
    """
    usual = gc.get_threshold()
    gc.set_threshold(max(_OBJECTS, usual[0]) if usual[0] else 0, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _table_names(tables: str | Sequence[str] | None) -> tuple[str, ...]:
    wanted = set(default_tables() if tables is None else names_given(tables))
    known = (*TABLES, *AMERICAN_TABLES)
    for name in wanted:
        if name not in known:
            raise UnknownNameError("table", name, known)
    return tuple(name for name in known if name in wanted or name in ALWAYS)


def _files(folder: Path, names: Sequence[str], format: str) -> PartFiles:
    """Return the files of a dataset of these tables.

    Where no American table is named, American games get all of them.
    """
    riichi = [name for name in names if name in TABLES]
    named = [name for name in names if name in AMERICAN_TABLES]
    wanted = {*named, AMERICAN} if named else set(AMERICAN_TABLES)
    american = [name for name in AMERICAN_TABLES if name in wanted]
    return PartFiles(folder, riichi, format, [*american, "problems"])


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
        rules: Rules | AmericanRules | None,
        card: Card | None,
        known: Known,
        summary: Summary,
        progress: Callable[[Summary], None] | None,
    ) -> None:
        self.files = files
        self.people = people
        self.rules = rules
        self.card = card
        self.known = known
        self.summary = summary
        self.made: dict[int, Made] = {}
        self._progress = progress
        self._next = max(files.parts(), default=-1) + 1

    def read(self, paths: list[str], jobs: int, games_per_part: int) -> None:
        """Read everything and write all parts."""
        parts = self._jobs(paths, games_per_part)
        if jobs <= 1:
            for made in in_turn(parts):
                self._count(made)
            return
        for made in in_processes(parts, jobs):
            self.files.commit(made.part)
            self._count(made)

    def _jobs(self, paths: list[str], games_per_part: int) -> Iterator[Job]:
        from mjlog.parsers import Tally, iter_records

        tally = Tally()
        riichi, american = Pending(self.known), Pending(self.known)
        few = min(games_per_part, AMERICAN_GAMES)
        for read in iter_records(paths, games=games_per_part, tally=tally):
            is_american = isinstance(read, AmericanBatch)
            self.summary.kinds["american" if is_american else "riichi"] += len(read)
            pending, limit = (american, few) if is_american else (riichi, games_per_part)
            for batch in _pieces(read, limit):
                chosen, notes, displaced = pending.select(batch)
                if pending.games and pending.games + len(chosen) > limit:
                    yield self._job(pending)
                pending.add(batch, chosen, notes)
                self.summary.already = riichi.already + american.already
                self._note_failures(batch)
                self._account(tally, len(chosen) - displaced, notes)
                if pending.games >= limit:
                    yield self._job(pending)
        if riichi.games or not american.games:
            _hand_over(american, riichi)
        else:
            _hand_over(riichi, american)
        for pending in (riichi, american):
            if pending.games or pending.problems:
                yield self._job(pending)
        self._account(tally, 0, [])

    def _job(self, pending: Pending) -> Job:
        batch = pending.take()
        plays = [self.known.play_of(id_of(batch, i)) for i in range(len(batch))]
        job = Job(self._next, batch, plays, self.files, self.people, self.rules, self.card)
        self._next += 1
        return job

    def _note_failures(self, batch: GameBatch | AmericanBatch) -> None:
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

    def _count(self, made: Made) -> None:
        summary = self.summary
        self.made[made.part] = made
        summary.parts += 1
        summary.games += made.rows["games"]
        summary.american += made.rows.get(AMERICAN, 0)
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


def _pieces(batch: GameBatch | AmericanBatch, games: int) -> Iterator[GameBatch | AmericanBatch]:
    """Yield American games in batches that fit into a part; columns stay as they are."""
    if not isinstance(batch, AmericanBatch) or len(batch) <= games:
        yield batch
        return
    for first in range(0, len(batch), games):
        piece = batch.games[first : first + games]
        ids: set[str | None] = {game.id for game in piece}
        ids |= set() if first else {None}
        yield AmericanBatch(piece, [p for p in batch.problems if p.game_id in ids])


def _hand_over(source: Pending, to: Pending) -> None:
    """Let problems that no game of their kind stands beside go with the other kind."""
    if not source.games:
        to.problems += source.problems
        source.problems = []


# --- reading ---------------------------------------------------------------------------------
def read_dataset(folder: str | Path) -> PartFiles:
    """Return the parts of a dataset.

    Raises:
        DatasetError: The folder holds none.
    """
    manifest = read_manifest(folder)
    return _files(Path(folder), manifest["tables"], manifest["format"])


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
    if table not in (*files.tables, *files.american):
        american = files.american if files.parts_with(AMERICAN) else ()
        names = dict.fromkeys((*files.tables, *american))
        raise DatasetError(f"{folder} has no table {table!r}; it has {', '.join(names)}")
    if files.format != "parquet":
        raise DatasetError(f"{folder} is in {files.format}; statistics need a Parquet dataset")
    parts = [files.read(table, part, columns) for part in files.parts_with(table)]
    if not parts:
        parts = [schema_of(table).empty_table().select(columns or schema_of(table).names)]
    joined = pa.concat_tables(parts).unify_dictionaries()
    frame: pd.DataFrame = joined.to_pandas()
    return frame
