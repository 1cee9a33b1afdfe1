"""The state after every event: hands, wall, riichi, ippatsu, first turns, indicators, sticks."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mjlog.parsers.tenhou import read_batch

import mjlog
from mjlog.auditing import audit_batch
from mjlog.codes import ANKAN, CHI, DAIMINKAN, DISCARD, DRAW, KAKAN, KITA, PON, YAKU
from mjlog.engine.checks import run_checks
from mjlog.engine.hands import unpack_counts, unpack_reds
from mjlog.engine.layout import (
    ACCEPTED_SHIFT,
    BROKEN_SHIFT,
    CALLED,
    DOUBLE_SHIFT,
    FIRST_SHIFT,
    IPPATSU_SHIFT,
    PENDING_DORA,
    RIICHI_SHIFT,
    RIICHI_TILE,
    RINSHAN,
    RONNED,
    TSUMOGIRI,
)
from mjlog.model import GameBatch
from mjlog.replay import Replay, replay
from mjlog.rules import Rules, load_rules
from mjlog.tiles import KIND, format_tiles
from mjlog.views import Game
from mjlog.views.handmade import game_of

TENHOU = load_rules("tenhou")
SANMA = load_rules("tenhou-3p")
JUNK = ("147m258p369s1234z", "258m369p147s2345z", "369m147p258s3456z", "148m259p367s4567z")
READY = "123m456p789s1122z"
BITS = {
    "riichi": RIICHI_SHIFT,
    "accepted": ACCEPTED_SHIFT,
    "double": DOUBLE_SHIFT,
    "ippatsu": IPPATSU_SHIFT,
    "first": FIRST_SHIFT,
    "broken": BROKEN_SHIFT,
}


def tsumogiri(first: int, tiles: str, players: int = 4) -> str:
    lines = []
    for turn, tile in enumerate(tiles.split()):
        seat = (first + turn) % players
        lines += [f"{seat} draw {tile}", f"{seat} tsumogiri {tile}"]
    return "\n".join(lines)


def played(script: str, hands: dict[int, str] | None = None, rules: Rules = TENHOU) -> Game:
    dealt = [(hands or {}).get(seat, JUNK[seat]) for seat in range(rules.players)]
    return game_of(
        "\n".join(["E1.0 dora 9p", *(f"hand {h}" for h in dealt), script.strip()]), rules=rules
    )


def seats(game: Game, what: str, event: int = -1) -> list[int]:
    """Seats whose bit stands after an event."""
    bits = int(game.replay.status[event]) >> BITS[what] & 15
    return [seat for seat in range(4) if bits >> seat & 1]


def scored(game: Game) -> set[str]:
    mask = int(audit_batch(game.batch).scores.yaku[-1])
    return {y.name for y in YAKU if mask >> y.id & 1}


# --- hands and rivers -------------------------------------------------------------------------
def test_a_hand_is_followed_through_draws_discards_and_calls() -> None:
    script = """
