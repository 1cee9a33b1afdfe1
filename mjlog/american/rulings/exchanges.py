"""Joker exchanges: when they may be made, with which tile, and what happens to wrong ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..card import Exposure
from ..model import Amend, Exchange
from ..state import Flaw
from ..tiles import JOKER, UNKNOWN, format_tile, tile_name
from . import turns

if TYPE_CHECKING:
    from ..replay import HandReplay

__all__ = ["Made", "Pending", "before_discard", "exchange", "put_right", "undo"]


@dataclass(slots=True)
class Pending:
    """A wrong tile in an exposure, which may be put right until the next discard."""

    event: int
    giver: str
    owner: str
    exposure: int
    gave: int
    expected: int


@dataclass(slots=True)
class Made:
    """The last exchange, for the case that it is taken back."""

    giver: str
    owner: str
    exposure: int
    before: Exposure
    gave: int
    got: int


def exchange(replay: HandReplay, event: Exchange) -> None:
    """Take a joker from an exposure for the natural it stands for."""
    replay.begin_play(event)
    state, player = replay.state, replay.player(event.p)
    gave = event.tile if event.gave is None else event.gave
    dead = turns.report_dead(replay, event.p, "exchange")
    if not dead:
        replay.acting_dead = None
    fault = None if dead else _fault(replay, event, gave)
    if fault:
        replay.fault(fault[0], event.p, fault[1], recorded=format_tile(gave))
        if fault[0] == "JX-01":
            player.flaws.append(Flaw(replay.index, "JX-01"))
    if state.live is not None:
        if fault and fault[0] == "JX-01" and state.live.open:
            state.live.closed_by = event.p
        state.live.open = False
    state.exchanged = event.p
    _apply(replay, event, gave, fault[0] if fault else None)
    if fault and fault[0] == "JX-02":
        # the tile from the floor is one too many on the rack
        has_drawn = state.turn == event.p and state.taken
        player.excess = player.size - (14 if has_drawn else 13)


def _fault(replay: HandReplay, event: Exchange, gave: int) -> tuple[str, str] | None:
    """Return code and words of what forbids the exchange; a wrong tile is seen later."""
    state, player = replay.state, replay.player(event.p)
    if JOKER in (event.tile, gave):
        return "JX-05", f"a joker for {tile_name(event.tile)}"
    in_turn = state.turn == event.p and state.taken
    held = player.holds([gave])
    live = state.live
    if not held and not in_turn and live is not None and live.tile == gave:
        return "JX-02", f"the live {tile_name(gave)}"
    wrong = _is_wrong(replay, event, gave)
    if held is False and not wrong and any(tile == gave for _, tile in state.floor):
        return "JX-02", f"{tile_name(gave)} is not on the rack, it lies on the floor"
    if not in_turn:
        when = "before drawing or claiming" if state.turn == event.p else "out of turn"
        return "JX-01", when
    if not 0 <= event.i < len(replay.player(event.of).exposures):
        return "JX-04", f"{event.of} has no exposure {event.i + 1}"
    owner = replay.player(event.of)
    if event.i in owner.returned:
        return "JX-04", f"exposure {event.i + 1} of {event.of} went back to the rack"
    if not {JOKER, UNKNOWN} & set(owner.exposures[event.i].tiles):
        return "JX-04", f"exposure {event.i + 1} of {event.of} has no joker"
    return None


def _is_wrong(replay: HandReplay, event: Exchange, gave: int) -> bool:
    """Whether the tile is not the one the joker stands for; that is a fault of its own."""
    owner = replay.player(event.of)
    if not 0 <= event.i < len(owner.exposures):
        return False
    return UNKNOWN not in (gave, owner.exposures[event.i].kind) and (
        gave != owner.exposures[event.i].kind
    )


def _apply(replay: HandReplay, event: Exchange, gave: int, fault: str | None) -> None:
    """Do what the record says as far as the tiles allow it."""
    player, owner = replay.player(event.p), replay.player(event.of)
    if not 0 <= event.i < len(owner.exposures):
        replay.unsure = True
        return
    exposure = owner.exposures[event.i]
    got = JOKER
    if fault == "JX-05" and JOKER not in (event.tile,):
        got = event.tile
    elif fault == "JX-05":
        gave, got = JOKER, exposure.kind
    if event.i in owner.returned:
        # the joker is on the rack of the dead hand
        if owner.lose(got):
            owner.gain(gave)
            _give(replay, event.p, gave, fault)
            player.gain(got)
        replay.unsure = True
        return
    place = next((i for i, t in enumerate(exposure.tiles) if t == got), None)
    if place is None and UNKNOWN in exposure.tiles:
        place = exposure.tiles.index(UNKNOWN)
    if place is None:
        replay.unsure = True  # nothing can have been taken there
        return
    tiles = list(exposure.tiles)
    tiles[place] = gave
    wrong = _is_wrong(replay, event, gave)
    _give(replay, event.p, gave, "JX-03" if wrong else fault)
    player.gain(got)
    if got == JOKER and replay.claimed is not None and replay.claimed.p == event.p:
        replay.claimed.jokers += 1
    owner.exposures[event.i] = Exposure(exposure.kind, tuple(tiles))
    replay.last_exchange = Made(event.p, event.of, event.i, exposure, gave, got)
    if wrong and fault != "JX-05":
        replay.wrong_exchanges.append(
            Pending(replay.index, event.p, event.of, event.i, gave, exposure.kind)
        )


def _give(replay: HandReplay, person: str, tile: int, fault: str | None) -> None:
    """Take the tile given off the rack, or off the floor where it came from there."""
    state = replay.state
    if fault == "JX-02":
        for place in range(len(state.floor) - 1, -1, -1):
            if state.floor[place][1] == tile:
                state.floor.pop(place)
                return
    if replay.player(person).lose(tile):
        return
    if fault == "JX-03":
        replay.unsure = True  # the tile may be wrong in the record only
    elif fault != "JX-01":
        # before drawing it may be the tile that is drawn next
        replay.missing(
            "SET-03", person, f"gives {tile_name(tile)} that is not on the rack",
            recorded=format_tile(tile),
        )  # fmt: skip


def put_right(replay: HandReplay, event: Amend, added: list[int], removed: list[int]) -> bool:
    """Put the wrong tile of an exchange right; return whether the change is that."""
    for pending in replay.wrong_exchanges:
        if (pending.owner, pending.exposure) != (event.p, event.i):
            continue
        if removed != [pending.gave] or added not in ([pending.expected], [JOKER]):
            continue
        giver = replay.player(pending.giver)
        if not giver.lose(added[0]):
            replay.missing(
                "SET-03", pending.giver, f"gives {tile_name(added[0])} that is not on the rack",
                recorded=format_tile(added[0]),
            )  # fmt: skip
        giver.gain(pending.gave)
        owner = replay.player(pending.owner)
        kind = owner.exposures[event.i].kind
        owner.exposures[event.i] = Exposure(kind, tuple(event.tiles))
        replay.wrong_exchanges.remove(pending)
        return True
    return False


def undo(replay: HandReplay, person: str) -> None:
    """Take the last exchange back: free where the tile was wrong, else a fault."""
    made = replay.last_exchange
    if made is None or made.giver != person:
        replay.fault("JX-06", person, "there is no exchange to take back")
        return
    replay.last_exchange = None
    wrong = [
        p for p in replay.wrong_exchanges if (p.owner, p.exposure) == (made.owner, made.exposure)
    ]
    if wrong:
        replay.wrong_exchanges.remove(wrong[-1])
    else:
        replay.fault(
            "JX-06", person, f"takes back the joker of {made.owner}'s exposure {made.exposure + 1}"
        )
    player = replay.player(person)
    player.lose(made.got)
    player.gain(made.gave)
    replay.player(made.owner).exposures[made.exposure] = made.before
    replay.state.exchanged = None


def before_discard(replay: HandReplay) -> None:
    """Report wrong tiles that nobody put right before this discard."""
    for pending in replay.wrong_exchanges:
        replay.fault(
            "JX-03", pending.giver, f"{tile_name(pending.gave)} given into exposure "
            f"{pending.exposure + 1} of {pending.owner}, which is dead for it",
            recorded=format_tile(pending.gave), expected=format_tile(pending.expected),
            event=pending.event,
        )  # fmt: skip
        replay.player(pending.owner).flaws.append(Flaw(pending.event, "JX-03", pending.exposure))
    replay.wrong_exchanges.clear()
    replay.last_exchange = None
