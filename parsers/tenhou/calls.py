"""Tenhou's call codes, the ``m`` of an N element, from the tiles of a call."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.codes import ANKAN, CHI, DAIMINKAN, KAKAN, KITA, PON

__all__ = ["encode_call"]

_CHI = 0x04
_PON = 0x08
_KAKAN = 0x10
_KITA = 0x20


def encode_call(
    kind: int,
    seat: int,
    from_seat: int,
    tile: int,
    used: Sequence[int],
    *,
    claimed: int | None = None,
) -> int:
    """Return the call code of a call.

    Args:
        kind: Event kind: CHI, PON, DAIMINKAN, KAKAN, ANKAN or KITA.
        seat: Who calls.
        from_seat: Whose discard it is, for KAKAN that of the pon before it; 255 none.
        tile: Physical tile that is taken from the river or added; ANKAN: the copy to name.
        used: Physical tiles of the caller's own hand that go into the meld.
        claimed: KAKAN: the tile that the pon before it took from the river.

    >>> encode_call(CHI, 0, 3, 44, [36, 40])
    23559
    >>> encode_call(KITA, 1, 255, 121, [121])
    31008
    >>> encode_call(ANKAN, 0, 255, 112, [112, 113, 114, 115])
    28672
    """
    source = (from_seat - seat) & 3 if from_seat < 4 else 0
    if kind == CHI:
        return _sequence(tile, used) | source
    if kind == PON:
        return _triplet(sorted([tile, *used]), tile) | _PON | source
    if kind == KAKAN:
        rest = [tile // 4 * 4 + i for i in range(4) if tile // 4 * 4 + i != tile]
        return _triplet(rest, rest[0] if claimed not in rest else claimed) | _KAKAN | source
    if kind == KITA:
        return tile << 8 | _KITA
    if kind not in (DAIMINKAN, ANKAN):
        raise ValueError(f"event kind {kind} is no call")
    return tile << 8 | source


def _sequence(tile: int, used: Sequence[int]) -> int:
    tiles = sorted([tile, *used])
    first = tiles[0] // 4
    kinds = [t // 4 for t in tiles]
    if kinds != [first, first + 1, first + 2] or first >= 27 or first % 9 > 6:
        raise ValueError(f"{', '.join(map(str, tiles))} are no sequence of one suit")
    code = (first // 9 * 7 + first % 9) * 3 + tiles.index(tile)
    copies = sum((t & 3) << (3 + 2 * i) for i, t in enumerate(tiles))
    return code << 10 | copies | _CHI


def _triplet(tiles: Sequence[int], claimed: int) -> int:
    kind = tiles[0] // 4
    copies = [t & 3 for t in tiles]
    left = [i for i in range(4) if i not in copies]
    if any(t // 4 != kind for t in tiles) or len(left) != 1:
        raise ValueError(f"{', '.join(map(str, tiles))} are no three different copies of a tile")
    return (kind * 3 + tiles.index(claimed)) << 9 | left[0] << 5
