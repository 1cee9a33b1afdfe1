"""``mjlog export``: records → a dataset of tables."""

from __future__ import annotations

import argparse
import os
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .output import CLEAN, UNREADABLE, USAGE, Progress, say

if TYPE_CHECKING:
    from ..analysis.dataset import Summary

__all__ = ["add_parser", "run"]

#: From how many inputs on all processors are used unless told otherwise.
PARALLEL_FROM: Final = 20_000
_WORDS: Final = {
    "en": {
        "imported": "imported", "rounds": "rounds", "events": "events", "speed": "games/s",
        "skipped": "skipped", "duplicates": "duplicates", "failed": "unreadable",
        "wins": "wins checked", "agree": "agree with the record", "findings": "findings",
        "problems": "problems", "none": "none", "dataset": "dataset", "parts": "parts written",
        "games": "games", "unchecked": "not checked",
    },
    "ja": {
        "imported": "取込", "rounds": "局", "events": "イベント", "speed": "対局/秒",
        "skipped": "対象外", "duplicates": "重複", "failed": "読取不能",
        "wins": "検算した和了", "agree": "記録と一致", "findings": "指摘",
        "problems": "問題", "none": "なし", "dataset": "データセット", "parts": "パート書込",
        "games": "対局", "unchecked": "未検査",
    },
}  # fmt: skip


def add_parser(subparsers: Any) -> None:
    """Add ``export`` to the command line."""
    parser = subparsers.add_parser(
        "export",
        help="import, replay and audit records into a Parquet dataset",
        description="Read records, replay and audit every game, and write tables "
        "(docs/tables.md). A stopped export goes on when the same command is given again; "
        "an export into an existing dataset adds only new games.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="file, folder, archive, - ")
    parser.add_argument("-o", "--out", required=True, metavar="DIR", help="folder of the dataset")
    parser.add_argument(
        "--tables",
        metavar="A,B",
        help="tables to write (default: all but decisions); games and problems always come along",
    )
    parser.add_argument("--format", choices=("parquet", "csv"), default="parquet")
    parser.add_argument(
        "--rules",
        metavar="NAME|FILE",
        help="judge by these rules instead of those that the records name",
    )
    parser.add_argument("--jobs", type=int, metavar="N", help="processes")
    parser.add_argument("--players", metavar="FILE", help="TOML or CSV: person and accounts")
    parser.add_argument(
        "--anonymise",
        action="store_true",
        help="write stable aliases instead "
        "of names (key: MJLOG_ALIAS_KEY, else one made for this user)",
    )
    parser.set_defaults(func=run)  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Export; returns 0, 2 (usage) or 3 (an input could not be read)."""
    from ..analysis.dataset import export
    from ..config import load_config
    from ..rules import load_rules

    config = load_config()
    rules = load_rules(args.rules) if args.rules else None
    if args.jobs is not None and args.jobs < 1:
        say(f"mjlog: --jobs {args.jobs}, expected 1 or more")
        return USAGE
    missing = [p for p in args.paths if p != "-" and "://" not in p and not Path(p).exists()]
    for path in missing:
        say(f"mjlog: {path!r}: no such file or folder")
    total = count_inputs(args.paths) if sys.stderr.isatty() or args.jobs is None else None
    jobs = args.jobs or config.jobs or _default_jobs(total)
    with Progress(total) as bar:
        summary = export(
            args.paths,
            args.out,
            jobs=jobs,
            tables=None if args.tables is None else _names(args.tables),
            rules=rules,
            format=args.format,
            players=args.players,
            anonymise=args.anonymise,
            progress=lambda so_far: bar.update(so_far.games + so_far.skipped - bar.done),
        )
    for problem in summary.failures:
        place = f", {problem.place}" if problem.place else ""
        say(f"mjlog: {problem.source}{place}: {problem.message}")
    print("\n".join(summary_lines(summary, args.lang)))
    return UNREADABLE if summary.failed else CLEAN


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _default_jobs(inputs: int | None) -> int:
    if inputs is None or inputs < PARALLEL_FROM:
        return 1
    return os.cpu_count() or 1


def count_inputs(paths: Iterable[str]) -> int | None:
    """Return about how many records ``paths`` hold; None when that takes reading them."""
    total = 0
    for name in paths:
        path = Path(name)
        if path.is_dir():
            total += sum(len(files) for _, _, files in os.walk(path))
        elif not path.is_file():
            return None
        elif zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                total += sum(not member.is_dir() for member in archive.infolist())
        else:
            with path.open("rb") as file:
                if file.read(6) == b"SQLite":
                    return None
            total += 1
    return total


def summary_lines(summary: Summary, lang: str = "en") -> list[str]:
    """Return what an export did, for people."""
    words = _WORDS.get(lang, _WORDS["en"])
    s = summary
    speed = s.games / s.seconds if s.seconds else 0.0
    lines = [
        (words["imported"], f"{s.imported:,} {words['games']} ({s.rounds:,} {words['rounds']}, "
         f"{s.events:,} {words['events']}), {s.seconds:.1f} s, {speed:,.0f} {words['speed']}"),
        (words["skipped"], f"{s.skipped:,} ({s.duplicates:,} {words['duplicates']})"),
        (words["failed"], f"{s.failed:,}"),
        (words["wins"], f"{s.compared:,} / {s.wins:,}, {s.agreeing:,} {words['agree']}"),
        (words["findings"], _counts(s.findings, words["none"])),
        (words["problems"], _counts(s.problems, words["none"])),
    ]  # fmt: skip
    if s.not_checked:
        lines.append((words["unchecked"], _counts(s.not_checked, words["none"])))
    lines.append((words["dataset"], f"{s.folder} ({s.parts:,} {words['parts']})"))
    from .output import ruler_of

    return ruler_of().table(lines, (), align="<<").splitlines()


def _counts(counter: dict[str, int], none: str) -> str:
    if not counter:
        return none
    return ", ".join(f"{key} {counter[key]:,}" for key in sorted(counter))
