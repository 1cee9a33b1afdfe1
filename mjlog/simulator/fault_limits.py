"""Which faults the rules leave no room for: nobody can break a rule that is not there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..rules import Rules

__all__ = ["why_impossible"]


def _no_abort(rules: Rules) -> bool:
    return not (
        rules.abort_kyuushu or rules.abort_suufon or rules.abort_suucha or rules.abort_suukan
    )


#: Code → (parameters, what they are when the fault cannot be made).
_IMPOSSIBLE: Final[dict[str, tuple[str, Callable[[Rules], bool]]]] = {
    "L105": ("chi", lambda r: r.chi),
    "L108": ("kuikae_same, kuikae_suji", lambda r: r.kuikae_same and r.kuikae_suji),
    "L109": ("kuikae_same, kuikae_suji", lambda r: r.kuikae_same and r.kuikae_suji),
    "L111": ("kan_on_haitei", lambda r: r.kan_on_haitei),
    "L113": ("fifth_kan", lambda r: r.fifth_kan),
    "L116": ("riichi_ankan", lambda r: r.riichi_ankan == "free"),
    "L117": ("kita", lambda r: r.kita != "none"),
    "L122": ("riichi_min_points", lambda r: r.riichi_min_points <= 0),
    "L123": ("riichi_min_wall", lambda r: r.riichi_min_wall <= 1),
    "L135": (
        "abort_suufon, abort_suucha, abort_suukan",
        lambda r: not (r.abort_suufon or r.abort_suucha or r.abort_suukan),
    ),
    "L139": ("nagashi", lambda r: r.nagashi == "off"),
    "L140": ("kan_dora", lambda r: not r.kan_dora),
    "L141": ("kan_dora", lambda r: not r.kan_dora),
    "L154": ("max_ron, triple_ron", lambda r: r.max_ron == 3 and r.triple_ron == "pay"),
    "L161": ("noten_declare_optional", lambda r: r.noten_declare_optional),
    "S109": ("kita", lambda r: r.kita == "none"),
    "P102": ("honba_total", lambda r: not r.honba_total),
    "P106": ("nagashi", lambda r: r.nagashi == "off"),
    "P107": ("abort_kyuushu, abort_suufon, abort_suucha, abort_suukan", _no_abort),
    "G109": ("uma", lambda r: not r.uma_known),
    "W104": ("ura", lambda r: not r.ura),
    "E117": ("late_call_loses", lambda r: not r.late_call_loses),
    "E120": ("noten_riichi", lambda r: r.noten_riichi == "none"),
    "E122": ("correction_after_break", lambda r: r.correction_after_break),
    "E123": ("wrong_riichi", lambda r: r.wrong_riichi == "none" or r.riichi_min_points <= 800),
    "E124": ("pon_over_chi", lambda r: not r.pon_over_chi),
    "E125": ("reveal_order", lambda r: r.reveal_order == "none"),
    "E201": ("empty_call", lambda r: r.empty_call != "dead_hand"),
    "E202": (
        "too_few_tiles, tile_count_call",
        lambda r: r.too_few_tiles != "dead_hand" or r.tile_count_call != "chombo",
    ),
    "E203": (
        "empty_call, dead_hand_tenpai",
        lambda r: r.empty_call != "dead_hand" or r.dead_hand_tenpai,
    ),
    "E204": ("shown_tile_ron_ban", lambda r: not r.shown_tile_ron_ban),
    "E212": (
        "chombo_replay, chombo_returns_deposits",
        lambda r: not r.chombo_replay or r.chombo_returns_deposits != "this_hand",
    ),
    "E213": ("chombo_replay", lambda r: not r.chombo_replay),
    "E218": ("chombo, uma", lambda r: r.chombo != "points" or not r.uma_known),
    "E219": ("chombo_replay", lambda r: not r.chombo_replay),
}


def why_impossible(code: str, rules: Rules) -> str:
    """Return the parameters under which a fault cannot be made, ``""`` if it can.

    >>> from mjlog import load_rules
    >>> why_impossible("L123", load_rules("jpml-2005"))
    'riichi_min_wall = 0'
    """
    parameters, impossible = _IMPOSSIBLE.get(code, ("", None))
    if code[0] == "E" and rules.chombo == "none":
        parameters = "chombo"
    elif impossible is None or not impossible(rules):
        return ""
    return ", ".join(f"{name} = {getattr(rules, name)!r}" for name in parameters.split(", "))
