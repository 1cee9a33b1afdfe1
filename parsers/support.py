"""Which facts each format records: the support matrix, as data.

``recorded``: stands in the record. ``derived``: follows from it without doubt. ``absent``: is
not in it, and the columns say unknown.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

__all__ = ["SUPPORT", "Field", "support_table"]

Support = Literal["recorded", "derived", "absent"]


class Field(NamedTuple):
    """One fact about a game.

    Attributes:
        name: Column, ``table.column``.
        meaning: What it is.
        support: Format → recorded, derived or absent.
        remark: Where a format keeps it only sometimes.
    """

    name: str
    meaning: str
    support: dict[str, Support]
    remark: str = ""


#: A format that is added to the readers gets a key in every row; those of the table record
#: are below.
_FIELDS: Final[tuple[Field, ...]] = (
    Field(
        "games.id",
        "id of the site",
        {"mjlog": "derived", "majiang": "derived"},
        "from the file name; else a hash",
    ),
    Field(
        "games.walls",
        "the walls themselves, and their hashes",
        {"mjlog": "derived", "majiang": "absent"},
        "from the seed; Mahjong Soul before May 2023: without the deal",
    ),
    Field("games.names", "player names", {"mjlog": "recorded", "majiang": "recorded"}),
    Field(
        "games.start_time",
        "date and hour",
        {"mjlog": "derived", "majiang": "absent"},
        "from the file name",
    ),
    Field(
        "games.viewer",
        "seat the record was saved from",
        {"mjlog": "derived", "majiang": "absent"},
        "file name",
    ),
    Field("games.level", "level of each player", {"mjlog": "recorded", "majiang": "absent"}),
    Field("games.rating", "rating of each player", {"mjlog": "recorded", "majiang": "absent"}),
    Field(
        "games.lobby",
        "lobby",
        {"mjlog": "recorded", "majiang": "absent"},
        "else from the file name",
    ),
    Field(
        "games.seed",
        "what the wall is made from",
        {"mjlog": "recorded", "majiang": "absent"},
        "not in every copy",
    ),
    Field(
        "games.rules",
        "rules of the table",
        {"mjlog": "derived", "majiang": "absent"},
        "from GO type and csrule",
    ),
    Field("games.final_scores", "points at the end", {"mjlog": "recorded", "majiang": "recorded"}),
    Field("games.final_points", "placement points", {"mjlog": "recorded", "majiang": "recorded"}),
    Field(
        "rounds.scores",
        "points at the start of a round",
        {"mjlog": "recorded", "majiang": "recorded"},
    ),
    Field("rounds.honba", "counters at the start", {"mjlog": "recorded", "majiang": "recorded"}),
    Field(
        "rounds.deposits",
        "riichi sticks at the start",
        {"mjlog": "recorded", "majiang": "recorded"},
    ),
    Field("rounds.dice", "dice", {"mjlog": "recorded", "majiang": "absent"}),
    Field("rounds.indicator", "first dora indicator", {"mjlog": "recorded", "majiang": "recorded"}),
    Field(
        "rounds.hands", "dealt hands in deal order", {"mjlog": "recorded", "majiang": "recorded"}
    ),
    Field(
        "events.tile",
        "every drawn and discarded tile",
        {"mjlog": "recorded", "majiang": "recorded"},
    ),
    Field("events.tile_id", "which of the four copies", {"mjlog": "recorded", "majiang": "absent"}),
    Field(
        "events.tsumogiri", "discard of the drawn tile", {"mjlog": "derived", "majiang": "recorded"}
    ),
    Field(
        "events.used", "tiles of the caller in a meld", {"mjlog": "recorded", "majiang": "recorded"}
    ),
    Field(
        "events.riichi_accepted",
        "when the deposit is paid",
        {"mjlog": "recorded", "majiang": "derived"},
    ),
    Field(
        "events.dora", "when an indicator is turned", {"mjlog": "recorded", "majiang": "recorded"}
    ),
    Field(
        "events.disconnect", "who left and came back", {"mjlog": "recorded", "majiang": "absent"}
    ),
    Field("events.time", "thinking time", {"mjlog": "absent", "majiang": "absent"}),
    Field("events.offers", "calls that were offered", {"mjlog": "absent", "majiang": "absent"}),
    Field(
        "wins.yaku",
        "yaku with han each",
        {"mjlog": "recorded", "majiang": "recorded"},
        "yakuman without multiple",
    ),
    Field("wins.fu", "fu", {"mjlog": "recorded", "majiang": "recorded"}),
    Field("wins.han", "han in all", {"mjlog": "derived", "majiang": "recorded"}, "sum of the list"),
    Field(
        "wins.points",
        "value without honba and deposits",
        {"mjlog": "recorded", "majiang": "recorded"},
    ),
    Field("wins.deltas", "change of each seat", {"mjlog": "recorded", "majiang": "recorded"}),
    Field(
        "wins.ura",
        "ura indicators",
        {"mjlog": "recorded", "majiang": "recorded"},
        "only of winners in riichi",
    ),
    Field("wins.pao_seat", "liable player", {"mjlog": "recorded", "majiang": "absent"}),
    Field("draws.kind", "kind of draw", {"mjlog": "recorded", "majiang": "recorded"}),
    Field("draws.hands", "hands shown", {"mjlog": "recorded", "majiang": "recorded"}),
    Field("draws.deltas", "change of each seat", {"mjlog": "recorded", "majiang": "recorded"}),
    Field(
        "incidents.kind",
        "errors at the table and what followed",
        {"mjlog": "absent", "majiang": "absent"},
    ),
)


#: Facts that a table record (typed or JSON Lines) does not hold; it holds all others.
_NOT_AT_A_TABLE: Final = frozenset({
    "games.level", "games.rating", "games.seed", "games.walls", "events.tile_id", "events.time",
    "events.offers",
})  # fmt: skip
#: Facts that a result sheet does not hold.
_NOT_ON_A_SHEET: Final = frozenset({
    *_NOT_AT_A_TABLE, "rounds.dice", "rounds.indicator", "rounds.hands", "events.tile",
    "events.tsumogiri", "events.used", "events.dora", "events.disconnect", "wins.ura",
    "draws.hands",
})  # fmt: skip


#: What a Mahjong Soul record does not hold as it stands; it holds all others.
_MAHJONG_SOUL: Final[dict[str, Support]] = {
    "games.viewer": "absent", "games.rating": "absent", "games.seed": "absent",
    "games.rules": "derived", "rounds.dice": "absent", "rounds.hands": "recorded",
    "events.tile_id": "absent", "events.disconnect": "absent", "events.time": "absent",
    "events.offers": "absent", "wins.points": "derived", "incidents.kind": "absent",
}  # fmt: skip


#: What an mjai record does not hold, or not as it stands; it holds all others.
_MJAI: Final[dict[str, Support]] = {
    "games.id": "derived", "games.start_time": "absent", "games.viewer": "absent",
    "games.level": "absent", "games.rating": "absent", "games.lobby": "absent",
    "games.seed": "absent", "games.rules": "absent", "games.final_points": "absent",
    "rounds.dice": "absent", "events.tile_id": "absent", "events.disconnect": "absent",
    "events.time": "absent", "events.offers": "absent", "wins.pao_seat": "absent",
    "incidents.kind": "absent",
}  # fmt: skip


#: What Tenhou JSON does not hold, or not as it stands; it holds all others.
_TENHOU6: Final[dict[str, Support]] = {
    "games.id": "recorded", "games.start_time": "derived", "games.viewer": "derived",
    "games.seed": "absent", "games.rules": "derived", "rounds.dice": "absent",
    "events.tile_id": "absent", "events.tsumogiri": "recorded",
    "events.riichi_accepted": "derived", "events.dora": "derived", "events.time": "absent",
    "events.offers": "absent", "wins.han": "recorded", "draws.hands": "absent",
    "incidents.kind": "absent",
}  # fmt: skip


def _with_table(row: Field) -> Field:
    table: Support = "absent" if row.name in _NOT_AT_A_TABLE else "recorded"
    sheet: Support = "absent" if row.name in _NOT_ON_A_SHEET else "recorded"
    soul = _MAHJONG_SOUL.get(row.name, "recorded")
    return row._replace(
        support={"mahjong-soul": soul}
        | row.support
        | {"mjai": _MJAI.get(row.name, "recorded")}
        | {"tenhou6": _TENHOU6.get(row.name, "recorded")}
        | {"table": table, "table-json": table, "table-csv": sheet}
    )


SUPPORT: Final[tuple[Field, ...]] = tuple(_with_table(row) for row in _FIELDS)


def support_table(
    formats: tuple[str, ...] = (
        "mjlog",
        "mahjong-soul",
        "majiang",
        "tenhou6",
        "mjai",
        "table",
        "table-json",
        "table-csv",
    ),
) -> str:
    """Return the matrix as a Markdown table, one column a format."""
    head = ["field", "meaning", *formats, "remark"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in SUPPORT:
        cells = [f"`{row.name}`", row.meaning, *(row.support[f] for f in formats), row.remark]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
