"""Faults reported against other programs that no other test here is named after."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.parse
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import mjlog
from mjlog.auditing import audit_batch
from mjlog.codes import ANKAN, DAIMINKAN, KAKAN
from mjlog.engine.placement import final_points
from mjlog.rules import Rules, load_rules
from mjlog.rules.columns import rules_row, uma_table
from mjlog.tiles import parse_tile, parse_tiles
from mjlog.views.handmade import game_of
from mjlog.views.tabletop import Meld, Tile

KITA_RONNED = """
E1.0 dora 9p
hand 19m258p369s12345z
hand 111999m456p33z44z
hand 999m147p258s1256z
0 draw 7z
0 tsumogiri 7z
1 draw 7z
1 tsumogiri 7z
2 draw 4z
2 kita
0 ron 4z from 2 : 12000 0 -12000
1 ron 4z from 2 : 0 16000 -16000
"""


def test_b33_an_extracted_north_that_is_ronned_twice_is_paid_by_its_owner() -> None:
    rules = replace(load_rules("tenhou-3p"), kita_chankan=True)
    batch = game_of(KITA_RONNED, rules=rules, scores=(35000,) * 3).batch
    batch.wins.points[:] = 12000, 16000
    due = audit_batch(batch).settlement.expected_deltas[:, :3]
    assert due.tolist() == [[12000, 0, -12000], [0, 16000, -16000]]
    assert due.sum(axis=0).tolist() == [12000, 16000, -28000]


def points_of(rules: Rules, scores: list[int]) -> list[float]:
    out = np.zeros(4, np.int64)
    final_points(out, np.array(scores, np.int64), uma_table(rules), rules_row(rules))
    return [value / 10 for value in out.tolist()]


def test_b35_tied_places_share_or_go_by_seat_as_the_rules_say() -> None:
    shared = Rules(start_points=30000, return_points=30000, uma=(15, 5, -5, -15), uma_tie="share")
    scores = [29300, 30700, 29300, 30700]
    assert points_of(shared, scores) == [-10.7, 10.7, -10.7, 10.7]
    by_seat = replace(shared, uma_tie="seat")
    assert points_of(by_seat, scores) == [-5.7, 15.7, -15.7, 5.7]


@pytest.mark.parametrize("hand", ["111222333z4444z", "111222z3333z4444z"])
def test_b57_four_of_a_kind_are_not_used_twice(hand: str) -> None:
    assert int(mjlog.shanten(hand)) == 1


@pytest.mark.parametrize(("hand", "shanten"), [("36m12579p145s256z", 5), ("344569m5p12479s5z", 3)])
def test_b59_shanten_is_not_one_too_high(hand: str, shanten: int) -> None:
    assert int(mjlog.shanten(hand)) == shanten


def test_b61_thirteen_orphans_need_a_closed_hand() -> None:
    assert int(mjlog.shanten("19m19p19s12345z", melds=["pon:777z"])) == 6


@pytest.mark.parametrize(
    ("hand", "waits", "left"),
    [
        ("234678p3455577s", {"2s": 4, "5s": 1, "7s": 2}, 7),
        ("234678p4555677s", {"5s": 1, "7s": 2}, 3),
        ("234678p3405577s", {"2s": 4, "5s": 1, "7s": 2}, 7),  # red or not
    ],
)
def test_b63_the_red_five_counts_among_the_tiles_left(
    hand: str, waits: dict[str, int], left: int
) -> None:
    assert mjlog.waits(hand) == tuple(waits)
    assert mjlog.ukeire(hand).total == left


DOUBLE_RON = """
E1.0 dora 9p
hand 123m456p78s55z111z
hand 258m369p147s2345z
hand 369m147p258s3456z
hand 234m567p78s34588s
2 draw 9s
2 tsumogiri 9s
3 ron 9s from 2 : 0 0 -8000 8000
0 ron 9s from 2 : 2000 0 -2000 0
"""


def test_b75_the_second_win_of_a_double_ron_starts_from_the_scores_after_the_first() -> None:
    batch = game_of(DOUBLE_RON, rules=load_rules("tenhou")).batch
    batch.wins.points[:] = 8000, 2000
    batch.wins.scores[0] = 25000
    batch.wins.scores[1] = 25000, 25000, 17000, 33000
    printed = [f for f in audit_batch(batch).findings if f.code == "P108"]
    assert printed == []
    batch.wins.scores[1] = 25000
    (finding,) = [f for f in audit_batch(batch).findings if f.code == "P108"]
    assert (finding.seat, finding.recorded, finding.expected) == (2, 25000, 17000)


def run(*arguments: str, encoding: str = "utf-8", cwd: Path) -> subprocess.CompletedProcess[bytes]:
    root = str(Path(mjlog.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": root, "PYTHONIOENCODING": encoding, "MJLOG_JIT": "0"}
    command = [sys.executable, "-m", "mjlog", *arguments]
    return subprocess.run(command, capture_output=True, env=env, cwd=cwd, timeout=120, check=False)


def test_b119_a_failed_conversion_does_not_return_zero(root: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.xml"
    broken.write_bytes(b"<mjloggm><nothing/>")
    good = root / "sample_logs" / "tenhou" / "tenhou-east-0.xml"
    out = str(tmp_path / "out.xml")
    for arguments in ([], [str(tmp_path / "absent.xml")], [str(broken)]):
        done = run("convert", *arguments, "--to", "mjlog", "-o", out, cwd=tmp_path)
        assert done.returncode in (2, 3)
        assert done.stdout == b""
        assert b"Traceback" not in done.stderr
        assert done.stderr.strip()
    done = run("convert", str(good), "--to", "mjlog", "-o", out, cwd=tmp_path)
    assert done.returncode == 0
    assert Path(out).stat().st_size > 1000


@pytest.mark.parametrize("encoding", ["cp932", "ascii"])
def test_b121_any_name_can_be_printed_on_any_console(
    root: Path, tmp_path: Path, encoding: str
) -> None:
    text = (root / "sample_logs" / "tenhou" / "tenhou-east-0.xml").read_text(encoding="utf-8")
    for seat, name in enumerate(("🀄", "é", "〜", "❤")):
        text = re.sub(rf'\bn{seat}="[^"]*"', f'n{seat}="{urllib.parse.quote(name)}"', text, count=1)
    log = tmp_path / "game.xml"
    log.write_text(text, encoding="utf-8")
    assert run("export", str(log), "-o", "set", encoding=encoding, cwd=tmp_path).returncode == 0
    for arguments in (("stats", "set"), ("show", str(log)), ("show", str(log), "-r", "E1.0")):
        done = run(*arguments, encoding=encoding, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stdout and b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("kind", "own", "called", "source", "added", "text"),
    [
        (KAKAN, "22p", "2p", 2, "2p", "22'(2)2p"),  # the added tile lies on the turned one
        (DAIMINKAN, "999s", "9s", 3, "", "9'999s"),  # from the left: the first tile is turned
        (ANKAN, "0555m", "", 0, "", "#50m#"),  # two face down, the red five in sight
    ],
)
def test_b123_kans_are_drawn_apart(
    kind: int, own: str, called: str, source: int, added: str, text: str
) -> None:
    first = Tile(parse_tile(called)) if called else None
    more = Tile(parse_tile(added)) if added else None
    meld = Meld(kind, 0, tuple(Tile(c) for c in parse_tiles(own)), first, source, more)
    assert str(meld) == text
