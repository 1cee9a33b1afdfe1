"""The words of mjai: tiles, winds, draws, yaku."""

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
    UNKNOWN,
    YAKU,
)
from mjlog.tiles import format_tile

__all__ = [
    "HIDDEN", "NO_FACTS", "REASONS", "REASON_OF", "TILES", "TILE_NAMES", "WIND_OF", "YAKU_NAMES",
    "YAKU_OF",
]  # fmt: skip

HIDDEN: Final = "?"
#: Tile code → name.
TILE_NAMES: Final[dict[int, str]] = {code: format_tile(code, "mjai") for code in range(37)} | {
    UNKNOWN: HIDDEN
}
#: Name → tile code; honours also as ``1z`` to ``7z`` and red fives as ``0m``.
TILES: Final[dict[str, int]] = (
    {name: code for code, name in TILE_NAMES.items()}
    | {f"{number}z": 26 + number for number in range(1, 8)}
    | {"0m": 34, "0p": 35, "0s": 36}
)
WIND_OF: Final[dict[str, int]] = {"E": 0, "S": 1, "W": 2, "N": 3}

#: Kind of draw → ``reason`` as it is written.
REASONS: Final[dict[int, str]] = {
    EXHAUSTIVE: "fanpai", KYUUSHU: "kyushukyuhai", SUUFON: "sufonrenta", SUUCHA: "suchareach",
    SANCHAHOU: "sanchaho", SUUKAN: "sukaikan", NAGASHI: "nagashimangan",
}  # fmt: skip
#: ``reason`` → kind of draw.
REASON_OF: Final[dict[str, int]] = {word: kind for kind, word in REASONS.items()} | {
    "howanpai": EXHAUSTIVE, "exhaustive": EXHAUSTIVE, "exhaustive_draw": EXHAUSTIVE,
    "kyushu_kyuhai": KYUUSHU, "kyuushu_kyuuhai": KYUUSHU, "suufon_renda": SUUFON,
    "sufurenta": SUUFON, "suufuurenda": SUUFON, "suucha_riichi": SUUCHA, "suuchariichi": SUUCHA,
    "sanchahou": SANCHAHOU, "suukansansen": SUUKAN, "suukaikan": SUUKAN, "sukansanra": SUUKAN,
    "nagashi_mangan": NAGASHI, "nagashimangan": NAGASHI,
}  # fmt: skip

#: Messages of a running game that say nothing about it.
NO_FACTS: Final = frozenset({"none", "hello", "error", "join", "possible_actions"})

#: First id of the yaku whose name leaves out which wind it is.
SEAT_WIND: Final = 10
ROUND_WIND: Final = 14
#: Name of mjai → yaku id; the winds are in :func:`yaku_of`.
_MJAI_YAKU: Final[dict[str, int]] = {
    "menzenchin_tsumoho": 0, "reach": 1, "ippatsu": 2, "chankan": 3, "rinshankaiho": 4,
    "haiteiraoyue": 5, "hoteiraoyui": 6, "pinfu": 7, "tanyaochu": 8, "ipeko": 9,
    "double_reach": 21, "chitoitsu": 22, "honchantaiyao": 23, "ikkitsukan": 24,
    "sanshokudojun": 25, "sanshokudoko": 26, "sankantsu": 27, "toitoiho": 28, "sananko": 29,
    "shosangen": 30, "honroto": 31, "ryanpeko": 32, "junchantaiyao": 33, "honiso": 34,
    "chiniso": 35, "renho": 36, "tenho": 37, "chiho": 38, "daisangen": 39, "suanko": 40,
    "tsuiso": 42, "ryuiso": 43, "chinroto": 44, "churenpoton": 45, "kokushimuso": 47,
    "daisushi": 49, "shosushi": 50, "sukantsu": 51, "dora": 64, "uradora": 65, "akadora": 66,
}  # fmt: skip
#: Yaku id, or number of a dora entry → name as it is written.
YAKU_NAMES: Final[dict[int, str]] = (
    {yaku.id: yaku.name for yaku in YAKU}
    | {entry: romaji for entry, (romaji, _) in DORA_NAMES.items()}
    | {number: name for name, number in _MJAI_YAKU.items()}
)
#: Name → yaku id, or number of a dora entry: mjai's, ours and Japanese ones.
YAKU_OF: Final[dict[str, int]] = (
    {yaku.ja: yaku.id for yaku in YAKU}
    | {yaku.name: yaku.id for yaku in YAKU}
    | {name: entry for entry, names in DORA_NAMES.items() for name in names}
    | {"chitoiho": 22, "nukidora": 67, "sanshoku_dojun": 25, "sanshoku_doko": 26}
    | _MJAI_YAKU
)


def yaku_of(name: str, *, round_wind: int, seat_wind: int) -> int | None:
    """Return the yaku id of a name, None for one that is not known (``sangenpai`` among them).

    >>> yaku_of("jikaze", round_wind=0, seat_wind=2), yaku_of("akadora", round_wind=0, seat_wind=0)
    (12, 66)
    """
    if name == "jikaze":
        return SEAT_WIND + seat_wind
    if name == "bakaze":
        return ROUND_WIND + round_wind
    return YAKU_OF.get(name)
