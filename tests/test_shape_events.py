"""The shape pass: shanten, ukeire and waits at every event."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DORA,
    DRAW,
    KAKAN,
    KITA,
    PON,
    RIICHI,
)
from mjlog.engine.hands import pack_codes, unpack_counts
from mjlog.engine.jit import compiled
from mjlog.engine.layout import BROKEN_SHIFT
from mjlog.engine.shape_events import SEAT_COLUMNS, shape_rounds
from mjlog.engine.tables import shape_tables
from mjlog.hand import shanten, ukeire, waits
from mjlog.tiles import KIND, format_tile, format_tiles, parse_tile, parse_tiles

NO_TILES = 0xFFFFFFFF
# ``deny_visible`` is judged at the end of the round; till then it is the third rule.
RULES = ("allow", "deny_own_hand", "deny_hand_and_melds", "deny_hand_and_melds")


class Table:
    """A round that is being played; what it writes is what the pass reads."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        wall = self.rng.permutation(136) // 4
        if seed % 2:  # hands of triplets, so that there are kans
            wall = np.concatenate([np.repeat(self.rng.permutation(34), 3)[:52], np.zeros(84, int)])
            rest = np.repeat(np.arange(34), 4 - np.bincount(wall[:52], minlength=34))
            wall[52:] = self.rng.permutation(rest)
        self.hands = [sorted(wall[13 * s : 13 * s + 13].tolist()) for s in range(4)]
        self.wall = wall[52:].tolist()
        self.indicator = self.wall.pop(0)
        self.melds: list[list[str]] = [[] for _ in range(4)]
        self.seen = [self.indicator]
        self.events: list[dict[str, int]] = []
        self.expected: list[dict[str, Any]] = []
        self.deal = [pack_codes(h) for h in self.hands]
        self.deal_shanten = [int(shanten(h)) for h in self.hands]

    def write(self, kind: int, seat: int, tile: int = 255, used: tuple[int, ...] = ()) -> None:
        packed = NO_TILES
        for i, code in enumerate(used):
            packed = packed & ~(0xFF << 8 * i) | code << 8 * i
        lo, hi = (0, 0)
        result: dict[str, Any] = {"shanten": 99, "ukeire": {}, "waits": [()] * 4}
        if kind <= KITA:
            hand, melds = self.hands[seat], self.melds[seat]
            lo, hi = pack_codes(hand, melds=len(melds))
            # ``seen`` holds the own melds' tiles too, so they are not named here again.
            shown = [c for m in melds for c in hand_codes(m)]
            others = list(self.seen)
            for code in shown:
                others.remove(code)
            result["shanten"] = int(shanten(hand, melds=melds))
            if len(hand) % 3 == 1:
                result["waits"] = [waits(hand, melds=melds, fifth_tile=rule) for rule in RULES]
                if kind == DISCARD:
                    result["ukeire"] = ukeire(hand, melds=melds, seen=others).tiles
        self.events.append(
            {"kind": kind, "seat": seat, "tile": tile, "used": packed, "lo": lo, "hi": hi}
        )
        self.expected.append(result)

    def play(self) -> None:
        seat, call = 0, False
        while len(self.wall) > 30:
            if not call:
                tile = self.wall.pop()
                self.hands[seat].append(tile)
                self.write(DRAW, seat, tile)
                self.kan_at_will(seat)
            call = False
            tile = self.choose(seat)
            self.hands[seat].remove(tile)
            self.seen.append(tile)
            self.write(DISCARD, seat, tile)
            for other in self.rng.permutation([s for s in range(4) if s != seat]).tolist():
                if self.call(other, tile):
                    seat, call = other, True
                    break
            else:
                seat = (seat + 1) % 4

    def choose(self, seat: int) -> int:
        """Half of the time the tile drawn, else one that keeps the hand nearest."""
        hand = self.hands[seat]
        if self.rng.random() < 0.3:
            return int(hand[-1])
        best = ukeire(hand, melds=self.melds[seat]).discards[0].discard
        return parse_tile(best)

    def kan_at_will(self, seat: int) -> None:
        hand = self.hands[seat]
        for tile in {t for t in hand if hand.count(t) == 4}:
            for _ in range(4):
                hand.remove(tile)
            self.open(seat, "ankan", [tile] * 4, (tile,) * 4)
            self.write(ANKAN, seat, tile, (tile,) * 4)
            self.replace(seat)
            return
        for i, meld in enumerate(self.melds[seat]):
            tile = hand_codes(meld)[0]
            if meld.startswith("pon") and tile in hand:
                hand.remove(tile)
                self.melds[seat][i] = "kakan:" + format_tiles([tile] * 4)
                self.seen.append(tile)
                self.write(KAKAN, seat, tile, (tile,))
                self.replace(seat)
                return

    def replace(self, seat: int) -> None:
        tile, indicator = self.wall.pop(0), self.wall.pop(0)
        self.seen.append(indicator)
        self.write(DORA, 255, indicator)
        self.hands[seat].append(tile)
        self.write(DRAW, seat, tile)

    def call(self, seat: int, tile: int) -> bool:
        hand = self.hands[seat]
        if self.rng.random() < 0.5:
            return False
        if hand.count(tile) == 3 and self.rng.random() < 0.5:
            used: tuple[int, ...] = (tile,) * 3
            kind = DAIMINKAN
        elif hand.count(tile) >= 2:
            kind, used = PON, (tile,) * 2
        elif tile < 27 and tile % 9 < 7 and {tile + 1, tile + 2} <= set(hand):
            kind, used = CHI, (tile + 1, tile + 2)
        else:
            return False
        for code in used:
            hand.remove(code)
        name = {DAIMINKAN: "daiminkan", PON: "pon", CHI: "chi"}[kind]
        self.open(seat, name, [tile, *used], used)
        self.write(kind, seat, tile, used)
        if kind == DAIMINKAN:
            self.replace(seat)
        return True

    def open(self, seat: int, name: str, tiles: list[int], used: tuple[int, ...]) -> None:
        self.melds[seat].append(f"{name}:{format_tiles(tiles)}")
        self.seen += used


