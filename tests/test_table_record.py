"""Table records: what is typed becomes columns, and every column is written and read back."""

from __future__ import annotations

import json
import random
import re
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mjlog.parsers import detect_format, iter_batches, read_bytes
from mjlog.parsers.losses import Losses
from mjlog.parsers.table import (
    read_json_batch,
    read_text_batch,
    write_table,
    write_table_json,
)
from mjlog.parsers.table.flow import USED, packed
from mjlog.parsers.table.results import payment_points
from mjlog.parsers.table.schema import HEADER_KEYS, OBJECTS
from mjlog.parsers.table.words import FLAGS, HEADER, VERBS

import mjlog
from mjlog import codes
from mjlog.cli import main
from mjlog.codes import (
    DRAW_KINDS,
    EVENT_KINDS,
    INCIDENT_KINDS,
    RIICHI_ACCEPTED,
    UNKNOWN,
    UNKNOWN_POINTS,
)
from mjlog.model import COLUMNS, Draws, Events, GameBatch, Incidents, Rounds, Wins, allocate
from mjlog.rows import batch_of_rows, rows_of
from mjlog.rules import load_rules
from mjlog.simulator import play_games
from mjlog.tiles import format_tile, format_tiles, parse_tiles

DOC = Path(__file__).resolve().parent.parent / "docs" / "table-record.md"
TABLES = {Rounds: "rounds", Events: "events", Wins: "wins", Draws: "draws", Incidents: "incidents"}
#: What a table record does not hold: physical copies, and places in the source.
NOT_KEPT = {
    "tile_id", "used_ids", "hand_ids", "indicator_id", "indicator_ids", "ura_ids", "melds",
    "offset",
}  # fmt: skip


def assert_same(a: GameBatch, b: GameBatch) -> None:
    """Compare every column that a table record holds."""
    for table, name in TABLES.items():
        for column, _, _ in COLUMNS[table]:
            if column in NOT_KEPT:
                continue
            x, y = (getattr(getattr(batch, name), column) for batch in (a, b))
            if (name, column) == ("events", "aux"):
                x, y = (np.where(one.events.kind == RIICHI_ACCEPTED, 0, v)
                        for one, v in ((a, x), (b, y)))  # fmt: skip
            np.testing.assert_array_equal(x, y, err_msg=f"{name}.{column}")
    for column in ("players", "final_scores", "final_points", "complete", "first_round"):
        np.testing.assert_array_equal(getattr(a, column), getattr(b, column), err_msg=column)
    for x, y in zip(a.info, b.info, strict=True):
        assert (x.id, x.names, x.start_time, x.lobby) == (y.id, y.names, y.start_time, y.lobby)
    assert [r.name for r in a.rules] == [r.name for r in b.rules]


def typed(text: str, rules: str | None = None) -> GameBatch:
    """Read a typed record that must be readable."""
    given = load_rules(rules) if rules else None
    batch: GameBatch = read_text_batch([("typed.txt", text.encode())], rules=given)
    assert [p for p in batch.problems if p.kind == "unreadable"] == []
    return batch


def hand(body: str, head: str = "rules: tenhou") -> GameBatch:
    """Read a record of the lines ``body`` under a short header."""
    return typed(f"table record 1\n{head}\n\n{body}\n")


def events(batch: GameBatch) -> list[str]:
    """Return the events as short words: kind, seat, tile, from, own tiles, aux of discards."""
    found = []
    table = batch.events
    for e in range(len(table)):
        words = [EVENT_KINDS[table.kind[e]]]
        words += [str(table.seat[e])] if table.seat[e] != UNKNOWN else []
        words += [format_tile(int(table.tile[e]))] if table.tile[e] != UNKNOWN else []
        if table.from_seat[e] != UNKNOWN:
            words.append(f"from {table.from_seat[e]}")
        own = [int(table.used[e]) >> 8 * i & 255 for i in range(4)]
        if own[0] != UNKNOWN:
            words.append(format_tiles([code for code in own if code != UNKNOWN]))
        if table.kind[e] == codes.DISCARD:
            words.append({1: "=", 0: "^", -1: "~"}[int(table.aux[e])])
        found.append(" ".join(words))
    return found


def error(text: str) -> tuple[str, str]:
    """Return place and message of what is wrong with a record."""
    batch = read_text_batch([("typed.txt", text.encode())])
    (problem,) = [p for p in batch.problems if p.kind == "unreadable"]
    return problem.place, problem.message


# --- turns ----------------------------------------------------------------------------------
def test_a_turn_is_a_draw_and_a_discard() -> None:
    batch = hand("E1.0 dora 3z\nE 5m 1z\nS 0p =\nW ? 9p\nN ? 9p=\nE ? =\nS 3m 3m^\nW 1s 9s~")
    assert events(batch) == [
        "draw 0 5m", "discard 0 1z ^",
        "draw 1 0p", "discard 1 0p =",
        "draw 2", "discard 2 9p ~",
        "draw 3", "discard 3 9p =",
        "draw 0", "discard 0 =",
        "draw 1 3m", "discard 1 3m ^",
        "draw 2 1s", "discard 2 9s ~",
    ]  # fmt: skip


