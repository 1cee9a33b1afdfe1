"""Mahjong Soul (雀魂) records: reader for every form in which they are saved, writer of JSON."""

from __future__ import annotations

from .reader import read_batch
from .writer import write_mahjong_soul

__all__ = ["read_batch", "write_mahjong_soul"]
