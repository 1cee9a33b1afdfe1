"""How every command writes a file that the user names.

A file is there whole or not at all; what only passes data on is written into.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

__all__ = ["is_stream", "write_file"]

_MOST_LINKS: Final = 40


def write_file(path: str | Path, data: str | bytes) -> None:
    """Write ``data`` (text as UTF-8) to ``path``.

    A regular file is replaced when all is written, by one of the same mode and owner; of a link
    that which it points to. A named pipe, a device or an open descriptor (``/dev/stdout``) is
    written into.

    Raises:
        OSError: It cannot be written; a file that was there is as it was.
    """
    data = data.encode("utf-8") if isinstance(data, str) else data
    target, descriptor = _target(Path(path))
    if descriptor is not None:
        sys.stdout.flush()  # what was printed stands before it
        with open(os.dup(descriptor), "wb") as file:  # noqa: PTH123  of a number
            file.write(data)
        return
    before = _status(target)
    if before is not None and not stat.S_ISREG(before.st_mode):
        target.write_bytes(data)
        return
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    _replace(target, data, before)


def is_stream(path: str | Path) -> bool:
    """Return whether ``path`` is a pipe, a device or an open descriptor: data pass through it."""
    target, descriptor = _target(Path(path))
    if descriptor is not None:
        return True
    found = _status(target)
    return found is not None and not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode))


def _target(path: Path) -> tuple[Path, int | None]:
    """Return what a path means behind its links, and its number if it is an open descriptor.

    Raises:
        OSError: Links that lead to one another.
    """
    descriptors = ("/dev/fd", f"/proc/{os.getpid()}/fd")
    for _ in range(_MOST_LINKS):
        folder = os.path.realpath(path.parent)
        if folder in descriptors and path.name.isdecimal():
            return path, int(path.name)
        if not path.is_symlink():
            return path, None
        path = Path(folder, path.readlink())
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _replace(path: Path, data: bytes, before: os.stat_result | None) -> None:
    """Write a regular file beside ``path`` and put it there in one step."""
    temporary = path.with_name(f".{secrets.token_hex(6)}.part")
    try:
        with temporary.open("xb") as file:
            file.write(data)
        if before is not None:
            if hasattr(os, "chown"):
                with suppress(PermissionError):
                    os.chown(temporary, before.st_uid, before.st_gid)
            temporary.chmod(stat.S_IMODE(before.st_mode))
        temporary.replace(path)
    except OSError as error:
        if before is not None and isinstance(error, PermissionError):
            path.write_bytes(data)  # it may be written, and its folder not, or not by everybody
        else:
            error.filename, error.filename2 = str(path), None  # not the name that nobody gave
            raise
    finally:
        with suppress(OSError):
            temporary.unlink()
