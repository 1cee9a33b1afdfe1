"""Records of the plain form go through kernels, and give the columns of the tolerant readers."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mjlog.parsers import tenhou_json
from mjlog.parsers.tenhou_json import write_tenhou6

from mjlog.model import GameBatch
from mjlog.simulator import play_games

Items = list[tuple[str, bytes]]

RULES = ("tenhou", "tenhou-3p", "tenhou-east-noaka", "mahjong-soul", "mahjong-soul-3p", "mleague",
         "rmu")  # fmt: skip


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
    batch = play_games(n, seed=seed, rules=rules)
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


def more_indicators(document: dict[str, Any]) -> None:
    document["log"][0][2] += [11, 12]


def no_result(document: dict[str, Any]) -> None:
    document["log"][-1][-1] = []


@pytest.mark.parametrize(
    "change",
    [no_discard, float_tile, true_tile, face_down, wrong_winner, unknown_yaku, twice, left,
     more_indicators, no_result],
)  # fmt: skip
def test_odd_tenhou_json_is_read_by_the_tolerant_reader(
    change: Callable[[dict[str, Any]], None],
) -> None:
    good, other = tenhou6("tenhou")
    items = [good, ("odd.json", changed(other[1], change)), ("none.json", b"{}"), other]
    batch = assert_same(tenhou_json.read_batch, items)
    assert [info.source for info in batch.info] == ["0.json", "odd.json", "1.json"]
    assert plain_tenhou6(items[1:2]) == [change is left]
