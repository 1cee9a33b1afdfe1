"""Findings of families P (payments) and G (game flow): code numbers and their meaning."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from .report import G, P

__all__ = ["SETTLEMENT_CODES", "SettlementCode"]

WIN_DELTAS: Final = P + 101
HONBA_PAYMENT: Final = P + 102
DEPOSITS_PAYMENT: Final = P + 103
PAO_SEAT: Final = P + 104
NOTEN_PAYMENT: Final = P + 105
NAGASHI_PAYMENT: Final = P + 106
ABORT_PAYMENT: Final = P + 107
SCORES_BEFORE: Final = P + 108
RIICHI_DEPOSIT: Final = P + 109
PRINTED_TABLE: Final = P + 110
START_SCORES: Final = G + 101
DEALER: Final = G + 102
HONBA: Final = G + 103
DEPOSITS: Final = G + 104
ROUND_WIND: Final = G + 105
CONTINUED_PAST_END: Final = G + 106
ENDED_EARLY: Final = G + 107
FINAL_SCORES: Final = G + 108
FINAL_POINTS: Final = G + 109
FIRST_ROUND_STATE: Final = G + 110
RECORD_ENDS_EARLY: Final = G + 120
RECORD_STARTS_LATE: Final = G + 121


class SettlementCode(NamedTuple):
    """One entry, as :class:`mjlog.finding_table.FindingCode`.

    Kernels write the code number of :mod:`mjlog.engine.report`; ``values`` tells what its two
    integers mean.
    """

    code: str
    name: str
    severity: Literal["error", "warning", "note"]
    summary: str
    explanation: str
    rule: str
    values: str


SETTLEMENT_CODES: Final[tuple[SettlementCode, ...]] = (
    SettlementCode(
        "P101", "win-deltas", "error",
        "The points moved by a win do not follow from its recorded value.",
        "The recorded value of the hand is split over the payers by winner, discarder, dealer "
        "and liable player; honba and deposits are added. The record moves other points.",
        "tsumo_loss, pao_yaku, pao_scope, pao_honba, daiminkan_rinshan_pao, "
        "daiminkan_rinshan_pao_amount, kakan_rinshan_pao, pao_ankan_counts, "
        "pao_daiminkan_counts", "points",
    ),
    SettlementCode(
        "P102", "honba-payment", "error",
        "The counters (本場) were not paid as the rules say.",
        "Without the honba part the payments are right: the counters are missing, counted "
        "wrongly, worth another amount, or paid by or to the wrong player.",
        "honba_total, honba_multi_ron, pao_honba, pao_tsumo_honba", "points",
    ),
    SettlementCode(
        "P103", "deposits-payment", "error",
        "The riichi deposits on the table did not go to the winner as the rules say.",
        "The payers are right, the winner's gain differs by whole deposits: sticks left on "
        "the table, counted wrongly, or given to another than the first winner of a multiple ron.",
        "deposit_multi_ron, riichi_bet", "points",
    ),
    SettlementCode(
        "P104", "pao-seat", "error",
        "Another player, or nobody, is liable (包) for this win.",
        "Liable is who fed the third dragon set, the fourth wind set or the fourth kan of the "
        "recorded yakuman. A concealed set, an ankan or a kakan makes nobody liable. Where the "
        "rules say so, who fed an open kan answers for a win on its replacement tile.",
        "pao_yaku, pao_ankan_counts, pao_daiminkan_counts, daiminkan_rinshan_pao, "
        "kakan_rinshan_pao", "seat",
    ),
    SettlementCode(
        "P105", "noten-payment", "error",
        "The noten payments of a drawn round are wrong.",
        "Players whose hands are shown as tenpai share the pool that the others pay in equal "
        "parts; nothing is paid when all or none are tenpai.",
        "noten_pool, noten_payment", "points",
    ),
    SettlementCode(
        "P106", "nagashi-payment", "error",
        "The payments of nagashi mangan (流し満貫) are wrong or were forgotten.",
        "Each player whose discards are all terminals or honours, none of them called, is paid "
        "a mangan tsumo instead of the noten payments.",
        "nagashi, nagashi_own_calls_ok, nagashi_collects", "points",
    ),
    SettlementCode(
        "P107", "abort-payment", "error",
        "Points moved in an abortive draw.",
        "An abortive draw moves no points; deposits stay on the table.",
        "common rule", "points",
    ),
    SettlementCode(
        "P108", "scores-before", "error",
        "The scores printed with a result are not the scores at that moment.",
        "The scores before a result are the start of the round less the deposits paid in it; "
        "for a further winner they are the scores after the winner before.",
        "riichi_bet", "points",
    ),
    SettlementCode(
        "P109", "riichi-deposit", "error",
        "A riichi deposit was paid without need, or not paid.",
        "The deposit is due when the declaration tile passes. It is not paid when the tile is "
        "ronned, not without a declaration, and as `abort_riichi_deposit` says when the tile "
        "brings an abortive draw.",
        "riichi_bet, abort_riichi_deposit, abort_priority_over_riichi", "flag",
    ),
    SettlementCode(
        "P110", "printed-honba-or-deposits", "error",
        "The counters or deposits printed with a result are not those on the table.",
        "The result repeats the counters of the round and the sticks on the table; they differ "
        "from the start of the round and the deposits paid in it.",
        "common rule", "count",
    ),
    SettlementCode(
        "G101", "start-scores", "error",
        "A round starts with other scores than the round before ended with.",
        "Compared with the recorded scores and changes of the last result.",
        "common rule", "points",
    ),
    SettlementCode(
        "G102", "dealer", "error",
        "The wrong player is dealer.",
        "The recorded result of the round before says whether the dealer keeps the deal.",
        "renchan, double_ron_renchan, abort_renchan, nagashi_renchan, chombo_replay", "seat",
    ),
    SettlementCode(
        "G103", "honba", "error",
        "A round starts with the wrong number of counters.",
        "One more than before after a draw or when the dealer keeps the deal, else none; as before "
        "when a hand is played again.",
        "renchan, double_ron_renchan, nagashi, chombo_replay, chombo_honba_unchanged", "count",
    ),
    SettlementCode(
        "G104", "deposits", "error",
        "A round starts with the wrong number of riichi sticks.",
        "After a win none are left; after a draw those of the start and those paid since, without "
        "those that go back when a hand is void.",
        "nagashi_collects, chombo_returns_deposits", "count",
    ),
    SettlementCode(
        "G105", "round-wind", "error",
        "A round has the wrong round wind.",
        "The wind changes when the deal comes back to the first dealer, and only then.",
        "length", "count",
    ),
    SettlementCode(
        "G106", "continued-past-end", "error",
        "The game went on although it was over.",
        "After the round before, the rules end the game: a player out of points, the last "
        "round, enough points in the extension, or a leading dealer of the last round.",
        "length, extension, extension_threshold, extension_cmp, extension_winds, "
        "extension_renchan_priority, tobi, agari_yame, tenpai_yame, upper_cap, chombo_ends_game",
        "flag",
    ),
    SettlementCode(
        "G107", "ended-early", "error",
        "The game ended although it had to go on.",
        "The last recorded round is not the last of the game under its rules.",
        "length, extension, extension_threshold, extension_cmp, extension_winds, "
        "extension_renchan_priority, tobi, agari_yame, tenpai_yame, upper_cap, chombo_ends_game",
        "flag",
    ),
    SettlementCode(
        "G108", "final-scores", "error",
        "The final scores do not follow from the last result.",
        "Expected: scores after the last result, and the sticks left on the table as the rules "
        "give them.",
        "leftover_deposit", "points",
    ),
    SettlementCode(
        "G109", "final-points", "error",
        "The placement points do not follow from the final scores.",
        "Recomputed from the recorded final scores with return points, uma, oka, ties and "
        "rounding.",
        "return_points, uma, uma_by_floaters, uma_tie, point_rounding", "tenths",
    ),
    SettlementCode(
        "G110", "first-round-state", "error",
        "The game does not start with the points or the empty table of its rules.",
        "The first round needs the start points for everybody and no deposits.",
        "start_points", "points",
    ),
    SettlementCode(
        "G120", "record-ends-early", "note",
        "The record stops before the game is over.",
        "The record has no end of game and the rules let the game go on.",
        "length", "flag",
    ),
    SettlementCode(
        "G121", "record-starts-late", "note",
        "The record starts in the middle of a game.",
        "The first recorded round is not East 1 without counters; what came before is unknown.",
        "length", "none",
    ),
)  # fmt: skip
