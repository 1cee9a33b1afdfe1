"""Figures: what stands on the axes is what the statistics say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from mjlog.analysis import plots

from mjlog.errors import MjlogError
from mjlog.views.handmade import game_of

mpl.use("agg")


def statistics_of(**players: dict[str, tuple[int, int]]) -> pd.DataFrame:
    rows = [
        {"player": name, "key": key, "value": n / d, "numerator": n, "denominator": d,
         "low": max(n / d - 0.05, 0), "high": n / d + 0.05}
        for name, measures in players.items()
        for key, (n, d) in measures.items()
    ]  # fmt: skip
    return pd.DataFrame(rows)


@pytest.fixture
def ax() -> Iterator[Axes]:
    yield Figure(figsize=(6, 4)).add_subplot()


RATES = {"win_rate": (25, 100), "deal_in_rate": (10, 100), "riichi_rate": (20, 100)}
OTHER = {"win_rate": (20, 100), "deal_in_rate": (14, 100), "riichi_rate": (15, 100)}


def patches(ax: Axes) -> list[Any]:
    return list(ax.patches)


def points_of(ax: Axes) -> list[Any]:
    containers: list[Any] = list(ax.containers)
    return [container.lines[0].get_xydata() for container in containers]


def legend_of(ax: Axes) -> list[str]:
    legend = ax.get_legend()
    assert legend is not None
    return [text.get_text() for text in legend.get_texts()]


def test_place_bars_add_up_to_all_games(ax: Axes) -> None:
    places = {f"place_{i}_rate": (i, 10) for i in range(1, 5)}
    plots.plot_places(ax, statistics_of(Asa=places, Botan=places))
    widths = [patch.get_width() for patch in patches(ax)]
    assert widths == pytest.approx([0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.4, 0.4])
    assert [t.get_text() for t in ax.get_yticklabels()] == ["Asa (10)", "Botan (10)"]


def test_rates_stand_where_their_values_are(ax: Axes) -> None:
    plots.plot_rates(ax, statistics_of(Asa=RATES, Botan=OTHER), ["win_rate", "riichi_rate"])
    points = [xy[:, 0] for xy in points_of(ax)]
    assert np.allclose(points, [[0.25, 0.20], [0.20, 0.15]])
    assert legend_of(ax) == ["Win rate", "Riichi rate"]


def test_win_against_deal_in(ax: Axes) -> None:
    plots.plot_win_against_deal_in(ax, statistics_of(Asa=RATES, Botan=OTHER))
    assert np.allclose(points_of(ax)[0], [[0.25, 0.10], [0.20, 0.14]])


def test_every_win_is_in_one_class(ax: Axes) -> None:
    wins = pd.DataFrame({
        "points": pd.array([1000, 1300, 8000, 32000, None], "Int32"),
        "riichi": [True, False, False, True, True],
        "open": [False, True, False, False, False],
    })  # fmt: skip
    plots.plot_win_points(ax, wins)
    heights = np.array([patch.get_height() for patch in patches(ax)]).reshape(3, -1)
    assert heights.sum(axis=1).tolist() == [2, 1, 1]
    assert heights.sum(axis=0).nonzero()[0].tolist() == [0, 1, 5, 9]


def test_statistics_split_by_columns_are_refused(ax: Axes) -> None:
    table = statistics_of(Asa=RATES)
    with pytest.raises(MjlogError, match="choose one group"):
        plots.plot_rates(ax, pd.concat([table, table]), ["win_rate"])


def test_statistics_without_the_key_are_refused(ax: Axes) -> None:
    with pytest.raises(MjlogError, match="call_rate"):
        plots.plot_rates(ax, statistics_of(Asa=RATES), ["call_rate"])


def test_japanese_names_draw_without_a_warning(ax: Axes) -> None:
    plots.plot_rates(ax, statistics_of(雀士=RATES), ["win_rate"], lang="ja")
    ax.figure.canvas.draw()


def test_names_without_a_font_become_numbers(ax: Axes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "label_fonts", lambda: ("DejaVu Sans",))
    plots.plot_rates(ax, statistics_of(Asa=OTHER, 雀士=RATES), ["win_rate"], lang="ja")
    assert [t.get_text() for t in ax.get_yticklabels()] == ["Asa", "player 2"]
    ax.figure.canvas.draw()


FURITEN = """
E1.0 dora 3z
hand 123m406p789s1122z
hand 22p55m11z345678s9p
hand 22m4499p5556667z
hand 999s119m23p4455z3m
0 draw 5m
0 tsumogiri 5m
1 draw 2z
1 tsumogiri 2z
2 draw 3s
2 tsumogiri 3s
"""


def test_furiten_is_drawn_from_the_event_it_begins_with(ax: Axes) -> None:
    played = game_of(FURITEN).rounds[0]
    passed = played.events[-2].index  # the next draw: nobody took the 2z that seat 0 waits for
    plots.plot_furiten(ax, played)
    (image,) = ax.images
    cells = np.asarray(image.get_array())
    assert cells[0, :passed].tolist() == [0] * passed
    assert cells[0, passed:].tolist() == [2, 2]
    assert not cells[1:].any()
    assert played.state(len(played)).furiten(0) == "temporary"
