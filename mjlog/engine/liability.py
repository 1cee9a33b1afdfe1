"""What the course of a round decides about its payments: liable seats and nagashi.

The kernels read a slice ``first:last`` of event columns (kind, seat, tile, from_seat).
"""

from __future__ import annotations

from typing import Any, Final

from ..codes import ANKAN, CHI, DAIMINKAN, DISCARD, KAKAN, PON
from ..rules.columns import (
    DAIMINKAN_RINSHAN_PAO,
    DAIMINKAN_RINSHAN_PAO_AMOUNT,
    KAKAN_RINSHAN_PAO,
    NAGASHI_CLAIMED_OK,
    NAGASHI_OWN_CALLS_OK,
    PAO_ANKAN_COUNTS,
    PAO_DAIMINKAN_COUNTS,
    PAO_SCOPE,
    PAO_YAKU,
    PLAYERS,
)
from ..tiles import KIND, YAOCHUU_MASK
from .jit import lean_kernel
from .payments import ron_points

__all__ = [
    "DAISANGEN_SEAT",
    "DAISUUSHI_SEAT",
    "RINSHAN_SEAT",
    "SUUKANTSU_SEAT",
    "find_liable",
    "liability",
    "nagashi_seats",
]

# Columns of the array that :func:`find_liable` fills; the first three stand in the order of
# the set ``pao_yaku``.
DAISANGEN_SEAT: Final = 0
DAISUUSHI_SEAT: Final = 1
SUUKANTSU_SEAT: Final = 2
RINSHAN_SEAT: Final = 3


@lean_kernel
def find_liable(
    kind: Any, seat: Any, tile: Any, from_seat: Any, first: int, last: int, winner: int, row: Any,
    out: Any,
) -> None:  # fmt: skip
    """Fill ``out`` (int64[4]) with the seats that fed ``winner`` the deciding set, -1 nobody.

    Only the set that completes three dragons, four winds or four kans counts, and only when
    it is called from a discard: a concealed third triplet, an ankan or a kakan makes nobody
    liable, while an ankan made earlier counts as a visible set (of dragons and winds unless
    ``pao_ankan_counts`` is off). ``pao_daiminkan_counts``: a third dragon or fourth wind given
    as an open kan makes liable like a pon. ``out[RINSHAN_SEAT]`` is who fed an open kan (with
    ``kakan_rinshan_pao`` also the pon of an added kan) after which the winner has not
    discarded yet (chained kans included).
    """
    for i in range(4):
        out[i] = -1
    by_kan = int(row[PAO_DAIMINKAN_COUNTS]) == 1
    by_kakan = int(row[KAKAN_RINSHAN_PAO]) == 1
    dragons = winds = kans = 0
    for event in range(first, last):
        if int(seat[event]) != winner:
            continue
        what = int(kind[event])
        if what == DISCARD:
            out[RINSHAN_SEAT] = -1
        elif PON <= what <= ANKAN:
            source = int(from_seat[event])
            feeder = source if what in (PON, DAIMINKAN) and source < 4 else -1
            code = int(tile[event])
            seen = what != KAKAN and (what != ANKAN or int(row[PAO_ANKAN_COUNTS]) == 1)
            if seen and 31 <= code <= 33:
                dragons += 1
                if dragons == 3 and (what != DAIMINKAN or by_kan):
                    out[DAISANGEN_SEAT] = feeder
            elif seen and 27 <= code <= 30:
                winds += 1
                if winds == 4 and (what != DAIMINKAN or by_kan):
                    out[DAISUUSHI_SEAT] = feeder
            if what != PON:
                kans += 1
                if kans == 4:
                    out[SUUKANTSU_SEAT] = feeder
                if what == DAIMINKAN:
                    out[RINSHAN_SEAT] = feeder
                elif what == KAKAN and by_kakan and int(out[RINSHAN_SEAT]) < 0:
                    out[RINSHAN_SEAT] = source if source < 4 else -1


@lean_kernel
def liability(
    fed: Any, multiples: Any, yakuman: int, points: int, tsumo: bool, dealer_wins: bool, row: Any
) -> tuple[int, int]:
    """Return (liable seat or -1, points of the hand under liability).

    An ordinary hand (``yakuman`` 0) is paid as the points returned: all of it is owed by who
    fed the kan, at the value of a ron if ``daiminkan_rinshan_pao_amount`` says so.

    Args:
        fed: int64[4] from :func:`find_liable`.
        multiples: int64[3], multiple of daisangen, daisuushi and suukantsu in the hand (1, or
            2 for a double yakuman), 0 where the hand does not have it.
        yakuman: How many yakuman the hand is paid as.
        points: Value of the hand.
        tsumo: Whether the win is a tsumo (liability for a rinshan needs one).
        dealer_wins: Whether the winner is the dealer.
        row: Ruleset: ``pao_yaku``, ``pao_scope``, ``daiminkan_rinshan_pao``.
    """
    liable = -1
    part = 0
    for which in range(3):
        feeder = int(fed[which])
        multiple = int(multiples[which])
        covered = int(row[PAO_YAKU]) >> which & 1 == 1 and multiple > 0 and feeder >= 0
        if covered and (liable < 0 or liable == feeder):
            liable = feeder
            part += multiple
    if liable >= 0:
        if int(row[PAO_SCOPE]) == 0 or yakuman <= 0:
            return liable, points
        return liable, min(points, points // yakuman * part)
    if tsumo and int(row[DAIMINKAN_RINSHAN_PAO]) == 1 and int(fed[RINSHAN_SEAT]) >= 0:
        if int(row[DAIMINKAN_RINSHAN_PAO_AMOUNT]) == 1:
            points = ron_points(points, dealer_wins, row)
        return int(fed[RINSHAN_SEAT]), points
    return -1, 0


@lean_kernel
def nagashi_seats(
    kind: Any, seat: Any, from_seat: Any, tile: Any, first: int, last: int, row: Any
) -> int:
    """Return the mask of seats whose discards are all terminals or honours, none called.

    Called discards are fine if ``nagashi_claimed_ok``, own calls if ``nagashi_own_calls_ok`` (a
    concealed kan is none). A seat without a discard has no nagashi.
    """
    players = int(row[PLAYERS])
    alive = (1 << players) - 1
    discarded = 0
    own_calls_break = int(row[NAGASHI_OWN_CALLS_OK]) == 0
    claims_break = int(row[NAGASHI_CLAIMED_OK]) == 0
    for event in range(first, last):
        what = int(kind[event])
        if what == DISCARD:
            bit = 1 << int(seat[event])
            discarded |= bit
            number = int(KIND[int(tile[event])])
            if number < 34 and not YAOCHUU_MASK >> number & 1:
                alive &= ~bit
                if alive == 0:
                    return 0
        elif claims_break and CHI <= what <= DAIMINKAN and int(from_seat[event]) < 4:
            alive &= ~(1 << int(from_seat[event]))
        if own_calls_break and CHI <= what <= KAKAN:
            alive &= ~(1 << int(seat[event]))
    return alive & discarded
