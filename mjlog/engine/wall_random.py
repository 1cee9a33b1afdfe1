"""The random numbers of Tenhou's walls, for a whole batch in one call.

One *stream* is a Mersenne Twister (MT19937) started from a key of 32-bit words. A round
takes 144 words from its stream: in the oldest generation the next outputs as they are, later
288 outputs whose bytes are hashed block by block (nine blocks of 128 bytes → SHA-512).

:mod:`mjlog.engine.wall_seed` computes the same words with ``random`` and ``hashlib``; that is
faster for a few games, this is three times faster for many once it is compiled.
"""

from __future__ import annotations

from math import isqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .jit import kernel, lean_kernel

__all__ = ["KEY_TEXT", "ROUND_WORDS", "decode_keys", "fill_round_words"]

#: 32-bit words that one round takes.
ROUND_WORDS: Final = 144
#: Characters of a key in base64: 624 words, 2496 bytes, no padding.
KEY_TEXT: Final = 3328
#: Words of a round in the generation without hashing: 135 for the swaps, two for the dice.
RAW_WORDS: Final = 137
#: Outputs that are hashed for a round in the later ones.
HASHED_WORDS: Final = 288

N: Final = 624
M: Final = 397
MASK32: Final = 0xFFFFFFFF
UPPER: Final = 0x80000000
LOWER: Final = 0x7FFFFFFF
TWIST: Final = 0x9908B0DF


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % p for p in found):
            found.append(number)
        number += 1
    return found


