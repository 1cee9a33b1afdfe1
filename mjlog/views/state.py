"""The table at one moment, to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..codes import DRAW, FURITEN, UNKNOWN
from ..engine.layout import RINSHAN
from ..tiles import CODE_OF_ID, KIND, sort_key
from .recorded import Event
from .tabletop import Discard, Meld, Tabletop, Tile, Tiles, points_or_none

if TYPE_CHECKING:
    from ..legality import Action
    from ..render.svg import Svg
    from .game import Round

__all__ = ["State"]


class State:
    """The table at one moment of a round: before event ``index``.

    Attributes:
        round, index: Where.
        hands: Concealed tiles by seat, sorted, the drawn tile last.
        hand_ids: Their physical ids in the same order (255 unknown).
        drawn: The tile that a seat has just drawn, else None.
        melds: Melds by seat, oldest first. kita: North tiles set aside (three players).
        discards: Rivers by seat, called-away tiles among them (``Discard.called_by``).
        scores: Points by seat with deposits already paid; None unknown.
        riichi: Whether each seat has declared riichi. accepted: … and its deposit is paid.
        dora_indicators: As turned so far.
        live_wall: Tiles left to draw. deposits: Riichi sticks. honba: Counters.
    """

    def __init__(self, round: Round, index: int, table: Tabletop) -> None:
        n = round.game.players
        self.round: Final = round
        self.index: Final = index
        ordered = [_ordered(table.hands[s], table.drawn[s]) for s in range(n)]
        self.hands: Final = tuple(Tiles(t.code for t in hand) for hand in ordered)
        self.hand_ids: Final = tuple(tuple(t.id for t in hand) for hand in ordered)
        self.drawn: Final = tuple(None if t is None else t.code for t in table.drawn[:n])
        self.melds: Final[tuple[tuple[Meld, ...], ...]] = tuple(map(tuple, table.melds[:n]))
        self.kita: Final = tuple(Tiles(t.code for t in k) for k in table.kita[:n])
        self.discards: Final[tuple[tuple[Discard, ...], ...]] = tuple(map(tuple, table.rivers[:n]))
        self.scores: Final = points_or_none(table.scores[:n])
        self.riichi: Final = tuple(table.riichi[:n])
        self.accepted: Final = tuple(table.accepted[:n])
        self.dora_indicators: Final = Tiles(t.code for t in table.indicators)
        self.live_wall: Final = table.live_wall
        self.deposits: Final = table.deposits

    @property
    def honba(self) -> int:
        """Counters of the round."""
        return self.round.honba

    @property
    def players(self) -> int:
        """Number of players."""
        return self.round.game.players

    @property
    def next_event(self) -> Event | None:
        """The event that follows, None at the end of the round."""
        return self.round.events[self.index] if self.index < len(self.round) else None

    @property
    def last_event(self) -> Event | None:
        """The event that led here, None before the first one."""
        return self.round.events[self.index - 1] if self.index else None

    def wind(self, seat: int) -> int:
        """Return the seat wind of ``seat``: 0 east … 3 north."""
        return (seat - self.round.dealer) % self.players

    def shanten(self, seat: int) -> int | None:
        """Return how far the hand is from tenpai (0 tenpai, -1 complete); None if unknown."""
        if UNKNOWN in self.hands[seat]:
            return None
        from ..engine.shape import kinds_of, shanten_of
        from ..engine.tables import shape_tables

        lo, hi = self._packed(self.hands[seat], seat)
        return int(shanten_of(lo, hi, kinds_of(self.players), shape_tables()))

    def waits(self, seat: int) -> Tiles:
        """Return the kinds that complete the hand, without its drawn tile; none when noten.

        A wait that the player holds four times is left out as the rules say
        (``fifth_tile_tenpai``). A hand that is to discard after a call has no waits.
        """
        from ..engine.shape import held_with_melds, kinds_of, waits_of
        from ..engine.tables import shape_tables

        tiles = self._resting(seat)
        if not tiles:
            return Tiles()
        lo, hi = self._packed(tiles, seat)
        tables, rule = shape_tables(), self.round.game.rules.fifth_tile_tenpai
        gone = 0
        if rule not in ("allow", "deny_own_hand"):
            gone = int(held_with_melds(lo, hi, self._meld_levels(seat), tables))
        mask = waits_of(lo, hi, gone, int(rule == "allow"), kinds_of(self.players), tables)
        kinds = _kinds_in(int(mask))
        if rule == "deny_visible" and not any(self.ukeire(seat).values()):
            return Tiles()
        return Tiles(kinds)

    def ukeire(self, seat: int) -> dict[int, int]:
        """Return the kinds that bring the hand nearer, with the copies ``seat`` cannot see.

        The hand is taken without its drawn tile; a hand that is to discard after a call has
        no ukeire. Kinds that are all in sight stand with 0; kinds that ``seat`` holds four
        times itself, melds counted, are left out.
        """
        from ..engine.shape import held_with_melds, kinds_of, ukeire_of
        from ..engine.tables import shape_tables

        tiles = self._resting(seat)
        if not tiles:
            return {}
        lo, hi = self._packed(tiles, seat)
        tables = shape_tables()
        gone = held_with_melds(lo, hi, self._meld_levels(seat), tables)
        mask = int(ukeire_of(lo, hi, gone, kinds_of(self.players), tables))
        seen = self.seen_by(seat)
        return {kind: max(4 - seen[kind], 0) for kind in _kinds_in(mask)}

    def furiten(self, seat: int) -> str:
        """Return ``none``, ``discard``, ``temporary`` or ``riichi``."""
        if self.index == 0:
            return FURITEN[0]
        row = self.round.first_event + self.index - 1
        return FURITEN[int(self.round.game.replay.furiten[row]) >> (2 * seat) & 3]

    @property
    def next_draws(self) -> Tiles | None:
        """The live tiles still to come, the next first; None when the wall is not known."""
        wall = self.round.wall
        if wall is None:
            return None
        return self._of_ids(wall.draws_from(*self._drawn_so_far()))

    @property
    def ura_indicators(self) -> Tiles | None:
        """The tiles under the dora indicators turned so far; None when not known."""
        wall = self.round.wall
        if wall is None:
            return None
        return self._of_ids(wall.ura_indicators[: len(self.dora_indicators)])

    def _drawn_so_far(self) -> tuple[int, int]:
        """Return how many live tiles and how many replacement tiles have been drawn."""
        first = self.round.first_event
        kinds = self.round.game.batch.events.kind[first : first + self.index]
        rinshan = self.round.game.replay.status[first : first + self.index] & RINSHAN
        draws = kinds == DRAW
        replaced = int(np.count_nonzero(draws & (rinshan != 0)))
        return int(np.count_nonzero(draws)) - replaced, replaced

    def _of_ids(self, ids: Any) -> Tiles:
        reds = int(sum(self.round.game.rules.aka) > 0)
        return Tiles(int(CODE_OF_ID[reds, i]) for i in ids)

    def legal(self, seat: int) -> list[Action]:
        """Return what ``seat`` may do at this moment, nothing when it is not asked.

        Raises:
            UnknownNameError: There is no such seat.
            TypeError: ``seat`` is no whole number.
        """
        from ..legality import actions_at

        return actions_at(self, seat)

    def seen_by(self, seat: int) -> list[int]:
        """Return for each kind how many tiles ``seat`` can see: its own and the open ones."""
        counts = [0] * 34
        tiles = [*self.hands[seat], *self.dora_indicators]
        for s in range(self.players):
            tiles += [d.tile for d in self.discards[s] if d.called_by is None]
            tiles += [code for meld in self.melds[s] for code in meld.tiles]
            tiles += self.kita[s]
        for code in tiles:
            if KIND[code] < 34:
                counts[int(KIND[code])] += 1
        return counts

    def text(self, *, lang: str = "en", seat: int | None = None) -> str:
        """Return the table as text; with ``seat`` only that player's hand is open."""
        from ..render.text import state_text

        return state_text(self, lang=lang, seat=seat)

    def svg(self, *, seat: int | None = None, viewer: int = 0) -> Svg:
        """Return the table as a picture seen from ``viewer``; ``seat`` as in :meth:`text`."""
        from ..render.svg import table_svg

        return table_svg(self, seat=seat, viewer=viewer)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<State {self.round.name} before event {self.index} of {len(self.round)}>"

    def __str__(self) -> str:
        return self.text()

    def _resting(self, seat: int) -> Tiles:
        """The hand without its drawn tile; empty when unknown or when a discard is due."""
        tiles = self.hands[seat]
        if self.drawn[seat] is not None:
            tiles = Tiles(tiles[:-1])
        return Tiles() if UNKNOWN in tiles or len(tiles) % 3 != 1 else tiles

    def _packed(self, tiles: Tiles, seat: int) -> tuple[int, int]:
        from ..engine.hands import pack_codes

        return pack_codes(tiles, melds=len(self.melds[seat]))

    def _meld_levels(self, seat: int) -> Any:
        """Tiles of the own melds counted as the shape kernels want them."""
        from ..engine.shape import add_copy

        levels = np.zeros(4, np.int64)
        for meld in self.melds[seat]:
            for code in meld.tiles:
                add_copy(levels, int(KIND[code]))
        return levels


def _kinds_in(mask: int) -> list[int]:
    return [kind for kind in range(34) if mask >> kind & 1]


def _ordered(hand: list[Tile], drawn: Tile | None) -> list[Tile]:
    """Sort a hand as players do, the tile just drawn last."""
    rest = list(hand)
    last: list[Tile] = []
    if drawn is not None and drawn in rest:
        rest.remove(drawn)
        last = [drawn]
    return sorted(rest, key=lambda t: (*sort_key(t.code), t.id)) + last
