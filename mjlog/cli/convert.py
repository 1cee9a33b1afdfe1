"""``mjlog convert``: write records in another format.

OUT is a file for one game and a folder for several (or when it is a folder already); without
``-o``, or with ``-o -``, one game goes to standard output. A file that is there is replaced (of a
link that which it points to); a named pipe or device is written into. What the format cannot hold
is told on stderr and, beside files and folders, in ``OUT.losses.json`` (in ``OUT/losses.json``
where OUT is ``.`` or ``..``).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import MjlogError
from ..files import is_stream
from .american import rules_of_both, say_unused
from .output import CLEAN, UNREADABLE, USAGE, description_of, say, write_output, writing_to

if TYPE_CHECKING:
    from mjlog.parsers.losses import Losses
    from mjlog.parsers.writers import Writer

    from ..american.batch import AmericanBatch
    from ..model import GameBatch

__all__ = ["add_parser", "run"]

#: The one format that is written hand by hand.
_LINKS: Final = "tenhou6-link"
_UNSAFE: Final = re.compile(r"[^\w.&=+-]")
#: Bytes of a file's name without number and suffix; systems allow 255 in all.
_LONGEST: Final = 200


def add_parser(subparsers: Any) -> None:
    """Add ``convert`` to the command line."""
    parser = subparsers.add_parser(
        "convert",
        help="write a record in another format",
        description=description_of(__doc__),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", metavar="FILE", nargs="+", help="records, or - for standard input")
    parser.add_argument(
        "--to", required=True, metavar="FORMAT", help="format to write; mjlog formats lists them"
    )
    parser.add_argument(
        "-o",
        "--out",
        default="-",
        metavar="OUT",
        help="file or folder to write (default -, standard output)",
    )
    parser.add_argument("--rules", metavar="NAME|FILE", help="read the records under these rules")
    parser.add_argument(
        "--level",
        choices=("full", "public", "result"),
        help="write less than is recorded: what the table saw, or results only (table and "
        "American records)",
    )
    parser.add_argument(
        "-r", "--round", metavar="ROUND", help="only this hand, such as E2.1 (with tenhou6-link)"
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Convert and return the exit status: 0, 2 or 3."""
    from mjlog.parsers import iter_records
    from mjlog.parsers.losses import Losses
    from mjlog.parsers.writers import ALL_WRITERS, writer_named

    from ..given import check_table_sizes
    from ..model import GameBatch

    rules, american_rules = rules_of_both(args.rules)
    writer = writer_named(args.to)
    if args.round is not None and writer.name != _LINKS:
        say(f"mjlog: --round chooses a hand for {_LINKS}; {writer.name} holds whole games")
        return USAGE
    if not args.out:
        say("mjlog: -o: expected a file, a folder, or - for standard output")
        return USAGE
    if args.level is not None and not writer.has_levels:
        names = ", ".join(w.name for w in ALL_WRITERS if w.has_levels)
        say(f"mjlog: --level: {writer.name} has one level only; with levels: {names}")
        return USAGE
    output = _Output(args.out, writer, Losses(), args.round, args.level)
    status = CLEAN
    problems = 0
    kinds: Counter[bool] = Counter()
    for batch in iter_records(args.paths, rules=rules):
        if rules is not None and isinstance(batch, GameBatch):
            check_table_sizes(batch, rules)
        kinds[isinstance(batch, GameBatch)] += len(batch)
        problems += len(batch.problems)
        for problem in batch.problems:
            place = ": ".join(part for part in (problem.source, problem.place) if part)
            say(f"mjlog: {place}: {problem.kind}: {problem.message}")
            if problem.kind == "unreadable":
                status = UNREADABLE
        for game in range(len(batch)):
            if not output.add(batch, game):
                return USAGE
    output.finish()
    say_unused(args, american_rules, riichi=kinds[True], american=kinds[False])
    if american_rules is not None and kinds[False]:
        say(f"mjlog: --rules {args.rules}: American records are written as they are, by any rules")
    if output.failed:
        status = UNREADABLE
    if not output.games:
        if not problems and not output.failed:
            say("mjlog: there is no game to convert")
        status = UNREADABLE
    return status


