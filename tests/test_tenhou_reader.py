"""Tenhou mjlog records: what the columns hold, odd and broken files, one way = the other."""

from __future__ import annotations

import dataclasses
import gzip
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mjlog.parsers.sources import inflate
from mjlog.parsers.tenhou import MAX_GAME_BYTES, read_batch, reader
from mjlog.parsers.tenhou.header import SEED_KINDS, SEED_PLACE, usual_header
from mjlog.parsers.tenhou.names import parse_log_name
from mjlog.parsers.tenhou.rules import points_form
from mjlog.parsers.tenhou.slow import rewrite

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DISCONNECT,
    DORA,
    DRAW,
    KAKAN,
    KITA,
    KYUUSHU,
    PON,
    RECONNECT,
    RIICHI,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    UNKNOWN_POINTS,
    WIN,
    YAKU_AKA,
    YAKU_DORA,
    YAKU_URA,
)
from mjlog.errors import ParseError
from mjlog.model import GameBatch, GameInfo
from mjlog.tiles import code_of_id, format_tile, format_tiles

HEADER = (
    '<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/><GO type="{go}" lobby="0"/>'
    '<UN n0="%41" n1="%42" n2="%43" n3="%44" dan="16,0,20,10" '
    'rate="2100.00,1500.50,1800.00,1600.00" sx="M,F,C,M"/><TAIKYOKU oya="0"/>'
)
INIT = (
    '<INIT seed="0,0,0,1,4,68" ten="250,250,250,250" oya="0" '
    'hai0="0,32,36,69,72,104,108,112,116,120,17,20,24" '
    'hai1="4,8,12,48,53,56,92,96,100,73,74,105,106" '
    'hai2="5,9,13,54,57,60,76,80,101,102,124,128,109" '
    'hai3="10,14,18,58,61,64,81,84,89,62,63,129,130"/>'
)
ABORT = (
    '<RYUUKYOKU type="yao9" ba="0,0" sc="250,0,250,0,250,0,250,0" '
    'hai0="0,17,20,24,32,36,69,72,104,108,112,116,120,132"/>'
)


def record(*play: str, go: int = 169) -> bytes:
    return (HEADER.format(go=go) + "".join(play) + "</mjloggm>").encode()


def read(data: bytes, name: str = "game.xml") -> GameBatch:
    batch: GameBatch = read_batch([(name, data)])
    return batch


def one(data: bytes, name: str = "game.xml") -> GameBatch:
    batch = read(data, name)
    assert len(batch) == 1, batch.problems
    return batch


def columns(batch: GameBatch, *, offsets: bool = True) -> dict[str, np.ndarray]:
    """All columns of a batch by name."""
    found = {
        name: getattr(batch, name)
        for name in (
            "players",
            "rules_index",
            "final_scores",
            "final_points",
            "first_round",
            "complete",
        )
    }
    for table in ("rounds", "events", "wins", "draws"):
        part = getattr(batch, table)
        for field in dataclasses.fields(part):
            if offsets or field.name != "offset":
                found[f"{table}.{field.name}"] = getattr(part, field.name)
    return found


def assert_same(a: GameBatch, b: GameBatch, *, offsets: bool = True) -> None:
    left, right = columns(a, offsets=offsets), columns(b, offsets=offsets)
    different = [name for name in left if not np.array_equal(left[name], right[name])]
    assert different == []
    for name, column in left.items():
        assert column.dtype == right[name].dtype, name
    assert [i.id for i in a.info] == [i.id for i in b.info]
    assert [i.header for i in a.info] == [i.header for i in b.info]
    assert [i.extra for i in a.info] == [i.extra for i in b.info]


# --- what stands where ---------------------------------------------------------------------
def test_header_names_levels_ratings_and_lobby() -> None:
    info = one(record(INIT, "<T132/>", ABORT)).info[0]
    assert info.names == ("A", "B", "C", "D")
    assert info.level == ("七段", "新人", "天鳳位", "初段")
    assert info.rating == (2100.0, 1500.5, 1800.0, 1600.0)
    assert info.lobby == "0"
    assert info.extra["sex"] == ("M", "F", "C", "M")
    assert [tag for tag, _ in info.header] == ["mjloggm", "SHUFFLE", "GO", "UN", "TAIKYOKU"]


def test_round_start() -> None:
    rounds = one(record(INIT, "<T132/>", ABORT)).rounds
    assert (rounds.wind[0], rounds.dealer[0], rounds.honba[0], rounds.deposits[0]) == (0, 0, 0, 0)
    assert rounds.dice[0].tolist() == [2, 5]
    assert rounds.scores[0].tolist() == [25000] * 4
    assert format_tile(rounds.indicator[0]) == "9p"
    assert rounds.hand_ids[0, 2].tolist() == [5, 9, 13, 54, 57, 60, 76, 80, 101, 102, 124, 128, 109]
    assert format_tiles(rounds.hands[0, 0]) == "19m19p19s1234z567m"


