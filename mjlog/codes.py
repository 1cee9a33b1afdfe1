"""The small integers that columns hold: event kinds, draw kinds, limits, furiten, yaku.

One table each. Finding codes have their own module, :mod:`mjlog.findings`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = [
    "DRAW_KINDS",
    "EVENT_KINDS",
    "FURITEN",
    "INCIDENT_KINDS",
    "LIMITS",
    "YAKU",
    "Yaku",
    "round_label",
    "yaku_by_name",
]

# --- events ------------------------------------------------------------------------------
DRAW: Final = 0
DISCARD: Final = 1
CHI: Final = 2
PON: Final = 3
DAIMINKAN: Final = 4
KAKAN: Final = 5
ANKAN: Final = 6
KITA: Final = 7
RIICHI: Final = 8  # the declaration; the declaration tile is the DISCARD that follows
RIICHI_ACCEPTED: Final = 9  # the deposit is on the table
DORA: Final = 10  # a new dora indicator is turned
WIN: Final = 11  # aux = row of the wins columns
RYUUKYOKU: Final = 12  # the round ends without a win; aux = row of the draws columns
DISCONNECT: Final = 13
RECONNECT: Final = 14

EVENT_KINDS: Final = (
    "draw",
    "discard",
    "chi",
    "pon",
    "daiminkan",
    "kakan",
    "ankan",
    "kita",
    "riichi",
    "riichi_accepted",
    "dora",
    "win",
    "ryuukyoku",
    "disconnect",
    "reconnect",
)

# --- how a round ends without a win --------------------------------------------------------
EXHAUSTIVE: Final = 0
KYUUSHU: Final = 1  # 九種九牌
SUUFON: Final = 2  # 四風連打
SUUCHA: Final = 3  # 四家立直
SANCHAHOU: Final = 4  # 三家和
SUUKAN: Final = 5  # 四槓散了
NAGASHI: Final = 6  # 流し満貫
CHOMBO_DRAW: Final = 7  # 錯和: the round is void and played again
RESTART: Final = 8  # a wrong break found in time: dealt anew, nothing else changes

DRAW_KINDS: Final = (
    "exhaustive",
    "kyuushu_kyuuhai",
    "suufon_renda",
    "suucha_riichi",
    "sanchahou",
    "suukan_sanra",
    "nagashi_mangan",
    "chombo",
    "restart",
)

# --- table errors (錯行為), events that only a person at the table can record -----------------
WRONG_CALL: Final = 0  # 錯チー・錯ポン・錯カン: the tiles shown do not form the set
EMPTY_CALL: Final = 1  # 空チー・空ポン・空カン: called, nothing shown
WRONG_MELD_PLACE: Final = 2  # 副露位置・牌間違え: a meld laid wrongly; flag 0 did no harm
SHOWN_TILES: Final = 3  # 見せ牌: flag 1 deliberate, 0 by accident; by_seat who named it
FALSE_ACCUSATION: Final = 4  # 「○○見せ牌」 without a shown tile
OUT_OF_TURN_DRAW: Final = 5  # ツモ巡・ツモ牌間違え: flag 1 after the discard, 0 before it
WRONG_BREAK: Final = 6  # 開門場所間違え: flag 1 after the dealer's first discard, 0 before it
PEEK: Final = 7  # 覗き見: another hand or the dead wall; flag 1 the player's first time
PEEK_URA: Final = 8  # the ura indicator looked at before the win; flag 1 the first time
TOO_MANY_TILES: Final = 9  # 多牌
TOO_FEW_TILES: Final = 10  # 少牌
UNPLAYABLE: Final = 11  # 続行不能行為: the play cannot go on
# 表示牌間違え: tiles shown and proper; flag 1 after the dealer's first discard, 0 before it
WRONG_INDICATOR: Final = 12
HAND_DESTROYED: Final = 13  # hand broken up: flag 0 before it was confirmed, 1 before it was paid
NOT_MARKED: Final = 14  # 和了牌の明示: the winning tile of a tsumo was not shown
FALSE_WIN: Final = 15  # 錯和・誤ロン: a win declared without one
TOUCHED: Final = 16  # 打牌: a tile touched the river and went back
LATE_CALL: Final = 17  # 優先順位: a call beside another one; flag 0 at the same time, else later
RIICHI_INCOMPLETE: Final = 18  # only the word, or only the tile sideways
RIICHI_WITHDRAWN: Final = 19
NOTEN_RIICHI: Final = 20  # a riichi hand that was no tenpai when it was shown
WRONG_RIICHI: Final = 21  # a riichi that the rules did not allow (points), named at the table
RULING: Final = 22  # 立会人裁定: what a referee, or the players, decided
CORRECTION: Final = 23  # a change of points after the settlement; flag 0 before the break-up
DEAD_HAND: Final = 24  # consequence: 和了放棄
CHOMBO: Final = 25  # consequence: チョンボ; deltas what was paid at the table
RON_BAN: Final = 26  # consequence: the tiles may not be ronned
DICE: Final = 27  # the dice of the next hand are thrown
HAND_SHOWN: Final = 28  # テンパイの公開: a hand shown at a draw, in the order of showing
SWAP_CALL: Final = 29  # 喰い替え: the discard after a call that the rules forbid

INCIDENT_KINDS: Final = (
    "wrong_call",
    "empty_call",
    "wrong_meld_place",
    "shown_tiles",
    "false_accusation",
    "out_of_turn_draw",
    "wrong_break",
    "peek",
    "peek_ura",
    "too_many_tiles",
    "too_few_tiles",
    "unplayable",
    "wrong_indicator",
    "hand_destroyed",
    "not_marked",
    "false_win",
    "touched",
    "late_call",
    "riichi_incomplete",
    "riichi_withdrawn",
    "noten_riichi",
    "wrong_riichi",
    "ruling",
    "correction",
    "dead_hand",
    "chombo",
    "ron_ban",
    "dice",
    "hand_shown",
    "swap_call",
)

# --- limits --------------------------------------------------------------------------------
NO_LIMIT: Final = 0
MANGAN: Final = 1
HANEMAN: Final = 2
BAIMAN: Final = 3
SANBAIMAN: Final = 4
YAKUMAN: Final = 5
LIMITS: Final = ("", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")

# --- furiten, per seat, after every event ----------------------------------------------------
NOT_FURITEN: Final = 0
DISCARD_FURITEN: Final = 1
TEMPORARY_FURITEN: Final = 2
RIICHI_FURITEN: Final = 3
FURITEN: Final = ("none", "discard", "temporary", "riichi")

# --- unknown values ---------------------------------------------------------------------------
WINDS: Final = "ESWN"
UNKNOWN: Final = 255  # seats, tiles and other uint8 codes
UNKNOWN_POINTS: Final = -(2**31)  # int32 points: real scores go below zero


# --- yaku -----------------------------------------------------------------------------------
class Yaku(NamedTuple):
    """One yaku.

    Attributes:
        id: Bit in a yaku mask (0–63). 0–51 are Tenhou's ids; 52 on are local yaku.
        name: Romaji.
        ja: Japanese.
        closed: Han in a closed hand; 0 for a yakuman.
        open: Han in an open hand; 0 when it needs a closed hand.
        yakuman: Whether it is a yakuman.
    """

    id: int
    name: str
    ja: str
    closed: int
    open: int
    yakuman: bool = False


YAKU: Final[tuple[Yaku, ...]] = (
    Yaku(0, "menzen_tsumo", "門前清自摸和", 1, 0),
    Yaku(1, "riichi", "立直", 1, 0),
    Yaku(2, "ippatsu", "一発", 1, 0),
    Yaku(3, "chankan", "槍槓", 1, 1),
    Yaku(4, "rinshan", "嶺上開花", 1, 1),
    Yaku(5, "haitei", "海底摸月", 1, 1),
    Yaku(6, "houtei", "河底撈魚", 1, 1),
    Yaku(7, "pinfu", "平和", 1, 0),
    Yaku(8, "tanyao", "断幺九", 1, 1),
    Yaku(9, "iipeikou", "一盃口", 1, 0),
    Yaku(10, "seat_wind_east", "自風 東", 1, 1),
    Yaku(11, "seat_wind_south", "自風 南", 1, 1),
    Yaku(12, "seat_wind_west", "自風 西", 1, 1),
    Yaku(13, "seat_wind_north", "自風 北", 1, 1),
    Yaku(14, "round_wind_east", "場風 東", 1, 1),
    Yaku(15, "round_wind_south", "場風 南", 1, 1),
    Yaku(16, "round_wind_west", "場風 西", 1, 1),
    Yaku(17, "round_wind_north", "場風 北", 1, 1),
    Yaku(18, "haku", "役牌 白", 1, 1),
    Yaku(19, "hatsu", "役牌 發", 1, 1),
    Yaku(20, "chun", "役牌 中", 1, 1),
    Yaku(21, "double_riichi", "両立直", 2, 0),
    Yaku(22, "chiitoitsu", "七対子", 2, 0),
    Yaku(23, "chanta", "混全帯幺九", 2, 1),
    Yaku(24, "ittsuu", "一気通貫", 2, 1),
    Yaku(25, "sanshoku_doujun", "三色同順", 2, 1),
    Yaku(26, "sanshoku_doukou", "三色同刻", 2, 2),
    Yaku(27, "sankantsu", "三槓子", 2, 2),
    Yaku(28, "toitoi", "対々和", 2, 2),
    Yaku(29, "sanankou", "三暗刻", 2, 2),
    Yaku(30, "shousangen", "小三元", 2, 2),
    Yaku(31, "honroutou", "混老頭", 2, 2),
    Yaku(32, "ryanpeikou", "二盃口", 3, 0),
    Yaku(33, "junchan", "純全帯幺九", 3, 2),
    Yaku(34, "honitsu", "混一色", 3, 2),
    Yaku(35, "chinitsu", "清一色", 6, 5),
    Yaku(36, "renhou", "人和", 0, 0, True),
    Yaku(37, "tenhou", "天和", 0, 0, True),
    Yaku(38, "chiihou", "地和", 0, 0, True),
    Yaku(39, "daisangen", "大三元", 0, 0, True),
    Yaku(40, "suuankou", "四暗刻", 0, 0, True),
    Yaku(41, "suuankou_tanki", "四暗刻単騎", 0, 0, True),
    Yaku(42, "tsuuiisou", "字一色", 0, 0, True),
    Yaku(43, "ryuuiisou", "緑一色", 0, 0, True),
    Yaku(44, "chinroutou", "清老頭", 0, 0, True),
    Yaku(45, "chuuren", "九蓮宝燈", 0, 0, True),
    Yaku(46, "junsei_chuuren", "純正九蓮宝燈", 0, 0, True),
    Yaku(47, "kokushi", "国士無双", 0, 0, True),
    Yaku(48, "kokushi_13", "国士無双十三面", 0, 0, True),
    Yaku(49, "daisuushi", "大四喜", 0, 0, True),
    Yaku(50, "shousuushi", "小四喜", 0, 0, True),
    Yaku(51, "suukantsu", "四槓子", 0, 0, True),
    Yaku(52, "daisharin", "大車輪", 0, 0, True),  # 大竹林 in souzu, 大数隣 in manzu
    Yaku(53, "ishi_no_ue_ni_mo_sannen", "石の上にも三年", 0, 0, True),
    Yaku(54, "daichisei", "大七星", 0, 0, True),
    Yaku(55, "tsubame_gaeshi", "燕返し", 1, 1),
    Yaku(56, "kanburi", "槓振り", 1, 1),
    Yaku(57, "shiiaru_raotai", "十二落抬", 1, 1),
    Yaku(58, "uumensai", "五門斉", 2, 2),
    Yaku(59, "sanrenkou", "三連刻", 2, 2),
    Yaku(60, "isshoku_sanjun", "一色三順", 3, 2),
    Yaku(61, "iipin_moyue", "一筒摸月", 5, 5),
    Yaku(62, "chuupin_raoyui", "九筒撈魚", 5, 5),
)

# Entries of a recorded yaku list that are no yaku.
YAKU_DORA: Final = 64
YAKU_URA: Final = 65
YAKU_AKA: Final = 66
YAKU_KITA: Final = 67
DORA_NAMES: Final = {64: ("dora", "ドラ"), 65: ("ura_dora", "裏ドラ"),
                     66: ("red_dora", "赤ドラ"), 67: ("kita", "抜きドラ")}  # fmt: skip


def round_label(wind: int, dealer: int, honba: int) -> str:
    """Return the name of a round: wind letter, dealer's number, counters.

    >>> round_label(0, 1, 1)
    'E2.1'
    """
    letter = WINDS[wind] if wind < len(WINDS) else "?"
    return f"{letter}{dealer + 1}.{max(honba, 0)}"


def yaku_by_name(name: str) -> Yaku:
    """Return the yaku called ``name`` (romaji or Japanese).

    Raises:
        UnknownNameError: No yaku has that name.
    """
    from .errors import UnknownNameError

    for yaku in YAKU:
        if name in (yaku.name, yaku.ja):
            return yaku
    raise UnknownNameError("yaku", name, [y.name for y in YAKU])