def test_the_same_tile_without_a_mark_is_not_known_to_be_the_drawn_one() -> None:
    assert events(hand("E1.0\nE 5m 5m"))[-1] == "discard 0 5m ~"
    assert events(hand("E1.0\nE 0m 5m"))[-1] == "discard 0 5m ^"


def test_calls_take_the_last_discard() -> None:
    batch = hand(
        "E1.0\nE 9m 3m\nS chi 12m 7z\nN pon 77z 9s\nE 1p 2s\nW kan 222s dora 5p 8p =\n"
        "N 1z kan 1111z dora 6p 2z 3z\nW pon 33z 1m\nE 4p 5z\nW 3z kan 3z 9p =\nN ron 5000"
    )
    assert events(batch)[2:] == [
        "chi 1 3m from 0 12m", "discard 1 7z ^",
        "pon 3 7z from 1 77z", "discard 3 9s ^",
        "draw 0 1p", "discard 0 2s ^",
        "daiminkan 2 2s from 0 222s", "dora 5p", "draw 2 8p", "discard 2 8p =",
        "draw 3 1z", "ankan 3 1z 1111z", "dora 6p", "draw 3 2z", "discard 3 3z ^",
        "pon 2 3z from 3 33z", "discard 2 1m ^",
        "draw 0 4p", "discard 0 5z ^",
        "draw 2 3z", "kakan 2 3z from 3 3z", "draw 2 9p", "discard 2 9p =",
        "win 3 9p from 2",
    ]  # fmt: skip


def test_a_pon_without_own_tiles_is_read_where_no_red_five_is_possible() -> None:
    assert events(hand("E1.0\nE 9m 3z\nW pon 1z"))[-2:] == [
        "pon 2 3z from 0 33z", "discard 2 1z ^",
    ]  # fmt: skip
    place, message = error("table record 1\nrules: tenhou\n\nE1.0\nE 9m 5p\nW pon 1z")
    assert place == "line 6, column 7"
    assert "2 own tiles" in message


def test_of_and_from_say_what_is_not_the_last_discard() -> None:
    batch = hand("E1.0\nE ? ?\nS pon 77z of 7z from E 1z\nS 7z kakan 7z from W")
    assert events(batch)[2:] == [
        "pon 1 7z from 0 77z", "discard 1 1z ^", "draw 1 7z", "kakan 1 7z from 2 7z",
    ]  # fmt: skip


def test_a_north_is_set_aside() -> None:
    batch = hand("E1.0\nE 9m 1z\nS 2p kita 3p 1m", head="rules: tenhou-3p")
    assert events(batch)[3:] == ["kita 1 4z 4z", "draw 1 3p", "discard 1 1m ^"]


RIICHI = "E1.0\nE 5m riichi 1z\n"


@pytest.mark.parametrize(
    ("then", "paid"),
    [
        ("S 5p 6p", True),
        ("S pon 11z 9p", True),
        ("S ron 2000", False),
        ("draw exhaustive", True),
        ("draw suucha_riichi", True),
        ("draw sanchahou", False),
        ("E nostick\nS 5p 6p", False),
        ("E stick\nS ron 2000", True),
    ],
)
def test_the_stick_is_paid_when_the_tile_passes(then: str, paid: bool) -> None:
    found = events(hand(RIICHI + then))
    assert found[:3] == ["draw 0 5m", "riichi 0", "discard 0 1z ^"]
    assert (found[3] == "riichi_accepted 0") is paid


def test_a_turn_may_go_on_after_an_incident() -> None:
    batch = hand("E1.0\nE 5m\n! peek S by W\nE 1z\nS 2p =")
    assert events(batch)[1] == "discard 0 1z ^"
    assert batch.incidents.event.tolist() == [1]


# --- who ------------------------------------------------------------------------------------
def test_seats_are_winds_of_the_hand_or_names_or_numbers() -> None:
    body = "E2.0\nE 5m 1z\nBotan 2p 3p\n1 3m 4m\ne 3s 4s\n東 7s 8s"
    batch = hand(body, head="rules: tenhou\nplayers: Asa, Botan, Chidori, Daigo")
    assert set(batch.events.seat.tolist()) == {1}


def test_names_with_blanks_stand_in_quotation_marks() -> None:
    batch = hand('E1.0\n"Bot B" 5m 1z', head='rules: tenhou\nplayers: Bot A, "Bot B", C, "D, E"')
    assert batch.events.seat[0] == 1
    assert batch.info[0].names == ("Bot A", "Bot B", "C", "D, E")


