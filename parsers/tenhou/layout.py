"""Layout of the tables that the Tenhou tokeniser fills, and the names that it knows.

The tokeniser writes events straight into their columns; games, rounds, wins and draws go
into int32 tables whose columns are named here (``G_``, ``R_``, ``W_``, ``D_``).
"""

from __future__ import annotations

from typing import Final

__all__ = ["ODD", "pack"]

# --- one row a game ------------------------------------------------------------------------
G_STATUS: Final = 0  # 0 read, else a row of ODD
G_PLACE: Final = 1  # byte in the game where reading stopped
G_TYPE: Final = 2  # GO type, -1 absent
G_ROUND0: Final = 3  # first row in rounds
G_HEADER_END: Final = 4  # byte of the first INIT (or of the end)
G_COMPLETE: Final = 5
G_EXTRAS: Final = 6  # 1: chips, ratio or round seeds are there to be collected
G_EARLY: Final = 7  # events that stand before the first INIT
G_SCORES: Final = 8
G_POINTS: Final = 12
G_FORM: Final = 16  # how the final points are written, a row of FORMS
G_WIDTH: Final = 17

#: What ``G_FORM`` means, see :func:`mjlog.parsers.tenhou.rules.points_form`.
FORMS: Final = (None, "tenths", "bare", "whole")
FORM_TENTHS: Final = 1
FORM_BARE: Final = 2
FORM_WHOLE: Final = 3

# --- one row a round -----------------------------------------------------------------------
R_GAME: Final = 0
R_WIND: Final = 1
R_DEALER: Final = 2
R_HONBA: Final = 3
R_DEPOSITS: Final = 4
R_DICE: Final = 5
R_INDICATOR: Final = 7
R_EVENT: Final = 8
R_SCORES: Final = 9
R_HANDS: Final = 13
R_WIDTH: Final = 65

# --- one row a win -------------------------------------------------------------------------
W_ROUND: Final = 0
W_EVENT: Final = 1
W_SEAT: Final = 2
W_FROM: Final = 3
W_TILE: Final = 4
W_FU: Final = 5
W_POINTS: Final = 6
W_LIMIT: Final = 7
W_HAN: Final = 8
W_YAKUMAN: Final = 9
W_PAO: Final = 10
W_HONBA: Final = 11
W_DEPOSITS: Final = 12
W_SCORES: Final = 13
W_DELTAS: Final = 17
W_YAKU: Final = 21
W_YAKU_HAN: Final = 41
W_HAND: Final = 61
W_MELDS: Final = 75
W_INDICATORS: Final = 83
W_URA: Final = 93
W_WIDTH: Final = 103
MAX_YAKU: Final = 20

# --- one row a draw ------------------------------------------------------------------------
D_ROUND: Final = 0
D_EVENT: Final = 1
D_KIND: Final = 2
D_HONBA: Final = 3
D_DEPOSITS: Final = 4
D_SCORES: Final = 5
D_DELTAS: Final = 9
D_SHOWN: Final = 13
D_HANDS: Final = 17
D_WIDTH: Final = 73

# --- one row a remark: game, what, byte in the game, seat ----------------------------------
NOTE_WIDTH: Final = 4
NOTE_RIICHI_SCORES: Final = 0
NOTE_DECIMALS: Final = 1

#: Kind of problem and text of each remark.
NOTES: Final = (
    (
        "inconsistent",
        "the scores recorded with the riichi deposit are not the running ones minus the deposit",
    ),
    (
        "odd-form",
        "a score or placement has more than one decimal; the further ones are left out",
    ),
)

# --- rows filled (``totals``) --------------------------------------------------------------
TOTAL_EVENTS: Final = 0
TOTAL_ROUNDS: Final = 1
TOTAL_WINS: Final = 2
TOTAL_DRAWS: Final = 3
TOTAL_NOTES: Final = 4
TOTAL_SHORT: Final = 5  # 1: a table is too short

#: A round has some hundred events, two hundred at the very most.
MAX_EVENTS: Final = 1000

# --- why a game is not of the plain form ---------------------------------------------------
ODD_TEXT: Final = 1
ODD_ELEMENT: Final = 2
ODD_FORM: Final = 3
ODD_VALUE: Final = 4
ODD_TWICE: Final = 5
ODD_END: Final = 6
ODD_ORDER: Final = 7
ODD_LONG: Final = 8

