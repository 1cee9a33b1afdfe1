"""A game looked at through the eyes of one player: each choice, and what else was there.

No opinion of a program is in it: only what the hand, the visible tiles and the rules say.
"""

from __future__ import annotations

from .model import Choice, Decision, Review, ReviewedHand

__all__ = ["Choice", "Decision", "Review", "ReviewedHand"]
