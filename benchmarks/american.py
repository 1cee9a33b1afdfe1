"""Hands of American mahjong against a large card: rows for :mod:`benchmarks.suite`.

    python -m benchmarks.american

The card is generated and has over 3,000 concrete hands. The other side is the same closed form
as plain Python, one concrete hand after the other.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from .suite import Row, best, row

HANDS = 40
GOAL = "< 1 ms"
#: Shapes with two free numbers; each gives some hundred concrete hands.
SHAPES = (
    "XXXa YYYYb XXXa YYYYc", "XXXXa FF YYYYb DDDDc", "XXYYa XXXb YYYYc DDDb",
    "NEWS XXXXa YYYb DDDc", "XXXXa YYYYa DDDDb FF",
)  # fmt: skip


def large_card() -> Any:
    """Return a card with over 3,000 concrete hands."""
    from mjlog.american.card import parse_card

    rows = ["amc 1", "name generated", "[Generated]"]
    for i, (shape, kind) in enumerate(itertools.product(SHAPES, "XC")):
        rows.append(f"G{i} | {shape} | {kind} 25 | Y!=X")
    for k in range(8):
        plus = f"+{k}" if k else ""
        text = f"FF XX{plus}a XXXX+2b XXX+1c DDDc"
        rows.append(f"R{k} | {text} | X {30 + k} | X=1..{9 - max(k, 2)}")
    rows.append("Q0 | 2? 4? 6? 8? NNNNN SSSSS | X 45")
    return parse_card("\n".join(rows))


def card_rows() -> list[Row]:
    """Tiles away, wins, nearest lines, and waits of a hand against a large card."""
    from mjlog.american.card import Exposure, distances, nearest, waits, wins

    card = large_card()
    random = np.random.default_rng(1)
    wall = np.repeat([*range(34), 37, 38], [4] * 34 + [8, 8])
    hands = [random.permutation(wall)[:14].tolist() for _ in range(HANDS)]
    near = [list(card.table.tiles[i, 1:]) for i in random.integers(0, len(card.table), 4 * HANDS)]
    near = [hand for hand in near if _legal(hand)][:HANDS]
    shown = (Exposure(3, (3, 3, 38)),)
    needs = _plain_needs(card)

    def theirs() -> list[list[tuple[int, int]]]:
        return [_plain_distances(needs, hand) for hand in hands[:4]]

    for hand, expected in zip(hands, theirs(), strict=False):
        d, m = distances(card, hand)
        if list(zip(d.tolist(), m.tolist(), strict=True)) != expected:
            raise SystemExit("tiles away differ from the plain computation")
    what = f"against a card of {len(card.table):,} hands"
    plain = best(theirs, 2) / 4
    rows = [
        row(f"tiles away of a hand {what}", _each(lambda h: distances(card, h), hands), plain,
            GOAL, "plain Python"),
    ]  # fmt: skip
    for name, run, given in (
        ("the same behind an exposure", lambda h: distances(card, h[:11], shown), hands),
        ("lines that 14 tiles win with", lambda h: wins(card, h), hands),
        ("the five nearest lines of a hand", lambda h: nearest(card, h), hands),
        ("waits of 13 tiles, one away, over 36 kinds", lambda h: waits(card, h), near),
    ):
        rows.append(Row(name, f"{_each(run, given) * 1e6:.0f} µs", "", "", GOAL))
    return rows


def _each(run: Callable[[list[int]], Any], hands: list[list[int]]) -> float:
    """Return the CPU seconds of one call, over all hands."""
    return best(lambda: [run(hand) for hand in hands]) / len(hands)


def _legal(hand: list[int]) -> bool:
    return all(count <= 4 or tile >= 37 for tile, count in Counter(hand).items())


def _plain_needs(card: Any) -> list[tuple[dict[int, int], dict[int, int]]]:
    """Each concrete hand as (tiles for naturals only, tiles in groups that take jokers)."""
    table = card.table
    return [
        (
            {int(k): int(table.nat[i, k]) for k in np.flatnonzero(table.nat[i])},
            {int(k): int(table.flex[i, k]) for k in np.flatnonzero(table.flex[i])},
        )
        for i in range(len(table))
    ]


def _plain_distances(
    needs: list[tuple[dict[int, int], dict[int, int]]], hand: list[int]
) -> list[tuple[int, int]]:
    held = Counter(hand)
    jokers = held.pop(38, 0)
    found = []
    for natural, flexible in needs:
        must = sum(max(n - held[k], 0) for k, n in natural.items())
        total = Counter(natural)
        total.update(flexible)
        lacking = sum(max(n - held[k], 0) for k, n in total.items())
        found.append((lacking - min(jokers, lacking - must), must))
    return found


def main() -> None:
    """Print the rows alone."""
    for what, ours, other, ratio, goal in card_rows():
        print(" | ".join(filter(None, (what, ours, other, ratio, goal))))


if __name__ == "__main__":
    main()
