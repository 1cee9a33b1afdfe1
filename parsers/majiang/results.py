"""Results of a round in a 電脳麻将 record: ``hule`` and ``pingju``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mjlog.codes import ANKAN, CHI, DAIMINKAN, KAKAN, PON, UNKNOWN, UNKNOWN_POINTS
from mjlog.model import FOREIGN_MELD

from ..json_values import MAX_POINTS, at, integer, integers, parsed, texts, wrong
from .notation import Hand, parse_hand, parse_tile
from .tables import DRAWS, yaku_id

if TYPE_CHECKING:
    from .rounds import Report, RoundRecord

__all__ = ["read_draw", "read_win", "unknown_if_ron_value", "won_by_ron"]

MAX_YAKU: Final = 20
MAX_INDICATORS: Final = 10
MAX_FU: Final = 1000
MAX_HAN: Final = 200


def read_draw(
    rows: RoundRecord, value: dict[str, Any], place: str
) -> tuple[dict[str, Any], dict[int, Hand]]:
    """Return the columns of a ``pingju`` and the hands shown, by seat.

    Raises:
        ParseError: An unknown name, or hands or points that are not four.
    """
    name = value.get("name")
    kind = DRAWS.get(name.strip()) if isinstance(name, str) else None
    if kind is None:
        expected = f"the name of a draw ({', '.join(list(DRAWS)[:7])} …)"
        raise wrong(name, expected, at(place, "name"))
    row: dict[str, Any] = {"kind": kind}
    shown: dict[int, Hand] = {}
    if value.get("shoupai") is not None:
        path = at(place, "shoupai")
        for i, text in enumerate(texts(value["shoupai"], path)):
            if text:
                shown[rows.seat(i)] = _shown_hand(text, at(path, i))
        row["shown"] = [int(seat in shown) for seat in range(4)]
        row["hands"] = [_filled(shown[s].tiles if s in shown else [], 14) for s in range(4)]
    if value.get("fenpei") is not None:
        row["deltas"] = rows.by_seat(integers(value["fenpei"], at(place, "fenpei")))
    return row, shown


def _shown_hand(text: str, place: str) -> Hand:
    hand = parsed(parse_hand, text, place)
    if len(hand.tiles) > 14 or len(hand.melds) > 4:
        raise wrong(text, "a hand of at most 14 tiles and four melds", place)
    return hand


def _filled(tiles: list[int], size: int) -> list[int]:
    return [*tiles, *[UNKNOWN] * size][:size]


def read_win(
    rows: RoundRecord, value: dict[str, Any], seat: int, place: str, report: Report
) -> tuple[dict[str, Any], Hand | None]:
    """Return the columns of a ``hule`` (all but event and payer) and the hand shown.

    Raises:
        ParseError: A value that is not of its kind.
    """
    row: dict[str, Any] = {"seat": seat, "tile": UNKNOWN}
    hand = None
    if value.get("shoupai"):
        hand = _shown_hand_of(value["shoupai"], at(place, "shoupai"))
        row["tile"] = hand.tiles[-1]
        row["hand"] = hand.tiles
        row["melds"] = [FOREIGN_MELD] * len(hand.melds)
        _compare_melds(rows, hand, seat, at(place, "shoupai"), report)
    ura = "fubaopai" if value.get("fubaopai") is not None else "libaopai"
    if value.get(ura) is not None:
        row["ura"] = _indicators(value[ura], at(place, ura))
    yakuman = value.get("damanguan")
    row["yakuman"] = -1 if value.get("fanshu") is None else 0
    if yakuman:
        row["yakuman"] = integer(yakuman, at(place, "damanguan"), 1, 20)
        row["han"] = 0
    elif value.get("fanshu") is not None:
        row["han"] = integer(value["fanshu"], at(place, "fanshu"), 0, MAX_HAN)
    if value.get("fu") is not None:
        row["fu"] = integer(value["fu"], at(place, "fu"), 0, MAX_FU)
    if value.get("defen") is not None:
        row["points"] = integer(value["defen"], at(place, "defen"), 0, MAX_POINTS)
    if value.get("hupai") is not None:
        row |= _yaku(rows, value["hupai"], seat, at(place, "hupai"), report)
    if value.get("fenpei") is not None:
        row["deltas"] = rows.by_seat(integers(value["fenpei"], at(place, "fenpei")))
    return row, hand


def _shown_hand_of(text: object, place: str) -> Hand:
    if not isinstance(text, str):
        raise wrong(text, "a text", place)
    hand = _shown_hand(text, place)
    if not hand.tiles:
        raise wrong(text, "a hand with the winning tile", place)
    return hand


def _compare_melds(rows: RoundRecord, hand: Hand, seat: int, place: str, report: Report) -> None:
    """Report melds of the same number that are not those that were called."""
    called: list[tuple[int, ...]] = []
    for kind, who, tile, _, used, _ in rows.events:
        if who != seat or kind not in (CHI, PON, DAIMINKAN, KAKAN, ANKAN):
            continue
        if kind == KAKAN:
            pon = next((m for m in called if len(m) == 3 and _kinds(m) == {_kind(tile)}), None)
            if pon is not None:
                called.remove(pon)
                used = (*pon, *used)
        elif kind != ANKAN:
            used = (tile, *used)
        called.append(tuple(sorted(used)))
    shown = sorted(meld.tiles for meld in hand.melds)
    if len(shown) == len(called) and shown != sorted(called):
        message = f"{rows.label}: the melds shown with the win are not those that were called"
        report("inconsistent", place, message)


def _kind(code: int) -> int:
    return code if code < 34 else 4 + 9 * (code - 34)


def _kinds(codes: tuple[int, ...]) -> set[int]:
    return {_kind(code) for code in codes}


def _indicators(value: object, place: str) -> list[int]:
    if not isinstance(value, list) or len(value) > MAX_INDICATORS:
        raise wrong(value, f"a list of at most {MAX_INDICATORS} indicators", place)
    return [parsed(parse_tile, text, at(place, i)) for i, text in enumerate(value)]


def _yaku(
    rows: RoundRecord, value: object, seat: int, place: str, report: Report
) -> dict[str, list[int]]:
    """Return the columns of the list of yaku; none where one of them is not known."""
    if not isinstance(value, list) or len(value) > MAX_YAKU:
        raise wrong(value, f"a list of at most {MAX_YAKU} yaku", place)
    ids: list[int] = []
    han: list[int] = []
    for i, item in enumerate(value):
        where = at(place, i)
        if not isinstance(item, dict) or not isinstance(item.get("name"), str):
            raise wrong(item, "an object with the name of a yaku", where)
        found = yaku_id(item["name"], round_wind=rows.wind, seat_wind=(seat - rows.dealer) % 4)
        if found is None:
            name = item["name"][:20]
            text = f"{rows.label}: no yaku is called {name!r}; the list of this win is left out"
            report("inconsistent", at(where, "name"), text)
            return {}
        ids.append(found)
        han.append(_yaku_han(item.get("fanshu"), at(where, "fanshu")))
    return {"yaku": ids, "yaku_han": han}


def _yaku_han(value: object, place: str) -> int:
    """Return the han of a yaku; a yakuman has a ``*`` for each multiple."""
    if value is None:
        return -1
    if isinstance(value, str) and value and not value.strip("*"):
        return min(len(value), 20)
    return integer(value, place, 0, 100)


def won_by_ron(fu: int, han: int, dealer: bool) -> set[int]:
    """Return what a hand of ``fu`` and ``han`` may be worth when it is won by ron.

    With and without the rounding up of 7,700 and 7,900 to a mangan.
    """
    base = fu * 2 ** (2 + min(han, 13))
    if han >= 5 or base >= 2000:
        base = 2000
        for least, limit in ((6, 3000), (8, 4000), (11, 6000), (13, 8000)):
            base = limit if han >= least else base
    bases = {base, 6000} if han >= 13 else {base}
    if base == 1920:
        bases.add(2000)
    times = 6 if dealer else 4
    return {(b * times + 99) // 100 * 100 for b in bases}


def unknown_if_ron_value(row: dict[str, Any], dealer: int) -> bool:
    """Take the points out of a tsumo whose value is written as if it were won by ron.

    Returns whether it was one. What such a hand collects by tsumo is another sum.
    """
    fu, han, points = row.get("fu", -1), row.get("han", -1), row.get("points", UNKNOWN_POINTS)
    if row["seat"] != row["from_seat"] or fu < 0 or han <= 0 or points == UNKNOWN_POINTS:
        return False
    if points not in won_by_ron(fu, han, row["seat"] == dealer):
        return False
    row["points"] = UNKNOWN_POINTS
    return True
