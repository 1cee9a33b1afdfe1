"""What happens at tables beside the play: words taken back, tiles put back, disputes, accidents.

All of it is within the rules, so that an audit has no error to report. What the audit tells
all the same are notes: a discard that was called by a wrong name and put right, a bonus that
the winner forgot, a dead hand that nobody noticed. Without incidents there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .. import legal
from ..model import (
    Amend,
    Claim,
    Discard,
    Draw,
    Exchange,
    Mahjong,
    Note,
    Retract,
    ThrowIn,
    Void,
)
from ..tiles import JOKER, KINDS

if TYPE_CHECKING:
    from .table import HandPlay

__all__ = ["CHANCES", "Incidents"]

#: How often each incident happens where it can.
CHANCES: Final[dict[str, float]] = {
    "word for a name": 0.3,
    "wrong name put right": 0.0005,
    "call taken back": 0.002,
    "claim after the draw": 0.08,
    "two calls": 0.5,
    "exposure beaten by mahjong": 0.5,
    "mahjong taken back": 0.001,
    "exposure amended": 0.1,
    "wrong exchange put right": 0.02,
    "exchange tried with a wrong tile": 0.02,
    "challenge of a hand alive": 0.001,
    "bonus forgotten": 0.03,
    "everybody passes blind": 0.02,
    "last tile of the deal forgotten": 0.004,
    "short deal": 0.003,
    "first discard taken back": 0.003,
    "wall wrecked": 0.00004,
    "remark": 0.01,
}


class Incidents:
    """The incidents of one hand; nothing happens where they are not active."""

    def __init__(self, play: HandPlay, *, active: bool) -> None:
        self._play, self._active = play, active
        self._forgotten: str | None = None  # who has not taken the last tile of the deal
        self._seen: dict[tuple[str, str], bool] = {}

    def _happens(self, what: str) -> bool:
        return self._active and self._play.rng.random() < CHANCES[what]

    # --- deal and Charleston

    def deal(self, racks: dict[str, list[int]]) -> None:
        """Let tiles of the deal be forgotten."""
        order = self._play.state.order
        if self._happens("last tile of the deal forgotten") and len(order) == 4:
            racks[order[-1]].pop()
            self._forgotten = order[-1]
        elif self._happens("short deal"):
            racks[order[0]].pop()

    def after_deal(self) -> bool:
        """Throw a hand in that was dealt wrongly; return whether it is."""
        play = self._play
        if len(play.rack(play.state.east)) == 13:
            play.do(Void("East was dealt 13 tiles"))
            return True
        return False

    def blind(self, unseen: dict[str, int]) -> dict[str, int]:
        """Let everybody forward a tile unseen, which makes one of them owe it."""
        if self._happens("everybody passes blind"):
            return {person: max(number, 1) for person, number in unseen.items()}
        return unseen

    def before_opening(self) -> bool:
        """Take the last tile of the deal, or take a wrong first discard back."""
        play = self._play
        state = play.state
        if self._forgotten is not None:
            play.do(play.next_draw(self._forgotten))
            play.look(self._forgotten)
        if self._happens("remark"):
            play.do(Note("the players changed the tiles"))
        if self._happens("first discard taken back"):
            person = state.right(state.east)
            play.do(Discard(person, play.bots[person].discard(play.rack(person))))
            play.do(Retract(person, "discard"))
        return False

    # --- turns

    def turn(self, person: str) -> None:
        """Let a player say mahjong and see that it is none."""
        play = self._play
        drew = isinstance(play.hand.events[-1], Draw)
        if drew and play.bots[person].away == 1 and self._happens("mahjong taken back"):
            nearest = play.card.nearest(
                play.rack(person), play.state.players[person].shown, limit=1
            )
            line = nearest[0].line.id if nearest else None
            play.do(Mahjong(person, "self_pick", None, line, None, None, "none"))
            play.do(Retract(person, "mahjong"))

    def name(self, event: Discard) -> int | str | None:
        """Return a word that is said instead of the tile, as the rules allow it."""
        if not self._active or (event.tile != JOKER and self._play.rng.random() > 0.2):
            return None
        return self._play.name_of(event) if self._happens("word for a name") else None

    def misname(self, event: Discard) -> None:
        """Let a discard be called by a wrong name that is put right."""
        if event.named is None and event.tile != JOKER and self._happens("wrong name put right"):
            others = [kind for kind in KINDS if kind not in (event.tile, JOKER)]
            event.named, event.corrected = self._play.rng.choice(others), True

    def exchange(self, event: Exchange) -> None:
        """Let a wrong tile be given first, and be put right."""
        play = self._play
        others = sorted(set(play.rack(event.p)) - {event.tile, JOKER})
        if not others:
            return
        wrong = Exchange(event.p, event.of, event.i, event.tile, play.rng.choice(others))
        if self._happens("exchange tried with a wrong tile"):
            play.do(wrong)
            play.do(Retract(event.p, "exchange"))

    def corrected_exchange(self, event: Exchange) -> bool:
        """Make an exchange with a wrong tile that is put right; return whether it was made."""
        play = self._play
        others = sorted(set(play.rack(event.p)) - {event.tile, JOKER})
        if not others or not self._happens("wrong exchange put right"):
            return False
        gave = play.rng.choice(others)
        tiles = list(play.state.players[event.of].exposures[event.i].tiles)
        tiles[tiles.index(JOKER)] = event.tile
        play.do(Exchange(event.p, event.of, event.i, event.tile, gave))
        play.do(Amend(event.of, event.i, tiles))
        return True

    # --- discards and claims

    def discarded(self) -> None:
        """Let somebody call for a discard and take the word back."""
        play = self._play
        live = play.state.live
        if live is None or live.named is not None or live.tile == JOKER:
            return
        if self._happens("call taken back"):
            others = [p for p in play.state.order if p != live.p and play.alive(p)]
            person = play.rng.choice(others)
            if legal.may_claim_mahjong(play.replay, person) and play.state.wall_left > 38:
                play.do(Claim(person, live.tile, live.p, "expose", said="call"))
                play.do(Retract(person, "claim"))

    def late(self, person: str) -> None:
        """Let the next player pick a tile before the claim, and put it back."""
        play = self._play
        following = play.state.turn
        if following in (None, person) or not play.state.wall_left:
            return
        if self._happens("claim after the draw"):
            assert following is not None
            play.do(play.next_draw(following))
            play.do(Retract(following, "draw"))

    def rivals(self, person: str, others: list[str]) -> None:
        """Let somebody further from the turn call first."""
        live = self._play.state.live
        assert live is not None
        if others and self._happens("two calls"):
            self._play.do(Claim(others[-1], live.tile, live.p, "expose", said="call"))

    def smaller(self, person: str, group: tuple[int, ...]) -> tuple[int, ...]:
        """Return the group that is laid down first, smaller than what it will be."""
        if len(group) > 3 and self._happens("exposure amended"):
            return group[:-1]
        return group

    def amend(self, person: str, first: tuple[int, ...], group: tuple[int, ...]) -> None:
        """Add the tile that was left out."""
        if first != group:
            i = len(self._play.state.players[person].exposures) - 1
            self._play.do(Amend(person, i, list(group)))

    def beaten(self, others: list[str], groups: dict[str, tuple[int, ...]]) -> None:
        """Let a claim come first that the winner's beats."""
        play = self._play
        live = play.state.live
        assert live is not None
        if others and self._happens("two calls"):
            play.do(Claim(others[-1], live.tile, live.p, "mahjong"))
        elif groups and self._happens("exposure beaten by mahjong"):
            person, group = next(iter(groups.items()))
            play.do(Claim(person, live.tile, live.p, "expose", len(group), list(group)))

    # --- disputes and ends

    def notices(self, person: str, of: str) -> bool:
        """Whether a player sees that the hand of another is dead; without incidents always."""
        if not self._active:
            return True
        chance = self._play.bots[person].style.watch
        return self._seen.setdefault((person, of), self._play.rng.random() < chance)

    def denies(self, person: str) -> bool:
        """Whether a player denies that the own hand is dead; without incidents never."""
        play = self._play
        return self._active and play.rng.random() < play.bots[person].style.doubt

    def remembers(self) -> bool:
        """Whether a winner thinks of the jokerless bonus."""
        return not self._happens("bonus forgotten")

    def discarded_over(self) -> bool:
        """Let an accident or a dispute happen between two turns; return whether the hand ends."""
        play = self._play
        if self._happens("wall wrecked"):
            play.do(ThrowIn(play.rng.choice(play.state.order), wrecked_wall=True))
            return True
        if play.rules.challenges and self._happens("challenge of a hand alive"):
            self._doubt()
        return False

    def _doubt(self) -> None:
        """Let a hand be challenged that is alive."""
        play = self._play
        exposed = [
            p for p, s in play.state.players.items() if s.exposures and not play.bots[p].denied
        ]
        if not exposed:
            return
        of = play.rng.choice(exposed)
        others = [p for p in play.state.order if p != of and play.alive(p)]
        found = legal.may_challenge(play.replay, others[0], of) if others else None
        if found is not None and found.dead is False:
            play.challenge_denied(play.rng.choice(others), of, "c", dead=False)
