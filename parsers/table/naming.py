"""Headers of table records: rules by name, dates, names, ids."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from mjlog.errors import MjlogError
from mjlog.model import GameInfo
from mjlog.rows import RoundRows, Row
from mjlog.rules import Rules, diff_rules, list_rules, load_rules
from mjlog.rules.loader import is_path

from .flow import carried
from .words import LEVELS

__all__ = [
    "DATE",
    "content_id",
    "default_rules",
    "default_start",
    "info_of",
    "nearest_rules",
    "round_text",
    "round_title",
    "rules_called",
]

NO_RULES: Final = "names no rules: read under {}; write rules: NAME, or give --rules"
MAX_TEXT: Final = 1000
#: A date as far as it is known, with or without the time.
DATE: Final = re.compile(
    r"\d{4}(-\d\d(-\d\d([ T]\d\d(:\d\d(:\d\d(\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?)?)?)?"
)
_TITLE: Final = re.compile(r"([ESWN])([1-4])\.(\d{1,3}|\?)")


def content_id(data: bytes) -> str:
    """Return the id of a game that names none."""
    return "x" + hashlib.sha256(data.strip()).hexdigest()[:16]


def default_rules(players: int) -> Rules:
    """Return the rules of a record that names none."""
    return load_rules("tenhou" if players == 4 else "tenhou-3p")


def rules_called(name: str) -> Rules:
    """Return the rules that a header names.

    Raises:
        ValueError: No preset is called so, or it is a path; the message says what to do.
    """
    if is_path(name):
        raise ValueError(
            f"the header names a file ({name!r}), expected the name of a preset; "
            "rules of your own are given with --rules FILE"
        )
    try:
        return load_rules(name)
    except MjlogError as error:
        raise ValueError(f"{error}; rules of your own are given with --rules FILE") from None


@lru_cache(maxsize=64)
def nearest_rules(rules: Rules) -> tuple[str, tuple[str, ...]]:
    """Return the preset that is most like ``rules``, and the parameters that differ."""
    best: tuple[str, tuple[str, ...]] | None = None
    names = list_rules()
    if not is_path(rules.name):
        try:
            names.insert(0, load_rules(rules.name).name)
        except MjlogError:
            names.sort(key=lambda name: not rules.name.startswith(name))
    for name in names:
        preset = load_rules(name)
        if preset.players != rules.players:
            continue
        keys = tuple(row.key for row in diff_rules(rules, preset))
        if best is None or len(keys) < len(best[1]):
            best = (name, keys)
    assert best is not None
    return best


def info_of(values: Mapping[str, Any], names: Sequence[str], notes: Sequence[str]) -> GameInfo:
    """Return what a header says of a game (``values`` by key of the header).

    Raises:
        ValueError: A value that cannot be.
    """
    date = values.get("date")
    if date is not None and not DATE.fullmatch(date):
        raise ValueError(f"found {date!r}, expected a date such as 2024-05-03 or 2024-05-03 19:30")
    level = values.get("level")
    if level is not None and level not in LEVELS:
        raise ValueError(f"found {level!r}, expected one of {', '.join(LEVELS)}")
    extra: dict[str, Any] = {"level": level} if level else {}
    if notes:
        extra["notes"] = list(notes)
    return GameInfo(
        id=values.get("id", ""),
        names=tuple([*names, *[""] * 4][:4]),
        start_time=date.replace(" ", "T") if date else None,
        viewer=values.get("viewer"),
        lobby=values.get("place"),
        extra=extra,
    )


def round_title(text: str) -> Row | None:
    """Return wind, dealer and honba of a round's label such as ``E2.1``, else None.

    東二局 alone is the hand without counters, as on Japanese score sheets.
    """
    from mjlog.render.words import parse_round_name

    name = parse_round_name(text) or ""
    if "局" in text and "." not in name:
        name += ".0"
    match = _TITLE.fullmatch(text) or _TITLE.fullmatch(name)
    if match is None:
        return None
    wind, dealer, honba = match.groups()
    return {
        "wind": "ESWN".index(wind),
        "dealer": int(dealer) - 1,
        "honba": -1 if honba == "?" else int(honba),
    }


def round_text(start: Row) -> str:
    """Return the label of a round, ``?`` for counters that are not known."""
    honba = start["honba"] if start["honba"] >= 0 else "?"
    return f"{'ESWN'[start['wind']]}{start['dealer'] + 1}.{honba}"


def default_start(
    title: Row, before: RoundRows | None, rules: Rules, start: int | None
) -> tuple[list[int], int]:
    """Return the points and sticks at the start of a round whose heading does not give them.

    They follow from the round before, and in the very first round from the start points;
    unknown where they do not.
    """
    if before is not None:
        return carried(before, rules)
    first = (title["wind"], title["dealer"], title["honba"]) == (0, 0, 0)
    if start is None and first:
        start = rules.start_points
    scores = [-(2**31) if start is None else start] * rules.players
    return scores, 0 if first else -1


def quoted(text: str) -> str:
    """Return a text in quotation marks."""
    return json.dumps(text, ensure_ascii=False)
