"""One fault in a record gives one finding: values, payments, starts of rounds, lost tiles."""

from __future__ import annotations

from dataclasses import replace

import mjlog
from mjlog.codes import UNKNOWN, UNKNOWN_POINTS
from mjlog.rules import load_rules
from mjlog.views import Game
from mjlog.views.handmade import game_of

TENHOU = load_rules("tenhou")
JUNK = ("147m258p369s1234z", "258m369p147s2345z", "369m147p258s3456z", "148m259p367s4567z")


def hands(**others: str) -> str:
    return "\n".join(f"hand {others.get(f's{seat}', JUNK[seat])}" for seat in range(4))


def codes(game: Game, families: str = "TLSPG") -> list[str]:
    found = mjlog.audit(game)
    return [f"{f.code} {f.round}" for f in found if f.code[0] in families and f.severity != "note"]


# --- the value and what was paid --------------------------------------------------------------
#: South wins an open hand of red dragons off East: 30 fu 1 han, 1,000 points.
WON = f"E1.0 dora 9p\n{hands(s1='123m456p88s77z678s')}\n0 draw 5z\n0 discard 5z\n" + (
    "1 draw 7z\n1 discard 8s\n2 draw 9m\n2 discard 9m\n3 draw 9m\n3 discard 9m\n0 draw 8s\n"
    "0 discard 8s\n1 ron 8s from 0"
)


def won(worth: int | None, deltas: str, *, fu: int = 40, han: int = 1) -> Game:
    game = game_of(f"{WON} : {deltas}", rules=TENHOU)
    wins = game.batch.wins
    wins.fu[0], wins.han[0], wins.yakuman[0] = fu, han, 0
    wins.points[0] = UNKNOWN_POINTS if worth is None else worth
    return game


def settled(game: Game) -> list[str]:
    return [code for code in codes(game, "SP") if code.split()[0] in ("S105", "P101", "P102")]


def test_a_value_that_is_wrong_and_paid_rightly_is_one_fault() -> None:
    assert settled(won(1300, "-1300 1300 0 0")) == []
    assert settled(won(1000, "-1300 1300 0 0")) == ["S105 E1.0"]


def test_a_value_that_is_wrong_and_paid_is_one_fault() -> None:
    assert settled(won(1000, "-1000 1000 0 0")) == ["S105 E1.0"]


def test_a_right_value_that_is_not_paid_is_a_fault_of_payment() -> None:
    assert settled(won(1300, "-2600 2600 0 0")) == ["P101 E1.0"]


def test_a_wrong_value_beside_a_third_payment_is_two_faults() -> None:
    assert settled(won(1000, "-2600 2600 0 0")) == ["P101 E1.0", "S105 E1.0"]


def test_a_value_that_is_not_recorded_follows_from_fu_and_han() -> None:
    game = won(None, "-2600 2600 0 0")
    game.batch.rounds.hands[:] = 255  # and cannot be worked out from the hand
    game.batch.wins.hand[:] = 255
    assert settled(game) == ["P101 E1.0"]
    game = won(None, "-1300 1300 0 0")
    game.batch.rounds.hands[:] = 255
    assert settled(game) == []


# --- starts of rounds -------------------------------------------------------------------------
def drawn(title: str) -> str:
    return f"{title}\n{hands()}\ndraw exhaustive tenpai nobody : 0 0 0 0"


def starts(*titles: str) -> list[str]:
    text = "\n\n".join(drawn(title) for title in titles)
    return codes(game_of(text, rules=TENHOU), "G")


RIGHT = "25000 25000 25000 25000"
LESS = "25000 25000 24000 25000"


def test_wrong_points_at_one_start_are_one_fault() -> None:
    rounds = ("E1.0 dora 9p", "E2.1 dora 9p", "E3.2 dora 9p", "E4.3 dora 9p")
    assert starts(*(f"{r} scores {RIGHT}" for r in rounds)) == []
    points = (RIGHT, LESS, RIGHT, RIGHT)
    assert starts(*(f"{r} scores {p}" for r, p in zip(rounds, points, strict=True))) == [
        "G101 E2.1"
    ]
    points = (RIGHT, LESS, LESS, LESS)  # or carried on
    assert starts(*(f"{r} scores {p}" for r, p in zip(rounds, points, strict=True))) == [
        "G101 E2.1"
    ]