def test_a_seed_number_holds_wind_and_dealer() -> None:
    batch = one(record(INIT.replace("0,0,0,1,4,68", "6,2,1,0,0,0").replace('oya="0"', 'oya="2"')))
    assert (batch.rounds.wind[0], batch.rounds.dealer[0]) == (1, 2)
    assert (batch.rounds.honba[0], batch.rounds.deposits[0]) == (2, 1)


def test_tile_ids_run_man_pin_sou_honours() -> None:
    ids = (0, 35, 36, 71, 72, 107, 108, 124, 132)
    assert [format_tile(code_of_id(i)) for i in ids] == [
        "1m",
        "9m",
        "1p",
        "9p",
        "1s",
        "9s",
        "1z",
        "5z",
        "7z",
    ]


def test_red_fives_are_plain_in_a_game_without_red() -> None:
    play = (INIT.replace("69,72", "52,88"), "<T16/>", "<D16/>", "<U132/>")
    red, plain = one(record(*play)), one(record(*play, go=171))
    assert format_tile(red.events.tile[0]) == "0m"
    assert format_tile(plain.events.tile[0]) == "5m"
    assert red.events.tile_id[0] == plain.events.tile_id[0] == 16
    assert {35, 36} <= set(red.rounds.hands[0, 0].tolist())
    assert {35, 36}.isdisjoint(plain.rounds.hands[0, 0].tolist())


def test_tsumogiri_is_the_same_physical_tile() -> None:
    events = one(record(INIT, "<T132/>", "<D132/>", "<U133/>", "<E106/>", "<V1/>")).events
    assert events.kind.tolist() == [DRAW, DISCARD, DRAW, DISCARD, DRAW]
    assert events.aux.tolist() == [0, 1, 0, 0, 0]


def test_a_discard_after_a_call_is_no_tsumogiri() -> None:
    # South drew 133 before, discards it, and pons later: the next discard comes from the hand.
    play = "<T132/>", "<D132/>", "<U133/>", "<E133/>", '<N who="1" m="50795"/>', "<E133/>"
    assert one(record(INIT, *play)).events.aux.tolist()[-1] == 0


CALLS = [
    # m, who → kind, from, tile, used
    (31823, 3, CHI, 2, "5p", "4p6p"),
    (50795, 1, PON, 0, "7z", "7z7z"),
    (50803, 1, KAKAN, 0, "7z", "7z"),
    (11264, 1, ANKAN, 255, "3p", "3p3p3p3p"),
    (31008, 2, KITA, 255, "4z", "4z"),
]


@pytest.mark.parametrize(("m", "who", "kind", "source", "tile", "used"), CALLS)
def test_call_codes(m: int, who: int, kind: int, source: int, tile: str, used: str) -> None:
    events = one(record(INIT, f'<N who="{who}" m="{m}"/>')).events
    codes = [int(c) for c in events.used.view(np.uint8) if c != 255]
    assert (events.kind[0], events.seat[0], events.from_seat[0]) == (kind, who, source)
    assert format_tiles(codes) == format_tiles(parse(used))
    assert format_tile(events.tile[0]) == tile
    if kind != ANKAN:
        assert code_of_id(int(events.tile_id[0])) == events.tile[0]
    ids = [int(c) for c in events.used_ids.view(np.uint8)[: len(codes)]]
    assert [code_of_id(i) for i in ids] == codes


def parse(text: str) -> list[int]:
    from mjlog.tiles import parse_tiles

    return parse_tiles(text)


def test_daiminkan_takes_three_of_the_hand() -> None:
    m = 133 * 256 + 3  # from the left, the called copy is 133
    events = one(record(INIT, f'<N who="2" m="{m}"/>')).events
    assert (events.kind[0], events.from_seat[0], events.tile_id[0]) == (DAIMINKAN, 1, 133)
    assert events.used_ids.view(np.uint8).tolist() == [132, 134, 135, 255]


def test_a_red_five_in_a_concealed_kan() -> None:
    events = one(record(INIT, f'<N who="2" m="{16 * 256}"/>')).events
    assert (events.kind[0], events.tile[0], events.tile_id[0]) == (ANKAN, 4, 255)
    assert sorted(events.used.view(np.uint8).tolist()) == [4, 4, 4, 34]


