"""One round of Tenhou JSON: its 17 items → rows of the columns."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from mjlog.codes import (
    DISCARD,
    DRAW,
    EXHAUSTIVE,
    KYUUSHU,
    NAGASHI,
    RIICHI,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    SUUKAN,
    UNKNOWN,
    UNKNOWN_POINTS,
    WIN,
    round_label,
)
from mjlog.errors import ParseError
from mjlog.rules import Rules

from ..json_values import MAX_POINTS, at, integer, wrong
from .indicators import turned
from .notation import TSUMOGIRI, parse_tile
from .order import order_of
from .results import Result, read_result
from .turns import Turn, turns_of

__all__ = [
    "MAX_COUNT",
    "MAX_INDICATORS",
    "RIICHI_YAKU",
    "EventRow",
    "RoundRecord",
    "read_round",
    "refuse_text_tiles",
]

#: Called with kind, place and message of a problem.
Report = Callable[[str, str, str], None]
MAX_COUNT: Final = 9999
MAX_INDICATORS: Final = 10
#: Items before the lists of the seats: round, points, indicators, ura indicators.
_BEFORE: Final = 4
_TEXT_TILE: Final = re.compile(r"[0-9][mps]|[1-7]z")
RIICHI_YAKU: Final = (1, 21)
EventRow = tuple[int, int, int, int, tuple[int, ...], int]


@dataclass(slots=True)
class RoundRecord:
    """The rows that one round gives.

    Attributes:
        start: Columns of :class:`~mjlog.model.Rounds`.
        events: Rows (kind, seat, tile, from_seat, used tiles, aux).
        wins, draws: Columns by name; ``event`` counts inside the round.
        place: Path of the round.
    """

    start: dict[str, Any]
    place: str
    events: list[EventRow] = field(default_factory=list)
    wins: list[dict[str, Any]] = field(default_factory=list)
    draws: list[dict[str, Any]] = field(default_factory=list)

    @property
    def label(self) -> str:
        """Name of the round, ``E1.0``."""
        return round_label(self.start["wind"], self.start["dealer"], self.start["honba"])

    @property
    def is_over(self) -> bool:
        """Whether a result is recorded."""
        return bool(self.wins or self.draws)

    def scores_after(self, bet: int) -> list[int] | None:
        """Return the points of the seats after the round, None where they are not known."""
        scores = list(self.start["scores"])
        for event in self.events:
            if event[0] == RIICHI_ACCEPTED:
                scores[event[1]] -= bet
        for row in (*self.wins, *self.draws):
            if "deltas" not in row:
                return None
            scores = [s if d == UNKNOWN_POINTS else s + d
                      for s, d in zip(scores, row["deltas"], strict=True)]  # fmt: skip
        return scores


def refuse_text_tiles(items: object, place: str) -> None:
    """Refuse a round of another tool's dialect, which writes tiles as text.

    Raises:
        ParseError: It is one.
    """
    for i, part in enumerate(items[:_BEFORE] if isinstance(items, list) else []):
        for tile in part if isinstance(part, list) else []:
            if isinstance(tile, str) and _TEXT_TILE.fullmatch(tile):
                message = (
                    "tiles are written as text ('5m'), which is another tool's dialect and not "
                    "tenhou.net/6, where a tile is a number (15)"
                )
                raise ParseError(message, place=at(place, i), snippet=tile)


def read_round(
    items: object, place: str, *, players: int, rules: Rules, report: Report
) -> RoundRecord:
    """Return the rows of a round.

    Args:
        items: The round's list, as parsed.
        place: Its path in the document.
        players: 3 or 4.
        rules: They tell when an indicator is turned.
        report: Told of everything that is odd or inconsistent.

    Raises:
        ParseError: An item of it cannot be read.
    """
    refuse_text_tiles(items, place)
    if not isinstance(items, list) or len(items) not in (_BEFORE + 3 * players + 1, 17):
        raise wrong(items, "a round, a list of 17 items", place)
    rows = RoundRecord(_start(items, place, players), place)
    label = rows.label

    def note(kind: str, where: str, message: str) -> None:
        report(kind, where, f"{label}: {message}")

    indicators = _tiles(items[2], at(place, 2), MAX_INDICATORS)
    ura = _tiles(items[3], at(place, 3), MAX_INDICATORS)
    rows.start["indicator"] = indicators[0] if indicators else UNKNOWN
    marks = any(_has_tsumogiri(items[_BEFORE + 3 * seat + 2]) for seat in range(players))
    hands: list[list[int]] = []
    turns: list[list[Turn]] = []
    for seat in range(players):
        first = _BEFORE + 3 * seat
        hand = _tiles(items[first], at(place, first), 13)
        draws, discards = (_list(items[first + k], at(place, first + k)) for k in (1, 2))
        paths = (at(place, first + 1), at(place, first + 2))
        hands.append(hand)
        turns.append(
            turns_of(hand, draws, discards, paths, marks=marks,
                     note=lambda where, message: note("inconsistent", where, message))
        )  # fmt: skip
    rows.start["hands"] = hands
    wind, dealer = rows.start["wind"], rows.start["dealer"]
    result = read_result(
        items[-1], at(place, len(items) - 1), players=players, wind=wind, dealer=dealer, note=note
    )
    if _play(rows, turns, result, note):
        _finish(rows, result, ura, note)
    rows.events, late = turned(rows.events, indicators[1:], rules)
    if late:
        message = f"{late} more indicators than kans that turn one; they are left out"
        note("inconsistent", at(place, 2), message)
    _settle_rows(rows)
    return rows


def _start(items: list[Any], place: str, players: int) -> dict[str, Any]:
    path = at(place, 0)
    numbers = _list(items[0], path)
    if not 2 <= len(numbers) <= 3:
        raise wrong(numbers, "three numbers: round, counters, deposits", path)
    number = integer(numbers[0], at(path, 0), 0, 15)
    if number % 4 >= players:
        raise wrong(number, "a round number with a dealer among three players", at(path, 0))
    scores = _list(items[1], at(place, 1))
    if not players <= len(scores) <= 4:
        raise wrong(scores, "the points of each seat", at(place, 1))
    points = [
        integer(n, at(at(place, 1), i), -MAX_POINTS, MAX_POINTS)
        for i, n in enumerate(scores[:players])
    ]
    return {
        "wind": number // 4,
        "dealer": number % 4,
        "honba": integer(numbers[1], at(path, 1), 0, MAX_COUNT),
        "deposits": integer(numbers[2], at(path, 2), 0, MAX_COUNT) if len(numbers) > 2 else -1,
        "scores": [*points, *[UNKNOWN_POINTS] * (4 - players)],
    }


def _list(value: object, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise wrong(value, "a list", place)
    return value


def _has_tsumogiri(discards: object) -> bool:
    return isinstance(discards, list) and (TSUMOGIRI in discards or "r60" in discards)


def _tiles(value: object, place: str, most: int) -> list[int]:
    tiles = _list(value, place)
    if len(tiles) > most:
        raise wrong(tiles, f"at most {most} tiles", place)
    codes = []
    for i, item in enumerate(tiles):
        try:
            codes.append(parse_tile(item))
        except ParseError as error:
            raise ParseError(error.message, place=at(place, i), snippet=error.snippet) from error
    return codes


def _ends_right(result: Result | None, seat: int, turn: Turn) -> bool:
    """Tell whether a result may follow a turn of ``seat``."""
    kind = turn.last.kind
    if result is None:
        return True
    if result.discarder >= 0:
        return seat == result.discarder and kind != DRAW
    if result.wins:
        return seat == result.wins[0]["seat"] and kind == DRAW
    if result.kind == KYUUSHU:
        return kind == DRAW
    if result.kind in (EXHAUSTIVE, NAGASHI):
        return kind == DISCARD
    return result.kind == SUUKAN or kind != DRAW


def _play(rows: RoundRecord, turns: list[list[Turn]], result: Result | None, note: Report) -> bool:
    """Add the events of the play; False when not all turns could be placed."""
    dealer, players = rows.start["dealer"], len(turns)
    order = order_of(turns, dealer)
    played = [0] * players
    add = rows.events.append
    for seat in order.seats:
        turn = turns[seat][played[seat]]
        played[seat] += 1
        for kind, tile, relative, used, aux in turn.steps:
            source = UNKNOWN
            if relative:
                source = (seat + relative) % 4
                source = source if source < players else (seat + relative) % players
            add((kind, seat, tile, source, used, aux))
    if order.complete:
        last = order.seats[-1] if order.seats else dealer
        if turns[last] and not _ends_right(result, last, turns[last][-1]):
            note("inconsistent", rows.place, "the result does not follow from the last turn")
        return True
    left = [(s, t[played[s]]) for s, t in enumerate(turns) if played[s] < len(t)]
    where = rows.place
    if left:
        where = at(at(where, _BEFORE + 3 * left[0][0] + 1), left[0][1].item)
    message = (
        f"no order of play holds all turns of the players; the longest has {len(order.seats)} "
        f"of {sum(map(len, turns))}; the rest of the round is left out"
    )
    note("inconsistent", where, message)
    return False


def _finish(rows: RoundRecord, result: Result | None, ura: list[int], note: Report) -> None:
    """Add deposits and the result."""
    _accept(rows, result)
    if result is None:
        return
    last = rows.events[-1] if rows.events else None
    if result.draw is not None:
        seat = last[1] if last is not None and result.kind == KYUUSHU else UNKNOWN
        rows.events.append((RYUUKYOKU, seat, UNKNOWN, UNKNOWN, (), 0))
        rows.draws.append(result.draw)
        return
    declared = {event[1] for event in rows.events if event[0] == RIICHI}
    tile = last[2] if last is not None else UNKNOWN
    shown = False
    for win in result.wins:
        seat = win["seat"]
        row = dict(win, tile=tile)
        if seat in declared or any(y in RIICHI_YAKU for y in win.get("yaku", ())):
            row["ura"] = ura
            shown = True
        rows.events.append((WIN, seat, tile, win["from_seat"], (), len(rows.wins)))
        rows.wins.append(row)
    if ura and not shown:
        note("odd-form", at(rows.place, 3), "ura indicators, but no winner declared riichi")


def _accept(rows: RoundRecord, result: Result | None) -> None:
    """Put the deposit of each riichi whose tile was not won on behind its discard."""
    events: list[EventRow] = []
    declared = -1
    last = len(rows.events) - 1
    lost = result is not None and (result.discarder >= 0 or result.is_three_rons)
    for n, event in enumerate(rows.events):
        events.append(event)
        if event[0] == RIICHI:
            declared = event[1]
        elif event[0] == DISCARD and declared >= 0:
            if not (n == last and (lost or result is None)):
                events.append((RIICHI_ACCEPTED, declared, UNKNOWN, UNKNOWN, (), 0))
            declared = -1
    rows.events = events


def _settle_rows(rows: RoundRecord) -> None:
    """Let wins and draws know their events."""
    wins = [n for n, event in enumerate(rows.events) if event[0] == WIN]
    draws = [n for n, event in enumerate(rows.events) if event[0] == RYUUKYOKU]
    for places, table in ((wins, rows.wins), (draws, rows.draws)):
        for place, row in zip(places, table, strict=True):
            row["event"] = place
