"""Tenhou JSON, the form of tenhou.net/6: reader and writer, with the form's words beside them."""

from __future__ import annotations

from .reader import read_batch
from .writer import write_links, write_tenhou6

__all__ = ["read_batch", "write_links", "write_tenhou6"]
