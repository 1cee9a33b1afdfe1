"""Records of games played on a real table: typed text, JSON Lines, result sheets.

The formats are described in ``docs/table-record.md``.
"""

from __future__ import annotations

from .reader import read_json_batch, read_sheet_batch, read_text_batch
from .writer import write_table, write_table_json, write_table_sheet

__all__ = [
    "read_json_batch",
    "read_sheet_batch",
    "read_text_batch",
    "write_table",
    "write_table_json",
    "write_table_sheet",
]
