"""One hand of a Riichi City record: its events → rows of the columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DORA,
    DRAW,
    KAKAN,
    KITA,
    PON,
    RIICHI,
    RIICHI_ACCEPTED,
    UNKNOWN,
    UNKNOWN_POINTS,
    WIN,
    round_label,
)
from mjlog.errors import ParseError
from mjlog.rows import Row
from mjlog.tiles import KIND
from mjlog.walls.recorded import RecordedWall, wall_hashes

from ..columns import EventLists, packed
from ..json_values import MAX_POINTS, at, integer, wrong
from . import tables as words
from .results import read_end
from .tables import TILES, WALL_SIZES, WINDS, parse_wall, tile_code, tile_codes

__all__ = ["HandRecord", "Table", "read_hand"]

#: A hand has at most some 300 events.
MAX_EVENTS: Final = 2000
MAX_COUNT: Final = 9999
MAX_DATA: Final = 64 << 10
#: Event types of ``handEventRecord``.
DEAL, TURN, ASKED, ACTION, END, GAME_END, INDICATORS, AUTO, FURITEN, WAITS = (
    1, 2, 3, 4, 5, 6, 7, 8, 9, 11,
)  # fmt: skip
#: Types that say nothing about the play.
_NO_FACTS: Final = (ASKED, AUTO, FURITEN, WAITS)
_MELDS: Final = {
    words.PON_ACTION: (PON, 2), words.OPEN_KAN: (DAIMINKAN, 3),
    words.CLOSED_KAN: (ANKAN, 3), words.ADDED_KAN: (KAKAN, 0),
}  # fmt: skip
#: Called with kind, place and message of a problem.
Report = Callable[[str, str, str], None]


@dataclass(frozen=True, slots=True)
class Table:
    """What holds for all hands of a game.

    Attributes:
        players: 3 or 4.
        seats: Number of a player → seat.
        bet: Points of a riichi deposit.
        report: Told of everything that is odd or inconsistent.
    """

    players: int
    seats: dict[int, int]
    bet: int
    report: Report


@dataclass(slots=True)
class HandRecord:
    """The rows that one hand gives.

    Attributes:
        start: Columns of :class:`~mjlog.model.Rounds`. events: The events.
        wins, draws: Columns of the results; ``event`` counts inside the hand.
        wall: The wall in the record. final: What the end of the game says, where it stands here.
        accepted: Seats whose deposit lies on the table in this hand.
    """

    table: Table
    place: str
    start: Row = field(default_factory=dict)
    events: EventLists = field(default_factory=EventLists)
    wins: list[Row] = field(default_factory=list)
    draws: list[Row] = field(default_factory=list)
    wall: RecordedWall | None = None
    final: tuple[str, dict[str, Any]] | None = None
    accepted: set[int] = field(default_factory=set)
    closed: bool = False
    indicators: list[int] = field(default_factory=list)
    pons: dict[tuple[int, int], int] = field(default_factory=dict)
    melds: list[int] = field(default_factory=lambda: [0] * 4)
    drawn: list[int] = field(default_factory=lambda: [UNKNOWN] * 4)
    declared: int = -1  # seat whose deposit is due unless its tile is ronned

    @property
    def label(self) -> str:
        """Name of the round, ``E1.0``."""
        start = self.start
        return round_label(start["wind"], start["dealer"], start["honba"])

    @property
    def is_over(self) -> bool:
        """Whether a result is recorded."""
        return bool(self.wins or self.draws)

    def seat(self, value: dict[str, Any], key: str, place: str) -> int:
        """Return the seat of the player that ``key`` names.

        Raises:
            ParseError: None of the players has that number.
        """
        number = value.get(key)
        seat = self.table.seats.get(number) if type(number) is int else None
        if seat is None:
            raise wrong(number, "the number of one of the players", at(place, key))
        return seat

    def accept(self) -> None:
        """Put the deposit of a riichi that has passed on the table."""
        if self.declared >= 0:
            self.events.add(RIICHI_ACCEPTED, self.declared)
            self.accepted.add(self.declared)
            self.declared = -1

    def report(self, kind: str, place: str, text: str) -> None:
        """Note a problem of this hand."""
        self.table.report(kind, place, f"{self.label}: {text}")


def read_hand(value: object, place: str, table: Table) -> HandRecord:
    """Return the rows of a hand; what follows an event that cannot be read is left out.

    Raises:
        ParseError: The hand itself cannot be read: no wind, no events, no deal.
    """
    if not isinstance(value, dict):
        raise wrong(value, "a hand, an object with 'handEventRecord'", place)
    events = value.get("handEventRecord")
    path = at(place, "handEventRecord")
    if not isinstance(events, list) or not 0 < len(events) <= MAX_EVENTS:
        raise wrong(events, f"a list of 1 to {MAX_EVENTS} events", path)
    hand = HandRecord(table, place)
    _start(hand, value)
    dealt: dict[int, list[int]] = {}
    for i, event in enumerate(events):
        where = at(path, i)
        try:
            kind, data = _parsed(event, where)
            if kind == DEAL:
                _deal(hand, event, data, dealt, where)
            else:
                _event(hand, kind, event, data, where)
        except ParseError as error:
            text = f"{error.message} (at {error.snippet!r}); the rest of the hand is left out"
            hand.report("inconsistent", error.place, text)
            break
    _read_wall(hand, value, dealt)
    return hand


def _start(hand: HandRecord, value: dict[str, Any]) -> None:
    place, players = hand.place, hand.table.players
    wind = value.get("quanFeng")
    if type(wind) is not int or wind not in WINDS:
        raise wrong(wind, "the number of a wind: 49, 65, 81 or 97", at(place, "quanFeng"))
    scores = [UNKNOWN_POINTS] * 4
    people = value.get("players")
    if isinstance(people, list):
        for i, person in enumerate(people):
            if isinstance(person, dict) and person.get("userId") in hand.table.seats:
                where = at(at(at(place, "players"), i), "points")
                seat = hand.table.seats[person["userId"]]
                scores[seat] = integer(person.get("points"), where, -MAX_POINTS, MAX_POINTS)
    hand.start = {
        "wind": WINDS[wind],
        "dealer": integer(value.get("changCi"), at(place, "changCi"), 1, players) - 1,
        "honba": integer(value.get("benChangNum"), at(place, "benChangNum"), 0, MAX_COUNT),
        "scores": scores,
        "hands": [[], [], [], []],
    }


def _parsed(event: object, place: str) -> tuple[int, dict[str, Any]]:
    """Return the type of an event and its data, which is JSON inside a text."""
    if not isinstance(event, dict):
        raise wrong(event, "an event, an object with 'eventType' and 'data'", place)
    kind = integer(event.get("eventType"), at(place, "eventType"), 0, 1000)
    data = event.get("data")
    where = at(place, "data")
    if isinstance(data, str) and len(data) <= MAX_DATA:
        try:
            data = orjson.loads(data or b"{}")
        except orjson.JSONDecodeError as error:
            raise ParseError(f"no JSON: {error.msg}", place=where, snippet=data[:40]) from error
    if not isinstance(data, dict):
        raise wrong(data, "a JSON object in a text", where)
    return kind, data


def _deal(
    hand: HandRecord,
    event: dict[str, Any],
    data: dict[str, Any],
    dealt: dict[int, list[int]],
    place: str,
) -> None:
    seat = hand.seat(event, "userId", place)
    where = at(place, "data")
    size = 14 if seat == hand.start["dealer"] else 13
    dealt[seat] = tile_codes(data.get("hand_cards"), at(where, "hand_cards"), size, size)
    hand.start["hands"][seat] = dealt[seat][:13]
    hand.start["indicator"] = tile_code(data.get("bao_pai_card"), at(where, "bao_pai_card"))
    key = "li_zhi_bang_num"
    hand.start["deposits"] = integer(data.get(key), at(where, key), 0, MAX_COUNT)
    dice = data.get("dices")
    if isinstance(dice, list) and len(dice) == 2:
        hand.start["dice"] = [integer(die, at(where, "dices"), 1, 6) for die in dice]
    if seat == hand.start["dealer"]:
        hand.drawn[seat] = dealt[seat][13]
    _compare_start(hand, data, where)


def _compare_start(hand: HandRecord, data: dict[str, Any], place: str) -> None:
    """Report a deal that is of another dealer, or of other counters, than the hand says."""
    dealer, honba = data.get("dealer_pos"), data.get("ben_chang_num")
    if dealer != hand.start["dealer"] or honba != hand.start["honba"]:
        text = f"the deal is of dealer {dealer} with {honba} counters"
        hand.report("inconsistent", place, text)


def _event(
    hand: HandRecord, kind: int, event: dict[str, Any], data: dict[str, Any], place: str
) -> None:
    if kind == GAME_END:
        hand.final = (at(place, "data"), data)
        return
    if kind in _NO_FACTS:
        return
    where = at(place, "data")
    if hand.draws or hand.closed:
        raise wrong(kind, "nothing after the end of a hand", at(place, "eventType"))
    if kind == TURN:
        _turn(hand, hand.seat(event, "userId", place), data, where)
    elif kind == ACTION:
        _action(hand, data, where)
    elif kind == INDICATORS:
        _indicators(hand, data, where)
    elif kind == END:
        read_end(hand, data, where)
    else:
        text = f"an event of type {kind} is not known; it is left out"
        hand.report("odd-form", at(place, "eventType"), text)


def _turn(hand: HandRecord, seat: int, data: dict[str, Any], place: str) -> None:
    """Read whose turn it is, and what was drawn; the dealer begins with the 14th tile."""
    card = data.get("in_card")
    if card:
        hand.accept()
        code = tile_code(card, at(place, "in_card"))
        hand.events.add(DRAW, seat, code)
        hand.drawn[seat] = code
    elif not len(hand.events) and hand.drawn[seat] != UNKNOWN:
        hand.events.add(DRAW, seat, hand.drawn[seat])


def _action(hand: HandRecord, data: dict[str, Any], place: str) -> None:
    seat = hand.seat(data, "user_id", place)
    action = integer(data.get("action"), at(place, "action"), 0, 1000)
    if hand.wins and action != words.RON:
        raise wrong(action, "nothing after a win", at(place, "action"))
    if action in (words.RON, words.TSUMO):
        _win(hand, seat, action, data, place)
        return
    code = tile_code(data.get("card"), at(place, "card"))
    if action == words.DISCARD_ACTION:
        _discard(hand, seat, code, data)
    elif action in _MELDS or words.CHI_LOW <= action <= words.CHI_HIGH:
        _meld(hand, seat, action, code, data, place)
    elif action == words.NORTH_ACTION:
        hand.accept()
        hand.events.add(KITA, seat, code, used=packed([code]))
        hand.drawn[seat] = UNKNOWN
    else:
        raise wrong(action, "an action that is known (2–11, 13)", at(place, "action"))


def _discard(hand: HandRecord, seat: int, code: int, data: dict[str, Any]) -> None:
    if data.get("is_li_zhi") is True:
        hand.events.add(RIICHI, seat)
    moved = data.get("move_cards_pos")
    drawn = -1
    if isinstance(moved, list) and moved:
        # the place in the hand, counted from 1; the drawn tile lies at its right end
        last = moved[0] == 14 - 3 * hand.melds[seat]
        drawn = int(last and hand.drawn[seat] == code)
    hand.events.add(DISCARD, seat, code, aux=drawn)
    hand.drawn[seat] = UNKNOWN
    if data.get("is_li_zhi") is True:
        hand.declared = seat


def _meld(
    hand: HandRecord, seat: int, action: int, code: int, data: dict[str, Any], place: str
) -> None:
    kind, size = _MELDS.get(action, (CHI, 2))
    own = tile_codes(data.get("group_cards"), at(place, "group_cards"), size, size) if size else []
    kinds = sorted(int(KIND[c]) for c in (code, *own))
    run = [kinds[0], kinds[0] + 1, kinds[0] + 2]
    fits = kinds == run and kinds[0] < 27 if kind == CHI else len(set(kinds)) == 1
    if not fits:
        raise wrong(data.get("group_cards"), "the tiles of a meld", at(place, "group_cards"))
    hand.accept()
    source = UNKNOWN
    if kind in (CHI, PON, DAIMINKAN):
        row = hand.events.last(DISCARD)
        source = hand.events.seat[row] if row >= 0 else UNKNOWN
    elif kind == KAKAN:
        source = hand.pons.get((seat, kinds[0]), UNKNOWN)
        own = [code]
    else:
        own, code = [*own, code], kinds[0]
    if kind == PON:
        hand.pons[seat, kinds[0]] = source
    hand.melds[seat] += kind != KAKAN
    hand.events.add(kind, seat, code, source=source, used=packed(own))
    hand.drawn[seat] = UNKNOWN


def _indicators(hand: HandRecord, data: dict[str, Any], place: str) -> None:
    """Read the indicators of kans: all that are open so far stand in the list."""
    shown = tile_codes(data.get("cards"), at(place, "cards"), 0, 10)
    if shown[: len(hand.indicators)] != hand.indicators:
        text = "the indicators of kans are not those that were shown before"
        hand.report("inconsistent", at(place, "cards"), text)
    for code in shown[len(hand.indicators) :]:
        hand.events.add(DORA, UNKNOWN, code)
    hand.indicators = shown


def _win(hand: HandRecord, seat: int, action: int, data: dict[str, Any], place: str) -> None:
    """Read that a player wins; what the hand is worth stands with the end of the hand."""
    code = tile_code(data.get("card"), at(place, "card"))
    payer = seat
    if action == words.RON:
        row = hand.events.last(DISCARD, KAKAN, ANKAN, KITA)
        payer = hand.events.seat[row] if row >= 0 else UNKNOWN
        if hand.declared == payer:
            hand.declared = -1
    hand.accept()
    win: Row = {"seat": seat, "from_seat": payer, "tile": code}
    cards = data.get("hand_cards")
    if cards is not None:
        shown = tile_codes(cards, at(place, "hand_cards"), 1, 13 if action == words.RON else 14)
        win["hand"] = [*shown, code] if action == words.RON else shown
    hand.events.add(WIN, seat, code, source=payer, aux=len(hand.wins))
    hand.wins.append(win | {"event": len(hand.events) - 1})


def _read_wall(hand: HandRecord, value: dict[str, Any], dealt: dict[int, list[int]]) -> None:
    """Read the wall and its hash; report one that does not fit its other writing."""
    text, place = value.get("handCardEncode"), hand.place
    if not isinstance(text, str) or not text:
        return
    where = at(place, "handCardEncode")
    size, taken = WALL_SIZES[hand.table.players]
    codes = parse_wall(text)
    if codes is None or len(codes) != size:
        hand.report("inconsistent", where, f"no wall of {size} tiles; it is not compared")
        return
    digest = value.get("handCardsSHA256")
    hashes = wall_hashes(
        ("SHA-256 of the wall", "sha256", text, digest if isinstance(digest, str) else "")
    )
    hand.wall = RecordedWall(tuple(codes), hashes)
    rest = value.get("paiShan")
    if isinstance(rest, list) and rest:
        live = [TILES.get(item, UNKNOWN) if type(item) is int else UNKNOWN for item in rest]
        if live != codes[taken:]:
            text = "the undealt tiles ('paiShan') are not those of the wall ('handCardEncode')"
            hand.report("inconsistent", at(place, "paiShan"), text)
