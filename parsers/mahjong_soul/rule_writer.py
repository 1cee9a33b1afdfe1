"""Rules as the settings of a room: the inverse of :mod:`.rules`, as far as there is one."""

from __future__ import annotations

from typing import Any, Final

from mjlog.rules import Rules
from mjlog.rules.model import PARAMETERS

from ..losses import Losses
from ..noten import noten_amounts
from .rules import AKA, CHANGES, PAO, RENHOU, SWITCHES, rules_of

__all__ = ["mode_of"]

_MODES: Final = {"east": 1, "south": 2, "one_hand": 4}


def mode_of(rules: Rules, kept: dict[str, Any] | None, losses: Losses) -> dict[str, Any]:
    """Return the mode of a game played under ``rules``.

    Args:
        rules: The rules.
        kept: The mode of the record that the game was read from, used when it says the same.
        losses: Told of every parameter that has no setting.
    """
    if kept is not None and _same(kept, rules):
        return kept
    number = _MODES.get(rules.length, 2) + (10 if rules.players == 3 else 0)
    plain: dict[str, Any] = {"mode": number, "detail_rule": {}}
    if _same(plain, rules):
        return plain
    mode = {"mode": number, "detail_rule": _settings(rules)}
    back, _ = rules_of({"config": {"mode": mode}}, rules.players)
    for name in PARAMETERS:
        mine, theirs = getattr(rules, name), getattr(back, name)
        if mine != theirs:
            losses.add("rules", f"{name} has no such setting; the record means {_text(theirs)}")
    return mode


def _same(mode: dict[str, Any], rules: Rules) -> bool:
    back, notes = rules_of({"config": {"mode": mode}}, rules.players)
    return not notes and all(getattr(back, name) == getattr(rules, name) for name in PARAMETERS)


def _text(value: object) -> str:
    return "/".join(sorted(map(str, value))) if isinstance(value, frozenset) else str(value)


def _settings(rules: Rules) -> dict[str, Any]:
    values: dict[str, Any] = {
        "dora_count": next((n for n, aka in AKA.items() if aka == rules.aka), sum(rules.aka)),
        "shiduan": int(rules.kuitan),
        "init_point": rules.start_points,
        "fandian": rules.extension_threshold,
        "jingsuanyuandian": rules.return_points,
        "tianbian_value": rules.upper_cap,
        "liqibang_value": rules.riichi_bet,
        "changbang_value": rules.honba_total,
        "fanfu": rules.min_han,
        "guyi_mode": int(bool(rules.local_yaku)),
        "have_zimosun": rules.tsumo_loss == "loss",
        "have_toutiao": rules.max_ron == 1,
        "have_sanjiahele": rules.triple_ron == "abort",
        "have_helelianzhuang": rules.renchan != "none",
        "have_tingpailianzhuang": rules.renchan in ("tenpai", "noten"),
    }
    for n, amount in enumerate(noten_amounts(rules), 1):
        values[f"noting_fafu_{n}"] = amount
    for place, points in enumerate(rules.uma[1:], 2):
        values[f"shunweima_{place}"] = round(points)
    for key, (on, _) in SWITCHES.items():
        values[key] = all(getattr(rules, name) == value for name, value in on.items())
    for key, change in CHANGES.items():
        values[key] = int(all(getattr(rules, name) == value for name, value in change.items()))
    values["enable_renhe"] = next((n for n, w in RENHOU.items() if w == rules.renhou), 0)
    pao = next((n for n, w in PAO.items() if w == rules.pao_yaku), 0)
    values["enable_baopai_extend_settings"] = pao
    return {key: value for key, value in values.items() if value}
