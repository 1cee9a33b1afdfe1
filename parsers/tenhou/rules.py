"""Which rules a Tenhou log was played by: game type bits, custom lobbies, older eras.

The values stand in the preset ``tenhou`` and its variants; here is only which bit means which
variant, and what a custom lobby's ``csrule`` changes.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, Literal

from mjlog.rules import Rules, load_rules
from mjlog.rules.validate import read_value

from ..noten import noten_rules

__all__ = ["PointsForm", "points_form", "rules_from_go", "type_from_disp", "type_from_rule"]

#: How a log writes the final points: ``bare`` 44 (2008–10), ``whole`` 44.0, ``tenths`` 44.3.
PointsForm = Literal["bare", "whole", "tenths"]

#: (bit of the game type, it is set, variant of the preset), in the order of the preset.
TYPE_BITS: Final[tuple[tuple[int, bool, str], ...]] = (
    (0x0010, True, "3p"),
    (0x0008, False, "east"),
    (0x0002, True, "noaka"),
    (0x0004, True, "nokuitan"),
    (0x0200, True, "chips"),
    (0x0400, True, "honba1500"),
    (0x0800, True, "gold"),
)
EAST_SOUTH: Final = 0x0008
THREE_PLAYERS: Final = 0x0010
CUSTOM: Final = 0x0100
CHIPS: Final = 0x0200
GOLD: Final = 0x0800
#: Variants that are known from four-player tables only.
FOUR_PLAYERS_ONLY: Final = ("chips", "gold")

#: Last day whose final points are known to be whole thousands, first known to have tenths.
LAST_ROUNDED_DAY: Final = "20210701"
FIRST_UNROUNDED_DAY: Final = "20220131"
#: Up to here points were written without ".0", a tenpai leader played on in the last hand, and
#: East games had smaller placement points.
BARE_POINTS_UNTIL: Final = "20100131"

#: Scores and final points of four seats, these with one decimal: what nearly every game has.
_ONE_DECIMAL: Final = re.compile(",".join([r"-?[0-9]+,-?[0-9]+\.([0-9])"] * 4))

#: Characters of a room's short name (``四鳳南喰赤速``) → (bits they set, bits they clear).
DISP: Final[dict[str, tuple[int, int]]] = {
    "三": (0x0010, 0),
    "上": (0x0080, 0),
    "特": (0x0020, 0),
    "鳳": (0x00A0, 0),
    "南": (0x0008, 0),
    "喰": (0, 0x0004),
    "赤": (0, 0x0002),
    "速": (0x0040, 0),
    "祝": (0x0200, 0),
}
DISP_WITHOUT: Final = 0x0007  # versus humans; no 喰, no 赤 named: neither is played

#: (field, bit, parameters when set, parameters when clear) of ``csrule``.
CSRULE_BITS: Final[tuple[tuple[int, int, dict[str, Any], dict[str, Any]], ...]] = (
    (0, 0x00000001, {"nagashi": "draw"}, {"nagashi": "off"}),
    (0, 0x00000002, {"kiriage": True}, {"kiriage": False}),
    (
        0,
        0x00000008,
        {"kan_dora_kakan": "immediate", "kan_dora_daiminkan": "immediate"},
        {"kan_dora_kakan": "before_discard", "kan_dora_daiminkan": "before_discard"},
    ),
    (0, 0x00002000, {"max_ron": 1}, {"max_ron": 2}),
    (0, 0x01000000, {"renhou": "mangan_floor"}, {"renhou": "off"}),
    (1, 0x00000001, {"double_wind_pair_fu": 2}, {"double_wind_pair_fu": 4}),
)
#: Numbers of ``csrule``: field → parameter.
CSRULE_NUMBERS: Final[tuple[tuple[int, str], ...]] = (
    (4, "start_points"),
    (5, "extension_threshold"),
    (6, "return_points"),
)
CSRULE_NOTEN: Final = (16, 17, 18)  # paid by each noten player, 1 to 3 of four tenpai
CSRULE_UMA: Final = 21  # five tables (0–4 players below the start) of places 2, 3, 4
MAX_CSRULE: Final = 2000

#: What a custom lobby may change by bits whose meaning is not known.
UNSURE: Final[tuple[str, ...]] = (
    "uma_tie", "leftover_deposit", "extension", "extension_winds", "extension_renchan_priority",
    "tobi", "agari_yame", "tenpai_yame", "renchan", "double_ron_renchan", "honba_total",
    "riichi_min_points", "riichi_min_wall", "riichi_bet", "ippatsu", "ura", "kan_dora", "kan_ura",
    "kan_dora_ankan", "kuikae_same", "kuikae_suji", "max_ron", "triple_ron", "honba_multi_ron",
    "chankan_ankan_kokushi", "abort_kyuushu", "abort_suufon", "abort_suucha", "abort_suukan",
    "renhou", "kazoe", "double_yakuman", "multi_yakuman", "rinshan_tsumo_fu", "pao_yaku",
    "daiminkan_rinshan_pao", "renfonpai_triplet_han",
)  # fmt: skip


def rules_from_go(
    go_type: int,
    csrule: str | None = None,
    date: str | None = None,
    *,
    start_points: int | None = None,
    points: PointsForm | None = None,
) -> Rules:
    """Return the rules of a Tenhou game; equal arguments give the same object.

    The header does not say by which rounding the final points were made. A date outside the
    months of the change decides, else what the record shows, else today's rule.

    Args:
        go_type: ``type`` of the GO element.
        csrule: ``csrule`` of a custom lobby, as it stands in the header.
        date: Day of the game, ``"YYYYMMDD"`` and anything behind it (as in a log id), or None.
        start_points: Points of every seat at the start of the first round (None where the record
            begins later or the seats differ); where they are not those of the game type, the
            table had rules of its own that the header does not tell.
        points: Form of the recorded final points, from :func:`points_form`.
    """
    day = date[:8] if date and len(date) >= 8 and date[:8].isdigit() else None
    return _rules(go_type, (csrule or "")[:MAX_CSRULE], _era(go_type, day, points), start_points)


def points_form(owari: str, *, unit: int = 100) -> PointsForm | None:
    """Return how the final points of an ``owari`` attribute are written.

    None if they cannot be read, or are whole because the scores are whole thousands. One odd
    number among whole ones is a fault of the record, not a form: points add up to 0, so tenths
    never stand alone.

    Args:
        owari: Score and placement points of each seat, by commas.
        unit: What the scores count in.

    >>> points_form("345,44.5,222,2.2,220,-18.0,213,-28.7")
    'tenths'
    >>> points_form("374,48,180,-22,82,-42,364,16")
    'bare'
    >>> points_form("140,-46.0,430,3.0,480,43.0,0,0.0")
    """
    usual = _ONE_DECIMAL.fullmatch(owari)
    if usual and usual.groups().count("0") <= 2:
        return "tenths"
    texts = owari.split(",")[:8]
    try:
        scores, points = ([float(text) for text in texts[i::2]] for i in (0, 1))
    except ValueError:
        return None
    if not points:
        return None
    if sum(value % 1 != 0 for value in points) >= 2:
        return "tenths"
    if "." not in owari:
        return "bare"
    return None if all(score * unit % 1000 == 0 for score in scores) else "whole"


def type_from_disp(disp: str) -> int:
    """Return the game type that a room's short name stands for.

    >>> type_from_disp("四鳳南喰赤"), type_from_disp("三鳳南喰赤"), type_from_disp("般東喰")
    (169, 185, 3)
    """
    go_type = DISP_WITHOUT
    for char in disp:
        on, off = DISP.get(char, (0, 0))
        go_type = (go_type | on) & ~off
    return go_type


def type_from_rule(rule: str) -> int | None:
    """Return the game type in the ``rule`` attribute of a custom lobby (third field, hex).

    >>> type_from_rule(",,0101,0,0,0,0")
    257
    """
    fields = rule.split(",")
    return _hex(fields[2]) if len(fields) > 2 else None


def _era(go_type: int, day: str | None, points: PointsForm | None) -> tuple[str, ...]:
    """Return the variants for the time of the game."""
    if day is not None and day <= LAST_ROUNDED_DAY:
        rounded = True
    elif day is not None and day >= FIRST_UNROUNDED_DAY:
        rounded = False
    else:
        rounded = points in ("bare", "whole")
    variants: tuple[str, ...] = ("rounded",) if rounded else ()
    early = points == "bare" if points else day is not None and day <= BARE_POINTS_UNTIL
    if rounded and early:
        east = not go_type & (EAST_SOUTH | THREE_PLAYERS | CUSTOM | GOLD)
        variants += ("early", "uma5") if east else ("early",)
    return variants


@lru_cache(maxsize=1024)
def _rules(go_type: int, csrule: str, era: tuple[str, ...], start: int | None) -> Rules:
    variants = [name for bit, on, name in TYPE_BITS if bool(go_type & bit) is on]
    if go_type & THREE_PLAYERS:
        variants = [name for name in variants if name not in FOUR_PLAYERS_ONLY]
    if go_type & GOLD:
        era = ()  # points are small sums there, always with tenths
    rules = load_rules("-".join(["tenhou", *variants, *era]))
    if go_type & THREE_PLAYERS and go_type & (CHIPS | GOLD):
        why = "chip and jansou tables of three players are not known"
        rules = _without_uma(_unknown_table(rules, f"{rules.name}-unseen", why), why)
    if csrule.strip(","):
        rules = _custom(rules, csrule)
    elif go_type & CUSTOM:
        rules = _unknown_table(rules, f"{rules.name}-custom", "a custom lobby without csrule")
    if start is None or start == rules.start_points:
        return rules
    if go_type & GOLD:
        values: dict[str, Any] = {
            "start_points": start,
            "return_points": start,
            "extension_threshold": start,
        }
        return replace(rules, name=f"{rules.name}-{start}", **values)
    return _unknown_start(rules, start)


def _unknown_start(rules: Rules, start: int) -> Rules:
    """Return rules of a table that begins with other points than its game type says."""
    why = f"it began with {start} points, the header names no rules for that"
    rules = _unknown_table(rules, f"{rules.name}-start{start}", why)
    return replace(
        _without_uma(rules, why), start_points=start, return_points=max(start, rules.return_points)
    )


def _without_uma(rules: Rules, why: str) -> Rules:
    unsure = {"uma": f"table: {why}; placement points not known", "return_points": f"table: {why}"}
    return replace(rules, uma=(), uma_by_floaters=(), unspecified={**rules.unspecified, **unsure})


def _unknown_table(rules: Rules, name: str, why: str) -> Rules:
    readings = dict.fromkeys(UNSURE, f"table: {why}; taken as on ranked tables")
    return replace(
        rules,
        name=name,
        title=f"{rules.title}, custom lobby",
        unspecified={**rules.unspecified, **readings},
    )


def _custom(rules: Rules, csrule: str) -> Rules:
    """Return ``rules`` with what is known of ``csrule``; the rest is marked as a reading."""
    fields = csrule.split(",")
    name = f"{rules.name}-csrule-{zlib.crc32(csrule.encode()):08x}"
    rules = _unknown_table(rules, name, "csrule has bits of unknown meaning")
    values: dict[str, Any] = {}
    for index, bit, on, off in CSRULE_BITS:
        flags = _hex(_at(fields, index))
        if flags is not None:
            values |= on if flags & bit else off
    values |= {key: n for i, key in CSRULE_NUMBERS if (n := _number(_at(fields, i))) is not None}
    values |= _noten(fields, rules.players)
    values |= _uma(fields, rules.players)
    values = {key: value for key, value in values.items() if _allowed(key, value)}
    readings = dict(rules.unspecified)
    if "uma" in values:
        values["uma_tie"] = "share"
        readings["uma_tie"] = "csrule: which bit shares ties is not known; the one log known does"
    if "return_points" in values and values["return_points"] < values.get("start_points", 0):
        readings["return_points"] = "csrule: less than the starting points; those are taken"
        values["return_points"] = values["start_points"]
    if values.get("renhou", "off") != "off":
        readings["renhou"] = "csrule: the value of renhou is not known; taken as mangan at least"
    source = f"csrule {csrule}"
    return replace(
        rules,
        title=f"{rules.title}, csrule {csrule}",
        sources={**rules.sources, **dict.fromkeys(values, source)},
        unspecified={k: v for k, v in readings.items() if k not in values or k in _STILL_UNSURE},
        **values,
    )


#: Read from ``csrule``, but by a reading.
_STILL_UNSURE: Final = ("uma_tie", "renhou", "return_points")


def _noten(fields: list[str], players: int) -> dict[str, Any]:
    """Return the noten payments, where the three numbers are of one rule."""
    each = [n for index in CSRULE_NOTEN if (n := _number(_at(fields, index))) is not None]
    return noten_rules(each, players) if players == 4 and len(each) == 3 else {}


def _uma(fields: list[str], players: int) -> dict[str, Any]:
    """Return the placement points: one table, or one by the number of floaters."""
    rows = []
    for below in range(5):
        start = CSRULE_UMA + 3 * below
        row = [_number(_at(fields, start + k)) for k in range(players - 1)]
        if None in row:
            return {}
        lower = [n for n in row if n is not None]
        rows.append((-sum(lower), *lower))
    if len(set(rows)) == 1:
        return {"uma": rows[0], "uma_by_floaters": ()}
    floaters = tuple(rows[players - n] for n in range(players + 1))
    return {"uma": floaters[players // 2], "uma_by_floaters": floaters}


def _allowed(key: str, value: Any) -> bool:
    """Tell whether a number of a header is one that a ruleset can have."""
    try:
        read_value(key, _lists(value))
    except ValueError:
        return False
    return True


def _lists(value: Any) -> Any:
    return [_lists(item) for item in value] if isinstance(value, tuple) else value


def _at(fields: list[str], index: int) -> str:
    return fields[index].strip() if index < len(fields) else ""


def _hex(text: str) -> int | None:
    try:
        return int(text, 16) if 0 < len(text) <= 8 else None
    except ValueError:
        return None


def _number(text: str) -> int | None:
    try:
        return int(text) if 0 < len(text) <= 7 else None
    except ValueError:
        return None
