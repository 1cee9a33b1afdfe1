"""Rulesets from TOML, of any kind: presets by name, house rules by path.

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
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Final, Generic

from ..errors import RulesError, UnknownNameError, near_matches
from ..given import refuse_no_source
from .schema import R, Schema, shorten

__all__ = ["MAX_PROBLEMS", "Library", "is_path"]

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


class Library(Generic[R]):
    """The presets of one kind of ruleset, and the reader of files of that kind.

    Args:
        schema: The parameters.
        folder: Where the presets stand; ``_….toml`` only holds what several of them share.
        noun: What a ruleset is called in messages.
        synonyms: Other words for variants; "" is what a preset is without any.
    """

    def __init__(
        self,
        schema: Schema[R],
        folder: Path,
        *,
        noun: str = "ruleset",
        synonyms: Mapping[str, str] | None = None,
    ) -> None:
        self.schema = schema
        self.folder = folder
        self.noun = noun
        self.synonyms = synonyms or {}
        self._loaded: dict[str, R] = {}
        self._sheets: dict[str, _Sheet] = {}

    # --- what there is
    @cached_property
    def stems(self) -> tuple[str, ...]:
        """Names of the files in the folder, the shared ones among them."""
        return tuple(path.stem for path in sorted(self.folder.glob("*.toml")))

    def preset_names(self) -> list[str]:
        """Return the names of the presets without variants."""
        return [stem for stem in self.stems if not stem.startswith("_")]

    def names(self) -> list[str]:
        """Return the names of all presets, the listed variants among them."""
        names = []
        for stem in self.preset_names():
            names += [stem, *(f"{stem}-{key}" for key in self._sheet(stem).listed)]
        return names

    def titles(self) -> dict[str, str]:
        """Return name → title of everything in :meth:`names`."""
        return {name: self.load(name).title for name in self.names()}

    def variants(self, preset: str) -> dict[str, str]:
        """Return variant → title of a preset, in their order."""
        return {key: sheet.title or key for key, sheet in self._sheet(preset).variants.items()}

    def file_of(self, name: str) -> Path | None:
        """Return the file of a preset, with or without variants; None for anything else."""
        if is_path(name):
            return None
        try:
            base, _ = self._split_name(name.lower())
        except UnknownNameError:
            return None
        return self.folder / f"{base}.toml"

    # --- reading
    def load(self, source: str | PathLike[str]) -> R:
        """Return the ruleset of a preset name or of a TOML file.

        Raises:
            TypeError: ``source`` is neither text nor a path.
            UnknownNameError: No preset of that name; lists near matches.
            RulesError: The file cannot be read, or holds an unknown key, a value outside its
                domain, a contradiction or a circle of ``extends``; one line for each fault.
        """
        if isinstance(source, str) and not is_path(source):
            name = source.lower()
            if name not in self._loaded:
                self._loaded[name] = self._load_preset(name)
            return self._loaded[name]
        refuse_no_source(source, "ruleset", "a name or the path of a TOML file")
        path, problems = Path(source), list[str]()
        return self._finish(self._read_file(path, (), problems), path.stem, str(path), problems)

    def parse(self, text: str, name: str) -> R:
        """Return the ruleset that a TOML text holds; raises as :meth:`load`."""
        problems: list[str] = []
        sheet = self._read_text(text.encode(), name, self.folder, (name,), problems)
        return self._finish(sheet, name, name, problems)

    def check(self, path: str | PathLike[str]) -> list[str]:
        """Return the faults of a ruleset file, one line each; never raises.

        The variants of the file are checked too, each on its own.
        """
        file = Path(path)
        problems: list[str] = []
        sheet = self._read_file(file, (), problems)
        if sheet is None:
            return problems
        layers = {"": sheet}
        for key, top in sheet.variants.items():
            layers[f"variants.{key}: "] = sheet.with_layer(top, "")
        for where, layer in layers.items():
            found = self.schema.contradictions(self.schema.kind(**layer.values))
            problems += [f"{file}: {where}{text}" for text in found]
        return problems[:MAX_PROBLEMS]

    def _load_preset(self, name: str) -> R:
        base, variants = self._split_name(name)
        sheet = self._sheet(base)
        chosen = [key for key in sheet.variants if key in variants]
        for key in chosen:
            top = sheet.variants[key]
            sheet = sheet.with_layer(top, f"{sheet.title}, {top.title or key}")
        full = "-".join([base, *chosen])
        return self._finish(sheet, full, full, [])

    def _split_name(self, name: str) -> tuple[str, tuple[str, ...]]:
        if name in self.stems:
            return name, ()
        for base in sorted(self.stems, key=len, reverse=True):
            if name.startswith(base + "-"):
                words = name[len(base) + 1 :].split("-")
                variants = tuple(
                    self.synonyms.get(w, w) for w in words if self.synonyms.get(w) != ""
                )
                known = self._sheet(base).variants
                if len(set(variants)) == len(variants) and known.keys() >= set(variants):
                    return base, variants
        raise UnknownNameError(self.noun, name[:80], self.names())

    def _sheet(self, stem: str) -> _Sheet:
        if stem not in self._sheets:
            problems: list[str] = []
            sheet = self._read_file(self.folder / f"{stem}.toml", (), problems)
            if sheet is None or problems:
                raise RulesError("\n".join(problems))
            self._sheets[stem] = sheet
        return self._sheets[stem]

    def _finish(self, sheet: _Sheet | None, name: str, where: str, problems: list[str]) -> R:
        if sheet is None or problems:
            raise RulesError("\n".join(problems))
        values: dict[str, Any] = {
            "name": name,
            "title": sheet.title or name,
            "sources": dict(sheet.sources),
            "unspecified": dict(sheet.unspecified),
            **sheet.values,
        }
        rules = self.schema.kind(**values)
        found = self.schema.contradictions(rules)
        if found:
            raise RulesError("\n".join(f"{where}: {text}" for text in found))
        return rules

    def _read_file(self, path: Path, chain: tuple[str, ...], problems: list[str]) -> _Sheet | None:
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
        return self._read_text(data, str(path), path.parent, (*chain, place), problems)

    def _read_text(
        self, data: bytes, where: str, folder: Path, chain: tuple[str, ...], problems: list[str]
    ) -> _Sheet | None:
        try:
            table = tomllib.loads(data.decode())
        except UnicodeDecodeError as error:
            problems.append(f"{where}: not UTF-8 text (byte {error.start})")
            return None
        except (ValueError, RecursionError) as error:
            problems.append(f"{where}: not TOML: {error}")
            return None
        own = _Sheet()
        _report(_Filler(self.schema).fill(own, table, ""), where, problems)
        if "extends" not in table:
            return own
        below = self._read_extends(table["extends"], where, folder, chain, problems)
        if below is None:
            return None
        # the variants of a file are its own: their names would mean other games here
        below = replace(below, listed=(), variants={})
        return below.with_layer(own, own.title or below.title)

    def _read_extends(
        self, target: object, where: str, folder: Path, chain: tuple[str, ...], problems: list[str]
    ) -> _Sheet | None:
        if not isinstance(target, str) or not target or "\0" in target:
            problems.append(f"{where}: extends: {shorten(target)} is not a preset name or a path")
            return None
        if len(chain) >= MAX_DEPTH:
            problems.append(f"{where}: extends: more than {MAX_DEPTH} files deep")
            return None
        if is_path(target):
            return self._read_file(folder / target, chain, problems)
        try:
            base, variants = self._split_name(target.lower())
        except UnknownNameError as error:
            problems.append(f"{where}: extends: {error}")
            return None
        sheet = self._read_file(self.folder / f"{base}.toml", chain, problems)
        for key in variants if sheet else ():
            assert sheet is not None
            sheet = sheet.with_layer(sheet.variants[key], sheet.title)
        return sheet


def is_path(text: str) -> bool:
    """Tell whether a ruleset is named by its path."""
    return text.endswith(".toml") or "/" in text or "\\" in text


def _report(faults: Iterable[str], where: str, problems: list[str]) -> None:
    for fault in faults:
        if len(problems) >= MAX_PROBLEMS:
            problems.append(f"{where}: … and more")
            break
        problems.append(f"{where}: {fault}")


class _Filler:
    """Takes the values of TOML tables over; yields what is wrong with them."""

    def __init__(self, schema: Schema[Any]) -> None:
        self.schema = schema

    def fill(self, sheet: _Sheet, table: Mapping[str, object], inside: str) -> Iterator[str]:
        for key, value in table.items():
            if key in self.schema.parameters:
                try:
                    sheet.values[key] = self.schema.read_value(key, value)
                except ValueError as error:
                    yield f"{inside}{key}: {error}"
            elif key in _TEXT_TABLES:
                yield from self._texts(getattr(sheet, key), value, f"{inside}{key}")
            elif key == "title":
                if isinstance(value, str):
                    sheet.title = value[:MAX_TEXT]
                else:
                    yield f"{inside}title: {shorten(value)} is not a text"
            elif key == "variants" and not inside:
                yield from self._variants(sheet, value)
            elif key == "listed" and not inside:
                yield from self._listed(sheet, value)
            elif key != "extends" or inside:
                place = f"{inside[:-1]}: " if inside else ""
                yield place + self._unknown_key(key)

    def _texts(self, texts: dict[str, str], table: object, inside: str) -> Iterator[str]:
        if not isinstance(table, dict):
            yield f"{inside}: {shorten(table)} is not a table of parameter = text"
            return
        for key, text in table.items():
            if key not in self.schema.parameters:
                yield f"{inside}: {self._unknown_key(key)}"
            elif not isinstance(text, str) or not text:
                yield f"{inside}.{key}: {shorten(text)} is not a text"
            else:
                texts[key] = text[:MAX_TEXT]

    def _variants(self, sheet: _Sheet, table: object) -> Iterator[str]:
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
                yield from self.fill(variant, values, f"variants.{key}.")

    @staticmethod
    def _listed(sheet: _Sheet, value: object) -> Iterator[str]:
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            sheet.listed = tuple(value)
        else:
            yield f"listed: {shorten(value)} is not a list of texts"

    def _unknown_key(self, key: str) -> str:
        if len(key) > 64:
            return f"unknown parameter {shorten(key)}"
        if key in _KEYS:
            return f"{key!r} belongs to the file, not in here"
        if key == "name":  # what people write first; the name is that of the file
            return "unknown key 'name'; did you mean 'title'?"
        near = near_matches(key, _KEYS)
        if near and not near_matches(key, self.schema.parameters):
            return f"unknown key {key!r}; did you mean {near[0]!r}?"
        return self.schema.unknown_parameter(key)


def _without(table: dict[str, str], keys: Any) -> dict[str, str]:
    return {k: v for k, v in table.items() if k not in keys}
