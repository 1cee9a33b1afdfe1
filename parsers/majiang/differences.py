"""What a written 電脳麻将 record does not hold as the game had it: read back and compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mjlog.codes import DISCARD, DISCONNECT, DORA, RECONNECT, RIICHI_ACCEPTED, UNKNOWN
from mjlog.errors import MjlogError
from mjlog.rows import GameRows, RoundRows, Row, rows_of

from ..losses import Losses
from .reader import read_batch

__all__ = ["note_differences"]

#: Facts about a game that the form has no place for: what, message, test.
_NO_PLACE: Final[tuple[tuple[str, str, Callable[[GameRows], Any]], ...]] = (
    ("id", "the id of the record; a file may be named by it", lambda g: g.info.id),
    ("start_time", "the date", lambda g: g.info.start_time),
    ("viewer", "whose side the record is saved from", lambda g: g.info.viewer is not None),
    ("level", "the levels of the players", lambda g: any(g.info.level)),
    ("rating", "the ratings", lambda g: any(r is not None for r in g.info.rating)),
    ("lobby", "the lobby", lambda g: g.info.lobby),
    ("seed", "the seed of the walls", lambda g: g.info.seed or g.info.round_seeds),
    ("walls", "the walls of the rounds", lambda g: g.info.extra.get("walls")),
)  # fmt: skip

#: Column → (what is lost, its words). A column that is not here has its own name.
_WORDS: Final[dict[str, tuple[str, str]]] = {
    "tile_id": ("tile_ids", "which of the four copies a tile is"),
    "used_ids": ("tile_ids", "which of the four copies a tile is"),
    "hand_ids": ("tile_ids", "which of the four copies a tile is"),
    "indicator_id": ("tile_ids", "which of the four copies a tile is"),
    "indicator_ids": ("tile_ids", "which of the four copies a tile is"),
    "ura_ids": ("tile_ids", "which of the four copies a tile is"),
    "dice": ("dice", "the dice"),
    "pao_seat": ("pao_seat", "who is liable for a win"),
    "limit": ("limit", "the word for the limit of a win"),
    "indicators": ("indicators", "the indicators that stand with a win"),
    "honba": ("honba", "counters that stand with a result, or are not known"),
    "deposits": ("deposits", "deposits that stand with a result, or are not known"),
    "scores": ("scores", "points that stand with a result, or are not known"),
    "hand": ("hand", "a hand that the record does not show is that of the play"),
    "hands": ("hands", "hands that the record does not show are those of the play"),
}
#: Columns of events that say what players do.
_PLAY: Final = ("kind", "seat", "tile", "from_seat", "used")
#: The words for ``aux``, by kind of event.
_AUX: Final[dict[int, tuple[str, str]]] = {
    DISCARD: ("tsumogiri", "discards that may have been just drawn are written as from the hand"),
    RIICHI_ACCEPTED: ("riichi_scores", "the points after each deposit; they follow"),
}
#: Tiles whose order says nothing, and melds, of which only the number is compared.
_UNORDERED: Final = ("hand", "hands")
_CONNECTIONS: Final = (DISCONNECT, RECONNECT)
_MOVABLE: Final = (DORA, RIICHI_ACCEPTED)
_NOT_COMPARED: Final = ("offset", "event")


def note_differences(game: GameRows, data: bytes, losses: Losses) -> None:
    """Tell what ``data`` does not hold of ``game``.

    Raises:
        MjlogError: The record cannot be read back at all.
    """
    for what, words, test in _NO_PLACE:
        if test(game):
            losses.add(what, f"{words}: no place")
    losses.add_incidents(row["kind"] for part in game.rounds for row in part.incidents)
    batch = read_batch([("", data)])
    if not len(batch):
        raise MjlogError(f"the game has no form in 電脳麻将: {batch.problems[0].message}")
    back = rows_of(batch, 0)
    if back.rules != game.rules:
        names = f"{game.rules.name!r} is read back as {back.rules.name!r}"
        losses.add("rules", f"the form names no rules; {names}")
    facts = ("complete", "final_scores", "final_points")
    for what in facts:
        if _plain(what, getattr(back, what)) != _plain(what, getattr(game, what)):
            losses.add(what, f"{what.replace('_', ' ')}: not held as it is")
    if len(back.rounds) != len(game.rounds):
        losses.add("rounds", "rounds that cannot be read back")
        return
    for before, after in zip(game.rounds, back.rounds, strict=True):
        _note_round(before, after, losses)


def _note_round(before: RoundRows, after: RoundRows, losses: Losses) -> None:
    _note_row(before.start, after.start, losses)
    if before.start["hands"] != after.start["hands"]:
        losses.add("deal_order", "in which order the tiles of a hand were dealt")
    played = [event for event in before.events if event["kind"] not in _CONNECTIONS]
    if len(played) != len(before.events):
        losses.add("disconnect", "who left and came back: no place")
    read = after.events
    if [e["kind"] for e in played] != [e["kind"] for e in read]:
        losses.add("order", "when an indicator is turned or a deposit paid")
        played, read = (
            [event for event in events if event["kind"] not in _MOVABLE]
            for events in (played, read)
        )
    for name, rows, found in (
        ("events", played, read),
        ("wins", before.wins, after.wins),
        ("draws", before.draws, after.draws),
    ):
        if len(rows) != len(found):
            what = "play" if name == "events" else name
            losses.add(what, f"{name} that cannot be read back")
            continue
        for one, other in zip(rows, found, strict=True):
            _note_row(one, other, losses)


def _note_row(before: Row, after: Row, losses: Losses) -> None:
    for column, value in before.items():
        if column in _NOT_COMPARED or _plain(column, value) == _plain(column, after[column]):
            continue
        what, words = _WORDS.get(column, (column, f"{column}: not held as it is"))
        if column == "aux":
            what, words = _AUX.get(before["kind"], (what, words))
        elif "used" in before and column in _PLAY:
            what, words = "play", "what players do, as it is read back"
        losses.add(what, words)


def _plain(column: str, value: Any) -> Any:
    """Return a value without what says nothing: the order of a hand, the code of a meld."""
    if column == "melds":
        return sum(code != -1 for code in value)
    if column == "used":
        return sorted(value >> 8 * i & 255 for i in range(4))
    if column in _UNORDERED:
        hands = value if value and isinstance(value[0], list) else [value]
        return [sorted(code for code in hand if code != UNKNOWN) for hand in hands]
    return list(value) if isinstance(value, tuple) else value
