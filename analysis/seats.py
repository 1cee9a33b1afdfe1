"""The ``seats`` table: a row a player's round, what most statistics are made of."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    EXHAUSTIVE,
    FURITEN,
    KAKAN,
    KITA,
    NAGASHI,
    PON,
    RIICHI,
    UNKNOWN_POINTS,
)
from mjlog.engine.furiten import C_ROUND, C_SEAT
from mjlog.engine.layout import DOUBLE_SHIFT, RIICHI_TILE
from mjlog.engine.win import OUT_POINTS
from mjlog.replay import missed_wins

from .arrow import coded, encoded, flags, kinds_text, numbers, popcount, tiles_text
from .context import WINDS, Context, first_rows, places

__all__ = ["SEAT_RESULTS", "seats_columns"]

#: What a round was to one player.
SEAT_RESULTS: Final = (
    "tsumo",
    "ron",
    "deal_in",
    "hit",
    "bystander",
    "exhaustive",
    "nagashi",
    "abortive",
)
_TSUMO, _RON, _DEAL_IN, _HIT, _BYSTANDER, _EXHAUSTIVE, _NAGASHI, _ABORTIVE = range(8)


def seats_columns(context: Context) -> dict[str, pa.Array]:
    """Build ``seats``: a row a seat of a round."""
    rounds = context.batch.rounds
    row, seat = context.seated
    game = rounds.game[row]
    start = context.pick(rounds.scores)
    ranked = np.where(context.present, rounds.scores, UNKNOWN_POINTS)
    delta = context.pick(_deltas(context))
    shanten = context.pick(context.replay.deal_shanten)
    columns = {
        "game_id": context.game_ref(game),
        "round": numbers(context.round_number[row], "int16"),
        "seat": numbers(seat, "int8"),
        "player": context.player_ref(game, seat),
        "wind": coded((seat - rounds.dealer[row].astype(np.int64)) % context.batch.players[game],
                      WINDS),
        "dealer": flags(seat == rounds.dealer[row]),
        "start_points": numbers(start, "int32", start == UNKNOWN_POINTS),
        "start_place": numbers(context.pick(places(ranked)), "int8", start == UNKNOWN_POINTS),
        "delta": numbers(delta, "int32", delta == UNKNOWN_POINTS),
        "hand": tiles_text(context.pick(rounds.hands)),
        "dealt_shanten": numbers(shanten, "int8", shanten == 99),
    }  # fmt: skip
    columns |= _counts(context, row, seat)
    columns |= _riichi(context, row, seat)
    columns |= _ends(context, row, seat)
    columns |= _results(context, row, seat)
    return columns


def _deltas(context: Context) -> NDArray[np.int64]:
    """int64[R, 4], whole change of points in a round, riichi deposit included."""
    deltas = context.round_deltas
    paid = context.accepted * context.riichi_bet[context.batch.rounds.game][:, None]
    return np.where(deltas == UNKNOWN_POINTS, UNKNOWN_POINTS, deltas - paid)


def _counts(context: Context, row: NDArray[Any], seat: NDArray[Any]) -> dict[str, pa.Array]:
    chi, pon, kan = context.count(CHI), context.count(PON), context.count(DAIMINKAN)
    counted = {
        "turns": context.count(DISCARD),
        "calls": chi + pon + kan,
        "chi": chi,
        "pon": pon,
        "daiminkan": kan,
        "kakan": context.count(KAKAN),
        "ankan": context.count(ANKAN),
        "kita": context.count(KITA),
    }
    columns = {name: numbers(context.pick(values), "int8") for name, values in counted.items()}
    first = context.pick(_first(context, context.rows_of(CHI, PON, DAIMINKAN)))
    columns["first_call_turn"] = _at(context.replay.turn, first, "int8")
    tenpai = context.pick(_first(context, context.tenpai_rows))
    columns["tenpai_turn"] = _at(context.replay.turn, tenpai, "int8")
    return columns


def _first(
    context: Context, rows: NDArray[Any], values: NDArray[Any] | None = None
) -> NDArray[np.int64]:
    """int64[R, 4], the first of ``rows`` of each seat in each round (or its value), -1 none."""
    size = len(context.batch.rounds) * 4
    found = rows if values is None else values
    return first_rows(context.seat_key[rows], found, size).reshape(-1, 4)


def _at(values: NDArray[Any], rows: NDArray[np.int64], type: str) -> pa.Array:
    """Return ``values[rows]`` as a column, null where the row is -1."""
    none = rows < 0
    taken = values[rows] if len(values) else np.zeros(len(rows), np.int64)
    return numbers(np.where(none, 0, taken), type, none)


def _riichi(context: Context, row: NDArray[Any], seat: NDArray[Any]) -> dict[str, pa.Array]:
    replay, batch = context.replay, context.batch
    declared_rows = context.rows_of(RIICHI)
    declared = context.pick(_first(context, declared_rows))
    tiles = np.flatnonzero((replay.status & RIICHI_TILE) != 0)
    tile = context.pick(_first(context, tiles[batch.events.kind[tiles] == DISCARD]))
    none = declared < 0
    no_tile = none | (tile < 0)
    rounds_of = context.event_round[declared_rows]
    before = np.searchsorted(rounds_of, rounds_of, side="left")
    ranks = np.arange(len(declared_rows)) - before + 1
    order = context.pick(_first(context, declared_rows, ranks))
    waits = np.where(no_tile, 0, replay.waits[tile] if len(replay.waits) else 0)
    end = context.last_event[row]
    status = replay.status[end] if len(replay.status) else np.zeros(len(row), np.int32)
    furiten = _furiten_of(replay.furiten, tile, seat)
    first_event = batch.rounds.first_event[row]
    return {
        "riichi": flags(~none),
        "riichi_accepted": flags(context.pick(context.accepted) > 0),
        "double_riichi": flags(~none & ((status >> (DOUBLE_SHIFT + seat) & 1) != 0)),
        "riichi_order": numbers(order, "int8", none),
        "riichi_event": numbers(np.where(none, 0, declared - first_event), "int16", none),
        "riichi_turn": _at(replay.turn, np.where(no_tile, -1, tile), "int8"),
        "riichi_waits": encoded(waits, kinds_text, no_tile),
        "riichi_wait_kinds": numbers(popcount(waits), "int8", no_tile),
        "riichi_wait_tiles": _at(replay.ukeire_tiles, np.where(no_tile, -1, tile), "int8"),
        "riichi_furiten": flags(furiten != 0, no_tile),
    }


def _furiten_of(
    furiten: NDArray[np.uint8], rows: NDArray[Any], seat: NDArray[Any]
) -> NDArray[np.int64]:
    """Return the furiten code of ``seat`` after the events ``rows`` (0 where the row is -1)."""
    if not len(furiten):
        return np.zeros(len(rows), np.int64)
    codes = furiten[rows].astype(np.int64) >> (2 * seat) & 3
    return np.where(rows < 0, 0, codes)


def _ends(context: Context, row: NDArray[Any], seat: NDArray[Any]) -> dict[str, pa.Array]:
    draws = context.batch.draws
    shown = np.full((len(context.batch.rounds), 4), 255, np.uint8)
    wall_out = np.isin(draws.kind, (EXHAUSTIVE, NAGASHI))
    shown[draws.round[wall_out]] = draws.shown[wall_out]
    mine = context.pick(shown)
    shanten = context.pick(context.end_shanten)
    last = context.last_event[row]
    return {
        "end_shanten": numbers(shanten, "int8", shanten == 99),
        "end_tenpai": flags(context.pick(context.end_tenpai), shanten == 99),
        "end_furiten": coded(_furiten_of(context.replay.furiten, last, seat), FURITEN),
        "shown": flags(mine == 1, mine == 255),
    }


def _results(context: Context, row: NDArray[Any], seat: NDArray[Any]) -> dict[str, pa.Array]:
    size = (len(context.batch.rounds), 4)
    wins = context.batch.wins
    ron = wins.seat != wins.from_seat
    own = wins.deltas[np.arange(len(wins)), wins.seat]
    payer = np.where(ron, wins.from_seat, 0).astype(np.intp)
    paid = wins.deltas[np.arange(len(wins)), payer]
    paid = np.where(paid == UNKNOWN_POINTS, UNKNOWN_POINTS, -paid.astype(np.int64))
    rons = np.zeros(size, np.int64)
    np.add.at(rons, (wins.round[ron], wins.from_seat[ron]), 1)
    everyone = np.ones(len(wins), np.bool_)
    amounts = {
        "win_points": _summed(size, wins.round, wins.seat, wins.points, everyone),
        "win_income": _summed(size, wins.round, wins.seat, own, everyone),
        "deal_in_points": _summed(size, wins.round, wins.from_seat, wins.points, ron),
        "deal_in_loss": _summed(size, wins.round, wins.from_seat, paid, ron),
    }
    picked = {name: context.pick(values) for name, values in amounts.items()}
    columns = {
        name: numbers(values, "int32", values == UNKNOWN_POINTS) for name, values in picked.items()
    }
    missed, forgone = map(context.pick, _missed_wins(context))
    columns["missed_wins"] = numbers(missed, "int8")
    columns["missed_points"] = numbers(forgone, "int32", missed == 0)
    columns["deal_ins"] = numbers(context.pick(rons), "int8")
    codes = context.pick(seat_results(context))
    columns["result"] = coded(codes, SEAT_RESULTS, codes < 0)
    return columns


def _missed_wins(context: Context) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Wins that a seat let pass (int64[R, 4]) and the highest value among them."""
    replay = context.replay
    size = (len(context.batch.rounds), 4)
    count, value = np.zeros(size, np.int64), np.zeros(size, np.int64)
    chances, scores = replay.chances, replay.scores
    passed = missed_wins(context.batch, replay)
    rounds, seats = chances[passed, C_ROUND], chances[passed, C_SEAT]
    np.add.at(count, (rounds, seats), 1)
    np.maximum.at(value, (rounds, seats), scores[passed, OUT_POINTS])
    return count, value


