"""Games of which the first hand is laid out, so that something rare happens in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mjlog import GameBatch, Rules
from mjlog.simulator import table as t
from mjlog.simulator.game import Player, batch_of, play_game
from mjlog.simulator.record import Start

__all__ = ["dealt"]


def dealt(
    rules: Rules, deal: Callable[[Any], bool] | None = None, *, games: int = 1,
    start: Start | None = None, hands: int = 1, seed: int = 1,
) -> GameBatch:  # fmt: skip
    """Return games of which the first hand was laid out."""

    def edit(stage: str, values: Any) -> None:
        if stage == "deal" and deal is not None and not values[t.EVENTS]:
            deal(values)

    player = Player(rules, 1)
    played = [
        play_game(player, seed, number, edit=edit, first=start, most=hands)
        for number in range(games)
    ]
    for game in played:
        game.info.seed = game.info.seed_kind = None
    return batch_of(played, player.codes)
