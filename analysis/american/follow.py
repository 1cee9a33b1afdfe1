"""One hand followed from the deal to its end: what the tables tell beyond the record.

:func:`follow` feeds the replay with the events and looks at the table before and after each.
Distances need a card and known tiles; without them everything else is still there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from mjlog.american.card import Card, Exposure
from mjlog.american.model import (
    Amend,
    AmericanHand,
    Claim,
    Courtesy,
    Deal,
    Discard,
    Event,
    Exchange,
    Level,
    Mahjong,
    Note,
    Pass,
    SecondCharleston,
)
from mjlog.american.replay import HandReplay
from mjlog.american.rules import AmericanRules
from mjlog.american.state import PlayerState
from mjlog.american.tiles import FLOWER, JOKER, SOAP, UNKNOWN, format_tile

from .aim import Aim, Nearest, counts_of, knows, nearest_of
from .missed import Chances
from .rows import Row

__all__ = ["Declared", "Followed", "Person", "follow", "tile_texts"]

#: Tiles and exposures of a person.
Hand = tuple[bytes, tuple[Exposure, ...]]
#: Events that belong to the deal and the Charlestons.
_BEFORE_PLAY: Final = (Deal, Pass, SecondCharleston, Courtesy, Note)
#: Name of the courtesy among the legs.
COURTESY: Final = "C"


@dataclass(slots=True)
class Person:
    """What happened to one person in the hand.

    Attributes:
        deal: Tiles dealt, None unknown. deal_aim, start_aim, commit_aim: Nearest line as dealt,
            after the Charlestons, with the first exposure.
        now: Nearest line after the last own move. curve: The same after each own discard.
        set_turn, commit_turn: Own turns, None for never.
        exposed_jokers: Jokers in exposures when they were made.
        taken, own, given: Jokers taken from others, from own exposures, by others.
        missed: Counts of missed wins, claims and exchanges.
        dead_event, dead_turn: When the hand was declared dead.
    """

    deal: list[int] | None = None
    deal_aim: Aim | None = None
    start_aim: Aim | None = None
    commit_aim: Aim | None = None
    now: Aim | None = None
    curve: list[Aim | None] = field(default_factory=list)
    set_turn: int | None = None
    commit_turn: int | None = None
    exposed_jokers: int = 0
    taken: int = 0
    own: int = 0
    given: int = 0
    missed: Counter[str] = field(default_factory=Counter)
    dead_event: int | None = None
    dead_turn: int | None = None

    @property
    def line(self) -> str | None:
        """The line that the hand went for last."""
        return None if self.now is None else self.now.line


@dataclass(slots=True)
class Declared:
    """The table at a declaration of mahjong.

    Attributes:
        tiles: All fourteen tiles, exposed ones first; unknown ones 255.
        tile: The winning tile, None unknown. exposures: Number of exposures.
        turns: Own discards before it. wall_left: Tiles left in the wall.
        taken, given: Jokers taken from others, and taken by others.
        best: Id and value of the dearest line that the hand fits, None for none or unknown.
        jokerless: Whether no joker is among the tiles; None unknown.
    """

    tiles: list[int]
    tile: int | None
    exposures: int
    turns: int
    wall_left: int
    taken: int
    given: int
    best: tuple[str, int] | None
    jokerless: bool | None


@dataclass(slots=True)
class Followed:
    """A hand and everything that was seen on the way.

    Attributes:
        replay: The finished replay. people: Person → what happened to them.
        passes, exposures, exchanges: Rows of those tables, without game, hand and player.
        declared: Event → the table at that declaration.
        discards: Events of all discards.
    """

    replay: HandReplay
    people: dict[str, Person]
    passes: list[Row] = field(default_factory=list)
    exposures: list[Row] = field(default_factory=list)
    exchanges: list[Row] = field(default_factory=list)
    declared: dict[int, Declared] = field(default_factory=dict)
    discards: list[int] = field(default_factory=list)


def follow(
    hand: AmericanHand, rules: AmericanRules, card: Card | None = None, *, level: Level = "full"
) -> Followed:
    """Return a hand followed to its end.

    Args:
        hand: The recorded hand. rules: The profile in force.
        card: The card; None leaves distances and lines out.
        level: How much the record holds.
    """
    follower = _Follower(HandReplay(hand, rules, card, level=level))
    for event in hand.events:
        follower.take(event)
    return follower.finish()


def tile_texts(tiles: list[int]) -> list[str | None]:
    """Return tiles as tables hold them; unknown ones are null."""
    return [None if tile == UNKNOWN else format_tile(tile) for tile in tiles]


class _Follower:
    """Watches a replay on its way."""

    def __init__(self, replay: HandReplay) -> None:
        self.replay = replay
        self.card = replay.card
        self.state = replay.state
        self.people = {p: Person() for p in replay.state.order}
        self.found = Followed(replay, self.people)
        self.chances = Chances(replay)
        #: Person → hand and what is nearest to it, of the last look.
        self.nearest: dict[str, tuple[Hand, Nearest | None]] = {}
        self.leg: str | None = None
        self.leg_rows: list[Row] = []
        self.passed: dict[str, Counter[int]] = {p: Counter() for p in self.people}
        self.dealt = self.started = False
        self.placed: dict[str, list[Row]] = {p: [] for p in self.people}

    # --- the course

    def take(self, event: Event) -> None:
        """Take the next event."""
        if isinstance(event, Note) or not self._at_table(event):
            self.replay.apply(event)
            return
        if self.replay.level == "result":
            self.replay.apply(event)
            if isinstance(event, Mahjong):
                self._mahjong(event)
            return
        self._before(event)
        self.replay.apply(event)
        self._after(event)
        self._deaths()

    def _at_table(self, event: Event) -> bool:
        """Whether all persons of an event sit at the table; the replay leaves others out."""
        named = (getattr(event, name, None) for name in ("p", "of", "to", "off", "by"))
        return all(person in self.people for person in named if person)

    def finish(self) -> Followed:
        """Close the hand."""
        self._end_leg()
        if self.dealt and not self.started:
            self._start()
        self._count_missed(self.chances.resolve(None))
        self.replay.finish()
        self._drop_undone()
        rows = [row for placed in self.placed.values() for row in placed]
        self.found.exposures = sorted(rows, key=lambda row: row["event"])
        return self.found

    def _before(self, event: Event) -> None:
        if not isinstance(event, Deal) and not self.dealt:
            self._deal()
        if not (isinstance(event, Pass) and event.leg == self.leg):
            self._end_leg()
        if not isinstance(event, _BEFORE_PLAY) and not self.started:
            self._start()
        if isinstance(event, Pass) and self.leg is None:
            self.leg = event.leg
        if isinstance(event, Discard):
            now = self.people[event.p].now
            self._count_missed(self.chances.at_discard(event, now and now.away))
        self._count_missed(self.chances.resolve(event))

    def _after(self, event: Event) -> None:
        if isinstance(event, Pass):
            self._pass(event)
        elif isinstance(event, Courtesy):
            self._courtesy(event)
        elif isinstance(event, Discard):
            self._discard(event)
        elif isinstance(event, Claim):
            self._claim(event)
        elif isinstance(event, Amend):
            self._amend(event)
        elif isinstance(event, Exchange):
            self._exchange(event)
        elif isinstance(event, Mahjong):
            self._mahjong(event)
        self._drop_undone()

    def _aim(self, person: str, *, visible: bool = True) -> Aim | None:
        """Return the nearest line of a person now."""
        player = self.state.players[person]
        if self.card is None or not knows(player):
            return None
        counts, shown = counts_of(player.rack), player.shown
        hand = (counts.tobytes(), shown)
        if self.nearest.get(person, (None, None))[0] != hand:
            # a tile that is drawn and thrown again leaves the hand as it was
            found = nearest_of(self.card, counts, shown, kept=self.people[person].line)
            self.nearest[person] = (hand, found)
        nearest = self.nearest[person][1]
        if nearest is None:
            return None
        seen = counts + self.state.visible() if visible else counts
        return nearest.aim(np.maximum(self.card.table.supply - seen, 0))

    def _count_missed(self, missed: list[tuple[str, str]]) -> None:
        for person, what in missed:
            self.people[person].missed[what] += 1

    def _deaths(self) -> None:
        for name, person in self.people.items():
            player = self.state.players[name]
            if player.dead is not None and person.dead_event is None:
                person.dead_event, person.dead_turn = self.replay.index, player.discards

    # --- deal and Charlestons

    def _deal(self) -> None:
        self.dealt = True
        for name, person in self.people.items():
            rack = self.state.players[name].rack
            if rack and name in self.replay.dealing.events:
                person.deal = list(rack)
            person.now = person.deal_aim = self._aim(name, visible=False)

    def _start(self) -> None:
        self.started = True
        for name, person in self.people.items():
            person.start_aim = person.now = self._aim(name, visible=False)

    def _pass(self, event: Pass) -> None:
        known = bool(event.tiles) or self.replay.level == "full" or bool(event.iou)
        row = self._pass_row(event.leg, event.p, event.to, event.tiles if known else None)
        row |= {"blind": event.blind, "owed": event.iou}
        if any(earlier["person"] == event.p for earlier in self.leg_rows):
            # a debt (IOU) that is paid: the pass itself tells how far the hand has come
            row |= {"before_away": None, "before_natural": None, "repaid": True}
        self.leg_rows.append(row)

    def _end_leg(self) -> None:
        """Close a leg: tiles have changed hands, hands are measured again."""
        if self.leg is None:
            return
        moved = self.replay.passing.moved
        rows, self.leg, self.leg_rows = self.leg_rows, None, []
        for row in rows:
            self._after_pass(row, moved=moved)
        for row in rows:
            self.passed[row["person"]].update(row.pop("codes"))

    def _courtesy(self, event: Courtesy) -> None:
        pair = [p for p in event.pair if p in self.people]
        rows = []
        for name in pair:
            other = next((p for p in pair if p != name), name)
            tiles = event.tiles.get(name) if event.n != 0 else []
            row = self._pass_row(COURTESY, name, other, tiles)
            if tiles is None:
                row["number"] = event.n
            row |= {"blind": 0, "owed": 0, "wish": event.wish.get(name)}
            rows.append(row)
        for row in rows:
            self._after_pass(row, moved=True)
            self.passed[row["person"]].update(row.pop("codes"))

    def _pass_row(self, leg: str, person: str, to: str, tiles: list[int] | None) -> Row:
        kinds = dict.fromkeys(
            ("suited", "winds", "dragons", "flowers", "jokers", "pairs", "came_back")
        )
        if tiles is not None:
            kinds |= _kinds(tiles)
            back = Counter(tiles) & self.passed.get(to, Counter())
            kinds["came_back"] = sum(n for tile, n in back.items() if tile != UNKNOWN)
            if to in self.passed:
                self.passed[to] -= back
        before = self.people[person].now
        row: Row = {
            "event": self.replay.index, "leg": leg, "person": person, "to": to,
            "tiles": None if tiles is None else tile_texts(tiles),
            "number": None if tiles is None else len(tiles), "wish": None, **kinds,
            "before_away": before and before.away, "before_natural": before and before.natural,
            "after_away": None, "after_natural": None, "line": None,
            "codes": [] if tiles is None else tiles,
        }  # fmt: skip
        self.found.passes.append(row)
        return row

    def _after_pass(self, row: Row, *, moved: bool) -> None:
        person = self.people[row["person"]]
        person.now = self._aim(row["person"], visible=False) if moved else None
        repaid = row.pop("repaid", False)
        if person.now is not None and not repaid:
            row["after_away"], row["after_natural"] = person.now.away, person.now.natural
            row["line"] = person.now.line

    # --- the play

    def _discard(self, event: Discard) -> None:
        person, player = self.people[event.p], self.state.players[event.p]
        self.found.discards.append(self.replay.index)
        if player.dead is None:
            person.now = self._aim(event.p)
            person.curve.append(person.now)
            if person.set_turn is None and person.now is not None and person.now.away <= 1:
                person.set_turn = player.discards
        near = {
            p: None if other.now is None else other.now.away for p, other in self.people.items()
        }
        self.chances.open(event, near)

    def _claim(self, event: Claim) -> None:
        player = self.state.players[event.p]
        if event.purpose != "expose" or event.tiles is None:
            return
        index = len(player.exposures) - 1
        if index < len(self.placed[event.p]):
            return  # nothing was laid down, as after the end of a hand
        person, exposure = self.people[event.p], player.exposures[index]
        before, person.now = person.now, self._aim(event.p)
        row: Row = {
            "person": event.p, "exposure": index, "event": self.replay.index,
            "turn": player.discards + 1,
            "tile": None if exposure.kind == UNKNOWN else format_tile(exposure.kind),
            "size": exposure.size, "tiles": tile_texts(list(exposure.tiles)),
            "jokers": exposure.tiles.count(JOKER), "of": event.of, "amended": 0, "redeemed": 0,
            "returned": False, "lines": self._lines(player),
            "before_away": before and before.away, "before_natural": before and before.natural,
        }  # fmt: skip
        self.placed[event.p].append(row | self._aim_after(person.now))
        if index == 0:
            person.commit_turn, person.commit_aim = player.discards + 1, person.now

    @staticmethod
    def _aim_after(aim: Aim | None) -> Row:
        if aim is None:
            return {"after_away": None, "after_natural": None, "line": None}
        return {"after_away": aim.away, "after_natural": aim.natural, "line": aim.line}

    def _lines(self, player: PlayerState) -> int | None:
        from mjlog.american.card import accepting

        if self.card is None or any(UNKNOWN in (e.kind, *e.tiles) for e in player.shown):
            return None
        return len(accepting(self.card, player.shown))

    def _amend(self, event: Amend) -> None:
        unlocked = self.state.unlocked
        rows, player = self.placed[event.p], self.state.players[event.p]
        if unlocked is None or unlocked[:2] != (event.p, event.i) or event.i >= len(rows):
            return
        person, exposure, row = self.people[event.p], player.exposures[event.i], rows[event.i]
        person.now = self._aim(event.p)
        row["amended"] += 1
        row["size"], row["tiles"] = exposure.size, tile_texts(list(exposure.tiles))
        row["jokers"], row["lines"] = exposure.tiles.count(JOKER), self._lines(player)
        row |= self._aim_after(person.now)
        if event.i == 0:
            person.commit_aim = person.now

    def _exchange(self, event: Exchange) -> None:
        person, own = self.people[event.p], event.p == event.of
        before, person.now = person.now, self._aim(event.p)
        made = self.replay.last_exchange
        done = made is not None and (made.giver, made.owner) == (event.p, event.of)
        if done:
            person.own += own
            person.taken += not own
            self.people[event.of].given += not own
            if event.i < len(self.placed[event.of]):
                self.placed[event.of][event.i]["redeemed"] += 1
        after = self._aim_after(person.now)
        self.found.exchanges.append({
            "event": self.replay.index, "person": event.p,
            "turn": self.state.players[event.p].discards + 1, "of": event.of,
            "exposure": event.i, "own": own,
            "tile": None if event.tile == UNKNOWN else format_tile(event.tile),
            "wrong": event.gave is not None and event.gave != event.tile, "won": False,
            "before_away": before and before.away, "before_natural": before and before.natural,
            "after_away": after["after_away"], "after_natural": after["after_natural"],
        })  # fmt: skip

    def _mahjong(self, event: Mahjong) -> None:
        state, player, person = self.state, self.state.players[event.p], self.people[event.p]
        open_ = self.replay.declared
        if open_ is None:
            return
        concealed = list(event.tiles) if event.tiles else list(player.rack)
        exposed = [tile for exposure in player.shown for tile in exposure.tiles]
        matches = open_.judgement.matches
        tile = open_.tile if open_.how == "discard" else self._drawn(event.p)
        self.found.declared[self.replay.index] = Declared(
            exposed + concealed, None if tile == UNKNOWN else tile, len(player.shown),
            player.discards, state.wall_left, person.taken, person.given,
            (matches[0].line.id, matches[0].value) if matches else None,
            open_.judgement.jokerless,
        )  # fmt: skip

    def _drawn(self, person: str) -> int | None:
        undo = self.replay.undo_draw
        return undo.tile if undo is not None and undo.p == person else None

    def _drop_undone(self) -> None:
        """Forget exposures that a better claim, or their owner, took back."""
        for name, rows in self.placed.items():
            player, person = self.state.players[name], self.people[name]
            while len(rows) > len(player.exposures):
                rows.pop()
            if not rows:
                person.commit_turn = person.commit_aim = None
            person.exposed_jokers = sum(row["jokers"] for row in rows)
            for i, row in enumerate(rows):
                row["returned"] = i in player.returned


def _kinds(tiles: list[int]) -> dict[str, int]:
    counts = Counter(tile for tile in tiles if tile != UNKNOWN)
    number = {
        "suited": sum(n for tile, n in counts.items() if tile < 27),
        "winds": sum(n for tile, n in counts.items() if 27 <= tile < SOAP),
        "dragons": sum(n for tile, n in counts.items() if SOAP <= tile < 34),
        "flowers": counts[FLOWER],
        "jokers": counts[JOKER],
    }
    return number | {"pairs": sum(n // 2 for n in counts.values())}
