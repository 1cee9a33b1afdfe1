"""The 152 tiles of American mahjong: codes, names, notation.

Codes are those of the whole package (0–33 and 255 unknown) with two of their own: 37 flower
and 38 joker. The suits are Craks (characters, 0–8), Dots (9–17) and Bams (bamboos, 18–26); the
dragons are Soap (white, 31), Green (32) and Red (33). Records write them ``5B 7C 8D N E W S R G
0 F J ?``, ``0`` being Soap, which is also the zero of years and sums. Outside American files
``S`` and ``D`` have other meanings, so this notation is read here only.

>>> format_tiles(parse_tiles("5B 0 F J"))
'5B 0 F J'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..errors import TileError, near_matches

__all__ = [
    "COPIES",
    "FLOWER",
    "GREEN",
    "JOKER",
    "KINDS",
    "RED",
    "SET_SIZE",
    "SOAP",
    "UNKNOWN",
    "WIDTH",
    "counted",
    "dragon_of_suit",
    "format_tile",
    "format_tiles",
    "is_natural",
    "parse_tile",
    "parse_tiles",
    "tile_name",
]

EAST: Final = 27
SOUTH: Final = 28
WEST: Final = 29
NORTH: Final = 30
SOAP: Final = 31
GREEN: Final = 32
RED: Final = 33
FLOWER: Final = 37
JOKER: Final = 38
UNKNOWN: Final = 255
#: Length of an array of counts by tile code (columns 34–36 stay empty).
WIDTH: Final = 39
#: Tiles of a whole set: 144 and eight jokers.
SET_SIZE: Final = 152

#: So much of what is no tile stands in a message.
_SHOWN: Final = 20
_SUITS: Final = "CDB"
_HONOURS: Final = "ESWN0GR"
_CODES: Final = {
    **{f"{n + 1}{suit}": 9 * s + n for s, suit in enumerate(_SUITS) for n in range(9)},
    **{name: EAST + i for i, name in enumerate(_HONOURS)},
    "F": FLOWER,
    "J": JOKER,
    "?": UNKNOWN,
}
_TEXTS: Final = {code: text for text, code in _CODES.items()}
#: Every known kind: 27 suited tiles, 7 honours, flower, joker.
KINDS: Final = tuple(code for code in _CODES.values() if code != UNKNOWN)
#: Copies of a kind in the set.
COPIES: Final = {kind: 8 if kind in (FLOWER, JOKER) else 4 for kind in KINDS}

_SUIT_NAMES: Final = ("Crak", "Dot", "Bam")
_NAMES: Final = {
    EAST: "East", SOUTH: "South", WEST: "West", NORTH: "North", SOAP: "Soap", GREEN: "Green",
    RED: "Red", FLOWER: "Flower", JOKER: "Joker", UNKNOWN: "unknown tile",
}  # fmt: skip


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "tile"), counted(2, "tile")
    ('1 tile', '2 tiles')
    """
    return f"{number} {noun}" + ("" if number == 1 else "s")


def parse_tile(text: str) -> int:
    """Return the code of one tile.

    Raises:
        TileError: No tile of that name; lists near matches.

    >>> parse_tile("1C"), parse_tile("9B"), parse_tile("0")
    (0, 26, 31)
    """
    code = _CODES.get(text)
    if code is None:
        code = _CODES.get(text.upper())
    if code is None:
        near = near_matches(text[:_SHOWN].upper(), [name for name in _CODES if name != "?"])
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise TileError(
            f"{text[:_SHOWN]!r} is no American tile, expected 1B–9D, N E W S R G 0 F J or ?{hint}"
        )
    return code


def parse_tiles(text: str) -> list[int]:
    """Return the codes of tiles that spaces or commas part.

    Raises:
        TileError: One of them is no tile.
    """
    return [parse_tile(part) for part in text.replace(",", " ").split()]


def format_tile(code: int) -> str:
    """Return a tile as records write it."""
    return _TEXTS[code]


def format_tiles(codes: Iterable[int], *, between: str = " ") -> str:
    """Return tiles as records write them."""
    return between.join(_TEXTS[code] for code in codes)


def tile_name(code: int) -> str:
    """Return the name that is spoken at the table.

    >>> tile_name(22), tile_name(31)
    ('5 Bam', 'Soap')
    """
    if code in _NAMES:
        return _NAMES[code]
    return f"{code % 9 + 1} {_SUIT_NAMES[code // 9]}"


def dragon_of_suit(suit: int) -> int:
    """Return the dragon of a suit: Red of Craks (0), Soap of Dots (1), Green of Bams (2).

    >>> [format_tile(dragon_of_suit(suit)) for suit in range(3)]
    ['R', '0', 'G']
    """
    return (RED, SOAP, GREEN)[suit]


def is_natural(code: int) -> bool:
    """Whether the tile is known and no joker."""
    return code not in (JOKER, UNKNOWN)
