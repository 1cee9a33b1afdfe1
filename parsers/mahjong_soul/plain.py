"""Mahjong Soul records in which nothing is odd, read many at once from their bytes.

The kernel of :mod:`.plain_play` reads the list of records; the head is read as always.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import UNKNOWN_POINTS
from mjlog.engine.jit import select, use_compiled
from mjlog.errors import ParseError
from mjlog.model import GameBatch
from mjlog.rules import Rules
from mjlog.walls.recorded import RecordedWall

from .. import plain_tables as t
from ..json_values import parse_json
from ..plain_tables import PlainGames, draws_of, events_of, rounds_of, wins_of
from . import plain_layout as p
from . import plain_wire
from .containers import MAX_BYTES, MAX_GAME_BYTES, bytes_of
from .games import Game, open_game
from .plain_play import read_games
from .rules import special_mode
from .walls import recorded_wall
from .wire import Message, decode, from_plain

__all__ = ["PlainGames", "read_plain_games"]

_RIICHI: Final = 1000
#: The first bytes of a ``Wrapper`` of the list of records.
_NAME: Final = b"\x0a\x15.lq.GameDetailRecords\x12"


@dataclass(slots=True)
class _Text:
    """Bytes that may hold a plain game: its head, and where its records begin and end."""

    number: int
    name: str
    data: bytes
    head: Message | None
    start: int
    end: int


@dataclass(slots=True)
class _Tables:
    """What the kernel has read: its tables, without odd games."""

    odd: list[int]
    games: NDArray[np.int64]
    events: NDArray[np.int64]
    rounds: NDArray[np.int32]
    walls: NDArray[np.uint8]
    wins: NDArray[np.int32]
    draws: NDArray[np.int32]
    data: bytes


def read_plain_games(items: Sequence[tuple[str, bytes]], rules: Rules | None) -> PlainGames:
    """Return the games of those texts that are of the plain form."""
    texts = [text for i, (name, data) in enumerate(items) if (text := _opened(i, name, data))]
    while True:
        tables = _run(texts, rules.riichi_bet if rules is not None else _RIICHI)
        texts = [text for text, odd in zip(texts, tables.odd, strict=True) if not odd]
        games = [
            open_game(text.head, text.name, rules, players)
            for text, players in zip(texts, tables.games[:, p.G_PLAYERS].tolist(), strict=True)
        ]
        kept = [
            text for text, game in zip(texts, games, strict=True)
            if rules is not None or game.rules.riichi_bet == _RIICHI
        ]  # fmt: skip
        if len(kept) == len(texts):
            break
        texts = kept
    found: list[Rules] = []
    for game in games:
        if game.rules not in found:
            found.append(game.rules)
    first = np.append(tables.games[:, p.G_ROUND0], len(tables.rounds)).astype(np.int32)
    _put_walls(tables, first.tolist(), games)
    _put_points(tables, np.array([game.rules.tsumo_loss == "split_north" for game in games]))
    batch = GameBatch(
        info=[game.info for game in games],
        players=np.array([game.rules.players for game in games], np.uint8),
        rules=found,
        rules_index=np.array([found.index(game.rules) for game in games], np.int32),
        final_scores=_by_seat([game.scores for game in games]),
        final_points=_by_seat([game.points for game in games]),
        first_round=first,
        complete=np.array([bool(game.scores) for game in games], np.bool_),
        rounds=rounds_of(tables.rounds, len(tables.events)),
        events=events_of(tables.events),
        wins=wins_of(tables.wins),
        draws=draws_of(tables.draws),
    )
    return PlainGames(batch, [text.number for text in texts], [game.problems for game in games])


def _by_seat(rows: Sequence[Sequence[int] | None]) -> NDArray[np.int32]:
    table = np.full((len(rows), 4), UNKNOWN_POINTS, np.int32)
    for g, row in enumerate(rows):
        if row:
            table[g, : len(row)] = row
    return table


# --- where the records stand --------------------------------------------------------------------
def _opened(number: int, name: str, data: bytes) -> _Text | None:
    """Return bytes that may hold a plain game, None for others."""
    if data[:1] == b"{":
        return _of_document(number, name, data)
    if not 0 < len(data) <= MAX_GAME_BYTES or not _is_binary(data):
        return None
    if data.startswith(_NAME):
        start = _content(data, len(_NAME), len(data))
        return _Text(number, name, data, None, start, len(data)) if start > 0 else None
    outer = _outer_fields(data)
    if outer is None:
        return _Text(number, name, data, None, 0, len(data))
    if [number for number, _, _ in outer] != [3, 4]:
        return None
    (_, first, last), (_, start, end) = outer
    if not data.startswith(_NAME, start):
        return None
    try:
        head = decode("RecordGame", data[first:last], "head")
    except ParseError:
        return None
    if special_mode(head) is not None:
        return None
    start = _content(data, start + len(_NAME), end)
    return _Text(number, name, data, head, start, end) if start > 0 else None


def _of_document(number: int, name: str, data: bytes) -> _Text | None:
    """Return the bytes that stand as a text under ``data`` of a JSON document, with its head."""
    if b'"data":"' not in data and b'"data": "' not in data:
        return None
    try:
        document = parse_json(data, MAX_BYTES)
        body, head = document.get("data"), document.get("head")
        if not isinstance(body, str) or not body or document.get("error"):
            return None
        text = _opened(number, name, bytes_of(body, ""))
        if text is None or not isinstance(head, dict):
            return text
        text.head = from_plain("RecordGame", head, "head")
    except ParseError:
        return None
    return text if special_mode(text.head) is None else None


def _is_binary(data: bytes) -> bool:
    return any(byte < 32 and byte not in b"\t\n\r\f" for byte in data[:256])


def _content(data: bytes, at: int, end: int) -> int:
    """Return where the bytes begin whose length stands at ``at``, -1 if they end elsewhere."""
    buf = np.frombuffer(data, np.uint8)
    size, start = plain_wire.read_varint(buf, at, end)
    return start if start > 0 and size == end - start else -1


def _outer_fields(data: bytes) -> list[tuple[int, int, int]] | None:
    """Return (number, start, end) of the fields of a message of one or two; None for more."""
    found: list[tuple[int, int, int]] = []
    at = 0
    buf = np.frombuffer(data, np.uint8)
    while at < len(data):
        if len(found) == 2:
            return None
        key = data[at]
        size, at = plain_wire.read_varint(buf, at + 1, len(data))
        if at < 0 or key & 7 != 2:
            return None
        found.append((key >> 3, at, at + size))
        at += size
    return found


# --- the kernel -----------------------------------------------------------------------------------
def _run(texts: Sequence[_Text], bet: int) -> _Tables:
    """Run the kernel, if there is anything to read."""
    data = b"".join([*(text.data for text in texts), bytes(16)])
    size = len(data)
    most: tuple[int, ...] = (size // 20, size // 1500, size // 1500, size // 3000)
    while (found := _filled(texts, data, bet, most)) is None:
        most = tuple(4 * rows + 16 for rows in most)  # rare: very short rounds
    return found


def _filled(texts: Sequence[_Text], data: bytes, bet: int, most: tuple[int, ...]) -> _Tables | None:
    """Run the kernel with tables of so many events, rounds, wins and draws; None: too few."""
    begins = np.cumsum([0, *(len(text.data) for text in texts)]).astype(np.int64)[:-1]
    games = np.zeros((len(texts), p.G_WIDTH), np.int64)
    events = np.empty((most[0] + 32, t.E_WIDTH), np.int64)
    rounds, wins, draws = (
        np.zeros((rows + 4, width), np.int32)
        for rows, width in zip(most[1:], (p.R_ALL, p.W_ALL, t.D_WIDTH), strict=True)
    )
    walls = np.empty((len(rounds), 136), np.uint8)
    state = np.zeros(p.S_WIDTH, np.int64)
    run: Any = select(read_games, len(texts)) if texts else _nothing
    run(
        np.frombuffer(data, np.uint8) if use_compiled(len(texts)) else data,
        begins + np.array([text.start for text in texts], np.int64),
        begins + np.array([text.end for text in texts], np.int64),
        bet, np.zeros((plain_wire.LAYERS, plain_wire.F_WIDTH), np.int64),
        games, events, rounds, walls, wins, draws, state,
    )  # fmt: skip
    used = state.tolist()
    if used[p.S_SHORT]:
        return None
    odd = games[:, p.G_STATUS]
    rounds = rounds[: used[p.S_ROUNDS]]
    rounds[:, t.R_GAME] = (np.cumsum(odd == 0) - 1)[rounds[:, t.R_GAME]]
    return _Tables(
        odd.tolist(),
        games[odd == 0],
        events[: used[p.S_EVENTS]],
        rounds,
        walls[: len(rounds)],
        wins[: used[p.S_WINS]],
        draws[: used[p.S_DRAWS]],
        data,
    )


def _nothing(*_: Any) -> None:
    """Stand for the kernel where there is nothing to read."""


# --- what the kernel leaves -------------------------------------------------------------------
def _put_walls(tables: _Tables, first: Sequence[int], games: Sequence[Game]) -> None:
    """Put the walls of all rounds where writers and audits look for them."""
    data = tables.data
    spans = tables.rounds[:, p.R_TEXTS :].ravel().tolist()  # one list, no thousands of them
    tiles = tables.walls.tobytes()
    width = tables.walls.shape[1]
    for g, game in enumerate(games):
        players = game.rules.players
        walls: list[RecordedWall | None] = []
        for r in range(first[g], first[g + 1]):
            at = 10 * r
            size = spans[at + 1] - spans[at]
            if not size:
                walls.append(None)
                continue
            text = data[spans[at] : spans[at + 1]].decode()
            hashes = [
                data[spans[i] : spans[i + 1]].decode("utf-8", "replace")
                if spans[i] < spans[i + 1] else ""
                for i in range(at + 2, at + 10, 2)
            ]  # fmt: skip
            own = tuple(tiles[width * r : width * r + size // 2])
            walls.append(recorded_wall(own, players, text, hashes))
        game.info.extra["walls"] = walls


def _put_points(tables: _Tables, split: NDArray[np.bool_]) -> None:
    """Work out what each hand collects, as :func:`.results.points_of` does."""
    wins = tables.wins
    if not len(wins):
        return
    game = tables.rounds[wins[:, t.W_ROUND], t.R_GAME]
    players = tables.games[game, p.G_PLAYERS]
    child, top = wins[:, p.W_CHILD], wins[:, p.W_TOP]
    extra = np.where(split[game] & (players == 3), (child // 2 + 99) // 100 * 100, 0)
    dealer = wins[:, p.W_DEALER] == 1
    tsumo = np.where(
        dealer,
        (child + extra) * (players - 1),
        top + extra + (child + extra) * (players - 2),
    )
    points = np.where(wins[:, p.W_TSUMO] == 1, np.where(child == 0, 0, tsumo), wins[:, p.W_RON])
    told = np.where(wins[:, p.W_TSUMO] == 1, child != 0, wins[:, p.W_RON] != 0)
    wins[:, t.W_POINTS] = np.where(told, points, UNKNOWN_POINTS)
