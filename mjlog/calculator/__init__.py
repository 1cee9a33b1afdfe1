"""The hand calculator: a typed hand, its reading, yaku, fu and payments."""

from __future__ import annotations

from .score import FuItem, Reading, Score, ScoredYaku, SituationError, score

__all__ = ["FuItem", "Reading", "Score", "ScoredYaku", "SituationError", "score"]
