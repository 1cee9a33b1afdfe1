"""Payments, rotation and tournament points: the computed vectors and the rulings on money."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mjlog.american.rotation import Seating, first_seating, order_of
from mjlog.american.rules import AmericanRules, load_american_rules, parse_american_rules
from mjlog.american.settlement.errors import mahjong_in_error
from mjlog.american.settlement.payments import (
    Payment,
    all_disturbed,
    bonus_counts,
    challenge_transfer,
    no_payment,
    payable_value,
    payments,
    sole_survivor,
    wall_game,
    with_bettor,
    with_pie,
    wrecked_wall,
)
from mjlog.american.settlement.tournament import error_points, wall_points, win_points

TABLE = "ABCD"
LEAGUE = load_american_rules("nmjl-2024")
CLASSIC = load_american_rules("nmjl-classic")
SEED = load_american_rules("american-seed")


def paid(payment: Payment | None) -> list[int]:
    assert payment is not None
    return list(payment.pay.values())


def win(
    value: int,
    winner: str,
    how: str = "discard",
    off: str | None = None,
    *,
    jokerless: bool = False,
    rules: AmericanRules = LEAGUE,
    **more: object,
) -> Payment:
    return payments(TABLE, winner, how, off, value, jokerless, rules, **more)  # type: ignore[arg-type]


# --- the computed vectors -------------------------------------------------------------------
@pytest.mark.parametrize("rules", [LEAGUE, CLASSIC, SEED], ids=lambda r: r.name)
@pytest.mark.parametrize(
    ("value", "winner", "how", "off", "jokerless", "points"),
    [
        (25, "A", "discard", "B", False, [100, -50, -25, -25]),
        (25, "A", "self_pick", None, False, [150, -50, -50, -50]),
        (25, "A", "discard", "B", True, [200, -100, -50, -50]),
        (25, "A", "self_pick", None, True, [300, -100, -100, -100]),
        (50, "C", "discard", "D", False, [-50, -50, 200, -100]),
        (75, "A", "self_pick", None, False, [450, -150, -150, -150]),
        (30, "A", "heavenly", None, False, [180, -60, -60, -60]),
        (40, "B", "discard", "D", False, [-40, 160, -40, -80]),
        (25, "A", "misname", "B", False, [100, -100, 0, 0]),
    ],
)
def test_payment_vectors(
    rules: AmericanRules,
    value: int,
    winner: str,
    how: str,
    off: str | None,
    jokerless: bool,
    points: list[int],
) -> None:
    payment = win(value, winner, how, off, jokerless=jokerless, rules=rules)
    assert paid(payment) == points
    assert sum(points) == 0


def test_vector_mahjong_in_error_40_one_survivor() -> None:
    assert paid(sole_survivor(TABLE, "A", "D", 40, LEAGUE)) == [-80, 0, 0, 80]


@pytest.mark.parametrize(("rules", "points"), [(LEAGUE, 50), (CLASSIC, 25), (SEED, 25)])
def test_vector_challenge(rules: AmericanRules, points: int) -> None:
    lost = challenge_transfer("A", "B", False, rules)
    won = challenge_transfer("A", "B", True, rules)
    assert lost is not None and won is not None
    assert (lost.source, lost.to, lost.amount) == ("A", "B", points)
    assert (won.source, won.to, won.amount) == ("B", "A", points)


def test_vector_sample_hand_and_its_chain() -> None:
    payment = win(25, "C", off="B", jokerless=True)
    assert paid(payment) == [-50, -100, 200, -50]
    assert payment.chain("B") == "25 × discarder 2 × jokerless 2 = 100"
    assert payment.chain("A") == "25 × jokerless 2 = 50"
    assert payment.chain("C") == "50 + 100 + 50 = 200"
    assert payment.reason == (
        "A, D: 25 × jokerless 2 = 50; B: 25 × discarder 2 × jokerless 2 = 100"
    )


def easts(rules: AmericanRules, hands: int) -> str:
    seating: Seating | None = first_seating(TABLE, rules)
    found = ""
    for _ in range(hands):
        assert seating is not None
        found += seating.east
        seating = seating.after()
    return found


def test_vector_rotation_seed16() -> None:
    assert easts(SEED, 16) == "ABCDBADCCDBADCAB"


def test_vector_rotation_pivot() -> None:
    assert easts(LEAGUE, 16) == "ABCDACDBADBCABCD"


# --- rotation ----------------------------------------------------------------------------------
def test_the_game_of_the_seed_is_over_after_sixteen_hands() -> None:
    seating: Seating | None = first_seating(TABLE, SEED)
    for _ in range(15):
        assert seating is not None
        seating = seating.after()
    assert seating is not None and seating.after() is None


def test_all_seats_of_the_seed_table() -> None:
    seating: Seating | None = first_seating(TABLE, SEED)
    rounds = []
    for hand in range(16):
        assert seating is not None
        if hand % 4 == 0:
            rounds.append("".join(seating.order))
        seating = seating.after()
    assert rounds == ["ABCD", "BADC", "CDBA", "DCAB"]


def test_a_void_hand_stays_with_east_or_moves() -> None:
    first = first_seating(TABLE, LEAGUE)
    assert first.after(void=True) == first
    moves = replace(LEAGUE, void_hand_east="moves")
    after = first_seating(TABLE, moves).after(void=True)
    assert after is not None and after.east == "B"


def test_three_players_have_three_hands_a_round() -> None:
    rules = load_american_rules("nmjl-2024-3p")
    seating: Seating | None = first_seating("ABC", rules)
    found = ""
    for _ in range(6):
        assert seating is not None
        found += seating.east
        seating = seating.after()
    assert found == "ABCACB"


def test_free_seats_only_move_the_deal() -> None:
    assert easts(load_american_rules("house"), 8) == "ABCDABCD"


def test_seats_by_person_and_back() -> None:
    second = first_seating(TABLE, LEAGUE).after()
    assert second is not None
    assert second.seats == {"A": "N", "B": "E", "C": "S", "D": "W"}
    assert order_of(second.seats) == second.order
    assert second.with_order("DCBA").order == tuple("DCBA")


# --- mahjong in error ------------------------------------------------------------------------
def test_R_77_mahjong_said_and_nothing_shown_has_no_penalty() -> None:
    outcome = mahjong_in_error(TABLE, "A", 40, LEAGUE, shown="none")
    assert (outcome.kind, outcome.dead, outcome.payment) == ("retract", (), None)


def test_R_78_the_called_group_alone_may_become_an_exposure() -> None:
    outcome = mahjong_in_error(TABLE, "A", 40, LEAGUE, shown="group", claimed=True)
    assert (outcome.kind, outcome.turn) == ("exposure", "A")
    strict = replace(LEAGUE, error_becomes_exposure=False)
    assert mahjong_in_error(TABLE, "A", 40, strict, shown="group", claimed=True).kind == "dead"


@pytest.mark.parametrize("rules", [LEAGUE, SEED], ids=lambda r: r.name)
def test_R_79_shown_with_the_others_intact_is_dead_and_pays_the_winner(
    rules: AmericanRules,
) -> None:
    outcome = mahjong_in_error(TABLE, "A", 40, rules)
    assert (outcome.kind, outcome.dead, outcome.turn) == ("dead", ("A",), "B")
    assert paid(win(25, "D", off="B", rules=rules, dead=outcome.dead)) == [-25, -50, -25, 100]


def test_R_80_one_other_threw_in_both_are_dead_and_pay() -> None:
    outcome = mahjong_in_error(TABLE, "A", 40, LEAGUE, out={"B"})
    assert (outcome.kind, outcome.dead, outcome.turn) == ("dead", ("A", "B"), "C")
    assert paid(win(25, "C", off="D", dead=outcome.dead)) == [-25, -25, 100, -50]


@pytest.mark.parametrize("rules", [LEAGUE, SEED], ids=lambda r: r.name)
def test_R_81_two_others_threw_in_the_declarer_pays_double(rules: AmericanRules) -> None:
    outcome = mahjong_in_error(TABLE, "A", 40, rules, out={"B", "C"})
    assert outcome.kind == "end"
    assert paid(outcome.payment) == [-80, 0, 0, 80]


def test_R_82_the_last_in_error_pays_by_the_own_attempt() -> None:
    outcome = mahjong_in_error(TABLE, "C", 30, LEAGUE, out={"A", "B"})
    assert outcome.kind == "end"
    assert paid(outcome.payment) == [0, 0, -60, 60]


def test_R_83_who_wrecks_the_wall_pays_the_lowest_value_to_the_intact() -> None:
    outcome = mahjong_in_error(TABLE, "A", 40, LEAGUE, wrecker="B", lowest=25)
    assert outcome.kind == "end"
    assert paid(outcome.payment) == [0, -50, 25, 25]


def test_R_84_a_quint_line_with_the_wrong_pair_is_an_error_like_any() -> None:
    outcome = mahjong_in_error(TABLE, "A", 40, LEAGUE, out={"B", "C"})
    assert outcome.payment is not None
    assert outcome.payment.chain("A") == "40 × mahjong in error 2 = 80"


def test_nobody_intact_after_an_error() -> None:
    outcome = mahjong_in_error(TABLE, "A", 40, LEAGUE, out={"B", "C", "D"}, lowest=25)
    assert outcome.kind == "end" and paid(outcome.payment) == [0, 0, 0, 0]
    lowest = replace(LEAGUE, all_disturbed="declarer_pays_lowest")
    outcome = mahjong_in_error(TABLE, "A", 40, lowest, out={"B", "C", "D"}, lowest=25)
    assert paid(outcome.payment) == [-75, 25, 25, 25]
    assert paid(all_disturbed(TABLE, "A", None, lowest)) == [0, 0, 0, 0]


def test_the_turn_after_an_error_goes_to_the_right_of_the_declarer_past_dead_hands() -> None:
    assert mahjong_in_error(TABLE, "D", 40, LEAGUE, out={"A"}).turn == "B"


def test_wrecked_walls_may_cost_nothing() -> None:
    assert paid(wrecked_wall(TABLE, "B", "CD", 25, replace(LEAGUE, wrecked_wall="none"))) == [0] * 4


# --- money -------------------------------------------------------------------------------------
def test_R_89_25_on_a_discard() -> None:
    assert paid(win(25, "A", off="B")) == [100, -50, -25, -25]


@pytest.mark.parametrize("how", ["self_pick", "exchange", "heavenly", "earthly"])
def test_R_90_25_self_pick(how: str) -> None:
    assert paid(win(25, "A", how)) == [150, -50, -50, -50]


def test_R_91_25_on_a_discard_jokerless() -> None:
    assert paid(win(25, "A", off="B", jokerless=True)) == [200, -100, -50, -50]


def test_R_92_25_self_pick_jokerless() -> None:
    assert paid(win(25, "A", "self_pick", jokerless=True)) == [300, -100, -100, -100]


def test_R_93_singles_and_pairs_have_no_bonus() -> None:
    bonus = bonus_counts(True, True, True, LEAGUE)
    assert paid(win(50, "A", off="B", jokerless=bonus)) == [200, -100, -50, -50]


def test_R_94_a_bonus_that_was_not_announced_is_lost() -> None:
    assert not bonus_counts(True, False, False, LEAGUE)
    assert bonus_counts(True, True, False, LEAGUE)
    assert not bonus_counts(False, True, False, LEAGUE)
    unclaimed = load_american_rules("house-unclaimed")
    assert bonus_counts(True, False, False, unclaimed)


def test_R_95_forty_except_the_thrower_eighty() -> None:
    assert paid(win(40, "B", off="D")) == [-40, 160, -40, -80]


def test_R_96_a_wall_game_costs_nothing_and_the_deal_moves() -> None:
    assert paid(wall_game(TABLE, LEAGUE)) == [0, 0, 0, 0]
    after = first_seating(TABLE, LEAGUE).after()
    assert after is not None and after.east == "B"


def test_R_97_the_value_stays_as_announced() -> None:
    assert payable_value(25, 40) == 25
    assert payable_value(40, 25) == 25


BETTING = load_american_rules("house-bettor")


def test_R_98_a_bettor_who_speaks_loses_the_bet() -> None:
    payment = with_bettor(win(25, "A", off="B"), "E", "A", BETTING, spoke=True)
    assert payment.pay == {"A": 100, "B": -50, "C": -25, "D": -25, "E": 0}


def test_R_99_a_bettor_on_the_winner_of_a_self_pick_collects_double_too() -> None:
    payment = with_bettor(win(25, "A", "self_pick"), "E", "A", BETTING)
    assert payment.pay == {"A": 150, "B": -100, "C": -100, "D": -100, "E": 150}


def test_R_100_a_bet_on_a_wall_game_collects_the_lowest_value() -> None:
    payment = with_bettor(wall_game(TABLE, BETTING), "E", None, BETTING, lowest=25)
    assert payment.pay == {"A": -25, "B": -25, "C": -25, "D": -25, "E": 100}
    won = with_bettor(win(25, "A", off="B"), "E", None, BETTING, lowest=25)
    assert won.pay["E"] == 0


def test_a_bettor_on_a_loser_pays_as_that_player_does() -> None:
    payment = with_bettor(win(25, "A", off="B"), "E", "B", BETTING)
    assert payment.pay == {"A": 150, "B": -50, "C": -25, "D": -25, "E": -50}
    with pytest.raises(ValueError, match="nmjl-2024 has no bettor"):
        with_bettor(win(25, "A", off="B"), "E", "B", LEAGUE)


# --- errors that one person pays for -----------------------------------------------------------
@pytest.mark.parametrize("rules", [LEAGUE, SEED], ids=lambda r: r.name)
def test_R_53_the_misnamer_alone_pays_four_times(rules: AmericanRules) -> None:
    payment = win(25, "C", "misname", "A", rules=rules)
    assert paid(payment) == [-100, 0, 100, 0]
    assert payment.chain("A") == "25 × misnamed 4 = 100"


def test_R_54_the_actual_tile_wins_by_the_normal_table() -> None:
    assert paid(win(25, "D", off="A")) == [-50, -25, -25, 100]


def test_R_55_a_misnamed_joker_pays_for_the_table() -> None:
    payment = win(25, "C", "misnamed_joker", "A")
    assert paid(payment) == [-100, 0, 100, 0]
    assert payment.chain("A") == "misnamed joker, for the table: 50 + 25 + 25 = 100"
    four = replace(LEAGUE, misnamed_joker="multiplier", misname_multiplier=5)
    assert paid(win(25, "C", "misnamed_joker", "A", rules=four)) == [-125, 0, 125, 0]


def test_R_72_out_of_turn_pays_four_times() -> None:
    assert paid(win(30, "C", "out_of_turn", "A")) == [-120, 0, 120, 0]


def test_R_73_the_wrong_end_pays_for_the_table() -> None:
    assert paid(win(30, "C", "wrong_end", "A")) == [-120, 0, 120, 0]
    assert paid(win(30, "C", "wrong_end", "A", jokerless=True)) == [-240, 0, 240, 0]
    none = replace(LEAGUE, wrong_end="none")
    assert paid(win(30, "C", "wrong_end", "A", rules=none)) == [-60, -30, 120, -30]


def test_the_bonus_does_not_count_for_offenders_unless_the_rules_say_so() -> None:
    assert paid(win(25, "C", "misname", "A", jokerless=True)) == [-100, 0, 100, 0]
    counts = replace(LEAGUE, misname_jokerless=True)
    assert paid(win(25, "C", "misname", "A", jokerless=True, rules=counts)) == [-200, 0, 200, 0]


def test_R_68_three_dead_hands_pay_nothing() -> None:
    assert paid(no_payment(TABLE, "three hands are dead")) == [0, 0, 0, 0]


# --- house rules ---------------------------------------------------------------------------------
def test_dead_hands_may_be_let_off() -> None:
    kind = replace(LEAGUE, dead_hand_pays=False)
    assert paid(win(25, "A", off="B", rules=kind, dead={"C"})) == [75, -50, 0, -25]


def test_hot_wall_and_obvious_hand_pay_for_the_table() -> None:
    for how in ("hot_wall", "obvious_hand"):
        assert paid(win(25, "A", how, "B", jokerless=True)) == [200, -200, 0, 0]


def test_concealed_bonus_comes_before_the_factors() -> None:
    payment = win(25, "A", off="B", bonus=10, jokerless=True)
    assert paid(payment) == [280, -140, -70, -70]
    assert payment.chain("B") == "(25 + concealed 10) × discarder 2 × jokerless 2 = 140"


def test_east_wins_double_where_the_house_says_so() -> None:
    house = load_american_rules("house-dealer")
    assert paid(win(25, "A", off="B", rules=house, east="A")) == [200, -100, -50, -50]
    assert paid(win(25, "A", off="B", rules=house, east="B")) == [100, -50, -25, -25]
    assert paid(win(25, "A", off="B", east="A")) == [100, -50, -25, -25]


def test_the_kitty_fills_on_wall_games_and_goes_to_the_winner() -> None:
    house = load_american_rules("house-kitty")
    assert paid(wall_game(TABLE, house)) == [-25] * 4
    payment = win(25, "A", off="B", rules=house, kitty=100)
    assert paid(payment) == [200, -50, -25, -25]
    assert payment.chain("A") == "50 + 25 + 25 + kitty = 200"


def test_nobody_loses_more_than_the_pie() -> None:
    house = load_american_rules("house-pie")
    totals = {"A": 0, "B": -480, "C": 100, "D": -500}
    payment = with_pie(win(25, "A", off="B", rules=house), totals, house)
    assert paid(payment) == [45, -20, -25, 0]
    assert payment.chain("B") == "25 × discarder 2 = 50, cut to the pie = 20"
    assert with_pie(payment, totals, LEAGUE) is payment


def test_other_factors_of_a_table() -> None:
    rules = parse_american_rules(
        'extends = "house"\nself_pick_multiplier = 3\nothers_multiplier = 0\n'
        "jokerless_multiplier = 4\n"
    )
    assert paid(win(10, "A", "self_pick", rules=rules)) == [90, -30, -30, -30]
    assert paid(win(10, "A", off="B", rules=rules, jokerless=True)) == [80, -80, 0, 0]


@pytest.mark.parametrize("players", ["ABC", "ABCD"])
@pytest.mark.parametrize("how", ["discard", "self_pick", "misname", "wrong_end", "out_of_turn"])
@pytest.mark.parametrize("jokerless", [False, True])
def test_home_play_is_zero_sum(players: str, how: str, jokerless: bool) -> None:
    off = None if how == "self_pick" else "B"
    payment = payments(players, "A", how, off, 35, jokerless, LEAGUE)
    assert sum(payment.pay.values()) == 0
    assert payment.pay["A"] > 0


@pytest.mark.parametrize(
    ("winner", "how", "off", "message"),
    [
        ("A", "ron", "B", "'ron' is no way to win"),
        ("E", "discard", "B", "winner 'E' is not at the table"),
        ("A", "discard", "A", "'A' cannot have discarded"),
        ("A", "discard", None, "None cannot have discarded"),
        ("A", "self_pick", "B", "nobody discards on a self-pick"),
    ],
)
def test_what_cannot_be_is_refused(winner: str, how: str, off: str | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        win(25, winner, how, off)


# --- tournaments ---------------------------------------------------------------------------------
DESTINATION, MAHJCON, CRAK, ONLINE = (
    load_american_rules(f"tournament-{name}")
    for name in ("destination", "mahjcon", "crak-your-bags", "online")
)


@pytest.mark.parametrize("rules", [DESTINATION, MAHJCON, CRAK, ONLINE], ids=lambda r: r.name)
def test_R_101_30_self_pick_jokerless_is_60(rules: AmericanRules) -> None:
    points = win_points(TABLE, "A", None, 30, rules, self_pick=True, jokerless=True)
    assert paid(points) == [60, 0, 0, 0]
    assert points.chain("A") == "30 + self-pick 10 + jokerless 20 = 60"


@pytest.mark.parametrize(
    ("rules", "losses"),
    [
        (DESTINATION, [10, 10, 20, 25]),
        (MAHJCON, [0, 0, 20, 25]),
        (CRAK, [10, 10, 20, 30]),
        (ONLINE, [0, 0, 0, 0]),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_R_102_the_thrower_loses_by_the_exposures(rules: AmericanRules, losses: list[int]) -> None:
    for exposures, loss in enumerate(losses):
        points = win_points(TABLE, "A", "B", 25, rules, exposures=exposures)
        assert paid(points) == [25, -loss, 0, 0]
    assert paid(win_points(TABLE, "A", "B", 25, rules, exposures=4))[1] == -losses[3]


def test_two_exposures_of_a_quint_hand_cost_25_at_mahjcon() -> None:
    assert paid(win_points(TABLE, "A", "B", 45, MAHJCON, exposures=2, quints=True))[1] == -25
    assert paid(win_points(TABLE, "A", "B", 45, DESTINATION, exposures=2, quints=True))[1] == -20


@pytest.mark.parametrize("rules", [DESTINATION, MAHJCON, CRAK, ONLINE], ids=lambda r: r.name)
def test_R_103_a_wall_game_gives_10_to_every_hand_that_is_alive(rules: AmericanRules) -> None:
    assert paid(wall_points(TABLE, rules)) == [10, 10, 10, 10]
    assert paid(wall_points(TABLE, rules, dead={"C"})) == [10, 10, 0, 10]


def test_R_104_the_one_intact_hand_after_an_error_gets_10_at_mahjcon() -> None:
    assert paid(error_points(TABLE, ["D"], MAHJCON)) == [0, 0, 0, 10]
    assert paid(error_points(TABLE, ["D"], DESTINATION)) == [0, 0, 0, 0]


def test_R_105_an_unfinished_game_gives_nothing() -> None:
    assert paid(error_points(TABLE, [], CRAK)) == [0, 0, 0, 0]


def test_R_12_looking_at_a_stolen_tile() -> None:
    assert paid(wall_points(TABLE, DESTINATION, peeked=["A"])) == [0, 10, 10, 10]
    assert paid(wall_points(TABLE, MAHJCON, peeked=["A"])) == [0, 10, 10, 10]
    assert paid(wall_points(TABLE, CRAK, peeked=["A"])) == [10, 10, 10, 10]
    assert LEAGUE.peeking_points == 0


def test_a_misnamer_loses_25_at_mahjcon() -> None:
    points = win_points(TABLE, "A", "B", 30, MAHJCON, exposures=0, misnamed=True)
    assert paid(points) == [30, -25, 0, 0]


def test_points_need_a_tournament() -> None:
    with pytest.raises(ValueError, match="nmjl-2024 is no profile of a tournament"):
        wall_points(TABLE, LEAGUE)