def test_japanese_words_mean_the_same() -> None:
    plain = hand("E1.0\nE 5m 1z\nS pon 11z 3m\nW ? riichi 9p\nN ron 3han 40fu mangan tanyao dora=2")
    words = hand(
        "東一局0本場\n東 5m 1z\n南 ポン 11z 3m\n西 ? リーチ 9p\n北 ロン 3翻 40符 満貫 断幺九 ドラ2"
    )
    plain.wins.yaku_han[:] = words.wins.yaku_han
    plain.info[0].id = words.info[0].id
    assert_same(plain, words)


# --- results --------------------------------------------------------------------------------
def test_a_win_is_what_was_announced() -> None:
    batch = hand(
        "E1.0\nE 5m 1z\nS ron 3han 40fu 5200 riichi=1 dora2 hand 123m11z indicators 3z ura 5p7p\n"
        "  pao W honba 1 sticks 2 scores 25000 25000 25000 25000 : 0 5200 -5200 ?"
    )
    wins = batch.wins
    assert (wins.seat[0], wins.from_seat[0], wins.tile[0]) == (1, 0, 27)
    assert (wins.han[0], wins.fu[0], wins.yakuman[0], wins.limit[0]) == (3, 40, 0, 0)
    assert wins.points[0] == 5200
    assert wins.yaku[0, :3].tolist() == [1, 64, 255]
    assert wins.yaku_han[0, :3].tolist() == [1, 2, -1]
    assert wins.hand[0, :6].tolist() == [*parse_tiles("123m11z"), 255]
    assert wins.ura[0, :3].tolist() == [13, 15, 255]
    assert (wins.pao_seat[0], wins.honba[0], wins.deposits[0]) == (2, 1, 2)
    assert wins.scores[0].tolist() == [25000] * 4
    assert wins.deltas[0].tolist() == [0, 5200, -5200, UNKNOWN_POINTS]


@pytest.mark.parametrize(
    ("told", "han", "fu", "yakuman", "limit", "points"),
    [
        ("5200", -1, -1, -1, 255, 5200),
        ("3han 40fu", 3, 40, 0, 0, UNKNOWN_POINTS),
        ("3 han 40 fu", 3, 40, 0, 0, UNKNOWN_POINTS),
        ("mangan 8000", -1, -1, 0, 1, 8000),
        ("5han mangan", 5, -1, 0, 1, UNKNOWN_POINTS),
        ("yakuman", 0, -1, 1, 5, UNKNOWN_POINTS),
        ("2yakuman 64000", 0, -1, 2, 5, 64000),
        ("13han yakuman", 13, -1, 0, 5, UNKNOWN_POINTS),
        ("?limit 30fu ?yakuman", -1, 30, -1, 255, UNKNOWN_POINTS),
    ],
)
def test_what_the_values_of_a_win_say_of_each_other(
    told: str, han: int, fu: int, yakuman: int, limit: int, points: int
) -> None:
    wins = hand(f"E1.0\nS ron from W {told}").wins
    values = wins.han[0], wins.fu[0], wins.yakuman[0], wins.limit[0], wins.points[0]
    assert values == (han, fu, yakuman, limit, points)


def test_payments_of_a_tsumo_are_a_value() -> None:
    assert payment_points("1300-2600", dealer_wins=False, players=4) == 5200
    assert payment_points("2600/1300", dealer_wins=False, players=3) == 3900
    assert payment_points("4000all", dealer_wins=True, players=3) == 8000
    assert payment_points("1000-2000", dealer_wins=True, players=4) is None
    assert payment_points("2000all", dealer_wins=False, players=4) is None
    assert hand("E1.0\nE 5m tsumo 4000all").wins.points[0] == 12000
    assert hand("E1.0\nS 5m tsumo 2000-4000").wins.points[0] == 8000


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("", [255, 255, 255, 255]),
        ("tenpai S N", [0, 1, 0, 1]),
        ("tenpai E S W N", [1, 1, 1, 1]),
        ("noten E S W N", [0, 0, 0, 0]),
        ("noten E S", [0, 0, 1, 1]),
        ("tenpai S noten W", [255, 1, 0, 255]),
    ],
)
def test_who_showed_a_hand_at_a_draw(told: str, shown: list[int]) -> None:
    assert hand(f"E1.0\ndraw exhaustive {told}").draws.shown[0].tolist() == shown


def test_every_kind_of_draw_is_read() -> None:
    for number, name in enumerate(DRAW_KINDS):
        assert hand(f"E1.0\ndraw {name}").draws.kind.tolist() == [number]
    declared = hand("E1.0\nE 5m\nE draw 九種九牌")
    assert (declared.draws.kind[0], declared.events.seat[-1]) == (codes.KYUUSHU, 0)


def test_the_end_tells_points() -> None:
    batch = hand("E1.0\ndraw exhaustive\nend 37200 32000 20800 10000 points +47.2 12 -19.2 ▲40.0")
    assert batch.final_scores[0].tolist() == [37200, 32000, 20800, 10000]
    assert batch.final_points[0].tolist() == [472, 120, -192, -400]
    assert batch.complete[0]
    assert not hand("E1.0\ndraw exhaustive\nend unfinished 1 2 3 4").complete[0]
    assert not hand("E1.0\ndraw exhaustive").complete[0]


