"""Writing Tenhou records: what is written reads back to the same columns."""

from __future__ import annotations

import gzip
import json
import random
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote
from xml.dom import minidom

import numpy as np
import pytest
from mjlog.parsers.losses import Losses
from mjlog.parsers.tenhou import read_batch
from mjlog.parsers.tenhou.calls import encode_call
from mjlog.parsers.tenhou.go_type import header_of_rules
from mjlog.parsers.tenhou.layout import (
    S_CALL_COUNT,
    S_CALL_FROM,
    S_CALL_KIND,
    S_CALL_TILE,
    S_CALL_USED,
    S_WIDTH,
)
from mjlog.parsers.tenhou.numbers import decode_call
from mjlog.parsers.tenhou.rules import rules_from_go
from mjlog.parsers.tenhou.writer import write_mjlog

from mjlog.cli import main
from mjlog.codes import KAKAN, PON
from mjlog.errors import MjlogError
from mjlog.model import COLUMNS, Draws, Events, GameBatch, Rounds, Wins
from mjlog.rules import diff_rules, load_rules
from mjlog.simulator import play_games
from mjlog.views.handmade import game_of
from mjlog.walls import make_seed

TABLES = {Rounds: "rounds", Events: "events", Wins: "wins", Draws: "draws"}
IDS = {"tile_id", "used_ids", "hand_ids", "indicator_id", "indicator_ids", "ura_ids", "melds"}

ROUNDS = """
E1.0 dora 3z
hand 123m406p678s1122z
hand 22p55m11z340678s9p
hand 22m3399p555s666p7z
hand 999s119m23p4455z3m
0 draw 5m
0 riichi
0 tsumogiri 5m
0 accepted
1 draw 9s
1 tsumogiri 9s
3 daiminkan 9s 999s from 1
3 draw 2p
dora 4m
3 discard 2p
1 pon 2p 22p from 3
1 discard 9p
2 pon 9p 99p from 1
2 discard 3p
3 draw 1p
3 discard 3m
0 draw 2z
0 tsumo 2z : 8000 -4000 -2000 -2000

E2.0 dora 9m
hand 1111m23p45s66677z
hand 234m55p678s11223z
hand 9m19p188s1234567z
hand 345m0p34p999s4455z
1 draw 4m
1 discard 1z
2 draw 9m
2 discard 9p
3 draw 9p
3 tsumogiri 9p
0 draw 3m
0 ankan 1111m
dora 7z
0 draw 6s
0 discard 3m
1 chi 3m 24m from 0
1 discard 5p
2 draw 8p
2 tsumogiri 8p
draw exhaustive : 3000 -1000 -1000 -1000

E3.0 dora 1m
hand 234m55p678s11223z
hand 19m19p19s1234557z
hand 77z34p234567s123p
hand 345m0p34p999s5666z
2 draw 7z
2 discard 1p
3 draw 5p
3 discard 5z
1 pon 5z 55z from 3
1 discard 1m
2 draw 9m
2 tsumogiri 9m
3 draw 3p
3 discard 9s
0 draw 9m
0 discard 1z
draw suufon_renda
"""
SANMA = """
E1.0 dora 9m
hand 19m19p19s1234567z
hand 111222333p1122z
hand 444555666s5566z
0 draw 4z
0 kita
0 draw 4z
0 tsumogiri 4z
1 draw 3z
1 tsumogiri 3z
2 draw 4z
2 kita
2 draw 9m
2 tsumogiri 9m
0 ron 9m from 2 : 32000 0 -32000
"""
KAKAN_ROUND = """
E1.0 dora 3z
hand 123m406p678s1122z
hand 22p55m11z340678s9p
hand 22m3399p555s666p7z
hand 999s119m23p4455z3m
0 draw 3p
0 tsumogiri 3p
2 pon 3p 33p from 0
2 discard 7z
3 draw 8m
3 tsumogiri 8m
0 draw 8m
0 tsumogiri 8m
1 draw 8m
1 tsumogiri 8m
2 draw 3p
2 kakan 3p
1 ron 3p from 2 : 0 1000 -1000 0
"""


