"""Games, rounds and states to look at, and rounds written by hand."""

from __future__ import annotations

from ..codes import round_label
from .game import Game, Round, games_of
from .recorded import Draw, Event, Incident, Place, Win, YakuEntry
from .state import State
from .tabletop import Discard, Meld, Tiles

__all__ = [
    "Discard",
    "Draw",
    "Event",
    "Game",
    "Incident",
    "Meld",
    "Place",
    "Round",
    "State",
    "Tiles",
    "Win",
    "YakuEntry",
    "games_of",
    "round_label",
]