def hand_codes(meld: str) -> list[int]:
    from mjlog.hand import parse_meld

    return list(parse_meld(meld).codes)


def run(tables: list[Table], rule: int, *, fast: bool) -> dict[str, Any]:
    events = [event for table in tables for event in table.events]

    def column(name: str, dtype: Any) -> Any:
        return np.array([event[name] for event in events], dtype)

    n, rounds = len(events), len(tables)
    deal = np.array([table.deal for table in tables], np.int64)
    first = np.cumsum([0, *(len(table.events) for table in tables)]).astype(np.int32)
    out = {
        "shanten": np.full(n, 99, np.int8),
        "deal_shanten": np.zeros((rounds, 4), np.int8),
        "ukeire": np.zeros(n, np.int64),
        "ukeire_tiles": np.zeros(n, np.uint8),
        "waits": np.zeros(n, np.int64),
        "deal_waits": np.zeros((rounds, 4), np.int64),
    }
    (compiled(shape_rounds) if fast else shape_rounds)(
        first,
        np.full(rounds, 4, np.uint8),
        np.arange(4, dtype=np.int32),
        np.full(rounds, rule, np.int32),
        np.array([table.indicator for table in tables], np.uint8),
        column("kind", np.uint8),
        column("seat", np.uint8),
        column("tile", np.uint8),
        column("used", np.uint32),
        np.zeros(n, np.int32),
        column("lo", np.int64),
        column("hi", np.int64),
        deal[:, :, 0].copy(),
        deal[:, :, 1].copy(),
        shape_tables(),
        *(*out.values(), np.zeros((13, SEAT_COLUMNS), np.int64)),
    )
    return out


def played(n: int) -> list[Table]:
    tables = [Table(seed) for seed in range(n)]
    for table in tables:
        table.play()
    return tables


def names(mask: int) -> list[str]:
    return [format_tile(k) for k in range(34) if mask >> k & 1]


def test_every_event_has_the_shape_of_its_hand() -> None:
    tables = played(10)
    expected = [e for table in tables for e in table.expected]
    kinds = {event["kind"] for table in tables for event in table.events}
    assert kinds >= {DRAW, DISCARD, CHI, PON, DAIMINKAN, KAKAN, ANKAN, DORA}
    for rule in range(4):
        out = run(tables, rule, fast=False)
        assert out["shanten"].tolist() == [e["shanten"] for e in expected]
        assert out["deal_shanten"].tolist() == [table.deal_shanten for table in tables]
        for e, truth in enumerate(expected):
            assert names(int(out["ukeire"][e])) == list(truth["ukeire"])
            assert int(out["ukeire_tiles"][e]) == sum(truth["ukeire"].values())
            assert names(int(out["waits"][e])) == list(truth["waits"][rule])
    assert any(e["waits"][2] for e in expected)


def test_compiled_and_uncompiled_passes_agree() -> None:
    tables = played(3)
    for rule in (0, 1, 2):
        plain, fast = run(tables, rule, fast=False), run(tables, rule, fast=True)
        for name, column in plain.items():
            assert np.array_equal(column, fast[name]), name


def one_row(event: dict[str, int]) -> dict[str, Any]:
    table = Table(0)
    table.deal = [(0, 0)] * 4
    table.events = [{"tile": 255, "used": NO_TILES, **event}]
    return run([table], 2, fast=False)


