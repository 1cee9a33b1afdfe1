"""The language of card files: every construct, errors at line and column, twins, bounds."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.american.card import (
    Card,
    CardError,
    Fault,
    card_from_json,
    card_to_json,
    check_card,
    expand,
    format_card,
    language,
    load_card,
    packaged_cards,
    parse_card,
)
from mjlog.american.card.language import read_card
from mjlog.american.tiles import COPIES
from mjlog.errors import UnknownNameError

EVERYTHING = """\
amc 1
name everything
year 1907
flowers 6
jokers 10
lowest 20
concealed_bonus 10
# above the first section
[Plain]
P1 | FF 00 RR GG NN EE WW | X 25
# above a line
P2 | NEWS 2468a 10b FFFF | X 30  # a note, with # in it
[Numbers; nobonus]
N1 | XXXa + XXX+1b = XXXX+2c x YYYYa | C 40 | X=1..7 Y=1,3,5 Y!=X
N2 | VVVV DDDDa DDb XXXX? | X 25 | V=N,S X=9
N3 | {year}a XYYXb ZZZc DDDc! | X 25 | Y!=X Z!=X,Y
# above a section
[No jokers; nobonus nojoker]
J1 | 222a 333a 444a 555b 66c || 222a 333b 444c 555a 66a | C 60
J2 | XXXXa XXXXb XXXXc FF | X 65 | X=5
[Flowers]
F1 | XXXXa~ XXXX+1a~ XXX? 1b 2b 3b | X 25 | X=2,8
# the end
"""


def one(groups: str, tail: str = "X 25", header: str = "") -> Card:
    """A card of one line."""
    return parse_card(f"amc 1\n{header}[S]\nL | {groups} | {tail}\n")


def hands(groups: str, tail: str = "X 25", header: str = "") -> list[str]:
    """The concrete hands of one line as text."""
    table = one(groups, tail, header).table
    return [table.hand(row).text for row in range(len(table))]


def faults(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(CardError) as caught:
        parse_card(text)
    return [(fault.line, fault.column, fault.message) for fault in caught.value.faults]


def fault(groups: str, tail: str = "X 25", header: str = "") -> tuple[int, str]:
    """Column, counted from the first group, and message of the only fault of a line."""
    with pytest.raises(CardError) as caught:
        one(groups, tail, header)
    (found,) = caught.value.faults
    assert found.line == 3 + header.count("\n")
    return found.column - len("L | "), found.message


# --- what can be written ----------------------------------------------------------------------
def test_every_construct_is_read() -> None:
    card = parse_card(EVERYTHING)
    assert (card.name, card.year, card.flowers, card.jokers) == ("everything", 1907, 6, 10)
    assert (card.lowest, card.concealed_bonus) == (20, 10)
    assert [section.name for section in card.sections] == [
        "Plain", "Numbers", "No jokers", "Flowers",
    ]  # fmt: skip
    assert [line.id for line in card.lines] == ["P1", "P2", "N1", "N2", "N3", "J1", "J2", "F1"]
    assert [line.no_bonus for line in card.lines] == [False] * 2 + [True] * 5 + [False]
    assert [line.no_joker for line in card.lines] == [False] * 5 + [True] * 2 + [False]
    assert [line.concealed for line in card.lines] == [False] * 2 + [True, False, False, True] + [
        False
    ] * 2
    assert card.line("P2").note == "a note, with # in it"
    assert card.line("n1").value == 40
    assert len(card.line("J1").alternatives) == 2


def test_the_writer_gives_the_same_text() -> None:
    assert format_card(parse_card(EVERYTHING)) == EVERYTHING


@pytest.mark.parametrize("name", packaged_cards())
def test_packaged_cards_are_written_as_they_are(name: str) -> None:
    card = load_card(name)
    text = format_card(card)
    assert hashlib.sha256(text.encode()).hexdigest() == card.sha256
    assert parse_card(text) == card


@pytest.mark.parametrize(
    "text", [EVERYTHING, *(format_card(load_card(n)) for n in packaged_cards())]
)
def test_the_json_twin_goes_both_ways(text: str) -> None:
    card = parse_card(text)
    again = card_from_json(json.loads(json.dumps(card_to_json(card))))
    assert again == card
    assert again.sha256 == card.sha256
    assert card_to_json(again) == card_to_json(card)


def test_a_json_file_is_read_like_a_card_file(tmp_path: Path) -> None:
    path = tmp_path / "card.json"
    path.write_text(json.dumps(card_to_json(parse_card(EVERYTHING))), encoding="utf-8")
    assert load_card(path) == parse_card(EVERYTHING)


def test_a_json_card_may_leave_out_what_is_usual() -> None:
    line = {"id": "A", "alternatives": [[{"tiles": "FFFF"}, {"tiles": "XXXXX", "suit": "a"},
            {"tiles": "XXXXX", "suit": "b"}]], "concealed": False, "value": 25}  # fmt: skip
    card = card_from_json({"amc": 1, "sections": [{"name": "S", "lines": [line]}]})
    assert card == parse_card("amc 1\n[S]\nA | FFFF XXXXXa XXXXXb | X 25\n")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sections": None}, "no JSON card"),
        ({"amc": 2}, "version '2' is not read"),
        ({"name": "two\nlines"}, "unknown header key 'lines'"),
        ({"name": "a # b"}, "cannot write"),
        ({"unknown": 1}, "cannot write"),
        ({"jokers": "many"}, "expected a number from 0 to 40"),
    ],
)
def test_a_json_card_is_checked(change: dict[str, object], message: str) -> None:
    document = {**card_to_json(load_card("sample-original-1")), **change}
    with pytest.raises(CardError, match=message):
        card_from_json(document)


def test_the_hash_is_that_of_the_bytes() -> None:
    data = EVERYTHING.replace("\n", "\r\n").encode("utf-8-sig")
    card = read_card(data)
    assert card.sha256 == hashlib.sha256(data).hexdigest()
    assert card == parse_card(EVERYTHING)


def test_the_lowest_value_is_that_of_the_lines_unless_given() -> None:
    text = "amc 1\n[S]\nA | FFFF XXXXXa XXXXXb | X 35\nB | FFFF XXXXXa XXXXXc | C 30\n"
    assert parse_card(text).lowest == 30
    assert parse_card(text.replace("amc 1\n", "amc 1\nlowest 25\n")).lowest == 25


# --- concrete hands ---------------------------------------------------------------------------
def test_suits_that_differ_are_put_in_every_way() -> None:
    assert hands("11a 2222b 3333c 4444a") == [
        "11C 2222D 3333B 4444C", "11C 2222B 3333D 4444C", "11D 2222C 3333B 4444D",
        "11D 2222B 3333C 4444D", "11B 2222C 3333D 4444B", "11B 2222D 3333C 4444B",
    ]  # fmt: skip


def test_hands_that_are_equal_in_play_are_kept_once() -> None:
    assert hands("FF 5555a 5555b 5555c") == ["FF 5555C 5555D 5555B"]
    assert len(hands("XXXXa YYYYa FFFFFF", "X 25 | X=1,2 Y=1,2")) == 3 * 3


def test_dragons_go_with_their_suit() -> None:
    assert hands("DDDDa XXXXa XXXXb DDb", "X 25 | X=1")[:2] == [
        "RRRR 1111C 1111D 00", "RRRR 1111C 1111B GG",
    ]  # fmt: skip


def test_zero_is_soap_of_no_suit() -> None:
    assert hands("10a 2000b FFFF GGGG")[0] == "1C0 2D000 FFFF GGGG"
    assert one("10a 2000b FFFF GGGG").wins("1B 2C 0000 FFFF GGGG")


def test_a_question_mark_is_a_suit_of_its_own() -> None:
    table = one("1? 2? 333a FFFF GGGGG").table
    assert len(table) == 27


def test_the_year_is_natural() -> None:
    (first, *_) = hands("{year}a FFFFF RRRRR", header="year 2022\n")
    assert first == "2C022C FFFFF RRRRR"
    card = one("{year}a FFFFF RRRRR", header="year 1111\n")
    assert card.wins("1111C FFFFF RRRR J")
    assert not card.wins("111C J FFFFF RRRR J")


def test_a_variable_without_a_domain_takes_what_fits() -> None:
    assert len(hands("XXXX+5a XXXXa FFFFFF")) == 4 * 3


def test_variables_that_differ() -> None:
    assert len(hands("XXXXa YYYYa FFFFFF", "X 25 | Y!=X")) == 36 * 3
    assert len(hands("XXXXa YYYYa FFFFFF", "X 25 | X=1,2 Y=2,3")) == 3 * 3 + 3
    assert len(hands("Xa Ya Za FFFFF NNNNNN", "X 25 | X=1,2,3 Y=1..3 Z=1..3 Y!=X Z!=X,Y")) == 3


def test_hands_that_the_set_cannot_make_are_left_out() -> None:
    # X = Y would need eight natural tiles
    assert len(hands("XXXXa! YYYYa! FFFFFF", "X 25 | X=1,2 Y=1,2")) == 3
    # a pair and a kong of one tile, and a pair: six, two of them jokers
    assert len(hands("XXa YYYYa YYa FFFFFF", "X 25 | X=1,2 Y=1")) == 6
    # two fifth copies, and one joker for them
    assert fault("NNNNN EEEEE FFFF", header="jokers 1\n") == (
        1 - len("L | "), "L has no hand: all need more copies of a tile than the set holds",
    )  # fmt: skip


def test_a_line_without_any_hand_is_a_fault() -> None:
    assert faults("amc 1\n[S]\nA | 11a 11a 11a FFFFFFFF | X 25\n") == [
        (3, 1, "A has no hand: all need more copies of a tile than the set holds")
    ]


def test_the_number_of_jokers_and_flowers_counts() -> None:
    assert hands("FFFFFF! 1111a 2222a", header="flowers 6\n")
    with pytest.raises(CardError, match="has no hand"):
        one("FFFFFF! 1111a 2222a", header="flowers 4\n")
    with pytest.raises(CardError, match="has no hand"):
        one("NNNNN 11111a 2222a", header="jokers 1\n")


# --- faults at line and column ----------------------------------------------------------------
@pytest.mark.parametrize(
    ("groups", "column", "message"),
    [
        ("22B 444a 6666a FFFFF", 1, "'22B' names a suit: expected a, b, c or ?, as in '22a'"),
        ("22a 444 6666a FFFFF", 5, "expected a suit behind '444': a, b, c or ?"),
        ("22a FFa 6666a FFFFFF", 7, "expected no suit: flowers have no suit"),
        ("22a 00b 6666a FFFFFF", 7, "expected no suit: soap has no suit"),
        ("22a NNb 6666a FFFFFF", 7, "expected no suit: winds have no suit"),
        ("22a RRb 6666a FFFFFF", 7, "expected no suit: red and green dragons have their suit"),
        ("22a DD 6666a FFFFFF", 5, "expected a suit behind 'DD'"),
        ("22d 44a 6666a FFFFFF", 3, "'d' is no suit: expected a, b, c or ?"),
        ("RG0 22a 333a FFFFFF", 1, "'RG0' mixes kinds of tiles: expected separate groups, as in"),
        ("FFJ 22a 333a FFFFFF", 1, "'J' in 'FFJ' is no tile; jokers are never printed"),
        ("ff 22a 4444a 6666a FF", 1, "'ff' is no group; did you mean 'FF'?"),
        ("xxa 22a 4444a 6666a FF", 1, "'xxa' is no group; did you mean 'XXa'?"),
        ("22a+44a 6666a FFFF", 4, "'22a+44a' is no group: put spaces around '+', or write X+1"),
        ("22a 44a=66a FFFF FFFF", 8, "'44a=66a' is no group: put spaces around '='"),
        ("XY+1a 444a 6666a FFFFF", 4, "expected a number added to one variable only"),
        ("22+1a 444a 6666a FFFFF", 4, "expected a number added to one variable only"),
        ("XX+9a 444a 6666a FFFFF", 4, "X+9 is over 9: expected +1 to +8"),
        ("22a 444a 6666a FFFF", 1, "the groups have 13 tiles, expected 14"),
        ("222222222222222a", 1, "a group of 15 tiles is longer than a hand"),
        ("{year}a 4444a FFFFFF", 1, "{year} stands for the header's year: expected a line"),
        ("{yaer}a 4444a FFFFFF", 1, "'{yaer}a' is no group; did you mean '{year}' and a suit?"),
        ("22a~ 4444a 6666a FFFF", 4, "flowers stand in groups of 3 or more equal tiles"),
        ("22a 4444a 6666a FFFF~", 21, "flowers stand in groups of 3 or more equal tiles that"),
        ("22a 444a! 6666a§ FFFFF", 16, "found '§' in '6666a§': expected F, 0, R, G, winds"),
    ],
)  # fmt: skip
def test_faults_of_groups(groups: str, column: int, message: str) -> None:
    at, text = fault(groups)
    assert (at, text[: len(message)]) == (column, message)


@pytest.mark.parametrize(
    ("tail", "offset", "message"),
    [
        ("Y 25", 0, "expected X or C and the value, as in 'X 25', found 'Y 25'"),
        ("X", 0, "expected X or C and the value, as in 'X 25', found 'X'"),
        ("X 2.5", 0, "expected X or C and the value"),
        ("X 999999", 0, "expected X or C and the value"),
        ("X 25 | X=0", 9, "expected 1 to 9 as in X=1..9 or X=1,3,5, found '0'"),
        ("X 25 | X=5..3", 9, "expected 1 to 9 as in X=1..9"),
        ("X 25 | X=1,1", 9, "'1,1' holds a value twice"),
        ("X 25 | X=1 X=2", 11, "X is given twice"),
        ("X 25 | Q=1", 7, "'Q' is no variable: expected X, Y, Z or V"),
        ("X 25 | X=1 Y=2", 7, "Y stands in no group of the line"),
        ("X 25 | Y!=X", 7, "Y stands in no group of the line"),
        ("X 25 | X!=X", 7, "expected two of X, Y, Z as in 'Y!=X', found 'X!=X'"),
        ("X 25 | X<5", 7, "expected 'X=1..9', 'X=1,3,5', 'Y!=X' or 'V=N,E', found 'X<5'"),
        ("X 25 | X=1..9", 7, "X+1 is 10 for X=9: expected at most X=8"),
        ("X 25 | X=1 | 3", 11, "expected the end of the line, found '|'"),
    ],
)
def test_faults_behind_the_groups(tail: str, offset: int, message: str) -> None:
    groups = "XXa XXXX+1a FFFF NNNN"
    column, text = fault(groups, tail)
    assert (column - len(groups) - len(" | ") - 1, text[: len(message)]) == (offset, message)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), "the file is empty: expected 'amc 1' first"),
        ("amc 2\n", (1, 5), "version '2' is not read: expected 'amc 1'"),
        ("name x\n", (1, 1), "expected 'amc 1', found 'name x'"),
        ("amc 1\nnam x\n", (2, 1), "unknown header key 'nam'; did you mean name?"),
        ("amc 1\nflowers eight\n", (2, 9), "expected a number from 0 to 40, found 'eight'"),
        ("amc 1\nflowers 41\n", (2, 9), "expected a number from 0 to 40, found '41'"),
        ("amc 1\nyear 26\n", (2, 6), "expected a number from 1000 to 9999, found '26'"),
        ("amc 1\nname\n", (2, 5), "'name' has no value"),
        ("amc 1\nname x\nname y\n", (3, 1), "'name' stands twice"),
        ("amc 1\n[Evens\n", (2, 7), "expected ']' at the end of the section's name"),
        ("amc 1\n[]\n", (2, 2), "expected a section's name"),
        ("amc 1\n[A; nobous]\n", (2, 5), "unknown flag 'nobous'; did you mean nobonus?"),
        ("amc 1\n[A] x\n", (2, 4), "expected the end of the line, found 'x'"),
        ("amc 1\n[A]\n", (3, 1), "the card has no line"),
        ("amc 1\nname x\n", (3, 1), "the card has no line"),
        ("amc 1\n[A]\nEV1 22a\n", (3, 1), "'EV1 22a' is no line: expected 'ID | groups | X 25'"),
        ("amc 1\nA | FFFF NNNNN SSSSS | X 25\n", (2, 1), "a line stands before the first section"),
        ("amc 1\n[A]\nA | FFFF NNNNN SSSSS\n", (3, 21), "expected '| X 25' or '| C 25' behind"),
        ("amc 1\n[A]\n É | FFFF NNNNN SSSSS | X 5\n", (3, 2), "expected an id of letters"),
        ("amc 1\n[A]\n | FFFF NNNNN SSSSS | X 5\n", (3, 2), "expected an id of letters"),
    ],
)  # fmt: skip
def test_faults_of_the_file(text: str, place: tuple[int, int], message: str) -> None:
    found = faults(text)[0]
    assert (found[:2], found[2][: len(message)]) == (place, message)


def test_an_id_stands_once() -> None:
    text = "amc 1\n[A]\nL | FFFF NNNNN SSSSS | X 25\n\n L | FFFF EEEEE SSSSS | X 25\n"
    assert faults(text) == [(5, 2, "id 'L' stands on line 3 too")]


def test_all_faults_are_told_at_once() -> None:
    found = faults("amc 1\nnam x\n[A; q]\nL1 | 22a | Y 3\nL2 | FFFF NNNNN SSSSS | X 1\n")
    assert [fault[:2] for fault in found] == [(2, 1), (3, 5), (4, 6), (4, 12)]


def test_the_message_names_file_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "bad.amc"
    path.write_text("amc 1\n[A]\nL | 22 FFFF NNNN SSSS | X 25\n", encoding="utf-8")
    with pytest.raises(CardError) as caught:
        load_card(path)
    assert (
        str(caught.value) == f"{path}: line 3, column 5: expected a suit behind '22': a, b, c or ?"
    )
    assert check_card(path) == [Fault(3, 5, "expected a suit behind '22': a, b, c or ?")]


def test_unknown_names_list_near_ones() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'sample-original-1'"):
        load_card("sample-orignal")
    with pytest.raises(UnknownNameError, match="did you mean 'EV1'"):
        load_card("sample-original-1").line("EV11")


# --- bounds -----------------------------------------------------------------------------------
def test_a_large_file_is_refused() -> None:
    with pytest.raises(CardError, match="at most 1,000,000 are read"):
        read_card(b"#" * (language.MAX_BYTES + 1))
    with pytest.raises(CardError, match="over 1,000,000 characters"):
        parse_card("#" * (language.MAX_BYTES + 1))


def test_many_lines_are_refused() -> None:
    rows = ["amc 1", "[S]", *(f"L{i} | FFFF NNNNN SSSSS | X 25" for i in range(5000))]
    with pytest.raises(CardError, match="5,002 lines, at most 5,000"):
        parse_card("\n".join(rows))


def test_many_hands_are_refused() -> None:
    with pytest.raises(CardError, match="A brings the card over 600,000 choices"):
        parse_card("amc 1\n[S]\nA | X? X? X? X? X? X? X? X? Y? Y? Y? Y? Y? Y? | X 25\n")
    rows = [f"L{i} | X? X+1? X+2? X+3? X+4? X+5? FFFF NNNN | X 25" for i in range(100)]
    with pytest.raises(CardError, match="brings the card over 200,000 concrete hands"):
        parse_card("\n".join(["amc 1", "[S]", *rows]))
    assert expand.MAX_HANDS == 200_000


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(CardError, match="line 2, column 6: not UTF-8"):
        read_card(b"amc 1\nname \xff\n")


def test_faults_are_bounded() -> None:
    rows = ["amc 1", "[S]", *["x"] * 500]
    assert len(faults("\n".join(rows))) == language.MAX_FAULTS


@settings(max_examples=400, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(EVERYTHING)),
            st.integers(0, 3),
            st.text(st.sampled_from("\n|[];#+=x!~?{}abcXYZVDFRG0NEWS123 \tÉ\x00"), max_size=3),
        ),
        max_size=6,
    )
)
def test_any_damage_is_told_at_a_place_of_the_file(damage: list[tuple[int, int, str]]) -> None:
    text = EVERYTHING
    for place, cut, put in damage:
        text = text[:place] + put + text[place + cut :]
    try:
        card = parse_card(text)
    except CardError as error:
        rows = text.split("\n")
        for fault in error.faults:
            assert 1 <= fault.line <= len(rows)
            assert 1 <= fault.column <= len(rows[fault.line - 1]) + 1
    else:
        assert parse_card(format_card(card)) == card
        assert card_from_json(card_to_json(card)) == card


# --- packaged cards ---------------------------------------------------------------------------
def test_the_packaged_cards() -> None:
    assert packaged_cards() == ["mjlog-original-1", "sample-original-1"]


def test_the_sample_card_is_the_shared_file(shared: Path) -> None:
    path = shared / "cases" / "american" / "sample_card.amc"
    assert load_card(path).sha256 == load_card("sample-original-1").sha256


@pytest.mark.parametrize("name", packaged_cards())
def test_every_packaged_line_can_be_won(name: str) -> None:
    card = load_card(name)
    hands_of = {line.id: 0 for line in card.lines}
    for row in range(len(card.table)):
        hand = card.table.hand(row)
        jokers = 38
        tiles: list[int] = []
        for code in sorted(hand.tiles, key=lambda c: -hand.tiles.count(c)):
            full = tiles.count(code) >= COPIES[code]
            tiles.append(jokers if full else code)
        won = {match.line.id for match in card.wins(tiles)}
        assert hand.line.id in won, hand
        hands_of[hand.line.id] += 1
    assert min(hands_of.values()) >= 1


def test_the_original_card_is_rich() -> None:
    card = load_card("mjlog-original-1")
    assert len(card.sections) >= 8
    assert 45 <= len(card.lines) <= 60
    assert all(len(section.lines) >= 2 for section in card.sections)
    assert {line.value % 5 for line in card.lines} == {0}
    assert min(line.value for line in card.lines) == card.lowest == 25
    assert max(line.value for line in card.lines) <= 75
    texts = [line.text for line in card.lines]
    assert len(set(texts)) == len(texts)
    sample = {line.text for line in load_card("sample-original-1").lines}
    assert not sample & set(texts)


def test_singles_and_pairs_pay_no_bonus() -> None:
    for name in packaged_cards():
        for line in load_card(name).lines:
            claimable = any(g.claimable for a in line.alternatives for g in a.groups)
            assert line.no_bonus == (not claimable), line
