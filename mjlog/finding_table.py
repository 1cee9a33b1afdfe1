"""The table of finding codes: text only, one entry a kind of fault.

``values`` tells what the two integers of a reported row mean, see
:func:`mjlog.findings.decode_value`.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

__all__ = ["FLOW", "FURITEN", "LEGALITY", "SCORING", "TILES", "FindingCode", "Severity"]

Severity = Literal["error", "warning", "note"]
Values = Literal["none", "tile", "seat", "kinds", "count", "points", "draw", "seats", "flag"]


class FindingCode(NamedTuple):
    """One kind of finding.

    Attributes:
        code: Family letter and three digits.
        name: Kebab name.
        severity: ``error``, ``warning`` or ``note``.
        summary: What is wrong, one sentence.
        explanation: What was compared with what.
        rule: Where the rule stands: rule parameters, or ``common rule``.
        values: What recorded and expected hold.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    explanation: str
    rule: str
    values: str = "none"


TILES: Final = (
    FindingCode(
        "T101",
        "tile-not-held",
        "error",
        "A tile is discarded that is not in the hand.",
        "The hand is followed from the deal through every draw and call. The seat is left out of "
        "the checks of hand shape for the rest of the round, because its hand is no longer known.",
        "common rule",
        "tile",
    ),
    FindingCode(
        "T102",
        "meld-tile-not-held",
        "error",
        "A call uses a tile that the caller does not hold.",
        "The caller's own tiles of a chi, pon or kan must be in its concealed hand. The seat is "
        "left out of the checks of hand shape for the rest of the round.",
        "common rule",
        "tile",
    ),
    FindingCode(
        "T103",
        "shown-hand-differs",
        "error",
        "The hand shown at the end is not the hand that was played.",
        "The concealed tiles recorded with a win or a draw are compared with the replayed hand.",
        "common rule",
        "tiles",
    ),
    FindingCode(
        "T104",
        "shown-melds-differ",
        "error",
        "The melds shown with a win are not the melds that were called.",
        "The melds recorded with a win are compared with the calls of the round.",
        "common rule",
        "count",
    ),
)

