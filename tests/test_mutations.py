"""A game with one planted fault has exactly the finding of that fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mjlog.parsers import iter_batches
from mjlog.parsers.table.reader import read_json_batch, read_sheet_batch, read_text_batch
from mjlog.parsers.table.writer import write_table, write_table_json, write_table_sheet
from mjlog.parsers.tenhou import read_batch
from mjlog.parsers.tenhou.writer import write_mjlog

from mjlog import GameBatch, load_rules
from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.errors import MjlogError
from mjlog.rules import list_rules
from mjlog.simulator.fault_formats import expected_in, found_beside
from mjlog.simulator.fault_limits import why_impossible
from mjlog.simulator.faults import (
    FAULTS,
    Fault,
    expected_codes,
    fault_named,
    missing_faults,
    mutated_game,
    rules_for,
)
from mjlog.simulator.table_errors import TABLE_ERRORS, TableError, table_game
from mjlog.walls import check_walls, walls_of

COMMON = [f for f in FAULTS if not f.rare]
RARE = [f for f in FAULTS if f.rare]
#: The presets that differ most from a server's rules.
DIFFERENT = ("jpml-2005", "ishokai")
#: What no table record shows, and walls; whose rules are no preset is not written at all.
NOT_AT_TABLE = ("L121", "T104", "L125", "W101", "W102", "W103", "W104", "W105")
#: What the recorder changes at the end of a game.
AT_THE_END = ("G106", "G107", "G108", "G109", "G120", "G121")


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


def fits(fault: Fault, rules: str) -> bool:
    """Tell whether the rules leave room for a fault."""
    ruleset = load_rules(rules)
    try:
        rules_for(fault, ruleset)
    except MjlogError:
        return False
    return True


def codes_of(batch: GameBatch, expected: list[str], *, missed_wins: bool = False) -> list[str]:
    """Return the codes that count beside those expected."""
    audit = audit_batch(batch, missed_wins=missed_wins, readings=False)
    assert [problem.message for problem in batch.problems] == []
    found = audit.findings
    return found_beside([f.code for f in found], [f.severity for f in found], expected)


def check_under(fault: Fault, rules: str, hands: int = 200) -> None:
    """Check a fault in memory and in a table record, in a game of some hands."""
    hands = 200 if fault.code in AT_THE_END or fault.code[0] == "W" else hands
    batch = mutated_game(fault, seed=5, rules=rules, hands=hands)
    missed_wins = fault.code == "F201"
    expected = expected_codes(fault)
    assert codes_of(batch, expected, missed_wins=missed_wins) == expected
    if fault.code in NOT_AT_TABLE or fault.rules:
        with pytest.raises(MjlogError, match="'table' cannot show it"):
            expected_in(fault, "table", batch.rules[0])
        return
    expected, why = expected_in(fault, "table", batch.rules[0])
    assert bool(why) == (len(expected) > 1)
    assert codes_of(as_text(batch), expected, missed_wins=missed_wins) == expected


def as_text(batch: GameBatch) -> GameBatch:
    read: GameBatch = read_text_batch([("game", write_table(batch, 0))])
    return read


def as_json(batch: GameBatch) -> GameBatch:
    read: GameBatch = read_json_batch([("game", write_table_json(batch, 0))])
    return read


def as_sheet(batch: GameBatch) -> GameBatch:
    read: GameBatch = read_sheet_batch([("game", write_table_sheet(batch, 0))])
    return read


def test_every_code_has_a_fault() -> None:
    assert missing_faults() == []


@pytest.mark.parametrize("fault", COMMON, ids=lambda fault: fault.code)
def test_exactly_the_planted_fault_is_found(fault: Fault) -> None:
    check(fault)


@pytest.mark.slow
@pytest.mark.parametrize("fault", RARE, ids=lambda fault: fault.code)
def test_exactly_the_planted_rare_fault_is_found(fault: Fault) -> None:
    check(fault)


# --- under other rules ----------------------------------------------------------------------------


#: What the recorder changes follows from values alone: one of the two rulesets will do here.
UNDER = [(f, rules) for f in COMMON for rules in DIFFERENT if rules == "jpml-2005" or not f.stage]


@pytest.mark.parametrize(("fault", "rules"), UNDER, ids=lambda value: getattr(value, "code", value))
def test_exactly_the_planted_fault_is_found_under_other_rules(fault: Fault, rules: str) -> None:
    if fits(fault, rules):
        check_under(fault, rules, hands=2)
    else:
        with pytest.raises(MjlogError, match=r"leaves no room for this fault: \w+ =|needs 3"):
            mutated_game(fault, rules=rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", list_rules())
def test_every_fault_is_found_under_every_preset(rules: str) -> None:
    planted = 0
    for fault in FAULTS:
        if fits(fault, rules):
            check_under(fault, rules)
            planted += 1
    assert planted > 70


def test_what_the_rules_leave_no_room_for_names_the_parameter() -> None:
    seed = {"L123": "riichi_min_wall = 0", "L140": "kan_dora = False", "P106": "nagashi = 'off'",
            "L161": "noten_declare_optional = True"}  # fmt: skip
    for code, reason in seed.items():
        assert why_impossible(code, load_rules("jpml-2005")) == reason
    assert why_impossible("P106", load_rules("ishokai")) == ""
    with pytest.raises(MjlogError, match="L123: 'jpml-2005' leaves no room for this fault"):
        mutated_game(fault_named("L123"), rules="jpml-2005")


# --- in table records -----------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["S105", "P101", "P103", "P105", "G102", "G104"])
def test_a_result_sheet_shows_what_is_in_the_results(code: str) -> None:
    fault = fault_named(code)
    expected, _ = expected_in(fault, "table-csv", load_rules("jpml-2005"))
    batch = mutated_game(fault, seed=6, rules="jpml-2005", hands=6)
    assert codes_of(as_sheet(batch), expected) == expected == [code]


def test_a_result_sheet_shows_no_play() -> None:
    with pytest.raises(MjlogError, match="'table-csv' cannot show it"):
        expected_in(fault_named("L103"), "table-csv", load_rules("jpml-2005"))


@pytest.mark.parametrize("rules", ["jpml-2005", "ishokai"])
@pytest.mark.parametrize("error", TABLE_ERRORS, ids=lambda error: error.code)
def test_exactly_the_error_at_the_table_is_found(error: TableError, rules: str) -> None:
    if why_impossible(error.code, load_rules(rules)):
        with pytest.raises(MjlogError, match="leaves no room for this fault"):
            table_game(error, rules=rules)
        return
    wrong = table_game(error, seed=5, rules=rules, hands=2)
    expected, _ = expected_in(error, "table", wrong.rules[0])
    assert codes_of(as_text(wrong), expected) == expected
    if rules == "ishokai" or why_impossible(error.code, load_rules("ishokai")):
        right = table_game(error, seed=5, rules=rules, right=True, hands=2)
        assert codes_of(as_json(right), []) == []


def test_the_penalty_of_a_chombo_is_missing_in_the_final_points() -> None:
    error = next(error for error in TABLE_ERRORS if error.code == "E218")
    for right, expected in ((False, ["E218"]), (True, [])):
        batch = table_game(error, seed=5, rules="rmu", right=right)
        assert codes_of(as_text(batch), expected) == expected


@pytest.mark.slow
@pytest.mark.parametrize("rules", list_rules())
def test_every_error_at_the_table_is_found_under_every_preset(rules: str) -> None:
    for error in TABLE_ERRORS:
        if why_impossible(error.code, load_rules(rules)):
            continue
        for right, expected in ((False, error.codes()), (True, [])):
            batch = table_game(error, seed=6, rules=rules, right=right)
            for read in (as_text, as_json):
                assert codes_of(read(batch), expected) == expected, (error.code, right)


# --- walls and files ------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("code", "form", "name", "expected"),
    [
        ("out-of-turn-call", "table", "ishokai-0-0.txt", ["E110", "L103"]),
        ("peek", "table-json", "ishokai-0-0.jsonl", ["E108"]),
        ("P102", "table-csv", "ishokai-0-0.csv", ["P102"]),
    ],
)
def test_the_command_writes_table_records(
    code: str, form: str, name: str, expected: list[str], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    words = ["simulate", "--rules", "ishokai", "--mutate", code, "--format", form]
    assert main([*words, "-o", str(tmp_path)]) == 0
    assert json.loads((tmp_path / "expected.json").read_text()) == {name: expected}
    for batch in iter_batches(tmp_path / name):
        assert codes_of(batch, expected) == expected
    told = "L103 is found as E110 and L103: the player before had drawn already"
    assert (told in capsys.readouterr().err) == (len(expected) > 1)


# --- samples --------------------------------------------------------------------------------------


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


def test_the_clean_table_samples_are_clean(root: Path) -> None:
    batches = sample(root, "table/clean")
    formats = sorted(info.format for batch in batches for info in batch.info)
    assert formats == ["table"] * 6 + ["table-csv"] * 2 + ["table-json"] * 2
    assert {rules.name for batch in batches for rules in batch.rules} == {"jpml-2005", "ishokai"}
    assert [p.message for batch in batches for p in batch.problems] == []
    for batch in batches:
        assert codes_of(batch, []) == []


def test_a_referee_is_told_the_right_scores_after_a_wrong_payment(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One tenpai gets 1,000 of each, 35,100 + 3,000; twice that was paid. A sheet has no turns."""
    folder = root / "sample_logs" / "table" / "faulty"
    words = ["--ignore", "S190,G190,G120"]
    assert main(["audit", str(folder / "P105-ishokai.csv"), *words]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{folder / 'P105-ishokai.csv'}: E3.1, West: P105")
    assert lines[3].strip() == (
        "corrected scores: East (Bot C) 38,100, South (Bot G) 18,900, West (Bot B) 21,100, "
        "North (Bot A) 20,900"
    )
    assert main(["audit", str(folder / "E105-jpml-2005.txt"), *words]) == 1
    line = capsys.readouterr().out.splitlines()[0]
    assert "nobody had shown: East (Bot H), recorded dead hand, expected nothing" in line


def test_the_faulty_table_samples_have_their_faults(root: Path) -> None:
    folder = root / "sample_logs" / "table" / "faulty"
    expected = json.loads((folder / "expected.json").read_text())
    files = sorted(p.name for p in folder.iterdir() if p.name != "expected.json")
    assert sorted(expected) == files
    assert {error.code for error in TABLE_ERRORS} - {"E218"} <= {
        code for entry in expected.values() for code in entry["codes"]
    }
    for batch in iter_batches([folder / name for name in files]):
        for game in range(len(batch)):
            one = batch.select(game)
            entry = expected[Path(one.info[0].source).name]
            assert codes_of(one, entry["codes"]) == entry["codes"]
            assert bool(entry.get("why")) == (len(entry["codes"]) > 1)
