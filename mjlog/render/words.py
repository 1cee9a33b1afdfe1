"""The words of pictures and texts, in English and Japanese."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, Literal

from ..errors import AmbiguousNameError, UnknownNameError

__all__ = [
    "LANGUAGES",
    "WORDS",
    "kanji_number",
    "parse_round_name",
    "parse_wind_name",
    "round_called",
    "round_name",
    "wind_name",
    "word",
]

Lang = Literal["en", "ja"]
LANGUAGES: Final = ("en", "ja")

#: key → (English, Japanese)
WORDS: Final[dict[str, tuple[str, str]]] = {
    # events
    "draw": ("draws", "ツモ"),
    "discard": ("discards", "打"),
    "chi": ("chi", "チー"),
    "pon": ("pon", "ポン"),
    "daiminkan": ("open kan", "大明槓"),
    "kakan": ("added kan", "加槓"),
    "ankan": ("concealed kan", "暗槓"),
    "kita": ("kita", "北抜き"),
    "riichi": ("riichi", "立直"),
    "riichi_accepted": ("deposit", "供託"),
    "dora": ("dora indicator", "ドラ表示"),
    "win": ("wins", "和了"),
    "ryuukyoku": ("draw", "流局"),
    "disconnect": ("disconnected", "切断"),
    "reconnect": ("reconnected", "復帰"),
    "tsumo": ("tsumo", "ツモ"),
    "ron": ("ron", "ロン"),
    "from": ("from", "←"),
    # draws
    "exhaustive": ("exhaustive draw", "荒牌平局"),
    "kyuushu_kyuuhai": ("nine terminals and honours", "九種九牌"),
    "suufon_renda": ("four winds", "四風連打"),
    "suucha_riichi": ("four riichi", "四家立直"),
    "sanchahou": ("three rons", "三家和"),
    "suukan_sanra": ("four kans", "四槓散了"),
    "nagashi_mangan": ("nagashi mangan", "流し満貫"),
    "restart": ("dealt again", "配り直し"),
    "unknown": ("draw", "流局"),
    # errors at the table and what follows
    "wrong_call": ("wrong call", "錯チー・ポン・カン"),
    "empty_call": ("empty call", "空チー・ポン・カン"),
    "wrong_meld_place": ("meld in the wrong place", "副露の位置・牌間違え"),
    "shown_tiles": ("shows", "見せ牌"),
    "false_accusation": ("names a tile that nobody showed", "見せ牌の誤指摘"),
    "out_of_turn_draw": ("draws out of turn", "ツモ巡間違え"),
    "wrong_break": ("wrong break", "開門場所間違え"),
    "peek": ("looks at hidden tiles", "覗き見"),
    "peek_ura": ("looks at the ura indicator", "裏ドラ覗き"),
    "too_many_tiles": ("too many tiles", "多牌"),
    "too_few_tiles": ("too few tiles", "少牌"),
    "unplayable": ("makes play impossible", "続行不能行為"),
    "wrong_indicator": ("wrong indicator", "表示牌間違え"),
    "hand_destroyed": ("breaks up the hand", "手牌崩し"),
    "not_marked": ("does not show the winning tile", "和了牌の明示なし"),
    "false_win": ("false win", "錯和"),
    "touched": ("touches the river with", "河に触れた牌"),
    "late_call": ("calls as well", "発声"),
    "riichi_incomplete": ("half a riichi", "立直の不備"),
    "riichi_withdrawn": ("takes the riichi back", "立直取り消し"),
    "noten_riichi": ("noten riichi", "不聴立直"),
    "wrong_riichi": ("riichi with too few points", "点数不足の立直"),
    "ruling": ("ruling", "裁定"),
    "correction": ("correction", "訂正"),
    "dead_hand": ("dead hand", "和了放棄"),
    "chombo": ("chombo", "チョンボ"),
    "ron_ban": ("no ron on", "ロン禁止"),
    "dice": ("dice", "サイコロ"),
    "hand_shown": ("shows the hand", "手牌公開"),
    "swap_call": ("swap-calling", "喰い替え"),
    "named_by": ("named by", "指摘"),
    "deliberate": ("on purpose", "故意"),
    "accident": ("by accident", "過失"),
    "in_time": ("before the discard", "打牌前"),
    "too_late": ("after the discard", "打牌後"),
    "first_time": ("for the first time", "初回"),
    "no_harm": ("without harm", "支障なし"),
    "disturbed": ("play disturbed", "支障あり"),
    "before_confirmation": ("before it is confirmed", "確認前"),
    "before_payment": ("before it is paid", "精算前"),
    "together": ("at the same time", "同時"),
    "clearly_later": ("clearly later", "明らかに遅れて"),
    # limits
    "mangan": ("mangan", "満貫"),
    "haneman": ("haneman", "跳満"),
    "baiman": ("baiman", "倍満"),
    "sanbaiman": ("sanbaiman", "三倍満"),
    "yakuman": ("yakuman", "役満"),
    # the table
    "hand": ("hand", "手牌"),
    "river": ("discards", "捨て牌"),
    "melds": ("melds", "副露"),
    "waits": ("waits", "待ち"),
    "tenpai": ("tenpai", "聴牌"),
    "noten": ("noten", "不聴"),
    "shanten": ("shanten", "向聴"),
    "complete": ("complete", "和了形"),
    "furiten": ("furiten", "フリテン"),
    "furiten_discard": ("discard furiten", "捨て牌フリテン"),
    "furiten_temporary": ("temporary furiten", "同巡フリテン"),
    "furiten_riichi": ("riichi furiten", "立直フリテン"),
    "live_wall": ("live wall", "残り"),
    "deposits": ("deposits", "供託"),
    "honba": ("honba", "本場"),
    "indicators": ("dora indicators", "ドラ表示牌"),
    "ura": ("ura indicators", "裏ドラ表示牌"),
    "dealer": ("dealer", "親"),
    "points": ("points", "点"),
    "han": ("han", "翻"),
    "fu": ("fu", "符"),
    "pao": ("liable", "包"),
    "all": ("all", "オール"),
    # the game
    "game": ("game", "対局"),
    "players": ("players", "対局者"),
    "rules": ("rules", "ルール"),
    "lobby": ("lobby", "ロビー"),
    "game_points": ("placement points", "ポイント"),
    "round": ("round", "局"),
    "rounds": ("rounds", "局数"),
    "result": ("result", "結果"),
    "final": ("final", "終局"),
    "place": ("place", "順位"),
    "name": ("name", "名前"),
    "score": ("score", "得点"),
    "seat": ("seat", "席"),
    "turn": ("turn", "巡目"),
    "event": ("event", "手順"),
    "step": ("before event", "手順"),
    "end": ("end of the round", "局終了"),
    "start": ("start of the round", "局開始"),
    "no_end": ("no end recorded", "記録が途中まで"),
}

_WINDS = (("East", "東"), ("South", "南"), ("West", "西"), ("North", "北"))
_NUMERALS = "〇一二三四五六七八九"


def word(key: str, lang: str = "en") -> str:
    """Return a word in ``lang``.

    Raises:
        UnknownNameError: ``lang`` is neither ``en`` nor ``ja``.
    """
    return WORDS[key][_column(lang)]


def wind_name(wind: int, lang: str = "en") -> str:
    """Return the name of wind 0–3."""
    return _WINDS[wind % 4][_column(lang)]


def round_name(wind: int, dealer: int, honba: int, lang: str = "en") -> str:
    """Return the name of a round in words.

    >>> round_name(0, 1, 1, "ja"), round_name(0, 1, 1)
    ('東二局一本場', 'East 2, 1 honba')
    """
    if _column(lang) == 0:
        return f"{wind_name(wind)} {dealer + 1}" + (f", {honba} honba" if honba > 0 else "")
    counters = f"{kanji_number(honba)}本場" if honba > 0 else ""
    return f"{wind_name(wind, lang)}{kanji_number(dealer + 1)}局{counters}"


_ROUND: Final = re.compile(
    r"(east|south|west|north|[eswn東南西北])"  # round wind
    r"([1-4一二三四])局?"  # dealer
    r"(?:[.-]?([0-9]{1,2}|[〇一二三四五六七八九十]{1,3})(?:本場|honba)?)?"  # counters
)


def parse_round_name(text: str) -> str | None:
    """Return the label of a round written in any usual way, None when it is none.

    The label has no counters where the text has none.

    >>> [parse_round_name(t) for t in ("e4", "East 4, 1 honba", "東四局十二本場", "南2局", "x")]
    ['E4', 'E4.1', 'E4.12', 'S2', None]
    """
    plain = re.sub(r"[\s,、]", "", unicodedata.normalize("NFKC", text).lower())
    match = _ROUND.fullmatch(plain)
    if match is None:
        return None
    wind = parse_wind_name(match[1])
    dealer = _number(match[2])
    if wind is None or dealer is None:
        return None
    honba = _number(match[3]) if match[3] else None
    return f"{'ESWN'[wind]}{dealer}" + ("" if honba is None else f".{honba}")


def round_called(text: str, names: Sequence[str]) -> int:
    """Return which of the rounds of a game ``text`` means.

    Args:
        text: A name, any usual form of it, or the part of it that fits one round.
        names: The rounds' names, see :meth:`~mjlog.model.GameBatch.round_name`.

    Raises:
        UnknownNameError: It fits none of them.
        AmbiguousNameError: It fits several.

    >>> [round_called(t, ["E1.0#1", "E1.0#2", "E2.0"]) for t in ("e1.0 #2", "east 2")]
    [1, 2]
    """
    words, mark, number = text.partition("#")
    wanted = (parse_round_name(words) or words.strip().upper()) + mark + number.strip()
    fitting = [
        place
        for place, name in enumerate(names)
        if wanted in (name, name.partition("#")[0], name.partition(".")[0])
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise AmbiguousNameError("round", text, [names[place] for place in fitting])
    raise UnknownNameError("round", text, names)


def parse_wind_name(text: str) -> int | None:
    """Return wind 0–3 for ``East``, ``e``, ``東`` or ``東家``, None for anything else."""
    plain = unicodedata.normalize("NFKC", text).strip().lower().removesuffix("家")
    for wind, (english, kanji) in enumerate(_WINDS):
        if plain and plain in (english.lower(), english[0].lower(), kanji):
            return wind
    return None


def _number(text: str) -> int | None:
    """Return a number up to 99 in digits or kanji."""
    if text.isdecimal():
        return int(text)
    return next((value for value in range(100) if kanji_number(value) == text), None)


def kanji_number(value: int) -> str:
    """Return 0–99 in kanji (``十二``); larger numbers in digits."""
    if not 0 <= value < 100:
        return str(value)
    tens, ones = divmod(value, 10)
    if tens == 0:
        return _NUMERALS[ones]
    return ("" if tens == 1 else _NUMERALS[tens]) + "十" + (_NUMERALS[ones] if ones else "")


def _column(lang: str) -> int:
    if lang not in LANGUAGES:
        raise UnknownNameError("language", lang, LANGUAGES)
    return LANGUAGES.index(lang)
