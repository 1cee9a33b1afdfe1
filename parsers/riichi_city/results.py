"""The end of a hand of Riichi City: event type 5."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mjlog.codes import EXHAUSTIVE, KITA, RYUUKYOKU, UNKNOWN, UNKNOWN_POINTS, YAKU
from mjlog.model import FOREIGN_MELD
from mjlog.rows import Row

from ..json_values import MAX_POINTS, at, integer, wrong
from . import tables as words
from .tables import tile_codes, yaku_of

if TYPE_CHECKING:
    from .rounds import HandRecord

__all__ = ["read_end"]

MAX_YAKU: Final = 20
MAX_INDICATORS: Final = 10
#: ``fang_num`` of a single yakuman.
_YAKUMAN: Final = 13


def read_end(hand: HandRecord, data: dict[str, Any], place: str) -> None:
    """Read how a hand ended, what it is worth and who paid.

    Raises:
        ParseError: A value that is not of its kind.
    """
    end = integer(data.get("end_type"), at(place, "end_type"), 0, 1000)
    if end == words.END_CLOSED:
        hand.closed = True
        hand.report("truncated", at(place, "end_type"), "the room was closed before the end")
        return
    if end not in (words.END_RON, words.END_TSUMO, words.END_EXHAUSTED):
        raise wrong(end, "an end that is known: 0 ron, 1 tsumo, 7 no tiles left, 8 closed",
                    at(place, "end_type"))  # fmt: skip
    profit, taken = _profits(hand, data, place)
    shown = data.get("win_info")
    entries = shown if isinstance(shown, list) else []
    by_seat = {}
    for i, entry in enumerate(entries):
        where = at(at(place, "win_info"), i)
        if not isinstance(entry, dict):
            raise wrong(entry, "an object with 'user_id'", where)
        by_seat[hand.seat(entry, "user_id", where)] = (entry, where)
    if end == words.END_EXHAUSTED:
        _drawn(hand, by_seat, profit)
        return
    if {win["seat"] for win in hand.wins} != set(by_seat):
        text = "those who are paid are not those who declared a win"
        hand.report("inconsistent", at(place, "win_info"), text)
    for win in hand.wins:
        if win["seat"] in by_seat:
            _worth(hand, win, *by_seat[win["seat"]])
    _share(hand, profit, taken, place)


def _profits(hand: HandRecord, data: dict[str, Any], place: str) -> tuple[list[int], list[int]]:
    """Return what each seat won or lost, and the deposits in it, by seat."""
    rows = data.get("user_profit")
    where = at(place, "user_profit")
    if not isinstance(rows, list) or len(rows) != hand.table.players:
        raise wrong(rows, f"a list of {hand.table.players} payments", where)
    profit, taken = [UNKNOWN_POINTS] * 4, [0] * 4
    for i, row in enumerate(rows):
        path = at(where, i)
        if not isinstance(row, dict):
            raise wrong(row, "an object with 'point_profit'", path)
        seat = hand.seat(row, "user_id", path)
        key = at(path, "point_profit")
        profit[seat] = integer(row.get("point_profit"), key, -MAX_POINTS, MAX_POINTS)
        key = at(path, "li_zhi_profit")
        sticks = integer(row.get("li_zhi_profit"), key, -MAX_POINTS, MAX_POINTS)
        taken[seat] = sticks + hand.table.bet * (seat in hand.accepted)
    return profit, taken


def _drawn(
    hand: HandRecord, shown: dict[int, tuple[dict[str, Any], str]], profit: list[int]
) -> None:
    """Add an exhaustive draw; those in the list showed a tenpai hand."""
    players = hand.table.players
    hands: list[list[int]] = [[], [], [], []]
    for seat, (entry, place) in shown.items():
        hands[seat] = _cards(entry.get("user_cards"), at(place, "user_cards"))
    hand.accept()
    hand.events.add(RYUUKYOKU, UNKNOWN, aux=len(hand.draws))
    hand.draws.append({
        "kind": EXHAUSTIVE,
        "event": len(hand.events) - 1,
        "shown": [int(seat in shown) for seat in range(players)],
        "hands": hands,
        "deltas": profit,
    })  # fmt: skip


def _cards(value: object, place: str) -> list[int]:
    return tile_codes(value, place, 1, 14) if value is not None else []


def _worth(hand: HandRecord, win: Row, entry: dict[str, Any], place: str) -> None:
    """Fill the columns of a win: yaku, han, fu, points, ura indicators, shown hand."""
    win["fu"] = integer(entry.get("all_fu"), at(place, "all_fu"), 0, 1000)
    win["han"] = integer(entry.get("all_fang_num"), at(place, "all_fang_num"), 0, 1000)
    win["points"] = integer(entry.get("all_point"), at(place, "all_point"), 0, MAX_POINTS)
    if entry.get("li_bao_card") is not None:
        win["ura"] = tile_codes(entry["li_bao_card"], at(place, "li_bao_card"), 0, MAX_INDICATORS)
    if "hand" not in win and entry.get("user_cards") is not None:
        ron = win["from_seat"] != win["seat"]
        cards = tile_codes(entry["user_cards"], at(place, "user_cards"), 1, 13 if ron else 14)
        win["hand"] = [*cards, win["tile"]] if ron else cards
    if "hand" in win:
        pairs = zip(hand.events.kind, hand.events.seat, strict=True)
        kita = sum(kind == KITA and who == win["seat"] for kind, who in pairs)
        win["melds"] = [FOREIGN_MELD] * ((14 - len(win["hand"])) // 3 + kita)
    _yaku(hand, win, entry.get("fang_info"), at(place, "fang_info"))


def _yaku(hand: HandRecord, win: Row, value: object, place: str) -> None:
    if not isinstance(value, list) or len(value) > MAX_YAKU:
        raise wrong(value, f"a list of at most {MAX_YAKU} yaku", place)
    ids: list[int] = []
    han: list[int] = []
    start = hand.start
    seat_wind = (win["seat"] - start["dealer"]) % hand.table.players
    yakuman = 0
    for i, item in enumerate(value):
        where = at(place, i)
        if not isinstance(item, dict):
            raise wrong(item, "an object with 'fang_type'", where)
        number = integer(item.get("fang_type"), at(where, "fang_type"), 0, 10_000)
        found = yaku_of(number, round_wind=start["wind"], seat_wind=seat_wind)
        if found is None:
            text = f"yaku {number} is not known; the list of this win is left out"
            hand.report("inconsistent", at(where, "fang_type"), text)
            return
        worth = integer(item.get("fang_num"), at(where, "fang_num"), 0, 100)
        limit = found < len(YAKU) and YAKU[found].yakuman and worth >= _YAKUMAN
        yakuman += worth // _YAKUMAN if limit else 0
        ids.append(found)
        han.append(worth // _YAKUMAN if limit else worth)
    win |= {"yaku": ids, "yaku_han": han, "yakuman": yakuman}
    if yakuman:
        win["han"] = 0


def _share(hand: HandRecord, profit: list[int], taken: list[int], place: str) -> None:
    """Fill what each win changes: the record has the sum of all wins of a hand.

    Of two rons each winner has his own part, and the discarder paid the rest of it.
    """
    players = hand.table.players
    if len(hand.wins) == 1:
        hand.wins[0]["deltas"] = profit
        return
    left = list(profit)
    for win in hand.wins:
        seat, payer = win["seat"], win["from_seat"]
        deltas = [0] * players
        deltas[seat] = profit[seat]
        if payer < players:
            deltas[payer] -= profit[seat] - taken[seat]
        win["deltas"] = deltas
        left = [a - b for a, b in zip(left, deltas, strict=False)]
    if any(left):
        text = "the payments of several wins cannot be told apart; they are left out"
        hand.report("inconsistent", at(place, "user_profit"), text)
        for win in hand.wins:
            del win["deltas"]
