"""A second, plain replay of Tenhou records: one element, one tile, one rule at a time.

It shares no code with the package: the text goes through ElementTree, hands are lists, shanten
comes from ``xiangting``. Slow and simple on purpose.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from functools import lru_cache

import xiangting

DRAWS, DISCARDS = "TUVW", "DEFG"


@lru_cache(maxsize=200_000)
def distance(counts: tuple[int, ...], players: int) -> int:
    """Shanten, −1 complete."""
    table = xiangting.PlayerCount.THREE if players == 3 else xiangting.PlayerCount.FOUR
    return int(xiangting.calculate_replacement_number(list(counts), table)) - 1


@lru_cache(maxsize=200_000)
def waits_of(counts: tuple[int, ...], players: int) -> frozenset[int]:
    """Kinds that complete 13 tiles (or fewer, after melds); one held four times is none."""
    if distance(counts, players):
        return frozenset()
    waits = set()
    for kind in range(34):
        if counts[kind] < 4 and not (players == 3 and 0 < kind < 8):
            more = list(counts)
            more[kind] += 1
            if distance(tuple(more), players) == -1:
                waits.add(kind)
    return frozenset(waits)


def own_tiles(code: int) -> tuple[str, list[int], int]:
    """Kind of a call, the caller's own tiles (ids) and the kind of its tiles (lowest)."""
    if code & 4:
        start, called = divmod(code >> 10, 3)
        low = start // 7 * 9 + start % 7
        copies = (code >> 3 & 3, code >> 5 & 3, code >> 7 & 3)
        tiles = [4 * (low + i) + copies[i] for i in range(3)]
        return "chi", [t for i, t in enumerate(tiles) if i != called], low
    if code & 24:
        kind, called = divmod(code >> 9, 3)
        spare = 4 * kind + (code >> 5 & 3)
        if code & 16:
            return "kakan", [spare], kind
        three = [4 * kind + i for i in range(4) if 4 * kind + i != spare]
        return "pon", [t for i, t in enumerate(three) if i != called], kind
    tile = code >> 8
    if code & 32:
        return "kita", [tile], tile // 4
    four = [tile // 4 * 4 + i for i in range(4)]
    if code & 3:
        return "daiminkan", [t for t in four if t != tile], tile // 4
    return "ankan", four, tile // 4


@dataclass
class Seat:
    """One player in one round."""

    hand: list[int]
    river: set[int] = field(default_factory=set)
    passed: int = 0  # 2 until the own draw, 3 to the end
    riichi: bool = False
    waits: frozenset[int] = frozenset()

    def counts(self) -> tuple[int, ...]:
        found = [0] * 34
        for tile in self.hand:
            found[tile // 4] += 1
        return tuple(found)

    def furiten(self) -> int:
        if not self.waits:
            return 0
        return 1 if self.waits & self.river else self.passed


@dataclass
class Row:
    """What stands after one discard or own kan."""

    seat: int
    shanten: int
    waits: frozenset[int]
    furiten: tuple[int, ...]


def replay_plainly(data: bytes) -> list[list[Row]]:
    """Rounds of rows, one a discard, kakan, ankan or kita."""
    rounds: list[list[Row]] = []
    seats: list[Seat] = []
    players = 4
    offered: tuple[int, int] | None = None  # owner, kind of the tile on offer
    for element in ElementTree.fromstring(data):
        tag, get = element.tag, element.attrib
        if tag == "GO":
            players = 3 if int(get["type"]) & 16 else 4
        elif tag == "INIT":
            hands = [[int(t) for t in get[f"hai{s}"].split(",")] for s in range(players)]
            seats = [Seat(hand) for hand in hands]
            for seat in seats:
                seat.waits = waits_of(seat.counts(), players)
            rounds.append([])
            offered = None
        elif tag == "REACH" and get["step"] == "1":
            seats[int(get["who"])].riichi = True
        elif tag == "N" or (tag[0] in DRAWS + DISCARDS and tag[1:].isdigit()):
            if offered is not None and tag[0] not in DISCARDS:
                let_pass(seats, offered)
                offered = None
            if tag == "N":
                s = int(get["who"])
                what, own, kind = own_tiles(int(get["m"]))
                for tile in own:
                    seats[s].hand.remove(tile)
                if what in ("kakan", "ankan", "kita"):
                    seats[s].waits = waits_of(seats[s].counts(), players)
                    offered = None if what == "ankan" else (s, kind)
                    rounds[-1].append(row_of(seats, s, players))
            elif tag[0] in DRAWS:
                s = DRAWS.index(tag[0])
                seats[s].hand.append(int(tag[1:]))
                seats[s].passed = 0 if seats[s].passed == 2 else seats[s].passed
            else:
                s, tile = DISCARDS.index(tag[0]), int(tag[1:])
                seats[s].hand.remove(tile)
                seats[s].river.add(tile // 4)
                seats[s].waits = waits_of(seats[s].counts(), players)
                offered = (s, tile // 4)
                rounds[-1].append(row_of(seats, s, players))
    return rounds


def let_pass(seats: list[Seat], offered: tuple[int, int]) -> None:
    owner, kind = offered
    for s, seat in enumerate(seats):
        if s != owner and kind in seat.waits:
            seat.passed = 3 if seat.riichi else max(seat.passed, 2)


def row_of(seats: list[Seat], s: int, players: int) -> Row:
    shanten = distance(seats[s].counts(), players)
    return Row(s, shanten, seats[s].waits, tuple(seat.furiten() for seat in seats))