#: Reason of each status.
ODD: Final = (
    "",
    "text between the elements",
    "an element that is not known",
    'an attribute that is not written name="value"',
    "a value that is missing or out of its range",
    "an attribute that stands twice",
    "the end is missing",
    "an element of the play before the first INIT",
    f"more than {MAX_EVENTS} events in a round",
)

# --- what the tokeniser remembers inside a game ---------------------------------------------
S_DRAWN: Final = 0  # physical tile that each seat has drawn last and not discarded, -1
S_SCORES: Final = 4  # running scores in hundreds
S_DRAWER: Final = 8  # who has drawn last
S_SEATS: Final = 9  # 3 or 4
S_REDS: Final = 10  # 1 when the fives 16, 52, 88 are red
S_NAMED: Final = 11  # a list of players has been read
S_EXTRAS: Final = 12
S_DECIMALS: Final = 13
S_WHO: Final = 14  # attributes of a small element: who, hai, m, step, type
S_HAI: Final = 15
S_MELD: Final = 16
S_STEP: Final = 17
S_TYPE: Final = 18
S_HAS_TEN: Final = 19
S_NAMES: Final = 20  # mask of n0 … n3
S_CALL_KIND: Final = 21  # the event of the element just read (-1 none); first of five: a call
S_CALL_TILE: Final = 22  # physical tile, 255 none
S_CALL_FROM: Final = 23
S_CALL_USED: Final = 24  # physical tiles of the caller, one a byte
S_CALL_COUNT: Final = 25  # how many they are
S_AUX: Final = 26
S_DOTS: Final = 27  # numbers with a decimal point in the last lists of tenths
S_SCORE_FRACTIONS: Final = 28  # … numbers at even places that are no whole ones: scores
S_FRACTIONS: Final = 29  # … and at odd places: points
S_LIST: Final = 30  # the last list of numbers, in tenths
LIST_LIMIT: Final = 8
S_WIDTH: Final = S_LIST + LIST_LIMIT


def pack(name: str) -> int:
    """Return a name of up to ten letters and digits as one integer (exact, below 2**63).

    >>> pack("hai1") - pack("hai0")
    1
    """
    packed = 0
    for char in name:
        packed = packed * 76 + ord(char) - 47
    return packed


# --- elements ------------------------------------------------------------------------------
T_MJLOG: Final = pack("mjloggm")
T_SHUFFLE: Final = pack("SHUFFLE")
T_GO: Final = pack("GO")
T_UN: Final = pack("UN")
T_TAIKYOKU: Final = pack("TAIKYOKU")
T_BYE: Final = pack("BYE")
T_INIT: Final = pack("INIT")
T_N: Final = pack("N")
T_REACH: Final = pack("REACH")
T_DORA: Final = pack("DORA")
T_AGARI: Final = pack("AGARI")
T_RYUUKYOKU: Final = pack("RYUUKYOKU")

# --- attributes ----------------------------------------------------------------------------
A_WHO: Final = pack("who")
A_FROM: Final = pack("fromWho")
A_PAO: Final = pack("paoWho")
A_HAI: Final = pack("hai")
A_HAI0: Final = pack("hai0")
A_HAI3: Final = pack("hai3")
A_MACHI: Final = pack("machi")
A_MELD: Final = pack("m")
A_TEN: Final = pack("ten")
A_YAKU: Final = pack("yaku")
A_YAKUMAN: Final = pack("yakuman")
A_DORA: Final = pack("doraHai")
A_URA: Final = pack("doraHaiUra")
A_BA: Final = pack("ba")
A_SC: Final = pack("sc")
A_OWARI: Final = pack("owari")
A_RATIO: Final = pack("ratio")
A_CHIP: Final = pack("chip")
A_TYPE: Final = pack("type")
A_STEP: Final = pack("step")
A_SEED: Final = pack("seed")
A_OYA: Final = pack("oya")
A_SHUFFLE: Final = pack("shuffle")
A_NAME0: Final = pack("n0")
A_NAME3: Final = pack("n3")

# --- RYUUKYOKU type ------------------------------------------------------------------------
Y_YAO9: Final = pack("yao9")
Y_KAZE4: Final = pack("kaze4")
Y_REACH4: Final = pack("reach4")
Y_RON3: Final = pack("ron3")
Y_KAN4: Final = pack("kan4")
Y_NM: Final = pack("nm")
