"""Rulesets as data: presets, loader, comparison."""

from __future__ import annotations

from .compare import RuleDifference, diff_rules, format_rules
from .loader import check_rules, list_rules, load_rules, parse_rules
from .model import Rules

__all__ = [
    "RuleDifference",
    "Rules",
    "check_rules",
    "diff_rules",
    "format_rules",
    "list_rules",
    "load_rules",
    "parse_rules",
]
