"""What a player may do at one moment, under the rules of the game.

The same kernels that judge recorded actions (:mod:`mjlog.engine.turns`,
:mod:`mjlog.engine.riichi`, :mod:`mjlog.engine.furiten`) list the possible ones here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from operator import index
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from . import codes
from .codes import ANKAN, CHI, DAIMINKAN, DISCARD, DORA, DRAW, KAKAN, KITA, PON, RIICHI, UNKNOWN
from .engine.aborts import TRACK_COLUMNS, abort_due, forbids_ron
from .engine.cases import cases_of_chances, dora_columns
from .engine.furiten import (
    C_CLAIM,
    C_EVENT,
    C_FROM,
    C_FURITEN,
    C_HI,
    C_LO,
    C_MELD_REDS,
    C_MELDS,
    C_ROUND,
    C_SEAT,
    C_STATUS,
    C_TILE,
    C_WIN,
    CHANCE_COLUMNS,
    _can_claim,
)
from .engine.layout import FIRST_SHIFT, OPEN_SHIFT
from .engine.riichi import adds_kan_yaku, ankan_keeps_riichi
from .engine.scoring import score_wins
from .engine.shape import add_copy, held_with_melds, kinds_of, riichi_discards, waits_of
from .engine.state import ADD_HI, ADD_LO
from .engine.tables import shape_tables
from .engine.turns import _meld_fits, forbidden_discards
from .engine.win import OUT_POINTS, OUT_STATUS, WINS, new_case, new_results
from .errors import UnknownNameError
from .rules.columns import FIFTH_TILE_TENPAI, rules_row
from .tiles import KIND, YAOCHUU, format_tile, format_tiles, sort_key

if TYPE_CHECKING:
    from .views import Game
    from .views.state import State

__all__ = ["Action", "actions_at", "legal_actions"]

_PASSING: Final = (codes.RIICHI_ACCEPTED, DORA, codes.DISCONNECT, codes.RECONNECT)
_NORTH: Final = 30


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a player may do.

    Attributes:
        kind: ``draw``, ``discard``, ``riichi`` (with the discard of ``tile``), ``chi``,
            ``pon``, ``daiminkan``, ``kakan``, ``ankan``, ``kita``, ``tsumo``, ``ron``,
            ``kyuushu_kyuuhai`` or ``pass``.
        seat: Who.
        tile: The tile discarded, called, added, set aside or won on; None for a draw or pass.
        used: Own tiles that go into a meld.
        points: For a win its value, without honba, deposits and ura dora.
    """

    kind: str
    seat: int
    tile: int | None = None
    used: tuple[int, ...] = ()
    points: int | None = None

    def __str__(self) -> str:
        parts = [self.kind]
        if self.tile is not None:
            parts.append(format_tile(self.tile))
        if self.used:
            parts.append(f"with {format_tiles(self.used)}")
        if self.points is not None:
            parts.append(f"({self.points})")
        return " ".join(parts)

    __repr__ = __str__


def legal_actions(game: Game, round_index: int, event_index: int, seat: int) -> list[Action]:
    """Return what ``seat`` may do before event ``event_index`` of a round.

    Args:
        game: The game. round_index, event_index: 0-based, the event inside its round.
        seat: 0–3.

    Returns:
        Nothing when the seat is not asked. When a tile of another player can be claimed, a
        ``pass`` stands at the end.

    Raises:
        UnknownNameError: There is no such seat.
        TypeError: ``seat`` is no whole number.
    """
    return actions_at(game.rounds[round_index].state(event_index), seat)


def actions_at(state: State, seat: int) -> list[Action]:
    """Return what ``seat`` may do at ``state``, see :func:`legal_actions`."""
    seat = index(seat)  # a number of numpy too
    if not 0 <= seat < state.players:
        raise UnknownNameError("seat", str(seat), [str(s) for s in range(state.players)])
    return list(_Moment(state, seat).actions())


