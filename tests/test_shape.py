"""Shanten, ukeire and waits."""

from __future__ import annotations

import gzip
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.engine import shape
from mjlog.engine.hands import (
    KINDS_3P,
    KINDS_4P,
    TILE_HI,
    TILE_LO,
    pack_codes,
    pack_counts,
    pack_many,
    unpack_counts,
    unpack_reds,
)
from mjlog.engine.jit import _COMPILED, compiled
from mjlog.engine.layout import MELDS_SHIFT
from mjlog.engine.tables import shape_tables
from mjlog.errors import TileError, UnknownNameError
from mjlog.hand import parse_hand, parse_meld, shanten, ukeire, waits
from mjlog.tiles import YAOCHUU, counts_of, format_tile, parse_tile, parse_tiles

TABLES = shape_tables()
DECK = np.repeat(np.arange(34), 4)
SANMA_DECK = np.array([k for k in DECK if KINDS_3P >> int(k) & 1])


def counts(text: str) -> list[int]:
    return [int(n) for n in counts_of(parse_tiles(text))]


def names(mask: int) -> list[str]:
    return [format_tile(k) for k in range(34) if mask >> k & 1]


def random_counts(rng: np.random.Generator, n: int, tiles: int, deck: Any = DECK) -> Any:
    """``n`` hands dealt from ``deck`` (rows of kinds)."""
    order = rng.random((n, len(deck))).argpartition(tiles, axis=1)[:, :tiles]
    out = np.zeros((n, 34), np.uint8)
    np.add.at(out, (np.arange(n)[:, None], deck[order]), 1)
    return out


def mixed_hands(n: int, seed: int) -> tuple[Any, Any]:
    """Hands of all sizes: whole deck, one or two suits, quad-heavy; (counts, melds)."""
    rng = np.random.default_rng(seed)
    decks = [
        DECK,
        DECK[:36],
        DECK[:72],
        DECK[108:],
        np.concatenate([DECK[:36], DECK[108:]]),
        DECK[8:40],
        np.repeat(np.array([0, 1, 2, 3, 8, 9, 26, 27, 28]), 4),
        DECK[np.isin(DECK, np.flatnonzero(YAOCHUU))],
    ]
    parts, melds = [], []
    sizes = [(14 - 3 * m - d, m) for m in range(5) for d in (0, 1)]
    share = n // (len(decks) * len(sizes)) + 1
    for deck in decks:
        for tiles, meld in sizes:
            parts.append(random_counts(rng, share, min(tiles, len(deck)), deck))
            melds.append(np.full(share, meld, np.uint8))
    rows = rng.permutation(sum(map(len, parts)))[:n]
    return np.concatenate(parts)[rows], np.concatenate(melds)[rows]


# --- words of the rule book -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("123m456p789s11222z", -1),
        ("123m456p789s1122z", 0),
        ("1133557799m1122z", -1),
        ("113355779m1122z", 0),
        ("1111m2222p3333s44z", 1),
        ("19m19p19s1234567z", 0),
        ("19m19p19s12345677z", -1),
        ("19m19p19s1234566z", 0),
        ("1112345678999m", 0),
        ("147m258p369s1234z", 6),
        ("111222333z4444z", 1),
        ("111222z3333z4444z", 1),
        ("36m12579p145s256z", 5),
        ("344569m5p12479s5z", 3),
        ("5566m233799p444z", 1),
        ("1z", 0),
        ("11z", -1),
        ("123m1p", 0),
    ],
)
def test_shanten_of_a_typed_hand(hand: str, expected: int) -> None:
    assert shanten(hand) == expected


def test_four_of_a_kind_is_one_pair_of_the_seven() -> None:
    assert shanten("1111m2233p4455s6z").chiitoitsu == 2
    assert shanten("1111222233334m").chiitoitsu == 6


def test_with_a_meld_only_the_regular_form_counts() -> None:
    open_hand = shanten("19m19p19s12345z", melds=["pon:777p"])
    assert open_hand == shanten("19m19p19s12345z") == 6
    assert (open_hand.standard, open_hand.chiitoitsu, open_hand.kokushi) == (6, None, None)


