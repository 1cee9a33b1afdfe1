"""What is taken back: claims, draws, exchanges, discards; mahjong is seen by its own rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Retract
from ..tiles import UNKNOWN, format_tile, tile_name
from . import claims, exchanges, turns

if TYPE_CHECKING:
    from ..replay import HandReplay

__all__ = ["retract"]


def retract(replay: HandReplay, event: Retract) -> None:
    """Take something back; ``mahjong`` is seen by the rules of mahjong in error."""
    state = replay.state
    if event.what == "claim":
        _retract_claim(replay, event.p)
    elif event.what == "draw":
        turns.undo_draw(replay, event.p)
    elif event.what == "exchange":
        exchanges.undo(replay, event.p)
    elif event.what == "discard":
        breach = replay.breaches[-1] if replay.breaches else None
        first = breach is not None and breach.code == "TURN-04" and breach.player == event.p
        tile = state.live.tile if state.live is not None else UNKNOWN
        if not turns.undo_discard(replay, event.p):
            replay.fault("DISC-03", event.p, "there is no discard to take back")
        elif first and breach is not None:
            if breach.recorded == "discard":
                replay.breaches.remove(breach)  # nothing was drawn: East simply begins
            state.turn, state.taken = state.east, True
        else:
            replay.fault(
                "DISC-03", event.p, f"takes back {tile_name(tile)}", recorded=format_tile(tile)
            )


def _retract_claim(replay: HandReplay, person: str) -> None:
    state = replay.state
    live = state.live
    if state.unlocked is not None and state.unlocked[0] == person:
        if live is None or live.named is None:
            replay.fault("CLM-08", person, "takes back a claim after laying tiles down")
        claims.undo(replay)
    elif live is not None:
        live.asked = [(p, what) for p, what in live.asked if p != person]
    said = replay.claim_faults.pop(person, None)
    if said is not None and said[1]:
        # no rule forbids to put a claim for mahjong on the wrong tile right
        replay.breaches = [b for b in replay.breaches if (b.event, b.code) != (said[0], "MJ-08")]
