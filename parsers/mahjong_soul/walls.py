"""The wall of a round and its hashes, as a record writes them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from mjlog.codes import UNKNOWN
from mjlog.walls.recorded import RecordedWall, WallHash

from .notation import WALL_SIZES
from .words import tile_texts

__all__ = ["recorded_wall", "wall_fields"]

_KEYS = {"MD5 of the wall": "md5", "SHA-256 of the salt": "saltSha256"}


def recorded_wall(
    tiles: tuple[int, ...], players: int, text: str, hashes: Sequence[str]
) -> RecordedWall:
    """Return the wall of a round, laid as :class:`RecordedWall` wants it: the deal first.

    Args:
        tiles: Its tiles in the order of the text, with or without the deal.
        players: 3 or 4.
        text: What the hashes are of.
        hashes: MD5, SHA-256, salt and SHA-256 of the salt, "" for none.
    """
    without, whole = WALL_SIZES[players]
    if len(tiles) != whole:
        tiles = (UNKNOWN,) * (whole - without) + tiles
    md5, sha256, salt, salt_sha256 = hashes
    found: list[WallHash] = []
    if md5:
        found.append(WallHash("MD5 of the wall", "md5", text, md5))
    if sha256:
        what = "SHA-256 of wall and salt" if salt else "SHA-256 of the wall"
        found.append(WallHash(what, "sha256", text + salt, sha256))
    if salt_sha256:
        found.append(WallHash("SHA-256 of the salt", "sha256", salt, salt_sha256))
    return RecordedWall(tiles, tuple(found))


def wall_fields(wall: RecordedWall, players: int) -> dict[str, Any]:
    """Return the fields of the first record of a round that hold the wall.

    A wall whose deal is known is written with it, as in records since May 2023; its hashes are
    kept where it has some, and are made where it has none.
    """
    dealt = WALL_SIZES[players][1] - WALL_SIZES[players][0]
    tiles = list(wall.tiles)
    if UNKNOWN in tiles[:dealt]:
        tiles = tiles[dealt:]
    if UNKNOWN in tiles:
        return {}
    text = "".join(tile_texts(tiles))
    fields: dict[str, Any] = {"paishan": text}
    for entry in wall.hashes:
        fields[_KEYS.get(entry.what, "sha256")] = entry.digest
        if entry.what == "SHA-256 of the salt":
            fields["salt"] = entry.text
    if not wall.hashes:
        name = "sha256" if len(tiles) == WALL_SIZES[players][1] else "md5"
        digest = hashlib.new(name, text.encode(), usedforsecurity=False).hexdigest()
        fields[name] = digest
    return fields
