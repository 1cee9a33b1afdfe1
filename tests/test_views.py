"""Views: what a player sees at the table, rebuilt from the recorded events."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mjlog import codes
from mjlog.errors import AmbiguousNameError, ParseError, UnknownNameError
from mjlog.replay import replay
from mjlog.rules import Rules
from mjlog.tiles import parse_tile
from mjlog.views import Game, State, games_of, round_label
from mjlog.views.handmade import game_of

DEAL = """
E2.1 dora 3z
hand 123m406p789s1122z
hand 22p55m11z345678s9p
hand 22m2299p5556667z
hand 999s119m23p4455z3m
"""


def table(events: str, deal: str = DEAL, **options: object) -> State:
    """The table after ``events`` (parted by ``;``) of a round dealt as ``deal``."""
    lines = "\n".join(e.strip() for e in events.split(";"))
    r = game_of(deal.strip() + "\n" + lines, **options).rounds[0]  # type: ignore[arg-type]
    return r.state(len(r))


# --- names and places -----------------------------------------------------------------------
def test_a_round_is_named_by_wind_dealer_and_counters() -> None:
    assert round_label(0, 0, 0) == "E1.0"
    assert round_label(1, 3, 2) == "S4.2"
    assert game_of(DEAL).rounds[0].label == "E2.1"


def test_seat_winds_follow_the_dealer() -> None:
    state = table("1 draw 5m")
    assert [state.wind(s) for s in range(4)] == [3, 0, 1, 2]


def test_a_round_is_found_by_its_label_or_by_the_part_that_fits_once() -> None:
    game = game_of(DEAL + "\n" + DEAL.replace("E2.1", "E3.0"))
    assert game.round("e3.0") is game.rounds[1]
    assert game.round("E2") is game.rounds[0]
    with pytest.raises(UnknownNameError, match=r"unknown round 'E3\.1'.*E3\.0"):
        game.round("E3.1")


def test_rounds_of_one_label_are_counted() -> None:
    game = game_of(DEAL + "\n" + DEAL + "\n" + DEAL.replace("E2.1", "E2.2"))
    assert [r.name for r in game.rounds] == ["E2.1#1", "E2.1#2", "E2.2"]
    assert [r.label for r in game.rounds] == ["E2.1", "E2.1", "E2.2"]
    assert game.round("east 2, 1 honba #2") is game.rounds[1]
    assert game.round("E2.2") is game.rounds[2]
    for unclear in ("E2", "E2.1"):
        with pytest.raises(AmbiguousNameError, match=r"'E2.*' may be any of E2\.1#1, E2\.1#2"):
            game.round(unclear)
    for unknown in ("E2.1#3", "E2.2#1"):
        with pytest.raises(UnknownNameError, match=r"unknown round .*E2\.1#2"):
            game.round(unknown)


def test_a_state_exists_before_every_event_and_at_the_end() -> None:
    r = game_of(DEAL + "1 draw 5m\n1 tsumogiri 5m").rounds[0]
    assert [s.index for s in r.states()] == [0, 1, 2]
    assert r.state(2).next_event is None
    assert r.state(0).last_event is None
    for wrong in (-1, 3):
        with pytest.raises(IndexError, match=r"E2\.1 has states 0–2, asked for"):
            r.state(wrong)


# --- hands ----------------------------------------------------------------------------------
def test_a_hand_is_sorted_with_the_drawn_tile_last() -> None:
    state = table("1 draw 1m")
    assert str(state.hands[1]) == "55m229p345678s11z1m"
    assert state.drawn == (None, 0, None, None)
    assert state.live_wall == 69


def test_a_discard_from_the_hand_keeps_the_drawn_tile() -> None:
    state = table("1 draw 1m; 1 discard 5m")
    assert str(state.hands[1]) == "15m229p345678s11z"
    assert state.discards[1][0].tsumogiri is False


def test_a_red_five_is_not_a_plain_five() -> None:
    state = table("1 draw 5p; 1 discard 9p; 0 draw 5p; 0 discard 0p")
    assert 13 in state.hands[0]
    assert 35 not in state.hands[0]
    assert state.discards[0][0].tile == 35


def test_unknown_hands_lose_an_unknown_tile() -> None:
    deal = "E1.0 dora 1m\n" + "hand 13 unknown\n" * 4
    state = table("0 draw ?; 0 tsumogiri 5p; 1 pon 5p 55p from 0; 1 discard 1z", deal)
    assert [len(h) for h in state.hands] == [13, 10, 13, 13]
    assert state.shanten(0) is None
    assert state.waits(0) == ()


# --- calls ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("events", "meld"),
    [
        ("1 draw 3m; 1 tsumogiri 3m; 2 chi 3m 22m from 1", "3'22m"),
        ("3 draw 2p; 3 discard 2p; 2 pon 2p 22p from 3", "222'p"),
        ("3 draw 2p; 3 discard 2p; 1 pon 2p 22p from 3", "22'2p"),
        ("0 draw 2p; 0 discard 2p; 1 pon 2p 22p from 0", "2'22p"),
        ("2 draw 9s; 2 discard 9s; 3 daiminkan 9s 999s from 2", "9'999s"),
        ("1 draw 9s; 1 discard 9s; 3 daiminkan 9s 999s from 1", "99'99s"),
        ("0 draw 9s; 0 discard 9s; 3 daiminkan 9s 999s from 0", "9999's"),
        ("2 draw 5z; 2 ankan 5555z", "#55z#"),
    ],
)
def test_the_turned_tile_tells_who_discarded_it(events: str, meld: str) -> None:
    state = table(events)
    assert [str(m) for melds in state.melds for m in melds] == [meld]


def test_a_called_discard_stays_in_the_river_marked() -> None:
    state = table("0 draw 2p; 0 discard 2p; 1 pon 2p 22p from 0; 1 discard 9p")
    assert state.discards[0][0].called_by == 1
    assert str(state.hands[1]) == "55m345678s11z"


def test_an_added_kan_lies_on_its_pon_and_keeps_its_place() -> None:
    state = table(
        "3 draw 1z; 3 tsumogiri 1z; 0 pon 1z 11z from 3; 0 discard 3m;"
        "1 draw 2z; 1 tsumogiri 2z; 0 pon 2z 22z from 1; 0 discard 2m; 0 draw 1z; 0 kakan 1z"
    )
    assert [str(m) for m in state.melds[0]] == ["1'(1)11z", "222'z"]
    assert state.melds[0][0].from_seat == 3
    assert str(state.melds[0][0].tiles) == "1111z"
    assert len(state.hands[0]) == 7


def test_a_concealed_kan_shows_its_red_five() -> None:
    deal = DEAL.replace("123m406p789s1122z", "123m555p789s1122z")
    state = table("0 draw 0p; 0 ankan 0555p", deal)
    assert str(state.melds[0][0]) == "#50p#"
    slots = state.melds[0][0].slots()
    assert [s.face_down for s in slots] == [True, False, False, True]
    assert any(s.code == 35 and not s.face_down for s in slots)


def test_kita_is_set_aside_and_is_no_meld() -> None:
    deal = "E1.0 dora 1p\nhand 19m123p456s11224z\nhand 1119m19p55667s11z\nhand 9m123456789p567s"
    state = table("0 draw 4z; 0 kita; 0 draw 9s", deal)
    assert state.players == 3
    assert [str(k) for k in state.kita] == ["4z", "", ""]
    assert state.melds[0] == ()
    assert state.live_wall == 55 - 2
    assert len(state.hands[0]) == 14


# --- riichi ---------------------------------------------------------------------------------
def test_the_declaration_tile_lies_sideways_and_the_stick_is_paid() -> None:
    state = table("3 draw 1m; 3 riichi; 3 discard 9m; 3 accepted")
    assert state.riichi == (False, False, False, True)
    assert state.discards[3][0].riichi
    assert state.discards[3][0].sideways
    assert state.scores[3] == 24000
    assert state.deposits == 1


def test_when_the_declaration_tile_is_called_the_next_one_lies_sideways() -> None:
    state = table(
        "3 draw 1m; 3 riichi; 3 discard 2p; 3 accepted; 1 pon 2p 22p from 3; 1 discard 9p;"
        "2 draw 1m; 2 discard 2p; 3 draw 8s; 3 tsumogiri 8s; 3 draw 7s; 3 tsumogiri 7s"
    )
    assert [(d.sideways, d.riichi) for d in state.discards[3]] == [
        (True, True), (True, False), (False, False),
    ]  # fmt: skip


def test_a_ronned_declaration_pays_no_stick() -> None:
    state = table("3 draw 1m; 3 riichi; 3 discard 2z; 0 ron 2z from 3 : 2600 0 0 -2600")
    assert state.scores == (27600, 25000, 25000, 22400)
    assert state.discards[3][0].ronned


def test_a_robbed_kan_ronns_no_tile_of_the_river() -> None:
    state = table(
        "0 draw 2p; 0 discard 2p; 1 pon 2p 22p from 0; 1 discard 9p; 1 draw 2p; 1 kakan 2p;"
        "3 ron 2p from 1"
    )
    assert not state.discards[1][-1].ronned


def test_deposits_go_with_the_first_win() -> None:
    state = table(
        "3 draw 1m; 3 riichi; 3 discard 9m; 3 accepted; 0 draw 8p; 0 discard 8p;"
        "1 ron 8p from 0 : -1000 2000 0 0; 2 ron 8p from 0 : -2000 0 2000 0"
    )
    assert state.deposits == 0
    assert state.scores == (22000, 27000, 27000, 24000)
    assert len(state.round.wins) == 2


# --- how a hand stands ----------------------------------------------------------------------
def test_waits_and_ukeire_of_a_tenpai_hand() -> None:
    state = table("")
    assert state.shanten(0) == 0
    assert str(state.waits(0)) == "12z"
    assert state.ukeire(0) == {27: 2, 28: 2}
    # Another player's river is seen, so fewer are left.
    seen = table("1 draw 2z; 1 tsumogiri 2z")
    assert seen.ukeire(0) == {27: 2, 28: 1}


def test_the_drawn_tile_does_not_change_the_waits() -> None:
    assert str(table("0 draw 2z").waits(0)) == "12z"
    assert table("0 draw 2z").shanten(0) == -1


def test_a_hand_that_must_discard_after_a_call_has_no_waits() -> None:
    state = table("1 draw 1z; 1 discard 1z; 0 pon 1z 11z from 1")
    assert state.waits(0) == ()
    assert state.ukeire(0) == {}


def test_a_wait_held_four_times_counts_as_the_rules_say() -> None:
    deal = DEAL.replace("123m406p789s1122z", "1111m234567p789s")
    assert table("", deal).waits(0) == ()
    state = table("", deal, rules=Rules(fifth_tile_tenpai="allow"))
    assert str(state.waits(0)) == "1m"


def test_own_discards_make_furiten() -> None:
    state = table("0 draw 1z; 0 discard 1z")
    assert state.furiten(0) == "discard"
    assert table("").furiten(0) == "none"


def test_passing_a_ron_makes_temporary_furiten_until_the_own_discard() -> None:
    passed = "1 draw 2z; 1 tsumogiri 2z; 2 draw 9m"
    assert table(passed).furiten(0) == "temporary"
    later = f"{passed}; 2 tsumogiri 9m; 3 draw 9m; 3 tsumogiri 9m; 0 draw 9m; 0 tsumogiri 9m"
    assert table(later).furiten(0) == "none"


def test_passing_a_ron_in_riichi_is_furiten_for_good() -> None:
    state = table(
        "0 draw 9m; 0 riichi; 0 discard 9m; 0 accepted; 1 draw 2z; 1 tsumogiri 2z; 2 draw 9m;"
        "2 tsumogiri 9m; 3 draw 9m; 3 tsumogiri 9m; 0 draw 3z; 0 tsumogiri 3z"
    )
    assert state.furiten(0) == "riichi"


# --- records --------------------------------------------------------------------------------
def test_views_read_as_people_do() -> None:
    r = game_of(DEAL + "0 draw 2p\n0 discard 2p\n1 pon 2p 22p from 0\n1 discard 9p").rounds[0]
    assert repr(r.events[2]) == "<Event 2 pon seat 1 2p with 22p from seat 0>"
    assert repr(r) == "<Round E2.1: 4 events, no end recorded>"
    assert repr(r.state(1)) == "<State E2.1 before event 1 of 4>"
    assert repr(r.game) == "<Game handmade: Asa, Botan, Chidori, Daigo; 1 rounds>"
    assert repr(r.state(0).hands[0]) == "Tiles('123m406p789s1122z')"


def test_what_is_not_recorded_is_none() -> None:
    r = game_of(DEAL + "1 draw 9p\n1 tsumo 9p").rounds[0]
    win = r.wins[0]
    assert win.tsumo
    assert (win.han, win.fu, win.points, win.yakuman, win.pao_seat) == (None,) * 5
    assert win.deltas == (None, None, None, None)
    assert r.game.result == ()
    assert r.draw is None


def test_a_draw_names_its_kind() -> None:
    r = game_of(DEAL + "draw suufon_renda : 0 0 0 0").rounds[0]
    assert r.draw is not None
    assert (r.draw.kind, r.draw.deltas) == ("suufon_renda", (0, 0, 0, 0))


def test_result_is_in_order_of_place_and_ties_go_to_the_first_dealer() -> None:
    game = game_of(DEAL)
    game.batch.final_scores[0] = (20000, 30000, 30000, 20000)
    game.batch.final_points[0] = (-200, 300, 100, codes.UNKNOWN_POINTS)
    places = [(p.seat, p.place, p.points) for p in game.result]
    assert places == [(1, 1, 30.0), (2, 2, 10.0), (0, 3, -20.0), (3, 4, None)]


def test_a_game_is_cut_out_of_a_larger_batch() -> None:
    from mjlog.model import concatenate

    batch = concatenate([game_of(DEAL).batch, game_of(DEAL.replace("E2.1", "S1.0")).batch])
    assert [g.rounds[0].label for g in games_of(batch)] == ["E2.1", "S1.0"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("E5.0 dora 1m", "a title"),
        (DEAL + "0 eats 5p", "a seat and the name of an event"),
        (DEAL + "discard 5p", "a seat and the name of an event"),
        (DEAL + "draw rain", "one of exhaustive"),
        (DEAL.replace("1122z", "112z"), "13 tiles, found 12"),
    ],
)
def test_a_line_that_means_nothing_is_named(text: str, expected: str) -> None:
    with pytest.raises(ParseError, match=f"round 1: expected {expected}"):
        game_of(text)


# --- real records ---------------------------------------------------------------------------
REAL = ["2011020401gm-00a9-0000-f6eff225.xml", "mj_data_10_3.xml", "mj_data_26_3.xml"]


def kinds(mask: np.int64) -> tuple[int, ...]:
    return tuple(k for k in range(34) if int(mask) >> k & 1)


@pytest.mark.shared
@pytest.mark.parametrize("name", REAL)
def test_views_agree_with_the_replay_on_real_games(shared: Path, name: str) -> None:
    from mjlog.parsers.tenhou import read_batch

    from mjlog.engine.hands import pack_codes

    game = Game(read_batch([(name, (shared / "logs" / "mjlog" / name).read_bytes())]))
    columns = replay(game.batch)
    for r in game.rounds:
        for state in r.states():
            event, row = state.last_event, r.first_event + state.index - 1
            if event is None or event.seat is None:
                continue
            assert state.live_wall == columns.live_wall[row]
            if event.kind in (codes.DRAW, codes.DISCARD):
                seat = event.seat
                packed = pack_codes(
                    state.hands[seat],
                    melds=len(state.melds[seat]),
                    open_melds=sum(m.kind != codes.ANKAN for m in state.melds[seat]),
                    kita=len(state.kita[seat]),
                )
                assert packed == (columns.hand_lo[row], columns.hand_hi[row])
                assert state.shanten(seat) == columns.shanten[row]
            if event.kind == codes.DISCARD:
                assert state.waits(event.seat) == kinds(columns.waits[row])
                ukeire = state.ukeire(event.seat)
                assert tuple(ukeire) == kinds(columns.ukeire[row])
                assert sum(ukeire.values()) == columns.ukeire_tiles[row]


@pytest.mark.shared
@pytest.mark.parametrize("name", REAL)
def test_every_round_ends_where_the_next_begins(shared: Path, name: str) -> None:
    from mjlog.parsers.tenhou import read_batch

    game = Game(read_batch([(name, (shared / "logs" / "mjlog" / name).read_bytes())]))
    for r, following in zip(game.rounds, game.rounds[1:], strict=False):
        end = r.state(len(r))
        assert end.scores == following.scores
        assert end.deposits == following.deposits
        for win in r.wins:
            tiles = [*end.hands[win.seat], *([] if win.tsumo else [win.tile])]
            assert sorted(tiles) == sorted(win.hand)


def test_turns_of_a_handmade_round_use_tiles_that_nobody_has() -> None:
    junk = ("147m258p369s1234z", "258m369p147s2345z", "369m147p258s3456z", "148m259p367s4567z")
    text = "E1.0 dora 9p\n" + "\n".join(f"hand {hand}" for hand in junk)
    (round_,) = game_of(f"{text}\n0 draw 5m\n0 discard 5m\nturns 69 but 1s").rounds
    drawn = [e.tile for e in round_.events if e.name == "draw"]
    assert len(drawn) == 70 and round_.state(len(round_)).live_wall == 0
    assert parse_tile("1s") not in drawn and max(round_.state(140).seen_by(0)) <= 4
    assert [e.seat for e in round_.events[:6]] == [0, 0, 1, 1, 2, 2]
    with pytest.raises(ParseError, match="90 tiles that are left"):
        game_of(f"{text}\nturns 90")
