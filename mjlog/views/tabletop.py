"""What lies on the table: hands, melds and rivers, rebuilt by walking the recorded events.

This is the plain-Python side of the views (:mod:`mjlog.views`); it applies what was
recorded and never judges it. A tile that the record takes from a hand which does not hold
it is taken from the hand's unknown tiles, or from nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from .. import codes
from ..codes import UNKNOWN, UNKNOWN_POINTS
from ..tiles import KIND, format_tiles, sort_key

__all__ = ["Discard", "Meld", "Slot", "Tabletop", "Tile", "Tiles", "points_or_none"]

KAN_KINDS: Final = (codes.DAIMINKAN, codes.KAKAN, codes.ANKAN)


class Tile(NamedTuple):
    """A tile code and its physical id (255 unknown)."""

    code: int
    id: int = UNKNOWN


class Tiles(tuple[int, ...]):
    """Tile codes that read as mpsz and show themselves as a picture in Jupyter.

    >>> Tiles((0, 1, 2, 35))
    Tiles('123m0p')
    """

    __slots__ = ()

    def __str__(self) -> str:
        return format_tiles(self)

    def __repr__(self) -> str:
        return f"Tiles({str(self)!r})"

    def _repr_svg_(self) -> str:
        from ..render.svg import hand_svg

        return hand_svg(self)


class Slot(NamedTuple):
    """One place of a meld as it is laid out, left to right.

    Attributes:
        code: Tile code.
        sideways: Whether it is turned: the tile that was taken from somebody.
        face_down: Whether its back is shown (outer tiles of a concealed kan).
        on_top: Code of the tile laid on this one (the added tile of an added kan), else 255.
    """

    code: int
    sideways: bool = False
    face_down: bool = False
    on_top: int = UNKNOWN


@dataclass(frozen=True, slots=True)
class Meld:
    """One meld.

    Attributes:
        kind: ``codes.CHI``, ``PON``, ``DAIMINKAN``, ``KAKAN`` or ``ANKAN``.
        seat: Who holds it.
        own: The tiles that came from the holder's hand (an added tile not among them).
        called: The tile taken from a river; None in a concealed kan.
        from_seat: Whose tile it was; ``seat`` itself in a concealed kan.
        added: The tile added to a pon; None otherwise.
    """

    kind: int
    seat: int
    own: tuple[Tile, ...]
    called: Tile | None
    from_seat: int
    added: Tile | None = None

    @property
    def name(self) -> str:
        """``chi``, ``pon``, ``daiminkan``, ``kakan`` or ``ankan``."""
        return codes.EVENT_KINDS[self.kind]

    @property
    def tiles(self) -> Tiles:
        """All tiles, sorted."""
        parts = [*self.own, *(t for t in (self.called, self.added) if t is not None)]
        return Tiles(sorted((t.code for t in parts), key=sort_key))

    @property
    def position(self) -> int:
        """Where the called tile came from: 1 right 下家, 2 across 対面, 3 left 上家, 0 own."""
        return (self.from_seat - self.seat) % 4

    def slots(self) -> tuple[Slot, ...]:
        """Return the tiles as they lie before the holder, left to right.

        The turned tile stands left, in the middle or right, as it came from the left, from
        across or from the right; an added tile lies on the turned one. A concealed kan has
        its outer tiles face down, with a red five among the two that are seen.
        """
        own = sorted((t.code for t in self.own), key=sort_key)
        if self.called is None:
            reds_last = sorted(own, key=lambda code: 34 <= code <= 36)
            order = (reds_last[0], *reds_last[2:], reds_last[1]) if len(own) == 4 else tuple(own)
            last = len(order) - 1
            return tuple(Slot(c, face_down=i in (0, last)) for i, c in enumerate(order))
        on_top = UNKNOWN if self.added is None else self.added.code
        turned = Slot(self.called.code, sideways=True, on_top=on_top)
        place = {3: 0, 2: 1}.get(self.position, len(own))
        upright = [Slot(code) for code in own]
        return (*upright[:place], turned, *upright[place:])

    def _repr_svg_(self) -> str:
        from ..render.svg import meld_svg

        return meld_svg(self)

    def __str__(self) -> str:
        """Return mpsz with ``'`` after the turned tile, ``(…)`` around an added one.

        A concealed kan's hidden tiles are ``#``: ``#05p#``.
        """
        return format_slots(self.slots())


def format_slots(slots: Iterable[Slot]) -> str:
    """Return a laid-out meld as text: ``0'55p``, ``22'(2)2p``, ``#05m#``."""
    digits, suit = "", ""
    for slot in slots:
        text = format_tiles((slot.code,))
        suit = text[1:]
        mark = "'" if slot.sideways else ""
        top = "" if slot.on_top == UNKNOWN else f"({format_tiles((slot.on_top,))[0]})"
        digits += "#" if slot.face_down else text[0] + mark + top
    if digits.endswith("#"):
        return digits[:-1] + suit + "#"
    return digits + suit


