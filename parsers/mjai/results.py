"""Results of a round in mjai: ``hora`` and ``ryukyoku``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    EXHAUSTIVE,
    KAKAN,
    KITA,
    KYUUSHU,
    NAGASHI,
    PON,
    RIICHI,
    SANCHAHOU,
    SUUCHA,
    SUUFON,
    SUUKAN,
    UNKNOWN,
    UNKNOWN_POINTS,
    YAKU,
)
from mjlog.model import FOREIGN_MELD
from mjlog.rows import Row
from mjlog.tiles import EAST, KIND, NORTH

from ..mahjong_soul.tables import yaku_of_fan
from .tables import REASON_OF, yaku_of
from .values import MAX_POINTS, MessageError, all_hidden, by_seat, filled, integer, points, tiles

if TYPE_CHECKING:
    from .rounds import MjaiRound

__all__ = ["draw_row", "win_row"]

MAX_FU: Final = 1000
MAX_HAN: Final = 200
MAX_YAKU: Final = 20
MAX_URA: Final = 10
_URA: Final = ("ura_markers", "uradora_markers", "uradora_marker")
_CALLS: Final = (CHI, PON, DAIMINKAN, KAKAN, ANKAN, KITA)
#: Fu that a hand has without being rounded up to ten.
_WHOLE_FU: Final = 25
_VALUE: Final = re.compile(r"(\d{1,7})(?: all|/(\d{1,7}))?")
#: Live draws of a round that is played to the end, by players.
_ALL_DRAWS: Final = {4: 70, 3: 55}
_LARGEST_NOTEN: Final = 3000
_WINDS: Final = range(EAST, NORTH + 1)


# --- wins -------------------------------------------------------------------------------------


def win_row(
    rows: MjaiRound, value: dict[str, Any], seat: int, payer: int, code: int, number: int
) -> Row:
    """Return the columns of a ``hora`` (all but its event).

    Raises:
        MessageError: A value that is not of its kind.
    """
    row: Row = {"seat": seat, "from_seat": payer, "tile": code}
    _changes(rows, value, row)
    ura = next((key for key in _URA if value.get(key) is not None), None)
    if ura is not None:
        row["ura"] = tiles(value[ura], ura, 0, MAX_URA)
    if value.get("hora_tehais") is not None:
        hand = tiles(value["hora_tehais"], "hora_tehais", 1, 14)
        row["hand"] = hand if len(hand) % 3 == 2 else [*hand, code]
        row["melds"] = [FOREIGN_MELD] * _called(rows, seat, (14 - len(row["hand"])) // 3)
    if value.get("fan") is not None:
        row["han"] = integer(value, "fan", 0, MAX_HAN)
    if value.get("fu") is not None:
        row["fu"] = _fu(rows, integer(value, "fu", 0, MAX_FU), number)
    if value.get("hora_points") is not None:
        row["points"] = integer(value, "hora_points", 0, MAX_POINTS)
    if value.get("yakus") is not None:
        _yaku(rows, value["yakus"], row, number)
    meta = value.get("meta")
    if isinstance(meta, dict) and isinstance(meta.get("score"), dict):
        _meta(rows, meta["score"], row, number)
    return row


def _called(rows: MjaiRound, seat: int, melds: int) -> int:
    """Return how many melds and kita a shown hand stands beside; its tiles tell the melds."""
    events = rows.events
    pairs = zip(events.kind, events.seat, strict=True)
    return melds + sum(kind == KITA and who == seat for kind, who in pairs)


def _changes(rows: MjaiRound, value: dict[str, Any], row: Row) -> None:
    """Read the points that a result moves; the points that it leads to give them too."""
    table = rows.table
    deltas = points(value, "deltas", table.first, table.players)
    after = points(value, "scores", table.first, table.players)
    before = rows.running
    known = after is not None and UNKNOWN_POINTS not in before[: table.players]
    if deltas is None and after is not None and known:
        deltas = [
            a - b if s < table.players else UNKNOWN_POINTS
            for s, (a, b) in enumerate(zip(after, before, strict=True))
        ]
    elif deltas is not None and after is not None:
        row["scores"] = [
            a - d if s < table.players else UNKNOWN_POINTS
            for s, (a, d) in enumerate(zip(after, deltas, strict=True))
        ]
    if deltas is not None:
        row["deltas"] = deltas
    rows.moved(deltas)
    if after is not None:
        rows.running = after


def _fu(rows: MjaiRound, fu: int, number: int) -> int:
    if fu % 10 == 0 or fu == _WHOLE_FU:
        return fu
    rows.report("odd-form", number, f"{fu} fu are written before they are rounded up")
    return -(-fu // 10) * 10


def _yaku(rows: MjaiRound, value: object, row: Row, number: int) -> None:
    """Read the list of yaku; none of it where one is not known."""
    if not isinstance(value, list) or len(value) > MAX_YAKU:
        raise MessageError("yakus", value, f"a list of at most {MAX_YAKU} yaku")
    ids: list[int] = []
    han: list[int] = []
    for item in value:
        name, worth = item if isinstance(item, list) and len(item) == 2 else (item, None)
        if not isinstance(name, str):
            raise MessageError("yakus", item, "the name of a yaku, or name and han")
        if name == "sangenpai":
            found = _dragons(rows, row)
        else:
            winds = {"round_wind": rows.wind, "seat_wind": _seat_wind(rows, row["seat"])}
            number_of = yaku_of(name, **winds)
            found = [] if number_of is None else [number_of]
        if not found or len(ids) + len(found) > MAX_YAKU:
            text = f"no yaku is called {name[:20]!r}; the list of this win is left out"
            rows.report("inconsistent", number, text)
            return
        ids += found
        han += [_worth(worth) if len(found) == 1 else 1] * len(found)
    row |= {"yaku": ids, "yaku_han": han}
    _yakuman(row)


def _worth(value: object) -> int:
    return value if type(value) is int and 0 <= value <= 100 else -1


def _yakuman(row: Row) -> None:
    """Count the yakuman of a list of yaku; a hand of yakuman has no han.

    A yakuman with more than two is one that the rules count as so many han (人和).
    """
    pairs = zip(row["yaku"], row["yaku_han"], strict=True)
    limits = [h for y, h in pairs if y < len(YAKU) and YAKU[y].yakuman and h <= 2]
    row["yakuman"] = -1 if -1 in limits else sum(limits)
    if limits:
        row["han"] = 0


def _seat_wind(rows: MjaiRound, seat: int) -> int:
    return (seat - rows.dealer) % rows.table.players


def _dragons(rows: MjaiRound, row: Row) -> list[int]:
    """Return the yaku of the dragons that a winner has three of."""
    counts = [0] * 34
    for code in row.get("hand", ()):
        counts[int(KIND[code])] += code != UNKNOWN
    events = rows.events
    for kind, seat, code in zip(events.kind, events.seat, events.tile, strict=True):
        if seat == row["seat"] and kind in _CALLS:
            counts[int(KIND[code]) if code != UNKNOWN else 0] += 3
    return [18 + dragon for dragon in range(3) if counts[31 + dragon] >= 3]


def _meta(rows: MjaiRound, score: dict[str, Any], row: Row, number: int) -> None:
    """Read ``meta.score``: han, fu, points as text, yaku by their numbers in Mahjong Soul."""
    if score.get("han") is not None:
        row.setdefault("han", integer(score, "han", 0, MAX_HAN))
    if score.get("fu") is not None:
        row.setdefault("fu", _fu(rows, integer(score, "fu", 0, MAX_FU), number))
    if score.get("points") is not None:
        row.setdefault("points", _value(rows, score["points"], row))
    numbers = score.get("yaku")
    if isinstance(numbers, list) and len(numbers) <= MAX_YAKU and "yaku" not in row:
        winds = {"round_wind": rows.wind, "seat_wind": _seat_wind(rows, row["seat"])}
        ids = [yaku_of_fan(n, **winds) if type(n) is int else None for n in numbers]
        if None in ids:
            rows.report("inconsistent", number, f"one of the yaku {numbers} is not known")
            return
        row |= {"yaku": ids, "yaku_han": [-1] * len(ids)}
        _yakuman(row)


def _value(rows: MjaiRound, text: object, row: Row) -> int:
    """Return what a hand collects, from ``7700``, ``4000 all`` or ``1300/2600``."""
    match = _VALUE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise MessageError("points", text, "points such as '7700', '4000 all' or '1300/2600'")
    first = int(match[1])
    others = rows.table.players - 1
    if match[2] is not None:
        return first * (others - 1) + int(match[2])
    return first * others if str(text).endswith("all") else first


# --- draws ------------------------------------------------------------------------------------


def draw_row(rows: MjaiRound, value: dict[str, Any], number: int) -> Row:
    """Return the columns of a ``ryukyoku`` (all but its event).

    Raises:
        MessageError: A value that is not of its kind.
    """
    row: Row = {}
    _accept_before_draw(rows, value)
    _changes(rows, value, row)
    _hands(rows, value, row)
    reason = value.get("reason")
    if reason is None:
        row["kind"] = _kind_by_play(rows, row, number)
    else:
        kind = REASON_OF.get(reason.lower()) if isinstance(reason, str) else None
        if kind is None:
            raise MessageError("reason", reason, "the name of a draw (fanpai, kyushukyuhai …)")
        row["kind"] = kind
    return row


def _accept_before_draw(rows: MjaiRound, value: dict[str, Any]) -> None:
    """Count a deposit that the draw follows before the points of the draw are worked out."""
    seat = rows.declared
    if seat < 0 or value.get("deltas") is not None or rows.running[seat] == UNKNOWN_POINTS:
        return
    after = points(value, "scores", rows.table.first, rows.table.players)
    if after is not None and sum(after[: rows.table.players]) < sum(
        rows.running[: rows.table.players]
    ):
        rows.running = list(rows.running)
        rows.running[seat] -= rows.table.bet


def _hands(rows: MjaiRound, value: dict[str, Any], row: Row) -> None:
    players, first = rows.table.players, rows.table.first
    hands, tenpai = value.get("tehais"), value.get("tenpais")
    if tenpai is not None:
        if (
            not isinstance(tenpai, list)
            or len(tenpai) not in (players, 4)
            or not all(type(flag) is bool for flag in tenpai)
        ):
            raise MessageError("tenpais", tenpai, f"{players} times true or false")
        row["shown"] = [int(flag) for flag in by_seat(tenpai, first, players)]
    if hands is None:
        return
    if not isinstance(hands, list) or len(hands) not in (players, 4):
        raise MessageError("tehais", hands, f"{players} hands")
    shown = by_seat(
        [[] if all_hidden(hand) else tiles(hand, f"tehais[{i}]", 0, 14)
         for i, hand in enumerate(hands)],
        first, players,
    )  # fmt: skip
    row["hands"] = [filled(hand, 14) for hand in shown]
    row.setdefault("shown", [int(bool(hand)) for hand in shown])


def _kind_by_play(rows: MjaiRound, row: Row, number: int) -> int:
    """Return the kind of a draw whose reason is not recorded."""
    events = rows.events
    draws = events.kind.count(DRAW)
    deltas = [abs(d) for d in row.get("deltas", ()) if d != UNKNOWN_POINTS]
    if draws >= _ALL_DRAWS[rows.table.players] or any(deltas):
        return NAGASHI if max(deltas, default=0) > _LARGEST_NOTEN else EXHAUSTIVE
    last = events.kind[-1] if len(events) else DISCARD
    discards = [code for kind, code in zip(events.kind, events.tile, strict=True)
                if kind == DISCARD]  # fmt: skip
    calls = sum(kind in _CALLS for kind in events.kind)
    found = EXHAUSTIVE
    if last == DRAW and not calls and draws <= rows.table.players:
        found = KYUUSHU
    elif not calls and len(discards) == 4 and len(set(discards)) == 1 and discards[0] in _WINDS:
        found = SUUFON
    elif events.kind.count(RIICHI) == 4:
        found = SUUCHA
    elif sum(kind in (ANKAN, KAKAN, DAIMINKAN) for kind in events.kind) == 4:
        found = SUUKAN
    elif last == DISCARD:
        found = SANCHAHOU
    rows.report("odd-form", number, "the record does not say why the round is drawn")
    return found
