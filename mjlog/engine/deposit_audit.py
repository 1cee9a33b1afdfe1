"""Riichi deposits of every round, and the table before its result."""

from __future__ import annotations

from typing import Any, Final

from ..codes import (
    CHOMBO_DRAW,
    DISCARD,
    DORA,
    RIICHI,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    SANCHAHOU,
    SUUCHA,
    SUUFON,
    SUUKAN,
    UNKNOWN,
    UNKNOWN_POINTS,
    WIN,
)
from ..rules.columns import ABORT_PRIORITY_OVER_RIICHI, ABORT_RIICHI_DEPOSIT, RIICHI_BET
from .jit import lean_kernel
from .report import report
from .settlement_codes import RIICHI_DEPOSIT
from .settlement_tables import (
    D_KIND,
    R_DEPOSITS,
    R_FIRST,
    R_LAST,
    R_RULES,
    R_RUNNING,
    R_START,
    R_TABLE,
    T_SCORE,
)

__all__ = ["audit_riichi"]

# ABORT_RIICHI_DEPOSIT values
_PAID: Final = 1
_UNPAID: Final = 2


@lean_kernel
def next_play(kind: Any, event: int, step: int, first: int, last: int) -> int:
    """Return the next event that is a play (``step`` 1 or -1), -1 at the end of the round."""
    event += step
    while first <= event < last:
        what = int(kind[event])
        if what != DORA and what <= RYUUKYOKU:
            return event
        event += step
    return -1


@lean_kernel
def is_unpaid(
    draws: Any, kind: Any, seat: Any, from_seat: Any, aux: Any, event: int, owner: int, row: Any
) -> bool:
    """Tell whether ``event``, next after the riichi tile of ``owner``, spares the deposit.

    A ron on the tile does. An abortive draw that the tile brings does as ``abort_riichi_deposit``
    says, but where the riichi comes before the abort only if three ronned the tile.
    """
    what = int(kind[event])
    if what == WIN:
        return int(seat[event]) != owner and int(from_seat[event]) == owner
    if what != RYUUKYOKU:
        return False
    draw = int(draws[int(aux[event]), D_KIND])
    mode = int(row[ABORT_RIICHI_DEPOSIT])
    if draw == SANCHAHOU:
        return mode != _PAID
    aborts = draw == SUUFON or draw == SUUCHA or draw == SUUKAN
    return aborts and mode == _UNPAID and int(row[ABORT_PRIORITY_OVER_RIICHI]) == 1


@lean_kernel
def is_open(
    draws: Any, kind: Any, seat: Any, from_seat: Any, aux: Any, event: int, owner: int
) -> bool:
    """Tell whether the record leaves open if ``event`` spares the deposit of ``owner``."""
    if int(kind[event]) == WIN:
        return int(seat[event]) != owner and int(from_seat[event]) == UNKNOWN
    return int(kind[event]) == RYUUKYOKU and int(draws[int(aux[event]), D_KIND]) == UNKNOWN


@lean_kernel
def deposit_fault(
    draws: Any, kind: Any, seat: Any, from_seat: Any, aux: Any, e: int, first: int, last: int,
    row: Any,
) -> bool:  # fmt: skip
    """Tell whether a declaration lacks its deposit, or a deposit its reason.

    The deposit is paid when the declaration tile passes, so between the discard of that tile
    and whatever comes next; see :func:`is_unpaid`.
    """
    owner = int(seat[e])
    if int(kind[e]) == RIICHI:
        tile = next_play(kind, e, 1, first, last)
        if tile < 0 or int(kind[tile]) != DISCARD or int(seat[tile]) != owner:
            return False
        after = next_play(kind, tile, 1, first, last)
        if after < 0 or is_unpaid(draws, kind, seat, from_seat, aux, after, owner, row):
            return False
        if is_open(draws, kind, seat, from_seat, aux, after, owner):
            return False
        if int(kind[after]) == RYUUKYOKU and int(draws[int(aux[after]), D_KIND]) >= CHOMBO_DRAW:
            return False  # void: what was paid goes back
        return int(kind[after]) != RIICHI_ACCEPTED or int(seat[after]) != owner
    tile = next_play(kind, e, -1, first, last)
    if tile < 0 or int(kind[tile]) != DISCARD or int(seat[tile]) != owner:
        return True
    declared = next_play(kind, tile, -1, first, last)
    if declared < 0 or int(kind[declared]) != RIICHI or int(seat[declared]) != owner:
        return True
    after = next_play(kind, e, 1, first, last)
    return after >= 0 and is_unpaid(draws, kind, seat, from_seat, aux, after, owner, row)


@lean_kernel
def audit_riichi(
    rounds: Any, wins: Any, draws: Any, kind: Any, seat: Any, from_seat: Any, aux: Any,
    special: Any, rules: Any, work: Any, findings: Any, n: int,
) -> int:  # fmt: skip
    """Check the riichi deposits and work out the table before each result.

    Fills the columns R_RUNNING and R_TABLE of ``rounds``; ``kind`` to ``aux`` are columns of
    events, ``special`` int64, the events of kind RIICHI and above. Where a deposit is at
    fault, the scores printed with the result say whether it was paid. Returns the new number
    of findings.
    """
    doubtful = work[0]
    place = 0
    for r in range(len(rounds)):
        line = rounds[r]
        first = int(line[R_FIRST])
        last = int(line[R_LAST])
        rule = rules[int(line[R_RULES])]
        bet = int(rule[RIICHI_BET])
        sticks = int(line[R_DEPOSITS])
        for s in range(4):
            line[R_RUNNING + s] = line[R_START + s]
            doubtful[s] = 0
        settled = False
        while place < len(special) and int(special[place]) < last:
            e = int(special[place])
            place += 1
            what = int(kind[e])
            owner = int(seat[e])
            if what == RIICHI or what == RIICHI_ACCEPTED:
                paid = 1 if what == RIICHI_ACCEPTED else 0
                if paid == 1 and int(line[R_RUNNING + owner]) != UNKNOWN_POINTS:
                    line[R_RUNNING + owner] -= bet
                sticks += paid
                if deposit_fault(draws, kind, seat, from_seat, aux, e, first, last, rule):
                    n = report(findings, n, RIICHI_DEPOSIT, r, e, owner, paid, 1 - paid)
                    doubtful[owner] = 1 if paid == 1 else -1
            elif not settled and (what == WIN or what == RYUUKYOKU):
                settled = True
                for s in range(4):
                    change = int(doubtful[s])
                    row = int(aux[e])
                    printed = int(
                        wins[row, T_SCORE + s] if what == WIN else draws[row, T_SCORE + s]
                    )
                    if change != 0 and printed == int(line[R_RUNNING + s]) + change * bet:
                        line[R_RUNNING + s] = printed
                        sticks -= change
        line[R_TABLE] = sticks if int(line[R_DEPOSITS]) >= 0 else UNKNOWN_POINTS
    return n
