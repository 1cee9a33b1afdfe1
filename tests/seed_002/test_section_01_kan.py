"""Seed 002, row 1.16 (カン): who pays a win on the replacement tile of an open kan."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import mjlog
from mjlog import Rules, load_rules, score
from mjlog.auditing import audit_batch
from mjlog.views.handmade import game_of

J, H = load_rules("jpml-2005"), load_rules("ishokai")


def turns(*tiles: str) -> list[str]:
    """``0:5z`` → seat 0 draws 5z and discards it."""
    return [
        f"{seat} {verb} {tile}"
        for seat, _, tile in (text.partition(":") for text in tiles)
        for verb in ("draw", "tsumogiri")
    ]


def south(rules: Rules, hand: str, *play: str) -> mjlog.Game:
    """A round in which only the hand of South (1) is known."""
    hands = [f"hand {hand if seat == 1 else '13 unknown'}" for seat in range(4)]
    text = "\n".join(["E1.0 dora 9p", *hands, *play])
    return game_of(text, rules=rules, scores=(rules.start_points,) * 4)


def codes(record: mjlog.Game) -> set[str]:
    found = audit_batch(record.batch, readings=False, explain=False).findings
    return {f.code for f in found if f.severity != "note"}


HATSU_OF_NORTH = [*turns("0:9m", "1:8m", "2:9m", "3:6z"), "1 daiminkan 6z 666z from 3"]


def j_1_16(rules: Rules, deltas: str) -> mjlog.Game:
    end = ["1 draw 9s", f"1 tsumo 9s : {deltas}"]
    return south(rules, "666z234m567p78s33s", *HATSU_OF_NORTH, *end)


def test_J_1_16_who_fed_the_kan_pays_the_rinshan_alone() -> None:
    game = j_1_16(J, "0 2700 0 -2700")
    assert codes(game) == set()
    assert codes(j_1_16(J, "-1300 2700 -700 -700")) == {"P104"}
    assert codes(j_1_16(replace(J, daiminkan_rinshan_pao=False), "-1300 2700 -700 -700")) == set()


def test_J_1_16_the_amount_may_be_the_value_of_a_ron() -> None:
    by_ron = replace(J, daiminkan_rinshan_pao_amount="ron")  # A4
    assert codes(j_1_16(by_ron, "0 2600 0 -2600")) == set()
    assert codes(j_1_16(J, "0 2600 0 -2600")) == {"P101"}
    assert codes(j_1_16(by_ron, "0 2700 0 -2700")) == {"P101"}


def test_J_1_16_the_calculator_says_the_same() -> None:
    win: dict[str, Any] = {
        "hand": "234m567p78s33s", "melds": "daiminkan:6666z", "tsumo": "9s", "rinshan": True,
    }  # fmt: skip
    result = score(**win, pao="N", rules=J)
    assert ({y.name for y in result.yaku}, result.raw_fu, result.fu) == (
        {"rinshan", "hatsu"}, 36, 40,
    )  # fmt: skip
    assert result.payments == {"E": 0, "S": 2700, "W": 0, "N": -2700}
    by_ron = replace(J, daiminkan_rinshan_pao_amount="ron")
    assert score(**win, pao="N", rules=by_ron).payments == {"E": 0, "S": 2600, "W": 0, "N": -2600}
    assert score(**win, rules=J).payments == {"E": -1300, "S": 2700, "W": -700, "N": -700}


def test_J_1_16_no_kan_right_after_a_chi() -> None:
    hand = "34m1111z567p78s33s"
    chi = [*turns("0:5m"), "1 chi 5m 34m from 0", "1 ankan 1111z"]
    assert "L112" in codes(south(J, hand, *chi))
    later = [
        *turns("0:5m"), "1 chi 5m 34m from 0", "1 discard 8s", *turns("2:9m", "3:9m", "0:9m"),
        "1 draw 4p", "1 ankan 1111z", "1 draw 2m", "1 discard 2m",
    ]  # fmt: skip
    assert codes(south(J, hand, *later)) == set()


def h_1_16(rules: Rules, deltas: str, *, discard: bool = False) -> mjlog.Game:
    hand = "666z555p678m99p45s"
    play = [*turns("0:9m"), "1 draw 3s", "1 tsumogiri 3s", *turns("2:9m", "3:6z")]
    play += ["1 daiminkan 6z 666z from 3", "1 draw 5p", "1 ankan 5555p"]
    if discard:
        play += ["1 draw 1m", "1 tsumogiri 1m", *turns("2:9m", "3:8p", "0:8p")]
    play += ["1 draw 6s", f"1 tsumo 6s : {deltas}"]
    return south(rules, hand, *play)


def test_H_1_16_through_chained_kans_and_in_furiten_too() -> None:
    game = h_1_16(H, "0 4000 0 -4000")
    round_ = game.rounds[0]
    assert round_.state(round_.wins[0].event).furiten(1) == "discard"
    assert codes(game) == set()
    assert codes(h_1_16(H, "-2000 4000 -1000 -1000")) == {"P104"}
    by_ron = replace(H, daiminkan_rinshan_pao_amount="ron")
    assert codes(h_1_16(by_ron, "0 3900 0 -3900")) == set()


def test_H_1_16_after_a_discard_the_shares_are_ordinary() -> None:
    # no rinshan any more: 發 alone, 60 fu 1 han and a tsumo that adds 2 fu: 54 fu
    assert codes(h_1_16(H, "-1000 2000 -500 -500", discard=True)) == set()
    assert codes(h_1_16(H, "0 2000 0 -2000", discard=True)) != set()


def added_kan(rules: Rules, deltas: str) -> mjlog.Game:
    hand = "66z234m567p78s33s9m"
    play = [
        *turns("0:1m", "1:1s", "2:1m", "3:6z"), "1 pon 6z 66z from 3", "1 discard 9m",
        *turns("2:1p", "3:1p", "0:1p"), "1 draw 6z", "1 kakan 6z", "1 draw 9s",
        f"1 tsumo 9s : {deltas}",
    ]  # fmt: skip
    return south(rules, hand, *play)


def test_H_1_16_an_added_kan_makes_nobody_liable() -> None:
    assert codes(added_kan(H, "-1300 2700 -700 -700")) == set()
    feeder = replace(H, kakan_rinshan_pao=True)  # A28
    assert codes(added_kan(feeder, "0 2700 0 -2700")) == set()
    assert codes(added_kan(feeder, "-1300 2700 -700 -700")) == {"P104"}
