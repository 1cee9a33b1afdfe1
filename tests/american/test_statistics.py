"""Statistics of American mahjong, on a few hands whose figures are counted by hand."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from mjlog.analysis.american.catalogue import COLUMNS, STATISTICS, american_statistic
from mjlog.analysis.american.schema import PREFIX
from mjlog.analysis.american.statistics import (
    DIMENSIONS,
    EVERYBODY,
    ROW_DIMENSIONS,
    american_player_names,
    american_statistics,
    american_statistics_markdown,
    distance_curves,
    has_american_games,
    left_out,
    newcombe,
    pay_matrix,
    small_sample,
)
from mjlog.analysis.dataset import DatasetError, export
from mjlog.analysis.schema import columns_of
from mjlog.analysis.statistics import SelectionError, wilson

from mjlog.american.card import load_card
from mjlog.errors import UnknownNameError

DATA = Path(__file__).parent / "data"
ROOT = Path(__file__).resolve().parent.parent.parent
#: A wins nothing and is paid for D's error; B wins as East; C wins off B.
EVENING = """#AMN 1
[Ruleset "nmjl-2024"]
[Card "sample-original-1"]
[Players "A=Ann B=Bea C=Cy D=Dot"]
[Level "result"]
hand 1 East A ; C !mahj EV2 25 jokerless off B ; pay A-50 B-100 C+200 D-50
hand 2 East B ; B !mahj SP1 50 self-pick ; pay A-100 B+300 C-100 D-100
hand 3 East C ; wall game ; pay A+0 B+0 C+0 D+0
hand 4 East D ; D ~mahj all QU1 40 ; throw B ; throw C ; pay A+80 B+0 C+0 D-80
hand 5 East A ; void "two wrong counts"
end A-70 B+200 C+100 D-230
"""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five results, one of them dealt anew."""
    folder = tmp_path_factory.mktemp("evening")
    (folder / "evening.amn").write_text(EVENING, encoding="utf-8")
    export(folder / "evening.amn", folder / "out")
    return folder / "out"


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample hand."""
    folder = tmp_path_factory.mktemp("sample")
    export(DATA / "sample_hand.amn", folder / "out", card=load_card("sample-original-1"))
    return folder / "out"


def figure(
    table: pd.DataFrame, key: str, player: str = EVERYBODY, **groups: Any
) -> tuple[Any, ...]:
    """Return value, numerator and denominator of one statistic."""
    rows = table[(table["key"] == key) & (table["player"] == player)]
    for name, value in groups.items():
        rows = rows[rows[name].astype("object") == value]
    ((value, numerator, denominator),) = rows[["value", "numerator", "denominator"]].to_numpy(float)
    return float(value), float(numerator), float(denominator)


# --- results --------------------------------------------------------------------------------
def test_win_rates_leave_out_the_hand_that_was_dealt_anew(evening: Path) -> None:
    table = american_statistics(evening)
    assert figure(table, "win_rate", "Ann") == (0, 0, 4)
    assert figure(table, "win_rate", "Bea") == (0.25, 1, 4)
    assert figure(table, "win_rate", "Cy") == (0.25, 1, 4)
    assert figure(table, "east_win_rate", "Bea") == (1, 1, 1)
    assert figure(table, "other_win_rate", "Bea") == (0, 0, 3)
    assert figure(table, "threw_rate", "Bea") == (0.25, 1, 4)
    assert figure(table, "wall_rate", "Dot") == (0.25, 1, 4)


def test_east_advantage_is_the_difference_of_two_rates(evening: Path) -> None:
    table = american_statistics(evening, total=True)
    assert figure(table, "east_win_rate") == (0.25, 1, 4)
    assert figure(table, "other_win_rate") == pytest.approx((1 / 12, 1, 12))
    row = table[table["key"] == "east_advantage"].iloc[0]
    assert row["value"] == pytest.approx(1 / 4 - 1 / 12)
    (low, high), (low_o, high_o) = wilson(1.0, 4.0), wilson(1.0, 12.0)
    assert row["low"] == pytest.approx(1 / 6 - np.hypot(0.25 - low, high_o - 1 / 12))
    assert row["high"] == pytest.approx(1 / 6 + np.hypot(high - 0.25, 1 / 12 - low_o))


def test_newcombe_as_published() -> None:
    """Newcombe 1998, example a of method 10: 56/70 − 48/80."""
    value, low, high = (float(v) for v in newcombe(*(np.array(float(n)) for n in (56, 70, 48, 80))))
    assert (value, low, high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


def test_points_and_ways_to_win(evening: Path) -> None:
    table = american_statistics(evening)
    assert [figure(table, "net_points", p)[0] for p in ("Ann", "Bea", "Cy", "Dot")] == [
        -70, 200, 100, -230,
    ]  # fmt: skip
    assert figure(table, "points_per_hand", "Cy") == (25, 100, 4)
    everybody = american_statistics(evening, total=True)
    assert figure(everybody, "discard_share") == (0.5, 1, 2)
    assert figure(everybody, "self_pick_share") == (0.5, 1, 2)
    assert figure(everybody, "exchange_share") == (0, 0, 2)
    assert figure(everybody, "mean_value") == (37.5, 75, 2)
    assert figure(everybody, "mean_income") == (250, 500, 2)
    assert figure(everybody, "jokerless_rate") == (0.5, 1, 2)  # as announced
    assert figure(everybody, "concealed_share") == (0.5, 1, 2)  # SP1
    assert figure(everybody, "table_hands")[0] == 4
    assert figure(everybody, "wall_game_rate") == (0.25, 1, 4)
    assert figure(everybody, "agree_rate") == (1, 4, 4)
    assert figure(everybody, "win_rate") == (0.125, 2, 16)


def test_what_is_not_recorded_counts_nowhere(evening: Path) -> None:
    table = american_statistics(evening, total=True)
    for key in ("mean_turns", "set_rate", "exposed_rate", "stop_rate", "dead_rate", "error_rate"):
        value, _, cases = figure(table, key)
        assert (np.isnan(value), cases) == (True, 0), key


@pytest.mark.parametrize(
    ("by", "group", "wins"),
    [("line", "EV2", 1), ("section", "Evens", 1), ("line_value", 50, 1), ("concealed", "C", 1),
     ("how", "self_pick", 1)],
)  # fmt: skip
def test_what_wins(evening: Path, by: str, group: Any, wins: int) -> None:
    table = american_statistics(evening, by=by, total=True)
    assert figure(table, "wins", **{by: group})[0] == wins
    assert figure(table, "share_of_wins", **{by: group}) == (0.5, 1, 2)
    assert figure(table, "share_of_hands", **{by: group}) == (0.25, 1, 4)
    assert "win_rate" not in set(table["key"])


def test_what_a_player_wins_with(evening: Path) -> None:
    table = american_statistics(evening, by="line", player="Cy")
    assert figure(table, "share_of_wins", "Cy", line="EV2") == (1, 1, 1)
    assert figure(table, "share_of_hands", "Cy", line="EV2") == (0.25, 1, 4)


def test_who_paid_whom(evening: Path) -> None:
    matrix = pay_matrix(evening)
    names = ["Ann", "Bea", "Cy", "Dot"]
    assert matrix.index.tolist() == matrix.columns.tolist() == names
    assert matrix.to_numpy().tolist() == [
        [0, 100, 50, 0],  # Ann to Bea (hand 2) and Cy (hand 1)
        [0, 0, 100, 0],
        [0, 100, 0, 0],
        [80, 100, 50, 0],  # and Dot's error to Ann
    ]
    net = american_statistics(evening, keys=["net_points"]).set_index("player")["value"]
    assert (matrix.sum(axis=0) - matrix.sum(axis=1)).to_dict() == net.to_dict()


# --- the way of a hand ----------------------------------------------------------------------
def test_the_charleston_of_the_sample(sample: Path) -> None:
    table = american_statistics(sample, by="leg", total=True)
    legs = ["R1", "O1", "L1", "L2", "O2", "R2", "C"]
    assert table["leg"].drop_duplicates().astype(str).tolist() == legs
    assert figure(table, "passed_suited_share", leg="R1") == pytest.approx((10 / 12, 10, 12))
    assert figure(table, "passed_winds_share", leg="O1") == (0.25, 3, 12)  # E, W, S
    assert figure(table, "passed_flowers_share", leg="L2") == pytest.approx((1 / 12, 1, 12))
    assert figure(table, "mean_courtesy", leg="C") == (1, 4, 4)
    assert figure(table, "blind_rate", leg="L1") == (0, 0, 4)
    assert np.isnan(figure(table, "blind_rate", leg="O1")[0])


def test_tiles_that_are_not_known_are_no_share(tmp_path: Path) -> None:
    text = EVENING.replace('"result"', '"public"').partition("hand 1")[0]
    text += "hand 1 East A\nR1 A>B W 3D 1B | B>C 0 4D ? | C>D | D>A F ? ?\nA -5C\nwall game\n"
    (tmp_path / "game.amn").write_text(text, encoding="utf-8")
    export(tmp_path / "game.amn", tmp_path / "out")
    table = american_statistics(tmp_path / "out", by="leg", total=True)
    assert figure(table, "passed_suited_share", leg="R1") == (0.5, 3, 6)
    assert figure(table, "passed_flowers_share", leg="R1") == pytest.approx((1 / 6, 1, 6))


def test_the_way_of_the_sample(sample: Path) -> None:
    table = american_statistics(sample)
    assert figure(table, "mean_commit_turn", "Cy") == (5, 5, 1)
    assert figure(table, "set_rate", "Cy") == (1, 1, 1)
    assert figure(table, "mean_shown_to", "Bea") == (3, 3, 1)
    assert figure(table, "threw_to_two_share", "Bea") == (1, 1, 1)
    assert figure(table, "jokers_taken_per_hand", "Bea") == (1, 1, 1)
    everybody = american_statistics(sample, total=True)
    assert figure(everybody, "second_charleston_rate") == (1, 1, 1)
    assert figure(everybody, "mean_wall_left") == (34, 34, 1)
    assert figure(everybody, "mean_win_turn") == (17, 17, 1)
    assert figure(everybody, "mean_exposures") == (2, 8, 4)
    assert figure(everybody, "line_at_start_share") == (1, 1, 1)
    assert figure(everybody, "line_at_deal_share") == (0, 0, 1)
    gain = figure(everybody, "mean_charleston_gain")
    away = [figure(everybody, key)[1] for key in ("mean_deal_away", "mean_start_away")]
    assert gain == ((away[0] - away[1]) / 4, away[0] - away[1], 4)


def test_distance_curves_of_the_sample(sample: Path) -> None:
    curves = distance_curves(sample, player="cy")
    assert curves["turn"].tolist() == list(range(18))
    assert curves["away"].tolist()[:6] == [5, 5, 5, 4, 4, 3]
    assert curves["away"].tolist()[11:] == [1] * 7
    together = distance_curves(sample, total=True)
    assert together["hands"].tolist() == [4] * 18 + [3] * 2  # C has won by then
    assert together["player"].unique().tolist() == [EVERYBODY]


# --- selections -----------------------------------------------------------------------------
def test_every_definition_is_whole() -> None:
    keys = [s.key for s in STATISTICS]
    assert len(set(keys)) == len(keys)
    for statistic in STATISTICS:
        assert statistic.table in COLUMNS
        assert statistic.numerator, statistic.key
        assert bool(statistic.denominator) == (statistic.kind in ("rate", "mean", "share"))
        assert f"| {statistic.key} |" in american_statistics_markdown()
    for table, names in COLUMNS.items():
        own = {column.name for column in columns_of(PREFIX + table)}
        assert set(names) <= own, table
        assert set(ROW_DIMENSIONS[table]) <= own, table


def test_the_page_is_generated() -> None:
    for page, text in (("american_statistics.md", american_statistics_markdown()),):
        assert (ROOT / "docs" / page).read_text(encoding="utf-8") == text


def test_what_is_left_out_and_why() -> None:
    assert left_out(["win_rate"], ["leg"])["win_rate"].startswith("leg is no column of a person")
    assert "--total" in left_out(["wall_game_rate"], [], total=False)["wall_game_rate"]
    assert left_out(["wall_game_rate"], [], total=True) == {}
    assert "line" in left_out(["share_of_wins"], ["wind"])["share_of_wins"]
    with pytest.raises(UnknownNameError, match="section"):
        left_out(None, ["sections"])
    with pytest.raises(UnknownNameError, match="win_rate"):
        american_statistic("winrate")


def test_selections(evening: Path) -> None:
    table = american_statistics(evening, filters={"wind": ["E"]}, total=True)
    assert figure(table, "hands")[0] == 4
    assert figure(table, "win_rate") == (0.25, 1, 4)
    split = american_statistics(evening, by="wind", total=True, keys=["win_rate"])
    assert figure(split, "win_rate", wind="W") == (0.25, 1, 4)
    assert len(split) == 4
    with pytest.raises(SelectionError, match="no column of a person's hand"):
        american_statistics(evening, by="leg", keys=["win_rate"])
    with pytest.raises(SelectionError, match="there are"):
        american_statistics(evening, filters={"line": ["EV9"]}, keys=["wins"])
    with pytest.raises(UnknownNameError, match="Ann"):
        american_statistics(evening, player="Anne")
    assert american_statistics(evening, player="ann", keys=["hands"])["value"].tolist() == [4]


@pytest.mark.parametrize("by", DIMENSIONS)
def test_every_column_can_split(evening: Path, sample: Path, by: str) -> None:
    dataset = sample if by == "leg" else evening  # results have no passes
    table = american_statistics(dataset, by=by, total=True)
    assert by in table.columns
    assert len(table)


def test_a_small_sample_is_told(evening: Path) -> None:
    assert small_sample(evening).startswith("5 hands")
    assert has_american_games(evening)
    assert american_player_names(evening) == ["Ann", "Bea", "Cy", "Dot"]


def test_a_dataset_without_american_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJLOG_JIT", "0")
    (tmp_path / "in").mkdir()
    shutil.copy(ROOT / "sample_logs" / "tenhou" / "tenhou-0.mjlog", tmp_path / "in")
    export(tmp_path / "in", tmp_path / "out")
    assert not has_american_games(tmp_path / "out")
    with pytest.raises(SelectionError, match="no rows"):
        american_statistics(tmp_path / "out")
    with pytest.raises(DatasetError):
        american_statistics(tmp_path)
