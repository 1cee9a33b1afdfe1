"""The finding codes of American mahjong (family A): one entry a kind of violation.

The table is text and stands apart from the checks, so that ``mjlog explain`` and the documents
need no engine. What happens at the table after a violation is told for the League's rule book
of 2024 and, where it differs, for the seed text (profile ``american-seed``).
"""

from __future__ import annotations

from typing import Final

from .code_entry import BOOK, AmericanCode
from .codes_play import CHARLESTON, CLAIMS, EXCHANGES, SET_AND_DEAL, TURNS

__all__ = ["AMERICAN_CODES", "AmericanCode"]

_MAHJONG: Final = (
    AmericanCode(
        "A-MJ-01", "no-line", "error", "public", True,
        "The declared hand matches no line of the card.",
        "The 14 tiles and the exposures are matched with every line.",
        "mahjong in error: shown with the others intact the declarer is dead and pays the winner; "
        "with one intact hand left the declarer pays it twice the attempted value.",
        "SD-23.", f"{BOOK}; SD-23", "mahjong_in_error_multiplier, all_disturbed",
        "カードにない和了",
    ),
    AmericanCode(
        "A-MJ-02", "wrong-line", "error", "public", True,
        "The line announced is not one that the hand matches.",
        "The hand matches another line of the card.",
        "the value announced stands only where its line matches.",
        "", BOOK, "ambiguous_hand",
        "申告した役と手牌の不一致",
    ),
    AmericanCode(
        "A-MJ-03", "wrong-value", "error", "result", True,
        "The value announced is not the value of the line.",
        "The value is compared with the card.",
        "put right; a value below the card's stands as announced.",
        "", BOOK, "concealed_bonus",
        "申告した点数とカードの点数の不一致",
    ),
    AmericanCode(
        "A-MJ-04", "dearer-line", "note", "public", True,
        "The hand also matches a dearer line.",
        "Every matching line is valued.",
        "none: the winner is entitled to what was announced.",
        "", BOOK, "ambiguous_hand",
        "より高い役にも合う和了",
    ),
    AmericanCode(
        "A-MJ-05", "jokerless-bonus", "error", "result", False,
        "The jokerless bonus is announced wrongly, or not announced though it is due.",
        "The 14 tiles at the declaration count; lines of singles and pairs have no bonus. A bonus "
        "that was due and not announced is a note, because it is lost. A record of results needs "
        "the card to know the lines without a bonus.",
        "recomputed; a bonus that was not announced is lost.",
        "SD-11: no joker left is jokerless.", f"{BOOK}; Sloper 595; SD-11",
        "jokerless_multiplier, jokerless_must_be_claimed",
        "ジョーカーなしの加算の誤り・申告漏れ",
    ),
    AmericanCode(
        "A-MJ-06", "concealed-line-exposed", "error", "public", True,
        "A concealed line is won with earlier exposures.",
        "The last tile may be claimed; everything else must be concealed.",
        "mahjong in error.", "SD-20 b.", f"{BOOK}; SD-20", "",
        "晒した手での門前限定の役の和了",
    ),
    AmericanCode(
        "A-MJ-07", "dead-hand-mahjong", "error", "public", False,
        "A dead hand, or one with a wrong exposure that nobody saw, wins.",
        "A hand that was declared dead needs no card; a wrong exposure does.",
        "no win.", "SD-22.", f"{BOOK}; SD-22", "dead_hand_pays",
        "無効の手の和了",
    ),
    AmericanCode(
        "A-MJ-08", "mahjong-window", "error", "public", False,
        "Mahjong is declared on a tile that is not the live discard.",
        "The window has closed, or the tile was discarded earlier.",
        "no win.", "", "Sloper 458", "cold_wall",
        "請求できない捨て牌での和了",
    ),
    AmericanCode(
        "A-MJ-09", "exchange-win", "error", "public", False,
        "A hand is won by a joker exchange although the rules forbid it.",
        "Only a literal reading of the seed text forbids it.",
        "allowed by the League, and paid as self-pick.", "SD-13, read literally.", "SD-13",
        "exchange_win",
        "ジョーカー交換による和了（禁止の場合）",
    ),
)  # fmt: skip

_DEAD_HANDS: Final = (
    AmericanCode(
        "A-DH-01", "void-challenge", "error", "public", False,
        "A challenge is void.",
        "Only a player whose hand is alive may challenge another, and nobody the own hand. That "
        "the hand of the other is dead already is a note.",
        "it decides nothing, and nobody pays for it.", "", "Mahj Life 24", "challenges",
        "無効な指摘",
    ),
    AmericanCode(
        "A-DH-02", "challenge-verdict", "error", "public", True,
        "A challenge is decided against the facts.",
        "The dead-hand test uses what everybody could see at that moment, the player's own "
        "exposures included.",
        "who was wrong pays the other 50.", "SD-21: 25.", f"{BOOK}; Mahj Life 160; SD-21",
        "challenge_points, challenges",
        "指摘の裁定の誤り",
    ),
    AmericanCode(
        "A-DH-03", "dead-exposures", "error", "public", False,
        "The wrong exposures of a dead hand go back to the rack, or a wrong one stays.",
        "The exposure in error goes back; those that were right before stay, and their jokers "
        "may be exchanged. Which were right is known with the card only.",
        "jokers are out of reach that should not be, or the other way round.",
        "SD-14, SD-15.", f"{BOOK}; Sloper 327; SD-14, SD-15", "",
        "無効の手の晒しの扱い",
    ),
    AmericanCode(
        "A-DH-04", "dead-unnoticed", "note", "public", True,
        "A hand could have been declared dead and nobody did.",
        "The first moment at which what everybody could see left no line.",
        "none while nobody challenges.", "SD-22.", f"{BOOK}; SD-22", "challenges",
        "指摘されなかった無効の手",
    ),
)  # fmt: skip

