"""Rules of a Mahjong Soul game: players, length, and the settings of its room.

A record has the settings that differ from nothing at all: what is false or 0 is left out. So
an empty ``detail_rule`` is a ranked game, a room that only names the frame (points, red fives,
open tanyao) plays ranked rules beyond it, and once one of the further settings stands there,
all others are what they say, 0 and false included.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

import orjson

from mjlog.rules import Rules, load_rules
from mjlog.rules.validate import contradictions, read_value

from ..noten import noten_rules
from .tables import SPECIAL_MODES
from .wire import Message

__all__ = ["AKA", "CHANGES", "PAO", "RENHOU", "SWITCHES", "rules_of", "special_mode"]

_FRAME: Final = ("dora_count", "shiduan", "init_point", "fandian", "fanfu", "guyi_mode")
#: Switches of the game: setting → (parameters when on, parameters when off).
SWITCHES: Final[dict[str, tuple[dict[str, Any], dict[str, Any]]]] = {
    "can_jifei": ({"tobi": "lt0"}, {"tobi": "none"}),
    "have_liujumanguan": ({"nagashi": "draw"}, {"nagashi": "off"}),
    "have_qieshangmanguan": ({"kiriage": True}, {"kiriage": False}),
    "have_biao_dora": ({"dora": True}, {"dora": False}),
    "have_gang_biao_dora": ({"kan_dora": True}, {"kan_dora": False}),
    "ming_dora_immediately_open": (
        {"kan_dora_kakan": "immediate", "kan_dora_daiminkan": "immediate"},
        {"kan_dora_kakan": "before_discard", "kan_dora_daiminkan": "before_discard"},
    ),
    "have_li_dora": ({"ura": True}, {"ura": False}),
    "have_gang_li_dora": ({"kan_ura": True}, {"kan_ura": False}),
    "have_sifenglianda": ({"abort_suufon": True}, {"abort_suufon": False}),
    "have_sigangsanle": ({"abort_suukan": True}, {"abort_suukan": False}),
    "have_sijializhi": ({"abort_suucha": True}, {"abort_suucha": False}),
    "have_jiuzhongjiupai": ({"abort_kyuushu": True}, {"abort_kyuushu": False}),
    "have_helezhongju": ({"agari_yame": "auto"}, {"agari_yame": "none"}),
    "have_tingpaizhongju": ({"tenpai_yame": "auto"}, {"tenpai_yame": "none"}),
    "have_yifa": ({"ippatsu": True}, {"ippatsu": False}),
    "have_nanruxiru": ({"extension": "sudden_death"}, {"extension": "none"}),
}
#: Later settings; the usual rule is what 0 says, so they stand for themselves.
CHANGES: Final[dict[str, dict[str, Any]]] = {
    "disable_leijiyiman": {"kazoe": "sanbaiman"},
    "disable_double_yakuman": {"double_yakuman": frozenset()},
    "disable_composite_yakuman": {"multi_yakuman": False},
    "disable_multi_yukaman": {"multi_yakuman": False},
    "enable_shiti": {"kuikae_same": True, "kuikae_suji": True},
    "enable_nontsumo_liqi": {"riichi_min_wall": 0},
    "disable_double_wind_four_fu": {"double_wind_pair_fu": 2},
    "disable_angang_guoshi": {"chankan_ankan_kokushi": False},
}
RENHOU: Final = {1: "mangan_floor", 2: "yakuman"}
PAO: Final = {
    1: frozenset({"daisangen", "daisuushi", "suukantsu"}),
    2: frozenset(),
}
_NUMBERS: Final = (
    "tianbian_value", "liqibang_value", "changbang_value", "noting_fafu_1", "noting_fafu_2",
    "noting_fafu_3", "jingsuanyuandian", "shunweima_2", "shunweima_3", "shunweima_4",
)  # fmt: skip
_FURTHER: Final = (
    *SWITCHES, *_NUMBERS, "have_sanjiahele", "have_toutiao", "have_helelianzhuang",
    "have_tingpailianzhuang",
)  # fmt: skip
AKA: Final = {0: (0, 0, 0), 2: (0, 1, 1), 3: (1, 1, 1), 4: (1, 2, 1)}


def special_mode(head: Message) -> str | None:
    """Return the name of the special mode that a game was played in, None for riichi mahjong."""
    mode = head.get("config", {}).get("mode", {})
    rule = mode.get("detail_rule", {})
    for key, name in SPECIAL_MODES.items():
        if rule.get(key):
            return name
    if rule.get("amusement_switches"):
        numbers = ", ".join(str(n) for n in rule["amusement_switches"][:8])
        return f"イベント (amusement_switches {numbers})"
    if mode.get("testing_environment", {}).get("paixing"):
        return "dealt hands of a test (testing_environment)"
    return None


def rules_of(head: Message | None, players: int) -> tuple[Rules, list[str]]:
    """Return the rules of a game, and what of its settings could not be taken over.

    Args:
        head: The record's description, None where it is missing: ranked rules, East and South.
        players: 4 or 3.
    """
    mode = (head or {}).get("config", {}).get("mode", {})
    text = orjson.dumps(mode.get("detail_rule", {}), option=orjson.OPT_SORT_KEYS).decode()
    rules, notes = _rules(int(mode.get("mode", 2)) % 10, text, players)
    return rules, list(notes)


@lru_cache(maxsize=1024)
def _rules(mode: int, settings: str, players: int) -> tuple[Rules, tuple[str, ...]]:
    detail: dict[str, Any] = orjson.loads(settings)
    variants = ["3p"] if players == 3 else []
    if mode == 1:
        variants.append("east")
    if detail.get("guyi_mode"):
        variants.append("koyaku")
    rules = load_rules("-".join(["mahjong-soul", *variants]))
    values: dict[str, Any] = {"length": "one_hand"} if mode == 4 else {}
    notes: list[str] = []
    if any(key in detail for key in (*_FRAME, *_FURTHER)):
        values |= _frame(detail, rules)
    if any(key in detail for key in _FURTHER):
        values |= _further(detail, rules, notes)
    values |= {
        k: v for key, change in CHANGES.items() if detail.get(key) for k, v in change.items()
    }
    if detail.get("enable_renhe") in RENHOU:
        values["renhou"] = RENHOU[detail["enable_renhe"]]
    if detail.get("enable_baopai_extend_settings") in PAO:
        values["pao_yaku"] = PAO[detail["enable_baopai_extend_settings"]]
    if values.get("start_points", 0) > values.get("return_points", rules.return_points):
        values["return_points"] = values["start_points"]
    return _changed(rules, values, notes), tuple(notes)


def _frame(detail: dict[str, Any], rules: Rules) -> dict[str, Any]:
    values: dict[str, Any] = {"kuitan": bool(detail.get("shiduan"))}
    count = detail.get("dora_count", 0)
    values["aka"] = AKA.get(count, rules.aka)
    if detail.get("init_point"):
        values["start_points"] = values["return_points"] = detail["init_point"]
    if detail.get("fandian"):
        values["extension_threshold"] = detail["fandian"]
    if detail.get("fanfu", 0) > 1:
        values["min_han"] = detail["fanfu"]
    return values


def _further(detail: dict[str, Any], rules: Rules, notes: list[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, (on, off) in SWITCHES.items():
        values |= on if detail.get(key) else off
    # an indicator that is not played takes those that depend on it with it
    values["kan_dora"] &= values["dora"]
    values["kan_ura"] &= values["kan_dora"] and values["ura"]
    if rules.players == 3:
        values |= {"abort_suufon": False, "abort_suucha": False}
        values["tsumo_loss"] = "loss" if detail.get("have_zimosun") else "split_north"
    values["upper_cap"] = detail.get("tianbian_value", 0)
    values["riichi_bet"] = detail.get("liqibang_value", 0)
    values["riichi_min_points"] = values["riichi_bet"]
    values["honba_total"] = detail.get("changbang_value", 0)
    if detail.get("jingsuanyuandian"):
        values["return_points"] = detail["jingsuanyuandian"]
    lower = [detail.get(f"shunweima_{place}", 0) for place in range(2, rules.players + 1)]
    values["uma"] = (-sum(lower), *lower)
    values["renchan"] = "none"
    if detail.get("have_tingpailianzhuang"):
        values["renchan"] = "tenpai"
    elif detail.get("have_helelianzhuang"):
        values["renchan"] = "win"
    if detail.get("have_sanjiahele"):
        values |= {"max_ron": 2, "triple_ron": "abort"}
    if detail.get("have_toutiao"):
        values |= {"max_ron": 1, "triple_ron": "abort" if "max_ron" in values else "head"}
    values |= _noten(detail, rules.players, notes)
    return values


def _noten(detail: dict[str, Any], players: int, notes: list[str]) -> dict[str, Any]:
    """Return the noten payments; the settings name what one of those who pay gives each time."""
    each = [detail.get(f"noting_fafu_{n}", 0) for n in range(1, players)]
    found = noten_rules(each, players)
    if found:
        return found
    notes.append(
        f"noten payments of {', '.join(map(str, each))} are no shares of one sum; "
        f"read as {each[0] * (players - 1)} in all"
    )
    return {"noten_pool": each[0] * (players - 1), "noten_payment": "pool"}


def _changed(rules: Rules, values: dict[str, Any], notes: list[str]) -> Rules:
    """Return ``rules`` with what of ``values`` differs and can be."""
    changed: dict[str, Any] = {}
    for key, value in values.items():
        if getattr(rules, key) == value:
            continue
        try:
            read_value(key, _lists(value))
        except ValueError as error:
            notes.append(f"a setting of the room cannot be taken over: {error}")
            continue
        changed[key] = value
    if not changed:
        return rules
    found = replace(
        rules,
        name=f"{rules.name}-room",
        title=f"{rules.title}, settings of the room",
        sources={**rules.sources, **dict.fromkeys(changed, "settings in the record (detail_rule)")},
        unspecified={k: v for k, v in rules.unspecified.items() if k not in changed},
        **changed,
    )
    notes += [f"the settings of the room contradict each other: {t}" for t in contradictions(found)]
    return found


def _lists(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value
