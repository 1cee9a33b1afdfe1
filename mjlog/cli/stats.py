"""``mjlog stats``: statistics of the players of a dataset."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from .output import CLEAN, print_json, print_table, say

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["add_parser", "run"]

#: Columns of the table of many players.
HEADLINE: Final = (
    "games", "rounds", "mean_place", "place_1_rate", "last_rate", "win_rate", "deal_in_rate",
    "riichi_rate", "call_rate", "mean_win_points", "mean_deal_in_loss",
)  # fmt: skip
_MEASURES: Final = ("key", "value", "numerator", "denominator", "low", "high")


def add_parser(subparsers: Any) -> None:
    """Add ``stats`` to the command line."""
    parser = subparsers.add_parser(
        "stats",
        help="statistics of the players of a dataset",
        description="Placement, win, deal-in, riichi and call rates, each with its counts and "
        "95 % interval (docs/statistics.md).",
    )
    parser.add_argument("dataset", metavar="DIR", help="folder that mjlog export wrote")
    parser.add_argument("--player", action="append", metavar="NAME", help="may be repeated")
    parser.add_argument("--total", action="store_true", help="everybody together")
    parser.add_argument(
        "--by",
        metavar="A,B",
        help="split by columns: players, seat, length, room, rules, level, dealer, wind …",
    )
    parser.add_argument("--key", metavar="A,B", help="only these statistics")
    parser.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="COLUMN=VALUE",
        help="only such games or rounds; may be repeated",
    )
    parser.add_argument(
        "--limit", type=int, default=30, metavar="N", help="players in a table (default 30, 0: all)"
    )
    parser.add_argument("--format", choices=("table", "csv", "json"), default="table")
    parser.set_defaults(func=run)  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Print statistics; returns 0."""
    from ..analysis.statistics import statistics
    from ..errors import UnknownNameError

    by = _names(args.by)
    filters: dict[str, list[str]] = {}
    for condition in args.where:
        column, equals, value = condition.partition("=")
        if not equals:
            raise UnknownNameError("condition (expected COLUMN=VALUE)", condition, [])
        filters.setdefault(column.strip(), []).append(value.strip())
    result = statistics(
        args.dataset,
        player=args.player,
        by=by,
        keys=_names(args.key) or None,
        total=args.total,
        filters=filters,
    )
    if args.format == "json":
        print_json([_record(row) for row in result.to_dict("records")])
    elif args.format == "csv":
        result.to_csv(sys.stdout, index=False, lineterminator="\n")
    else:
        _print(result, by, args.lang, args.limit, chosen=bool(args.key))
    return CLEAN


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def _record(row: dict[str, Any]) -> dict[str, Any]:
    record = {name: _plain(value) for name, value in row.items()}
    for name in ("numerator", "denominator"):
        if isinstance(record[name], float) and record[name].is_integer():
            record[name] = int(record[name])
    return record


def _plain(value: Any) -> Any:
    """Return a value as JSON has it: null for nan."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return None if math.isnan(value) else value
    return value if isinstance(value, str | int | bool) or value is None else str(value)


def _print(result: pd.DataFrame, by: Sequence[str], lang: str, limit: int, *, chosen: bool) -> None:
    groups = result[["player", *by]].drop_duplicates()
    if len(groups) == 0:
        say("mjlog: no such rounds in the dataset")
    elif len(groups) <= 4 and not chosen:
        for _, group in groups.iterrows():
            keys = (result[["player", *by]].astype("object") == group.astype("object")).all(axis=1)
            _print_player(result[keys], [str(v) for v in group], lang)
    else:
        _print_players(result, by, lang, limit, chosen)


def _print_player(rows: pd.DataFrame, names: Sequence[str], lang: str) -> None:
    from ..analysis.catalogue import statistic_named

    print("  ".join(names))
    lines = []
    columns = [rows[name].tolist() for name in _MEASURES]
    for key, value, numerator, denominator, *bounds in zip(*columns, strict=True):
        statistic = statistic_named(key)
        title = statistic.ja if lang == "ja" else statistic.en
        cases, interval = "", ""
        if not math.isnan(denominator):
            cases = f"{numerator:,.10g} / {denominator:,.0f}"
        if not math.isnan(bounds[0]):
            low, high = (_text(v, statistic.kind) for v in bounds)
            interval = f"{low} – {high}"
        lines.append((title, _text(value, statistic.kind), cases, interval))
    print_table(lines, align="<>>>")
    print()


def _print_players(
    result: pd.DataFrame, by: Sequence[str], lang: str, limit: int, chosen: bool
) -> None:
    from ..analysis.catalogue import statistic_named

    present = list(dict.fromkeys(result["key"]))
    keys = present if chosen else [k for k in HEADLINE if k in present]
    titles = [statistic_named(k) for k in keys]
    cells: dict[tuple[Any, ...], dict[str, float]] = {}
    for row in result[["player", *by, "key", "value"]].itertuples(index=False):
        cells.setdefault(tuple(row[:-2]), {})[row[-2]] = row[-1]
    shown = list(cells)[: limit or None]
    lines = [
        [*map(str, group), *(_text(cells[group].get(s.key, math.nan), s.kind) for s in titles)]
        for group in shown
    ]
    header = ["", *by, *(s.ja if lang == "ja" else s.en for s in titles)]
    print_table(lines, header, align="<" * (1 + len(by)) + ">" * len(titles))
    if len(cells) > len(shown):
        say(f"mjlog: {len(cells) - len(shown):,} more rows; --limit 0 shows all")


def _text(value: float, kind: str) -> str:
    if math.isnan(value):
        return "-"
    if kind == "rate":
        return f"{value:.1%}"
    if kind in ("count", "max") or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}"
