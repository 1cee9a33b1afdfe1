"""Records of 電脳麻将 as they are written: notation, order, losses, and A→B→A."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mjlog.parsers import iter_batches, read_bytes
from mjlog.parsers.losses import Losses
from mjlog.parsers.majiang import read_batch, write_majiang
from mjlog.parsers.majiang.notation import parse_hand, parse_meld
from mjlog.parsers.majiang.words import OpenMeld, hand_text, meld_text

from mjlog import codes
from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.codes import ANKAN, CHI, DAIMINKAN, DORA, DRAW, KAKAN, PON, UNKNOWN, UNKNOWN_POINTS
from mjlog.errors import MjlogError
from mjlog.model import GameBatch
from mjlog.rows import GameRows, RoundRows, Row, batch_of_rows, rows_of
from mjlog.rules import load_rules
from mjlog.simulator import play_games
from mjlog.tiles import parse_tiles

#: Columns that the form has; those of calls and results are compared besides.
START = ("wind", "dealer", "honba", "deposits", "scores", "indicator")
EVENT = ("kind", "seat", "tile", "from_seat")
WIN = ("seat", "from_seat", "tile", "fu", "han", "yakuman", "points", "yaku", "yaku_han", "ura",
       "deltas")  # fmt: skip
DRAWN = ("kind", "shown", "deltas")


def tiles(text: str) -> list[int]:
    return parse_tiles(text)


# --- notation ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meld", "text"),
    [
        (OpenMeld(CHI, 25, 3, (24, 26)), "s78-9"),
        (OpenMeld(CHI, 12, 3, (35, 14)), "p4-06"),
        (OpenMeld(PON, 28, 1, (28, 28)), "z222+"),
        (OpenMeld(PON, 4, 2, (34, 4)), "m505="),
        (OpenMeld(PON, 34, 2, (4, 4)), "m550="),
        (OpenMeld(KAKAN, 29, 3, (29, 29), 29), "z333-3"),
        (OpenMeld(KAKAN, 4, 3, (4, 4), 34), "m555-0"),
        (OpenMeld(ANKAN, 0, 0, (0, 0, 0, 0)), "m1111"),
        (OpenMeld(ANKAN, 4, 0, (4, 4, 34, 4)), "m5550"),
        (OpenMeld(DAIMINKAN, 19, 2, (19, 19, 19)), "s2222="),
    ],
)
def test_melds_are_written_as_they_are_read(meld: OpenMeld, text: str) -> None:
    assert meld_text(meld) == text
    back = parse_meld(text)
    assert (back.kind, back.source) == (meld.kind, meld.source)


def test_hands_are_written_as_they_are_read() -> None:
    pon = OpenMeld(PON, 28, 1, (28, 28))
    text = hand_text(tiles("9s1z40m"), [pon], last=4, riichi=True)
    assert text == "m40s9z1m5*,z222+"
    hand = parse_hand(text)
    assert hand.tiles[-1] == 4 and hand.riichi and len(hand.melds) == 1


def test_a_meld_of_unknown_tiles_has_no_form() -> None:
    with pytest.raises(MjlogError, match="unknown tile"):
        meld_text(OpenMeld(PON, 28, 1, (28, UNKNOWN)))


# --- whole games ------------------------------------------------------------------------------


def kept(row: Row, columns: tuple[str, ...]) -> list[Any]:
    return [row[name] for name in columns]


def facts(game: GameRows) -> list[Any]:
    """Return all that the form holds, hands without their order."""
    out: list[Any] = [list(game.final_scores), list(game.final_points), game.complete]
    for part in game.rounds:
        out += [kept(part.start, START), [sorted(hand) for hand in part.start["hands"]]]
        for event in part.events:
            used = sorted(event["used"] >> 8 * i & 255 for i in range(4))
            discard = event["aux"] if event["kind"] == codes.DISCARD else 0
            out.append([*kept(event, EVENT), used, discard])
        out += [[*kept(win, WIN), sorted(win["hand"])] for win in part.wins]
        out += [[*kept(d, DRAWN), [sorted(h) for h in d["hands"]]] for d in part.draws]
    return [*out, game.info.names]


RULES = ("majiang", "tenhou", "tenhou-east", "mahjong-soul", "mleague", "jpml", "wrc")


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10_000), rules=st.sampled_from(RULES))
def test_a_game_is_the_same_when_it_is_read_back(seed: int, rules: str) -> None:
    played = play_games(1, seed=seed, rules=rules)
    data = write_majiang(played)
    back = read_batch([("g", data)], rules=load_rules(rules))
    assert back.problems == []
    assert facts(rows_of(back, 0)) == facts(rows_of(played, 0))
    assert write_majiang(back) == data


def test_a_written_game_has_no_findings() -> None:
    back = read_bytes(write_majiang(play_games(1, seed=5, rules="majiang")))
    assert audit_batch(back).findings == []


def played(events: list[Row], hands: list[str], **rest: Any) -> GameBatch:
    start: Row = {
        "wind": 0, "dealer": 1, "honba": 0, "deposits": 0, "scores": [25000] * 4,
        "indicator": 0, "hands": [tiles(hand) for hand in hands],
    }  # fmt: skip
    info = play_games(1, seed=1, rules="majiang").info[0]
    part = RoundRows(start, events, **rest)
    return batch_of_rows([GameRows(info, load_rules("majiang"), [part])])


HANDS = ["1111m234p567s12z3s", "2222m345p678s34z5s", "3333m456p789s56z1s", "4444m567p123s77z9s"]


def event(kind: int, seat: int, tile: str = "", **rest: Any) -> Row:
    code = tiles(tile)[0] if tile else UNKNOWN
    return {"kind": kind, "seat": seat, "tile": code, "from_seat": UNKNOWN, "aux": 0, **rest}


def kan(seat: int, tile: str) -> Row:
    code = tiles(tile)[0]
    return event(ANKAN, seat, tile, used=sum(code << 8 * i for i in range(4)))


def entries(batch: GameBatch) -> list[Any]:
    found: list[Any] = json.loads(write_majiang(batch))["log"][0]
    return found


def test_seats_count_from_the_dealer_of_the_round() -> None:
    log = entries(played([event(DRAW, 1, "9m"), event(codes.DISCARD, 1, "9m", aux=1)], HANDS))
    assert log[0]["qipai"]["jushu"] == 1
    assert log[0]["qipai"]["shoupai"][0] == "m2222p345s5678z34"
    assert log[1:] == [{"zimo": {"l": 0, "p": "m9"}}, {"dapai": {"l": 0, "p": "m9_"}}]


def test_the_indicator_of_a_closed_kan_stands_behind_the_replacement_draw() -> None:
    batch = played(
        [event(DRAW, 1, "9m"), kan(1, "2m"), event(DORA, UNKNOWN, "8p"), event(DRAW, 1, "9p")],
        HANDS,
    )
    assert [next(iter(e)) for e in entries(batch)[1:]] == ["zimo", "gang", "gangzimo", "kaigang"]
    back = read_bytes(write_majiang(batch))
    assert back.events.kind.tolist() == [DRAW, ANKAN, DORA, DRAW]


def test_an_indicator_that_is_turned_later_is_told() -> None:
    losses = Losses()
    batch = played(
        [event(DRAW, 1, "9m"), kan(1, "2m"), event(DRAW, 1, "9p"), event(DORA, UNKNOWN, "8p")],
        HANDS,
    )
    write_majiang(batch, losses=losses)
    assert "order" in {row.what for row in losses.rows()}


def test_what_has_no_place_is_listed() -> None:
    losses = Losses()
    batch = play_games(1, seed=2, rules="tenhou")
    batch.info[0].level = ("初段",) * 4
    write_majiang(batch, losses=losses)
    lost = {row.what for row in losses.rows()}
    assert lost == {
        "id", "seed", "level", "rules", "dice", "tile_ids", "deal_order", "riichi_scores", "limit",
        "indicators", "honba", "deposits", "scores",
    }  # fmt: skip


def test_three_players_and_void_rounds_are_refused() -> None:
    with pytest.raises(MjlogError, match="four players"):
        write_majiang(play_games(1, seed=2, rules="tenhou-3p"))
    draw = {"event": 0, "kind": codes.CHOMBO_DRAW}
    with pytest.raises(MjlogError, match="void round"):
        write_majiang(played([event(codes.RYUUKYOKU, UNKNOWN)], HANDS, draws=[draw]))


def test_unknown_facts_stay_unknown() -> None:
    batch = play_games(1, seed=3, rules="majiang")
    batch.wins.fu[:] = -1
    batch.wins.deltas[:] = UNKNOWN_POINTS
    batch.draws.deltas[:] = UNKNOWN_POINTS
    batch.rounds.hands[:, 2] = UNKNOWN
    batch.final_points[:] = UNKNOWN_POINTS
    back = read_bytes(write_majiang(batch))
    assert (back.wins.fu == -1).all() and (back.wins.deltas == UNKNOWN_POINTS).all()
    assert (back.draws.deltas == UNKNOWN_POINTS).all()
    assert (back.rounds.hands[:, 2] == UNKNOWN).all()
    assert (back.final_points == UNKNOWN_POINTS).all()


def test_convert_writes_it(tmp_path: Path) -> None:
    source, target = tmp_path / "g.json", tmp_path / "h.json"
    source.write_bytes(write_majiang(play_games(1, seed=5, rules="majiang")))
    assert main(["convert", str(source), "--to", "majiang", "-o", str(target)]) == 0
    assert json.loads(target.read_bytes())["log"] == json.loads(source.read_bytes())["log"]


@pytest.mark.shared
@pytest.mark.parametrize("name", ["Majiang_data_script", "SegaSammy_No1", "第39期十段位決定戦1"])
def test_real_records_are_the_same_when_they_are_written_again(shared: Path, name: str) -> None:
    for batch in iter_batches(shared / "logs" / "majiang" / f"{name}.json"):
        for game in range(len(batch)):
            back = read_bytes(write_majiang(batch, game), name="g")
            assert facts(rows_of(back, 0)) == facts(rows_of(batch, game))
            assert np.array_equal(back.final_scores[0], batch.final_scores[game])
