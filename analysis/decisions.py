"""The ``decisions`` table: every own turn and every discard that a hand could call.

A row holds the state *before* the choice, as its player saw it, and what was chosen.
"""

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
    FURITEN,
    KAKAN,
    KITA,
    PON,
    RIICHI,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    UNKNOWN_POINTS,
    WIN,
)
from mjlog.engine.layout import (
    HONOUR_MASK,
    KEY_BITS,
    KEY_MASK,
    MELDS_SHIFT,
    OPEN_SHIFT,
    RED_M_SHIFT,
    RIICHI_SHIFT,
)
from mjlog.tiles import KIND

from .arrow import coded, numbers, tile_column, tiles_text
from .context import RIICHI_TEXT, Context, first_rows, places

__all__ = ["decisions_columns", "kind_counts", "unpack_hands"]

TURN_OPTIONS: Final = ("discard", "riichi", "ankan", "kita", "tsumo")
CALL_OPTIONS: Final = ("chi", "pon", "daiminkan", "ron")
CHOICES: Final = (
    "pass",
    "discard",
    "riichi",
    "ankan",
    "kakan",
    "kita",
    "tsumo",
    "kyuushu_kyuuhai",
    "chi",
    "pon",
    "daiminkan",
    "ron",
)
_TURN_CHOICE: Final = {DISCARD: 1, RIICHI: 2, ANKAN: 3, KAKAN: 4, KITA: 5, WIN: 6, RYUUKYOKU: 7}
_CALL_CHOICE: Final = {CHI: 8, PON: 9, DAIMINKAN: 10, WIN: 11}
_CALLS_FROM: Final = 1 << len(TURN_OPTIONS)


def _option_labels() -> list[str]:
    turn = [
        ",".join(n for i, n in enumerate(TURN_OPTIONS) if m >> i & 1) for m in range(_CALLS_FROM)
    ]
    call = [",".join(n for i, n in enumerate(CALL_OPTIONS) if m >> i & 1) for m in range(16)]
    return turn + call


_OPTION_LABELS: Final = _option_labels()
#: uint8[3125, 5]: the digits of every number of five digits to the base 5, as in a packed suit.
_FIVE_DIGITS: Final = np.indices((5,) * 5, np.uint8).reshape(5, -1).T.copy()


class _Choices:
    """Rows of choices: event, seat, the row whose state is the one before, options, choice."""

    def __init__(self, context: Context) -> None:
        turn = _turns(context)
        call = _calls(context)
        event = np.concatenate([turn[0], call[0]])
        seat = np.concatenate([turn[1], call[1]])
        order = np.lexsort((seat, event))
        self.event: NDArray[np.int64] = event[order]
        self.seat: NDArray[np.int64] = seat[order]
        self.options: NDArray[np.int64] = np.concatenate([turn[2], call[2]])[order]
        self.choice: NDArray[np.int64] = np.concatenate([turn[3], call[3]])[order]
        self.call: NDArray[np.bool_] = self.options >= _CALLS_FROM
        #: for a turn the event before it, for a call the discard on offer.
        self.before: NDArray[np.int64] = np.where(self.call, self.event, self.event - 1)


