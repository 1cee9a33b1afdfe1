"""Tiles, draws, calls and discards as tenhou.net/6 writes them.

A tile is a number: 11–19 manzu, 21–29 pinzu, 31–39 souzu, 41–47 honours, 51–53 red fives; the
numbers 10, 20, 30, 40 are a tile face down. A call is a text of two digits a tile with a letter
in front of the tile that was taken, so that the place of the letter tells whose it was.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mjlog.codes import ANKAN, CHI, DAIMINKAN, KAKAN, KITA, PON, UNKNOWN
from mjlog.errors import ParseError
from mjlog.tiles import KIND, RED_BIT

__all__ = ["NUMBERS", "TSUMOGIRI", "Call", "parse_call", "parse_tile"]

#: The tile that was just drawn, in the list of discards.
TSUMOGIRI: Final = 60
#: What stands in the list of discards for an open kan, which discards nothing.
NO_DISCARD: Final = 0
FACE_DOWN: Final = (10, 20, 30, 40)

#: Number → tile code.
CODES: Final[dict[int, int]] = (
    {10 * suit + n: 9 * (suit - 1) + n - 1 for suit in (1, 2, 3) for n in range(1, 10)}
    | {40 + n: 26 + n for n in range(1, 8)}
    | {51: 34, 52: 35, 53: 36}
    | dict.fromkeys(FACE_DOWN, UNKNOWN)
)
#: Tile code → number.
NUMBERS: Final[dict[int, int]] = {code: number for number, code in CODES.items()} | {UNKNOWN: 10}

_CALL: Final = re.compile(r"([0-9][0-9])*([a-z])([0-9][0-9])+")
_KINDS: Final = {"c": CHI, "p": PON, "m": DAIMINKAN, "k": KAKAN, "a": ANKAN, "f": KITA}
#: Characters before the letter → how many seats after the caller's the taken tile's is.
_SOURCES: Final = {0: 3, 2: 2, 4: 1, 6: 1}
#: Letter → numbers of characters that may stand before it.
_PLACES: Final = {"c": (0,), "p": (0, 2, 4), "m": (0, 2, 6), "k": (0, 2, 4), "a": (6,), "f": (0,)}
_SIZES: Final = {"c": 3, "p": 3, "m": 4, "k": 4, "a": 4, "f": 1}


class Call(NamedTuple):
    """A call, or a kan or kita of one's own.

    Attributes:
        kind: CHI, PON, DAIMINKAN, KAKAN, ANKAN or KITA.
        tile: As in :class:`~mjlog.model.Events`.
        source: How many seats after the caller's the taken tile comes from, 0 for none.
        used: Own tiles that go into it, the red one of a kind first.
    """

    kind: int
    tile: int
    source: int
    used: tuple[int, ...]


def parse_tile(value: object) -> int:
    """Return the code of a tile.

    >>> parse_tile(11), parse_tile(52), parse_tile(47)
    (0, 35, 33)

    Raises:
        ParseError: It is none.
    """
    code = CODES.get(value) if type(value) is int else None
    if code is None:
        expected = "expected a tile, one of 11–19, 21–29, 31–39, 41–47, 51–53"
        raise ParseError(f"no tile; {expected}", snippet=str(value)[:20])
    return code


def parse_call(text: str) -> Call:
    """Return what a text in the lists of draws and discards says.

    >>> parse_call("c275226") == Call(CHI, 15, 3, (35, 14))
    True
    >>> parse_call("31k313131").source, parse_call("f44").tile
    (2, 30)

    Raises:
        ParseError: It is no call.
    """
    match = _CALL.fullmatch(text) if len(text) <= 9 else None
    letter = match[2] if match else ""
    if letter not in _KINDS:
        raise _no_call(text)
    before = text.index(letter)
    digits = text[:before] + text[before + 1 :]
    codes = [parse_tile(int(digits[i : i + 2])) for i in range(0, len(digits), 2)]
    if before not in _PLACES[letter] or len(codes) != _SIZES[letter] or UNKNOWN in codes:
        raise _no_call(text)
    kinds = sorted(int(KIND[code]) for code in codes)
    marked = codes.pop(before // 2)
    if letter == "c":
        if kinds != [kinds[0], kinds[0] + 1, kinds[0] + 2] or kinds[0] % 9 > 6 or kinds[2] > 26:
            raise _no_call(text)
    elif kinds[0] != kinds[-1]:
        raise _no_call(text)
    kind = _KINDS[letter]
    if kind == ANKAN:
        return Call(ANKAN, kinds[0], 0, _in_order([*codes, marked]))
    if kind == KITA:
        return Call(KITA, marked, 0, (marked,))
    if kind == KAKAN:
        return Call(KAKAN, marked, _SOURCES[before], (marked,))
    return Call(kind, marked, _SOURCES[before], _in_order(codes))


def _in_order(codes: list[int]) -> tuple[int, ...]:
    return tuple(sorted(codes, key=lambda code: (int(KIND[code]), not RED_BIT[code])))


def _no_call(text: str) -> ParseError:
    expected = "expected one such as 'c275226', '11p1111', '212121m21', '31k313131', '111111a11'"
    return ParseError(f"no call; {expected}", snippet=text[:20])