# --- from hand to hand ----------------------------------------------------------------------
def test_points_and_sticks_follow_from_the_hand_before() -> None:
    batch = hand(
        "E1.0\nE 5m riichi 1z\nS ? 3m\ndraw exhaustive tenpai E : 3000 -1000 -1000 -1000\n"
        "E1.1\nS ron from W 3900 : 0 5200 -4200 0\nE2.0 sticks 3 scores 1 2 3 4",
        head="rules: jpml-2005",
    )
    assert batch.rounds.scores.tolist() == [
        [30000] * 4, [32000, 29000, 29000, 29000], [1, 2, 3, 4],
    ]  # fmt: skip
    assert batch.rounds.deposits.tolist() == [0, 1, 3]


@pytest.mark.parametrize(
    ("result", "scores", "sticks"),
    [
        ("draw exhaustive", [UNKNOWN_POINTS] * 4, 0),
        ("S ron from W 3900", [UNKNOWN_POINTS] * 4, 0),
        ("draw restart", [25000] * 4, 0),
        ("draw suufon_renda", [25000] * 4, 0),
        ("draw chombo\n! chombo S", [UNKNOWN_POINTS] * 4, 0),
        ("draw chombo\n! chombo S : E+4000 S-8000 W+2000 N+2000", [29000, 17000, 27000, 27000], 0),
        ("! correction : E+1000 S-1000\ndraw restart", [26000, 24000, 25000, 25000], 0),
        ("! correction\ndraw restart", [UNKNOWN_POINTS] * 4, 0),
        ("E 5m 1z", [UNKNOWN_POINTS] * 4, -1),
    ],
)
def test_points_are_unknown_once_a_change_is(result: str, scores: list[int], sticks: int) -> None:
    batch = hand(f"E1.0\n{result}\nE1.1", head="rules: ishokai")
    assert batch.rounds.scores[1].tolist() == scores
    assert batch.rounds.deposits[1] == sticks


def test_a_chombo_gives_the_sticks_of_the_hand_back() -> None:
    body = "E1.0\nE 5m riichi 1z\nS ? 3m\ndraw chombo\n! chombo S\nE1.0"
    batch = hand(body, head="rules: jpml-2005")
    assert batch.rounds.scores[1].tolist() == [30000] * 4
    assert batch.rounds.deposits[1] == 0


def test_start_points_of_the_header_count() -> None:
    batch = hand("S1.0\ndraw restart", head="rules: tenhou\nstart: 27000")
    assert batch.rounds.scores[0].tolist() == [27000] * 4
    assert batch.rounds.deposits[0] == -1
    unknown = hand("S1.0\ndraw restart").rounds
    assert unknown.scores[0].tolist() == [UNKNOWN_POINTS] * 4


# --- incidents ------------------------------------------------------------------------------
@pytest.mark.parametrize("number", range(len(INCIDENT_KINDS)))
@pytest.mark.parametrize("flag", [-1, 0, 1])
def test_every_incident_is_read(number: int, flag: int) -> None:
    name = INCIDENT_KINDS[number]
    word = "" if flag < 0 else FLAGS.get(name, ("yes", "no"))[1 - flag]
    batch = hand(f'E1.0\nE 5m 1z\n! {name} S by W 4s0p {word} "said \\"no\\"" : 0 -8000 8000 ?')
    table = batch.incidents
    assert (table.kind[0], table.seat[0], table.by_seat[0]) == (number, 1, 2)
    assert (table.tiles[0], table.flag[0]) == (packed(parse_tiles("4s0p")), flag)
    assert table.text[0] == 'said "no"'
    assert table.deltas[0].tolist() == [0, -8000, 8000, UNKNOWN_POINTS]
    assert (table.round[0], table.event[0], table.offset[0]) == (0, 2, 6)
    bare = hand(f"E1.0\n! {name}").incidents
    assert (bare.kind[0], bare.seat[0], bare.by_seat[0], bare.flag[0]) == (number, 255, 255, -1)
    assert (bare.tiles[0], bare.text[0]) == (0xFFFFFFFF, "")
    assert bare.deltas[0].tolist() == [UNKNOWN_POINTS] * 4


def with_incidents(batch: GameBatch, seed: int) -> GameBatch:
    """Return a game with incidents of every kind somewhere in it."""
    rng = random.Random(seed)
    players = int(batch.players[0])
    events = sorted(rng.sample(range(len(batch.events) + 1), len(INCIDENT_KINDS)))
    table = allocate(Incidents, len(events))
    starts = batch.rounds.first_event
    for n, event in enumerate(events):
        # an incident behind the last event of a round belongs to it, not to the next one
        last = int(np.searchsorted(starts, event, "right")) - 1
        table.round[n] = min(last, len(batch.rounds) - 1)
        table.event[n] = event
        table.kind[n] = (n + seed) % len(INCIDENT_KINDS)
        table.seat[n] = rng.choice([*range(players), 255])
        table.by_seat[n] = rng.choice([*range(players), 255])
        table.flag[n] = rng.choice([-1, 0, 1])
        if rng.random() < 0.5:
            table.tiles[n] = packed([rng.randrange(37) for _ in range(rng.randrange(1, 5))])
            table.deltas[n, :players] = [rng.choice([0, -8000, 4000]) for _ in range(players)]
            table.text[n] = rng.choice(['a "ruling": so', "立会人の裁定 # 1", "two\nlines", " "])
    batch.incidents = table
    return batch


