"""Tiles and yaku in the words of a record, for writing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mjlog.errors import MjlogError

from .notation import CODES
from .tables import FAN_IDS, FAN_ROUND_WIND, FAN_SEAT_WIND

__all__ = ["fan_of_yaku", "tile_text", "tile_texts"]

_TEXTS: Final[dict[int, str]] = {code: text for text, code in CODES.items()}
#: Yaku id → id in a record; the first one where a yaku has several.
_FANS: Final[dict[int, int]] = {
    yaku: fan for fan, yaku in reversed(FAN_IDS.items()) if fan not in (10, 11)
}
_RENHOU: Final = 36
_RENHOU_MANGAN: Final = 65
_DAISHARIN: Final = 52


def tile_text(code: int) -> str:
    """Return a tile as a record writes it.

    Raises:
        MjlogError: It is not known.
    """
    text = _TEXTS.get(code)
    if text is None:
        raise MjlogError("a tile is not known, and a Mahjong Soul record holds every tile")
    return text


def tile_texts(codes: Iterable[int]) -> list[str]:
    """Return tiles as a record writes them.

    Raises:
        MjlogError: One of them is not known.
    """
    return [tile_text(code) for code in codes]


def fan_of_yaku(yaku: int, *, yakuman: bool, suit: int) -> int | None:
    """Return the id in a record, None for a yaku that has none.

    Args:
        yaku: Yaku id, or the number of a dora entry.
        yakuman: Whether it counts as a yakuman (人和 has two ids).
        suit: Suit of the hand (大車輪 has an id in each).

    >>> fan_of_yaku(12, yakuman=False, suit=0), fan_of_yaku(52, yakuman=True, suit=0)
    (10, 62)
    """
    if 10 <= yaku < 14:
        return FAN_SEAT_WIND
    if 14 <= yaku < 18:
        return FAN_ROUND_WIND
    if yaku == _RENHOU and not yakuman:
        return _RENHOU_MANGAN
    if yaku == _DAISHARIN:
        return (62, 60, 61)[suit] if suit < 3 else None
    return _FANS.get(yaku)
