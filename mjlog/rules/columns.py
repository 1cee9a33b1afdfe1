"""Columns of the integer row that kernels read a ruleset from.

``row[KUITAN]`` is the parameter ``kuitan``. A bool is 0/1; an enumerated parameter is the
index in its domain (``AGARI_YAME``: 0 none, 1 auto, 2 optional) except where the domain is
numbers (``MAX_RON``), which stand as they are; a set is a mask in the order of
:data:`mjlog.rules.model.SET_DOMAINS`. ``uma`` is not here: see :func:`uma_table`.
"""

from __future__ import annotations

from collections.abc import Sequence
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
AGARI_YAME: Final = 13
TENPAI_YAME: Final = 14
UPPER_CAP: Final = 15
RENCHAN: Final = 16
DOUBLE_RON_RENCHAN: Final = 17
ABORT_RENCHAN: Final = 18
NAGASHI_RENCHAN: Final = 19
HONBA_TOTAL: Final = 20
RYANHAN_SHIBARI_AT: Final = 21
MIN_HAN: Final = 22
NOTEN_POOL: Final = 23
KEISHIKI_TENPAI: Final = 24
FIFTH_TILE_TENPAI: Final = 25
NOTEN_DECLARE_OPTIONAL: Final = 26
RIICHI_BET: Final = 27
RIICHI_MIN_POINTS: Final = 28
RIICHI_MIN_WALL: Final = 29
FURITEN_RIICHI: Final = 30
OPEN_RIICHI: Final = 31
DOUBLE_RIICHI: Final = 32
IPPATSU: Final = 33
RIICHI_ANKAN: Final = 34
DORA: Final = 35
URA: Final = 36
KAN_DORA: Final = 37
KAN_URA: Final = 38
KAN_DORA_ANKAN: Final = 39
KAN_DORA_KAKAN: Final = 40
KAN_DORA_DAIMINKAN: Final = 41
KUITAN: Final = 42
ATOZUKE: Final = 43
KUIKAE_SAME: Final = 44
KUIKAE_SUJI: Final = 45
PON_OVER_CHI: Final = 46
MAX_RON: Final = 47
TRIPLE_RON: Final = 48
HONBA_MULTI_RON: Final = 49
DEPOSIT_MULTI_RON: Final = 50
CHANKAN_ANKAN_KOKUSHI: Final = 51
KAN_ON_HAITEI: Final = 52
ABORT_KYUUSHU: Final = 53
ABORT_SUUFON: Final = 54
ABORT_SUUCHA: Final = 55
ABORT_SUUKAN: Final = 56
SUUKAN_TIMING: Final = 57
ABORT_PRIORITY_OVER_RIICHI: Final = 58
TEMP_FURITEN_CLEAR: Final = 59
NAGASHI: Final = 60
NAGASHI_OWN_CALLS_OK: Final = 61
NAGASHI_COLLECTS: Final = 62
RENHOU: Final = 63
KAZOE: Final = 64
DOUBLE_YAKUMAN: Final = 65
MULTI_YAKUMAN: Final = 66
KIRIAGE: Final = 67
PINFU_TSUMO: Final = 68
RINSHAN_TSUMO_FU: Final = 69
DOUBLE_WIND_PAIR_FU: Final = 70
OPEN_PINFU_FU: Final = 71
CHIITOI: Final = 72
RYUUIISOU_NEEDS_HATSU: Final = 73
CHUUREN_SUITS: Final = 74
DAISHARIN_SUITS: Final = 75
DAISHARIN_RANGES: Final = 76
LOCAL_YAKU: Final = 77
BAZORO_DISPLAY: Final = 78
PAO_YAKU: Final = 79
PAO_SCOPE: Final = 80
PAO_HONBA: Final = 81
DAIMINKAN_RINSHAN_PAO: Final = 82
CHOMBO: Final = 83
CHOMBO_POINTS: Final = 84
CHOMBO_REPLAY: Final = 85
TSUMO_MARK_REQUIRED: Final = 86
TSUMO_LOSS: Final = 87
KITA: Final = 88
KITA_CHANKAN: Final = 89
CHI: Final = 90
AKA_M: Final = 91
AKA_P: Final = 92
AKA_S: Final = 93

#: Parameter of each column, in column order.
COLUMN_NAMES: Final[tuple[str, ...]] = (
    *(p for p in PARAMETERS if p not in ("uma", "uma_by_floaters", "aka")),
    "aka_m",
    "aka_p",
    "aka_s",
)


def rules_row(rules: Rules) -> NDArray[np.int32]:
    """Return ``rules`` as int32[94]."""
    row = [_encode(name, getattr(rules, name)) for name in COLUMN_NAMES[:-3]]
    return np.array([*row, *rules.aka], np.int32)


def rules_matrix(rules: Sequence[Rules]) -> NDArray[np.int32]:
    """Return int32[len(rules), columns]."""
    return np.stack([rules_row(r) for r in rules])


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
