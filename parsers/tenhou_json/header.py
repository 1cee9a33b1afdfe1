"""What Tenhou JSON says about a game besides the play: names, table, rules, final points."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Final

from mjlog.engine.wall_seed import SEED_KINDS
from mjlog.model import GameInfo
from mjlog.rules import Rules, load_rules

from ..json_values import at, json_text
from ..tenhou.names import LogName, find_log_name
from ..tenhou.rules import BARE_POINTS_UNTIL, PointsForm, points_form, rules_from_go, type_from_disp
from ..tenhou.tables import DAN_NAMES, GO_CUSTOM, GO_NO_RED, GO_SANMA, GO_SOUTH

__all__ = ["Table", "describe", "reds_of", "rules_of", "table_of"]

MAX_NAME: Final = 200
MAX_SEED: Final = 20_000
MAX_KEPT: Final = 2000
#: Keys of a record that are kept as they stand (names and play stand in columns).
_HEADER: Final = (
    "ver", "ref", "title", "rule", "csrule", "ratingc", "lobby", "dan", "rate", "sx", "sc", "name",
)  # fmt: skip

#: A Tenhou table as the site's lists print it; the number of players may be left out.
_ROOM: Final = re.compile(r"[四三]?[般上特鳳]?[東南]喰?赤?速?(?:祝\d?)?")
_MAHJONG_SOUL: Final = re.compile(
    r"[銅銀金玉]の間|王座の間|友人戦|大会戦|\b(?:Bronze|Silver|Gold|Jade|Throne) Room\b"
    r"|\bFriendly\b|\bTourn?ament\b",
)
_CUSTOM_ROOM: Final = re.compile(r"友人戦|大会戦|Friendly|Tourn?ament")
_THREE: Final = re.compile(r"三|3-Player|Sanma", re.IGNORECASE)
_EAST: Final = re.compile(r"東|\bEast\b", re.IGNORECASE)
_SOUTH: Final = re.compile(r"南|\bSouth\b", re.IGNORECASE)
#: Words in the title or the table's name → ruleset.
_LEAGUES: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"日本プロ麻雀連盟公式|連盟Aルール|十段位|鳳凰位"), "jpml"),
    (re.compile(r"最強戦"), "saikyousen"),
    (re.compile(r"M\.?リーグ|Mトーナメント|M\.?League", re.IGNORECASE), "mleague"),
    (re.compile(r"最高位戦"), "saikouisen"),
    (re.compile(r"麻将連合"), "mu"),
    (re.compile(r"\bRMU\b"), "rmu"),
    (re.compile(r"\bWRC\b"), "wrc"),
)
_DAN: Final = {"天鳳": "天鳳位"} | {
    name.translate(str.maketrans("123456789", "１２３４５６７８９")): name for name in DAN_NAMES
}


@dataclass(slots=True)
class Table:
    """The table that a game was played at.

    Attributes:
        players: 3 or 4.
        disp: Its name, "" for none.
        titles: The texts above the record.
        reds: Red fives in m, p, s; None where the record does not say.
        go_type: Tenhou's game type, None where the table is not one of its own.
        csrule: Rules of a custom lobby of Tenhou.
        day: Day of the game, ``YYYYMMDD``.
        form: How the final points are written.
    """

    players: int
    disp: str = ""
    titles: tuple[str, ...] = ()
    reds: tuple[int, int, int] | None = None
    go_type: int | None = None
    csrule: str | None = None
    day: str | None = None
    form: PointsForm | None = None
    remarks: list[tuple[str, str]] = field(default_factory=list)


def reds_of(rule: dict[str, Any]) -> tuple[int, int, int] | None:
    """Return how many red fives a ``rule`` names, None where it names none at all.

    >>> reds_of({"disp": "", "aka51": 1, "aka52": 2, "aka53": 1}), reds_of({"aka": 0})
    ((1, 2, 1), (0, 0, 0))
    """
    keys = ("aka51", "aka52", "aka53")
    if any(key in rule for key in keys):
        counts = [rule.get(key, 0) for key in keys]
    elif "aka" in rule:
        counts = [1 if rule["aka"] else 0] * 3
    else:
        return None
    found = [int(n) if isinstance(n, int) and 0 <= n <= 4 else 0 for n in counts]
    return found[0], found[1], found[2]


def table_of(data: dict[str, Any], place: str, players: int, name: LogName | None) -> Table:
    """Return the table of a game."""
    rule = data.get("rule")
    titles = data.get("title")
    texts = [t[:MAX_NAME] for t in titles if isinstance(t, str)] if isinstance(titles, list) else []
    table = Table(players, titles=tuple(texts))
    table.day = name.date.replace("-", "") if name else None
    table.form = _form(data.get("sc"), table.day)
    if isinstance(rule, list):
        _read_lobby(table, rule, data.get("csrule"), at(place, "rule"))
    elif isinstance(rule, dict):
        disp = rule.get("disp")
        table.disp = disp[:MAX_NAME].strip() if isinstance(disp, str) else ""
        table.reds = reds_of(rule)
        if table.disp and _ROOM.fullmatch(table.disp):
            table.go_type = _own_type(table)
    else:
        table.remarks.append((at(place, "rule"), "no 'rule', an object with 'disp' and 'aka'"))
    return table


def _read_lobby(table: Table, rule: list[Any], csrule: object, place: str) -> None:
    """Read the rules of a custom lobby: the fields of its header as lists of texts."""
    kind = rule[2] if len(rule) > 2 else ""
    try:
        table.go_type = int(kind, 16) if isinstance(kind, str) and 0 < len(kind) <= 8 else None
    except ValueError:
        table.go_type = None
    if table.go_type is None:
        table.remarks.append((place, "a list without a game type (hexadecimal, third text)"))
        return
    table.go_type &= ~GO_SANMA
    table.go_type |= GO_SANMA if table.players == 3 else 0
    if isinstance(csrule, list):
        table.csrule = ",".join(str(item)[:20] for item in csrule[:80])


def _own_type(table: Table) -> int:
    go_type = type_from_disp(table.disp)
    if table.players == 3:
        go_type |= GO_SANMA
    if table.reds is not None:
        go_type = go_type & ~GO_NO_RED if any(table.reds) else go_type | GO_NO_RED
    return go_type


def _form(sc: object, day: str | None) -> PointsForm | None:
    """Return how the placement points are written; whole numbers have lost their ``.0``."""
    if not isinstance(sc, list) or not all(isinstance(n, int | float) for n in sc):
        return None
    form = points_form(",".join(map(str, (float(n) for n in sc))), unit=1)
    return "bare" if form == "whole" and day is not None and day <= BARE_POINTS_UNTIL else form


def rules_of(table: Table, start: int | None) -> tuple[Rules, str | None]:
    """Return the rules of a game, and what to say of them where the record does not name them.

    Args:
        table: The table.
        start: Points of every seat at the start of the first round of a game; None where the
            record begins later or the seats differ.
    """
    if table.go_type is not None:
        return _tenhou(table, table.go_type, start), None
    names = (*table.titles, table.disp)
    if any(_MAHJONG_SOUL.search(name) for name in names):
        return _mahjong_soul(table, names)
    for pattern, preset in _LEAGUES:
        if table.players == 4 and any(pattern.search(name) for name in names):
            rules = load_rules(preset)
            return rules, f"read under {rules.name!r}, by the title of the record"
    go_type = 0x0001 | GO_CUSTOM | (0 if _is_east(table.disp) else GO_SOUTH)
    go_type |= GO_SANMA if table.players == 3 else 0
    go_type |= 0 if table.reds is None or any(table.reds) else GO_NO_RED
    rules = _tenhou(table, go_type, start)
    return rules, "the record names no rules; read as a table of Tenhou with rules of its own"


def _is_east(disp: str) -> bool:
    return bool(_EAST.search(disp)) and not _SOUTH.search(disp)


def _tenhou(table: Table, go_type: int, start: int | None) -> Rules:
    rules = rules_from_go(go_type, table.csrule, table.day, start_points=start, points=table.form)
    return _with_reds(rules, table.reds)


def _with_reds(rules: Rules, reds: tuple[int, int, int] | None) -> Rules:
    """Return the rules with as many red fives as the record names."""
    if rules.players == 3 and reds is not None:
        reds = (0, reds[1], reds[2])
    expected = (0, *rules.aka[1:]) if rules.players == 3 else rules.aka
    if reds is None or reds == expected:
        return rules
    name = f"{rules.name}-aka{''.join(map(str, reds))}"
    return replace(rules, name=name, aka=reds)


def _mahjong_soul(table: Table, names: tuple[str, ...]) -> tuple[Rules, str | None]:
    east = any(_is_east(name) for name in names)
    preset = f"mahjong-soul{'-3p' if table.players == 3 else ''}{'-east' if east else ''}"
    rules = _with_reds(load_rules(preset), table.reds)
    note = None
    if any(_CUSTOM_ROOM.search(name) for name in names):
        note = "a room with rules of its own, which the record does not tell; read as ranked"
    return rules, note


def describe(
    data: dict[str, Any], table: Table, *, game_id: str, source: str, name: LogName | None
) -> GameInfo:
    """Return the description of a game."""
    players = table.players
    names = _texts(data.get("name"), players)
    info = GameInfo(
        id=game_id,
        source=source,
        format="tenhou6",
        names=tuple(text or "" for text in names),
        start_time=name.start_time if name else None,
        viewer=name.seat if name else None,
        level=tuple(_DAN.get(word or "", word) for word in _texts(data.get("dan"), players)),
        rating=_numbers(data.get("rate"), players),
        lobby=_lobby(data.get("lobby"), name),
    )
    seed = data.get("wall_seed")
    if isinstance(seed, str) and 0 < len(seed) <= MAX_SEED:
        kind, _, rest = seed.partition(",")
        known = kind in SEED_KINDS
        info.seed, info.seed_kind = (rest, kind) if known else (seed, None)
    kept = {key: data[key] for key in _HEADER if key in data}
    info.header = [("game", {key: _text(value)[:MAX_KEPT] for key, value in kept.items()})]
    sex = _texts(data.get("sx"), players)
    if any(sex):
        info.extra["sex"] = sex
    if table.go_type is not None:
        info.extra["go_type"] = table.go_type
    if table.csrule:
        info.extra["csrule"] = table.csrule
    if table.form:
        info.extra["points_form"] = table.form
    if any(table.titles):
        info.extra["title"] = list(table.titles)
    return info


def _text(value: object) -> str:
    return value if isinstance(value, str) else json_text(value).decode()


def _texts(value: object, players: int) -> tuple[str | None, ...]:
    """Return a text for each seat, None where none stands."""
    items = value[:players] if isinstance(value, list) else []
    found = [item[:MAX_NAME] if isinstance(item, str) else None for item in items]
    return tuple(found + [None] * (4 - len(found)))


def _numbers(value: object, players: int) -> tuple[float | None, ...]:
    items = value[:players] if isinstance(value, list) else []
    found = [
        float(item) if isinstance(item, int | float) and abs(item) < 1e6 else None for item in items
    ]
    return tuple(found + [None] * (4 - len(found)))


def _lobby(value: object, name: LogName | None) -> str | None:
    if isinstance(value, int) and 0 <= value < 10**8:
        return str(value)
    if isinstance(value, str) and value:
        return value[:MAX_NAME]
    return name.lobby if name else None


def log_name(data: dict[str, Any], source: str) -> LogName | None:
    """Return the id that a record names (``ref``), else that of its file."""
    ref = data.get("ref")
    found = find_log_name(ref) if isinstance(ref, str) and len(ref) < MAX_NAME else None
    return found or find_log_name(source)
