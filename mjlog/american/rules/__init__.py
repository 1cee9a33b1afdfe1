"""Profiles of American mahjong: everything that differs between tables, as data."""

from __future__ import annotations

from .loader import (
    american_profiles,
    check_american_rules,
    is_american,
    load_american_rules,
    parse_american_rules,
)
from .model import AmericanRules

__all__ = [
    "AmericanRules",
    "american_profiles",
    "check_american_rules",
    "is_american",
    "load_american_rules",
    "parse_american_rules",
]
