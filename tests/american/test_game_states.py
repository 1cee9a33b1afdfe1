"""A hand of a game, and the table at one moment of it."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from mjlog.parsers.american import parse_text
from mjlog.parsers.american.levels import reduced

from mjlog.american.audit import check_american
from mjlog.american.model import AmericanGame
from mjlog.american.tiles import UNKNOWN, format_tiles
from mjlog.cli import main
from mjlog.errors import MjlogError, UnknownNameError

TEXT: Final = Path(__file__).parent / "data" / "sample_hand.amn"
THREE: Final = "#AMN 1\nhand 1 East A ; void\nhand 3 East B ; wall game\nhand 3 East C ; go\n"


def sample() -> AmericanGame:
    games: list[AmericanGame] = parse_text(TEXT.read_bytes())
    return games[0]


def test_a_hand_is_asked_for_by_its_number() -> None:
    (game,) = parse_text(THREE)
    assert game.hand(1) is game.hands[0]
    assert game.hand(3) is game.hand("hand 3") is game.hand("第3局") is game.hands[1]
    for number in (0, 2, 4, -1, "east"):
        with pytest.raises(UnknownNameError, match="hand 1"):
            game.hand(number)
    # what a hand was asked of is nothing that it tells
    (again,) = parse_text(THREE)
    assert game == again and repr(game.hand(1)) == repr(again.hands[0])
    assert pickle.loads(pickle.dumps(game)).hand(3).state(0).phase == "deal"


def test_the_state_is_that_of_the_replay() -> None:
    game = sample()
    hand, replay = game.hand(1), check_american(game).replays[0]
    for index in (0, 1, 30, 66, 100, len(hand)):
        state = hand.state(index)
        assert repr(state.players) == repr(replay.state_at(index).players)
        assert (state.turn, state.wall) == (
            replay.state_at(index).turn,
            replay.state_at(index).wall,
        )
    state = hand.state(66)  # before C claims 4D
    assert format_tiles(sorted(state.players["C"].rack)) == "1C 2C 2C 6C 6C 4D 8D 8D S 0 F F J"
    assert state.live is not None and (state.live.p, state.live.tile) == ("B", 12)
    assert repr(state).startswith("<State play: ") and "in the wall, turn of " in repr(state)
    assert state._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("index", [-1, 183])
def test_there_is_no_state_beyond_the_events(index: int) -> None:
    with pytest.raises(IndexError, match=f"hand 1 has states 0–182, asked for {index}"):
        sample().hand(1).state(index)


def test_a_state_needs_the_game_of_the_hand() -> None:
    game = sample()
    with pytest.raises(MjlogError, match=r"expected it from game\.hand\(1\)"):
        game.hands[0].state(0)
    game.hand(1)
    public = reduced(game, "public")
    with pytest.raises(MjlogError, match="does not know its game"):
        public.hands[0].state(0)
    rack = public.hand(1).state(40).players["C"].rack
    assert set(rack) == {UNKNOWN} and UNKNOWN not in game.hand(1).state(40).players["C"].rack
    assert replace(game.hand(1)).game is None


def test_rules_and_card_may_be_named() -> None:
    dead = (
        "A -2B ; B *2B(A) =2B,2B,J -? ; C +? -4C ; B *4C(C) =4C,4C,4C,J -? ; C ?dead B a : accept"
    )
    (game,) = parse_text(f'#AMN 1\n[Ruleset "nmjl-2024"]\nhand 1 East A ; {dead}')
    hand = game.hand(1)
    end = len(hand)
    assert hand.state(end).players["B"].dead == "challenge accepted"
    assert hand.state(end, card="sample-original-1").players["B"].flaws[0].code == "CLM-10"
    assert hand.state(end).players["B"].flaws == []
    for rules in ("house-blanks", "nmjl-classic"):
        assert hand.state(end, rules=rules).players["B"].dead == "challenge accepted"
    with pytest.raises(UnknownNameError):
        hand.state(0, rules="nmjl-2042")
    with pytest.raises(UnknownNameError):
        hand.state(0, card="no-such-card")


def test_seats_that_are_not_told_follow_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = "".join(f"hand {n} East {east} ; void no redeal\n" for n, east in
                    enumerate("ABCDB", 1))  # fmt: skip
    (game,) = parse_text(f'#AMN 1\n[Ruleset "american-seed"]\n{hands}')
    assert game.hand(5).state(0).order == tuple("BADC")
    assert game.hand(5).state(0, rules="nmjl-2024").order == tuple("BCDA")
    path = tmp_path / "seats.amn"
    path.write_text(f'#AMN 1\n[Ruleset "american-seed"]\n[Level "public"]\n{hands}')
    step = ["show", str(path), "-r", "5", "--step", "0"]
    assert main(step) == 0
    assert "hand 5   E B   S A   W D   N C" in capsys.readouterr().out
    assert main([*step, "--rules", "nmjl-2024"]) == 0
    assert "hand 5   E B   S C   W D   N A" in capsys.readouterr().out
