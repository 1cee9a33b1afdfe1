"""The finding codes of family E: errors at the table and what the rules make of them.

E1xx: an error whose consequence is not the one that the rules demand. E20x: what a player did
in spite of a consequence. E21x: how a consequence was carried out, or that it has no cause.
"""

from __future__ import annotations

from typing import Final, Literal

from ..codes import (
    EMPTY_CALL,
    FALSE_ACCUSATION,
    FALSE_WIN,
    HAND_DESTROYED,
    NOTEN_RIICHI,
    OUT_OF_TURN_DRAW,
    PEEK,
    PEEK_URA,
    SHOWN_TILES,
    SWAP_CALL,
    TOO_FEW_TILES,
    TOO_MANY_TILES,
    UNPLAYABLE,
    WRONG_BREAK,
    WRONG_CALL,
    WRONG_INDICATOR,
    WRONG_MELD_PLACE,
    WRONG_RIICHI,
)

__all__ = ["CODE_OF_ERROR", "INCIDENT_CODES", "RULE_OF_CODE", "SEED_ROWS"]

Severity = Literal["error", "warning", "note"]

#: Kind of incident → the code of a wrong consequence.
CODE_OF_ERROR: Final[dict[int, str]] = {
    WRONG_CALL: "E101", EMPTY_CALL: "E102", WRONG_MELD_PLACE: "E103", SHOWN_TILES: "E104",
    FALSE_ACCUSATION: "E105", OUT_OF_TURN_DRAW: "E106", WRONG_BREAK: "E107", PEEK: "E108",
    PEEK_URA: "E109", TOO_MANY_TILES: "E110", TOO_FEW_TILES: "E111", UNPLAYABLE: "E112",
    WRONG_INDICATOR: "E113", HAND_DESTROYED: "E114", FALSE_WIN: "E115", NOTEN_RIICHI: "E120",
    WRONG_RIICHI: "E121", SWAP_CALL: "E126",
}  # fmt: skip

#: Code → row of the seed's tables 1 to 10 that says so.
SEED_ROWS: Final[dict[str, str]] = {
    "E101": "6.1", "E102": "6.2", "E103": "6.3", "E104": "6.4", "E105": "6.4", "E106": "6.5",
    "E107": "6.6", "E108": "6.7", "E109": "6.7", "E110": "6.8", "E111": "6.8", "E112": "6.9",
    "E113": "8.3", "E114": "9.3", "E115": "2.6", "E116": "1.12", "E117": "1.17",
    "E118": "2.1", "E119": "2.2", "E120": "2.6", "E121": "1.1", "E122": "10.4", "E123": "1.1",
    "E124": "1.17", "E125": "5.4", "E126": "1.14",
    "E204": "6.4", "E211": "6.10", "E212": "2.7", "E213": "2.7", "E214": "6.10",
    "E216": "6.4", "E217": "6.6", "E218": "6.10", "E219": "2.7",
}  # fmt: skip

_IN_PLAY: Final = (
    "Recorded is the consequence that the record gives the player in that round, expected the "
    "one that the rules demand."
)