@dataclass(frozen=True, slots=True)
class Discard:
    """One tile in a river.

    Attributes:
        tile, tile_id: Code and physical id.
        event: Index of the discard among the events of its round.
        tsumogiri: Discarded as drawn; None when the record does not say.
        riichi: The riichi declaration tile.
        sideways: Laid sideways: the declaration tile, or the tile after it when that one
            was called away.
        called_by: Who took it with chi, pon or kan; None.
        ronned: Whether it was won on.
    """

    tile: int
    tile_id: int
    event: int
    tsumogiri: bool | None
    riichi: bool = False
    sideways: bool = False
    called_by: int | None = None
    ronned: bool = False


@dataclass(slots=True)
class Step:
    """One recorded event in plain integers, what :meth:`Tabletop.apply` takes.

    ``used`` holds the caller's own tiles; ``deltas`` the recorded change of points of a
    win or a draw (None when not recorded), ``returned`` the sticks that a void hand gives back.
    """

    index: int
    kind: int
    seat: int
    tile: Tile
    from_seat: int
    used: tuple[Tile, ...]
    aux: int
    deltas: tuple[int, ...] | None = None
    returned: int = 0


@dataclass(slots=True)
class Tabletop:
    """The mutable table of one round; lists are by seat.

    Attributes:
        hands: Concealed tiles, the drawn one last.
        drawn: The tile that a seat has drawn and not yet discarded or melded.
        melds, rivers, kita: What lies face up.
        scores: Points now, deposits already paid.
        riichi, accepted: Riichi declared; deposit paid.
        indicators: Dora indicators turned.
        live_wall: Tiles that can still be drawn.
        deposits: Riichi sticks on the table.
        riichi_bet: Points of one stick.
    """

    hands: list[list[Tile]]
    scores: list[int]
    indicators: list[Tile]
    live_wall: int
    deposits: int
    riichi_bet: int
    drawn: list[Tile | None] = field(default_factory=lambda: [None] * 4)
    melds: list[list[Meld]] = field(default_factory=lambda: [[], [], [], []])
    rivers: list[list[Discard]] = field(default_factory=lambda: [[], [], [], []])
    kita: list[list[Tile]] = field(default_factory=lambda: [[], [], [], []])
    riichi: list[bool] = field(default_factory=lambda: [False] * 4)
    accepted: list[bool] = field(default_factory=lambda: [False] * 4)
    _declaring: list[bool] = field(default_factory=lambda: [False] * 4)
    _turn_next: list[bool] = field(default_factory=lambda: [False] * 4)
    # False after a kan or kita, whose tile may be robbed: then no river tile is ronned.
    _discarded_last: bool = False

    def apply(self, step: Step) -> None:
        """Apply one event as recorded."""
        kind = step.kind
        if kind in (codes.DISCARD, codes.KITA, *KAN_KINDS):
            self._discarded_last = kind == codes.DISCARD
        if kind == codes.DRAW:
            self.live_wall -= 1
            self.hands[step.seat].append(step.tile)
            self.drawn[step.seat] = step.tile
        elif kind == codes.DISCARD:
            self._discard(step)
        elif kind in (codes.CHI, codes.PON, codes.DAIMINKAN):
            self._call(step)
        elif kind == codes.KAKAN:
            self._add_to_pon(step)
        elif kind == codes.ANKAN:
            self._take(step.seat, step.used)
            self.melds[step.seat].append(Meld(kind, step.seat, step.used, None, step.seat))
        elif kind == codes.KITA:
            self._take(step.seat, (step.tile,))
            self.kita[step.seat].append(step.tile)
        elif kind == codes.RIICHI:
            self.riichi[step.seat] = self._declaring[step.seat] = True
        elif kind == codes.RIICHI_ACCEPTED:
            self._accept(step.seat)
        elif kind == codes.DORA:
            self.indicators.append(step.tile)
        elif kind in (codes.WIN, codes.RYUUKYOKU):
            self._finish(step)

    def _discard(self, step: Step) -> None:
        seat = step.seat
        tsumogiri = None if step.aux < 0 else bool(step.aux)
        river = self.rivers[seat]
        riichi, self._declaring[seat] = self._declaring[seat], False
        sideways, self._turn_next[seat] = riichi or self._turn_next[seat], False
        river.append(Discard(step.tile.code, step.tile.id, step.index, tsumogiri, riichi, sideways))
        self._take(seat, (step.tile,))

    def _call(self, step: Step) -> None:
        self._take(step.seat, step.used)
        meld = Meld(step.kind, step.seat, step.used, step.tile, step.from_seat)
        self.melds[step.seat].append(meld)
        river = self.rivers[step.from_seat] if step.from_seat < 4 else []
        if river:
            river[-1] = replace(river[-1], called_by=step.seat)
            # The declaration has to be seen in the river: the next tile is laid sideways.
            self._turn_next[step.from_seat] |= river[-1].sideways

    def _add_to_pon(self, step: Step) -> None:
        self._take(step.seat, (step.tile,))
        melds = self.melds[step.seat]
        for place, meld in enumerate(melds):
            if meld.kind == codes.PON and KIND[meld.own[0].code] == KIND[step.tile.code]:
                melds[place] = replace(meld, kind=codes.KAKAN, added=step.tile)
                return
        melds.append(Meld(codes.KAKAN, step.seat, (), step.tile, step.from_seat))

    def _accept(self, seat: int) -> None:
        self.accepted[seat] = True
        self.deposits += 1
        if self.scores[seat] != UNKNOWN_POINTS:
            self.scores[seat] -= self.riichi_bet

    def _finish(self, step: Step) -> None:
        if step.kind == codes.WIN:
            self.deposits = 0
            river = self.rivers[step.from_seat] if step.from_seat < 4 else []
            if step.from_seat != step.seat and river and self._discarded_last:
                river[-1] = replace(river[-1], ronned=True)
        self.deposits -= step.returned
        if step.deltas is not None:
            self.pay(step.deltas)

    def pay(self, deltas: Iterable[int]) -> None:
        """Change the points of each seat, as far as they are known."""
        for seat, delta in enumerate(deltas):
            if UNKNOWN_POINTS not in (delta, self.scores[seat]):
                self.scores[seat] += delta

    def _take(self, seat: int, tiles: Iterable[Tile]) -> None:
        """Remove ``tiles`` from a hand: the same physical tile, the same code, or an unknown."""
        hand = self.hands[seat]
        for tile in tiles:
            place = _place_of(hand, tile)
            if place is not None:
                del hand[place]
        self.drawn[seat] = None


def points_or_none(row: Iterable[int]) -> tuple[int | None, ...]:
    """Return points with None for what the record does not say."""
    return tuple(None if v == UNKNOWN_POINTS else int(v) for v in row)


def _place_of(hand: list[Tile], tile: Tile) -> int | None:
    """Return where ``tile`` is in ``hand``; failing that one of the same code, or an unknown."""
    if tile.id != UNKNOWN and tile in hand:
        return hand.index(tile)
    for code in (tile.code, UNKNOWN):
        for place, own in enumerate(hand):
            if own.code == code:
                return place
    return None
