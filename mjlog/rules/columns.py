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
KEISHIKI_TENPAI: Final = 25
FIFTH_TILE_TENPAI: Final = 26
NOTEN_DECLARE_OPTIONAL: Final = 27
RIICHI_BET: Final = 28
RIICHI_BET_WHEN_RONNED: Final = 29
RIICHI_MIN_POINTS: Final = 30
RIICHI_MIN_WALL: Final = 31
FURITEN_RIICHI: Final = 32
OPEN_RIICHI: Final = 33
DOUBLE_RIICHI: Final = 34
IPPATSU: Final = 35
RIICHI_ANKAN: Final = 36
OKURI_KAN: Final = 37
DORA: Final = 38
URA: Final = 39
KAN_DORA: Final = 40
KAN_URA: Final = 41
KAN_DORA_ANKAN: Final = 42
KAN_DORA_KAKAN: Final = 43
KAN_DORA_DAIMINKAN: Final = 44
KAN_DORA_CHAIN: Final = 45
KUITAN: Final = 46
ATOZUKE: Final = 47
KUIKAE_SAME: Final = 48
KUIKAE_SUJI: Final = 49
PON_OVER_CHI: Final = 50
MAX_RON: Final = 51
TRIPLE_RON: Final = 52
HONBA_MULTI_RON: Final = 53
DEPOSIT_MULTI_RON: Final = 54
CHANKAN_ANKAN_KOKUSHI: Final = 55
KAN_ON_HAITEI: Final = 56
FIFTH_KAN: Final = 57
ABORT_KYUUSHU: Final = 58
ABORT_SUUFON: Final = 59
ABORT_SUUCHA: Final = 60
ABORT_SUUKAN: Final = 61
SUUKAN_TIMING: Final = 62
ABORT_PRIORITY_OVER_RIICHI: Final = 63
TEMP_FURITEN_CLEAR: Final = 64
FURITEN_SCOPE: Final = 65
NAGASHI: Final = 66
NAGASHI_OWN_CALLS_OK: Final = 67
NAGASHI_COLLECTS: Final = 68
RENHOU: Final = 69
KAZOE: Final = 70
DOUBLE_YAKUMAN: Final = 71
MULTI_YAKUMAN: Final = 72
KIRIAGE: Final = 73
PINFU_TSUMO: Final = 74
RINSHAN_TSUMO_FU: Final = 75
DOUBLE_WIND_PAIR_FU: Final = 76
OPEN_PINFU_FU: Final = 77
RENFONPAI_TRIPLET_HAN: Final = 78
LIMIT_TABLE: Final = 79
CHIITOI: Final = 80
RYUUIISOU_NEEDS_HATSU: Final = 81
CHUUREN_SUITS: Final = 82
DAISHARIN_SUITS: Final = 83
DAISHARIN_RANGES: Final = 84
LOCAL_YAKU: Final = 85
BAZORO_DISPLAY: Final = 86
PAO_YAKU: Final = 87
PAO_SCOPE: Final = 88
PAO_RON_SPLIT: Final = 89
PAO_HONBA: Final = 90
DAIMINKAN_RINSHAN_PAO: Final = 91
CHOMBO: Final = 92
CHOMBO_POINTS: Final = 93
CHOMBO_REPLAY: Final = 94
CHOMBO_HONBA_UNCHANGED: Final = 95
CHOMBO_WHEN: Final = 96
DEAD_HAND_MAY_CALL: Final = 97
DEAD_HAND_TENPAI: Final = 98
REVEAL_ORDER: Final = 99
DISPUTES: Final = 100
SHOWN_TILE_RON_BAN: Final = 101
FALSE_ACCUSATION: Final = 102
PEEK_FIRST_TIME: Final = 103
TOO_MANY_TILES: Final = 104
TOO_FEW_TILES: Final = 105
WRONG_INDICATOR: Final = 106
BREAK_BEFORE_SETTLEMENT: Final = 107
TSUMO_MARK_REQUIRED: Final = 108
TSUMO_LOSS: Final = 109
KITA: Final = 110
KITA_CHANKAN: Final = 111
KITA_BREAKS_IPPATSU: Final = 112
CHI: Final = 113
DEAD_WALL_REPLACEMENTS: Final = 114
DORA_CYCLE_MAN: Final = 115
AKA_M: Final = 116
AKA_P: Final = 117
AKA_S: Final = 118

#: Parameter of each column, in column order.
COLUMN_NAMES: Final[tuple[str, ...]] = (
    *(p for p in PARAMETERS if p not in ("uma", "uma_by_floaters", "aka")),
    "aka_m",
    "aka_p",
    "aka_s",
)


@lru_cache(maxsize=1024)
def rules_row(rules: Rules) -> NDArray[np.int32]:
    """Return ``rules`` as int32[119], read only."""
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
    rows are the same. Places past the number of players are 0.
    """
    table = np.zeros((5, 4), np.int32)
    for floaters in range(5):
        uma = rules.uma_by_floaters[floaters] if rules.uma_by_floaters else rules.uma
        table[floaters, : len(uma)] = [round(x * 10) for x in uma]
    return table
