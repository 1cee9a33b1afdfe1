"""Statistics: every definition on rounds small enough to count by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pandas as pd
import pytest
from mjlog.analysis.catalogue import COLUMNS, STATISTICS, statistic_named
from mjlog.analysis.context import Context
from mjlog.analysis.dataset import DatasetError
from mjlog.analysis.parts import PartFiles
from mjlog.analysis.schema import SCHEMA_VERSION, TABLES, columns_of, default_tables
from mjlog.analysis.statistics import SelectionError, statistics, wilson
from mjlog.analysis.tables import build_tables

from mjlog.cli import main
from mjlog.codes import DRAW_KINDS
from mjlog.errors import UnknownNameError
from mjlog.model import GameBatch
from mjlog.replay import replay
from mjlog.rules import Rules
from mjlog.views.handmade import game_of

HANDS = """hand 123m456p789s1122z
hand 19m19p19s1234567z
hand 2233445m667788p
hand 666777m22s67p555z"""


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJLOG_JIT", "0")


def dataset(folder: Path, *batches: GameBatch) -> Path:
    """Write each batch as one part of a dataset."""
    files = PartFiles(folder, default_tables())
    for part, batch in enumerate(batches):
        files.write(part, build_tables(Context(batch, replay(batch)), files.tables))
        files.commit(part)
    manifest = {"schema": SCHEMA_VERSION, "tables": list(files.tables), "format": "parquet"}
    (folder / "dataset.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def rounds(*texts: str, names: tuple[str, ...] = ("Q", "A", "B", "C")) -> GameBatch:
    """Return a game of rounds that start with the same hands."""
    text = "\n\n".join(f"E{i % 4 + 1}.0 dora 3z\n{HANDS}\n{t}" for i, t in enumerate(texts))
    return game_of(text, names=names).batch


def value(folder: Path, key: str, player: str) -> tuple[float, float]:
    """Return numerator and denominator of a statistic."""
    row = statistics(folder, player=player, keys=[key]).iloc[0]
    return row["numerator"], row["denominator"]


# --- intervals ---------------------------------------------------------
@pytest.mark.parametrize(
    ("numerator", "denominator", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_wilson_interval(numerator: int, denominator: int, low: float, high: float) -> None:
    found = wilson(numerator, denominator)
    assert [round(float(v), 4) for v in found] == [low, high]


def test_no_cases_have_no_interval() -> None:
    assert all(math.isnan(v) for v in wilson(0, 0))


# --- reported faults ---------------------------------------------------------
@pytest.fixture
def five_hands(tmp_path: Path) -> Path:
    """Q: dealt in, dealt in twice in riichi, aborted triple ron, tenpai draw, tsumo'd on."""
    riichi = "0 draw 8s\n0 riichi\n0 discard 7z\n"
    return dataset(
        tmp_path,
        rounds(
            "0 draw 7z\n0 tsumogiri 7z\n1 ron 7z from 0 : -8000 8000 0 0",
            riichi + "1 ron 7z from 0 : -8000 8000 0 0\n2 ron 7z from 0 : -3900 0 3900 0",
            "0 draw 7z\n0 tsumogiri 7z\ndraw sanchahou : 0 0 0 0",
            "0 draw 8s\n0 tsumogiri 8s\ndraw exhaustive : 1500 1500 -1500 -1500",
            "3 draw 8s\n3 tsumo 8s : -1000 -1000 -1000 3000",
        ),
    )


def test_b102_deal_ins_per_hand_and_per_win(five_hands: Path) -> None:
    assert value(five_hands, "deal_in_rate", "Q") == (2, 5)
    assert value(five_hands, "deal_in_rate_per_win", "Q") == (3, 5)
    assert value(five_hands, "deal_in_riichi_share", "Q") == (1, 2)
    assert [value(five_hands, "win_rate", p)[0] for p in "ABCQ"] == [2, 1, 1, 0]
    assert value(five_hands, "draw_rate", "Q") == (1, 5)
    assert value(five_hands, "abortive_rate", "Q") == (1, 5)
    assert "double ron counts once" in statistic_named("deal_in_rate").note


