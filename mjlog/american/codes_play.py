"""Finding codes of American mahjong: the set, Charleston, turns, claims, joker exchanges."""

from __future__ import annotations

from typing import Final

from .code_entry import BOOK, AmericanCode

__all__ = ["CHARLESTON", "CLAIMS", "EXCHANGES", "SET_AND_DEAL", "TURNS"]

_RECORD: Final = "record error, nothing follows at the table."
_DEAD: Final = "the hand is dead once it is challenged."

SET_AND_DEAL: Final = (
    AmericanCode(
        "A-SET-01", "more-tiles-than-set", "error", "public", False,
        "More copies of a tile are in sight than the set holds.",
        "Naturals exist four times, flowers and jokers eight times unless the rules say "
        "otherwise; every tile that is known at that moment is counted.",
        _RECORD, "the set is not described.", BOOK, "jokers, flowers",
        "牌セットにある枚数より多い牌",
    ),
    AmericanCode(
        "A-SET-02", "tiles-not-conserved", "error", "full", False,
        "The tiles of hands, exposures, floor and wall are not the whole set.",
        "All tiles of the recorded wall and of the places they went to are counted; at a win "
        "floor and wall hold 99 tiles together.",
        _RECORD, "", BOOK, "jokers, flowers, blanks",
        "手牌・晒し・河・牌山の合計が牌セットと一致しない",
    ),
    AmericanCode(
        "A-SET-03", "not-next-in-wall", "error", "full", False,
        "A tile is dealt or drawn that is not the next one of the recorded wall.",
        "The deal takes four tiles at a time, three rounds, then East the first and the third of "
        "the last tiles; draws follow in the order of the wall.",
        _RECORD, "", BOOK, "",
        "記録された牌山の次の牌でない配牌・ツモ",
    ),
    AmericanCode(
        "A-DEAL-01", "deal-size", "error", "full", False,
        "East is not dealt 14 tiles, or another player not 13.",
        "Tiles of the deal are counted by player.",
        "noticed before East's first discard the hand is thrown in and dealt again; only the "
        "player left of East who has 12 may take the next tile of the wall.",
        "", BOOK, "",
        "配牌の枚数が違う",
    ),
)  # fmt: skip

CHARLESTON: Final = (
    AmericanCode(
        "A-CH-01", "joker-passed", "error", "full", False,
        "A joker is passed in the Charleston.",
        "The tiles of every pass and courtesy pass are looked at.",
        "the joker is given back for another tile.",
        "SD-07: jokers may not be passed.", f"{BOOK}; SD-07", "charleston",
        "チャールストンでのジョーカーのパス",
    ),
    AmericanCode(
        "A-CH-02", "pass-size", "error", "full", False,
        "A pass is not of three tiles.",
        "Own tiles and tiles forwarded unseen count together; tiles owed (IOU) are taken off.",
        "the count is put right, or the hand is dealt again.",
        "", BOOK, "charleston",
        "パスの枚数が3枚でない",
    ),
    AmericanCode(
        "A-CH-03", "passed-tile-not-held", "error", "full", False,
        "A tile is passed that the player does not hold.",
        "The rack is followed from the deal through every pass; tiles forwarded unseen come from "
        "the pass that arrives.",
        _RECORD, "", BOOK, "",
        "手牌にない牌のパス",
    ),
    AmericanCode(
        "A-CH-04", "charleston-order", "error", "public", False,
        "A pass is missing, comes out of order or goes to the wrong player.",
        "The first Charleston is right, across, left; the second left, across, right. Only East's "
        "complete hand (Heavenly Hand) waives it, and three players have none.",
        "the missing pass is made, or the hand is dealt again.",
        "", BOOK, "charleston, players",
        "チャールストンの順序・相手が違う、または欠けている",
    ),
    AmericanCode(
        "A-CH-05", "second-charleston-stopped", "error", "public", False,
        "The second Charleston is played although a player stopped it.",
        "Any one player may stop it without a reason.",
        "none is laid down.", "", BOOK, "charleston",
        "止められた第2チャールストンの実施",
    ),
    AmericanCode(
        "A-CH-06", "blind-pass", "error", "public", False,
        "Tiles are forwarded unseen on a pass that does not allow it.",
        "Only the last pass of each Charleston (first left, second right) may forward one to "
        "three tiles unseen.",
        "not allowed.", "", BOOK, "charleston",
        "認められないブラインドパス",
    ),
    AmericanCode(
        "A-CH-07", "courtesy-size", "error", "public", False,
        "A courtesy pass is not what the two opposite players agreed.",
        "Each pair of opposite players exchanges as many tiles as the smaller wish, three at "
        "most.",
        "not allowed.", "", BOOK, "charleston",
        "コートシーパスの枚数・相手が違う",
    ),
    AmericanCode(
        "A-CH-08", "second-charleston-unfinished", "error", "public", False,
        "The second Charleston stops after it has begun.",
        "Once a tile of the second left pass was looked at, across and right must follow.",
        "it must be completed.", "", "League bulletin 2000", "charleston",
        "途中で止めた第2チャールストン",
    ),
)  # fmt: skip