def again(batch: GameBatch) -> GameBatch:
    items = [(batch.info[g].source or "x.mjlog", write_mjlog(batch, g)) for g in range(len(batch))]
    read: GameBatch = read_batch(items)
    return read


def differences(a: GameBatch, b: GameBatch, *, ids: bool = True) -> list[str]:
    """Names of the columns that are not the same in both batches."""
    found = []
    for table, attribute in TABLES.items():
        for name, _, _ in COLUMNS[table]:
            if name == "offset" or (not ids and name in IDS):
                continue
            x, y = (getattr(getattr(batch, attribute), name) for batch in (a, b))
            if x.tolist() != y.tolist():
                found.append(f"{attribute}.{name}")
    games = ("players", "final_scores", "final_points", "first_round", "complete")
    return found + [n for n in games if getattr(a, n).tolist() != getattr(b, n).tolist()]


# --- calls ----------------------------------------------------------------------------------


def test_every_call_code_is_the_inverse_of_reading_it() -> None:
    state = np.zeros(S_WIDTH, np.int64)
    tried = 0
    for m in range(1 << 16):
        who = m % 4
        if not decode_call(m, who, state):
            continue
        kind, tile, source = (int(state[c]) for c in (S_CALL_KIND, S_CALL_TILE, S_CALL_FROM))
        used = [(int(state[S_CALL_USED]) >> 8 * i) & 255 for i in range(int(state[S_CALL_COUNT]))]
        claimed = None
        if kind == KAKAN:
            rest = [t for t in range(tile & 252, (tile & 252) + 4) if t != tile]
            claimed = rest[(m >> 9) % 3]
        encoded = encode_call(kind, who, source, tile, used, claimed=claimed)
        # bits that mean nothing in a call of that kind may differ
        assert decode_call(encoded, who, state)
        meaning = [kind, tile, source, *used]
        back = [(int(state[S_CALL_USED]) >> 8 * i) & 255 for i in range(int(state[S_CALL_COUNT]))]
        assert [int(state[c]) for c in (S_CALL_KIND, S_CALL_TILE, S_CALL_FROM)] + back == meaning
        if kind in (PON, KAKAN):
            assert encoded >> 9 == m >> 9 and (encoded >> 5) & 3 == (m >> 5) & 3
        tried += 1
    assert tried > 30000


def test_tiles_that_form_no_call_are_refused() -> None:
    with pytest.raises(ValueError, match="no sequence"):
        encode_call(2, 0, 3, 32, [36, 40])  # 9m 1p 2p
    with pytest.raises(ValueError, match="no three different copies"):
        encode_call(PON, 0, 1, 0, [1, 1])


# --- whole games ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", [ROUNDS, SANMA, KAKAN_ROUND])
def test_a_game_without_physical_tiles_keeps_all_its_tiles(text: str) -> None:
    batch = game_of(text).batch
    written = again(batch)
    left = differences(batch, written, ids=False)
    # what the format cannot leave out: the hand of a winner, counters, kind of the seats' draws
    assert set(left) <= {
        "wins.hand",
        "wins.indicators",
        "wins.honba",
        "wins.deposits",
        "wins.scores",
        "wins.limit",
        "draws.honba",
        "draws.deposits",
        "draws.scores",
        "draws.shown",
    }
    assert written.problems == []
    assert (written.events.tile_id[written.events.kind == 0] < 136).all()


@pytest.mark.parametrize("text", [ROUNDS, SANMA, KAKAN_ROUND])
def test_write_read_write_gives_the_same_bytes(text: str) -> None:
    first = write_mjlog(game_of(text).batch)
    batch = read_batch([("x.mjlog", first)])
    assert write_mjlog(batch) == first
    assert differences(batch, again(batch)) == []


def test_each_round_uses_every_copy_once_and_reds_are_16_52_88() -> None:
    batch = again(game_of(ROUNDS).batch)
    for r in range(3):
        own = slice(*batch.rounds.first_event[r : r + 2].tolist())
        drawn = batch.events.tile_id[own][batch.events.kind[own] == 0].tolist()
        dora = batch.events.tile_id[own][batch.events.kind[own] == 10].tolist()
        dealt = batch.rounds.hand_ids[r].ravel().tolist()
        tiles = [*dealt, *drawn, *dora, int(batch.rounds.indicator_id[r])]
        assert len(set(tiles)) == len(tiles)
    assert (batch.rounds.hand_ids[batch.rounds.hands == 35] == 52).all()


