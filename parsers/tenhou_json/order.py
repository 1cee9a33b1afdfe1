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

from mjlog.codes import DISCARD, DRAW, UNKNOWN
from mjlog.errors import ParseError

from .turns import Turn

__all__ = ["Order", "order_of"]

#: Turns that are tried; real rounds need fewer than two hundred.
MAX_TRIED: Final = 50_000
#: Whose tile a turn takes and which; None for a draw.
_Claim = tuple[int, int] | None
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
    if not turns[dealer] or turns[dealer][0].claim is not None:
        return Order([], complete=not total)
    search = _Search(turns)
    seats = search.play(dealer, total)
    return Order(seats, complete=len(seats) == total)


def _discarded(turn: Turn) -> int:
    step = turn.steps[-1]
    return step.tile if step.kind == DISCARD else -1


class _Search:
    """Plays the turns, with a way back to where another turn could have followed."""

    def __init__(self, turns: list[list[Turn]]) -> None:
        self.players = len(turns)
        #: By seat and turn: the tile discarded, -1 for none.
        self.put = [[_discarded(turn) for turn in own] for own in turns]
        #: By seat and turn, what it begins with.
        self.claims: list[list[_Claim]] = [
            [*[self.claim_of(seat, turn) for turn in own], _NEVER] for seat, own in enumerate(turns)
        ]

    def claim_of(self, seat: int, turn: Turn) -> _Claim:
        """Return what a turn of ``seat`` begins with; three players sit on three of four places."""
        claim = turn.steps[0]
        if claim.kind == DRAW:
            return None
        other = (seat + claim.source) % 4
        other = other if other < self.players else (seat + claim.source) % self.players
        return other, claim.tile

    def play(self, dealer: int, total: int) -> list[int]:
        """Return the order of all ``total`` turns, or the longest beginning of one.

        Raises:
            ParseError: Too many turns were tried.
        """
        played = [0] * self.players
        seats: list[int] = []
        longest: list[int] = []
        open_ways: list[tuple[list[int], int, int]] = []  # turns played, how many, who goes on
        tried: set[tuple[int, ...]] = set()
        last = dealer
        for _ in range(MAX_TRIED):
            played[last] += 1
            seats.append(last)
            if len(seats) == total:
                return seats
            options = self.options(played, last)
            if len(options) > 1:
                state = (*played, last)
                if state in tried:
                    options = []
                tried.add(state)
                open_ways += [(played.copy(), len(seats), seat) for seat in options[:-1]]
            if options:
                last = options[-1]
                continue
            if len(seats) > len(longest):
                longest = seats.copy()
            if not open_ways:
                return longest
            played, count, last = open_ways.pop()
            del seats[count:]
        raise ParseError(f"more than {MAX_TRIED} turns to try for the order of play")

    def options(self, played: list[int], last: int) -> list[int]:
        """Return whose turn may follow, the likeliest last: a draw, then calls."""
        tile = self.put[last][played[last] - 1]
        if tile < 0:
            return []
        claims = self.claims
        after = (last + 1) % self.players
        options = [after] if claims[after][played[after]] is None else []
        for seat in range(self.players):
            claim = claims[seat][played[seat]]
            if claim is not None and claim[0] == last and tile in (claim[1], UNKNOWN):
                options.append(seat)
        return options
