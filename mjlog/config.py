"""Settings of a folder: ``mjlog.toml``, or ``[tool.mjlog]`` of ``pyproject.toml``.

The nearest one counts, from the current folder upwards; in one folder ``mjlog.toml`` comes
first. A ``pyproject.toml`` without that table is passed over::

    rules = "tenhou"              # or the path of a TOML file, beside this one
    select = ["F", "S101"]        # codes, their beginnings, or names
    ignore = ["W"]
    lang = "ja"
    jobs = 2
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from .errors import ConfigError, near_matches
from .rules.loader import is_path

__all__ = ["KEYS", "LANGUAGES", "Config", "Key", "find_config", "load_config", "read_config"]

LANGUAGES: Final = ("en", "ja")
MAX_BYTES: Final = 256 * 1024
MAX_JOBS: Final = 1024
MAX_CODES: Final = 1000
#: A finding code, its beginning, or its kebab name.
_CODE: Final = re.compile(r"[A-Z](-[A-Z0-9-]*|[0-9]{0,3})|[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, kw_only=True)
class Config:
    """Defaults of the command line.

    Attributes:
        rules: Name of a preset or path of a ruleset file for records that carry no rules.
        select: Codes, beginnings of codes or names of the findings to look for; () = all.
        ignore: The same for findings to leave out.
        lang: Language of messages.
        jobs: Processes to use; None = the command decides.
        path: File the settings come from, or None.
    """

    rules: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    lang: str = "en"
    jobs: int | None = None
    path: Path | None = None


class Key(NamedTuple):
    """One key of a settings file, for its documentation.

    Attributes:
        name: The key.
        value: What may stand there.
        default: What counts without it.
        used_by: Commands that read it, and the option that goes before it.
        example: A line of TOML.
        meaning: One sentence.
    """

    name: str
    value: str
    default: str
    used_by: str
    example: str
    meaning: str


KEYS: Final = (
    Key(
        "rules", "name of a ruleset, or path of a TOML file", "`tenhou`", "`score`; `--rules`",
        'rules = "tenhou-east"',
        "The ruleset where a record names none (Tenhou records always do). A path is relative "
        "to the settings file.",
    ),
    Key(
        "select", "list of finding codes, their beginnings, or names", "all findings",
        "`audit`; `--select`", 'select = ["F", "S101"]', "The findings to look for.",
    ),
    Key(
        "ignore", "list of finding codes, their beginnings, or names", "none",
        "`audit`; `--ignore`", 'ignore = ["G120", "wall-dice"]',
        "Findings to leave out, also of those selected.",
    ),
    Key(
        "lang", '`"en"` or `"ja"`', '`"en"`', "all commands; `--lang`", 'lang = "ja"',
        "The language of texts.",
    ),
    Key(
        "jobs", f"whole number, 1 to {MAX_JOBS}",
        "1, and all processors from 20,000 records on", "`export`; `--jobs`", "jobs = 2",
        "Processes that read, replay and audit.",
    ),
)  # fmt: skip
_KEYS: Final = tuple(key.name for key in KEYS)


def load_config(folder: Path | None = None) -> Config:
    """Return the settings that apply in ``folder`` (default: the current one).

    Raises:
        ConfigError: The nearest file cannot be read or holds something else than settings.
    """
    path = find_config(folder or Path.cwd())
    return read_config(path) if path else Config()


def find_config(folder: Path) -> Path | None:
    """Return the nearest file with settings, from ``folder`` upwards."""
    start = folder.absolute()
    for place in (start, *start.parents):
        if (path := place / "mjlog.toml").is_file():
            return path
        path = place / "pyproject.toml"
        if path.is_file() and _has_table(path):
            return path
    return None


def read_config(path: Path) -> Config:
    """Return the settings in ``path``.

    Raises:
        ConfigError: See :func:`load_config`; one line for each fault.
    """
    table: object = _read_toml(path)
    where = str(path)
    if path.name == "pyproject.toml":
        where += ": [tool.mjlog]"
        tool = table.get("tool", {}) if isinstance(table, dict) else {}
        table = tool.get("mjlog", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise ConfigError(f"{where}: {table!r} is not a table")
    problems = [f"{where}: {fault}" for fault in _faults(table)]
    if problems:
        raise ConfigError("\n".join(problems))
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in table.items()
    }
    rules = values.get("rules")
    if rules is not None and is_path(rules):
        values["rules"] = str(path.parent / rules)
    return Config(**values, path=path)


def _has_table(path: Path) -> bool:
    try:
        tool = _read_toml(path).get("tool")
    except ConfigError:
        # a broken pyproject.toml of somebody else's project is not our business
        return False
    return isinstance(tool, dict) and "mjlog" in tool


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ConfigError(f"{path}: more than {MAX_BYTES // 1024} KiB")
        return tomllib.loads(data.decode())
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: not TOML: {error}") from error


def _faults(table: dict[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if key in ("select", "ignore"):
            yield from _code_faults(key, value)
        elif key == "rules":
            if not isinstance(value, str) or not value:
                yield f"rules: {value!r} is not the name of a ruleset or the path of a file"
        elif key == "lang":
            if value not in LANGUAGES:
                yield f"lang: {value!r} is not {' or '.join(map(repr, LANGUAGES))}"
        elif key == "jobs":
            if type(value) is not int or not 1 <= value <= MAX_JOBS:
                yield f"jobs: {value!r} is not a whole number from 1 to {MAX_JOBS}"
        else:
            near = near_matches(key, _KEYS)
            hint = f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(_KEYS)}"
            yield f"unknown key {key!r}{hint}"


def _code_faults(key: str, value: object) -> Iterator[str]:
    if not isinstance(value, list) or len(value) > MAX_CODES:
        yield f"{key}: {value!r} is not a list of finding codes"
        return
    for code in value:
        if not isinstance(code, str) or not _CODE.fullmatch(code):
            yield f"{key}: {code!r} is not a finding code, its beginning, or its name"
