"""Write a game as Mahjong Soul JSON: the head, and the actions as decoded records."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import orjson

from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DORA,
    DRAW,
    KAKAN,
    KITA,
    PON,
    RIICHI,
    RIICHI_ACCEPTED,
    UNKNOWN,
    UNKNOWN_POINTS,
    WIN,
)
from mjlog.errors import MjlogError
from mjlog.model import GameBatch
from mjlog.rows import GameRows, RoundRows, rows_of
from mjlog.walls.recorded import RecordedWall, recorded_walls

from ..differences import changed_play, changed_results
from ..losses import Losses
from .result_writer import draw_record, win_record
from .rule_writer import mode_of
from .tables import RANKS
from .walls import wall_fields
from .words import tile_text, tile_texts

__all__ = ["write_mahjong_soul"]

VERSION: Final = 210715
#: Actions that hold a record.
RESULT: Final = 1
_CALL_TYPES: Final = {CHI: 0, PON: 1, DAIMINKAN: 2}
_KAN_TYPES: Final = {KAKAN: 2, ANKAN: 3}
_LIVE_TILES: Final = {4: 70, 3: 55}


def write_mahjong_soul(batch: GameBatch, game: int = 0, *, losses: Losses | None = None) -> bytes:
    """Return game number ``game`` as JSON with decoded records.

    Args:
        batch: The games.
        game: Which of them.
        losses: Told what the format cannot hold.

    Raises:
        MjlogError: The game has tiles that are not known, or a draw that only people declare.
    """
    losses = losses if losses is not None else Losses()
    rows = rows_of(batch, game)
    losses.game_id = rows.info.id
    for what in _foreign(rows):
        losses.add(*what)
    losses.add_incidents(row["kind"] for part in rows.rounds for row in part.incidents)
    walls = recorded_walls(batch.select(game))
    records: list[tuple[str, dict[str, Any]]] = []
    for part, wall in zip(rows.rounds, walls, strict=True):
        records += _RoundWriter(rows, part, wall, losses).records()
    actions = [
        {"type": RESULT, "result": {"name": f".lq.{name}", "data": fields}}
        for name, fields in records
    ]
    details = {"version": VERSION, "actions": actions}
    document = {
        "head": _head(rows, losses),
        "data": {"name": ".lq.GameDetailRecords", "data": details},
    }
    data = orjson.dumps(document)
    _note_changes(rows, data, losses)
    return data


def _note_changes(rows: GameRows, data: bytes, losses: Losses) -> None:
    """Tell what does not come back when ``data`` is read.

    Raises:
        MjlogError: Nothing comes back.
    """
    from .reader import read_batch

    batch = read_batch([("", data)], rules=rows.rules, plain=False)
    if not len(batch):
        raise MjlogError(f"the game has no form in Mahjong Soul: {batch.problems[0].message}")
    back = rows_of(batch, 0)
    if len(back.rounds) != len(rows.rounds):
        losses.add("rounds", "rounds that cannot be read back")
        return
    for before, after in zip(rows.rounds, back.rounds, strict=True):
        for what in (*changed_play(before, after), *changed_results(before, after)):
            losses.add(*what)
        if any(b["scores"] != a["scores"] for b, a in zip(before.draws, after.draws, strict=False)):
            losses.add("draw", "the points at an abortive draw stand in the next round alone")


def _foreign(rows: GameRows) -> list[tuple[str, str]]:
    """Return (what, message) of facts of other formats that have no place here."""
    found = []
    events = [event for part in rows.rounds for event in part.events]
    if any(rating is not None for rating in rows.info.rating):
        found.append(("rating", "ratings have no place, left out"))
    if any(e["tile_id"] != UNKNOWN for e in events):
        found.append(("tile_ids", "which of the four copies a tile is has no place, left out"))
    if any(UNKNOWN not in part.start["dice"] for part in rows.rounds):
        found.append(("dice", "dice have no place, left out"))
    results = [row for part in rows.rounds for row in (*part.wins, *part.draws)]
    if any(row["honba"] >= 0 or row["deposits"] >= 0 for row in results):
        found.append(("honba", "counters and deposits that stand with a result have no place"))
    if rows.info.seed or rows.info.round_seeds:
        found.append(("seed", "the seed of the walls has no place; the walls made from it have"))
    if rows.info.viewer is not None:
        found.append(("viewer", "whose view was saved has no place, left out"))
    if any(e["kind"] > WIN + 1 for e in events):
        found.append(("disconnect", "who left and came back has no place, left out"))
    return found


# --- head --------------------------------------------------------------------------------------
def _head(rows: GameRows, losses: Losses) -> dict[str, Any]:
    """Return the description; that of a record of this format is kept as it was."""
    info, players = rows.info, rows.rules.players
    kept = info.extra.get("head") if info.format == "mahjong-soul" else None
    head: dict[str, Any] = dict(kept or {})
    head["uuid"] = info.id
    if kept is None and info.start_time:
        head |= _start_time(info.start_time, losses)
    config = dict(head.get("config", {}))
    config["mode"] = config.get("mode", {}) | mode_of(rows.rules, config.get("mode"), losses)
    if kept is None:
        config["category"] = 1
        what = f"{info.lobby[:40]!r} is no room of the site" if info.lobby else "no room is known"
        losses.add("lobby", f"{what}; written as a room of friends")
    head["config"] = config
    if kept is None:
        head["accounts"] = [_account(rows, seat, losses) for seat in range(players)]
    head["result"] = {"players": _results(rows, players)}
    if not rows.complete or UNKNOWN_POINTS in rows.final_scores[:players]:
        del head["result"]
    return head


def _start_time(text: str, losses: Losses) -> dict[str, int]:
    try:
        return {"start_time": int(datetime.fromisoformat(text).timestamp())}
    except (ValueError, OverflowError):
        losses.add("start_time", f"{text[:40]!r} is no time to the second, left out")
        return {}


def _account(rows: GameRows, seat: int, losses: Losses) -> dict[str, Any]:
    account: dict[str, Any] = {"seat": seat, "nickname": rows.info.names[seat]}
    level = rows.info.level[seat]
    if level is None:
        return account
    three = rows.rules.players == 3
    if level[:-1] in RANKS and level[-1:] in "123456789":
        number = 10000 * (1 + three) + 100 * (RANKS.index(level[:-1]) + 1) + int(level[-1])
        account["level3" if three else "level"] = {"id": number}
    else:
        losses.add("level", f"{level[:20]!r} is no level of the site, left out")
    return account


def _results(rows: GameRows, players: int) -> list[dict[str, int]]:
    found = []
    for seat in range(players):
        row = {"seat": seat, "part_point_1": rows.final_scores[seat]}
        if rows.final_points[seat] != UNKNOWN_POINTS:
            row["total_point"] = 100 * rows.final_points[seat]
        found.append(row)
    return sorted(found, key=lambda row: -row["part_point_1"])


# --- rounds ------------------------------------------------------------------------------------
class _RoundWriter:
    """Turns the events of one round into records."""

    def __init__(
        self, rows: GameRows, part: RoundRows, wall: RecordedWall | None, losses: Losses
    ) -> None:
        self.rules = rows.rules
        self.players = rows.rules.players
        self.part, self.wall, self.losses = part, wall, losses
        self.found: list[tuple[str, dict[str, Any]]] = []
        self.indicators = [part.start["indicator"]]
        self.new_indicators = False
        self.liqi: dict[str, Any] | None = None
        self.sticks = part.start["deposits"]
        self.scores = list(part.start["scores"])
        self.left = _LIVE_TILES[self.players]
        self.riichi = False
        self.calm = True  # nobody has called, and nobody has discarded twice
        self.discards = [0] * self.players
        self.in_riichi = [False] * self.players
        self.melds: list[list[tuple[int, list[int]]]] = [[] for _ in range(self.players)]

    def records(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the records of the round.

        Raises:
            MjlogError: A tile is not known.
        """
        events = self.part.events
        dealer = self.part.start["dealer"]
        first = bool(events) and events[0]["kind"] == DRAW and events[0]["seat"] == dealer
        self._new_round(events[0]["tile"] if first else None)
        writers = {
            DRAW: self._draw, DISCARD: self._discard, CHI: self._call, PON: self._call,
            DAIMINKAN: self._call, KAKAN: self._kan, ANKAN: self._kan, KITA: self._kita,
            DORA: self._dora, RIICHI: self._riichi, RIICHI_ACCEPTED: self._accepted,
        }  # fmt: skip
        for event in events[1 if first else 0 :]:
            writer = writers.get(event["kind"])
            if writer is not None:
                writer(event)
        if self.part.wins:
            self.found.append(("RecordHule", win_record(self)))
        for row in self.part.draws:
            self.found.append(draw_record(self, row, events[row["event"]]["seat"]))
        return self.found

    def _new_round(self, fourteenth: int | None) -> None:
        start, players = self.part.start, self.players
        fields: dict[str, Any] = {
            "chang": start["wind"], "ju": start["dealer"], "ben": max(start["honba"], 0),
            "scores": start["scores"][:players], "liqibang": max(start["deposits"], 0),
        }  # fmt: skip
        if UNKNOWN_POINTS in fields["scores"]:
            raise MjlogError("the points at the start of a round are not known")
        for seat in range(players):
            hand = list(start["hands"][seat])
            if seat == start["dealer"] and fourteenth is not None:
                hand.append(fourteenth)
            fields[f"tiles{seat}"] = tile_texts(hand)
        if fourteenth is not None:
            self.left -= 1
        fields |= {"doras": tile_texts(self.indicators), "left_tile_count": self.left}
        if self.wall is not None:
            fields |= wall_fields(self.wall, players)
        self.found.append(("RecordNewRound", fields))

    def _add(self, name: str, fields: dict[str, Any]) -> None:
        """Add a record, with the deposit and the indicators that it brings."""
        if self.liqi is not None and name != "RecordDiscardTile":
            fields["liqi"] = self.liqi
            self.liqi = None
        if self.new_indicators:
            fields["doras"] = tile_texts(self.indicators)
            self.new_indicators = False
        self.found.append((name, fields))

    def _draw(self, event: dict[str, Any]) -> None:
        self.left -= 1
        tile = tile_text(event["tile"])
        fields = {"seat": event["seat"], "tile": tile, "left_tile_count": max(self.left, 0)}
        self._add("RecordDealTile", fields)

    def _riichi(self, event: dict[str, Any]) -> None:
        self.riichi = True

    def _accepted(self, event: dict[str, Any]) -> None:
        seat = event["seat"]
        self.scores[seat] -= self.rules.riichi_bet
        self.sticks += 1
        if event["aux"] == 1:
            self.liqi = {"seat": seat, "score": self.scores[seat], "liqibang": self.sticks}

    def _discard(self, event: dict[str, Any]) -> None:
        seat = event["seat"]
        fields: dict[str, Any] = {"seat": seat, "tile": tile_text(event["tile"])}
        fields["is_liqi"] = self.riichi
        fields["is_wliqi"] = self.riichi and self.calm and not self.discards[seat]
        fields["moqie"] = event["aux"] == 1
        first = seat == self.part.start["dealer"] and not self.found[1:]
        if event["aux"] < 0 and not first:
            self.losses.add("tsumogiri", "whether some discards were just drawn is not known")
        self.in_riichi[seat] |= self.riichi
        self.riichi = False
        self.discards[seat] += 1
        self._add("RecordDiscardTile", fields)

    def _call(self, event: dict[str, Any]) -> None:
        seat, kind = event["seat"], event["kind"]
        own = _unpacked(event["used"])
        tiles = [*own, event["tile"]]
        fields = {
            "seat": seat, "type": _CALL_TYPES[kind], "tiles": tile_texts(tiles),
            "froms": [seat] * len(own) + [event["from_seat"]],
        }  # fmt: skip
        self.calm = False
        self.melds[seat].append((kind, tiles))
        self._add("RecordChiPengGang", fields)

    def _kan(self, event: dict[str, Any]) -> None:
        seat, kind = event["seat"], event["kind"]
        fields = {"seat": seat, "type": _KAN_TYPES[kind], "tiles": tile_text(event["tile"])}
        self.calm = False
        if kind == ANKAN:
            self.melds[seat].append((kind, _unpacked(event["used"])))
        else:
            self._add_to_pon(seat, event["tile"])
        self._add("RecordAnGangAddGang", fields)

    def _add_to_pon(self, seat: int, tile: int) -> None:
        plain = _plain(tile)
        for i, (kind, tiles) in enumerate(self.melds[seat]):
            if kind == PON and _plain(tiles[0]) == plain:
                self.melds[seat][i] = (KAKAN, [*tiles, tile])

    def _kita(self, event: dict[str, Any]) -> None:
        self.calm = False
        self._add("RecordBaBei", {"seat": event["seat"], "moqie": False})

    def _dora(self, event: dict[str, Any]) -> None:
        self.indicators.append(event["tile"])
        self.new_indicators = True


def _plain(code: int) -> int:
    return code if code < 34 else 4 + 9 * (code - 34)


def _unpacked(used: int) -> list[int]:
    tiles = [used >> 8 * i & 255 for i in range(4)]
    return [tile for tile in tiles if tile != UNKNOWN]