def decisions_columns(context: Context) -> dict[str, pa.Array]:
    """Build ``decisions``: a row a choice."""
    batch, replay = context.batch, context.replay
    rows = _Choices(context)
    rounds = context.event_round[rows.event] if len(rows.event) else rows.event.astype(np.int32)
    first = batch.rounds.first_event[rounds]
    lo, hi = _hands(context, rounds, rows.seat, rows.before)
    shanten = _shanten(context, rounds, rows.seat, rows.before)
    unknown = shanten == 99
    hands = unpack_hands(lo, hi)
    hands[unknown] = 255
    tile = batch.events.tile[np.where(rows.choice == 2, rows.event + 1, rows.event)]
    drawn = np.where(rows.call, 255, replay.draw_tile[rows.before, rows.seat])
    furiten = replay.furiten[rows.event - 1].astype(np.int64) >> (2 * rows.seat) & 3
    points = _points(context, rounds, rows.event)
    own = points[np.arange(len(rows.seat)), rows.seat]
    place = places(points)[np.arange(len(rows.seat)), rows.seat]
    turn = _own_discards(context, rows)
    return {
        "game_id": context.game_ref(batch.rounds.game[rounds]),
        "round": numbers(context.round_number[rounds], "int16"),
        "event": numbers(rows.event - first, "int16"),
        "seat": numbers(rows.seat, "int8"),
        "kind": coded(rows.call.astype(np.uint8), ("turn", "call")),
        "options": coded(rows.options, _OPTION_LABELS),
        "choice": coded(rows.choice, CHOICES),
        "tile": tile_column(tile),
        "drawn": tile_column(drawn.astype(np.uint8)),
        "hand": tiles_text(hands),
        "melds": numbers(hi >> MELDS_SHIFT & 7, "int8"),
        "open_melds": numbers(hi >> OPEN_SHIFT & 7, "int8"),
        "shanten": numbers(shanten, "int8", unknown),
        "furiten": coded(furiten, FURITEN),
        "riichi": coded(replay.status[rows.event - 1] & 255, RIICHI_TEXT),
        "turn": numbers(turn, "int8"),
        "live_wall": numbers(replay.live_wall[rows.before], "int8"),
        "deposits": numbers(replay.deposits[rows.before], "int8"),
        "points": numbers(own, "int32", own == UNKNOWN_POINTS),
        "place": numbers(place, "int8", own == UNKNOWN_POINTS),
    }


Choice = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def _turns(context: Context) -> Choice:
    """Own turns: event, seat, option mask, choice (a riichi and its discard are one choice)."""
    batch, replay = context.batch, context.replay
    events = batch.events
    rows = context.rows_of(*_TURN_CHOICE)
    kind = events.kind[rows]
    seat = events.seat[rows].astype(np.int64)
    start = batch.rounds.first_event[context.event_round[rows]]
    after_riichi = (kind == DISCARD) & (events.kind[rows - 1] == RIICHI)
    ron = (kind == WIN) & (events.from_seat[rows] != events.seat[rows])
    kept = (seat < 4) & (rows > start) & ~after_riichi & ~ron
    rows, kind, seat = rows[kept], kind[kept], seat[kept]
    choice = np.zeros(256, np.int64)
    choice[list(_TURN_CHOICE)] = list(_TURN_CHOICE.values())
    rounds = context.event_round[rows]
    lo, hi = _hands(context, rounds, seat, rows - 1)
    shanten = _shanten(context, rounds, seat, rows - 1)
    status = replay.status[rows - 1] >> (RIICHI_SHIFT + seat) & 1
    rules = context.batch.rules_index[batch.rounds.game[rounds]]
    wall = replay.live_wall[rows - 1]
    drew = replay.draw_tile[rows - 1, seat] != 255
    closed = hi >> OPEN_SHIFT & 7 == 0
    min_wall = np.array([r.riichi_min_wall for r in batch.rules])[rules]
    kita = np.array([r.kita != "none" for r in batch.rules], np.bool_)[rules]
    counts = kind_counts(lo, hi)
    options = np.ones(len(rows), np.int64)
    options |= ((shanten <= 0) & closed & drew & (status == 0) & (wall >= min_wall)) << 1
    options |= ((counts == 4).any(axis=1) & drew & (wall > 0)) << 2
    options |= (kita & (counts[:, 30] > 0) & drew & (wall > 0)) << 3
    options |= ((shanten == -1) & drew) << 4
    return rows, seat, options, choice[kind]


