"""Results of a round in Tenhou JSON: wins with their yaku, draws."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from mjlog.codes import (
    EXHAUSTIVE,
    NO_LIMIT,
    SANCHAHOU,
    UNKNOWN,
    UNKNOWN_POINTS,
)
from mjlog.errors import ParseError

from ..json_values import MAX_POINTS, at, integer, wrong
from .words import ALL_NOTEN, ALL_TENPAI, WIN_WORDS, draw_kind, limit_of, yaku_id

__all__ = ["Result", "Value", "paid_for_tenpai", "parse_value", "read_result"]

MAX_WINS: Final = 3
MAX_YAKU: Final = 20
_POINTS: Final = re.compile(
    r"(?P<before>[^0-9+]*)(?:(?P<fu>[0-9]+)\s*(?:符|fu))?\s*(?:(?P<han>[0-9]+)\s*(?:飜|翻|han))?\s*"
    r"(?P<word>[^0-9+]*)\+?(?P<first>[0-9]+)(?:-(?P<second>[0-9]+))?\s*(?:点|points?)?\s*"
    r"(?P<all>∀)?(?:\s*[0-9]+枚∀?)?",
    re.IGNORECASE,
)
#: No yaku has a hundred han.
_YAKU: Final = re.compile(r"(?P<name>[^(（]+)[(（](?P<value>(?!.*[0-9]{3})[^)）]*)[)）]")
_HAN: Final = re.compile(r"([0-9]+)\s*(?:飜|翻|han)", re.IGNORECASE)
_TIMES: Final = re.compile(r"([0-9])倍役満|(ダブル役満|double yakuman)", re.IGNORECASE)
_YAKUMAN: Final = re.compile(r"役満|yakuman", re.IGNORECASE)
Note = Callable[[str, str, str], None]


class Value(NamedTuple):
    """What the text of a win says: -1 or None for what it does not."""

    fu: int
    han: int
    limit: int | None
    points: int


@dataclass(slots=True)
class Result:
    """The result of a round.

    Attributes:
        wins: Columns of each win, without event, tile and ura.
        draw: Columns of a draw, without event; None when the round was won.
    """

    wins: list[dict[str, Any]] = field(default_factory=list)
    draw: dict[str, Any] | None = None

    @property
    def kind(self) -> int:
        """Kind of draw, -1 for a win."""
        return -1 if self.draw is None else int(self.draw["kind"])

    @property
    def discarder(self) -> int:
        """Whose tile was won on, or made the three rons of an abort: -1 if nobody's."""
        for win in self.wins:
            if win["seat"] != win["from_seat"]:
                return int(win["from_seat"])
        return -1

    @property
    def is_three_rons(self) -> bool:
        """Whether the round ended because three players won on one tile."""
        return self.kind == SANCHAHOU


def read_result(
    items: object, place: str, *, players: int, wind: int, dealer: int, note: Note
) -> Result | None:
    """Return the result of a round, None where it has none.

    Raises:
        ParseError: It is no list, or of an unknown kind, or a value is not of its kind.
    """
    if items is None or items == []:
        return None
    if not isinstance(items, list) or not isinstance(items[0], str):
        raise wrong(items, "a result, a list that begins with a word such as '和了'", place)
    word = items[0].strip()
    if word.lower() in WIN_WORDS:
        return _read_wins(items, place, players, wind, dealer, note)
    kind = draw_kind(word)
    if kind is None:
        expected = "the word of a result (和了, 流局, 九種九牌 …, or its English)"
        raise wrong(word, expected, at(place, 0))
    row: dict[str, Any] = {"kind": kind, "deltas": _absent([0] * players)}
    if len(items) > 1:
        row["deltas"] = _deltas(items[1], at(place, 1), players)
    elif word not in (ALL_TENPAI, ALL_NOTEN) and kind == EXHAUSTIVE:
        del row["deltas"]
    if word in (ALL_TENPAI, ALL_NOTEN):
        row["shown"] = [int(word == ALL_TENPAI)] * players
    elif kind == EXHAUSTIVE and "deltas" in row:
        row["shown"] = paid_for_tenpai(row["deltas"][:players])
    return Result(draw=row)


def paid_for_tenpai(deltas: list[int]) -> list[int]:
    """Return who showed a tenpai hand by who was paid; 255 where that is not told.

    >>> paid_for_tenpai([-1500, 1500, -1500, 1500]), paid_for_tenpai([0, 0, 0, 0])
    ([0, 1, 0, 1], [255, 255, 255, 255])
    """
    if len(set(deltas)) == 2 and min(deltas) < 0 < max(deltas) and not sum(deltas):
        return [int(delta > 0) for delta in deltas]
    return [UNKNOWN] * len(deltas)


def _absent(values: list[int]) -> list[int]:
    return [*values, *[UNKNOWN_POINTS] * (4 - len(values))]


def _deltas(value: object, place: str, players: int) -> list[int]:
    """Return the change of each seat; an absent seat has none."""
    if not isinstance(value, list) or not players <= len(value) <= 4:
        raise wrong(value, "a list of the change of points of each seat", place)
    if set(map(type, value)) == {int} and -MAX_POINTS <= min(value) <= max(value) <= MAX_POINTS:
        return _absent(value[:players])
    numbers = [integer(n, at(place, i), -MAX_POINTS, MAX_POINTS) for i, n in enumerate(value)]
    return _absent(numbers[:players])


