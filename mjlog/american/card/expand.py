"""The concrete hands of a line: every choice of suits and variables, impossible ones left out.

All choices of an alternative are worked out at once as arrays: a column a tile of the hand, a
row a choice. Hands that need more copies of a tile than the set holds are dropped, and of
hands that are equal in play (suits swapped) the first is kept.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..tiles import COPIES, FLOWER, GREEN, JOKER, KINDS, RED, SOAP, WIDTH
from .model import Alternative, Card, Difference, Domain, Fault, Group, Line

__all__ = [
    "FLEXIBLE", "GROUPS", "MAX_CHOICES", "MAX_HANDS", "NATURAL", "WITH_FLOWERS",
    "Expansion", "check_expansion", "expand_line", "supply",
]  # fmt: skip

#: Most concrete hands of a card.
MAX_HANDS: Final = 200_000
#: Most choices of suits and variables, before equal and impossible hands are dropped.
MAX_CHOICES: Final = 600_000
#: Most claimable groups of a hand.
GROUPS: Final = 4
#: How a claimable group is filled: naturals only, with jokers, with jokers and flowers.
NATURAL, FLEXIBLE, WITH_FLOWERS = 1, 2, 3

_DRAGONS: Final = np.array([RED, SOAP, GREEN])
_WINDS: Final = (30, 27, 29, 28)
_CONSTANT: Final = {
    "F": FLOWER,
    "0": SOAP,
    "R": RED,
    "G": GREEN,
    "E": 27,
    "S": 28,
    "W": 29,
    "N": 30,
}

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]


class Expansion(NamedTuple):
    """Concrete hands of one line, one column a hand.

    Attributes:
        alternative: (n,) which alternative of the line.
        tiles: (n, 14) codes in printed order.
        natural, flexible, wild: (39, n) tiles needed by code in groups that take naturals
            only, jokers too, jokers and flowers too.
        kinds, sizes, modes: (4, n) claimable groups, the least flexible first; kind −1 is none.
    """

    alternative: Bytes
    tiles: Bytes
    natural: Bytes
    flexible: Bytes
    wild: Bytes
    kinds: Bytes
    sizes: Bytes
    modes: Bytes


def supply(card: Card) -> Ints:
    """Return the copies of each tile in the card's set, shape (39,)."""
    copies = np.zeros(WIDTH, np.int64)
    copies[list(KINDS)] = [COPIES[kind] for kind in KINDS]
    copies[FLOWER], copies[JOKER] = card.flowers, card.jokers
    return copies


def check_expansion(card: Card) -> list[Fault]:
    """Return what forbids expanding the card: too many hands, or a line without any."""
    choices = 0
    for line in card.lines:
        choices += sum(_number_of_choices(line, a) for a in line.alternatives)
        if choices > MAX_CHOICES:
            message = f"{line.id} brings the card over {MAX_CHOICES:,} choices of suits and numbers"
            return [Fault(line.source_line, 1, message)]
    faults, hands = [], 0
    for line, expansion in zip(card.lines, card.expansions, strict=True):
        found = len(expansion.alternative)
        hands += found
        if not found:
            message = f"{line.id} has no hand: all need more copies of a tile than the set holds"
            faults.append(Fault(line.source_line, 1, message))
        if hands > MAX_HANDS:
            message = f"{line.id} brings the card over {MAX_HANDS:,} concrete hands"
            return [Fault(line.source_line, 1, message)]
    return faults


def mode_of(group: Group, line: Line, card: Card) -> int:
    """Return how a group is filled: 0 not claimable, else :data:`NATURAL` and so on."""
    if not group.claimable:
        return 0
    natural_flower = card.natural_flowers and group.kind == "flower"
    if group.mark == "!" or line.no_joker or natural_flower:
        return NATURAL
    return WITH_FLOWERS if group.mark == "~" else FLEXIBLE


def expand_line(line: Line, card: Card) -> Expansion:
    """Return the concrete hands of a line, each once, in the order of the alternatives."""
    copies = supply(card)
    parts = [
        _expand(alternative, index, line, card, copies)
        for index, alternative in enumerate(line.alternatives)
    ]
    joined = Expansion(
        np.concatenate([p.alternative for p in parts]),
        np.concatenate([p.tiles for p in parts]),
        *(np.concatenate(columns, axis=1) for columns in zip(*(p[2:] for p in parts), strict=True)),
    )
    return _take(joined, _first_of_equal(joined))


def _take(e: Expansion, rows: Ints | npt.NDArray[np.bool_]) -> Expansion:
    return Expansion(e.alternative[rows], e.tiles[rows], *(a[:, rows] for a in e[2:]))


