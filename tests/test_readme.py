"""README.md: its two commands, its examples, its links."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, list[tuple[str, ...]]]:
    """``scripts/run.py`` with its calls of Python noted down instead of made."""
    run = script("run")
    made: list[tuple[str, ...]] = []

    def call(python: Path, *words: str) -> int:
        made.append(words)
        return 0

    monkeypatch.setattr(run, "call", call)
    monkeypatch.setattr(run, "environment", lambda extras: Path(sys.executable))
    return run, made


def test_the_first_two_commands_run_the_demo_and_the_tests(
    calls: tuple[ModuleType, list[tuple[str, ...]]],
) -> None:
    run, made = calls
    first, second = re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL)[:2]
    for block in (first, second):
        python, path, *words = block.split()
        assert (python, path) == ("python3", "scripts/run.py")
        assert run.main(words) == 0
    assert made[0][:4] == ("-m", "mjlog", "demo", "sample_logs/tenhou")
    assert made[1][:2] == ("-m", "pytest")


def test_unknown_tasks_are_explained(
    calls: tuple[ModuleType, list[tuple[str, ...]]], capsys: pytest.CaptureFixture[str]
) -> None:
    run, made = calls
    assert run.main(["dance"]) == 2
    assert "demo " in capsys.readouterr().out
    assert made == []


def test_the_demo_runs_on_the_sample_logs(
    calls: tuple[ModuleType, list[tuple[str, ...]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from mjlog.cli import main

    run, made = calls
    run.main(["demo"])
    monkeypatch.chdir(ROOT)
    words = [str(tmp_path / "out") if word == "demo-output" else word for word in made[0][2:]]
    assert main(words) == 0
    out = capsys.readouterr().out
    for title in ("$ mjlog export", "$ mjlog audit", "$ mjlog stats", "$ mjlog show"):
        assert title in out
    assert "F101 ron-in-furiten" in out
    assert (tmp_path / "out" / "table.svg").read_text(encoding="utf-8").startswith("<svg")
    assert list((tmp_path / "out" / "dataset" / "wins").glob("*.parquet"))


def test_the_demo_shortens_many_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from mjlog.cli import demo, main

    monkeypatch.setattr(demo, "SHOWN", 3)
    faulty = [str(ROOT / "sample_logs" / "faulty" / f"{code}.mjlog") for code in ("F101", "G103")]
    assert main(["demo", *faulty, "-o", str(tmp_path / "out")]) == 0
    text = capsys.readouterr().out
    audit = text[text.index("$ mjlog audit") : text.index("== How they play")].splitlines()[1:]
    assert "F101" in audit[0]
    assert audit[3] == "… 3 more lines"
    assert audit[4].startswith("2 games, ")


def test_the_demo_plays_games_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from mjlog.cli import main

    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--games", "2", "-o", "here"]) == 0
    assert "$ mjlog simulate -n 2" in capsys.readouterr().out
    assert len(list((tmp_path / "here" / "logs").glob("*.mjlog"))) == 2


def test_every_example_prints_what_is_shown() -> None:
    readme = script("make_readme_doc")
    assert "\n".join(readme.differences(README, readme.fresh_text(README))) == ""


def test_links_and_pictures_are_here() -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", README)
    paths = [ROOT / (link or picture) for link, picture in targets]
    assert len(paths) > 10
    assert [str(path) for path in paths if not path.is_file()] == []
    assert all(p.stat().st_size < 300_000 for p in paths if p.suffix in (".png", ".svg"))
