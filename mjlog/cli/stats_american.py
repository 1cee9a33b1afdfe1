"""``mjlog stats`` for American games: everybody together, the players, who paid whom."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from .output import CLEAN, USAGE, print_table, say

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["kinds_in", "run_american"]

#: Columns of the table of many players.
HEADLINE: Final = (
    "hands", "net_points", "points_per_hand", "win_rate", "threw_rate", "wall_rate", "set_rate",
    "exposed_rate", "mean_value", "jokerless_rate",
)  # fmt: skip
#: Columns where wins are parted by what was won.
_WON_HEADLINE: Final = (
    "wins", "share_of_wins", "share_of_hands", "mean_value", "mean_income", "jokerless_rate",
    "mean_win_jokers", "mean_win_exposures", "mean_win_turn", "mean_wall_left",
)  # fmt: skip
_LEG_HEADLINE: Final = (
    "mean_leg_gain", "passed_suited_share", "passed_winds_share", "passed_dragons_share",
    "passed_flowers_share", "passed_came_back_share", "pairs_passed", "blind_rate",
    "mean_courtesy",
)  # fmt: skip
_TOGETHER: Final = {
    "hands": ("Hands of all players", "延べ局数"),
    "net_points": ("Points of all players", "全員の収支"),
}
_WORDS: Final = {
    "en": ("American mahjong", "Everybody", "Paid by (row) to (column), points"),
    "ja": ("アメリカ式麻雀", "全員", "支払い(行から列へ)、点"),
}
#: Players of a matrix that still fits on a screen.
_MATRIX_PLAYERS: Final = 12


def kinds_in(args: argparse.Namespace, filters: Mapping[str, Sequence[str]]) -> list[str]:
    """Return which kinds of games to print: those of the dataset that the options can mean.

    For programs (``--format csv`` and ``json``) it is one kind, and a message names the other.
    """
    from ..analysis.american.statistics import has_american_games
    from ..analysis.statistics import table_sizes

    if args.game is not None:
        return [args.game]
    if not has_american_games(args.dataset):
        return ["riichi"]
    kinds = ["riichi", "american"] if table_sizes(args.dataset) else ["american"]
    kinds = [kind for kind in kinds if _means(args, filters, kind)] or kinds[:1]
    if len(kinds) > 1 and args.format != "table":
        say("mjlog: the dataset holds American games too; --game american prints them")
        return kinds[:1]
    return kinds


def _means(args: argparse.Namespace, filters: Mapping[str, Sequence[str]], kind: str) -> bool:
    """Tell whether statistics, columns and players of the options are of a kind of games."""
    from ..analysis.american import statistics as american
    from ..analysis.american.catalogue import STATISTICS as AMERICAN_STATISTICS
    from ..analysis.catalogue import STATISTICS
    from ..analysis.statistics import DIMENSIONS, named_persons, player_names
    from ..errors import UnknownNameError
    from .stats import names_in

    riichi = kind == "riichi"
    columns = DIMENSIONS if riichi else american.DIMENSIONS
    keys = {s.key for s in (STATISTICS if riichi else AMERICAN_STATISTICS)}
    if args.table_size is not None and not riichi:
        return False
    if not {*names_in(args.by), *filters} <= set(columns) or not set(names_in(args.key)) <= keys:
        return False
    if args.player is not None:
        names = player_names if riichi else american.american_player_names
        try:
            named_persons(args.player, names(args.dataset))
        except UnknownNameError:
            return False
    return True


def run_american(
    args: argparse.Namespace, filters: Mapping[str, Sequence[str]], *, alone: bool
) -> int:
    """Print the statistics of American games.

    Args:
        args: The options. filters: Column → values that rows must have.
        alone: Whether nothing else is printed; else a heading tells what this is.

    Returns:
        0, or 2 when nothing is selected.
    """
    from ..analysis.american.statistics import american_statistics, has_american_games, small_sample
    from .stats import names_in, write_statistics

    if not has_american_games(args.dataset):
        say(f"mjlog: {args.dataset} holds no American games")
        return USAGE
    by, keys = names_in(args.by), names_in(args.key) or None

    def chosen(*, total: bool) -> pd.DataFrame:
        table: pd.DataFrame = american_statistics(
            args.dataset,
            player=args.player,
            by=by,
            keys=keys,
            total=total,
            filters={name: list(values) for name, values in filters.items()},
        )
        return table

    if args.format != "table":
        write_statistics(chosen(total=args.total), args.format)
        return CLEAN
    warning = small_sample(args.dataset)
    if warning:
        say(f"mjlog: {warning}")
    if not alone:
        print(_WORDS[args.lang][0] + "\n")
    plain = not (by or keys or args.player or args.total or filters)
    if plain:
        _report(chosen(total=True), chosen(total=False), args)
    else:
        _print(chosen(total=args.total), by, args)
    return CLEAN


def _print(table: pd.DataFrame, by: Sequence[str], args: argparse.Namespace) -> None:
    from ..analysis.american.catalogue import american_statistic
    from ..analysis.american.statistics import EVERYBODY, WHAT_WON
    from .stats import Book, print_statistics

    headline: Sequence[str] = HEADLINE
    if set(by) & set(WHAT_WON):
        headline = _WON_HEADLINE
    elif "leg" in by:
        headline = _LEG_HEADLINE
    shown = table.replace({"player": {EVERYBODY: _WORDS[args.lang][1]}})
    print_statistics(shown, by, args, Book(american_statistic, headline, _TOGETHER))


def _report(together: pd.DataFrame, players: pd.DataFrame, args: argparse.Namespace) -> None:
    """Print everybody together, a table of the players, and who paid whom."""
    from ..analysis.american.catalogue import american_statistic
    from ..analysis.american.statistics import pay_matrix
    from .stats import Book, print_players

    with_total = argparse.Namespace(**{**vars(args), "total": True})
    _print(together, [], with_total)
    print_players(players, [], args, Book(american_statistic, HEADLINE, _TOGETHER))
    matrix = pay_matrix(args.dataset)
    if 1 < len(matrix) <= _MATRIX_PLAYERS and matrix.to_numpy().any():
        print("\n" + _WORDS[args.lang][2] + "\n")
        lines = [
            [str(name), *(f"{value:,.0f}" if value else "" for value in row)]
            for name, row in zip(matrix.index, matrix.to_numpy().tolist(), strict=True)
        ]
        print_table(lines, ["", *map(str, matrix.columns)], align="<" + ">" * len(matrix))