def _expand(
    alternative: Alternative, index: int, line: Line, card: Card, copies: Ints
) -> Expansion:
    groups = alternative.groups
    choice = _Choices(line, alternative)
    columns = [column for group in groups for column in choice.columns(group, card)]
    tiles = np.stack(columns, axis=1).astype(np.int8)
    n = len(tiles)
    needs = np.zeros((4, WIDTH, n), np.int8)
    claimable: list[tuple[int, int, Bytes]] = []
    everyone, place = np.arange(n), 0
    for group in groups:
        mode = mode_of(group, line, card)
        use = max(mode - 1, 0)  # naturals: 0, flexible: 1, with flowers: 2
        for column in range(place, place + group.size):
            needs[use, tiles[:, column], everyone] += 1
        if mode:
            claimable.append((mode, group.size, tiles[:, place]))
        place += group.size
    claimable.sort(key=lambda item: item[:2])
    kinds = np.full((GROUPS, n), -1, np.int8)
    sizes, modes = np.zeros((GROUPS, n), np.int8), np.zeros((GROUPS, n), np.int8)
    for row, (mode, size, kind) in enumerate(claimable):
        kinds[row], sizes[row], modes[row] = kind, size, mode
    found = Expansion(
        np.full(n, index, np.int8), tiles, needs[0], needs[1], needs[2], kinds, sizes, modes
    )
    return _take(found, _possible(found, copies))


def _possible(e: Expansion, copies: Ints) -> npt.NDArray[np.bool_]:
    """Hands that the set can make: naturals where needed, jokers and flowers for the rest."""
    have = copies[:, None]
    over = np.maximum(e.natural.astype(np.int64) + e.flexible - have, 0)
    over_wild = np.maximum(e.natural.astype(np.int64) + e.flexible + e.wild - have, 0) - over
    flowers_left = np.maximum(copies[FLOWER] - e.natural[FLOWER] - e.flexible[FLOWER], 0)
    jokers = over.sum(axis=0) + np.maximum(over_wild.sum(axis=0) - flowers_left, 0)
    enough: npt.NDArray[np.bool_] = (e.natural <= have).all(axis=0) & (jokers <= copies[JOKER])
    return enough


def _first_of_equal(e: Expansion) -> Ints:
    """Rows of the first of hands with the same needs and the same claimable groups."""
    n = len(e.alternative)
    if n < 2:
        return np.arange(n)
    groups = np.sort((e.modes.astype(np.int32) * 16 + e.sizes) * 64 + e.kinds, axis=0)
    key = np.concatenate([e.natural.T, e.flexible.T, e.wild.T, groups.T.copy().view(np.int8)], 1)
    rows = np.ascontiguousarray(key).view(f"V{key.shape[1]}").ravel()
    return np.sort(np.unique(rows, return_index=True)[1])


def _independent(alternative: Alternative) -> int:
    """Groups with a suit of their own, ``?``."""
    return sum(group.suit == "?" for group in alternative.groups)


def _domains(line: Line, alternative: Alternative) -> dict[str, tuple[int, ...]]:
    """Variable → values, for the variables of one alternative; all that fit where not given."""
    given = {c.name: c.values for c in line.conditions if isinstance(c, Domain)}
    found: dict[str, tuple[int, ...]] = {}
    for group in alternative.groups:
        if group.kind == "wind variable":
            found["V"] = given.get("V", _WINDS)
        elif group.kind == "variable":
            for name in sorted(set(group.tiles)):
                values = found.get(name, given.get(name, tuple(range(1, 10))))
                found[name] = tuple(v for v in values if v + group.plus <= 9)
    return found


def _suits(alternative: Alternative) -> list[str]:
    return sorted({group.suit for group in alternative.groups} & set("abc"))


def _number_of_choices(line: Line, alternative: Alternative) -> int:
    number: int = 3 ** _independent(alternative)
    for values in _domains(line, alternative).values():
        number *= len(values)
    return number * (1, 3, 6, 6)[len(_suits(alternative))]


class _Choices:
    """All choices of suits and variables of an alternative, as columns of equal length."""

    def __init__(self, line: Line, alternative: Alternative) -> None:
        domains = _domains(line, alternative)
        suits = _suits(alternative)
        orders = np.array(list(permutations(range(3), len(suits))), np.int64)
        shape = [*map(len, domains.values()), len(orders), *[3] * _independent(alternative)]
        places = np.unravel_index(np.arange(int(np.prod(shape))), shape)
        keep = np.ones(len(places[0]), bool)
        columns = {
            name: np.array(values, np.int64)[place]
            for (name, values), place in zip(domains.items(), places, strict=False)
        }
        for condition in line.conditions:
            if isinstance(condition, Difference) and {condition.left, condition.right} <= set(
                columns
            ):
                keep &= columns[condition.left] != columns[condition.right]
        self.number = int(keep.sum())
        self._variables = {name: column[keep] for name, column in columns.items()}
        order = orders[places[len(domains)][keep]]
        self._suits = {name: order[:, i] for i, name in enumerate(suits)}
        self._own = iter([place[keep] for place in places[len(domains) + 1 :]])

    def columns(self, group: Group, card: Card) -> list[Ints]:
        """Return the codes of each tile of a group, one array a tile."""
        kind = group.kind
        suit = next(self._own) if group.suit == "?" else self._suits.get(group.suit)
        if kind == "wind variable":
            return [self._variables["V"]] * group.size
        if suit is None:
            return [np.full(self.number, _CONSTANT[letter]) for letter in group.tiles]
        if kind == "suit dragon":
            return [_DRAGONS[suit]] * group.size
        if kind == "variable":
            return [suit * 9 + self._variables[v] + group.plus - 1 for v in group.tiles]
        digits = str(card.year) if kind == "year" else group.tiles
        return [
            np.full(self.number, SOAP) if digit == "0" else suit * 9 + int(digit) - 1
            for digit in digits
        ]
