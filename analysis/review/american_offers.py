"""Discards of others that a player could claim: for mahjong, or for an exposure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from mjlog.american import legal
from mjlog.american.card import FAR, Exposure
from mjlog.american.model import Claim, Discard, Draw, Event, Mahjong
from mjlog.american.tiles import JOKER, UNKNOWN, format_tile, format_tiles

from ..american.missed import fate_of
from .american_seat import Seat, some
from .american_sight import Look, Sight
from .american_words import say
from .model import Choice, Decision, Weight

__all__ = ["Offers"]

Group = tuple[int, ...]


@dataclass(slots=True)
class _Offer:
    """A discard that may be claimed.

    Attributes:
        event: Event before which the choice stands. tile, of: The discard and who made it.
        rack, melds: The hand. sight: How near it is.
        wins: Lines that the tile completes, in words.
        groups: Group that may be laid down → the hand with it.
    """

    event: int
    tile: int
    of: str
    rack: Group
    melds: tuple[Group, ...]
    sight: Sight
    before: Look
    wins: str
    groups: dict[Group, Sight]


class Offers:
    """Watches what others discard, and what the player does about it."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.open: _Offer | None = None
        self._called = False  # whether mahjong was called before it is declared
        self._drawn = False  # whether a tile was drawn over the discard, and may be put back

    # --- a discard

    def discarded(self, index: int, event: Discard) -> None:
        """Look at a discard of another player that has just been made."""
        seat, self._called = self.seat, False
        player = seat.player
        if player.dead is not None or not player.known or event.tile in (UNKNOWN, JOKER):
            return
        matches = legal.winning_claim(seat.replay, seat.person)
        groups = legal.claim_groups(seat.replay, seat.person)
        if matches or groups:
            self.open = self._offer(index + 1, event.tile, event.p, seat.wins(matches), groups)

    def _offer(self, event: int, tile: int, of: str, wins: str, groups: list[Group]) -> _Offer:
        seat = self.seat
        sight = seat.sight()
        with_groups = {group: self._exposed(tile, group) for group in groups}
        return _Offer(
            event, tile, of, seat.rack(), seat.melds(), sight, sight.look(), wins, with_groups
        )

    def _exposed(self, tile: int, group: Group) -> Sight:
        """Return the hand with a group laid down, before the discard that follows."""
        used = list(group)
        used.remove(tile)
        shown = [*self.seat.player.shown, Exposure(tile, group)]
        return self.seat.sight_with(used, shown)

    # --- what follows

    def next(self, index: int, event: Event) -> None:
        """Take the next event, before it is applied: it may decide about the discard."""
        fate = fate_of(event, drawn=self._drawn)
        self._drawn = isinstance(event, Draw)
        if fate == "passed":
            self.close()
        mine = getattr(event, "p", None) == self.seat.person
        if mine and isinstance(event, Claim):
            self._claim(index, event)
        elif mine and isinstance(event, Mahjong):
            self._mahjong(index, event)
        elif fate in ("won", "withdrawn"):
            self.open = None
        elif fate == "claimed" and self.open is not None:
            self.open.groups.clear()  # mahjong goes before an exposure, and may still be called

    def close(self) -> None:
        """Nobody took the discard: the player let it go."""
        offer = self.open
        if offer is None:
            return
        nearest = min((s.away for s in offer.groups.values()), default=FAR)
        if offer.wins or nearest < offer.before.away:
            self._decide(None)
        self.open = None

    def _mahjong(self, index: int, event: Mahjong) -> None:
        seat, live = self.seat, self.seat.replay.state.live
        if event.how not in ("discard", None) or seat.player.dead is not None:
            return
        alone = self.open is None and event.how == "discard" and not self._called
        if alone and live is not None and seat.player.known:
            # declared though the tile does not complete the hand
            self.open = self._offer(index, live.tile, live.p, "", [])
        if self.open is not None:
            self._decide(Choice(say("mahjong", seat.lang), (self.open.tile,)), by=index)
        elif self._called:
            seat.acted[index] = len(seat.decisions) - 1

    def _claim(self, index: int, event: Claim) -> None:
        seat = self.seat
        player = seat.player
        if player.dead is not None or not player.known:
            return
        if self.open is None:  # out of time
            self.open = self._offer(index, event.tile, event.of, "", [])
        if event.purpose == "mahjong":
            self._called = True
            self._decide(Choice(say("mahjong", seat.lang), (event.tile,)), by=index)
        elif event.tiles is not None:
            group = self._group_of(event)
            if group is not None:
                self._decide(self._choice_of(group), by=index)

    def _group_of(self, event: Claim) -> Group | None:
        """Return the group laid down as the offer has it; None for one that is no group."""
        assert self.open is not None and event.tiles is not None
        laid = Counter(event.tiles)
        for group in self.open.groups:
            if Counter(group) == laid:
                return group
        group = tuple(sorted(event.tiles))
        used = laid - Counter([event.tile])
        if event.tile not in laid or UNKNOWN in laid or not self.seat.player.holds(used.elements()):
            return None
        self.open.groups[group] = self._exposed(event.tile, group)
        return group

    # --- the decision

    def _choice_of(self, group: Group) -> Choice:
        return Choice(say("expose", self.seat.lang, format_tiles(group)), group)

    def _decide(self, taken: Choice | None, *, by: int | None = None) -> None:
        """Add the decision; ``taken`` is what was claimed, None for a pass."""
        offer, seat = self.open, self.seat
        assert offer is not None
        self.open = None
        ranked: list[tuple[tuple[int, int], Choice]] = []
        away = say("away", seat.lang)
        if offer.wins or (taken is not None and taken.tiles == (offer.tile,)):
            name = " ".join(filter(None, (say("mahjong", seat.lang), offer.wins)))
            rest = seat.facts(offer.before)[1:]
            whole = "0" if offer.wins else seat.away(offer.before)
            facts = ((away, whole), *((what, "") for what, _ in rest))
            is_taken = taken is not None and taken.tiles == (offer.tile,)
            ranked.append(((-1, 0), Choice(name, (offer.tile,), facts, is_taken)))
        for group, sight in offer.groups.items():
            look, choice = sight.look(), self._choice_of(group)
            is_taken = taken is not None and taken.tiles == group
            ranked.append(((look.away, 0), Choice(choice.name, group, seat.facts(look), is_taken)))
        passing = Choice(say("pass", seat.lang), (), seat.facts(offer.before), taken is None)
        ranked.append(((offer.before.away, 1), passing))
        ranked.sort(key=lambda entry: entry[0])
        weight, remark, notes = self._judge(offer, taken)
        label = say("discard_of", seat.lang, *_in_order(offer, seat.lang))
        seat.decide(
            Decision(
                offer.event if by is None else by, label, "call", offer.rack, False, offer.melds,
                tuple(choice for _, choice in ranked), weight, remark, tuple(notes),
            ),
            by=by,
        )  # fmt: skip

    def _judge(self, offer: _Offer, taken: Choice | None) -> tuple[Weight, str, list[str]]:
        seat, lang = self.seat, self.seat.lang
        group = None if taken is None or taken.tiles == (offer.tile,) else taken.tiles
        if offer.wins and (taken is None or group is not None):
            seat.counts["wins_missed"] += 1
            return "much", say("win_missed", lang, offer.wins), []
        if taken is None:
            return "none", "", [say("nearer", lang)]
        if group is None:
            return "none", "", []
        seat.counts["exposures"] += 1
        sight, notes = offer.groups[group], []
        left = sight.lines
        died = [line for line in offer.sight.lines if line not in left]
        notes.append(say("left", lang, some(left, lang) or say("none", lang)))
        if died:
            notes.append(say("died", lang, some(died, lang)))
        weight, remark = seat.farther(sight.away, offer.before.away)
        return weight, say("exposed_far", lang, remark) if remark else "", notes


def _in_order(offer: _Offer, lang: str) -> tuple[str, str]:
    """Return tile and player in the order of the words."""
    tile = format_tile(offer.tile)
    return (offer.of, tile) if lang == "ja" else (tile, offer.of)
