"""The command line: exit statuses, streams, any console, and the commands show and explain."""

from __future__ import annotations

import argparse
import html
import io
import json
import os
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import mjlog
from mjlog import cli
from mjlog.cli import COMMANDS, main
from mjlog.cli.output import Progress, duration, exit_status, print_findings, print_json
from mjlog.engine import notice
from mjlog.errors import MissingExtraError, ParseError, TileError
from mjlog.findings import CODES, Finding
from mjlog.model import Problem
from mjlog.views.handmade import game_of

ROUND = """
E1.0 dora 3z
hand 123m406p789s1122z
hand 22p55m11z345678s9p
hand 22m2299p5556667z
hand 999s119m23p4455z3m
0 draw 5m
0 tsumogiri 5m
1 draw 2z
1 tsumogiri 2z
0 ron 2z from 1 : 2600 -2600 0 0
"""


def run_python(*words: str, root: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run ``python`` with the checkout importable."""
    env = {**os.environ, "PYTHONPATH": str(root), **environment}
    return subprocess.run([sys.executable, *words], capture_output=True, env=env, timeout=60)


Run = Callable[[argparse.Namespace], int]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Run], int]]:
    """Run the body of a command called ``try`` through :func:`main`."""

    def call(body: Run) -> int:
        module = types.ModuleType("mjlog.cli.try_")

        def add_parser(subparsers: Any) -> None:
            subparsers.add_parser("try").set_defaults(func=body)

        module.add_parser = add_parser  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "mjlog.cli.try_", module)
        monkeypatch.setattr(cli, "COMMANDS", (("try", "try_", "a try"),))
        return main(["try"])

    yield call


# --- the frame ------------------------------------------------------------------------------
def test_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str], root: Path) -> None:
    import tomllib

    declared = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"mjlog {declared['project']['version']}\n"


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_import_nothing_heavy(option: str, root: Path) -> None:
    script = (
        "import sys; from mjlog.cli import main; status = main([sys.argv[1]]);"
        "heavy = {'numpy', 'numba', 'pandas', 'pyarrow', 'matplotlib', 'rich', 'orjson'};"
        "print(sorted(heavy & set(sys.modules)), status, file=sys.stderr)"
    )
    done = run_python("-c", script, option, root=root)
    assert done.stderr.decode().strip() == "[] 0"


def test_the_package_runs_as_a_module(root: Path) -> None:
    done = run_python("-m", "mjlog", "--version", root=root)
    assert done.returncode == 0
    assert done.stdout.startswith(b"mjlog ")


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for name, _, text in COMMANDS:
        assert f"    {name}" in out
        assert text.split()[0] in out


@pytest.mark.parametrize("name", [name for name, _, _ in COMMANDS])
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"usage: mjlog {name}")
    assert "--lang" in out


def test_no_command_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "usage: mjlog" in captured.err


def test_a_mistyped_command_is_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shwo"]) == 2
    assert "unknown command 'shwo'; did you mean 'show'?" in capsys.readouterr().err


def test_an_unknown_option_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--no-such-option"]) == 2
    assert "unrecognized arguments" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (ParseError("no end", source="a.xml", place="byte 3"), 3, "a.xml, byte 3: no end"),
        (TileError("'9z': no such tile"), 2, "'9z': no such tile"),
        (MissingExtraError("duckdb", "sql"), 2, "pip install 'mjlog[sql]'"),
        (FileNotFoundError(2, "No such file", "a.xml"), 3, "a.xml: No such file"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (ParseError("two\nlines"), 3, "mjlog: two lines"),
        (ParseError("no end", source="\x1b[2J.xml"), 3, "mjlog: \\x1b[2J.xml: no end"),
    ],
)
def test_an_error_is_one_line_and_an_exit_status(
    error: BaseException, status: int, message: str,
    command: Callable[[Run], int], capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    def body(args: argparse.Namespace) -> int:
        raise error

    assert command(body) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_a_fault_of_the_program_is_not_hidden(command: Callable[[Run], int]) -> None:
    def body(args: argparse.Namespace) -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        command(body)


def test_the_language_comes_from_the_option_or_the_settings(
    command: Callable[[Run], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def body(args: argparse.Namespace) -> int:
        seen.append(args.lang)
        return 0

    monkeypatch.chdir(tmp_path)
    command(body)
    main(["--lang", "ja", "try"])
    main(["try", "--lang", "ja"])
    (tmp_path / "mjlog.toml").write_text('lang = "ja"\n', encoding="utf-8")
    main(["try"])
    main(["try", "--lang", "en"])
    assert seen == ["en", "ja", "ja", "ja", "en"]


def test_a_reader_that_goes_away_is_no_crash(root: Path) -> None:
    script = (
        "import os, sys; read, write = os.pipe(); os.close(read); os.dup2(write, 1);"
        "from mjlog.cli import main; sys.exit(main(['explain']))"
    )
    done = run_python("-c", script, root=root)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_closed_stdout_is_no_crash(root: Path) -> None:
    script = (
        "import sys; sys.stdout = None; from mjlog.cli import main; sys.exit(main(['explain']))"
    )
    done = run_python("-c", script, root=root)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("words", [["formats"], ["show", "{}"], ["review", "{}", "--seat", "1"]])
def test_standard_output_that_is_full_is_no_unreadable_record(words: list[str], root: Path) -> None:
    record = root / "sample_logs" / "tenhou" / "tenhou-east-0.xml"
    call = [sys.executable, "-m", "mjlog", *(word.format(record) for word in words)]
    env = {**os.environ, "PYTHONPATH": str(root)}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(call, stdout=full, stderr=subprocess.PIPE, env=env, timeout=60)
    told = b"mjlog: standard output cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, told)


@pytest.mark.parametrize("words", [["audit", "-"], ["review", "-", "--seat", "1"], ["show", "-"]])
def test_standard_input_that_is_closed_cannot_be_read(words: list[str], root: Path) -> None:
    script = f"import sys; sys.stdin = None; from mjlog.cli import main; sys.exit(main({words}))"
    done = run_python("-c", script, root=root)
    assert done.returncode == 3
    assert b"<stdin>: " in done.stdout + done.stderr
    assert b"standard input is closed" in done.stdout + done.stderr


def test_an_empty_name_is_not_the_folder_one_is_in(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(root / "sample_logs" / "tenhou")
    for command in ("audit", "show"):
        assert main([command, ""]) == 3
        assert "an empty name is no file" in "".join(capsys.readouterr())
    with pytest.raises(ParseError, match="an empty name"):
        mjlog.read("")


# --- any console ----------------------------------------------------------------------------
@pytest.mark.parametrize("encoding", ["cp932", "ascii", "utf-8", "latin-1"])
def test_no_console_encoding_stops_a_command_or_breaks_its_columns(
    encoding: str, root: Path
) -> None:
    script = (
        "from mjlog.cli.output import configure_streams, print_table, print_json;"
        "configure_streams();"
        "names = ['\\U0001f004', '\\xe9', '\\u301c', '\\u2764', 'plain', '\\udcff'];"
        "print_table([(n, 'x') for n in names], ('name', '')); print('\\U0001f004\\xe9');"
        "print_json(names[:2])"
    )
    done = run_python("-c", script, root=root, PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr.decode()
    from mjlog.render.columns import Ruler

    ruler = Ruler(encoding)
    lines = done.stdout.decode(encoding).splitlines()
    assert {ruler.width(line) for line in lines[2:8]} == {len("\\udcff") + 3}
    assert json.loads("\n".join(lines[9:])) == ["🀄", "é"]


@pytest.mark.parametrize("encoding", ["cp932", "ascii"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_show_runs_on_legacy_consoles(encoding: str, lang: str, root: Path) -> None:
    script = (
        "import sys, mjlog; from mjlog.cli import main; from mjlog.views.handmade import game_of;"
        f"game = game_of({ROUND!r}, names=('\\U0001f004', '\\xe9', '\\u301c', '\\u2764'));"
        "mjlog.read = lambda *a, **k: [game];"
        f"print(main(['show', 'x']), main(['show', 'x', '-r', 'E1.0', '--lang', '{lang}']))"
    )
    done = run_python("-c", script, root=root, PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode(encoding).endswith("0 0\n")


@pytest.mark.parametrize("encoding", ["cp932", "ascii", "latin-1", "utf-8"])
@pytest.mark.parametrize(
    "words",
    [
        ["show", "--as", "html", "-r", "E4.0"],
        ["show", "--as", "svg", "-r", "E4.0", "--step", "9"],
        ["show", "--as", "html"],
        ["review", "--format", "html", "--seat", "1", "-r", "E4.0"],
    ],
)
def test_pages_and_pictures_lose_no_sign_on_legacy_consoles(
    words: list[str], encoding: str, root: Path
) -> None:
    record = root / "sample_logs" / "tenhou" / "tenhou-east-0.xml"
    command = ["-m", "mjlog", words[0], str(record), *words[1:], "--lang", "ja"]
    here = run_python(*command, root=root, PYTHONIOENCODING=encoding).stdout.decode("utf-8")
    there = run_python(*command, root=root, PYTHONIOENCODING="utf-8").stdout.decode("utf-8")
    assert html.unescape(here) == html.unescape(there)
    assert "東" in html.unescape(here)


# --- progress and findings --------------------------------------------------------------------
class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_on_a_terminal_only() -> None:
    terminal, file = Terminal(), io.StringIO()
    for stream in (terminal, file):
        with Progress(10, stream=stream) as bar:
            bar.update(4)
            bar.update(6)
    assert "10/10 games" in terminal.getvalue()
    assert file.getvalue() == ""


def test_a_first_compilation_is_told_with_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for stream in (Terminal(), io.StringIO()):
        with Progress(None, stream=stream) as bar:
            notice.tell_compiling()
            bar.update(1)
            assert stream.getvalue() == ""
            bar.ready()
            bar.ready()
        assert stream.getvalue().count("mjlog: compiled, 0 s with the first games\n") == 1
        err = capsys.readouterr().err
        assert err == f"{notice.MESSAGE}\n"
        assert "once on this machine; that takes half a minute" in err
    assert notice.LISTENERS == []
    with Progress(None, stream=io.StringIO()) as bar:
        bar.update(20)
    assert capsys.readouterr().err == ""


def test_the_bar_tells_speed_and_time_left() -> None:
    bar = Progress(1000, stream=io.StringIO())
    bar.update(250)
    assert bar.line(5.0) == (
        "[######..................]  25%  250/1,000 games  50 games/s  ETA 0:15"
    )
    bar.update(750)
    assert bar.line(20.0).endswith("1,000/1,000 games  50 games/s  0:20")
    unknown = Progress(None, unit="hands", stream=io.StringIO())
    unknown.update(3)
    assert unknown.line(2.0) == "3 hands  1.5 hands/s  0:02"
    assert duration(59.6) == "1:00"


def finding(**changes: Any) -> Finding:
    values: dict[str, Any] = {
        "code": "F101", "name": "ron-in-furiten", "severity": "error", "game_id": "g1",
        "source": "logs/a.xml", "round": "E2.1", "round_index": 1, "event_index": 40, "turn": 7,
        "seat": 2, "message": "ron on 5p, own 5p discarded", "recorded": "5p", "expected": None,
        "rule": "furiten", "rule_source": "common rule", "explained_by": ["kuitan"],
    }  # fmt: skip
    return Finding(**(values | changes))


PROBLEM = Problem(source="b.xml", place="byte 9", kind="unreadable", message="cut short")


def test_findings_as_text_name_place_code_and_rule(capsys: pytest.CaptureFixture[str]) -> None:
    print_findings([finding()], [PROBLEM], {"games": 2, "findings": {"F101": 1}})
    out = capsys.readouterr().out
    first = "logs/a.xml: E2.1 turn 7, South: F101 ron-in-furiten (error): ron on 5p"
    assert out.startswith(first)
    assert "rule: furiten (common rule)" in out
    assert "right if one of these rules were different: kuitan" in out
    assert "b.xml: byte 9: unreadable: cut short" in out
    assert "F101  1" in out


def test_findings_as_json_are_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    summary = {"games": 2, "findings": {"F101": 1}, "not_checked": {}}
    print_findings([finding()], [PROBLEM], summary, format="json")
    value = json.loads(capsys.readouterr().out)
    assert value["schema"] == 1
    assert value["summary"] == summary
    assert value["findings"][0]["code"] == "F101"
    assert value["findings"][0]["explained_by"] == ["kuitan"]
    assert value["problems"] == [
        {"source": "b.xml", "place": "byte 9", "kind": "unreadable", "message": "cut short"}
    ]


def test_findings_for_github_are_escaped_annotations(capsys: pytest.CaptureFixture[str]) -> None:
    odd = finding(source="a,b:c.xml", message="100%\nsure", severity="note")
    print_findings([odd], [PROBLEM], {}, format="github")
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "::notice file=a%2Cb%3Ac.xml,title=F101 ron-in-furiten::"
        "g1 E2.1 turn 7, South: 100%25\\nsure",
        "::error file=b.xml,title=unreadable::cut short",
    ]


@pytest.mark.parametrize(
    ("severities", "kinds", "status"),
    [([], [], 0), (["note"], ["duplicate"], 0), (["warning"], [], 1), (["error"], [], 1),
     (["error"], ["unreadable"], 3), ([], ["unsupported"], 0), (["note"], ["truncated"], 0)],
)  # fmt: skip
def test_exit_status_of_findings_and_problems(
    severities: list[str], kinds: list[str], status: int
) -> None:
    findings = [finding(severity=s) for s in severities]
    problems = [Problem(source="", place="", kind=k, message="") for k in kinds]
    assert exit_status(findings, problems) == status


def test_json_keeps_names_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": "雀士"})
    assert json.loads(capsys.readouterr().out) == {"name": "雀士"}


# --- explain --------------------------------------------------------------------------------
def test_explain_lists_all_codes_and_tells_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(CODES)
    for text in ("F101", "f101", "ron-in-furiten"):
        assert main(["explain", text]) == 0
        assert capsys.readouterr().out.startswith("F101 ron-in-furiten (error)")
    assert main(["explain", "F101", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "ron-in-furiten"


def test_explain_of_an_unknown_code_lists_near_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "ron-in-furitten"]) == 2
    assert "did you mean 'ron-in-furiten'" in capsys.readouterr().err


# --- show -----------------------------------------------------------------------------------
@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(ROUND)
    monkeypatch.setattr(mjlog, "read", lambda *a, **k: [game], raising=False)


@pytest.mark.usefixtures("record")
def test_show_sums_a_game_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "a.xml"]) == 0
    out = capsys.readouterr().out
    assert "Asa ron 2z from Botan" in out
    assert "no end recorded" in out


@pytest.mark.usefixtures("record")
def test_show_tells_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "a.xml", "-r", "E1.0"]) == 0
    out = capsys.readouterr().out
    assert "draws 5m" in out
    assert "tenpai, waits 12z" in out


@pytest.mark.usefixtures("record")
def test_show_opens_the_table_at_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "a.xml", "-r", "E1.0", "--step", "4", "--seat", "0"]) == 0
    out = capsys.readouterr().out
    assert "before event 4" in out
    assert "123m406p789s1122z" in out
    assert "22p" not in out.split("Botan")[2]


@pytest.mark.usefixtures("record")
@pytest.mark.parametrize("name", ["E1", "e1.0", "east 1", "East 1, 0 honba", "東一局", "東1局"])
def test_a_round_may_be_written_in_any_usual_way(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "a.xml", "-r", name]) == 0
    assert capsys.readouterr().out.startswith("E1.0  East 1")


@pytest.mark.usefixtures("record")
@pytest.mark.parametrize("seat", ["1", "south", "S", "南", "南家", "botan"])
def test_a_seat_may_be_a_number_a_wind_or_a_player(
    seat: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "a.xml", "-r", "E1.0", "--step", "4", "--seat", seat]) == 0
    out = capsys.readouterr().out
    assert out.count("  shanten ") == 1
    assert "  shanten " in out.partition("South  Botan")[2].partition("West")[0]


@pytest.mark.usefixtures("record")
@pytest.mark.parametrize(("form", "start"), [("svg", "<svg "), ("html", "<!DOCTYPE html>")])
def test_show_draws(form: str, start: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "a.xml", "-r", "E1.0", "--step", "4", "--as", form]) == 0
    assert capsys.readouterr().out.startswith(start)


@pytest.mark.usefixtures("record")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--step", "3"], "--step needs a round"),
        (["--as", "svg"], "--as svg needs a round"),
        (["-r", "E1.0", "--step", "6"], "E1.0 has steps 0 to 5"),
        (["-r", "E1.0", "--seat", "4"], "unknown seat '4'; known: 0, 1, 2, 3"),
        (["-r", "E9.0"], "unknown round 'E9.0'"),
        (["--game", "other"], "unknown game 'other'"),
        (["--rules", "no-such-rules"], "no-such-rules"),
        (["--rules", "tenhou-3p"], "a game of 4 players, and the ruleset 'tenhou-3p' is for 3"),
        (["--seat", "0"], "--seat needs a round"),
        (["-r", "E1.0", "--all"], "--all shows whole games"),
        (["--all", "--game", "0"], "not allowed with argument"),
    ],
)
def test_show_says_what_cannot_be_shown(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "a.xml", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_file_of_several_games_asks_which(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [game_of(ROUND), game_of(ROUND)]
    games[1].info.id = "second"
    monkeypatch.setattr(mjlog, "read", lambda *a, **k: games, raising=False)
    assert main(["show", "a.zip", "-r", "E1.0"]) == 2
    assert "2 games; choose one with --game (handmade, second)" in capsys.readouterr().err
    for name in ("second", "1"):
        assert main(["show", "a.zip", "-r", "E1.0", "--game", name]) == 0
    capsys.readouterr()
    assert main(["show", "a.zip"]) == 0
    shown = capsys.readouterr()
    assert [line.split()[1] for line in shown.out.splitlines()[2:]] == ["handmade", "second"]
    assert "--game ID (or its number) shows one, --all shows all" in shown.err
    assert main(["show", "a.zip", "--all"]) == 0
    assert capsys.readouterr().out.count("game second") == 1
    assert main(["show", "a.zip", "--game", "third"]) == 2
    assert "unknown game 'third'; known: handmade, second" in capsys.readouterr().err
    games[1].info.id = "handmade"
    assert main(["show", "a.zip", "--game", "handmade"]) == 2
    assert "game 'handmade' may be any of number 0, number 1" in capsys.readouterr().err


@pytest.mark.shared
@pytest.mark.parametrize("words", [[], ["-r", "E1.0"], ["-r", "E1.0", "--step", "60"]])
def test_a_single_log_is_shown_without_waiting_for_a_compiler(
    words: list[str], shared: Path, root: Path
) -> None:
    record = shared / "logs" / "mjlog" / "2011020401gm-00a9-0000-f6eff225.xml"
    script = (
        "import sys; from mjlog.cli import main; status = main(sys.argv[1:]);"
        "heavy = {'numba', 'pandas', 'pyarrow', 'matplotlib'};"
        "print(sorted(heavy & set(sys.modules)), status, file=sys.stderr)"
    )
    done = run_python("-c", script, "show", str(record), *words, root=root, MJLOG_JIT="")
    assert done.stderr.decode().strip() == "[] 0"
    assert "E1.0" in done.stdout.decode()


def test_show_of_a_file_that_is_no_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.xml").write_text("<html>no game</html>", encoding="utf-8")
    assert main(["show", str(tmp_path / "a.xml")]) == 3
    assert "no game record" in capsys.readouterr().err
    assert main(["show", str(tmp_path / "missing.xml")]) == 3
    assert "missing.xml" in capsys.readouterr().err


# --- warm-up --------------------------------------------------------------------------------
def test_warm_up_meets_every_kernel_that_a_batch_runs_through() -> None:
    """Noted, not compiled here: that it compiles is the engine's business."""
    from mjlog.cli import warmup

    names = [function.__name__ for function, _ in warmup._calls()]
    assert len(names) == len(set(names)), "no kernel is compiled for two kinds of tables"
    assert names[0] == "tokenise"
    for part in ("shape_rounds", "score_wins", "check_turns", "audit_flow", "fill_walls"):
        assert part in names
    for part in ("decode_keys", "expected_tiles"):  # only where there is a wall to compare
        assert part in names


# --- formats --------------------------------------------------------------------------------
def test_formats_lists_what_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["formats"]) == 0
    assert "Tenhou mjlog (XML)" in capsys.readouterr().out
    assert main(["formats", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows[0]["name"] == "mjlog"
    assert rows[0]["read"] is True


def test_formats_tells_the_facts_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["formats", "mjlog"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["wins.fu", "recorded", "recorded", "fu"] in lines
    assert main(["formats", "mahjong-soul", "--format", "json"]) == 0
    facts = {row["field"]: row for row in json.loads(capsys.readouterr().out)}
    level = facts["games.level"]
    assert (level["support"], level["written"]) == ("recorded", "absent")
    assert main(["formats", "mjlgo"]) == 2
    assert "did you mean 'mjlog'" in capsys.readouterr().err
