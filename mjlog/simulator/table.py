"""The table of one round: whose tiles are where, and what a player may do.

Kernels. The table is three arrays: ``g`` holds the round, a row of ``seat`` a player, ``ev``
the events as they will be recorded. State follows the rules of the replay passes
(:mod:`mjlog.engine.state`, :mod:`mjlog.engine.furiten`), whose kernels are used wherever
they fit, so that a bot knows exactly what an auditor will know.
"""

from __future__ import annotations

from typing import Any, Final

from ..codes import ANKAN, CHI, DORA, DRAW, KAKAN, PON, RIICHI_FURITEN
from ..engine.hands import TILE_HI, TILE_LO
from ..engine.jit import kernel
from ..engine.layout import MELDS_SHIFT, OPEN_SHIFT
from ..engine.shape import add_copy, held_with_melds, shape_of, tiles_held, waits_of
from ..engine.wall_check import dora_place, replacement_place, ura_place
from ..rules.columns import FIFTH_TILE_TENPAI
from ..tiles import KIND

__all__ = [
    "add_meld",
    "draw_tile",
    "emit",
    "furiten_of",
    "gain",
    "live_of",
    "lose",
    "meld_tile",
    "pass_tile",
    "random_below",
    "refresh_waits",
    "settle_kan",
    "show",
    "tile_of_kind",
    "turn_dora",
]

NOTHING: Final = 0xFFFFFFFF

# --- columns of the round ``g`` (int64[G_COLUMNS]) ------------------------------------------------
PLAYERS: Final = 0
DEALER: Final = 1
WIND: Final = 2
HONBA: Final = 3
RANDOM: Final = 4
DRAWN_LIVE: Final = 5  # live tiles drawn so far
REPLACED: Final = 6  # replacement tiles drawn so far
LIVE: Final = 7  # live tiles left
TURNED: Final = 8  # dora indicators turned
EVENTS: Final = 9
KINDS: Final = 10  # mask of the kinds that exist
CALLS: Final = 11  # calls so far
DISCARDED: Final = 12  # discards so far
FIRST_KINDS: Final = 13  # mask of the kinds of the first four discards
IS_RINSHAN: Final = 14  # the tile just drawn is a replacement
WEAK_KAN: Final = 15  # a kan that may still be robbed
DORA_NOW: Final = 16  # indicators due before the next draw
DORA_LATER: Final = 17  # … before the next discard
DORA_AFTER: Final = 18  # … after the next discard
INDICATOR: Final = 19  # tile code of the first indicator
LAST_DISCARD: Final = 20  # event, -1
RESULT: Final = 21  # how the round ended: RESULT_WIN or a draw kind
DECLARER: Final = 22  # who declared nine terminals
WINNERS: Final = 23  # how many won
FAULT: Final = 24  # number of the finding to be planted (mjlog.engine.report), 0 none
PLANTED: Final = 25  # 1 once it has been
CULPRIT: Final = 26  # seat of it
FIRST_TILE: Final = 27  # kind that everybody who holds it discards first, -1
QUIET: Final = 28  # 1: nobody calls, declares riichi or wins
WALL_TILES: Final = 29
RULE_ROW: Final = 30  # always 0: the row of the one ruleset
START_EVENT: Final = 31  # always 0: the first event of the one round
LEVEL: Final = 32  # 0 normal
SEEN: Final = 40  # 34 columns: open tiles of each kind
WALL: Final = 80  # 136 columns: physical tiles in wall order
CODE: Final = 220  # 136 columns: tile code of each physical tile
G_COLUMNS: Final = 360

# --- columns of a player, ``seat`` (int64[4, S_COLUMNS]) ------------------------------------------
LO: Final = 0
HI: Final = 1
HELD: Final = 2  # concealed tiles
WAITS: Final = 3
RIVER: Final = 4  # mask of own discards
PASSED: Final = 5
RIICHI_: Final = 6
ACCEPTED: Final = 7
DOUBLE: Final = 8
IPPATSU: Final = 9
FIRST: Final = 10
DREW: Final = 11
DRAWN: Final = 12  # physical tile just drawn, -1
MELDS: Final = 13
MELD_REDS: Final = 14
KITAS: Final = 15
LOST: Final = 16  # the hand cannot be followed any more: no more wins
STYLE: Final = 17
SAFE: Final = 18  # mask of kinds that this player cannot ron (genbutsu)
DECLARING: Final = 19  # the next discard is a riichi declaration tile
POINTS: Final = 20
KANS: Final = 21
OPEN: Final = 22  # open melds
MELD_KINDS: Final = 23  # mask of the kinds in the melds
RUNS: Final = 24  # runs among the melds
SHANTEN: Final = 25  # of the resting hand
COPIES: Final = 26  # 4 columns: the melds' tiles, see add_copy
MELD: Final = 30  # 8 columns: (event kind, lowest kind) of each meld
FED: Final = 38  # 4 columns: whose discard each meld took
TILE: Final = 42  # 14 columns: physical tiles
S_COLUMNS: Final = 58