def test_riichi_deposit_with_and_without_scores() -> None:
    step1, step2 = '<REACH who="0" step="1"/>', '<REACH who="0" step="2"/>'
    with_scores = '<REACH who="0" ten="240,250,250,250" step="2"/>'
    old = one(record(INIT, "<T132/>", step1, "<D132/>", step2))
    new = one(record(INIT, "<T132/>", step1, "<D132/>", with_scores))
    assert old.events.kind.tolist() == [DRAW, RIICHI, DISCARD, RIICHI_ACCEPTED]
    assert (old.events.aux[-1], new.events.aux[-1]) == (0, 1)
    assert old.problems == new.problems == []


def test_riichi_scores_that_do_not_follow_are_a_problem() -> None:
    bad = '<REACH who="0" ten="250,250,250,250" step="2"/>'
    batch = one(record(INIT, "<T132/>", '<REACH who="0" step="1"/>', "<D132/>", bad))
    assert [(p.kind, p.game_id) for p in batch.problems] == [("inconsistent", batch.info[0].id)]


def test_win_as_recorded() -> None:
    agari = (
        '<AGARI ba="1,2" hai="4,8,12,17,20,24,104,105" m="11264,50803" machi="105" '
        'ten="60,7700,0" yaku="4,1,20,1,52,2,54,1,53,0" doraHai="36,122" doraHaiUra="1,2" '
        'who="1" fromWho="1" paoWho="3" sc="250,-20,250,40,250,-10,250,-10" '
        'owari="230,-27.0,290,49.0,240,-6.0,240,-16.0"/>'
    )
    batch = one(record(INIT, "<T132/>", agari))
    wins = batch.wins
    assert (wins.round[0], wins.event[0], wins.seat[0], wins.from_seat[0]) == (0, 1, 1, 1)
    assert (wins.fu[0], wins.han[0], wins.points[0], wins.limit[0]) == (60, 5, 7700, 0)
    assert wins.yaku[0, :6].tolist() == [4, 20, YAKU_DORA, YAKU_AKA, YAKU_URA, 255]
    assert wins.yaku_han[0, :6].tolist() == [1, 1, 2, 1, 0, -1]
    assert (wins.yakuman[0], wins.pao_seat[0], wins.honba[0], wins.deposits[0]) == (0, 3, 1, 2)
    assert wins.melds[0].tolist() == [11264, 50803] + [-1] * 6
    assert wins.hand_ids[0].tolist() == [4, 8, 12, 17, 20, 24, 104, 105] + [255] * 6
    assert wins.indicator_ids[0, :3].tolist() == [36, 122, 255]
    assert wins.ura_ids[0, :3].tolist() == [1, 2, 255]
    assert wins.scores[0].tolist() == [25000] * 4
    assert wins.deltas[0].tolist() == [-2000, 4000, -1000, -1000]
    assert batch.final_scores[0].tolist() == [23000, 29000, 24000, 24000]
    assert batch.final_points[0].tolist() == [-270, 490, -60, -160]
    assert batch.complete[0]
    assert (batch.events.kind[1], batch.events.aux[1], batch.events.tile_id[1]) == (WIN, 0, 105)


def test_yakuman_count_once_each() -> None:
    agari = (
        '<AGARI ba="0,0" hai="4" machi="4" ten="0,96000,5" yakuman="49,42" doraHai="36" '
        'who="0" fromWho="2" sc="250,960,250,0,250,-960,250,0"/>'
    )
    wins = one(record(INIT, "<T132/>", agari)).wins
    assert (wins.yakuman[0], wins.han[0]) == (2, 0)
    assert wins.yaku[0, :3].tolist() == [49, 42, 255]
    assert wins.yaku_han[0, :3].tolist() == [1, 1, -1]


def test_points_of_a_self_draw_are_what_is_collected() -> None:
    agari = (
        '<AGARI ba="0,0" hai="4" machi="4" ten="20,1500,0" yaku="0,1,7,1" doraHai="36" '
        'who="1" fromWho="1" sc="250,-7,250,15,250,-4,250,-4"/>'
    )
    wins = one(record(INIT, "<T132/>", agari)).wins
    assert wins.points[0] == 1500 == wins.deltas[0, 1]


def test_draw_with_shown_hands() -> None:
    batch = one(record(INIT, "<T132/>", ABORT))
    draws = batch.draws
    assert draws.kind[0] == KYUUSHU
    assert draws.shown[0].tolist() == [1, 0, 0, 0]
    assert draws.hand_ids[0, 0, :3].tolist() == [0, 17, 20]
    assert batch.events.kind.tolist() == [DRAW, RYUUKYOKU]
    assert batch.events.seat.tolist() == [0, 0]
    assert not batch.complete[0]


