"""The limit of an export: inflate, tokenise, and write the very same tables from ready arrays.

Nothing is replayed, scored or built here, so no export that writes these tables can be faster.
"""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

__all__ = ["limit_seconds"]

STAGES = ("inflate", "tokenise", "write")


def limit_seconds(packed: list[bytes], dataset: Path, *, runs: int = 10) -> dict[str, float]:
    """Return CPU seconds of each stage, the best of ``runs``.

    Args:
        packed: The records, one gzip each.
        dataset: What the export of them made; its tables are read before the clock starts.
    """
    from isal import igzip
    from mjlog.analysis.dataset import read_dataset
    from mjlog.analysis.parts import write_file
    from mjlog.parsers.tenhou.scan import tokenise_games

    files = read_dataset(dataset)
    tables = [(name, files.read(name, part)) for part in files.parts() for name in files.tables]
    best: dict[str, float] = {}
    for _ in range(runs):
        marks = [time.process_time()]
        texts = [igzip.decompress(data) for data in packed]
        marks.append(time.process_time())
        for first in range(0, len(texts), 500):
            tokenise_games(texts[first : first + 500])
        marks.append(time.process_time())
        with TemporaryDirectory(prefix="mjlog-limit-") as folder:
            for number, (name, table) in enumerate(tables):
                write_file(Path(folder, f"{number}.parquet"), name, table, files.format)
        marks.append(time.process_time())
        for stage, a, b in zip(STAGES, marks[:-1], marks[1:], strict=True):
            best[stage] = min(best.get(stage, b - a), b - a)
    return best
