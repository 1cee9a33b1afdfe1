"""Games played by seeded bots, from walls that Tenhou seeds produce.

>>> from mjlog.simulator import play_games
>>> play_games(1, seed=1).rounds.scores[0].tolist()
[25000, 25000, 25000, 25000]
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..model import GameBatch
    from ..rules import Rules

__all__ = ["play_games"]


def play_games(
    n: int, *, seed: int = 0, rules: str | PathLike[str] | Rules = "tenhou", first: int = 0
) -> GameBatch:
    """Play ``n`` games and return them as columns, with the seeds of their walls.

    Game k of a seed is the same game whatever ``n`` is.

    Args:
        n: How many games.
        seed: Which series of games.
        rules: Ruleset, or its name, or the path of a rules file.
        first: Number of the first game.

    Raises:
        ValueError: ``n`` is below 1.
    """
    from ..rules import Rules, load_rules
    from .game import Player, batch_of, play_game

    if n < 1:
        raise ValueError(f"{n} games: expected at least 1")
    ruleset = rules if isinstance(rules, Rules) else load_rules(rules)
    player = Player(ruleset, n)
    games = [play_game(player, seed, number) for number in range(first, first + n)]
    return batch_of(games, player.codes)
