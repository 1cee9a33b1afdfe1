"""Tenhou JSON (tenhou.net/6): documents, order of play, words, writer, and the real files."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mjlog.parsers import detect_format, iter_batches, read_bytes
from mjlog.parsers.losses import Losses
from mjlog.parsers.tenhou import write_mjlog
from mjlog.parsers.tenhou_json import read_batch, write_links, write_tenhou6
from mjlog.parsers.tenhou_json.documents import MAX_BYTES
from mjlog.parsers.tenhou_json.notation import NUMBERS, parse_call, parse_tile
from mjlog.parsers.tenhou_json.order import order_of
from mjlog.parsers.tenhou_json.result_writer import value_text
from mjlog.parsers.tenhou_json.results import parse_value
from mjlog.parsers.tenhou_json.turns import Step, Turn
from mjlog.parsers.tenhou_json.words import DRAW_WORDS, YAKU_WORDS, draw_kind, yaku_id

import mjlog
from mjlog import codes
from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DISCONNECT,
    DORA,
    DRAW,
    EVENT_KINDS,
    KAKAN,
    KITA,
    PON,
    RECONNECT,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    UNKNOWN,
    UNKNOWN_POINTS,
    WIN,
    YAKU,
)
from mjlog.errors import MjlogError, ParseError
from mjlog.model import GameBatch, concatenate
from mjlog.rows import rows_of
from mjlog.simulator import play_games
from mjlog.tiles import format_tiles

Items = list[Any]

# --- records made by hand ---------------------------------------------------------------------
HANDS = [
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 41, 41, 42, 42],
    [21, 22, 23, 24, 25, 26, 27, 28, 29, 43, 43, 44, 44],
    [31, 32, 33, 34, 35, 36, 37, 38, 39, 45, 45, 46, 46],
    [11, 13, 15, 17, 21, 23, 25, 27, 31, 33, 35, 37, 47],
]


def hand_of(
    *lists: Items,
    result: Items,
    place: Items | None = None,
    indicators: Items | None = None,
    ura: Items | None = None,
    hands: list[Items] = HANDS,
    scores: Items | None = None,
) -> Items:
    """Return a round: draws and discards of each player in turn, and the result."""
    seats = [part for n in range(len(lists) // 2) for part in (hands[n], *lists[2 * n : 2 * n + 2])]
    seats += [[]] * (12 - len(seats))
    start = [place or [0, 0, 0], scores or [25000] * 4, indicators or [34], ura or []]
    return [*start, *seats, result]


def document(*rounds: Items, **keys: Any) -> bytes:
    """Return a document of rounds; keys stand in its header."""
    header = {
        "title": ["", ""],
        "name": ["A", "B", "C", "D"],
        "rule": {"disp": "般南喰赤", "aka": 1},
    }
    return json.dumps({**header, "log": list(rounds), **keys}, ensure_ascii=False).encode()


SHORT = hand_of([43], [60], [11], [60], [21], [60], [31], [60], result=["流局", [0, 0, 0, 0]])


def read(data: bytes, name: str = "game.json", **options: Any) -> GameBatch:
    batch: GameBatch = read_batch([(name, data)], **options)
    return batch


def events(batch: GameBatch, r: int = 0) -> list[str]:
    """Return the events of a round as short texts."""
    first = batch.rounds.first_event
    found = []
    for e in range(int(first[r]), int(first[r + 1])):
        kind, seat, tile = (int(getattr(batch.events, n)[e]) for n in ("kind", "seat", "tile"))
        text = f"{EVENT_KINDS[kind]}{'' if tile == UNKNOWN else ' ' + format_tiles([tile])}"
        found.append(text if seat == UNKNOWN else f"{seat} {text}")
    return found


def problems(batch: GameBatch) -> list[tuple[str, str]]:
    return [(problem.kind, problem.message) for problem in batch.problems]


# --- texts and documents ----------------------------------------------------------------------
def test_a_document_is_read() -> None:
    batch = read(document(SHORT))
    assert batch.info[0].names == ("A", "B", "C", "D")
    assert events(batch)[:3] == ["0 draw 3z", "0 discard 3z", "1 draw 1m"]
    assert not batch.problems
    assert batch.rules[0].name == "tenhou"


@pytest.mark.parametrize("form", ["plain", "encoded", "encoded whole", "ts", "in text"])
def test_links_are_read_in_every_form(form: str) -> None:
    text = document(SHORT, title=["大会 第１節", "Ａ卓　１戦目"]).decode()
    link = {
        "plain": f"https://tenhou.net/5/#json={text}",
        "encoded": f"https://tenhou.net/6/#json={quote(text, safe=',:[]{}')}",
        "encoded whole": f"https://tenhou.net/6/#json={quote(text, safe='')}",
        "ts": f"http://tenhou.net/6/#json={quote(text)}&ts=0",
        "in text": f"look: <https://tenhou.net/6/#json={quote(text)}> a strange hand",
    }[form]
    found = detect_format(link.encode())
    assert found is not None and found.name == "tenhou6"
    batch = read_bytes(link.encode())
    assert len(batch) == 1 and not batch.problems
    assert batch.info[0].extra["title"] == ["大会 第１節", "Ａ卓　１戦目"]


def test_several_links_are_games_of_their_own() -> None:
    other = document(SHORT, name=["E", "F", "G", "H"]).decode()
    text = f"{document(SHORT).decode()}\nhttps://tenhou.net/6/#json={quote(other)}"
    batch = read(f"https://tenhou.net/6/#json={text}".encode(), "list.txt")
    assert [info.source for info in batch.info] == ["list.txt!0", "list.txt!1"]
    assert [info.names[0] for info in batch.info] == ["A", "E"]


def test_one_hand_an_object_is_one_game() -> None:
    second = [[1, 1, 0], *SHORT[1:]]
    lines = document(SHORT) + b"\n" + document(second) + b"\r\n\n"
    batch = read(lines)
    assert len(batch) == 1 and batch.first_round.tolist() == [0, 2]
    pretty = json.dumps(json.loads(document(SHORT)), indent=2).encode()
    assert read(pretty + b"\n" + pretty.replace(b'"A"', b'"E"')).info[1].names[0] == "E"


@pytest.mark.parametrize(
    ("place", "keys"),
    [
        ([0, 0, 0], {}),  # the same round
        ([3, 0, 0], {}),  # rounds are missing
        ([1, 0, 0], {"name": ["A", "B", "C", "X"]}),
        ([1, 0, 0], {"rule": {"disp": "般東喰赤", "aka": 1}}),
    ],
)
def test_hands_that_do_not_follow_are_other_games(place: Items, keys: dict[str, Any]) -> None:
    data = document(SHORT) + b"\n" + document([place, *SHORT[1:]], **keys)
    assert len(read(data)) == 2


def test_a_bad_line_loses_nothing_else() -> None:
    second = document([[1, 1, 0], *SHORT[1:]])
    third = document([[2, 2, 0], *SHORT[1:]])
    batch = read(b"\n".join([document(SHORT), second[:-30], third]))
    assert len(batch) == 2
    ((kind, message),) = problems(batch)
    assert kind == "unreadable" and "no JSON" in message
    assert batch.problems[0].place == "line 2"


def test_comments_are_left_out() -> None:
    text = document(SHORT, title=["https://example.org/a//b", ""]).decode()
    data = "// saved from the site\n\n" + text.replace('"log":', '// rounds\n "log":')
    found = detect_format(data.encode())
    assert found is not None and found.name == "tenhou6"
    batch = read(data.encode())
    assert batch.info[0].extra["title"][0] == "https://example.org/a//b"


def test_a_byte_order_mark_and_utf_16_are_read() -> None:
    assert len(read(b"\xef\xbb\xbf" + document(SHORT))) == 1
    assert len(read(document(SHORT).decode().encode("utf-16"))) == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "no JSON"),
        (b"[]", "expected a game"),
        (b'{"log": []}', "expected a list of rounds"),
        (b'{"log": 5}', "expected a list of rounds"),
        (b'{"log": [[[0,0,0]]]}', "a list of 17 items"),
        (b'{"log": ' + b"[" * 10_000 + b"]" * 10_000 + b"}", "no JSON"),
        (b"{" * 10_000, "no JSON"),
        (b'{"log": [' + b'"' * 3, "no JSON"),
        (b" " * (MAX_BYTES + 1), "expected a record of at most"),
    ],
)
def test_what_is_no_record_is_refused(data: bytes, message: str) -> None:
    batch = read(data)
    assert not len(batch)
    assert [kind for kind, _ in problems(batch)] == ["unreadable"]
    assert message in problems(batch)[0][1]


def test_another_tools_dialect_is_refused_by_name() -> None:
    rows: Items = [[0, 0, 0, 250, 250, 250, 250], ["3s"], [], ["2m"], ["5s"], [], [], [], [], {}]
    batch = read(document(rows))
    assert not len(batch)
    assert "another tool's dialect" in problems(batch)[0][1]
    assert batch.problems[0].place == "log[0][1]"


def test_one_bad_round_loses_nothing_else() -> None:
    bad = [[1, 1, 0], *SHORT[1:5], ["p47"], *SHORT[6:]]
    batch = read(document(SHORT, bad, [[2, 2, 0], *SHORT[1:]]))
    assert len(batch.rounds) == 2
    assert batch.problems[0].place == "log[1][5][0]"
    assert problems(batch)[0][1].startswith("no call; expected one such as")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({0: [16, 0, 0]}, "log[0][0][0]"),
        ({0: [0]}, "log[0][0]"),
        ({1: [25000] * 2}, "log[0][1]"),
        ({1: [25000, 25000, 25000, 10**12]}, "log[0][1][3]"),
        ({2: [60]}, "log[0][2][0]"),
        ({4: [11] * 14}, "log[0][4]"),
        ({4: [11, "11"]}, "log[0][4][1]"),
        ({5: [True]}, "log[0][5][0]"),
        ({5: ["111111a11"]}, "log[0][5][0]"),
        ({5: [11] * 100}, "log[0][5]"),
        ({6: ["r9"]}, "log[0][6][0]"),
        ({6: ["c111213"]}, "log[0][6][0]"),
        ({6: [60, 60]}, "log[0][6][1]"),
        ({16: ["和了", [0, 0, 0, 0], [7, 0]]}, "log[0][16][2][0]"),
        ({16: ["和了"]}, "log[0][16]"),
        ({16: ["和了", [0, 0, 0, 0], [0, 0, 0, "many points"]]}, "log[0][16][2][3]"),
        ({16: ["和了", [0, 0, 0, 0], [0, 0, 0, "30符1飜1000点", "立直"]]}, "log[0][16][2][4]"),
        ({16: ["引き分け"]}, "log[0][16][0]"),
        ({16: [1]}, "log[0][16]"),
    ],
)
def test_what_means_nothing_is_told_with_its_path(change: dict[int, Any], place: str) -> None:
    items = [change.get(n, item) for n, item in enumerate(SHORT)]
    batch = read(document(items))
    assert not len(batch)
    assert batch.problems[0].place == place


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 400))
def test_no_bytes_are_a_crash(junk: bytes, at: int) -> None:
    good = document(SHORT)
    for data in (junk, good[:at] + junk + good[at:], good[:at]):
        batch = read(data)
        assert len(batch) or batch.problems


# --- tiles and calls --------------------------------------------------------------------------
def test_every_tile_has_a_number() -> None:
    for code in range(37):
        assert parse_tile(NUMBERS[code]) == code
    assert [parse_tile(n) for n in (10, 20, 30, 40)] == [UNKNOWN] * 4
    for value in (0, 9, 48, 54, 60, -11, 11.0, "11", None, True):
        with pytest.raises(ParseError, match="no tile"):
            parse_tile(value)


@pytest.mark.parametrize(
    ("text", "kind", "tile", "source", "used"),
    [
        ("c275226", CHI, "7p", 3, "0p6p"),
        ("p252552", PON, "5p", 3, "0p5p"),
        ("47p4747", PON, "7z", 2, "77z"),
        ("1515p15", PON, "5m", 1, "55m"),
        ("m39393939", DAIMINKAN, "9s", 3, "999s"),
        ("39m393939", DAIMINKAN, "9s", 2, "999s"),
        ("393939m39", DAIMINKAN, "9s", 1, "999s"),
        ("k51151515", KAKAN, "0m", 3, "0m"),
        ("31k313131", KAKAN, "1s", 2, "1s"),
        ("3636k3636", KAKAN, "6s", 1, "6s"),
        ("151515a51", ANKAN, "5m", 0, "0m555m"),
        ("f44", KITA, "4z", 0, "4z"),
    ],
)
def test_a_call_is_told_by_its_letter(
    text: str, kind: int, tile: str, source: int, used: str
) -> None:
    call = parse_call(text)
    assert (call.kind, call.source) == (kind, source)
    assert format_tiles([call.tile]) == tile
    assert format_tiles(list(call.used)) == format_tiles(mjlog.tiles.parse_tiles(used))


@pytest.mark.parametrize(
    "text",
    ["p47", "c111111", "c181920", "c414243", "11c1213", "p111112", "111p111", "11a111111", "x1111",
     "", "c11121３", "1111m1111", "p1111111111", "f44f44", "p101010"],
)  # fmt: skip
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse_call(text)


# --- the order of play ------------------------------------------------------------------------
def test_a_call_turns_the_order() -> None:
    items = hand_of(
        ["4242p42", 47], [11, 60], [42, 43], [60, 60], [21], [60], [31], [60],
        place=[1, 0, 0], result=["流局", [0, 0, 0, 0]],
    )  # fmt: skip
    batch = read(document(items))
    assert not batch.problems
    assert events(batch) == [
        "1 draw 2z", "1 discard 2z", "0 pon 2z", "0 discard 1m", "1 draw 3z", "1 discard 3z",
        "2 draw 1p", "2 discard 1p", "3 draw 1s", "3 discard 1s", "0 draw 7z", "0 discard 7z",
        "ryuukyoku",
    ]  # fmt: skip


def test_a_pon_of_the_second_copy_is_found() -> None:
    """Only one order holds all turns, though the first copy could be called as well."""
    items = hand_of(
        [43, 43], [60, 60],
        [41, "p434343"], [60, 44],
        [42], [60],
        [32], [60],
        result=["流局", [0, 0, 0, 0]],
    )  # fmt: skip
    batch = read(document(items))
    assert not batch.problems
    assert events(batch)[:-1] == [
        "0 draw 3z", "0 discard 3z", "1 draw 1z", "1 discard 1z", "2 draw 2z", "2 discard 2z",
        "3 draw 2s", "3 discard 2s", "0 draw 3z", "0 discard 3z", "1 pon 3z", "1 discard 4z",
    ]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(
    st.integers(3, 4),
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 6)), min_size=1, max_size=30),
)
def test_the_order_of_any_play_is_found(players: int, played: list[tuple[int, int]]) -> None:
    """However often one tile is discarded and called, one order alone holds all turns."""
    turns: list[list[Turn]] = [[] for _ in range(players)]
    seat, first, order = 0, Step(DRAW, 5), []
    for tile, call in played:
        turns[seat].append(Turn((first, Step(DISCARD, tile)), 0))
        order.append(seat)
        caller = (seat + call) % players
        if 1 <= call < players:  # else nobody calls
            first = Step(PON, tile, (seat - caller) % 4)
            seat = caller
        else:
            first, seat = Step(DRAW, 5), (seat + 1) % players
    assert order_of(turns, 0) == (order, True)
    assert every_order(turns, (0,) * players, -1) == 1


def every_order(turns: list[list[Turn]], played: tuple[int, ...], last: int) -> int:
    """Count the orders that hold all turns, one after the other."""
    if sum(played) == sum(map(len, turns)):
        return 1
    total = 0
    for seat, own in enumerate(turns):
        if played[seat] == len(own):
            continue
        first = own[played[seat]].steps[0]
        if last < 0:
            goes_on = seat == 0
        elif first.kind == DRAW:
            goes_on = seat == (last + 1) % len(turns)
        else:
            tile = turns[last][played[last] - 1].last.tile
            goes_on = (seat + first.source) % 4 == last and first.tile == tile
        if goes_on:
            after = tuple(n + (s == seat) for s, n in enumerate(played))
            total += every_order(turns, after, seat)
    return total


def test_a_result_that_does_not_follow_is_told() -> None:
    win = ["和了", [1000, 0, -1000, 0], [0, 2, 0, "30符1飜1000点", "役牌 白(1飜)"]]
    batch = read(document([*SHORT[:16], win]))
    assert ("inconsistent", "E1.0: the result does not follow from the last turn") in problems(
        batch
    )


def test_turns_that_fit_nowhere_are_left_out() -> None:
    items = hand_of(
        [43, 43, 44, 44], [60, 60, 60, 60], [11], [60], [21], [60], [31], [60],
        result=["流局", [0, 0, 0, 0]],
    )  # fmt: skip
    batch = read(document(items))
    assert [kind for kind, _ in problems(batch)] == ["inconsistent", "truncated"]
    assert "the longest has 5 of 7" in problems(batch)[0][1]
    assert not len(batch.draws)


def test_lists_that_fit_nowhere_are_given_up_soon() -> None:
    calls: Items = ["p434343", "43p4343", "4343p43"] * 13
    lists = [part for first in ([43], [], [], []) for part in ([*first, *calls], [43] * 39)]
    lists[0].append(41)
    lists[1] += [43, 43]
    lists[6] += [41, 42]
    lists[7] += [43, 43]
    batch = read(document(hand_of(*lists, result=["流局", [0, 0, 0, 0]])))
    assert batch.problems


@pytest.mark.shared
def test_the_ambiguous_pon_of_the_reports(shared: Path) -> None:
    path = shared / "cases" / "inputs" / "t6_ambiguous_pon.json"
    (batch,) = iter_batches(path)
    assert not batch.problems
    played = events(batch)
    assert played.index("0 pon 1m") == len(played) - 1 - played[::-1].index("2 discard 1m") + 1
    assert played.count("2 discard 1m") == 2
    assert batch.wins.deltas[0].tolist() == [-500, 1100, -300, -300]
    assert int(batch.wins.points[0]) == 1100


@pytest.mark.shared
@pytest.mark.parametrize("name", [f"confusing_nakis_{n}" for n in range(8)])
def test_confusing_calls_have_one_order(shared: Path, name: str) -> None:
    (batch,) = iter_batches(shared / "logs" / "tenhou6" / f"{name}.json")
    assert not any("order" in message or "left out" in message for _, message in problems(batch))
    items = json.loads((shared / "logs" / "tenhou6" / f"{name}.json").read_text())["log"][0]
    drawn = sum(len(items[5 + 3 * seat]) for seat in range(4))
    assert sum(batch.events.kind <= DAIMINKAN) - sum(batch.events.kind == DISCARD) == drawn


# --- discards, riichi, indicators ---------------------------------------------------------------
def marks_of(batch: GameBatch) -> list[int]:
    return [
        int(a) for k, a in zip(batch.events.kind, batch.events.aux, strict=True) if k == DISCARD
    ]


def test_a_drawn_tile_is_told_from_one_of_the_hand() -> None:
    items = hand_of([43, 41], [60, 41], [11], [11], [21], [31], [31], [31],
                    result=["流局", [0, 0, 0, 0]])  # fmt: skip
    # East's second discard is the drawn kind out of the hand, South's can only be the drawn one
    assert marks_of(read(document(items))) == [1, 1, 0, 0, 0]


def test_without_marks_a_discard_of_the_drawn_kind_is_not_recorded() -> None:
    items = hand_of([43, 41], [43, 41], [11], [11], [21], [31], [31], [31],
                    result=["流局", [0, 0, 0, 0]])  # fmt: skip
    assert marks_of(read(document(items))) == [1, 1, 0, -1, -1]


def test_riichi_is_accepted_unless_its_tile_is_won_on() -> None:
    lists = ([43], ["r60"], [11], [60], [21], [60], [31], [60])
    batch = read(document(hand_of(*lists, result=["流局", [0, 0, 0, 0]])))
    assert events(batch)[:5] == ["0 draw 3z", "0 riichi", "0 discard 3z", "0 riichi_accepted",
                                 "1 draw 1m"]  # fmt: skip
    won = ["和了", [-1000, 1000, 0, 0], [1, 0, 1, "30符1飜1000点", "役牌 中(1飜)"]]
    batch = read(document(hand_of([43], ["r41"], [], [], [], [], [], [], result=won)))
    assert events(batch) == ["0 draw 3z", "0 riichi", "0 discard 1z", "1 win 1z"]
    three = hand_of([43], ["r41"], [], [], [], [], [], [], result=["三家和了"])
    assert events(read(document(three)))[-1] == "ryuukyoku"
    assert "0 riichi_accepted" not in events(read(document(three)))
    four = hand_of([43], ["r41"], [], [], [], [], [], [], result=["四家立直"])
    assert events(read(document(four)))[-2:] == ["0 riichi_accepted", "ryuukyoku"]


KAN_HANDS = [[41, 41, 41, 42, 42, 42, 43, 43, 44, 11, 12, 13, 14], *HANDS[1:]]
KANS = {
    # closed: before the replacement
    "ankan": ([41, 19], ["414141a41", 60], ["0 ankan 1z", "dora 5s", "0 draw 9m", "0 discard 9m"]),
    # two closed ones
    "ankan twice": (
        [41, 42, 19], ["414141a41", "424242a42", 60],
        ["0 ankan 1z", "dora 5s", "0 draw 2z", "0 ankan 2z", "dora 6s", "0 draw 9m",
         "0 discard 9m"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(KANS))
def test_indicators_of_closed_kans(name: str) -> None:
    draws, discards, played = KANS[name]
    items = hand_of(draws, discards, [], [], [], [], [], [], hands=KAN_HANDS,
                    indicators=[34, 35, 36][: 2 + (name != "ankan")],
                    result=["流局", [0, 0, 0, 0]])  # fmt: skip
    batch = read(document(items))
    assert events(batch)[1:-1] == played
    assert int(batch.rounds.indicator[0]) == 21


def open_kan(indicators: Items, draws: Items, discards: Items, result: Items) -> Items:
    """Return a round in which North takes East's tile for an open kan and goes on."""
    hands = [HANDS[0], HANDS[1], HANDS[2], [41, 41, 41, 42, 42, 11, 12, 13, 21, 22, 23, 31, 32]]
    return hand_of([43], [41], [], [], [], [], ["414141m41", *draws], [0, *discards],
                   hands=hands, indicators=indicators, result=result)  # fmt: skip


