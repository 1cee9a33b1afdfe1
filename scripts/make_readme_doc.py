"""Run the examples of README.md and write their output back; ``--check`` only compares.

In a ``console`` block every ``$`` line is run by a shell and followed by what it printed; in
a ``pycon`` block every ``>>>`` is run. All of them run in order in one empty folder that
holds the sample logs. Measured times may differ.
"""

from __future__ import annotations

import argparse
import code
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "README.md"
FENCE = re.compile(r"^```(console|pycon)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
#: Measured numbers, which differ from run to run.
MEASURED = re.compile(r"[\d.,]+ s, +[\d,]+ games/s")


def console(block: str, folder: Path) -> str:
    """Return the block with what its commands print now."""
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"{line}\n{run_shell(line[2:], folder)}" for line in commands)


def run_shell(command: str, folder: Path) -> str:
    """Run one command line as a user types it; returns stdout."""
    shims = folder / ".bin"
    if not shims.exists():
        shims.mkdir()
        shim = shims / "mjlog"
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mjlog "$@"\n', encoding="utf-8")
        shim.chmod(0o755)
    path = os.pathsep.join([str(shims), os.environ["PATH"]])
    python = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PATH": path, "PYTHONPATH": python, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, check=False
    )
    if done.returncode not in (0, 1):  # 1: findings
        raise RuntimeError(f"{command}: status {done.returncode}: {done.stderr.decode()}")
    return done.stdout.decode()


def sample_folder(folder: Path) -> Path:
    """Copy the sample logs into an empty folder and return it."""
    shutil.copytree(ROOT / "sample_logs", folder / "sample_logs")
    return folder


def pycon(block: str, session: code.InteractiveConsole, folder: Path) -> str:
    """Return the block with what its statements print now."""
    statements = re.findall(r"^>>> .*\n(?:^\.\.\..*\n)*", block, re.MULTILINE)
    out, here = [], Path.cwd()
    os.chdir(folder)
    try:
        for statement in statements:
            printed = io.StringIO()
            with redirect_stdout(printed), redirect_stderr(printed):
                open_block = [session.push(line[4:]) for line in statement.splitlines()][-1]
                if open_block:
                    session.push("")
            out += [statement, *(f"{line.rstrip()}\n" for line in printed.getvalue().splitlines())]
    finally:
        os.chdir(here)
    return "".join(out)


def fresh_text(text: str) -> str:
    """Return the README with every example run anew."""
    session = code.InteractiveConsole()
    with TemporaryDirectory(prefix="mjlog-readme-") as name:
        folder = sample_folder(Path(name))

        def again(match: re.Match[str]) -> str:
            kind, block = match.groups()
            new = console(block, folder) if kind == "console" else pycon(block, session, folder)
            return f"```{kind}\n{new}```\n"

        return FENCE.sub(again, text)


def differences(old: str, new: str) -> Iterator[str]:
    """Yield the lines that differ, measured times left out."""
    import difflib

    before, after = (MEASURED.sub("…", text).splitlines() for text in (old, new))
    yield from difflib.unified_diff(
        before, after, "README.md", "what the examples print", lineterm=""
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 when the file is stale")
    arguments = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    text = TARGET.read_text(encoding="utf-8")
    new = fresh_text(text)
    changed = list(differences(text, new))
    if arguments.check:
        if changed:
            print("\n".join(changed))
            print(f"README.md is stale: run python scripts/{Path(__file__).name}")
        return int(bool(changed))
    if changed:
        TARGET.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
