"""Walls: random words, the lay of the dead wall, and the record against its seed."""

from __future__ import annotations

import hashlib
import json
import random
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from mjlog.parsers.tenhou import read_batch

from mjlog.cli import main
from mjlog.codes import DISCARD, DORA, DRAW
from mjlog.engine import wall_random as kernels
from mjlog.engine.jit import compiled
from mjlog.engine.wall_seed import SEED_KINDS, parse_seed, started
from mjlog.model import GameBatch, concatenate
from mjlog.walls import Wall, check_walls, make_seed, wall_for_round, walls_of

SEED = make_seed(random.Random(20260101))
OTHER = make_seed(random.Random(7))
GENERATION_1 = "mt19937ar," + ",".join(f"{n:08X}" for n in range(1, 9))
GENERATION_2 = "mt19937ar-sha512-n288," + ",".join(f"{n:08X}" for n in range(1, 33))


def played(seed: str, *, players: int = 4, rounds: int = 3, kita: bool = True) -> GameBatch:
    """A game in which everybody discards what was drawn, until the wall is used up.

    With three players each north is set aside. The second round ends by a win that shows the
    ura indicators instead.
    """
    oldest = seed.startswith("mt19937ar,")
    shuffle = "" if oldest else f'<SHUFFLE seed="{seed}" ref=""/>'
    text = f'<mjloggm ver="2.3">{shuffle}<GO type="{9 if players == 4 else 25}" lobby="0"/>'
    text += '<UN n0="A" n1="B" n2="C" n3="D"/><TAIKYOKU oya="0"/>'
    for r in range(rounds):
        wall = wall_for_round(seed, 0 if oldest else r, players)
        text += _init(wall, r, f' shuffle="{seed}"' if oldest else "")
        text += _play(wall, r, kita=kita and players == 3, win=r == 1)
    batch: GameBatch = read_batch([("played.mjlog", (text + "</mjloggm>").encode())])
    return batch


def _init(wall: Wall, r: int, more: str) -> str:
    wind, dealer = divmod(r, wall.players)
    dora = wall.dora_indicators[0]
    hands = "".join(
        f' hai{s}="{",".join(str(t) for t in hand if t != 255)}"'
        for s, hand in enumerate(wall.hands(dealer).tolist())
    )
    ten = "250,250,250,250" if wall.players == 4 else "350,350,350,0"
    first, second = wall.dice
    seed = f"{4 * wind + dealer},0,0,{first - 1},{second - 1},{dora}"
    return f'<INIT seed="{seed}" ten="{ten}" oya="{dealer}"{hands}{more}/>'


def _play(wall: Wall, r: int, *, kita: bool, win: bool) -> str:
    text = ""
    seat, live, replaced = r % wall.players, list(wall.live), 0
    ended = 'ba="0,0" sc="250,0,250,0,250,0,250,0"'
    while replaced < len(live):
        tile = live.pop(0)
        text += f"<{'TUVW'[seat]}{tile}/>"
        while kita and 120 <= tile <= 123 and replaced < len(live):
            tile, m = wall.replacements[replaced], tile << 8 | 0x20
            replaced += 1
            text += f'<N who="{seat}" m="{m}"/><{"TUVW"[seat]}{tile}/>'
        if win and len(live) < 40:
            ura = ",".join(str(t) for t in wall.ura_indicators[:1])
            return text + (
                f'<AGARI {ended} hai="{tile}" machi="{tile}" ten="30,1000,0" yaku="1,1" '
                f'doraHai="{wall.dora_indicators[0]}" doraHaiUra="{ura}" who="{seat}" '
                f'fromWho="{seat}"/>'
            )
        text += f"<{'DEFG'[seat]}{tile}/>"
        seat = (seat + 1) % wall.players
    return text + f"<RYUUKYOKU {ended}/>"


def codes_of(batch: GameBatch) -> list[str]:
    return [f.code for f in check_walls(batch, walls_of(batch))]


# --- random words ---------------------------------------------------------------------------


def test_the_twister_gives_the_published_numbers() -> None:
    """Reference output of mt19937ar for the key 0x123, 0x234, 0x345, 0x456."""
    key = np.array([0x123, 0x234, 0x345, 0x456], "<u4")
    rng = started(key.tobytes())
    assert [rng.getrandbits(32) for _ in range(3)] == [1067595299, 955945823, 477289528]


