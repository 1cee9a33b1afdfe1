"""Consequences of errors at the table in words, English and Japanese."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .render.words import WORDS, wind_name, word

if TYPE_CHECKING:
    from .findings import Finding

__all__ = ["consequence_text", "referee_lines"]

#: Name of a consequence, or of what was done → (English, Japanese).
_NAMES: Final[dict[str, tuple[str, str]]] = {
    "nothing": ("nothing", "なし"),
    "dead_hand": ("dead hand", "和了放棄"),
    "chombo": ("chombo", "チョンボ"),
    "ron_ban": ("no ron on", "ロン禁止"),
    "redeal": ("dealt again", "配り直し"),
    "play_on": ("played on", "続行"),
    "void": ("the hand is void", "無勝負"),
    "counts": ("the result counts", "結果は有効"),
    "win": ("a win", "和了"),
    "no_win": ("no win", "和了なし"),
    "call": ("a call", "鳴き"),
    "no_call": ("no call", "鳴きなし"),
    "tenpai": ("tenpai", "聴牌"),
    "noten": ("noten", "不聴"),
    "discard": ("discard", "打牌"),
    "indicator": ("indicator", "ドラ表示牌"),
    "riichi": ("the riichi stands", "立直有効"),
    "riichi_unpaid": ("riichi without deposit", "供託なしの立直"),
    "no_riichi": ("no riichi", "立直なし"),
    "paid": ("payment", "支払い"),
    "changed": ("change", "点数移動"),
    "stands": ("the payment stands", "授受は確定"),
    "points": ("final points", "最終ポイント"),
    "sticks": ("sticks", "供託"),
    "score": ("score", "持ち点"),
    "dealer": ("dealer", "親"),
    "counters": ("counters", "本場"),
    "wind": ("round wind", "場風"),
    "shown": ("shown in the order", "公開順"),
}
_REPLAYED: Final = (", the hand is void and played again", "、無勝負でやり直し")
_AFTER: Final = (" off the final points", "（成績から減点）")
_NOT_PAID: Final = ("no payment at the table", "その場の支払いなし")
_LABELS: Final = (("consequence", "corrected scores"), ("処置", "正しい持ち点"))


def consequence_text(finding: Finding, value: dict[str, Any], lang: str = "en") -> str:
    """Return a recorded or expected value of a finding of family E in words."""
    from .finding_text import seat_text

    ja = lang == "ja"
    name = str(value["consequence"])
    text = word(name, lang) if name not in _NAMES and name in WORDS else _NAMES[name][ja]
    if "tiles" in value:
        text = f"{value['tiles']}{text}" if ja and name == "ron_ban" else f"{text} {value['tiles']}"
    if "points" in value:
        text += f" {value['points']:+.1f}" + (_AFTER[ja] if name == "chombo" else "")
    if "deltas" in value and name == "paid" and not any(value["deltas"]):
        text = _NOT_PAID[ja]
    elif "deltas" in value:
        text += f" {_by_wind(finding, value['deltas'])}"
    if "seats" in value:
        text += " " + ", ".join(seat_text(finding, seat, lang) for seat in value["seats"])
    if value.get("void"):
        text += _REPLAYED[ja]
    if "value" in value:
        text += f" {_value(finding, name, value['value'], lang)}"
    return text


def _value(finding: Finding, name: str, number: int, lang: str) -> str:
    from .finding_text import seat_text

    if name == "dealer":
        return seat_text(finding, number, lang)
    return wind_name(number, lang) if name == "wind" else f"{number:,}"


def _order(finding: Finding) -> list[int]:
    """Return the seats from East on."""
    seats = range(finding.players)
    return sorted(seats, key=lambda seat: finding.wind_of(seat) or 0)


def _by_wind(finding: Finding, points: list[int]) -> str:
    """Return changes of points from East on, ``-12,000/+4,000/+4,000/+4,000``."""
    return "/".join(f"{points[seat]:+,}" for seat in _order(finding))


def referee_lines(finding: Finding, lang: str = "en") -> list[str]:
    """Return what a referee needs beside the message: the consequence and the scores after it."""
    from .finding_text import seat_text

    expected, scores = finding.expected, finding.scores
    consequence, corrected = _LABELS[lang == "ja"]
    lines = []
    if finding.code[:1] == "E" and isinstance(expected, dict):
        lines.append(f"{consequence}: {consequence_text(finding, expected, lang)}")
        scores = expected.get("scores") or ()
    if scores:
        names = ((seat_text(finding, seat, lang), scores[seat]) for seat in _order(finding))
        lines.append(f"{corrected}: " + ", ".join(f"{name} {score:,}" for name, score in names))
    return lines