def test_other_wrong_points_after_wrong_points_are_a_fault_of_their_own() -> None:
    titles = ("E1.0", RIGHT), ("E2.1", LESS), ("E3.2", "25000 25000 23000 25000")
    assert starts(*(f"{r} dora 9p scores {p}" for r, p in titles)) == ["G101 E2.1", "G101 E3.2"]


def test_wrong_counters_at_one_start_are_one_fault() -> None:
    assert starts("E1.0 dora 9p", "E2.2 dora 9p", "E3.2 dora 9p") == ["G103 E2.2"]
    assert starts("E1.0 dora 9p", "E2.2 dora 9p", "E3.3 dora 9p") == ["G103 E2.2"]


def test_wrong_sticks_at_one_start_are_one_fault() -> None:
    rounds = ("E1.0 dora 9p", "E2.1 dora 9p sticks 1", "E3.2 dora 9p sticks 0")
    assert starts(*rounds) == ["G104 E2.1"]
    assert starts(*rounds[:2], "E3.2 dora 9p sticks 1") == ["G104 E2.1"]


def test_final_points_that_leave_the_wrong_start_out_are_right() -> None:
    text = "\n\n".join(
        (drawn(f"E1.0 dora 9p scores {RIGHT}"), drawn(f"E2.1 dora 9p scores {LESS}"))
    )
    rules = replace(TENHOU, length="one_hand")
    for final in (25000, 24000):
        game = game_of(text, rules=rules, complete=True, final_scores=(25000, 25000, final, 25000))
        assert "G108 E2.1" not in codes(game, "G")
    game = game_of(text, rules=rules, complete=True, final_scores=(25000, 25000, 23000, 25000))
    assert "G108 E2.1" in codes(game, "G")


# --- tiles that are not known -----------------------------------------------------------------
def test_an_unknown_tile_is_no_tile_that_is_not_held() -> None:
    text = f"E1.0 dora 9p\n{hands()}\n0 draw 5z\n0 discard ?\n1 draw ?\n1 discard 9m\n2 draw 1m"
    assert codes(game_of(text, rules=TENHOU), "TL") == []
    known = text.replace("1 draw ?", "1 draw 8s").replace("0 discard ?", "0 discard 5z")
    assert codes(game_of(known, rules=TENHOU), "TL") == ["T101 E1.0"]


def test_an_unknown_tile_stands_for_one_tile() -> None:
    text = (
        f"E1.0 dora 9p\n{hands()}\n0 draw ?\n0 discard 8m\n1 draw 5z\n1 discard 5z\n2 draw 1m\n"
        "2 discard 1m\n3 draw 1m\n3 discard 1m\n0 draw 9m\n0 discard 8m"
    )
    assert codes(game_of(text, rules=TENHOU), "T") == ["T101 E1.0"]


def test_unknown_hands_may_discard_and_call_anything() -> None:
    text = (
        "E1.0 dora 9p\n"
        + "hand 13 unknown\n" * 4
        + (
            "0 draw ?\n0 discard 5z\n2 pon 5z 55z from 0\n2 discard 1m\n3 chi 1m 23m from 2\n"
            "3 discard ?\n0 draw 1m\n0 ankan 9999m\n0 draw ?\n0 discard 3s"
        )
    )
    assert codes(game_of(text, rules=TENHOU), "TL") == ["L141 E1.0"]


def test_an_unknown_discard_may_be_called() -> None:
    text = f"E1.0 dora 9p\n{hands(s1='55z28m369p147s234z')}"
    text += "\n0 draw 5z\n0 discard ?\n1 pon 5z 55z from 0\n1 discard 2m"
    assert codes(game_of(text, rules=TENHOU), "TL") == []


def test_nine_terminals_may_hide_among_unknown_tiles() -> None:
    unknown = "E1.0 dora 9p\n" + "hand 13 unknown\n" * 4 + "0 draw 1m\n0 draw kyuushu_kyuuhai"
    assert codes(game_of(unknown, rules=TENHOU), "TL") == []
    known = f"E1.0 dora 9p\n{hands()}\n0 draw 1m\n0 draw kyuushu_kyuuhai"
    assert codes(game_of(known, rules=TENHOU), "TL") == ["L130 E1.0"]