def state_of(key: list[int]) -> tuple[int, ...]:
    """Return the state of a twister that the kernel starts between two others."""
    keys, states = np.zeros((624, 3), np.int64), np.zeros((624, 3), np.int64)
    for lane, words in enumerate(([1, 2], key, [3])):
        kernels.lay_key(np.array(words, np.uint32), len(words), keys, lane)
    kernels.start_twisters(states, keys)
    return tuple(states[:, 1].tolist())


def test_a_key_that_ends_in_a_zero_word_keeps_its_length() -> None:
    with_zero, without = (np.array(key, "<u4").tobytes() for key in ([5, 6, 0], [5, 6]))
    first, second = started(with_zero), started(without)
    assert first.getstate()[1][:624] == state_of([5, 6, 0])
    assert first.getrandbits(32) != second.getrandbits(32)


def test_a_zero_word_inside_a_key_changes_nothing_else() -> None:
    key = np.array([0, 5, 0, 6], "<u4").tobytes()
    assert started(key).getstate()[1][:624] == state_of([0, 5, 0, 6])


@pytest.mark.parametrize("form", ["plain", "compiled"])
@pytest.mark.parametrize("text", [GENERATION_1, GENERATION_2, SEED])
def test_the_kernel_gives_the_walls_of_random_and_hashlib(text: str, form: str) -> None:
    seed = parse_seed(text)
    assert seed is not None
    key = seed.key()
    assert key is not None
    rounds = 3 if form == "compiled" else 1
    keys = np.zeros((1, 624), np.uint32)
    keys[0, : len(key) // 4] = np.frombuffer(key, "<u4")
    fill: Callable[..., None] = kernels.fill_walls
    tiles, dice = np.full((rounds, 136), 255, np.uint8), np.zeros((rounds, 2), np.uint8)
    with np.errstate(over="ignore"):
        (compiled(fill) if form == "compiled" else fill)(
            keys,
            np.array([len(key) // 4], np.int32),
            np.array([seed.generation > 1], np.uint8),
            np.zeros(1, np.int32),
            np.array([rounds], np.int32),
            np.full(rounds, 136, np.uint8),
            tiles,
            dice,
        )
    for r in range(rounds):
        wall = wall_for_round(text, r)
        assert (wall.tiles.tolist(), wall.dice) == (tiles[r].tolist(), tuple(dice[r].tolist()))


def test_the_kernel_decodes_base64_and_refuses_other_characters() -> None:
    data = SEED.partition(",")[2]
    texts = np.frombuffer((data + data[:-1] + "!").encode(), np.uint8).reshape(2, -1)
    keys, lengths = np.zeros((3, 624), np.uint32), np.full(3, 8, np.int32)
    kernels.decode_keys(texts, np.array([2, 0]), keys, lengths)
    seed = parse_seed(SEED)
    assert seed is not None
    assert keys[2].astype("<u4").tobytes() == seed.key()
    assert lengths.tolist() == [0, 8, 624]


# --- one wall -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "players", "dice", "start", "digest"),
    [
        (SEED, 4, (4, 3), [127, 105, 52, 32, 108, 70], "0150099fdc535892"),
        (SEED, 3, (4, 3), [111, 121, 110, 32, 96, 70], "04d43bff7c499376"),
        (GENERATION_2, 4, (3, 5), [55, 49, 106, 79, 21, 57], "7af22258776858bf"),
        (GENERATION_1, 4, (4, 3), [130, 118, 91, 104, 35, 103], "8c49649741589be1"),
    ],
)
def test_the_first_wall_of_a_seed_never_changes(
    seed: str, players: int, dice: tuple[int, int], start: list[int], digest: str
) -> None:
    wall = wall_for_round(seed, 0, players)
    assert wall.dice == dice
    assert wall.tiles[:6].tolist() == start
    assert hashlib.sha256(wall.tiles.tobytes()).hexdigest()[:16] == digest


@pytest.mark.parametrize("players", [4, 3])
def test_every_tile_lies_at_one_place(players: int) -> None:
    wall = wall_for_round(SEED, 5, players)
    # with three players the last two pairs of indicators still belong to the live wall until
    # replacement draws have shortened it
    pairs = {4: 5, 3: 3}[players]
    parts = [wall.hands(2)[:players].ravel(), wall.live, wall.replacements]
    indicators = [wall.dora_indicators[:pairs], wall.ura_indicators[:pairs]]
    tiles = np.concatenate([*parts, *indicators])
    expected = [t for t in range(136) if players == 4 or not 4 <= t < 32]
    assert sorted(tiles.tolist()) == expected
    assert len(wall.live) == {4: 70, 3: 55}[players]
    assert len(wall.replacements) == {4: 4, 3: 8}[players]


def test_the_dealer_takes_the_first_four_tiles_from_the_end() -> None:
    wall = wall_for_round(SEED, 0)
    assert wall.hands(2)[2, :4].tolist() == wall.tiles[:-5:-1].tolist()
    assert wall.hands(2)[3, 12] == wall.tiles[135 - 49]
    assert wall.live[0] == wall.tiles[135 - 52]


def test_a_replacement_shortens_what_is_still_to_come() -> None:
    wall = wall_for_round(SEED, 0)
    assert wall.draws_from(60).tolist() == wall.live[60:].tolist()
    assert wall.draws_from(60, 2).tolist() == wall.live[60:68].tolist()


def test_the_dead_wall_of_the_older_seeds_is_not_swapped() -> None:
    wall = wall_for_round(GENERATION_2, 0)
    assert wall.dora_indicators.tolist() == wall.tiles[4:14:2].tolist()
    assert wall.ura_indicators.tolist() == wall.tiles[5:14:2].tolist()
    assert wall.replacements.tolist() == wall.tiles[:4].tolist()


def test_a_new_seed_depends_on_nothing_but_its_generator() -> None:
    assert make_seed(random.Random(3)) == make_seed(random.Random(3))
    assert make_seed(random.Random(3)) != make_seed(random.Random(4))
    assert make_seed(random.Random(3)).startswith(SEED_KINDS[2] + ",")


def test_what_is_no_seed_makes_no_wall() -> None:
    with pytest.raises(ValueError, match="no wall seed"):
        wall_for_round("0.7654626590555946", 0)


# --- comparing ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [SEED, GENERATION_1, GENERATION_2])
def test_a_game_played_from_its_wall_has_no_finding(seed: str) -> None:
    batch = played(seed)
    walls = walls_of(batch)
    assert walls.known.all() and walls.reasons == [""]
    assert check_walls(batch, walls) == []


def test_three_players_share_the_replacements_of_kan_and_kita() -> None:
    batch = played(SEED, players=3, rounds=6)
    assert np.count_nonzero(batch.events.kind == 7) > 5
    assert codes_of(batch) == []


def _deal(b: GameBatch) -> None:
    b.rounds.hand_ids[0, 1, 3] ^= 1


def _draw(b: GameBatch) -> None:
    b.events.tile_id[int(np.flatnonzero(b.events.kind == DRAW)[20])] ^= 1


def _indicator(b: GameBatch) -> None:
    b.rounds.indicator_id[2] ^= 1


def _new_indicator(b: GameBatch) -> None:
    e = int(np.flatnonzero(b.events.kind == DISCARD)[8])
    b.events.kind[e], b.events.seat[e], b.events.tile_id[e] = DORA, 255, 0


def _ura(b: GameBatch) -> None:
    b.wins.ura_ids[0, 0] ^= 1


def _dice(b: GameBatch) -> None:
    b.rounds.dice[0] = 7 - b.rounds.dice[0]


def _early_end(b: GameBatch) -> None:
    # the last draw and discard of the first round never happened
    e = int(b.rounds.first_event[1]) - 3
    b.events.kind[e : e + 2] = 13


def _past_end(b: GameBatch) -> None:
    b.events.kind[int(b.rounds.first_event[1]) - 2] = DRAW


def _draw_left_out(b: GameBatch) -> None:
    b.events.kind[int(np.flatnonzero(b.events.kind == DRAW)[10])] = 13


@pytest.mark.parametrize(
    ("change", "code", "round_", "seat"),
    [
        (_deal, "W101", "E1.0", 1),
        (_draw, "W102", "E1.0", 0),
        (_draw_left_out, "W102", "E1.0", 3),
        (_indicator, "W103", "E3.0", None),
        (_new_indicator, "W103", "E1.0", None),
        (_ura, "W104", "E2.0", None),
        (_dice, "W105", "E1.0", None),
        (_early_end, "W106", "E1.0", None),
        (_past_end, "W106", "E1.0", None),
    ],
)
def test_one_fault_is_one_finding(
    change: Callable[[GameBatch], None], code: str, round_: str, seat: int | None
) -> None:
    batch = played(SEED)
    change(batch)
    (finding,) = check_walls(batch, walls_of(batch))
    assert (finding.code, finding.round, finding.severity) == (code, round_, "error")
    if seat is not None:
        assert finding.seat == seat
    assert finding.recorded != finding.expected
    assert json.dumps([finding.recorded, finding.expected])


def test_a_wrong_draw_names_tile_and_turn() -> None:
    batch = played(SEED)
    draws = np.flatnonzero(batch.events.kind == DRAW)
    expected = int(batch.events.tile_id[draws[21]])
    batch.events.tile_id[draws[21]] = (expected + 4) % 136
    (finding,) = check_walls(batch, walls_of(batch))
    assert (finding.seat, finding.turn, finding.event_index) == (1, 5, int(draws[21]))
    assert str(finding.expected) in finding.message


def test_two_winners_with_the_same_wrong_ura_are_one_finding() -> None:
    batch = played(SEED)
    batch.wins.ura_ids[0, 0] ^= 1
    again = batch.wins.__class__(
        **{n: np.concatenate([getattr(batch.wins, n)] * 2) for n in batch.wins.__slots__}
    )
    batch.wins = again
    assert codes_of(batch) == ["W104"]


def test_another_deal_is_said_once_a_round() -> None:
    batch = played(SEED)
    batch.rounds.hand_ids[1] = batch.rounds.hand_ids[0]
    (finding,) = check_walls(batch, walls_of(batch))
    assert (finding.code, finding.round) == ("W101", "E2.0")
    assert "another wall" in finding.message


def test_the_seed_of_another_game_is_said_once() -> None:
    batch = played(SEED)
    batch.info[0].seed = OTHER.partition(",")[2]
    (finding,) = check_walls(batch, walls_of(batch))
    assert (finding.code, finding.round) == ("W101", None)


def test_without_physical_tiles_kinds_are_compared_and_hands_as_sets() -> None:
    batch = played(SEED)
    batch.rounds.hand_ids[:] = 255
    batch.rounds.hands = np.sort(batch.rounds.hands, axis=2)
    batch.events.tile_id[:] = 255
    batch.rounds.indicator_id[:] = 255
    batch.wins.ura_ids[:] = 255
    assert codes_of(batch) == []
    batch.rounds.hands[0, 2, 5] = (batch.rounds.hands[0, 2, 5] + 1) % 34
    (finding,) = check_walls(batch, walls_of(batch))
    assert (finding.code, finding.seat) == ("W101", 2)


@pytest.mark.parametrize(
    ("seed", "reason"),
    [
        (None, "no seed"),
        ("", "no seed"),
        ("0.7654626590555946", "no known kind"),
        ("test-seed", "no known kind"),
        ("mt19937ar-sha512-n288-base64,AAAA", "no known kind"),
        ("mt19937ar-sha512-n288," + ",".join(["123456789A"] * 32), "no known kind"),
        ("mt19937ar-sha512-n288,zz", "no known kind"),
        (SEED[:-1] + "!", "damaged"),
        (SEED[:-1] + "=", "damaged"),
        (SEED[:-1] + "牌", "no known kind"),
    ],
)
@pytest.mark.parametrize("jit", ["0", "1"])
def test_a_game_without_a_known_seed_is_not_checked(
    seed: str | None, reason: str, jit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MJLOG_JIT", jit)
    batch = played(SEED)
    batch.info[0].seed, batch.info[0].seed_kind = seed, None
    walls = walls_of(batch)
    assert walls.not_checked == 3 and walls.wall(0) is None
    assert reason in walls.reasons[0]
    assert check_walls(batch, walls) == []


def test_three_players_before_2010_are_not_checked() -> None:
    batch = played(SEED, players=3)
    batch.info[0].seed, batch.info[0].seed_kind = GENERATION_2, None
    walls = walls_of(batch)
    assert walls.not_checked == 3 and "three-player" in walls.reasons[0]


def test_seeds_side_by_side_give_the_walls_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """More seeds than are started together, keys of all lengths, a damaged one among them."""
    seeds = [make_seed(random.Random(n)) for n in range(kernels.TOGETHER + 8)]
    seeds[3:5] = [GENERATION_2, seeds[3][:-1] + "!"]
    seeds[-2] = f"{SEED_KINDS[1]},0,1,2"
    batch = concatenate([played(SEED)] * len(seeds))
    batch.info = [replace(batch.info[0], seed=s, seed_kind=None) for s in seeds]
    found = []
    for jit in ("0", "1"):
        monkeypatch.setenv("MJLOG_JIT", jit)
        found.append(walls_of(batch))
    assert found[0].tiles.tolist() == found[1].tiles.tolist()
    assert found[0].reasons == found[1].reasons and found[1].not_checked == 3


def test_compiled_and_plain_give_the_same_walls(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = concatenate([played(s) for s in (SEED, GENERATION_1, GENERATION_2)])
    batch = concatenate([batch, played(OTHER, players=3)])
    found = []
    for jit in ("0", "1"):
        monkeypatch.setenv("MJLOG_JIT", jit)
        found.append(walls_of(batch))
    for name in ("tiles", "dice", "size", "generation"):
        assert getattr(found[0], name).tolist() == getattr(found[1], name).tolist(), name
    assert found[0].generation.tolist() == [3, 3, 3, 1, 1, 1, 2, 2, 2, 3, 3, 3]


# --- command line ---------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path: Path) -> Path:
    from mjlog.parsers.tenhou.writer import write_mjlog

    path = tmp_path / "game.mjlog"
    path.write_bytes(write_mjlog(played(SEED)))
    return path


def test_mjlog_wall_prints_each_round(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wall", str(record)]) == 0
    out = capsys.readouterr().out
    assert [line.split() for line in out.splitlines()[1:4]] == [
        [label, "OK"] for label in ("E1.0", "E2.0", "E3.0")
    ]


def test_mjlog_wall_ends_with_1_where_a_round_differs(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = record.read_text()
    number = wall_for_round(SEED, 0).live[0]
    other = (number + 4) % 136
    changed = text.replace(f"<T{number}/><D{number}/>", f"<T{other}/><D{other}/>", 1)
    record.write_text(changed)
    assert main(["wall", str(record), "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["summary"]["findings"] == {"W102": 1}
    assert [r["result"] for r in report["rounds"]] == ["differs", "ok", "ok"]


def test_mjlog_wall_prints_one_wall(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wall", str(record), "-r", "e2.0", "--format", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["tiles"] == wall_for_round(SEED, 1).tiles.tolist()
    assert shown["drawn"] == 31
    assert main(["wall", str(record), "-r", "E2.0"]) == 0
    out = capsys.readouterr().out
    assert "dead wall" in out and "31 drawn" in out


def test_mjlog_wall_complains_in_one_line(
    tmp_path: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["wall", str(tmp_path / "none")]) == 3
    assert main(["wall", str(record), "-r", "W4.2"]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and len(captured.err.splitlines()) == 2


# --- real records ---------------------------------------------------------------------------


@pytest.mark.shared
def test_every_real_record_was_dealt_from_its_seed(shared: Path) -> None:
    items = [(p.name, p.read_bytes()) for p in sorted((shared / "logs/mjlog").iterdir())]
    batch = read_batch(items)
    walls = walls_of(batch)
    assert check_walls(batch, walls) == []
    assert np.bincount(walls.generation[walls.known]).tolist()[1:3] == [127, 35]
    assert int(walls.known.sum()) > 2900
    without = {info.source for info, why in zip(batch.info, walls.reasons, strict=True) if why}
    assert {"23.xml", "24.xml", "25.xml", "gz_9.xml", "gz_10.xml"} <= without
    assert len(without) < 30


@pytest.mark.shared
@pytest.mark.slow
def test_five_hundred_corpus_games_were_dealt_from_their_seeds(shared: Path) -> None:
    with zipfile.ZipFile(shared / "logs/tenhou-corpus.zip") as archive:
        names = archive.namelist()[::10]
        batch = read_batch([(name, archive.read(name)) for name in names])
    walls = walls_of(batch)
    assert len(batch) > 500 and walls.known.all()
    assert check_walls(batch, walls) == []
