"""The words of Tenhou JSON: yaku, draws, limits, rooms, in the languages of its writers.

The viewer's own records are Japanese; converters of Mahjong Soul records write that site's
Japanese, its English or romaji.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from mjlog.codes import (
    BAIMAN,
    DORA_NAMES,
    EXHAUSTIVE,
    HANEMAN,
    KYUUSHU,
    MANGAN,
    NAGASHI,
    SANBAIMAN,
    SANCHAHOU,
    SUUCHA,
    SUUFON,
    SUUKAN,
    YAKU,
    YAKU_AKA,
    YAKU_DORA,
    YAKU_KITA,
    YAKU_URA,
    YAKUMAN,
)

__all__ = [
    "ALL_NOTEN", "ALL_TENPAI", "DRAW_WORDS", "LIMIT_WORDS", "WIN_WORDS", "YAKU_WORDS", "draw_kind",
    "limit_of", "yaku_id",
]  # fmt: skip

WIN_WORDS: Final = frozenset({"和了", "agari", "win"})
#: All four hands shown, none shown; nobody pays.
ALL_TENPAI: Final = "全員聴牌"
ALL_NOTEN: Final = "全員不聴"

#: First item of a result → kind of draw; the first name of a kind is the one that is written.
DRAW_WORDS: Final[dict[str, int]] = {
    "流局": EXHAUSTIVE, ALL_TENPAI: EXHAUSTIVE, ALL_NOTEN: EXHAUSTIVE, "流し満貫": NAGASHI,
    "九種九牌": KYUUSHU, "四風連打": SUUFON, "四家立直": SUUCHA, "三家和了": SANCHAHOU,
    "四槓散了": SUUKAN, "荒牌平局": EXHAUSTIVE, "全員ノーテン": EXHAUSTIVE, "三家和": SANCHAHOU,
    "四開槓": SUUKAN, "ryuukyoku": EXHAUSTIVE, "exhaustive draw": EXHAUSTIVE,
    "nagashi mangan": NAGASHI, "mangan at draw": NAGASHI, "kyuushu kyuuhai": KYUUSHU,
    "nine terminal abortion": KYUUSHU, "suufon renda": SUUFON, "four wind abortion": SUUFON,
    "suucha riichi": SUUCHA, "four riichi abortion": SUUCHA, "sanchahou": SANCHAHOU,
    "three ron abortion": SANCHAHOU, "suukaikan": SUUKAN, "four kan abortion": SUUKAN,
}  # fmt: skip

#: Word in front of the points of a win → limit; longer words first.
LIMIT_WORDS: Final[tuple[tuple[str, int], ...]] = (
    ("切り上げ満貫", MANGAN), ("数え役満", YAKUMAN), ("三倍満", SANBAIMAN), ("倍満", BAIMAN),
    ("跳満", HANEMAN), ("満貫", MANGAN), ("役満", YAKUMAN),
    ("kiriage mangan", MANGAN), ("rounded mangan", MANGAN), ("kazoe yakuman", YAKUMAN),
    ("counted yakuman", YAKUMAN), ("sanbaiman", SANBAIMAN), ("baiman", BAIMAN),
    ("haneman", HANEMAN), ("yakuman", YAKUMAN), ("mangan", MANGAN),
)  # fmt: skip

_SEAT_WIND: Final = 10
_ROUND_WIND: Final = 14

#: What Mahjong Soul calls its yaku in Japanese where Tenhou has another name, and in English.
_OTHER_NAMES: Final[dict[str, int]] = {
    "白": 18, "發": 19, "中": 20, "役牌:白": 18, "役牌:發": 19, "役牌:中": 20, "役牌 発": 19,
    "ダブル立直": 21, "断么九": 8, "国士無双13面": 48, "国士無双十三面待ち": 48,
    "国士無双１３面": 48, "九蓮宝灯": 45, "純正九蓮宝灯": 46, "門前清自摸": 0, "リーチ": 1,
    "fully concealed hand": 0, "riichi": 1, "ippatsu": 2, "robbing a kan": 3, "after a kan": 4,
    "under the sea": 5, "under the river": 6, "pinfu": 7, "all simples": 8,
    "pure double sequence": 9, "white dragon": 18, "green dragon": 19, "red dragon": 20,
    "double riichi": 21, "seven pairs": 22, "half outside hand": 23, "pure straight": 24,
    "mixed triple sequence": 25, "triple triplets": 26, "three quads": 27, "all triplets": 28,
    "three concealed triplets": 29, "little three dragons": 30, "all terminals and honors": 31,
    "twice pure double sequence": 32, "fully outside hand": 33, "half flush": 34,
    "full flush": 35, "hand of man": 36, "blessing of heaven": 37, "blessing of earth": 38,
    "big three dragons": 39, "four concealed triplets": 40,
    "single-wait four concealed triplets": 41, "all honors": 42, "all green": 43,
    "all terminals": 44, "nine gates": 45, "true nine gates": 46, "thirteen orphans": 47,
    "thirteen-wait thirteen orphans": 48, "four big winds": 49, "four little winds": 50,
    "four quads": 51, "big wheels": 52,
    "dora": YAKU_DORA, "ura dora": YAKU_URA, "red five": YAKU_AKA, "red dora": YAKU_AKA,
    "kita": YAKU_KITA, "north": YAKU_KITA, "nukidora": YAKU_KITA, "抜き北": YAKU_KITA,
}  # fmt: skip
_WINDS: Final = {
    "役牌:自風牌": _SEAT_WIND, "自風牌": _SEAT_WIND, "自風": _SEAT_WIND, "seat wind": _SEAT_WIND,
    "役牌 自風": _SEAT_WIND, "役牌:場風牌": _ROUND_WIND, "場風牌": _ROUND_WIND,
    "場風": _ROUND_WIND, "prevalent wind": _ROUND_WIND, "役牌 場風": _ROUND_WIND,
}  # fmt: skip

#: Yaku id (or number of a dora entry) → the name that is written, Tenhou's own.
YAKU_WORDS: Final[dict[int, str]] = {yaku.id: yaku.ja for yaku in YAKU} | {
    48: "国士無双１３面", **{entry: ja for entry, (_, ja) in DORA_NAMES.items()},
}  # fmt: skip
_YAKU_IDS: Final[dict[str, int]] = (
    {yaku.name.replace("_", " "): yaku.id for yaku in YAKU}
    | {yaku.ja: yaku.id for yaku in YAKU}
    | {word: entry for entry, word in YAKU_WORDS.items()}
    | _OTHER_NAMES
)
_SPACES: Final = re.compile(r"\s+")


def _plain(word: str) -> str:
    return _SPACES.sub(" ", word).strip().lower()


@lru_cache(maxsize=4096)
def yaku_id(name: str, *, round_wind: int, seat_wind: int) -> int | None:
    """Return the id of a yaku, or the number of a dora entry; None for an unknown name.

    >>> yaku_id("All Simples", round_wind=0, seat_wind=0)
    8
    >>> yaku_id("役牌:自風牌", round_wind=0, seat_wind=2)
    12
    """
    plain = _plain(name)
    wind = _WINDS.get(plain)
    if wind is not None:
        return wind + (seat_wind if wind == _SEAT_WIND else round_wind)
    return _YAKU_IDS.get(plain)


def draw_kind(word: str) -> int | None:
    """Return the kind of draw that a result names, None if it is no draw.

    >>> draw_kind("九種九牌") == draw_kind("Nine Terminal Abortion") == KYUUSHU
    True
    """
    return DRAW_WORDS.get(_plain(word))


def limit_of(word: str) -> int | None:
    """Return the limit that stands in front of the points of a win, None for none.

    >>> limit_of("満貫"), limit_of("Haneman "), limit_of("30符4飜")
    (1, 2, None)
    """
    plain = _plain(word)
    return next((limit for name, limit in LIMIT_WORDS if plain.endswith(name)), None)
