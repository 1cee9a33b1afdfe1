"""The rows of American tables: the sample hand by hand count, and what goes wrong at tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from mjlog.analysis.american.rows import table_of
from mjlog.analysis.american.schema import AMERICAN_TABLES
from mjlog.analysis.american.tables import game_rows
from mjlog.analysis.people import People
from mjlog.analysis.schema import columns_of, schema_of
from mjlog.parsers.american import parse_json, parse_text

from mjlog.american.card import Card
from mjlog.american.tiles import parse_tiles
from mjlog.errors import UnknownNameError

from .hands import FIRST, SECOND, card, turns

DATA = Path(__file__).parent / "data"
HEAD = """#AMN 1
[Ruleset "nmjl-2024"]
[Card "sample-original-1"]
[Players "A=Ann B=Bea C=Cy D=Dot"]
[Level "{level}"]
hand 1 East A seats A=E B=S C=W D=N
"""
Rows = dict[str, list[dict[str, Any]]]


def rows_of(*lines: str, level: str = "public", given: Card | None = None) -> Rows:
    """Return the rows of a game of one hand, written as typed lines."""
    (game,) = parse_text(HEAD.format(level=level) + "\n".join(lines) + "\n")
    rows: Rows = game_rows(game, People(), card=given).rows
    for name, found in rows.items():
        table_of(f"american_{name}", found)  # every row fits its schema
    return rows


def of(rows: Sequence[dict[str, Any]], **values: Any) -> dict[str, Any]:
    """Return the one row with these values."""
    (found,) = [row for row in rows if all(row[name] == v for name, v in values.items())]
    return found


@pytest.fixture(scope="module")
def sample() -> Rows:
    (game,) = parse_json((DATA / "sample_hand.jsonl").read_bytes())
    rows: Rows = game_rows(game, People(), card=card()).rows
    return rows


# --- the sample hand ------------------------------------------------------------------------
def test_the_hand(sample: Rows) -> None:
    (hand,) = sample["hands"]
    assert (hand["result"], hand["winner"], hand["how"], hand["discarder"]) == (
        "win", "C", "discard", "B",
    )  # fmt: skip
    assert (hand["line"], hand["line_value"]) == ("EV2", 25)
    assert (hand["legs"], hand["second_charleston"], hand["stopped_by"]) == (6, True, None)
    assert hand["seats"] == ["A", "B", "C", "D"]
    # 65 on the floor, 8 claimed for exposures, 1 for mahjong; 99 = 65 + 34
    assert (hand["discards"], hand["wall_left"]) == (65 + 8 + 1, 34)
    assert (hand["exposures"], hand["exchanges"], hand["dead"]) == (8, 1, 0)
    assert hand["pay"] == hand["expected"] == [-50, -100, 200, -50]
    assert hand["transfers"] == [0, 0, 0, 0]
    assert hand["reason"] == (
        "A, D: 25 × jokerless 2 = 50; B: 25 × discarder 2 × jokerless 2 = 100"
    )
    assert hand["agrees"] is True


def test_the_persons(sample: Rows) -> None:
    seats = {row["person"]: row for row in sample["seats"]}
    assert {p: row["result"] for p, row in seats.items()} == {
        "A": "paid", "B": "threw", "C": "discard", "D": "paid",
    }  # fmt: skip
    assert [row["points"] for row in seats.values()] == [-50, -100, 200, -50]
    assert [row["wind"] for row in seats.values()] == ["E", "S", "W", "N"]
    assert seats["B"]["shown_to"] == 3  # 4D, 8D and 6C lay before C
    assert seats["A"]["shown_to"] is None
    assert [row["dealt_jokers"] for row in seats.values()] == [1, 0, 1, 0]
    assert [row["exposures"] for row in seats.values()] == [1, 2, 3, 2]
    # C's pung of 4D, B's of 4B, D's kong of G each had one joker
    assert [row["exposed_jokers"] for row in seats.values()] == [0, 1, 1, 1]
    assert [row["jokers_taken"] for row in seats.values()] == [0, 1, 0, 0]
    assert [row["jokers_given"] for row in seats.values()] == [0, 0, 1, 0]


def test_the_way_of_the_winner(sample: Rows) -> None:
    winner = of(sample["seats"], person="C")
    assert winner["turns"] == len(winner["away"]) == 17
    assert winner["commit_turn"] == 5  # four discards before the pung of 4D
    assert winner["commit_line"] == "EV2"
    assert winner["lines"] == ["EV2"] * 17
    assert winner["switches"] == 0
    assert winner["set_turn"] == 11  # the pung of 6C, then 1C goes
    assert winner["away"][10:] == [1] * 7
    assert (winner["end_away"], winner["end_natural"]) == (1, 0)
    exposures = [row for row in sample["exposures"] if row["person"] == "C"]
    assert [(row["before_away"], row["after_away"]) for row in exposures] == [
        (4, 3),
        (3, 2),
        (2, 1),
    ]
    assert [row["turn"] for row in exposures] == [5, 8, 11]


def test_distances_are_those_of_the_card(sample: Rows) -> None:
    (game,) = parse_json((DATA / "sample_hand.jsonl").read_bytes())
    deals = {e.p: e.tiles for e in game.hands[0].events if type(e).__name__ == "Deal"}
    for row in sample["seats"]:
        assert (row["deal_away"], row["deal_natural"]) == card().distance(deals[row["person"]])
    # A after the first pass: W 3D 1B are gone, 7C 7B 3C have come
    after = parse_tiles("9C 7D 9C 2B J E 4B 3C 7D 1C 6C 7C 7B 3C")
    first = of(sample["passes"], leg="R1", person="A")
    assert (first["after_away"], first["after_natural"]) == card().distance(after)


def test_the_passes(sample: Rows) -> None:
    passes = sample["passes"]
    assert len(passes) == 6 * 4 + 2 * 2
    right = [row for row in passes if row["leg"] == "R1"]
    assert [row["to"] for row in right] == ["B", "C", "D", "A"]
    assert right[0]["tiles"] == ["W", "3D", "1B"]
    kinds = ("suited", "winds", "dragons", "flowers", "jokers", "pairs")
    assert [[row[k] for k in kinds] for row in right] == [
        [2, 1, 0, 0, 0, 0], [2, 0, 1, 0, 0, 0], [3, 0, 0, 0, 0, 1], [3, 0, 0, 0, 0, 0],
    ]  # fmt: skip
    assert of(passes, leg="L2", person="D")["flowers"] == 1
    # what comes to A: 4B and 3D in L2, 2B and W in O2, 1B and 2D in R2 had gone before
    to_a = [row["came_back"] for row in passes if row["to"] == "A" and row["leg"] != "C"]
    assert to_a == [0, 0, 0, 2, 2, 2]
    courtesy = of(passes, leg="C", person="D")
    assert (courtesy["to"], courtesy["tiles"], courtesy["wish"]) == ("B", ["W"], 1)


def test_distances_of_a_leg_join_up(sample: Rows) -> None:
    for person in "ABCD":
        own = [row for row in sample["passes"] if row["person"] == person]
        assert [row["after_away"] for row in own[:-1]] == [row["before_away"] for row in own[1:]]
        seat = of(sample["seats"], person=person)
        assert (own[0]["before_away"], own[-1]["after_away"]) == (
            seat["deal_away"], seat["start_away"],
        )  # fmt: skip


def test_the_exchange(sample: Rows) -> None:
    (row,) = sample["exchanges"]
    assert (row["person"], row["player"], row["of"], row["of_player"]) == ("B", "Bea", "C", "Cy")
    assert (row["exposure"], row["own"], row["tile"], row["wrong"], row["won"]) == (
        0, False, "4D", False, False,
    )  # fmt: skip
    assert row["after_away"] < row["before_away"]
    first = of(sample["exposures"], person="C", exposure=0)
    assert (first["tiles"], first["jokers"], first["redeemed"]) == (["4D", "4D", "J"], 1, 1)


def test_the_win(sample: Rows) -> None:
    (win,) = sample["wins"]
    assert (win["person"], win["player"], win["wind"]) == ("C", "Cy", "W")
    assert (win["how"], win["discarder_player"], win["tile"]) == ("discard", "Bea", "2C")
    assert (win["line"], win["section"], win["concealed"], win["line_value"]) == (
        "EV2", "Evens", "X", 25,
    )  # fmt: skip
    assert sorted(win["tiles"]) == sorted(
        ["4D", "4D", "4D", "8D", "8D", "8D", "6C", "6C", "6C", "2C", "2C", "2C", "F", "F"]
    )
    assert (win["jokers"], win["jokerless"], win["jokerless_true"]) == (0, True, True)
    assert (win["exposures"], win["turns"], win["wall_left"]) == (3, 17, 34)
    assert (win["income"], win["expected"], win["agrees"]) == (200, 200, True)
    assert (win["jokers_taken"], win["jokers_given"]) == (0, 1)
    assert (win["best_line"], win["best_value"], win["fault"]) == ("EV2", 25, None)
    assert win["start_line"] == win["commit_line"] == "EV2"


def test_a_game_without_its_card_has_no_distances() -> None:
    text = (DATA / "sample_hand.amn").read_text(encoding="utf-8")
    (game,) = parse_text(text.replace("sample-original-1", "unknown"))
    game.card.sha256 = None
    rows = game_rows(game, People()).rows
    assert rows["games"][0]["card_known"] is False
    for row in rows["seats"]:
        assert row["away"] is row["deal_away"] is row["missed_claims"] is None
    assert rows["wins"][0]["section"] is None
    assert rows["wins"][0]["jokers"] == 0  # the tiles need no card
    assert rows["hands"][0]["agrees"] is True


def test_both_forms_give_the_same_rows() -> None:
    (typed,) = parse_text((DATA / "sample_hand.amn").read_bytes())
    (lines,) = parse_json((DATA / "sample_hand.jsonl").read_bytes())
    first, second = (game_rows(game, People(), card=card()).rows for game in (typed, lines))
    assert first["games"][0].pop("format") == "american"
    assert second["games"][0].pop("format") == "american-json"
    assert first == second


# --- other ends -----------------------------------------------------------------------------
def test_a_record_of_results() -> None:
    rows = rows_of("C !mahj EV2 25 jokerless off B ; pay A-50 B-100 C+200 D-50", level="result")
    (hand,) = rows["hands"]
    assert (hand["result"], hand["winner"], hand["how"]) == ("win", "C", "discard")
    assert hand["pay"] == hand["expected"] == [-50, -100, 200, -50]
    for name in ("discards", "turns", "wall_left", "exposures", "legs", "second_charleston"):
        assert hand[name] is None
    assert [row["result"] for row in rows["seats"]] == ["paid", "threw", "discard", "paid"]
    assert rows["seats"][1]["shown_to"] is None  # exposures are not recorded
    (win,) = rows["wins"]
    assert (win["income"], win["turns"], win["exposures"], win["tiles"]) == (200, None, None, None)
    assert rows["games"][0]["play"] is None


def test_a_wall_game_and_a_hand_that_is_dealt_anew() -> None:
    rows = rows_of("wall game ; pay A+0 B+0 C+0 D+0", level="result")
    assert rows["hands"][0]["result"] == "wall"
    assert [row["result"] for row in rows["seats"]] == ["wall"] * 4
    assert rows["wins"] == []
    rows = rows_of('void "two wrong counts"', level="result")
    assert [row["result"] for row in rows["seats"]] == ["void"] * 4
    assert rows["hands"][0]["pay"] is None
    assert rows["players"][0]["points"] is None


def test_mahjong_in_error_with_one_intact_hand() -> None:
    """R-81: A errs with a hand of 40, B and C throw in, A pays D 80."""
    rows = rows_of(
        "A ~mahj all QU1 40 self-pick", "throw B", "throw C", "pay A-80 B+0 C+0 D+80",
        level="result",
    )  # fmt: skip
    (hand,) = rows["hands"]
    assert (hand["result"], hand["winner"], hand["line_value"]) == ("mahjong_in_error", None, None)
    assert hand["expected"] == [-80, 0, 0, 80]
    assert [row["result"] for row in rows["seats"]] == [
        "paid_error", "error", "error", "got_error",
    ]  # fmt: skip
    assert rows["wins"] == []


def test_mahjong_on_a_misnamed_discard_is_paid_by_its_namer_alone() -> None:
    """R-53: B says White and throws a flower, C wins with it: B pays four times the value."""
    rows = rows_of(
        *FIRST, "stop A", "A -5C", 'B +? -F "0"', "C *0(B) !mahj DK1 25 off B",
        "pay A+0 B-100 C+100 D+0",
    )  # fmt: skip
    (hand,) = rows["hands"]
    assert (hand["result"], hand["winner"], hand["discarder"]) == ("misname", "C", "B")
    assert [row["result"] for row in rows["seats"]] == ["error", "paid_error", "discard", "error"]
    (win,) = rows["wins"]
    assert (win["kind"], win["income"]) == ("misname", 100)


def test_the_charleston_of_a_public_record() -> None:
    rows = rows_of(*FIRST, "stop C", "court A=C 2 wish 3/2", "A -5C", *turns(3))
    (hand,) = rows["hands"]
    assert (hand["legs"], hand["second_charleston"], hand["stopped_by"]) == (3, False, "C")
    assert [row["stopped"] for row in rows["seats"]] == [False, False, True, False]
    assert hand["result"] is None  # the record ends early
    first = rows["passes"][0]
    assert (first["tiles"], first["number"], first["suited"]) == (None, None, None)
    courtesy = of(rows["passes"], leg="C", person="A")
    assert (courtesy["to"], courtesy["number"], courtesy["wish"]) == ("C", 2, 3)


def test_blind_passes() -> None:
    first = "L1 A>D 3B 7D + blind 9C | B>A 9B + blind ? ? | C>B 1B 3D 0 | D>C W S E"
    rows = rows_of(*FIRST[:2], first, "stop A", "A -5C")
    left = [row for row in rows["passes"] if row["leg"] == "L1"]
    assert [row["blind"] for row in left] == [1, 2, 0, 0]
    assert left[1]["tiles"] == ["9B", None, None]
    assert [row["blind"] for row in rows["seats"]] == [1, 2, 0, 0]
    assert rows["hands"][0]["blind"] == 3


def test_a_debt_that_is_paid() -> None:
    """R-10: the first gives two tiles and an IOU, and pays when the pass comes round."""
    first = "L1 A>D 3B 7D iou 1 | B>A ? ? ? | C>B ? ? ? | D>C ? ? ? | A>D 1B"
    rows = rows_of(*FIRST[:2], first, "stop A", "A -5C")
    own = [row for row in rows["passes"] if row["leg"] == "L1" and row["person"] == "A"]
    assert [(row["number"], row["owed"]) for row in own] == [(2, 1), (1, 0)]


# --- dead hands and challenges --------------------------------------------------------------
WRONG = (*FIRST, *SECOND, "A -5C", "B +? -W", "C *W(B) =W,W,W -0", "D +? -E")


def test_an_exposure_without_a_line_is_dead_until_somebody_sees_it() -> None:
    """The card has no pung of winds: C could be called dead from the claim on."""
    rows = rows_of(*WRONG, "A +? -E", "B ?dead C a : accept", "C dead exposure 1 by B")
    dead = of(rows["seats"], person="C")
    assert (dead["flaw"], dead["dead_turn"]) == ("A-CLM-11", 1)
    assert dead["undiscovered"] == 3  # the discards of C, D and A
    assert (dead["dead_cause"], dead["challenged"]) == ("challenge accepted", 1)
    assert of(rows["exposures"], person="C")["returned"] is True
    assert of(rows["exposures"], person="C")["lines"] == 0
    challenger = of(rows["seats"], person="B")
    assert (challenger["challenges"], challenger["challenges_right"]) == (1, 1)
    assert challenger["challenges_wrong"] == 0
    assert (rows["hands"][0]["dead"], rows["hands"][0]["challenges"]) == (1, 1)


def test_a_dead_hand_that_nobody_sees_counts_to_the_end() -> None:
    rows = rows_of(*WRONG, *turns(8, "A"))
    dead = of(rows["seats"], person="C")
    assert (dead["dead_cause"], dead["dead_turn"]) == (None, None)
    assert dead["undiscovered"] == 1 + 1 + 8


def test_a_wrong_challenge_is_paid_on_top() -> None:
    """R-63: the hand was alive, the challenger pays 50."""
    rows = rows_of(
        *FIRST, *SECOND, "A -5C", "B +? -8B", "C *8B(B) =8B,8B,8B,8B -0", "D +? -E",
        "A ?dead C a : deny", "wall game", "pay A+0 B+0 C+0 D+0 | A>C 50 \"challenge\"",
    )  # fmt: skip
    (hand,) = rows["hands"]
    assert (hand["pay"], hand["transfers"]) == ([0, 0, 0, 0], [-50, 0, 50, 0])
    assert hand["agrees"] is True
    challenger = of(rows["seats"], person="A")
    assert (challenger["points"], challenger["transfers"]) == (-50, -50)
    assert (challenger["challenges_right"], challenger["challenges_wrong"]) == (0, 1)
    assert [row["points"] for row in rows["players"]] == [-50, 0, 50, 0]


# --- jokers, chances ------------------------------------------------------------------------
#: Hands of C and D that are of no use to anybody.
OTHERS = (
    "deal C 3C 3C 3C 7C 7C 7C S S S W W W E",
    "deal D 5D 5D 5D 1D 1D 1D 3D 3D 3D G G G 0",
)


def test_chances_that_were_let_go() -> None:
    """A waits for the fourth 8B: B's is let go by A, who draws another and throws it as well."""
    hand = (
        "deal A F F 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B N",
        "deal B 8B 1C 1C 1C 9C 9C 9D 9D 9D R R R E",
        OTHERS[0],
        "deal D J 5D 5D 5D 1D 1D 1D 3D 3D 3D G G G",
        "A -N", "B +W -8B", "C +E -E", "D +J -J", "A +J -J", "wall game",
    )  # fmt: skip
    rows = rows_of(*hand, level="full", given=card())
    east = of(rows["seats"], person="A")
    assert (east["deal_away"], east["away"]) == (1, [1, 1])
    assert east["missed_wins"] == 2  # B's 8B, and the joker drawn
    assert of(rows["seats"], person="B")["missed_wins"] == 0


