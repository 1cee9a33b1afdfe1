"""What a reader of a written round sees differently from the play that was written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from mjlog.codes import (
    DISCARD,
    DISCONNECT,
    DORA,
    RECONNECT,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    UNKNOWN,
    WIN,
)
from mjlog.errors import ParseError
from mjlog.rows import RoundRows
from mjlog.rules import Rules

from .rounds import EventRow, read_round

__all__ = ["differences"]

_DERIVED: Final = (DORA, RIICHI_ACCEPTED)
_ASIDE: Final = (WIN, RYUUKYOKU, DISCONNECT, RECONNECT)


def differences(items: list[Any], part: RoundRows, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield (what, message) of each fact of the play that does not come back.

    Args:
        items: The round as it was written.
        part: The round.
        rules: Rules that the record tells.
    """
    try:
        read = read_round(items, "", players=rules.players, rules=rules, report=lambda *_: None)
    except ParseError as error:
        yield "play", f"the round is not read back: {error.message}"
        return
    written = [
        (e["kind"], e["seat"], e["tile"], e["from_seat"], _tiles(e["used"]), e["aux"])
        for e in part.events
        if e["kind"] not in _ASIDE
    ]
    found = [event for event in read.events if event[0] not in _ASIDE]
    if written == found:
        return
    played, back = _plain(written), _plain(found)
    if [e[:5] for e in played] != [e[:5] for e in back]:
        yield "order", "the play of a round; its lists are read as another order"
    elif [e[5] for e in played] != [e[5] for e in back]:
        yield "tsumogiri", "whether some discards were the drawn tile"
    for kind, what, message in (
        (DORA, "dora", "when an indicator is turned; the rules tell another time"),
        (RIICHI_ACCEPTED, "riichi", "when a deposit is paid, or that it is not"),
    ):
        if _places(written, kind) != _places(found, kind):
            yield what, message


def _tiles(packed: int) -> tuple[int, ...]:
    return tuple(code for code in packed.to_bytes(4, "little") if code != UNKNOWN)


def _plain(events: list[EventRow]) -> list[EventRow]:
    """Return the events that players do, own tiles in one order, aux of discards alone."""
    return [
        (*event[:4], tuple(sorted(event[4])), event[5] if event[0] == DISCARD else 0)
        for event in events
        if event[0] not in _DERIVED
    ]


def _places(events: list[EventRow], kind: int) -> list[tuple[int, int, int]]:
    """Return after how many steps events of a kind stand, and what they say."""
    found = []
    steps = 0
    for event in events:
        if event[0] == kind:
            found.append((steps, event[1], event[2]))
        steps += event[0] not in _DERIVED
    return found