def test_the_bytes_do_not_depend_on_the_order_of_the_description() -> None:
    batch = game_of(ROUNDS).batch
    batch.info[0].extra = {"sex": ("M", "F", "M", "F"), "go_type": 9}
    first = write_mjlog(batch)
    batch.info[0].extra = {"go_type": 9, "sex": ("M", "F", "M", "F")}
    assert write_mjlog(batch) == first


def test_a_hidden_tile_cannot_be_written() -> None:
    batch = game_of(ROUNDS.replace("1 draw 9s", "1 draw ?")).batch
    with pytest.raises(MjlogError, match="hidden tile"):
        write_mjlog(batch)


def test_a_fifth_tile_is_written_and_told() -> None:
    losses = Losses()
    batch = game_of(ROUNDS.replace("3 draw 1p", "3 draw 9s")).batch
    write_mjlog(batch, losses=losses)
    made_up = ("id", "rules", "level", "rating", "lobby", "tile_ids")
    told = [(row.what, row.times) for row in losses.rows() if row.what not in made_up]
    assert told == [("tile", 1)]


def test_what_the_form_needs_and_is_not_known_is_told() -> None:
    losses = Losses()
    batch = game_of(ROUNDS).batch
    write_mjlog(batch, losses=losses)
    told = {row.what: row.message for row in losses.rows()}
    assert told["level"] == "a level that is not known is written as that of a beginner"
    assert told["rating"] == "a rating that is not known is written as 1500"
    assert told["lobby"] == "no lobby is recorded; written as 0, the public one"
    info = batch.info[0]
    info.level, info.rating, info.lobby = ("四段",) * 4, (1700.0,) * 4, "7447"
    losses = Losses()
    write_mjlog(batch, losses=losses)
    back = again(batch)
    assert not {row.what for row in losses.rows()} & {"level", "rating", "lobby"}
    assert (back.info[0].level[0], back.info[0].rating[0], back.info[0].lobby) == (
        "四段", 1700.0, "7447",
    )  # fmt: skip


def test_unknown_dice_and_final_points_stay_unknown() -> None:
    batch = game_of(ROUNDS).batch
    assert (batch.rounds.dice == 255).all()
    written = again(batch)
    assert (written.rounds.dice == 255).all() and not written.complete[0]


@pytest.mark.parametrize(
    ("form", "points", "text"),
    [
        ("bare", (480, -220, -420, 160), "250,48,250,-22,250,-42,250,16"),
        ("whole", (480, -220, -420, 160), "250,48.0,250,-22.0,250,-42.0,250,16.0"),
        ("tenths", (483, -222, -421, 160), "250,48.3,250,-22.2,250,-42.1,250,16.0"),
    ],
)
def test_final_points_keep_the_form_of_their_time(
    form: str, points: tuple[int, ...], text: str
) -> None:
    batch = game_of(ROUNDS).batch
    batch.info[0].extra["points_form"] = form
    batch.final_scores[0] = 25000
    batch.final_points[0] = points
    batch.complete[0] = True
    data = write_mjlog(batch)
    assert data.count(b"owari=") == 1 and f'owari="{text}"'.encode() in data
    assert read_batch([("x", data)]).final_points[0].tolist() == list(points)


# --- header ---------------------------------------------------------------------------------


def test_names_are_percent_encoded_and_come_back() -> None:
    names = ("ron&tsumo", "<b>", '日本語"名', "")
    batch = game_of(ROUNDS, names=names).batch
    data = write_mjlog(batch)
    minidom.parseString(data)
    assert b'n1="%3C%62%3E"' in data and b'n3=""' in data
    assert read_batch([("x", data)]).info[0].names == names


def test_changed_names_are_not_betrayed_by_the_old_header() -> None:
    batch = again(game_of(ROUNDS, names=("secret", "b", "c", "d")).batch)
    batch.info[0].names = ("player1", "player2", "player3", "player4")
    data = write_mjlog(batch)
    assert b"secret" not in data and unquote(data.decode()).count("player1") == 1
    assert b"%73%65%63%72%65%74" not in data


