"""Which games a dataset holds, and what to do with one that comes again.

Two records are of one game when they have the same id, or the same deals, draws and discards
in two formats (copies in one format under two ids stay two games: their ids tell them apart).
American records of two levels are as two formats: what the table saw, and everything.
The more complete one counts: the one that reaches the end of the game, then the one whose
format holds more facts, then the one with more events; of equals the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from mjlog.american.batch import AmericanBatch
from mjlog.model import GameBatch, Problem, concatenate

from .digest import play_digests
from .parts import AMERICAN, PartFiles

__all__ = ["Known", "Pending", "duplicated_games"]

#: Columns of ``games`` that tell what a held record is.
_COLUMNS = ("game_id", "source", "complete", "events", "format", "play")
#: Level of an American record → how much more it tells.
_LEVELS = {"result": 0, "public": 1, "full": 2}


def completeness(complete: bool, events: int, facts: int) -> int:
    """Return a number that is higher for the more complete record.

    Args:
        complete: Whether it reaches the end of the game.
        events: How many events it has.
        facts: How much its format tells, below 256.
    """
    return (1 << 50) + (facts << 40) + events if complete else (events << 8) + facts


class Held(NamedTuple):
    """A record of a game.

    Attributes:
        rank: Its completeness.
        source: Where it was read.
        added: Whether this export added it.
        format: Its format.
        play: Fingerprint of its play, None for none.
    """

    rank: int
    source: str
    added: bool
    format: str
    play: int | None


@dataclass(slots=True)
class Known:
    """The games in the dataset and all sources that were ever looked at.

    Attributes:
        facts: Format → how much it tells, below 256.
        games: Game id → its record that counts.
        plays: Fingerprint of a play → ids of the games with it.
        sources: Hashes of the (source, game id) that need no second look.
        replaced: Whether a game of an earlier part was replaced by a better record.
    """

    facts: Mapping[str, int]
    games: dict[str, Held] = field(default_factory=dict)
    plays: dict[int, tuple[str, ...]] = field(default_factory=dict)
    sources: set[int] = field(default_factory=set)
    replaced: bool = False

    @classmethod
    def of(cls, files: PartFiles, facts: Mapping[str, int]) -> Known:
        """Return what the finished parts hold."""
        known = cls(facts)
        for part in files.parts():
            for game, held in map(known.held, _rows(files, part)):
                known.sources.add(hash((held.source, game)))
                better, displaced = known.enter(game, held)
                known.replaced |= better is not None or bool(displaced)
            for source, game in files.texts("problems", part, ("source", "game_id")):
                known.sources.add(hash((source, game)))
        return known

    def play_of(self, game_id: str) -> str | None:
        """Return the fingerprint of a game that counts, as its row of ``games`` holds it."""
        play = self.games[game_id].play
        return None if play is None else f"{play:016x}"

    def held(self, row: tuple[str, ...]) -> tuple[str, Held]:
        """Return id and record of a row of ``games`` as text."""
        game, source, complete, events, format, play = row
        rank = completeness(complete.lower() == "true", int(events), self.told_by(format))
        return game, Held(rank, source, False, format, int(play, 16) if play else None)

    def told_by(self, format: str) -> int:
        """Return how much a format tells, below 256; an American one has its level behind."""
        name, _, level = format.partition("/")
        return self.facts.get(name, 0) + _LEVELS.get(level, 0)

    def enter(self, game_id: str, new: Held) -> tuple[str | None, dict[str, Held]]:
        """Take a record, unless one that is at least as complete is there.

        Returns:
            The id of the game that counts instead, None if the record was taken; and the
            records that it displaced, by id.
        """
        rivals = self._rivals(game_id, new)
        for rival in rivals:
            if self.games[rival].rank >= new.rank:
                return rival, {}
        displaced = {rival: self._drop(rival) for rival in rivals}
        self.games[game_id] = new
        if new.play is not None:
            self.plays[new.play] = (*self.plays.get(new.play, ()), game_id)
        return None, displaced

    def _rivals(self, game_id: str, new: Held) -> list[str]:
        """Return the ids of the records of the same game."""
        found = [game_id] if game_id in self.games else []
        if new.play is not None and new.play in self.plays:
            alike = (g for g in self.plays[new.play] if g != game_id)
            found += [g for g in alike if self.games[g].format != new.format]
        return found

    def _drop(self, game_id: str) -> Held:
        held = self.games.pop(game_id)
        if held.play is not None:
            left = tuple(g for g in self.plays[held.play] if g != game_id)
            self.plays[held.play] = left
        return held


class Record(NamedTuple):
    """What decides whether a record that was read is taken."""

    game_id: str
    source: str
    format: str
    complete: bool
    events: int
    play: str | None


def _rows(files: PartFiles, part: int) -> Iterator[tuple[str, ...]]:
    """Yield what the games of a part are, as text, in the order of :data:`_COLUMNS`."""
    if files.games_table(part) != AMERICAN:
        yield from files.texts("games", part, _COLUMNS)
        return
    for *row, level in files.texts(AMERICAN, part, (*_COLUMNS, "level")):
        game, source, complete, events, format, play = row
        yield game, source, complete, events, f"{format}/{level}", play


def records_of(batch: GameBatch | AmericanBatch) -> Iterator[Record]:
    """Yield what the records of a batch are, in order."""
    if isinstance(batch, AmericanBatch):
        from .american.digest import play_digest

        for game in batch.games:
            events, play = sum(map(len, game.hands)), play_digest(game)
            format = f"{game.format}/{game.level}"
            yield Record(game.id, game.source, format, game.ended, events, play)
        return
    lengths = np.diff(batch.rounds.first_event[batch.first_round]).tolist()
    facts = zip(batch.info, batch.complete.tolist(), lengths, play_digests(batch), strict=True)
    for info, complete, events, play in facts:
        yield Record(info.id, info.source, info.format, complete, events, play)


def id_of(batch: GameBatch | AmericanBatch, i: int) -> str:
    """Return the id of a game of a batch."""
    return batch.games[i].id if isinstance(batch, AmericanBatch) else batch.info[i].id


@dataclass(slots=True)
class Pending:
    """Games of one kind that wait until they fill a part."""

    known: Known
    batches: list[tuple[GameBatch | AmericanBatch, list[int]]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    games: int = 0
    #: Records of this very source that the dataset has already looked at.
    already: int = 0

    def select(self, batch: GameBatch | AmericanBatch) -> tuple[list[int], list[Problem], int]:
        """Return the games of ``batch`` to take, the problems to note, and how many displaced.

        The third is how many games of earlier batches of this export are replaced.
        """
        known = self.known
        chosen: list[int] = []
        notes: list[Problem] = []
        lost = 0
        for i, record in enumerate(records_of(batch)):
            name, source = record.game_id, record.source
            mark = hash((source, name))
            rank = completeness(record.complete, record.events, known.told_by(record.format))
            number = None if record.play is None else int(record.play, 16)
            new = Held(rank, source, True, record.format, number)
            better, displaced = known.enter(name, new)
            if better is not None:
                if mark not in known.sources:
                    known.sources.add(mark)
                    other = known.games[better].source
                    notes.append(_duplicate(name, source, "left out", better, other))
                else:
                    self.already += 1
                continue
            for game_id, old in displaced.items():
                notes.append(_duplicate(game_id, old.source, "replaced", name, source))
                earlier = self._displace(batch, chosen, game_id)
                lost += earlier and old.added
            known.sources.add(mark)
            chosen.append(i)
        return chosen, notes, lost

    def _displace(self, batch: GameBatch | AmericanBatch, chosen: list[int], game_id: str) -> bool:
        """Take a worse record out of the waiting ones, or note that a part holds it.

        Returns whether it came with an earlier batch.
        """
        for waiting, indices in (*self.batches, (batch, chosen)):
            for i in indices:
                if id_of(waiting, i) == game_id:
                    indices.remove(i)
                    self.games -= waiting is not batch
                    return waiting is not batch
        self.known.replaced = True
        return True

    def add(
        self, batch: GameBatch | AmericanBatch, chosen: list[int], notes: list[Problem]
    ) -> None:
        """Let games wait, and with them the problems of their batch that are new."""
        kept = {id_of(batch, i) for i in chosen}
        for problem in batch.problems:
            if problem.game_id is None:
                mark = hash((problem.source, ""))
                if mark in self.known.sources:
                    continue
                self.known.sources.add(mark)
            elif problem.game_id not in kept:
                continue
            self.problems.append(problem)
        self.problems += notes
        if chosen:
            self.batches.append((batch, chosen))
            self.games += len(chosen)

    def take(self) -> GameBatch | AmericanBatch:
        """Return all waiting games as one batch, and wait for new ones."""
        joined = _joined(self.batches)
        joined.problems = self.problems
        self.batches, self.problems, self.games = [], [], 0
        return joined


def _joined(
    batches: list[tuple[GameBatch | AmericanBatch, list[int]]],
) -> GameBatch | AmericanBatch:
    columns = [batch.subset(games) for batch, games in batches if isinstance(batch, GameBatch)]
    american = [
        batch.games[i]
        for batch, games in batches
        if isinstance(batch, AmericanBatch)
        for i in games
    ]
    return AmericanBatch(american) if american else concatenate(columns)


def _duplicate(game_id: str, source: str, what: str, other_id: str, other: str) -> Problem:
    named = "the same game" if game_id == other_id else f"the same play as game {other_id}"
    message = {
        "left out": f"{named} was read from {other!r}, which is at least as complete",
        "replaced": f"replaced by the more complete record of {named} in {other!r}",
    }[what]
    return Problem(source, "", "duplicate", message, game_id, duplicate_of=other_id)


def duplicated_games(files: PartFiles, facts: Mapping[str, int]) -> dict[int, set[str]]:
    """Return part → games in it that a more complete record in another part replaces."""
    known = Known(facts)
    part_of: dict[str, int] = {}
    unwanted: dict[int, set[str]] = {}
    for part in files.parts():
        for game, held in map(known.held, _rows(files, part)):
            better, displaced = known.enter(game, held)
            if better is not None:
                unwanted.setdefault(part, set()).add(game)
                continue
            for other in displaced:
                unwanted.setdefault(part_of[other], set()).add(other)
            part_of[game] = part
    return unwanted
