"""One round of a 電脳麻将 record: its list of one-key objects → rows of the columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DORA,
    DRAW,
    KAKAN,
    KYUUSHU,
    PON,
    RIICHI,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    SANCHAHOU,
    UNKNOWN,
    WIN,
    round_label,
)
from mjlog.errors import ParseError

from ..json_values import at, integer, integers, parsed, texts, wrong
from .notation import Hand, Meld, parse_discard, parse_hand, parse_meld, parse_tile
from .results import read_draw, read_win

__all__ = ["Report", "RoundRecord", "read_round"]

#: Called with kind, place and message of a problem.
Report = Callable[[str, str, str], None]
#: A round of four players has at most some 250 entries.
MAX_ENTRIES: Final = 1000
MAX_COUNT: Final = 9999
#: Fields of an event row, as in :class:`~mjlog.model.Events`.
KIND_AT: Final = 0
SEAT_AT: Final = 1
TILE_AT: Final = 2
FROM_AT: Final = 3
USED_AT: Final = 4
AUX_AT: Final = 5


class RoundRecord:
    """The rows that one round gives.

    Attributes:
        wind, dealer, honba, deposits, indicator: As in :class:`~mjlog.model.Rounds`.
        scores: Points at the start, by seat.
        hands: Dealt tiles, by seat; [] for a hand that is not recorded.
        events: Rows (kind, seat, tile, from_seat, used tiles, aux).
        wins, draws: Columns by name; ``event`` counts inside the round.
        shown: Hands at the end: seat → hand (the winning tile of a ron included).
        lost: Rows in ``events`` of discards whose tile is not readable.
        places: Path of the entry that each event comes from.
    """

    def __init__(self, start: dict[str, Any], place: str) -> None:
        self.wind = integer(start.get("zhuangfeng"), at(place, "zhuangfeng"), 0, 3)
        self.dealer = integer(start.get("jushu"), at(place, "jushu"), 0, 3)
        self.honba = integer(start.get("changbang"), at(place, "changbang"), 0, MAX_COUNT)
        self.deposits = integer(start.get("lizhibang"), at(place, "lizhibang"), 0, MAX_COUNT)
        self.scores = self.by_seat(integers(start.get("defen"), at(place, "defen")))
        self.indicator = parsed(parse_tile, start.get("baopai"), at(place, "baopai"))
        hands = at(place, "shoupai")
        dealt = [
            parsed(parse_hand, text, at(hands, i))
            for i, text in enumerate(texts(start.get("shoupai"), hands))
        ]
        for i, hand in enumerate(dealt):
            if len(hand.tiles) > 13 or hand.melds:
                raise wrong(start["shoupai"][i], "a dealt hand of 13 tiles", at(hands, i))
        self.hands = self.by_seat([hand.tiles for hand in dealt])
        self.events: list[list[Any]] = []
        self.places: list[str] = []
        self.wins: list[dict[str, Any]] = []
        self.draws: list[dict[str, Any]] = []
        self.shown: dict[int, Hand] = {}
        self.lost: list[int] = []

    @property
    def label(self) -> str:
        """Name of the round, ``E1.0``."""
        return round_label(self.wind, self.dealer, self.honba)

    @property
    def is_over(self) -> bool:
        """Whether a result is recorded."""
        return bool(self.wins or self.draws)

    def seat(self, turn: int) -> int:
        """Return the seat of ``l``, which counts from the dealer."""
        return (self.dealer + turn) % 4

    def by_seat(self, values: list[Any]) -> list[Any]:
        """Return values that stand in the order of ``l`` by seat."""
        return [values[(seat - self.dealer) % 4] for seat in range(4)]

    def add(
        self,
        kind: int,
        seat: int,
        tile: int,
        place: str,
        *,
        source: int = UNKNOWN,
        used: tuple[int, ...] = (),
        aux: int = 0,
        before: int | None = None,
    ) -> None:
        """Add an event, in front of event ``before`` if that is given."""
        where = len(self.events) if before is None else before
        self.events.insert(where, [kind, seat, tile, source, used, aux])
        self.places.insert(where, place)

    def last(self, *kinds: int) -> int:
        """Return the row of the last event of one of ``kinds``, -1 for none."""
        for row in range(len(self.events) - 1, -1, -1):
            if self.events[row][KIND_AT] in kinds:
                return row
        return -1


def read_round(entries: object, place: str, report: Report) -> RoundRecord:
    """Return the rows of a round; what follows an entry that cannot be read is left out.

    Args:
        entries: The round's list, as parsed.
        place: Its path in the document.
        report: Told of everything that is odd or inconsistent.

    Raises:
        ParseError: The round does not begin with a ``qipai`` that can be read.
    """
    if not isinstance(entries, list) or not entries:
        raise wrong(entries, "a list of events that starts with 'qipai'", place)
    if len(entries) > MAX_ENTRIES:
        raise wrong(entries, f"at most {MAX_ENTRIES} events in a round", place)
    key, start = _entry(entries[0], at(place, 0))
    if key != "qipai":
        raise wrong(key, "'qipai' as the first event of a round", at(place, 0))
    reader = _Reader(RoundRecord(start, at(at(place, 0), "qipai")), report)
    for i, entry in enumerate(entries[1:], 1):
        try:
            reader.read(*_entry(entry, at(place, i)), at(place, i))
        except ParseError as error:
            text = f"{error.message} (at {error.snippet!r})" if error.snippet else error.message
            text += "; the rest of the round is left out"
            report("inconsistent", error.place, f"{reader.rows.label}: {text}")
            break
    return reader.rows


def _entry(entry: object, place: str) -> tuple[str, dict[str, Any]]:
    """Return key and value of a one-key object."""
    if not isinstance(entry, dict) or len(entry) != 1:
        raise wrong(entry, "an object with one key, the name of an event", place)
    ((key, value),) = entry.items()
    if not isinstance(value, dict):
        raise wrong(value, "an object", at(place, key))
    return key, value


class _Reader:
    """Reads the entries of one round in turn."""

    def __init__(self, rows: RoundRecord, report: Report) -> None:
        self.rows = rows
        self.report = report
        self.declared = -1  # seat whose deposit is due unless its tile is ronned

    def read(self, key: str, value: dict[str, Any], place: str) -> None:
        """Read one entry.

        Raises:
            ParseError: It means nothing, or follows the end of the round.
        """
        place = at(place, key)
        known = {
            "zimo": self.draw, "gangzimo": self.draw, "dapai": self.discard, "fulou": self.call,
            "gang": self.kan, "kaigang": self.indicator, "hule": self.win, "pingju": self.abort,
        }.get(key)  # fmt: skip
        if known is None:
            raise wrong(key, "the name of an event (zimo, dapai, fulou, gang, hule …)", place)
        over = self.rows.draws or (self.rows.wins and key != "hule")
        if over:
            raise wrong(key, "nothing after the result of a round", place)
        if key not in ("hule", "pingju", "kaigang"):
            self.accept(place)
        known(value, place)

    def accept(self, place: str) -> None:
        """Put the deposit of a riichi that has passed on the table."""
        if self.declared >= 0:
            self.rows.add(RIICHI_ACCEPTED, self.declared, UNKNOWN, place)
            self.declared = -1

    def seat(self, value: dict[str, Any], place: str, key: str = "l") -> int:
        """Return the seat that ``l`` (or ``baojia``) of an entry names."""
        return self.rows.seat(integer(value.get(key), at(place, key), 0, 3))

    def draw(self, value: dict[str, Any], place: str) -> None:
        """``zimo`` and ``gangzimo``."""
        tile = parsed(parse_tile, value.get("p"), at(place, "p"))
        self.rows.add(DRAW, self.seat(value, place), tile, place)

    def discard(self, value: dict[str, Any], place: str) -> None:
        """``dapai``."""
        rows, seat = self.rows, self.seat(value, place)
        discard = parsed(parse_discard, value.get("p"), at(place, "p"))
        if discard.riichi:
            rows.add(RIICHI, seat, UNKNOWN, place)
            self.declared = seat
        tile = UNKNOWN if discard.tile is None else discard.tile
        aux = int(discard.drawn)
        if discard.tile is None:
            rows.lost.append(len(rows.events))
            aux = aux or -1
        rows.add(DISCARD, seat, tile, place, aux=aux)

    def call(self, value: dict[str, Any], place: str) -> None:
        """``fulou``: chi, pon, open kan."""
        meld = parsed(parse_meld, value.get("m"), at(place, "m"))
        if meld.kind not in (CHI, PON, DAIMINKAN):
            raise wrong(value["m"], "chi, pon or an open kan", at(place, "m"))
        self._meld(meld, self.seat(value, place), place)

    def kan(self, value: dict[str, Any], place: str) -> None:
        """``gang``: closed or added kan."""
        meld = parsed(parse_meld, value.get("m"), at(place, "m"))
        if meld.kind not in (ANKAN, KAKAN):
            raise wrong(value["m"], "a closed or an added kan", at(place, "m"))
        self._meld(meld, self.seat(value, place), place)

    def _meld(self, meld: Meld, seat: int, place: str) -> None:
        source = (seat + meld.source) % 4 if meld.source else UNKNOWN
        self.rows.add(meld.kind, seat, meld.tile, place, source=source, used=meld.used)

    def indicator(self, value: dict[str, Any], place: str) -> None:
        """``kaigang``.

        The files write the indicator of a closed kan behind the replacement draw, though it is
        turned first.
        """
        tile = parsed(parse_tile, value.get("baopai"), at(place, "baopai"))
        events = self.rows.events
        before = None
        if len(events) > 1 and events[-1][KIND_AT] == DRAW:
            row = len(events) - 2
            while row > 0 and events[row][KIND_AT] == DORA:
                row -= 1
            if events[row][KIND_AT] == ANKAN:
                before = len(events) - 1
        self.rows.add(DORA, UNKNOWN, tile, place, before=before)

    def win(self, value: dict[str, Any], place: str) -> None:
        """``hule``."""
        rows, seat = self.rows, self.seat(value, place)
        ron = value.get("baojia") is not None
        payer = self.seat(value, place, "baojia") if ron else seat
        if self.declared == payer and ron:
            self.declared = -1
        self.accept(place)
        row, hand = read_win(rows, value, seat, place, self.report)
        tile = row["tile"]
        if not ron:
            self._complete_draw(seat, tile, place)
        rows.add(WIN, seat, tile, place, source=payer, aux=len(rows.wins))
        rows.wins.append(row | {"from_seat": payer, "event": len(rows.events) - 1})
        if hand is not None:
            rows.shown[seat] = hand

    def _complete_draw(self, seat: int, tile: int, place: str) -> None:
        """Add the winning draw where people did not write it down."""
        rows = self.rows
        row = rows.last(DRAW, DISCARD, CHI, PON)
        drew = row >= 0 and rows.events[row][KIND_AT] == DRAW and rows.events[row][SEAT_AT] == seat
        kan = rows.last(DAIMINKAN, KAKAN, ANKAN)
        if drew and row > kan:
            return
        rows.add(DRAW, seat, tile, place)
        self.report(
            "odd-form", place,
            f"{rows.label}: the winning draw is not recorded; it is the last tile of the hand",
        )  # fmt: skip

    def abort(self, value: dict[str, Any], place: str) -> None:
        """``pingju``."""
        rows = self.rows
        row, shown = read_draw(rows, value, place)
        if row["kind"] == SANCHAHOU:
            self.declared = -1
        self.accept(place)
        rows.shown |= shown
        seat = UNKNOWN
        if row["kind"] == KYUUSHU:
            seat = self._declarer(shown, place)
        rows.add(RYUUKYOKU, seat, UNKNOWN, place, aux=len(rows.draws))
        rows.draws.append(row | {"event": len(rows.events) - 1})

    def _declarer(self, shown: dict[int, Hand], place: str) -> int:
        """Return who declared 九種九牌: who showed the hand, else who drew last.

        Where the draw is missing that it is declared on, unknown tiles stand for the turns up
        to it.
        """
        rows = self.rows
        row = rows.last(DRAW)
        drawer = rows.events[row][SEAT_AT] if row >= 0 else UNKNOWN
        seat: int = next(iter(shown)) if len(shown) == 1 else drawer
        last = rows.events[-1][KIND_AT] if rows.events else DISCARD
        if seat == UNKNOWN or (seat == drawer and last == DRAW):
            return seat
        turn = (rows.events[-1][SEAT_AT] + 1) % 4 if rows.events else rows.dealer
        text = f"{rows.label}: 九種九牌 is declared on an own draw, and none is recorded"
        if seat in shown:
            text += f"; the hand shown has {len(shown[seat].tiles)} tiles"
        if last == DISCARD:
            text += "; unknown tiles stand for what is missing"
            while turn != seat:
                rows.add(DRAW, turn, UNKNOWN, place)
                rows.add(DISCARD, turn, UNKNOWN, place, aux=-1)
                turn = (turn + 1) % 4
            rows.add(DRAW, seat, UNKNOWN, place)
        self.report("inconsistent", place, text)
        return seat
