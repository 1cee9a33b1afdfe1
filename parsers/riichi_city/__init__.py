"""Riichi City (麻雀一番街) records, JSON: reader, with the site's words beside it."""

from __future__ import annotations

from .reader import read_batch

__all__ = ["read_batch"]
