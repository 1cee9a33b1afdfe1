"""Payments, liability and nagashi, one line of a rule book a test."""

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
    KAKAN,
    PON,
)
from mjlog.engine.liability import find_liable, liability, nagashi_seats
from mjlog.engine.payments import (
    add_nagashi,
    add_noten,
    add_win,
    is_head_winner,
    paid_honba,
    ron_points,
    tsumo_shares,
    win_points,
)
from mjlog.rules import Rules
from mjlog.rules.columns import rules_row

USUAL = Rules()
E, S, W, N = range(4)
MANGAN, HANEMAN, BAIMAN = 2000, 3000, 4000

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


@pytest.mark.parametrize("dealer", [False, True])
def test_a_tsumo_tells_what_the_hand_would_collect_by_ron(dealer: bool) -> None:
    rules = row(USUAL)
    for han in range(1, 5):
        for fu in (20, 25, *range(30, 120, 10)):
            if han == 1 and fu < 30:  # no hand is that: seven pairs and pinfu tsumo are two han
                continue
            base = min(2000, fu << (2 + han))
            drawn = win_points(base, dealer, True, rules)
            assert ron_points(drawn, dealer, rules) == win_points(base, dealer, False, rules)
    assert ron_points(48000, True, rules) == 48000


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

    def liable(self, winner: int, rules: Rules = USUAL) -> list[int]:
        table = np.array(self.rows, np.uint8).reshape(-1, 4)
        out = np.zeros(4, np.int64)
        kind, seat, tile, source = (np.ascontiguousarray(table[:, i]) for i in range(4))
        find_liable(kind, seat, tile, source, 0, len(table), winner, row(rules), out)
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
    fed_by, counted = np.array(fed), np.array(multiples)
    return liability(fed_by, counted, yakuman, points, by_tsumo, False, row(rules))


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
