"""Recorded payments against the rules: wins and draws.

Each pass compares a recorded value with what follows from the recorded values just upstream,
so that one wrong value gives one finding. Findings are rows of :mod:`mjlog.engine.report`;
the tables are those of :mod:`mjlog.engine.settlement_tables`.
"""

from __future__ import annotations

from typing import Any, Final

from ..codes import CHOMBO_DRAW, EXHAUSTIVE, NAGASHI, RESTART, UNKNOWN, UNKNOWN_POINTS
from ..rules.columns import CHOMBO, CHOMBO_WHEN, DAIMINKAN_RINSHAN_PAO, HONBA_TOTAL, PLAYERS
from ..rules.columns import NAGASHI as NAGASHI_RULE
from .flow import NOT_KNOWN, next_deposits, returns_deposits
from .jit import lean_kernel
from .liability import find_liable, liability, nagashi_seats
from .payments import (
    add_honba,
    add_nagashi,
    add_noten,
    add_win,
    clear,
    honba_payer,
    is_head_winner,
    paid_honba,
)
from .report import report
from .settlement_codes import (
    ABORT_PAYMENT,
    DEPOSITS_PAYMENT,
    HONBA_PAYMENT,
    NAGASHI_PAYMENT,
    NOTEN_PAYMENT,
    PAO_SEAT,
    PRINTED_TABLE,
    SCORES_BEFORE,
    WIN_DELTAS,
)
from .settlement_tables import (
    D_KIND,
    D_NAGASHI,
    D_SHOWN,
    D_SURPLUS,
    R_DEALER,
    R_DEPOSITS,
    R_FIRST,
    R_HONBA,
    R_RULES,
    R_RUNNING,
    R_START,
    R_TABLE,
    T_DELTA,
    T_DEPOSITS,
    T_EVENT,
    T_EXPECTED,
    T_HONBA,
    T_ROUND,
    T_SCORE,
    W_FROM,
    W_MULTIPLE,
    W_NAMED,
    W_PAO,
    W_POINTS,
    W_SEAT,
    W_SURPLUS,
    W_YAKUMAN,
)

__all__ = ["audit_draws", "audit_wins", "discarder", "tenpai_mask"]

NOBODY: Final = 255
# Ways in which the payments of a win are tried in turn, see audit_wins.
_TRIES: Final = 5


@lean_kernel
def first_difference(line: Any, column: int, expected: Any, players: int) -> int:
    """Return the first seat whose points differ, -1 none; unknown points are equal."""
    for seat in range(players):
        value = int(line[column + seat])
        due = int(expected[seat])
        if value != due and value != UNKNOWN_POINTS and due != UNKNOWN_POINTS:
            return seat
    return -1


@lean_kernel
def compare(
    line: Any, column: int, expected: Any, players: int, code: int, findings: Any, n: int
) -> int:
    """Report the first seat whose points differ from ``expected``; return the new count."""
    seat = first_difference(line, column, expected, players)
    if seat < 0:
        return n
    return report(
        findings, n, code, int(line[T_ROUND]), int(line[T_EVENT]), seat,
        int(line[column + seat]), int(expected[seat]),
    )  # fmt: skip


@lean_kernel
def compare_print(
    line: Any, column: int, expected: int, optional: bool, findings: Any, n: int
) -> int:
    """Report printed counters or sticks that differ (``optional``: 0 may be printed instead)."""
    printed = int(line[column])
    if printed < 0 or expected < 0 or printed == expected or (optional and printed == 0):
        return n
    return report(
        findings, n, PRINTED_TABLE, int(line[T_ROUND]), int(line[T_EVENT]), NOBODY, printed,
        expected,
    )  # fmt: skip


