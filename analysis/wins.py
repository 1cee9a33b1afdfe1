"""The ``wins`` table: a row a win, as recorded and as recomputed, side by side."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DORA_NAMES,
    EVENT_KINDS,
    KAKAN,
    LIMITS,
    PON,
    UNKNOWN_POINTS,
    YAKU,
)
from mjlog.engine.win import WINS
from mjlog.model import Events
from mjlog.tiles import KIND, format_tiles, sort_key

from .arrow import (
    coded,
    encoded,
    flags,
    kinds_text,
    lists,
    numbers,
    popcount,
    tile_column,
    tiles_text,
)
from .context import Context
from .schema import schema_of

__all__ = ["MELD_PREFIXES", "meld_text", "wins_columns"]

_LIMIT_LABELS: Final = ("none", *LIMITS[1:])
_YAKU_LABELS: Final = [""] * 68
for _yaku in YAKU:
    _YAKU_LABELS[_yaku.id] = _yaku.name
for _id, (_name, _) in DORA_NAMES.items():
    _YAKU_LABELS[_id] = _name
MELD_PREFIXES: Final = {kind: EVENT_KINDS[kind] for kind in (CHI, PON, DAIMINKAN, KAKAN, ANKAN)}


def wins_columns(context: Context) -> dict[str, pa.Array]:
    """Build ``wins``: a row a win."""
    wins, rounds = context.batch.wins, context.batch.rounds
    replay = context.replay
    game = rounds.game[wins.round]
    number = np.arange(len(wins)) - np.searchsorted(wins.round, wins.round)
    riichi = replay.status[wins.event] >> wins.seat & 1
    melds, opened = _melds(context)
    left = context.hand_before(wins.round, wins.seat, wins.event)
    dealt = left < 0
    waits = np.where(dealt, replay.deal_waits[wins.round, wins.seat], replay.waits[left])
    no_waits = waits == 0
    columns = {
        "game_id": context.game_ref(game),
        "round": numbers(context.round_number[wins.round], "int16"),
        "win": numbers(number, "int16"),
        "event": numbers(wins.event - rounds.first_event[wins.round], "int16"),
        "seat": numbers(wins.seat, "int8"),
        "from_seat": numbers(wins.from_seat, "int8"),
        "player": context.player_ref(game, wins.seat),
        "tsumo": flags(wins.seat == wins.from_seat),
        "tile": tile_column(wins.tile),
        "turn": numbers(replay.turn[wins.event], "int8"),
        "dealer": flags(wins.seat == rounds.dealer[wins.round]),
        "riichi": flags(riichi != 0),
        "open": flags(opened),
        "hand": tiles_text(wins.hand),
        "melds": melds,
        "waits": encoded(waits, kinds_text, no_waits),
        "wait_tiles": numbers(replay.ukeire_tiles[left], "int8", no_waits | dealt),
    }
    return columns | _recorded(context) | _recomputed(context)


def _recorded(context: Context) -> dict[str, pa.Array]:
    wins = context.batch.wins
    named = wins.yaku != 255
    counts = named.sum(axis=1)
    no_yaku = counts == 0
    return {
        "indicators": _tile_lists(wins.indicators),
        "ura": _tile_lists(wins.ura),
        "han": numbers(wins.han, "int16", wins.han < 0),
        "fu": numbers(wins.fu, "int16", wins.fu < 0),
        "yakuman": numbers(wins.yakuman, "int8", wins.yakuman < 0),
        "limit": coded(wins.limit, _LIMIT_LABELS, wins.limit == 255),
        "points": numbers(wins.points, "int32", wins.points == UNKNOWN_POINTS),
        "yaku": lists(counts, coded(wins.yaku[named], _YAKU_LABELS), "list text", no_yaku),
        "yaku_han": lists(counts, numbers(wins.yaku_han[named], "int8"), "list int8", no_yaku),
        "deltas": context.points_by_seat(wins.round, wins.deltas),
        "scores": context.points_by_seat(wins.round, wins.scores),
        "pao_seat": numbers(wins.pao_seat, "int8", wins.pao_seat > 3),
        "honba": numbers(wins.honba, "int16", wins.honba < 0),
        "deposits": numbers(wins.deposits, "int16", wins.deposits < 0),
    }


def _recomputed(context: Context) -> dict[str, pa.Array]:
    audit, wins = context.audit, context.batch.wins
    if audit is None:
        return _not_recomputed(context)
    scores, deltas = audit.scores, audit.settlement.expected_deltas
    none = scores.status != WINS
    masks = np.where(none, 0, scores.yaku).astype("<i8")
    bits = np.unpackbits(masks.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    ids = np.flatnonzero(bits.ravel() != 0) % 64
    columns = {
        f"recomputed_{name}": numbers(getattr(scores, name), type, none)
        for name, type in _RECOMPUTED.items()
    }
    columns["recomputed_limit"] = coded(scores.limit, _LIMIT_LABELS, none)
    columns["recomputed_yaku"] = lists(popcount(masks), coded(ids, _YAKU_LABELS), "list text", none)
    no_deltas = (deltas[:, 0] == UNKNOWN_POINTS) if len(deltas) else none
    columns["recomputed_deltas"] = _nullable(context, deltas, no_deltas)
    unknown = none | (wins.points == UNKNOWN_POINTS) | no_deltas
    unknown |= wins.deltas[:, 0] == UNKNOWN_POINTS
    equal = (wins.points == scores.points) & _same_deltas(context, deltas)
    columns["agrees"] = flags(equal, unknown)
    return columns


def _not_recomputed(context: Context) -> dict[str, pa.Array]:
    """Every recomputed column, all null (the batch was not audited)."""
    schema = schema_of("wins")
    names = [n for n in schema.names if n.startswith("recomputed_") or n == "agrees"]
    return {n: pa.nulls(len(context.batch.wins), schema.field(n).type) for n in names}


_RECOMPUTED: Final = {
    "han": "int16",
    "fu": "int16",
    "yakuman": "int8",
    "points": "int32",
    "dora": "int8",
    "ura": "int8",
    "aka": "int8",
    "kita": "int8",
}


def _same_deltas(context: Context, deltas: NDArray[np.int32]) -> NDArray[np.bool_]:
    wins = context.batch.wins
    absent = ~context.present[wins.round]
    same: NDArray[np.bool_] = ((wins.deltas == deltas) | absent).all(axis=1)
    return same


def _nullable(context: Context, deltas: NDArray[np.int32], null: NDArray[np.bool_]) -> pa.Array:
    """Return lists of changes, one a seat; the whole list is null where ``null``."""
    present = context.present[context.batch.wins.round] & ~null[:, None]
    values = deltas[present]
    column = numbers(values, "int32", values == UNKNOWN_POINTS)
    return lists(present.sum(axis=1), column, "list int32", null)


def _tile_lists(tiles: NDArray[np.uint8]) -> pa.Array:
    known = tiles != 255
    return lists(known.sum(axis=1), tile_column(tiles[known]), "list text")


# --- melds -----------------------------------------------------------------------------------
@lru_cache(maxsize=1 << 14)
def meld_text(kind: int, tile: int, used: int) -> str:
    """Return a meld as text, ``pon:555z``.

    Args:
        kind: Event kind, CHI to ANKAN.
        tile: Code of the called tile (255: all tiles are in ``used``).
        used: Other tile codes, one a byte, 0xFF none.
    """
    tiles = [used >> shift & 255 for shift in (0, 8, 16, 24)]
    if kind != ANKAN:
        tiles.append(tile)
    known = sorted((t for t in tiles if t != 255), key=sort_key)
    return f"{MELD_PREFIXES[kind]}:{format_tiles(known)}"


def _melds(context: Context) -> tuple[pa.Array, NDArray[np.bool_]]:
    """Return the winners' melds as lists of text, and whether the hand is open.

    A kakan replaces its pon; everything a winner melded in the round came before the win.
    """
    batch = context.batch
    events, wins = batch.events, batch.wins
    winners = wins.round.astype(np.int64) * 4 + wins.seat
    rows = context.rows_of(CHI, PON, DAIMINKAN, KAKAN, ANKAN)
    keys = context.seat_key[rows]
    won = np.zeros(len(batch.rounds) * 4, np.bool_)
    won[winners] = True
    rows = rows[won[keys]]
    rows = rows[np.argsort(context.seat_key[rows], kind="stable")]
    packed = _packed(events, rows)
    rows, packed = _without_pons(context, rows, packed)
    keys = context.seat_key[rows]
    start = np.searchsorted(keys, winners)
    counts = np.searchsorted(keys, winners, side="right") - start
    # row of each meld of each win: start, start + 1, … in one array
    ends = np.cumsum(counts)
    each = np.repeat(start - (ends - counts), counts) + np.arange(counts.sum())
    texts = encoded(packed[each], _packed_text, np.zeros(len(each), np.bool_))
    opened = np.zeros(len(wins), np.bool_)
    is_open = events.kind[rows[each]] != ANKAN
    opened[np.repeat(np.arange(len(wins)), counts)[is_open]] = True
    return lists(counts, texts, "list text"), opened


def _packed(events: Events, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Melds as integers: used tiles | tile << 32 | kind << 40."""
    kind, tile = events.kind[rows].astype(np.int64), events.tile[rows].astype(np.int64)
    return kind << 40 | tile << 32 | events.used[rows].astype(np.int64)


