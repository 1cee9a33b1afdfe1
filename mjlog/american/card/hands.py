"""Tiles and exposures as people type them.

Suited tiles may share their letter, honours stand without spaces, and a tile may be repeated
by ``x4``: ``FF 22B 444C NEWS 0 J``, ``4B 4B J``, ``8Bx4``. Exposures are parted by semicolons;
one of jokers only says what it stands for in front: ``888B J; 5D: JJJ``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from ...errors import TileError
from ..tiles import COPIES, FLOWER, JOKER, UNKNOWN, WIDTH, counted, format_tile, parse_tile
from .model import CLAIMABLE, HAND_SIZE, Exposure

__all__ = ["ExposedLike", "TilesLike", "as_counts", "as_exposures", "parse_exposures", "parse_hand"]

#: Tiles as a text, as codes in any order, or as an array of counts by code, shape (39,).
TilesLike = str | Iterable[int] | npt.NDArray[np.integer]
#: Exposures as a text, or as values.
ExposedLike = str | Sequence[Exposure]

#: Characters of a hand's text that are read.
MAX_TEXT: Final = 400
_TOKEN: Final = re.compile(r"([0-9]*[1-9][0-9]*)([CDBcdb])|([NEWSRGFJnewsrgfj0?])")
_TIMES: Final = re.compile(r"[xX×*]([0-9])")
#: Most tiles of an exposure: a sextet.
LARGEST: Final = 6


def parse_hand(text: str) -> list[int]:
    """Return the codes of the tiles that a text names.

    Raises:
        TileError: Something in it is no tile; says where.

    >>> from mjlog.american.tiles import format_tiles
    >>> format_tiles(parse_hand("FF 224B NEWS 8Dx3 0J"))
    'F F 2B 2B 4B N E W S 8D 8D 8D 0 J'
    """
    if len(text) > MAX_TEXT:
        raise TileError(f"a hand of {len(text):,} characters, expected at most {MAX_TEXT}")
    tiles: list[int] = []
    place = 0
    while place < len(text):
        if text[place] in " ,\t\n":
            place += 1
            continue
        token = _TOKEN.match(text, place)
        if token is None:
            raise TileError(_not_a_tile(text, place))
        named = [parse_tile("0" if n == "0" else n + token[2]) for n in token[1] or ""]
        named = named or [parse_tile(token[3])]
        place = token.end()
        if times := _TIMES.match(text, place):
            named *= int(times[1])
            place = times.end()
        tiles += named
    return tiles


def parse_exposures(text: str) -> tuple[Exposure, ...]:
    """Return the exposures that a text names, parted by semicolons.

    Raises:
        TileError: A group has different tiles, a size that is none, or does not say what its
            jokers stand for.

    >>> parse_exposures("888B J; 5D: JJJ")
    (Exposure(8B: 8B 8B 8B J), Exposure(5D: J J J))
    """
    return tuple(_exposure(part) for part in text.split(";") if part.strip())


def as_counts(tiles: TilesLike) -> npt.NDArray[np.int8]:
    """Return counts by code, shape (39,); unknown tiles (255) stand for nothing.

    Raises:
        TileError: A text that names no tiles, a code that is none, or more copies of a tile
            than a set holds.
    """
    if isinstance(tiles, np.ndarray) and tiles.shape == (WIDTH,):
        return tiles.astype(np.int8)
    codes = parse_hand(tiles) if isinstance(tiles, str) else tiles
    counts = [0] * WIDTH
    for code in codes:
        if code in COPIES:
            counts[code] += 1
        elif code != UNKNOWN:
            raise TileError(
                f"{code!r} is no code of an American tile, expected 0-33, 37, 38 or 255"
            )
    if max(counts) > 4:
        for code, count in enumerate(counts):
            if count > 4 and code not in (FLOWER, JOKER):
                raise TileError(f"{count} copies of {format_tile(code)}, the set holds 4")
    return np.array(counts, np.int8)


def as_exposures(exposed: ExposedLike) -> Sequence[Exposure]:
    """Return exposures that may have come as a text."""
    return parse_exposures(exposed) if isinstance(exposed, str) else exposed


def _exposure(text: str) -> Exposure:
    named, colon, rest = text.partition(":")
    tiles = tuple(parse_hand(rest if colon else text))
    shown = text.strip()
    if not CLAIMABLE <= len(tiles) <= LARGEST:
        found = counted(len(tiles), "tile")
        raise TileError(f"{found} in the exposure {shown!r}, expected {CLAIMABLE} to {LARGEST}")
    kinds = {code for code in tiles if code not in (JOKER, UNKNOWN)}
    if colon:
        kind = parse_tile(named.strip())
    else:
        if len(kinds) > 1:
            kinds.discard(FLOWER)  # flowers may stand in, where the card says so
        if len(kinds) != 1:
            what = "different tiles" if kinds else "no natural tile: write what it is, '5D: JJJ'"
            raise TileError(f"the exposure {shown!r} has {what}")
        (kind,) = kinds
    if kind in (JOKER, UNKNOWN):
        raise TileError(f"the exposure {shown!r} must stand for a natural tile")
    return Exposure(kind, tiles)


def _not_a_tile(text: str, place: int) -> str:
    shown = text[place : place + 12]
    hint = ""
    digits = re.match(r"[0-9]+", shown)
    if digits:
        hint = f"; a number needs a suit, as in {digits[0]}B, {digits[0]}C or {digits[0]}D"
    return (
        f"{shown!r} at character {place + 1} of {text[:60]!r} is no tile, "
        f"expected 1B-9D, N E W S R G 0 F J or ?{hint}"
    )


def check_size(counts: npt.NDArray[np.int8], exposures: Sequence[Exposure], expected: int) -> None:
    """Raise :class:`TileError` if a hand has another number of tiles than ``expected``."""
    exposed = sum(exposure.size for exposure in exposures)
    total = int(counts.sum()) + exposed
    if total != expected:
        also = f", {exposed} of them exposed" if exposed else ""
        raise TileError(f"a hand of {counted(total, 'tile')}{also}, expected {expected}")


def whole_hand(counts: npt.NDArray[np.int8], exposures: Sequence[Exposure]) -> bool:
    """Whether concealed and exposed tiles are fourteen."""
    return int(counts.sum()) + sum(exposure.size for exposure in exposures) == HAND_SIZE
