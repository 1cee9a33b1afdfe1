"""The examples of docs/american_card.md work."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import mjlog
from mjlog.american.card import card_from_json, format_card, parse_card


def blocks(root: Path, kind: str) -> list[str]:
    text = (root / "docs" / "american_card.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.M | re.S)


def test_the_card_of_the_page_loads(root: Path) -> None:
    (text,) = blocks(root, "amc")
    card = parse_card(text)
    assert card.name == "club-evening"
    assert len(card.lines) == 16
    assert min(len(expansion.alternative) for expansion in card.expansions) >= 1
    assert parse_card(format_card(card)) == card
    assert card.line("P1").no_bonus and card.line("B1").no_joker
    # as the page says: a variable without a domain takes every number that fits
    assert len(card.expansions[card.lines.index(card.line("R1"))].alternative) == 5 * 3


def test_every_kind_of_group_is_on_the_page(root: Path) -> None:
    (text,) = blocks(root, "amc")
    kinds = {g.kind for line in parse_card(text).lines for a in line.alternatives for g in a.groups}
    assert kinds == {
        "flower", "soap", "dragon", "wind", "wind variable", "number", "suit dragon", "variable",
        "year",
    }  # fmt: skip


def test_the_json_of_the_page_is_a_card(root: Path) -> None:
    (text,) = blocks(root, "json")
    card = card_from_json(json.loads(text))
    assert str(card.line("S1")) == "S1 | XXXXa + XXXX+1a! = NN FFFF | X 25 | X=1..8"
    assert card.line("S1").no_bonus and card.line("S1").note == "an example"


def test_the_python_of_the_page_runs(root: Path) -> None:
    (code,) = blocks(root, "python")
    names = {"card": mjlog.load_card("sample-original-1")}
    rows = [row.partition("  #")[0] for row in code.splitlines() if row.startswith("card.")]
    values = [eval(row, names) for row in rows]
    assert repr(values[0]) in code
    assert sorted(values[1]) == [23, 38]
    assert values[2] == (4, 0)
    assert repr(values[4]) in code


@pytest.mark.parametrize("word", ["flowers", "lowest", "concealed_bonus", "nobonus", "nojoker"])
def test_words_of_the_language_are_explained(root: Path, word: str) -> None:
    text = (root / "docs" / "american_card.md").read_text(encoding="utf-8")
    assert f"`{word}`" in text
