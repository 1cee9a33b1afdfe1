"""How a hand ends without a win, and what may not come after its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..model import Claim, Discard, Draw, Event, Exchange, Void, WallGame
from ..tiles import counted
from . import dealing

if TYPE_CHECKING:
    from ..replay import HandReplay, ResultKind

__all__ = ["close", "plays_on", "three_dead", "void", "wall_game"]

#: Results after which nobody plays on, in words.
_OVER: Final = {
    "mahjong_in_error": "one intact hand is left", "wrecked_wall": "the wall is wrecked",
    "wall": "the wall is empty", "void": "it was thrown in", "three_dead": "three hands are dead",
}  # fmt: skip
_WORDS: Final[dict[type[Event], str]] = {
    Draw: "draws", Discard: "discards", Claim: "claims", Exchange: "exchanges",
}  # fmt: skip


def plays_on(replay: HandReplay, event: Event) -> bool:
    """Whether an event is play after the end of the hand, which is reported once."""
    result, what = replay.result, _WORDS.get(type(event))
    person = getattr(event, "p", None)
    if what is None or person is None or replay.state.phase != "over" or result.kind == "unknown":
        return False
    if replay.player(person).dead is not None:
        return False  # that is told as what a dead hand does
    if not replay.played_on:
        reason = _OVER.get(result.kind, f"{result.winner} has won")
        if result.kind == "mahjong_in_error" and not result.receivers:
            reason = "no intact hand is left"
        replay.fault(
            "TURN-05", person, f"{what} although the hand is over: {reason}", recorded=what
        )
    replay.played_on = True
    return True


def three_dead(replay: HandReplay) -> None:
    """End a hand of which one player alone is alive, without a mahjong in error: nobody pays."""
    from ..replay import HandResult

    state = replay.state
    alive = [p for p in state.order if state.players[p].dead is None]
    if replay.result.kind == "unknown" and not replay.errors.declared and len(alive) <= 1:
        replay.state.phase = "over"
        replay.result = HandResult(kind="three_dead", event=replay.index)


def close(replay: HandReplay) -> None:
    """Tell of a second player at the wrong end of the wall whose hand was not thrown in."""
    found = [b for b in replay.breaches if b.code == "TURN-03" and b.recorded == "wrong_end"]
    second = next((b for b in found if b.player != found[0].player), None)
    if second is not None and replay.result.kind != "void":
        second.detail += f", as {found[0].player} did before: the hand had to be thrown in"
        second.expected = "void"


def void(replay: HandReplay, event: Void) -> None:
    """Throw the hand in."""
    from ..replay import HandResult

    dealing.close_deal(replay)
    for breach in replay.breaches:
        if breach.code == "CNT-02":
            breach.code = "CNT-01"  # the hand ends, as it must
    replay.state.phase = "over"
    kind: ResultKind = "void"
    if sum(1 for p in replay.state.players.values() if p.dead) >= 3:
        kind = "three_dead"
    replay.result = HandResult(kind=kind, event=replay.index)


def wall_game(replay: HandReplay, event: WallGame) -> None:
    """End the hand with an empty wall."""
    from ..replay import HandResult

    replay.begin_play(event)
    replay.state.phase = "over"
    if replay.result.kind in ("mahjong_in_error", "wrecked_wall"):
        return  # the hand was over before
    # as many draws as are missing in the record may be left
    complete = 0 <= replay.state.wall_left <= len(replay.slips.undrawn)
    if not complete and not replay.unsure and replay.level != "result":
        replay.fault(
            "SET-02", None,
            f"a wall game with {counted(replay.state.wall_left, 'tile')} left in the wall",
            recorded=replay.state.wall_left, expected=0,
        )  # fmt: skip
    replay.result = HandResult(kind="wall", event=replay.index)