# --- there and back -------------------------------------------------------------------------
def assert_round_trips(batch: GameBatch, level: str = "full") -> None:
    """Write one game in both forms, read both, and compare everything."""
    text = write_table(batch, 0, level=level)
    lines = write_table_json(batch, 0, level=level)
    from_text = read_text_batch([("a.txt", text)])
    from_lines = read_json_batch([("a.jsonl", lines)])
    assert from_text.problems == from_lines.problems == []
    assert_same(from_text, from_lines)
    if level == "full":
        assert_same(batch, from_text)
    assert write_table(from_lines, 0) == text
    assert write_table_json(from_text, 0) == lines


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-3p", "jpml-2005", "ishokai"])
@pytest.mark.parametrize("seed", [1, 2])
def test_simulated_games_read_back_exactly_at_every_level(seed: int, rules: str) -> None:
    batch = with_incidents(play_games(1, seed=seed, rules=rules), seed)
    for level in ("full", "public", "result"):
        assert_round_trips(batch, level)


def spoiled(batch: GameBatch, seed: int) -> GameBatch:
    """Return a game with columns changed at random: faulty and partly unknown records."""
    rng = random.Random(seed)
    batch = deepcopy(batch)
    ev, players = batch.events, int(batch.players[0])
    seats = [*range(players), 255]

    def tile() -> int:
        return rng.choice([255, rng.randrange(37)])

    for _ in range(40):
        e = rng.randrange(len(ev))
        kind = int(ev.kind[e])
        what = rng.randrange(6)
        if what == 0 and kind not in (codes.DORA, codes.RYUUKYOKU):
            ev.seat[e] = rng.choice(seats[:-1])
        elif what == 1 and (kind in (codes.DRAW, codes.DISCARD, codes.DORA) or kind in USED):
            ev.tile[e] = tile()
        elif what == 2 and kind in USED:
            ev.from_seat[e] = rng.choice(seats)
            ev.used[e] = packed([tile() for _ in range(USED[kind])])
        elif what == 3 and kind in (codes.DRAW, codes.DISCARD, codes.RIICHI, RIICHI_ACCEPTED):
            new = rng.choice([codes.DRAW, codes.DISCARD, codes.RIICHI, RIICHI_ACCEPTED, 13, 14])
            ev.kind[e], ev.aux[e] = new, rng.choice([-1, 0, 1]) if new == codes.DISCARD else 0
            ev.tile[e] = tile() if new in (codes.DRAW, codes.DISCARD) else 255
        elif what == 4 and len(batch.wins):
            w, wins = rng.randrange(len(batch.wins)), batch.wins
            wins.han[w], wins.fu[w] = rng.choice([-1, 0, 3, 13]), rng.choice([-1, 0, 30])
            wins.yakuman[w], wins.limit[w] = rng.choice([-1, 0, 1, 2]), rng.choice([255, 0, 1, 5])
            wins.points[w], wins.honba[w] = rng.choice([UNKNOWN_POINTS, 8000]), rng.choice([-1, 2])
            wins.pao_seat[w], wins.yaku_han[w, 0] = rng.choice(seats), rng.choice([-1, 2])
            wins.hand[w] = [tile() for _ in range(14)]
            wins.deltas[w, :players] = [rng.choice([UNKNOWN_POINTS, 0]) for _ in range(players)]
        else:
            r, rounds = rng.randrange(len(batch.rounds)), batch.rounds
            rounds.honba[r], rounds.deposits[r] = rng.choice([-1, 4]), rng.choice([-1, 5])
            rounds.scores[r, :players] = [rng.choice([UNKNOWN_POINTS, 9]) for _ in range(players)]
            rounds.dice[r] = [rng.choice([255, 3]), rng.choice([255, 3])]
            rounds.hands[r, 0] = [tile() for _ in range(13)]
            rounds.indicator[r] = tile()
            rounds.dealer[r], rounds.wind[r] = rng.choice(seats[:-1]), rng.choice([0, 3])
    for w, e in enumerate(batch.wins.event.tolist()):
        batch.wins.seat[w], batch.wins.from_seat[w] = ev.seat[e], ev.from_seat[e]
        batch.wins.tile[w] = ev.tile[e]
    return batch


