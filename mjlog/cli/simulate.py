"""``mjlog simulate``: play games with bots and write their records.

Game k of a seed is always the same game. The walls come from a Tenhou seed that the record
carries, so that ``mjlog wall`` and ``mjlog audit`` can check them. With ``--mutate CODE`` every
game has one planted fault of that kind, and ``expected.json`` says what an audit must find (notes
on readings of open points aside). Rules that a Tenhou record has no room for, and errors at the
table (family E), are written as table records unless another format is named.

Under a profile of American mahjong (``--rules nmjl-2024``), in a format of it or with a code of
family A, bots play American mahjong to a card; ``--card``, ``--level`` and ``--plain`` are for
such games.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .output import CLEAN, USAGE, description_of, say, write_output, writing_to
from .simulate_american import UNSAFE, is_american_request, run_american

if TYPE_CHECKING:
    from mjlog.parsers.writers import Writer

    from ..model import GameBatch
    from ..rules import Rules
    from ..simulator.faults import Fault
    from ..simulator.table_errors import TableError

__all__ = ["add_parser", "run"]

#: Games that are played before they are written.
_BLOCK: Final = 500


def add_parser(subparsers: Any) -> None:
    """Add ``simulate`` to the command line."""
    parser = subparsers.add_parser(
        "simulate",
        help="play games with bots and write their records",
        description=description_of(__doc__),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-n", type=int, default=1, metavar="N", help="how many games (default 1)")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="which series of games (default 0)"
    )
    parser.add_argument(
        "--rules",
        metavar="NAME|FILE",
        help="ruleset (default tenhou, or nmjl-2024 for American mahjong)",
    )
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        help="format of the records (default mjlog, or table where that cannot hold the rules; "
        "american)",
    )
    parser.add_argument(
        "--mutate", metavar="CODE", help="plant one fault of this kind in each game"
    )
    parser.add_argument(
        "--card", metavar="NAME|FILE", help="American: what is played to (default mjlog-original-1)"
    )
    parser.add_argument(
        "--level",
        choices=("full", "public", "result"),
        help="American: how much is recorded (default full)",
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="American: no slips, disputes and accidents, so that an audit has nothing to note",
    )
    parser.add_argument(
        "-o", "--out", required=True, metavar="DIR", help="folder to write to, new or empty"
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="write into a folder that holds files; records of the same name are replaced",
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Play, write, and return the exit status."""
    from mjlog.parsers.losses import Losses
    from mjlog.parsers.writers import writer_named

    from ..rules import load_rules

    if args.n < 1:
        say(f"mjlog: -n {args.n}: expected at least 1 game")
        return USAGE
    folder = Path(args.out)
    if folder.exists() and not folder.is_dir():
        say(f"mjlog: {args.out}: expected a folder and found a file")
        return USAGE
    if not args.force and folder.is_dir() and any(folder.iterdir()):
        say(f"mjlog: {args.out} holds files; give a new folder, or --force to write among them")
        return USAGE
    if is_american_request(args):
        return run_american(args, folder)
    if args.card or args.level or args.plain:
        say("mjlog: --card, --level and --plain are for American mahjong, see --rules")
        return USAGE
    rules = load_rules(args.rules or "tenhou")
    fault = _fault(args.mutate) if args.mutate else None
    writer = writer_named(args.format or _default_format(rules, fault))
    losses = Losses()
    stem = f"{UNSAFE.sub('_', rules.name)}-{args.seed}"
    if fault is not None:
        _write_faulty(args, fault, rules, folder, stem, writer, losses)
    else:
        _write_clean(args, rules, folder, stem, writer, losses)
    for row in losses.rows():
        times = f" ({row.times} times)" if row.times > 1 else ""
        say(f"mjlog: {row.what}: {row.message}{times}")
    say(f"mjlog: {args.n} {'game' if args.n == 1 else 'games'} in {folder}")
    return CLEAN


def _write_clean(
    args: argparse.Namespace, rules: Rules, folder: Path, stem: str, writer: Writer, losses: Any
) -> None:
    from ..simulator import play_games

    for first in range(0, args.n, _BLOCK):
        batch = play_games(min(_BLOCK, args.n - first), seed=args.seed, rules=rules, first=first)
        for game in range(len(batch)):
            _write(folder / f"{stem}-{first + game}{writer.suffix}", batch, game, writer, losses)


def _fault(text: str) -> Fault | TableError:
    from ..simulator.faults import fault_named
    from ..simulator.table_errors import table_error_named

    return table_error_named(text) or fault_named(text)


def _default_format(rules: Rules, fault: Fault | TableError | None) -> str:
    """Return the format that holds the rules, and the fault."""
    from mjlog.parsers.tenhou.go_type import header_of_rules

    from ..simulator.table_errors import TableError

    *_, lost = header_of_rules(rules)
    return "table" if lost or isinstance(fault, TableError) else "mjlog"


def _write_faulty(
    args: argparse.Namespace, fault: Fault | TableError, rules: Rules, folder: Path, stem: str,
    writer: Writer, losses: Any,
) -> None:  # fmt: skip
    from ..simulator.fault_formats import expected_in
    from ..simulator.faults import Fault, mutated_game
    from ..simulator.table_errors import table_game

    codes, why = expected_in(fault, writer.name, rules)
    expected: dict[str, list[str]] = {}
    for number in range(args.n):
        if isinstance(fault, Fault):
            batch = mutated_game(fault, seed=args.seed, number=number, rules=rules)
        else:
            batch = table_game(fault, seed=args.seed, number=number, rules=rules)
        name = f"{stem}-{number}{writer.suffix}"
        _write(folder / name, batch, 0, writer, losses)
        expected[name] = codes
    if why:
        say(f"mjlog: {fault.code} is found as {' and '.join(codes)}: {why}")
    text = json.dumps(expected, indent=2) + "\n"
    write_output(folder / "expected.json", text)


def _write(path: Path, batch: GameBatch, game: int, writer: Writer, losses: Any) -> None:
    data = writer.write(batch, game, losses=losses)
    with writing_to(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_output(path, data)
