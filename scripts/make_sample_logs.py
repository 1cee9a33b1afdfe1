"""Make ``sample_logs/``: simulated games, clean ones and ones with a planted fault.

``tenhou/`` and ``faulty/`` are Tenhou records; ``table/`` holds games of the two rulesets of the
league as people keep them at a table: typed, as JSON Lines, and as result sheets; ``american/``
holds American mahjong.

The same bytes come out every time. Run from the checkout:

    python scripts/make_sample_logs.py [FOLDER]
"""

from __future__ import annotations

import gzip
import io
import json
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mjlog.parsers.losses import Losses  # noqa: E402
from mjlog.parsers.table.writer import write_table  # noqa: E402
from mjlog.parsers.writers import writer_named  # noqa: E402

from mjlog.american.audit import audit_american  # noqa: E402
from mjlog.american.batch import AmericanBatch  # noqa: E402
from mjlog.american.levels import at_level  # noqa: E402
from mjlog.american.model import AmericanGame, Level  # noqa: E402
from mjlog.american.rules import load_american_rules  # noqa: E402
from mjlog.american.simulator import faults as american  # noqa: E402
from mjlog.american.simulator import play_american  # noqa: E402
from mjlog.model import GameBatch  # noqa: E402
from mjlog.rules import load_rules  # noqa: E402
from mjlog.simulator import play_games  # noqa: E402
from mjlog.simulator.fault_formats import expected_in  # noqa: E402
from mjlog.simulator.fault_limits import why_impossible  # noqa: E402
from mjlog.simulator.faults import (  # noqa: E402
    FAULTS,
    Fault,
    expected_codes,
    fault_named,
    mutated_game,
)
from mjlog.simulator.table_errors import TABLE_ERRORS, TableError, table_game  # noqa: E402

SEED: Final = 20260101

#: (ruleset, how many games, packing: xml, gz or zip).
CLEAN: Final = (
    ("tenhou", 3, "gz"),
    ("tenhou-east", 2, "xml"),
    ("tenhou-noaka-nokuitan", 1, "gz"),
    ("tenhou-3p", 2, "gz"),
    ("tenhou-3p-east", 1, "xml"),
    ("tenhou-east", 3, "zip"),
)

LEAGUE: Final = ("jpml-2005", "ishokai")
#: Errors at the table with the right consequence, among the clean games.
SETTLED: Final = ("E106", "E112")
#: (code, ruleset, format, hands): other faults in table records.
TABLE_FAULTS: Final = (
    ("L103", "jpml-2005", "table", 3),
    ("L106", "ishokai", "table", 3),
    ("L108", "jpml-2005", "table", 3),
    ("L115", "ishokai", "table-json", 3),
    ("L120", "jpml-2005", "table", 3),
    ("L151", "jpml-2005", "table", 200),
    ("F101", "ishokai", "table", 200),
    ("S101", "jpml-2005", "table", 3),
    ("S103", "ishokai", "table", 3),
    ("S105", "jpml-2005", "table-csv", 200),
    ("P102", "ishokai", "table-csv", 200),
    ("P103", "jpml-2005", "table", 8),
    ("P105", "ishokai", "table-csv", 200),
    ("G102", "jpml-2005", "table-csv", 200),
    ("G106", "ishokai", "table-csv", 200),
)

#: (profile, level, format, hands; 0 is a whole game): clean games of American mahjong.
AMERICAN: Final[tuple[tuple[str, Level, str, int], ...]] = (
    ("nmjl-2024", "full", "american", 0),
    ("nmjl-2024", "full", "american-json", 1),
    ("nmjl-2024", "public", "american", 2),
    ("nmjl-2024", "result", "american", 0),
    ("american-seed", "full", "american", 4),
    ("american-seed", "public", "american-json", 1),
    ("american-seed", "result", "american", 0),
    ("tournament-mahjcon", "full", "american", 0),
    ("tournament-mahjcon", "result", "american-json", 0),
    ("nmjl-2024-3p", "full", "american", 1),
)
#: Profiles of the faulty ones; of those that leave room for the code the first or the second.
AMERICAN_FAULTY: Final = (
    "nmjl-2024", "american-seed", "tournament-mahjcon", "american-seed-literal",
)  # fmt: skip


def packed(data: bytes) -> bytes:
    """Return gzip bytes that do not depend on the day."""
    return gzip.compress(data, 9, mtime=0)


