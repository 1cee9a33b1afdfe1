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


#: A format that is added to the readers gets a key in every row.
SUPPORT: Final[tuple[Field, ...]] = (
    Field("games.id", "id of the site", {"mjlog": "derived"}, "from the file name; else a hash"),
    Field("games.names", "player names", {"mjlog": "recorded"}),
    Field("games.start_time", "date and hour", {"mjlog": "derived"}, "from the file name"),
    Field("games.viewer", "seat the record was saved from", {"mjlog": "derived"}, "file name"),
    Field("games.level", "level of each player", {"mjlog": "recorded"}),
    Field("games.rating", "rating of each player", {"mjlog": "recorded"}),
    Field("games.lobby", "lobby", {"mjlog": "recorded"}, "else from the file name"),
    Field("games.seed", "what the wall is made from", {"mjlog": "recorded"}, "not in every copy"),
    Field("games.rules", "rules of the table", {"mjlog": "derived"}, "from GO type and csrule"),
    Field("games.final_scores", "points at the end", {"mjlog": "recorded"}),
    Field("games.final_points", "placement points", {"mjlog": "recorded"}),
    Field("rounds.scores", "points at the start of a round", {"mjlog": "recorded"}),
    Field("rounds.honba", "counters at the start", {"mjlog": "recorded"}),
    Field("rounds.deposits", "riichi sticks at the start", {"mjlog": "recorded"}),
    Field("rounds.dice", "dice", {"mjlog": "recorded"}),
    Field("rounds.indicator", "first dora indicator", {"mjlog": "recorded"}),
    Field("rounds.hands", "dealt hands in deal order", {"mjlog": "recorded"}),
    Field("events.tile", "every drawn and discarded tile", {"mjlog": "recorded"}),
    Field("events.tile_id", "which of the four copies", {"mjlog": "recorded"}),
    Field("events.tsumogiri", "discard of the drawn tile", {"mjlog": "derived"}),
    Field("events.used", "tiles of the caller in a meld", {"mjlog": "recorded"}),
    Field("events.riichi_accepted", "when the deposit is paid", {"mjlog": "recorded"}),
    Field("events.dora", "when an indicator is turned", {"mjlog": "recorded"}),
    Field("events.disconnect", "who left and came back", {"mjlog": "recorded"}),
    Field("events.time", "thinking time", {"mjlog": "absent"}),
    Field("events.offers", "calls that were offered", {"mjlog": "absent"}),
    Field("wins.yaku", "yaku with han each", {"mjlog": "recorded"}, "yakuman without multiple"),
    Field("wins.fu", "fu", {"mjlog": "recorded"}),
    Field("wins.han", "han in all", {"mjlog": "derived"}, "sum of the list"),
    Field("wins.points", "value without honba and deposits", {"mjlog": "recorded"}),
    Field("wins.deltas", "change of each seat", {"mjlog": "recorded"}),
    Field("wins.ura", "ura indicators", {"mjlog": "recorded"}, "only of winners in riichi"),
    Field("wins.pao_seat", "liable player", {"mjlog": "recorded"}),
    Field("draws.kind", "kind of draw", {"mjlog": "recorded"}),
    Field("draws.hands", "hands shown", {"mjlog": "recorded"}),
    Field("draws.deltas", "change of each seat", {"mjlog": "recorded"}),
)


def support_table(formats: tuple[str, ...] = ("mjlog",)) -> str:
    """Return the matrix as a Markdown table, one column a format."""
    head = ["field", "meaning", *formats, "remark"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in SUPPORT:
        cells = [f"`{row.name}`", row.meaning, *(row.support[f] for f in formats), row.remark]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
