"""What a record says about errors at the table, round by round.

Only records kept by people have such rows (:class:`mjlog.model.Incidents`) and they are few, so
this is plain Python over the columns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from ..codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    KAKAN,
    KITA,
    PON,
    RIICHI,
    RYUUKYOKU,
    UNKNOWN_POINTS,
    WIN,
)
from ..model import GameBatch
from ..rules import Rules

__all__ = ["CALLS", "NOBODY", "Entry", "RoundFacts", "entries_of", "facts_of", "is_hand_kept"]

NOBODY: Final = -1
CALLS: Final = (CHI, PON, DAIMINKAN, KAKAN, ANKAN)
#: Events that are a turn of somebody.
PLAYS: Final = (DRAW, DISCARD, *CALLS, KITA, RIICHI, WIN, RYUUKYOKU)

#: Formats that people write at a table: there an impossible move is an error of a player. In
#: the record of a server it is a fault of the record, and family L reports it.
HAND_KEPT: Final = frozenset({"table", "table-json", "table-csv"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One incident of a round.

    Attributes:
        kind: See :data:`mjlog.codes.INCIDENT_KINDS`.
        event: Row in events before which it happened.
        seat, by_seat: 0–3, or NOBODY.
        tiles: Tile codes.
        flag: 1 yes, 0 no, -1 not recorded.
        deltas: Points that changed hands, None when not recorded.
        text: Words of a ruling.
        found: The record does not name it; it follows from the tiles.
    """

    kind: int
    event: int
    seat: int = NOBODY
    by_seat: int = NOBODY
    tiles: tuple[int, ...] = ()
    flag: int = -1
    deltas: tuple[int, ...] | None = None
    text: str = ""
    found: bool = False


@dataclass(slots=True)
class RoundFacts:
    """A round with what its incidents are judged by.

    Attributes:
        r, game: Rows of the round and of its game.
        first, last: Its events are first … last − 1.
        indicator: The first dora indicator, 255 unknown.
        start: Points at the start, or None where one is not recorded.
        entries: Its incidents in order.
        kinds, seats, tiles: Columns of its events.
        wins: (row in wins, event, winner, payer, tile).
        draw: Row in draws, or NOBODY.
        draw_kind: Kind of the draw (UNKNOWN where it is not told), or NOBODY.
    """

    r: int
    game: int
    rules: Rules
    dealer: int
    first: int
    last: int
    indicator: int
    start: tuple[int, ...] | None
    entries: list[Entry]
    kinds: list[int]
    seats: list[int]
    tiles: list[int]
    wins: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    draw: int = NOBODY
    draw_kind: int = NOBODY

    @property
    def players(self) -> int:
        """Number of players."""
        return self.rules.players

    def events(self, start: int, stop: int | None = None) -> range:
        """Return the rows of events from ``start`` on, cut to the round."""
        return range(max(start, self.first), self.last if stop is None else min(stop, self.last))

    def kind(self, event: int) -> int:
        """Return the kind of an event."""
        return self.kinds[event - self.first]

    def seat(self, event: int) -> int:
        """Return who acts in an event."""
        return self.seats[event - self.first]

    def tile(self, event: int) -> int:
        """Return the tile of an event."""
        return self.tiles[event - self.first]

    def of(self, *kinds: int) -> list[Entry]:
        """Return the entries of some kinds."""
        return [entry for entry in self.entries if entry.kind in kinds]

    def is_begun(self, event: int) -> bool:
        """Tell whether the dealer's first discard lies before ``event``."""
        return any(self.kind(e) == DISCARD for e in self.events(self.first, event))

    def discard_of(self, seat: int, event: int) -> int:
        """Return the discard of the turn at ``event``: just made, or the seat's next; -1 none."""
        before = [e for e in self.events(self.first, event) if self.kind(e) in PLAYS]
        if before and self.kind(before[-1]) == DISCARD and self.seat(before[-1]) == seat:
            return before[-1]
        for e in self.events(event):
            if self.kind(e) == DISCARD and self.seat(e) == seat:
                return e
        return NOBODY

    def turn(self, seat: int, event: int) -> int:
        """Return the seat's turn at ``event``: its discards before, a turn begun counts too."""
        turn, begun = 0, False
        for e in self.events(self.first, event + 1):
            if self.seat(e) != seat:
                continue
            if self.kind(e) == DISCARD:
                turn, begun = turn + 1, False
            elif self.kind(e) in (DRAW, CHI, PON):
                begun = True
        return turn + begun


def is_hand_kept(batch: GameBatch, game: int) -> bool:
    """Tell whether a person kept the record of a game."""
    return batch.info[game].format in HAND_KEPT


def entries_of(batch: GameBatch) -> dict[int, list[Entry]]:
    """Return the incidents of each round that has any, by row of the round."""
    table = batch.incidents
    found: dict[int, list[Entry]] = {}
    for i in range(len(table)):
        deltas = tuple(int(d) for d in table.deltas[i])
        seat, by_seat = int(table.seat[i]), int(table.by_seat[i])
        packed = int(table.tiles[i])
        tiles = (packed >> shift & 0xFF for shift in (0, 8, 16, 24))
        entry = Entry(
            kind=int(table.kind[i]),
            event=int(table.event[i]),
            seat=seat if seat <= 3 else NOBODY,
            by_seat=by_seat if by_seat <= 3 else NOBODY,
            tiles=tuple(t for t in tiles if t != 0xFF),
            flag=int(table.flag[i]),
            deltas=None if UNKNOWN_POINTS in deltas[: _players(batch, table.round[i])] else deltas,
            text=str(table.text[i]),
        )
        found.setdefault(int(table.round[i]), []).append(entry)
    return found


def _players(batch: GameBatch, r: int) -> int:
    return int(batch.players[batch.rounds.game[r]])


def facts_of(batch: GameBatch, r: int, entries: list[Entry]) -> RoundFacts:
    """Return a round and its results, ready to be judged."""
    rounds, events, wins, draws = batch.rounds, batch.events, batch.wins, batch.draws
    game = int(rounds.game[r])
    rules = batch.rules[int(batch.rules_index[game])]
    first, last = int(rounds.first_event[r]), int(rounds.first_event[r + 1])
    start = tuple(int(s) for s in rounds.scores[r][: rules.players])
    facts = RoundFacts(
        r=r,
        game=game,
        rules=rules,
        dealer=int(rounds.dealer[r]),
        first=first,
        last=last,
        indicator=int(rounds.indicator[r]),
        start=None if UNKNOWN_POINTS in start else start,
        entries=list(entries),
        kinds=events.kind[first:last].tolist(),
        seats=events.seat[first:last].tolist(),
        tiles=events.tile[first:last].tolist(),
    )
    for w in np.flatnonzero(wins.round == r).tolist():
        columns = (wins.event, wins.seat, wins.from_seat, wins.tile)
        event, seat, payer, tile = (int(column[w]) for column in columns)
        facts.wins.append((w, event, seat, payer, tile))
    for d in np.flatnonzero(draws.round == r).tolist():
        facts.draw, facts.draw_kind = d, int(draws.kind[d])
    return facts
