"""Tiles of others in a riichi review: chi, pon, kan and ron that were offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mjlog import codes
from mjlog.codes import CHI, DAIMINKAN, DISCARD, PON, RYUUKYOKU, UNKNOWN, WIN
from mjlog.legality import Action
from mjlog.tiles import KIND, format_tile

from .model import Decision, Weight
from .riichi_moments import Choosing, Moment, Option
from .riichi_words import Speech

if TYPE_CHECKING:
    from mjlog.views import Event, State

__all__ = ["call_moment", "why_no_win"]

_CALLS: Final = {CHI: "chi", PON: "pon", DAIMINKAN: "daiminkan"}
_ASIDE: Final = (codes.RIICHI_ACCEPTED, codes.DORA, codes.DISCONNECT, codes.RECONNECT)


def call_moment(state: State, seat: int, speech: Speech, *, banned: bool = False) -> Moment | None:
    """Return the decision on a tile that another player has just shown, None if there is none.

    Args:
        state: The table just after the tile was shown. seat: Who may take it.
        speech: The language. banned: The tile must not be won on (a ruling at the table).
    """
    moment = _Call(state, seat, speech, banned)
    return moment.moment() if moment.options else None


def why_no_win(state: State, seat: int, speech: Speech) -> list[str]:
    """Say why the tile just discarded cannot be won on though it completes the hand.

    Returns:
        A sentence, or nothing where it does not complete the hand or can be won on.
    """
    return _Call(state, seat, speech, False).no_win_notes()


class _Call(Choosing):
    def __init__(self, state: State, seat: int, speech: Speech, banned: bool) -> None:
        super().__init__(state, seat, speech)
        last = state.last_event
        assert last is not None and last.seat is not None
        self.shown, self.owner = last, last.seat
        self.banned = banned
        self.done, self.events = self._done()
        self.options = self._options()

    def _options(self) -> list[Option]:
        options = [self._option(a) for a in self.legal if a.kind in ("chi", "pon", "daiminkan")]
        if not self.banned:
            options += [self._option(a) for a in self.legal if a.kind == "ron"]
        done = self.done
        if done is not None and done.kind != "pass":
            same = [
                o for o in options if (o.kind, sorted(o.used)) == (done.kind, sorted(done.used))
            ]
            if not same:
                done.legal = False
                options.append(done)
                same = [done]
            same[0].taken = True
        if options:
            passed = done is not None and done.kind == "pass"
            options.append(Option("pass", shape=self.sight.resting(), taken=passed))
        options.sort(key=_call_order)
        return options

    def _option(self, action: Action) -> Option:
        shape = None if action.kind == "ron" else self.sight.after_call(action)
        return Option(action.kind, action.tile or 0, action.used, shape, action.points)

    def _done(self) -> tuple[Option | None, tuple[int, ...]]:
        """Return what the seat did, None where others came first or the record ends."""
        following = [e for e in self.state.round.events[self.state.index :] if e.kind not in _ASIDE]
        wins = _leading_wins(following)
        own = next((e for e in wins if e.seat == self.seat), None)
        if own is not None:
            return Option("ron", own.tile), (own.index,)
        if not following:
            return None, ()
        event = following[0]
        draw = self.state.round.draw
        called_off = event.kind == RYUUKYOKU and draw is not None and draw.kind == "sanchahou"
        if called_off and any(action.kind == "ron" for action in self.legal):
            return Option("ron", self.shown.tile), (event.index,)  # all three did (三家和)
        if event.seat == self.seat and event.kind in _CALLS:
            return Option(_CALLS[event.kind], event.tile, tuple(event.used)), (event.index,)
        return (None if self._comes_first(event, wins) else Option("pass")), ()

    def _comes_first(self, event: Event, wins: Sequence[Event]) -> bool:
        """Tell whether what others did may hide what this seat said."""
        could = {action.kind for action in self.legal}
        if wins:
            if "ron" not in could:
                return True
            return len(wins) >= self.state.round.game.rules.max_ron and any(
                self._distance(win.seat) < self._distance(self.seat) for win in wins
            )
        return event.kind in (PON, DAIMINKAN) and not could & {"ron", "pon", "daiminkan"}

    def _distance(self, seat: int | None) -> int:
        return ((self.owner if seat is None else seat) - self.owner) % self.state.players

    def moment(self) -> Moment:
        taken = next((option for option in self.options if option.taken), None)
        weight: Weight = "none"
        remark, notes = "", self.furiten_note()
        ron = next((option for option in self.options if option.kind == "ron"), None)
        if ron is not None and ron.legal and taken is not None and not taken.is_win:
            weight, remark = "much", self.win_remark(ron)
            notes.append(self._furiten_that_follows())
        if taken is None:
            cut = self.state.index >= len(self.state.round)
            notes.append(self.say("cut_off" if cut else "overtaken"))
        elif not taken.legal:
            notes.append(self.say("not_legal", name=self.name(taken)))
        notes += self.no_win_notes()
        state, who = self.state, self.speech.wind(self.state, self.owner)
        tile = format_tile(self.shown.tile) if self.shown.tile != UNKNOWN else "?"
        decision = Decision(
            event=state.index,
            label=self.say("offer", turn=self.turn, tile=tile, who=who),
            kind="call",
            rack=tuple(state.hands[self.seat]),
            melds=self.melds(),
            choices=self.choices(self.options),
            weight=weight,
            remark=remark,
            notes=tuple(notes),
        )
        return Moment(decision, self.events, seen=self.seen)

    def _more_facts(self, option: Option, facts: dict[str, str]) -> None:
        if option.shape is not None and option.shape.discard >= 0:
            facts["then"] = format_tile(option.shape.discard)

    def _furiten_that_follows(self) -> str:
        if self.state.riichi[self.seat]:
            return self.say("follows_riichi")
        return self.say(f"follows_{self.state.round.game.rules.temp_furiten_clear}")

    def no_win_notes(self) -> list[str]:
        """Say why a tile that completes the hand cannot be won on."""
        has_ron = any(option.kind == "ron" for option in self.options)
        if has_ron or self.banned or self.shown.kind != DISCARD:
            return []
        tile = self.shown.tile
        if tile == UNKNOWN or int(KIND[tile]) not in self.state.waits(self.seat):
            return []
        if self.state.furiten(self.seat) != "none":
            return [self.say("cannot_ron", tile=format_tile(tile))]
        return [self.say("no_yaku", tile=format_tile(tile))]


def _call_order(option: Option) -> tuple[int, ...]:
    if option.shape is None:
        return (-2, 0, 0)
    # Among equals the pass comes first: it keeps the hand closed.
    return (*option.shape.rank, int(option.kind != "pass"))


def _leading_wins(events: Sequence[Event]) -> list[Event]:
    wins = []
    for event in events:
        if event.kind != WIN:
            break
        wins.append(event)
    return wins
