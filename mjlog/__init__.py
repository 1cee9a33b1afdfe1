"""mjlog: replay, audit and statistics for mahjong game records (牌譜)."""

from __future__ import annotations

import os as _os

# ``parsers`` and ``analysis`` lie beside this package in a checkout and inside it when installed.
if not _os.path.isdir(_os.path.join(__path__[0], "parsers")):
    __path__.append(_os.path.dirname(__path__[0]))