def test_shanten_is_a_number_that_names_its_forms() -> None:
    value = shanten("19m19p19s1234567z")
    assert value == 0 and value + 1 == 1 and f"{value}" == "0"
    assert (value.standard, value.chiitoitsu, value.kokushi) == (8, 6, 0)
    again = pickle.loads(pickle.dumps(value))
    assert repr(again) == repr(value) == "Shanten(0: standard=8, chiitoitsu=6, kokushi=0)"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("234678p3405577s", {"2s": 4, "5s": 1, "7s": 2}),
        ("234678p4055677s", {"5s": 1, "7s": 2}),
    ],
)
def test_a_red_five_counts_as_a_five(hand: str, expected: dict[str, int]) -> None:
    assert ukeire(hand).tiles == expected
    assert waits(hand) == tuple(expected)


def test_seen_tiles_leave_fewer_to_come() -> None:
    assert ukeire("123m456p78s11z", melds="pon:777z").tiles == {"6s": 4, "9s": 4}
    assert ukeire("123m456p78s11z", melds="pon:777z", seen="6666s9s").tiles == {"6s": 0, "9s": 3}
    assert ukeire("123m456p78s11z", melds="pon:777z", seen=["6s", "9s"]).total == 6


def test_a_wait_held_four_times_is_none_unless_the_rules_count_it() -> None:
    assert waits("123456789m1111s") == ()
    assert waits("123456789m1111s", fifth_tile="deny_own_hand") == ()
    assert waits("123456789m1111s", fifth_tile="allow") == ("1s",)
    assert waits("234567m99p1111s3s", fifth_tile="allow") == ("2s",)
    # A wait on 1s and 4s with every 1s in the hand: the 4s are left.
    assert waits("456m55p11112233s") == ("5p", "4s")
    assert waits("456m55p11112233s", fifth_tile="allow") == ("5p", "1s", "4s")
    assert waits("456m55p23s", melds=["pon:111s", "chi:123s"]) == ("4s",)


def test_a_pon_and_the_fourth_tile_is_a_wait_by_the_hand_alone() -> None:
    tanki = {"hand": "123m456p789m1s", "melds": ["pon:111s"]}
    assert waits(**tanki, fifth_tile="deny_own_hand") == ("1s",)  # type: ignore[arg-type]
    assert waits(**tanki, fifth_tile="deny_hand_and_melds") == ()  # type: ignore[arg-type]
    assert waits("123m456p789m1s", melds="pon:777z", seen="111s") == ("1s",)
    assert waits("123m456p789m1s", melds="pon:777z", seen="111s", fifth_tile="deny_visible") == ()


def test_discards_come_best_first() -> None:
    choices = ukeire("123m456p78s11z2z", melds="chi:234s").discards
    assert (choices[0].discard, choices[0].shanten) == ("2z", 0)
    assert choices[0].tiles == {"6s": 4, "9s": 4}
    assert [c.shanten for c in choices] == sorted(c.shanten for c in choices)
    assert {c.discard for c in choices} == {
        "1m",
        "2m",
        "3m",
        "4p",
        "5p",
        "6p",
        "7s",
        "8s",
        "1z",
        "2z",
    }
    lone_red = ukeire("0m159p159s1234567z").discards
    assert "0m" in {c.discard for c in lone_red}


def test_three_players_have_no_two_to_eight_of_characters() -> None:
    assert shanten("1111m111122233z") == 1
    assert shanten("1111m111122233z", players=3) == 2
    assert ukeire("1m11p456p789s111z2z", players=3).total > 0
    assert not {"2m", "3m"} & set(ukeire("1m11p456p789s111z2z", players=3).tiles)
    with pytest.raises(TileError, match="three-player mahjong has no 2m"):
        shanten("123m456p789s1122z", players=3)


