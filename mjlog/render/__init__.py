"""Pictures and texts of hands, melds, rivers and tables."""

from __future__ import annotations

__all__ = ["escape", "html", "svg", "text", "words"]
