"""What records of American mahjong look like."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["looks_like_american", "looks_like_american_json"]

_HEAD: Final = 4096
_TEXT: Final = re.compile(r"(?:[^\S\n]*+(?:#(?!AMN)[^\n]*+)?\n)*+[^\S\n]*+#AMN\b")
_START: Final = re.compile(r'\s*\{.*?"type"\s*:\s*"start_game"')
_OWN: Final = re.compile(r'"(?:ruleset|table_rules|start_hand)"')


def _text(data: bytes) -> str:
    """Return the beginning of a text without its byte order mark."""
    head = data[:_HEAD]
    utf16 = head[:2] in (b"\xff\xfe", b"\xfe\xff")
    return head.decode("utf-16" if utf16 else "utf-8-sig", "replace")


def looks_like_american(data: bytes) -> int:
    """Return how sure it is that ``data`` is a typed record of American mahjong.

    >>> looks_like_american(b'#AMN 1\\n[Ruleset "nmjl-2024"]')
    100
    """
    return 100 if _TEXT.match(_text(data)) else 0


def looks_like_american_json(data: bytes) -> int:
    """Return how sure it is that ``data`` is American mahjong in JSON Lines.

    >>> looks_like_american_json(b'{"type": "start_game", "ruleset": "nmjl-2024"}')
    100
    >>> looks_like_american_json(b'{"type": "start_game", "names": ["A", "B", "C", "D"]}')
    0
    """
    text = _text(data)
    return 100 if _START.match(text) and _OWN.search(text) else 0
