"""Recorded game flow against the rules: start of every round, end of the game, final points.

The expectation for a round comes from the *recorded* result and table of the round before, so
that a wrong value is reported where it first stands and nowhere else.
"""

from __future__ import annotations

from typing import Any, Final

from ..codes import UNKNOWN_POINTS
from ..rules.columns import DOUBLE_RON_RENCHAN, PLAYERS, START_POINTS
from .flow import (
    GO_ON,
    NOT_KNOWN,
    RESULT_WIN,
    YES,
    dealer_repeats,
    game_end,
    next_deposits,
    next_honba,
)
from .jit import kernel
from .payments import is_head_winner
from .placement import add_leftover, final_points
from .result_audit import NOBODY, first_difference, note, tenpai_mask
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

__all__ = ["audit_flow", "summarise_rounds"]

# Columns of a round's summary, int32[R, 11].
RESULT: Final = 0  # draw kind, RESULT_WIN, or NO_RESULT
REPEATS: Final = 1  # 0, 1, 2 = the record does not tell
SCORE: Final = 2  # 2–5: points after the result
STICKS: Final = 6  # deposits on the table after the result
COUNTERS: Final = 7  # honba of the next round
SUMMARY_COLUMNS: Final = 8

NO_RESULT: Final = -2


@kernel
def result_scores(line: Any, scores: Any, deltas: Any, before: Any, expected: Any) -> None:
    """Fill the scores after a result, from the record or, where it is silent, from the rules."""
    for seat in range(4):
        start = int(scores[seat])
        if start == UNKNOWN_POINTS:
            start = int(before[seat])
        change = int(deltas[seat])
        if change == UNKNOWN_POINTS:
            change = int(expected[seat])
        known = UNKNOWN_POINTS not in (start, change)
        line[SCORE + seat] = start + change if known else UNKNOWN_POINTS


@kernel
def summarise_rounds(
    game: Any, dealers: Any, honbas: Any, win_round: Any, win_seat: Any, win_from: Any,
    win_scores: Any, win_deltas: Any, win_expected: Any, draw_round: Any, draw_kind: Any,
    shown: Any, draw_scores: Any, draw_deltas: Any, draw_expected: Any, nagashi: Any,
    rules: Any, rules_index: Any, running: Any, table: Any, summary: Any,
) -> None:  # fmt: skip
    """Fill ``summary`` (int32[R, 8], columns above) with what each recorded result leads to."""
    w = d = 0
    for r in range(len(game)):
        row = rules[int(rules_index[int(game[r])])]
        players = int(row[PLAYERS])
        dealer = int(dealers[r])
        line = summary[r]
        line[RESULT] = NO_RESULT
        line[REPEATS] = NOT_KNOWN
        result = NO_RESULT
        dealer_wins = tenpai = own_nagashi = 0
        while w < len(win_round) and int(win_round[w]) == r:
            winner = int(win_seat[w])
            if winner == dealer:
                dealer_wins = 1
            if result == NO_RESULT:
                head = winner
                before = running[r]
            else:
                before = line[SCORE : SCORE + 4]
                if is_head_winner(winner, head, int(win_from[w]), players):
                    head = winner
            result_scores(line, win_scores[w], win_deltas[w], before, win_expected[w])
            result = RESULT_WIN
            w += 1
        if result == RESULT_WIN and int(row[DOUBLE_RON_RENCHAN]) == 1:
            dealer_wins = int(head == dealer)
        while d < len(draw_round) and int(draw_round[d]) == r:
            result = int(draw_kind[d])
            mask = tenpai_mask(result, shown[d], draw_deltas[d], players)
            tenpai = NOT_KNOWN if mask < 0 else mask >> dealer & 1
            own_nagashi = int(nagashi[d]) >> dealer & 1
            result_scores(line, draw_scores[d], draw_deltas[d], running[r], draw_expected[d])
            d += 1
        line[RESULT] = result
        if result != NO_RESULT:
            repeats = dealer_repeats(result, dealer_wins, tenpai, own_nagashi, row)
            line[REPEATS] = repeats
            line[STICKS] = next_deposits(result, int(table[r]), row)
            line[COUNTERS] = next_honba(result, repeats, int(honbas[r]), row)


