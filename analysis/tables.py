"""A batch, its replay and its audit → Arrow tables, vectorised.

>>> from mjlog.analysis.tables import build_tables  # doctest: +SKIP
>>> build_tables(Context(batch, replay, audit), ("games", "events"))  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

import numpy as np
import orjson
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.codes import (
    DISCARD,
    DORA,
    DRAW_KINDS,
    EVENT_KINDS,
    INCIDENT_KINDS,
    UNKNOWN_POINTS,
)
from mjlog.engine.layout import CALLED, RONNED
from mjlog.finding_text import finding_text
from mjlog.findings import BY_CODE, Finding
from mjlog.model import NO_TILES, Problem
from mjlog.tiles import format_tiles, sort_key

from .arrow import (
    coded,
    coded_runs,
    encoded,
    fixed,
    flags,
    kinds_text,
    lists,
    numbers,
    popcount,
    strings,
    texts,
    tile_column,
    tiles_text,
)
from .context import FURITEN_TEXT, RIICHI_TEXT, WINDS, Context, places, rule_values
from .decisions import decisions_columns
from .digest import game_digests
from .people import People
from .schema import schema_of
from .seats import seats_columns
from .wins import wins_columns

__all__ = ["build_tables", "findings_table", "problems_table"]

Columns = dict[str, pa.Array]


def build_tables(context: Context, tables: Iterable[str]) -> dict[str, pa.Table]:
    """Return the named tables of a batch (``problems`` holds those of the batch)."""
    built = {}
    for table in tables:
        if table == "problems":
            built[table] = problems_table(context.batch.problems)
        elif table == "findings":
            audit = context.audit
            found = [] if audit is None else audit.findings
            built[table] = findings_table(found, context.people)
        else:
            built[table] = assemble(table, BUILDERS[table](context))
    return built


def assemble(table: str, columns: Columns) -> pa.Table:
    """Return ``columns`` in the order of the schema of ``table``."""
    schema = schema_of(table)
    return pa.Table.from_arrays([columns[name] for name in schema.names], schema=schema)


# --- games and players -----------------------------------------------------------------------
def games_columns(context: Context) -> Columns:
    """Build ``games``: a row a game."""
    batch = context.batch
    info = batch.info
    rules = batch.rules
    index = batch.rules_index
    rounds = np.diff(batch.first_round)
    first_event = batch.rounds.first_event[batch.first_round]
    return {
        "game_id": context.game_ids,
        "source": strings([i.source for i in info]),
        "format": texts([i.format for i in info]),
        "start_time": strings([i.start_time for i in info]),
        "players": numbers(batch.players, "int8"),
        "length": coded(index, [r.length for r in rules]),
        "rules": coded(index, [r.name for r in rules]),
        "rule_values": coded(index, [rule_values(r) for r in rules]),
        "room": texts([i.lobby for i in info]),
        "viewer": numbers(
            np.array([i.viewer or 0 for i in info], np.int8),
            "int8",
            np.array([i.viewer is None for i in info], np.bool_),
        ),
        "rounds": numbers(rounds, "int16"),
        "events": numbers(np.diff(first_event), "int32"),
        "complete": flags(batch.complete),
        "content": strings(game_digests(batch)),
        "play": strings(context.plays),
    }


def final_points(context: Context) -> NDArray[np.int64]:
    """Return int64[G, 4], recorded final points, else those after the last round.

    UNKNOWN_POINTS where neither is known. Deposits left on the table go to the first place
    where the rules say so.
    """
    batch = context.batch
    points = batch.final_scores.astype(np.int64)
    for game in np.flatnonzero(batch.complete & (points[:, 0] == UNKNOWN_POINTS)):
        last = int(batch.first_round[game + 1]) - 1
        if last < int(batch.first_round[game]):
            continue
        seats = int(batch.players[game])
        start = batch.rounds.scores[last, :seats].astype(np.int64)
        deltas = context.round_deltas[last, :seats]
        if (start == UNKNOWN_POINTS).any() or (deltas == UNKNOWN_POINTS).any():
            continue
        bet = int(context.riichi_bet[game])
        end = start + deltas - bet * context.accepted[last, :seats]
        left = int(context.sticks_left[last])
        if left and batch.rules[int(batch.rules_index[game])].leftover_deposit == "top":
            end[int(np.argmax(end))] += left * bet
        points[game, :seats] = end
    return points


def players_columns(context: Context) -> Columns:
    """Build ``players``: a row a seat of a game."""
    batch = context.batch
    games, seats = np.nonzero(np.arange(4) < batch.players[:, None])
    final = final_points(context)
    absent = np.arange(4) >= batch.players[:, None]
    ranked = np.where(absent, UNKNOWN_POINTS, final)
    points = final[games, seats]
    unknown = points == UNKNOWN_POINTS
    placement = batch.final_points[games, seats]
    start = np.full((len(batch), 4), UNKNOWN_POINTS, np.int64)
    played = np.diff(batch.first_round) > 0
    start[played] = batch.rounds.scores[batch.first_round[:-1][played]]
    start_points = start[games, seats]
    info = batch.info
    seated = list(zip(info, batch.players.tolist(), strict=True))
    names = [name for i, n in seated for name in i.names[:n]]
    ratings = [rating for i, n in seated for rating in i.rating[:n]]
    shown = {name: context.people.name(name) for name in dict.fromkeys(names)}
    return {
        "game_id": context.game_ref(games),
        "seat": numbers(seats, "int8"),
        "player": context.player_ref(games, seats),
        "name": texts([shown[name] for name in names], "ref"),
        "start_points": numbers(start_points, "int32", start_points == UNKNOWN_POINTS),
        "final_points": numbers(points, "int32", unknown),
        "place": numbers(places(ranked)[games, seats], "int8", unknown),
        "game_points": numbers(placement / 10, "float", placement == UNKNOWN_POINTS),
        "rating": numbers(
            np.array([0.0 if r is None else r for r in ratings], np.float64),
            "float",
            np.array([r is None for r in ratings], np.bool_),
        ),
        "level": texts([level for i, n in seated for level in i.level[:n]]),
    }


# --- rounds ------------------------------------------------------------------------------------
def round_results(context: Context) -> tuple[NDArray[np.int16], tuple[str, ...]]:
    """Return int16[R] codes and their names: tsumo, ron, the kinds of draw; -1 unknown."""
    batch = context.batch
    codes = np.full(len(batch.rounds), -1, np.int16)
    codes[batch.draws.round] = batch.draws.kind.astype(np.int16) + 2
    codes[batch.wins.round] = (batch.wins.seat != batch.wins.from_seat).astype(np.int16)
    return codes, ("tsumo", "ron", *DRAW_KINDS)


def rounds_columns(context: Context) -> Columns:
    """Build ``rounds``: a row a round."""
    batch = context.batch
    rounds = batch.rounds
    size = len(rounds)
    honba = np.maximum(rounds.honba, 0).astype(np.int64)
    label_keys = honba << 16 | rounds.wind.astype(np.int64) << 8 | rounds.dealer
    results, names = round_results(context)
    empty = context.last_event < 0
    wall = context.replay.live_wall
    left = wall[context.last_event] if len(wall) else np.zeros(size, np.int16)
    dice_known = rounds.dice[:, 0] != 255
    winners = np.bincount(batch.wins.round, minlength=size)
    return {
        "game_id": context.game_ref(rounds.game),
        "round": numbers(context.round_number, "int16"),
        "label": encoded(label_keys, _label, np.zeros(size, np.bool_)),
        "wind": coded(rounds.wind, WINDS),
        "dealer": numbers(rounds.dealer, "int8"),
        "honba": numbers(rounds.honba, "int16", rounds.honba < 0),
        "deposits": numbers(rounds.deposits, "int16", rounds.deposits < 0),
        "dice": lists(
            np.where(dice_known, 2, 0),
            numbers(rounds.dice[dice_known].ravel(), "int8"),
            "list int8",
            ~dice_known,
        ),
        "indicators": _indicators(context),
        "events": numbers(np.diff(rounds.first_event), "int16"),
        "turns": numbers(context.count(DISCARD).max(axis=1, initial=0), "int8"),
        "live_wall": numbers(np.where(empty, 0, left), "int16"),
        "result": coded(results, names, results < 0),
        "winners": numbers(winners, "int8"),
    }


def _label(key: int) -> str:
    return f"{WINDS[key >> 8 & 255]}{(key & 255) + 1}.{key >> 16}"


def _indicators(context: Context) -> pa.Array:
    """First indicator of the deal, then those of the DORA events."""
    batch = context.batch
    turned = context.rows_of(DORA)
    rounds = np.concatenate([np.arange(len(batch.rounds)), context.event_round[turned]])
    tiles = np.concatenate([batch.rounds.indicator, batch.events.tile[turned]])
    rounds, tiles = rounds[tiles != 255], tiles[tiles != 255]
    order = np.argsort(rounds, kind="stable")
    counts = np.bincount(rounds, minlength=len(batch.rounds))
    return lists(counts, tile_column(tiles[order]), "list text")


# --- events ----------------------------------------------------------------------------------
_TAKEN: Final = ("called", "ronned")


@lru_cache(maxsize=1 << 14)
def _used_text(used: int) -> str:
    tiles = [used >> shift & 255 for shift in (0, 8, 16, 24)]
    return format_tiles(sorted((t for t in tiles if t != 255), key=sort_key))


def events_columns(context: Context) -> Columns:
    """Build ``events``: a row an event, with what the replay says after it."""
    events, replay = context.batch.events, context.replay
    nobody = events.seat > 3
    discard = events.kind == DISCARD
    shanten_unknown = replay.shanten == 99
    no_ukeire = ~discard | shanten_unknown
    cause = np.full(len(events), 255, np.uint8)
    held = np.flatnonzero((replay.furiten != 0) & ~nobody)  # somebody is furiten, and …
    actor = events.seat[held]
    own = (replay.furiten[held] >> (2 * actor) & 3) != 0  # … the one who acts
    held, actor = held[own], actor[own]
    cause[held] = replay.furiten_tile[held, actor]
    taken = (replay.status & (CALLED | RONNED)) != 0
    counts = np.diff(context.batch.rounds.first_event)
    return {
        "game_id": context.event_games(),
        "round": numbers(np.repeat(context.round_number.astype(np.int16), counts), "int16"),
        "event": numbers(context.event_number, "int16"),
        "kind": fixed(events.kind, EVENT_KINDS),
        "seat": numbers(events.seat, "int8", nobody),
        "tile": tile_column(events.tile),
        "from_seat": numbers(
            events.from_seat, "int8", (events.from_seat > 3) | (events.from_seat == events.seat)
        ),
        "used": encoded(events.used, _used_text, events.used == NO_TILES),
        "tsumogiri": flags(discard & (events.aux == 1), discard & (events.aux < 0)),
        "taken": fixed((replay.status & RONNED) != 0, _TAKEN, ~taken),
        "riichi": coded_runs(replay.status.astype(np.uint8), RIICHI_TEXT),  # the low byte
        "furiten": coded_runs(replay.furiten, FURITEN_TEXT),
        "furiten_tile": tile_column(cause),
        "shanten": numbers(replay.shanten, "int8", shanten_unknown),
        "ukeire_kinds": numbers(popcount(replay.ukeire), "int8", no_ukeire),
        "ukeire_tiles": numbers(replay.ukeire_tiles, "int8", no_ukeire),
        "waits": encoded(replay.waits, kinds_text, replay.waits == 0, known=context.waiting_rows),
        "turn": numbers(replay.turn, "int8"),
        "live_wall": numbers(replay.live_wall, "int8"),
        "deposits": numbers(replay.deposits, "int8"),
    }


# --- draws, incidents, findings, problems ------------------------------------------------------
def draws_columns(context: Context) -> Columns:
    """Build ``draws``: a row a round that ended without a win."""
    draws = context.batch.draws
    rounds = context.batch.rounds
    seat = context.batch.events.seat[draws.event]
    shanten, tenpai = context.end_shanten[draws.round], context.end_tenpai[draws.round]
    first = rounds.first_event[draws.round]
    return {
        "game_id": context.game_ref(rounds.game[draws.round]),
        "round": numbers(context.round_number[draws.round], "int16"),
        "event": numbers(draws.event - first, "int16"),
        "kind": coded(draws.kind, DRAW_KINDS),
        "seat": numbers(seat, "int8", seat > 3),
        "shown": context.by_seat(draws.round, "list bool", _shown, draws.shown),
        "tenpai": context.by_seat(draws.round, "list bool", _tenpai, tenpai, shanten),
        "hands": context.by_seat(draws.round, "list string", tiles_text, draws.hands),
        "deltas": context.points_by_seat(draws.round, draws.deltas),
        "scores": context.points_by_seat(draws.round, draws.scores),
        "honba": numbers(draws.honba, "int16", draws.honba < 0),
        "deposits": numbers(draws.deposits, "int16", draws.deposits < 0),
    }


def incidents_columns(context: Context) -> Columns:
    """Build ``incidents``: a row an error at the table, or what followed from one."""
    rows = context.batch.incidents
    rounds = context.batch.rounds
    _, number = np.unique(rows.round, return_index=True)
    first = np.repeat(number, np.diff(np.append(number, len(rows))))
    return {
        "game_id": context.game_ref(rounds.game[rows.round]),
        "round": numbers(context.round_number[rows.round], "int16"),
        "incident": numbers(np.arange(len(rows)) - first, "int16"),
        "event": numbers(rows.event - rounds.first_event[rows.round], "int16"),
        "kind": coded(rows.kind, INCIDENT_KINDS),
        "seat": numbers(rows.seat, "int8", rows.seat > 3),
        "by_seat": numbers(rows.by_seat, "int8", rows.by_seat > 3),
        "tiles": encoded(rows.tiles, _used_text, rows.tiles == NO_TILES, type="text"),
        "flag": flags(rows.flag == 1, rows.flag < 0),
        "deltas": context.points_by_seat(rows.round, rows.deltas),
        "text": strings([text or None for text in rows.text.tolist()]),
    }


def _shown(shown: NDArray[np.uint8]) -> pa.Array:
    return flags(shown == 1, shown > 1)


def _tenpai(tenpai: NDArray[np.bool_], shanten: NDArray[np.int8]) -> pa.Array:
    return flags(tenpai, shanten == 99)


def _json(value: Any) -> str | None:
    return (
        None if value is None else orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY).decode()
    )


def _whole(values: Sequence[int | None], type: str) -> pa.Array:
    null = np.array([v is None for v in values], np.bool_)
    return numbers(np.array([0 if v is None else v for v in values], np.int64), type, null)


def _message(finding: Finding, people: People) -> str:
    """Return the message, with aliases in place of names after ``--anonymise``."""
    summary = BY_CODE[finding.code].summary
    if people.key is None or finding.message != finding_text(finding, summary):
        return finding.message
    aliases = tuple(people.name(name) for name in finding.names)
    return finding_text(replace(finding, names=aliases), summary)


def findings_table(findings: Sequence[Finding], people: People) -> pa.Table:
    """Return findings as a table, in their order."""
    columns: Columns = {}
    for name in ("code", "name", "severity", "round", "rule", "rule_source"):
        columns[name] = texts([getattr(f, name) for f in findings])
    for name in ("game_id", "source"):
        columns[name] = strings([getattr(f, name) for f in findings])
    columns["message"] = strings([_message(f, people) for f in findings])
    for name, type in (
        ("round_index", "int16"),
        ("event_index", "int16"),
        ("turn", "int8"),
        ("seat", "int8"),
    ):
        columns[name] = _whole([getattr(f, name) for f in findings], type)
    for name in ("recorded", "expected"):
        columns[name] = strings([_json(getattr(f, name)) for f in findings])
    counts = np.array([len(f.explained_by) for f in findings], np.int64)
    keys = strings([key for f in findings for key in f.explained_by])
    columns["explained_by"] = lists(counts, keys, "list string")
    return assemble("findings", columns)


def problems_table(problems: Sequence[Problem]) -> pa.Table:
    """Return problems as a table, in their order."""
    columns: Columns = {
        name: strings([getattr(p, name) for p in problems])
        for name in ("source", "place", "message", "game_id", "duplicate_of")
    }
    columns["kind"] = texts([p.kind for p in problems])
    return assemble("problems", columns)


#: Table → its builder (findings and problems are made from lists).
BUILDERS: Final[dict[str, Callable[[Context], Columns]]] = {
    "games": games_columns,
    "players": players_columns,
    "rounds": rounds_columns,
    "seats": seats_columns,
    "events": events_columns,
    "decisions": decisions_columns,
    "wins": wins_columns,
    "draws": draws_columns,
    "incidents": incidents_columns,
}
