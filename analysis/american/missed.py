"""Chances that were let go: discards not claimed, jokers not exchanged, wins not declared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal

from mjlog.american.card import Exposure
from mjlog.american.model import (
    Amend,
    Challenge,
    Claim,
    Dead,
    Discard,
    Draw,
    Event,
    Exchange,
    Mahjong,
    Note,
    Retract,
)
from mjlog.american.rulings.claims import window_fault
from mjlog.american.tiles import JOKER, UNKNOWN

from .aim import away_of, counts_of, knows

if TYPE_CHECKING:
    from mjlog.american.replay import HandReplay
    from mjlog.american.state import PlayerState

__all__ = ["Chances", "Fate", "fate_of"]

SMALLEST, LARGEST = 3, 6
#: What a person let go.
Missed = list[tuple[str, str]]


#: What becomes of the live discard.
Fate = Literal["open", "claimed", "won", "withdrawn", "passed"]
_DECIDE_NOTHING: Final = (Amend, Challenge, Dead, Draw, Note, Retract)


def fate_of(event: Event | None, *, drawn: bool) -> Fate:
    """Return what an event means for the live discard.

    A draw leaves it open as long as the tile may be put back; the event behind decides.

    Args:
        event: The event behind the discard, None for the end of the record.
        drawn: Whether the event before it was a draw over the discard.
    """
    if drawn and not (isinstance(event, Retract) and event.what == "draw"):
        return "passed"
    if isinstance(event, Claim):
        return "won" if event.purpose == "mahjong" else "claimed"
    if isinstance(event, Mahjong):
        return "won"
    if isinstance(event, Retract) and event.what == "discard":
        return "withdrawn"
    return "open" if isinstance(event, _DECIDE_NOTHING) else "passed"


class Chances:
    """Finds what the replay allows and the hand would gain by, and who did not take it.

    A win is missed when the tile completed the hand and nobody won with it. An exposure is
    missed when nobody claimed the tile and the hand would have come nearer to the card with it.
    """

    def __init__(self, replay: HandReplay) -> None:
        self.replay, self.card = replay, replay.card
        self.to_win: set[str] = set()
        self.to_expose: set[str] = set()
        self.drawn = False  # whether a tile was drawn over the discard, and may be put back

    # --- the discards of others

    def open(self, event: Discard, near: Mapping[str, int | None]) -> None:
        """Look who could use a discard that has just been made.

        Args:
            event: The discard. near: Person → tiles away, None unknown.
        """
        self.to_win, self.to_expose = set(), set()
        if self.card is None or event.tile in (JOKER, UNKNOWN):
            return
        for person, away in near.items():
            if person == event.p or away is None or not knows(self.replay.player(person)):
                continue
            if away <= 1 and self._wins(person, event):
                self.to_win.add(person)
            elif self._nearer(person, event, away):
                self.to_expose.add(person)

    def _wins(self, person: str, event: Discard) -> bool:
        player = self.replay.player(person)
        if window_fault(self.replay, person, event.p, event.tile, "mahjong") is not None:
            return False
        assert self.card is not None
        return away_of(self.card, counts_of([*player.rack, event.tile]), player.shown) == 0

    def _nearer(self, person: str, event: Discard, away: int) -> bool:
        """Whether an exposure of the discard brings the hand nearer to the card."""
        player, tile = self.replay.player(person), event.tile
        naturals, jokers = player.rack.count(tile), player.rack.count(JOKER)
        if naturals + jokers < SMALLEST - 1:
            return False
        if window_fault(self.replay, person, event.p, tile, "expose") is not None:
            return False
        assert self.card is not None
        for size in range(SMALLEST, min(naturals + jokers + 1, LARGEST) + 1):
            own = min(naturals, size - 1)
            used = size - 1 - own
            counts = counts_of(player.rack)
            counts[tile] -= own
            counts[JOKER] -= used
            group = Exposure(tile, (tile,) * (own + 1) + (JOKER,) * used)
            after = away_of(self.card, counts, [*player.shown, group])
            if after is not None and after < away:
                return True
        return False

    def resolve(self, event: Event | None) -> Missed:
        """Return who let the live discard go, once an event (None: the end) decides it."""
        drawn, self.drawn = self.drawn, isinstance(event, Draw)
        fate = fate_of(event, drawn=drawn)
        if fate in ("won", "withdrawn"):
            self.to_win, self.to_expose = set(), set()
        elif fate == "claimed":
            self.to_expose = set()  # a mahjong goes before it, and may still be called
        elif fate == "passed":
            if not (drawn or isinstance(event, (Discard, Exchange)) or event is None):
                self.to_expose = set()
            return self._let_go()
        return []

    def _let_go(self) -> Missed:
        missed = [(p, "wins") for p in sorted(self.to_win)]
        missed += [(p, "claims") for p in sorted(self.to_expose)]
        self.to_win, self.to_expose = set(), set()
        return missed

    # --- one's own turn

    def at_discard(self, event: Discard, near: int | None) -> Missed:
        """Return what the discarder lets go; called before the discard is applied.

        Args:
            event: The discard. near: Tiles away after the last move; a draw brings one at most.
        """
        state, player = self.replay.state, self.replay.player(event.p)
        # East's first turn is prepared by the replay only when the discard comes
        opening = not state.discards and event.p == state.east
        mine = opening or (state.turn == event.p and state.taken)
        if self.card is None or not mine or not knows(player) or player.size != 14:
            return []
        offers = self._offers(player)
        if not offers and near is not None and near > 1:
            return []
        away = away_of(self.card, counts_of(player.rack), player.shown)
        if away == 0:
            return [(event.p, "wins")]
        if away is not None and any(self._gains(player, *offer, away) for offer in offers):
            return [(event.p, "exchanges")]
        return []

    def _offers(self, player: PlayerState) -> list[tuple[PlayerState, Exposure]]:
        """Return the exposures with a joker for which a player holds the natural."""
        return [
            (owner, exposure)
            for owner in self.replay.state.players.values()
            for exposure in owner.shown
            if JOKER in exposure.tiles and exposure.kind in player.rack
        ]

    def _gains(
        self, player: PlayerState, owner: PlayerState, exposure: Exposure, away: int
    ) -> bool:
        """Whether the joker of an exposure brings a hand nearer to the card."""
        assert self.card is not None
        counts = counts_of(player.rack)
        counts[exposure.kind] -= 1
        counts[JOKER] += 1
        shown = list(player.shown)
        if owner is player:
            tiles = list(exposure.tiles)
            tiles[tiles.index(JOKER)] = exposure.kind
            shown[shown.index(exposure)] = Exposure(exposure.kind, tuple(tiles))
        after = away_of(self.card, counts, shown)
        return after is not None and after < away
