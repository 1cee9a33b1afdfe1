"""多牌 and 少牌: how many tiles each player holds, counted from the events."""

from __future__ import annotations

from typing import Final

from ..codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    KAKAN,
    KITA,
    PON,
    TOO_FEW_TILES,
    TOO_MANY_TILES,
)
from .incident_record import Entry, RoundFacts

__all__ = ["miscounted"]

#: Event → change of the tiles in the concealed hand.
_CHANGE: Final = {
    DRAW: 1, DISCARD: -1, CHI: -2, PON: -2, DAIMINKAN: -3, KAKAN: -1, ANKAN: -4, KITA: -1,
}  # fmt: skip
_MELDS: Final = (CHI, PON, DAIMINKAN, ANKAN)
_DEALT: Final = 13


def miscounted(facts: RoundFacts) -> list[Entry]:
    """Return an error for each seat that holds a wrong number of tiles after a discard.

    A hand has 13 tiles less three a meld; the first wrong count of a seat counts.
    """
    held, melds = [_DEALT] * 4, [0] * 4
    found: dict[int, Entry] = {}
    for e in facts.events(facts.first):
        kind, seat = facts.kind(e), facts.seat(e)
        if seat > 3 or kind not in _CHANGE:
            continue
        held[seat] += _CHANGE[kind]
        melds[seat] += kind in _MELDS
        over = held[seat] - (_DEALT - 3 * melds[seat])
        if kind == DISCARD and over and seat not in found:
            error = TOO_MANY_TILES if over > 0 else TOO_FEW_TILES
            found[seat] = Entry(error, e, seat, found=True)
    return list(found.values())
