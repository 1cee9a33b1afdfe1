"""mjai records (JSON Lines, in dialects): reader and writer, with the words beside them."""

from __future__ import annotations

from .reader import read_batch
from .writer import write_mjai

__all__ = ["read_batch", "write_mjai"]