def test_the_indicator_of_an_open_kan_is_turned_before_the_discard() -> None:
    items = open_kan([34, 35], [33], [60], ["流局", [0, 0, 0, 0]])
    assert events(read(document(items)))[2:-1] == ["3 daiminkan 1z", "3 draw 3s", "dora 5s",
                                                   "3 discard 3s"]  # fmt: skip
    soul = mjlog.load_rules("majiang")
    assert events(read(document(items), rules=soul))[2:-1] == [
        "3 daiminkan 1z", "3 draw 3s", "3 discard 3s", "dora 5s",
    ]  # fmt: skip


def test_no_indicator_is_turned_for_a_win_on_the_replacement() -> None:
    won = ["和了", [-8000, 0, 0, 8000], [3, 3, 3, "満貫8000点", "嶺上開花(1飜)"]]
    items = open_kan([34], [33], [], won)
    assert events(read(document(items)))[2:] == ["3 daiminkan 1z", "3 draw 3s", "3 win 3s"]
    at_once = open_kan([34, 35], [33], [], won)  # rules that turn it at once
    assert events(read(document(at_once)))[3] == "dora 5s"


def test_indicators_without_a_kan_are_told() -> None:
    batch = read(document([*SHORT[:2], [34, 35, 36], *SHORT[3:]]))
    assert problems(batch) == [
        ("inconsistent", "E1.0: 2 more indicators than kans that turn one; they are left out")
    ]


