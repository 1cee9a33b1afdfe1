"""How hands and states are packed into integers: bits and shifts that all passes share."""

from __future__ import annotations

from typing import Final

# --- layout of a packed hand (concealed tiles only) ----------------------------------------------
# hand_lo: base-5 keys, 21 bits each: m | p << 21 | s << 42; the digit of 1m is the highest
#   power (key = Σ count[i] * 5**(8 - i)), honours likewise with 5**(6 - i).
# hand_hi: honour key (17 bits) | reds m << 17 | reds p << 19 | reds s << 21 (2 bits each)
#   | melds << 23 (3 bits, kita not counted) | open melds << 26 (3 bits) | kita << 29 (3 bits).
KEY_BITS: Final = 21
KEY_MASK: Final = (1 << 21) - 1
HONOUR_MASK: Final = (1 << 17) - 1
RED_M_SHIFT: Final = 17
RED_P_SHIFT: Final = 19
RED_S_SHIFT: Final = 21
MELDS_SHIFT: Final = 23
OPEN_SHIFT: Final = 26
KITA_SHIFT: Final = 29

# --- bits of ``status`` (per event, after it); the four seat bits are 1 << (SHIFT + seat) ---------
RIICHI_SHIFT: Final = 0  # declared (the declaration tile may still be ronned)
ACCEPTED_SHIFT: Final = 4  # deposit paid
DOUBLE_SHIFT: Final = 8  # the riichi is a double riichi
IPPATSU_SHIFT: Final = 12  # a win now would be ippatsu
FIRST_SHIFT: Final = 16  # no discard of that seat and no call of anybody yet (chiihou, kyuushu)
RINSHAN: Final = 1 << 20  # the tile just drawn is a replacement tile
TSUMOGIRI: Final = 1 << 21  # this discard is the tile just drawn
RIICHI_TILE: Final = 1 << 22  # this discard is a riichi declaration tile
CALLED: Final = 1 << 23  # this discard is taken by the next chi, pon or kan
RONNED: Final = 1 << 24  # this discard (kan, kita) is ronned
PENDING_DORA: Final = 1 << 25  # an indicator is due (open kan) and not yet turned
BROKEN_SHIFT: Final = 26  # the seat's hand cannot be followed any more (bits 26–29)