@pytest.mark.parametrize(
    ("hand", "melds", "seen", "tile"),
    [
        ("22222448m123p678s", (), "", "2m"),
        ("44555555m123p67s", (), "", "5m"),
        ("123m456p789s4s", ("ankan:4444s",), "", "4s"),
        ("123m456p789s44z11p", (), "444z", "4z"),
        ("1230m5m055p1s", ("pon:550m",), "", "5m"),
        ("444s", ("ankan:4444s",), "4s", "4s"),
    ],
)
def test_a_fifth_copy_is_one_clear_error(
    hand: str, melds: tuple[str, ...], seen: str, tile: str
) -> None:
    with pytest.raises(TileError, match=f"more than four copies of {tile}: "):
        parse_hand(hand, melds=melds, seen=seen)


@pytest.mark.parametrize("hand", ["", "123m", "123m456p789s11122z3z", "123m456p789s1122z?"])
def test_a_hand_of_another_size_is_an_error(hand: str) -> None:
    with pytest.raises(TileError):
        shanten(hand)


def test_too_many_melds_or_a_hand_of_fourteen_without_waits() -> None:
    with pytest.raises(TileError, match="a meld counted as three"):
        shanten("123m456p789s1122z", melds=["pon:777z"])
    with pytest.raises(TileError, match="must be discarded first"):
        waits("123m456p789s11222z")
    with pytest.raises(UnknownNameError, match="deny_own_hand"):
        waits("123m456p789s1122z", fifth_tile="deny_own")


@pytest.mark.parametrize(
    "text",
    ["chi:124m", "chi:891m", "chi:123z", "chi:9m12p", "pon:77z", "ankan:111z", "777z", "pon:??z"],
)
def test_tiles_that_are_no_such_meld(text: str) -> None:
    with pytest.raises(TileError):
        parse_meld(text)
    with pytest.raises(UnknownNameError, match="ankan"):
        parse_meld("akan:1111z")


# --- packed hands ---------------------------------------------------------------------------------


def test_a_packed_hand_gives_back_its_tiles() -> None:
    codes = parse_tiles("1190m0p5p0s9s1777z")
    lo, hi = pack_codes(codes, melds=1, open_melds=1, kita=2)
    assert unpack_counts(lo, hi).tolist() == counts_of(codes).tolist()
    assert unpack_reds(hi) == (1, 1, 1)
    assert (lo, hi) == pack_counts(counts_of(codes), melds=1, open_melds=1, kita=2, reds=(1, 1, 1))


def test_packing_many_is_packing_each() -> None:
    hands, melds = mixed_hands(300, 5)
    lo, hi = pack_many(hands, melds)
    for i in range(len(hands)):
        assert (int(lo[i]), int(hi[i])) == pack_counts(hands[i], melds=int(melds[i]))
        assert (unpack_counts(int(lo[i]), int(hi[i])) == hands[i]).all()


def test_masks_of_held_kinds() -> None:
    lo, hi = pack_codes(parse_tiles("11112223m99p66667z"))
    assert names(shape.held_mask(lo, hi, 0, TABLES)) == ["1m", "2m", "3m", "9p", "6z", "7z"]
    assert names(shape.held_mask(lo, hi, 1, TABLES)) == ["1m", "2m", "9p", "6z"]
    assert names(shape.held_mask(lo, hi, 2, TABLES)) == ["1m", "2m", "6z"]
    assert names(shape.held_mask(lo, hi, 3, TABLES)) == ["1m", "6z"]
    assert shape.tiles_held(lo, hi, TABLES) == 15
    assert shape.popcount(KINDS_4P) == 34


def test_kinds_that_hand_and_melds_use_up() -> None:
    lo, hi = pack_codes(parse_tiles("113456m2z"))
    melds = np.zeros(4, np.int64)
    for tile in parse_tiles("123m123m222z"):
        shape.add_copy(melds, tile)
    assert names(shape.held_with_melds(lo, hi, melds, TABLES)) == ["1m", "2z"]
    assert shape.held_with_melds(lo, hi, np.zeros(4, np.int64), TABLES) == 0


# --- the tables -----------------------------------------------------------------------------------


