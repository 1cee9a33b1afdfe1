"""Mahjong in error: who is dead, who plays on, when the hand ends and who pays whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..model import ThrowIn
from ..settlement.errors import mahjong_in_error
from ..state import Flaw
from . import announced

if TYPE_CHECKING:
    from ..replay import HandReplay
    from .mahjong import Declaration

__all__ = ["Declared", "Errors", "ended_early", "in_error", "throw_in"]


@dataclass(slots=True)
class Declared:
    """One mahjong in error.

    Attributes:
        p: Who. event: Index of the declaration. value, line: What was attempted.
        concealed: Whether the attempted line is a concealed one; None if unknown.
    """

    p: str
    event: int
    value: int | None
    line: str | None
    concealed: bool | None


@dataclass(slots=True)
class Errors:
    """The declarations in error of a hand so far, and who threw in."""

    declared: list[Declared] = field(default_factory=list)
    thrown: list[str] = field(default_factory=list)

    def of(self, person: str) -> Declared | None:
        """Return the declaration in error of a player."""
        return next((d for d in reversed(self.declared) if d.p == person), None)


def in_error(replay: HandReplay, declaration: Declaration) -> None:
    """The record takes a declaration for an error; the turn passes to the declarer's right."""
    from .mahjong import why_not

    fault = why_not(replay, declaration)
    person = declaration.p
    if fault is not None:
        replay.fault(
            fault[0], person, f"{fault[1]}; taken for a mahjong in error",
            recorded=declaration.said.line_id, event=declaration.event,
        )  # fmt: skip
    elif declaration.judgement.right:
        replay.fault(
            "DH-02", person, "the hand that was taken for a mahjong in error wins",
            recorded="error", expected=declaration.judgement.matches[0].line.id
            if declaration.judgement.matches else "win", event=declaration.event,
        )  # fmt: skip
    else:
        replay.skip("A-MJ-01", declaration.judgement.detail)
    announced.check_attempt(replay, declaration)
    line = announced.line_of(replay, declaration)
    replay.errors.declared.append(
        Declared(
            person, declaration.event, announced.value_of(replay, declaration),
            declaration.said.line_id, None if line is None else line.concealed,
        )
    )  # fmt: skip
    player, state = replay.player(person), replay.state
    player.disturbed = True
    player.dead = player.dead or "mahjong in error"
    player.flaws.append(Flaw(declaration.event, "MJ-01"))
    if state.live is not None and declaration.how == "discard":
        # the tile stays with the dead hand; only mahjong may still take it
        state.live.error_by = person if declaration.took else state.live.error_by
        state.live.asked = [(p, what) for p, what in state.live.asked if p != person]
    state.turn, state.taken = state.after(person), False
    state.also = set()
    _see_end(replay)


def throw_in(replay: HandReplay, event: ThrowIn) -> None:
    """Another player disturbs his own hand, or the wall."""
    replay.begin_play(event)
    state, player = replay.state, replay.player(event.p)
    if event.wrecked_wall:
        player.disturbed = True
        intact = tuple(state.intact())
        _end(replay, "wrecked_wall", event.p, intact)
        return
    player.disturbed = True
    player.dead = player.dead or "threw in"
    replay.errors.thrown.append(event.p)
    if state.turn == event.p:
        state.turn, state.taken = state.after(event.p), False
    _see_end(replay)


def _see_end(replay: HandReplay) -> None:
    """End the hand when one intact hand is left after a mahjong in error, or none."""
    if not replay.errors.declared:
        return
    state, last = replay.state, replay.errors.declared[-1]
    intact = tuple(p for p in state.intact() if p != last.p)
    out = [p for p in state.order if p not in intact]
    outcome = mahjong_in_error(state.order, last.p, last.value or 0, replay.rules, out=out)
    if outcome.kind != "end":
        return
    _end(replay, "mahjong_in_error", last.p, intact, value=last.value)


def _end(
    replay: HandReplay, kind: str, payer: str, receivers: tuple[str, ...], value: int | None = None
) -> None:
    from ..replay import HandResult

    if kind == "wrecked_wall" and replay.card is not None:
        value = replay.card.lowest
    replay.state.phase = "over"
    replay.result = HandResult(
        kind=kind,  # type: ignore[arg-type]
        payer=payer,
        receivers=receivers,
        value=value,
        event=replay.index,
    )


def ended_early(replay: HandReplay) -> None:
    """Count a hand whose record stops before its end."""
    if replay.level != "result":
        replay.skip("the end of the hand", "the record stops before it")
