"""The statistics: one table of definitions.

Each statistic is a numerator over a denominator, both sums over the rows of one table
(``players``: a player's game; ``seats``: a player's round). Where people define a
statistic in several ways, the variants stand here under keys of their own.

To add one: add a record to :data:`STATISTICS`; the engine, the command line and the
generated documentation follow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLUMNS", "STATISTICS", "Statistic", "statistic_named"]

Values = NDArray[Any]
Expression = Callable[["Rows"], Values]
Kind = Literal["count", "rate", "mean", "max", "share", "difference"]

#: Columns of each table that the definitions read.
COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "players": ("place", "start_points", "final_points", "game_points"),
    "seats": (
        "result", "delta", "dealt_shanten", "turns", "calls", "riichi", "riichi_accepted",
        "riichi_turn", "end_tenpai", "shown", "win_points", "win_income", "deal_ins",
        "deal_in_points", "deal_in_loss", "missed_wins",
    ),
}  # fmt: skip


class Rows:
    """Rows of a table, read by the definitions: numbers with nan, and sets of rows."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self.frame = frame
        self._read: dict[str, Values] = {}

    def number(self, column: str) -> Values:
        """Return a column as float64, nan where it is null."""
        if column not in self._read:
            self._read[column] = self.frame[column].to_numpy(np.float64, na_value=np.nan)
        return self._read[column]

    def known(self, column: str) -> Values:
        """Return where a column is not null."""
        known: Values = self.frame[column].notna().to_numpy()
        return known

    def where(self, column: str, *values: str) -> Values:
        """Return where a text column is one of ``values``."""
        found: Values = self.frame[column].isin(values).to_numpy()
        return found

    def yes(self, column: str) -> Values:
        """Return where a yes-no column is true (null is no)."""
        return np.asarray(self.number(column) == 1)

    # --- sets of rounds that many statistics use
    @property
    def ended(self) -> Values:
        """Rounds whose result the record holds."""
        return self.known("result")

    @property
    def won(self) -> Values:
        """Rounds won."""
        return self.where("result", "tsumo", "ron")

    @property
    def dealt_in(self) -> Values:
        """Rounds in which the player paid a ron."""
        return np.asarray(self.number("deal_ins") > 0)

    @property
    def riichi(self) -> Values:
        """Rounds with a riichi, and a recorded result."""
        return self.yes("riichi") & self.ended

    @property
    def called(self) -> Values:
        """Rounds with a chi, pon or daiminkan, and a recorded result."""
        return np.asarray(self.number("calls") > 0) & self.ended

    @property
    def tenpai(self) -> Values:
        """Hands shown as tenpai; where the record does not say, hands that were tenpai."""
        return np.where(self.known("shown"), self.yes("shown"), self.yes("end_tenpai"))


class Statistic(NamedTuple):
    """One statistic.

    Attributes:
        key: Name in results.
        en, ja: Titles.
        table: ``players`` (a row a player's game) or ``seats`` (a row a player's round);
            American ones name tables of their own.
        kind: ``count`` (numerator only), ``rate`` (share of rows, Wilson interval),
            ``mean`` (of a number, interval from its spread), ``max``; ``share`` (one sum in
            another, Wilson interval), ``difference`` (of two rates).
        numerator, denominator: Definition in words.
        top: Rows → what the numerator adds up.
        base: Rows → which rows the denominator counts (what it adds up, for a ``share``).
        note: Variants, and where others define it differently.
    """

    key: str
    en: str
    ja: str
    table: str
    kind: Kind
    numerator: str
    denominator: str
    top: Expression
    base: Expression
    note: str = ""


def _all(rows: Rows) -> Values:
    return np.ones(len(rows.frame), np.bool_)


def _placed(rows: Rows) -> Values:
    return rows.known("place")


def _placed_of_four(rows: Rows) -> Values:
    of_four: Values = rows.known("place") & (rows.number("players") == 4)
    return of_four


def _ended(rows: Rows) -> Values:
    return rows.ended


def _won(rows: Rows) -> Values:
    return rows.won


def _number(column: str) -> Expression:
    return lambda rows: rows.number(column)


def _known(column: str) -> Expression:
    return lambda rows: rows.known(column)


def _result(*values: str) -> Expression:
    return lambda rows: rows.where("result", *values)


def _place(place: int) -> Expression:
    return lambda rows: rows.number("place") == place


def _game(
    key: str, en: str, ja: str, kind: Kind, words: tuple[str, str], top: Expression,
    base: Expression, note: str = "",
) -> Statistic:  # fmt: skip
    return Statistic(key, en, ja, "players", kind, *words, top, base, note)


