"""The command line: ``mjlog COMMAND …``.

Each command is a module of this package with ``add_parser(subparsers)``, which sets
``func`` to its ``run(args) -> int``. Only the chosen command's module is imported, and
nothing heavy before that, so that ``mjlog --version`` and ``--help`` answer at once.

Exit status: 0 nothing to complain about, 1 findings, 2 wrong usage (also an option's file
that cannot be used, and an output that cannot be written), 3 a record that cannot be read,
130 interrupted.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from ..errors import MjlogError, OutputError, ParseError, UnknownNameError
from .output import INTERRUPTED, PIPE_CLOSED, UNREADABLE, USAGE, configure_streams, say

__all__ = ["COMMANDS", "main", "parser_of", "version"]

#: (name, module, one-line help) of every command, in the order of ``mjlog --help``.
COMMANDS: Final[tuple[tuple[str, str, str], ...]] = (
    ("export", "export", "import, replay and audit records into a Parquet dataset"),
    ("audit", "audit", "check records against the rules and print findings"),
    ("show", "show", "a game, a round or the table at one moment"),
    ("review", "review", "a game from one seat: each choice and what else was there"),
    ("score", "score", "score a hand, with itemised yaku and fu"),
    ("stats", "stats", "statistics of the players of a dataset"),
    ("convert", "convert", "write a record in another format"),
    ("wall", "wall", "rebuild the walls of a record from its seed and compare"),
    ("rules", "rules", "list, show, compare and check rulesets"),
    ("card", "card", "list, check, show and match cards of American mahjong"),
    ("formats", "formats", "formats that are read and written"),
    ("explain", "explain", "what a finding code means"),
    ("simulate", "simulate", "play games with bots and write their records"),
    ("demo", "demo", "simulate, export and look at a small dataset"),
    ("warmup", "warmup", "compile the engine ahead of the first large run"),
)

_EPILOG: Final = (
    "PATH is a file, folder, .zip, .gz, SQLite database, or - for standard input.\n"
    "Exit status: 0 clean, 1 findings, 2 wrong usage or unwritable output, 3 unreadable input.\n"
    "'mjlog COMMAND --help' describes a command."
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    configure_streams()
    # nothing here uses numpy's BLAS; its threads take as long to start as all else of numpy
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        status = _run(arguments)
        if sys.stdout is not None:  # closed with >&-
            sys.stdout.flush()
    except SystemExit as stop:  # argparse has printed its usage message
        return stop.code if isinstance(stop.code, int) else USAGE if stop.code else 0
    except KeyboardInterrupt:
        say("mjlog: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _drop_stdout()
        return PIPE_CLOSED
    except (MjlogError, OSError) as error:
        if _is_full(error):
            say(f"mjlog: standard output cannot be written: {_one_line(error)}")
            _drop_stdout()
            return USAGE
        say(f"mjlog: {_one_line(error)}")
        unreadable = isinstance(error, ParseError | OSError) and not isinstance(error, OutputError)
        return UNREADABLE if unreadable else USAGE
    return status


def version() -> str:
    """Return the version of the installed package, or of the checkout it runs from."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("mjlog")
    except PackageNotFoundError:
        import tomllib
        from pathlib import Path

        text = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
        return str(tomllib.loads(text)["project"]["version"])


def _run(arguments: list[str]) -> int:
    command = _command(arguments)
    parser = _parser(command)
    if command is None:
        options = parser.parse_args(arguments)
        if options.version:
            print(f"mjlog {version()}")
            return 0
        parser.print_help(sys.stderr)
        return USAGE
    names = [name for name, _, _ in COMMANDS]
    if command not in names:
        raise UnknownNameError("command", command, names)
    args = parser.parse_args(arguments)
    if args.version:
        print(f"mjlog {version()}")
        return 0
    if args.lang is None:
        from ..config import load_config

        args.lang = load_config().lang
    status: int = args.func(args)
    return status


def _command(arguments: list[str]) -> str | None:
    """Return the first word that is no option (or the value of one)."""
    skip = False
    for word in arguments:
        if skip:
            skip = False
        elif word == "--lang":
            skip = True
        elif not word.startswith("-"):
            return word
    return None


def _parser(command: str | None) -> argparse.ArgumentParser:
    """Return the parser; only ``command``'s own options are in it."""
    parser = argparse.ArgumentParser(
        prog="mjlog",
        description="Replay, audit and statistics for mahjong game records.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    _add_lang(parser, None)
    commands: Any = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, module, text in COMMANDS:
        if name == command:
            import_module(f"{__name__}.{module}").add_parser(commands)
            _add_lang(commands.choices[name], argparse.SUPPRESS)
        else:
            commands.add_parser(name, help=text)
    return parser


def parser_of(command: str) -> argparse.ArgumentParser:
    """Return the parser of one command, for its documentation.

    Raises:
        UnknownNameError: There is no such command.
    """
    for action in _parser(command)._actions:
        if isinstance(action, argparse._SubParsersAction) and command in action.choices:
            parser: argparse.ArgumentParser = action.choices[command]
            return parser
    raise UnknownNameError("command", command, [name for name, _, _ in COMMANDS])


def _add_lang(parser: argparse.ArgumentParser, default: str | None) -> None:
    if "--lang" not in {option for a in parser._actions for option in a.option_strings}:
        parser.add_argument(
            "--lang", choices=("en", "ja"), default=default, help="language of texts"
        )


def _is_full(error: Exception) -> bool:
    """Tell whether standard output took no more; files that are written name themselves."""
    full = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return isinstance(error, OSError) and error.errno in full and error.filename is None


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror and error.filename is None:
        return error.strerror
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {error.strerror}"
    return " ".join(str(error).split())


def _drop_stdout() -> None:
    """Nobody reads any more: let the flush at exit go nowhere."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # stdout is no real file
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