@pytest.fixture(scope="module")
def played() -> list[GameBatch]:
    return [play_games(1, seed=4), play_games(1, seed=5, rules="tenhou-3p")]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_faulty_and_partly_unknown_games_read_back_exactly(
    played: list[GameBatch], seed: int
) -> None:
    assert_round_trips(with_incidents(spoiled(played[seed % 2], seed), seed))


def test_the_comparison_sees_a_difference(played: list[GameBatch]) -> None:
    other = deepcopy(played[0])
    other.events.aux[1] ^= 1
    with pytest.raises(AssertionError, match=r"events\.aux"):
        assert_same(played[0], other)


def test_rows_are_columns_and_back(played: list[GameBatch]) -> None:
    both = mjlog.model.concatenate(played)
    for game in range(2):
        assert_same(played[game], batch_of_rows([rows_of(both, game)]))


@pytest.mark.shared
def test_real_games_read_back_exactly(shared: Path) -> None:
    batch = next(iter_batches(shared / "logs/mjlog", games=30))
    assert len(batch)
    for game in range(len(batch)):
        text = write_table(batch, game)
        assert_same(batch.select(game), read_text_batch([("a", text)]))


# --- levels and losses ----------------------------------------------------------------------
def test_a_public_record_hides_what_only_one_player_saw(played: list[GameBatch]) -> None:
    batch = read_text_batch([("a", write_table(played[0], 0, level="public"))])
    assert (batch.rounds.hands == UNKNOWN).all()
    assert (batch.events.tile[batch.events.kind == codes.DRAW] == UNKNOWN).all()
    np.testing.assert_array_equal(batch.events.kind, played[0].events.kind)
    discards = batch.events.kind == codes.DISCARD
    np.testing.assert_array_equal(batch.events.tile[discards], played[0].events.tile[discards])
    assert mjlog.audit(batch) == []


def test_games_in_which_nobody_knows_who_acts_are_not_written(played: list[GameBatch]) -> None:
    for table, column in (("events", "seat"), ("rounds", "dealer"), ("rounds", "wind")):
        batch = deepcopy(played[0])
        getattr(getattr(batch, table), column)[0] = UNKNOWN
        with pytest.raises(mjlog.MjlogError, match="not known"):
            write_table(batch, 0)


@pytest.mark.parametrize("seed", range(6))
def test_the_audit_takes_whatever_can_be_typed(played: list[GameBatch], seed: int) -> None:
    batch = with_incidents(spoiled(played[seed % 2], seed), seed)
    for level in ("full", "public", "result"):
        text = write_table(batch, 0, level=level)
        assert isinstance(mjlog.audit(read_text_batch([("a", text)])), list)


def test_what_is_lost_is_listed(played: list[GameBatch]) -> None:
    losses = Losses()
    write_table(played[0], 0, losses=losses)
    assert {row.what for row in losses.rows()} == {"seed", "tile_ids", "riichi_scores"}


def test_rules_that_are_no_preset_name_the_nearest_and_what_differs(
    played: list[GameBatch],
) -> None:
    from dataclasses import replace

    batch = deepcopy(played[0])
    batch.rules = [replace(batch.rules[0], name="club", noten_pool=4000)]
    losses = Losses()
    assert "rules: tenhou\n" in write_table(batch, 0, losses=losses).decode()
    (row,) = [row for row in losses.rows() if row.what == "rules"]
    assert "noten_pool = 4000" in row.message


