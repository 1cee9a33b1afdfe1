"""The column table: documentation, schemas and how readers see them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from mjlog.analysis.arrow import (
    coded,
    coded_runs,
    distinct,
    encoded,
    kinds_text,
    popcount,
    strings,
    texts,
    tiles_text,
)
from mjlog.analysis.context import places
from mjlog.analysis.parts import write_file
from mjlog.analysis.schema import TABLES, columns_of, default_tables, schema_of

from mjlog.errors import UnknownNameError
from mjlog.tiles import format_tiles, parse_tiles


def test_documentation_is_generated_from_the_tables(root: Path) -> None:
    script = "make_reference_doc.py"
    done = subprocess.run(
        [sys.executable, str(root / "scripts" / script), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_column_is_described() -> None:
    for table, (_, key, columns) in TABLES.items():
        names = [c.name for c in columns]
        assert len(set(names)) == len(names), table
        assert set(key) <= set(names), table
        for column in columns:
            assert column.meaning, (table, column.name)
            assert column.source in ("record", "replay", "audit", "rules", "dataset"), column


def test_keys_are_never_null() -> None:
    for _, key, columns in TABLES.values():
        assert all(not c.null for c in columns if c.name in key)


def test_decisions_are_written_on_request_only() -> None:
    assert set(TABLES) - set(default_tables()) == {"decisions"}


def test_an_unknown_table_names_the_near_ones() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'events'"):
        columns_of("event")


@pytest.mark.parametrize("table", TABLES)
def test_a_part_without_rows_keeps_all_types(table: str, tmp_path: Path) -> None:
    path = tmp_path / table / "part-00000.parquet"
    path.parent.mkdir()
    write_file(path, table, schema_of(table).empty_table(), "parquet")
    assert pq.read_schema(path).equals(schema_of(table))


def test_pandas_reads_missing_integers_as_integers(tmp_path: Path) -> None:
    path = tmp_path / "draws" / "part-00000.parquet"
    path.parent.mkdir()
    schema = schema_of("draws")
    row = {
        "game_id": "g", "round": 0, "event": 5, "kind": "exhaustive", "seat": None,
        "shown": [True, None], "tenpai": [True, False], "hands": [None, "1m"],
        "deltas": [0, None], "scores": [1, 2], "honba": None, "deposits": 0,
    }  # fmt: skip
    write_file(path, "draws", pa.Table.from_pylist([row], schema), "parquet")
    frame = pd.read_parquet(path)
    assert str(frame["honba"].dtype) == "Int16"
    assert str(frame["seat"].dtype) == "Int8"
    assert frame["kind"].tolist() == ["exhaustive"]


# --- Arrow columns -------------------------------------------------------------------------------
def _hand(text: str, width: int = 14) -> list[int]:
    codes = parse_tiles(text)
    return codes + [255] * (width - len(codes))


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        ("1m2m3m", "123m"),
        ("7z1z5p0p4p", "405p17z"),
        ("9s1m1p", "1m1p9s"),
        ("5z", "5z"),
    ],
)
def test_a_hand_is_sorted_text(hand: str, text: str) -> None:
    assert tiles_text(np.array([_hand(hand)], np.uint8)).to_pylist() == [text]


def test_a_hand_that_is_not_known_is_null() -> None:
    rows = np.array([_hand(""), _hand("1m")], np.uint8)
    assert tiles_text(rows).to_pylist() == [None, "1m"]


def test_hands_of_any_width_are_sorted_as_players_sort_them() -> None:
    random = np.random.default_rng(1)
    for width in range(1, 15):
        hands = random.integers(0, 38, (200, width)).astype(np.uint8)
        hands[hands == 37] = 255
        lists = [[int(c) for c in hand if c != 255] for hand in hands]
        expected = [format_tiles(codes, sort=True) or None for codes in lists]
        assert tiles_text(hands).to_pylist() == expected


@pytest.mark.parametrize(
    "values",
    [
        ["a", None, "日本", ""],
        ["a", "bc"],
        [None],
        [],
        ["\ud800", "é", None],
        ["\ud83d", "\ude00", "😀", "", "x"],
    ],
)
def test_strings_become_columns(values: list[str | None]) -> None:
    expected = [None if v is None else v.encode("utf-8", "replace").decode() for v in values]
    assert strings(values).to_pylist() == expected
    column = texts([*values, *values])
    assert column.to_pylist() == [*expected, *expected]
    assert column.dictionary.to_pylist() == [v for v in expected if v is not None]


@pytest.mark.parametrize("distinct_values", [1, 3, 70_000])
def test_distinct_values_stand_in_the_order_of_their_first_row(distinct_values: int) -> None:
    random = np.random.default_rng(distinct_values)
    known = random.integers(-(2**62), 2**62, distinct_values)
    values = known[random.integers(0, distinct_values, 100_000)]
    first, codes = distinct(values)
    assert values[first].tolist() == list(dict.fromkeys(values.tolist()))
    assert np.array_equal(values[first][codes], values)


def test_no_values_have_no_distinct_ones() -> None:
    first, codes = distinct(np.zeros(0, np.int64))
    assert (len(first), len(codes)) == (0, 0)


@pytest.mark.parametrize("codes", [[], [2], [2, 2, 0, 0, 0, 2, 1]])
def test_runs_of_codes_become_the_same_column(codes: list[int]) -> None:
    labels = ["south", "east", "south"]
    column, expected = (build(np.array(codes, np.uint8), labels) for build in (coded_runs, coded))
    assert column.equals(expected)
    assert column.dictionary.equals(expected.dictionary)


def test_places_of_equal_points_go_by_seat() -> None:
    points = np.array([[1, 1, 1, 1], [0, 5, 5, -3], [4, 3, 2, 1], [1, 2, 2, 3]])
    assert places(points).tolist() == [[1, 2, 3, 4], [3, 1, 2, 4], [1, 2, 3, 4], [4, 2, 3, 1]]


def test_labels_that_occur_twice_stand_once_in_the_dictionary() -> None:
    column = coded(np.array([0, 1, 2, 1]), ["south", "east", "south"])
    assert column.to_pylist() == ["south", "east", "south", "east"]
    assert column.dictionary.to_pylist() == ["south", "east"]


def test_a_code_under_a_null_may_be_anything() -> None:
    column = coded(np.array([-1, 1]), ["a", "b"], np.array([True, False]))
    assert column.to_pylist() == [None, "b"]


def test_masks_become_waits() -> None:
    mask = (1 << 1) | (1 << 4)
    column = encoded(np.array([mask, 0]), kinds_text, np.array([False, True]))
    assert column.to_pylist() == ["25m", None]


def test_popcount_counts_kinds_up_to_the_last_honour() -> None:
    masks = np.array([0, 1, (1 << 34) - 1, 1 << 33], np.int64)
    assert popcount(masks).tolist() == [0, 1, 34, 1]
