"""What all commands print with: streams, tables, JSON, findings, a progress bar.

Data go to stdout, progress and messages to stderr. No console stops a command: what its
encoding lacks is replaced, and columns stay aligned.
"""

from __future__ import annotations

import json
import shutil
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TextIO

from ..engine.notice import LISTENERS
from ..errors import AmbiguousNameError, OutputError, UnknownNameError
from ..files import write_file
from ..render.columns import Ruler
from ..render.escape import escape_terminal

if TYPE_CHECKING:
    from ..findings import Finding
    from ..model import Problem

__all__ = [
    "CLEAN",
    "FINDINGS",
    "INTERRUPTED",
    "PIPE_CLOSED",
    "UNREADABLE",
    "USAGE",
    "Progress",
    "chosen_game",
    "configure_streams",
    "description_of",
    "duration",
    "exit_status",
    "message_of",
    "print_findings",
    "print_json",
    "print_markup",
    "print_table",
    "ruler_of",
    "say",
    "write_output",
    "writing_to",
]

CLEAN: Final = 0
FINDINGS: Final = 1
USAGE: Final = 2
UNREADABLE: Final = 3
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141

_GITHUB_LEVEL: Final = {"error": "error", "warning": "warning", "note": "notice"}


def configure_streams() -> None:
    """Let stdout and stderr replace what their encoding cannot show."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def ruler_of(stream: TextIO | None = None) -> Ruler:
    """Return a ruler for the encoding of ``stream`` (default stdout)."""
    return Ruler(getattr(stream or sys.stdout, "encoding", None) or "utf-8")


def say(text: str) -> None:
    """Print a message for the user to stderr; file names in it cannot steer the terminal."""
    lines = (escape_terminal(line) for line in text.split("\n"))
    print("\n".join(lines), file=sys.stderr, flush=True)


def description_of(doc: str | None) -> str:
    """Return a module's docstring as the text of ``--help``, without its markup.

    >>> description_of("``mjlog show``: a game.")
    'A game.'
    """
    text = (doc or "").strip()
    if text.startswith("``mjlog"):
        text = text.partition("``: ")[2]
    text = text.replace("``", "'")
    return text[:1].upper() + text[1:]


def chosen_game(text: str, ids: Sequence[str]) -> int:
    """Return the place of the game that an id, or a number from 0, means.

    Raises:
        UnknownNameError: There is none; the message lists ids.
        AmbiguousNameError: Several games have that id; the message lists their numbers.
    """
    if ids.count(text) > 1:
        numbers = [f"number {place}" for place, id_ in enumerate(ids) if id_ == text]
        raise AmbiguousNameError("game", text, numbers)
    if text in ids:
        return ids.index(text)
    if text.isdecimal() and int(text) < len(ids):
        return int(text)
    raise UnknownNameError("game", text, ids)


@contextmanager
def writing_to(path: str | Path) -> Iterator[None]:
    """Turn a failure to write ``path`` into an error of its own, which is no unreadable input.

    Raises:
        OutputError: The file or folder cannot be written.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(f"{path}: cannot be written: {reason}") from error


def write_output(path: str | Path, data: str | bytes) -> None:
    """Write a file that the user names, see :func:`mjlog.files.write_file`.

    Raises:
        OutputError: It cannot be written.
    """
    with writing_to(path):
        write_file(path, data)


def print_table(
    rows: Sequence[Sequence[object]], header: Sequence[str] = (), *, align: str = ""
) -> None:
    """Print rows in aligned columns (``align``: one ``<`` or ``>`` a column)."""
    if rows or header:
        print(ruler_of().table(rows, header, align=align))


def print_json(value: Any) -> None:
    """Print ``value`` as JSON; where stdout has no Unicode, as ASCII with escapes."""
    unicode_out = ruler_of().encoding.replace("-", "").startswith("utf")
    print(json.dumps(value, ensure_ascii=not unicode_out, indent=2))


def print_markup(text: str) -> None:
    """Print HTML or SVG; where stdout is not UTF-8, which pages declare, by numeric references."""
    if not ruler_of().encoding.replace("-", "").startswith("utf8"):
        text = text.encode("ascii", "xmlcharrefreplace").decode("ascii")
    print(text, end="")


