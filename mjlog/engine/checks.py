"""Run the legality kernels and bring recomputed wins into the order of the recorded ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bazoro import BAZORO
from ..codes import ANKAN, DORA, MANGAN, PON, RIICHI, RYUUKYOKU, SANBAIMAN, UNKNOWN, UNKNOWN_POINTS
from ..model import GameBatch
from ..replay import Replay
from ..rules import Rules
from ..rules.columns import rules_matrix
from ..score_audit import WinScores
from .endings import check_draws, check_wins
from .formal_tenpai import yakuless_tenpai
from .furiten import C_EVENT, C_FROM, C_FURITEN, C_ROUND, C_SEAT, C_STATUS, C_TILE, C_WIN
from .incident_record import is_hand_kept
from .jit import lean_kernel, select
from .layout import BROKEN_SHIFT, RIICHI_SHIFT
from .passes import round_columns
from .payments import win_points
from .points import base_points, limit_of
from .report import REPORT_COLUMNS
from .riichi import check_dora, check_riichi
from .shown import check_shown_draws, check_shown_wins
from .surplus import surplus_draws, surplus_rows, surplus_wins
from .turns import check_turns
from .win import (
    CASE_AKA,
    CASE_DORA,
    CASE_KITA,
    CASE_URA,
    OUT_FU,
    OUT_HAN,
    OUT_LIMIT,
    OUT_POINTS,
    OUT_STATUS,
    OUT_YAKU,
    OUT_YAKU_HAN,
    OUT_YAKUMAN,
    WINS,
)

__all__ = ["expected_points", "recorded_han", "rescore", "run_checks"]


def run_checks(batch: GameBatch, replay: Replay) -> NDArray[np.int64]:
    """Return the reported rows (int64[N, REPORT_COLUMNS]) of families T, L and F, and S110."""
    room = 256 + len(batch.rounds)
    while True:
        rows, found = _run(batch, replay, room)
        if found <= room:
            more = surplus_rows(batch, surplus_wins(batch), surplus_draws(batch))
            return np.concatenate([rows[:found], more])
        room = found


def _run(batch: GameBatch, replay: Replay, room: int) -> tuple[NDArray[np.int64], int]:
    games, rounds, events = len(batch), batch.rounds, batch.events
    wins, draws, p = batch.wins, batch.draws, replay
    players, rules_index = round_columns(batch)
    rules = rules_matrix(batch.rules)
    rows = np.zeros((room, REPORT_COLUMNS), np.int64)
    first = rounds.first_event
    rare = np.flatnonzero(events.kind > PON)
    kinds = events.kind[rare]
    of_round = np.searchsorted(first, rare, side="right") - 1
    riichi = rare[(kinds == RIICHI) | (kinds == ANKAN)]
    with_kan = np.unique(of_round[(kinds <= ANKAN) | (kinds == DORA)])
    watched = np.bincount(of_round[kinds <= ANKAN], minlength=len(rounds)) >= 4
    watched[of_round[kinds == RYUUKYOKU]] = True
    n = select(check_turns, games)(
        first, players, rounds.dealer, rules, rules_index, events.kind, events.seat, events.tile,
        events.from_seat, events.used, events.tile_id, p.live_wall, p.status, p.hand_lo,
        p.hand_hi, p.not_held, rows, 0,
    )  # fmt: skip
    n = select(check_riichi, games)(
        riichi, first, rounds.scores, rules, rules_index, events.kind, events.seat, events.tile,
        p.live_wall, p.status, p.hand_row, p.hand_lo, p.hand_hi, p.draw_tile, p.shanten, p.waits,
        p.furiten, rows, n,
    )  # fmt: skip
    n = select(check_dora, games)(
        with_kan, first, rules, rules_index, events.kind, events.seat, events.tile, rows, n
    )
    surplus = surplus_wins(batch)
    n = select(check_wins, games)(
        p.chances, len(p.chances), players, rules, rules_index, events.kind, events.seat,
        events.tile, p.live_wall, wins.round, wins.event, surplus, rows, n,
    )  # fmt: skip
    n = select(check_shown_wins, games)(
        p.chances, first, rules, rules_index, events.kind, events.tile, rounds.indicator,
        wins.event, wins.hand, wins.melds, wins.indicators, wins.ura, partial_rounds(batch),
        surplus, rows, n,
    )  # fmt: skip
    n = select(check_draws, games)(
        watched, first, players, rules, rules_index, events.kind, events.seat, events.tile,
        events.from_seat, events.used, events.aux, rounds.indicator, p.live_wall, p.status,
        p.hand_row, p.hand_lo, p.hand_hi, p.deal_lo, p.deal_hi, p.waits, p.deal_waits,
        _could_ron(p), draws.kind, draws.shown, yakuless_tenpai(batch, p),
        surplus_draws(batch), rows, n,
    )  # fmt: skip
    n = select(check_shown_draws, games)(
        draws.round, draws.event, draws.hands, first, p.status, p.hand_row, p.hand_lo, p.hand_hi,
        p.deal_lo, p.deal_hi, rows, n,
    )  # fmt: skip
    return rows, int(n)


def partial_rounds(batch: GameBatch) -> NDArray[np.bool_]:
    """Return bool[R]: the rounds of records in which what is left out is not known.

    People write down what they can; what a server leaves out was not there.
    """
    kept = [is_hand_kept(batch, game) for game in range(len(batch))]
    return np.array(kept, np.bool_)[batch.rounds.game]


def _known_dora(
    batch: GameBatch, replay: Replay, chances: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell of each win among ``chances`` whether its dora and its ura dora can be counted.

    That takes every indicator turned before it, and as many ura indicators as there are. Where
    a server shows fewer, a part of them, it is those few that count.
    """
    rounds, events = batch.rounds, batch.events
    r, e, seat, w = (chances[:, c] for c in (C_ROUND, C_EVENT, C_SEAT, C_WIN))
    index = batch.rules_index[rounds.game[r]]
    dora, ura, kan_dora, kan_ura = (
        np.array([getattr(rules, name) for rules in batch.rules], np.bool_)[index]
        for name in ("dora", "ura", "kan_dora", "kan_ura")
    )
    missing = rounds.indicator[r] == UNKNOWN
    for row in np.flatnonzero((events.kind == DORA) & (events.tile == UNKNOWN)).tolist():
        missing |= (rounds.first_event[r] <= row) & (row < e) & kan_dora
    named = (batch.wins.ura[w] != UNKNOWN).sum(axis=1)
    due = np.where(kan_ura & partial_rounds(batch)[r], replay.indicators[e], 1)
    riichi = (chances[:, C_STATUS] >> (RIICHI_SHIFT + seat)) & 1
    return ~(missing & dora), ~(ura & (riichi == 1) & (named < np.minimum(due, 10)))


