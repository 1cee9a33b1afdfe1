"""What a player may do: recorded actions are among the legal ones, and another program agrees."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mjlog import read
from mjlog.codes import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    EVENT_KINDS,
    KAKAN,
    KITA,
    PON,
    RIICHI,
    RYUUKYOKU,
    WIN,
)
from mjlog.legality import Action
from mjlog.rules import load_rules
from mjlog.tiles import KIND
from mjlog.views import Game, Round
from mjlog.views.handmade import game_of

TENHOU = load_rules("tenhou")
JUNK = ("147m258p369s1234z", "258m369p147s2345z", "369m147p258s3456z", "148m259p367s4567z")


def round_of(script: str, hands: dict[int, str]) -> Round:
    dealt = [hands.get(seat, JUNK[seat]) for seat in range(4)]
    lines = ["E1.0 dora 9p", *(f"hand {hand}" for hand in dealt), script]
    return game_of("\n".join(lines), rules=TENHOU).rounds[0]


def menu(script: str, seat: int, hands: dict[int, str] | None = None) -> list[str]:
    """What a seat may do after the script, discards left out."""
    round_ = round_of(script, hands or {})
    return [str(a) for a in round_.state(len(round_)).legal(seat) if a.kind != "discard"]


# --- by the rule book -------------------------------------------------------------------------
def test_only_the_dealer_draws_first() -> None:
    round_ = round_of("0 draw 5p", {})
    assert [len(round_.state(0).legal(seat)) for seat in range(4)] == [1, 0, 0, 0]


def test_only_the_next_seat_draws_after_a_discard() -> None:
    script = "0 draw 7z\n0 tsumogiri 7z"
    assert [menu(script, seat) for seat in range(4)] == [[], ["draw"], [], []]


def test_a_discard_can_be_called_or_let_pass() -> None:
    assert menu("0 draw 5p\n0 tsumogiri 5p", 1, {1: "46m55469p1147s22z"}) == [
        "chi 5p with 46p", "pon 5p with 55p", "pass",
    ]  # fmt: skip


def test_red_and_plain_fives_give_calls_of_their_own() -> None:
    offered = menu("0 draw 5p\n0 tsumogiri 5p", 1, {1: "45506p147m22s123z"})
    assert sorted(offered) == [
        "chi 5p with 46p", "daiminkan 5p with 055p", "pass", "pon 5p with 50p", "pon 5p with 55p",
    ]  # fmt: skip
    offered = menu("0 draw 4p\n0 tsumogiri 4p", 1, {1: "356809p147m22s12z"})
    assert sorted(offered) == ["chi 4p with 06p", "chi 4p with 30p", "chi 4p with 35p",
                               "chi 4p with 56p", "pass"]  # fmt: skip


def test_a_player_in_riichi_may_only_discard_the_drawn_tile_or_win() -> None:
    script = "0 draw 8m\n0 riichi\n0 discard 8m\n0 accepted\n1 draw 5p\n1 tsumogiri 5p\n"
    script += "2 draw 5p\n2 tsumogiri 5p\n3 draw 5p\n3 tsumogiri 5p\n0 draw "
    hands = {0: "123m456p789s1122z"}
    round_ = round_of(script + "5s", hands)
    assert [str(a) for a in round_.state(len(round_)).legal(0)] == ["discard 5s"]
    assert [a.kind for a in round_of(script + "1z", hands).state(11).legal(0)] == [
        "tsumo", "discard",
    ]  # fmt: skip


def test_furiten_takes_ron_off_the_menu() -> None:
    hands = {1: "234m45p678p34588s"}
    script = "0 draw 7z\n0 tsumogiri 7z\n1 draw 6p\n1 tsumogiri 6p\n2 draw 3p\n2 tsumogiri 3p"
    assert menu(script, 1, hands) == []
    free = "0 draw 3p\n0 tsumogiri 3p"
    assert [a.split()[0] for a in menu(free, 1, hands)] == ["ron", "chi", "pass"]


def test_nothing_is_asked_when_the_round_is_over() -> None:
    round_ = round_of("0 draw 1z\n0 tsumo 1z", {0: "123m456p789s1122z"})
    assert [round_.state(2).legal(seat) for seat in range(4)] == [[], [], [], []]


# --- recorded actions -------------------------------------------------------------------------
def recorded_action(round_: Round, index: int) -> tuple[str, int, int] | None:
    """(kind, seat, plain tile) of an event that a player chose."""
    event = round_.events[index]
    seat = -1 if event.seat is None else event.seat
    tile = int(KIND[event.tile]) if event.tile < 37 else -1
    if event.kind in (CHI, PON, DAIMINKAN, KAKAN, ANKAN, KITA):
        return EVENT_KINDS[event.kind], seat, tile
    if event.kind == DISCARD:
        declared = any(e.kind == RIICHI for e in round_.events[index - 1 : index])
        return ("riichi" if declared else "discard"), seat, tile
    if event.kind == WIN:
        return ("tsumo" if event.from_seat == event.seat else "ron"), seat, tile
    if event.kind == RYUUKYOKU and event.seat is not None:
        return "kyuushu_kyuuhai", seat, -1
    return None


def check_recorded(game: Game, counts: Counter[str]) -> None:
    """Everything that was done could be done, in the state just before it."""
    for round_ in game.rounds:
        for index in range(len(round_)):
            action = recorded_action(round_, index)
            if action is None:
                continue
            kind, seat, tile = action
            before = index
            if kind == "riichi":
                before -= 1
            elif kind == "ron":  # further winners claim the same tile
                while round_.events[before - 1].kind == WIN:
                    before -= 1
            legal = round_.state(before).legal(seat)
            offered = {(a.kind, -1 if a.tile is None else int(KIND[a.tile])) for a in legal}
            assert (kind, tile) in offered, f"{game.info.source} {round_.label} {index}: {legal}"
            counts[kind] += 1


@pytest.mark.shared
def test_every_recorded_action_of_real_games_is_legal(shared: Path) -> None:
    names = (
        "sanma2.xml", "encdec-chankan-ippatsu.xml", "upd-aft-kan4.xml", "upd-aft-ron3.xml",
        "upd-bef-chankan-twice.xml", "obs-draw-kyuusyu.xml", "pao-tsumo.xml",
    )  # fmt: skip
    counts: Counter[str] = Counter()
    for name in names:
        check_recorded(read(shared / "logs" / "mjlog" / name)[0], counts)
    assert counts["discard"] > 1500
    assert counts["chi"] and counts["pon"] and counts["riichi"] and counts["ron"]


# --- another program --------------------------------------------------------------------------
def of_jansou(action: Any) -> tuple[str, tuple[int, ...]] | None:
    """A jansou action as (kind, tiles); identical discards fall together."""

    def code(tile: Any) -> int:
        return {4: 34, 13: 35, 22: 36}[int(tile.kind)] if tile.red else int(tile.kind)

    name = type(action).__name__
    if name in ("Discard", "Riichi"):
        return name.lower(), (code(action.tile),)
    if name in ("Chii", "Pon"):
        return name.lower().replace("chii", "chi"), tuple(sorted(map(code, action.tiles)))
    if name == "ClosedKan":
        return "ankan", (int(action.kind),)
    if name == "AddedKan":
        return "kakan", (code(action.tile),)
    names = {"OpenKan": "daiminkan", "Nuki": "kita", "NineTerminals": "kyuushu_kyuuhai"}
    return names.get(name, name.lower()), ()


def of_ours(action: Action) -> tuple[str, tuple[int, ...]]:
    if action.kind in ("discard", "riichi", "ankan", "kakan"):
        assert action.tile is not None
        return action.kind, (action.tile,)
    if action.kind in ("chi", "pon"):
        return action.kind, tuple(sorted(action.used))
    return action.kind, ()


Menus = Counter[tuple[int, frozenset[tuple[str, tuple[int, ...]]]]]


def our_menus(round_: Round) -> Menus:
    """Every menu of a round, once after each play."""
    menus: Menus = Counter()
    plays = (DRAW, DISCARD, CHI, PON, KAKAN, ANKAN, KITA)
    for index in range(1, len(round_) + 1):
        event = round_.events[index - 1]
        if event.kind not in plays:
            continue
        if index > 1 and round_.events[index - 2].kind == RIICHI and event.kind != DISCARD:
            continue
        state = round_.state(index)
        for seat in range(state.players):
            actions = frozenset(of_ours(a) for a in state.legal(seat) if a.kind != "draw")
            if actions:
                menus[seat, actions] += 1
    return menus


@pytest.mark.shared
def test_every_menu_of_real_games_is_that_of_jansou(shared: Path) -> None:
    mjlog_reader = pytest.importorskip("jansou.io.mjlog")
    replayer = pytest.importorskip("jansou.io.replay")
    with zipfile.ZipFile(shared / "logs" / "tenhou-corpus.zip") as archive:
        names = sorted(archive.namelist())[7::2000]
        texts = [archive.read(name) for name in names]
    decisions = rounds = 0
    for text in texts:
        (game,) = read(text)
        paifu = mjlog_reader.parse_mjlog(text)
        for index, round_ in enumerate(game.rounds):
            theirs: Menus = Counter()
            for decision in replayer.replay_round_decisions(paifu, index):
                found = frozenset(
                    a for a in map(of_jansou, decision.request.actions) if a is not None
                )
                if not any(kind == "declaretenpai" for kind, _ in found):
                    theirs[decision.request.seat, found] += 1
            ours = our_menus(round_)
            assert ours == theirs, f"{round_.label}: {ours - theirs} against {theirs - ours}"
            decisions += theirs.total()
            rounds += 1
    assert rounds > 20 and decisions > 1000
