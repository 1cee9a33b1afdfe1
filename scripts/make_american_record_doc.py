"""Write the tables of docs/american_record.md from the schema; ``--check`` only compares."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "american_record.md"
sys.path.insert(0, str(ROOT))

from mjlog.parsers.american.schema import OBJECTS, REQUIRED, TRANSFER, Key  # noqa: E402

import mjlog  # noqa: E402, F401  the checkout's own package

BLOCK = re.compile(r"(<!-- keys (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def keys_table(keys: tuple[Key, ...]) -> str:
    """Return the keys of an object as a table."""
    lines = ["| key | value | meaning |", "|---|---|---|"]
    for key in keys:
        name = f"`{key.name}`"
        if key.default is REQUIRED:
            name = f"**{name}**"
        lines.append(f"| {name} | {key.codec.form} | {key.meaning} |")
    return "\n".join(lines) + "\n"


def markdown(text: str) -> str:
    """Return the page with its tables made anew."""
    objects = {**OBJECTS, "transfers": TRANSFER}
    return BLOCK.sub(lambda match: match[1] + keys_table(objects[match[2]]) + match[3], text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 when the file is stale")
    arguments = parser.parse_args()
    old = TARGET.read_text(encoding="utf-8")
    text = markdown(old)
    if arguments.check:
        if old != text:
            print(f"{TARGET.relative_to(ROOT)} is stale: run python scripts/{Path(__file__).name}")
        return int(old != text)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
