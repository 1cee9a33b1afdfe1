"""Kernels that read INIT, AGARI and RYUUKYOKU, each into its row of a table.

Each returns ``(status, place)``: status 0 and the place of the closing ``/``, or a status of
:data:`~.layout.ODD` and the place of the attribute that is not of the plain form.
Points stand in hundreds in the source and become points here.
"""

# Membership in a tuple is a loop in a compiled kernel, so comparisons are chained.
# ruff: noqa: SIM109

from __future__ import annotations

from typing import Any

from mjlog.codes import (
    EXHAUSTIVE,
    KYUUSHU,
    NAGASHI,
    SANCHAHOU,
    SUUCHA,
    SUUFON,
    SUUKAN,
    YAKU_DORA,
)
from mjlog.engine.jit import lean_kernel

from .layout import (
    A_BA,
    A_CHIP,
    A_DORA,
    A_FROM,
    A_HAI,
    A_HAI0,
    A_HAI3,
    A_MACHI,
    A_MELD,
    A_OWARI,
    A_OYA,
    A_PAO,
    A_RATIO,
    A_SC,
    A_SEED,
    A_SHUFFLE,
    A_TEN,
    A_TYPE,
    A_URA,
    A_WHO,
    A_YAKU,
    A_YAKUMAN,
    D_HANDS,
    D_HONBA,
    D_KIND,
    D_SCORES,
    D_SHOWN,
    FORM_BARE,
    FORM_TENTHS,
    FORM_WHOLE,
    G_COMPLETE,
    G_FORM,
    G_POINTS,
    G_SCORES,
    MAX_YAKU,
    ODD_FORM,
    ODD_TWICE,
    ODD_VALUE,
    R_DEALER,
    R_DEPOSITS,
    R_DICE,
    R_HANDS,
    R_HONBA,
    R_INDICATOR,
    R_SCORES,
    R_WIND,
    S_DOTS,
    S_EXTRAS,
    S_FRACTIONS,
    S_LIST,
    S_SCORE_FRACTIONS,
    S_SCORES,
    S_SEATS,
    W_FROM,
    W_FU,
    W_HAN,
    W_HAND,
    W_HONBA,
    W_INDICATORS,
    W_LIMIT,
    W_MELDS,
    W_PAO,
    W_SCORES,
    W_SEAT,
    W_TILE,
    W_URA,
    W_YAKU,
    W_YAKU_HAN,
    W_YAKUMAN,
    Y_KAN4,
    Y_KAZE4,
    Y_NM,
    Y_REACH4,
    Y_RON3,
    Y_YAO9,
)
from .numbers import (
    read_attribute,
    read_list,
    read_name,
    read_number,
    read_tenths,
    read_tiles,
    read_value,
    skip_value,
)

__all__ = ["read_draw", "read_init", "read_win"]


@lean_kernel
def read_init(buf: Any, p: int, rounds: Any, r: int, state: Any) -> tuple[int, int]:
    """Read INIT into row ``r`` of the rounds."""
    seen = 0
    dealer = -1
    while True:
        while 0 < int(buf[p]) <= 32:
            p += 1
        if int(buf[p]) == 47:
            break
        start = p
        name, p = read_attribute(buf, p)
        if p < 0:
            return ODD_FORM, start
        bit = 0
        if name == A_SEED:
            bit = 1
            count, p = read_list(buf, p, rounds[r, R_WIND : R_WIND + 6])
            if count != 6 or p < 0 or not spread_seed(rounds, r):
                return ODD_VALUE, start
        elif name == A_TEN:
            bit = 2
            count, p = read_tenths(buf, p, state)
            if p < 0 or count < int(state[S_SEATS]):
                return ODD_VALUE, start
            for seat in range(int(state[S_SEATS])):
                rounds[r, R_SCORES + seat] = int(state[S_LIST + seat]) * 10
                state[S_SCORES + seat] = int(state[S_LIST + seat]) * 10
        elif name == A_OYA:
            bit = 4
            dealer, p = read_value(buf, p)
            if p < 0 or not 0 <= dealer <= 3:
                return ODD_VALUE, start
        elif A_HAI0 <= name <= A_HAI3:
            seat = name - A_HAI0
            bit = 8 << seat
            first = R_HANDS + 13 * seat
            count, p = read_tiles(buf, p, rounds[r, first : first + 13])
            if p < 0 or 0 < count < 13:
                return ODD_VALUE, start
        else:
            if name == A_SHUFFLE or name == A_CHIP:
                state[S_EXTRAS] = 1
            p = skip_value(buf, p)
            if p < 0:
                return ODD_FORM, start
        if seen & bit:
            return ODD_TWICE, start
        seen |= bit
    if seen & 1 == 0:
        return ODD_VALUE, p
    if dealer >= 0:
        rounds[r, R_DEALER] = dealer
    return 0, p


