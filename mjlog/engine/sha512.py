"""SHA-512 (FIPS 180-4) of many messages of 128 bytes at once.

The messages lie side by side, one *lane* each, so that one instruction of the processor works
on several of them. A row of an array is one 64-bit word of all lanes.
"""

from __future__ import annotations

from math import isqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .jit import lean_kernel

__all__ = ["hash_lanes"]


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


#: uint64[80]: the round constants (§4.2.3).
ROUND_CONSTANTS: Final[NDArray[np.uint64]] = np.array(
    [_cube_root_bits(p) for p in _primes(80)], np.uint64
)
#: uint64[8]: the initial hash value (§5.3.5), fractions of the square roots of primes.
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

# Unlike other kernels these need the whole unsigned 64-bit ring; all operands of an expression
# are uint64 so that numba never promotes to float. Rotations are written out, and constants are
# handed on as slices, because kernels hand every integer to one another as int64.
U1: Final = np.uint64(1)
U3: Final = np.uint64(3)
U6: Final = np.uint64(6)
U7: Final = np.uint64(7)
U8: Final = np.uint64(8)
U14: Final = np.uint64(14)
U16: Final = np.uint64(16)
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


#: Every second byte, and every second pair of bytes, of a word.
BYTES: Final = np.uint64(0x00FF00FF00FF00FF)
PAIRS: Final = np.uint64(0x0000FFFF0000FFFF)


@lean_kernel
def _turn_bytes(word: Any) -> None:
    """Reverse the bytes of a word in all lanes: the hash counts them from the high end."""
    for i in range(len(word)):
        x = word[i]
        x = ((x & BYTES) << U8) | ((x >> U8) & BYTES)
        x = ((x & PAIRS) << U16) | ((x >> U16) & PAIRS)
        word[i] = (x << U32) | (x >> U32)


@lean_kernel
def _expand(word: Any, next_word: Any, ninth: Any, fourteenth: Any) -> None:
    """Turn a word of the message into the one that comes 16 rounds later, in all lanes."""
    for i in range(len(word)):
        x = next_word[i]
        y = fourteenth[i]
        low = ((x >> U1) | (x << U63)) ^ ((x >> U8) | (x << U56)) ^ (x >> U7)
        high = ((y >> U19) | (y << U45)) ^ ((y >> U61) | (y << U3)) ^ (y >> U6)
        word[i] = word[i] + low + ninth[i] + high


@lean_kernel
def _mix(
    word: Any, constant: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any
) -> None:
    """Do one round in all lanes: ``d`` and ``h`` become the next ``e`` and ``a``."""
    for i in range(len(h)):
        x = e[i]
        add = h[i] + word[i] + constant[0] + (g[i] ^ (x & (f[i] ^ g[i])))
        add += ((x >> U14) | (x << U50)) ^ ((x >> U18) | (x << U46)) ^ ((x >> U41) | (x << U23))
        d[i] += add
        x = a[i]
        add += (x & b[i]) | (c[i] & (x | b[i]))
        add += ((x >> U28) | (x << U36)) ^ ((x >> U34) | (x << U30)) ^ ((x >> U39) | (x << U25))
        h[i] = add


@lean_kernel
def _rounds(words: Any, constants: Any, state: Any) -> None:
    """Do 80 rounds in all lanes.

    Args:
        words: uint64[16, L], the words of the messages, changed; or uint64[1, L], zeros that
            stand for all words where ``constants`` hold them already.
        constants: uint64[80].
        state: uint64[8, L], changed; the names of its words move on by one each round.
    """
    last = len(words) - 1
    for t in range(80):
        word = words[t & last]
        if t > last > 0:
            _expand(word, words[(t + 1) & 15], words[(t + 9) & 15], words[(t + 14) & 15])
        _mix(
            word,
            constants[t : t + 1],
            state[-t & 7],
            state[(1 - t) & 7],
            state[(2 - t) & 7],
            state[(3 - t) & 7],
            state[(4 - t) & 7],
            state[(5 - t) & 7],
            state[(6 - t) & 7],
            state[(7 - t) & 7],
        )


@lean_kernel
def hash_lanes(words: Any, state: Any, before: Any) -> None:
    """Hash one message a lane.

    Args:
        words: uint64[17, L], the 16 words of the messages (little-endian), and a row of
            zeros; changed.
        state: uint64[8, L], filled with the eight words of the hashes (little-endian).
        before: uint64[8, L], room to work in.
    """
    for i in range(16):
        _turn_bytes(words[i])
    for i in range(8):
        for lane in range(state.shape[1]):
            state[i, lane] = START[i]
    _rounds(words[:16], ROUND_CONSTANTS, state)
    for i in range(8):
        for lane in range(state.shape[1]):
            state[i, lane] += START[i]
            before[i, lane] = state[i, lane]
    _rounds(words[16:], PADDING, state)
    for i in range(8):
        for lane in range(state.shape[1]):
            state[i, lane] += before[i, lane]
        _turn_bytes(state[i])
