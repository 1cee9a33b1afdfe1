"""The words of Riichi City: tiles, yaku, actions, options of a room."""

from __future__ import annotations

from typing import Final

from mjlog.codes import YAKU_AKA, YAKU_DORA, YAKU_KITA, YAKU_URA

from ..json_values import at, wrong

__all__ = [
    "OPTIONS",
    "TILES",
    "WALL_SIZES",
    "WINDS",
    "parse_wall",
    "tile_code",
    "tile_codes",
    "yaku_of",
]

_RED: Final = 256
#: Code of the site → tile code: pinzu, souzu, manzu, then honours; 0 is no tile.
TILES: Final[dict[int, int]] = (
    {first + n: base + n - 1 for first, base in ((0, 9), (16, 18), (32, 0)) for n in range(1, 10)}
    | {49 + 16 * n: 27 + n for n in range(7)}
    | {_RED + 5: 35, _RED + 21: 36, _RED + 37: 34}
)
#: Code of the wind of a round → number of the wind.
WINDS: Final[dict[int, int]] = {49 + 16 * n: n for n in range(4)}

#: Tiles of a wall and those of them that are dealt, by players.
WALL_SIZES: Final[dict[int, tuple[int, int]]] = {3: (108, 40), 4: (136, 53)}
_SUITS: Final = "mpsz"

#: Actions of event type 4.
CHI_LOW: Final = 2
CHI_HIGH: Final = 4
PON_ACTION: Final = 5
OPEN_KAN: Final = 6
RON: Final = 7
CLOSED_KAN: Final = 8
ADDED_KAN: Final = 9
TSUMO: Final = 10
DISCARD_ACTION: Final = 11
NORTH_ACTION: Final = 13

#: Ends of a hand (event type 5).
END_RON: Final = 0
END_TSUMO: Final = 1
END_EXHAUSTED: Final = 7
END_CLOSED: Final = 8

#: Option of a room → what it is; each changes what is paid in a way that is not known.
OPTIONS: Final[dict[str, str]] = {
    "isShaoJi": "yakitori (isShaoJi)",
    "isGeMu": "wareme (isGeMu)",
    "isKaiLiZhi": "open riichi (isKaiLiZhi)",
    "isLuck": "chips (isLuck)",
}

_ROUND_WIND: Final = 10
_SEAT_WIND: Final = 11
#: ``fang_type`` → yaku id, or number of a dora entry; the winds are in :func:`yaku_of`.
_YAKU: Final[dict[int, int]] = {
    0: 1, 1: 0, 2: 2, 3: 4, 4: 5, 5: 6, 6: 3, 7: 20, 8: 19, 9: 18, 12: 9, 13: 7, 14: 8, 15: 21,
    16: 28, 17: 22, 18: 29, 19: 27, 20: 31, 21: 23, 22: 24, 23: 25, 24: 30, 25: 26, 26: 33,
    27: 34, 28: 32, 29: 35, 31: 37, 32: 38, 33: 36, 34: 47, 35: 48, 36: 45, 37: 46, 38: 40,
    39: 41, 40: 51, 41: 44, 42: 42, 43: 49, 44: 50, 45: 39, 46: 43, 47: 43,
    49: YAKU_AKA, 50: YAKU_DORA, 51: YAKU_URA, 55: YAKU_KITA,
}  # fmt: skip


def yaku_of(number: int, *, round_wind: int, seat_wind: int) -> int | None:
    """Return the yaku id of a ``fang_type``, None for one that is not known.

    >>> yaku_of(10, round_wind=1, seat_wind=0), yaku_of(55, round_wind=0, seat_wind=0)
    (15, 67)
    """
    if number == _ROUND_WIND:
        return 14 + round_wind
    if number == _SEAT_WIND:
        return 10 + seat_wind
    return _YAKU.get(number)


def parse_wall(text: str) -> list[int] | None:
    """Return the tiles of a wall written with two characters each; None if it is no such text.

    >>> parse_wall("0s1z9m")
    [36, 27, 8]
    """
    if len(text) % 2:
        return None
    codes = []
    for digit, suit in zip(text[::2], text[1::2], strict=True):
        if suit not in _SUITS or digit not in ("1234567" if suit == "z" else "0123456789"):
            return None
        base = _SUITS.index(suit)
        codes.append(34 + base if digit == "0" else 9 * base + int(digit) - 1)
    return codes


def tile_code(value: object, place: str) -> int:
    """Return the code of a tile.

    Raises:
        ParseError: It is none.
    """
    code = TILES.get(value) if type(value) is int else None
    if code is None:
        raise wrong(value, "the number of a tile", place)
    return code


def tile_codes(value: object, place: str, low: int, high: int) -> list[int]:
    """Return the codes of a list of tiles.

    Raises:
        ParseError: It is no list of ``low`` to ``high`` tiles.
    """
    if not isinstance(value, list) or not low <= len(value) <= high:
        raise wrong(value, f"a list of {low} to {high} tiles", place)
    return [tile_code(item, at(place, i)) for i, item in enumerate(value)]
