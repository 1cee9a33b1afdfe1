"""From han and fu to base points and limits; what is paid: :mod:`mjlog.engine.payments`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..codes import BAIMAN, HANEMAN, MANGAN, NO_LIMIT, SANBAIMAN, YAKUMAN
from ..rules.columns import KAZOE, KIRIAGE, LIMIT_TABLE
from .jit import lean_kernel

__all__ = ["base_points", "limit_of"]


@lean_kernel
def base_points(han: int, fu: int, yakuman: int, rules: NDArray[np.int32]) -> int:
    """Return the base points of a win (2000 = mangan, 8000 = yakuman).

    Args:
        han: Han with dora. fu: Rounded fu. yakuman: How many yakuman, 0 for an ordinary hand.
        rules: int32 row of :func:`mjlog.rules.columns.rules_row`. ``kiriage`` lifts 4 han
            30 fu and 3 han 60 fu to mangan; ``kazoe`` says what 13 han are; ``limit_table``
            where the limits begin.
    """
    if yakuman > 0:
        return 8000 * yakuman
    if han >= 13 and int(rules[KAZOE]) == 0:
        return 8000
    later = int(rules[LIMIT_TABLE])
    if han >= 11 + 2 * later:
        return 6000
    if han >= 8 + 2 * later:
        return 4000
    if han >= 6 + 2 * later:
        return 3000
    if han >= 5:
        return 2000
    if han <= 0:
        return 0
    if int(rules[KIRIAGE]) == 1 and ((han == 4 and fu == 30) or (han == 3 and fu == 60)):
        return 2000
    base = fu << (2 + han)
    return base if base < 2000 else 2000


@lean_kernel
def limit_of(base: int) -> int:
    """Return the limit (:data:`mjlog.codes.LIMITS`) that base points stand for."""
    if base >= 8000:
        return YAKUMAN
    if base >= 6000:
        return SANBAIMAN
    if base >= 4000:
        return BAIMAN
    if base >= 3000:
        return HANEMAN
    if base >= 2000:
        return MANGAN
    return NO_LIMIT
