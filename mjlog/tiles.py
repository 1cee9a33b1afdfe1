"""Tiles: codes, kinds and the notations they are written in.

A tile *code* is one byte: 0–33 = 1m…9m 1p…9p 1s…9s 東南西北白發中, 34–36 = red 5m 5p 5s,
37 flower and 38 joker (American), 255 unknown. A *kind* is a code without redness (0–33).
A *tile id* is Tenhou's physical tile 0–135 (four to a kind).

>>> parse_tiles("123m0p1z")
[0, 1, 2, 35, 27]
>>> format_tiles([0, 1, 2, 35, 27])
'123m0p1z'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .errors import TileError

__all__ = [
    "KIND",
    "RED_BIT",
    "code_of_id",
    "counts_of",
    "format_tile",
    "format_tiles",
    "next_dora",
    "parse_tile",
    "parse_tiles",
]

EAST: Final = 27
NORTH: Final = 30
HAKU: Final = 31
RED_5M: Final = 34
RED_5P: Final = 35
RED_5S: Final = 36
FLOWER: Final = 37
JOKER: Final = 38
UNKNOWN: Final = 255

#: uint8[256]: code → kind; 255 for what has no kind.
KIND: Final[NDArray[np.uint8]] = np.full(256, 255, np.uint8)
KIND[:34] = np.arange(34)
KIND[RED_5M], KIND[RED_5P], KIND[RED_5S] = 4, 13, 22
#: uint8[256]: code → 0 (not red), 1, 2, 3 (red in m, p, s).
RED_BIT: Final[NDArray[np.uint8]] = np.zeros(256, np.uint8)
RED_BIT[34:37] = (1, 2, 3)
#: bool[34]: terminals and honours.
YAOCHUU: Final[NDArray[np.bool_]] = np.array(
    [k >= 27 or k % 9 in (0, 8) for k in range(34)], np.bool_
)
#: int64: the same as a mask of kinds.
YAOCHUU_MASK: Final[int] = sum(1 << k for k in range(34) if YAOCHUU[k])

_SUITS = "mpsz"
_KANJI = "東南西北白發中"
_MJAI_HONOURS = ("E", "S", "W", "N", "P", "F", "C")


def code_of_id(tile_id: int, reds: bool = True) -> int:
    """Return the code of Tenhou's physical tile 0–135 (ids 16, 52, 88 are red if ``reds``)."""
    if reds and tile_id in (16, 52, 88):
        return (RED_5M, RED_5P, RED_5S)[tile_id // 36]
    return tile_id >> 2


#: uint8[3, 256]: physical id → code without red fives, with one a suit, with two red 5p.
CODE_OF_ID: Final[NDArray[np.uint8]] = np.full((3, 256), 255, np.uint8)
for _reds in (0, 1, 2):
    CODE_OF_ID[_reds, :136] = [code_of_id(i, _reds > 0) for i in range(136)]
CODE_OF_ID[2, 53] = RED_5P


def next_dora(indicator: int, players: int = 4) -> int:
    """Return the kind that ``indicator`` (a code) makes dora.

    In three-player mahjong 1m points at 9m (there is no 2m–8m).
    """
    kind = int(KIND[indicator])
    if kind < 27:
        if players == 3 and kind == 0:
            return 8
        return kind + 1 if kind % 9 != 8 else kind - 8
    if kind < 31:
        return kind + 1 if kind != 30 else 27
    return kind + 1 if kind != 33 else 31


#: uint8[2, 256]: indicator code → dora kind, for four and for three players.
NEXT_DORA: Final[NDArray[np.uint8]] = np.full((2, 256), 255, np.uint8)
for _row, _players in ((0, 4), (1, 3)):
    NEXT_DORA[_row, :37] = [next_dora(c, _players) for c in range(37)]


def parse_tiles(text: str) -> list[int]:
    """Return the codes of an mpsz text such as ``123m067p1122z``.

    Digits precede their suit letter; 0 is a red five; ``?`` is an unknown tile.

    >>> parse_tiles("1?3m?")
    [0, 255, 2, 255]

    Raises:
        TileError: A character that is no digit or suit, digits without a suit, or
            an honour above 7.
    """
    codes: list[int] = []
    digits: list[str] = []
    for position, char in enumerate(text):
        if char.isspace():
            continue
        if char == "?" and not digits:
            codes.append(UNKNOWN)
        elif char == "?" or (char.isdigit() and char.isascii()):
            digits.append(char)
        elif char in _SUITS:
            if not digits:
                raise TileError(f"{text!r}: no digit before {char!r} at position {position}")
            codes += [UNKNOWN if d == "?" else _code(d, char, text) for d in digits]
            digits = []
        else:
            raise TileError(
                f"{text!r}: {char!r} at position {position}, expected a digit or one of m p s z"
            )
    if digits:
        raise TileError(f"{text!r}: digits {''.join(digits)!r} have no suit (m, p, s or z)")
    return codes


def _code(digit: str, suit: str, text: str) -> int:
    number = int(digit)
    if suit == "z":
        if not 1 <= number <= 7:
            raise TileError(f"{text!r}: {digit}z is no honour tile (1z–7z are 東南西北白發中)")
        return 26 + number
    base = _SUITS.index(suit)
    return 34 + base if number == 0 else base * 9 + number - 1


def parse_tile(text: str) -> int:
    """Return the code of one tile, ``5p``, ``0s`` or ``7z``.

    Raises:
        TileError: Not exactly one tile.
    """
    codes = parse_tiles(text)
    if len(codes) != 1:
        raise TileError(f"{text!r}: expected one tile, found {len(codes)}")
    return codes[0]


def format_tile(code: int, notation: str = "mpsz") -> str:
    """Return one tile as text: ``mpsz``, ``mjai``, ``tenhou`` (11–53), ``kanji``, ``unicode``."""
    code = int(code)
    if code == UNKNOWN:
        return "?"
    if code == FLOWER:
        return "F"
    if code == JOKER:
        return "J"
    kind, red = int(KIND[code]), code >= 34
    suit, number = divmod(kind, 9)
    number += 1
    if notation == "mpsz":
        return f"{0 if red else number}{_SUITS[suit]}"
    if notation == "mjai":
        return _MJAI_HONOURS[number - 1] if suit == 3 else f"{number}{_SUITS[suit]}{'r' * red}"
    if notation == "tenhou":
        return str(51 + suit) if red else str((suit + 1) * 10 + number)
    if notation == "kanji":
        if suit == 3:
            return _KANJI[number - 1]
        return ("赤" if red else "") + "一二三四五六七八九"[number - 1] + "萬筒索"[suit]
    if notation == "unicode":
        if suit == 3:
            return chr((0x1F000, 0x1F001, 0x1F002, 0x1F003, 0x1F006, 0x1F005, 0x1F004)[number - 1])
        return chr((0x1F007, 0x1F019, 0x1F010)[suit] + number - 1)
    from .errors import UnknownNameError

    raise UnknownNameError("notation", notation, ["mpsz", "mjai", "tenhou", "kanji", "unicode"])


def format_tiles(codes: Iterable[int], *, sort: bool = False) -> str:
    """Return the codes as mpsz text, joining neighbours of one suit (``123m0p``)."""
    tiles = [int(c) for c in codes]
    if sort:
        tiles.sort(key=sort_key)
    out: list[str] = []
    for code in tiles:
        text = format_tile(code)
        if out and len(text) == 2 and out[-1][-1] == text[1] and len(out[-1]) > 1:
            out[-1] = out[-1][:-1] + text
        else:
            out.append(text)
    return "".join(out)


def sort_key(code: int) -> tuple[int, int]:
    """Order tiles as players do: m, p, s, honours; a red five before the plain fives."""
    return (int(KIND[code]), 0 if 34 <= code <= 36 else 1)


def counts_of(codes: Sequence[int]) -> NDArray[np.uint8]:
    """Return uint8[34], how many of each kind; unknown tiles are left out."""
    counts = np.zeros(34, np.uint8)
    for code in codes:
        if KIND[code] < 34:
            counts[KIND[code]] += 1
    return counts