TURNS: Final = (
    AmericanCode(
        "A-TURN-01", "turn-order", "error", "public", False,
        "A player draws or discards out of turn.",
        "The turn passes to the right, past dead hands; a claim moves it to the claimant.",
        "the hand is dead; if the discard is claimed for mahjong the offender alone pays four "
        "times the value.",
        "SD-20 d: ground for a challenge.", f"{BOOK}; SD-20",
        "out_of_turn_multiplier, out_of_turn_exposure",
        "手番でないツモ・打牌（アメリカ式）",
    ),
    AmericanCode(
        "A-TURN-02", "discard-without-draw", "error", "public", False,
        "A player discards without a draw or a claim.",
        "Only East's first discard needs none.",
        "the hand is dead (it is short of a tile).", "SD-20 d.", "AMJA guide; SD-20", "",
        "ツモも請求もない打牌",
    ),
    AmericanCode(
        "A-TURN-03", "wrong-end-of-wall", "error", "public", False,
        "A tile is drawn from the wrong end of the wall, or from the wrong wall.",
        "The record says where a draw came from.",
        "the hand is dead; two such players void the hand; if the discard is claimed for "
        "mahjong the offender pays for the table.",
        "SD-20 d.", f"{BOOK}; SD-20", "wrong_end",
        "牌山の違う端・違う山からのツモ",
    ),
    AmericanCode(
        "A-TURN-04", "first-discard", "error", "public", False,
        "The first discard is not East's.",
        "East, with 14 tiles, opens the play by discarding.",
        "the discard is taken back; if the player has drawn as well, the hand is dealt again.",
        "", BOOK, "",
        "最初の打牌が東家でない",
    ),
    AmericanCode(
        "A-TURN-05", "dead-hand-acts", "error", "public", False,
        "A player whose hand is dead draws, discards, claims or exchanges, or anybody does when "
        "the hand is over.",
        "A hand is dead from its declaration on. The whole hand is over when it is won, thrown in "
        "or played to the last tile, and when a mahjong in error leaves one intact hand or none.",
        "what was done is undone.", "SD-21: neither draws nor discards.", f"{BOOK}; SD-21", "",
        "無効の手の行動、終わった局での行動",
    ),
    AmericanCode(
        "A-CNT-01", "tile-count", "error", "public", False,
        "A player does not have 13 tiles between turns, or 14 in turn.",
        "Rack and exposures are counted after every discard and before it.",
        "the hand is dead; the others play on.", "SD-20 d.", f"{BOOK}; AMJA guide", "",
        "枚数の過不足",
    ),
    AmericanCode(
        "A-CNT-02", "wrong-counts", "error", "full", False,
        "Two or more players have a wrong number of tiles, and the hand does not end as it must.",
        "Hands with a wrong count are compared with how the record goes on.",
        "the hand is thrown in.", "", f"{BOOK}; AMJA guide: two are dead, three redeal",
        "two_wrong_counts",
        "複数の手の枚数違いの扱い",
    ),
    AmericanCode(
        "A-DISC-01", "discard-not-held", "error", "public", False,
        "A tile is discarded that the player cannot hold.",
        "In a full record the rack is followed; in a public one known tiles are.",
        _RECORD, "", BOOK, "",
        "手牌にない牌の打牌（アメリカ式）",
    ),
    AmericanCode(
        "A-DISC-02", "misnamed-discard", "error", "public", False,
        "A discard is called by another name.",
        "A joker may be named by one of the words that the rules allow. A claim on the wrong "
        "name has its own consequences.",
        "the name is put right; an exposure on the wrong name kills the claimant's hand; mahjong "
        "on the wrong name ends the hand and the misnamer alone pays four times the value.",
        "SD-19: an exposure on the wrong name has no penalty.", f"{BOOK}; SD-19",
        "misname_multiplier, misname_exposure, misnamed_joker, misname_two_mahjongs, joker_names",
        "打牌の呼び間違い",
    ),
    AmericanCode(
        "A-DISC-03", "own-discard-claimed", "error", "public", False,
        "A player claims the own discard.",
        "A discard that was named or has touched the table cannot be taken back.",
        "not allowed.", "", "Sloper FAQ 19", "",
        "自分の捨て牌の請求",
    ),
)  # fmt: skip

