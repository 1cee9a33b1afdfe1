"""Rulesets as data: presets, loader, comparison."""

from __future__ import annotations

from .model import Rules

__all__ = ["Rules"]
