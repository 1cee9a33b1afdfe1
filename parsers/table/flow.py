"""What goes without saying in a table record: the state that reader and writer share.

The reader fills in what a line leaves out, the writer leaves out what the reader would fill
in; both ask here, so that what is written reads back as it was.
"""

from __future__ import annotations

from typing import Any, Final

from mjlog.codes import (
    ANKAN,
    CHI,
    CHOMBO,
    CHOMBO_DRAW,
    CORRECTION,
    DAIMINKAN,
    DISCARD,
    DRAW,
    EXHAUSTIVE,
    KAKAN,
    KITA,
    NAGASHI,
    PON,
    RIICHI,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    SANCHAHOU,
    UNKNOWN,
    UNKNOWN_POINTS,
    WIN,
)
from mjlog.rows import RoundRows, Row
from mjlog.rules import Rules
from mjlog.tiles import KIND

__all__ = ["USED", "Flow", "carried", "ended", "packed", "unpacked", "value_defaults"]

#: How many own tiles go into a meld.
USED: Final = {CHI: 2, PON: 2, DAIMINKAN: 3, KAKAN: 1, ANKAN: 4, KITA: 1}
_PLAY: Final = (DRAW, DISCARD, *USED, RIICHI)


def packed(tiles: list[int]) -> int:
    """Return up to four tile codes as one number, lowest byte first (column ``used``)."""
    return sum(code << 8 * i for i, code in enumerate([*tiles, *[UNKNOWN] * 4][:4]))


def ended(tiles: list[int]) -> list[int]:
    """Return the tiles of a shown hand so that a known one ends them, if two are known.

    In a column nothing stands behind the last known tile, and the order of a hand says nothing.
    """
    known = [n for n, code in enumerate(tiles) if code != UNKNOWN]
    if len(known) < 2:
        return tiles
    first, last = known[0] + 1, known[-1] + 1
    return tiles[:first] + tiles[last:] + tiles[first:last]


def unpacked(used: int, size: int = 4) -> list[int]:
    """Return ``size`` tile codes of a number that :func:`packed` made, 255 for none."""
    return [used >> 8 * i & 255 for i in range(size)]


class Flow:
    """Follows one round event by event."""

    def __init__(self) -> None:
        self.last: Row | None = None  # last event of the play
        self.table: tuple[int, int] | None = None  # (seat, tile) that can be called or ronned
        self.pending: int | None = None  # whose riichi tile was discarded and not yet answered
        self.hands_over = False  # the round has a result
        self._drawn: dict[int, int] = {}
        self._declared: set[int] = set()
        self._pons: dict[tuple[int, int], int] = {}

    def apply(self, row: Row) -> None:
        """Go one event further."""
        kind, seat, tile = row["kind"], row["seat"], row["tile"]
        if kind == RIICHI_ACCEPTED:
            if self.pending == seat:
                self.pending = None
            return
        if kind in (WIN, RYUUKYOKU):
            self.hands_over = True
            self.pending = None
            return
        if kind not in _PLAY:
            return
        if kind == DRAW:
            self._drawn[seat] = tile
        elif kind == DISCARD:
            self._drawn.pop(seat, None)
            self.pending = seat if seat in self._declared else None
            self._declared.discard(seat)
        elif kind == RIICHI:
            self._declared.add(seat)
        elif kind == PON:
            self._pons[seat, int(KIND[tile])] = row["from_seat"]
        if kind in (DISCARD, KAKAN, ANKAN, KITA):
            self.table = (seat, tile)
        self.last = row

    def holds(self, seat: int) -> bool:
        """Tell whether ``seat`` has a tile too many: the next tile named is its discard."""
        last = self.last
        return (
            last is not None and last["seat"] == seat and last["kind"] in (DRAW, CHI, PON, RIICHI)
        )

    def drawn(self, seat: int) -> int | None:
        """Return the tile that ``seat`` drew and has not discarded from (255 unknown)."""
        return self._drawn.get(seat)

    def tsumogiri(self, seat: int, tile: int) -> int:
        """Return what a discard without a mark is: 0 from the hand, -1 not known."""
        drawn = self._drawn.get(seat)
        if drawn is None:
            return 0
        return -1 if UNKNOWN in (drawn, tile) or drawn == tile else 0

    def called(self) -> tuple[int, int]:
        """Return (seat, tile) of what lies there to be called or ronned, 255 if unknown."""
        return self.table or (UNKNOWN, UNKNOWN)

    def pon_source(self, seat: int, tile: int) -> int:
        """Return from whom the pon was that ``tile`` is added to."""
        return self._pons.get((seat, int(KIND[tile])), UNKNOWN)

    def pays_before(self, row: Row, draw: Row | None) -> bool:
        """Tell whether the riichi that is pending is paid before the event ``row`` happens.

        ``draw`` is the row of draws of a RYUUKYOKU.
        """
        if self.pending is None or row["kind"] == RIICHI_ACCEPTED:
            return False
        if row["kind"] == WIN:
            return bool(row["from_seat"] != self.pending)
        return draw is None or draw["kind"] != SANCHAHOU


