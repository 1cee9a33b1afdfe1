"""What a written record tells otherwise than the game: its play, wins and draws, read back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from mjlog.codes import (
    DISCARD,
    DISCONNECT,
    DORA,
    EXHAUSTIVE,
    NAGASHI,
    RECONNECT,
    RIICHI_ACCEPTED,
    UNKNOWN_POINTS,
)
from mjlog.rows import RoundRows, Row

__all__ = ["changed_play", "changed_results"]

#: Column of an event → its words.
_EVENTS: Final = {
    "kind": "an event, another",
    "seat": "who acts, another",
    "tile": "a tile, another",
    "from_seat": "whose tile is taken, another's",
    "used": "the tiles of a meld, others",
}
_WINS: Final = {
    "seat": "the winner",
    "from_seat": "who pays a win",
    "tile": "the winning tile",
    "fu": "the fu of a win",
    "han": "the han of a win",
    "yakuman": "the number of yakuman",
    "points": "the value of a win",
    "yaku": "the yaku of a win",
    "yaku_han": "the han of a yaku",
    "deltas": "the payments of a win",
    "pao_seat": "who is liable for a win",
    "ura": "the ura indicators",
}
_DRAWS: Final = {
    "kind": "the kind of draw",
    "deltas": "the payments of a draw",
    "shown": "who showed a hand",
}
_ASIDE: Final = (DISCONNECT, RECONNECT, DORA, RIICHI_ACCEPTED)


def changed_play(before: RoundRows, after: RoundRows) -> Iterator[tuple[str, str]]:
    """Yield (what, message) of what players do otherwise in ``after``; times of DORA aside."""
    played, found = (
        [e for e in part.events if e["kind"] not in _ASIDE] for part in (before, after)
    )
    if len(played) != len(found):
        yield "play", "a play that is longer or shorter when it is read back"
    for one, other in zip(played, found, strict=False):
        column = next((c for c in _EVENTS if _value(c, one) != _value(c, other)), None)
        if column is not None:
            yield "play", f"{_EVENTS[column]} when it is read back"
            return
        if one["kind"] == DISCARD and one["aux"] != other["aux"]:
            yield "tsumogiri", "whether some discards were the drawn tile"


def changed_results(
    before: RoundRows, after: RoundRows, *, told: Sequence[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield (what, message) of each fact of a result that does not come back.

    Args:
        before, after: The round, and the round that is read.
        told: Columns of which the writer itself tells what is lost.
    """
    for name, words, rows, found in (
        ("wins", _WINS, before.wins, after.wins),
        ("draws", _DRAWS, before.draws, after.draws),
    ):
        if len(rows) != len(found):
            yield name, f"{len(rows)} {name} of a round, of which {len(found)} are read back"
            continue
        for one, other in zip(rows, found, strict=True):
            for column, text in words.items():
                if column not in told and not _alike(name, column, one, other):
                    yield column, f"{text}: another when it is read back"


def _alike(name: str, column: str, one: Row, other: Row) -> bool:
    mine, theirs = _value(column, one), _value(column, other)
    if mine == theirs:
        return True
    if name == "draws" and column == "shown":
        return one["kind"] not in (EXHAUSTIVE, NAGASHI)
    if name == "draws" and column == "deltas":  # nothing is paid where nothing is recorded
        return {*mine, *theirs} <= {0, UNKNOWN_POINTS}
    return False


def _value(column: str, row: Row) -> Any:
    value = row[column]
    if column == "used":
        return sorted(value >> 8 * i & 255 for i in range(4))
    return list(value) if isinstance(value, tuple) else value
