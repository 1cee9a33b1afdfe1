"""Packed data in bounds: how much of what may be unpacked, and gzip data."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from mjlog.errors import MjlogError

__all__ = ["GZIP", "SQLITE", "ZIP", "Limits", "SourceError", "inflate", "isal"]

GZIP: Final = b"\x1f\x8b"
ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
SQLITE: Final = b"SQLite format 3\x00"
#: As much of some data as tells what they are.
_HEAD: Final = 16
#: What is tried of a gzip member that is one of many.
_STEP: Final = 1 << 12


class SourceError(MjlogError, OSError):
    """Something in the input cannot be opened or is too large."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that keep memory small whatever is given.

    Attributes:
        file_bytes: Largest size of one record, inflated.
        archive_bytes: Largest size of an archive or database inside an archive or of stdin.
        ratio: Largest ratio of inflated to packed size (above one megabyte).
        depth: How deep archives may lie in archives.
        total_bytes: What one file may unpack to in all, whatever its size.
        total_ratio: Largest ratio of that to the size of the file (above ``total_bytes``).
    """

    file_bytes: int = 64 << 20
    archive_bytes: int = 512 << 20
    ratio: int = 1000
    depth: int = 3
    total_bytes: int = 512 << 20
    total_ratio: int = 100


def inflate(data: bytes, *, limits: Limits | None = None) -> bytes:
    """Return the content of gzip data (several members one after the other count as one).

    Other data is returned as it is.

    Raises:
        SourceError: The data is broken, or its content is too large.
    """
    if not data.startswith(GZIP):
        return data
    _, errors = isal()
    limits = limits or Limits()
    limit = min(limits.archive_bytes, max(len(data) * limits.ratio, 1 << 20))
    if limit > limits.file_bytes and not _begins_archive(data):
        limit = limits.file_bytes
    try:
        part, at = _gzip_member(data, 0, len(data), limit)
        if not data.startswith(GZIP, at):
            return part
        parts = [part]
        size = len(part)
        while data.startswith(GZIP, at):
            part, at = _gzip_member(data, at, _STEP, limit - size)
            parts.append(part)
            size += len(part)
    except _TooLargeError:
        message = f"gzip content of more than {limit} bytes ({len(data)} packed)"
        raise SourceError(message) from None
    except errors as error:
        raise SourceError(f"broken gzip data ({error})") from error
    return b"".join(parts)


class _TooLargeError(Exception):
    """The content of gzip data is larger than it may be."""


def _gzip_member(data: bytes, at: int, step: int, limit: int) -> tuple[bytes, int]:
    """Return the content of the member at byte ``at``, and where it ends.

    Args:
        step: How many bytes are taken first. What is behind the member is taken in vain.
    """
    isal_zlib, _ = isal()
    stream = isal_zlib.decompressobj(31)
    content: list[bytes] = []
    while not stream.eof:
        piece = data[at : at + step]
        if not piece:
            raise SourceError("the gzip data ends too early")
        part = stream.decompress(piece, limit + 1)
        limit -= len(part)
        if limit < 0:
            raise _TooLargeError
        content.append(part)
        at += len(piece)
        step *= 2
    return b"".join(content), at - len(stream.unused_data)


def _begins_archive(data: bytes) -> bool:
    """Tell whether gzip data holds an archive or a database, by its first bytes."""
    isal_zlib, errors = isal()
    try:
        head: bytes = isal_zlib.decompressobj(31).decompress(data, _HEAD)
    except errors:
        return False
    return head.startswith((*ZIP, SQLITE))


@cache
def isal() -> tuple[Any, tuple[type[Exception], ...]]:
    """Return the module that inflates, and what it raises."""
    from isal import isal_zlib

    errors: Any = (isal_zlib.IsalError, zlib.error)
    return isal_zlib, errors
