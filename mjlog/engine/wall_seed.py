"""Seeds of Tenhou walls: reading them, making them, and their random words.

Three generations have been in use:

* 1 (2008 – mid-2009): eight or 32 hex words a round, ``mt19937ar,…`` in ``INIT shuffle``;
* 2 (2009 – early 2010): 32 hex words a game, ``mt19937ar-sha512-n288,…``;
* 3 (since 2010): 624 words a game in base64, ``mt19937ar-sha512-n288-base64,…``.
"""

from __future__ import annotations

import binascii
import hashlib
import random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .wall_random import KEY_TEXT, RAW_WORDS, ROUND_WORDS

__all__ = ["SEED_KINDS", "Seed", "WordStream", "make_seed", "parse_seed"]

#: Name of each generation as the records write it, generation 1 first.
SEED_KINDS: Final = ("mt19937ar", "mt19937ar-sha512-n288", "mt19937ar-sha512-n288-base64")

_KEY_BYTES: Final = 2496
_OUTPUTS: Final = 288  # Mersenne Twister outputs that a hashed round takes
_BLOCK: Final = 128  # bytes hashed at a time


class Seed(NamedTuple):
    """A seed of a known kind.

    Attributes:
        generation: 1, 2 or 3.
        data: The key as the record writes it: hex words, or base64.
    """

    generation: int
    data: str

    def key(self) -> bytes | None:
        """Return the key words of the Mersenne Twister as little-endian bytes.

        None when the text is damaged.
        """
        if self.generation < 3:
            return _hex_key(self.data)
        try:
            key = binascii.a2b_base64(self.data, strict_mode=True)
        except (binascii.Error, ValueError):  # ValueError: not ASCII
            return None
        return key if len(key) == _KEY_BYTES else None  # "=" stands for bytes that are missing


def parse_seed(text: str | None, kind: str | None = None) -> Seed | None:
    """Return the seed that ``text`` holds, or None when it is of no known kind.

    Args:
        text: ``KIND,data`` as the record writes it, or the data alone.
        kind: Name of the kind when ``text`` is the data alone.

    >>> parse_seed("mt19937ar,00000001,2,3,4,5,6,7,8").generation
    1
    >>> parse_seed("0.7654626590555946") is None
    True
    """
    if not text:
        return None
    name, comma, data = text.partition(",")
    if not comma or name not in SEED_KINDS:
        name, data = kind or "", text
    if name not in SEED_KINDS:
        return None
    seed = Seed(SEED_KINDS.index(name) + 1, data)
    if seed.generation == 3:
        return seed if len(data) == KEY_TEXT and data.isascii() else None
    return seed if _hex_key(data) is not None else None


def _hex_key(data: str) -> bytes | None:
    """Return the key of comma-separated hex words (8 or 32 of them have been in use)."""
    try:
        words = [int(part, 16) for part in data.split(",")]
    except ValueError:
        return None
    if len(words) > _KEY_BYTES // 4 or not all(0 <= w < 1 << 32 for w in words):
        return None
    return b"".join(w.to_bytes(4, "little") for w in words)


def make_seed(rng: random.Random) -> str:
    """Return a new seed of the present generation, drawn from ``rng``."""
    data = binascii.b2a_base64(rng.randbytes(_KEY_BYTES), newline=False).decode()
    return f"{SEED_KINDS[2]},{data}"


def started(key: bytes) -> random.Random:
    """Return a Mersenne Twister started from the key words (``init_by_array``).

    ``random.Random(n)`` cuts n into 32-bit words and does just that, but it drops leading
    zero words; a key that ends in a zero word is therefore worked in by hand.
    """
    rng = random.Random()
    if key[-4:] != b"\0\0\0\0":
        rng.seed(int.from_bytes(key, "little"))
        return rng
    from .wall_random import lay_key, start_twisters

    lane, state = np.zeros((624, 1), np.int64), np.zeros((624, 1), np.int64)
    lay_key(np.frombuffer(key, "<u4"), len(key) // 4, lane, 0)
    start_twisters(state, lane)
    rng.setstate((3, (*state[:, 0].tolist(), 624), None))
    return rng


class WordStream:
    """The random words of one round after the other."""

    def __init__(self, generation: int, key: bytes) -> None:
        self._rng = started(key)
        self._hashed = generation > 1

    def next_round(self) -> NDArray[np.uint32]:
        """Return uint32[144], the words of the next round."""
        words = np.zeros(ROUND_WORDS, np.uint32)
        if self._hashed:
            raw = self._rng.randbytes(4 * _OUTPUTS)
            digest = b"".join(
                hashlib.sha512(raw[i : i + _BLOCK]).digest() for i in range(0, len(raw), _BLOCK)
            )
            words[:] = np.frombuffer(digest, "<u4")
        else:
            words[:RAW_WORDS] = np.frombuffer(self._rng.randbytes(4 * RAW_WORDS), "<u4")
        return words
