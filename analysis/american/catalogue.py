"""The statistics of American mahjong: one table of definitions.

They are made like those of riichi games (:mod:`mjlog.analysis.catalogue`) over other tables:
``seats`` (a person's hand), ``wins`` (a win, of its winner), ``passes`` (what one person passes
in a leg) and ``hands`` (of the whole table, nobody's own). Hands that are dealt anew count
nowhere.

To add one: add a record to :data:`STATISTICS`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..catalogue import Expression, Kind, Rows, Statistic, Values, statistic_named

__all__ = ["COLUMNS", "STATISTICS", "american_statistic", "is_derived"]

#: Columns of each table that the definitions read.
COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "seats": (
        "result", "points", "east", "deal_away", "start_away", "set_turn", "exposures",
        "commit_turn", "jokers_taken", "jokers_own", "jokers_given", "missed_claims",
        "missed_exchanges", "missed_wins", "dead_cause", "flaw", "undiscovered", "errors",
        "challenges", "challenges_right", "challenges_wrong", "shown_to", "stopped",
        "switches", "dealt_jokers",
    ),
    "wins": (
        "how", "concealed", "line", "line_value", "best_value", "jokers", "jokerless",
        "jokerless_true", "exposures", "turns", "wall_left", "income", "deal_line", "start_line",
        "commit_line",
    ),
    "passes": (
        "leg", "number", "blind", "owed", "wish", "suited", "winds", "dragons", "flowers", "jokers",
        "pairs", "came_back", "before_away", "after_away",
    ),
    "hands": (
        "result", "second_charleston", "legs", "turns", "wall_left", "dead", "errors",
        "challenges", "agrees",
    ),
}  # fmt: skip

#: Results of a person's hand that are wins, and those that are self-picks.
WON: Final = ("discard", "self_pick", "exchange", "heavenly", "earthly")
SELF_PICKS: Final = ("self_pick", "heavenly", "earthly")
#: Columns of passes that count tiles by kind.
_KINDS: Final = ("suited", "winds", "dragons", "flowers", "jokers")
#: Legs in which tiles may be passed on unseen.
BLIND_LEGS: Final = ("L1", "R2")
#: Tiles of a pass.
PASSED: Final = 3


def _all(rows: Rows) -> Values:
    return np.ones(len(rows.frame), np.bool_)


def _counted(rows: Rows) -> Values:
    """Hands with a result that were not dealt anew."""
    counted: Values = rows.known("result") & ~rows.where("result", "void", "three_dead")
    return counted


def _won(rows: Rows) -> Values:
    return rows.where("result", *WON)


def _number(column: str) -> Expression:
    return lambda rows: rows.number(column)


def _known(column: str) -> Expression:
    return lambda rows: rows.known(column)


def _yes(column: str) -> Expression:
    return lambda rows: rows.yes(column)


def _some(column: str) -> Expression:
    return lambda rows: rows.number(column) > 0


def _is(column: str, *values: str) -> Expression:
    return lambda rows: rows.where(column, *values)


def _counted_and(base: Expression) -> Expression:
    return lambda rows: np.asarray(_counted(rows) & np.asarray(base(rows), np.bool_))


def _jokerless(rows: Rows) -> Values:
    """Wins without a joker; what was announced counts where the tiles are not known."""
    return np.where(rows.known("jokerless_true"), rows.yes("jokerless_true"), rows.yes("jokerless"))


def _same(column: str, other: str) -> Expression:
    """Return where two text columns say the same."""

    def same(rows: Rows) -> Values:
        left, right = (rows.frame[name].astype("object") for name in (column, other))
        return np.asarray((left == right).to_numpy(bool))

    return same


def _both_known(column: str, other: str) -> Expression:
    return lambda rows: np.asarray(rows.known(column) & rows.known(other))


def _difference(column: str, other: str) -> Expression:
    return lambda rows: np.asarray(rows.number(column) - rows.number(other))


def _seat(
    key: str, en: str, ja: str, kind: Kind, words: tuple[str, str], top: Expression,
    base: Expression = _counted, note: str = "",
) -> Statistic:  # fmt: skip
    return Statistic(key, en, ja, "seats", kind, *words, top, base, note)


def _win(
    key: str, en: str, ja: str, kind: Kind, words: tuple[str, str], top: Expression,
    base: Expression = _all, note: str = "",
) -> Statistic:  # fmt: skip
    return Statistic(key, en, ja, "wins", kind, *words, top, base, note)


def _pass(
    key: str, en: str, ja: str, kind: Kind, words: tuple[str, str], top: Expression,
    base: Expression, note: str = "",
) -> Statistic:  # fmt: skip
    return Statistic(key, en, ja, "passes", kind, *words, top, base, note)


def _hand(
    key: str, en: str, ja: str, kind: Kind, words: tuple[str, str], top: Expression,
    base: Expression = _counted, note: str = "",
) -> Statistic:  # fmt: skip
    return Statistic(key, en, ja, "hands", kind, *words, top, base, note)


def _in_charleston(rows: Rows) -> Values:
    return np.asarray(~rows.where("leg", "C") & rows.known("number"))


def _last_pass(rows: Rows) -> Values:
    """Passes that may be blind, without debts that are paid."""
    whole = ~(rows.number("number") + rows.number("owed") < PASSED)
    return np.asarray(rows.where("leg", *BLIND_LEGS) & whole)


def _tiles(rows: Rows) -> Values:
    """Known tiles passed in a Charleston, for each pass."""
    known = sum(np.nan_to_num(rows.number(kind)) for kind in _KINDS)
    return np.where(_in_charleston(rows), known, 0.0)


def _tiles_of(kind: str, en: str, ja: str, note: str = "") -> Statistic:
    title = en if kind == "came_back" else f"{en} passed"
    return _pass(
        f"passed_{kind}_share", title, f"パス牌の{ja}率", "share",
        (f"{en.lower()} passed in Charlestons", "known tiles passed in Charlestons"),
        lambda r: np.where(_in_charleston(r), np.nan_to_num(r.number(kind)), 0.0), _tiles, note,
    )  # fmt: skip


def _share(
    key: str, en: str, ja: str, words: tuple[str, str], top: Expression, base: Expression
) -> Statistic:
    return _win(key, en, ja, "rate", words, top, base)


_RATES: Final = ("hands", "hands with a result")

STATISTICS: Final[tuple[Statistic, ...]] = (
    _seat("hands", "Hands", "局数", "count", ("hands with a result, not dealt anew", ""), _counted),
    _seat("net_points", "Net points", "収支", "count",
          ("sum of the points of all hands, transfers included", ""),
          _number("points"), _known("points")),
    _seat("points_per_hand", "Points per hand", "局収支", "mean",
          ("sum of points, transfers included", "hands with a settlement"),
          _number("points"), _counted_and(_known("points"))),
    # --- results
    _seat("win_rate", "Win rate", "和了率", "rate", ("hands won", "hands"), _won),
    _seat("east_win_rate", "Win rate as East", "東家和了率", "rate",
          ("hands won as East", "hands as East"), _won, _counted_and(_yes("east"))),
    _seat("other_win_rate", "Win rate, not East", "子和了率", "rate",
          ("hands won, not East", "hands, not East"), _won,
          _counted_and(lambda r: ~np.asarray(r.yes("east")))),
    _seat("east_advantage", "East advantage", "東家の利", "difference",
          ("win rate as East less that of the others", ""), _won, _counted,
          "east_win_rate − other_win_rate, interval of Newcombe from their Wilson intervals"),
    _seat("discard_share", "Discard share of wins", "ロン率", "rate",
          ("wins on a discard", "wins"), _is("result", "discard"), _won),
    _seat("self_pick_share", "Self-pick share of wins", "ツモ率", "rate",
          ("wins by own draw, Heavenly and Earthly Hands among them", "wins"),
          _is("result", *SELF_PICKS), _won),
    _seat("exchange_share", "Joker exchange share of wins", "ジョーカー交換和了率", "rate",
          ("wins by a joker exchange as the last move", "wins"), _is("result", "exchange"), _won),
    _seat("wall_rate", "Wall game rate", "流局率", "rate",
          ("hands in which the wall ran out", "hands"), _is("result", "wall")),
    _seat("threw_rate", "Threw the winner", "放銃率", "rate",
          ("hands in which the own discard won", "hands"), _is("result", "threw")),
    _seat("mean_shown_to", "Exposures showing when thrown", "放銃時の晒し数", "mean",
          ("exposures of the winner when the tile was thrown", "hands in which it was"),
          _number("shown_to"), _known("shown_to")),
    _seat("threw_to_two_share", "Thrown to two exposures or more", "二晒し以上への放銃率", "rate",
          ("throws to a winner with two exposures or more", "throws"),
          lambda r: r.number("shown_to") >= 2, _known("shown_to")),
    # --- the way of a hand
    _seat("mean_deal_away", "Tiles away as dealt", "配牌距離", "mean",
          ("tiles away from the nearest line as dealt", "hands where they are known"),
          _number("deal_away"), _known("deal_away"), "East has 14 tiles"),
    _seat("mean_start_away", "Tiles away after the Charleston", "チャールストン後の距離", "mean",
          ("tiles away after Charlestons and courtesy", "hands where they are known"),
          _number("start_away"), _known("start_away")),
    _seat("mean_charleston_gain", "Gain by the Charleston", "チャールストンの前進", "mean",
          ("tiles away as dealt less those after Charlestons and courtesy",
           "hands where they are known"),
          _difference("deal_away", "start_away"), _both_known("deal_away", "start_away")),
    _seat("set_rate", "Set rate", "聴牌率", "rate",
          ("hands that were one away after a discard", "hands where tiles are known"),
          _known("set_turn"), _counted_and(_known("start_away"))),
    _seat("mean_set_turn", "Mean turn set", "聴牌巡目", "mean",
          ("own turn after which the hand was first one away", "hands that were"),
          _number("set_turn"), _counted_and(_known("set_turn"))),
    _seat("exposed_rate", "Exposed hands", "晒し率", "rate",
          ("hands with an exposure", "hands of which the play is recorded"),
          _some("exposures"), _counted_and(_known("exposures"))),
    _seat("mean_commit_turn", "Mean turn of commitment", "決定巡目", "mean",
          ("own turn of the first exposure", "hands with an exposure"),
          _number("commit_turn"), _counted_and(_known("commit_turn"))),
    _seat("mean_exposures", "Exposures per hand", "平均晒し数", "mean",
          ("exposures", "hands of which the play is recorded"),
          _number("exposures"), _counted_and(_known("exposures"))),
    _seat("exposed_win_rate", "Win rate with an exposure", "晒し後和了率", "rate",
          ("exposed hands won", "hands with an exposure"), _won, _counted_and(_some("exposures"))),
    _seat("hidden_win_rate", "Win rate without an exposure", "門前和了率", "rate",
          ("hands won without an exposure", "hands without one"), _won,
          _counted_and(lambda r: r.number("exposures") == 0)),
    _seat("mean_switches", "Changes of line per hand", "狙い変更数", "mean",
          ("changes of the nearest line from discard to discard", "hands where tiles are known"),
          _number("switches"), _known("switches")),
    # --- jokers
    _seat("mean_dealt_jokers", "Jokers dealt", "配牌ジョーカー", "mean",
          ("jokers dealt", "hands with a known deal"), _number("dealt_jokers"),
          _known("dealt_jokers")),
    _seat("jokers_taken_per_hand", "Jokers taken from others", "他家から得たジョーカー", "mean",
          ("jokers taken from exposures of others", "hands of which the play is recorded"),
          _number("jokers_taken"), _counted_and(_known("jokers_taken"))),
    _seat("jokers_own_per_hand", "Jokers taken from own exposures", "自分のジョーカー交換", "mean",
          ("jokers taken from own exposures", "hands of which the play is recorded"),
          _number("jokers_own"), _counted_and(_known("jokers_own"))),
    _seat("jokers_given_per_hand", "Jokers others took", "取られたジョーカー", "mean",
          ("jokers that others took from own exposures", "hands of which the play is recorded"),
          _number("jokers_given"), _counted_and(_known("jokers_given"))),
    # --- what was let go
    _seat("missed_claims_per_hand", "Claims let go", "見送った晒し", "mean",
          ("discards nobody claimed whose exposure would have brought the hand nearer",
           "hands where tiles are known"), _number("missed_claims"), _known("missed_claims"),
          "to wait for a concealed line is no mistake"),
    _seat("missed_exchanges_per_hand", "Exchanges let go", "見送った交換", "mean",
          ("own turns that ended with an exchange open that would have brought the hand nearer",
           "hands where tiles are known"),
          _number("missed_exchanges"), _known("missed_exchanges")),
    _seat("missed_win_rate", "Wins let go", "見逃し率", "rate",
          ("hands with a mahjong let go", "hands where tiles are known"),
          _some("missed_wins"), _known("missed_wins")),
    # --- errors and dead hands
    _seat("dead_rate", "Dead hands", "無効率", "rate",
          ("hands declared dead", "hands of which the play is recorded"), _known("dead_cause"),
          _counted_and(_known("errors"))),
    _seat("flaw_rate", "Hands that could be called dead", "無効事由率", "rate",
          ("hands in which the audit finds a reason to call them dead",
           "hands of which the play is recorded"), _known("flaw"), _counted_and(_known("errors"))),
    _seat("flaw_found_share", "Dead hands found out", "無効発見率", "rate",
          ("those that were declared dead", "hands with such a reason"),
          _known("dead_cause"), _known("flaw")),
    _seat("mean_undiscovered", "Discards until found out", "無効発見までの打牌", "mean",
          ("discards of all from the reason to the declaration, or to the end",
           "hands with such a reason"), _number("undiscovered"), _known("undiscovered")),
    _seat("error_rate", "Mahjong in error", "誤和了率", "rate",
          ("hands with a mahjong in error of one's own", "hands of which the play is recorded"),
          _some("errors"), _counted_and(_known("errors"))),
    _seat("challenges_per_hand", "Challenges per hand", "無効指摘数", "mean",
          ("challenges made", "hands of which the play is recorded"),
          _number("challenges"), _counted_and(_known("challenges"))),
    _seat("challenge_right_share", "Challenges that were right", "無効指摘成功率", "share",
          ("challenges accepted, or found right by what the table showed",
           "challenges whose truth is known"),
          lambda r: np.nan_to_num(r.number("challenges_right")),
          lambda r: np.nan_to_num(r.number("challenges_right") + r.number("challenges_wrong"))),
    # --- Charleston
    _seat("stop_rate", "Stopped the second Charleston", "第二チャールストン拒否率", "rate",
          ("hands in which this person stopped it", "hands with a recorded Charleston"),
          _yes("stopped"), _counted_and(_known("stopped"))),
    _pass("mean_leg_gain", "Gain by a pass", "パス一回の前進", "mean",
          ("tiles away before a leg less those after it", "passes where they are known"),
          _difference("before_away", "after_away"), _both_known("before_away", "after_away"),
          "split it with --by leg; C is the courtesy"),
    _tiles_of("suited", "Suited tiles", "数牌"),
    _tiles_of("winds", "Winds", "風牌"),
    _tiles_of("dragons", "Dragons", "三元牌", "soap is a dragon"),
    _tiles_of("flowers", "Flowers", "花牌"),
    _tiles_of("came_back", "Tiles that came back", "戻り牌",
              "tiles that the receiver had passed away before, by kind"),
    _pass("pairs_passed", "Pairs per pass", "パス中の対子", "mean",
          ("pairs of equal tiles in a pass", "passes of a Charleston"),
          _number("pairs"), _in_charleston),
    _pass("blind_rate", "Blind passes", "ブラインドパス率", "rate",
          ("passes with tiles passed on unseen", "last passes of a Charleston"),
          _some("blind"), _last_pass),
    _pass("mean_courtesy", "Courtesy tiles", "コーテシー枚数", "mean",
          ("tiles passed as a courtesy", "courtesies recorded"), _number("number"),
          lambda r: np.asarray(r.where("leg", "C") & r.known("number"))),
    _pass("mean_wish", "Courtesy tiles wished for", "コーテシー希望枚数", "mean",
          ("tiles wished for", "courtesies with a recorded wish"), _number("wish"),
          _known("wish")),
    # --- wins
    _win("wins", "Wins", "和了数", "count", ("hands won", ""), _all),
    _win("mean_value", "Mean value", "平均点", "mean",
         ("value of the line as announced", "wins with a value"), _number("line_value"),
         _known("line_value")),
    _win("mean_income", "Mean win income", "平均和了収入", "mean",
         ("points received", "wins with a settlement"), _number("income"), _known("income")),
    _win("best_income", "Highest win", "最高和了収入", "max", ("most points received", ""),
         _number("income"), _known("income")),
    _share("jokerless_rate", "Jokerless wins", "ジョーカーなし率",
           ("wins without a joker, as the 14 tiles show, else as announced",
            "wins where that is known"),
           _jokerless, lambda r: np.asarray(r.known("jokerless_true") | r.known("jokerless"))),
    _share("unclaimed_share", "Jokerless and not announced", "ジョーカーなし未宣言率",
           ("jokerless wins without the announcement", "jokerless wins"),
           lambda r: np.asarray(r.known("jokerless") & ~np.asarray(r.yes("jokerless"))),
           _yes("jokerless_true")),
    _win("mean_win_jokers", "Jokers in a winning hand", "和了時ジョーカー", "mean",
         ("jokers among the 14 tiles", "wins where they are known"), _number("jokers"),
         _known("jokers")),
    _share("concealed_share", "Concealed lines", "門前役率",
           ("wins with a line that must be concealed", "wins with a known line"),
           _is("concealed", "C"), _known("concealed")),
    _win("mean_win_exposures", "Exposures of a winning hand", "和了時の晒し数", "mean",
         ("exposures when mahjong was declared", "wins of which the play is recorded"),
         _number("exposures"), _known("exposures")),
    _win("mean_win_turn", "Mean winning turn", "和了巡目", "mean",
         ("own discards before the win", "wins of which the play is recorded"),
         _number("turns"), _known("turns")),
    _win("mean_wall_left", "Wall left at a win", "和了時の残り山", "mean",
         ("tiles left in the wall", "wins where they are known"), _number("wall_left"),
         _known("wall_left")),
    _share("line_at_deal_share", "Won line was nearest as dealt", "配牌時の狙い的中率",
           ("wins with the line that was nearest as dealt", "wins where it is known"),
           _same("line", "deal_line"), _both_known("line", "deal_line")),
    _share("line_at_start_share", "Won line was nearest after the Charleston",
           "チャールストン後の狙い的中率",
           ("wins with the line that was nearest after the Charleston", "wins where it is known"),
           _same("line", "start_line"), _both_known("line", "start_line")),
    _share("line_at_commit_share", "Won line was nearest at the first exposure",
           "決定時の狙い的中率",
           ("wins with the line that was nearest at the first exposure",
            "exposed wins where it is known"),
           _same("line", "commit_line"), _both_known("line", "commit_line")),
    _share("underclaimed_share", "A dearer line would have fitted", "安目宣言率",
           ("wins of which a dearer line fits", "wins where lines are known"),
           lambda r: r.number("best_value") > r.number("line_value"),
           _both_known("best_value", "line_value")),
    # --- the table
    _hand("table_hands", "Hands of the table", "卓の局数", "count",
          ("hands with a result, not dealt anew", ""), _counted),
    _hand("wall_game_rate", "Wall games", "流局率(卓)", "rate",
          ("hands in which the wall ran out", "hands"), _is("result", "wall")),
    _hand("second_charleston_rate", "Second Charleston played", "第二チャールストン率", "rate",
          ("hands with a second Charleston", "hands with a recorded Charleston of three legs"),
          _yes("second_charleston"), _counted_and(lambda r: r.number("legs") >= 3)),
    _hand("mean_turns", "Turns per hand", "平均巡数", "mean",
          ("most discards of one person", "hands of which the play is recorded"),
          _number("turns"), _counted_and(_known("turns"))),
    _hand("dead_per_hand", "Dead hands per hand", "無効者数", "mean",
          ("hands declared dead", "hands of which the play is recorded"),
          _number("dead"), _counted_and(_known("dead"))),
    _hand("table_challenges", "Challenges at the table", "無効指摘数(卓)", "mean",
          ("challenges", "hands of which the play is recorded"),
          _number("challenges"), _counted_and(_known("challenges"))),
    _hand("agree_rate", "Settled as the rules say", "精算正解率", "rate",
          ("hands with the payments of the rules", "hands where both are known"),
          _yes("agrees"), _known("agrees")),
    # --- shares among all wins and hands, where results are split by line, section …
    _win("share_of_wins", "Share of wins", "和了に占める率", "rate",
         ("wins of the group", "all wins of the player"), _all,
         note="only with --by line, section, line_value, concealed or how"),
    _win("share_of_hands", "Won hands", "局に占める率", "rate",
         ("wins of the group", "all hands of the player"), _all,
         note="only with --by line, section, line_value, concealed or how"),
)  # fmt: skip


def is_derived(statistic: Statistic) -> bool:
    """Whether a statistic is made of others, not summed up over rows."""
    return statistic.key in ("east_advantage", "share_of_wins", "share_of_hands")


def american_statistic(key: str) -> Statistic:
    """Return the statistic with that key.

    Raises:
        UnknownNameError: There is none.
    """
    return statistic_named(key, STATISTICS)
