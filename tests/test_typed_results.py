"""What a referee types, in the words he uses: limits alone, kinds of draw, flags left out."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from mjlog.parsers.losses import Losses
from mjlog.parsers.table import read_sheet_batch, read_text_batch, write_table_sheet

from mjlog.auditing import Audit, audit_batch
from mjlog.codes import UNKNOWN, UNKNOWN_POINTS
from mjlog.model import GameBatch

DOC = Path(__file__).resolve().parent.parent / "docs" / "table-record.md"
HEAD = "table record 1\nplayers: Asa, Botan, Chidori, Daigo\n"
MANGAN = 1
DEAD, CHOMBO = "! dead_hand S", "! chombo S : E+4000 S-8000 W+2000 N+2000\ndraw chombo"


def typed(rules: str, *lines: str) -> GameBatch:
    text = "\n".join([HEAD + f"rules: {rules}", *lines, "end unfinished", ""])
    batch: GameBatch = read_text_batch([("typed.txt", text.encode())])
    assert not batch.problems
    return batch


def audited(rules: str, *lines: str) -> Audit:
    return audit_batch(typed(rules, *lines))


def faults(rules: str, *lines: str) -> list[tuple[str, object, object]]:
    found = audited(rules, *lines).findings
    return [(f.code, f.recorded, f.expected) for f in found if f.severity != "note"]


# --- limits
@pytest.mark.parametrize(
    ("worth", "limit"),
    [
        ("3han 40fu 5200", 0),
        ("5han 40fu 8000", UNKNOWN),  # whether he said mangan is not told
        ("4han 30fu 7700", UNKNOWN),  # a mangan where it is rounded up
        ("4han 30fu mangan 8000", MANGAN),
        ("5han 40fu nolimit 8000", 0),
    ],
)
def test_a_limit_is_taken_as_named_or_not_from_han_and_fu(worth: str, limit: int) -> None:
    assert typed("tenhou", f"E1.0 ron S<W {worth}").wins.limit.tolist() == [limit]


@pytest.mark.parametrize(
    ("rules", "worth", "points"),
    [
        ("tenhou", "5han 40fu 8000", 8000),
        ("tenhou", "6han 30fu 12000", 12000),
        ("tenhou", "11han 30fu 24000", 24000),
        ("jpml-2005", "40符6翻 8000", 8000),
        ("jpml-2005", "13han 30fu 24000", 24000),
    ],
)
def test_han_and_fu_of_a_limit_need_no_name_of_it(rules: str, worth: str, points: int) -> None:
    assert faults(rules, f"E1.0 ron S<W {worth} : S+{points} W-{points}") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ron S<W mangan : S+8000 W-8000", []),
        ("ron S<W mangan : S+7700 W-7700", [("P101", 7700, 8000)]),
        ("ron E<W haneman : E+18000 W-18000", []),
        ("ron S<W haneman 8000 : S+8000 W-8000", [("S105", 8000, 12000)]),
        ("tsumo E baiman : E+24000 S-8000 W-8000 N-8000", []),
        ("tsumo S sanbaiman : S+24000 E-12000 W-6000 N-6000", []),
        ("ron S<W yakuman : S+64000 W-64000", [("P101", 64000, 32000)]),
    ],
)
def test_a_limit_alone_is_a_value(line: str, expected: list[object]) -> None:
    audit = audited("jpml-2005", f"E1.0 {line}")
    assert faults("jpml-2005", f"E1.0 {line}") == expected
    assert "win-value" not in audit.not_checked


def test_more_yakuman_than_the_rules_can_add_up() -> None:
    line = "E1.0 ron S<W 2yakuman 64000 : S+64000 W-64000"
    assert faults("ishokai", line) == []
    assert faults("jpml-2005", line) == [("S105", 64000, 32000)]


def test_a_limit_named_without_han_is_that_of_the_hand() -> None:
    hand = "hand S 123m456m789m123p4p"  # riichi, ittsuu
    turns = ("E1.0 dora 1z", hand, "E ? 1z^", "S 1z riichi =", "W ? 4p^")
    win = "S ron {} hand 123m456m789m123p44p ura 9s : S+{} W-{}"
    # double riichi 2, ittsuu 2, ippatsu 1 at Tenhou: a mangan
    good = (*turns, win.format("mangan", 9000, 8000))
    assert faults("tenhou", *good) == []
    wrong = (*turns, win.format("haneman", 13000, 12000))
    assert faults("tenhou", *wrong) == [("S104", "haneman", "mangan")]


# --- results that the rules do not know, told by the result alone
@pytest.mark.parametrize(
    ("rules", "lines", "expected"),
    [
        ("jpml-2005", ("ron S<W 3900", "ron N<W 3900"), [("L154", 2, 1)]),
        ("ishokai", ("ron S<W 3900", "ron N<W 3900"), []),
        ("ishokai", ("ron S<W 3900", "ron N<W 3900", "ron E<W 2900"), [("L154", 3, 2)]),
        ("mleague", ("draw kyuushu_kyuuhai",), [("L130", None, None)]),
        ("mleague", ("draw suufon_renda",), [("L131", None, None)]),
        ("mleague", ("draw sanchahou",), [("L133", None, None)]),
        ("mleague", ("draw suukan_sanra",), [("L134", None, None)]),
        ("jpml-2005", ("draw nagashi_mangan tenpai E : 0 0 0 0",), [("L138", None, None)]),
        ("jpml-2005", ("draw kyuushu_kyuuhai",), []),
        ("jpml-2005", ("draw sanchahou",), []),
    ],
)
def test_a_result_that_is_not_played(
    rules: str, lines: tuple[str, ...], expected: list[object]
) -> None:
    first, *more = lines
    assert faults(rules, f"E1.0 {first}", *more) == expected


# --- results that exclude each other
ONCE = "ron S<W 2000 : 0 2000 -2000 0"
TSUMO = "tsumo S 2han 30fu 500-1000 : -1000 2000 -500 -500"
NOTEN = "draw exhaustive noten E S W N"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((ONCE, ONCE), [("L156", 2, 1)]),
        ((ONCE, "ron S<? 2000"), [("L156", 2, 1)]),
        ((ONCE, ONCE, ONCE), [("L156", 2, 1), ("L156", 3, 1)]),
        ((ONCE, "ron N<W 2000 : 0 0 -2000 2000", ONCE), [("L156", 2, 1)]),
        ((ONCE, "ron N<E 2000"), [("L157", [3, 0], [1, 2])]),
        ((ONCE, "ron N<S 3han 170fu 2000"), [("L157", [3, 1], [1, 2])]),
        ((ONCE, "ron W<? 2000"), [("L157", [2, None], [1, 2])]),
        ((TSUMO, "ron W<E 2000 : -2000 0 2000 0"), [("L157", [2, 0], [1, 1])]),
        ((ONCE, "tsumo N 500-1000"), [("L157", [3, 3], [1, 2])]),
        ((ONCE, NOTEN), [("L158", "exhaustive", None)]),
        ((NOTEN, TSUMO), [("L158", "exhaustive", None)]),
        ((NOTEN, "draw kyuushu_kyuuhai"), [("L158", "kyuushu_kyuuhai", None)]),
        # what stands beside each other
        ((ONCE, "ron N<W 2000 : 0 0 -2000 2000"), []),
        ((ONCE, "ron N<? 2000"), []),
        ((ONCE, ONCE, "draw chombo"), []),
    ],
)
def test_results_that_exclude_each_other(lines: tuple[str, ...], expected: list[object]) -> None:
    """The further result is the only fault; the points after the hand are not known."""
    first, *more = lines
    follows = "E2.0 scores 22000 28000 25000 25000 sticks 0 draw exhaustive noten E S W N"
    if expected:
        assert faults("tenhou", f"E1.0 {first}", *more, follows) == expected
    else:
        assert faults("tenhou", f"E1.0 {first}", *more) == expected


def test_a_win_typed_twice_was_paid_once() -> None:
    batch = typed("tenhou", f"E1.0 {ONCE}", ONCE, f"E2.0 {NOTEN}")
    assert batch.rounds.scores[1].tolist() == [25000, 27000, 23000, 25000]
    other = typed("tenhou", f"E1.0 {ONCE}", "ron N<E 2000 : -2000 0 0 2000", f"E2.0 {NOTEN}")
    assert (other.rounds.scores[1] == UNKNOWN_POINTS).all()


def test_a_sheet_cannot_hold_a_win_and_a_draw() -> None:
    for lines, told in (
        ((f"E1.0 {ONCE}", NOTEN), True),
        ((f"E1.0 {TSUMO}", TSUMO), True),
        ((f"E1.0 {ONCE}", ONCE), False),
        ((f"E1.0 {NOTEN}",), False),
    ):
        losses = Losses()
        write_table_sheet(typed("tenhou", *lines), 0, losses=losses)
        assert any(loss.what == "results" for loss in losses.rows()) is told


def test_four_riichis_hang_on_the_reading_of_row_4_6() -> None:
    line = "E1.0 riichi E S W N draw suucha_riichi : 0 0 0 0"
    assert faults("jpml-2005", line) == []
    notes = [f for f in audited("jpml-2005", line).findings if f.code == "G190"]
    assert [f.rule for f in notes] == ["abort_suucha"]
    assert [f.code for f in audited("ishokai", line).findings if f.code == "G190"] == []


# --- Japanese words
def test_a_japanese_sheet() -> None:
    batch = typed("ishokai", "東一局 ron 南<西 40符3翻 5200", "東二局一本場 ツモ 東 満貫")
    assert batch.rounds.honba.tolist() == [0, 1]
    assert batch.wins.han.tolist() == [3, -1] and batch.wins.fu.tolist() == [40, -1]
    assert batch.wins.limit.tolist() == [0, MANGAN]


# --- errors whose form was not noted
@pytest.mark.parametrize(
    ("error", "consequence"),
    [
        ("out_of_turn_draw S", DEAD),
        ("out_of_turn_draw S", CHOMBO),
        ("peek S", DEAD),  # the first time
        ("peek S", CHOMBO),
        ("peek_ura S", DEAD),
        ("shown_tiles S by W 4s", "! ron_ban S 4s"),
        ("shown_tiles S by W 4s", CHOMBO),  # on purpose
    ],
)
def test_a_flag_that_is_left_out_is_told_by_the_consequence(error: str, consequence: str) -> None:
    result = () if "draw" in consequence else ("ron N<W 3900 : W-3900 N+3900",)
    assert faults("ishokai", "E1.0", f"! {error}", consequence, *result) == []


@pytest.mark.parametrize(
    ("error", "consequence", "code"),
    [
        ("out_of_turn_draw S before", CHOMBO, "E106"),
        ("peek S again", DEAD, "E108"),
        ("shown_tiles S by W 4s accident", CHOMBO, "E104"),
        ("shown_tiles S by W 4s", DEAD, "E104"),  # neither form
    ],
)
def test_a_flag_that_is_told_counts(error: str, consequence: str, code: str) -> None:
    result = () if "draw" in consequence else ("ron N<W 3900 : W-3900 N+3900",)
    found = faults("ishokai", "E1.0", f"! {error}", consequence, *result)
    assert [fault[0] for fault in found] == [code]


# --- deposits of a void hand
@pytest.mark.parametrize("changes", ["", " : S+1000 W+1000", " : E+4000 S-7000 W+3000 N+2000"])
def test_sticks_that_go_back_are_counted_once(changes: str) -> None:
    paid = "" if "-7000" in changes else " : E+4000 S-8000 W+2000 N+2000"
    lines = (
        "E1.0 riichi S W", "! unplayable S", f"! chombo S{paid}", f"draw chombo{changes}",
        "E1.0 ron N<W 3han 30fu 3900 : W-3900 N+3900",
    )  # fmt: skip
    batch = typed("ishokai", *lines)
    assert batch.rounds.scores[1].tolist() == [29000, 17000, 27000, 27000]
    assert batch.rounds.deposits.tolist() == [0, 0]
    assert faults("ishokai", *lines) == []


def test_a_chombo_that_is_taken_off_the_result_is_not_paid_at_the_table() -> None:
    lines = ("E1.0", "! unplayable S", CHOMBO)
    (finding,) = [f for f in audited("jpml-2005", *lines).findings if f.code == "E211"]
    assert finding.message.endswith("expected no payment at the table")


# --- 7: liability, named at the table
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ron S<W yakuman 32000 daisangen pao N : S+32000 W-16000 N-16000", []),
        ("tsumo S yakuman 32000 daisangen pao N : S+32000 N-32000", []),
        (
            "tsumo S yakuman 32000 daisangen pao N : S+32000 E-16000 W-8000 N-8000",
            [("P101", -16000, 0)],
        ),
    ],
)
def test_the_player_named_as_liable_pays(line: str, expected: list[object]) -> None:
    assert faults("jpml-2005", f"E1.0 {line}") == expected


# --- 1.1: riichi with too few points; 1.14: swap-calling in a hand that nobody noted
def test_a_riichi_with_too_few_points_is_seen_from_the_points_of_the_sheet() -> None:
    line = "S1.0 scores 900 39100 30000 30000 riichi E ron S<W 2900 : S+3900 W-2900"
    (note,) = [f for f in audited("ishokai", line).findings if f.code == "E123"]
    assert note.message.endswith("that nobody named: East (Asa)")
    assert faults("ishokai", line, "! wrong_riichi E by N", "! dead_hand E") == []
    missing = faults("ishokai", line, "! wrong_riichi E by N")
    assert [fault[0] for fault in missing] == ["E121"]
    assert faults("jpml-2005", line) == []


def test_a_swap_call_of_an_unknown_hand_is_no_call_without_a_discard() -> None:
    turns = ("E1.0 dora 8p", "E ? 1m^", "S chi 23m 1m", "W ? 1p^", "ron E<W 2900")
    found = faults("jpml-2005", *turns)
    assert found == [("L108", "1m", "any tile but 1m")]
    other_end = [turn.replace("chi 23m 1m", "chi 23m 4m") for turn in turns]
    assert faults("jpml-2005", *other_end) == []  # A18
    assert [f[0] for f in faults("tenhou", *other_end)] == ["L108"]


@pytest.mark.parametrize(
    "lines",
    [("E1.0 ron S<S 1000",), ("E1.0", "S ron 5m from S"), ("E1.0", "E 5m =", "E ron 1000")],
)
def test_nobody_rons_himself(lines: tuple[str, ...]) -> None:
    text = "\n".join([f"{HEAD}rules: jpml-2005", *lines, "end unfinished", ""])
    batch: GameBatch = read_text_batch([("typed.txt", text.encode())])
    (found,) = batch.problems
    assert "expected a ron from another player, or tsumo" in found.message


# --- sheets and lines there and back
def test_who_declared_a_riichi_may_stand_before_or_behind_the_result() -> None:
    before = typed("tenhou", "E1.0 riichi S unpaid W ron S<W 2000", "E2.0 unpaid W ron S<W 2000")
    behind = typed("tenhou", "E1.0 ron S<W 2000 riichi S unpaid W", "E2.0 ron S<W 2000 unpaid W")
    later = typed("tenhou", "E1.0", "riichi S", "unpaid W", "ron S<W 2000", "E2.0 unpaid W",
                  "ron S<W 2000")  # fmt: skip
    for other in (behind, later):
        assert other.events.kind.tolist() == before.events.kind.tolist()
        assert other.events.seat.tolist() == before.events.seat.tolist()


def test_the_lines_of_results_in_the_documentation_fit_together() -> None:
    page = DOC.read_text(encoding="utf-8").partition("\n## Results only: one line a hand\n")[2]
    lines = [line[4:] for line in page.partition("\n## ")[0].splitlines() if line[:4] == "    "]
    assert len(lines) == 5
    assert faults("ishokai", *lines) == []


def test_a_sheet_holds_unpaid_riichi_and_tenpai_in_their_columns() -> None:
    batch = typed(
        "ishokai", "E1.0 draw exhaustive tenpai E S : 1500 1500 -1500 -1500",
        "E1.1 draw exhaustive noten E S W N : 0 0 0 0", "E2.2 unpaid W ron S<W 2000",
        "E3.0 draw exhaustive", "E3.1 draw exhaustive noten E : -3000 1000 1000 1000",
    )  # fmt: skip
    written = write_table_sheet(batch, 0)
    again = read_sheet_batch([("sheet.csv", written)])
    assert not again.problems
    assert again.draws.shown.tolist() == batch.draws.shown.tolist()
    assert again.events.seat.tolist() == batch.events.seat.tolist()
    rows = list(csv.DictReader(row for row in written.decode().splitlines() if row[0] != "#"))
    assert [row["tenpai"] for row in rows] == ["E S", "-", "", "", "W N S"]
    assert [row["unpaid"] for row in rows] == ["", "", "W", "", ""]


def test_a_sheet_tells_that_the_play_is_lost() -> None:
    played = typed("tenhou", "E1.0 dora 1z", "E ? 1z^", "S ron 1z 1000", "E2.0 ron S<W 1000")
    losses = Losses()
    write_table_sheet(played, 0, losses=losses)
    assert [(loss.what, loss.times) for loss in losses.rows()] == [("play", 1)]


# --- tiles that cannot be there, where hands and draws are not known
def tiles_told(rules: str, *lines: str) -> list[str]:
    text = "\n".join(["table record 1", f"rules: {rules}", *lines, "end unfinished", ""])
    batch = read_text_batch([("typed.txt", text.encode())])
    assert not batch.problems
    return [problem.message for problem in audit_batch(batch).problems]


FOUR = ("E1.0 dora 8p", "E ? 3p", "S ? 4p", "W ? 3p", "N ? 3p", "E ? 3p")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (FOUR, []),
        ((*FOUR, "S ? 3p"), ["3p 5 times; at most 4 can be in a round"]),
        ((*FOUR, "S 3p ="), ["3p 5 times; at most 4 can be in a round"]),
        # the tile that is taken from the river is there once
        ((*FOUR, "S chi 24p 9p"), []),
        ((*FOUR, "W pon 33p 9p"), ["3p 6 times; at most 4 can be in a round"]),
        # of a ron the tile in the river and that of the hand are one
        ((*FOUR, "S ron 3p from E hand 123m456m99m456s123p : 0 0 0 0"), []),
        (("E1.0 dora 3p", *FOUR[1:]), ["3p 5 times; at most 4 can be in a round"]),
        (("E1.0 dora 8p", "E ? 0p", "S ? 0p"), ["0p 2 times; the rules 'tenhou' have 1"]),
        # a hand that is known holds what is discarded from it
        (
            ("E1.0 dora 8p", "hand E 333p456m789s1122z", "E 9m 3p", "S ? 3p", "W ? 1m", "N ? 1m",
             "E 9m 3p"),
            [],
        ),
    ],
)  # fmt: skip
def test_tiles_of_a_kind_are_counted_from_what_was_shown(
    lines: tuple[str, ...], expected: list[str]
) -> None:
    assert tiles_told("tenhou", "players: Asa, Botan, Chidori, Daigo", *lines) == expected


def test_three_players_have_no_2m_to_8m() -> None:
    three = "players: Asa, Botan, Chidori"
    for rules, players, expected in (
        ("tenhou-3p", three, ["2m once, 8m once; three play without 2m–8m"]),
        ("tenhou", f"{three}, Daigo", []),
    ):
        assert tiles_told(rules, players, "E1.0 dora 9p", "E ? 2m", "S ? 8m", "W ? 9m") == expected
    dealt = ("E1.0 dora 9p", "hand E 1112233p678s112z", "E 4m =")
    assert tiles_told("tenhou-3p", three, *dealt) == ["4m once; three play without 2m–8m"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("E1.0 tsumo S 2000all", "found '2000all', expected two payments (500-1000)"),
        ("E1.0 tsumo E 500-1000", "found '500-1000', expected one payment of all (2000all)"),
    ],
)
def test_payments_that_the_winner_cannot_get(line: str, expected: str) -> None:
    text = f"{HEAD}rules: tenhou\n{line}\n"
    (problem,) = read_text_batch([("typed.txt", text.encode())]).problems
    assert problem.kind == "unreadable" and problem.message.startswith(expected)


@pytest.mark.parametrize("fu", [20, 25, 30, 110, 140])
def test_fu_that_a_hand_can_have(fu: int) -> None:
    assert faults("tenhou", f"E1.0 ron S<W 4han {fu}fu") == []


@pytest.mark.parametrize("fu", [10, 22, 35, 150, 170])
def test_fu_that_no_hand_has(fu: int) -> None:
    audit = audited("tenhou", f"E1.0 ron S<W 4han {fu}fu")
    found = [f for f in audit.findings if f.severity != "note"]
    assert [(f.code, f.recorded, f.expected) for f in found] == [("S103", fu, None)]
    assert f"recorded {fu} fu" in found[0].message
