"""Records of 電脳麻将: notation, dialects, what people leave out, and the real files."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from mjlog.parsers import Tally, detect_format, iter_batches, read_bytes
from mjlog.parsers.majiang import read_batch
from mjlog.parsers.majiang.notation import parse_discard, parse_hand, parse_meld, parse_tile
from mjlog.parsers.majiang.results import won_by_ron
from mjlog.parsers.majiang.tables import DRAWS, yaku_id
from mjlog.parsers.tenhou import write_mjlog

import mjlog
from mjlog import codes
from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.codes import ANKAN, CHI, DAIMINKAN, DORA, DRAW, KAKAN, PON, UNKNOWN, UNKNOWN_POINTS
from mjlog.errors import ParseError
from mjlog.model import GameBatch
from mjlog.tiles import format_tiles, parse_tiles
from mjlog.views import Game

Entry = dict[str, dict[str, Any]]

# --- notation ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "mpsz"), [("m1", "1m"), ("p0", "0p"), ("z7", "7z"), ("s9", "9s")])
def test_a_tile_has_its_suit_first(text: str, mpsz: str) -> None:
    assert [parse_tile(text)] == parse_tiles(mpsz)


@pytest.mark.parametrize("text", ["", "m", "1m", "z8", "z0", "x1", "m12", "m1 ", "ｍ1", "m１"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="no tile"):
        parse_tile(text)


def test_a_hand_keeps_its_order_its_melds_and_riichi() -> None:
    hand = parse_hand("m127p0z457m3*,z222+,p4-06")
    assert format_tiles(hand.tiles) == "127m0p457z3m"
    assert hand.riichi and [m.kind for m in hand.melds] == [PON, CHI]
    assert parse_hand("__m1_").tiles == [UNKNOWN, UNKNOWN, 0, UNKNOWN]
    assert parse_hand("m123,z111=,").melds == [parse_meld("z111=")]


@pytest.mark.parametrize("text", ["123m", "m123x", "m1z8", "m1,", "m123,m12", "," * 100])
def test_what_is_no_hand_is_refused(text: str) -> None:
    if text == "m1,":  # the caller is about to discard
        assert parse_hand(text).tiles == [0]
        return
    with pytest.raises(ParseError):
        parse_hand(text)


@pytest.mark.parametrize(
    ("text", "kind", "tile", "source", "used"),
    [
        ("s78-9", CHI, "8s", 3, "79s"),
        ("p4-06", CHI, "4p", 3, "60p"),
        ("z222+", PON, "2z", 1, "22z"),
        ("m505=", PON, "5m", 2, "50m"),
        ("m550-", PON, "0m", 3, "55m"),
        ("s2222=", DAIMINKAN, "2s", 2, "222s"),
        ("p5550+", DAIMINKAN, "0p", 1, "555p"),
        ("z333-3", KAKAN, "3z", 3, "3z"),
        ("m505+5", KAKAN, "5m", 1, "5m"),
        ("s555=0", KAKAN, "0s", 2, "0s"),
        ("m1111", ANKAN, "1m", 0, "1111m"),
        ("p5550", ANKAN, "5p", 0, "5550p"),
    ],
)
def test_a_meld(text: str, kind: int, tile: str, source: int, used: str) -> None:
    meld = parse_meld(text)
    assert (meld.kind, meld.source) == (kind, source)
    assert [meld.tile] == parse_tiles(tile) and list(meld.used) == parse_tiles(used)


@pytest.mark.parametrize(
    "text", ["", "m11", "m111", "m1234", "m124-", "z123-", "z888+", "m1-1-1", "m11-11", "m111+2"]
)
def test_what_is_no_meld_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="no meld"):
        parse_meld(text)


def test_a_discard_may_be_the_drawn_tile_and_may_be_sideways() -> None:
    assert parse_discard("z4") == (30, False, False)
    assert parse_discard("z4_") == (30, True, False)
    assert parse_discard("z4_*") == (30, True, True)
    assert parse_discard("p0*") == (35, False, True)
    assert parse_discard("_") == (UNKNOWN, False, False)
    assert parse_discard("0*") == (None, False, True)


def test_yaku_are_known_by_both_dialects() -> None:
    for old, new in (("翻牌 中", "役牌 中"), ("場風 南", "役牌 場風"), ("自風 西", "役牌 自風"),
                     ("ダブル立直", "両立直")):  # fmt: skip
        found = {yaku_id(name, round_wind=1, seat_wind=2) for name in (old, new)}
        assert len(found) == 1 and None not in found
    assert yaku_id("三色鍋", round_wind=0, seat_wind=0) is None
    assert set(DRAWS.values()) == set(range(7))


def test_the_value_of_a_tsumo_hand_as_if_by_ron() -> None:
    assert won_by_ron(30, 3, dealer=False) == {3900}
    assert won_by_ron(40, 2, dealer=True) == {3900}
    assert won_by_ron(30, 4, dealer=True) == {11600, 12000}
    assert won_by_ron(20, 7, dealer=True) == {18000}
    assert won_by_ron(25, 13, dealer=False) == {24000, 32000}


# --- a small game -----------------------------------------------------------------------------
DEALT = ["m147p258s369z1234", "m123p456s78m55p888", "m369p147s258z3456", "m148p259s367z4567"]


def qipai(**values: Any) -> Entry:
    start = {
        "zhuangfeng": 0, "jushu": 0, "changbang": 0, "lizhibang": 0, "defen": [25000] * 4,
        "baopai": "p9", "shoupai": DEALT,
    }  # fmt: skip
    return {"qipai": start | values}


def draw(turn: int, tile: str) -> Entry:
    return {"zimo": {"l": turn, "p": tile}}


def discard(turn: int, text: str) -> Entry:
    return {"dapai": {"l": turn, "p": text}}


def ron(**values: Any) -> Entry:
    win = {
        "l": 1, "shoupai": "m12355p456888s78s9", "baojia": 0, "fu": 40, "fanshu": 1,
        "defen": 1300, "hupai": [{"name": "立直", "fanshu": 1}],
        "fenpei": [-1300, 1300, 0, 0],
    }  # fmt: skip
    return {"hule": win | values}


def game(*rounds: list[Entry], **values: Any) -> dict[str, Any]:
    data = {
        "title": "a game", "player": ["Asa", "Botan", "Chidori", "Daigo"], "qijia": 0,
        "log": list(rounds), "defen": [23700, 26300, 25000, 25000], "rank": [4, 1, 2, 3],
        "point": ["-26.0", "46", 5, "-25.0"],
    }  # fmt: skip
    return data | values


def read(data: Any) -> GameBatch:
    batch: GameBatch = read_batch([("g.json", json.dumps(data, ensure_ascii=False).encode())])
    return batch


def problems(batch: GameBatch) -> list[tuple[str, str]]:
    return [(p.kind, p.place) for p in batch.problems]


ROUND = [
    qipai(), draw(0, "z7"), discard(0, "z7_"), draw(1, "z7"), discard(1, "z7_*"),
    draw(2, "z1"), discard(2, "z1_"), draw(3, "z1"), discard(3, "z1_"), draw(0, "s9"),
    discard(0, "s9_"), ron(),
]  # fmt: skip


def test_a_game_is_read() -> None:
    batch = read(game(ROUND))
    assert problems(batch) == []
    one = Game(batch)
    assert one.names == ("Asa", "Botan", "Chidori", "Daigo")
    kinds = [codes.EVENT_KINDS[kind] for kind in batch.events.kind.tolist()]
    assert kinds[:6] == ["draw", "discard", "draw", "riichi", "discard", "riichi_accepted"]
    assert batch.events.aux[batch.events.kind == codes.DISCARD].tolist() == [1, 1, 1, 1, 1]
    wins = batch.wins
    assert (wins.seat[0], wins.from_seat[0], wins.fu[0], wins.han[0]) == (1, 0, 40, 1)
    assert (wins.points[0], wins.yakuman[0], wins.deltas[0].tolist()) == (
        1300, 0, [-1300, 1300, 0, 0],
    )  # fmt: skip
    assert wins.limit[0] == UNKNOWN and wins.scores[0, 0] == UNKNOWN_POINTS
    assert batch.final_scores.tolist() == [[23700, 26300, 25000, 25000]]
    assert batch.final_points.tolist() == [[-260, 460, 50, -250]]
    assert batch.info[0].extra["title"] == "a game" and batch.complete[0]
    assert batch.rules[0].name == "majiang"


def test_players_sit_from_the_first_dealer_on() -> None:
    batch = read(game(ROUND, qijia=2))
    assert batch.info[0].names == ("Chidori", "Daigo", "Asa", "Botan")
    assert batch.final_scores.tolist() == [[25000, 25000, 23700, 26300]]
    assert batch.info[0].extra["rank"] == [2, 3, 4, 1]


def test_seats_count_from_the_dealer_of_the_round() -> None:
    start = [qipai(jushu=3, defen=[1000, 2000, 3000, 4000]), draw(0, "z7"), discard(0, "z7_")]
    batch = read(game([*start, {"fulou": {"l": 2, "m": "z777="}}]))
    assert batch.rounds.dealer[0] == 3
    assert batch.rounds.scores[0].tolist() == [2000, 3000, 4000, 1000]
    assert format_tiles(batch.rounds.hands[0, 3].tolist()) == "147m258p369s1234z"
    call = batch.events
    assert call.seat.tolist() == [3, 3, 1] and call.from_seat.tolist() == [255, 255, 3]


def test_the_deposit_is_paid_unless_the_tile_is_ronned() -> None:
    accepted = codes.RIICHI_ACCEPTED
    start = [qipai(), draw(0, "z7"), discard(0, "s9*")]
    paid = read(game([*start, draw(1, "z7")]))
    assert accepted in paid.events.kind
    ronned = read(game([*start, ron()]))
    assert accepted not in ronned.events.kind
    three: Entry = {"pingju": {"name": "三家和", "shoupai": [""] * 4, "fenpei": [0] * 4}}
    assert accepted not in read(game([*start, three])).events.kind
    four: Entry = {"pingju": {"name": "四家立直", "shoupai": [""] * 4, "fenpei": [0] * 4}}
    assert accepted in read(game([*start, four])).events.kind


def test_the_indicator_of_a_closed_kan_is_turned_before_the_replacement_draw() -> None:
    kan: list[Entry] = [{"gang": {"l": 0, "m": "m1111"}}, {"gangzimo": {"l": 0, "p": "z7"}},
           {"kaigang": {"baopai": "p1"}}]  # fmt: skip
    batch = read(game([qipai(), draw(0, "m1"), *kan]))
    assert batch.events.kind.tolist() == [DRAW, ANKAN, DORA, DRAW]
    kan[0] = {"gang": {"l": 0, "m": "m111-1"}}
    batch = read(game([qipai(), draw(0, "m1"), *kan]))
    assert batch.events.kind.tolist() == [DRAW, KAKAN, DRAW, DORA]


def test_a_double_ron_is_two_wins() -> None:
    batch = read(game([*ROUND, ron(l=2, fenpei=[-1000, 0, 1000, 0])]))
    assert batch.wins.seat.tolist() == [1, 2] and batch.wins.event.tolist() == [12, 13]
    assert batch.events.aux[-2:].tolist() == [0, 1]


def test_a_draw_shows_hands_and_moves_points() -> None:
    end = {"name": "流局", "shoupai": ["", DEALT[1], "", ""], "fenpei": [-1000, 3000, -1000, -1000]}
    batch = read(game([qipai(jushu=1), {"pingju": end}]))
    assert batch.draws.kind.tolist() == [codes.EXHAUSTIVE]
    assert batch.draws.shown.tolist() == [[0, 0, 1, 0]]
    assert batch.draws.deltas.tolist() == [[-1000, -1000, 3000, -1000]]
    assert format_tiles(batch.draws.hands[0, 2, :13].tolist()) == "123m456p78s55m888p"


def test_a_yakuman_has_a_number_and_no_han() -> None:
    hupai = [{"name": "四暗刻単騎", "fanshu": "**"}, {"name": "字一色", "fanshu": "*"}]
    win = ron(hupai=hupai, damanguan=3, fu=None, fanshu=None)["hule"]
    del win["fu"], win["fanshu"]
    wins = read(game([*ROUND[:-1], {"hule": win}])).wins
    assert (wins.yakuman[0], wins.han[0], wins.fu[0]) == (3, 0, -1)
    assert wins.yaku[0, :2].tolist() == [41, 42] and wins.yaku_han[0, :2].tolist() == [2, 1]


def test_ura_indicators_have_two_names() -> None:
    for key in ("fubaopai", "libaopai"):
        wins = read(game([*ROUND[:-1], ron(**{key: ["m1", "z7"]})])).wins
        assert wins.ura[0, :3].tolist() == [0, 33, 255]
        wins = read(game([*ROUND[:-1], ron(**{key: None})])).wins
        assert wins.ura[0, 0] == 255


# --- what people leave out --------------------------------------------------------------------
def tsumo(**values: Any) -> Entry:
    win = ron(fu=30, fanshu=3, defen=3900, fenpei=[-2000, 4000, -1000, -1000])["hule"] | values
    del win["baojia"]
    return {"hule": win}


def test_a_winning_draw_that_is_not_recorded_is_inferred_and_noted() -> None:
    batch = read(game([*ROUND[:-1], tsumo()]))
    assert batch.events.kind[-2:].tolist() == [DRAW, codes.WIN]
    assert batch.events.tile[-2:].tolist() == [26, 26]
    assert ("odd-form", "log[0][11].hule") in problems(batch)
    drawn = read(game([*ROUND[:-1], draw(1, "s9"), tsumo()]))
    assert drawn.events.kind[-3:].tolist() == [codes.DISCARD, DRAW, codes.WIN]
    assert ("odd-form", "log[0][12].hule") not in problems(drawn)


def test_a_winning_replacement_draw_is_inferred_too() -> None:
    kan = [draw(1, "p8"), {"gang": {"l": 1, "m": "p8888"}}, tsumo()]
    batch = read(game([*ROUND[:3], *kan]))
    assert batch.events.kind.tolist()[-4:] == [DRAW, ANKAN, DRAW, codes.WIN]


def test_values_of_tsumo_written_as_by_ron_are_left_to_fu_and_han() -> None:
    batch = read(game([*ROUND[:-1], tsumo()]))
    assert batch.wins.points[0] == UNKNOWN_POINTS
    assert ("odd-form", "log") in problems(batch)
    batch = read(game([*ROUND[:-1], tsumo(defen=4000)]))
    assert batch.wins.points[0] == 4000
    server = tsumo()
    server["hule"]["baojia"] = None
    assert read(game([*ROUND[:-1], server])).wins.points[0] == 3900  # a fault there


def test_a_lost_tile_is_named_by_the_hand_shown_at_the_end() -> None:
    lost = copy.deepcopy(ROUND)
    lost[4] = discard(1, "0*")
    batch = read(game(lost))
    found = [p for p in batch.problems if p.kind == "inconsistent"]
    assert [p.place for p in found] == ["log[0][4].dapai"] and "it was 7z" in found[0].message
    assert batch.events.tile[4] == 33 and batch.events.aux[4] == -1


def test_a_lost_tile_stays_unknown_when_nothing_tells_it() -> None:
    lost = copy.deepcopy(ROUND)
    lost[6] = discard(2, "x")
    batch = read(game(lost))
    assert problems(batch) == [("inconsistent", "log[0][6].dapai")]
    assert UNKNOWN in batch.events.tile[batch.events.kind == codes.DISCARD]


def test_a_mark_for_the_drawn_tile_on_another_tile_is_reported() -> None:
    marked = copy.deepcopy(ROUND)
    marked[2] = discard(0, "z1_")
    assert problems(read(game(marked))) == [("inconsistent", "log[0][2].dapai")]


def test_melds_shown_must_be_those_that_were_called() -> None:
    calls = [qipai(), draw(0, "z7"), discard(0, "z7_"), {"fulou": {"l": 2, "m": "z777="}}]
    win = {"l": 2, "baojia": 3, "fu": 30, "fanshu": 1, "defen": 1000, "fenpei": [0, 0, 1000, -1000]}
    right = read(game([*calls, {"hule": win | {"shoupai": "m123p123s12322z4,z777="}}]))
    assert "log[0][4].hule.shoupai" not in [place for _, place in problems(right)]
    wrong = read(game([*calls, {"hule": win | {"shoupai": "m123p123s12322z4,z666="}}]))
    assert ("inconsistent", "log[0][4].hule.shoupai") in problems(wrong)


def test_nine_terminals_without_the_draw_get_unknown_turns() -> None:
    hand = "m19p19s19z1234z567"
    end = {"name": "九種九牌", "shoupai": ["", "", hand, ""], "fenpei": [0] * 4}
    batch = read(game([qipai(), {"pingju": end}]))
    assert batch.events.seat.tolist() == [0, 0, 1, 1, 2, 2]
    assert batch.events.tile.tolist()[:5] == [UNKNOWN] * 5
    assert problems(batch) == [("inconsistent", "log[0][1].pingju")]


def test_a_round_that_stands_twice_is_read_once() -> None:
    batch = read(game(ROUND, copy.deepcopy(ROUND)))
    assert len(batch.rounds) == 1 and problems(batch) == [("inconsistent", "log[1]")]


def test_placement_points_of_nothing_but_zeros_are_not_recorded() -> None:
    batch = read(game(ROUND, point=[0, 0, 0, 0]))
    assert batch.final_points.tolist() == [[UNKNOWN_POINTS] * 4]
    assert problems(batch) == [("odd-form", "point")]


def test_places_must_follow_from_the_final_points() -> None:
    assert problems(read(game(ROUND, rank=[1, 4, 2, 3]))) == [("inconsistent", "rank")]
    assert problems(read(game(ROUND, rank=[4, 1, 3, 2]))) == []  # equal points


def test_names_under_another_key_are_unknown() -> None:
    data = game(ROUND)
    data["playerr"] = data.pop("player")
    batch = read(data)
    assert batch.info[0].names == ("", "", "", "") and "playerr" in batch.problems[0].message


def test_an_unknown_yaku_leaves_the_list_out() -> None:
    batch = read(game([*ROUND[:-1], ron(hupai=[{"name": "三色鍋", "fanshu": 1}])]))
    assert batch.wins.yaku[0, 0] == 255 and batch.wins.han[0] == 1
    assert problems(batch) == [("inconsistent", "log[0][11].hule.hupai[0].name")]


def test_other_start_points_than_those_of_the_site_are_noted() -> None:
    data = game([qipai(defen=[30000] * 4), *ROUND[1:]])
    assert "--rules" in read(data).problems[-1].message
    rules = mjlog.load_rules("jpml")
    assert not read_batch([("g", json.dumps(data).encode())], rules=rules).problems


def test_the_dialects_of_a_game_have_one_id() -> None:
    one = game(ROUND)
    other = dict(reversed(list(one.items()))) | {"title": "renamed", "point": [-26, 46, 5, -25]}
    assert read(one).info[0].id == read(other).info[0].id
    assert read(game(ROUND[:-1])).info[0].id != read(one).info[0].id


# --- what cannot be read ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("entries", "place", "text"),
    [
        ([*ROUND[:3], {"zimo": {"l": 4, "p": "z7"}}], "log[0][3].zimo.l", "0 to 3"),
        ([*ROUND[:3], {"zimo": {"l": 1, "p": "z9"}}], "log[0][3].zimo.p", "no tile"),
        ([*ROUND[:3], {"zimo": {"l": 1}}], "log[0][3].zimo.p", "a text"),
        ([*ROUND[:3], {"zimoo": {"l": 1}}], "log[0][3].zimoo", "the name of an event"),
        ([*ROUND[:3], {"fulou": {"l": 1, "m": "m1111"}}], "log[0][3].fulou.m", "an open kan"),
        ([*ROUND[:3], {"gang": {"l": 1, "m": "z777-"}}], "log[0][3].gang.m", "added kan"),
        ([*ROUND[:3], {"pingju": {"name": "x"}}], "log[0][3].pingju.name", "荒牌平局"),
        ([*ROUND[:3], []], "log[0][3]", "one key"),
        ([*ROUND[:3], {"zimo": 1}], "log[0][3].zimo", "an object"),
        ([*ROUND, draw(0, "m1")], "log[0][12].zimo", "nothing after the result"),
        ([*ROUND[:-1], ron(defen="x")], "log[0][11].hule.defen", "a whole number"),
        ([*ROUND[:-1], ron(fenpei=[1, 2])], "log[0][11].hule.fenpei", "four numbers"),
        ([*ROUND[:-1], ron(shoupai="")], "", ""),
    ],
)
def test_the_rest_of_a_round_is_left_out(entries: list[Any], place: str, text: str) -> None:
    batch = read(game(entries))
    assert len(batch.rounds) == 1
    if place:
        found = [p for p in batch.problems if p.place == place]
        assert len(found) == 1 and text in found[0].message and "left out" in found[0].message
    else:
        assert batch.wins.hand[0, 0] == 255  # a win without a hand is a win


def test_a_round_that_cannot_be_read_is_left_out() -> None:
    batch = read(game(ROUND, [qipai(defen=[1, 2, 3]), draw(0, "z7")]))
    assert len(batch.rounds) == 1 and problems(batch) == [("inconsistent", "log[1][0].qipai.defen")]


def test_rounds_without_a_result_are_told() -> None:
    assert problems(read(game(ROUND[:5]))) == [("truncated", "log[0]")]
    other = [qipai(jushu=1), *ROUND[1:]]
    assert problems(read(game(ROUND[:5], other)))[0] == ("inconsistent", "log[0]")


@pytest.mark.parametrize(
    ("data", "place", "text"),
    [
        ("{", "line 1 column 2", "no JSON"),
        ('{"log": ' + "[" * 5000, "", "no JSON"),
        ("[]", "", "an empty list"),
        ("[1]", "[0]", "expected a game"),
        ('{"log": []}', "log", "a list of rounds"),
        ('{"log": [[]]}', "log[0]", "'qipai'"),
        ('{"log": [[{"zimo": {}}]]}', "log[0][0]", "'qipai' as the first event"),
        ('{"log": [[{"qipai": {"zhuangfeng": 7}}]]}', "log[0][0].qipai.zhuangfeng", "0 to 3"),
    ],
)
def test_what_is_no_record_is_unreadable(data: str, place: str, text: str) -> None:
    batch = read_batch([("g.json", data.encode())])
    assert len(batch) == 0 and [p.kind for p in batch.problems] == ["unreadable"]
    assert text in batch.problems[0].message and batch.problems[0].source == "g.json"
    assert place in batch.problems[0].place


def test_numbers_without_end_are_refused() -> None:
    for value in (10**30, 1e308, -(10**12), "nan", "1e999", True, None, 2.5):
        batch = read(game([*ROUND[:-1], ron(fenpei=[value, 0, 0, 0])]))
        if value is not None:
            assert batch.problems[0].place == "log[0][11].hule.fenpei[0]"


def test_very_long_rounds_and_games_are_refused() -> None:
    long = [qipai(), *[draw(0, "m1")] * 2000]
    assert read(game(long)).problems[0].kind == "unreadable"
    assert "at most 500" in read(game(*[ROUND] * 501)).problems[0].message


# --- documents of several games ---------------------------------------------------------------
def test_every_game_of_a_list_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_text(json.dumps([game(ROUND), {"log": 1}, game(ROUND[:-1]), game(ROUND, qijia=1)]))
    tally = Tally()
    (batch,) = iter_batches(path, tally=tally)
    assert (tally.seen, tally.imported, tally.skipped, tally.failed) == (4, 3, 0, 1)
    assert [i.source for i in batch.info] == [f"{path}!0", f"{path}!2", f"{path}!3"]
    assert batch.problems[0].source == f"{path}!1" and batch.problems[0].place == "[1].log"


def test_the_format_is_told_by_its_content() -> None:
    found = detect_format(json.dumps(game(ROUND)).encode())
    assert found is not None and found.name == "majiang"
    found = detect_format(b"\xef\xbb\xbf \n" + json.dumps([game(ROUND)], indent=1).encode())
    assert found is not None and found.name == "majiang"


def test_the_commands_take_such_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game(ROUND), ensure_ascii=False))
    assert main(["show", str(path)]) == 0
    assert "Botan" in capsys.readouterr().out
    assert main(["show", str(path), "-r", "E1.0", "--step", "7"]) == 0
    assert "1z" in capsys.readouterr().out
    assert main(["audit", str(path)]) == 1
    capsys.readouterr()
    assert main(["export", str(path), "-o", str(tmp_path / "data")]) == 0
    assert "1 games" in capsys.readouterr().out
    assert main(["convert", str(path), "--to", "mjlog", "-o", str(tmp_path / "g.mjlog")]) == 0
    (again,) = mjlog.read(tmp_path / "g.mjlog")
    assert again.batch.wins.deltas.tolist() == [[-1300, 1300, 0, 0]]
    assert (again.batch.wins.points[0], again.batch.wins.limit[0]) == (1300, 0)


@pytest.mark.parametrize(("fu", "han", "limit"), [(30, 3, 0), (40, 4, 1), (30, 6, 2), (30, 9, 3)])
def test_a_tenhou_record_of_such_a_game_has_the_value_of_fu_and_han(
    fu: int, han: int, limit: int
) -> None:
    value = max(won_by_ron(fu, han, dealer=False))
    batch = read(game([*ROUND[:-1], tsumo(fu=fu, fanshu=han, defen=value)]))
    assert batch.wins.points[0] == UNKNOWN_POINTS
    wins = read_bytes(write_mjlog(batch, 0)).wins
    assert (wins.fu[0], wins.limit[0]) == (fu, limit)
    assert wins.points[0] == {3: 4000, 4: 8000, 6: 12000, 9: 16000}[han]


# --- the real files ---------------------------------------------------------------------------
def findings(path: Path, rules: str | None) -> tuple[list[str], list[str]]:
    """Return the findings above a note, and the problems beyond odd form, of a file."""
    chosen = None if rules is None else mjlog.load_rules(rules)
    (batch,) = iter_batches(path, rules=chosen)
    audit = audit_batch(batch)
    found = [f"{f.round} {f.code}" for f in audit.findings if f.severity != "note"]
    told = [*batch.problems, *audit.problems]
    return sorted(found), sorted(
        " ".join(p.message.split(":")[0::1])[:32] for p in told if p.kind != "odd-form"
    )


def title_game(shared: Path, name: str) -> Path:
    return shared / "logs" / "majiang" / f"第39期十段位決定戦{name}.json"


@pytest.mark.shared
@pytest.mark.parametrize("name", ["1", "2", "4", "6"])
def test_title_games_without_a_fault(shared: Path, name: str) -> None:
    assert findings(title_game(shared, name), "jpml") == ([], [])


@pytest.mark.shared
@pytest.mark.parametrize(("name", "draws"), [("1", 0), ("2", 0), ("3", 0), ("4", 5), ("5", 3),
                                             ("6", 7), ("6_2", 7)])  # fmt: skip
def test_winning_draws_that_are_not_recorded(shared: Path, name: str, draws: int) -> None:
    (batch,) = iter_batches(title_game(shared, name))
    assert sum("the winning draw is not recorded" in p.message for p in batch.problems) == draws


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "found", "told"),
    [
        (
            "1_2",
            ["E1.0 P101", "E1.0 S101", "S3.1 P101", "S3.1 S101", "S4.2 G108"],
            ["E1.0  the tile of a discard is l", "S1.0  the tile of a discard is l"],
        ),
        ("3", ["E2.0 G101"], []),
        ("5", ["E1.0 P101"], []),
        ("6_2", [], ["S3.1  九種九牌 is declared on an own", "S4.0  the round stands twice; th"]),
    ],
)
def test_title_games_with_faults(
    shared: Path, name: str, found: list[str], told: list[str]
) -> None:
    assert findings(title_game(shared, name), "jpml") == (found, told)


@pytest.mark.shared
def test_the_lost_tile_of_the_second_copy_is_that_of_the_first(shared: Path) -> None:
    (one,), (other,) = (
        iter_batches(title_game(shared, "1")),
        iter_batches(title_game(shared, "1_2")),
    )
    end = int(one.rounds.first_event[1])
    assert one.events.tile[:end].tolist() == other.events.tile[:end].tolist()


@pytest.mark.shared
@pytest.mark.parametrize("name", ["SegaSammy_No1", "セガサミーフェニックスNo1_決定戦"])
def test_the_game_under_saikyousen_rules(shared: Path, name: str) -> None:
    path = shared / "logs" / "majiang" / f"{name}.json"
    assert findings(path, "saikyousen") == (["S1.0 S105"], [])
    (batch,) = iter_batches(path, rules=mjlog.load_rules("saikyousen"))
    (fault,) = [f for f in audit_batch(batch).findings if f.severity != "note"]
    assert (fault.recorded, fault.expected) == (4800, 5800)


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "games"),
    [("script__e7d7280d.json", 37), ("cmajiang_data_script.json", 37), ("multi.json", 2),
     ("majiang-analog_compressed.json.gz.d_gz", 1)],
)  # fmt: skip
def test_script_games(shared: Path, name: str, games: int) -> None:
    path = shared / "logs" / "majiang" / name
    (batch,) = iter_batches(path)
    assert len(batch) == games
    assert findings(path, None) == ([], [])
    assert not batch.problems


@pytest.mark.shared
@pytest.mark.slow
def test_the_copies_of_the_script_are_the_same_games(shared: Path) -> None:
    folder = shared / "logs" / "majiang"
    names = ("Majiang_data_script", "majiang-core_data_script", "cmajiang_data_script",
             "cmajiang_data_script_2", "script__e7d7280d")  # fmt: skip
    ids = []
    for name in names:
        (batch,) = iter_batches(folder / f"{name}.json")
        ids.append([info.id for info in batch.info])
    assert all(own == ids[0] for own in ids) and len(set(ids[0])) == 37
    (few,) = iter_batches(folder / "multi.json")
    assert [info.id for info in few.info] == ids[0][1:3]
