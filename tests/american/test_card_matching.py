"""The closed form of the matcher against a slow matcher of another kind, on thousands of hands."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.american.card import (
    FAR,
    Card,
    CardTable,
    Exposure,
    as_counts,
    distance,
    distances,
    load_card,
    nearest,
    parse_card,
    waits,
    wins,
)
from mjlog.american.tiles import COPIES

from .card_oracle import FLOWER, JOKER, away, concrete_hands

#: Every construct that the packaged cards leave out, and other numbers of jokers and flowers.
ODD_CARD = """amc 1
name odd
year 2022
flowers 6
jokers 10
[Any]
A1 | FF XXXX?~ XXXX? NNNN | X 25 | X=1,5
A2 | FFFF XXX?~ XXX?~ FFFF | X 25 | X=3,4
A3 | XXXa XXXa! XXXa~ FFFFF | X 35 | X=1..9
A4 | {year}a {year}b XXXc XXXc | X 30 | X=2,9
A5 | XXXXXXa YYYYYYb! ZZa || XXXXXa FFF~ DDDDDDb~ | X 50 | X=1..3 Y!=X Z!=X,Y
A6 | VVV VVV XXX? XXX? FF | C 30 | X=7 V=E,W
A7 | FF 0000 DDDDb~ GGGG | X 30
[Bare; nojoker nobonus]
B1 | XXXa XXXb XXXc FFFFF | X 60
B2 | XYZa XYZb XYZc FFFFF | C 60 | Y!=X Z!=X,Y X=1,2 Y=2,3 Z=3,9
""".replace("FFF~ DDDDDDb~", "FFF DDDDDDb~")

CARDS = {
    "sample": load_card("sample-original-1"),
    "mjlog": load_card("mjlog-original-1"),
    "odd": parse_card(ODD_CARD),
}
each_card = pytest.mark.parametrize("name", CARDS)


def places_of(table: CardTable, row: int) -> tuple[tuple[tuple[int, ...], bool, bool, bool], ...]:
    """The groups of a concrete hand as the oracle takes them."""
    hand = table.hand(row)
    marks = hand.line.alternatives[int(table.alternative[row])].groups
    return tuple(
        (
            tiles,
            group.claimable and group.mark != "!" and not hand.line.no_joker,
            group.claimable and group.mark == "~" and not hand.line.no_joker,
            group.claimable,
        )
        for tiles, group in zip(hand.groups, marks, strict=True)
    )


def split(places: tuple[tuple[tuple[int, ...], bool, bool, bool], ...]) -> tuple[object, ...]:
    found: list[tuple[tuple[int, ...], bool, bool, bool]] = []
    for place in places:
        found += [place] if place[3] else [((tile,), False, False, False) for tile in place[0]]
    return tuple(sorted(found))


class Deal:
    """A random position: concealed tiles and exposures, near some concrete hand or far."""

    def __init__(self, card: Card, chance: random.Random, size: int = 14) -> None:
        table = card.table
        places = places_of(table, chance.randrange(len(table)))
        exposable = [place for place in places if place[3]]
        shown = chance.sample(exposable, chance.choice([0, 0, 1, 1, 2, 3]) % (len(exposable) + 1))
        rest = list(places)
        self.exposures = []
        for place in shown:
            rest.remove(place)
            self.exposures.append(_expose(place, chance))
        tiles = [self._laid(tile, place, chance) for place in rest for tile in place[0]]
        whole = [kind for kind, number in COPIES.items() for _ in range(number)]
        chance.shuffle(whole)
        for i in range(len(tiles)):
            if chance.random() < chance.choice([0.0, 0.0, 0.1, 0.4, 0.9]):
                tiles[i] = whole.pop()
        chance.shuffle(tiles)
        self.tiles = self._legal(tiles)[: size - sum(map(len, (e.tiles for e in self.exposures)))]

    @staticmethod
    def _laid(tile: int, place: tuple[object, bool, bool, bool], chance: random.Random) -> int:
        if chance.random() < 0.25:
            if place[2]:
                return chance.choice([JOKER, FLOWER])
            return JOKER if place[1] or chance.random() < 0.2 else tile
        return tile

    @staticmethod
    def _legal(tiles: list[int]) -> list[int]:
        """Tiles of which there are too many become jokers."""
        seen: dict[int, int] = {}
        found = []
        for tile in tiles:
            seen[tile] = seen.get(tile, 0) + 1
            found.append(tile if seen[tile] <= COPIES[tile] else JOKER)
        return found


def _expose(place: tuple[tuple[int, ...], bool, bool, bool], chance: random.Random) -> Exposure:
    tiles, jokers, flowers, _ = place
    laid = []
    for tile in tiles:
        stand_in = [tile, *([JOKER] * jokers), *([FLOWER] * flowers)]
        laid.append(chance.choice(stand_in) if chance.random() < 0.5 else tile)
    kind = tiles[0] if chance.random() < 0.95 else chance.choice([0, 5, 26, 31])
    return Exposure(kind, tuple(kind if tile == tiles[0] else tile for tile in laid))


@each_card
def test_concrete_hands_are_those_of_plain_recursion(name: str) -> None:
    card = CARDS[name]
    rows = iter(range(len(card.table)))
    for line, expansion in zip(card.lines, card.expansions, strict=True):
        mine = [split(places_of(card.table, next(rows))) for _ in expansion.alternative]
        assert len(set(mine)) == len(mine), line
        assert set(mine) == concrete_hands(line, card), line


@each_card
def test_tiles_away_is_the_bipartite_matching(name: str) -> None:
    card, chance = CARDS[name], random.Random(5)
    accepted = 0
    for _ in range(2500):
        deal = Deal(card, chance)
        d, m = distances(card, deal.tiles, deal.exposures)
        near = int(d.argmin())
        for row in {near, chance.randrange(len(card.table))}:
            expected = away(places_of(card.table, row), deal.tiles, deal.exposures)
            if deal.exposures and card.table.concealed[row]:
                expected = None
            accepted += expected is not None
            assert (int(d[row]), int(m[row])) == (expected or (FAR, FAR)), (deal.tiles, row)
        if d[near] < FAR:
            assert distance(card, deal.tiles, deal.exposures)[0] == d[near]
    assert accepted > 2500


@each_card
def test_wins_are_all_lines_with_a_perfect_matching(name: str) -> None:
    card, chance = CARDS[name], random.Random(6)
    won = 0
    for _ in range(40 if len(card.table) < 1000 else 12):
        deal = Deal(card, chance)
        expected = set()
        for row in range(len(card.table)):
            if deal.exposures and card.table.concealed[row]:
                continue
            if away(places_of(card.table, row), deal.tiles, deal.exposures) == (0, 0):
                expected.add(card.table.hand(row).line.id)
        matches = wins(card, deal.tiles, deal.exposures)
        assert {match.line.id for match in matches} == expected
        values = [match.value for match in matches]
        assert values == sorted(values, reverse=True)
        won += bool(expected)
    assert won


@each_card
def test_waits_are_the_tiles_that_win(name: str) -> None:
    card, chance = CARDS[name], random.Random(7)
    waiting = 0
    for _ in range(300):
        deal = Deal(card, chance, size=13)
        if len(deal.tiles) + sum(e.size for e in deal.exposures) != 13:
            continue
        found = waits(card, deal.tiles, deal.exposures)
        held = [*deal.tiles, *(tile for e in deal.exposures for tile in e.tiles)]
        for kind in COPIES:
            supply = int(card.table.supply[kind])
            if held.count(kind) >= supply:
                assert kind not in found
            else:
                won = wins(card, [*deal.tiles, kind], deal.exposures)
                assert found.get(kind, []) == won, (deal.tiles, deal.exposures, kind)
        waiting += bool(found)
    assert waiting > 10


@each_card
def test_nearest_is_sorted_and_agrees_with_the_distances(name: str) -> None:
    card, chance = CARDS[name], random.Random(8)
    for _ in range(200):
        deal = Deal(card, chance)
        d, m = distances(card, deal.tiles, deal.exposures)
        near = nearest(card, deal.tiles, deal.exposures, limit=len(card.lines))
        assert len(near) == len(set(card.table.line[d < FAR].tolist()))
        keys = [(not n.possible, n.d, n.m, -n.value) for n in near]
        assert keys == sorted(keys)
        for n in near:
            assert (n.d, n.m) == (d[n.hand.index], m[n.hand.index])
            assert sum(n.natural.values()) == n.m
            assert n.d <= sum(n.missing.values())


def test_a_batch_of_one_line_agrees_with_the_whole_card() -> None:
    card, chance = CARDS["mjlog"], random.Random(9)
    alone = [
        replace(card, sections=(replace(s, lines=(x,)),)) for s in card.sections for x in s.lines
    ]
    for _ in range(20):
        deal = Deal(card, chance)
        assert distance(card, deal.tiles, deal.exposures) == min(
            distance(one, deal.tiles, deal.exposures) for one in alone
        )


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(sorted(COPIES)), min_size=1, max_size=14),
    st.sampled_from(sorted(CARDS)),
    st.randoms(use_true_random=False),
)
def test_any_tiles_at_all(tiles: list[int], name: str, chance: random.Random) -> None:
    card = CARDS[name]
    tiles = Deal._legal(tiles)[:14]
    d, m = distances(card, tiles)
    row = chance.randrange(len(card.table))
    assert (int(d[row]), int(m[row])) == away(places_of(card.table, row), tiles, [])
    counts = as_counts(tiles)
    assert np.array_equal(distances(card, counts)[0], d)