def test_a_draw_without_scores_knows_nothing() -> None:
    batch = one(record(INIT, "<T132/>", '<RYUUKYOKU owari=""/>'))
    assert batch.draws.deltas[0].tolist() == [UNKNOWN_POINTS] * 4
    assert batch.draws.shown[0].tolist() == [255] * 4
    assert batch.draws.honba[0] == -1
    assert not batch.complete[0]
    assert batch.final_scores[0].tolist() == [UNKNOWN_POINTS] * 4


def test_the_fourth_seat_of_three_is_absent() -> None:
    batch = one(record(INIT.replace('250,250,250,250"', '350,350,350,0"'), "<T132/>", go=185))
    assert batch.players[0] == 3
    assert batch.rounds.scores[0].tolist() == [35000, 35000, 35000, UNKNOWN_POINTS]
    assert batch.info[0].level[3] is None
    assert batch.rules[0].players == 3


def test_reconnect_is_no_new_list_of_players() -> None:
    batch = one(record(INIT, "<T132/>", '<BYE who="2"/>', '<UN n2="%58"/>', "<D132/>"))
    assert batch.events.kind.tolist() == [DRAW, DISCONNECT, RECONNECT, DISCARD]
    assert batch.events.seat.tolist() == [0, 2, 2, 0]
    assert batch.info[0].names == ("A", "B", "C", "D")


def test_whole_list_of_players_again_is_no_reconnect() -> None:
    again = '<UN n0="%41" n1="%42" n2="%43" n3="%44"/>'
    assert one(record(INIT, "<T132/>", again, "<D132/>")).events.kind.tolist() == [DRAW, DISCARD]


def test_disconnect_before_the_first_round_belongs_to_it() -> None:
    batch = one(record('<BYE who="2"/>', INIT, "<T132/>"))
    assert batch.events.kind.tolist() == [DISCONNECT, DRAW]
    assert batch.rounds.first_event.tolist() == [0, 2]
    assert batch.info[0].extra["early_events"] == 1
    assert "BYE" not in [tag for tag, _ in batch.info[0].header]


def test_chips_ratio_and_round_seeds_are_kept() -> None:
    init = INIT.replace("oya=", 'shuffle="mt19937ar,00000001,0000000a" chip="1,2,3,4" oya=')
    end = (
        '<RYUUKYOKU ba="0,1" sc="250,0,250,0,250,0,250,0,1,0,2,0,3,0,4,0" '
        'owari="250,1.0,250,2.0,250,-1.0,250,-2.0,1,0,2,0,3,0,4,0" ratio="5000,10"/>'
    )
    info = one(record(init, "<T132/>", end, go=553)).info[0]
    assert info.round_seeds == ["00000001,0000000a"]
    assert info.seed_kind == "mt19937ar"
    assert info.extra["round_chips"] == [[1, 2, 3, 4]]
    assert info.extra["draw_chips"] == [[1, 0, 2, 0, 3, 0, 4, 0]]
    assert info.extra["ratio"] == "5000,10"


def test_chips_that_are_no_whole_numbers_do_no_harm() -> None:
    init = INIT.replace("oya=", 'chip="x,nan,3,4" oya=')
    draw = '<RYUUKYOKU ba="0,1" sc="250,0,250,0,250,0,250,0,-1.5,0,2,0,3,0,4,0"/>'
    batch = one(record(init, "<T132/>", draw, go=553))
    assert batch.events.kind.tolist() == [DRAW, RYUUKYOKU]
    assert "round_chips" not in batch.info[0].extra
    assert batch.info[0].extra["draw_chips"] == [[-1, 0, 2, 0, 3, 0, 4, 0]]


def test_every_event_belongs_to_a_round_and_knows_its_byte() -> None:
    data = record(INIT, "<T132/>", ABORT, INIT, "<T133/>", "<D133/>")
    batch = one(data)
    assert batch.rounds.first_event.tolist() == [0, 2, 4]
    for event, text in enumerate((b"<T132", b"<RYUU", b"<T133", b"<D133")):
        assert data[int(batch.events.offset[event]) :].startswith(text)


