"""Columns of the integer row that kernels read a ruleset from.

``row[KUITAN]`` is the parameter ``kuitan``. A bool is 0/1; an enumerated parameter is the
index in its domain (``AGARI_YAME``: 0 none, 1 auto, 2 optional) except where the domain is
numbers (``MAX_RON``), which stand as they are; a set is a mask in the order of
:data:`mjlog.rules.model.SET_DOMAINS`. ``uma`` is not here: see :func:`uma_table`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .model import PARAMETERS, SET_DOMAINS, Rules, domain

__all__ = ["rules_matrix", "rules_row", "uma_table"]

PLAYERS: Final = 0
START_POINTS: Final = 1
RETURN_POINTS: Final = 2
UMA_TIE: Final = 3
POINT_ROUNDING: Final = 4
LEFTOVER_DEPOSIT: Final = 5
LENGTH: Final = 6
EXTENSION: Final = 7
EXTENSION_THRESHOLD: Final = 8
EXTENSION_CMP: Final = 9
EXTENSION_WINDS: Final = 10
EXTENSION_RENCHAN_PRIORITY: Final = 11
TOBI: Final = 12
TOBI_TIMING: Final = 13
AGARI_YAME: Final = 14
TENPAI_YAME: Final = 15
UPPER_CAP: Final = 16
RENCHAN: Final = 17
DOUBLE_RON_RENCHAN: Final = 18
ABORT_RENCHAN: Final = 19
NAGASHI_RENCHAN: Final = 20
HONBA_TOTAL: Final = 21
RYANHAN_SHIBARI_AT: Final = 22
MIN_HAN: Final = 23
NOTEN_POOL: Final = 24
NOTEN_PAYMENT: Final = 25
KEISHIKI_TENPAI: Final = 26
FIFTH_TILE_TENPAI: Final = 27
NOTEN_DECLARE_OPTIONAL: Final = 28
RIICHI_BET: Final = 29
RIICHI_BET_WHEN_RONNED: Final = 30
RIICHI_MIN_POINTS: Final = 31
RIICHI_MIN_WALL: Final = 32
FURITEN_RIICHI: Final = 33
OPEN_RIICHI: Final = 34
DOUBLE_RIICHI: Final = 35
IPPATSU: Final = 36
RIICHI_ANKAN: Final = 37
RIICHI_ANKAN_NEW_YAKU: Final = 38
OKURI_KAN: Final = 39
DORA: Final = 40
URA: Final = 41
KAN_DORA: Final = 42
KAN_URA: Final = 43
KAN_DORA_ANKAN: Final = 44
KAN_DORA_KAKAN: Final = 45
KAN_DORA_DAIMINKAN: Final = 46
KAN_DORA_CHAIN: Final = 47
KUITAN: Final = 48
ATOZUKE: Final = 49
KUIKAE_SAME: Final = 50
KUIKAE_SUJI: Final = 51
KUIKAE_VERDICT: Final = 52
PON_OVER_CHI: Final = 53
MAX_RON: Final = 54
TRIPLE_RON: Final = 55
HONBA_MULTI_RON: Final = 56
DEPOSIT_MULTI_RON: Final = 57
CHANKAN_ANKAN_KOKUSHI: Final = 58
KAN_ON_HAITEI: Final = 59
FIFTH_KAN: Final = 60
ABORT_KYUUSHU: Final = 61
ABORT_SUUFON: Final = 62
ABORT_SUUCHA: Final = 63
ABORT_SUUKAN: Final = 64
SUUKAN_TIMING: Final = 65
ABORT_PRIORITY_OVER_RIICHI: Final = 66
ABORT_RIICHI_DEPOSIT: Final = 67
ABORT_TILE_RON: Final = 68
TEMP_FURITEN_CLEAR: Final = 69
FURITEN_SCOPE: Final = 70
NAGASHI: Final = 71
NAGASHI_OWN_CALLS_OK: Final = 72
NAGASHI_CLAIMED_OK: Final = 73
NAGASHI_COLLECTS: Final = 74
RENHOU: Final = 75
RENHOU_OR_LARGER: Final = 76
KAZOE: Final = 77
DOUBLE_YAKUMAN: Final = 78
MULTI_YAKUMAN: Final = 79
KIRIAGE: Final = 80
PINFU_TSUMO: Final = 81
RINSHAN_TSUMO_FU: Final = 82
RINSHAN_CLOSED_KEEPS_FU: Final = 83
DOUBLE_WIND_PAIR_FU: Final = 84
GUEST_WIND_SET_FU: Final = 85
OPEN_PINFU_FU: Final = 86
RENFONPAI_TRIPLET_HAN: Final = 87
LIMIT_TABLE: Final = 88
CHIITOI: Final = 89
RYUUIISOU_NEEDS_HATSU: Final = 90
CHUUREN_SUITS: Final = 91
DAISHARIN_SUITS: Final = 92
DAISHARIN_RANGES: Final = 93
LOCAL_YAKU: Final = 94
BAZORO_DISPLAY: Final = 95
PAO_YAKU: Final = 96
PAO_ANKAN_COUNTS: Final = 97
PAO_DAIMINKAN_COUNTS: Final = 98
PAO_SCOPE: Final = 99
PAO_RON_SPLIT: Final = 100
PAO_HONBA: Final = 101
PAO_TSUMO_HONBA: Final = 102
DAIMINKAN_RINSHAN_PAO: Final = 103
DAIMINKAN_RINSHAN_PAO_AMOUNT: Final = 104
KAKAN_RINSHAN_PAO: Final = 105
CHOMBO: Final = 106
CHOMBO_POINTS: Final = 107
CHOMBO_REPLAY: Final = 108
CHOMBO_HONBA_UNCHANGED: Final = 109
CHOMBO_WHEN: Final = 110
CHOMBO_RETURNS_DEPOSITS: Final = 111
CHOMBO_ENDS_GAME: Final = 112
DEAD_HAND_MAY_CALL: Final = 113
DEAD_HAND_TENPAI: Final = 114
FALSE_WIN: Final = 115
FALSE_RON_BESIDE_WIN: Final = 116
NOTEN_RIICHI: Final = 117
WRONG_RIICHI: Final = 118
WRONG_CALL: Final = 119
EMPTY_CALL: Final = 120
WRONG_MELD_PLACE: Final = 121
LATE_CALL_LOSES: Final = 122
REVEAL_ORDER: Final = 123
DISPUTES: Final = 124
SHOWN_TILES: Final = 125
SHOWN_TILE_RON_BAN: Final = 126
FALSE_ACCUSATION: Final = 127
OUT_OF_TURN_DRAW: Final = 128
OUT_OF_TURN_DISCARD: Final = 129
WRONG_BREAK: Final = 130
PEEK: Final = 131
PEEK_FIRST_TIME: Final = 132
TOO_MANY_TILES: Final = 133
TOO_FEW_TILES: Final = 134
TILE_COUNT_CALL: Final = 135
UNPLAYABLE: Final = 136
WRONG_INDICATOR: Final = 137
BREAK_BEFORE_CONFIRMATION: Final = 138
BREAK_BEFORE_SETTLEMENT: Final = 139
CORRECTION_AFTER_BREAK: Final = 140
TSUMO_MARK_REQUIRED: Final = 141
UNMARKED_DOUBLE_YAKUMAN: Final = 142
TSUMO_LOSS: Final = 143
KITA: Final = 144
KITA_CHANKAN: Final = 145
KITA_BREAKS_IPPATSU: Final = 146
CHI: Final = 147
DEAD_WALL_REPLACEMENTS: Final = 148
DORA_CYCLE_MAN: Final = 149
AKA_M: Final = 150
AKA_P: Final = 151
AKA_S: Final = 152

#: Parameter of each column, in column order.
COLUMN_NAMES: Final[tuple[str, ...]] = (
    *(p for p in PARAMETERS if p not in ("uma", "uma_by_floaters", "aka")),
    "aka_m",
    "aka_p",
    "aka_s",
)


@lru_cache(maxsize=1024)
def rules_row(rules: Rules) -> NDArray[np.int32]:
    """Return ``rules`` as int32[153], read only."""
    values = [_encode(name, getattr(rules, name)) for name in COLUMN_NAMES[:-3]]
    row = np.array([*values, *rules.aka], np.int32)
    row.setflags(write=False)
    return row


def rules_matrix(rules: Sequence[Rules]) -> NDArray[np.int32]:
    """Return int32[len(rules), columns]."""
    matrix = np.zeros((len(rules), len(COLUMN_NAMES)), np.int32)
    for i, ruleset in enumerate(rules):
        matrix[i] = rules_row(ruleset)
    return matrix


def _encode(name: str, value: object) -> int:
    if name in SET_DOMAINS:
        assert isinstance(value, frozenset)
        return sum(1 << SET_DOMAINS[name].index(item) for item in value)
    allowed = domain(name)
    if allowed is not None and isinstance(allowed[0], str):
        return allowed.index(value)
    assert isinstance(value, int)
    return int(value)


def uma_table(rules: Rules) -> NDArray[np.int32]:
    """Return int32[5, 4]: placement points in tenths, by number of floaters and place.

    A floater is a player at or above ``return_points``. Without a floater table all five
    rows are the same. Places past the number of players are 0, and more floaters than players
    are as many as there are.
    """
    table = np.zeros((5, 4), np.int32)
    given = rules.uma_by_floaters or (rules.uma,)
    for floaters in range(5):
        uma = given[min(floaters, len(given) - 1)]
        table[floaters, : len(uma)] = [round(x * 10) for x in uma]
    return table