def _cube_root_bits(number: int) -> int:
    """Return the first 64 bits of the fraction of the cube root of ``number``."""
    scaled, root = number << 192, 1 << 68
    while True:  # Newton from above in integers ends at the floor
        better = (2 * root + scaled // (root * root)) // 3
        if better >= root:
            return root & 0xFFFFFFFFFFFFFFFF
        root = better


#: uint64[80]: the round constants of SHA-512 (FIPS 180-4 §4.2.3).
ROUND_CONSTANTS: Final[NDArray[np.uint64]] = np.array(
    [_cube_root_bits(p) for p in _primes(80)], np.uint64
)
#: uint64[8]: its initial hash value (§5.3.5), fractions of the square roots of primes.
START: Final[NDArray[np.uint64]] = np.array(
    [isqrt(p << 128) & 0xFFFFFFFFFFFFFFFF for p in _primes(8)], np.uint64
)


def _padding_schedule() -> list[int]:
    """Return constant + message word of each round of the block that pads 128 bytes."""
    mask = 0xFFFFFFFFFFFFFFFF

    def turned(x: int, n: int) -> int:
        return (x >> n | x << (64 - n)) & mask

    words = [1 << 63] + [0] * 14 + [1024]
    for t in range(16, 80):
        x, y = words[t - 15], words[t - 2]
        low = turned(x, 1) ^ turned(x, 8) ^ x >> 7
        high = turned(y, 19) ^ turned(y, 61) ^ y >> 6
        words.append((words[t - 16] + low + words[t - 7] + high) & mask)
    return [(int(k) + w) & mask for k, w in zip(ROUND_CONSTANTS, words, strict=True)]


#: uint64[80]: every message is 128 bytes long, so its second block is always the same.
PADDING: Final[NDArray[np.uint64]] = np.array(_padding_schedule(), np.uint64)

# Unlike other kernels this one needs the whole unsigned 64-bit ring; all operands of an
# expression are uint64 so that numba never promotes to float. Rotations are written out because
# kernels hand every integer to one another as int64.
U1: Final = np.uint64(1)
U3: Final = np.uint64(3)
U6: Final = np.uint64(6)
U7: Final = np.uint64(7)
U8: Final = np.uint64(8)
U14: Final = np.uint64(14)
U18: Final = np.uint64(18)
U19: Final = np.uint64(19)
U23: Final = np.uint64(23)
U25: Final = np.uint64(25)
U28: Final = np.uint64(28)
U30: Final = np.uint64(30)
U32: Final = np.uint64(32)
U34: Final = np.uint64(34)
U36: Final = np.uint64(36)
U39: Final = np.uint64(39)
U41: Final = np.uint64(41)
U45: Final = np.uint64(45)
U46: Final = np.uint64(46)
U50: Final = np.uint64(50)
U56: Final = np.uint64(56)
U61: Final = np.uint64(61)
U63: Final = np.uint64(63)
LOW_HALF: Final = np.uint64(MASK32)


#: uint8[256]: the six bits of a base64 character, 255 for any other.
SIX_BITS: Final[NDArray[np.uint8]] = np.full(256, 255, np.uint8)
SIX_BITS[
    np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", np.uint8)
] = np.arange(64)


@lean_kernel
def decode_keys(texts: Any, keys: Any, good: Any) -> None:
    """Decode the base64 keys of many streams.

    Args:
        texts: uint8[S, 3328], the characters.
        keys: uint32[S, 624], filled (little-endian words).
        good: uint8[S], filled: 1, or 0 when a character is none of the base64 alphabet.
    """
    for s in range(len(good)):
        every = 0
        for i in range(208):  # 16 characters are 12 bytes are three words
            at = 16 * i
            word = 0
            filled = 0
            out = 3 * i
            for k in range(4):
                a = int(SIX_BITS[texts[s, at + 4 * k]])
                b = int(SIX_BITS[texts[s, at + 4 * k + 1]])
                c = int(SIX_BITS[texts[s, at + 4 * k + 2]])
                d = int(SIX_BITS[texts[s, at + 4 * k + 3]])
                every |= a | b | c | d
                first = ((a << 2) | (b >> 4)) & 0xFF
                second = ((b << 4) | (c >> 2)) & 0xFF
                third = ((c << 6) | d) & 0xFF
                word |= (first | (second << 8) | (third << 16)) << filled
                filled += 24
                if filled >= 32:
                    keys[s, out] = word & MASK32
                    out += 1
                    word >>= 32
                    filled -= 32
        good[s] = 1 if every < 64 else 0


@lean_kernel
def swap_bytes(x: Any) -> Any:
    """Reverse the four bytes of a 32-bit word."""
    return ((x & 0xFF) << 24) | ((x & 0xFF00) << 8) | ((x >> 8) & 0xFF00) | ((x >> 24) & 0xFF)


@lean_kernel
def expand(schedule: Any) -> None:
    """Fill a message schedule from its first 16 words and add the round constants.

    Args:
        schedule: uint64[80], the message in ``schedule[:16]``; changed in place.
    """
    for t in range(16, 80):
        x = schedule[t - 15]
        y = schedule[t - 2]
        low = ((x >> U1) | (x << U63)) ^ ((x >> U8) | (x << U56)) ^ (x >> U7)
        high = ((y >> U19) | (y << U45)) ^ ((y >> U61) | (y << U3)) ^ (y >> U6)
        schedule[t] = schedule[t - 16] + low + schedule[t - 7] + high
    for t in range(80):
        schedule[t] += ROUND_CONSTANTS[t]


@lean_kernel
def compress(state: Any, schedule: Any) -> None:
    """Mix one block into ``state``.

    Args:
        state: uint64[8], changed in place.
        schedule: uint64[80], message words + constants.
    """
    a, b, c, d = state[0], state[1], state[2], state[3]
    e, f, g, h = state[4], state[5], state[6], state[7]
    for t in range(80):
        add = h + schedule[t]
        add = add + (
            ((e >> U14) | (e << U50)) ^ ((e >> U18) | (e << U46)) ^ ((e >> U41) | (e << U23))
        )
        add = add + (g ^ (e & (f ^ g)))
        major = (
            ((a >> U28) | (a << U36)) ^ ((a >> U34) | (a << U30)) ^ ((a >> U39) | (a << U25))
        ) + ((a & b) | (c & (a | b)))
        h, g, f, e = g, f, e, d + add
        d, c, b, a = c, b, a, add + major
    state[0] += a
    state[1] += b
    state[2] += c
    state[3] += d
    state[4] += e
    state[5] += f
    state[6] += g
    state[7] += h


@lean_kernel
def start_twister(mt: Any, key: Any, length: int) -> None:
    """Start a Mersenne Twister from ``key[:length]`` (its ``init_by_array``).

    Args:
        mt: int64[624], filled.
        key: uint32[…].
        length: Words of the key, at least 1.
    """
    mt[0] = 19650218
    for i in range(1, N):
        before = int(mt[i - 1])
        mt[i] = (1812433253 * (before ^ (before >> 30)) + i) & MASK32
    i, j = 1, 0
    for _ in range(max(N, length)):
        before = int(mt[i - 1])
        mixed = int(mt[i]) ^ ((before ^ (before >> 30)) * 1664525)
        mt[i] = (mixed + int(key[j]) + j) & MASK32
        i += 1
        j += 1
        if i >= N:
            mt[0] = mt[N - 1]
            i = 1
        if j >= length:
            j = 0
    for _ in range(N - 1):
        before = int(mt[i - 1])
        mixed = int(mt[i]) ^ ((before ^ (before >> 30)) * 1566083941)
        mt[i] = (mixed - i) & MASK32
        i += 1
        if i >= N:
            mt[0] = mt[N - 1]
            i = 1
    mt[0] = UPPER


@lean_kernel
def twisted(word: int, after: int, far: int) -> int:
    """Return the next value of a word of the state, from itself and two others."""
    y = (word & UPPER) | (after & LOWER)
    return far ^ (y >> 1) ^ ((y & 1) * TWIST)


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


@kernel
def hash_words(raw: Any, schedule: Any, state: Any, words: Any) -> None:
    """Hash 288 outputs in nine blocks of 32 to the 144 words of a round.

    Args:
        raw: int64[288].
        schedule: uint64[80] and ``state`` uint64[8], room to work in.
        state: See ``schedule``.
        words: uint32[144], filled.
    """
    for part in range(9):
        at = 32 * part
        for i in range(16):
            high = swap_bytes(int(raw[at + 2 * i]))
            schedule[i] = (high << 32) | swap_bytes(int(raw[at + 2 * i + 1]))
        expand(schedule)
        for i in range(8):
            state[i] = START[i]
        compress(state, schedule)
        compress(state, PADDING)
        at = 16 * part
        for i in range(8):
            words[at + 2 * i] = swap_bytes(np.int64(state[i] >> U32))
            words[at + 2 * i + 1] = swap_bytes(np.int64(state[i] & LOW_HALF))


@kernel
def fill_round_words(
    keys: Any, lengths: Any, hashed: Any, first: Any, rounds: Any, words: Any
) -> None:
    """Fill the words of all rounds of all streams.

    Args:
        keys: uint32[S, 624], key of each stream.
        lengths: int32[S], words of the key.
        hashed: uint8[S], 1 when blocks of outputs are hashed, 0 when outputs stand as they are.
        first: int32[S], row of ``words`` of the stream's first round.
        rounds: int32[S], how many rounds the stream serves.
        words: uint32[R, 144], filled.
    """
    mt = np.zeros(N, np.int64)
    ready = np.zeros(N, np.int64)
    raw = np.zeros(HASHED_WORDS, np.int64)
    schedule = np.zeros(80, np.uint64)
    state = np.zeros(8, np.uint64)
    for s in range(len(lengths)):
        start_twister(mt, keys[s], int(lengths[s]))
        used = N
        outputs = HASHED_WORDS if hashed[s] else RAW_WORDS
        for row in range(int(first[s]), int(first[s]) + int(rounds[s])):
            done = 0
            while done < outputs:
                if used == N:
                    twist(mt)
                    for i in range(N):
                        ready[i] = tempered(int(mt[i]))
                    used = 0
                count = min(outputs - done, N - used)
                for i in range(count):
                    raw[done + i] = ready[used + i]
                done += count
                used += count
            if hashed[s]:
                hash_words(raw, schedule, state, words[row])
            else:
                for i in range(outputs):
                    words[row, i] = raw[i]
