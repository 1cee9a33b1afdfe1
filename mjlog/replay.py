"""Replay: what the engine works out from the columns of a batch.

:func:`replay` runs the passes and returns a :class:`Replay`; nothing of it is ever merged
into the recorded columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .model import GameBatch

__all__ = ["Replay", "missed_wins", "replay"]


@dataclass(slots=True)
class Replay:
    """Columns beside the events (length E) and rounds (length R) of a batch.

    The *actor* of an event is ``events.seat``. "After" means after the event was applied.

    Attributes:
        deal_lo, deal_hi: int64[R, 4], the packed dealt hands (13 tiles).
        hand_lo, hand_hi: int64[E], the actor's packed concealed hand after the event.
        hand_row: int32[E, 4], for each seat the last event so far (this one included) that
            changed its hand, -1 = still the dealt hand.
        draw_tile: uint8[E, 4]: for each seat the tile code it has drawn and not yet
            discarded or melded (255 none).
        live_wall: int16[E], live tiles left.
        turn: int16[E], the actor's turn: its discards so far, this one included, at least 1.
        status: int32[E], bits of :mod:`mjlog.engine.layout`.
        indicators: uint8[E], dora indicators turned.
        deposits: int16[E], sticks on the table.
        shanten: int8[E], after DRAW, DISCARD and melds (99 elsewhere); 0 tenpai, -1 complete.
        deal_shanten: int8[R, 4].
        ukeire: int64[E], after DISCARD: mask of kinds that bring the hand nearer.
        ukeire_tiles: uint8[E], live copies of them not seen by the actor.
        waits: int64[E], after DISCARD or kan when tenpai: mask of winning kinds (else 0);
            kinds of which the actor holds all four (hand and melds) are not in it, and a
            hand with none left is not tenpai (waits 0).
        furiten: uint8[E], two bits a seat (seat 0 lowest): 0 none, 1 discard, 2 temporary,
            3 riichi.
        furiten_tile: uint8[E, 4], kind that made the seat furiten (255 none).
        deal_waits: int64[R, 4], waits of the dealt hands.
        not_held: uint8[E], 1 where the event needs a tile that the hand does not have.
        chances: int64[C, CHANCE_COLUMNS], every win taken or missed, see
            :mod:`mjlog.engine.furiten`.
        scores: int64[C, RESULT_COLUMNS], each chance scored, see :mod:`mjlog.engine.win`.
        cases: int64[C, CASE_COLUMNS], what the scorer was given.
    """

    deal_lo: NDArray[np.int64]
    deal_hi: NDArray[np.int64]
    hand_lo: NDArray[np.int64]
    hand_hi: NDArray[np.int64]
    hand_row: NDArray[np.int32]
    draw_tile: NDArray[np.uint8]
    live_wall: NDArray[np.int16]
    turn: NDArray[np.int16]
    status: NDArray[np.int32]
    indicators: NDArray[np.uint8]
    deposits: NDArray[np.int16]
    shanten: NDArray[np.int8]
    deal_shanten: NDArray[np.int8]
    ukeire: NDArray[np.int64]
    ukeire_tiles: NDArray[np.uint8]
    waits: NDArray[np.int64]
    furiten: NDArray[np.uint8]
    furiten_tile: NDArray[np.uint8]
    deal_waits: NDArray[np.int64]
    not_held: NDArray[np.uint8]
    chances: NDArray[np.int64]
    cases: NDArray[np.int64]
    scores: NDArray[np.int64]


def replay(batch: GameBatch) -> Replay:
    """Run the passes over a batch: state, shape, furiten, values of all wins.

    Args:
        batch: Any number of games; from about twenty on the passes run compiled.

    Returns:
        New columns; the batch is not changed.

    Raises:
        ColumnsError: A column says what no record can; columns that a reader made never do.
    """
    from .engine.bounds import check_columns
    from .engine.passes import run_passes

    check_columns(batch)
    return run_passes(batch)


def missed_wins(batch: GameBatch, played: Replay) -> NDArray[np.bool_]:
    """Return bool[C]: which chances were wins that the player let pass.

    Three rons that abort the hand were called, and what nobody could answer any more because
    the record ends there is not known; neither is missed.
    """
    from .codes import RIICHI, SANCHAHOU
    from .engine.furiten import C_EVENT, C_ROUND, C_WIN
    from .engine.win import OUT_STATUS, WINS

    chances, kind = played.chances, batch.events.kind
    missed: NDArray[np.bool_] = (chances[:, C_WIN] < 0) & (played.scores[:, OUT_STATUS] == WINS)
    answered = np.zeros(len(batch.rounds), np.bool_)
    answered[batch.wins.round] = True
    answered[batch.draws.round[batch.draws.kind != SANCHAHOU]] = True
    for row in np.flatnonzero(missed & ~answered[chances[:, C_ROUND]]).tolist():
        r, e = int(chances[row, C_ROUND]), int(chances[row, C_EVENT])
        later = kind[e + 1 : batch.rounds.first_event[r + 1]]
        missed[row] = bool((later <= RIICHI).any())
    return missed
