"""Figures of player statistics: every function takes an ``Axes``, draws on it, returns it.

The input is what :func:`~mjlog.analysis.statistics.statistics` returns, or the table of wins.

>>> import matplotlib.pyplot as plt  # doctest: +SKIP
>>> plot_places(plt.gca(), statistics("dataset"))  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from mjlog.codes import RIICHI, WIN
from mjlog.errors import MjlogError

from .catalogue import Statistic, statistic_named

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from mjlog.views import Round

__all__ = [
    "furiten_cells",
    "label_fonts",
    "percent_axis",
    "plot_furiten",
    "plot_places",
    "plot_rates",
    "plot_win_against_deal_in",
    "plot_win_points",
    "shown_names",
    "with_fonts",
]

#: First to last place, dark to light.
PLACE_COLOURS: Final = ("#1b5e4b", "#5f9c84", "#d9c48a", "#c4645a")
COLOURS: Final = ("#1b5e4b", "#c4645a", "#c08a1e", "#4a6fa5", "#7b5aa6")
#: Not furiten, own discard, temporary, riichi.
FURITEN_COLOURS: Final = ("#f2f0e6", "#d9a441", "#7fa7c9", "#c4645a")
#: Families that hold kanji and kana, by preference.
CJK_FAMILIES: Final = (
    "Noto Sans CJK JP", "Noto Sans JP", "IPAexGothic", "IPAGothic", "TakaoGothic", "Yu Gothic",
    "Hiragino Sans", "Hiragino Maru Gothic Pro", "MS Gothic", "Meiryo", "Source Han Sans JP",
)  # fmt: skip
#: Upper ends of the classes of win values, in points.
WIN_CLASSES: Final = (1000, 2000, 3000, 4000, 6000, 8000, 12000, 16000, 24000)


def plot_places(ax: Axes, table: pd.DataFrame, *, limit: int = 12) -> Axes:
    """Draw how often each player came first, second …, as one stacked bar a player.

    Args:
        ax: Where to draw.
        table: Statistics with the keys ``place_1_rate`` …; players in its order.
        limit: Players drawn at most.
    """
    keys = [k for k in (f"place_{i}_rate" for i in range(1, 5)) if k in set(table["key"])]
    values = _wide(table, keys, "value", limit).fillna(0)
    games = _wide(table, keys[:1], "denominator", limit)[keys[0]]
    names = [f"{name} ({n:.0f})" for name, n in zip(shown_names(values.index), games, strict=True)]
    left = np.zeros(len(values))
    for place, (key, colour) in enumerate(zip(keys, PLACE_COLOURS, strict=False), 1):
        share = values[key].to_numpy(float)
        bars = ax.barh(names, share, left=left, color=colour, label=f"{place}")
        texts = [f"{v:.0%}" if v >= 0.07 else "" for v in share]
        ink = "black" if place == 3 else "white"
        ax.bar_label(bars, texts, label_type="center", color=ink, fontsize=8)
        left += share
    ax.set(xlim=(0, 1), xlabel="share of games", title="Placement (games)")
    percent_axis(ax, "x")
    ax.invert_yaxis()
    ax.legend(title="place", loc="upper left", bbox_to_anchor=(1, 1), fontsize=8)
    return with_fonts(ax)


def plot_rates(
    ax: Axes,
    table: pd.DataFrame,
    keys: Sequence[str],
    *,
    limit: int = 12,
    lang: str = "en",
    named: Callable[[str], Statistic] = statistic_named,
    unit: str = "rounds",
) -> Axes:
    """Draw rates of each player as points with their 95 % intervals.

    Args:
        ax: Where to draw.
        table: Statistics that hold ``keys``; players in its order.
        keys: Keys of rates, two or three read best.
        limit: Players drawn at most.
        lang: ``ja`` names the rates in Japanese where a font for it is installed.
        named: Key → statistic, for the titles. unit: What the rates are shares of.
    """
    step = 0.7 / len(keys)
    frames = {name: _wide(table, keys, name, limit) for name in ("value", "low", "high")}
    rows = np.arange(len(frames["value"]))
    for i, (key, colour) in enumerate(zip(keys, COLOURS, strict=False)):
        value, low, high = (frames[name][key].to_numpy(float) for name in frames)
        y = rows + (i - (len(keys) - 1) / 2) * step
        ax.errorbar(
            value, y, xerr=[value - low, high - value], fmt="o", color=colour, ms=5,
            elinewidth=1.5, capsize=2, label=_title(named(key), lang),
        )  # fmt: skip
    ax.set_yticks(rows, shown_names(frames["value"].index))
    ax.set(xlabel=f"share of {unit}, with 95 % interval", title="Rates")
    ax.grid(axis="x", alpha=0.3)
    percent_axis(ax, "x")
    ax.invert_yaxis()
    ax.legend(fontsize=8)
    return with_fonts(ax)


def plot_win_against_deal_in(ax: Axes, table: pd.DataFrame, *, limit: int = 30) -> Axes:
    """Draw win rate against deal-in rate, one point a player, with 95 % intervals.

    Below and to the right is better: more wins, fewer deal-ins.
    """
    keys = ("win_rate", "deal_in_rate")
    value, low, high = (_wide(table, keys, name, limit) for name in ("value", "low", "high"))
    ax.errorbar(
        value["win_rate"], value["deal_in_rate"],
        xerr=[value["win_rate"] - low["win_rate"], high["win_rate"] - value["win_rate"]],
        yerr=[value["deal_in_rate"] - low["deal_in_rate"],
              high["deal_in_rate"] - value["deal_in_rate"]],
        fmt="o", color=COLOURS[0], ecolor="#9db8ae", elinewidth=1,
    )  # fmt: skip
    for name, x, y in zip(
        shown_names(value.index), value["win_rate"], value["deal_in_rate"], strict=True
    ):
        ax.annotate(name, (x, y), xytext=(5, 5), textcoords="offset points", fontsize=8)
    ax.set(
        xlabel="win rate",
        ylabel="deal-in rate",
        title="Win against deal-in (lower right is better)",
    )
    ax.grid(alpha=0.3)
    percent_axis(ax, "x")
    percent_axis(ax, "y")
    return with_fonts(ax)


def plot_win_points(ax: Axes, wins: pd.DataFrame) -> Axes:
    """Draw how large wins were: riichi, open, and closed without riichi.

    Args:
        ax: Where to draw.
        wins: Table ``wins`` (columns points, riichi, open); rows without points are left out.
    """
    known = wins[wins["points"].notna()]
    points = known["points"].to_numpy(np.int64)
    riichi, is_open = known["riichi"].to_numpy(bool), known["open"].to_numpy(bool)
    groups = {"riichi": riichi, "open": is_open & ~riichi, "closed, no riichi": ~riichi & ~is_open}
    edges = (0, *WIN_CLASSES)
    names = [f"≤{top:,}" for top in WIN_CLASSES] + [f">{WIN_CLASSES[-1]:,}"]
    place = np.searchsorted(WIN_CLASSES, points)  # a value on an edge belongs to the lower class
    bottom = np.zeros(len(edges))
    for (label, members), colour in zip(groups.items(), COLOURS, strict=False):
        counts = np.bincount(place[members], minlength=len(edges)).astype(float)
        ax.bar(names, counts, bottom=bottom, color=colour, label=f"{label} ({members.sum():,})")
        bottom += counts
    ax.set(xlabel="value of the hand, points", ylabel="wins", title="Values of wins")
    ax.tick_params(axis="x", rotation=45)
    ax.legend(fontsize=8)
    return with_fonts(ax)


def plot_furiten(ax: Axes, played: Round) -> Axes:
    """Draw from when to when each player of a round was furiten, and why.

    A cell is a player after an event; riichi (R) and wins (W) are marked.
    """
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    players, events = played.game.players, played.events
    cells = furiten_cells(played)
    ax.imshow(
        cells, aspect="auto", interpolation="nearest", cmap=ListedColormap(FURITEN_COLOURS),
        vmin=-0.5, vmax=len(FURITEN_COLOURS) - 0.5,
    )  # fmt: skip
    for event in events:
        if event.seat is not None and event.kind in (RIICHI, WIN):
            mark = "R" if event.kind == RIICHI else "W"
            ax.text(event.index, event.seat, mark, ha="center", va="center", fontweight="bold")
    ax.set_yticks(range(players), shown_names(played.game.names))
    ax.set(xlabel="event of the round", title=f"Furiten, {played.label}")
    names = ("not furiten", "own discard", "temporary", "riichi")
    handles = [
        Patch(facecolor=c, edgecolor="grey", label=n)
        for c, n in zip(FURITEN_COLOURS, names, strict=True)
    ]
    ax.legend(handles=handles, ncols=4, loc="lower center", bbox_to_anchor=(0.5, -0.5), fontsize=8)
    return with_fonts(ax)


def furiten_cells(played: Round) -> NDArray[np.int64]:
    """Return int64[players, events] of a round: furiten of each seat after each event.

    0 none, 1 own discard, 2 temporary, 3 riichi, as in :data:`mjlog.codes.FURITEN`.
    """
    rows = slice(played.first_event, played.first_event + len(played))
    packed = played.game.replay.furiten[rows].astype(np.int64)
    return np.stack([packed >> 2 * seat & 3 for seat in range(played.game.players)])


@cache
def label_fonts() -> tuple[str, ...]:
    """Return the families to label with: the default one, then an installed CJK one if any."""
    from matplotlib import font_manager

    installed = {entry.name for entry in font_manager.fontManager.ttflist}
    return ("DejaVu Sans", *[name for name in CJK_FAMILIES if name in installed][:1])


def _has_cjk() -> bool:
    return len(label_fonts()) > 1


def shown_names(players: Iterable[str]) -> list[str]:
    """Return the players' names, or numbers for those that no installed font can show."""
    return [
        str(name) if _has_cjk() or str(name).isascii() else f"player {i}"
        for i, name in enumerate(players, 1)
    ]


