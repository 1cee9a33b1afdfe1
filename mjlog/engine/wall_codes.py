"""The finding codes of family W: the record against the wall that its seed makes.

Each entry is (code, name, severity, summary, explanation, rule, values) like
:class:`mjlog.finding_table.FindingCode`.
"""

from __future__ import annotations

from typing import Final

from ..finding_table import Severity

__all__ = ["WALL_CODES"]

_RULE: Final = "the wall is fixed by the seed in the record"

WALL_CODES: Final[tuple[tuple[str, str, Severity, str, str, str, str], ...]] = (
    (
        "W101",
        "wall-deal",
        "error",
        "A dealt hand is not what the wall deals.",
        "The dealt tiles were compared, tile by tile in deal order, with the wall rebuilt from "
        "the seed. One differing tile points at an edited hand; when most tiles differ the seed "
        "is not that of this round, and nothing else of the round is compared.",
        _RULE,
        "tile",
    ),
    (
        "W102",
        "wall-draw",
        "error",
        "A drawn tile is not the one that lies there in the wall.",
        "Every draw was compared with its place in the wall: live draws in order behind the "
        "deal, draws after a kan or kita with the replacement tiles. Only the first difference "
        "of a round is reported, with the number of all of them; if all later ones differ too, "
        "a draw is missing or was added.",
        _RULE,
        "tile",
    ),
    (
        "W103",
        "wall-indicator",
        "error",
        "A dora indicator is not the tile of the dead wall.",
        "The first indicator and each one turned after a kan were compared with their places in "
        "the dead wall.",
        _RULE,
        "tile",
    ),
    (
        "W104",
        "wall-ura",
        "error",
        "An ura indicator is not the tile of the dead wall.",
        "The ura indicators that a riichi winner shows were compared with the tiles below the "
        "dora indicators. With two winners the difference is reported once.",
        _RULE,
        "tile",
    ),
    (
        "W105",
        "wall-dice",
        "error",
        "The dice are not those of the seed.",
        "The two dice follow from the same random words as the wall.",
        _RULE,
        "count",
    ),
    (
        "W106",
        "wall-end",
        "error",
        "The round did not end where the live wall ends.",
        "An exhaustive draw comes when all live tiles are drawn (70 draws with four players, 55 "
        "with three, replacement draws included), and nobody draws after that.",
        _RULE,
        "count",
    ),
    (
        "W107",
        "wall-hash",
        "error",
        "A hash in the record is not that of the wall.",
        "Sites that show the wall after the game publish its hash before it. The recorded MD5 "
        "or SHA-256 was compared with that of the wall in the record (with its salt, where it "
        "has one), and the hash of the salt with the salt. If it differs, the wall or the hash "
        "was changed.",
        "the wall is fixed by the hash that was published before the round",
        "text",
    ),
)
