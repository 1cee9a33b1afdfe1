"""The words of a review of an American game, in English and Japanese."""

from __future__ import annotations

from typing import Final

__all__ = ["LEGS", "say"]

#: Leg of a Charleston → its name.
LEGS: Final[dict[str, tuple[str, str]]] = {
    "R1": ("first right", "第1チャールストン 右"),
    "O1": ("first across", "第1チャールストン 対面"),
    "L1": ("first left", "第1チャールストン 左"),
    "L2": ("second left", "第2チャールストン 左"),
    "O2": ("second across", "第2チャールストン 対面"),
    "R2": ("second right", "第2チャールストン 右"),
}

_WORDS: Final[dict[str, tuple[str, str]]] = {
    # the head
    "title": ("American mahjong, {}", "アメリカ麻雀 {}"),
    "game": ("game", "対局"),
    "players": ("players", "対局者"),
    "rules": ("rules", "ルール"),
    "card": ("card", "カード"),
    "unknown": ("unknown", "不明"),
    "level": ("level", "記録"),
    "total": ("points", "得点"),
    "hand": ("hand {}, {}", "第{}局 {}家"),
    "east": ("East is {}", "東家 {}"),
    # labels and choices
    "turn": ("turn {}", "{}巡目"),
    "courtesy": ("courtesy pass", "コーテシーパス"),
    "owed": ("{}, tiles owed", "{} 借りた牌"),
    "discard_of": ("{} discarded by {}", "{}の捨て牌 {}"),
    "pass_tiles": ("pass {}", "渡す {}"),
    "discard": ("discard {}", "打 {}"),
    "mahjong": ("mahjong", "マージャン"),
    "exchange": ("exchange {} for the joker of {}", "{} と {} のジョーカーを交換"),
    "expose": ("expose {}", "晒す {}"),
    "pass": ("pass", "見送り"),
    # facts
    "away": ("away", "あと"),
    "lines": ("nearest lines", "最も近い型"),
    "helps": ("tiles that help", "有効牌"),
    "live": ("live", "残り"),
    "none": ("no line", "型なし"),
    "more": ("{} and {} more", "{} ほか{}"),
    # remarks
    "win_missed": ("Mahjong was there: {}.", "あがれた: {}。"),
    "farther": ("{} away instead of {}.", "あと{}枚 (最善はあと{}枚)。"),
    "farther_none": (
        "No line is left; another choice keeps the hand {} away.",
        "あがれる型がない (最善はあと{}枚)。",
    ),
    "joker_left": (
        "A joker was there for {} (exposure of {}): {} away.",
        "{} と {} のジョーカーを交換できた: あと{}枚。",
    ),
    "exposed_far": (
        "The exposure leads away from the card. {}",
        "晒してカードから遠ざかった。{}",
    ),
    # notes
    "before": ("before the pass {} away: {}", "渡す前はあと{}枚: {}"),
    "keep": ("{} of {} passes keep the hand at {}", "{}通り/{}通りがあと{}枚を保つ"),
    "blind": ("{} passed blind", "{}枚は見ずに渡した"),
    "joker_thrown": ("a joker is thrown", "ジョーカーを捨てた"),
    "threat": ("{} shows {} exposures", "{} の晒しは{}組"),
    "nearer": ("an exposure would have come nearer", "晒せば近づいた"),
    "left": ("lines still possible: {}", "残る型: {}"),
    "died": ("no longer possible: {}", "消えた型: {}"),
    "no_line": ("no line is left for this hand", "あがれる型がない"),
    "dead": ("dead from event {} on: {}", "手順{}から無効: {}"),
    "results": (
        "a record of results holds no tiles: no decisions",
        "結果だけの記録には牌がなく、選択を調べられない",
    ),
    "no_card": (
        "the card is not known (--card gives it): no decisions",
        "カードが不明(--card で指定)のため選択を調べられない",
    ),
    "tiles": (
        "the tiles of the hand are not known: no decisions",
        "手牌が不明のため選択を調べられない",
    ),
    "some_tiles": (
        "choices not looked at, as tiles of the hand are not known: {}",
        "手牌が不明のため調べなかった選択: {}",
    ),
    "swaps": (
        "tiles change places that no record tells ({}): no decisions",
        "記録にない牌の入れ替え({})のため選択を調べられない",
    ),
    "away_from_table": ("{} does not sit at the table", "{} は卓にいない"),
    # the summary
    "decisions": ("decisions", "判断"),
    "much": ("much given away", "大きな損"),
    "some": ("some given away", "小さな損"),
    "rule": ("against the rules", "ルール違反"),
    "good_discards": ("discards that keep the hand nearest", "最も近い手を保つ打牌"),
    "good_passes": ("passes that keep the hand nearest", "最も近い手を保つ渡し"),
    "wins_missed": ("wins passed", "見逃した和了"),
    "jokers_left": ("jokers not exchanged", "交換しなかったジョーカー"),
    "exposures": ("exposures made", "晒し"),
    "dead_hands": ("dead hands", "無効の手"),
    "of": ("{} of {}", "{}/{}"),
}  # fmt: skip


def say(key: str, lang: str, *values: object) -> str:
    """Return words in ``lang`` with ``values`` in their places."""
    return _WORDS[key][lang == "ja"].format(*values)
