"""The replay of a hand of American mahjong: every state, and every breach of the rules.

:class:`HandReplay` is fed with events one by one. Applying is tolerant: a fault is noted as a
:class:`Breach` and the replay goes on with what the record says happened, in such a way that the
same fault is not found again at every later event. The simulator and the audit use the same
replay; what a player may do is asked of :mod:`.legal`.

The rulings stand apart, one module a subject, in :mod:`.rulings`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import numpy as np

from .card import Card, Exposure
from .model import (
    PERSONS,
    Amend,
    AmericanHand,
    Challenge,
    Claim,
    Courtesy,
    Dead,
    Deal,
    Discard,
    Draw,
    Event,
    Exchange,
    Level,
    Mahjong,
    Note,
    Pass,
    Retract,
    SecondCharleston,
    Settle,
    ThrowIn,
    Void,
    WallGame,
)
from .rules import AmericanRules
from .rulings import (
    charleston,
    claims,
    dead_hands,
    dealing,
    endings,
    exchanges,
    mahjong,
    mahjong_error,
    retraction,
    slips,
    tileset,
    turns,
)
from .state import WINDS, PlayerState, State, visible_counts
from .tiles import UNKNOWN

__all__ = ["Breach", "HandReplay", "HandResult", "replay_hand"]

ResultKind = Literal[
    "win", "wall", "void", "mahjong_in_error", "misname", "out_of_turn", "wrong_end",
    "wrecked_wall", "three_dead", "unknown",
]  # fmt: skip


@dataclass(slots=True)
class Breach:
    """One breach of the rules, or one fault of the record.

    Attributes:
        code: Code without ``A-``. event: Index of the event in the hand.
        player: Who it concerns. detail: What happened, in words.
        recorded, expected: JSON values.
        note: Whether nothing follows from it (it is reported as a note).
    """

    code: str
    event: int
    player: str | None
    detail: str
    recorded: Any = None
    expected: Any = None
    note: bool = False


@dataclass(slots=True)
class HandResult:
    """How a hand ended.

    Attributes:
        kind: ``win``, ``wall``, ``void`` (dealt anew), ``mahjong_in_error`` (one intact hand was
            left), ``misname``, ``out_of_turn`` and ``wrong_end`` (mahjong on such a discard),
            ``wrecked_wall``, ``three_dead``, ``unknown`` where the record ends early.
        winner: Who is paid. how: ``discard``, ``self_pick``, ``exchange``, ``heavenly`` or
            ``earthly`` as the replay sees it. off: The discarder.
        line, value: What was announced. jokerless: Whether the bonus was announced.
        jokerless_true: Whether the 14 tiles hold no joker; None where unknown.
        no_bonus: Whether the line is one without a bonus; None without a card.
        payer: Who pays alone after an error. receivers: The intact players.
        misnamed_joker: Whether the misnamed discard is a joker.
        event: Index of the declaration, or of what ended the hand.
        dead: Players whose hands are dead at the end.
        exposures: Exposed groups of each player at the end.
        wrong: Code of the breach for which the win is none, None for a right one.
    """

    kind: ResultKind = "unknown"
    winner: str | None = None
    how: str | None = None
    off: str | None = None
    line: str | None = None
    value: int | None = None
    jokerless: bool | None = None
    jokerless_true: bool | None = None
    no_bonus: bool | None = None
    payer: str | None = None
    receivers: tuple[str, ...] = ()
    misnamed_joker: bool = False
    event: int | None = None
    dead: tuple[str, ...] = ()
    exposures: dict[str, int] = field(default_factory=dict)
    wrong: str | None = None


@dataclass(slots=True)
class View:
    """What everybody could see after an event: the floor, exposures by player."""

    event: int
    floor: tuple[tuple[str, int], ...]
    shown: dict[str, tuple[Exposure, ...]]

    @property
    def visible(self) -> np.ndarray:
        """Everything that lies face up as counts by code, shape (39,)."""
        return visible_counts(self.floor, self.shown.values())


class HandReplay:
    """A hand on its way from the deal to the settlement.

    Args:
        hand: The hand; its ``events`` are not applied by themselves.
        rules: The profile in force. card: The card, None where unknown.
        level: How much the record holds.

    Attributes:
        state: The table as it stands. index: Index of the event that is applied.
        breaches: In the order in which they were found.
        not_checked: (check, reason) → how often it could not be made.
        result: How the hand ended. settle: The settlement recorded.
        views: What could be seen, after every event that changed it.
        unsure: Whether a tile of the record was already found where it cannot be; other tiles
            that are not there follow from it and are not reported again.
    """

    def __init__(
        self,
        hand: AmericanHand,
        rules: AmericanRules,
        card: Card | None = None,
        *,
        level: Level = "full",
    ) -> None:
        if card is not None and not rules.flower_jokers:
            card = card.strict_flowers
        self.hand, self.rules, self.card, self.level = hand, rules, card, level
        order = _order(hand)
        self.state = State({p: PlayerState(p) for p in order}, order)
        self.index = -1
        self.breaches: list[Breach] = []
        self.not_checked: Counter[tuple[str, str]] = Counter()
        self.result = HandResult()
        self.settle: Settle | None = None
        self.views: list[View] = []
        self.unsure = False
        self.events: list[Event] = []
        self.dealing = dealing.Dealing()
        self.passing = charleston.Passing()
        self.wrong_counts: set[str] = set()
        self.early: str | None = None  # who drew before East's first discard
        self.acting_dead: str | None = None  # who is being reported for acting with a dead hand
        self.undo_draw: turns.UndoDraw | None = None
        self.played_on = False  # whether play after the end of the hand was reported
        self.put_back = UNKNOWN  # the tile that went back to its place, the next to be drawn
        self.skipped: str | None = None  # whose turn was taken by another
        self.offences: dict[str, str] = {}
        self.slips = slips.Slips()
        self.claimed: claims.Placed | None = None
        # claims for mahjong by player: event, and whether a fault was reported for it
        self.claim_faults: dict[str, tuple[int, bool]] = {}
        self.wrong_exchanges: list[exchanges.Pending] = []
        self.last_exchange: exchanges.Made | None = None
        self.declared: mahjong.Declaration | None = None
        self.errors = mahjong_error.Errors()
        self.challenges: list[dead_hands.Dispute] = []
        self.last_name: int | None = None  # kind of the last discard as it was spoken

    # --- what the subjects use

    def fault(
        self,
        code: str,
        player: str | None,
        detail: str,
        *,
        recorded: Any = None,
        expected: Any = None,
        event: int | None = None,
        note: bool = False,
    ) -> Breach:
        """Note a breach at the current event (or another) and return it."""
        at = self.index if event is None else event
        breach = Breach(code, at, player, detail, recorded, expected, note)
        self.breaches.append(breach)
        return breach

    def skip(self, check: str, reason: str) -> None:
        """Count a check that cannot be made."""
        self.not_checked[check, reason] += 1

    def missing(self, code: str, player: str, detail: str, *, recorded: Any = None) -> bool:
        """Report a tile that is not where it was taken from, once a hand.

        Returns:
            Whether it was reported: what comes later may follow from the first one.
        """
        if self.unsure:
            self.skip(f"A-{code}", "an earlier tile of this hand is not where the record has it")
            return False
        self.unsure = True
        self.fault(code, player, detail, recorded=recorded)
        return True

    def player(self, person: str) -> PlayerState:
        """Return the state of a player."""
        return self.state.players[person]

    def begin_play(self, event: Event) -> None:
        """Close the deal and the Charleston before the first event of the play."""
        if self.state.phase in ("deal", "charleston"):
            charleston.close(self, event)
            self.state.phase = "play"
            self.state.turn, self.state.taken = self.state.east, True

    def look(self) -> None:
        """Keep what can be seen now."""
        shown = {p: s.shown for p, s in self.state.players.items()}
        self.views.append(View(self.index, tuple(self.state.floor), shown))

    # --- events

    def apply(self, event: Event) -> None:
        """Apply the next event; never raises for what a record can hold."""
        self.index += 1
        self.events.append(event)
        if isinstance(event, Note):
            return
        strangers = _persons(event) - set(self.state.order)
        if strangers:
            self.skip("an event", f"{', '.join(sorted(strangers))} does not sit at the table")
            return
        if self.level == "result" and isinstance(event, (Draw, Discard, Claim)):
            turns.as_told(self, event)
            return
        if not isinstance(event, Settle):
            mahjong.before(self, event)
        if isinstance(event, (Amend, Discard, Exchange)):
            slips.before_action(self, event.p)
        claims.before(self, event)
        if endings.plays_on(self, event):
            return
        _HANDLERS[type(event)](self, event)
        if self.state.phase in ("play", "over") and self.level != "result":
            if not isinstance(event, Draw):
                self.look()
            tileset.check(self, event)

    def finish(self) -> HandResult:
        """Close the hand after its last event and return how it ended."""
        self.index += 1
        if self.state.phase in ("deal", "charleston") and self.events and not self.settle:
            charleston.stop(self)
        mahjong.close(self)
        claims.close(self)
        dead_hands.close(self)
        endings.close(self)
        result = self.result
        result.dead = tuple(p for p in self.state.order if self.player(p).dead)
        result.exposures = {p: len(self.player(p).shown) for p in self.state.order}
        if result.event is None and result.kind == "unknown":
            mahjong_error.ended_early(self)
        self.breaches.sort(key=lambda breach: breach.event)
        return result

    # --- states

    @property
    def states(self) -> list[State]:
        """The state before every event and at the end."""
        fresh = HandReplay(self.hand, self.rules, self.card, level=self.level)
        kept = [fresh.state.copy()]
        for event in self.events:
            fresh.apply(event)
            kept.append(fresh.state.copy())
        return kept

    def state_at(self, index: int) -> State:
        """Return the state before event ``index``; ``len(events)`` is the end."""
        fresh = HandReplay(self.hand, self.rules, self.card, level=self.level)
        for event in self.events[:index]:
            fresh.apply(event)
        return fresh.state


def _order(hand: AmericanHand) -> tuple[str, ...]:
    """Return the persons in turn order, East first; seats that are missing go by the letters."""
    seats = {p: wind for p, wind in hand.seats.items() if wind in WINDS}
    if not seats:
        first = PERSONS.index(hand.east)
        return tuple(PERSONS[first:] + PERSONS[:first])
    order = sorted(seats, key=lambda p: (WINDS.index(seats[p]), p != hand.east))
    return tuple(order)


def _persons(event: Event) -> set[str]:
    """Return the persons that an event names."""
    named = (getattr(event, name, None) for name in ("p", "of", "to", "off", "by"))
    return {person for person in named if person}


def _settle(replay: HandReplay, event: Event) -> None:
    assert isinstance(event, Settle)
    replay.settle = event
    mahjong.close(replay)
    endings.three_dead(replay)


_HANDLERS: Final[dict[type[Event], Callable[[HandReplay, Any], None]]] = {
    Deal: dealing.deal,
    Pass: charleston.pass_tiles,
    SecondCharleston: charleston.second,
    Courtesy: charleston.courtesy,
    Draw: turns.draw,
    Discard: turns.discard,
    Claim: claims.claim,
    Amend: claims.amend,
    Retract: retraction.retract,
    Exchange: exchanges.exchange,
    Mahjong: mahjong.declare,
    ThrowIn: mahjong_error.throw_in,
    Challenge: dead_hands.challenge,
    Dead: dead_hands.declare_dead,
    WallGame: endings.wall_game,
    Void: endings.void,
    Settle: _settle,
}


def replay_hand(
    hand: AmericanHand,
    rules: AmericanRules,
    card: Card | None = None,
    *,
    level: Level = "full",
) -> HandReplay:
    """Replay a whole hand.

    Args:
        hand: The recorded hand. rules: The profile in force.
        card: The card; None leaves out the checks that need one (they are counted).
        level: How much the record holds.
    """
    replay = HandReplay(hand, rules, card, level=level)
    for event in hand.events:
        replay.apply(event)
    replay.finish()
    return replay
