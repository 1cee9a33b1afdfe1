"""What a record says about single things: an event, a win, a draw, a place at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .. import codes
from ..codes import EVENT_KINDS, UNKNOWN
from ..tiles import format_tile
from .tabletop import Tiles

__all__ = ["Draw", "Event", "Incident", "Place", "Win", "YakuEntry", "yaku_entry"]


class Place(NamedTuple):
    """A player's end of a game.

    Attributes:
        seat, name: Who.
        place: 1–4; a tie goes to the seat nearer to the first dealer.
        score: Points at the end.
        points: Placement points with uma and oka, None when not recorded.
    """

    seat: int
    name: str
    place: int
    score: int
    points: float | None


class YakuEntry(NamedTuple):
    """One line of a recorded yaku list; ``han`` is None when not recorded."""

    id: int
    name: str
    ja: str
    han: int | None


@dataclass(frozen=True, slots=True)
class Event:
    """One recorded event (kinds: :data:`mjlog.codes.EVENT_KINDS`).

    ``tile`` is a tile code (255 none), ``used`` the caller's own tiles of a meld,
    ``tsumogiri`` is None for what is no discard or where the record does not say.
    """

    index: int
    kind: int
    seat: int | None
    tile: int
    tile_id: int
    from_seat: int | None
    used: Tiles
    tsumogiri: bool | None

    @property
    def name(self) -> str:
        """The kind as a word, ``draw`` or ``pon``."""
        return EVENT_KINDS[self.kind]

    def __repr__(self) -> str:
        parts = [f"{self.index} {self.name}"]
        if self.seat is not None:
            parts.append(f"seat {self.seat}")
        if self.tile != UNKNOWN or self.kind in (codes.DRAW, codes.DISCARD):
            parts.append(format_tile(self.tile) + ("'" if self.tsumogiri else ""))
        if self.used:
            parts.append(f"with {self.used}")
        if self.from_seat is not None and self.from_seat != self.seat:
            parts.append(f"from seat {self.from_seat}")
        return f"<Event {' '.join(parts)}>"


@dataclass(frozen=True, slots=True)
class Win:
    """One win as it was recorded; None where the record is silent.

    Attributes:
        seat, from_seat: Winner and payer of a ron (the same on tsumo).
        tile: Winning tile. hand: Concealed tiles shown, the winning one included.
        yaku: Recorded entries in order, dora among them.
        han, fu, points, limit, yakuman: As recorded; ``points`` without honba and deposits.
        deltas: Change of each seat's points.
        ura: Ura indicators shown.
        pao_seat: Liable seat.
        event: Index among the events of the round.
    """

    seat: int
    from_seat: int
    tile: int
    hand: Tiles
    yaku: tuple[YakuEntry, ...]
    han: int | None
    fu: int | None
    points: int | None
    limit: str | None
    yakuman: int | None
    deltas: tuple[int | None, ...]
    indicators: Tiles
    ura: Tiles
    pao_seat: int | None
    event: int

    @property
    def tsumo(self) -> bool:
        """Whether the tile was self-drawn."""
        return self.seat == self.from_seat

    def __repr__(self) -> str:
        how = "tsumo" if self.tsumo else f"ron from seat {self.from_seat}"
        return f"<Win seat {self.seat} {how} {format_tile(self.tile)} {self.points}>"


@dataclass(frozen=True, slots=True)
class Draw:
    """The end of a round that nobody won, as recorded.

    Attributes:
        kind: ``exhaustive``, ``kyuushu_kyuuhai`` … (:data:`mjlog.codes.DRAW_KINDS`).
        shown: Whether each seat showed its hand; None when not recorded.
        deltas: Change of each seat's points.
        event: Index among the events of the round.
    """

    kind: str
    shown: tuple[bool | None, ...]
    deltas: tuple[int | None, ...]
    event: int


@dataclass(frozen=True, slots=True)
class Incident:
    """An error at the table, or what followed from one, as recorded.

    Attributes:
        kind: ``wrong_call``, ``dead_hand`` … (:data:`mjlog.codes.INCIDENT_KINDS`).
        seat: Who erred, or bears the consequence; None unknown or nobody.
        by_seat: Who pointed it out or ruled; None nobody, or not recorded.
        tiles: Tiles that it is about.
        flag: What it says stands with each kind in :mod:`mjlog.codes`; None not recorded.
        deltas: Change of each seat's points; None where not recorded.
        text: The words of a ruling or a remark.
        event: Index of the event of the round before which it happened.
    """

    kind: str
    seat: int | None
    by_seat: int | None
    tiles: Tiles
    flag: bool | None
    deltas: tuple[int | None, ...]
    text: str
    event: int


def yaku_entry(number: int, han: int) -> YakuEntry:
    """Return the entry of a yaku id (or ``YAKU_DORA`` …) with ``han``, -1 unknown."""
    known = han if han >= 0 else None
    if number < len(codes.YAKU):
        yaku = codes.YAKU[number]
        return YakuEntry(number, yaku.name, yaku.ja, known)
    name, ja = codes.DORA_NAMES.get(number, (f"yaku {number}", f"役{number}"))
    return YakuEntry(number, name, ja, known)