# --- rows of ``ev`` (int64[E_ROWS, MAX_EVENTS]) ---------------------------------------------------
E_KIND: Final = 0
E_SEAT: Final = 1
E_TILE: Final = 2
E_FROM: Final = 3
E_USED: Final = 4
E_ID: Final = 5
E_USED_IDS: Final = 6
E_AUX: Final = 7
E_LIVE: Final = 8
E_ROWS: Final = 9
MAX_EVENTS: Final = 640

# --- rows of ``work`` (int64[WORK_ROWS, 64]) ------------------------------------------------------
W_CHANCE: Final = 0
W_REST: Final = 1
W_COUNTS: Final = 2
W_URA: Final = 3
W_VALUE: Final = 4
W_COUNTS_2: Final = 5
W_CLAIMS: Final = 6
WORK_ROWS: Final = 7

#: Wins of a round at most, and the row that a bot tries a win in.
TRIAL: Final = 3


@kernel
def random_below(g: Any, n: int) -> int:
    """Return a random number from 0 to n − 1."""
    x = int(g[RANDOM]) * 48271 % 2147483647
    g[RANDOM] = x
    return (x >> 7) % n


@kernel
def emit(
    g: Any, ev: Any, kind: int, s: int, tile_id: int, from_seat: int, used_ids: int, aux: int
) -> int:
    """Append an event and return its row."""
    n = int(g[EVENTS])
    code = int(g[CODE + tile_id]) if tile_id < 136 else 255
    used = NOTHING
    if used_ids != NOTHING:
        used = 0
        for i in range(4):
            piece = (used_ids >> (8 * i)) & 255
            used |= (int(g[CODE + piece]) if piece < 136 else 255) << (8 * i)
    if kind == ANKAN:
        code = int(KIND[int(g[CODE + (used_ids & 255)])])
    ev[E_KIND, n] = kind
    ev[E_SEAT, n] = s
    ev[E_TILE, n] = code
    ev[E_FROM, n] = from_seat
    ev[E_USED, n] = used
    ev[E_ID, n] = tile_id
    ev[E_USED_IDS, n] = used_ids
    ev[E_AUX, n] = aux
    ev[E_LIVE, n] = g[LIVE]
    if g[WEAK_KAN] and kind != DORA and kind < 11:  # a kan that stands ends every ippatsu
        g[WEAK_KAN] = 2
    g[EVENTS] = n + 1
    return n


@kernel
def gain(g: Any, seat: Any, s: int, tile_id: int) -> None:
    """Put a tile into a concealed hand."""
    code = int(g[CODE + tile_id])
    seat[s, LO] += int(TILE_LO[code])
    seat[s, HI] += int(TILE_HI[code])
    seat[s, TILE + int(seat[s, HELD])] = tile_id
    seat[s, HELD] += 1


@kernel
def lose(g: Any, seat: Any, s: int, tile_id: int) -> bool:
    """Take a tile out of a concealed hand; False when it is not there."""
    held = int(seat[s, HELD])
    for i in range(held):
        if int(seat[s, TILE + i]) == tile_id:
            code = int(g[CODE + tile_id])
            seat[s, LO] -= int(TILE_LO[code])
            seat[s, HI] -= int(TILE_HI[code])
            seat[s, TILE + i] = seat[s, TILE + held - 1]
            seat[s, HELD] = held - 1
            return True
    return False


@kernel
def tile_of_kind(g: Any, seat: Any, s: int, kind: int, red_first: bool, skip: int) -> int:
    """Return a concealed physical tile of ``kind``, -1 none; ``skip`` is passed over.

    Without ``red_first`` the tile just drawn comes first, then plain ones.
    """
    found = -1
    best = -1
    for i in range(int(seat[s, HELD])):
        tile_id = int(seat[s, TILE + i])
        code = int(g[CODE + tile_id])
        if tile_id == skip or int(KIND[code]) != kind:
            continue
        red = code >= 34
        rank = 4 if red == red_first else 0
        if not red_first and tile_id == int(seat[s, DRAWN]):
            rank += 1
        if rank > best or (rank == best and tile_id < found):
            best = rank
            found = tile_id
    return found


@kernel
def show(g: Any, kind: int) -> None:
    """Count an open tile."""
    g[SEEN + kind] += 1


@kernel
def live_of(g: Any, counts: Any, mask: int) -> int:
    """Return how many tiles of the kinds in ``mask`` are neither open nor in ``counts``."""
    total = 0
    kind = 0
    rest = mask
    while rest:
        if rest & 1:
            left = 4 - int(g[SEEN + kind]) - int(counts[kind])
            if left > 0:
                total += left
        rest >>= 1
        kind += 1
    return total