def _round(
    key: str, en: str, ja: str, kind: Kind, words: tuple[str, str], top: Expression,
    base: Expression = _ended, note: str = "",
) -> Statistic:  # fmt: skip
    return Statistic(key, en, ja, "seats", kind, *words, top, base, note)


_PLACES: Final = tuple(
    _game(f"place_{n}_rate", f"{word} place rate", f"{kanji}位率", "rate",
          (f"games at place {n}", "games with a final result" + " of four players" * (n == 4)),
          _place(n), _placed_of_four if n == 4 else _placed,
          "ties go to the seat nearer to the first dealer")
    for n, word, kanji in ((1, "1st", "一"), (2, "2nd", "二"), (3, "3rd", "三"), (4, "4th", "四"))
)  # fmt: skip

STATISTICS: Final[tuple[Statistic, ...]] = (
    _game("games", "Games", "対戦数", "count", ("games", ""), _all, _all),
    _round("rounds", "Rounds", "総局数", "count", ("rounds dealt", ""), _all, _all),
    *_PLACES,
    _game("mean_place", "Mean placement", "平均順位", "mean",
          ("sum of places", "games with a final result"), _number("place"), _placed),
    _game("top_two_rate", "Top-two rate", "連対率", "rate",
          ("games at place 1 or 2", "games with a final result"),
          lambda r: r.number("place") <= 2, _placed),
    _game("last_rate", "Last place rate", "ラス率", "rate",
          ("games at the last place (4, or 3 with three players)", "games with a final result"),
          lambda r: r.number("place") == r.number("players"), _placed),
    _game("bust_rate", "Busting rate", "飛び率", "rate",
          ("games that ended below 0 points", "games with a final result"),
          lambda r: r.number("final_points") < 0, _placed,
          "exactly 0 points is no bust here"),
    _game("mean_final_points", "Mean final points", "平均素点", "mean",
          ("sum of final points", "games with a final result"),
          _number("final_points"), _known("final_points")),
    _game("mean_game_points", "Mean placement points", "平均ポイント", "mean",
          ("sum of placement points, uma and oka included", "games where they are recorded"),
          _number("game_points"), _known("game_points")),
    _round("points_per_round", "Points per round", "局収支", "mean",
           ("sum of the change of points, deposits included", "rounds where it is recorded"),
           _number("delta"), _known("delta")),
    # --- wins
    _round("win_rate", "Win rate", "和了率", "rate", ("rounds won", "rounds"), _won,
           note="each winner of a double ron wins"),
    _round("tsumo_share", "Tsumo share of wins", "ツモ率", "rate",
           ("wins by own draw", "wins"), _result("tsumo"), _won),
    _round("riichi_win_share", "Riichi share of wins", "和了時立直率", "rate",
           ("wins in riichi", "wins"), lambda r: r.riichi, _won),
    _round("open_win_share", "Open share of wins", "和了時副露率", "rate",
           ("wins after a call", "wins"), lambda r: r.called, _won),
    _round("dama_win_share", "Dama share of wins", "ダマ率", "rate",
           ("closed wins without riichi", "wins"), lambda r: ~r.riichi & ~r.called, _won),
    _round("mean_win_points", "Mean win value", "平均打点", "mean",
           ("sum of hand values, honba and deposits not included", "wins of known value"),
           _number("win_points"), _known("win_points"),
           "variant with honba and deposits: mean_win_income"),
    _round("mean_win_income", "Mean win income", "平均和了収入", "mean",
           ("sum of points received, honba and deposits included", "wins of known value"),
           _number("win_income"), _known("win_income")),
    _round("best_win_points", "Highest win", "最高打点", "max",
           ("highest hand value", ""), _number("win_points"), _known("win_points")),
    _round("mean_win_turn", "Mean winning turn", "和了巡数", "mean",
           ("sum of own discards at the win", "wins"), _number("turns"), _won),
    # --- deal-ins
    _round("deal_in_rate", "Deal-in rate", "放銃率", "rate",
           ("rounds dealt in", "rounds"), lambda r: r.dealt_in,
           note="a double ron counts once; an aborted triple ron does not count; "
                "variant: deal_in_rate_per_win"),
    _round("deal_in_rate_per_win", "Deal-in rate, per win", "放銃率(和了者毎)", "mean",
           ("rons paid, two in a double ron", "rounds"), _number("deal_ins")),
    _round("deal_in_riichi_share", "Deal-ins while in riichi", "放銃時立直率", "rate",
           ("rounds dealt in while in riichi", "rounds dealt in"),
           lambda r: r.yes("riichi"), lambda r: r.dealt_in),
    _round("deal_in_open_share", "Deal-ins with an open hand", "放銃時副露率", "rate",
           ("rounds dealt in after a call", "rounds dealt in"),
           lambda r: r.number("calls") > 0, lambda r: r.dealt_in),
    _round("mean_deal_in_points", "Mean deal-in value", "放銃素点", "mean",
           ("sum of the values of the hands dealt into, honba not included",
            "rounds dealt in, value known"),
           _number("deal_in_points"), _known("deal_in_points"),
           "the values of a double ron are added up"),
    _round("mean_deal_in_loss", "Mean deal-in loss", "平均放銃", "mean",
           ("sum of points paid, honba included", "rounds dealt in, payment known"),
           _number("deal_in_loss"), _known("deal_in_loss")),
    _round("hit_rate", "Tsumo'd-on rate", "被ツモ率", "rate",
           ("rounds that another player won by own draw", "rounds"), _result("hit")),
    # --- riichi and calls
    _round("riichi_rate", "Riichi rate", "立直率", "rate",
           ("rounds with a riichi declared", "rounds"), lambda r: r.riichi,
           note="variant that counts paid deposits: riichi_accepted_rate"),
    _round("riichi_accepted_rate", "Riichi rate, accepted", "立直成立率", "rate",
           ("rounds with a riichi deposit paid", "rounds"), lambda r: r.yes("riichi_accepted")),
    _round("mean_riichi_turn", "Mean riichi turn", "立直巡目", "mean",
           ("sum of own discards at the declaration, its tile included", "riichi"),
           _number("riichi_turn"), _known("riichi_turn")),
    _round("riichi_win_rate", "Win rate after riichi", "立直後和了率", "rate",
           ("riichi rounds won", "riichi"), _won, lambda r: r.riichi),
    _round("riichi_deal_in_rate", "Deal-in rate after riichi", "立直後放銃率", "rate",
           ("riichi rounds dealt in, declaration tile included", "riichi"),
           lambda r: r.dealt_in, lambda r: r.riichi),
    _round("call_rate", "Call rate", "副露率", "rate",
           ("rounds with a chi, pon or daiminkan", "rounds"), lambda r: r.called,
           note="an ankan is no call"),
    _round("mean_calls", "Mean calls", "平均副露数", "mean",
           ("sum of calls", "rounds with a call"), _number("calls"), lambda r: r.called),
    _round("call_win_rate", "Win rate after a call", "副露後和了率", "rate",
           ("called rounds won", "rounds with a call"), _won, lambda r: r.called),
    _round("call_deal_in_rate", "Deal-in rate after a call", "副露後放銃率", "rate",
           ("called rounds dealt in", "rounds with a call"),
           lambda r: r.dealt_in, lambda r: r.called),
    # --- draws
    _round("draw_rate", "Exhaustive draw rate", "流局率", "rate",
           ("rounds that ended in a normal exhaustive draw", "rounds"), _result("exhaustive"),
           note="abortive draws and nagashi mangan do not count"),
    _round("abortive_rate", "Abortive draw rate", "途中流局率", "rate",
           ("rounds aborted", "rounds"), _result("abortive")),
    _round("tenpai_rate", "Tenpai rate at a draw", "流局聴牌率", "rate",
           ("normal exhaustive draws in tenpai", "normal exhaustive draws"),
           lambda r: r.tenpai, _result("exhaustive"),
           "hands shown in abortive draws never count; variant: tenpai_rate_nagashi"),
    _round("tenpai_rate_nagashi", "Tenpai rate at a draw, with nagashi mangan",
           "流局聴牌率(流し満貫込)", "rate",
           ("exhaustive draws in tenpai, nagashi mangan included",
            "exhaustive draws, nagashi mangan included"),
           lambda r: r.tenpai, _result("exhaustive", "nagashi")),
    # --- hand
    _round("mean_dealt_shanten", "Mean starting shanten", "配牌向聴", "mean",
           ("sum of the shanten of the 13 dealt tiles", "rounds with a known hand"),
           _number("dealt_shanten"), _known("dealt_shanten"),
           "13 tiles for the dealer too"),
    _round("missed_win_rate", "Missed win rate", "見逃し率", "rate",
           ("rounds with a win let pass", "rounds"), lambda r: r.number("missed_wins") > 0),
)  # fmt: skip


def statistic_named(key: str, known: Sequence[Statistic] = STATISTICS) -> Statistic:
    """Return the statistic with that key.

    Raises:
        UnknownNameError: There is none.
    """
    for statistic in known:
        if statistic.key == key:
            return statistic
    from mjlog.errors import UnknownNameError

    raise UnknownNameError("statistic", key, [s.key for s in known])
