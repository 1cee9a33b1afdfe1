"""Rulesets from TOML: presets by name, house rules by path.

A file holds parameters as plain keys and up to five keys of its own::

    title = "Club evening"
    extends = "tenhou"            # a preset, or a file beside this one
    kuitan = false

    [sources]                     # where a value comes from
    kuitan = "club rules 2024, article 3"

    [unspecified]                 # what the rule text leaves open, and the reading taken
    multi_yakuman = "A11: yakuman add up, the text does not say"

    [variants.east]               # NAME-east: this file with these values on top
    length = "east"

A name may end in variants (``tenhou-3p-east``), in any order. A value that is replaced loses
the source and the reading it inherited. Files may come from anybody: their size, the depth of
``extends`` and the number of reported faults are bounded.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, Final

from ..errors import RulesError, UnknownNameError, near_matches
from .model import PARAMETERS, Rules
from .validate import contradictions, read_value, shorten, unknown_parameter

__all__ = [
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

#: Other words for variants; "" is what a preset is without any.
SYNONYMS: Final = {
    "sanma": "3p", "tonpu": "east", "tonpuu": "east", "hanchan": "", "yonma": "", "4p": "",
}  # fmt: skip
PRESETS: Final = Path(__file__).parent / "presets"
MAX_BYTES: Final = 64 * 1024
MAX_DEPTH: Final = 8
MAX_PROBLEMS: Final = 50
MAX_TEXT: Final = 2000

_TEXT_TABLES: Final = ("sources", "unspecified")
_KEYS: Final = ("title", "extends", "listed", "variants", *_TEXT_TABLES)


@dataclass
class _Sheet:
    """Values of one file or variant, still without those it inherits."""

    title: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    unspecified: dict[str, str] = field(default_factory=dict)
    listed: tuple[str, ...] = ()
    variants: dict[str, _Sheet] = field(default_factory=dict)

    def with_layer(self, top: _Sheet, title: str) -> _Sheet:
        """Return this sheet with the values of ``top`` over it."""
        set_anew = top.values.keys()
        return _Sheet(
            title,
            {**self.values, **top.values},
            {**_without(self.sources, set_anew), **top.sources},
            {**_without(self.unspecified, set_anew), **top.unspecified},
            top.listed,
            {**self.variants, **top.variants},
        )

    def rules(self, name: str) -> Rules:
        return Rules(
            name=name,
            title=self.title,
            sources=dict(self.sources),
            unspecified=dict(self.unspecified),
            **self.values,
        )


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
    if isinstance(source, str) and not is_path(source):
        return _load_preset(source.lower())
    return _load_file(Path(source))


def parse_rules(text: str, *, name: str = "custom") -> Rules:
    """Return the ruleset that a TOML text holds.

    Raises:
        RulesError: As for :func:`load_rules`.

    >>> parse_rules('extends = "tenhou"\\nkuitan = false').kuitan
    False
    """
    problems: list[str] = []
    sheet = _read_text(text.encode(), name, PRESETS, (name,), problems)
    return _finish(sheet, name, name, problems)


def list_rules() -> list[str]:
    """Return the names of all presets, the listed variants among them."""
    names = []
    for path in _listed_files():
        names += [path.stem, *(f"{path.stem}-{v}" for v in _preset_sheet(path.stem).listed)]
    return names


def preset_titles() -> dict[str, str]:
    """Return name → title of everything in :func:`list_rules`."""
    return {name: load_rules(name).title for name in list_rules()}


def check_rules(path: str | PathLike[str]) -> list[str]:
    """Return the faults of a ruleset file, one line each; never raises.

    The variants of the file are checked too, each on its own.
    """
    file = Path(path)
    problems: list[str] = []
    sheet = _read_file(file, (), problems)
    if sheet is None:
        return problems
    layers = {"": sheet}
    for key, top in sheet.variants.items():
        layers[f"variants.{key}: "] = sheet.with_layer(top, "")
    for where, layer in layers.items():
        rules = Rules(**layer.values)
        problems += [f"{file}: {where}{text}" for text in contradictions(rules)]
    return problems[:MAX_PROBLEMS]


def is_path(text: str) -> bool:
    """Tell whether a ruleset is named by its path."""
    return text.endswith(".toml") or "/" in text or "\\" in text


def _preset_files() -> list[Path]:
    return sorted(PRESETS.glob("*.toml"))


def _listed_files() -> list[Path]:
    """Return the presets that are rulesets; ``_…`` only holds what several of them share."""
    return [path for path in _preset_files() if not path.stem.startswith("_")]


@lru_cache(maxsize=256)
def _load_preset(name: str) -> Rules:
    base, variants = _split_name(name)
    sheet = _preset_sheet(base)
    chosen = [key for key in sheet.variants if key in variants]
    for key in chosen:
        top = sheet.variants[key]
        sheet = sheet.with_layer(top, f"{sheet.title}, {top.title or key}")
    full = "-".join([base, *chosen])
    return _finish(sheet, full, full, [])


def _split_name(name: str) -> tuple[str, tuple[str, ...]]:
    stems = [path.stem for path in _preset_files()]
    if name in stems:
        return name, ()
    for base in sorted(stems, key=len, reverse=True):
        if name.startswith(base + "-"):
            words = name[len(base) + 1 :].split("-")
            variants = tuple(SYNONYMS.get(w, w) for w in words if SYNONYMS.get(w) != "")
            known = _preset_sheet(base).variants
            if len(set(variants)) == len(variants) and known.keys() >= set(variants):
                return base, variants
    raise UnknownNameError("ruleset", name[:80], list_rules())


@lru_cache(maxsize=64)
def _preset_sheet(stem: str) -> _Sheet:
    problems: list[str] = []
    sheet = _read_file(PRESETS / f"{stem}.toml", (), problems)
    if sheet is None or problems:
        raise RulesError("\n".join(problems))
    return sheet


def _load_file(path: Path) -> Rules:
    problems: list[str] = []
    return _finish(_read_file(path, (), problems), path.stem, str(path), problems)


def _finish(sheet: _Sheet | None, name: str, where: str, problems: list[str]) -> Rules:
    if sheet is None or problems:
        raise RulesError("\n".join(problems))
    rules = sheet.rules(name)
    found = contradictions(rules)
    if found:
        raise RulesError("\n".join(f"{where}: {text}" for text in found))
    return rules if rules.title else replace(rules, title=name)


def _read_file(path: Path, chain: tuple[str, ...], problems: list[str]) -> _Sheet | None:
    try:
        if not path.is_file():
            problems.append(f"{path}: no such file")
            return None
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        place = str(path.resolve())
    except (OSError, ValueError) as error:
        problems.append(f"{path}: cannot be read: {error}")
        return None
    if len(data) > MAX_BYTES:
        problems.append(f"{path}: more than {MAX_BYTES // 1024} KiB, no ruleset is that long")
        return None
    if place in chain:
        circle = " → ".join(Path(p).name for p in (*chain[chain.index(place) :], place))
        problems.append(f"{path}: extends itself: {circle}")
        return None
    return _read_text(data, str(path), path.parent, (*chain, place), problems)


def _read_text(
    data: bytes, where: str, folder: Path, chain: tuple[str, ...], problems: list[str]
) -> _Sheet | None:
    try:
        table = tomllib.loads(data.decode())
    except UnicodeDecodeError as error:
        problems.append(f"{where}: not UTF-8 text (byte {error.start})")
        return None
    except (ValueError, RecursionError) as error:
        problems.append(f"{where}: not TOML: {error}")
        return None
    own = _read_table(table, where, "", problems)
    if "extends" not in table:
        return own
    below = _read_extends(table["extends"], where, folder, chain, problems)
    if below is None:
        return None
    # the variants of a file are its own: their names would mean other games here
    below = replace(below, listed=(), variants={})
    return below.with_layer(own, own.title or below.title)


def _read_extends(
    target: object, where: str, folder: Path, chain: tuple[str, ...], problems: list[str]
) -> _Sheet | None:
    if not isinstance(target, str) or not target or "\0" in target:
        problems.append(f"{where}: extends: {shorten(target)} is not a preset name or a path")
        return None
    if len(chain) >= MAX_DEPTH:
        problems.append(f"{where}: extends: more than {MAX_DEPTH} files deep")
        return None
    if is_path(target):
        return _read_file(folder / target, chain, problems)
    try:
        base, variants = _split_name(target.lower())
    except UnknownNameError as error:
        problems.append(f"{where}: extends: {error}")
        return None
    sheet = _read_file(PRESETS / f"{base}.toml", chain, problems)
    for key in variants if sheet else ():
        assert sheet is not None
        sheet = sheet.with_layer(sheet.variants[key], sheet.title)
    return sheet


def _read_table(
    table: Mapping[str, object], where: str, inside: str, problems: list[str]
) -> _Sheet:
    sheet = _Sheet()
    for fault in _fill(sheet, table, inside):
        if len(problems) >= MAX_PROBLEMS:
            problems.append(f"{where}: … and more")
            break
        problems.append(f"{where}: {fault}")
    return sheet


def _fill(sheet: _Sheet, table: Mapping[str, object], inside: str) -> Iterator[str]:
    """Take the values of a TOML table over; yield what is wrong with them."""
    for key, value in table.items():
        if key in PARAMETERS:
            try:
                sheet.values[key] = read_value(key, value)
            except ValueError as error:
                yield f"{inside}{key}: {error}"
        elif key in _TEXT_TABLES:
            yield from _fill_texts(getattr(sheet, key), value, f"{inside}{key}")
        elif key == "title":
            if isinstance(value, str):
                sheet.title = value[:MAX_TEXT]
            else:
                yield f"{inside}title: {shorten(value)} is not a text"
        elif key == "variants" and not inside:
            yield from _fill_variants(sheet, value)
        elif key == "listed" and not inside:
            yield from _fill_listed(sheet, value)
        elif key != "extends" or inside:
            place = f"{inside[:-1]}: " if inside else ""
            yield place + _unknown_key(key)


def _fill_texts(texts: dict[str, str], table: object, inside: str) -> Iterator[str]:
    if not isinstance(table, dict):
        yield f"{inside}: {shorten(table)} is not a table of parameter = text"
        return
    for key, text in table.items():
        if key not in PARAMETERS:
            yield f"{inside}: {_unknown_key(key)}"
        elif not isinstance(text, str) or not text:
            yield f"{inside}.{key}: {shorten(text)} is not a text"
        else:
            texts[key] = text[:MAX_TEXT]


def _fill_variants(sheet: _Sheet, table: object) -> Iterator[str]:
    if not isinstance(table, dict):
        yield f"variants: {shorten(table)} is not a table of tables"
        return
    for key, values in table.items():
        if not key.isascii() or not key.isalnum():
            yield f"variants: {shorten(key)} is not a name of letters and digits"
        elif not isinstance(values, dict):
            yield f"variants.{key}: {shorten(values)} is not a table"
        else:
            sheet.variants[key.lower()] = variant = _Sheet()
            yield from _fill(variant, values, f"variants.{key}.")


def _fill_listed(sheet: _Sheet, value: object) -> Iterator[str]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        sheet.listed = tuple(value)
    else:
        yield f"listed: {shorten(value)} is not a list of texts"


def _unknown_key(key: str) -> str:
    if len(key) > 64:
        return f"unknown parameter {shorten(key)}"
    if key in _KEYS:
        return f"{key!r} belongs to the file, not in here"
    near = near_matches(key, _KEYS)
    if near and not near_matches(key, PARAMETERS):
        return f"unknown key {key!r}; did you mean {near[0]!r}?"
    return unknown_parameter(key)


def _without(table: dict[str, str], keys: Any) -> dict[str, str]:
    return {k: v for k, v in table.items() if k not in keys}


def preset_variants(preset: str) -> dict[str, str]:
    """Return variant → title of a preset, in their order."""
    return {key: sheet.title or key for key, sheet in _preset_sheet(preset).variants.items()}


def preset_file(name: str) -> Path | None:
    """Return the file of a preset, with or without variants; None for anything else."""
    if is_path(name):
        return None
    try:
        base, _ = _split_name(name.lower())
    except UnknownNameError:
        return None
    return PRESETS / f"{base}.toml"


def preset_names() -> list[str]:
    """Return the names of the presets without variants."""
    return [path.stem for path in _listed_files()]
