"""Tenhou's XML records (mjlog): reader and writer, with Tenhou's own tables beside them."""

from __future__ import annotations

from .reader import MAX_GAME_BYTES, read_batch
from .writer import write_mjlog

__all__ = ["MAX_GAME_BYTES", "read_batch", "write_mjlog"]
