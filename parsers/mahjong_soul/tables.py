"""The words of Mahjong Soul: yaku, levels, rooms, draws, special modes."""

from __future__ import annotations

from typing import Final

from mjlog.codes import (
    KYUUSHU,
    SANCHAHOU,
    SUUCHA,
    SUUFON,
    SUUKAN,
    YAKU_AKA,
    YAKU_DORA,
    YAKU_KITA,
    YAKU_URA,
)

__all__ = [
    "DRAWS",
    "FAN_IDS",
    "FAN_NAMES",
    "RANKS",
    "SPECIAL_MODES",
    "TITLES",
    "level_name",
    "room_name",
    "yaku_of_fan",
]

SEAT_WIND: Final = 10  # yaku id of the seat wind East; the others follow
ROUND_WIND: Final = 14
FAN_SEAT_WIND: Final = 10
FAN_ROUND_WIND: Final = 11

#: Id in a record → yaku id, or the number of a dora entry; the winds are in :func:`yaku_of_fan`.
FAN_IDS: Final[dict[int, int]] = {
    1: 0, 2: 1, 3: 3, 4: 4, 5: 5, 6: 6, 7: 18, 8: 19, 9: 20, 10: SEAT_WIND, 11: ROUND_WIND,
    12: 8, 13: 9, 14: 7, 15: 23, 16: 24, 17: 25, 18: 21, 19: 26, 20: 27, 21: 28, 22: 29, 23: 30,
    24: 31, 25: 22, 26: 33, 27: 34, 28: 32, 29: 35, 30: 2, 31: YAKU_DORA, 32: YAKU_AKA,
    33: YAKU_URA, 34: YAKU_KITA, 35: 37, 36: 38, 37: 39, 38: 40, 39: 42, 40: 43, 41: 44, 42: 47,
    43: 50, 44: 51, 45: 45, 47: 46, 48: 41, 49: 48, 50: 49,
    # local yaku (古役); 大竹林 and 大数隣 are 大車輪 in another suit
    51: 55, 52: 56, 53: 57, 54: 58, 55: 59, 56: 60, 57: 61, 58: 62, 59: 36, 60: 52, 61: 52,
    62: 52, 63: 53, 64: 54, 65: 36,
}  # fmt: skip

_NAMES: Final = (
    "门前清自摸和 立直 枪杠 岭上开花 海底摸月 河底捞鱼 役牌_白 役牌_发 役牌_中 役牌:门风牌 "
    "役牌:场风牌 断幺九 一杯口 平和 混全带幺九 一气通贯 三色同顺 两立直 三色同刻 三杠子 对对和 "
    "三暗刻 小三元 混老头 七对子 纯全带幺九 混一色 二杯口 清一色 一发 宝牌 红宝牌 里宝牌 "
    "拔北宝牌 天和 地和 大三元 四暗刻 字一色 绿一色 清老头 国士无双 小四喜 四杠子 九莲宝灯 "
    "八连庄 纯正九莲宝灯 四暗刻单骑 国士无双十三面 大四喜"
)
#: Name in the records of 2019 and 2020, which have no ids → id.
FAN_NAMES: Final[dict[str, int]] = {
    name.replace("_", " "): number for number, name in enumerate(_NAMES.split(), 1)
}

#: Kind of an abortive draw → kind of draw.
DRAWS: Final[dict[int, int]] = {
    1: KYUUSHU, 2: SUUFON, 3: SUUKAN, 4: SUUCHA, 5: SANCHAHOU,
}  # fmt: skip

#: Name of a limit in the records of 2019 and 2020 → limit.
TITLES: Final[dict[str, int]] = {
    "满贯": 1, "跳满": 2, "倍满": 3, "三倍满": 4, "役满": 5, "累计役满": 5, "两倍役满": 5,
    "三倍役满": 5, "四倍役满": 5, "五倍役满": 5, "六倍役满": 5,
}  # fmt: skip

