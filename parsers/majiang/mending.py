"""What a round's record tells by itself where people left something out.

Nothing is put right without a problem that says so.
"""

from __future__ import annotations

from collections import Counter

from mjlog.codes import DISCARD, DRAW, UNKNOWN, WIN
from mjlog.tiles import format_tile, format_tiles

from .rounds import AUX_AT, KIND_AT, SEAT_AT, TILE_AT, USED_AT, Report, RoundRecord

__all__ = ["check_drawn_marks", "find_lost_tiles"]


def find_lost_tiles(rows: RoundRecord, report: Report) -> None:
    """Report discards whose tile is not readable; name it where the hand shown later tells it."""
    for row in rows.lost:
        seat = rows.events[row][SEAT_AT]
        own = [r for r in rows.lost if rows.events[r][SEAT_AT] == seat]
        left = _left_over(rows, seat) if len(own) == 1 else []
        message = f"{rows.label}: the tile of a discard is lost"
        if len(left) == 1:
            rows.events[row][TILE_AT] = left[0]
            message += f"; by the hand shown at the end it was {format_tile(left[0])}"
        report("inconsistent", rows.places[row], message)


def _left_over(rows: RoundRecord, seat: int) -> list[int]:
    """Return which tiles of a seat went nowhere by its hand at the end; [] if that is not known."""
    hand = rows.shown.get(seat)
    if hand is None:
        return []
    held = Counter(rows.hands[seat])
    gone = Counter(hand.tiles)
    for kind, who, tile, source, used, _ in rows.events:
        if who != seat:
            continue
        if kind == DRAW:
            held[tile] += 1
        elif kind == WIN and source != seat:
            held[tile] += 1  # the hand shown holds the tile won on
        elif kind == DISCARD and tile != UNKNOWN:
            gone[tile] += 1
        gone.update(used)
    if held[UNKNOWN] or gone[UNKNOWN] or gone - held:
        return []
    return list((held - gone).elements())


def check_drawn_marks(rows: RoundRecord, report: Report) -> None:
    """Report discards that are marked as just drawn and are another tile than the one drawn."""
    drawn = [UNKNOWN] * 4
    for event, place in zip(rows.events, rows.places, strict=True):
        kind, seat, tile = event[KIND_AT], event[SEAT_AT], event[TILE_AT]
        if kind == DRAW:
            drawn[seat] = tile
        elif kind == DISCARD:
            if event[AUX_AT] == 1 and UNKNOWN not in (tile, drawn[seat]) and tile != drawn[seat]:
                message = (
                    f"{rows.label}: {format_tiles([tile])} is marked as the tile just drawn, "
                    f"which was {format_tiles([drawn[seat]])}"
                )
                report("inconsistent", place, message)
            drawn[seat] = UNKNOWN
        elif seat < 4 and event[USED_AT]:
            drawn[seat] = UNKNOWN
