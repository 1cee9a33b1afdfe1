"""The replay against a second, plain one: shanten, waits and furiten after every discard."""

from __future__ import annotations

import importlib.util
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from mjlog.parsers.tenhou import read_batch

from mjlog.codes import ANKAN, DISCARD, KAKAN, KITA
from mjlog.replay import replay


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    pytest.importorskip("xiangting")
    path = Path(__file__).with_name("oracles") / "plain_replay.py"
    spec = importlib.util.spec_from_file_location("plain_replay", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def compare(plain: ModuleType, items: list[tuple[str, bytes]]) -> tuple[int, int, int]:
    """Rows compared, and how many of them were tenpai and furiten."""
    batch = read_batch(items)
    result = replay(batch)
    events = batch.events
    rows = tenpai = furiten = 0
    r = 0
    for name, data in items:
        for expected in plain.replay_plainly(data):
            own = np.arange(batch.rounds.first_event[r], batch.rounds.first_event[r + 1])
            own = own[np.isin(events.kind[own], (DISCARD, KAKAN, ANKAN, KITA))]
            assert len(own) == len(expected), f"{name} round {r}"
            for e, row in zip(own.tolist(), expected, strict=True):
                where = f"{name} event {e} of round {r}"
                assert int(events.seat[e]) == row.seat, where
                assert int(result.shanten[e]) == row.shanten, where
                mask = int(result.waits[e])
                assert {k for k in range(34) if mask >> k & 1} == row.waits, where
                found = [int(result.furiten[e]) >> 2 * s & 3 for s in range(len(row.furiten))]
                assert found == list(row.furiten), where
                rows += 1
                tenpai += bool(row.waits)
                furiten += any(row.furiten)
            r += 1
    assert r == len(batch.rounds)
    return rows, tenpai, furiten


@pytest.mark.shared
def test_fifty_games_of_the_corpus(shared: Path, plain: ModuleType) -> None:
    with zipfile.ZipFile(shared / "logs" / "tenhou-corpus.zip") as archive:
        names = sorted(archive.namelist())[3::105]
        items = [(name, archive.read(name)) for name in names]
    rows, tenpai, furiten = compare(plain, items)
    assert len(items) == 49
    assert rows > 20_000 and tenpai > 2_000 and furiten > 200


@pytest.mark.shared
def test_three_player_games_and_rare_kans(shared: Path, plain: ModuleType) -> None:
    folder = shared / "logs" / "mjlog"
    names = ["sanma.xml", "sanma2.xml", "kan4.xml", "pao.xml", "encdec-chankan-ippatsu.xml"]
    names += ["upd-sutehai-furiten.xml", "upd-sutehai-furiten_2.xml", "upd-aft-nm.xml"]
    items = [(name, (folder / name).read_bytes()) for name in names]
    rows, _, furiten = compare(plain, items)
    assert rows > 1_000 and furiten > 5