def test_a_robbed_kan_ends_the_round_and_turns_no_indicator() -> None:
    hands = [[41, 41, *HANDS[0][:11]], [41, *HANDS[1][:12]], HANDS[2], HANDS[3]]
    won = ["和了", [-1000, 0, 1000, 0], [2, 0, 2, "30符1飜1000点", "槍槓(1飜)"]]
    items = hand_of([43, "4141p41", 41], [60, 11, "4141k4141"], [44, 44], [41, 60],
                    [21], [60], [31], [60], hands=hands, result=won)  # fmt: skip
    batch = read(document(items))
    assert not batch.problems
    assert events(batch)[-3:] == ["0 draw 1z", "0 kakan 1z", "2 win 1z"]
    assert int(batch.events.from_seat[-2]) == 1


@pytest.mark.parametrize("north", ["f44", 0])
def test_three_players_set_north_aside(north: Any) -> None:
    hands = [[44, *HANDS[0][1:]], HANDS[1], HANDS[2]]
    items = hand_of([21, 31], [north, 60], [11], [60], [21], [60], hands=hands,
                    scores=[35000, 35000, 35000, 0], result=["流局", [0, 0, 0, 0]])  # fmt: skip
    batch = read(document(items, rule={"disp": "三般南喰赤", "aka": 1}, name=["A", "B", "C", ""]))
    assert not batch.problems
    assert batch.rules[0].name == "tenhou-3p"
    assert events(batch)[:4] == ["0 draw 1p", "0 kita 4z", "0 draw 1s", "0 discard 1s"]
    assert batch.rounds.scores[0].tolist() == [35000, 35000, 35000, UNKNOWN_POINTS]


