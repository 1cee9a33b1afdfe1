"""Write the tables of docs/table-record.md from the code; ``--check`` only compares."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "table-record.md"

#: Incident → what it is, and what its flag says.
MEANINGS = {
    "wrong_call": "錯チー・錯ポン・錯カン: the tiles shown do not form the set",
    "empty_call": "空チー・空ポン・空カン: called, nothing shown",
    "wrong_meld_place": "a meld laid wrongly that disturbed the game",
    "shown_tiles": "見せ牌: tiles of the hand were shown",
    "false_accusation": "「○○見せ牌」 without a shown tile",
    "out_of_turn_draw": "ツモ巡・ツモ牌間違え; noticed before or after the discard",
    "wrong_break": "開門場所間違え; noticed before or after the dealer's first discard",
    "peek": "覗き見: another hand or the dead wall; the player's first time or again",
    "peek_ura": "the ura indicator looked at before the win; the first time or again",
    "too_many_tiles": "多牌",
    "too_few_tiles": "少牌",
    "unplayable": "続行不能行為: the play cannot go on",
    "wrong_indicator": "表示牌間違え, the tile shown and the proper one (`3p8s`); noticed before "
    "or after the dealer's first discard. The heading tells the indicator that counts",
    "hand_destroyed": "the winning hand broken up before it was confirmed, or paid",
    "not_marked": "the winning tile of a tsumo was not shown apart",
    "false_win": "錯和・誤ロン: a win declared without one",
    "touched": "a tile (named) touched the river and went back",
    "late_call": "優先順位: a call beside another one, clearly later or at the same time",
    "riichi_incomplete": "only the word, or only the tile sideways",
    "riichi_withdrawn": "a riichi taken back",
    "noten_riichi": "a riichi hand that was no tenpai when it was shown",
    "wrong_riichi": "a riichi that the rules did not allow, named at the table",
    "ruling": "立会人裁定: what a referee, or the players, decided",
    "correction": "a change of points after the settlement",
    "dead_hand": "consequence: 和了放棄",
    "chombo": "consequence: チョンボ, and what was paid for it",
    "ron_ban": "consequence: the tiles may not be ronned",
    "dice": "the dice of the next hand are thrown",
    "hand_shown": "a hand was shown at a draw; the order of the lines is the order of showing",
    "swap_call": "喰い替え: the discard after a call that the rules forbid",
}


def markdown(text: str) -> str:
    """Return the page with its tables made anew."""
    for name, table in (
        ("draws", draws()), ("incidents", incidents()), ("objects", objects()),
        ("columns", columns()),
    ):  # fmt: skip
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        match = pattern.search(text)
        assert match is not None, name
        text = text[: match.start()] + match[1] + table + match[2] + text[match.end() :]
    return text


def draws() -> str:
    from mjlog.codes import DRAW_KINDS

    return " ".join(f"`{name}`" for name in DRAW_KINDS) + "\n"


def incidents() -> str:
    from mjlog.parsers.table.words import FLAGS

    from mjlog.codes import INCIDENT_KINDS

    rows = ["| kind | what | flag |", "|---|---|---|"]
    for name in INCIDENT_KINDS:
        flag = " / ".join(f"`{word}`" for word in FLAGS.get(name, ()))
        rows.append(f"| `{name}` | {MEANINGS[name]} | {flag} |")
    return "\n".join(rows) + "\n\n`yes` and `no` are read for every flag.\n"


def objects() -> str:
    from mjlog.parsers.table.schema import HEADER_KEYS, OBJECTS

    rows = ["| type | key | value | meaning |", "|---|---|---|---|"]
    rows += [
        f"| first line | `{key}` | {codec.form} | {meaning} |"
        for key, (codec, meaning) in HEADER_KEYS.items()
    ]
    for name, keys in OBJECTS.items():
        rows += [f"| `{name}` | `{k.name}` | {k.codec.form} | {k.meaning} |" for k in keys]
    return "\n".join(rows) + "\n"


def columns() -> str:
    from mjlog.parsers.table.titles import COLUMNS

    rows = ["| column | holds | other titles |", "|---|---|---|"]
    for name, (meaning, others) in COLUMNS.items():
        rows.append(f"| `{name}` | {meaning} | {', '.join(others)} |")
    return "\n".join(rows) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 when the file is stale")
    arguments = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    import mjlog  # makes mjlog.parsers importable in a checkout

    assert mjlog.__all__
    page = TARGET.read_text(encoding="utf-8")
    text = markdown(page)
    if arguments.check:
        if page != text:
            print(f"{TARGET.relative_to(ROOT)} is stale: run python {Path(__file__).name}")
        return int(page != text)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
