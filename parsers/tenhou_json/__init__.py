"""Tenhou JSON, the form of tenhou.net/6: reader and writer, with the form's words beside them."""

from __future__ import annotations

from .reader import read_batch

__all__ = ["read_batch"]
