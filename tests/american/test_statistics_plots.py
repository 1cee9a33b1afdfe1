"""Figures of American mahjong: what stands on the axes is what the statistics say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from mjlog.analysis.american.catalogue import american_statistic
from mjlog.analysis.american.plots import (
    plot_distance_curves,
    plot_leg_gain,
    plot_passed_kinds,
    plot_pay_matrix,
    plot_what_wins,
)
from mjlog.analysis.american.statistics import american_statistics, distance_curves, pay_matrix
from mjlog.analysis.dataset import export
from mjlog.analysis.plots import plot_rates

from mjlog.american.card import load_card
from mjlog.errors import MjlogError

from .test_statistics import DATA, EVENING

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    export(DATA / "sample_hand.amn", folder / "out", card=load_card("sample-original-1"))
    return folder / "out"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evening")
    (folder / "evening.amn").write_text(EVENING, encoding="utf-8")
    export(folder / "evening.amn", folder / "out")
    return folder / "out"


@pytest.fixture
def ax() -> Iterator[Axes]:
    figure, axes = plt.subplots()
    yield axes
    plt.close(figure)


def test_gain_by_leg(ax: Axes, sample: Path) -> None:
    table = american_statistics(sample, by="leg", total=True)
    assert plot_leg_gain(ax, table) is ax
    assert [label.get_text() for label in ax.get_xticklabels()] == [
        "R1", "O1", "L1", "L2", "O2", "R2", "C",
    ]  # fmt: skip
    # A 9→7, B 8→8, C 8→7, D 9→8
    assert next(iter(ax.patches)).get_height() == 1


def test_kinds_passed_fill_a_bar(ax: Axes, sample: Path) -> None:
    table = american_statistics(sample, by="leg", total=True)
    plot_passed_kinds(ax, table)
    heights = [patch.get_height() for patch in ax.patches]  # type: ignore[attr-defined]
    assert len(heights) == 4 * 6  # a courtesy is no pass
    for leg in range(6):
        assert sum(heights[leg::6]) == pytest.approx(1)


def test_curves(ax: Axes, sample: Path) -> None:
    plot_distance_curves(ax, distance_curves(sample))
    lines = {str(line.get_label()): np.asarray(line.get_ydata()) for line in ax.get_lines()}
    assert list(lines) == ["Ann", "Bea", "Cy", "Dot"]
    assert lines["Cy"][-1] == 1
    plot_distance_curves(ax, distance_curves(sample, total=True))
    assert str(ax.get_lines()[-1].get_label()) == "everybody"


def test_what_wins(ax: Axes, evening: Path) -> None:
    plot_what_wins(ax, american_statistics(evening, by="section", total=True), "section")
    assert {label.get_text() for label in ax.get_yticklabels()} == {
        "Evens (1)", "Singles & Pairs (1)",
    }  # fmt: skip
    assert [bar.get_width() for bar in ax.patches] == [0.5, 0.5]  # type: ignore[attr-defined]


def test_pay_matrix(ax: Axes, evening: Path) -> None:
    plot_pay_matrix(ax, pay_matrix(evening))
    assert {text.get_text() for text in ax.texts} == {"50", "100", "80"}


def test_rates_of_players(ax: Axes, evening: Path) -> None:
    table = american_statistics(evening)
    plot_rates(ax, table, ["win_rate", "threw_rate"], named=american_statistic, unit="hands")
    assert ax.get_xlabel() == "share of hands, with 95 % interval"
    legend = ax.get_legend()
    assert legend is not None
    assert [t.get_text() for t in legend.get_texts()] == ["Win rate", "Threw the winner"]


def test_wrong_tables_are_told(ax: Axes, evening: Path) -> None:
    with pytest.raises(MjlogError, match="not split by leg"):
        plot_leg_gain(ax, american_statistics(evening))
    with pytest.raises(MjlogError, match="several players"):
        plot_what_wins(ax, american_statistics(evening, by="wind"), "wind", key="win_rate")
    with pytest.raises(MjlogError, match="share_of_wins"):
        plot_what_wins(ax, american_statistics(evening, by="wind", total=True), "wind")
