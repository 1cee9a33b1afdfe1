"""Writes the result sheet of a game: one row a hand, as CSV."""

from __future__ import annotations

import csv
import io
from typing import Any

from mjlog.codes import RIICHI, RIICHI_ACCEPTED, UNKNOWN, UNKNOWN_POINTS, WIN
from mjlog.rows import GameRows, RoundRows, Row
from mjlog.rules import Rules

from ..losses import Losses
from .naming import default_start
from .text_writer import RoundText, end_words, header_lines, numbers, start_points

__all__ = ["sheet_of"]

_TITLES = (
    "hand", "sticks", "scores", "riichi", "unpaid", "how", "winner", "loser", "han", "fu", "points",
    "value", "tenpai", "deltas", "incident",
)  # fmt: skip


def sheet_of(game: GameRows, rules_name: str, rules: Rules, losses: Losses) -> str:
    """Return a game that is reduced to its results as CSV.

    ``losses`` takes what a sheet cannot say: in which order things happened in a hand.
    """
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n")
    for line in header_lines(game, rules_name)[1:]:
        out.write(f"# {line}\n")
    if ending := end_words(game):
        out.write(f"# end: {' '.join(ending[1:])}\n")
    write.writerow(_TITLES)
    before: RoundRows | None = None
    for part in game.rounds:
        ordered = _in_order(part, losses)
        for row in _rows(ordered, before, rules, start_points(game)):
            write.writerow([row.get(title, "") for title in _TITLES])
        before = ordered
    return out.getvalue()


def _in_order(part: RoundRows, losses: Losses) -> RoundRows:
    """Return a round whose incidents stand behind the result and its riichi before it."""
    kinds = [row["kind"] for row in part.events]
    result = [row for row in part.events if row["kind"] not in (RIICHI, RIICHI_ACCEPTED)]
    paid = [row["seat"] for row in part.events if row["kind"] == RIICHI_ACCEPTED]
    riichi = [row for row in part.events if row["kind"] == RIICHI]
    riichi.sort(key=lambda row: row["seat"] not in paid)
    accepted = {row["seat"]: row for row in part.events if row["kind"] == RIICHI_ACCEPTED}
    events: list[Row] = []
    for row in riichi:
        events += [row, *([accepted[row["seat"]]] if row["seat"] in accepted else [])]
    events += result
    if [row["kind"] for row in events] != kinds or any(
        row["event"] != len(kinds) for row in part.incidents
    ):
        losses.add("order", "what happened between riichi and the result is told after it")
    if (part.draws and len(part.wins) + len(part.draws) > 1) or _has_further_tsumo(part):
        losses.add("results", "a hand that ends in more than one way is read back as another")
    shift = len(events) - len(result)
    for n, row in enumerate(result):
        told = part.wins if row["kind"] == WIN else part.draws
        told[row["aux"]]["event"] = shift + n
    incidents = [row | {"event": len(events)} for row in part.incidents]
    return RoundRows(part.start, events, part.wins, part.draws, incidents)


def _has_further_tsumo(part: RoundRows) -> bool:
    """Tell whether a tsumo stands behind another win; its row is read as that of a hand."""
    return any(row["seat"] == row["from_seat"] != UNKNOWN for row in part.wins[1:])


def _rows(
    part: RoundRows, before: RoundRows | None, rules: Rules, start: int | None
) -> list[dict[str, Any]]:
    text = RoundText(part, before, rules, start)
    label = text.label()
    first: dict[str, Any] = {"hand": label}
    scores, sticks = default_start(part.start, before, rules, start)
    if part.start["deposits"] != sticks:
        first["sticks"] = "?" if part.start["deposits"] < 0 else part.start["deposits"]
    if part.start["scores"][: rules.players] != scores:
        first["scores"] = " ".join(numbers(part.start["scores"], rules.players))
    paid = [row["seat"] for row in part.events if row["kind"] == RIICHI_ACCEPTED]
    unpaid = [
        row["seat"] for row in part.events if row["kind"] == RIICHI and row["seat"] not in paid
    ]
    first["riichi"] = " ".join(map(text.who, paid))
    first["unpaid"] = " ".join(map(text.who, unpaid))
    rows = [_win(text, win) | {"hand": label} for win in part.wins] or [{"hand": label}]
    rows[0] = first | rows[0]
    for draw in part.draws:
        by = part.events[-1]["seat"]
        kind, *words = text.draw_words(draw | {"deltas": [UNKNOWN_POINTS] * 4})
        declared = [] if by == UNKNOWN else ["by", text.who(by)]
        shown = draw["shown"][: rules.players]
        if UNKNOWN not in shown:  # one list, of those in tenpai or of all as noten
            tenpai = [text.who(seat) for seat, flag in enumerate(shown) if flag]
            words = words[1 + (len(tenpai) or rules.players) :]
            rows[0]["tenpai"] = " ".join(tenpai) or "-"
        rows[0] |= {"how": kind, "value": " ".join([*declared, *words])}
        rows[0] |= _deltas(draw, rules.players)
    rows[-1]["incident"] = "; ".join(
        " ".join(text.incident_words(row)[1:]) for row in part.incidents
    )
    return rows


def _win(text: RoundText, win: Row) -> dict[str, Any]:
    tsumo = win["seat"] == win["from_seat"] != UNKNOWN
    row = {"how": "tsumo" if tsumo else "ron", "winner": text.who(win["seat"])}
    if not tsumo:
        row["loser"] = text.who(win["from_seat"])
    words = text.value_words(win | {"deltas": [UNKNOWN_POINTS] * 4, "points": UNKNOWN_POINTS})
    for name in ("han", "fu"):
        word = f"{win[name]}{name}"
        if word in words:
            words.remove(word)
            row[name] = str(win[name])
    if win["points"] != UNKNOWN_POINTS:
        row["points"] = str(win["points"])
    row["value"] = " ".join(words)
    return row | _deltas(win, text.players)


def _deltas(row: Row, players: int) -> dict[str, str]:
    if all(value == UNKNOWN_POINTS for value in row["deltas"]):
        return {}
    return {"deltas": " ".join(numbers(row["deltas"], players))}
