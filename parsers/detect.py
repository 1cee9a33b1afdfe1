"""What some bytes look like: one small test a format."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

__all__ = [
    "looks_like_mahjong_soul",
    "looks_like_majiang",
    "looks_like_mjai",
    "looks_like_mjlog",
    "looks_like_riichi_city",
    "looks_like_sheet",
    "looks_like_table",
    "looks_like_table_json",
    "looks_like_tenhou_json",
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


_MJAI: Final = re.compile(rb'"type"\s*:\s*"start_(?:game|kyoku)"')


def looks_like_mjai(data: bytes) -> int:
    """Return how sure it is that ``data`` is an mjai record, or a document that holds one.

    >>> looks_like_mjai(b'{"type":"start_game","names":[]}')
    90
    """
    head = data[:_HEAD]
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head.decode("utf-16", "replace").encode()
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not text.startswith((b"{", b"[")):
        return 0
    if _MJAI.search(head):
        return 90
    named = b'"mjaiLog"' in data or b'"mjai_log"' in data
    return 85 if named and _MJAI.search(data) else 0


def looks_like_riichi_city(data: bytes) -> int:
    """Return how sure it is that ``data`` is a Riichi City record.

    >>> looks_like_riichi_city(b'{"handRecord":[{"handEventRecord":[')
    95
    """
    return 95 if _json_with(b'"handRecord"', b'"handEventRecord"')(data) else 0


_VIEWER_LINK: Final = re.compile(rb"#json=\s*(?:\{|%7[Bb])")
_COMMENTS: Final = re.compile(rb"(?:\s*+//[^\n]*+\n)*+\s*+")
#: The line end is outside, so that a text is gone through once whatever is in it.
_COMMENT: Final = re.compile(rb"//[^\n\"]*+(\n?)")
_ROUNDS: Final = re.compile(rb'"log"\s*:\s*\[\s*(?:\]|\[\s*\[)')


def looks_like_tenhou_json(data: bytes) -> int:
    """Return how sure it is that ``data`` is Tenhou JSON, or holds links of its viewer.

    >>> looks_like_tenhou_json(b'{"title":["",""],"name":[],"rule":{},"log":[[[0,0,0]')
    90
    >>> looks_like_tenhou_json(b"https://tenhou.net/6/#json=%7B%22title%22")
    90
    """
    text = data.removeprefix(b"\xef\xbb\xbf")
    start = _COMMENTS.match(text)
    body = text[start.end() if start else 0 :][:1]
    if body not in (b"{", b"["):
        return 90 if _VIEWER_LINK.search(text) and body != b"<" else 0
    if b'"qipai"' in text or not _ROUNDS.search(_without_comments(text)):
        return 0
    return 90 if b'"name"' in text or b'"rule"' in text else 60


def _without_comments(text: bytes) -> bytes:
    return _COMMENT.sub(lambda match: match[1] or match[0], text) if b"//" in text else text


#: ``.lq.``, which stands before the name of every message, in base64 (its three places) and hex.
_LQ_TEXTS: Final = (b"LmxxL", b"5scS5", b"ubHEu", b"2e6c712e", b"2E6C712E")
#: The description of the game stands in front of the records, and may be long.
_LQ_HEAD: Final = 1 << 16


def looks_like_mahjong_soul(data: bytes) -> int:
    """Return how sure it is that ``data`` is a Mahjong Soul record, in bytes or any text form.

    >>> looks_like_mahjong_soul(b"\\n\\x15.lq.GameDetailRecords")
    95
    >>> looks_like_mahjong_soul(b'{"head":{"uuid":"","accounts":[]},"data":""}')
    90
    """
    head = data[:_LQ_HEAD]
    if b".lq.GameDetailRecords" in head or b".lq.Record" in head:
        return 95
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith((b"{", b"[")):
        if b'"head"' in head and b'"accounts"' in data:
            return 90
        names = b"RecordNewRound" in data and b"RecordDealTile" in data
        return 90 if names or any(text in data for text in _LQ_TEXTS) else 0
    if b"('RecordNewRound'" in head:
        return 90
    letters = b"".join(head.split())  # lines, and digits in pairs
    return 80 if any(text in letters for text in _LQ_TEXTS) else 0


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