def test_the_seed_of_a_simulated_game_is_written_and_read() -> None:
    batch = play_games(1, seed=1)
    seed = make_seed(random.Random(1))
    batch.info[0].seed = seed
    info = again(batch).info[0]
    assert f"{info.seed_kind},{info.seed}" == seed
    batch.info[0].seed_kind, _, batch.info[0].seed = seed.partition(",")
    info = again(batch).info[0]
    assert f"{info.seed_kind},{info.seed}" == seed


def test_a_seed_is_left_out_where_the_copies_of_tiles_are_not_recorded() -> None:
    """The copies that are written are made up, and are not those of the wall."""
    batch = game_of(ROUNDS).batch
    batch.info[0].seed = make_seed(random.Random(1))
    losses = Losses()
    data = write_mjlog(batch, losses=losses)
    assert b"SHUFFLE" not in data
    assert "seed" in {loss.what for loss in losses.rows()}


def test_header_text_that_is_not_yet_escaped_stays_well_formed() -> None:
    batch = again(game_of(ROUNDS).batch)
    tag = next(a for t, a in batch.info[0].header if t == "GO")
    tag["title"] = 'a<b> & "c" &amp; d'
    document = minidom.parseString(write_mjlog(batch))
    title = document.getElementsByTagName("GO")[0].getAttribute("title")
    assert title == 'a<b> & "c" & d'


@pytest.mark.parametrize("go_type", [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 25, 27, 29, 31])
def test_the_game_type_of_tenhou_rules_is_found(go_type: int) -> None:
    assert header_of_rules(rules_from_go(go_type))[:2] == (go_type, None)
    assert header_of_rules(rules_from_go(go_type))[3] == []


def test_rules_that_no_game_type_has_are_told_as_losses() -> None:
    other = replace(load_rules("tenhou"), kiriage=True, double_yakuman=frozenset({"daisuushi"}))
    go_type, csrule, _, lost = header_of_rules(other)
    assert go_type == 9 | 0x100 and csrule is not None
    assert "double_yakuman" in lost and "kiriage" not in lost
    read = rules_from_go(go_type, csrule, start_points=25000)
    assert read.kiriage
    assert [d.key for d in diff_rules(read, other)] == lost


def test_noten_payments_to_each_tenpai_player_have_a_place() -> None:
    each = replace(load_rules("tenhou"), noten_pool=1500, noten_payment="each")
    go_type, csrule, _, lost = header_of_rules(each)
    assert csrule is not None and csrule.split(",")[16:19] == ["500", "1500", "4500"]
    assert not {"noten_pool", "noten_payment"} & set(lost)
    read = rules_from_go(go_type, csrule, start_points=25000)
    assert (read.noten_pool, read.noten_payment) == (1500, "each")


def test_noten_payments_without_a_place_are_told_as_losses() -> None:
    """1000 to each: one tenpai player would get 333 and a third from everybody."""
    thirds = replace(load_rules("tenhou"), noten_pool=1000, noten_payment="each")
    assert {"noten_pool", "noten_payment"} <= set(header_of_rules(thirds)[3])
    three = replace(load_rules("tenhou-3p"), noten_payment="each")  # csrule has four players
    assert "noten_payment" in header_of_rules(three)[3]


# --- command line ---------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "a.mjlog"
    path.write_bytes(write_mjlog(game_of(ROUNDS).batch))
    return path


