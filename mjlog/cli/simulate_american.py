"""``mjlog simulate`` for American mahjong."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .american import given_card
from .output import CLEAN, USAGE, say, write_output, writing_to

if TYPE_CHECKING:
    from mjlog.parsers.writers import Writer

    from ..american.card import Card
    from ..american.model import AmericanGame, Level
    from ..american.rules import AmericanRules
    from ..american.simulator.faults import Fault

__all__ = ["UNSAFE", "is_american_request", "run_american"]

UNSAFE: Final = re.compile(r"[^\w.+-]")
#: Profile where no rules are named.
DEFAULT: Final = "nmjl-2024"


def is_american_request(args: argparse.Namespace) -> bool:
    """Tell whether rules, format or fault are those of American mahjong."""
    from mjlog.parsers.writers import AMERICAN_WRITERS

    from ..american.rules.loader import is_american

    if args.rules:
        return is_american(args.rules)
    if args.format in {writer.name for writer in AMERICAN_WRITERS}:
        return True
    return bool(args.mutate) and args.format is None and _fault(args.mutate) is not None


def _fault(text: str) -> Fault | None:
    from ..american.simulator.faults import fault_named

    return fault_named(text)


def run_american(args: argparse.Namespace, folder: Path) -> int:
    """Play, write, and return the exit status."""
    from mjlog.parsers.writers import writer_named

    from ..american.card import load_card
    from ..american.rules import load_american_rules
    from ..american.simulator import DEFAULT_CARD

    rules = load_american_rules(args.rules or DEFAULT)
    card = given_card(args.card) or load_card(DEFAULT_CARD)
    writer = writer_named(args.format or "american")
    if not writer.is_american:
        say(f"mjlog: {writer.name} holds no American games; give --format american")
        return USAGE
    fault = None
    if args.mutate:
        fault = _fault(args.mutate)
        if fault is None:
            say(f"mjlog: {args.mutate}: no code of American mahjong, expected one such as A-CH-01")
            return USAGE
    job = _Job(rules, card, writer, folder, args.level or "full", args.seed)
    if fault is None:
        job.clean(args.n, plain=args.plain)
    else:
        job.faulty(args.n, fault)
    job.keep_card(args.card)
    say(f"mjlog: {args.n} {'game' if args.n == 1 else 'games'} in {folder}")
    return CLEAN


class _Job:
    """Games that are played and written one after the other."""

    def __init__(
        self, rules: AmericanRules, card: Card, writer: Writer, folder: Path, level: Level,
        seed: int,
    ) -> None:  # fmt: skip
        self.rules, self.card, self.writer = rules, card, writer
        self.folder, self.level, self.seed = folder, level, seed
        self.stem = f"{UNSAFE.sub('_', rules.name)}-{seed}"

    def clean(self, n: int, *, plain: bool) -> None:
        """Write games in which all is right."""
        from ..american.levels import at_level
        from ..american.simulator import play_american

        for number in range(n):
            (game,) = play_american(
                1, seed=self.seed, rules=self.rules, card=self.card, first=number,
                incidents=not plain,
            )  # fmt: skip
            self._write(number, at_level(game, self.level, rules=self.rules))

    def faulty(self, n: int, fault: Fault) -> None:
        """Write games with a fault, and what an audit must find."""
        from ..american.simulator.faults import ALONGSIDE, expected_codes, mutated_game

        expected: dict[str, list[str]] = {}
        for number in range(n):
            game = mutated_game(
                fault, seed=self.seed, number=number, rules=self.rules, card=self.card,
                level=self.level,
            )  # fmt: skip
            expected[self._write(number, game)] = expected_codes(fault)
        if fault.code in ALONGSIDE:
            codes, why = ALONGSIDE[fault.code]
            say(f"mjlog: {fault.code} comes with {' and '.join(codes)}: {why}")
        write_output(self.folder / "expected.json", json.dumps(expected, indent=2) + "\n")

    def _write(self, number: int, game: AmericanGame) -> str:
        """Write one record; return its name."""
        from ..american.batch import AmericanBatch

        name = f"{self.stem}-{number}{self.writer.suffix}"
        data = self.writer.write(AmericanBatch([game]), 0)
        with writing_to(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        write_output(self.folder / name, data)
        return name

    def keep_card(self, source: str | None) -> None:
        """Copy a card that does not come with the package beside the records."""
        from ..american.card import packaged_cards

        if source is None or source in packaged_cards():
            return
        data = Path(source).read_bytes()
        write_output(self.folder / f"{UNSAFE.sub('_', self.card.name)}.amc", data)