def _could_ron(replay: Replay) -> NDArray[np.uint8]:
    """Return uint8[E]: the mask of seats that let a win on the tile of an event pass."""
    chances = replay.chances
    passed = (chances[:, C_WIN] < 0) & (chances[:, C_FROM] != chances[:, C_SEAT])
    passed &= replay.scores[:, OUT_STATUS] == WINS
    seats = np.zeros(len(replay.status), np.uint8)
    bits = np.left_shift(1, chances[passed, C_SEAT]).astype(np.uint8)
    np.bitwise_or.at(seats, chances[passed, C_EVENT], bits)
    return seats


@lean_kernel
def points_of_recorded(
    han: Any,
    fu: Any,
    yakuman: Any,
    tsumo: Any,
    dealer: Any,
    rules: Any,
    rules_index: Any,
    points: Any,
    limit: Any,
) -> None:
    """Write the points and the limit that follow from recorded han, fu and yakuman.

    All arrays have length W but ``rules``; points are -1 where han or fu are not recorded.
    """
    for w in range(len(han)):
        points[w] = -1
        y = int(yakuman[w])
        if y < 0 or (y == 0 and (han[w] <= 0 or (fu[w] < 0 and han[w] < 5))):
            continue
        rule = rules[rules_index[w]]
        base = base_points(int(han[w]), max(int(fu[w]), 0), y, rule)
        limit[w] = limit_of(base)
        points[w] = win_points(base, bool(dealer[w]), bool(tsumo[w]), rule)


