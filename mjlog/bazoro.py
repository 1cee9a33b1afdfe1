"""場ゾロ: the two han that every hand has by old rules, counted in the numbers of their lists.

満貫 is then "40符6翻" where others say 4 han 40 fu; the points are the same.

>>> bazoro_text(4, 40, "mangan")
'40符6翻 満貫'
>>> bazoro_text(1, 30)
'30符3翻'
"""

from __future__ import annotations

from typing import Final

__all__ = ["BAZORO", "bazoro_text"]

#: Han that every hand has.
BAZORO: Final = 2
_LIMITS: Final = {
    "": "", "mangan": "満貫", "haneman": "跳満", "baiman": "倍満", "sanbaiman": "三倍満",
    "yakuman": "役満",
}  # fmt: skip


def bazoro_text(han: int, fu: int, limit: str = "") -> str:
    """Return ``han`` (without 場ゾロ) and ``fu`` in the words of a list with 場ゾロ."""
    return f"{fu}符{han + BAZORO}翻 {_LIMITS[limit]}".rstrip()