def test_a_claim_that_would_have_brought_the_hand_nearer() -> None:
    hand = (
        "deal A F F 2B 2B 4B 4B 6B 6B 8B 8B N 0 R S",
        "deal B 4B 1C 1C 1C 9C 9C 9D 9D 9D R R R E",
        OTHERS[0],
        OTHERS[1],
        "A -N", "B +W -4B", "C +E -E",
    )  # fmt: skip
    rows = rows_of(*hand, level="full", given=card())
    assert of(rows["seats"], person="A")["missed_claims"] == 1
    taken = rows_of(*hand[:-1], "A *4B(B) =4B,4B,4B -0", level="full", given=card())
    assert of(taken["seats"], person="A")["missed_claims"] == 0
    assert of(taken["exposures"], person="A")["after_away"] == (
        of(rows["seats"], person="A")["away"][0] - 1
    )
    # a tile that is drawn and put back, or a discard that is taken back, lets nothing go
    for back in (("C +E", "C retract draw", "A *4B(B) =4B,4B,4B -0"), ("B retract discard",)):
        rows = rows_of(*hand[:-1], *back, level="full", given=card())
        assert of(rows["seats"], person="A")["missed_claims"] == 0


def test_a_win_by_exchange_is_marked() -> None:
    """R-43: A draws 4B, gives it for the joker of C's pung, which completes the hand."""
    hand = (
        "deal A F F 2B 2B 4B 4B 4B 6B 6B 6B 8B 8B 8B N",
        "deal B 5D 1C 1C 1C 9C 9C 9D 9D 9D R R R E",
        "deal C 5D 5D J J 7C 7C 7C S S S W W W",
        "deal D 1B 1B 1B 1D 1D 1D 3D 3D 3D G G G 0",
        "A -N", "B +W -5D", "C *5D(B) =5D,5D,5D,J -S", "D +E -E",
        "A +5D x(C1)5D !mahj EV1 25 exchange", "pay A+150 B-50 C-50 D-50",
    )  # fmt: skip
    rows = rows_of(*hand, level="full", given=card())
    (exchange,) = rows["exchanges"]
    assert (exchange["won"], exchange["before_away"], exchange["after_away"]) == (True, 1, 0)
    (win,) = rows["wins"]
    assert (win["how"], win["jokers"], win["jokers_taken"]) == ("exchange", 1, 1)
    assert (win["income"], win["expected"]) == (150, 150)
    assert of(rows["seats"], person="A")["result"] == "exchange"
    assert of(rows["seats"], person="C")["jokers_given"] == 1


