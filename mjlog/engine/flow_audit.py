"""Recorded game flow against the rules: start of every round, end of the game, final points.

The expectation for a round comes from the *recorded* result and table of the round before, so
that a wrong value is reported where it first stands and nowhere else.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..codes import EXHAUSTIVE, UNKNOWN, UNKNOWN_POINTS
from ..rules.columns import (
    DOUBLE_RON_RENCHAN,
    NOTEN_PAYMENT,
    NOTEN_POOL,
    PLAYERS,
    RIICHI_BET,
    START_POINTS,
    UPPER_CAP,
)
from .flow import (
    GO_ON,
    NOT_KNOWN,
    RESULT_WIN,
    YES,
    before_last_round,
    dealer_repeats,
    game_end,
    is_busted,
    next_deposits,
    next_honba,
)
from .jit import lean_kernel
from .payments import is_head_winner
from .placement import add_leftover, final_points
from .report import report
from .result_audit import NOBODY, discarder, tenpai_mask
from .settlement_codes import (
    CONTINUED_PAST_END,
    DEALER,
    DEPOSITS,
    ENDED_EARLY,
    FINAL_POINTS,
    FINAL_SCORES,
    FIRST_ROUND_STATE,
    HONBA,
    RECORD_ENDS_EARLY,
    RECORD_STARTS_LATE,
    ROUND_WIND,
    START_SCORES,
)
from .settlement_tables import (
    D_KIND,
    D_NAGASHI,
    D_SURPLUS,
    G_CHOMBO,
    G_COMPLETE,
    G_EXPECTED,
    G_FINAL,
    G_FIRST,
    G_LAST,
    G_RULES,
    R_DEALER,
    R_DEPOSITS,
    R_END,
    R_EXPECTED,
    R_HONBA,
    R_REASON,
    R_REPEATS,
    R_RESULT,
    R_RULES,
    R_RUNNING,
    R_START,
    R_STICKS,
    R_TABLE,
    R_WIND,
    START_COLUMNS,
    START_DEALER,
    START_DEPOSITS,
    START_HONBA,
    START_WIND,
    T_DELTA,
    T_EXPECTED,
    T_ROUND,
    T_SCORE,
    W_SEAT,
    W_SURPLUS,
)

__all__ = ["END_NOT_KNOWN", "NO_RESULT", "audit_flow", "summarise_rounds"]

NO_RESULT: Final = -2
END_NOT_KNOWN: Final = 1000

#: int64[8]: finding of each column of a round's start.
START_CODES: Final = np.array([START_SCORES] * 4 + [DEALER, ROUND_WIND, HONBA, DEPOSITS], np.int64)


@lean_kernel
def result_scores(round_: Any, line: Any, before: int) -> None:
    """Fill R_END from a result, from the rules where the record is silent.

    ``before`` is the column of ``round_`` that holds the points before the result.
    """
    for seat in range(4):
        points = int(line[T_SCORE + seat])
        if points == UNKNOWN_POINTS:
            points = int(round_[before + seat])
        change = int(line[T_DELTA + seat])
        if change == UNKNOWN_POINTS:
            change = int(line[T_EXPECTED + seat])
        known = points != UNKNOWN_POINTS and change != UNKNOWN_POINTS
        round_[R_END + seat] = points + change if known else UNKNOWN_POINTS


@lean_kernel
def summarise_rounds(rounds: Any, wins: Any, draws: Any, rules: Any) -> None:
    """Fill R_RESULT, R_REPEATS, R_END and R_STICKS from the recorded result of each round.

    A draw of an unknown kind is no result. Results that exclude each other are none either: what
    follows from them is not known.
    """
    w = d = 0
    for r in range(len(rounds)):
        line = rounds[r]
        row = rules[int(line[R_RULES])]
        players = int(row[PLAYERS])
        dealer = int(line[R_DEALER])
        result = NO_RESULT
        dealer_wins = tenpai = own_nagashi = 0
        clear = True
        head = -1
        first_win = w
        payer = discarder(wins, w) if w < len(wins) else UNKNOWN
        while w < len(wins) and int(wins[w, T_ROUND]) == r:
            winner = int(wins[w, W_SEAT])
            clear = clear and not wins[w, W_SURPLUS]
            if winner == dealer:
                dealer_wins = 1
            if head < 0 or is_head_winner(winner, head, payer, players):
                head = winner
            result_scores(line, wins[w], R_RUNNING if result == NO_RESULT else R_END)
            result = RESULT_WIN
            w += 1
        if int(row[DOUBLE_RON_RENCHAN]) == 1 and dealer_wins == 1:
            if payer == UNKNOWN and w > first_win + 1:
                dealer_wins = NOT_KNOWN
            elif head != dealer:
                dealer_wins = 0
        while d < len(draws) and int(draws[d, T_ROUND]) == r:
            result = int(draws[d, D_KIND])
            if result == UNKNOWN:
                result = NO_RESULT  # whether the deal stays, and the sticks, hang on it
            clear = clear and not draws[d, D_SURPLUS]
            mask = tenpai_mask(draws[d], players)
            tenpai = NOT_KNOWN if mask < 0 or dealer > 3 else mask >> dealer & 1
            own_nagashi = 0 if dealer > 3 else int(draws[d, D_NAGASHI]) >> dealer & 1
            result_scores(line, draws[d], R_RUNNING)
            d += 1
        if not clear:
            result = NO_RESULT
            for seat in range(4):
                line[R_END + seat] = UNKNOWN_POINTS
        line[R_RESULT] = result
        if result != NO_RESULT:
            line[R_REPEATS] = dealer_repeats(result, dealer_wins, tenpai, own_nagashi, row)
            left = next_deposits(result, int(line[R_DEPOSITS]), int(line[R_TABLE]), row)
            line[R_STICKS] = left if left >= 0 else UNKNOWN_POINTS


@lean_kernel
def goes_on_unpaid(line: Any, stage: int, row: Any) -> bool:
    """Tell whether the game goes on after an exhaustive draw, whoever pays whom.

    So it is before the last regular round when nobody can lose what he has, nor reach a cap.
    """
    players = int(row[PLAYERS])
    if int(line[R_RESULT]) != EXHAUSTIVE or not before_last_round(stage, int(line[R_DEALER]), row):
        return False
    most = int(row[NOTEN_POOL])
    if int(row[NOTEN_PAYMENT]) == 1:  # to each tenpai player
        most *= players - 1
    for seat in range(players):
        points = int(line[R_RUNNING + seat])
        if points == UNKNOWN_POINTS or is_busted(points - most, row):
            return False
        if 0 < int(row[UPPER_CAP]) <= points + most:
            return False
    return True


@lean_kernel
def end_of(line: Any, stage: int, row: Any) -> int:
    """Return :func:`~mjlog.engine.flow.game_end` after a round; END_NOT_KNOWN if it needs
    what is not recorded.
    """
    players = int(row[PLAYERS])
    if int(line[R_DEALER]) >= players:
        return END_NOT_KNOWN
    for seat in range(players):
        if int(line[R_END + seat]) == UNKNOWN_POINTS:
            return GO_ON if goes_on_unpaid(line, stage, row) else END_NOT_KNOWN
    scores = line[R_END : R_END + 4]
    repeats = int(line[R_REPEATS])
    answer = END_NOT_KNOWN
    for option in range(2):
        if repeats == option or repeats == NOT_KNOWN:
            reason = game_end(scores, stage, int(line[R_DEALER]), int(line[R_RESULT]), option, row)
            if answer != END_NOT_KNOWN and answer != reason:
                return END_NOT_KNOWN
            answer = reason
    return answer


@lean_kernel
def expect_first(line: Any, row: Any) -> bool:
    """Fill R_EXPECTED with the start of a game; False if the record starts later.

    A stick on the table that somebody has paid also means that something went before.
    """
    if int(line[R_WIND]) != 0 or int(line[R_DEALER]) != 0 or int(line[R_HONBA]) > 0:
        return False
    total = int(line[R_DEPOSITS]) * int(row[RIICHI_BET])
    for seat in range(int(row[PLAYERS])):
        total += int(line[R_START + seat]) - int(row[START_POINTS])
    if int(line[R_DEPOSITS]) > 0 and total == 0:
        return False
    for column in range(START_COLUMNS):
        line[R_EXPECTED + column] = int(row[START_POINTS]) if column < 4 else 0
    return True


@lean_kernel
def carried_on(have: int, before: Any, column: int, after: int) -> int:
    """Return what follows ``after`` a round, be its own start wrong or not.

    A wrong start before does not make what is right again now a second fault: ``have`` is then
    expected too if it is ``after`` without the fault. ``column`` is the one of START_*.
    """
    start = int(before[R_START + column])
    due = int(before[R_EXPECTED + column])
    if after == UNKNOWN_POINTS or start == UNKNOWN_POINTS or due == UNKNOWN_POINTS:
        return after
    return have if have == after + due - start else after


@lean_kernel
def expect_next(line: Any, before: Any, wind: int, row: Any) -> None:
    """Fill R_EXPECTED of ``line`` with what follows from the round before.

    ``wind`` is the wind by the number of times that the deal went round.
    """
    players = int(row[PLAYERS])
    dealer = int(before[R_DEALER])
    found = int(line[R_DEALER])
    result = int(before[R_RESULT])
    repeats = int(before[R_REPEATS])
    if repeats == NOT_KNOWN:
        repeats = 1 if found == dealer else 0
    want = dealer if repeats == YES else (dealer + 1) % players
    honba = next_honba(result, repeats, int(before[R_HONBA]), row)
    # Wind and counters follow the recorded dealer: a wrong dealer is one fault, not three.
    if found != want and int(line[R_HONBA]) != honba:
        honba = next_honba(result, 1 if found == dealer else 0, int(before[R_HONBA]), row)
    for seat in range(4):
        after = int(before[R_END + seat])
        line[R_EXPECTED + seat] = carried_on(int(line[R_START + seat]), before, seat, after)
    line[R_EXPECTED + START_DEALER] = want
    # A wrong wind before does not make the right one here a second fault, nor one that
    # carries the wrong one on.
    follows = (int(before[R_WIND]) + (1 if found < dealer else 0)) % 4
    line[R_EXPECTED + START_WIND] = wind if int(line[R_WIND]) == wind else follows
    counts = next_honba(result, repeats, 5, row) != 0
    known = int(before[R_HONBA]) >= 0 or not counts
    if known and counts:
        honba = carried_on(int(line[R_HONBA]), before, START_HONBA, honba)
    line[R_EXPECTED + START_HONBA] = honba if known else UNKNOWN_POINTS
    sticks = int(before[R_STICKS])
    if result != RESULT_WIN and int(before[R_DEPOSITS]) >= 0 and sticks > 0:
        sticks = carried_on(int(line[R_DEPOSITS]), before, START_DEPOSITS, sticks)
    line[R_EXPECTED + START_DEPOSITS] = sticks


@lean_kernel
def check_start(line: Any, r: int, first: bool, players: int, findings: Any, n: int) -> int:
    """Compare the start of a round with R_EXPECTED; wrong scores are one finding."""
    reported = False
    for column in range(START_COLUMNS):
        have = int(line[R_START + column])
        want = int(line[R_EXPECTED + column])
        unknown = have == UNKNOWN_POINTS or want == UNKNOWN_POINTS
        if have == want or unknown or players <= column < 4:
            continue
        if column >= START_HONBA and have < 0:
            continue  # not recorded
        if reported and (first or column < 4):
            continue
        reported = True
        code = FIRST_ROUND_STATE if first else int(START_CODES[column])
        seat = column if column < 4 else NOBODY
        n = report(findings, n, code, r, -1, seat, have, want)
    return n


@lean_kernel
def check_final(game: Any, last: Any, row: Any, uma: Any, work: Any, findings: Any, n: int) -> int:
    """Check the final scores against the last result and the points against the scores."""
    players = int(row[PLAYERS])
    scores = work[0]
    points = work[1]
    known = int(game[G_COMPLETE]) == 1 and int(last[R_RESULT]) != NO_RESULT
    named = True
    for seat in range(players):
        after = int(last[R_END + seat])
        scores[seat] = carried_on(int(game[G_FINAL + seat]), last, seat, after)
        known = known and int(scores[seat]) != UNKNOWN_POINTS
        named = named and int(game[G_FINAL + seat]) != UNKNOWN_POINTS
    r = int(game[G_LAST]) - 1
    known = known and int(last[R_STICKS]) != UNKNOWN_POINTS
    if known:
        add_leftover(scores, int(last[R_STICKS]), row)
    for part in range(2):
        expected = scores
        code = FINAL_SCORES
        if part == 1:
            if named:
                for seat in range(players):
                    scores[seat] = game[G_FINAL + seat]
            elif not known:
                return n
            if int(uma[0, 0]) == UNKNOWN_POINTS or int(game[G_CHOMBO]) == UNKNOWN_POINTS:
                return n
            final_points(points, scores, uma, row)
            for seat in range(players):
                points[seat] -= game[G_CHOMBO + seat]
            expected = points
            code = FINAL_POINTS
        elif not known:
            continue
        wrong = -1
        for seat in range(players - 1, -1, -1):
            game[G_EXPECTED + 4 * part + seat] = expected[seat]
            have = int(game[G_FINAL + 4 * part + seat])
            if have != UNKNOWN_POINTS and have != int(expected[seat]):
                wrong = seat
        if wrong >= 0:
            have = int(game[G_FINAL + 4 * part + wrong])
            n = report(findings, n, code, r, -1, wrong, have, int(expected[wrong]))
    return n


@lean_kernel
def audit_flow(
    games: Any, rounds: Any, rules: Any, uma: Any, work: Any, findings: Any, n: int
) -> int:
    """Check the start of every round, the end of every game, its scores and points.

    Fills R_EXPECTED, R_REASON and G_EXPECTED. ``uma`` is int32[rulesets, 5, 4],
    UNKNOWN_POINTS where the rules give none. Returns the new number of findings.
    """
    for g in range(len(games)):
        game = games[g]
        row = rules[int(game[G_RULES])]
        players = int(row[PLAYERS])
        first = int(game[G_FIRST])
        last = int(game[G_LAST])
        complete = int(game[G_COMPLETE]) == 1
        if first == last:
            continue
        stage = int(rounds[first, R_WIND])
        over = False
        for r in range(first, last):
            line = rounds[r]
            code = -1
            expects = True
            if r == first:
                expects = expect_first(line, row)
                if not expects:
                    code = RECORD_STARTS_LATE
            else:
                before = rounds[r - 1]
                known = int(before[R_DEALER]) < players and int(line[R_DEALER]) < players
                # By the deal and not by the recorded wind, which may be the fault.
                passed = int(line[R_WIND]) != int(before[R_WIND])
                if known:
                    passed = int(line[R_DEALER]) < int(before[R_DEALER])
                if passed:
                    stage += 1
                expects = known and int(before[R_RESULT]) != NO_RESULT
                if expects:
                    expect_next(line, before, stage % 4, row)
                reason = int(before[R_REASON])
                if 0 < reason < END_NOT_KNOWN and not over:
                    over = True
                    code = CONTINUED_PAST_END
            if code >= 0:
                late = int(line[R_WIND]) * 4 + int(line[R_DEALER])
                value = late if code == RECORD_STARTS_LATE else 1
                n = report(findings, n, code, r, -1, NOBODY, value, 0)
            if expects:
                n = check_start(line, r, r == first, players, findings, n)
            line[R_REASON] = END_NOT_KNOWN
            if int(line[R_RESULT]) != NO_RESULT:
                line[R_REASON] = end_of(line, stage, row)
        reason = int(rounds[last - 1, R_REASON])
        stopped = int(rounds[last - 1, R_RESULT]) == NO_RESULT or reason <= GO_ON
        if (complete and reason == GO_ON) or (not complete and stopped):
            code = ENDED_EARLY if complete else RECORD_ENDS_EARLY
            n = report(findings, n, code, last - 1, -1, NOBODY, 0, 1)
        n = check_final(game, rounds[last - 1], row, uma[int(game[G_RULES])], work, findings, n)
    return n