@lean_kernel
def spread_seed(rounds: Any, r: int) -> bool:
    """Spread the six numbers of ``seed`` (they stand from R_WIND on) over their columns.

    They are: 4 × wind + dealer, honba, deposits, two dice less one (-1 unknown), the
    indicator. Returns whether they are in range.
    """
    number = int(rounds[r, R_WIND])
    honba = int(rounds[r, R_WIND + 1])
    deposits = int(rounds[r, R_WIND + 2])
    die = int(rounds[r, R_WIND + 3])
    other = int(rounds[r, R_WIND + 4])
    indicator = int(rounds[r, R_WIND + 5])
    rounds[r, R_WIND] = number >> 2
    rounds[r, R_DEALER] = number & 3
    rounds[r, R_HONBA] = honba
    rounds[r, R_DEPOSITS] = deposits
    rounds[r, R_DICE] = die + 1 if die >= 0 else -1
    rounds[r, R_DICE + 1] = other + 1 if other >= 0 else -1
    rounds[r, R_INDICATOR] = indicator
    return (
        0 <= number < 16
        and 0 <= honba < 10000
        and 0 <= deposits < 10000
        and -1 <= die < 6
        and -1 <= other < 6
        and 0 <= indicator <= 135
    )


@lean_kernel
def read_changes(buf: Any, p: int, out: Any, state: Any) -> int:
    """Read ``sc`` into ``out``: four scores before, then four changes.

    Chips (the second eight numbers) are left to the header reader. Returns the place behind
    the quote, or -1.
    """
    count, p = read_tenths(buf, p, state)
    if p < 0 or 0 < count < 8:
        return -1
    if count == 0:
        return p
    for seat in range(int(state[S_SEATS])):
        out[seat] = int(state[S_LIST + 2 * seat]) * 10
        out[4 + seat] = int(state[S_LIST + 2 * seat + 1]) * 10
    if count > 8:
        state[S_EXTRAS] = 1
    return p


@lean_kernel
def form_of_points(state: Any) -> int:
    """Return how the placement points just read are written, a row of ``FORMS``."""
    if int(state[S_FRACTIONS]) >= 2:
        return FORM_TENTHS
    if int(state[S_DOTS]) == 0:
        return FORM_BARE
    if int(state[S_SCORE_FRACTIONS]):
        return FORM_WHOLE
    for seat in range(4):
        if int(state[S_LIST + 2 * seat]) % 100:  # a score that is no whole thousand
            return FORM_WHOLE
    return 0


@lean_kernel
def read_final(buf: Any, p: int, games: Any, g: int, state: Any) -> int:
    """Read ``owari``: final score and placement points of each seat; returns like above."""
    state[S_DOTS] = 0
    state[S_SCORE_FRACTIONS] = 0
    state[S_FRACTIONS] = 0
    count, p = read_tenths(buf, p, state)
    if p < 0 or 0 < count < 8:
        return -1
    if count == 0:
        return p
    for seat in range(int(state[S_SEATS])):
        games[g, G_SCORES + seat] = int(state[S_LIST + 2 * seat]) * 10
        games[g, G_POINTS + seat] = int(state[S_LIST + 2 * seat + 1])
    if count > 8:
        state[S_EXTRAS] = 1
    games[g, G_COMPLETE] = 1
    games[g, G_FORM] = form_of_points(state)
    return p


