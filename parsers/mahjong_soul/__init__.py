"""Mahjong Soul (雀魂) records: reader for every form in which they are saved."""

from __future__ import annotations

from .reader import read_batch

__all__ = ["read_batch"]
