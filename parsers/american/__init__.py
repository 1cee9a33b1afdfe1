"""Records of American mahjong: typed lines (``.amn``) and JSON Lines, exact twins.

``docs/american_record.md`` describes both forms.
"""

from __future__ import annotations

from .reader import (
    parse_json,
    parse_text,
    read_json_batch,
    read_text_batch,
    write_american,
    write_american_json,
)
from .text_writer import statements_of

__all__ = [
    "parse_json",
    "parse_text",
    "read_json_batch",
    "read_text_batch",
    "statements_of",
    "write_american",
    "write_american_json",
]
