"""Records of the plain form go through kernels, and give the columns of the tolerant readers."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mjlog.parsers import mahjong_soul, mjai, tenhou_json
from mjlog.parsers.columns import kernel_pays
from mjlog.parsers.mahjong_soul import write_mahjong_soul
from mjlog.parsers.mahjong_soul.plain import read_plain_games as read_plain_mahjong_soul
from mjlog.parsers.mjai import write_mjai
from mjlog.parsers.mjai.plain import read_plain_games
from mjlog.parsers.mjai.plain_play import read_games
from mjlog.parsers.tenhou_json import write_tenhou6

from mjlog.engine.jit import cache_dir
from mjlog.errors import MjlogError
from mjlog.model import GameBatch
from mjlog.simulator import play_games

from .test_mahjong_soul import FORMS as FORMS_OF_RECORDS
from .test_mahjong_soul import Record, new_details, old_details, records_of, response, wrapped

Items = list[tuple[str, bytes]]

RULES = ("tenhou", "tenhou-3p", "tenhou-east-noaka", "mahjong-soul", "mahjong-soul-3p", "mleague",
         "rmu")  # fmt: skip


@lru_cache(maxsize=32)
def played(rules: str, seed: int, n: int) -> GameBatch:
    return play_games(n, seed=seed, rules=rules)


def differences(a: GameBatch, b: GameBatch) -> list[str]:
    """Return the columns and facts in which two batches differ."""
    found = []
    for part in fields(a):
        mine, other = getattr(a, part.name), getattr(b, part.name)
        if part.name in ("rounds", "events", "wins", "draws", "incidents"):
            for column in fields(mine):
                one, two = getattr(mine, column.name), getattr(other, column.name)
                if one.dtype != two.dtype or one.tolist() != two.tolist():
                    found.append(f"{part.name}.{column.name}")
        elif isinstance(mine, np.ndarray):
            if mine.dtype != other.dtype or mine.tolist() != other.tolist():
                found.append(part.name)
        elif mine != other:
            found.append(part.name)
    return found


def assert_same(read: Callable[..., GameBatch], items: Items) -> GameBatch:
    """Read some records both ways, uncompiled."""
    tolerant = read(items, plain=False)
    assert differences(read(items, plain=True), tolerant) == []
    return tolerant


def real_files(folder: Path) -> Items:
    return [(path.name, path.read_bytes()) for path in sorted(folder.iterdir())]


# --- Tenhou JSON -------------------------------------------------------------------------------
def tenhou6(rules: str, seed: int = 3, n: int = 2) -> Items:
    batch = played(rules, seed, n)
    return [(f"{g}.json", write_tenhou6(batch, g)) for g in range(n)]


def plain_tenhou6(items: Items) -> list[bool]:
    """Return which games are read by the kernel."""
    from mjlog.parsers.tenhou_json.documents import documents_of
    from mjlog.parsers.tenhou_json.games import hands_of, joined
    from mjlog.parsers.tenhou_json.plain import Codes, play_games, prepare_game

    found = []
    for name, data in items:
        for hands in joined([hands_of(document) for document in documents_of(data, name)]):
            codes = Codes()
            game = prepare_game(hands, name, None, codes)
            found.append(game is not None and next(play_games([game], codes)) is not None)
    return found


@pytest.mark.parametrize("rules", RULES)
def test_tenhou_json_of_simulated_games(rules: str) -> None:
    items = tenhou6(rules)
    assert_same(tenhou_json.read_batch, items)
    assert all(plain_tenhou6(items))


@pytest.mark.shared
def test_tenhou_json_of_real_games(shared: Path) -> None:
    batch = assert_same(tenhou_json.read_batch, real_files(shared / "logs" / "tenhou6"))
    assert len(batch) > 90 and len(batch.problems) > 20


def changed(data: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    document = json.loads(data)
    change(document)
    return json.dumps(document, ensure_ascii=False).encode()


def no_discard(document: dict[str, Any]) -> None:
    document["log"][1][6].pop()


def float_tile(document: dict[str, Any]) -> None:
    document["log"][0][4][0] = 11.0


def true_tile(document: dict[str, Any]) -> None:
    document["log"][0][6][2] = False


def face_down(document: dict[str, Any]) -> None:
    document["log"][0][5][2] = 10


def wrong_winner(document: dict[str, Any]) -> None:
    document["log"][0][-1] = ["和了", [0, 0, 0, 0], [3, 3, 3, "30符1飜1000点", "立直(1飜)"]]


def unknown_yaku(document: dict[str, Any]) -> None:
    document["log"][0][-1] = ["和了", [0, 0, 0, 0], [0, 1, 0, "30符1飜1000点", "謎(1飜)"]]


def twice(document: dict[str, Any]) -> None:
    document["log"].insert(1, document["log"][0])


def left(document: dict[str, Any]) -> None:
    document["connection"] = [{"what": 0, "log": 1, "who": 2, "step": 7},
                              {"what": 1, "log": 1, "who": 2, "step": 20}]  # fmt: skip


def odd_connections_and_finals(document: dict[str, Any]) -> None:
    document["connection"] = [5, {"what": 0, "log": 7, "who": 0, "step": 0}]
    document["sc"] = [1, "x"]


def more_indicators(document: dict[str, Any]) -> None:
    document["log"][0][2] += [11, 12]


def no_result(document: dict[str, Any]) -> None:
    document["log"][-1][-1] = []


@pytest.mark.parametrize(
    "change",
    [no_discard, float_tile, true_tile, face_down, wrong_winner, unknown_yaku, twice, left,
     odd_connections_and_finals, more_indicators, no_result],
)  # fmt: skip
def test_odd_tenhou_json_is_read_by_the_tolerant_reader(
    change: Callable[[dict[str, Any]], None],
) -> None:
    good, other = tenhou6("tenhou")
    items = [good, ("odd.json", changed(other[1], change)), ("none.json", b"{}"), other]
    batch = assert_same(tenhou_json.read_batch, items)
    assert [info.source for info in batch.info] == ["0.json", "odd.json", "1.json"]
    assert plain_tenhou6(items[1:2]) == [change in (left, odd_connections_and_finals)]


# --- mjai --------------------------------------------------------------------------------------
def mjai_items(rules: str, seed: int = 3, n: int = 2) -> Items:
    batch = played(rules, seed, n)
    return [(f"{g}.jsonl", write_mjai(batch, g)) for g in range(n)]


def plain_mjai(items: Items) -> list[int]:
    """Return the numbers of the texts that the kernel reads."""
    return list(read_plain_games(items, None).numbers)


@pytest.mark.parametrize("rules", RULES)
def test_mjai_of_simulated_games(rules: str) -> None:
    items = mjai_items(rules)
    batch = assert_same(mjai.read_batch, items)
    assert plain_mjai(items) == [0, 1] and len(batch) == 2


@pytest.mark.shared
def test_mjai_of_real_games(shared: Path) -> None:
    items = real_files(shared / "logs" / "mjai")
    batch = assert_same(mjai.read_batch, items)
    plain = [items[i][0] for i in plain_mjai(items)]
    assert plain == ["126_204_0_mjai.jsonl", "haifu_log_sample.json"] and len(batch) == 6


def first_line(data: bytes, word: bytes) -> bytes:
    return next(line for line in data.split(b"\n") if word in line)


def swapped(word: bytes, old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    """Return a change of the first line that holds ``word``."""

    def change(data: bytes) -> bytes:
        line = first_line(data, word)
        assert old in line
        return data.replace(line, line.replace(old, new, 1), 1)

    return change


def with_blanks(data: bytes) -> bytes:
    lines = [json.dumps(json.loads(line)) for line in data.split(b"\n") if line]
    return "\r\n\n".join(lines).encode()


def turned_round(data: bytes) -> bytes:
    """Write the keys of every message in another order."""
    lines = [dict(reversed(json.loads(line).items())) for line in data.split(b"\n") if line]
    return b"\n".join(json.dumps(line).encode() for line in lines)


def without(*keys: str) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        lines = [json.loads(line) for line in data.split(b"\n") if line]
        kept = [{k: v for k, v in line.items() if k not in keys} for line in lines]
        return b"\n".join(json.dumps(line).encode() for line in kept)

    return change


def dropped(word: bytes) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        return b"\n".join(line for line in data.split(b"\n") if word not in line)

    return change


PLAIN_CHANGES: list[Callable[[bytes], bytes]] = [
    with_blanks, turned_round, without("yakus", "hora_tehais", "fan", "fu", "hora_points"),
    without("reason"), without("pai_of_nothing"), without("kyoku_first", "aka_flag"),
    dropped(b"reach_accepted"), dropped(b"end_kyoku"), dropped(b"start_game"),
    swapped(b'"tsumo"', b'"pai":"', b'"pai":  "'), without("tsumogiri", "deltas"),
]  # fmt: skip
ODD_CHANGES: list[Callable[[bytes], bytes]] = [
    swapped(b'"tsumo"', b'"tsumo"', b'"tsum\\u006f"'), swapped(b'"dahai"', b":false", b":null"),
    swapped(b'"dahai"', b'"dahai"', b'"dabai"'), swapped(b'"tsumo"', b'"actor":', b'"actor":0'),
    swapped(b'"tsumo"', b'"actor":0', b'"actor":0.0'), swapped(b'"dora_marker"', b'"E"', b'"1z"'),
    swapped(b'"start_kyoku"', b'"honba":0', b'"honba":0,"honba":0'),
    swapped(b'"hora"', b'"deltas":[', b'"deltas":[0,'),
    swapped(b'"hora"', b'"yakus":[["', b'"yakus":[["x'),
    swapped(b'"tsumo"', b"{", b"[{"), dropped(b'"end_game"'), dropped(b"start_kyoku"),
    swapped(b'"start_kyoku"', b'"tehais":[["', b'"tehais":[["E","'),
    swapped(b'"dahai"', b'"pai":"', b'"pai":"\xff'),
    without("scores"),
]  # fmt: skip


@pytest.mark.parametrize("change", PLAIN_CHANGES)
def test_mjai_is_plain_however_it_is_written(change: Callable[[bytes], bytes]) -> None:
    good, other = mjai_items("tenhou-east", seed=7)
    items = [good, ("changed", change(other[1])), other]
    assert_same(mjai.read_batch, items)
    assert plain_mjai(items) == [0, 1, 2]


@pytest.mark.parametrize("change", ODD_CHANGES)
def test_odd_mjai_is_read_by_the_tolerant_reader(change: Callable[[bytes], bytes]) -> None:
    good, other = mjai_items("tenhou-east", seed=7)
    items = [good, ("changed", change(other[1])), ("none", b"{}"), other]
    assert_same(mjai.read_batch, items)
    assert plain_mjai(items) == [0, 3]


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_mjai_with_a_byte_changed(data: st.DataObject) -> None:
    """Every text is the same to both readers, whatever its bytes."""
    text = mjai_items("tenhou-3p-east", seed=1, n=1)[0][1]
    place = data.draw(st.integers(0, len(text) - 1))
    byte = data.draw(st.sampled_from(b'{}[]",:0123456789truefalsn \n\r\t\\ESWN?mpsz\x00\xff'))
    assert_same(mjai.read_batch, [("a", text[:place] + bytes([byte]) + text[place + 1 :])])


def test_a_deep_start_of_an_mjai_game_stops_no_other() -> None:
    good, other = mjai_items("tenhou-east", seed=7)
    deep = swapped(b'"start_game"', b"{", b'{"title":' + b"[" * 300 + b"]" * 300 + b",")
    batch = assert_same(mjai.read_batch, [good, ("deep", deep(other[1])), other])
    assert len(batch) == 2
    refused = [p.message for p in batch.problems if p.kind == "unreadable"]
    assert refused == ["a value nested more than 254 deep"]


def test_ids_are_made_of_the_play() -> None:
    """Names do not count; the form of the text neither; another tile does."""
    (name, data), _ = mjai_items("tenhou-east")
    messages = [json.loads(line) for line in data.split(b"\n") if line]
    messages[0]["names"] = ["a", "b", "c", "d"]
    array = json.dumps(messages).encode()
    other = swapped(b'"tsumo"', first_line(data, b'"tsumo"')[-5:], b'"?"}')(data)
    ids = [mjai.read_batch([(name, text)]).info[0].id for text in (data, array, other)]
    assert ids[0] == ids[1] != ids[2] and len(ids[0]) == 17


# --- Mahjong Soul ------------------------------------------------------------------------------
WIRE_FORMS: dict[str, Callable[[dict[str, Any], list[Record]], bytes]] = {
    "records": lambda _, records: old_details(records),
    "actions": lambda _, records: new_details(records),
    "wrapper": lambda _, records: wrapped(".lq.GameDetailRecords", old_details(records)),
    "response": response,
    "base64 in JSON": FORMS_OF_RECORDS["base64 data"],
    "hex in JSON": lambda document, records: json.dumps(
        {"head": document["head"], "data": new_details(records).hex()}
    ).encode(),
}


def documents(rules: str, seed: int = 3, n: int = 2) -> list[dict[str, Any]]:
    batch = played(rules, seed, n)
    return [json.loads(write_mahjong_soul(batch, g)) for g in range(n)]


def on_the_wire(document: dict[str, Any], form: str = "actions") -> bytes:
    return WIRE_FORMS[form](document, records_of(document))


def plain_mahjong_soul(items: Items) -> list[int]:
    return list(read_plain_mahjong_soul(items, None).numbers)


@pytest.mark.parametrize("rules", RULES)
def test_mahjong_soul_of_simulated_games(rules: str) -> None:
    first, second = documents(rules)
    items = [("a", on_the_wire(first, "records")), ("b", on_the_wire(second, "response"))]
    assert_same(mahjong_soul.read_batch, items)
    assert plain_mahjong_soul(items) == [0, 1]


def test_mahjong_soul_of_all_forms() -> None:
    document = documents("mahjong-soul-east", seed=7)[0]
    items = [(form, on_the_wire(document, form)) for form in WIRE_FORMS]
    items.append(("other", items[0][1].replace(b"RecordDealTile", b"RecordLockTile", 1)))
    assert_same(mahjong_soul.read_batch, items)
    assert plain_mahjong_soul(items) == [0, 1, 2, 3, 4, 5]


@pytest.mark.shared
def test_mahjong_soul_of_real_games(shared: Path) -> None:
    """None of the real records is plain: yaku by name, decoded records, a special mode …"""
    items = real_files(shared / "logs" / "majsoul")
    batch = assert_same(mahjong_soul.read_batch, items)
    assert plain_mahjong_soul(items) == [] and len(batch) == 5


@pytest.mark.shared
def test_mahjong_soul_made_of_real_games(shared: Path) -> None:
    """Real games with double rons, kans and abortive draws, written by the site's own means."""
    read = tenhou_json.read_batch(real_files(shared / "logs" / "tenhou6"), plain=False)
    items = []
    for g in range(0, len(read), 3):
        try:
            data = write_mahjong_soul(read, g)
        except MjlogError:
            continue
        items.append((str(g), on_the_wire(json.loads(data), "records")))
    batch = assert_same(mahjong_soul.read_batch, items)
    assert len(plain_mahjong_soul(items)) > 20 and len(batch) > 25


