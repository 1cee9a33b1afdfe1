"""The order in which the players' turns were played.

The form has a list of turns for each player, and nothing says how they interlace: a call names
the tile and the direction alone. When a player discards a tile twice and another one calls it
once, only the rest of the round tells which of the two it was. So all orders are tried, with
what was found for each state kept; the first one counts, and a second one is reported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from mjlog.codes import CHI, DISCARD, UNKNOWN
from mjlog.errors import ParseError

from .turns import Turn

__all__ = ["Order", "order_of"]

#: States that are looked at; real rounds have fewer than a hundred.
MAX_STATES: Final = 100_000
#: Tells whether a round may end with this turn of this seat.
Ends = Callable[[int, Turn], bool]
_State = tuple[int, ...]  # turns played by each seat, and who played the last one


class Order(NamedTuple):
    """An order of play.

    Attributes:
        seats: Whose turn each one is.
        complete: All turns are in it; else it is the longest beginning that fits.
        ambiguous: Number of turns after which another order goes another way, -1 for none.
    """

    seats: list[int]
    complete: bool
    ambiguous: int = -1


def order_of(turns: list[list[Turn]], dealer: int, ends: Ends) -> Order:
    """Return an order in which all turns follow from one another.

    Where several do, every call is taken as early as it can be.

    Args:
        turns: By seat, 3 or 4 of them.
        dealer: Who begins.
        ends: Tells whether the round may end with a turn.

    Raises:
        ParseError: There are too many orders to try.
    """
    search = _Search(turns, ends)
    start = (*[0] * len(turns), -1)
    if not any(turns):
        return Order([], complete=True)
    first = search.after(start, dealer) if _begins(turns[dealer]) else None
    count = search.count(first) if first else 0
    if not count or first is None:
        return Order(search.longest(first), complete=False)
    return search.path(first)


def _begins(turns: list[Turn]) -> bool:
    return bool(turns) and turns[0].claim is None


class _Search:
    """Counts, for each state, the orders of the turns that are left (0, 1, or 2 for more)."""

    def __init__(self, turns: list[list[Turn]], ends: Ends) -> None:
        self.turns = turns
        self.players = len(turns)
        self.ends = ends
        self.total = sum(map(len, turns))
        self.found: dict[_State, int] = {}

    def after(self, state: _State, seat: int) -> _State:
        """Return the state after the next turn of ``seat``."""
        played = list(state)
        played[seat] += 1
        played[-1] = seat
        return tuple(played)

    def options(self, state: _State) -> list[_State]:
        """Return the states that may follow: calls first, pon and kan before chi."""
        last = state[-1]
        discard = self.turns[last][state[last] - 1].last
        if discard.kind != DISCARD:
            return []
        claims: list[tuple[bool, int]] = []
        for seat in range(self.players):
            if seat == last or state[seat] == len(self.turns[seat]):
                continue
            claim = self.turns[seat][state[seat]].claim
            if claim is None or discard.tile not in (claim.tile, UNKNOWN):
                continue
            if self.taken_from(seat, claim.source) == last:
                claims.append((claim.kind == CHI, seat))
        following = [self.after(state, seat) for _, seat in sorted(claims)]
        after = (last + 1) % self.players
        if state[after] < len(self.turns[after]) and _begins(self.turns[after][state[after] :]):
            following.append(self.after(state, after))
        return following

    def taken_from(self, seat: int, source: int) -> int:
        """Return whose tile is taken; three players sit on three of four places."""
        other = (seat + source) % 4
        return other if other < self.players else (seat + source) % self.players

    def count(self, state: _State) -> int:
        """Return how many orders lead from ``state`` to the end of the round, at most 2."""
        pending = [state]
        while pending:
            here = pending[-1]
            if here in self.found:
                pending.pop()
                continue
            if sum(here[:-1]) == self.total:
                last = here[-1]
                self.found[here] = int(self.ends(last, self.turns[last][-1]))
                continue
            following = self.options(here)
            unknown = [s for s in following if s not in self.found]
            if unknown:
                pending += unknown
                if len(self.found) + len(pending) > MAX_STATES:
                    raise ParseError(f"more than {MAX_STATES} states to try for the order of play")
                continue
            self.found[here] = min(sum(self.found[s] for s in following), 2)
        return self.found[state]

    def path(self, state: _State) -> Order:
        """Return the first order from ``state`` on."""
        seats = [state[-1]]
        ambiguous = -1
        while sum(state[:-1]) < self.total:
            ways = [s for s in self.options(state) if self.found[s]]
            if len(ways) > 1 and ambiguous < 0:
                ambiguous = len(seats)
            state = ways[0]
            seats.append(state[-1])
        return Order(seats, complete=True, ambiguous=ambiguous)

    def longest(self, state: _State | None) -> list[int]:
        """Return the order that gets furthest where none gets to the end."""
        if state is None:
            return []
        came: dict[_State, _State | None] = {state: None}
        pending = [state]
        best = state
        while pending:
            here = pending.pop()
            if sum(here[:-1]) > sum(best[:-1]):
                best = here
            for following in reversed(self.options(here)):
                if following not in came and len(came) < MAX_STATES:
                    came[following] = here
                    pending.append(following)
        seats: list[int] = []
        step: _State | None = best
        while step is not None:
            seats.append(step[-1])
            step = came[step]
        return seats[::-1]