def _summed(
    size: tuple[int, int],
    rounds: NDArray[Any],
    seats: NDArray[Any],
    points: NDArray[Any],
    counted: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """int64[R, 4], sum of ``points``; UNKNOWN_POINTS where there are none or one is unknown."""
    rounds, seats, points = rounds[counted], seats[counted], points[counted]
    keys, cells = rounds.astype(np.int64) * 4 + seats, size[0] * size[1]
    total = np.bincount(keys, points, cells).astype(np.int64)  # floats in between: exact for points
    known = np.zeros(cells, np.bool_)
    known[keys] = True
    known[keys[points == UNKNOWN_POINTS]] = False
    return np.where(known, total, UNKNOWN_POINTS).reshape(size)


def seat_results(context: Context) -> NDArray[np.int16]:
    """int16[R, 4], index in :data:`SEAT_RESULTS`; -1 where the record gives no result.

    In a double ron the discarder deals in once (``deal_ins`` counts 2).
    """
    batch = context.batch
    draws, wins = batch.draws, batch.wins
    codes = np.full((len(batch.rounds), 4), -1, np.int16)
    kind = np.full(len(draws), _ABORTIVE, np.int16)
    kind[draws.kind == EXHAUSTIVE] = _EXHAUSTIVE
    kind[draws.kind == NAGASHI] = _NAGASHI
    codes[draws.round] = kind[:, None]
    tsumo = wins.seat == wins.from_seat
    codes[wins.round[tsumo]] = _HIT
    codes[wins.round[~tsumo]] = _BYSTANDER
    codes[wins.round[~tsumo], wins.from_seat[~tsumo]] = _DEAL_IN
    codes[wins.round, wins.seat] = np.where(tsumo, _TSUMO, _RON)
    return codes
