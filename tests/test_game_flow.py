"""Game flow and placement points, one line of a rule book a test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mjlog.codes import (
    CHOMBO_DRAW,
    EXHAUSTIVE,
    KYUUSHU,
    NAGASHI,
    RESTART,
    SANCHAHOU,
    SUUCHA,
    SUUKAN,
)
from mjlog.engine.flow import (
    END_CAP,
    END_CHOMBO,
    END_LENGTH,
    END_LIMIT,
    END_THRESHOLD,
    END_TOBI,
    END_YAME,
    GO_ON,
    RESULT_WIN,
    dealer_repeats,
    game_end,
    next_deposits,
    next_honba,
)
from mjlog.engine.placement import add_leftover, final_points, places
from mjlog.rules import Rules
from mjlog.rules.columns import rules_row, uma_table

USUAL = Rules()

JPML = Rules(
    start_points=30000, extension="none", tobi="none", agari_yame="none", tenpai_yame="none",
    leftover_deposit="void", max_ron=1, nagashi="off", pao_honba="discarder",
    pao_yaku=frozenset({"daisangen", "daisuushi", "suukantsu"}), daiminkan_rinshan_pao=True,
)  # fmt: skip
HOUSE = Rules(
    extension="full_wind", extension_threshold=30100, extension_cmp="gt", extension_winds=4,
    agari_yame="none", tenpai_yame="none", tobi="le0", leftover_deposit="void",
    double_ron_renchan="head", nagashi="win", nagashi_renchan="pass", nagashi_collects=True,
    pao_honba="discarder", pao_yaku=JPML.pao_yaku, daiminkan_rinshan_pao=True,
)  # fmt: skip
SANMA = Rules(
    players=3, start_points=35000, return_points=40000, extension_threshold=40000,
    honba_total=200, noten_pool=2000, uma=(20, 0, -20), aka=(0, 1, 1), kita="nukidora",
    tsumo_loss="loss",
)  # fmt: skip


def row(rules: Rules) -> Any:
    return rules_row(rules).astype(np.int64)


# --- next round --------------------------------------------------------------------------------


def repeats(
    result: int, *, wins: int = 0, tenpai: int = 0, nagashi: int = 0, rules: Rules = USUAL
) -> int:
    return dealer_repeats(result, wins, tenpai, nagashi, row(rules))


def test_the_dealer_keeps_the_deal_by_a_win_or_tenpai() -> None:
    assert repeats(RESULT_WIN, wins=1) == 1
    assert repeats(RESULT_WIN) == 0
    assert repeats(EXHAUSTIVE, tenpai=1) == 1
    assert repeats(EXHAUSTIVE) == 0


@pytest.mark.parametrize(
    ("renchan", "win", "tenpai", "noten"),
    [("none", 0, 0, 0), ("win", 1, 0, 0), ("tenpai", 1, 1, 0), ("noten", 1, 1, 1)],
)
def test_kinds_of_renchan(renchan: Any, win: int, tenpai: int, noten: int) -> None:
    rules = Rules(renchan=renchan)
    assert repeats(RESULT_WIN, wins=1, rules=rules) == win
    assert repeats(EXHAUSTIVE, tenpai=1, rules=rules) == tenpai
    assert repeats(EXHAUSTIVE, tenpai=0, rules=rules) == noten


@pytest.mark.parametrize("kind", [KYUUSHU, SUUCHA, SANCHAHOU, SUUKAN])
def test_after_an_abort_the_dealer_repeats_with_one_more_counter(kind: int) -> None:
    assert repeats(kind) == 1
    assert next_honba(kind, 1, 2, row(Rules())) == 3
    assert next_deposits(kind, 0, 1, row(Rules())) == 1
    assert repeats(kind, rules=Rules(abort_renchan="rotate")) == 0


def test_after_nagashi_the_dealer_repeats_by_tenpai_as_winner_or_never() -> None:
    assert repeats(NAGASHI, tenpai=1) == 1
    assert repeats(NAGASHI, nagashi=1) == 0
    winner = Rules(nagashi_renchan="winner")
    assert [repeats(NAGASHI, nagashi=x, tenpai=1 - x, rules=winner) for x in (0, 1)] == [0, 1]
    assert repeats(NAGASHI, nagashi=1, tenpai=1, rules=HOUSE) == 0


def test_counters_and_deposits_of_the_next_round() -> None:
    usual = row(Rules())
    assert next_honba(RESULT_WIN, 1, 2, usual) == 3
    assert next_honba(RESULT_WIN, 0, 2, usual) == 0
    assert next_honba(EXHAUSTIVE, 0, 2, usual) == 3
    assert next_honba(NAGASHI, 0, 2, usual) == 3
    assert next_honba(NAGASHI, 0, 2, row(HOUSE)) == 0
    assert next_deposits(RESULT_WIN, 3, 3, usual) == 0
    assert next_deposits(NAGASHI, 3, 3, usual) == 3
    assert next_deposits(NAGASHI, 3, 3, row(HOUSE)) == 0


def test_a_nagashi_that_collects_leaves_no_sticks() -> None:
    collects = row(Rules(nagashi="draw", nagashi_collects=True))
    assert next_deposits(NAGASHI, 1, 3, collects) == 0
    assert next_honba(NAGASHI, 0, 2, collects) == 3  # a draw all the same


def test_a_void_hand_is_played_again_as_it_was() -> None:
    usual = row(Rules(chombo="mangan_payment"))
    for result in (CHOMBO_DRAW, RESTART):
        assert repeats(result) == 1
        assert next_honba(result, 1, 2, usual) == 2
        assert next_deposits(result, 1, 3, usual) == 1
    counts = row(Rules(chombo_honba_unchanged=False))
    assert [next_honba(r, 1, 2, counts) for r in (CHOMBO_DRAW, RESTART)] == [3, 2]
    everything, nothing = (
        row(Rules(chombo_returns_deposits="all")), row(Rules(chombo_returns_deposits="none")),
    )  # fmt: skip
    assert [next_deposits(CHOMBO_DRAW, 1, 3, r) for r in (everything, nothing)] == [0, 3]
    assert [next_deposits(RESTART, 1, 3, r) for r in (everything, nothing)] == [1, 1]


def test_a_chombo_without_a_replay_is_like_an_abort() -> None:
    rules = Rules(chombo_replay=False)
    assert repeats(CHOMBO_DRAW, rules=rules) == 1
    assert next_honba(CHOMBO_DRAW, 1, 2, row(rules)) == 3
    assert repeats(CHOMBO_DRAW, rules=replace(rules, abort_renchan="rotate")) == 0


# --- end of the game ---------------------------------------------------------------------------


def end(
    scores: list[int], round_: str, result: int = RESULT_WIN, *, keeps: bool = False,
    rules: Rules = USUAL,
) -> int:  # fmt: skip
    stage = "ESWNR".index(round_[0])
    return game_end(np.array(scores), stage, int(round_[1]) - 1, result, int(keeps), row(rules))


LEVEL = [25000, 25000, 25000, 25000]
WON = [20000, 35000, 25000, 20000]
DEALER_LEADS = [20000, 22000, 23000, 35000]


def test_the_game_goes_on_to_the_last_dealer() -> None:
    assert end(WON, "S3") == GO_ON
    assert end(WON, "E4") == GO_ON
    assert end(WON, "E4", rules=Rules(length="east")) == END_LENGTH
    assert end(WON, "S4") == END_LENGTH
    assert end(WON, "E1", rules=Rules(length="one_hand")) == END_LENGTH
    assert end(WON, "S4", rules=Rules(length="full")) == GO_ON
    assert end(WON, "N4", rules=Rules(length="full")) == END_LENGTH


def test_three_players_end_with_the_third_dealer() -> None:
    scores = [30000, 45000, 30000, 0]
    assert end(scores, "S2", rules=SANMA) == GO_ON
    assert end(scores, "S3", rules=SANMA) == END_LENGTH


def test_who_has_less_than_nothing_ends_the_game() -> None:
    assert end([-100, 50100, 25000, 25000], "E2") == END_TOBI
    assert end([0, 50000, 25000, 25000], "E2") == GO_ON
    assert end([0, 50000, 25000, 25000], "E2", rules=HOUSE) == END_TOBI
    assert end([-1500, 51500, 35000, 35000], "E3", rules=JPML) == GO_ON


def test_a_void_hand_ends_no_game_but_by_its_payments() -> None:
    assert end(DEALER_LEADS, "S4", CHOMBO_DRAW, keeps=True) == GO_ON
    assert end(WON, "W4", CHOMBO_DRAW, keeps=True) == GO_ON
    assert end(WON, "E1", RESTART, keeps=True, rules=Rules(length="one_hand")) == GO_ON
    bust = [29000, 37000, 35000, -1000]
    assert end(bust, "E2", CHOMBO_DRAW, keeps=True, rules=HOUSE) == END_TOBI
    assert (
        end(LEVEL, "E2", CHOMBO_DRAW, keeps=True, rules=Rules(chombo_ends_game=True)) == END_CHOMBO
    )
    priority = Rules(extension_renchan_priority=False)
    assert end(WON, "W1", CHOMBO_DRAW, keeps=True, rules=priority) == GO_ON


def test_the_upper_limit_ends_the_game() -> None:
    scores = [10000, 60000, 15000, 15000]
    assert end(scores, "E3", rules=Rules(upper_cap=60000)) == END_CAP
    assert end(scores, "E3", rules=Rules(upper_cap=60100)) == GO_ON


def test_nobody_over_the_threshold_plays_west_in_sudden_death() -> None:
    assert end(LEVEL, "S4") == GO_ON
    assert end(LEVEL, "S4", rules=Rules(extension="none")) == END_LENGTH
    assert end(WON, "W1") == END_THRESHOLD
    assert end(LEVEL, "W3") == GO_ON
    assert end(LEVEL, "W4") == END_LIMIT
    assert end(LEVEL, "W4", rules=Rules(extension_winds=2)) == GO_ON


def test_exactly_the_threshold_counts_as_the_rules_compare() -> None:
    scores = [30000, 25000, 25000, 20000]
    assert end(scores, "S4") == END_LENGTH
    assert end(scores, "S4", rules=Rules(extension_cmp="gt")) == GO_ON


def test_seed_1_3_a_full_west_round() -> None:
    assert end([30100, 25000, 24900, 20000], "S4", rules=HOUSE) == GO_ON
    assert end([30200, 25000, 24800, 20000], "S4", rules=HOUSE) == END_LENGTH
    assert end([31000, 24000, 25000, 20000], "W2", rules=HOUSE) == GO_ON
    assert end([31000, 24000, 25000, 20000], "W4", rules=HOUSE) == END_THRESHOLD
    assert end(LEVEL, "W4", rules=HOUSE) == GO_ON
    assert end(LEVEL, "N4", rules=HOUSE) == GO_ON
    assert end(LEVEL, "R4", rules=HOUSE) == GO_ON  # the returning East
    assert end([20000, 20000, 20000, 40000], "S4", keeps=True, rules=HOUSE) == GO_ON


def test_seed_4_1_the_last_dealer() -> None:
    level = [30000, 30000, 30000, 30000]
    assert end(level, "S4", rules=JPML) == END_LENGTH
    leads = [25000, 25000, 25000, 45000]
    assert end(leads, "S4", EXHAUSTIVE, keeps=True, rules=JPML) == GO_ON
    assert end(leads, "S4", EXHAUSTIVE, rules=JPML) == END_LENGTH


def test_the_leading_last_dealer_stops_by_a_win_or_by_tenpai() -> None:
    assert end(DEALER_LEADS, "S4", keeps=True) == END_YAME
    assert end(DEALER_LEADS, "S4", EXHAUSTIVE, keeps=True) == END_YAME
    assert end(DEALER_LEADS, "S4", KYUUSHU, keeps=True) == GO_ON
    assert end(DEALER_LEADS, "S3", keeps=True) == GO_ON


def test_stopping_may_be_off_or_optional() -> None:
    rules = Rules(agari_yame="optional", tenpai_yame="none")
    assert end(DEALER_LEADS, "S4", keeps=True, rules=rules) == -END_YAME
    assert end(DEALER_LEADS, "S4", EXHAUSTIVE, keeps=True, rules=rules) == GO_ON


def test_stopping_needs_the_lead_and_the_threshold() -> None:
    assert end([35000, 20000, 15000, 30000], "S4", keeps=True) == GO_ON
    assert end([20000, 24900, 25100, 30000], "S4", keeps=True) == END_YAME
    assert end([24900, 24900, 20300, 29900], "S4", keeps=True) == GO_ON
    assert end([35000, 15000, 15000, 35000], "S4", keeps=True) == GO_ON  # tie, earlier seat


def test_a_trailing_dealer_of_the_extension_plays_on_by_rule() -> None:
    scores = [20000, 35000, 25000, 20000]
    assert end(scores, "W1", keeps=True) == GO_ON
    rules = Rules(extension_renchan_priority=False)
    assert end(scores, "W1", keeps=True, rules=rules) == END_THRESHOLD
    assert end(scores, "S4", keeps=True, rules=rules) == GO_ON
    assert end([35000, 20000, 25000, 20000], "W1", keeps=True) == END_YAME


# --- placement -----------------------------------------------------------------------------------


def points(scores: list[int], rules: Rules) -> list[float]:
    out = np.zeros(4, np.int64)
    final_points(out, np.array(scores), uma_table(rules), row(rules))
    return [x / 10 for x in out.tolist()]


def test_equal_players_share_the_placement_points_by_rule() -> None:
    scores = [29300, 30700, 29300, 30700]
    share = Rules(start_points=30000, uma=(15, 5, -5, -15), uma_tie="share")
    assert points(scores, share) == [-10.7, 10.7, -10.7, 10.7]
    by_seat = Rules(start_points=30000, uma=(15, 5, -5, -15))
    assert points(scores, by_seat) == [-5.7, 15.7, -15.7, 5.7]


def test_equal_players_are_ranked_by_seat() -> None:
    out = np.zeros(4, np.int64)
    places(out, np.array([25000, 30000, 25000, 20000]), 4)
    assert out.tolist() == [1, 0, 2, 3]


def test_shared_first_place_shares_the_oka() -> None:
    rules = Rules(uma_tie="share")
    assert points([35000, 35000, 20000, 10000], rules) == [30.0, 30.0, -20.0, -40.0]


def test_first_place_gets_the_oka() -> None:
    assert points([45000, 30000, 15000, 10000], Rules()) == [55.0, 10.0, -25.0, -40.0]


def test_seed_1_3_without_oka_and_placement_points() -> None:
    rules = Rules(start_points=30000, uma=(0, 0, 0, 0))
    assert points([41200, 33000, 27000, 18800], rules) == [11.2, 3.0, -3.0, -11.2]


def test_placement_points_by_floaters() -> None:
    tables = ((0, 0, 0, 0), (12, -1, -3, -8), (8, 4, -4, -8), (8, 3, 1, -12), (8, 4, -4, -8))
    rules = Rules(start_points=30000, uma=(), uma_by_floaters=tables)
    assert points([50000, 29000, 22000, 19000], rules) == [32.0, -2.0, -11.0, -19.0]
    assert points([41000, 31000, 26000, 22000], rules) == [19.0, 5.0, -8.0, -16.0]


def test_halves_are_rounded_away_from_nothing_on_the_raw_score() -> None:
    rules = Rules(point_rounding="half_away")
    # 46 + 31 + 25 − 1: the first place takes what is left, 55 and not 56.
    assert points([45500, 30500, 24500, -500], rules) == [55.0, 11.0, -15.0, -51.0]


def test_five_is_dropped_and_six_raised() -> None:
    rules = Rules(point_rounding="gosha_rokunyu")
    assert points([45500, 30600, 13500, 10400], rules) == [56.0, 11.0, -27.0, -40.0]


def test_three_players_of_tenhou() -> None:
    assert points([27400, 83100, -5500, 0], SANMA)[:3] == [-12.6, 78.1, -65.5]


@pytest.mark.parametrize(
    ("mode", "scores"),
    [
        ("top", [32000, 30000, 20000, 16000]),
        ("void", [30000, 30000, 20000, 16000]),
        ("share", [31000, 31000, 20000, 16000]),
    ],
)
def test_sticks_left_at_the_end(mode: Any, scores: list[int]) -> None:
    out = np.array([30000, 30000, 20000, 16000])
    add_leftover(out, 2, row(Rules(leftover_deposit=mode)))
    assert out.tolist() == scores
