"""Errors at the table: words, views, tables, and rules that say nothing about them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mjlog.analysis.context import Context
from mjlog.analysis.tables import build_tables

import mjlog
from mjlog import Rules, load_rules
from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.cli.output import print_findings
from mjlog.codes import INCIDENT_KINDS
from mjlog.engine.incident_codes import CODE_OF_ERROR, INCIDENT_CODES, SEED_ROWS
from mjlog.engine.incident_payments import chombo_payment
from mjlog.errors import ParseError
from mjlog.findings import CODES
from mjlog.incident_text import referee_lines
from mjlog.render.text import game_text, incident_text, round_text
from mjlog.render.words import WORDS
from mjlog.views.handmade import game_of

from .table_errors import FIRST, NORTH, PAID, H, J, again, changes, errors, hand, only, table

MISSING = hand(f"{FIRST}\n1 draw ?\n1 discard 1z\n2 draw ?\n! 2 unplayable")


def printed(game: Any, capsys: pytest.CaptureFixture[str], lang: str = "en") -> list[str]:
    print_findings(errors(game), lang=lang)
    return capsys.readouterr().out.splitlines()


# --- what a referee reads
def test_a_finding_names_hand_turn_seat_rule_consequence_and_scores(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert printed(table(MISSING, rules=H), capsys) == [
        "handmade: E1.0 turn 1, West: E112 unplayable (error): Play was made impossible, without "
        "the consequence: West (Chidori), recorded nothing, expected chombo "
        "+4,000/+2,000/-8,000/+2,000, the hand is void and played again",
        "    rule: unplayable = chombo (seed 002 §6.9)",
        "    rule: chombo = mangan_payment (seed 002 §6.10)",
        "    consequence: chombo +4,000/+2,000/-8,000/+2,000, the hand is void and played again",
        "    corrected scores: East (Asa) 29,000, South (Botan) 27,000, West (Chidori) 17,000, "
        "North (Daigo) 27,000",
        "    right if one of these rules were different: unplayable",
    ]
    lines = printed(table(MISSING, rules=J), capsys)
    assert lines[3] == (
        "    consequence: chombo -20.0 off the final points, the hand is void and played again"
    )


def test_the_same_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(table(MISSING, rules=H), capsys, "ja")
    assert "E112 unplayable (エラー): 続行不能行為の処置の誤り" in lines[0]
    assert lines[0].endswith(
        "西家 (Chidori)、記録 なし、正しくは チョンボ +4,000/+2,000/-8,000/+2,000、無勝負でやり直し"
    )
    assert lines[3:5] == [
        "    処置: チョンボ +4,000/+2,000/-8,000/+2,000、無勝負でやり直し",
        "    正しい持ち点: 東家 (Asa) 29,000, 南家 (Botan) 27,000, 西家 (Chidori) 17,000, "
        "北家 (Daigo) 27,000",
    ]


def test_points_are_told_from_east_on() -> None:
    play = FIRST.replace("0 ", "2 ")
    game = table(hand(f"{play}\n! 2 peek no", "E3.0 dora 9p"), rules=H)
    finding = only(game, "E108", "6.7")
    assert finding.expected["deltas"] == [4000, 4000, -12000, 4000]  # by seat
    assert "-12,000/+4,000/+4,000/+4,000" in finding.message
    assert referee_lines(finding)[1] == (
        "corrected scores: East (Chidori) 13,000, South (Daigo) 29,000, West (Asa) 29,000, "
        "North (Botan) 29,000"
    )


def test_json_holds_consequence_and_scores() -> None:
    finding = only(table(MISSING, rules=H), "E112", "6.9").as_dict()
    assert json.loads(json.dumps(finding))["expected"] == {
        "consequence": "chombo", "void": True, "deltas": [4000, 2000, -8000, 2000],
        "scores": [29000, 27000, 17000, 27000],
    }  # fmt: skip
    assert finding["recorded"] == {"consequence": "nothing"}


@pytest.mark.parametrize("code", [entry[0] for entry in INCIDENT_CODES])
def test_every_code_is_explained(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code]) == 0
    assert code in capsys.readouterr().out
    assert main(["--lang", "ja", "explain", code]) == 0
    assert code in capsys.readouterr().out


def test_codes_stand_in_the_table_of_findings() -> None:
    own = [entry for entry in CODES if entry.code[0] == "E"]
    assert len(own) == len(INCIDENT_CODES)
    assert set(CODE_OF_ERROR.values()) | set(SEED_ROWS) <= {entry.code for entry in own}
    assert len({entry.name for entry in CODES}) == len(CODES)


# --- causes and consequences
def test_a_consequence_without_a_cause() -> None:
    for line, code in (
        ("! 1 chombo\ndraw chombo", "E214"),
        ("draw chombo", "E214"),
        ("! 1 dead_hand", "E215"),
        ("! 1 ron_ban 4s", "E216"),
        ("draw restart", "E217"),
    ):
        assert [f.code for f in errors(table(hand(f"{FIRST}\n{line}"), rules=J))] == [code]
        ruled = hand(f"{FIRST}\n! ruling # so be it\n{line}")
        assert errors(table(ruled, rules=J)) == []


def test_the_false_win_itself_is_no_win_beside_it() -> None:
    (game,) = mjlog.read(
        b"table record 1\nrules: mleague\nplayers: A, B, C, D\n\nE1.0 ron S<W 3han 40fu 5200\n"
        b"! false_win S\ndraw chombo\n! chombo S\n\nE1.0 ron S<W 1han 30fu 1000\nend unfinished\n"
    )
    assert errors(game) == []


def test_two_errors_of_one_player_need_one_chombo() -> None:
    both = f"{FIRST}\n! 1 peek no\n! 1 unplayable\n! 1 chombo\ndraw chombo"
    assert errors(table(hand(both), again(J), rules=J)) == []
    first = f"{FIRST}\n! 1 empty_call\n! 1 dead_hand\n! 1 peek no\n! 1 chombo\ndraw chombo"
    assert errors(table(hand(first), again(J), rules=J)) == []


def test_chombo_of_two_players_pay_each() -> None:
    lines = "\n".join(f"! {s} unplayable\n! {s} chombo : {changes(PAID[s])}" for s in (1, 3))
    total = [8000, -6000, 4000, -6000]
    game = table(hand(f"{FIRST}\n{lines}\ndraw chombo"), again(H, total), rules=H)
    assert errors(game) == []
    assert [
        f.code for f in errors(table(hand(f"{FIRST}\n{lines}\ndraw chombo"), again(H), rules=H))
    ] == ["G101"]


def test_a_chombo_of_three_players_pays_two() -> None:
    three = Rules(players=3, chombo="mangan_payment")
    assert chombo_payment(0, 0, three) == (-8000, 4000, 4000)
    assert chombo_payment(2, 0, three) == (4000, 2000, -6000)


def test_the_last_points_follow_a_payment() -> None:
    play = f"{FIRST}\n! 3 unplayable\n! 3 chombo : {changes(PAID[NORTH])}\ndraw chombo"
    right = (29000, 27000, 27000, 17000)
    assert [f.code for f in errors(table(hand(play), rules=H, final_scores=right))] == ["G107"]
    wrong = (25000, 25000, 25000, 25000)
    found = errors(table(hand(play), rules=H, final_scores=wrong))
    assert sorted(f.code for f in found) == ["G107", "G108"]


# --- rules without errors at the table
def test_rules_that_say_nothing_leave_incidents_unchecked() -> None:
    tenhou = load_rules("tenhou")
    audit = audit_batch(table(MISSING, rules=tenhou).batch)
    assert [f for f in audit.findings if f.severity != "note"] == []
    assert audit.not_checked["table-errors"] == 1


def test_a_clean_record_has_no_findings_of_the_family(root: Path) -> None:
    import mjlog

    (game,) = mjlog.read(root / "sample_logs" / "tenhou" / "tenhou-east-0.xml")
    audit = audit_batch(game.batch)
    assert audit.findings == []
    assert "table-errors" not in audit.not_checked


# --- to look at
SHOWN = hand(
    f"""{FIRST}
    ! 1 shown_tiles 4s by 0 no
    ! 1 ron_ban 4s
    1 draw ?
    1 riichi
    1 discard 1z
    1 accepted
    ! 3 unplayable
    ! 3 chombo : {changes(PAID[NORTH])}
    ! ruling by 2 # the wall is built anew
    draw chombo"""
)


def test_a_round_knows_its_incidents() -> None:
    (round_,) = table(SHOWN, rules=H).rounds
    first, ban, error, chombo, ruling = round_.incidents
    assert (first.kind, first.seat, first.by_seat, first.flag) == ("shown_tiles", 1, 0, False)
    assert (str(first.tiles), first.event) == ("4s", 2)
    assert (ban.kind, error.kind, error.event) == ("ron_ban", "unplayable", 6)
    assert (chombo.deltas, ruling.text) == (tuple(PAID[NORTH]), "the wall is built anew")
    assert ruling.seat is None


def test_scores_of_a_state_hold_what_was_paid() -> None:
    (round_,) = table(SHOWN, rules=H).rounds
    assert round_.state(2).scores == (25000,) * 4
    assert round_.state(5).scores == (25000,) * 4
    assert round_.state(6).scores == (29000, 26000, 27000, 17000)  # the deposit is still there
    end = round_.state(len(round_))
    assert (end.scores, end.deposits) == ((29000, 27000, 27000, 17000), 0)
    assert [s.scores for s in round_.states()][-1] == end.scores


def test_show_lists_them_in_order() -> None:
    game = table(SHOWN, rules=H)
    lines = round_text(game.rounds[0]).splitlines()
    own = [
        line.split(maxsplit=3)[3] for line in lines if line.startswith(" !  ") and "Botan" in line
    ]
    assert own == ["shows 4s by accident, named by Asa", "no ron on 4s"]
    assert any("ruling, named by Chidori: the wall is built anew" in line for line in lines)
    assert "Daigo chombo +4,000/+2,000/+2,000/-8,000" in game_text(game)
    japanese = incident_text(game.rounds[0], game.rounds[0].incidents[0], "ja")
    assert japanese == "Botan 見せ牌 4s 過失, 指摘 Asa"


def test_every_kind_of_incident_has_words() -> None:
    assert set(INCIDENT_KINDS) <= set(WORDS)


def test_a_dataset_has_a_table_of_them() -> None:
    batch = table(hand(FIRST), SHOWN, rules=H).batch
    audit = audit_batch(batch)
    context = Context(batch, audit.replay, audit)
    rows = build_tables(context, ["incidents"])["incidents"].to_pylist()
    assert [row["kind"] for row in rows] == [
        "shown_tiles", "ron_ban", "unplayable", "chombo", "ruling",
    ]  # fmt: skip
    assert [(row["round"], row["incident"], row["event"]) for row in rows] == [
        (1, 0, 2), (1, 1, 2), (1, 2, 6), (1, 3, 6), (1, 4, 6),
    ]  # fmt: skip
    assert rows[0] | {"deltas": None} == {
        "game_id": "handmade", "round": 1, "incident": 0, "event": 2, "kind": "shown_tiles",
        "seat": 1, "by_seat": 0, "tiles": "4s", "flag": False, "deltas": None, "text": None,
    }  # fmt: skip
    assert rows[0]["deltas"] == [None] * 4
    assert rows[3]["deltas"] == PAID[NORTH]
    assert rows[4]["text"] == "the wall is built anew"


# --- rounds written by hand
@pytest.mark.parametrize("line", ["! 1 nothing_like_it", "! 4 chombo", "! 1 chombo : many", "!"])
def test_an_incident_that_cannot_be_read(line: str) -> None:
    with pytest.raises(ParseError, match="an incident such as"):
        game_of(hand(f"{FIRST}\n{line}"))


# --- a record typed at the table
TYPED = """\
table record 1
id: evening
rules: {rules}
players: Asa, Botan, Chidori, Daigo
start: {start}

