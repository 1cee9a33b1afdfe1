"""Documents made to hurt a reader: endless texts, deep nesting, numbers beyond any column.

A document of a million marks is read in a moment by a reader that goes through it once, and
not in a lifetime by one that goes through it once a mark; no clock is needed to tell them apart.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from mjlog.parsers import detect_format, iter_batches, read_bytes
from mjlog.parsers.losses import Losses
from mjlog.parsers.writers import writer_named

from mjlog.auditing import audit_batch
from mjlog.codes import UNKNOWN_POINTS
from mjlog.errors import MjlogError, ParseError
from mjlog.simulator import play_games

#: Marks in a text that opens something and does not close it.
MANY = 1_000_000
BACKSLASHES = b'\\"' * MANY


def message_of(data: bytes) -> str:
    with pytest.raises(ParseError) as caught:
        read_bytes(data, name="bad")
    return str(caught.value)


def written(form: str, rules: str = "tenhou-east") -> bytes:
    data: bytes = writer_named(form).write(play_games(1, seed=5, rules=rules), 0)
    return data


# --- texts that are gone through once -----------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [b"{" + b"/" * MANY, b'{"log":[[' + b"//" * MANY, b'{"a":"' + b"//x" * MANY],
    ids=["slashes", "in a list", "in a text"],
)
def test_slashes_are_no_endless_comment(data: bytes) -> None:
    assert detect_format(data) is None


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b'x #json={"' + BACKSLASHES, "link 1: no JSON"),
        (b"x " + b"#json={" * MANY, "more than 20000 objects"),
        (b"x " + b"#json=%7B" * MANY, "more than 20000 objects"),
        (b'{"name":1,"log":[[]]} {"' + BACKSLASHES, "expected"),
        (b'{"name":1,"log":[[]]} // "' + BACKSLASHES, "expected"),
        (b"('RecordNewRound', \"" + BACKSLASHES, "line 1: expected 'field: value'"),
        (b"2e6c712e" + b"0a " * MANY + b"z", "no base64"),
    ],
    ids=["link", "links", "encoded", "objects", "comment", "print", "hex"],
)
def test_texts_that_are_not_closed_are_gone_through_once(data: bytes, text: str) -> None:
    assert text in message_of(data)


def test_links_are_read_up_to_the_next_one() -> None:
    game = written("tenhou6").decode().strip()
    text = f"tenhou.net/6/#json={game}, https://tenhou.net/6/#json={{ and #json={game}&ts=0 end"
    batch = read_bytes(text.encode(), name="links.txt")
    assert len(batch) == 2
    assert [p.place for p in batch.problems if p.kind == "unreadable"] == ["link 2"]


def test_the_lines_of_objects_are_counted() -> None:
    game = written("tenhou6").decode().strip()
    text = f"{game}\n\n// a remark {{\n\n}} {{\n{{]\n"
    batch = read_bytes(text.encode(), name="two.json")
    assert len(batch) == 1
    first = next(p for p in batch.problems if p.kind == "unreadable")
    assert first.message.startswith("no JSON") and first.place == "line 5"


# --- nesting --------------------------------------------------------------------------------------


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("depth", [300, 900])
@pytest.mark.parametrize(
    ("form", "key"),
    [
        ("tenhou6", "ver"), ("tenhou6", "log"), ("majiang", "title"), ("majiang", "qijia"),
        ("majiang", "log"), ("mjai", "names"), ("mjai", "other"), ("mahjong-soul", "head"),
    ],
)  # fmt: skip
def test_deep_values_are_read_or_refused(form: str, key: str, depth: int) -> None:
    """What a parser still takes is too deep to be written again."""
    lines = [json.loads(line) for line in written(form).splitlines()]
    lines[0][key] = [nested(depth), nested(depth)] if key == "log" else nested(depth)
    data = "\n".join(map(json.dumps, lines)).encode()
    try:
        batch = read_bytes(data, name="deep")
    except ParseError as error:
        assert "nested" in str(error) or "expected" in str(error)
    else:
        audit_batch(batch)
        assert form == "mahjong-soul" or key == "names"


def test_a_deep_document_stops_no_other(tmp_path: Path) -> None:
    for form in ("tenhou6", "majiang", "mjai"):
        data = written(form)
        lines = data.splitlines()
        first = json.loads(lines[0]) | {"ver": nested(300), "title": nested(300)}
        (tmp_path / f"a-{form}").write_bytes(b"\n".join([json.dumps(first).encode(), *lines[1:]]))
        (tmp_path / f"b-{form}").write_bytes(data)
    batches = list(iter_batches(tmp_path))
    assert sum(len(batch) for batch in batches) == 3
    messages = [p.message for b in batches for p in b.problems if p.kind == "unreadable"]
    assert messages == ["a value nested more than 254 deep"] * 3


# --- numbers and signs ----------------------------------------------------------------------------


@pytest.mark.parametrize("han", ["181飜", "999999999999飜", "128飜", "1000倍役満"])
def test_no_yaku_has_a_hundred_han(han: str) -> None:
    document = json.loads(written("tenhou6"))
    win = next(hand for hand in document["log"] if hand[16][0] == "和了")
    win[16][2][4] = f"立直({han})"
    batch = read_bytes(json.dumps(document).encode(), name="han")
    assert len(batch.rounds) == len(document["log"]) - 1
    assert "expected a yaku such as" in batch.problems[0].message


@pytest.mark.parametrize("space", [" ", "\n", "\t"])
def test_hex_digits_may_stand_in_pairs(space: str) -> None:
    details = b"\n\x15.lq.GameDetailRecords\x12\x00"
    text = space.join(f"{byte:02x}" for byte in details) + " 00"
    with pytest.raises(ParseError, match=r"the number 0|the record ends inside"):
        read_bytes(text.encode(), name="hex", format="mahjong-soul")
    detected = detect_format(text.encode())
    assert detected is not None and detected.name == "mahjong-soul"


def test_other_spaces_are_no_hex() -> None:
    with pytest.raises(ParseError, match="or those in base64 or hex"):
        read_bytes("2e\u00a06c\u300071".encode(), name="hex", format="mahjong-soul")


def test_a_round_that_is_cut_off_says_why() -> None:
    """The only hand of a record has a tile less than it is dealt."""
    data = written("mjlog")
    start = data.index(b'hai0="') + 6
    comma = data.index(b",", start)
    text = message_of(data[:start] + data[comma + 1 :])
    assert "without a round" in text
    assert "a value that is missing or out of its range" in text


# --- what a format cannot hold is not written --------------------------------------------------


def test_an_mjlog_record_holds_13_dealt_tiles() -> None:
    document = json.loads(written("tenhou6"))
    document["log"][1][7].pop()
    batch = read_bytes(json.dumps(document).encode(), name="hand")
    with pytest.raises(MjlogError, match=r"E\d\.\d: seat 1 is dealt 12 tiles"):
        writer_named("mjlog").write(batch, 0)


def test_a_call_that_is_no_meld_is_named_with_its_round() -> None:
    document = json.loads(written("mahjong-soul", "mahjong-soul-east"))
    results = [action["result"] for action in document["data"]["data"]["actions"]]
    pon = next(r["data"] for r in results if r["name"] == ".lq.RecordChiPengGang"
               and r["data"].get("type") == 1)  # fmt: skip
    del pon["type"]  # 0: a chi of three equal tiles
    batch = read_bytes(json.dumps(document).encode(), name="chi")
    assert [f.code[0] for f in audit_batch(batch).findings][:1] == ["L"]
    with pytest.raises(MjlogError, match=r"[ES]\d\.\d: a call that the codes .* no sequence"):
        writer_named("mjlog").write(batch, 0)


# --- result sheets ------------------------------------------------------------------------------


def test_names_in_quotation_marks_are_read_back_from_a_sheet() -> None:
    batch = play_games(1, seed=5, rules="tenhou-east")
    names = ("Asa, the elder", 'Bo"tan"', "  Chi", "Dai\nkon")
    batch.info[0].names = names
    data = writer_named("table-csv").write(batch, 0)
    assert read_bytes(data, name="sheet").info[0].names == names


@pytest.mark.parametrize("header", [
    '# players: Asa, Botan, Chidori, "Dai, kon"',
    '# players: Asa, Botan, Chidori, "Dai, kon",,,,',
    '"# players: Asa, Botan, Chidori, ""Dai, kon"""',
    '"# players: Asa, Botan, Chidori, ""Dai, kon""",,,,,',
])  # fmt: skip
def test_a_header_as_it_is_typed_and_as_a_spreadsheet_saves_it(header: str) -> None:
    text = f"{header}\nhand,winner,loser,points\nE1.0,E,S,3900\n"
    assert read_bytes(text.encode(), name="sheet").info[0].names[3] == "Dai, kon"


