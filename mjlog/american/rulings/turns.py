"""Draws and discards: whose turn it is, which tile, what it was called, how many tiles are left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model import Discard, Draw, Event
from ..state import Flaw, Live
from ..tiles import UNKNOWN, counted, format_tile, tile_name
from . import dealing, exchanges, naming, slips
from .naming import legal_names

if TYPE_CHECKING:
    from ..replay import HandReplay

__all__ = [
    "UndoDraw",
    "as_told",
    "discard",
    "draw",
    "legal_names",
    "report_dead",
    "undo_discard",
    "undo_draw",
]


@dataclass(slots=True)
class UndoDraw:
    """What a draw has changed, for the case that the tile is put back unracked."""

    p: str
    tile: int
    source: str
    turn: str | None
    taken: bool
    also: set[str]
    open: bool


def report_dead(replay: HandReplay, person: str, what: str) -> bool:
    """Report once a turn that a dead hand acts; return whether the hand is dead."""
    if replay.player(person).dead is None:
        return False
    if replay.acting_dead != person:
        replay.fault("TURN-05", person, f"{what} by a dead hand", recorded=what)
    replay.acting_dead = person
    return True


# --- drawing


def draw(replay: HandReplay, event: Draw) -> None:
    """Take a tile from the wall."""
    late = replay.state.phase != "play" and _late(replay, event)
    if late:
        tile = _from_wall(replay, event)
        replay.player(event.p).gain(tile)
        replay.player(event.p).excess = 0
        return
    replay.begin_play(event)
    state, player = replay.state, replay.player(event.p)
    live_open = state.live is not None and state.live.open
    replay.undo_draw = UndoDraw(
        event.p, event.tile, event.source, state.turn, state.taken, set(state.also), live_open
    )
    dead = report_dead(replay, event.p, "draw")
    moves = not dead and bool(state.discards)  # whether the draw gives the turn
    if not dead:
        replay.acting_dead = None
        slips.before_draw(replay, event.p)
        moves = _check_turn(replay, event) and moves
    if event.source != "front":
        replay.fault("TURN-03", event.p, event.source.replace("_", " "), recorded=event.source)
        player.flaws.append(Flaw(replay.index, "TURN-03"))
        replay.offences[event.p] = "wrong_end"
    if state.live is not None and (moves or dead):
        state.live.open = False
    second = moves and state.taken and state.turn == event.p
    found = len(replay.breaches)
    tile = _from_wall(replay, event)
    replay.undo_draw.tile = tile
    player.gain(tile)
    if second and len(replay.breaches) > found:
        player.excess = player.size - 14  # the tile is not the next one: no second draw
    if moves:
        state.turn, state.taken, state.also = event.p, True, set()
    state.exchanged = None


def _late(replay: HandReplay, event: Draw) -> bool:
    dealing.close_deal(replay)
    return dealing.late_deal(replay, event)


def _check_turn(replay: HandReplay, event: Draw) -> bool:
    """Check whose turn it is; return whether the draw gives the player the turn."""
    state = replay.state
    if not state.discards:
        # East has 14 tiles and opens the play; what follows decides what this was
        if event.p != state.east:
            replay.early = event.p
        return False
    if slips.draws_late(replay, event.p):
        return False
    right = not state.taken and event.p in ({state.turn} | state.also)
    if right or event.p == state.turn:
        return True  # a second tile in one's own turn shows in the count
    replay.fault(
        "TURN-01", event.p, f"draws while {state.turn} has the turn",
        recorded=event.p, expected=state.turn,
    )  # fmt: skip
    replay.player(event.p).flaws.append(Flaw(replay.index, "TURN-01"))
    replay.offences[event.p] = "out_of_turn"
    if state.taken:
        replay.slips.ahead = event.p  # the other has still to discard
        return False
    replay.skipped = state.turn
    return True


def _from_wall(replay: HandReplay, event: Draw) -> int:
    """Take the tile off the wall; return what comes to the rack."""
    state = replay.state
    state.wall_left -= 1
    if state.wall_left < 0 and not replay.unsure:
        replay.unsure = True
        replay.fault("SET-02", event.p, "a draw from an empty wall", recorded=-1, expected=0)
    put_back, replay.put_back = replay.put_back, UNKNOWN
    if state.wall is None or not state.wall:
        if event.source == "front" and UNKNOWN not in (put_back, event.tile):
            return _next_tile(replay, event, put_back)
        return event.tile
    if event.source == "wrong_wall":
        place = state.wall.index(event.tile) if event.tile in state.wall else 0
        state.wall.pop(place)
        return event.tile
    due = state.wall.pop(0 if event.source == "front" else -1)
    if event.tile == UNKNOWN or due == UNKNOWN or event.tile == due:
        return event.tile if event.tile != UNKNOWN else due
    if slips.draw_is_missing(replay, due, event.tile):
        return event.tile
    return _next_tile(replay, event, due)


def _next_tile(replay: HandReplay, event: Draw, due: int) -> int:
    """Report a draw that is not the tile due; return what comes to the rack."""
    if event.tile == due:
        return due
    if replay.unsure:
        replay.skip("A-SET-03", "an earlier tile of this hand is not where the record has it")
        return UNKNOWN
    replay.unsure = True
    replay.fault(
        "SET-03", event.p, f"{tile_name(event.tile)} drawn, {tile_name(due)} is next in the wall",
        recorded=format_tile(event.tile), expected=format_tile(due),
    )  # fmt: skip
    return UNKNOWN  # either tile may be the right one


def undo_draw(replay: HandReplay, person: str) -> None:
    """Put a tile that was picked and not racked back in its place; the window opens again."""
    undo, state = replay.undo_draw, replay.state
    if undo is None or undo.p != person:
        return
    replay.undo_draw = None
    replay.player(person).lose(undo.tile)
    state.wall_left += 1
    replay.put_back = undo.tile if undo.source == "front" else UNKNOWN
    if state.wall is not None:
        state.wall.insert(0 if undo.source == "front" else len(state.wall), undo.tile)
    state.turn, state.taken, state.also = undo.turn, undo.taken, undo.also
    if replay.early == person:
        replay.early = None
    if state.live is not None:
        state.live.open = undo.open


def as_told(replay: HandReplay, event: Event) -> None:
    """Take play in a record of results, the wrong discard that was won on, for what it says."""
    if isinstance(event, Draw) and event.source != "front":
        replay.offences[event.p] = "wrong_end"
    elif isinstance(event, Discard):
        named = event.named if isinstance(event.named, int) and not event.corrected else None
        offence = replay.offences.pop(event.p, None)
        replay.state.live = Live(replay.index, event.p, event.tile, named=named, offence=offence)


# --- discarding


def discard(replay: HandReplay, event: Discard) -> None:
    """Lay a tile on the floor; it is live until the next player has the turn."""
    replay.begin_play(event)
    state = replay.state
    if slips.was_claimed_before(replay, event):
        return
    explained = _check_discarder(replay, event)
    person = slips.discarder(replay, event) if explained else event.p
    player = replay.player(person)
    exchanges.before_discard(replay)
    doubtful = not player.lose(event.tile)
    if doubtful and not explained:
        replay.missing("DISC-01", person, tile_name(event.tile), recorded=format_tile(event.tile))
    offence = replay.offences.pop(person, None)
    state.floor.append((person, event.tile))
    state.live = Live(replay.index, person, event.tile, offence=offence, doubtful=doubtful)
    naming.name(replay, event)
    player.discards += 1
    state.discards += 1
    if not player.dead:
        _count(replay, person, explained)
        state.turn, state.taken = state.after(person), False
        # whoever was passed over may be given the turn, or the one after that player
        skipped = replay.skipped
        state.also = {skipped, state.after(skipped)} if skipped else set()
        slips.after_discard(replay)
    elif state.turn == person:
        state.turn, state.taken = state.after(person), False
    replay.skipped = None
    replay.undo_draw = None
    replay.early = None
    state.exchanged = None


def _check_discarder(replay: HandReplay, event: Discard) -> bool:
    """Check the turn; return whether a wrong count is explained by what was found."""
    state = replay.state
    if report_dead(replay, event.p, "discard"):
        return True
    replay.acting_dead = None
    flaws = replay.player(event.p).flaws
    if not state.discards:
        dealing.report_deal(replay)
        if event.p != state.east:
            drew = replay.early == event.p
            what = "drew and discarded first" if drew else "discarded first"
            replay.fault(
                "TURN-04", event.p, what, recorded="draw and discard" if drew else "discard",
                expected=f"discard by {state.east}",
            )  # fmt: skip
            return True
        if replay.early is not None:
            _draws_early(replay, replay.early)
        return False
    if event.p == state.turn and state.taken:
        return False
    if slips.explains_discard(replay, event.p):
        return False
    if event.p in ({state.turn} | state.also) and not state.taken:
        replay.fault("TURN-02", event.p, "discards before drawing")
        flaws.append(Flaw(replay.index, "TURN-02"))
        replay.slips.undrawn.append(event.p)
        return True
    replay.fault(
        "TURN-01", event.p, f"discards while {state.turn} has the turn",
        recorded=event.p, expected=state.turn,
    )  # fmt: skip
    flaws.append(Flaw(replay.index, "TURN-01"))
    replay.offences[event.p] = "out_of_turn"
    replay.skipped = state.turn
    last = state.live
    if last is not None and (last.p, last.tile) == (event.p, event.tile):
        replay.unsure = True  # the same discard may stand there twice
    if state.taken and state.turn is not None:
        replay.slips.misread = (state.turn, event.p, event.tile)
    return True


def _draws_early(replay: HandReplay, person: str) -> None:
    """Report a draw before East's first discard that was neither put back nor played."""
    player = replay.player(person)
    player.excess = player.size - 13
    replay.fault("TURN-01", person, "draws before East's first discard", recorded=person)
    player.flaws.append(Flaw(replay.index, "TURN-01"))


