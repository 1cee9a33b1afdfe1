"""Make ``mjlog/engine/shape_tables.npz``, the tables that shanten is looked up in.

    python scripts/make_shape_tables.py [OUT]

How far is a suit from holding ``s`` sets and ``h`` pairs (the head)? Walk its ranks from 1
to 9 and keep, for every state of the walk, the least number of tiles to add. A state is
(sets so far, head or not, runs begun two ranks ago, runs begun one rank ago). No rank ever
uses more than the four copies that exist. What comes out for a suit is a vector of ten
distances; there are only 126 different ones (55 for honours), and joining suits adds few.
So every vector gets a number, its *class*, and what is stored is

* ``suit``, ``honour``: the class of every key as the smallest automaton that reads it digit
  by digit (level by level the rows ``[state, digit] → state``),
* ``sanma``: the class of each count of (1m, 9m) where 2m–8m do not exist,
* ``merge``: uint8[N, N], class of two groups of tiles taken together,
* ``distance``: uint8[N, 5], tiles to add for ``s`` sets and the head.

Nothing is compressed, so the bytes do not depend on a zlib version.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FAR = 15  # more than any hand can need: four sets and a head are 14 tiles
MAX_CLASSES = 256
OUT = Path(__file__).resolve().parent.parent / "mjlog" / "engine" / "shape_tables.npz"

Array = NDArray[np.int64]


def step(states: NDArray[np.int8], held: int, run_may_begin: bool) -> NDArray[np.int8]:
    """Walk one rank of which ``held`` copies are there.

    ``states`` is int8[N, sets 0–4, head 0–1, ending runs 0–4, young runs 0–4]: tiles added
    so far. An ending run needs this rank only, a young one this rank and the next.
    """
    after = np.full_like(states, FAR)
    for ending, young in np.ndindex(5, 5):
        for triplet, pair, begun in np.ndindex(2, 2, 5 if run_may_begin else 1):
            used = ending + young + 3 * triplet + 2 * pair + begun
            if used > 4:
                continue
            added = max(0, used - held)
            for sets in range(5 - triplet - begun):
                for head in range(2 - pair):
                    to = after[:, sets + triplet + begun, head + pair, young, begun]
                    np.minimum(to, states[:, sets, head, ending, young] + added, out=to)
    return after


def vectors_of_keys(runs: list[bool]) -> tuple[NDArray[np.int8], Array]:
    """Return the different distance vectors int8[V, 10] (head * 5 + sets) and each key's number.

    Args:
        runs: For each rank, whether a run may begin there.
    """
    states = np.full((1, 5, 2, 5, 5), FAR, np.int8)
    states[0, 0, 0, 0, 0] = 0
    number = np.zeros(1, np.int64)
    for run_may_begin in runs:
        following = np.stack([step(states, held, run_may_begin) for held in range(5)], axis=1)
        flat = following.reshape(len(states) * 5, -1)
        states, merged = np.unique(flat, axis=0, return_inverse=True)
        number = merged.reshape(-1, 5)[number].reshape(-1)
        states = states.reshape(-1, 5, 2, 5, 5)
    # Only walks that leave no run unfinished count.
    finished = states[:, :, :, 0, 0].transpose(0, 2, 1).reshape(len(states), 10)
    vectors, merged = np.unique(finished, axis=0, return_inverse=True)
    return vectors, merged.reshape(-1)[number]


def merged_vectors(a: NDArray[np.int8], b: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return int8[A, B, 10]: the distances of both groups of tiles together."""
    out = np.full((len(a), len(b), 10), FAR, np.int8)
    for i, j in np.ndindex(10, 10):
        head, sets = i // 5 + j // 5, i % 5 + j % 5
        if head <= 1 and sets <= 4:
            to = out[:, :, head * 5 + sets]
            np.minimum(to, a[:, None, i] + b[None, :, j], out=to)
    return out


def closure(start: NDArray[np.int8]) -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
    """Return all classes that merging of ``start`` leads to, and the merge table over them."""
    classes = np.unique(start, axis=0)
    while True:
        merged = merged_vectors(classes, classes)
        grown = np.unique(np.concatenate([classes, merged.reshape(-1, 10)]), axis=0)
        if len(grown) == len(classes):
            break
        classes = grown
    if len(classes) > MAX_CLASSES:
        raise SystemExit(f"{len(classes)} classes, a byte holds {MAX_CLASSES}")
    return classes, number_in(classes, merged.reshape(-1, 10)).reshape(merged.shape[:2])


def number_in(classes: NDArray[np.int8], vectors: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Return uint8[len(vectors)], the row of each vector in ``classes``."""
    row = {vector.tobytes(): i for i, vector in enumerate(classes)}
    different, inverse = np.unique(vectors, axis=0, return_inverse=True)
    return np.array([row[v.tobytes()] for v in different], np.uint8)[inverse.reshape(-1)]


def automaton(class_of_key: NDArray[np.uint8]) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Return (rows of all levels, first digit first; number of states of each level)."""
    levels: list[Array] = []
    states = class_of_key.astype(np.int64)
    while len(states) > 1:
        rows, inverse = np.unique(states.reshape(-1, 5), axis=0, return_inverse=True)
        levels.append(rows)
        states = inverse.reshape(-1)
    levels.reverse()
    sizes = [len(rows) for rows in levels]
    return np.concatenate(levels).astype(np.uint16), np.array(sizes, np.uint16)


def main(out: Path) -> None:
    suit, suit_keys = vectors_of_keys([True] * 7 + [False] * 2)
    honour, honour_keys = vectors_of_keys([False] * 7)
    sanma, sanma_keys = vectors_of_keys([False] * 2)
    classes, merge = closure(np.concatenate([suit, honour, sanma]))
    suit_rows, suit_levels = automaton(number_in(classes, suit)[suit_keys])
    honour_rows, honour_levels = automaton(number_in(classes, honour)[honour_keys])
    np.savez(
        out,
        suit=suit_rows,
        suit_levels=suit_levels,
        honour=honour_rows,
        honour_levels=honour_levels,
        sanma=number_in(classes, sanma)[sanma_keys],
        merge=merge,
        distance=classes[:, 5:].astype(np.uint8),
    )
    print(
        f"{len(suit)} suit, {len(honour)} honour, {len(sanma)} sanma vectors; "
        f"{len(classes)} classes; {out} {out.stat().st_size} bytes"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUT)
