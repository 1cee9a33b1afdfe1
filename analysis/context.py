"""What the builders of all tables share: the batch, its replay, and the usual indices."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.codes import (
    DISCARD,
    DRAW,
    KITA,
    RIICHI_ACCEPTED,
    UNKNOWN_POINTS,
)
from mjlog.model import GameBatch
from mjlog.replay import Replay
from mjlog.rules import Rules

from .arrow import coded, lists, numbers, strings
from .digest import play_digests
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
    known_plays: list[str | None] | None = None  # the fingerprints, where they are worked out
    _counts: dict[int, NDArray[np.int64]] = field(default_factory=dict, init=False)

    # --- keys
    @cached_property
    def game_ids(self) -> pa.Array:
        """The ids as strings, G."""
        return strings([info.id for info in self.batch.info])

    @cached_property
    def plays(self) -> list[str | None]:
        """Fingerprint of each game, see :func:`.digest.play_digests`."""
        return play_digests(self.batch) if self.known_plays is None else self.known_plays

    def game_ref(self, games: NDArray[Any]) -> pa.Array:
        """Return the ``game_id`` column for rows of ``games``."""
        return self._refs(games, self.game_ids)

    @staticmethod
    def _refs(rows: NDArray[Any], labels: pa.Array) -> pa.Array:
        return pa.DictionaryArray.from_arrays(numbers(rows, "int32"), labels, safe=False)

    def event_games(self) -> pa.Array:
        """Return the ``game_id`` column of a row an event."""
        events = np.diff(self.batch.rounds.first_event[self.batch.first_round])
        return self.game_ref(np.repeat(np.arange(len(events), dtype=np.int32), events))

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
        counts = np.diff(self.batch.rounds.first_event)
        first = np.arange(len(counts), dtype=np.int32) * np.int32(4)
        key = np.repeat(first, counts) + seat.astype(np.int32)
        np.copyto(key, -1, where=seat > 3)
        return key

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
        if len(self._seated_cells) == len(flat):  # nobody is absent
            return flat
        return flat.take(self._seated_cells, axis=0)

    @cached_property
    def _seated_cells(self) -> NDArray[np.int64]:
        return np.flatnonzero(self.present)

    def rows_of(self, *kinds: int) -> NDArray[np.int64]:
        """Return the rows of the events of these kinds, in order."""
        if kinds == (DISCARD,):
            return np.flatnonzero(self.batch.events.kind == DISCARD)
        wanted = np.zeros(256, np.bool_)
        wanted[list(kinds)] = True
        if wanted[DRAW] or wanted[DISCARD]:
            return np.flatnonzero(wanted.take(self.batch.events.kind))
        rows, kinds_of_rows = self._rare
        return rows[wanted.take(kinds_of_rows)]

    @cached_property
    def _rare(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Rows and kinds of all events but draws and discards: one in twenty."""
        kinds = self.batch.events.kind
        rows = np.flatnonzero((kinds != DRAW) & (kinds != DISCARD))
        return rows, kinds.take(rows)

    def count(self, kind: int) -> NDArray[np.int64]:
        """Return int64[R, 4], how many events of this kind each seat has in each round."""
        if kind not in self._counts:
            size = len(self.batch.rounds) * 4
            keys = self.seat_key.take(self.rows_of(kind)) + 1  # 0: nobody acts
            self._counts[kind] = np.bincount(keys, minlength=size + 1)[1:].reshape(-1, 4)
        return self._counts[kind]

    @cached_property
    def waiting_rows(self) -> NDArray[np.int64]:
        """Rows of the events that left a hand with waits, in order."""
        return np.flatnonzero(self.replay.waits != 0)

    @cached_property
    def tenpai_rows(self) -> NDArray[np.int64]:
        """Rows of the discards and kans (no kita) that left a hand tenpai, in order."""
        rows = self.waiting_rows
        tenpai: NDArray[np.int64] = rows[self.batch.events.kind.take(rows) != KITA]
        return tenpai

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
        if not len(self.replay.hand_row):
            return np.full((len(self.batch.rounds), 4), -1, np.int64)
        rows = self.replay.hand_row.take(self.last_event, axis=0).astype(np.int64)
        rows[self.last_event < 0] = -1
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

    def by_seat(
        self,
        rounds: NDArray[Any],
        type: str,
        build: Callable[..., pa.Array],
        *values: NDArray[Any],
    ) -> pa.Array:
        """Return lists of one value a seat, one list a row of ``rounds``.

        Args:
            rounds: Row of the round, N.
            type: Type word of the column.
            build: Makes the column of all values in the lists from arrays of them.
            values: What it is given, [N, 4] each.
        """
        present = self.present.take(rounds, axis=0)
        flat = [v.reshape(-1, *v.shape[2:]) for v in values]
        if not present.all():
            flat = [v[present.ravel()] for v in flat]
        players = self.batch.players[self.batch.rounds.game[rounds]]
        return lists(players, build(*flat), type)

    def points_by_seat(self, rounds: NDArray[Any], points: NDArray[Any]) -> pa.Array:
        """Return lists of points, one a seat; UNKNOWN_POINTS becomes null inside the list."""
        return self.by_seat(rounds, "list int32", _points, points)

    # --- people
    @cached_property
    def _person_codes(self) -> tuple[NDArray[np.int32], list[str]]:
        """int32[G * 4], who sits there, and the persons."""
        accounts = self.people.accounts
        names = [name for info in self.batch.info for name in accounts(info.names, info.id)]
        persons: dict[str, int] = {}
        code = {
            name: persons.setdefault(self.people.player(name), len(persons))
            for name in dict.fromkeys(names)
        }
        return np.fromiter(map(code.__getitem__, names), np.int32, len(names)), list(persons)

    def player_ref(self, games: NDArray[Any], seats: NDArray[Any]) -> pa.Array:
        """Return the ``player`` column for rows of (game, seat)."""
        codes, labels = self._person_codes
        chosen = codes.take(games.astype(np.intp) * 4 + seats)
        if np.bincount(chosen, minlength=len(labels)).all():  # nobody is missing
            return self._refs(chosen, self._persons)
        return coded(chosen, labels, type="ref")

    @cached_property
    def _persons(self) -> pa.Array:
        return strings(self._person_codes[1])

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
            missing = table.deltas == UNKNOWN_POINTS
            changes = np.where(missing, 0, table.deltas)
            for seat in range(4):  # weights are floats: exact for points
                total[:, seat] += np.bincount(
                    table.round, changes[:, seat], len(batch.rounds)
                ).astype(np.int64)
            bad, seats = np.nonzero(missing)
            unknown[table.round[bad], seats] = True
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
    seats = np.ascontiguousarray(points.T)
    found = np.ones((len(points), 4), np.int64)
    for seat, other in permutations(range(4), 2):
        ahead = np.greater_equal if other < seat else np.greater
        found[:, seat] += ahead(seats[other], seats[seat])
    return found


def _points(points: NDArray[Any]) -> pa.Array:
    return numbers(points, "int32", points == UNKNOWN_POINTS)


@lru_cache(maxsize=256)
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
