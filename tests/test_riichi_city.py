"""Records of Riichi City: tiles, events, results, options, walls, and the real files."""

from __future__ import annotations

import copy
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from mjlog.parsers import detect_format, iter_batches
from mjlog.parsers.riichi_city import read_batch
from mjlog.parsers.riichi_city.tables import TILES, parse_wall, yaku_of

from mjlog import codes
from mjlog.auditing import audit_batch
from mjlog.cli import main
from mjlog.codes import ANKAN, DISCARD, DRAW, KITA, PON, RIICHI_ACCEPTED, UNKNOWN, UNKNOWN_POINTS
from mjlog.model import GameBatch
from mjlog.rules import load_rules
from mjlog.tiles import format_tiles, parse_tiles
from mjlog.walls import check_walls, walls_of

NUMBER_OF = {code: number for number, code in TILES.items()}
PLAYERS = (501, 502, 503)


def cards(text: str) -> list[int]:
    return [NUMBER_OF[code] for code in parse_tiles(text)]


def card(text: str) -> int:
    return cards(text)[0]


def event(kind: int, user: int = 0, **data: Any) -> dict[str, Any]:
    return {"eventType": kind, "userId": user, "startTime": 1665312042959, "data": json.dumps(data)}


HANDS = ("111999m223344p2s", "12345678p9p9p11s3s", "789s1223345z6z7z4s")
FOURTEENTH = "5s"


def wall_of(hands: tuple[str, ...], draws: str, tail: str) -> str:
    """A wall of 108 tiles that deals these hands and begins and ends with these tiles."""
    dealt = [parse_tiles(hand) for hand in hands]
    head = [c for block in range(3) for hand in dealt for c in hand[4 * block : 4 * block + 4]]
    head += [hand[12] for hand in dealt] + parse_tiles(FOURTEENTH + draws)
    end = parse_tiles(tail)
    pool = [code for kind in (0, 8, *range(9, 34)) for code in [kind] * 4]
    pool[pool.index(13)], pool[pool.index(22)] = 35, 36  # red fives
    for code in head + end:
        pool.remove(code)
    codes_ = [*head, *pool, *end]
    assert len(codes_) == 108
    return "".join(format_tiles([code]) for code in codes_)


#: Draws 4z 2s 3s; behind them ura 2p, indicator 6p and eight replacements, the last one first.
WALL = wall_of(HANDS, "4z2s3s", "2p6p5z5z6z6z7z7z1p4p")


def tiles_of(text: str) -> list[int]:
    found: list[int] | None = parse_wall(text)
    assert found is not None
    return found


def deal(dealer: int = 0) -> list[dict[str, Any]]:
    return [
        event(
            1, user, hand_cards=cards(text + FOURTEENTH * (seat == dealer)), dealer_pos=dealer,
            dices=[3, 4], bao_pai_card=card("6p"), quan_feng=49, chang_ci=dealer + 1,
            ben_chang_num=0, li_zhi_bang_num=1,
        )
        for seat, (user, text) in enumerate(zip(PLAYERS, HANDS, strict=True))
    ]  # fmt: skip


def turn(user: int, drawn: str | None) -> dict[str, Any]:
    return event(2, user, in_card=card(drawn) if drawn else 0)


def act(user: int, action: int, tile: str, **values: Any) -> dict[str, Any]:
    data = {"user_id": user, "action": action, "card": card(tile), "move_cards_pos": None,
            "is_li_zhi": False, "group_cards": None, "hand_cards": None}  # fmt: skip
    return event(4, user, **(data | values))


def discard(user: int, tile: str, place: int = 1, **values: Any) -> dict[str, Any]:
    return act(user, 11, tile, move_cards_pos=[place, 1], **values)


def profits(*rows: tuple[int, int]) -> list[dict[str, Any]]:
    return [
        {"user_id": user, "point_profit": profit, "li_zhi_profit": sticks, "is_bao_pai": False}
        for user, (profit, sticks) in zip(PLAYERS, rows, strict=True)
    ]