0 draw 0p
0 discard 1m
1 pon 1m 11m from 0
1 discard 5s
2 chi 5s 46s from 1
2 discard 9m
3 draw 9m
3 ankan 9999m
dora 1p
3 draw 2z
3 discard 2z"""
    hands = {1: "11m369p1475s2345z", 2: "69m147p24668s345z", 3: "999m259p367s4567z"}
    game = played(script, hands)
    state = game.rounds[0].state(len(game.rounds[0]))
    assert [format_tiles(h, sort=True) for h in state.hands] == [
        "47m2058p369s1234z", "369p147s2345z", "6m147p268s345z", "259p367s4567z",
    ]  # fmt: skip
    assert [[m.kind for m in melds] for melds in state.melds] == [[], [PON], [CHI], [ANKAN]]
    packed = game.replay
    assert unpack_reds(int(packed.hand_hi[1])) == (0, 1, 0)
    assert unpack_counts(int(packed.hand_lo[-1]), int(packed.hand_hi[-1])).sum() == 10


def test_a_turn_counts_the_own_discards() -> None:
    game = played(tsumogiri(0, "5p 5p 5p 5p 5p"))
    assert game.replay.turn.tolist() == [1, 1] * 4 + [2, 2]


def test_the_drawn_tile_is_remembered_until_it_is_let_go() -> None:
    game = played("0 draw 5p\n0 discard 1m\n1 draw 7z\n1 tsumogiri 7z")
    assert game.replay.draw_tile[:, 0].tolist() == [13, 255, 255, 255]
    assert game.replay.draw_tile[:, 1].tolist() == [255, 255, 33, 255]
    tsumogiri_bits = [bool(s & TSUMOGIRI) for s in game.replay.status.tolist()]
    assert tsumogiri_bits == [False, False, False, True]


def test_a_discard_knows_that_it_is_called_or_ronned() -> None:
    game = played("0 draw 1m\n0 tsumogiri 1m\n1 pon 1m 11m from 0\n1 discard 2m\n2 ron 2m from 1",
                  {1: "112m369p147s2345z", 2: "34m456p789s11222z"})  # fmt: skip
    status = game.replay.status.tolist()
    assert [bool(s & CALLED) for s in status] == [False, True, False, False, False]
    assert [bool(s & RONNED) for s in status] == [False, False, False, True, False]


@pytest.mark.parametrize("tile", ["9m", "5p"])
def test_a_seat_with_an_impossible_hand_is_left_alone(tile: str) -> None:
    game = played(f"0 draw 5m\n0 discard {tile}\n" + tsumogiri(1, "5m 5m 5m 5m"), {0: JUNK[0]})
    if tile == "9m":
        assert seats(game, "broken") == [0]
        assert game.replay.not_held.tolist()[:2] == [0, 1]
        assert game.replay.shanten[1] == 99
        assert game.replay.shanten[2] < 99  # the others are followed as before
    else:
        assert seats(game, "broken") == []


def test_unknown_hands_are_followed_as_unknown() -> None:
    lines = ["E1.0 dora 9p", "hand " + JUNK[0], *["hand 13 unknown"] * 3, tsumogiri(0, "5p 5p 5p")]
    game = game_of("\n".join(lines), rules=TENHOU)
    assert seats(game, "broken") == [1, 2, 3]
    assert game.replay.shanten[0] < 99 and game.replay.shanten[3] == 99


# --- the wall and its indicators --------------------------------------------------------------
def test_the_live_wall_shrinks_with_every_draw() -> None:
    game = played(tsumogiri(0, "5p 5p 5p"))
    assert game.replay.live_wall.tolist() == [69, 69, 68, 68, 67, 67]
    three = played(tsumogiri(0, "5p 5p", 3), dict.fromkeys(range(3), "19m258p369s12345z"), SANMA)
    assert three.replay.live_wall.tolist() == [54, 54, 53, 53]


def test_the_wall_of_a_whole_round_ends_at_nothing() -> None:
    assert played(tsumogiri(0, " ".join(["5p"] * 70))).replay.live_wall[-1] == 0


def test_a_replacement_draw_takes_one_off_the_live_wall_and_is_rinshan() -> None:
    game = played("0 draw 1m\n0 ankan 1111m\ndora 9s\n0 draw 5p\n0 discard 5p\n1 draw 5p",
                  {0: "111m258p369s1234z"})  # fmt: skip
    assert game.replay.live_wall.tolist() == [69, 69, 69, 68, 68, 67]
    assert [bool(s & RINSHAN) for s in game.replay.status.tolist()] == [False] * 3 + [
        True, False, False,
    ]  # fmt: skip


def test_indicators_are_counted_and_an_open_kan_owes_one() -> None:
    game = played("0 draw 1m\n0 tsumogiri 1m\n1 daiminkan 1m 111m from 0\n1 draw 5p\ndora 9s\n"
                  "1 discard 5p", {1: "111m58p369s12345z"})  # fmt: skip
    assert game.replay.indicators.tolist() == [1, 1, 1, 1, 2, 2]
    pending = [bool(s & PENDING_DORA) for s in game.replay.status.tolist()]
    assert pending == [False, False, True, True, False, False]


def test_b67_the_indicator_of_an_open_kan_does_not_count_for_its_replacement() -> None:
    script = "0 draw 7z\n0 tsumogiri 7z\n1 pon 7z 77z from 0\n1 discard 9m\n"
    script += tsumogiri(2, "5m 6m 8m") + "\n1 draw 7z\n1 kakan 7z\n1 draw 9s\n1 tsumo 9s"
    game = played(script, {1: "77z234m345p22p78s9m"})
    assert scored(game) == {"rinshan", "chun"}
    scores = audit_batch(game.batch).scores
    assert (scores.han[0], scores.fu[0], scores.points[0]) == (2, 40, 2700)
    assert game.replay.indicators[-1] == 1


def test_b69_two_pending_indicators_are_both_in_force() -> None:
    script = "0 draw 7z\n0 tsumogiri 7z\n1 pon 7z 77z from 0\n1 discard 9m\n"
    script += tsumogiri(2, "5m 6m 8m") + "\n1 draw 7z\n1 kakan 7z\n1 draw 3p\n1 ankan 3333p\n"
    script += "dora 4z\ndora 5s\n1 draw 9s\n1 tsumo 9s"
    game = played(script, {1: "77z333p678m22p78s9m"})
    scores = audit_batch(game.batch).scores
    assert (scores.han[0], scores.fu[0], scores.points[0]) == (2, 60, 4000)
    state = game.rounds[0].state(len(game.rounds[0]))
    assert format_tiles(state.dora_indicators) == "9p4z5s"


# --- riichi -----------------------------------------------------------------------------------
def test_riichi_is_declared_then_accepted() -> None:
    game = played("0 draw 8m\n0 riichi\n0 discard 8m\n0 accepted\n1 draw 5p", {0: READY})
    assert [seats(game, "riichi", e) for e in range(4)] == [[], [0], [0], [0]]
    assert [seats(game, "accepted", e) for e in range(4)] == [[], [], [], [0]]
    assert game.replay.deposits.tolist() == [0, 0, 0, 1, 1]
    assert bool(game.replay.status[2] & RIICHI_TILE)
    assert game.rounds[0].state(5).scores == (24000, 25000, 25000, 25000)


def test_b27_a_ronned_riichi_tile_is_declared_but_not_accepted() -> None:
    script = tsumogiri(0, "5p 5p 5p") + "\n3 draw 9s\n3 riichi\n3 discard 9s\n0 ron 9s from 3"
    game = played(script, {3: READY, 0: "234m567p78s34588m"})
    assert seats(game, "riichi") == [3]
    assert seats(game, "accepted") == []
    assert game.replay.deposits[-1] == 0


def test_b71_sticks_at_the_start_and_the_running_ones_are_two_things() -> None:
    script = "0 draw 8m\n0 riichi\n0 discard 8m\n0 accepted\n" + tsumogiri(1, "5p 5p 5p 5p")
    script += "\n1 draw 8m\n1 riichi\n1 discard 8m\n1 accepted\n"
    game = played(script + tsumogiri(2, " ".join(["9s"] * 64)) + "\ndraw exhaustive",
                  {0: READY, 1: "234m567p678s3344z"})  # fmt: skip
    game.batch.rounds.deposits[0] = 1
    again = replay(game.batch)
    assert int(game.batch.rounds.deposits[0]) == 1
    assert (again.deposits[0], again.deposits[-1]) == (1, 3)


def test_ippatsu_lives_until_the_own_next_discard() -> None:
    script = "0 draw 8m\n0 riichi\n0 discard 8m\n0 accepted\n" + tsumogiri(1, "5p 5p 5p")
    game = played(script + "\n0 draw 5s\n0 tsumogiri 5s", {0: READY})
    assert seats(game, "ippatsu", 9) == [0]
    assert seats(game, "ippatsu", 10) == [0]  # the own draw
    assert seats(game, "ippatsu", 11) == []


@pytest.mark.parametrize(
    "call",
    [
        "1 pon 8m 88m from 0\n1 discard 1m",
        "1 chi 8m 67m from 0\n1 discard 1m",
        "1 daiminkan 8m 888m from 0\n1 draw 5p",
    ],
)
def test_any_call_ends_ippatsu(call: str) -> None:
    hands = {0: READY, 1: "167888m69p147s23z"}
    game = played("0 draw 8m\n0 riichi\n0 discard 8m\n0 accepted\n" + call, hands)
    assert seats(game, "ippatsu", 3) == [0]
    assert seats(game, "ippatsu", 4) == []


def test_b13_ippatsu_is_alive_when_a_kan_is_robbed_and_dead_when_the_kan_stands() -> None:
    script = "0 draw 6p\n0 tsumogiri 6p\n1 pon 6p 66p from 0\n1 discard 9m\n"
    script += "2 draw 1z\n2 tsumogiri 1z\n3 draw 1z\n3 riichi\n3 discard 1z\n3 accepted\n"
    script += "0 draw 1z\n0 tsumogiri 1z\n1 draw 6p\n1 kakan 6p\n"
    hands = {1: "9m1466p147s23455z", 3: "234m45p678p34588s"}
    robbed = played(script + "3 ron 6p from 1", hands)
    assert scored(robbed) == {"riichi", "ippatsu", "chankan", "pinfu", "tanyao"}
    scores = audit_batch(robbed.batch).scores
    assert (scores.han[0], scores.points[0]) == (5, 8000)
    assert robbed.replay.indicators[-1] == 1
    stands = played(script + "1 draw 1z\ndora 1s\n1 discard 3p\n3 ron 3p from 1",
                    {**hands, 1: "9m3466p147s23455z"})  # fmt: skip
    assert "ippatsu" not in scored(stands)


def test_a_kan_of_the_own_ends_ippatsu_for_its_replacement() -> None:
    script = "0 draw 8m\n0 riichi\n0 discard 8m\n0 accepted\n" + tsumogiri(1, "5p 5p 5p")
    script += "\n0 draw 1z\n0 ankan 1111z\ndora 9s\n0 draw 9s\n0 tsumo 9s"
    game = played(script, {0: "234m45699p78s111z"})
    assert scored(game) >= {"double_riichi", "rinshan", "menzen_tsumo"}
    assert "ippatsu" not in scored(game)


# --- first turns ------------------------------------------------------------------------------
def test_the_first_turn_of_a_seat_ends_with_its_discard() -> None:
    game = played(tsumogiri(0, "5p 5p"))
    assert [seats(game, "first", e) for e in range(4)] == [
        [0, 1, 2, 3], [1, 2, 3], [1, 2, 3], [2, 3],
    ]  # fmt: skip


@pytest.mark.parametrize(
    "call",
    ["1 pon 1m 11m from 0\n1 discard 2m", "1 draw 1z\n1 ankan 1111z\ndora 9s\n1 draw 5p"],
)
def test_any_call_or_kan_ends_every_first_turn(call: str) -> None:
    game = played("0 draw 1m\n0 tsumogiri 1m\n" + call, {1: "112m369p14s23111z"})
    assert seats(game, "first") == []


def test_a_double_riichi_needs_the_first_turn() -> None:
    declare = "{0} draw 8m\n{0} riichi\n{0} discard 8m\n{0} accepted"
    hands = {2: READY, 1: "112m369p14s23111z"}
    first = played(tsumogiri(0, "5p 5p") + "\n" + declare.format(2), hands)
    assert seats(first, "double") == [2]
    after_kan = "0 draw 5p\n0 tsumogiri 5p\n1 draw 1z\n1 ankan 1111z\ndora 9s\n1 draw 5p\n"
    after_kan += "1 tsumogiri 5p\n" + declare.format(2)
    assert seats(played(after_kan, hands), "double") == []
    assert seats(played(after_kan, hands), "riichi") == [2]
    later = tsumogiri(0, "5p 5p 5p 5p 5p 5p") + "\n" + declare.format(2)
    assert seats(played(later, hands), "double") == []


def test_a_north_set_aside_ends_first_turns_and_ippatsu() -> None:
    hands = {0: "111999m456p7s222z", 1: "19m258p369s12345z", 2: "19m147p258s12356z"}
    script = "0 draw 6z\n0 riichi\n0 discard 6z\n0 accepted\n1 draw 7z\n1 kita\n1 draw 7z"
    game = played(script, hands, SANMA)
    assert seats(game, "ippatsu", 5) == [0]  # it can still be ronned
    assert seats(game, "ippatsu", 6) == []
    assert not set(seats(game, "first", 5)) & {0, 1, 2}
    assert bool(game.replay.status[6] & RINSHAN)
    assert game.replay.hand_hi[5] >> 29 & 7 == 1


def test_the_dealer_wins_on_the_deal_and_the_others_on_their_first_draw() -> None:
    complete = {0: READY, 1: READY}
    assert scored(played("0 draw 1z\n0 tsumo 1z", complete)) == {"tenhou"}
    chiihou = played(tsumogiri(0, "5p") + "\n1 draw 1z\n1 tsumo 1z", complete)
    assert scored(chiihou) == {"chiihou"}
    script = "0 draw 1m\n0 tsumogiri 1m\n3 pon 1m 11m from 0\n3 discard 2m\n0 draw 5p\n"
    script += "0 tsumogiri 5p\n1 draw 1z\n1 tsumo 1z"
    called = played(script, {**complete, 3: "112m369p147s2345z"})
    assert "chiihou" not in scored(called)


def test_the_last_tile_and_the_last_discard() -> None:
    wall = tsumogiri(0, " ".join(["5p"] * 69)) + "\n1 draw "
    assert "haitei" in scored(played(wall + "1z\n1 tsumo 1z", {1: READY}))
    houtei = played(wall + "1z\n1 tsumogiri 1z\n2 ron 1z from 1", {2: READY})
    assert scored(houtei) == {"houtei", "round_wind_east"}
    before = tsumogiri(0, " ".join(["5p"] * 68)) + "\n0 draw 1z\n0 tsumogiri 1z\n1 ron 1z from 0"
    assert "houtei" not in scored(played(before, {1: READY}))


def test_the_last_tile_of_the_wall_as_a_replacement_is_rinshan_only() -> None:
    wall = tsumogiri(0, " ".join(["5p"] * 68)) + "\n0 draw 1m\n0 ankan 1111m\ndora 9s\n"
    game = played(wall + "0 draw 9s\n0 tsumo 9s", {0: "111m234p456p78s22z"})
    assert scored(game) == {"menzen_tsumo", "rinshan"}


# --- both ways to run, and the real table -----------------------------------------------------
def columns(result: Replay) -> Iterator[tuple[str, Any]]:
    for field in fields(result):
        yield field.name, getattr(result, field.name)


def assert_same_both_ways(batch: GameBatch, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []
    for way in ("0", "1"):
        monkeypatch.setenv("MJLOG_JIT", way)
        result = replay(batch)
        audit = audit_batch(batch)
        runs.append((result, run_checks(batch, result), [f.as_dict() for f in audit.findings]))
    for (name, slow), (_, fast) in zip(columns(runs[0][0]), columns(runs[1][0]), strict=True):
        assert slow.dtype == fast.dtype, name
        assert np.array_equal(slow, fast), name
    assert np.array_equal(runs[0][1], runs[1][1])
    assert runs[0][2] == runs[1][2]


def test_compiled_and_uncompiled_passes_agree_on_handmade_faults(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = """
0 draw 1m
0 ankan 1111m
0 draw 5p
0 discard 5p
1 draw 8m
1 riichi
1 discard 8m
1 accepted
2 pon 8m 88m from 1
2 discard 9m
0 draw 9m
0 discard 7z
1 draw 1z
1 discard 2z
2 draw 5p
2 ron 5p from 0
3 tsumo 9s"""
    game = played(script, {0: "111m258p369s1234z", 1: READY, 2: "889m2589p369s147z"})
    assert_same_both_ways(game.batch, monkeypatch)


def sample(shared: Path, count: int) -> GameBatch:
    with zipfile.ZipFile(shared / "logs" / "tenhou-corpus.zip") as archive:
        names = sorted(archive.namelist())
        chosen = [names[i * len(names) // count] for i in range(count)]
        batch: GameBatch = read_batch([(name, archive.read(name)) for name in chosen])
        return batch


@pytest.mark.shared
def test_compiled_and_uncompiled_passes_agree_on_real_games(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_same_both_ways(sample(shared, 3), monkeypatch)


@pytest.mark.shared
def test_tiles_are_conserved_in_real_games(shared: Path) -> None:
    """After every event a seat holds 13 or 14 tiles, melds counted as three."""
    batch = sample(shared, 30)
    result = replay(batch)
    events = batch.events
    own = np.isin(events.kind, (DRAW, DISCARD, CHI, PON, DAIMINKAN, KAKAN, ANKAN, KITA))
    for e in np.flatnonzero(own)[::7]:
        lo, hi = int(result.hand_lo[e]), int(result.hand_hi[e])
        tiles = int(unpack_counts(lo, hi).sum()) + 3 * (hi >> 23 & 7)
        drawn = events.kind[e] in (DRAW, CHI, PON)
        assert tiles == (14 if drawn else 13)


@pytest.mark.shared
def test_wins_show_the_hand_that_was_followed(shared: Path) -> None:
    batch = sample(shared, 30)
    result = replay(batch)
    for w in range(len(batch.wins)):
        e, seat = int(batch.wins.event[w]), int(batch.wins.seat[w])
        row = int(result.hand_row[e, seat])
        r = int(batch.wins.round[w])
        lo, hi = result.deal_lo[r, seat], result.deal_hi[r, seat]
        if row >= int(batch.rounds.first_event[r]):
            lo, hi = result.hand_lo[row], result.hand_hi[row]
        counts = unpack_counts(int(lo), int(hi))
        if batch.wins.from_seat[w] != seat:
            counts[KIND[batch.wins.tile[w]]] += 1
        shown = batch.wins.hand[w][batch.wins.hand[w] != 255]
        assert counts.tolist() == np.bincount(KIND[shown], minlength=34).tolist()


@pytest.mark.parametrize("breaks", [True, False])
def test_a_kita_breaks_ippatsu_only_by_the_rules(breaks: bool) -> None:
    rules = replace(load_rules("tenhou-3p"), kita_breaks_ippatsu=breaks, name="house")
    games = mjlog.simulate(4, seed=11, rules=rules)
    assert mjlog.audit(games, rules=rules) == []
    kept = 0
    for game in games:
        events, status = game.batch.events, game.replay.status
        for e in np.flatnonzero(events.kind == KITA).tolist():
            if e + 1 < len(events) and int(events.kind[e + 1]) == DRAW:
                alive = int(status[e]) >> IPPATSU_SHIFT & 15
                kept += bool(alive) and (int(status[e + 1]) >> IPPATSU_SHIFT & 15) == alive
    assert (kept > 0) is not breaks
