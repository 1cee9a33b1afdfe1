"""What some bytes look like: one small test a format."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

__all__ = [
    "GUESSES",
    "looks_like_majiang",
    "looks_like_mjlog",
    "looks_like_sheet",
    "looks_like_table",
    "looks_like_table_json",
]

_HEAD: Final = 4096
_TABLE: Final = re.compile(r"(?:[^\S\n]*(?:#[^\n]*)?\n)*[^\S\n]*table\s+record\b")
_TABLE_JSON: Final = re.compile(r'\s*\{[^\n]*"format"\s*:\s*"table"')


def looks_like_mjlog(data: bytes) -> int:
    """Return how sure it is that ``data`` is a Tenhou mjlog record.

    >>> looks_like_mjlog(b'<mjloggm ver="2.3"><SHUFFLE')
    100
    >>> looks_like_mjlog(b'{"title":["",""]}')
    0
    """
    head = data[:_HEAD]
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head.decode("utf-16", "replace").encode()
    if head.startswith(b"<mjloggm"):
        return 100
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not text.startswith(b"<"):
        return 0
    if b"<mjloggm" in data[: 4 * _HEAD]:
        return 95
    if any(tag in head for tag in (b"<INIT ", b"<SHUFFLE ", b"<GO type", b"<TAIKYOKU ")):
        return 60
    return 0


def _json_with(*keys: bytes) -> Callable[[bytes], bool]:
    def test(data: bytes) -> bool:
        head = data[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
        return head.startswith((b"{", b"[")) and all(key in data for key in keys)

    return test


def looks_like_majiang(data: bytes) -> int:
    """Return how sure it is that ``data`` is a 電脳麻将 record.

    >>> looks_like_majiang(b'{"log":[[{"qipai":{"zhuangfeng":0')
    95
    """
    return 95 if _json_with(b'"qipai"', b'"zhuangfeng"')(data) else 0


def _text(data: bytes) -> str:
    """Return the beginning of a text without its byte order mark."""
    head = data[:_HEAD]
    utf16 = head[:2] in (b"\xff\xfe", b"\xfe\xff")
    return head.decode("utf-16" if utf16 else "utf-8-sig", "replace")


def looks_like_table(data: bytes) -> int:
    """Return how sure it is that ``data`` is a typed table record.

    >>> looks_like_table(b"table record 1\\nrules: jpml-2005")
    100
    """
    return 100 if _TABLE.match(_text(data)) else 0


def looks_like_table_json(data: bytes) -> int:
    """Return how sure it is that ``data`` is a table record in JSON Lines.

    >>> looks_like_table_json(b'{"format": "table", "version": 1}')
    100
    """
    return 100 if _TABLE_JSON.match(_text(data)) else 0


def looks_like_sheet(data: bytes) -> int:
    """Return how sure it is that ``data`` is a result sheet.

    >>> looks_like_sheet(b"# rules: jpml-2005\\nhand,winner,loser,points")
    90
    """
    if data[:1] in (b"{", b"[", b"<"):
        return 0
    from .table.titles import names_columns

    return 90 if names_columns(_text(data)) else 0


#: Formats that are known but not read: (title, test).
GUESSES: Final[tuple[tuple[str, Callable[[bytes], bool]], ...]] = (
    ("mjai JSON Lines", _json_with(b'"type"', b'"start_game"')),
    ("Tenhou JSON (tenhou.net/6)", _json_with(b'"log"', b'"name"', b'"rule"')),
    ("a Tenhou JSON round", _json_with(b'"log"', b"[[")),
    ("a Mahjong Soul record", _json_with(b'"head"', b'"accounts"')),
    ("a Mahjong Soul record", lambda data: b".lq.RecordNewRound" in data),
    ("a Riichi City record", _json_with(b'"handRecord"')),
)