LEGALITY: Final = (
    FindingCode(
        "L101", "out-of-turn-draw", "error",
        "A seat draws although it is not its turn.",
        "After a discard that nobody claims the next seat draws; after a kan the same seat draws "
        "a replacement; the dealer draws first.",
        "common rule", "seat",
    ),
    FindingCode(
        "L102", "out-of-turn-discard", "error",
        "A seat discards although it is not its turn to.",
        "A discard follows the seat's own draw, chi or pon.",
        "common rule", "seat",
    ),
    FindingCode(
        "L103", "out-of-turn-call", "error",
        "A call is made when nothing can be called.",
        "Chi, pon and open kan take the tile just discarded by another seat; concealed and added "
        "kans and kita follow the seat's own draw.",
        "common rule", "seat",
    ),
    FindingCode(
        "L104", "chi-source", "error",
        "Chi from a seat other than the one to the left.",
        "Chi may only be called on the discard of the seat before one's own.",
        "common rule", "seat",
    ),
    FindingCode(
        "L105", "chi-not-played", "error",
        "Chi in a ruleset without chi.",
        "Three-player games have no chi.", "chi", "tile",
    ),
    FindingCode(
        "L106", "bad-meld", "error",
        "The tiles of a call do not form its set.",
        "A chi is three consecutive tiles of a suit, a pon three and a kan four of one kind; an "
        "added kan needs an own pon of that kind.",
        "common rule", "tile",
    ),
    FindingCode(
        "L107", "meld-source", "error",
        "The called tile is not the tile just discarded.",
        "Tile and seat recorded with the call are compared with the discard before it.",
        "common rule", "tile",
    ),
    FindingCode(
        "L108", "kuikae", "error",
        "Swap-calling: the discard after a call could have formed the set by itself.",
        "Forbidden are the called kind (`kuikae_same`) and, after a chi of an end tile, the tile "
        "at the other end (`kuikae_suji`).",
        "kuikae_same, kuikae_suji", "tile-banned",
    ),
    FindingCode(
        "L109", "call-leaves-no-discard", "error",
        "After this call every tile in the hand is forbidden by the swap-calling rule.",
        "Such a call may not be made at all.",
        "kuikae_same, kuikae_suji", "tile",
    ),
    FindingCode(
        "L110", "call-on-last-tile", "error",
        "The last discard of the round is called.",
        "Only ron is possible on the discard after the last tile of the wall.",
        "common rule", "tile",
    ),
    FindingCode(
        "L111", "kan-on-haitei", "error",
        "A kan with the last tile of the wall.",
        "There is no replacement for the live wall any more.", "kan_on_haitei", "tile",
    ),
    FindingCode(
        "L112", "kan-after-call", "error",
        "A concealed or added kan directly after chi or pon.",
        "A kan needs an own draw first.", "common rule", "tile",
    ),
    FindingCode(
        "L113", "fifth-kan", "error",
        "A fifth kan in one round.",
        "At most four kans can be made in a round: the dead wall holds no further replacement "
        "tile.",
        "fifth_kan, dead_wall_replacements", "tile-count",
    ),
    FindingCode(
        "L114", "call-after-riichi", "error",
        "A player in riichi calls.",
        "In riichi only concealed kans are possible, under the conditions of `riichi_ankan`.",
        "common rule", "tile",
    ),
    FindingCode(
        "L115", "hand-changed-after-riichi", "error",
        "A player in riichi discards another tile than the one just drawn.",
        "After the declaration every drawn tile that is not a win or a kan must be discarded.",
        "common rule", "tile",
    ),
    FindingCode(
        "L116", "riichi-ankan", "error",
        "A concealed kan in riichi that is not allowed.",
        "The kan must use the drawn tile and may not change the waits; under `strict_shape` the "
        "three held tiles must be a triplet in every reading of the hand.",
        "riichi_ankan, riichi_ankan_new_yaku", "tile-waits",
    ),
    FindingCode(
        "L117", "kita-not-played", "error",
        "A North is set aside in a ruleset without nukidora.", "", "kita", "tile",
    ),
    FindingCode(
        "L120", "riichi-open", "error",
        "Riichi with an open hand.", "Only concealed kans leave a hand closed.",
        "common rule",
    ),
    FindingCode(
        "L121", "riichi-noten", "error",
        "Riichi without tenpai.",
        "After the declaration tile the hand is not tenpai (or waits only on tiles of which the "
        "player holds all four). Recorded is the shanten.",
        "common rule; fifth_tile_tenpai", "count",
    ),
    FindingCode(
        "L122", "riichi-points", "error",
        "Riichi with too few points for the deposit.", "", "riichi_min_points", "points",
    ),
    FindingCode(
        "L123", "riichi-wall", "error",
        "Riichi with too few tiles left in the wall.",
        "Counted after the player's own draw.", "riichi_min_wall", "count",
    ),
    FindingCode("L124", "riichi-twice", "error", "Riichi declared twice by one player.", "",
                "common rule", "count"),
    FindingCode("L125", "riichi-furiten", "error", "Riichi while furiten where that is forbidden.",
                "", "furiten_riichi"),
    FindingCode(
        "L126", "riichi-out-of-turn", "error",
        "Riichi without an own drawn tile.",
        "Riichi is declared after one's own draw, together with the discard.",
        "common rule", "seat",
    ),
    FindingCode(
        "L130", "kyuushu-without-cause", "error",
        "九種九牌 declared without its conditions.",
        "Nine kinds of terminals and honours after the first draw, with no call before, and only "
        "where the rules know this draw. Recorded is the number of kinds, if it is too small.",
        "abort_kyuushu", "count",
    ),
    FindingCode(
        "L131", "suufon-without-cause", "error",
        "四風連打 without four equal first wind discards.", "No call may have come between.",
        "abort_suufon",
    ),
    FindingCode("L132", "suucha-without-cause", "error", "四家立直 without four riichi.", "",
                "abort_suucha", "count"),
    FindingCode(
        "L133", "sanchahou-without-cause", "error",
        "三家和 although fewer than three players could win on the last discard.", "",
        "triple_ron", "count",
    ),
    FindingCode(
        "L134", "suukan-without-cause", "error",
        "四槓散了 without four kans by two or more players, or too early.",
        "It comes at the fourth kan, or after the discard that follows, as `suukan_timing` says.",
        "abort_suukan, suukan_timing", "count",
    ),
    FindingCode(
        "L135", "abort-missed", "error",
        "The conditions of a compulsory abortive draw were met and play went on.",
        "Four equal wind discards, four riichi, or four kans by two or more players. A ron on the "
        "tile ends the round instead, unless `abort_tile_ron` is off.",
        "abort_suufon, abort_suucha, abort_suukan, suukan_timing, abort_tile_ron", "draw",
    ),
    FindingCode("L136", "draw-before-wall-end", "error",
                "An exhaustive draw although the wall is not used up.",
                "Recorded is the number of tiles left.", "common rule", "count"),
    FindingCode("L137", "play-past-wall-end", "error",
                "A tile is drawn although the wall is used up.", "", "common rule", "count"),
    FindingCode("L138", "nagashi-without-cause", "error",
                "流し満貫 that neither the rules nor a river give.",
                "A river of terminals and honours only, none of them called, makes it, where the "
                "rules have it.",
                "nagashi, nagashi_own_calls_ok, nagashi_claimed_ok", "seats"),
    FindingCode("L139", "nagashi-missed", "error",
                "A river of uncalled terminals and honours only, and no 流し満貫 was paid.", "",
                "nagashi, nagashi_own_calls_ok, nagashi_claimed_ok", "seats"),
    FindingCode(
        "L140", "dora-timing", "error",
        "A kan's dora indicator is turned at the wrong time.",
        "Concealed kan: before the replacement draw. Open and added kan on most sites: before the "
        "discard that follows it.",
        "kan_dora_ankan, kan_dora_kakan, kan_dora_daiminkan", "flag",
    ),
    FindingCode("L141", "dora-not-turned", "error",
                "No dora indicator is turned for a kan.", "", "kan_dora", "flag"),
    FindingCode("L142", "dora-without-kan", "error",
                "A dora indicator is turned without a kan.", "", "kan_dora", "tile"),
    FindingCode(
        "L150", "win-not-complete", "error",
        "A win with a hand that is not complete.",
        "The replayed hand with the winning tile is no winning shape. Recorded is its shanten.",
        "common rule", "count",
    ),
    FindingCode(
        "L151", "win-without-yaku", "error",
        "A win without yaku.",
        "The hand is complete but has no yaku under these rules (dora are no yaku).",
        "min_han, kuitan", "points",
    ),
    FindingCode("L152", "win-tile", "error",
                "The winning tile is not the tile drawn or discarded.", "", "common rule", "tile"),
    FindingCode("L153", "out-of-turn-win", "error",
                "A win off a seat that did not just act.",
                "A tsumo needs the own draw, a ron the other seat's discard, added kan or kita.",
                "common rule", "seat"),
    FindingCode("L154", "too-many-rons", "error",
                "More players win on one tile than the rules allow.", "",
                "max_ron, triple_ron", "count"),
    FindingCode("L155", "robbed-concealed-kan", "error",
                "Ron on a concealed kan or a kita that may not be robbed.", "",
                "chankan_ankan_kokushi, kita_chankan", "tile"),
    FindingCode("L156", "wins-twice", "error",
                "A player wins twice in one hand.",
                "Who wins on a tile has won once; a line or row that stands twice looks like this. "
                "Neither the further win nor what follows from the hand is checked.",
                "common rule", "count"),
    FindingCode("L157", "wins-exclude", "error",
                "A hand has wins that exclude each other.",
                "A hand is won by one tsumo, or by rons of different players on one discard. "
                "Recorded is the further win, expected the first, each as winner and payer. "
                "Neither the further win nor what follows from the hand is checked.",
                "common rule", "win"),
    FindingCode("L158", "win-and-draw", "error",
                "A hand ends in more than one way: won and drawn, or drawn twice.",
                "A hand that is won is not drawn, unless it is declared void. Recorded is the kind "
                "of draw. Neither the later result nor what follows from the hand is checked.",
                "common rule", "draw"),
    FindingCode(
        "L160", "noten-shown-as-tenpai", "error",
        "A hand counted as tenpai at the draw is not tenpai.",
        "Formal tenpai counts unless the rules say otherwise; a hand waiting only on tiles of "
        "which the player holds all four is noten under `fifth_tile_tenpai`.",
        "fifth_tile_tenpai, keishiki_tenpai", "flag",
    ),
    FindingCode(
        "L161", "tenpai-not-shown", "warning",
        "A tenpai hand was counted as noten at the draw.", "",
        "noten_declare_optional", "flag",
    ),
)  # fmt: skip

