"""Bots that play to a card: which lines they aim at, and what they keep for them.

A bot measures its hand against a short list of the card's concrete hands (all of them whenever
its exposures change, and every few turns), weighs the nearest ones by tiles away, by what is
left of the tiles they lack, and by value, and keeps what most of that weight needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..card import Card, Exposure, Remainder, measure
from ..rulings.judging import counts_of
from ..tiles import JOKER, UNKNOWN, WIDTH

__all__ = ["STYLES", "Bot", "Style", "Targets"]

Bytes = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float64]

#: Concrete hands that a bot follows, and those among them that it weighs.
SHORT: Final = 120
TOP: Final = 20
#: Turns after which a bot looks at the whole card again.
REFRESH: Final = 5
#: Penalty of a missing tile by the number of live ones.
_SCARCITY: Final = np.array([1.2, 0.5, 0.25, 0.12, 0.06, 0.05, 0.04, 0.03, 0.02])
#: A copy that less than this part of the weight needs is not missed.
_JUNK: Final = 0.12


class Style(NamedTuple):
    """How a bot plays.

    Attributes:
        name: Its name. greed: Tiles away that ten points of value are worth.
        claim_at: Tiles away from which on it claims. stop_at: Tiles away with which it stops the
            second Charleston. care: Weight of tiles that are running out.
        watch: How often it notices a dead hand. doubt: How often it denies that its own is one.
    """

    name: str
    greed: float = 0.1
    claim_at: int = 5
    stop_at: int = 3
    care: float = 1.0
    watch: float = 0.4
    doubt: float = 0.3


#: The bots, by name.
STYLES: Final = (
    Style("Bot A"),
    Style("Bot B", greed=0.25, claim_at=4),
    Style("Bot C", greed=0.02, claim_at=7, stop_at=4),
    Style("Bot D", greed=0.15, claim_at=3, stop_at=2, watch=0.8),
    Style("Bot E", greed=0.05, claim_at=6, care=1.5),
    Style("Bot F", greed=0.4, claim_at=4, stop_at=4, doubt=0.6),
    Style("Bot G", claim_at=6, care=0.4, watch=0.1),
    Style("Bot H", greed=0.2, stop_at=2, watch=0.2, doubt=0.1),
)


class Targets(NamedTuple):
    """The hands that a bot weighs.

    Attributes:
        rows: (K,) rows of the card's table. away: (K,) tiles away.
        need: (39, K) tiles needed by code. natural: (39, K) those of them that must be natural.
        flexible: (39, K) tiles of groups that may be claimed. weight: (K,) sums to 1.
    """

    rows: npt.NDArray[np.int64]
    away: Bytes
    need: Bytes
    natural: Bytes
    flexible: Bytes
    weight: Floats


class Short:
    """A short list of concrete hands, laid out for quick measuring.

    Flowers that stand in for other tiles (``~``) are left out of account: a bot may miss such
    a win.

    Attributes:
        rows: (R,) rows of the card's table. parts: (39, 3, R) needed in all, natural, flexible.
    """

    def __init__(self, remainder: Remainder) -> None:
        self.rows = remainder.rows
        parts = (remainder.total, remainder.natural, remainder.flexible)
        self.parts = np.stack(parts, axis=1)
        self._two = np.ascontiguousarray(self.parts[:, :2].reshape(WIDTH, -1))
        self._need = np.int8(remainder.need)
        self._naturals = remainder.natural_sum

    def measure(self, counts: Bytes) -> tuple[Bytes, Bytes]:
        """Return tiles away and naturals among them, int8 arrays (R,)."""
        held = counts.nonzero()[0]
        jokers = counts[JOKER]
        if jokers:
            held = held[:-1]
        used = np.add.reduce(np.minimum(counts[held, None], self._two[held]), 0, np.int8)
        n = len(self.rows)
        must = self._naturals - used[n:]
        lacking = self._need - used[:n]
        return lacking - np.minimum(jokers, lacking - must) if jokers else lacking, must


class Bot:
    """One player of one hand.

    Attributes:
        style: How it plays. away: Tiles away when it last looked.
        reserve: Tiles that it never gives away, whatever it aims at.
        denied: Whether it was challenged and denied.
    """

    def __init__(self, style: Style, card: Card, rng: Random) -> None:
        self.style, self.card = style, card
        self.away = WIDTH
        self.reserve: Counter[int] = Counter()
        self.denied = False
        self.targets: Targets | None = None
        self._shown = -1
        self._age = 0
        self._short: Short | None = None
        self._taste = np.array([rng.random() for _ in range(WIDTH)]) * 0.02

    # --- looking

    def look(self, rack: Sequence[int], shown: tuple[Exposure, ...], live: Bytes) -> None:
        """Measure the hand and weigh its targets.

        Args:
            rack: Concealed tiles. shown: Own exposures.
            live: (39,) copies that the player has not seen.
        """
        counts = counts_of(rack)
        short = self._list(counts, shown)
        if not len(short.rows):
            self.away, self.targets = WIDTH, None
            return
        away, must = self._measure(counts, short)
        key = away.astype(np.int16) * np.int16(16) + must
        order = np.argsort(key, kind="stable")[:TOP]
        self.targets = self._weigh(counts, short, order, away[order], must[order], live)

    def forget(self) -> None:
        """Look at the whole card again next time: the hand has changed much."""
        self._short = None

    def rest(self, rack: Sequence[int]) -> None:
        """Measure the hand after a discard; the targets stay."""
        if self._short is not None and len(self._short.rows):
            self._measure(counts_of(rack), self._short)

    def _measure(self, counts: Bytes, short: Short) -> tuple[Bytes, Bytes]:
        away, must = short.measure(counts)
        self.away = int(away.min())
        return away, must

    def _list(self, counts: Bytes, shown: tuple[Exposure, ...]) -> Short:
        """Return the hands to follow: the nearest ones of the whole card, for some turns."""
        self._age += 1
        if self._short is not None and len(shown) == self._shown and self._age < REFRESH:
            return self._short
        self._shown, self._age = len(shown), 0
        whole = self.card.table.after(shown)
        if len(whole.rows) > SHORT:
            away, must = measure(counts, whole)
            key = away.astype(np.int16) * np.int16(16) + must
            order = np.argsort(key, kind="stable")
            keep = np.zeros(len(whole.rows), bool)
            keep[order[:SHORT]] = True
            whole = whole.restricted(keep)
        self._short = Short(whole)
        return self._short

    def _weigh(
        self, counts: Bytes, short: Short, order: npt.NDArray[np.int64], away: Bytes,
        must: Bytes, live: Bytes,
    ) -> Targets:  # fmt: skip
        parts = short.parts[:, :, order]
        need, natural = parts[:, 0], parts[:, 1]
        have = counts[:, None]
        missing = np.maximum(need - have, 0)
        rows = short.rows[order]
        score = (self.style.care * _SCARCITY.take(live, mode="clip")) @ missing.astype(np.float64)
        score += away + 0.2 * must - self.style.greed / 10 * self.card.table.value[rows]
        gone = (natural - have > np.maximum(live, 0)[:, None]).any(axis=0)
        score += 30.0 * gone
        weight = np.exp((score.min() - score) * 1.8)
        weight /= weight.sum()
        return Targets(rows, away, need, natural, parts[:, 2], weight)

    # --- choosing tiles

    def worth(self, counts: Bytes) -> Floats:
        """Return (39,) the part of the weight that needs the last copy held of each kind.

        Kinds that are not held count as infinite.
        """
        targets = self.targets
        if targets is None:
            value = np.full(WIDTH, 0.5) + self._taste
        else:
            have = counts[:, None]
            value = (have <= targets.need).astype(np.float64) @ targets.weight + self._taste
            if counts[JOKER]:
                missing = np.maximum(targets.need - have, 0)
                natural = np.maximum(targets.natural - have, 0)
                room = missing.sum(axis=0) - natural.sum(axis=0)
                value[JOKER] = max(float((room >= counts[JOKER]) @ targets.weight), 0.3)
        value[counts == 0] = np.inf
        return value

    def _free(self, rack: Sequence[int]) -> Bytes:
        """Return the counts of a rack without what is reserved."""
        if not self.reserve:
            return counts_of(rack)
        reserved = [tile for tile, n in self.reserve.items() for _ in range(n)]
        free: Bytes = np.maximum(counts_of(rack) - counts_of(reserved), 0)
        return free

    def discard(self, rack: Sequence[int]) -> int:
        """Return the tile to discard."""
        counts = counts_of(rack)
        value = self.worth(counts)
        if self.reserve:
            free = self._free(rack)
            if free.any():
                value[free == 0] = np.inf
        if not np.isfinite(value).any():
            return UNKNOWN
        return int(value.argmin())

    def spare(self, rack: Sequence[int], most: int) -> list[int]:
        """Return up to ``most`` tiles that are given away most easily, no jokers among them."""
        counts, free = counts_of(rack), self._free(rack)
        found: list[int] = []
        for _ in range(most):
            value = self.worth(counts)
            value[JOKER] = np.inf
            if np.isfinite(value[free > 0]).any():
                value[free == 0] = np.inf
            if not np.isfinite(value).any():
                break
            tile = int(value.argmin())
            found.append(tile)
            counts[tile] -= 1
            free[tile] = max(free[tile] - 1, 0)
        return found

    def junk(self, rack: Sequence[int]) -> int:
        """Return how many tiles, three at most, the bot would give away without regret."""
        counts = counts_of(rack)
        number = 0
        for tile in self.spare(rack, 3):
            number += bool(self.worth(counts)[tile] < _JUNK)
            counts[tile] -= 1
        return number

    # --- discards of others

    def wins_on(self, rack: Sequence[int], tile: int) -> bool:
        """Whether a discard may complete the hand."""
        if self.away != 1 or self._short is None or tile == JOKER:
            return False
        away, _ = self._short.measure(counts_of([*rack, tile]))
        return not away.all()

    def group_for(self, rack: Sequence[int], tile: int) -> tuple[int, ...] | None:
        """Return the group that the bot would like to expose with a discard, None if none."""
        targets = self.targets
        held, jokers = rack.count(tile), rack.count(JOKER)
        if targets is None or held + jokers < 2 or self.away > self.style.claim_at:
            return None
        table = self.card.table
        near = targets.away <= self.away + 1
        near &= (targets.flexible[tile] >= 3) & (targets.need[tile] > held)
        near &= ~table.concealed[targets.rows] & (targets.weight > 0.08)
        for i in np.flatnonzero(near).tolist():
            sizes = table.sizes[targets.rows[i]][table.kinds[targets.rows[i]] == tile].tolist()
            for size in sorted(sizes, reverse=True):
                spare = held - int(targets.natural[tile, i])
                naturals = min(max(spare, 0), size - 1)
                wild = size - 1 - naturals
                if size <= int(targets.flexible[tile, i]) and wild <= jokers:
                    group: tuple[int, ...] = (tile,) * (naturals + 1) + (JOKER,) * wild
                    return group
        return None

    def likes_exchange(self, rack: Sequence[int], kind: int) -> bool:
        """Whether a joker serves the hand better than a natural that it holds."""
        if self._short is None or not len(self._short.rows) or self.reserve[kind]:
            return False
        after = list(rack)
        after[after.index(kind)] = JOKER
        then, _ = self._short.measure(counts_of(after))
        return bool(then.min() <= self.away)
