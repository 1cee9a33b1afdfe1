"""Write docs/american_statistics.md from its catalogue; ``--check`` only compares."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "american_statistics.md"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 when the file is stale")
    arguments = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    from mjlog.analysis.american.statistics import american_statistics_markdown

    text = american_statistics_markdown()
    if arguments.check:
        fresh = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        if not fresh:
            print(f"{TARGET.relative_to(ROOT)} is stale: run python {Path(__file__).name}")
        return 0 if fresh else 1
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
