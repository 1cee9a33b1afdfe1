"""Recorded payments against the rules: riichi deposits, wins and draws.

Each pass compares a recorded value with what follows from the recorded values just upstream,
so that one wrong value gives one finding. Findings are rows of :mod:`mjlog.engine.report`.
"""

from __future__ import annotations

from typing import Any

from ..codes import (
    DISCARD,
    EXHAUSTIVE,
    KITA,
    NAGASHI,
    RIICHI,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    SANCHAHOU,
    UNKNOWN_POINTS,
    WIN,
)
from ..rules.columns import DAIMINKAN_RINSHAN_PAO, HONBA_TOTAL, PLAYERS, RIICHI_BET
from ..rules.columns import NAGASHI as NAGASHI_RULE
from .jit import kernel
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
    RIICHI_DEPOSIT,
    SCORES_BEFORE,
    WIN_DELTAS,
)

NOBODY = 255

__all__ = ["audit_draws", "audit_riichi", "audit_wins", "tenpai_mask"]


@kernel
def note(
    findings: Any, count: Any, code: int, round_: int, event: int, seat: int, recorded: int,
    expected: int,
) -> None:  # fmt: skip
    """Append a row (:mod:`mjlog.engine.report`); ``count[0]`` grows also when there is no room."""
    count[0] = report(findings, int(count[0]), code, round_, event, seat, recorded, expected)


@kernel
def first_difference(recorded: Any, expected: Any, players: int) -> int:
    """Return the first seat where the two rows differ, -1 none; unknown points are equal."""
    for seat in range(players):
        value = int(recorded[seat])
        if value not in (UNKNOWN_POINTS, int(expected[seat])):
            return seat
    return -1


@kernel
def audit_riichi(
    game: Any, first_event: Any, start_deposits: Any, scores: Any, kind: Any, seat: Any,
    from_seat: Any, aux: Any, draw_kind: Any, rules: Any, rules_index: Any,
    running: Any, table: Any, findings: Any, count: Any,
) -> None:  # fmt: skip
    """Check the riichi deposits and work out the state of the table before each result.

    Args:
        game, first_event, start_deposits, scores: Columns of rounds.
        kind, seat, from_seat, aux: Columns of events.
        draw_kind: Column ``kind`` of draws.
        rules, rules_index: Rulesets as rows, and the row of each game.
        running: int32[R, 4], filled: points before the result.
        table: int16[R], filled: sticks on the table before the result.
        findings, count: Buffer of findings.
    """
    for r in range(len(game)):
        bet = int(rules[int(rules_index[int(game[r])]), RIICHI_BET])
        for s in range(4):
            running[r, s] = scores[r, s]
        sticks = int(start_deposits[r])
        declared = -1  # who has a riichi that is not yet decided
        passing = False  # the declaration tile is on the table
        fresh = -1  # whose deposit was paid for the tile that is on the table
        for e in range(int(first_event[r]), int(first_event[r + 1])):
            what = int(kind[e])
            actor = int(seat[e])
            if what == RIICHI_ACCEPTED:
                if actor != declared or not passing or int(aux[e]) not in (0, 1):
                    note(findings, count, RIICHI_DEPOSIT, r, e, actor, 1, 0)
                if int(running[r, actor]) != UNKNOWN_POINTS:
                    running[r, actor] -= bet
                sticks += 1
                declared = -1
                fresh = actor
            elif what == RIICHI:
                declared = actor
                passing = False
            elif what == DISCARD and actor == declared and not passing:
                passing = True
                fresh = -1
            elif what <= KITA or what in (WIN, RYUUKYOKU):
                no_deposit = what == WIN or (
                    what == RYUUKYOKU and int(draw_kind[int(aux[e])]) == SANCHAHOU
                )
                if what == WIN and fresh not in (-1, int(from_seat[e])):
                    fresh = -1
                if declared >= 0 and passing and not no_deposit:
                    note(findings, count, RIICHI_DEPOSIT, r, e, declared, 0, 1)
                elif fresh >= 0 and no_deposit and actor != fresh:
                    note(findings, count, RIICHI_DEPOSIT, r, e, fresh, 1, 0)
                if passing:
                    declared = -1
                fresh = -1
        table[r] = sticks


