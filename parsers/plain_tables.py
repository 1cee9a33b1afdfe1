"""Tables that the kernels of readers fill, and the columns made of them.

A kernel has one table of whole numbers for events, one for rounds, and so on, instead of some
fifty columns; formats that hold less leave columns at "unknown".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.model import (
    FOREIGN_MELD,
    Draws,
    Events,
    GameBatch,
    Problem,
    Rounds,
    Wins,
    allocate,
)

__all__ = ["PlainGames", "draws_of", "events_of", "rounds_of", "wins_of"]


@dataclass(slots=True)
class PlainGames:
    """Games of the plain form.

    Attributes:
        batch: Their columns, without problems.
        numbers: Which texts they are.
        problems: Those of each game.
    """

    batch: GameBatch
    numbers: list[int]
    problems: list[list[Problem]]


#: Columns of the tables. An event: kind, seat, tile, from_seat, used, aux, line.
E_KIND: Final = 0
E_SEAT: Final = 1
E_TILE: Final = 2
E_FROM: Final = 3
E_USED: Final = 4
E_AUX: Final = 5
E_LINE: Final = 6
E_WIDTH: Final = 7

R_GAME: Final = 0
R_EVENT: Final = 1
R_WIND: Final = 2
R_DEALER: Final = 3
R_HONBA: Final = 4
R_DEPOSITS: Final = 5
R_INDICATOR: Final = 6
R_SCORES: Final = 7
R_HANDS: Final = 11
R_WIDTH: Final = 63

W_ROUND: Final = 0
W_EVENT: Final = 1
W_SEAT: Final = 2
W_FROM: Final = 3
W_TILE: Final = 4
W_FU: Final = 5
W_HAN: Final = 6
W_YAKUMAN: Final = 7
W_POINTS: Final = 8
W_MELDS: Final = 9  # how many the shown hand stands beside
W_SCORES: Final = 10
W_DELTAS: Final = 14
W_YAKU: Final = 18
W_YAKU_HAN: Final = 38
W_HAND: Final = 58
W_URA: Final = 72
W_LIMIT: Final = 82
W_PAO: Final = 83
W_INDICATORS: Final = 84
W_WIDTH: Final = 94

D_ROUND: Final = 0
D_EVENT: Final = 1
D_KIND: Final = 2
D_SHOWN: Final = 3
D_SCORES: Final = 7
D_DELTAS: Final = 11
D_HANDS: Final = 15
D_WIDTH: Final = 71


def _column(table: NDArray[Any], first: int, *shape: int, dtype: str) -> NDArray[Any]:
    """Return the columns from ``first`` on as one array of rows of ``shape``."""
    width = int(np.prod(shape)) if shape else 1
    return table[:, first : first + width].astype(dtype).reshape(len(table), *shape)


def events_of(table: NDArray[np.int64]) -> Events:
    """Return the events of a table of such rows."""
    events: Events = allocate(Events, len(table))
    for name, column in (
        ("kind", E_KIND), ("seat", E_SEAT), ("tile", E_TILE), ("from_seat", E_FROM),
        ("used", E_USED), ("aux", E_AUX), ("offset", E_LINE),
    ):  # fmt: skip
        getattr(events, name)[:] = table[:, column]
    return events


def rounds_of(table: NDArray[np.int32], events: int) -> Rounds:
    """Return the rounds of a table of such rows; ``events`` is how many events there are."""
    rounds: Rounds = allocate(Rounds, len(table))
    rounds.game = table[:, R_GAME].copy()
    rounds.wind = _column(table, R_WIND, dtype="u1")
    rounds.dealer = _column(table, R_DEALER, dtype="u1")
    rounds.honba = _column(table, R_HONBA, dtype="i2")
    rounds.deposits = _column(table, R_DEPOSITS, dtype="i2")
    rounds.scores = _column(table, R_SCORES, 4, dtype="i4")
    rounds.indicator = _column(table, R_INDICATOR, dtype="u1")
    rounds.hands = _column(table, R_HANDS, 4, 13, dtype="u1")
    rounds.first_event = np.append(table[:, R_EVENT], events).astype(np.int32)
    return rounds


def wins_of(table: NDArray[np.int32]) -> Wins:
    """Return the wins of a table of such rows."""
    wins: Wins = allocate(Wins, len(table))
    wins.round = table[:, W_ROUND].copy()
    wins.event = table[:, W_EVENT].copy()
    wins.seat = _column(table, W_SEAT, dtype="u1")
    wins.from_seat = _column(table, W_FROM, dtype="u1")
    wins.tile = _column(table, W_TILE, dtype="u1")
    wins.fu = _column(table, W_FU, dtype="i2")
    wins.han = _column(table, W_HAN, dtype="i2")
    wins.yakuman = _column(table, W_YAKUMAN, dtype="i1")
    wins.points = table[:, W_POINTS].copy()
    wins.yaku = _column(table, W_YAKU, 20, dtype="u1")
    wins.yaku_han = _column(table, W_YAKU_HAN, 20, dtype="i1")
    wins.hand = _column(table, W_HAND, 14, dtype="u1")
    wins.melds[np.arange(8) < table[:, W_MELDS, None]] = FOREIGN_MELD
    wins.ura = _column(table, W_URA, 10, dtype="u1")
    wins.indicators = _column(table, W_INDICATORS, 10, dtype="u1")
    wins.limit = _column(table, W_LIMIT, dtype="u1")
    wins.pao_seat = _column(table, W_PAO, dtype="u1")
    wins.scores = _column(table, W_SCORES, 4, dtype="i4")
    wins.deltas = _column(table, W_DELTAS, 4, dtype="i4")
    return wins


def draws_of(table: NDArray[np.int32]) -> Draws:
    """Return the draws of a table of such rows."""
    draws: Draws = allocate(Draws, len(table))
    draws.round = table[:, D_ROUND].copy()
    draws.event = table[:, D_EVENT].copy()
    draws.kind = _column(table, D_KIND, dtype="u1")
    draws.shown = _column(table, D_SHOWN, 4, dtype="u1")
    draws.hands = _column(table, D_HANDS, 4, 14, dtype="u1")
    draws.scores = _column(table, D_SCORES, 4, dtype="i4")
    draws.deltas = _column(table, D_DELTAS, 4, dtype="i4")
    return draws
