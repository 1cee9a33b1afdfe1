"""What makes two records the same: a hash of everything that they tell."""

from __future__ import annotations

import hashlib
from dataclasses import fields
from typing import Any, Final

from .model import AmericanGame

__all__ = ["content_id", "content_text"]


def content_text(game: AmericanGame) -> str:
    """Return all that a record tells but its id, as one text.

    Records of both forms have the same; where a record was read from plays no part.
    """
    return repr([_plain(getattr(game, name)) for name in _names(AmericanGame) if name != "id"])


def content_id(game: AmericanGame) -> str:
    """Return the id of a game whose record has none: ``x`` and 16 hex digits of a SHA-256."""
    return "x" + hashlib.sha256(content_text(game).encode()).hexdigest()[:16]


_PLAIN: Final = frozenset((str, int, bool, type(None), dict))
_NAMES: Final[dict[type[Any], tuple[str, ...]]] = {}


def _names(kind: type[Any]) -> tuple[str, ...]:
    """Return the fields of a class that tell what happened."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in fields(kind) if field.compare)
    return _NAMES[kind]


def _plain(value: Any) -> Any:
    """Return a value as lists, with the name of its class before its fields."""
    kind: type[Any] = type(value)
    if kind in _PLAIN:
        return value
    if kind is list:
        is_plain = not value or type(value[0]) in _PLAIN
        return value if is_plain else [_plain(item) for item in value]
    return [kind.__name__, *[_plain(getattr(value, name)) for name in _names(kind)]]
