"""Tables of simulated games: what must hold between them whatever was played."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from mjlog.analysis.american.schema import AMERICAN_TABLES
from mjlog.analysis.american.statistics import american_statistics, pay_matrix
from mjlog.analysis.dataset import export, read_table
from mjlog.parsers.american import write_american_json

from mjlog.american.batch import AmericanBatch
from mjlog.american.simulator import play_american

PROFILES = ("nmjl-2024", "american-seed", "nmjl-classic")
WON = ["discard", "self_pick", "exchange", "heavenly", "earthly"]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games of four hands, each under another profile."""
    folder = tmp_path_factory.mktemp("simulated")
    (folder / "in").mkdir()
    for number, rules in enumerate(PROFILES):
        games = play_american(1, seed=11, first=number, rules=rules, hands=4)
        (folder / "in" / f"{rules}.jsonl").write_bytes(write_american_json(AmericanBatch(games), 0))
    export(folder / "in", folder / "out")
    return folder / "out"


@pytest.fixture(scope="module")
def tables(dataset: Path) -> dict[str, pd.DataFrame]:
    return {
        table.removeprefix("american_"): read_table(dataset, table) for table in AMERICAN_TABLES
    }


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return rows with None for what is null."""
    rows: list[Any] = frame.astype("object").where(frame.notna(), None).to_dict("records")
    return rows


def test_there_is_a_row_for_everybody(tables: dict[str, pd.DataFrame]) -> None:
    assert len(tables["games"]) == 3
    assert len(tables["hands"]) == 12
    assert len(tables["seats"]) == 4 * 12
    assert set(tables["games"]["rules"].astype(str)) == set(PROFILES)
    assert tables["games"]["card_known"].all()


def test_points_cancel_and_agree_with_the_rules(tables: dict[str, pd.DataFrame]) -> None:
    hands, seats = tables["hands"], tables["seats"]
    assert all(sum(pay) == 0 for pay in hands["pay"].dropna())
    assert hands["agrees"].dropna().all()
    assert (seats.groupby(["game_id", "hand"], observed=True)["points"].sum() == 0).all()
    total = seats.groupby(["game_id", "person"], observed=True)["points"].sum()
    players = tables["players"].set_index(["game_id", "person"])["points"]
    assert (players.dropna() == total.reindex(players.dropna().index)).all()


def test_a_won_hand_has_one_winner_and_his_row(tables: dict[str, pd.DataFrame]) -> None:
    seats, wins = tables["seats"], tables["wins"]
    won = seats[seats["result"].isin(WON)]
    assert len(won) == len(wins) == (tables["hands"]["winner"].notna()).sum()
    key = ["game_id", "hand", "person"]
    joined = wins.astype(dict.fromkeys(key, str)).merge(
        won.astype(dict.fromkeys(key, str)), on=key, suffixes=("", "_seat")
    )
    assert len(joined) == len(wins)
    assert (joined["income"] + joined["transfers"] == joined["points"]).all()
    assert (joined["turns"] == joined["turns_seat"]).all()
    # nobody wins from further away than one tile, but by an exchange that follows another
    discards = joined[joined["how"] == "discard"]
    assert (discards["end_away"] == 1).all()
    threw = seats[seats["result"] == "threw"]
    assert len(threw) == (wins["how"] == "discard").sum()
    assert threw["shown_to"].notna().all()


def test_every_tile_is_somewhere(tables: dict[str, pd.DataFrame]) -> None:
    """What was discarded and not claimed lies on the floor, 99 with the wall at a win."""
    made = Counter(tables["exposures"][["game_id", "hand"]].astype(str).agg(" ".join, axis=1))
    for row in records(tables["hands"]):
        claimed = made[f"{row['game_id']} {row['hand']}"] + (row["how"] == "discard")
        if row["result"] == "win":
            assert row["discards"] - claimed + row["wall_left"] == 99
        elif row["result"] == "wall":
            assert row["wall_left"] == 0


def test_curves_are_as_long_as_hands(tables: dict[str, pd.DataFrame]) -> None:
    for row in records(tables["seats"]):
        if row["dead_cause"] is not None or row["away"] is None:
            continue  # dead, or no line accepts the exposures any more
        assert len(row["away"]) == len(row["outs"]) == len(row["lines"]) == row["turns"]
        pairs = zip(row["away"], row["naturals"], strict=True)
        assert all(0 <= natural <= away for away, natural in pairs)
        assert row["set_turn"] is None or row["away"][row["set_turn"] - 1] <= 1


def test_passes_are_received_by_everybody(tables: dict[str, pd.DataFrame]) -> None:
    passes = tables["passes"][tables["passes"]["leg"] != "C"]
    for _, leg in passes.groupby(["game_id", "hand", "leg"], observed=True):
        # a debt (IOU) is paid in a second row
        assert set(leg["person"]) == set(leg["to"]) == {"A", "B", "C", "D"}
        assert leg.groupby("person", observed=True)["number"].sum().tolist() == [3] * 4
        assert len(leg) == 4 + (leg["owed"] > 0).sum()
        assert (leg["jokers"] == 0).all()
    kinds = passes[["suited", "winds", "dragons", "flowers"]].sum(axis=1)
    assert (kinds == passes["number"]).all()


def test_jokers_are_taken_from_somebody(tables: dict[str, pd.DataFrame]) -> None:
    seats, exchanges = tables["seats"], tables["exchanges"]
    assert seats["jokers_taken"].sum() == seats["jokers_given"].sum()
    assert len(exchanges) == seats["jokers_taken"].sum() + seats["jokers_own"].sum()
    assert tables["exposures"]["redeemed"].sum() == len(exchanges)
    assert len(tables["exposures"]) == seats["exposures"].sum()


def test_statistics_add_up(dataset: Path, tables: dict[str, pd.DataFrame]) -> None:
    table = american_statistics(dataset)
    net = table[table["key"] == "net_points"]["value"].sum()
    assert net == 0
    wins = table[table["key"] == "wins"]["value"].sum()
    assert wins == len(tables["wins"])
    everybody = american_statistics(dataset, by="line", total=True)
    shares = everybody[everybody["key"] == "share_of_wins"]
    assert shares["value"].sum() == pytest.approx(1)
    assert dict(zip(shares["line"].astype(str), shares["numerator"], strict=True)) == Counter(
        tables["wins"]["line"].astype(str)
    )
    matrix = pay_matrix(dataset)
    won = (matrix.sum(axis=0) - matrix.sum(axis=1)).to_dict()
    assert won == pytest.approx(
        table[table["key"] == "net_points"].set_index("player")["value"].to_dict()
    )
