"""Which facts each format holds, read and written: the support matrix, as data.

``recorded``: stands in the record. ``derived``: follows from it without doubt. ``absent``: is
not in it, and the columns say unknown.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

__all__ = ["FACTS", "READ", "SUPPORT", "WRITTEN", "Field", "Support", "support_table"]

Support = Literal["recorded", "derived", "absent"]


class Field(NamedTuple):
    """One fact about a game.

    Attributes:
        name: Column, ``table.column``.
        meaning: What it is.
        support: Format → recorded, derived or absent in its records.
        written: Output format → the same of what mjlog writes, if the game holds the fact.
        remark: Where a format keeps it only sometimes.
    """

    name: str
    meaning: str
    support: dict[str, Support]
    written: dict[str, Support]
    remark: str = ""


#: (column, what it is, remark).
_FACTS: Final[tuple[tuple[str, str, str], ...]] = (
    ("games.id", "id of the site", "derived: from the file name; else a hash"),
    ("games.walls", "the walls themselves, and their hashes",
     "derived: from the seed; Mahjong Soul before May 2023: without the deal"),
    ("games.names", "player names", ""),
    ("games.start_time", "date and hour", "derived: from the id or the title"),
    ("games.viewer", "seat the record was saved from", "Tenhou: from the link or file name"),
    ("games.level", "level of each player", ""),
    ("games.rating", "rating of each player", ""),
    ("games.lobby", "lobby or room", "Tenhou: else from the file name"),
    ("games.seed", "what the wall is made from", "not in every copy; Tenhou JSON: an own key"),
    ("games.rules", "rules of the table", "derived: from the site's codes of a table"),
    ("games.final_scores", "points at the end", ""),
    ("games.final_points", "placement points", ""),
    ("rounds.scores", "points at the start of a round", ""),
    ("rounds.honba", "counters at the start", ""),
    ("rounds.deposits", "riichi sticks at the start", ""),
    ("rounds.dice", "dice", ""),
    ("rounds.indicator", "first dora indicator", ""),
    ("rounds.hands", "dealt hands", "in deal order: mjlog"),
    ("events.tile", "every drawn and discarded tile", ""),
    ("events.tile_id", "which of the four copies", ""),
    ("events.tsumogiri", "discard of the drawn tile", ""),
    ("events.used", "tiles of the caller in a meld", ""),
    ("events.riichi_accepted", "when the deposit is paid", ""),
    ("events.dora", "when an indicator is turned", ""),
    ("events.disconnect", "who left and came back", ""),
    ("events.time", "thinking time", ""),
    ("events.offers", "calls that were offered", ""),
    ("wins.yaku", "yaku with han each", "mjlog: yakuman without multiple"),
    ("wins.fu", "fu", ""),
    ("wins.han", "han in all", "derived: sum of the list"),
    ("wins.points", "value without honba and deposits", ""),
    ("wins.deltas", "change of each seat", ""),
    ("wins.ura", "ura indicators", "only of winners in riichi"),
    ("wins.pao_seat", "liable player", ""),
    ("draws.kind", "kind of draw", ""),
    ("draws.hands", "hands shown", ""),
    ("draws.deltas", "change of each seat", ""),
    ("incidents.kind", "errors at the table and what followed", ""),
)  # fmt: skip

Exceptions = dict[str, Support]

#: What no site keeps, or no reader has columns for.
_NOWHERE: Final[Exceptions] = {
    "events.time": "absent", "events.offers": "absent",
}  # fmt: skip

#: What an mjlog record does not hold, or not as it stands; it holds all others.
_MJLOG: Final[Exceptions] = _NOWHERE | {
    "games.id": "derived", "games.walls": "derived", "games.start_time": "derived",
    "games.viewer": "derived", "games.rules": "derived", "events.tsumogiri": "derived",
    "wins.han": "derived", "incidents.kind": "absent",
}  # fmt: skip

#: What a 電脳麻将 record does not hold, or not as it stands; it holds all others.
_MAJIANG: Final[Exceptions] = _NOWHERE | {
    "games.id": "derived", "games.walls": "absent", "games.start_time": "absent",
    "games.viewer": "absent", "games.level": "absent", "games.rating": "absent",
    "games.lobby": "absent", "games.seed": "absent", "games.rules": "absent",
    "rounds.dice": "absent", "events.tile_id": "absent", "events.riichi_accepted": "derived",
    "events.disconnect": "absent", "wins.pao_seat": "absent", "incidents.kind": "absent",
}  # fmt: skip

#: What a table record (typed or JSON Lines) does not hold; it holds all others.
_TABLE: Final[Exceptions] = _NOWHERE | {
    "games.level": "absent", "games.rating": "absent", "games.seed": "absent",
    "games.walls": "absent", "events.tile_id": "absent",
}  # fmt: skip

#: What a result sheet does not hold.
_SHEET: Final[Exceptions] = _TABLE | {
    "rounds.dice": "absent", "rounds.indicator": "absent", "rounds.hands": "absent",
    "events.tile": "absent", "events.tsumogiri": "absent", "events.used": "absent",
    "events.riichi_accepted": "absent", "events.dora": "absent", "events.disconnect": "absent",
    "wins.ura": "absent", "draws.hands": "absent",
}  # fmt: skip

#: What a Mahjong Soul record does not hold as it stands; it holds all others.
_MAHJONG_SOUL: Final[Exceptions] = _NOWHERE | {
    "games.viewer": "absent", "games.rating": "absent", "games.seed": "absent",
    "games.rules": "derived", "rounds.dice": "absent", "rounds.hands": "recorded",
    "events.tile_id": "absent", "events.disconnect": "absent", "wins.points": "derived",
    "incidents.kind": "absent",
}  # fmt: skip

#: What an mjai record does not hold, or not as it stands; it holds all others.
_MJAI: Final[Exceptions] = _NOWHERE | {
    "games.id": "derived", "games.start_time": "absent", "games.viewer": "absent",
    "games.level": "absent", "games.rating": "absent", "games.lobby": "absent",
    "games.seed": "absent", "games.rules": "absent", "games.final_points": "absent",
    "rounds.dice": "absent", "events.tile_id": "absent", "events.disconnect": "absent",
    "wins.pao_seat": "absent", "incidents.kind": "absent",
}  # fmt: skip

#: What Tenhou JSON does not hold, or not as it stands; it holds all others.
_TENHOU6: Final[Exceptions] = _NOWHERE | {
    "games.id": "recorded", "games.start_time": "derived", "games.viewer": "derived",
    "games.seed": "recorded", "games.walls": "derived", "games.rules": "derived",
    "rounds.dice": "absent", "events.tile_id": "absent", "events.tsumogiri": "recorded",
    "events.riichi_accepted": "derived", "events.dora": "derived", "wins.han": "recorded",
    "draws.hands": "absent", "incidents.kind": "absent",
}  # fmt: skip

#: What a Riichi City record does not hold, or not as it stands; it holds all others.
_RIICHI_CITY: Final[Exceptions] = _NOWHERE | {
    "games.id": "recorded", "games.start_time": "recorded", "games.viewer": "absent",
    "games.level": "absent", "games.rating": "absent", "games.seed": "absent",
    "games.rules": "absent", "events.tile_id": "absent", "events.riichi_accepted": "derived",
    "events.disconnect": "absent", "wins.pao_seat": "absent", "incidents.kind": "absent",
}  # fmt: skip

#: Format that is read → what its records do not hold as it stands. A format that is added to
#: the readers gets a row here.
READ: Final[dict[str, Exceptions]] = {
    "mjlog": _MJLOG,
    "mahjong-soul": _MAHJONG_SOUL,
    "majiang": _MAJIANG,
    "tenhou6": _TENHOU6,
    "riichi-city": _RIICHI_CITY,
    "mjai": _MJAI,
    "table": _TABLE,
    "table-json": _TABLE,
    "table-csv": _SHEET,
}

#: Format that is written → what the files that mjlog writes do not hold as it stands.
WRITTEN: Final[dict[str, Exceptions]] = {
    "mjlog": _MJLOG | {"games.viewer": "absent"},
    "mahjong-soul": _MAHJONG_SOUL | {"games.level": "absent", "games.lobby": "absent"},
    "majiang": _MAJIANG | {"games.id": "absent"},
    "tenhou6": _TENHOU6 | {"games.viewer": "absent"},
    "tenhou6-link": _TENHOU6 | {
        "games.viewer": "absent", "games.seed": "absent", "games.walls": "absent",
        "events.disconnect": "absent", "games.level": "absent", "games.rating": "absent",
        "games.lobby": "absent",
    },
    "mjai": _MJAI | {"games.walls": "absent"},
    "table": _TABLE,
    "table-json": _TABLE,
    "table-csv": _SHEET,
}  # fmt: skip


def _supports(formats: dict[str, Exceptions], name: str) -> dict[str, Support]:
    return {known: exceptions.get(name, "recorded") for known, exceptions in formats.items()}


SUPPORT: Final[tuple[Field, ...]] = tuple(
    Field(name, meaning, _supports(READ, name), _supports(WRITTEN, name), remark)
    for name, meaning, remark in _FACTS
)


#: Format that is read → how much its records tell: 2 for a recorded fact, 1 for one that follows.
FACTS: Final[dict[str, int]] = {
    known: sum({"recorded": 2, "derived": 1, "absent": 0}[row.support[known]] for row in SUPPORT)
    for known in READ
}


def support_table(*, written: bool = False) -> str:
    """Return the matrix as a Markdown table, one column a format.

    Args:
        written: Of the files that mjlog writes, instead of the records that it reads.
    """
    formats = tuple(WRITTEN if written else READ)
    head = ["field", "meaning", *formats, *([] if written else ["remark"])]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in SUPPORT:
        support = row.written if written else row.support
        cells = [f"`{row.name}`", row.meaning, *(support[f] for f in formats)]
        lines.append("| " + " | ".join([*cells, *([] if written else [row.remark])]) + " |")
    return "\n".join(lines) + "\n"