def _count(replay: HandReplay, person: str, explained: bool) -> None:
    """Check for 13 tiles after a discard; an old difference is not reported again."""
    player = replay.player(person)
    excess = player.size - 13
    if excess == player.excess:
        return
    player.excess = excess
    if explained or excess == 0:
        return
    player.flaws.append(Flaw(replay.index, "CNT-01"))
    replay.wrong_counts.add(person)
    # two wrong counts end the hand; where both are dead instead, a third does
    allowed = 1 if replay.rules.two_wrong_counts == "void" else 2
    if len(replay.wrong_counts) > allowed:
        replay.fault(
            "CNT-02", person, f"{counted(player.size, 'tile')} after a discard, "
            f"and {', '.join(sorted(replay.wrong_counts - {person}))} had a wrong count as well",
            recorded=player.size, expected=13,
        )  # fmt: skip
        return
    replay.fault(
        "CNT-01", person, f"{counted(player.size, 'tile')} after a discard",
        recorded=player.size, expected=13,
    )  # fmt: skip


def undo_discard(replay: HandReplay, person: str) -> bool:
    """Take the live discard back to the rack; return whether there was one."""
    state = replay.state
    live = state.live
    if live is None or live.p != person or not state.floor or state.floor[-1][0] != person:
        return False
    state.floor.pop()
    replay.player(person).gain(live.tile)
    replay.player(person).discards -= 1
    state.discards -= 1
    state.live = None
    state.turn, state.taken = person, True
    return True
