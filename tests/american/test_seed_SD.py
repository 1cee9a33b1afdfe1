"""Every row SD-01 to SD-24 of the seed text, under the profile ``american-seed``."""

from __future__ import annotations

from mjlog.american.rotation import SEED_TABLE, Seating, first_seating
from mjlog.american.rules import load_american_rules
from mjlog.american.settlement import challenge_transfer, payments, sole_survivor

from .hands import Played
from .hands import play as play_by
from .test_audit_results import SEED as SIXTEEN
from .test_audit_results import codes, hands, record

RULES = load_american_rules("american-seed")
#: C wins EV1 (25) on a discard of B; hands are not known.
C_WINS = "C !mahj EV1 25 off B"


def play(*lines: str, rules: str = "american-seed", level: str = "public") -> Played:
    """Audit a hand under the profile of the seed text."""
    return play_by(*lines, rules=rules, level=level)


# --- seats and rounds ------------------------------------------------------------------------
def test_SD_03_after_every_hand_the_player_on_the_right_is_east() -> None:
    wall = "wall game\npay A0 B0 C0 D0"
    win = f"{C_WINS}\npay A-25 B-50 C+100 D-25"
    east_wins = "B !mahj EV1 25 self-pick\npay A-50 B+150 C-50 D-50"
    rules = "american-seed"
    assert codes(record(wall, east_wins, win, rules=rules)) == []
    # East does not stay after a win, nor after a hand that nobody won
    for first in (wall, "A !mahj EV1 25 self-pick\npay A+150 B-50 C-50 D-50"):
        assert codes(record(first, ("ABCD", wall), rules=rules)) == ["A-ROT-01"]


def test_SD_04_four_rounds_of_the_winds() -> None:
    assert (RULES.rotation, RULES.rounds) == ("seed16", 4)
    text = record(*hands(SIXTEEN), rules="american-seed")
    for hand, number in ((1, 1), (5, 2), (9, 3), (13, 4)):
        tags = f'[Hand "{hand}"]\n[Round "{number}"]'
        assert codes(text.replace(f'[Hand "{hand}"]', tags)) == []
        wrong = f'[Hand "{hand}"]\n[Round "{number % 4 + 1}"]'
        assert codes(text.replace(f'[Hand "{hand}"]', wrong)) == ["A-ROT-02"]


def test_SD_05_sixteen_hands_by_the_table_of_seats() -> None:
    seating: Seating | None = first_seating("ABCD", RULES)
    found = []
    while seating is not None:
        found.append("".join(seating.order))
        seating = seating.after()
    assert len(found) == 16
    assert (
        found[::4]
        == ["ABCD", "BADC", "CDBA", "DCAB"]
        == ["".join("ABCD"[place] for place in row) for row in SEED_TABLE]
    )
    assert codes(record(*hands(found), rules="american-seed")) == []
    # the other reading of the table swaps rounds 3 and 4
    other = [*found[:8], *found[12:], *found[8:12]]
    assert codes(record(*hands(other), rules="american-seed")) != []
    # the League has no such table
    assert codes(record(*hands(found), rules="nmjl-2024")) != []


# --- payments ----------------------------------------------------------------------------------
def test_SD_19_the_misnamer_alone_pays_four_times() -> None:
    payment = payments("ABCD", "C", "misname", "A", 25, False, RULES)
    assert payment.pay == {"A": -100, "B": 0, "C": 100, "D": 0}
    assert RULES.sources["misname_multiplier"] == "SD-19"


def test_SD_19_an_exposure_on_a_wrong_name_has_no_penalty() -> None:
    assert RULES.misname_exposure == "no_penalty"
    assert load_american_rules("nmjl-2024").misname_exposure == "dead_claimant"


def test_SD_21_a_dead_hand_pays_the_winner_in_full() -> None:
    for reason in ("admits", "denies"):
        dead = f'D dead "{reason}" by A\n{C_WINS}\npay A-25 B-50 C+{{}} D{{}}'
        assert codes(record(dead.format(100, "-25"), rules="american-seed")) == []
        assert codes(record(dead.format(75, "0"), rules="american-seed")) == ["A-PAY-03"]


def test_SD_21_the_loser_of_a_dispute_pays_25() -> None:
    transfer = challenge_transfer("A", "D", True, RULES)
    assert transfer is not None
    assert (transfer.source, transfer.to, transfer.amount) == ("D", "A", 25)
    hand = f'A ?dead D a : deny\n{C_WINS}\npay A-25 B-50 C+100 D-25 | A>D {{}} "challenge"'
    assert codes(record(hand.format(25), rules="american-seed")) == []
    assert codes(record(hand.format(50), rules="american-seed")) == ["A-PAY-04"]


def test_SD_23_3_one_intact_hand_is_paid_double_the_false_hand() -> None:
    assert sole_survivor("ABCD", "A", "D", 40, RULES).pay == {"A": -80, "B": 0, "C": 0, "D": 80}
    error = ("deal A 1B 1B 3B 3B 3B 5C 5C 5C 5C 7B 7B 7B 9B 9D", "A ~mahj all OD1 25")
    found = play(*error, "throw B", "throw C", "pay A-50 B0 C0 D+50").codes
    assert [code for code in found if code.startswith("PAY")] == []
    found = play(*error, "throw B", "throw C", "pay A-25 B0 C0 D+25").codes
    assert "PAY-04" in found


def test_SD_23_2_the_declarer_pays_the_eventual_winner() -> None:
    hand = f'A dead "mahjong in error" by B\n{C_WINS}\npay A{{}} B-50 C+{{}} D-25'
    assert codes(record(hand.format(-25, 100), rules="american-seed")) == []
    assert codes(record(hand.format(0, 75), rules="american-seed")) == ["A-PAY-03"]


def test_SD_24_wins_are_paid_as_the_league_does() -> None:
    league = load_american_rules("nmjl-2024")
    for how, off in (("discard", "B"), ("self_pick", None), ("exchange", None)):
        for jokerless in (False, True):
            seed = payments("ABCD", "C", how, off, 30, jokerless, RULES)
            assert seed == payments("ABCD", "C", how, off, 30, jokerless, league)
    assert "SD-24" in RULES.sources["self_pick_multiplier"]
    assert codes(record(f"{C_WINS}\npay A-25 B-50 C+100 D-25", rules="american-seed")) == []
    assert codes(record(f"{C_WINS}\npay A-50 B-25 C+100 D-25", rules="american-seed")) == [
        "A-PAY-01"
    ]
