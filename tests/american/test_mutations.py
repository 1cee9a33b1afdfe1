"""Every code of American mahjong has a record with one planted fault that shows exactly it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mjlog
from mjlog.american.audit import audit_american
from mjlog.american.card import load_card, parse_card
from mjlog.american.codes import AMERICAN_CODES
from mjlog.american.model import AmericanGame, WallGame
from mjlog.american.rules import load_american_rules
from mjlog.american.simulator.faults import (
    ALONGSIDE,
    FAULTS,
    Fault,
    expected_codes,
    fault_named,
    mutated_game,
    why_impossible,
)
from mjlog.errors import MjlogError

PROFILES = (
    "nmjl-2024", "american-seed", "american-seed-literal", "tournament-mahjcon", "nmjl-2024-3p",
)  # fmt: skip
#: Both of these are tried for every code, the others where those leave no room.
MAIN = ("nmjl-2024", "american-seed")


def fitting() -> list[tuple[str, str]]:
    found = []
    for fault in FAULTS:
        room = [p for p in PROFILES if not why_impossible(fault, load_american_rules(p))]
        chosen = [p for p in room if p in MAIN] or room[:1]
        found += [(fault.code, profile) for profile in chosen]
    return [*found, ("A-CH-04", "nmjl-2024-3p"), ("A-TURN-04", "nmjl-2024-3p")]


def named(code: str) -> Fault:
    fault = fault_named(code)
    assert fault is not None
    return fault


def codes(game: AmericanGame) -> list[str]:
    return sorted({finding.code for finding in audit_american(game)})


@pytest.mark.parametrize(("code", "rules"), fitting())
def test_a_planted_fault_is_found_and_nothing_else(code: str, rules: str) -> None:
    game = mutated_game(named(code), seed=11, rules=rules, hands=1)
    assert codes(game) == expected_codes(named(code))
    assert game.ruleset == rules


@pytest.mark.parametrize(
    ("code", "rules"),
    [("A-PAY-01", "nmjl-2024"), ("A-PAY-02", "house-3p"), ("A-PAY-04", "american-seed"),
     ("A-TRN-01", "tournament-mahjcon")],
)  # fmt: skip
def test_totals_of_a_whole_game_follow_from_the_wrong_points(code: str, rules: str) -> None:
    game = mutated_game(named(code), seed=3, rules=rules)
    assert game.ended and codes(game) == [code]


def test_every_code_is_planted_and_comes_alone_but_for_one() -> None:
    assert [fault.code for fault in FAULTS] == [entry.code for entry in AMERICAN_CODES]
    assert {code for code, _ in fitting()} == {entry.code for entry in AMERICAN_CODES}
    assert {code: also for code, (also, _) in ALONGSIDE.items()} == {"A-CNT-02": ("A-CNT-01",)}


@pytest.mark.parametrize("code", ["A-CLM-04", "A-JX-03", "A-MJ-03", "A-DH-02", "A-ROT-01"])
def test_public_records_show_faults_of_the_play(code: str) -> None:
    game = mutated_game(named(code), seed=12, hands=1, level="public")
    assert (game.level, codes(game)) == ("public", [code])


@pytest.mark.parametrize("code", ["A-PAY-02", "A-PAY-05", "A-ROT-02"])
def test_records_of_results_show_faults_of_the_sheet(code: str) -> None:
    game = mutated_game(named(code), seed=13, hands=1, level="result")
    assert (game.level, codes(game)) == ("result", [code])


def test_the_same_fault_is_planted_again() -> None:
    fault = named("A-CH-02")
    assert mutated_game(fault, seed=4, hands=1) == mutated_game(fault, seed=4, hands=1)
    assert mutated_game(fault, seed=4, hands=1) != mutated_game(fault, seed=4, number=1, hands=1)


def test_faults_have_codes_and_names() -> None:
    assert named("joker-passed").code == "A-CH-01"
    assert named("a-ch-01").code == "A-CH-01"
    assert fault_named("S103") is None


def test_a_card_may_leave_no_room_for_a_fault() -> None:
    card = parse_card("amc 1\nname bare\nlowest 25\n[P]\nP1 | FF 11a 22a 33a 44a 55a 66a | C 50\n")
    fault = named("A-CLM-11")
    rules = load_american_rules("nmjl-2024")
    assert why_impossible(fault, rules, card) == "the card bare has no such exposure"
    assert why_impossible(fault, rules, load_card("mjlog-original-1")) == ""
    with pytest.raises(MjlogError, match="A-CLM-11: 'nmjl-2024' leaves no room"):
        mutated_game(fault, card=card)


def test_a_discard_without_a_draw_is_all_that_is_found_in_a_wall_game() -> None:
    fault, rules = named("A-TURN-02"), load_american_rules("nmjl-2024")
    for number in range(40):
        game = mutated_game(fault, seed=60, number=number, rules=rules, hands=1)
        if any(isinstance(event, WallGame) for event in game.hands[0].events):
            assert codes(game) == ["A-TURN-02"]
            return
    raise AssertionError("no wall game")


# --- samples --------------------------------------------------------------------------------------


def test_the_clean_american_samples_are_clean(root: Path) -> None:
    games = mjlog.read(root / "sample_logs" / "american" / "clean")
    assert len(games) == 10
    levels = {(game.ruleset, game.level) for game in games if isinstance(game, AmericanGame)}
    assert {level for _, level in levels} == {"full", "public", "result"}
    for game in games:
        assert isinstance(game, AmericanGame)
        assert [finding.message for finding in audit_american(game)] == []


def test_the_faulty_american_samples_have_their_faults(root: Path) -> None:
    folder = root / "sample_logs" / "american" / "faulty"
    expected = json.loads((folder / "expected.json").read_text())
    assert sorted(expected) == sorted(p.name for p in folder.glob("*.amn"))
    assert {Path(name).stem for name in expected} == {entry.code for entry in AMERICAN_CODES}
    for game in mjlog.read(sorted(folder.glob("*.amn"))):
        assert isinstance(game, AmericanGame)
        assert codes(game) == expected[Path(game.source).name]