def expected_points(batch: GameBatch) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return int32[W] points and uint8[W] limits that follow from the recorded han and fu.

    Where these are not recorded they follow from the limit that was named; -1 where neither is,
    nor who paid. No more yakuman count than the rules can add up. Nothing is expected of wins
    that cannot be (:mod:`.surplus`).
    """
    han = recorded_han(batch)
    yakuman = batch.wins.yakuman
    if not len(han):
        return _points_of(batch, han, yakuman)
    index = batch.rules_index[batch.rounds.game[batch.wins.round]]
    begins = np.array([_limit_han(rules) for rules in batch.rules], np.int16)
    most = np.array([_most_yakuman(rules) for rules in batch.rules], np.int16)
    limit = batch.wins.limit
    named = (limit >= MANGAN) & (limit <= SANBAIMAN) & (yakuman <= 0)
    named &= (han <= 0) | ((han < 5) & (batch.wins.fu < 0))
    han = np.where(named, begins[index, np.where(named, limit, 0)], han).astype(np.int16)
    yakuman = np.where(named, 0, np.minimum(yakuman, most[index])).astype(yakuman.dtype)
    points, limits = _points_of(batch, han, yakuman)
    points[batch.wins.from_seat == UNKNOWN] = -1  # tsumo and ron are rounded up differently
    surplus = surplus_wins(batch) != 0
    points[surplus], limits[surplus] = -1, 255
    return points, limits


def _limit_han(rules: Rules) -> list[int]:
    """Return the han from which on each of :data:`mjlog.codes.LIMITS` is reached."""
    later = 2 * (rules.limit_table == "unreduced")
    return [0, 5, 6 + later, 8 + later, 11 + later]


def _most_yakuman(rules: Rules) -> int:
    """Return how many yakuman a hand can be worth at most (20 where they add up)."""
    return 20 if rules.multi_yakuman else 2 if rules.double_yakuman else 1


def _points_of(
    batch: GameBatch, han: NDArray[np.int16], yakuman: NDArray[np.int8]
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    wins = batch.wins
    _, rules_index = round_columns(batch)
    points, limit = np.full(len(wins), -1, np.int32), np.full(len(wins), 255, np.uint8)
    select(points_of_recorded, len(batch))(
        han, wins.fu, yakuman, wins.seat == wins.from_seat,
        wins.seat == batch.rounds.dealer[wins.round], rules_matrix(batch.rules),
        rules_index[wins.round], points, limit,
    )  # fmt: skip
    return points, limit


def recorded_han(batch: GameBatch) -> NDArray[np.int16]:
    """Return int16[W], the recorded han without 場ゾロ.

    Where the rules write han with 場ゾロ (``bazoro_display``) the recorded number holds its two
    han, unless the named yaku add up to the number itself, or only so the points come out. A
    win whose points fit neither way is read like the other wins of its game.
    """
    wins = batch.wins
    writes = np.array([rules.bazoro_display for rules in batch.rules], np.bool_)
    if not writes.any():
        return wins.han
    _, rules_index = round_columns(batch)
    holds = writes[rules_index[wins.round]] & (wins.han >= 0) & (wins.yakuman <= 0)
    less = np.where(holds, np.maximum(wins.han - BAZORO, 0), wins.han).astype(np.int16)
    named = (wins.yaku != UNKNOWN).any(axis=1)
    named &= ((wins.yaku == UNKNOWN) | (wins.yaku_han >= 0)).all(axis=1)
    total = np.where(wins.yaku != UNKNOWN, wins.yaku_han, 0).sum(axis=1)
    known = wins.points != UNKNOWN_POINTS
    as_written = known & (_points_of(batch, wins.han, wins.yakuman)[0] == wins.points)
    with_bazoro = known & (_points_of(batch, less, wins.yakuman)[0] == wins.points)
    plain = (named & (total == wins.han)) | (as_written & ~with_bazoro)
    plain |= (wins.han >= 0) & (wins.han <= BAZORO)  # no win has so little with 場ゾロ
    plain &= ~(named & (total == less))
    fits_neither = known & ~named & ~as_written & ~with_bazoro & ~plain
    game = batch.rounds.game[wins.round]
    votes = np.bincount(game, plain.astype(int) - (with_bazoro & ~as_written), len(batch))
    plain |= fits_neither & (votes[game] > 0)
    return np.where(plain, wins.han, less).astype(np.int16)


def rescore(batch: GameBatch, replay: Replay) -> WinScores:
    """Return the recomputed wins, one row a recorded win."""
    is_win = replay.chances[:, C_WIN] >= 0
    chances = replay.chances[is_win]
    rows, cases = replay.scores[is_win], replay.cases[is_win]
    count = len(batch.wins)
    place = chances[:, C_WIN]
    broken = (chances[:, C_STATUS] >> (BROKEN_SHIFT + chances[:, C_SEAT])) & 1
    broken |= chances[:, C_TILE] > 36  # the winning tile is not known

    dora_known, ura_known = _known_dora(batch, replay, chances)

    def column(values: NDArray[Any], dtype: str, missing: int = 0) -> NDArray[Any]:
        out = np.full(count, missing, dtype)
        out[place] = values
        return out

    left_out = (broken == 1) | (surplus_wins(batch)[place] != 0)
    status = np.where(left_out, -1, rows[:, OUT_STATUS])
    return WinScores(
        status=column(status, "i1", -1),
        yaku=column(rows[:, OUT_YAKU], "i8"),
        yaku_han=column(rows[:, OUT_YAKU_HAN], "i2"),
        han=column(rows[:, OUT_HAN], "i2"),
        fu=column(rows[:, OUT_FU], "i2"),
        yakuman=column(rows[:, OUT_YAKUMAN], "i1"),
        limit=column(rows[:, OUT_LIMIT], "u1", 255),
        points=column(rows[:, OUT_POINTS], "i4", -1),
        dora=column(cases[:, CASE_DORA], "i1"),
        ura=column(cases[:, CASE_URA], "i1"),
        aka=column(cases[:, CASE_AKA], "i1"),
        kita=column(cases[:, CASE_KITA], "i1"),
        dora_known=column(dora_known, "?"),
        ura_known=column(ura_known, "?"),
        partial=partial_rounds(batch)[batch.wins.round],
        furiten=column(chances[:, C_FURITEN], "i1"),
    )