@kernel
def classify_win(
    trial: Any, deltas: Any, points: int, liable_points: int, liable: int, seat: int,
    from_seat: int, dealer: int, honba: int, counters: int, deposits: int, sticks: int, row: Any,
) -> int:  # fmt: skip
    """Name the part of a win's payments that is wrong: honba, deposits, or the rest.

    ``honba`` and ``deposits`` are paid to this winner, ``counters`` and ``sticks`` are on the
    table.
    """
    players = int(row[PLAYERS])
    each = int(row[HONBA_TOTAL])
    usual = honba_payer(liable if liable_points > 0 else -1, seat, from_seat, row)
    for option in range(7):
        if option == 0:
            value = 0
        elif option == 1:
            value = counters * each
        elif option == 2:
            value = (honba + 1) * each
        elif option == 3:
            value = max(0, honba - 1) * each
        elif option == 4:
            value = counters * 1500
        elif option == 5:
            value = counters * (200 if each == 300 else 300)
        else:
            value = counters * each * (players - 1)
        for who in range(4):
            payer = usual
            if who == 1:
                payer = liable
            elif who == 2:
                payer = from_seat if from_seat != seat else -1
            elif who == 3:
                payer = -1
            clear(trial)
            add_win(trial, points, liable_points, liable, seat, from_seat, dealer, 0, deposits, row)
            add_honba(trial, value, payer, seat, row)
            if first_difference(deltas, trial, players) < 0:
                return HONBA_PAYMENT
    for paid in (0, sticks, deposits - 1, deposits + 1):
        clear(trial)
        add_win(
            trial, points, liable_points, liable, seat, from_seat, dealer, honba, paid, row
        )  # fmt: skip
        if first_difference(deltas, trial, players) < 0:
            return DEPOSITS_PAYMENT
    return WIN_DELTAS


