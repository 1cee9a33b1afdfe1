"""What cannot be read is told with its place; nothing else ever happens to bad input."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from mjlog.parsers import Tally, iter_records, read_bytes
from mjlog.parsers.american import parse_json, parse_text, read_json_batch, read_text_batch
from mjlog.parsers.american.json_lines import format_json_game
from mjlog.parsers.american.lines import MAX_BYTES, MAX_GAMES, MAX_LINE
from mjlog.parsers.american.text_writer import format_text_game

from mjlog.american.batch import AmericanBatch
from mjlog.american.model import AmericanGame
from mjlog.errors import ParseError

DATA: Final = Path(__file__).parent / "data"
HEAD: Final = '#AMN 1\n[Players "A=Ann B=Bea C=Cy D=Dot"]\n[Hand "1"]\n[East "A"]\n'  # 4 lines
JSON_HEAD: Final = (
    '{"type": "start_game", "ruleset": "nmjl-2024"}\n'
    '{"type": "start_hand", "hand": 1, "east": "A"}\n'
)
SHOWN: Final = 40


def fault(text: str, parse: Callable[[str], object] = parse_text) -> ParseError:
    with pytest.raises(ParseError) as caught:
        parse(text)
    return caught.value


@pytest.mark.parametrize(
    ("statement", "column", "message"),
    [
        ("B +5X -W", 4, "'5X' is no American tile"),
        ("B +5D -10B", 8, "'10B' is no American tile"),
        ("B +5D -??", 8, "'??' is no American tile, expected 1B–9D, N E W S R G 0 F J or ?"),
        ("B 5D", 3, "found '5D', expected what the player does"),
        ("B", 2, "found the end of the line, expected what the player does"),
        ("C *4D =4D,4D,J", 3, "a claim with the discarder such as *4D(B)"),
        ("C *4D(B) =4D,4D,4X", 11, "'4X' is no American tile"),
        ("C *4D(E) =4D,4D,J", 7, "a claim with the discarder"),
        ("B x(C0)4D", 6, "an exposure by its number, the first is 1"),
        ("B x(C1)4", 8, "'4' is no American tile"),
        ("B +4D(wrong_end)", 7, "a draw from the wrong-end or wrong-wall"),
        ("C !mahj EV2 25 jokerles", 16, "did you mean jokerless?"),
        ("C !mahj 25 off B jokerless", 18, "in this order: the line of the card, its value"),
        ("B + 5D -W", 3, "found '+', expected the tile right behind, as in +5D"),
        ("B +5D - W", 7, "found '-', expected the tile right behind, as in -W"),
        ("C !mahj EV2 25 off E", 20, "the discarder or ?, one of A B C D"),
        ("C ~mahj EV2", 9, "what was shown: none, group, all"),
        ("C !mahj EV2 99999", 13, "the value announced, 0 to 10000"),
        ("C !mahj EV2 25 -5D", 16, "the line of the card, its value"),
        ("dael A 5D", 1, "did you mean deal or wall?"),
        ("deal X 5D", 6, "the player dealt to, one of A B C D"),
        ("R1 A-B 5D", 4, "a pass such as A>B 4B 2B E"),
        ("R1 A>B 5D + blnd 1", 13, "did you mean blind?"),
        ("R1 A>B 5D iou x", 15, "how many tiles are owed"),
        ("court A=A 1", 7, "the two players such as A=C"),
        ("court A=C 1 : S", 16, "/ and the tiles of the other player"),
        ("court A=C 1 wish 3", 18, "the wishes of both such as 3/1"),
        ("pay A-50 B100", 10, "points with their sign such as A-50"),
        ("pay A-50 A+50", 10, "points of player A once"),
        ("pay A-50 | D>C", 15, "the points paid"),
        ("D ?dead C a : dney", 15, "accept or deny"),
        ("C dead exposure two", 17, "numbers of exposures such as 1,2"),
        ("C retract clam", 11, "did you mean claim?"),
        ("wall gme", 6, "wall game"),
        ("void redeal", 6, "the end of the statement"),
        ("note hello", 6, "the text in quotation marks"),
        ('note "hello', 6, "quotation marks are not closed"),
        ("B +5D ;", 8, "a statement"),
        ("B +5D ; ; -W", 9, "a statement"),
        ("B @1 @2 +5D", 6, "one time before what it times"),
        ("go C", 4, "the end of the statement"),
        ("hand 2 Est B", 8, "did you mean East?"),
        ("[Hend \"2\"]", 2, "did you mean"),
        ("[Hand 2]", 1, "a tag such as"),
        ("end ; hand 2 East A", 7, "a hand after the end of the game"),
    ],
)  # fmt: skip
def test_typed_lines_name_the_place(statement: str, column: int, message: str) -> None:
    error = fault(f"{HEAD}A -5C\n{statement}\n")
    assert error.place == f"line 6, column {column}", error
    assert message in error.message, error


def test_a_word_out_of_its_order_is_no_misspelling() -> None:
    assert "did you mean" not in fault(f"{HEAD}C !mahj 25 off B jokerless\n").message


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("#AMN 2\n", "line 1, column 1", "expected #AMN 1"),
        ("B +5D\n", "line 1, column 1", "expected #AMN 1 as the first line"),
        ("", "", "no game"),
        ('#AMN 1\n[Level "fool"]', "line 2, column 8", "did you mean full?"),
        ('#AMN 1\n[Players "A=Ann E=Eve"]', "line 2, column 10", "expected a player such as A=Ann"),
        ('#AMN 1\n[Players "A=Ann A=Eve"]', "line 2, column 10", "player A stands twice"),
        ('#AMN 1\n[Card "x"]\n[Card "y"]', "line 3, column 2", "tag Card stands twice"),
        ('#AMN 1\n[East "A"]', "line 2, column 2", "those of the game stand before the first hand"),
        ('#AMN 1\n[Hand "1"]\nA -5C', "line 2, column 1", 'a hand without [East "…"]'),
        ('#AMN 1\n[Hand "1"]\n[Card "x"]', "line 3, column 2", "those of the game stand before"),
        ('#AMN 1\n[Hand "0"]', "line 2, column 7", "a number from 1"),
        ('#AMN 1\n[Hand "1"]\n[East "A"]\n[Wall "5B 5X"]', "line 4, column 7", "'5X' is no"),
        ('#AMN 1\n[Hand "1"]\n[East "A"]\nA -5C\n[Dice "3"]', "line 5, column 1", "behind events"),
        ("#AMN 1\nA -5C", "line 2, column 1", "before the first hand"),
        (
            '#AMN 1\n[Players "A=x B=y C=z"]\nhand 1 East D',
            "line 3, column 13",
            "found 'D', expected who is East, one of A B C",
        ),
        (
            '#AMN 1\n[Players "A=x B=y C=z"]\n[Hand "1"]\n[East "D"]\nA -5C',
            "line 3, column 1",
            "player D, expected one of A B C",
        ),
    ],
)
def test_heads_name_the_place(text: str, place: str, message: str) -> None:
    error = fault(text)
    assert (error.place, message in error.message) == (place, True), error


@pytest.mark.parametrize(
    ("statement", "column", "message"),
    [
        ("Bea d 3C", 1, "a player (A B C D), a pass or one of hand, deal"),
        ("Bea -3C", 1, "note; Bea is B"),
        ("bea -3C", 1, "; bea is B"),
        ('"Bea" -3C', 1, "; Bea is B"),
        ("b -3C", 1, "; did you mean B?"),
        ("North -3C", 1, "; North is D in hand 1"),
        ("E -3C", 1, "; East is A in hand 1"),
        ("B d 3C", 3, "what the player does: +tile (draw), -tile (discard)"),
        ("C *4D(Bea) =4D,4D,J", 7, "such as *4D(B); the players are A B C D; Bea is B"),
        ("B +4D x(Cy1)4D", 9, "the players are A B C D; Cy is C"),
        ("C !mahj EV2 25 off Bea", 20, "the discarder or ?, one of A B C D; Bea is B"),
        ("D ?dead Cy a", 9, "is said to be dead, one of A B C D; Cy is C"),
        ("C dead by Dto", 11, "who declared it, one of A B C D; did you mean D (Dot)?"),
        ("deal Ann 5D", 6, "the player dealt to, one of A B C D; Ann is A"),
        ("throw Ann", 7, "; Ann is A"),
        ("R1 A>Bea 5D", 6, "such as A>B 4B 2B E; the players are A B C D; Bea is B"),
        ("R1 Ann>B 5D", 4, "; Ann is A"),
        ("court Ann=C 1", 7, "the two players such as A=C; the players are A B C D; Ann is A"),
        ("pay A-50 Bea+50", 10, "such as A-50 or B+100; the players are A B C D; Bea is B"),
        ("pay Ann 50", 5, "; Ann is A"),
        ("pay A-50 | D>Cy 50", 14, "; Cy is C"),
        ("hand 2 East Bea", 13, "who is East, one of A B C D; Bea is B"),
        ("hand 2 East B seats Bea=E", 21, "seats such as A=E; the players are A B C D; Bea is B"),
        ("F -3C", 1, "a player (A B C D), a pass"),
    ],
)  # fmt: skip
def test_a_name_where_a_letter_belongs(statement: str, column: int, message: str) -> None:
    error = fault(f"{HEAD}A -5C\n{statement}\n")
    assert error.place == f"line 6, column {column}", error
    assert message in error.message, error


def test_names_that_several_have_and_letters_that_nobody_has() -> None:
    head = '#AMN 1\n[Players "A=Mary Ann B=Mary Lou C=Cy Lou"]\n'
    assert fault(f"{head}hand 1 East Mary").message.endswith("one of A B C; Mary is A or B")
    assert fault(f'{head}hand 1 East "Mary Lou"').message.endswith("; Mary Lou is B")
    assert fault(f"{head}hand 1 East A\nA *5C(D)").message.endswith("the players are A B C")
    bots = head.replace("Mary", "Bot").replace("Cy", "Bot")
    assert fault(f"{bots}hand 1 East Bot").message.endswith("one of A B C")
    error = fault(f'{head}[Hand "1"]\n[East "cy"]')
    assert error.place == "line 4, column 7"
    assert error.message.endswith("'cy', expected a player; the players are A B C; cy is C")
    error = fault(f'{head}[Hand "1"]\n[Seats "Cy=E A=S"]')
    assert error.message.endswith("such as A=E; the players are A B C; Cy is C")


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ('{"type": "discrad", "p": "A", "tile": "5C"}', 2, 'did you mean "discard"?'),
        ('{"type": "discard", "p": "E", "tile": "5C"}', 21, 'found "E", expected a player, A to D'),
        ('{"type": "discard", "p": "A", "tile": "5X"}', 31, "'5X' is no American tile"),
        ('{"type": "discard", "p": "A", "tiles": "5C"}', 31, 'did you mean "tile"?'),
        ('{"type": "discard", "tile": "5C"}', 1, 'discard without "p"'),
        ('{"type": "discard", "p": "A", "tile": 5}', 31, "found 5, expected a tile"),
        ('{"type": "discard", "p": "A"', 29, "no JSON"),
        ('{"type": "pass", "leg": "X1", "p": "A", "to": "B", "tiles": ""}', 18, "one of R1"),
        ('{"type": "pass", "leg": "L1", "p": "A", "to": "B", "tiles": "5C", "blind": 2}', 67,
         "2 of 1 tiles forwarded unseen"),
        ('{"type": "claim", "p": "A", "tile": "5C", "of": "B", "as": "expose", "size": 4, '
         '"tiles": "5C 5C J"}', 70, "found 4, expected 3"),
        ('{"type": "mahjong", "p": "A", "how": "self_pick", "off": "B"}', 51, "a discarder with"),
        ('{"type": "mahjong", "p": "A", "jokerless": 1}', 31, "expected true or false"),
        ('{"type": "settle", "pay": {"A": 1.5}}', 20, "an object: player"),
        ('{"type": "settle", "pay": {"E": 1}}', 20, "'E' is no player"),
        ('{"type": "settle", "transfers": [{"from": "A"}]}', 1, 'transfers without "to"'),
        ('{"type": "note", "text": "\\ud800"}', 18, "surrogates not allowed"),
        ('{"type": "note", "text": "a", "text": "b"}', 0, 'key "text" stands twice'),
        ('{"type": "note", "text": NaN}', 0, "no JSON"),
        ("[1]", 1, "expected one JSON object"),
        ('{"type": "start_game"', 22, "no JSON"),
    ],
)  # fmt: skip
def test_json_names_key_and_place(line: str, column: int, message: str) -> None:
    error = fault(f"{JSON_HEAD}{line}\n", parse_json)
    place = f"line 3, column {column}" if column else "line 3"
    assert (error.place, message in error.message) == (place, True), error


def test_a_hand_is_settled_once() -> None:
    pay = "pay A-25 B+25 C+0 D+0"
    expected = (
        "a second settlement of hand 1, the first stands on line 5; expected one, with all that "
        "comes on top of it as its transfers, or a new hand first"
    )
    error = fault(f"{HEAD}{pay}\nwall game ; {pay}\n")
    assert (error.place, error.message) == ("line 6, column 13", expected)
    assert error.snippet == f"wall game ; {pay}"
    error = fault(f"{HEAD}{pay}\npay | D>C 50\n")  # what comes on top stands behind a bar
    assert (error.place, error.message) == ("line 6, column 1", expected)
    settle = '{"type": "settle", "pay": {"A": -25, "B": 25}}\n'
    error = fault(JSON_HEAD + settle + settle, parse_json)
    assert error.place == "line 4, column 2"
    assert error.message == f'"type": {expected.replace("line 5", "line 3")}'
    (game,) = parse_text(f"{HEAD}{pay}\nhand 2 East B ; {pay}\n")
    assert len(game.hands) == 2


def test_the_place_in_a_long_line_is_shown() -> None:
    wall = " ".join(["5B"] * 150)
    error = fault(f'#AMN 1\n[Hand "1"]\n[East "A"]\ndeal A {wall} 5X\n')
    assert error.place == "line 4, column 458"
    assert error.snippet.startswith("…") and "5X" in error.snippet and len(error.snippet) < 70


def test_sizes_are_bounded() -> None:
    assert "expected at most" in fault("#AMN 1\n" + "x" * (MAX_LINE + 1)).message
    assert "expected at most" in fault("#AMN 1\n" * (MAX_GAMES + 1)).message
    assert "expected at most 200 tiles" in fault(HEAD + "deal A" + " 5B" * 201).message
    assert "more than 2000 events" in fault(HEAD + "go\n" * 2001).message
    assert "at most 20 transfers" in fault(HEAD + "pay" + " | A>B 1" * 21).message
    long = "x" * 501
    assert "501 characters" in fault(f'{HEAD}note "{long}"').message
    assert "501 characters" in fault(
        JSON_HEAD + json.dumps({"type": "note", "text": long}), parse_json
    ).message  # fmt: skip
    with pytest.raises(ParseError, match="expected at most"):
        parse_text(b"#" * (MAX_BYTES + 1))


@pytest.mark.parametrize("text", ["[" * 90_000, '{"a":' * 15_000, '{"type": ' + "9" * 5000 + "}"])
def test_deep_and_huge_json_is_refused(text: str) -> None:
    assert "no JSON" in fault(f"{JSON_HEAD}{text}\n", parse_json).message


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "note " + '"' * 50_000,
        HEAD + " " * 90_000 + "x",
        HEAD + "deal A" + " 5B," * 20_000,
        '#AMN 1\n[Players "A=' + " " * 90_000 + 'x"]',
        '#AMN 1\n[TableRules "' + ";" * 90_000 + '"]',
        "[" * 90_000,
        "#AMN 1\n[" + " " * 90_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    try:
        parse_text(text)
    except ParseError:
        return


def test_one_bad_game_leaves_the_others(tmp_path: Path) -> None:
    good = (DATA / "sample_hand.amn").read_text(encoding="utf-8")
    text = f"{good}#AMN 1\nB +5D\n{good}"
    batch = read_text_batch([("games.amn", text.encode())])
    assert len(batch) == 2
    (problem,) = batch.problems
    assert (problem.kind, problem.place) == ("unreadable", "line 102, column 1")
    (tmp_path / "games.amn").write_text(text, encoding="utf-8")
    tally = Tally()
    (read,) = iter_records(tmp_path, tally=tally)
    assert isinstance(read, AmericanBatch) and len(read) == 2
    assert (tally.seen, tally.imported, tally.skipped, tally.failed) == (3, 2, 0, 1)


@pytest.mark.parametrize("word", ["+", "-", "*", "x(C1)", "^1=", "!mahj ", "", "?dead "])
def test_messages_stay_short(word: str) -> None:
    error = fault(f"{HEAD}B {word}{'5' * 90_000}")
    assert len(error.message) < 500, error.message[:600]
    key = "k" * 90_000
    error = fault(f'{JSON_HEAD}{{"type": "note", "{key}": 1}}', parse_json)
    assert len(error.message) < 300


def test_the_order_of_keys_does_not_matter() -> None:
    line = '{"players": {"A": "Ann"}, "card": {"sha256": null}, "type": "start_game"}\n'
    quoted = json.dumps({"text": '{"type": "start_game"}', "type": "note"})
    games = parse_json(f"{line}{quoted}\n{line}")
    assert [len(game.notes) for game in games] == [1, 0]


def test_not_text_is_told() -> None:
    (problem,) = read_text_batch([("x.amn", b"#AMN 1\nnote \xff")]).problems
    assert problem.place == "line 2" and "save the file as UTF-8" in problem.message
    with pytest.raises(ParseError):
        read_bytes(b"#AMN 1\n\xff")


SEEDS: Final = range(4)


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Change, drop, double or swap a few bytes, or words of lines."""
    spoilt = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 1, 2, 5, 20))):
        at = rng.randrange(len(spoilt))
        kind = rng.randrange(5)
        if kind == 0:
            spoilt[at] = rng.randrange(256)
        elif kind == 1:
            del spoilt[at : at + rng.randrange(1, 12)]
        elif kind == 2:
            spoilt[at:at] = spoilt[at : at + rng.randrange(1, 30)]
        elif kind == 3:
            spoilt[at : at + 1] = rng.choice(
                (b'"', b"[", b"{", b"}", b";", b"|", b" ", b"\n", b"@")
            )
        else:
            start = rng.randrange(len(spoilt))
            spoilt[at:at] = spoilt[start : start + rng.randrange(1, 60)]
        if not spoilt:
            return b""
    return bytes(spoilt)


def still_twins(game: AmericanGame) -> None:
    """Check that whatever was read is written and read back as the same."""
    assert parse_text(format_text_game(game)) == [game]
    assert parse_json(format_json_game(game)) == [game]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["sample_hand.amn", "sample_hand.jsonl", "irregular.amn"])
def test_spoilt_bytes_are_read_or_told(name: str, seed: int) -> None:
    whole = (DATA / name).read_bytes()
    lines = whole.split(b"\n")
    rng = random.Random(seed)
    read = read_json_batch if name.endswith("jsonl") else read_text_batch
    games = 0
    for number in range(500):
        start = rng.randrange(12, max(13, len(lines) - 8))
        data = b"\n".join([*lines[:12], *lines[start : start + 8]]) if number % 8 else whole
        batch = read([(name, mutated(data, rng))])
        for game in batch.games:
            games += 1
            still_twins(game)
        for problem in batch.problems:
            assert problem.kind == "unreadable" and problem.message
    assert games > 10