class _Output:
    """Takes games one after the other; only the second one tells that OUT is a folder."""

    def __init__(
        self,
        out: str,
        writer: Writer,
        losses: Losses,
        hand: str | None = None,
        level: str | None = None,
    ) -> None:
        self.out = out
        self.options = {} if level is None else {"level": level}
        self.hand = hand
        self.writer = writer
        self.losses = losses
        self.games = 0
        self.failed = 0
        self._used: set[str] = set()
        self._first: tuple[str, bytes] | None = None
        self._is_folder = out != "-" and (Path(out).is_dir() or out.endswith(("/", os.sep)))

    def add(self, batch: GameBatch | AmericanBatch, game: int) -> bool:
        """Write one game; False when the rest cannot be written to this OUT."""
        game_id, source = _named(batch, game)
        try:
            data = self._record(batch, game)
        except (MjlogError, ValueError) as error:
            say(f"mjlog: {source or game_id}: not converted: {error}")
            self.failed += 1
            return True
        if self.games and not self._is_folder and not self._make_folder():
            return False
        self.games += 1
        if self._is_folder:
            self._write_member(game_id, data)
        else:
            self._first = (game_id, data)
        return True

    def _record(self, batch: GameBatch | AmericanBatch, game: int) -> bytes:
        from mjlog.parsers.losses import Losses

        from ..model import GameBatch

        data: bytes
        losses = Losses()  # of a game that is refused nothing is lost
        if isinstance(batch, GameBatch) == self.writer.is_american:
            raise MjlogError(_other_kind(self.writer))
        if self.hand is None or not isinstance(batch, GameBatch):
            data = self.writer.write(batch, game, losses=losses, **self.options)
            self.losses.update(losses)
            return data
        from mjlog.parsers.tenhou_json import write_links

        from ..views import Game

        hand = Game(batch, game).round(self.hand)
        data = write_links(batch, game, losses=losses, rounds=[hand.index])
        self.losses.update(losses)
        return data

    def _make_folder(self) -> bool:
        """Turn OUT into a folder, now that there is a second game."""
        if self.out == "-":
            say("mjlog: there are several games; give a folder to write them to with -o")
            return False
        if Path(self.out).exists():
            say(f"mjlog: {self.out}: there are several games, expected a folder and found a file")
            return False
        self._is_folder = True
        if self._first is not None:
            self._write_member(*self._first)
            self._first = None
        return True

    def _write_member(self, game_id: str, data: bytes) -> None:
        folder = Path(self.out)
        with writing_to(folder):
            folder.mkdir(parents=True, exist_ok=True)
        safe = _UNSAFE.sub("_", game_id).lstrip(".").encode()[:_LONGEST]
        stem = name = safe.decode(errors="ignore") or "game"
        number = 1
        while name in self._used:
            number += 1
            name = f"{stem}-{number}"
        self._used.add(name)
        write_output(folder / f"{name}{self.writer.suffix}", data)

    def finish(self) -> None:
        """Write what was kept back, and the losses."""
        if self._first is not None:
            if self.out == "-":
                sys.stdout.buffer.write(self._first[1])
            else:
                write_output(self.out, self._first[1])
        rows = self.losses.rows()
        for row in rows:
            times = f" ({row.times} times)" if row.times > 1 else ""
            say(f"mjlog: {row.game_id}: {row.what}: {row.message}{times}")
        if self.out != "-" and self.games and not is_stream(self.out):
            text = json.dumps([row._asdict() for row in rows], ensure_ascii=False, indent=2)
            target = Path(self.out)
            if target.name in ("", ".."):  # ".", ".." and "/" have no name of their own
                target = target / "losses.json"
            else:
                target = target.with_name(f"{target.name}.losses.json")
            write_output(target, text + "\n")


def _named(batch: GameBatch | AmericanBatch, game: int) -> tuple[str, str]:
    """Return the id of a game and the file it came from."""
    from ..model import GameBatch

    info = batch.info[game] if isinstance(batch, GameBatch) else batch.games[game]
    return info.id, info.source


def _other_kind(writer: Writer) -> str:
    """Say that a format is for games of the other kind, and which ones are not."""
    from mjlog.parsers.writers import ALL_WRITERS

    kind, other = ("American", "riichi") if writer.is_american else ("riichi", "American")
    names = [w.name for w in ALL_WRITERS if w.is_american != writer.is_american]
    return f"{writer.name} holds {kind} games, and this is a game of {other} mahjong; " + (
        f"expected --to {' or '.join(names)}"
    )
