"""Seed 002, rows of other sections that speak of errors at the table (1, 2, 8, 9, 10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mjlog import Rules, score
from mjlog.auditing import audit_batch

from ..table_errors import (
    EAST,
    FIRST,
    PAID,
    SOUTH,
    WEST,
    H,
    J,
    again,
    changes,
    check_chombo,
    check_dead_hand,
    check_nothing,
    codes,
    errors,
    hand,
    only,
    table,
)

BOTH = pytest.mark.parametrize("rules", [J, H], ids=["J", "H"])
TENPAI = "234m678m345p99s34s"  # waits 2s and 5s
FAR = ("147m258p369s1234z", "258m369p147s2345z", "369m147p258s3456z", "148m259p367s4567z")


def dealt(seat: int, tiles: str) -> list[str]:
    hands = ["13 unknown"] * 4
    hands[seat] = tiles
    return hands


# --- 1.1 riichi with 1,000 points (トビあり)
TOBI = replace(H, tobi="le0", riichi_min_points=1100)
POOR = "E1.1 dora 9p scores 33000 1000 33000 33000"
RIICHI = f"{FIRST}\n1 draw ?\n1 riichi\n1 discard 1z\n1 accepted"
PASSED = "2 draw ?\n2 discard 1z"
WON = "2 draw ?\n2 discard 5s\n1 ron 5s from 2 worth 2000 : 0 3300 -2300 0"


def poor(script: str) -> str:
    return hand(script, POOR, dealt(SOUTH, TENPAI))


def test_H_1_1_a_riichi_with_1000_points_is_a_dead_hand_when_it_is_named() -> None:
    named = f"{RIICHI}\n! 1 wrong_riichi by 2\n! 1 dead_hand"
    assert errors(table(poor(f"{named}\n{PASSED}"), rules=TOBI)) == []
    finding = only(table(poor(f"{named}\n{WON}"), rules=TOBI), "E201", "1.1")
    assert (finding.seat, finding.expected["consequence"]) == (SOUTH, "no_win")
    finding = only(table(poor(f"{RIICHI}\n! 1 wrong_riichi by 2\n{PASSED}"), rules=TOBI),
                   "E121", "1.1")  # fmt: skip
    assert finding.expected == {"consequence": "dead_hand"}


def test_H_1_1_named_after_the_dice_of_the_next_hand_it_stands() -> None:
    late = f"{RIICHI}\n{WON}\n! dice\n! 1 wrong_riichi by 2"
    assert errors(table(poor(late), rules=TOBI)) == []
    next_hand = hand(f"! 1 wrong_riichi by 2\n{FIRST.replace('0 ', '1 ')}",
                     "E2.0 dora 1m scores 33000 3300 30700 33000")  # fmt: skip
    assert "E121" not in codes(table(poor(f"{RIICHI}\n{WON}"), next_hand, rules=TOBI))
    # nobody noticed it at all: it stands, and a note says so
    game = table(poor(f"{RIICHI}\n{WON}"), rules=TOBI)
    assert codes(game) == ["L122"]
    game.batch.info[0].format = "table"
    assert errors(game) == []
    notes = [f for f in audit_batch(game.batch, readings=False).findings if f.code == "E123"]
    assert [(f.severity, f.seat, f.turn) for f in notes] == [("note", SOUTH, 1)]


def test_J_1_1_no_riichi_is_too_poor() -> None:
    poor_riichi = hand(f"{RIICHI}\n! 1 wrong_riichi by 2\n{PASSED}", POOR)
    assert errors(table(poor_riichi, rules=J)) == []


# --- 1.12 a tile that touched the river
def test_J_1_12_a_tile_that_touched_the_river_is_the_discard() -> None:
    touched = f"{FIRST}\n1 draw ?\n! 1 touched 7s\n1 discard 8s"
    finding = only(table(hand(touched), rules=J), "E116", "1.12")
    assert (finding.seat, finding.turn) == (SOUTH, 1)
    assert finding.recorded == {"consequence": "discard", "tiles": "8s"}
    assert finding.expected == {"consequence": "discard", "tiles": "7s"}


def test_H_1_12_a_touched_tile_that_is_left_is_no_fault() -> None:
    before = f"{FIRST}\n1 draw ?\n! 1 touched 7s\n1 discard 7s"
    after = f"{FIRST}\n1 draw ?\n1 discard 7s\n! 1 touched 7s\n2 draw ?\n2 discard 1z"
    for script in (before, after):
        assert errors(table(hand(script), rules=H)) == []
    assert codes(table(hand(after.replace("touched 7s", "touched 6s")), rules=H)) == ["E116"]


# --- 1.17 priority
CALLED = "0 draw ?\n0 discard 1z\n1 draw ?\n1 discard 1z\n2 draw ?\n2 discard 3p"


def test_J_1_17_a_late_pon_loses_to_the_chi() -> None:
    chi = f"{CALLED}\n! 1 late_call\n3 chi 3p 24p from 2\n3 discard 1z"
    assert errors(table(hand(chi), rules=J)) == []
    pon = f"{CALLED}\n! 1 late_call\n1 pon 3p 33p from 2\n1 discard 1z"
    finding = only(table(hand(pon), rules=J), "E117", "1.17")
    assert (finding.seat, finding.expected) == (SOUTH, {"consequence": "no_call"})
    together = f"{CALLED}\n1 pon 3p 33p from 2\n1 discard 1z"  # said together: pon
    assert errors(table(hand(together), rules=J)) == []
    assert codes(table(hand(pon), rules=replace(J, late_call_loses=False))) == []


def test_H_1_17_a_real_win_beats_a_false_one() -> None:
    riichi = f"{FIRST}\n1 draw ?\n1 riichi\n1 discard 1z\n1 accepted\n2 draw ?\n2 discard 5s"
    win = "1 ron 5s from 2 worth 2000 : 0 3000 -2000 0"
    beside = f"{riichi}\n! 0 false_win\n{win}"
    hands = dealt(SOUTH, TENPAI)
    assert [c for c in codes(table(hand(beside, hands=hands), rules=H)) if c[0] == "E"] == []
    assert H.unspecified["false_ron_beside_win"].startswith("A25")
    strict = replace(H, false_ron_beside_win="chombo", chombo_replay=False)
    found = codes(table(hand(beside, hands=hands), rules=strict))
    assert [c for c in found if c[0] == "E"] == ["E115"]
    paid = f"{beside}\n! 0 chombo : {changes(PAID[EAST])}"
    found = codes(table(hand(paid, hands=hands), rules=strict))
    assert [c for c in found if c[0] == "E"] == []
    # alone it is a chombo by the word (錯和)
    check_chombo(H, "! 0 false_win", EAST, "E115", "2.6")


def test_J_1_17_a_false_win_alone_is_a_chombo() -> None:
    check_chombo(J, "! 1 false_win", SOUTH, "E115", "2.6")


# --- 2.1, 2.2 half a riichi, a riichi taken back
TURN = f"{FIRST}\n1 draw ?"


@BOTH
def test_2_1_half_a_riichi_is_none(rules: Rules) -> None:
    half = f"{TURN}\n! 1 riichi_incomplete\n1 discard 1z\n2 draw ?\n2 discard 1z"
    assert errors(table(hand(half), rules=rules)) == []
    counted = f"{TURN}\n! 1 riichi_incomplete\n1 riichi\n1 discard 1z\n1 accepted\n2 draw ?"
    finding = only(table(hand(counted), rules=rules), "E118", "2.1")
    assert (finding.seat, finding.expected) == (SOUTH, {"consequence": "no_riichi"})
    turns = "3 draw ?\n3 discard 1z\n0 draw ?\n0 discard 1z\n1 draw ?"
    later = f"{half}\n{turns}\n1 riichi\n1 discard 2z\n1 accepted"
    assert errors(table(hand(later), rules=rules)) == []


@BOTH
def test_2_2_a_riichi_cannot_be_taken_back(rules: Rules) -> None:
    stays = f"{TURN}\n1 riichi\n1 discard 1z\n! 1 riichi_withdrawn\n1 accepted\n2 draw ?"
    assert errors(table(hand(stays), rules=rules)) == []
    gone = f"{TURN}\n! 1 riichi_withdrawn\n1 discard 1z\n2 draw ?"
    finding = only(table(hand(gone), rules=rules), "E119", "2.2")
    assert (finding.recorded, finding.expected) == (
        {"consequence": "no_riichi"}, {"consequence": "riichi"},
    )  # fmt: skip


# --- 2.6 noten riichi
NOTEN = "258m369p147s2345z"
DEALT = (FAR[0], NOTEN, FAR[2], FAR[3])
DECLARED = "0 draw 8s\n0 tsumogiri 8s\n1 draw 6s\n1 riichi\n1 tsumogiri 6s\n1 accepted\nturns 68"


def noten_riichi(end: str) -> str:
    return hand(f"{DECLARED}\n{end}", hands=DEALT)


def by_hand(game: Any) -> Any:
    game.batch.info[0].format = "table"
    return game


def check_noten_riichi(rules: Rules) -> None:
    points = [0] * 4 if rules is J else PAID[SOUTH]
    line = "! 1 chombo" + ("" if rules is J else f" : {changes(points)}")
    void = noten_riichi(f"! 1 noten_riichi\n{line}\ndraw chombo")
    game = table(void, again(rules, points), rules=rules)  # the 1,000 are back
    assert errors(game) == []
    start = rules.start_points
    assert game.rounds[0].state(len(game.rounds[0])).scores == tuple(start + p for p in points)
    kept = [points[0], points[1] - 1000, *points[2:]]
    assert only(table(void, again(rules, kept), rules=rules), "E212", "2.7").seat == SOUTH
    # nothing was done: named in the record, or found from the tiles
    for named in ("! 1 noten_riichi\n", ""):
        drawn = noten_riichi(f"{named}draw exhaustive tenpai nobody : 0 0 0 0")
        finding = only(by_hand(table(drawn, rules=rules)), "E120", "2.6")
        assert (finding.seat, finding.round) == (SOUTH, "E1.0")
        assert finding.expected["scores"] == [start + p for p in points]
        assert finding.explained_by == ["noten_riichi"]
    # A21: only the penalty, the draw counts
    assert rules.unspecified["noten_riichi"].startswith("A21")
    penalty = replace(rules, noten_riichi="penalty")
    drawn = noten_riichi(f"! 1 noten_riichi\n{line}\ndraw exhaustive tenpai nobody : 0 0 0 0")
    assert errors(by_hand(table(drawn, rules=penalty))) == []
    assert only(by_hand(table(drawn, rules=rules)), "E213", "2.7").expected["consequence"] == "void"
    assert codes(by_hand(table(void, rules=penalty))) == ["E213"]


def test_J_2_6_noten_riichi_at_a_draw_costs_a_chombo() -> None:
    check_noten_riichi(J)
    won = DECLARED.replace("turns 68", "2 draw 8s\n2 tsumogiri 8s")
    game = table(hand(won, hands=DEALT), rules=J)
    assert codes(by_hand(game)) == []  # not seen: somebody else may win first


def test_H_2_6_noten_riichi_at_a_draw_costs_a_chombo() -> None:
    check_noten_riichi(H)


# --- 2.7 deposits at a chombo
def check_deposits(rules: Rules) -> None:
    """East 2 with a counter and an older stick of North; South riichis, North makes a chombo."""
    north, dealer, south, west = range(4)
    points = [0] * 4 if rules is J else [-8000, 4000, 2000, 2000]
    at_start = [rules.start_points - 1000, *[rules.start_points] * 3]
    line = f"! {north} chombo" + ("" if rules is J else f" : {changes(points)}")
    riichi = (
        f"{dealer} draw ?\n{dealer} discard 9s\n{south} draw ?\n{south} riichi\n"
        f"{south} discard 1z\n{south} accepted\n{west} draw ?"
    )
    script = f"{riichi}\n! {north} unplayable\n{line}\ndraw chombo"
    void = hand(script, f"E2.1 dora 9p sticks 1 scores {changes(at_start)}")
    after = [a + b for a, b in zip(at_start, points, strict=True)]
    kept = [after[0], after[1], after[2] - 1000, after[3]]

    def then(sticks: int, scores: list[int], label: str = "E2.1", by: Rules = rules) -> list[str]:
        title = f"{label} dora 1m sticks {sticks} scores {changes(scores)}"
        return codes(table(void, hand(f"{dealer} draw ?", title), rules=by))

    assert then(1, after) == []  # South's 1,000 back, the older stick stays, the same hand
    end = table(void, rules=rules).rounds[0]
    assert (list(end.state(len(end)).scores), end.state(len(end)).deposits) == (after, 1)
    assert then(2, after) == ["E212"]
    assert then(1, kept) == ["E212"]
    assert then(1, after, "E2.2") == ["E219"]
    # A24: none go back, or the older one too
    assert rules.unspecified["chombo_returns_deposits"].startswith("A24")
    assert then(2, kept, by=replace(rules, chombo_returns_deposits="none")) == []
    everything = [after[0] + 1000, *after[1:]]
    assert then(0, everything, by=replace(rules, chombo_returns_deposits="all")) == []
    assert set(then(0, everything)) == {"E212", "G101"}


def test_J_2_7_a_chombo_gives_back_the_deposits_of_the_hand() -> None:
    check_deposits(J)


def test_H_2_7_a_chombo_gives_back_the_deposits_of_the_hand() -> None:
    check_deposits(H)


# --- 8.3 wrong indicator
def test_J_8_3_a_wrong_indicator_is_put_right_in_time_and_stays_later() -> None:
    for when, counts, other in (("no", "8s", "3p"), ("yes", "3p", "8s")):
        event = f"! 0 wrong_indicator 3p8s {when}"
        script = f"{event}\n{FIRST}" if when == "no" else f"{FIRST}\n{event}"
        assert errors(table(hand(script, f"E1.0 dora {counts}"), rules=J)) == []
        finding = only(table(hand(script, f"E1.0 dora {other}"), rules=J), "E113", "8.3")
        assert finding.expected == {"consequence": "indicator", "tiles": counts}
        assert finding.recorded == {"consequence": "indicator", "tiles": other}
    # the dora follows the tile that counts: one 4p, two 9s
    han = [score(TENPAI, ron="5s", rules=J, dora=tile).han for tile in ("3p", "8s")]
    assert han == [2, 3]


def test_H_8_3_a_wrong_indicator_is_the_dealers_chombo() -> None:
    check_chombo(H, "! 0 wrong_indicator 3p8s no", EAST, "E113", "8.3", FIRST)
    check_chombo(H, "! 0 wrong_indicator 3p8s yes", EAST, "E113", "8.3", FIRST)


# --- 9.2, 9.3, 10.4 the end of a hand
def test_H_9_2_a_win_without_the_word_has_no_priority() -> None:
    silent = f"{CALLED}\n! 1 late_call\n3 pon 3p 33p from 2\n3 discard 1z\n! ruling by 0 # no word"
    assert errors(table(hand(silent), rules=H)) == []
    won = f"{CALLED}\n! 1 late_call\n1 ron 3p from 2"
    assert "E117" in codes(table(hand(won), rules=H))


@BOTH
def test_9_2_a_declared_win_needs_no_incident(rules: Rules) -> None:
    won = f"{CALLED.replace('3p', '5s')}\n1 ron 5s from 2 worth 1000 : 0 1000 -1000 0"
    found = codes(table(hand(won, hands=dealt(SOUTH, TENPAI)), rules=rules))
    assert [c for c in found if c[0] == "E"] == []


def test_J_9_3_a_hand_broken_up_before_it_is_confirmed_is_a_chombo() -> None:
    check_chombo(J, "! 1 hand_destroyed no", SOUTH, "E114", "9.3")


def test_H_9_3_a_hand_broken_up_before_it_is_confirmed_is_a_chombo() -> None:
    check_chombo(H, "! 2 hand_destroyed no", WEST, "E114", "9.3")


def test_a_win_that_is_paid_although_the_hand_was_broken_up() -> None:
    won = f"{CALLED.replace('3p', '5s')}\n1 ron 5s from 2 worth 1000 : 0 1000 -1000 0"
    script = f"{won}\n! 1 hand_destroyed no\n! 1 chombo"
    finding = only(table(hand(script, hands=dealt(SOUTH, TENPAI)), rules=J), "E213", "2.7")
    assert finding.recorded["consequence"] == "win"
    assert finding.expected == {"consequence": "void", "scores": [30000] * 4}


def test_J_10_4_breaking_up_a_confirmed_hand_costs_nothing() -> None:
    check_nothing(J, "! 1 hand_destroyed yes", SOUTH, "E114", "10.4")


def test_H_10_4_breaking_up_the_hand_before_it_is_paid_is_a_chombo() -> None:
    check_chombo(H, "! 1 hand_destroyed yes", SOUTH, "E114", "10.4")


@BOTH
def test_10_4_what_was_paid_stands(rules: Rules) -> None:
    start = rules.start_points
    won = f"{CALLED.replace('3p', '5s')}\n1 ron 5s from 2 worth 1000 : 0 1000 -1000 0"
    hands = dealt(SOUTH, TENPAI)
    asked = hand(f"{won}\n! 1 correction yes # 1,300", hands=hands)
    scores = f"scores {start} {start + 1000} {start - 1000} {start}"
    after = hand("1 draw ?\n1 discard 1z", f"E2.0 dora 1m {scores}")
    assert [c for c in codes(table(asked, after, rules=rules)) if c[0] in "EG"] == []
    moved = hand(f"{won}\n! 1 correction yes : 0 300 -300 0", hands=hands)
    found = [f for f in errors(table(moved, rules=rules)) if f.code[0] == "E"]
    assert [f.code for f in found] == ["E122"]
    assert found[0].recorded == {"consequence": "changed", "deltas": [0, 300, -300, 0]}


def test_dead_hands_by_the_rows_of_other_sections() -> None:
    poor_hand = replace(TOBI, wrong_riichi="none")
    assert codes(table(poor(f"{RIICHI}\n! 1 wrong_riichi by 2\n{PASSED}"), rules=poor_hand)) == []
    check_dead_hand(H, "! 1 empty_call", SOUTH, "E102", "6.2")
