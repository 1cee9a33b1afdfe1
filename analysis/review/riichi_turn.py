"""Own turns of a riichi review: what to discard, or a kan, kita or win instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from mjlog.codes import (
    ANKAN,
    DISCARD,
    EVENT_KINDS,
    KAKAN,
    KITA,
    RIICHI,
    RYUUKYOKU,
    UNKNOWN,
    WIN,
)
from mjlog.tiles import KIND, format_tile, sort_key

from .model import Decision, Weight
from .riichi_moments import Choosing, Moment, Option
from .riichi_sight import is_as_safe, threats_to
from .riichi_words import Speech, tiles_text

if TYPE_CHECKING:
    from mjlog.views import State

__all__ = ["is_own_turn", "turn_moment"]

#: Events by which a player ends or goes on with the own turn.
TURN_KINDS: Final = (DISCARD, RIICHI, ANKAN, KAKAN, KITA, WIN, RYUUKYOKU)
#: From this shanten on a step back is small.
FAR: Final = 3
#: A discard that leaves fewer copies is marked from one in so many on.
SLIGHT: Final = 20


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


def turn_moment(state: State, seat: int, speech: Speech) -> Moment:
    """Return the decision of an own turn: what to discard, or a kan, kita or win instead."""
    return _Turn(state, seat, speech).moment()


class _Turn(Choosing):
    def __init__(self, state: State, seat: int, speech: Speech) -> None:
        super().__init__(state, seat, speech)
        self.threats = threats_to(state, seat)
        self.options = self._options()
        self._mark_taken()
        self.options.sort(key=self._order)

    def moment(self) -> Moment:
        state = self.state
        taken = next((option for option in self.options if option.taken), None)
        weight: Weight = "none"
        remark = ""
        if taken is not None:
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
        forced = legal == 1 and taken is not None and taken.legal
        return Moment(decision, tuple(events), forced, self.seen)

    # --- what could be done
    def _options(self) -> list[Option]:
        after = self.sight.discards()
        may = {a.tile for a in self.legal if a.kind == "discard"}
        riichi = {a.tile for a in self.legal if a.kind == "riichi"}
        options = [
            Option("discard", code, shape=after[int(KIND[code])], riichi=code in riichi,
                    legal=code in may)
            for code in sorted(set(self.sight.hand), key=sort_key)
            if code in may or not self.legal
        ]  # fmt: skip
        for action in self.legal:
            if action.kind in ("ankan", "kakan", "kita"):
                shape = self.sight.resting(action.used, melds=int(action.kind == "ankan"))
                options.append(Option(action.kind, action.tile or 0, action.used, shape))
            elif action.kind == "tsumo":
                options.append(Option("tsumo", action.tile or 0, points=action.points))
            elif action.kind == "kyuushu_kyuuhai":
                options.append(Option("kyuushu_kyuuhai"))
        return options

    def _mark_taken(self) -> None:
        """Find what was done among the options; what is not among them is added.

        Nothing is marked where the tile discarded is not known.
        """
        kind, tile, used = self._done()
        if kind in ("discard", "riichi") and tile == UNKNOWN:
            return
        same = Option(kind, tile, used)
        for option in self.options:
            declared = kind == "riichi" and option.kind == "discard" and option.riichi
            if (option.kind == kind or declared) and self._same_tile(option, same):
                option.kind, option.taken = kind, True
                return
        same.legal, same.taken = False, True
        if kind in ("discard", "riichi") and tile in self.sight.hand:
            same.shape = self.sight.discards()[int(KIND[tile])]
        self.options.append(same)

    def _done(self) -> tuple[str, int, tuple[int, ...]]:
        event = self.state.next_event
        assert event is not None
        if event.kind == RIICHI:
            following = self.state.round.events[event.index + 1 : event.index + 2]
            is_discard = bool(following) and following[0].kind == DISCARD
            return "riichi", following[0].tile if is_discard else UNKNOWN, ()
        if event.kind == WIN:
            return "tsumo", event.tile, ()
        if event.kind == RYUUKYOKU:
            return "kyuushu_kyuuhai", UNKNOWN, ()
        return EVENT_KINDS[event.kind], event.tile, tuple(event.used)

    @staticmethod
    def _same_tile(option: Option, other: Option) -> bool:
        if option.kind in ("tsumo", "kyuushu_kyuuhai", "kita"):
            return True
        if option.kind == "ankan":
            return option.tile_kind == other.tile_kind
        return option.tile == other.tile

    def _order(self, option: Option) -> tuple[float, ...]:
        if option.shape is None:
            return (-2 if option.is_win else 90, 0)
        worth = self.sight.worth(option.tile) if option.kind in ("discard", "riichi") else 0
        plain = sort_key(option.tile) if option.tile != UNKNOWN else (0, 0)
        return (*option.shape.rank, worth, *plain)

    # --- facts
    def _more_facts(self, option: Option, facts: dict[str, str]) -> None:
        if option.kind not in ("discard", "riichi") or option.tile == UNKNOWN:
            return
        kind = option.tile_kind
        facts["can_riichi"] = self.say("possible") if option.riichi else ""
        safe = [t.seat for t in self.threats if t.safety(kind) == 2]
        suji = [t.seat for t in self.threats if t.safety(kind) == 1]
        facts["safe"] = self.speech.winds(self.state, safe)
        facts["suji"] = self.speech.winds(self.state, suji)
        facts["furiten"] = tiles_text(self._furiten(option))

    def _notes(self, taken: Option | None) -> list[str]:
        notes = self.threat_notes() + self.furiten_note()
        if taken is None:
            return [*notes, self.say("unknown_discard")]
        declared = taken.kind in ("riichi", "tsumo")
        if any(option.riichi for option in self.options) and not declared:
            notes.append(self.say("not_declared"))
        drawn = self.state.drawn[self.seat]
        wins = any(option.is_win for option in self.options)
        if drawn is not None and not wins and self.state.shanten(self.seat) == -1:
            notes.append(self.say("no_yaku", tile=format_tile(drawn)))
        if not taken.legal and self.legal:
            notes.append(self.say("not_legal", name=self.name(taken)))
        return notes

    # --- what it gave away
    def _judge(self, taken: Option) -> tuple[Weight, str]:
        wins = [option for option in self.options if option.is_win and option.legal]
        if wins:
            return ("none", "") if taken.is_win else ("much", self.win_remark(wins[0]))
        free = [o for o in self.options if o.kind in ("discard", "riichi") and o.legal and o.shape]
        if taken.shape is None or not free or taken.kind == "kita" or len(free) < 2:
            return "none", ""
        best = min(free, key=self._order)
        assert best.shape is not None
        last = self.state.live_wall == 0
        if taken.kind in ("discard", "riichi") and not self.threats and not last:
            self.seen.judged = True
            self.seen.widest = taken.shape.rank == best.shape.rank
        if taken.shape.shanten > best.shape.shanten:
            # With no tile left to come only tenpai counts.
            if last and best.shape.shanten > 0:
                return "none", ""
            return self._judge_retreat(taken, free, best)
        if taken.kind in ("ankan", "kakan") or self.threats or last:
            return "none", ""
        return self._judge_copies(taken, free)

    def _judge_copies(self, taken: Option, free: Iterable[Option]) -> tuple[Weight, str]:
        """Compare with the discards of the same shanten; those that leave furiten are no better."""
        assert taken.shape is not None
        rivals = [o for o in free if not self._furiten(o) or self._furiten(taken)]
        best = min(rivals, key=self._order, default=taken)
        assert best.shape is not None
        less = best.shape.copies - taken.shape.copies
        if best.shape.shanten != taken.shape.shanten or less * SLIGHT < best.shape.copies:
            return "none", ""
        return "some", self.say(
            "fewer", less=self.speech.tiles(less), what=self._discard(best),
            copies=taken.shape.copies, best=best.shape.copies,
        )  # fmt: skip

    def _furiten(self, option: Option) -> list[int]:
        """Return the waits after a discard that are among the own discards then."""
        if option.shape is None or option.shape.shanten != 0:
            return []
        river = {int(KIND[d.tile]) for d in self.state.discards[self.seat]} | {option.tile_kind}
        return [kind for kind in option.shape.kinds if kind in river]

    def _judge_retreat(
        self, taken: Option, free: Iterable[Option], best: Option
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

    def _discard(self, option: Option) -> str:
        return self.say("discard", tile=format_tile(option.tile))
