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
}


def why_impossible(code: str, rules: Rules) -> str:
    """Return the parameters under which a fault cannot be made, ``""`` if it can.

    >>> from mjlog import load_rules
    >>> why_impossible("L123", load_rules("jpml-2005"))
    'riichi_min_wall = 0'
    """
    parameters, impossible = _IMPOSSIBLE.get(code, ("", None))
    if impossible is None or not impossible(rules):
        return ""
    return ", ".join(f"{name} = {getattr(rules, name)!r}" for name in parameters.split(", "))
