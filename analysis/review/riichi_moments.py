"""What own turns and tiles of others have in common: options, facts, notes.

Everything said of a moment comes from what its player could see, the events by which the
choice was carried out apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from mjlog.codes import UNKNOWN
from mjlog.legality import actions_at
from mjlog.tiles import KIND, format_tile, sort_key

from .model import Choice, Decision
from .riichi_sight import Shape, Sight, Threat
from .riichi_words import Speech, tiles_text

if TYPE_CHECKING:
    from mjlog.views import State, Win

__all__ = ["Choosing", "Moment", "Option", "Seen", "dealt_in_text"]


@dataclass(slots=True)
class Seen:
    """What a moment adds to the summary of the review.

    Attributes:
        judged: A discard that was free to choose, nobody to be feared.
        widest: … and kept shanten and the most tiles that help.
        passed: A win was let go.
    """

    judged: bool = False
    widest: bool = False
    passed: bool = False


@dataclass(slots=True)
class Option:
    """A choice before it is put into words.

    Attributes:
        kind, tile, used: As in :class:`mjlog.legality.Action`.
        shape: How it leaves the hand, None for a win or an abortive draw.
        points: Value of a win.
        riichi: Whether riichi can be declared with this discard.
        legal: Whether the rules allow it.
    """

    kind: str
    tile: int = UNKNOWN
    used: tuple[int, ...] = ()
    shape: Shape | None = None
    points: int | None = None
    riichi: bool = False
    legal: bool = True
    taken: bool = False

    @property
    def is_win(self) -> bool:
        """Whether it ends the hand."""
        return self.kind in ("tsumo", "ron")

    @property
    def tile_kind(self) -> int:
        """Kind of its tile, 255 if there is none."""
        return int(KIND[self.tile])


@dataclass(slots=True)
class Moment:
    """A decision with what the review has to know about it.

    Attributes:
        decision: The decision.
        events: Events of the hand by which it was carried out.
        forced: Nothing else could be done.
        seen: For the summary.
    """

    decision: Decision
    events: tuple[int, ...] = ()
    forced: bool = False
    seen: Seen = field(default_factory=Seen)


class Choosing:
    """What the two kinds of moment have in common."""

    def __init__(self, state: State, seat: int, speech: Speech) -> None:
        self.state, self.seat, self.speech = state, seat, speech
        self.say: Final[Callable[..., str]] = speech.say
        self.sight = Sight(state, seat)
        self.legal = actions_at(state, seat)
        self.turn = len(state.discards[seat]) + 1
        self.threats: list[Threat] = []
        self.seen = Seen()

    def name(self, option: Option) -> str:
        """Return an option in words, ``discard 3p``."""
        tile = "" if option.tile == UNKNOWN else format_tile(option.tile)
        return self.say(option.kind, tile=tile, used=tiles_text(option.used))

    def choices(self, options: Sequence[Option]) -> tuple[Choice, ...]:
        """Put options into words; facts that no option has are left out.

        That no tile is safe is said where somebody is to be feared.
        """
        rows = [self._facts(option) for option in options]
        shown = {"safe"} if self.threats else set()
        shown |= {key for row in rows for key, value in row.items() if value}
        used = [key for key in rows[0] if key in shown]
        return tuple(
            Choice(
                self.name(option),
                _tiles_of(option),
                tuple((self.say(key), row[key]) for key in used),
                option.taken,
            )
            for option, row in zip(options, rows, strict=True)
        )

    def _facts(self, option: Option) -> dict[str, str]:
        shape = option.shape
        facts = dict.fromkeys(
            ("shanten", "helps", "waits", "copies", "then", "can_riichi", "furiten", "safe",
             "suji", "value"), ""
        )  # fmt: skip
        if option.points is not None:
            facts["value"] = self.say("points", points=option.points)
        if shape is not None:
            tenpai = shape.shanten == 0
            facts["shanten"] = self.say("tenpai") if tenpai else str(shape.shanten)
            facts["waits" if tenpai else "helps"] = tiles_text(shape.kinds)
            facts["copies"] = str(shape.copies)
        self._more_facts(option, facts)
        return facts

    def _more_facts(self, option: Option, facts: dict[str, str]) -> None:
        """Add the facts that only this kind of moment has."""

    def furiten_note(self) -> list[str]:
        """Return the furiten of the hand as it stands and the tile that caused it."""
        kind = self.state.furiten(self.seat)
        if kind == "none":
            return []
        row = self.state.round.first_event + self.state.index - 1
        tile = int(self.state.round.game.replay.furiten_tile[row, self.seat])
        return [self.say(f"furiten_{kind}", tile=format_tile(tile))]

    def threat_notes(self) -> list[str]:
        """Return who is in riichi or has three open melds."""
        notes = []
        for threat in self.threats:
            who = self.speech.wind(self.state, threat.seat)
            if threat.turn:
                turn = self.say("turn", turn=threat.turn)
                notes.append(self.say("riichi_of", who=who, turn=turn))
            else:
                notes.append(
                    self.say("riichi_of_open" if threat.riichi else "three_melds", who=who)
                )
        return notes

    def melds(self) -> tuple[tuple[int, ...], ...]:
        """Return the seat's melds, the tiles of its kita behind them."""
        melds = [tuple(meld.tiles) for meld in self.state.melds[self.seat]]
        if self.state.kita[self.seat]:
            melds.append(tuple(self.state.kita[self.seat]))
        return tuple(melds)

    def win_remark(self, win: Option) -> str:
        """Return that a win was let go, and count it."""
        self.seen.passed = True
        return self.say("win_passed", what=self.name(win), points=win.points)


def _tiles_of(option: Option) -> tuple[int, ...]:
    if option.kind in ("chi", "pon", "daiminkan"):
        return tuple(sorted((*option.used, option.tile), key=sort_key))
    if option.kind == "ankan":
        return option.used
    return () if option.tile == UNKNOWN else (option.tile,)


def dealt_in_text(state: State, win: Win, speech: Speech) -> str:
    """Return that the seat's tile was won on: by whom, and for how much if that is recorded."""
    who, tile = speech.who(state, win.seat), format_tile(win.tile)
    if win.points is None:
        return speech.say("dealt_in", who=who, tile=tile)
    return speech.say("dealt_in_for", who=who, tile=tile, points=win.points)
