"""``mjlog stats``: statistics of the players of a dataset.

Riichi games and American games have statistics of their own; :mod:`.stats_american` prints the
latter with the tables made here.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .output import CLEAN, USAGE, print_json, print_table, say

if TYPE_CHECKING:
    import pandas as pd

    from ..analysis.catalogue import Statistic

__all__ = [
    "Book",
    "add_parser",
    "filters_of",
    "names_in",
    "print_players",
    "print_statistics",
    "run",
    "write_statistics",
]

#: Columns of the table of many players.
HEADLINE: Final = (
    "games", "rounds", "mean_place", "place_1_rate", "last_rate", "win_rate", "deal_in_rate",
    "riichi_rate", "call_rate", "mean_win_points", "mean_deal_in_loss",
)  # fmt: skip
#: Titles of counts that add up all players of a table.
_TOGETHER: Final = {
    "games": ("Games of all players", "延べ対戦数"),
    "rounds": ("Rounds of all players", "延べ局数"),
}
_SIZES: Final = {
    3: ("Three-player games", "三人打ち"),
    4: ("Four-player games", "四人打ち"),
}
_MEASURES: Final = ("key", "value", "numerator", "denominator", "low", "high")


class Book(NamedTuple):
    """The statistics of one kind of game, for printing.

    Attributes:
        named: Key → statistic. headline: Keys of the table of many players.
        together: Titles (English, Japanese) of counts that add up all players.
    """

    named: Callable[[str], Statistic]
    headline: Sequence[str]
    together: Mapping[str, tuple[str, str]]


def add_parser(subparsers: Any) -> None:
    """Add ``stats`` to the command line."""
    parser = subparsers.add_parser(
        "stats",
        help="statistics of the players of a dataset",
        description="Placement, win, deal-in, riichi and call rates, each with its counts and "
        "95 % interval (docs/statistics.md). Games of three and of four players are printed "
        "apart, and so are American games (docs/american_statistics.md).",
    )
    parser.add_argument("dataset", metavar="DIR", help="folder that mjlog export wrote")
    parser.add_argument(
        "--game",
        choices=("riichi", "american"),
        help="only these games (default: whatever the dataset holds)",
    )
    parser.add_argument(
        "--player", action="append", metavar="NAME", help="only this one; may be repeated"
    )
    parser.add_argument("--total", action="store_true", help="everybody together")
    parser.add_argument(
        "--by",
        metavar="A,B",
        help="split by columns: players, seat, length, room, rules, level, dealer, wind …; "
        "American games: line, section, line_value, concealed, how, leg, wind, east …",
    )
    parser.add_argument(
        "--key",
        metavar="A,B",
        help="only these statistics (docs/statistics.md, docs/american_statistics.md)",
    )
    parser.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="COLUMN=VALUE",
        help="only such games or rounds; may be repeated",
    )
    parser.add_argument(
        "--table-size",
        type=int,
        choices=(3, 4),
        help="only games of so many players, short for --where players=N",
    )
    parser.add_argument(
        "--limit",
        type=int,
        metavar="N",
        help="players in a table (default 30, 0: all); with --format table only",
    )
    parser.add_argument(
        "--format",
        choices=("table", "csv", "json"),
        default="table",
        help="how to print (default table)",
    )
    parser.set_defaults(func=run)  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Print statistics; returns 0, or 2 when nothing is selected."""
    fault = _fault(args)
    if fault:
        say(f"mjlog: {fault}")
        return USAGE
    from .stats_american import kinds_in, run_american

    filters = filters_of(args)
    kinds = kinds_in(args, filters)
    status = CLEAN
    for number, kind in enumerate(kinds):
        if number:
            print()
        if kind == "american":
            status = max(status, run_american(args, filters, alone=len(kinds) == 1))
        else:
            status = max(status, _run_riichi(args, filters))
    return status


