"""The computed vectors of the sample card: wins, waits, tiles away, dead hands."""

from __future__ import annotations

from mjlog.american.card import load_card
from mjlog.american.card.hands import parse_exposures, parse_hand
from mjlog.american.tiles import FLOWER, format_tile

CARD = load_card("sample-original-1")


def won(tiles: str, exposed: str = "") -> str:
    """Lines that a hand wins with, dearest first, as ``EV1 25 jokerless; …``."""
    return "; ".join(
        f"{match.line.id} {match.value}{' jokerless' * match.jokerless}"
        for match in CARD.wins(tiles, exposed)
    )


def waits(tiles: str) -> dict[str, str]:
    return {
        format_tile(tile): " ".join(match.line.id for match in matches)
        for tile, matches in CARD.waits(tiles).items()
    }


def away(tiles: str, exposed: str = "") -> tuple[str, int, int]:
    """Line, tiles away, and naturals among them of the best line."""
    near = CARD.nearest(tiles, exposed)[0]
    assert (near.d, near.m) == CARD.distance(tiles, exposed)
    return near.line.id, near.d, near.m


def verdict(exposed: str, visible: str) -> tuple[str | None, str]:
    """Ground and surviving lines (alive), concealed lines (b) or the tile that is gone (c).

    ``visible`` is added to the naturals of the exposures.
    """
    shown = [tile for group in parse_exposures(exposed) for tile in group.tiles if tile <= FLOWER]
    test = CARD.dead_test(exposed, [*shown, *parse_hand(visible)])
    assert test.dead == (test.ground is not None)
    if test.ground == "c":
        assert test.tile is not None
        return "c", format_tile(test.tile)
    lines = test.surviving if test.ground is None else test.fitting
    return test.ground, " ".join(line.id for line in lines)


def test_the_sample_card_has_408_concrete_hands() -> None:
    assert len(CARD.lines) == 18
    assert len(CARD.table) == 408
    assert CARD.sha256 == "9341e6a7061806136a30926c9392d81dc2374580e1ddfe421ff4d308aff7c7cf"


def test_W1_evens_line() -> None:
    assert won("FF 2B2B 4Bx3 6Bx3 8Bx4") == "EV1 25 jokerless"


def test_W2_jokers_in_a_pung_and_a_kong() -> None:
    assert won("FF 2B2B 4B J J 6Bx3 8Bx3 J") == "EV1 25"


def test_W3_no_joker_in_a_pair() -> None:
    assert won("FF 2B J 4Bx3 6Bx3 8Bx4") == ""


def test_W4_no_joker_in_a_pair_of_flowers() -> None:
    assert won("F J 2B2B 4Bx3 6Bx3 8Bx4") == ""


def test_W5_exposed_kong() -> None:
    assert won("FF 2B2B 4Bx3 6Bx3", "8B 8B 8B 8B") == "EV1 25 jokerless"


def test_W6_exposed_pung_is_no_kong() -> None:
    assert won("FF 2B2B 4Bx3 6Bx3 8B", "8B 8B 8B") == ""


def test_W7_winds_and_the_dragon_of_the_suit() -> None:
    assert won("N E W S 3Cx4 4Cx4 RR") == "WD2 30 jokerless"


def test_W8_no_joker_in_news() -> None:
    assert won("N E W J 3Cx4 4Cx4 RR") == ""


def test_W9_dragon_of_another_suit() -> None:
    assert won("N E W S 3Cx4 4Cx4 GG") == ""


def test_W10_soap_is_zero() -> None:
    assert won("4Bx4 6Bx4 1B 0 Fx4") == "TN1 25 jokerless"


def test_W11_zero_has_no_suit() -> None:
    assert won("4Cx4 6Cx4 1C 0 Fx4") == "TN1 25 jokerless"


def test_W12_quint_of_natural_flowers() -> None:
    assert won("Fx5 Nx4 7Dx3 J J") == "QU2 40"


def test_W13_all_joker_kong_fits_two_lines() -> None:
    assert won("Fx5 Jx4 7Dx4 J") == "QU2 40; SX1 35"


def test_W14_concealed_line_with_an_exposure() -> None:
    assert won("5Bx3 Gx3 Rx3 00", "5C 5C 5C") == ""


def test_W15_concealed_line() -> None:
    assert won("5Bx3 Gx3 5Cx3 Rx3 00") == "LK2 35 jokerless"


def test_W16_two_pairs_are_no_kong() -> None:
    assert won("00 Gx4", "5C 5C 5C 5C; 5D 5D 5D 5D") == ""


def test_W17_two_equal_pairs() -> None:
    assert won("5Cx4 00 Gx4 5Dx4") == "DK1 30 jokerless"


def test_W18_no_joker_in_two_equal_pairs() -> None:
    assert won("5Cx3 J 00 Gx4 5Dx3 J") == ""