def test_b102_losses_of_a_double_ron_are_added_up(five_hands: Path) -> None:
    assert value(five_hands, "mean_deal_in_loss", "Q") == (8000 + 8000 + 3900, 2)
    assert value(five_hands, "hit_rate", "Q") == (1, 5)
    assert value(five_hands, "riichi_rate", "Q") == (1, 5)


def test_b106_tenpai_is_counted_over_normal_exhaustive_draws(tmp_path: Path) -> None:
    shown = {
        "exhaustive": (1, 0, 1, 0),
        "kyuushu_kyuuhai": (0, 1, 0, 0),
        "suucha_riichi": (1, 1, 1, 1),
        "sanchahou": (0, 1, 1, 1),
        "nagashi_mangan": (1, 0, 0, 1),
        "suufon_renda": (0, 0, 0, 0),
    }
    batch = rounds(*(f"0 draw 8s\n0 tsumogiri 8s\ndraw {kind} : 0 0 0 0" for kind in shown))
    for row, kind in enumerate(batch.draws.kind.tolist()):
        batch.draws.shown[row] = shown[DRAW_KINDS[kind]]
    folder = dataset(tmp_path, batch)
    total = statistics(folder, total=True).set_index("key")
    for key, expected in (("tenpai_rate", (2, 4)), ("tenpai_rate_nagashi", (4, 8))):
        assert tuple(total.loc[key, ["numerator", "denominator"]]) == expected


def test_b108_each_win_of_a_double_ron_counts(tmp_path: Path) -> None:
    batch = rounds(
        "2 draw 7z\n2 tsumogiri 7z\n3 ron 7z from 2 : 0 0 -2000 2000\n"
        "0 ron 7z from 2 : 32000 0 -32000 0"
    )
    batch.wins.points[:] = [2000, 32000]
    folder = dataset(tmp_path, batch)
    wins = pd.read_parquet(folder / "wins")
    assert wins["win"].tolist() == [0, 1]
    assert wins["from_seat"].tolist() == [2, 2]
    assert statistics(folder, player="Q", keys=["best_win_points"])["value"].tolist() == [32000]
    assert value(folder, "deal_in_rate", "B") == (1, 1)
    assert value(folder, "mean_deal_in_points", "B") == (34000, 1)


def test_b104_starting_shanten_is_that_of_thirteen_tiles(tmp_path: Path) -> None:
    folder = dataset(
        tmp_path,
        game_of(
            """
            E1.0 dora 3z
            hand 5566m233799p444z
            hand 5566m233799p444z
            hand 19m19p19s1234567z
            hand 19m19p19s1234567z
            0 draw 2p
            0 discard 7p
            """
        ).batch,
    )
    assert value(folder, "mean_dealt_shanten", "Asa") == (1, 1)


# --- definitions ---------------------------------------------------------
def test_a_round_without_a_result_counts_in_no_rate(tmp_path: Path) -> None:
    folder = dataset(tmp_path, rounds("0 draw 8s\n0 tsumogiri 8s"))
    assert value(folder, "win_rate", "Q")[1] == 0
    row = statistics(folder, player="Q", keys=["win_rate"]).iloc[0]
    assert math.isnan(row["value"])
    assert math.isnan(row["low"])
    assert statistics(folder, player="Q", keys=["rounds"])["value"].tolist() == [1]


def test_calls_are_counted_once_a_round_and_an_ankan_is_none(tmp_path: Path) -> None:
    batch = game_of(
        """
        E1.0 dora 3z
        hand 123m456p789s1122z
        hand 34p123m789m11199s
        hand 123456789m1234z
        hand 1111p23456789m1z
        0 draw 5p
        0 discard 5p
        1 chi 5p 34p from 0
        1 discard 9s
        2 draw 1s
        2 discard 1s
        1 pon 1s 11s from 2
        1 discard 1s
        2 draw 6z
        2 tsumogiri 6z
        3 draw 6z
        3 ankan 1111p
        draw exhaustive : 0 0 0 0
        """
    ).batch
    folder = dataset(tmp_path, batch)
    assert value(folder, "call_rate", "Botan") == (1, 1)
    assert value(folder, "mean_calls", "Botan") == (2, 1)
    assert value(folder, "call_rate", "Daigo") == (0, 1)