@lean_kernel
def classify_win(
    trial: Any, win: Any, points: int, liable_points: int, liable: int, dealer: int, honba: int,
    counters: int, deposits: int, sticks: int, row: Any,
) -> int:  # fmt: skip
    """Name the part of a win's payments that is wrong: honba, deposits, or the rest.

    ``points`` is what the hand is paid as, ``honba`` and ``deposits`` are due to this winner,
    ``counters`` and ``sticks`` are on the table.
    """
    players = int(row[PLAYERS])
    each = int(row[HONBA_TOTAL])
    seat = int(win[W_SEAT])
    from_seat = int(win[W_FROM])
    usual = honba_payer(liable if liable_points > 0 else -1, seat, from_seat, row)
    # 28 ways to pay other counters, then 4 other numbers of sticks.
    for option in range(32):
        value = honba * each
        payer = usual
        paid = deposits
        if option < 28:
            amount = option // 4
            if amount == 0:
                value = 0
            elif amount == 1:
                value = counters * each
            elif amount == 2:
                value += each
            elif amount == 3:
                value -= each
            elif amount == 4:
                value = counters * 1500
            elif amount == 5:
                value = counters * (200 if each == 300 else 300)
            else:
                value = counters * each * (players - 1)
            who = option % 4
            if who == 1:
                payer = liable
            elif who == 2 and from_seat != seat:
                payer = from_seat
            elif who >= 2:
                payer = -1
        elif option == 28:
            paid = 0
        elif option == 29:
            paid = sticks
        else:
            paid = deposits + (1 if option == 30 else -1)
        clear(trial)
        add_win(trial, points, liable_points, liable, seat, from_seat, dealer, 0, paid, row)
        add_honba(trial, value, payer, seat, row)
        if value >= 0 and paid >= 0 and first_difference(win, T_DELTA, trial, players) < 0:
            return HONBA_PAYMENT if option < 28 else DEPOSITS_PAYMENT
    return WIN_DELTAS


@lean_kernel
def scores_before(wins: Any, w: int, running: Any, out: Any) -> None:
    """Fill ``out`` with the points before win ``w``: after the win before it in the round."""
    later = w > 0 and int(wins[w - 1, T_ROUND]) == int(wins[w, T_ROUND])
    for s in range(4):
        points = int(running[s])
        if later:
            change = int(wins[w - 1, T_DELTA + s])
            points = int(wins[w - 1, T_SCORE + s])
            if points == UNKNOWN_POINTS or change == UNKNOWN_POINTS:
                points = int(wins[w, T_SCORE + s])
            else:
                points += change
        out[s] = points


@lean_kernel
def discarder(wins: Any, w: int) -> int:
    """Return who pays the wins of the round whose first win is row ``w``, 255 unknown.

    Winners on one tile have one payer: if one win tells who, it tells it for all.
    """
    payer = UNKNOWN
    other = w
    while other < len(wins) and int(wins[other, T_ROUND]) == int(wins[w, T_ROUND]):
        if payer == UNKNOWN:
            payer = int(wins[other, W_FROM])
        other += 1
    return payer


@lean_kernel
def is_head(wins: Any, w: int, players: int) -> int:
    """Tell whether win ``w`` is the first of its round in turn order after the discarder.

    Returns 1 or 0, and 2 where who discarded is not known and there are other winners.
    """
    r = int(wins[w, T_ROUND])
    winner = int(wins[w, W_SEAT])
    payer = int(wins[w, W_FROM])
    first = w
    while first > 0 and int(wins[first - 1, T_ROUND]) == r:
        first -= 1
    if payer == UNKNOWN:
        payer = discarder(wins, first)
    other = first
    while other < len(wins) and int(wins[other, T_ROUND]) == r:
        if not wins[other, W_SURPLUS]:
            if payer == UNKNOWN and other != w:
                return NOT_KNOWN
            if is_head_winner(int(wins[other, W_SEAT]), winner, payer, players):
                return 0
        other += 1
    return 1