FURITEN: Final = (
    FindingCode(
        "F101",
        "ron-in-furiten",
        "error",
        "Ron although a tile of the wait stands in the winner's own river.",
        "One own discard among all the waits forbids ron on every one of them; tiles that others "
        "called from the river count.",
        "common rule",
        "tile",
    ),
    FindingCode(
        "F102",
        "ron-in-temporary-furiten",
        "error",
        "Ron after letting a winning tile pass in the same go-around.",
        "A passed winning tile blocks ron until the own turn; a robbable kan counts as one.",
        "temp_furiten_clear",
        "tile",
    ),
    FindingCode(
        "F103",
        "ron-in-riichi-furiten",
        "error",
        "Ron in riichi after letting a winning tile pass.",
        "A winning tile passed in riichi forbids ron to the end of the round.",
        "common rule",
        "tile",
    ),
    FindingCode(
        "F201",
        "missed-win",
        "note",
        "A player could have won and did not.",
        "Tsumo, or ron outside furiten, with a yaku. Expected is the value of the hand, without "
        "ura dora. Passing is legal; the note is for review.",
        "common rule",
        "points",
    ),
)

SCORING: Final = (
    FindingCode(
        "S101",
        "yaku",
        "error",
        "The recorded yaku are not those of the hand.",
        "The hand is read in every possible way; the reading with the most points counts.",
        "yaku list",
        "yaku",
    ),
    FindingCode(
        "S102",
        "yaku-han",
        "error",
        "A yaku is recorded with the wrong number of han.",
        "Open hands lose a han in some yaku.",
        "yaku list",
        "count",
    ),
    FindingCode(
        "S103",
        "fu",
        "error",
        "The recorded fu are not those of the hand.",
        "Compared with the best reading of the hand, rounded up to ten. Of a hand that is not "
        "recorded: fu that no hand has (there are 25, and 20 to 140 in tens).",
        "fu rules",
        "count",
    ),
    FindingCode(
        "S104",
        "limit",
        "error",
        "The recorded limit does not follow from han and fu.",
        "",
        "kiriage, kazoe",
        "limit",
    ),
    FindingCode(
        "S105",
        "points",
        "error",
        "The recorded points do not follow from the recorded han and fu.",
        "Value collected for the hand, without counters and deposits. Where han and fu are not "
        "recorded the hand itself is scored.",
        "kiriage, kazoe, multi_yakuman, tsumo_loss, limit_table, bazoro_display",
        "points",
    ),
    FindingCode(
        "S106",
        "dora-count",
        "error",
        "The recorded number of dora is wrong.",
        "Dora of the indicators on the table when the win was called, over hand and melds.",
        "dora, kan_dora",
        "count",
    ),
    FindingCode(
        "S107",
        "ura-count",
        "error",
        "The recorded number of ura dora is wrong.",
        "Only riichi winners have ura dora, as many indicators as dora indicators.",
        "ura, kan_ura",
        "count",
    ),
    FindingCode(
        "S108",
        "red-count",
        "error",
        "The recorded number of red fives is wrong.",
        "",
        "aka",
        "count",
    ),
    FindingCode(
        "S109",
        "kita-count",
        "error",
        "The recorded number of kita is wrong.",
        "",
        "kita",
        "count",
    ),
    FindingCode(
        "S110",
        "indicators-shown",
        "error",
        "The indicators recorded with the win are not those on the table.",
        "Ura indicators must be as many as dora indicators, and only for a riichi winner.",
        "ura, kan_ura",
        "tiles",
    ),
    FindingCode(
        "S111",
        "han",
        "error",
        "The recorded han are not those of the hand.",
        "For records that give han without naming the yaku.",
        "yaku list",
        "count",
    ),
    FindingCode(
        "S190",
        "amount-depends-on-reading",
        "note",
        "An amount depends on a reading of an open point of the rules.",
        "Where the rule text is silent the ruleset takes a reading (its table `unspecified`). "
        "Recorded is what a win is worth, or what each seat gets, as read; expected is the same "
        "under the other answer, which the rule names.",
        "open points of the ruleset",
    ),
)

FLOW: Final = (
    FindingCode(
        "G190",
        "course-depends-on-reading",
        "note",
        "The course of the game depends on a reading of an open point of the rules.",
        "The next dealer, counters or deposits, the end of the game, or a play that only one "
        "answer allows. Recorded is what follows as read, expected what follows under the other "
        "answer, which the rule names.",
        "open points of the ruleset",
    ),
)