def test_a_wait_is_gone_when_its_last_tile_goes_to_the_own_pon() -> None:
    lo, hi = pack_codes(parse_tiles("123m456p11z12s"), melds=1)
    lo_3s = pack_codes(parse_tiles("123m456p11z123s"))[0]
    table = Table(0)
    table.deal = [pack_codes(parse_tiles("1239m456p11z1233s")), *[(0, 0)] * 3]
    three = parse_tile("3s")
    events = [
        (PON, three, three << 8 | three | 0xFFFF0000, lo + 1),  # a 9m to discard
        (DISCARD, 8, NO_TILES, lo),
        (DRAW, three, NO_TILES, lo_3s),
        (KAKAN, three, 0xFFFFFF00 | three, lo),
    ]
    table.events = [
        {"kind": kind, "seat": 0, "tile": tile, "used": used, "lo": tiles, "hi": hi}
        for kind, tile, used, tiles in events
    ]
    out = {rule: run([table], rule, fast=False) for rule in (1, 2)}
    assert out[2]["shanten"].tolist() == [0, 0, -1, 0]
    assert [names(mask) for mask in out[2]["waits"].tolist()] == [[], ["3s"], [], []]
    assert [names(mask) for mask in out[1]["waits"].tolist()] == [[], ["3s"], [], ["3s"]]


@pytest.mark.parametrize("kind", [DRAW, DISCARD, PON, ANKAN, KITA])
def test_a_hand_with_unknown_tiles_has_no_shape(kind: int) -> None:
    lo, hi = pack_codes([0, 1, 2, 255, 255], melds=2)
    out = one_row({"kind": kind, "seat": 1, "lo": lo, "hi": hi})
    assert out["shanten"].tolist() == [99] and not out["waits"].any() and not out["ukeire"].any()
    assert (out["deal_shanten"] == 99).all()


def test_events_without_a_hand_have_no_shape() -> None:
    lo, hi = pack_codes([0] * 2, melds=4)
    for kind in (RIICHI, DORA):
        assert one_row({"kind": kind, "seat": 1, "lo": lo, "hi": hi})["shanten"].tolist() == [99]


@pytest.mark.shared
def test_real_games_as_another_program_counts_them(shared: Path) -> None:
    """Every event of real games of four and three players, recounted from the record."""
    xiangting = pytest.importorskip("xiangting")
    from mjlog.parsers.tenhou import read_batch

    from mjlog.replay import replay

    with zipfile.ZipFile(shared / "logs" / "tenhou-corpus.zip") as corpus:
        members = [name for name in corpus.namelist() if not name.endswith("/")]
        batch = read_batch((name, corpus.read(name)) for name in members[::500])
    assert set(batch.players.tolist()) == {3, 4}
    result = replay(batch)
    events, checked = batch.events, 0
    for r in range(len(batch.rounds)):
        players = int(batch.players[batch.rounds.game[r]])
        count = xiangting.PlayerCount.THREE if players == 3 else xiangting.PlayerCount.FOUR
        seen, melds = np.zeros(34, int), np.zeros((4, 34), int)
        seen[KIND[batch.rounds.indicator[r]]] += 1
        first, last = batch.rounds.first_event[r : r + 2].tolist()
        for e in range(first, last):
            kind, seat = int(events.kind[e]), int(events.seat[e])
            tile = KIND[events.tile[e]]
            if kind in (DISCARD, DORA):
                seen[tile] += 1
            if kind > KITA:
                assert (result.shanten[e], result.waits[e], result.ukeire[e]) == (99, 0, 0)
                continue
            if kind not in (DRAW, DISCARD):
                used = [int(events.used[e]) >> 8 * i & 255 for i in range(4)]
                for kind_used in (KIND[code] for code in used if code != 255):
                    seen[kind_used] += 1
                    melds[seat, kind_used] += 1
                if kind in (CHI, PON, DAIMINKAN):
                    melds[seat, tile] += 1
            if int(result.status[e]) >> (BROKEN_SHIFT + seat) & 1:
                continue
            checked += 1
            hand = unpack_counts(int(result.hand_lo[e]), int(result.hand_hi[e]))
            number, mask = xiangting.calculate_necessary_tiles(hand.tolist(), count)
            assert result.shanten[e] == number - 1
            if hand.sum() % 3 != 1:
                assert result.waits[e] == 0
                continue
            near = [k for k in range(34) if mask >> k & 1 and hand[k] + melds[seat, k] < 4]
            rule = batch.rules[batch.rules_index[batch.rounds.game[r]]].fifth_tile_tenpai
            if rule == "deny_own_hand" and number == 1:
                assert result.waits[e] == mask
            assert (result.waits[e] != 0) <= (number == 1)
            if kind == DISCARD:
                assert result.ukeire[e] == sum(1 << k for k in near)
                live = sum(max(4 - int(seen[k]) - int(hand[k]), 0) for k in near)
                assert result.ukeire_tiles[e] == live
    assert checked > 10_000