def test_three_winners_may_hold_unknown_hands() -> None:
    text = "0 draw 5z\n0 discard 5z\ndraw sanchahou"
    unknown = "E1.0 dora 9p\n" + "hand 13 unknown\n" * 4
    assert codes(game_of(unknown + text, rules=TENHOU), "TL") == []
    assert codes(game_of(f"E1.0 dora 9p\n{hands()}\n{text}", rules=TENHOU), "TL") == ["L133 E1.0"]


def test_a_river_of_unknown_tiles_is_neither_nagashi_nor_against_it() -> None:
    def end(kind: str, tile: str) -> list[str]:
        turns = [
            f"{n % 4} draw ?\n{n % 4} discard {tile if n % 4 == 0 else '5m'}" for n in range(70)
        ]
        text = "E1.0 dora 9p\n" + "hand 13 unknown\n" * 4 + "\n".join(turns) + f"\ndraw {kind}"
        return codes(game_of(text, rules=TENHOU), "L")

    assert end("nagashi_mangan", "?") == [] and end("exhaustive", "?") == []
    assert end("nagashi_mangan", "1z") == [] and end("exhaustive", "1z") == ["L139 E1.0"]
    assert end("nagashi_mangan", "5p") == ["L138 E1.0"] and end("exhaustive", "5p") == []


def test_a_win_on_an_unknown_discard_is_no_win_on_another_tile() -> None:
    text = f"E1.0 dora 9p\n{hands(s1='123m456p789s1122z')}\n0 draw 5z\n0 discard "
    assert "L152 E1.0" not in codes(game_of(text + "?\n1 ron 1z from 0", rules=TENHOU), "L")
    assert "L152 E1.0" in codes(game_of(text + "5z\n1 ron 1z from 0", rules=TENHOU), "L")


# --- indicators that are turned after the discard -----------------------------------------------
LATE = load_rules("majiang")
KANS = "E1.0 dora 9p\nhand 111777z258p369s5m\n" + "\n".join(f"hand {h}" for h in (
    "147m258p369s1234z", "369m147p258s3456z", "148m259p367s2345z")) + (
    "\n0 draw 9m\n0 discard 9m\n1 draw 1z\n1 discard 1z\n0 daiminkan 1z 111z from 1\n0 draw 7z\n"
)  # fmt: skip


def dora(rest: str) -> list[str]:
    found = codes(game_of(KANS + rest, rules=LATE), "L")
    return [code for code in found if code[:4] in ("L140", "L141", "L142")]


def test_an_indicator_due_after_the_discard_may_not_be_turned_before() -> None:
    assert dora("0 discard 5m\ndora 9s\n1 draw 1p") == []
    assert dora("dora 9s\n0 discard 5m\n1 draw 1p") == ["L140 E1.0"]
    assert dora("0 discard 5m\n1 draw 1p\ndora 9s") == ["L140 E1.0"]
    assert dora("0 discard 5m\n1 draw 1p\n1 discard 1p") == ["L141 E1.0"]


def test_it_is_turned_at_the_next_kan_where_another_follows() -> None:
    kan = "0 ankan 7777z\n"
    assert dora(kan + "dora 9s\ndora 8s\n0 draw 1p\n0 discard 1p") == []
    assert dora(kan + "dora 9s\n0 draw 1p\n0 discard 1p\ndora 8s\n1 draw 3p") == ["L140 E1.0"]


# --- a draw of which nothing but the kind is told -----------------------------------------------
def ends_early(title: str, *scores: int) -> bool:
    """Tell whether a game that stops with a bare draw is said to stop early."""
    text = f"{title} dora 9p\n" + "hand 13 unknown\n" * 4 + "turns 70\ndraw exhaustive"
    game = game_of(text, rules=TENHOU, scores=scores)
    game.batch.draws.shown[:] = UNKNOWN
    return "G120" in [f.code for f in mjlog.audit(game)]


def test_a_bare_draw_ends_no_game_while_nobody_can_bust() -> None:
    assert ends_early("E3.0", 30000, 25000, 20400, 24600)
    # one player may pay 3,000: 0 points are left of 3,000, which busts nobody at Tenhou
    assert ends_early("S3.0", 3000, 40000, 40000, 17000)
    assert not ends_early("S3.0", 2900, 40000, 40000, 17100)
    assert not ends_early("S4.0", 25000, 25000, 25000, 25000)
