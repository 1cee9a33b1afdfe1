"""What callers may give: rules, cards and records of the façade."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from mjlog.analysis.american.statistics import left_out as american_left_out
from mjlog.analysis.statistics import left_out

import mjlog
from mjlog.errors import RulesError, UnknownNameError
from mjlog.findings import selected

LOG = sorted(Path(__file__).parents[1].joinpath("sample_logs", "tenhou").glob("*"))[0]


@pytest.fixture(scope="module")
def game() -> Any:
    return mjlog.read(LOG)[0]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text('extends = "tenhou"\nkuitan = false\n')
    return path


def test_rules_may_be_a_path(game: Any, house: Path) -> None:
    assert not mjlog.read(LOG, rules=house)[0].rules.kuitan
    assert not next(iter(mjlog.iter_batches(LOG, rules=house))).rules[0].kuitan
    assert mjlog.audit(game, rules=house) == mjlog.audit(game, rules=mjlog.load_rules(house))
    assert not mjlog.simulate(rules=house)[0].rules.kuitan
    house.write_text("kuitan = 7\n")
    with pytest.raises(RulesError, match="kuitan"):
        mjlog.review(game, 0, rules=house)


@pytest.mark.parametrize("odd", [123, {"kuitan": False}, b"tenhou", ["tenhou"]])
def test_rules_of_another_kind_are_refused(game: Any, odd: Any, tmp_path: Path) -> None:
    for call in (
        lambda: mjlog.read(LOG, rules=odd),
        lambda: mjlog.iter_batches(LOG, rules=odd),
        lambda: mjlog.audit(game, rules=odd),
        lambda: mjlog.review(game, 0, rules=odd),
        lambda: mjlog.export(LOG, tmp_path / "out", rules=odd),
        lambda: mjlog.simulate(rules=odd),
    ):
        with pytest.raises(TypeError, match=r"^rules: expected rules .* TOML file, not .*\(\w+\)$"):
            call()


def test_a_simulation_needs_rules() -> None:
    with pytest.raises(TypeError, match="rules=None"):
        mjlog.simulate(rules=None)  # type: ignore[call-overload]


def test_a_card_of_another_kind_is_refused(game: Any) -> None:
    with pytest.raises(TypeError, match=r"^card: expected a card .*, not 5 \(int\)"):
        mjlog.audit(game, card=5)  # type: ignore[arg-type]


def test_rules_for_another_number_of_players_are_refused() -> None:
    with pytest.raises(RulesError, match=r"a game of 4 players, .*'tenhou-3p' is for 3"):
        mjlog.read(LOG, rules="tenhou-3p")
    with pytest.raises(RulesError, match=r"a game of 4 players, .*'tenhou-3p' is for 3"):
        list(mjlog.iter_batches(LOG, rules="tenhou-3p"))


def test_a_record_may_be_in_memory_in_any_form() -> None:
    data = LOG.read_bytes()
    expected = mjlog.read(data)[0].id
    with LOG.open("rb") as stream:
        for source in (bytearray(data), memoryview(data), io.BytesIO(data), stream):
            assert mjlog.read(source)[0].id == expected


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(TypeError, match=r"gives str: expected one opened for bytes.*'rb'"):
        mjlog.read(io.StringIO("<mjloggm>"))
    with pytest.raises(TypeError, match="not from int"):
        mjlog.read(5)  # type: ignore[arg-type]


def test_what_is_no_path_among_paths_is_told(tmp_path: Path) -> None:
    for odd in ([LOG.read_bytes()], [LOG, 3], iter([None])):
        with pytest.raises(TypeError, match=r"a path is text or a pathlib.Path, not "):
            mjlog.read(odd)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not 3"):
        mjlog.export([LOG, 3], tmp_path / "out")  # type: ignore[list-item]


@pytest.mark.parametrize("odd", [123, {}, None, b"tenhou"])
def test_what_names_no_ruleset_or_card_is_refused(odd: Any) -> None:
    for load in (mjlog.load_rules, mjlog.load_american_rules, mjlog.load_card):
        with pytest.raises(TypeError, match=r"expected a name or the path of a"):
            load(odd)


def test_one_text_is_one_name(tmp_path: Path) -> None:
    faulty = mjlog.read(LOG.parents[1] / "faulty" / "F101.mjlog")
    (found,) = selected(mjlog.audit(faulty), select="F101")
    assert found.code == "F101"
    mjlog.export(LOG, tmp_path / "out", tables="rounds")
    names = {path.name for path in (tmp_path / "out").iterdir() if path.is_dir()}
    assert "rounds" in names
    assert "events" not in names
    assert left_out("win_rate", "level") == left_out(["win_rate"], ["level"]) != {}
    assert american_left_out("win_rate", "leg") == american_left_out(["win_rate"], ["leg"]) != {}


def test_a_seat_that_is_not_there_may_do_nothing_else(game: Any) -> None:
    state = game.rounds[0].state(1)
    for seat in (-1, game.players):
        with pytest.raises(UnknownNameError, match="unknown seat"):
            state.legal(seat)
    with pytest.raises(TypeError):
        state.legal("East")


def test_a_pon_of_unknown_tiles_leaves_the_other_actions(tmp_path: Path) -> None:
    path = tmp_path / "pon.txt"
    path.write_text(
        "table record 1\nplayers: A, B, C, D\n\nE1.0 dora 9p\nhand S 11z234m567p78s444p\n"
        "E ? 1z\nS pon ?? from E 4p\nW ? 2z\nN ? 3z\nE ? 3z\nS 1z\n"
    )
    (one,) = mjlog.read(path)
    states = [one.rounds[0].state(i) for i in range(len(one.rounds[0]) + 1)]
    found = [{a.kind for a in s.legal(1)} for s in states]
    assert "discard" in found[-1]
    assert "kakan" in found[-1]
