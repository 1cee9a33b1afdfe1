"""Settings of a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog.config import Config, find_config, load_config, read_config
from mjlog.errors import ConfigError


def write(folder: Path, text: str, name: str = "mjlog.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_the_defaults_count(tmp_path: Path) -> None:
    # an empty file here, so that none in a parent folder is found
    assert Config() == Config(rules=None, select=(), ignore=(), lang="en", jobs=None, path=None)
    path = write(tmp_path, "")
    assert load_config(tmp_path) == Config(path=path)


def test_every_setting_is_read(tmp_path: Path) -> None:
    text = 'rules = "tenhou-3p"\nselect = ["F", "S101", "ron-in-furiten"]\nignore = ["A-PAY-01"]\n'
    path = write(tmp_path, text + 'lang = "ja"\njobs = 2\n')
    assert load_config(tmp_path) == Config(
        rules="tenhou-3p",
        select=("F", "S101", "ron-in-furiten"),
        ignore=("A-PAY-01",),
        lang="ja",
        jobs=2,
        path=path,
    )


def test_pyproject_has_a_table_of_its_own(tmp_path: Path) -> None:
    path = write(tmp_path, '[tool.mjlog]\nlang = "ja"\n[tool.other]\nx = 1\n', "pyproject.toml")
    assert load_config(tmp_path) == Config(lang="ja", path=path)


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    write(tmp_path, 'lang = "ja"')
    below = tmp_path / "a" / "b"
    write(below, "[tool.ruff]\n", "pyproject.toml")
    assert load_config(below).lang == "ja"
    write(below.parent, '[tool.mjlog]\nlang = "en"', "pyproject.toml")
    assert load_config(below).lang == "en"


def test_mjlog_toml_comes_before_pyproject(tmp_path: Path) -> None:
    write(tmp_path, '[tool.mjlog]\nlang = "ja"', "pyproject.toml")
    path = write(tmp_path, "jobs = 3")
    assert load_config(tmp_path) == Config(jobs=3, path=path)


@pytest.mark.parametrize("text", ["[tool", "tool = 3", "[tool.x]"])
def test_a_foreign_pyproject_is_passed_over(tmp_path: Path, text: str) -> None:
    write(tmp_path, "jobs = 3")
    below = tmp_path / "a"
    write(below, text, "pyproject.toml")
    assert find_config(below) == tmp_path / "mjlog.toml"


def test_a_ruleset_file_is_found_from_the_settings_file(tmp_path: Path) -> None:
    write(tmp_path, 'rules = "house.toml"')
    assert load_config(tmp_path / "below").rules == str(tmp_path / "house.toml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rule = 'tenhou'", r"mjlog\.toml: unknown key 'rule'; did you mean 'rules'"),
        ("zzz = 1", "unknown key 'zzz'; known: rules, select, ignore, lang, jobs"),
        ("rules = 3", "rules: 3 is not the name of a ruleset"),
        ("lang = 'de'", "lang: 'de' is not 'en' or 'ja'"),
        ("lang = []", "lang: "),
        ("jobs = 0", "jobs: 0 is not a whole number from 1"),
        ("jobs = true", "jobs: True is not a whole number"),
        ("select = 'F'", "select: 'F' is not a list of finding codes"),
        ("select = ['F 1']", "select: 'F 1' is not a finding code"),
        ("ignore = [3]", "ignore: 3 is not a finding code"),
        ("jobs =", "not TOML"),
        ("#" * 300000, "more than 256 KiB"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path, text)
    with pytest.raises(ConfigError, match=message):
        load_config(tmp_path)


def test_a_table_that_is_none_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, "[tool]\nmjlog = 3", "pyproject.toml")
    with pytest.raises(ConfigError, match=r"\[tool\.mjlog\]: 3 is not a table"):
        read_config(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config(tmp_path / "mjlog.toml")
