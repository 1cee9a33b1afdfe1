"""Finding codes: one table, the source of ``mjlog explain`` and ``docs/findings.md``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

__all__ = ["CODES", "Finding", "FindingCode", "code_named"]

Severity = Literal["error", "warning", "note"]


class FindingCode(NamedTuple):
    """One kind of finding.

    Attributes:
        code: Family letter and three digits.
        name: Kebab name.
        severity: Default severity.
        summary: What is wrong, one sentence.
        explanation: What was compared with what, and what the reader can do.
        rule: Where the rule stands (a rule parameter, or the common rule).
        number: Row of this table, what kernels write.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    explanation: str
    rule: str


@dataclass(slots=True)
class Finding:
    """One fault found in one game; the fields are the same in JSON, Python and Parquet."""

    code: str
    name: str
    severity: Severity
    game_id: str
    source: str
    round: str | None  # "E2.1", None = the game
    round_index: int | None
    event_index: int | None
    turn: int | None
    seat: int | None
    message: str
    recorded: Any = None
    expected: Any = None
    rule: str = ""
    rule_source: str = ""
    explained_by: list[str] = field(default_factory=list)


_E: Final = "error"
_W: Final = "warning"
_N: Final = "note"

#: Filled family by family; order inside a family is the order of the digits.
CODES: Final[tuple[FindingCode, ...]] = ()


def code_named(text: str) -> FindingCode:
    """Return the finding with that code (``F101``) or name (``ron-in-furiten``).

    Raises:
        UnknownNameError: Neither a code nor a name.
    """
    from .errors import UnknownNameError

    for entry in CODES:
        if text.upper() == entry.code or text.lower() == entry.name:
            return entry
    raise UnknownNameError("finding", text, [c.code for c in CODES] + [c.name for c in CODES])