CLAIMS: Final = (
    AmericanCode(
        "A-CLM-01", "claim-window", "error", "public", False,
        "A tile is claimed that is not the live discard.",
        "The window closes when the next player racks the drawn tile, discards, declares mahjong "
        "or starts a joker exchange.",
        "not allowed.", "", "Sloper 458, 639; AMJA guide", "cold_wall, last_discard_exposure",
        "請求できる時機を過ぎた捨て牌の請求",
    ),
    AmericanCode(
        "A-CLM-02", "joker-claimed", "error", "public", False,
        "A discarded joker is claimed.",
        "A joker on the floor belongs to nobody, whatever it was called.",
        "not allowed.", "SD-08: it takes the name of the last discard, no more.",
        f"{BOOK}; SD-08", "",
        "捨てられたジョーカーの請求",
    ),
    AmericanCode(
        "A-CLM-03", "claim-for-pair", "error", "public", False,
        "A discard is claimed for a single or a pair, not for mahjong.",
        "An exposure has three to six tiles.",
        _DEAD, "only for the last tile of a hand.", BOOK, "",
        "対子・単独牌のための請求",
    ),
    AmericanCode(
        "A-CLM-04", "bad-exposure", "error", "public", False,
        "An exposure is not of three to six identical tiles and jokers.",
        "The naturals of the group must all be the claimed tile.",
        "dead once the claimant has discarded.", "SD-06.", f"{BOOK}; SD-06", "flower_jokers",
        "同じ牌3〜6枚でない晒し",
    ),
    AmericanCode(
        "A-CLM-05", "claimed-tile-missing", "error", "public", False,
        "An exposure does not hold the tile that was claimed.",
        "The tiles laid down are compared with the claim.",
        _RECORD, "", BOOK, "",
        "請求した牌のない晒し",
    ),
    AmericanCode(
        "A-CLM-06", "claim-priority", "error", "public", False,
        "The wrong player gets a discard that several claim.",
        "Mahjong goes before an exposure; otherwise the next in turn, unless the other has put "
        "the tile on the rack or laid tiles down.",
        "the tile goes to the other.", "", f"{BOOK}, page on claims; League bulletin 2026",
        "priority_shown",
        "請求の優先順位",
    ),
    AmericanCode(
        "A-CLM-07", "claim-not-covered", "error", "public", False,
        "A claimant lacks the tiles for the group when claiming.",
        "A joker taken by an exchange after the claim cannot complete the group.",
        "the hand is dead.", "SD-13: no exchange in order to take the last discard.",
        "Sloper 131; SD-13", "",
        "足りない牌での請求",
    ),
    AmericanCode(
        "A-CLM-08", "exposure-changed", "error", "public", False,
        "An exposure is changed after it was fixed.",
        "Tiles may be added or taken away until the claimant discards.",
        "not allowed.", "", f"{BOOK}; findmymahjgame", "exposure_lock",
        "確定後の晒しの変更",
    ),
    AmericanCode(
        "A-CLM-09", "exposure-of-concealed-line", "error", "public", True,
        "The exposures fit concealed lines only.",
        "Every line that accommodates the exposures must be won concealed.",
        _DEAD, "SD-20 b.", f"{BOOK}; SD-20", "",
        "門前限定の役の晒し",
    ),
    AmericanCode(
        "A-CLM-10", "exposure-fits-no-line", "error", "public", True,
        "The exposures fit no line of the card.",
        "No line accommodates the exposures together.",
        _DEAD, "SD-20 a.", f"{BOOK}; SD-20", "",
        "カードのどの役にも合わない晒し",
    ),
    AmericanCode(
        "A-CLM-11", "part-of-block-claimed", "error", "public", True,
        "A part of a printed group is claimed.",
        "The card has groups of this tile, none of this size.",
        _DEAD, "SD-20 a.", "findmymahjgame; SD-20", "",
        "カードの組の一部だけの請求",
    ),
    AmericanCode(
        "A-CLM-12", "claim-size-not-said", "error", "public", False,
        "A claim does not say the size of the group that is laid down.",
        "Where a table wants pung, kong, quint or sextet to be said, the words of the record are "
        "compared with the exposure as it stands in the end. Claims without words are not judged.",
        "the claim is said again.", "not in the seed text; its platform wants it.",
        "MahjongTime rules, page 4", "claim_names_size",
        "組の大きさを言わない請求",
    ),
)  # fmt: skip

