"""What is installed: every package and data file, light imports, imports in one direction."""

from __future__ import annotations

import ast
import fnmatch
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
#: Folder on disk → name of the package.
TREES = {"mjlog": "mjlog", "parsers": "mjlog.parsers", "analysis": "mjlog.analysis"}
#: Modules beside the command line that read records and make tables of them.
JOINTS = ("mjlog/__init__.py", "analysis/dataset.py")


@pytest.fixture(scope="module")
def settings() -> dict[str, Any]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tool: dict[str, Any] = project["tool"]["setuptools"]
    return tool


def package_of(path: Path) -> str:
    """Name of the package that a folder of the checkout becomes."""
    first, *rest = path.relative_to(ROOT).parts
    return ".".join([TREES[first], *rest])


def folder_of(package: str) -> Path:
    """Folder of the checkout that becomes a package."""
    for tree, name in reversed(TREES.items()):
        if package == name or package.startswith(f"{name}."):
            return ROOT / tree / package[len(name) + 1 :].replace(".", "/")
    raise LookupError(package)


def files(pattern: str) -> Iterator[Path]:
    for tree in TREES:
        for path in sorted((ROOT / tree).rglob(pattern)):
            if "__pycache__" not in path.parts and path.is_file():
                yield path


def test_every_package_is_installed(settings: dict[str, Any]) -> None:
    on_disk = {package_of(path.parent) for path in files("*.py")}
    assert set(settings["packages"]) == on_disk


def test_every_data_file_is_installed(settings: dict[str, Any]) -> None:
    data = settings["package-data"]
    listed = [(folder_of(name), pattern) for name, found in data.items() for pattern in found]
    for path in files("*"):
        if path.suffix in (".py", ".pyc"):
            continue
        names = [(path.relative_to(folder).as_posix(), pattern) for folder, pattern in listed
                 if path.is_relative_to(folder)]  # fmt: skip
        assert any(fnmatch.fnmatch(*pair) for pair in names), f"{path} is not installed"


def run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True,
        env=os.environ | {"MJLOG_JIT": ""},
    )  # fmt: skip
    return done.stdout.strip()


HEAVY = {"numba", "pandas", "matplotlib", "pyarrow", "hypothesis", "IPython"}


@pytest.mark.parametrize(
    "code", ["import mjlog", "from mjlog.cli import main; main(['--version'])"]
)
def test_imports_are_light(code: str) -> None:
    loaded = run(f"{code}\nimport sys\nprint(*sys.modules)").split()
    assert not HEAVY & set(loaded)


def test_a_game_is_shown_without_the_compiler_or_the_plots() -> None:
    record = ROOT / "sample_logs" / "tenhou" / "tenhou-east-0.xml"
    code = f"""
import sys
from mjlog.cli import main
assert main(["audit", {str(record)!r}]) == 0
print(*sys.modules)"""
    loaded = run(code).split()
    assert "mjlog.auditing" in loaded
    assert not {"numba", "pandas", "matplotlib", "pyarrow"} & set(loaded)


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """Absolute names that a module imports, with the line."""
    package = package_of(path.parent)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            yield base, node.lineno
            yield from ((f"{base}.{alias.name}", node.lineno) for alias in node.names)


def family(name: str) -> str:
    """``mjlog.parsers``, ``mjlog.analysis``, ``mjlog`` (the core), or an empty string."""
    for tree in ("mjlog.parsers", "mjlog.analysis", "mjlog"):
        if name == tree or name.startswith(f"{tree}."):
            return tree
    return ""


def test_imports_point_one_way() -> None:
    """analysis → mjlog ← parsers; the command line, the façade and the export join them."""
    wrong = []
    for path in files("*.py"):
        package = package_of(path.parent)
        own = family(package)
        front = package == "mjlog.cli" or path.relative_to(ROOT).as_posix() in JOINTS
        for name, line in imported(path):
            other = family(name)
            if other in ("", own, "mjlog") or front:
                continue
            wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert wrong == []


def test_nothing_imports_the_command_line_from_below() -> None:
    allowed = {"version"}  # the version of the package, written into datasets
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in files("*.py")
        if not package_of(path.parent).startswith("mjlog.cli") and path.name != "__main__.py"
        for name, line in imported(path)
        if name.startswith("mjlog.cli.") and name.rpartition(".")[2] not in allowed
    ]
    assert wrong == []