# --- names of records -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "start", "go_type", "lobby", "seat"),
    [
        ("20061031gm-0001-0000-110c699e", "2006-10-31", 1, "0000", None),
        ("2009020123gm-00a9-0000-00000001", "2009-02-01T23", 169, "0000", None),
        ("2022062622gm-0009-12717-4ba5fb37", "2022-06-26T22", 9, "12717", None),
        ("2024070623gm-010b-10103-fa9ed707", "2024-07-06T23", 267, "10103", None),
        ("2026020322gm-1109-0001-e7ac79ba", "2026-02-03T22", 4361, "0001", None),
        ("2010091009gm-00a9-0000-83af2648&tw=2.mjlog", "2010-09-10T09", 169, "0000", 2),
        ("2010091009gm-00a9-0000-83af2648&tw=0&ts=7.mjlog", "2010-09-10T09", 169, "0000", 0),
        ("a/2010091009gm-00a9-0000-83af2648_tw_2.xml", "2010-09-10T09", 169, "0000", 2),
        (
            "https://ron2.jp/3/?log=2024070623gm-010b-10103-fa9ed707&tw=2",
            "2024-07-06T23",
            267,
            "10103",
            2,
        ),
    ],
)
def test_record_names(
    text: str, start: str | None, go_type: int | None, lobby: str | None, seat: int | None
) -> None:
    name = parse_log_name(text)
    assert (name.start_time, name.type, name.lobby, name.seat) == (start, go_type, lobby, seat)
    assert "tw" not in name.id and "/" not in name.id


@pytest.mark.parametrize("text", ["invalid", "", "2010133309gm-00a9-0000-83af2648", "gm-00a9-1-2"])
def test_other_names_are_rejected_with_a_message(text: str) -> None:
    with pytest.raises(ParseError, match="record id"):
        parse_log_name(text)


def test_id_and_viewer_come_from_the_name() -> None:
    info = one(record(INIT), "x.zip!2010091009gm-00a9-0000-83af2648&tw=2.mjlog").info[0]
    assert (info.id, info.viewer) == ("2010091009gm-00a9-0000-83af2648", 2)
    assert info.start_time == "2010-09-10T09"


def test_without_a_name_the_content_gives_the_id() -> None:
    info = one(record(INIT), "folder of 2010091009gm-00a9-0000-83af2648/1.xml").info[0]
    assert info.id[0] == "x" and len(info.id) == 17
    assert info.id == one(record(INIT), "other.xml").info[0].id
    assert info.id != one(record(INIT, "<T1/>")).info[0].id


# --- odd files ---------------------------------------------------------------------------------
PLAY = (INIT, "<T132/>", '<N who="1" m="50795"/>', "<D132/>", ABORT)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda t: t.replace(" ", "\n  "), None),
        (lambda t: t.replace("><", ">\r\n\t<"), None),
        (lambda t: t.replace('"', "'"), None),
        (lambda t: t.replace("/>", " />"), None),
        (lambda t: '<?xml version="1.0"?>' + t, None),
        (lambda t: t.replace("<T132/>", "<!-- <D1/> --><T132/>"), None),
        (lambda t: t.replace('who="1" m="50795"', 'm="50795" who="1"'), None),
        (lambda t: t.replace('who="1"', "who = '1'"), None),
        (lambda t: t.replace('who="1"', "who=1"), None),
        (lambda t: t.replace('m="50795"', 'm="&#53;0795"'), None),
        (lambda t: t.replace('250,0,250,0"', '250,+0,250,0"'), None),
        (lambda t: t.replace("<T132/>", "<T132></T132>"), None),
        (lambda t: '<!DOCTYPE a [<!ENTITY b "cccc">]>' + t, None),
        (lambda t: t.replace("<T132/>", "<CHAT text='hi'/><T132/>"), "odd-form"),
        (lambda t: t.replace("<T132/>", "hello<T132/>"), "odd-form"),
        (lambda t: t.replace('who="1"', 'who="1" who="1"'), "odd-form"),
        (lambda t: t.replace('ba="0,0"', 'ba="0,0" new="?" ba="0,0"'), "odd-form"),
    ],
)
def test_odd_form_gives_the_same_columns(change: Callable[[str], str], problem: str | None) -> None:
    plain = record(*PLAY).decode()
    batch = one(change(plain).encode())
    want = columns(one(plain.encode()), offsets=False)
    got = columns(batch, offsets=False)
    assert [name for name in want if not np.array_equal(want[name], got[name])] == []
    assert [p.kind for p in batch.problems] == ([problem] if problem else [])


def test_events_of_an_odd_file_point_into_the_file_as_it_is() -> None:
    data = record(*PLAY).replace(b"<T132/>", b"<!-- x -->\n<T132 />")
    batch = one(data)
    assert data[int(batch.events.offset[0]) :].startswith(b"<T132")
    assert data[int(batch.events.offset[2]) :].startswith(b"<D132")


def test_unknown_attributes_change_nothing() -> None:
    plain = record(*PLAY)
    assert_same(
        one(plain, "2010091009gm-00a9-0000-83af2648"),
        one(plain.replace(b'm="50795"', b'm="50795" z="1"'), "2010091009gm-00a9-0000-83af2648"),
        offsets=False,
    )


