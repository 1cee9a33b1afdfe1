"""Words of plain mjai messages as numbers that a kernel compares.

A word is two numbers, its first seven bytes and the next eight; names of yaku and reasons of
draws, which may be longer or not ASCII, are looked up in a table of hashes and then compared.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.codes import YAKU
from mjlog.engine.jit import lean_kernel

from .tables import REASON_OF, TILES, YAKU_OF

__all__ = ["find_name", "read_tile", "read_word", "skip_space"]

#: Codes of the names beside those of yaku: the winds that the seats tell; then the reasons.
SEAT_WIND_NAME: Final = 200
ROUND_WIND_NAME: Final = 201
FIRST_REASON: Final = 300

_HALF: Final = 7


def _half(text: str, part: int) -> int:
    word = text.encode()
    return int.from_bytes(word[_HALF:] if part else word[:_HALF], "little")


# --- keys: first seven bytes, and the rest of those that are longer ---------------------------
K_TYPE: Final = _half("type", 0)
K_ACTOR: Final = _half("actor", 0)
K_PAI: Final = _half("pai", 0)
K_TSUMOGIRI: Final = _half("tsumogiri", 0)
K_TSUMOGIRI_2: Final = _half("tsumogiri", 1)
K_TARGET: Final = _half("target", 0)
K_CONSUMED: Final = _half("consumed", 0)
K_CONSUMED_2: Final = _half("consumed", 1)
K_DORA_MARKER: Final = _half("dora_marker", 0)
K_DORA_MARKER_2: Final = _half("dora_marker", 1)
K_DELTAS: Final = _half("deltas", 0)
K_SCORES: Final = _half("scores", 0)
K_BAKAZE: Final = _half("bakaze", 0)
K_KYOKU: Final = _half("kyoku", 0)
K_HONBA: Final = _half("honba", 0)
K_KYOTAKU: Final = _half("kyotaku", 0)
K_OYA: Final = _half("oya", 0)
K_TEHAIS: Final = _half("tehais", 0)
K_TENPAIS: Final = _half("tenpais", 0)
K_REASON: Final = _half("reason", 0)
K_FU: Final = _half("fu", 0)
K_FAN: Final = _half("fan", 0)
K_YAKUS: Final = _half("yakus", 0)
K_URA_MARKERS: Final = _half("ura_markers", 0)
K_URA_MARKERS_2: Final = _half("ura_markers", 1)
K_URADORA_MARKERS: Final = _half("uradora_markers", 0)
K_URADORA_MARKERS_2: Final = _half("uradora_markers", 1)
K_HORA_POINTS: Final = _half("hora_points", 0)
K_HORA_POINTS_2: Final = _half("hora_points", 1)
K_HORA_TEHAIS: Final = _half("hora_tehais", 0)
K_HORA_TEHAIS_2: Final = _half("hora_tehais", 1)

# --- types --------------------------------------------------------------------------------------
TYPES: Final = (
    "tsumo", "dahai", "chi", "pon", "daiminkan", "kakan", "ankan", "nukidora", "reach",
    "reach_accepted", "dora", "hora", "ryukyoku", "start_kyoku", "end_kyoku", "end_game", "kita",
)  # fmt: skip
TYPE_WORDS: Final[NDArray[np.int64]] = np.array(
    [[_half(word, 0), _half(word, 1)] for word in TYPES], np.int64
)
T_TSUMO: Final = TYPES.index("tsumo")
T_DAHAI: Final = TYPES.index("dahai")
T_ANKAN: Final = TYPES.index("ankan")
T_NUKIDORA: Final = TYPES.index("nukidora")
T_REACH: Final = TYPES.index("reach")
T_ACCEPTED: Final = TYPES.index("reach_accepted")
T_DORA: Final = TYPES.index("dora")
T_HORA: Final = TYPES.index("hora")
T_RYUKYOKU: Final = TYPES.index("ryukyoku")
T_START_KYOKU: Final = TYPES.index("start_kyoku")
T_END_KYOKU: Final = TYPES.index("end_kyoku")
T_END_GAME: Final = TYPES.index("end_game")
T_KITA: Final = TYPES.index("kita")


# --- tiles --------------------------------------------------------------------------------------
def _tile_table() -> NDArray[np.int64]:
    """Return the code of a tile by its bytes: [0, a], [1 + suit, digit], [5 + suit, digit]."""
    table = np.full((9, 256), -1, np.int64)
    for name, code in TILES.items():
        word = name.encode()
        if len(word) == 1:
            table[0, word[0]] = code
        else:
            table["mpsz".index(name[1]) + (1 if len(word) == 2 else 5), word[0]] = code
    return table


TILE_TABLE: Final = _tile_table()
_SUITS: Final = {ord(letter): number for number, letter in enumerate("mpsz")}
SUIT_OF: Final[NDArray[np.int64]] = np.array([_SUITS.get(c, -1) for c in range(256)], np.int64)


@lean_kernel
def skip_space(buf: Any, p: int) -> int:
    """Return the next place that is no blank of a line."""
    c = int(buf[p])
    while c == 32 or c == 9 or c == 13:
        p += 1
        c = int(buf[p])
    return p


@lean_kernel
def read_word(buf: Any, p: int) -> tuple[int, int, int]:
    """Return the two halves of a text that begins behind a quotation mark, and the end of it.

    The place is -1 for a text that is no word: too long, or with an escape in it.
    """
    first = 0
    second = 0
    n = 0
    while True:
        c = int(buf[p])
        p += 1
        if c == 34:
            return first, second, p
        if c < 32 or c == 92 or n == 15:
            return 0, 0, -1
        if n < 7:
            first |= c << (8 * n)
        else:
            second |= c << (8 * (n - 7))
        n += 1


@lean_kernel
def read_tile(buf: Any, p: int) -> tuple[int, int]:
    """Return the tile that a text at ``p`` names and the place behind it; -1, -1 for none."""
    if int(buf[p]) != 34:
        return -1, -1
    a = int(buf[p + 1])
    b = int(buf[p + 2])
    row = 0
    p += 3
    if b != 34:
        suit = int(SUIT_OF[b])
        if suit < 0:
            return -1, -1
        row = 1 + suit
        c = int(buf[p])
        p += 1
        if c == 114:  # a red five
            row = 5 + suit
            c = int(buf[p])
            p += 1
        if c != 34:
            return -1, -1
    code = int(TILE_TABLE[row, a])
    return (code, p) if code >= 0 else (-1, -1)


# --- names --------------------------------------------------------------------------------------
_NAMES: Final[dict[bytes, int]] = (
    {name.encode(): code for name, code in YAKU_OF.items()}
    | {b"jikaze": SEAT_WIND_NAME, b"bakaze": ROUND_WIND_NAME}
    | {name.encode(): FIRST_REASON + kind for name, kind in REASON_OF.items()
       if name not in YAKU_OF}
)  # fmt: skip
_SIZE: Final = 4096
_MASK: Final = _SIZE - 1


def _hash(word: bytes) -> int:
    value = 0
    for byte in word:
        value = (31 * value + byte) & 0xFFFFFFF
    return value


def _name_tables() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return all names one behind the other, and by hash (first byte, length, code)."""
    rows = np.full((_SIZE, 3), -1, np.int64)
    text = b""
    for word, code in _NAMES.items():
        slot = _hash(word) & _MASK
        while rows[slot, 1] >= 0:
            slot = (slot + 1) & _MASK
        rows[slot] = len(text), len(word), code
        text += word
    return np.frombuffer(text, np.uint8).copy(), rows


NAME_BYTES, NAME_ROWS = _name_tables()
#: By yaku id: 1 for a yakuman.
IS_YAKUMAN: Final[NDArray[np.int64]] = np.array(
    [int(number < len(YAKU) and YAKU[number].yakuman) for number in range(256)], np.int64
)


@lean_kernel
def find_name(buf: Any, p: int) -> tuple[int, int]:
    """Return the code of the name at ``p`` and the place behind it; -1, -1 for none."""
    if int(buf[p]) != 34:
        return -1, -1
    p += 1
    start = p
    value = 0
    c = int(buf[p])
    while c != 34:
        if c < 32 or c == 92 or p - start > 100:
            return -1, -1
        value = (31 * value + c) & 0xFFFFFFF
        p += 1
        c = int(buf[p])
    size = p - start
    slot = value & _MASK
    while int(NAME_ROWS[slot, 1]) >= 0:
        if int(NAME_ROWS[slot, 1]) == size:
            first = int(NAME_ROWS[slot, 0])
            same = True
            for i in range(size):
                if int(NAME_BYTES[first + i]) != int(buf[start + i]):
                    same = False
                    break
            if same:
                return int(NAME_ROWS[slot, 2]), p + 1
        slot = (slot + 1) & _MASK
    return -1, -1
