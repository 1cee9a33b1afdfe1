"""Tenhou's walls from their random numbers, for a whole batch in one call.

One *stream* is a Mersenne Twister (MT19937) started from a key of 32-bit words. A round
takes 144 words from its stream: in the oldest generation the next outputs as they are, later
288 outputs whose bytes are hashed block by block (nine blocks of 128 bytes → SHA-512).

:mod:`mjlog.engine.wall_seed` computes the same words with ``random`` and ``hashlib``; that is
faster for a few games, this is several times faster for many once it is compiled.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .jit import kernel, lean_kernel
from .sha512 import hash_lanes
from .wall_check import shuffle_wall

__all__ = ["KEY_TEXT", "ROUND_WORDS", "decode_keys", "fill_walls"]

#: 32-bit words that one round takes.
ROUND_WORDS: Final = 144
#: Characters of a key in base64: 624 words, 2496 bytes, no padding.
KEY_TEXT: Final = 3328
#: Words of a round in the generation without hashing: 135 for the swaps, two for the dice.
RAW_WORDS: Final = 137
#: Outputs that are hashed for a round in the later ones.
HASHED_WORDS: Final = 288
#: Twisters that are started, and rounds that are hashed, side by side: their lanes fill vectors
#: of any size and fit the cache.
TOGETHER: Final = 32

N: Final = 624
M: Final = 397
MASK32: Final = 0xFFFFFFFF
UPPER: Final = 0x80000000
LOWER: Final = 0x7FFFFFFF
TWIST: Final = 0x9908B0DF


#: What a character that is not of the base64 alphabet stands for.
NO_BITS: Final = 1 << 24
#: int64[4, 256]: place among four characters, character → its part of three little-endian bytes.
BASE64_PARTS: Final[NDArray[np.int64]] = np.full((4, 256), NO_BITS, np.int64)
for _bits, _letter in enumerate(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
):
    for _place in range(4):
        _three_bytes = (_bits << 18 - 6 * _place).to_bytes(3, "big")
        BASE64_PARTS[_place, _letter] = int.from_bytes(_three_bytes, "little")


@lean_kernel
def decode_keys(texts: Any, streams: Any, keys: Any, lengths: Any) -> None:
    """Decode the base64 keys of many streams.

    Args:
        texts: uint8[T, 3328], the characters.
        streams: int64[T], the stream of each text.
        keys: uint32[S, 624], filled for these streams (little-endian words).
        lengths: int32[S], filled for them: 624 words, or 0 when a character is none of the
            base64 alphabet.
    """
    for t in range(len(streams)):
        s = int(streams[t])
        every = 0
        for i in range(208):  # 16 characters are 12 bytes are three words
            at = 16 * i
            word = 0
            filled = 0
            out = 3 * i
            for _ in range(4):
                bits = int(BASE64_PARTS[0, texts[t, at]] | BASE64_PARTS[1, texts[t, at + 1]])
                bits |= int(BASE64_PARTS[2, texts[t, at + 2]] | BASE64_PARTS[3, texts[t, at + 3]])
                every |= bits
                at += 4
                word |= (bits & (NO_BITS - 1)) << filled
                filled += 24
                if filled >= 32:
                    keys[s, out] = word & MASK32
                    out += 1
                    word >>= 32
                    filled -= 32
        lengths[s] = N if every < NO_BITS else 0


@lean_kernel
def lay_key(key: Any, length: int, keys: Any, lane: int) -> None:
    """Lay ``key[:length]``, 1 to 624 words, into a lane: what each step of the mixing adds.

    Args:
        key: uint32[…].
        keys: int64[624, L], the lane is filled.
    """
    j = 0
    for i in range(N):
        keys[i, lane] = int(key[j]) + j
        j += 1
        if j >= length:
            j = 0


@lean_kernel
def start_twisters(states: Any, keys: Any) -> None:
    """Start a Mersenne Twister from the key in each lane (``init_by_array`` of the reference code).

    Each word hangs on the one before, so that one twister alone would mostly wait.

    Args:
        states: int64[624, L], filled.
        keys: int64[624, L], see :func:`lay_key`.
    """
    plain = 19650218
    for i in range(N):
        for lane in range(states.shape[1]):
            states[i, lane] = plain
        plain = (1812433253 * (plain ^ (plain >> 30)) + i + 1) & MASK32
    i = 1
    for step in range(2 * N - 1):
        for lane in range(states.shape[1]):
            before = int(states[i - 1, lane])
            before ^= before >> 30
            if step < N:
                mixed = (int(states[i, lane]) ^ (before * 1664525)) + int(keys[step, lane])
            else:
                mixed = (int(states[i, lane]) ^ (before * 1566083941)) - i
            states[i, lane] = mixed & MASK32
        i += 1
        if i >= N:
            for lane in range(states.shape[1]):
                states[0, lane] = states[N - 1, lane]
            i = 1
    for lane in range(states.shape[1]):
        states[0, lane] = UPPER


@lean_kernel
def twisted(word: int, after: int, far: int) -> int:
    """Return the next value of a word of the state, from itself and two others."""
    y = (word & UPPER) | (after & LOWER)
    return far ^ (y >> 1) ^ (-(y & 1) & TWIST)


@lean_kernel
def twist(mt: Any) -> None:
    """Compute the next 624 words of the state in place."""
    for i in range(N - M):
        mt[i] = twisted(int(mt[i]), int(mt[i + 1]), int(mt[i + M]))
    for i in range(N - M, N - 1):
        mt[i] = twisted(int(mt[i]), int(mt[i + 1]), int(mt[i + M - N]))
    mt[N - 1] = twisted(int(mt[N - 1]), int(mt[0]), int(mt[M - 1]))


@lean_kernel
def tempered(y: int) -> int:
    """Return the output that belongs to a word of the state."""
    y ^= y >> 11
    y ^= (y << 7) & 0x9D2C5680
    y ^= (y << 15) & 0xEFC60000
    return y ^ (y >> 18)


@lean_kernel
def lay_messages(raw: Any, lanes: Any, lane: int) -> None:
    """Lay 288 outputs into nine lanes from ``lane`` on, as messages of 32 outputs each.

    Args:
        raw: int64[288].
        lanes: uint64[17, L], a message a column.
    """
    for part in range(9):
        at = 32 * part
        for i in range(16):
            lanes[i, lane + part] = int(raw[at + 2 * i]) | (int(raw[at + 2 * i + 1]) << 32)


@lean_kernel
def take_hashes(hashes: Any, lane: int, words: Any) -> None:
    """Fill the 144 words of a round from nine lanes.

    Args:
        hashes: uint64[8, L]. words: int64[144 or more], filled.
    """
    for part in range(9):
        at = 16 * part
        for i in range(8):
            both = np.int64(hashes[i, lane + part])
            words[at + 2 * i] = both & MASK32
            words[at + 2 * i + 1] = (both >> 32) & MASK32


@kernel
def fill_walls(
    keys: Any, lengths: Any, hashed: Any, first: Any, rounds: Any, size: Any, tiles: Any, dice: Any
) -> None:
    """Shuffle the walls of all rounds of all streams.

    Args:
        keys: uint32[S, 624], key of each stream.
        lengths: int32[S], words of the key, 0 when there is none.
        hashed: uint8[S], 1 when blocks of outputs are hashed, 0 when outputs stand as they are.
        first: int32[S], the stream's first round.
        rounds: int32[S], how many rounds the stream serves.
        size: uint8[R], tiles of each wall.
        tiles: uint8[R, 136], filled. dice: uint8[R, 2], filled.
    """
    started = min(TOGETHER, len(lengths))
    key_lanes = np.zeros((N, started), np.int64)
    states = np.zeros((N, started), np.int64)
    mt = np.zeros(N, np.int64)
    ready = np.zeros(N, np.int64)
    words = np.zeros(HASHED_WORDS, np.int64)
    lanes = np.zeros((17, 9 * TOGETHER), np.uint64)
    hashes = np.zeros((8, 9 * TOGETHER), np.uint64)
    scratch = np.zeros((8, 9 * TOGETHER), np.uint64)
    waiting = np.zeros(TOGETHER, np.int64)  # the rounds whose words are in the lanes
    count = 0
    for s in range(len(lengths)):
        lane = s % started
        if lane == 0:
            for i in range(min(started, len(lengths) - s)):
                lay_key(keys[s + i], int(lengths[s + i]), key_lanes, i)
            start_twisters(states, key_lanes)
        for i in range(N):
            mt[i] = states[i, lane]
        used = N
        outputs = HASHED_WORDS if hashed[s] else RAW_WORDS
        for r in range(int(first[s]), int(first[s]) + int(rounds[s])):
            if lengths[s] == 0:
                continue
            done = 0
            while done < outputs:
                if used == N:
                    twist(mt)
                    for i in range(N):
                        ready[i] = tempered(int(mt[i]))
                    used = 0
                more = min(outputs - done, N - used)
                for i in range(more):
                    words[done + i] = ready[used + i]
                done += more
                used += more
            if not hashed[s]:
                shuffle_wall(words, int(size[r]), tiles[r], dice[r])
                continue
            lay_messages(words, lanes, 9 * count)
            waiting[count] = r
            count += 1
            if count == TOGETHER:
                shuffle_hashed(lanes, hashes, scratch, waiting, words, size, tiles, dice)
                count = 0
    if count:
        shuffle_hashed(lanes, hashes, scratch, waiting[:count], words, size, tiles, dice)


@lean_kernel
def shuffle_hashed(
    lanes: Any, hashes: Any, scratch: Any, rounds: Any, words: Any, size: Any, tiles: Any, dice: Any
) -> None:
    """Hash the messages of ``rounds`` (nine lanes each) and shuffle their walls."""
    hash_lanes(lanes, hashes, scratch)
    for place in range(len(rounds)):
        r = int(rounds[place])
        take_hashes(hashes, 9 * place, words)
        shuffle_wall(words, int(size[r]), tiles[r], dice[r])
