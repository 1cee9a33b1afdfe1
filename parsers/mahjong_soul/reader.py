"""Importer of Mahjong Soul records: one document, one game (or a list of them)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from mjlog.codes import UNKNOWN_POINTS
from mjlog.errors import ParseError
from mjlog.model import GameBatch, GameInfo, Problem
from mjlog.rows import GameRows, RoundRows, batch_of_rows
from mjlog.rules import Rules

from ..columns import interleaved, kernel_pays, name_by_play
from ..game_record import unreadable
from .containers import Container, Entry, open_containers
from .games import describe, final_points
from .plain import read_plain_games
from .plain_play import read_games
from .rounds import RoundReader
from .rules import rules_of, special_mode
from .schema import SPECIAL_RECORDS
from .tables import ROUND_MODES

__all__ = ["read_batch"]

MAX_ROUNDS: Final = 500
#: Records of the play; others are odd.
_PLAY: Final = frozenset({
    "RecordNewRound", "RecordDealTile", "RecordDiscardTile", "RecordChiPengGang",
    "RecordAnGangAddGang", "RecordBaBei", "RecordHule", "RecordNoTile", "RecordLiuJu",
})  # fmt: skip
_FIRST_3P_MODE: Final = 10


def read_batch(
    items: Iterable[tuple[str, bytes]], *, rules: Rules | None = None, plain: bool | None = None
) -> GameBatch:
    """Read Mahjong Soul records, each given as (name, bytes).

    Args:
        items: A document holds one game, or a list of games that are called ``name!0`` …
        rules: Rules of every game instead of those that the records name.
        plain: Whether plain games go through the kernel, None: when it is worth compiling.
            The columns are the same.

    Returns:
        The games that could be read, in order. ``problems`` has one row of kind
        ``unreadable`` for each of the others, also for games of special modes.
    """
    items = list(items)
    if plain is None:
        plain = kernel_pays(len(items), read_games)
    known = read_plain_games(items if plain else [], rules)
    waiting = dict(zip(known.numbers, known.problems, strict=True))
    games: list[GameRows] = []
    odd: list[list[Problem] | Problem] = []  # those of a game, or why there is none
    is_plain: list[bool] = []
    for number, (name, data) in enumerate(items):
        if number in waiting:
            odd.append(waiting[number])
            is_plain.append(True)
            continue
        for found in _games_in(data, name, rules):
            if isinstance(found, Problem):
                odd.append(found)
                continue
            games.append(found[0])
            odd.append(found[1])
            is_plain.append(False)
    batch = interleaved(known.batch, batch_of_rows(games), is_plain)
    name_by_play(batch)
    infos = iter(batch.info)
    batch.problems = []
    for one in odd:
        if isinstance(one, Problem):
            batch.problems.append(one)
            continue
        game_id = next(infos).id
        for problem in one:
            problem.game_id = game_id
        batch.problems += one
    return batch


def _games_in(
    data: bytes, name: str, rules: Rules | None
) -> Iterator[tuple[GameRows, list[Problem]] | Problem]:
    """Yield the games of a document of any form, or why one cannot be read."""
    try:
        found = open_containers(data)
    except ParseError as error:
        yield unreadable(error, name)
        return
    for i, container in enumerate(found):
        source = name if len(found) == 1 else f"{name}!{i}"
        try:
            if isinstance(container, ParseError):
                raise container
            game = _GameReader(container, source, rules)
            yield game.rows(), game.problems
        except ParseError as error:
            yield unreadable(error, source)


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
        self.info = describe(container.head, self.source, players, self.report)
        self._look_for_values()
        for note in (*container.notes, *notes):
            self.report("odd-form", "", note)
        self._read_rounds(players, rules)
        scores, points = final_points(container.head, players, self.report)
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
