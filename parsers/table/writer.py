"""Writes any game as a table record: typed text or JSON Lines."""

from __future__ import annotations

from typing import Final

from mjlog.codes import (
    DISCONNECT,
    DORA,
    RECONNECT,
    RIICHI_ACCEPTED,
    RYUUKYOKU,
    UNKNOWN,
    WIN,
)
from mjlog.errors import MjlogError
from mjlog.model import GameBatch
from mjlog.rows import GameRows, RoundRows, rows_of
from mjlog.rules import load_rules

from ..losses import Losses
from .json_lines import json_of
from .levels import reduced
from .naming import DATE, MAX_TEXT, nearest_rules
from .sheet_writer import sheet_of
from .text_writer import text_of
from .words import YAKU_NAMES

__all__ = ["write_table", "write_table_json", "write_table_sheet"]

#: What other formats keep with a game and this one does not: attribute of the info → words.
_LOST: Final = {
    "seed": "the seed of the walls is", "round_seeds": "the seeds of the walls are",
    "level": "the levels of the players are", "rating": "the ratings of the players are",
}  # fmt: skip
_KEPT: Final = ("level", "notes")
_RESULTS: Final = (WIN, RYUUKYOKU)
#: Events that may stand behind a result.
_BEHIND: Final = (WIN, RYUUKYOKU, DISCONNECT, RECONNECT)


def write_table(
    batch: GameBatch, game: int, *, losses: Losses | None = None, level: str = "full"
) -> bytes:
    """Return one game of a batch as a typed table record (UTF-8).

    Args:
        batch: Any games.
        game: Which of them.
        losses: Takes what the format does not hold.
        level: ``full``; ``public`` leaves out what only one player saw; ``result`` leaves
            out everything but riichi and results.

    Raises:
        MjlogError: A game in which it is not known who acts.
    """
    losses = Losses() if losses is None else losses
    rows, name = _prepared(batch, game, losses, level)
    for part in rows.rounds:
        _end_with_result(part, losses)
    return text_of(rows, name, load_rules(name)).encode()


def write_table_json(
    batch: GameBatch, game: int, *, losses: Losses | None = None, level: str = "full"
) -> bytes:
    """Return one game of a batch in JSON Lines (UTF-8); see :func:`write_table`."""
    rows, name = _prepared(batch, game, losses, level)
    return json_of(rows, name).encode()


def write_table_sheet(batch: GameBatch, game: int, *, losses: Losses | None = None) -> bytes:
    """Return the result sheet of one game of a batch as CSV (UTF-8), one row a hand."""
    losses = Losses() if losses is None else losses
    rows, name = _prepared(batch, game, losses, "result")
    return sheet_of(rows, name, load_rules(name), losses).encode()


def _prepared(
    batch: GameBatch, game: int, losses: Losses | None, level: str
) -> tuple[GameRows, str]:
    rows = rows_of(batch, game)
    _check_seats(rows)
    losses = Losses() if losses is None else losses
    losses.game_id = rows.info.id
    _shorten(rows, losses)
    _name_losses(rows, losses)
    name, differing = nearest_rules(rows.rules)
    for key in differing:
        value = getattr(rows.rules, key)
        losses.add("rules", f"{key} = {value!r} is not in {name!r}, the preset named instead")
    lower = reduced(rows, level)
    for before, after in zip(rows.rounds, lower.rounds, strict=True):
        if len(after.events) < len(before.events):
            losses.add("play", "dice, turns and tiles are left out: a row a hand holds its result")
    return lower, name


def _check_seats(rows: GameRows) -> None:
    """Refuse a game in which nobody knows who acts, or who is dealer."""
    players = rows.rules.players
    for r, part in enumerate(rows.rounds, 1):
        if part.start["dealer"] >= players or part.start["wind"] > 3:
            raise MjlogError(f"{rows.info.id}: the dealer or the wind of hand {r} is not known")
        for row in part.events:
            if row["seat"] >= players and row["kind"] not in (DORA, RYUUKYOKU):
                raise MjlogError(f"{rows.info.id}: hand {r}: it is not known who acts")


def _end_with_result(part: RoundRows, losses: Losses) -> None:
    """Leave out what a damaged record has behind the result of a hand: typed, it would be none."""
    kinds = [row["kind"] for row in part.events]
    first = next((e for e, kind in enumerate(kinds) if kind in _RESULTS), len(kinds))
    end = next((e for e, kind in enumerate(kinds) if e > first and kind not in _BEHIND), None)
    if end is None:
        return
    losses.add("play", "what stands behind the result of a hand is left out")
    del part.events[end:]
    for told in (part.wins, part.draws):
        told[:] = [row for row in told if row["event"] < end]
    for row in part.incidents:
        row["event"] = min(row["event"], end)


def _shorten(rows: GameRows, losses: Losses) -> None:
    """Cut texts that are longer than the format takes."""
    info = rows.info
    texts = [*info.names, info.lobby or "", info.id]
    texts += [row["text"] for part in rows.rounds for row in part.incidents]
    if any(len(text) > MAX_TEXT for text in texts):
        losses.add("text", f"texts are cut at {MAX_TEXT} characters")
        info.names = tuple(name[:MAX_TEXT] for name in info.names)
        info.lobby = info.lobby and info.lobby[:MAX_TEXT]
        for part in rows.rounds:
            for row in part.incidents:
                row["text"] = row["text"][:MAX_TEXT]


def _name_losses(rows: GameRows, losses: Losses) -> None:
    info = rows.info
    for name, words in _LOST.items():
        value = getattr(info, name)
        if value and any(item is not None for item in value):
            losses.add(name, f"{words} left out")
    if info.start_time and not DATE.fullmatch(info.start_time):
        losses.add("start_time", f"{info.start_time[:60]!r} is no date, left out")
        info.start_time = None
    if info.header:
        losses.add("header", "the header of the source is left out")
    if any(key not in _KEPT for key in info.extra):
        losses.add("extra", "facts that only the source's format holds are left out")
    if any(hand != UNKNOWN for part in rows.rounds for s in part.start["hand_ids"] for hand in s):
        losses.add("tile_ids", "which of the four copies a tile is, is left out")
    for part in rows.rounds:
        for row in part.events:
            if row["kind"] == RIICHI_ACCEPTED and row["aux"]:
                losses.add("riichi_scores", "the scores printed with a deposit are left out")
        for row in part.wins:
            if any(y != UNKNOWN and y not in YAKU_NAMES for y in row["yaku"]):
                losses.add("yaku", "a yaku without a name is left out")