def test_two_values_of_one_attribute_refuse_that_file_only() -> None:
    bad = record(*PLAY).replace(b'who="1"', b'who="1" who="2"')
    batch = read_batch([("a.xml", record(*PLAY)), ("b.xml", bad), ("c.xml", record(*PLAY))])
    assert [i.source for i in batch.info] == ["a.xml", "c.xml"]
    assert [(p.source, p.kind) for p in batch.problems] == [("b.xml", "unreadable")]
    assert "'1'" in batch.problems[0].message and "'2'" in batch.problems[0].message


@pytest.mark.parametrize("tag", ["GO", "SHUFFLE", "UN"])
def test_two_values_in_the_header_refuse_the_file_too(tag: str) -> None:
    bad = record(*PLAY).replace(f"<{tag} ".encode(), f'<{tag} z="1" z="2" '.encode())
    batch = read(bad)
    assert len(batch) == 0
    assert [p.kind for p in batch.problems] == ["unreadable"]


def test_entities_are_never_expanded() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "AAAAAAAAAA"><!ENTITY b "&a;&a;">]>'
    data = bomb + record(*PLAY).replace(b'n0="%41"', b'n0="&b;&amp;&#x42;"')
    assert one(data).info[0].names[0] == "&b;&B"


def test_names_are_percent_encoded_utf8() -> None:
    names = 'n0="%72%6F%6E%26" n1="%3C%62%3E" n2="%E6%97%A5%22" n3=""'
    data = record(*PLAY).replace(b'n0="%41" n1="%42" n2="%43" n3="%44"', names.encode())
    assert one(data).info[0].names == ("ron&", "<b>", '日"', "")


def test_what_can_be_replayed_before_a_bad_value_is_kept() -> None:
    batch = one(record(INIT, "<T132/>", "<D999/>", "<U1/>"))
    assert batch.events.kind.tolist() == [DRAW]
    assert [p.kind for p in batch.problems] == ["inconsistent"]
    assert "D999" in batch.problems[0].message


def test_truncated_file_keeps_its_rounds() -> None:
    data = record(INIT, "<T132/>", ABORT, INIT, "<T132/>", "<D132/>")
    batch = one(data[: data.rindex(b"<D132/>") + 4])
    assert batch.first_round.tolist() == [0, 2]
    assert batch.events.kind.tolist() == [DRAW, RYUUKYOKU, DRAW]
    assert [p.kind for p in batch.problems] == ["truncated"]


def test_no_byte_at_which_a_cut_crashes() -> None:
    data = record(*PLAY, INIT, "<T132/>", ABORT)
    for end in range(len(data)):
        batch = read_batch([("a.xml", data[:end]), ("b.xml", data)])
        assert "b.xml" in [i.source for i in batch.info]
        assert [p.source for p in batch.problems][:1] == ["a.xml"]


def test_a_file_of_impossible_size_is_refused() -> None:
    batch = read(b"<mjloggm>" + b" " * MAX_GAME_BYTES)
    assert (len(batch), [p.kind for p in batch.problems]) == (0, ["unreadable"])


def test_an_empty_batch() -> None:
    batch = read_batch([])
    assert (len(batch), len(batch.rounds), len(batch.events)) == (0, 0, 0)
    assert batch.first_round.tolist() == [0]


_PIECES = st.sampled_from(
    [b"<T1/>", b"<", b">", b"/>", b'"', b"'", b"=", b"&", b"\0", b"9" * 12, b",", b"-", b"<INIT ",
     b"<AGARI ", b"<N ", b' who="3"', b' m="7"', b"</mjloggm>", b"<!--", b"-->", b"<?", b"\xff"]
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 12), _PIECES), min_size=1, max_size=6)
)
def test_spoilt_bytes_never_stop_a_batch(changes: list[tuple[int, int, bytes]]) -> None:
    data = record(*PLAY, INIT, "<T132/>", ABORT)
    spoilt = bytearray(data)
    for place, length, piece in changes:
        place %= len(spoilt)
        spoilt[place : place + length] = piece
    batch = read_batch([("bad.xml", bytes(spoilt)), ("good.xml", data)])
    assert batch.info[-1].source == "good.xml"
    assert len(batch.rounds) == batch.first_round[-1]
    assert len(batch.events) == batch.rounds.first_event[-1]


def test_tables_grow_when_a_record_is_all_elements() -> None:
    rounds = [INIT.split(" oya")[0] + "/>", *["<T1/>"] * 40] * 60
    wins = ['<AGARI who="0" fromWho="0"/>'] * 200
    draws = ["<RYUUKYOKU/>"] * 200
    batch = one(record(*rounds, *wins, *draws, "<T1/>" * 500))
    assert (len(batch.rounds), len(batch.wins), len(batch.draws)) == (60, 200, 200)
    assert len(batch.events) == 60 * 40 + 400 + 500


