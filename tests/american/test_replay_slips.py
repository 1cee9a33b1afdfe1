"""One slip of a recorder gives one finding, and what comes after it is followed."""

from __future__ import annotations

from pathlib import Path

import pytest
from mjlog.parsers.american import parse_text

from mjlog.american.audit import check_american

from .hands import play

SAMPLE = (Path(__file__).parent / "data" / "sample_hand.amn").read_text()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("\nD +F -7C\n", "\nA +F\nD -7C\n", "TURN-01"),
        ("\nD +F -7C\n", "\nD +F\nB -7C\n", "TURN-01"),
        ("\nD +F -7C\n", "\nD -7C\n", "TURN-02"),
        ("\nD +F -7C\n", "\nD +F\n", "TURN-01"),
        ("\nD +F -7C\n", "\nD -7C +F\n", "TURN-02"),
        ("\nD +F -7C\nA +R -3D\n", "\nD +F\nA +R\nD -7C\nA -3D\n", "TURN-01"),
        ("\nD +F -7C\n", "\nD +F +F -7C\n", "SET-03"),
        ("\nD +F -7C\n", "\nD +F -7C -7C\n", "TURN-01"),
        ("\nC *4D(B) =4D,4D,J -0\n", "\nC *5D(B) =4D,4D,J -0\n", "CLM-01"),
        ("\nD +8C -5B\nB *5B(D)", "\nD +8C\nB *5B(D)", "CLM-01"),
        ("\nC *8D(A) =8D,8D,8D -R\n", "\nB *8D(A) =8D,8D,8D\nC -R\n", "CLM-07"),
        ("\nC *8D(A) =8D,8D,8D -R\n", "\nA *8D(A) =8D,8D,8D\nC -R\n", "DISC-03"),
        ("R1 A>B W 3D 1B |", "R1 A>B W 3D 1B | A>B W 3D 1B |", "CH-02"),
        ("R1 A>B W 3D 1B | ", "R1 ", "CH-04"),
    ],
    ids=[
        "draw of another", "discard of another", "draw missing", "discard missing",
        "discard before draw", "next draws first", "draw twice", "discard twice",
        "another tile claimed", "claimed discard missing",
        "claim of another", "claim of the discarder", "pass twice", "pass missing",
    ],
)  # fmt: skip
def test_one_slip_gives_one_finding(old: str, new: str, code: str) -> None:
    assert SAMPLE.count(old) == 1
    (game,) = parse_text(SAMPLE.replace(old, new))
    audit = check_american(game)
    assert [f.code for f in audit.findings] == [f"A-{code}"]
    assert audit.replays[0].result.winner == "C"


def test_the_same_claim_laid_down_twice_is_one_exposure() -> None:
    twice = play("A -8D", "D *8D(A) =8D,8D,8D", "D *8D(A) =8D,8D,8D,8D -?", "A +? -?")
    assert twice.codes == []
    assert [e.size for e in twice.state.players["D"].exposures] == [4]


def test_a_real_draw_out_of_turn_stays_one() -> None:
    # C has both tiles and throws one: nobody wrote down the wrong name
    real = play("A -?", "C +? -?", "D +? -?", "A +? -?", "B +? -?")
    assert real.codes == ["TURN-01"]
    assert [flaw.code for flaw in real.state.players["C"].flaws] == ["TURN-01"]
    assert {p.person: p.size for p in real.state.players.values()} == dict.fromkeys("ABCD", 13)


def test_who_draws_ahead_plays_on_with_that_tile() -> None:
    ahead = play("A -?", "B +?", "C +?", "B -?", "C -?", "D +? -?")
    assert ahead.codes == ["TURN-01"]
    assert (ahead.finding("TURN-01").seat, ahead.finding("TURN-01").expected) == (2, "B")


def test_a_wrong_tile_for_a_joker_is_one_fault_and_its_owner_wins_no_more() -> None:
    text = SAMPLE.replace("\nB +4D x(C1)4D -6D\n", "\nB +4D x(C1)9C -6D\n")
    (game,) = parse_text(text)
    assert [f.code for f in check_american(game).findings] == ["A-JX-03", "A-MJ-07"]
