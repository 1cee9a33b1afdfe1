"""From chances to win (:mod:`.furiten`) to the cases that the scorer reads (:mod:`.win`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..codes import ANKAN, CHI, DAIMINKAN, DISCARD, DORA, DRAW, KAKAN
from ..rules.model import Rules
from ..tiles import NEXT_DORA
from .furiten import (
    C_CLAIM,
    C_EVENT,
    C_FROM,
    C_HI,
    C_LO,
    C_MELD_REDS,
    C_MELDS,
    C_ROUND,
    C_SEAT,
    C_STATUS,
    C_TILE,
    C_WIN,
)
from .jit import kernel, lean_kernel
from .layout import (
    DOUBLE_SHIFT,
    FIRST_SHIFT,
    IPPATSU_SHIFT,
    KITA_SHIFT,
    RED_M_SHIFT,
    RIICHI_SHIFT,
    RINSHAN,
)
from .riichi import unpack
from .state import _KIND
from .win import (
    CASE_AKA,
    CASE_DORA,
    CASE_HAND_HI,
    CASE_HAND_LO,
    CASE_HONBA,
    CASE_KITA,
    CASE_MELD,
    CASE_ROUND_WIND,
    CASE_RULES,
    CASE_SEAT_WIND,
    CASE_SITUATION,
    CASE_TSUMO,
    CASE_URA,
    CASE_WIN,
    CLOSED_KAN,
    FORM_SHIFT,
    OPEN_KAN,
    OPEN_RUN,
    OPEN_TRIPLET,
)

__all__ = ["cases_of_chances", "count_dora", "dora_columns"]

_RIICHI: Final = 1 << 1
_IPPATSU: Final = 1 << 2
_CHANKAN: Final = 1 << 3
_RINSHAN: Final = 1 << 4
_HAITEI: Final = 1 << 5
_HOUTEI: Final = 1 << 6
_DOUBLE_RIICHI: Final = 1 << 21
_RENHOU: Final = 1 << 36
_TENHOU: Final = 1 << 37
_CHIIHOU: Final = 1 << 38
_TSUBAME_GAESHI: Final = 1 << 55
_KANBURI: Final = 1 << 56


def dora_columns(rules: Sequence[Rules]) -> NDArray[np.uint8]:
    """Return uint8[rulesets, 5]: what dora there are by the rules.

    Whether dora and ura dora count at all, whether the indicators 1m and 9m point at each other,
    and whether the dora and ura dora that a kan turns count.
    """
    rows = [[r.dora, r.ura, r.dora_cycle_man, r.kan_dora, r.kan_ura] for r in rules]
    return np.array(rows, np.uint8).reshape(-1, 5)


@lean_kernel
def count_dora(counts: Any, melds: Any, start: int, dora: int) -> int:
    """Count the tiles of kind ``dora`` in a hand and its melds.

    ``melds`` holds four pairs (event kind, lowest kind) from ``start`` on, -1 fills.
    """
    total = counts[dora]
    for i in range(4):
        kind = melds[start + 2 * i]
        low = melds[start + 2 * i + 1]
        if kind < 0:
            break
        if kind == CHI:
            total += 1 if low <= dora <= low + 2 else 0
        elif low == dora:
            total += 4 if kind == DAIMINKAN or kind == KAKAN or kind == ANKAN else 3
    return int(total)


@lean_kernel
def _situation(chance: Any, claim_kind: int, dealer: int, live: int) -> int:
    """Return the mask of yaku ids that the situation of a chance gives."""
    s = int(chance[C_SEAT])
    status = int(chance[C_STATUS])
    tsumo = chance[C_FROM] == s
    mask = 0
    if (status >> (DOUBLE_SHIFT + s)) & 1:
        mask |= _DOUBLE_RIICHI
    elif (status >> (RIICHI_SHIFT + s)) & 1:
        mask |= _RIICHI
    if (status >> (IPPATSU_SHIFT + s)) & 1:
        mask |= _IPPATSU
    first = (status >> (FIRST_SHIFT + s)) & 1
    if tsumo:
        if status & RINSHAN:
            mask |= _RINSHAN
        elif live == 0:
            mask |= _HAITEI
        if first:
            mask |= _TENHOU if s == dealer else _CHIIHOU
    else:
        if claim_kind == KAKAN or claim_kind == ANKAN:
            mask |= _CHANKAN
        elif live == 0 and claim_kind == DISCARD:
            mask |= _HOUTEI
        if first and s != dealer and claim_kind == DISCARD:
            mask |= _RENHOU
    return mask


@lean_kernel
def _declared_this_turn(kind: Any, seat: Any, claim: int) -> int:
    """Return local situations of a ron: the discard follows a riichi or a kan's draw.

    Between a kan and its discard stand its draw, at most two indicators and a riichi.
    """
    mask = 0
    if kind[claim] != DISCARD:
        return 0
    for e in range(claim - 1, max(claim - 6, -1), -1):
        k = int(kind[e])
        if k == DORA:
            continue
        if seat[e] != seat[claim]:
            break
        if k == 8:  # RIICHI
            mask |= _TSUBAME_GAESHI
        elif k == KAKAN or k == ANKAN or k == DAIMINKAN:
            mask |= _KANBURI
        elif k != DRAW:
            break
    return mask


@kernel
def cases_of_chances(
    chances: Any,
    n_chances: int,
    first_event: Any,
    players: Any,
    wind: Any,
    dealer: Any,
    honba: Any,
    rules_index: Any,
    indicator: Any,
    kind: Any,
    seat: Any,
    tile: Any,
    live_wall: Any,
    ura: Any,
    use_dora: Any,
    cases: Any,
) -> None:
    """Fill one scoring case for each chance.

    Args:
        chances: int64[N, CHANCE_COLUMNS], the first ``n_chances`` are used, in event order
            of their round.
        first_event … indicator: columns of rounds (players and rules_index by round).
        kind, seat, tile, live_wall: columns of events.
        ura: uint8[W, 10], recorded ura indicators (255 fills).
        use_dora: uint8[rulesets, 5], see :func:`dora_columns`.
        cases: int64[N, CASE_COLUMNS], written.
    """
    counts = np.zeros(34, np.int64)
    for c in range(n_chances):
        chance = chances[c]
        r = int(chance[C_ROUND])
        s = int(chance[C_SEAT])
        claim = int(chance[C_CLAIM])
        code = int(chance[C_TILE])
        table = int(use_dora[rules_index[r], 2])
        case = cases[c]
        case[CASE_HAND_LO] = chance[C_LO]
        case[CASE_HAND_HI] = chance[C_HI]
        for i in range(4):
            k = chance[C_MELDS + 2 * i]
            form = OPEN_TRIPLET
            if k == CHI:
                form = OPEN_RUN
            elif k == ANKAN:
                form = CLOSED_KAN
            elif k == DAIMINKAN or k == KAKAN:
                form = OPEN_KAN
            low = chance[C_MELDS + 2 * i + 1]
            case[CASE_MELD + i] = -1 if k < 0 else (low | (form << FORM_SHIFT))
        case[CASE_WIN] = _KIND[code]
        tsumo = chance[C_FROM] == s
        case[CASE_TSUMO] = 1 if tsumo else 0
        case[CASE_SEAT_WIND] = (s - int(dealer[r]) + int(players[r])) % int(players[r])
        case[CASE_ROUND_WIND] = wind[r]
        case[CASE_HONBA] = honba[r]
        case[CASE_RULES] = rules_index[r]
        claim_kind = int(kind[claim]) if claim >= 0 else DISCARD
        live = int(live_wall[claim]) if claim >= 0 else 1
        case[CASE_SITUATION] = _situation(chance, claim_kind, int(dealer[r]), live)
        if not tsumo and claim >= 0:
            case[CASE_SITUATION] |= _declared_this_turn(kind, seat, claim)
        hi = int(chance[C_HI])
        case[CASE_AKA] = (
            ((hi >> RED_M_SHIFT) & 3)
            + ((hi >> (RED_M_SHIFT + 2)) & 3)
            + ((hi >> (RED_M_SHIFT + 4)) & 3)
            + chance[C_MELD_REDS]
        )
        kita = (hi >> KITA_SHIFT) & 7
        case[CASE_KITA] = kita
        unpack(int(chance[C_LO]), hi, counts)
        dora = 0
        if use_dora[rules_index[r], 0]:
            first = NEXT_DORA[table, indicator[r]]
            if first < 34:
                dora += count_dora(counts, chance, C_MELDS, int(first))
                dora += kita if first == 30 else 0
            for e in range(int(first_event[r]), int(chance[C_EVENT])):
                if kind[e] == DORA and use_dora[rules_index[r], 3]:
                    target = NEXT_DORA[table, tile[e]]
                    if target < 34:
                        dora += count_dora(counts, chance, C_MELDS, int(target))
                        dora += kita if target == 30 else 0
        case[CASE_DORA] = dora
        hidden = 0
        w = int(chance[C_WIN])
        if w >= 0 and use_dora[rules_index[r], 1]:
            for i in range(10 if use_dora[rules_index[r], 4] else 1):
                target = NEXT_DORA[table, ura[w, i]]
                if target < 34:
                    hidden += count_dora(counts, chance, C_MELDS, int(target))
                    hidden += kita if target == 30 else 0
        case[CASE_URA] = hidden