@kernel
def end_of(line: Any, stage: int, dealer: int, row: Any) -> int:
    """Return :func:`~mjlog.engine.flow.game_end` after a round; 1000 when it is not known."""
    for seat in range(int(row[PLAYERS])):
        if int(line[SCORE + seat]) == UNKNOWN_POINTS:
            return 1000
    scores = line[SCORE : SCORE + 4]
    result = int(line[RESULT])
    repeats = int(line[REPEATS])
    if repeats != NOT_KNOWN:
        return game_end(scores, stage, dealer, result, repeats, row)
    kept = game_end(scores, stage, dealer, result, 1, row)
    passed = game_end(scores, stage, dealer, result, 0, row)
    return kept if kept == passed else 1000


@kernel
def audit_flow(
    winds: Any, dealers: Any, honbas: Any, start_deposits: Any, scores: Any, first_round: Any,
    complete: Any, final_scores: Any, points: Any, rules: Any, rules_index: Any, uma: Any,
    summary: Any, starts: Any, ends: Any, findings: Any, count: Any, work: Any,
) -> None:  # fmt: skip
    """Check the start of every round, the end of every game, its scores and points.

    Args:
        winds, dealers, honbas, start_deposits, scores: Columns of rounds.
        first_round, complete, final_scores, points: Columns of games.
        rules, rules_index: Rulesets as rows, and the row of each game.
        uma: int32[rulesets, 5, 4], UNKNOWN_POINTS where the rules do not give any.
        summary: From :func:`summarise_rounds`.
        starts: int32[R, 8], filled: expected scores, dealer, wind, honba, deposits at the
            start (UNKNOWN_POINTS where the round before tells nothing).
        ends: int32[G, 8], filled: expected final scores and placement points.
        findings, count: Buffer of findings.
        work: int64[4, 4].
    """
    for g in range(len(complete)):
        row = rules[int(rules_index[g])]
        first = int(first_round[g])
        last = int(first_round[g + 1])
        if first == last:
            continue
        check_first(winds, dealers, honbas, start_deposits, scores, first, row, starts,
                    findings, count)  # fmt: skip
        stage = int(winds[first])
        over = False
        for r in range(first, last):
            if r > first:
                if int(winds[r]) == (int(winds[r - 1]) + 1) % 4:
                    stage += 1
                elif int(winds[r]) != int(winds[r - 1]):
                    stage = int(winds[r])
            if int(summary[r, RESULT]) == NO_RESULT:
                if r == last - 1 and not complete[g]:
                    note(findings, count, RECORD_ENDS_EARLY, r, -1, NOBODY, 0, 1)
                continue
            reason = end_of(summary[r], stage, int(dealers[r]), row)
            if r + 1 < last:
                check_next(winds, dealers, honbas, start_deposits, scores, r, row,
                           summary[r], starts, findings, count)  # fmt: skip
                if 0 < reason < 1000 and not over:
                    over = True
                    note(findings, count, CONTINUED_PAST_END, r + 1, -1, NOBODY, GO_ON, reason)
            elif complete[g]:
                if reason == GO_ON:
                    note(findings, count, ENDED_EARLY, r, -1, NOBODY, 1, GO_ON)
            elif reason <= 0:
                note(findings, count, RECORD_ENDS_EARLY, r, -1, NOBODY, 0, 1)
        check_final(summary[last - 1], bool(complete[g]), final_scores[g], points[g], last - 1,
                    row, uma[int(rules_index[g])], ends[g], findings, count, work)  # fmt: skip


@kernel
def check_first(
    winds: Any, dealers: Any, honbas: Any, start_deposits: Any, scores: Any, r: int,
    row: Any, starts: Any, findings: Any, count: Any,
) -> None:  # fmt: skip
    """Check that the first recorded round is the first of a game, with its start points."""
    if int(winds[r]) != 0 or int(dealers[r]) != 0 or int(honbas[r]) != 0:
        note(
            findings, count, RECORD_STARTS_LATE, r, -1, NOBODY,
            int(winds[r]) * 4 + int(dealers[r]), 0,
        )  # fmt: skip
        return
    players = int(row[PLAYERS])
    line = starts[r]
    for seat in range(players):
        line[seat] = int(row[START_POINTS])
    for column in range(4, 8):
        line[column] = 0
    wrong = first_difference(scores[r], line, players)
    if wrong >= 0:
        note(
            findings, count, FIRST_ROUND_STATE, r, -1, wrong, int(scores[r, wrong]),
            int(line[wrong]),
        )  # fmt: skip
    elif int(start_deposits[r]) != 0:
        note(findings, count, FIRST_ROUND_STATE, r, -1, NOBODY, int(start_deposits[r]), 0)


