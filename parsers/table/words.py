"""The words of the table record, with the other words that mean the same.

The first word of each entry is the one that is written; all are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.codes import DORA_NAMES, DRAW_KINDS, INCIDENT_KINDS, LIMITS, UNKNOWN, YAKU

__all__ = [
    "DRAWS",
    "FLAGS",
    "HEADER",
    "INCIDENTS",
    "LEVELS",
    "LIMIT_WORDS",
    "SEATS",
    "VERBS",
    "YAKU_IDS",
    "YAKU_NAMES",
]

#: How much a record holds: every tile, what was said and shown, or the results alone.
LEVELS: Final = ("full", "public", "result")

#: Keys of the header, in the order in which they are written.
HEADER: Final = (
    "id", "rules", "players", "start", "date", "place", "level", "viewer", "note",
)  # fmt: skip

#: Wind of a seat in the round → how far it sits from the dealer.
SEATS: Final[Mapping[str, int]] = {
    "E": 0, "S": 1, "W": 2, "N": 3, "東": 0, "南": 1, "西": 2, "北": 3,
    "東家": 0, "南家": 1, "西家": 2, "北家": 3,
}  # fmt: skip

_VERBS: Final[dict[str, tuple[str, ...]]] = {
    "chi": ("チー", "吃"),
    "pon": ("ポン", "碰"),
    "kan": ("カン", "槓"),
    "daiminkan": ("大明槓",),
    "kakan": ("加槓",),
    "ankan": ("暗槓",),
    "kita": ("北抜き", "抜きドラ"),
    "riichi": ("リーチ", "立直"),
    "stick": ("リーチ棒",),
    "nostick": (),
    "leaves": (),
    "returns": (),
    "tsumo": ("ツモ", "自摸"),
    "ron": ("ロン", "栄"),
    "draw": ("流局",),
    "dora": ("ドラ",),
    "hand": ("手牌", "配牌"),
    "from": (),
    "of": (),
    "by": (),
    "with": (),
    "dice": ("サイコロ",),
    "sticks": ("供託",),
    "scores": ("持ち点", "持点"),
    "unpaid": (),
    "tenpai": ("テンパイ", "聴牌"),
    "noten": ("ノーテン", "不聴"),
    "indicators": ("ドラ表示牌",),
    "ura": ("裏ドラ", "裏"),
    "pao": ("パオ", "包"),
    "honba": ("本場",),
    "end": ("終了",),
    "unfinished": (),
    "points": (),
}

#: Any word of the play → the word that is written.
VERBS: Final[Mapping[str, str]] = {
    word: name for name, others in _VERBS.items() for word in (name, *others)
}

_DRAWS_JA: Final = (
    ("荒牌", "荒牌平局"), ("九種九牌", "kyuushu"), ("四風連打", "四風子連打", "suufon"),
    ("四家立直", "四人リーチ", "suucha"), ("三家和", "トリロン"),
    ("四槓散了", "四カンツ", "suukan"),
    ("流し満貫", "nagashi"), ("チョンボ", "錯和"), ("やり直し",),
)  # fmt: skip
#: Any name of a draw → its number in :data:`~mjlog.codes.DRAW_KINDS`; ``?`` is one of some kind.
DRAWS: Final[Mapping[str, int]] = {
    word: n
    for n, (name, others) in enumerate(zip(DRAW_KINDS, _DRAWS_JA, strict=True))
    for word in (name, *others)
} | {"?": UNKNOWN}

_INCIDENTS_JA: Final[Mapping[str, tuple[str, ...]]] = {
    "wrong_call": ("錯チー", "錯ポン", "錯カン"),
    "empty_call": ("空チー", "空ポン", "空カン"),
    "wrong_meld_place": ("副露間違え",),
    "shown_tiles": ("見せ牌",),
    "false_accusation": ("見せ牌誤指摘",),
    "out_of_turn_draw": ("ツモ間違え",),
    "wrong_break": ("開門間違え",),
    "peek": ("覗き見",),
    "peek_ura": ("裏ドラ覗き",),
    "too_many_tiles": ("多牌",),
    "too_few_tiles": ("少牌",),
    "unplayable": ("続行不能",),
    "wrong_indicator": ("表示牌間違え",),
    "hand_destroyed": ("手牌崩し",),
    "not_marked": ("和了牌不明示",),
    "false_win": ("誤ロン", "誤ツモ"),
    "touched": ("打牌戻し",),
    "late_call": ("発声遅れ",),
    "riichi_incomplete": ("リーチ不備",),
    "riichi_withdrawn": ("リーチ取消",),
    "noten_riichi": ("ノーテンリーチ",),
    "wrong_riichi": ("リーチ無効",),
    "ruling": ("裁定",),
    "correction": ("訂正",),
    "dead_hand": ("和了放棄",),
    "chombo": ("チョンボ",),
    "ron_ban": ("ロン禁止",),
    "dice": ("サイコロ",),
    "hand_shown": ("手牌公開",),
    "swap_call": ("喰い替え",),
}
#: Any name of an incident → its number in :data:`~mjlog.codes.INCIDENT_KINDS`.
INCIDENTS: Final[Mapping[str, int]] = {
    word: n
    for n, name in enumerate(INCIDENT_KINDS)
    for word in (name, *_INCIDENTS_JA.get(name, ()))
}

#: Incident → the words for its flag, (yes, no); ``yes`` and ``no`` always do.
FLAGS: Final[Mapping[str, tuple[str, str]]] = {
    "shown_tiles": ("deliberate", "accident"),
    "out_of_turn_draw": ("after", "before"),
    "wrong_break": ("after", "before"),
    "wrong_indicator": ("after", "before"),
    "peek": ("first", "again"),
    "peek_ura": ("first", "again"),
    "hand_destroyed": ("confirmed", "unconfirmed"),
    "late_call": ("later", "together"),
}

#: Any name of a limit → its number in :data:`~mjlog.codes.LIMITS`.
LIMIT_WORDS: Final[Mapping[str, int]] = {
    **{name: n for n, name in enumerate(LIMITS) if name},
    "満貫": 1, "跳満": 2, "ハネ満": 2, "倍満": 3, "三倍満": 4, "役満": 5, "nolimit": 0,
}  # fmt: skip

#: Number of a yaku, or of a kind of dora → the name that is written.
YAKU_NAMES: Final[Mapping[int, str]] = {
    **{yaku.id: yaku.name for yaku in YAKU},
    **{number: names[0] for number, names in DORA_NAMES.items()},
}
#: Any name of a yaku, or of a kind of dora → its number.
YAKU_IDS: Final[Mapping[str, int]] = {
    **{name: number for number, name in YAKU_NAMES.items()},
    **{yaku.ja.replace(" ", ""): yaku.id for yaku in YAKU},
    **{names[1]: number for number, names in DORA_NAMES.items()},
    "ツモ": 0, "リーチ": 1, "タンヤオ": 8, "ピンフ": 7, "ura": 65, "aka": 66, "赤": 66,
}  # fmt: skip
