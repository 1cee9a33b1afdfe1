"""Physical tiles (0–135) for every tile of a game, also where the record has none.

Tenhou's format names the very copy of a tile. A game from another format gets copies that
hold together within each round: what is discarded was dealt or drawn before, a claimed tile is
the one discarded, and red fives are 16, 52 and 88.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np

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
    RYUUKYOKU,
    WIN,
)
from mjlog.errors import MjlogError
from mjlog.model import NO_TILES, GameBatch
from mjlog.tiles import CODE_OF_ID, KIND, format_tile

from ..losses import Losses

__all__ = ["TileIds", "tile_ids", "unpack"]

UNKNOWN: Final = 255
_WITH_TILE: Final = (DRAW, DISCARD, CHI, PON, DAIMINKAN, KAKAN, KITA, DORA, WIN)
_WITH_USED: Final = (CHI, PON, DAIMINKAN, KAKAN, KITA)


def unpack(packed: int) -> list[int]:
    """Return the bytes of ``used`` or ``used_ids``, without the filling 0xFF."""
    if packed == NO_TILES:
        return []
    return [b for b in packed.to_bytes(4, "little") if b != UNKNOWN]


@dataclass(slots=True)
class TileIds:
    """Physical tiles of one game, as lists.

    Attributes:
        hands: By round, seat and place in the deal; a seat without a hand has [].
        indicators: First indicator by round.
        tiles: By event (255 where the event has no tile).
        used: By event, the caller's own tiles.
        wins: By win: (concealed tiles, dora indicators, ura indicators).
        draws: By draw and seat, tiles shown ([] not shown).
    """

    hands: list[list[list[int]]]
    indicators: list[int]
    tiles: list[int]
    used: list[list[int]]
    wins: list[tuple[list[int], list[int], list[int]]]
    draws: list[list[list[int]]]


def tile_ids(one: GameBatch, losses: Losses) -> TileIds:
    """Return the physical tiles of a batch of one game.

    Args:
        one: The game.
        losses: Gets what could not be kept, such as a fifth copy of a tile.

    Raises:
        MjlogError: A tile is hidden, so that no physical tile stands for it.
    """
    rounds, events, wins, draws = one.rounds, one.events, one.wins, one.draws
    ids = TileIds(
        hands=[[_known(hand) for hand in row] for row in rounds.hand_ids.tolist()],
        indicators=rounds.indicator_id.tolist(),
        tiles=events.tile_id.tolist(),
        used=[unpack(u) for u in events.used_ids.tolist()],
        wins=[
            (_known(hand), _known(dora), _known(ura))
            for hand, dora, ura in zip(
                wins.hand_ids.tolist(),
                wins.indicator_ids.tolist(),
                wins.ura_ids.tolist(),
                strict=True,
            )
        ],
        draws=[[_known(hand) for hand in row] for row in draws.hand_ids.tolist()],
    )
    incomplete = np.flatnonzero(_incomplete(one)).tolist()
    if incomplete:
        columns = _Columns(*(getattr(events, name).tolist() for name in _Columns._fields))
        for r in incomplete:
            _Round(one, r, ids, columns, losses).fill()
    return ids


def _known(row: list[int]) -> list[int]:
    return [tile for tile in row if tile != UNKNOWN]


def _incomplete(one: GameBatch) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Tell which rounds have a tile without a physical id (bool[R])."""
    rounds, events, wins, draws = one.rounds, one.events, one.wins, one.draws
    lacking: np.ndarray[Any, np.dtype[np.bool_]] = (
        (rounds.hand_ids == UNKNOWN) & (rounds.hands != UNKNOWN)
    ).any(axis=(1, 2))
    lacking |= rounds.indicator_id == UNKNOWN
    without = np.isin(events.kind, _WITH_TILE) & (events.tile_id == UNKNOWN)
    without |= np.isin(events.kind, _WITH_USED) & ((events.used_ids & 0xFF) == UNKNOWN)
    lacking[np.searchsorted(rounds.first_event, np.flatnonzero(without), side="right") - 1] = True
    for table, pairs in (
        (wins, ((wins.hand_ids, wins.hand), (wins.ura_ids, wins.ura))),
        (draws, ((draws.hand_ids, draws.hands),)),
    ):
        for own, codes in pairs:
            gap = ((own == UNKNOWN) & (codes != UNKNOWN)).any(axis=tuple(range(1, own.ndim)))
            lacking[table.round[gap]] = True
    return lacking