@kernel
def check_next(
    winds: Any, dealers: Any, honbas: Any, start_deposits: Any, scores: Any, r: int,
    row: Any, line: Any, starts: Any, findings: Any, count: Any,
) -> None:  # fmt: skip
    """Check the start of round ``r + 1`` against the result of round ``r``."""
    players = int(row[PLAYERS])
    dealer = int(dealers[r])
    found = int(dealers[r + 1])
    repeats = int(line[REPEATS])
    if repeats == NOT_KNOWN:
        repeats = int(found == dealer)
    want = dealer if repeats == YES else (dealer + 1) % players
    # The wind follows from the dealer that is recorded: a wrong dealer is one fault, not two.
    wind = (int(winds[r]) + int(found < dealer)) % 4
    counters = next_honba(int(line[RESULT]), repeats, int(honbas[r]), row)
    start = starts[r + 1]
    for seat in range(4):
        start[seat] = line[SCORE + seat]
    start[4] = want
    start[5] = (int(winds[r]) + int(want < dealer)) % 4
    start[6] = counters
    start[7] = line[STICKS]
    wrong = -1
    for seat in range(players):
        if UNKNOWN_POINTS not in (int(scores[r + 1, seat]), int(start[seat])) and (
            int(scores[r + 1, seat]) != int(start[seat])
        ):
            wrong = seat
            break
    if wrong >= 0:
        note(
            findings, count, START_SCORES, r + 1, -1, wrong, int(scores[r + 1, wrong]),
            int(start[wrong]),
        )  # fmt: skip
    if found != want:
        note(findings, count, DEALER, r + 1, -1, NOBODY, found, want)
    if int(winds[r + 1]) != wind:
        note(findings, count, ROUND_WIND, r + 1, -1, NOBODY, int(winds[r + 1]), wind)
    have = int(honbas[r + 1])
    by_dealer = next_honba(int(line[RESULT]), int(found == dealer), int(honbas[r]), row)
    if have not in (-1, counters) and (found == want or have != by_dealer):
        note(findings, count, HONBA, r + 1, -1, NOBODY, have, counters)
    have = int(start_deposits[r + 1])
    if have not in (-1, int(line[STICKS])):
        note(findings, count, DEPOSITS, r + 1, -1, NOBODY, have, int(line[STICKS]))


@kernel
def check_final(
    line: Any, complete: bool, recorded: Any, points: Any, r: int, row: Any, uma: Any,
    end: Any, findings: Any, count: Any, work: Any,
) -> None:  # fmt: skip
    """Check the final scores against the last result and the points against the scores."""
    players = int(row[PLAYERS])
    out = work[0]
    known = complete and int(line[RESULT]) != NO_RESULT
    for seat in range(players):
        known = known and int(line[SCORE + seat]) != UNKNOWN_POINTS
        out[seat] = line[SCORE + seat]
    if known:
        add_leftover(out, int(line[STICKS]), row)
        for seat in range(players):
            end[seat] = out[seat]
        wrong = first_difference(recorded, out, players)
        if wrong >= 0:
            note(
                findings, count, FINAL_SCORES, r, -1, wrong, int(recorded[wrong]),
                int(out[wrong]),
            )  # fmt: skip
    named = True
    for seat in range(players):
        named = named and int(recorded[seat]) != UNKNOWN_POINTS
    if named:
        for seat in range(players):
            out[seat] = recorded[seat]
    elif not known:
        return
    if int(uma[0, 0]) == UNKNOWN_POINTS:
        return
    expected = work[1]
    final_points(expected, out, uma, row)
    for seat in range(players):
        end[4 + seat] = expected[seat]
    wrong = first_difference(points, expected, players)
    if wrong >= 0:
        note(
            findings, count, FINAL_POINTS, r, -1, wrong, int(points[wrong]),
            int(expected[wrong]),
        )  # fmt: skip