def _placed(batch: GameBatch, points: tuple[int, ...], game_id: str) -> GameBatch:
    batch.final_scores[0, : len(points)] = points
    batch.final_points[0, : len(points)] = [0] * len(points)
    batch.complete[:] = True
    batch.info[0].id = game_id
    return batch


def test_placement_ties_and_busting(tmp_path: Path) -> None:
    folder = dataset(
        tmp_path,
        _placed(rounds("draw exhaustive : 0 0 0 0"), (25000, 40000, 25000, 10000), "g1"),
        _placed(rounds("draw exhaustive : 0 0 0 0"), (-100, 50100, 50000, 0), "g2"),
    )
    assert value(folder, "mean_place", "Q") == (2 + 4, 2)
    assert value(folder, "place_3_rate", "B") == (1, 2)
    assert value(folder, "bust_rate", "Q") == (1, 2)
    assert value(folder, "bust_rate", "C") == (0, 2)
    assert value(folder, "last_rate", "Q") == (1, 2)


def test_three_players_have_their_last_place(tmp_path: Path) -> None:
    text = "E1.0 dora 3z\nhand 19m123p456789s19p\nhand 19m123p456789s19p\n" + (
        "hand 19m123p456789s19p\ndraw exhaustive : 0 0 0"
    )
    batch = game_of(text, rules=Rules(players=3), names=("Q", "A", "B", "")).batch
    folder = dataset(tmp_path, _placed(batch, (10000, 40000, 55000), "g1"))
    assert value(folder, "last_rate", "Q") == (1, 1)
    assert sorted(statistics(folder)["player"].unique()) == ["A", "B", "Q"]

    # --- selecting and splitting ---------------------------------------------------------
    assert value(folder, "place_4_rate", "Q")[1] == 0  # nobody can be fourth of three


@pytest.fixture
def two_games(tmp_path: Path) -> Path:
    first = rounds("0 draw 7z\n0 tsumogiri 7z\n1 ron 7z from 0 : -8000 8000 0 0")
    second = rounds(
        "0 draw 7z\n0 tsumogiri 7z\n1 ron 7z from 0 : -8000 8000 0 0",
        "draw exhaustive : 0 0 0 0",
        names=("A", "Q", "X", "Y"),
    )
    second.info[0].id, second.info[0].lobby = "other", "room 7"
    return dataset(tmp_path, first, second)


def test_statistics_split_by_columns_of_games_and_rows(two_games: Path) -> None:
    split = statistics(two_games, player="Q", by=["room", "seat"], keys=["win_rate"])
    assert split[["room", "seat", "numerator", "denominator"]].astype("object").where(
        split.notna(), None
    ).to_numpy().tolist() in (
        [["room 7", 1, 1.0, 2.0], [None, 0, 0.0, 1.0]],
        [[None, 0, 0.0, 1.0], ["room 7", 1, 1.0, 2.0]],
    )
    total = statistics(two_games, player="Q", keys=["win_rate"])
    assert total["numerator"].tolist() == [1]


def test_statistics_of_games_are_left_out_of_a_split_by_rounds(two_games: Path) -> None:
    keys = set(statistics(two_games, by="dealer")["key"])
    assert "win_rate" in keys
    assert "mean_place" not in keys


def test_filters_choose_rows(two_games: Path) -> None:
    found = statistics(two_games, player="Q", keys=["rounds"], filters={"room": "room 7"})
    assert found["value"].tolist() == [2]


def test_most_games_come_first(two_games: Path) -> None:
    assert list(statistics(two_games, keys=["games"])["player"])[:2] == ["A", "Q"]


def test_unknown_names_are_told(two_games: Path) -> None:
    with pytest.raises(UnknownNameError, match="unknown player 'Z'"):
        statistics(two_games, player="Z")
    with pytest.raises(UnknownNameError, match="did you mean 'room'"):
        statistics(two_games, by="rooms")
    with pytest.raises(UnknownNameError, match="did you mean 'win_rate'"):
        statistics(two_games, keys=["winrate"])
    with pytest.raises(DatasetError, match="is no dataset"):
        statistics(two_games / "games")


