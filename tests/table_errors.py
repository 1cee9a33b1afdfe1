"""Rounds in which somebody errs, for the tests of errors at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mjlog import Rules, load_rules
from mjlog.auditing import audit_batch
from mjlog.findings import Finding
from mjlog.views.handmade import game_of

J, H = load_rules("jpml-2005"), load_rules("ishokai")

UNKNOWN = ("13 unknown",) * 4
#: East's first turn: nothing is called.
FIRST = "0 draw ?\n0 discard 9s"

EAST, SOUTH, WEST, NORTH = range(4)
#: What a mangan paid as a chombo moves, dealer in East.
PAID = {
    EAST: [-12000, 4000, 4000, 4000], SOUTH: [4000, -8000, 2000, 2000],
    WEST: [4000, 2000, -8000, 2000], NORTH: [4000, 2000, 2000, -8000],
}  # fmt: skip


def changes(points: Sequence[int]) -> str:
    return " ".join(map(str, points))


def hand(script: str, title: str = "E1.0 dora 9p", hands: Sequence[str] = UNKNOWN) -> str:
    """Return the text of one round."""
    lines = "\n".join(line.strip() for line in script.strip().splitlines())
    return "\n".join([title, *(f"hand {tiles}" for tiles in hands), lines])


def table(*rounds: str, rules: Rules, **more: Any) -> Any:
    """Return a game of rounds made by :func:`hand`."""
    start = (rules.start_points,) * 4
    return game_of("\n\n".join(rounds), rules=rules, scores=start, **more)


def errors(game: Any) -> list[Finding]:
    """Return the findings above a note."""
    found = audit_batch(game.batch, readings=False).findings
    return [f for f in found if f.severity != "note"]


def codes(game: Any) -> list[str]:
    return [f.code for f in errors(game)]


def only(game: Any, code: str, row: str) -> Finding:
    """Return the one finding; it must have the code and name the row of the seed."""
    found = errors(game)
    assert [f.code for f in found] == [code]
    assert f"seed 002 §{row}" in found[0].rule_source
    return found[0]


def again(rules: Rules, points: Sequence[int] = (0, 0, 0, 0), title: str = "E1.0") -> str:
    """Return the start of the round after a void one: the same hand, counters unchanged."""
    scores = " ".join(str(rules.start_points + change) for change in points)
    dealer = int(title[1]) - 1
    return hand(FIRST.replace("0 ", f"{dealer} "), f"{title} dora 1m scores {scores}")


def check_chombo(
    rules: Rules, error: str, seat: int, code: str, row: str, before: str = ""
) -> None:
    """Check an error that is a chombo of ``seat``: recorded, not recorded, too mild, unpaid.

    Args:
        rules: J or H.
        error: The line of the error. before: The play before it.
        code, row: The finding without its consequence, and the row of the seed.
    """
    play = f"{before or FIRST}\n{error}"
    if rules.chombo == "points":
        points, line = [0, 0, 0, 0], f"! {seat} chombo"
    else:
        points, line = PAID[seat], f"! {seat} chombo : {changes(PAID[seat])}"
    void = hand(f"{play}\n{line}\ndraw chombo")
    assert errors(table(void, again(rules, points), rules=rules)) == []

    for kept, words in (("", "nothing"), (f"\n! {seat} dead_hand", "dead_hand")):
        finding = only(table(hand(play + kept), rules=rules), code, row)
        assert finding.seat == seat
        assert finding.recorded == {"consequence": words}
        assert finding.expected["consequence"] == "chombo"
        assert finding.expected["void"] is True
        assert finding.expected["scores"] == [rules.start_points + p for p in points]
        if rules.chombo == "points":
            assert finding.expected["points"] == -20.0
        else:
            assert finding.expected["deltas"] == points

    # the same hand again: another counter, or the next dealer, is wrong
    for title in ("E1.1", "E2.0"):
        wrong = table(void, again(rules, points, title), rules=rules)
        assert set(codes(wrong)) == {"E219"}
    # the amount at the table: a mangan, or nothing
    other = PAID[WEST if seat != WEST else NORTH]
    paid = hand(f"{play}\n! {seat} chombo : {changes(other)}\ndraw chombo")
    finding = only(table(paid, rules=rules), "E211", "6.10")
    assert finding.recorded["deltas"] == other
    assert finding.expected["deltas"] == points


def check_dead_hand(rules: Rules, error: str, seat: int, code: str, row: str) -> None:
    """Check an error that makes the hand of ``seat`` dead: recorded, not recorded, too hard."""
    play = f"{FIRST}\n{error}"
    recorded = f"{play}\n! {seat} dead_hand"
    assert errors(table(hand(recorded), rules=rules)) == []
    finding = only(table(hand(play), rules=rules), code, row)
    assert (finding.seat, finding.recorded, finding.expected) == (
        seat, {"consequence": "nothing"}, {"consequence": "dead_hand"},
    )  # fmt: skip
    void = table(hand(f"{play}\n! {seat} chombo\ndraw chombo"), rules=rules)
    finding = only(void, code, row)
    assert finding.recorded["consequence"] == "chombo"
    assert finding.expected == {"consequence": "dead_hand"}


def check_nothing(rules: Rules, error: str, seat: int, code: str, row: str) -> None:
    """Check an error that leads to nothing: as it is, and with a penalty."""
    play = f"{FIRST}\n{error}"
    assert errors(table(hand(play), rules=rules)) == []
    finding = only(table(hand(f"{play}\n! {seat} dead_hand"), rules=rules), code, row)
    assert finding.recorded == {"consequence": "dead_hand"}
    assert finding.expected == {"consequence": "nothing"}
