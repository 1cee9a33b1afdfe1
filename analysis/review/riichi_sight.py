"""What a seat can see: how each choice leaves its hand, and which tiles are safe.

Everything here comes from the seat's own tiles and from what lies open on the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import ANKAN, CHI, KAKAN, PON
from mjlog.engine.hands import TILE_HI, TILE_LO, pack_codes
from mjlog.engine.shape import (
    add_copy,
    discard_choices,
    held_with_melds,
    kinds_of,
    shape_of,
    waits_of,
)
from mjlog.engine.tables import shape_tables
from mjlog.engine.turns import forbidden_discards
from mjlog.rules.columns import rules_row
from mjlog.tiles import KIND, RED_BIT, next_dora, sort_key

if TYPE_CHECKING:
    from mjlog.legality import Action
    from mjlog.views import State

__all__ = ["Shape", "Sight", "Threat", "is_as_safe", "threats_to"]

#: From so many open melds on a player counts as a threat.
MANY_MELDS: Final = 3


@dataclass(frozen=True, slots=True)
class Shape:
    """How a hand of 3n + 1 tiles stands.

    Attributes:
        shanten: 0 tenpai.
        kinds: Kinds that bring it nearer; in tenpai the waits, as the rules count them.
        copies: How many of these the seat cannot see.
        discard: Code of the discard that leads here, -1 none.
    """

    shanten: int
    kinds: tuple[int, ...]
    copies: int
    discard: int = -1

    @property
    def rank(self) -> tuple[int, int]:
        """Smaller is better: shanten, then the copies."""
        return self.shanten, -self.copies


class Sight:
    """The tiles as one seat sees them at one moment.

    Args:
        state: The table; only the seat's own hand and open tiles of it are read.
        seat: Who looks.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.hand = list(state.hands[seat])
        self.seen: Final = state.seen_by(seat)
        self._rule = state.round.game.rules.fifth_tile_tenpai
        self._kinds = kinds_of(state.players)
        self._dora = [next_dora(code, state.players) for code in state.dora_indicators if code < 37]

    def resting(self, drop: Iterable[int] = (), melds: int = 0) -> Shape:
        """Return how the hand stands without the tiles of ``drop``, of which a kan is made.

        Args:
            drop: Own tiles that leave the hand. melds: How many melds more there are.
        """
        hand = self._without(drop)
        lo, hi = pack_codes(hand, melds=len(self.state.melds[self.seat]) + melds)
        levels = self._levels(drop)
        tables = shape_tables()
        gone = int(held_with_melds(lo, hi, levels, tables))
        shanten, mask = shape_of(lo, hi, gone, self._kinds, tables)
        return self._shape(lo, hi, levels, int(shanten), int(mask))

    def discards(self, call: Action | None = None) -> dict[int, Shape]:
        """Return by discarded kind how the hand stands after it.

        Args:
            call: A chi or pon that is made before, whose swaps (喰い替え) are left out.
        """
        used: tuple[int, ...] = () if call is None else call.used
        taken = () if call is None or call.tile is None else (call.tile,)
        hand = self._without(used)
        melds = len(self.state.melds[self.seat]) + (call is not None)
        lo, hi = pack_codes(hand, melds=melds)
        levels, tables = self._levels([*used, *taken]), shape_tables()
        gone = int(held_with_melds(lo, hi, levels, tables))
        after, masks = np.zeros(34, np.int8), np.zeros(34, np.int64)
        held = int(discard_choices(lo, hi, gone, self._kinds, tables, after, masks))
        banned = 0 if call is None else self._banned(call)
        found: dict[int, Shape] = {}
        for kind in range(34):
            if held >> kind & 1 and not banned >> kind & 1:
                rest = lo - int(TILE_LO[kind]), hi - int(TILE_HI[kind])
                shape = self._shape(*rest, levels, int(after[kind]), int(masks[kind]))
                found[kind] = Shape(shape.shanten, shape.kinds, shape.copies, kind)
        return found

    def after_call(self, call: Action) -> Shape:
        """Return how the hand stands after a chi, pon or open kan and the best discard."""
        if call.kind == "daiminkan":
            return self.resting(call.used, melds=1)
        after = self.discards(call)
        best = min(after.values(), key=lambda shape: (*shape.rank, shape.discard))
        return Shape(best.shanten, best.kinds, best.copies, self._held(best.discard, call.used))

    def worth(self, code: int) -> int:
        """Return how many dora a tile is, red fives counted."""
        return int(RED_BIT[code] > 0) + self._dora.count(int(KIND[code]))

    def _held(self, kind: int, used: Iterable[int]) -> int:
        """Return the tile of a kind that would be discarded: the one worth least."""
        own = [code for code in self._without(used) if KIND[code] == kind]
        return min(own, key=lambda code: (self.worth(code), sort_key(code)))

    def _without(self, drop: Iterable[int]) -> list[int]:
        hand = list(self.hand)
        for code in drop:
            hand.remove(code)
        return hand

    def _levels(self, more: Iterable[int]) -> NDArray[np.int64]:
        """Count the tiles of the own melds and those of ``more``."""
        levels = np.zeros(4, np.int64)
        tiles = [code for meld in self.state.melds[self.seat] for code in meld.tiles]
        for code in [*tiles, *self.state.kita[self.seat], *more]:
            if KIND[code] < 34:
                add_copy(levels, int(KIND[code]))
        return levels

    def _banned(self, call: Action) -> int:
        kind = {"chi": CHI, "pon": PON}[call.kind]
        row = rules_row(self.state.round.game.rules)
        used = sum(code << 8 * i for i, code in enumerate([*call.used, 255, 255][:4]))
        return int(forbidden_discards(row, kind, call.tile or 0, used))

    def _shape(
        self,
        lo: int,
        hi: int,
        levels: NDArray[np.int64],
        shanten: int,
        mask: int,
    ) -> Shape:
        rule = self._rule
        if shanten == 0:
            tables, gone = shape_tables(), 0
            if rule not in ("allow", "deny_own_hand"):
                gone = int(held_with_melds(lo, hi, levels, tables))
            mask = int(waits_of(lo, hi, gone, int(rule == "allow"), self._kinds, tables))
        kinds = tuple(kind for kind in range(34) if mask >> kind & 1)
        copies = sum(max(4 - self.seen[kind], 0) for kind in kinds)
        if shanten == 0 and rule == "deny_visible" and not copies:
            kinds = ()
        return Shape(shanten, kinds, copies)


