"""A game with one planted fault has exactly the finding of that fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mjlog.parsers import iter_batches
from mjlog.parsers.tenhou import read_batch
from mjlog.parsers.tenhou.writer import write_mjlog

from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.simulator.faults import FAULTS, Fault, expected_codes, missing_faults, mutated_game
from mjlog.walls import check_walls, walls_of

COMMON = [f for f in FAULTS if not f.rare]
RARE = [f for f in FAULTS if f.rare]


def rules_of(fault: Fault) -> str:
    return "tenhou-3p-east" if fault.players == 3 else "tenhou-east"


def check(fault: Fault) -> None:
    batch = mutated_game(fault, seed=5, rules=rules_of(fault))
    found = audit_batch(batch, missed_wins=fault.code == "F201").findings
    assert [f.code for f in found] == expected_codes(fault)
    if fault.in_file:
        read = read_batch([("game", write_mjlog(batch))])
        again = audit_batch(read, missed_wins=fault.code == "F201").findings
        assert [f.code for f in again] == expected_codes(fault)


def test_every_code_has_a_fault() -> None:
    assert missing_faults() == []


@pytest.mark.parametrize("fault", COMMON, ids=lambda fault: fault.code)
def test_exactly_the_planted_fault_is_found(fault: Fault) -> None:
    check(fault)


@pytest.mark.slow
@pytest.mark.parametrize("fault", RARE, ids=lambda fault: fault.code)
def test_exactly_the_planted_rare_fault_is_found(fault: Fault) -> None:
    check(fault)


def test_a_round_that_ends_too_soon_is_no_end_of_the_wall() -> None:
    fault = next(f for f in FAULTS if f.code == "W106")
    batch = mutated_game(fault, seed=5)
    assert [f.code for f in check_walls(batch, walls_of(batch))] == ["W106"]


def test_only_faults_of_the_wall_keep_the_seed() -> None:
    for code, kept in (("W105", True), ("S103", False)):
        fault = next(f for f in FAULTS if f.code == code)
        assert bool(mutated_game(fault, seed=5).info[0].seed) is kept


def test_the_command_writes_what_is_to_be_found(tmp_path: Path) -> None:
    assert main(["simulate", "-n", "2", "--mutate", "fu", "-o", str(tmp_path)]) == 0
    expected = json.loads((tmp_path / "expected.json").read_text())
    assert expected == {"tenhou-0-0.mjlog": ["S103"], "tenhou-0-1.mjlog": ["S103"]}
    for name, codes in expected.items():
        for batch in iter_batches(tmp_path / name):
            assert [f.code for f in audit_batch(batch).findings] == codes


def sample(root: Path, name: str) -> list[Any]:
    return list(iter_batches(root / "sample_logs" / name))


def test_the_clean_samples_are_clean(root: Path) -> None:
    batches = sample(root, "tenhou")
    assert sum(len(batch) for batch in batches) == 12
    assert [p.message for batch in batches for p in batch.problems] == []
    assert [f.message for batch in batches for f in audit_batch(batch).findings] == []


def test_the_faulty_samples_have_their_faults(root: Path) -> None:
    folder = root / "sample_logs" / "faulty"
    expected = json.loads((folder / "expected.json").read_text())
    assert sorted(expected) == sorted(p.name for p in folder.glob("*.mjlog"))
    found: dict[str, list[str]] = {name: [] for name in expected}
    for batch in iter_batches(sorted(folder.glob("*.mjlog"))):
        for finding in audit_batch(batch).findings:
            found[Path(finding.source).name].append(finding.code)
    assert found == expected
