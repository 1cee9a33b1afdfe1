"""A recorded game of American mahjong: what happened, event by event, nothing corrected.

Players are letters (``"A"`` to ``"D"``) that stay with the person for the whole game; which
wind a person sits on is said at the start of each hand. Tiles are codes of
:mod:`mjlog.american.tiles`, unknown ones 255. None means that the record does not say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from ..errors import MjlogError

if TYPE_CHECKING:
    from os import PathLike

    from .card import Card
    from .rules import AmericanRules
    from .state import State

__all__ = [
    "DRAW_SOURCES",
    "EVENT_TYPES",
    "LEGS",
    "LEVELS",
    "PERSONS",
    "RETRACTED",
    "WAYS",
    "Amend",
    "AmericanGame",
    "AmericanHand",
    "CardRef",
    "Challenge",
    "Claim",
    "Courtesy",
    "Dead",
    "Deal",
    "Discard",
    "Draw",
    "Event",
    "Exchange",
    "Level",
    "Mahjong",
    "Note",
    "Pass",
    "Retract",
    "SecondCharleston",
    "Settle",
    "ThrowIn",
    "Transfer",
    "Void",
    "WallGame",
]

#: How much a record tells: everything, what was said or shown, or one line for a hand.
Level = Literal["full", "public", "result"]
LEVELS: Final[tuple[Level, ...]] = ("full", "public", "result")
#: The passes of both Charlestons in order: right, across, left; left, across, right.
LEGS: Final = ("R1", "O1", "L1", "L2", "O2", "R2")
#: The letters of persons.
PERSONS: Final = ("A", "B", "C", "D")
#: Where a tile may be drawn from.
DRAW_SOURCES: Final = ("front", "wrong_end", "wrong_wall")
#: What may be taken back: words, and a tile that was picked but not racked.
RETRACTED: Final = ("claim", "mahjong", "exchange", "discard", "draw")
#: Ways to win, see :class:`Mahjong`.
WAYS: Final = ("discard", "self_pick", "heavenly", "earthly", "exchange")


@dataclass(slots=True, kw_only=True)
class Event:
    """What all events have.

    Attributes:
        line: 1-based line of the record it stands on, 0 where it was not read from one.
        ts: Time in the words of the record.
    """

    line: int = field(default=0, compare=False)
    ts: str | None = None


@dataclass(slots=True)
class Deal(Event):
    """The tiles dealt to a player: 14 to East, 13 to the others."""

    p: str
    tiles: list[int]


@dataclass(slots=True)
class Pass(Event):
    """One player's pass in a leg of a Charleston.

    ``tiles`` are all that were handed on and known; of these the last ``blind`` were forwarded
    unseen. ``iou`` counts tiles owed. ``leg`` is one of :data:`LEGS`.
    """

    leg: str
    p: str
    to: str
    tiles: list[int]
    blind: int = 0
    iou: int = 0


@dataclass(slots=True)
class SecondCharleston(Event):
    """Whether the second Charleston is played; ``stop_by`` is who stopped it, None if nobody."""

    stop_by: str | None


@dataclass(slots=True)
class Courtesy(Event):
    """The courtesy pass of two opposite players: wishes, the number agreed, the tiles given.

    An empty ``wish`` or empty ``tiles`` are not recorded; else both players stand in them.
    """

    pair: str
    wish: dict[str, int]
    n: int | None
    tiles: dict[str, list[int]]


@dataclass(slots=True)
class Draw(Event):
    """A tile from the wall; ``source`` is ``front``, ``wrong_end`` or ``wrong_wall``."""

    p: str
    tile: int
    source: str = "front"


@dataclass(slots=True)
class Discard(Event):
    """A discard. ``named`` is what was spoken where that differs from the tile, as a tile or as
    one of the words ``same`` and ``joker``; ``corrected`` says that the name was put right."""

    p: str
    tile: int
    named: int | str | None = None
    corrected: bool = False


@dataclass(slots=True)
class Claim(Event):
    """A claim of the discard ``tile`` of player ``of``.

    ``purpose`` is ``expose`` or ``mahjong``. For an exposure ``tiles`` holds the whole group
    as laid down, the claimed tile included, and ``size`` its size, or both are None where
    nothing was laid down. ``said`` is what was spoken.
    """

    p: str
    tile: int
    of: str
    purpose: Literal["expose", "mahjong"]
    size: int | None = None
    tiles: list[int] | None = None
    said: str | None = None


@dataclass(slots=True)
class Amend(Event):
    """A change of exposure ``i`` (0-based) of a player; ``tiles`` is the group afterwards."""

    p: str
    i: int
    tiles: list[int]


@dataclass(slots=True)
class Retract(Event):
    """Something taken back, one of :data:`RETRACTED`; a ``draw`` is put back in its place."""

    p: str
    what: str


@dataclass(slots=True)
class Exchange(Event):
    """A joker taken from exposure ``i`` (0-based) of player ``of`` for the natural ``tile``.

    ``gave`` is the tile really given, where it was another one.
    """

    p: str
    of: str
    i: int
    tile: int
    gave: int | None = None


@dataclass(slots=True)
class Mahjong(Event):
    """A declaration of mahjong, right or wrong.

    ``how`` is one of :data:`WAYS`, None where unknown; ``off`` the discarder (only with
    ``discard``); ``line`` and ``value`` (points) are what was announced; ``jokerless`` whether the
    bonus was announced. ``shown`` is ``none``, ``group`` or ``all``; ``tiles`` the concealed tiles
    shown, the winning tile included.
    """

    p: str
    how: str | None
    off: str | None = None
    line_id: str | None = None
    value: int | None = None
    jokerless: bool | None = None
    shown: str = "all"
    tiles: list[int] | None = None


@dataclass(slots=True)
class ThrowIn(Event):
    """A player other than the declarer disturbs his hand, or the wall."""

    p: str
    wrecked_wall: bool = False


@dataclass(slots=True)
class Challenge(Event):
    """Player ``p`` says that the hand of ``of`` is dead.

    ``ground`` is ``a`` (fits no line), ``b`` (must be concealed), ``c`` (key tiles are gone) or
    ``d`` (broke a rule); ``answer`` is ``accept`` or ``deny``.
    """

    p: str
    of: str
    ground: str | None = None
    text: str | None = None
    answer: str | None = None


@dataclass(slots=True)
class Dead(Event):
    """A hand is dead from here on; ``returned`` are the exposures (0-based) that go back to the
    rack, ``by`` is who declared it."""

    p: str
    cause: str | None = None
    returned: list[int] = field(default_factory=list)
    by: str | None = None


@dataclass(slots=True)
class WallGame(Event):
    """The wall is used up and nobody has won."""


@dataclass(slots=True)
class Void(Event):
    """The hand is thrown in; ``redeal`` says that it is dealt anew."""

    reason: str | None = None
    redeal: bool = True


@dataclass(slots=True)
class Transfer(Event):
    """Points that one player pays another on top of the hand's result, and why."""

    source: str
    to: str
    amount: int
    why: str | None = None


