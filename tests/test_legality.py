"""Legality as the rule book says it: turn order, calls, riichi, kans, draws, wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from mjlog.auditing import audit_batch
from mjlog.codes import ANKAN
from mjlog.findings import Finding
from mjlog.rules import Rules, load_rules
from mjlog.views.handmade import game_of

TENHOU = load_rules("tenhou")
SANMA = load_rules("tenhou-3p")
#: Four hands that are far from everything; a test replaces the ones it speaks of.
JUNK = ("147m258p369s1234z", "258m369p147s2345z", "369m147p258s3456z", "148m259p367s4567z")


def tsumogiri(first: int, tiles: str, players: int = 4) -> str:
    """Turns in which each seat discards what it draws: ``"1m 2m"``."""
    lines = []
    for turn, tile in enumerate(tiles.split()):
        seat = (first + turn) % players
        lines += [f"{seat} draw {tile}", f"{seat} tsumogiri {tile}"]
    return "\n".join(lines)


def findings(
    script: str,
    *,
    hands: dict[int, str] | None = None,
    rules: Rules = TENHOU,
    title: str = "E1.0 dora 9p",
    scores: Sequence[int] = (25000, 25000, 25000, 25000),
) -> list[Finding]:
    """Faults of play (families T, L and F) in one round written by hand."""
    dealt = [(hands or {}).get(seat, JUNK[seat]) for seat in range(rules.players)]
    text = "\n".join([title, *(f"hand {hand}" for hand in dealt), script])
    batch = game_of(text, rules=rules, scores=tuple(scores)).batch
    return [f for f in audit_batch(batch).findings if f.code[0] in "TLF"]


def game_of_hands(script: str, hands: dict[int, str], rules: Rules = TENHOU) -> Any:
    dealt = [hands.get(seat, JUNK[seat]) for seat in range(rules.players)]
    lines = ["E1.0 dora 9p", *(f"hand {hand}" for hand in dealt), script]
    return game_of("\n".join(lines), rules=rules)


def faults(script: str, **more: Any) -> list[str]:
    return [f.code for f in findings(script, **more)]


# --- turn order -------------------------------------------------------------------------------
def test_seats_draw_and_discard_in_turn() -> None:
    assert faults(tsumogiri(0, "5m 5p 5s 6m 6p")) == []


def test_a_seat_that_draws_before_its_turn_is_reported_once() -> None:
    assert faults(tsumogiri(0, "5m") + "\n" + tsumogiri(2, "5s 6m 7m")) == ["L101"]


def test_nobody_draws_right_after_an_own_call() -> None:
    script = "0 draw 3s\n0 discard 1m\n1 chi 1m 23m from 0\n1 draw 5z\n1 discard 5z"
    (finding,) = findings(script, hands={1: "23m258m369p147s25z"})
    assert (finding.code, finding.recorded, finding.expected) == ("L101", 1, None)


def test_a_discard_without_a_draw_is_out_of_turn() -> None:
    assert faults("0 draw 5m\n0 discard 5m\n1 discard 2m\n2 draw 3m\n2 discard 3m") == ["L102"]


def test_a_call_needs_a_discard() -> None:
    assert faults("0 draw 5m\n1 pon 5m 55m from 0\n1 discard 2m", hands={1: "55m25m369p147s222z"})[
        0
    ] == ("L103")


# --- calls ------------------------------------------------------------------------------------
def test_chi_only_from_the_left() -> None:
    hand = {2: "23m147p258s34567z"}
    script = "0 draw 5m\n0 discard 1m\n2 chi 1m 23m from 0\n2 discard 1p"
    (finding,) = findings(script, hands=hand)
    assert (finding.code, finding.recorded, finding.expected) == ("L104", 0, 1)


def test_there_is_no_chi_with_three_players() -> None:
    hands = {0: "19m147p258s12345z", 1: "19m23p147p25s1234z"}
    script = "0 draw 5s\n0 discard 1p\n1 chi 1p 23p from 0\n1 discard 5s"
    assert faults(script, hands=hands, rules=SANMA) == ["L105"]


@pytest.mark.parametrize(
    ("call", "hand"),
    [
        ("1 chi 1m 34m from 0", "34m58m369p147s234z"),  # a gap of two
        ("1 chi 1m 22m from 0", "22m58m369p147s234z"),
        ("1 pon 1m 12m from 0", "12m58m369p147s234z"),
        ("1 chi 1z 23z from 0", "258m369p147s2334z"),  # honours make no run
        ("1 chi 9m 1p8m from 0", "28m1369p147s2334z"),  # nor does 8m 9m 1p
    ],
)
def test_the_tiles_of_a_call_must_form_its_set(call: str, hand: str) -> None:
    tile = call.split()[2]
    script = f"0 draw {tile}\n0 discard {tile}\n{call}\n1 discard 7s"
    assert faults(script, hands={1: hand}) == ["L106"]


def test_the_called_tile_is_the_one_just_discarded() -> None:
    script = "0 draw 5m\n0 discard 1m\n1 chi 4m 23m from 0\n1 discard 7s"
    (finding,) = findings(script, hands={1: "23m58m369p147s234z"})
    assert (finding.code, finding.recorded, finding.expected) == ("L107", "4m", "1m")


def test_a_call_with_a_tile_that_is_not_held() -> None:
    script = "0 draw 5m\n0 discard 1m\n1 pon 1m 11m from 0\n1 discard 7s"
    assert faults(script, hands={1: "13m58m369p147s234z"}) == ["T102"]


def test_a_discard_that_is_not_held() -> None:
    (finding,) = findings("0 draw 5m\n0 discard 9m\n" + tsumogiri(1, "1s 2s 3s 4s"))
    assert (finding.code, finding.recorded) == ("T101", "9m")


def test_a_red_five_is_not_a_plain_five() -> None:
    assert faults("0 draw 0m\n0 discard 5m") == ["T101"]
    assert faults("0 draw 5m\n0 discard 0m") == ["T101"]


def test_an_added_kan_needs_an_own_pon() -> None:
    assert faults("0 draw 1m\n0 kakan 1m\n0 draw 5p\n0 discard 5p") == ["L106", "L141"]


def test_the_last_discard_is_only_for_ron() -> None:
    script = tsumogiri(0, " ".join(["9s"] * 69)) + "\n1 draw 1m\n1 discard 1m\n"
    call = "2 pon 1m 11m from 1\n2 discard 3m"
    hands = {2: "11m369m47p258s345z"}
    assert faults(script + call, hands=hands) == ["L110"]


def test_no_kan_with_the_last_tile() -> None:
    script = tsumogiri(0, " ".join(["9s"] * 69)) + "\n1 draw 1z\n1 ankan 1111z\ndora 9m\n"
    hands = {1: "111z258m369p1478s"}
    script += "1 draw 7z\n1 discard 7z"
    assert faults(script, hands=hands) == ["L111"]
    assert faults(script + "\n2 draw 7z\n2 discard 7z", hands=hands) == ["L111", "L137"]


def test_a_kan_needs_an_own_draw_first() -> None:
    script = "0 draw 5m\n0 discard 1m\n1 chi 1m 23m from 0\n1 ankan 7777s\ndora 1s\n"
    script += "1 draw 5z\n1 discard 5z"
    assert faults(script, hands={1: "23m58m369p17777s2z"}) == ["L112"]


def kan_turn(seat: int, number: int) -> str:
    tile = f"{number}m"
    return f"{seat} draw {tile}\n{seat} ankan {4 * str(number)}m\ndora 9s\n"


def test_a_fifth_kan_cannot_be_made() -> None:
    script = "".join(kan_turn(0, n) for n in (1, 2, 3, 4)) + "0 draw 9p\n0 discard 9p\n"
    hands = {0: "111222333444m5p", 1: "555m369p147s2345z"}
    fifth = "1 draw 5m\n1 ankan 5555m\ndora 9s\n1 draw 9p\n1 discard 9p"
    assert faults(script + fifth, hands=hands) == ["L113"]
    assert faults(script + fifth.replace("dora 9s\n", ""), hands=hands) == ["L113"]
    no_tile = replace(TENHOU, fifth_kan=True)  # the dead wall holds four replacement tiles
    assert faults(script + fifth, hands=hands, rules=no_tile) == ["L113"]
    allowed = replace(TENHOU, fifth_kan=True, dead_wall_replacements=8)
    assert faults(script + fifth, hands=hands, rules=allowed) == []


# --- kuikae -----------------------------------------------------------------------------------
PLAIN = "1234m58p147s2345z"


@pytest.mark.parametrize(
    ("hand", "call", "discard", "fault"),
    [
        (PLAIN, "chi 4m 23m", "4m", ["L108"]),  # the called tile itself
        (PLAIN, "chi 4m 23m", "1m", ["L108"]),  # the other end
        (PLAIN, "chi 4m 23m", "5p", []),
        (PLAIN, "chi 1m 23m", "4m", ["L108"]),
        ("1345m58p147s2345z", "chi 4m 35m", "4m", ["L108"]),
        ("1345m58p147s2345z", "chi 4m 35m", "1m", []),  # a closed wait has no other end
        ("7899m58p147s2345z", "chi 7m 89m", "9m", []),  # nor has an edge wait
        ("3126m58p147s2345z", "chi 3m 12m", "6m", []),
        ("3126m58p147s2345z", "chi 3m 12m", "3m", ["L108"]),
        ("3456m58p147s2345z", "chi 0m 34m", "5m", ["L108"]),  # red or not is one kind
        ("1112m58p147s2345z", "pon 1m 11m", "1m", ["L108"]),
    ],
)
def test_swap_calling_is_forbidden(hand: str, call: str, discard: str, fault: list[str]) -> None:
    tile = call.split()[1]
    script = f"0 draw {tile}\n0 discard {tile}\n1 {call} from 0\n1 discard {discard}"
    assert faults(script, hands={1: hand}) == fault


def test_a_ruleset_may_allow_the_other_end_only() -> None:
    jpml = replace(TENHOU, kuikae_suji=True)
    script = "0 draw 4m\n0 discard 4m\n1 chi 4m 23m from 0\n1 discard {}"
    assert faults(script.format("1m"), hands={1: PLAIN}, rules=jpml) == []
    assert faults(script.format("4m"), hands={1: PLAIN}, rules=jpml) == ["L108"]


def three_pons(of: str = "123") -> str:
    """Seat 1 pons a wind from seat 0 in each of its first turns and discards 7s 8s 9s."""
    lines = []
    for number, junk in zip(of, "789", strict=False):
        lines += [f"0 draw {number}z", f"0 tsumogiri {number}z"]
        lines += [f"1 pon {number}z {number}{number}z from 0", f"1 discard {junk}s"]
        lines += ["2 draw 5p", "2 tsumogiri 5p", "3 draw 6p", "3 tsumogiri 6p"]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("rest", "call", "discard"),
    [("1234m", "chi 4m 23m", "1m"), ("3456p", "chi 6p 45p", "3p"), ("3456p", "chi 6p 45p", "6p")],
)
def test_b49_a_call_that_leaves_no_discard_is_itself_the_fault(
    rest: str, call: str, discard: str
) -> None:
    tile = call.split()[1]
    script = three_pons() + f"\n0 draw {tile}\n0 tsumogiri {tile}\n1 {call} from 0"
    game = game_of_hands(script, {1: f"112233z789s{rest}"})
    assert "chi" not in {a.kind for a in game.rounds[0].state(len(game.rounds[0]) - 1).legal(1)}
    (finding,) = findings(script + f"\n1 discard {discard}", hands={1: f"112233z789s{rest}"})
    assert (finding.code, finding.event_index) == ("L109", len(game.rounds[0]) - 1)


def test_b49_with_another_tile_in_the_hand_the_call_stands() -> None:
    script = three_pons("12") + "\n0 draw 6p\n0 tsumogiri 6p\n1 chi 6p 45p from 0\n1 discard "
    hands = {1: "1122z78s3456p999s"}
    assert faults(script + "9s", hands=hands) == []
    assert faults(script + "3p", hands=hands) == ["L108"]


# --- riichi -----------------------------------------------------------------------------------
READY = "123m456p789s1122z"  # waits on 1z 2z


def riichi(seat: int, draw: str = "8m", discard: str = "8m") -> str:
    return f"{seat} draw {draw}\n{seat} riichi\n{seat} discard {discard}\n{seat} accepted"


def test_riichi_with_a_closed_ready_hand() -> None:
    assert faults(riichi(0), hands={0: READY}) == []


def test_b45_riichi_without_tenpai_is_reported_with_the_shanten() -> None:
    hand = "135m246p579s1234z"
    script = tsumogiri(0, "6m") + "\n" + riichi(1, "5z", "5z") + "\n"
    script += tsumogiri(2, " ".join(["5p"] * 68)) + "\ndraw exhaustive"
    (finding,) = findings(script, hands={1: hand})
    assert (finding.code, finding.seat, finding.turn) == ("L121", 1, 1)
    assert (finding.recorded, finding.expected) == (5, 0)
    assert "135m246p579s1234z" in finding.message


def test_b45_a_seat_in_riichi_without_tenpai_counts_as_noten_at_the_draw() -> None:
    script = tsumogiri(0, "6m") + "\n" + riichi(1, "5z", "5z") + "\n"
    script += tsumogiri(2, " ".join(["5p"] * 68)) + "\ndraw exhaustive"
    game = game_of_hands(script, {1: "135m246p579s1234z"})
    game.batch.draws.shown[0] = [0, 1, 0, 0]
    shown = [f.code for f in audit_batch(game.batch).findings if f.code[0] in "TLF"]
    assert shown == ["L121", "L160"]


def test_riichi_waiting_on_a_tile_that_the_player_holds_four_times() -> None:
    hand = {0: "1111m456p789s222z"}  # a pair of 1m would need a fifth
    assert faults(riichi(0), hands=hand) == ["L121"]


def test_riichi_with_an_open_hand() -> None:
    script = "0 draw 5m\n0 discard 1z\n1 pon 1z 11z from 0\n1 discard 9m\n"
    script += tsumogiri(2, "5p 5p 5p") + "\n" + riichi(1)
    assert faults(script, hands={1: "239m456p789s1122z"}) == ["L120"]


@pytest.mark.parametrize(("points", "fault"), [(1000, []), (900, ["L122"])])
def test_b47_riichi_needs_the_deposit(points: int, fault: list[str]) -> None:
    scores = (points, 33000, 33000, 34000 - points)
    assert faults(riichi(0), hands={0: READY}, scores=scores) == fault


def test_b47_some_rules_let_the_deposit_go_below_zero() -> None:
    loan = replace(TENHOU, riichi_min_points=0)
    scores = (900, 33000, 33000, 33100)
    assert faults(riichi(0), hands={0: READY}, scores=scores, rules=loan) == []


@pytest.mark.parametrize(("left", "fault"), [(4, []), (3, ["L123"])])
def test_b47_four_tiles_must_be_left_after_the_own_draw(left: int, fault: list[str]) -> None:
    before = 70 - left - 1
    script = tsumogiri(0, " ".join(["5p"] * before)) + "\n" + riichi(before % 4)
    assert faults(script, hands={before % 4: READY}) == fault


@pytest.mark.parametrize(("left", "fault"), [(3, []), (2, ["L123"])])
def test_b47_three_tiles_with_three_players(left: int, fault: list[str]) -> None:
    before = 55 - left - 1
    script = tsumogiri(0, " ".join(["5p"] * before), 3) + "\n" + riichi(before % 3, "6z", "6z")
    hands = dict.fromkeys(range(3), "19m258p369s12345z")
    hands[before % 3] = "111999m456p7s222z"
    assert faults(script, hands=hands, rules=SANMA, scores=[35000] * 3) == fault


def test_riichi_twice() -> None:
    script = riichi(0) + "\n" + tsumogiri(1, "5p 5p 5p") + "\n" + riichi(0)
    assert faults(script, hands={0: READY}) == ["L124"]


def test_riichi_before_the_own_draw() -> None:
    script = "0 riichi\n0 draw 8m\n0 discard 8m\n0 accepted"
    assert faults(script, hands={0: READY}) == ["L126"]


def test_a_ruleset_may_forbid_riichi_in_furiten() -> None:
    script = riichi(0, "1z", "1z")
    assert faults(script, hands={0: READY}) == []
    strict = replace(TENHOU, furiten_riichi=False)
    assert faults(script, hands={0: READY}, rules=strict) == ["L125"]


def test_in_riichi_the_drawn_tile_is_discarded() -> None:
    script = riichi(0) + "\n" + tsumogiri(1, "5p 5p 5p") + "\n0 draw 5s\n0 discard 9s"
    assert faults(script, hands={0: READY}) == ["L115"]


def test_b53_no_open_kan_in_riichi() -> None:
    script = riichi(0) + "\n1 draw 2z\n1 tsumogiri 2z\n0 daiminkan 2z 222z from 1\n"
    script += "0 draw 5s\ndora 9m\n0 tsumogiri 5s"
    assert faults(script, hands={0: "123m456p78s22255z"}) == ["L114"]


# --- concealed kans in riichi -----------------------------------------------------------------
def kan_in_riichi(tile: str) -> str:
    quad = 4 * tile[0] + tile[1]
    script = riichi(0, "6z", "6z") + "\n" + tsumogiri(1, "5p 5p 5p") + "\n"
    return script + f"0 draw {tile}\n0 ankan {quad}\ndora 9s\n0 draw 7z\n0 tsumogiri 7z"


@pytest.mark.parametrize(
    ("hand", "tile", "allowed"),
    [
        ("3334m123p456p789s", "3m", {"free"}),  # B51 (a): 2m 4m 5m become 4m
        ("111z234m567p789s4p", "1z", {"free", "waits_only", "strict_shape"}),  # B51 (b)
        ("111222333m11p79s", "1m", {"free", "waits_only"}),  # three triplets or three runs
        ("222m345678p11z67s", "2m", {"free", "waits_only", "strict_shape"}),
        ("5556m444p789s111z", "5m", {"free"}),  # 4m 6m 7m become 6m
    ],
)
@pytest.mark.parametrize("level", ["deny", "strict_shape", "waits_only", "free"])
def test_b51_a_kan_in_riichi_keeps_what_the_rules_want(
    hand: str, tile: str, allowed: set[str], level: Any
) -> None:
    rules = replace(TENHOU, riichi_ankan=level)
    expected = [] if level in allowed else ["L116"]
    assert faults(kan_in_riichi(tile), hands={0: hand}, rules=rules) == expected
    game = game_of_hands(kan_in_riichi(tile), {0: hand}, rules)
    kan = game.batch.events.kind.tolist().index(ANKAN)
    offered = {a.kind for a in game.rounds[0].state(kan).legal(0)}
    assert ("ankan" in offered) == (level in allowed)


def test_a_kan_in_riichi_needs_the_drawn_tile() -> None:
    script = riichi(0, "6z", "6z") + "\n" + tsumogiri(1, "5p 5p 5p")
    script += "\n0 draw 7z\n0 ankan 1111z\ndora 9s\n0 draw 6z\n0 tsumogiri 6z"
    assert "L116" in faults(script, hands={0: "1111z23m567p789s4p"})


def test_no_added_kan_in_riichi() -> None:
    script = "0 draw 5m\n0 discard 1z\n1 pon 1z 11z from 0\n1 discard 9m\n"
    script += tsumogiri(2, "5p 5p 5p") + "\n" + riichi(1) + "\n" + tsumogiri(2, "5p 5p 5p")
    script += "\n1 draw 1z\n1 kakan 1z\n1 draw 7z\ndora 9m\n1 tsumogiri 7z"
    assert faults(script, hands={1: "123m456p78s1122z9m"}) == ["L120", "L114"]


# --- dora indicators --------------------------------------------------------------------------
QUAD = {0: "111m258p369s1234z"}
FED = {1: "111m58p369s12345z"}


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("0 draw 1m\n0 ankan 1111m\ndora 9s\n0 draw 7z\n0 discard 7z", []),
        ("0 draw 1m\n0 ankan 1111m\n0 draw 7z\ndora 9s\n0 discard 7z", ["L140"]),
        ("0 draw 1m\n0 ankan 1111m\n0 draw 7z\n0 discard 7z", ["L141"]),
        ("0 draw 1m\n0 ankan 1111m\ndora 9s\ndora 9s\n0 draw 7z\n0 discard 7z", ["L142"]),
        ("0 draw 7z\ndora 9s\n0 discard 7z", ["L142"]),
    ],
)
def test_the_indicator_of_a_concealed_kan_is_turned_at_once(script: str, fault: list[str]) -> None:
    assert faults(script, hands=QUAD) == fault


@pytest.mark.parametrize(
    ("rest", "fault"),
    [
        ("1 draw 7z\ndora 9s\n1 discard 7z", []),
        ("dora 9s\n1 draw 7z\n1 discard 7z", ["L140"]),
        ("1 draw 7z\n1 discard 7z\ndora 9s\n2 draw 5p\n2 tsumogiri 5p", ["L140"]),
        ("1 draw 7z\n1 discard 7z\n2 draw 5p\n2 tsumogiri 5p", ["L141"]),
    ],
)
def test_the_indicator_of_an_open_kan_is_turned_before_the_discard(
    rest: str, fault: list[str]
) -> None:
    script = "0 draw 1m\n0 tsumogiri 1m\n1 daiminkan 1m 111m from 0\n" + rest
    assert faults(script, hands={0: "47m258p3699s123z4z", **FED}) == fault


def test_b67_no_indicator_is_due_when_the_replacement_wins() -> None:
    script = "0 draw 1z\n0 tsumogiri 1z\n1 daiminkan 1z 111z from 0\n1 draw 9s\n1 tsumo 9s"
    assert faults(script, hands={1: "111z234m567p78s99p"}) == []


def test_b69_an_added_kan_and_a_concealed_one_turn_two_indicators() -> None:
    script = "0 draw 7z\n0 tsumogiri 7z\n1 pon 7z 77z from 0\n1 discard 9m\n"
    script += tsumogiri(2, "5m 6m 8m") + "\n1 draw 7z\n1 kakan 7z\n1 draw 3p\n1 ankan 3333p\n"
    end = "1 draw 9s\n1 tsumo 9s"
    hands = {1: "77z333p678m22p78s9m"}
    assert faults(script + "dora 4z\ndora 5s\n" + end, hands=hands) == []
    assert faults(script + "dora 4z\n" + end, hands=hands) == ["L141"]


# --- draws ------------------------------------------------------------------------------------
def test_b73_four_kans_by_two_players_end_the_round_when_the_discard_is_safe() -> None:
    kans = "".join(kan_turn(0, n) for n in (1, 2)) + "0 draw 9p\n0 discard 9p\n"
    kans += "".join(kan_turn(1, n) for n in (3, 4)) + "1 draw 8p\n1 discard 8p\n"
    hands = {0: "111222m258p369s1z", 1: "333444m147p258s1z", 2: "345m45667p33344z"}
    assert faults(kans + "draw suukan_sanra", hands=hands) == []
    assert faults(kans + "2 ron 8p from 1", hands=hands) == []
    play_on = "2 draw 5s\n2 discard 5s\n" + tsumogiri(3, "5s 6s 7s")
    assert faults(kans + play_on, hands=hands) == ["L135"]
    assert faults(kans + "2 chi 8p 67p from 1\n2 discard 3m", hands=hands) == ["L135"]
    off = replace(TENHOU, abort_suukan=False)
    assert faults(kans + play_on, hands=hands, rules=off) == []
    assert faults(kans + "draw suukan_sanra", hands=hands, rules=off) == ["L134"]


def test_b73_four_kans_by_one_player_go_on() -> None:
    kans = "".join(kan_turn(0, n) for n in (1, 2, 3, 4)) + "0 draw 9p\n0 discard 9p\n"
    hands = {0: "111222333444m5p"}
    assert faults(kans + tsumogiri(1, "5s 6s 7s"), hands=hands) == []
    (finding,) = findings(kans + "draw suukan_sanra", hands=hands)
    # that there are four is right
    assert (finding.code, finding.recorded, finding.expected) == ("L134", None, None)
    assert finding.message.endswith("or too early")


def test_some_rules_abort_on_the_fourth_kan_itself() -> None:
    kans = "".join(kan_turn(0, n) for n in (1, 2)) + "0 draw 9p\n0 discard 9p\n"
    kans += kan_turn(1, 3) + "1 draw 4m\n1 ankan 4444m\n"
    hands = {0: "111222m258p369s1z", 1: "333444m147p258s1z"}
    on_kan = replace(TENHOU, suukan_timing="on_kan")
    assert faults(kans + "draw suukan_sanra", hands=hands, rules=on_kan) == []
    late = kans + "dora 9s\n1 draw 8p\n1 discard 8p\ndraw suukan_sanra"
    assert "L135" in faults(late, hands=hands, rules=on_kan)


def test_nine_terminals_on_the_first_turn() -> None:
    nine = {0: "19m19p19s123z2345m"}
    assert faults("0 draw 6p\n0 draw kyuushu_kyuuhai", hands=nine) == []
    eight = {0: "19m19p19s12z23456m"}
    (finding,) = findings("0 draw 6p\n0 draw kyuushu_kyuuhai", hands=eight)
    assert (finding.code, finding.recorded, finding.expected) == ("L130", 8, 9)
    off = replace(TENHOU, abort_kyuushu=False)
    assert faults("0 draw 6p\n0 draw kyuushu_kyuuhai", hands=nine, rules=off) == ["L130"]


def test_nine_terminals_are_void_after_a_call_or_an_own_discard() -> None:
    nine = "19m19p19s123z2345m"
    called = "0 draw 1z\n0 discard 1z\n1 pon 1z 11z from 0\n1 discard 5m\n2 draw 6p\n"
    hands = {1: "58m369p147s11223z", 2: nine}
    later = tsumogiri(0, "6p 6p 6p 6p") + "\n0 draw 7p\n0 draw kyuushu_kyuuhai"
    for script, dealt in ((called + "2 draw kyuushu_kyuuhai", hands), (later, {0: nine})):
        (finding,) = findings(script, hands=dealt)
        assert (finding.code, finding.recorded, finding.expected) == ("L130", None, None)


def test_four_equal_wind_discards() -> None:
    winds = tsumogiri(0, "2z 2z 2z 2z") + "\n"
    assert faults(winds + "draw suufon_renda") == []
    assert faults(winds + tsumogiri(0, "5s 6s 7s 8s 5s")) == ["L135"]
    assert faults(tsumogiri(0, "2z 2z 2z 3z") + "\ndraw suufon_renda") == ["L131"]
    assert faults(tsumogiri(0, "5z 5z 5z 5z") + "\ndraw suufon_renda") == ["L131"]
    off = replace(TENHOU, abort_suufon=False)
    assert faults(winds + "draw suufon_renda", rules=off) == ["L131"]


READY_HANDS = {
    0: "123m456p789s1122z", 1: "234m567p678s3344z", 2: "345m678p567s5566z", 3: "456m123p456s7799p",
}  # fmt: skip
FOUR_RIICHI = "\n".join(riichi(seat, "8m", "8m") for seat in range(4)) + "\n"


def test_four_riichi_end_the_round_once_the_last_tile_has_passed() -> None:
    assert faults(FOUR_RIICHI + "draw suucha_riichi", hands=READY_HANDS) == []
    play_on = tsumogiri(0, "9m 9m 9m 9m 8s 8s")
    (finding,) = findings(FOUR_RIICHI + play_on, hands=READY_HANDS)
    assert (finding.code, finding.expected) == ("L135", "suucha_riichi")
    three = "\n".join(riichi(seat) for seat in range(3)) + "\n" + tsumogiri(3, "8m")
    assert faults(three + "\ndraw suucha_riichi", hands=READY_HANDS) == ["L132"]


def test_the_fourth_riichi_tile_can_be_ronned() -> None:
    last = FOUR_RIICHI.replace("3 draw 8m", "3 draw 1z").replace("3 discard 8m", "3 discard 1z")
    script = last.replace("\n3 accepted", "") + "0 ron 1z from 3"
    assert faults(script, hands=READY_HANDS) == []


WAIT_9S = {1: "123m456p78s11222z", 2: "345m678p78s33344z", 3: "567m123p78s55666z"}


def test_three_rons_are_a_draw_on_tenhou() -> None:
    script = "0 draw 9s\n0 tsumogiri 9s\ndraw sanchahou"
    assert faults(script, hands=WAIT_9S) == []
    two = {**WAIT_9S, 3: JUNK[3]}
    (finding,) = findings(script, hands=two)
    assert (finding.code, finding.recorded, finding.expected) == ("L133", 2, 3)
    paid = replace(TENHOU, triple_ron="pay")
    assert faults(script, hands=WAIT_9S, rules=paid) == ["L133"]


def test_a_furiten_player_cannot_be_the_third_of_three_rons() -> None:
    script = "0 draw 5p\n0 tsumogiri 5p\n1 draw 5p\n1 tsumogiri 5p\n2 draw 5p\n2 tsumogiri 5p\n"
    script += "3 draw 6s\n3 tsumogiri 6s\n0 draw 9s\n0 tsumogiri 9s\ndraw sanchahou"
    (finding,) = findings(script, hands=WAIT_9S)
    assert (finding.code, finding.recorded) == ("L133", 0)  # all let the 6s pass


def test_more_rons_than_the_rules_allow() -> None:
    rons = "0 draw 9s\n0 tsumogiri 9s\n" + "\n".join(f"{s} ron 9s from 0" for s in (1, 2, 3))
    (finding,) = findings(rons, hands=WAIT_9S)
    assert (finding.code, finding.recorded, finding.expected) == ("L154", 3, 2)
    assert faults(rons.rpartition("\n")[0], hands=WAIT_9S) == []
    head = replace(TENHOU, max_ron=1)
    assert faults(rons.rpartition("\n")[0], hands=WAIT_9S, rules=head) == ["L154"]
    assert faults(rons, hands=WAIT_9S, rules=replace(TENHOU, max_ron=3, triple_ron="pay")) == []


def whole_wall(tiles: str = "5p") -> str:
    return tsumogiri(0, " ".join([tiles] * 70))


def test_the_round_is_drawn_when_the_wall_is_used_up() -> None:
    assert faults(whole_wall() + "\ndraw exhaustive") == []
    short = "\n".join(whole_wall().splitlines()[:-2]) + "\ndraw exhaustive"
    (finding,) = findings(short)
    assert (finding.code, finding.recorded, finding.expected) == ("L136", 1, 0)
    assert faults(whole_wall() + "\n" + tsumogiri(2, "5p 5p") + "\ndraw exhaustive") == ["L137"]


def nagashi_rest(first: int, turns: int) -> str:
    """Seat 0 discards terminals only, the others fives."""
    tiles = ["9s" if (first + turn) % 4 == 0 else "5p" for turn in range(turns)]
    return tsumogiri(first, " ".join(tiles))


def nagashi_round() -> str:
    return nagashi_rest(0, 70)


def test_nagashi_mangan_needs_a_river_of_terminals_and_honours() -> None:
    assert faults(nagashi_round() + "\ndraw nagashi_mangan") == []
    assert faults(whole_wall() + "\ndraw nagashi_mangan") == ["L138"]
    (finding,) = findings(nagashi_round() + "\ndraw exhaustive")
    assert (finding.code, finding.expected) == ("L139", [0])
    off = replace(TENHOU, nagashi="off")
    assert faults(nagashi_round() + "\ndraw exhaustive", rules=off) == []


def test_a_called_discard_breaks_nagashi_but_an_own_call_does_not() -> None:
    taken = "0 draw 9s\n0 tsumogiri 9s\n3 pon 9s 99s from 0\n3 discard 4p\n"
    taken += nagashi_rest(0, 69)
    hands = {3: "148m2459p99s4567z"}
    assert faults(taken + "\ndraw nagashi_mangan", hands=hands) == ["L138"]
    assert faults(taken + "\ndraw exhaustive", hands=hands) == []


def test_an_own_call_may_void_nagashi() -> None:
    start = tsumogiri(0, "9s 5p 5p") + "\n3 draw 1z\n3 tsumogiri 1z\n"
    start += "0 pon 1z 11z from 3\n0 discard 9m\n"
    script = start + nagashi_rest(1, 66) + "\ndraw nagashi_mangan"
    hands = {0: "479m258p369s1123z"}
    assert faults(script, hands=hands) == []
    strict = replace(TENHOU, nagashi_own_calls_ok=False)
    assert faults(script, hands=hands, rules=strict) == ["L138"]


def drawn_with_shown(shown: list[int], hand: str, rules: Rules = TENHOU) -> list[str]:
    game = game_of_hands(whole_wall("5z") + "\ndraw exhaustive", {2: hand}, rules)
    game.batch.draws.shown[0] = shown
    found = audit_batch(game.batch).findings
    return [f.code for f in found if f.code[0] in "TLF" and f.code != "L139"]


def test_hands_shown_at_a_draw_are_tenpai() -> None:
    assert drawn_with_shown([0, 0, 1, 0], READY) == []
    assert drawn_with_shown([0, 1, 1, 0], READY) == ["L160"]
    assert drawn_with_shown([0, 0, 0, 0], READY) == ["L161"]
    optional = replace(TENHOU, noten_declare_optional=True)
    assert drawn_with_shown([0, 0, 0, 0], READY, optional) == []


def test_a_hand_that_waits_for_a_fifth_tile_is_noten() -> None:
    karaten = "1111m456p789s222z"
    assert drawn_with_shown([0, 0, 1, 0], karaten) == ["L160"]
    assert drawn_with_shown([0, 0, 0, 0], karaten) == []
    allowed = replace(TENHOU, fifth_tile_tenpai="allow")
    assert drawn_with_shown([0, 0, 1, 0], karaten, allowed) == []


# --- wins -------------------------------------------------------------------------------------
def test_a_win_needs_a_complete_hand() -> None:
    (finding,) = findings("0 draw 5p\n0 tsumo 5p", hands={0: "123m456p789s112z3z"})
    assert (finding.code, finding.recorded, finding.expected) == ("L150", 1, -1)


def test_a_win_needs_a_yaku() -> None:
    no_yaku = {1: "234m456p789s3344z"}
    assert faults("0 draw 3z\n0 tsumogiri 3z\n1 ron 3z from 0", hands=no_yaku) == ["L151"]
    seat_wind = {1: "234m456p789s2244z"}
    assert faults("0 draw 2z\n0 tsumogiri 2z\n1 ron 2z from 0", hands=seat_wind) == []


def test_open_tanyao_where_it_is_not_played() -> None:
    script = "0 draw 5m\n0 discard 2s\n1 chi 2s 34s from 0\n1 discard 9m\n"
    script += tsumogiri(2, "7z 7z 7z") + "\n1 draw 8p\n1 tsumo 8p"
    hands = {0: "147m258p269s1234z", 1: "2349m56767p3455s"}
    assert faults(script, hands=hands) == []
    no_kuitan = replace(TENHOU, kuitan=False)
    (finding,) = findings(script, hands=hands, rules=no_kuitan)
    assert finding.code == "L151"


def test_the_winning_tile_is_the_tile_that_lies_there() -> None:
    script = "0 draw 1z\n0 tsumogiri 1z\n1 ron 2z from 0"
    assert faults(script, hands={1: READY}) == ["L152"]


def test_a_win_off_a_seat_that_did_not_act() -> None:
    script = "0 draw 2z\n0 tsumogiri 2z\n1 ron 2z from 3"
    assert faults(script, hands={1: READY}) == ["L153"]


KOKUSHI = "19m19p19s1234566z"


def test_b55_thirteen_orphans_rob_a_concealed_kan_where_the_rules_say_so() -> None:
    script = "0 draw 7z\n0 ankan 7777z\n2 ron 7z from 0"
    hands = {0: "777z258m369p1478s", 2: KOKUSHI}
    assert faults(script, hands=hands) == ["L155"]
    rules = replace(TENHOU, chankan_ankan_kokushi=True)
    assert faults(script, hands=hands, rules=rules) == []


def test_an_added_kan_can_be_robbed() -> None:
    script = "0 draw 9s\n0 tsumogiri 9s\n1 pon 9s 99s from 0\n1 discard 5m\n"
    script += tsumogiri(2, "5p 5p 5p") + "\n1 draw 9s\n1 kakan 9s\n2 ron 9s from 1"
    hands = {1: "99s25m369p147s234z", 2: "123m456p78s22255z"}
    # passing the first 9s is no matter: seat 2 has drawn since
    assert faults(script, hands=hands) == []


def test_the_north_set_aside_can_be_ronned_with_three_players() -> None:
    hands = {0: "19m258p369s12345z", 1: "111999m456p33z44z", 2: "19m147p258s12356z"}
    more = {"hands": hands, "scores": [35000] * 3}
    riichi_first = "0 draw 7z\n0 tsumogiri 7z\n" + riichi(1, "7z", "7z") + "\n"
    riichi_first += "2 draw 7z\n2 tsumogiri 7z\n0 draw 6z\n0 kita\n1 ron 4z from 0"
    assert faults(riichi_first, rules=SANMA, **more) == []
    assert faults(riichi_first, rules=replace(SANMA, kita_chankan=False), **more) == ["L155"]


def test_no_north_is_set_aside_with_four_players() -> None:
    assert "L117" in faults("0 draw 5s\n0 kita\n0 draw 5p\n0 discard 5p")
