"""``mjlog demo``: a walk through the main commands on a few games.

Without PATH, bots play some games first. Every step prints the command as you would type it
and its output: export to tables, audit, statistics, and the largest win on the table, which
is also drawn to ``table.svg``.
"""

from __future__ import annotations

import argparse
import io
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Final, NamedTuple

from .output import CLEAN, UNREADABLE, USAGE, description_of, say, write_output

__all__ = ["add_parser", "run"]

#: Statistics of the demo's table.
KEYS: Final = "games,mean_place,win_rate,deal_in_rate,riichi_rate,call_rate,mean_win_points"
#: Lines of findings that are printed.
SHOWN: Final = 18
#: The first line of the summary of an audit, English or Japanese.
_SUMMARY: Final = re.compile(r"[\d,]+ games?, |対局 [\d,]+, ")


def add_parser(subparsers: Any) -> None:
    """Add ``demo`` to the command line."""
    parser = subparsers.add_parser(
        "demo",
        help="simulate, export and look at a small dataset",
        description=description_of(__doc__),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="records to use instead")
    parser.add_argument(
        "-o",
        "--out",
        default="mjlog-demo",
        metavar="DIR",
        help="where to write (default mjlog-demo)",
    )
    parser.add_argument(
        "--games", type=int, metavar="N", help="games to play (default 8); not with PATH"
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", help="seed of the games (default 1); not with PATH"
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Run the steps; returns 0, 2 or 3, findings are no failure here."""
    if args.paths and (args.games, args.seed) != (None, None):
        say("mjlog: --games and --seed are for games that bots play: leave them out, or PATH")
        return USAGE
    folder = Path(args.out)
    dataset = folder / "dataset"
    lang = [] if args.lang == "en" else ["--lang", args.lang]
    paths = list(args.paths)
    if not paths:
        paths = [str(folder / "logs")]
        size = "8" if args.games is None else str(args.games)
        seed = "1" if args.seed is None else str(args.seed)
        title = f"Bots play {size} games"
        again = ["--force"] if (folder / "logs").is_dir() else []
        if _step(title, "simulate", "-n", size, "--seed", seed, "-o", paths[0], *again):
            return USAGE
    status = _step("Replay, audit, write tables", "export", *paths, "-o", str(dataset), *lang)
    if status == USAGE:
        return status
    _step("What is wrong in the records", "audit", *paths, *lang, lines=SHOWN)
    _step("How they play", "stats", str(dataset), "--key", KEYS, "--limit", "10", *lang)
    win = largest_win(dataset)
    if win is not None:
        source = win.source if Path(win.source).is_file() else paths[0]
        place = ("--game", win.game_id, "-r", win.label, "--step", str(win.event))
        words = ("show", source, *place, *lang)
        _step("The table before the largest win", *words)
        picture = folder / "table.svg"
        write_output(picture, _output(*words, "--as", "svg")[0])
        print(f"\nthe same as a picture: {picture}")
    _closing(dataset, paths)
    return UNREADABLE if status == UNREADABLE else CLEAN


class LargestWin(NamedTuple):
    """Where the win of most points stands."""

    source: str
    game_id: str
    label: str
    event: int


def largest_win(dataset: Path) -> LargestWin | None:
    """Return the win of most points in a dataset, None without wins."""
    from ..analysis.dataset import read_table

    wins = read_table(dataset, "wins", ["game_id", "round", "event", "points"])
    wins = wins[wins["points"].notna()]
    if not len(wins):
        return None
    best = wins.sort_values("points", ascending=False, kind="stable").iloc[0]
    game_id = str(best["game_id"])
    rounds = read_table(dataset, "rounds", ["game_id", "round", "label"])
    own = rounds[(rounds["game_id"] == game_id) & (rounds["round"] == best["round"])]
    games = read_table(dataset, "games", ["game_id", "source"])
    source = games[games["game_id"] == game_id]["source"]
    return LargestWin(str(source.iloc[0]), game_id, str(own["label"].iloc[0]), int(best["event"]))


def _step(title: str, *words: str, lines: int | None = None) -> int:
    """Print a command and (the first lines of) its output; returns its exit status."""
    print(f"\n== {title}\n$ mjlog {shlex.join(words)}", flush=True)
    text, status = _output(*words)
    shown = text.splitlines()
    if lines is not None:
        ends = (i for i, line in enumerate(shown) if _SUMMARY.match(line))
        summary = next(ends, len(shown))
        hidden = summary - lines
        if hidden > 1:
            shown[lines:summary] = [f"… {hidden} more lines"]
    print("\n".join(shown), flush=True)
    return status


def _output(*words: str) -> tuple[str, int]:
    """Run a command of this program; returns what it printed and its exit status."""
    from . import main

    out = io.StringIO()
    with redirect_stdout(out):
        status = main(words)
    return out.getvalue(), status


def _closing(dataset: Path, paths: list[str]) -> None:
    name, path = dataset.as_posix(), Path(paths[0]).as_posix()
    print(f"""
== Go on
tables     {name}/*/*.parquet, columns in docs/tables.md
pandas     import mjlog, pandas; pandas.read_parquet("{name}/wins")
games      mjlog.read("{path}")[0].rounds[0].state(20)   # shows itself in Jupyter
review     mjlog review {path} --game 0 --seat 0 -o review.html
codes      mjlog explain S104""")
