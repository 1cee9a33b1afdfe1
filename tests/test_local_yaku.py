"""Every local yaku of Mahjong Soul (ids 52 to 62) by hand and, where play decides, on a record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mjlog import Rules, score
from mjlog.codes import YAKU
from mjlog.engine.furiten import C_WIN
from mjlog.engine.win import OUT_HAN, OUT_YAKU
from mjlog.replay import replay
from mjlog.rules.model import SET_DOMAINS
from mjlog.views.handmade import game_of

ALL = Rules(
    name="old yaku", local_yaku=frozenset(SET_DOMAINS["local_yaku"]),
    daisharin_suits=frozenset("mps"), kan_dora_kakan="immediate",
)  # fmt: skip
#: South waits for 2s, 1p or 9p with this.
CLOSED = "234m678m345p99s13s"
ON_1P, ON_9P = "234m678m345s99s23p", "234m678m345s99s78p"

HANDS: dict[str, dict[str, Any]] = {
    "daisharin": {"hand": "2233445566778p", "ron": "8p"},
    "ishi_no_ue_ni_mo_sannen": {
        "hand": CLOSED, "tsumo": "2s", "double_riichi": True, "haitei": True,
    },
    "daichisei": {"hand": "1122334455667z", "ron": "7z"},
    "tsubame_gaeshi": {"hand": CLOSED, "ron": "2s", "tsubame_gaeshi": True},
    "kanburi": {"hand": CLOSED, "ron": "2s", "kanburi": True},
    "shiiaru_raotai": {"hand": "5p", "melds": "chi:123m pon:999m chi:678s chi:567p", "ron": "5p"},
    "uumensai": {"hand": "123m456p78s111z55z", "ron": "9s"},
    "sanrenkou": {"hand": "44m234s99p", "melds": "pon:222m pon:333m", "ron": "4m"},
    "isshoku_sanjun": {"hand": "112233m99p678s12m", "ron": "3m"},
    "iipin_moyue": {"hand": ON_1P, "tsumo": "1p", "haitei": True},
    "chuupin_raoyui": {"hand": ON_9P, "ron": "9p", "houtei": True},
}  # fmt: skip


def test_there_is_a_hand_for_every_local_yaku() -> None:
    assert list(HANDS) == [y.name for y in YAKU if 52 <= y.id <= 62]


@pytest.mark.parametrize("name", HANDS)
def test_the_calculator_finds_it_where_it_is_played(name: str) -> None:
    def names(rules: Rules) -> set[str]:
        return {y.name for y in score(**HANDS[name], rules=rules).yaku}

    assert name in names(ALL)
    without = replace(
        ALL,
        local_yaku=ALL.local_yaku - {name},
        daisharin_suits=frozenset() if name == "daisharin" else ALL.daisharin_suits,
    )
    assert name not in names(without)


@pytest.mark.parametrize(
    ("closed", "melds", "ron", "han"),
    [
        ("112233m99p678s12m", "", "3m", 3), ("123m12m99p678s", "chi:123m", "3m", 2),
        ("333m44m234s99p", "pon:222m", "4m", 2), ("44m234s99p", "pon:222m pon:333m", "4m", 2),
        ("123m456p78s111z55z", "", "9s", 2), ("123m78s111z55z", "chi:456p", "9s", 2),
    ],
)  # fmt: skip
def test_han_of_closed_and_open_hands(closed: str, melds: str, ron: str, han: int) -> None:
    result = score(closed, melds=melds, ron=ron, rules=ALL)
    local = {"isshoku_sanjun", "sanrenkou", "uumensai"}
    assert [y.han for y in result.yaku if y.name in local] == [han]


def names(*play: str, south: str = CLOSED, rules: Rules = ALL, east: str = "13 unknown") -> Any:
    """Yaku and han of the win of South in a round that goes like this."""
    hands = [f"hand {east}", f"hand {south}", "hand 13 unknown", "hand 13 unknown"]
    game = game_of("\n".join(["E1.0 dora 4z", *hands, *play]), rules=rules)
    played = replay(game.batch)
    place = [int(c[C_WIN]) for c in played.chances].index(0)
    mask = int(played.scores[place][OUT_YAKU])
    return {y.name for y in YAKU if mask >> y.id & 1}, int(played.scores[place][OUT_HAN])


FIRST = ["0 draw 7z", "0 tsumogiri 7z", "1 draw 6z", "1 tsumogiri 6z", "2 draw 6z", "2 discard 6z"]


def test_a_ron_on_the_declaration_of_a_riichi() -> None:
    play = [*FIRST, "3 draw 2s", "3 riichi", "3 tsumogiri 2s", "1 ron 2s from 3"]
    assert names(*play) == ({"tsubame_gaeshi"}, 1)
    later = [*FIRST, "3 draw 1m", "3 riichi", "3 tsumogiri 1m", "3 accepted"]
    later += ["0 draw 2s", "0 tsumogiri 2s", "1 ron 2s from 0"]
    assert names(*later, rules=replace(ALL, atozuke=True))[0] == set()


KANS = {
    "concealed": ["0 draw 1z", "0 ankan 1111z", "dora 3z", "0 draw 2s", "0 tsumogiri 2s"],
    "with riichi": [
        "0 draw 1z", "0 ankan 1111z", "dora 3z", "0 draw 2s", "0 riichi", "0 tsumogiri 2s",
    ],
    "two kans": [
        "0 draw 1z", "0 ankan 1111z", "dora 3z", "0 draw 5p", "0 ankan 5555p", "dora 4z",
        "0 draw 2s", "0 tsumogiri 2s",
    ],
}  # fmt: skip


@pytest.mark.parametrize("kind", KANS)
def test_a_ron_on_the_discard_after_a_kan(kind: str) -> None:
    before = [*FIRST, "3 draw 1m", "3 tsumogiri 1m"]
    found, _ = names(*before, *KANS[kind], "1 ron 2s from 0", east="111z555p147s258s9m")
    assert found == ({"kanburi", "tsubame_gaeshi"} if kind == "with riichi" else {"kanburi"})


def test_the_kan_of_another_turn_does_not_count() -> None:
    before = [*FIRST, "3 draw 1m", "3 tsumogiri 1m", *KANS["concealed"][:3], "0 draw 9p"]
    play = [*before, "0 tsumogiri 9p", "1 draw 5s", "1 tsumogiri 5s", "2 draw 2s", "2 discard 2s"]
    found, _ = names(*play, "1 ron 2s from 2", east="111z555p147s258s9m")
    assert found == set()


def test_double_riichi_to_the_last_tile() -> None:
    play = [
        *FIRST[:3], "1 riichi", "1 tsumogiri 6z", "1 accepted", "turns 67 but 2s", "1 draw 2s",
        "1 tsumo 2s",
    ]  # fmt: skip
    assert names(*play)[0] == {"ishi_no_ue_ni_mo_sannen"}
    plain = replace(ALL, local_yaku=frozenset())
    assert names(*play, rules=plain)[0] == {"menzen_tsumo", "double_riichi", "haitei"}


def test_the_last_tile_is_1p_or_the_last_discard_9p() -> None:
    first = ["0 draw 7z", "0 tsumogiri 7z", "1 draw 6z", "1 tsumogiri 6z"]
    last = [*first, "turns 67 but 1p4p", "1 draw 1p", "1 tsumo 1p"]
    assert names(*last, south=ON_1P) == ({"menzen_tsumo", "pinfu", "iipin_moyue"}, 7)
    # South draws the 70th tile; with one kan East's 69th tile is the last
    kan = ["0 draw 1z", "0 ankan 1111z", "0 draw 7z", "0 tsumogiri 7z"]
    kan += ["1 draw 6z", "1 tsumogiri 6z", "turns 66 but 6p9p", "0 draw 9p", "0 tsumogiri 9p"]
    found = names(*kan, "1 ron 9p from 0", south=ON_9P, east="111z19m147s258s19p")
    assert found == ({"pinfu", "chuupin_raoyui"}, 6)
