"""Walls that stand in the record itself, tile by tile, and the hashes they were promised by.

A site that publishes the wall of a round after the game first publishes its hash. The importer
lays the wall as below; it is then compared like one rebuilt from a seed.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..codes import UNKNOWN
from ..engine.wall_codes import WALL_CODES
from ..findings import Finding
from ..tiles import CODE_OF_ID, RED_BIT

if TYPE_CHECKING:
    from ..model import GameBatch
    from .rebuild import Walls

__all__ = [
    "RecordedWall",
    "WallHash",
    "check_hashes",
    "lay_recorded",
    "recorded_walls",
    "wall_hashes",
]

_HASH: Final = next(entry for entry in WALL_CODES if entry[1] == "wall-hash")


class WallHash(NamedTuple):
    """A hash in the record.

    Attributes:
        what: What it is of, in words. algorithm: ``md5`` or ``sha256``.
        text: The text that it must be the hash of. digest: The recorded one, in hex.
    """

    what: str
    algorithm: str
    text: str
    digest: str


class RecordedWall(NamedTuple):
    """A wall in a record.

    Attributes:
        tiles: Tile codes in the order in which they are taken: the deal (three times four tiles
            each from the dealer on, one each, the dealer's 14th), the live draws, the dead
            wall. The last tile is the first replacement; before the four (three players: eight)
            replacements stand the dora indicator, its ura indicator, the second dora indicator
            … 255 where the record does not hold a tile.
        hashes: The hashes that came with it.
    """

    tiles: tuple[int, ...]
    hashes: tuple[WallHash, ...] = ()


def wall_hashes(*hashes: tuple[str, str, str, str]) -> tuple[WallHash, ...]:
    """Return the hashes (what, algorithm, text, digest) that have a digest."""
    return tuple(WallHash(*entry) for entry in hashes if entry[3])


def lay_recorded(batch: GameBatch, walls: Walls) -> None:
    """Put the recorded walls of ``batch`` among ``walls``."""
    for game, info in enumerate(batch.info):
        first = int(batch.first_round[game])
        laid = False
        for r, wall in enumerate(info.extra.get("walls") or (), first):
            if wall is None or len(wall.tiles) not in (136, 108):
                continue
            reds, ids = _physical(wall.tiles)
            walls.tiles[r, : len(ids)] = ids[::-1]
            walls.size[r] = len(ids)
            walls.reds[r] = reds
            laid = True
        if laid:
            walls.reasons[game] = ""


def _physical(tiles: tuple[int, ...]) -> tuple[int, NDArray[np.uint8]]:
    """Return physical tiles for codes, and the row of ``CODE_OF_ID`` that makes them codes again.

    Which copy a tile is says nothing. A tile beyond the copies that there are becomes unknown.
    """
    codes = np.array(tiles, np.uint8)
    red = np.bincount(RED_BIT[codes], minlength=4)[1:]
    reds = 2 if red[1] > 1 else int(red.any())
    free: dict[int, list[int]] = {}
    for copy in range(136):
        free.setdefault(int(CODE_OF_ID[reds, copy]), []).append(copy)
    ids = np.full(len(codes), UNKNOWN, np.uint8)
    for i, code in enumerate(tiles):
        left = free.get(code)
        if left:
            ids[i] = left.pop()
    return reds, ids


def check_hashes(batch: GameBatch) -> list[Finding]:
    """Return a finding for every recorded hash that is not that of its wall."""
    findings = []
    for game, info in enumerate(batch.info):
        first = int(batch.first_round[game])
        for r, wall in enumerate(info.extra.get("walls") or (), first):
            for entry in wall.hashes if wall is not None else ():
                due = hashlib.new(entry.algorithm, entry.text.encode(), usedforsecurity=False)
                if due.hexdigest() != entry.digest.strip().lower():
                    findings.append(_finding(batch, r, entry, due.hexdigest()))
    return findings


def _finding(batch: GameBatch, r: int, entry: WallHash, due: str) -> Finding:
    rounds = batch.rounds
    game = int(rounds.game[r])
    info = batch.info[game]
    code, name, severity, _, _, rule, _ = _HASH
    return Finding(
        code=code,
        name=name,
        severity=severity,
        rule=rule,
        game_id=info.id,
        source=info.source,
        round=batch.round_name(r),
        round_index=r - int(batch.first_round[game]),
        event_index=None,
        turn=None,
        seat=None,
        message=f"the {entry.what} is not the recorded one",
        recorded=entry.digest,
        expected=due,
        players=int(batch.players[game]),
        names=info.names[: int(batch.players[game])],
        game=game,
    )


def recorded_walls(batch: GameBatch) -> list[RecordedWall | None]:
    """Return the wall of each round, from the record itself or made from its seed."""
    from .rebuild import walls_of

    walls = walls_of(batch)
    given: list[RecordedWall | None] = []
    for game, info in enumerate(batch.info):
        own = list(info.extra.get("walls") or ())
        rounds = int(batch.first_round[game + 1] - batch.first_round[game])
        given += [*own, *[None] * rounds][:rounds]
    for r, wall in enumerate(given):
        made = walls.wall(r) if wall is None else None
        if made is None:
            continue
        rules = batch.rules[int(batch.rules_index[batch.rounds.game[r]])]
        dead = np.zeros(14, np.intp)
        replacements = made.replacements
        dead[: len(replacements)] = replacements
        for n in range((14 - len(replacements)) // 2):
            dead[len(replacements) + 2 * n] = made.dora_indicators[n]
            dead[len(replacements) + 2 * n + 1] = made.ura_indicators[n]
        ids = np.concatenate([dead, made.tiles[14:]])[::-1]
        codes = CODE_OF_ID[int(any(rules.aka)), ids]
        given[r] = RecordedWall(tuple(codes.tolist()))
    return given