# --- errors ---------------------------------------------------------------------------------
HEAD = "table record 1\nrules: tenhou\n"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("table record 2\nE1.0", "line 1, column 1", "expected 'table record 1'"),
        ("table record 1\nrules: jpml-2006\nE1.0", "line 2, column 1", "did you mean 'jpml-2005'"),
        ("table record 1\nrules: house.toml\nE1.0", "line 2, column 1", "--rules FILE"),
        ("table record 1\nruels: tenhou\nE1.0", "line 2, column 1", "did you mean 'rules'"),
        ("table record 1\nplayers: A, B\nE1.0", "line 2, column 1", "expected 3 or 4"),
        ("table record 1\ndate: may\nE1.0", "line 2, column 1", "a date such as"),
        ("table record 1\nstart: many\nE1.0", "line 2, column 1", "a number from 0"),
        (HEAD, "line 2", "without a hand"),
        (HEAD + "E 5m 1z", "line 3, column 1", "the heading of a hand"),
        (HEAD + "E1.0 dorra 3z", "line 3, column 6", "did you mean 'dora'"),
        (HEAD + "E1.0 dora 8z", "line 3, column 11", "8z is no honour"),
        (HEAD + "E1.0 dora", "line 3, column 10", "found the end of the line"),
        (HEAD + "E1.0 dice 3 7", "line 3, column 13", "1 to 6"),
        (HEAD + "E1.0 scores 1 2 3", "line 3, column 18", "4 numbers"),
        (HEAD + "E1.0\nX 5m 1z", "line 4, column 1", "a seat and its turn"),
        (HEAD + "E1.0\n? 5m 1z", "line 4, column 1", "who it was"),
        (HEAD + "E1.0\nron ?<W 8000", "line 4, column 5", "who it was"),
        (HEAD + "E1.0 riichi ?", "line 3, column 13", "a seat"),
        (HEAD + "E?.0", "line 3, column 1", "heading of a hand"),
        (HEAD + "E1.0\nE 5m 1z 2z", "line 4, column 9", "a line of its own"),
        (HEAD + "E1.0\nE 5m riichy 1z", "line 4, column 6", "did you mean 'riichi'"),
        (HEAD + "E1.0\nE 5m 1z riichi", "line 4, column 9", "riichi before the tile"),
        (HEAD + "E1.0\nE 55m 1z", "line 4, column 3", "one tile, not 2"),
        (HEAD + "E1.0\nE =", "line 4, column 3", "a draw before"),
        (HEAD + "E1.0\nE 9m 3m\nS chi 1m 7z", "line 5, column 7", "2 own tiles for chi"),
        (HEAD + "E1.0\nhand E 123m", "line 4, column 8", "not 3; ? stands for one"),
        (HEAD + "E1.0\nhand E 11112222333344m", "line 4, column 8", "the 13 tiles"),
        (HEAD + "E1.0\nS ron from W 3hans", "line 4, column 14", "did you mean 'han'"),
        (HEAD + "E1.0\ndraw exhaustve", "line 4, column 6", "did you mean 'exhaustive'"),
        (HEAD + "E1.0\ndraw restart : 1 2 3", "line 4, column 21", "4 numbers"),
        (HEAD + "E1.0\ndraw restart : E+1 E+2", "line 4, column 20", "each seat once"),
        (HEAD + "E1.0\n! chonbo S", "line 4, column 3", "did you mean 'chombo'"),
        (HEAD + "E1.0\n! peek S later", "line 4, column 10", "first or again"),
        (HEAD + 'E1.0\n! ruling "so', "line 4, column 10", "not closed"),
        (HEAD + "E1.0\ndraw restart\nE 5m 1z", "line 5, column 3", "heading of the next hand"),
        (HEAD + "E1.0\ndraw restart\nend\nE1.1", "line 6, column 1", "a new game"),
        (HEAD + "E1.0\nE 5m\n 1z 2z 3z", "line 5, column 5", "a line of its own"),
    ],
)  # fmt: skip
def test_errors_say_where_and_what_was_expected(text: str, place: str, message: str) -> None:
    found = error(text)
    assert found[0] == place
    assert message in found[1]


def test_a_hand_may_be_known_in_part() -> None:
    batch = typed(HEAD + "E1.0\nhand E 1?3m??????????")
    assert batch.rounds.hands[0, 0].tolist() == [0, UNKNOWN, 2, *[UNKNOWN] * 10]
    text = write_table(batch, 0)
    assert b"\nhand E 1m?3m??????????\n" in text
    as_json = write_table_json(batch, 0)
    assert json.loads(as_json.splitlines()[1])["hands"] == ["1m?3m??????????"]
    short = as_json.replace(b"?3m??", b"?3m?")
    (problem,) = read_json_batch([("short.jsonl", short)]).problems
    assert "texts of 13 tiles" in problem.message


def test_a_bad_line_loses_only_its_game() -> None:
    good = HEAD + "id: {}\nE1.0\nE 5m 1z\n"
    text = good.format("a") + HEAD + "E1.0\nE 5q 1z\n" + good.format("b")
    batch = read_text_batch([("two.txt", text.encode())])
    assert [info.id for info in batch.info] == ["a", "b"]
    (problem,) = batch.problems
    assert (problem.kind, problem.place) == ("unreadable", "line 9, column 3")
    assert "(at 'E 5q 1z')" in problem.message


def test_every_game_and_every_fault_is_counted(tmp_path: Path) -> None:
    from mjlog.parsers import Tally

    good = HEAD + "id: {}\nE1.0\nE 5m 1z\n"
    (tmp_path / "a.txt").write_text(good.format("a") + HEAD + "E1.0\nX\n" + good.format("b"))
    tally = Tally()
    (batch,) = iter_batches(tmp_path, tally=tally)
    assert (tally.seen, tally.imported, tally.failed) == (3, 2, 1)
    assert len(batch) == 2


@pytest.mark.parametrize("data", [b"\n" * 5000 + b"x", b"# \n" * 2000, b"#" * 5000, b" " * 5000])
def test_what_is_no_record_is_told_at_once(data: bytes) -> None:
    assert detect_format(data) is None


