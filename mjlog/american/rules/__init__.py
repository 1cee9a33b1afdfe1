"""Profiles of American mahjong: everything that differs between tables, as data."""

from __future__ import annotations

from .loader import (
    DEFAULT_RULES,
    american_profiles,
    check_american_rules,
    is_american,
    load_american_rules,
    parse_american_rules,
    recorded_profile,
)
from .model import AmericanRules
from .table_rules import with_table_rules

__all__ = [
    "DEFAULT_RULES",
    "AmericanRules",
    "american_profiles",
    "check_american_rules",
    "is_american",
    "load_american_rules",
    "parse_american_rules",
    "recorded_profile",
    "with_table_rules",
]
