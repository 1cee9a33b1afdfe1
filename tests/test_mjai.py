"""mjai records: messages, dialects, what is missing, the writer, and the real files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mjlog.parsers import detect_format, iter_batches, read_bytes
from mjlog.parsers.losses import Losses
from mjlog.parsers.mjai import read_batch, write_mjai
from mjlog.parsers.mjai.choice import chosen_rules
from mjlog.parsers.mjai.tables import REASONS, TILES, YAKU_NAMES, YAKU_OF, yaku_of
from mjlog.parsers.mjai.walls import wall_of

import mjlog
from mjlog import codes
from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.codes import DISCARD, DORA, KITA, RIICHI, RIICHI_ACCEPTED, UNKNOWN, UNKNOWN_POINTS
from mjlog.errors import MjlogError
from mjlog.model import GameBatch
from mjlog.rows import GameRows, Row, batch_of_rows, rows_of
from mjlog.rules import load_rules
from mjlog.simulator import play_games
from mjlog.tiles import format_tiles, parse_tiles
from mjlog.walls import make_seed, wall_for_round

Message = dict[str, Any]

DEALT = ["147m258p369s1234z", "123m456p78s55m888p", "369m147s258p3456z", "148m259p367s4567z"]
NAMES = ["Asa", "Botan", "Chidori", "Daigo"]


def mjai_tiles(text: str) -> list[str]:
    from mjlog.tiles import format_tile

    return [format_tile(code, "mjai") for code in parse_tiles(text)]


def start(**values: Any) -> Message:
    message: Message = {
        "type": "start_kyoku", "bakaze": "E", "dora_marker": "9p", "kyoku": 1, "honba": 0,
        "kyotaku": 0, "oya": 0, "scores": [25000] * 4, "tehais": [mjai_tiles(t) for t in DEALT],
    }  # fmt: skip
    return {key: value for key, value in (message | values).items() if value is not None}


def tsumo(actor: int, pai: str) -> Message:
    return {"type": "tsumo", "actor": actor, "pai": pai}


def dahai(actor: int, pai: str, tsumogiri: bool | None = False) -> Message:
    message = {"type": "dahai", "actor": actor, "pai": pai, "tsumogiri": tsumogiri}
    return {key: value for key, value in message.items() if value is not None}


def turn(actor: int, pai: str) -> list[Message]:
    return [tsumo(actor, pai), dahai(actor, pai, True)]


def hora(**values: Any) -> Message:
    message = {"type": "hora", "actor": 1, "target": 0, "deltas": [-1300, 2300, 0, -1000]}
    return {key: value for key, value in (message | values).items() if value is not None}


GAME: Message = {"type": "start_game", "names": NAMES}
END_KYOKU: Message = {"type": "end_kyoku"}
END: Message = {"type": "end_game"}
#: Seat 1 declares riichi with 7z and wins on 9s.
PLAY: list[Message] = [
    *turn(0, "C"), tsumo(1, "C"), {"type": "reach", "actor": 1}, dahai(1, "C", True),
    {"type": "reach_accepted", "actor": 1}, *turn(2, "E"), *turn(3, "E"), *turn(0, "9s"),
]  # fmt: skip


def lines(*messages: Message) -> bytes:
    return "".join(json.dumps(m, ensure_ascii=False) + "\n" for m in messages).encode()


def read(*messages: Message, **options: Any) -> GameBatch:
    batch: GameBatch = read_batch([("g.jsonl", lines(*messages))], **options)
    return batch


def game(*play: Message, **values: Any) -> GameBatch:
    return read(GAME, start(**values), *play)


def problems(batch: GameBatch) -> list[tuple[str, str]]:
    """Kind and place of the problems, but for the note that the record names no rules."""
    return [(p.kind, p.place) for p in batch.problems if "names no rules" not in p.message]


def kinds(batch: GameBatch) -> list[str]:
    return [codes.EVENT_KINDS[kind] for kind in batch.events.kind.tolist()]


# --- words --------------------------------------------------------------------------------------


def test_tiles() -> None:
    assert [TILES[t] for t in ("1m", "5mr", "9s", "E", "N", "P", "F", "C")] == parse_tiles(
        "1m0m9s1z4z5z6z7z"
    )
    assert (TILES["?"], TILES["4z"], TILES["0p"]) == (UNKNOWN, 30, 35)


def test_every_yaku_has_a_name_that_is_read_back() -> None:
    assert set(YAKU_NAMES) == {*range(63), 64, 65, 66, 67}
    assert all(YAKU_OF[name] == number for number, name in YAKU_NAMES.items())
    assert yaku_of("bakaze", round_wind=1, seat_wind=3) == 15
    assert yaku_of("jikaze", round_wind=1, seat_wind=3) == 13
    assert yaku_of("sanshoku", round_wind=0, seat_wind=0) is None


# --- a game -------------------------------------------------------------------------------------


def test_a_game_is_read() -> None:
    batch = game(*PLAY, hora(), END_KYOKU, END)
    assert problems(batch) == [] and batch.complete[0]
    assert kinds(batch) == [
        "draw", "discard", "draw", "riichi", "discard", "riichi_accepted", "draw", "discard",
        "draw", "discard", "draw", "discard", "win",
    ]  # fmt: skip
    assert batch.events.aux[batch.events.kind == DISCARD].tolist() == [1] * 5
    assert batch.events.offset.tolist()[:2] == [3, 4]
    assert format_tiles(batch.rounds.hands[0, 1].tolist()) == DEALT[1]
    wins = batch.wins
    assert (wins.seat[0], wins.from_seat[0], wins.tile[0]) == (1, 0, 26)
    assert wins.deltas[0].tolist() == [-1300, 2300, 0, -1000]
    assert (wins.fu[0], wins.han[0], wins.yakuman[0]) == (-1, -1, -1)
    assert wins.points[0] == UNKNOWN_POINTS and wins.yaku[0, 0] == UNKNOWN
    assert batch.info[0].names == tuple(NAMES) and batch.info[0].format == "mjai"
    assert batch.final_scores[0, 0] == UNKNOWN_POINTS
    assert batch.rules[0].name == "tenhou-noaka"  # no red five in sight


def test_players_sit_from_the_first_dealer_on() -> None:
    batch = read(GAME, start(oya=2), *turn(2, "C"), *turn(3, "C"))
    assert batch.rounds.dealer[0] == 0 and batch.events.seat.tolist() == [0, 0, 1, 1]
    assert batch.info[0].names == ("Chidori", "Daigo", "Asa", "Botan")
    assert format_tiles(batch.rounds.hands[0, 2].tolist()) == DEALT[0]
    second = read(GAME, start(oya=3, kyoku=2), *turn(3, "C"))
    assert second.rounds.dealer[0] == 1 and second.info[0].names[0] == "Chidori"


def test_calls_and_kans() -> None:
    batch = game(
        *turn(0, "3s"), {"type": "chi", "actor": 1, "target": 0, "pai": "3s",
                         "consumed": ["4s", "5sr"]}, dahai(1, "8p"),
        {"type": "pon", "actor": 3, "target": 1, "pai": "8p", "consumed": ["8p", "8p"]},
        dahai(3, "1m"), tsumo(0, "8p"), dahai(0, "1m"), tsumo(1, "1p"), dahai(1, "1p"),
        tsumo(2, "1p"), dahai(2, "1p"), tsumo(3, "8p"),
        {"type": "kakan", "actor": 3, "pai": "8p", "consumed": ["8p"] * 3}, tsumo(3, "5m"),
        {"type": "dora", "dora_marker": "P"},
        {"type": "ankan", "actor": 3, "consumed": ["5m", "5m", "5mr", "5m"]}, tsumo(3, "1p"),
        dahai(3, "9s"),
        {"type": "daiminkan", "actor": 1, "target": 3, "pai": "9s", "consumed": ["9s"] * 3},
    )  # fmt: skip
    events = batch.events
    rows = [(int(events.kind[e]), int(events.tile[e]), int(events.from_seat[e]),
             hex(int(events.used[e]))) for e in range(len(events))
            if events.kind[e] in (2, 3, 4, 5, 6)]  # fmt: skip
    assert rows == [
        (codes.CHI, 20, 0, "0xffff2415"), (codes.PON, 16, 1, "0xffff1010"),
        (codes.KAKAN, 16, 1, "0xffffff10"), (codes.ANKAN, 4, UNKNOWN, "0x4220404"),
        (codes.DAIMINKAN, 26, 3, "0xff1a1a1a"),
    ]  # fmt: skip
    assert DORA in events.kind


def test_a_double_ron_is_two_wins() -> None:
    batch = game(*PLAY, hora(), hora(actor=2, deltas=[-1000, 0, 1000, 0]), END_KYOKU)
    assert batch.wins.seat.tolist() == [1, 2] and batch.events.aux[-2:].tolist() == [0, 1]
    assert batch.wins.event.tolist() == [12, 13]


# --- dialects -----------------------------------------------------------------------------------


def test_points_after_a_win_give_its_payments() -> None:
    batch = game(*PLAY, hora(deltas=None, scores=[23700, 26300, 25000, 25000]), END_KYOKU)
    # 24,000 are left of seat 1 when the deposit lies on the table
    assert batch.wins.deltas[0].tolist() == [-1300, 2300, 0, 0]
    assert batch.wins.scores[0, 0] == UNKNOWN_POINTS
    both = game(*PLAY, hora(scores=[23700, 26300, 25000, 24000]), END_KYOKU)
    assert both.wins.scores[0].tolist() == [25000, 24000, 25000, 25000]
    assert both.wins.deltas[0].tolist() == [-1300, 2300, 0, -1000]


def test_a_bare_win_has_no_payments() -> None:
    batch = game(*PLAY, hora(deltas=None), END_KYOKU)
    assert batch.wins.deltas[0].tolist() == [UNKNOWN_POINTS] * 4
    assert audit_batch(batch).not_checked["win-deltas"] == 1


def test_without_points_nothing_is_made_up() -> None:
    batch = game(*PLAY, hora(deltas=None, scores=[1, 2, 3, 4]), scores=None)
    assert batch.rounds.scores[0].tolist() == [UNKNOWN_POINTS] * 4
    assert batch.wins.deltas[0].tolist() == [UNKNOWN_POINTS] * 4
    bare = game(*turn(0, "C"), scores=None, dora_marker=None, honba=None, kyotaku=None)
    assert bare.rounds.indicator[0] == UNKNOWN
    assert (bare.rounds.honba[0], bare.rounds.deposits[0]) == (-1, -1)


def test_a_dealer_of_14_tiles_has_drawn_the_last() -> None:
    hands = [[*mjai_tiles(DEALT[0]), "7z"], *[mjai_tiles(t) for t in DEALT[1:]]]
    batch = game(dahai(0, "1m"), *turn(1, "C"), tehais=hands)
    assert kinds(batch)[:2] == ["draw", "discard"] and batch.events.tile[:2].tolist() == [33, 0]
    assert format_tiles(batch.rounds.hands[0, 0].tolist()) == DEALT[0]
    drawn = game(dahai(0, "1m", True), *turn(1, "C"), tehais=hands)
    assert drawn.events.tile[0] == 0  # the discard says which one was drawn
    assert format_tiles(drawn.rounds.hands[0, 0].tolist()) == "7z47m258p369s1234z"
    said = game(*turn(0, "1m"), *turn(1, "C"), tehais=hands)
    assert kinds(said) == ["draw", "discard"] * 2 and said.events.tile[0] == 0
    assert ("odd-form", "line 2") in problems(said)


def test_hidden_tiles_are_unknown() -> None:
    hands = [mjai_tiles(DEALT[0]), ["?"] * 13, ["?"] * 13, ["?"] * 13]
    batch = game(*turn(0, "C"), tsumo(1, "?"), dahai(1, "E", None), tsumo(2, "?"), dahai(2, "E"),
                 tsumo(3, "?"), dahai(3, "E"), tehais=hands)  # fmt: skip
    assert batch.players[0] == 4
    assert batch.rounds.hands[0, 1].tolist() == [UNKNOWN] * 13
    assert batch.events.tile[2] == UNKNOWN and batch.events.aux[3] == -1
    assert audit_batch(batch).findings[0].code == "G120"


def test_one_array_a_line_a_document_and_gzip() -> None:
    messages = [GAME, start(), *PLAY, hora(), END_KYOKU, END]
    plain = read(*messages)
    arrays = b"".join(
        json.dumps(part).encode() + b"\n" for part in (messages[:1], messages[1:6], messages[6:])
    )
    documents = (
        arrays,
        json.dumps(messages).encode(),
        json.dumps({"source": {}, "mjaiLog": messages}).encode(),
        gzip.compress(lines(*messages)),
        b"\xef\xbb\xbf" + lines(*messages).replace(b"\n", b"\r\n\r\n"),
        lines(*messages).decode().encode("utf-16"),
    )
    for data in documents:
        batch = read_bytes(data, name="g")
        assert batch.info[0].format == "mjai" and batch.info[0].id == plain.info[0].id
        assert batch.events.kind.tolist() == plain.events.kind.tolist()
        assert batch.info[0].names == tuple(NAMES)


def test_several_games_in_one_text() -> None:
    batch = read(GAME, start(), *PLAY, hora(), END, GAME, start(honba=1), *turn(0, "C"))
    assert [info.source for info in batch.info] == ["g.jsonl!0", "g.jsonl!1"]
    assert batch.complete.tolist() == [True, False]


def test_fan_fu_and_shown_hands() -> None:
    shown = mjai_tiles("12355m456888p78s")
    batch = game(*PLAY, hora(pai="9s", fan=1, fu=38, hora_tehais=shown, uradora_marker=["1p"]))
    wins = batch.wins
    assert (wins.han[0], wins.fu[0], wins.ura[0, 0]) == (1, 40, 9)
    assert format_tiles(wins.hand[0].tolist()) == "12355m456888p789s"
    assert ("odd-form", "line 15") in problems(batch)
    same = game(*PLAY, hora(hora_tehais=[*shown, "9s"])).wins.hand
    assert same.tolist() == wins.hand.tolist()


def test_yaku_by_name_and_dragons_by_the_hand() -> None:
    yaku = [["reach", 1], ["sangenpai", 2], ["bakaze", 1], ["akadora", 2], ["立直", None]]
    hand = mjai_tiles("123m555666z11s")
    wins = game(*PLAY, hora(yakus=yaku, hora_tehais=hand, hora_points=8000)).wins
    assert wins.yaku[0, :6].tolist() == [1, 18, 19, 14, codes.YAKU_AKA, 1]
    assert wins.yaku_han[0, :6].tolist() == [1, 1, 1, 1, 2, -1]
    assert (wins.yakuman[0], wins.points[0]) == (0, 8000)
    odd = game(*PLAY, hora(yakus=[["reach", 1], ["sanshoku", 2]]))
    assert odd.wins.yaku[0, 0] == UNKNOWN and ("inconsistent", "line 15") in problems(odd)
    limit = game(*PLAY, hora(yakus=[["suanko", 2], ["tsuiso", 1]])).wins
    assert (limit.yakuman[0], limit.han[0]) == (3, 0)


@pytest.mark.parametrize(
    ("text", "value"), [("7700", 7700), ("4000 all", 12000), ("1300/2600", 5200)]
)
def test_values_in_meta(text: str, value: int) -> None:
    score = {"han": 3, "fu": 40, "points": text, "yaku": [2, 32, 12, 11]}
    wins = game(*PLAY, hora(meta={"score": score})).wins
    assert (wins.han[0], wins.fu[0], wins.points[0]) == (3, 40, value)
    assert wins.yaku[0, :4].tolist() == [1, codes.YAKU_AKA, 8, 14]
    assert wins.yaku_han[0, :4].tolist() == [-1] * 4


def test_the_deposit_is_paid_unless_the_tile_is_ronned() -> None:
    declared = [*turn(0, "C"), tsumo(1, "C"), {"type": "reach", "actor": 1}, dahai(1, "9s")]
    passed = game(*declared, tsumo(2, "C"))  # nothing says that it passed
    assert RIICHI_ACCEPTED in passed.events.kind
    ronned = game(*declared, hora(actor=2, target=1))
    assert RIICHI in ronned.events.kind and RIICHI_ACCEPTED not in ronned.events.kind
    stated = {"type": "reach_accepted", "actor": 1, "scores": [25000, 24000, 25000, 25000]}
    batch = game(*declared, stated)
    assert batch.events.aux[-1] == 1 and problems(batch) == [("truncated", "line 8")]
    wrong = game(*declared, stated | {"scores": [25000] * 4})
    assert ("inconsistent", "line 8") in problems(wrong)


def test_three_players() -> None:
    hands = [mjai_tiles(t) for t in ("19m19p19s1234567z", "111222333p1122z", "444555666s5566z")]
    play = [tsumo(0, "N"), {"type": "nukidora", "actor": 0, "pai": "N"}, *turn(0, "N")]
    for tehais, scores in ((hands, [35000] * 3), ([*hands, ["?"] * 13], [35000] * 3 + [0])):
        batch = game(*play, tehais=tehais, scores=scores)
        assert batch.players[0] == 3 and batch.rules[0].name == "tenhou-3p-noaka"
        assert KITA in batch.events.kind and batch.info[0].names[3] == ""
        assert batch.rounds.scores[0].tolist() == [35000] * 3 + [UNKNOWN_POINTS]
        assert batch.rounds.hands[0, 3].tolist() == [UNKNOWN] * 13


@pytest.mark.parametrize(("kind", "reason"), list(REASONS.items()))
def test_draws_by_their_reason(kind: int, reason: str) -> None:
    draw = {"type": "ryukyoku", "reason": reason, "deltas": [0] * 4, "actor": 0}
    batch = game(tsumo(0, "C"), draw)
    assert batch.draws.kind.tolist() == [kind]
    assert batch.events.seat[-1] == (0 if kind == codes.KYUUSHU else UNKNOWN)


def test_draws_without_a_reason_are_told_by_the_play() -> None:
    def kind_of(*play: Message, **values: Any) -> int:
        batch = game(*play, {"type": "ryukyoku", **values})
        return int(batch.draws.kind[0])

    assert kind_of(*turn(0, "C"), deltas=[1000, 1000, 1000, -3000]) == codes.EXHAUSTIVE
    assert kind_of(*turn(0, "C"), deltas=[-4000, 8000, -2000, -2000]) == codes.NAGASHI
    assert kind_of(tsumo(0, "C")) == codes.KYUUSHU
    winds = [message for seat in range(4) for message in turn(seat, "E")]
    assert kind_of(*winds) == codes.SUUFON
    riichi = [m for s in range(4)
              for m in (tsumo(s, "C"), {"type": "reach", "actor": s}, dahai(s, "C"))]  # fmt: skip
    assert kind_of(*riichi) == codes.SUUCHA
    assert kind_of(*turn(0, "1m"), *turn(1, "2m")) == codes.SANCHAHOU


def test_hands_shown_at_a_draw() -> None:
    draw = {"type": "ryukyoku", "reason": "fanpai", "scores": [26500, 23500, 23500, 26500],
            "tenpais": [True, False, False, True],
            "tehais": [mjai_tiles(DEALT[0]), ["?"] * 13, ["?"] * 13,
                       mjai_tiles(DEALT[3])]}  # fmt: skip
    batch = game(*turn(0, "C"), draw)
    assert batch.draws.deltas[0].tolist() == [1500, -1500, -1500, 1500]
    assert batch.draws.shown[0].tolist() == [1, 0, 0, 1]
    assert format_tiles(batch.draws.hands[0, 3, :13].tolist()) == DEALT[3]


def test_an_unknown_draw_is_not_checked_and_not_paid() -> None:
    second = start(kyoku=2, oya=1, honba=1, scores=[24000, 28000, 24000, 24000])
    batch = read(GAME, start(), *turn(0, "C"), {"type": "ryukyoku", "reason": "fanpai"},
                 second, *turn(1, "C"))  # fmt: skip
    audit = audit_batch(batch)
    assert audit.not_checked["draw-deltas"] == 1
    assert not [f for f in audit.findings if f.code == "G101"]


def wall_text(seed: str) -> tuple[list[str], list[str], str, str]:
    """A wall laid as ``haiyama``: its tiles, its draws, its indicator and its ura indicator."""
    wall = wall_for_round(seed, 0)
    from mjlog.tiles import CODE_OF_ID, format_tile

    names = [format_tile(int(CODE_OF_ID[1, t]), "mjai") for t in wall.tiles[::-1]]
    return names, names[52:122], names[-6], names[-5]


def test_a_recorded_wall_is_compared() -> None:
    import random

    names, draws, indicator, _ = wall_text(make_seed(random.Random(5)))
    hands = [names[seat:52:4] for seat in range(4)]
    play = [m for k, tile in enumerate(draws[:8]) for m in turn(k % 4, tile)]
    batch = game(*play, haiyama=names, tehais=hands, dora_marker=None)
    assert batch.rounds.indicator[0] == TILES[indicator]
    audit = audit_batch(batch)
    assert audit.not_checked["wall"] == 0
    assert [f.code for f in audit.findings if f.code.startswith("W")] == []
    other = next(t for t in names if t != draws[3])
    play[6:8] = turn(3, other)
    wrong = audit_batch(game(*play, haiyama=names, tehais=hands, dora_marker=names[-5]))
    assert {f.code for f in wrong.findings if f.code.startswith("W")} == (
        {"W102", "W103"} if names[-5] != names[-6] else {"W102"}
    )


def test_a_wall_is_laid_in_the_order_of_taking() -> None:
    tiles = [*mjai_tiles("123456789m123456789p123456789s1234567z")] * 4
    wall = wall_of(tiles, 4, 0)
    assert wall is not None and len(wall.tiles) == 136
    codes_of = [TILES[t] for t in tiles]
    assert wall.tiles[:5] == (codes_of[0], codes_of[4], codes_of[8], codes_of[12], codes_of[1])
    assert wall.tiles[48:52] == tuple(codes_of[48:52])
    assert wall.tiles[-5] == codes_of[-6] and wall.tiles[-6] == codes_of[-5]
    assert wall.tiles[-7] == codes_of[-8] and wall.tiles[-4:] == tuple(codes_of[-4:])
    assert wall_of(tiles, 3, 0) is None and wall_of(tiles[1:], 4, 0) is None


# --- rules --------------------------------------------------------------------------------------


def test_rules_are_chosen_by_what_the_record_tells() -> None:
    assert chosen_rules(4, False, True).name == "tenhou"
    head = {"kyoku_first": 4, "aka_flag": True}
    assert read(GAME | head, start(), *turn(0, "C")).rules[0].name == "tenhou-east"
    last = start(kyoku=4, oya=3)
    assert read(GAME, last, *turn(3, "5mr"), END).rules[0].name == "tenhou-east"
    assert read(GAME, last, *turn(3, "5mr")).rules[0].name == "tenhou"
    fair = start(scores=[30000] * 4)
    rules = read(GAME, fair, *turn(0, "5pr")).rules[0]
    assert (rules.name, rules.start_points) == ("tenhou-from-30000", 30000)
    given = read(GAME, start(), *turn(0, "C"), rules=load_rules("mleague"))
    assert given.rules[0].name == "mleague" and not [
        p for p in given.problems if "names no rules" in p.message
    ]


def test_a_file_named_by_a_tenhou_record_is_of_its_table() -> None:
    data = lines(GAME, start(), *turn(0, "C"))
    batch = read_batch([("2017010112gm-0001-0000-910b607f&tw=2.jsonl", data)])
    info = batch.info[0]
    assert info.id == "2017010112gm-0001-0000-910b607f" and info.viewer == 2
    assert batch.rules[0].length == "east" and info.start_time == "2017-01-01T12"


# --- what cannot be read ------------------------------------------------------------------------


def test_a_bad_line_costs_the_rest_of_its_round_only() -> None:
    data = lines(GAME, start(), *turn(0, "C"), *turn(1, "C")) + b'{"type": "tsu\n'
    data += lines(*turn(2, "C"), start(kyoku=2, oya=1), *PLAY[:0], *turn(1, "C"), END)
    batch = read_batch([("g", data)])
    assert len(batch.rounds) == 2 and batch.rounds.first_event.tolist() == [0, 4, 6]
    bad = next(p for p in batch.problems if p.place == "line 7")
    assert bad.kind == "inconsistent" and "no JSON" in bad.message


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"type": "tsumo", "actor": 4, "pai": "1m"}, "'actor' is '4'"),
        ({"type": "tsumo", "actor": True, "pai": "1m"}, "'actor' is 'True'"),
        ({"type": "tsumo", "actor": 0, "pai": "10m"}, "'pai' is '10m'"),
        ({"type": "tsumo", "actor": 0, "pai": ["1m"]}, "'pai' is"),
        ({"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": 1}, "'tsumogiri'"),
        ({"type": "pon", "actor": 0, "target": 1, "pai": "1m", "consumed": ["1m", "2m"]},
         "the tiles of a meld"),
        ({"type": "chi", "actor": 0, "target": 3, "pai": "9m", "consumed": ["1p", "2p"]},
         "the tiles of a meld"),
        ({"type": "pon", "actor": 0, "target": 1, "pai": "1m", "consumed": ["1m"]}, "2 tiles"),
        ({"type": "riichi", "actor": 0}, "the type of a message"),
        ({"type": None}, "the type of a message"),
        ({"type": ["tsumo"]}, "the type of a message"),
        ({"type": "hora", "actor": 0, "deltas": [1, 2]}, "a list of 4 whole numbers"),
        ({"type": "hora", "actor": 0, "deltas": [1.5, 2, 3, 4]}, "a list of 4 whole numbers"),
        ({"type": "ryukyoku", "reason": "rain"}, "the name of a draw"),
    ],
)  # fmt: skip
def test_a_message_that_means_nothing_is_named(message: Message, text: str) -> None:
    batch = game(*turn(0, "C"), message, *turn(1, "C"))
    found = [p for p in batch.problems if p.place == "line 5"]
    assert found[-1].kind == "inconsistent" and text in found[-1].message
    assert len(batch.events) == 2


@pytest.mark.parametrize(
    "values",
    [{"bakaze": "X"}, {"tehais": [["1m"]]}, {"tehais": [["1m"] * 15] * 4}, {"oya": -1},
     {"kyoku": 9, "oya": None}, {"scores": ["a"] * 4}, {"honba": 10**9}, {"dora_marker": "Z"}],
)  # fmt: skip
def test_a_round_that_does_not_begin_is_left_out(values: dict[str, Any]) -> None:
    bad = start(**values)
    batch = read(GAME, bad, *turn(0, "C"), start(kyoku=2, oya=1), *turn(1, "C"))
    assert len(batch.rounds) == 1 and ("inconsistent", "line 2") in problems(batch)
    alone = read(GAME, bad, *turn(0, "C"))
    assert [(p.kind, p.place) for p in alone.problems] == [("unreadable", "line 2")]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b'{"type":"start_game"', "no JSON"),
        (b'{"type":"start_game"}\n', "no 'start_kyoku'"),
        (b'{"mjaiLog": 3, "x": {"type":"start_game"}}', "no list under"),
        (b"[" * 5000 + b'{"type":"start_game"}', "no JSON"),
        (b'{"type":"start_game"}\n' + b"{}" * 1_000_001, "expected a record of at most"),
    ],
)
def test_what_is_no_game_is_refused(data: bytes, text: str) -> None:
    batch = read_batch([("g", data), ("h", lines(GAME, start(), *turn(0, "C")))])
    first = batch.problems[0]
    assert len(batch) == 1 and first.kind == "unreadable" and text in first.message


def test_chinese_official_mahjong_is_refused_by_name() -> None:
    info = {"bools": ["all_chows"], "integers": {"short_straight": 1}, "total_point": 8}
    batch = game(*PLAY, hora(info=info, fan=8))
    assert len(batch) == 0 and "国標麻将" in batch.problems[0].message


def test_a_review_report_without_a_finished_round_is_refused() -> None:
    report = {"engine": "x", "review": {}, "mjai_log": [GAME, start(), *turn(0, "C")]}
    batch = read_batch([("r.json", json.dumps(report).encode())])
    assert len(batch) == 0 and "review report" in batch.problems[0].message
    report["mjai_log"] = [GAME, start(), *PLAY, hora(), END]
    assert len(read_batch([("r.json", json.dumps(report).encode())])) == 1


def test_detection() -> None:
    for data in (lines(GAME), lines(start()), b'{"mjaiLog": [{"type": "start_game"}]}'):
        found = detect_format(data)
        assert found is not None and found.name == "mjai"
    assert detect_format(b'{"type": "round"}') is None


# --- writing ------------------------------------------------------------------------------------

#: Columns that mjai has no place for.
LOST = {
    "dice", "indicator_id", "hand_ids", "tile_id", "used_ids", "offset", "limit", "melds",
    "indicators", "indicator_ids", "ura_ids", "honba", "deposits", "pao_seat",
}  # fmt: skip


def held(row: Row, table: str, players: int) -> Row:
    """A row as mjai can hold it; hands in any order, absent seats left out."""
    kept = {key: value for key, value in row.items() if key not in LOST or table == "start"}
    for key in ("dice", "indicator_id", "hand_ids"):
        kept.pop(key, None)
    if table == "wins":
        kept["hand"] = sorted(kept["hand"])
    for key in ("scores", "deltas", "shown", "hands"):
        if isinstance(kept.get(key), list):
            kept[key] = kept[key][:players]
    return kept


def held_game(game: GameRows) -> list[Any]:
    players = game.rules.players
    return [
        game.info.names[:players], game.complete, list(game.final_scores)[:players],
        [[held(part.start, "start", players)]
         + [held(row, name, players) for name in ("events", "wins", "draws")
            for row in getattr(part, name)] for part in game.rounds],
    ]  # fmt: skip


@settings(max_examples=6, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    rules=st.sampled_from(["tenhou", "tenhou-3p", "tenhou-3p-east", "mahjong-soul", "jpml"]),
)
def test_a_game_is_the_same_when_it_is_read_back(seed: int, rules: str) -> None:
    played = play_games(1, seed=seed, rules=rules)
    data = write_mjai(played)
    back = read_batch([("g", data)], rules=load_rules(rules))
    assert [p for p in back.problems if p.kind != "truncated"] == []
    assert held_game(rows_of(back, 0)) == held_game(rows_of(played, 0))
    again = write_mjai(back)
    assert again == data


def test_games_of_tenhou_are_read_back_under_their_rules() -> None:
    for rules in ("tenhou", "tenhou-east", "tenhou-3p", "tenhou-3p-east-noaka"):
        losses = Losses()
        data = write_mjai(play_games(1, seed=2, rules=rules), losses=losses)
        assert read_batch([("g", data)]).rules[0] == load_rules(rules)
        assert "rules" not in {row.what for row in losses.rows()}


def test_what_has_no_place_is_listed() -> None:
    losses = Losses()
    write_mjai(play_games(1, seed=2, rules="jpml-2005"), losses=losses)
    lost = {row.what for row in losses.rows()}
    assert lost >= {"id", "seed", "dice", "tile_ids", "rules", "limit", "honba", "indicators"}


def test_unknown_facts_stay_unknown() -> None:
    sparse = game(*PLAY, hora(deltas=None), scores=None, dora_marker=None, honba=None)
    losses = Losses()
    written = write_mjai(sparse, losses=losses)
    back = read_batch([("g", written)])
    assert held_game(rows_of(back, 0)) == held_game(rows_of(sparse, 0))
    start_line = json.loads(written.split(b"\n")[1])
    assert {"scores", "dora_marker", "honba"}.isdisjoint(start_line)


def test_points_after_a_deposit_are_written_where_the_record_has_them() -> None:
    stated = {"type": "reach_accepted", "actor": 1, "deltas": [0, -1000, 0, 0],
              "scores": [25000, 24000, 25000, 25000]}  # fmt: skip
    play = [stated if m["type"] == "reach_accepted" else m for m in PLAY]
    batch = game(*play, hora())
    written = [json.loads(line) for line in write_mjai(batch).splitlines()]
    assert stated in written


def test_a_void_round_cannot_be_written() -> None:
    rows = rows_of(game(*turn(0, "C"), {"type": "ryukyoku", "reason": "fanpai"}), 0)
    rows.rounds[0].draws[0]["kind"] = codes.CHOMBO_DRAW
    with pytest.raises(MjlogError, match="void round"):
        write_mjai(batch_of_rows([rows]))


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "g.mjlog", tmp_path / "g.jsonl"
    from mjlog.parsers.tenhou import write_mjlog

    source.write_bytes(write_mjlog(play_games(1, seed=4, rules="tenhou-east")))
    assert main(["convert", str(source), "--to", "mjai", "-o", str(out)]) == 0
    assert json.loads((tmp_path / "g.jsonl.losses.json").read_text())
    assert main(["audit", str(out)]) == 0
    assert main(["show", str(out)]) == 0
    assert "tenhou-east" in capsys.readouterr().out
    assert main(["export", str(out), "-o", str(tmp_path / "data")]) == 0
    assert main(["formats", "mjai"]) == 0
    assert "games.names" in capsys.readouterr().out


# --- the real files -----------------------------------------------------------------------------

#: File → rounds, wins; or the reason for which it is refused.
REAL: dict[str, tuple[int, int] | str] = {
    "126_204_0_mjai.jsonl": (12, 9),
    "c1924cad66f66dd9-east1-turn6-7.json": (1, 0),
    "current-mortal-report.synthetic.json": "review report",
    "data_base_akadora.log": (1, 0),
    "example_after_injection.jsonl": (12, 12),
    "haifu_log_1000_0.json": (5, 4),
    "haifu_log_1000_0_2.json": "国標麻将",
    "haifu_log_1000_0__fea5b805.json": "国標麻将",
    "haifu_log_1001_0.json": "国標麻将",
    "haifu_log_sample.json": (6, 5),
}


@pytest.mark.shared
def test_every_real_file_is_read_or_refused(shared: Path) -> None:
    folder = shared / "logs" / "mjai"
    assert sorted(path.name for path in folder.iterdir()) == sorted(REAL)
    for name, expected in REAL.items():
        batch = next(iter(iter_batches(folder / name)))
        if isinstance(expected, str):
            assert not len(batch) and expected in batch.problems[0].message, name
            continue
        assert (len(batch.rounds), len(batch.wins)) == expected, name
        codes_found = {f.code for f in audit_batch(batch).findings}
        assert codes_found <= {"G120", "G121"}, name  # fragments end early and start late


@pytest.mark.shared
def test_the_recorded_walls_are_those_that_were_played(shared: Path) -> None:
    record = shared / "logs" / "mjai" / "haifu_log_1000_0.json"
    batch = next(iter(iter_batches(record)))
    audit = audit_batch(batch)
    assert audit.not_checked["wall"] == 0 and audit.findings == []
    assert batch.final_scores.tolist() == [[24600, 38100, 18600, 18700]]
    win = mjlog.read(record)[0].round("E1.0").wins[0]
    assert (win.seat, win.han, win.fu) == (1, 6, 20)