def ron_end(**values: Any) -> dict[str, Any]:
    win = {
        "user_id": 502, "all_fu": 40, "all_fang_num": 3, "all_point": 5200,
        "fang_info": [{"fang_type": 0, "fang_num": 1}, {"fang_type": 12, "fang_num": 1},
                      {"fang_type": 55, "fang_num": 1}],
        "user_cards": cards("123456789p11s3s"), "li_bao_card": cards("2p"),
    }  # fmt: skip
    data: dict[str, Any] = {"end_type": 0, "win_info": [win | values],
                            "user_profit": profits((-5200, 0), (7200, 1000), (0, 0))}  # fmt: skip
    return event(5, **data)


#: Seat 0 begins; seat 1 declares riichi with 9p and wins on 3s of seat 0.
PLAY = [
    turn(501, None), discard(501, "5s", 14), turn(502, "4z"), act(502, 13, "4z"),
    turn(502, "4p"), discard(502, "4p", 3, is_li_zhi=True), event(8, user_id=502),
    turn(503, "2s"), discard(503, "2s", 14), event(9, 503), turn(501, "3s"), event(3, 502),
    discard(501, "3s", 13), act(502, 7, "3s", hand_cards=cards("123456789p11s3s")),
]  # fmt: skip


def hand(*events: dict[str, Any], **values: Any) -> dict[str, Any]:
    people = [{"userId": user, "nickname": name, "position": seat, "points": 50000}
              for seat, (user, name) in enumerate(zip(PLAYERS, "ABC", strict=True))]  # fmt: skip
    return {
        "handID": "r_1", "handPos": 1, "quanFeng": 49, "changCi": 1, "benChangNum": 0,
        "players": people, "handCardEncode": WALL,
        "handCardsSHA256": hashlib.sha256(WALL.encode()).hexdigest(),
        "paiShan": [NUMBER_OF[c] for c in tiles_of(WALL)[40:]],
        "handEventRecord": [*deal(), *events],
    } | values  # fmt: skip


def final(*rows: tuple[int, int, int]) -> dict[str, Any]:
    data = [{"user_id": user, "point_num": points, "score": score} for user, points, score in rows]
    return event(6, user_data=data)


END = final((502, 57200, 172), (503, 50000, 0), (501, 44800, -152))


def game(*hands: dict[str, Any], **values: Any) -> dict[str, Any]:
    data = {"keyValue": "abc", "roomId": "r", "nowTime": 1665420271, "playerCount": 3,
            "initPoints": 50000, "round": 2, "gamePlay": 1002, "isShaoJi": False,
            "handRecord": list(hands)}  # fmt: skip
    return data | values


def read(data: Any, **options: Any) -> GameBatch:
    batch: GameBatch = read_batch([("g.json", json.dumps(data).encode())], **options)
    return batch


def problems(batch: GameBatch) -> list[tuple[str, str]]:
    return [(p.kind, p.place) for p in batch.problems]


def kinds(batch: GameBatch) -> list[str]:
    return [codes.EVENT_KINDS[kind] for kind in batch.events.kind.tolist()]


# --- words --------------------------------------------------------------------------------------


def test_tiles_are_suits_and_numbers() -> None:
    assert [TILES[n] for n in (1, 9, 17, 25, 33, 41)] == parse_tiles("19p19s19m")
    assert [TILES[n] for n in range(49, 146, 16)] == parse_tiles("1234567z")
    assert [TILES[n] for n in (261, 277, 293)] == parse_tiles("0p0s0m")
    assert 0 not in TILES and len(TILES) == 37


@pytest.mark.parametrize("text", ["1", "1x", "8z", "0z", "m1", "１m"])
def test_what_is_no_wall_is_told(text: str) -> None:
    assert parse_wall(text) is None


def test_yaku() -> None:
    assert yaku_of(11, round_wind=0, seat_wind=2) == 12
    assert [yaku_of(n, round_wind=0, seat_wind=0) for n in (0, 8, 49, 51)] == [1, 19, 66, 65]
    unknown = [n for n in range(60) if yaku_of(n, round_wind=0, seat_wind=0) is None]
    assert unknown == [30, 48, 52, 53, 54, 56, 57, 58, 59]


