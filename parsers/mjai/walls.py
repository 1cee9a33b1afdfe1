"""``haiyama``: the whole wall in a ``start_kyoku``.

Its tiles are dealt one each in turn from the dealer on, 13 times; the draws follow. The
replacements are taken from the end; the sixth tile from the end is the dora indicator, the one
behind it (the fifth) its ura indicator, and each further pair stands two tiles before.
"""

from __future__ import annotations

from typing import Final

from mjlog.codes import UNKNOWN
from mjlog.walls.recorded import RecordedWall

from .tables import TILES

__all__ = ["indicator_of", "wall_of"]

SIZE: Final = 136
_DEAL: Final = 52
_DEAD: Final = 14


def wall_of(value: object, players: int, dealer: int) -> RecordedWall | None:
    """Return a wall in the order in which tiles are taken; None where there is none.

    Only walls of four players are known.
    """
    if players != 4 or not isinstance(value, list) or len(value) != SIZE:
        return None
    codes = [TILES.get(item, UNKNOWN) if isinstance(item, str) else UNKNOWN for item in value]
    deal = [codes[4 * (4 * block + j) + turn] for block in range(3) for turn in range(4)
            for j in range(4)]  # fmt: skip
    deal += codes[_DEAL - 4 : _DEAL]
    dead = codes[-_DEAD:]
    for at in range(0, _DEAD - 4, 2):  # pairs (dora, ura) → (ura, dora)
        dead[at], dead[at + 1] = dead[at + 1], dead[at]
    return RecordedWall((*deal, *codes[_DEAL:-_DEAD], *dead))


def indicator_of(wall: RecordedWall, players: int) -> int:
    """Return the first dora indicator of a wall."""
    return wall.tiles[-5 if players == 4 else -9]
