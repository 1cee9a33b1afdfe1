"""What readers fill in, and what they leave as it was recorded."""

from __future__ import annotations

import pytest
from mjlog.parsers.american import parse_json, parse_text
from mjlog.parsers.american.json_lines import format_json_game
from mjlog.parsers.american.text_writer import format_text_game

from mjlog.american.model import AmericanGame, Claim, Mahjong, Note

JSON_HEAD = '{"type": "start_game", "ruleset": "nmjl-2024"}\n'


def read(text: str) -> AmericanGame:
    games: list[AmericanGame] = parse_text(f"#AMN 1\n{text}")
    assert parse_text(format_text_game(games[0])) == games
    assert parse_json(format_json_game(games[0])) == games
    return games[0]


def test_a_record_without_a_head_has_four_unknown_players() -> None:
    game = read("hand 1 East C ; wall game")
    assert game.players == {"A": "", "B": "", "C": "", "D": ""}
    assert (game.ruleset, game.card.id, game.stake, game.table_rules) == (None, None, None, [])
    assert game.hands[0].seats == {"C": "E", "D": "S", "A": "W", "B": "N"}
    assert repr(game) == f"<AmericanGame {game.id}: A, B, C, D; 1 hand, result, None>"


def test_seats_turn_with_east_until_they_are_said() -> None:
    game = read(
        '[Players "A=Ann B=Bea C=Cy"]\nhand 1 East A\nhand 2 East B\n'
        "hand 3 East A seats A=E C=S B=W\nhand 4 East C"
    )
    winds = ["".join(sorted(h.seats, key=lambda p, h=h: "ESWN".index(h.seats[p])))  # type: ignore[misc]
             for h in game.hands]  # fmt: skip
    assert winds == ["ABC", "BCA", "ACB", "CBA"]


@pytest.mark.parametrize(
    ("event", "level"),
    [("deal A 5B", "full"), ("A +5B -5B", "public"), ("R1 A>B ? ? ?", "public"),
     ("wall game", "result"), ("note \"x\"", "result")],
)  # fmt: skip
def test_a_record_that_names_no_level_has_the_one_it_shows(event: str, level: str) -> None:
    assert read(f"hand 1 East A\n{event}").level == level
    assert read(f'[Level "full"]\nhand 1 East A\n{event}').level == "full"


def test_the_id_depends_on_what_is_told_only() -> None:
    plain, noted = read("hand 1 East A ; go"), read("hand 1 East A\ngo   # nothing else")
    assert plain.id == noted.id and plain == noted and plain.id[0] == "x"
    assert read("hand 1 East A ; stop B").id != plain.id
    assert read('[Id "club-7"]\nhand 1 East A').id == "club-7"
    changed = read("hand 1 East A ; go")
    changed.hands[0].number = 2
    (again,) = parse_text(format_text_game(changed))
    assert again.id == plain.id  # the id of a game that was changed stays its id


def test_notes_of_a_hand_and_of_the_game() -> None:
    game = read('note "a"\nhand 1 East A\nnote "b"\nend\nnote "c"')
    assert [n.text for n in game.notes] == ["a", "c"]
    assert game.hands[0].events == [Note("b")]
    assert game.ended and game.totals is None and game.tournament is None


def test_lines_are_known() -> None:
    (game,) = parse_text("#AMN 1\n\nhand 1 East A\n# a remark\nA -5C ; B +5D -W\n")
    assert (game.line, game.hands[0].line) == (1, 3)
    assert [event.line for event in game.hands[0].events] == [5, 5, 5]
    hand = '{"type": "start_hand", "hand": 1, "east": "A", "src": 40}\n'
    (game,) = parse_json(JSON_HEAD + hand + '{"type": "wall_game", "src": 41}')
    assert (game.hands[0].line, game.hands[0].events[0].line) == (40, 41)


@pytest.mark.parametrize(
    ("line", "how", "off"),
    [
        ("C *2C(B) !mahj", "discard", "B"),
        ("C *2C(B) !mahj off D", "discard", "D"),
        ("C *2C(B) !mahj how ?", None, None),
        ("C +2C !mahj", "self_pick", None),
        ("C *4D(B) =4D,4D,J x(A1)4D !mahj", "exchange", None),
        ("C *4D(B) =4D,4D,J !mahj", None, None),
        ("C !mahj heavenly", "heavenly", None),
        ("C !mahj earthly", "earthly", None),
        ("C !mahj off ?", "discard", None),
        ("C !mahj", None, None),
    ],
)
def test_how_a_mahjong_was_completed(line: str, how: str | None, off: str | None) -> None:
    mahjong = read(f"hand 1 East A\n{line}").hands[0].events[-1]
    assert isinstance(mahjong, Mahjong)
    assert (mahjong.how, mahjong.off) == (how, off)


def test_a_claim_in_words_is_no_claim_for_mahjong() -> None:
    words, declared = (
        read(f"hand 1 East A\n{line}").hands[0].events[0]
        for line in ("C *2C(B)\nC !mahj off B", "C *2C(B) !mahj")
    )
    assert isinstance(words, Claim) and isinstance(declared, Claim)
    assert (words.purpose, declared.purpose) == ("expose", "mahjong")


def test_several_games_stand_in_one_file() -> None:
    one, two = "#AMN 1\nhand 1 East A ; go\nend\n", "#AMN 1\nhand 1 East B ; go\n"
    games = parse_text(one + two)
    assert [game.hands[0].east for game in games] == ["A", "B"]
    lines = "".join(format_json_game(game) for game in games)
    assert parse_json(lines.replace("\n", "\r\n")) == games
