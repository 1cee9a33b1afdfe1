"""Compare recorded tiles with the rebuilt walls, row by row."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..codes import DORA, DRAW, EXHAUSTIVE, NAGASHI
from ..engine import wall_check as wc
from ..engine.jit import select
from ..engine.report import W
from ..model import GameBatch
from ..tiles import CODE_OF_ID
from .rebuild import Walls
from .wall import WALL_SIZE

__all__ = ["compare_walls"]

# Columns of a row of differences; the first six are those of mjlog.engine.report.
CODE: Final = 0
ROUND: Final = 1
EVENT: Final = 2  # row of the events table, -1 none
SEAT: Final = 3  # 255 none
RECORDED: Final = 4  # tile code, sum of the dice, number of draws
EXPECTED: Final = 5
RECORDED_ID: Final = 6  # physical tile, 255 none
EXPECTED_ID: Final = 7
COUNT: Final = 8  # how many places of the round differ in this way
COMPARED: Final = 9  # how many were compared
ROW_WIDTH: Final = 10

DEAL: Final = W + 101
WRONG_DRAW: Final = W + 102
INDICATOR: Final = W + 103
URA: Final = W + 104
DICE: Final = W + 105
END: Final = W + 106

#: uint8[2, 4, 52]: place in the wall of each dealt tile, by three players (1), dealer, and
#: seat × 13 + number; 135, which no three-player wall has, for the absent seat.
DEAL_PLACES: Final[NDArray[np.uint8]] = np.full((2, 4, 52), 135, np.uint8)
for _three, _players in ((0, 4), (1, 3)):
    for _dealer in range(_players):
        for _seat in range(_players):
            for _k in range(13):
                DEAL_PLACES[_three, _dealer, _seat * 13 + _k] = wc.deal_place(
                    (_seat - _dealer) % _players, _k, _players, WALL_SIZE[_players]
                )


def compare_walls(batch: GameBatch, walls: Walls) -> NDArray[np.int64]:
    """Compare the record with its walls.

    A tile is compared by its physical id, or by its code where the record has none. Every
    draw is compared with its own place in the wall, so one wrong tile is one difference.
    When most dealt tiles differ, it is another wall and nothing else of the round is compared.

    Args:
        batch: The games.
        walls: Their walls, from :func:`walls_of`.

    Returns:
        int64[N, 10] in order of rounds, columns as named in this module (the first six are
        those of :mod:`mjlog.engine.report`); at most one row of a code a round. Rounds
        without a wall have none.
    """
    if not walls.known.any():
        return np.zeros((0, ROW_WIDTH), np.int64)
    compared = _Comparison(batch, walls)
    compared.deals()
    compared.starts()
    compared.events()
    compared.ura()
    compared.ends()
    rows = np.array(compared.rows, np.int64).reshape(-1, ROW_WIDTH)
    return rows[np.lexsort((rows[:, CODE], rows[:, ROUND]))]


class _Comparison:
    """The parts of :func:`compare_walls`; each appends to ``rows``."""

    def __init__(self, batch: GameBatch, walls: Walls) -> None:
        self.batch = batch
        self.walls = walls
        self.rows: list[tuple[int, ...]] = []
        rounds = batch.rounds
        reds = np.array([any(rules.aka) for rules in batch.rules], np.intp)
        by_rules = reds[batch.rules_index[rounds.game]]
        self.reds = np.where(walls.reds == 255, by_rules, walls.reds).astype(np.intp)
        self.three = (walls.size == WALL_SIZE[3]).astype(np.intp)
        self.swapped = (walls.generation == 3).astype(np.uint8)
        #: bool[R], rounds that are compared
        self.known = walls.known.copy()
        self.expected = np.full(len(batch.events), 255, np.uint8)
        self.dealt = np.full((len(rounds), 52), 255, np.uint8)
        self.drawn = np.zeros(len(rounds), np.int16)
        select(wc.expected_tiles, len(batch))(
            walls.tiles,
            walls.size,
            self.swapped,
            rounds.dealer,
            DEAL_PLACES,
            rounds.first_event,
            batch.events.kind,
            self.dealt,
            self.expected,
            self.drawn,
        )
        self.to_draw = walls.size.astype(np.int64) - 13 * (4 - self.three) - wc.DEAD_WALL

    def wrong(
        self,
        tile: NDArray[np.uint8],
        tile_id: NDArray[np.uint8],
        expected: NDArray[np.uint8],
        rounds: NDArray[Any] | None = None,
    ) -> NDArray[np.bool_]:
        """Tell which recorded tiles are not the expected ones (unknown is never wrong).

        Args:
            tile: uint8[N, …], codes.
            tile_id: uint8[N, …], physical ids.
            expected: uint8[N, …], physical ids, 255 nothing expected.
            rounds: Round of each row; None when there is one row a round.
        """
        by_id: NDArray[np.bool_] = tile_id != expected
        if not by_id.any():  # as in nearly all records
            return by_id
        by_id &= (tile_id != 255) & (expected != 255)
        no_id = np.nonzero((tile_id == 255) & (tile != 255) & (expected != 255))
        if len(no_id[0]):
            r = no_id[0] if rounds is None else rounds[no_id[0]]
            by_id[no_id] = tile[no_id] != CODE_OF_ID[self.reds[r], expected[no_id]]
        return by_id

    def note(
        self,
        code: int,
        r: int,
        *,
        event: int = -1,
        seat: int = 255,
        recorded: int,
        expected: int,
        recorded_id: int = 255,
        expected_id: int = 255,
        count: int = 1,
        compared: int = 0,
    ) -> None:
        self.rows.append(
            (code, r, event, seat, recorded, expected, recorded_id, expected_id, count, compared)
        )

    def note_tile(
        self, code: int, r: int, *, tile: int, tile_id: int, expected_id: int, **place: int
    ) -> None:
        expected = int(CODE_OF_ID[self.reds[r], expected_id])
        self.note(
            code,
            r,
            recorded=int(tile),
            expected=expected,
            recorded_id=int(tile_id),
            expected_id=int(expected_id),
            **place,
        )

    def deals(self) -> None:
        """Compare the dealt hands; rounds dealt from another wall are left out from here on."""
        rounds = self.batch.rounds
        expected = self.dealt.reshape(-1, 4, 13)
        wrong = self.wrong(rounds.hands, rounds.hand_ids, expected)
        for r in np.flatnonzero(wrong.any(axis=(1, 2)) & self.known).tolist():
            self._deal(r, wrong[r], expected[r])

    def _deal(self, r: int, wrong: NDArray[np.bool_], expected: NDArray[np.uint8]) -> None:
        rounds = self.batch.rounds
        codes = CODE_OF_ID[self.reds[r]]
        for unlike in np.flatnonzero(wrong.any(axis=1)).tolist():
            # without physical tiles the order of the deal is not recorded: compare as sets
            if (rounds.hand_ids[r, unlike] == 255).all():
                wrong[unlike], expected[unlike] = _as_sets(
                    rounds.hands[r, unlike], expected[unlike], codes
                )
        count = int(np.count_nonzero(wrong))
        if not count:
            return
        seat, k = (int(i) for i in np.argwhere(wrong)[0])
        shown = (rounds.hands[r] != 255) | (rounds.hand_ids[r] != 255)
        compared = int(np.count_nonzero(shown & (expected != 255)))
        self.note_tile(
            DEAL,
            r,
            seat=seat,
            tile=rounds.hands[r, seat, k],
            tile_id=rounds.hand_ids[r, seat, k],
            expected_id=expected[seat, k],
            count=count,
            compared=compared,
        )
        if 2 * count > compared:
            self.known[r] = False

    def starts(self) -> None:
        """Compare dice and first indicators."""
        rounds, walls = self.batch.rounds, self.walls
        # a wall that stands in the record tells nothing of the dice
        thrown = (rounds.dice != 255) & (walls.dice != 255) & self.known[:, None]
        wrong = (rounds.dice != walls.dice) & thrown
        for r in np.flatnonzero(wrong.any(axis=1)):
            self.note(
                DICE,
                int(r),
                recorded=_two_dice(rounds.dice[r]),
                expected=_two_dice(walls.dice[r]),
            )
        expected = self._dead_wall(np.arange(len(rounds)), 0, ura=False)
        wrong = self.wrong(rounds.indicator, rounds.indicator_id, expected)
        for r in np.flatnonzero(wrong & self.known):
            self.note_tile(
                INDICATOR,
                int(r),
                tile=rounds.indicator[r],
                tile_id=rounds.indicator_id[r],
                expected_id=expected[r],
            )

    def _dead_wall(self, rounds: NDArray[Any], number: int, *, ura: bool) -> NDArray[np.uint8]:
        """Return the tile of indicator ``number`` in the walls of ``rounds`` (255 unknown)."""
        swap = self.swapped[rounds].astype(np.intp)
        place = 4 + 4 * self.three[rounds] + 2 * number + (1 - swap if ura else swap)
        tile: NDArray[np.uint8] = self.walls.tiles[rounds, place]
        return tile

    def events(self) -> None:
        """Compare draws and new indicators."""
        events = self.batch.events
        wrong = np.flatnonzero(self.wrong_events())
        of_round = np.searchsorted(self.batch.rounds.first_event, wrong, side="right") - 1
        keep = self.known[of_round]
        wrong, of_round = wrong[keep], of_round[keep]
        for kind, code in ((DRAW, WRONG_DRAW), (DORA, INDICATOR)):
            own = events.kind[wrong] == kind
            for r in np.unique(of_round[own]):
                here = wrong[own & (of_round == r)]
                e = int(here[0])
                self.note_tile(
                    code,
                    int(r),
                    event=e,
                    seat=int(events.seat[e]),
                    tile=events.tile[e],
                    tile_id=events.tile_id[e],
                    expected_id=self.expected[e],
                    count=len(here),
                    compared=int(self.drawn[r]) if kind == DRAW else 0,
                )

    def wrong_events(self) -> NDArray[np.bool_]:
        """Tell which events show another tile than the wall has (bool[E])."""
        events = self.batch.events
        differs: NDArray[np.bool_] = (events.tile_id != self.expected) & (self.expected != 255)
        unclear = np.flatnonzero(differs & (events.tile_id == 255))
        if len(unclear):
            r = np.searchsorted(self.batch.rounds.first_event, unclear, side="right") - 1
            differs[unclear] = self.wrong(
                events.tile[unclear], events.tile_id[unclear], self.expected[unclear], r
            )
        return differs

    def ura(self) -> None:
        """Compare the ura indicators that winners show; one row a round."""
        wins = self.batch.wins
        expected = np.stack([self._dead_wall(wins.round, k, ura=True) for k in range(5)], axis=1)
        wrong = self.wrong(wins.ura[:, :5], wins.ura_ids[:, :5], expected, wins.round)
        wrong &= self.known[wins.round][:, None]
        done: set[int] = set()
        for w in np.flatnonzero(wrong.any(axis=1)):
            r, k = int(wins.round[w]), int(np.argmax(wrong[w]))
            if r not in done:
                done.add(r)
                self.note_tile(
                    URA,
                    r,
                    event=int(wins.event[w]),
                    seat=int(wins.seat[w]),
                    tile=wins.ura[w, k],
                    tile_id=wins.ura_ids[w, k],
                    expected_id=expected[w, k],
                    count=int(np.count_nonzero(wrong[w])),
                )

    def ends(self) -> None:
        """Compare where exhaustive draws come, and look for draws beyond the live wall."""
        events, draws = self.batch.events, self.batch.draws
        first_event = self.batch.rounds.first_event
        for r in np.flatnonzero((self.drawn > self.to_draw) & self.known).tolist():
            own = np.flatnonzero(events.kind[first_event[r] : first_event[r + 1]] == DRAW)
            limit = int(self.to_draw[r])
            e = int(first_event[r] + own[limit])
            self.note(
                END,
                int(r),
                event=e,
                seat=int(events.seat[e]),
                recorded=int(self.drawn[r]),
                expected=limit,
            )
        # after a draw too few the short count is a consequence, not a second fault
        shifted = {row[ROUND] for row in self.rows if row[CODE] == WRONG_DRAW}
        exhaustive = np.isin(draws.kind, (EXHAUSTIVE, NAGASHI)) & self.known[draws.round]
        short = exhaustive & (self.drawn[draws.round] < self.to_draw[draws.round])
        for d in np.flatnonzero(short).tolist():
            at = int(draws.round[d])
            if at not in shifted:
                self.note(
                    END,
                    at,
                    event=int(draws.event[d]),
                    recorded=int(self.drawn[at]),
                    expected=int(self.to_draw[at]),
                )


def _two_dice(dice: NDArray[np.uint8]) -> int:
    """Return two dice as a number of two digits (0 for an unknown die)."""
    first, second = (int(d) if d != 255 else 0 for d in dice)
    return 10 * first + second


def _as_sets(
    hand: NDArray[np.uint8], expected: NDArray[np.uint8], codes: NDArray[np.uint8]
) -> tuple[NDArray[np.bool_], NDArray[np.uint8]]:
    """Compare a hand without deal order with the dealt physical tiles.

    Returns:
        bool[13], which shown tiles were not dealt, and uint8[13], a dealt tile for each.
    """
    left = expected.tolist()
    wrong = np.zeros(13, np.bool_)
    paired = np.full(13, 255, np.uint8)
    for k, code in enumerate(hand.tolist()):
        match = next((i for i in left if codes[i] == code), None)
        if match is not None:
            left.remove(match)
            paired[k] = match
        else:
            wrong[k] = code != 255
    for k in np.flatnonzero(paired == 255).tolist():
        paired[k] = left.pop(0)
    return wrong, paired
