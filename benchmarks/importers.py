"""Readers of mjai, Tenhou JSON and Mahjong Soul against those of the peers.

The same games, written in each form, are read from files to columns here and to the peers'
own records there; nothing is replayed on either side.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["NOTES", "importer_sets"]

#: What each row compares, in one sentence.
NOTES = (
    "mjai: files of JSON Lines; riichienv parses each line and keeps the actions of each round "
    "as Rust values, mjlog fills all columns.",
    "Tenhou JSON: files of tenhou.net/6; jansou parses them, finds the order of play and makes "
    "an object of each event, mjlog fills all columns.",
    "Mahjong Soul: mjlog reads the site's own bytes (GameDetailRecords), walls included; "
    "riichienv cannot, and reads the same games from JSON of its own dialect (gzip without "
    "compression), without a head, keeping the actions of each round as Rust values.",
)


class Importers(NamedTuple):
    """One comparison: name, peer, and the two readers of all its files."""

    what: str
    peer: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    games: int


def importer_sets(items: list[tuple[str, bytes]], folder: Path, most: int = 200) -> list[Importers]:
    """Write up to ``most`` four-player games in each form and return how they are read.

    Args:
        items: Tenhou records.
        folder: Where the files go.
        most: How many games.
    """
    import riichienv
    from jansou.io.tenhou_json import parse_tenhou_json
    from mjlog.parsers import mahjong_soul, mjai, tenhou_json
    from mjlog.parsers.tenhou import reader

    batch = reader.read_batch(items)
    games = [g for g in range(len(batch)) if batch.players[g] == 4][:most]
    documents = [json.loads(mahjong_soul.write_mahjong_soul(batch, g)) for g in games]
    texts = {
        "mjai": [mjai.write_mjai(batch, g) for g in games],
        "tenhou6": [tenhou_json.write_tenhou6(batch, g) for g in games],
        "mahjong-soul": [details_of(document) for document in documents],
        "dialect": [gzip.compress(dialect_of(document), 0) for document in documents],
    }
    paths = {name: _written(folder / name, found) for name, found in texts.items()}

    def ours(read: Callable[..., Any], name: str) -> Callable[[], Any]:
        return lambda: read([(path.name, path.read_bytes()) for path in paths[name]])

    mjai_names = [str(path) for path in paths["mjai"]]
    dialect_names = [str(path) for path in paths["dialect"]]
    from_jsonl, from_json = riichienv.MjaiReplay.from_jsonl, riichienv.MjSoulReplay.from_json
    rounds = sum(len(batch.select(g).rounds) for g in games)
    _check(rounds, sum(from_jsonl(name).num_rounds() for name in mjai_names))
    _check(rounds, sum(from_json(name).num_rounds() for name in dialect_names))
    return [
        Importers("reading a game of mjai", "riichienv", ours(mjai.read_batch, "mjai"),
                  lambda: [from_jsonl(name) for name in mjai_names], len(games)),
        Importers("reading a game of Tenhou JSON", "jansou",
                  ours(tenhou_json.read_batch, "tenhou6"),
                  lambda: [parse_tenhou_json(path.read_bytes()) for path in paths["tenhou6"]],
                  len(games)),
        Importers("reading a game of Mahjong Soul", "riichienv",
                  ours(mahjong_soul.read_batch, "mahjong-soul"),
                  lambda: [from_json(name) for name in dialect_names], len(games)),
    ]  # fmt: skip


def _written(folder: Path, texts: list[bytes]) -> list[Path]:
    folder.mkdir()
    paths = [folder / f"{number}.record" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text)
    return paths


def _check(ours: int, theirs: int) -> None:
    if ours != theirs:
        raise SystemExit(f"importers: {ours} rounds were written, the peer has read {theirs}")


# --- the forms of Mahjong Soul --------------------------------------------------------------------
def details_of(document: dict[str, Any]) -> bytes:
    """Return decoded records as the bytes that the site sends."""
    records = [action["result"] for action in document["data"]["data"]["actions"]]
    return _varint(2 << 3) + _varint(210715) + b"".join(
        _field(3, _field(1, number) + _field(2, 1) + _field(3, _wrapped(record)))
        for number, record in enumerate(records)
    )  # fmt: skip


def _wrapped(record: dict[str, Any]) -> bytes:
    data = _encoded(record["name"].removeprefix(".lq."), record["data"])
    return _field(1, record["name"].encode()) + _field(2, data)


def _encoded(message: str, fields: dict[str, Any]) -> bytes:
    from mjlog.parsers.mahjong_soul.schema import MESSAGES, SCALARS, field_by_name

    numbers = {field.name: number for number, field in MESSAGES[message].items()}
    out = b""
    for key, value in fields.items():
        field = field_by_name(message, key)
        assert field is not None
        number = numbers[field.name]
        if field.kind in ("int", "bool"):
            packed = b"".join(_varint(int(v)) for v in value) if field.repeated else int(value)
            out += _field(number, packed)
            continue
        for item in value if field.repeated else [value]:
            is_message = field.kind not in SCALARS
            out += _field(number, _encoded(field.kind, item) if is_message else item.encode())
    return out


def _field(number: int, value: bytes | int) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def dialect_of(document: dict[str, Any]) -> bytes:
    """Return decoded records as riichienv's JSON: lists of a round's records, all keys given."""
    rounds: list[list[dict[str, Any]]] = []
    for action in document["data"]["data"]["actions"]:
        name = action["result"]["name"].removeprefix(".lq.Record")
        data = dict(action["result"]["data"])
        if name == "NewRound":
            rounds.append([])
        if name == "Hule":
            data["hules"] = [_full_hule(hule) for hule in data["hules"]]
        rounds[-1].append({"name": name, "data": data})
    return json.dumps({"rounds": rounds}, separators=(",", ":")).encode()


def _full_hule(hule: dict[str, Any]) -> dict[str, Any]:
    numbers = dict.fromkeys(
        ("count", "fu", "point_rong", "point_zimo_qin", "point_zimo_xian"), 0
    )  # fmt: skip
    return {**numbers, "fans": [], "hand": [], "yiman": False, **hule}
