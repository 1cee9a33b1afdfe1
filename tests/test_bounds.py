"""No record, and no batch made by hand, leads a kernel out of its arrays.

Uncompiled kernels raise IndexError where compiled ones would touch memory that is not theirs, so
most of this runs uncompiled; what wraps there is asked of the columns instead.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from mjlog.parsers import read_bytes, tenhou, tenhou_json

from mjlog.auditing import audit_batch
from mjlog.engine.layout import MELDS_SHIFT
from mjlog.engine.liability import RINSHAN_SEAT, find_liable, nagashi_seats
from mjlog.engine.settlement_audit import audit_settlement
from mjlog.errors import ColumnsError
from mjlog.model import GameBatch, concatenate
from mjlog.replay import replay
from mjlog.rules import load_rules
from mjlog.rules.columns import rules_matrix, uma_table
from mjlog.simulator import play_games
from mjlog.walls import walls_of

HANDS = " ".join(
    f'hai{seat}="{",".join(map(str, range(13 * seat, 13 * seat + 13)))}"' for seat in range(4)
)


def mjlog_text(events: str, *, go: str = '<GO type="9" lobby="0"/>', ten: str = "250") -> bytes:
    seats = ",".join([ten] * 4)
    return (
        f'<mjloggm ver="2.3">{go}<TAIKYOKU oya="0"/>'
        f'<INIT seed="0,0,0,1,1,0" ten="{seats}" oya="0" {HANDS}/>{events}</mjloggm>'
    ).encode()


def read_mjlog(*texts: bytes) -> GameBatch:
    batch: GameBatch = tenhou.read_batch([(f"{n}.mjlog", text) for n, text in enumerate(texts)])
    return batch


# --- kans before the first draw -------------------------------------------------------------------
def test_a_kan_in_riichi_before_the_first_draw_is_judged_by_the_deal() -> None:
    """A dealt hand has no melds, so the kan adds no yaku, whatever the last hand of the batch is.

    That hand has two pons: the element before the first one, if ``a[-1]`` were taken.
    """
    pons = "".join(f'<N who="1" m="{3 * kind << 9 | 8 | 1}"/>' for kind in (4, 5))
    batch = read_mjlog(mjlog_text(f'<REACH who="0" step="1"/><N who="0" m="0"/>{pons}'))
    assert int(replay(batch).hand_hi[-1]) >> MELDS_SHIFT & 7 == 2
    rules = replace(load_rules("tenhou"), okuri_kan=True, riichi_ankan_new_yaku=False)
    codes = [finding.code for finding in audit_batch(batch, rules=rules).findings]
    assert "L126" in codes and "L116" not in codes


# --- calls from nobody known ----------------------------------------------------------------------
HEAD = "table record 1\nid: x\nrules: {}\nplayers: A, B, C, D\nstart: 25000\n\nE1.0 dora 1m\n"
DAISANGEN = """\
E pon 55z of 5z from ?
E pon 66z of 6z from ?
E pon 77z of 7z from ?
E tsumo 4s yakuman 48000 daisangen honba 0 sticks 0 scores 25000 25000 25000 25000 : 1 2 3 4
"""
RINSHAN = """\
E kan 555z of 5z from ?
E +4s
E tsumo 4s 3han 40fu 7700 honba 0 sticks 0 scores 25000 25000 25000 25000 : 1 2 3 4
"""


@pytest.mark.parametrize(
    ("rules", "play"), [("tenhou", DAISANGEN), ("ishokai", RINSHAN), ("jpml-2005", RINSHAN)]
)
def test_who_fed_a_set_is_not_known_and_nobody_is_liable(rules: str, play: str) -> None:
    batch = read_bytes((HEAD.format(rules) + play).encode(), name="x")
    assert len(batch.wins) == 1 and 255 in batch.events.from_seat.tolist()
    audit_batch(batch)
    events, row = batch.events, rules_matrix(batch.rules)[0]
    fed = np.full(4, 9, np.int64)
    find_liable(
        events.kind, events.seat, events.tile, events.from_seat, 0, len(events), 0, row, fed
    )
    assert fed.tolist() == [-1] * 4 and RINSHAN_SEAT < 4
    assert nagashi_seats(
        events.kind, events.seat, events.from_seat, events.tile, 0, len(events), row
    ) in range(16)


# --- long rounds ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "events", ["<D40/>" * 33_000, "<T40/>" * 33_000, '<REACH who="0" step="2"/>' * 23_000]
)
def test_a_tenhou_round_without_end_is_cut(events: str) -> None:
    text = mjlog_text(events)
    batch = read_mjlog(text, text.replace(events.encode(), b"<T60/><D60/>"))
    assert batch.first_round.tolist() == [0, 1, 2]
    assert np.diff(batch.rounds.first_event).tolist() == [1000, 2]
    [problem] = [p for p in batch.problems if "more than 1000 events in a round" in p.message]
    assert problem.source == "0.mjlog"
    audit_batch(batch)


def test_a_tenhou_round_as_long_as_allowed_is_followed_by_the_next() -> None:
    init = mjlog_text("").partition(b"<INIT")[2].partition(b"/>")[0].decode()
    text = mjlog_text(f"{'<T40/>' * 999}<RYUUKYOKU/><INIT{init}/><T60/>")
    batch = read_mjlog(text)
    assert np.diff(batch.rounds.first_event).tolist() == [1000, 1]
    assert not [p for p in batch.problems if "more than" in p.message]


def test_no_more_than_255_indicators_are_counted() -> None:
    batch = read_mjlog(mjlog_text('<DORA hai="20"/>' * 300))
    assert int(replay(batch).indicators.max()) == 255
    audit_batch(batch)


@pytest.mark.parametrize("turns", [40, 75, 80])
def test_a_riichi_on_every_discard_fits_into_the_scratch(turns: int) -> None:
    hand = [11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24]
    lists = [hand, [31 + i % 7 for i in range(turns)], ["r60"] * turns] * 4
    document = {
        "title": ["", ""], "name": ["a", "b", "c", "d"], "rule": {"disp": "般南喰赤", "aka": 1},
        "log": [[[0, 0, 0], [25000] * 4, [11], [], *lists, ["全員聴牌"]]],
    }  # fmt: skip
    items = [("x", json.dumps(document).encode())]
    tolerant = tenhou_json.read_batch(items, plain=False)
    plain = tenhou_json.read_batch(items, plain=True)
    assert plain.events.kind.tolist() == tolerant.events.kind.tolist()
    assert len(plain.events) == 4 * 4 * turns + 1
    audit_batch(plain)


# --- rules of a record ----------------------------------------------------------------------------
def test_floaters_of_three_players_have_four_lists() -> None:
    numbers = ",0,-15" * 4 + ",5,-15"
    go = f'<GO type="281" lobby="0" csrule="{"," * 21}{numbers[1:]}"/>'
    batch = read_mjlog(mjlog_text("<T60/><D60/>", go=go))
    audit_batch(batch)
    rules = replace(
        load_rules("tenhou-3p"), uma=(), uma_by_floaters=((1, 0, -1),) * 3 + ((2, 0, -2),)
    )
    assert uma_table(rules)[:, 0].tolist() == [10, 10, 10, 20, 20]


# --- two records of one id ------------------------------------------------------------------------
def test_findings_of_two_records_with_one_id_stay_apart() -> None:
    long = play_games(1, seed=3, rules="ishokai")
    short = play_games(1, seed=4, rules="tenhou-east")
    both = concatenate([short, long])
    for info in both.info:
        info.id = "same"
    for batch in (both, concatenate([long, short])):
        found = audit_batch(batch).findings
        assert {f.game for f in found} <= {0, 1}
        for f in found:
            rounds = int(batch.first_round[f.game + 1] - batch.first_round[f.game])
            assert f.round_index is None or f.round_index < rounds


# --- columns made by hand -------------------------------------------------------------------------
def set_seat(batch: GameBatch) -> None:
    batch.events.seat[3] = 255


def set_tile(batch: GameBatch) -> None:
    batch.events.tile[2] = 37


def set_kind(batch: GameBatch) -> None:
    batch.events.kind[2] = 99


def set_winner(batch: GameBatch) -> None:
    batch.wins.seat[0] = 255


def set_other_winner(batch: GameBatch) -> None:
    batch.wins.seat[0] ^= 1


def set_event(batch: GameBatch) -> None:
    batch.wins.event[0] = batch.wins.event[1]


def set_payer(batch: GameBatch) -> None:
    batch.wins.from_seat[0] = 4


def set_row(batch: GameBatch) -> None:
    batch.events.aux[batch.wins.event[0]] = -1


def set_dealer(batch: GameBatch) -> None:
    batch.rounds.dealer[1] = 4


def set_round(batch: GameBatch) -> None:
    batch.wins.round[0] = len(batch.rounds)


def set_first(batch: GameBatch) -> None:
    batch.rounds.first_event[1] = -1


def set_players(batch: GameBatch) -> None:
    batch.players[0] = 2


def set_rules(batch: GameBatch) -> None:
    batch.rules_index[0] = -1


def set_first_round(batch: GameBatch) -> None:
    batch.first_round[1] = 1


def widen(batch: GameBatch) -> None:
    batch.rounds.hands = batch.rounds.hands.astype(np.int64)


def shorten(batch: GameBatch) -> None:
    batch.events.used = batch.events.used[:-1]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (set_seat, r"events\.seat\[3\] is 255, expected 0–3 for who acts"),
        (set_tile, r"events\.tile\[2\] is 37, expected a code below 37, or 255"),
        (set_kind, r"events\.kind\[2\] is 99, expected 0 to 14"),
        (set_winner, r"wins\.seat\[0\] is 255, expected 0 to 3"),
        (set_other_winner, r"wins\.event\[0\] is \d+, expected the win event of its round"),
        (set_event, r"wins\.event\[0\] is \d+, expected the win event of its round"),
        (set_payer, r"wins\.from_seat\[0\] is 4, expected 0–3 or 255"),
        (set_row, r"events\.aux\[\d+\] is -1, expected a row of wins or draws"),
        (set_dealer, r"rounds\.dealer\[1\] is 4, expected 0–3 or 255"),
        (set_round, r"wins\.round\[0\] is \d+, expected 0 to \d+"),
        (set_players, r"players\[0\] is 2, expected 3 or 4"),
        (set_rules, r"rules_index\[0\] is -1, expected 0 to 0"),
        (set_first_round, r"first_round: expected 2 rising numbers from 0 to \d+"),
        (widen, r"rounds\.hands is int64 of shape \(\d+, 4, 13\), expected uint8 of shape"),
        (shorten, r"events\.used is uint32 of shape \(\d+,\), expected uint32 of shape \(\d+,\)"),
        (set_first, r"rounds\.first_event: expected \d+ rising numbers from 0 to \d+"),
    ],
)
def test_columns_that_cannot_be_are_refused(change: Callable[[GameBatch], None], text: str) -> None:
    batch = play_games(1, seed=5, rules="tenhou-east")
    audit_batch(batch)
    change(batch)
    for look in (audit_batch, audit_settlement, walls_of):
        with pytest.raises(ColumnsError, match=text):
            look(batch)
