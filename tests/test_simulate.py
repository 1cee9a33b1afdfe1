"""Simulated games keep every rule, look like played ones, and are the same every time."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

import numpy as np
import pytest
from mjlog.parsers import iter_batches
from mjlog.parsers.tenhou import read_batch
from mjlog.parsers.tenhou.writer import write_mjlog

from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.codes import CHI, DAIMINKAN, DISCARD, EXHAUSTIVE, NAGASHI, PON, RIICHI, YAKU
from mjlog.model import GameBatch
from mjlog.rules import Rules, load_rules
from mjlog.simulator import play_games

TABLES = ("rounds", "events", "wins", "draws")


def variant(base: str, **changes: Any) -> Rules:
    return dataclasses.replace(load_rules(base), **changes)


RULESETS = {
    "tenhou": load_rules("tenhou"),
    "east, no open tanyao, no reds": load_rules("tenhou-east-noaka-nokuitan"),
    "three players": load_rules("tenhou-3p"),
    "three players, no loss on tsumo, North as value tile": variant(
        "tenhou-3p", tsumo_loss="split_north", kita="yakuhai", length="east"
    ),
    "head bump, late kan dora, no abortive draws": variant(
        "tenhou", max_ron=1, kan_dora_ankan="after_discard", kan_dora_kakan="after_discard",
        kan_dora_daiminkan="after_discard", abort_kyuushu=False, abort_suufon=False,
        abort_suucha=False, abort_suukan=False, length="east",
    ),
    "triple ron, all liabilities, swap-calling allowed": variant(
        "tenhou", max_ron=3, triple_ron="pay", pao_yaku=frozenset(
            {"daisangen", "daisuushi", "suukantsu"}), pao_scope="pao_part",
        daiminkan_rinshan_pao=True, kuikae_same=True, kuikae_suji=True, honba_multi_ron="each",
    ),
    "no ippatsu, no ura, no late yaku, furiten riichi forbidden": variant(
        "tenhou", ippatsu=False, ura=False, kan_dora=False, kan_ura=False, atozuke=False,
        furiten_riichi=False, riichi_ankan="strict_shape", temp_furiten_clear="own_discard",
        length="east",
    ),
    "a full game of four winds, dealer keeps by a win only, below zero": variant(
        "tenhou", length="full", renchan="win", tobi="none", extension="none",
        agari_yame="none", tenpai_yame="none", riichi_min_points=0, uma_tie="share",
        point_rounding="gosha_rokunyu", nagashi="win", nagashi_collects=True,
    ),
}  # fmt: skip


def same(a: GameBatch, b: GameBatch) -> bool:
    """Tell whether two batches hold the same games (places in the source left out)."""
    return all(
        np.array_equal(
            getattr(getattr(a, table), field.name), getattr(getattr(b, table), field.name)
        )
        for table in TABLES
        for field in dataclasses.fields(getattr(a, table))
        if field.name != "offset"
    ) and np.array_equal(a.final_points, b.final_points)


@pytest.fixture(scope="module")
def games() -> GameBatch:
    return play_games(2, seed=11)


@pytest.mark.parametrize("name", RULESETS)
def test_an_audit_has_nothing_to_say(name: str) -> None:
    batch = play_games(1, seed=len(name), rules=RULESETS[name])
    assert [f.message for f in audit_batch(batch).findings] == []
    assert batch.complete.all()


def test_the_walls_are_those_of_the_seed(games: GameBatch) -> None:
    audit = audit_batch(games)
    assert not audit.not_checked
    assert not audit.findings
    assert all(info.seed for info in games.info)


def test_points_are_conserved(games: GameBatch) -> None:
    rounds = games.rounds
    assert (rounds.scores.sum(axis=1) + 1000 * rounds.deposits == 100_000).all()
    assert (games.final_scores.sum(axis=1) == 100_000).all()
    assert (games.final_points.sum(axis=1) == 0).all()


def test_every_tile_is_dealt_drawn_or_left_once(games: GameBatch) -> None:
    events, rounds = games.events, games.rounds
    for r in range(len(rounds)):
        own = slice(rounds.first_event[r], rounds.first_event[r + 1])
        drawn = events.tile_id[own][events.kind[own] == 0]
        tiles = [*rounds.hand_ids[r].ravel().tolist(), *drawn.tolist()]
        assert max(Counter(tiles).values()) == 1
        discards = events.tile_id[own][events.kind[own] == DISCARD].tolist()
        assert set(discards) <= set(tiles)


def test_a_game_of_a_seed_is_always_the_same(games: GameBatch) -> None:
    assert same(games, play_games(2, seed=11))
    assert same(games.select(1), play_games(1, seed=11, first=1))


def test_another_seed_is_another_game(games: GameBatch) -> None:
    assert not same(games.select(0), play_games(1, seed=12))


@pytest.mark.slow
def test_compiled_and_uncompiled_play_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJLOG_JIT", "0")
    plain = play_games(1, seed=4, rules="tenhou-east")
    monkeypatch.setenv("MJLOG_JIT", "1")
    assert same(plain, play_games(1, seed=4, rules="tenhou-east"))


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-3p"])
def test_a_record_is_read_back_as_it_was_played(rules: str) -> None:
    batch = play_games(1, seed=6, rules=rules)
    read = read_batch([("game", write_mjlog(batch))])
    assert not read.problems
    assert same(batch, read)
    assert read.info[0].names == batch.info[0].names


def test_less_than_one_game_is_refused() -> None:
    with pytest.raises(ValueError, match="0 games: expected at least 1"):
        play_games(0)


# --- the command ----------------------------------------------------------------------------------


def test_the_command_writes_one_file_a_game(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["simulate", "-n", "2", "--seed", "3", "--rules", "tenhou-3p-east", "-o"]
    assert main([*arguments, str(tmp_path)]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["tenhou-3p-east-3-0.mjlog", "tenhou-3p-east-3-1.mjlog"]
    assert "2 games in" in capsys.readouterr().err
    batches = list(iter_batches(tmp_path))
    assert sum(len(batch) for batch in batches) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-n", "0"], "expected at least 1 game"),
        (["--rules", "tenhuo"], "did you mean 'tenhou'"),
        (["--format", "paper"], "unknown output format 'paper'"),
        (["--mutate", "L999"], "unknown finding 'L999'"),
        (["--mutate", "L105"], "needs 3 players"),
        (["--mutate", "S111"], "cannot show it"),
        (["--mutate", "E101"], "E101: 'tenhou' leaves no room for this fault: chombo = 'none'"),
        (["--rules", "ishokai", "--mutate", "E101", "--format", "mjlog"], "cannot show it"),
        (["--rules", "jpml-2005", "--mutate", "L123"], "no room for this fault: riichi_min_wall"),
        (["--rules", "jpml-2005", "--mutate", "W101"], "cannot show it"),
    ],
)
def test_what_cannot_be_done_is_told(
    arguments: list[str], message: str, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments, "-o", str(tmp_path / "out")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_rules_that_tenhou_does_not_know_are_written_as_table_records(tmp_path: Any) -> None:
    names = {}
    for rules, form in (("jpml-2005", None), ("ishokai", "table-json"), ("tenhou", None)):
        folder = tmp_path / rules
        words = ["simulate", "--rules", rules, *(["--format", form] if form else [])]
        assert main([*words, "-o", str(folder)]) == 0
        (path,) = folder.iterdir()
        names[rules] = path.name
        (batch,) = iter_batches(path)
        assert batch.rules[0].name == rules
        found = audit_batch(batch, readings=False).findings
        assert [f.message for f in found if f.severity != "note"] == []
        assert batch.complete.all()
    assert names == {
        "jpml-2005": "jpml-2005-0-0.txt", "ishokai": "ishokai-0-0.jsonl",
        "tenhou": "tenhou-0-0.mjlog",
    }  # fmt: skip


# --- rates ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_bots_play_at_the_rates_of_players() -> None:
    batch = play_games(2000, seed=7)
    events, wins, draws = batch.events, batch.wins, batch.draws
    rounds = len(batch.rounds)
    of_round = np.searchsorted(batch.rounds.first_event, np.arange(len(events)), side="right")

    def rate(rows: Any) -> float:
        """Share of a player's rounds, in per cent."""
        return 100 * len(np.unique(rows)) / (4 * rounds)

    riichi = events.kind == RIICHI
    called = np.isin(events.kind, (CHI, PON, DAIMINKAN))
    ron = wins.seat != wins.from_seat
    assert 18 < 100 * len(wins) / (4 * rounds) < 26
    assert 8 < rate(wins.round[ron]) < 18
    assert 12 < rate(of_round[riichi] * 4 + events.seat[riichi]) < 25
    assert 20 < rate(of_round[called] * 4 + events.seat[called]) < 45
    exhaustive = np.isin(draws.kind, (EXHAUSTIVE, NAGASHI))
    assert 8 < 100 * np.count_nonzero(exhaustive) / rounds < 25
    seen = set(wins.yaku.ravel().tolist())
    never = [
        y.name for y in YAKU if y.id < 36 and y.id not in seen and y.name != "round_wind_north"
    ]
    assert never == []
