"""Writer of Tenhou JSON: one game as a tenhou.net/6 document, or its hands as viewer links.

What is written is read back, and what the form did not hold as it was is told as a loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import quote

import orjson

from mjlog.codes import (
    DISCONNECT,
    KITA,
    RECONNECT,
    RIICHI_ACCEPTED,
    UNKNOWN,
    UNKNOWN_POINTS,
)
from mjlog.model import GameBatch
from mjlog.rows import GameRows, RoundRows, Row, rows_of
from mjlog.rules import Rules

from ..differences import changed_results
from ..losses import Losses
from .check import differences
from .header_writer import header_of
from .notation import NUMBERS
from .play_writer import Seat, play_of, tiles_of
from .result_writer import Due, result_of

__all__ = ["LINK", "write_links", "write_tenhou6"]

#: What a record of one hand stands behind in a link to the viewer.
LINK: Final = "https://tenhou.net/6/#json="
_CONNECTIONS: Final = (DISCONNECT, RECONNECT)
_KNOWN_START: Final = ("honba", "deposits")


def write_tenhou6(batch: GameBatch, game: int = 0, *, losses: Losses | None = None) -> bytes:
    """Return one game of a batch as Tenhou JSON (UTF-8, one object).

    Args:
        batch: Any games.
        game: Which of them.
        losses: Takes what the form does not hold.

    Raises:
        MjlogError: Something of the play has no place in the form.
    """
    losses = Losses() if losses is None else losses
    losses.game_id = batch.info[game].id
    document = _document(rows_of(batch, game), _due(batch.select(game)), losses)
    return orjson.dumps(document) + b"\n"


def write_links(
    batch: GameBatch,
    game: int = 0,
    *,
    losses: Losses | None = None,
    rounds: Sequence[int] | None = None,
) -> bytes:
    """Return the hands of a game as links to the viewer, one a line.

    Args:
        batch: Any games.
        game: Which of them.
        losses: Takes what the form does not hold.
        rounds: Numbers of the rounds to write, all of them if None.

    Raises:
        MjlogError: As :func:`write_tenhou6`.
    """
    losses = Losses() if losses is None else losses
    losses.game_id = batch.info[game].id
    document = _document(rows_of(batch, game), _due(batch.select(game)), losses, rounds)
    for key, what, words in _IN_NO_LINK:
        if key in document:
            losses.add(what, f"{words} in no link")
    final = document.pop("sc", None)  # behind the last hand, and only if the others are there
    hands = [{**_short(document), "log": [items]} for items in document["log"]]
    if final is not None and rounds is None:
        hands[-1]["sc"] = final
    texts = [orjson.dumps(hand).decode() for hand in hands]
    return "".join(f"{LINK}{quote(hand, safe=',:')}\n" for hand in texts).encode()


#: Key of the whole form, and its loss.
_IN_NO_LINK: Final = (
    ("connection", "disconnect", "who left and came back stands"),
    ("wall_seed", "seed", "the seed of the walls stands"),
    ("dan", "level", "the levels of the players stand"),
    ("rate", "rating", "the ratings of the players stand"),
    ("lobby", "lobby", "the lobby stands"),
)


def _short(document: dict[str, Any]) -> dict[str, Any]:
    """Return what a link needs of the header."""
    keys = ("title", "name", "rule", "csrule", "ref")
    return {key: document[key] for key in keys if key in document}


def _due(one: GameBatch) -> list[list[Due]]:
    """Return by round and win what follows from fu and han."""
    found: list[list[Due]] = [[] for _ in range(len(one.rounds))]
    wins = one.wins
    if not len(wins):
        return found
    if (wins.points != UNKNOWN_POINTS).all() and (wins.limit != UNKNOWN).all():
        points, limits = wins.points, wins.limit
    else:
        from mjlog.engine.checks import expected_points

        points, limits = expected_points(one)
    for r, value, limit in zip(wins.round.tolist(), points.tolist(), limits.tolist(), strict=True):
        found[r].append((value, limit))
    return found


#: Facts of a result of which is told where they are written.
_TOLD: Final = ("fu", "han", "yaku", "yaku_han", "shown")


def _note_results(rows: GameRows, document: dict[str, Any], losses: Losses) -> None:
    """Tell what of the results does not come back when the rounds are read."""
    from .reader import read_batch

    batch = read_batch([("", orjson.dumps(document))], rules=rows.rules, plain=False)
    if not len(batch) or len(batch.rounds) != len(rows.rounds):
        return  # a round that cannot be read back is told with its play
    for before, after in zip(rows.rounds, rows_of(batch, 0).rounds, strict=True):
        for what in changed_results(before, after, told=_TOLD):
            losses.add(*what)


def _document(
    rows: GameRows, due: list[list[Due]], losses: Losses, rounds: Sequence[int] | None = None
) -> dict[str, Any]:
    header, told = header_of(rows, losses)
    chosen = range(len(rows.rounds)) if rounds is None else rounds
    rows.rounds = [rows.rounds[n] for n in chosen]
    _note_losses(rows, losses)
    log = [_round(part, told, due[n], losses) for n, part in zip(chosen, rows.rounds, strict=True)]
    document = {**header, "log": log}
    _note_results(rows, document, losses)
    if lines := _connections(rows):
        document["connection"] = lines
    return document


def _round(part: RoundRows, rules: Rules, due: list[Due], losses: Losses) -> list[Any]:
    """Return one hand; ``rules`` are those that the header tells."""
    start, players = part.start, rules.players
    for key in _KNOWN_START:
        if start[key] < 0:
            losses.add(key, f"the {key} at the start are not known; written as 0")
    place = [4 * start["wind"] + start["dealer"], *(max(start[key], 0) for key in _KNOWN_START)]
    if any(score == UNKNOWN_POINTS for score in start["scores"][:players]):
        losses.add("scores", "points at the start that are not known are written as 0")
    scores = [0 if score == UNKNOWN_POINTS else score for score in start["scores"]]
    seats, turned = play_of(part.events, players)
    indicators = turned
    if start["indicator"] != UNKNOWN or turned:
        indicators = [NUMBERS[start["indicator"]], *turned]
    items: list[Any] = [place, scores, indicators, _ura(part, losses)]
    for seat in range(4):
        lists = seats[seat] if seat < players else Seat()
        hand = start["hands"][seat] if seat < players else []
        items += [tiles_of(hand), lists.draws, lists.discards]
    items.append(result_of(part, players, due, losses))
    for what, message in differences(items, part, rules):
        losses.add(what, message)
    return items


def _ura(part: RoundRows, losses: Losses) -> list[int]:
    """Return the ura indicators, which stand once for all winners."""
    lists = [[tile for tile in win["ura"] if tile != UNKNOWN] for win in part.wins]
    found = max(lists, key=len, default=[])
    if any(tiles and tiles != found for tiles in lists):
        losses.add("ura", "winners of one round with different ura indicators")
    return [NUMBERS[tile] for tile in found]


def _connections(rows: GameRows) -> list[dict[str, int]]:
    """Return who left and came back, each with the steps that were played before."""
    lines = []
    for r, part in enumerate(rows.rounds):
        step = 0
        for event in part.events:
            if event["kind"] in _CONNECTIONS:
                what = int(event["kind"] == RECONNECT)
                lines.append({"what": what, "log": r, "who": event["seat"], "step": step})
            step += event["kind"] <= KITA
    return lines


def _note_losses(rows: GameRows, losses: Losses) -> None:
    """Tell what the form has no place for, whatever the game is."""
    events = [event for part in rows.rounds for event in part.events]
    if any(event["tile_id"] != UNKNOWN for event in events):
        losses.add("tile_ids", "which of the four copies each tile is")
    if any(event["kind"] == RIICHI_ACCEPTED and event["aux"] for event in events):
        losses.add("riichi_scores", "the points after each deposit; they follow")
    for part in rows.rounds:
        if any(die != UNKNOWN for die in part.start["dice"]):
            losses.add("dice", "the dice")
        for win in part.wins:
            _note_win(win, losses)
        for draw in part.draws:
            if any(tile != UNKNOWN for hand in draw["hands"] for tile in hand):
                losses.add("hands", "the hands shown at a draw; they follow from the play")
            _note_printed(draw, losses)
        losses.add_incidents(row["kind"] for row in part.incidents)


def _note_win(win: Row, losses: Losses) -> None:
    if any(tile != UNKNOWN for tile in win["hand"]):
        losses.add("hands", "the hand shown with a win; it follows from the play")
    if any(tile != UNKNOWN for tile in win["indicators"]):
        losses.add("indicators", "the indicators printed with a win; they stand with the round")
    _note_printed(win, losses)


def _note_printed(row: Row, losses: Losses) -> None:
    printed = row["honba"] >= 0 or row["deposits"] >= 0
    if printed or any(score != UNKNOWN_POINTS for score in row["scores"]):
        losses.add("printed", "counters, deposits and points printed with a result; they follow")
