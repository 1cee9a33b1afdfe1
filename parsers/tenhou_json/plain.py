"""Games of Tenhou JSON in which nothing is odd, read many at once.

Headers and results are read as always; the lists of the players become numbers, and one kernel
(:mod:`.plain_play`) plays the rounds of all games. A game with anything that is not of the
plain form is left to :func:`.games.read_game`, which gives the same columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import UNKNOWN, UNKNOWN_POINTS
from mjlog.engine.jit import select
from mjlog.errors import ParseError
from mjlog.model import NO_TILES, Problem
from mjlog.rows import GameRows, RoundRows
from mjlog.rules import Rules

from ..columns import EventColumns, EventLists, packed
from ..json_values import MAX_POINTS
from . import plain_play
from .games import Game, Hands, close_game, event_lists, open_game, read_connections
from .notation import CODES, NO_DISCARD, TSUMOGIRI, parse_call
from .plain_play import CALLED, DECLARED, DRAWN, NOTHING
from .results import Result, read_result
from .rounds import MAX_COUNT, MAX_INDICATORS, RIICHI_YAKU, EventRow, RoundRecord

__all__ = ["PlainGame", "play_games", "prepare_game"]

#: Items of a round before the lists of the seats.
_BEFORE: Final = 4
_TIMES: Final = {
    "immediate": plain_play.IMMEDIATE,
    "before_discard": plain_play.BEFORE_DISCARD,
    "after_discard": plain_play.AFTER_DISCARD,
}
_KANS: Final = ("kan_dora_ankan", "kan_dora_kakan", "kan_dora_daiminkan")


class _NotPlainError(Exception):
    """Something that is not of the plain form."""


class Codes(dict[Any, int]):
    """Item of a list → its code; calls get a row in :attr:`calls` when they are first met."""

    def __init__(self) -> None:
        plain = {number: code for number, code in CODES.items() if code != UNKNOWN}
        riichi = {f"r{number}": DECLARED + code for number, code in plain.items()}
        super().__init__(plain | riichi)
        self |= {TSUMOGIRI: DRAWN, NO_DISCARD: NOTHING, f"r{TSUMOGIRI}": DECLARED + DRAWN}
        self.calls: list[tuple[int, ...]] = []

    def __missing__(self, item: Any) -> int:
        try:
            call = parse_call(item) if isinstance(item, str) else None
        except ParseError:
            call = None
        if call is None:
            raise _NotPlainError
        row = (call.kind, call.tile, call.source, packed(call.used), len(call.used))
        self.calls.append(row)
        self[item] = code = CALLED + len(self.calls) - 1
        return code


@dataclass(slots=True)
class _PlainRound:
    """A round on its way: its columns, what was won, and its numbers for the kernel."""

    place: str
    start: dict[str, Any]
    result: Result
    ura: list[int]
    play: list[int]
    sizes: list[int]


@dataclass(slots=True)
class PlainGame:
    """A game whose rounds are still to be played.

    Attributes:
        game: Its description and its final points.
        place: Its path.
        connection: Who left and came back, as parsed.
        noted: Problems that came before those of the end of the game.
        rounds: Its rounds. codes: The codes of all their lists.
    """

    game: Game
    place: str
    connection: Any
    noted: int = 0
    rounds: list[_PlainRound] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)


def prepare_game(hands: Hands, source: str, fixed: Rules | None, codes: Codes) -> PlainGame | None:
    """Return a game ready to be played; None where something in it is not of the plain form."""
    try:
        game, data, players = open_game(hands, source, fixed)
        found = PlainGame(game, hands.place, data.get("connection"))
        before: object = None
        times = [_TIMES[getattr(game.rules, key)] for key in _KANS]
        for place, items in hands.rounds:
            if items == before:
                return None
            before = items
            _prepare_round(found, items, place, players, times, codes)
        found.noted = len(game.problems)
        close_game(game, hands, data)
    except (ParseError, _NotPlainError):
        return None
    return found


def _prepare_round(
    found: PlainGame, items: Any, place: str, players: int, times: list[int], codes: Codes
) -> None:
    if type(items) is not list or len(items) not in (_BEFORE + 3 * players + 1, 17):
        raise _NotPlainError
    start = _start(items, players)
    indicators = _tiles(items[2], codes)
    ura = _tiles(items[3], codes)
    if not indicators:
        raise _NotPlainError
    lists = items[_BEFORE : _BEFORE + 3 * players]
    if set(map(type, lists)) != {list}:
        raise _NotPlainError
    flat = list(chain.from_iterable(lists))
    if not set(map(type, flat)) <= {int, str}:
        raise _NotPlainError
    found.codes += map(codes.__getitem__, flat)
    wind, dealer = start["wind"], start["dealer"]
    marks = any(TSUMOGIRI in discards or "r60" in discards for discards in lists[2::3])
    result = read_result(
        items[-1], place, players=players, wind=wind, dealer=dealer, note=_refuse
    )  # fmt: skip
    start["indicator"] = indicators[0]
    start["hands"] = [
        [codes[tile] for tile in lists[3 * seat]] for seat in range(players)
    ]  # fmt: skip
    if result is None:
        raise _NotPlainError
    winners = [seat for win in result.wins for seat in (win["seat"], win["from_seat"])]
    later = indicators[1:]
    play = [
        dealer, players, int(marks), len(later), *times,
        len(result.wins), result.kind, result.discarder,
        *winners, *[0] * (6 - len(winners)), *later, *[0] * (MAX_INDICATORS - len(later)),
    ]  # fmt: skip
    sizes = [*map(len, lists), *[0] * (12 - 3 * players)]
    found.rounds.append(_PlainRound(place, start, result, ura, play, sizes))


def _refuse(*_: str) -> None:
    raise _NotPlainError


def _start(items: list[Any], players: int) -> dict[str, Any]:
    numbers, scores = items[0], items[1]
    if type(numbers) is not list or type(scores) is not list or len(numbers) != 3:
        raise _NotPlainError
    if not players <= len(scores) <= 4 or set(map(type, chain(numbers, scores))) != {int}:
        raise _NotPlainError
    number, honba, deposits = numbers
    points = scores[:players]
    if not (0 <= number < 16 and number % 4 < players):
        raise _NotPlainError
    if not (0 <= honba <= MAX_COUNT and 0 <= deposits <= MAX_COUNT):
        raise _NotPlainError
    if min(points) < -MAX_POINTS or max(points) > MAX_POINTS:
        raise _NotPlainError
    return {
        "wind": number // 4, "dealer": number % 4, "honba": honba, "deposits": deposits,
        "scores": [*points, *[UNKNOWN_POINTS] * (4 - players)],
    }  # fmt: skip


def _tiles(items: Any, codes: Codes) -> list[int]:
    if type(items) is not list or len(items) > MAX_INDICATORS:
        raise _NotPlainError
    if items and set(map(type, items)) != {int}:
        raise _NotPlainError
    found = [codes[item] for item in items]
    if found and max(found) > 36:
        raise _NotPlainError
    return found


def play_games(
    games: Sequence[PlainGame], codes: Codes
) -> Iterator[tuple[GameRows, list[EventColumns | EventLists], list[Problem]] | None]:
    """Play all rounds and yield each game with its events; None for one that is odd after all.

    Args:
        games: The games.
        codes: Their table of calls.
    """
    rounds = [part for game in games for part in game.rounds]
    columns, result = _run(games, rounds, codes)
    first, count, odd, tiles, riichi = (column.tolist() for column in result.T)
    stop = 0
    for game in games:
        numbers = range(stop, stop + len(game.rounds))
        stop = numbers.stop
        parts: list[RoundRows] = []
        events: list[EventColumns | EventLists] = []
        for i, part in zip(numbers, game.rounds, strict=True):
            rest = None if odd[i] else _result_rows(part, tiles[i], riichi[i], count[i])
            if rest is None:
                break
            parts.append(rest)
            events.append(columns.part(first[i], first[i] + count[i]))
        else:
            if game.connection is not None:
                _connect(game, parts, events)
            yield game.game.rows(parts), events, game.game.problems
            continue
        yield None


def _connect(
    game: PlainGame, parts: list[RoundRows], events: list[EventColumns | EventLists]
) -> None:
    """Add who left and came back to the events of a game."""
    records = [
        RoundRecord(rows.start, part.place, _event_rows(columns), rows.wins, rows.draws)
        for rows, part, columns in zip(parts, game.rounds, events, strict=True)
    ]
    game.game.rounds = records
    problems = game.game.problems
    later = problems[game.noted :]
    del problems[game.noted :]
    read_connections(game.game, {"connection": game.connection}, game.place)
    problems += later
    events[:] = [
        event_lists(record.events) if len(record.events) != len(columns.kind) else columns
        for record, columns in zip(records, events, strict=True)
    ]


def _event_rows(columns: EventColumns | EventLists) -> list[EventRow]:
    kind, seat, tile, source, used, aux = (
        np.asarray(getattr(columns, name)).tolist()
        for name in ("kind", "seat", "tile", "from_seat", "used", "aux")
    )
    tiles = [tuple(code for code in value.to_bytes(4, "little") if code != UNKNOWN)
             for value in used]  # fmt: skip
    return list(zip(kind, seat, tile, source, tiles, aux, strict=True))


def _result_rows(part: _PlainRound, tile: int, riichi: int, count: int) -> RoundRows | None:
    """Return the rows of a round; None where ura indicators belong to no winner."""
    result = part.result
    if result.draw is not None:
        result.draw["event"] = count - 1
        return RoundRows(part.start, [], [], [result.draw])
    shown = False
    wins: list[dict[str, Any]] = []
    at = count - len(result.wins)
    for w, win in enumerate(result.wins):
        row = dict(win, tile=tile, event=at + w)
        if riichi >> win["seat"] & 1 or any(y in RIICHI_YAKU for y in win.get("yaku", ())):
            row["ura"] = part.ura
            shown = True
        wins.append(row)
    if part.ura and not shown:
        return None
    return RoundRows(part.start, [], wins, [])


def _run(
    games: Sequence[PlainGame], rounds: Sequence[_PlainRound], codes: Codes
) -> tuple[EventColumns, NDArray[np.int32]]:
    """Run the kernel over all rounds."""
    flat = np.fromiter(chain.from_iterable(game.codes for game in games), np.int32)
    count = len(rounds)
    sizes = np.array([part.sizes for part in rounds], np.int32).reshape(count, 12)
    plays = np.array([part.play for part in rounds], np.int32).reshape(count, plain_play.P_WIDTH)
    calls = np.array(codes.calls or [(0,) * 5], np.int64)
    # a riichi is three events, and a round ends with three wins at most
    most = 3 * len(flat) + 24 * count
    bytes_ = [np.full(most, UNKNOWN, np.uint8) for _ in range(4)]
    numbers = [np.full(most, value, np.int32) for value in (0, -1)]
    columns = EventColumns(
        bytes_[0], bytes_[1], bytes_[2], bytes_[3], np.full(most, NO_TILES, np.uint32),
        numbers[0], numbers[1],
    )  # fmt: skip
    result = np.zeros((count, plain_play.O_WIDTH), np.int32)
    step = np.zeros((2, plain_play.MAX_STEPS, plain_play.E_WIDTH), np.int64)
    most_turns = plain_play.MAX_ITEMS
    run: Any = select(plain_play.read_plays, len(games))
    run(
        flat, sizes, plays, calls,
        columns.kind, columns.seat, columns.tile, columns.from_seat, columns.used, columns.aux,
        result, step[0], step[1],
        np.zeros((4, most_turns + 1, plain_play.T_WIDTH), np.int64),
        np.zeros(4 * most_turns, np.int64), np.zeros(256, np.int64),
        np.zeros((plain_play.MAX_WAYS + 1, 6), np.int64),
    )  # fmt: skip
    return columns, result