# --- results ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("30符4飜7700点", (30, 4, 0, 7700)),
        ("30符2翻700点∀", (30, 2, 0, 2100)),
        ("3翻1300点∀", (-1, 3, 0, 3900)),
        ("20符2飜400-700点", (20, 2, 0, 1500)),
        ("満貫2000-4000点", (-1, -1, 1, 8000)),
        ("Mangan 2000-4000点", (-1, -1, 1, 8000)),
        ("40符5飜満貫12000点", (40, 5, 1, 12000)),
        ("三倍満24000点", (-1, -1, 4, 24000)),
        ("倍満16000点", (-1, -1, 3, 16000)),
        ("Sanbaiman 24000点", (-1, -1, 4, 24000)),
        ("役満16000点∀", (-1, -1, 5, 48000)),
        ("数え役満32000点", (-1, -1, 5, 32000)),
        ("切り上げ満貫8000点", (-1, -1, 1, 8000)),
        ("30Fu4Han7700Points", (30, 4, 0, 7700)),
        ("跳満12000点2枚", (-1, -1, 2, 12000)),
        ("+2500点", (-1, -1, None, 2500)),
    ],
)
def test_the_value_of_a_win(text: str, value: tuple[int, int, int | None, int]) -> None:
    assert tuple(parse_value(text)) == value


@pytest.mark.parametrize("text", ["", "満貫", "点", "30符飜点", "12-34-56点", "1" * 70])
def test_what_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="no value"):
        parse_value(text)


