"""Importer of Mahjong Soul records: one document, one game (or a list of them)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import orjson

from mjlog.codes import UNKNOWN_POINTS
from mjlog.errors import ParseError
from mjlog.model import GameBatch, GameInfo, Problem
from mjlog.rows import GameRows, RoundRows, batch_of_rows
from mjlog.rules import Rules

from ..game_record import unreadable
from .containers import Container, Entry, open_containers
from .rounds import MAX_POINTS, RoundReader
from .rules import rules_of, special_mode
from .schema import SPECIAL_RECORDS
from .tables import ROUND_MODES, level_name, room_name
from .wire import Message

__all__ = ["read_batch"]

MAX_ROUNDS: Final = 500
MAX_NAME: Final = 200
#: Records of the play; others are odd.
_PLAY: Final = frozenset({
    "RecordNewRound", "RecordDealTile", "RecordDiscardTile", "RecordChiPengGang",
    "RecordAnGangAddGang", "RecordBaBei", "RecordHule", "RecordNoTile", "RecordLiuJu",
})  # fmt: skip
_FIRST_3P_MODE: Final = 10


def read_batch(items: Iterable[tuple[str, bytes]], *, rules: Rules | None = None) -> GameBatch:
    """Read Mahjong Soul records, each given as (name, bytes).

    Args:
        items: A document holds one game, or a list of games that are called ``name!0`` …
        rules: Rules of every game instead of those that the records name.

    Returns:
        The games that could be read, in order. ``problems`` has one row of kind
        ``unreadable`` for each of the others, also for games of special modes.
    """
    problems: list[Problem] = []
    games: list[GameRows] = []
    for name, data in items:
        try:
            found = open_containers(data)
        except ParseError as error:
            problems.append(unreadable(error, name))
            continue
        for i, container in enumerate(found):
            source = name if len(found) == 1 else f"{name}!{i}"
            try:
                if isinstance(container, ParseError):
                    raise container
                game = _GameReader(container, source, rules)
                games.append(game.rows())
                problems += game.problems
            except ParseError as error:
                problems.append(unreadable(error, source))
    return batch_of_rows(games, problems)


def _players(container: Container) -> int:
    """Return 3 or 4, by the first deal, else by the head."""
    mode = (container.head or {}).get("config", {}).get("mode", {}).get("mode", 0)
    for entry in container.entries:
        if entry.name == "RecordNewRound" and entry.error is None:
            fields = entry.fields
            if "tiles3" in fields:
                return 4
            if len(fields.get("scores", [])) == 3 or mode > _FIRST_3P_MODE:
                return 3
    return 3 if _FIRST_3P_MODE < mode < 2 * _FIRST_3P_MODE else 4


def _check_mode(container: Container) -> None:
    """Refuse games of modes that are played otherwise.

    Raises:
        ParseError: It is one; the message has its name.
    """
    mode = special_mode(container.head or {})
    place = ""
    for entry in container.entries:
        if mode is not None:
            break
        place = entry.place
        mode = SPECIAL_RECORDS.get(entry.name)
        if entry.name == "RecordNewRound":
            mode = next((n for key, n in ROUND_MODES.items() if entry.fields.get(key)), None)
    else:
        place = "" if mode is None else place
    if mode is not None:
        message = f"a game of the special mode {mode}, whose rules are not replayed"
        raise ParseError(message, place=place)


@dataclass(slots=True)
class _GameReader:
    """Reads one game."""

    container: Container
    source: str
    given: Rules | None
    problems: list[Problem] = field(default_factory=list)
    info: GameInfo = field(default_factory=lambda: GameInfo(id=""))
    rounds: list[RoundReader] = field(default_factory=list)
    stripped: bool = False

    def report(self, kind: str, place: str, message: str) -> None:
        """Note a problem of this game."""
        self.problems.append(Problem(self.source, place, kind, message, self.info.id))

    def rows(self) -> GameRows:
        """Return the game.

        Raises:
            ParseError: A special mode, or not one round can be read.
        """
        container = self.container
        _check_mode(container)
        players = _players(container)
        rules, notes = rules_of(container.head, players)
        if self.given is not None:
            rules, notes = self.given, []
        self._describe(players)
        self._look_for_values()
        for note in (*container.notes, *notes):
            self.report("odd-form", "", note)
        self._read_rounds(players, rules)
        scores, points = self._final(players)
        self._fill_stripped(scores)
        self.info.extra["walls"] = [round_.wall for round_ in self.rounds]
        return GameRows(
            info=self.info,
            rules=rules,
            rounds=[RoundRows(r.start, r.events, r.wins, r.draws) for r in self.rounds],
            final_scores=scores,
            final_points=points,
            complete=bool(scores),
        )

    # --- description -------------------------------------------------------------------------
    def _describe(self, players: int) -> None:
        head = self.container.head
        self.info = GameInfo(id=self._id(), source=self.source, format="mahjong-soul")
        if head is None:
            message = "the record has no head: players, room and rules are not known"
            self.report("odd-form", "", f"{message}; read under the rules of ranked games")
            return
        info, config = self.info, head.get("config", {})
        meta = config.get("meta", {})
        info.lobby = room_name(
            config.get("category", 0), meta.get("mode_id", 0), meta.get("room_id", 0),
            meta.get("contest_uid", 0),
        )  # fmt: skip
        if head.get("start_time", 0) > 0:
            start = datetime.fromtimestamp(head["start_time"], UTC)
            info.start_time = start.replace(tzinfo=None).isoformat() + "Z"
        info.extra["head"] = head
        self._name_players(head, players)

    def _id(self) -> str:
        """Return the site's id, else ``x`` and 16 hex digits over the records."""
        head = self.container.head or {}
        if head.get("uuid"):
            return str(head["uuid"])[:MAX_NAME]
        play = [[entry.name, entry.fields] for entry in self.container.entries]
        text = orjson.dumps(play, option=orjson.OPT_SORT_KEYS)
        return "x" + hashlib.sha256(text).hexdigest()[:16]

    def _name_players(self, head: Message, players: int) -> None:
        names = [""] * 4
        levels: list[str | None] = [None] * 4
        key = "level3" if players == 3 else "level"
        taken: set[int] = set()
        for account in (*head.get("accounts", []), *head.get("robots", [])):
            seat = account.get("seat", 0)
            if not 0 <= seat < players or seat in taken:
                self.report("inconsistent", "head", f"a player more in seat {seat}; left out")
                continue
            taken.add(seat)
            names[seat] = account.get("nickname", "CPU")[:MAX_NAME]
            levels[seat] = level_name(account.get(key, {}).get("id", 0))
        for seat in range(players):
            if seat not in taken and head.get("config", {}).get("mode", {}).get("ai"):
                names[seat] = "CPU"
        self.info.names, self.info.level = tuple(names), tuple(levels)

    def _look_for_values(self) -> None:
        """Say so when the values of all wins were taken out of the record."""
        hules = [
            hule
            for entry in self.container.entries
            if entry.name == "RecordHule"
            for hule in entry.fields.get("hules", [])
        ]
        self.stripped = bool(hules) and not any("fans" in hule for hule in hules)
        if self.stripped:
            message = (
                f"{len(hules)} wins are recorded without hand, yaku and value, and kans without "
                "indicators; they stay unknown"
            )
            self.report("odd-form", "", message)

    # --- rounds ------------------------------------------------------------------------------
    def _read_rounds(self, players: int, rules: Rules) -> None:
        reader: RoundReader | None = None
        failed: ParseError | None = None
        unknown: set[str] = set()
        for entry in self.container.entries:
            try:
                if entry.name == "RecordNewRound" or (entry.error and not entry.name):
                    reader = None
                if entry.error is not None:
                    raise entry.error
                if entry.name not in _PLAY:
                    if entry.name not in unknown:
                        message = f"records {entry.name[:60]!r} are not known and left out"
                        self.report("odd-form", entry.place, message)
                    unknown.add(entry.name)
                elif entry.name == "RecordNewRound":
                    reader = self._new_round(entry, players, rules)
                elif reader is not None:
                    reader.read(entry, self.report)
            except ParseError as error:
                failed = failed or error
                self._broken(error, reader)
                reader = None
        if not self.rounds:
            failed = failed or ParseError("no record of the start of a round")
            raise ParseError(failed.message, place=failed.place, snippet=failed.snippet)
        for i, rows in enumerate(self.rounds):
            if not rows.over:
                kind = "truncated" if i == len(self.rounds) - 1 else "inconsistent"
                self.report(kind, "", f"{rows.label}: the round has no result")

    def _new_round(self, entry: Entry, players: int, rules: Rules) -> RoundReader:
        if len(self.rounds) >= MAX_ROUNDS:
            raise ParseError(f"more than {MAX_ROUNDS} rounds", place=entry.place)
        place = f"{entry.place} {entry.name}"
        reader = RoundReader(entry.fields, place, players, rules)
        reader.stripped = self.stripped
        self.rounds.append(reader)
        if reader.wall_error is not None:
            error = reader.wall_error
            message = f"{reader.label}: {error.message} (at {error.snippet!r}); not compared"
            self.report("inconsistent", error.place, message)
        return reader

    def _broken(self, error: ParseError, reader: RoundReader | None) -> None:
        label = f"{reader.label}: " if reader is not None else ""
        rest = "the rest of the round is left out" if reader is not None else "left out"
        snippet = f" (at {error.snippet!r})" if error.snippet else ""
        self.report("inconsistent", error.place, f"{label}{error.message}{snippet}; {rest}")

    # --- the end -----------------------------------------------------------------------------
    def _final(self, players: int) -> tuple[list[int], list[int]]:
        """Return final points and placement points in tenths, [] where they are not recorded."""
        results = (self.container.head or {}).get("result", {}).get("players", [])
        seats = {player.get("seat", 0): player for player in results}
        if seats.keys() != set(range(players)) or len(results) != players:
            if results:
                message = "the results are not those of every seat; read as not recorded"
                self.report("inconsistent", "head.result", message)
            return [], []
        scores = [seats[s].get("part_point_1", 0) for s in range(players)]
        points = [round(seats[s].get("total_point", 0) / 100) for s in range(players)]
        if any(abs(number) > MAX_POINTS for number in (*scores, *points)):
            message = "results that are no points of a game; read as not recorded"
            self.report("inconsistent", "head.result", message)
            return [], []
        return scores, points if any(points) else []

    def _fill_stripped(self, final: list[int]) -> None:
        """Work out the changes of wins that are recorded without any, from the next points."""
        for i, rows in enumerate(self.rounds):
            if len(rows.wins) != 1 or rows.wins[0].get("deltas"):
                continue
            after = self.rounds[i + 1].points if i + 1 < len(self.rounds) else final
            before = list(rows.points)
            for seat in rows.accepted:
                before[seat] -= rows.bet
            if after and UNKNOWN_POINTS not in before:
                deltas: list[Any] = [b - a for a, b in zip(before, after, strict=False)]
                rows.wins[0]["deltas"] = deltas