@lean_kernel
def audit_wins(
    rounds: Any, wins: Any, kind: Any, seat: Any, tile: Any, from_seat: Any, rules: Any,
    work: Any, findings: Any, n: int,
) -> int:  # fmt: skip
    """Check the payments of every win and fill T_EXPECTED with the right ones.

    ``kind`` to ``from_seat`` are columns of events, ``work`` is int64[4, 4]. A win of unknown
    value is left out, and one that cannot be beside those before it. Returns the new number of
    findings.
    """
    out = work[0]
    trial = work[1]
    fed = work[2]
    for w in range(len(wins)):
        win = wins[w]
        if win[W_SURPLUS]:
            continue
        round_ = rounds[int(win[T_ROUND])]
        row = rules[int(round_[R_RULES])]
        players = int(row[PLAYERS])
        winner = int(win[W_SEAT])
        payer = int(win[W_FROM])
        dealer = int(round_[R_DEALER])
        points = int(win[W_POINTS])
        place = is_head(wins, w, players)
        head = place == 1
        counters = int(round_[R_HONBA])
        sticks = int(round_[R_TABLE]) if head else 0
        if place == NOT_KNOWN:
            sticks = UNKNOWN_POINTS
        scores_before(wins, w, round_[R_RUNNING : R_RUNNING + 4], out)
        n = compare(win, T_SCORE, out, players, SCORES_BEFORE, findings, n)
        n = compare_print(win, T_HONBA, counters, not head, findings, n)
        n = compare_print(win, T_DEPOSITS, sticks, False, findings, n)
        # A partly known record: the print stands in for what the round does not tell.
        if counters < 0:
            counters = int(win[T_HONBA])
        if sticks < 0:
            sticks = int(win[T_DEPOSITS])
        unknown = points == UNKNOWN_POINTS or payer >= players or dealer >= players
        if unknown or counters < 0 or sticks < 0:
            continue

        # Who is liable: by the calls of the round, and as recorded.
        yakuman = int(win[W_YAKUMAN])
        liable = -1
        liable_points = 0
        if yakuman > 0 or int(row[DAIMINKAN_RINSHAN_PAO]) == 1:
            find_liable(
                kind, seat, tile, from_seat, int(round_[R_FIRST]), int(win[T_EVENT]), winner, row,
                fed,
            )  # fmt: skip
            liable, liable_points = liability(
                fed, win[W_MULTIPLE : W_MULTIPLE + 3], yakuman, points, winner == payer,
                winner == dealer, row,
            )  # fmt: skip
        recorded = int(win[W_PAO])
        if recorded >= players:
            recorded = -1

        # Printed counters and sticks count, the true ones too where the print is wrong. A
        # record without a liable seat may mean it all the same: many formats have no field.
        matched = -1
        for option in range(_TRIES):
            last = option == _TRIES - 1
            by_calls = option % 2 == 1 or (last and recorded < 0)
            if by_calls and recorded >= 0:
                continue
            honba = counters
            deposits = sticks
            if option < 2 and int(win[T_HONBA]) >= 0:
                honba = int(win[T_HONBA])
            if option < 2 and int(win[T_DEPOSITS]) >= 0:
                deposits = int(win[T_DEPOSITS])
            pao = liable if by_calls else recorded
            pao_points = liable_points
            if not by_calls and (liable < 0 or recorded < 0):
                pao_points = points if recorded >= 0 else 0
            honba = paid_honba(honba, head, row)
            value = pao_points if yakuman <= 0 and pao_points > 0 else points
            clear(out)
            add_win(out, value, pao_points, pao, winner, payer, dealer, honba, deposits, row)
            if first_difference(win, T_DELTA, out, players) < 0:
                matched = option
                break
            if last:
                code = classify_win(
                    trial, win, value, pao_points, pao, dealer, honba, counters, deposits,
                    max(sticks, int(round_[R_TABLE])), row,
                )  # fmt: skip
                n = compare(win, T_DELTA, out, players, code, findings, n)
        for s in range(players):
            win[T_EXPECTED + s] = out[s]
        silent = recorded < 0 and (matched < 0 or matched == _TRIES - 1 or matched % 2 == 1)
        silent = silent or (recorded < 0 and liable == payer)  # a liable discarder pays all
        # Without the names of its yaku only an ordinary hand tells who is liable.
        known = yakuman == 0 or (yakuman > 0 and int(win[W_NAMED]) == 1)
        if liable != recorded and known and not silent:
            n = report(
                findings, n, PAO_SEAT, int(win[T_ROUND]), int(win[T_EVENT]), winner,
                recorded, liable,
            )  # fmt: skip
    return n


@lean_kernel
def tenpai_mask(draw: Any, players: int) -> int:
    """Return the mask of tenpai seats of a draw, -1 when the record does not tell.

    Where hands are not recorded, those who were paid in an exhaustive draw are tenpai.
    """
    mask = 0
    paid = 0
    known = True
    for seat in range(players):
        shown = int(draw[D_SHOWN + seat])
        known = known and shown != 255
        if shown == 1:
            mask |= 1 << seat
        if int(draw[T_DELTA + seat]) > 0:
            paid |= 1 << seat
    if known:
        return mask
    return paid if paid > 0 and int(draw[D_KIND]) == EXHAUSTIVE else -1