@lean_kernel
def read_yaku(buf: Any, p: int, yaku: Any, han: Any) -> tuple[int, int]:
    """Read ``yaku`` (pairs of id and han) into the first free entries of the two lists.

    Ids 52, 53, 54 are dora, ura dora and red dora. Returns how many entries there are now
    and the place behind the quote.
    """
    count = 0
    while count < MAX_YAKU and int(yaku[count]) >= 0:
        count += 1
    if int(buf[p]) == 34:
        return count, p + 1
    while True:
        number, p = read_number(buf, p)
        if p < 0 or int(buf[p]) != 44 or not 0 <= number <= 54:
            return 0, -1
        value, p = read_number(buf, p + 1)
        if p < 0 or not 0 <= value <= 99 or count == MAX_YAKU:
            return 0, -1
        yaku[count] = number if number < 52 else YAKU_DORA + number - 52
        han[count] = value
        count += 1
        c = int(buf[p])
        p += 1
        if c == 34:
            return count, p
        if c != 44:
            return 0, -1


@lean_kernel
def read_yakuman(buf: Any, p: int, yaku: Any, han: Any) -> tuple[int, int]:
    """Read ``yakuman`` (ids, each counts once) into the first free entries.

    Returns how many yakuman there are and the place behind the quote.
    """
    filled = 0
    while filled < MAX_YAKU and int(yaku[filled]) >= 0:
        filled += 1
    count, p = read_list(buf, p, yaku[filled:])
    if p < 0 or filled + count > MAX_YAKU:
        return 0, -1
    for i in range(filled, filled + count):
        if not 0 <= int(yaku[i]) <= 51:
            return 0, -1
        han[i] = 1
    return count, p


@lean_kernel
def read_counters(buf: Any, p: int, out: Any) -> int:
    """Read ``ba`` (honba, deposits) into ``out``; returns the place behind it, or -1."""
    count, p = read_list(buf, p, out)
    if count != 2 or not (0 <= int(out[0]) < 10000 and 0 <= int(out[1]) < 10000):
        return -1
    return p


@lean_kernel
def read_win_value(buf: Any, p: int, name: int, wins: Any, w: int) -> int:
    """Read one of the plain attributes of AGARI; returns the place behind it, or -1."""
    count = 0
    if name == A_WHO:
        value, p = read_value(buf, p)
        wins[w, W_SEAT] = value
        return p if 0 <= value <= 3 else -1
    if name == A_FROM:
        value, p = read_value(buf, p)
        wins[w, W_FROM] = value
        return p if 0 <= value <= 3 else -1
    if name == A_PAO:
        value, p = read_value(buf, p)
        wins[w, W_PAO] = value
        return p if 0 <= value <= 3 else -1
    if name == A_MACHI:
        count, p = read_tiles(buf, p, wins[w, W_TILE : W_TILE + 1])
    elif name == A_HAI:
        count, p = read_tiles(buf, p, wins[w, W_HAND : W_HAND + 14])
    elif name == A_MELD:
        count, p = read_list(buf, p, wins[w, W_MELDS : W_MELDS + 8])
        if count > 8:
            return -1
        for i in range(count):
            if not 0 <= int(wins[w, W_MELDS + i]) <= 0xFFFF:
                return -1
    elif name == A_DORA:
        count, p = read_tiles(buf, p, wins[w, W_INDICATORS : W_INDICATORS + 10])
    elif name == A_URA:
        count, p = read_tiles(buf, p, wins[w, W_URA : W_URA + 10])
    elif name == A_TEN:
        count, p = read_list(buf, p, wins[w, W_FU : W_FU + 3])
        fits = 0 <= int(wins[w, W_FU]) < 1000 and 0 <= int(wins[w, W_LIMIT]) <= 5
        if count != 3 or not fits:
            return -1
    else:
        p = read_counters(buf, p, wins[w, W_HONBA : W_HONBA + 2])
    return p


@lean_kernel
def win_attribute_bit(name: int) -> int:
    """Return the bit of a known attribute of AGARI, 0 for any other."""
    if name == A_WHO:
        return 1
    if name == A_FROM:
        return 2
    if name == A_PAO:
        return 4
    if name == A_MACHI:
        return 8
    if name == A_HAI:
        return 16
    if name == A_MELD:
        return 32
    if name == A_DORA:
        return 64
    if name == A_URA:
        return 128
    if name == A_TEN:
        return 256
    if name == A_BA:
        return 512
    if name == A_YAKU:
        return 1024
    if name == A_YAKUMAN:
        return 2048
    if name == A_SC:
        return 4096
    if name == A_OWARI:
        return 8192
    return 0


