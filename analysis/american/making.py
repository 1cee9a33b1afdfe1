"""Parts of American games: a batch → its tables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from mjlog.american.batch import AmericanBatch
from mjlog.american.rules import AmericanRules

from ..making import Job, Made
from ..tables import problems_table
from .rows import Row, table_of
from .schema import AMERICAN_TABLES, PREFIX
from .tables import game_rows

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["build_american"]


def build_american(job: Job) -> tuple[Made, dict[str, pa.Table]]:
    """Replay and audit American games and build their tables."""
    batch = job.batch
    assert isinstance(batch, AmericanBatch)
    rules = job.rules if isinstance(job.rules, AmericanRules) else None
    rows: dict[str, list[Row]] = {name: [] for name in AMERICAN_TABLES}
    not_checked: Counter[str] = Counter()
    severities: Counter[str] = Counter()
    for game in batch.games:
        found = game_rows(game, job.people, rules=rules, card=job.card)
        for name, more in found.rows.items():
            rows[PREFIX + name] += more
        for (check, _), times in found.audit.not_checked.items():
            not_checked[check] += times
        severities.update(finding.severity for finding in found.audit.findings)
    tables = {
        name: table_of(name, rows[name]) for name in job.files.american if name in AMERICAN_TABLES
    }
    tables["problems"] = problems_table(batch.problems)
    agrees = [row["agrees"] for row in rows["american_wins"]]
    sizes = {name: len(found) for name, found in rows.items()} | {
        "problems": len(batch.problems),
        "games": len(batch),
        "rounds": len(rows["american_hands"]),
        "events": sum(row["events"] for row in rows["american_games"]),
        "wins": len(agrees),
    }
    made = Made(
        part=job.part,
        rows=sizes,
        agreeing=agrees.count(True),
        compared=len(agrees) - agrees.count(None),
        findings=Counter(row["code"] for row in rows["american_findings"]),
        severities=severities,
        not_checked=not_checked,
        problems=Counter(problem.kind for problem in batch.problems),
    )
    return made, tables