def test_one_key_need_not_be_a_list(two_games: Path) -> None:
    assert set(statistics(two_games, keys="win_rate")["key"]) == {"win_rate"}


def test_columns_that_stand_twice_and_no_keys_are_told(two_games: Path) -> None:
    with pytest.raises(SelectionError, match="'dealer' stands twice"):
        statistics(two_games, by=["dealer", "dealer"])
    with pytest.raises(SelectionError, match="keys is empty"):
        statistics(two_games, keys=[])


def test_the_catalogue_reads_columns_that_exist() -> None:
    for table, columns in COLUMNS.items():
        assert set(columns) <= {c.name for c in columns_of(table)}
    assert len({s.key for s in STATISTICS}) == len(STATISTICS)
    assert {s.table for s in STATISTICS} <= set(TABLES)


# --- against SQL --------------------------------------------------------------------
SQL = {
    "win_rate": "avg((result in ('tsumo', 'ron'))::int)",
    "tsumo_share": "avg((result = 'tsumo')::int) filter (result in ('tsumo', 'ron'))",
    "deal_in_rate": "avg((deal_ins > 0)::int)",
    "deal_in_rate_per_win": "avg(deal_ins)",
    "riichi_rate": "avg(riichi::int)",
    "call_rate": "avg((calls > 0)::int)",
    "draw_rate": "avg((result = 'exhaustive')::int)",
    "tenpai_rate": "avg(coalesce(shown, end_tenpai)::int) filter (result = 'exhaustive')",
    "mean_win_points": "avg(win_points)",
    "mean_deal_in_loss": "avg(deal_in_loss)",
    "points_per_round": "avg(delta)",
    "mean_riichi_turn": "avg(riichi_turn)",
}


@pytest.mark.shared
def test_statistics_agree_with_sql(shared: Path, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    from mjlog.parsers import iter_batches

    files = sorted((shared / "logs" / "mjlog").glob("20220601*.xml"))[:6]
    folder = dataset(tmp_path, next(iter(iter_batches(files))))
    columns = ", ".join(f"{sql} as {key}" for key, sql in SQL.items())
    rows = duckdb.sql(
        f"select player, {columns} from '{folder}/seats/*.parquet' "
        "where result is not null group by player"
    ).fetchall()
    ours = statistics(folder, keys=list(SQL)).set_index(["player", "key"])["value"]
    assert len(rows) > 4
    for player, *values in rows:
        for key, expected in zip(SQL, values, strict=True):
            found = ours[(player, key)]
            assert math.isnan(found) if expected is None else found == pytest.approx(expected)


# --- command ---------------------------------------------------------
def test_a_column_that_stands_twice_is_wrong_usage(
    two_games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", str(two_games), "--by", "dealer,dealer"]) == 2
    assert "'dealer' stands twice among the columns to split by" in capsys.readouterr().err


def test_json_is_a_list_of_records(two_games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(two_games), "--player", "Q", "--format", "json"]) == 0
    records = json.loads(capsys.readouterr().out)
    assert all(
        list(r) == ["player", "key", "value", "numerator", "denominator", "low", "high"]
        for r in records
    )
    by_key = {r["key"]: r for r in records}
    assert (by_key["games"]["value"], by_key["games"]["denominator"]) == (2, None)
    assert (by_key["win_rate"]["numerator"], by_key["win_rate"]["denominator"]) == (1, 3)


@pytest.mark.parametrize("options", [[], ["--by", "seat"], ["--total"], ["--lang", "ja"]])
def test_tables_for_people(
    two_games: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    assert main(["stats", str(two_games), *options]) == 0
    out = capsys.readouterr().out
    assert ("和了率" if "ja" in options else "Win rate") in out


def test_csv_of_statistics(two_games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(two_games), "--total", "--format", "csv"]) == 0
    assert capsys.readouterr().out.startswith("player,key,value,numerator,denominator,low,high\n*,")


@pytest.mark.parametrize("options", [["--player", "Z"], ["--by", "nothing"], ["--where", "room"]])
def test_wrong_usage_is_status_2(two_games: Path, options: list[str]) -> None:
    assert main(["stats", str(two_games), *options]) == 2