# --- a game -------------------------------------------------------------------------------------


def test_a_game_is_read() -> None:
    batch = read(game(hand(*PLAY, ron_end(), END)))
    assert problems(batch) == []
    assert kinds(batch) == [
        "draw", "discard", "draw", "kita", "draw", "riichi", "discard", "riichi_accepted", "draw",
        "discard", "draw", "discard", "win",
    ]  # fmt: skip
    info, rounds = batch.info[0], batch.rounds
    assert (info.id, info.lobby, info.format) == ("abc", "r", "riichi-city")
    assert info.start_time == "2022-10-09T10:40:42Z" and info.names == ("A", "B", "C", "")
    assert batch.players[0] == 3 and batch.rules[0] == load_rules("riichi-city-3p")
    assert (rounds.wind[0], rounds.dealer[0], rounds.honba[0], rounds.deposits[0]) == (0, 0, 0, 1)
    assert rounds.scores[0].tolist() == [50000] * 3 + [UNKNOWN_POINTS]
    assert rounds.dice[0].tolist() == [3, 4] and rounds.indicator[0] == parse_tiles("6p")[0]
    assert format_tiles(rounds.hands[0, 0].tolist()) == "111999m223344p2s"
    assert batch.events.tile[0] == parse_tiles("5s")[0]  # the dealer's 14th tile
    assert batch.events.aux[batch.events.kind == DISCARD].tolist() == [1, 0, 1, 0]
    wins = batch.wins
    assert (wins.seat[0], wins.from_seat[0], wins.fu[0], wins.han[0]) == (1, 0, 40, 3)
    assert (wins.points[0], wins.yakuman[0]) == (5200, 0)
    assert wins.yaku[0, :3].tolist() == [1, 9, codes.YAKU_KITA]
    assert wins.deltas[0, :3].tolist() == [-5200, 7200, 0]
    assert format_tiles(wins.hand[0, :13].tolist()) == "123456789p1133s"
    assert wins.ura[0, 0] == parse_tiles("2p")[0]
    assert batch.final_scores[0, :3].tolist() == [44800, 57200, 50000]
    assert batch.final_points[0, :3].tolist() == [-152, 172, 0] and batch.complete[0]


def test_the_answer_of_the_server_holds_the_record() -> None:
    inner = game(hand(*PLAY, ron_end(), END))
    batch = read({"code": 0, "data": inner, "message": ""})
    assert batch.info[0].id == "abc" and problems(batch) == []


def test_melds() -> None:
    batch = read(game(hand(
        turn(501, None), discard(501, "2p"),
        act(502, 5, "2p", group_cards=cards("22p")), turn(502, None), discard(502, "3p", 11),
        act(503, 6, "3p", group_cards=cards("333p")), event(7, cards=cards("1s")),
        turn(503, "9m"), discard(503, "1z", 11), turn(501, "1m"),
        act(501, 8, "1m", group_cards=cards("111m")), event(7, cards=cards("1s9m")),
        turn(501, "5p"), discard(501, "5p", 11), turn(502, "2p"), act(502, 9, "2p"),
    )))  # fmt: skip
    events = batch.events
    rows = [(int(k), int(t), int(f), hex(int(u))) for k, t, f, u in zip(
        events.kind, events.tile, events.from_seat, events.used, strict=True) if k in (3, 4, 5, 6)
    ]  # fmt: skip
    assert rows == [
        (PON, 10, 0, "0xffff0a0a"), (codes.DAIMINKAN, 11, 1, "0xff0b0b0b"),
        (ANKAN, 0, UNKNOWN, "0x0"), (codes.KAKAN, 10, 0, "0xffffff0a"),
    ]  # fmt: skip
    assert events.tile[events.kind == codes.DORA].tolist() == parse_tiles("1s9m")
    assert events.aux[events.kind == DISCARD].tolist() == [0, 0, 0, 1]