E1.0 dora 9p
E ? 9s^
! too_many_tiles S
! {consequence}
{end}

{then}
E ? 9s^
"""


@pytest.mark.parametrize(
    ("rules", "consequence", "end"),
    [
        ("jpml-2005", "dead_hand S", "draw suufon"),
        ("ishokai", "chombo S : 4000 -8000 2000 2000", "draw chombo"),
    ],
)
def test_a_typed_record_is_judged_by_the_column_of_its_rules(
    rules: str, consequence: str, end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = load_rules(rules).start_points
    honba = 0 if end == "draw chombo" else 1
    path = tmp_path / "game.txt"
    values = {"rules": rules, "start": start, "end": end, "then": f"E1.{honba} dora 1m"}
    path.write_text(TYPED.format(consequence=consequence, **values), encoding="utf-8")
    assert main(["audit", str(path), "--select", "E,G1,P"]) == 0
    capsys.readouterr()
    path.write_text(TYPED.format(consequence='ruling "play on"', **values), encoding="utf-8")
    assert main(["audit", str(path), "--select", "E"]) == 1
    shown = capsys.readouterr().out
    name = "E1.0#1" if honba == 0 else "E1.0"  # after a chombo the hand is played again
    assert f"{name}, South: E110 too-many-tiles (error)" in shown
    assert "rule: too_many_tiles = " in shown
    assert "(seed 002 §6.8)" in shown
    assert ("corrected scores: East (Asa) 29,000, South (Botan) 17,000" in shown) == (honba == 0)