_PAYMENTS: Final = (
    AmericanCode(
        "A-PAY-01", "payment", "error", "result", False,
        "The points paid for the hand do not follow from its result.",
        "Every amount is worked out from the value announced (or the card's), who discarded, "
        "self-pick and the jokerless bonus; the chain stands in the message.",
        "recomputed.", "SD-24: the scoring page is missing, the League's is taken.",
        f"{BOOK}; Sloper 316, 415",
        "self_pick_multiplier, discarder_multiplier, others_multiplier, jokerless_multiplier, "
        "dealer_multiplier, concealed_bonus, wall_game_points, pie",
        "点数の支払いの誤り",
    ),
    AmericanCode(
        "A-PAY-02", "payments-do-not-cancel", "error", "result", False,
        "The points of a hand do not add up to zero.",
        "Plays for points of a tournament and payments into a kitty are left out.",
        "arithmetic error.", "", BOOK, "tournament, wall_game_points",
        "支払いの合計が0でない",
    ),
    AmericanCode(
        "A-PAY-03", "dead-hand-does-not-pay", "error", "result", False,
        "A player with a dead hand does not pay the winner.",
        "A dead hand pays like any other.",
        "must pay.", "SD-21, SD-23-2: pays the winner in full.", f"{BOOK}; SD-21",
        "dead_hand_pays",
        "無効の手の支払い漏れ",
    ),
    AmericanCode(
        "A-PAY-04", "penalty-payment", "error", "result", False,
        "What a misnamed discard, an error or a challenge costs is wrong.",
        "A misnamer pays four times the value alone, the last declarer in error twice the "
        "attempted value to the one intact player, who wrecks the wall the lowest value of the "
        "card to each intact player, the loser of a challenge 50 or 25 to the other.",
        "recomputed.", "SD-19, SD-21, SD-23-3.", f"{BOOK}; SD-19, SD-21, SD-23",
        "misname_multiplier, misname_jokerless, misnamed_joker, out_of_turn_multiplier, "
        "wrong_end, mahjong_in_error_multiplier, wrecked_wall, challenge_points",
        "誤りに対する支払いの誤り",
    ),
    AmericanCode(
        "A-PAY-05", "running-total", "error", "result", False,
        "The totals of the game are not the sums of its hands.",
        "Points and transfers of all hands are added up.",
        "arithmetic error.", "", BOOK, "pie",
        "合計点の誤り",
    ),
    AmericanCode(
        "A-PAY-06", "exchange-win-paid-as-discard", "error", "result", False,
        "A self-pick by a joker exchange is paid like a win on a discard.",
        "The exchange was the last move before mahjong; a record of results says so itself.",
        "everybody pays double.", "", f"{BOOK}; Sloper 135, 256, 595", "self_pick_multiplier",
        "ジョーカー交換による自摸和了が放銃扱いの支払い",
    ),
)  # fmt: skip

_GAME: Final = (
    AmericanCode(
        "A-ROT-01", "wrong-east", "error", "result", False,
        "The wrong player is East.",
        "After every hand, won or not, the deal moves to the right; a hand that was thrown in is "
        "dealt again by the same East unless the rules move it.",
        "the game is finished, the next one goes on as it should have.",
        "SD-03.", f"{BOOK}; SD-03", "rotation, hands_per_round, void_hand_east",
        "東家の誤り",
    ),
    AmericanCode(
        "A-ROT-02", "wrong-seats", "error", "result", False,
        "The players do not sit as the rotation demands.",
        "Sixteen hands: the seat table of the seed. Pivot: after a round East changes seats with "
        "the player on the right. Within a round nobody moves.",
        "the seats are put right.", "SD-04, SD-05.", f"{BOOK}; SD-04, SD-05",
        "rotation, hands_per_round, rounds",
        "席順の誤り",
    ),
    AmericanCode(
        "A-TRN-01", "tournament-points", "error", "result", False,
        "The points of a tournament do not follow from its scheme.",
        "Value, self-pick, jokerless bonus, wall games, discards to exposed hands, dead hands "
        "and penalties are added up by the scheme.",
        "recomputed.", "", "the tournament's own rules", "tournament, peeking_points",
        "大会の得点の誤り",
    ),
)  # fmt: skip

#: Every code of American mahjong, by subject.
AMERICAN_CODES: Final[tuple[AmericanCode, ...]] = (
    *SET_AND_DEAL,
    *CHARLESTON,
    *TURNS,
    *CLAIMS,
    *EXCHANGES,
    *_MAHJONG,
    *_DEAD_HANDS,
    *_PAYMENTS,
    *_GAME,
)