# --- what others may be waiting for -----------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Threat:
    """A player whose hand is to be feared.

    Attributes:
        seat: Who.
        turn: Turn of the riichi, 0 for a player with three open melds or more.
        riichi: Whether riichi is declared.
        safe: Kinds that this player cannot win on by ron (現物): discarded by the player, or by
            others since the riichi.
    """

    seat: int
    turn: int
    riichi: bool
    safe: frozenset[int]

    def is_suji(self, kind: int) -> bool:
        """Tell whether no two-sided wait on ``kind`` is free of furiten (筋)."""
        if kind >= 27:
            return False
        number = kind % 9
        lower, higher = kind - 3 in self.safe, kind + 3 in self.safe
        return (number < 3 or lower) and (number > 5 or higher)

    def safety(self, kind: int) -> int:
        """Return 2 for genbutsu, 1 for suji, 0 for neither."""
        return 2 if kind in self.safe else int(self.is_suji(kind))


def threats_to(state: State, seat: int) -> list[Threat]:
    """Return the other players in riichi or with three open melds, by seat."""
    found = []
    for other in range(state.players):
        if other == seat:
            continue
        opened = sum(meld.kind != ANKAN for meld in state.melds[other])
        if state.riichi[other] or opened >= MANY_MELDS:
            found.append(_threat(state, other))
    return found


def _threat(state: State, other: int) -> Threat:
    river = state.discards[other]
    safe = {int(KIND[d.tile]) for d in river if d.tile < 37}
    turn = next((i for i, d in enumerate(river, 1) if d.riichi), 0)
    if turn:
        since = river[turn - 1].event
        shown = [d for s in range(state.players) for d in state.discards[s] if d.event > since]
        safe |= {int(KIND[d.tile]) for d in shown if d.tile < 37}
        added = [e for e in state.round.events[since : state.index] if e.kind == KAKAN]
        safe |= {int(KIND[e.tile]) for e in added if e.tile < 37 and e.seat != other}
    return Threat(other, turn, state.riichi[other], frozenset(safe))


def is_as_safe(threats: Iterable[Threat], kind: int, than: int) -> bool:
    """Tell whether ``kind`` is at least as safe as ``than`` against every threat."""
    return all(threat.safety(kind) >= threat.safety(than) for threat in threats)
