"""``mjlog export``: records → a dataset of tables."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import MjlogError
from .output import CLEAN, UNREADABLE, USAGE, Progress, ruler_of, say, writing_to

if TYPE_CHECKING:
    from ..american.card import Card
    from ..american.rules import AmericanRules
    from ..analysis.dataset import Summary
    from ..rules import Rules

__all__ = ["add_parser", "run"]

#: From how many inputs on all processors are used unless told otherwise.
PARALLEL_FROM: Final = 20_000
_WORDS: Final = {
    "en": {
        "imported": "imported", "rounds": "rounds", "events": "events", "speed": "games/s",
        "skipped": "skipped", "duplicates": "duplicates", "failed": "unreadable",
        "already": "already in the dataset",
        "wins": "wins checked", "agree": "agree with the record", "findings": "findings",
        "problems": "problems", "none": "none", "dataset": "dataset", "parts": "parts written",
        "hands": "hands", "american": "of American mahjong", "games": "games",
        "unchecked": "not checked",
    },
    "ja": {
        "imported": "取込", "rounds": "局", "events": "イベント", "speed": "対局/秒",
        "skipped": "対象外", "duplicates": "重複", "failed": "読取不能",
        "already": "既にデータセットにある",
        "wins": "検算した和了", "agree": "記録と一致", "findings": "指摘",
        "problems": "問題", "none": "なし", "dataset": "データセット", "parts": "パート書込",
        "hands": "局", "american": "アメリカ式", "games": "対局", "unchecked": "未検査",
    },
}  # fmt: skip


def add_parser(subparsers: Any) -> None:
    """Add ``export`` to the command line."""
    parser = subparsers.add_parser(
        "export",
        help="import, replay and audit records into a Parquet dataset",
        description="Read records, replay and audit every game, and write tables "
        "(docs/tables.md, docs/american_tables.md). A stopped export goes on when the same command "
        "is given again; an export into an existing dataset adds only new games. Exit status: 0 "
        "(also with findings), 2 wrong usage or an output that cannot be written, 3 an input that "
        "could not be read or no record at all.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="file, folder, archive, - ")
    parser.add_argument("-o", "--out", required=True, metavar="DIR", help="folder of the dataset")
    parser.add_argument(
        "--tables",
        metavar="A,B",
        help="tables to write (default: all but decisions); games and problems always come "
        "along, and all tables of American games unless one of them is named",
    )
    parser.add_argument(
        "--format",
        choices=("parquet", "csv"),
        default="parquet",
        help="format of the tables (default parquet, which stats needs)",
    )
    parser.add_argument(
        "--rules",
        metavar="NAME|FILE",
        help="judge by these rules instead of those that the records name; riichi games by a "
        "riichi ruleset, American games by an American one",
    )
    parser.add_argument(
        "--card",
        metavar="NAME|FILE",
        help="card of the American games (default: the one that each record names, from the "
        "files beside it or the package)",
    )
    parser.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        help="processes (default 1, all processors from 20,000 records on)",
    )
    parser.add_argument(
        "--players",
        metavar="FILE",
        help="TOML or CSV file of persons and their accounts (docs/configuration.md)",
    )
    parser.add_argument(
        "--anonymise",
        action="store_true",
        help="write stable aliases instead "
        "of names (key: MJLOG_ALIAS_KEY, else one made for this user)",
    )
    parser.set_defaults(func=run)  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Export; returns 0, 2 (usage) or 3 (an input could not be read)."""
    from ..config import load_config
    from .american import given_card, rules_of_both, say_unused

    config = load_config()
    riichi, american = rules_of_both(args.rules)
    rules, card = riichi or american, given_card(args.card)
    persons = _read_players(args.players)
    if args.jobs is not None and args.jobs < 1:
        say(f"mjlog: --jobs {args.jobs}, expected 1 or more")
        return USAGE
    total = count_inputs(args.paths) if sys.stderr.isatty() or args.jobs is None else None
    jobs = args.jobs or config.jobs or _default_jobs(total)
    summary = _export(args, rules, card, persons, jobs, total)
    for problem in summary.failures:
        place = f", {problem.place}" if problem.place else ""
        say(f"mjlog: {problem.source}{place}: {problem.message}")
    if not summary.imported and not summary.already and not summary.duplicates:
        if not summary.failed:
            say(f"mjlog: no records found in {' '.join(args.paths)}")
        if not (Path(args.out) / "dataset.json").exists():
            say(f"mjlog: no game to write, no dataset in {args.out}")
            return UNREADABLE
    print("\n".join(summary_lines(summary, args.lang)))
    _say_unused(args, persons)
    kinds = summary.kinds
    say_unused(args, american, riichi=kinds["riichi"], american=kinds["american"])
    return UNREADABLE if summary.failed or not summary.seen else CLEAN


