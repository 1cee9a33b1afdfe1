"""docs/american_record.md: its tables are those of the schema, its examples are read."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from mjlog.parsers.american import parse_json, parse_text
from mjlog.parsers.american.json_lines import format_json_game
from mjlog.parsers.american.schema import OBJECTS
from mjlog.parsers.american.text_reader import GAME_TAGS, HAND_TAGS, STATEMENTS
from mjlog.parsers.american.turns import MAHJONG_WORDS

import mjlog
from mjlog.american.rules import parse_american_rules

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "american_record.md").read_text(encoding="utf-8")
SECTIONS: Final = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL))
GAME: Final = {
    "json": '{"type": "start_game", "ruleset": "nmjl-2024", "level": "full"}\n',
    "amn": '#AMN 1\n[Ruleset "nmjl-2024"]\n[Level "full"]\n',
}
HAND: Final = {
    "json": '{"type": "start_hand", "hand": 1, "east": "A"}\n',
    "amn": '[Hand "1"]\n[East "A"]\n',
}
GRAMMAR: Final = re.findall(r"```ebnf\n(.*?)```", PAGE, re.DOTALL)[0]


def example(section: str, form: str) -> str:
    (body,) = re.findall(rf"```{form}\n(.*?)```", SECTIONS[section], re.DOTALL)
    body = str(body)
    if section == "start_game":
        return body if form == "json" else f"#AMN 1\n{body}"
    return GAME[form] + ("" if section in ("start_hand", "end_game") else HAND[form]) + body


@pytest.mark.parametrize("section", list(OBJECTS))
def test_both_forms_of_an_example_say_the_same(section: str) -> None:
    (from_json,) = parse_json(example(section, "json"))
    (from_text,) = parse_text(example(section, "amn"))
    assert from_json == from_text
    assert f'"type": "{section}"' in format_json_game(from_text)


def test_whole_games_of_the_page_are_read() -> None:
    games = [g for text in re.findall(r"```amn\n(#AMN.*?)```", PAGE, re.DOTALL)
             for g in parse_text(text)]  # fmt: skip
    assert [(len(g.hands), g.level) for g in games] == [(1, "full"), (6, "result")]
    assert mjlog.audit(games[1], card="sample-original-1") == []
    seats = [hand.seats for hand in games[1].hands]
    assert seats[1] == {"B": "E", "C": "S", "D": "W", "A": "N"}
    assert seats[4] == {"A": "E", "C": "S", "D": "W", "B": "N"}


def test_tables_are_fresh() -> None:
    script = ROOT / "scripts" / "make_american_record_doc.py"
    run = subprocess.run([sys.executable, script, "--check"], capture_output=True, check=False)
    assert run.returncode == 0, run.stdout


def test_the_grammar_names_every_word_that_is_read() -> None:
    for word in (*STATEMENTS, *MAHJONG_WORDS):
        assert f'"{word}"' in GRAMMAR, word
    for tag in {*GAME_TAGS, *HAND_TAGS}:
        assert f"`{tag}`" in PAGE, tag
    defined = set(re.findall(r"^([a-z-]+) +=", GRAMMAR, re.MULTILINE))
    plain = re.sub(r'"[^"\n]*"', "", GRAMMAR.partition("text       =")[0])
    used = set(re.findall(r"\b[a-z][a-z-]+\b", plain)) - defined
    assert used == {"name", "word", "number", "digit"}


def test_the_python_of_the_page_says_what_stands_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = re.findall(r"^## Python\n\n```python\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    told: dict[str, object] = {}
    for line in block.splitlines():
        code, _, comment = line.partition("  #")
        if comment and not re.match(r"\w+ = ", code):
            told[comment.strip()] = eval(code, names)
        else:
            exec(code, names)
    assert len(told) == 6
    for comment, value in told.items():
        if comment.startswith("findings"):
            assert value == []
        else:
            shown = re.escape(comment.split("}: ")[0].removesuffix("due by the rules"))
            assert re.match(shown.replace("…", ".*"), repr(value)), (comment, value)


def test_the_own_rules_of_the_page_of_rules_are_rules() -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```toml\n(title = \"Tuesday club\"\n.*?)```", page, re.DOTALL)
    rules = parse_american_rules(text)
    assert (rules.rotation, rules.self_pick_multiplier) == ("free", 3)
