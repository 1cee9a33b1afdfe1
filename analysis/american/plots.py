"""Figures of American mahjong: every function takes an ``Axes``, draws on it, returns it.

The input is what :mod:`.statistics` returns. Rates of players are drawn by
:func:`mjlog.analysis.plots.plot_rates` with ``named=american_statistic, unit="hands"``.

>>> import matplotlib.pyplot as plt  # doctest: +SKIP
>>> plot_distance_curves(plt.gca(), distance_curves("dataset"))  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjlog.errors import MjlogError

from ..plots import COLOURS, percent_axis, shown_names, with_fonts
from .catalogue import american_statistic
from .statistics import EVERYBODY

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = [
    "plot_distance_curves",
    "plot_leg_gain",
    "plot_passed_kinds",
    "plot_pay_matrix",
    "plot_what_wins",
]

#: Kinds of tiles in passes, and their colours.
_KINDS: Final = (
    ("passed_suited_share", "suited", "#4a6fa5"),
    ("passed_winds_share", "winds", "#1b5e4b"),
    ("passed_dragons_share", "dragons", "#c4645a"),
    ("passed_flowers_share", "flowers", "#d9a441"),
)


def plot_leg_gain(ax: Axes, table: pd.DataFrame) -> Axes:
    """Draw how much nearer to the card each pass brings a hand, with 95 % intervals.

    Args:
        ax: Where to draw.
        table: Statistics by ``leg`` with the key ``mean_leg_gain``, of one player or everybody.
    """
    rows = _of_key(table, "mean_leg_gain", "leg")
    value, low, high = (rows[name].to_numpy(float) for name in ("value", "low", "high"))
    colours = [COLOURS[3] if leg == "C" else COLOURS[0] for leg in rows["leg"]]
    ax.bar(rows["leg"], value, color=colours, alpha=0.8)
    places = np.arange(len(rows))
    ax.errorbar(
        places, value, yerr=[value - low, high - value], fmt="none", color="black", capsize=3
    )
    ax.axhline(0, color="black", lw=0.8)
    ax.set(
        xlabel="pass (R right, O across, L left; C courtesy)",
        ylabel="tiles nearer to the card",
        title="Change of distance by each pass",
    )
    return with_fonts(ax)


def plot_passed_kinds(ax: Axes, table: pd.DataFrame) -> Axes:
    """Draw what is passed in each leg of the Charlestons, by kind of tile.

    Args:
        ax: Where to draw.
        table: Statistics by ``leg`` with the keys ``passed_suited_share`` …
    """
    bottom = None
    for key, label, colour in _KINDS:
        rows = _of_key(table, key, "leg")
        rows = rows[rows["value"].notna()]
        share = rows["value"].to_numpy(float)
        bottom = np.zeros(len(share)) if bottom is None else bottom
        bars = ax.bar(rows["leg"], share, bottom=bottom, color=colour, label=label)
        texts = [f"{v:.0%}" if v >= 0.06 else "" for v in share]
        ax.bar_label(bars, texts, label_type="center", color="white", fontsize=8)
        bottom = bottom + share
    ax.set(ylim=(0, 1), xlabel="pass", ylabel="share of tiles passed", title="Tiles passed")
    percent_axis(ax, "y")
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize=8)
    return with_fonts(ax)


def plot_distance_curves(ax: Axes, curves: pd.DataFrame, *, limit: int = 8) -> Axes:
    """Draw how far hands are from the card, turn by turn, with 95 % bands.

    Args:
        ax: Where to draw.
        curves: :func:`~.statistics.distance_curves`. limit: Players drawn at most.
    """
    players = list(dict.fromkeys(curves["player"]))[:limit]
    for name, label, colour in zip(players, shown_names(players), _cycled(limit), strict=False):
        rows = curves[curves["player"] == name]
        text = "everybody" if name == EVERYBODY else label
        ax.plot(rows["turn"], rows["away"], color=colour, label=text)
        ax.fill_between(rows["turn"], rows["low"], rows["high"], color=colour, alpha=0.15, lw=0)
    ax.set(
        xlabel="own discards (0: after the Charleston)",
        ylabel="tiles away, mean of hands still going on",
        title="Distance from the card",
        ylim=(0, None),
    )
    ax.grid(alpha=0.3)
    ax.legend(fontsize=8)
    return with_fonts(ax)


def _cycled(count: int) -> list[str]:
    return [COLOURS[i % len(COLOURS)] for i in range(count)]


def plot_what_wins(
    ax: Axes, table: pd.DataFrame, by: str, *, key: str = "share_of_wins", limit: int = 20
) -> Axes:
    """Draw which lines, sections or values win, most wins first, with 95 % intervals.

    Args:
        ax: Where to draw.
        table: Statistics split by ``by``, of one player or everybody.
        by: ``line``, ``section``, ``line_value``, ``concealed`` or ``how``.
        key: ``share_of_wins`` or ``share_of_hands``. limit: Groups drawn at most.
    """
    rows = _of_key(table, key, by).sort_values("numerator", ascending=False, kind="stable")
    rows = rows.head(limit)
    value, low, high = (rows[name].to_numpy(float) for name in ("value", "low", "high"))
    names = [
        f"{name} ({count:.0f})" for name, count in zip(rows[by], rows["numerator"], strict=True)
    ]
    places = np.arange(len(rows))
    ax.barh(places, value, color=COLOURS[0], alpha=0.8)
    ax.errorbar(
        value, places, xerr=[value - low, high - value], fmt="none", color="black", capsize=2
    )
    ax.set_yticks(places, shown_names(names))
    ax.invert_yaxis()
    of = "wins" if key == "share_of_wins" else "hands"
    ax.set(xlabel=f"share of {of}, with 95 % interval", title=f"Wins by {by} (wins)")
    percent_axis(ax, "x")
    return with_fonts(ax)


def plot_pay_matrix(ax: Axes, matrix: pd.DataFrame) -> Axes:
    """Draw who paid whom how much: a row who pays, a column who is paid.

    Args:
        ax: Where to draw. matrix: :func:`~.statistics.pay_matrix`.
    """
    values = matrix.to_numpy(float)
    ax.imshow(values, cmap="YlGn", aspect="auto")
    names = shown_names(matrix.index)
    ax.set_xticks(range(len(names)), names)
    ax.set_yticks(range(len(names)), names)
    middle = values.max() / 2 if values.size else 0.0
    for (row, column), value in np.ndenumerate(values):
        if value:
            ink = "white" if value > middle else "black"
            ax.text(column, row, f"{value:,.0f}", ha="center", va="center", color=ink, fontsize=9)
    ax.set(xlabel="is paid", ylabel="pays", title="Points paid")
    return with_fonts(ax)


def _of_key(table: pd.DataFrame, key: str, by: str) -> pd.DataFrame:
    """Return the rows of one statistic, one a group.

    Raises:
        MjlogError: The table is not split like that, or holds several players.
    """
    if by not in table.columns:
        raise MjlogError(f"the statistics are not split by {by}")
    rows = table[table["key"] == key]
    if not len(rows):
        raise MjlogError(f"the statistics have no {american_statistic(key).key}")
    if rows.duplicated([by]).any():
        raise MjlogError("statistics of several players: choose one, or total=True")
    return rows.reset_index(drop=True)
