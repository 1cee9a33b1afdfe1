"""Whether tiles are dealt, drawn or shown that cannot be there."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..codes import CHI, DISCARD, DORA, DRAW, KITA, RYUUKYOKU, WIN
from ..rules.columns import AKA_M
from .jit import kernel, lean_kernel
from .state import _KIND

__all__ = ["COPIES", "RED", "TILES", "count_known", "find_impossible", "most_of"]

#: Bits of a round: a tile or a hand that cannot be drawn; a tile that the game does not have, or
#: not so often.
COPIES: Final = 1
TILES: Final = 2
RED: Final = 34  # first code of a red five


@kernel
def find_impossible(
    hands: Any,
    hand_ids: Any,
    indicator: Any,
    indicator_id: Any,
    first_event: Any,
    players: Any,
    rules: Any,
    rules_index: Any,
    kind: Any,
    seat: Any,
    tile: Any,
    tile_id: Any,
    from_seat: Any,
    used: Any,
    aux: Any,
    win_hand: Any,
    draw_hands: Any,
    wrong: Any,
) -> bool:
    """Mark the rounds with impossible tiles, and tell whether there are any.

    ``hands`` to ``rules_index`` are columns of rounds but for the matrix ``rules``, ``kind`` to
    ``aux`` of events. ``wrong``, uint8[R], gets the bits COPIES (a physical tile twice, five of a
    kind, a hand of 1 to 12 tiles) and TILES (2m–8m of three players, too many red fives, five of
    a kind among what was shown). Tiles of a kind are counted where no physical tile is recorded.
    """
    last_seen = np.zeros(136, np.int64)  # 1 + the round in which a physical tile came up last
    counts = np.zeros(35, np.int64)
    reds = np.zeros(3, np.int64)
    work = np.zeros((4, 4, 37), np.int64)
    totals = np.zeros(37, np.int64)
    found = False
    for r in range(len(hands)):
        row = rules[rules_index[r]]
        three = players[r] == 3
        counts[:] = 0
        reds[:] = 0
        copies = 0
        odd = 0
        hidden = 0
        for s in range(int(players[r])):
            held = 0
            for i in range(13):
                code = int(hands[r, s, i])
                number = int(hand_ids[r, s, i])
                held += code != 255
                copies |= _is_one_more(code, number, r, last_seen, counts)
                odd |= _is_odd(code, number, three, row, reds)
            copies |= 0 < held < 13
            hidden |= held < 13
        code = int(indicator[r])
        number = int(indicator_id[r])
        copies |= _is_one_more(code, number, r, last_seen, counts)
        odd |= _is_odd(code, number, three, row, reds)
        for e in range(int(first_event[r]), int(first_event[r + 1])):
            if kind[e] == DRAW or kind[e] == DORA:
                code = int(tile[e])
                number = int(tile_id[e])
                hidden |= code == 255
                copies |= _is_one_more(code, number, r, last_seen, counts)
                odd |= _is_odd(code, number, three, row, reds)
        if hidden:
            count_known(
                r, hands, indicator, first_event, kind, seat, tile, from_seat, used, aux,
                win_hand, draw_hands, work, totals,
            )  # fmt: skip
            for code in range(37):
                odd |= totals[code] > most_of(code, three, row)
        wrong[r] = COPIES * copies | TILES * odd
        found |= wrong[r] != 0
    return found


@lean_kernel
def _is_one_more(code: int, tile_id: int, r: int, last_seen: Any, counts: Any) -> bool:
    """Count a tile and tell whether it is one more than there can be."""
    if tile_id < 136:
        again = last_seen[tile_id] == r + 1
        last_seen[tile_id] = r + 1
        return bool(again)
    base = int(_KIND[code])
    counts[base] += 1
    return bool(base < 34 and counts[base] > 4)


@lean_kernel
def _is_odd(code: int, tile_id: int, three: bool, row: Any, reds: Any) -> bool:
    """Count red fives without a number and tell whether the game does not have a tile."""
    if code < RED:
        return three and 0 < code < 8
    if code > RED + 2 or tile_id < 136:
        return three and code == RED
    reds[code - RED] += 1
    return bool(reds[code - RED] > most_of(code, three, row))


@lean_kernel
def most_of(code: int, three: bool, row: Any) -> int:
    """Return how many tiles there are of a kind (0–33) or red five (34–36)."""
    if three and (0 < code < 8 or code == RED):
        return 0
    return 4 if code < RED else int(row[AKA_M + code - RED])


@lean_kernel
def count_known(
    r: int,
    hands: Any,
    indicator: Any,
    first_event: Any,
    kind: Any,
    seat: Any,
    tile: Any,
    from_seat: Any,
    used: Any,
    aux: Any,
    win_hand: Any,
    draw_hands: Any,
    work: Any,
    totals: Any,
) -> None:
    """Fill how many tiles of each kind (0–33) and red five (34–36) a round has at least.

    Of each player these are the tiles that are known to have come to him, or where some are not
    known, those that he discarded, put into melds and showed at the end, if these are more. What
    he took from a river is another player's. ``work`` is int64[4, 4, 37], ``totals`` int64[37].
    """
    got = work[0]
    gone = work[1]
    shown = work[2]
    hidden = work[3, 0]  # by seat: some of his tiles are not known
    work[:] = 0
    totals[:] = 0
    for s in range(4):
        for i in range(13):
            _add(got[s], int(hands[r, s, i]))
            hidden[s] |= hands[r, s, i] == 255
    _add(totals, int(indicator[r]))
    for e in range(int(first_event[r]), int(first_event[r + 1])):
        k = int(kind[e])
        s = int(seat[e])
        if k == DRAW:
            _add(got[s], int(tile[e]))
            hidden[s] |= tile[e] == 255
        elif k == DISCARD:
            _add(gone[s], int(tile[e]))
        elif CHI <= k <= KITA:
            for i in range(4):
                _add(gone[s], int(used[e]) >> 8 * i & 255)
        elif k == DORA:
            _add(totals, int(tile[e]))
        elif k == WIN:
            shown[s, :] = 0
            for i in range(14):
                _add(shown[s], int(win_hand[aux[e], i]))
            if from_seat[e] != s:  # the tile of a ron is another's
                _take(shown[s], int(tile[e]))
        elif k == RYUUKYOKU:
            for other in range(4):
                shown[other, :] = 0
                for i in range(14):
                    _add(shown[other], int(draw_hands[aux[e], other, i]))
    for s in range(4):
        for code in range(37):
            seen = got[s, code]
            if hidden[s]:
                seen = max(seen, gone[s, code] + shown[s, code])
            totals[code] += seen


@lean_kernel
def _add(counts: Any, code: int) -> None:
    """Count a tile by its kind, and a red five by its code too."""
    if code < 37:
        counts[_KIND[code]] += 1
    if RED <= code < 37:
        counts[code] += 1


@lean_kernel
def _take(counts: Any, code: int) -> None:
    """Do the reverse of :func:`_add`, where there is such a tile."""
    if code < 37 and counts[_KIND[code]] > 0:
        counts[_KIND[code]] -= 1
        if code >= RED and counts[code] > 0:
            counts[code] -= 1