#: (code, name, severity, summary, explanation, rule, values), as
#: :class:`mjlog.finding_table.FindingCode`.
INCIDENT_CODES: Final[tuple[tuple[str, str, Severity, str, str, str, str], ...]] = (
    (
        "E101", "wrong-call", "error",
        "A chi, pon or kan whose tiles do not form the set, without its consequence.",
        f"{_IN_PLAY} In records kept by people such a call is found from its tiles too.",
        "wrong_call, chombo", "consequence",
    ),
    (
        "E102", "empty-call", "error",
        "A call that was not carried out, without its consequence.",
        f"Somebody said chi, pon or kan and showed nothing. {_IN_PLAY}",
        "empty_call", "consequence",
    ),
    (
        "E103", "wrong-meld-place", "error",
        "A meld in the wrong place or with a wrong tile, without its consequence.",
        "Only a meld that disturbed the game has a consequence; where play went on and trouble "
        f"followed, a ruling decides (`disputes`). {_IN_PLAY}",
        "wrong_meld_place, disputes", "consequence",
    ),
    (
        "E104", "shown-tiles", "error",
        "Tiles of a hand were shown, without the consequence.",
        "On purpose, or by accident; by accident it matters only where an opponent named it and "
        f"the rules then forbid ron on the tile. {_IN_PLAY}",
        "shown_tiles, shown_tile_ron_ban, chombo", "consequence",
    ),
    (
        "E105", "false-accusation", "error",
        "A shown tile was named that nobody had shown, without the consequence.",
        _IN_PLAY, "false_accusation, chombo", "consequence",
    ),
    (
        "E106", "drawn-out-of-turn", "error",
        "A draw out of turn, or of a wrong tile, without its consequence.",
        "It matters whether it was noticed before the discard or after it; a drawer whom nobody "
        f"knows has no consequence. {_IN_PLAY} In records kept by people such a draw is found "
        "from the events too.",
        "out_of_turn_draw, out_of_turn_discard, chombo", "consequence",
    ),
    (
        "E107", "wrong-break", "error",
        "A wrong break of the wall was not dealt with as the rules say.",
        "Before the dealer's first discard the hand is dealt again, afterwards it stands.",
        "wrong_break", "consequence",
    ),
    (
        "E108", "peek", "error",
        "A look at another hand or at the dead wall, without its consequence.",
        _IN_PLAY, "peek, peek_first_time, chombo", "consequence",
    ),
    (
        "E109", "peek-ura", "error",
        "A look at the ura indicator before the win, without its consequence.",
        _IN_PLAY, "peek, peek_first_time, chombo", "consequence",
    ),
    (
        "E110", "too-many-tiles", "error",
        "A hand with too many tiles (多牌), without the consequence.",
        f"{_IN_PLAY} In records kept by people the tiles are counted after each discard.",
        "too_many_tiles, tile_count_call, chombo", "consequence",
    ),
    (
        "E111", "too-few-tiles", "error",
        "A hand with too few tiles (少牌), without the consequence.",
        f"{_IN_PLAY} In records kept by people the tiles are counted after each discard.",
        "too_few_tiles, tile_count_call, chombo", "consequence",
    ),
    (
        "E112", "unplayable", "error",
        "Play was made impossible, without the consequence.",
        _IN_PLAY, "unplayable, chombo", "consequence",
    ),
    (
        "E113", "wrong-indicator", "error",
        "A wrongly turned dora indicator was not dealt with as the rules say.",
        "Under `swap` the proper tile is turned before the dealer's first discard; after it the "
        "wrongly shown tile stays the indicator. Else it is the dealer's chombo.",
        "wrong_indicator, chombo", "consequence",
    ),
    (
        "E114", "hand-destroyed", "error",
        "A winning hand was broken up too early, without the consequence.",
        f"Before the others had confirmed it, or before it was paid. {_IN_PLAY}",
        "break_before_confirmation, break_before_settlement, chombo", "consequence",
    ),
    (
        "E115", "false-win", "error",
        "A win was declared without one, without the consequence.",
        f"Beside a real win on the same tile `false_ron_beside_win` decides. {_IN_PLAY}",
        "false_win, false_ron_beside_win, chombo", "consequence",
    ),
    (
        "E116", "touched-tile", "error",
        "A tile that had touched the river was taken back.",
        "A tile that touches the river is discarded. Recorded is the tile that was left there.",
        "common rule", "consequence",
    ),
    (
        "E117", "late-call", "error",
        "A call that came clearly too late was carried out.",
        "The call that was said first stands.", "late_call_loses", "consequence",
    ),
    (
        "E118", "incomplete-riichi", "error",
        "A riichi counted that was only half declared.",
        "Both the word and the tile laid sideways are needed.", "common rule", "consequence",
    ),
    (
        "E119", "withdrawn-riichi", "error",
        "A riichi was withdrawn.",
        "A declaration cannot be taken back: riichi and deposit remain.",
        "common rule", "consequence",
    ),
    (
        "E120", "noten-riichi", "error",
        "A riichi hand without tenpai at a draw, without the consequence.",
        "It is seen only when the hand is shown at a draw; a round that somebody wins leaves it "
        f"alone. {_IN_PLAY} In records kept by people it is found from the tiles too.",
        "noten_riichi, chombo", "consequence",
    ),
    (
        "E121", "wrong-riichi", "error",
        "A riichi with too few points was named at the table, without the consequence.",
        f"Named after the dice of the next hand it stands. {_IN_PLAY}",
        "wrong_riichi, riichi_min_points", "consequence",
    ),
    (
        "E122", "late-correction", "error",
        "Points were changed after the settlement.",
        "Once the hands are broken up the payment stands, right or wrong; a wrong one is "
        "reported where it was made.",
        "correction_after_break", "consequence",
    ),
    (
        "E123", "riichi-stands", "note",
        "A riichi with too few points that nobody named.",
        "With the dice of the next hand it stands; the note is for the referee.",
        "wrong_riichi, riichi_min_points", "consequence",
    ),
    (
        "E124", "call-priority", "error",
        "Of two calls said at the same time the lower one was carried out.",
        "A win comes before everything, and pon and kan before chi (`pon_over_chi`).",
        "pon_over_chi", "consequence",
    ),
    (
        "E125", "order-of-showing", "note",
        "The hands were not shown in the order of the rules at a draw.",
        "From the dealer on, in turn. The note is for the referee: it changes nothing.",
        "reveal_order", "consequence",
    ),
    (
        "E126", "swap-call", "error",
        "A forbidden discard after a call (喰い替え), without its consequence.",
        f"{_IN_PLAY} In records kept by people it is found from the tiles too.",
        "kuikae_verdict, kuikae_same, kuikae_suji", "consequence",
    ),
    (
        "E201", "dead-hand-win", "error",
        "A dead hand (和了放棄) wins.",
        "After an error with that consequence the player cannot win any more in the round.",
        "common rule", "consequence",
    ),
    (
        "E202", "dead-hand-call", "error",
        "A dead hand calls where that is forbidden.",
        "After too many or too few tiles were noticed, `tile_count_call` decides, else "
        "`dead_hand_may_call`.",
        "dead_hand_may_call, tile_count_call", "consequence",
    ),
    (
        "E203", "dead-hand-tenpai", "error",
        "A dead hand counted as tenpai at a draw.",
        "It counts as noten unless `dead_hand_tenpai` says otherwise.",
        "dead_hand_tenpai, noten_pool, noten_payment", "consequence",
    ),
    (
        "E204", "ron-on-shown-tile", "error",
        "Ron on a tile that the winner may not ron any more.",
        "A tile shown by accident and named by an opponent may be won by tsumo only.",
        "shown_tile_ron_ban", "consequence",
    ),
    (
        "E211", "chombo-payment", "error",
        "The payment of a chombo is wrong.",
        "A mangan paid to the others by `chombo` mangan_payment; nothing at the table where "
        "points are taken off the result.",
        "chombo", "consequence",
    ),
    (
        "E212", "chombo-deposits", "error",
        "Riichi deposits were not given back as the rules say after a chombo.",
        "The change of points of the void hand, without the penalty, is the deposits paid in it; "
        "older sticks stay on the table.",
        "chombo_returns_deposits", "consequence",
    ),
    (
        "E213", "chombo-not-void", "error",
        "The hand of a chombo counted, or was void against the rules.",
        "After a chombo the hand is void and played again; where the rules want only the "
        "penalty the result stands.",
        "chombo_replay, noten_riichi", "consequence",
    ),
    (
        "E214", "chombo-without-cause", "error",
        "A chombo for which the record names no error.",
        "An error of that player, or a ruling, must stand in the same round.",
        "chombo", "consequence",
    ),
    (
        "E215", "dead-hand-without-cause", "error",
        "A dead hand for which the record names no error.",
        "An error of that player, or a ruling, must stand in the same round.",
        "common rule", "consequence",
    ),
    (
        "E216", "ron-ban-without-cause", "error",
        "A ban on ron for which the record names no shown tile.",
        "A tile shown by accident and named by an opponent, or a ruling, must stand in the same "
        "round.",
        "shown_tile_ron_ban", "consequence",
    ),
    (
        "E217", "restart-without-cause", "error",
        "A hand was dealt again although no wrong break is recorded.",
        "", "wrong_break", "consequence",
    ),
    (
        "E218", "chombo-points", "error",
        "The penalty of a chombo is not in the final points as the rules say.",
        "Where `chombo` is points, each recorded chombo takes `chombo_points` off the final "
        "points of its player, uma included.",
        "chombo, chombo_points", "tenths",
    ),
    (
        "E219", "replayed-hand", "error",
        "The hand after a chombo or a wrong break is not the same hand again.",
        "Dealer, round wind and counters stay as they were.",
        "chombo_replay, chombo_honba_unchanged", "count",
    ),
)  # fmt: skip

#: Code → its rule parameters.
RULE_OF_CODE: Final[dict[str, str]] = {entry[0]: entry[5] for entry in INCIDENT_CODES}