def zipped(members: dict[str, bytes]) -> bytes:
    """Return a zip archive that does not depend on the day."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return out.getvalue()


def make_clean(folder: Path) -> None:
    """Write the clean games."""
    folder.mkdir(parents=True)
    write = writer_named("mjlog").write
    for row, (rules, count, packing) in enumerate(CLEAN):
        batch = play_games(count, seed=SEED + row, rules=rules)
        records = {f"{rules}-{g}": write(batch, g, losses=Losses()) for g in range(count)}
        if packing == "zip":
            members = {f"{name}.mjlog": data for name, data in records.items()}
            (folder / f"{rules}.zip").write_bytes(zipped(members))
            continue
        for name, data in records.items():
            suffix = ".xml" if packing == "xml" else ".mjlog"
            (folder / (name + suffix)).write_bytes(data if packing == "xml" else packed(data))


def make_faulty(folder: Path) -> None:
    """Write one game for each fault that a record can show, and what an audit finds."""
    folder.mkdir(parents=True)
    write = writer_named("mjlog").write
    expected: dict[str, list[str]] = {}
    for fault in FAULTS:
        if not fault.in_file or fault.code == "F201":  # a missed win is found on demand only
            continue
        rules = "tenhou-3p-east" if fault.players == 3 else "tenhou-east"
        batch = mutated_game(fault, seed=SEED, rules=rules)
        name = f"{fault.code}.mjlog"
        (folder / name).write_bytes(packed(write(batch, 0, losses=Losses())))
        expected[name] = expected_codes(fault)
        print(name, *expected[name])
    text = json.dumps(dict(sorted(expected.items())), indent=2) + "\n"
    (folder / "expected.json").write_text(text, encoding="utf-8")


def write(path: Path, form: str, batch: GameBatch) -> str:
    """Write a game in a format and return the name of its file."""
    writer = writer_named(form)
    path = path.with_name(path.name + writer.suffix)
    path.write_bytes(writer.write(batch, 0, losses=Losses()))
    return path.name


def make_table_clean(folder: Path) -> None:
    """Write clean games of a table, two of them with an error that was settled rightly."""
    folder.mkdir(parents=True)
    for rules in LEAGUE:
        games = play_games(3, seed=SEED, rules=rules)
        write(folder / f"{rules}-full", "table", games.select(0))
        (folder / f"{rules}-public.txt").write_bytes(write_table(games, 1, level="public"))
        write(folder / f"{rules}-results", "table-csv", games.select(2))
        for error in TABLE_ERRORS:
            if error.code in SETTLED:
                batch = table_game(error, seed=SEED, rules=rules, right=True, hands=3)
                form = "table" if error.code == "E112" else "table-json"
                write(folder / f"{rules}-{error.code}-settled", form, batch)


def make_table_faulty(folder: Path) -> None:
    """Write games of a table with one error or fault each, and what an audit finds."""
    folder.mkdir(parents=True)
    expected: dict[str, dict[str, object]] = {}

    def add(fault: Fault | TableError, rules: str, form: str, batch: GameBatch) -> None:
        codes, why = expected_in(fault, form, load_rules(rules))
        name = write(folder / f"{fault.code}-{rules}", form, batch)
        expected[name] = {"codes": codes} | ({"why": why} if why else {})
        print(name, *codes)

    for number, error in enumerate(TABLE_ERRORS):
        fitting = [r for r in LEAGUE if not why_impossible(error.code, load_rules(r))]
        if fitting:
            rules = fitting[number % len(fitting)]
            batch = table_game(error, seed=SEED, rules=rules, hands=2)
            add(error, rules, "table", batch)
    for code, rules, form, hands in TABLE_FAULTS:
        fault = fault_named(code)
        add(fault, rules, form, mutated_game(fault, seed=SEED, rules=rules, hands=hands))
    text = json.dumps(dict(sorted(expected.items())), indent=2) + "\n"
    (folder / "expected.json").write_text(text, encoding="utf-8")


def write_american(path: Path, form: str, game: AmericanGame) -> str:
    """Write a game of American mahjong and return the name of its file."""
    writer = writer_named(form)
    path = path.with_name(path.name + writer.suffix)
    path.write_bytes(writer.write(AmericanBatch([game]), 0))
    return path.name


def make_american_clean(folder: Path) -> None:
    """Write clean games of American mahjong at every level."""
    folder.mkdir(parents=True)
    for row, (rules, level, form, hands) in enumerate(AMERICAN):
        number = 0
        while True:  # the first game in which there is nothing to note either
            (game,) = play_american(1, seed=SEED + row, rules=rules, hands=hands, first=number)
            if not audit_american(game):
                break
            number += 1
        write_american(folder / f"{rules}-{level}", form, at_level(game, level))


def make_american_faulty(folder: Path) -> None:
    """Write one American game for each code, and what an audit finds."""
    folder.mkdir(parents=True)
    expected: dict[str, list[str]] = {}
    for number, fault in enumerate(american.FAULTS):
        fitting = [
            rules for rules in map(load_american_rules, AMERICAN_FAULTY)
            if not american.why_impossible(fault, rules)
        ]  # fmt: skip
        rules = fitting[number % min(len(fitting), 2)]
        game = american.mutated_game(fault, seed=SEED, rules=rules, hands=1)
        name = write_american(folder / fault.code, "american", game)
        expected[name] = american.expected_codes(fault)
        print(name, rules.name, *expected[name])
    text = json.dumps(dict(sorted(expected.items())), indent=2) + "\n"
    (folder / "expected.json").write_text(text, encoding="utf-8")


def main() -> None:
    """Write everything anew."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "sample_logs"
    for name, make in (
        ("tenhou", make_clean),
        ("faulty", make_faulty),
        ("table/clean", make_table_clean),
        ("table/faulty", make_table_faulty),
        ("american/clean", make_american_clean),
        ("american/faulty", make_american_faulty),
    ):
        shutil.rmtree(target / name, ignore_errors=True)
        make(target / name)


if __name__ == "__main__":
    main()
