"""Tiles, hands and melds in the notation of 電脳麻将, for writing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from mjlog.codes import ANKAN, CHI, DAIMINKAN, KAKAN, PON, UNKNOWN
from mjlog.errors import MjlogError
from mjlog.tiles import KIND, RED_BIT

__all__ = ["OpenMeld", "hand_text", "meld_text", "tile_text"]

#: How many seats after the caller's a tile came from → its mark.
_MARKS: Final = {1: "+", 2: "=", 3: "-"}
_REDS: Final = range(34, 37)


class OpenMeld(NamedTuple):
    """A meld on the table.

    Attributes:
        kind: CHI, PON, DAIMINKAN, KAKAN or ANKAN.
        tile: Tile taken from a river (UNKNOWN for an ANKAN).
        source: How many seats after the caller's it came from, 0 for an ANKAN.
        used: Own tiles of the first call.
        added: Tile added to a pon.
    """

    kind: int
    tile: int
    source: int
    used: tuple[int, ...]
    added: int = UNKNOWN


def tile_text(code: int) -> str:
    """Return one tile, ``_`` for an unknown one.

    >>> tile_text(36), tile_text(33), tile_text(255)
    ('s0', 'z7', '_')

    Raises:
        MjlogError: It is no tile of this game.
    """
    if code == UNKNOWN:
        return "_"
    if code in _REDS:
        return "mps"[code - 34] + "0"
    if code > 33:
        raise MjlogError(f"tile {code} is none that a 電脳麻将 record can hold")
    return "mpsz"[code // 9] + str(code % 9 + 1)


def _order(code: int) -> tuple[int, int]:
    """Sort by kind, a red five behind the others."""
    return int(KIND[code]), int(RED_BIT[code])


def _joined(codes: Iterable[int]) -> str:
    """Return tiles in their order, the suit once for those that follow each other."""
    text, suit = "", ""
    for tile in map(tile_text, codes):
        text += tile[1:] if tile[0] == suit and suit != "_" else tile
        suit = tile[0]
    return text


def hand_text(
    tiles: Sequence[int],
    melds: Iterable[OpenMeld] = (),
    *,
    last: int | None = None,
    riichi: bool = False,
) -> str:
    """Return a hand: concealed tiles sorted, the drawn or won one last, then the melds.

    Args:
        tiles: Concealed tiles without ``last``.
        melds: In the order of the calls.
        last: The tile just drawn or won.
        riichi: Whether the player is in riichi.

    >>> hand_text([18, 0, 34, 3, 255], last=4, riichi=True)
    'm140s1_m5*'
    """
    text = _joined(sorted(tiles, key=_order))
    text += "" if last is None else tile_text(last)
    text += "*" if riichi else ""
    return ",".join([text, *map(meld_text, melds)])


def meld_text(meld: OpenMeld) -> str:
    """Return a meld; the mark stands behind the tile that was taken.

    >>> meld_text(OpenMeld(CHI, 12, 3, (34 + 1, 14)))
    'p4-06'
    >>> meld_text(OpenMeld(KAKAN, 29, 3, (29, 29), 29))
    'z333-3'

    Raises:
        MjlogError: A tile of it is not known.
    """
    own = sorted(meld.used, key=_order)
    everything = [*own, *(() if meld.kind == ANKAN else (meld.tile,))]
    if UNKNOWN in everything or (meld.kind == KAKAN and meld.added == UNKNOWN):
        raise MjlogError("a 電脳麻将 record cannot hold a meld with an unknown tile")
    mark = _MARKS.get(meld.source, "")
    suit = tile_text(everything[0])[0]
    if meld.kind == CHI:
        run = sorted(everything, key=_order)
        digits = [tile_text(code)[1] + (mark if code == meld.tile else "") for code in run]
    else:
        digits = [tile_text(code)[1] for code in everything]
        digits[-1] += mark
        if meld.kind == KAKAN:
            digits.append(tile_text(meld.added)[1])
    if meld.kind not in (CHI, PON, DAIMINKAN, KAKAN, ANKAN) or len(digits) < 3:
        raise MjlogError("a 電脳麻将 record cannot hold a meld of fewer than three tiles")
    return suit + "".join(digits)
