"""Slips of the record around turns: what comes after one is not reported again.

A draw or a discard that stands under the wrong person, is missing or changed places makes all
that follows look wrong. The first fault is reported; these helpers find the reading under which
the events behind it are in order, and go on with that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..model import Discard
from ..state import Live

if TYPE_CHECKING:
    from ..replay import HandReplay

__all__ = [
    "Slips",
    "after_discard",
    "after_own_discard",
    "before_action",
    "before_claim",
    "before_draw",
    "behind_its_discard",
    "discard_is_missing",
    "discarder",
    "draw_is_missing",
    "draws_late",
    "explains_discard",
    "was_claimed_before",
]


@dataclass(slots=True)
class Slips:
    """What is not settled yet.

    Attributes:
        ahead: Who drew while another had still to discard.
        undrawn: Who discarded without a draw; the draw may be missing in the record.
        misread: Who had the turn, who discards instead, and what: the record may have the wrong
            person.
        late: Who has still to discard though the next player drew and discarded already.
        claimed: Whose discard was claimed before it is recorded, and what.
    """

    ahead: str | None = None
    undrawn: list[str] = field(default_factory=list)
    misread: tuple[str, str, int] | None = None
    late: str | None = None
    claimed: tuple[str, int] | None = None


def draws_late(replay: HandReplay, person: str) -> bool:
    """Whether a draw is the one that a player should have made before the last discard."""
    state, slips = replay.state, replay.slips
    last = state.live is not None and state.live.p == person
    if not last or person not in slips.undrawn or state.taken:
        return False
    slips.undrawn.remove(person)
    replay.player(person).excess = 0
    return True


def draw_is_missing(replay: HandReplay, due: int, tile: int) -> bool:
    """Whether the wall shows that the draw of a player is missing; he gets the tile due."""
    state, slips = replay.state, replay.slips
    if not slips.undrawn or not state.wall or state.wall[0] != tile:
        return False
    person = slips.undrawn.pop()
    replay.player(person).gain(due)
    replay.player(person).excess = 0
    state.wall.pop(0)
    state.wall_left -= 1
    return True


def before_draw(replay: HandReplay, person: str) -> None:
    """Give a discard to the player who had the turn, if the next one goes on as after that."""
    state, slips = replay.state, replay.slips
    if slips.misread is None:
        return
    holder, _, _ = slips.misread
    if person == state.after(holder) and replay.player(holder).size == 14:
        _give_to_holder(replay)
    slips.misread = None


def before_claim(replay: HandReplay, of: str) -> None:
    """Give a discard to the player who had the turn, if it is claimed as his."""
    misread = replay.slips.misread
    if misread is not None and misread[0] == of:
        _give_to_holder(replay)


def _give_to_holder(replay: HandReplay) -> None:
    assert replay.slips.misread is not None
    holder, other, tile = replay.slips.misread
    replay.slips.misread = None
    replay.player(holder).lose(tile)
    replay.player(other).gain(tile)
    for p in (holder, other):
        replay.player(p).excess = 0
    live = replay.state.live
    if live is not None and live.p == other:
        live.p, live.offence = holder, None
    for place, (p, what) in enumerate(replay.state.floor):
        if (p, what) == (other, tile) and place == len(replay.state.floor) - 1:
            replay.state.floor[place] = (holder, what)


def explains_discard(replay: HandReplay, person: str) -> bool:
    """Whether a discard is in order under another reading of a fault before it."""
    state, slips = replay.state, replay.slips
    turn = state.turn
    if turn is None:
        return False
    if slips.misread is not None:
        slips.misread = None
    if slips.late == person and not state.taken and replay.player(person).size == 14:
        # the turn is at the one who was too fast, or at the one behind
        slips.late, replay.skipped = None, turn
        return True
    if slips.ahead == person:
        # the discard of the player before is missing, or comes late
        slips.ahead, slips.late = None, turn
        holder = replay.player(turn)
        if state.taken and turn != person:
            holder.excess = holder.size - 13
        return True
    drawn = replay.undo_draw
    if replay.skipped == person and state.taken and drawn is not None and drawn.p == turn:
        # the draw stands under the wrong person
        replay.player(turn).lose(drawn.tile)
        replay.player(person).gain(drawn.tile)
        replay.player(turn).flaws = [
            flaw for flaw in replay.player(turn).flaws if flaw.code != "TURN-01"
        ]
        replay.offences.pop(turn, None)
        replay.skipped = None
        return True
    return False


def discarder(replay: HandReplay, event: Discard) -> str:
    """Return whose discard it is: that of the player in turn, where only he can hold the tile."""
    slips = replay.slips
    if slips.misread is None:
        return event.p
    holder, other, tile = slips.misread
    if replay.player(other).holds([tile]) is False and replay.player(holder).holds([tile]):
        slips.misread = None
        replay.offences.pop(other, None)
        replay.skipped = None
        return holder
    return event.p


def before_action(replay: HandReplay, person: str) -> None:
    """Give an exposure to the player who goes on after it, if only he can have claimed it."""
    placed, state = replay.claimed, replay.state
    if placed is None or person in (placed.p, placed.of):
        return
    taker, claimant = replay.player(person), replay.player(placed.p)
    if taker.dead is not None or taker.holds(placed.own) is False:
        return
    reported = any(breach.event == placed.event for breach in replay.breaches)
    if not reported:
        replay.fault(
            "TURN-01", person, f"goes on after a claim of {placed.p}",
            recorded=placed.p, expected=person,
        )  # fmt: skip
    exposure = claimant.exposures.pop(placed.exposure)
    for tile in placed.own:
        claimant.gain(tile)
        taker.lose(tile)
    claimant.flaws = [flaw for flaw in claimant.flaws if flaw.event != placed.event]
    taker.exposures.append(exposure)
    placed.p, placed.exposure = person, len(taker.exposures) - 1
    state.unlocked = (person, placed.exposure, placed.event)
    state.turn = person
    if state.live is not None:
        state.live.holder = person


def discard_is_missing(replay: HandReplay, person: str, tile: int) -> bool:
    """Whether a claim shows that the discard of the player in turn is missing; it is made."""
    state = replay.state
    in_turn = state.turn == person and state.taken
    if not in_turn or replay.player(person).holds([tile]) is False:
        return False
    replay.player(person).lose(tile)
    replay.slips.claimed = (person, tile)
    return True


def behind_its_discard(replay: HandReplay, person: str, of: str, tile: int) -> Live | None:
    """Make way for a claim that stands behind the claimant's own discard.

    Returns:
        That discard, which was reported for coming without a draw or a claim; None where the
        claim is none of this kind. The discard claimed is live again.
    """
    state = replay.state
    live, floor = state.live, state.floor
    if live is None or live.p != person or person not in replay.slips.undrawn or state.taken:
        return None
    if len(floor) < 2 or floor[-1] != (person, live.tile) or floor[-2] != (of, tile):
        return None
    floor.pop()
    replay.slips.undrawn.remove(person)
    state.live = Live(live.event, of, tile)
    return live


def after_own_discard(replay: HandReplay, discarded: Live) -> None:
    """Go on behind the discard that stood before its claim."""
    state, person = replay.state, discarded.p
    state.floor.append((person, discarded.tile))
    state.live = discarded
    state.turn, state.taken, state.also = state.after(person), False, set()
    replay.player(person).excess = replay.player(person).size - 13


def was_claimed_before(replay: HandReplay, event: Discard) -> bool:
    """Whether a discard was made when it was claimed, an event too early."""
    claimed, replay.slips.claimed = replay.slips.claimed, None
    if claimed != (event.p, event.tile):
        return False
    replay.player(event.p).discards += 1
    replay.state.discards += 1
    return True


def after_discard(replay: HandReplay) -> None:
    """Give the turn to a player who has drawn ahead."""
    state, slips = replay.state, replay.slips
    if slips.ahead is not None and slips.ahead == state.turn:
        state.taken = True
        slips.ahead = None
