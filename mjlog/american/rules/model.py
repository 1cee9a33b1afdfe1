"""The parameters of a profile.

The defaults are those of the League's rule book of 2024 (``nmjl-2024``). Points are points,
multipliers multiply the value of the line.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Final, Literal

from ...rules.schema import NOT_PARAMETERS

__all__ = ["PARAMETERS", "SET_DOMAINS", "AmericanRules"]

#: Names allowed in the set-valued parameters.
SET_DOMAINS: Final[dict[str, tuple[str, ...]]] = {
    "joker_names": ("joker", "same", "previous"),
}


@dataclass(frozen=True, kw_only=True)
class AmericanRules:
    """One profile of American mahjong."""

    name: str = "custom"
    title: str = ""
    #: source of each value: parameter → text.
    sources: dict[str, str] = field(default_factory=dict, compare=False, hash=False)
    #: parameter → the reading taken where the rule text is silent.
    unspecified: dict[str, str] = field(default_factory=dict, compare=False, hash=False)

    # --- table
    players: Literal[3, 4] = 4
    #: jokers and flowers in the set.
    jokers: int = 8
    flowers: int = 8
    #: blanks that may be swapped for a tile of the floor (house).
    blanks: int = 0
    #: ``turn``: on one's own turn only; ``any``: whenever nobody claims (zombie blanks).
    blank_swap: Literal["turn", "any"] = "turn"
    #: ``required`` as the League plays, ``none`` (three players), ``across_first`` and
    #: ``with_wall`` (three players pass to the wall as fourth player; both house).
    charleston: Literal["required", "none", "across_first", "with_wall"] = "required"
    #: tiles may be swapped with a pool in the middle of the table (house).
    mush: bool = False
    #: every player keeps a tile drawn ahead (futures, picking ahead; house).
    futures: bool = False
    #: value of any seven pairs, whatever the card says (atomic, house); 0 is not played.
    atomic_value: int = 0
    #: a fifth person bets on a player (house).
    bettor: bool = False

    # --- rotation
    #: ``pivot``: after each round East changes seats with the player on the right;
    #: ``seed16``: the sixteen hands of the seed; ``free``: seats are not checked.
    rotation: Literal["pivot", "seed16", "free"] = "pivot"
    hands_per_round: int = 4
    #: 0: a game is as long as people play.
    rounds: int = 0
    #: whether the deal stays after a hand that was thrown in.
    void_hand_east: Literal["stays", "moves"] = "stays"

    # --- payments of a win
    self_pick_multiplier: int = 2
    discarder_multiplier: int = 2
    others_multiplier: int = 1
    jokerless_multiplier: int = 2
    #: the bonus is paid only when it was announced.
    jokerless_must_be_claimed: bool = True
    #: points added to an exposable line that is won without an exposure (house, some cards).
    concealed_bonus: int = 0
    #: extra factor when East wins (house); 1 is none.
    dealer_multiplier: int = 1
    #: one line is scored: what was announced, or the dearest that fits.
    ambiguous_hand: Literal["announced", "highest"] = "announced"
    #: a win by a joker exchange on one's own turn.
    exchange_win: Literal["allow", "forbid"] = "allow"
    dead_hand_pays: bool = True
    #: discarding the winning tile from the last wall while fewer than three are in sight (house).
    hot_wall: Literal["none", "table"] = "none"
    #: claims in the last wall (house).
    cold_wall: Literal["none", "no_claims", "self_pick_only", "mahjong_only"] = "none"
    #: throwing to a hand that everybody can read (house).
    obvious_hand: Literal["none", "table"] = "none"
    #: each player pays this into the kitty on a wall game (house).
    wall_game_points: int = 0
    #: most that a player can lose in a game (house); 0 is no limit.
    pie: int = 0

    # --- payments for errors
    misname_multiplier: int = 4
    #: whether the jokerless bonus counts in what a misnamer or offender pays.
    misname_jokerless: bool = False
    #: misnamed joker claimed for mahjong: the table's payment, or the misname factor.
    misnamed_joker: Literal["table", "multiplier"] = "table"
    out_of_turn_multiplier: int = 4
    #: a tile from the wrong end, discarded and claimed for mahjong.
    wrong_end: Literal["table", "none"] = "table"
    mahjong_in_error_multiplier: int = 2
    #: all four disturbed after a mahjong in error.
    all_disturbed: Literal["nobody_pays", "declarer_pays_lowest"] = "nobody_pays"
    #: who wrecks the wall pays each intact player the lowest value of the card.
    wrecked_wall: Literal["lowest_value", "none"] = "lowest_value"
    #: what the loser of a dispute on a dead hand pays the other.
    challenge_points: int = 50

    # --- tournament
    tournament: Literal["none", "destination", "mahjcon", "crak_your_bags", "online"] = "none"
    #: points that looking at a stolen tile costs.
    peeking_points: int = 0

    # --- rulings
    #: tiles laid down on a wrongly named discard.
    misname_exposure: Literal["dead_claimant", "no_penalty"] = "dead_claimant"
    #: mahjong declared both on the named and on the real tile.
    misname_two_mahjongs: Literal["actual", "named"] = "actual"
    #: words by which a joker may be discarded.
    joker_names: frozenset[str] = frozenset({"joker", "same", "previous"})
    #: whether the spoken claim must say pung, kong, quint or sextet.
    claim_names_size: bool = False
    #: a later player who has shown tiles first keeps the discard, or the next in turn gets it.
    priority_shown: Literal["keeps", "next_in_turn"] = "keeps"
    #: saying "hold" or "wait" reserves the discard.
    hold_gives_priority: bool = False
    exposure_lock: Literal["discard", "exchange"] = "discard"
    #: an exposure of the very last discard; ``unsettled`` is no finding.
    last_discard_exposure: Literal["unsettled", "allow", "forbid"] = "unsettled"
    out_of_turn_exposure: Literal["stands", "undone"] = "stands"
    two_wrong_counts: Literal["void", "both_dead"] = "void"
    #: a mahjong in error with one group shown may become an exposure.
    error_becomes_exposure: bool = True
    #: whether a joker may stand for a flower in a group of three or more.
    flower_jokers: bool = True
    #: whether dead hands may be challenged at all (house).
    challenges: bool = True


#: The rule parameters (all fields but name, title, sources and unspecified), in order.
PARAMETERS: Final[tuple[str, ...]] = tuple(
    f.name for f in fields(AmericanRules) if f.name not in NOT_PARAMETERS
)
