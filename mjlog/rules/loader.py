"""Rulesets of riichi mahjong from TOML; how the files look: :mod:`mjlog.rules.library`."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Final

from .library import MAX_PROBLEMS, Library, is_path
from .model import Rules
from .validate import SCHEMA

__all__ = [
    "LIBRARY",
    "MAX_PROBLEMS",
    "check_rules",
    "is_path",
    "list_rules",
    "load_rules",
    "parse_rules",
    "preset_file",
    "preset_names",
    "preset_titles",
    "preset_variants",
]

PRESETS: Final = Path(__file__).parent / "presets"
LIBRARY: Final[Library[Rules]] = Library(
    SCHEMA,
    PRESETS,
    synonyms={
        "sanma": "3p", "tonpu": "east", "tonpuu": "east", "hanchan": "", "yonma": "", "4p": "",
    },
)  # fmt: skip


def load_rules(source: str | PathLike[str]) -> Rules:
    """Return the ruleset of a preset name or of a TOML file.

    Args:
        source: A preset (``"tenhou"``), a preset with variants (``"tenhou-3p-east"``), or the
            path of a file (a :class:`~pathlib.Path`, or a text with ``/`` or ``.toml`` in it).

    Raises:
        UnknownNameError: No preset of that name; lists near matches.
        RulesError: The file cannot be read, or holds an unknown key, a value outside its
            domain, a contradiction or a circle of ``extends``; one line for each fault.

    >>> load_rules("tenhou-3p").players
    3
    >>> load_rules("tenhou-noaka-east").name
    'tenhou-east-noaka'
    """
    return LIBRARY.load(source)


def parse_rules(text: str, *, name: str = "custom") -> Rules:
    """Return the ruleset that a TOML text holds.

    Raises:
        RulesError: As for :func:`load_rules`.

    >>> parse_rules('extends = "tenhou"\\nkuitan = false').kuitan
    False
    """
    return LIBRARY.parse(text, name)


def list_rules() -> list[str]:
    """Return the names of all presets, the listed variants among them."""
    return LIBRARY.names()


def preset_titles() -> dict[str, str]:
    """Return name → title of everything in :func:`list_rules`."""
    return LIBRARY.titles()


def check_rules(path: str | PathLike[str]) -> list[str]:
    """Return the faults of a ruleset file, one line each; never raises.

    The variants of the file are checked too, each on its own.
    """
    return LIBRARY.check(path)


def preset_variants(preset: str) -> dict[str, str]:
    """Return variant → title of a preset, in their order."""
    return LIBRARY.variants(preset)


def preset_file(name: str) -> Path | None:
    """Return the file of a preset, with or without variants; None for anything else."""
    return LIBRARY.file_of(name)


def preset_names() -> list[str]:
    """Return the names of the presets without variants."""
    return LIBRARY.preset_names()
