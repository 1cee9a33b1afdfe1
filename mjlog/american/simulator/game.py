"""A game of American mahjong played by bots: walls, seats, hands, points."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from ...errors import MjlogError
from ..card import Card
from ..model import AmericanGame, AmericanHand, CardRef, Void
from ..replay import HandReplay
from ..rotation import Seating, first_seating
from ..rules import AmericanRules
from ..rules.table_rules import as_table_rules
from ..rulings.tileset import copies
from ..settlement.hands import table_of
from ..settlement.tournament import scheme_of
from .arranged import arranged_hand
from .bots import STYLES, Bot
from .plan import Plan
from .table import HandPlay

__all__ = ["HOME_ROUNDS", "PlayedGame", "play_game", "why_not_played"]

#: Rounds of a game where the rules leave its length to the table: one of these.
HOME_ROUNDS: Final = (1, 1, 1, 2)
#: Hands of a game, those that were thrown in among them, at most.
MOST_HANDS: Final = 400

#: Parameters that the bots do not play with → the value that they need.
_NEEDED: Final = {"blanks": 0, "mush": False, "futures": False, "bettor": False}

MakePlan = Callable[[int], Plan | None]


@dataclass(slots=True)
class PlayedGame:
    """A game and what happened in it.

    Attributes:
        game: The record. replays: The finished replay of each hand, without its settlement.
        planned: Whether a plan was carried out.
    """

    game: AmericanGame
    replays: list[HandReplay] = field(default_factory=list)
    planned: bool = False


def why_not_played(rules: AmericanRules) -> str:
    """Return which parameter the bots do not play with, ``""`` if they play.

    >>> from ..rules import load_american_rules
    >>> why_not_played(load_american_rules("house-mush"))
    'mush = True'
    """
    if rules.charleston == "with_wall":
        return "charleston = 'with_wall'"
    for name, value in _NEEDED.items():
        if getattr(rules, name) != value:
            return f"{name} = {getattr(rules, name)!r}"
    return ""


def play_game(
    rules: AmericanRules,
    card: Card,
    seed: int,
    number: int,
    *,
    incidents: bool = True,
    hands: int = 0,
    make_plan: MakePlan | None = None,
    seating_of: Callable[[int, Seating], Seating] | None = None,
) -> PlayedGame:
    """Play game ``number`` of a seed.

    Args:
        rules: The profile. card: What is played to.
        seed, number: Which game: the same ones give the same game.
        incidents: Whether things happen beside the play (see :mod:`.incidents`).
        hands: After how many hands the game is broken off; 0 plays it to its end.
        make_plan: Index of a hand → its plan.
        seating_of: Changes who sits where in a hand, by its index.

    Raises:
        MjlogError: The rules have something that the bots do not play with.
    """
    if reason := why_not_played(rules):
        raise MjlogError(f"{rules.name}: the bots do not play with {reason}")
    rng = Random(f"mjlog american {rules.name} {seed} {number}")
    return _Game(rules, card, rng, incidents).play(seed, number, hands, make_plan, seating_of)


class _Game:
    """A game on its way."""

    def __init__(self, rules: AmericanRules, card: Card, rng: Random, incidents: bool) -> None:
        self.rules, self.card, self.rng, self.incidents = rules, card, rng, incidents
        self.tiles = [kind for kind, n in copies(rules).items() for _ in range(n)]
        self.running: Counter[str] = Counter()
        self.kitty = 0
        styles = rng.sample(STYLES, rules.players)
        self.persons = "ABCD"[: rules.players]
        self.styles = dict(zip(self.persons, styles, strict=True))

    def play(
        self,
        seed: int,
        number: int,
        hands: int,
        make_plan: MakePlan | None,
        seating_of: Callable[[int, Seating], Seating] | None,
    ) -> PlayedGame:
        rules = self.rules
        name = hashlib.sha256(f"{rules.name} {self.card.sha256} {seed} {number}".encode())
        ruleset, table_rules = as_table_rules(rules)
        game = AmericanGame(
            id=f"bots-{name.hexdigest()[:12]}",
            source="",
            ruleset=ruleset,
            table_rules=table_rules,
            card=CardRef(self.card.id, self.card.sha256),
            players={p: style.name for p, style in self.styles.items()},
        )
        played = PlayedGame(game)
        seating: Seating | None = first_seating(self.persons, rules)
        rounds = rules.rounds or self.rng.choice(HOME_ROUNDS)
        while seating is not None and seating.round < rounds and len(game.hands) < MOST_HANDS:
            index = len(game.hands)
            seen = seating if seating_of is None else seating_of(index, seating)
            plan = make_plan(index) if make_plan is not None else None
            self._hand(played, seen, plan)
            seating = seating.after(void=_redealt(played))
            if hands and len(game.hands) >= hands:
                return played
        game.ended = True
        points = {p: self.running[p] for p in self.persons}
        if scheme_of(rules) is None:
            game.totals = points
        else:
            game.tournament = points
        return played

    def _hand(self, played: PlayedGame, seating: Seating, plan: Plan | None) -> None:
        rng, game = self.rng, played.game
        wall = list(self.tiles)
        rng.shuffle(wall)
        hand = AmericanHand(
            number=len(game.hands) + 1,
            east=seating.east,
            seats=seating.seats,
            round=seating.round + 1,
            dice=f"{rng.randint(1, 6)} and {rng.randint(1, 6)}",
            wall=wall,
        )
        bots = {p: Bot(self.styles[p], self.card, rng) for p in self.persons}
        if plan is None and self.incidents:
            plan = arranged_hand(rng)
        play = HandPlay(hand, self.rules, self.card, bots, rng, plan=plan, incidents=self.incidents)
        play.play()
        play.settle(table_of(play.replay, kitty=self.kitty, totals=dict(self.running)))
        play.plan.record(play)
        self._carry(play)
        game.hands.append(hand)
        played.replays.append(play.replay)
        played.planned = played.planned or play.plan.done

    def _carry(self, play: HandPlay) -> None:
        """Add the points of a hand, as they were written down, to those of the game."""
        if play.settled is not None:
            self.running.update(play.settled.pay)
            for transfer in play.settled.transfers:
                self.running[transfer.source] -= transfer.amount
                self.running[transfer.to] += transfer.amount
        if self.rules.wall_game_points:
            self.kitty = max(0, -sum(self.running.values()))


def _redealt(played: PlayedGame) -> bool:
    """Whether the last hand is dealt again."""
    voids = [e for e in played.game.hands[-1].events if isinstance(e, Void)]
    return bool(voids) and all(void.redeal for void in voids)