def _packed_text(packed: int) -> str:
    kind, tile, used = packed >> 40 & 15, packed >> 32 & 255, packed & 0xFFFFFFFF
    if kind == KAKAN:  # the pon's tiles stand in the upper three bytes of ``used``
        return meld_text(kind, 255, used)
    return meld_text(kind, tile, used)


def _without_pons(
    context: Context, rows: NDArray[np.int64], packed: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Put each kakan in the place of its pon, with the tiles of both."""
    events = context.batch.events
    key = context.seat_key[rows].astype(np.int64) * 64 + KIND[events.tile[rows]]
    pons = np.flatnonzero(events.kind[rows] == PON)
    pons = pons[np.argsort(key[pons], kind="stable")]
    added = np.flatnonzero(events.kind[rows] == KAKAN)
    place = np.searchsorted(key[pons], key[added])
    found = place < len(pons)
    found[found] = key[pons[place[found]]] == key[added[found]]
    added, pons = added[found], pons[place[found]]
    pon = rows[pons]
    tiles = (
        events.tile[rows[added]].astype(np.int64)
        | (events.used[pon].astype(np.int64) & 0xFFFF) << 8
    )
    packed[pons] = KAKAN << 40 | events.tile[pon].astype(np.int64) << 24 | tiles
    kept = np.ones(len(rows), np.bool_)
    kept[added] = False
    return rows[kept], packed[kept]
