"""What the builders of all tables share: the batch, its replay, and the usual indices."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    EVENT_KINDS,
    KAKAN,
    PON,
    RIICHI_ACCEPTED,
    UNKNOWN_POINTS,
)
from mjlog.model import GameBatch
from mjlog.replay import Replay
from mjlog.rules import Rules

from .arrow import coded, flags, lists, numbers, strings
from .people import People

if TYPE_CHECKING:
    from mjlog.auditing import Audit

__all__ = ["Context", "first_rows", "places", "rule_values"]

WINDS = ("E", "S", "W", "N")
_DEFAULTS = Rules()
RIICHI_TEXT: Final = tuple(
    "".join("R" if code >> (4 + s) & 1 else "d" if code >> s & 1 else "-" for s in range(4))
    for code in range(256)
)
FURITEN_TEXT: Final = tuple(
    "".join("-dtr"[code >> (2 * s) & 3] for s in range(4)) for code in range(256)
)


@dataclass
class Context:
    """A batch on its way into tables; indices are worked out once, when first needed."""

    batch: GameBatch
    replay: Replay
    audit: Audit | None = None
    people: People = field(default_factory=People)

    # --- keys
    @cached_property
    def game_ids(self) -> pa.Array:
        """The ids as strings, G."""
        return strings([info.id for info in self.batch.info])

    def game_ref(self, games: NDArray[Any]) -> pa.Array:
        """Return the ``game_id`` column for rows of ``games``."""
        return pa.DictionaryArray.from_arrays(
            pa.Array.from_buffers(
                pa.int32(), len(games), [None, pa.py_buffer(np.ascontiguousarray(games, np.int32))]
            ),
            self.game_ids,
            safe=False,
        )

    @cached_property
    def round_number(self) -> NDArray[np.int32]:
        """int32[R], round of the game, from 0."""
        first = self.batch.first_round[:-1]
        rounds = np.arange(len(self.batch.rounds), dtype=np.int32)
        return rounds - first[self.batch.rounds.game]

    @cached_property
    def event_round(self) -> NDArray[np.int32]:
        """int32[E], row of the round."""
        counts = np.diff(self.batch.rounds.first_event)
        return np.repeat(np.arange(len(counts), dtype=np.int32), counts)

    @cached_property
    def event_number(self) -> NDArray[np.int32]:
        """int32[E], event of the round, from 0."""
        first = self.batch.rounds.first_event
        counts = np.diff(first)
        return np.arange(len(self.batch.events), dtype=np.int32) - np.repeat(first[:-1], counts)

    @cached_property
    def last_event(self) -> NDArray[np.int32]:
        """int32[R], row of the last event; -1 for a round without events."""
        first = self.batch.rounds.first_event
        return np.where(np.diff(first) > 0, first[1:] - 1, -1).astype(np.int32)

    # --- seats
    @cached_property
    def seat_key(self) -> NDArray[np.int32]:
        """int32[E], round row * 4 + seat; -1 where nobody acts."""
        seat = self.batch.events.seat
        return np.where(seat < 4, self.event_round * 4 + seat, -1).astype(np.int32)

    @cached_property
    def present(self) -> NDArray[np.bool_]:
        """bool[R, 4], the seat plays."""
        players = self.batch.players[self.batch.rounds.game]
        seated: NDArray[np.bool_] = np.arange(4) < players[:, None]
        return seated

    @cached_property
    def seated(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Round row and seat of every player's round, in order."""
        row, seat = np.nonzero(self.present)
        return row, seat

    def pick(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return the values [R, 4] of the players' rounds, in the order of :attr:`seated`."""
        flat = values.reshape(-1, *values.shape[2:])
        if len(self.seated[0]) == len(flat):  # nobody is absent
            return flat
        return flat[self.present.ravel()]

    @cached_property
    def _rows_by_kind(self) -> list[NDArray[np.int64]]:
        kinds = self.batch.events.kind
        order = np.argsort(kinds, kind="stable")  # a radix sort for bytes
        bounds = np.searchsorted(kinds[order], np.arange(len(EVENT_KINDS) + 1))
        return [order[a:b] for a, b in pairwise(bounds.tolist())]

    def rows_of(self, *kinds: int) -> NDArray[np.int64]:
        """Return the rows of the events of these kinds, in order."""
        parts = [self._rows_by_kind[kind] for kind in kinds]
        return parts[0] if len(parts) == 1 else np.sort(np.concatenate(parts))

    def count(self, *kinds: int) -> NDArray[np.int64]:
        """Return int64[R, 4], how many events of these kinds each seat has in each round."""
        keys = self.seat_key[self.rows_of(*kinds)]
        size = len(self.batch.rounds) * 4
        return np.bincount(keys[keys >= 0], minlength=size).reshape(-1, 4)

    @cached_property
    def tenpai_rows(self) -> NDArray[np.int64]:
        """Rows of the discards and melds that left a hand tenpai, in order."""
        rows = self.rows_of(DISCARD, CHI, PON, DAIMINKAN, KAKAN, ANKAN)
        waiting: NDArray[np.int64] = rows[self.replay.waits[rows] != 0]
        return waiting

    def hand_before(
        self, rounds: NDArray[Any], seats: NDArray[Any], rows: NDArray[Any]
    ) -> NDArray[np.int64]:
        """Return for each win (event row) the event that left the waiting hand.

        That is the winner's last discard or kan: on a tsumo the one before the draw. -1 when
        there is none: the hand waited as it was dealt.
        """
        first = self.batch.rounds.first_event[rounds]
        left = self._hand_row(rows, seats, first)
        drawn = (left >= 0) & (self.batch.events.kind[left] == DRAW)
        return np.where(drawn, self._hand_row(left, seats, first), left)

    def _hand_row(
        self, rows: NDArray[Any], seats: NDArray[Any], first: NDArray[Any]
    ) -> NDArray[np.int64]:
        """int64[N], the last event before ``rows`` in the round that changed the hand, else -1."""
        found = self.replay.hand_row[rows - 1, seats].astype(np.int64)
        return np.where((rows > first) & (found >= first), found, -1)

    @cached_property
    def end_rows(self) -> NDArray[np.int64]:
        """int64[R, 4], the event that last changed each hand of a round; -1 as dealt."""
        rows = np.full((len(self.batch.rounds), 4), -1, np.int64)
        played = self.last_event >= 0
        rows[played] = self.replay.hand_row[self.last_event[played]]
        return rows

    @cached_property
    def end_shanten(self) -> NDArray[np.int8]:
        """int8[R, 4], shanten of each hand at the end of a round; 99 unknown."""
        rows = self.end_rows
        later = self.replay.shanten[rows] if len(self.replay.shanten) else rows
        return np.where(rows < 0, self.replay.deal_shanten, later).astype(np.int8)

    @cached_property
    def end_tenpai(self) -> NDArray[np.bool_]:
        """bool[R, 4], the hand is tenpai (or complete) at the end of a round."""
        rows = self.end_rows
        dealt: NDArray[np.bool_] = self.replay.deal_waits != 0
        if not len(self.replay.waits):
            return dealt
        drawn = self.batch.events.kind[rows] == DRAW
        waiting = np.where(drawn, self.end_shanten <= 0, self.replay.waits[rows] != 0)
        return np.where(rows < 0, dealt, waiting)

    def by_seat(self, rounds: NDArray[Any], values: pa.Array, type: str) -> pa.Array:
        """Return lists of one value a seat, from ``values`` of four a row of ``rounds``."""
        present = self.present[rounds]
        if not present.all():
            values = values.filter(flags(present.ravel()))
        return lists(present.sum(axis=1), values, type)

    def points_by_seat(self, rounds: NDArray[Any], points: NDArray[Any]) -> pa.Array:
        """Return lists of points, one a seat; UNKNOWN_POINTS becomes null inside the list."""
        flat = points.ravel()
        return self.by_seat(rounds, numbers(flat, "int32", flat == UNKNOWN_POINTS), "list int32")

    # --- people
    @cached_property
    def players(self) -> list[tuple[str, ...]]:
        """Person at each seat of each game."""
        return [self.people.in_game(info.names, info.id) for info in self.batch.info]

    @cached_property
    def _person_codes(self) -> tuple[NDArray[np.int32], list[str]]:
        numbers: dict[str, int] = {}
        codes = [[numbers.setdefault(p, len(numbers)) for p in seats] for seats in self.players]
        return np.array(codes, np.int32).reshape(-1, 4), list(numbers)

    def player_ref(self, games: NDArray[Any], seats: NDArray[Any]) -> pa.Array:
        """Return the ``player`` column for rows of (game, seat)."""
        codes, labels = self._person_codes
        return coded(codes[games, seats], labels, type="ref")

    # --- points
    @cached_property
    def round_deltas(self) -> NDArray[np.int64]:
        """int64[R, 4], recorded change by the results of a round, deposits paid not included.

        UNKNOWN_POINTS where a result is missing or its change is not recorded.
        """
        batch = self.batch
        total = np.zeros((len(batch.rounds), 4), np.int64)
        unknown = np.ones((len(batch.rounds), 4), np.bool_)
        for table in (batch.wins, batch.draws):
            unknown[table.round] = False
        for table in (batch.wins, batch.draws):
            np.add.at(total, table.round, np.where(table.deltas == UNKNOWN_POINTS, 0, table.deltas))
            bad, seat = np.nonzero(table.deltas == UNKNOWN_POINTS)
            unknown[table.round[bad], seat] = True
        total[unknown] = UNKNOWN_POINTS
        return total

    @cached_property
    def accepted(self) -> NDArray[np.int64]:
        """int64[R, 4], riichi deposits paid in the round."""
        return self.count(RIICHI_ACCEPTED)

    @cached_property
    def sticks_left(self) -> NDArray[np.int64]:
        """int64[R], sticks on the table after the round (none after a win)."""
        rounds = self.batch.rounds
        left: NDArray[np.int64] = np.maximum(rounds.deposits, 0) + self.accepted.sum(axis=1)
        left[self.batch.wins.round] = 0
        return left

    @cached_property
    def riichi_bet(self) -> NDArray[np.int32]:
        """int32[G], points of a riichi deposit."""
        bets = np.array([r.riichi_bet for r in self.batch.rules], np.int32)
        return bets[self.batch.rules_index]


def first_rows(keys: NDArray[Any], rows: NDArray[Any], size: int) -> NDArray[np.int64]:
    """Return int64[size], for each key the first of ``rows`` that has it, else -1."""
    first = np.full(size, -1, np.int64)
    first[keys[::-1]] = rows[::-1]  # a later assignment wins, so the first row stands
    return first


def places(points: NDArray[Any]) -> NDArray[np.int64]:
    """Return int64[N, 4], the place (1–4) of each seat by ``points`` [N, 4], ties by seat.

    >>> places(np.array([[25000, 30000, 25000, 20000]])).tolist()
    [[2, 1, 3, 4]]
    """
    ahead = points[:, None, :] > points[:, :, None]
    tied = points[:, None, :] == points[:, :, None]
    earlier = np.tri(4, 4, -1, dtype=np.bool_)
    better: NDArray[np.int64] = (ahead | (tied & earlier)).sum(axis=2)
    return 1 + better


def rule_values(rules: Rules) -> str:
    """Return the parameters of ``rules`` that differ from the defaults, as a JSON object."""
    skipped = ("name", "title", "sources", "unspecified")
    changed = {
        f.name: _plain(getattr(rules, f.name))
        for f in fields(rules)
        if f.name not in skipped and getattr(rules, f.name) != getattr(_DEFAULTS, f.name)
    }
    return json.dumps(changed, sort_keys=True, ensure_ascii=False)


def _plain(value: object) -> object:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(v) for v in value]
    return value
