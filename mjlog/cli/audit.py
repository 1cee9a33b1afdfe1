"""``mjlog audit``: check records against the rules and print what is wrong."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .american import audit_games, given_card, rules_of_both, say_unused
from .baseline import SCHEMA, Baseline
from .output import (
    FINDINGS,
    UNREADABLE,
    USAGE,
    Progress,
    exit_status,
    print_findings,
    say,
    write_output,
)

if TYPE_CHECKING:
    from ..findings import Finding
    from ..model import Problem

__all__ = ["add_parser", "run"]


def add_parser(subparsers: Any) -> None:
    """Add ``audit`` to the command line."""
    parser = subparsers.add_parser(
        "audit",
        help="check records against the rules and print findings",
        description="Replay every game and check legality, scores, payments, the flow of the "
        "game and, where the record holds its seed, the wall. Exit status: 0 nothing above a "
        "note, 1 errors or warnings, 2 usage, 3 an input could not be read.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="file, folder, archive, -")
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
        "--format",
        choices=("text", "json", "github"),
        default="text",
        help="for people, for programs, or annotations of a GitHub workflow (default text)",
    )
    parser.add_argument(
        "--select", metavar="CODES", help="only these codes, beginnings or names: F,S101"
    )
    parser.add_argument("--ignore", metavar="CODES", help="leave these codes out")
    parser.add_argument(
        "--missed-wins",
        action="store_true",
        help="add a note (F201) for every win that was let pass, as --select F201 does",
    )
    parser.add_argument("--no-wall", action="store_true", help="do not rebuild the walls")
    parser.add_argument(
        "--baseline",
        metavar="FILE",
        help="hide the findings that this JSON report holds: same game, code, place, recorded and "
        "expected values (docs/configuration.md)",
    )
    parser.add_argument(
        "--write-baseline",
        metavar="FILE",
        help="write the findings as such a report, behind those of --baseline",
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Audit and print; returns the exit status."""
    from ..auditing import audit_batch
    from ..config import load_config
    from ..findings import selected
    from ..given import check_table_sizes
    from ..model import GameBatch
    from ..parsers import Tally, iter_records

    config = load_config()
    select = _codes(args.select) or config.select
    ignore = _codes(args.ignore) or config.ignore
    selected([], select=select, ignore=ignore)  # an unknown code is told before any work
    if args.no_wall and any(_is_of_walls(code) for code in _codes(args.select)):
        say("mjlog: --no-wall leaves out the findings that --select asks for")
        return USAGE
    missed_wins = args.missed_wins or any(_asks_for(code, "F201") for code in select)
    readings = any(_wants(code, select, ignore) for code in ("S190", "G190"))
    rules, american_rules = rules_of_both(args.rules)
    card = given_card(args.card)
    baseline = Baseline(args.baseline)
    tally = Tally()
    findings: list[Finding] = []
    problems: list[Problem] = []
    counts: Counter[str] = Counter()
    not_checked: Counter[str] = Counter()
    with Progress(None) as bar:
        for batch in iter_records(args.paths, rules=rules, tally=tally):
            problems += batch.problems
            if isinstance(batch, GameBatch):
                if rules is not None:
                    check_table_sizes(batch, rules)
                audit = audit_batch(
                    batch, walls=not args.no_wall, missed_wins=missed_wins, readings=readings
                )
                found, unchecked = audit.findings, audit.not_checked
                problems += audit.problems
                counts.update(games=len(batch), rounds=len(batch.rounds), wins=len(batch.wins))
                counts["riichi"] += len(batch)
            else:
                found, number, unchecked = audit_games(batch, american_rules, card)
                counts += number
            findings += baseline.new(selected(found, select=select, ignore=ignore))
            not_checked += unchecked
            bar.update(len(batch))
            bar.ready()
    summary = {
        "games": counts["games"],
        "rounds": counts["rounds"],
        "wins": counts["wins"],
        "imported": tally.imported,
        "skipped": tally.skipped,
        "failed": tally.failed,
        "findings": dict(sorted(Counter(f.code for f in findings).items())),
        "not_checked": dict(sorted(not_checked.items())),
    }
    if args.write_baseline:  # before printing, which a closed pipe may end
        rows = baseline.with_new(findings)
        report = {"schema": SCHEMA, "findings": rows}
        write_output(args.write_baseline, json.dumps(report, indent=1) + "\n")
        known = f", {len(rows) - len(findings)} of them known" if args.baseline else ""
        say(f"mjlog: {len(rows)} findings written to {args.write_baseline}{known}")
    print_findings(findings, problems, summary, format=args.format, lang=args.lang)
    american = counts["games"] - counts["riichi"]
    say_unused(args, american_rules, riichi=counts["riichi"], american=american)
    if not counts["games"] and not tally.failed:
        say(f"mjlog: no records found in {' '.join(args.paths)}")
        return UNREADABLE
    status = exit_status(findings, problems)
    if status != UNREADABLE and any(p.kind == "inconsistent" for p in problems):
        return FINDINGS
    return status


def _wants(code: str, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Tell whether findings of ``code`` are shown at all (finding them costs time)."""
    from ..findings import code_named

    def named(prefixes: Sequence[str]) -> bool:
        name = code_named(code).name
        return any(code.startswith(p.upper()) or name == p.lower() for p in prefixes)

    return (not select or named(select)) and not named(ignore)


def _codes(text: str | None) -> tuple[str, ...]:
    return tuple(part.strip() for part in (text or "").split(",") if part.strip())


def _is_of_walls(code: str) -> bool:
    return code[:1].upper() == "W" and (len(code) == 1 or code[1:2].isdigit())


def _asks_for(text: str, code: str) -> bool:
    """Tell whether a code or name means just this code, which is not looked for otherwise."""
    from ..findings import BY_CODE

    return text.upper() == code or text.lower() == BY_CODE[code].name
