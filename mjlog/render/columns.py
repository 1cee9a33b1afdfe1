"""Text in columns for terminals: wide characters, combining marks, legacy code pages.

A :class:`Ruler` knows the encoding of the output, so what is measured is what will be seen:
a character that the encoding lacks is replaced before it is measured, and characters of
ambiguous width count double where East Asian code pages draw them so.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from .escape import escape_terminal

__all__ = ["Ruler"]

_DOUBLE_BYTE: Final = frozenset(
    ["cp932", "shift_jis", "shift_jis_2004", "euc_jp", "euc_jis_2004", "iso2022_jp", "gbk",
     "gb2312", "gb18030", "big5", "cp949", "euc_kr", "cp950"]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ruler:
    """Measures and pads text for one encoding (``utf-8`` if unknown)."""

    encoding: str = "utf-8"
    _wide_ambiguous: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        try:
            name = codecs.lookup(self.encoding).name
        except LookupError:
            name = "ascii"
        object.__setattr__(self, "encoding", name)
        object.__setattr__(self, "_wide_ambiguous", name.replace("-", "_") in _DOUBLE_BYTE)

    def clean(self, text: str) -> str:
        """Return ``text`` on one line, as the output can show it.

        >>> Ruler("ascii").clean("é〜x")
        '??x'
        """
        shown = escape_terminal(text)
        return shown.encode(self.encoding, "replace").decode(self.encoding, "replace")

    def width(self, text: str) -> int:
        """Return how many columns ``text`` takes.

        >>> Ruler().width("東1局"), Ruler().width("e\\u0301")
        (5, 1)
        """
        return sum(self._char_width(char) for char in text)

    def _char_width(self, char: str) -> int:
        if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
            return 0
        wide = unicodedata.east_asian_width(char)
        return 2 if wide in "WF" or (wide == "A" and self._wide_ambiguous) else 1

    def pad(self, text: str, columns: int, align: str = "<") -> str:
        """Return ``text`` filled with spaces to ``columns``; ``align`` is ``<`` or ``>``."""
        fill = " " * max(columns - self.width(text), 0)
        return fill + text if align == ">" else text + fill

    def table(
        self,
        rows: Sequence[Sequence[object]],
        header: Sequence[str] = (),
        *,
        align: str = "",
        indent: str = "",
    ) -> str:
        """Return rows as aligned columns, two spaces apart, without trailing spaces.

        Args:
            rows: Cells; None is an empty cell. Cells are cleaned here.
            header: Names of the columns, underlined.
            align: One ``<`` or ``>`` a column (missing: ``<``).
            indent: Put before every line.
        """
        cells = [[self.clean("" if c is None else str(c)) for c in row] for row in rows]
        if header:
            names = [self.clean(h) for h in header]
            cells.insert(0, names)
        count = max((len(row) for row in cells), default=0)
        widths = [max((self.width(r[i]) for r in cells if i < len(r)), default=0)
                  for i in range(count)]  # fmt: skip
        if header:
            cells.insert(1, ["-" * w for w in widths])
        sides = align.ljust(count, "<")
        return "\n".join(
            (
                indent + "  ".join(self.pad(c, widths[i], sides[i]) for i, c in enumerate(row))
            ).rstrip()
            for row in cells
        )
