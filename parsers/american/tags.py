"""The values of tags, ``[Players "A=Ann B=Bea"]``."""

from __future__ import annotations

import json
import re
from typing import Final

from mjlog.american.model import PERSONS

from .people import NoPlayerError
from .scan import unquoted
from .schema import MAX_LIST, WINDS, checked_text

__all__ = ["format_names", "format_rules", "parse_names", "parse_rules", "parse_seats"]

_PERSON: Final = re.compile(r"\s*([A-Z])\s*=\s*")
_NEXT_PERSON: Final = re.compile(r"\s[A-Z]\s*=")
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_SEAT: Final = re.compile(r"([A-Z])=([A-Z])")


def parse_names(text: str) -> dict[str, str]:
    """Return person → name of ``A=Ann B=Bea``; names are quoted where they would be misread.

    Raises:
        ValueError: With what is wrong.
    """
    found: dict[str, str] = {}
    at = 0
    while at < len(text):
        match = _PERSON.match(text, at)
        if match is None or match[1] not in PERSONS:
            raise ValueError(
                f"found {text[at : at + 20]!r}, expected a player such as A=Ann, one of "
                f"{' '.join(PERSONS)}"
            )
        if match[1] in found:
            raise ValueError(f"player {match[1]} stands twice")
        quoted = _QUOTED.match(text, match.end())
        if quoted:
            name, at = unquoted(quoted[0]), quoted.end()
            if name is None or (at < len(text) and not text[at].isspace()):
                raise ValueError(f"found {quoted[0][:20]!r}, expected a name in quotation marks")
        else:
            after = _NEXT_PERSON.search(text, match.end())
            end = after.start() if after else len(text)
            name, at = text[match.end() : end].strip(), end
            name = "" if name == "?" else name
        found[match[1]] = checked_text(name)
        at += len(text[at:]) - len(text[at:].lstrip())
    return found


def format_names(names: dict[str, str]) -> str:
    """Return names as :func:`parse_names` reads them."""
    return " ".join(f"{person}={_name(name)}" for person, name in names.items())


def _name(name: str) -> str:
    if not name:
        return "?"
    odd = name != name.strip() or name == "?" or name[0] == '"' or _NEXT_PERSON.search(name)
    return json.dumps(name, ensure_ascii=False) if odd else name


def parse_rules(text: str) -> list[str]:
    """Return the house rules of ``hot wall; no challenges``.

    Raises:
        ValueError: With what is wrong.
    """
    found: list[str] = []
    at = 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        quoted = _QUOTED.match(text, at)
        end = text.find(";", quoted.end() if quoted else at)
        end = len(text) if end < 0 else end
        item = text[at:end].strip()
        rule = unquoted(item) if quoted else item
        if (not rule and not quoted) or rule is None:
            raise ValueError(f"found {text[at : at + 20]!r}, expected rules parted by ;")
        found.append(checked_text(rule))
        if len(found) > MAX_LIST:
            raise ValueError(f"more than {MAX_LIST} rules")
        at = end + 1
    return found


def format_rules(rules: list[str]) -> str:
    """Return house rules as :func:`parse_rules` reads them."""
    return "; ".join(_rule(rule) for rule in rules)


def _rule(rule: str) -> str:
    plain = rule not in ("", "?") and rule == rule.strip() and ";" not in rule and rule[0] != '"'
    return rule if plain else json.dumps(rule, ensure_ascii=False)


def parse_seats(text: str) -> dict[str, str]:
    """Return person → wind of ``A=E B=S C=W D=N``.

    Raises:
        ValueError: With what is wrong.
    """
    found: dict[str, str] = {}
    for word in text.split():
        match = _SEAT.fullmatch(word)
        if match is None or match[1] not in PERSONS or match[2] not in WINDS:
            message = f"found {word[:20]!r}, expected a player and a wind such as A=E"
            raise NoPlayerError(message, word.partition("=")[0])
        if match[1] in found:
            raise ValueError(f"player {match[1]} stands twice")
        found[match[1]] = match[2]
    return found