def test_points_stand_before_a_limit_in_a_sheet() -> None:
    """A kazoe yakuman has han, no fu, points and the word yakuman."""
    text = "hand,how,winner,han,points,value\nE1.0,tsumo,S,15,32000,yakuman riichi=1 scores\n"
    batch = read_bytes(text.replace(" scores", "").encode(), name="sheet")
    wins = batch.wins
    assert (wins.points[0], wins.limit[0], wins.han[0]) == (32000, 5, 15)


# --- walls ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["mahjong-soul-east", "mahjong-soul-3p-east"])
def test_a_wall_that_nobody_can_build_is_told(rules: str) -> None:
    """The tiles that nobody draws are changed too, and the hash is made to fit."""
    document = json.loads(written("mahjong-soul", rules))
    results = [action["result"] for action in document["data"]["data"]["actions"]]
    start = next(r["data"] for r in results if r["name"] == ".lq.RecordNewRound")
    wall = start["paishan"]
    dead = 2 * (18 if "3p" in rules else 14)  # the last live tiles, of which few are drawn
    start["paishan"] = wall[: -dead - 8] + "1z1z1z1z" + wall[-dead:]
    start["sha256"] = hashlib.sha256(start["paishan"].encode()).hexdigest()
    audit = audit_batch(read_bytes(json.dumps(document).encode(), name="wall"))
    messages = [p.message for p in audit.problems]
    assert len(messages) == 1 and messages[0].startswith("the wall has 1z ")
    assert audit.problems[0].place == "E1.0"


