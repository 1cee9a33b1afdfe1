"""Records of 電脳麻将 (majiang), JSON: reader and writer, with the format's words beside them."""

from __future__ import annotations

from .reader import read_batch
from .writer import write_majiang

__all__ = ["read_batch", "write_majiang"]