def test_the_script_makes_the_same_bytes(root: Path, tmp_path: Path) -> None:
    made = tmp_path / "tables.npz"
    script = root / "scripts" / "make_shape_tables.py"
    subprocess.run([sys.executable, script, made], check=True, capture_output=True, timeout=120)
    assert made.read_bytes() == (root / "mjlog" / "engine" / "shape_tables.npz").read_bytes()


def test_a_typed_hand_does_not_wait_for_a_compiler() -> None:
    code = (
        "import sys; from mjlog.hand import shanten, ukeire; "
        "assert shanten('123m456p789s1122z') == 0; ukeire('123m456p789s11223z'); "
        "sys.exit(any(m in sys.modules for m in ('numba', 'pandas', 'pyarrow', 'matplotlib')))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_nonsense_stays_inside_the_tables() -> None:
    rng = np.random.default_rng(3)
    lo = rng.integers(-(2**62), 2**62, 3000)
    hi = rng.integers(-(2**40), 2**40, 3000)
    out = np.zeros(3000, np.int8)
    shape.shanten_many(lo, hi, KINDS_4P, TABLES, out)
    for i in range(300):
        shape.shape_of(int(lo[i]), int(hi[i]), 0, KINDS_3P, TABLES)
        shape.waits_of(int(lo[i]), int(hi[i]), 0, 1, KINDS_4P, TABLES)
        assert shape.tiles_held(int(lo[i]), int(hi[i]), TABLES) >= 0


# --- oracles --------------------------------------------------------------------------------------


@pytest.mark.shared
def test_ten_thousand_hands_with_known_shanten_of_each_form(shared: Path) -> None:
    with gzip.open(shared / "cases" / "scoring" / "shanten_10000.json.gz", "rt") as file:
        cases = json.load(file)
    assert len(cases) == 10000
    for case in cases:
        codes = [parse_tile(tile[1] + tile[0]) for tile in case["q"]]
        lo, hi = pack_codes(codes)
        standard, kokushi, chiitoi = case["x"]
        assert shape.shanten_forms(lo, hi, KINDS_4P, TABLES) == (standard, chiitoi, kokushi)


def test_a_hundred_thousand_hands_as_xiangting_counts_them() -> None:
    xiangting = pytest.importorskip("xiangting")
    hands, melds = mixed_hands(100_000, 1)
    ours = shape.shanten_counts(hands, melds, compiled=True)
    four = xiangting.PlayerCount.FOUR
    theirs = np.array(
        [xiangting.calculate_replacement_number(h, four) - 1 for h in hands.tolist()], np.int8
    )
    assert np.array_equal(ours, theirs)
    assert set(ours.tolist()) >= set(range(-1, 6))


def test_three_player_hands_as_xiangting_counts_them() -> None:
    xiangting = pytest.importorskip("xiangting")
    rng = np.random.default_rng(2)
    hands = np.concatenate(
        [random_counts(rng, 1000, n, SANMA_DECK) for n in (13, 14, 10, 11, 7, 8, 4, 5)]
    )
    melds = np.repeat(np.array([0, 0, 1, 1, 2, 2, 3, 3], np.uint8), 1000)
    three = xiangting.PlayerCount.THREE
    theirs = [xiangting.calculate_necessary_tiles(h, three) for h in hands.tolist()]
    ours = shape.shanten_counts(hands, melds, players=3)
    assert ours.tolist() == [number - 1 for number, _ in theirs]
    lo, hi = pack_many(hands, melds)
    for i in np.flatnonzero(hands.sum(axis=1) % 3 == 1).tolist():
        found = shape.shape_of(int(lo[i]), int(hi[i]), 0, KINDS_3P, TABLES)
        assert found == (theirs[i][0] - 1, theirs[i][1])


def test_hands_as_the_mahjong_package_counts_them() -> None:
    oracle = pytest.importorskip("mahjong.shanten").Shanten()
    hands, melds = mixed_hands(3000, 11)
    ours = shape.shanten_counts(hands, melds)
    for hand, number in zip(hands.tolist(), ours.tolist(), strict=True):
        assert oracle.calculate_shanten(hand) == number


def test_ukeire_as_xiangting_counts_it() -> None:
    xiangting = pytest.importorskip("xiangting")
    hands, melds = mixed_hands(8000, 4)
    lo, hi = pack_many(hands, melds)
    four = xiangting.PlayerCount.FOUR
    for i in np.flatnonzero(hands.sum(axis=1) % 3 == 1).tolist():
        number, mask = xiangting.calculate_necessary_tiles(hands[i].tolist(), four)
        found = shape.shape_of(int(lo[i]), int(hi[i]), 0, KINDS_4P, TABLES)
        assert found == (number - 1, mask), hands[i].tolist()


def is_complete(hand: list[int], sets: int) -> bool:
    """Four sets and a head by trying; knows no table and takes any number of copies."""
    if sets == 0:
        return sum(hand) == 2 and max(hand) == 2
    first = next((k for k in range(34) if hand[k]), None)
    if first is None:
        return False
    if hand[first] >= 3:
        hand[first] -= 3
        done = is_complete(hand, sets - 1)
        hand[first] += 3
        if done:
            return True
    if first < 27 and first % 9 < 7 and hand[first + 1] and hand[first + 2]:
        for k in range(first, first + 3):
            hand[k] -= 1
        done = is_complete(hand, sets - 1)
        for k in range(first, first + 3):
            hand[k] += 1
        if done:
            return True
    # The lowest tile may also be the head.
    if hand[first] >= 2 and sum(hand) == 3 * sets + 2:
        hand[first] -= 2
        done = sets_only(hand, sets)
        hand[first] += 2
        return done
    return False


def sets_only(hand: list[int], sets: int) -> bool:
    if sets == 0:
        return not any(hand)
    first = next(k for k in range(34) if hand[k])
    options = [[first] * 3]
    if first < 27 and first % 9 < 7:
        options.append([first, first + 1, first + 2])
    for option in options:
        rest = hand.copy()
        for k in option:
            rest[k] -= 1
        if min(rest) >= 0 and sets_only(rest, sets - 1):
            return True
    return False


def winning_kinds(hand: list[int], melds: int, copies: int = 4) -> set[int]:
    """Kinds that complete ``hand``, by trying; ``copies`` 5 lets a fifth one come."""
    found = set()
    for kind in range(34):
        if hand[kind] >= copies:
            continue
        hand[kind] += 1
        pairs = melds == 0 and sum(n == 2 for n in hand) == 7
        orphans = melds == 0 and all(
            (hand[k] > 0) if YAOCHUU[k] else hand[k] == 0 for k in range(34)
        )
        if pairs or orphans or is_complete(hand, 4 - melds):
            found.add(kind)
        hand[kind] -= 1
    return found


def tenpai_hands(n: int, seed: int) -> list[tuple[list[int], int]]:
    """Random complete hands of few suits with one tile taken out."""
    rng = np.random.default_rng(seed)
    sets = [[k, k, k] for k in range(34)] + [[k, k + 1, k + 2] for k in range(27) if k % 9 < 7]
    hands: list[tuple[list[int], int]] = []
    while len(hands) < n:
        melds = int(rng.integers(0, 5))
        pool = [s for s in sets if s[0] < (9, 18, 34)[len(hands) % 3]]
        tiles = [t for i in rng.integers(0, len(pool), 4 - melds) for t in pool[i]]
        tiles += [int(rng.integers(0, 34 if not tiles else max(tiles) + 1))] * 2
        tiles.pop(int(rng.integers(0, len(tiles))))
        hand = np.bincount(tiles, minlength=34)
        if hand.max() <= 4:
            hands.append((hand.tolist(), melds))
    return hands


def test_waits_are_what_completes_the_hand() -> None:
    fifth = 0
    for hand, melds in tenpai_hands(1500, 8):
        lo, hi = pack_counts(hand, melds=melds)
        expected = winning_kinds(hand, melds)
        mask = shape.waits_of(lo, hi, 0, 0, KINDS_4P, TABLES)
        assert mask == sum(1 << k for k in expected), hand
        everything = winning_kinds(hand, melds, copies=5)
        mask = shape.waits_of(lo, hi, 0, 1, KINDS_4P, TABLES)
        assert mask == sum(1 << k for k in everything), hand
        fifth += expected != everything
    assert fifth > 20  # the fifth-copy readings were really tried


def test_noten_hands_have_no_waits() -> None:
    hands, melds = mixed_hands(3000, 9)
    for hand, meld in zip(hands.tolist(), melds.tolist(), strict=True):
        if sum(hand) % 3 == 1:
            lo, hi = pack_counts(hand, melds=meld)
            mask = shape.waits_of(lo, hi, 0, 0, KINDS_4P, TABLES)
            assert mask == sum(1 << k for k in winning_kinds(hand, meld))


# --- one source, two ways to run ------------------------------------------------------------------


def test_compiled_and_uncompiled_agree() -> None:
    hands, melds = mixed_hands(1500, 21)
    lo, hi = pack_many(hands, melds)
    for players in (4, 3):
        subset = hands.copy()
        if players == 3:
            subset[:, 1:8] = 0
        plain = shape.shanten_counts(subset, melds, players=players, compiled=False)
        fast = shape.shanten_counts(subset, melds, players=players, compiled=True)
        assert np.array_equal(plain, fast)
    out = np.zeros(len(hands), np.int8)
    compiled(shape.shanten_many)(lo, hi, KINDS_4P, TABLES, out)
    assert np.array_equal(out, shape.shanten_counts(hands, melds))
    shape_fast, waits_fast = compiled(shape.shape_of), compiled(shape.waits_of)
    riichi_fast, choices_fast = compiled(shape.riichi_discards), compiled(shape.discard_choices)
    own = np.zeros(4, np.int64)
    for i in range(len(hands)):
        a, b = int(lo[i]), int(hi[i])
        if hands[i].sum() % 3 == 1:
            for kinds in (KINDS_4P, KINDS_3P):
                assert shape_fast(a, b, 7, kinds, TABLES) == shape.shape_of(a, b, 7, kinds, TABLES)
            assert waits_fast(a, b, 0, 1, KINDS_4P, TABLES) == shape.waits_of(
                a, b, 0, 1, KINDS_4P, TABLES
            )
        else:
            after = [(np.zeros(34, np.int8), np.zeros(34, np.int64)) for _ in range(2)]
            choices_fast(a, b, 0, KINDS_4P, TABLES, *after[0])
            shape.discard_choices(a, b, 0, KINDS_4P, TABLES, *after[1])
            for ours, theirs in zip(*after, strict=True):
                assert np.array_equal(ours, theirs)
            for rule in range(4):
                assert riichi_fast(a, b, own, rule, KINDS_4P, TABLES) == shape.riichi_discards(
                    a, b, own, rule, KINDS_4P, TABLES
                )
    signatures = [
        (f.__name__, s)
        for f, fast in _COMPILED.items()
        if f.__module__ == shape.__name__
        for s in fast.nopython_signatures
    ]
    assert signatures
    assert not [s for s in signatures if "float" in str(s)]


def test_a_batch_names_the_row_with_a_fifth_copy() -> None:
    hands = np.zeros((3, 34), np.uint8)
    hands[1, 17] = 5
    for way in (True, False):
        with pytest.raises(TileError, match="more than four copies of 9p: 5 in row 1"):
            shape.shanten_counts(hands, compiled=way)
    hands[1, 17] = 255
    with pytest.raises(TileError, match="more than four copies of 9p"):
        shape.shanten_counts(hands)
    hands[1, 17], hands[2, 3] = 0, 1
    with pytest.raises(TileError, match="4m in row 2"):
        shape.shanten_counts(hands, players=3)
    with pytest.raises(ValueError, match=r"expected \(N, 34\)"):
        shape.shanten_counts(np.zeros((2, 33), np.uint8))
    assert shape.shanten_counts(np.zeros((0, 34), np.uint8)).shape == (0,)


# --- properties -----------------------------------------------------------------------------------


@st.composite
def hands_of_13(draw: st.DrawFn) -> tuple[list[int], int]:
    melds = draw(st.integers(0, 4))
    lowest = draw(st.sampled_from([0, 0, 9, 18]))
    highest = draw(st.sampled_from([33, 33, 26, lowest + 8]))
    deck = [k for k in range(lowest, highest + 1) for _ in range(4)]
    drawn = draw(st.permutations(deck))[: 13 - 3 * melds]
    return [drawn.count(k) for k in range(34)], melds


@settings(max_examples=150, deadline=None)
@given(hands_of_13())
def test_a_tile_of_the_ukeire_lowers_shanten_by_one_and_no_other_does(
    case: tuple[list[int], int],
) -> None:
    hand, melds = case
    lo, hi = pack_counts(hand, melds=melds)
    number, mask = shape.shape_of(lo, hi, 0, KINDS_4P, TABLES)
    assert number == shape.shanten_of(lo, hi, KINDS_4P, TABLES)
    for kind in range(34):
        if hand[kind] == 4:
            assert not mask >> kind & 1
            continue
        after = shape.shanten_of(lo + int(TILE_LO[kind]), hi + int(TILE_HI[kind]), KINDS_4P, TABLES)
        assert after == number - (mask >> kind & 1)


@settings(max_examples=100, deadline=None)
@given(hands_of_13(), st.integers(0, 33))
def test_the_best_discard_keeps_the_shanten_of_fourteen_tiles(
    case: tuple[list[int], int], drawn: int
) -> None:
    hand, melds = case
    if hand[drawn] == 4:
        return
    hand[drawn] += 1
    lo, hi = pack_counts(hand, melds=melds)
    number = shape.shanten_of(lo, hi, KINDS_4P, TABLES)
    after, masks = np.zeros(34, np.int8), np.zeros(34, np.int64)
    held = shape.discard_choices(lo, hi, 0, KINDS_4P, TABLES, after, masks)
    assert held == sum(1 << k for k in range(34) if hand[k])
    assert min(after) == max(number, 0)
    tenpai = sum(1 << k for k in range(34) if after[k] == 0 and masks[k])
    own = np.zeros(4, np.int64)
    assert shape.riichi_discards(lo, hi, own, 2, KINDS_4P, TABLES) == tenpai
    gone = shape.discard_choices(lo, hi, KINDS_4P, KINDS_4P, TABLES, after, masks)
    assert gone == held and not masks.any()


@settings(max_examples=60, deadline=None)
@given(hands_of_13(), st.permutations([0, 1, 2]))
def test_swapping_the_suits_changes_nothing(case: tuple[list[int], int], order: list[int]) -> None:
    hand, melds = case
    swapped = [n for suit in order for n in hand[suit * 9 : suit * 9 + 9]] + hand[27:]
    values = [
        shape.shanten_of(*pack_counts(h, melds=melds), KINDS_4P, TABLES) for h in (hand, swapped)
    ]
    assert values[0] == values[1]


def test_a_meld_in_hand_or_called_is_the_same() -> None:
    lo, hi = pack_codes(parse_tiles("123m456p78s11z"), melds=1)
    closed_lo, closed_hi = pack_codes(parse_tiles("123m456p78s11777z"))
    assert shape.shape_of(lo, hi, 0, KINDS_4P, TABLES) == shape.shape_of(
        closed_lo, closed_hi, 0, KINDS_4P, TABLES
    )
    assert hi >> MELDS_SHIFT & 7 == 1


def test_riichi_is_possible_where_a_live_wait_is_left() -> None:
    own = np.zeros(4, np.int64)
    lo, hi = pack_codes(parse_tiles("123456789m1111s5z"))
    for rule, expected in ((0, ["1s", "5z"]), (1, ["1s"]), (2, ["1s"]), (3, ["1s"])):
        mask = shape.riichi_discards(lo, hi, own, rule, KINDS_4P, TABLES)
        assert names(mask) == expected
