"""The decisions of one player in one hand of American mahjong.

A hand is replayed event by event; before each the player's own rack, the exposures and the floor
are looked at, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.american import legal
from mjlog.american.card import FAR, Exposure
from mjlog.american.model import (
    Claim,
    Courtesy,
    Discard,
    Draw,
    Event,
    Exchange,
    Mahjong,
    Pass,
    Retract,
)
from mjlog.american.tiles import JOKER, UNKNOWN, format_tile, format_tiles

from .american_offers import Offers
from .american_seat import Seat
from .american_sight import Look, multisets
from .american_words import LEGS, say
from .model import Choice, Decision, Weight

__all__ = ["HandWalk"]

#: So many passes are listed.
LISTED: Final = 8
#: With so many exposures another hand is a threat, and a step back may be meant.
THREAT: Final = 2

Group = tuple[int, ...]


class HandWalk:
    """Follows a hand through the eyes of one player.

    Attributes:
        seat: Where the decisions are gathered.
        skipped: Choices that were not looked at, as tiles of the hand are not known.
        dead: First event after which the hand was dead, and the cause; None while it is alive.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.offers = Offers(seat)
        self.skipped = 0
        self.dead: tuple[int, str] | None = None
        self._drawn: int | None = None
        self._leg = ""

    def walk(self) -> None:
        """Go through the whole hand."""
        seat = self.seat
        for index, event in enumerate(seat.replay.hand.events):
            at_table = getattr(event, "p", seat.person) in seat.replay.state.order
            if at_table:
                self._before(index, event)
            seat.replay.apply(event)
            if at_table:
                self._after(index, event)
        self.offers.close()
        seat.replay.finish()

    def _before(self, index: int, event: Event) -> None:
        self.offers.next(index, event)
        if self.seat.player.dead is not None or not self._is_own(event):
            return
        if isinstance(event, Pass):
            self._pass(index, event)
        elif isinstance(event, Courtesy):
            self._courtesy(index, event)
        elif isinstance(event, Mahjong) and (event.how == "discard" or index in self.seat.acted):
            return  # with a discard of another player
        elif isinstance(event, (Discard, Exchange, Mahjong)):
            self._turn(index, event)

    def _is_own(self, event: Event) -> bool:
        if isinstance(event, Courtesy):
            return self.seat.person in event.pair
        return getattr(event, "p", None) == self.seat.person

    def _after(self, index: int, event: Event) -> None:
        player = self.seat.player
        if player.dead is not None and self.dead is None:
            self.dead = (index, player.dead)
        if isinstance(event, Discard) and event.p != self.seat.person:
            self.offers.discarded(index, event)
        if not self._is_own(event):
            return
        if isinstance(event, Draw):
            self._drawn = event.tile
        elif isinstance(event, Exchange):
            self._drawn = JOKER
        elif isinstance(event, (Claim, Discard, Retract)):
            self._drawn = None

    # --- the Charlestons

    def _pass(self, index: int, event: Pass) -> None:
        own = event.tiles[: max(len(event.tiles) - event.blind, 0)]
        label = LEGS[event.leg][self.seat.lang == "ja"] if event.leg in LEGS else event.leg
        if event.leg == self._leg:
            label = say("owed", self.seat.lang, label)
        self._leg = event.leg
        notes = [say("blind", self.seat.lang, event.blind)] if event.blind else []
        self._give(index, label, "pass", own, notes)

    def _courtesy(self, index: int, event: Courtesy) -> None:
        tiles = event.tiles.get(self.seat.person)
        if tiles:
            self._give(index, say("courtesy", self.seat.lang), "courtesy", tiles, [])
        elif tiles is None and event.n:
            self.skipped += 1

    def _give(
        self, index: int, label: str, kind: str, own: Sequence[int], notes: list[str]
    ) -> None:
        """Add the decision which tiles to hand on."""
        seat, lang = self.seat, self.seat.lang
        if UNKNOWN in own or not seat.player.known or not seat.player.holds(own):
            self.skipped += 1
            return
        if not own:
            return
        sight = seat.sight()
        taken = tuple(sorted(own))
        groups = multisets(legal.passes(seat.replay.state, seat.person), len(own))
        if taken not in groups:
            groups.append(taken)  # a joker among them, which the rules forbid
        looks = dict(zip(groups, sight.without(groups, helps=False), strict=True))
        allowed = [look for group, look in looks.items() if JOKER not in group]
        best = min((look.away for look in allowed), default=FAR)
        order = sorted(groups, key=lambda g: (JOKER in g, *_rank(looks[g]), -looks[g].number, g))
        listed = [g for i, g in enumerate(order) if i < LISTED or g == taken]
        choices = tuple(
            Choice(
                say("pass_tiles", lang, format_tiles(group)), group,
                seat.facts(looks[group], live=False), group == taken,
            )
            for group in listed
        )  # fmt: skip
        before = sight.look()
        kept = sum(look.away == best for look in allowed)
        notes.append(say("before", lang, seat.away(before), seat.lines(before)))
        notes.append(say("keep", lang, kept, len(allowed), f"{best}" if best != FAR else "-"))
        away = looks[taken].away
        weight, remark = seat.farther(away, best)
        if weight == "much":
            weight = "some"  # much can still come before the play
        seat.counts["passes"] += 1
        seat.counts["good_passes"] += away <= best
        seat.decide(
            Decision(
                index, label, kind, seat.rack(), False, (), choices, weight, remark, tuple(notes)
            ),
            by=index,
        )

    # --- the own turn

    def _turn(self, index: int, event: Discard | Exchange | Mahjong) -> None:
        seat, lang = self.seat, self.seat.lang
        player = seat.player
        if not player.known or not player.rack:
            self.skipped += 1
            return
        sight = seat.sight()
        kinds = sorted(set(player.rack))
        looks = dict(zip(kinds, sight.without([(k,) for k in kinds], face_up=True), strict=True))
        swaps = {(e.of, e.i, e.tile): self._swapped(e) for e in self._exchanges()}
        wins = seat.wins(legal.winning_hand(seat.replay, seat.person))
        choices = self._choices(looks, swaps, wins, event, sight.look())
        notes = self._threats()
        weight, remark = self._judge(event, looks, swaps, wins, notes)
        if isinstance(event, Discard) and event.tile == JOKER:
            notes.append(say("joker_thrown", lang))
        if sight.away == FAR:
            notes.append(say("no_line", lang))
        drawn = self._drawn if self._drawn in player.rack else None
        kind = "exchange" if isinstance(event, Exchange) else "turn"
        seat.decide(
            Decision(
                index, say("turn", lang, player.discards + 1), kind, seat.rack(drawn),
                drawn is not None, seat.melds(), choices, weight, remark, tuple(notes),
            ),
            by=index,
        )  # fmt: skip

    def _exchanges(self) -> list[Exchange]:
        """Return the joker exchanges that may be made, one for each natural and exposure."""
        return legal.exchanges(self.seat.replay, self.seat.person)

    def _swapped(self, exchange: Exchange) -> Look:
        """Return the hand after a joker exchange."""
        seat = self.seat
        shown = list(seat.player.shown)
        if exchange.of == seat.person:
            laid = seat.player.exposures[exchange.i]
            tiles = list(laid.tiles)
            tiles[tiles.index(JOKER)] = exchange.tile
            shown[shown.index(laid)] = Exposure(laid.kind, tuple(tiles))
        return seat.sight_with([exchange.tile], shown, gained=[JOKER]).look()

    def _choices(
        self,
        looks: dict[int, Look],
        swaps: dict[tuple[str, int, int], Look],
        wins: str,
        event: Discard | Exchange | Mahjong,
        now: Look,
    ) -> tuple[Choice, ...]:
        """Return what may be done on the own turn, the best by the facts first."""
        seat, lang, taken = self.seat, self.seat.lang, _key(event)
        ranked: list[tuple[tuple[int, ...], Choice]] = []
        for kind, look in looks.items():
            name = say("discard", lang, format_tile(kind))
            rank = (*_rank(look), 1, int(kind == JOKER), -look.live, kind)
            ranked.append(
                (rank, Choice(name, (kind,), seat.facts(look), taken == ("discard", kind)))
            )
        for (owner, i, tile), look in swaps.items():
            name = say("exchange", lang, format_tile(tile), owner)
            rank = (*_rank(look), 0, 0, -look.live, tile)
            is_taken = taken == ("exchange", owner, i, tile)
            ranked.append((rank, Choice(name, (tile,), seat.facts(look), is_taken)))
        ranked.sort(key=lambda entry: entry[0])
        choices = [choice for _, choice in ranked]
        if wins or taken == ("mahjong",):
            name = " ".join(filter(None, (say("mahjong", lang), wins)))
            first = Choice(name, (), seat.facts(now), taken == ("mahjong",))
            choices.insert(0 if wins else len(choices), first)
        if not any(choice.taken for choice in choices):
            choices += self._impossible(event)
        return tuple(choices)

    def _impossible(self, event: Discard | Exchange | Mahjong) -> list[Choice]:
        """Return what was done though the hand or the table did not allow it."""
        lang = self.seat.lang
        if isinstance(event, Mahjong) or event.tile == UNKNOWN:
            return []
        if isinstance(event, Exchange):
            name = say("exchange", lang, format_tile(event.tile), event.of)
        else:
            name = say("discard", lang, format_tile(event.tile))
        return [Choice(name, (event.tile,), (), True)]

    def _judge(
        self,
        event: Event,
        looks: dict[int, Look],
        swaps: dict[tuple[str, int, int], Look],
        wins: str,
        notes: list[str],
    ) -> tuple[Weight, str]:
        """Return what was given away; a step back before a threat becomes a note."""
        seat, lang = self.seat, self.seat.lang
        if isinstance(event, Mahjong):
            return "none", ""
        if wins and isinstance(event, Discard):
            seat.counts["wins_missed"] += 1
            return "much", say("win_missed", lang, wins)
        if not isinstance(event, Discard) or event.tile not in looks:
            return "none", ""
        best = min(look.away for look in looks.values())
        away = looks[event.tile].away
        seat.counts["discards"] += 1
        seat.counts["good_discards"] += away <= best
        nearer = min(swaps.items(), key=lambda swap: _rank(swap[1]), default=None)
        joker = ""
        if nearer is not None and nearer[1].away < best:
            (owner, _, tile), look = nearer
            seat.counts["jokers_left"] += 1
            joker = say("joker_left", lang, format_tile(tile), owner, look.away)
        weight, remark = seat.farther(away, best)
        if weight != "none" and notes:
            notes.append(remark)
            weight, remark = "none", ""
        if joker:
            return ("some" if weight == "none" else weight), "; ".join(
                filter(None, (remark, joker))
            )
        return weight, remark

    def _threats(self) -> list[str]:
        """Return who else shows so much that a hand may be given up for it."""
        state, lang = self.seat.replay.state, self.seat.lang
        return [
            say("threat", lang, person, len(state.players[person].shown))
            for person in state.order
            if person != self.seat.person
            and state.players[person].dead is None
            and len(state.players[person].shown) >= THREAT
        ]


def _rank(look: Look) -> tuple[int, int]:
    return look.away, look.natural


def _key(event: Discard | Exchange | Mahjong) -> tuple[object, ...]:
    """Return what was done, as the choices are called."""
    if isinstance(event, Discard):
        return "discard", event.tile
    if isinstance(event, Exchange):
        return "exchange", event.of, event.i, event.tile
    return ("mahjong",)
