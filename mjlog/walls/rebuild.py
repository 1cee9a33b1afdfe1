"""Rebuild the walls of a batch from the seeds in its records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..engine.bounds import check_columns
from ..engine.jit import compiled as compiled_kernel
from ..engine.jit import use_compiled
from ..engine.wall_check import shuffle_wall
from ..engine.wall_random import KEY_TEXT, decode_keys, fill_walls
from ..engine.wall_seed import Seed, WordStream, parse_seed
from ..model import GameBatch, GameInfo
from .recorded import lay_recorded
from .wall import WALL_SIZE, Wall

__all__ = ["Walls", "rebuild_walls", "walls_of"]


@dataclass(slots=True)
class Walls:
    """The walls of a batch.

    Attributes:
        tiles: uint8[R, 136], physical tiles in wall order (255 behind the last, or unknown).
        dice: uint8[R, 2], 1–6 (255 unknown).
        size: uint8[R], tiles of the wall: 136, 108, 0 unknown.
        generation: uint8[R], 1–3, 0 unknown, or a wall that stands in the record.
        reds: uint8[R], row of :data:`~mjlog.tiles.CODE_OF_ID`, 255 by the rules of the game.
        reasons: Why a game has no wall, one text a game, ``""`` when it has one.
    """

    tiles: NDArray[np.uint8]
    dice: NDArray[np.uint8]
    size: NDArray[np.uint8]
    generation: NDArray[np.uint8]
    reds: NDArray[np.uint8]
    reasons: list[str]

    @property
    def known(self) -> NDArray[np.bool_]:
        """bool[R], which rounds have a wall."""
        return self.size > 0

    @property
    def not_checked(self) -> int:
        """How many rounds cannot be compared with a wall."""
        return int(np.count_nonzero(self.size == 0))

    def wall(self, round_: int) -> Wall | None:
        """Return the wall of a round of the batch, None when it is unknown."""
        size = int(self.size[round_])
        if not size:
            return None
        return Wall(
            tiles=self.tiles[round_, :size],
            dice=(int(self.dice[round_, 0]), int(self.dice[round_, 1])),
            players=4 if size == 136 else 3,
            generation=int(self.generation[round_]),
        )


class _Stream(NamedTuple):
    """A seed and the rounds of the batch that it serves, one after the other."""

    seed: Seed
    game: int
    first: int
    rounds: int


def walls_of(batch: GameBatch) -> Walls:
    """Rebuild the walls of all rounds of ``batch``, or take those that stand in the records.

    A game without a seed, or with a seed of unknown kind, has no walls.

    Raises:
        ColumnsError: See :func:`~mjlog.engine.bounds.check_columns`.
    """
    check_columns(batch)
    return rebuild_walls(batch)


def rebuild_walls(batch: GameBatch) -> Walls:
    """Do what :func:`walls_of` does with columns that are known to be sound."""
    rounds = len(batch.rounds)
    walls = Walls(
        tiles=np.full((rounds, 136), 255, np.uint8),
        dice=np.full((rounds, 2), 255, np.uint8),
        size=np.zeros(rounds, np.uint8),
        generation=np.zeros(rounds, np.uint8),
        reds=np.full(rounds, 255, np.uint8),
        reasons=[""] * len(batch),
    )
    streams: list[_Stream] = []
    begins = batch.first_round.tolist()
    for game, info in enumerate(batch.info):
        found = _streams(info, game, begins[game], begins[game + 1])
        if not found:
            walls.reasons[game] = _no_seed(batch, game)
        elif batch.players[game] == 3 and found[0].seed.generation < 3:
            walls.reasons[game] = "how three-player walls were made before 2010 is not known"
        else:
            streams += found
    keys, lengths = _keys(streams, compiled=use_compiled(len(batch)))
    for stream, length in zip(streams, lengths.tolist(), strict=True):
        if length:
            own = slice(stream.first, stream.first + stream.rounds)
            walls.size[own] = WALL_SIZE[int(batch.players[stream.game])]
            walls.generation[own] = stream.seed.generation
        else:
            walls.reasons[stream.game] = "the seed is damaged"
    _shuffle(streams, keys, lengths, walls, compiled=use_compiled(len(batch)))
    lay_recorded(batch, walls)
    return walls


def _streams(info: GameInfo, game: int, first: int, stop: int) -> list[_Stream]:
    """Return the seeds of a game, whose rounds are ``first`` to ``stop`` - 1."""
    if info.round_seeds:
        seeds = [parse_seed(text, info.seed_kind) for text in info.round_seeds[: stop - first]]
        return [_Stream(seed, game, first + k, 1) for k, seed in enumerate(seeds) if seed]
    seed = parse_seed(info.seed, info.seed_kind)
    # a generation 1 seed serves one round; as the seed of a whole game it means nothing
    if seed is not None and seed.generation > 1 and stop > first:
        return [_Stream(seed, game, first, stop - first)]
    return []


def _no_seed(batch: GameBatch, game: int) -> str:
    info = batch.info[game]
    text = info.seed or next((s for s in info.round_seeds or [] if s), None)
    if not text:
        return "the record carries no seed"
    if batch.first_round[game] == batch.first_round[game + 1]:
        return "the record has no round"
    short = text if len(text) <= 40 else text[:37] + "..."
    return f"the seed {short!r} is of no known kind"


def _keys(
    streams: list[_Stream], *, compiled: bool
) -> tuple[NDArray[np.uint32], NDArray[np.int32]]:
    """Return uint32[S, 624], the keys of all streams, and their lengths (0: it is damaged)."""
    keys = np.zeros((len(streams), 624), np.uint32)
    lengths = np.zeros(len(streams), np.int32)
    coded = [i for i, s in enumerate(streams) if compiled and s.seed.generation == 3]
    if coded:
        text = "".join([streams[i].seed.data for i in coded]).encode("ascii")
        compiled_kernel(decode_keys)(
            np.frombuffer(text, np.uint8).reshape(-1, KEY_TEXT), np.array(coded), keys, lengths
        )
    for i in set(range(len(streams))).difference(coded):
        key = np.frombuffer(streams[i].seed.key() or b"", "<u4")
        keys[i, : len(key)] = key
        lengths[i] = len(key)
    return keys, lengths


def _shuffle(
    streams: list[_Stream],
    keys: NDArray[np.uint32],
    lengths: NDArray[np.int32],
    walls: Walls,
    *,
    compiled: bool,
) -> None:
    """Fill tiles and dice of the walls whose size is known."""
    if compiled:
        compiled_kernel(fill_walls)(
            keys,
            lengths,
            np.array([s.seed.generation > 1 for s in streams], np.uint8),
            np.array([s.first for s in streams], np.int32),
            np.array([s.rounds for s in streams], np.int32),
            walls.size,
            walls.tiles,
            walls.dice,
        )
        return
    for stream, key, length in zip(streams, keys, lengths, strict=True):
        if length:
            source = WordStream(stream.seed.generation, key[:length].astype("<u4").tobytes())
            for r in range(stream.first, stream.first + stream.rounds):
                words = source.next_round()
                shuffle_wall(words, int(walls.size[r]), walls.tiles[r], walls.dice[r])