def _calls(context: Context) -> Choice:
    """Discards on offer: event, seat, option mask, choice; only where the tiles allow one."""
    batch, replay = context.batch, context.replay
    events = batch.events
    discards = context.rows_of(DISCARD)
    rounds = context.event_round[discards]
    game = batch.rounds.game[rounds]
    players = batch.players[game].astype(np.int64)
    chi = np.array([r.chi for r in batch.rules], np.bool_)[batch.rules_index[game]]
    discarder = events.seat[discards].astype(np.int64)
    kind = KIND[events.tile[discards]].astype(np.int64)
    taken = _claims(context, discards)
    found: list[Choice] = []
    for seat in range(4):
        seats = np.full(len(discards), seat, np.int64)
        lo, hi = _hands(context, rounds, seats, discards)
        counts = np.zeros((len(discards), 40), np.uint8)  # two kinds of room on each side
        counts[:, 2:36] = kind_counts(lo, hi)
        same = counts[np.arange(len(kind)), np.minimum(kind, 33) + 2]
        free = (replay.status[discards] >> (RIICHI_SHIFT + seat) & 1) == 0
        free &= replay.live_wall[discards] > 0
        waits = _waits(context, rounds, seats, discards)
        furiten = replay.furiten[discards - 1].astype(np.int64) >> (2 * seat) & 3
        mask = np.where(free & chi & (seat == (discarder + 1) % players), _runs(counts, kind), 0)
        mask |= (free & (same >= 2)) << 1
        mask |= (free & (same >= 3)) << 2
        mask |= ((waits >> np.minimum(kind, 33) & 1 == 1) & (furiten == 0)) << 3
        mask[(seat >= players) | (seat == discarder) | (kind > 33)] = 0
        offered = mask > 0
        found.append(
            (discards[offered], seats[offered], mask[offered] + _CALLS_FROM, taken[offered, seat])
        )
    event, seat_of, options, choice = (np.concatenate(part) for part in zip(*found, strict=True))
    return event, seat_of, options, choice


def _runs(counts: NDArray[np.uint8], kind: NDArray[np.int64]) -> NDArray[np.int64]:
    """1 where two held neighbours make a run with ``kind`` (counts are shifted by two)."""
    row = np.arange(len(kind))
    number = kind % 9
    suited = kind < 27
    place = np.minimum(kind, 33) + 2
    low2, low1 = counts[row, place - 2] > 0, counts[row, place - 1] > 0
    high1, high2 = counts[row, place + 1] > 0, counts[row, place + 2] > 0
    possible = low2 & low1 & (number >= 2)
    possible |= low1 & high1 & (number >= 1) & (number <= 7)
    possible |= high1 & high2 & (number <= 6)
    runs: NDArray[np.int64] = (possible & suited).astype(np.int64)
    return runs


def _claims(context: Context, discards: NDArray[np.int64]) -> NDArray[np.int64]:
    """int64[discards, 4], what each seat did with a discard (index in CHOICES, 0 pass)."""
    events = context.batch.events
    taken = np.zeros((len(discards), 4), np.int64)
    rows = context.rows_of(*_CALL_CHOICE)
    kind, seat = events.kind[rows], events.seat[rows]
    called = (kind != WIN) | (events.from_seat[rows] != seat)
    rows, kind, seat = rows[called], kind[called], seat[called]
    source = np.searchsorted(discards, rows) - 1
    kept = (source >= 0) & (events.seat[discards[source]] == events.from_seat[rows])
    choice = np.zeros(256, np.int64)
    choice[list(_CALL_CHOICE)] = list(_CALL_CHOICE.values())
    taken[source[kept], seat[kept]] = choice[kind[kept]]
    return taken