@dataclass(slots=True)
class Settle(Event):
    """The points that each player won or lost in the hand, and what came on top."""

    pay: dict[str, int]
    transfers: list[Transfer] = field(default_factory=list)


@dataclass(slots=True)
class Note(Event):
    """A remark of a judge or a scorer; says nothing to the replay."""

    text: str


#: JSON name of each kind of event that stands in a hand.
EVENT_TYPES: Final[dict[str, type[Event]]] = {
    "deal": Deal,
    "pass": Pass,
    "charleston2": SecondCharleston,
    "courtesy": Courtesy,
    "draw": Draw,
    "discard": Discard,
    "claim": Claim,
    "amend": Amend,
    "retract": Retract,
    "exchange": Exchange,
    "mahjong": Mahjong,
    "throw_in": ThrowIn,
    "challenge": Challenge,
    "dead": Dead,
    "wall_game": WallGame,
    "void": Void,
    "settle": Settle,
    "note": Note,
}


@dataclass(slots=True)
class AmericanHand:
    """One hand, from the deal to its settlement.

    Attributes:
        number: 1-based number in the game. round: 1-based round, None where unknown.
        east: The person who is East. seats: Person → ``E S W N``.
        dice: As recorded. wall: The 152 tiles in the order of the deal, None where unknown.
        seed: Seed of the wall where the record names one. ts: When it began, as recorded.
        events: In order. line: 1-based line of the record on which the hand starts.
        seats_told: Whether the record says who sits where; else the seats follow the rotation.
        game: The game that it was asked of, see :meth:`AmericanGame.hand`; else None.
    """

    number: int
    east: str
    seats: dict[str, str]
    round: int | None = None
    dice: str | None = None
    wall: list[int] | None = None
    seed: str | None = None
    ts: str | None = None
    events: list[Event] = field(default_factory=list)
    line: int = field(default=0, compare=False)
    seats_told: bool = field(default=True, compare=False)
    game: AmericanGame | None = field(default=None, init=False, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.events)

    def state(
        self,
        index: int,
        *,
        rules: AmericanRules | str | PathLike[str] | None = None,
        card: Card | str | PathLike[str] | None = None,
    ) -> State:
        """Return the table before event ``index``; ``len(hand)`` is the end.

        It is what ``mjlog show --step`` shows: racks (unknown tiles 255), exposures, the floor,
        the wall that is left, whose turn it is.

        Args:
            index: Number of the event from 0.
            rules, card: Instead of those that the record names; names, files or loaded ones.

        Raises:
            IndexError: ``index`` is below 0 or above the number of events.
            MjlogError: The hand was not asked of its game; no such rules, no such card.

        >>> from mjlog.parsers.american import parse_text
        >>> (game,) = parse_text("#AMN 1\\nhand 1 East A ; A -5C ; B +? -W ; C *W(B) =W,W,J")
        >>> state = game.hand(1).state(4)
        >>> state.players["C"].shown, state.wall_left, len(state.floor)
        ((Exposure(W: W W J),), 98, 1)
        """
        if self.game is None:
            raise MjlogError(
                f"hand {self.number} does not know its game, whose rules and card it is played "
                f"by; expected it from game.hand({self.number})"
            )
        from .moment import state_of

        return state_of(self.game, self, index, rules=rules, card=card)

    def __repr__(self) -> str:
        return f"<AmericanHand {self.number}: East {self.east}, {len(self.events)} events>"