def test_a_place_that_is_not_recorded_is_unknown() -> None:
    batch = read(game(hand(turn(501, None), act(501, 11, "5s"))))
    assert batch.events.aux[1] == -1


def test_a_ronned_riichi_is_not_paid() -> None:
    play = [*PLAY[:3], turn(502, "9p"), discard(502, "9p", 3, is_li_zhi=True)]
    end = ron_end(user_id=503)
    batch = read(game(hand(*play, act(503, 7, "9p", hand_cards=cards("789s1z2z")), end)))
    assert RIICHI_ACCEPTED not in batch.events.kind
    assert batch.wins.from_seat.tolist() == [1]


def test_two_rons_are_told_apart_by_what_each_winner_gets() -> None:
    wins = [
        {"user_id": 502, "all_fu": 30, "all_fang_num": 2, "all_point": 2000, "fang_info": []},
        {"user_id": 503, "all_fu": 30, "all_fang_num": 3, "all_point": 3900, "fang_info": []},
    ]
    end = event(5, end_type=0, win_info=wins,
                user_profit=profits((-5900, 0), (4000, 1000), (3900, 0)))  # fmt: skip
    both = [*PLAY, act(503, 7, "3s", hand_cards=cards("12s"))]
    batch = read(game(hand(*both, end)))
    assert batch.wins.deltas[:, :3].tolist() == [[-2000, 4000, 0], [-3900, 0, 3900]]
    unlike = event(5, end_type=0, win_info=wins,
                   user_profit=profits((-7000, 0), (4000, 1000), (3900, 0)))  # fmt: skip
    batch = read(game(hand(*both, unlike)))
    assert batch.wins.deltas[0, 0] == UNKNOWN_POINTS
    assert ("inconsistent", "handRecord[0].handEventRecord[18].data.user_profit") in problems(batch)


def test_a_yakuman_has_a_number_and_no_han() -> None:
    yaku = [{"fang_type": 36, "fang_num": 13}, {"fang_type": 42, "fang_num": 26}]
    wins = read(game(hand(*PLAY, ron_end(fang_info=yaku, all_fang_num=39)))).wins
    assert (wins.yakuman[0], wins.han[0]) == (3, 0)
    assert wins.yaku[0, :2].tolist() == [45, 42] and wins.yaku_han[0, :2].tolist() == [1, 2]


def test_an_unknown_yaku_is_reported_and_not_guessed() -> None:
    batch = read(game(hand(*PLAY, ron_end(fang_info=[{"fang_type": 99, "fang_num": 1}]))))
    assert batch.wins.yaku[0, 0] == UNKNOWN and batch.wins.fu[0] == 40
    assert "yaku 99 is not known" in batch.problems[0].message


def test_an_exhaustive_draw_shows_tenpai_hands() -> None:
    shown = [{"user_id": 503, "user_cards": cards("789s"), "ting_card_list": []}]
    end = event(5, end_type=7, win_info=shown,
                user_profit=profits((-1000, 0), (-1000, -1000), (2000, 0)))  # fmt: skip
    batch = read(game(hand(*PLAY[:-1], end)))
    assert batch.draws.kind.tolist() == [codes.EXHAUSTIVE]
    assert batch.draws.shown[0, :3].tolist() == [0, 0, 1]
    assert format_tiles(batch.draws.hands[0, 2, :3].tolist()) == "789s"
    assert batch.draws.deltas[0, :3].tolist() == [-1000, -1000, 2000]


def test_a_closed_room_has_no_result() -> None:
    batch = read(game(hand(*PLAY[:5], event(5, end_type=8, user_profit=None))))
    assert len(batch.draws) == 0 and not batch.complete[0]
    assert [p.kind for p in batch.problems] == ["truncated"]


def test_an_end_that_was_never_seen_is_reported() -> None:
    batch = read(game(hand(*PLAY[:5], event(5, end_type=3, user_profit=[]))))
    assert len(batch.draws) == 0
    assert "an end that is known" in batch.problems[0].message


# --- rules --------------------------------------------------------------------------------------


