"""Findings in words, English and Japanese: the message, the place, what could not be checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .codes import YAKU
from .finding_titles import TITLES_JA
from .render.words import WORDS, wind_name, word

if TYPE_CHECKING:
    from .findings import Finding

__all__ = [
    "NOT_CHECKED",
    "SEVERITIES_JA",
    "Unchecked",
    "finding_text",
    "place_text",
    "rule_text",
    "seat_text",
    "title",
    "value_text",
]

#: What stands in the place of rule parameters.
_RULES_JA: Final = (
    ("common rule", "一般ルール"),
    ("rule book of the League", "全米麻雀リーグの規則書"),
    ("yaku list", "役の一覧"),
    ("fu rules", "符計算"),
    ("open points of the ruleset", "ルールの未確定点"),
    ("the wall is fixed by the seed in the record", "牌山は記録のシードで決まる"),
    (
        "the wall is fixed by the hash that was published before the round",
        "牌山は局の前に公開されたハッシュ値で決まる",
    ),
)
SEVERITIES_JA: Final = {"error": "エラー", "warning": "警告", "note": "注記"}


class Unchecked(NamedTuple):
    """Why a check could not be made.

    Attributes:
        unit: What is counted.
        en, ja: The reason in a few words.
        explanation: What is left unchecked.
    """

    unit: str
    en: str
    ja: str
    explanation: str


#: What the summary of an audit lists as not checked.
NOT_CHECKED: Final[dict[str, Unchecked]] = {
    "wall": Unchecked(
        "rounds", "the record holds no seed that is known", "既知のシードが記録にない",
        "Without the seed the wall cannot be rebuilt, so deal, draws and indicators are not "
        "compared with it (family W). Many collections leave the seed out; nothing is wrong.",
    ),
    "play": Unchecked(
        "rounds", "only the result of the round is recorded", "局の結果だけの記録",
        "Without turns and tiles nothing is said about tiles, play, furiten and the hand that won "
        "(families T, L, F, and S but for points by han and fu); amounts, counters, dealers and "
        "placings are checked.",
    ),
    "win-value": Unchecked(
        "wins", "the value of the win is not recorded", "和了の点数が記録にない",
        "Without the recorded points the payments of the win are not checked (P101 to P103).",
    ),
    "win-deltas": Unchecked(
        "wins", "who paid what is not recorded", "和了の点数移動が記録にない",
        "Without the recorded changes of points the payments of the win are not checked (P101 to "
        "P103).",
    ),
    "draw-deltas": Unchecked(
        "draws", "who paid what is not recorded", "流局の点数移動が記録にない",
        "Without the recorded changes of points the payments of the draw are not checked (P105 "
        "to P107).",
    ),
    "round-result": Unchecked(
        "rounds", "the round has no recorded result, or results that exclude each other",
        "局の結果が記録にないか両立しない",
        "What follows from a result is not checked: its payments, and dealer, counters, deposits "
        "and scores of the next round (G101 to G106).",
    ),
    "final-scores": Unchecked(
        "games", "the final scores are not recorded or do not follow from the record",
        "終局時の持ち点が記録にないか求められない",
        "The scores at the end of the game are not compared with the last result (G108). Mostly "
        "the record stops before the game is over.",
    ),
    "final-points": Unchecked(
        "games", "the placement points are not recorded, or the uma is not known",
        "最終ポイントが記録にないかウマが不明",
        "The placement points are not worked out from the final scores (G109).",
    ),
    "table-errors": Unchecked(
        "incidents", "the rules say nothing about errors at the table", "錯行為のルールがない",
        "The record names errors of players, and the ruleset has no chombo (`chombo` is none): "
        "what should follow from them is not checked (family E).",
    ),
}  # fmt: skip

_FLAGS: Final[dict[str, tuple[tuple[str, str], tuple[str, str]]]] = {
    # code: (False, True), each (English, Japanese)
    "G106": (("the end", "終局"), ("another round", "続行")),
    "G107": (("the end", "終局"), ("another round", "続行")),
    "G120": (("no further round", "次局なし"), ("another round", "続行")),
    "P109": (("not paid", "供託なし"), ("paid", "供託あり")),
    "L140": (("turned too early", "早すぎ"), ("turned too late", "遅すぎ")),
    "L160": (("noten", "不聴"), ("tenpai", "聴牌")),
    "L161": (("noten", "不聴"), ("tenpai", "聴牌")),
}
#: Codes whose recorded number says it all, or nothing beside the summary.
_ONE_VALUE: Final = frozenset({"L140"})
_NO_VALUE: Final = frozenset({"L124", "L137", "L141"})
#: Codes whose values are seats, so that none is nobody.
_SEATS: Final = frozenset({
    "G102", "L101", "L102", "L103", "L104", "L126", "L138", "L139", "L153", "P104",
})  # fmt: skip
#: Codes whose values are wins: winner, payer.
_WINS: Final = frozenset({"L157"})
#: Codes where nothing expected means that nobody should be named.
_EXPECTS_NOBODY: Final = frozenset({"P104"})
#: Codes that set two readings of the rules beside each other.
_DEPENDS: Final = frozenset({"S190", "G190"})
_SHANTEN: Final = frozenset({"L121", "L150"})
#: code → (singular, plural, Japanese counter).
_UNITS: Final[dict[str, tuple[str, str, str]]] = {
    "G103": ("counter", "counters", "本場"),
    "G104": ("stick", "sticks", "本"),
    "L113": ("kan", "kans", "槓"),
    "L123": ("tile left", "tiles left", "枚"),
    "L130": ("kind", "kinds", "種"),
    "L132": ("riichi", "riichi", "家"),
    "L133": ("winner", "winners", "家"),
    "L134": ("kan", "kans", "槓"),
    "L136": ("tile left", "tiles left", "枚"),
    "L154": ("winner", "winners", "家"),
    "L156": ("win", "wins", "回"),
    "S102": ("han", "han", "翻"),
    "S103": ("fu", "fu", "符"),
    "S106": ("dora", "dora", "枚"),
    "S107": ("ura dora", "ura dora", "枚"),
    "S108": ("red five", "red fives", "枚"),
    "S109": ("kita", "kita", "枚"),
    "S111": ("han", "han", "翻"),
    "T104": ("meld", "melds", "副露"),
}
_YAKU_JA: Final = {entry.name: entry.ja for entry in YAKU}
_LABELS: Final = {"en": ("recorded", "expected", "hand"), "ja": ("記録", "正しくは", "手牌")}


def title(code: str, summary: str, lang: str = "en") -> str:
    """Return what a code stands for, in one sentence (English: its ``summary``)."""
    return TITLES_JA[code] if lang == "ja" else summary.rstrip(".")


def rule_text(rule: str, lang: str = "en") -> str:
    """Return where the rule of a code stands: parameters as they are, the rest in ``lang``."""
    if lang == "ja":
        for english, japanese in _RULES_JA:
            rule = rule.replace(english, japanese)
    return rule


def seat_text(finding: Finding, seat: int, lang: str = "en") -> str:
    """Return a seat of the finding's round with the player's name, ``North (Asa)``."""
    if finding.is_american:
        return finding.person(seat)
    wind = finding.wind_of(seat)
    text = f"seat {seat}" if wind is None else wind_name(wind, lang)
    if wind is not None and lang == "ja":
        text += "家"
    name = finding.names[seat] if seat < len(finding.names) else ""
    return f"{text} ({name})" if name else text


def place_text(finding: Finding, lang: str = "en") -> str:
    """Return where in the game a finding stands, ``E2.1 turn 7, West`` or ``E2.1 7巡目 西家``."""
    if lang != "ja":
        return finding.place
    if finding.round is None:
        return "対局"
    american = finding.is_american
    parts = [f"第{finding.round.removeprefix('hand ')}局" if american else finding.round]
    if finding.turn:
        parts.append(f"{finding.turn}巡目")
    if finding.seat is not None and american:
        parts.append(finding.person(finding.seat))
    elif finding.seat is not None:
        wind = finding.wind_of(finding.seat)
        parts.append(f"席{finding.seat}" if wind is None else f"{wind_name(wind, 'ja')}家")
    return " ".join(parts)


def finding_text(finding: Finding, summary: str, lang: str = "en") -> str:
    """Return the message of a finding: title, recorded and expected value, hand.

    Args:
        finding: The finding, with its values.
        summary: The English summary of its code.
        lang: ``en`` or ``ja``.
    """
    if finding.is_american:
        text = title(finding.code, summary, lang)
        return f"{text}: {finding.detail}" if finding.detail else text
    recorded, expected, hand = _LABELS[lang]
    code, values = finding.code, []
    if code not in _NO_VALUE and (finding.recorded, finding.expected) != (None, None):
        one = code in _ONE_VALUE
        text = value_text(finding, finding.recorded, lang)
        if code[0] == "E" and finding.seat is not None:
            values.append(seat_text(finding, finding.seat, lang))
        stands = code[0] == "E" and finding.recorded == finding.expected
        if not stands:
            values.append(text if one else f"{recorded} {text}")
        if not one and not stands and (finding.expected is not None or code in _EXPECTS_NOBODY):
            values.append(f"{expected} {value_text(finding, finding.expected, lang)}")
    if code == "F201" and isinstance(finding.expected, int):
        values = [f"{finding.expected:,}点" if lang == "ja" else f"worth {finding.expected:,}"]
    if code in _DEPENDS:
        values = [_dependence_text(finding, lang)]
    if code == "L107" and finding.recorded == finding.expected:
        values = ["鳴いた相手が打牌した家でない" if lang == "ja" else "called from another seat"]
    text = title(code, summary, lang)
    if code[0] == "E" and finding.expected == {"consequence": "nothing"} and lang == "en":
        # there is a consequence, and should be none
        text = text.removesuffix(", without its consequence")
        text = text.removesuffix(", without the consequence")
    if values:
        text += f": {('、' if lang == 'ja' else ', ').join(values)}"
    return f"{text} ({hand} {finding.hand})" if finding.hand else text


def _dependence_text(finding: Finding, lang: str) -> str:
    """Return what comes out as read and under the other answer (``S190``, ``G190``)."""
    reading, _, other = finding.rule_source.partition(" | otherwise ")
    number = reading.partition(":")[0]
    here, there = _outcome(finding.recorded), _outcome(finding.expected)
    if lang == "ja":
        here, there = (text.replace("no finding", "指摘なし") for text in (here, there))
        return f"{number}: 採用した読みで {here}、{other} なら {there}"
    return f"{number}: {here} as read, {there} with {other}"


def _outcome(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(f"{points:+,}" for points in value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def value_text(finding: Finding, value: Any, lang: str = "en") -> str:
    """Return a recorded or expected value of a finding as people say it.

    Args:
        finding: The finding, whose code tells what the value is.
        value: The JSON value.
        lang: ``en`` or ``ja``.
    """
    code = finding.code
    if isinstance(value, dict):
        from .incident_text import consequence_text

        return consequence_text(finding, value, lang)
    if code in _WINS:
        return _win_text(finding, value, lang)
    if code in _SEATS:
        seats = value if isinstance(value, list) else [] if value is None else [value]
        nobody = "なし" if lang == "ja" else "nobody"
        return ", ".join(seat_text(finding, seat, lang) for seat in seats) or nobody
    if value is None or value == []:
        return "なし" if lang == "ja" else "nothing"
    if isinstance(value, bool):
        default = (("no", "いいえ"), ("yes", "はい"))
        return _FLAGS.get(code, default)[value][lang == "ja"]
    if isinstance(value, list):
        return (" + " if code == "S101" else " ").join(_word(code, item, lang) for item in value)
    if isinstance(value, int):
        return _number_text(code, value, lang)
    return _word(code, value, lang)


def _win_text(finding: Finding, win: list[int | None], lang: str) -> str:
    """Return a win, ``South (Asa) off West (Botan)`` or ``South (Asa) by tsumo``."""
    seat, payer = win
    who = seat_text(finding, seat, lang) if seat is not None else "?"
    if seat == payer:
        return f"{who}のツモ" if lang == "ja" else f"{who} by tsumo"
    other = "?" if payer is None else seat_text(finding, payer, lang)
    return f"{other}から{who}のロン" if lang == "ja" else f"{who} off {other}"


def _number_text(code: str, value: int, lang: str) -> str:
    if code in _SHANTEN:
        if value > 0:
            return f"{value}向聴" if lang == "ja" else f"{value}-shanten"
        return word("tenpai" if value == 0 else "complete", lang)
    if code == "G105":
        return wind_name(value, lang)
    text = f"{value:,}"
    if code not in _UNITS:
        return text
    one, many, counter = _UNITS[code]
    return f"{text}{counter}" if lang == "ja" else f"{text} {one if value == 1 else many}"


def _word(code: str, value: Any, lang: str) -> str:
    """Return a text of the engine (a yaku, a limit, a draw, tiles) in the words of players."""
    text = str(value)
    if code == "S101":
        return _YAKU_JA.get(text, text) if lang == "ja" else text.replace("_", " ")
    if code == "S104" and text == "none":
        return "なし" if lang == "ja" else "no limit"
    if text in WORDS:
        return word(text, lang)
    if lang == "ja":
        for english, japanese in _PHRASES_JA:
            text = text.replace(english, japanese)
    return text


_PHRASES_JA: Final = (
    ("any tile but ", "次の牌以外: "),
    ("waits kept as ", "変わらない待ち: "),
    ("no ura", "裏なし"),
    (" ura", "枚の裏ドラ"),
)