def duration(seconds: float) -> str:
    """Return a time as people read it.

    >>> duration(7), duration(75), duration(3725)
    ('0:07', '1:15', '1:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Progress:
    """A progress bar on stderr, only where that is a terminal.

    >>> with Progress(100) as bar:
    ...     bar.update(10)

    Args:
        total: Number of steps, None when it is not known.
        unit: What is counted.
        stream: Where to draw (default stderr).
    """

    def __init__(
        self, total: int | None, *, unit: str = "games", stream: TextIO | None = None
    ) -> None:
        self._stream = stream or sys.stderr
        self.total = total
        self.unit = unit
        self.done = 0
        self._shown = bool(getattr(self._stream, "isatty", lambda: False)())
        self._start = time.monotonic()
        self._drawn = 0.0
        self._width = 0
        self._compiling: float | None = None
        self._stop = threading.Event()

    def __enter__(self) -> Self:
        LISTENERS.append(self._compile_begins)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        LISTENERS.remove(self._compile_begins)
        self.ready()
        if self._shown and self.done:
            self._draw()
            self._stream.write("\n")
            self._stream.flush()

    def update(self, steps: int = 1) -> None:
        """Count ``steps`` more; redraws at most ten times a second."""
        self.done += steps
        now = time.monotonic()
        if self._shown and self._compiling is None and now - self._drawn >= 0.1:
            self._drawn = now
            self._draw()

    def _compile_begins(self) -> None:
        """The engine is being compiled: on a terminal, show for how long."""
        self._compiling = time.monotonic()
        self._stop.clear()
        if self._shown:
            threading.Thread(target=self._tick, daemon=True).start()

    def _tick(self) -> None:
        while not self._stop.wait(1.0):
            begun = self._compiling
            if begun is not None:
                self._stream.write(f"\r  {duration(time.monotonic() - begun)} ")
                self._stream.flush()

    def ready(self) -> None:
        """Tell that the first games are done: what they needed is compiled."""
        if self._compiling is not None:
            self._stop.set()
            seconds = time.monotonic() - self._compiling
            self._compiling = None
            start = "\r" if self._shown else ""
            self._stream.write(f"{start}mjlog: compiled, {seconds:.0f} s with the first games\n")
            self._stream.flush()
            self._start = time.monotonic()  # the speed of the bar is that of the engine

    def line(self, elapsed: float) -> str:
        """Return the bar as text after ``elapsed`` seconds."""
        rate = self.done / elapsed if elapsed > 0 else 0.0
        speed = f"{rate:,.0f} {self.unit}/s" if rate >= 10 else f"{rate:.1f} {self.unit}/s"
        if not self.total:
            return f"{self.done:,} {self.unit}  {speed}  {duration(elapsed)}"
        share = min(self.done / self.total, 1.0)
        bar = ("#" * round(share * 24)).ljust(24, ".")
        left = f"ETA {duration((self.total - self.done) / rate)}" if rate and share < 1 else ""
        end = left or duration(elapsed)
        return f"[{bar}] {share:4.0%}  {self.done:,}/{self.total:,} {self.unit}  {speed}  {end}"

    def _draw(self) -> None:
        columns = shutil.get_terminal_size().columns
        text = self.line(time.monotonic() - self._start)[: columns - 1]  # never wraps
        self._stream.write("\r" + text.ljust(self._width))
        self._stream.flush()
        self._width = len(text)


def exit_status(findings: Iterable[Finding], problems: Iterable[Problem]) -> int:
    """Return 3 if an input could not be read, else 1 if a finding is above a note, else 0."""
    if any(p.kind == "unreadable" for p in problems):
        return UNREADABLE
    return FINDINGS if any(f.severity != "note" for f in findings) else CLEAN


def print_findings(
    findings: Sequence[Finding],
    problems: Sequence[Problem] = (),
    summary: Mapping[str, Any] | None = None,
    *,
    format: str = "text",
    lang: str = "en",
) -> None:
    """Print findings and problems as ``text``, ``json`` or ``github`` annotations.

    Args:
        findings: In the order to print.
        problems: What could not be read or is inconsistent.
        summary: Counts: games, rounds, wins, imported, skipped, failed, findings (by
            code), not_checked (by check).
        format: ``json`` is one object with ``schema`` 1.
        lang: ``en`` or ``ja`` for texts; JSON is the same in both.
    """
    if format == "json":
        print_json({
            "schema": 1,
            "summary": dict(summary or {}),
            "findings": [f.as_dict() for f in findings],
            "problems": [
                {"source": p.source, "place": p.place, "kind": p.kind, "message": p.message}
                for p in problems
            ],
        })  # fmt: skip
        return
    ruler = ruler_of()
    line = _github_line if format == "github" else _text_lines
    for finding in findings:
        print(line(finding, ruler, lang))
    for problem in problems:
        if format == "github":
            print(_annotation("error", problem.source, problem.kind, problem.message))
        else:
            place = ": ".join(x for x in (problem.source, problem.place) if x)
            print(ruler.clean(f"{place}: {problem.kind}: {problem.message}"))
    if format == "text" and summary:
        print(_summary_text(summary, ruler, lang))


_WORDS: Final = {
    "en": {
        "games": "{} games", "rounds": "{} rounds", "wins": "{} wins",
        "imported": "{} imported", "skipped": "{} skipped", "failed": "{} failed",
        "findings": "findings:", "none": "no findings", "nothing": "nothing was checked",
        "rest": "no findings in what could be read",
        "not_checked": "not checked:", "rule": "rule",
        "explained": "right if one of these rules were different",
    },
    "ja": {
        "games": "対局 {}", "rounds": "局 {}", "wins": "和了 {}",
        "imported": "取込 {}", "skipped": "対象外 {}", "failed": "読取不能 {}",
        "findings": "指摘:", "none": "指摘なし", "nothing": "検査したものなし",
        "rest": "読めたものに指摘なし",
        "not_checked": "未検査:", "rule": "ルール",
        "explained": "次のルールのどれか一つが違えば正しい",
    },
}  # fmt: skip


def message_of(finding: Finding, lang: str = "en") -> str:
    """Return the message of a finding in ``lang``."""
    if lang == "en":
        return finding.message
    from ..finding_text import finding_text

    return finding_text(finding, finding.message, lang)


def _text_lines(finding: Finding, ruler: Ruler, lang: str) -> str:
    from ..finding_text import SEVERITIES_JA, place_text, rule_text
    from ..incident_text import referee_lines

    words = _WORDS[lang]
    severity = SEVERITIES_JA[finding.severity] if lang == "ja" else finding.severity
    lines = [
        f"{finding.source or finding.game_id}: {place_text(finding, lang)}: "
        f"{finding.code} {finding.name} ({severity}): {message_of(finding, lang)}"
    ]
    if " = " in finding.rule_source:  # the values of the rule parameters and their sources
        lines += [f"    {words['rule']}: {part}" for part in finding.rule_source.split(" | ")]
    elif finding.rule:
        source = f" ({finding.rule_source})" if finding.rule_source else ""
        lines.append(f"    {words['rule']}: {rule_text(finding.rule, lang)}{source}")
    lines += [f"    {line}" for line in referee_lines(finding, lang)]
    if finding.explained_by:
        lines.append(f"    {words['explained']}: {', '.join(finding.explained_by)}")
    return "\n".join(map(ruler.clean, lines))


def _github_line(finding: Finding, ruler: Ruler, lang: str) -> str:
    from ..finding_text import place_text

    title = f"{finding.code} {finding.name}"
    text = f"{finding.game_id} {place_text(finding, lang)}: {message_of(finding, lang)}"
    return _annotation(_GITHUB_LEVEL[finding.severity], finding.source, title, ruler.clean(text))


def _annotation(level: str, file: str, title: str, message: str) -> str:
    """One workflow command; %, line ends and, in properties, : and , are escaped."""

    def escaped(text: str, more: str = "") -> str:
        for char in "%\r\n" + more:
            text = text.replace(char, f"%{ord(char):02X}")
        return text

    return f"::{level} file={escaped(file, ':,')},title={escaped(title, ':,')}::{escaped(message)}"


def _summary_text(summary: Mapping[str, Any], ruler: Ruler, lang: str) -> str:
    words = _WORDS[lang]
    counts = [
        _counted(words[key], summary[key])
        for key in ("games", "rounds", "wins", "imported", "skipped", "failed")
        if key in summary
    ]
    lines = [", ".join(counts)]
    found: Mapping[str, int] = summary.get("findings") or {}
    if found:
        rows = [(code, f"{count:,}") for code, count in found.items()]
        lines += [words["findings"], ruler.table(rows, align="<>", indent="  ")]
    elif not summary.get("games", 1):
        lines.append(words["nothing"])
    else:
        lines.append(words["rest" if summary.get("failed") else "none"])
    not_checked: Mapping[str, int] = summary.get("not_checked") or {}
    if not_checked:
        lines += [words["not_checked"], ruler.table(_unchecked(not_checked, lang), indent="  ")]
    return "\n".join(lines)


def _counted(words: str, count: int) -> str:
    """Return ``"3 games"`` or ``"1 game"``."""
    text = words.format(f"{count:,}")
    return text.removesuffix("s") if count == 1 and words.startswith("{}") else text


def _unchecked(counts: Mapping[str, int], lang: str) -> list[tuple[str, str, str]]:
    """Return check, count with its unit, and why it could not be made."""
    from ..finding_text import NOT_CHECKED

    rows = []
    for check, count in counts.items():
        entry = NOT_CHECKED.get(check)
        if entry is None:
            rows.append((check, f"{count:,}", ""))
        elif lang == "ja":
            rows.append((check, f"{count:,}", entry.ja))
        else:
            unit = entry.unit.removesuffix("s") if count == 1 else entry.unit
            rows.append((check, f"{count:,} {unit}", entry.en))
    return rows
