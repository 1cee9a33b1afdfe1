"""Which games a dataset holds, and what to do with one that comes again.

The key of a game is its id. Of two records of one game the more complete one counts: the
one that reaches the end of the game, then the one with more events; of equals the first.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from mjlog.model import GameBatch, Problem, concatenate

from .parts import PartFiles

__all__ = ["Known", "Pending", "duplicated_games"]


def completeness(complete: bool, events: int) -> int:
    """Return a number that is higher for the more complete record."""
    return (int(complete) << 40) + events


@dataclass(slots=True)
class Known:
    """The games in the dataset and all sources that were ever looked at.

    Attributes:
        games: Game id → (completeness, source, whether this export added it).
        sources: Hashes of the (source, game id) that need no second look.
        replaced: Whether a game of an earlier part was replaced by a better record.
    """

    games: dict[str, tuple[int, str, bool]] = field(default_factory=dict)
    sources: set[int] = field(default_factory=set)
    replaced: bool = False

    @classmethod
    def of(cls, files: PartFiles) -> Known:
        """Return what the finished parts hold."""
        known = cls()
        for part in files.parts():
            columns = ("game_id", "source", "complete", "events")
            for game, source, complete, events in files.texts("games", part, columns):
                rank = completeness(complete.lower() == "true", int(events))
                known.sources.add(hash((source, game)))
                if game in known.games:
                    known.replaced = True
                    best = max(known.games[game], (rank, source, False), key=lambda g: g[0])
                    rank, source = best[:2]
                known.games[game] = (rank, source, False)
            for source, game in files.texts("problems", part, ("source", "game_id")):
                known.sources.add(hash((source, game)))
        return known


@dataclass(slots=True)
class Pending:
    """Games that wait until they fill a part."""

    known: Known
    batches: list[tuple[GameBatch, list[int]]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    games: int = 0
    #: Records of this very source that the dataset has already looked at.
    already: int = 0

    def select(self, batch: GameBatch) -> tuple[list[int], list[Problem], int]:
        """Return the games of ``batch`` to take, the problems to note, and how many displaced.

        The third is how many games of earlier batches of this export are replaced.
        """
        known = self.known
        events = batch.rounds.first_event[batch.first_round]
        lengths = np.diff(events).tolist()
        chosen: list[int] = []
        notes: list[Problem] = []
        displaced = 0
        for i, info in enumerate(batch.info):
            mark = hash((info.source, info.id))
            rank = completeness(bool(batch.complete[i]), lengths[i])
            held = known.games.get(info.id)
            if held is not None and rank <= held[0]:
                if mark not in known.sources:
                    known.sources.add(mark)
                    notes.append(_duplicate(info.id, info.source, "left out", held[1]))
                else:
                    self.already += 1
                continue
            if held is not None:
                notes.append(_duplicate(info.id, held[1], "replaced", info.source))
                earlier = self._displace(batch, chosen, info.id)
                displaced += earlier and held[2]
            known.games[info.id] = (rank, info.source, True)
            known.sources.add(mark)
            chosen.append(i)
        return chosen, notes, displaced

    def _displace(self, batch: GameBatch, chosen: list[int], game_id: str) -> bool:
        """Take a worse record out of the waiting ones, or note that a part holds it.

        Returns whether it came with an earlier batch.
        """
        for waiting, indices in (*self.batches, (batch, chosen)):
            for i in indices:
                if waiting.info[i].id == game_id:
                    indices.remove(i)
                    self.games -= waiting is not batch
                    return waiting is not batch
        self.known.replaced = True
        return True

    def add(self, batch: GameBatch, chosen: list[int], notes: list[Problem]) -> None:
        """Let games wait, and with them the problems of their batch that are new."""
        kept = {batch.info[i].id for i in chosen}
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

    def take(self) -> GameBatch:
        """Return all waiting games as one batch, and wait for new ones."""
        parts: list[GameBatch] = []
        for batch, indices in self.batches:
            whole = indices == list(range(len(batch)))
            parts += [batch] if whole else [batch.select(i) for i in indices]
        joined = concatenate(parts)
        joined.problems = self.problems
        self.batches, self.problems, self.games = [], [], 0
        return joined


def _duplicate(game_id: str, source: str, what: str, other: str) -> Problem:
    message = {
        "left out": f"the same game was read from {other!r}, which is at least as complete",
        "replaced": f"replaced by the more complete record of the game in {other!r}",
    }[what]
    return Problem(source, "", "duplicate", message, game_id)


def duplicated_games(files: PartFiles) -> dict[int, set[str]]:
    """Return part → games in it that a more complete record in another part replaces."""
    best: dict[str, tuple[int, int]] = {}
    unwanted: dict[int, set[str]] = {}
    for part in files.parts():
        for game, complete, events in files.texts("games", part, ("game_id", "complete", "events")):
            rank = completeness(complete.lower() == "true", int(events))
            if game not in best:
                best[game] = (rank, part)
            elif rank > best[game][0]:
                unwanted.setdefault(best[game][1], set()).add(game)
                best[game] = (rank, part)
            else:
                unwanted.setdefault(part, set()).add(game)
    return unwanted
