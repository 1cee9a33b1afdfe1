"""What matchers of American hands get wrong, one trap a test; dead hands and claims."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mjlog.american.card import (
    FAR,
    Card,
    Exposure,
    accepting,
    as_counts,
    distances,
    group_allowed,
    load_card,
    nearest,
    parse_card,
    parse_exposures,
    parse_hand,
    visible_counts,
)
from mjlog.american.tiles import FLOWER, JOKER, format_tiles, parse_tile
from mjlog.errors import TileError

SAMPLE = load_card("sample-original-1")


def card(*lines: str, header: str = "") -> Card:
    rows = [f"L{i} | {line}" for i, line in enumerate(lines, 1)]
    return parse_card("\n".join(["amc 1", *filter(None, [header]), "[S]", *rows]))


def won(tiles: str, exposed: str = "", of: Card = SAMPLE) -> list[str]:
    return [match.line.id for match in of.wins(tiles, exposed)]


def names(lines: object) -> list[str]:
    return [line.id for line in lines]  # type: ignore[attr-defined]


# --- traps of matching ------------------------------------------------------------------------
def test_naturals_of_a_pair_are_not_taken_for_a_pung() -> None:
    # the pair needs both 2B, the pung is two jokers and a natural
    of = card("22a 222a 333b FFFFFF | X 25")
    assert won("2222B J 333C FFFFFF", of=of) == ["L1"]
    assert won("2B JJJJ 333C FFFFFF", of=of) == []
    assert won("22B JJJ 333C FFFFFF", of=of) == ["L1"]


def test_two_pairs_are_no_kong() -> None:
    pairs, kong = card("XXa XXa 00 DDDDb XXXXc | X 30"), card("XXXXa 00 DDDDb XXXXc | X 30")
    assert won("555C J 00 GGGG 555D J", of=pairs) == []
    assert won("555C J 00 GGGG 555D J", of=kong) == ["L1"]
    assert won("00 GGGG 5555D", "5555C", of=pairs) == ["L1"]
    assert won("00 GGGG", "5555C; 5555D", of=pairs) == []
    assert won("00 GGGG", "5555C; 5555D", of=kong) == ["L1"]


def test_an_exposure_of_the_wrong_size_fits_nothing() -> None:
    assert won("FF 22B 444B 666B 8B", "888B") == []
    assert SAMPLE.distance("FF 22B 444B 666B 8B", "888B") > (0, 0)
    assert won("FF 22B 666B 8888B", "444B") == ["EV1"]
    assert won("FF 22B 666B 888B", "4444B") == []


def test_no_joker_in_winds_a_year_or_a_pair_of_flowers() -> None:
    of = card("NEWS {year}a FFFF NN | X 30", header="year 2024")
    assert won("NEWS 2024B FF JJ NN", of=of) == ["L1"]
    assert won("NEWJ 2024B FFFF NN", of=of) == []
    assert won("NEWS 202B J FFFF NN", of=of) == []
    assert won("NEWS 2024B FFFF NJ", of=of) == []
    assert won("F J 22B 444B 666B 8888B") == []


def test_the_dragon_goes_with_the_suit() -> None:
    of = card("XXXXa DDDDa XXXXb DDb | X 30 | X=3")
    assert won("3333C RRRR 3333D 00", of=of) == ["L1"]
    assert won("3333C GGGG 3333D 00", of=of) == []
    assert won("3333C JJJJ 3333D 00", of=of) == ["L1"]


def test_soap_is_a_zero_of_any_suit() -> None:
    assert [won(f"4444{s} 6666{s} 1{s} 0 FFFF") for s in "BCD"] == [["TN1"]] * 3


def test_a_flower_quint_needs_no_joker() -> None:
    assert won("FFFFF NNNN 77777D".replace("77777D", "7777D J")) == ["QU2"]
    assert won("FFFFFF 7777C 7777D") == ["SX1"]


def test_a_hand_of_two_lines_lists_the_dearer_first() -> None:
    assert won("FFFFF JJJJ 7777D J") == ["QU2", "SX1"]
    assert [match.value for match in SAMPLE.wins("FFFFF JJJJ 7777D J")] == [40, 35]


def test_a_kong_of_jokers_may_be_anything() -> None:
    waits = SAMPLE.waits("FFFFF JJJJ 7777D")
    assert format_tiles(waits) == "7C 7B E S W N F J"


def test_numbers_may_come_from_jokers_only() -> None:
    of = card("FFFF XXXXXa YYYYYb | X 45 | X=1..9 Y=1..9")
    assert won("FFFF 33333B JJJJJ".replace("33333B", "3333B J"), of=of) == ["L1"]
    assert won("FFFF JJJJJJJJ 33B", of=of) == ["L1"]


def test_equal_groups_are_interchangeable() -> None:
    of = card("XXXa! XXXa XXXXb~ FFFF | X 25 | X=3")
    three, four = parse_tile("3B"), parse_tile("3D")
    jokers = Exposure(three, (three, JOKER, JOKER))
    natural = Exposure(three, (three,) * 3)
    flowers = Exposure(four, (four, FLOWER, JOKER, four))
    assert names(accepting(of, [jokers, natural, flowers])) == ["L1"]
    assert names(accepting(of, [natural, jokers])) == ["L1"]
    assert names(accepting(of, [jokers, jokers])) == []
    assert names(accepting(of, [Exposure(three, (three, FLOWER, three))])) == []
    assert [m.line.id for m in of.wins("FFFF 3B 3333D JJ", [natural])] == ["L1"]
    assert [m.line.id for m in of.wins("FFFF 333D J JJJ", [natural])] == ["L1"]
    assert [m.line.id for m in of.wins("FFFF 33B J 333D J", [jokers])] == []


def test_flowers_stand_in_where_the_card_says_so() -> None:
    of = card("GGGG~ RRRR FFF NNN | X 25")
    assert won("GG FF RRRR FFF NNN", of=of) == ["L1"]
    assert won("GGGG RR FF FFF NNN", of=of) == []
    assert won("FFFF RRRR FFF NNN", of=of) == ["L1"]
    assert won("G FF J RRRR FFF NNN", of=of) == ["L1"]
    # one flower too many: another green dragon would only free a second one
    assert of.distance("GGG FFFF RRR NNN") == (1, 0)
    assert format_tiles(of.waits("GGG FFFF RRR NNN")) == "R J"


def test_a_suit_of_its_own_may_be_the_same_suit() -> None:
    of = card("XXX? XXX? FF NNNN 11a | X 25 | X=7")
    assert won("777B 777C FF NNNN 11D", of=of) == ["L1"]
    assert won("7777B JJ FF NNNN 11B", of=of) == ["L1"]


def test_a_mark_forbids_jokers_but_not_the_claim() -> None:
    of = card("XXXXa! NNNN FFFFFF | X 25 | X=2")
    assert won("222B J NNNN FFFFFF", of=of) == []
    assert won("NNNN FFFFFF", "2222B", of=of) == ["L1"]
    assert won("NNNN FFFFFF", "222B J", of=of) == []
    assert names(group_allowed(of, (), parse_tile("2B"), 4)) == ["L1"]
    assert names(group_allowed(of, (), parse_tile("2B"), 4, jokers=1)) == []


def test_an_exposure_whose_joker_was_redeemed() -> None:
    before, after = "888B J", "8888B"
    rest = "FF 22B 444B 666B"
    assert [match.jokerless for match in SAMPLE.wins(rest, before)] == [False]
    assert [match.jokerless for match in SAMPLE.wins(rest, after)] == [True]
    assert won(rest, "8B: JJJJ") == ["EV1"]


def test_ten_jokers_and_other_sets() -> None:
    of = card("NNNNN EEEEE SSSS | X 50", header="jokers 10")
    assert won("NN EE JJJJJJJJJJ", of=of) == ["L1"]
    assert int(of.table.supply[JOKER]) == 10
    few = card("FFFF NNNNN SSSSS | X 50", header="flowers 4\njokers 2")
    assert format_tiles(few.waits("FFFF NNNN SSSS J")) == "J"


def test_no_joker_stands_for_a_flower_where_the_table_forbids_it() -> None:
    strict = SAMPLE.strict_flowers
    assert strict is SAMPLE.strict_flowers
    assert strict.strict_flowers is strict
    assert won("FFFF JJ 3333B 3333C") == ["SX1"]
    assert won("FFFF JJ 3333B 3333C", of=strict) == []
    assert won("FFFFFF 333B J 3333C", of=strict) == ["SX1"]


def test_a_bonus_of_the_card_for_a_concealed_hand() -> None:
    of = replace(SAMPLE, concealed_bonus=10)
    assert [m.value for m in of.wins("FF 22B 444B 666B 8888B")] == [35]
    assert [m.value for m in of.wins("FF 22B 444B 666B", "8888B")] == [25]
    assert [m.value for m in of.wins("555B GGG 555C RRR 00")] == [35]  # concealed anyway


def test_a_hand_of_another_size_wins_nothing() -> None:
    assert won("FF 22B 444B 666B 888B") == []
    assert won("FF 22B 444B 666B 8888B N") == []


def test_singles_and_pairs_have_no_jokerless_bonus() -> None:
    (match,) = SAMPLE.wins("NN EE WW SS 11B 22B 33B")
    assert (match.line.id, match.jokerless, match.bonus) == ("SP1", True, False)
    (match,) = SAMPLE.wins("FF 22B 444B 666B 8888B")
    assert (match.jokerless, match.bonus) == (True, True)


# --- waits ------------------------------------------------------------------------------------
def test_waits_need_thirteen_tiles() -> None:
    with pytest.raises(TileError, match="a hand of 14 tiles, expected 13"):
        SAMPLE.waits("FF 22B 444B 666B 8888B")
    with pytest.raises(TileError, match="a hand of 1 tile, expected 13"):
        SAMPLE.waits("F")
    with pytest.raises(TileError, match="a hand of 12 tiles, 4 of them exposed, expected 13"):
        SAMPLE.waits("FF 22B 444B 6B", "8888B")


def test_a_fifth_copy_is_not_waited_for() -> None:
    waits = SAMPLE.waits("FFFFF NNNN 7777D")
    assert format_tiles(waits) == "J"  # the quint lacks a fifth 7D, which only a joker is


def test_waits_with_an_exposure() -> None:
    waits = SAMPLE.waits("FF 22B 444B 66B", "888B J")
    assert format_tiles(waits) == "6B J"
    assert [m.jokerless for matches in waits.values() for m in matches] == [False, False]


# --- nearest lines ----------------------------------------------------------------------------
def test_nearest_lines_say_what_is_missing() -> None:
    near = SAMPLE.nearest("FF 22B 44B 6B 88B J N 5C 9D")[0]
    assert (near.line.id, near.d, near.m, near.possible) == ("EV1", 4, 0, True)
    assert {format_tiles([k]): n for k, n in near.missing.items()} == {"4B": 1, "6B": 2, "8B": 2}
    assert near.natural == {}
    assert {format_tiles([k]): n for k, n in near.live.items()} == {
        "4B": 2, "6B": 3, "8B": 2, "J": 7,
    }  # fmt: skip
    assert near.outs == 14


def test_seen_tiles_are_not_live() -> None:
    hand = "FF 2B 444B 666B 8888B"
    near = SAMPLE.nearest(hand, seen="22B")[0]
    assert (near.possible, near.live) == (True, {parse_tile("2B"): 1})
    (near,) = [n for n in SAMPLE.nearest(hand, seen="222B", limit=18) if n.line.id == "EV1"]
    assert (near.possible, near.d > 1) == (True, True)  # in another suit
    d, _ = distances(SAMPLE, hand, seen="222B")
    assert (d[SAMPLE.table.line == 0] == FAR).sum() == 1


def test_a_line_in_another_suit_is_taken_when_the_nearest_is_gone() -> None:
    hand = "FF 2B 44B 66B 88B 2C 4C 6C 8C"
    assert SAMPLE.nearest(hand)[0].hand.text == "22B 444B 666B 8888B FF"
    seen = "222B"
    (near,) = [n for n in SAMPLE.nearest(hand, seen=seen, limit=18) if n.line.id == "EV1"]
    assert (near.possible, near.hand.text) == (True, "22C 444C 666C 8888C FF")


def test_nearest_accepts_no_line_behind_wrong_exposures() -> None:
    assert nearest(SAMPLE, "FF", "222B; 4444C") == []
    assert SAMPLE.distance("FF", "222B; 4444C") == (FAR, FAR)


def test_concealed_lines_are_out_of_reach_once_something_is_exposed() -> None:
    d, _ = distances(SAMPLE, "NN EE WW SS 1B", "555B")
    assert (d[SAMPLE.table.concealed] == FAR).all()


def test_counts_are_taken_as_they_are() -> None:
    counts = as_counts("FF 22B J")
    assert counts.shape == (39,)
    assert counts[FLOWER] == 2
    assert np.array_equal(distances(SAMPLE, counts)[0], distances(SAMPLE, "FF 22B J")[0])


# --- dead hands and claims --------------------------------------------------------------------
def test_a_pung_that_only_concealed_lines_have() -> None:
    test = SAMPLE.dead_test("RRR", "RRR")
    assert (test.dead, test.ground, names(test.fitting)) == (True, "b", ["LK2"])
    assert "concealed" in test.text


def test_exposures_of_mixed_tiles_fit_nothing() -> None:
    north = parse_tile("N")
    news = Exposure(north, tuple(parse_hand("NEWS")))
    assert SAMPLE.dead_test([news], []).ground == "a"


def test_six_flowers_printed_as_one_block() -> None:
    assert names(group_allowed(SAMPLE, (), FLOWER, 6)) == ["SX1"]
    assert names(group_allowed(SAMPLE, (), FLOWER, 3)) == []


def test_claims_are_judged_with_the_exposures_there_are() -> None:
    eight = parse_tile("8B")
    assert "EV1" in names(group_allowed(SAMPLE, "444B", eight, 4))
    assert names(group_allowed(SAMPLE, "444B; 666B", eight, 4)) == ["EV1"]
    assert names(group_allowed(SAMPLE, "444B; 666B", eight, 3)) == []
    assert names(group_allowed(SAMPLE, "444B; 666B", eight, 4, jokers=3)) == ["EV1"]


def test_the_table_shows_discards_and_exposures() -> None:
    counts = visible_counts(parse_hand("222B J ?"), parse_exposures("88B JJ"))
    assert counts[parse_tile("2B")] == 3
    assert counts[parse_tile("8B")] == 2
    assert counts[JOKER] == 3
    test = SAMPLE.dead_test("444B; 666B; 8888B", counts)
    assert (test.ground, test.tile) == ("c", parse_tile("2B"))


def test_own_concealed_tiles_are_no_evidence() -> None:
    # three 2B on the floor kill the pair; two of them do not, whatever the challenger holds
    exposed = "444B; 666B; 8888B"
    assert SAMPLE.dead_test(exposed, "22B 444B 666B 8888B").dead is False
    assert SAMPLE.dead_test(exposed, "222B 444B 666B 8888B").dead is True


# --- tiles as people type them ----------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("FF 22B", "F F 2B 2B"),
        ("ff 22b", "F F 2B 2B"),
        ("4Bx3, 8D×2 J*2", "4B 4B 4B 8D 8D J J"),
        ("NEWS RG0?", "N E W S R G 0 ?"),
        ("10C", "1C 0"),
        ("2024B", "2B 0 2B 4B"),
        ("1B2B3C", "1B 2B 3C"),
    ],
)
def test_hands_as_typed(text: str, tiles: str) -> None:
    assert format_tiles(parse_hand(text)) == tiles


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("FF 22", "'22' at character 4 of 'FF 22' is no tile.*a number needs a suit, as in 22B"),
        ("FF 22X", "'22X' at character 4"),
        ("22B Q", "'Q' at character 5"),
        ("x" * 500, "a hand of 500 characters"),
    ],
)
def test_what_is_no_hand(text: str, message: str) -> None:
    with pytest.raises(TileError, match=message):
        parse_hand(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8B", "1 tile in the exposure '8B', expected 3 to 6"),
        ("88B", "2 tiles in the exposure '88B', expected 3 to 6"),
        ("888B 9B", "'888B 9B' has different tiles"),
        ("JJJ", "no natural tile: write what it is"),
        ("J: JJJ", "must stand for a natural tile"),
    ],
)
def test_what_is_no_exposure(text: str, message: str) -> None:
    with pytest.raises(TileError, match=message):
        parse_exposures(text)


def test_five_copies_of_a_tile() -> None:
    with pytest.raises(TileError, match="5 copies of 2B, the set holds 4"):
        SAMPLE.wins("22222B FF")
    with pytest.raises(TileError, match="99 is no code"):
        SAMPLE.wins([99])


# --- how things look --------------------------------------------------------------------------
def test_reprs() -> None:
    assert repr(SAMPLE) == "Card('sample-original-1', 10 sections, 18 lines)"
    assert repr(SAMPLE.table) == "CardTable('sample-original-1', 408 concrete hands)"
    assert repr(SAMPLE.line("EV1")) == "Line(EV1 | 22a 444a 666a 8888a FF | X 25)"
    assert repr(SAMPLE.wins("FF 22B 444B 666B", "8888B")) == (
        "[Match(EV1 25 jokerless: 22B 444B 666B 8888B FF)]"
    )
    assert repr(SAMPLE.nearest("FF 2B 444B 666B 8888B", limit=1)) == (
        "[Near(EV1 25: 1 away, 1 natural; 22B 444B 666B 8888B FF; missing 2B×1)]"
    )
    assert repr(SAMPLE.dead_test("NNNN; SSS J", "NNNN SSS EEE")) == (
        "DeadTest(dead: too few East are left (WD1))"
    )
    assert repr(parse_exposures("88B JJ")) == "(Exposure(8B: 8B 8B J J),)"


def test_an_impossible_line_comes_last_and_says_so() -> None:
    (near,) = SAMPLE.nearest("FF 2B N", "444B; 666B; 8888B", seen="222B")
    assert (near.line.id, near.possible) == ("EV1", False)
    assert "impossible" in repr(near)
