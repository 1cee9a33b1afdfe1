"""Bots play American mahjong: the same game again, right by the rules, at every level."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from mjlog.parsers.american import parse_json, parse_text, write_american, write_american_json

import mjlog
from mjlog.american.audit import audit_american, check_american
from mjlog.american.batch import AmericanBatch
from mjlog.american.card import load_card
from mjlog.american.levels import at_level
from mjlog.american.model import EVENT_TYPES, LEVELS, AmericanGame, Dead, Deal, Draw, Mahjong
from mjlog.american.replay import HandReplay
from mjlog.american.rules import american_profiles, load_american_rules
from mjlog.american.simulator import play_american
from mjlog.american.simulator.bots import Bot, Style
from mjlog.american.simulator.game import why_not_played
from mjlog.american.tiles import JOKER, parse_tiles
from mjlog.cli import main
from mjlog.errors import MjlogError

PROFILES = american_profiles()
#: Games of each profile in the slow test; 1,000 by ``MJLOG_AMERICAN_GAMES=1000``.
GAMES = int(os.environ.get("MJLOG_AMERICAN_GAMES", "20"))
VARIANTS = [
    "house-kitty", "house-pie", "house-dealer", "house-concealed", "house-coldwall",
    "house-coldpick", "house-coldmahjong", "house-10jokers", "house-across", "house-atomic",
    "house-nochallenges", "house-unclaimed",
]  # fmt: skip


def errors(game: AmericanGame) -> list[tuple[str, str | None, str]]:
    found = audit_american(game)
    return [(f.code, f.round, f.message) for f in found if f.severity != "note"]


def kinds(games: list[AmericanGame]) -> Counter[str]:
    names = {cls: name for name, cls in EVENT_TYPES.items()}
    return Counter(names[type(e)] for game in games for hand in game.hands for e in hand.events)


# --- the games ------------------------------------------------------------------------------------


def test_a_game_of_a_seed_is_always_the_same() -> None:
    three = play_american(3, seed=8, hands=1)
    assert play_american(1, seed=8, hands=1, first=2) == three[2:]
    assert len({write_american(AmericanBatch([game]), 0) for game in three}) == 3
    assert three[0].id != play_american(1, seed=9, hands=1)[0].id


@pytest.mark.parametrize("rules", PROFILES)
def test_games_of_every_profile_are_right(rules: str) -> None:
    for game in play_american(2, seed=21, rules=rules, hands=4):
        assert errors(game) == []
    assert len(play_american(1, seed=21, rules=rules, hands=2)[0].hands) == 2


@pytest.mark.parametrize("rules", VARIANTS)
def test_games_of_house_rules_are_right(rules: str) -> None:
    for game in play_american(2, seed=22, rules=rules, hands=4):
        assert errors(game) == []


@pytest.mark.parametrize("rules", ["nmjl-2024", "american-seed", "nmjl-2024-3p"])
def test_without_incidents_there_is_nothing_to_note(rules: str) -> None:
    for game in play_american(2, seed=23, rules=rules, incidents=False, hands=4):
        audit = check_american(game)
        assert [finding.message for finding in audit.findings] == []
        assert audit.not_checked == Counter()


@pytest.mark.slow
def test_many_games_of_every_profile_are_right_and_every_event_occurs() -> None:
    seen: Counter[str] = Counter()
    for rules in PROFILES:
        for number in range(GAMES):
            (game,) = play_american(1, seed=24, rules=rules, first=number)
            assert errors(game) == [], (rules, number)
            seen += kinds([game])
    assert set(seen) == set(EVENT_TYPES)


def test_a_whole_game_has_its_rounds_and_totals() -> None:
    (game,) = play_american(1, seed=3, rules="american-seed")
    dealt = [hand.east for hand in game.hands]
    assert sorted(set(dealt)) == list("ABCD")
    assert game.ended
    assert game.totals is not None
    assert sum(game.totals.values()) == 0
    (game,) = play_american(1, seed=3, rules="tournament-mahjcon")
    assert (game.totals, list(game.tournament or ())) == (None, list("ABCD"))


def test_floor_and_wall_hold_99_tiles_at_a_win_and_100_at_a_wall_game() -> None:
    ends: Counter[str] = Counter()
    for game in play_american(6, seed=31, incidents=False):
        for hand in game.hands:
            replay = HandReplay(hand, load_american_rules("nmjl-2024"))
            for event in hand.events:
                replay.apply(event)
            result = replay.finish()
            dead = any(isinstance(event, Dead) for event in hand.events)
            total = len(replay.state.floor) + replay.state.wall_left
            if result.kind == "win":
                assert total == 99
            elif result.kind == "wall" and not dead:
                assert (total, replay.state.wall_left) == (100, 0)
            ends[result.kind] += 1
    assert ends["win"] > 10


def test_bots_win_most_hands_in_every_way() -> None:
    ways: Counter[str] = Counter()
    for game in play_american(10, seed=41, incidents=False):
        for hand in game.hands:
            declared = [e for e in hand.events if isinstance(e, Mahjong)]
            ways[str(declared[-1].how) if declared else "wall"] += 1
    total = sum(ways.values())
    assert total * 0.7 < total - ways["wall"] < total
    assert {"discard", "self_pick", "exchange"} <= set(ways)


def test_rules_of_a_file_stand_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(
        'extends = "nmjl-2024"\ndealer_multiplier = 2\njoker_names = ["joker", "same"]\n'
        "challenges = false\n"
    )
    (game,) = play_american(1, seed=5, rules=path, hands=4)
    assert game.ruleset == "nmjl-2024"
    assert game.table_rules == [
        "dealer_multiplier = 2", "joker_names = joker, same", "challenges = false",
    ]  # fmt: skip
    audit = check_american(game)
    assert audit.rules.dealer_multiplier == 2
    assert (errors(game), audit.not_checked) == ([], Counter())


def test_arranged_hands_are_heavenly_and_earthly() -> None:
    from mjlog.american.simulator.arranged import Earthly, Heavenly
    from mjlog.american.simulator.game import play_game

    rules, card = load_american_rules("nmjl-2024"), load_card("mjlog-original-1")
    for number in range(8):
        heavenly = play_game(rules, card, 1, number, hands=1, make_plan=lambda _: Heavenly()).game
        earthly = play_game(rules, card, 1, number, hands=1, make_plan=lambda _: Earthly()).game
        for game, how in ((heavenly, "heavenly"), (earthly, "earthly")):
            declared = [e for e in game.hands[0].events if isinstance(e, Mahjong)]
            assert [event.how for event in declared] == [how]
            assert errors(game) == []


def test_bots_do_not_play_with_what_they_do_not_know() -> None:
    assert [p for p in PROFILES if why_not_played(load_american_rules(p))] == []
    with pytest.raises(MjlogError, match=r"house-mush: the bots do not play with mush = True"):
        play_american(1, rules="house-mush")
    with pytest.raises(ValueError, match="0 games"):
        play_american(0)


def test_the_simulation_of_the_package_plays_both_games() -> None:
    games: Any = mjlog.simulate(2, seed=8, rules="nmjl-2024")
    assert [type(game) for game in games] == [AmericanGame, AmericanGame]
    rules = load_american_rules("nmjl-2024")
    assert mjlog.simulate(2, seed=8, rules=rules) == games


# --- the bots -------------------------------------------------------------------------------------


def bot_with(rack: str) -> tuple[Bot, list[int]]:
    import random

    import numpy as np

    card = load_card("sample-original-1")
    bot = Bot(Style("test"), card, random.Random(1))
    tiles = parse_tiles(rack)
    bot.look(tiles, (), np.full(39, 4, np.int8))
    return bot, tiles


def test_a_bot_throws_what_its_line_does_not_need() -> None:
    bot, rack = bot_with("F F 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B N")
    assert bot.away == 1
    assert bot.discard(rack) == parse_tiles("N")[0]
    bot.reserve.update(parse_tiles("N"))
    assert bot.discard(rack) != parse_tiles("N")[0]


def test_a_bot_passes_no_jokers() -> None:
    bot, rack = bot_with("J J J J J J J J 1C 5D 9B N E")
    assert JOKER not in bot.spare(rack, 3)
    assert len(bot.spare(rack, 3)) == 3


def test_a_bot_claims_the_group_of_its_line() -> None:
    bot, rack = bot_with("F F 2B 2B 4B 4B 6B 6B 6B 8B 8B 8B J")
    (four, eight) = parse_tiles("4B 8B")
    assert bot.group_for(rack, four) == (four, four, four)
    assert bot.group_for(rack, eight) == (eight,) * 4
    assert bot.group_for(rack, parse_tiles("N")[0]) is None


def test_a_bot_wins_on_the_last_tile() -> None:
    bot, rack = bot_with("F F 2B 2B 4B 4B 4B 6B 6B 8B 8B 8B 8B")
    six, seven = parse_tiles("6B 7B")
    assert bot.wins_on(rack, six)
    assert not bot.wins_on(rack, seven)


# --- levels and forms -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules", ["nmjl-2024", "american-seed", "tournament-destination", "house-3p"]
)
def test_games_read_back_exactly_at_every_level(rules: str) -> None:
    (game,) = play_american(1, seed=51, rules=rules, hands=4)
    for level in LEVELS:
        seen = at_level(game, level)
        assert seen.level == level
        batch = AmericanBatch([seen])
        assert parse_text(write_american(batch, 0)) == [seen]
        assert parse_json(write_american_json(batch, 0)) == [seen]
        assert errors(seen) == []


def test_a_public_record_shows_no_hidden_tile() -> None:
    (game,) = play_american(1, seed=52, hands=2)
    public = at_level(game, "public")
    events = [event for hand in public.hands for event in hand.events]
    assert not any(isinstance(event, Deal) for event in events)
    assert {event.tile for event in events if isinstance(event, Draw)} == {255}
    assert [hand.wall for hand in public.hands] == [None, None]
    assert all(event.tiles for event in events if isinstance(event, Mahjong))
    assert at_level(public, "full") is public
    assert len(at_level(game, "result").hands[0].events) < 8


# --- the command ----------------------------------------------------------------------------------


def test_the_command_writes_games_that_audit_clean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    words = [
        "simulate",
        "-n",
        "2",
        "--seed",
        "3",
        "--rules",
        "nmjl-2024",
        "--plain",
        "-o",
        str(out),
    ]
    assert main(words) == 0
    assert sorted(p.name for p in out.iterdir()) == ["nmjl-2024-3-0.amn", "nmjl-2024-3-1.amn"]
    assert main(["audit", str(out)]) == 0
    assert "no findings" in capsys.readouterr().out


def test_the_command_writes_levels_formats_and_the_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = tmp_path / "mine.amc"
    card.write_text(
        "amc 1\nname mine\nlowest 25\n[Runs]\nR1 | FF XXXXa XXXXb XXXXc | X 25 | X=1..9\n"
        "R2 | FFFF XXXXXa XXXXXb | X 30 | X=1..9\n"
    )
    out = tmp_path / "out"
    words = ["--format", "american-json", "--card", str(card), "--level", "public", "-o", str(out)]
    assert main(["simulate", *words]) == 0
    assert sorted(p.name for p in out.iterdir()) == ["mine.amc", "nmjl-2024-0-0.jsonl"]
    assert main(["audit", str(out / "nmjl-2024-0-0.jsonl")]) == 0
    assert "no card" not in capsys.readouterr().out


def test_the_command_tells_what_the_audit_must_find(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["simulate", "--mutate", "joker-passed", "-o", str(out)]) == 0
    expected = json.loads((out / "expected.json").read_text())
    assert expected == {"nmjl-2024-0-0.amn": ["A-CH-01"]}
    assert main(["audit", str(out / "nmjl-2024-0-0.amn")]) == 1
    assert main(["simulate", "--mutate", "A-CNT-02", "-o", str(tmp_path / "two")]) == 0
    assert "A-CNT-02 comes with A-CNT-01: the wrong number of" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--rules tenhou --card sample-original-1", "--card, --level and --plain are for American"),
        ("--rules nmjl-2024 --format mjlog", "mjlog holds no American games"),
        ("--rules nmjl-2024 --mutate S103", "S103: no code of American mahjong"),
        ("--rules nmjl-2024 --mutate A-TRN-01", "leaves no room for this fault: tournament"),
        ("--rules house-blanks", "the bots do not play with blanks = 6"),
        ("--mutate A-SET-03 --level public", "does not hold what shows it"),
    ],
)
def test_the_command_says_what_it_cannot_do(
    words: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words.split(), "-o", str(tmp_path / "out")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
