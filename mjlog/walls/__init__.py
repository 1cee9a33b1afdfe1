"""Tenhou's walls: every tile of a round from the seed that the record carries.

:func:`walls_of` rebuilds the walls of a batch, :func:`check_walls` compares the record with
them (findings of family W; the audit does both). A :class:`Wall` tells what lay where: the
tiles that would have been drawn next, the ura indicators that nobody saw.
"""

from __future__ import annotations

from .compare import compare_walls
from .rebuild import Walls, walls_of
from .report import check_walls
from .wall import Wall, make_seed, wall_for_round

__all__ = [
    "Wall",
    "Walls",
    "check_walls",
    "compare_walls",
    "make_seed",
    "wall_for_round",
    "walls_of",
]
