"""Points that move because of errors at the table, and the penalty of a chombo."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..codes import CHOMBO, CHOMBO_DRAW, CORRECTION, RESTART, RULING, UNKNOWN, UNKNOWN_POINTS
from ..model import GameBatch
from ..rules import Rules
from .incident_record import NOBODY, Entry, entries_of
from .settlement_tables import R_DEPOSITS, R_END, R_RUNNING, R_START, T_DELTA, T_EXPECTED, T_ROUND

__all__ = [
    "add_corrections",
    "add_incident_points",
    "chombo_payment",
    "chombo_tenths",
    "fill_void_draws",
]

_MANGAN_ALL = 4000  # a mangan in reverse: the dealer gives each, or receives, twice the share
_MANGAN_CHILD = 2000


def chombo_payment(seat: int, dealer: int, rules: Rules) -> tuple[int, ...]:
    """Return the change of each seat's points when ``seat`` pays a chombo at the table.

    >>> chombo_payment(3, 0, Rules(chombo="mangan_payment"))
    (4000, 2000, 2000, -8000)
    >>> chombo_payment(3, 0, Rules(chombo="points"))
    (0, 0, 0, 0)
    """
    change = [0] * rules.players
    if rules.chombo == "mangan_payment":
        for other in range(rules.players):
            if other != seat:
                change[other] = _MANGAN_ALL if dealer in (seat, other) else _MANGAN_CHILD
        change[seat] = -sum(change)
    return tuple(change)


def fill_void_draws(batch: GameBatch, rounds: NDArray[np.int64], draws: NDArray[np.int64]) -> None:
    """Put returned deposits and the payments of recorded chombo into the table of draws.

    The tables are those of :mod:`mjlog.engine.settlement_tables`. T_EXPECTED of a hand that is
    void becomes what goes back and what the chombo pay; T_DELTA is completed by the deposits
    where the record leaves them out, as people do who write down the penalty only.
    """
    entries = entries_of(batch)
    void = (batch.draws.kind >= CHOMBO_DRAW) & (batch.draws.kind != UNKNOWN)
    for d in np.flatnonzero(void).tolist():
        r = int(batch.draws.round[d])
        rules = batch.rules[int(batch.rules_index[batch.rounds.game[r]])]
        seats = slice(0, rules.players)
        back = returned_deposits(rounds[r], int(batch.draws.kind[d]), rules)
        if back is None:
            continue
        chombo = [entry for entry in entries.get(r, ()) if entry.kind == CHOMBO]
        open_ = [c for c in chombo if c.deltas is None]
        due, rest = (_payments(batch, r, part) for part in (chombo, open_))
        draws[d, T_EXPECTED:][seats] = UNKNOWN_POINTS if due is None else np.add(back, due)
        deltas = draws[d, T_DELTA:][seats]
        if (deltas == UNKNOWN_POINTS).any():
            draws[d, T_DELTA:][seats] = UNKNOWN_POINTS if rest is None else np.add(back, rest)
        elif deltas.sum() == 0:
            draws[d, T_DELTA:][seats] = deltas + back


def returned_deposits(line: NDArray[np.int64], kind: int, rules: Rules) -> list[int] | None:
    """Return what goes back to each seat in a void hand; None when it is not recorded.

    Args:
        line: Row of the table of rounds.
        kind: Kind of the draw.
        rules: Ruleset.
    """
    start, running = (line[c : c + rules.players].tolist() for c in (R_START, R_RUNNING))
    returns = "this_hand" if kind == RESTART else rules.chombo_returns_deposits
    if UNKNOWN_POINTS in start or (returns == "all" and int(line[R_DEPOSITS]) > 0):
        return None  # whose the older sticks are is not recorded
    paid = [a - b for a, b in zip(start, running, strict=True)]
    return [0] * rules.players if returns == "none" else paid


def _payments(batch: GameBatch, r: int, chombo: list[Entry]) -> list[int] | None:
    """Return what chombo of a round pay each seat; None when it is not known whose one is."""
    if any(c.seat == NOBODY for c in chombo):
        return None
    rules = batch.rules[int(batch.rules_index[batch.rounds.game[r]])]
    dealer = int(batch.rounds.dealer[r])
    parts = [chombo_payment(c.seat, dealer, rules) for c in chombo if c.seat < rules.players]
    return [sum(part[s] for part in parts) for s in range(rules.players)]


def add_corrections(
    batch: GameBatch, wins: NDArray[np.int64], draws: NDArray[np.int64]
) -> frozenset[Entry]:
    """Count corrections that came in time, or may come late, as part of what was paid (T_DELTA).

    A payment put right before the hand is broken up is no fault (seed 002 §10.4), nor one of
    which it is not told when that was. Only where a round has one result is it known which
    payment was meant, and only with the points what was paid in the end. Returns the entries
    counted.
    """
    counted: set[Entry] = set()
    for r, entries in entries_of(batch).items():
        rules = batch.rules[int(batch.rules_index[batch.rounds.game[r]])]
        table = wins if (wins[:, T_ROUND] == r).any() else draws
        rows = np.flatnonzero(table[:, T_ROUND] == r)
        for entry in entries:
            stands = entry.kind == CORRECTION and (entry.flag != 1 or rules.correction_after_break)
            if len(rows) != 1 or not stands:
                continue
            if entry.deltas is None:
                table[rows[0], T_DELTA : T_DELTA + 4] = UNKNOWN_POINTS
                continue
            for seat, change in enumerate(entry.deltas):
                if UNKNOWN_POINTS not in (change, table[rows[0], T_DELTA + seat]):
                    table[rows[0], T_DELTA + seat] += change
            counted.add(entry)
    return frozenset(counted)


def add_incident_points(
    batch: GameBatch, rounds: NDArray[np.int64], counted: frozenset[Entry]
) -> None:
    """Add the points that incidents moved to the points after each round (R_END).

    ``counted`` are those that stand in the result of the round already. A ruling or correction
    without its points may have moved any.
    """
    for r, entries in entries_of(batch).items():
        for entry in entries:
            if entry in counted:
                continue
            if entry.deltas is None:
                if entry.kind in (CORRECTION, RULING):
                    rounds[r, R_END : R_END + 4] = UNKNOWN_POINTS
                continue
            for seat, change in enumerate(entry.deltas):
                if change != UNKNOWN_POINTS and rounds[r, R_END + seat] != UNKNOWN_POINTS:
                    rounds[r, R_END + seat] += change


def chombo_tenths(batch: GameBatch) -> NDArray[np.int64]:
    """Return int64[G, 4]: tenths that recorded chombo take off the final points of each seat.

    UNKNOWN_POINTS for all where it is not known whose a chombo is.
    """
    penalty = np.zeros((len(batch), 4), np.int64)
    unknown = np.zeros(len(batch), np.bool_)
    for r, entries in entries_of(batch).items():
        game = int(batch.rounds.game[r])
        rules = batch.rules[int(batch.rules_index[game])]
        for entry in entries:
            if entry.kind != CHOMBO or rules.chombo != "points":
                continue
            if entry.seat == NOBODY:
                unknown[game] = True
            else:
                penalty[game, entry.seat] += 10 * rules.chombo_points
    penalty[unknown] = UNKNOWN_POINTS
    return penalty
