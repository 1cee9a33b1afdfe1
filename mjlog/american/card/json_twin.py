"""The JSON twin of a card file: the same card, its groups taken apart, both ways exact.

::

    {"amc": 1, "name": "club-card", "year": null, "flowers": 8, "jokers": 8, "lowest": 25,
     "concealed_bonus": 0, "sections": [{"name": "Evens", "flags": [], "lines": [
       {"id": "EV1", "alternatives": [[{"tiles": "XX", "plus": 1, "suit": "a"}, "+", …]],
        "concealed": false, "value": 25, "conditions": ["X=1..8"], "note": ""}]}]}
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from .language import MAX_BYTES, format_card, parse_card
from .model import Card, CardError, Fault, Group, Line, Section

__all__ = ["card_from_json", "card_to_json", "read_json_card"]

_HEADER: Final = ("name", "year", "flowers", "jokers", "lowest", "concealed_bonus")


def card_to_json(card: Card) -> dict[str, Any]:
    """Return the JSON document of a card."""
    document: dict[str, Any] = {"amc": 1}
    document.update({key: getattr(card, key) for key in _HEADER})
    document["head"] = list(card.head)
    document["sections"] = [_section(section) for section in card.sections]
    document["comments"] = list(card.comments)
    return document


def card_from_json(document: Any) -> Card:
    """Return the card of a JSON document; ``sha256`` is that of its text twin.

    Raises:
        CardError: The document is no card. Places are those of the text twin
            (:func:`~mjlog.american.card.format_card`).
    """
    try:
        text = "\n".join(_rows(document)) + "\n"
    except (KeyError, TypeError, AttributeError) as error:
        what = f"no key {error}" if isinstance(error, KeyError) else str(error)
        raise CardError("card", [Fault(0, 0, f"no JSON card: {what}")]) from error
    card = parse_card(text)
    if _compared(card_to_json(card)) != _compared(document):
        message = "the document says something that the card language cannot write"
        raise CardError(card.name, [Fault(0, 0, message)])
    twin = format_card(card)
    return card if twin == text else parse_card(twin)


def read_json_card(data: bytes) -> Card:
    """Return the card of the bytes of a JSON file.

    Raises:
        CardError: As for :func:`card_from_json`, and for bytes that are no JSON.
    """
    if len(data) > MAX_BYTES:
        raise CardError("card", [Fault(1, 1, f"the file has over {MAX_BYTES:,} bytes")])
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        raise CardError("card", [Fault(line, column, f"no JSON: {error}")]) from error
    return card_from_json(document)


def _rows(document: dict[str, Any]) -> Iterator[str]:
    """Yield the rows of the text twin."""
    yield f"amc {document['amc']}"
    yield from (f"{key} {document[key]}" for key in _HEADER if document.get(key) is not None)
    yield from document.get("head", ())
    for section in document["sections"]:
        yield from section.get("comments", ())
        flags = " ".join(section.get("flags", ()))
        yield f"[{section['name']}; {flags}]" if flags else f"[{section['name']}]"
        for line in section["lines"]:
            yield from line.get("comments", ())
            yield _row(line)
    yield from document.get("comments", ())


def _row(line: dict[str, Any]) -> str:
    groups = " || ".join(
        " ".join(item if isinstance(item, str) else Group(**item).text for item in alternative)
        for alternative in line["alternatives"]
    )
    kind = "C" if line["concealed"] else "X"
    conditions = " ".join(line.get("conditions", ()))
    tail = f" | {conditions}" if conditions else ""
    note = f"  # {line['note']}" if line.get("note") else ""
    return f"{line['id']} | {groups} | {kind} {line['value']}{tail}{note}"


def _compared(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document with all its keys, and conditions left to the language's reading."""
    header = {key: document[key] for key in _HEADER if document.get(key) is not None}
    sections = [
        {
            "flags": [],
            "comments": [],
            **section,
            "lines": [
                {
                    "note": "",
                    "comments": [],
                    **line,
                    "conditions": len(line.get("conditions", ())),
                    "alternatives": [
                        [i if isinstance(i, str) else Group(**i) for i in alternative]
                        for alternative in line["alternatives"]
                    ],
                }
                for line in section["lines"]
            ],
        }
        for section in document["sections"]
    ]
    defaults = {"concealed_bonus": 0, "flowers": 8, "jokers": 8}
    lowest = min((line["value"] for s in sections for line in s["lines"]), default=0)
    return {
        "head": [],
        "comments": [],
        "lowest": lowest,
        **{k: v for k, v in document.items() if k not in _HEADER},
        **defaults,
        **header,
        "name": header.get("name", "card"),
        "sections": sections,
    }


def _section(section: Section) -> dict[str, Any]:
    flags = [
        flag for flag, on in (("nobonus", section.no_bonus), ("nojoker", section.no_joker)) if on
    ]
    return {
        "name": section.name,
        "flags": flags,
        "comments": list(section.comments),
        "lines": [_line(line) for line in section.lines],
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        "id": line.id,
        "alternatives": [
            [item if isinstance(item, str) else _group(item) for item in alternative.items]
            for alternative in line.alternatives
        ],
        "concealed": line.concealed,
        "value": line.value,
        "conditions": [condition.text for condition in line.conditions],
        "note": line.note,
        "comments": list(line.comments),
    }


def _group(group: Group) -> dict[str, Any]:
    return {"tiles": group.tiles, "plus": group.plus, "suit": group.suit, "mark": group.mark}