def test_a_record_without_rules_is_read_and_says_so() -> None:
    batch = read_text_batch([("a", b"table record 1\nE1.0\nE 5m 1z")])
    (problem,) = batch.problems
    assert problem.kind == "inconsistent" and "names no rules" in problem.message
    given = read_text_batch([("a", b"table record 1\nrules: ours\nE1.0")], rules=load_rules("wrc"))
    assert given.problems == [] and given.rules[0].name == "wrc"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"table record 1\nplace: \xff\nE1.0", "save the file as UTF-8"),
        (HEAD.encode() + b"E1.0\nE " + b"5" * 5000, "expected at most 4000"),
        (HEAD.encode() + b"E1.0\n" + b"E 5m 1z\n" * 600, "at most 1000 events"),
        (HEAD.encode() + b"E1.0\n" * 300, "at most 200 hands"),
        (HEAD.encode() + b"place:" + b" " * 2_000_000 + b"x\nE1.0", "expected at most 4000"),
    ],
)
def test_sizes_and_encodings_are_bounded(data: bytes, message: str) -> None:
    (problem,) = read_text_batch([("a", data)]).problems
    assert message in problem.message


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_broken_records_are_problems_never_crashes(seed: int) -> None:
    rng = random.Random(seed)
    for text, read in ((EXAMPLES["table"], read_text_batch), (EXAMPLES["json"], read_json_batch)):
        chars = list(text)
        for _ in range(rng.randrange(1, 5)):
            at = rng.randrange(len(chars))
            chars[at : at + rng.randrange(3)] = rng.choice(
                ["", "?", '"', ":", "9", "E", "ron", "\n", "\n ", "{", "#", "00", "-", "\\"]
            )
        batch = read([("a", "".join(chars).encode())])
        assert len(batch) or batch.problems


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"type": "drow"}', 'did you mean "draw"'),
        ('{"type": "draw", "sea": 1}', 'did you mean "seat"'),
        ('{"type": "draw", "seat": 4}', "expected 0 to 3"),
        ('{"type": "draw", "tile": "55m"}', "expected text, one tile"),
        ('{"type": "draw", "tile": "5m"}', '"seat" is needed'),
        ('{"type": "win", "yaku": [["tanyo", 1]]}', "list of [name, han or null]"),
        ('{"type": "round", "round": "X1"}', "such as E2.1"),
        ('{"type": "draw"', "not JSON"),
        ("[1]", "one JSON object"),
        ("[" * 30_000, "not JSON"),
        ("[" * 100_000, "expected at most 40000"),
    ],
)
def test_errors_of_json_lines(line: str, message: str) -> None:
    head = '{"format": "table", "rules": "tenhou"}\n{"type": "round", "round": "E1.0"}\n'
    batch = read_json_batch([("a.jsonl", f"{head}{line}\n".encode())])
    (problem,) = batch.problems
    assert message in problem.message
    assert problem.place.startswith("line 3")


# --- detection and commands -----------------------------------------------------------------
EXAMPLES = {
    name: "\n".join(re.findall(rf"```{name}\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL))
    for name in ("table", "json", "csv")
}
FORMAT_OF = {"table": "table", "json": "table-json", "csv": "table-csv"}


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_formats_are_told_by_content(name: str, tmp_path: Path) -> None:
    data = EXAMPLES[name].encode()
    for text in (data, b"\xef\xbb\xbf" + data, data.replace(b"\n", b"\r\n"),
                 data.decode().encode("utf-16")):  # fmt: skip
        entry = detect_format(text)
        assert entry is not None and entry.name == FORMAT_OF[name]
        assert len(read_bytes(text)) == 1
    path = tmp_path / "game.record"
    path.write_bytes(data)
    (game,) = mjlog.read(path)
    assert game.info.format == FORMAT_OF[name]


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_commands_take_table_records(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game"
    path.write_text(EXAMPLES[name], encoding="utf-8")
    assert main(["show", str(path)]) == 0
    assert "E1.0" in capsys.readouterr().out
    assert main(["audit", str(path)]) in (0, 1)
    assert main(["export", str(path), "-o", str(tmp_path / "dataset")]) == 0
    for target in ("table", "table-json", "table-csv"):
        assert main(["convert", str(path), "--to", target, "-o", str(tmp_path / target)]) == 0
        entry = detect_format((tmp_path / target).read_bytes())
        assert entry is not None and entry.name == target


def test_the_example_of_the_page_says_what_it_seems_to_say() -> None:
    (game,) = mjlog.read(EXAMPLES["table"].encode())
    assert [r.label for r in game.rounds] == ["E1.0", "E2.0", "E2.0", "E3.0"]
    assert [r.scores for r in game.rounds] == [
        (30000, 30000, 30000, 30000), (28000, 30000, 30000, 32000),
        (28000, 30000, 30000, 32000), (27000, 28000, 34000, 31000),
    ]  # fmt: skip
    first = [f for f in mjlog.audit(game) if f.round_index == 0]
    assert first == []
    assert [INCIDENT_KINDS[k] for k in game.batch.incidents.kind] == ["wrong_call", "chombo"]


def test_the_page_names_every_word() -> None:
    page = DOC.read_text(encoding="utf-8")
    for word in (*HEADER, *FLAGS, *set(VERBS.values()), *HEADER_KEYS, *OBJECTS):
        assert re.search(rf"\b{word}\b", page), word
