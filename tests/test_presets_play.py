"""Every preset is played: bots use what its rules allow, and an audit has nothing to say."""

from __future__ import annotations

import dataclasses
from collections import Counter

import numpy as np
import pytest

from mjlog import GameBatch, Rules, load_rules
from mjlog.auditing import audit_batch
from mjlog.codes import (
    DRAW,
    EXHAUSTIVE,
    KYUUSHU,
    NAGASHI,
    RIICHI,
    SANCHAHOU,
    SUUFON,
    SUUKAN,
    WIN,
)
from mjlog.engine.furiten import C_EVENT, C_FROM, C_ROUND, C_SEAT
from mjlog.replay import missed_wins, replay
from mjlog.rows import batch_of_rows, rows_of
from mjlog.rules import list_rules
from mjlog.simulator import play_games, tamper
from mjlog.simulator.record import Start

from .dealt_games import dealt

#: Variants of one preset differ in little: all are played in the slow test.
PRESETS = [name for name in list_rules() if not name.startswith("tenhou-") or name == "tenhou-3p"]
FOUR = [name for name in PRESETS if load_rules(name).players == 4]


def findings(batch: GameBatch) -> list[str]:
    """Return what an audit has to say, notes on readings of open points left out."""
    found = audit_batch(batch, readings=False).findings
    return [f"{f.code} {f.message}" for f in found if f.code != "G120"]


