"""The order in which the players' turns were played.

The form has a list of turns for each player, and nothing says how they interlace: a call names
the tile and the direction alone. When a player discards a tile twice and another one calls it
once, only the rest of the round tells which of the two it was, so orders are tried and given up.

There is never more than one order that holds all turns. Suppose that after a discard of D both
A and B could go on, each with its next turn. Both turns follow a discard of D (a call names
D's direction, a draw comes from the player before), so whoever does not go on now waits for
another discard of D, and D has to play before that. Until then only A and the fourth player C
can play in the one order, only B and C in the other. Whose discard D's next turn follows is
fixed by that turn, so it is C's. But whose discard C's next turn follows is fixed too, and it
would have to be A's in the one order and B's in the other.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mjlog.codes import DISCARD, UNKNOWN
from mjlog.errors import ParseError

from .turns import Turn

__all__ = ["Order", "order_of"]

#: States that are looked at; real rounds have fewer than two hundred.
MAX_STATES: Final = 50_000
_State = tuple[int, ...]  # turns played by each seat, and who played the last one
#: What stands behind the last turn: a call of nobody's tile.
_NEVER: Final = (-1, UNKNOWN)


class Order(NamedTuple):
    """An order of play.

    Attributes:
        seats: Whose turn each one is.
        complete: All turns are in it; else it is the longest beginning that fits.
    """

    seats: list[int]
    complete: bool


def order_of(turns: list[list[Turn]], dealer: int) -> Order:
    """Return the order in which all turns follow from one another.

    Args:
        turns: By seat, 3 or 4 of them.
        dealer: Who begins.

    Raises:
        ParseError: There are too many orders to try.
    """
    total = sum(map(len, turns))
    search = _Search(turns)
    if not turns[dealer] or turns[dealer][0].claim is not None:
        return Order([], complete=not total)
    first = search.after((*[0] * len(turns), -1), dealer)
    came: dict[_State, _State | None] = {first: None}
    pending = [first]
    best, furthest = first, 1
    while pending and furthest < total:
        here = pending.pop()
        for following in search.options(here):
            if following not in came:
                came[following] = here
                pending.append(following)
                if (played := sum(following) - following[-1]) > furthest:
                    best, furthest = following, played
        if len(came) > MAX_STATES:
            raise ParseError(f"more than {MAX_STATES} states to try for the order of play")
    seats: list[int] = []
    step: _State | None = best
    while step is not None:
        seats.append(step[-1])
        step = came[step]
    return Order(seats[::-1], complete=furthest == total)


def _discarded(turn: Turn) -> int:
    step = turn.steps[-1]
    return step.tile if step.kind == DISCARD else -1


class _Search:
    """Which states may follow one another."""

    def __init__(self, turns: list[list[Turn]]) -> None:
        self.players = len(turns)
        #: By seat and turn: the tile discarded, -1 for none.
        self.put = [[_discarded(turn) for turn in own] for own in turns]
        #: By seat and turn: whose tile is called and which; None for a draw.
        self.claims = [
            [*(self.claim_of(seat, turn) for turn in own), _NEVER] for seat, own in enumerate(turns)
        ]

    def claim_of(self, seat: int, turn: Turn) -> tuple[int, int] | None:
        """Return what a turn of ``seat`` begins with; three players sit on three of four places."""
        claim = turn.claim
        if claim is None:
            return None
        other = (seat + claim.source) % 4
        other = other if other < self.players else (seat + claim.source) % self.players
        return other, claim.tile

    def after(self, state: _State, seat: int) -> _State:
        """Return the state after the next turn of ``seat``."""
        return (*state[:seat], state[seat] + 1, *state[seat + 1 : -1], seat)

    def options(self, state: _State) -> list[_State]:
        """Return the states that may follow, the likeliest last: a draw, then calls."""
        last = state[-1]
        tile = self.put[last][state[last] - 1]
        if tile < 0:
            return []
        following: list[_State] = []
        after = (last + 1) % self.players
        if self.claims[after][state[after]] is None:
            following.append(self.after(state, after))
        for seat in range(self.players):
            claim = self.claims[seat][state[seat]]
            if claim is not None and claim[0] == last and tile in (claim[1], UNKNOWN):
                following.append(self.after(state, seat))
        return following
