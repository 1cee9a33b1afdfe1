"""Both forms of a record say the same, whatever stands in it."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from mjlog.parsers.american import parse_json, parse_text
from mjlog.parsers.american.json_lines import format_json_game
from mjlog.parsers.american.text_writer import format_text_game

from mjlog.american.model import AmericanGame

from .record_strategies import games

DATA = Path(__file__).parent / "data"
SLOW = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def test_sample_hand_is_the_same_in_both_forms() -> None:
    as_json = (DATA / "sample_hand.jsonl").read_text(encoding="utf-8")
    as_text = (DATA / "sample_hand.amn").read_text(encoding="utf-8")
    (from_json,), (from_text,) = parse_json(as_json), parse_text(as_text)
    assert from_json == from_text
    assert len(from_json.hands[0]) == 182
    assert format_json_game(from_text) == as_json
    assert format_text_game(from_json) == as_text


def test_short_forms_of_typed_lines() -> None:
    """What may be typed is more than what is written."""
    typed = (
        "hand 1 East A ; B ~mahj all RN1 25 ; throw A  # in error, A threw in",
        'B + -2C "2D"',
        "D ?dead C a : deny ; C dead exposure 2 by D",
        "L1 A>D 3B 7D + blind 1 | B>A 3B,7D,9C",
        "A -5b ; stop C",
    )
    (game,) = parse_text("#AMN 1\n" + "\n".join(typed))
    assert format_text_game(game).splitlines()[-8:] == [
        "B ~mahj all RN1 25", "throw A", 'B +? -2C "2D"', "D ?dead C a : deny",
        "C dead exposure 2 by D", "L1 A>D 3B 7D + blind ? | B>A 3B 7D 9C", "A -5B", "stop C",
    ]  # fmt: skip


@SLOW
@given(games())
def test_every_game_comes_back_from_json(game: AmericanGame) -> None:
    text = format_json_game(game)
    (read,) = parse_json(text)
    assert read == game
    assert format_json_game(read) == text


@SLOW
@given(games())
def test_every_game_comes_back_from_the_typed_form(game: AmericanGame) -> None:
    text = format_text_game(game)
    (read,) = parse_text(text)
    assert read == game
    assert format_text_game(read) == text
    assert format_json_game(read) == format_json_game(game)


TABLE = "hand 1 East A ; C !mahj EV2 25 off B ; pay A-25 B-50 C+100 D-25\n"


def test_the_typed_form_has_a_tag_for_what_is_known_only() -> None:
    (sheet,) = parse_text(f"#AMN 1\n{TABLE}")
    assert format_text_game(sheet) == f'#AMN 1\n[Level "result"]\n{TABLE}'
    (full,) = parse_text('#AMN 1\n[Players "A=Ann B=? C=?"]\n[Level "full"]\nhand 1 East A ; go')
    assert format_text_game(full).splitlines()[1:] == [
        '[Players "A=Ann B=? C=?"]', '[Level "full"]',
        '[Hand "1"]', '[East "A"]', '[Seats "A=E B=S C=W"]', "go",
    ]  # fmt: skip
    # an empty text is something that was written down
    (noted,) = parse_json('{"type": "start_game", "stake": "", "table_rules": [""]}\n')
    assert format_text_game(noted).splitlines()[2:] == ['[Stake ""]', '[TableRules "\\"\\""]']
    (twin,) = parse_json(format_json_game(sheet))
    assert twin == sheet and '"stake": null, "table_rules": []' in format_json_game(sheet)


def test_the_order_of_players_without_names_is_kept() -> None:
    (game,) = parse_text('#AMN 1\n[Players "B=? A=? C=? D=?"]\nhand 1 East B ; go')
    (read,) = parse_text(format_text_game(game))
    assert list(read.players) == list("BACD") and read.id == game.id
