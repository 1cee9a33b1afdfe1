"""Payments, game flow and placement points, one line of a rule book a test."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    EXHAUSTIVE,
    KAKAN,
    KYUUSHU,
    NAGASHI,
    PON,
    SANCHAHOU,
    SUUCHA,
    SUUKAN,
)
from mjlog.engine.flow import (
    END_CAP,
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
from mjlog.engine.liability import find_liable, liability, nagashi_seats
from mjlog.engine.payments import (
    add_nagashi,
    add_noten,
    add_win,
    is_head_winner,
    paid_honba,
    tsumo_shares,
    win_points,
)
from mjlog.engine.placement import add_leftover, final_points, places
from mjlog.rules import Rules
from mjlog.rules.columns import rules_row, uma_table

USUAL = Rules()
E, S, W, N = range(4)
MANGAN, HANEMAN, BAIMAN, YAKUMAN = 2000, 3000, 4000, 8000

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
SPLIT_NORTH = Rules(players=3, uma=(15, 0, -15), honba_total=200, tsumo_loss="split_north")
MAJSOUL = Rules(pao_scope="pao_part", max_ron=3, triple_ron="pay", return_points=25000)


def row(rules: Rules) -> Any:
    return rules_row(rules).astype(np.int64)


def ron(
    points: int, winner: int, payer: int, *, rules: Rules = USUAL, dealer: int = E,
    honba: int = 0, sticks: int = 0, liable: int = -1, part: int | None = None,
) -> list[int]:  # fmt: skip
    out = np.zeros(4, np.int64)
    under = 0 if liable < 0 else points if part is None else part
    add_win(out, points, under, liable, winner, payer, dealer, honba, sticks, row(rules))
    return [int(x) for x in out]


def tsumo(points: int, winner: int, **more: Any) -> list[int]:
    return ron(points, winner, winner, **more)


# --- wins -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "dealer", "by_tsumo", "rules", "points"),
    [
        (30 << 5, False, False, Rules(), 3900),
        (30 << 5, False, True, Rules(), 4000),  # 1000/2000
        (30 << 6, False, True, Rules(), 7900),  # 2000/3900
        (30 << 3, False, True, Rules(), 1100),  # 300/500
        (30 << 5, True, False, Rules(), 5800),
        (40 << 5, True, True, Rules(), 7800),
        (MANGAN, False, True, SANMA, 6000),
        (MANGAN, False, True, SPLIT_NORTH, 8000),
        (30 << 3, False, True, SPLIT_NORTH, 1200),  # 300 + 200 / 500 + 200
        (HANEMAN, True, True, SANMA, 12000),
        (HANEMAN, True, True, SPLIT_NORTH, 18000),
    ],
)
def test_a_hand_collects_the_shares_rounded_up(
    base: int, dealer: bool, by_tsumo: bool, rules: Rules, points: int
) -> None:
    assert win_points(base, dealer, by_tsumo, row(rules)) == points


@pytest.mark.parametrize("rules", [Rules(), SANMA, SPLIT_NORTH], ids=["4p", "loss", "split"])
@pytest.mark.parametrize("dealer", [False, True])
def test_every_tsumo_total_splits_back_into_its_shares(rules: Rules, dealer: bool) -> None:
    for han in range(1, 5):
        for fu in (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110):
            base = min(2000, fu << (2 + han))
            points = win_points(base, dealer, True, row(rules))
            child, top = tsumo_shares(points, dealer, row(rules))
            extra = 0
            unit = -(-base * (2 if dealer else 1) // 100) * 100
            if rules.tsumo_loss == "split_north" and rules.players == 3:
                extra = -(-unit // 200) * 100
            assert child == unit + extra
            assert top == (0 if dealer else -(-base * 2 // 100) * 100 + extra)


def test_a_400_700_tsumo_is_recorded_as_1500() -> None:
    assert tsumo(1500, S) == [-700, 1500, -400, -400]


def test_three_player_mangan_tsumo_is_recorded_as_6000() -> None:
    assert tsumo(6000, S, rules=SANMA) == [-4000, 6000, -2000, 0]


def test_kita_lifts_the_hand_and_the_absent_share_is_lost() -> None:
    assert win_points(BAIMAN, False, True, row(SANMA)) == 12000
    assert tsumo(12000, S, rules=SANMA) == [-8000, 12000, -4000, 0]
    assert win_points(HANEMAN, False, True, row(SANMA)) == 9000


def test_dealer_mangan_tsumo_twice() -> None:
    first = tsumo(12000, E)
    second = tsumo(12000, E, honba=1)
    assert first == [12000, -4000, -4000, -4000]
    assert [25000 + a + b for a, b in zip(first, second, strict=True)] == [
        49300, 16900, 16900, 16900,
    ]  # fmt: skip


def test_counters_are_300_on_ron_and_100_from_each_on_tsumo() -> None:
    assert ron(3900, S, W, honba=2) == [0, 4500, -4500, 0]
    assert tsumo(4000, S, honba=2) == [-2200, 4600, -1200, -1200]


def test_counters_may_be_worth_1500() -> None:
    rules = Rules(honba_total=1500)
    assert ron(3900, S, W, honba=2, rules=rules) == [0, 6900, -6900, 0]
    assert tsumo(4000, S, honba=1, rules=rules) == [-2500, 5500, -1500, -1500]


def test_three_player_counters_are_200_on_ron_and_100_from_each_on_tsumo() -> None:
    assert ron(3900, S, W, honba=2, rules=SANMA) == [0, 4300, -4300, 0]
    assert tsumo(6000, S, honba=1, rules=SANMA) == [-4100, 6200, -2100, 0]


def test_deposits_go_to_the_winner() -> None:
    assert ron(2600, W, N, honba=1, sticks=1) == [0, 0, 3900, -2900]


def test_of_two_winners_the_first_after_the_discarder_takes_counters_and_deposits() -> None:
    # E discards; S 3,900 and N 8,000; 2 counters, 2 sticks.
    assert is_head_winner(S, N, E, 4)
    assert not is_head_winner(N, S, E, 4)
    assert [paid_honba(2, head, row(HOUSE)) for head in (True, False)] == [2, 0]
    upper = ron(3900, S, E, honba=2, sticks=2, rules=HOUSE)
    lower = ron(8000, N, E, rules=HOUSE)
    total = [a + b for a, b in zip(upper, lower, strict=True)]
    assert total == [-12500, 6500, 0, 8000]


def test_counters_may_be_paid_to_each_winner() -> None:
    assert paid_honba(2, False, row(Rules(honba_multi_ron="each"))) == 2


def test_an_extracted_north_is_paid_by_its_owner() -> None:
    first = ron(12000, 0, 2, rules=SANMA)
    second = ron(16000, 1, 2, rules=SANMA)
    assert [a + b for a, b in zip(first, second, strict=True)] == [12000, 16000, -28000, 0]


# --- liability ---------------------------------------------------------------------------------


def test_liable_player_pays_half_a_ron_and_the_counters() -> None:
    assert ron(32000, 1, 0, dealer=3, honba=6, liable=3) == [-16000, 33800, 0, -17800]


def test_the_discarder_pays_the_counters_where_the_rules_say_so() -> None:
    rules = Rules(pao_honba="discarder")
    assert ron(32000, 1, 0, dealer=3, honba=6, liable=3, rules=rules) == [
        -17800, 33800, 0, -16000,
    ]  # fmt: skip


def test_seed_7_1_two_counters() -> None:
    assert ron(32000, N, W, honba=2, liable=E, rules=JPML) == [-16000, 0, -16600, 32600]
    assert tsumo(32000, N, honba=2, liable=E, rules=JPML) == [-32600, 0, 0, 32600]
    assert ron(32000, N, E, honba=2, liable=E, rules=JPML) == [-32600, 0, 0, 32600]
    assert ron(48000, E, W, honba=1, liable=N, rules=HOUSE) == [48300, 0, -24300, -24000]
    assert tsumo(48000, E, honba=1, liable=N, rules=HOUSE) == [48300, 0, 0, -48300]


def test_liable_player_answers_for_the_whole_hand_or_for_the_part() -> None:
    # daisangen and tsuuiisou, child ron: 48,000/16,000 where only the part counts
    assert ron(64000, S, W, liable=N, part=64000) == [0, 64000, -32000, -32000]
    assert ron(64000, S, W, liable=N, part=32000) == [0, 64000, -48000, -16000]
    # double daisuushi and tsuuiisou, dealer ron
    assert ron(144000, E, S, liable=W, part=96000) == [144000, -96000, -48000, 0]
    # dealer tsumo of two yakuman, one of them fed
    assert tsumo(96000, E, liable=S, part=48000) == [96000, -64000, -16000, -16000]


@dataclass
class Calls:
    """Events of one round, as the kernels read them."""

    rows: list[tuple[int, int, int, int]] = field(default_factory=list)

    def add(self, kind: int, seat: int, tile: int, from_seat: int = 255) -> Calls:
        self.rows.append((kind, seat, tile, from_seat))
        return self

    def liable(self, winner: int) -> list[int]:
        table = np.array(self.rows, np.uint8).reshape(-1, 4)
        out = np.zeros(4, np.int64)
        columns = [np.ascontiguousarray(table[:, i]) for i in range(4)]
        find_liable(*columns, 0, len(table), winner, out)
        return [int(x) for x in out]

    def nagashi(self, rules: Rules) -> int:
        table = np.array(self.rows, np.uint8).reshape(-1, 4)
        kind, seat, tile, from_seat = (table[:, i] for i in range(4))
        return nagashi_seats(kind, seat, from_seat, tile, 0, len(table), row(rules))


HAKU, HATSU, CHUN = 31, 32, 33
A, B, C = 1, 2, 3  # the others; seat 0 wins


def two_dragons() -> Calls:
    return Calls().add(PON, 0, HAKU, A).add(PON, 0, HATSU, B)


def test_a_concealed_third_dragon_makes_nobody_liable() -> None:
    assert two_dragons().liable(0)[0] == -1


def test_a_concealed_kan_as_third_dragon_makes_nobody_liable() -> None:
    assert two_dragons().add(ANKAN, 0, CHUN).liable(0)[0] == -1


@pytest.mark.parametrize("kind", [PON, DAIMINKAN])
def test_who_feeds_the_third_dragon_is_liable(kind: int) -> None:
    assert two_dragons().add(kind, 0, CHUN, C).liable(0)[0] == C


def test_an_earlier_concealed_kan_counts_as_a_visible_set() -> None:
    calls = Calls().add(ANKAN, 0, CHUN).add(PON, 0, HAKU, A).add(PON, 0, HATSU, B)
    assert calls.liable(0)[0] == B


def test_an_added_kan_changes_nobody() -> None:
    calls = two_dragons().add(PON, 0, CHUN, C).add(KAKAN, 0, HAKU, A)
    assert calls.liable(0)[0] == C


def test_calls_of_others_do_not_count() -> None:
    calls = two_dragons().add(PON, 1, CHUN, C)
    assert calls.liable(0)[0] == -1


def test_who_feeds_the_fourth_wind_is_liable() -> None:
    calls = Calls()
    for wind, feeder in ((27, A), (28, B), (29, C)):
        calls.add(PON, 0, wind, feeder)
    assert calls.liable(0)[1] == -1
    assert calls.add(PON, 0, 30, B).liable(0)[1] == B


def test_the_fourth_kan_counts_only_as_an_open_kan() -> None:
    three = [(ANKAN, 0, 3, 255), (ANKAN, 0, 12, 255), (KAKAN, 0, 20, A)]
    assert Calls([*three]).add(DAIMINKAN, 0, 5, C).liable(0)[2] == C
    assert Calls([*three]).add(ANKAN, 0, 5).liable(0)[2] == -1
    assert Calls([*three]).add(KAKAN, 0, 5, B).liable(0)[2] == -1


def test_a_rinshan_after_open_kans_is_owed_by_the_feeder_until_the_next_discard() -> None:
    calls = Calls().add(DAIMINKAN, 0, HATSU, N)
    assert calls.liable(0)[3] == N
    assert calls.add(ANKAN, 0, 5).liable(0)[3] == N
    assert calls.add(DISCARD, 0, 9).liable(0)[3] == -1
    assert calls.add(ANKAN, 0, 7).liable(0)[3] == -1
    assert tsumo(2700, S, liable=N, rules=JPML) == [0, 2700, 0, -2700]
    assert tsumo(4000, S, liable=N, rules=JPML) == [0, 4000, 0, -4000]


def owed(
    fed: list[int], multiples: list[int], *, rules: Rules = USUAL, yakuman: int = 1,
    points: int = 32000, by_tsumo: bool = True,
) -> tuple[int, int]:  # fmt: skip
    return liability(np.array(fed), np.array(multiples), yakuman, points, by_tsumo, row(rules))


def test_only_the_yakuman_of_the_rules_make_liable() -> None:
    assert owed([3, -1, -1, -1], [1, 0, 0]) == (3, 32000)
    assert owed([3, -1, -1, -1], [0, 0, 0]) == (-1, 0)  # another hand in the end
    assert owed([-1, -1, 2, -1], [0, 0, 1]) == (-1, 0)
    assert owed([-1, -1, 2, -1], [0, 0, 1], rules=JPML) == (2, 32000)


def test_part_of_a_stacked_yakuman() -> None:
    fed = [-1, 2, -1, -1]
    assert owed(fed, [0, 2, 0], yakuman=3, points=96000) == (2, 96000)
    assert owed(fed, [0, 2, 0], yakuman=3, points=96000, rules=MAJSOUL) == (2, 64000)


def test_rinshan_liability_needs_the_rule_and_a_tsumo() -> None:
    fed = [-1, -1, -1, 3]
    assert owed(fed, [0, 0, 0], yakuman=0, points=2700) == (-1, 0)
    assert owed(fed, [0, 0, 0], yakuman=0, points=2700, rules=JPML) == (3, 2700)
    by_ron = owed(fed, [0, 0, 0], yakuman=0, points=2700, rules=JPML, by_tsumo=False)
    assert by_ron == (-1, 0)


# --- draws --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tenpai", "rules", "deltas"),
    [
        ([S], Rules(), [-1000, 3000, -1000, -1000]),
        ([E, S], Rules(), [1500, 1500, -1500, -1500]),
        ([E, S, W], Rules(), [1000, 1000, 1000, -3000]),
        ([], Rules(), [0, 0, 0, 0]),
        ([E, S, W, N], Rules(), [0, 0, 0, 0]),
        ([S], SANMA, [-1000, 2000, -1000, 0]),
        ([S, W], SANMA, [-2000, 1000, 1000, 0]),
        ([S], Rules(noten_pool=0), [0, 0, 0, 0]),
    ],
)
def test_noten_players_pay_tenpai_players(
    tenpai: list[int], rules: Rules, deltas: list[int]
) -> None:
    out = np.zeros(4, np.int64)
    add_noten(out, sum(1 << s for s in tenpai), row(rules))
    assert out.tolist() == deltas


def nagashi(seats: list[int], rules: Rules, honba: int = 0, sticks: int = 0) -> list[int]:
    out = np.zeros(4, np.int64)
    add_nagashi(out, sum(1 << s for s in seats), E, honba, sticks, row(rules))
    return [int(x) for x in out]


def test_nagashi_is_paid_as_a_mangan_tsumo() -> None:
    assert nagashi([S], Rules()) == [-4000, 8000, -2000, -2000]
    assert nagashi([E], Rules()) == [12000, -4000, -4000, -4000]
    assert nagashi([E], SANMA) == [8000, -4000, -4000, 0]
    assert nagashi([S], SANMA) == [-4000, 6000, -2000, 0]


def test_several_nagashi_add_up() -> None:
    assert nagashi([E, S], Rules()) == [8000, 4000, -6000, -6000]


def test_nagashi_collects_counters_and_deposits_only_by_rule() -> None:
    assert nagashi([S], Rules(), honba=1, sticks=1) == [-4000, 8000, -2000, -2000]
    assert nagashi([S], HOUSE, honba=1, sticks=1) == [-4100, 9300, -2100, -2100]


def test_nagashi_needs_a_river_of_uncalled_terminals_and_honours() -> None:
    river = Calls().add(DISCARD, S, 27).add(DISCARD, W, 4).add(DISCARD, N, 26)
    assert river.nagashi(Rules()) == 1 << S | 1 << N
    assert Calls([*river.rows]).add(CHI, E, 26, N).nagashi(Rules()) == 1 << S
    own = Calls([*river.rows]).add(PON, N, 4, W)
    assert own.nagashi(Rules()) == 1 << S | 1 << N
    assert own.nagashi(Rules(nagashi_own_calls_ok=False)) == 1 << S


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
    assert next_deposits(kind, 1, row(Rules())) == 1
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
    assert next_deposits(RESULT_WIN, 3, usual) == 0
    assert next_deposits(NAGASHI, 3, usual) == 3
    assert next_deposits(NAGASHI, 3, row(HOUSE)) == 0


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
