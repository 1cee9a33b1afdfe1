"""One round: its records in order → rows of the columns."""

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
    KITA,
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
from mjlog.rules import Rules
from mjlog.tiles import KIND, NORTH, RED_BIT
from mjlog.walls.recorded import RecordedWall

from .containers import Entry
from .notation import WALL_SIZES, parse_tile, parse_tiles, parse_wall
from .results import MAX_POINTS, read_abort, read_exhaustive, read_wins
from .walls import recorded_wall
from .wire import Message

__all__ = ["MAX_POINTS", "Report", "RoundReader", "wrong_value"]

#: Called with kind, place and message of a problem.
Report = Callable[[str, str, str], None]
MAX_EVENTS: Final = 1000
MAX_COUNT: Final = 9999
_CALLS: Final = {0: CHI, 1: PON, 2: DAIMINKAN}
_KANS: Final = {2: KAKAN, 3: ANKAN}


def wrong_value(key: str, value: object, expected: str, place: str) -> ParseError:
    """Return the error of a field that is not what is expected."""
    return ParseError(f"{key}: expected {expected}", place=place, snippet=str(value)[:40])


def number(fields: Message, key: str, place: str, low: int, high: int) -> int:
    """Return a field that is a whole number, 0 where it is left out.

    Raises:
        ParseError: It is out of range.
    """
    value = fields.get(key, 0)
    if not low <= value <= high:
        raise wrong_value(key, value, f"a whole number from {low:,} to {high:,}", place)
    return int(value)


