"""Which exposed hands are dead by what the table shows, followed from discard to discard."""

from __future__ import annotations

import numpy as np

from ..card import Card
from ..state import PlayerState, State
from ..tiles import JOKER

__all__ = ["Witness"]


class Witness:
    """Keeps for every exposed hand one concrete hand that it can still be won with.

    As long as that one stands nothing else has to be looked at.
    """

    def __init__(self, card: Card) -> None:
        self._table = card.table
        self._kept: dict[str, tuple[int, np.ndarray]] = {}

    def dead(self, state: State) -> list[str]:
        """Return who is dead by public evidence and has not been declared so."""
        visible = state.visible()
        left = np.maximum(self._table.supply - visible, 0)
        left[JOKER] = 0
        return [
            person
            for person, player in state.players.items()
            if player.exposures and player.dead is None and self._dead(player, left)
        ]

    def _dead(self, player: PlayerState, left: np.ndarray) -> bool:
        if player.flaws:
            return False  # nobody has seen what is wrong with it
        shown = player.shown
        kept = self._kept.get(player.person)
        if kept is not None and kept[0] == len(shown) and not (kept[1] > left).any():
            return False
        remainder = self._table.after(shown)
        alive = np.flatnonzero(~(remainder.natural > left[:, None]).any(axis=0))
        if not len(alive):
            return True
        self._kept[player.person] = (len(shown), remainder.natural[:, alive[0]].copy())
        return False
