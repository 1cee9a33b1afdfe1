"""mjlog: replay, audit and statistics for mahjong game records (牌譜)."""

from __future__ import annotations

from pathlib import Path as _Path

# ``parsers`` and ``analysis`` lie beside this package in a checkout and inside it when installed.
if not _Path(__path__[0], "parsers").is_dir():
    __path__.append(str(_Path(__path__[0]).parent))
