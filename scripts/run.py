"""Run the demo, the tests or the checks of a checkout: ``python3 scripts/run.py demo``.

Needs Python 3.11 or newer with pip and venv, nothing else: the first call makes the virtual
environment ``.venv`` in the checkout and installs the package there; later calls use it.

demo    export, audit and statistics of the sample logs (more words go to ``mjlog demo``)
test    the tests (more words go to pytest)
lint    ruff, mypy, and whether the generated pages of docs/ are fresh
wheel   build the wheel, install it elsewhere, use it from an empty folder
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = "Scripts/python.exe" if os.name == "nt" else "bin/python"
#: What .venv needs for each task.
EXTRAS = {"demo": "", "test": "[test]", "lint": "[test,lint]", "wheel": ""}
#: Clean games and a few with a planted fault.
DEMO = (
    "sample_logs/tenhou",
    *(f"sample_logs/faulty/{code}.mjlog" for code in ("F101", "G103", "L108", "S103")),
    "sample_logs/american/clean",
    "sample_logs/american/faulty/A-PAY-01.amn",
    *("-o", "demo-output"),
)
TYPED = ("mjlog", "parsers", "analysis", "tests", "scripts")


def main(words: list[str]) -> int:
    """Run one task; returns its exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036  the script runs before pip could refuse
        print(f"mjlog needs Python 3.11 or newer, this is {sys.version.split()[0]}")
        return 2
    tasks = {"demo": demo, "test": test, "lint": lint, "wheel": wheel}
    if not words or words[0] not in tasks:
        print(__doc__)
        return 2
    return tasks[words[0]](environment(EXTRAS[words[0]]), words[1:])


def demo(python: Path, words: list[str]) -> int:
    """Show what the package does with the sample logs."""
    return call(python, "-m", "mjlog", "demo", *(words or DEMO))


def test(python: Path, words: list[str]) -> int:
    """Run the tests that are not slow, on all processors."""
    workers = str(min(os.cpu_count() or 1, 8))
    return call(
        python,
        "-m",
        "pytest",
        *(words or ["-q", "-m", "not slow", "-n", workers, "--durations=15"]),
    )


def lint(python: Path, words: list[str]) -> int:
    """Run the linters and compare the generated pages; every stage is tried."""
    stages = [
        ["-m", "ruff", "check"],
        ["-m", "ruff", "format", "--check"],
        ["-m", "mypy", *TYPED],
        *([str(script), "--check"] for script in sorted(ROOT.glob("scripts/make_*_doc.py"))),
    ]
    failed = []
    for stage in stages:
        name = " ".join(stage).replace(f"{ROOT}{os.sep}", "").removeprefix("-m ")
        print(f"--- {name}", flush=True)
        if call(python, *stage):
            failed.append(name)
    for name in failed:
        print(f"FAILED: {name}")
    return 1 if failed else 0


def wheel(python: Path, words: list[str]) -> int:
    """Build the wheel, install it in an environment of its own, run it in an empty folder."""
    with tempfile.TemporaryDirectory(prefix="mjlog-wheel-") as name:
        folder = Path(name)
        shutil.rmtree(ROOT / "build", ignore_errors=True)  # else old modules get into the wheel
        build = ["-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder / "dist"), str(ROOT)]
        if call(python, *build):
            return 1
        built = next((folder / "dist").glob("mjlog-*.whl"))
        with zipfile.ZipFile(built) as archive:
            members = {m for m in archive.namelist() if ".dist-info/" not in m}
        expected = {as_installed(path) for path in package_files()}
        if members != expected:
            print(f"not in the wheel: {sorted(expected - members)}")
            print(f"only in the wheel: {sorted(members - expected)}")
            return 1
        venv.create(folder / "venv", with_pip=True)
        own = folder / "venv" / PYTHON
        if call(own, "-m", "pip", "install", "-q", "--disable-pip-version-check", str(built)):
            return 1
        empty = folder / "empty"
        empty.mkdir()
        command = own.parent / "mjlog"
        sample = str(ROOT / "sample_logs" / "tenhou")
        for line in (["--version"], ["formats"], ["audit", sample]):
            print("mjlog", *line, flush=True)
            if subprocess.run([command, *line], cwd=empty, check=False).returncode:
                return 1
    return 0


def package_files() -> list[Path]:
    """Return all files of the package in the checkout, relative to it."""
    trees = [ROOT / name for name in ("mjlog", "parsers", "analysis")]
    found = [path for tree in trees for path in tree.rglob("*") if path.is_file()]
    return [path.relative_to(ROOT) for path in found if "__pycache__" not in path.parts]


def as_installed(path: Path) -> str:
    """Return where a file of the checkout stands in the wheel."""
    return path.as_posix() if path.parts[0] == "mjlog" else f"mjlog/{path.as_posix()}"


def environment(extras: str) -> Path:
    """Return the Python of ``.venv`` with the package and ``extras`` installed."""
    folder = ROOT / ".venv"
    python = folder / PYTHON
    project = (ROOT / "pyproject.toml").read_bytes()
    key = hashlib.sha256(project + sys.version.encode()).hexdigest()[:16]
    stamp = folder / "installed.txt"
    installed = stamp.read_text(encoding="utf-8").split() if stamp.exists() else []
    if python.exists() and key in installed and (not extras or extras in installed):
        return python
    print(f"setting up {folder} (once, a minute or two) …", flush=True)
    venv.create(folder, with_pip=True, clear=bool(installed) and key not in installed)
    install = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "-e", f".{extras}"]
    if call(python, *install):
        sys.exit(f"pip could not install the package into {folder}")
    known = [name for name in installed if name != key] if key in installed else []
    stamp.write_text("\n".join([key, *known, extras]) + "\n", encoding="utf-8")
    return python


def call(python: Path, *words: str) -> int:
    """Run Python in the checkout and return its exit status."""
    return subprocess.run([python, *words], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
