"""Mahjong Soul records: every form, rules, results, walls, and the real files."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mjlog.parsers import detect_format, iter_batches, read_bytes
from mjlog.parsers.losses import Losses
from mjlog.parsers.mahjong_soul import read_batch, write_mahjong_soul
from mjlog.parsers.mahjong_soul.results import points_of
from mjlog.parsers.mahjong_soul.rule_writer import mode_of
from mjlog.parsers.mahjong_soul.rules import rules_of, special_mode
from mjlog.parsers.mahjong_soul.schema import MESSAGES, SCALARS, field_by_name
from mjlog.parsers.mahjong_soul.tables import FAN_IDS, FAN_NAMES, SPECIAL_MODES, yaku_of_fan
from mjlog.parsers.mahjong_soul.textprint import parse_print
from mjlog.parsers.mahjong_soul.wire import decode, raw_fields

from mjlog import codes
from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.codes import UNKNOWN, UNKNOWN_POINTS
from mjlog.errors import ParseError
from mjlog.model import COLUMNS, Draws, Events, GameBatch, Rounds, Wins
from mjlog.rules import load_rules
from mjlog.simulator import play_games
from mjlog.walls import check_walls, walls_of

Record = tuple[str, dict[str, Any]]


# --- a small encoder, the opposite of what is tested --------------------------------------------
def varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number: int, value: bytes | int) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def encode(message: str, fields: dict[str, Any]) -> bytes:
    """Return a message on the wire; lists of numbers packed, as the site writes them."""
    out = b""
    numbers = {entry.name: (number, entry) for number, entry in MESSAGES[message].items()}
    for key, value in fields.items():
        known = field_by_name(message, key)
        assert known is not None, key
        number, entry = numbers[known.name]
        if entry.kind in ("int", "bool"):
            packed = b"".join(varint(int(v)) for v in value) if entry.repeated else int(value)
            out += field(number, packed)
            continue
        for item in value if entry.repeated else [value]:
            if entry.kind == "text":
                item = item.encode()
            elif entry.kind not in SCALARS:
                item = encode(entry.kind, item)
            out += field(number, item)
    return out


def wrapped(name: str, data: bytes) -> bytes:
    return field(1, name.encode()) + field(2, data)


def record_bytes(record: Record) -> bytes:
    name, fields = record
    return wrapped(f".lq.{name}", encode(name, fields))


def old_details(records: list[Record]) -> bytes:
    return b"".join(field(1, record_bytes(record)) for record in records)


def new_details(records: list[Record]) -> bytes:
    """Actions with results, without results, and with the input of a player."""
    out = field(2, 210715)
    for record in records:
        out += field(3, field(1, 100) + field(2, 1) + field(3, record_bytes(record)))
        out += field(3, field(1, 101) + field(3, b""))
        out += field(3, field(1, 102) + field(2, 2) + field(4, b"\x08\x01"))
    return out


def camel(value: Any) -> Any:
    if isinstance(value, list):
        return [camel(item) for item in value]
    if not isinstance(value, dict):
        return value
    out = {}
    for key, item in value.items():
        first, *rest = key.split("_")
        out["".join([first, *(part[:1].upper() + part[1:] for part in rest)])] = camel(item)
    return out


def printed(fields: dict[str, Any], indent: str = "") -> str:
    out = ""
    for key, value in fields.items():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                out += f"{indent}{key} {{\n{printed(item, indent + '  ')}{indent}}}\n"
            elif isinstance(item, bool):
                out += f"{indent}{key}: {str(item).lower()}\n"
            else:
                out += f"{indent}{key}: {json.dumps(item)}\n"
    return out


# --- a game -------------------------------------------------------------------------------------
@lru_cache(maxsize=8)
def played(rules: str = "mahjong-soul-east", seed: int = 3) -> GameBatch:
    return play_games(1, seed=seed, rules=rules)


@lru_cache(maxsize=8)
def written(rules: str = "mahjong-soul-east", seed: int = 3) -> bytes:
    data: bytes = write_mahjong_soul(played(rules, seed))
    return data


def document(rules: str = "mahjong-soul-east", seed: int = 3) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(written(rules, seed))
    return found


def actions_of(doc: dict[str, Any]) -> list[dict[str, Any]]:
    actions: list[dict[str, Any]] = doc["data"]["data"]["actions"]
    return actions


def records_of(doc: dict[str, Any]) -> list[Record]:
    return [(a["result"]["name"][4:], a["result"]["data"]) for a in actions_of(doc)]


def text(value: Any) -> bytes:
    return json.dumps(value).encode()


def one(data: bytes, name: str = "game") -> GameBatch:
    batch: GameBatch = read_batch([(name, data)])
    assert len(batch) == 1, batch.problems
    return batch


def assert_same_play(a: GameBatch, b: GameBatch) -> None:
    for table, name in ((Rounds, "rounds"), (Events, "events"), (Wins, "wins"), (Draws, "draws")):
        for column, _, _ in COLUMNS[table]:
            mine, theirs = (getattr(getattr(batch, name), column) for batch in (a, b))
            assert np.array_equal(mine, theirs), f"{name}.{column}"


FORMS: dict[str, Callable[[dict[str, Any], list[Record]], bytes]] = {
    "decoded": lambda doc, records: text(doc),
    "camel case": lambda doc, records: text(camel(doc)),
    "base64 data": lambda doc, records: text({
        "head": doc["head"],
        "data": base64.b64encode(wrapped(".lq.GameDetailRecords", new_details(records))).decode(),
    }),
    "hex wire": lambda doc, records: text({"wire": new_details(records).hex()}),
    "buffer": lambda doc, records: text({
        "head": doc["head"], "data": {"type": "Buffer", "data": list(new_details(records))},
    }),
    "typed records": lambda doc, records: text({
        "head": doc["head"], "data": "", "records": [{"@type": n, **f} for n, f in records],
    }),
    "pairs": lambda doc, records: text([[name, fields] for name, fields in records]),
    "one key each": lambda doc, records: text([{name: fields} for name, fields in records]),
    "named": lambda doc, records: text([
        {"name": f".lq.{name}", "data": base64.b64encode(encode(name, fields)).decode()}
        for name, fields in records
    ]),
    "actions": lambda doc, records: new_details(records),
    "records": lambda doc, records: old_details(records),
    "wrapper": lambda doc, records: wrapped(".lq.GameDetailRecords", old_details(records)),
    "response": lambda doc, records: response(doc, records),
    "frame": lambda doc, records: b"\x03\x2a\x01" + wrapped("", response(doc, records)),
    "base64": lambda doc, records: base64.encodebytes(new_details(records)),
    "base64 frame": lambda doc, records: base64.urlsafe_b64encode(
        b"\x03\x2a\x01" + wrapped("", response(doc, records))
    ),
    "hex": lambda doc, records: response(doc, records).hex().upper().encode(),
    "print": lambda doc, records: (
        "actions: [" + ", ".join(f"('{n}', {printed(f)})" for n, f in records) + "]\n"
    ).encode(),
}  # fmt: skip


def response(doc: dict[str, Any], records: list[Record]) -> bytes:
    head = field(3, encode("RecordGame", doc["head"]))
    return head + field(4, wrapped(".lq.GameDetailRecords", new_details(records)))


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_game(form: str) -> None:
    doc = document()
    data = FORMS[form](doc, records_of(doc))
    detected = detect_format(data)
    assert detected is not None and detected.name == "mahjong-soul"
    batch, plain = one(data), one(written())
    assert_same_play(batch, plain)
    has_head = b'"accounts"' in data or form in ("response", "frame", "base64 frame", "hex")
    assert batch.info[0].names == (plain.info[0].names if has_head else ("",) * 4)
    assert [p.kind for p in batch.problems] == ([] if has_head else ["odd-form"])
    assert batch.rules == [load_rules("mahjong-soul-east" if has_head else "mahjong-soul")]


def test_records_without_a_head_have_one_id_in_all_forms() -> None:
    doc = document()
    ids = {
        one(FORMS[form](doc, records_of(doc))).info[0].id
        for form in ("pairs", "named", "actions", "records", "print", "hex wire")
    }
    assert len(ids) == 1 and all(i.startswith("x") and len(i) == 17 for i in ids)


def test_a_list_of_games_is_read_and_one_bad_game_loses_no_other() -> None:
    doc = document()
    broken = {"head": doc["head"], "data": "not base64!"}
    batch = read_batch([("list.json", text([doc, broken, doc]))])
    assert [info.source for info in batch.info] == ["list.json!0", "list.json!2"]
    assert [(p.source, p.place, p.kind) for p in batch.problems] == [
        ("list.json!1", "[1].data", "unreadable")
    ]


# --- what cannot be read ------------------------------------------------------------------------
def refused(data: bytes) -> str:
    batch = read_batch([("bad", data)])
    assert not len(batch) and len(batch.problems) == 1
    problem = batch.problems[0]
    assert problem.kind == "unreadable"
    return f"{problem.place}: {problem.message}"


def test_empty_lists_are_no_game() -> None:
    empty: dict[str, Any] = {"version": 210715, "actions": [], "records": []}
    assert "no game records" in refused(text(empty))
    assert "no game records" in refused(text({"head": {}, "data": empty}))
    assert "no game records" in refused(field(2, 210715))
    assert "only the link" in refused(text({"head": {}, "data": "", "data_url": "https://x"}))


def test_an_error_of_the_server_is_told() -> None:
    assert "error 1203" in refused(text({"error": {"code": 1203}}))
    assert "error 1203" in refused(b"\x03\x01\x00" + wrapped("", field(1, field(1, 1203))))


@pytest.mark.parametrize("cut", [20, 300, 5000])
def test_a_truncated_message_is_refused_with_its_place(cut: int) -> None:
    data = wrapped(".lq.GameDetailRecords", old_details(records_of(document())))
    assert "byte" in refused(data[:cut])


def test_wrong_wire_bytes() -> None:
    with pytest.raises(ParseError, match="more than 10 bytes"):
        raw_fields(b"\x08" + b"\xff" * 11)
    with pytest.raises(ParseError, match="wire type 3"):
        raw_fields(b"\x0b")
    with pytest.raises(ParseError, match="number 0"):
        raw_fields(b"\x00\x01")
    with pytest.raises(ParseError, match="32 bits"):
        decode("RecordDealTile", field(1, 1 << 40))
    with pytest.raises(ParseError, match="expected a text"):
        decode("RecordDealTile", field(2, 5))
    assert raw_fields(b"\x09" + bytes(8) + b"\x15" + bytes(4)) == [(1, bytes(8)), (2, bytes(4))]
    assert decode("GameEnd", field(1, varint(-3600) + varint(0))) == {"scores": [-3600, 0]}
    assert decode("GameEnd", field(1, -3600)) == {"scores": [-3600]}


def test_bounds() -> None:
    assert "32 bits" in refused(text([["RecordNewRound", {"chang": 1 << 40}]]))
    deep = b"[" * 10_000 + b"]" * 10_000
    assert read_batch([("deep", deep)]).problems[0].kind == "unreadable"
    assert "at most" in refused(b" " * ((32 << 20) + 1))
    with pytest.raises(ParseError, match="not closed"):
        parse_print("('RecordHule', hules {\nseat: 1\n")
    with pytest.raises(ParseError, match="line 2"):
        parse_print("('RecordHule', hules {\nseat: }\n")


def test_one_bad_record_loses_nothing_but_the_rest_of_its_round() -> None:
    doc = document()
    plain = one(written())
    actions = actions_of(doc)
    starts = [i for i, (name, _) in enumerate(records_of(doc)) if name == "RecordNewRound"]
    actions[starts[1] + 9]["result"]["data"]["tile"] = "8z"
    batch = one(text(doc))
    assert len(batch.rounds) == len(plain.rounds)
    sizes = np.diff(batch.rounds.first_event), np.diff(plain.rounds.first_event)
    assert sizes[0][1] < sizes[1][1]
    assert np.delete(sizes[0], 1).tolist() == np.delete(sizes[1], 1).tolist()
    first = batch.problems[0]
    assert first.kind == "inconsistent" and f"actions[{starts[1] + 9}]" in first.place
    assert "no tile" in first.message and "'8z'" in first.message


def test_wire_records_are_lost_one_at_a_time_too() -> None:
    records = records_of(document())
    starts = [i for i, (name, _) in enumerate(records) if name == "RecordNewRound"]
    parts = [record_bytes(record) for record in records]
    parts[starts[1] + 9] = wrapped(".lq.RecordDealTile", b"\x12\x05x")
    batch = one(b"".join(field(1, part) for part in parts))
    assert len(batch.rounds) == len(starts)
    assert "5 bytes" in batch.problems[1].message


# --- description --------------------------------------------------------------------------------
def test_the_head_describes_the_game() -> None:
    doc = document()
    head = doc["head"]
    head["start_time"] = 1551404937
    head["config"] |= {"category": 2, "meta": {"mode_id": 12}}
    head["accounts"] = [
        {"seat": 2, "nickname": "two", "level": {"id": 10402}, "level3": {"id": 20301}},
        {"nickname": "zero", "level": {"id": 10101}},
        {"seat": 1, "nickname": "two", "level": {"id": 10703}},
    ]
    head["robots"] = [{"seat": 3}]
    info = one(text(doc)).info[0]
    assert info.names == ("zero", "two", "two", "CPU")
    assert info.level == ("初心1", "魂天3", "雀豪2", None)
    assert (info.lobby, info.start_time) == ("玉の間", "2019-03-01T01:48:57Z")
    assert info.id == head["uuid"]


def test_old_yaku_have_names_and_new_ones_ids() -> None:
    assert len(FAN_NAMES) == 50
    assert FAN_NAMES["役牌 白"] == 7 and FAN_NAMES["大四喜"] == 50
    names = {fan: yaku_of_fan(fan, round_wind=1, seat_wind=3) for fan in (10, 11, 31, 32, 33, 34)}
    assert names == {10: 13, 11: 15, 31: 64, 32: 66, 33: 65, 34: 67}
    by_ja = {yaku.ja: yaku.id for yaku in codes.YAKU}
    expected = {
        51: "燕返し", 57: "一筒摸月", 60: "大車輪", 62: "大車輪", 64: "大七星", 65: "人和",
        59: "人和", 47: "純正九蓮宝燈", 46: "八連荘",
    }  # fmt: skip
    for fan, ja in expected.items():
        assert yaku_of_fan(fan, round_wind=0, seat_wind=0) == by_ja.get(ja), ja
    assert set(FAN_IDS) == set(range(1, 66)) - {46}


def test_a_record_of_2019_names_yaku_and_limits() -> None:
    doc = document()
    hule = next(f["hules"][0] for n, f in records_of(doc) if n == "RecordHule")
    names = {number: name for name, number in FAN_NAMES.items()}
    for fan in hule["fans"]:
        fan["name"] = names[fan.pop("id")]
    hule["title"] = {0: "", 1: "满贯", 2: "跳满", 5: "役满"}[hule.pop("title_id")]
    assert_same_play(one(text(doc)), one(written()))
    hule["fans"][0]["name"] = "三色锅"
    batch = one(text(doc))
    assert "'三色锅'" in batch.problems[0].message and (batch.wins.yaku[0] == UNKNOWN).all()


# --- rules --------------------------------------------------------------------------------------
def mode(number: int = 2, **detail: Any) -> dict[str, Any]:
    return {"config": {"mode": {"mode": number, "detail_rule": detail}}}


def test_an_empty_detail_rule_is_a_ranked_game() -> None:
    names = {1: "mahjong-soul-east", 2: "mahjong-soul", 11: "mahjong-soul-3p-east",
             12: "mahjong-soul-3p"}  # fmt: skip
    for number, name in names.items():
        assert rules_of(mode(number), 3 if number > 10 else 4)[0] == load_rules(name)
    assert rules_of(None, 4)[0] == load_rules("mahjong-soul")
    assert rules_of(mode(4), 4)[0].length == "one_hand"
    assert rules_of({"config": {"mode": {"mode": 2}}}, 4)[0] == load_rules("mahjong-soul")


def test_a_room_that_names_only_the_frame_plays_ranked_rules_beyond_it() -> None:
    rules, notes = rules_of(mode(time_fixed=5, dora_count=3, shiduan=1, init_point=30000,
                                 fandian=40000, fanfu=1, guyi_mode=1), 4)  # fmt: skip
    assert not notes
    assert (rules.start_points, rules.extension_threshold, rules.aka) == (30000, 40000, (1, 1, 1))
    assert rules.ippatsu and rules.ura and rules.tobi == "lt0" and rules.uma == (15, 5, -5, -15)
    assert "kanburi" in rules.local_yaku
    plain, _ = rules_of(mode(init_point=25000, fandian=30000), 4)
    assert (plain.aka, plain.kuitan) == ((0, 0, 0), False)


FULL = {
    "dora_count": 4, "shiduan": 1, "init_point": 25000, "fandian": 30000, "can_jifei": True,
    "tianbian_value": 90000, "liqibang_value": 500, "changbang_value": 1500,
    "noting_fafu_1": 1000, "noting_fafu_2": 1500, "noting_fafu_3": 3000,
    "have_liujumanguan": True, "have_qieshangmanguan": True, "have_biao_dora": True,
    "have_gang_biao_dora": True, "ming_dora_immediately_open": True, "have_li_dora": True,
    "have_gang_li_dora": True, "have_sifenglianda": True, "have_sigangsanle": True,
    "have_sijializhi": True, "have_jiuzhongjiupai": True, "have_sanjiahele": True,
    "have_helelianzhuang": True, "have_helezhongju": True, "have_tingpailianzhuang": True,
    "have_tingpaizhongju": True, "have_yifa": True, "have_nanruxiru": True,
    "jingsuanyuandian": 30000, "shunweima_2": 10, "shunweima_3": -10, "shunweima_4": -30,
    "fanfu": 2,
}  # fmt: skip

#: (setting, value, parameter, value of the rules): each against the ones above.
SETTINGS: list[tuple[str, Any, str, Any]] = [
    ("fanfu", 4, "min_han", 4), ("dora_count", 0, "aka", (0, 0, 0)),
    ("dora_count", 4, "aka", (1, 2, 1)), ("shiduan", 0, "kuitan", False),
    ("init_point", 20000, "start_points", 20000), ("fandian", 35000, "extension_threshold", 35000),
    ("can_jifei", True, "tobi", "lt0"), ("can_jifei", False, "tobi", "none"),
    ("tianbian_value", 0, "upper_cap", 0), ("tianbian_value", 90000, "upper_cap", 90000),
    ("liqibang_value", 500, "riichi_bet", 500), ("changbang_value", 1500, "honba_total", 1500),
    ("noting_fafu_1", 1000, "noten_pool", 3000),
    ("have_liujumanguan", False, "nagashi", "off"), ("have_qieshangmanguan", True, "kiriage", True),
    ("have_biao_dora", False, "dora", False), ("have_gang_biao_dora", False, "kan_dora", False),
    ("ming_dora_immediately_open", True, "kan_dora_daiminkan", "immediate"),
    ("ming_dora_immediately_open", False, "kan_dora_kakan", "before_discard"),
    ("have_li_dora", False, "ura", False), ("have_gang_li_dora", False, "kan_ura", False),
    ("have_sifenglianda", False, "abort_suufon", False),
    ("have_sigangsanle", False, "abort_suukan", False),
    ("have_sijializhi", False, "abort_suucha", False),
    ("have_jiuzhongjiupai", False, "abort_kyuushu", False),
    ("have_sanjiahele", True, "triple_ron", "abort"), ("have_sanjiahele", False, "max_ron", 3),
    ("have_toutiao", True, "max_ron", 1), ("have_helezhongju", False, "agari_yame", "none"),
    ("have_tingpailianzhuang", False, "renchan", "win"),
    ("have_tingpaizhongju", False, "tenpai_yame", "none"), ("have_yifa", False, "ippatsu", False),
    ("have_nanruxiru", False, "extension", "none"),
    ("jingsuanyuandian", 30000, "return_points", 30000),
    ("shunweima_2", 10, "uma", (30, 10, -10, -30)),
    ("disable_leijiyiman", True, "kazoe", "sanbaiman"),
    ("disable_double_yakuman", 1, "double_yakuman", frozenset()),
    ("disable_composite_yakuman", 1, "multi_yakuman", False),
    ("disable_multi_yukaman", True, "multi_yakuman", False),
    ("enable_shiti", 1, "kuikae_suji", True), ("enable_nontsumo_liqi", 1, "riichi_min_wall", 0),
    ("disable_double_wind_four_fu", 1, "double_wind_pair_fu", 2),
    ("disable_angang_guoshi", 1, "chankan_ankan_kokushi", False),
    ("enable_renhe", 1, "renhou", "mangan_floor"), ("enable_renhe", 2, "renhou", "yakuman"),
    ("enable_renhe", 0, "renhou", "off"),
    ("enable_baopai_extend_settings", 1, "pao_yaku",
     frozenset({"daisangen", "daisuushi", "suukantsu"})),
    ("enable_baopai_extend_settings", 2, "pao_yaku", frozenset()),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value", "parameter", "expected"), SETTINGS)
def test_a_setting_of_a_room(key: str, value: Any, parameter: str, expected: Any) -> None:
    rules, notes = rules_of(mode(**FULL | {key: value}), 4)
    assert getattr(rules, parameter) == expected
    assert not notes


def test_false_settings_may_be_left_out() -> None:
    full = {key: value for key, value in FULL.items() if key != "have_yifa"}
    assert not rules_of(mode(**full), 4)[0].ippatsu
    three = {"init_point": 35000, "fandian": 40000, "changbang_value": 200, "noting_fafu_1": 1000,
             "noting_fafu_2": 2000, "shunweima_3": -15, "dora_count": 2}  # fmt: skip
    rules, notes = rules_of(mode(12, **three), 3)
    assert not notes and rules.tsumo_loss == "split_north" and rules.noten_pool == 2000
    assert rules.aka == (0, 1, 1) and rules.uma == (15, 0, -15)
    assert rules_of(mode(12, **three, have_zimosun=True), 3)[0].tsumo_loss == "loss"


def test_settings_that_no_ruleset_can_have_are_told() -> None:
    _, notes = rules_of(mode(**FULL | {"noting_fafu_3": 100}), 4)
    assert "no shares of one sum" in notes[0]
    rules, notes = rules_of(mode(**FULL | {"init_point": 1 << 30}), 4)
    assert "cannot be taken over" in notes[0] and rules.start_points == 25000


@pytest.mark.parametrize("key", SPECIAL_MODES)
def test_special_modes_are_refused_by_name(key: str) -> None:
    doc = document()
    doc["head"]["config"]["mode"]["detail_rule"] = {key: 1}
    name = SPECIAL_MODES[key]
    assert special_mode(doc["head"]) == name
    assert f"special mode {name}" in refused(text(doc))


def test_special_modes_show_in_the_records_too() -> None:
    records = records_of(document())
    start = {**records[0][1], "muyu": {}}
    pairs: list[Any] = [["RecordNewRound", start], *records[1:]]
    start.pop("muyu")
    start["field_spell"] = 3
    assert "field_spell_mode" in refused(text(pairs))
    pairs = [*records, ["RecordHuleXueZhanMid", {}]]
    assert "修羅の戦" in refused(text(pairs))
    head = {"config": {"mode": {"detail_rule": {"amusement_switches": [18]}}}}
    assert "amusement_switches 18" in str(special_mode(head))


# --- walls --------------------------------------------------------------------------------------
def start_of(doc: dict[str, Any], number: int = 0) -> dict[str, Any]:
    return [fields for name, fields in records_of(doc) if name == "RecordNewRound"][number]


def codes_of(doc: dict[str, Any]) -> list[str]:
    batch = one(text(doc))
    return [finding.code for finding in audit_batch(batch).findings if finding.code[0] == "W"]


@pytest.mark.parametrize("rules", ["mahjong-soul-east", "mahjong-soul-3p-east"])
def test_walls_with_their_deal_are_compared(rules: str) -> None:
    doc = document(rules)
    size = 216 if "3p" in rules else 272
    assert len(start_of(doc)["paishan"]) == size and len(start_of(doc)["sha256"]) == 64
    audit = audit_batch(one(text(doc)))
    assert not audit.findings and "wall" not in audit.not_checked


@pytest.mark.parametrize("rules", ["mahjong-soul-east", "mahjong-soul-3p-east"])
def test_walls_without_their_deal_have_an_md5(rules: str) -> None:
    doc = document(rules)
    dealt = 2 * (40 if "3p" in rules else 53)
    for name, fields in records_of(doc):
        if name == "RecordNewRound":
            fields["paishan"] = fields["paishan"][dealt:]
            fields["md5"] = hashlib.md5(fields["paishan"].encode()).hexdigest().upper()
            del fields["sha256"]
    audit = audit_batch(one(text(doc)))
    assert not audit.findings and "wall" not in audit.not_checked
    start_of(doc, 1)["md5"] = "0" * 32
    found = audit_batch(one(text(doc))).findings
    assert [(f.code, f.round_index, f.recorded) for f in found] == [("W107", 1, "0" * 32)]


def test_salted_hashes() -> None:
    doc = document()
    start = start_of(doc)
    start["salt"] = "5f2a"
    start["sha256"] = hashlib.sha256((start["paishan"] + "5f2a").encode()).hexdigest()
    start["saltSha256"] = hashlib.sha256(b"5f2a").hexdigest()
    assert codes_of(doc) == []
    assert_same_play(one(text(doc)), one(written()))
    start["salt"] = "5f2b"
    assert codes_of(doc) == ["W107", "W107"]


def changed_wall(doc: dict[str, Any], place: int, other: int) -> dict[str, Any]:
    """Swap two tiles of the first wall, with the hash of the new one."""
    doc = copy.deepcopy(doc)
    start = start_of(doc)
    wall = [start["paishan"][i : i + 2] for i in range(0, len(start["paishan"]), 2)]
    assert wall[place] != wall[other]
    wall[place], wall[other] = wall[other], wall[place]
    start["paishan"] = "".join(wall)
    start["sha256"] = hashlib.sha256(start["paishan"].encode()).hexdigest()
    return doc


def first_other(doc: dict[str, Any], place: int, candidates: range) -> int:
    wall = start_of(doc)["paishan"]
    tiles = [wall[i : i + 2] for i in range(0, len(wall), 2)]
    return next(i for i in candidates if tiles[i] != tiles[place])


def test_a_wall_that_does_not_fit_is_found() -> None:
    doc = document()
    unused = range(118, 122)  # the last live tiles, which nobody drew in this round
    assert codes_of(changed_wall(doc, 60, first_other(doc, 60, unused))) == ["W102"]
    assert codes_of(changed_wall(doc, 0, first_other(doc, 0, unused))) == ["W101"]
    assert codes_of(changed_wall(doc, 131, first_other(doc, 131, unused))) == ["W103"]
    tampered = copy.deepcopy(doc)
    start_of(tampered)["paishan"] = start_of(doc)["paishan"][2:] + start_of(doc)["paishan"][:2]
    assert "W107" in codes_of(tampered)


def test_a_wall_that_is_none_is_a_problem_and_not_compared() -> None:
    doc = document()
    start_of(doc)["paishan"] = "1m2m"
    batch = one(text(doc))
    assert "a wall of 2 tiles, expected 83 or 136" in batch.problems[0].message
    assert walls_of(batch).not_checked == 1


def test_two_red_fives_of_one_suit() -> None:
    doc = document()
    start = start_of(doc)
    start["paishan"] = start["paishan"].replace("5p", "0p", 1)
    walls = walls_of(one(text(doc)))
    assert walls.reds[0] == 2 and not (walls.tiles[0] == UNKNOWN).any()


def test_the_dealers_last_tile_is_the_one_of_the_wall() -> None:
    batch, plain = one(written()), played()
    first = batch.rounds.first_event[:-1]
    assert (batch.events.tile[first] == plain.events.tile[first]).all()
    doc = document()
    for name, fields in records_of(doc):
        if name == "RecordNewRound":
            del fields["paishan"], fields["sha256"]
            dealer = f"tiles{fields['ju']}"
            fields[dealer] = sorted(fields[dealer], key=lambda t: (t[1], t[0]))
    batch = one(text(doc))
    assert [batch.events.aux[e + 1] for e in first] == [-1] * len(first)
    assert not [f for f in audit_batch(batch).findings if f.code != "G120"]


# --- results ------------------------------------------------------------------------------------
def test_points_of_a_tsumo() -> None:
    hule = {"zimo": True, "point_zimo_qin": 2000, "point_zimo_xian": 1000, "point_rong": 3900}
    assert points_of(hule, 4) == 4000
    assert points_of(hule, 3) == 3000
    assert points_of(hule, 3, split_north=True) == 2000 + 500 + 1000 + 500
    assert points_of({"zimo": True, "qinjia": True, "point_zimo_xian": 2600}, 4) == 7800
    assert points_of({"zimo": True, "qinjia": True, "point_zimo_xian": 1300}, 3,
                     split_north=True) == 2 * (1300 + 700)  # fmt: skip
    assert points_of({"point_rong": 12000}, 4) == 12000
    assert points_of({"zimo": True}, 4) is None


def test_the_sum_of_two_rons_is_shared_out() -> None:
    """Seat 2 has a stick on the table, seat 0 deals in; the head takes sticks and counters."""
    doc = two_rons([-8000 - 300 - 3900, 3900, 0, 8000 + 300 + 1000])
    batch = one(text(doc))
    assert batch.wins.seat.tolist() == [3, 1] or batch.wins.seat.tolist() == [1, 3]
    wins = dict(zip(batch.wins.seat.tolist(), batch.wins.deltas.tolist(), strict=True))
    head = batch.wins.seat.tolist()[0]
    assert head == 1  # the next seat after the one that dealt in
    assert wins[3] == [-9300, 0, 0, 9300]
    assert wins[1] == [-2900, 3900, 0, 0]


def two_rons(deltas: list[int]) -> dict[str, Any]:
    tiles = ["1m2m3m4m5m6m7m8m9m1p2p3p4p5p", "1s2s3s4s5s6s7s8s9s1p2p3p9p",
             "1z1z2z2z3z3z4z4z5z5z6z6z7z", "1s2s3s4s5s6s7s8s9s7p8p9p9p"]  # fmt: skip
    hands = [[t[i : i + 2] for i in range(0, len(t), 2)] for t in tiles]
    start = {"scores": [25000, 25000, 24000, 25000], "liqibang": 1, "ben": 1, "doras": ["1z"]}
    start |= {f"tiles{s}": hand for s, hand in enumerate(hands)}

    def hule(seat: int) -> dict[str, Any]:
        return {"seat": seat, "hu_tile": "5p", "hand": hands[seat], "count": 2, "fu": 30,
                "fans": [{"id": 16, "val": 2}], "point_rong": 2000}  # fmt: skip

    end = {"hules": [hule(3), hule(1)], "delta_scores": deltas,
           "old_scores": start["scores"]}  # fmt: skip
    records: list[Any] = [["RecordNewRound", start], ["RecordDiscardTile", {"tile": "5p"}],
                          ["RecordHule", end]]  # fmt: skip
    return {"data": records}


def test_the_liable_player_pays_for_one_of_two_winners() -> None:
    """Seat 3 wins 32,000 for which seat 2 is liable; the other win is paid by seat 0 alone."""
    doc = two_rons([-16000 - 300 - 3900, 3900 + 300 + 1000, -16000, 32000])
    doc["data"][2][1]["hules"][0] |= {"yiman": True, "count": 1, "baopai": 3}
    batch = one(text(doc))
    assert batch.wins.seat.tolist() == [1, 3]
    assert batch.wins.pao_seat.tolist() == [UNKNOWN, 2]
    assert batch.wins.deltas.tolist() == [[-4200, 5200, 0, 0], [-16000, 0, -16000, 32000]]
    assert batch.wins.scores[1].tolist() == [20800, 30200, 24000, 25000]


def test_a_north_set_aside_is_robbed_from_its_owner() -> None:
    doc = document("mahjong-soul-3p-east")
    records = records_of(doc)
    end = next(i for i, (name, _) in enumerate(records) if name == "RecordBaBei")
    owner = records[end][1]["seat"]
    winners = [(owner + 1) % 3, (owner + 2) % 3]
    deltas = [-28000 if seat == owner else 0 for seat in range(3)]
    deltas[winners[0]], deltas[winners[1]] = 12000, 16000
    hules = [{"seat": seat, "hu_tile": "4z"} for seat in winners]
    cut = [*records[: end + 1], ("RecordHule", {"hules": hules, "delta_scores": deltas})]
    batch = one(text([list(record) for record in cut]))
    assert batch.players[0] == 3 and batch.wins.from_seat.tolist() == [owner, owner]
    gained = {
        int(s): d[s] for s, d in zip(batch.wins.seat, batch.wins.deltas.tolist(), strict=True)
    }
    assert gained == {winners[0]: 12000, winners[1]: 16000}
    assert batch.wins.deltas[:, owner].tolist() == [-12000, -16000]


def test_a_riichi_whose_tile_is_won_on_pays_no_deposit() -> None:
    doc = two_rons([-3900, 3900, 0, 0])
    doc["data"][1][1]["is_liqi"] = True
    assert codes.RIICHI_ACCEPTED not in one(text(doc)).events.kind
    doc["data"][2] = ["RecordDealTile", {"seat": 1, "tile": "9p"}]
    batch = one(text(doc))  # nothing is said of the deposit: it follows
    accepted = batch.events.kind.tolist().index(codes.RIICHI_ACCEPTED)
    assert batch.events.aux[accepted] == 0
    doc["data"][2][1]["liqi"] = {"score": 24000, "liqibang": 2}
    assert one(text(doc)).events.aux[accepted] == 1
    doc["data"][2][1]["liqi"] = {"score": 23000, "liqibang": 2}
    assert "leaves 24,000 points" in one(text(doc)).problems[1].message
    doc["data"][2][1]["liqi"] = {"failed": True}
    assert codes.RIICHI_ACCEPTED not in one(text(doc)).events.kind


def test_the_winning_tile_of_tenhou_is_the_dealers_last() -> None:
    doc = two_rons([])
    doc["data"] = [doc["data"][0], ["RecordHule", {"hules": [
        {"seat": 0, "zimo": True, "hu_tile": "1m", "yiman": True, "count": 1, "qinjia": True,
         "fans": [{"id": 35, "val": 1}], "point_zimo_xian": 16000}]}]]  # fmt: skip
    batch = one(text(doc))
    assert batch.events.tile[0] == 0 and 0 not in batch.rounds.hands[0, 0]
    assert (batch.wins.yakuman[0], batch.wins.han[0], batch.wins.points[0]) == (1, 0, 48000)


def test_abortive_draws() -> None:
    kinds = {1: "kyuushu_kyuuhai", 2: "suufon_renda", 3: "suukan_sanra", 4: "suucha_riichi",
             5: "sanchahou"}  # fmt: skip
    for number, name in kinds.items():
        doc = two_rons([])
        doc["data"][1][1]["is_liqi"] = True
        end = {"type": number, "allplayertiles": ["1m|2m", "", "", "3m"]}
        doc["data"][2] = ["RecordLiuJu", end]
        batch = one(text(doc))
        assert codes.DRAW_KINDS[batch.draws.kind[0]] == name
        assert batch.draws.shown[0].tolist() == [1, 0, 0, 1]
        assert (codes.RIICHI_ACCEPTED in batch.events.kind) == (number != 5)
    doc["data"][2][1]["type"] = 6
    assert "no kind of abortive draw" in one(text(doc)).problems[1].message


def test_an_exhaustive_draw_and_several_nagashi_add_up() -> None:
    doc = two_rons([])
    doc["data"][2] = ["RecordNoTile", {
        "liujumanguan": True, "players": [{}, {"tingpai": True, "hand": ["1m"]}, {}, {}],
        "scores": [{"seat": 0, "old_scores": [25000, 25000, 24000, 25000],
                    "delta_scores": [12000, -4000, -4000, -4000]},
                   {"seat": 1, "delta_scores": [-4000, 8000, -2000, -2000]}]}]  # fmt: skip
    batch = one(text(doc))
    assert batch.draws.deltas[0].tolist() == [8000, 4000, -6000, -6000]
    assert batch.draws.shown[0].tolist() == [0, 1, 0, 0] and batch.draws.kind[0] == codes.NAGASHI
    doc["data"][2][1] = {"players": [{}, {}, {}, {}], "scores": [{}]}
    assert one(text(doc)).draws.deltas[0].tolist() == [0] * 4


def test_wins_without_their_value_stay_unknown() -> None:
    """Payments of the record are kept; without them the next points tell."""
    doc = document()
    for name, fields in records_of(doc):
        if name == "RecordHule":
            hules = [{k: h[k] for k in ("hu_tile", "seat", "zimo")} for h in fields["hules"]]
            fields.clear()
            fields["hules"] = hules
    batch, plain = one(text(doc)), one(written())
    assert (batch.wins.points == UNKNOWN_POINTS).all()
    assert (batch.wins.han == -1).all() and (batch.wins.yaku == UNKNOWN).all()
    single = [r for r in set(batch.wins.round.tolist())
              if batch.wins.round.tolist().count(r) == 1 and r + 1 < len(batch.rounds)]  # fmt: skip
    assert single
    for r in single:
        rows = batch.wins.round == r
        assert (batch.wins.deltas[rows] == plain.wins.deltas[rows]).all()
    assert not audit_batch(batch).findings


# --- writing ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "rules", ["mahjong-soul-east", "mahjong-soul-3p-east", "mahjong-soul-koyaku", "tenhou-east"]
)
def test_what_is_written_is_read_again(rules: str) -> None:
    losses = Losses()
    batch = play_games(2, seed=11, rules=rules)
    docs = [(str(g), write_mahjong_soul(batch, g, losses=losses)) for g in range(len(batch))]
    again = read_batch(docs)
    assert not again.problems and not audit_batch(again).findings
    for name in ("kind", "seat", "tile", "from_seat", "aux"):
        assert np.array_equal(getattr(again.events, name), getattr(batch.events, name)), name
    for name in ("wind", "dealer", "honba", "deposits", "scores", "indicator", "first_event"):
        assert np.array_equal(getattr(again.rounds, name), getattr(batch.rounds, name)), name
    for name in ("seat", "from_seat", "tile", "fu", "han", "yakuman", "limit", "points", "yaku",
                 "yaku_han", "deltas", "scores", "indicators", "ura", "pao_seat"):  # fmt: skip
        assert np.array_equal(getattr(again.wins, name), getattr(batch.wins, name)), name
    assert np.array_equal(np.sort(again.rounds.hands), np.sort(batch.rounds.hands))
    assert np.array_equal(again.draws.shown[again.draws.kind == 0],
                          batch.draws.shown[batch.draws.kind == 0])  # fmt: skip
    assert np.array_equal(again.final_scores, batch.final_scores)
    assert np.array_equal(again.final_points, batch.final_points)
    lost = {row.what for row in losses.rows()}
    always = {"tile_ids", "dice", "honba", "seed", "lobby"}
    aborted = bool(np.isin(batch.draws.kind, [codes.EXHAUSTIVE, codes.NAGASHI], invert=True).any())
    assert lost == (
        always | ({"rules"} if rules == "tenhou-east" else set()) | ({"draw"} if aborted else set())
    )
    twice = [(str(g), write_mahjong_soul(again, g)) for g in range(len(again))]
    assert_same_play(read_batch(twice), again)


def test_rules_without_a_setting_are_listed() -> None:
    losses = Losses()
    write_mahjong_soul(played("tenhou-east"), losses=losses)
    messages = [row.message for row in losses.rows() if row.what == "rules"]
    assert sorted(m.split()[0] for m in messages) == ["extension_renchan_priority", "pao_scope"]


# --- the command line ---------------------------------------------------------------------------
def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.json"
    record.write_bytes(written())
    assert main(["audit", str(record)]) == 0
    assert main(["show", str(record), "-r", "E1.0"]) == 0
    assert main(["formats"]) == 0
    assert "Mahjong Soul" in capsys.readouterr().out
    assert main(["wall", str(record)]) == 0
    assert "walls in the record" in capsys.readouterr().out
    assert main(["wall", str(record), "-r", "E1.0"]) == 0
    assert "dora" in capsys.readouterr().out
    out = tmp_path / "again.json"
    assert main(["convert", str(record), "--to", "mahjong-soul", "-o", str(out)]) == 0
    assert_same_play(one(out.read_bytes()), one(written()))
    assert main(["simulate", "--rules", "mahjong-soul-3p", "--format", "mahjong-soul",
                 "-o", str(tmp_path / "sim")]) == 0  # fmt: skip
    assert main(["audit", str(tmp_path / "sim")]) == 0


# --- the real files -----------------------------------------------------------------------------
REAL: dict[str, tuple[int, int, list[str]]] = {
    "190301-5a8a2d21-716e-489e-8def-5c30a358576c": (13, 12, []),
    "example_mahjoul_actions.log": (13, 10, ["odd-form"]),
    "majsoul_replay.txt": (11, 11, ["odd-form"]),
    "paipu_record.json": (9, 8, []),
    "real-record-wire.json": (9, 9, ["odd-form", "odd-form"]),
}


@pytest.mark.shared
@pytest.mark.parametrize("name", REAL)
def test_a_real_file_is_read_and_rescored_without_findings(shared: Path, name: str) -> None:
    path = shared / "logs" / "majsoul" / name
    batch = read_bytes(path.read_bytes(), name=name)
    rounds, wins, problems = REAL[name]
    assert (len(batch.rounds), len(batch.wins)) == (rounds, wins)
    assert [p.kind for p in batch.problems] == problems
    audit = audit_batch(batch)
    assert not audit.findings and not audit.problems
    if name != "real-record-wire.json":
        assert "wall" not in audit.not_checked and "win-value" not in audit.not_checked
        assert not check_walls(batch, walls_of(batch))
    if not problems:
        assert batch.complete[0] and "final-points" not in audit.not_checked
        assert_same_play(one(write_mahjong_soul(batch)), batch)


@pytest.mark.shared
def test_the_real_file_of_a_special_mode_is_refused_by_its_name(shared: Path) -> None:
    folder = shared / "logs" / "majsoul"
    batches = list(iter_batches(folder))
    problems = [p for batch in batches for p in batch.problems if p.kind == "unreadable"]
    assert sum(len(batch) for batch in batches) == len(REAL)
    assert len(problems) == 1 and "paipu_200610" in problems[0].source
    assert "オープンハンド (open_hand)" in problems[0].message


@pytest.mark.shared
def test_the_two_forms_in_one_real_file_are_one_game(shared: Path) -> None:
    name = "190301-5a8a2d21-716e-489e-8def-5c30a358576c"
    doc = json.loads((shared / "logs" / "majsoul" / name).read_text())
    by_bytes = one(text({"head": doc["head"], "data": doc["data"]}))
    by_records = one(text({"head": doc["head"], "records": doc["records"]}))
    assert_same_play(by_bytes, by_records)


def test_noten_payments_to_each_tenpai_player() -> None:
    each = replace(load_rules("mahjong-soul"), noten_pool=1500, noten_payment="each")
    losses = Losses()
    settings_of = mode_of(each, None, losses)["detail_rule"]
    assert [settings_of[f"noting_fafu_{n}"] for n in (1, 2, 3)] == [500, 1500, 4500]
    assert not losses.rows()
    read, notes = rules_of({"config": {"mode": mode_of(each, None, losses)}}, 4)
    assert (read.noten_pool, read.noten_payment) == (1500, "each") and not notes
    three = replace(load_rules("mahjong-soul-3p"), noten_payment="each")
    read, _ = rules_of({"config": {"mode": mode_of(three, None, losses)}}, 3)
    assert (read.noten_pool, read.noten_payment) == (2000, "each") and not losses.rows()


def test_noten_payments_without_settings_are_told_as_losses() -> None:
    thirds = replace(load_rules("mahjong-soul"), noten_pool=1000, noten_payment="each")
    losses = Losses()
    mode_of(thirds, None, losses)
    told = [row.message for row in losses.rows()]
    assert any("noten_payment" in message for message in told)


@pytest.mark.parametrize("rules", ["tenhou-east", "mahjong-soul-3p-east"])
def test_a_win_without_its_limit_is_written_with_the_one_of_its_han_and_fu(rules: str) -> None:
    """mjai has no word for the limit, and a record without one would say that there is none."""
    batch = play_games(3, seed=11, rules=rules)
    limits = batch.wins.limit.copy()
    assert {0, 1} <= set(limits.tolist())
    batch.wins.limit[:] = UNKNOWN
    losses = Losses()
    docs = [(str(g), write_mahjong_soul(batch, g, losses=losses)) for g in range(len(batch))]
    again = read_batch(docs)
    assert again.wins.limit.tolist() == limits.tolist()
    assert not [f for f in audit_batch(again).findings if f.code == "S104"]
    assert "limit" in {row.what for row in losses.rows()}


def test_a_win_without_han_and_fu_is_told_as_a_loss() -> None:
    batch = copy.deepcopy(played())
    batch.wins.han[:] = batch.wins.fu[:] = -1
    losses = Losses()
    write_mahjong_soul(batch, losses=losses)
    assert {"han", "fu"} <= {row.what for row in losses.rows()}