@lean_kernel
def read_win(
    buf: Any, p: int, wins: Any, w: int, games: Any, g: int, state: Any
) -> tuple[int, int]:
    """Read AGARI into row ``w`` of the wins."""
    yaku = wins[w, W_YAKU : W_YAKU + MAX_YAKU]
    han = wins[w, W_YAKU_HAN : W_YAKU_HAN + MAX_YAKU]
    seen = 0
    filled = 0
    yakuman = 0
    while True:
        while 0 < int(buf[p]) <= 32:
            p += 1
        if int(buf[p]) == 47:
            break
        start = p
        name, p = read_attribute(buf, p)
        if p < 0:
            return ODD_FORM, start
        bit = win_attribute_bit(name)
        if seen & bit:
            return ODD_TWICE, start
        seen |= bit
        if bit == 0:
            if name == A_RATIO:
                state[S_EXTRAS] = 1
            p = skip_value(buf, p)
            if p < 0:
                return ODD_FORM, start
        elif bit < 1024:
            p = read_win_value(buf, p, name, wins, w)
        elif bit == 1024:
            filled, p = read_yaku(buf, p, yaku, han)
        elif bit == 2048:
            yakuman, p = read_yakuman(buf, p, yaku, han)
        elif bit == 4096:
            p = read_changes(buf, p, wins[w, W_SCORES : W_SCORES + 8], state)
        else:
            p = read_final(buf, p, games, g, state)
        if p < 0:
            return ODD_VALUE, start
    if seen & 3 != 3:  # who, fromWho
        return ODD_VALUE, p
    if filled or yakuman:
        wins[w, W_YAKUMAN] = yakuman
        wins[w, W_HAN] = 0
        if yakuman == 0:
            for i in range(filled):
                wins[w, W_HAN] += int(han[i])
    return 0, p


@lean_kernel
def draw_kind(name: int) -> int:
    """Return the kind of draw that ``type`` names, -1 for a name that is not known."""
    if name == Y_YAO9:
        return KYUUSHU
    if name == Y_KAZE4:
        return SUUFON
    if name == Y_REACH4:
        return SUUCHA
    if name == Y_RON3:
        return SANCHAHOU
    if name == Y_KAN4:
        return SUUKAN
    if name == Y_NM:
        return NAGASHI
    return -1


@lean_kernel
def read_draw(
    buf: Any, p: int, draws: Any, d: int, games: Any, g: int, state: Any
) -> tuple[int, int]:
    """Read RYUUKYOKU into row ``d`` of the draws."""
    seen = 0
    kind = EXHAUSTIVE
    while True:
        while 0 < int(buf[p]) <= 32:
            p += 1
        if int(buf[p]) == 47:
            break
        start = p
        name, p = read_attribute(buf, p)
        if p < 0:
            return ODD_FORM, start
        bit = 0
        if name == A_TYPE:
            bit = 1
            name, p = read_name(buf, p)
            kind = draw_kind(name)
            if kind < 0 or int(buf[p]) != 34:
                return ODD_VALUE, start
            p += 1
        elif name == A_BA:
            bit = 2
            p = read_counters(buf, p, draws[d, D_HONBA : D_HONBA + 2])
        elif name == A_SC:
            bit = 4
            p = read_changes(buf, p, draws[d, D_SCORES : D_SCORES + 8], state)
        elif name == A_OWARI:
            bit = 8
            p = read_final(buf, p, games, g, state)
        elif A_HAI0 <= name <= A_HAI3:
            seat = name - A_HAI0
            bit = 16 << seat
            first = D_HANDS + 14 * seat
            count, p = read_tiles(buf, p, draws[d, first : first + 14])
            draws[d, D_SHOWN + seat] = 1 if count else 0
        else:
            if name == A_RATIO:
                state[S_EXTRAS] = 1
            p = skip_value(buf, p)
            if p < 0:
                return ODD_FORM, start
        if p < 0:
            return ODD_VALUE, start
        if seen & bit:
            return ODD_TWICE, start
        seen |= bit
    draws[d, D_KIND] = kind
    if seen & 0xF4:  # scores or hands: seats without a hand did not show one
        for seat in range(int(state[S_SEATS])):
            if int(draws[d, D_SHOWN + seat]) < 0:
                draws[d, D_SHOWN + seat] = 0
    return 0, p
