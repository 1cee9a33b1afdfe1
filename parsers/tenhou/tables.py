"""What Tenhou's numbers mean: levels, rooms, draws, elements of a record."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["DAN_NAMES", "DRAW_TYPES", "ELEMENTS", "LEVELS", "is_known_element", "room_name"]

#: ``dan`` of UN → level.
DAN_NAMES: Final = (
    "新人",
    "9級",
    "8級",
    "7級",
    "6級",
    "5級",
    "4級",
    "3級",
    "2級",
    "1級",
    "初段",
    "二段",
    "三段",
    "四段",
    "五段",
    "六段",
    "七段",
    "八段",
    "九段",
    "十段",
    "天鳳位",
)

#: Text of ``dan`` → level.
LEVELS: Final = {str(dan): name for dan, name in enumerate(DAN_NAMES)}

#: How nearly every record begins; the seed follows.
USUAL_START: Final = b'<mjloggm ver="2.3"><SHUFFLE seed="'

#: ``type`` of RYUUKYOKU, by the draw kinds of :data:`mjlog.codes.DRAW_KINDS` (None: no type).
DRAW_TYPES: Final = (None, "yao9", "kaze4", "reach4", "ron3", "kan4", "nm")

#: Bits of GO ``type``.
GO_MULTIPLAYER: Final = 0x0001
GO_NO_RED: Final = 0x0002
GO_NO_KUITAN: Final = 0x0004
GO_SOUTH: Final = 0x0008
GO_SANMA: Final = 0x0010
GO_TOKUJOU: Final = 0x0020
GO_FAST: Final = 0x0040
GO_JOUKYUU: Final = 0x0080
GO_CUSTOM: Final = 0x0100
GO_CHIPS: Final = 0x0200
GO_GOLD: Final = 0x0800

#: Elements of a record besides draws and discards.
ELEMENTS: Final = frozenset(
    {
        "mjloggm",
        "SHUFFLE",
        "GO",
        "UN",
        "TAIKYOKU",
        "BYE",
        "INIT",
        "N",
        "REACH",
        "DORA",
        "AGARI",
        "RYUUKYOKU",
    }
)
_TILE_ELEMENT: Final = re.compile(r"[T-WD-G][0-9]{1,3}")


def is_known_element(tag: str) -> bool:
    """Tell whether ``tag`` is an element of a game record.

    >>> is_known_element("T71"), is_known_element("AGARI"), is_known_element("CHAT")
    (True, True, False)
    """
    return tag in ELEMENTS or _TILE_ELEMENT.fullmatch(tag) is not None


def room_name(go_type: int) -> str:
    """Return the table in the site's words, as its own lists print it.

    >>> room_name(169), room_name(225), room_name(185), room_name(1)
    ('四鳳南喰赤', '四鳳東喰赤速', '三鳳南喰赤', '四般東喰赤')
    """
    room = {0: "般", GO_JOUKYUU: "上", GO_TOKUJOU: "特"}.get(go_type & 0xA0, "鳳")
    return "".join(
        (
            "三" if go_type & GO_SANMA else "四",
            room,
            "南" if go_type & GO_SOUTH else "東",
            "" if go_type & GO_NO_KUITAN else "喰",
            "" if go_type & GO_NO_RED else "赤",
            "速" if go_type & GO_FAST else "",
        )
    )
