"""Layout of the rows that the scoring kernels read (*cases*) and write (*results*).

A case is one win to be scored, a row of int64[W, CASE_COLUMNS]; a result is a row of
int64[W, RESULT_COLUMNS]. Sets are packed: ``kind of the lowest tile | form << 6`` with the
forms below; -1 is no set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..codes import ANKAN, CHI, DAIMINKAN, KAKAN, PON
from .layout import HONOUR_MASK, KEY_BITS, KEY_MASK, MELDS_SHIFT, OPEN_SHIFT

__all__ = ["new_case", "new_results", "pack_counts"]

# --- forms of a set: form >> 1 is 0 run, 1 triplet, 2 kan; form & 1 says open -----------------
RUN: Final = 0
OPEN_RUN: Final = 1
TRIPLET: Final = 2
OPEN_TRIPLET: Final = 3
CLOSED_KAN: Final = 4
OPEN_KAN: Final = 5
FORM_SHIFT: Final = 6
KIND_MASK: Final = 63

#: Event kind of a call (:mod:`mjlog.codes`) → form of its meld.
FORM_OF_CALL: Final = {
    CHI: OPEN_RUN, PON: OPEN_TRIPLET, DAIMINKAN: OPEN_KAN, KAKAN: OPEN_KAN, ANKAN: CLOSED_KAN,
}  # fmt: skip

# --- a case ------------------------------------------------------------------------------------
CASE_HAND_LO: Final = 0  # packed concealed hand, the winning tile included
CASE_HAND_HI: Final = 1  # (only the honour key is read: the melds stand below)
CASE_MELD: Final = 2  # four columns: packed melds, -1 none, those that exist first
CASE_WIN: Final = 6  # kind of the winning tile
CASE_TSUMO: Final = 7  # 1 tsumo, 0 ron
CASE_SEAT_WIND: Final = 8  # 0 east … 3 north
CASE_ROUND_WIND: Final = 9
#: mask of yaku ids that the situation gives: riichi, double riichi, ippatsu, chankan, rinshan,
#: haitei, houtei, tenhou, chiihou, renhou, tsubame_gaeshi, kanburi. What the rules do not
#: know is ignored, double riichi stands for itself (riichi need not be set beside it).
CASE_SITUATION: Final = 10
CASE_UNMARKED: Final = 11  # 1: a tsumo whose winning tile was not shown
CASE_OPEN_RIICHI: Final = 12  # 1: the riichi was declared open
CASE_HONBA: Final = 13
CASE_DORA: Final = 14  # dora counted by the caller (kan dora included)
CASE_URA: Final = 15  # counted only with riichi
CASE_AKA: Final = 16
CASE_KITA: Final = 17
CASE_RULES: Final = 18  # row of the rules matrix
CASE_COLUMNS: Final = 19

# --- a result ----------------------------------------------------------------------------------
OUT_STATUS: Final = 0  # see below
OUT_YAKU: Final = 1  # mask of yaku ids that count (with a yakuman: the yakuman only)
OUT_ORDINARY: Final = 2  # mask of the ordinary yaku of the reading, yakuman or not
OUT_HAN: Final = 3  # with dora; 0 for a yakuman
OUT_YAKU_HAN: Final = 4  # without dora
OUT_FU: Final = 5
OUT_RAW_FU: Final = 6  # before rounding
OUT_YAKUMAN: Final = 7  # how many yakuman are paid; 0 ordinary or kazoe
OUT_LIMIT: Final = 8  # codes.LIMITS
OUT_BASE: Final = 9  # base points: fu × 2^(2 + han), capped
OUT_POINTS: Final = 10  # what is collected, without honba and deposits
OUT_SHAPE: Final = 11
OUT_PAIR: Final = 12  # kind of the pair, -1
OUT_SET: Final = 13  # four columns: packed sets, melds first, then honours, m, p, s; -1
OUT_WAIT: Final = 17
OUT_WAIT_SET: Final = 18  # which set the winning tile completed (0–3), -1 the pair or none
RESULT_COLUMNS: Final = 19

# --- OUT_STATUS
NOT_COMPLETE: Final = 0
NO_YAKU: Final = 1  # complete, but no yaku, or fewer han than the rules ask for
WINS: Final = 2

# --- OUT_SHAPE
NO_SHAPE: Final = 0
STANDARD: Final = 1
SEVEN_PAIRS: Final = 2
THIRTEEN_ORPHANS: Final = 3

# --- OUT_WAIT
NO_WAIT: Final = 0  # not known: an unmarked tsumo
TANKI: Final = 1
SHANPON: Final = 2
RYANMEN: Final = 3
KANCHAN: Final = 4
PENCHAN: Final = 5
THIRTEEN: Final = 6
WAITS: Final = ("", "tanki", "shanpon", "ryanmen", "kanchan", "penchan", "thirteen-sided")


def pack_counts(counts: Sequence[int], melds: int = 0, open_melds: int = 0) -> tuple[int, int]:
    """Return ``(hand_lo, hand_hi)`` of 34 counts of concealed tiles (no reds, no kita)."""
    keys = []
    for first, size in ((0, 9), (9, 9), (18, 9), (27, 7)):
        key = 0
        for count in counts[first : first + size]:
            key = key * 5 + int(count)
        keys.append(key)
    lo = sum((key & KEY_MASK) << (KEY_BITS * suit) for suit, key in enumerate(keys[:3]))
    return lo, keys[3] & HONOUR_MASK | melds << MELDS_SHIFT | open_melds << OPEN_SHIFT


def new_case(rows: int = 1) -> NDArray[np.int64]:
    """Return int64[rows, CASE_COLUMNS] of zeros without melds."""
    cases = np.zeros((rows, CASE_COLUMNS), np.int64)
    cases[:, CASE_MELD : CASE_MELD + 4] = -1
    return cases


def new_results(rows: int = 1) -> NDArray[np.int64]:
    """Return int64[rows, RESULT_COLUMNS] for :func:`mjlog.engine.scoring.score_wins` to fill."""
    return np.zeros((rows, RESULT_COLUMNS), np.int64)
