"""Result sheets: one row or one line a hand."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mjlog.parsers import detect_format
from mjlog.parsers.losses import Losses
from mjlog.parsers.table import (
    read_sheet_batch,
    read_text_batch,
    write_table,
    write_table_sheet,
)
from mjlog.parsers.table.titles import COLUMNS

import mjlog
from mjlog.auditing import audit_batch
from mjlog.codes import (
    CHOMBO_DRAW,
    EVENT_KINDS,
    EXHAUSTIVE,
    INCIDENT_KINDS,
    MANGAN,
    RIICHI,
    UNKNOWN,
    UNKNOWN_POINTS,
)
from mjlog.model import COLUMNS as TABLE_COLUMNS
from mjlog.model import Draws, Events, GameBatch, Incidents, Rounds, Wins
from mjlog.rules import load_rules
from mjlog.simulator import play_games

DOC = Path(__file__).resolve().parent.parent / "docs" / "table-record.md"
TABLES = {Rounds: "rounds", Events: "events", Wins: "wins", Draws: "draws", Incidents: "incidents"}
NAMES = "Asa,Botan,Chidori,Daigo"


def sheet(text: str, rules: str | None = "ishokai") -> GameBatch:
    """Read a sheet that must be readable."""
    given = load_rules(rules) if rules else None
    batch: GameBatch = read_sheet_batch([("sheet.csv", text.encode())], rules=given)
    assert [p for p in batch.problems if p.kind == "unreadable"] == []
    return batch


def problem(text: str) -> tuple[str, str]:
    batch = read_sheet_batch([("sheet.csv", text.encode())], rules=load_rules("ishokai"))
    (found,) = batch.problems
    return found.place, found.message


def assert_same(a: GameBatch, b: GameBatch) -> None:
    for table, name in TABLES.items():
        for column, _, _ in TABLE_COLUMNS[table]:
            if column != "offset":
                x, y = (getattr(getattr(batch, name), column) for batch in (a, b))
                np.testing.assert_array_equal(x, y, err_msg=f"{name}.{column}")
    np.testing.assert_array_equal(a.final_scores, b.final_scores)
    np.testing.assert_array_equal(a.final_points, b.final_points)


# --- rows -----------------------------------------------------------------------------------
SHEET = f"""# rules: ishokai
# players: {NAMES}
hand,how,winner,loser,han,fu,points,value,riichi,unpaid,tenpai,deltas
E1.0,ron,S,W,3,40,5200,riichi tanyao,S,,,0 6200 -5200 0
E2.0,,E,,,,4000all,mangan,,,,-4000 12000 -4000 -4000
E2.1,draw,,,,,,,E,,E S,-1500 1500 1500 -1500
E2.2,,S,E,2,30,2000,,,,,0 -2600 3600 0
"""


def test_a_row_is_a_hand() -> None:
    batch = sheet(SHEET, rules=None)
    wins, draws = batch.wins, batch.draws
    assert batch.info[0].names == tuple(NAMES.split(","))
    assert batch.rules[0].name == "ishokai"
    assert wins.round.tolist() == [0, 1, 3]
    assert wins.seat.tolist() == [1, 1, 2]
    assert wins.from_seat.tolist() == [2, 1, 1]
    assert wins.han.tolist() == [3, -1, 2]
    assert wins.fu.tolist() == [40, -1, 30]
    assert wins.points.tolist() == [5200, 12000, 2000]
    assert wins.limit.tolist() == [0, MANGAN, 0]
    assert wins.yaku[0, :3].tolist() == [1, 8, UNKNOWN]
    assert wins.deltas.tolist() == [
        [0, 6200, -5200, 0], [-4000, 12000, -4000, -4000], [0, -2600, 3600, 0],
    ]  # fmt: skip
    assert draws.kind.tolist() == [EXHAUSTIVE]
    assert draws.shown.tolist() == [[0, 1, 1, 0]]
    assert draws.deltas.tolist() == [[-1500, 1500, 1500, -1500]]


def test_points_follow_from_hand_to_hand() -> None:
    batch = sheet(SHEET)
    assert batch.rounds.scores.tolist() == [
        [25000, 25000, 25000, 25000], [25000, 30200, 19800, 25000],
        [21000, 42200, 15800, 21000], [19500, 42700, 17300, 19500],
    ]  # fmt: skip
    assert batch.rounds.deposits.tolist() == [0, 0, 0, 1]


def test_only_riichi_and_the_result_are_known() -> None:
    batch = sheet(SHEET)
    kinds = {EVENT_KINDS[kind] for kind in batch.events.kind}
    assert kinds == {"riichi", "riichi_accepted", "win", "ryuukyoku"}
    for column in (batch.events.tile, batch.wins.tile, batch.rounds.hands, batch.rounds.indicator,
                   batch.wins.hand, batch.wins.ura, batch.draws.hands, batch.wins.pao_seat,
                   batch.rounds.dice):  # fmt: skip
        assert (column == UNKNOWN).all()
    for count in (batch.wins.honba, batch.wins.deposits, batch.draws.honba):
        assert (count == -1).all()
    assert (batch.wins.scores == UNKNOWN_POINTS).all()
    assert (batch.final_scores == UNKNOWN_POINTS).all()
    assert not batch.complete[0]


def test_what_is_not_told_is_not_known() -> None:
    batch = sheet("hand,winner,loser,tenpai\nE1.0,S,W,\nE2.0,,,E\n")
    wins = batch.wins
    values = wins.han[0], wins.fu[0], wins.yakuman[0], wins.limit[0], wins.points[0]
    assert values == (-1, -1, -1, 255, UNKNOWN_POINTS)
    assert (wins.deltas == UNKNOWN_POINTS).all()
    assert batch.rounds.scores[1].tolist() == [UNKNOWN_POINTS] * 4
    assert (batch.draws.deltas == UNKNOWN_POINTS).all()
    assert (batch.wins.yaku == UNKNOWN).all()


def test_a_column_a_player_names_the_players() -> None:
    batch = sheet(
        "hand\twinner\tloser\tpoints\tdelta Asa\tdelta Bot B\tdelta C\tdelta D\n"
        'E1.0\tBot B\tC\t"5,200"\t\t5200\t-5200.0\t0\n'
    )
    assert batch.info[0].names == ("Asa", "Bot B", "C", "D")
    assert (batch.wins.seat[0], batch.wins.from_seat[0]) == (1, 2)
    assert batch.wins.deltas[0].tolist() == [UNKNOWN_POINTS, 5200, -5200, 0]


def test_columns_a_player_may_stand_in_any_order_when_the_header_names_the_players() -> None:
    batch = sheet(
        f"# players: {NAMES}\nhand;winner;points;delta Daigo;delta Asa;delta Chidori;delta Botan\n"
        "E1.0;E;4000all;-4000;12000;-4000;-4000\n"
    )
    assert batch.wins.deltas[0].tolist() == [12000, -4000, -4000, -4000]


def test_two_winners_are_two_rows() -> None:
    batch = sheet(
        "hand,winner,loser,points,riichi,deltas\n"
        "E1.0,S,W,3900,S,0 4900 -3900 0\nE1.0,N,W,2000,,0 0 -2000 2000\nE2.0,E,,1500,,\n"
    )
    assert len(batch.rounds) == 2
    assert batch.wins.round.tolist() == [0, 0, 1]
    assert batch.wins.seat.tolist() == [1, 3, 1]
    assert batch.events.kind.tolist().count(RIICHI) == 1
    assert batch.rounds.scores[1].tolist() == [25000, 28900, 19100, 27000]


def test_a_hand_that_is_played_again_is_two_rows_of_one_name() -> None:
    batch = sheet(
        "hand,how,winner,incident\nE1.0,chombo,,chombo S : E+4000 S-8000 W+2000 N+2000\nE1.0,,S,\n"
    )
    assert batch.draws.kind.tolist() == [CHOMBO_DRAW]
    assert [INCIDENT_KINDS[k] for k in batch.incidents.kind] == ["chombo"]
    assert batch.incidents.deltas[0].tolist() == [4000, -8000, 2000, 2000]
    assert batch.rounds.scores[1].tolist() == [29000, 17000, 27000, 27000]
    assert batch.wins.round.tolist() == [1]


def test_points_after_a_hand_are_those_before_the_next() -> None:
    batch = sheet(
        "hand,winner,loser,after Asa,after B,after C,after D\n"
        "E1.0,S,W,25000,30200,19800,25000\nE2.0,E,,21000,42200,15800,21000\n"
    )
    assert batch.rounds.scores[1].tolist() == [25000, 30200, 19800, 25000]
    assert batch.final_scores[0].tolist() == [21000, 42200, 15800, 21000]
    assert not batch.complete[0]


def test_the_end_is_a_row_or_a_line_of_the_header() -> None:
    row = sheet("hand,how,scores,placement\nE1.0,draw,,\nend,,1 2 3 4,+40.5 0 -10 -30.5\n")
    line = sheet(
        "# end: 1 2 3 4 points +40.5 0 -10 -30.5\nhand,how,scores,placement\nE1.0,draw,,\n"
    )
    for batch in (row, line):
        assert batch.final_scores[0].tolist() == [1, 2, 3, 4]
        assert batch.final_points[0].tolist() == [405, 0, -100, -305]
        assert batch.complete[0]


@pytest.mark.parametrize(
    ("tenpai", "shown"),
    [("", [255] * 4), ("-", [0] * 4), ("E・N", [1, 0, 0, 1]), ("E S W N", [1] * 4)],
)
def test_nobody_in_tenpai_is_not_the_same_as_not_recorded(tenpai: str, shown: list[int]) -> None:
    batch = sheet(f"hand,how,tenpai\nE1.0,draw,{tenpai}\n")
    assert batch.draws.shown[0].tolist() == shown


def test_a_sheet_may_be_japanese() -> None:
    batch = sheet("局,和了,放銃,翻,符,点数,立直\n東一局0本場,南,西,3,40,5200,南 北\n")
    assert (batch.wins.seat[0], batch.wins.from_seat[0], batch.wins.points[0]) == (1, 2, 5200)
    assert batch.events.seat[batch.events.kind == RIICHI].tolist() == [1, 3]


def test_remarks_are_kept() -> None:
    batch = sheet('hand,how,note\nE1.0,draw,"first hand, late start"\n')
    assert batch.info[0].extra["notes"] == ["E1.0: first hand, late start"]


def test_a_row_and_a_typed_line_are_the_same() -> None:
    lines = read_text_batch([("a", f"""table record 1