class RoundReader:
    """Reads the records of one round in turn.

    Attributes:
        players: 4 or 3. bet: Points of a riichi. split_north: Whether the absent North pays.
        start: Columns of the round. events, wins, draws: Rows, ``event`` inside the round.
        wall: The wall in the record, None where there is none.
        held: Concealed tiles of each seat as far as they are known.
        stripped: The record holds neither values nor later indicators (somebody took them out).
        over: A result was read. scores: Points after the result, [] where they are not known.
    """

    def __init__(self, fields: Message, place: str, players: int, rules: Rules) -> None:
        """Read the first record of a round.

        Raises:
            ParseError: A field of it cannot be.
        """
        self.players, self.bet = players, rules.riichi_bet
        self.split_north = rules.tsumo_loss == "split_north"
        self.wind = number(fields, "chang", place, 0, 3)
        self.dealer = number(fields, "ju", place, 0, players - 1)
        self.honba = number(fields, "ben", place, 0, MAX_COUNT)
        self.deposits = number(fields, "liqibang", place, 0, MAX_COUNT)
        self.points = self.by_seat(fields, "scores", place)
        indicators = fields.get("doras") or [fields["dora"]] if "dora" in fields else []
        self.indicators = parse_tiles(fields.get("doras") or indicators, place)
        self.events: list[dict[str, Any]] = []
        self.wins: list[dict[str, Any]] = []
        self.draws: list[dict[str, Any]] = []
        self.over = False
        self.scores: list[int] = []
        self.stripped = False
        self.due = 0  # indicators of kans that a stripped record does not list
        self.declared = -1  # seat whose deposit is due unless its tile is ronned
        self.accepted: list[int] = []
        self.drawn = [UNKNOWN] * players
        self.first_known = True
        self.pons: dict[tuple[int, int], int] = {}
        self.melds: list[list[list[int]]] = [[] for _ in range(players)]
        self.wall: RecordedWall | None = None
        self.wall_error: ParseError | None = None
        deal_wall = self._read_wall(fields, place)
        self.held = [self._hand(fields, seat, place) for seat in range(players)]
        last = self._last_dealt(deal_wall)
        self.start: dict[str, Any] = {
            "wind": self.wind, "dealer": self.dealer, "honba": self.honba,
            "deposits": self.deposits, "scores": self.points,
            "indicator": self.indicators[0] if self.indicators else UNKNOWN,
            "hands": [list(hand) for hand in self.held],
        }  # fmt: skip
        if last is not None:
            self.held[self.dealer].append(last)
            self.drawn[self.dealer] = last
            self.add(DRAW, self.dealer, last)

    # --- the start ---------------------------------------------------------------------------
    def by_seat(self, fields: Message, key: str, place: str) -> list[int]:
        """Return a list of points, one a seat.

        Raises:
            ParseError: It has not as many.
        """
        values = fields.get(key, [])
        if len(values) not in (self.players, 4) or any(abs(v) > MAX_POINTS for v in values):
            raise wrong_value(key, values, f"the points of {self.players} seats", place)
        return list(values[: self.players])

    def _hand(self, fields: Message, seat: int, place: str) -> list[int]:
        key = f"tiles{seat}"
        hand = parse_tiles(fields.get(key, []), f"{place}.{key}")
        most = 14 if seat == self.dealer else 13
        if hand and not 13 <= len(hand) <= most:
            raise wrong_value(key, f"{len(hand)} tiles", f"{most} dealt tiles", place)
        return hand

    def _last_dealt(self, deal: list[int]) -> int | None:
        """Take the dealer's 14th tile out of the hand; None where 13 are recorded.

        The hand is shown sorted, so only a wall that holds the deal tells which it was; else it
        is taken to be the last one.
        """
        hand = self.held[self.dealer]
        if not hand:
            return UNKNOWN
        if len(hand) < 14:
            return None
        self.first_known = bool(deal) and deal[-1] in hand
        last = deal[-1] if self.first_known else hand[-1]
        del hand[len(hand) - 1 - hand[::-1].index(last)]
        return last

    def _read_wall(self, fields: Message, place: str) -> list[int]:
        """Read the wall and return the deal in it, [] where it holds none.

        It is laid as :class:`~mjlog.walls.recorded.RecordedWall` wants it: the deal first.
        """
        text = fields.get("paishan", "")
        if not text:
            return []
        try:
            tiles = parse_wall(text, self.players, f"{place}.paishan")
        except ParseError as error:
            self.wall_error = error
            return []
        hashes = [fields.get(key, "") for key in ("md5", "sha256", "salt", "salt_sha256")]
        self.wall = recorded_wall(tuple(tiles), self.players, text, hashes)
        without, whole = WALL_SIZES[self.players]
        return tiles[: whole - without] if len(tiles) == whole else []

    @property
    def label(self) -> str:
        """Name of the round, ``E1.0``."""
        return round_label(self.wind, self.dealer, self.honba)

    # --- events ------------------------------------------------------------------------------
    def add(
        self,
        kind: int,
        seat: int,
        tile: int = UNKNOWN,
        *,
        source: int = UNKNOWN,
        used: list[int] | None = None,
        aux: int = 0,
    ) -> None:
        """Add an event."""
        row: dict[str, Any] = {
            "kind": kind, "seat": seat, "tile": tile, "from_seat": source, "aux": aux, "offset": -1,
        }  # fmt: skip
        if used:
            row["used"] = sum(code << 8 * i for i, code in enumerate([*used, 255, 255, 255][:4]))
        self.events.append(row)

    def last(self, *kinds: int) -> dict[str, Any] | None:
        """Return the last event of one of ``kinds``."""
        return next((row for row in reversed(self.events) if row["kind"] in kinds), None)

    def read(self, entry: Entry, report: Report) -> None:
        """Read one record.

        Raises:
            ParseError: It means nothing, or follows the result.
        """
        fields, place = entry.fields, f"{entry.place} {entry.name}"
        if self.over:
            raise ParseError(f"{entry.name} after the result of the round", place=place)
        if len(self.events) > MAX_EVENTS:
            raise ParseError(f"more than {MAX_EVENTS} events in a round", place=place)
        if entry.name == "RecordHule":
            self.win(fields, place, report)
            return
        aborted_by_ron = entry.name == "RecordLiuJu" and fields.get("type") == 5
        if not aborted_by_ron:
            self.accept(fields.get("liqi"), place, report)
        self.declared = -1
        known = {
            "RecordDealTile": self.draw, "RecordDiscardTile": self.discard,
            "RecordChiPengGang": self.call, "RecordAnGangAddGang": self.kan,
            "RecordBaBei": self.kita, "RecordNoTile": self.exhausted, "RecordLiuJu": self.abort,
        }  # fmt: skip
        known[entry.name](fields, place, report)

    def seat(self, fields: Message, place: str) -> int:
        """Return who acts."""
        return number(fields, "seat", place, 0, self.players - 1)

    def accept(self, liqi: Message | None, place: str, report: Report) -> None:
        """Put the deposit of a riichi that has passed on the table."""
        if self.declared < 0:
            return
        seat, aux = self.declared, 0
        if liqi is not None:
            if liqi.get("failed"):
                return
            due = self.points[seat] - self.bet
            aux = int(liqi.get("seat", 0) == seat and liqi.get("score", 0) == due)
            if not aux:
                message = (
                    f"{self.label}: the deposit of seat {seat} leaves {due:,} points, recorded "
                    f"are {liqi.get('score', 0):,} of seat {liqi.get('seat', 0)}"
                )
                report("inconsistent", place, message)
        self.accepted.append(seat)
        self.add(RIICHI_ACCEPTED, seat, aux=aux)

    def turn_indicators(self, fields: Message, place: str) -> None:
        """Turn the indicators that the list in a record has beyond those known."""
        listed = parse_tiles(fields.get("doras", []), f"{place}.doras")
        new = listed[len(self.indicators) :]
        if self.stripped and not listed:
            new = [UNKNOWN] * self.due
            self.due = 0
        for tile in new:
            self.add(DORA, UNKNOWN, tile)
            self.indicators.append(tile)

    def draw(self, fields: Message, place: str, report: Report) -> None:
        """``RecordDealTile``."""
        seat = self.seat(fields, place)
        tile = parse_tile(fields.get("tile"), f"{place}.tile")
        before = self.events[-1] if self.events else None
        if fields.get("doras") or (before is not None and before["kind"] == ANKAN):
            self.turn_indicators(fields, place)
        self.add(DRAW, seat, tile)
        self.held[seat].append(tile)
        self.drawn[seat] = tile
        self.first_known = True

    def discard(self, fields: Message, place: str, report: Report) -> None:
        """``RecordDiscardTile``."""
        seat = self.seat(fields, place)
        tile = parse_tile(fields.get("tile"), f"{place}.tile")
        self.turn_indicators(fields, place)
        drawn = self.drawn[seat]
        aux = int(bool(fields.get("moqie")))
        if not self.first_known and not self.last(DISCARD, ANKAN):
            aux = -1
        elif aux and drawn not in (tile, UNKNOWN):
            message = f"{self.label}: a discard is marked as the tile just drawn and is another"
            report("inconsistent", place, message)
        if fields.get("is_liqi") or fields.get("is_wliqi"):
            self.add(RIICHI, seat)
            self.declared = seat
        self.add(DISCARD, seat, tile, aux=aux)
        self._take(seat, [tile])

    def _take(self, seat: int, tiles: list[int]) -> None:
        """Take tiles out of a hand as far as they are known to be in it."""
        for tile in tiles:
            if tile in self.held[seat]:
                self.held[seat].remove(tile)
        self.drawn[seat] = UNKNOWN

    def call(self, fields: Message, place: str, report: Report) -> None:
        """``RecordChiPengGang``."""
        seat = self.seat(fields, place)
        kind = _CALLS.get(fields.get("type", 0))
        tiles = parse_tiles(fields.get("tiles", []), f"{place}.tiles")
        froms = fields.get("froms", [])
        taken = [i for i, source in enumerate(froms) if source != seat]
        size = 4 if kind == DAIMINKAN else 3
        if kind is None or len(tiles) != size or len(froms) != size or len(taken) != 1:
            given = f"type {fields.get('type', 0)}, {len(tiles)} tiles from {froms}"
            raise wrong_value("call", given, "chi, pon or kan with one tile of another", place)
        source = froms[taken[0]]
        if not 0 <= source < self.players:
            raise wrong_value("froms", froms, "seats", place)
        tile = tiles[taken[0]]
        own = _plain_first([t for i, t in enumerate(tiles) if i != taken[0]])
        self.add(kind, seat, tile, source=source, used=own)
        self._take(seat, own)
        self.melds[seat].append(sorted(tiles))
        self.due += kind == DAIMINKAN
        if kind == PON:
            self.pons[seat, int(KIND[tile])] = source

    def kan(self, fields: Message, place: str, report: Report) -> None:
        """``RecordAnGangAddGang``."""
        seat = self.seat(fields, place)
        kind = _KANS.get(fields.get("type", 0))
        tile = parse_tile(fields.get("tiles"), f"{place}.tiles")
        if kind is None:
            raise wrong_value("type", fields.get("type", 0), "2 or 3", place)
        plain = int(KIND[tile])
        if kind == KAKAN:
            source = self.pons.get((seat, plain), UNKNOWN)
            self.add(KAKAN, seat, tile, source=source, used=[tile])
            self._take(seat, [tile])
            for meld in self.melds[seat]:
                if len(meld) == 3 and {int(KIND[t]) for t in meld} == {plain}:
                    meld.append(tile)
                    meld.sort()
        else:
            own = [t for t in self.held[seat] if KIND[t] == plain][:4]
            own = _plain_first(own + [plain] * (4 - len(own)))
            self.add(ANKAN, seat, plain, used=own)
            self._take(seat, own)
            self.melds[seat].append(sorted(own))
        if fields.get("doras"):
            self.turn_indicators(fields, place)
        self.due += 1

    def kita(self, fields: Message, place: str, report: Report) -> None:
        """``RecordBaBei``."""
        seat = self.seat(fields, place)
        if self.players != 3:
            raise ParseError("a North is set aside by four players", place=place)
        self.add(KITA, seat, NORTH, used=[NORTH])
        self._take(seat, [NORTH])
        if fields.get("doras"):
            self.turn_indicators(fields, place)

    # --- results -----------------------------------------------------------------------------
    def win(self, fields: Message, place: str, report: Report) -> None:
        """``RecordHule``."""
        hules = fields.get("hules", [])
        tsumo = any(hule.get("zimo") for hule in hules)
        last = self.last(DISCARD, KAKAN, ANKAN, KITA, DRAW)
        payer = last["seat"] if last is not None else UNKNOWN
        if tsumo or self.declared != payer or payer == UNKNOWN:
            self.accept(fields.get("liqi"), place, report)
        self.declared = -1
        for row in read_wins(self, fields, payer, place, report):
            seat, tile = row["seat"], row["tile"]
            if row["from_seat"] == seat and self.last(DISCARD, ANKAN, KAKAN, KITA) is None:
                self._heavenly(seat, tile)
            self.add(WIN, seat, tile, source=row["from_seat"], aux=len(self.wins))
            self.wins.append(row | {"event": len(self.events) - 1})
        self.over = True
        after = fields.get("scores", [])
        if len(after) in (self.players, 4):
            self.scores = list(after[: self.players])

    def _heavenly(self, seat: int, tile: int) -> None:
        """Make the winning tile of a 天和 the dealer's last one."""
        event = self.events[0] if self.events else None
        hand = self.start["hands"][seat]
        if len(self.events) == 1 and event is not None and event["tile"] != tile and tile in hand:
            hand[hand.index(tile)] = event["tile"]
            event["tile"] = tile

    def exhausted(self, fields: Message, place: str, report: Report) -> None:
        """``RecordNoTile``."""
        row = read_exhaustive(self, fields, place)
        self._draw_result(row, UNKNOWN)

    def abort(self, fields: Message, place: str, report: Report) -> None:
        """``RecordLiuJu``."""
        row = read_abort(self, fields, place)
        seat = self.seat(fields, place) if row["kind"] == KYUUSHU else UNKNOWN
        if row["kind"] == SANCHAHOU:
            self.declared = -1
        self._draw_result(row, seat)

    def _draw_result(self, row: dict[str, Any], seat: int) -> None:
        self.add(RYUUKYOKU, seat, aux=len(self.draws))
        self.draws.append(row | {"event": len(self.events) - 1})
        self.over = True


def _plain_first(tiles: list[int]) -> list[int]:
    return sorted(tiles, key=lambda code: (int(RED_BIT[code]) > 0, code))
