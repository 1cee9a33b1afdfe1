"""Making the parts of a dataset: in turn, or several at a time in processes."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mjlog.model import GameBatch

from .parts import PartFiles
from .people import People
from .schema import TABLES, schema_of

if TYPE_CHECKING:
    import pyarrow as pa

    from mjlog.american.batch import AmericanBatch
    from mjlog.american.card import Card
    from mjlog.american.rules import AmericanRules
    from mjlog.rules import Rules

    Tables = dict[str, pa.Table]

__all__ = ["Job", "Made", "in_processes", "in_turn"]


@dataclass(frozen=True, slots=True)
class Job:
    """One part to make; everything a process needs.

    ``rules`` judge the games of their own kind; ``card`` is that of all American games.
    """

    part: int
    batch: GameBatch | AmericanBatch
    plays: list[str | None]  # of each game, see :func:`.digest.play_digests`
    files: PartFiles
    people: People
    rules: Rules | AmericanRules | None
    card: Card | None = None


@dataclass(slots=True)
class Made:
    """What a part holds, counted."""

    part: int
    rows: dict[str, int]
    agreeing: int
    compared: int
    findings: Counter[str]
    severities: Counter[str]
    not_checked: Counter[str]
    problems: Counter[str]


def make_part(job: Job) -> Made:
    """Make a part and write its tables under temporary names."""
    made, tables = build_part(job)
    job.files.write(job.part, tables)
    return made


def build_part(job: Job) -> tuple[Made, Tables]:
    """Replay and audit a batch and build its tables."""
    if not len(job.batch):
        return _only_problems(job)
    if not isinstance(job.batch, GameBatch):
        from .american.making import build_american

        return build_american(job)
    from mjlog.auditing import audit_batch
    from mjlog.rules import Rules

    from .context import Context
    from .tables import build_tables

    rules = job.rules if isinstance(job.rules, Rules) else None
    audit = audit_batch(job.batch, rules=rules)
    job.batch.problems += audit.problems
    context = Context(audit.batch, audit.replay, audit, job.people, job.plays)
    tables = build_tables(context, dict.fromkeys((*job.files.tables, "wins")))
    agrees = tables["wins"]["agrees"].combine_chunks()
    rows = {name: table.num_rows for name, table in tables.items()}
    rows |= {"rounds": len(audit.batch.rounds), "events": len(audit.batch.events)}
    made = Made(
        part=job.part,
        rows=rows,
        agreeing=agrees.true_count,
        compared=len(agrees) - agrees.null_count,
        findings=Counter(f.code for f in audit.findings),
        severities=Counter(f.severity for f in audit.findings),
        not_checked=Counter(audit.not_checked),
        problems=Counter(p.kind for p in job.batch.problems),
    )
    return made, tables


def _only_problems(job: Job) -> tuple[Made, Tables]:
    """Build a part that holds no game, only problems."""
    from .tables import problems_table

    tables = {name: schema_of(name).empty_table() for name in job.files.tables}
    tables["problems"] = problems_table(job.batch.problems)
    rows = dict.fromkeys(TABLES, 0) | {"problems": len(job.batch.problems)}
    kinds = Counter(p.kind for p in job.batch.problems)
    nothing: Counter[str] = Counter()
    return Made(job.part, rows, 0, 0, nothing, nothing, nothing, kinds), tables


def in_turn(parts: Iterator[Job]) -> Iterator[Made]:
    """Make parts one after another; yield them in their order, finished.

    A part is written by a second thread while the next one is read and replayed; no more
    than these two are held.
    """
    with ThreadPoolExecutor(1) as writer:
        writing: Future[Made] | None = None
        for job in parts:
            made, tables = build_part(job)
            if writing is not None:
                yield writing.result()
            writing = writer.submit(_finish, job.files, made, tables)
            del tables  # the thread lets go of them as soon as they are written
        if writing is not None:
            yield writing.result()


def _finish(files: PartFiles, made: Made, tables: Tables) -> Made:
    files.write(made.part, tables)
    files.commit(made.part)
    return made


def in_processes(parts: Iterator[Job], jobs: int) -> Iterator[Made]:
    """Make parts in ``jobs`` processes; yield them in their order, written but not committed.

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
    from concurrent.futures import ProcessPoolExecutor

    spawn = multiprocessing.get_context("spawn")
    waiting: deque[Future[Made]] = deque()
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