def _title(statistic: Statistic, lang: str) -> str:
    return statistic.ja if lang == "ja" and _has_cjk() else statistic.en


def _wide(table: pd.DataFrame, keys: Sequence[str], column: str, limit: int) -> pd.DataFrame:
    """Return a row a player, a column a key.

    Raises:
        MjlogError: A key is missing, or a player has several rows of one key.
    """
    missing = [key for key in keys if key not in set(table["key"])]
    if missing or not keys:
        raise MjlogError(f"the statistics have no {', '.join(missing) or 'placement'}")
    chosen = table[table["key"].isin(keys)]
    if chosen.duplicated(["player", "key"]).any():
        raise MjlogError("statistics that are split by columns: choose one group of them first")
    order = list(dict.fromkeys(chosen["player"]))[:limit]
    return chosen.pivot(index="player", columns="key", values=column).loc[order, list(keys)]


def percent_axis(ax: Axes, axis: str) -> None:
    """Let the ``x`` or ``y`` axis show shares as percentages."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    chosen = ax.xaxis if axis == "x" else ax.yaxis
    chosen.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 5, 10]))
    chosen.set_major_formatter(PercentFormatter(1.0, decimals=0))


def with_fonts(ax: Axes) -> Axes:
    """Let every text of ``ax`` fall back to a font with kanji."""
    from matplotlib.text import Text

    texts = ax.findobj(Text)
    for text in texts:
        text.set_fontfamily(list(label_fonts()))
    return ax
