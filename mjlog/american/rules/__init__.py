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
from .table_rules import with_table_rules

__all__ = [
    "AmericanRules",
    "american_profiles",
    "check_american_rules",
    "is_american",
    "load_american_rules",
    "parse_american_rules",
    "with_table_rules",
]
