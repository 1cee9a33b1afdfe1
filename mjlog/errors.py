"""Exceptions that mjlog raises.

Every message says what was read, what was expected and where. Each class also
inherits the builtin that a caller would try to catch anyway.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Final

__all__ = [
    "AmbiguousNameError",
    "ColumnsError",
    "ConfigError",
    "MissingExtraError",
    "MjlogError",
    "OutputError",
    "ParseError",
    "RulesError",
    "SeatError",
    "TileError",
    "UnknownNameError",
    "near_matches",
]


#: How many known names a message lists when none of them is near.
SHOWN_NAMES: Final = 10


class MjlogError(Exception):
    """Base class of everything that mjlog raises on purpose."""


class ParseError(MjlogError, ValueError):
    """An input that cannot be read.

    Attributes:
        source: File, archive member or URL that was being read.
        place: Where in it (``byte 120``, ``line 3``, ``E2.1``), or an empty string.
        snippet: The text at that place, shortened.
    """

    def __init__(
        self, message: str, *, source: str = "", place: str = "", snippet: str = ""
    ) -> None:
        self.source = source
        self.place = place
        self.snippet = snippet
        self.message = message
        where = ", ".join(part for part in (source, place) if part)
        text = f"{where}: {message}" if where else message
        super().__init__(f"{text} (at {snippet!r})" if snippet else text)


class TileError(MjlogError, ValueError):
    """A tile or hand text that means nothing, or more than four copies of a tile."""


class RulesError(MjlogError, ValueError):
    """A ruleset with an unknown key, a value out of its domain, or a contradiction."""


class ColumnsError(MjlogError, ValueError):
    """Columns of a batch that do not fit together, such as a discard of no seat."""


class ConfigError(MjlogError, ValueError):
    """A file given beside the records (settings, players, baseline) that cannot be used."""


class OutputError(MjlogError, OSError):
    """A file or folder that cannot be written."""


class UnknownNameError(MjlogError, LookupError):
    """A name (ruleset, code, format, player …) that is not known.

    The message lists near matches, or the first of the known names when none is near.
    """

    def __init__(
        self, kind: str, name: str, known: Iterable[str], *, near: Sequence[str] = ()
    ) -> None:
        self.kind = kind
        self.name = name
        names = list(dict.fromkeys(known))
        self.near = list(near) or near_matches(name, names)
        hint = f"; did you mean {', '.join(map(repr, self.near))}?" if self.near else ""
        if names and not self.near:
            more = " …" if len(names) > SHOWN_NAMES else ""
            hint = f"; known: {', '.join(names[:SHOWN_NAMES])}{more}"
        super().__init__(f"unknown {kind} {name!r}{hint}")


class AmbiguousNameError(MjlogError, LookupError):
    """A name that fits several things; the message lists what each of them is called."""

    def __init__(self, kind: str, name: str, fitting: Sequence[str]) -> None:
        more = " …" if len(fitting) > SHOWN_NAMES else ""
        names = ", ".join(fitting[:SHOWN_NAMES])
        super().__init__(f"{kind} {name!r} may be any of {names}{more}")


class SeatError(MjlogError, ValueError):
    """A seat that is needed was not named, and the record does not tell one."""


class MissingExtraError(MjlogError, ImportError):
    """An optional dependency is absent; the message holds the pip line."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"{package} is not installed; run: pip install 'mjlog[{extra}]'", name=package
        )


def near_matches(name: str, known: Iterable[str]) -> list[str]:
    """Return up to three of ``known`` that look like ``name``."""
    return difflib.get_close_matches(name, list(dict.fromkeys(known)), n=3, cutoff=0.5)
