"""Profiles of American mahjong: everything that differs between tables, as data."""

from __future__ import annotations

from .model import AmericanRules

__all__ = ["AmericanRules"]