def _read_wins(
    items: list[Any], place: str, players: int, wind: int, dealer: int, note: Note
) -> Result:
    if len(items) < 3 or len(items) % 2 == 0 or len(items) > 1 + 2 * MAX_WINS:
        raise wrong(items, "'和了' with a list of changes and a list of details a win", place)
    result = Result()
    for i in range(1, len(items), 2):
        deltas = _deltas(items[i], at(place, i), players)
        where = at(place, i + 1)
        details = items[i + 1]
        if not isinstance(details, list) or len(details) < 2:
            raise wrong(details, "a list: winner, payer, liable player, value, yaku …", where)
        seat, payer = (integer(details[k], at(where, k), 0, players - 1) for k in (0, 1))
        row: dict[str, Any] = {"seat": seat, "from_seat": payer, "deltas": deltas}
        if len(details) > 2:
            liable = integer(details[2], at(where, 2), 0, players - 1)
            row["pao_seat"] = UNKNOWN if liable == seat else liable
        if len(details) > 3:
            row |= _worth(details[3], at(where, 3), row, players)
        if len(details) > 4:
            _add_yaku(row, details[4:], where, wind, dealer, note)
        result.wins.append(row)
    return result


@lru_cache(maxsize=4096)
def parse_value(text: str, *, payers: int = 3) -> Value:
    """Return what the text of a win's value says.

    Args:
        text: The text.
        payers: How many players pay a win by tsumo.

    >>> parse_value("30符4飜7700点")
    Value(fu=30, han=4, limit=0, points=7700)
    >>> parse_value("満貫2000-4000点").points, parse_value("Yakuman 16000点∀").points
    (8000, 48000)

    Raises:
        ParseError: It is no such text.
    """
    match = _POINTS.fullmatch(text.strip()) if len(text) <= 60 else None
    if match is None:
        expected = "expected one such as '30符4飜7700点', '満貫2000-4000点' or '役満16000点∀'"
        raise ParseError(f"no value of a win; {expected}", snippet=text[:30])
    first = int(match["first"])
    points = first
    if match["second"] is not None:  # each other player, the dealer
        points = first * (payers - 1) + int(match["second"])
    elif match["all"]:
        points = first * payers
    fu = -1 if match["fu"] is None else int(match["fu"])
    han = -1 if match["han"] is None else int(match["han"])
    limit = limit_of(match["before"] + match["word"])
    if limit is None and han >= 0:
        limit = NO_LIMIT
    return Value(fu, han, limit, points)


def _worth(text: object, place: str, row: dict[str, Any], players: int) -> dict[str, Any]:
    if not isinstance(text, str):
        raise wrong(text, "the value of the win, a text", place)
    try:
        value = parse_value(text, payers=players - 1)
    except ParseError as error:
        raise ParseError(error.message, place=place, snippet=error.snippet) from error
    points = integer(value.points, place, 0, MAX_POINTS)
    worth: dict[str, Any] = {"points": points}
    if value.fu >= 0:
        worth["fu"] = integer(value.fu, place, 0, 1000)
    if value.han >= 0:
        worth["han"] = integer(value.han, place, 0, 200)
        worth["yakuman"] = 0
    if value.limit is not None:
        worth["limit"] = value.limit
    return worth


def _add_yaku(
    row: dict[str, Any], names: list[Any], place: str, wind: int, dealer: int, note: Note
) -> None:
    """Add the list of yaku; none where one of them is not known."""
    ids: list[int] = []
    han: list[int] = []
    yakuman: list[int] = []
    for i, text in enumerate(names, 4):
        where = at(place, i)
        parts = _yaku_parts(text) if isinstance(text, str) and len(text) < 80 else None
        if parts is None or len(ids) == MAX_YAKU:
            raise wrong(text, "a yaku such as '立直(1飜)' or '大三元(役満)'", where)
        name, worth, is_yakuman = parts
        found = yaku_id(name, round_wind=wind, seat_wind=(row["seat"] - dealer) % 4)
        if found is None:
            message = f"no yaku is called {name[:20]!r}; the list of this win is left out"
            note("inconsistent", where, message)
            return
        ids.append(found)
        han.append(worth)
        if is_yakuman:
            yakuman.append(max(worth, 1))
    row["yaku"], row["yaku_han"] = ids, han
    if yakuman:
        row["yakuman"], row["han"] = sum(yakuman), 0
    elif min(han, default=-1) >= 0:
        row["yakuman"] = 0
        row.setdefault("han", sum(han))


@lru_cache(maxsize=4096)
def _yaku_parts(text: str) -> tuple[str, int, bool] | None:
    """Return name, han and whether it is a yakuman; None for a text that is none."""
    match = _YAKU.fullmatch(text.strip())
    if match is None:
        return None
    is_yakuman = _YAKUMAN.search(text.replace("（", "(").rpartition("(")[2]) is not None
    return match["name"], _han_of(match["value"]), is_yakuman


def _han_of(text: str) -> int:
    """Return the han of a yaku, the multiple of a yakuman; -1 when it is not told."""
    if _YAKUMAN.search(text):
        times = _TIMES.search(text)
        return (int(times[1]) if times[1] else 2) if times else 1
    match = _HAN.search(text)
    return int(match[1]) if match else -1