class _Columns(NamedTuple):
    """Columns of the events as lists, which are read one by one faster than arrays."""

    kind: list[int]
    seat: list[int]
    tile: list[int]
    from_seat: list[int]
    used: list[int]
    aux: list[int]


@dataclass(slots=True)
class _Seat:
    held: list[int] = field(default_factory=list)
    drawn: int | None = None


class _Round:
    """Hands out physical tiles in one round while it is played through."""

    def __init__(
        self, one: GameBatch, r: int, ids: TileIds, columns: _Columns, losses: Losses
    ) -> None:
        self.one = one
        self.columns = columns
        self.r = r
        self.ids = ids
        self.losses = losses
        reds = any(one.rules[int(one.rules_index[0])].aka)
        self.codes: list[int] = CODE_OF_ID[int(reds)].tolist()
        self.kinds: list[int] = KIND.tolist()
        self.seats = [_Seat() for _ in range(4)]
        self.last: int | None = None  # the tile discarded, added or set aside last
        self.turned: list[int] = []
        self.ura: list[int] = []
        self.events = range(int(one.rounds.first_event[r]), int(one.rounds.first_event[r + 1]))
        taken = self._recorded()
        self.free: dict[int, list[int]] = {}
        for tile in range(136):
            if tile not in taken:
                self.free.setdefault(self.codes[tile], []).append(tile)

    def _recorded(self) -> set[int]:
        found = {t for hand in self.ids.hands[self.r] for t in hand}
        found.add(self.ids.indicators[self.r])
        for e in self.events:
            found.add(self.ids.tiles[e])
            found.update(self.ids.used[e])
        return found - {UNKNOWN}

    def take(self, code: int) -> int:
        """Return a copy of ``code`` that nobody has had in this round."""
        if code == UNKNOWN:
            raise MjlogError(
                f"{self.one.info[0].id}: round {self.r + 1} has a hidden tile, which a Tenhou "
                "record cannot hold"
            )
        if free := self.free.get(code):
            return free.pop(0)
        kind = self.kinds[code]
        for other, free in self.free.items():
            if free and self.kinds[other] == kind:
                self.losses.add("red five", f"{format_tile(code)} is written as "
                                f"{format_tile(other)}: no such copy is left")  # fmt: skip
                return free.pop(0)
        self.losses.add("tile", f"a fifth {format_tile(code)} is written as one of the four copies")
        return next(t for t in range(136) if t // 4 == kind)

    def from_hand(self, seat: int, code: int, *, first: int | None = None) -> int:
        """Take a copy of ``code`` out of a hand, ``first`` if it is one."""
        held = self.seats[seat].held
        own = [t for t in held if self.codes[t] == code] or [
            t for t in held if t // 4 == self.kinds[code]
        ]
        if not own:
            return self.take(code)
        tile = first if first in own else own[0]
        held.remove(tile)
        return tile

    def fill(self) -> None:
        """Complete the tiles of the round in ``ids``."""
        rounds, ids, r = self.one.rounds, self.ids, self.r
        for seat in range(4):
            codes = [c for c in rounds.hands[r, seat].tolist() if c != UNKNOWN]
            if len(ids.hands[r][seat]) != len(codes):
                ids.hands[r][seat] = [self.take(c) for c in codes]
            self.seats[seat].held = list(ids.hands[r][seat])
        if ids.indicators[r] == UNKNOWN:
            ids.indicators[r] = self.take(int(rounds.indicator[r]))
        self.turned.append(ids.indicators[r])
        for e in self.events:
            self._event(e)

    def _event(self, e: int) -> None:
        columns, ids = self.columns, self.ids
        kind, seat, code = columns.kind[e], columns.seat[e], columns.tile[e]
        known = ids.tiles[e] != UNKNOWN
        if kind == DRAW:
            if not known:
                ids.tiles[e] = self.take(code)
            self.seats[seat].held.append(ids.tiles[e])
            self.seats[seat].drawn = ids.tiles[e]
        elif kind == DISCARD:
            ids.tiles[e] = self._discard(e, seat, code)
        elif kind in (CHI, PON, DAIMINKAN):
            if not known:
                same = self.last is not None and self.last // 4 == self.kinds[code]
                ids.tiles[e] = self.last if same and self.last is not None else self.take(code)
            self._use(e, seat)
        elif kind in (KAKAN, KITA):
            if known:
                self._drop(seat, ids.tiles[e])
            else:
                ids.tiles[e] = self.from_hand(seat, code)
            ids.used[e] = [ids.tiles[e]]
            self.last = ids.tiles[e]
        elif kind == ANKAN:
            first = 4 * self.kinds[code]
            ids.used[e] = [first, first + 1, first + 2, first + 3]
            for tile in ids.used[e]:
                self._drop(seat, tile)
            self.last = next((t for t in ids.used[e] if self.codes[t] == code), first)
        elif kind == DORA:
            if not known:
                ids.tiles[e] = self.take(code)
            self.turned.append(ids.tiles[e])
        elif kind == WIN:
            self._win(e, seat, code)
        elif kind == RYUUKYOKU:
            self._draw(columns.aux[e])

    def _drop(self, seat: int, tile: int) -> None:
        if tile in self.seats[seat].held:
            self.seats[seat].held.remove(tile)

    def _discard(self, e: int, seat: int, code: int) -> int:
        place, tile = self.seats[seat], self.ids.tiles[e]
        if tile != UNKNOWN:
            self._drop(seat, tile)
        else:
            drawn = place.drawn
            own = [t for t in place.held if self.codes[t] == code]
            from_draw = self.columns.aux[e]
            if drawn in own and from_draw < 0:
                self.losses.add("tsumogiri", "not recorded whether the tile just drawn was "
                                "discarded; written so where it may be")  # fmt: skip
            others = [t for t in own if t != drawn]
            first = others[0] if from_draw == 0 and others else drawn
            tile = self.from_hand(seat, code, first=first)
            if from_draw >= 0 and from_draw != int(tile == drawn):
                self.losses.add("tsumogiri", "the discard is not the tile that the record says")
        place.drawn = None
        self.last = tile
        return tile

    def _use(self, e: int, seat: int) -> None:
        codes = unpack(self.columns.used[e])
        if len(self.ids.used[e]) == len(codes):
            for tile in self.ids.used[e]:
                self._drop(seat, tile)
        else:
            self.ids.used[e] = [self.from_hand(seat, c) for c in codes]

    def _win(self, e: int, seat: int, code: int) -> None:
        wins, ids, w = self.one.wins, self.ids, self.columns.aux[e]
        hand, indicators, ura = ids.wins[w]
        if ids.tiles[e] == UNKNOWN:
            tsumo = self.columns.from_seat[e] == seat
            source = self.seats[seat].drawn if tsumo else self.last
            same = source is not None and source // 4 == self.kinds[code]
            ids.tiles[e] = source if same and source is not None else self.take(code)
        if not hand:
            shown = [c for c in wins.hand[w].tolist() if c != UNKNOWN]
            hand = self._shown(shown, [*self.seats[seat].held], ids.tiles[e])
        if not indicators:
            indicators = self._indicators([c for c in wins.indicators[w].tolist() if c != UNKNOWN])
        codes = [c for c in wins.ura[w].tolist() if c != UNKNOWN]
        if not ura:
            # all winners see the same tiles
            self.ura += [self.take(c) for c in codes[len(self.ura) :]]
            ura = self.ura[: len(codes)]
        ids.wins[w] = (hand, indicators, ura)

    def _shown(self, shown: list[int], held: list[int], winning: int) -> list[int]:
        """Return the copies of the shown tiles, sorted; without a shown hand those held."""
        if winning not in held and winning != UNKNOWN:
            held.append(winning)
        if not shown:
            return sorted(held)
        hand: list[int] = []
        for code in shown:
            own = [t for t in held if self.codes[t] == code] or [
                t for t in held if t // 4 == self.kinds[code]
            ]
            tile = own[0] if own else self.take(code)
            if own:
                held.remove(tile)
            hand.append(tile)
        return sorted(hand)

    def _indicators(self, codes: list[int]) -> list[int]:
        if not codes:
            return list(self.turned)
        left, found = list(self.turned), []
        for code in codes:
            tile = next((t for t in left if self.codes[t] == code), None)
            if tile is None:
                tile = self.take(code)
            else:
                left.remove(tile)
            found.append(tile)
        return found

    def _draw(self, d: int) -> None:
        draws = self.one.draws
        for seat in range(4):
            codes = [c for c in draws.hands[d, seat].tolist() if c != UNKNOWN]
            if int(draws.shown[d, seat]) == 1 and not self.ids.draws[d][seat]:
                held = list(self.seats[seat].held)
                self.ids.draws[d][seat] = self._shown(codes, held, UNKNOWN)
