"""Files of a dataset: one file a table and part, written whole or not at all.

A part is first written under temporary names; :func:`commit` renames its files, ``games``
last. A part is there exactly when its ``games`` file is, so an export can be killed at any
moment and what it leaves behind is known. A part holds riichi games, or American games, whose
tables are others (:mod:`mjlog.analysis.american.schema`) and whose last file is that of
``american_games``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import orjson
import pyarrow as pa

from .schema import Column, columns_of

__all__ = ["AMERICAN", "FORMATS", "PartFiles"]

#: Format → file name ending.
FORMATS: Final = {"parquet": ".parquet", "csv": ".csv"}
#: Table that each part of American games has; the other parts have ``games``.
AMERICAN: Final = "american_games"
#: Tables with a row an event or a choice.
LONG_TABLES: Final = ("events", "decisions")
_PART: Final = re.compile(r"part-(\d{5,})\.(parquet|csv)$")
#: Bytes that are gathered before they go to a file: the writer hands over each page by itself.
_BUFFER: Final = 1 << 20
_BOM: Final = b"\xef\xbb\xbf"  # without it Excel takes the text for another encoding


class PartFiles:
    """The files of the parts of one dataset.

    Args:
        folder: Folder of the dataset.
        tables: Tables that each part of riichi games has; ``games`` is one of them.
        format: ``parquet`` or ``csv``.
        american: Tables that each part of American games has.
    """

    def __init__(
        self,
        folder: Path,
        tables: Sequence[str],
        format: str = "parquet",
        american: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self.tables = tuple(tables)
        self.format = format
        self.american = tuple(american)

    def path(self, table: str, part: int) -> Path:
        """Return the file of a table of a part."""
        return self.folder / table / f"part-{part:05d}{FORMATS[self.format]}"

    def temporary(self, table: str, part: int) -> Path:
        """Return the name under which it is written."""
        path = self.path(table, part)
        return path.with_name(path.name + ".tmp")

    # --- writing
    def write(self, part: int, tables: dict[str, pa.Table]) -> None:
        """Write all tables of a part under temporary names."""
        for name in self.american if AMERICAN in tables else self.tables:
            path = self.temporary(name, part)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, name, tables[name], self.format)

    def commit(self, part: int) -> None:
        """Give the files of a written part their names; the one of the games comes last."""
        is_american = bool(self.american) and self.temporary(AMERICAN, part).exists()
        names, last = (self.american, AMERICAN) if is_american else (self.tables, "games")
        for name in (*(t for t in names if t != last), last):
            self.temporary(name, part).replace(self.path(name, part))

    def clean(self) -> None:
        """Remove what a killed export left: temporary files, files of parts never finished."""
        done = set(self.parts())
        for name in dict.fromkeys((*self.tables, *self.american)):
            for file in sorted((self.folder / name).glob("part-*")):
                match = _PART.match(file.name)
                unfinished = match is not None and int(match[1]) not in done
                if file.name.endswith(".tmp") or unfinished:
                    file.unlink()

    # --- reading
    def parts(self) -> list[int]:
        """Return the numbers of the finished parts."""
        return sorted({*self.parts_with("games"), *self.parts_with(AMERICAN)})

    def parts_with(self, table: str) -> list[int]:
        """Return the numbers of the finished parts that have a table."""
        files = (self.folder / table).glob(f"part-*{FORMATS[self.format]}")
        matches = (_PART.match(file.name) for file in files)
        return sorted(int(match[1]) for match in matches if match)

    def games_table(self, part: int) -> str:
        """Return which table lists the games of a part."""
        return "games" if self.path("games", part).exists() else AMERICAN

    def tables_of(self, part: int) -> tuple[str, ...]:
        """Return the tables of a finished part."""
        return self.tables if self.games_table(part) == "games" else self.american

    def read(self, table: str, part: int, columns: Sequence[str] | None = None) -> pa.Table:
        """Return (columns of) a table of a part; from CSV every column is text."""
        return read_file(self.path(table, part), self.format, columns)

    def rows(self, table: str, part: int) -> int:
        """Return how many rows a table of a part has."""
        if self.format == "parquet":
            import pyarrow.parquet as pq

            rows: int = pq.read_metadata(self.path(table, part)).num_rows
            return rows
        return int(self.read(table, part, [columns_of(table)[0].name]).num_rows)

    def texts(self, table: str, part: int, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield rows of (columns of) a part as text; null is an empty text."""
        found = self.read(table, part, columns)
        lists = [["" if v is None else str(v) for v in found[c].to_pylist()] for c in columns]
        yield from zip(*lists, strict=True)

    def drop_games(self, part: int, game_ids: Iterable[str]) -> None:
        """Rewrite a part without some games; problems stay."""
        unwanted = pa.array(sorted(game_ids), pa.string())
        for name in self.tables_of(part):
            table = self.read(name, part)
            if name != "problems" and "game_id" in table.column_names:
                import pyarrow.compute as pc

                ids = table["game_id"].cast(pa.string())
                table = table.filter(pc.invert(pc.is_in(ids, value_set=unwanted)))
            write_file(self.temporary(name, part), name, table, self.format)
        self.commit(part)


