"""Seed 002, section 1 (競技全般), row by row: J the league, H the house.

Seats 0 1 2 3 are the checklist's E S W N in an East 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import mjlog
from mjlog import load_rules
from mjlog.auditing import audit_batch
from mjlog.codes import YAKU
from mjlog.engine.placement import final_points
from mjlog.rules.columns import rules_row, uma_table

J, H, H_TOBI = load_rules("jpml-2005"), load_rules("ishokai"), load_rules("ishokai-tobi")
LAST = ("S4.0 dora 9p", "W1.0 dora 9p")

Faults = Callable[..., list[str]]
Play = Callable[..., Any]


def scored(title: str, *scores: int) -> str:
    return f"{title} scores {' '.join(map(str, scores))}"


# --- 1.1 end of the game
def test_J_1_1_south_4_is_the_last_hand(faults: Faults, dealt_by: Any) -> None:
    win = dealt_by(3).ron(1, 0, 1000, "-1000 1000 0 0")
    last = (scored("S4.0 dora 9p", 31000, 29000, 30000, 30000), win)
    assert faults([last], J, final_scores=(30000, 30000, 30000, 30000)) == []
    west = ("W1.0 dora 9p", dealt_by(0).ron(1, 0, 1000, "-1000 1000 0 0"))
    assert faults([last, west], J) == ["G106"]
    played = replace(  # A17: the West round that is described elsewhere
        J, extension="full_wind", extension_threshold=30100, extension_cmp="ge"
    )
    assert faults([last, west], played) == []
    assert faults([last], played, complete=True) == ["G107"]


def test_J_1_1_nobody_goes_bust(faults: Faults, dealt_by: Any) -> None:
    e3 = scored("E3.0 dora 9p", 6500, 40000, 40000, 33500)
    win = dealt_by(2).ron(1, 0, 8000, "-8000 8000 0 0")
    e4 = scored("E4.0 dora 9p", -1500, 48000, 40000, 33500)
    assert faults([(e3, win), (e4, dealt_by(3).drawn("nobody", "0 0 0 0"))], J) == []
    assert faults([(e3, win)], J, complete=True) == ["G107"]


def test_J_1_1_the_west_round_rests_on_a17(readings: Any, dealt_by: Any) -> None:
    win = dealt_by(3).ron(1, 0, 1000, "-1000 1000 0 0")
    last = (scored("S4.0 dora 9p", 31000, 29000, 30000, 30000), win)
    assert "A17" in readings([last], J, complete=True)


def zero(dealt_by: Any) -> list[tuple[str, str]]:
    """S, on 1,000, deals 1,000 into W: 0 points; and a next hand."""
    first = scored("E1.0 dora 9p", 33000, 1000, 33000, 33000)
    after = scored("E2.0 dora 9p", 33000, 0, 34000, 33000)
    deals_in = dealt_by(0).ron(2, 1, 1000, "0 -1000 1000 0")
    return [(first, deals_in), (after, dealt_by(1).drawn("nobody", "0 0 0 0"))]


def test_H_1_1_with_tobi_0_points_end_the_game(faults: Faults, dealt_by: Any) -> None:
    hands = zero(dealt_by)
    assert "G106" in faults(hands, H_TOBI)
    assert "G106" not in faults(hands, replace(H_TOBI, tobi="lt0"))
    assert "G106" not in faults(hands, H)  # not agreed
    assert "G107" not in faults(hands[:1], H_TOBI, complete=True)
    assert "G107" in faults(hands[:1], replace(H_TOBI, tobi="lt0"), complete=True)


RIICHI = "turns 1 but 2p5p\n1 draw 7z\n1 riichi\n1 tsumogiri 7z\n1 accepted\n2 draw 6z"
TENPAI = {1: "123m456789s34p99p"}


def test_H_1_1_1000_points_are_too_few_for_a_riichi(faults: Faults, menu: Any) -> None:
    poor, rich = [40000, 1000, 30000, 29000], [40000, 1100, 29900, 29000]
    assert "L122" in faults(RIICHI, H_TOBI, TENPAI, scores=poor)
    assert "L122" not in faults(RIICHI, H_TOBI, TENPAI, scores=rich)
    assert "L122" not in faults(RIICHI, H, TENPAI, scores=poor)  # A1: only with トビあり
    assert "L122" in faults(RIICHI, replace(H, riichi_min_points=1100), TENPAI, scores=poor)
    turn = RIICHI.splitlines()[0] + "\n1 draw 7z"
    assert "riichi 7z" not in menu(turn, H_TOBI, 1, hands=TENPAI, scores=poor)
    assert "riichi 7z" in menu(turn, H_TOBI, 1, hands=TENPAI, scores=rich)


def test_J_1_1_no_minimum_for_a_riichi(faults: Faults) -> None:
    assert "L122" not in faults(RIICHI, J, TENPAI, scores=[40000, 1000, 40000, 39000])
    assert "L122" not in faults(RIICHI, J, TENPAI, scores=[40000, 0, 40000, 40000])  # A1


# --- 1.2 dice
def test_J_1_2_dice_are_kept_and_change_nothing(play: Play) -> None:
    game = play("turns 4", J)
    before = [str(f) for f in mjlog.audit(game)]
    game.batch.rounds.dice[0] = (3, 4)
    assert game.rounds[0].dice == (3, 4)
    assert [str(f) for f in mjlog.audit(game)] == before


def test_H_1_2_a_record_without_dice_is_complete(play: Play, faults: Faults) -> None:
    game = play("turns 4", H)
    assert game.rounds[0].dice is None
    assert faults("turns 4", H) == []


# --- 1.3 points to start with, the further winds
def points(scores: list[int], rules: Any) -> list[float]:
    """Points of a game before the placement points, which the seed does not give."""
    out = np.zeros(4, np.int64)
    plain = replace(rules, uma=(0, 0, 0, 0))
    final_points(out, np.array(scores), uma_table(plain), rules_row(plain).astype(np.int64))
    return [x / 10 for x in out.tolist()]


def test_J_1_3_start_and_return_30000(faults: Faults, play: Play) -> None:
    assert points([41200, 33000, 27000, 18800], J) == [11.2, 3.0, -3.0, -11.2]
    assert sum(points([41200, 33000, 27000, 18800], J)) == 0
    assert faults("turns 4", J) == []
    assert faults("turns 4", J, scores=[25000] * 4) == ["G110"]


def test_J_1_3_final_points_are_not_checked_without_placement_points(
    play: Play, dealt_by: Any
) -> None:
    last = (scored("S4.0 dora 9p", 31000, 29000, 30000, 30000),
            dealt_by(3).ron(1, 0, 1000, "-1000 1000 0 0"))  # fmt: skip
    game = play([last], J, final_scores=(30000,) * 4)
    game.batch.final_points[0] = (0, 0, 0, 0)
    assert audit_batch(game.batch).not_checked["final-points"] == 1
    known = replace(J, uma=(15, 5, -5, -15))
    audit = audit_batch(game.batch, rules=known)
    assert audit.not_checked["final-points"] == 0
    assert [f.code for f in audit.findings if f.severity != "note"] == ["G109"]


def after_south_4(dealt_by: Any, before: int) -> tuple[str, str]:
    """S4 in which E rises to ``before`` + 1,000, the others stay below."""
    rest = (100000 - before) // 3
    scores = (before, rest, rest, 100000 - before - 2 * rest)
    return scored("S4.0 dora 9p", *scores), dealt_by(3).ron(0, 1, 1000, "1000 -1000 0 0")


@pytest.mark.parametrize(
    ("top", "over", "over_with_ge"),
    [(30000, False, False), (30100, False, True), (30200, True, True)],
)
def test_H_1_3_west_unless_somebody_is_over_30100(
    top: int, over: bool, over_with_ge: bool, faults: Faults, dealt_by: Any
) -> None:
    last = after_south_4(dealt_by, top - 1000)
    west = ("W1.0 dora 9p", dealt_by(0).drawn("nobody", "0 0 0 0"))
    scores = [int(x) for x in last[0].split()[-4:]]
    west = (scored(west[0], scores[0] + 1000, scores[1] - 1000, *scores[2:]), west[1])
    for rules, ends in ((H, over), (replace(H, extension_cmp="ge"), over_with_ge)):  # A2
        assert faults([last], rules, complete=True) == ([] if ends else ["G107"])
        assert faults([last, west], rules) == (["G106"] if ends else [])


def test_H_1_3_exactly_30100_rests_on_a2(readings: Any, dealt_by: Any) -> None:
    assert "A2" in readings([after_south_4(dealt_by, 29100)], H, complete=True)
    assert "A2" not in readings([after_south_4(dealt_by, 29000)], H, complete=True)


def test_H_1_3_a_further_wind_is_played_to_its_end(faults: Faults, dealt_by: Any) -> None:
    w2 = (
        scored("W2.0 dora 9p", 31000, 24000, 25000, 20000),
        dealt_by(1).drawn("nobody", "0 0 0 0"),
    )
    w3 = (
        scored("W3.1 dora 9p", 31000, 24000, 25000, 20000),
        dealt_by(2).drawn("nobody", "0 0 0 0"),
    )
    assert faults([w2, w3], H) == []
    assert faults([w2], H, complete=True) == ["G107"]


def test_H_1_3_west_north_return_east_return_south(faults: Faults, dealt_by: Any) -> None:
    """Nobody ever has enough: 返り東 follows N4, and the game ends with the 返り南."""
    level, rounds, honba = (25000,) * 4, [], 0
    for wind in "ESWNES":
        for dealer in range(4):
            title = f"{wind}{dealer + 1}.{honba} dora 9p"
            rounds.append((scored(title, *level), dealt_by(dealer).drawn("nobody", "0 0 0 0")))
            honba += 1
    assert faults(rounds, H, final_scores=level) == []
    assert faults(rounds[:-1], H, complete=True) == ["G107"]
    more = (scored(f"W1.{honba} dora 9p", *level), dealt_by(0).drawn("nobody", "0 0 0 0"))
    assert faults([*rounds, more], H) == ["G106"]


def test_H_1_3_the_last_dealer_may_not_stop(faults: Faults, dealt_by: Any) -> None:
    win = (
        scored("S4.0 dora 9p", 20000, 21500, 20000, 38500),
        dealt_by(3).ron(3, 1, 1500, "0 -1500 0 1500"),
    )
    again = scored("S4.1 dora 9p", 20000, 20000, 20000, 40000)
    assert faults([win, (again, dealt_by(3).drawn("nobody", "0 0 0 0"))], H) == []
    assert faults([win], H, complete=True) == ["G107"]


# --- 1.4 to 1.8, 1.11: nothing that a record must hold
@pytest.mark.parametrize("turn", range(4))
def test_J_1_4_any_participants(turn: int, faults: Faults) -> None:
    names = ("Asa", "Botan", "Chidori", "Daigo")
    assert faults("turns 4", J, names=names[turn:] + names[:turn]) == []


def test_H_1_4_no_participants_named(play: Play) -> None:
    game = play("turns 4", H, names=("", "", "", ""))
    assert game.names == ("", "", "", "")
    assert [f.code for f in mjlog.audit(game)] == ["G120"]


def test_J_1_5_any_seating(play: Play) -> None:
    game = play("turns 4", J, names=("Daigo", "Asa", "Chidori", "Botan"))
    assert game.names[0] == "Daigo" and game.rounds[0].state(0).wind(0) == 0


def test_H_1_5_any_seating(faults: Faults) -> None:
    assert faults("turns 4", H, names=("Chidori", "Daigo", "Asa", "Botan")) == []


def test_J_1_6_the_first_dealer_is_whom_the_record_names(play: Play) -> None:
    for names in (("Asa", "Botan", "Chidori", "Daigo"), ("Daigo", "Chidori", "Botan", "Asa")):
        (round_,) = play("turns 4", J, names=names).rounds
        assert (round_.dealer, round_.game.names[round_.dealer]) == (0, names[0])


def test_H_1_6_the_first_dealer_is_whom_the_record_names(faults: Faults, dealt_by: Any) -> None:
    second = scored("E2.1 dora 9p", *(25000,) * 4)
    drawn = [("E1.0 dora 9p", dealt_by(0).drawn("nobody", "0 0 0 0")),
             (second, dealt_by(1).drawn("nobody", "0 0 0 0"))]  # fmt: skip
    assert faults(drawn, H, names=("Daigo", "Chidori", "Botan", "Asa")) == []


def test_J_1_7_hands_in_any_order_of_tiles(faults: Faults) -> None:
    assert faults("turns 8", J, {0: "4z3z2z1z9s6s3s8p5p2p7m4m1m"}) == []


def test_H_1_7_hands_in_any_order_of_tiles(faults: Faults) -> None:
    assert faults("turns 8", H, {0: "1z4m2p9s7m5p4z1m6s8p3z3s2z"}) == []


def test_J_1_8_13_tiles_each_and_14_for_the_dealer(play: Play, faults: Faults) -> None:
    state = play("0 draw 5m", J).rounds[0].state(1)
    assert [len(hand) for hand in state.hands] == [14, 13, 13, 13]
    assert faults("0 draw 5m\n0 discard 1z", J) == []


def test_H_1_8_13_tiles_each_and_14_for_the_dealer(play: Play, faults: Faults) -> None:
    state = play("0 draw 5m", H).rounds[0].state(1)
    assert [len(hand) for hand in state.hands] == [14, 13, 13, 13]
    assert faults("0 draw 5m\n0 discard 4z", H) == []


# --- 1.9 the dead wall
def live(play: Play, script: str, rules: Any, hands: dict[int, str] | None = None) -> int:
    (round_,) = play(script, rules, hands).rounds
    return int(round_.state(len(round_)).live_wall)


TWO_KANS = (
    "0 draw 7z\n0 ankan 1111z\n0 draw 8m\n0 discard 8m\n1 draw 6z\n1 ankan 2222z\n1 draw 8m\n"
    "1 discard 8m\n"
)
QUADS = {0: "147m258p369s111z1z", 1: "258m369p147s222z2z", 2: "369m147p258s3456z"}


def test_J_1_9_14_tiles_are_left_and_a_kan_takes_one(play: Play, faults: Faults) -> None:
    assert live(play, "turns 69", J) == 1
    assert live(play, "turns 70", J) == 0
    assert faults("turns 70\ndraw exhaustive tenpai nobody : 0 0 0 0", J) == []
    assert faults("turns 71", J) == ["L137"]
    # two kans: 68 draws from the wall (the dealer's and S's among them) and two replacements
    assert live(play, TWO_KANS + "turns 66", J, QUADS) == 0
    end = "\ndraw exhaustive tenpai nobody : 0 0 0 0"
    assert faults(TWO_KANS + "turns 66" + end, J, QUADS) == []
    assert faults(TWO_KANS + "turns 67", J, QUADS) == ["L137"]


def yaku_of(play: Play, *args: Any, **more: Any) -> set[str]:
    """The yaku of the last win as scored anew."""
    mask = int(audit_batch(play(*args, **more).batch).scores.yaku[-1])
    return {yaku.name for yaku in YAKU if mask >> yaku.id & 1}


def test_H_1_9_after_one_kan_the_69th_draw_is_the_haitei(play: Play, faults: Faults) -> None:
    one = "0 draw 1z\n0 ankan 1111z\n0 draw 8m\n0 discard 8m\n"
    hands = {0: "123m456p7899s111z", 2: "369m147p258s3456z"}
    assert live(play, one + "turns 67 but 6s9s", H, hands) == 1
    # the first draw and these 67 came from the wall, one tile was a replacement
    win = one + "turns 67 but 6s9s\n0 draw 6s\n0 tsumo 6s worth 12000 : 12000 -4000 -4000 -4000"
    assert "haitei" in yaku_of(play, win, H, hands)
    assert faults(win, H, hands) == []
    early = one + "turns 63 but 6s9s\n0 draw 6s\n0 tsumo 6s"
    assert "haitei" not in yaku_of(play, early, H, hands)
    assert faults(one + "turns 69", H, hands) == ["L137"]


# --- 1.10 the last tile
HELD_QUAD = {1: "258m369p147s1111z"}
PAIR_OF_3M = {2: "3369m147p258s345z"}
WAITS_FOR_3M = {2: "12m345678p45699s"}


def test_J_1_10_whoever_drew_the_last_tile_may_not_kan(faults: Faults, menu: Any) -> None:
    before = "turns 69 but 1z5p\n1 draw 5p"
    assert faults(before + "\n1 ankan 1111z", J, HELD_QUAD) == ["L111"]
    assert menu(before, J, 1, hands=HELD_QUAD) == []
    assert "ankan 1z with 1111z" in menu("turns 65 but 1z5p\n1 draw 5p", J, 1, hands=HELD_QUAD)


def test_J_1_10_the_last_discard_may_be_won_and_not_called(
    faults: Faults, menu: Any, play: Play
) -> None:
    last = "turns 69 but 3m\n1 draw 3m\n1 tsumogiri 3m\n"
    assert faults(last + "2 pon 3m 33m from 1\n2 discard 6m", J, PAIR_OF_3M) == ["L110"]
    assert menu(last, J, 2, hands=PAIR_OF_3M) == []
    assert menu(last, J, 2, hands=WAITS_FOR_3M) == ["ron 3m (1300)", "pass"]
    win = last + "2 ron 3m from 1 worth 1300 : 0 -1300 1300 0"
    assert faults(win, J, WAITS_FOR_3M) == []
    assert yaku_of(play, win, J, WAITS_FOR_3M) == {"houtei"}


def test_H_1_10_nor_add_a_tile_to_a_pon(faults: Faults) -> None:
    hands = {1: "2599m36p33s23457z"}
    script = (
        "0 draw 3s\n0 tsumogiri 3s\n1 pon 3s 33s from 0\n1 discard 2m\n"
        "2 draw 9m\n2 tsumogiri 9m\n1 pon 9m 99m from 2\n1 discard 5m\n"
    )
    assert faults(script + "turns 67 but 3s\n1 draw 3s\n1 kakan 3s", H, hands) == ["L111"]
    assert faults(script + "turns 63 but 3s\n1 draw 3s\n1 kakan 3s", H, hands) == []


# --- 1.11 order of turns
def test_J_1_11_the_next_seat_draws(found: Any) -> None:
    (finding,) = found("turns 2\n3 draw 7s\n3 discard 7s", J)
    assert (finding.code, finding.recorded, finding.expected) == ("L101", 3, 2)


def test_H_1_11_the_next_seat_draws(faults: Faults) -> None:
    assert faults("turns 1\n2 draw 7s\n2 discard 7s", H) == ["L101"]
    assert faults("turns 1\n1 draw 7s\n1 discard 7s", H) == []


# --- 1.13 how a hand ends
def test_J_1_13_a_draw_needs_the_whole_wall(found: Any) -> None:
    end = "\ndraw exhaustive tenpai nobody : 0 0 0 0"
    (finding,) = found("turns 69" + end, J)
    assert (finding.code, finding.recorded) == ("L136", 1)
    assert found("turns 70" + end, J) == []


def test_H_1_13_a_win_on_the_last_discard_is_no_draw(faults: Faults, play: Play) -> None:
    last = "turns 69 but 3m\n1 draw 3m\n1 tsumogiri 3m\n2 ron 3m from 1 worth 1300 : "
    assert faults(last + "0 -1300 1300 0", H, WAITS_FOR_3M) == []
    assert yaku_of(play, last + "0 -1300 1300 0", H, WAITS_FOR_3M) == {"houtei"}
    noten_too = last + "-1000 -2300 4300 -1000"
    assert faults(noten_too, H, WAITS_FOR_3M) == ["P101"]


# --- 1.14, 1.15 the discard after a call
def chi_of_5m(own: str, discard: str) -> str:
    return f"0 draw 5m\n0 tsumogiri 5m\n1 chi 5m {own} from 0\n1 discard {discard}"


def test_J_1_14_not_the_tile_of_the_chi(faults: Faults, menu: Any, readings: Any) -> None:
    hands = {1: "2345m369p147s234z"}
    assert faults(chi_of_5m("34m", "5m"), J, hands) == ["L108"]
    other_end = chi_of_5m("34m", "2m")
    assert faults(other_end, J, hands) == []
    assert readings(other_end, J, hands) == {"A18"}
    assert faults(other_end, replace(J, kuikae_suji=False), hands) == ["L108"]


def test_H_1_14_not_the_tile_of_the_chi(faults: Faults, readings: Any) -> None:
    hands = {1: "5678m369p147s234z"}
    other_end = chi_of_5m("67m", "8m")
    assert faults(other_end, H, hands) == []
    assert readings(other_end, H, hands) == {"A18"}
    assert faults(other_end, replace(H, kuikae_suji=False), hands) == ["L108"]
    red = {1: "0678m369p147s234z"}
    assert faults(chi_of_5m("67m", "0m"), replace(H, aka=(1, 0, 0)), red) == ["L108"]


def test_J_1_15_not_the_tile_of_the_pon(faults: Faults) -> None:
    hands = {1: "258m3555p147s234z"}
    pon = "0 draw 5p\n0 tsumogiri 5p\n1 pon 5p 55p from 0\n1 discard "
    assert faults(pon + "5p", J, hands) == ["L108"]
    assert faults(pon + "3p", J, hands) == []


def test_H_1_15_a_turn_later_it_may_go(faults: Faults) -> None:
    hands = {1: "258m369p147s2355z"}
    pon = "0 draw 5z\n0 tsumogiri 5z\n1 pon 5z 55z from 0\n1 discard 2m\n"
    later = "turns 3 but 5z\n1 draw 5z\n1 discard 5z"
    assert faults(pon + later, H, hands) == []


# --- 1.16 kans (who pays for the win on a replacement tile: see the payments)
CHI_1M = "0 draw 1m\n0 tsumogiri 1m\n1 chi 1m 23m from 0\n"


def test_J_1_16_kan_after_kan_and_not_after_a_call(faults: Faults, menu: Any) -> None:
    hands = {1: "23m258p1111s222z3z"}
    two = "turns 1\n1 draw 2z\n1 ankan 2222z\n1 draw 7z\n1 ankan 1111s\n1 draw 6z\n1 discard 6z"
    assert faults(two, J, hands) == []
    assert faults(CHI_1M + "1 ankan 1111s\n1 draw 6z\n1 discard 6z", J, hands) == ["L112"]
    assert menu(CHI_1M, J, 1, hands=hands) == []


def test_J_1_16_an_added_kan_can_be_robbed_and_a_concealed_one_by_orphans_only(
    faults: Faults, menu: Any, play: Play
) -> None:
    hands = {0: "147m258p44s12347z", 2: "234678m345p3599s"}
    added = (
        "turns 3 but 4s\n3 draw 4s\n3 tsumogiri 4s\n0 pon 4s 44s from 3\n0 discard 1z\n"
        "turns 3 but 4s\n0 draw 4s\n0 kakan 4s\n"
    )
    assert menu(added, J, 2, hands=hands) == ["ron 4s (1300)", "pass"]
    robbed = added + "2 ron 4s from 0 worth 1300 : -1300 0 1300 0"
    assert faults(robbed, J, hands) == []
    assert yaku_of(play, robbed, J, hands) == {"chankan"}
    orphans = {0: "147m258p999s1234z", 1: "19m19p1s1234567z1z", 2: "123456m999p1178s"}
    concealed = "0 draw 9s\n0 ankan 9999s\n"
    assert menu(concealed, J, 1, hands=orphans) == ["ron 9s (32000)", "pass"]
    assert menu(concealed, J, 2, hands=orphans) == []  # 6s9s, but no orphans
    rob = concealed + "2 ron 9s from 0"
    assert "L155" in faults(rob, J, orphans)
    kokushi = concealed + "1 ron 9s from 0 worth 32000 : -32000 32000 0 0"
    assert faults(kokushi, J, orphans) == []
    assert faults(kokushi, replace(J, chankan_ankan_kokushi=False), orphans) == ["L155"]


# --- 1.17 precedence
#: W throws 3p: N can chi it, S can pon it.
AT_ONCE = "turns 2 but 3p6p\n2 draw 3p\n2 tsumogiri 3p\n"
CALLERS = {1: "258m3369p147s345z", 3: "148m2459p367s456z"}
CHI_3P = "3 chi 3p 24p from 2\n3 discard 1m\n"
PON_3P = "1 pon 3p 33p from 2\n1 discard 2m\n"


def test_J_1_17_pon_before_chi_at_the_same_time(found: Any, faults: Faults, menu: Any) -> None:
    assert "chi 3p with 24p" in menu(AT_ONCE, J, 3, hands=CALLERS)
    assert menu(AT_ONCE, J, 1, hands=CALLERS) == ["pon 3p with 33p", "pass"]
    (finding,) = found(AT_ONCE + "! 1 late_call no\n" + CHI_3P, J, CALLERS)
    assert (finding.code, finding.seat, finding.rule) == ("E124", 3, "pon_over_chi")
    assert faults(AT_ONCE + "! 3 late_call no\n" + PON_3P, J, CALLERS) == []
    assert faults(AT_ONCE + CHI_3P, J, CALLERS) == []  # nobody else called
    first_said = replace(J, pon_over_chi=False)
    assert faults(AT_ONCE + "! 1 late_call no\n" + CHI_3P, first_said, CALLERS) == []


def test_J_1_17_a_clearly_later_pon_loses(faults: Faults) -> None:
    assert faults(AT_ONCE + "! 1 late_call yes\n" + CHI_3P, J, CALLERS) == []
    assert faults(AT_ONCE + "! 1 late_call yes\n" + PON_3P, J, CALLERS) == ["E117"]
    allowed = replace(J, late_call_loses=False)
    assert faults(AT_ONCE + "! 1 late_call yes\n" + PON_3P, allowed, CALLERS) == []


def test_J_1_17_a_win_before_everything(faults: Faults, menu: Any) -> None:
    hands = {0: "147m33258p369s12z", 1: "234678m45p34588s"}
    assert menu(AT_ONCE, J, 1, hands=hands)[0] == "ron 3p (2000)"
    assert menu(AT_ONCE, J, 0, hands=hands) == ["pon 3p with 33p", "pass"]
    win = "1 ron 3p from 2 worth 2000 : 0 2000 -2000 0"
    assert faults(AT_ONCE + "! 0 late_call no\n" + win, J, hands) == []
    pon = "0 pon 3p 33p from 2\n0 discard 1m\n"
    assert faults(AT_ONCE + "! 1 late_call no\n" + pon, J, hands) == ["E124"]


def test_H_1_17_a_false_ron_beside_a_real_win(faults: Faults) -> None:
    hands = {1: "234678m45p34588s"}
    win = "1 ron 3p from 2 worth 2000 : 0 2000 -2000 0"
    assert faults(AT_ONCE + "! 0 false_win\n" + win, H, hands) == []  # paid, not void (A25)
    chombo = replace(H, false_ron_beside_win="chombo")
    assert faults(AT_ONCE + "! 0 false_win\n" + win, chombo, hands) == ["E115"]


def test_J_1_14_the_verdict_is_none_and_may_be_a_dead_hand(faults: Faults) -> None:
    hands = {1: "2345m369p147s234z"}
    swapped = chi_of_5m("34m", "5m") + "\n"
    assert faults(swapped + "! 1 swap_call\n", J, hands) == ["L108"]
    dead = replace(J, kuikae_verdict="dead_hand")
    assert faults(swapped, dead, hands, kept=True) == ["E126"]
    assert faults(swapped + "! 1 dead_hand\n", dead, hands, kept=True) == []