@dataclass(slots=True)
class CardRef:
    """The card a game was played with: its id, and the SHA-256 of the file."""

    id: str | None = None
    sha256: str | None = None


@dataclass(slots=True)
class AmericanGame:
    """One recorded game.

    Attributes:
        id: Id of the record, else ``x`` and 16 hex digits of its content's SHA-256, the same
            for both forms of the record.
        source: Path (and member) it was read from. format: ``american`` or ``american-json``.
        ruleset: Name of the profile in the record. card: The card it names.
        players: Person (letter) → name (``""`` unknown), in the order of the first hand's E S W N.
        level: How much is recorded. stake: Money a point, as written. table_rules: House rules.
        hands: In order.
        totals: Points of each person at the end, None where not recorded.
        tournament: Tournament points of each person, None where not recorded.
        notes: Remarks outside a hand.
        ts: When the game began, in the words of the record. ended: Whether the record says that
            the game is over, and ended_ts when. line: 1-based line on which it starts.
    """

    id: str
    source: str = field(compare=False)
    ruleset: str | None
    card: CardRef
    players: dict[str, str]
    level: Level = "full"
    stake: str | None = None
    table_rules: list[str] = field(default_factory=list)
    hands: list[AmericanHand] = field(default_factory=list)
    totals: dict[str, int] | None = None
    tournament: dict[str, int] | None = None
    notes: list[Note] = field(default_factory=list)
    ts: str | None = None
    ended: bool = False
    ended_ts: str | None = None
    format: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)

    def __len__(self) -> int:
        return len(self.hands)

    def hand(self, number: int | str) -> AmericanHand:
        """Return the hand of that number, the first one if several have it.

        Args:
            number: As the record counts, ``3``; or in words, ``"hand 3"``, ``"第3局"``.

        Raises:
            UnknownNameError: There is none.

        >>> from mjlog.parsers.american import parse_text
        >>> (game,) = parse_text("#AMN 1\\nhand 1 East A ; wall game\\nhand 2 East B ; A -5C")
        >>> game.hand(2)
        <AmericanHand 2: East B, 1 events>
        >>> game.hand(2).state(1).floor
        [('A', 4)]
        """
        from ..seats import hand_called

        hand = hand_called(self, str(number))
        hand.game = self
        return hand

    def __repr__(self) -> str:
        names = ", ".join(name or p for p, name in self.players.items())
        count = f"{len(self.hands)} hand" + ("s" if len(self.hands) != 1 else "")
        return f"<AmericanGame {self.id}: {names}; {count}, {self.level}, {self.ruleset}>"