# --- whole games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_games_of_every_preset_are_clean(name: str) -> None:
    assert findings(play_games(2, seed=21, rules=name)) == []
    assert findings(dealt(load_rules(name), games=4, hands=4)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", list_rules())
def test_200_games_of_every_preset_are_clean(name: str) -> None:
    batch = play_games(200, seed=22, rules=name)
    assert batch.complete.all()
    found = audit_batch(batch).findings
    assert [f.message for f in found if f.severity != "note"] == []


# --- hands that are rare --------------------------------------------------------------------------


def ends(batch: GameBatch) -> Counter[int]:
    """Return how often the hands ended in each kind of draw (-1: won)."""
    kinds = dict(zip(batch.draws.round.tolist(), batch.draws.kind.tolist(), strict=True))
    return Counter(kinds.get(r, -1) for r in range(len(batch.rounds)))


@pytest.mark.parametrize("name", PRESETS)
def test_nine_terminals_end_the_hand_where_the_rules_know_it(name: str) -> None:
    rules = load_rules(name)
    batch = dealt(rules, tamper.nine_orphans, games=3)
    assert bool(ends(batch)[KYUUSHU]) == rules.abort_kyuushu
    assert findings(batch) == []


@pytest.mark.parametrize("name", FOUR)
def test_four_equal_winds_end_the_hand_where_the_rules_know_it(name: str) -> None:
    rules = load_rules(name)
    batch = dealt(rules, tamper.four_norths, games=3)
    assert bool(ends(batch)[SUUFON]) == rules.abort_suufon
    assert findings(batch) == []


@pytest.mark.parametrize("name", FOUR)
def test_three_players_ron_one_tile(name: str) -> None:
    rules = load_rules(name)
    batch = dealt(rules, tamper.three_wait_for_one, games=3)
    winners = Counter(batch.wins.round.tolist())
    if rules.triple_ron == "abort":
        assert ends(batch)[SANCHAHOU]
    else:
        most = 1 if rules.triple_ron == "head" else rules.max_ron
        assert max(winners.values()) == most
    assert findings(batch) == []


@pytest.mark.parametrize("name", FOUR)
def test_a_river_of_terminals_and_honours_is_nagashi_where_it_is_played(name: str) -> None:
    rules = load_rules(name)
    batch = dealt(rules, tamper.outer_river, hands=2)
    kind = EXHAUSTIVE if rules.nagashi == "off" else NAGASHI
    assert batch.draws.kind[0] == kind
    paid = batch.draws.deltas[0].tolist()
    assert (paid[0] == 12000) == (rules.nagashi != "off")
    assert findings(batch) == []


@pytest.mark.parametrize("name", PRESETS)
def test_kans_of_two_players_end_the_hand_where_the_rules_know_it(name: str) -> None:
    rules = load_rules(name)
    batch = dealt(rules, tamper.four_quads, games=6)
    if not rules.abort_suukan:
        assert not ends(batch)[SUUKAN]
    elif rules.players == 4:
        assert ends(batch)[SUUKAN]
    assert findings(batch) == []


@pytest.mark.parametrize(
    ("name", "points", "able"),
    [
        ("jpml-2005", 900, True), ("mleague", 0, True), ("ishokai", 1000, True),
        ("ishokai", 900, False), ("ishokai-tobi", 1000, False), ("tenhou", 900, False),
    ],
)  # fmt: skip
def test_riichi_with_few_points(name: str, points: int, able: bool) -> None:
    rules = load_rules(name)
    rest = (4 * rules.start_points - points) // 300 * 100
    start = Start([4 * rules.start_points - points - 2 * rest, rest, rest, points], 2, 0, 0, 0)
    batch = dealt(rules, games=12, start=start)
    poor = batch.events.kind == RIICHI
    declared = Counter(batch.events.seat[poor].tolist())
    assert bool(declared[3]) is able
    assert sum(declared.values()) > 3
    assert [text for text in findings(batch) if not text.startswith("G1")] == []


def test_a_tenpai_player_may_call_himself_noten() -> None:
    """jpml-2005 counts what is shown; where hands must be shown, that is a fault."""
    rules = load_rules("jpml-2005")
    strict = dataclasses.replace(rules, noten_declare_optional=False)
    hidden = 0
    for seed in range(2, 6):
        batch = dealt(rules, games=15, seed=seed)
        assert findings(batch) == []
        found = audit_batch(batch, rules=strict, readings=False).findings
        hidden += sum(f.code == "L161" for f in found)
    assert hidden > 0


def test_riichi_with_the_last_tile_where_no_further_draw_is_needed() -> None:
    """A3: no tile need be left; under other rules a riichi has a draw before it."""
    last = {name: _fewest_left(load_rules(name)) for name in ("jpml-2005", "common")}
    assert last["common"] >= 4
    assert last["jpml-2005"] < 4


def _fewest_left(rules: Rules) -> int:
    batch = dealt(rules, games=60)
    first = batch.rounds.first_event
    left = 70
    for r in range(len(batch.rounds)):
        kinds = batch.events.kind[first[r] : first[r + 1]]
        for e in np.flatnonzero(kinds == RIICHI):
            left = min(left, 70 - int(np.count_nonzero(kinds[:e] == DRAW)))
    assert WIN in batch.events.kind
    return left


def test_three_rons_that_abort_a_hand_are_no_missed_wins() -> None:
    rules = load_rules("tenhou")
    batch = dealt(rules, tamper.three_wait_for_one, games=3)
    assert ends(batch)[SANCHAHOU]
    played = replay(batch)
    aborted = batch.draws.round[batch.draws.kind == SANCHAHOU]
    chances = np.isin(played.chances[:, C_ROUND], aborted)
    ron = played.chances[:, C_FROM] != played.chances[:, C_SEAT]
    assert (chances & ron).sum() >= 3 * len(aborted)  # each of the three could win
    assert not missed_wins(batch, played)[chances & ron].any()


def test_a_win_that_nobody_could_answer_any_more_is_not_missed() -> None:
    batch = play_games(1, seed=21, rules="tenhou")
    rows = rows_of(batch, 0)
    part = next(p for p in rows.rounds if p.wins and p.events[-1]["kind"] == WIN)
    ron = part.wins[-1]["seat"] != part.wins[-1]["from_seat"]
    while part.events[-1]["kind"] == WIN:
        part.events.pop()
    part.wins.clear()
    rows.rounds = rows.rounds[: rows.rounds.index(part) + 1]
    rows.complete = False
    cut = batch_of_rows([rows])
    played = replay(cut)
    last = played.chances[:, C_EVENT] >= len(cut.events) - 3
    assert ron and last.any() and not missed_wins(cut, played)[last].any()