class _Moment:
    """A seat at one moment, with what the kernels want to know."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.game = state.round.game
        self.batch, self.replay = self.game.batch, self.game.replay
        self.rules = self.game.rules
        self.row = rules_row(self.rules)
        self.first = state.round.first_event
        self.hand = list(state.hands[seat])
        self.lo = sum(int(ADD_LO[c]) for c in self.hand)
        calls = state.melds[seat]
        opened = sum(m.kind != ANKAN for m in calls)
        tiles_hi = sum(int(ADD_HI[c]) for c in self.hand)
        self.hi = tiles_hi + (len(calls) << 23) + (opened << OPEN_SHIFT)
        self.hi += len(state.kita[seat]) << 29
        self.open = opened > 0
        self.kans = sum(m.kind in (DAIMINKAN, KAKAN, ANKAN) for melds in state.melds for m in melds)

    def actions(self) -> Iterator[Action]:
        """Yield what the seat may do."""
        last = self._last_play()
        if any(k in (codes.WIN, codes.RYUUKYOKU) for k in self._kinds()):
            return
        if last < 0:
            if self.seat == self.state.round.dealer:
                yield Action("draw", self.seat)
            return
        kind, owner = int(self.batch.events.kind[last]), int(self.batch.events.seat[last])
        if owner == self.seat:
            if kind == DRAW:
                yield from self._turn(last)
            elif kind in (CHI, PON):
                yield from self._after_call(last)
            elif kind == RIICHI:
                yield from (Action("discard", self.seat, c) for c in self._riichi_tiles())
            elif kind in (DAIMINKAN, KAKAN, ANKAN, KITA) and self._abort_due() < 0:
                yield Action("draw", self.seat)
        elif kind in (DISCARD, KAKAN, ANKAN, KITA):
            yield from self._claims(last, kind, owner)

    def _abort_due(self) -> int:
        """Return the abortive draw that must come if nobody wins now, -1 none."""
        events = self.batch.events
        return int(
            abort_due(
                self.first, self.first + self.state.index, self.state.players, self.row,
                events.kind, events.seat, events.tile, self.replay.status,
                np.zeros(TRACK_COLUMNS, np.int64),
            )
        )  # fmt: skip

    def _kinds(self) -> list[int]:
        rows = slice(self.first, self.first + self.state.index)
        kinds: list[int] = self.batch.events.kind[rows].tolist()
        return kinds

    def _last_play(self) -> int:
        """Return the row of the last event that is play, -1 before the first draw."""
        for row in range(self.first + self.state.index - 1, self.first - 1, -1):
            if int(self.batch.events.kind[row]) not in _PASSING:
                return row
        return -1

    # --- the own turn
    def _turn(self, last: int) -> Iterator[Action]:
        state, seat = self.state, self.seat
        drawn = int(self.batch.events.tile[last])
        won = self._win(last, seat, drawn, self.lo, self.hi)
        if won is not None:
            yield Action("tsumo", seat, drawn, points=won)
        if self._kans_left() and (state.live_wall > 0 or self.rules.kan_on_haitei):
            yield from self._own_kans(drawn)
        north = drawn == _NORTH if state.riichi[seat] else _NORTH in self.hand
        if self.rules.kita == "nukidora" and north and state.live_wall > 0:
            yield Action("kita", seat, _NORTH, (_NORTH,))
        if state.riichi[seat]:
            yield Action("discard", seat, drawn)
            return
        untouched = int(self.replay.status[last]) >> (FIRST_SHIFT + seat) & 1
        orphans = {int(KIND[c]) for c in self.hand if KIND[c] < 34 and YAOCHUU[KIND[c]]}
        if self.rules.abort_kyuushu and untouched and len(orphans) >= 9:
            yield Action("kyuushu_kyuuhai", seat)
        if self._may_riichi():
            yield from (Action("riichi", seat, c) for c in self._riichi_tiles())
        yield from (Action("discard", seat, c) for c in _distinct(self.hand))

    def _kans_left(self) -> bool:
        drawn = self.kans + sum(len(norths) for norths in self.state.kita)
        room = drawn < self.rules.dead_wall_replacements
        return room and (self.kans < 4 or self.rules.fifth_kan)

    def _may_riichi(self) -> bool:
        points = self.state.round.scores[self.seat]
        enough = points is None or points >= self.rules.riichi_min_points
        return (
            not self.open
            and (enough or self.rules.riichi_min_points == 0)
            and self.state.live_wall >= self.rules.riichi_min_wall
        )

    def _riichi_tiles(self) -> list[int]:
        mask = riichi_discards(
            self.lo, self.hi, self._meld_levels(), int(self.row[FIFTH_TILE_TENPAI]),
            kinds_of(self.state.players), shape_tables(),
        )  # fmt: skip
        return [c for c in _distinct(self.hand) if KIND[c] < 34 and mask >> int(KIND[c]) & 1]

    def _own_kans(self, drawn: int) -> Iterator[Action]:
        counts: dict[int, list[int]] = {}
        for code in self.hand:
            counts.setdefault(int(KIND[code]), []).append(code)
        for kind, tiles in sorted(counts.items()):
            if kind < 34 and len(tiles) == 4 and self._may_ankan(kind, drawn):
                yield Action("ankan", self.seat, kind, tuple(sorted(tiles, key=sort_key)))
        if self.state.riichi[self.seat]:
            return
        for meld in self.state.melds[self.seat]:
            if meld.kind == PON:
                kind = min((int(KIND[c]) for c in meld.tiles), default=UNKNOWN)
                for code in _distinct(counts.get(kind, [])) if kind < 34 else ():
                    yield Action("kakan", self.seat, code, (code,))

    def _may_ankan(self, kind: int, drawn: int) -> bool:
        if not self.state.riichi[self.seat]:
            return True
        okuri = int(KIND[drawn]) != kind
        if okuri and not self.rules.okuri_kan:
            return False
        lo, hi = self.lo - int(ADD_LO[drawn]), self.hi - int(ADD_HI[drawn])
        after_lo = self.lo - 4 * int(ADD_LO[kind])
        after_hi = self.hi - sum(int(ADD_HI[c]) for c in self.hand if KIND[c] == kind) + (1 << 23)
        levels = self._meld_levels()
        before = self._waits(lo, hi, levels)
        for _ in range(4):
            add_copy(levels, kind)
        after = self._waits(after_lo, after_hi, levels)
        if okuri:
            return before == after and not adds_kan_yaku(self.hi, self.row)
        return bool(
            ankan_keeps_riichi(self.row, lo, hi, before, kind, after, np.zeros(34, np.int64))
        )

    def _after_call(self, last: int) -> Iterator[Action]:
        events = self.batch.events
        banned = int(
            forbidden_discards(
                self.row, int(events.kind[last]), int(events.tile[last]), int(events.used[last])
            )
        )
        for code in _distinct(self.hand):
            if not banned >> int(KIND[code]) & 1:
                yield Action("discard", self.seat, code)

    # --- a tile of another player
    def _claims(self, last: int, kind: int, owner: int) -> Iterator[Action]:
        tile = int(self.batch.events.tile[last])
        found = []
        ron = self._ron(last, kind, owner, tile)
        if ron is not None:
            found.append(ron)
        goes_on = kind == DISCARD and self.state.live_wall > 0 and self._abort_due() < 0
        if goes_on and not self.state.riichi[self.seat]:
            found += self._melds(owner, tile)
        yield from found
        if found:
            yield Action("pass", self.seat)
        elif goes_on and self.seat == (owner + 1) % self.state.players:
            yield Action("draw", self.seat)

    def _ron(self, last: int, kind: int, owner: int, tile: int) -> Action | None:
        waits = self._waits(self.lo, self.hi, self._meld_levels())
        if tile >= 37 or forbids_ron(self._abort_due(), self.row):
            return None
        if not _can_claim(self.row, kind, waits, int(KIND[tile]), self.lo, self.hi):
            return None
        if int(self.replay.furiten[last]) >> (2 * self.seat) & 3:
            return None
        lo, hi = self.lo + int(ADD_LO[tile]), self.hi + int(ADD_HI[tile])
        points = self._win(last, owner, tile, lo, hi)
        return None if points is None else Action("ron", self.seat, tile, points=points)

    def _melds(self, owner: int, tile: int) -> list[Action]:
        """Return the chi, pon and open kans of a discard that leave a legal discard."""
        found: list[Action] = []
        same = [c for c in self.hand if KIND[c] == KIND[tile]]
        if self.rules.chi and self.seat == (owner + 1) % self.state.players:
            near = [c for c in _distinct(self.hand) if _close(c, tile)]
            found += [
                Action("chi", self.seat, tile, pair)
                for pair in combinations(near, 2)
                if _meld_fits(CHI, tile, _packed(pair))
            ]
        pairs = sorted(set(combinations(sorted(same), 2)))
        found += [Action("pon", self.seat, tile, pair) for pair in pairs]
        found = [a for a in found if self._leaves_discard(a)]
        if len(same) == 3 and self._kans_left():
            found.append(Action("daiminkan", self.seat, tile, tuple(sorted(same, key=sort_key))))
        return found

    def _leaves_discard(self, call: Action) -> bool:
        kind = CHI if call.kind == "chi" else PON
        banned = int(forbidden_discards(self.row, kind, call.tile or 0, _packed(call.used)))
        rest = list(self.hand)
        for code in call.used:
            rest.remove(code)
        return any(not banned >> int(KIND[c]) & 1 for c in rest)

    # --- helpers
    def _meld_levels(self) -> Any:
        levels = np.zeros(4, np.int64)
        tiles = [c for meld in self.state.melds[self.seat] for c in meld.tiles]
        for code in [*tiles, *self.state.kita[self.seat]]:
            if KIND[code] < 34:
                add_copy(levels, int(KIND[code]))
        return levels

    def _waits(self, lo: int, hi: int, levels: Any) -> int:
        tables, rule = shape_tables(), int(self.row[FIFTH_TILE_TENPAI])
        gone = held_with_melds(lo, hi, levels, tables) if rule >= 2 else 0
        kinds = kinds_of(self.state.players)
        return int(waits_of(lo, hi, gone, int(rule == 0), kinds, tables))

    def _win(self, claim: int, owner: int, tile: int, lo: int, hi: int) -> int | None:
        """Return what a win on ``tile`` is worth, None when it is none or not known."""
        chance = np.full((1, CHANCE_COLUMNS), -1, np.int64)
        melds = self.state.melds[self.seat]
        if any(len(m.tiles) < 3 or max(m.tiles) == UNKNOWN for m in melds):
            return None
        values = {
            C_EVENT: self.first + self.state.index, C_ROUND: self._round_row(),
            C_SEAT: self.seat, C_FROM: owner, C_TILE: tile, C_LO: lo, C_HI: hi,
            C_STATUS: int(self.replay.status[claim]), C_CLAIM: claim, C_WIN: -1, C_FURITEN: 0,
            C_MELD_REDS: sum(34 <= c <= 36 for m in melds for c in m.tiles),
        }  # fmt: skip
        for column, value in values.items():
            chance[0, column] = value
        for i, meld in enumerate(melds):
            chance[0, C_MELDS + 2 * i] = meld.kind
            chance[0, C_MELDS + 2 * i + 1] = min(int(KIND[c]) for c in meld.tiles)
        rounds, events = self.batch.rounds, self.batch.events
        case, result = new_case(1), new_results(1)
        game = rounds.game
        cases_of_chances(
            chance, 1, rounds.first_event, self.batch.players[game], rounds.wind, rounds.dealer,
            rounds.honba, self.batch.rules_index[game], rounds.indicator, events.kind,
            events.seat, events.tile, self.replay.live_wall, self.batch.wins.ura,
            dora_columns([self.rules]), case,
        )  # fmt: skip
        score_wins(case, self.row[None, :], result)
        return int(result[0, OUT_POINTS]) if int(result[0, OUT_STATUS]) == WINS else None

    def _round_row(self) -> int:
        return self.state.round.index


def _distinct(codes_: list[int]) -> list[int]:
    return sorted({c for c in codes_ if c < 37}, key=sort_key)


def _close(code: int, tile: int) -> bool:
    """Tell whether two tiles can stand in one run."""
    a, b = int(KIND[code]), int(KIND[tile])
    return a < 27 and b < 27 and a // 9 == b // 9 and 0 < abs(a - b) <= 2


def _packed(tiles: tuple[int, ...]) -> int:
    """Return up to four codes one a byte, as the column ``used`` holds them."""
    packed = 0xFFFFFFFF
    for i, code in enumerate(tiles):
        packed = packed & ~(255 << (8 * i)) | code << (8 * i)
    return packed
