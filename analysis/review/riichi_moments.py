"""One moment of a riichi game at which a seat could choose: own turns and tiles of others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from mjlog import codes
from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    EVENT_KINDS,
    KAKAN,
    KITA,
    PON,
    RIICHI,
    RYUUKYOKU,
    UNKNOWN,
    WIN,
)
from mjlog.legality import Action, actions_at
from mjlog.tiles import KIND, format_tile, sort_key

from .model import Choice, Decision, Weight
from .riichi_sight import Shape, Sight, Threat, is_as_safe, threats_to
from .riichi_words import Speech, tiles_text

if TYPE_CHECKING:
    from mjlog.views import Event, State, Win

__all__ = [
    "Moment",
    "Seen",
    "call_moment",
    "dealt_in_text",
    "is_own_turn",
    "turn_moment",
    "why_no_win",
]

#: Events by which a player ends or goes on with the own turn.
TURN_KINDS: Final = (DISCARD, RIICHI, ANKAN, KAKAN, KITA, WIN, RYUUKYOKU)
_CALLS: Final = {CHI: "chi", PON: "pon", DAIMINKAN: "daiminkan"}
_ASIDE: Final = (codes.RIICHI_ACCEPTED, codes.DORA, codes.DISCONNECT, codes.RECONNECT)
#: From this shanten on a step back is small.
FAR: Final = 3


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
class _Option:
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
        return self.kind in ("tsumo", "ron")

    @property
    def tile_kind(self) -> int:
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


def is_own_turn(state: State, seat: int) -> bool:
    """Tell whether the next event is what ``seat`` does with its own turn."""
    event, last = state.next_event, state.last_event
    if event is None or event.kind not in TURN_KINDS or last is None:
        return False
    if event.kind == RYUUKYOKU:
        draw = state.round.draw
        declared = draw is not None and draw.kind == "kyuushu_kyuuhai"
        return declared and state.drawn[seat] is not None
    if event.seat != seat or (event.kind == WIN and event.from_seat != seat):
        return False
    return not (event.kind == DISCARD and last.kind == RIICHI and last.seat == seat)


# --- the own turn -----------------------------------------------------------------------------
def turn_moment(state: State, seat: int, speech: Speech) -> Moment:
    """Return the decision of an own turn: what to discard, or a kan, kita or win instead."""
    return _Turn(state, seat, speech).moment()


class _Moment:
    """What the two kinds of moment have in common."""

    def __init__(self, state: State, seat: int, speech: Speech) -> None:
        self.state, self.seat, self.speech = state, seat, speech
        self.say: Final[Callable[..., str]] = speech.say
        self.sight = Sight(state, seat)
        self.legal = actions_at(state, seat)
        self.turn = len(state.discards[seat]) + 1
        self.threats: list[Threat] = []
        self.seen = Seen()

    def name(self, option: _Option) -> str:
        tile = "" if option.tile == UNKNOWN else format_tile(option.tile)
        return self.say(option.kind, tile=tile, used=tiles_text(option.used))

    def choices(self, options: Sequence[_Option]) -> tuple[Choice, ...]:
        """Put options into words; facts that no option has are left out."""
        rows = [self._facts(option) for option in options]
        used = [key for key in rows[0] if any(row[key] for row in rows)] if rows else []
        return tuple(
            Choice(
                self.name(option),
                _tiles_of(option),
                tuple((self.say(key), row[key]) for key in used),
                option.taken,
            )
            for option, row in zip(options, rows, strict=True)
        )

    def _facts(self, option: _Option) -> dict[str, str]:
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

    def _more_facts(self, option: _Option, facts: dict[str, str]) -> None:
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
        melds = [tuple(meld.tiles) for meld in self.state.melds[self.seat]]
        if self.state.kita[self.seat]:
            melds.append(tuple(self.state.kita[self.seat]))
        return tuple(melds)

    def win_remark(self, win: _Option) -> str:
        self.seen.passed = True
        return self.say("win_passed", what=self.name(win), points=win.points)


class _Turn(_Moment):
    def __init__(self, state: State, seat: int, speech: Speech) -> None:
        super().__init__(state, seat, speech)
        self.threats = threats_to(state, seat)
        self.options = self._options()
        self._mark_taken()
        self.options.sort(key=self._order)

    def moment(self) -> Moment:
        state = self.state
        taken = next(option for option in self.options if option.taken)
        weight, remark = self._judge(taken)
        event = state.next_event
        assert event is not None
        events = [event.index]
        if event.kind == RIICHI:
            events.append(event.index + 1)
        decision = Decision(
            event=state.index,
            label=self.say("turn", turn=self.turn),
            kind="turn",
            rack=tuple(state.hands[self.seat]),
            drawn=state.drawn[self.seat] is not None,
            melds=self.melds(),
            choices=self.choices(self.options),
            weight=weight,
            remark=remark,
            notes=tuple(self._notes(taken)),
        )
        legal = sum(option.legal + option.riichi for option in self.options)
        forced = legal == 1 and taken.legal
        return Moment(decision, tuple(events), forced, self.seen)

    # --- what could be done
    def _options(self) -> list[_Option]:
        after = self.sight.discards()
        may = {a.tile for a in self.legal if a.kind == "discard"}
        riichi = {a.tile for a in self.legal if a.kind == "riichi"}
        options = [
            _Option("discard", code, shape=after[int(KIND[code])], riichi=code in riichi,
                    legal=code in may)
            for code in sorted(set(self.sight.hand), key=sort_key)
            if code in may or not self.legal
        ]  # fmt: skip
        for action in self.legal:
            if action.kind in ("ankan", "kakan", "kita"):
                shape = self.sight.resting(action.used, melds=int(action.kind == "ankan"))
                options.append(_Option(action.kind, action.tile or 0, action.used, shape))
            elif action.kind == "tsumo":
                options.append(_Option("tsumo", action.tile or 0, points=action.points))
            elif action.kind == "kyuushu_kyuuhai":
                options.append(_Option("kyuushu_kyuuhai"))
        return options

    def _mark_taken(self) -> None:
        """Find what was done among the options; what is not among them is added."""
        kind, tile = self._done()
        same = _Option(kind, tile)
        for option in self.options:
            declared = kind == "riichi" and option.kind == "discard" and option.riichi
            if (option.kind == kind or declared) and self._same_tile(option, same):
                option.kind, option.taken = kind, True
                return
        same.legal, same.taken = False, True
        if kind in ("discard", "riichi") and tile in self.sight.hand:
            same.shape = self.sight.discards()[int(KIND[tile])]
        self.options.append(same)

    def _done(self) -> tuple[str, int]:
        event = self.state.next_event
        assert event is not None
        if event.kind == RIICHI:
            following = self.state.round.events[event.index + 1 : event.index + 2]
            is_discard = bool(following) and following[0].kind == DISCARD
            return "riichi", following[0].tile if is_discard else UNKNOWN
        if event.kind == WIN:
            return "tsumo", event.tile
        if event.kind == RYUUKYOKU:
            return "kyuushu_kyuuhai", UNKNOWN
        return EVENT_KINDS[event.kind], event.tile

    @staticmethod
    def _same_tile(option: _Option, other: _Option) -> bool:
        if option.kind in ("tsumo", "kyuushu_kyuuhai", "kita"):
            return True
        if option.kind == "ankan":
            return option.tile_kind == other.tile_kind
        return option.tile == other.tile

    def _order(self, option: _Option) -> tuple[float, ...]:
        if option.shape is None:
            return (-2 if option.is_win else 90, 0)
        worth = self.sight.worth(option.tile) if option.kind in ("discard", "riichi") else 0
        plain = sort_key(option.tile) if option.tile != UNKNOWN else (0, 0)
        return (*option.shape.rank, worth, *plain)

    # --- facts
    def _more_facts(self, option: _Option, facts: dict[str, str]) -> None:
        if option.kind not in ("discard", "riichi") or option.tile == UNKNOWN:
            return
        kind = option.tile_kind
        facts["can_riichi"] = self.say("possible") if option.riichi else ""
        safe = [t.seat for t in self.threats if t.safety(kind) == 2]
        suji = [t.seat for t in self.threats if t.safety(kind) == 1]
        facts["safe"] = self.speech.winds(self.state, safe)
        facts["suji"] = self.speech.winds(self.state, suji)
        if option.shape is not None and option.shape.shanten == 0:
            river = {int(KIND[d.tile]) for d in self.state.discards[self.seat]} | {kind}
            facts["furiten"] = tiles_text(k for k in option.shape.kinds if k in river)

    def _notes(self, taken: _Option) -> list[str]:
        notes = self.threat_notes() + self.furiten_note()
        declared = taken.kind in ("riichi", "tsumo")
        if any(option.riichi for option in self.options) and not declared:
            notes.append(self.say("not_declared"))
        drawn = self.state.drawn[self.seat]
        wins = any(option.is_win for option in self.options)
        if drawn is not None and not wins and self.state.shanten(self.seat) == -1:
            notes.append(self.say("no_yaku", tile=format_tile(drawn)))
        if not taken.legal and self.legal:
            notes.append(self.say("not_judged", name=self.name(taken)))
        return notes

    # --- what it gave away
    def _judge(self, taken: _Option) -> tuple[Weight, str]:
        wins = [option for option in self.options if option.is_win and option.legal]
        if wins:
            return ("none", "") if taken.is_win else ("much", self.win_remark(wins[0]))
        free = [o for o in self.options if o.kind in ("discard", "riichi") and o.legal and o.shape]
        if taken.shape is None or not free or taken.kind == "kita" or len(free) < 2:
            return "none", ""
        best = min(free, key=self._order)
        assert best.shape is not None
        if taken.kind in ("discard", "riichi"):
            self.seen.judged = not self.threats
            self.seen.widest = not self.threats and taken.shape.rank == best.shape.rank
        if taken.shape.shanten > best.shape.shanten:
            return self._judge_retreat(taken, free, best)
        less = best.shape.copies - taken.shape.copies
        if taken.kind in ("ankan", "kakan") or self.threats or less <= 0:
            return "none", ""
        return "some", self.say(
            "fewer", less=self.speech.tiles(less), what=self._discard(best),
            copies=taken.shape.copies, best=best.shape.copies,
        )  # fmt: skip

    def _judge_retreat(
        self, taken: _Option, free: Iterable[_Option], best: _Option
    ) -> tuple[Weight, str]:
        assert taken.shape is not None and best.shape is not None
        if not self.threats:
            weight: Weight = "much" if best.shape.shanten < FAR else "some"
            return weight, self.say(
                "worse", best=self.speech.shanten(best.shape.shanten),
                after=self.speech.shanten(taken.shape.shanten), what=self._discard(best),
                copies=self.speech.tiles(best.shape.copies),
            )  # fmt: skip
        if taken.kind not in ("discard", "riichi"):
            return "none", ""
        nearer = [
            option for option in free
            if option.shape is not None and option.shape.shanten < taken.shape.shanten
            and is_as_safe(self.threats, option.tile_kind, taken.tile_kind)
        ]  # fmt: skip
        if not nearer:
            return "none", ""
        other = min(nearer, key=self._order)
        assert other.shape is not None
        return "some", self.say(
            "neither", what=self._discard(other), best=self.speech.shanten(other.shape.shanten)
        )

    def _discard(self, option: _Option) -> str:
        return self.say("discard", tile=format_tile(option.tile))


# --- a tile of another player -----------------------------------------------------------------
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


class _Call(_Moment):
    def __init__(self, state: State, seat: int, speech: Speech, banned: bool) -> None:
        super().__init__(state, seat, speech)
        last = state.last_event
        assert last is not None and last.seat is not None
        self.shown, self.owner = last, last.seat
        self.banned = banned
        self.done, self.events = self._done()
        self.options = self._options()

    def _options(self) -> list[_Option]:
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
            options.append(_Option("pass", shape=self.sight.resting(), taken=passed))
        options.sort(key=_call_order)
        return options

    def _option(self, action: Action) -> _Option:
        shape = None if action.kind == "ron" else self.sight.after_call(action)
        return _Option(action.kind, action.tile or 0, action.used, shape, action.points)

    def _done(self) -> tuple[_Option | None, tuple[int, ...]]:
        """Return what the seat did, None where others came first or the record ends."""
        following = [e for e in self.state.round.events[self.state.index :] if e.kind not in _ASIDE]
        wins = _leading_wins(following)
        own = next((e for e in wins if e.seat == self.seat), None)
        if own is not None:
            return _Option("ron", own.tile), (own.index,)
        if not following:
            return None, ()
        event = following[0]
        if event.seat == self.seat and event.kind in _CALLS:
            return _Option(_CALLS[event.kind], event.tile, tuple(event.used)), (event.index,)
        return (None if self._comes_first(event, wins) else _Option("pass")), ()

    def _comes_first(self, event: Event, wins: Sequence[Event]) -> bool:
        """Tell whether what others did may hide what this seat said."""
        could = {action.kind for action in self.legal}
        if wins:
            if "ron" not in could:
                return True
            return len(wins) >= self.state.round.game.rules.max_ron and any(
                self._distance(win.seat) < self._distance(self.seat) for win in wins
            )
        if event.kind == RYUUKYOKU:
            draw = self.state.round.draw
            return draw is not None and draw.kind == "sanchahou" and "ron" in could
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
            notes.append(self.say("not_judged", name=self.name(taken)))
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

    def _more_facts(self, option: _Option, facts: dict[str, str]) -> None:
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


def _call_order(option: _Option) -> tuple[int, ...]:
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


def _tiles_of(option: _Option) -> tuple[int, ...]:
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
