"""What each parameter of American mahjong means: shown by ``mjlog rules`` and ``docs/rules.md``."""

from __future__ import annotations

from typing import Final

__all__ = ["GROUPS"]

#: Group title → parameter → meaning, in the order of the fields of ``AmericanRules``.
GROUPS: Final[dict[str, dict[str, str]]] = {
    "Table": {
        "players": "Number of players; three still build four walls.",
        "jokers": "Jokers in the set.",
        "flowers": "Flowers in the set.",
        "blanks": "Blanks that may be swapped for a tile of the floor (house).",
        "blank_swap": "A blank may be swapped in turn only, or whenever nobody claims (zombie "
        "blanks); stated, records do not hold the swaps.",
        "charleston": "The first Charleston: right, across, left; none; across first (house); "
        "three players with the wall as the fourth (house).",
        "mush": "Tiles may be swapped with a pool in the middle (house).",
        "futures": "Every player holds a tile drawn ahead (picking ahead, house).",
        "atomic_value": "Value of any seven pairs, card or no card (atomic, house); 0 = not "
        "played.",
        "bettor": "A fifth person bets on a player and pays or receives as that player does.",
    },
    "Rotation": {
        "rotation": "Seats after a round: the first East changes places with the player on the "
        "right (pivot); the table of sixteen hands (seed16); not checked (free). Within a round "
        "the deal always moves to the right.",
        "hands_per_round": "Hands of a round.",
        "rounds": "Rounds of a game; 0 = as long as people play.",
        "void_hand_east": "After a hand that was thrown in East deals again, or the deal moves.",
    },
    "Payments of a win": {
        "self_pick_multiplier": "Everybody's factor on a self-pick (a joker exchange, a Heavenly "
        "and an Earthly Hand among them).",
        "discarder_multiplier": "The discarder's factor on a discard.",
        "others_multiplier": "The others' factor on a discard.",
        "jokerless_multiplier": "Further factor without a joker among the 14 tiles; not for "
        "sections of singles and pairs.",
        "jokerless_must_be_claimed": "The bonus is lost if it was not announced.",
        "concealed_bonus": "Points added, before the factors, to an exposable line won without "
        "an exposure (house, some cards).",
        "dealer_multiplier": "Further factor when East wins (house); 1 = none.",
        "ambiguous_hand": "A hand that fits several lines: what was announced counts, or the "
        "dearest.",
        "exchange_win": "A win by a joker exchange on the own turn.",
        "dead_hand_pays": "A dead hand pays the winner.",
        "hot_wall": "Discarding the winning tile from the last wall with fewer than three in "
        "sight pays for the table (house).",
        "cold_wall": "In the last wall: no claims, wins by self-pick only, or claims for mahjong "
        "only (house).",
        "obvious_hand": "Throwing to a hand that everybody can read pays for the table (house).",
        "wall_game_points": "Points that each player pays into the kitty on a wall game; the "
        "next winner takes it (house).",
        "pie": "Most that a player can lose in a game (house); 0 = no limit.",
    },
    "Payments for errors": {
        "misname_multiplier": "Factor that a misnamer alone pays to a mahjong on the wrong name.",
        "misname_jokerless": "The jokerless bonus counts in what a misnamer or a player out of "
        "turn pays.",
        "misnamed_joker": "A misnamed joker claimed for mahjong: what the table would have paid, "
        "or misname_multiplier.",
        "out_of_turn_multiplier": "Factor that a player pays alone whose discard out of turn is "
        "claimed for mahjong.",
        "wrong_end": "A tile from the wrong end, discarded and claimed for mahjong: its player "
        "pays for the table, or nothing special.",
        "mahjong_in_error_multiplier": "Factor on the value attempted that the last declarer in "
        "error pays the one intact player.",
        "all_disturbed": "Nobody is intact after a mahjong in error: nobody pays, or the "
        "declarer pays the lowest value of the card to each.",
        "wrecked_wall": "Who wrecks the wall pays each intact player the lowest value of the "
        "card, or nothing.",
        "challenge_points": "What the loser of a dispute on a dead hand pays the other.",
    },
    "Tournament": {
        "tournament": "Scheme of tournament points; they are not zero-sum.",
        "peeking_points": "Points that looking at a stolen tile costs.",
    },
    "Rulings": {
        "misname_exposure": "Tiles laid down on a wrongly named discard: the claimant is dead, "
        "or no penalty.",
        "misname_two_mahjongs": "Mahjong on the named and on the real tile: the real one wins, "
        "or the named one.",
        "joker_names": "Words by which a joker may be discarded; previous = the name of the last "
        "discard.",
        "claim_names_size": "A spoken claim must say pung, kong, quint or sextet; judged where a "
        "record holds the words.",
        "priority_shown": "A later player who has shown the tiles keeps the discard, or the next "
        "in turn gets it all the same.",
        "hold_gives_priority": "Saying hold or wait reserves the discard, as a claim does.",
        "exposure_lock": "An exposure may be changed until the claimant discards, or until a "
        "joker exchange before that.",
        "last_discard_exposure": "The very last discard may be claimed for an exposure; "
        "unsettled = no finding either way.",
        "out_of_turn_exposure": "An exposure of a discard out of turn stands, or is undone.",
        "two_wrong_counts": "Two hands with a wrong number of tiles: the hand is thrown in, or "
        "both are dead and the others play on.",
        "error_becomes_exposure": "A mahjong in error with only the called group shown may "
        "become an exposure.",
        "flower_jokers": "A joker may stand for a flower in a group of three or more.",
        "challenges": "Dead hands may be challenged.",
    },
}
