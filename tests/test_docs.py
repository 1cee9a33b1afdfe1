"""Generated pages: every command, option, key and reason stands in them."""

from __future__ import annotations

import argparse
import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from mjlog.analysis.people import read_players

from mjlog.cli import COMMANDS, parser_of
from mjlog.config import KEYS, Config, read_config
from mjlog.errors import UnknownNameError
from mjlog.finding_text import NOT_CHECKED
from mjlog.finding_titles import TITLES_JA

ROOT = Path(__file__).resolve().parent.parent


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["configuration", "findings", "formats"])
def test_pages_are_what_their_scripts_write(name: str) -> None:
    assert script(f"make_{name}_doc").markdown() == page(f"{name}.md")


# --- commands -------------------------------------------------------------------------------
@pytest.mark.parametrize("name", [name for name, _, _ in COMMANDS])
def test_every_command_has_its_options_in_the_reference(name: str) -> None:
    """The examples are compared by ``scripts/make_commands_doc.py --check``."""
    commands = script("make_commands_doc")
    parser = parser_of(name)
    text = page("commands.md").partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    assert (parser.description or "")[:60] in text
    for row in commands.option_rows(parser):
        assert row in text
    assert f"`{commands.usage(name, parser)}`" in text or name in ("rules", "card")
    for line in commands.EXAMPLES[name]:
        assert f"$ {line}\n" in text


def parsers(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """Return a parser and those of its actions."""
    found = [parser]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += action.choices.values()
    return found


@pytest.mark.parametrize("name", [name for name, _, _ in COMMANDS])
def test_every_option_says_what_it_does(name: str) -> None:
    for parser in parsers(parser_of(name)):
        assert parser.description
        for action in parser._actions:
            if not isinstance(action, argparse._SubParsersAction):
                assert action.help, (name, action.dest)


def test_the_parser_of_an_unknown_command() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'show'"):
        parser_of("shwo")


# --- settings and files ------------------------------------------------------------------------
def test_every_key_of_the_settings_is_documented(tmp_path: Path) -> None:
    assert {key.name for key in KEYS} == {*Config.__dataclass_fields__} - {"path"}
    text = page("configuration.md")
    for key in KEYS:
        assert f"| `{key.name}` |" in text
        assert key.example in text
        assert list(tomllib.loads(key.example)) == [key.name]
    path = tmp_path / "mjlog.toml"
    path.write_text(text.partition("```toml\n")[2].partition("```")[0], encoding="utf-8")
    assert read_config(path).select == ("F", "S101")


def test_the_players_files_of_the_page_are_read(tmp_path: Path) -> None:
    text = page("configuration.md").partition("## Players")[2]
    found = []
    for kind in ("toml", "csv"):
        path = tmp_path / f"players.{kind}"
        block = text.partition(f"```{kind}\n")[2].partition("```")[0]
        path.write_text(block, encoding="utf-8")
        found.append(read_players(path))
    assert found[0] == found[1] == {"tanaka_01": "Tanaka", "田中@東風": "Tanaka", "szk": "Suzuki"}


# --- findings -----------------------------------------------------------------------------------
def test_the_page_of_findings_has_titles_and_what_is_not_checked() -> None:
    text = page("findings.md")
    for title in TITLES_JA.values():
        assert title in text
    for name, entry in NOT_CHECKED.items():
        assert f"| {name} | {entry.unit} | {entry.en} | {entry.ja} |" in text
