"""Text and HTML of a scored hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .columns import Ruler
from .words import wind_name, word

if TYPE_CHECKING:
    from ..calculator.score import Score, ScoredYaku

__all__ = ["score_html", "score_text"]

#: English fu and shape names → Japanese; English is what :mod:`mjlog.calculator.score` holds.
_JA: Final = {
    "base": "副底",
    "closed ron": "門前ロン",
    "tsumo": "ツモ",
    "value pair": "役牌雀頭",
    "tanki": "単騎待ち",
    "kanchan": "嵌張待ち",
    "penchan": "辺張待ち",
    "shanpon": "双碰待ち",
    "ryanmen": "両面待ち",
    "thirteen-sided": "十三面待ち",
    "open hand without fu": "喰い平和形",
    "seven pairs": "七対子",
    "thirteen orphans": "国士無双",
    "no yaku": "役なし",
    "no yaku that was certain before the winning tile": "後付け（和了牌の前に確定した役なし）",
    "concealed": "暗",
    "open": "明",
    "ronned": "ロン牌の明",
    "simple": "中張",
    "terminal": "老頭",
    "honour": "字牌",
    "triplet": "刻",
    "kan": "槓",
    "discarder": "放銃者",
}
_HEADS: Final = {
    "hand": "手牌", "reading": "解釈", "yaku": "役", "fu": "符", "value": "得点",
    "payments": "支払い", "rules": "ルール", "total": "合計",
}  # fmt: skip


def score_text(score: Score, lang: str = "en", ruler: Ruler | None = None) -> str:
    """Return a score as lines of text: hand, reading, yaku, fu, limit, payments."""
    ruler = ruler or Ruler()
    lines = [f"{head}  {ruler.clean(text)}" for head, text in _heads(score, lang, ruler)]
    if score.yaku:
        lines.append(_head("yaku", lang, ruler).rstrip())
        rows = [(_yaku_name(y, lang), _yaku_value(y, lang)) for y in score.yaku]
        lines.append(ruler.table(rows, align="<>", indent="  "))
    if score.fu_items:
        lines.append(_head("fu", lang, ruler).rstrip())
        rows = [(" ".join(x for x in (_fu_name(f.name, lang), f.tiles) if x), str(f.fu))
                for f in score.fu_items]  # fmt: skip
        total = str(score.raw_fu) + (f" → {score.fu}" if score.fu != score.raw_fu else "")
        lines.append(ruler.table(rows, align="<>", indent="  "))
        lines.append(f"  {_word('total', lang)} {ruler.clean(total)}")
    if score.wins:
        lines.append(f"{_head('value', lang, ruler)}  {ruler.clean(_value(score, lang))}")
        paid = [(_seat(name, lang), f"{points:+,}") for name, points in score.payments.items()]
        lines.append(_head("payments", lang, ruler).rstrip())
        lines.append(ruler.table(paid, align="<>", indent="  "))
    else:
        lines.append(ruler.clean(_message(score.message, lang)))
    return "\n".join(lines)


def score_html(score: Score, lang: str = "en") -> str:
    """Return a score as an HTML fragment."""
    from .html import table_markup

    ruler = Ruler()
    rows = [(head.strip(), text) for head, text in _heads(score, lang, ruler)]
    rows += [(_yaku_name(y, lang), _yaku_value(y, lang)) for y in score.yaku]
    fu = ", ".join(
        " ".join(x for x in (_fu_name(f.name, lang), f.tiles, str(f.fu)) if x)
        for f in score.fu_items
    )
    if fu:
        rows.append((_word("fu", lang), f"{fu} = {score.raw_fu}"))
    if score.wins:
        rows.append((_word("value", lang), _value(score, lang)))
        rows += [(_seat(name, lang), f"{points:+,}") for name, points in score.payments.items()]
    else:
        rows.append(("", _message(score.message, lang)))
    return table_markup(rows)


def _heads(score: Score, lang: str, ruler: Ruler) -> list[tuple[str, str]]:
    way = word("tsumo" if score.tsumo else "ron", lang)
    winds = tuple(wind_name("ESWN".index(w), lang) for w in (score.seat, score.round))
    place = f"{winds[0]}家 {winds[1]}場" if lang == "ja" else f"{winds[0]} seat, {winds[1]} round"
    hand = " ".join((score.hand, way, score.winning_tile, *score.melds))
    rows = [("hand", f"{hand}  {place}"), ("rules", score.rules)]
    if score.reading.shape:
        reading = score.reading
        tiles = " ".join((*reading.sets, reading.pair)).strip() or _fu_name(reading.shape, lang)
        wait = f"{_fu_name(reading.wait, lang)} {reading.completed}".strip()
        rows.append(("reading", f"{tiles}  ({wait})" if reading.wait else tiles))
    return [(_head(key, lang, ruler), text) for key, text in rows]


def _word(key: str, lang: str) -> str:
    return _HEADS[key] if lang == "ja" else key


def _head(key: str, lang: str, ruler: Ruler) -> str:
    width = max(ruler.width(_word(k, lang)) for k in _HEADS)
    return ruler.pad(ruler.clean(_word(key, lang)), width)


def _yaku_name(yaku: ScoredYaku, lang: str) -> str:
    return yaku.ja if lang == "ja" else yaku.name.replace("_", " ")


def _yaku_value(yaku: ScoredYaku, lang: str) -> str:
    if yaku.yakuman:
        limit = word("yakuman", lang)
        return limit if yaku.yakuman == 1 else f"{yaku.yakuman} × {limit}"
    return f"{yaku.han}翻" if lang == "ja" else f"{yaku.han} han"


def _fu_name(name: str, lang: str) -> str:
    if lang != "ja":
        return name
    if name in _JA:
        return _JA[name]
    words = name.split()
    if len(words) != 3:
        return name
    # 中張暗刻, 字牌明槓, 老頭ロン牌の明刻
    return f"{_JA[words[1]]}{_JA[words[0]]}{_JA[words[2]]}"


def _value(score: Score, lang: str) -> str:
    points = f"{score.points:,}{'点' if lang == 'ja' else ' points'}"
    if score.yakuman:
        limit = word("yakuman", lang)
        return f"{limit if score.yakuman == 1 else f'{score.yakuman} × {limit}'} {points}"
    limit = word(score.limit, lang) if score.limit else ""
    text = f"{score.han}翻 {score.fu}符" if lang == "ja" else f"{score.han} han {score.fu} fu"
    bazoro = f"({score.bazoro})" if score.bazoro else ""
    return " ".join(x for x in (text, limit, points, bazoro) if x)


def _seat(name: str, lang: str) -> str:
    if name in ("E", "S", "W", "N"):
        wind = wind_name("ESWN".index(name), lang)
        if name != "E":
            return wind
        return f"{wind}（親）" if lang == "ja" else f"{wind} (dealer)"
    return _JA[name] if lang == "ja" else name


def _message(message: str, lang: str) -> str:
    if lang != "ja":
        return message
    if message in _JA:
        return _JA[message]
    start, _, rest = message.partition(": ")
    if start == "not a winning hand":
        return f"和了形ではない: {rest.replace('tenpai', '聴牌').replace('-shanten', '向聴')}"
    return f"翻数不足: {rest.partition(' ')[0]}翻（ドラを除く）"
