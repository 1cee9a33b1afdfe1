"""How faults are planted: plans that do one thing wrong, once, and let the play go on.

A function of a stage returns None where there is no place for the fault, :data:`ON` when it is
planted and the play goes on as if nothing were, :data:`TOOK` when what was about to happen has
been done, or left out, by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ..model import (
    Courtesy,
    Discard,
    Draw,
    Pass,
    SecondCharleston,
    Void,
)
from ..rulings.tileset import copies, deal_order
from ..tiles import JOKER, KINDS
from .passing import legs_of, pass_leg, second_legs
from .plan import Plan

if TYPE_CHECKING:
    from .table import HandPlay

__all__ = ["CHARLESTON", "ON", "SET_AND_DEAL", "TOOK", "TURNS", "Once", "once"]

ON: Final = "on"
TOOK: Final = "took"

#: Stages → what the play hands over there.
_STAGES: Final = (
    "wall", "deal", "dealt", "leg", "passes", "second", "courtesy", "opening", "draw", "turn",
    "discard", "discarded", "claim", "exposed", "dead", "mahjong", "settle", "record",
)  # fmt: skip


class Once(Plan):
    """A plan that calls a function at one stage until it has planted its fault."""

    def __init__(self, stage: str, act: Callable[..., str | None]) -> None:
        self._act = act

        def call(play: HandPlay, *values: Any) -> bool:
            if self.done:
                return False
            result = self._act(play, *values)
            self.done = result is not None
            return result == TOOK

        setattr(self, stage, call)


def once(stage: str, act: Callable[..., str | None]) -> Callable[[], Plan]:
    """Return what makes the plan of a function at a stage."""
    assert stage in _STAGES
    return lambda: Once(stage, act)


def others_of(play: HandPlay, *persons: str | None) -> list[str]:
    """Return the players whose hands are alive, others than those named, in turn order."""
    return [p for p in play.state.order if p not in persons and play.alive(p)]


def not_held(play: HandPlay, person: str, *more: int) -> int:
    """Return a kind of tile that a player does not hold."""
    rack = {*play.rack(person), JOKER, *more}
    return play.rng.choice([kind for kind in KINDS if kind not in rack])


# --- set and deal


def _fifth_copy(play: HandPlay, wall: list[int]) -> str:
    place = len(wall) - 1 - play.rng.randrange(20)
    kind = play.rng.choice([k for k in KINDS if k not in (JOKER, wall[place])])
    wall[place] = kind
    assert wall.count(kind) > copies(play.rules)[kind]
    return ON


def _short_wall(play: HandPlay, wall: list[int]) -> str:
    wall.pop()
    return ON


def _other_wall(play: HandPlay) -> str | None:
    """Swap two tiles of the recorded wall, one of them drawn, the other not."""
    wall = play.hand.wall
    drawn = sum(1 for event in play.hand.events if isinstance(event, Draw))
    assert wall is not None
    first = len(deal_order(len(play.state.order)))
    place, last = first + min(3, drawn), len(wall) - 1
    if drawn < 8 or place + drawn >= last or wall[place] == wall[last]:
        return None
    wall[place], wall[last] = wall[last], wall[place]
    return ON


def _short_hand(play: HandPlay, racks: dict[str, list[int]]) -> str:
    racks[play.state.order[1]].pop()
    return ON


SET_AND_DEAL: Final[dict[str, Callable[[], Plan]]] = {
    "A-SET-01": once("wall", _fifth_copy),
    "A-SET-02": once("wall", _short_wall),
    "A-SET-03": once("record", _other_wall),
    "A-DEAL-01": once("deal", _short_hand),
}


# --- Charleston


def _joker_passed(play: HandPlay, leg: str, events: list[Pass]) -> str | None:
    for event in events:
        if JOKER in play.rack(event.p) and len(event.tiles) > event.blind:
            event.tiles[0] = JOKER
            return ON
    return None


def _two_passed(play: HandPlay, leg: str, events: list[Pass]) -> str:
    play.rng.choice(events).tiles.pop(0)
    return ON


def _not_held(play: HandPlay, leg: str, events: list[Pass]) -> str:
    event = play.rng.choice(events)
    event.tiles[0] = not_held(play, event.p)
    return ON


def _leg_left_out(play: HandPlay, leg: str) -> str | None:
    legs = legs_of(play)
    if not legs:
        # three players pass though their table plays no Charleston
        order = play.state.order
        for person in order:
            tiles = play.bots[person].spare(play.rack(person), 3)
            play.do(Pass("R1", person, play.state.right(person), tiles))
        for person in order:
            play.look(person)
        return TOOK
    return TOOK if leg == legs[1] else None


def _after_a_stop(play: HandPlay) -> str:
    play.do(SecondCharleston(play.rng.choice(play.state.order)))
    second_legs(play)
    return TOOK


def _stopped_late(play: HandPlay) -> str:
    play.do(SecondCharleston(None))
    pass_leg(play, legs_of(play)[3], blind=False)
    play.do(SecondCharleston(play.rng.choice(play.state.order)))
    return TOOK


def _blind_too_early(play: HandPlay, leg: str, events: list[Pass]) -> str | None:
    if leg not in legs_of(play)[:2]:
        return None
    event = events[0]
    arriving = next(other for other in events if other.to == event.p)
    event.tiles[-1] = arriving.tiles[0]
    event.blind = 1
    return ON


def _more_than_wished(play: HandPlay, event: Courtesy) -> str | None:
    n = min(event.wish.values()) + 1
    tiles = {p: play.bots[p].spare(play.rack(p), n) for p in event.pair}
    if n > 3 or any(len(given) != n for given in tiles.values()):
        return None
    event.n, event.tiles = n, tiles
    return ON


CHARLESTON: Final[dict[str, Callable[[], Plan]]] = {
    "A-CH-01": once("passes", _joker_passed),
    "A-CH-02": once("passes", _two_passed),
    "A-CH-03": once("passes", _not_held),
    "A-CH-04": once("leg", _leg_left_out),
    "A-CH-05": once("second", _after_a_stop),
    "A-CH-06": once("passes", _blind_too_early),
    "A-CH-07": once("courtesy", _more_than_wished),
    "A-CH-08": once("second", _stopped_late),
}


# --- turns


def _some_turns(play: HandPlay, number: int = 8) -> bool:
    return play.state.discards >= number and play.state.wall_left > 20


def _draws_out_of_turn(play: HandPlay, person: str) -> str | None:
    others = others_of(play, person)
    if not _some_turns(play) or not others:
        return None
    play.do(play.next_draw(play.rng.choice(others)))
    return TOOK


def _discards_undrawn(play: HandPlay, person: str) -> str | None:
    if not _some_turns(play):
        return None
    play.do(Discard(person, play.look(person).discard(play.rack(person))))
    return TOOK


def _wrong_end(play: HandPlay, person: str) -> str | None:
    if not _some_turns(play):
        return None
    play.do(play.next_draw(person, "wrong_end"))
    return TOOK


def _first_discard(play: HandPlay) -> str:
    person = play.state.right(play.state.east)
    play.do(play.next_draw(person))
    play.do(Discard(person, play.look(person).discard(play.rack(person))))
    play.do(Void(f"{person} drew and discarded first"))
    return TOOK


def _draws_twice(play: HandPlay, person: str) -> str | None:
    if not _some_turns(play):
        return None
    play.do(play.next_draw(person))
    play.do(play.next_draw(person))
    return TOOK


class TwoWrongCounts(Plan):
    """Two players draw twice, and the hand goes on."""

    def __init__(self) -> None:
        self._twice: list[str] = []

    def draw(self, play: HandPlay, person: str) -> bool:
        """Draw two tiles, each of two players once."""
        if self.done or person in self._twice or _draws_twice(play, person) is None:
            return False
        self._twice.append(person)
        self.done = len(self._twice) == 2
        return True


def _discards_what_is_not_held(play: HandPlay, event: Discard) -> str | None:
    if not _some_turns(play):
        return None
    event.tile, event.named = not_held(play, event.p), None
    return ON


def _misnames(play: HandPlay, event: Discard) -> str | None:
    if not _some_turns(play) or event.tile == JOKER:
        return None
    last = play.replay.last_name
    event.named = play.rng.choice([k for k in KINDS if k not in (event.tile, last, JOKER)])
    return ON


TURNS: Final[dict[str, Callable[[], Plan]]] = {
    "A-TURN-01": once("draw", _draws_out_of_turn),
    "A-TURN-02": once("draw", _discards_undrawn),
    "A-TURN-03": once("draw", _wrong_end),
    "A-TURN-04": once("opening", _first_discard),
    "A-CNT-01": once("draw", _draws_twice),
    "A-CNT-02": TwoWrongCounts,
    "A-DISC-01": once("discard", _discards_what_is_not_held),
    "A-DISC-02": once("discard", _misnames),
}
