"""Furiten of every seat after every event, and the wins that were let pass."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from mjlog.auditing import audit_batch
from mjlog.codes import ANKAN, CHI, DAIMINKAN, DISCARD, DRAW, KAKAN, PON, RIICHI
from mjlog.engine import passes
from mjlog.replay import replay
from mjlog.rules import Rules, load_rules
from mjlog.simulator import play_games
from mjlog.tiles import format_tile
from mjlog.views import Game
from mjlog.views.handmade import game_of

TENHOU = load_rules("tenhou")
SANMA = load_rules("tenhou-3p")
JUNK = ("147m258p369s1234z", "258m369p147s2345z", "369m147p258s3456z", "148m259p367s4567z")
WAIT_36P = "234m45p678p34588s"  # 3p 6p, tanyao
NAMES = ("none", "discard", "temporary", "riichi")


def tsumogiri(first: int, tiles: str, players: int = 4) -> str:
    lines = []
    for turn, tile in enumerate(tiles.split()):
        seat = (first + turn) % players
        lines += [f"{seat} draw {tile}", f"{seat} tsumogiri {tile}"]
    return "\n".join(lines)


def round_of(script: str, hands: dict[int, str], rules: Rules = TENHOU) -> Game:
    dealt = [hands.get(seat, JUNK[seat]) for seat in range(rules.players)]
    lines = ["E1.0 dora 9p", *(f"hand {hand}" for hand in dealt), script]
    return game_of("\n".join(lines), rules=rules)


def furiten(script: str, seat: int, hands: dict[int, str], rules: Rules = TENHOU) -> str:
    """Furiten of a seat at the end of the script, and the tile that caused it."""
    game = round_of(script, hands, rules)
    state = game.rounds[0].state(len(game.rounds[0]))
    tile = int(game.replay.furiten_tile[-1, seat])
    assert state.furiten(seat) == NAMES[int(game.replay.furiten[-1]) >> 2 * seat & 3]
    return state.furiten(seat) + ("" if tile == 255 else f" {format_tile(tile)}")


def faults(script: str, hands: dict[int, str], rules: Rules = TENHOU) -> list[str]:
    found = audit_batch(round_of(script, hands, rules).batch).findings
    return [f.code for f in found if f.code[0] in "TLF"]


def missed(script: str, hands: dict[int, str], rules: Rules = TENHOU) -> list[tuple[int, int]]:
    """(seat, points) of every win that was let pass."""
    found = audit_batch(round_of(script, hands, rules).batch, missed_wins=True).findings
    return [(f.seat or 0, f.expected) for f in found if f.code == "F201"]


# --- own discards -----------------------------------------------------------------------------
def test_an_own_discard_of_the_wait_is_furiten() -> None:
    hands = {1: WAIT_36P}
    script = tsumogiri(0, "1z 6p 1z 1z 1z") + "\n1 draw 9m\n1 tsumogiri 9m"
    assert furiten(script, 1, hands) == "discard 6p"
    assert furiten(tsumogiri(0, "1z 7m"), 1, hands) == "none"


def test_the_whole_wait_counts_not_the_tile_that_is_won_on() -> None:
    script = tsumogiri(0, "1z 6p 1z 1z 3p") + "\n1 ron 3p from 0"
    assert faults(script, {1: WAIT_36P}) == ["F101"]


def test_a_discard_that_another_called_still_counts() -> None:
    script = tsumogiri(0, "1z") + "\n1 draw 6p\n1 tsumogiri 6p\n2 pon 6p 66p from 1\n2 discard 3m\n"
    script += tsumogiri(3, "1z 3p") + "\n1 ron 3p from 0"
    assert faults(script, {1: WAIT_36P, 2: "369m166p258s3456z"}) == ["F101"]


def test_b43_a_red_five_is_the_same_tile_as_a_plain_one() -> None:
    hands = {1: "234m67p678p34588s"}  # 5p 8p
    script = tsumogiri(0, "1z 0p 1z 1z")
    assert furiten(script, 1, hands) == "discard 5p"
    assert faults(script + "\n" + tsumogiri(0, "8p") + "\n1 ron 8p from 0", hands) == ["F101"]


def test_b43_passing_the_red_five_blocks_the_plain_one() -> None:
    hands = {1: "234m67p678p34588s"}
    script = tsumogiri(0, "1z 1z") + "\n" + tsumogiri(2, "0p 5p") + "\n1 ron 5p from 3"
    assert faults(script, hands) == ["F102"]


def test_the_declaration_tile_itself_can_make_furiten() -> None:
    script = tsumogiri(0, "1z") + "\n1 draw 6p\n1 riichi\n1 discard 6p\n1 accepted"
    assert furiten(script, 1, {1: WAIT_36P}) == "discard 6p"


def test_a_winning_tile_drawn_and_discarded_in_riichi_is_furiten_to_the_end() -> None:
    script = tsumogiri(0, "1z") + "\n1 draw 1z\n1 riichi\n1 discard 1z\n1 accepted\n"
    script += tsumogiri(2, "1z 7z 1z 6p 1z 1z") + "\n"
    assert furiten(script.strip(), 1, {1: WAIT_36P}) == "discard 6p"
    assert faults(script + "0 draw 3p\n0 tsumogiri 3p\n1 ron 3p from 0", {1: WAIT_36P}) == ["F101"]


def test_furiten_follows_the_wait_and_ends_when_the_wait_changes() -> None:
    hands = {1: WAIT_36P}
    script = tsumogiri(0, "1z 6p 1z 1z 1z") + "\n1 draw 9s\n1 discard 4p"
    assert furiten(script, 1, hands) == "none"


def test_a_hand_that_is_not_tenpai_is_never_furiten() -> None:
    assert furiten(tsumogiri(0, "1z 1z 1z 1z"), 0, {0: JUNK[0]}) == "none"


def test_tiles_in_an_own_kan_do_not_count_as_discards() -> None:
    hands = {1: "222m34m567p33399s"}  # 2m 5m; 9s
    script = tsumogiri(0, "1z") + "\n1 draw 2m\n1 ankan 2222m\ndora 9p\n1 draw 1z\n1 tsumogiri 1z"
    game = round_of(script, hands)
    state = game.rounds[0].state(len(game.rounds[0]))
    assert "5m" in {format_tile(t) for t in state.waits(1)}
    assert state.furiten(1) == "none"


def test_b41_furiten_forbids_ron_only() -> None:
    hands = {1: "234m34p678p34588s"}  # 2p 5p
    lines = tsumogiri(0, "1z 5p") + "\n" + tsumogiri(2, " ".join(["9m"] * 67)) + "\n"
    script = lines + "1 draw 2p\n1 tsumo 2p"
    game = round_of(script, hands)
    last = game.rounds[0].state(len(game.rounds[0]) - 1)
    assert (last.live_wall, last.furiten(1)) == (0, "discard")
    assert "tsumo" in {a.kind for a in last.legal(1)}
    assert faults(script, hands) == []
    haitei, menzen_tsumo = 1 << 5, 1 << 0
    assert int(audit_batch(game.batch).scores.yaku[0]) & (haitei | menzen_tsumo) == 33


# --- tiles let pass ---------------------------------------------------------------------------
PASS = tsumogiri(0, "1z 1z 1z") + "\n3 draw 6p\n3 tsumogiri 6p\n"


def test_a_passed_tile_blocks_ron_until_the_own_draw() -> None:
    hands = {1: WAIT_36P}
    assert furiten(PASS + "0 draw 1z", 1, hands) == "temporary 6p"
    assert faults(PASS + "0 draw 3p\n0 tsumogiri 3p\n1 ron 3p from 0", hands) == ["F102"]
    after = PASS + tsumogiri(0, "1z") + "\n1 draw 1z"
    assert furiten(after, 1, hands) == "none"
    later = after + "\n1 tsumogiri 1z\n2 draw 3p\n2 tsumogiri 3p\n1 ron 3p from 2"
    assert faults(later, hands) == []


@pytest.mark.parametrize(
    ("clear", "drawn", "discarded"),
    [("own_draw", "none", "none"), ("own_discard", "temporary 6p", "none")],
)
def test_when_the_own_turn_ends_it(clear: Any, drawn: str, discarded: str) -> None:
    rules = replace(TENHOU, temp_furiten_clear=clear)
    after = PASS + tsumogiri(0, "1z") + "\n1 draw 1z"
    assert furiten(after, 1, {1: WAIT_36P}, rules) == drawn
    assert furiten(after + "\n1 tsumogiri 1z", 1, {1: WAIT_36P}, rules) == discarded


@pytest.mark.parametrize(
    ("clear", "expected"),
    [("own_draw", "temporary 6p"), ("own_discard", "temporary 6p"), ("own_turn_or_call", "none")],
)
def test_a_call_ends_it_only_where_the_rules_say_so(clear: Any, expected: str) -> None:
    rules = replace(TENHOU, temp_furiten_clear=clear)
    hands = {1: "234888m22456p78p"}  # 3p 6p 9p before and 6p 9p after the pon of 2p
    script = PASS + "0 draw 2p\n0 tsumogiri 2p\n1 pon 2p 22p from 0\n1 discard 8m"
    assert furiten(script, 1, hands, rules) == expected


def test_a_passed_tile_in_riichi_blocks_ron_to_the_end() -> None:
    script = tsumogiri(0, "1z") + "\n1 draw 1z\n1 riichi\n1 discard 1z\n1 accepted\n"
    script += tsumogiri(2, "6p 1z 1z 1z 1z 1z") + "\n"
    hands = {1: WAIT_36P}
    assert furiten(script.strip(), 1, hands) == "riichi 6p"
    assert faults(script + "0 draw 3p\n0 tsumogiri 3p\n1 ron 3p from 0", hands) == ["F103"]
    tsumo = script + tsumogiri(0, "1z") + "\n1 draw 3p\n1 tsumo 3p"
    assert faults(tsumo, hands) == []


def test_temporary_furiten_ends_with_the_draw_before_a_riichi() -> None:
    script = PASS + tsumogiri(0, "1z") + "\n1 draw 1z\n1 riichi\n1 discard 1z\n1 accepted"
    assert furiten(script, 1, {1: WAIT_36P}) == "none"


def test_a_complete_hand_without_yaku_is_furiten_when_it_passes() -> None:
    hands = {1: "123m46p678p34588s"}  # waits for the 5p between: no pinfu, no tanyao
    script = tsumogiri(0, "1z 1z 1z") + "\n3 draw 5p\n3 tsumogiri 5p\n0 draw 1z"
    assert furiten(script, 1, hands) == "temporary 5p"
    assert missed(script, hands) == []


def test_the_player_who_discards_is_not_furiten_by_it() -> None:
    script = tsumogiri(0, "1z 1z 6p") + "\n3 draw 1z"
    assert furiten(script, 2, {2: "234m45p678p34588s"}) == "discard 6p"
    assert furiten(script, 3, {3: WAIT_36P}) == "none"  # its own draw has ended it
    assert furiten(script, 1, {1: WAIT_36P}) == "temporary 6p"


# --- kans -------------------------------------------------------------------------------------
@pytest.mark.parametrize(("riichi", "code"), [(False, "F102"), (True, "F103")])
def test_b39_declining_to_rob_a_kan_is_letting_a_tile_pass(riichi: bool, code: str) -> None:
    hands = {1: WAIT_36P, 0: "147m66p369s12347z"}
    start = "0 draw 1z\n0 tsumogiri 1z\n" + tsumogiri(1, "1z 6p")
    script = start + "\n0 pon 6p 66p from 2\n0 discard 7z\n"
    script += "1 draw 1z\n" + ("1 riichi\n" if riichi else "") + "1 discard 1z\n"
    script += ("1 accepted\n" if riichi else "") + tsumogiri(2, "1z 1z")
    script += "\n0 draw 6p\n0 kakan 6p\n0 draw 1z\ndora 9p\n0 tsumogiri 1z\n"
    name = "riichi" if riichi else "temporary"
    assert furiten(script.strip(), 1, hands) == f"{name} 6p"
    # the next player's 3p comes before the own draw only when seat 0 discards it
    at_once = script.replace("0 draw 1z\ndora 9p\n0 tsumogiri 1z", "0 draw 3p\ndora 9p\n"
                             "0 tsumogiri 3p\n1 ron 3p from 0")  # fmt: skip
    assert faults(at_once, hands) == [code]
    own = script + "1 draw 1z\n1 tsumogiri 1z\n2 draw 3p\n2 tsumogiri 3p\n1 ron 3p from 2"
    assert faults(own, hands) == ([code] if riichi else [])


def test_a_concealed_kan_passes_nobody_by_unless_orphans_may_rob_it() -> None:
    hands = {0: "777z258m369p1478s", 2: "19m19p19s1234566z"}
    script = "0 draw 7z\n0 ankan 7777z\ndora 9p\n0 draw 5m"
    assert furiten(script, 2, hands) == "none"
    rules = replace(TENHOU, chankan_ankan_kokushi=True)
    assert furiten(script, 2, hands, rules) == "temporary 7z"


def test_a_north_set_aside_passes_where_it_can_be_ronned() -> None:
    hands = {0: "19m258p369s12345z", 1: "111999m456p33z44z", 2: "19m147p258s12356z"}
    script = "0 draw 7z\n0 kita\n0 draw 7z"
    assert furiten(script, 1, hands, SANMA) == "temporary 4z"
    assert furiten(script, 1, hands, replace(SANMA, kita_chankan=False)) == "none"


def test_thirteen_orphans_are_furiten_by_any_orphan_of_their_own() -> None:
    hands = {0: "19m19p19s1234567z"}
    assert furiten("0 draw 9s\n0 tsumogiri 9s", 0, hands) == "discard 9s"


def test_a_wait_held_four_times_is_no_wait() -> None:
    hands = {1: "3333p4567p345m88s"}
    game = round_of("0 draw 1z", hands)
    waits = {format_tile(t) for t in game.rounds[0].state(1).waits(1)}
    assert "3p" not in waits and waits


# --- wins let pass ----------------------------------------------------------------------------
def test_a_missed_ron_is_listed_with_its_value() -> None:
    script = tsumogiri(0, "1z 1z 1z") + "\n3 draw 6p\n3 tsumogiri 6p\n0 draw 1z"
    assert missed(script, {1: WAIT_36P}) == [(1, 2000)]  # pinfu, tanyao: 2 han 30 fu


def test_a_missed_tsumo_is_listed_even_in_furiten() -> None:
    script = tsumogiri(0, "1z 7z 1z 1z 1z 6p 1z 1z 1z") + "\n1 draw 3p\n1 tsumogiri 3p"
    assert missed(script, {1: WAIT_36P}) == [(1, 2700)] * 2  # tsumo, pinfu, tanyao: 700/1300


def test_no_ron_is_missed_in_furiten() -> None:
    script = tsumogiri(0, "1z 7z 1z 1z 1z 6p 1z 3p 1z")
    assert missed(script, {1: WAIT_36P}) == [(1, 2700)]  # the 6p it drew, not the 3p


def test_the_other_player_of_a_ron_missed_nothing_under_head_bump() -> None:
    hands = {1: WAIT_36P, 2: "234m45p678p34588s"}
    script = tsumogiri(0, "6p") + "\n1 ron 6p from 0"
    assert missed(script, hands, replace(TENHOU, max_ron=1)) == []
    assert missed(script, hands) == [(2, 2000)]


# --- against a plain model --------------------------------------------------------------------
def plain_furiten(game: Game) -> list[list[int]]:
    """Furiten as the rule is told, from the recorded events and the waits alone."""
    events, waits = game.batch.events, game.replay.waits
    wait = [int(w) for w in game.replay.deal_waits[0]]
    river = [0] * 4
    passed = [0] * 4
    riichi = [False] * 4
    rows, offer = [], None
    for e in range(len(events.kind)):
        kind, seat, tile = (int(c[e]) for c in (events.kind, events.seat, events.tile))
        plain = {34: 4, 35: 13, 36: 22}.get(tile, tile)
        if offer is not None and kind in (DRAW, CHI, PON, DAIMINKAN):
            for s in range(4):
                if s != offer[0] and wait[s] >> offer[1] & 1:
                    passed[s] = 3 if riichi[s] else max(passed[s], 2)
            offer = None
        if kind == DRAW:
            passed[seat] = 0 if passed[seat] == 2 else passed[seat]
        elif kind == DISCARD:
            river[seat] |= 1 << plain
            wait[seat] = int(waits[e])
            offer = (seat, plain)
        elif kind in (KAKAN, ANKAN):
            wait[seat] = int(waits[e])
            offer = (seat, plain) if kind == KAKAN else None
        elif kind == RIICHI:
            riichi[seat] = True
        rows.append(
            [0 if not wait[s] else 1 if wait[s] & river[s] else passed[s] for s in range(4)]
        )
    return rows


def test_every_furiten_of_a_long_round_is_as_the_rule_tells() -> None:
    rng = np.random.default_rng(5)
    hands = {0: "234m45p678p34588s", 1: WAIT_36P, 2: "345m67m222p45678s", 3: "22334455m1166z7z"}
    for _ in range(20):
        tiles = rng.choice(["3p", "6p", "5m", "8m", "3s", "7z", "9s", "0p", "2m"], 60)
        game = round_of(tsumogiri(0, " ".join(tiles)), hands)
        got = [[int(f) >> 2 * s & 3 for s in range(4)] for f in game.replay.furiten]
        assert got == plain_furiten(game)


def test_however_little_room_there_is_no_chance_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = play_games(1, seed=3)
    whole = replay(batch)
    assert len(whole.chances) > 4
    monkeypatch.setattr(passes, "_room", lambda events: 1)
    again = replay(batch)
    for field in fields(whole):
        assert np.array_equal(getattr(whole, field.name), getattr(again, field.name)), field.name
