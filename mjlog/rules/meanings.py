"""What each rule parameter means: one table, shown by ``mjlog rules`` and ``docs/rules.md``."""

from __future__ import annotations

from typing import Final

__all__ = ["GROUPS", "MEANINGS"]

#: Group title → parameter → meaning, in the order of the fields of ``Rules``.
GROUPS: Final[dict[str, dict[str, str]]] = {
    "Frame of the game": {
        "players": "Number of players.",
        "start_points": "Points of each player at the start (持ち点).",
        "return_points": "Points to give back (返し); the differences of all go to the first "
        "place (oka).",
        "uma": "Placement points (順位点) by place in thousands, without oka; the first place "
        "takes what the others leave. [] = not known: final points are then not checked.",
        "uma_by_floaters": "Placement points by the number of players at or above "
        "return_points (first list: nobody). [] = uma is fixed.",
        "uma_tie": "Equal points: the earlier seat is placed higher, or the places are shared.",
        "point_rounding": "Final points: tenths kept; whole thousands, halves away from zero, "
        "500 down and 600 up (五捨六入), or halves up (−6.5 → −6). The first place takes what the "
        "others leave.",
        "leftover_deposit": "Riichi sticks left at the end of the game: to the first place, to "
        "nobody, or shared by equal first places.",
        "length": "Regular winds: East, East and South, one hand, or all four.",
        "extension": "Nobody has reached extension_threshold after the last regular hand: the "
        "game ends, goes on until somebody has, or a whole further wind is played.",
        "extension_threshold": "Points that somebody needs for the game to end in time.",
        "extension_cmp": "The threshold must be reached (ge) or passed (gt).",
        "extension_winds": "How many further winds may follow at most.",
        "extension_renchan_priority": "A dealer who keeps the deal and is not first plays on "
        "although somebody is over the threshold.",
        "tobi": "Going bust ends the game: never, below 0, or at 0 and below.",
        "tobi_timing": "When it is looked at; stated, no ruleset known looks elsewhere.",
        "agari_yame": "The last dealer, in first place after a win, ends the game: never, "
        "always, or if he wants to.",
        "tenpai_yame": "The same after a draw with the dealer tenpai.",
        "upper_cap": "Points that end the game when somebody has them (天辺); 0 = none.",
        "renchan": "The dealer keeps the deal: never, on a win, also when tenpai at a draw, or "
        "at any draw.",
        "double_ron_renchan": "Several rons, one of them the dealer's: he keeps the deal in "
        "any case, or only as the winner next after the discarder.",
        "abort_renchan": "After an abortive draw the dealer stays or the deal rotates.",
        "nagashi_renchan": "After nagashi mangan the deal follows tenpai, the nagashi player, "
        "or always passes.",
        "honba_total": "Worth of a counter (本場) on ron; on tsumo each payer gives his equal "
        "part.",
        "ryanhan_shibari_at": "Counters from which a hand needs two han; 0 = never.",
        "min_han": "Han that a hand needs, dora not counted.",
        "noten_pool": "Points that noten players pay at a draw.",
        "noten_payment": "They pay that in all, or that to each tenpai player.",
        "keishiki_tenpai": "Tenpai without a yaku counts.",
        "fifth_tile_tenpai": "Tenpai whose every winning tile is used up: counts; does not "
        "when all are in the own concealed hand; nor in hand and own melds; nor in sight.",
        "noten_declare_optional": "A tenpai player may call himself noten.",
    },
    "Riichi": {
        "riichi_bet": "Points of a riichi deposit.",
        "riichi_bet_when_ronned": "Deposit of a riichi whose declaration tile is won; stated, no "
        "ruleset known takes it.",
        "riichi_min_points": "Points needed before the deposit; 0 = may go below zero.",
        "riichi_min_wall": "Live tiles that must be left after the declarer's draw; as many as "
        "players = a further draw is certain, 0 = no condition.",
        "furiten_riichi": "Riichi in furiten is allowed.",
        "open_riichi": "Open riichi is played.",
        "double_riichi": "Han of a double riichi; 0 = counts as riichi.",
        "ippatsu": "Ippatsu is played.",
        "riichi_ankan": "Concealed kan in riichi: never; only when waits and shape stay; only "
        "when the waits stay; always.",
        "riichi_ankan_new_yaku": "A concealed kan in riichi may add 三槓子 or 四槓子.",
        "okuri_kan": "In riichi a triplet already held may be called kan after drawing another "
        "tile (送り槓).",
    },
    "Dora": {
        "aka": "Red fives of m, p, s.",
        "dora": "Dora is played.",
        "ura": "Ura dora is played.",
        "kan_dora": "Every kan opens a further indicator.",
        "kan_ura": "The indicators below the kan dora count too.",
        "kan_dora_ankan": "When the indicator of a concealed kan opens: before the replacement "
        "draw, before the discard, or after it.",
        "kan_dora_kakan": "The same for an added kan.",
        "kan_dora_daiminkan": "The same for an open kan.",
        "kan_dora_chain": "An indicator still owed when another kan follows opens at that kan; "
        "stated, no ruleset known does otherwise.",
    },
    "Calls and draws": {
        "kuitan": "Tanyao with open melds.",
        "atozuke": "A yaku may be settled by the last tile (後付け).",
        "kuikae_same": "After a call the same tile may be discarded at once (現物喰い替え).",
        "kuikae_suji": "After a chi the tile at the other end of the run may be discarded "
        "(筋喰い替え).",
        "kuikae_verdict": "Verdict on a discard that the two rules above forbid.",
        "pon_over_chi": "Pon and kan come before chi.",
        "max_ron": "How many may ron one discard; 1 = only the next after the discarder (頭ハネ).",
        "triple_ron": "Three rons on one discard: paid, an abortive draw, or only the first.",
        "honba_multi_ron": "Counters on several rons: the next after the discarder, or each "
        "winner.",
        "deposit_multi_ron": "Deposits on several rons: the next after the discarder; stated, no "
        "ruleset known does otherwise.",
        "chankan_ankan_kokushi": "Kokushi may rob a concealed kan.",
        "kan_on_haitei": "Who drew the last tile may kan.",
        "fifth_kan": "A fifth kan may be called.",
        "abort_kyuushu": "Nine different terminals and honours: abortive draw on demand "
        "(九種九牌).",
        "abort_suufon": "Four times the same wind as first discards: abortive draw (四風連打).",
        "abort_suucha": "Four riichis: abortive draw (四家立直).",
        "abort_suukan": "Four kans by several players: abortive draw (四槓散了).",
        "suukan_timing": "It ends at the fourth kan, or after its discard has passed.",
        "abort_priority_over_riichi": "An abortive draw comes before the riichi that causes it.",
        "abort_riichi_deposit": "Deposit of a riichi whose own tile brings the abortive draw: "
        "paid unless three ronned it, paid in any case, or never.",
        "abort_tile_ron": "Ron on the tile that would bring an abortive draw (fourth wind, fourth "
        "riichi) counts.",
        "temp_furiten_clear": "Temporary furiten ends with the own draw, with the own draw and "
        "discard, or with any own turn, calls included.",
        "furiten_scope": "One discarded or passed winning tile blocks every winning tile; stated, "
        "no ruleset known does otherwise.",
    },
    "Hands": {
        "nagashi": "Nagashi mangan: not played, paid at a draw, or counts as a win.",
        "nagashi_own_calls_ok": "Own calls do not spoil it.",
        "nagashi_claimed_ok": "Own discards that others called do not spoil it.",
        "nagashi_collects": "It collects counters and deposits.",
        "renhou": "Ron before the first own draw (人和): not played; mangan and nothing added; "
        "at least mangan; yakuman.",
        "renhou_or_larger": "Where 人和 is a mangan that adds to nothing: a hand worth more "
        "without it scores as that.",
        "kazoe": "13 han and more without a yakuman: yakuman, or sanbaiman.",
        "double_yakuman": "Hands that count as two yakuman.",
        "multi_yakuman": "Yakuman in one hand add up.",
        "kiriage": "30 fu 4 han and 60 fu 3 han are rounded up to mangan.",
        "pinfu_tsumo": "Pinfu and tsumo go together (20 fu).",
        "rinshan_tsumo_fu": "Fu for a tsumo on the replacement tile.",
        "rinshan_closed_keeps_fu": "A closed hand has 2 fu there in any case.",
        "double_wind_pair_fu": "Fu of a pair that is both the round wind and the seat wind.",
        "guest_wind_set_fu": "Triplets and kans of a guest wind (客風) have the fu of honours, the "
        "fu of simples, or none.",
        "open_pinfu_fu": "Fu of an open hand without any fu, won by ron.",
        "renfonpai_triplet_han": "Han of a triplet that is both the round wind and the seat wind.",
        "limit_table": "Han of the limits: mangan 5, haneman 6, baiman 8, sanbaiman 11; or 6, "
        "8, 10, 13, the numbers of 場ゾロ lists taken as they stand.",
        "chiitoi": "Seven pairs: 25 fu and 2 han, or 50 fu and 1 han.",
        "ryuuiisou_needs_hatsu": "All green needs 發.",
        "chuuren_suits": "Suits in which nine gates counts.",
        "daisharin_suits": "Suits in which seven consecutive pairs are a yakuman; [] = not played.",
        "daisharin_ranges": "Which seven pairs: runs of seven numbers, or any seven of the suit.",
        "local_yaku": "Further yaku that are played.",
        "bazoro_display": "Han are written with the two han that every hand has (場ゾロ).",
    },
    "Liability": {
        "pao_yaku": "Yakuman whose last meld makes the feeder liable (包).",
        "pao_ankan_counts": "Concealed kans count among the melds before the one that makes its "
        "feeder liable.",
        "pao_daiminkan_counts": "A third dragon or fourth wind fed as an open kan makes its "
        "feeder liable too.",
        "pao_scope": "He answers for the whole hand, or only for that yakuman.",
        "pao_ron_split": "On ron he and the discarder pay half each; stated, no ruleset known does "
        "otherwise.",
        "pao_honba": "Who pays the counters on a ron with liability.",
        "pao_tsumo_honba": "Who pays the counters on a tsumo with liability: the liable player, "
        "or each his share.",
        "daiminkan_rinshan_pao": "A win on the replacement tile of an open kan is paid by its "
        "feeder.",
        "daiminkan_rinshan_pao_amount": "What the feeder pays then: the tsumo shares of all, or "
        "the value of a ron.",
        "kakan_rinshan_pao": "The same for an added kan: the feeder of its pon pays.",
    },
    "Errors at the table": {
        "chombo": "Chombo: not played, a mangan paid to the others, or points off the result.",
        "chombo_points": "Thousands taken off where chombo is points.",
        "chombo_replay": "The hand is played again.",
        "chombo_honba_unchanged": "Without a further counter.",
        "chombo_when": "The penalty is taken at once or after the game.",
        "chombo_returns_deposits": "Which riichi deposits go back at a chombo: those of this "
        "hand, all on the table, none.",
        "chombo_ends_game": "A chombo ends the game.",
        "dead_hand_may_call": "A dead hand (和了放棄) may still call.",
        "dead_hand_tenpai": "A dead hand may count as tenpai.",
        "false_win": "Verdict on a win declared without one (錯和).",
        "false_ron_beside_win": "Verdict on a false ron (誤ロン) beside a real win on the same "
        "tile.",
        "noten_riichi": "Riichi without tenpai, seen at a draw: nothing, only the penalty of a "
        "chombo, or a chombo (the hand is void).",
        "wrong_riichi": "Verdict on a riichi with too few points, named before the dice of the "
        "next hand.",
        "wrong_call": "Verdict on a meld whose tiles do not form the set (錯チー・ポン・カン).",
        "empty_call": "Verdict on a call that is not carried out (空チー・ポン・カン).",
        "wrong_meld_place": "Verdict on a meld in the wrong place, or with a wrong tile, that "
        "disturbed the game.",
        "late_call_loses": "A pon or kan said clearly later than a chi loses to it.",
        "reveal_order": "Order of showing hands at a draw.",
        "disputes": "Who settles what the rules leave open; stated, a ruling counts as it is "
        "recorded.",
        "shown_tiles": "Verdict on tiles shown on purpose (見せ牌).",
        "shown_tile_ron_ban": "A tile shown by accident and named by an opponent may not be "
        "ronned.",
        "false_accusation": "Penalty of a wrong accusation.",
        "out_of_turn_draw": "Verdict on a draw out of turn, or of a wrong tile, noticed before "
        "the discard.",
        "out_of_turn_discard": "The same, noticed after the discard.",
        "wrong_break": "A wrong break of the wall, noticed before the dealer's first discard: "
        "dealt again, or played on.",
        "peek": "Verdict on looking at another hand or the dead wall (覗き見).",
        "peek_first_time": "A newcomer's first look at a hidden tile.",
        "too_many_tiles": "Verdict on too many tiles (多牌).",
        "too_few_tiles": "Verdict on too few tiles (少牌).",
        "tile_count_call": "A call by a hand known to have too many or too few tiles: allowed, "
        "refused, or a chombo.",
        "unplayable": "Verdict on making play impossible (続行不能行為).",
        "wrong_indicator": "A wrong dora indicator is put right, or is the dealer's chombo.",
        "break_before_confirmation": "The winner's hand is broken up before the others have "
        "confirmed it.",
        "break_before_settlement": "The winner's hand is broken up before it is paid.",
        "correction_after_break": "Points may be corrected after the hand was broken up.",
        "tsumo_mark_required": "A tsumo whose tile was not shown scores no pinfu and no wait fu.",
        "unmarked_double_yakuman": "An unmarked tsumo keeps a double yakuman that depends on the "
        "wait.",
    },
    "Three players": {
        "tsumo_loss": "Share of the absent player on tsumo: nobody pays it, or the others do.",
        "kita": "North tiles: ordinary, taken out as dora, a yaku for everybody, or a guest wind.",
        "kita_chankan": "A North that is taken out may be ronned.",
        "kita_breaks_ippatsu": "It ends ippatsu, double riichi and nine terminals.",
        "chi": "Chi is allowed.",
        "dead_wall_replacements": "Replacement tiles in the dead wall.",
        "dora_cycle_man": "The indicators 1m and 9m point at each other.",
    },
}

#: Parameter → meaning.
MEANINGS: Final[dict[str, str]] = {
    name: text for group in GROUPS.values() for name, text in group.items()
}
