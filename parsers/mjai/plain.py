"""mjai games in which nothing is odd, read many at once by the kernel of :mod:`.plain_play`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray

from mjlog.codes import UNKNOWN_POINTS
from mjlog.engine.jit import select, use_compiled
from mjlog.errors import ParseError
from mjlog.model import GameBatch
from mjlog.rules import Rules

from .. import plain_tables as t
from ..plain_tables import PlainGames, draws_of, events_of, rounds_of, wins_of
from ..tenhou.names import LogName
from . import plain_layout as p
from . import plain_messages
from .games import Game, fitting_rules, open_game
from .plain_play import read_games

__all__ = ["PlainGames", "read_plain_games"]

#: A game has some 70 KB.
MAX_BYTES: Final = 4 << 20
_RIICHI: Final = 1000


@dataclass(slots=True)
class _Text:
    """A text that may hold a plain game: what ``start_game`` says, and where the rest begins."""

    number: int
    name: str
    data: bytes
    head: dict[str, Any]
    start: int


def read_plain_games(items: Sequence[tuple[str, bytes]], rules: Rules | None) -> PlainGames:
    """Return the games of those texts that are of the plain form."""
    texts = [text for i, (name, data) in enumerate(items) if (text := _opened(i, name, data))]
    bet = rules.riichi_bet if rules is not None else _RIICHI
    while True:
        tables = _run(texts, bet)
        texts = [text for text, odd in zip(texts, tables.odd, strict=True) if not odd]
        rows = tables.games.tolist()
        stops = [row[p.G_ROUND0] for row in rows[1:]] + [len(tables.rounds)] * bool(rows)
        games = [
            _described(text, row, tables.rounds[row[p.G_ROUND0] : stop], rules)
            for text, row, stop in zip(texts, rows, stops, strict=True)
        ]
        kept = [text for text, game in zip(texts, games, strict=True) if game is not None]
        if len(kept) == len(texts):
            break
        texts = kept
    read = [game for game in games if game is not None]
    batch = tables.batch(read)
    return PlainGames(batch, [text.number for text in texts], [game.problems for game in read])


def _opened(number: int, name: str, data: bytes) -> _Text | None:
    """Return a text that may be plain, None for one that is not."""
    if not 0 < len(data) <= MAX_BYTES:
        return None
    end = data.find(b"\n")
    line = data[: end if end >= 0 else len(data)]
    if b'"start_game"' not in line:
        return _Text(number, name, data, {}, 0) if _is_utf8(data) else None
    try:
        head = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    if type(head) is not dict or head.get("type") != "start_game":
        return None
    if not data.isascii() and not _is_utf8(data[len(line) :]):
        return None
    return _Text(number, name, data, head, len(line))


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@dataclass(slots=True)
class _Tables:
    """What the kernel has read: the tables of :mod:`.plain_play`, without odd games."""

    odd: list[int]
    games: NDArray[np.int64]
    events: NDArray[np.int64]
    rounds: NDArray[np.int32]
    wins: NDArray[np.int32]
    draws: NDArray[np.int32]

    def batch(self, games: Sequence[Game]) -> GameBatch:
        """Return the columns of the games."""
        rules: list[Rules] = []
        for game in games:
            if game.rules not in rules:
                rules.append(game.rules)
        first = np.append(self.games[:, p.G_ROUND0], len(self.rounds)).astype(np.int32)
        scored = self.games[:, p.G_SCORED : p.G_SCORED + 1] == 1
        scores = self.games[:, p.G_SCORES : p.G_SCORES + 4]
        return GameBatch(
            info=[game.info for game in games],
            players=np.array([game.rules.players for game in games], np.uint8),
            rules=rules,
            rules_index=np.array([rules.index(game.rules) for game in games], np.int32),
            final_scores=np.where(scored, scores, UNKNOWN_POINTS).astype(np.int32),
            final_points=np.full((len(games), 4), UNKNOWN_POINTS, np.int32),
            first_round=first,
            complete=np.ones(len(games), np.bool_),
            rounds=rounds_of(self.rounds, len(self.events)),
            events=events_of(self.events),
            wins=wins_of(self.wins),
            draws=draws_of(self.draws),
        )


def _run(texts: Sequence[_Text], bet: int) -> _Tables:
    """Run the kernel."""
    data = b"\0".join([*(text.data for text in texts), bytes(16)])
    size = len(data)
    found = _filled(texts, data, bet, (size // 24, size // 2000, size // 2000, size // 4000))
    if found is None:  # rare: very short rounds
        words = (b'"start_kyoku"', b'"hora"', b'"ryukyoku"')
        found = _filled(texts, data, bet, (size // 12, *map(data.count, words)))
        assert found is not None
    return found


def _filled(texts: Sequence[_Text], data: bytes, bet: int, most: tuple[int, ...]) -> _Tables | None:
    """Run the kernel with tables of so many events, rounds, wins and draws; None: too few."""
    begins = np.cumsum([0, *(len(text.data) + 1 for text in texts)]).astype(np.int64)
    starts = begins[:-1] + np.array([text.start for text in texts], np.int64)
    games = np.zeros((len(texts), p.G_WIDTH), np.int64)
    games[:, p.G_SCORES :] = UNKNOWN_POINTS
    events = np.empty((most[0] + 4, t.E_WIDTH), np.int64)
    rounds, wins, draws = (
        np.zeros((rows + 1, width), np.int32)
        for rows, width in zip(most[1:], (t.R_WIDTH, t.W_WIDTH, t.D_WIDTH), strict=True)
    )
    state = np.zeros(p.S_WIDTH, np.int64)
    run: Any = select(read_games, len(texts)) if texts else _nothing
    run(
        np.frombuffer(data, np.uint8) if use_compiled(len(texts)) else data,
        starts, begins[1:] - 1, np.ones(len(texts), np.int64), bet,
        events, games, rounds, wins, draws,
        np.zeros(plain_messages.M_WIDTH, np.int64), np.zeros(plain_messages.L_WIDTH, np.int64),
        state,
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
        wins[: used[p.S_WINS]],
        draws[: used[p.S_DRAWS]],
    )


def _nothing(*_: Any) -> None:
    """Stand for the kernel where there is no text."""


def _described(
    text: _Text, row: list[int], rounds: NDArray[np.int32], rules: Rules | None
) -> Game | None:
    """Return the description of a game; None for one that is not plain after all."""
    players, first = row[p.G_PLAYERS], row[p.G_FIRST]
    names = text.head.get("names")
    if isinstance(names, list) and len(names) == 3 and players != 3:
        return None

    def ends_in_east() -> bool:
        last = rounds[-1]
        points = row[p.G_SCORES : p.G_SCORES + players] if row[p.G_SCORED] else [0]
        return last[t.R_WIND] == 0 and last[t.R_DEALER] == players - 1 and min(points) >= 0

    def choose(name: LogName | None) -> Rules:
        start = rounds[0].tolist()
        fresh = start[t.R_WIND] == start[t.R_DEALER] == start[t.R_HONBA] == 0
        scores = start[t.R_SCORES : t.R_SCORES + players] if fresh else None
        return fitting_rules(
            text.head, players, name.type if name else None, scores,
            ends_in_east, lambda: bool(row[p.G_REDS]),
        )  # fmt: skip

    try:
        game = open_game(text.name, text.head, players, first, rules, choose)
    except ParseError:  # the tolerant reader says what it is
        return None
    if rules is None and game.rules.riichi_bet != _RIICHI:
        return None
    game.complete = True
    return game
