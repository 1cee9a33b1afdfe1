"""The words around a review, in English and Japanese."""

from __future__ import annotations

from typing import Final

from .model import Weight

__all__ = ["MARKS", "weight_word", "word"]

#: The marks, in the order in which they are counted.
MARKS: Final[tuple[Weight, ...]] = ("much", "some", "rule")

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "none": ("not marked", "印なし"),
    "some": ("some given away", "小さな損"),
    "much": ("much given away", "大きな損"),
    "rule": ("against the rules", "ルール違反"),
    "only": ("only marked decisions", "印のある判断だけ"),
    "hand": ("hand", "局"),
    "outcome": ("outcome", "結果"),
    "points": ("points", "点"),
    "decisions": ("decisions", "判断"),
    "marked": ("marked", "印"),
    "choice": ("choice", "選択肢"),
    "more": ("more choices: {}", "ほかの選択肢: {}"),
    "event": ("event {}", "手順 {}"),
    "top": ("up", "上へ"),
    "rack": ("hand", "手牌"),
    "melds": ("melds", "副露"),
    "exposures": ("exposures", "晒し"),
    "nothing": ("nothing marked", "印なし"),
    "taken": ("taken", "実際の選択"),
    "no_hands": ("no hand in it", "局なし"),
    "all_told": (
        "--all prints the decisions that are not marked too",
        "--all で印のない判断も表示",
    ),
}


def word(key: str, lang: str = "en") -> str:
    """Return a word of the pages in ``lang``."""
    return _WORDS[key][lang == "ja"]


def weight_word(weight: Weight, lang: str = "en") -> str:
    """Return what a weight is called."""
    return word(weight, lang)