# --- states before -----------------------------------------------------------------------------
def _hands(
    context: Context, rounds: NDArray[Any], seats: NDArray[Any], rows: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    replay = context.replay
    source = replay.hand_row[rows, seats]
    dealt = source < 0
    lo = np.where(dealt, replay.deal_lo[rounds, seats], replay.hand_lo[source])
    hi = np.where(dealt, replay.deal_hi[rounds, seats], replay.hand_hi[source])
    return lo, hi


def _shanten(
    context: Context, rounds: NDArray[Any], seats: NDArray[Any], rows: NDArray[Any]
) -> NDArray[np.int8]:
    replay = context.replay
    source = replay.hand_row[rows, seats]
    found: NDArray[np.int8] = np.where(
        source < 0, replay.deal_shanten[rounds, seats], replay.shanten[source]
    )
    return found


def _waits(
    context: Context, rounds: NDArray[Any], seats: NDArray[Any], rows: NDArray[Any]
) -> NDArray[np.int64]:
    replay = context.replay
    source = replay.hand_row[rows, seats]
    waits: NDArray[np.int64] = np.where(
        source < 0, replay.deal_waits[rounds, seats], replay.waits[source]
    )
    return waits


def _points(context: Context, rounds: NDArray[Any], events: NDArray[Any]) -> NDArray[np.int64]:
    """int64[N, 4], points of all seats just before the events."""
    batch = context.batch
    size = len(batch.rounds) * 4
    rows = context.rows_of(RIICHI_ACCEPTED)
    paid_at = first_rows(context.seat_key[rows], rows, size).reshape(-1, 4)[rounds]
    start = batch.rounds.scores[rounds].astype(np.int64)
    paid = (paid_at >= 0) & (paid_at < events[:, None])
    bet = context.riichi_bet[batch.rounds.game[rounds]][:, None]
    return np.where(start == UNKNOWN_POINTS, UNKNOWN_POINTS, start - paid * bet)


def _own_discards(context: Context, rows: _Choices) -> NDArray[np.int64]:
    """int64[N], discards of the seat before the choice."""
    discards = context.rows_of(DISCARD)
    events = len(context.batch.events) + 1
    keys = np.sort(context.seat_key[discards].astype(np.int64) * events + discards)
    base = (context.event_round[rows.event].astype(np.int64) * 4 + rows.seat) * events
    return np.searchsorted(keys, base + rows.event) - np.searchsorted(keys, base)


# --- packed hands ------------------------------------------------------------------------------
def kind_counts(lo: NDArray[np.int64], hi: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return uint8[N, 34], how many of each kind the packed hands hold."""
    counts = np.empty((len(lo), 34), np.uint8)
    keys = [(lo >> (KEY_BITS * s)) & KEY_MASK for s in range(3)] + [hi & HONOUR_MASK]
    for suit, key in enumerate(keys):
        first, size = suit * 9, 7 if suit == 3 else 9
        high, low = np.divmod(key, len(_FIVE_DIGITS))
        counts[:, first + size - 5 : first + size] = _FIVE_DIGITS.take(low, axis=0)
        counts[:, first : first + size - 5] = _FIVE_DIGITS[:, 5 - size :].take(high, axis=0)
    return counts


def unpack_hands(lo: NDArray[np.int64], hi: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return uint8[N, 14], the tile codes of packed hands (255 fills)."""
    counts = np.zeros((len(lo), 37), np.uint8)
    counts[:, :34] = kind_counts(lo, hi)
    for suit, five in enumerate((4, 13, 22)):
        reds = (hi >> (RED_M_SHIFT + 2 * suit) & 3).astype(np.uint8)
        reds = np.minimum(reds, counts[:, five])
        counts[:, five] -= reds
        counts[:, 34 + suit] = reds
    held = np.flatnonzero(counts)
    row, code = np.divmod(np.repeat(held, counts.take(held)), 37)  # one a tile
    total = np.bincount(row, minlength=len(lo))
    place = np.arange(len(row)) - np.repeat(np.cumsum(total) - total, total)
    hands = np.full((len(lo), 14), 255, np.uint8)
    kept = place < 14
    hands[row[kept], place[kept]] = code[kept]
    return hands
