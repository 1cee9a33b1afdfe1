"""One round (kyoku) of mjai messages → rows of the columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DORA,
    DRAW,
    KAKAN,
    KITA,
    KYUUSHU,
    PON,
    RIICHI,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    SANCHAHOU,
    UNKNOWN,
    UNKNOWN_POINTS,
    WIN,
    round_label,
)
from mjlog.model import NO_TILES
from mjlog.rows import Row
from mjlog.tiles import KIND, NORTH

from ..columns import EventLists, packed
from .documents import Message
from .results import draw_row, win_row
from .tables import NO_FACTS, TILES, WIND_OF
from .values import MessageError, by_seat, filled, integer, points, tile, tiles
from .walls import indicator_of, wall_of

__all__ = ["MjaiRound", "Table", "read_round"]

#: A round has at most some 300 messages.
MAX_EVENTS: Final = 1000
MAX_COUNT: Final = 9999
_CALLS: Final[dict[str, tuple[int, int]]] = {
    "chi": (CHI, 2), "pon": (PON, 2), "daiminkan": (DAIMINKAN, 3), "kakan": (KAKAN, 3),
    "ankan": (ANKAN, 4),
}  # fmt: skip
_KITA: Final = ("nukidora", "kita")
#: Called with kind, place and message of a problem.
Report = Callable[[str, str, str], None]


@dataclass(frozen=True, slots=True)
class Table:
    """What holds for all rounds of a game.

    Attributes:
        players: 3 or 4.
        first: The player (``actor``) who is dealer first, seat 0.
        bet: Points of a riichi deposit.
        report: Told of everything that is odd or inconsistent.
        place: Number of a message → its place in words.
    """

    players: int
    first: int
    bet: int
    report: Report
    place: Callable[[int], str]


class MjaiRound:
    """The rows that one round gives.

    Attributes:
        start: Columns of :class:`~mjlog.model.Rounds`. events: The events.
        wins, draws: Columns of the results; ``event`` counts inside the round.
        running: Points at this moment by seat, UNKNOWN_POINTS where they are not known.
        wall: The wall in the record, or None.
        scores: Last points by seat that the record itself states.
    """

    def __init__(self, message: Message, table: Table) -> None:
        value = message.value or {}
        self.table = table
        players = table.players
        wind = WIND_OF.get(str(value.get("bakaze")))
        if wind is None:
            raise MessageError("bakaze", value.get("bakaze"), "E, S, W or N")
        oya = integer(value, "oya", 0, players - 1) if "oya" in value else None
        if oya is None:
            oya = (integer(value, "kyoku", 1, players) - 1 + table.first) % players
        self.dealer = self.seat_of(oya)
        self.wind = wind
        scores = points(value, "scores", table.first, players)
        self.start: Row = {
            "wind": wind,
            "dealer": self.dealer,
            "honba": _count(value, "honba"),
            "deposits": _count(value, "kyotaku"),
        }
        if scores is not None:
            self.start["scores"] = scores
        self.running = scores or [UNKNOWN_POINTS] * 4
        self.events = EventLists()
        self.wins: list[Row] = []
        self.draws: list[Row] = []
        self.declared = -1  # seat whose deposit is due unless its tile is ronned
        self.fourteenth = UNKNOWN
        self.pons: dict[tuple[int, int], int] = {}
        self._deal(value, message.number)

    @property
    def label(self) -> str:
        """Name of the round, ``E1.0``."""
        return round_label(self.wind, self.dealer, self.start["honba"])

    @property
    def is_over(self) -> bool:
        """Whether a result is recorded."""
        return bool(self.wins or self.draws)

    def seat_of(self, actor: int) -> int:
        """Return the seat of a player."""
        return (actor - self.table.first) % self.table.players

    def seat(self, value: dict[str, Any], key: str = "actor") -> int:
        """Return the seat that ``actor`` or ``target`` names.

        Raises:
            MessageError: It names none.
        """
        return self.seat_of(integer(value, key, 0, self.table.players - 1))

    def report(self, kind: str, number: int, text: str) -> None:
        """Note a problem of this round."""
        self.table.report(kind, self.table.place(number), f"{self.label}: {text}")

    # --- the deal --------------------------------------------------------------------------

    def _deal(self, value: dict[str, Any], number: int) -> None:
        players, first = self.table.players, self.table.first
        self.wall = wall_of(value.get("haiyama"), players, self.dealer)
        hands = value.get("tehais")
        if hands is None and self.wall is not None:
            hands = [[]] * players
        if not isinstance(hands, list) or len(hands) not in (players, 4):
            raise MessageError("tehais", hands, f"{players} hands")
        dealt = [tiles(hand, f"tehais[{i}]", 0, 14) for i, hand in enumerate(hands)]
        dealt = by_seat(dealt, first, players)
        for seat, hand in enumerate(dealt):
            if len(hand) == 14 and seat == self.dealer:
                self.fourteenth = hand.pop()
            elif len(hand) > 13:
                raise MessageError("tehais", f"{len(hand)} tiles", "13 tiles, or 14 of the dealer")
        self.start["hands"] = [*(filled(hand, 13) for hand in dealt), []][:4]
        marker = value.get("dora_marker")
        if marker is not None:
            self.start["indicator"] = tile(value, "dora_marker")
        elif self.wall is not None:
            self.start["indicator"] = indicator_of(self.wall, players)
        if self.fourteenth != UNKNOWN:
            self.report("odd-form", number, "the dealer is dealt 14 tiles; the last is the draw")
            self.events.add(DRAW, self.dealer, self.fourteenth, offset=number)

    def _use_fourteenth(self, seat: int, code: int) -> bool:
        """Take a draw that the deal held already; True when it was that."""
        known, self.fourteenth = self.fourteenth, UNKNOWN
        if known == UNKNOWN or seat != self.dealer or len(self.events) != 1:
            return False
        hand = self.start["hands"][seat]
        if code != known and code in hand:
            hand[hand.index(code)] = known
        elif code not in (known, UNKNOWN):
            raise MessageError("pai", code, "the tile that the dealer was dealt last")
        if code != UNKNOWN:
            self.events.tile[0] = code
        return True

    # --- play ------------------------------------------------------------------------------

    def read_turn(self, message: Message) -> bool:
        """Read a plain draw or discard, which nearly all messages are; False for all others.

        What is plain needs no look at the rest of the round: no deposit is due, the deal left
        nothing over, and every value is of its kind.
        """
        value = message.value
        if value is None or self.declared >= 0 or self.fourteenth != UNKNOWN or self.wins:
            return False
        kind, actor, pai = value.get("type"), value.get("actor"), value.get("pai")
        drawn = value.get("tsumogiri")
        if (
            not (kind == "tsumo" or (kind == "dahai" and type(drawn) is bool))
            or type(actor) is not int
            or type(pai) is not str
            or not 0 <= actor < self.table.players
            or self.draws
        ):
            return False
        code = TILES.get(pai)
        events = self.events
        if code is None or len(events.kind) >= MAX_EVENTS:
            return False
        events.kind.append(DRAW if kind == "tsumo" else DISCARD)
        events.seat.append((actor - self.table.first) % self.table.players)
        events.tile.append(code)
        events.from_seat.append(UNKNOWN)
        events.used.append(NO_TILES)
        events.aux.append(1 if drawn and kind == "dahai" else 0)
        events.offset.append(message.number)
        return True

    def read(self, message: Message) -> None:
        """Read one message of the round.

        Raises:
            MessageError: It means nothing here.
        """
        value, number = message.value, message.number
        if value is None:
            raise MessageError("the message", message.error, "an object with 'type'")
        kind = value.get("type")
        if not isinstance(kind, str):
            raise MessageError("type", kind, "the type of a message")
        if kind in NO_FACTS or kind == "end_kyoku":
            return
        if self.draws or (self.wins and kind != "hora"):
            raise MessageError("type", kind, "nothing after the result of a round")
        if len(self.events) >= MAX_EVENTS:
            raise MessageError("type", kind, f"at most {MAX_EVENTS} events in a round")
        if kind == "tsumo":
            self._draw(value, number)
        elif kind == "dahai":
            self._discard(value, number)
        elif kind in _CALLS:
            self._call(value, number)
        elif kind == "reach":
            self.declared = self.seat(value)
            self.events.add(RIICHI, self.declared, offset=number)
        elif kind == "reach_accepted":
            self._accepted(value, number)
        elif kind == "dora":
            self.events.add(DORA, UNKNOWN, tile(value, "dora_marker"), offset=number)
        elif kind in _KITA:
            self._kita(value, number)
        elif kind == "hora":
            self._win(value, number)
        elif kind == "ryukyoku":
            self._end_draw(value, number)
        else:
            raise MessageError("type", kind, "the type of a message (tsumo, dahai, pon, hora …)")

    def _draw(self, value: dict[str, Any], number: int) -> None:
        seat, code = self.seat(value), tile(value, "pai")
        self._accept_passed(number)
        if not self._use_fourteenth(seat, code):
            self.events.add(DRAW, seat, code, offset=number)

    def _discard(self, value: dict[str, Any], number: int) -> None:
        seat, code = self.seat(value), tile(value, "pai")
        drawn = value.get("tsumogiri")
        if drawn is not None and type(drawn) is not bool:
            raise MessageError("tsumogiri", drawn, "true or false")
        if self.fourteenth != UNKNOWN and drawn:
            self._use_fourteenth(seat, code)
        self.fourteenth = UNKNOWN
        aux = -1 if drawn is None else int(drawn)
        self.events.add(DISCARD, seat, code, aux=aux, offset=number)

    def _call(self, value: dict[str, Any], number: int) -> None:
        kind, size = _CALLS[value["type"]]
        seat = self.seat(value)
        used = tiles(value.get("consumed"), "consumed", size, size)
        code = int(KIND[used[0]]) if kind == ANKAN else tile(value, "pai")
        self._check_meld(kind, code, used)
        self._accept_passed(number)
        source = UNKNOWN
        if kind == KAKAN:
            source = self.pons.get((seat, int(KIND[code])), UNKNOWN)
            used = [code]
        elif kind != ANKAN:
            source = self.seat(value, "target")
            if kind == PON:
                self.pons[seat, int(KIND[code])] = source
        self.events.add(kind, seat, code, source=source, used=packed(used), offset=number)

    def _check_meld(self, kind: int, code: int, used: list[int]) -> None:
        known = sorted(int(KIND[c]) for c in (code, *used) if c != UNKNOWN)
        if kind != CHI:
            fits = len(set(known)) <= 1
        else:
            low = known[0] if known else 0
            fits = len(known) < 3 or (known == [low, low + 1, low + 2] and low < 25 and low % 9 < 7)
        if not fits:
            raise MessageError("consumed", used, "the tiles of a meld")

    def _kita(self, value: dict[str, Any], number: int) -> None:
        seat = self.seat(value)
        if "pai" in value and tile(value, "pai") not in (NORTH, UNKNOWN):
            raise MessageError("pai", value["pai"], "N")
        self._accept_passed(number)
        self.fourteenth = UNKNOWN
        self.events.add(KITA, seat, NORTH, used=packed([NORTH]), offset=number)

    def _accept_passed(self, number: int) -> None:
        """Put a deposit on the table that is not recorded, though the declaration tile passed."""
        if self.declared >= 0 and self.events.kind[-1] == DISCARD:
            self._put_deposit(self.declared, 0, number)

    def _accepted(self, value: dict[str, Any], number: int) -> None:
        seat = self.seat(value)
        stated = points(value, "scores", self.table.first, self.table.players)
        self._put_deposit(seat, int(stated is not None), number)
        if stated is not None and stated != self.running:
            if UNKNOWN_POINTS not in self.running[: self.table.players]:
                self.report("inconsistent", number, f"points {stated}, and {self.running} are left")
            self.running = stated

    def _put_deposit(self, seat: int, aux: int, number: int) -> None:
        self.declared = -1
        self.events.add(RIICHI_ACCEPTED, seat, aux=aux, offset=number)
        if self.running[seat] != UNKNOWN_POINTS:
            self.running = list(self.running)
            self.running[seat] -= self.table.bet

    # --- results ---------------------------------------------------------------------------

    def _win(self, value: dict[str, Any], number: int) -> None:
        seat = self.seat(value)
        payer = self.seat(value, "target") if value.get("target") is not None else seat
        size = len(self.events)
        if payer != self.declared:
            self._accept_passed(number)
        self.declared = -1
        code = self._winning_tile(value, seat, payer, number)
        try:
            row = win_row(self, value, seat, payer, code, number)
        except MessageError:
            self.events.cut(size)
            raise
        self.events.add(WIN, seat, code, source=payer, aux=len(self.wins), offset=number)
        self.wins.append(row | {"event": len(self.events) - 1})

    def _winning_tile(self, value: dict[str, Any], seat: int, payer: int, number: int) -> int:
        events = self.events
        code = tile(value, "pai") if value.get("pai") is not None else UNKNOWN
        if seat != payer:
            at = events.last(DISCARD, KAKAN, ANKAN, KITA)
            return code if code != UNKNOWN or at < 0 else events.tile[at]
        at = events.last(DRAW, DISCARD, CHI, PON, DAIMINKAN, KAKAN, ANKAN, KITA)
        if at < 0 or events.kind[at] != DRAW or events.seat[at] != seat:
            self.report("odd-form", number, "the winning draw is not recorded")
            events.add(DRAW, seat, code, offset=number)
            return code
        return events.tile[at] if code == UNKNOWN else code

    def _end_draw(self, value: dict[str, Any], number: int) -> None:
        row = draw_row(self, value, number)
        if row["kind"] == SANCHAHOU:
            self.declared = -1
        self._accept_passed(number)
        seat = UNKNOWN
        if row["kind"] == KYUUSHU:
            at = self.events.last(DRAW)
            drawer = self.events.seat[at] if at >= 0 else UNKNOWN
            seat = self.seat(value) if value.get("actor") is not None else drawer
        self.events.add(RYUUKYOKU, seat, aux=len(self.draws), offset=number)
        self.draws.append(row | {"event": len(self.events) - 1})

    def moved(self, deltas: list[int] | None) -> None:
        """Add the points of a result to those that are known."""
        known = UNKNOWN_POINTS
        if deltas is None:
            self.running = [known] * 4
        else:
            pairs = zip(self.running, deltas, strict=True)
            self.running = [known if known in (a, b) else a + b for a, b in pairs]


def _count(value: dict[str, Any], key: str) -> int:
    """Return a number of counters or sticks, -1 where it is not recorded."""
    return integer(value, key, 0, MAX_COUNT) if value.get(key) is not None else -1


def read_round(messages: list[Message], table: Table) -> MjaiRound:
    """Return the rows of a round; what follows a message that cannot be read is left out.

    Args:
        messages: From ``start_kyoku`` on.
        table: The game's table.

    Raises:
        MessageError: ``start_kyoku`` itself cannot be read.
    """
    rows = MjaiRound(messages[0], table)
    for message in messages[1:]:
        try:
            if not rows.read_turn(message):
                rows.read(message)
        except MessageError as wrong:
            text = f"{wrong}; the rest of the round is left out"
            rows.report("inconsistent", message.number, text)
            break
    return rows
