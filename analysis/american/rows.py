"""Rows of values → Arrow tables with exactly the schema of their table.

American games are few and their rows are made one by one, so columns are built from Python
values; those of riichi games (:mod:`mjlog.analysis.arrow`) come from numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from ..schema import columns_of, schema_of

__all__ = ["Row", "table_of"]

#: Column → value.
Row = dict[str, Any]


def table_of(table: str, rows: Sequence[Row]) -> pa.Table:
    """Return rows as a table.

    Raises:
        ValueError: A row lacks a column, has one too many, or a null where none may be.
    """
    schema = schema_of(table)
    arrays = []
    for column, field in zip(columns_of(table), schema, strict=True):
        try:
            values = [row[column.name] for row in rows]
        except KeyError:
            raise ValueError(f"a row of {table} has no {column.name}") from None
        if not column.null and None in values:
            raise ValueError(f"{table}.{column.name} is null, and may not be")
        arrays.append(pa.array(values, field.type))
    for row in rows:
        if len(row) != len(arrays):
            more = set(row) - set(schema.names)
            raise ValueError(f"rows of {table} have no {', '.join(sorted(more))}")
    return pa.Table.from_arrays(arrays, schema=schema)
