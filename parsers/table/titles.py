"""The columns of a result sheet, and how one is recognised."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["COLUMNS", "TITLES", "delimiter_of", "names_columns"]

#: Column → (meaning, other titles). The first row of a sheet names its columns.
COLUMNS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "hand": ("which hand: `E1.0` (round, dealer, counters); `end` for the row of the final points",
             ("局", "round")),
    "how": ("`ron`, `tsumo`, or the kind of draw; may be left out where winner and loser tell it",
            ("結果", "result")),
    "winner": ("who won; two winners are two rows of the same hand", ("和了", "和了者")),
    "loser": ("who paid a ron", ("放銃", "放銃者")),
    "han": ("han in all", ("翻", "飜")),
    "fu": ("fu", ("符",)),
    "points": ("value without counters and sticks; `1300-2600` and `4000all` are read too",
               ("点", "点数")),
    "value": ("more words on the result, as in the typed form: `mangan`, yaku, `pao S`", ("役",)),
    "riichi": ("who had a riichi stick on the table", ("リーチ", "立直")),
    "unpaid": ("whose riichi tile was ronned: declared, nothing paid", ()),
    "tenpai": ("who was in tenpai at a draw; `-` for nobody, empty for not recorded",
               ("テンパイ", "聴牌")),
    "sticks": ("riichi sticks on the table at the start", ("供託",)),
    "deltas": ("change of points of every player, in one cell or one column each (`delta Asa`)",
               ("delta", "増減")),
    "scores": ("points at the start of the hand, likewise (`score Asa`)", ("score", "開始時")),
    "after": ("points after the hand, likewise (`after Asa`)", ("持ち点", "終了時")),
    "placement": ("placement points in the row `end`, likewise (`placement Asa`)", ("順位点",)),
    "incident": ("what else happened, as behind `!` in the typed form; several parted by `;`",
                 ("錯行為",)),
    "note": ("a remark", ("備考",)),
}  # fmt: skip


#: Any title of a column → the column.
TITLES: Final[Mapping[str, str]] = {
    title: name for name, (_, others) in COLUMNS.items() for title in (name, *others)
}


def delimiter_of(line: str) -> str:
    """Return what parts the cells of a row: a comma, a semicolon or a tabulator."""
    return max(",;\t", key=line.count)


def names_columns(text: str) -> bool:
    """Tell whether the first line that is no ``#`` line names the columns of a sheet."""
    for line in text.splitlines():
        if line.strip(' \t,;"') and not line.lstrip(' "').startswith("#"):
            cells = [cell.strip(' "').lower() for cell in line.split(delimiter_of(line))]
            known = sum(cell in TITLES or cell.split(" ")[0] in TITLES for cell in cells)
            return TITLES.get(cells[0]) == "hand" and known >= 2
    return False