@kernel
def audit_wins(
    game: Any, dealers: Any, honbas: Any, first_event: Any, kind: Any, seat: Any, tile: Any,
    from_seat: Any, win_round: Any, win_event: Any, win_seat: Any, win_from: Any, yakuman: Any,
    all_points: Any, yaku: Any, yaku_han: Any, pao_seat: Any, printed_honba: Any,
    printed_deposits: Any, scores: Any, deltas: Any, rules: Any, rules_index: Any, running: Any,
    table: Any, expected: Any, findings: Any, count: Any, work: Any,
) -> None:  # fmt: skip
    """Check the payments of every win; ``expected`` int32[W, 4] is filled with the right ones.

    The first arguments are columns of rounds, events and wins; ``running`` and ``table`` come
    from :func:`audit_riichi`; ``work`` is int64[4, 4]. A win of unknown value is left out
    (``expected`` stays unknown).
    """
    out = work[0]
    trial = work[1]
    fed = work[2]
    before = work[3]
    wins = len(win_round)
    for w in range(wins):
        r = int(win_round[w])
        g = int(game[r])
        row = rules[int(rules_index[g])]
        players = int(row[PLAYERS])
        event = int(win_event[w])
        winner = int(win_seat[w])
        payer = int(win_from[w])
        dealer = int(dealers[r])
        points = int(all_points[w])

        later = w > 0 and int(win_round[w - 1]) == r
        head = True
        other = w - 1
        while other >= 0 and int(win_round[other]) == r:
            head = head and not is_head_winner(int(win_seat[other]), winner, payer, players)
            other -= 1
        other = w + 1
        while other < wins and int(win_round[other]) == r:
            head = head and not is_head_winner(int(win_seat[other]), winner, payer, players)
            other += 1

        for s in range(4):
            before[s] = running[r, s]
            if later and int(scores[w - 1, s]) != UNKNOWN_POINTS:
                before[s] = int(scores[w - 1, s])
            elif later:
                before[s] = scores[w, s]
            if later and int(deltas[w - 1, s]) != UNKNOWN_POINTS:
                before[s] += int(deltas[w - 1, s])
        wrong = first_difference(scores[w], before, players)
        if wrong >= 0:
            note(
                findings, count, SCORES_BEFORE, r, event, wrong,
                int(scores[w, wrong]), int(before[wrong]),
            )  # fmt: skip

        counters = int(honbas[r])
        sticks = int(table[r])
        shown = int(printed_honba[w])
        if shown >= 0 and shown != counters and (head or shown != 0):
            note(findings, count, PRINTED_TABLE, r, event, NOBODY, shown, counters)
        shown_sticks = int(printed_deposits[w])
        if shown_sticks >= 0 and shown_sticks != (sticks if head else 0):
            note(
                findings, count, PRINTED_TABLE, r, event, NOBODY, shown_sticks,
                sticks if head else 0,
            )  # fmt: skip
        if points == UNKNOWN_POINTS or payer > 3:
            continue

        # Who is liable: by the calls of the round, and as recorded.
        many = int(yakuman[w])
        liable, liable_points = -1, 0
        if many > 0 or int(row[DAIMINKAN_RINSHAN_PAO]) == 1:
            find_liable(
                kind, seat, tile, from_seat, int(first_event[r]), event, winner, fed
            )  # fmt: skip
            liable, liable_points = liability(
                fed, yaku[w], yaku_han[w], many, points, winner == payer, row
            )
        named = int(pao_seat[w])
        recorded = named if named < players else -1
        recorded_points = 0
        if recorded >= 0:
            recorded_points = liable_points if liable >= 0 else points

        # The printed counters and sticks count; the true ones too where the print is wrong.
        matched = -1
        for option in range(4):
            use_printed = option < 2
            use_calls = option % 2 == 1
            if use_calls and recorded >= 0:
                continue
            honba = paid_honba(
                shown if use_printed and shown >= 0 else counters, head, row
            )  # fmt: skip
            deposits = sticks if head else 0
            if use_printed and shown_sticks >= 0:
                deposits = shown_sticks
            clear(out)
            if use_calls:
                add_win(
                    out, points, liable_points, liable, winner, payer, dealer, honba,
                    deposits, row,
                )  # fmt: skip
            else:
                add_win(
                    out, points, recorded_points, recorded, winner, payer, dealer, honba,
                    deposits, row,
                )  # fmt: skip
            if first_difference(deltas[w], out, players) < 0:
                matched = option
                break
        # Many formats have no field for the liable seat: then its payment speaks for it.
        silent = recorded < 0 and (matched < 0 or matched % 2 == 1)
        if liable != recorded and many >= 0 and not silent and not unnamed(yaku[w]):
            note(findings, count, PAO_SEAT, r, event, winner, recorded, liable)
        if matched < 0:
            final = liable if recorded < 0 else recorded
            final_points = liable_points if recorded < 0 else recorded_points
            honba = paid_honba(counters, head, row)
            deposits = sticks if head else 0
            code = classify_win(
                trial, deltas[w], points, final_points, final, winner, payer, dealer, honba,
                counters, deposits, sticks, row,
            )  # fmt: skip
            clear(out)
            add_win(out, points, final_points, final, winner, payer, dealer, honba, deposits, row)
            wrong = first_difference(deltas[w], out, players)
            note(findings, count, code, r, event, wrong, int(deltas[w, wrong]), int(out[wrong]))
        for s in range(players):
            expected[w, s] = out[s]


@kernel
def unnamed(yaku: Any) -> bool:
    """Tell whether a record names no yaku for a win."""
    return int(yaku[0]) == 255


