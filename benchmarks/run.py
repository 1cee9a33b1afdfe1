"""One command that measures this package against its peers and against the physical limit.

    python benchmarks/run.py [--logs PATH] [--games N] [--here] [--write]

Without ``--here`` an environment with the peers of requirements.txt is made first. All figures
are CPU seconds of one thread, the best of several runs; only ratios of one run mean much.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Prepare the environment, then run the measurements in it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logs", metavar="PATH", help="Tenhou records (default: simulated games)")
    parser.add_argument("--games", type=int, default=500, help="how many games (default: 500)")
    parser.add_argument("--here", action="store_true", help="use this environment")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md")
    args = parser.parse_args()
    python = sys.executable if args.here else _environment(HERE.parent / ".venv" / "benchmarks")
    command = [python, "-m", "benchmarks.suite", "--games", str(args.games)]
    command += ["--logs", str(Path(args.logs).resolve())] if args.logs else []
    command += ["--write"] if args.write else []
    path = os.pathsep.join(filter(None, (str(HERE.parent), os.environ.get("PYTHONPATH"))))
    env = os.environ | {"PYTHONPATH": path}
    return subprocess.run(command, cwd=HERE.parent, env=env, check=False).returncode


def _environment(folder: Path) -> str:
    """Return the Python of an environment with this package and the peers."""
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        print(f"making {folder} …", file=sys.stderr)
        venv.create(folder, with_pip=True)
    peers = HERE / "requirements.txt"
    install = [str(python), "-m", "pip", "install", "-q", "-r", str(peers), "-e", str(HERE.parent)]
    subprocess.run(install, check=True)
    return str(python)


if __name__ == "__main__":
    sys.exit(main())