EXCHANGES: Final = (
    AmericanCode(
        "A-JX-01", "exchange-timing", "error", "public", False,
        "A joker is exchanged out of turn, or before a draw or a claim.",
        "The player must be in turn and hold 14 tiles.",
        "the hand is dead.", "SD-09: on the own turn.", "Sloper 134; SD-09", "",
        "手番でない、またはツモ・請求前のジョーカー交換",
    ),
    AmericanCode(
        "A-JX-02", "exchange-with-discard", "error", "public", False,
        "A discarded tile is used for an exchange.",
        "The tile given must come from the rack.",
        "not allowed.", "SD-10.", "Sloper 55, 110; SD-10", "",
        "捨て牌を使ったジョーカー交換",
    ),
    AmericanCode(
        "A-JX-03", "exchange-wrong-tile", "error", "public", False,
        "The tile given is not the one the joker stands for.",
        "The tile is compared with the naturals of the exposure.",
        "put right before the next discard; after it the owner of the exposure is dead, the "
        "giver plays on.",
        "", f"{BOOK}; findmymahjgame", "",
        "違う牌でのジョーカー交換",
    ),
    AmericanCode(
        "A-JX-04", "exchange-no-joker", "error", "public", False,
        "There is no joker to take in that exposure.",
        "Exposures that went back to the rack of a dead hand are out of reach.",
        "not allowed.", "SD-14.", f"{BOOK}; SD-14", "",
        "ジョーカーのない晒しとの交換",
    ),
    AmericanCode(
        "A-JX-05", "joker-given", "error", "public", False,
        "A joker is given for a natural tile.",
        "An exchange goes one way.",
        "not allowed.", "SD-12.", f"{BOOK}; SD-12", "",
        "ジョーカーを渡す逆の交換",
    ),
    AmericanCode(
        "A-JX-06", "exchange-undone", "error", "public", False,
        "An exchange is taken back.",
        "The record takes back an exchange that was right.",
        "not allowed.", "", "Sloper 595", "",
        "ジョーカー交換の取り消し",
    ),
    AmericanCode(
        "A-JOK-01", "joker-in-pair", "error", "public", True,
        "A joker counts in a single, a pair or a mixed group of the declared hand.",
        "The hand would match its line if jokers could stand there.",
        "mahjong in error.", "SD-06.", f"{BOOK}; SD-06", "flower_jokers",
        "対子・単独牌でのジョーカー使用",
    ),
)  # fmt: skip