def write_file(path: Path, table: str, data: pa.Table, format: str) -> None:
    """Write one file."""
    if format == "csv":
        _write_csv(path, data)
        return
    import pyarrow.parquet as pq
    from pyarrow.fs import LocalFileSystem

    columns = columns_of(table)
    # Measured on real games: smooth numbers are fastest plain, under a compression that finds
    # their runs; texts that seldom occur twice are smaller and faster without a dictionary;
    # statistics of the coded columns of long tables cost as much as the columns themselves.
    # Every batch of rows has a price: a page takes only a few of them.
    with LocalFileSystem().open_output_stream(
        str(path), compression=None, buffer_size=_BUFFER
    ) as file:
        pq.write_table(
            data,
            file,
            compression={_leaf(c): "lz4" if c.plain else "snappy" for c in columns},
            use_dictionary=[_leaf(c) for c in columns if not (c.plain or "string" in c.type)],
            write_statistics=False if table in LONG_TABLES else ["game_id"],
            write_batch_size=1 << 15,
            store_schema=True,
        )


def _leaf(column: Column) -> str:
    """Return the Parquet name of a column."""
    return f"{column.name}.list.element" if column.type.startswith("list ") else column.name


def _write_csv(path: Path, data: pa.Table) -> None:
    import pyarrow.csv as pc

    columns = [_flat(data[name], data.schema.field(name).type) for name in data.column_names]
    flat = pa.Table.from_arrays(columns, names=data.column_names)
    with path.open("wb") as file:
        file.write(_BOM)
        pc.write_csv(flat, file, pc.WriteOptions(quoting_style="needed"))


def _flat(column: pa.ChunkedArray, type: pa.DataType) -> pa.ChunkedArray:
    """Return a column that CSV can hold: lists become JSON."""
    if pa.types.is_list(type):
        texts = [None if v is None else orjson.dumps(v).decode() for v in column.to_pylist()]
        return pa.chunked_array([pa.array(texts, pa.string())])
    return column.cast(pa.string()) if pa.types.is_dictionary(type) else column


def read_file(path: Path, format: str, columns: Sequence[str] | None = None) -> pa.Table:
    """Read (columns of) one file; from CSV every column is text."""
    wanted = None if columns is None else list(columns)
    if format == "parquet":
        import pyarrow.parquet as pq

        return pq.ParquetFile(path).read(columns=wanted)
    import pyarrow.csv as pc

    names = [c.name for c in columns_of(path.parent.name)]
    convert = pc.ConvertOptions(
        column_types=dict.fromkeys(names, pa.string()),
        include_columns=wanted or names,
        strings_can_be_null=True,
        quoted_strings_can_be_null=False,
        null_values=[""],
    )
    parse = pc.ParseOptions(newlines_in_values=True)
    return pc.read_csv(path, parse_options=parse, convert_options=convert)
