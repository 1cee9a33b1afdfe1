"""Records of 電脳麻将 (majiang), JSON: reader, with the format's words beside it."""

from __future__ import annotations

from .reader import read_batch

__all__ = ["read_batch"]
