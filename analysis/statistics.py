"""Player statistics from a dataset: value, counts and a 95 % interval of each.

>>> table = statistics("dataset", player="Asa")  # doctest: +SKIP
>>> table[table.key == "win_rate"]  # doctest: +SKIP
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mjlog.errors import MjlogError, UnknownNameError, near_matches
from mjlog.given import names_given

from .catalogue import COLUMNS, STATISTICS, Rows, Statistic, statistic_named
from .dataset import read_table
from .schema import columns_of

__all__ = [
    "DIMENSIONS",
    "SelectionError",
    "having",
    "left_out",
    "named_persons",
    "player_names",
    "statistics",
    "statistics_markdown",
    "summed_up",
    "table_sizes",
    "wilson",
]

#: z of a 95 % interval.
Z95: Final = 1.959963984540054
#: Columns of ``games`` by which results can be split.
GAME_DIMENSIONS: Final = ("players", "length", "room", "rules", "format", "start_time")
#: Columns of the row tables by which results can be split (those of ``seats`` only for
#: statistics of rounds).
ROW_DIMENSIONS: Final = {
    "players": ("seat", "level"),
    "seats": ("seat", "dealer", "wind", "start_place", "riichi", "dealt_shanten", "round"),
}
DIMENSIONS: Final = tuple(
    dict.fromkeys((*GAME_DIMENSIONS, *ROW_DIMENSIONS["players"], *ROW_DIMENSIONS["seats"]))
)
RESULT: Final = ("key", "value", "numerator", "denominator", "low", "high")
#: What a row of each table is, for messages.
_ROW_IS: Final = {"players": "a player's game", "seats": "a player's round"}
#: How many existing values a message names.
_SHOWN_VALUES: Final = 12


class SelectionError(MjlogError, ValueError):
    """Statistics, columns and values that cannot go together, or that select nothing."""


def wilson(
    numerator: NDArray[Any] | float, denominator: NDArray[Any] | float, z: float = Z95
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the Wilson score interval of a rate (nan without cases).

    >>> low, high = wilson(5, 10)
    >>> round(float(low), 4), round(float(high), 4)
    (0.2366, 0.7634)
    """
    n = np.asarray(denominator, np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = np.asarray(numerator, np.float64) / n
        centre = p + z * z / (2 * n)
        spread = z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        low, high = (centre - spread) / (1 + z * z / n), (centre + spread) / (1 + z * z / n)
    # rounding must not push 0 of n below 0 or n of n above 1
    low, high = np.where(p == 0, 0.0, low), np.where(p == 1, 1.0, high)
    none = n == 0
    return np.where(none, np.nan, low), np.where(none, np.nan, high)


def statistics(
    dataset: str | Path,
    *,
    player: str | Iterable[str] | None = None,
    by: str | Sequence[str] | None = None,
    keys: str | Sequence[str] | None = None,
    total: bool = False,
    filters: dict[str, Any] | None = None,
) -> pd.DataFrame:
    """Return statistics of the players of a dataset.

    Args:
        dataset: Folder of a Parquet dataset with the tables games, players and seats.
        player: One person or several; None: everybody, most games first. A name may be
            written in other case or width if that means one person only.
        by: Columns to split by, see :data:`DIMENSIONS`. Statistics whose table lacks one of
            them are left out, see :func:`left_out`.
        keys: One or several keys of :data:`~mjlog.analysis.catalogue.STATISTICS`; None: all.
        total: Everybody together, as one row set with the player ``*``.
        filters: Column → value (or list of values) that rows must have.

    Returns:
        Columns player, those of ``by``, key, value, numerator, denominator, low, high; a
        row a player, group and statistic. ``low`` and ``high`` bound the 95 % interval:
        Wilson for rates, normal for means (nan below two cases). A rate without cases has
        the value nan.

    Raises:
        UnknownNameError: No such player, column or statistic.
        SelectionError: A column of ``by`` stands twice, ``keys`` is empty, no statistic of
            ``keys`` can be split like this, or a value of
            ``filters`` does not occur.
        DatasetError: The folder holds no such dataset.
    """
    split = split_columns(by)
    keys = statistic_keys(keys)
    wanted = STATISTICS if keys is None else tuple(statistic_named(k) for k in keys)
    conditions = dict(filters or {})
    missing = left_out(keys, (*split, *conditions))
    names = None if player is None else named_persons(player, player_names(dataset))
    if len(missing) == len(wanted):
        raise SelectionError("; ".join(dict.fromkeys(missing.values())))
    parts = []
    for table in ("players", "seats"):
        chosen = [s for s in wanted if s.table == table and s.key not in missing]
        if not chosen:
            continue
        frame = _rows(dataset, table, [*split, *conditions], names, conditions)
        if total:
            frame["player"] = pd.Categorical(["*"] * len(frame))
        parts.append(summed_up(Rows(frame), chosen, ["player", *split]))
    return _ordered(pd.concat(parts, ignore_index=True), split, wanted)


def split_columns(by: str | Sequence[str] | None) -> list[str]:
    """Return the columns to split by.

    Raises:
        SelectionError: A column stands twice.
    """
    split = names_given(by or ())
    if twice := [name for name in split if split.count(name) > 1]:
        raise SelectionError(f"{twice[0]!r} stands twice among the columns to split by")
    return split


def statistic_keys(keys: str | Sequence[str] | None) -> list[str] | None:
    """Return the keys of statistics as a list, None for all; an empty list is an error."""
    if keys is None:
        return None
    if not keys:
        raise SelectionError("keys is empty: expected one or more statistics, or None for all")
    return names_given(keys)


def left_out(keys: str | Sequence[str] | None, columns: str | Sequence[str]) -> dict[str, str]:
    """Return key → reason of the statistics that cannot be split or filtered by ``columns``.

    >>> left_out(["games", "win_rate"], ["level"])["win_rate"]
    "level is a column of a player's game, and win_rate counts a player's round"

    Raises:
        UnknownNameError: No such statistic or column.
    """
    columns = names_given(columns)
    for name in columns:
        if name not in DIMENSIONS:
            raise UnknownNameError("column to split by", name, DIMENSIONS)
    wanted = STATISTICS if keys is None else tuple(map(statistic_named, names_given(keys)))
    reasons = {}
    for statistic in wanted:
        own = (*GAME_DIMENSIONS, *ROW_DIMENSIONS[statistic.table])
        for name in columns:
            if name not in own:
                other = "players" if statistic.table == "seats" else "seats"
                reasons[statistic.key] = (
                    f"{name} is a column of {_ROW_IS[other]}, and {statistic.key} counts "
                    f"{_ROW_IS[statistic.table]}"
                )
                break
    return reasons


def table_sizes(dataset: str | Path) -> list[int]:
    """Return the numbers of players of the games in a dataset, larger tables first."""
    return sorted(map(int, read_table(dataset, "games", ["players"])["players"].unique()))[::-1]


def named_persons(player: str | Iterable[str], known: Sequence[str]) -> list[str]:
    """Return the persons that were asked for as the dataset writes them.

    Raises:
        UnknownNameError: One of them is not known.
    """
    folded: dict[str, list[str]] = {}
    for name in known:
        folded.setdefault(_folded(name), []).append(name)
    persons = []
    for name in [player] if isinstance(player, str) else player:
        same = [name] if name in known else folded.get(_folded(name), [])
        if len(same) != 1:
            raise UnknownNameError("player", name, same or known)
        persons += same
    return persons


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()


def player_names(dataset: str | Path) -> list[str]:
    """Return all persons of a dataset, in the order of their names."""
    column = read_table(dataset, "players", ["player"])["player"]
    return sorted(str(name) for name in column.unique())


def _rows(
    dataset: str | Path,
    table: str,
    extra: Sequence[str],
    players: Sequence[str] | None,
    conditions: dict[str, Any],
) -> pd.DataFrame:
    """Return the rows of a table with the columns of their games."""
    own = {c.name for c in columns_of(table)}
    wanted = ["game_id", "player", *COLUMNS[table], *(c for c in extra if c in own)]
    frame = read_table(dataset, table, list(dict.fromkeys(wanted)))
    if players is not None:
        frame = frame[frame["player"].isin(players)]
    of_game = [c for c in dict.fromkeys((*extra, "players")) if c not in own]
    games = read_table(dataset, "games", ["game_id", *of_game]).set_index("game_id")
    place = games.index.get_indexer(pd.Index(frame["game_id"].astype("object")))
    frame = frame.drop(columns="game_id").reset_index(drop=True)
    for name in of_game:
        frame[name] = games[name].take(place).reset_index(drop=True)
    for name, value in conditions.items():
        allowed = [value] if isinstance(value, str | int | bool) else list(value)
        frame = frame[having(frame[name], [str(v) for v in allowed])]
    return frame.reset_index(drop=True)


def having(column: pd.Series, wanted: Sequence[str]) -> NDArray[np.bool_]:
    """Return which rows have one of the wanted values (``true`` is ``True``, case is free)."""
    places, values = pd.factorize(column, use_na_sentinel=False)
    texts = [str(value) for value in values]
    folded = [_folded(text) for text in texts]
    for value in wanted:
        if texts and _folded(value) not in folded:
            raise _no_such_value(str(column.name), value, texts)
    chosen = {_folded(value) for value in wanted}
    return np.isin(places, [i for i, text in enumerate(folded) if text in chosen])


def _no_such_value(column: str, value: str, texts: Iterable[str]) -> SelectionError:
    """Return the error that names the values which do occur, near ones first."""
    known = sorted(texts)
    near = near_matches(value, known)
    shown = [*near, *(v for v in known if v not in near)][:_SHOWN_VALUES]
    more = f" and {len(known) - len(shown)} more" if len(known) > len(shown) else ""
    listed = ", ".join(map(repr, shown))
    return SelectionError(f"no rows with {column} = {value!r}; there are {listed}{more}")


def summed_up(rows: Rows, chosen: Sequence[Statistic], keys: list[str]) -> pd.DataFrame:
    """Return the statistics of all groups of rows with equal ``keys``, as :data:`RESULT` names.

    Numerators, denominators and squares are added up group by group.
    """
    frame = rows.frame
    groups = frame.groupby(keys, observed=True, sort=False, dropna=False)
    number = groups.ngroup().to_numpy()
    size = int(number.max()) + 1 if len(number) else 0
    first = np.unique(number, return_index=True)[1]
    labels = frame.loc[first, keys].reset_index(drop=True)
    parts = []
    for statistic in chosen:
        weights = np.asarray(statistic.base(rows))
        base = weights.astype(np.bool_)
        values = np.where(base, statistic.top(rows), 0.0)
        values = np.nan_to_num(values)
        count = np.bincount(number, weights if statistic.kind == "share" else base, size)
        if statistic.kind == "max":
            top = np.full(size, -np.inf)
            np.maximum.at(top, number[base], values[base])
            top[count == 0] = np.nan
        else:
            top = np.bincount(number, values, size)
        squares = np.bincount(number, values * values, size)
        part = labels.copy()
        part["key"] = statistic.key
        measures = _measures(statistic, top, count, squares)
        for name, column in zip(RESULT[1:], measures, strict=True):
            part[name] = column
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def _measures(
    statistic: Statistic, top: NDArray[Any], count: NDArray[Any], squares: NDArray[Any]
) -> tuple[NDArray[Any], ...]:
    """Return value, numerator, denominator, low, high of each group."""
    none = np.full(len(top), np.nan)
    if statistic.kind in ("count", "max"):
        return top, top, none, none, none
    with np.errstate(divide="ignore", invalid="ignore"):
        value = top / count
        if statistic.kind in ("rate", "share"):
            low, high = wilson(top, count)
        else:
            variance = np.maximum(squares - top * value, 0) / (count - 1)
            half = Z95 * np.sqrt(variance / count)
            half[count < 2] = np.nan
            low, high = value - half, value + half
    return value, top, count, low, high


def _ordered(result: pd.DataFrame, split: list[str], wanted: Sequence[Statistic]) -> pd.DataFrame:
    """Sort by number of rows of the player, then groups, then the order of the catalogue."""
    result["player"] = result["player"].astype("object")
    order = {s.key: i for i, s in enumerate(wanted)}
    counts = {s.key for s in wanted if s.kind == "count"}
    size = result["denominator"].where(~result["key"].isin(counts), result["numerator"])
    weight = size.groupby(result["player"]).transform("max").fillna(0)
    keys = pd.DataFrame({"weight": -weight, "player": result["player"]})
    for name in split:
        keys[name] = pd.factorize(result[name].astype("object"), sort=True)[0]
    keys["key"] = result["key"].map(order)
    place = keys.sort_values(list(keys.columns), kind="stable").index
    return result.loc[place, ["player", *split, *RESULT]].reset_index(drop=True)


def statistics_markdown() -> str:
    """Return ``docs/statistics.md``, generated from the catalogue."""
    out = [
        "# Statistics",
        "",
        "<!-- generated by scripts/make_reference_doc.py from analysis/catalogue.py -->",
        "",
        "`mjlog stats DIR` and `mjlog.analysis.statistics.statistics`. Each is a sum over the "
        "rows of `players` (a player's game) or `seats` (a player's round), divided by the "
        "number of rows that count. Rates have Wilson 95 % intervals, means have normal ones. "
        "Rounds whose result is not recorded count in `rounds` and nowhere else.",
        "",
        "| key | English | 日本語 | numerator | denominator | note |",
        "|---|---|---|---|---|---|",
    ]
    out += [
        f"| {s.key} | {s.en} | {s.ja} | {s.numerator} | {s.denominator or '–'} | {s.note} |"
        for s in STATISTICS
    ]
    out += [
        "",
        "## Splitting and filtering",
        "",
        "`--by A,B` splits by these columns and `--where COLUMN=VALUE` chooses rows by them; "
        "several values of one column are alternatives. A statistic of one table is left out "
        "(which is said on stderr) when the column belongs to the other. Games of three and of "
        "four players are printed apart; `--table-size 4` is `--where players=4`.",
        "",
        "| columns | of | split |",
        "|---|---|---|",
        f"| {_listed(GAME_DIMENSIONS)} | the game | everything |",
        f"| {_listed(ROW_DIMENSIONS['players'])} | a player's game | statistics of games |",
        f"| {_listed(ROW_DIMENSIONS['seats'])} | a player's round | statistics of rounds |",
    ]
    return "\n".join([*out, ""])


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
