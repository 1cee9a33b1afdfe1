"""What a discard is called, and whether the rules let it be called that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Discard
from ..tiles import JOKER, UNKNOWN, format_tile, tile_name

if TYPE_CHECKING:
    from ..replay import HandReplay

__all__ = ["legal_names", "name"]


def legal_names(replay: HandReplay, tile: int) -> set[int | str]:
    """Return what a discard may be called: its tile, and words the rules allow."""
    names: set[int | str] = {tile}
    words = replay.rules.joker_names
    previous = replay.last_name
    if tile != JOKER:
        return names | ({"same"} if previous == tile else set())
    names |= words & {"same", "joker"}
    if "joker" not in words:
        names.discard(JOKER)
    if "previous" in words and previous is not None:
        names.add(previous)
    return names


def name(replay: HandReplay, event: Discard) -> None:
    """Compare what was said with the tile."""
    assert replay.state.live is not None
    previous = replay.last_name
    named = event.named
    if named is None or event.tile == UNKNOWN or named in legal_names(replay, event.tile):
        jokers_name = event.tile == JOKER and previous is not None and named in ("same", previous)
        replay.last_name = previous if jokers_name else event.tile
        return
    kind = {"same": previous, "joker": JOKER}.get(named) if isinstance(named, str) else named
    spoken = format_tile(kind) if kind is not None else str(named)
    replay.last_name = event.tile if event.corrected else kind
    if not event.corrected:
        replay.state.live.named = kind if kind is not None else UNKNOWN
    replay.fault(
        "DISC-02", event.p, _words(event, kind) + (", put right" if event.corrected else ""),
        recorded=spoken, expected=format_tile(event.tile), note=event.corrected,
    )  # fmt: skip


def _words(event: Discard, kind: int | None) -> str:
    if event.tile == JOKER and kind == JOKER:
        return "a joker called joker; at this table it takes the name of the discard before"
    if isinstance(event.named, str):
        return f'{tile_name(event.tile)} called "{event.named}"'
    return f"{tile_name(event.tile)} called {tile_name(kind) if kind is not None else '?'}"
