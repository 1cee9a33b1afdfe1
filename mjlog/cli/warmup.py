"""``mjlog warmup``: compile the engine now, once a machine, instead of in the first large run."""

from __future__ import annotations

import argparse
import base64
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from .output import CLEAN, description_of, say

__all__ = ["add_parser", "compile_engine", "run"]

# Every kernel meets every kind of table here: rows of wins and of draws, melds, riichi.
_GAME: Final = """
E1.0 dora 3z
hand 123m406p789s1122z
hand 22p55m11z345678s9p
hand 22m4499p5556667z
hand 999s119m23p4455z3m
0 draw 5m
0 riichi
0 tsumogiri 5m
0 accepted
1 draw 9s
1 tsumogiri 9s
3 daiminkan 9s 999s from 1
3 draw 2p
dora 4m
3 discard 2p
1 pon 2p 22p from 3
1 discard 2z
0 ron 2z from 1 : 9000 -8000 0 0

E2.0 dora 3z
hand 123m406p789s1122z
hand 22p55m11z345678s9p
hand 22m4499p5556667z
hand 999s119m23p4455z3m
1 draw 5m
1 tsumogiri 5m
draw exhaustive : 0 0 0 0
"""
_SEED_BYTES: Final = 2496  # 624 words of 32 bits


def add_parser(subparsers: Any) -> None:
    """Add ``warmup`` to the command line."""
    parser = subparsers.add_parser(
        "warmup",
        help="compile the engine ahead of the first large run",
        description=description_of(__doc__),
    )
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    """Compile everything and say how long it took."""
    from ..engine.jit import cache_dir, help_compiling

    say("compiling the engine, once on this machine …")
    help_compiling(quiet=True)
    start = time.monotonic()
    for name, seconds in compile_engine():
        if seconds >= 0.1:
            say(f"  {name}: {seconds:.1f} s")
    say(f"ready in {time.monotonic() - start:.1f} s; kept in {cache_dir()}")
    return CLEAN


def compile_engine(*, backwards: bool = False) -> Iterator[tuple[str, float]]:
    """Compile what batches run through; yields (kernel, seconds) after each.

    Args:
        backwards: Begin with the kernel that runs last.
    """
    from ..engine.jit import compiled

    calls = _calls()
    for function, signature in reversed(calls) if backwards else calls:
        start = time.monotonic()
        compiled(function).compile(signature)
        yield function.__name__, time.monotonic() - start


def _calls() -> list[tuple[Any, tuple[Any, ...]]]:
    """Return every kernel with the types of its arguments, in the order in which they run."""
    import numpy as np

    from mjlog.parsers import iter_batches

    from ..auditing import audit_batch
    from ..engine.jit import noting_calls
    from ..engine.shape import shanten_counts
    from ..engine.wall_seed import SEED_KINDS

    with (
        TemporaryDirectory(prefix="mjlog-") as folder,
        np.errstate(over="ignore"),  # the walls' 64-bit sums wrap, and only numpy says so
    ):
        record = _written(folder)
        with _compiling(), noting_calls() as calls:
            batch = next(iter_batches(record))
            # the writer leaves a seed out that does not make the tiles of the record
            seed = base64.b64encode(bytes(_SEED_BYTES)).decode()
            batch.info[0].seed, batch.info[0].seed_kind = seed, SEED_KINDS[-1]
            audit_batch(batch)
            shanten_counts(np.zeros((1, 34), np.uint8), compiled=True)
    return calls


def _written(folder: str) -> Path:
    """Write the game as a record."""
    from mjlog.parsers.tenhou.writer import write_mjlog

    from ..views.handmade import game_of

    path = Path(folder, "warmup.mjlog")
    path.write_bytes(write_mjlog(game_of(_GAME).batch))
    return path


@contextmanager
def _compiling() -> Iterator[None]:
    """Compile whatever the number of games."""
    before = os.environ.get("MJLOG_JIT")
    os.environ["MJLOG_JIT"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["MJLOG_JIT"]
        else:
            os.environ["MJLOG_JIT"] = before