@lean_kernel
def expect_void(draw: Any, round_: Any, row: Any) -> None:
    """Fill T_EXPECTED of a hand that is void: the deposits paid in it go back.

    What a chombo costs beside that is not known here (family E), nor who paid older sticks.
    """
    what = int(draw[D_KIND])
    back = returns_deposits(what, row)
    older = next_deposits(what, int(round_[R_DEPOSITS]), int(round_[R_TABLE]), row)
    known = what == RESTART or int(row[CHOMBO]) != 1 or int(row[CHOMBO_WHEN]) != 0
    known = known and (not back or older == int(round_[R_DEPOSITS]))
    for s in range(4):
        start = int(round_[R_START + s])
        running = int(round_[R_RUNNING + s])
        draw[T_EXPECTED + s] = UNKNOWN_POINTS
        if known and start != UNKNOWN_POINTS:
            draw[T_EXPECTED + s] = start - running if back else 0
    draw[D_NAGASHI] = 0


@lean_kernel
def audit_draws(
    rounds: Any, draws: Any, kind: Any, seat: Any, tile: Any, from_seat: Any, rules: Any,
    work: Any, findings: Any, n: int,
) -> int:  # fmt: skip
    """Check the payments of every drawn round; fill T_EXPECTED and D_NAGASHI.

    The payments follow the recorded kind of draw; whether that kind is right is a question
    of the discards, not of the points. Returns the new number of findings.
    """
    out = work[0]
    for d in range(len(draws)):
        draw = draws[d]
        if draw[D_SURPLUS]:
            continue
        round_ = rounds[int(draw[T_ROUND])]
        row = rules[int(round_[R_RULES])]
        players = int(row[PLAYERS])
        what = int(draw[D_KIND])
        dealer = int(round_[R_DEALER])
        counters = int(round_[R_HONBA])
        sticks = int(round_[R_TABLE])
        running = round_[R_RUNNING : R_RUNNING + 4]
        n = compare(draw, T_SCORE, running, players, SCORES_BEFORE, findings, n)
        n = compare_print(draw, T_HONBA, counters, False, findings, n)
        n = compare_print(draw, T_DEPOSITS, sticks, False, findings, n)

        if what == UNKNOWN:  # nor who pays whom
            continue
        if what >= CHOMBO_DRAW:
            expect_void(draw, round_, row)
            continue
        seats = 0
        tenpai = tenpai_mask(draw, players)
        if int(row[NAGASHI_RULE]) > 0 and (what == EXHAUSTIVE or what == NAGASHI):
            seats = nagashi_seats(
                kind, seat, from_seat, tile, int(round_[R_FIRST]), int(draw[T_EVENT]), row
            )
        code = ABORT_PAYMENT
        if what == EXHAUSTIVE:
            code = NOTEN_PAYMENT
        elif what == NAGASHI:
            code = NAGASHI_PAYMENT
        # First what the kind says, then nagashi where the discards allow it (a record may
        # call it a plain draw), then nagashi of anybody.
        tries = 1
        if what == NAGASHI:  # also where it is not played: that is what legality reports
            tries = 1 << players
        elif seats > 0:
            tries = 2
        right = 0
        for option in range(tries):
            trial = option if what == NAGASHI and option > 0 else seats
            if what == EXHAUSTIVE and option == 0:
                trial = 0
            clear(out)
            if trial > 0:
                add_nagashi(out, trial, dealer, counters, sticks, row)
            elif code != ABORT_PAYMENT:
                add_noten(out, max(0, tenpai), row)
            if first_difference(draw, T_DELTA, out, players) < 0:
                right = trial
                break
            if option == 0:
                right = trial
                for s in range(players):
                    draw[T_EXPECTED + s] = out[s]
        else:
            for s in range(players):
                out[s] = draw[T_EXPECTED + s]
        draw[D_NAGASHI] = right
        # neither hands nor payments: who paid whom is not known
        silent = what == EXHAUSTIVE and right == 0 and tenpai < 0
        silent = silent and int(draw[T_DELTA]) == UNKNOWN_POINTS
        for s in range(players):
            draw[T_EXPECTED + s] = UNKNOWN_POINTS if silent else out[s]
        n = compare(draw, T_DELTA, out, players, code, findings, n)
    return n