# --- schema ---------------------------------------------------------------------------------
def test_every_column_is_described_and_keys_are_never_null() -> None:
    for table, (_, key, columns) in AMERICAN_TABLES.items():
        names = [column.name for column in columns]
        assert len(set(names)) == len(names), table
        assert set(key) <= set(names), table
        for column in columns:
            assert column.meaning, (table, column.name)
            assert column.source in ("record", "replay", "audit", "rules", "dataset"), column
            assert not (column.null and column.name in key), column
        assert columns_of(table) == columns
        assert schema_of(table).names == names


def test_an_unknown_table_is_told_with_near_names() -> None:
    with pytest.raises(UnknownNameError, match="american_wins"):
        columns_of("american_win")


def test_rows_that_do_not_fit_are_refused() -> None:
    (row,) = game_rows(
        parse_json((DATA / "sample_hand.jsonl").read_bytes())[0], People(), card=card()
    ).rows["games"]
    assert table_of("american_games", [row]).num_rows == 1
    with pytest.raises(ValueError, match=r"american_games\.level is null"):
        table_of("american_games", [{**row, "level": None}])
    with pytest.raises(ValueError, match="no level"):
        table_of("american_games", [{k: v for k, v in row.items() if k != "level"}])
    with pytest.raises(ValueError, match="have no more"):
        table_of("american_games", [{**row, "more": 1}])