def _run_riichi(args: argparse.Namespace, filters: dict[str, list[str]]) -> int:
    """Print the statistics of riichi games."""
    from ..analysis.catalogue import statistic_named
    from ..analysis.statistics import statistics, table_sizes

    book = Book(statistic_named, HEADLINE, _TOGETHER)
    by, keys = names_in(args.by), names_in(args.key) or None
    if args.game is not None and not table_sizes(args.dataset):
        say(f"mjlog: {args.dataset} holds no riichi games")
        return USAGE

    def chosen(more: dict[str, list[str]]) -> pd.DataFrame:
        table: pd.DataFrame = statistics(
            args.dataset,
            player=args.player,
            by=by,
            keys=keys,
            total=args.total,
            filters=filters | more,
        )
        return table

    _say_left_out(keys, by, filters)
    apart = "players" not in (*by, *filters) and len(table_sizes(args.dataset)) > 1
    if args.format != "table":
        if apart:
            say(
                "mjlog: the dataset holds games of three and of four players; "
                "--by players or --table-size tells them apart"
            )
        write_statistics(chosen({}), args.format)
        return CLEAN
    parts = _sizes_in(chosen, args.dataset) if apart else {}
    if not parts:
        parts = {0: chosen({})}
    if not any(len(part) for part in parts.values()):
        say(f"mjlog: no game or round is all of: {' '.join(_conditions(filters))}")
        return USAGE
    for number, (size, part) in enumerate(parts.items()):
        if len(parts) > 1:
            print(("\n" if number else "") + _SIZES[size][args.lang == "ja"] + "\n")
        print_statistics(part, by, args, book)
    return CLEAN


def _fault(args: argparse.Namespace) -> str:
    """Say what is wrong with the options, or return an empty string."""
    if args.total and args.player:
        return "--total is everybody together, --player is one: give one of them"
    if args.limit is not None and args.format != "table":
        return f"--limit shortens tables for people; --format {args.format} has all rows"
    if args.limit is not None and args.limit < 0:
        return f"--limit {args.limit}, expected 0 (all) or more"
    for condition in args.where:
        if "=" not in condition:
            return f"--where {condition!r}, expected COLUMN=VALUE"
    return ""


def filters_of(args: argparse.Namespace) -> dict[str, list[str]]:
    """Return column → values of the options that choose rows."""
    filters: dict[str, list[str]] = {}
    if args.table_size is not None:
        filters["players"] = [str(args.table_size)]
    for condition in args.where:
        column, _, value = condition.partition("=")
        filters.setdefault(column.strip(), []).append(value.strip())
    return filters


def _conditions(filters: dict[str, list[str]]) -> Iterable[str]:
    return (f"{column}={'|'.join(values)}" for column, values in filters.items())


def _sizes_in(
    chosen: Callable[[dict[str, list[str]]], pd.DataFrame], dataset: str
) -> dict[int, pd.DataFrame]:
    """Return the statistics of each table size that the selection holds."""
    from ..analysis.statistics import SelectionError, table_sizes

    parts = {}
    for size in table_sizes(dataset):
        with suppress(SelectionError):  # the chosen players have no such games
            part = chosen({"players": [str(size)]})
            if len(part):
                parts[size] = part
    return parts


def _say_left_out(
    keys: Sequence[str] | None, by: Sequence[str], filters: dict[str, list[str]]
) -> None:
    """Tell which statistics the columns of --by and --where exclude, and why."""
    from ..analysis.statistics import left_out

    groups: dict[str, list[str]] = {}
    for key, reason in left_out(keys, (*by, *filters)).items():
        if keys is not None or key in HEADLINE:
            groups.setdefault(reason.partition(", and ")[0], []).append(key)
    for reason, names in groups.items():
        say(f"mjlog: left out: {', '.join(names)} ({reason})")