RANKS: Final = ("初心", "雀士", "雀傑", "雀豪", "雀聖", "魂天", "魂天")

#: Setting of a room → mode that is played otherwise than riichi mahjong.
SPECIAL_MODES: Final[dict[str, str]] = {
    "dora3_mode": "ドラ三枚 (dora3_mode)",
    "begin_open_mode": "配牌オープン (begin_open_mode)",
    "jiuchao_mode": "明鏡の戦 (jiuchao_mode)",
    "muyu_mode": "龍之目玉 (muyu_mode)",
    "open_hand": "オープンハンド (open_hand)",
    "xuezhandaodi": "修羅の戦 (xuezhandaodi)",
    "huansanzhang": "換三張 (huansanzhang)",
    "chuanma": "赤血の戦 (chuanma)",
    "reveal_discard": "闇夜の戦 (reveal_discard)",
    "field_spell_mode": "幻域の戦 (field_spell_mode)",
    "zhanxing": "占星の戦 (zhanxing)",
    "tianming_mode": "天命の戦 (tianming_mode)",
    "yongchang_mode": "詠唱の戦 (yongchang_mode)",
    "hunzhiyiji_mode": "魂の一撃 (hunzhiyiji_mode)",
    "wanxiangxiuluo_mode": "万象修羅の戦 (wanxiangxiuluo_mode)",
    "beishuizhizhan_mode": "背水の戦 (beishuizhizhan_mode)",
}
#: The same as it shows in the first record of a round.
ROUND_MODES: Final[dict[str, str]] = {
    "muyu": SPECIAL_MODES["muyu_mode"],
    "field_spell": SPECIAL_MODES["field_spell_mode"],
    "yongchang": SPECIAL_MODES["yongchang_mode"],
    "xia_ke_shang": "下剋上 (xia_ke_shang)",
}

_ROOMS: Final = ("銅の間", "銀の間", "金の間", "玉の間", "王座の間")
#: Rooms of three players begin here: two numbers each, East and South.
FIRST_ROOM_3P: Final = 17
CATEGORIES: Final = {1: "友人戦", 2: "段位戦", 4: "大会戦", 100: "チュートリアル"}


def yaku_of_fan(fan: int, *, round_wind: int, seat_wind: int) -> int | None:
    """Return the yaku id of an id in a record, None for one that is not known.

    >>> yaku_of_fan(10, round_wind=0, seat_wind=2)
    12
    """
    if fan == FAN_SEAT_WIND:
        return SEAT_WIND + seat_wind
    if fan == FAN_ROUND_WIND:
        return ROUND_WIND + round_wind
    return FAN_IDS.get(fan)


def level_name(level: int) -> str | None:
    """Return the words for a level: players, rank and star stand in its digits.

    >>> level_name(10402), level_name(20301), level_name(7)
    ('雀豪2', '雀傑1', None)
    """
    rank, star = level // 100 % 100, level % 100
    if level // 10000 not in (1, 2) or not 1 <= rank <= len(RANKS):
        return None
    return f"{RANKS[rank - 1]}{star}"


def room_name(category: int, mode_id: int, room_id: int, contest_uid: int) -> str | None:
    """Return the words for the place of a game.

    >>> room_name(2, 12, 0, 0), room_name(2, 24, 0, 0), room_name(1, 0, 63031, 0)
    ('玉の間', '玉の間', '友人戦 63031')
    """
    if category == 2:
        if 1 <= mode_id <= 12:
            return _ROOMS[(mode_id - 1) // 3]
        if mode_id in (15, 16):
            return _ROOMS[4]
        if FIRST_ROOM_3P <= mode_id < FIRST_ROOM_3P + 10:
            return _ROOMS[(mode_id - FIRST_ROOM_3P) // 2]
        return f"段位戦 {mode_id}" if mode_id else "段位戦"
    number = {1: room_id, 4: contest_uid}.get(category, 0)
    if category not in CATEGORIES:
        return None
    return f"{CATEGORIES[category]} {number}" if number else CATEGORIES[category]
