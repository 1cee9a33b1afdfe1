"""Statistics of American mahjong from a dataset: value, counts and a 95 % interval of each.

>>> table = american_statistics("dataset", player="Ann")  # doctest: +SKIP
>>> table[table.key == "win_rate"]  # doctest: +SKIP
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mjlog.american.model import LEGS
from mjlog.errors import UnknownNameError
from mjlog.given import names_given

from ..catalogue import Rows, Statistic
from ..dataset import read_dataset, read_table
from ..parts import AMERICAN
from ..schema import columns_of
from ..statistics import (
    Z95,
    SelectionError,
    having,
    named_persons,
    split_columns,
    statistic_keys,
    summed_up,
    wilson,
)  # fmt: skip
from .catalogue import COLUMNS, STATISTICS, american_statistic, is_derived
from .follow import COURTESY
from .schema import PREFIX

__all__ = [
    "DIMENSIONS",
    "EVERYBODY",
    "SMALL_SAMPLE",
    "american_player_names",
    "american_statistics",
    "american_statistics_markdown",
    "distance_curves",
    "has_american_games",
    "left_out",
    "newcombe",
    "pay_matrix",
    "small_sample",
]

#: Player of rows that add up everybody.
EVERYBODY: Final = "*"
#: Below so many hands the intervals are too wide to tell players or lines apart.
SMALL_SAMPLE: Final = 100
#: Columns of ``american_games`` by which everything can be split.
GAME_DIMENSIONS: Final = ("players", "level", "rules", "card", "format")
#: Columns of the row tables by which their statistics can be split.
ROW_DIMENSIONS: Final[dict[str, tuple[str, ...]]] = {
    "seats": ("wind", "east", "hand", "dealt_jokers", "second_charleston"),
    "wins": ("wind", "hand", "line", "section", "line_value", "concealed", "how"),
    "passes": ("leg", "hand"),
    "hands": ("hand", "round"),
}
#: Columns that part wins by what was won.
WHAT_WON: Final = ("line", "section", "line_value", "concealed", "how")
DIMENSIONS: Final = tuple(
    dict.fromkeys((*GAME_DIMENSIONS, *(name for own in ROW_DIMENSIONS.values() for name in own)))
)
RESULT: Final = ("key", "value", "numerator", "denominator", "low", "high")
_ROW_IS: Final = {
    "seats": "a person's hand", "wins": "a win", "passes": "a pass", "hands": "a hand",
}  # fmt: skip
#: Legs in the order in which they are passed.
_LEGS: Final = (*LEGS, COURTESY)
_SHARES: Final = ("share_of_wins", "share_of_hands")


def has_american_games(dataset: str | Path) -> bool:
    """Tell whether a dataset holds American games."""
    return bool(read_dataset(dataset).parts_with(AMERICAN))


def american_player_names(dataset: str | Path) -> list[str]:
    """Return all persons of American games in a dataset, in the order of their names."""
    column = read_table(dataset, "american_players", ["player"])["player"]
    return sorted(str(name) for name in column.unique())


def small_sample(dataset: str | Path) -> str:
    """Return a warning where a dataset holds few hands, else an empty text."""
    hands = len(read_table(dataset, "american_hands", ["hand"]))
    if hands >= SMALL_SAMPLE:
        return ""
    number = f"{hands:,} hand" + ("s" if hands != 1 else "")
    return (
        f"{number}: differences between players or lines mean little below "
        f"{SMALL_SAMPLE}, see the intervals"
    )


def american_statistics(
    dataset: str | Path,
    *,
    player: str | Iterable[str] | None = None,
    by: str | Sequence[str] | None = None,
    keys: str | Sequence[str] | None = None,
    total: bool = False,
    filters: dict[str, Any] | None = None,
) -> pd.DataFrame:
    """Return statistics of American mahjong.

    Args:
        dataset: Folder of a Parquet dataset with American tables.
        player: One person or several; None: everybody, most hands first.
        by: Columns to split by, see :data:`DIMENSIONS`. Statistics whose table lacks one of
            them are left out, see :func:`left_out`.
        keys: One or several keys of :data:`~mjlog.analysis.american.catalogue.STATISTICS`;
            None: all.
        total: Everybody together, as one row set with the player :data:`EVERYBODY`. Statistics
            of the whole table are there only then.
        filters: Column → value (or list of values) that rows must have.

    Returns:
        The columns of :func:`mjlog.analysis.statistics.statistics`.

    Raises:
        UnknownNameError: No such player, column or statistic.
        SelectionError: A column of ``by`` stands twice, ``keys`` is empty, no statistic of
            ``keys`` can be split like this, or a value of
            ``filters`` does not occur.
        DatasetError: The folder holds no such dataset.
    """
    split = split_columns(by)
    keys = statistic_keys(keys)
    conditions = dict(filters or {})
    missing = left_out(keys, (*split, *conditions), total=total)
    wanted = _wanted(keys)
    if len(missing) == len(wanted):
        raise SelectionError("; ".join(dict.fromkeys(missing.values())))
    persons = None
    if player is not None:
        persons = named_persons(player, american_player_names(dataset))
    chosen = [s for s in wanted if s.key not in missing]
    query = _Query(dataset, split, persons, total, conditions)
    parts = [
        query.table(table, [s for s in chosen if s.table == table]) for table in ROW_DIMENSIONS
    ]
    if any(s.key == "east_advantage" for s in chosen):
        parts.append(query.east_advantage())
    if shares := [s.key for s in chosen if s.key in _SHARES]:
        parts.append(query.shares(shares))
    found = [part for part in parts if part is not None]
    if not found:
        raise SelectionError("no rows are left of what was chosen")
    return _ordered(pd.concat(found, ignore_index=True), split, wanted)


def _wanted(keys: Sequence[str] | None) -> tuple[Statistic, ...]:
    return STATISTICS if keys is None else tuple(american_statistic(k) for k in keys)


def left_out(
    keys: str | Sequence[str] | None, columns: str | Sequence[str], *, total: bool = True
) -> dict[str, str]:
    """Return key → reason of the statistics that are not there.

    >>> left_out(["win_rate"], ["leg"])["win_rate"]
    "leg is no column of a person's hand, which win_rate counts"

    Raises:
        UnknownNameError: No such statistic or column.
    """
    keys, columns = None if keys is None else names_given(keys), names_given(columns)
    for name in columns:
        if name not in DIMENSIONS:
            raise UnknownNameError("column to split by", name, DIMENSIONS)
    reasons = {}
    for statistic in _wanted(keys):
        key, table = statistic.key, statistic.table
        own = (*GAME_DIMENSIONS, *ROW_DIMENSIONS[table])
        foreign = [name for name in columns if name not in own]
        if foreign:
            reasons[key] = f"{foreign[0]} is no column of {_ROW_IS[table]}, which {key} counts"
        elif table == "hands" and not total:
            reasons[key] = f"{key} is of the whole table, see --total"
        elif key in _SHARES and not set(columns) & set(WHAT_WON):
            reasons[key] = f"{key} needs a column of {', '.join(WHAT_WON)}"
        elif key == "east_advantage" and "east" in columns:
            reasons[key] = "east_advantage compares East with the others"
    return reasons


class _Query:
    """One question to a dataset."""

    def __init__(
        self,
        dataset: str | Path,
        split: list[str],
        persons: list[str] | None,
        total: bool,
        conditions: dict[str, Any],
    ) -> None:
        self.dataset, self.split, self.persons = dataset, split, persons
        self.total, self.conditions = total, conditions

    def rows(self, table: str) -> pd.DataFrame:
        """Return the rows of a table with the columns of their games."""
        extra = [*self.split, *self.conditions]
        own = {column.name for column in columns_of(PREFIX + table)}
        player = [] if table == "hands" else ["player"]
        wanted = [*COLUMNS[table], *(name for name in extra if name in own)]
        names = dict.fromkeys(["game_id", *player, *wanted])
        frame = read_table(self.dataset, PREFIX + table, list(names))
        if self.persons is not None and player:
            frame = frame[frame["player"].isin(self.persons)]
        of_game = [c for c in dict.fromkeys(extra) if c not in own]
        if of_game:
            games = read_table(self.dataset, AMERICAN, ["game_id", *of_game]).set_index("game_id")
            place = games.index.get_indexer(pd.Index(frame["game_id"].astype("object")))
            frame = frame.reset_index(drop=True)
            for name in of_game:
                frame[name] = games[name].take(place).reset_index(drop=True)
        for name, value in self.conditions.items():
            allowed = [value] if isinstance(value, str | int | bool) else list(value)
            frame = frame[having(frame[name], [str(v) for v in allowed])]
        frame = frame.reset_index(drop=True)
        if self.total or table == "hands":
            frame["player"] = pd.Categorical([EVERYBODY] * len(frame))
        return frame

    def table(self, table: str, chosen: list[Statistic]) -> pd.DataFrame | None:
        """Return the statistics of a table."""
        plain = [s for s in chosen if not is_derived(s)]
        if not plain:
            return None
        frame = self.rows(table)
        return summed_up(Rows(frame), plain, ["player", *self.split]) if len(frame) else None

    def east_advantage(self) -> pd.DataFrame | None:
        """Return the difference of the win rates as East and not as East."""
        frame = self.rows("seats")
        if not len(frame):
            return None
        keys = ["player", *self.split]
        rates = [american_statistic(key) for key in ("east_win_rate", "other_win_rate")]
        found = summed_up(Rows(frame), rates, keys)
        east, other = (found[found["key"] == rate.key].reset_index(drop=True) for rate in rates)
        result = east[keys].copy()
        result["key"] = "east_advantage"
        counts = [part[name].to_numpy(float) for part in (east, other) for name in RESULT[2:4]]
        value, low, high = newcombe(*counts)
        result["value"], result["numerator"], result["denominator"] = value, np.nan, np.nan
        result["low"], result["high"] = low, high
        return result

    def shares(self, keys: Sequence[str]) -> pd.DataFrame | None:
        """Return how large a part of all wins, and of all hands, each group of wins is."""
        frame = self.rows("wins")
        if not len(frame):
            return None
        result = summed_up(Rows(frame), [american_statistic("wins")], ["player", *self.split])
        outer = [name for name in self.split if name not in WHAT_WON]
        parts = []
        for key in keys:
            part = result.copy()
            whole = Counter(_groups(self._whole(key, frame, outer), outer))
            count = np.array([whole[group] for group in _groups(part, outer)], float)
            part["key"], part["denominator"] = key, count
            part["value"] = part["numerator"] / count
            part["low"], part["high"] = wilson(part["numerator"].to_numpy(float), count)
            parts.append(part)
        return pd.concat(parts, ignore_index=True)

    def _whole(self, key: str, wins: pd.DataFrame, outer: list[str]) -> pd.DataFrame:
        if key == "share_of_wins":
            return wins
        others = {k: v for k, v in self.conditions.items() if k not in WHAT_WON}
        query = _Query(self.dataset, [*outer, "hand"], self.persons, self.total, others)
        frame = query.rows("seats")
        frame = frame[frame["result"].notna() & ~frame["result"].isin(["void"])]
        # everybody's hand is one hand of the table
        return frame.drop_duplicates(["game_id", "hand", "player", *outer])


def _groups(frame: pd.DataFrame, columns: list[str]) -> list[tuple[Any, ...]]:
    """Return player and columns of each row."""
    return list(frame[["player", *columns]].astype("object").itertuples(index=False, name=None))


def newcombe(
    x: NDArray[Any], n: NDArray[Any], y: NDArray[Any], m: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return the difference x/n − y/m of two rates and its 95 % interval.

    The interval is Newcombe's, made of the two Wilson intervals (nan without cases).

    >>> [round(float(v), 3) for v in newcombe(56, 70, 48, 80)]
    [0.2, 0.052, 0.334]
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        p, q = np.asarray(x) / np.asarray(n), np.asarray(y) / np.asarray(m)
    low_p, high_p = wilson(x, n)
    low_q, high_q = wilson(y, m)
    value = p - q
    low = value - np.sqrt((p - low_p) ** 2 + (high_q - q) ** 2)
    high = value + np.sqrt((high_p - p) ** 2 + (q - low_q) ** 2)
    return value, low, high


def _ordered(result: pd.DataFrame, split: list[str], wanted: Sequence[Statistic]) -> pd.DataFrame:
    """Sort by hands of the player, then groups, then the order of the catalogue."""
    result["player"] = result["player"].astype("object")
    order = {s.key: i for i, s in enumerate(wanted)}
    hands = result["numerator"].where(result["key"].isin(["hands", "wins"]), result["denominator"])
    weight = hands.groupby(result["player"]).transform("max").fillna(0)
    keys = pd.DataFrame({"weight": -weight, "player": result["player"]})
    for name in split:
        column = result[name].astype("object")
        keys[name] = column.map(_LEGS.index) if name == "leg" else _places(column)
    keys["key"] = result["key"].map(order)
    place = keys.sort_values(list(keys.columns), kind="stable").index
    return result.loc[place, ["player", *split, *RESULT]].reset_index(drop=True)


def _places(column: pd.Series) -> NDArray[np.intp]:
    places: NDArray[np.intp] = pd.factorize(column, sort=True)[0]
    return places


# --- curves and payments


def distance_curves(
    dataset: str | Path, *, player: str | Iterable[str] | None = None, total: bool = False
) -> pd.DataFrame:
    """Return how far hands are from the card, turn by turn.

    Turn 0 is after the Charleston, turn t after the t-th own discard. Hands that are over count
    no more, so late turns show the hands that took long.

    Args:
        dataset: Folder of the dataset. player: One person or several; None: everybody.
        total: Everybody together.

    Returns:
        Columns player, turn, hands, away, low, high (95 % interval of the mean), naturals, outs
        (means; nan at turn 0).
    """
    names = ["player", "start_away", "start_natural", "away", "naturals", "outs"]
    frame = read_table(dataset, "american_seats", names)
    frame = frame[frame["away"].notna()]
    if player is not None:
        persons = named_persons(player, american_player_names(dataset))
        frame = frame[frame["player"].isin(persons)]
    rows = [
        (EVERYBODY if total else str(name), turn, away, natural, out)
        for name, start, first, curve, natural_curve, outs in frame.itertuples(index=False)
        for turn, (away, natural, out) in enumerate(
            zip([start, *curve], [first, *natural_curve], [np.nan, *outs], strict=True)
        )
    ]
    long = pd.DataFrame(rows, columns=["player", "turn", "away", "naturals", "outs"])
    groups = long.astype({"away": float, "naturals": float}).groupby(["player", "turn"])
    result = groups["away"].agg(hands="size", away="mean", spread="std").reset_index()
    half = Z95 * result["spread"] / np.sqrt(result["hands"])
    result["low"], result["high"] = result["away"] - half, result["away"] + half
    result["naturals"] = groups["naturals"].mean().to_numpy()
    result["outs"] = groups["outs"].mean().to_numpy()
    return result.drop(columns="spread")


def pay_matrix(dataset: str | Path) -> pd.DataFrame:
    """Return who paid whom how much: a row who pays, a column who is paid, points of all hands.

    What a hand takes from several goes to those who gain in it in proportion to their gains
    (nearly always that is one person). Challenges are among it; a kitty is nobody.
    """
    players = read_table(dataset, "american_players", ["game_id", "person", "player"])
    names: dict[str, list[str]] = {}
    for game, _, name in players.astype("object").itertuples(index=False):
        names.setdefault(str(game), []).append(str(name))
    everybody = sorted({name for table in names.values() for name in table})
    place = {name: i for i, name in enumerate(everybody)}
    matrix = np.zeros((len(everybody), len(everybody)))
    hands = read_table(dataset, "american_hands", ["game_id", "pay", "transfers"])
    for game, *both in hands.astype("object").itertuples(index=False):
        seats = [place[name] for name in names[str(game)]]
        for points in both:
            if points is not None:
                _add_flows(matrix, seats, np.asarray(points, float))
    result = pd.DataFrame(matrix, index=everybody, columns=everybody)
    result.index.name, result.columns.name = "payer", "receiver"
    return result


def _add_flows(matrix: NDArray[np.float64], seats: list[int], points: NDArray[np.float64]) -> None:
    gains, losses = np.maximum(points, 0), np.maximum(-points, 0)
    larger = max(gains.sum(), losses.sum())
    if larger:
        np.add.at(matrix, np.ix_(seats, seats), np.outer(losses, gains) / larger)


# --- documentation


def american_statistics_markdown() -> str:
    """Return ``docs/american_statistics.md``, generated from the catalogue."""
    out = [
        "# Statistics of American mahjong",
        "",
        "<!-- generated by scripts/make_reference_doc.py from analysis/american/catalogue.py -->",
        "",
        "`mjlog stats DIR` prints them when the dataset holds American games "
        "([american_tables.md](american_tables.md)), and "
        "`mjlog.analysis.american.statistics.american_statistics` returns them. Each is a sum "
        "over the rows of a table, divided by the number of rows that count. Rates have Wilson "
        "95 % intervals, means have normal ones. Hands without a recorded result, and hands that "
        "were dealt anew, count nowhere.",
        "",
        f"Below {SMALL_SAMPLE} hands `mjlog stats` warns: with 100 hands a win rate of 25 % has "
        "an interval from 17 % to 34 %, as wide as the difference between any two players.",
        "",
        "| key | English | 日本語 | of | numerator | denominator | note |",
        "|---|---|---|---|---|---|---|",
    ]
    out += [
        f"| {s.key} | {s.en} | {s.ja} | {_ROW_IS[s.table]} | {s.numerator} | "
        f"{s.denominator or '–'} | {s.note} |"
        for s in STATISTICS
    ]
    out += [
        "",
        "## Splitting and filtering",
        "",
        "`--by A,B` splits by these columns and `--where COLUMN=VALUE` chooses rows by them. A "
        "statistic of another table is left out. `--by line`, `section`, `line_value`, `concealed` "
        "(X or C) or `how` tells what is won: share_of_wins and share_of_hands stand beside the "
        "other statistics of wins.",
        "",
        "| columns | of | split |",
        "|---|---|---|",
        f"| {_listed(GAME_DIMENSIONS)} | the game | everything |",
        *(
            f"| {_listed(names)} | {_ROW_IS[table]} | statistics of it |"
            for table, names in ROW_DIMENSIONS.items()
        ),
        "",
        "## Beside them",
        "",
        "- `distance_curves(DIR)`: mean tiles away after each own discard, with the number of "
        "hands that still go on.",
        "- `pay_matrix(DIR)`: who paid whom how much.",
        "- `small_sample(DIR)`: the warning.",
    ]
    return "\n".join([*out, ""])


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