def value_defaults(win: Row) -> Row:
    """Return what the given han, fu, yakuman and limit of a win say of the others.

    ``3 han 40 fu`` is no yakuman and no limit hand; ``5 han 40 fu`` is no yakuman, and whether
    somebody called it a mangan is not said; ``yakuman`` alone is one yakuman; 13 han called a
    yakuman are counted, none.
    """
    row = dict(win)
    if "limit" not in row:
        if row.get("yakuman", 0) > 0:
            row["limit"] = 5
        elif _is_below_limits(row.get("han", -1), row.get("fu", -1)):
            row["limit"] = 0
    if "yakuman" not in row:
        if row.get("han", -1) >= 0:
            row["yakuman"] = 0
        elif row.get("limit", UNKNOWN) != UNKNOWN:
            row["yakuman"] = int(row["limit"] == 5)
    if "han" not in row and row.get("yakuman", -1) > 0:
        row["han"] = 0
    return row


def _is_below_limits(han: int, fu: int) -> bool:
    """Tell whether han and fu are worth less than a mangan by any rules, rounded up or not."""
    return 0 <= han < 5 and fu >= 0 and fu << 2 + han < 1920


# --- from round to round --------------------------------------------------------------------


def carried(before: RoundRows, rules: Rules) -> tuple[list[int], int]:
    """Return the points and riichi sticks after a round, as far as they are sure.

    Unknown (UNKNOWN_POINTS, -1) as soon as one of the changes is not recorded, and points where
    results exclude each other. A result that stands twice was paid once.
    """
    players = rules.players
    unknown = [UNKNOWN_POINTS] * players
    paid = [row["seat"] for row in before.events if row["kind"] == RIICHI_ACCEPTED]
    sticks = before.start.get("deposits", -1)
    kinds = [row["kind"] for row in before.draws]
    left = len(paid)
    if CHOMBO_DRAW in kinds and paid:
        if rules.chombo_returns_deposits == "all":
            return unknown, -1
        if rules.chombo_returns_deposits == "this_hand":
            left = 0
            if not _returns_told(before, rules.riichi_bet * len(paid), players):
                paid = []
    if before.wins:
        sticks = 0
    elif sticks >= 0:
        sticks += left
    if not before.wins and not before.draws:
        return unknown, -1
    if _exclude_each_other(before):
        return unknown, sticks
    scores = list(before.start.get("scores", []))[:players] or unknown
    for seat in paid:
        if seat >= players:
            return unknown, sticks
        if scores[seat] != UNKNOWN_POINTS:
            scores[seat] -= rules.riichi_bet
    for change in _changes(before, rules):
        if len(change) < players or UNKNOWN_POINTS in (*change[:players], *scores):
            return unknown, sticks
        scores = [a + b for a, b in zip(scores, change, strict=False)]
    return scores, sticks


def _once(rows: list[Row]) -> list[Row]:
    """Return results without those that repeat one before, wherever they stand."""
    plain = [{name: row[name] for name in row if name != "event"} for row in rows]
    return [row for i, row in enumerate(rows) if plain[i] not in plain[:i]]


def _exclude_each_other(before: RoundRows) -> bool:
    """Tell whether a round has results of which only one can be true."""
    wins, draws = _once(before.wins), _once(before.draws)
    if len(wins) + len(draws) < 2 or any(row["kind"] >= CHOMBO_DRAW for row in draws):
        return False
    seats = {row["seat"] for row in wins}
    payers = {row["from_seat"] for row in wins} - {UNKNOWN}
    return bool(draws or len(seats) < len(wins) or len(payers) > 1 or seats & payers)


def _returns_told(before: RoundRows, returned: int, players: int) -> bool:
    """Tell whether the recorded changes of a void hand hold the deposits that go back."""
    rows = [_recorded(row, [0] * 4)[:players] for row in before.draws]
    return any(UNKNOWN_POINTS not in row and sum(row) == returned for row in rows)


def _changes(before: RoundRows, rules: Rules) -> list[list[int]]:
    """Return the change of points of each result and incident, [] where it is not known."""
    nothing = [0] * 4
    changes: list[list[int]] = [row.get("deltas", []) for row in _once(before.wins)]
    for row in _once(before.draws):
        silent = row["kind"] not in (EXHAUSTIVE, NAGASHI)
        changes.append(_recorded(row, nothing if silent else []))
    told = any(row["kind"] == CHOMBO_DRAW and any(_recorded(row, [])) for row in before.draws)
    for row in before.incidents:
        on_table = row["kind"] == CORRECTION or (
            row["kind"] == CHOMBO and rules.chombo == "mangan_payment" and not told
        )
        changes.append(_recorded(row, [] if on_table else nothing))
    return changes


def _recorded(row: Row, otherwise: list[int]) -> list[int]:
    deltas: list[Any] = row.get("deltas", [])
    return otherwise if not deltas or deltas[0] == UNKNOWN_POINTS else deltas
