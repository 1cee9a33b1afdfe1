"""Make foreign text (player names, titles) harmless where it is shown."""

from __future__ import annotations

import html
import unicodedata

__all__ = ["escape_markup", "escape_terminal"]

# Marks that turn the reading direction of everything after them.
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def escape_terminal(text: str) -> str:
    r"""Return ``text`` on one line, without what could steer a terminal.

    >>> escape_terminal("a\x1b[2Jb\n")
    'a\\x1b[2Jb\\n'
    """
    return "".join(_visible(char) for char in text)


def escape_markup(text: str) -> str:
    """Return ``text`` for HTML or XML, in a text or in a quoted attribute.

    Characters that XML forbids even as references become U+FFFD.

    >>> escape_markup('<b> "x" & y')
    '&lt;b&gt; &quot;x&quot; &amp; y'
    """
    kept = "".join("\ufffd" if _forbidden(c) or c in _DIRECTION else c for c in text)
    return html.escape(kept, quote=True)


def _visible(char: str) -> str:
    if char in _DIRECTION or unicodedata.category(char) in ("Cc", "Zl", "Zp", "Cs"):
        return char.encode("unicode_escape", "surrogatepass").decode("ascii")
    return char


def _forbidden(char: str) -> bool:
    code = ord(char)
    return (
        (code < 32 and char not in "\t\n\r")
        or 0xD800 <= code <= 0xDFFF
        or code in (0xFFFE, 0xFFFF)
        or 0x7F <= code <= 0x9F
    )
