"""Rules: everything that differs between rulesets, as data.

A :class:`Rules` is filled from a TOML preset (:mod:`mjlog.rules.loader`) or from the header
of a log. Kernels read it as a row of integers, see :mod:`mjlog.rules.columns`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal, get_type_hints

from .schema import NOT_PARAMETERS, choices

__all__ = ["Rules", "domain"]

DoubleYakuman = frozenset[str]

#: Names allowed in the set-valued parameters, in bit order (first = bit 0).
SET_DOMAINS: Final[dict[str, tuple[str, ...]]] = {
    "double_yakuman": (
        "suuankou_tanki", "kokushi_13", "junsei_chuuren", "daisuushi", "daichisei",
        "ryuuiisou", "tsuuiisou", "chinroutou", "suukantsu", "daisharin",
    ),
    "pao_yaku": ("daisangen", "daisuushi", "suukantsu"),
    "chuuren_suits": ("m", "p", "s"),
    "daisharin_suits": ("m", "p", "s"),
    "daisharin_ranges": ("1-7", "2-8", "3-9", "any"),
    "local_yaku": (
        "ishi_no_ue_ni_mo_sannen", "daichisei", "tsubame_gaeshi", "kanburi", "shiiaru_raotai",
        "uumensai", "sanrenkou", "isshoku_sanjun", "iipin_moyue", "chuupin_raoyui",
    ),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One ruleset (``specs`` of every parameter: ``docs/rules.md``).

    Points are points, uma is in thousands of points (``20`` = +20,000), han and fu are han
    and fu. The default of each field is the common modern online rule.
    """

    name: str = "custom"
    title: str = ""
    #: source of each value: parameter → text.
    sources: dict[str, str] = field(default_factory=dict, compare=False, hash=False)
    #: parameter → the reading taken where the rule text is silent.
    unspecified: dict[str, str] = field(default_factory=dict, compare=False, hash=False)

    # --- game frame
    players: Literal[3, 4] = 4
    start_points: int = 25000
    return_points: int = 30000
    #: placement points by place in thousands, without oka; the first place absorbs the rest;
    #: () where the rule text does not give them.
    uma: tuple[float, ...] = (20, 10, -10, -20)
    #: number of players at or above ``return_points`` → uma table; () when uma is fixed.
    uma_by_floaters: tuple[tuple[float, ...], ...] = ()
    uma_tie: Literal["seat", "share"] = "seat"
    #: ``none`` keeps tenths; ``half_away`` to whole points, halves away from zero;
    #: ``gosha_rokunyu`` 500 down, 600 up; ``half_up`` halves up.
    point_rounding: Literal["none", "half_away", "gosha_rokunyu", "half_up"] = "none"
    leftover_deposit: Literal["top", "void", "share"] = "top"
    length: Literal["east", "south", "one_hand", "full"] = "south"
    extension: Literal["none", "sudden_death", "full_wind"] = "sudden_death"
    extension_threshold: int = 30000
    extension_cmp: Literal["ge", "gt"] = "ge"
    #: how many winds at most may follow the regular ones.
    extension_winds: int = 1
    #: a dealer who keeps the deal and is not first plays on although somebody is over.
    extension_renchan_priority: bool = True
    tobi: Literal["none", "lt0", "le0"] = "lt0"
    tobi_timing: Literal["after_hand"] = "after_hand"
    agari_yame: Literal["none", "auto", "optional"] = "auto"
    tenpai_yame: Literal["none", "auto", "optional"] = "auto"
    upper_cap: int = 0
    renchan: Literal["none", "win", "tenpai", "noten"] = "tenpai"
    double_ron_renchan: Literal["any", "head"] = "any"
    abort_renchan: Literal["repeat", "rotate"] = "repeat"
    nagashi_renchan: Literal["tenpai", "winner", "pass"] = "tenpai"
    #: a counter's worth on ron; on tsumo each payer gives total / (players − 1).
    honba_total: int = 300
    ryanhan_shibari_at: int = 0
    min_han: int = 1
    noten_pool: int = 3000
    #: ``pool``: the noten players pay it in all; ``each``: to every tenpai player.
    noten_payment: Literal["pool", "each"] = "pool"
    keishiki_tenpai: bool = True
    fifth_tile_tenpai: Literal["allow", "deny_own_hand", "deny_hand_and_melds", "deny_visible"] = (
        "deny_own_hand"
    )
    noten_declare_optional: bool = False

    # --- riichi
    riichi_bet: int = 1000
    riichi_bet_when_ronned: Literal["not_paid"] = "not_paid"
    #: points needed before the bet; 0 = may go below zero.
    riichi_min_points: int = 1000
    #: live tiles left after the declarer's draw.
    riichi_min_wall: int = 4
    furiten_riichi: bool = True
    open_riichi: bool = False
    #: han of a double riichi; 0 = not played (counts as riichi).
    double_riichi: int = 2
    ippatsu: bool = True
    riichi_ankan: Literal["deny", "strict_shape", "waits_only", "free"] = "waits_only"
    #: a concealed kan in riichi may add sankantsu or suukantsu.
    riichi_ankan_new_yaku: bool = True
    #: ankan in riichi with a triplet already held, after drawing another tile (送り槓).
    okuri_kan: bool = False

    # --- dora
    #: how many red fives in m, p, s.
    aka: tuple[int, int, int] = (1, 1, 1)
    dora: bool = True
    ura: bool = True
    kan_dora: bool = True
    kan_ura: bool = True
    kan_dora_ankan: Literal["immediate", "before_discard", "after_discard"] = "immediate"
    kan_dora_kakan: Literal["immediate", "before_discard", "after_discard"] = "before_discard"
    kan_dora_daiminkan: Literal["immediate", "before_discard", "after_discard"] = "before_discard"
    #: when the dora of a kan that is followed by another kan opens.
    kan_dora_chain: Literal["at_next_kan"] = "at_next_kan"

    # --- calls
    kuitan: bool = True
    atozuke: bool = True
    kuikae_same: bool = False
    kuikae_suji: bool = False
    #: verdict on a discard that kuikae forbids.
    kuikae_verdict: Literal["none", "dead_hand", "chombo"] = "none"
    pon_over_chi: bool = True
    max_ron: Literal[1, 2, 3] = 2
    #: only looked at when three players ron one tile.
    triple_ron: Literal["pay", "abort", "head"] = "abort"
    honba_multi_ron: Literal["head", "each"] = "head"
    deposit_multi_ron: Literal["head"] = "head"
    chankan_ankan_kokushi: bool = False
    kan_on_haitei: bool = False
    fifth_kan: bool = False
    abort_kyuushu: bool = True
    abort_suufon: bool = True
    abort_suucha: bool = True
    abort_suukan: bool = True
    suukan_timing: Literal["on_kan", "after_discard"] = "after_discard"
    abort_priority_over_riichi: bool = False
    #: deposit of a riichi whose own tile brings the abortive draw.
    abort_riichi_deposit: Literal["unless_ronned", "paid", "unpaid"] = "unless_ronned"
    #: ron on the tile that would abort the round counts.
    abort_tile_ron: bool = True
    temp_furiten_clear: Literal["own_draw", "own_discard", "own_turn_or_call"] = "own_discard"
    furiten_scope: Literal["whole_wait"] = "whole_wait"

    # --- hands
    nagashi: Literal["off", "draw", "win"] = "draw"
    nagashi_own_calls_ok: bool = True
    #: discards that others called do not spoil it.
    nagashi_claimed_ok: bool = False
    nagashi_collects: bool = False
    renhou: Literal["off", "mangan_exclusive", "mangan_floor", "yakuman"] = "off"
    #: a hand worth more without an exclusive renhou scores as that.
    renhou_or_larger: bool = True
    kazoe: Literal["yakuman", "sanbaiman"] = "yakuman"
    double_yakuman: frozenset[str] = frozenset()
    multi_yakuman: bool = True
    kiriage: bool = False
    pinfu_tsumo: bool = True
    rinshan_tsumo_fu: Literal[0, 2] = 2
    #: a closed hand has the 2 fu of tsumo on the replacement tile in any case.
    rinshan_closed_keeps_fu: bool = False
    double_wind_pair_fu: Literal[2, 4] = 4
    #: fu of triplets and kans of a guest wind.
    guest_wind_set_fu: Literal["honour", "simple", "none"] = "honour"
    #: fu of an open hand without any fu, won by ron.
    open_pinfu_fu: Literal[20, 30] = 30
    #: han of a triplet that is both the round wind and the seat wind.
    renfonpai_triplet_han: Literal[1, 2] = 2
    #: han where mangan, haneman, baiman and sanbaiman begin: 5, 6, 8, 11; ``unreduced``:
    #: 6, 8, 10, 13, the numbers of a 場ゾロ list taken as they stand.
    limit_table: Literal["standard", "unreduced"] = "standard"
    chiitoi: Literal["25fu2han", "50fu1han"] = "25fu2han"
    ryuuiisou_needs_hatsu: bool = False
    chuuren_suits: frozenset[str] = frozenset("mps")
    daisharin_suits: frozenset[str] = frozenset()
    daisharin_ranges: frozenset[str] = frozenset({"2-8"})
    local_yaku: frozenset[str] = frozenset()
    bazoro_display: bool = False

    # --- liability
    pao_yaku: frozenset[str] = frozenset({"daisangen", "daisuushi"})
    #: concealed kans count among the melds that make a player liable.
    pao_ankan_counts: bool = True
    #: a third dragon or fourth wind fed as an open kan makes liable too.
    pao_daiminkan_counts: bool = True
    #: ``whole_hand``: the liable player answers for stacked yakuman too.
    pao_scope: Literal["whole_hand", "pao_part"] = "whole_hand"
    pao_ron_split: Literal["half"] = "half"
    pao_honba: Literal["liable", "discarder"] = "liable"
    #: who pays the counters on a tsumo with liability.
    pao_tsumo_honba: Literal["liable", "shared"] = "liable"
    #: rinshan after an open kan is paid by the player who fed the kan.
    daiminkan_rinshan_pao: bool = False
    #: what the feeder pays: the shares of the three, or the value of a ron.
    daiminkan_rinshan_pao_amount: Literal["tsumo", "ron"] = "tsumo"
    #: the feeder of the pon answers for a win on the replacement tile of the added kan.
    kakan_rinshan_pao: bool = False

    # --- table errors
    chombo: Literal["none", "mangan_payment", "points"] = "none"
    #: thousands taken after the game when ``chombo`` is ``points``.
    chombo_points: int = 20
    chombo_replay: bool = True
    #: the counters stay as they were when the hand is replayed.
    chombo_honba_unchanged: bool = True
    #: when the penalty is taken.
    chombo_when: Literal["at_once", "after_game"] = "at_once"
    #: which riichi deposits go back at a chombo.
    chombo_returns_deposits: Literal["this_hand", "all", "none"] = "this_hand"
    #: a chombo ends the game.
    chombo_ends_game: bool = False
    #: a dead hand (和了放棄) may still chi, pon and kan.
    dead_hand_may_call: bool = False
    #: a dead hand may count as tenpai at a draw.
    dead_hand_tenpai: bool = False
    #: verdict on a win declared without one (錯和).
    false_win: Literal["none", "dead_hand", "chombo"] = "chombo"
    #: verdict on a false ron beside a real win on the same tile.
    false_ron_beside_win: Literal["none", "dead_hand", "chombo"] = "none"
    #: riichi without tenpai, seen at a draw.
    noten_riichi: Literal["none", "penalty", "chombo"] = "chombo"
    #: verdict on a riichi with too few points, named before the next hand begins.
    wrong_riichi: Literal["none", "dead_hand", "chombo"] = "none"
    #: verdict on a meld whose tiles do not form the set (錯チー・ポン・カン).
    wrong_call: Literal["none", "dead_hand", "chombo"] = "chombo"
    #: verdict on a call that is not carried out (空チー・ポン・カン).
    empty_call: Literal["none", "dead_hand", "chombo"] = "dead_hand"
    #: verdict on a meld laid in the wrong place or with a wrong tile that disturbed the game.
    wrong_meld_place: Literal["none", "dead_hand", "chombo"] = "dead_hand"
    #: a pon or kan clearly later than a chi loses to it.
    late_call_loses: bool = True
    #: order of showing hands at a draw.
    reveal_order: Literal["none", "dealer_first"] = "none"
    #: who settles what the rules leave open.
    disputes: Literal["referee", "players"] = "referee"
    #: verdict on tiles shown on purpose.
    shown_tiles: Literal["none", "dead_hand", "chombo"] = "chombo"
    #: tiles shown by accident and named by an opponent may not be ronned by their owner.
    shown_tile_ron_ban: bool = False
    false_accusation: Literal["none", "chombo"] = "none"
    #: verdict on a draw out of turn, noticed before the discard.
    out_of_turn_draw: Literal["none", "dead_hand", "chombo"] = "dead_hand"
    #: the same, noticed after the discard.
    out_of_turn_discard: Literal["none", "dead_hand", "chombo"] = "chombo"
    #: a wrong break of the wall, noticed before the dealer's first discard.
    wrong_break: Literal["redeal", "play_on"] = "redeal"
    #: verdict on looking at another hand or the dead wall.
    peek: Literal["none", "dead_hand", "chombo"] = "chombo"
    #: verdict for a newcomer's first look at a hidden tile.
    peek_first_time: Literal["chombo", "dead_hand"] = "chombo"
    too_many_tiles: Literal["dead_hand", "chombo"] = "dead_hand"
    too_few_tiles: Literal["dead_hand", "chombo"] = "dead_hand"
    #: a call by a hand known to have too many or too few tiles.
    tile_count_call: Literal["allow", "deny", "chombo"] = "chombo"
    #: verdict on making play impossible.
    unplayable: Literal["none", "dead_hand", "chombo"] = "chombo"
    #: a wrong dora indicator is put right, or is the dealer's chombo.
    wrong_indicator: Literal["swap", "dealer_chombo"] = "swap"
    #: the winner's hand is broken up before the others confirmed it.
    break_before_confirmation: Literal["none", "dead_hand", "chombo"] = "chombo"
    #: the hand is broken up before it is paid.
    break_before_settlement: Literal["none", "chombo"] = "none"
    #: points may be corrected after the hand was broken up.
    correction_after_break: bool = False
    #: a tsumo whose winning tile was not marked scores no pinfu and no wait fu.
    tsumo_mark_required: bool = False
    #: an unmarked tsumo keeps a double yakuman that depends on the wait.
    unmarked_double_yakuman: bool = False

    # --- three players
    tsumo_loss: Literal["loss", "split_north"] = "loss"
    kita: Literal["none", "nukidora", "yakuhai", "guest_wind"] = "none"
    kita_chankan: bool = False
    #: an extracted North ends ippatsu, double riichi and nine-terminals draws.
    kita_breaks_ippatsu: bool = True
    chi: bool = True
    #: replacement tiles in the dead wall.
    dead_wall_replacements: Literal[4, 8] = 4
    #: the indicators 1m and 9m point at each other (no 2m–8m in the wall).
    dora_cycle_man: bool = False

    @property
    def oka(self) -> int:
        """Points to the first place: (return − start) × players."""
        return (self.return_points - self.start_points) * self.players

    @property
    def uma_known(self) -> bool:
        """False where the rule text gives no placement points: final points are not checked."""
        return bool(self.uma or self.uma_by_floaters)

    @property
    def honba_per_payer(self) -> int:
        """A counter's worth on tsumo, for each who pays."""
        return self.honba_total // (self.players - 1)

    @property
    def key_count(self) -> int:
        """Number of rule parameters."""
        return len(PARAMETERS)


#: The rule parameters (all fields but name, title, sources and unspecified), in order.
PARAMETERS: Final[tuple[str, ...]] = tuple(
    f.name for f in fields(Rules) if f.name not in NOT_PARAMETERS
)

_HINTS: Final[dict[str, Any]] = get_type_hints(Rules)


def domain(parameter: str) -> tuple[Any, ...] | None:
    """Return the allowed values of an enumerated parameter, else None.

    For a set-valued parameter: the names that it may hold.
    """
    return choices(_HINTS, SET_DOMAINS, parameter)
