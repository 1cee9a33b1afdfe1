"""Make ``sample_logs/``: simulated games, clean ones and ones with a planted fault.

The same bytes come out every time. Run from the checkout:

    python scripts/make_sample_logs.py [FOLDER]
"""

from __future__ import annotations

import gzip
import io
import json
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mjlog.parsers.writers import writer_named  # noqa: E402

from mjlog.simulator import play_games  # noqa: E402
from mjlog.simulator.faults import FAULTS, expected_codes, mutated_game  # noqa: E402

SEED: Final = 20260101

#: (ruleset, how many games, packing: xml, gz or zip).
CLEAN: Final = (
    ("tenhou", 3, "gz"),
    ("tenhou-east", 2, "xml"),
    ("tenhou-noaka-nokuitan", 1, "gz"),
    ("tenhou-3p", 2, "gz"),
    ("tenhou-3p-east", 1, "xml"),
    ("tenhou-east", 3, "zip"),
)


def packed(data: bytes) -> bytes:
    """Return gzip bytes that do not depend on the day."""
    return gzip.compress(data, 9, mtime=0)


def zipped(members: dict[str, bytes]) -> bytes:
    """Return a zip archive that does not depend on the day."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return out.getvalue()


def make_clean(folder: Path) -> None:
    """Write the clean games."""
    folder.mkdir(parents=True)
    write = writer_named("mjlog").write
    from mjlog.parsers.losses import Losses

    for row, (rules, count, packing) in enumerate(CLEAN):
        batch = play_games(count, seed=SEED + row, rules=rules)
        records = {f"{rules}-{g}": write(batch, g, Losses()) for g in range(count)}
        if packing == "zip":
            members = {f"{name}.mjlog": data for name, data in records.items()}
            (folder / f"{rules}.zip").write_bytes(zipped(members))
            continue
        for name, data in records.items():
            suffix = ".xml" if packing == "xml" else ".mjlog"
            (folder / (name + suffix)).write_bytes(data if packing == "xml" else packed(data))


def make_faulty(folder: Path) -> None:
    """Write one game for each fault that a record can show, and what an audit finds."""
    folder.mkdir(parents=True)
    write = writer_named("mjlog").write
    from mjlog.parsers.losses import Losses

    expected: dict[str, list[str]] = {}
    for fault in FAULTS:
        if not fault.in_file or fault.code == "F201":  # a missed win is found on demand only
            continue
        rules = "tenhou-3p-east" if fault.players == 3 else "tenhou-east"
        batch = mutated_game(fault, seed=SEED, rules=rules)
        name = f"{fault.code}.mjlog"
        (folder / name).write_bytes(packed(write(batch, 0, Losses())))
        expected[name] = expected_codes(fault)
        print(name, *expected[name])
    text = json.dumps(dict(sorted(expected.items())), indent=2) + "\n"
    (folder / "expected.json").write_text(text, encoding="utf-8")


def main() -> None:
    """Write everything anew."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "sample_logs"
    for name, make in (("tenhou", make_clean), ("faulty", make_faulty)):
        shutil.rmtree(target / name, ignore_errors=True)
        make(target / name)


if __name__ == "__main__":
    main()
