"""A slow second reading of cards and hands, for comparison: nothing is shared with the matcher.

Concrete hands come from plain recursion over the letters of a line, tiles away from a bipartite
matching (augmenting paths) between places and tiles, over every way to lay exposures on groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from mjlog.american.card import Card, Exposure, Line

FLOWER, JOKER = 37, 38
SUITS = {"C": 0, "D": 9, "B": 18}
DRAGONS = {"C": 33, "D": 31, "B": 32}
PLAIN = {"F": 37, "0": 31, "G": 32, "R": 33, "E": 27, "S": 28, "W": 29, "N": 30}

#: (tiles, takes jokers, takes flowers, may be exposed)
Place = tuple[tuple[int, ...], bool, bool, bool]


def concrete_hands(line: Line, card: Card) -> set[tuple[Place, ...]]:
    """Every hand of a line, groups sorted; impossible ones are left out."""
    found = set()
    for alternative in line.alternatives:
        texts = [group.text for group in alternative.groups]
        own = [i for i, text in enumerate(texts) if "?" in text]
        for suits, numbers in product(permutations("CDB"), _numbers(line, texts)):
            named = dict(zip("abc", suits, strict=True))
            for others in product("CDB", repeat=len(own)):
                suit_of = dict(zip(own, others, strict=True))
                hand = tuple(
                    _place(text, suit_of.get(i) or named.get(_suit(text), ""), numbers, line, card)
                    for i, text in enumerate(texts)
                )
                if _possible(hand, card):
                    found.add(tuple(sorted(_split(hand))))
    return found


def _split(hand: tuple[Place, ...]) -> Iterator[Place]:
    """Tiles that only naturals fill count one by one, however they are grouped."""
    for tiles, jokers, flowers, exposable in hand:
        if exposable:
            yield tiles, jokers, flowers, exposable
        else:
            yield from (((tile,), False, False, False) for tile in tiles)


def _suit(text: str) -> str:
    bare = text.rstrip("!~")
    return bare[-1] if bare[-1] in "abc?" else ""


def _numbers(line: Line, texts: list[str]) -> Iterator[dict[str, int]]:
    used = sorted({letter for text in texts for letter in text if letter in "XYZV"})
    values: dict[str, list[int]] = {}
    for name in used:
        values[name] = [27, 28, 29, 30] if name == "V" else list(range(1, 10))
    for condition in line.vars_text.split():
        if "!=" not in condition and condition[0] in values:
            name, text = condition.split("=")
            if ".." in text:
                low, high = text.split("..")
                values[name] = list(range(int(low), int(high) + 1))
            elif name == "V":
                values[name] = [PLAIN[wind] for wind in text.split(",")]
            else:
                values[name] = [int(n) for n in text.split(",")]
    for chosen in product(*values.values()):
        numbers = dict(zip(values, chosen, strict=True))
        differ = [
            (c.split("!=")[0], right)
            for c in line.vars_text.split()
            if "!=" in c
            for right in c.split("!=")[1].split(",")
        ]
        if all(numbers.get(a) != numbers.get(b) for a, b in differ if {a, b} <= set(numbers)):
            yield numbers


def _place(text: str, suit: str, numbers: dict[str, int], line: Line, card: Card) -> Place:
    mark = text[-1] if text[-1] in "!~" else ""
    bare = text.rstrip("!~").rstrip("abc?")
    bare, _, plus = bare.partition("+")
    year = bare == "{year}"
    tiles = []
    for letter in str(card.year) if year else bare:
        if letter == "D":
            tiles.append(DRAGONS[suit])
        elif letter == "V":
            tiles.append(numbers["V"])
        elif letter in "XYZ":
            number = numbers[letter] + int(plus or 0)
            tiles.append(SUITS[suit] + number - 1 if number <= 9 else -1)
        elif letter in PLAIN:
            tiles.append(PLAIN[letter])
        else:
            tiles.append(SUITS[suit] + int(letter) - 1)
    exposable = not year and len(bare) >= 3 and len(set(bare)) == 1
    jokers = exposable and mark != "!" and not line.no_joker
    return tuple(tiles), jokers, jokers and mark == "~", exposable


def _possible(hand: tuple[Place, ...], card: Card) -> bool:
    """Whether the set can make the hand: a matching of its places with the whole set."""
    if any(tile < 0 for tiles, *_ in hand for tile in tiles):
        return False
    kinds = {tile for tiles, *_ in hand for tile in tiles} | {FLOWER, JOKER}
    copies = {kind: {FLOWER: card.flowers, JOKER: card.jokers}.get(kind, 4) for kind in kinds}
    whole = [kind for kind in sorted(kinds) for _ in range(copies[kind])]
    return matching(list(_slots(hand)), whole) == 14


def _slots(hand: tuple[Place, ...]) -> Iterator[frozenset[int]]:
    for tiles, jokers, flowers, _ in hand:
        for tile in tiles:
            yield frozenset({tile, *([JOKER] * jokers), *([FLOWER] * flowers)})


def matching(slots: list[frozenset[int]], tiles: list[int]) -> int:
    """Size of the largest matching between places and tiles."""
    holder: list[int | None] = [None] * len(tiles)

    def place(slot: int, tried: set[int]) -> bool:
        for i, tile in enumerate(tiles):
            if tile in slots[slot] and i not in tried:
                tried.add(i)
                other = holder[i]
                if other is None or place(other, tried):
                    holder[i] = slot
                    return True
        return False

    return sum(place(slot, set()) for slot in range(len(slots)))


def away(
    hand: tuple[Place, ...], tiles: list[int], exposures: list[Exposure]
) -> tuple[int, int] | None:
    """(d, m) of a concrete hand of an X line; None if it does not accept the exposures."""
    best = None
    for chosen in permutations(range(len(hand)), len(exposures)):
        if all(_accepts(hand[i], e) for i, e in zip(chosen, exposures, strict=True)):
            rest = tuple(place for i, place in enumerate(hand) if i not in chosen)
            slots = list(_slots(rest))
            d = len(slots) - matching(slots, tiles)
            only = [slot for slot in slots if len(slot) == 1]
            naturals = [tile for tile in tiles if tile != JOKER]
            found = (d, len(only) - matching(only, naturals))
            best = found if best is None or found < best else best
    return best


def _accepts(place: Place, exposure: Exposure) -> bool:
    tiles, jokers, flowers, exposable = place
    allowed = {tiles[0], *([JOKER] * jokers), *([FLOWER] * flowers)}
    return (
        exposable
        and len(tiles) == len(exposure.tiles)
        and tiles[0] == exposure.kind
        and set(exposure.tiles) <= allowed
    )
