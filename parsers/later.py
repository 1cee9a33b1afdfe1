"""Functions of the formats' packages, imported when they are first called.

Whoever reads one format loads one package: commands start fast.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

__all__ = ["later"]


def later(module: str, name: str) -> Callable[..., Any]:
    """Return function ``name`` of a module of this package (``"mjai"``, ``"tenhou.writer"``)."""

    def call(*args: Any, **options: Any) -> Any:
        return getattr(import_module(f".{module}", __package__), name)(*args, **options)

    return call