@pytest.mark.parametrize("players", [3, 4])
def test_every_value_of_a_tsumo_is_written_as_it_is_paid(players: int) -> None:
    for base in range(100, 8001, 20):
        child, dealer = (-(-base * k // 100) * 100 for k in (1, 2))
        points = child * (players - 2) + dealer
        text = value_text(points, fu=30, han=1, limit=0, tsumo=True, dealer=False,
                          players=players)  # fmt: skip
        assert text == f"30符1飜{child}-{dealer}点"
        assert parse_value(text, payers=players - 1).points == points


def test_labels_in_english_and_entries_of_no_han() -> None:
    won = ["和了", [-3900, 4900, 0, 0],
           [1, 0, 1, "30符3飜3900点", "Riichi(1飜)", "Pinfu(1飜)", "All Simples(1飜)",
            "Ura Dora(0飜)"]]  # fmt: skip
    items = hand_of([43], [60], [], [], [], [], [], [], result=won, place=[0, 0, 1])
    for ver in ("2.3", 2.3):
        batch = read(document(items, ver=ver))
        wins = batch.wins
        assert (int(wins.han[0]), int(wins.fu[0]), int(wins.points[0])) == (3, 30, 3900)
        assert wins.yaku[0, :4].tolist() == [1, 7, 8, codes.YAKU_URA]
        assert wins.yaku_han[0, :4].tolist() == [1, 1, 1, 0]
        assert int(wins.yakuman[0]) == 0 and int(wins.limit[0]) == 0


def test_every_yaku_is_known_by_the_name_that_is_written() -> None:
    for entry, word in YAKU_WORDS.items():
        assert yaku_id(word, round_wind=0, seat_wind=0) == entry
    for yaku in YAKU:
        assert yaku_id(yaku.ja, round_wind=0, seat_wind=0) == yaku.id
    assert yaku_id("Prevalent Wind", round_wind=1, seat_wind=3) == 15
    assert yaku_id("役牌:自風牌", round_wind=1, seat_wind=3) == 13
    assert yaku_id("Nonsense", round_wind=0, seat_wind=0) is None


def test_an_unknown_yaku_leaves_the_list_out_and_says_so() -> None:
    won = ["和了", [-1000, 1000, 0, 0], [1, 0, 1, "30符1飜1000点", "Wonder(1飜)"]]
    batch = read(document(hand_of([43], [60], [], [], [], [], [], [], result=won)))
    assert "no yaku is called 'Wonder'" in problems(batch)[0][1]
    assert (batch.wins.yaku == UNKNOWN).all() and int(batch.wins.points[0]) == 1000


def test_yakuman_their_multiples_and_the_liable_player() -> None:
    won = ["和了", [-32000, 64000, 0, -32000],
           [1, 0, 3, "役満64000点", "大四喜(ダブル役満)"]]  # fmt: skip
    items = hand_of([43], [60], [], [], [], [], [], [], result=won)
    wins = read(document(items)).wins
    assert (int(wins.yakuman[0]), int(wins.han[0]), int(wins.limit[0])) == (2, 0, 5)
    assert int(wins.pao_seat[0]) == 3
    kazoe = ["和了", [-32000, 32000, 0, 0], [1, 0, 1, "役満32000点", "清一色(6飜)", "ドラ(7飜)"]]
    wins = read(document(hand_of([43], [60], [], [], [], [], [], [], result=kazoe))).wins
    assert (int(wins.yakuman[0]), int(wins.han[0]), int(wins.limit[0])) == (0, 13, 5)
    assert int(wins.pao_seat[0]) == UNKNOWN


def test_a_win_of_which_little_is_recorded() -> None:
    won = ["和了", [-8000, 8000, 0, 0], [1, 0]]
    batch = read(document(hand_of([43], [60], [], [], [], [], [], [], result=won)))
    assert not batch.problems
    assert int(batch.wins.points[0]) == UNKNOWN_POINTS and int(batch.wins.han[0]) == -1


def test_two_winners_share_the_ura_of_riichi() -> None:
    won = ["和了", [-3900, 3900, 0, 0], [1, 0, 1, "30符3飜3900点", "立直(1飜)", "ドラ(2飜)"],
           [-1000, 0, 1000, 0], [2, 0, 2, "30符1飜1000点", "断幺九(1飜)"]]  # fmt: skip
    items = hand_of([43], [60], [], [], [], [], [], [], result=won, ura=[45])
    wins = read(document(items)).wins
    assert wins.seat.tolist() == [1, 2] and wins.from_seat.tolist() == [0, 0]
    assert wins.ura[:, 0].tolist() == [31, UNKNOWN]


@pytest.mark.parametrize("word", sorted(DRAW_WORDS))
def test_every_word_of_a_draw(word: str) -> None:
    kind = DRAW_WORDS[word]
    assert draw_kind(word.upper()) == kind
    lists: tuple[Items, ...] = ([43], [60], [11], [60], [21], [60], [31], [60])
    if kind == codes.KYUUSHU:
        lists = ([43], [], [], [], [], [], [], [])
    batch = read(document(hand_of(*lists, result=[word])))
    assert batch.draws.kind.tolist() == [kind]
    seat = 0 if kind == codes.KYUUSHU else UNKNOWN
    assert int(batch.events.seat[-1]) == seat


def test_who_was_tenpai_follows_from_the_payments() -> None:
    def shown(*result: Any) -> list[int]:
        found: list[int] = read(document([*SHORT[:16], list(result)])).draws.shown[0].tolist()
        return found

    assert shown("流局", [-1500, 1500, -1500, 1500]) == [0, 1, 0, 1]
    assert shown("全員聴牌") == [1] * 4
    assert shown("全員不聴") == [0] * 4
    assert shown("流局", [0, 0, 0, 0]) == [UNKNOWN] * 4
    assert shown("流し満貫", [-4000, 8000, -2000, -2000]) == [UNKNOWN] * 4


# --- header and rules ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rule", "name"),
    [
        ({"disp": "鳳南喰赤", "aka": 1}, "tenhou"),
        ({"disp": "四鳳南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}, "tenhou"),
        ({"disp": "上東喰赤速", "aka": 1}, "tenhou-east"),
        ({"disp": "般東喰", "aka": 0}, "tenhou-east-noaka"),
        ({"disp": "般南喰", "aka": 1}, "tenhou"),  # the key tells, not the name
        ({"disp": "特南赤", "aka": 1}, "tenhou-nokuitan"),
        ({"disp": "玉の間南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}, "mahjong-soul"),
        ({"disp": "Silver Room East", "aka": 1}, "mahjong-soul-east"),
        ({"disp": "Friendly South", "aka51": 1, "aka52": 2, "aka53": 1}, "mahjong-soul-aka121"),
        ({"disp": "最強戦ルール", "aka": 0}, "saikyousen"),
        ({"disp": "", "aka": 0}, "tenhou-noaka-custom"),
        ({"aka": 1}, "tenhou-custom"),
        (["", "", "0001", "0", "0", "0", "0"], "tenhou-east"),
    ],
)
def test_the_rules_that_a_record_names(rule: Any, name: str) -> None:
    assert read(document(SHORT, rule=rule)).rules[0].name == name


def test_a_custom_lobby_has_its_rules_as_lists() -> None:
    csrule = [""] * 40
    csrule[4], csrule[0] = "30000", "00000002"
    items = [SHORT[0], [30000] * 4, *SHORT[2:]]
    batch = read(document(items, rule=["", "", "0109", "0"], csrule=csrule))
    rules = batch.rules[0]
    assert rules.start_points == 30000 and rules.kiriage and rules.length == "south"


def test_rules_that_are_not_named_are_told() -> None:
    told = problems(read(document(SHORT, rule={"aka": 0})))
    assert told == [
        ("odd-form", "the record names no rules; read as a table of Tenhou with rules of its own")
    ]
    batch = read(document(SHORT, rule={"aka": 0}), rules=mjlog.load_rules("mleague"))
    assert not batch.problems and batch.rules[0].name == "mleague"


def test_header_of_an_export() -> None:
    keys = {
        "ref": "2023080418gm-0089-0000-488dbbeb", "ver": 2.3, "ratingc": "PF4", "lobby": 0,
        "dan": ["四段", "９級", "天鳳", "新人"], "rate": [1730.69, 1547, 1756.46, 1642.91],
        "sx": ["M", "F", "C", "M"], "sc": [14500, -25.5, 32200, 12.2, 47100, 57.1, 6200, -43.8],
        "connection": [{"what": 0, "log": 0, "who": 1, "step": 1},
                       {"what": 1, "log": 0, "who": 1, "step": 99}],
    }  # fmt: skip
    batch = read(document(SHORT, **keys))
    info = batch.info[0]
    assert info.id == keys["ref"] and info.start_time == "2023-08-04T18"
    assert info.level == ("四段", "9級", "天鳳位", "新人") and info.rating[1] == 1547.0
    assert info.lobby == "0" and info.extra["sex"] == ("M", "F", "C", "M")
    assert batch.final_scores[0].tolist() == [14500, 32200, 47100, 6200]
    assert batch.final_points[0].tolist() == [-255, 122, 571, -438]
    assert bool(batch.complete[0])
    assert events(batch)[:2] == ["0 draw 3z", "1 disconnect"]
    assert events(batch)[-2:] == ["1 reconnect", "ryuukyoku"]
    assert int(batch.draws.event[0]) == len(batch.events) - 1


def test_connections_and_finals_that_mean_nothing_are_told() -> None:
    batch = read(
        document(SHORT, connection=[5, {"what": 0, "log": 7, "who": 0, "step": 0}], sc=[1, "x"])
    )
    assert [kind for kind, _ in problems(batch)] == ["odd-form", "odd-form", "inconsistent"]


def test_a_tile_face_down_is_unknown() -> None:
    hands = [[10] * 13, *HANDS[1:]]
    batch = read(document(hand_of([40], [41], [11], [60], [21], [60], [31], [60], hands=hands,
                                  result=["流局", [0, 0, 0, 0]])))  # fmt: skip
    assert (batch.rounds.hands[0, 0] == UNKNOWN).all()
    assert events(batch)[:2] == ["0 draw", "0 discard 1z"]


# --- writer ---------------------------------------------------------------------------------------
SKIPPED = (DORA, RIICHI_ACCEPTED, DISCONNECT, RECONNECT)
WIN_FACTS = ("seat", "from_seat", "tile", "han", "yakuman", "limit", "points", "pao_seat",
             "deltas", "ura")  # fmt: skip


def facts(batch: GameBatch, game: int = 0, *, times: bool = True) -> list[dict[str, Any]]:
    """Return all that Tenhou JSON can hold of each round.

    Not the copies of tiles, dice, hands shown, what is printed with a result, entries of no
    han; fu where no limit is named.
    """
    found = []
    for part in rows_of(batch, game).rounds:
        start = {k: part.start[k] for k in ("wind", "dealer", "honba", "deposits", "scores",
                                            "indicator")}  # fmt: skip
        start["hands"] = [sorted(hand) for hand in part.start["hands"]]
        events = [
            (e["kind"], e["seat"], e["tile"], e["from_seat"],
             sorted(e["used"].to_bytes(4, "little")), e["aux"] if e["kind"] == DISCARD else 0)
            for e in part.events
            if e["kind"] not in (SKIPPED[2:] if times else SKIPPED)
        ]  # fmt: skip
        wins = []
        for win in part.wins:
            yaku = zip(win["yaku"], win["yaku_han"], strict=True)
            wins.append(
                {key: win[key] for key in WIN_FACTS}
                | {"yaku": [(y, h) for y, h in yaku if y != UNKNOWN and h != 0]}
                | {"fu": win["fu"] if win["limit"] in (0, UNKNOWN) else -1}
            )
        draws = [
            {"kind": draw["kind"], "deltas": draw["deltas"],
             "shown": draw["shown"] if draw["kind"] == codes.EXHAUSTIVE else None}
            for draw in part.draws
        ]  # fmt: skip
        turned = [e["tile"] for e in part.events if e["kind"] == DORA]
        paid = [e["seat"] for e in part.events if e["kind"] == RIICHI_ACCEPTED]
        found.append({"start": start, "events": events, "wins": wins, "draws": draws,
                      "indicators": turned, "paid": paid})  # fmt: skip
    return found


RULESETS = ("tenhou", "tenhou-east", "tenhou-noaka", "tenhou-nokuitan", "tenhou-3p",
            "tenhou-3p-east", "tenhou-3p-noaka", "mahjong-soul", "mahjong-soul-east",
            "mahjong-soul-3p", "mleague", "jpml", "saikyousen", "wrc", "rmu", "saikouisen",
            "mu", "majiang", "ema-2025", "common")  # fmt: skip


@pytest.mark.parametrize("rules", RULESETS)
def test_what_is_written_reads_back(rules: str) -> None:
    """A → tenhou6 → B: B is A in all that the form can hold, and B → tenhou6 is the same text."""
    batch = play_games(2, seed=20, rules=rules)
    for game in range(len(batch)):
        losses = Losses()
        text = write_tenhou6(batch, game, losses=losses)
        back = read(text)
        assert not [p for p in back.problems if p.kind != "odd-form"]
        named = not any("kan_dora" in loss.message for loss in losses.rows())
        assert facts(back, times=named) == facts(batch, game, times=named)
        assert back.info[0].id == batch.info[game].id
        assert back.info[0].names == batch.info[game].names
        for column in ("final_scores", "final_points", "complete"):
            assert (getattr(back, column)[0] == getattr(batch, column)[game]).all()
        lost = {loss.what for loss in losses.rows()}
        assert not (named and "dora" in lost)
        assert not lost & {"order", "play", "tsumogiri", "scores", "deltas", "final_points"}
        if "rules" not in lost:
            assert back.rules[0].aka == batch.rules[0].aka
            assert not mjlog.rules.diff_rules(back.rules[0], batch.rules[0])
        assert write_tenhou6(back) == text


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(("tenhou", "tenhou-3p", "mahjong-soul", "jpml")))
def test_any_game_comes_back(seed: int, rules: str) -> None:
    batch = play_games(1, seed=seed, rules=rules)
    assert facts(read(write_tenhou6(batch))) == facts(batch)


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-3p"])
def test_a_game_comes_back_through_mjlog(rules: str) -> None:
    """tenhou6 → mjlog → tenhou6, with copies of tiles and fu that mjlog needs."""
    batch = play_games(2, seed=5, rules=rules)
    for game in range(2):
        one = read(write_tenhou6(batch, game))
        xml = read_bytes(write_mjlog(one), name="x.mjlog")
        assert facts(xml) == facts(one)
        found = [f.code for f in audit_batch(xml).findings if f.severity != "note"]
        assert not found


def test_links_hold_a_hand_each() -> None:
    batch = play_games(1, seed=8)
    lines = write_links(batch).splitlines()
    assert len(lines) == len(batch.rounds)
    assert all(line.startswith(b"https://tenhou.net/6/#json=%7B%22") for line in lines)
    back = read(b"\n".join(lines))
    assert len(back) == 1 and facts(back) == facts(batch)
    assert back.final_points.tolist() == batch.final_points.tolist()
    (one,) = write_links(batch, rounds=[2]).splitlines()
    alone = read(one)
    assert facts(alone) == facts(batch)[2:3] and not alone.complete[0]


def test_the_seed_of_the_walls_is_kept() -> None:
    batch = play_games(1, seed=9)
    back = read(write_tenhou6(batch))
    audit = audit_batch(back)
    assert back.info[0].seed and not audit.findings
    assert "wall" not in audit.not_checked


def test_losses_are_told() -> None:
    losses = Losses()
    write_tenhou6(play_games(1, seed=20), losses=losses)
    lost = {loss.what for loss in losses.rows()}
    assert {"tile_ids", "dice", "hands", "printed"} <= lost


def test_what_the_form_cannot_hold_is_refused() -> None:
    batch = play_games(1, seed=20)
    calls = np.flatnonzero(batch.events.kind == PON)
    batch.events.used[calls[0]] = 0xFFFFFFFF
    with pytest.raises(MjlogError, match="unknown tiles"):
        write_tenhou6(batch)


def test_play_that_is_read_otherwise_is_a_loss() -> None:
    batch = play_games(1, seed=20)
    first = int(np.flatnonzero((batch.events.kind == DISCARD) & (batch.events.aux == 1))[0])
    batch.events.aux[first] = -1
    losses = Losses()
    write_tenhou6(batch, losses=losses)
    assert "tsumogiri" in {loss.what for loss in losses.rows()}


# --- command line ---------------------------------------------------------------------------
def test_convert_writes_documents_and_links(root: Path, tmp_path: Path) -> None:
    source = str(root / "sample_logs" / "tenhou" / "tenhou-east-0.xml")
    out, link = tmp_path / "game.json", tmp_path / "hand.txt"
    assert main(["convert", source, "--to", "tenhou6", "-o", str(out)]) == 0
    assert main(["audit", str(out)]) == 0
    lost = json.loads((tmp_path / "game.json.losses.json").read_text())
    assert {"tile_ids", "dice"} <= {row["what"] for row in lost}
    options = ["--to", "tenhou6-link", "-r", "E2.1"]
    assert main(["convert", source, *options, "-o", str(link)]) == 0
    assert link.read_text().count("#json=") == 1
    assert main(["convert", source, "--to", "tenhou6", "-r", "E2.1"]) == 2
    (batch,) = iter_batches(link.read_text().strip())  # a link is a path
    assert len(batch.rounds) == 1


def test_a_link_is_shown_and_audited(capsys: pytest.CaptureFixture[str]) -> None:
    link = f"https://tenhou.net/6/#json={quote(document(SHORT).decode())}"
    assert main(["show", link]) == 0
    assert "E1.0" in capsys.readouterr().out
    assert main(["audit", link, "--format", "json"]) == 1  # the wall is not used up
    summary = json.loads(capsys.readouterr().out)["summary"]
    assert summary["imported"] == 1 and list(summary["findings"]) == ["G120", "L136", "L139"]


def test_formats_lists_what_the_form_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["formats"]) == 0
    (line,) = [n for n in capsys.readouterr().out.splitlines() if n.startswith("tenhou6")]
    assert line.split()[1:3] == ["yes", "yes"]
    assert main(["formats", "tenhou6"]) == 0
    told = capsys.readouterr().out
    assert "events.tile_id" in told and "absent" in told


# --- the real files -------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def real(shared: Path) -> GameBatch:
    paths = sorted((shared / "logs" / "tenhou6").iterdir())
    batch: GameBatch = read_batch([(path.name, path.read_bytes()) for path in paths])
    return batch


#: Files that are no record of this form, and why.
REFUSED = {
    "2026-06-30_2145_Silver-Room-East_3rd-place_player2.json": "tiles are written as text",
    "2026-07-02_0119_Silver-Room-East_3rd-place_player2.json": "tiles are written as text",
    "paifu-plus__history_out.tenhou.json": "no call",  # 'p47', a pon without its tiles
    "paifu-plus_tenhou6_out.tenhou.json": "no call",
}


@pytest.mark.shared
def test_every_real_file_is_detected(shared: Path) -> None:
    for path in sorted((shared / "logs" / "tenhou6").iterdir()):
        found = detect_format(path.read_bytes())
        assert found is not None and found.name == "tenhou6", path.name


@pytest.mark.shared
def test_every_real_file_is_read_or_refused_with_its_reason(shared: Path, real: GameBatch) -> None:
    names = {path.name for path in (shared / "logs" / "tenhou6").iterdir()}
    refused = {p.source: p.message for p in real.problems if p.kind == "unreadable"}
    assert refused.keys() == REFUSED.keys()
    assert all(reason in refused[name] for name, reason in REFUSED.items())
    assert {info.source.partition("!")[0] for info in real.info} == names - REFUSED.keys()
    assert (len(real), len(real.rounds)) == (108, 735)
    inconsistent = {p.source for p in real.problems if p.kind == "inconsistent"}
    assert inconsistent == {"test__b845df4d.txt"}  # two turns follow the win of this made-up hand


#: Everything that is wrong in the real files: (round, code), by file.
FOUND = {
    # made-up hands that show the viewer
    "2023-07-11-18-04-05.txt": {("E3.3", "L150"), ("E3.3", "S105")},
    "test.txt": {("E1.0", "L136")},
    "test_2.txt": {("E1.0", "L136"), ("E1.0", "L139"), ("E1.0", "L161")},
    "riichi_defense_demo.json": {("E1.0", "T101"), ("E1.0", "L115"), ("E1.0", "L136"),
                                 ("E1.0", "L139")},
    "confusing_nakis_2.json": {("E1.0", "F101"), ("E1.0", "L150")},
    # a stick on the table that the winner does not get
    "confusing_nakis_1.json": {("E2.2", "P103")},
    # another indicator than in the whole game, whose dora this is
    "paipu_2.txt": {("E2.0", "S106")},
    # kept by hand: the ura dora are written as dora, and the round wind as seat wind
    "インターネット麻雀日本選手権20220406鱼1.txt": {("E2.1", "S101")},
    "インターネット麻雀日本選手権20220406鱼2.txt": {
        ("E2.1", "S106"), ("E2.1", "S107"), ("E4.2", "S106"), ("E4.2", "S107"),
        ("S2.0", "S106"), ("S2.0", "S107"),
        ("S4.1", "G106"),  # the rules are not named; no leader ends the game by a win there
    },
    "第39期十段位決定戦3.txt": {("E2.0", "G101")},
    "第39期十段位決定戦5.txt": {("E1.0", "S106"), ("E4.4", "S101")},
    "第39期十段位決定戦6.txt": {("S2.0", "S101"), ("S3.0", "S106")},
}  # fmt: skip


@pytest.mark.shared
@pytest.mark.slow
def test_the_real_files_have_exactly_their_known_faults(real: GameBatch) -> None:
    found: dict[str, set[tuple[str | None, str]]] = {}
    for finding in audit_batch(real).findings:
        if finding.severity != "note":
            found.setdefault(finding.source, set()).add((finding.round, finding.code))
    assert found == FOUND


def deals(batch: GameBatch) -> list[list[tuple[Any, ...]]]:
    """Return for each game its rounds, told by what was dealt."""
    rounds = batch.rounds
    hands = np.sort(rounds.hands, axis=2)
    rows = [
        (int(rounds.wind[r]), int(rounds.dealer[r]), int(rounds.honba[r]),
         rounds.scores[r].tobytes(), hands[r].tobytes(), int(rounds.indicator[r]))
        for r in range(len(rounds))
    ]  # fmt: skip
    first = batch.first_round.tolist()
    return [rows[a:b] for a, b in pairwise(first)]


def same_games(one: GameBatch, other: GameBatch) -> list[tuple[int, int]]:
    """Return the pairs of games with the same deals from beginning to end."""
    others: dict[tuple[Any, ...], list[int]] = {}
    for g, rows in enumerate(deals(other)):
        others.setdefault(tuple(rows), []).append(g)
    return [(g, h) for g, rows in enumerate(deals(one)) for h in others.get(tuple(rows), [])]


def stem(source: str) -> str:
    return Path(source).name.split(".")[0]


@pytest.fixture(scope="module")
def pairs(shared: Path, real: GameBatch) -> tuple[GameBatch, list[tuple[int, int]]]:
    mjlogs = concatenate(list(iter_batches(shared / "logs" / "mjlog")))
    whole = np.diff(mjlogs.first_round) == [len(rows) for rows in deals(mjlogs)]
    assert whole.all()
    found = [(g, h) for g, h in same_games(real, mjlogs) if ended(mjlogs, h)]
    return mjlogs, found


def ended(batch: GameBatch, game: int) -> bool:
    """Tell whether the last round of a game has a result."""
    last = int(batch.first_round[game + 1])
    end = int(batch.rounds.first_event[last]) - 1
    return int(batch.events.kind[end]) in (WIN, RYUUKYOKU, DISCONNECT, RECONNECT)


@pytest.mark.shared
def test_games_of_both_formats_have_equal_columns(
    real: GameBatch, pairs: tuple[GameBatch, list[tuple[int, int]]]
) -> None:
    """39 whole games, 18 under one name; even the times of DORA and deposits are derived right."""
    mjlogs, found = pairs
    games = {g for g, _ in found}
    named = {g for g, h in found if stem(real.info[g].source) == stem(mjlogs.info[h].source)}
    assert len(games) == 39 and len(named) == 18
    wins = draws = 0
    for g, h in found:
        assert facts(real, g) == facts(mjlogs, h), (real.info[g].source, mjlogs.info[h].source)
        if real.complete[g] and mjlogs.complete[h]:
            assert (real.final_scores[g] == mjlogs.final_scores[h]).all()
            assert (real.final_points[g] == mjlogs.final_points[h]).all()
        wins += sum(len(part["wins"]) for part in facts(real, g))
        draws += sum(len(part["draws"]) for part in facts(real, g))
    assert wins > 300 and draws > 50


@pytest.mark.shared
@pytest.mark.slow
def test_games_of_both_formats_have_equal_findings(
    real: GameBatch, pairs: tuple[GameBatch, list[tuple[int, int]]]
) -> None:
    mjlogs, found = pairs

    def findings_of(batch: GameBatch, game: int) -> list[tuple[str | None, str]]:
        audit = audit_batch(batch.select(game))
        return [(f.round, f.code) for f in audit.findings if f.severity != "note"]

    for g, h in found:
        assert findings_of(real, g) == findings_of(mjlogs, h) == []


@pytest.mark.shared
def test_an_mjlog_game_is_written_as_tenhou_itself_writes_it(
    shared: Path, real: GameBatch, pairs: tuple[GameBatch, list[tuple[int, int]]]
) -> None:
    """The log that is written is the site's own, item by item; it sorts dealt hands."""
    mjlogs, found = pairs
    sources = {info.source: g for g, info in enumerate(real.info)}
    compared = 0
    for g, h in found:
        source = real.info[g].source
        text = (shared / "logs" / "tenhou6" / source).read_text(encoding="utf-8")
        assert sources[source] == g
        site = [items for line in text.splitlines() for items in json.loads(line)["log"]]
        own = json.loads(write_tenhou6(mjlogs, h))["log"]
        for written, theirs in zip(own, site, strict=True):
            for seat in range(4):
                for items in (written, theirs):
                    items[4 + 3 * seat].sort()
            assert written == theirs, source
            compared += 1
    assert compared > 350


@pytest.mark.shared
def test_games_of_majiang_and_tenhou_json_are_equal(shared: Path, real: GameBatch) -> None:
    """Seven games and one of a script; what the hand-made copies write otherwise is listed."""
    others = concatenate(list(iter_batches(shared / "logs" / "majiang")))
    found = same_games(real, others)
    names = {stem(real.info[g].source) for g, _ in found}
    assert names >= {"paipu", *(f"第39期十段位決定戦{n}" for n in range(1, 7))}
    differing = Counter[str]()
    for g, h in found:
        if any(mark in others.info[h].source for mark in ("1_2", "6_2")):
            continue  # copies with lost tiles and other values
        for one, other in zip(facts(real, g, times=False), facts(others, h, times=False),
                              strict=True):  # fmt: skip
            for key in ("start", "events", "indicators", "paid"):
                assert one[key] == other[key], (real.info[g].source, key)
            assert [d["deltas"] for d in one["draws"]] == [d["deltas"] for d in other["draws"]]
            for win, same in zip(one["wins"], other["wins"], strict=True):
                for key in ("seat", "from_seat", "tile", "deltas", "yakuman"):
                    assert win[key] == same[key]
                if sorted(win["yaku"]) != sorted(same["yaku"]):
                    differing[stem(real.info[g].source)] += 1
    assert differing == {"第39期十段位決定戦5": 2, "第39期十段位決定戦6": 2}


@pytest.mark.shared
def test_connections_are_those_of_mjlog(
    real: GameBatch, pairs: tuple[GameBatch, list[tuple[int, int]]]
) -> None:
    mjlogs, found = pairs

    def lines(batch: GameBatch, game: int) -> list[tuple[int, int, int, int]]:
        told = []
        for r, part in enumerate(rows_of(batch, game).rounds):
            step = 0
            for event in part.events:
                if event["kind"] in (DISCONNECT, RECONNECT):
                    told.append((r, step, event["kind"], event["seat"]))
                step += event["kind"] <= KITA
        return told

    both = [(g, h) for g, h in found if "connection" in real.info[g].header[0][1] or lines(real, g)]
    assert both
    for g, h in both:
        assert lines(real, g) == lines(mjlogs, h)