def test_the_room_tells_players_length_and_points() -> None:
    batch = read(game(hand(*PLAY), round=1, initPoints=35000))
    rules = batch.rules[0]
    assert (rules.length, rules.start_points, rules.return_points) == ("east", 35000, 35000)
    assert rules.name == "riichi-city-3p-east-from-35000"
    assert read(game(hand(*PLAY)), rules=load_rules("tenhou-3p")).rules[0].name == "tenhou-3p"
    odd = read(game(hand(*PLAY), round=7))
    assert ("odd-form", "round") in problems(odd) and odd.rules[0].length == "south"


def test_the_noten_players_pay_each_tenpai_player() -> None:
    import numpy as np

    from mjlog.engine.payments import add_noten
    from mjlog.rules.columns import rules_row

    row = rules_row(load_rules("riichi-city-3p"))
    for tenpai, paid in ((0b001, [2000, -1000, -1000, 0]), (0b011, [2000, 2000, -4000, 0]),
                         (0b111, [0, 0, 0, 0]), (0, [0, 0, 0, 0])):  # fmt: skip
        out = np.zeros(4, np.int64)
        add_noten(out, tenpai, row)
        assert out.tolist() == paid


@pytest.mark.parametrize("option", ["isShaoJi", "isGeMu", "isKaiLiZhi", "isLuck"])
def test_points_of_a_room_that_pays_otherwise_are_left_out(option: str) -> None:
    batch = read(game(hand(*PLAY, ron_end(), END), **{option: True}))
    assert batch.rounds.scores[0, 0] == UNKNOWN_POINTS == batch.wins.deltas[0, 0]
    assert batch.wins.points[0] == UNKNOWN_POINTS == batch.final_scores[0, 0]
    assert [p.kind for p in batch.problems] == ["unsupported"]
    assert option in batch.problems[0].message
    found = {f.code[0] for f in audit_batch(batch).findings}
    assert "P" not in found


# --- walls --------------------------------------------------------------------------------------


def test_the_wall_is_compared() -> None:
    batch = read(game(hand(*PLAY, ron_end(), END)))
    assert batch.info[0].extra["walls"][0].hashes[0].algorithm == "sha256"
    assert [f.code for f in check_walls(batch, walls_of(batch))] == []


def test_another_tile_or_another_hash_is_a_finding() -> None:
    play = copy.deepcopy(PLAY)
    play[7], play[8] = turn(503, "9s"), discard(503, "9s", 14)
    batch = read(game(hand(*play, ron_end(), END)))
    (finding,) = check_walls(batch, walls_of(batch))
    assert (finding.code, finding.recorded, finding.expected) == ("W102", "9s", "2s")
    batch = read(game(hand(*PLAY, ron_end(), END, handCardsSHA256="0" * 64)))
    (finding,) = check_walls(batch, walls_of(batch))
    assert finding.code == "W107" and finding.recorded == "0" * 64
    batch = read(game(hand(*PLAY, ron_end(li_bao_card=cards("9m")), END)))
    assert [f.code for f in check_walls(batch, walls_of(batch))] == ["W104"]


def test_walls_that_do_not_fit_are_problems() -> None:
    short = read(game(hand(*PLAY, ron_end(), END, handCardEncode="1m")))
    assert problems(short) == [("inconsistent", "handRecord[0].handCardEncode")]
    assert audit_batch(short).not_checked["wall"] == 1
    other = read(game(hand(*PLAY, ron_end(), END, paiShan=[1])))
    assert problems(other) == [("inconsistent", "handRecord[0].paiShan")]


