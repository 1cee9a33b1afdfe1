"""Games of American mahjong played by seeded bots, right by the rules of a profile.

>>> from mjlog.american.simulator import play_american
>>> play_american(1, seed=1, hands=1)[0].hands
[<AmericanHand 1: East A, ...]
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..card import Card
    from ..model import AmericanGame
    from ..rules import AmericanRules

__all__ = ["DEFAULT_CARD", "play_american"]

#: The packaged card that bots play to.
DEFAULT_CARD = "mjlog-original-1"


def play_american(
    n: int,
    *,
    seed: int = 0,
    rules: str | PathLike[str] | AmericanRules = "nmjl-2024",
    card: str | PathLike[str] | Card = DEFAULT_CARD,
    first: int = 0,
    incidents: bool = True,
    hands: int = 0,
) -> list[AmericanGame]:
    """Play ``n`` games and return their full records, walls included.

    Game k of a seed is the same game whatever ``n`` is.

    Args:
        n: How many games.
        seed: Which series of games.
        rules: Profile, or its name, or the path of a file.
        card: What is played to: a card, the name of a packaged one, or a path.
        first: Number of the first game.
        incidents: Whether things happen beside the play that an audit may note: names put right,
            disputes, dead hands that nobody sees. Without them an audit tells nothing at all.
        hands: After how many hands a game is broken off; 0 plays it to its end.

    Raises:
        ValueError: ``n`` is below 1.
        MjlogError: The rules have something that the bots do not play with.
    """
    from ..card import Card, load_card
    from ..rules import AmericanRules, load_american_rules
    from .game import play_game

    if n < 1:
        raise ValueError(f"{n} games: expected at least 1")
    profile = rules if isinstance(rules, AmericanRules) else load_american_rules(rules)
    played_to = card if isinstance(card, Card) else load_card(card)
    return [
        play_game(profile, played_to, seed, k, incidents=incidents, hands=hands).game
        for k in range(first, first + n)
    ]
