"""Tiles, hands, melds and discards as 電脳麻将 writes them.

The suit letter stands first (``m0p19z7``), a red five is 0, ``_`` is an unknown tile. Melds
follow the hand after commas; the mark behind the called tile tells whose it was: ``+`` the
next seat, ``=`` the one opposite, ``-`` the seat before.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mjlog.codes import ANKAN, CHI, DAIMINKAN, KAKAN, PON, UNKNOWN
from mjlog.errors import ParseError
from mjlog.tiles import KIND, RED_BIT

__all__ = ["Discard", "Hand", "Meld", "parse_discard", "parse_hand", "parse_meld", "parse_tile"]

#: A hand has at most 14 tiles and four melds; what is longer by far is no hand.
MAX_TEXT: Final = 80

_TILE: Final = re.compile(r"[mps][0-9]|z[1-7]")
_GROUP: Final = re.compile(r"[mps][0-9]+|z[1-7]+|_")
_MELD: Final = re.compile(r"[mpsz](?:[0-9][-+=]?){3,4}")
_DISCARD: Final = re.compile(r"(?P<tile>.*?)(?P<drawn>_?)(?P<riichi>\*?)", re.DOTALL)
_SOURCES: Final = {"+": 1, "=": 2, "-": 3}


class Meld(NamedTuple):
    """A meld.

    Attributes:
        kind: CHI, PON, DAIMINKAN, KAKAN or ANKAN.
        tile: Tile taken, or added (KAKAN), or the plain kind (ANKAN).
        source: How many seats after the caller's the tile came from, 0 for an ANKAN.
        used: Own tiles that went into it with this call, red fives last.
        tiles: All of its tiles, sorted.
    """

    kind: int
    tile: int
    source: int
    used: tuple[int, ...]
    tiles: tuple[int, ...]


class Hand(NamedTuple):
    """A hand: concealed tiles as they stand (the drawn or won one last), melds, riichi."""

    tiles: list[int]
    melds: list[Meld]
    riichi: bool


class Discard(NamedTuple):
    """A discard: tile (None when the text names none), whether it was just drawn, riichi."""

    tile: int | None
    drawn: bool
    riichi: bool


def _code(suit: str, digit: str) -> int:
    base = "mpsz".index(suit)
    if digit == "0":
        return 34 + base
    return base * 9 + int(digit) - 1


def parse_tile(text: str) -> int:
    """Return the code of one tile, ``_`` being unknown.

    >>> parse_tile("s0"), parse_tile("z7"), parse_tile("_")
    (36, 33, 255)

    Raises:
        ParseError: It is none.
    """
    if text == "_":
        return UNKNOWN
    if len(text) != 2 or not _TILE.fullmatch(text):
        raise ParseError("no tile, expected one such as 'm1', 'p0' or 'z7'", snippet=text[:20])
    return _code(text[0], text[1])


def parse_hand(text: str) -> Hand:
    """Return the hand that ``text`` shows.

    >>> hand = parse_hand("m34p2s067z11m5*,z222+,m1111")
    >>> len(hand.tiles), hand.tiles[-1], len(hand.melds), hand.riichi
    (9, 4, 2, True)

    Raises:
        ParseError: It is no hand.
    """
    if len(text) > MAX_TEXT:
        raise ParseError(f"a hand of {len(text)} characters", snippet=text[:20])
    closed, *open_ = text.split(",")
    riichi = closed.endswith("*")
    closed = closed.removesuffix("*")
    tiles: list[int] = []
    place = 0
    for match in _GROUP.finditer(closed):
        if match.start() != place:
            break
        place = match.end()
        group = match[0]
        tiles += [UNKNOWN] if group == "_" else [_code(group[0], digit) for digit in group[1:]]
    if place != len(closed):
        raise ParseError("no hand, expected one such as 'm123p067z11'", snippet=text)
    melds = [parse_meld(part.removesuffix("*")) for part in open_ if part]
    return Hand(tiles, melds, riichi or text.endswith("*"))


def parse_meld(text: str) -> Meld:
    """Return the meld that ``text`` shows.

    >>> parse_meld("p4-06").kind == CHI, parse_meld("z333-3").source
    (True, 3)

    Raises:
        ParseError: It is none.
    """
    if len(text) > MAX_TEXT or not _MELD.fullmatch(text):
        raise _no_meld(text)
    digits = [c for c in text[1:] if c.isdigit()]
    marks = [(i, c) for i, c in enumerate(text[1:]) if c in _SOURCES]
    if (text[0] == "z" and not all("1" <= d <= "7" for d in digits)) or len(marks) > 1:
        raise _no_meld(text)
    codes = [_code(text[0], digit) for digit in digits]
    kinds = sorted(int(KIND[code]) for code in codes)
    tiles = tuple(sorted(codes))
    same = kinds[0] == kinds[-1]
    if not marks:
        if not same or len(codes) != 4:
            raise _no_meld(text)
        return Meld(ANKAN, kinds[0], 0, _plain_first(codes), tiles)
    place, mark = marks[0]  # the called tile stands before it
    source = _SOURCES[mark]
    called = place - 1
    if len(codes) == 4 and same and place == 3:
        return Meld(KAKAN, codes[3], source, (codes[3],), tiles)
    own = _plain_first(codes[:called] + codes[called + 1 :])
    if len(codes) == 4 and same and place == 4:
        return Meld(DAIMINKAN, codes[called], source, own, tiles)
    if len(codes) == 3 and same:
        return Meld(PON, codes[called], source, own, tiles)
    run = [kinds[0], kinds[0] + 1, kinds[0] + 2]
    if len(codes) == 3 and kinds == run and text[0] != "z":
        return Meld(CHI, codes[called], source, own, tiles)
    raise _no_meld(text)


def _no_meld(text: str) -> ParseError:
    expected = "expected one such as 's78-9', 'z222+', 'z333-3', 'm1111' or 's2222='"
    return ParseError(f"no meld, {expected}", snippet=text[:20])


def _plain_first(codes: list[int]) -> tuple[int, ...]:
    return tuple(sorted(codes, key=lambda code: (int(RED_BIT[code]) > 0, code)))


def parse_discard(text: str) -> Discard:
    """Return what ``text`` says; a text without a tile is a discard all the same.

    >>> parse_discard("z4_*")
    Discard(tile=30, drawn=True, riichi=True)
    >>> parse_discard("0*")
    Discard(tile=None, drawn=False, riichi=True)
    """
    match = _DISCARD.fullmatch(text)
    assert match is not None  # the pattern fits any text
    tile, drawn = match["tile"], bool(match["drawn"])
    if not tile and drawn:  # "_" is the tile itself, and not a mark
        return Discard(UNKNOWN, False, bool(match["riichi"]))
    if tile != "_" and not _TILE.fullmatch(tile):
        return Discard(None, drawn, bool(match["riichi"]))
    return Discard(parse_tile(tile), drawn, bool(match["riichi"]))
