"""``dataset.json``: what a dataset is, how it was made and which parts it has."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Container, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mjlog.cli import version
from mjlog.errors import MjlogError

from .parts import AMERICAN, PartFiles
from .schema import SCHEMA_VERSION

if TYPE_CHECKING:
    from .making import Made

__all__ = [
    "MANIFEST",
    "DatasetError",
    "forget_parts",
    "open_manifest",
    "read_manifest",
    "write_manifest",
]

MANIFEST: Final = "dataset.json"


class DatasetError(MjlogError, ValueError):
    """A folder that is no dataset, or one that was made in another way."""


def open_manifest(folder: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Return the manifest of an existing dataset, or of a new one, which is written at once.

    Raises:
        DatasetError: The folder holds something else, or a dataset of other options.
    """
    path = folder / MANIFEST
    if path.exists():
        manifest = read_manifest(folder)
        for key, value in ({"card": None} | options).items():
            if manifest.get(key) != value:
                raise DatasetError(
                    f"{folder} is a dataset with {key} = {manifest.get(key)!r}, and this export "
                    f"has {value!r}: give another folder, or the same options"
                )
        return manifest
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise DatasetError(
            f"{folder} is neither a dataset (it has no {MANIFEST}) nor an empty folder"
        )
    folder.mkdir(parents=True, exist_ok=True)
    manifest = {"schema": SCHEMA_VERSION, "package": version(), "inputs": []} | options
    manifest |= {"complete": False, "parts": []}
    _save(path, manifest)
    return manifest


def read_manifest(folder: str | Path) -> dict[str, Any]:
    """Return ``dataset.json`` of a dataset.

    Raises:
        DatasetError: There is none, or it is of another schema version.
    """
    path = Path(folder) / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(f"{folder} is no dataset: {path} cannot be read ({error})") from None
    found = manifest.get("schema") if isinstance(manifest, dict) else None
    if found != SCHEMA_VERSION:
        raise DatasetError(
            f"{path} has schema version {found!r}, this version reads {SCHEMA_VERSION}: "
            "export again into a new folder"
        )
    return dict(manifest)


def _save(path: Path, manifest: dict[str, Any]) -> None:
    text = json.dumps(manifest, ensure_ascii=False, indent=1)
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(text + "\n", encoding="utf-8")
    temporary.replace(path)


def forget_parts(folder: Path, manifest: dict[str, Any], parts: Container[int]) -> None:
    """Take parts that are about to lose games out of a manifest, and out of ``dataset.json``.

    So an export that is killed before it has counted them anew leaves no wrong counts.
    """
    manifest["parts"] = [entry for entry in manifest.get("parts", []) if entry["part"] not in parts]
    _save(folder / MANIFEST, manifest | {"complete": False})


def write_manifest(
    manifest: dict[str, Any],
    files: PartFiles,
    paths: list[str],
    made: dict[int, Made],
) -> None:
    """Write ``dataset.json``: only what the dataset is, nothing of how it came about.

    Args:
        manifest: The manifest before, with the options of this export.
        files: The parts; those that neither ``manifest`` nor ``made`` tells of are counted.
        paths: What was exported.
        made: The parts that this export made, and that are as they were made.
    """
    before = {entry["part"]: entry for entry in manifest.get("parts", [])}
    parts = []
    for part in files.parts():
        if part in made:
            parts.append(_entry(files, made[part]))
        else:
            parts.append(before.get(part) or _counted(files, part))
    inputs = {entry["path"]: entry for entry in manifest["inputs"]}
    inputs |= _inputs(files, paths)
    american = files.american if files.parts_with(AMERICAN) else ()
    total: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    for entry in parts:
        total.update(entry["rows"])
        codes.update(entry["findings"])
    manifest |= {
        "schema": SCHEMA_VERSION,
        "package": version(),
        "inputs": [inputs[path] for path in sorted(inputs)],
        "complete": True,
        "rows": {name: total[name] for name in dict.fromkeys((*files.tables, *american))},
        "findings": dict(sorted(codes.items())),
        "parts": parts,
    }
    order = (
        "schema", "package", "complete", "format", "tables", "rules", "card", "anonymised",
        "people", "rows", "findings", "inputs", "parts",
    )  # fmt: skip
    _save(files.folder / MANIFEST, {key: manifest[key] for key in order if key in manifest})


def _entry(files: PartFiles, made: Made) -> dict[str, Any]:
    """Return the manifest's entry of a part just made."""
    tables = files.tables_of(made.part)
    findings = made.findings if _findings_table(tables) else {}
    return {
        "part": made.part,
        "rows": {name: made.rows[name] for name in tables},
        "findings": dict(sorted(findings.items())),
    }


def _counted(files: PartFiles, part: int) -> dict[str, Any]:
    """Return the manifest's entry of a part on disk."""
    codes: Counter[str] = Counter()
    tables = files.tables_of(part)
    if table := _findings_table(tables):
        codes.update(code for (code,) in files.texts(table, part, ("code",)))
    return {
        "part": part,
        "rows": {name: files.rows(name, part) for name in tables},
        "findings": dict(sorted(codes.items())),
    }


def _findings_table(tables: Iterable[str]) -> str | None:
    """Return the table of findings of a part, None if it has none."""
    return next((t for t in tables if t in ("findings", "american_findings")), None)


def _inputs(files: PartFiles, paths: list[str]) -> dict[str, dict[str, Any]]:
    """Return path → entry: a file has the SHA-256 of its bytes.

    A folder has that of the lines ``source TAB game_id TAB content`` of its games, sorted.
    """
    entries: dict[str, dict[str, Any]] = {}
    folders: dict[str, list[str]] = {}
    for name in paths:
        path = Path(name)
        if path.is_file():
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            entries[name] = {"path": name, "kind": "file", "sha256": digest}
        else:
            folders[name] = []
    if folders:
        beginnings = [(_inside(name), lines) for name, lines in folders.items()]
        for part in files.parts():
            columns = ("source", "game_id", "content")
            for row in files.texts(files.games_table(part), part, columns):
                for beginning, lines in beginnings:
                    if row[0].startswith(beginning):
                        lines.append("\t".join(row))
    for name, lines in folders.items():
        digest = hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()
        kind = "stdin" if name == "-" else "folder"
        entries[name] = {"path": name, "kind": kind, "games": len(lines), "sha256": digest}
    return entries


def _inside(folder: str) -> str:
    """Return how the sources of the games of a folder begin."""
    if folder == "-":
        return "<stdin>"
    name = str(Path(folder))
    return "" if name == "." else name.rstrip(os.sep) + os.sep