@kernel
def tenpai_mask(kind: int, shown: Any, deltas: Any, players: int) -> int:
    """Return the mask of tenpai seats of a draw, -1 when the record does not tell.

    Where hands are not recorded, those who were paid in an exhaustive draw are tenpai.
    """
    mask = 0
    known = True
    for seat in range(players):
        known = known and int(shown[seat]) != 255
        mask |= int(int(shown[seat]) == 1) << seat
    if known:
        return mask
    mask = 0
    if kind == EXHAUSTIVE:
        for seat in range(players):
            if int(deltas[seat]) != UNKNOWN_POINTS:
                mask |= int(int(deltas[seat]) > 0) << seat
    return mask if mask != 0 else -1


@kernel
def audit_draws(
    game: Any, dealers: Any, honbas: Any, first_event: Any, kind: Any, seat: Any, tile: Any,
    from_seat: Any, draw_round: Any, draw_event: Any, draw_kind: Any, shown: Any,
    printed_honba: Any, printed_deposits: Any, scores: Any, deltas: Any, rules: Any,
    rules_index: Any, running: Any, table: Any, expected: Any, nagashi: Any, findings: Any,
    count: Any, work: Any,
) -> None:  # fmt: skip
    """Check the payments of every drawn round.

    ``expected`` int32[D, 4] is filled with the right changes and ``nagashi`` uint8[D] with
    the mask of seats that have nagashi mangan by their discards.
    """
    out = work[0]
    trial = work[1]
    for d in range(len(draw_round)):
        r = int(draw_round[d])
        g = int(game[r])
        row = rules[int(rules_index[g])]
        players = int(row[PLAYERS])
        event = int(draw_event[d])
        what = int(draw_kind[d])
        counters = int(honbas[r])
        sticks = int(table[r])
        wrong = first_difference(scores[d], running[r], players)
        if wrong >= 0:
            note(
                findings, count, SCORES_BEFORE, r, event, wrong,
                int(scores[d, wrong]), int(running[r, wrong]),
            )  # fmt: skip
        if int(printed_honba[d]) not in (-1, counters):
            note(findings, count, PRINTED_TABLE, r, event, NOBODY, int(printed_honba[d]), counters)
        if int(printed_deposits[d]) not in (-1, sticks):
            note(
                findings, count, PRINTED_TABLE, r, event, NOBODY,
                int(printed_deposits[d]), sticks,
            )  # fmt: skip

        clear(out)
        code = ABORT_PAYMENT
        if what in (EXHAUSTIVE, NAGASHI):
            code = NOTEN_PAYMENT if what == EXHAUSTIVE else NAGASHI_PAYMENT
            seats = 0
            if int(row[NAGASHI_RULE]) > 0:
                seats = nagashi_seats(
                    kind, seat, from_seat, tile, int(first_event[r]), event, row
                )  # fmt: skip
            if seats == 0 and what == NAGASHI and int(row[NAGASHI_RULE]) > 0:
                # Whether it is nagashi at all is a matter of the discards, not of points.
                for trial_seats in range(1, 1 << players):
                    clear(trial)
                    add_nagashi(trial, trial_seats, int(dealers[r]), counters, sticks, row)
                    if first_difference(deltas[d], trial, players) < 0:
                        seats = trial_seats
                        break
            nagashi[d] = seats
            if seats > 0:
                code = NAGASHI_PAYMENT
                add_nagashi(out, seats, int(dealers[r]), counters, sticks, row)
            else:
                mask = tenpai_mask(what, shown[d], deltas[d], players)
                add_noten(out, max(0, mask), row)
        wrong = first_difference(deltas[d], out, players)
        if wrong >= 0:
            note(findings, count, code, r, event, wrong, int(deltas[d, wrong]), int(out[wrong]))
        for s in range(players):
            expected[d, s] = out[s]