# --- what cannot be read ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "text"),
    [
        ({"eventType": 4, "userId": 1, "data": "{"}, "no JSON"),
        ({"eventType": 4, "userId": 1, "data": "[]"}, "a JSON object in a text"),
        ({"eventType": "4"}, "a JSON object in a text"),
        ("x", "an event, an object"),
        (turn(999, "1p"), "the number of one of the players"),
        (act(501, 12, "1p"), "an action that is known"),
        (event(4, user_id=501, action=11, card=999), "the number of a tile"),
        (act(501, 5, "1p", group_cards=cards("2p3p")), "the tiles of a meld"),
        (act(501, 5, "1p", group_cards=cards("1p")), "a list of 2 to 2 tiles"),
        (act(501, 7, "1p", hand_cards=cards("1p") * 14), "a list of 1 to 13 tiles"),
    ],
)
def test_a_bad_event_costs_the_rest_of_its_hand_only(bad: Any, text: str) -> None:
    second = hand(*PLAY[2:], ron_end(), END, changCi=2)
    second["handEventRecord"][:3] = deal(dealer=1)
    batch = read(game(hand(turn(501, None), discard(501, "5s"), bad, turn(502, "4z")), second))
    assert len(batch.rounds) == 2 and batch.rounds.first_event[1] == 2
    first = batch.problems[0]
    assert first.place.startswith("handRecord[0].handEventRecord[5]") and text in first.message
    assert batch.wins.round.tolist() == [1]


def test_a_hand_that_cannot_be_read_is_left_out() -> None:
    good = hand(*PLAY, ron_end(), END)
    batch = read(game(good | {"quanFeng": 5}, good))
    assert len(batch.rounds) == 1
    assert problems(batch) == [("inconsistent", "handRecord[0].quanFeng")]
    assert "walls" in batch.info[0].extra


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"{", "line 1 column 2"),
        (b"[]", ""),
        (b"{}", "handRecord"),
        (b'{"handRecord": []}', "handRecord"),
        (b'{"handRecord": [1]}', "playerCount"),
        (b'{"handRecord": [1], "playerCount": 3}', "handRecord"),
        (b'{"handRecord": [{"players": [1, 2, 3]}], "playerCount": 3}', "handRecord[0].players[0]"),
        (b"[" * 5000, "line 1"),
        (b" " * (33 << 20), ""),
    ],
)
def test_what_is_no_game_is_refused(data: bytes, place: str) -> None:
    good = json.dumps(game(hand(*PLAY, ron_end(), END))).encode()
    batch = read_batch([("bad", data), ("good", good)])
    assert len(batch) == 1 and batch.problems[0].kind == "unreadable"
    assert batch.problems[0].source == "bad" and batch.problems[0].place.startswith(place)


def test_detection_and_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "abc.json"
    path.write_text(json.dumps(game(hand(*PLAY, ron_end(), END))))
    found = detect_format(path.read_bytes())
    assert found is not None and found.name == "riichi-city"
    assert main(["show", str(path)]) == 0
    assert "riichi-city-3p" in capsys.readouterr().out
    assert main(["wall", str(path)]) == 0
    assert main(["export", str(path), "-o", str(tmp_path / "data")]) == 0
    assert main(["formats", "riichi-city"]) == 0


# --- the real files -----------------------------------------------------------------------------

HANDS_OF = (11, 9, 8, 6, 8, 9, 9, 17, 15, 13, 11)


@pytest.mark.shared
def test_every_real_game_is_rescored_without_a_finding(shared: Path) -> None:
    paths = sorted((shared / "logs" / "riichicity").iterdir())
    counts = []
    wins = draws = 0
    for path in paths:
        batch = next(iter(iter_batches(path)))
        audit = audit_batch(batch)
        assert (batch.problems, audit.problems, audit.findings) == ([], [], []), path.name
        assert not audit.not_checked, path.name
        assert batch.complete.all() and batch.rules[0].name == "riichi-city-3p"
        counts.append(len(batch.rounds))
        wins += len(batch.wins)
        draws += len(batch.draws)
    assert tuple(counts) == HANDS_OF and (wins, draws) == (105, 11)


@pytest.mark.shared
def test_every_real_wall_and_its_hash_are_compared(shared: Path) -> None:
    for batch in iter_batches(shared / "logs" / "riichicity"):
        assert walls_of(batch).known.all()
        hashes = [wall.hashes for info in batch.info for wall in info.extra["walls"]]
        assert all(len(row) == 1 for row in hashes)
        kita = batch.events.kind == KITA
        assert int(kita.sum()) == 314 and int((batch.events.kind == DRAW).sum()) > 4000