def test_W19_no_joker_in_2468() -> None:
    assert won("Fx4 2B J 6B 8B 2Cx3 2Dx3") == ""


def test_W20_unlike_numbers() -> None:
    assert won("FF 5Bx4 5Cx4 6Dx4") == ""


def test_W21_three_jokers() -> None:
    assert won("FF 5Bx4 5Cx3 J 5Dx2 J J") == "LK1 25"


def test_W22_sextet_of_flowers_with_jokers() -> None:
    assert won("Fx4 J J 3Bx4 3Cx4") == "SX1 35"


def test_W23_jokers_in_the_last_pung() -> None:
    assert won("FFFF 2B 4B 6B 8B 2Cx3 2D J J") == "EV3 30"


def test_W24_joker_in_the_first_kong() -> None:
    assert won("3B3B 4B4B 4Dx3 J 3Dx4 FF") == "RN3 25"


def test_W25_pair_listed_after_the_kong() -> None:
    assert won("J J 3D3D 4D4D 3Bx4 4B4B FF") == "RN3 25"


def test_T1_pung_wants_its_tile_or_a_joker() -> None:
    assert waits("FF 2B2B 4Bx3 6Bx2 8Bx4") == {"6B": "EV1", "J": "EV1"}


def test_T2_pair_wants_no_joker() -> None:
    assert waits("FF 2B 4Bx3 6Bx3 8Bx4") == {"2B": "EV1"}


def test_T3_joker_moves_between_groups() -> None:
    assert waits("FF 2B2B 4B4B 6Bx3 J 8Bx3") == {"4B": "EV1", "8B": "EV1", "J": "EV1"}


def test_T4_all_joker_group_waits_for_many() -> None:
    assert waits("Fx5 Jx4 7Dx4") == {
        "E": "QU2",
        "S": "QU2",
        "W": "QU2",
        "N": "QU2",
        "7B": "SX1",
        "7C": "SX1",
        "F": "SX1",
        "J": "QU2 SX1",
    }


def test_T5_news_wants_one_wind() -> None:
    assert waits("N E W 3Cx4 4Cx4 RR") == {"S": "WD2"}


def test_D1_four_away() -> None:
    assert away("FF 2B2B 4B4B 6B 8B8B J N 5C 9D") == ("EV1", 4, 0)


def test_D2_four_jokers() -> None:
    assert away("Jx4 FF 3B3B 4B 5B N E R") == ("QU1", 4, 1)


def test_D3_fourteen_tiles_with_an_exposure() -> None:
    assert away("4Bx3 J FF 6B 8D8D 2B", "8B 8B 8B 8B") == ("EV1", 2, 1)


def test_D4_joker_is_useless() -> None:
    assert away("NN E W SS 0 1B1B 2B 3B3B J") == ("SP1", 3, 3)


def test_D5_set_for_a_pair() -> None:
    assert away("FF 2B 4Bx3 6Bx3 8Bx4") == ("EV1", 1, 1)


def test_D6_set_for_a_flower() -> None:
    assert away("F 2B2B 4Bx3 6Bx3 8Bx3 J") == ("EV1", 1, 1)


def test_X1_one_kong() -> None:
    assert verdict("8B 8B 8B 8B", "") == (None, "EV1 LK1 RN1 RN2 RN3 WD2 SX1 DK1")


def test_X2_one_line_survives() -> None:
    assert verdict("3B 3B J; 7B 7B 7B", "") == (None, "OD1")


def test_X3_concealed_line_shown() -> None:
    assert verdict("5B 5B 5B; G G G", "") == ("b", "LK2")


def test_X4_fits_no_line() -> None:
    assert verdict("2B 2B 2B; 4C 4C 4C 4C", "") == ("a", "")


def test_X5_pair_is_gone() -> None:
    assert verdict("4B 4B 4B; 6B 6B 6B; 8B 8B 8B 8B", "2Bx3") == ("c", "2B")


def test_X6_pair_is_still_there() -> None:
    assert verdict("4B 4B 4B; 6B 6B 6B; 8B 8B 8B 8B", "2Bx2") == (None, "EV1")


def test_X7_flowers_are_gone() -> None:
    assert verdict("4B 4B 4B; 6B 6B 6B; 8B 8B 8B 8B", "Fx7") == ("c", "F")


def test_X8_natural_string_must_be_bams() -> None:
    assert verdict("F F F F; 2C 2C 2C; 2D 2D 2D", "6Bx4") == ("c", "6B")


def test_X9_two_kongs() -> None:
    assert verdict("5D 5D 5D 5D; 5C 5C 5C 5C", "") == (None, "LK1 SX1")


def test_X10_pair_of_winds_is_gone() -> None:
    assert verdict("N N N N; S S S J", "Ex3") == ("c", "E")