def test_three_players() -> None:
    """Three persons play: three rows a hand, three amounts."""
    text = """#AMN 1
[Ruleset "nmjl-2024-3p"]
[Players "A=Ann B=Bea C=Cy"]
[Level "result"]
hand 1 East A ; C !mahj EV2 25 off B ; pay A-25 B-50 C+75
"""
    (game,) = parse_text(text)
    rows = game_rows(game, People()).rows
    assert rows["games"][0]["players"] == 3
    assert len(rows["seats"]) == len(rows["players"]) == 3
    assert rows["hands"][0]["pay"] == rows["hands"][0]["expected"] == [-25, -50, 75]
    assert rows["hands"][0]["seats"] == ["A", "B", "C"]


@pytest.mark.parametrize(("thrower", "agrees"), [(-20, True), (-25, True), (-7, False)])
def test_what_exposures_that_are_not_recorded_may_change(thrower: int, agrees: bool) -> None:
    """R-102: who throws to two exposures loses 20, to three 25; a result does not show them."""
    text = f"""#AMN 1
[Ruleset "tournament-mahjcon"]
[Players "A=Ann B=Bea C=Cy D=Dot"]
[Level "result"]
hand 1 East A ; C !mahj EV2 25 off B ; pay A+0 B{thrower} C+25 D+0
"""
    (game,) = parse_text(text)
    (hand,) = game_rows(game, People(), card=card()).rows["hands"]
    assert hand["agrees"] is agrees
