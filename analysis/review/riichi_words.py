"""The words of a riichi review, English and Japanese, and tiles and seats in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from mjlog.render.columns import Ruler
from mjlog.render.text import player_name
from mjlog.render.words import LANGUAGES, wind_name
from mjlog.tiles import format_tile, format_tiles

if TYPE_CHECKING:
    from mjlog.views import State

__all__ = ["Speech", "tiles_text"]

#: key → (English, Japanese), with the places of :meth:`Speech.say`.
_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    # choices
    "discard": ("discard {tile}", "打{tile}"),
    "riichi": ("riichi, discard {tile}", "立直 打{tile}"),
    "tsumo": ("tsumo {tile}", "ツモ {tile}"),
    "ron": ("ron {tile}", "ロン {tile}"),
    "ankan": ("concealed kan {used}", "暗槓 {used}"),
    "kakan": ("added kan {tile}", "加槓 {tile}"),
    "kita": ("kita", "北抜き"),
    "kyuushu_kyuuhai": ("nine terminals and honours", "九種九牌"),
    "chi": ("chi {tile} with {used}", "チー {tile}（{used}）"),
    "pon": ("pon {tile} with {used}", "ポン {tile}（{used}）"),
    "daiminkan": ("open kan {tile}", "大明槓 {tile}"),
    "pass": ("pass", "見送り"),
    # facts
    "shanten": ("shanten", "向聴数"),
    "tenpai": ("tenpai", "聴牌"),
    "complete": ("complete", "和了形"),
    "helps": ("tiles that help", "有効牌"),
    "copies": ("copies", "残り枚数"),
    "waits": ("waits", "待ち"),
    "furiten": ("furiten", "フリテン"),
    "can_riichi": ("riichi", "立直"),
    "possible": ("possible", "可"),
    "safe": ("safe against", "現物"),
    "suji": ("suji against", "筋"),
    "then": ("best discard then", "最善の打牌"),
    "value": ("value", "点数"),
    "points": ("{points:,}", "{points:,}点"),
    # labels
    "turn": ("turn {turn}", "{turn}巡目"),
    "offer": ("turn {turn}, {tile} from {who}", "{turn}巡目 {who}の{tile}"),
    # remarks
    "win_passed": ("A win was let go: {what}, {points:,} points.",
                   "和了見逃し: {what}、{points:,}点。"),
    "worse": ("From {best} back to {after}; {what} keeps {best} ({copies}).",
              "{best}から{after}へ後退。{what}なら{best}のまま（{copies}）。"),
    "fewer": ("{less} fewer than {what}: {copies} instead of {best}.",
              "{what}より{less}少ない: {best}に対し{copies}。"),
    "neither": ("Neither nearer nor safer: {what} is as safe and keeps {best}.",
                "進まず安全でもない: {what}は同じだけ安全で{best}。"),
    # notes of a decision
    "riichi_of": ("riichi: {who} ({turn})", "立直: {who}（{turn}）"),
    "riichi_of_open": ("riichi: {who}", "立直: {who}"),
    "three_melds": ("three open melds: {who}", "三副露: {who}"),
    "not_declared": ("riichi was possible and not declared", "立直可能、宣言せず"),
    "dealt_in": ("dealt in: {who} ron {tile}", "放銃: {who} ロン {tile}"),
    "dealt_in_for": ("dealt in: {who} ron {tile}, {points:,}",
                     "放銃: {who} ロン {tile} {points:,}点"),
    "no_yaku": ("{tile} completes the hand, but there is no yaku", "{tile}で和了形だが役なし"),
    "cannot_ron": ("{tile} completes the hand, but it is furiten",
                   "{tile}で和了形だがフリテン"),
    "furiten_discard": ("furiten: {tile} is among the own discards",
                        "フリテン: {tile}は自分の捨て牌"),
    "furiten_temporary": ("temporary furiten: {tile} was let pass",
                          "同巡フリテン: {tile}を見逃した"),
    "furiten_riichi": ("riichi furiten: {tile} was let pass in riichi",
                       "立直フリテン: 立直後に{tile}を見逃した"),
    "follows_own_draw": ("temporary furiten until the next own draw",
                         "次の自分のツモまで同巡フリテン"),
    "follows_own_discard": ("temporary furiten until the next own draw and discard",
                            "次の自分の摸打まで同巡フリテン"),
    "follows_own_turn_or_call": ("temporary furiten until the next own draw or call",
                                 "次の自分のツモか鳴きまで同巡フリテン"),
    "follows_riichi": ("riichi furiten to the end of the hand", "以後この局は立直フリテン"),
    "overtaken": ("another player took the tile: what was called here is not recorded",
                  "他家が優先: この席の発声は記録にない"),
    "cut_off": ("the record ends here: what was done is not known", "記録がここで切れ、選択は不明"),
    "unknown_discard": ("which tile was discarded is not recorded", "何を切ったかの記録がない"),
    "not_legal": ("{name} is recorded, which the rules do not allow here",
                   "記録は{name}、ここではルール上できない"),
    # notes of a hand
    "only_result": ("only the result is recorded: no decisions", "結果だけの記録: 判断の場面なし"),
    "hand_unknown": ("the hand is not known: no decisions", "手牌が不明: 判断の場面なし"),
    "partly_unknown": (
        "tiles of the hand are not known: moments left out: {count}",
        "手牌に不明牌があり、{count}場面を除いた",
    ),
    "hand_is_dead": ("dead hand: no decisions after it", "和了放棄: 以後の判断は見ない"),
    "moment": ("{label}: {text}", "{label}: {text}"),
    # head and summary
    "title": ("Review: {player}", "牌譜検討: {player}"),
    "hand_title": ("{round} ({wind})", "{round}（{wind}家）"),
    "players": ("players", "対局者"),
    "rules": ("rules", "ルール"),
    "result": ("result", "結果"),
    "finding": ("audit", "監査"),
    "date": ("date", "日時"),
    "place": ("{place}. {name} {score:,}", "{place}位 {name} {score:,}"),
    "no_result": ("not recorded", "記録なし"),
    "decisions": ("decisions", "判断"),
    "much": ("much given away", "大きな損"),
    "some": ("some given away", "小さな損"),
    "rule": ("against the rules", "ルール違反"),
    "widest": ("discards that keep the most tiles, no threat",
               "受け入れ最大の打牌（他家の脅威なし）"),
    "of": ("{n} of {m}", "{m}回中{n}回"),
    "deal_ins": ("dealt in", "放銃"),
    "furiten_turns": ("furiten turns", "フリテンの巡目"),
    "wins_passed": ("wins passed", "見逃した和了"),
}  # fmt: skip


class Speech:
    """Says things in one language.

    Args:
        lang: ``en`` or ``ja``.
    """

    def __init__(self, lang: str) -> None:
        self.lang: Final = lang
        self._column = LANGUAGES.index(lang)
        self._ruler = Ruler()

    def say(self, key: str, **values: object) -> str:
        """Return the sentence of ``key`` with ``values`` in its places."""
        return _SENTENCES[key][self._column].format(**values)

    def shanten(self, number: int) -> str:
        """Return ``2-shanten``, ``tenpai`` or ``complete``."""
        if number > 0:
            return f"{number}向聴" if self.lang == "ja" else f"{number}-shanten"
        return self.say("tenpai" if number == 0 else "complete")

    def tiles(self, count: int) -> str:
        """Return a number of tiles, ``1 tile``, ``7枚``."""
        if self.lang == "ja":
            return f"{count}枚"
        return f"{count} tile{'' if count == 1 else 's'}"

    def wind(self, state: State, seat: int) -> str:
        """Return the wind of a seat, ``West``, ``西家``."""
        name = wind_name(state.wind(seat), self.lang)
        return f"{name}家" if self.lang == "ja" else name

    def winds(self, state: State, seats: Iterable[int]) -> str:
        """Return winds in short, ``S W``, ``南西``."""
        names = [wind_name(state.wind(seat), self.lang) for seat in seats]
        return "".join(names) if self.lang == "ja" else " ".join(name[0] for name in names)

    def who(self, state: State, seat: int) -> str:
        """Return a seat with its player, ``West (Asa)``."""
        name = player_name(state.round.game, seat, self._ruler)
        wind = self.wind(state, seat)
        return f"{wind}（{name}）" if self.lang == "ja" else f"{wind} ({name})"

    def name(self, text: str) -> str:
        """Return text of a record on one line."""
        return self._ruler.clean(text)


def tiles_text(codes: Iterable[int]) -> str:
    """Return tiles as mpsz, the suits apart.

    >>> tiles_text([0, 3, 22]), tiles_text([])
    ('14m 5s', '')
    """
    return _tiles_text(tuple(codes))


@lru_cache(maxsize=4096)
def _tiles_text(codes: tuple[int, ...]) -> str:
    suits: dict[int, list[int]] = {}
    for code in codes:
        suits.setdefault("mpsz".index(format_tile(code)[-1]), []).append(code)
    return " ".join(format_tiles(suits[suit]) for suit in sorted(suits))
