"""The words of 電脳麻将 records: keys, draws, yaku."""

from __future__ import annotations

from typing import Final

from mjlog.codes import (
    DORA_NAMES,
    EXHAUSTIVE,
    KYUUSHU,
    NAGASHI,
    SANCHAHOU,
    SUUCHA,
    SUUFON,
    SUUKAN,
    YAKU,
)

__all__ = ["DRAWS", "SEAT_WIND", "YAKU_IDS", "yaku_id"]

#: ``pingju.name`` → kind of draw; server files first, then what people type.
DRAWS: Final[dict[str, int]] = {
    "荒牌平局": EXHAUSTIVE,
    "流し満貫": NAGASHI,
    "九種九牌": KYUUSHU,
    "四風連打": SUUFON,
    "四家立直": SUUCHA,
    "三家和": SANCHAHOU,
    "四開槓": SUUKAN,
    "流局": EXHAUSTIVE,
    "荒牌流局": EXHAUSTIVE,
    "流し満貫流局": NAGASHI,
    "九種么九牌": KYUUSHU,
    "九種公九牌": KYUUSHU,
    "四風子連打": SUUFON,
    "四人立直": SUUCHA,
    "三家和了": SANCHAHOU,
    "四槓散了": SUUKAN,
    "四開槓散了": SUUKAN,
}

#: Names that mean the wind of the seat or of the round: first id, the wind is added.
SEAT_WIND: Final = 10
ROUND_WIND: Final = 14
_WINDS: Final = {"役牌 自風": SEAT_WIND, "翻牌 自風": SEAT_WIND, "自風": SEAT_WIND,
                 "役牌 場風": ROUND_WIND, "翻牌 場風": ROUND_WIND, "場風": ROUND_WIND}  # fmt: skip

#: Other names than those of :data:`mjlog.codes.YAKU`.
_OTHER_NAMES: Final = {
    "翻牌 白": 18, "翻牌 發": 19, "翻牌 中": 20, "役牌 発": 19, "翻牌 発": 19,
    "白": 18, "發": 19, "中": 20, "リーチ": 1, "門前自摸和": 0, "門前清自摸": 0, "ツモ": 0,
    "ダブル立直": 21, "ダブルリーチ": 21, "一発": 2, "断么九": 8, "断ヤオ九": 8, "タンヤオ": 8,
    "ピンフ": 7, "一盃口": 9, "混全帯么九": 23, "純全帯么九": 33, "対対和": 28, "三色同順": 25,
    "海底撈月": 5, "海底自摸": 5, "国士無双13面": 48, "国士無双十三面待ち": 48,
    "四暗刻単騎待ち": 41, "純正九蓮宝灯": 46, "九蓮宝灯": 45,
}  # fmt: skip

#: Name → yaku id, or the number of a dora entry.
YAKU_IDS: Final[dict[str, int]] = (
    {yaku.ja: yaku.id for yaku in YAKU}
    | {ja: entry for entry, (_, ja) in DORA_NAMES.items()}
    | _OTHER_NAMES
)


def yaku_id(name: str, *, round_wind: int, seat_wind: int) -> int | None:
    """Return the id of a yaku by its name, None for a name that is not known.

    >>> yaku_id("役牌 自風", round_wind=0, seat_wind=2)
    12
    """
    name = " ".join(name.split())
    if name in _WINDS:
        return _WINDS[name] + (seat_wind if _WINDS[name] == SEAT_WIND else round_wind)
    return YAKU_IDS.get(name)