def test_convert_ends_with_0_only_when_something_was_converted(
    tmp_path: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.mjlog"
    broken.write_text("<html>no record</html>")
    out = tmp_path / "out.mjlog"
    assert main(["convert"]) == 2
    capsys.readouterr()
    for bad in (tmp_path / "none.mjlog", broken):
        assert main(["convert", str(bad), "--to", "mjlog", "-o", str(out)]) == 3
        captured = capsys.readouterr()
        assert captured.out == "" and len(captured.err.splitlines()) == 1
        assert not out.exists()
    assert main(["convert", str(record), "--to", "mjlog", "-o", str(out)]) == 0
    assert out.read_bytes() == record.read_bytes()
    assert json.loads((tmp_path / "out.mjlog.losses.json").read_text()) == []
    assert main(["convert", str(record), "--to", "mjlgo", "-o", str(out)]) == 2
    assert "'mjlog'" in capsys.readouterr().err


def test_convert_writes_one_game_to_stdout(
    record: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["convert", str(record), "--to", "mjlog"]) == 0
    assert capsysbinary.readouterr().out == record.read_bytes()


def test_convert_writes_several_games_to_a_folder(tmp_path: Path, record: Path) -> None:
    other = tmp_path / "b.mjlog"
    other.write_bytes(write_mjlog(game_of(SANMA).batch))
    out = tmp_path / "out"
    paths = [str(record), str(other), str(record)]
    assert main(["convert", *paths, "--to", "mjlog", "-o", str(out)]) == 0
    written = sorted(p.read_bytes() for p in out.iterdir())
    expected = sorted(Path(p).read_bytes() for p in paths)
    assert written == expected
    assert (tmp_path / "out.losses.json").exists()
    assert main(["convert", *paths, "--to", "mjlog"]) == 2
    file = tmp_path / "file"
    file.write_text("keep")
    assert main(["convert", *paths, "--to", "mjlog", "-o", str(file)]) == 2
    assert file.read_text() == "keep"


# --- real records ---------------------------------------------------------------------------

_ELEMENT = re.compile(r'<([A-Za-z]\w*)((?:\s+\w+="[^"]*")*)\s*/?>')
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
#: (element, attribute) that may differ from the original, and why.
NOT_REPRODUCED = {
    ("N", "m"): "which copy of four equal tiles names a concealed kan",
    ("AGARI", "m"): "an empty list is left out",
    ("AGARI", "doraHaiUra"): "an empty list is left out",
    ("AGARI", "sc"): "+30 is written 30",
    ("RYUUKYOKU", "sc"): "+30 is written 30",
    ("RYUUKYOKU", "owari"): "an empty list is left out",
    ("INIT", "seed"): "empty dice are written -1",
    ("REACH", "ten"): "scores already with the declaration, in two made-up files",
}


def elements(data: bytes) -> list[tuple[str, dict[str, str]]]:
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    text = data.decode("utf-8", "replace")
    return [(m[1], dict(_ATTRIBUTE.findall(m[2]))) for m in _ELEMENT.finditer(text)]


def not_reproduced(items: list[tuple[str, bytes]]) -> tuple[set[tuple[str, str]], GameBatch]:
    batch = read_batch(items)
    sources = dict(items)
    found: set[tuple[str, str]] = set()
    for g, info in enumerate(batch.info):
        old, new = elements(sources[info.source]), elements(write_mjlog(batch, g))
        assert [tag for tag, _ in old] == [tag for tag, _ in new], info.source
        for (tag, a), (_, b) in zip(old, new, strict=True):
            found |= {(tag, name) for name in a.keys() | b.keys() if a.get(name) != b.get(name)}
    return found, batch


@pytest.mark.shared
def test_real_records_are_reproduced_attribute_by_attribute(shared: Path) -> None:
    files = sorted((shared / "logs/mjlog").iterdir())
    found, batch = not_reproduced([(p.name, p.read_bytes()) for p in files])
    assert len(batch) > 360
    assert found <= set(NOT_REPRODUCED)
    assert differences(batch, again(batch)) == []


@pytest.mark.shared
@pytest.mark.slow
def test_corpus_games_are_reproduced_attribute_by_attribute(shared: Path) -> None:
    with zipfile.ZipFile(shared / "logs/tenhou-corpus.zip") as archive:
        names = archive.namelist()[::20]
        found, batch = not_reproduced([(name, archive.read(name)) for name in names])
    assert len(batch) > 250
    assert found <= {("N", "m")}
    assert differences(batch, again(batch)) == []


@pytest.mark.shared
def test_the_names_of_the_bug_report_survive(shared: Path) -> None:
    path = shared / "cases/inputs/urlencoded_names.xml"
    batch = read_batch([(path.name, path.read_bytes())])
    data = write_mjlog(batch)
    minidom.parseString(data)
    assert "ron&tsumo" in batch.info[0].names and "<b>" in batch.info[0].names
    assert read_batch([("x", data)]).info[0].names == batch.info[0].names