@kernel
def refresh_waits(g: Any, seat: Any, s: int, rule: Any, tables: Any, work: Any) -> None:
    """Work out the waits of a resting hand as the replay does."""
    lo, hi = int(seat[s, LO]), int(seat[s, HI])
    kinds = int(g[KINDS])
    seat[s, SHANTEN] = 99
    seat[s, WAITS] = 0
    if seat[s, LOST] or tiles_held(lo, hi, tables) + 3 * ((hi >> MELDS_SHIFT) & 7) != 13:
        return
    shanten, waits = shape_of(lo, hi, 0, kinds, tables)
    seat[s, SHANTEN] = shanten
    fifth = int(rule[FIFTH_TILE_TENPAI])
    if fifth == 0 and shanten <= 1:
        seat[s, WAITS] = waits_of(lo, hi, 0, 1, kinds, tables)
    elif shanten == 0:
        if fifth >= 2:
            waits &= ~held_with_melds(lo, hi, seat[s, COPIES : COPIES + 4], tables)
        seat[s, WAITS] = waits


@kernel
def furiten_of(seat: Any, s: int) -> int:
    """Return the furiten of a player (0 none, 1 discard, 2 temporary, 3 riichi)."""
    if seat[s, WAITS] == 0:
        return 0
    if int(seat[s, WAITS]) & int(seat[s, RIVER]):
        return 1
    return int(seat[s, PASSED])


@kernel
def pass_tile(seat: Any, s: int) -> None:
    """A player lets a winning tile pass."""
    if seat[s, RIICHI_]:
        seat[s, PASSED] = RIICHI_FURITEN
    elif seat[s, PASSED] == 0:
        seat[s, PASSED] = 2


@kernel
def add_meld(g: Any, seat: Any, s: int, kind: int, low: int, fed: int) -> None:
    """Enter a meld; a kakan turns its pon into a kan."""
    if kind == KAKAN:
        for i in range(int(seat[s, MELDS])):
            if int(seat[s, MELD + 2 * i]) == PON and int(seat[s, MELD + 2 * i + 1]) == low:
                seat[s, MELD + 2 * i] = KAKAN
        return
    n = int(seat[s, MELDS])
    if n < 4:
        seat[s, MELD + 2 * n] = kind
        seat[s, MELD + 2 * n + 1] = low
        seat[s, FED + n] = fed
    seat[s, MELDS] = n + 1
    seat[s, HI] += 1 << MELDS_SHIFT
    if kind != ANKAN:
        seat[s, HI] += 1 << OPEN_SHIFT
        seat[s, OPEN] += 1
    if kind == CHI:
        seat[s, RUNS] += 1
        seat[s, MELD_KINDS] |= 7 << low
    else:
        seat[s, MELD_KINDS] |= 1 << low


@kernel
def meld_tile(g: Any, seat: Any, s: int, tile_id: int) -> None:
    """Count a tile that goes into an own meld (its kind and its redness)."""
    code = int(g[CODE + tile_id])
    add_copy(seat[s, COPIES : COPIES + 4], int(KIND[code]))
    if code >= 34:
        seat[s, MELD_REDS] += 1


@kernel
def turn_dora(g: Any, ev: Any) -> None:
    """Turn the next indicator."""
    k = int(g[TURNED])
    size = int(g[WALL_TILES])
    place = dora_place(k, size, 1) if k < 5 else ura_place(3, size, 1)
    tile_id = int(g[WALL + place])
    g[TURNED] = k + 1
    emit(g, ev, DORA, 255, tile_id, 255, NOTHING, 0)
    show(g, int(KIND[int(g[CODE + tile_id])]))


@kernel
def draw_tile(g: Any, seat: Any, ev: Any, s: int, replacement: bool, clear_on_draw: bool) -> int:
    """Let a player draw and return the physical tile."""
    size = int(g[WALL_TILES])
    if replacement:
        k = int(g[REPLACED])
        last = 4 if size == 136 else 8
        place = replacement_place(k, 1) if k < last else ura_place(4, size, 1)
        g[REPLACED] = k + 1
    elif g[LIVE] <= 0:  # beyond the end: the next tile of the dead wall
        place = dora_place(4, size, 1)
    else:
        place = size - 13 * int(g[PLAYERS]) - 1 - int(g[DRAWN_LIVE])
        g[DRAWN_LIVE] += 1
    tile_id = int(g[WALL + place])
    g[LIVE] -= 1
    g[IS_RINSHAN] = 1 if replacement else 0
    gain(g, seat, s, tile_id)
    seat[s, DRAWN] = tile_id
    seat[s, DREW] = 1
    if clear_on_draw and seat[s, PASSED] == 2:
        seat[s, PASSED] = 0
    emit(g, ev, DRAW, s, tile_id, 255, NOTHING, 0)
    settle_kan(g, seat)
    return tile_id


@kernel
def settle_kan(g: Any, seat: Any) -> None:
    """Once a kan stands, every ippatsu is over."""
    if g[WEAK_KAN] == 2:
        for s in range(4):
            seat[s, IPPATSU] = 0
        g[WEAK_KAN] = 0