def write_statistics(result: pd.DataFrame, form: str) -> None:
    """Print statistics for programs, as ``json`` or ``csv``."""
    if form == "json":
        print_json([_record(row) for row in result.to_dict("records")])
    else:
        result.to_csv(sys.stdout, index=False, lineterminator="\n")


def names_in(text: str | None) -> list[str]:
    """Return the names of an option that lists them with commas."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def _record(row: Mapping[Hashable, Any]) -> dict[str, Any]:
    record = {str(name): _plain(value) for name, value in row.items()}
    for name in ("numerator", "denominator"):
        if isinstance(record[name], float) and record[name].is_integer():
            record[name] = int(record[name])
    return record


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: null for nan and where a column is null."""
    import pandas as pd

    if hasattr(value, "item"):
        value = value.item()
    if pd.isna(value):
        return None
    return value if isinstance(value, str | int | float) else str(value)


def print_statistics(
    result: pd.DataFrame, by: Sequence[str], args: argparse.Namespace, book: Book
) -> None:
    """Print statistics for people: a list a player where they are few, else one table."""
    groups = result.astype({"player": "object"}).groupby(
        ["player", *by], sort=False, dropna=False, observed=True
    )
    if groups.ngroups <= 4 and not args.key:
        number = groups.ngroup()
        for group in number.unique():
            rows = result[number == group]
            names = [_label(value) for value in rows[["player", *by]].iloc[0]]
            _print_player(rows, names, args, book)
    else:
        print_players(result, by, args, book)


def _title(statistic: Statistic, args: argparse.Namespace, book: Book) -> str:
    if args.total and statistic.key in book.together:
        return book.together[statistic.key][args.lang == "ja"]
    title: str = statistic.ja if args.lang == "ja" else statistic.en
    return title


def _print_player(
    rows: pd.DataFrame, names: Sequence[str], args: argparse.Namespace, book: Book
) -> None:
    print("  ".join(names))
    lines = []
    columns = [rows[name].tolist() for name in _MEASURES]
    for key, value, numerator, denominator, *bounds in zip(*columns, strict=True):
        statistic = book.named(key)
        cases, interval = "", ""
        if not math.isnan(denominator):
            cases = f"{numerator:,.10g} / {denominator:,.0f}"
        if not math.isnan(bounds[0]):
            low, high = (_text(v, statistic.kind) for v in bounds)
            interval = f"{low} – {high}"
        lines.append((_title(statistic, args, book), _text(value, statistic.kind), cases, interval))
    print_table(lines, align="<>>>")
    print()


def print_players(
    result: pd.DataFrame, by: Sequence[str], args: argparse.Namespace, book: Book
) -> None:
    """Print one table, a row a player and group."""
    present = list(dict.fromkeys(result["key"]))
    keys = present if args.key else [k for k in book.headline if k in present]
    titles = [book.named(k) for k in keys]
    cells: dict[tuple[Any, ...], dict[str, float]] = {}
    for row in result[["player", *by, "key", "value"]].itertuples(index=False):
        cells.setdefault(tuple(row[:-2]), {})[row[-2]] = row[-1]
    limit = 30 if args.limit is None else args.limit
    shown = list(cells)[: limit or None]
    lines = [
        [*map(_label, group), *(_text(cells[group].get(s.key, math.nan), s.kind) for s in titles)]
        for group in shown
    ]
    header = ["", *by, *(_title(s, args, book) for s in titles)]
    print_table(lines, header, align="<" * (1 + len(by)) + ">" * len(titles))
    if len(cells) > len(shown):
        say(f"mjlog: {len(cells) - len(shown):,} more rows; --limit 0 shows all")


def _label(value: Any) -> str:
    """Return a player, or a value of a column, as a table shows it."""
    import pandas as pd

    return "-" if pd.isna(value) else str(value)


def _text(value: float, kind: str) -> str:
    if math.isnan(value):
        return "-"
    if kind in ("rate", "share", "difference"):
        return f"{value:.1%}"
    if kind in ("count", "max") or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}"