rules: ishokai
players: {NAMES}
E1.0 riichi S ron S<W 3han 40fu 5200 riichi tanyao : 0 6200 -5200 0
E2.0 tsumo E 4000all mangan : -4000 12000 -4000 -4000
E2.1 riichi E draw exhaustive tenpai E S : -1500 1500 1500 -1500
E2.2 ron S<E 2han 30fu 2000 : 0 -2600 3600 0
""".encode())])  # fmt: skip
    assert_same(sheet(SHEET), lines)


def test_a_riichi_list_may_stand_behind_the_win() -> None:
    a, b = (
        read_text_batch([("a", f"table record 1\nrules: ishokai\n{line}".encode())])
        for line in ("E1.0 ron S<W 2000 riichi E S unpaid : 0 2000 -2000 0".replace(" unpaid", ""),
                     "E1.0 riichi E S ron S<W 2000 : 0 2000 -2000 0")
    )  # fmt: skip
    assert_same(a, b)
    assert [EVENT_KINDS[k] for k in a.events.kind] == ["riichi", "riichi_accepted"] * 2 + ["win"]


def test_an_unpaid_riichi_has_no_stick() -> None:
    batch = sheet("hand,winner,loser,riichi,unpaid\nE1.0,S,W,E,W\n")
    assert [EVENT_KINDS[k] for k in batch.events.kind] == [
        "riichi", "riichi_accepted", "riichi", "win",
    ]  # fmt: skip
    assert batch.events.seat.tolist() == [0, 0, 2, 1]


# --- there and back -------------------------------------------------------------------------
@pytest.mark.parametrize("rules", ["tenhou", "tenhou-3p", "ishokai"])
def test_results_of_simulated_games_read_back_exactly(rules: str) -> None:
    batch = play_games(2, seed=3, rules=rules)
    for game in range(2):
        losses = Losses()
        data = write_table_sheet(batch, game, losses=losses)
        read = read_sheet_batch([("a.csv", data)])
        assert read.problems == []
        assert_same(read, read_text_batch([("a", write_table(batch, game, level="result"))]))
        assert write_table_sheet(read, 0) == data
        own = batch.select(game)
        np.testing.assert_array_equal(read.wins.deltas, own.wins.deltas)
        np.testing.assert_array_equal(read.rounds.scores, own.rounds.scores)
        np.testing.assert_array_equal(read.rounds.deposits, own.rounds.deposits)
        np.testing.assert_array_equal(read.draws.shown, own.draws.shown)
        np.testing.assert_array_equal(read.final_scores, own.final_scores)


@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_broken_sheets_are_problems_never_crashes(seed: int) -> None:
    rng = random.Random(seed)
    chars = list(SHEET)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(chars))
        chars[at : at + rng.randrange(3)] = rng.choice(
            ["", "?", '"', ":", ",", "9", "S", "ron", "\n", ";", "#", "-", " ", "\0"]
        )
    batch = read_sheet_batch([("a.csv", "".join(chars).encode())])
    assert len(batch) or batch.problems


# --- errors ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("hand,winer\nE1.0,S\n", "line 1", "did you mean 'winner'"),
        ("hand,winner,winner\nE1.0,S,S\n", "line 1", "stands twice"),
        ("winner,loser\nS,W\n", "line 1", "a column 'hand'"),
        ("hand,winner\nX9,S\n", "line 2, column 'hand'", "expected"),
        ("hand,winner\n,S\n", "line 2, column 'hand'", "expected"),
        ("hand,winner,loser\nE1.0,S,Q\n", "line 2, column 'loser'", "a seat"),
        ("hand,winner,han\nE1.0,S,lots\n", "line 2, column 'han'", "what the win was worth"),
        ("hand,how\nE1.0,drew\n", "line 2, column 'how'", "did you mean"),
        ("hand,how,deltas\nE1.0,draw,1 2 3\n", "line 2, column 'deltas'", "4 numbers"),
        ("hand,how,scores\nE1.0,draw,1 2 3 x\n", "line 2, column 'scores'", "a number"),
        ("hand,how,incident\nE1.0,draw,chonbo S\n", "line 2, column 'incident'", "'chombo'"),
        ("hand,how\nE1.0,draw,1,2\n", "line 2", "4 cells, expected 2"),
        ('hand,how\nE1.0,"draw\n', "line 3", "not CSV"),
        ("# ruels: x\nhand,how\nE1.0,draw\n", "line 1, column 1", "did you mean 'rules'"),
        ("hand,how\n", "line 1", "without a hand"),
    ],
)
def test_errors_name_the_column(text: str, place: str, message: str) -> None:
    found = problem(text)
    assert found[0] == place
    assert message in found[1]


# --- reading, detection, audit --------------------------------------------------------------
@pytest.mark.parametrize(
    ("data", "is_sheet"),
    [
        (SHEET.encode(), True),
        (b"hand,winner\nE1.0,S\n", True),
        (b"\xef\xbb\xbfhand;winner\n", True),
        (b'"# rules: wrc",,\n"hand","winner",\n', True),
        ("局\t和了\n".encode("utf-16"), True),
        (b"game_id,player,hand\n1,2,3\n", False),
        (b"hand,weight,height\n", False),
        (b"", False),
    ],
)
def test_sheets_are_told_by_their_titles(data: bytes, is_sheet: bool) -> None:
    entry = detect_format(data)
    assert (entry is not None and entry.name == "table-csv") is is_sheet


def test_a_sheet_is_read_like_any_record(tmp_path: Path) -> None:
    path = tmp_path / "evening.csv"
    path.write_text(SHEET, encoding="utf-8")
    (game,) = mjlog.read(path)
    assert game.names == tuple(NAMES.split(","))
    assert [r.label for r in game.rounds] == ["E1.0", "E2.0", "E2.1", "E2.2"]
    assert game.rounds[0].wins[0].points == 5200


def test_the_audit_takes_sheets_of_every_kind() -> None:
    for text in (
        SHEET,
        "hand,winner,loser,tenpai\nE1.0,S,W,\nE2.0,,,E\n",
        "hand,how,incident\nE1.0,chombo,chombo S; dead_hand W\nE1.0,restart,\n",
        "hand,winner,loser,points\nE1.0,S,W,3900\nE1.0,N,W,2000\n",
        "hand,winner,loser,value\nE1.0,S,?,2yakuman\n",
    ):
        findings = mjlog.audit(sheet(text))
        assert all(f.code[0] != "T" for f in findings)


def test_the_page_names_every_column() -> None:
    page = DOC.read_text(encoding="utf-8")
    for name, (meaning, _) in COLUMNS.items():
        assert f"| `{name}` | {meaning} |" in page


# --- the audit of what only has results ----------------------------------------------------
HEAD = "hand,winner,loser,han,fu,points,riichi,tenpai," + ",".join(
    f"delta {name}" for name in NAMES.split(",")
)


def audited(rules: str, *rows: str) -> tuple[list[tuple[str, str, object, object]], dict[str, int]]:
    """Return (place, code, recorded, expected) above a note, and what was not checked."""
    batch = sheet("\n".join([f"# players: {NAMES}", HEAD, *rows, ""]), rules)
    audit = audit_batch(batch)
    found = [
        (f.round or "", f.code, f.recorded, f.expected)
        for f in audit.findings
        if f.severity != "note"
    ]
    return found, dict(audit.not_checked)


CLEAN = (
    "E1.0,S,W,3,40,5200,S,,0,6200,-5200,0",
    "E2.0,E,,,,4000all,,,-4000,12000,-4000,-4000",
    "E2.1,,,,,,E,E S,-1500,1500,1500,-1500",
    "E2.2,S,E,2,30,2000,,,0,-2600,3600,0",
)


def test_a_clean_sheet_has_no_finding_and_says_what_was_not_checked() -> None:
    for rules in ("ishokai", "tenhou"):
        found, not_checked = audited(rules, *CLEAN)
        assert found == [] and not_checked["play"] == 4


@pytest.mark.parametrize(
    ("row", "wrong", "expected"),
    [
        # a child's 3 han 40 fu is 5,200 and what was paid follows the recorded value
        (0, "E1.0,S,W,3,40,5800,S,,0,6800,-5800,0", [("E1.0", "S105", 5800, 5200)]),
        (0, "E1.0,S,W,3,40,5200,S,,0,6200,-5000,0", [("E1.0", "P101", -5000, -5200)]),
        # two counters are 600
        (3, "E2.2,S,E,2,30,2000,,,0,-2300,3300,0", [("E2.2", "P102", -2300, -2600)]),
        # the stick of E1.0 was taken by the winner; the one of E2.1 lies there
        (3, "E2.2,S,E,2,30,2000,,,0,-2600,2600,0", [("E2.2", "P103", 2600, 3600)]),
        (2, "E2.1,,,,,,E,E S,-1500,2000,1500,-2000", [("E2.1", "P105", 2000, 1500)]),
        (3, "E2.1,S,E,2,30,2000,,,0,-2300,3300,0", [("E2.1#2", "G103", 1, 2)]),
        (3, "E3.2,S,E,2,30,2000,,,0,0,-2600,3600", [("E3.2", "G102", 2, 1)]),
    ],
)
def test_each_wrong_cell_is_found(row: int, wrong: str, expected: list[object]) -> None:
    rows = [*CLEAN[:row], wrong, *CLEAN[row + 1 :]]
    found, _ = audited("ishokai", *rows)
    assert found == expected


def test_han_that_fit_no_way_are_read_like_the_rest_of_the_sheet() -> None:
    wrong = "E1.0,S,W,3,40,5800,S,,0,6800,-5800,0"
    # 場ゾロ: 6翻 40符 is a mangan, 5翻 30符 are three han
    with_bazoro = ("E2.0,E,,6,40,4000all,,,-4000,12000,-4000,-4000",)
    assert audited("ishokai", wrong, *with_bazoro)[0] == [("E1.0", "S105", 5800, 1300)]
    without = ("E2.0,E,,4,40,4000all,,,-4000,12000,-4000,-4000",)
    assert audited("ishokai", wrong, *without)[0] == [("E1.0", "S105", 5800, 5200)]


@pytest.mark.parametrize(
    ("placement", "expected"),
    [
        # 43,000 15,000 25,000 17,000 at the end: uma 30 10, oka 20
        ("63.0,-45.0,5.0,-23.0", []),
        ("63.0,-45.0,5.0,-20.0", [("S4.0", "G109")]),
        ("60.0,-42.0,5.0,-23.0", [("S4.0", "G109")]),
    ],
)
def test_the_final_placing_is_checked(placement: str, expected: list[tuple[str, str]]) -> None:
    titles = [f"{kind} {name}" for kind in ("score", "placement") for name in NAMES.split(",")]
    rows = [
        ",".join([HEAD, *titles]),
        "S4.0,N,W,4,30,8000,,,0,-8000,8000,0,43000,23000,17000,17000,,,,",
        f"end,,,,,,,,,,,,,,,,{placement}",
    ]
    batch = sheet("\n".join([f"# players: {NAMES}", *rows, ""]), "mleague")
    found = [(f.round or "", f.code) for f in audit_batch(batch).findings if f.severity != "note"]
    assert found == expected