def of_record(name: str, **values: Any) -> Callable[[dict[str, Any]], None]:
    """Return a change of the first record of a name; None takes a field away."""

    def change(document: dict[str, Any]) -> None:
        fields = next(fields for kind, fields in records_of(document) if kind == name)
        fields.update({key: value for key, value in values.items() if value is not None})
        for key in values:
            if values[key] is None:
                fields.pop(key, None)

    return change


def of_win(**values: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        fields = next(fields for kind, fields in records_of(document) if kind == "RecordHule")
        fields["hules"][0].update(values)

    return change


def no_result_last(document: dict[str, Any]) -> None:
    document["data"]["data"]["actions"].pop()


@pytest.mark.parametrize(
    "change",
    [
        of_record("RecordDealTile", tile="8z"), of_record("RecordDealTile", seat=4),
        of_record("RecordDiscardTile", moqie=True, tile="1m"), of_record("RecordHule", hules=[]),
        of_record("RecordNewRound", scores=[25000] * 2), of_record("RecordNewRound", doras=None),
        of_record("RecordNewRound", ju=3), of_record("RecordNewRound", tiles1=["1m"] * 12),
        of_record("RecordNewRound", field_spell=1), of_record("RecordNewRound", paishan="1m2m"),
        of_record("RecordHule", delta_scores=None), of_record("RecordHule", old_scores=[1, 2]),
        of_win(fans=[{"id": 99, "val": 1}]), of_win(fans=[{"name": "立直", "val": 1}]),
        of_win(hu_tile=""), of_win(ming=["kezi(1z,1z,1z)"] * 4), of_win(title="满贯", title_id=0),
        of_win(count=201), of_win(fu=-1), of_win(baopai_seats=[1, 2]), of_win(point_rong=2**31),
        no_result_last,
    ],
)  # fmt: skip
def test_odd_mahjong_soul_is_the_same_to_both_readers(
    change: Callable[[dict[str, Any]], None],
) -> None:
    good, other = documents("mahjong-soul-east", seed=7)
    items = [("a", on_the_wire(good)), ("none", b"\x00\x01")]
    change(other)
    items.append(("odd", on_the_wire(other)))
    assert_same(mahjong_soul.read_batch, items)
    assert {0} <= set(plain_mahjong_soul(items)) <= {0, 2}


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_mahjong_soul_with_a_byte_changed(data: st.DataObject) -> None:
    """Every record is the same to both readers, whatever its bytes."""
    form = data.draw(st.sampled_from(sorted(WIRE_FORMS)))
    record = on_the_wire(documents("mahjong-soul-3p-east", seed=1, n=1)[0], form)
    place = data.draw(st.integers(0, len(record) - 1))
    byte = data.draw(st.integers(0, 255))
    changed_record = record[:place] + bytes([byte]) + record[place + 1 :]
    assert_same(mahjong_soul.read_batch, [("a", changed_record)])


# --- compiled -----------------------------------------------------------------------------------
FORMS: dict[str, tuple[Callable[..., GameBatch], Callable[[str], Items]]] = {
    "mjai": (mjai.read_batch, mjai_items),
    "tenhou6": (tenhou_json.read_batch, tenhou6),
    "mahjong-soul": (
        mahjong_soul.read_batch,
        lambda rules: [(str(g), on_the_wire(d)) for g, d in enumerate(documents(rules))],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_compiled_kernels_read_the_same(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = FORMS[form]
    items = [*write("tenhou"), *write("mahjong-soul-3p"), ("none", b"{}")]
    tolerant = read(items, plain=False)
    monkeypatch.setenv("MJLOG_JIT", "1")
    assert differences(read(items, plain=True), tolerant) == []
    assert len(tolerant) == 4


def test_few_records_are_worth_a_kernel_only_when_it_is_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MJLOG_JIT", raising=False)
    monkeypatch.setenv("MJLOG_CACHE_DIR", str(tmp_path))
    assert not kernel_pays(399, read_games) and kernel_pays(400, read_games)
    cache_dir(read_games.__module__).mkdir(parents=True)
    assert not kernel_pays(19, read_games) and kernel_pays(20, read_games)
