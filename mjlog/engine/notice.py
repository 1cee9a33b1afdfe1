"""Tells that the engine is being compiled; the command line also shows for how long."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

__all__ = ["LISTENERS", "MESSAGE", "tell_compiling"]

MESSAGE: Final = (
    "mjlog: compiling the engine, once on this machine; that takes half a minute "
    "('mjlog warmup' does it ahead) …"
)
#: Called after the message.
LISTENERS: Final[list[Callable[[], None]]] = []


def tell_compiling() -> None:
    """Print the message to stderr and tell the listeners."""
    print(MESSAGE, file=sys.stderr, flush=True)
    for listener in LISTENERS:
        listener()