# --- one way = the other -----------------------------------------------------------------------
def test_compiled_equals_uncompiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    items = [(f"{i}.xml", record(*PLAY, *play)) for i, play in enumerate([(), (INIT,), PLAY])]
    monkeypatch.setenv("MJLOG_JIT", "0")
    slow = read_batch(items)
    monkeypatch.setenv("MJLOG_JIT", "1")
    assert_same(slow, read_batch(items))


def mjlogs(shared: Path) -> list[tuple[str, bytes]]:
    return [(p.name, p.read_bytes()) for p in sorted((shared / "logs/mjlog").iterdir())]


def corpus(shared: Path, step: int) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(shared / "logs/tenhou-corpus.zip") as archive:
        return [(name, archive.read(name)) for name in archive.namelist()[::step]]


@pytest.mark.parametrize("kind", SEED_KINDS)
@pytest.mark.parametrize("data", ["", "abc,def", "é", ","])
def test_the_data_of_a_seed_stand_once_and_its_kind_in_the_header(
    kind: str, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = record(INIT, "<T132/>", ABORT).replace(
        b'<SHUFFLE seed="" ', f'<SHUFFLE seed="{kind},{data}" '.encode()
    )
    (info,), other = infos_both_ways([("a", usual)], monkeypatch)
    assert [info] == other
    assert (info.seed, info.seed_kind) == (data or None, kind)
    assert info.header[1][1]["seed"] == f"{kind},{SEED_PLACE if data else ''}"


def test_the_kind_of_a_seed_stands_in_the_header_beside_round_seeds() -> None:
    kind = SEED_KINDS[2]
    text = record(INIT.replace("<INIT ", '<INIT shuffle="mt19937ar,1,2" '), "<T132/>", ABORT)
    info = one(text.replace(b'seed="" ', f'seed="{kind},XYZ" '.encode())).info[0]
    assert (info.round_seeds, info.seed_kind, info.seed) == (["1,2"], "mt19937ar", "XYZ")
    assert info.header[1][1]["seed"] == f"{kind},{SEED_PLACE}"


_POINTS = st.sampled_from(["0", "12", "-7", "3.0", "-18.0", "2.2", "44.05", "-0.5", "1.50", "9."])
_SCORES = st.sampled_from(["0", "140", "345", "-12", "250", "300", "340.05", "340.0"])


@given(st.lists(st.tuples(_SCORES, _POINTS), min_size=4, max_size=4), st.sampled_from(["", ",1.5"]))
@settings(deadline=None, max_examples=80)
def test_the_form_of_final_points_is_that_of_their_text(
    pairs: list[tuple[str, str]], chips: str
) -> None:
    owari = ",".join(f"{score},{points}" for score, points in pairs) + chips
    text = record(INIT, "<T132/>", ABORT.replace("/>", f' owari="{owari}"/>'))
    assert one(text).info[0].extra.get("points_form") == points_form(owari)


def infos_both_ways(
    items: list[tuple[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> tuple[list[GameInfo], list[GameInfo]]:
    usual = read_batch(items).info
    monkeypatch.setattr(reader, "usual_header", lambda data, end: None)
    return usual, read_batch(items).info


def test_a_usual_header_says_what_any_header_says(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = [(p.name, inflate(p.read_bytes())) for p in sorted(root.glob("sample_logs/**/*.mjlog"))]
    headers = [data[: data.find(b"<INIT")] for _, data in items]
    assert any(usual_header(data, len(data)) for data in headers)
    usual, any_form = infos_both_ways(items, monkeypatch)
    assert usual == any_form


@pytest.mark.shared
def test_usual_headers_of_real_logs_say_what_any_header_says(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = mjlogs(shared) + corpus(shared, 17)
    headers = [data[: data.find(b"<INIT")] for _, data in items]
    assert sum(usual_header(data, len(data)) is not None for data in headers) > 400
    usual, any_form = infos_both_ways(items, monkeypatch)
    assert usual == any_form


@pytest.mark.shared
def test_real_logs_are_read_without_a_problem(shared: Path) -> None:
    batch = read_batch(mjlogs(shared))
    assert len(batch) == 371
    assert batch.problems == []


@pytest.mark.shared
def test_tolerant_way_equals_fast_way_on_real_logs(shared: Path) -> None:
    items = mjlogs(shared) + corpus(shared, 17)
    fast = read_batch(items)
    rewritten = [rewrite(data) for _, data in items]
    for info, other in zip(fast.info, rewritten, strict=True):
        header = [(tag, dict(attributes)) for tag, attributes in info.header if tag != "UN"]
        for tag, attributes in header:
            if tag == "SHUFFLE" and SEED_PLACE in attributes["seed"]:
                attributes["seed"] = attributes["seed"].replace(SEED_PLACE, info.seed or "")
        assert [e for e in other.header if e[0] not in ("BYE", "UN")] == header
    slow = read_batch([(item[0], r.plain) for item, r in zip(items, rewritten, strict=True)])
    left, right = columns(fast, offsets=False), columns(slow, offsets=False)
    assert [name for name in left if not np.array_equal(left[name], right[name])] == []


@pytest.mark.shared
def test_batch_equals_single_and_compiled_equals_uncompiled_on_real_logs(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = mjlogs(shared)[::9]
    batch = read_batch(items)
    monkeypatch.setenv("MJLOG_JIT", "0")
    for g, item in enumerate(items):
        single, selected = read_batch([item]), batch.select(g)
        left, right = columns(single), columns(selected)
        assert [n for n in left if not np.array_equal(left[n], right[n])] == [], item[0]


@pytest.mark.shared
def test_real_logs_cut_at_every_500th_byte(shared: Path) -> None:
    items = mjlogs(shared)
    for name, data in (items[3], items[100], items[-5]):
        cut = [(f"{end} {name}", data[:end]) for end in range(0, len(data), 500)]
        batch = read_batch([*cut, (name, data)])
        assert batch.info[-1].source == name
        sources = {p.source for p in batch.problems}
        assert sources == {source for source, _ in cut}


@pytest.mark.shared
@pytest.mark.parametrize(
    "file",
    [
        "bye_before_init",
        "chankan_ippatsu",
        "go_extra_attributes",
        "go_without_lobby",
        "kakan_rinshan_tsumo",
        "kakan_then_ankan_two_dora",
        "ron_on_riichi_tile",
        "urlencoded_names",
    ],
)
def test_case_inputs_are_one_round_each(shared: Path, file: str) -> None:
    batch = one((shared / f"cases/inputs/{file}.xml").read_bytes())
    assert len(batch.rounds) == 1
    assert batch.problems == []


@pytest.mark.shared
def test_doubled_owari_counts_once_with_a_warning(shared: Path) -> None:
    batch = one((shared / "cases/inputs/duplicate_owari.xml").read_bytes(), "old.xml")
    assert batch.final_scores[0].tolist() == [25000] * 4
    assert batch.final_points[0].tolist() == [150, 50, -50, -150]
    assert [(p.source, p.kind) for p in batch.problems] == [("old.xml", "odd-form")]


@pytest.mark.shared
def test_early_disconnect_case(shared: Path) -> None:
    events = one((shared / "cases/inputs/bye_before_init.xml").read_bytes()).events
    assert events.kind.tolist() == [DISCONNECT, DRAW, RECONNECT, RYUUKYOKU]
    assert events.seat.tolist() == [2, 0, 2, 0]


@pytest.mark.shared
def test_custom_lobby_case_is_not_taken_as_standard(shared: Path) -> None:
    batch = one((shared / "cases/inputs/go_extra_attributes.xml").read_bytes())
    assert batch.rounds.scores[0].tolist() == [30000] * 4
    assert batch.info[0].extra["csrule"].startswith("0FE0BF0B")
    assert batch.rules[0].name != "tenhou"
    assert batch.rules[0].start_points == 30000


@pytest.mark.shared
def test_names_case(shared: Path) -> None:
    info = one((shared / "cases/inputs/urlencoded_names.xml").read_bytes()).info[0]
    assert info.names == ("ron&tsumo", "<b>", '日本語"名', "")


@pytest.mark.shared
def test_dora_case(shared: Path) -> None:
    events = one((shared / "cases/inputs/kakan_then_ankan_two_dora.xml").read_bytes()).events
    assert events.tile_id[events.kind == DORA].tolist() == [122, 90]


@pytest.mark.shared
def test_reported_faults_of_this_kind_are_all_covered(shared: Path) -> None:
    cases = json.loads((shared / "cases/bug_reports.json").read_text(encoding="utf-8"))
    found = {case["id"] for case in cases if case["class"] == "parse-mjlog"}
    assert found == {"B76", "B78", "B80", "B82", "B84", "B86", "B88"}


def test_gzip_is_the_business_of_sources_not_of_the_reader() -> None:
    batch = read(gzip.compress(record(*PLAY)))
    assert [p.kind for p in batch.problems] == ["unreadable"]
