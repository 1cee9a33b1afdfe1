"""Profiles of American mahjong from TOML; how the files look: :mod:`mjlog.rules.library`."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, Final

from ...errors import MjlogError
from ...rules.library import Library, is_path
from .model import AmericanRules
from .validate import SCHEMA

__all__ = [
    "DEFAULT_RULES",
    "LIBRARY",
    "american_profiles",
    "check_american_rules",
    "is_american",
    "load_american_rules",
    "parse_american_rules",
    "recorded_profile",
]

#: Profile for records that name none, or one that is not known.
DEFAULT_RULES: Final = "nmjl-2024"
PROFILES: Final = Path(__file__).parent / "profiles"
LIBRARY: Final[Library[AmericanRules]] = Library(
    SCHEMA, PROFILES, noun="American profile", synonyms={"4p": ""}
)


def load_american_rules(source: str | PathLike[str]) -> AmericanRules:
    """Return the profile of that name, or of a TOML file.

    Args:
        source: A profile (``"nmjl-2024"``), one with variants (``"house-hotwall-kitty"``), or
            the path of a file.

    Raises:
        UnknownNameError: No profile of that name; lists near matches.
        RulesError: The file cannot be read, or holds an unknown key, a value outside its
            domain, a contradiction or a circle of ``extends``; one line for each fault.

    >>> load_american_rules("american-seed").challenge_points
    25
    """
    return LIBRARY.load(source)


def parse_american_rules(text: str, *, name: str = "custom") -> AmericanRules:
    """Return the profile that a TOML text holds; raises as :func:`load_american_rules`.

    >>> parse_american_rules('extends = "nmjl-2024"\\npie = 500').pie
    500
    """
    return LIBRARY.parse(text, name)


def american_profiles() -> list[str]:
    """Return the names of all profiles, the listed variants among them."""
    return LIBRARY.names()


@lru_cache(maxsize=64)
def recorded_profile(name: str) -> AmericanRules | None:
    """Return the profile that a record names, None where it is not known.

    Records come from anybody, so a name that is a path opens no file: rules of one's own are
    given with ``--rules``.
    """
    if is_path(name):
        return None
    try:
        return load_american_rules(name)
    except MjlogError:
        return None


def check_american_rules(path: str | PathLike[str]) -> list[str]:
    """Return the faults of a profile file, one line each; never raises."""
    return LIBRARY.check(path)


def is_american(source: str | PathLike[str]) -> bool:
    """Tell whether a name or a file is about American mahjong.

    A name counts if it is a profile. A file counts if it extends one, or has a parameter that
    only American mahjong has; what cannot be read does not count.
    """
    if isinstance(source, str) and not is_path(source):
        return LIBRARY.file_of(source) is not None
    return _file_is_american(Path(source), 8)


def _file_is_american(path: Path, depth: int) -> bool:
    from ...rules.model import PARAMETERS

    try:
        with path.open("rb") as stream:
            table: dict[str, Any] = tomllib.loads(stream.read(64 * 1024).decode())
    except (OSError, ValueError, RecursionError):
        return False
    base = table.get("extends")
    if isinstance(base, str) and base and "\0" not in base:
        if not is_path(base):
            return is_american(base)
        if depth:
            return _file_is_american(path.parent / base, depth - 1)
    return any(key in SCHEMA.parameters and key not in PARAMETERS for key in table)
