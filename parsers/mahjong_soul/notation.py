"""Tiles, melds and walls as Mahjong Soul writes them: ``5p``, red ``0p``, honours ``1z``–``7z``."""

from __future__ import annotations

import re
from typing import Final

from mjlog.errors import ParseError

__all__ = ["parse_meld", "parse_tile", "parse_tiles", "parse_wall"]

CODES: Final[dict[str, int]] = {
    **{f"{n}{suit}": 9 * s + n - 1 for s, suit in enumerate("mps") for n in range(1, 10)},
    **{f"{n}z": 26 + n for n in range(1, 8)},
    **{f"0{suit}": 34 + s for s, suit in enumerate("mps")},
}
_MELD: Final = re.compile(r"\w{1,12}\(([0-9mpsz, ]{2,20})\)")
#: Tiles of a wall without and with the deal, by players.
WALL_SIZES: Final = {4: (83, 136), 3: (68, 108)}
MAX_TILES: Final = 30


def parse_tile(text: object, place: str) -> int:
    """Return the code of a tile.

    >>> parse_tile("0p", ""), parse_tile("7z", "")
    (35, 33)

    Raises:
        ParseError: It is none.
    """
    code = CODES.get(text) if isinstance(text, str) else None
    if code is None:
        message = "no tile, expected one such as '1m', '0p' or '7z'"
        raise ParseError(message, place=place, snippet=str(text)[:20])
    return code


def parse_tiles(texts: list[str], place: str) -> list[int]:
    """Return the codes of a list of tiles.

    Raises:
        ParseError: One of them is none, or there are more than a hand or list can have.
    """
    if len(texts) > MAX_TILES:
        raise ParseError(f"{len(texts)} tiles, expected at most {MAX_TILES}", place=place)
    return [parse_tile(text, place) for text in texts]


def parse_meld(text: str, place: str) -> list[int]:
    """Return the tiles of a meld such as ``shunzi(2s,3s,1s)``.

    Raises:
        ParseError: It is none.
    """
    match = _MELD.fullmatch(text)
    if match is None:
        message = "no meld, expected one such as 'kezi(1z,1z,1z)'"
        raise ParseError(message, place=place, snippet=text[:20])
    return parse_tiles([tile.strip() for tile in match[1].split(",")], place)


def parse_wall(text: str, players: int, place: str) -> list[int]:
    """Return the tiles of a wall in the order of the text.

    Raises:
        ParseError: Something in it is no tile, or it has not the length of a wall.
    """
    sizes = WALL_SIZES[players]
    if len(text) % 2 or len(text) // 2 not in sizes:
        expected = " or ".join(str(size) for size in sizes)
        message = f"a wall of {len(text) / 2:g} tiles, expected {expected}"
        raise ParseError(message, place=place, snippet=text[:20])
    return [parse_tile(text[i : i + 2], place) for i in range(0, len(text), 2)]