@pytest.mark.parametrize(
    ("code", "form", "what"),
    [
        ("L126", "mahjong-soul", "play"),  # a riichi of another seat than the one that discards
        ("P107", "mahjong-soul", "deltas"),  # payments of an abortive draw
        ("L152", "tenhou6", "tile"),  # another winning tile than the last one
        ("L152", "tenhou6-link", "tile"),
        ("L102", "tenhou6", "play"),
    ],
)
def test_a_fault_that_a_format_cannot_hold_is_listed(
    code: str, form: str, what: str, root: Path
) -> None:
    data = (root / "sample_logs" / "faulty" / f"{code}.mjlog").read_bytes()
    losses = Losses()
    writer_named(form).write(read_bytes(data, name=code), 0, losses=losses)
    assert what in {row.what for row in losses.rows()}


@pytest.mark.parametrize("form", ["mahjong-soul", "tenhou6", "mjai", "table", "table-json"])
@pytest.mark.parametrize("code", ["S103", "P105", "G102", "L115", "F101"])
def test_a_fault_is_still_one_in_another_format(code: str, form: str, root: Path) -> None:
    data = (root / "sample_logs" / "faulty" / f"{code}.mjlog").read_bytes()
    batch = read_bytes(data, name=code)
    back = read_bytes(writer_named(form).write(batch, 0), name="x", rules=batch.rules[0])
    expected = [f.code for f in audit_batch(batch, readings=False).findings]
    found = [f.code for f in audit_batch(back, readings=False).findings]
    assert found == expected == [code]


@pytest.mark.parametrize(("key", "value"), [("part_point_1", 1 << 31), ("total_point", 1 << 31)])
def test_final_results_beyond_any_game_are_not_recorded(key: str, value: int) -> None:
    document = json.loads(written("mahjong-soul", "mahjong-soul-east"))
    document["head"]["result"]["players"][0][key] = value
    batch = read_bytes(json.dumps(document).encode(), name="large")
    assert [p.place for p in batch.problems if p.kind == "inconsistent"] == ["head.result"]
    assert (batch.final_scores == UNKNOWN_POINTS).all()


@pytest.mark.parametrize("key", ["delta_scores", "old_scores", "scores"])
def test_payments_beyond_any_game_end_their_round(key: str) -> None:
    document = json.loads(written("mahjong-soul", "mahjong-soul-east"))
    results = [action["result"] for action in document["data"]["data"]["actions"]]
    win = next(r["data"] for r in results if r["name"] == ".lq.RecordHule")
    win[key] = [1 << 31, 0, 0, 0]
    batch = read_bytes(json.dumps(document).encode(), name="large")
    assert f"{key}: no points of a game" in batch.problems[0].message
    assert len(batch.rounds) > 1
