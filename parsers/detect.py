"""What some bytes look like: one small test a format."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

__all__ = ["GUESSES", "looks_like_majiang", "looks_like_mjlog"]

_HEAD: Final = 4096


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


#: Formats that are known but not read: (title, test).
GUESSES: Final[tuple[tuple[str, Callable[[bytes], bool]], ...]] = (
    ("mjai JSON Lines", _json_with(b'"type"', b'"start_game"')),
    ("Tenhou JSON (tenhou.net/6)", _json_with(b'"log"', b'"name"', b'"rule"')),
    ("a Tenhou JSON round", _json_with(b'"log"', b"[[")),
    ("a Mahjong Soul record", _json_with(b'"head"', b'"accounts"')),
    ("a Mahjong Soul record", lambda data: b".lq.RecordNewRound" in data),
    ("a Riichi City record", _json_with(b'"handRecord"')),
)
