"""Seed 002, rows 9.1, 9.3 and 9.5: how many win, hands broken up, nagashi mangan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from mjlog import load_rules

J, H = load_rules("jpml-2005"), load_rules("ishokai")

Faults = Callable[..., list[str]]
UNKNOWN = "\n" + "\n".join(["hand 13 unknown"] * 4)


def then(title: str, *scores: int) -> str:
    """A next hand of which only the start is known."""
    return f"\n\n{title} scores {' '.join(map(str, scores))}{UNKNOWN}"


def both(turns: int, *wins: tuple[int, int, str]) -> str:
    """Rons (seat, worth, deltas) on the discard of turn ``turns``, in an East 1."""
    lines = [f"{s} ron {turns}m from {turns - 1} worth {worth} : {d}" for s, worth, d in wins]
    return "\n".join([f"turns {turns}", *lines])


# --- 9.1 how many win
def test_J_9_1_the_first_after_the_discarder_wins_alone(faults: Faults) -> None:
    title = "E1.0 dora 9p"
    s_alone = both(1, (1, 3900, "-3900 3900 0 0"))
    assert faults([(title, s_alone + then("E2.0 dora 9p", 26100, 33900, 30000, 30000))], J) == []
    two = both(1, (1, 3900, "-3900 3900 0 0"), (3, 8000, "-8000 0 0 8000"))
    assert faults([(title, two)], J) == ["L154"]
    assert faults([(title, two)], replace(J, max_ron=2)) == []


def test_J_9_1_three_are_a_draw(found: Any, faults: Faults) -> None:
    hands = {
        1: "34599m234678p34s", 2: "234678m345p99s34s", 3: "11155m222p55888s",
    }  # fmt: skip
    thrown = "turns 4 but 2s5s5m\n0 draw 5s\n0 tsumogiri 5s\n"
    draw = thrown + "draw sanchahou : 0 0 0 0"
    stay = (30000, 30000, 30000, 30000)
    assert faults(draw + then("E1.1 dora 9p", *stay), J, hands) == []
    assert faults(draw + then("E2.1 dora 9p", *stay), J, hands) == ["G102"]
    three = thrown + "".join(f"{seat} ron 5s from 0\n" for seat in (1, 2, 3))
    (finding,) = [f for f in found(three, J, hands) if f.code == "L154"]
    assert (finding.recorded, finding.expected) == (3, 1)
    head = replace(J, triple_ron="head")
    assert faults(draw, head, hands) == ["L133"]


TWO_AND_TWO = "E1.2 dora 9p sticks 2 scores 23000 25000 25000 25000"


def test_H_9_1_counters_and_sticks_go_to_the_upper_winner(faults: Faults) -> None:
    rons = both(1, (1, 3900, "-4500 6500 0 0"), (3, 8000, "-8000 0 0 8000"))
    after = (23000 - 12500, 25000 + 6500, 25000, 25000 + 8000)
    assert faults([(TWO_AND_TWO, rons + then("E2.0 dora 9p", *after))], H) == []
    lower = both(1, (1, 3900, "-3900 3900 0 0"), (3, 8000, "-8600 0 0 10600"))
    assert faults([(TWO_AND_TWO, lower)], H) != []
    each = both(1, (1, 3900, "-4500 6500 0 0"), (3, 8000, "-8600 0 0 8600"))
    assert faults([(TWO_AND_TWO, each)], H) == ["P102"]
    assert faults([(TWO_AND_TWO, each)], replace(H, honba_multi_ron="each")) == []


def test_H_9_1_the_dealer_repeats_only_as_the_upper_winner(faults: Faults) -> None:
    title = "E1.1 dora 9p scores 25000 25000 25000 25000"
    # W throws: N is upper, E is lower: the deal passes without counters
    lower = both(3, (3, 1000, "0 0 -1300 1300"), (0, 1500, "1500 0 -1500 0"))
    after = (26500, 25000, 22200, 26300)
    assert faults([(title, lower + then("E2.0 dora 9p", *after))], H) == []
    assert "G102" in faults([(title, lower + then("E1.2 dora 9p", *after))], H)
    any_win = replace(H, double_ron_renchan="any")
    assert faults([(title, lower + then("E1.2 dora 9p", *after))], any_win) == []
    # N throws: E is upper, S is lower: the deal stays
    upper = both(4, (0, 1500, "1800 0 0 -1800"), (1, 1000, "0 1000 0 -1000"))
    after = (26800, 26000, 25000, 22200)
    assert faults([(title, upper + then("E1.2 dora 9p", *after))], H) == []
    assert "G102" in faults([(title, upper + then("E2.0 dora 9p", *after))], H)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_H_9_1_the_record_may_name_the_winners_in_any_order(
    order: tuple[int, int], faults: Faults
) -> None:
    wins = ((3, 1000, "0 0 -1300 1300"), (0, 1500, "1500 0 -1500 0"))
    rons = both(3, *(wins[i] for i in order))
    title = "E1.1 dora 9p scores 25000 25000 25000 25000"
    assert faults([(title, rons + then("E2.0 dora 9p", 26500, 25000, 22200, 26300))], H) == []


# --- 9.3 the hand broken up before it is confirmed
def test_J_9_3_the_win_is_not_paid_and_the_hand_played_again(faults: Faults) -> None:
    broken = "turns 1\n! 1 hand_destroyed no\n! 1 chombo\ndraw chombo"
    stay = (30000, 30000, 30000, 30000)
    title = "E1.0 dora 9p"
    assert faults([(title, broken + then("E1.0 dora 9p", *stay))], J) == []
    assert faults([(title, broken + then("E1.1 dora 9p", *stay))], J) == ["E219"]
    assert faults([(title, broken + then("E2.0 dora 9p", *stay))], J) == ["E219"]
    paid = "turns 1\n! 1 hand_destroyed no\n1 ron 1m from 0 worth 1000 : -1000 1000 0 0"
    assert faults([(title, paid)], J) == ["E114"]


def test_H_9_3_it_pays_a_mangan_at_once(faults: Faults) -> None:
    broken = "turns 1\n! 2 hand_destroyed no\n! 2 chombo : 4000 2000 -8000 2000\ndraw chombo"
    title = "E1.0 dora 9p"
    again = then("E1.0 dora 9p", 29000, 27000, 17000, 27000)
    assert faults([(title, broken + again)], H) == []
    unpaid = then("E1.0 dora 9p", 25000, 25000, 25000, 25000)
    assert "G101" in faults([(title, broken + unpaid)], H)


# --- 9.5 nagashi mangan
OUTER = [f"{n}{suit}" for suit in "mps" for n in (1, 9)] + [f"{n}z" for n in range(1, 8)]
INNER = [f"{n}{suit}" for suit in "mps" for n in range(2, 9)]
#: E is tenpai, the other hands are unknown.
E_WAITS_36P = {0: "234678m45p34588s", 1: "13 unknown", 2: "13 unknown", 3: "13 unknown"}
IN_HAND = ["2m", "3m", "4m", "6m", "7m", "8m", "4p", "5p", "3s", "4s", "5s", "8s", "8s"]


def river(outer_seat: int, first: str = "", seat: int = 0, draws: int = 70) -> str:
    """Turns to the end of the wall; one seat throws nothing but terminals and honours."""
    outer = [t for t in OUTER for _ in range(3)][1:]
    inner = [t for _ in range(4) for t in INNER if t not in ("3p", "6p")]
    for tile in IN_HAND:
        inner.remove(tile)
    lines = []
    for turn in range(draws):
        who = (seat + turn) % 4
        tile = outer.pop() if who == outer_seat else inner.pop()
        lines += [f"{who} draw {tile}", f"{who} tsumogiri {tile}"]
    return first + "\n".join(lines) + "\n"


OF_SOUTH = river(1)
NOTEN = "draw exhaustive tenpai 0 : 3000 -1000 -1000 -1000"
MANGAN = "draw nagashi_mangan tenpai 0 : -4000 8000 -2000 -2000"


def test_J_9_5_there_is_no_nagashi_mangan(faults: Faults) -> None:
    after = then("E1.1 dora 9p", 33000, 29000, 29000, 29000)
    assert faults(OF_SOUTH + NOTEN + after, J, E_WAITS_36P) == []
    assert "L138" in faults(OF_SOUTH + MANGAN, J, E_WAITS_36P)


def test_H_9_5_it_is_a_win_and_the_dealer_passes(faults: Faults) -> None:
    after = (21000, 33000, 23000, 23000)
    won = OF_SOUTH + MANGAN
    assert faults(won + then("E2.0 dora 9p", *after), H, E_WAITS_36P) == []
    assert "G102" in faults(won + then("E1.1 dora 9p", *after), H, E_WAITS_36P)
    assert "G103" in faults(won + then("E2.1 dora 9p", *after), H, E_WAITS_36P)
    assert "L139" in faults(OF_SOUTH + NOTEN, H, E_WAITS_36P)  # no noten payments
    noten_too = MANGAN.replace("-4000 8000 -2000 -2000", "-1000 7000 -3000 -3000")
    assert faults(OF_SOUTH + noten_too, H, E_WAITS_36P) == ["P106"]
    online = replace(H, nagashi="draw", nagashi_renchan="tenpai", nagashi_collects=False)
    assert faults(won + then("E1.1 dora 9p", *after), online, E_WAITS_36P) == []


def test_H_9_5_it_collects_counters_and_sticks(faults: Faults, readings: Any) -> None:
    title = "E1.1 dora 9p sticks 1"
    start = [24000, 25000, 25000, 25000]
    won = OF_SOUTH + "draw nagashi_mangan tenpai 0 : -4100 9300 -2100 -2100"
    won += then("E2.0 dora 9p", 19900, 34300, 22900, 22900)
    assert faults(won, H, E_WAITS_36P, title=title, scores=start) == []
    assert "A12" in readings(won, H, E_WAITS_36P, title=title, scores=start)
    plain = OF_SOUTH + MANGAN + then("E2.0 dora 9p sticks 1", 20000, 33000, 23000, 23000)
    assert faults(plain, H, E_WAITS_36P, title=title, scores=start) != []
    without = replace(H, nagashi_collects=False)  # A12
    assert faults(plain, without, E_WAITS_36P, title=title, scores=start) == []


def test_H_9_5_own_calls_do_not_matter(faults: Faults) -> None:
    pon = "0 draw 5z\n0 tsumogiri 5z\n1 pon 5z 55z from 0\n1 discard 9p\n"
    called = river(1, pon, seat=2, draws=69)
    after = then("E2.0 dora 9p", 21000, 33000, 23000, 23000)
    assert faults(called + MANGAN + after, H, E_WAITS_36P) == []
    closed_only = replace(H, nagashi_own_calls_ok=False)
    assert faults(called + MANGAN + after, closed_only, E_WAITS_36P) == ["L138"]


def test_H_9_5_a_called_discard_spoils_it(faults: Faults, readings: Any) -> None:
    pon = (
        "0 draw 2s\n0 tsumogiri 2s\n1 draw 9m\n1 tsumogiri 9m\n3 pon 9m 99m from 1\n3 discard 2s\n"
    )
    called = river(1, pon, seat=0, draws=68)
    noten = called + NOTEN + then("E1.1 dora 9p", 28000, 24000, 24000, 24000)
    assert faults(noten, H, E_WAITS_36P) == []
    assert "A12" in readings(noten, H, E_WAITS_36P)
    assert "L138" in faults(called + MANGAN, H, E_WAITS_36P)
    taken = replace(H, nagashi_claimed_ok=True)  # A12
    after = then("E2.0 dora 9p", 21000, 33000, 23000, 23000)
    assert faults(called + MANGAN + after, taken, E_WAITS_36P) == []
    assert "L139" in faults(noten, taken, E_WAITS_36P)


def test_H_9_5_the_dealer_passes_after_his_own(faults: Faults, readings: Any) -> None:
    own = river(0) + "draw nagashi_mangan tenpai nobody : 12000 -4000 -4000 -4000"
    hands = dict.fromkeys(range(4), "13 unknown")
    after = (37000, 21000, 21000, 21000)
    passes, stays = then("E2.0 dora 9p", *after), then("E1.1 dora 9p", *after)
    assert faults(own + passes, H, hands) == []
    assert "A12" in readings(own + passes, H, hands)
    winner = replace(H, nagashi_renchan="winner")  # A12
    assert faults(own + stays, winner, hands) == []
    assert "G102" in faults(own + stays, H, hands)