def _read_players(path: str | None) -> dict[str, str] | None:
    if path is None:
        return None
    from ..analysis.people import read_players

    persons: dict[str, str] = read_players(path)
    return persons


def _export(
    args: argparse.Namespace,
    rules: Rules | AmericanRules | None,
    card: Card | None,
    persons: dict[str, str] | None,
    jobs: int,
    total: int | None,
) -> Summary:
    """Export; a new folder that got no game is not left behind."""
    from ..analysis.dataset import export

    folder = Path(args.out)
    was_empty = folder.is_dir() and not any(folder.iterdir())
    is_new = was_empty or not folder.exists()
    summary: Summary | None = None
    bar = Progress(total)

    def progress(so_far: Summary) -> None:
        bar.update(so_far.games + so_far.skipped - bar.done)
        if so_far.games:
            bar.ready()

    try:
        with bar, writing_to(folder):
            summary = export(
                args.paths,
                args.out,
                jobs=jobs,
                tables=None if args.tables is None else _names(args.tables),
                rules=rules,
                card=card,
                format=args.format,
                players=persons,
                anonymise=args.anonymise,
                progress=progress,
            )
    except (MjlogError, OSError):
        if is_new and not any(folder.glob("*games/part-*")):
            _take_back(folder, keep=was_empty)
        raise
    if is_new and not summary.games:
        _take_back(folder, keep=was_empty)
    return summary


def _take_back(folder: Path, *, keep: bool) -> None:
    """Remove what an export without a game has written, and the folder that it made."""
    shutil.rmtree(folder, ignore_errors=True)
    if keep:
        folder.mkdir(exist_ok=True)


def _say_unused(args: argparse.Namespace, persons: dict[str, str] | None) -> None:
    """Tell which accounts of the players file no record of the dataset has."""
    if not persons or args.anonymise or args.format != "parquet":
        return
    from ..analysis.dataset import read_dataset, read_table
    from ..analysis.people import unused_accounts

    files = read_dataset(args.out)
    tables = [t for t in ("players", "american_players") if t in (*files.tables, *files.american)]
    names = {
        str(name)
        for table in tables
        for name in read_table(args.out, table, ["name"])["name"].unique()
    }
    if "players" in tables:
        for line in unused_accounts(persons, names):
            say(f"mjlog: {args.players}: {line}")


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
        (words["imported"], f"{s.imported:,} {words['games']} ({_made_of(s, words)}, "
         f"{s.events:,} {words['events']}), {s.seconds:.1f} s, {speed:,.0f} {words['speed']}"),
        (words["skipped"], _skipped(s, words)),
        (words["failed"], f"{s.failed:,}"),
        (words["wins"], f"{s.compared:,} / {s.wins:,}, {s.agreeing:,} {words['agree']}"),
        (words["findings"], _counts(s.findings, words["none"])),
        (words["problems"], _counts(s.problems, words["none"])),
    ]  # fmt: skip
    if s.not_checked:
        lines.append((words["unchecked"], _counts(s.not_checked, words["none"])))
    lines.append((words["dataset"], f"{s.folder} ({s.parts:,} {words['parts']})"))
    return ruler_of().table(lines, (), align="<<").splitlines()


def _made_of(summary: Summary, words: dict[str, str]) -> str:
    """Return how many rounds there are; American games have hands."""
    if not summary.american:
        return f"{summary.rounds:,} {words['rounds']}"
    if summary.american == summary.games:
        return f"{summary.rounds:,} {words['hands']}"
    return f"{summary.american:,} {words['american']}, {summary.rounds:,} {words['rounds']}"


def _skipped(summary: Summary, words: dict[str, str]) -> str:
    parts = [f"{summary.duplicates:,} {words['duplicates']}"]
    if summary.already:
        parts.insert(0, f"{words['already']}: {summary.already:,}")
    return f"{summary.skipped:,} ({', '.join(parts)})"


def _counts(counter: dict[str, int], none: str) -> str:
    if not counter:
        return none
    return ", ".join(f"{key} {counter[key]:,}" for key in sorted(counter))
