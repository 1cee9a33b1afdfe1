"""The fast reader against a plain one: every column of real records, read with ElementTree.

The plain reader shares no code with the package. It works on one element at a time and
writes what the documentation of the columns says.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path
from typing import Any

import pytest
from mjlog.parsers.tenhou import read_batch

from mjlog.model import GameBatch

UNKNOWN = -(2**31)
DRAWS = {None: 0, "yao9": 1, "kaze4": 2, "reach4": 3, "ron3": 4, "kan4": 5, "nm": 6}


def numbers(text: str | None) -> list[int]:
    return [int(x.replace("+", "")) for x in text.split(",")] if text else []


def padded(values: list[int], length: int, fill: int = 255) -> list[int]:
    assert len(values) <= length
    return values + [fill] * (length - len(values))


class PlainReader:
    """One record as lists; ``rounds``, ``events``, ``wins`` and ``draws`` are lists of dicts."""

    def __init__(self, data: bytes) -> None:
        text = re.sub(r"^<\?xml[^>]*\?>", "", data.decode("utf-8"))
        self.go = 0
        self.rounds: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.wins: list[dict[str, Any]] = []
        self.draws: list[dict[str, Any]] = []
        self.final: list[str] = []
        self.seats = 4
        self.drawn = [-1] * 4
        self.early: list[dict[str, Any]] = []
        for element in ElementTree.fromstring(text):
            self.element(element.tag, dict(element.attrib))

    def code(self, tile: int) -> int:
        if tile == 255:
            return 255
        red = not self.go & 2 and tile in (16, 52, 88)
        return {16: 34, 52: 35, 88: 36}[tile] if red else tile // 4

    def add(self, kind: int, seat: int = 255, **more: Any) -> None:
        event: dict[str, Any] = {
            "kind": kind,
            "seat": seat,
            "tile_id": 255,
            "from_seat": 255,
            "used": [],
            "aux": 0,
        }
        event.update(more)
        event.setdefault("tile", self.code(event["tile_id"]))
        self.events.append(event)

    def by_seat(self, values: list[int]) -> list[int]:
        return [100 * v for v in values[: self.seats]] + [UNKNOWN] * (4 - self.seats)

    def element(self, tag: str, a: dict[str, str]) -> None:
        if match := re.fullmatch("([TUVW])([0-9]+)", tag):
            seat, tile = "TUVW".index(match[1]), int(match[2])
            self.drawn[seat] = tile
            self.add(0, seat, tile_id=tile)
        elif match := re.fullmatch("([DEFG])([0-9]+)", tag):
            seat, tile = "DEFG".index(match[1]), int(match[2])
            self.add(1, seat, tile_id=tile, aux=int(self.drawn[seat] == tile))
            self.drawn[seat] = -1
        elif tag == "GO":
            self.go = int(a["type"])
            self.seats = 3 if self.go & 16 else 4
        elif tag == "INIT":
            self.init(a)
        elif tag == "N":
            self.call(int(a["who"]), int(a["m"]))
        elif tag == "REACH":
            step = int(a["step"])
            self.add(7 + step, int(a["who"]), aux=int(step == 2 and "ten" in a))
        elif tag == "DORA":
            self.add(10, tile_id=int(a["hai"]))
        elif tag == "BYE":
            self.add(13, int(a["who"]))
        elif tag == "UN" and "dan" not in a and len(a) == 1:
            self.add(14, int(next(iter(a))[1]))
        elif tag == "AGARI":
            self.win(a)
        elif tag == "RYUUKYOKU":
            self.draw(a)
        if a.get("owari"):
            self.final = a["owari"].split(",")

    def init(self, a: dict[str, str]) -> None:
        number, honba, sticks, *dice, indicator = a["seed"].split(",")
        first = len(self.events) if self.rounds else 0
        self.drawn = [-1] * 4
        hands = [padded(numbers(a.get(f"hai{s}")), 13) for s in range(4)]
        self.rounds.append(
            {
                "wind": int(number) // 4,
                "dealer": int(a["oya"]),
                "honba": int(honba),
                "deposits": int(sticks),
                "scores": self.by_seat(numbers(a["ten"])),
                "dice": [int(d) + 1 if d else 255 for d in dice],
                "indicator_id": int(indicator),
                "indicator": self.code(int(indicator)),
                "hand_ids": hands,
                "hands": [[self.code(t) for t in hand] for hand in hands],
                "first_event": first,
            }
        )

    def call(self, who: int, m: int) -> None:
        source = (who + m % 4) % 4
        bits = f"{m:016b}"
        self.drawn[who] = -1
        if bits[13] == "1":
            order, called = divmod(m >> 10, 3)
            base = order // 7 * 36 + order % 7 * 4
            tiles = [base + 4 * i + (m >> 3 + 2 * i & 3) for i in range(3)]
            taken = tiles.pop(called)
            self.add(2, who, tile_id=taken, from_seat=source, used=tiles)
        elif bits[12] == "1" or bits[11] == "1":
            kind, called = divmod(m >> 9, 3)
            spare = 4 * kind + (m >> 5 & 3)
            tiles = [t for t in range(4 * kind, 4 * kind + 4) if t != spare]
            taken = tiles.pop(called)
            if bits[12] == "1":
                self.add(3, who, tile_id=taken, from_seat=source, used=tiles)
            else:
                self.add(5, who, tile_id=spare, from_seat=source, used=[spare])
        elif bits[10] == "1":
            self.add(7, who, tile_id=m >> 8, used=[m >> 8])
        else:
            tile = m >> 8
            tiles = [tile // 4 * 4 + i for i in range(4)]
            if m % 4:
                tiles.remove(tile)
                self.add(4, who, tile_id=tile, from_seat=source, used=tiles)
            else:
                self.add(6, who, tile=tile // 4, used=tiles)

    def win(self, a: dict[str, str]) -> None:
        fu, points, limit = numbers(a["ten"])
        pairs = numbers(a.get("yaku"))
        yaku = [y if y < 52 else y + 12 for y in pairs[::2]]
        yakuman = numbers(a.get("yakuman"))
        honba, sticks = numbers(a["ba"])
        sc = numbers(a["sc"])
        tile = int(a["machi"])
        self.wins.append(
            {
                "round": len(self.rounds) - 1,
                "event": len(self.events),
                "seat": int(a["who"]),
                "from_seat": int(a["fromWho"]),
                "tile_id": tile,
                "tile": self.code(tile),
                "fu": fu,
                "points": points,
                "limit": limit,
                "han": 0 if yakuman else sum(pairs[1::2]),
                "yakuman": len(yakuman),
                "yaku": padded(yaku + yakuman, 20),
                "yaku_han": padded(pairs[1::2] + [1] * len(yakuman), 20, -1),
                "hand_ids": padded(numbers(a["hai"]), 14),
                "melds": padded(numbers(a.get("m")), 8, -1),
                "indicator_ids": padded(numbers(a.get("doraHai")), 10),
                "ura_ids": padded(numbers(a.get("doraHaiUra")), 10),
                "pao_seat": int(a.get("paoWho", 255)),
                "honba": honba,
                "deposits": sticks,
                "scores": self.by_seat(sc[0:8:2]),
                "deltas": self.by_seat(sc[1:8:2]),
            }
        )
        self.add(
            11, int(a["who"]), tile_id=tile, from_seat=int(a["fromWho"]), aux=len(self.wins) - 1
        )

    def draw(self, a: dict[str, str]) -> None:
        shown = [int(f"hai{s}" in a) if s < self.seats else 255 for s in range(4)]
        if "sc" not in a and 1 not in shown:
            shown = [255] * 4
        honba, sticks = numbers(a["ba"]) if "ba" in a else (-1, -1)
        sc = numbers(a.get("sc"))
        kind = DRAWS[a.get("type")]
        self.draws.append(
            {
                "round": len(self.rounds) - 1,
                "event": len(self.events),
                "kind": kind,
                "shown": shown,
                "hand_ids": [padded(numbers(a.get(f"hai{s}")), 14) for s in range(4)],
                "honba": honba,
                "deposits": sticks,
                "scores": self.by_seat(sc[0:8:2]) if sc else [UNKNOWN] * 4,
                "deltas": self.by_seat(sc[1:8:2]) if sc else [UNKNOWN] * 4,
            }
        )
        self.add(12, shown.index(1) if kind == 1 else 255, aux=len(self.draws) - 1)


def assert_rows(table: Any, rows: list[dict[str, Any]], name: str) -> None:
    assert len(table) == len(rows)
    for column in rows[0] if rows else ():
        got = getattr(table, column)[: len(rows)].tolist()
        assert got == [row[column] for row in rows], f"{name}: {column}"


def assert_equal(batch: GameBatch, plain: PlainReader, name: str) -> None:
    assert_rows(batch.rounds, plain.rounds, name)
    assert_rows(batch.wins, plain.wins, name)
    assert_rows(batch.draws, plain.draws, name)
    rows = [{k: v for k, v in event.items() if k != "used"} for event in plain.events]
    assert_rows(batch.events, rows, name)
    for words, tiles in (
        (batch.events.used_ids, [e["used"] for e in plain.events]),
        (batch.events.used, [[plain.code(t) for t in e["used"]] for e in plain.events]),
    ):
        want = [int.from_bytes(bytes(padded(t, 4)), "little") for t in tiles]
        assert words.tolist() == want, name
    assert batch.complete[0] == bool(plain.final)
    scores = plain.by_seat([int(x) for x in plain.final[0:8:2]]) if plain.final else [UNKNOWN] * 4
    assert batch.final_scores[0].tolist() == scores, name
    points = [round(10 * float(x)) for x in plain.final[1:8:2]][: plain.seats]
    assert batch.final_points[0].tolist() == padded(points, 4, UNKNOWN), name


def check(items: list[tuple[str, bytes]]) -> None:
    batch = read_batch(items)
    assert len(batch) == len(items)
    for g, (name, data) in enumerate(items):
        assert_equal(batch.select(g), PlainReader(data), name)


@pytest.mark.shared
def test_every_real_log(shared: Path) -> None:
    check([(p.name, p.read_bytes()) for p in sorted((shared / "logs/mjlog").iterdir())])


@pytest.mark.shared
def test_three_hundred_games_of_the_corpus(shared: Path) -> None:
    with zipfile.ZipFile(shared / "logs/tenhou-corpus.zip") as archive:
        check([(name, archive.read(name)) for name in archive.namelist()[::17]])
